"""Max-affine functions, the cells they cut a domain into, and the softmax indicator of the cells.

Source: Liu et al., 2025 (Liu), sections 3, 3.1, 3.2 and appendices A.1, A.2.

The pieces of a function are numbered from 0. Everything about cells is decided over the rationals; the
errors and thresholds of the softmax indicator are SymPy expressions in the number of pieces N, the gap Δ
between the largest and second largest piece, and the scale R.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import sympy as sp
from sympy import Expr, Interval, Symbol, exp

from symbolic.exact import Exact, fraction
from symbolic.polyhedron import Polyhedron, _dot

Row = tuple[Fraction, ...]


class Overlap(NamedTuple):
    """Two cells that meet, and the dimension of their intersection."""

    first: int
    second: int
    dimension: int


@dataclass(frozen=True, init=False)
class MaxAffine:
    """The function x -> max_i (a_i·x + b_i), Liu Definition 3.1; N pieces in d variables.

    `slopes` is N rows of d exact numbers, `offsets` N exact numbers. Raises ValueError if the
    shapes do not fit or there is no piece, TypeError for floats.

    >>> f = MaxAffine([[1], [-1], [0]], [0, 0, -1])
    >>> str(f.value([Fraction(-2, 3)])), f.labels([0]), f.indicator([3])
    ('2/3', (0, 1), (1, 0, 0))
    """

    slopes: tuple[Row, ...]
    offsets: Row

    def __init__(self, slopes: Sequence[Sequence[Exact]], offsets: Sequence[Exact]) -> None:
        """Check the shapes and make every number a `Fraction`."""
        rows = tuple(tuple(map(fraction, row)) for row in slopes)
        if not rows:
            raise ValueError("a max-affine function needs at least one piece")
        if len({len(row) for row in rows}) > 1:
            raise ValueError("all slopes need the same number of coordinates")
        if len(rows) != len(offsets):
            raise ValueError(f"{len(rows)} slopes but {len(offsets)} offsets")
        object.__setattr__(self, "slopes", rows)
        object.__setattr__(self, "offsets", tuple(map(fraction, offsets)))

    @classmethod
    def of(cls, function: Expr, variables: Sequence[Symbol] | None = None) -> "MaxAffine":
        """Return the function that SymPy writes as a maximum of affine expressions.

        The coordinates are the variables in the order given, else by name. The pieces are those that SymPy keeps (it
        leaves out those it can compare), in its order of sorting. Raises ValueError unless the function is a maximum of
        affine expressions in these variables, TypeError for coefficients that are no exact rational numbers.

        >>> x, y = sp.symbols("x y", real=True)
        >>> f = MaxAffine.of(sp.Max(x - 1, -x, 2*y + sp.Rational(1, 2)))
        >>> f.slopes == ((-1, 0), (1, 0), (0, 2)), str(f.value([1, 1]))
        (True, '5/2')
        """
        function = sp.sympify(function, strict=True)
        own = sorted(function.free_symbols, key=sp.default_sort_key) if variables is None else list(variables)
        if not own:
            raise ValueError(f"{function} has no variables: name those of its domain")
        slopes, offsets = [], []
        for piece in sorted(function.args, key=sp.default_sort_key) if isinstance(function, sp.Max) else [function]:
            if not piece.is_polynomial(*own) or sp.Poly(piece, *own).total_degree() > 1:
                raise ValueError(f"{piece} is not affine in {', '.join(map(str, own))}")
            affine = sp.Poly(piece, *own)
            slopes.append([affine.coeff_monomial(v) for v in own])
            offsets.append(affine.coeff_monomial(1))
        return cls(slopes, offsets)

    @property
    def pieces(self) -> int:
        """The number N of affine pieces."""
        return len(self.offsets)

    @property
    def variables(self) -> int:
        """The dimension d of the domain."""
        return len(self.slopes[0])

    def _pieces(self) -> list[tuple[Row, Fraction]]:
        return list(zip(self.slopes, self.offsets, strict=True))

    def _repr_latex_(self) -> str:
        x = sp.symbols(f"x_1:{self.variables + 1}")
        pieces = r",\; ".join(sp.latex(sp.Add(*map(sp.Mul, a, x), b)) for a, b in self._pieces())
        return rf"$\displaystyle \max\left\{{{pieces}\right\}}$"

    # ---- at a point

    def scores(self, x: Sequence[Exact]) -> Row:
        """Return the values of all pieces at x; raises ValueError for a point of the wrong size."""
        point = tuple(map(fraction, x))
        if len(point) != self.variables:
            raise ValueError(f"the point has {len(point)} coordinates, not {self.variables}")
        return tuple(_dot(a, point) + b for a, b in self._pieces())

    def value(self, x: Sequence[Exact]) -> Fraction:
        """Return the largest piece's value at x."""
        return max(self.scores(x))

    def labels(self, x: Sequence[Exact]) -> tuple[int, ...]:
        """Return all pieces that attain the maximum at x, in increasing order."""
        scores = self.scores(x)
        top = max(scores)
        return tuple(i for i, score in enumerate(scores) if score == top)

    def is_tied(self, x: Sequence[Exact]) -> bool:
        """Return whether more than one piece attains the maximum at x."""
        return len(self.labels(x)) > 1

    def gap(self, x: Sequence[Exact]) -> Fraction | None:
        """Return how far the largest piece is above the second largest at x: 0 on a tie, None if N = 1.

        >>> str(MaxAffine([[1], [-1]], [0, 0]).gap([Fraction(1, 3)]))
        '2/3'
        """
        scores = sorted(self.scores(x))
        return scores[-1] - scores[-2] if len(scores) > 1 else None

    def indicator(self, x: Sequence[Exact]) -> tuple[int, ...]:
        """Return the one-hot vector of the maximal piece, Liu Definition 3.2.

        On a tie (see `is_tied`) the paper's argmax is not defined; the lowest label is taken here.
        """
        first = self.labels(x)[0]
        return tuple(int(i == first) for i in range(self.pieces))

    # ---- cells

    def _domain(self, domain: Polyhedron | None) -> Polyhedron:
        domain = Polyhedron.whole(self.variables) if domain is None else domain
        if domain.space != self.variables:
            raise ValueError(f"the domain has dimension {domain.space}, not {self.variables}")
        return domain

    def cell(self, i: int, domain: Polyhedron | None = None) -> Polyhedron:
        """Return U_i = {x in the domain : piece i attains the maximum}, Liu Proposition 3.1.

        >>> MaxAffine([[1], [-1]], [0, 0]).cell(0, Polyhedron.box([-3], [2])).contains([-1])
        False
        """
        if not 0 <= i < self.pieces:
            raise IndexError(f"there is no piece {i}: they are numbered 0 to {self.pieces - 1}")
        pieces = self._pieces()
        own, offset = pieces[i]
        others = [piece for k, piece in enumerate(pieces) if k != i]
        rows = tuple(tuple(s - t for s, t in zip(row, own, strict=True)) for row, _ in others)
        bounds = tuple(offset - b for _, b in others)
        return self._domain(domain).intersect(Polyhedron(self.variables, rows, bounds))

    def overlaps(self, domain: Polyhedron | None = None) -> list[Overlap]:
        """Return the pairs of cells that meet, with the dimension of the common part.

        The cells are a partition in the strict sense only if this is empty; they overlap in more than a
        null set where the dimension is that of the space, as with duplicate pieces.

        >>> MaxAffine([[1], [-1], [-1]], [0, 0, 0]).overlaps()
        [Overlap(first=0, second=1, dimension=0), Overlap(first=0, second=2, dimension=0), \
Overlap(first=1, second=2, dimension=1)]
        """
        cells = [self.cell(i, domain) for i in range(self.pieces)]
        meets = (
            Overlap(i, j, cells[i].intersect(cells[j]).dimension()) for i, j in combinations(range(self.pieces), 2)
        )
        return [overlap for overlap in meets if overlap.dimension >= 0]

    def duplicates(self) -> list[tuple[int, int]]:
        """Return the pairs of pieces with the same slope and offset."""
        pieces = self._pieces()
        return [(i, j) for i, j in combinations(range(self.pieces), 2) if pieces[i] == pieces[j]]

    def dominated_pairs(self, domain: Polyhedron | None = None) -> list[tuple[int, int]]:
        """Return the pairs (i, j) with piece i <= piece j on the whole domain (all pairs if it is empty).

        >>> MaxAffine([[0], [0], [1]], [0, 1, 0]).dominated_pairs()
        [(0, 1)]
        """
        where = self._domain(domain)
        pieces = self._pieces()
        out = []
        for i, j in permutations(range(self.pieces), 2):
            difference = [s - t for s, t in zip(pieces[i][0], pieces[j][0], strict=True)]
            best = where.maximise(difference)
            if best.status == "infeasible" or (
                best.value is not None and best.value + pieces[i][1] - pieces[j][1] <= 0
            ):
                out.append((i, j))
        return out

    def redundant(self, domain: Polyhedron | None = None) -> list[int]:
        """Return the pieces that are nowhere on the domain strictly above all others.

        Each of them alone can be left out; duplicates are all listed, though one of them must stay.

        >>> MaxAffine([[1], [-1], [0]], [0, 0, -1]).redundant()
        [2]
        """
        where = self._domain(domain)
        pieces = self._pieces()
        out = []
        for i, (own, offset) in enumerate(pieces):
            others = [piece for k, piece in enumerate(pieces) if k != i]
            rows = [(*(s - t for s, t in zip(row, own, strict=True)), Fraction(1)) for row, _ in others]
            bounds = [offset - b for _, b in others]
            lift = (*[Fraction(0)] * self.variables, Fraction(1))
            program = Polyhedron(
                self.variables + 1,
                (*((*row, Fraction(0)) for row in where.rows), *rows, lift),
                (*where.bounds, *bounds, Fraction(1)),
            )
            best = program.maximise(lift)
            if best.value is None or best.value <= 0:
                out.append(i)
        return out


# ---- softmax of the scaled pieces against the indicator


def stated_error(pieces: Expr, gap: Expr, scale: Expr) -> Expr:
    """Return (N - 1) exp(-R Δ), the bound on 1 - p_k in Liu A.2, N >= 1, Δ > 0.

    >>> stated_error(3, 1, sp.log(4))
    1/2
    """
    n, gap, scale = _count(pieces), sp.sympify(gap, strict=True), sp.sympify(scale, strict=True)
    return (n - 1) * exp(-scale * gap)


def sharp_error(pieces: Expr, gap: Expr, scale: Expr) -> Expr:
    """Return (N - 1)/(N - 1 + exp(R Δ)): the greatest 1 - p_k when piece k is Δ or more above the others.

    It is attained when all other pieces tie, and it bounds every entry of softmax(R y) - e_k: the
    entries sum to 0, and the only negative one is that of k. For N = 1 it is 0.

    >>> sharp_error(3, 1, sp.log(4))
    1/3
    """
    n, gap, scale = _count(pieces), sp.sympify(gap, strict=True), sp.sympify(scale, strict=True)
    return (n - 1) / (n - 1 + exp(scale * gap))


def stated_threshold(pieces: Expr, gap: Expr, error: Expr) -> Expr:
    """Return the scale R from which on the bound of Liu A.2 is at most the error, solved from `stated_error`.

    The paper prints Δ (log(N - 1) - log ε); solving gives the logarithms *divided* by Δ. A value below
    0 means that R = 0 does, and for N = 1 the answer is 0. Raises ValueError for numbers outside
    N >= 1 integer, Δ > 0, 0 < ε < 1.

    >>> stated_threshold(3, sp.Rational(1, 2), sp.Rational(1, 10))
    2*log(2) + 2*log(10)
    """
    return _threshold(stated_error, pieces, gap, error)


def sharp_threshold(pieces: Expr, gap: Expr, error: Expr) -> Expr:
    """Return the least scale R with `sharp_error` at most the error: log((N - 1)(1 - ε)/ε)/Δ, solved for.

    >>> sharp_threshold(3, sp.Rational(1, 2), sp.Rational(1, 10))
    2*log(18)
    """
    return _threshold(sharp_error, pieces, gap, error)


def _threshold(bound: Callable[[Expr, Expr, Expr], Expr], pieces: Expr, gap: Expr, error: Expr) -> Expr:
    n, gap, error = _count(pieces), sp.sympify(gap, strict=True), sp.sympify(error, strict=True)
    if gap.is_number and not gap.is_positive:
        raise ValueError(f"the gap must be positive, not {gap}")
    if error.is_number and not Interval.open(0, 1).contains(error) == sp.true:
        raise ValueError(f"the error must lie strictly between 0 and 1, not {error}")
    if n == 1:
        return sp.S.Zero
    root, (others, delta, eps) = _solved(bound)
    return root.subs({others: n - 1, delta: gap, eps: error}, simultaneous=True)


@cache
def _solved(bound: Callable[[Expr, Expr, Expr], Expr]) -> tuple[Expr, tuple[Expr, ...]]:
    """Solve for the scale at which the bound equals the error; also return the symbols for N - 1, gap and error."""
    others, delta, eps = sp.symbols("others delta eps", positive=True, cls=sp.Dummy)
    scale = sp.Dummy("scale", real=True)
    (root,) = sp.solve(sp.Eq(bound(others + 1, delta, scale), eps), scale)
    return root, (others, delta, eps)


def _count(pieces: Expr) -> Expr:
    n = sp.sympify(pieces, strict=True)
    if n.is_number and not (n.is_Integer and n >= 1):
        raise ValueError(f"a max-affine function has a positive number of pieces, not {n}")
    return n
