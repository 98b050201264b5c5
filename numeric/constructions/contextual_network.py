"""The network of Yun et al. as layers with weights, run exactly, and also with softmax and ReLUs.

Source: Yun et al., ICLR 2020: E.2 (quantising), E.3 (contextual mapping), E.4 (value mapping), F (softmax, ReLUs).

Entries are counted in units of δ/2, so that the grid, the ends of all windows and all weights are integers. The
modified network (hardmax, activations of three pieces) runs in int64 while that is wide enough for the numbers at
hand, from then on in Python integers (dtype object); nothing wraps. The real one runs in float64, with softmax of λ
times the scores and every jump replaced by a rise of width ε δ/2.

>>> grid = Grid(d=1, n=2, cells=2)
>>> grid.to_grid([[0.1, 0.7]]).tolist()
[[0, 2]]
>>> contextual(grid, np.array([[0, 2]]), contextual_layers(grid)).tolist()
[[52, 54]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from math import comb, floor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.boltzmann import FloatArray, softmax

IntArray = NDArray[Any]
Row = list[Fraction]
Rows = list[Row]
INT64_MAX = 2**63 - 1


def _dtype(largest: int) -> Any:
    return np.int64 if abs(largest) <= INT64_MAX else object


def widened(z: IntArray, factor: int, more: int = 0) -> IntArray:
    """Return the array with Python integers as entries if factor · |z| + more may be too large for int64."""
    if z.dtype == object or z.size == 0:
        return z
    largest = max(abs(int(z.max())), abs(int(z.min())))
    return z if factor * largest + more <= INT64_MAX else z.astype(object)


@dataclass(frozen=True)
class Grid:
    """The sizes: d rows, n columns, `cells` = 1/δ.

    Raises ValueError unless d >= 1, n >= 2 and cells >= 2, as Lemma 8 assumes.
    """

    d: int
    n: int
    cells: int

    def __post_init__(self) -> None:
        """Check the sizes."""
        if self.d < 1 or self.n < 2 or self.cells < 2:
            raise ValueError(f"d >= 1, n >= 2 and cells >= 2 are needed, not {self.d}, {self.n}, {self.cells}")

    @property
    def big(self) -> int:
        """M = δ^(-d), the number of columns on the grid."""
        return self.cells**self.d

    @property
    def outside(self) -> int:
        """−δ^(-nd), the value given to entries outside [0, 1), in units of δ/2."""
        return -2 * self.cells * self.big**self.n

    @property
    def u(self) -> tuple[int, ...]:
        """(1, δ^(-1), …, δ^(-d+1))."""
        return tuple(self.cells**i for i in range(self.d))

    @property
    def interval(self) -> tuple[int, int]:
        """t_l and t_r, in units of δ/2."""
        left = 2 * self.big ** (2 * self.n) * (self.big - 1)
        return left, left * self.big

    @property
    def contexts(self) -> int:
        """The number n C(M, n) of contexts, the values q(L)_j for all sets of n different columns (E.1.3)."""
        return self.n * comb(self.big, self.n)

    def layers(self) -> dict[str, int]:
        """Return the exact number of layers of each stage; the last d value layers are those that E.4 lacks."""
        return {
            "quantise": self.d * (self.cells + 1),
            "contexts": self.big + 1,
            "values": 1 + 2 * self.d + self.contexts,
        }

    def positional_layers(self) -> dict[str, int]:
        """Return the same with positional encodings (appendix G), where every sequence is a context."""
        return {
            "quantise": self.d * self.n * self.cells,
            "contexts": self.n * self.big + 1,
            "values": self.d + self.n * self.big**self.n,
        }

    def lost(self) -> Fraction:
        """Return the volume of the cubes with equal columns, on which the network without encodings is 0 (E.1.4).

        >>> Grid(1, 3, 4).lost()
        Fraction(5, 8)
        """
        kept = Fraction(1)
        for i in range(self.n):
            kept *= Fraction(self.big - i, self.big)
        return 1 - kept

    def points(self, extended: bool = True) -> IntArray:
        """Return all points of the (extended) grid, of shape (count, d, n), in units of δ/2."""
        values = [2 * k for k in range(self.cells)]
        values = [self.outside, *values] if extended else values
        base, size = len(values), self.d * self.n
        digits = np.arange(base**size)[:, None] // base ** np.arange(size - 1, -1, -1) % base
        return np.array(values, dtype=_dtype(self.outside))[digits].reshape(-1, self.d, self.n)

    def ids(self, z: IntArray) -> IntArray:
        """Return uᵀ Z, of shape (..., n)."""
        z = widened(z, sum(self.u))
        return sum((w * z[..., i, :] for i, w in enumerate(self.u)), start=0 * z[..., 0, :])

    def to_grid(self, x: ArrayLike) -> IntArray:
        """Return the quantised X (..., d, n) for real entries, by the closed form of Lemma 7."""
        values = np.asarray(x, dtype=float)
        cell = np.floor(values * self.cells)
        inside = (values >= 0) & (values < 1)
        cell = np.where(inside, np.minimum(cell, self.cells - 1), 0).astype(np.int64)
        return np.where(inside, (2 * cell).astype(_dtype(self.outside)), self.outside)


@dataclass(frozen=True)
class Pieces:
    """Three pieces, one of them constant: a_1 t + b_1 below c_1, a_2 t + b_2 on [c_1, c_2), a_3 t + b_3 from c_2 on."""

    ends: tuple[int, int]
    lines: tuple[tuple[Any, Any], tuple[Any, Any], tuple[Any, Any]]

    def __call__(self, t: IntArray) -> IntArray:
        """Return the value as an exact number."""
        (c1, c2), (one, two, three) = self.ends, (a * t + b for a, b in self.lines)
        return np.where(t < c1, one, np.where(t < c2, two, three))

    def units(self, eps: Any) -> tuple[Any, list[tuple[Any, int, Any]]]:
        """Return the four ReLUs of appendix F by the position of the constant piece: b, (weight, sign, corner) of each.

        They stand for b + Σ weight · relu(sign · (t − corner)). ε and what comes out are of one type of numbers.
        """
        (c1, c2), ((a1, b1), (a2, b2), (a3, b3)) = self.ends, self.lines
        if a1 == 0:
            first, second = a2 * c1 + b2 - b1, a3 * c2 + b3 - a2 * (c2 - eps) - b2
            weights = first / eps, a2 - first / eps, second / eps - a2, a3 - second / eps
            return b1, [(w, 1, c) for w, c in zip(weights, (c1 - eps, c1, c2 - eps, c2), strict=True)]
        if a2 == 0:
            drop, lift = a1 * (c1 - eps) + b1 - b2, a3 * c2 + b3 - b2
            units = [(drop / eps, -1, c1), (-a1 - drop / eps, -1, c1 - eps)]
            return b2, [*units, (lift / eps, 1, c2 - eps), (a3 - lift / eps, 1, c2)]
        raise ValueError("the first or the second piece must be constant")

    def relus(self, t: FloatArray, eps: float) -> FloatArray:
        """Return the value that the four ReLUs give."""
        constant, units = self.units(eps)
        return constant + sum(w * np.maximum(sign * (t - corner), 0.0) for w, sign, corner in units)


@dataclass(frozen=True)
class TokenLayer:
    """Z ↦ Z + w φ(rᵀ Z − c 1ᵀ), r and w of size d; w and the pieces of φ may contain fractions."""

    read: tuple[int, ...]
    write: tuple[Any, ...]
    shift: int
    phi: Pieces
    note: str = ""

    @cached_property
    def _integral(self) -> bool:
        return all(isinstance(x, int | np.integer) for x in chain(self.write, *self.phi.lines))

    def _read(self, z: Any) -> Any:
        return sum((r * z[..., i, :] for i, r in enumerate(self.read) if r), start=0 * z[..., 0, :]) - self.shift

    def _added(self, z: Any, value: Any) -> Any:
        return z + np.asarray(self.write, dtype=z.dtype)[:, None] * value[..., None, :]

    def relu_matrices(self, eps: Fraction) -> tuple[Rows, Row, Rows, Row]:
        """Return W_1 (4 × d), b_1, W_2 (d × 4), b_2 of Z + W_2 relu(W_1 Z + b_1) + b_2, the layer with four ReLUs."""
        constant, units = self.phi.units(eps)
        first = [[Fraction(sign * r) for r in self.read] for _, sign, _ in units]
        bias = [Fraction(-sign * (corner + self.shift)) for _, sign, corner in units]
        second = [[Fraction(weight * w) for weight, _, _ in units] for w in self.write]
        return first, bias, second, [Fraction(constant * w) for w in self.write]

    def __call__(self, z: IntArray) -> IntArray:
        """Return the layer on integers or, in an array of objects, any exact numbers."""
        if not self._integral or z.dtype == object:
            z = z.astype(object)
            return self._added(z, self.phi(self._read(z)))
        read = sum(map(abs, self.read)) + 1
        steep, flat = (max(abs(line[k]) for line in self.phi.lines) for k in (0, 1))
        write = max(map(abs, self.write))
        z = widened(z, read * (steep + 1) * (write + 1), (abs(self.shift) * (steep + 1) + flat) * (write + 1))
        return self._added(z, self.phi(self._read(z)))

    def real(self, z: FloatArray, eps: float) -> FloatArray:
        """Return the layer with ReLUs."""
        return self._added(z, self.phi.relus(self._read(z), eps))


@dataclass(frozen=True)
class AttentionLayer:
    """Z ↦ Z + e₁ Σ_heads s uᵀZ σ_H[(uᵀZ)ᵀ (uᵀZ − b 1ᵀ)], with (s, b) for each head."""

    u: tuple[int, ...]
    heads: tuple[tuple[int, int], ...]
    note: str = ""

    def lift(self, ids: IntArray) -> IntArray:
        """Return the numbers added to the ids (and to the first row), ids of shape (..., n).

        A head returns the greatest id to the columns above b and the least to those below; where an id is b itself all
        scores are 0, and it returns the mean of all ids. Raises ArithmeticError if that is not an integer.
        """
        ids = widened(ids, ids.shape[-1] + 1 + sum(abs(scale) for scale, _ in self.heads))
        out = np.zeros_like(ids)
        rows: Any = ...
        if sum(scale for scale, _ in self.heads) == 0:  # on sequences without an id between the thresholds heads cancel
            low, high = (end(b for _, b in self.heads) for end in (min, max))
            rows = ((ids >= low) & (ids <= high)).any(axis=-1)
        out[rows] = self._lift(ids[rows])
        return out

    def _lift(self, ids: IntArray) -> IntArray:
        out = np.zeros_like(ids)
        if ids.size == 0:
            return out
        most, least = ids.max(axis=-1, keepdims=True), ids.min(axis=-1, keepdims=True)
        for scale, b in self.heads:
            value = np.where(ids > b, most, least)
            tie = ids == b
            if tie.any():
                total = ids.sum(axis=-1, keepdims=True)
                if np.any((total % ids.shape[-1] != 0) & tie):
                    raise ArithmeticError("a head with equal scores has a mean that is not an integer")
                value = np.where(tie, total // ids.shape[-1], value)
            out = out + scale * value
        return out

    def __call__(self, z: IntArray) -> IntArray:
        """Return the layer on integers."""
        z = widened(z, sum(self.u))
        lift = self.lift(sum((w * z[..., i, :] for i, w in enumerate(self.u)), start=0 * z[..., 0, :]))
        out = z.astype(lift.dtype)
        out[..., 0, :] += lift
        return out

    def real(self, z: FloatArray, lam: float) -> FloatArray:
        """Return the layer with softmax of λ times the scores."""
        ids = sum((w * z[..., i, :] for i, w in enumerate(self.u)), start=0 * z[..., 0, :])
        out = z.copy()
        for scale, b in self.heads:
            weights = softmax(lam * ids[..., :, None] * (ids[..., None, :] - b), axis=-2)
            out[..., 0, :] += scale * (ids[..., :, None] * weights).sum(axis=-2)
        return out


@dataclass(frozen=True)
class MixingLayer:
    """Z ↦ Z + e₁ uᵀZ W, a layer by which appendix H replaces attention: no scores of pairs of tokens.

    With any n × n weights W it is the bilinear projection (5) with W_O = e₁ uᵀ; with W_{kj} a function of j − k the
    separable convolution (6); with equal weights average attention. `parameters` counts the numbers of such a layer,
    `products` its multiplications for one sequence, as (5), (6) and H.4 write them, with matrices that are full.
    """

    u: tuple[int, ...]
    weights: tuple[tuple[int, ...], ...]
    parameters: int
    products: int
    note: str = ""

    def lift(self, ids: IntArray) -> IntArray:
        """Return the numbers added to the ids (and to the first row), ids of shape (..., n)."""
        return ids.astype(object) @ np.array(self.weights, dtype=object)


def bilinear(u: tuple[int, ...], weights: Sequence[Sequence[int]]) -> MixingLayer:
    """BProj: X + W_O X W_P."""
    d, n = len(u), len(weights)
    return MixingLayer(u, tuple(map(tuple, weights)), d * d + n * n, d * d * n + d * n * n, "bilinear projection")


def separable(u: tuple[int, ...], kernel: Sequence[int], n: int) -> MixingLayer:
    """SepConv: X + W_O (X * W_C) with one filter of odd length, centred at the token, and zeros beyond the ends.

    (6) does not say where a filter begins. `proofs.papers.yun` lets it end at the token: the second half of this one.

    >>> separable((1,), [5, 0, 7], 3).lift(np.array([[1, 10, 100]])).tolist()
    [[50, 507, 70]]
    """
    d, size, middle = len(u), len(kernel), len(kernel) // 2
    weights = tuple(tuple(kernel[middle + j - k] if abs(j - k) <= middle else 0 for j in range(n)) for k in range(n))
    return MixingLayer(u, weights, d * d + d * size, d * size * n + d * d * n, "separable convolution")


def average(u: tuple[int, ...], factor: int, n: int) -> MixingLayer:
    """Average attention, X + W_O W_V X 11ᵀ/n, for factor · n e₁ uᵀ in place of W_O W_V."""
    d = len(u)
    return MixingLayer(u, ((factor,) * n,) * n, 2 * d * d, 2 * d * d + d, "average attention")


Mixing = AttentionLayer | MixingLayer
Layer = TokenLayer | Mixing


def unit(d: int, i: int) -> tuple[int, ...]:
    """Return e^(i), counted from 0."""
    return tuple(int(k == i) for k in range(d))


def quantiser_layers(grid: Grid) -> list[TokenLayer]:
    """Return the d (1/δ + 1) layers of Lemma 7, for entries in units of δ/2 (no input may lie between these).

    The printed kδ is taken with k = 0, 1, …; the clip is of three pieces, of which the second is constant.
    """
    layers = []
    for i in range(grid.d):
        e = unit(grid.d, i)
        clip = Pieces((0, 2 * grid.cells), ((-1, grid.outside), (0, 0), (-1, grid.outside)))
        layers.append(TokenLayer(e, e, 0, clip, f"row {i + 1}: clip"))
        layers += _windows(grid, i, grid.cells)
    return layers


def _windows(grid: Grid, row: int, count: int) -> list[TokenLayer]:
    """Return layers that map [kδ, (k + 1)δ) to kδ in one row, for k = 0, …, count − 1."""
    e, window = unit(grid.d, row), Pieces((0, 2), ((0, 0), (-1, 0), (0, 0)))
    return [TokenLayer(e, e, 2 * k, window, f"row {row + 1}: [{k}δ, {k + 1}δ) to {k}δ") for k in range(count)]


def positional_quantiser_layers(grid: Grid) -> list[TokenLayer]:
    """Return the dn/δ layers of G.1; nothing is clipped."""
    return [layer for i in range(grid.d) for layer in _windows(grid, i, grid.n * grid.cells)]


def contextual_layers(grid: Grid) -> list[AttentionLayer]:
    """Return the δ^(-d) selective shifts in increasing order of the level, then the last layer (E.3)."""
    big = grid.big
    shifts = [
        AttentionLayer(grid.u, ((big, 2 * v - 1), (-big, 2 * v + 1)), f"selective shift at {v}δ") for v in range(big)
    ]
    return [*shifts, AttentionLayer(grid.u, ((big ** (grid.n + 1), 0),), "global shift")]


def contextual(grid: Grid, z: IntArray, layers: Iterable[Mixing]) -> IntArray:
    """Return g_c(L) for points of shape (..., d, n). The layers act on the ids alone, so only these are computed."""
    start = grid.ids(z)
    ids = start
    for layer in layers:
        ids = ids + layer.lift(ids)
    out = z.astype(ids.dtype)
    out[..., 0, :] += ids - start
    return out


# ---- values


@dataclass(frozen=True)
class ValueMap:
    """The layers of Lemma 9: a column with the id ids[w] is mapped to targets[w], every other one to 0.

    `ids` (R,) in the order of the layers, `sources` and `targets` (R, d), in units of δ/2. With a `bottom` above all
    entries of the targets the layers aim at the targets less it, which no later layer takes for a context, and d more
    add it to what is negative; with 0 they are those of E.4, where a value may be taken for one. `top` bounds all
    entries; with None nothing is made 0 (positional encodings, where every sequence is a context).
    """

    grid: Grid
    ids: IntArray
    sources: IntArray
    targets: IntArray
    top: int | None
    bottom: Any = 0

    @cached_property
    def _order(self) -> IntArray:
        return np.argsort(self.ids, kind="stable")

    def first_layers(self) -> list[TokenLayer]:
        """Return the 1 + d layers that map whatever is no context to 0, reading the 1_n of the first as 1_d."""
        if self.top is None:
            return []
        grid, (left, right) = self.grid, self.grid.interval
        low = tuple(-(self.top + 1) for _ in range(grid.d))
        off = Pieces((left, right + 1), ((0, 1), (0, 0), (0, 1)))
        positive = Pieces((0, 0), ((-1, 0), (0, 0), (0, 0)))
        return [
            TokenLayer(grid.u, low, 0, off, "lower what is outside of [t_l, t_r]"),
            *self._by_row(positive, "negative entries to 0"),
        ]

    def last_layers(self) -> list[TokenLayer]:
        """Return the d layers that undo the amount by which all values were lowered."""
        if not self.bottom:
            return []
        return self._by_row(Pieces((0, 0), ((0, self.bottom), (0, 0), (0, 0))), "what is negative raised")

    def _by_row(self, phi: Pieces, note: str) -> list[TokenLayer]:
        units = [unit(self.grid.d, i) for i in range(self.grid.d)]
        return [TokenLayer(e, e, 0, phi, f"row {i + 1}: {note}") for i, e in enumerate(units)]

    def layers(self) -> list[TokenLayer]:
        """Return all layers, as in the paper."""
        trigger = Pieces((-1, 1), ((0, 0), (0, 1), (0, 0)))
        steps = self.targets - self.bottom - self.sources
        values = [
            TokenLayer(self.grid.u, tuple(step), int(id), trigger, f"value {w + 1}")
            for w, (id, step) in enumerate(zip(self.ids, steps.tolist(), strict=True))
        ]
        return [*self.first_layers(), *values, *self.last_layers()]

    def __call__(self, z: IntArray) -> IntArray:
        """Return the output of all layers, skipping to the next layer that fires on a column."""
        out = z
        for layer in self.first_layers():
            out = layer(out)
        columns = np.moveaxis(out, -2, -1).reshape(-1, self.grid.d)
        order, count = self._order, len(self.ids)
        if count == 0:
            return out
        if self.targets.dtype == object:
            columns = columns.astype(object)
        ascending, aims = self.ids[order], self.targets - self.bottom
        pending = np.arange(len(columns))
        after = np.zeros(len(columns), dtype=np.int64)  # the first layer that is still to come
        weights = np.asarray(self.grid.u, dtype=columns.dtype)
        while len(pending):
            ids = (columns[pending] * weights).sum(axis=-1)
            place = np.minimum(np.searchsorted(ascending, ids - 1, side="right"), count - 1)
            gap = ids - ascending[place]
            layer = order[place]
            fires = (gap >= -1) & (gap < 1) & (layer >= after[pending])
            pending, layer = pending[fires], layer[fires]
            columns[pending] += aims[layer] - self.sources[layer]
            after[pending] = layer + 1
        out = np.moveaxis(columns.reshape(*out.shape[:-2], self.grid.n, self.grid.d), -1, -2)
        for last in self.last_layers():
            out = last(out)
        return out


Target = Callable[[IntArray], IntArray]


def value_map(grid: Grid, target: Target, top: int | None = None, printed: bool = False) -> ValueMap:
    """Return the value mapping of an equivariant function of grid points, (R, d, n) to (R, d, n), in exact numbers.

    The layers are those of the points with increasing ids, one after another, column by column. `top` is at least every
    entry of g_c; without it a bound is taken: each of at most n shifts multiplies the spread by M + 1 at most. With
    `printed` the layers are those of E.4, which serve targets that are no contexts themselves.
    """
    columns = np.array(list(combinations(range(grid.big), grid.n)), dtype=np.int64).reshape(-1, grid.n)
    digits = columns[:, None, :] // np.array(grid.u)[:, None] % grid.cells
    points = 2 * digits
    if top is None:
        top = 8 * grid.cells * grid.big ** (2 * grid.n + 2) * (grid.big + 1) ** grid.n
    contexts = contextual(grid, points, contextual_layers(grid))
    return _value_map(grid, contexts, _values(target, points), top, 0 if printed else 1)


def _values(target: Target, points: IntArray) -> IntArray:
    values = np.asarray(target(points))
    if values.shape != points.shape:
        raise ValueError(f"the target must give values of shape {points.shape}, not {values.shape}")
    return values


def _value_map(grid: Grid, contexts: IntArray, values: IntArray, top: int | None, above: int) -> ValueMap:
    """Return the layers for contexts and values (count, d, n); `above` is the height of the bottom over the values."""
    flat = [np.moveaxis(a, -2, -1).reshape(-1, grid.d) for a in (contexts, values)]
    bottom = above and int(max(abs(v) for v in [0, *values.reshape(-1).tolist()])) + above
    return ValueMap(grid, grid.ids(contexts).reshape(-1), flat[0], flat[1], top, bottom)


def triggers_fire(values: ValueMap) -> int:
    """Return the number of target values that would make a later layer fire (E.4 does not exclude this)."""
    aims = values.targets - values.bottom
    ids = (aims * np.asarray(values.grid.u, dtype=aims.dtype)).sum(axis=-1)
    at = {int(id): w for w, id in enumerate(values.ids)}
    return sum(any(at.get(floor(id) + s, -1) > w and -1 <= id - floor(id) - s < 1 for s in (0, 1))
               for w, id in enumerate(ids))  # fmt: skip


# ---- from end to end


@dataclass(frozen=True)
class Network:
    """X ↦ g_v(g_c(g_q(X + E))), the modified network, in units of δ/2; E is 0 without positional encodings."""

    grid: Grid
    quantiser: list[TokenLayer]
    contexts: Sequence[Mixing]
    values: ValueMap
    encoding: IntArray

    @property
    def positional(self) -> bool:
        """True if there are positional encodings."""
        return bool(self.encoding.any())

    def layers(self) -> list[Layer]:
        """Return all layers in order."""
        return [*self.quantiser, *self.contexts, *self.values.layers()]

    def quantised(self, x: IntArray) -> IntArray:
        """Return g_q(X + E) as integers, for X (..., d, n) with exact entries (integers or fractions).

        Raises ValueError for entries outside of [0, 1) if there are positional encodings (nothing is clipped).
        """
        own = np.asarray(x, dtype=object)
        if self.positional and ((own < 0) | (own >= 2 * self.grid.cells)).any():
            raise ValueError("with positional encodings entries of [0, 1) are needed")
        z = own + self.encoding
        for layer in self.quantiser:
            z = layer(z)
        return np.array([int(v) for v in z.flat], dtype=object).reshape(z.shape)

    def __call__(self, x: IntArray) -> IntArray:
        """Return the output for X (..., d, n) with exact entries."""
        return self.values(contextual(self.grid, self.quantised(x), self.contexts))

    def confused(self) -> int:
        """Return the number of pairs of a context and a token that share their id with an earlier pair."""
        return len(self.values.ids) - len(set(self.values.ids.tolist()))

    def parameters(self) -> dict[str, int]:
        """Return the number of entries of the matrices with softmax and ReLUs, of width (2, 1, 4), including biases.

        `mixing` and `token_wise` are the numbers of all entries, `not_zero` how many of them are not 0.
        """
        mixing = not_zero = token_wise = 0
        for layer in self.layers():
            if isinstance(layer, TokenLayer):
                first, bias, second, last = layer.relu_matrices(Fraction(1, 2))
                numbers: list[Any] = [*chain(*first), *bias, *chain(*second), *last]
                token_wise += len(numbers)
            elif isinstance(layer, AttentionLayer):
                e = unit(self.grid.d, 0)
                numbers = [x for _, b in layer.heads for row in (e, layer.u, layer.u, layer.u, (b,)) for x in row]
                mixing += len(numbers)
            else:
                numbers = [*layer.u, *chain(*layer.weights)]
                mixing += layer.parameters
            not_zero += sum(x != 0 for x in numbers)
        return {"mixing": mixing, "token_wise": token_wise, "not_zero": not_zero}


def plain_network(grid: Grid, target: Target) -> Network:
    """Return the network of Theorem 2 for an equivariant function of points of the grid (see `value_map`)."""
    zero = np.zeros((grid.d, grid.n), dtype=np.int64)
    return Network(grid, quantiser_layers(grid), contextual_layers(grid), value_map(grid, target), zero)


def positional_network(grid: Grid, target: Target, contexts: Sequence[Mixing] = ()) -> Network:
    """Return the network of Theorem 3 for any function of points of the grid, with the encodings 0, 1, …, n − 1.

    `contexts` are layers to take in place of attention; whether they make contexts is `Network.confused`.

    >>> grid = Grid(d=1, n=2, cells=2)
    >>> network = positional_network(grid, lambda z: z * np.array([1, -5]))
    >>> network(np.array([[Fraction(5, 2), Fraction(7, 2)]])).tolist()
    [[2, -10]]
    """
    encoding = 2 * grid.cells * np.tile(np.arange(grid.n), (grid.d, 1))
    points = grid.points(extended=False)
    mixing = contexts or positional_layers(grid)
    values = _value_map(grid, contextual(grid, points + encoding, mixing), _values(target, points), None, 1)
    return Network(grid, positional_quantiser_layers(grid), mixing, values, encoding)


def mixing_layers(grid: Grid, kind: str) -> list[MixingLayer]:
    """Return layers that replace attention, with positional encodings: "bilinear", "separable" or "average".

    One bilinear projection writes all ids into every token, as the digits of a number. Convolutions with filters of
    three numbers reach the neighbours, so that n − 1 of them are taken. ValueError for another kind.

    >>> [positional_network(Grid(1, 3, 3), lambda z: z, mixing_layers(Grid(1, 3, 3), kind)).confused()
    ...  for kind in ("bilinear", "separable", "average")]
    [0, 0, 36]
    """
    most = int(grid.ids(np.full((grid.d, 1), 2 * grid.cells * grid.n)).max())
    if kind == "bilinear":
        digits = [[most * most**k] * grid.n for k in range(grid.n)]
        return [bilinear(grid.u, digits)]
    if kind == "separable":
        return [separable(grid.u, [most * most**k, 0, most**3 * most**k + k + 1], grid.n) for k in range(grid.n - 1)]
    if kind == "average":
        return [average(grid.u, most, grid.n)]
    raise ValueError(f"no layer is called {kind!r}")


# ---- all points of a grid


@dataclass(frozen=True)
class Found:
    """Results on the whole extended grid: the number of points, their categories, and the failures.

    `failures` names properties of Lemma 8; `wrong_values` counts points that Lemma 9 takes elsewhere.
    """

    points: int
    categories: tuple[int, int, int]
    failures: dict[str, int]
    wrong_values: int


def check_all(grid: Grid, target: Callable[[IntArray], IntArray] | None = None) -> Found:
    """Run g_c (and g_v, if a target is given) on every point of the extended grid and check Lemmas 8 and 9.

    >>> check_all(Grid(1, 2, 3))
    Found(points=16, categories=(6, 3, 7), failures={}, wrong_values=0)
    """
    points = grid.points()
    outside = (points == grid.outside).any(axis=(-2, -1))
    ids = grid.ids(points)
    ordered = np.sort(ids, axis=-1)
    duplicate = (ordered[:, 1:] == ordered[:, :-1]).any(axis=-1) & ~outside
    proper = ~outside & ~duplicate
    layers = contextual_layers(grid)
    contexts = {name: contextual(grid, points[rows], layers) for name, rows in
                (("proper", proper), ("duplicate columns", duplicate), ("entries outside", outside))}  # fmt: skip
    left, right = grid.interval
    q = {name: grid.ids(c) for name, c in contexts.items()}
    within = {name: (x >= left) & (x <= right) for name, x in q.items()}
    own = np.sort(q["proper"], axis=-1)
    counts = {
        "8.1": int((own[:, 1:] == own[:, :-1]).any(axis=-1).sum()),
        "8.2": _overlaps(grid, ordered[proper], own),
        "8.3": int((~within["proper"]).any(axis=-1).sum()),
    } | {f"8.4, {name}": int(within[name].any(axis=-1).sum()) for name in contexts if name != "proper"}
    wrong = 0
    if target is not None:
        top = max(int(c.max()) for c in contexts.values() if c.size)
        values = value_map(grid, target, top)
        wrong = int((values(contexts["proper"]) != target(points[proper])).any(axis=(-2, -1)).sum())
        others = [values(contexts[name]) for name in contexts if name != "proper"]
        wrong += sum(int((z != 0).any(axis=(-2, -1)).sum()) for z in others)
    categories = int(proper.sum()), int(duplicate.sum()), int(outside.sum())
    return Found(len(points), categories, {name: count for name, count in counts.items() if count}, wrong)


def _overlaps(grid: Grid, ids: IntArray, q: IntArray) -> int:
    """Count the violations: sequences with equal ids but different entries, and entries that different ids share."""
    code = np.zeros(len(ids), dtype=np.int64)
    for column in range(grid.n):
        code = code * grid.big + (ids[:, column] // 2).astype(np.int64)
    _, first, group = np.unique(code, return_index=True, return_inverse=True)
    if len(first) == 0:
        return 0
    same = int((q != q[first][group.reshape(-1)]).any(axis=-1).sum())
    return same + (q[first].size - len(set(q[first].reshape(-1).tolist())))


# ---- positional encodings instead (appendix G)


def positional_layers(grid: Grid) -> list[AttentionLayer]:
    """Return the n δ^(-d) selective shifts of G.2, a block of levels for each column, then the last layer."""
    big, width = grid.big, grid.cells * (grid.big - 1) // (grid.cells - 1)
    levels = [j * width + v for j in range(grid.n) for v in range(big)]
    shifts = [AttentionLayer(grid.u, ((big, 2 * v - 1), (-big, 2 * v + 1)), f"shift at {v}δ") for v in levels]
    return [*shifts, AttentionLayer(grid.u, ((grid.n * big ** (grid.n + 1) * grid.cells, 0),), "global shift")]


def check_positional(grid: Grid) -> dict[str, int]:
    """Run G.2 on every L; count those whose shifted ids are out of order, and the context entries that coincide.

    >>> check_positional(Grid(1, 2, 4)), check_positional(Grid(1, 3, 3))
    ({'points': 16, 'not in order': 1, 'coincide': 0}, {'points': 27, 'not in order': 0, 'coincide': 0})
    """
    points = grid.points(extended=False) + 2 * grid.cells * np.arange(grid.n)
    *shifts, last = positional_layers(grid)
    ids = grid.ids(points)
    for layer in shifts:
        ids = ids + layer.lift(ids)
    disorder = int((ids[:, 1:] <= ids[:, :-1]).any(axis=-1).sum())
    entries = (ids + last.lift(ids)).reshape(-1).tolist()
    return {"points": len(points), "not in order": disorder, "coincide": len(entries) - len(set(entries))}


# ---- the real network, and distances


def run(layers: Sequence[TokenLayer | AttentionLayer], x: ArrayLike, lam: float, eps: float) -> FloatArray:
    """Return the layers with softmax at λ and ReLUs at ε on X (..., d, n), in units of δ/2, in float64.

    Raises ValueError unless λ > 0 and 0 < ε <= 1 (the narrowest windows have the width 2).
    """
    if not lam > 0 or not 0 < eps <= 1:
        raise ValueError(f"λ > 0 and 0 < ε <= 1 are needed, not {lam} and {eps}")
    z = np.array(x, dtype=float)
    for layer in layers:
        z = layer.real(z, lam) if isinstance(layer, AttentionLayer) else layer.real(z, eps)
    return z


def mean_of_columns(x: FloatArray) -> FloatArray:
    """Return an equivariant function on [0, 1]^(d×n): the average of each column with the mean of all columns."""
    return (x + x.mean(axis=-1, keepdims=True)) / 2


def distance(
    grid: Grid, p: float = 2.0, per_cell: int = 2, f: Callable[[FloatArray], FloatArray] = mean_of_columns
) -> float:
    """Return d_p(f, network) on [0, 1]^(d×n) for a network with the values of f at the centres of the cubes.

    By the midpoint rule with per_cell^(dn) points in each cube; the network is its closed form (Lemmas 7 to 9).
    """
    side = (np.arange(grid.cells * per_cell) + 0.5) / (grid.cells * per_cell)
    size = grid.d * grid.n
    total, count = 0.0, len(side) ** size
    for start in range(0, count, 200_000):
        index = np.arange(start, min(count, start + 200_000))
        x = side[index[:, None] // len(side) ** np.arange(size) % len(side)].reshape(-1, grid.d, grid.n)
        corner = np.floor(x * grid.cells)
        ids = (np.asarray(grid.u)[:, None] * corner).sum(axis=-2)
        ordered = np.sort(ids, axis=-1)
        proper = (ordered[:, 1:] != ordered[:, :-1]).all(axis=-1)
        g = np.where(proper[:, None, None], f((corner + 0.5) / grid.cells), 0.0)
        total += float((np.abs(f(x) - g) ** p).sum())
    return (total / count) ** (1 / p)
