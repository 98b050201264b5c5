"""Sums of squares times products of inequalities, up to multiples of equations (Stengle's Positivstellensatz)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import lcm
from typing import TYPE_CHECKING

from flint import fmpq

from proofs.builder.multipliers import combine
from proofs.kernel.normal import ONE, Atom, Mono, Poly, as_term, canonical, normal, plus, product, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Search
from proofs.search.points.sampling import points as sample
from proofs.search.points.sampling import value

if TYPE_CHECKING:
    from proofs.search.base.squares import Polynomial

MOST_FACTS = 6  # relations whose products multiply squares
FEW = 4  # variables to permute


def sum_of_squares(
    search: Search, goal: Term, facts: Sequence[Fact] = (), zeros: Sequence[Fact] = (), far: bool = False
) -> Fact:
    """Prove 0 <= f by a sum of squares times products of inequalities, up to multiples of equations.

    Unless `far` is true, the products have at most two factors and no higher degree than the question.

    Raises
    ------
    NotFound
        if none was found.
    """
    from proofs.search.base.squares import decompose  # NumPy takes time to load

    f = canonical(goal.args[1] - goal.args[0])
    p = normal(f)
    facts = facts[:MOST_FACTS]
    given = tuple(fact.concl for fact in (*facts, *zeros))
    singles, pairs, triples = ([list(c) for c in combinations(facts, k)] for k in (1, 2, 3))
    trials: list[tuple[list[list[Fact]], int]] = [([[]], 0), ([[], *singles], 0), ([[], *singles, *pairs], 0)]
    if far:
        trials = [([[], *singles, *pairs, *triples], more) for more in (0, 1, 2)]
    for factors, more in trials:
        if len(factors) > 1 and not facts and not more:
            break
        gaps = [product(_gap(fact) for fact in fs) for fs in factors]
        every = (p, *gaps, *map(_gap, zeros))
        names = sorted({a for q in every for m in q for a, _ in m}, key=lambda a: a.order)
        unit = {a: lcm(*(int(e.q) for q in every for m in q for b, e in m if b is a)) for a in names}
        if any(e < 0 for q in every for m in q for _, e in m):
            raise KernelError("not a polynomial")
        vectors = [_vector(q, names, unit) for q in gaps]
        for spare, support in _supports(goal, f, factors):
            target = _vector(plus(p, spare, -1), names, unit)
            if not target:
                continue
            ideal = [_vector(_gap(z), names, unit) for z in zeros]
            points = _zeros(given, target, vectors, ideal, names, unit) if far and not spare else []
            long = search.has_long
            found = decompose(target, vectors, ideal, search.limit, points=points, more=more, large=long)
            if found is None:
                continue
            square = search.p.theorem("elementary.square_nonneg")
            (hole,) = square.concl.free
            sums = list(support)
            for fs, squares in zip(factors, found, strict=True):
                for c, part in squares:
                    root = as_term({_mono(m, names, unit): v for m, v in part.items()})
                    sums.append((num(c), [search.run("instantiate", square, [(hole, root)]), *fs]))
            if zeros:  # the rest is a combination of the equations
                rest = plus(p, product_sum(sums), -1)
                sums += _combination(rest, zeros, names, unit, target)
            return search.run("arith", goal, sums, [], [])
    raise NotFound("no sum of squares")


def _zeros(
    given: tuple[Term, ...],
    f: Polynomial,
    factors: Sequence[Polynomial],
    ideal: Sequence[Polynomial],
    names: Sequence[Atom],
    unit: Mapping[Atom, int],
) -> list[tuple[fmpq, ...]]:
    """Return rational points at which the hypotheses hold and f is 0, and their images by symmetry."""
    from proofs.search.base.squares import at
    from proofs.search.points.descent import rational_zeros

    if any(a.term.op != "var" or unit[a] > 1 for a in names):
        return []
    t = as_term({_mono(m, names, unit): c for m, c in f.items()})
    seen = rational_zeros(given, tuple(a.term for a in names), t)
    found = dict.fromkeys(w for v in seen for w in (permutations(v) if len(v) <= FEW else [v]))
    return [v for v in found if all(at(g, v) >= 0 for g in factors) and not any(at(q, v) for q in (f, *ideal))]


def product_sum(sums: Sequence[tuple[Term, list[Fact]]]) -> Poly:
    """Return Σ coefficient · Π facts."""
    out: Poly = {}
    for c, facts in sums:
        out = plus(out, product([normal(c), *map(_gap, facts)]))
    return out


def _combination(
    rest: Poly, zeros: Sequence[Fact], names: Sequence[Atom], unit: Mapping[Atom, int], f: Polynomial
) -> list[tuple[Term, list[Fact]]]:
    """Return the rest as Σ q · (right − left) over the equations."""
    from proofs.search.base.squares import multiples

    columns, made = [], []
    left = _vector(rest, names, unit)
    for z in zeros:
        h = _vector(_gap(z), names, unit)
        for column in multiples({**left, **f, **h}, [h]):
            columns.append(column)
            shift = next(iter(column))
            origin = next(iter(h))
            made.append((z, tuple(a - b for a, b in zip(shift, origin, strict=True))))
    found = combine(left, columns, []) if left else ({}, {})
    if found is None:
        raise NotFound("not a multiple of the equations")
    return [(as_term({_mono(made[k][1], names, unit): w}), [made[k][0]]) for k, w in found[0].items()]


def _supports(
    goal: Term, f: Term, factors: Sequence[list[Fact]]
) -> Iterator[tuple[Poly, list[tuple[Term, list[Fact]]]]]:
    """Yield terms to subtract from f for a strict goal: a small number, or a small multiple of strict facts."""
    if goal.op == "le":
        yield {}, []
        return
    given, names = [fact.concl for fs in factors for fact in fs], sorted(f.free, key=lambda v: v.args[0])
    least = [v for point in sample(given, names) if (v := value(f, point)) is not None]
    for k in (4, 12, 34):
        if min(least, default=1.0) > 2.0**-k:
            yield {ONE: fmpq(1, 2**k)}, [(num(1, 2**k), [])]
    for fs in factors:
        if fs and all(fact.concl.op == "lt" for fact in fs):
            e = fmpq(1, 2**10)
            yield times(product(_gap(fact) for fact in fs), {ONE: e}), [(num(e), fs)]


def _gap(fact: Fact) -> Poly:
    return plus(normal(fact.concl.args[1]), normal(fact.concl.args[0]), -1)


def _vector(p: Poly, names: Sequence[Atom], unit: Mapping[Atom, int]) -> Polynomial:
    return {tuple(int(dict(m).get(a, 0) * unit[a]) for a in names): c for m, c in p.items()}


def _mono(m: Sequence[int], names: Sequence[Atom], unit: Mapping[Atom, int]) -> Mono:
    return frozenset((a, fmpq(e, unit[a])) for a, e in zip(names, m, strict=True) if e)
