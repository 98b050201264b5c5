"""Guards: what is proved may still not be what the paper says. Each looks at what is written down, not at its proof.

A doubt is no failure: it asks whoever wrote the statement to look again, or to say why it is meant so.

`sentence`        a named statement has one sentence, not several claims, nor none
`itself`          both sides of a claim unfold to the same term: it says that something is itself
`mended notion`   a notion that belongs to the mended form occurs in a printed claim
`narrower`        the mended form has a hypothesis that the printed one has not, and nothing says why
`unmet`           no point was found at which the hypotheses hold
`standing`        a counterexample is no instance of what the paper assumes throughout
`letters`         a number occurs in a claim, but in none of its notions, no hypothesis says what it is (α = a_k), and
                  the paper assumes nothing of it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proofs.judging.refute import Instance
from proofs.judging.report import Doubt
from proofs.kernel.evaluate import check
from proofs.kernel.normal import key
from proofs.kernel.terms import KernelError, Term, negation, substitute
from proofs.language.display import Notions, text
from proofs.writing.chapter import Claim
from proofs.writing.paper import UNNAMED, Statement

BITS = 128


def doubts(
    s: Statement, notions: Notions, standing: Sequence[Term], unmet: Sequence[str], false_at: Mapping[str, Instance]
) -> Iterator[Doubt]:
    """What the guards find about a statement.

    Parameters
    ----------
    standing
        What the paper assumes throughout.
    unmet, false_at
        Of its claims, as "line 1 as printed" or "step 2", those of whose hypotheses no point is known, and
        counterexamples.
    """

    def doubt(guard: str, what: str) -> Doubt:
        return Doubt(s.id, guard, what)

    if s.kind not in UNNAMED:
        for form, claims in (("printed", s.printed), ("mended", s.mended)):
            if len(claims) > 1:
                yield doubt("sentence", f"{len(claims)} claims as {form}: a named statement has one sentence")
        if not (s.printed or s.mended or s.defines):
            yield doubt("sentence", "a named statement without a sentence")
    letters = {v for a in standing for v in a.free}
    for where, claim in places(s):
        if is_itself(claim.shows):
            yield doubt("itself", f"{where}: both sides unfold to the same term")
        if where.endswith("printed"):
            for name in dict.fromkeys(d.text for t in (*claim.given, claim.shows) for d in notions.used(t) if d.mended):
                yield doubt("mended notion", f"{where}: {name} belongs to the mended form")
        loose = [v for v in loose_letters(claim, notions) if v not in letters]
        if standing and loose and not where.startswith("step"):
            yield doubt("letters", f"{where}: {', '.join(sorted(map(text, loose)))} stands for nothing in particular")
    if s.mended and s.printed and not s.narrower:
        known = {key(g) for c in s.printed for g in c.given} | {key(g) for g in standing}
        more = [g for c in s.mended for g in c.given if key(g) not in known]
        if more:
            shown = "; ".join(dict.fromkeys(map(notions.text, more)))
            yield doubt("narrower", f"as mended it has further hypotheses, and nothing says why: {shown}")
    for where in unmet:
        yield doubt("unmet", f"{where}: no point was found at which its hypotheses hold")
    for where, instance in false_at.items():
        for a in standing:
            if not a.free <= instance.keys():
                continue
            if fails_at(a, instance):
                yield doubt("standing", f"{where}: the counterexample violates {notions.text(a)}")


def places(s: Statement) -> Iterator[tuple[str, Claim]]:
    """The claims of a statement with what they are called."""
    for form, claims in (("printed", s.printed), ("mended", s.mended)):
        for k, claim in enumerate(claims, 1):
            yield (f"line {k} as {form}" if len(claims) > 1 else f"as {form}"), claim
    for k, claim in enumerate(s.steps, 1):
        yield f"step {k}", claim


def is_itself(formula: Term) -> bool:
    """Whether a formula says, if under quantifiers and conditions, that a term is itself."""
    while formula.op in ("all", "imp"):
        formula = formula.args[1]
    return formula.op in ("le", "eq") and formula.args[0] is formula.args[1]


def loose_letters(claim: Claim, notions: Notions) -> set[Term]:
    """The free numbers of a claim that occur in none of the notions by which it is printed, and are not defined."""
    held: set[Term] = set()
    numbers: set[Term] = set()

    def look(t: Term) -> None:
        if t.op == "var":
            numbers.add(t)
        elif t.free and notions.instance(t):
            held.update(t.free)
        elif t.op == "app":
            held.update(t.free)  # an entry of something
        else:
            for a in t.args:
                if isinstance(a, Term) and a.free:
                    look(a)

    for t in (*claim.given, claim.shows):
        look(t)
    equations = [side for g in claim.given if g.op == "eq" for side in (g.args, g.args[::-1])]
    defined = {v for v, what in equations if what.free and v not in what.free and not what.free & numbers - held}
    return {v for v in numbers - held - defined if v.sort == "R"}


def fails_at(formula: Term, instance: Instance) -> bool:
    """Whether a formula is false at a point, for certain."""
    try:
        check(negation(substitute(formula, {v: instance[v] for v in formula.free})), [], ["leaf", BITS])
    except KernelError:
        return False
    return True
