"""Products of two sums from above: 4 α β X Y <= u² from α X + β Y <= u (Kantorovich, Pólya and Szegő).

The product α β and the root u are read off the goal; that α X + β Y <= u is asked of the search. And where one square
is larger than a sum of others, Σ w x² <= u², (u² − Σ w x²) (v² − Σ w y²) <= (u v − Σ w x y)² (Aczél).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from math import isqrt

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, constant, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, big, le, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    factors,
    product_of,
    quantity,
    relation,
    single_factors,
    walk,
    without,
)
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known

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


def _partners(known: Known, goal: Term, total: Term) -> Iterator[tuple[Index, Term, Term, Term]]:
    """An index, w, x and y where this sum is Σ w x², and Σ w x y stands in the goal."""
    index = known.index(*total.args[:2])
    own = Counter(single_factors(index.member(total.args[2])))
    for b in bigs(goal, ("sum",)):
        for x in (x for x, k in own.items() if k == 2 and x.op == "app" and b.args[:2] == total.args[:2]):
            weights, rest = own - Counter({x: 2}), Counter(single_factors(index.member(b.args[2])))
            rest.subtract(weights + Counter({x: 1}))
            if b is not total and min(rest.values()) >= 0:
                yield index, product_of([*weights.elements()]), x, product_of([*rest.elements()])


def _largest_squares(known: Known) -> Iterator[tuple[Fact, Term, Term]]:
    """Hypotheses that say Σ w x² <= u², with the sum and u."""
    for f in known.facts:
        q = quantity(f.concl) if f.concl.op in ("le", "lt") else {}
        for total, c in alone(q, "sum"):
            u = _root(f.concl, {m: -v / c for m, v in without(q, total).items()}) if c < 0 else None
            if u is not None:
                yield f, total, u


def _square_positive(known: Known, said: Fact, total: Term, u: Term) -> Fact:
    """0 < u², from u or where it is larger than a sum that is not negative."""
    with suppress(KernelError):
        sign = known.positive(u)
        return known.run("arith", lt(num(0), u * u), [(num(1), [sign, sign])], [], [])
    return known.linear(lt(num(0), u * u), [said, known.nonnegative(total)])


def by_largest_square(known: Known, goal: Term) -> Fact:
    """The goal, u² times which is a square and (u² − Σ w x²) Σ w (v x − u y)².

    Raises
    ------
    NotFound
        if it is not of this kind.
    """
    q = quantity(goal)
    for said, total, u in _largest_squares(known):
        of_total = {m: c for m, c in q.items() if [(a.term, e) for a, e in m if a.term.op == "sum"] == [(total, 1)]}
        root = _root(goal, {frozenset(z for z in m if z[0].term is not total): c for m, c in of_total.items()})
        for (index, w, x, y), v in product(_partners(known, goal, total), () if root is None else (root, -root)):
            with suppress(KernelError):
                sign = [known.nonnegative(w, index.facts)] if w is not num(1) else []
                square = known.p.apply(None, "elementary.square_nonneg", x=v * x - u * y)
                member = le(num(0), canonical(w * square.concl.args[1]))
                up = known.summed(index, known.run("arith", member, [(num(1), [square, *sign])], [], []))
                mixed = big("sum", index.lo, index.hi, abstract(w * x * y, [index.i]))
                least = known.linear(le(num(0), u * u - total), [said])
                whole = known.p.apply(None, "elementary.square_nonneg", x=u * (u * v - mixed) - v * (u * u - total))
                above = _square_positive(known, said, total, u)
                longer = le(num(0), as_term(times(q, normal(u * u))))
                fact = known.run("arith", longer, [(num(1), [whole]), (num(1), [least, up])], [], [])
                return known.divided(fact, [above], goal)
    raise NotFound("no square that is larger than a sum of squares")


# --- the methods -----------------------------------------------------------------------------------------------------


@method("products of sums by a mean", share=0.4)
def by_means(search: Search, asked: Asked) -> Iterator[Way]:
    """For products of two sums on the smaller side."""
    k, goal = known(search, asked), asked.goal
    two = any(sum(a.term.op == "sum" and e == 1 for a, e in m) == 2 for m, c in quantity(goal).items() if c < 0)
    if goal.op == "le" and asked.depth <= MOST_CHANGES and two and any(t.op == "mul" for t in walk(goal)):
        for split in range(MOST_SPLITS):
            yield k.way(partial(by_mean, k, goal, split, asked.depth))


@method("a square larger than a sum of squares", share=0.2)
def under_a_square(search: Search, asked: Asked) -> Iterator[Way]:
    """For products of two sums on the larger side, where a hypothesis says that a square is larger than a sum."""
    k, goal = known(search, asked), asked.goal
    two = any(sum(a.term.op == "sum" and e == 1 for a, e in m) == 2 for m, c in quantity(goal).items() if c < 0)
    if goal.op == "le" and asked.depth <= MOST_CHANGES and two and next(_largest_squares(k), None) is not None:
        yield k.way(partial(by_largest_square, k, goal))
