"""Sums of squares: f = Σ g · Σ c (…)², where the g are products of hypotheses, and the c > 0 are rational.

Gram matrices are computed in floating point, as deep inside the positive semidefinite cone as possible: by Clarabel, or
by Newton's method with a logarithmic barrier if little effort is left. They are rounded to rationals, projected onto
the affine space of all matrices that represent f (Peyrl and Parrilo, 2008), and decomposed exactly.
If f has zeros, this space does not meet the interior of the cone: at a known zero, every square with a nonzero factor
vanishes. Further common kernel vectors of the matrices are guessed from the smallest eigenvalues and rounded to
rationals, and the bases are restricted to their complement (facial reduction).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice, product
from math import comb, inf
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from proofs.kernel.work import WORK
from proofs.search.base.effort import UNIT, cut_short, over, spent

Exponents = tuple[int, ...]
Polynomial = dict[Exponents, fmpq]
WIDEST, LARGE = 20, 60  # the maximum number of polynomials in a basis, normally and with `large`
ENTRIES, MOST_ENTRIES = 210, 1800  # the maximum number of entries of all Gram matrices, likewise
EQUATIONS = 320  # the maximum number of equations between the entries
ALL = 4000  # the maximum number of candidates for monomials
ROUNDS = 4  # attempts, each of which restricts the bases by guessed kernel vectors
STEPS = 60  # iterations of Newton's method or of the solver
DENOMINATORS = (2**4, 2**8, 2**14, 2**24, 2**40)
Square = tuple[fmpq, Polynomial]


@dataclass
class Block:
    """Squares of linear combinations of `basis`, times `factor`."""

    factor: Polynomial
    basis: list[Polynomial]

    @property
    def entries(self) -> int:
        """The number of entries on and above the diagonal."""
        return len(self.basis) * (len(self.basis) + 1) // 2


def decompose(
    f: Polynomial,
    factors: Sequence[Polynomial],
    zeros: Sequence[Polynomial] = (),
    limit: float = inf,
    *,
    points: Sequence[Sequence[fmpq]] = (),
    more: int = 0,
    large: bool = False,
) -> list[list[Square]] | None:
    """Return for each factor g (the first is 1) the squares (c, p) of f = Σ g · Σ c p², or None.

    The products g p² first have degrees as in f, then as in f and all factors, or at once `more`. With `zeros` h, the
    identity holds up to Σ q h for polynomials q of matching degrees. The `points` are zeros of f at which every factor
    is nonnegative and every h is 0.
    """
    every = {m: fmpq(1) for g in (f, *factors, *zeros) for m in g}
    names = range(len(next(iter(every))))
    if zeros:
        highest = max(every, key=sum)
        every |= {_sum(highest, tuple(int(k == i) for k in names)): fmpq(1) for i in names}
    if more:
        top = max(map(sum, every)) + more
        every |= {tuple(top * (k == i) for k in names): fmpq(1) for i in names}
    narrow, wide = ([_half(degrees, g) for g in factors] for degrees in (f, every))
    if not large and max(map(len, (*narrow, *wide))) > WIDEST:
        return None
    found = None
    if not zeros and not more:
        found = _decomposed(f, factors, narrow, [], limit, points, large)
    if found is not None or (wide == narrow and not zeros):
        return found
    return _decomposed(f, factors, wide, multiples(every, zeros), limit, points, large)


def multiples(every: Polynomial, zeros: Sequence[Polynomial]) -> list[Polynomial]:
    """Return the products of the zeros with monomials, up to the highest degree that occurs."""
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
    limit: float,
    points: Sequence[Sequence[fmpq]],
    large: bool,
) -> list[list[Square]] | None:
    blocks = [Block(g, [{m: fmpq(1)} for m in basis]) for g, basis in zip(factors, bases, strict=True)]
    if not ideal and all(len(g) == 1 for g in factors):
        _thin(f, blocks)
    _cut(blocks, points)
    for _ in range(ROUNDS):
        sizes, entries = [len(b.basis) for b in blocks], sum(b.entries for b in blocks)
        if not any(sizes) or max(sizes) > (LARGE if large else WIDEST):
            return None
        if entries > (MOST_ENTRIES if large else ENTRIES):
            return None
        plane = _plane(f, blocks, ideal)
        if plane is None or len(plane.rows) > EQUATIONS or over(limit):
            return None
        found = (_deepest if large else _centre)(plane, blocks, limit)
        if found is None:
            return None
        grams, depth = found
        if depth > 1e-9:
            for q in DENOMINATORS:
                if over(limit):
                    return None
                squares = _rounded(plane, blocks, grams, q)
                if squares is not None:
                    return squares
        if depth < -1e-3:
            return None
        if not _divided(blocks, grams):
            return None
    return None


def _thin(f: Polynomial, blocks: Sequence[Block]) -> None:
    """Drop monomials whose squares, times the factor, can neither occur in f nor be cancelled."""
    while True:
        products: set[Exponents] = set()
        squares: list[list[Exponents]] = []
        for block in blocks:
            (s,) = block.factor
            left = [next(iter(b)) for b in block.basis]
            products |= {_sum(s, _sum(a, b)) for a, b in combinations_with_replacement(left, 2) if a != b}
            squares.append([_sum(s, _sum(m, m)) for m in left])
        changed = False
        for block, own in zip(blocks, squares, strict=True):
            kept = [b for b, m in zip(block.basis, own, strict=True) if f.get(m, 0) > 0 or m in products]
            changed |= len(kept) < len(block.basis)
            block.basis = kept
        if not changed:
            return


def _cut(blocks: Sequence[Block], points: Sequence[Sequence[fmpq]]) -> None:
    """Restrict each basis to polynomials that vanish at the points at which the factor does not vanish."""
    for block in blocks:
        rows = [[at(b, point) for b in block.basis] for point in points if at(block.factor, point)]
        rows = [row for row in rows if any(row)]
        if rows:
            reduced, rank = fmpq_mat(rows).rref()
            block.basis = _orthogonal(reduced.table()[:rank], block.basis)


def at(p: Polynomial, point: Sequence[fmpq]) -> fmpq:
    """Return the value of a polynomial."""
    out = fmpq(0)
    for m, c in p.items():
        for v, e in zip(point, m, strict=True):
            c = c * v**e if e else c
        out += c
    return out


def _half(f: Polynomial, g: Polynomial) -> list[Exponents]:
    """Return the monomials m such that g m² has at most the degree of f, in each variable and in total."""
    names = range(len(next(iter(f))))
    tops = [(max(m[i] for m in f) - max(m[i] for m in g)) // 2 for i in names]
    total = (max(map(sum, f)) - max(map(sum, g))) // 2
    if total < 0 or any(t < 0 for t in tops) or comb(total + len(tops), len(tops)) > ALL:
        return []
    least = (min(map(sum, f)) - max(map(sum, g)) + 1) // 2
    return [m for m in islice(_exponents(tops, total), ALL) if least <= sum(m)][: LARGE + 1]


def _exponents(tops: Sequence[int], total: int) -> Iterator[Exponents]:
    """Yield the exponents with these maxima and at most this sum, in lexicographic order."""
    if not tops:
        yield ()
        return
    for e in range(min(tops[0], total) + 1):
        for rest in _exponents(tops[1:], total - e):
            yield e, *rest


def _sum(a: Exponents, b: Exponents) -> Exponents:
    return tuple(map(int.__add__, a, b))


def _times(p: Mapping[Exponents, fmpq], q: Mapping[Exponents, fmpq]) -> Polynomial:
    out: Polynomial = {}
    WORK.done += 3 * len(p) * len(q)
    for m, c in p.items():
        for k, d in q.items():
            at = _sum(m, k)
            out[at] = out.get(at, fmpq(0)) + c * d
    return {m: c for m, c in out.items() if c != 0}


@dataclass
class _Plane:
    """Independent linear equations for `count` numbers: the coefficients of each by column, and the right sides."""

    count: int
    rows: list[dict[int, fmpq]]
    right: list[fmpq]

    def floats(self) -> tuple[Any, Any]:
        """Return the coefficients and the right sides as arrays of shapes (equations, count) and (equations,)."""
        a, b = np.zeros((len(self.rows), self.count)), np.array([float(v.p) / float(v.q) for v in self.right])
        for i, row in enumerate(self.rows):
            for j, v in row.items():
                a[i, j] = float(v.p) / float(v.q)
        return a, b

    def exact(self) -> tuple[fmpq_mat, fmpq_mat]:
        """Return the same as matrices of rationals."""
        none = fmpq(0)
        rows = [[row.get(j, none) for j in range(self.count)] for row in self.rows]
        return fmpq_mat(rows), fmpq_mat([[v] for v in self.right])


def _plane(f: Polynomial, blocks: Sequence[Block], ideal: Sequence[Polynomial]) -> _Plane | None:
    """Return independent equations for the entries on and above the diagonals; entries above them count twice."""
    columns = list(ideal)
    for block in blocks:
        for i, j in combinations_with_replacement(range(len(block.basis)), 2):
            column = _times(block.factor, _times(block.basis[i], block.basis[j]))
            columns.append(column if i == j else {m: 2 * c for m, c in column.items()})
    entries: dict[Exponents, dict[int, fmpq]] = {m: {} for c in columns for m in c}
    if any(m not in entries for m in f):
        return None
    last = len(columns)
    for k, column in enumerate((*columns, f)):
        for m, c in column.items():
            entries[m][k] = c
    reduced = _reduced([row for row in entries.values() if row], last)
    if reduced is None:
        return None
    # rows with a nonzero entry in the columns of `ideal` only determine coefficients q
    table = [row for pivot, row in reduced if pivot >= len(ideal)]
    if not table:
        return None
    right = [row.pop(last, fmpq(0)) for row in table]
    return _Plane(last - len(ideal), [{k - len(ideal): v for k, v in row.items()} for row in table], right)


def _reduced(rows: Sequence[dict[int, fmpq]], last: int) -> list[tuple[int, dict[int, fmpq]]] | None:
    """Return the reduced row echelon form of a sparse matrix, each row with its pivot; the rows are changed.

    Return None if the column `last` has a pivot: the equations with these right sides have no solution.
    """
    column: dict[int, dict[int, None]] = {}  # the rows with an entry in a column
    for i, row in enumerate(rows):
        for k in row:
            column.setdefault(k, {})[i] = None
    pivots: dict[int, int] = {}  # by row
    for k in sorted(column):
        open_rows = [i for i in column[k] if i not in pivots]
        if not open_rows:
            continue
        if k == last:
            return None
        i = min(open_rows, key=lambda i: (len(rows[i]), i))
        pivots[i], scale = k, rows[i][k]
        rows[i].update({j: v / scale for j, v in rows[i].items()})
        for other in [o for o in column[k] if o != i]:
            factor, row = rows[other][k], rows[other]
            for j, v in rows[i].items():
                value = row.get(j, 0) - factor * v
                if value != 0:
                    row[j] = value
                    column[j][other] = None
                elif j in row:
                    del row[j], column[j][other]
    return sorted(((k, rows[i]) for i, k in pivots.items()), key=lambda found: found[0])


def _matrices(blocks: Sequence[Block]) -> list[Any]:
    """Return for each block the symmetric matrices that belong to its entries, as an array (entries, n, n)."""
    out = []
    for block in blocks:
        n = len(block.basis)
        basis = np.zeros((block.entries, n, n))
        for k, (i, j) in enumerate(combinations_with_replacement(range(n), 2)):
            basis[k, i, j] = basis[k, j, i] = 1
        out.append(basis)
    return out


def _centre(plane: _Plane, blocks: Sequence[Block], limit: float) -> tuple[list[Any], float] | None:
    """Return Gram matrices X that satisfy the equations, with X − t · 1 in the cone for nearly the largest t, and t."""
    a, b = plane.floats()
    start = np.linalg.lstsq(a, b, rcond=None)[0]
    _, singular, vt = np.linalg.svd(a)
    null = vt[int((singular > 1e-9 * singular[0]).sum()) :]
    cuts = np.cumsum([0, *(block.entries for block in blocks)])
    parts = [(i, j, m) for i, j, m in zip(cuts, cuts[1:], _matrices(blocks), strict=False) if i < j]
    base = [np.tensordot(start[i:j], m, 1) for i, j, m in parts]
    ones = [np.eye(len(x)) for x in base]
    moves = [np.tensordot(null[:, i:j], m, 1) for i, j, m in parts]  # (directions, n, n)
    flat = [move.reshape(len(null), one.size) for move, one in zip(moves, ones, strict=True)]
    along = [np.concatenate([move, -one[None]]) for move, one in zip(moves, ones, strict=True)]
    whole, slope = sum(float(np.trace(x)) for x in base), sum(np.trace(move, axis1=1, axis2=2) for move in moves)

    def grams(y: Any) -> list[Any]:
        return [x + (y @ m).reshape(x.shape) for x, m in zip(base, flat, strict=True)]

    low = min(np.linalg.eigvalsh(x).min() for x in base)
    size = 1 + max(float(np.abs(x).max()) for x in base)
    t = low - size
    y = np.zeros(len(null))
    radius = 100.0 * size * sum(len(x) for x in base)
    weight = 1.0
    for _ in range(STEPS):
        if over(limit):
            return None
        WORK.done += 50
        WORK.done += sum(len(d) * len(d) * len(x) * len(x) for x, d in zip(base, along, strict=True)) // 1000
        gradient, hessian = np.zeros(len(null) + 1), np.zeros((len(null) + 1,) * 2)
        gradient[-1] = -weight  # minimise −weight · t − log det − log(size − t) − log(radius − trace)
        for x, one, directions in zip(grams(y), ones, along, strict=True):
            turned = (np.linalg.inv(x - t * one) @ directions).reshape(len(directions), -1)
            gradient -= turned[:, :: len(x) + 1].sum(1)
            hessian += turned @ turned.reshape(directions.shape).transpose(0, 2, 1).reshape(len(directions), -1).T
        room = radius - whole - float(y @ slope)
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
            inside = t2 < size and whole + float(y2 @ slope) < radius
            if inside and all(_definite(x - t2 * one) for x, one in zip(grams(y2), ones, strict=True)):
                break
            scale /= 2
        else:
            break
        y, t = y2, t2
        if decrement < 1e-3:
            if weight > 1e9:
                break
            weight *= 8
    found = iter(grams(y))
    return [next(found) if block.entries else np.zeros((0, 0)) for block in blocks], float(t)


def _definite(x: Any) -> bool:
    """Return whether a symmetric matrix is positive definite."""
    try:
        np.linalg.cholesky(x)
    except np.linalg.LinAlgError:
        return False
    return True


@dataclass
class _Sparse:
    """A sparse matrix by columns, with the attributes that Clarabel requires."""

    data: Any
    indices: Any
    indptr: Any
    shape: tuple[int, int]
    has_sorted_indices = has_canonical_format = True


_Sparse.__name__ = "csc_matrix"


def _sparse(entries: Mapping[tuple[int, int], float], shape: tuple[int, int]) -> _Sparse:
    order = sorted(entries, key=lambda at: (at[1], at[0]))
    columns = np.array([j for _, j in order], dtype=np.int64)
    return _Sparse(
        np.array([entries[at] for at in order], dtype=float),
        np.array([i for i, _ in order], dtype=np.int32),
        np.searchsorted(columns, np.arange(shape[1] + 1)).astype(np.int32),
        shape,
    )


def _deepest(plane: _Plane, blocks: Sequence[Block], limit: float) -> tuple[list[Any], float] | None:
    """Compute the result of `_centre` by an interior-point solver for conic programs."""
    import clarabel  # takes time to load
    import scipy.linalg  # noqa: F401  (the solver imports it as well, but fails if an alarm interrupts the import)

    a, b = plane.floats()
    norm = np.abs(a).max(1)
    a, b = a / norm[:, None], b / norm
    size = max(1.0, float(np.abs(b).max()))
    count, below = a.shape[1], len(a)
    entries = {(int(i), int(j)): float(a[i, j]) for i, j in zip(*np.nonzero(a), strict=True)}
    cones: list[Any] = [clarabel.ZeroConeT(below)]
    offset = 0
    for block in blocks:
        n = len(block.basis)
        if not n:
            continue
        index = {ij: offset + k for k, ij in enumerate(combinations_with_replacement(range(n), 2))}
        for j in range(n):
            for i in range(j + 1):
                entries[below, index[i, j]] = -1.0 if i == j else -(2**0.5)
                if i == j:
                    entries[below, count] = 1.0
                below += 1
        cones.append(clarabel.PSDTriangleConeT(n))
        offset += block.entries
    entries[below, count] = 1.0  # t <= 1
    cones.append(clarabel.NonnegativeConeT(1))
    matrix, none = _sparse(entries, (below + 1, count + 1)), _sparse({}, (count + 1, count + 1))
    bound, cost = np.zeros(below + 1), np.zeros(count + 1)
    bound[: len(b)], bound[-1], cost[-1] = b / size, 1.0, -1.0
    settings = clarabel.DefaultSettings()
    work = (count + below) ** 2 // 1000 + 1  # the work of an iteration
    settings.verbose, settings.max_threads = False, 1
    settings.max_iter = int(min(STEPS, max(1.0, (limit - spent()) * UNIT / work)))
    solution = clarabel.DefaultSolver(none, cost, matrix, bound, cones, settings).solve()
    WORK.done += solution.iterations * work
    if settings.max_iter < STEPS and str(solution.status) == "MaxIterations":
        cut_short()
    if str(solution.status) not in ("Solved", "AlmostSolved", "InsufficientProgress"):
        return None
    x = np.array(solution.x) * size
    if not np.isfinite(x).all():
        return None
    grams, offset = [], 0
    for block in blocks:
        n = len(block.basis)
        gram = np.zeros((n, n))
        for k, (i, j) in enumerate(combinations_with_replacement(range(n), 2)):
            gram[i, j] = gram[j, i] = x[offset + k]
        grams.append(gram)
        offset += block.entries
    low = min(float(np.linalg.eigvalsh(g).min()) for g in grams if len(g))
    return grams, low / size


def _rounded(plane: _Plane, blocks: Sequence[Block], grams: Sequence[Any], q: int) -> list[list[Square]] | None:
    """Return the squares of rational Gram matrices near the given ones, or None."""
    entries = []
    for block, x in zip(blocks, grams, strict=True):
        for i, j in combinations_with_replacement(range(len(block.basis)), 2):
            entries.append([fmpq(round(float(x[i, j]) * q), q)])
    point, (rows, right) = fmpq_mat(entries), plane.exact()
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
    """Return a symmetric matrix as Σ c (…)² with c > 0; None if it is not positive semidefinite."""
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
    """Restrict the bases to the complement of guessed rational kernel vectors; return whether there were any."""
    found = False
    for block, x in zip(blocks, grams, strict=True):
        if not len(x):
            continue
        values, vectors = np.linalg.eigh(x)
        null = next(filter(None, (_rational_span(vectors[:, :k].T) for k in _gaps(values))), None)
        if null is None:
            continue
        found = True
        reduced, rank = fmpq_mat(null).rref()
        block.basis = _orthogonal(reduced.table()[:rank], block.basis)
    return found


def _gaps(values: Any) -> list[int]:
    """Return possible numbers of zero eigenvalues, the likeliest first: the eigenvalues below a large gap."""
    top = max(1e-3, float(values.max()))
    known = np.append(np.maximum(values / top, 1e-10), 1.0)
    steps = {k: known[k] / known[k - 1] for k in range(1, len(known)) if known[k - 1] < 1e-4}
    return sorted((k for k, step in steps.items() if step > 20), key=lambda k: -steps[k])


def _orthogonal(table: Sequence[Sequence[fmpq]], basis: Sequence[Polynomial]) -> list[Polynomial]:
    """Return combinations w · basis with w orthogonal to every row; the rows are reduced, with pivots 1."""
    pivots = [next(j for j, v in enumerate(row) if v != 0) for row in table]
    out = []
    for j in (j for j in range(len(basis)) if j not in pivots):
        total: Polynomial = dict(basis[j])
        for row, pivot in zip(table, pivots, strict=True):
            for m, v in basis[pivot].items():
                total[m] = total.get(m, fmpq(0)) - row[j] * v
        out.append({m: v for m, v in total.items() if v != 0})
    return out


def _rational_span(vectors: Any) -> list[list[fmpq]] | None:
    """Return rational vectors that span nearly the same space, or None."""
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
    """Return a rational with a small denominator close to v, or None."""
    for q in range(1, 65):
        p = round(v * q)
        if abs(p / q - v) < 2e-3 / q:
            return fmpq(p, q)
    return None
