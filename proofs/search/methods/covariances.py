"""Covariances: u² <= V V' for u = Σ w Σ w x y − Σ w x Σ w y and the variances of x and y.

Bounds a <= x <= b of the members give V <= ((b − a) Σ w / 2)² (Popoviciu), so with those of y a bound of u (Grüss);
roots of the variances in the goal give u <= √V √V' (correlations).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations, islice

from proofs.kernel.normal import Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, big, eq, inv, le, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    bigs,
    cancelled,
    entries,
    product_of,
    quantity,
    replaced,
    root_of,
    single_factors,
    walk,
    written,
)
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.search.sequences.solving import by_solving
from proofs.search.sequences.termwise import Spread, spreads

MOST_PAIRS, MOST_WEIGHTS = 2, 2  # of sequences, and weights
MOST_FACTORS = 6  # pairs of factors of sums as they are written


class Moments:
    """Sums over a range with weights of two sequences, of their squares and of their product."""

    def __init__(self, known: Known, index: Index, by: Spread, x: Term, y: Term) -> None:
        self.known, self.index, self.by = known, index, by
        self.w = index.member(by.body)
        with known.inside(index):
            sign = known.nonnegative(self.w, index.facts)
        self.weights, self.weight = known.everywhere(index, sign), sign
        self.x, self.y = x, y
        self.count = self.total(num(1))
        said = known.run("arith", eq(self.count, by.value), [(num(1), [by.fact])], [], [])
        self.said = said
        value = known.positive(by.value)
        self.positive = known.run("arith", lt(num(0), self.count), [(num(1), [value]), (num(-1), [said])], [], [])

    def total(self, t: Term) -> Term:
        """Σ w t."""
        return big("sum", self.index.lo, self.index.hi, self.index.function(self.w * t).args[1])

    def mixed(self, x: Term, y: Term) -> Term:
        """Σ w Σ w x y − Σ w x Σ w y."""
        return self.count * self.total(x * y) - self.total(x) * self.total(y)

    def variance(self, x: Term) -> Fact:
        """0 <= Σ w Σ w x² − (Σ w x)²."""
        by = {"w": self.w, "f": num(1), "g": x}
        by = {name: self.index.function(t) for name, t in by.items()} | {"lo": self.index.lo, "hi": self.index.hi}
        fact = self.known.p.apply(None, "inequalities.weighted_cauchy_schwarz", self.weights, **by)
        return self.known.run("arith", le(num(0), self.mixed(x, x)), [(num(1), [fact])], [], [])

    def square(self) -> Fact:
        """u² <= V V'."""
        u, v, w = self.mixed(self.x, self.y), self.mixed(self.x, self.x), self.mixed(self.y, self.y)
        by = {"w": self.w, "f": num(1), "g": self.x, "h": self.y}
        by = {name: self.index.function(t) for name, t in by.items()} | {"lo": self.index.lo, "hi": self.index.hi}
        fact = self.known.p.apply(None, "inequalities.gram", self.weights, self.positive, **by)
        return self.known.run("arith", le(u * u, v * w), [(num(1), [fact, self.positive])], [], [])

    def ends(self, x: Term) -> tuple[Fact, Fact]:
        """a <= x and x <= b."""
        i, facts = self.index.i, [f for f in self.index.facts if f.concl.op in ("le", "lt")]
        found = [self.known.weak(f) if f.concl.op == "lt" else f for f in facts]
        low = next((f for f in found if canonical(f.concl.args[1]) is x and i not in f.concl.args[0].free), None)
        high = next((f for f in found if canonical(f.concl.args[0]) is x and i not in f.concl.args[1].free), None)
        if low is None or high is None:
            raise NotFound("not bounded")
        return low, high

    def width(self, x: Term) -> tuple[Fact, Fact]:
        """0 <= X and V <= X², where X is half the width of a range times Σ w."""
        known, (low, high) = self.known, self.ends(x)
        a, b = low.concl.args[0], high.concl.args[1]
        half = num(1, 2) * self.count * (b - a)
        order = known.linear(le(a, b), [f for f in known.at(self.index.lo) if f.concl.op in ("le", "lt")])
        between = le(num(0), self.w * (x - a) * (b - x))
        inside = known.run("arith", between, [(num(1), [low, high, self.weight])], [], [])
        up = known.summed(self.index, inside)
        square = known.p.apply(None, "elementary.square_nonneg", x=self.total(x) - num(1, 2) * self.count * (a + b))
        sides = [(num(1), [up, self.positive]), (num(1), [square])]
        least = known.run("arith", le(self.mixed(x, x), half * half), sides, [], [])
        return known.run("arith", le(num(0), half), [(num(1, 2), [order, self.positive])], [], []), least

    def bounded(self) -> Iterator[Fact]:
        """± u <= X Y."""
        known = self.known
        (x_sign, x_most), (y_sign, y_most) = self.width(self.x), self.width(self.y)
        X, Y = x_sign.concl.args[1], y_sign.concl.args[1]
        u, top = self.mixed(self.x, self.y), X * Y
        own = known.p.apply(None, "elementary.square_nonneg", x=X)
        products = [(num(1), [self.square()]), (num(1), [x_most, self.variance(self.y)]), (num(1), [y_most, own])]
        square = known.run("arith", le(u * u, top * top), products, [], [])
        sign = known.run("arith", le(num(0), top), [(num(1), [x_sign, y_sign])], [], [])
        yield from self.signs(u, top, sign, square)

    def signs(self, u: Term, top: Term, sign: Fact, square: Fact) -> Iterator[Fact]:
        """± u <= top, also with what Σ w is."""
        for t in (u, -u):
            same = self.known.run("arith", le(t * t, top * top), [(num(1), [square])], [], [])
            yield self.short(self.known.p.apply(None, "norms.square_le", sign, same, u=t, r=top))

    def short(self, fact: Fact) -> Fact:
        """The fact with what Σ w is."""
        q, used = replaced(quantity(fact.concl), [self.said], powers=True)
        sides = [(num(1), [fact]), *((as_term(m), [e]) for m, e in used)]
        return self.known.run("arith", le(num(0), as_term(q)), sides, [], [])

    def rooted(self, goal: Term) -> Iterator[Fact]:
        """± u <= √(V V'), or √V √V', where these stand in the goal; divided by that, too, if it is positive."""
        known, u = self.known, self.mixed(self.x, self.y)
        both = [self.variance(t) for t in (self.x, self.y)]
        whole = [
            self.known.run("arith", le(num(0), product_of([f.concl.args[1] for f in both])), [(num(1), both)], [], [])
        ]
        found = [r for r in dict.fromkeys(walk(goal)) if root_of(r) is not None]
        for parts in [*([r] for r in found), *combinations(found, 2)]:
            of = [t for r in parts for t in [root_of(r)] if t is not None]
            product = normal(product_of(of)), normal(whole[0].concl.args[1])
            if not self.equal(*product):
                continue
            signs = [known.linear(le(num(0), t), [*both, *whole, self.said], depth=3) for t in of]
            squares = [known.p.apply(None, "norms.sqrt_square", f, s=t) for f, t in zip(signs, of, strict=True)]
            roots = [known.p.apply(None, "norms.sqrt_nonneg", s=t) for t in of]
            top = product_of(parts)
            sign = known.run("arith", le(num(0), top), [(num(1), roots)], [], [])
            square = known.linear(le(u * u, top * top), [self.square(), *squares, self.said], depth=3)
            for fact in self.signs(u, top, sign, square):
                yield fact
                with suppress(KernelError):
                    above = [known.linear(lt(num(0), t), known.facts, degree=2) for t in of]
                    strict = [
                        known.p.apply(None, "norms.sqrt_positive", f, s=t) for f, t in zip(above, of, strict=True)
                    ]
                    below = [known.p.apply(None, "elementary.inv_pos", f, x=f.concl.args[1]) for f in strict]
                    q = times(quantity(fact.concl), normal(product_of([inv(r) for r in parts])))
                    short = le(num(0), as_term(cancelled(q, list(parts))))
                    yield known.run("arith", short, [(num(1), [fact, *below])], [], strict)

    def equal(self, one: Poly, other: Poly) -> bool:
        """Whether these are the same with what Σ w is."""
        return not replaced(plus(one, other, -1), [self.said], powers=True)[0]


def by_bounds(known: Known, goal: Term, choice: int) -> Fact:
    """The goal from bounds of covariances of sequences that are bounded.

    Raises
    ------
    NotFound
        if there are none.
    """
    sums = [b for b in bigs(goal, ("sum",)) if b.args[2].op != "num"]
    lo, hi = sums[0].args[:2]
    index = known.index(lo, hi)
    weights = [s for s in spreads(known, lo, hi) if s.value is not num(0)]
    if choice >= len(weights):
        raise NotFound("no such weights")
    w = index.member(weights[choice].body)
    members = [index.member(b.args[2]) for b in sums if b.args[:2] == (lo, hi)]
    facts: list[Fact] = []
    own = [[t for t in entries([m]) if t is not w and index.i in t.free] for m in members]
    for x, y in islice(dict.fromkeys((t[0], t[1]) for t in own if len(t) == 2), MOST_PAIRS):
        with suppress(KernelError):
            moments = Moments(known, index, weights[choice], x, y)
            facts += moments.rooted(goal)
            facts += moments.bounded()
    if not facts:
        raise NotFound("no two sequences that are bounded")
    return known.linear(goal, [*facts, *known.facts, *about(known, goal)], depth=2)


def by_factors(known: Known, goal: Term, choice: int) -> Fact:
    """The goal as (Σ w f g)² <= Σ w f² Σ w g², for two factors f, g of sums as they are written, by the hypotheses.

    So Σ w (x − u) (y − v) = Σ w (x − u) y, where u and v are the means.
    """
    sums = [b for b in written(goal, ("sum",)) if b.args[2].op == "mul"]
    index = known.index(*map(canonical, sums[0].args[:2]))
    members = [index.member(b.args[2]) for b in sums if tuple(map(canonical, b.args[:2])) == (index.lo, index.hi)]
    parts = list(dict.fromkeys(f for m in members for f in single_factors(m) if index.i in f.free))
    shared = [f for f in parts if all(f in single_factors(m) for m in members)]
    w = product_of(shared)
    pairs = combinations([f for f in parts if f not in shared], 2)
    x, y = next(islice(pairs, choice, None), (None, None))
    if x is None or y is None:
        raise NotFound("no such factors")
    with known.inside(index):
        weights = known.everywhere(index, known.nonnegative(w, index.facts))
    by = {name: index.function(t) for name, t in (("w", w), ("f", x), ("g", y))}
    fact = known.p.apply(None, "inequalities.weighted_cauchy_schwarz", weights, **by, lo=index.lo, hi=index.hi)
    return by_solving(known, goal, [fact])


# --- the methods ------------------------------------------------------------------------------------------------------


@method("bounds of covariances", share=0.3)
def covariances(search: Search, asked: Asked) -> Iterator[Way]:
    """For products of two sums over the same range, the sequences being bounded."""
    k, goal = known(search, asked), asked.goal
    fits = len(k.universal) >= 2 or any(root_of(t) is not None for t in walk(goal))
    if goal.op == "le" and asked.depth <= MOST_CHANGES and fits:
        products = (sum(e for a, e in m if a.term.op == "sum" and a.term.args[2].op != "num") for m in quantity(goal))
        if any(e == 2 for e in products):
            for choice in range(MOST_WEIGHTS):
                yield k.way(partial(by_bounds, k, goal, choice))


@method("a covariance, by its factors", share=0.3)
def factors_as_written(search: Search, asked: Asked) -> Iterator[Way]:
    """For the square of a sum of products against a product of two sums of squares, under equations about sums."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "le" or asked.depth or not any(f.concl.op == "eq" and bigs(f.concl, ("sum",)) for f in k.facts):
        return
    found = [t for b in written(goal, ("sum",)) if b.args[2].op == "mul" for t in single_factors(b.args[2])]
    if len({t for t in found if t.op == "add"}) > 1:
        for choice in range(MOST_FACTORS):
            yield k.way(partial(by_factors, k, goal, choice))
