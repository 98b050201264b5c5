"""Vacuity: detecting claims whose hypotheses contradict each other, so that they say nothing.

For the hypotheses of each claim, a search looks for a point at which all of them hold. The resulting theorem is the
negation of "hypotheses → false" at that point, as for any counterexample; if the hypotheses contradict each other, it
is "hypotheses → false" itself. A point that satisfies a set of hypotheses satisfies every subset, so that one theorem
covers many claims.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

from proofs.builder.chapter import Claim, Write
from proofs.builder.paper import At, Paper, Statement
from proofs.builder.proof import Proof, ProofError
from proofs.checking.models.satisfying_points import satisfying
from proofs.checking.models.seeds import start_of, starts_of
from proofs.checking.models.witnesses import computed, existing, is_plain, known_of, numbers_only, proved, witnessed
from proofs.checking.refute import (
    Instance,
    falsified,
    instance_of,
    instantiated,
    keep_instance,
    refutes,
    tabulated,
    value_text,
)
from proofs.checking.replay.establish import Theorem
from proofs.kernel.normal import key, normal
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, Writer, read_terms
from proofs.kernel.terms import FALSE, KernelError, Term, domain, imp, instantiate_bound, lam, lt, num, substitute
from proofs.language.display import text
from proofs.language.matching import fresh
from proofs.language.notation import goes_on

FEW_BITS, BITS = 64, 256
WORK = 50_000  # products that may be tried for the hypotheses at one point
FEW = 6  # most hypotheses of which products are tried
POINTS = Path(__file__).with_name("points.hints")  # earlier results: for each set of hypotheses a point, or null
Keys = frozenset[Hashable]


@dataclass(frozen=True)
class Verdict:
    """The verdict on the hypotheses of a claim, None if unknown, and a point at which they hold."""

    vacuous: bool | None
    shown: Callable[[], str] | None = None


@dataclass(frozen=True)
class Hypotheses:
    """The sets of hypotheses of a paper's claims, by name and without repetition."""

    sets: Mapping[str, Claim]  # "hypotheses → false" for each set, larger sets first
    larger: Mapping[str, tuple[str, ...]]  # for each set, the names of the larger sets that contain it
    starts: Mapping[str, tuple[str, ...]]  # the names of starting points
    given_points: Mapping[str, Mapping[str, At]]  # for sets of which the paper gives a point, this point
    _names: Mapping[Keys, str]
    _seen: dict[str, bool | None] = field(default_factory=dict, repr=False, compare=False)

    def proofs(self) -> dict[str, Write]:
        """Return the searches for a point or a contradiction, as the proofs of a chapter.

        A point known for a set of hypotheses is one for all its subsets. A point given by the paper is always checked.
        """
        known = {name for name, claim in self.sets.items() if _kept().get(digest(claim.given))}
        return {
            name: partial(settle_at, claim=claim, values=self.given_points[name])
            if name in self.given_points
            else partial(settle, claim=claim, starts=self.starts[name])
            for name, claim in self.sets.items()
            if name in self.given_points or known.isdisjoint(self.larger[name])
        }

    def verdict_on(self, claim: Claim, theorems: Mapping[str, Theorem]) -> Verdict:
        """Return the verdict of replayed theorems, fully proved ones only, on a claim's hypotheses."""
        given = assumed(claim)
        if not given:
            return Verdict(False)
        names = self.names(claim)
        for name in names:
            found = self._contradictory(name, theorems)
            if found is False:
                return Verdict(False, partial(_point_text, theorems[name].kept, claim.given))
            if found is True and name == names[0]:
                return Verdict(True)
        return Verdict(None)

    def points_of(self, statement: str) -> list[str]:
        """Return the names of the sets of hypotheses of a statement for which the paper gives a point."""
        return [name for name in self.given_points if name.partition("#")[0] == statement]

    def names(self, claim: Claim) -> tuple[str, ...]:
        """Return the names of the set of a claim's hypotheses, and of the larger sets."""
        own = self._names.get(frozenset(map(key, assumed(claim))))
        return (own, *self.larger[own]) if own else ()

    def _contradictory(self, name: str, theorems: Mapping[str, Theorem]) -> bool | None:
        """Return whether a set of hypotheses is contradictory, if the theorem of its name decides it; else None."""
        if name not in self._seen:
            theorem, claim = theorems.get(name), self.sets[name]
            self._seen[name] = None
            if theorem is not None and not _rests_on_proofs(theorem, theorems):
                return None
            if theorem is not None and refutes(theorem.fact, theorem.kept, claim):
                self._seen[name] = False
            elif theorem is not None and theorem.fact.concl is FALSE:
                known = {key(g) for g in claim.given}
                self._seen[name] = True if theorem.fact.hyps.keys() <= known else None
        return self._seen[name]


def hypotheses_of(paper: Paper) -> Hypotheses:
    """Return the hypotheses of all claims of a paper, printed and corrected."""
    found: dict[Keys, tuple[str, Claim]] = {}
    starts: dict[Keys, dict[str, None]] = {}
    given_points: dict[str, Mapping[str, At]] = {}
    others: dict[Keys, list[tuple[str, Claim]]] = {}  # further sets with the same hypotheses, each with its own point
    for s in paper.statements.values():
        count = 0
        for claim in claims_about(paper, s):
            given = assumed(claim)
            if given:
                same = frozenset(map(key, given))
                own = claim in s.claims and bool(s.holds_at)
                if own or same not in found:
                    count += 1
                    named = f"{s.id}#{'holds-at' if own else 'hypotheses'}-{count}", Claim(given, FALSE)
                    if own:
                        given_points[named[0]] = s.holds_at
                    if own and same in found:
                        others.setdefault(same, []).append(named)
                    else:
                        found[same] = named
                starts.setdefault(same, {}).update(dict.fromkeys(starts_of(paper, s.id, claim)))
    sets = sorted(found, key=len, reverse=True)
    named_sets = {k: [found[k], *others.get(k, ())] for k in sets}
    larger: dict[str, tuple[str, ...]] = {}
    for k in sets:
        above = [name for m in sets if k < m for name, _ in named_sets[m]]
        for name, _ in named_sets[k]:
            larger[name] = (*(other for other, _ in named_sets[k] if other != name), *above)
    return Hypotheses(
        {name: claim for k in sets for name, claim in named_sets[k]},
        larger,
        {name: tuple(starts[k]) for k in sets for name, _ in named_sets[k]},
        given_points,
        {k: found[k][0] for k in sets},
    )


def claims_about(paper: Paper, s: Statement) -> list[Claim]:
    """Return all claims about a statement: its own, those that confirm its errata, and those of its constants."""
    constants = (c for c in paper.constants if c.statement == s.id)
    beside = (x for c in constants for x in (c.needed_by, c.sharp_by, c.beyond) if x is not None)
    return [*s.claims, *(e.by for e in s.errata if e.by), *beside]


def assumed(claim: Claim) -> tuple[Term, ...]:
    """Return the hypotheses of a claim and the premises inside its sentence, such as 0 < x in "for all x, if 0 < x, …".

    For a claim with conclusion false, those without the last: the claim says that it fails under the others.
    """
    if claim.shows is FALSE:
        return claim.given[:-1]
    return *claim.given, *_inside(claim)


def _inside(claim: Claim) -> Iterator[Term]:
    """Yield the premises before a claim's innermost conclusion, with free variables in place of the bound ones."""
    body, bound = claim.shows, []
    while goes_on(body):
        bound += [body.args[0]] if body.op == "all" else []
        body = body.args[1]
    body, variables = claim.shows, iter(fresh(claim.formula, "any", bound))
    while goes_on(body):
        if body.op == "all":
            body = instantiate_bound(body.args[1], (next(variables),))
        else:
            yield body.args[0]
            body = body.args[1]


def settle(p: Proof, claim: Claim, starts: Sequence[str] = ()) -> None:
    """End `p` with the theorem that the hypotheses of "hypotheses → false" hold at a point, or that they never do."""
    for instance in points(claim.given, p.theory, starts):
        with suppress(KernelError):
            held(p, claim, instance)
            return
    p.qed(contradiction(p, claim.given), FALSE, claim.given)


def settle_at(p: Proof, claim: Claim, values: Mapping[str, At]) -> None:
    """End `p` with the theorem that hypotheses hold at a given point; values that it does not give are searched for.

    Raises
    ------
    ProofError
        if a hypothesis fails at the point, or is not shown to hold; the message gives both.
    """
    at = _instance(claim, values)
    where = _where(at)
    rest = []
    for g in claim.given:
        there = substitute(g, at)
        if there.free:
            rest.append(there)
        else:
            _refuse_false(p, g, there, at)
    for found in points(rest, p.theory) if rest else [{}]:
        with suppress(KernelError):
            held(p, claim, at | found)
            return
    left = ", ".join(sorted({text(v) for g in rest for v in g.free}))
    what = f"no values of {left} were found for which the hypotheses hold" if left else "it is not shown that they hold"
    raise ProofError(f"the hypotheses {'; '.join(map(text, claim.given))}: {what} at {where}")


def fail_at(p: Proof, claim: Claim, values: Mapping[str, At]) -> None:
    """End `p` with the theorem that a claim fails at a point: its hypotheses hold there, its conclusion does not.

    Theorems that state a hypothesis at the point are used; otherwise it is computed, or the search proves it.

    Raises
    ------
    ProofError
        if a variable has no value, or a hypothesis fails or is not shown to hold, or the conclusion to fail.
    """
    own = _instance(claim, values)
    at = {v: own[v] for name in values for v in own if v.args[0] == name}
    goal, p.work = instantiated(claim, at), WORK
    if open_ := sorted(text(v) for v in claim.formula.free - at.keys()):
        raise ProofError(f"the counterexample gives no value to {', '.join(open_)}")

    def prove(formula: Term) -> Fact:
        with suppress(KernelError):
            return _true(p, formula, ())
        return p.prove(formula)

    said = here = p.rule("assume", goal.args[0])
    for g in claim.given:
        there = substitute(g, at)
        try:
            said = p.rule("mp", said, prove(there))
        except KernelError:
            _refuse_false(p, g, there, at)
            raise
    if computed(p, said.concl, BITS) is not None:
        raise ProofError(f"the conclusion holds at {_where(at)}")
    absurd = p.rule("mp", falsified(p, said.concl, prove), said)
    p.qed(p.rule("discharge", here.concl, absurd), goal, ())
    keep_instance(p, at)


def _instance(claim: Claim, values: Mapping[str, At]) -> Instance:
    """Return the values of a claim's variables, of those that have one."""
    free = sorted({v for g in (*claim.given, claim.shows) for v in g.free}, key=lambda v: v.order)
    return {v: _function(v, values[v.args[0]]) for v in free if v.args[0] in values}


def _where(at: Instance) -> str:
    """Return a point in words."""
    return ", ".join(f"{text(v)} = {value_text(x)}" for v, x in at.items()) or "any point"


def _refuse_false(p: Proof, hypothesis: Term, there: Term, at: Instance) -> None:
    """Raise `ProofError` if a hypothesis, which says `there` at a point, is false."""
    if computed(p, there, BITS) is not None:
        return
    if key(there) is False or computed(p, imp(there, FALSE), BITS) is not None:
        shown = "" if any(v.op == "fn" for v in at) else f": {text(there)} is false"
        raise ProofError(f"the hypothesis {text(hypothesis)} fails at {_where(at)}{shown}")


def _function(v: Term, value: At) -> Term:
    """Return the value of a variable: a number, or the function with these values from index 1 on."""
    if isinstance(value, Term):
        return value
    table: dict[tuple[int, ...], Term] = {}

    def enter(x: At, index: tuple[int, ...]) -> None:
        if isinstance(x, Term):
            table[index] = x
        else:
            for k, y in enumerate(x, 1):
                enter(y, (*index, k))

    enter(value, ())
    return tabulated(len(domain(v.sort)), table) if table else lam(v.args[1], num(0))


def points(given: Sequence[Term], theory: Theory, starts: Sequence[str] = ()) -> Iterator[Instance]:
    """Points at which hypotheses may hold: the stored point, or else numeric points, or points with witnesses."""
    kept = remembered(given)
    if kept is not None:
        yield from kept
    elif numbers_only(given, theory):
        yield from satisfying(given, [*map(start_of, starts)])
    else:
        yield from witnessed(given, theory, [*map(start_of, starts)])


def remembered(given: Sequence[Term]) -> tuple[Instance, ...] | None:
    """Return the stored point for these hypotheses, as a tuple; empty if none was found, None if they are new."""
    row = _kept().get(digest(given), False)
    if not row:
        return None if row is False else ()
    terms = read_terms(row["terms"])
    return ({terms[v]: terms[x] for v, x in row["instance"]},)


@cache
def _kept() -> Mapping[str, Json]:
    found: Mapping[str, Json] = json.loads(POINTS.read_text()) if POINTS.exists() else {}
    return found


def digest(given: Sequence[Term]) -> str:
    """Return a digest of hypotheses, under which their point is stored."""
    writer = Writer()
    places = [writer.term(g) for g in given]
    return sha256(json.dumps([writer.rows, places]).encode()).hexdigest()[:16]


def _rests_on_proofs(theorem: Theorem, theorems: Mapping[str, Theorem]) -> bool:
    """Return whether no theorem below this one, itself included, is cited or argued."""
    return not (theorem.cited or theorem.argued) and all(
        _rests_on_proofs(theorems[name], theorems) for name in theorem.uses
    )


def _point_text(stored: Json, given: Sequence[Term]) -> str:
    """Return the point stored with a theorem as text, for the variables of these hypotheses; open ones are "some x"."""
    free = {v for g in given for v in g.free}
    point = instance_of(stored)
    values = [f"{text(v)} = {value_text(x)}" for v, x in point.items() if v in free]
    return ", ".join([*values, *sorted(f"some {text(v)}" for v in free - point.keys())])


def held(p: Proof, claim: Claim, instance: Instance) -> None:
    """End `p` with the theorem that the hypotheses hold at a point; prove them all at once, or one by one.

    Theorems prove that suitable values exist for variables that the point leaves open.
    """
    goal, p.work = instantiated(claim, instance), WORK
    fact = computed(p, goal, FEW_BITS)
    if fact is None:
        refuted = p.rule("assume", goal.args[0])
        at_point = [substitute(g, instance) for g in claim.given]
        fact = p.rule("discharge", refuted.concl, _absurd(p, refuted, at_point, ()))
    p.qed(fact, goal, ())
    keep_instance(p, instance)


def _absurd(p: Proof, refuted: Fact, given: Sequence[Term], here: tuple[Fact, ...]) -> Fact:
    """Prove FALSE from a fact which says, for all values of its bound variables, that not all hypotheses hold."""
    if refuted.concl.op == "all":
        x = min((v for g in given for v in g.free - {u for f in here for u in f.concl.free}), key=lambda v: v.args[0])
        name = next((name for g in given for name in [existing(g, x, p.theory)] if name), None)
        if name is None:
            raise KernelError(f"the point leaves {text(x)} open, and no theorem says that there is one")
        inside = p.rule("specialize", refuted, x)

        def of(fact: Fact) -> Fact:
            return _absurd(p, inside, given, (*here, fact, *known_of(p, fact, x)))

        return p.exists_elim(p.theorem(name), [x], of, FALSE)
    while refuted.concl.op == "imp":
        refuted = p.rule("mp", refuted, _true(p, refuted.concl.args[0], here))
    return refuted


def _true(p: Proof, formula: Term, here: tuple[Fact, ...]) -> Fact:
    """Prove a formula by a theorem that states it, by computation, as an identity, or from theorems and the facts."""
    stated = next((name for name, known in p.theory.facts.items() if known.concl is formula and not known.hyps), None)
    if stated is not None:
        return p.theorem(stated)
    fact = computed(p, formula, FEW_BITS) or (computed(p, formula, BITS) if formula.op != "eq" else None)
    if fact is not None:
        return fact
    if formula.op != "eq" or not is_plain(formula):
        return proved(p, formula, here)
    gap = normal(formula.args[1] - formula.args[0])
    signs = []
    for base in dict.fromkeys(a.term.args[0] for m in gap for a, _ in m if a.term.op == "inv"):
        found = (computed(p, order, BITS) for order in (lt(num(0), base), lt(base, num(0))))
        signs += [sign for sign in found if sign is not None][:1]
    return p.have(formula, *signs, degree=1)


def contradiction(p: Proof, given: Iterable[Term]) -> Fact:
    """Prove FALSE from hypotheses, by arithmetic."""
    facts = [p.rule("assume", g) for g in given]
    for fact in facts:
        if key(fact.concl) is False:
            return fact if fact.concl is FALSE else p.have(FALSE, fact)
    facts += _at_one(p, facts)
    for fact in facts:
        if fact.concl.op == "imp" and fact.concl.args[1] is FALSE and key(fact.concl.args[0]) is True:
            return p.rule("mp", fact, p.rule("assume", fact.concl.args[0]))
    whole = [f for f in facts if f.concl.op == "lt" and all(side.sort == "Z" for side in f.concl.args)]
    facts += [p.rule("integer_step", f) for f in whole]
    return p.have(FALSE, *facts, depth=1, degree=2 if len(facts) <= FEW else 1)


def _at_one(p: Proof, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Instances of universal facts about integers at 1, if it is in their range."""
    for fact in facts:
        if fact.concl.op == "all" and fact.concl.args[0] == "Z":
            with suppress(KernelError):
                while fact.concl.op == "all" and fact.concl.args[0] == "Z":
                    fact = p.specialize(fact, 1, using=facts)
                yield fact
