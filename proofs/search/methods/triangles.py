"""Roots of sums of squares: √S <= √F + √G + … from Σ h <= √F √G for h² = f g (Minkowski, triangles of norms).

And √(Σ_k c_k G_k²) <= Σ_i √(Σ_k c_k g_k²) where G_k is the sum of g_k: at an index Σ_k c_k G_k g_k is at most the
product of both roots, and Σ_i of that is Σ_k c_k G_k².
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, abstract, add, big, le, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import product_of, quantity, replaced, root_of, single_factors, walk
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.theorems.analysis.norms import sqrt

MOST_ROOTS = 4  # on the larger side


def _roots(goal: Term) -> tuple[Term, list[Term]]:
    """√S and the roots of a goal √S <= √F + …, as they are written."""
    written = {canonical(t): t for t in walk(goal) if root_of(t) is not None}
    small, large = list[Term](), list[Term]()
    for m, c in quantity(goal).items():
        ((a, e),) = m if len(m) == 1 else ((None, 0),)
        if a is None or a.term not in written or e != 1 or abs(c) != 1:
            raise NotFound("not a sum of roots")
        (small if c < 0 else large).append(written[a.term])
    if len(small) != 1 or not 1 < len(large) <= MOST_ROOTS:
        raise NotFound("not one root on the smaller side")
    return small[0], large


def _opened(total: Term, indices: Sequence[Index]) -> Term:
    """The member of a sum over ranges at the indices.

    Raises
    ------
    NotFound
        if it is over other ranges.
    """
    for index in indices:
        if total.op != "sum" or (canonical(total.args[0]), canonical(total.args[1])) != (index.lo, index.hi):
            raise NotFound("sums over other ranges")
        total = index.member(total.args[2])
    return total


def _indices(known: Known, total: Term) -> list[Index]:
    out: list[Index] = []
    while total.op == "sum":
        out.append(known.index(canonical(total.args[0]), canonical(total.args[1])))
        total = out[-1].member(total.args[2])
    return out


def _half(t: Term) -> Term:
    """A term with this square."""
    counts = Counter(single_factors(t))
    if any(k % 2 for k in counts.values()):
        raise NotFound("not a square")
    return product_of([a for a, k in counts.items() for _ in range(k // 2)])


def _product(known: Known, one: Term, other: Term) -> Fact:
    """(Σ h)² <= Σ f Σ g, for the sums under two roots."""
    indices = _indices(known, one)
    f, g = (_opened(t, indices) for t in (one, other))
    members = {"f": f, "g": g, "h": _half(mul(f, g))}
    same = known.run("arith", le(members["h"] * members["h"], f * g), [], [], [])
    here = [fact for i in indices for fact in i.facts]
    facts = [known.nonnegative(f, here), known.nonnegative(g, here), same]
    fact = same
    for index in reversed(indices):
        by = {name: index.function(t) for name, t in members.items()}
        every = [known.everywhere(index, x) for x in facts]
        proper = known.settle(le(index.lo, index.hi + 1))
        ends = {"lo": index.lo, "hi": index.hi}
        fact = known.p.apply(None, "inequalities.cauchy_schwarz_of_members", *every, proper, **by, **ends)
        signs = [
            known.p.apply(None, "sums.sum_nonneg", e, f=by[name], **ends) for name, e in zip("fg", every, strict=False)
        ]
        members = {name: big("sum", index.lo, index.hi, abstract(t, [index.i])) for name, t in members.items()}
        facts = [*signs, fact]
    return fact


def by_triangle(known: Known, goal: Term) -> Fact:
    """The goal from products of roots.

    Raises
    ------
    NotFound
        if it is no sum of roots.
    """
    small, large = _roots(goal)
    squares, roots = dict[Term, Fact](), dict[Term, Fact]()
    for r in (small, *large):
        w = root_of(r)
        assert w is not None
        squares[r] = known.p.apply(None, "norms.sqrt_square", known.nonnegative(w), s=w)
        roots[r] = known.p.apply(None, "norms.sqrt_nonneg", s=w)
    facts: list[Fact] = list(squares.values())
    for one, other in combinations(large, 2):
        fact = _product(known, *(t for r in (one, other) for t in [root_of(r)] if t is not None))
        sign = known.run("arith", le(num(0), one * other), [(num(1), [roots[one], roots[other]])], [], [])
        total = fact.concl.args[0].args[0]
        for u in (total, -total):
            under = known.linear(
                le(u * u, (one * other) * (one * other)), [fact, squares[one], squares[other]], depth=2
            )
            facts.append(known.p.apply(None, "norms.square_le", sign, under, u=u, r=one * other))
    top = add(*large)
    below = known.linear(le(small * small, top * top), facts, depth=1)
    sign = known.run("arith", le(num(0), top), [(num(1), [roots[r]]) for r in large], [], [])
    return known.restated(known.p.apply(None, "norms.square_le", sign, below, u=small, r=top), goal)


def _squares_in(t: Term) -> list[tuple[Term, Term]]:
    """c and g of the summands c g² of a term.

    Raises
    ------
    NotFound
        if it has others.
    """
    out: list[tuple[Term, Term]] = []
    for m, c in normal(t).items():
        if c < 0 or any((e / 2).q != 1 for _, e in m):
            raise NotFound("not a sum of squares")
        out.append((num(c), as_term({frozenset((a, e / 2) for a, e in m): fmpq(1)})))
    return out


def by_lengths(known: Known, goal: Term) -> Fact:
    """√(Σ_k c_k G_k²) <= Σ_i √(Σ_k c_k g_k²)."""
    small, large = goal.args
    w = root_of(small)
    if w is None or large.op != "sum":
        raise NotFound("no root below a sum of roots")
    index = known.index(*large.args[:2])
    member = index.member(large.args[2])
    q = root_of(member)
    if q is None:
        raise NotFound("not a sum of roots")
    parts = _squares_in(q)
    totals = [big("sum", index.lo, index.hi, index.function(g).args[1]) for _, g in parts]
    equations = [f for f in (*known.facts, *about(known, *totals)) if f.concl.op == "eq"]
    values, used = zip(*(replaced(normal(t), equations) for t in totals), strict=True)
    sums = [as_term(v) for v in values]
    length = add(*(c * s * s for (c, _), s in zip(parts, sums, strict=True)), num(0))
    if normal(length) != normal(w):
        raise NotFound("not the sums of what is squared")
    along = add(*(c * s * g for (c, g), s in zip(parts, sums, strict=True)), num(0))
    signs = [known.p.apply(None, "norms.sqrt_nonneg", s=t) for t in (w, q)]
    same = [known.p.apply(None, "norms.sqrt_square", known.nonnegative(t, index.facts), s=t) for t in (w, q)]
    # (Σ c G g)² <= Σ c G² Σ c g², the difference being squares of c c' (G g' − G' g)
    apart = [
        (c * d, known.p.apply(None, "elementary.square_nonneg", x=s * h - t * g))
        for ((c, g), s), ((d, h), t) in combinations(zip(parts, sums, strict=True), 2)
    ]
    top = small * member
    sides = [(same[0], q), (same[1], small * small)]
    below = known.run(
        "arith",
        le(along * along, top * top),
        [*((canonical(v), [f]) for v, f in apart), *((num(-1) * v, [f]) for f, v in sides)],
        [],
        [],
    )
    sign = known.run("arith", le(num(0), top), [(num(1), signs)], [], [])
    at = known.p.apply(None, "norms.square_le", sign, below, u=along, r=top)
    up = known.summed(index, at)
    whole = [
        (c * s * num(-1) * as_term(m), [e]) for (c, _), s, by in zip(parts, sums, used, strict=True) for m, e in by
    ]
    product = known.run("arith", le(w, small * large), [(num(1), [up]), *whole], [], [])
    total = known.nonnegative(large)
    squared = known.run("arith", le(small * small, small * large), [(num(1), [product]), (num(1), [same[0]])], [], [])
    t, s = known.fresh("t"), known.fresh("s")
    given = [le(t * t, t * s), le(num(0), t), le(num(0), s)]
    fact = known.within(1.0, partial(known.search.prove, given, le(t, s), 1))
    fact = known.run("instantiate", fact, [(t, small), (s, large)])
    return known.search.cut(fact, [squared, signs[0], total])


def by_square_of_length(known: Known, goal: Term, total: Term) -> Fact:
    """Σ_k c_k G_k² <= (Σ_i √(Σ_k c_k g_k²))²."""
    w = goal.args[0]
    root = sqrt(w)
    fact = by_lengths(known, le(root, total))
    same = known.p.apply(None, "norms.sqrt_square", known.nonnegative(w), s=w)
    sign = known.p.apply(None, "norms.sqrt_nonneg", s=w)
    both = known.run("arith", le(num(0), total + root), [(num(1), [fact]), (num(2), [sign])], [], [])
    return known.run("arith", goal, [(num(1), [fact, both]), (num(-1), [same])], [], [])


# --- the methods -----------------------------------------------------------------------------------------------------


@method("lengths of sums", share=0.2)
def lengths(search: Search, asked: Asked) -> Iterator[Way]:
    """For a root below a sum of roots, or the squares of both."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "le":
        return
    large = goal.args[1]
    if large.op == "sum" and root_of(goal.args[0]) is not None:
        yield k.way(partial(by_lengths, k, goal))
    if large.op == "mul" and len(large.args) == 2 and large.args[0] is large.args[1] and large.args[0].op == "sum":
        yield k.way(partial(by_square_of_length, k, goal, large.args[0]))


@method("triangles of roots", share=0.2)
def triangles(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of roots."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and sum(root_of(t) is not None for t in walk(goal)) > 2:
        yield k.way(partial(by_triangle, k, goal))
