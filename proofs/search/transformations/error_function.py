"""Values of erf replaced by bounds: 1 or −1 less a tail far from 0, polynomials near it.

A goal that contains erf u to the first power follows from the goal with a bound in its place, if the sign of its
coefficient fits. Each bound is sharp only near 0 or only far from it, so half-lines are cut first.

The tails follow from bounds for Mills' ratio: Gordon, R. D. (1941), Ann. Math. Statist. 12, 364–366.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from flint import fmpq

from proofs.builder.proof import ProofError
from proofs.kernel.normal import canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, erf, le, num
from proofs.language.notation import sqrt
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import RELATIONS, range_of, swapped
from proofs.search.base.ranges import Box, Side
from proofs.search.base.waves import values_in
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value
from proofs.search.reductions import apart

CHAPTER = "error_function"
BOUNDS = (
    "erf_tail", "erf_tail_mills", "erf_tail_ge", "erf_lt_one", "erf_gt_neg_one", "erf_pos", "erf_le", "erf_ge_cubic",
    "erf_square_ge",
)  # fmt: skip
SCALED = ("normal_tail", "normal_tail_mills", "normal_tail_ge")  # about erf(x/√2)
FAR = (2, 1)  # values of u at which half-lines are cut


def values_of_erf(asked: Asked) -> list[Term]:
    """Return the values of erf in the goal at numbers without bound variables, the innermost first."""
    return [t for t in values_in(asked.f, "erf") if not t.loose]


def known_bounds(search: Search, asked: Asked, t: Term) -> list[Fact]:
    """Return the inequalities that are known for t = erf u, for the range of u or that of −u."""
    ends, found = [search.run("assume", g) for g in asked.given if range_of(g)], []
    odd = search.p.apply(f"{CHAPTER}.erf_neg", x=t.args[0])
    for sign in (1, -1):
        u = canonical(num(sign) * t.args[0])
        wide = canonical(u * sqrt(num(2)))
        for name, x in [*((name, u) for name in BOUNDS), *((name, wide) for name in SCALED if wide.size < u.size)]:
            with suppress(ProofError):
                fact = search.p.apply(f"{CHAPTER}.{name}", *ends, x=x)
                found.append(fact if sign == 1 else _reflected(search, fact, erf(u), -t, odd))
    return found


def _reflected(search: Search, fact: Fact, old: Term, new: Term, same: Fact) -> Fact:
    """Return an inequality with a value of erf replaced by an equal number."""
    low, high = (swapped(canonical(side), old, new) for side in fact.concl.args)
    return search.p.have(RELATIONS[fact.concl.op](low, high), fact, same)


def linear_in(f: Term, t: Term) -> tuple[Term, Term] | None:
    """Return a and b with f = a + b t, both without t."""
    a = swapped(f, t, num(0))
    b = canonical(swapped(f, t, num(1)) - a)
    linear = not normal(f - a - b * t) and swapped(b, t, num(0)) is b
    return (a, b) if linear else None


@method("theorems about erf")
def theorems(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield linear arithmetic with theorems about the values of erf that occur."""
    found = values_of_erf(asked)
    if found:
        yield lambda: search.p.have(
            asked.goal,
            *(search.run("assume", g) for g in asked.given),
            *(fact for t in found for fact in known_bounds(search, asked, t)),
            degree=1,
        )


def by_bound(search: Search, asked: Asked, t: Term, parts: tuple[Term, Term], bound: Fact) -> Fact:
    """Prove 0 <= a + b t with the bound −d/c in place of t, from 0 <= d + c t and 0 <= b/c."""
    gap = linear_in(canonical(bound.concl.args[1] - bound.concl.args[0]), t)
    if gap is None:
        raise NotFound("not linear")
    (a, b), (d, c) = parts, gap
    factor = canonical(b / c)
    sign = search.prove(asked.given, le(num(0), factor), asked.depth + 1)
    rest = search.prove(asked.given, RELATIONS[asked.goal.op](num(0), canonical(a - factor * d)), asked.depth + 1)
    return search.run("arith", asked.goal, [(num(1), [rest]), (num(1), [sign, bound])], [], [])


@method("bounds of erf", share=0.5)
def bounds(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the goal with a bound in place of a value of erf."""
    for t in values_of_erf(asked):
        parts = linear_in(asked.f, t)
        if parts is not None:
            for bound in known_bounds(search, asked, t):
                yield partial(by_bound, search, asked, t, parts, bound)


@method("far from the zero of erf")
def far_apart(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a split of a half-line far from the zero of erf u, for u linear in a variable."""
    for t in values_of_erf(asked):
        for x, at in cuts(t.args[0], asked.box):
            yield partial(apart, search, asked.given, asked.goal, x, at, asked.depth)


def cuts(u: Term, box: Box) -> Iterator[tuple[Term, fmpq]]:
    """Yield the variable of a linear u and points of its unbounded range at which |u| has about the values FAR."""
    for x in u.free if len(u.free) == 1 else ():
        parts, side = linear_in(u, x), box.get(x, Side())
        start, rate = [value(part, {}) or 0.0 for part in parts] if parts else (0.0, 0.0)
        for level in (sign * far for far in FAR for sign in (1, -1)) if rate else ():
            away = (level - start) / rate
            at = fmpq(round(away * 4), 4)
            inside = (side.lo is None or side.lo < at) and (side.hi is None or at < side.hi)
            if inside and (side.hi if away > 0 else side.lo) is None:
                yield x, at
