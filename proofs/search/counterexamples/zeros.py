"""Counterexamples at zeros without a closed form, such as the real zero of x^5 − x − 1, by a change of sign.

If a relation fails wherever u = 0, and u has opposite signs at two rationals, then the relation is false somewhere,
since u vanishes between them. This intermediate value theorem is proved by the mean value inequality: if u had no zero,
u/|u| = u e^(−log(u²)/2) would be smooth with derivative 0, and hence equal at both ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor

from flint import fmpq

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.checking.refute import keep_instance
from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, abstract, eq, exp, forall, le, log, lt, num, substitute
from proofs.language.display import text
from proofs.language.notation import implies, negation, opposite
from proofs.search.base.algebra import factored, singular
from proofs.search.base.effort import over, spent
from proofs.search.base.formulas import choices_in, free_variables, ranges
from proofs.search.base.ranges import Side
from proofs.search.base.values import to_float
from proofs.search.counterexamples.algebraic import Values, branches, shapes
from proofs.search.engine import Search
from proofs.search.points.counter import truth
from proofs.search.points.sampling import value
from proofs.search.table import TABLE

FEW = 3  # the maximum number of variables
STEPS = 80  # steps of length 1/4 on either side of 0 at which the sign is computed
FARTHER = tuple(2.0**k for k in range(5, 12))
HALVINGS = 60  # the maximum number of bisections of an interval in which the sign changes
NARROW = 2.0**-40  # the final width, relative to the ends
DECIMALS = 10**7  # the ends are then rounded outwards to multiples of 1/DECIMALS
CLOSE = 1e-5  # the tolerance of relations in floating point near a zero


@dataclass(frozen=True)
class Zero:
    """A zero of u in x between two rationals, for given values of the other variables."""

    x: Term
    u: Term
    lo: fmpq
    hi: fmpq
    others: Values

    @property
    def text(self) -> str:
        """The value of x as text."""
        return f"the zero of {text(self.u)} between {_decimal(self.lo)} and {_decimal(self.hi)}"


def zeros(given: Sequence[Term], goal: Term, limit: float) -> Iterator[Zero]:
    """Yield zeros at which the hypotheses seem to hold and the goal seems to fail."""
    names = free_variables((*given, goal))
    if not 0 < len(names) <= FEW or any(v.sort != "R" for v in names):
        return
    for x, others in shapes(names, given, goal):
        if over(limit):
            return
        here, wanted = [substitute(g, others) for g in given], substitute(goal, others)
        relations = [f for f in (wanted, *here) if f.op in ("le", "lt", "eq")]
        gaps = [canonical(gap) for f in relations for gap in branches(f.args[1] - f.args[0])]
        gaps += [canonical(t.args[0]) for f in relations for t in choices_in(f) if t.op == "abs"]
        factors = dict.fromkeys(u for gap in gaps for u, _ in factored(gap).factors if u.free == {x})
        for u in factors:
            for lo, hi in _changes(u, x, here):
                middle = {x: (to_float(lo) + to_float(hi)) / 2}
                if all(_seems(g, middle, CLOSE) for g in here) and not _seems(wanted, middle, -CLOSE):
                    yield Zero(x, u, lo, hi, others)


def _changes(u: Term, x: Term, given: Sequence[Term]) -> Iterator[tuple[fmpq, fmpq]]:
    """Yield narrow intervals in the range of x such that u has opposite signs at their ends."""
    side = ranges(given).get(x, Side())
    low, high = (None if e is None else to_float(e) for e in (side.lo, side.hi))
    places = [k / 4 for k in range(-STEPS, STEPS + 1)] + [s * far for far in FARTHER for s in (1, -1)]
    places += [e + s for e in (low, high) if e is not None for s in (0.0, 1e-6, -1e-6)]
    if low is not None and high is not None:
        places += [low + (high - low) * k / STEPS for k in range(STEPS)]
    inside = sorted(p for p in places if (low is None or p >= low) and (high is None or p <= high))
    seen = [(p, v) for p in inside for v in [value(u, {x: p})] if v]
    for (a, v), (b, w) in pairwise(seen):
        if (v < 0) == (w < 0):
            continue
        for _ in range(HALVINGS):
            middle = (a + b) / 2
            there = value(u, {x: middle})
            if b - a < NARROW * max(1.0, abs(middle)) or not there:
                break
            a, b = (middle, b) if (there < 0) == (v < 0) else (a, middle)
        lo, hi = fmpq(floor(a * DECIMALS), DECIMALS), fmpq(ceil(b * DECIMALS), DECIMALS)
        outside = (low is not None and a < low + 2 / DECIMALS) or (high is not None and b > high - 2 / DECIMALS)
        yield (fmpq(*a.as_integer_ratio()), fmpq(*b.as_integer_ratio())) if outside else (lo, hi)


def _decimal(q: fmpq) -> str:
    """Return the number as a decimal if it has few digits, and as a fraction otherwise."""
    return f"{to_float(q):.7f}" if DECIMALS % int(q.q) == 0 else str(q)


def _seems(relation: Term, point: dict[Term, float], spare: float) -> bool:
    """Return whether a relation seems to hold up to a tolerance."""
    if relation.op not in ("le", "lt", "eq"):
        return False
    s, t = (value(a, point) for a in relation.args)
    if s is None or t is None:
        return False
    return abs(t - s) <= abs(spare) if relation.op == "eq" else s <= t + spare


def counterexample(p: Proof, claim: Claim, zero: Zero, limit: float) -> None:
    """End `p`, whose theory contains the chapter `elementary`, with the theorem that the claim fails at the zero.

    The theorem states that the claim does not hold for all x between the ends with u = 0.

    Raises
    ------
    KernelError
        if no proof is found.
    """
    search = Search(p, limit - spent(), TABLE)
    x = zero.x
    low, high = le(num(zero.lo), x), le(x, num(zero.hi))
    given = [substitute(g, zero.others) for g in claim.given]
    goal = substitute(claim.shows, zero.others)
    where = (low, high, eq(zero.u, 0))
    vanishing = search.run("assume", eq(zero.u, 0))
    everywhere = forall("R", abstract(implies(*where, *given, goal), [x]))
    there = search.detached(search.run("specialize", search.run("assume", everywhere), x), where)

    def shown(wanted: Term) -> Fact:
        with suppress(KernelError):
            return p.have(wanted, vanishing, degree=2)
        return search.prove([low, high, vanishing.concl], wanted)

    for g in given:
        there = search.run("mp", there, shown(g))
    contrary = shown(opposite(goal))
    if goal.op == "eq":
        false = search.run("mp", contrary, there)
    else:
        false = search.run("arith", FALSE, [(num(1), [there]), (num(1), [contrary])], [], [])
    nowhere = p.generalize(x, p.discharge(false, vanishing.concl), low, high)
    false = search.run("mp", vanishes(search, zero), nowhere)
    p.qed(search.run("discharge", everywhere, false), negation(everywhere), ())
    keep_instance(p, zero.others, where)


def vanishes(search: Search, zero: Zero) -> Fact:
    """Prove that u ≠ 0 does not hold for all x in [lo, hi], where u has opposite signs at lo and hi."""
    p, x = search.p, zero.x
    a, b = num(zero.lo), num(zero.hi)
    u = zero.u if truth(lt(substitute(zero.u, {x: a}), 0)) else canonical(-zero.u)
    low, high = le(a, x), le(x, b)
    nowhere = search.run("assume", forall("R", abstract(implies(low, high, negation(eq(zero.u, 0))), [x])))
    square = lt(num(0), u * u)

    def positive(*range_: Fact) -> Fact:
        """Prove 0 < u² at x."""
        apart = search.cut(p.specialize(nowhere, x, using=range_), range_)

        def sign(order: Fact) -> Fact:
            if order.concl.op == "lt":
                return search.run("arith", square, [(num(1), [order, order])], [], [])
            same = search.run("arith", eq(zero.u, 0), [(num(1 if u is zero.u else -1), [order])], [], [])
            return search.run("absurd", search.run("mp", apart, same), square)

        return p.trichotomy(u, 0, sign)

    closed_range = [search.run("assume", h) for h in (low, high)]
    open_range = [search.run("arith", h, [(num(1), [search.run("assume", lt(*h.args))])], [], []) for h in (low, high)]
    defined = [search.signed([low, high], w) for w in singular(u, x)]
    sign = u * exp(num(-1, 2) * log(u * u))  # 1 or −1
    template = forall("R", abstract(eq(sign, 0), [x]))
    slope = search.run("derivative", template, x, [positive(*closed_range), *defined])
    carrier = forall("R", abstract(eq(slope.concl.args[2], 0), [x]))
    level = search.run("arith", le(slope.concl.args[2], num(0)), [], [], [positive(*open_range)])
    has = p.generalize(x, slope, low, high)
    bound = p.generalize(x, level, lt(*low.args), lt(*high.args))
    order = search.run("arith", lt(a, b), [(num(zero.hi - zero.lo), [])], [], [])
    mean = search.run("mean_value", template, carrier, a, b, order, has, bound)
    ends = []
    for end, make in ((a, lambda v: lt(v, 0)), (b, lambda v: lt(num(0), v))):
        at = substitute(u, {x: end})
        size = search.run("exp_pos", num(-1, 2) * log(at * at))
        ends.append((num(1), [search.prove([], make(at)), size]))
    false = search.run("arith", FALSE, [(num(1), [mean]), *ends], [], [])
    return search.run("discharge", nowhere.concl, false)
