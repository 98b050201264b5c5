"""Theorems 4.1, 4.2 and 5.1 of Liu et al., executed: attention that averages a function's values over centres.

The output of the construction is Σ_j p_j f(v_j), p the softmax of R (v_j·z − ‖v_j‖²/2), by (B.15). `CentreAverage`
computes that directly, in chunks of centres, so that a million of them need little memory; `SelfAttention` and
`CrossAttention` are the literal matrices for few centres. Centres are the middles of a grid's cells (4.1),
pairs of such (4.2), or the centres of balls (5.1). As printed the grid consists of left ends, and the scale has ε where
1/ε belongs (`proofs.papers.liu.section_4_1_self_attention.grid_network`).

An input is a d × n matrix Z, flattened token by token; `points` are flattened inputs, with shape (..., m), m = dn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count as counter
from math import prod

import numpy as np
from flint import arb, ctx
from numpy.typing import ArrayLike

from numeric.balls import ball
from numeric.boltzmann import FloatArray, as_floats, softmax
from symbolic.exact import Exact, fraction

Function = Callable[[FloatArray], FloatArray]  # flattened inputs (..., m) to values (..., d, n)
PATIENCE = 50  # times as many boxes as asked for are cut at most, as long as the bound is above the goal
CHUNK = 1 << 22  # products of points and centres held at once


def grid_centres(bound: float, per_side: int, dimension: int, printed: bool = False) -> FloatArray:
    """Return the P^m centres of the cells of a grid in [−D, D]^m, shape (P^m, m), first coordinate fastest.

    With `printed` the left ends that the paper gives. Raises ValueError unless D > 0, P >= 1 and m >= 1.

    >>> grid_centres(1.0, 2, 1).tolist(), grid_centres(1.0, 2, 1, printed=True).tolist()
    ([[-0.5], [0.5]], [[-1.0], [0.0]])
    """
    if not bound > 0 or per_side < 1 or dimension < 1:
        raise ValueError(f"a grid needs D > 0, P >= 1, m >= 1, not {bound}, {per_side}, {dimension}")
    digits = np.arange(per_side)
    side = (2 * bound * digits + (0 if printed else bound) - bound * per_side) / per_side
    axes = np.meshgrid(*[side] * dimension, indexing="ij")
    return np.stack([axis.ravel() for axis in reversed(axes)], axis=-1)


def pair_centres(keys: ArrayLike, queries: ArrayLike) -> FloatArray:
    """Return all pairs of centres, shape (G_K G_Q, m_K + m_Q); those of the queries vary fastest."""
    k, q = as_floats(keys), as_floats(queries)
    return np.hstack([np.repeat(k, len(q), axis=0), np.tile(q, (len(k), 1))])


def points_per_side(bound: float, modulus: float, dimension: int) -> int:
    """Return the P that the proof needs: 2D √m/δ, rounded up, so that the nearest centre is within δ/2 (2-norm)."""
    return max(1, int(np.ceil(2 * bound * np.sqrt(dimension) / modulus)))


def printed_scale(bound: float, centres: int, modulus: float, error: float) -> float:
    """Return 8/(3δ²) ln(3/2 B_0 G ε), as printed in B.1; it decreases with ε, and may be negative."""
    return float(8 / (3 * modulus**2) * np.log(1.5 * bound * centres * error))


def needed_scale(bound: float, centres: int, modulus: float, error: float) -> float:
    """Return 8/(3δ²) ln(6 B_0 G/ε), at least 0, which makes the far centres contribute at most ε/3."""
    return max(0.0, float(8 / (3 * modulus**2) * np.log(6 * bound * centres / error)))


def grid_side(bound: float, modulus: float) -> int:
    """Return 2D/δ, rounded up: the paper's P, which is enough (`proofs.papers.liu.beyond.smaller_scale`).

    >>> grid_side(1.0, 0.3), points_per_side(1.0, 0.3, 6)
    (7, 17)
    """
    return max(1, int(np.ceil(2 * bound / modulus)))


def counted_scale(bound: float, dimension: int, per_side: int, modulus: float, error: float) -> float:
    """Return 8/(3δ²) ln(3 B_0 m P/ε), at least 0: enough for a grid with P >= 2D/δ intervals a side.

    >>> [round(s, 1) for s in (counted_scale(1.0, 6, 7, 0.3, 0.1), needed_scale(1.0, 7**6, 0.3, 0.1))]
    [211.5, 467.3]
    """
    return max(0.0, float(8 / (3 * modulus**2) * np.log(3 * bound * dimension * per_side / error)))


def summed_scale(bound: float, dimension: int, modulus: float, error: float) -> float:
    """Return 8/(3δ²) ln(12 B_0 m/ε), which is enough if 2D/δ <= P <= 4D/δ and ε <= 2B_0 (else ValueError)."""
    if error > 2 * bound:
        raise ValueError(f"the error {error} is above twice the bound {bound}")
    return float(8 / (3 * modulus**2) * np.log(12 * bound * dimension / error))


@dataclass(frozen=True)
class CentreAverage:
    """z ↦ Σ_j p_j f(v_j): centres (G, m), values (G, d, n), scale R >= 0."""

    centres: FloatArray
    values: FloatArray
    scale: float

    def __post_init__(self) -> None:
        """Check the shapes: as many values as centres, all numbers finite, a scale of 0 or more."""
        fits = self.centres.ndim == 2 and self.values.ndim == 3 and len(self.centres) == len(self.values) > 0
        finite = np.isfinite(self.centres).all() and np.isfinite(self.values).all() and np.isfinite(self.scale)
        if not fits or not finite or self.scale < 0:
            raise ValueError(
                f"centres (G, m) and values (G, d, n), G >= 1, finite, and a scale of 0 or more are needed, not "
                f"{self.centres.shape}, {self.values.shape} and {self.scale}"
            )

    def __call__(self, points: ArrayLike) -> FloatArray:
        """Return the averages at points (..., m): shape (..., d, n); the memory used does not grow with G."""
        z = as_floats(points)
        if z.ndim == 0 or z.shape[-1] != self.centres.shape[1]:
            raise ValueError(f"points of shape (..., {self.centres.shape[1]}) are needed, not {z.shape}")
        flat = z.reshape(-1, z.shape[-1])
        highest = np.full(len(flat), -np.inf)
        total = np.zeros(len(flat))
        weighted = np.zeros((len(flat), self.values[0].size))
        step = max(1, CHUNK // max(1, len(flat)))
        for start in range(0, len(self.centres), step):
            v, f = self.centres[start : start + step], self.values[start : start + step]
            scores = self.scale * (flat @ v.T - (v * v).sum(axis=1) / 2)
            top = np.maximum(highest, scores.max(axis=1))
            shrink, weights = np.exp(highest - top), np.exp(scores - top[:, None])
            total = total * shrink + weights.sum(axis=1)
            weighted = weighted * shrink[:, None] + weights @ f.reshape(len(f), -1)
            highest = top
        return (weighted / total[:, None]).reshape(*z.shape[:-1], *self.values.shape[1:])


def average_of(f: Function, centres: ArrayLike, scale: float) -> CentreAverage:
    """Return the average whose values are those of f at the centres."""
    v = as_floats(centres)
    return CentreAverage(v, as_floats(f(v)), scale)


def on_grid(f: Function, bound: float, dimension: int, modulus: float, top: float, error: float) -> CentreAverage:
    """Return the construction of Theorem 4.1 with P and R as the proof needs them.

    f maps [−D, D]^m to d × n matrices, differs by at most ε/3 between points within δ of each other (‖·‖_∞), and
    |f| <= B_0, here `top`.
    """
    per_side = points_per_side(bound, modulus, dimension)
    centres = grid_centres(bound, per_side, dimension)
    return average_of(f, centres, needed_scale(top, len(centres), modulus, error))


def on_balls(f: Function, centres: ArrayLike, lipschitz: float, top: float, error: float) -> CentreAverage:
    """Return the construction of Theorem 5.1: L-Lipschitz f (2-norm) on balls of radius ε/(3L) about the centres."""
    v = as_floats(centres)
    return average_of(f, v, needed_scale(top, len(v), 2 * error / (3 * lipschitz), error))


# --- the literal matrices -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SelfAttention:
    """The matrices of B.1: Linear(Z) = Σ P_i Z Q_i + shift, then one softmax head.

    Shapes, G centres, w = max(2dG, n): shift (w + 1, w), key and query (n + 2, w + 1), value (d, w + 1), out (w, n).
    """

    average: CentreAverage
    bound: float
    shift: FloatArray
    key: FloatArray
    query: FloatArray
    value: FloatArray
    out: FloatArray

    def terms(self) -> Iterator[tuple[FloatArray, FloatArray]]:
        """Yield the pairs (P_i, Q_i) of Linear, one for each centre and token."""
        count, d, n = self.average.values.shape
        first = np.zeros((len(self.shift), 1))
        first[0] = 1
        for j in range(count):
            marks = np.zeros((1, self.shift.shape[1]))
            marks[0, j * d : (j + 1) * d] = marks[0, (count + j) * d : (count + j + 1) * d] = 1
            for k in range(n):
                yield first @ self.average.centres[j, k * d : (k + 1) * d][None, :], np.eye(n)[:, [k]] @ marks

    def linear(self, z: ArrayLike) -> FloatArray:
        """Return Linear(Z) for Z (d, n): the products with the centres over the identity."""
        x = as_floats(z)
        return sum((p @ x @ q for p, q in self.terms()), start=self.shift)

    def __call__(self, z: ArrayLike) -> FloatArray:
        """Return W_V X softmax((W_K X)ᵀ W_Q X) W_O, X = Linear(Z), for Z (d, n): shape (d, n)."""
        x = self.linear(z)
        return self.value @ x @ softmax((self.key @ x).T @ (self.query @ x), axis=0) @ self.out

    def parameters(self) -> int:
        """Return the number of entries that depend on f or the centres: in Linear, W_K, W_Q (R) and W_O (B_0)."""
        count, d, n = self.average.values.shape
        spare = len(self.shift) - 1 - 2 * d * count
        return self.average.centres.size + 2 * d * count * (n + 1) + spare + 2 * n + n


def _logs(average: CentreAverage, bound: float) -> FloatArray:
    """[ln T, ln E] as n rows of 2dG columns; ValueError unless |f| < B_0."""
    n = average.values.shape[2]
    if not np.abs(average.values).max() < bound:
        raise ValueError(f"the bound must exceed the greatest value, {np.abs(average.values).max()}")
    share = average.values / bound
    blocks = np.concatenate([np.log1p(share), np.log1p(-share)])
    return blocks.reshape(-1, n).T


def spare_height(average: CentreAverage, bound: float, radius: float, error: float) -> float:
    """Return H such that spare columns with scores −R H change the output by at most `error` where ‖Z‖_2 <= radius.

    With D of them the output is divided by 1 + θ, θ <= D/(2dG) exp(−R (H − radius ‖v‖ − ‖v‖²/2)) for the longest v.
    """
    count, d, n = average.values.shape
    if not (radius >= 0 and error > 0 and average.scale > 0):
        raise ValueError(
            f"{count} centres make fewer columns than there are tokens, {2 * d * count} < {n}: spare ones need a scale "
            f"above 0, a radius and an error above 0, not {average.scale}, {radius} and {error}"
        )
    longest = float(np.sqrt((average.centres**2).sum(axis=1)).max())
    share = max(1.0, (n - 2 * d * count) / (2 * d * count) * bound / error)
    return radius * longest + longest**2 / 2 + float(np.log(share)) / average.scale


def self_attention(average: CentreAverage, bound: float, radius: float = -1.0, error: float = 0.0) -> SelfAttention:
    """Build the matrices of B.1 for an average of d × n values and a bound B_0 > |f|.

    If there are fewer columns than tokens, 2dG < n, spare ones are added, of value 0 and so low a score that the output
    changes by at most `error` for ‖Z‖_2 <= radius, at one number each (`spare_height`).

    >>> average = average_of(lambda z: z[..., None], grid_centres(1.0, 4, 1), 30.0)
    >>> network = self_attention(average, 2.0)
    >>> bool(np.allclose(network([[0.3]]), average([0.3]))), network.key.shape
    (True, (3, 9))
    """
    count, d, n = average.values.shape
    if average.centres.shape[1] != d * n:
        raise ValueError(f"values of {d} × {n} need centres of length {d * n}, not {average.centres.shape[1]}")
    spare = max(0, n - 2 * d * count)
    w = 2 * d * count + spare
    halves = -np.tile(np.repeat((average.centres**2).sum(axis=1) / 2, d), 2)
    logs = np.hstack([_logs(average, bound), np.zeros((n, spare))])
    if spare:
        halves = np.concatenate([halves, np.full(spare, -spare_height(average, bound, radius, error))])
    top = np.zeros((1, w))
    key = np.hstack([np.eye(2 + n, 1), np.vstack([top, halves[None, :], logs])])
    query = np.zeros((2 + n, w + 1))
    query[:2, 1 : n + 1] = average.scale
    query[2:, 1 : n + 1] = np.eye(n)
    repeated = np.tile(np.eye(d), (1, count))
    value = np.hstack([np.zeros((d, 1)), repeated, -repeated, np.zeros((d, spare))])
    return SelfAttention(average, bound, np.vstack([top, np.eye(w)]), key, query, value, d * bound * np.eye(w, n))


@dataclass(frozen=True)
class CrossAttention:
    """The matrices of B.3 for G centres on either side, w = 2dG²: key (2 + G + n, w + 1), query (2 + G + n, G + n)."""

    side: FloatArray
    shape: tuple[int, int]
    key: FloatArray
    query: FloatArray
    value: FloatArray
    out: FloatArray

    def __call__(self, z_key: ArrayLike, z_query: ArrayLike) -> FloatArray:
        """Return the output for Z_K and Z_Q of shape (d, n)."""
        (d, n), count = self.shape, len(self.side)
        k, q = (as_floats(z).T.ravel() for z in (z_key, z_query))
        w = self.out.shape[0]
        row = np.tile(np.repeat(self.side @ k, d * count), 2)
        keys = np.vstack([np.eye(w), row])
        queries = np.zeros((count + n, w))
        queries[:count, :n] = (self.side @ q)[:, None]
        queries[count:, :n] = np.eye(n)
        return self.value @ keys @ softmax((self.key @ keys).T @ (self.query @ queries), axis=0) @ self.out


def cross_attention(f: Function, side: ArrayLike, scale: float, bound: float) -> CrossAttention:
    """Build the matrices of B.3: f maps pairs [Z̃_K, Z̃_Q] to d × n matrices; `side` are the centres of one side."""
    v = as_floats(side)
    average = average_of(f, pair_centres(v, v), scale)
    pairs, d, n = average.values.shape
    count = len(v)
    if v.shape[1] != d * n:
        raise ValueError(f"values of {d} × {n} need centres of length {d * n}, not {v.shape[1]}")
    w = 2 * d * pairs
    if w < n:
        raise ValueError(f"{count} centres on either side make fewer columns than there are tokens: {w} < {n}")
    logs = _logs(average, bound)
    halves = -np.tile(np.repeat((average.centres**2).sum(axis=1) / 2, d), 2)
    marks = scale * np.tile(np.repeat(np.tile(np.eye(count), (1, count)), d, axis=1), (1, 2))
    key = np.zeros((2 + count + n, w + 1))
    key[0, w] = 1
    key[1:, :w] = np.vstack([halves[None, :], marks, logs])
    query = np.zeros((2 + count + n, count + n))
    query[:2, count:] = scale
    query[2:, :] = np.eye(count + n)
    repeated = np.tile(np.eye(d), (1, pairs))
    value = np.hstack([repeated, -repeated, np.zeros((d, 1))])
    return CrossAttention(v, (d, n), key, query, value, d * bound * np.eye(w, n))


# --- how good it is -----------------------------------------------------------------------------------------------


def sampled_error(average: CentreAverage, f: Function, points: ArrayLike) -> tuple[float, FloatArray]:
    """Return the largest |average − f| at these points, and the point where it is."""
    z = as_floats(points)
    gap = np.abs(average(z) - f(z)).max(axis=(-2, -1))
    worst = int(np.argmax(gap))
    return float(gap.flat[worst]), z.reshape(-1, z.shape[-1])[worst]


def least_scale(average: CentreAverage, f: Function, points: ArrayLike, error: float) -> float:
    """Return approximately the least scale from which on the error at these points is at most ε (by bisection)."""
    low, high = 0.0, average.scale

    def enough(scale: float) -> bool:
        return sampled_error(CentreAverage(average.centres, average.values, scale), f, points)[0] <= error

    if enough(low):
        return low
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


class NotCertified(ArithmeticError):
    """The error could not be shown to be at most ε: `box` is where."""

    def __init__(self, box: Sequence[tuple[Fraction, Fraction]]) -> None:
        super().__init__(f"not shown to be at most ε on {' × '.join(f'[{a}, {b}]' for a, b in box)}")
        self.box = box


Values = Callable[[Sequence[arb]], "arb | Sequence[arb]"]  # a real-valued function, or several, in balls


class _Balls:
    """The average in ball arithmetic: upper bounds of its distance from f on boxes."""

    def __init__(self, centres: Sequence[Sequence[Exact]], f: Values, scale: Exact) -> None:
        self.v = [[ball(x) for x in centre] for centre in centres]
        self.f, self.scale = f, ball(scale)
        self.values = [self.entries(centre) for centre in self.v]
        self.halves = [sum(x * x for x in centre) / 2 for centre in self.v]
        self.places = np.array([[float(x) for x in centre] for centre in centres])

    def entries(self, z: Sequence[arb]) -> list[arb]:
        """Return the entries of f's value."""
        found = self.f(z)
        return [found] if isinstance(found, arb) else list(found)

    def gaps(self, box: Sequence[tuple[Fraction, Fraction]], z: Sequence[arb]) -> list[arb] | None:
        """Enclose the difference, entry by entry; None if that fails."""
        nearest = int(((self.places - [float(a + b) / 2 for a, b in box]) ** 2).sum(axis=1).argmin())
        here = self.entries(z)
        weights = []
        for centre, half in zip(self.v, self.halves, strict=True):
            tilt = sum((x - y) * t for x, y, t in zip(centre, self.v[nearest], z, strict=True))
            weights.append((self.scale * (tilt - half + self.halves[nearest])).exp())
        total = sum(weights, arb(0))
        if not total > 0:
            return None
        values = zip(*self.values, strict=True)
        return [sum((w * (v - own) for w, v in zip(weights, column, strict=True)), arb(0)) / total
                for column, own in zip(values, here, strict=True)]  # fmt: skip


def _halves(
    box: list[tuple[Fraction, Fraction]], whole: Sequence[tuple[Fraction, Fraction]]
) -> list[list[tuple[Fraction, Fraction]]]:
    """Return the two halves of the box, cut across the side that is longest relative to that of the whole box."""
    side = max(range(len(box)), key=lambda i: (box[i][1] - box[i][0]) / (whole[i][1] - whole[i][0]))
    a, b = box[side]
    parts = ((a, (a + b) / 2), ((a + b) / 2, b))
    return [[part if i == side else x for i, x in enumerate(box)] for part in parts]


def certify(
    centres: Sequence[Sequence[Exact]],
    f: Values,
    scale: Exact,
    region: Sequence[tuple[Exact, Exact]],
    error: Exact,
    bits: int = 64,
    most: int = 200_000,
    outside: Callable[[Sequence[arb]], bool] | None = None,
) -> int:
    """Certify |Σ_j p_j f(v_j) − f(z)| <= ε for all z of a box, by ball arithmetic; return the number of boxes used.

    f takes balls, one for each coordinate, and encloses a real number, or several, for each of which it is certified.
    All numbers are exact. With `outside`, boxes of which it says that no point of theirs is in the domain are left out.

    Raises
    ------
    NotCertified
        where a box is smaller than 2^−30 of the region, or more than `most` boxes are needed.
    """
    whole = [(fraction(a), fraction(b)) for a, b in region]
    with ctx.workprec(bits):
        average, limit = _Balls(centres, f, scale), ball(error)
        work, done = [(whole, 0)], 0
        while work:
            box, depth = work.pop()
            done += 1
            z = [ball(a).union(ball(b)) for a, b in box]
            if outside is not None and outside(z):
                continue
            gaps = average.gaps(box, z)
            if gaps is not None and all(abs(gap) <= limit for gap in gaps):
                continue
            if depth > 30 * len(box) or done > most:
                raise NotCertified(box)
            work += [(part, depth + 1) for part in _halves(box, whole)]
        return done


def certify_in_mean(
    centres: Sequence[Sequence[Exact]],
    f: Values,
    scale: Exact,
    region: Sequence[tuple[Exact, Exact]],
    p: Exact,
    most: int = 2_000,
    top: Exact | None = None,
    bits: int = 64,
    goal: Exact | None = None,
    progress: Callable[[str, int, int | None], None] | None = None,
) -> arb:
    """Return an upper bound of ‖Σ_j p_j f(v_j) − f‖_p on a box (Corollary 4.1.1), by cutting boxes `most` times.

    f may have jumps: where it raises ArithmeticError as it cannot enclose its values, |f| <= `top` is relied on, if
    that is given. The box that adds most is cut next. As long as the bound is above the `goal`, if there is one, as
    about a jump, up to `PATIENCE` times as many cuts follow.

    >>> step = certify_in_mean([(x,) for x in (-1, 1)], lambda z: z[0], 1, [(-1, 1)], 1, most=300)
    >>> 0.1324 < float(step) < 0.153
    True
    """
    whole = [(fraction(a), fraction(b)) for a, b in region]
    with ctx.workprec(bits):
        average, power = _Balls(centres, f, scale), ball(p)
        largest = None if top is None else 2 * ball(top)
        count = len(average.values[0])

        def part(box: list[tuple[Fraction, Fraction]]) -> tuple[float, int, arb, list[tuple[Fraction, Fraction]]]:
            volume = ball(prod(b - a for a, b in box))
            gaps = None
            try:
                gaps = average.gaps(box, [ball(a).union(ball(b)) for a, b in box])
            except ArithmeticError:
                if largest is None:
                    raise
            sizes = [arb("inf")] * count if gaps is None else [gap.abs_upper() for gap in gaps]
            if largest is not None:
                sizes = [size.min(largest) if size.is_finite() else largest for size in sizes]
            bound = volume * sum((size**power for size in sizes if not size.is_zero()), arb(0))
            return -float(bound.upper()), next(order), bound, box

        def bound() -> arb:
            total = sum((bound for _, _, bound, _ in parts), arb(0))
            return total if total.is_zero() else (total ** (1 / power)).upper()

        order = counter()
        parts = [part(whole)]
        for turn in range(PATIENCE):
            for _ in range(most):
                _, _, _, box = heappop(parts)
                for half in _halves(box, whole):
                    heappush(parts, part(half))
            now = bound()
            if goal is None or now <= ball(goal):
                break
            if progress is not None:
                progress(f"boxes: the error is at most {float(now):.3g}", turn, PATIENCE)
        return bound()


def certify_on_balls(
    centres: Sequence[Sequence[Exact]],
    f: Values,
    scale: Exact,
    radius: Exact,
    error: Exact,
) -> int:
    """Certify the same on the union of the balls (2-norm) about the centres; return the number of boxes used.

    >>> points = [(0, 0), (Fraction(1, 4), 0), (3, -2)]
    >>> certify_on_balls(points, lambda z: z[0].sin(), 60, Fraction(1, 4), Fraction(3, 4)) < 100
    True
    """
    used, r = 0, fraction(radius)
    for centre in centres:
        place = [fraction(x) for x in centre]

        def outside(z: Sequence[arb], place: Sequence[Fraction] = place) -> bool:
            return bool(sum((x - ball(v)) ** 2 for x, v in zip(z, place, strict=True)) > ball(r * r))

        used += certify(centres, f, scale, [(x - r, x + r) for x in place], error, outside=outside)
    return used
