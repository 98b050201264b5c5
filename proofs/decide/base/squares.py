"""Sums of squares: f = Σ g · Σ c (…)², g products of hypotheses, c > 0 rational.

Gram matrices are found in floating point as far inside the cone of positive semidefinite ones as possible (Newton's
method with a logarithmic barrier), then rounded to rationals, put back on the plane of all matrices that represent f
(Peyrl and Parrilo, 2008), and split exactly. Where f has zeros the cone has no inside on that plane: vectors that
every such matrix must vanish on are guessed from the smallest eigenvalues, made rational and divided out.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, inf
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

Exponents = tuple[int, ...]
Polynomial = dict[Exponents, fmpq]
WIDEST = 24  # polynomials in a basis
ENTRIES = 300  # of all Gram matrices together
ROUNDS = 4  # of dividing out
STEPS = 60  # of Newton's method
DENOMINATORS = (2**4, 2**8, 2**14, 2**24, 2**40)
Square = tuple[fmpq, Polynomial]


@dataclass
class Block:
    """Squares of combinations of `basis`, times `factor`."""

    factor: Polynomial
    basis: list[Polynomial]

    @property
    def entries(self) -> int:
        """Entries on and above the diagonal."""
        return len(self.basis) * (len(self.basis) + 1) // 2


def decompose(
    f: Polynomial, factors: Sequence[Polynomial], zeros: Sequence[Polynomial] = (), deadline: float = inf
) -> list[list[Square]] | None:
    """For each factor g (the first is 1) the squares (c, p) of f = Σ g · Σ c p², or None if they were not found.

    First among products g p² with degrees as in f, then as in f and all factors. With `zeros` h, the identity is
    one up to Σ q h, q polynomials whose degrees fit.
    """
    every = {m: fmpq(1) for g in (f, *factors, *zeros) for m in g}
    if zeros:
        top = max(every, key=sum)
        every |= {_sum(m, tuple(int(k == i) for k in range(len(m)))): fmpq(1) for m in [top] for i in range(len(top))}
    narrow, wide = ([_half(degrees, g) for g in factors] for degrees in (f, every))
    ideal = multiples(f, every, zeros)
    found = None if zeros else _decomposed(f, factors, narrow, ideal, deadline)
    return found if found is not None or wide == narrow else _decomposed(f, factors, wide, ideal, deadline)


def multiples(f: Polynomial, every: Polynomial, zeros: Sequence[Polynomial]) -> list[Polynomial]:
    """The products of the zeros with monomials, of degrees up to those that occur."""
    top = max(map(sum, every))
    out = []
    for h in zeros:
        room = top - max(map(sum, h))
        names = len(next(iter(h)))
        if room >= 0 and comb(room + names, names) <= 60:
            shifts = [m for m in product(*(range(room + 1) for _ in range(names))) if sum(m) <= room]
            out += [{_sum(m, k): c for k, c in h.items()} for m in shifts]
    return out


def _decomposed(
    f: Polynomial,
    factors: Sequence[Polynomial],
    bases: Sequence[Sequence[Exponents]],
    ideal: Sequence[Polynomial],
    deadline: float,
) -> list[list[Square]] | None:
    blocks = [Block(g, [{m: fmpq(1)} for m in basis]) for g, basis in zip(factors, bases, strict=True)]
    if len(blocks) == 1 and not ideal:
        blocks[0].basis = _thinned(f, blocks[0].basis)
    for _ in range(ROUNDS):
        sizes = [len(b.basis) for b in blocks]
        if not any(sizes) or max(sizes) > WIDEST or sum(b.entries for b in blocks) > ENTRIES:
            return None
        plane = _plane(f, blocks, ideal)
        if plane is None:
            return None
        rows, right = plane
        found = _centre(rows, right, blocks, deadline)
        if found is None:
            return None
        grams, depth = found
        if depth > 1e-9:
            for q in DENOMINATORS:
                squares = _rounded(rows, right, blocks, grams, q)
                if squares is not None:
                    return squares
        if depth < -1e-3:
            return None
        if not _divided(blocks, grams):
            return None
    return None


def _half(f: Polynomial, g: Polynomial) -> list[Exponents]:
    """Monomials m for which g m² has no higher degree than f, in each variable and in all."""
    names = range(len(next(iter(f))))
    tops = [(max(m[i] for m in f) - max(m[i] for m in g)) // 2 for i in names]
    total = (max(map(sum, f)) - max(map(sum, g))) // 2
    if total < 0 or any(t < 0 for t in tops) or comb(total + len(tops), len(tops)) > 4000:
        return []
    least = (min(map(sum, f)) - max(map(sum, g)) + 1) // 2
    return [m for m in product(*(range(t + 1) for t in tops)) if least <= sum(m) <= total][: WIDEST + 1]


def _thinned(f: Polynomial, basis: list[Polynomial]) -> list[Polynomial]:
    """Without monomials whose square can neither stand in f nor be cancelled."""
    left = [next(iter(b)) for b in basis]
    while True:
        products: dict[Exponents, int] = {}
        for a, b in combinations_with_replacement(left, 2):
            if a != b:
                products[_sum(a, b)] = products.get(_sum(a, b), 0) + 1
        kept = [m for m in left if f.get(_sum(m, m), 0) > 0 or products.get(_sum(m, m))]
        if len(kept) == len(left):
            return [{m: fmpq(1)} for m in left]
        left = kept


def _sum(a: Exponents, b: Exponents) -> Exponents:
    return tuple(map(int.__add__, a, b))


def _times(p: Mapping[Exponents, fmpq], q: Mapping[Exponents, fmpq]) -> Polynomial:
    out: Polynomial = {}
    for m, c in p.items():
        for k, d in q.items():
            at = _sum(m, k)
            out[at] = out.get(at, fmpq(0)) + c * d
    return {m: c for m, c in out.items() if c != 0}


def _plane(f: Polynomial, blocks: Sequence[Block], ideal: Sequence[Polynomial]) -> tuple[fmpq_mat, fmpq_mat] | None:
    """Independent equations for the entries on and above the diagonals, those above counted twice."""
    columns = list(ideal)
    for block in blocks:
        for i, j in combinations_with_replacement(range(len(block.basis)), 2):
            column = _times(block.factor, _times(block.basis[i], block.basis[j]))
            columns.append(column if i == j else {m: 2 * c for m, c in column.items()})
    monomials = sorted({m for c in columns for m in c})
    if any(m not in monomials for m in f):
        return None
    wide = fmpq_mat([[c.get(m, fmpq(0)) for c in columns] + [f.get(m, fmpq(0))] for m in monomials])
    reduced, rank = wide.rref()
    # the rows that begin with a multiple of a zero only say how much of it there is
    table = [row[len(ideal) :] for row in reduced.table()[:rank] if all(v == 0 for v in row[: len(ideal)])]
    count = len(columns) - len(ideal)
    if any(all(v == 0 for v in row[:count]) for row in table):
        return None
    if not table:
        return None
    return fmpq_mat([row[:count] for row in table]), fmpq_mat([[row[count]] for row in table])


def _matrices(blocks: Sequence[Block]) -> list[Any]:
    """For each block, the symmetric matrices that its entries stand for, as an array (entries, n, n)."""
    out = []
    for block in blocks:
        n = len(block.basis)
        basis = np.zeros((block.entries, n, n))
        for k, (i, j) in enumerate(combinations_with_replacement(range(n), 2)):
            basis[k, i, j] = basis[k, j, i] = 1
        out.append(basis)
    return out


def _centre(
    rows: fmpq_mat, right: fmpq_mat, blocks: Sequence[Block], deadline: float
) -> tuple[list[Any], float] | None:
    """Gram matrices X on the plane with X − t · 1 well inside the cone for the largest t, and t."""
    a = np.array([[float(v.p) / float(v.q) for v in row] for row in rows.table()])
    b = np.array([float(v.p) / float(v.q) for (v,) in right.table()])
    start = np.linalg.lstsq(a, b, rcond=None)[0]
    _, singular, vt = np.linalg.svd(a)
    null = vt[int((singular > 1e-9 * singular[0]).sum()) :]
    shapes = _matrices(blocks)
    cuts = np.cumsum([0, *(block.entries for block in blocks)])
    parts = list(zip(cuts, cuts[1:], shapes, strict=False))
    base = [np.tensordot(start[i:j], m, 1) for i, j, m in parts]
    moves = [np.tensordot(null[:, i:j], m, 1) for i, j, m in parts]  # (directions, n, n)
    low = min(np.linalg.eigvalsh(x).min() for x in base if len(x))
    size = 1 + max(float(np.abs(x).max()) for x in base if len(x))
    t = low - size
    y = np.zeros(len(null))
    radius = 100.0 * size * sum(len(x) for x in base)
    weight = 1.0
    for _ in range(STEPS):
        if time.monotonic() > deadline:
            return None
        gradient, hessian = np.zeros(len(null) + 1), np.zeros((len(null) + 1,) * 2)
        gradient[-1] = -weight  # minimise −weight · t − log det − log(size − t) − log(radius − trace)
        trace = 0.0
        slope = np.zeros(len(null))
        for x0, move in zip(base, moves, strict=True):
            n = len(x0)
            if not n:
                continue
            x = x0 + np.tensordot(y, move, 1)
            inverse = np.linalg.inv(x - t * np.eye(n))
            along = np.concatenate([move, -np.eye(n)[None]])
            turned = np.einsum("ij,kjl->kil", inverse, along)
            gradient -= np.trace(turned, axis1=1, axis2=2)
            flat = turned.reshape(len(turned), -1)
            hessian += flat @ turned.transpose(0, 2, 1).reshape(len(turned), -1).T
            trace += np.trace(x)
            slope += np.trace(move, axis1=1, axis2=2)
        room = radius - trace
        gradient[:-1] += slope / room
        hessian[:-1, :-1] += np.outer(slope, slope) / room**2
        gradient[-1] += 1 / (size - t)
        hessian[-1, -1] += 1 / (size - t) ** 2
        try:
            step = -np.linalg.solve(hessian + 1e-13 * np.eye(len(hessian)), gradient)
        except np.linalg.LinAlgError:
            return None
        decrement = float(-gradient @ step)
        scale = 1.0 if decrement < 0.25 else 1 / (1 + decrement**0.5)
        while scale > 1e-8:
            y2, t2 = y + scale * step[:-1], t + scale * step[-1]
            grams = [x0 + np.tensordot(y2, move, 1) for x0, move in zip(base, moves, strict=True)]
            inside = all(np.linalg.eigvalsh(x).min() > t2 for x in grams if len(x))
            if inside and t2 < size and sum(np.trace(x) for x in grams) < radius:
                break
            scale /= 2
        else:
            break
        y, t = y2, t2
        if decrement < 1e-3:
            if weight > 1e9:
                break
            weight *= 8
    return [x0 + np.tensordot(y, move, 1) for x0, move in zip(base, moves, strict=True)], float(t)


def _rounded(
    rows: fmpq_mat, right: fmpq_mat, blocks: Sequence[Block], grams: Sequence[Any], q: int
) -> list[list[Square]] | None:
    """The squares of rational Gram matrices near those given."""
    entries = []
    for block, x in zip(blocks, grams, strict=True):
        for i, j in combinations_with_replacement(range(len(block.basis)), 2):
            entries.append([fmpq(round(float(x[i, j]) * q), q)])
    point = fmpq_mat(entries)
    turned = rows.transpose()
    try:
        exact = point - turned * (rows * turned).solve(rows * point - right)
    except ZeroDivisionError:
        return None
    values = iter(v for (v,) in exact.table())
    out = []
    for block in blocks:
        n = len(block.basis)
        matrix = [[fmpq(0)] * n for _ in range(n)]
        for i, j in combinations_with_replacement(range(n), 2):
            matrix[i][j] = matrix[j][i] = next(values)
        squares = _split(matrix, block.basis)
        if squares is None:
            return None
        out.append(squares)
    return out


def _split(matrix: list[list[fmpq]], basis: Sequence[Polynomial]) -> list[Square] | None:
    """A symmetric matrix as Σ c (…)² with c > 0; None if it is not positive semidefinite."""
    n = len(matrix)
    rest = [list(row) for row in matrix]
    out: list[Square] = []
    for k in range(n):
        d = rest[k][k]
        if d < 0 or (d == 0 and any(rest[k][j] != 0 for j in range(k, n))):
            return None
        if d == 0:
            continue
        row = [rest[k][j] / d if j >= k else fmpq(0) for j in range(n)]
        for i in range(k, n):
            for j in range(k, n):
                rest[i][j] -= d * row[i] * row[j]
        total: Polynomial = {}
        for c, p in zip(row, basis, strict=True):
            for m, v in p.items():
                total[m] = total.get(m, fmpq(0)) + c * v
        out.append((d, {m: v for m, v in total.items() if v != 0}))
    return out


def _divided(blocks: Sequence[Block], grams: Sequence[Any]) -> bool:
    """Bases cut down to what does not vanish on guessed rational vectors; whether there were any."""
    found = False
    for block, x in zip(blocks, grams, strict=True):
        if not len(x):
            continue
        values, vectors = np.linalg.eigh(x)
        small = vectors[:, values < 1e-4 * max(1e-3, float(values.max()))].T
        null = _rational_span(small) if len(small) else None
        if null is None:
            continue
        found = True
        reduced, rank = fmpq_mat(null).rref()
        table = reduced.table()[:rank]
        pivots = [next(j for j, v in enumerate(row) if v != 0) for row in table]
        free = [j for j in range(len(x)) if j not in pivots]
        block.basis = _complement(table, pivots, free, block.basis)
    return found


def _complement(
    table: Sequence[Sequence[fmpq]], pivots: Sequence[int], free: Sequence[int], basis: Sequence[Polynomial]
) -> list[Polynomial]:
    """Combinations w · basis with w orthogonal to every row (rows reduced, with 1 at their pivots)."""
    out = []
    for j in free:
        total: Polynomial = dict(basis[j])
        for row, pivot in zip(table, pivots, strict=True):
            for m, v in basis[pivot].items():
                total[m] = total.get(m, fmpq(0)) - row[j] * v
        out.append({m: v for m, v in total.items() if v != 0})
    return out


def _rational_span(vectors: Any) -> list[list[fmpq]] | None:
    """Rational vectors that span nearly the same space."""
    rows = np.array(vectors, dtype=float)
    rank = 0
    for column in range(rows.shape[1]):
        if rank == len(rows):
            break
        best = rank + int(np.argmax(np.abs(rows[rank:, column])))
        if abs(rows[best, column]) < 1e-3:
            continue
        rows[[rank, best]] = rows[[best, rank]]
        rows[rank] /= rows[rank, column]
        for other in range(len(rows)):
            if other != rank:
                rows[other] -= rows[other, column] * rows[rank]
        rank += 1
    out = []
    for row in rows[:rank]:
        exact = []
        for v in row:
            near = _near(float(v))
            if near is None:
                return None
            exact.append(near)
        out.append(exact)
    return out or None


def _near(v: float) -> fmpq | None:
    """A rational with a small denominator close by."""
    for q in range(1, 65):
        p = round(v * q)
        if abs(p / q - v) < 2e-3 / q:
            return fmpq(p, q)
    return None
