"""Roots of averages: √v >= Σ w_i √u_i where v = Σ w_i u_i and Σ w_i <= 1, so that Σ c_i √u_i <= Σ d_j √v_j.

The weights are a solution of linear equations and inequalities: of the averages v_j, and that each √u_i is made often
enough. So √(a + b − c) + √(b + c − a) + √(c + a − b) <= √a + √b + √c, as each of a, b and c is the mean of two.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from flint import fmpq

from proofs.builder.multipliers import combine
from proofs.kernel.normal import as_term, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, le, lt, mul, num
from proofs.search.base.facts import radicand, square_root
from proofs.search.engine import Asked, Search, Way, method

Root = tuple[Term, Term]  # √w and w


@dataclass(frozen=True)
class Roots:
    """Σ d_j √v_j − Σ c_i √u_i + rest, with d_j, c_i > 0."""

    larger: Mapping[Root, fmpq]
    smaller: Mapping[Root, fmpq]
    rest: Term


def roots_apart(f: Term) -> Roots | None:
    """A number as such a difference, if there are roots on both sides."""
    sides: tuple[dict[Root, fmpq], dict[Root, fmpq]] = ({}, {})
    rest = {}
    for m, c in normal(f).items():
        found = next(((a.term, w) for a, _ in m for w in [radicand(a.term)] if w is not None and w.free), None)
        if found is None:
            rest[m] = c
            continue
        if len(m) > 1 or next(iter(m))[1] != 1:
            return None
        sides[c < 0][found] = abs(c)
    return Roots(*sides, as_term(rest)) if all(sides) else None


def shares(roots: Roots) -> list[tuple[fmpq, dict[Root, fmpq]]] | None:
    """How much of each √v_j is used, and for how many of the √u_i.

    That is 0 <= e_j <= d_j and W_ji with e_j v_j = Σ_i W_ji u_i, Σ_i W_ji <= e_j and Σ_j W_ji >= c_i.
    """
    pairs = [(j, low) for j in range(len(roots.larger)) for low in roots.smaller]
    inside: list[dict[Hashable, fmpq]] = [
        {(j, m): c for m, c in normal(w).items()} for j, (_, w) in enumerate(roots.larger)
    ]
    wanted: dict[Hashable, fmpq] = dict(roots.smaller.items())
    unused: list[dict[Hashable, fmpq]] = []
    for j, d in enumerate(roots.larger.values()):
        wanted |= {j: d} | {at: d * c for at, c in inside[j].items()}
        unused.append({j: fmpq(1), **inside[j]})
    columns = [{j: fmpq(1), low: fmpq(1)} | {(j, m): c for m, c in normal(low[1]).items()} for j, low in pairs]
    spare: list[dict[Hashable, fmpq]] = [{j: fmpq(1)} for j in range(len(unused))]
    spare += [{low: fmpq(-1)} for low in roots.smaller]
    found = combine(wanted, [], [*unused, *columns, *spare])
    if found is None:
        return None
    some = {k: w for k, w in found[1].items() if w}
    own: list[dict[Root, fmpq]] = [{} for _ in unused]
    for k, (j, low) in enumerate(pairs, len(unused)):
        own[j] |= {low: some[k]} if k in some else {}
    return [(d - some.get(j, fmpq(0)), own[j]) for j, d in enumerate(roots.larger.values())]


def by_averages(
    search: Search, asked: Asked, roots: Roots, weights: Sequence[tuple[fmpq, Mapping[Root, fmpq]]]
) -> Fact:
    """The goal from the rest, and from what each root of an average is above."""
    strict = lt if asked.goal.op == "lt" else le
    inside = search.prove(asked.given, strict(num(0), roots.rest), asked.depth + 1)
    known: dict[Root, tuple[Fact, Fact]] = {}
    for t, w in dict.fromkeys((*roots.larger, *roots.smaller)):
        sign = search.prove(asked.given, le(num(0), w), asked.depth + 1)
        known[t, w] = square_root(search, t, w, sign)
    sums = [(num(1), [inside])]
    for (above, d), (used, own) in zip(roots.larger.items(), weights, strict=True):
        sums += [(num(d - used), [known[above][0]])]
        sums += [(num(1), [_above(search, above, used, own, known)])] if used else []
    for low, c in roots.smaller.items():
        more = sum((own.get(low, fmpq(0)) for _, own in weights), -c)
        sums.append((num(more), [known[low][0]]))
    return search.run("arith", asked.goal, sums, [], [])


def _above(
    search: Search, above: Root, d: fmpq, own: Mapping[Root, fmpq], known: Mapping[Root, tuple[Fact, Fact]]
) -> Fact:
    """Σ W_i √u_i <= d √v: else d² v < (Σ W_i √u_i)², which is not above d Σ W_i u_i."""
    s, total = mul(num(d), above[0]), sum((mul(num(w), t) for (t, _), w in own.items()), num(0))
    goal, wrong = le(total, s), search.run("assume", lt(s, total))
    square = search.p.theorem("elementary.square_nonneg")
    (hole,) = square.concl.free
    sums = [(num(1), [wrong, wrong]), (num(2 * d), [wrong, known[above][0]]), (num(-d * d), [known[above][1]])]
    for (low, w), (other, v) in combinations(own.items(), 2):
        sums.append((num(w * v), [search.run("instantiate", square, [(hole, low[0] - other[0])])]))
    left = d - sum(own.values(), fmpq(0))
    for low, w in own.items():
        sums.append((num(left * w), [search.run("instantiate", square, [(hole, low[0])])]))
        sums.append((num(d * w), [known[low][1]]))
    never = search.run("absurd", search.run("arith", FALSE, sums, [], []), goal)
    return search.run("cases", total, s, search.run("assume", goal), never)


@method("roots of averages", share=0.3)
def averages(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of square roots on both sides."""
    roots = roots_apart(asked.f) if asked.goal.op in ("le", "lt") else None
    weights = shares(roots) if roots is not None else None
    if roots is not None and weights is not None:
        yield partial(by_averages, search, asked, roots, weights)
