"""Roots of sums of squares: √S <= √F + √G + … from Σ h <= √F √G for h² = f g (Minkowski, triangles of norms)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.forms import product_of, quantity, root_of, single_factors, walk
from proofs.decide.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.kernel.normal import canonical
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, add, big, closed, le, mul, num

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


def _opened(known: Known, total: Term, indices: Sequence[Index]) -> Term:
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
    f, g = (_opened(known, t, indices) for t in (one, other))
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
        members = {name: big("sum", index.lo, index.hi, closed(t, [index.i])) for name, t in members.items()}
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


# --- the method ------------------------------------------------------------------------------------------------------


@method("triangles of roots", share=0.2)
def triangles(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of roots."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES and sum(root_of(t) is not None for t in walk(goal)) > 2:
        yield k.way(partial(by_triangle, k, goal))
