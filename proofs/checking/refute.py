"""Counterexamples: a search in floating point, smallest sizes first, whose results the kernel checks.

A candidate gives every variable an exact value (a numeral or a closed term such as log 2) and every function a
finite list of exact values. Only the theorem proved from it counts: the negation of the claim's instance, by exact
or ball arithmetic. Candidates at which the claim is not well-defined are skipped.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice, product
from typing import Any, Literal

from flint import arb, ctx

from proofs.builder.chapter import Claim
from proofs.builder.paper import Search
from proofs.builder.proof import Proof, ProofError
from proofs.builder.stored import StoredTheorem
from proofs.checking.models.compiled import Closure, Env, Floats, Undefined, compiled, margin
from proofs.checking.models.points import Balls
from proofs.checking.models.precision import rungs
from proofs.kernel.normal import canonical, key
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Writer, read_terms, replay
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    abstract,
    codomain,
    eq,
    forall,
    instantiate_bound,
    is_function,
    ite,
    lam,
    lt,
    num,
    substitute,
    takes_integers,
    term,
)
from proofs.kernel.terms import bv as bound_variable
from proofs.language.display import text
from proofs.language.notation import implies, negation, opposite

SIZES: tuple[int, ...] = (1, 2, 3, 0, 4, 5)
VALUES: tuple[Term | int, ...] = (
    *(0, 1, -1, 2, -2, num(1, 2), num(-1, 2), num(3, 2), num(-3, 2)),
    *(3, -3, 5, -5, num(1, 10), 10, -10, 100, -100),
)
BUDGET = 100_000  # candidates tried where a search is given
QUICK = 4_000  # candidates tried where none is
ROUNDS = (40, 1_000)  # candidates tried for each choice of the integers, in each round
CHOICES = 50_000  # choices of the integers considered
PLACES = 300_000  # slots in all choices that meet the hypotheses on integers
DIGITS = (6, 15, 40, 100)  # of the sides of a failing relation: the first number that separates them is used
SHORT = 12  # longest fraction, in characters, that is shown exactly
HANDED = 12  # most candidates passed to the kernel
MEMBERS = 1_000_000  # members of sums evaluated if no search is given

Instance = dict[Term, Term]
Prover = Callable[[Term], Fact] | None  # proves closed formulas


# --- candidates ------------------------------------------------------------------------------------------------


Slot = tuple[Term, tuple[int, ...], list[tuple[Any, Term]]]  # a symbol, an index, and (value, exact value) to try
Candidate = tuple[Env, list[Slot], tuple[tuple[Any, Term], ...]]  # integers, slots, a value for each slot


class Brief(Floats):
    """Floats with a budget for the members of sums, over all points."""

    def __init__(self) -> None:
        self.room = MEMBERS

    def range(self, env: Any, lo: int, hi: int) -> Iterable[int]:
        """Yield the indices from lo to hi, if the budget allows."""
        self.room -= max(0, hi - lo + 1)
        if self.room < 0:
            raise Undefined
        return super().range(env, lo, hi)


def candidates(claim: Claim, search: Search, budget: int, numbers: Floats) -> Iterator[Candidate]:
    """Yield assignments that meet the hypotheses on integers, smallest integers first, in rounds of growing effort.

    Within one choice of the integers all combinations are tried in the order given, or, if there are too many,
    random ones from a fixed seed.
    """
    symbols = sorted({v for f in (*claim.given, claim.shows) for v in f.free}, key=lambda v: (v.op, v.args[0]))
    integers = [v for v in symbols if v.sort == "Z"]
    others = [(v, _listed(v, search)) for v in symbols if v.sort != "Z"]
    early = [margin(g, numbers) for g in claim.given if all(v in integers for v in g.free)]
    ranges = [tuple(search.sizes.get(v.args[0], SIZES)) for v in integers]
    fitting, room = [], PLACES
    for choice in islice(smallest_first(ranges), CHOICES):
        env: Env = dict(zip(integers, choice, strict=True))
        if _held(early, env):
            slots = [slot for v, listed in others for slot in _slots(v, listed, env, search)]
            room -= len(slots)
            if room < 0:
                break
            fitting.append((env | {v: None for v, _ in others if v.op == "fn"}, slots))
    rng = random.Random(0)
    done = 0
    for most in (*ROUNDS, budget):
        most = min(most, budget // max(1, len(fitting)))
        for start, slots in fitting:
            pools = [pool for _, _, pool in slots]
            if math.prod(map(len, pools)) <= most:  # all combinations, unless the previous round tried them
                values: Iterable[tuple] = product(*pools) if math.prod(map(len, pools)) > done else ()
            else:
                values = (tuple(rng.choice(pool) for pool in pools) for _ in range(done, most))
            yield from ((start, slots, chosen) for chosen in values)
        done = most


def _held(hypotheses: list[Closure], env: Env) -> bool:
    """Return whether all hypotheses are defined and hold; one that does not is moved to the front."""
    for k, h in enumerate(hypotheses):
        try:
            holds = h(env, ()) > 0
        except (Undefined, OverflowError):
            holds = False
        if not holds:
            hypotheses.insert(0, hypotheses.pop(k))
            return False
    return True


def smallest_first(ranges: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Choices of a value from each range, in the order of the sum of their absolute values.

    >>> list(smallest_first([[1, -2], [0, 1]]))
    [(1, 0), (1, 1), (-2, 0), (-2, 1)]
    """
    most = [max(map(abs, values), default=0) for values in ranges]
    room = [sum(most[place:]) for place in range(len(most) + 1)]

    sizes: list[dict[int, list[int]]] = [{} for _ in ranges]
    for values, of in zip(ranges, sizes, strict=True):
        for x in values:
            of.setdefault(abs(x), []).append(x)
    last = len(ranges) - 1

    def chosen(total: int, before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        place = len(before)
        if place == last:
            for x in sizes[place].get(total, ()):
                yield (*before, x)
            return
        for x in ranges[place]:
            if 0 <= total - abs(x) <= room[place + 1]:
                yield from chosen(total - abs(x), (*before, x))

    if not ranges:
        yield ()
        return
    for total in range(room[0] + 1):
        yield from chosen(total, ())


def _listed(v: Term, search: Search) -> list[Term]:
    """Return the values to try for a real variable or an entry of a function, numbers or functions of the index."""
    name = v.args[0]
    listed = search.reals.get(name, VALUES) if v.op == "var" else search.entries.get(name, VALUES)
    return [t for t in map(term, listed) if codomain(v.sort) != "Z" or t.sort == "Z" or is_function(t.sort)]


def _slots(v: Term, listed: Sequence[Term], env: Env, search: Search) -> list[Slot]:
    """Return the slots to be filled for a real variable or a function: (symbol, index, values to try)."""

    def valued(t: Term) -> tuple[Any, Term]:
        return compiled(t, Floats())(env, ()), substitute(t, {u: num(env[u]) for u in t.free})

    if v.op == "var":
        return [(v, (), [valued(t) for t in listed])]
    known = {u.args[0]: value for u, value in env.items()}
    greatest = max(env.values(), default=3)
    lengths = [known.get(part, part) for part in str(search.length.get(v.args[0], greatest)).split()]
    lengths = [int(x) for x in lengths] * (v.args[1] if len(lengths) == 1 else 1)
    everywhere = {t: valued(t) for t in listed if not is_function(t.sort)}

    def pool(index: tuple[int, ...]) -> list[tuple[Any, Term]]:
        here = v(*map(num, index))
        return [everywhere.get(t) or valued(canonical(substitute(here, {v: t}))) for t in listed]

    return [(v, index, pool(index)) for index in product(*(range(1, n + 1) for n in lengths))]


def assigned(candidate: Candidate) -> Env:
    """Return the values of a candidate in floating point."""
    env, slots, values = candidate
    env = dict(env)
    tables: dict[Term, dict[tuple[int, ...], Any]] = {v: {} for v in env if v.op == "fn"}
    for (v, index, _), (x, _) in zip(slots, values, strict=True):
        if v.op == "fn":
            tables[v][index] = x
        else:
            env[v] = x
    for v, table in tables.items():
        env[v] = lambda *index, table=table: table.get(index, 0)
    return env


def exactly(candidate: Candidate) -> Instance:
    """Return the exact values of a candidate."""
    env, slots, values = candidate
    instance = {v: num(x) for v, x in env.items() if v.op == "var"}
    tables: dict[Term, dict[tuple[int, ...], Term]] = {v: {} for v in env if v.op == "fn"}
    for (v, index, _), (_, t) in zip(slots, values, strict=True):
        if v.op == "fn":
            tables[v][index] = t
        else:
            instance[v] = t
    return instance | {v: tabulated(v.args[1], table) for v, table in tables.items()}


def tabulated(arity: int, table: Mapping[tuple[int, ...], Term]) -> Term:
    """Return the function with these values, 0 elsewhere."""

    def at(place: int, table: Mapping[tuple[int, ...], Term]) -> Term:
        if place == arity:
            return table[()]
        index, out = bound_variable(arity - 1 - place, "Z"), num(0)
        for first in sorted({index[0] for index in table}, reverse=True):
            inside = at(place + 1, {index[1:]: t for index, t in table.items() if index[0] == first})
            out = ite(eq(index, first), inside, out)
        return out

    return lam(arity, at(0, table))


# --- the search and the theorem ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refutation:
    """The result of a search: `refuted` with the instance and the stored theorem, or `unknown`."""

    status: Literal["refuted", "unknown"]
    tried: int
    instance: Instance | None = None
    stored: StoredTheorem | None = None
    evidence: Literal["exact", "certified"] | None = None
    shown: str = ""

    def __bool__(self) -> bool:
        raise TypeError("an answer has no truth value: look at its status")


def refute_claim(claim: Claim, search: Search | None = None) -> Refutation:
    """Search for a counterexample to a claim and prove that it is one.

    Parameters
    ----------
    claim
        The claim to refute.
    search
        Where to search; by default among small integers and simple rationals.
    """
    tried = 0
    for tried, instance in suspects(claim, search):
        if instance is None:
            break
        p = Proof("counterexample", Theory())
        try:
            write(p, claim, instance)
        except KernelError:
            continue
        stored = p.finished()
        fact = replay(Theory(), stored)
        evidence: Literal["exact", "certified"] = "certified" if fact.provenance else "exact"
        return Refutation("refuted", tried, instance, stored, evidence, shown(claim, instance))
    return Refutation("unknown", tried)


def suspects(claim: Claim, search: Search | None) -> Iterator[tuple[int, Instance | None]]:
    """Instances at which the claim seems to fail, simplified, each with its number among the candidates tried.

    The last pair has None for its instance.
    """
    numbers = Floats() if search else Brief()
    handed = number = 0
    try:
        hypotheses = [margin(g, numbers) for g in claim.given]
        conclusion = margin(claim.shows, numbers)
    except KernelError:
        return  # a formula that cannot be evaluated

    def fails(candidate: Candidate) -> bool:
        env = assigned(candidate)
        try:
            return _held(hypotheses, env) and not conclusion(env, ()) > 0
        except (Undefined, OverflowError):
            return False

    tried = candidates(claim, search or Search(), BUDGET if search else QUICK, numbers)
    for number, candidate in enumerate(tried, 1):
        if fails(candidate):
            yield number, exactly(_simpler(candidate, fails))
            handed += 1
            if handed == HANDED:
                break
    yield number, None


def _simpler(candidate: Candidate, fails: Callable[[Candidate], bool]) -> Candidate:
    """Return the candidate with each value replaced by the first in its list with which the claim still fails."""
    env, slots, values = candidate
    for place, (_, _, pool) in enumerate(slots):
        for option in pool:
            trial = (env, slots, (*values[:place], option, *values[place + 1 :]))
            if option is values[place] or fails(trial):
                values = trial[2]
                break
    return env, slots, values


def counterexample(p: Proof, claim: Claim, search: Search | None) -> None:
    """Search for a counterexample to a claim and end `p` with the negation of that instance."""
    for _, instance in suspects(claim, search):
        if instance is not None:
            try:
                write(p, claim, instance)
            except KernelError:
                continue
            return
    raise ProofError("no counterexample was found")


def write(p: Proof, claim: Claim, instance: Instance, prove: Prover = None) -> None:
    """End `p` with the theorem that the claim fails at this instance, which is stored with it.

    Closed formulas are computed; those that balls cannot decide are given to `prove`, if there is one.
    """
    goal = instantiated(claim, instance)
    p.qed(falsified(p, goal.args[0], prove), goal, ())
    keep_instance(p, instance)


def keep_instance(p: Proof, instance: Instance, where: Sequence[Term] = ()) -> None:
    """Store an instance with a finished theorem, and the conditions on the variables that the instance leaves open."""
    writer, stored = Writer(), p.finished()
    writer.rows = stored["terms"]
    writer.positions = {t: k for k, t in enumerate(read_terms(writer.rows))}
    stored["instance"] = [[writer.term(v), writer.term(x)] for v, x in instance.items()]
    if where:
        stored["where"] = [writer.term(formula) for formula in where]


def instantiated(claim: Claim, instance: Instance) -> Term:
    """Return the negation of the claim at an instance, for all values of the variables that it leaves open."""
    return negation(_for_all(substitute(implies(*claim.given, claim.shows), instance)))


def _for_all(formula: Term) -> Term:
    """Return the formula for all values of its variables, which are bound in the order of their names."""
    for x in sorted(formula.free, key=lambda v: v.args[0], reverse=True):
        formula = forall(x.sort, abstract(formula, [x]))
    return formula


@cache
def _instantiated(claim: Claim, instance: tuple[tuple[Term, Term], ...]) -> Term:
    return instantiated(claim, dict(instance))


def instance_of(stored: StoredTheorem) -> Instance:
    """Return the instance that is stored with a counterexample."""
    terms = read_terms(stored["terms"])
    return {terms[v]: terms[x] for v, x in stored["instance"]}


def where_of(stored: StoredTheorem) -> tuple[Term, ...]:
    """Return the stored conditions on the variables that a counterexample leaves open."""
    terms = read_terms(stored["terms"])
    return tuple(terms[k] for k in stored.get("where", ()))


def refutes(fact: Fact, stored: StoredTheorem, claim: Claim) -> bool:
    """Return whether a replayed theorem, without hypotheses, is the negation of the claim at the stored instance.

    If the instance leaves variables open, the theorem says that the claim does not hold for all of their values that
    meet the conditions stored as `where`.
    """
    try:
        narrower = Claim((*where_of(stored), *claim.given), claim.shows)
        goal = _instantiated(narrower, tuple(instance_of(stored).items()))
        return not fact.hyps and (fact.concl is goal or key(fact.concl) == key(goal))
    except (KernelError, KeyError, TypeError, ValueError, IndexError):
        return False


def deny(p: Proof, claim: Claim, instance: Instance, false: Fact, where: Sequence[Term] = ()) -> None:
    """End `p` with the negation of a claim, for all values of its variables, from its negation at an instance.

    `false` is the formula that `instantiated` returns, `where` the conditions stored with a counterexample.

    Raises
    ------
    KernelError
        if `false` is another formula.
    """
    formula = implies(*claim.given, claim.shows)
    whole = _for_all(formula)
    there = p.rule("assume", whole)
    for x in (variables := sorted(formula.free, key=lambda v: v.args[0])):
        there = p.rule("specialize", there, x)
    # at once, since e^(k + c) / Σ e^(k + c) loses its c where the range is symbolic: sizes must not come last
    there = p.rule("instantiate", there, [(x, instance[x]) for x in variables if x in instance])
    there = p.discharge(there, *(substitute(a, instance) for a in where))
    if false.concl.args[0].op == "all":
        for x in sorted(there.concl.free, key=lambda v: v.args[0], reverse=True):
            there = p.rule("generalize", x, there)
    p.qed(p.rule("discharge", whole, p.rule("mp", false, there)), negation(whole), ())


def _computed(p: Proof, goal: Term) -> Fact | None:
    if key(goal) is True:
        return p.rule("assume", goal)
    for bits in rungs(64, 256, 2048):
        try:
            return p.rule("compute", goal, [], ["leaf", bits])
        except KernelError:
            continue
    return None


def true(p: Proof, formula: Term, prove: Prover) -> Fact:
    """Prove a closed formula by computation."""
    fact = _computed(p, formula)
    if fact is None:
        return p.side_condition(formula) if prove is None else prove(formula)
    return fact


def falsified(p: Proof, formula: Term, prove: Prover) -> Fact:
    """Prove formula → false by computing the formula or its parts."""
    fact = _computed(p, negation(formula))
    if fact is not None:
        return fact
    assumed = p.rule("assume", formula)
    if formula.op == "imp":
        there = p.rule("mp", assumed, true(p, formula.args[0], prove))
        out = p.rule("mp", falsified(p, formula.args[1], prove), there)
        return p.rule("discharge", formula, out)
    if formula.op in ("le", "lt", "eq"):
        s, t = formula.args
        for other in (lt(t, s), lt(s, t)):
            fact = None if other.args[0] is s and formula.op != "eq" else _computed(p, other)
            if fact is not None:
                return p.rule("discharge", formula, p.have(FALSE, assumed, fact))
        if prove is not None and formula.op != "eq":
            fact = prove(opposite(formula))
            return p.rule("discharge", formula, p.have(FALSE, assumed, fact))
    if formula.op == "all":
        for witness in (*SIZES, *(VALUES if formula.args[0] == "R" else ())):
            try:
                at = p.rule("specialize", assumed, term(witness))
                out = p.rule("mp", falsified(p, instantiate_bound(formula.args[1], (term(witness),)), prove), at)
            except KernelError:
                continue
            return p.rule("discharge", formula, out)
    raise KernelError(f"not shown to be false: {text(formula)}")


def shown(claim: Claim, instance: Instance) -> str:
    """Return a counterexample in one line: the values of the variables, and of the two sides of the relation there."""
    values = ", ".join(f"{text(v)} = {value_text(x)}" for v, x in instance.items())
    if claim.shows.op not in ("le", "lt", "eq"):
        return values
    try:
        left, right = _sides([substitute(a, instance) for a in claim.shows.args])
    except (KernelError, Undefined, OverflowError):
        return values
    left, right = (x if x.startswith("≈") else f"= {x}" for x in (left, right))
    return f"{values}: both sides {left}" if left == right else f"{values}: left {left}, right {right}"


class _Closed(Balls):
    """Balls for closed terms, without a budget or a cache."""

    def range(self, env: Any, lo: int, hi: int) -> Iterable[int]:
        """Yield the indices from lo to hi."""
        return range(lo, hi + 1)

    def kept(self, t: Term, value: Closure) -> Closure:
        """Return the closure unchanged: nothing is cached."""
        return value


def _sides(sides: Sequence[Term]) -> list[str]:
    """Return the values of two terms: short fractions exactly, others rounded (≈) to enough digits to separate them."""
    tried = []
    for digits in DIGITS:
        with ctx.workprec(8 * digits + 64):
            tried.append([_rounded(compiled(t, _Closed())({}, ()), digits) for t in sides])
        if len({Fraction(x.removeprefix("≈ ")) for x in tried[-1]}) == 2:
            return tried[-1]
    return tried[0]


def _rounded(x: Any, digits: int) -> str:
    """Return a number in words: exact if it is a short fraction, else rounded.

    >>> _rounded(7, 6), _rounded(3**40, 6), _rounded(arb(2).log(), 6)
    ('7', '≈ 1.21577e+19', '≈ 0.693147')
    """
    if not isinstance(x, arb) and len(str(x)) <= SHORT:
        return str(x)
    if isinstance(x, arb) and not x.rel_accuracy_bits() > 4 * digits:
        raise Undefined  # the ball is too wide
    return f"≈ {arb(x).str(digits, radius=False)}"


def value_text(x: Term) -> str:
    """Return a number, or a function, by its values if they are tabulated: at 1, 2, … of its first index, 0 beyond."""
    if x.op != "lam" or not takes_integers(x.sort):
        return text(x)
    arity, body = x.args
    entries: list[str] = []
    index = bound_variable(arity - 1, "Z")
    while body.op == "ite" and body.args[0] is eq(index, len(entries) + 1) and body.args[1].reach < arity:
        entries.append(value_text(lam(arity - 1, body.args[1])) if arity > 1 else text(body.args[1]))
        body = body.args[2]
    if body is not num(0):
        return text(x)
    return f"({', '.join(entries)})"
