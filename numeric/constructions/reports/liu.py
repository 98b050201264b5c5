"""Reports on the constructions of Liu et al., with errors certified in ball arithmetic where that is feasible."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy as sp
from flint import arb
from numpy.typing import NDArray

from numeric.balls import ball, ends
from numeric.constructions.centres import (
    CentreAverage,
    NotCertified,
    certify,
    certify_in_mean,
    certify_on_balls,
    cross_attention,
    grid_side,
    needed_scale,
    printed_scale,
    self_attention,
    summed_scale,
)
from numeric.constructions.indicator import reassignment_layer
from numeric.constructions.reports.formatting import (
    ArgumentError,
    Function,
    NotEnclosed,
    Report,
    Rows,
    brief,
    entries,
    on_one_line,
    plain,
    upper_float,
)
from symbolic.max_affine import MaxAffine, sharp_threshold

MOST_CENTRES = 20_000
MOST_COLUMNS = 2_000  # the largest matrices that are printed in full
CERTIFIED = 2  # the most coordinates for which boxes cover the whole domain,
FEW, BALLS = 260, 60  # and the most centres, of a grid and of balls: more would take minutes
POINTS = 400  # the number of points that are tried otherwise
PAIRS = 64  # the number of pairs of points at which a Lipschitz constant is tried
Point = tuple[Fraction, ...]
Progress = Callable[[str, int, int | None], None]  # what is done, a number, and of how many


# ---- a partition


def reassignment(x: Rows, eps: Fraction, pieces: Rows, values: Rows, gap: Fraction | None = None) -> Report:
    """Run Proposition 3.3: the layer, the labels of the tokens and the output for them.

    A piece is a row of slopes and an offset; each piece has a row of values. `gap` is Δ, by which the top piece has to
    exceed the others; without it, it is the least gap of the tokens.
    """
    d, n, count = len(x), len(x[0]), len(pieces)
    if len(pieces[0]) != d + 1:
        raise ArgumentError(f"each piece needs {d} slopes and an offset, not {len(pieces[0])} numbers", "pieces")
    if len(values) != count:
        raise ArgumentError(f"each of the {count} pieces needs a row of values, not {len(values)}", "values")
    partition = MaxAffine([row[:-1] for row in pieces], [row[-1] for row in pieces])
    tokens = list(zip(*x, strict=True))
    labels, gaps = [partition.labels(t)[0] for t in tokens], [partition.gap(t) for t in tokens]
    if 0 in gaps:
        raise ArgumentError(
            f"token {gaps.index(Fraction(0)) + 1} lies on a boundary of the partition, as 3.3 excludes", "input"
        )
    least = min([g for g in gaps if g is not None] + ([Fraction(1)] if count < n else []), default=Fraction(1))
    if gap is None:
        gap = least
    elif least < gap:
        token = next((k for k, g in enumerate(gaps, 1) if g is not None and g < gap), None)
        who = f"token {token} is" if token else "the pieces that are added for the other tokens are"
        raise ArgumentError(f"{who} nearer to a boundary of the partition than Δ = {gap}", "gap", "input")
    spread = max(abs(a - b) for v in values for w in values for a, b in zip(v, w, strict=True))
    share = min(eps / spread, Fraction(1, 2)) if spread else Fraction(1, 2)
    columns = max(count, n)
    rationals = [sp.Rational(q.numerator, q.denominator) for q in (gap, share)]
    threshold = sharp_threshold(sp.Integer(columns), *rationals) if columns > 1 else sp.Integer(0)
    scale = max(0, int(sp.ceiling(threshold)))
    layer = reassignment_layer([row[:-1] for row in pieces], [row[-1] for row in pieces], values, n, scale)
    indicator, output = layer.enclose(x)
    out, aimed = entries(output), [[values[h][r] for h in labels] for r in range(len(values[0]))]
    kept = all(
        abs(v - ball(w)) <= ball(eps) for a, b in zip(out, aimed, strict=True) for v, w in zip(a, b, strict=True)
    )
    numbers = layer.parameters()
    found = {
        "pieces": plain(pieces), "values": plain(values), "input": plain(x), "labels": [h + 1 for h in labels],
        "gap": str(gap), "scale": scale, "indicator": plain(entries(indicator)), "output": plain(out),
        "F": plain(aimed), "error": str(eps), "parameters": numbers, "as_promised": kept,
    }  # fmt: skip
    text = [
        f"{count} pieces in {d} variables, {n} tokens, ε = {eps}; tokens nearer to a boundary than Δ are left out",
        f"pieces       {on_one_line(pieces, brief)}   (slopes, offset)",
        f"values       {on_one_line(values, brief)}",
        f"input        {on_one_line(x, brief)}",
        f"labels       {', '.join(str(h + 1) for h in labels)}; the least gap is {brief(least)}, Δ = {brief(gap)}",
        f"R            {scale}, the least integer that ε asks for, of the values {brief(spread)} apart",
        f"matrices     Linear, W_K, W_Q, W_V, W_O: {numbers['entries']} entries, {numbers['trained']} neither 0 nor 1",
        f"indicator    {on_one_line(entries(indicator), _digits)}",
        f"output       {on_one_line(out, _digits)}",
        f"F            {on_one_line(aimed, brief)}   {'within ε, certified' if kept else 'NOT within ε'}",
    ]
    return found, "\n".join(text) + "\n"


def _digits(v: Any) -> str:
    return v.str(5, radius=False)


# ---- centres


@dataclass(frozen=True)
class Setting:
    """f on d × n matrices, or on pairs of them, as a function of a flat sequence of entries, token by token.

    Attributes
    ----------
    bound
        The entries lie in [−bound, bound].
    lipschitz
        A Lipschitz constant of f.
    top
        A bound on |f|, if known.
    """

    target: Function
    d: int
    n: int
    bound: Fraction
    lipschitz: Fraction
    top: Fraction | None
    pairs: bool

    @property
    def tokens(self) -> int:
        """The number of columns of the input."""
        return 2 * self.n if self.pairs else self.n

    @property
    def size(self) -> int:
        """The number of entries of the input."""
        return self.d * self.tokens

    def rows(self, flat: Sequence[Any]) -> list[list[Any]]:
        """Return the matrix with these entries; for a pair, the columns of the keys and then of the queries."""
        return [[flat[k * self.d + r] for k in range(self.tokens)] for r in range(self.d)]

    def exact(self, flat: Sequence[Fraction]) -> Rows:
        """Return the value at a point; for a pair, only the columns of the queries count."""
        return [row[-self.n :] for row in self.target.exact(self.rows(flat))]

    def floats(self, points: NDArray[Any]) -> NDArray[Any]:
        """Return the values at an array of points."""
        return np.array([[[float(v) for v in row] for row in self.exact([Fraction(float(x)) for x in z])]
                         for z in points])  # fmt: skip

    def enclose(self, flat: Sequence[arb]) -> list[arb]:
        """Enclose the entries of the value on a box."""
        return [v for row in self.target.enclose(self.rows(flat)) for v in row[-self.n :]]

    def upper_bound(self, reach: Fraction) -> Fraction:
        """Return an upper bound on |f| on [−reach, reach], from `top` or by enclosure."""
        if self.top is not None:
            return self.top * Fraction(17, 16)
        try:
            found = self.enclose([ball(-reach).union(ball(reach))] * self.size)
            highest = max(max(map(abs, ends(v))) for v in found)
        except (NotEnclosed, ValueError) as wrong:
            raise _bound_needed(wrong) from wrong
        return Fraction(int(highest * 17) + 1, 16)


def _bound_needed(wrong: Exception) -> ArgumentError:
    return ArgumentError(f"an upper bound of |f| is needed, since it cannot be computed ({wrong})", "top")


def on_grid(
    f: Setting, eps: Fraction, per_side: int, p: Fraction | None, x: Rows, progress: Progress | None = None
) -> Report:
    """Run Theorem 4.1 or 4.2 with the centres of a grid, or Corollary 4.1.1 if there is an exponent p.

    `per_side` is the number of centres on a side; 0 chooses it by ε.
    """
    if p is None:
        check_lipschitz(f, by_entry=True)
    modulus = eps / (3 * f.lipschitz)
    side = per_side or grid_side(float(f.bound), float(modulus))
    count, top = side**f.size, f.upper_bound(f.bound)
    if count > MOST_CENTRES:
        raise ArgumentError(
            f"that is {side}^{f.size} centres; choose smaller values, or a larger error", "d", "n", "lipschitz", "error"
        )
    if p is not None and p < 1:
        raise ArgumentError(f"has to be 1 or more, not {p}", "p")
    width = min(2 * f.bound / side, modulus) if p is None else 2 * f.bound / side
    at = float(top), float(width), float(min(eps, 2 * top))
    scale = int(summed_scale(at[0], f.size, at[1], at[2])) + 1
    coordinates = [f.bound * Fraction(2 * k + 1 - side, side) for k in range(side)]
    centres = [tuple(reversed(c)) for c in product(coordinates, repeat=f.size)]
    if any(abs(v) > f.bound for row in x for v in row):
        raise ArgumentError(f"entries have to lie in [−{f.bound}, {f.bound}]", "input")
    average = _average(f, centres, scale)
    found, lines = _described(f, average, top, x)
    region = [(-f.bound, f.bound)] * f.size
    if p is not None:
        if f.size > CERTIFIED:
            raise ArgumentError(f"Corollary 4.1.1 is certified for dn <= {CERTIFIED} only", "d", "n")
        most = max(100, min(1_000, 300_000 // count))
        try:
            least = certify_in_mean(
                centres, f.enclose, scale, region, p, most=most, top=f.top or top, goal=eps, progress=progress
            )
        except ArithmeticError as wrong:
            raise _bound_needed(wrong) from wrong
        found |= {"p": str(p), "at_most": upper_float(least), "as_promised": bool(least <= float(eps)) or None}
        error = f"‖·‖_{p} on all of the cube is at most {upper_float(least):.4g}, certified in balls"
    else:
        error, kept = _error(f, average, eps, lambda: certify(centres, f.enclose, scale, region, eps), None)
        found["as_promised"] = kept
    printed = printed_scale(at[0], count, at[1], at[2])
    found |= {"per_side": side, "scale": scale, "printed_scale": printed, "error": str(eps)}
    head = [
        f"d = {f.d}, n = {f.n}{', two sequences' if f.pairs else ''}, entries in [−{f.bound}, {f.bound}], ε = {eps}",
        f"f            {f.target.text}; |f| < B_0 = {top}",
        f"grid         P = {side} a side, {count} centres, δ = {width}",
        f"R            {scale}, 8/(3δ²) ln(12 B_0 m/ε), m = {f.size}; (B.21) prints ln(3 B_0 G ε/2): {printed:.1f}",
    ]
    return found, "\n".join([*head, *lines, f"error        {error}"]) + "\n"


def on_balls(f: Setting, eps: Fraction, count: int, x: Rows | None) -> Report:
    """Run Theorem 5.1 with any number of balls of radius ε/(3L); without an input, one near the first centre."""
    if count > MOST_CENTRES:
        raise ArgumentError(f"at most {MOST_CENTRES} balls", "balls")
    check_lipschitz(f, by_entry=False)
    rng, radius = random.Random(0), eps / (3 * f.lipschitz)
    centres: list[Point] = [
        tuple(f.bound * Fraction(rng.randint(-16, 16), 16) for _ in range(f.size)) for _ in range(count)
    ]
    top = f.upper_bound(f.bound + radius)
    spare = max(0, f.n - 2 * f.d * count)
    allowed = float(eps) / 100 if spare else 0.0  # for the spare columns; (2 + 0.97)/3 + 1/100 = 1
    scale = int(needed_scale(float(top), count, 2 * float(radius), float(eps) * (0.97 if spare else 1.0))) + 1
    average = _average(f, centres, scale)
    reach = float(max(sum(x * x for x in c) for c in centres)) ** 0.5 + float(radius)
    if x is None:
        x = f.rows([v + Fraction(1, 16) * (i == 0) for i, v in enumerate(centres[0])])
    found, lines = _described(f, average, top, x, reach, allowed)
    goal = eps * Fraction(99, 100) if spare else eps
    error, kept = _error(f, average, goal, lambda: certify_on_balls(centres, f.enclose, scale, radius, goal), radius)
    if spare:
        error += f"; spare columns: at most {allowed:.3g} more"
    found |= {"balls": count, "radius": str(radius), "scale": scale, "spare_columns": spare, "error": str(eps),
              "as_promised": kept}  # fmt: skip
    head = [
        f"d = {f.d}, n = {f.n}, ε = {eps}; N_x = {count} balls of radius ε/(3L) = {radius}, centres in "
        f"[−{f.bound}, {f.bound}]",
        f"f            {f.target.text}; |f| < B_0 = {top}",
        f"R            {scale}, 8/(3δ²) ln(6 B_0 N_x/ε), δ = 2ε/(3L)",
        f"columns      2dN_x = {2 * f.d * count}, n = {f.n}: "
        + (f"{spare} spare ones are added" if spare else "no spare ones are needed"),
    ]
    return found, "\n".join([*head, *lines, f"error        {error}"]) + "\n"


def _average(f: Setting, centres: Sequence[Point], scale: int) -> CentreAverage:
    values = np.array([[[float(v) for v in row] for row in f.exact(c)] for c in centres])
    return CentreAverage(np.array([[float(x) for x in c] for c in centres]), values, float(scale))


def _side(average: CentreAverage, f: Setting) -> NDArray[Any]:
    """Return the centres of one sequence; the centres of the domain are all pairs of these."""
    return np.unique(average.centres[:, : f.d * f.n], axis=0)


def _described(
    f: Setting, average: CentreAverage, top: Fraction, x: Rows, reach: float = -1.0, allowed: float = 0.0
) -> tuple[dict[str, Any], list[str]]:
    """Describe the matrices, if they are not too large to be written out, and the output for x, in float64."""
    flat = [row[k] for k in range(f.tokens) for row in x]
    count, width = len(average.values), 2 * f.d * len(average.values)
    matrices: dict[str, Any] = {}
    numbers = None
    z = np.array([[float(v) for v in row] for row in x])
    if f.pairs and width <= MOST_COLUMNS:
        cross = cross_attention(f.floats, _side(average, f), average.scale, float(top))
        matrices = {"W_K": cross.key, "W_Q": cross.query, "W_V": cross.value, "W_O": cross.out}
        output = cross(z[:, : f.n], z[:, f.n :])
    elif not f.pairs and max(width, f.n) <= MOST_COLUMNS:
        made = self_attention(average, float(top), reach, allowed)
        matrices = {"Linear": made.shift, "W_K": made.key, "W_Q": made.query, "W_V": made.value, "W_O": made.out}
        numbers, output = made.parameters(), made(z)
    else:
        output = average(z.T.ravel())
    sizes = {name: "×".join(map(str, m.shape)) for name, m in matrices.items()}
    listed = ", ".join(f"{name} {size}" for name, size in sizes.items())
    if not listed:
        listed = f"not written out; the values at {count} centres are averaged as (B.15) says"
    counts = []
    if numbers:
        each = numbers / (f.d * f.n * count)
        counts = [f"parameters   {numbers} depend on f or the centres, {each:.3g} dn for each centre"]
    wanted = f.exact(flat)
    found = {
        "sizes": {"d": f.d, "n": f.n}, "target": f.target.text, "B_0": str(top), "centres": count,
        "matrices": sizes, "parameters": numbers, "input": plain(x), "output": output.tolist(), "f": plain(wanted),
    }  # fmt: skip
    lines = [
        f"matrices     {listed}",
        *["             of the paper, corrected; the theorem is proved with a square W_V, by others"] * bool(sizes),
        *counts,
        f"input        {on_one_line(x, brief)}",
        f"output       {on_one_line(output.tolist(), lambda v: f'{v:.6g}')}   in floating point",
        f"f(X)         {on_one_line(wanted, brief)}",
    ]
    return found, lines


def _error(
    f: Setting, average: CentreAverage, eps: Fraction, certified: Callable[[], int], radius: Fraction | None
) -> tuple[str, bool | None]:
    """Describe the known bounds of the largest error, and say whether it is at most ε, if that is known."""
    failed = ""
    if f.size <= CERTIFIED and len(average.centres) <= (FEW if radius is None else BALLS):
        try:
            return f"at most {eps} on all of the domain, certified in balls on {certified()} boxes", True
        except NotCertified as wrong:
            failed = str(wrong)
    rng = np.random.default_rng(0)
    if radius is None:
        points = float(f.bound) * np.vstack([np.ones(f.size), -np.ones(f.size), rng.uniform(-1, 1, (POINTS, f.size))])
    else:
        away = rng.normal(size=(POINTS, f.size))
        away *= float(radius) * rng.uniform(0, 1, (POINTS, 1)) / np.linalg.norm(away, axis=1, keepdims=True)
        points = average.centres[rng.integers(len(average.centres), size=POINTS)] + away
    largest = float(np.abs(average(points) - f.floats(points)).max())
    if largest > eps:
        return f"{largest:.4g} at one of {len(points)} points tried, in floating point: more than ε", False
    return failed or f"at most {largest:.4g} at {len(points)} points tried, which proves nothing", None


def check_lipschitz(f: Setting, by_entry: bool) -> None:
    """Raise an error if f changes by more than L times the distance between two of some points.

    Distances are those of the largest entry, as on a grid, if `by_entry`, else those of the 2-norm, as for balls.
    """
    rng = random.Random(0)
    for _ in range(PAIRS):
        x, y = ([f.bound * Fraction(rng.randint(-16, 16), 16) for _ in range(f.size)] for _ in range(2))
        values = [[v for row in f.exact(z) for v in row] for z in (x, y)]
        gaps = ([(a - b) ** 2 for a, b in zip(*pair, strict=True)] for pair in (values, (x, y)))
        changed, apart = (float(max(z) if by_entry else sum(z)) ** 0.5 for z in gaps)
        if changed > float(f.lipschitz) * apart + 1e-6:
            one, other = (f"({', '.join(map(brief, z))})" for z in (x, y))
            raise ArgumentError(
                f"f is not {f.lipschitz}-Lipschitz: from {one} to {other}, {apart:.3g} away, it moves {changed:.3g}",
                "lipschitz",
            )
