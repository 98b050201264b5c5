"""Products of two sums from above: 4 α β X Y <= u² from α X + β Y <= u (Kantorovich, Pólya and Szegő).

The product α β and the root u are read off the goal; that α X + β Y <= u is asked of the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product
from math import isqrt

from flint import fmpq

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import factors, product_of, quantity, relation, walk
from proofs.decide.sequences.known import MOST_CHANGES, Known, known
from proofs.kernel.normal import Poly, as_term, constant, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, le, num

MOST_SPLITS, MOST_ROOTS = 16, 4  # of a product in two, and squares of which the larger side is made


def _sides(q: Poly) -> tuple[Term, Term, Term, Poly] | None:
    """X, Y, c and u² where a polynomial is u² − c X Y for two sums."""
    less = {m: -v for m, v in q.items() if v < 0}
    for m, v in less.items():
        sums = [(a, e) for a, e in m if a.term.op == "sum" and a.term.args[2].op != "num"]
        if len(sums) == 2 and all(e == 1 for _, e in sums):
            rest = as_term({frozenset(x for x in m if x not in sums): v})
            (x, _), (y, _) = sums
            other = {n: c for n, c in q.items() if n != m}
            return x.term, y.term, rest, other
    return None


def _root(goal: Term, square: Poly) -> Term | None:
    """A term with this square, made of what is squared in the goal."""
    found: dict[Term, int] = {}
    for t in walk(goal):
        if t.op == "mul" and not t.loose:
            for a, k in Counter(t.args).items():
                if k > 1:
                    found[a] = max(found.get(a, 0), k // 2)
    several = [a for a, k in found.items() for _ in range(min(k, 2))][:MOST_ROOTS]
    for which in product((False, True), repeat=len(several)):
        u = product_of([a for a, taken in zip(several, which, strict=True) if taken])
        for c in (num(1), num(1, 2), num(2)):
            if times(normal(c * u), normal(c * u)) == square:
                return c * u
    return None


def by_mean(known: Known, goal: Term, split: int, depth: int) -> Fact:
    """The goal from the mean of two multiples of its sums.

    Raises
    ------
    NotFound
        if it has no such product, or that is not shown.
    """
    q, below = known.times_out(quantity(goal))
    found = _sides(q)
    u = None if found is None else _root(goal, found[3])
    if found is None or u is None:
        raise NotFound("no product of two sums below a square")
    X, Y, c, _ = found
    parts = [t for t in factors(c) if t.op != "num"]
    parts = [a for t in parts for a in (t.args if t.op == "mul" else [t])]
    number = product_of([t for t in factors(c) if t.op == "num"])
    ways = list(dict.fromkeys(product((False, True), repeat=len(parts))))
    if split >= len(ways):
        raise NotFound("no such split")
    v = constant(normal(number)) or fmpq(1)
    root = fmpq(isqrt(int(v.p)), isqrt(int(v.q)))  # 4 α β = v …, α and β with the same number if there is one
    shares = (root / 2, root / 2) if root * root == v else (fmpq(1), v / 4)
    one, other = (
        num(c) * product_of([a for a, taken in zip(parts, ways[split], strict=True) if taken is side])
        for c, side in zip(shares, (True, False), strict=True)
    )
    mean = one * X + other * Y
    fact = known.asked_if_likely(le(mean, u), depth)
    least = known.nonnegative(mean)
    apart = known.p.apply(None, "elementary.square_nonneg", x=one * X - other * Y)
    # u² − 4 α β X Y = (u − mean) (u + mean) + (α X − β Y)²
    sides = [(num(1), [fact, fact]), (num(2), [fact, least]), (num(1), [apart])]
    short = known.run("arith", relation(q), sides, [], [])
    return known.divided(short, below, goal) if below else known.restated(short, goal)


# --- the method ------------------------------------------------------------------------------------------------------


@method("products of sums by a mean", share=0.4)
def by_means(search: Search, asked: Asked) -> Iterator[Way]:
    """For products of two sums on the smaller side."""
    k, goal = known(search, asked), asked.goal
    two = any(sum(a.term.op == "sum" and e == 1 for a, e in m) == 2 for m, c in quantity(goal).items() if c < 0)
    if goal.op == "le" and asked.depth <= MOST_CHANGES and two and any(t.op == "mul" for t in walk(goal)):
        for split in range(MOST_SPLITS):
            yield k.way(partial(by_mean, k, goal, split, asked.depth))
