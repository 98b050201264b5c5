"""The network of Yun et al. as layers with weights, run exactly and with softmax and ReLUs.

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
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.boltzmann import FloatArray, softmax

IntArray = NDArray[Any]
INT64_MAX = 2**63 - 1


def _dtype(largest: int) -> Any:
    return np.int64 if abs(largest) <= INT64_MAX else object


def widened(z: IntArray, factor: int, more: int = 0) -> IntArray:
    """The array as Python integers if factor · |z| + more may be too large for int64."""
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
        """−δ^(-nd), where entries outside of [0, 1) go, in units of δ/2."""
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
        """How many sets of n different columns there are; each makes n values q(L)_j."""
        return comb(self.big, self.n)

    def layers(self) -> dict[str, int]:
        """The number of layers of each stage, exactly."""
        return {
            "quantise": self.d * (self.cells + 1),
            "contexts": self.big + 1,
            "values": 1 + self.d + self.n * self.contexts,
        }

    def points(self, extended: bool = True) -> IntArray:
        """All points of the (extended) grid, of shape (count, d, n), in units of δ/2."""
        values = [2 * k for k in range(self.cells)]
        values = [self.outside, *values] if extended else values
        base, size = len(values), self.d * self.n
        digits = np.arange(base**size)[:, None] // base ** np.arange(size - 1, -1, -1) % base
        return np.array(values, dtype=_dtype(self.outside))[digits].reshape(-1, self.d, self.n)

    def ids(self, z: IntArray) -> IntArray:
        """uᵀ Z, of shape (..., n)."""
        z = widened(z, sum(self.u))
        return sum((w * z[..., i, :] for i, w in enumerate(self.u)), start=0 * z[..., 0, :])

    def to_grid(self, x: ArrayLike) -> IntArray:
        """Where the quantiser takes X (..., d, n) with real entries, by its closed form (Lemma 7)."""
        values = np.asarray(x, dtype=float)
        cell = np.floor(values * self.cells)
        inside = (values >= 0) & (values < 1)
        cell = np.where(inside, np.minimum(cell, self.cells - 1), 0).astype(np.int64)
        return np.where(inside, (2 * cell).astype(_dtype(self.outside)), self.outside)


@dataclass(frozen=True)
class Pieces:
    """Three lines: a_1 t + b_1 below c_1, a_2 t + b_2 on [c_1, c_2), a_3 t + b_3 from c_2 on; one of them constant."""

    ends: tuple[int, int]
    lines: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]

    def __call__(self, t: IntArray) -> IntArray:
        """The value, exactly."""
        (c1, c2), (one, two, three) = self.ends, (a * t + b for a, b in self.lines)
        return np.where(t < c1, one, np.where(t < c2, two, three))

    def relus(self, t: FloatArray, eps: float) -> FloatArray:
        """The value of the four ReLUs of appendix F, for the place that the constant piece has."""
        (c1, c2), ((a1, b1), (a2, b2), (a3, b3)) = self.ends, self.lines

        def relu(x: FloatArray) -> FloatArray:
            return np.maximum(x, 0.0)

        if a1 == 0:
            first, second = a2 * c1 + b2 - b1, a3 * c2 + b3 - a2 * (c2 - eps) - b2
            return (
                b1 + first / eps * relu(t - c1 + eps) + (a2 - first / eps) * relu(t - c1)
                + (second / eps - a2) * relu(t - c2 + eps) + (a3 - second / eps) * relu(t - c2)
            )  # fmt: skip
        drop, lift = a1 * (c1 - eps) + b1 - b2, a3 * c2 + b3 - b2
        if a2 == 0:
            return (
                b2 + drop / eps * relu(c1 - t) + (-a1 - drop / eps) * relu(c1 - eps - t)
                + lift / eps * relu(t - c2 + eps) + (a3 - lift / eps) * relu(t - c2)
            )  # fmt: skip
        raise ValueError("the first or the second piece must be constant")


@dataclass(frozen=True)
class TokenLayer:
    """Z ↦ Z + w φ(rᵀ Z − c 1ᵀ), r and w of size d."""

    read: tuple[int, ...]
    write: tuple[int, ...]
    shift: int
    phi: Pieces
    note: str = ""

    def _read(self, z: Any) -> Any:
        return sum((r * z[..., i, :] for i, r in enumerate(self.read) if r), start=0 * z[..., 0, :]) - self.shift

    def _added(self, z: Any, value: Any) -> Any:
        return z + np.asarray(self.write, dtype=z.dtype)[:, None] * value[..., None, :]

    def __call__(self, z: IntArray) -> IntArray:
        """The layer on integers."""
        read = sum(map(abs, self.read)) + 1
        steep, flat = (max(abs(line[k]) for line in self.phi.lines) for k in (0, 1))
        write = max(map(abs, self.write))
        z = widened(z, read * (steep + 1) * (write + 1), (abs(self.shift) * (steep + 1) + flat) * (write + 1))
        return self._added(z, self.phi(self._read(z)))

    def real(self, z: FloatArray, eps: float) -> FloatArray:
        """The layer with ReLUs."""
        return self._added(z, self.phi.relus(self._read(z), eps))


@dataclass(frozen=True)
class AttentionLayer:
    """Z ↦ Z + e₁ Σ_heads s uᵀZ σ_H[(uᵀZ)ᵀ (uᵀZ − b 1ᵀ)], with (s, b) for each head."""

    u: tuple[int, ...]
    heads: tuple[tuple[int, int], ...]
    note: str = ""

    def lift(self, ids: IntArray) -> IntArray:
        """What is added to the ids (and to the first row), ids of shape (..., n).

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
        """The layer on integers."""
        z = widened(z, sum(self.u))
        lift = self.lift(sum((w * z[..., i, :] for i, w in enumerate(self.u)), start=0 * z[..., 0, :]))
        out = z.astype(lift.dtype)
        out[..., 0, :] += lift
        return out

    def real(self, z: FloatArray, lam: float) -> FloatArray:
        """The layer with softmax of λ times the scores."""
        ids = sum((w * z[..., i, :] for i, w in enumerate(self.u)), start=0 * z[..., 0, :])
        out = z.copy()
        for scale, b in self.heads:
            weights = softmax(lam * ids[..., :, None] * (ids[..., None, :] - b), axis=-2)
            out[..., 0, :] += scale * (ids[..., :, None] * weights).sum(axis=-2)
        return out


Layer = TokenLayer | AttentionLayer


def unit(d: int, i: int) -> tuple[int, ...]:
    """e^(i), counted from 0."""
    return tuple(int(k == i) for k in range(d))


def quantiser_layers(grid: Grid) -> list[TokenLayer]:
    """The d (1/δ + 1) layers of Lemma 7, for entries in units of δ/2 (between which no input may lie).

    The printed kδ is taken with k = 0, 1, …; the clip is of three pieces, of which the second is constant.
    """
    layers = []
    for i in range(grid.d):
        e = unit(grid.d, i)
        clip = Pieces((0, 2 * grid.cells), ((-1, grid.outside), (0, 0), (-1, grid.outside)))
        layers.append(TokenLayer(e, e, 0, clip, f"row {i + 1}: clip"))
        window = Pieces((0, 2), ((0, 0), (-1, 0), (0, 0)))
        layers += [TokenLayer(e, e, 2 * k, window, f"row {i + 1}: [{k}δ, {k + 1}δ) to {k}δ") for k in range(grid.cells)]
    return layers


def contextual_layers(grid: Grid) -> list[AttentionLayer]:
    """The δ^(-d) selective shifts, in increasing order of the level, and the last layer (E.3)."""
    big = grid.big
    shifts = [
        AttentionLayer(grid.u, ((big, 2 * v - 1), (-big, 2 * v + 1)), f"selective shift at {v}δ") for v in range(big)
    ]
    return [*shifts, AttentionLayer(grid.u, ((big ** (grid.n + 1), 0),), "global shift")]


def contextual(grid: Grid, z: IntArray, layers: Iterable[AttentionLayer]) -> IntArray:
    """g_c(L) for points of shape (..., d, n). The layers act on the ids alone, which is what is run."""
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
    """The layers of Lemma 9: a column with the id ids[w] goes to targets[w], all else to 0.

    `ids` (R,) in the order of the layers, `sources` and `targets` (R, d), in units of δ/2; `top` bounds all entries.
    """

    grid: Grid
    ids: IntArray
    sources: IntArray
    targets: IntArray
    top: int

    @cached_property
    def _order(self) -> IntArray:
        return np.argsort(self.ids, kind="stable")

    def layers(self) -> list[TokenLayer]:
        """The 1 + d + R layers as written, the 1_n of the first read as 1_d."""
        grid, (left, right) = self.grid, self.grid.interval
        low = tuple(-(self.top + 1) for _ in range(grid.d))
        off = Pieces((left, right + 1), ((0, 1), (0, 0), (0, 1)))
        layers = [TokenLayer(grid.u, low, 0, off, "lower what is outside of [t_l, t_r]")]
        positive = Pieces((0, 0), ((-1, 0), (0, 0), (0, 0)))
        layers += [
            TokenLayer(e, e, 0, positive, f"row {i + 1}: negative entries to 0")
            for i, e in enumerate(unit(grid.d, i) for i in range(grid.d))
        ]
        trigger = Pieces((-1, 1), ((0, 0), (0, 1), (0, 0)))
        for w, (id, source, target) in enumerate(zip(self.ids, self.sources, self.targets, strict=True)):
            step = tuple(int(t - s) for t, s in zip(target, source, strict=True))
            layers.append(TokenLayer(grid.u, step, int(id), trigger, f"value {w + 1}"))
        return layers

    def __call__(self, z: IntArray) -> IntArray:
        """The same as all layers one after another, but going straight to the next layer that fires on a column."""
        first, *rows = self.layers_of_zero()
        out = first(z)
        for row in rows:
            out = row(out)
        columns = np.moveaxis(out, -2, -1).reshape(-1, self.grid.d)
        order, count = self._order, len(self.ids)
        if count == 0:
            return out
        ascending = self.ids[order]
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
            columns[pending] += self.targets[layer] - self.sources[layer]
            after[pending] = layer + 1
        return np.moveaxis(columns.reshape(*out.shape[:-2], self.grid.n, self.grid.d), -1, -2)

    def layers_of_zero(self) -> list[TokenLayer]:
        """The first 1 + d layers."""
        empty = self.ids[:0], self.sources[:0], self.targets[:0]
        return ValueMap(self.grid, *empty, self.top).layers()


def value_map(grid: Grid, target: Callable[[IntArray], IntArray], top: int | None = None) -> ValueMap:
    """The value mapping for an equivariant function of points of the grid, (R, d, n) to (R, d, n), integers.

    The layers are those of the points with increasing ids, one after another, column by column. `top` is at least every
    entry of g_c; without it a bound is taken: each of at most n shifts multiplies the spread by M + 1 at most.
    """
    columns = np.array(list(combinations(range(grid.big), grid.n)), dtype=np.int64).reshape(-1, grid.n)
    digits = columns[:, None, :] // np.array(grid.u)[:, None] % grid.cells
    points = 2 * digits
    contexts = contextual(grid, points, contextual_layers(grid))
    values = np.asarray(target(points))
    if values.shape != points.shape:
        raise ValueError(f"the target must give values of shape {points.shape}, not {values.shape}")
    if top is None:
        top = 8 * grid.cells * grid.big ** (2 * grid.n + 2) * (grid.big + 1) ** grid.n
    flat = [np.moveaxis(a, -2, -1).reshape(-1, grid.d) for a in (contexts, values)]
    return ValueMap(grid, grid.ids(contexts).reshape(-1), flat[0], flat[1], top)


def triggers_fire(values: ValueMap) -> int:
    """How many values would fire a later layer (Lemma 9 as printed does not exclude it)."""
    ids = (values.targets * np.asarray(values.grid.u, dtype=values.targets.dtype)).sum(axis=-1)
    at = {int(id): w for w, id in enumerate(values.ids)}
    return sum(any(at.get(int(id) + s, -1) > w for s in (0, 1)) for w, id in enumerate(ids))


# ---- all points of a grid


@dataclass(frozen=True)
class Found:
    """What was seen on the whole extended grid: how many points, in which categories, what fails and how often.

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
    """0 if sequences with the same ids have the same entries and all others have different ones."""
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
    """The n δ^(-d) selective shifts of G.2, a block of levels for each column, and the last layer."""
    big, width = grid.big, grid.cells * (grid.big - 1) // (grid.cells - 1)
    levels = [j * width + v for j in range(grid.n) for v in range(big)]
    shifts = [AttentionLayer(grid.u, ((big, 2 * v - 1), (-big, 2 * v + 1)), f"shift at {v}δ") for v in levels]
    return [*shifts, AttentionLayer(grid.u, ((grid.n * big ** (grid.n + 1) * grid.cells, 0),), "global shift")]


def check_positional(grid: Grid) -> dict[str, int]:
    """Run G.2 on every L: for how many the shifted ids are not in order, and how many entries of contexts coincide.

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


def run(layers: Sequence[Layer], x: ArrayLike, lam: float, eps: float) -> FloatArray:
    """The layers with softmax at λ and ReLUs at ε on X (..., d, n), in units of δ/2, in float64.

    Raises ValueError unless λ > 0 and 0 < ε <= 1 (the narrowest windows have the width 2).
    """
    if not lam > 0 or not 0 < eps <= 1:
        raise ValueError(f"λ > 0 and 0 < ε <= 1 are needed, not {lam} and {eps}")
    z = np.array(x, dtype=float)
    for layer in layers:
        z = layer.real(z, lam) if isinstance(layer, AttentionLayer) else layer.real(z, eps)
    return z


def mean_of_columns(x: FloatArray) -> FloatArray:
    """An equivariant function on [0, 1]^(d×n): every column plus the mean of all, over 2."""
    return (x + x.mean(axis=-1, keepdims=True)) / 2


def distance(
    grid: Grid, p: float = 2.0, per_cell: int = 2, f: Callable[[FloatArray], FloatArray] = mean_of_columns
) -> float:
    """d_p(f, network) on [0, 1]^(d×n), the network having the values of f at the centres of the cubes.

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
