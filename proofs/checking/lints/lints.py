"""Lints: heuristics that detect formal statements which may not say what the paper says, proved or not.

A warning is not a failure: it asks the author of the statement to look again, or to say why it is meant so.

`sentence-mismatch`      a named statement does not consist of exactly one claim; or its wording asserts an existence
                         or an equivalence, and its claim does not
`tautology`              a claim, or a part of it, is a tautology or one of its hypotheses; or, for a named statement,
                         it follows by arithmetic from at most one hypothesis
`vacuous-premise`        a value that violates a premise within ∃ makes the rest true
`corrected-notion`       a notion that belongs to the corrected form occurs in a printed claim, or in a notion of it
`undeclared-variable`    a number occurs in a claim, but in none of its notions, no hypothesis defines it (α = a_k), and
                         no standing assumption of the paper mentions it
`unexplained-narrowing`  the corrected form has a hypothesis, a range or an order of quantifiers that the printed form
                         lacks, and no reason is given
`unused-hypothesis`      the corrected form of a named statement has an additional hypothesis that its proof does not
                         use
`no-model`               no point was found at which the hypotheses hold
`standing-assumption`    a counterexample violates the paper's standing assumptions, or may do so
`silent-caption`         the caption of a corrected form does not say "corrected: …", what the paper has otherwise; or
                         one says so, and there is no corrected form
`missing-erratum`        there is a corrected form without an erratum
`unrelated-erratum`      the theorem that should show an erratum has nothing in common with the statement
`duplicate-erratum`      two entries call the same claim false in different words, and count as two defects
`ambiguous-name`         two notions of a paper have the same name
`unused-lemma`           a theorem is marked as usable, and no proof applies it
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, starmap

from proofs.builder.chapter import Claim
from proofs.builder.paper import UNNAMED, Erratum, Statement
from proofs.checking.lints.tautology import (
    is_tautology,
    is_trivial,
    quantifiers,
    tautological_part,
    vacuous_premise,
    weaker,
)
from proofs.checking.models.vacuity import assumed
from proofs.checking.refute import Instance
from proofs.checking.report import LintWarning
from proofs.kernel.evaluate import check
from proofs.kernel.normal import key
from proofs.kernel.terms import FALSE, MAKERS, KernelError, Term, negation, substitute
from proofs.language.display import Definition, Notions, text
from proofs.language.notation import goes_on

BITS = 128
PROVED = ("theorem", "lemma", "proposition", "corollary", "claim")  # kinds of statements that make a claim
EXISTS = re.compile(r"\b(there (is|are)|exists?)\b")
EQUIVALENT = re.compile(r"\b(if and only if|iff|exactly when|equivalent)\b")
CORRECTED = re.compile(r"\bcorrected: \S", re.IGNORECASE)  # in a caption, before what differs from the printed form
FALSE_KINDS = ("false", "step", "strictness")
VOCABULARY = ("exp", "log", "sin", "cos", "atan", "erf", "abs", "sum", "prod", "max", "ite", "deriv")


def warnings_of(
    s: Statement,
    notions: Notions,
    standing: Sequence[Term],
    without_model: Sequence[str],
    false_at: Mapping[str, Instance],
    used: Mapping[str, Collection[Hashable]] | None = None,
) -> Iterator[LintWarning]:
    """Yield the warnings about a statement.

    Parameters
    ----------
    standing
        The standing assumptions of the paper.
    without_model, false_at
        The claims, as "line 1 as printed" or "step 2", without a known point at which their hypotheses hold; and
        the counterexamples to claims.
    used
        The hypotheses that the proofs of the claims use.
    """
    for lint, found in (
        ("sentence-mismatch", _sentence_mismatch(s)),
        ("tautology", _tautology(s)),
        ("vacuous-premise", _vacuous_premise(s)),
        ("corrected-notion", _corrected_notion(s, notions)),
        ("undeclared-variable", _undeclared_variable(s, notions, standing)),
        ("unexplained-narrowing", _unexplained_narrowing(s, notions, standing)),
        ("unused-hypothesis", _unused_hypothesis(s, notions, standing, used or {})),
        ("no-model", (f"{where}: no point was found at which its hypotheses hold" for where in without_model)),
        ("standing-assumption", _standing_assumption(notions, standing, false_at)),
        ("silent-caption", _silent_caption(s)),
        ("missing-erratum", _missing_erratum(s)),
        ("unrelated-erratum", _unrelated_erratum(s)),
    ):
        yield from (LintWarning(s.id, lint, what) for what in found)


def _sentence_mismatch(s: Statement) -> Iterator[str]:
    if s.kind in UNNAMED:
        return
    for form, claims in (("printed", s.printed), ("corrected", s.corrected)):
        if len(claims) > 1:
            yield f"{len(claims)} claims as {form}: a named statement has one sentence"
    said = [*s.printed, *s.corrected]
    if not said and (s.kind in PROVED or not s.defines):
        yield "a named statement without a sentence"
    if said and EXISTS.search(s.says) and not any(_exists(c.shows) for c in said):
        yield "its words assert an existence, and its formula does not"
    if said and EQUIVALENT.search(s.says) and not any(_both_ways(c.shows) for c in said):
        yield "its words assert an equivalence, and its formula does not"


def _tautology(s: Statement) -> Iterator[str]:
    for where, claim in places(s):
        if is_tautology(claim):
            yield f"{where}: it is a tautology, or one of its hypotheses"
        elif s.kind in PROVED and not where.startswith("step") and is_trivial(claim):
            yield f"{where}: it follows by arithmetic from at most one hypothesis"
        elif tautological_part(claim.shows) is not None:
            yield f"{where}: a part of it is a tautology"


def _vacuous_premise(s: Statement) -> Iterator[str]:
    for where, claim in places(s):
        if any(vacuous_premise(f) is not None for f in (*claim.given, claim.shows)):
            yield f"{where}: values that violate a premise within ∃ make it true"


def _corrected_notion(s: Statement, notions: Notions) -> Iterator[str]:
    for where, claim in places(s):
        if where.endswith("printed") and s.kind != "finding":  # which the paper does not have
            formulas = (*claim.given, claim.shows)
            names = [d.text for t in formulas for d in notions.used(t) if d.corrected]
            names += sorted({name for t in formulas for name in _corrected(notions, len(notions.definitions), t)})
            for name in dict.fromkeys(names):
                yield f"{where}: {name} belongs to the corrected form"


def _undeclared_variable(s: Statement, notions: Notions, standing: Sequence[Term]) -> Iterator[str]:
    letters = {v for a in standing for v in a.free}
    for where, claim in places(s):
        if standing and not where.startswith("step"):
            loose = [v for v in undeclared_variables(claim, notions) if v not in letters]
            if loose:
                yield f"{where}: {', '.join(sorted(map(text, loose)))} is declared nowhere"


def _unexplained_narrowing(s: Statement, notions: Notions, standing: Sequence[Term]) -> Iterator[str]:
    if not (s.corrected and s.printed) or s.narrower:
        return
    more = dict.fromkeys(map(notions.text, _further(s, standing)))
    if more:
        yield f"as corrected it has further hypotheses, and no reason is given: {'; '.join(more)}"
    if len(s.printed) == len(s.corrected):
        for old, new in zip(s.printed, s.corrected, strict=True):
            before, after = quantifiers(old.shows), quantifiers(new.shows)
            if before != after and sorted(before) == sorted(after):
                yield "as corrected its quantifiers come in another order, and no reason is given"


def _further(s: Statement, standing: Sequence[Term]) -> list[Term]:
    """Return the hypotheses of the corrected form, nested ones included, that the printed form lacks.

    Nested hypotheses are compared if both sentences begin with the same quantifiers, so that their variables
    correspond. A hypothesis that follows from a relation among the printed ones does not count.
    """
    printed = {tuple(_leading(c.shows)) for c in s.printed}
    known = [g for c in s.printed for g in assumed(c)]
    keys = {key(g) for g in (*known, *standing)} | {True}
    out = []
    for c in s.corrected:
        own = assumed(c) if tuple(_leading(c.shows)) in printed else c.given
        out += [g for g in own if key(g) not in keys and not _follows(g, known)]
    return out


def _follows(formula: Term, known: Sequence[Term]) -> bool:
    """Return whether a formula follows from one known relation or from two: i <= N from i <= n and n <= N."""
    if any(weaker(formula, k) for k in known):
        return True
    if formula.op not in ("le", "lt"):
        return False
    orders = [k for k in known if k.op in ("le", "lt")]
    without = (MAKERS[formula.op](formula.args[0] + k.args[1] - k.args[0], formula.args[1]) for k in orders)
    return any(weaker(rest, k) for rest in without for k in orders)


def _unused_hypothesis(
    s: Statement, notions: Notions, standing: Sequence[Term], used: Mapping[str, Collection[Hashable]]
) -> Iterator[str]:
    if s.kind in PROVED and s.printed:
        further = {key(g) for g in _further(s, standing)}
        for where, claim in places(s):
            if where.endswith("corrected") and where in used:
                unused = [g for g in claim.given if key(g) in further and key(g) not in used[where]]
                if unused:
                    yield f"{where}: the proof does not use {'; '.join(map(notions.text, unused))}"


def _standing_assumption(notions: Notions, standing: Sequence[Term], false_at: Mapping[str, Instance]) -> Iterator[str]:
    for where, instance in false_at.items():
        for a in standing:
            if a.free <= instance.keys():
                held = holds_at(a, instance)
                if not held:
                    what = "is not known to satisfy" if held is None else "violates"
                    yield f"{where}: the counterexample {what} {notions.text(a)}"


def _silent_caption(s: Statement) -> Iterator[str]:
    says_so = bool(CORRECTED.search(s.says))
    if s.corrected and not says_so:
        yield "it has a corrected form, and its caption does not say “corrected: …”, where the two forms differ"
    if says_so and not s.corrected:
        yield "its caption says “corrected: …”, and it has no corrected form"


def _missing_erratum(s: Statement) -> Iterator[str]:
    if s.corrected and not s.errata:
        yield "it has a corrected form, and no erratum says what is wrong with the printed one"


def _unrelated_erratum(s: Statement) -> Iterator[str]:
    for number, e in enumerate(s.errata, 1):
        if e.by is not None and not e.same_as and e.defect not in FALSE_KINDS:
            about = _vocabulary([*(c.formula for c in s.claims), *s.given, *s.defines])
            if is_tautology(e.by) or about.isdisjoint(_vocabulary([e.by.formula])):
                yield f"erratum {number}: its theorem has nothing in common with the statement"


def warnings_across(statements: Iterable[Statement], notions: Notions, asked: Container[str]) -> Iterator[LintWarning]:
    """Yield the warnings about a paper's statements taken together: duplicate errata and ambiguous names.

    Only warnings about statements whose ids are `asked` for are reported.
    """
    statements = list(statements)
    yield from (d for d in _duplicate_errata(statements) if d.statement in asked)
    yield from _ambiguous_names(statements, notions, asked)


def _duplicate_errata(statements: Iterable[Statement]) -> Iterator[LintWarning]:
    first: dict[Hashable, tuple[str, Erratum]] = {}
    for s in statements:
        for number, e in enumerate(s.errata, 1):
            claims = s.steps if e.defect == "step" else s.printed
            if e.defect in FALSE_KINDS and e.claim < len(claims):
                name = f"{s.id}#{number}"
                other, known = first.setdefault(key(claims[e.claim].formula), (name, e))
                connected = (e.same_as or name) == (known.same_as or other)
                if not connected and (known.defect, known.what) != (e.defect, e.what):
                    yield LintWarning(
                        s.id, "duplicate-erratum", f"erratum {number} calls false the same claim as {other}"
                    )


def _ambiguous_names(statements: Sequence[Statement], notions: Notions, asked: Container[str]) -> Iterator[LintWarning]:
    groups: dict[Hashable, list[Definition]] = {}
    for d in notions.definitions:
        groups.setdefault(_name(d), []).append(d)
    ambiguous = {name for name, own in groups.items() if any(starmap(_differ, combinations(own, 2)))}
    first: dict[Hashable, tuple[str, Definition]] = {}
    for s in statements if ambiguous else ():
        formulas = (t for c in (*s.printed, *s.corrected) for t in (*c.given, c.shows))
        for d in dict.fromkeys(d for t in formulas for d in notions.used(t) if _name(d) in ambiguous):
            other, known = first.setdefault(_name(d), (s.id, d))
            if _differ(known, d) and s.id in asked:
                yield LintWarning(s.id, "ambiguous-name", f"{d.text} has another meaning than in {other}")


def _differ(d: Definition, e: Definition) -> bool:
    """Return whether neither of two notions is an instance of the other."""
    return d.pattern is not e.pattern and d.of(e.pattern) is None and e.of(d.pattern) is None


def _name(d: Definition) -> Hashable:
    return d.text, tuple(a.sort for a in d.arguments)


def places(s: Statement) -> Iterator[tuple[str, Claim]]:
    """Yield the claims of a statement, each with its name in messages."""
    for form, claims in (("printed", s.printed), ("corrected", s.corrected)):
        for k, claim in enumerate(claims, 1):
            yield (f"line {k} as {form}" if len(claims) > 1 else f"as {form}"), claim
    for k, claim in enumerate(s.steps, 1):
        yield f"step {k}", claim


def undeclared_variables(claim: Claim, notions: Notions) -> set[Term]:
    """Return the free numbers of a claim that are not defined and occur in none of the notions that print it."""
    held: set[Term] = set()
    numbers: set[Term] = set()

    def look(t: Term) -> None:
        if t.op == "var":
            numbers.add(t)
        elif t.free and notions.instance(t):
            held.update(t.free)
        elif t.op == "app":
            held.update(t.free)  # an equation with an entry of a function
        else:
            for a in t.args:
                if isinstance(a, Term) and a.free:
                    look(a)

    for t in (*claim.given, claim.shows):
        look(t)
    equations = [side for g in claim.given if g.op == "eq" for side in (g.args, g.args[::-1])]
    defined = {v for v, what in equations if what.free and v not in what.free and not what.free & numbers - held}
    return {v for v in numbers - held - defined if v.sort == "R"}


def holds_at(formula: Term, instance: Instance) -> bool | None:
    """Return whether a formula is true at a point; None if it cannot be evaluated."""
    there = substitute(formula, {v: instance[v] for v in formula.free})
    for truth, goal in ((True, there), (False, negation(there))):
        try:
            check(goal, [], ["leaf", BITS])
        except KernelError:
            continue
        return truth
    return None


def _leading(formula: Term) -> Iterator[str]:
    """Yield the sorts of the quantifiers with which a sentence begins."""
    while goes_on(formula):
        if formula.op == "all":
            yield formula.args[0]
        formula = formula.args[1]


def _exists(formula: Term, said: bool = True) -> bool:
    """Return whether a formula asserts an existence: ∃ occurs outside its premises."""
    if formula.op == "all":
        return _exists(formula.args[1], said)
    if formula.op != "imp":
        return False
    first, second = formula.args
    own = said and second is FALSE and first.op == "all"
    return own or _exists(first, not said) or _exists(second, said)


def _both_ways(formula: Term) -> bool:
    """Return whether two implications hold together somewhere in a formula: (A → B) ∧ (B → A)."""
    if formula.op not in ("all", "imp"):
        return False
    together = _implications(formula.args[0]) if formula.op == "imp" and formula.args[1] is FALSE else 0
    return together > 1 or any(_both_ways(f) for f in formula.args if isinstance(f, Term))


def _implications(inside: Term) -> int:
    """Return the number of implications, possibly quantified, among the premises of A → B → … → ⊥."""
    count = 0
    while inside.op in ("all", "imp"):
        first = inside.args[0]
        while isinstance(first, Term) and first.op == "all":
            first = first.args[1]
        count += isinstance(first, Term) and first.op == "imp"
        inside = inside.args[1]
    return count


@cache
def _corrected(notions: Notions, known: int, t: Term) -> frozenset[str]:
    """Return the corrected notions with instances in a term; the number `known` of all notions is part of the key."""
    likely = any(d.may_be(t) for d in notions.definitions if d.corrected)
    found = notions.instance(t) if likely else None
    own = frozenset([found[0].text]) if found and found[0].corrected else frozenset()
    return own.union(*(_corrected(notions, known, a) for a in t.args if isinstance(a, Term)))


def _vocabulary(formulas: Iterable[Term]) -> set[Hashable]:
    """Return the variables of formulas, and their operators other than those of arithmetic."""
    out: set[Hashable] = set()
    seen: set[Term] = set()
    left = list(formulas)
    while left:
        t = left.pop()
        if t not in seen:
            seen.add(t)
            out |= {t} if t.op in ("var", "fn") else {t.op} if t.op in VOCABULARY else set()
            left += [a for a in t.args if isinstance(a, Term)]
    return out
