"""Orderings of the variables: x_1 <= … <= x_k without loss of generality, signs, distances and ratios.

- A polynomial with nonnegative coefficients in the least variable and the steps up is nonnegative; if it is symmetric,
  one order is enough. So a**2*b + b**2*c + c**2*a <= a**3 + b**3 + c**3 for a, b, c >= 0.
- A variable without ends is negative, 0 or positive.
- A hypothesis e <= x makes x = e + d with d >= 0.
- If a common factor of all variables only scales the sides, y = x t leaves one variable less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, pairwise, permutations
from math import comb, factorial
from typing import Any

from proofs.kernel.normal import canonical, constant, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, inv, le, lt, num, substitute
from proofs.search.base.algebra import slope
from proofs.search.base.facts import is_positive_fact
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables, fresh, is_positive
from proofs.search.base.ranges import Box, side_hypotheses
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import points, value
from proofs.search.reductions import changed, renamed, through

MOST = 20_000  # terms of all orders together
MOST_ORDERED = 4  # variables of which all orders are tried
FACTORS = (2.0, 0.5, 3.7)  # by which variables are scaled to test invariance


def symmetries(given: Sequence[Term], goal: Term) -> list[tuple[Term, Term, dict[Term, Term]]]:
    """Return pairs s, t, exchanged by a change of variables that leaves hypotheses and goal as they are."""
    names = free_variables((*given, goal))
    found: list[tuple[Term, Term, dict[Term, Term]]] = []
    for x in names:
        if not any(_is_range(g, x) for g in given):
            found.append((num(0), x, {x: canonical(-x)}))
    found += [(x, y, {x: y, y: x}) for x, y in combinations(names, 2)]
    asked = {key(g) for g in given}, key(goal)
    return [c for c in found if ({key(substitute(g, c[2])) for g in given}, key(substitute(goal, c[2]))) == asked]


def _is_range(g: Term, x: Term) -> bool:
    return g.free == {x} and g.op in ("le", "lt")


def is_homogeneous(given: Sequence[Term], goal: Term) -> bool:
    """Return whether hypotheses and goal seem to be invariant under scaling of all variables."""
    names = free_variables((*given, goal))
    where = points(given, names)[:6]
    if len(names) < 2 or len(where) < 3:
        return False
    return all(
        g.op in ("le", "lt", "eq") and _is_homogeneous(canonical(g.args[1] - g.args[0]), where) for g in (*given, goal)
    )


def _is_homogeneous(f: Term, where: Sequence[dict[Term, float]]) -> bool:
    for k in FACTORS:
        ratios = []
        for point in where:
            a, b = value(f, point), value(f, {x: k * v for x, v in point.items()})
            if a is None or b is None or abs(a) < 1e-9:
                continue
            ratios.append(b / a)
        if len(ratios) < 2 or max(ratios) - min(ratios) > 1e-6 * abs(max(ratios)) or min(ratios) <= 0:
            return False
    return True


def order_given(given: Sequence[Term], goal: Term) -> tuple[Term, Term] | None:
    """Return a hypothesis e <= x or x <= e among several variables, with x; None if there is none."""
    for g in given:
        if g.op not in ("le", "lt") or len(g.free) < 2:
            continue
        gap = canonical(g.args[1] - g.args[0])
        if len(gap.free) < 2:  # such as y − d <= y
            continue
        for x in sorted(gap.free & goal.free, key=lambda v: (-sum(v in h.free for h in given), v.args[0])):
            try:
                c = constant(normal(slope(gap, x)))
            except KernelError:
                continue
            if c is not None and c != 0:
                return g, x
    return None


class Orders:
    """Proofs of 0 <= f for a polynomial from orders of its variables.

    In the least of them and the steps up, no coefficient may be negative.

    Raises
    ------
    NotFound
        if f is no polynomial, of a high degree, or its variables begin at different ends.
    """

    def __init__(self, search: Search, goal: Term, box: Box) -> None:
        self.search, self.goal, self.box = search, goal, box
        self.f = canonical(goal.args[1] - goal.args[0])
        self.names = sorted(self.f.free, key=lambda v: v.args[0])
        if len(self.names) < 2 or any(a.term.op != "var" for m in normal(self.f) for a, _ in m):
            raise NotFound("not a polynomial in several variables")
        top = max((sum(int(e) for _, e in m) for m in normal(self.f)), default=0)
        self.size = comb(top + len(self.names), top)
        starts = {box[x].lo if x in box else None for x in self.names}
        if len(starts) > 1:
            raise NotFound("the variables begin at different ends")
        (self.start,) = starts

    def rows(self, order: Sequence[Term]) -> Sequence[tuple[Term, tuple[int, ...]]]:
        """Return the coefficients with the powers of the least variable and of the steps up."""
        values, total = {}, num(0) if self.start is None else num(self.start)
        for x, d in zip(order, self.names, strict=True):  # in place of the steps
            total = total + d
            values[x] = total
        out = []
        for m, c in normal(substitute(self.f, values)).items():
            powers = {a.term: int(e) for a, e in m}
            if c < 0 or (self.start is None and powers.get(self.names[0], 0) % 2):
                raise NotFound("a negative coefficient")
            out.append((num(c), tuple(powers.get(d, 0) for d in self.names)))
        return out

    def leaf(
        self,
        order: Sequence[Term],
        rows: Sequence[tuple[Term, tuple[int, ...]]],
        facts: Mapping[tuple[Term, Term], Fact],
    ) -> Fact:
        """Prove the goal in an order, from facts about it."""
        first, sums = order[0], []
        if self.start is None:
            square = self.search.p.theorem("elementary.square_nonneg")
            (hole,) = square.concl.free
            least = self.search.run("instantiate", square, [(hole, first)])
        else:
            least = self.search.run("assume", side_hypotheses(first, self.box[first])[0])
        for c, powers in rows:
            parts = [least] * (powers[0] // (2 if self.start is None else 1))
            for pair, k in zip(pairwise(order), powers[1:], strict=True):
                parts += [facts[pair]] * k
            sums.append((c, parts))
        return self.search.run("arith", self.goal, sums, [], [])

    def every(self) -> Fact:
        """Prove the goal from every order."""
        search, names = self.search, self.names
        if len(names) > MOST_ORDERED or self.size * factorial(len(names)) > MOST:
            raise NotFound("too many orders")
        plans = {order: self.rows(order) for order in permutations(names)}

        def sort(sorted_: tuple[Term, ...], rest: tuple[Term, ...], facts: dict[tuple[Term, Term], Fact]) -> Fact:
            if not rest:
                return self.leaf(sorted_, plans[sorted_], facts)
            x, *left = rest

            def insert(at: int, above: Fact | None) -> Fact:
                """Insert x, which is not below sorted_[:at]; `above` says so of the last."""
                if at == len(sorted_):
                    known = {**facts, (sorted_[-1], x): above} if above is not None else facts
                    return sort((*sorted_, x), tuple(left), known)
                y = sorted_[at]
                here = search.run("assume", le(x, y))
                known = {**facts, (x, y): here}
                if above is not None:
                    known[sorted_[at - 1], x] = above
                below = sort((*sorted_[:at], x, *sorted_[at:]), tuple(left), known)
                return search.run("cases", x, y, below, insert(at + 1, search.run("assume", lt(y, x))))

            return insert(0, None)

        return sort((names[0],), tuple(names[1:]), {})

    def symmetric(self) -> bool:
        """Return whether f, of no high degree, is the same in every order."""
        swaps = ({x: y, y: x} for x, y in pairwise(self.names))
        return self.size <= MOST and all(canonical(substitute(self.f, swap)) is self.f for swap in swaps)

    def one(self) -> Fact:
        """Prove the goal from one order; x_k, …, x_2 are inserted one after the other among those before."""
        search, names = self.search, self.names
        facts = {pair: search.run("assume", le(*pair)) for pair in pairwise(names)}
        out = self.leaf(names, self.rows(names), facts)
        for k in range(len(names) - 1, 0, -1):
            out = self._inserted(out, k)
        return out

    def _inserted(self, fact: Fact, k: int) -> Fact:
        """Drop the hypotheses on the place of the k-th variable, from 0 on, among those before it."""
        search, x, before = self.search, self.names[k], self.names[:k]

        def at(place: int) -> Fact:
            """Prove it for x not above those from the place on."""
            moved = search.run(
                "instantiate", fact, [*zip(self.names, [*before[:place], x, *before[place:]], strict=False)]
            )
            above = [
                search.run("arith", le(x, y), [(num(1), [search.run("assume", lt(x, y))])], [], []) for y in before
            ]
            moved = search.cut(moved, above[place : place + 1])
            moved = search.run("mp", search.run("discharge", self.goal, search.run("assume", self.goal)), moved)
            return moved if place == 0 else search.run("cases", before[place - 1], x, moved, at(place - 1))

        return at(k)


def by_ratio(search: Search, given: Sequence[Term], goal: Term, y: Term, x: Term, depth: int) -> Fact:
    """Substitute y = x t, where x is positive."""
    t = fresh(f"{y.args[0]}'ratio", (*given, goal))
    same = search.run("arith", eq(x * (y * inv(x)), y), [], [], [is_positive_fact(search, given, x)])
    return changed(search, given, goal, y, (t, x * t, y * inv(x)), same, depth)


def by_distance(search: Search, given: Sequence[Term], goal: Term, g: Term, x: Term, depth: int) -> Fact:
    """Substitute x = e + d or x = e − d, where a hypothesis says e <= x or x <= e."""
    gap = canonical(g.args[1] - g.args[0])
    d = fresh(f"{x.args[0]}'apart", (*given, goal))
    c: Any = constant(normal(slope(gap, x)))
    by = canonical((d - substitute(gap, {x: num(0)})) * num(1 / c))
    return renamed(search, given, goal, x, (d, by, gap), [], depth)


def by_signs(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
    """Split into x < 0, x = 0 and 0 < x, the first by x = −t."""
    t = fresh(f"{x.args[0]}'minus", [*given, goal])
    above = search.prove([*given, num(0) < x], goal, depth + 1)
    below = renamed(search, [*given, x < 0], goal, x, (t, -t, canonical(-x)), [], depth)
    zero = search.run("antisymmetry", search.run("assume", le(num(0), x)), search.run("assume", le(x, num(0))))
    at = through(search, given, goal, x, num(0), zero, depth)
    return search.run("cases", num(0), x, search.run("cases", x, num(0), at, above), below)


@method("orders")
def every_order(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield, for polynomials, one order if they are symmetric, else every order."""
    with suppress(NotFound):
        orders = Orders(search, asked.goal, asked.box)
        yield orders.one if len(orders.names) > 2 and orders.symmetric() else orders.every


@method("signs")
def signs_of_one(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a split on the sign of a variable without ends; rather one with only even powers."""
    f, box = asked.f, asked.box
    if all(a.term.op == "var" for m in normal(f) for a, _ in m):
        apart = [x for x in sorted(f.free, key=lambda v: v.args[0]) if not box.get(x)]
        found = symmetries(asked.given, asked.goal)
        even = [x for c in found for x in apart if c[2] == {x: canonical(-x)}]
        for x in (even or apart)[:1]:
            yield partial(by_signs, search, asked.given, asked.goal, x, asked.depth)


@method("y = x t")
def ratios(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield y = x t for questions that are invariant under scaling, where x is positive."""
    if is_homogeneous(asked.given, asked.goal):
        names, box = sorted(asked.f.free, key=lambda v: v.args[0]), asked.box
        x = next((v for v in names if v in box and is_positive(box[v])), None)
        y = next((v for v in names if v is not x), None)
        if x is not None and y is not None:
            yield partial(by_ratio, search, asked.given, asked.goal, y, x, asked.depth)


@method("v = e + d")
def distances(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield x = e + d for a hypothesis that compares variables."""
    order = order_given(asked.given, asked.goal)
    if order is not None:
        yield partial(by_distance, search, asked.given, asked.goal, *order, asked.depth)
