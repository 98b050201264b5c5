"""`lemmata construct liu`: the constructions of Liu et al."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proofs.cli.options import InputText, Power, TargetText
from proofs.cli.terminal import UNKNOWN, AsJson, BadInput, leave, print_json, print_text

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray

    from numeric.constructions.centres import CentreAverage
    from proofs.cli.sequences import Rows, Target

MOST_CENTRES = 20_000
MOST_COLUMNS = 2_000  # the largest matrices that are printed in full
CERTIFIED = 2  # the most coordinates for which boxes cover the whole domain,
FEW, BALLS = 260, 60  # and the most centres, of a grid and of balls: more would take minutes
POINTS = 400  # the number of points that are tried otherwise
Point = tuple[Fraction, ...]


class Result(StrEnum):
    """The statement whose construction is run."""

    proposition_3_3 = "proposition-3.3"
    theorem_4_1 = "theorem-4.1"
    corollary_4_1_1 = "corollary-4.1.1"
    theorem_4_2 = "theorem-4.2"
    theorem_5_1 = "theorem-5.1"


def liu(
    result: Annotated[Result, typer.Argument(help="The statement whose construction to run.")] = Result.theorem_4_1,
    d: Annotated[int, typer.Option("--d", min=1, help="Rows.")] = 1,
    n: Annotated[int, typer.Option("--n", min=1, help="Columns: the number of tokens.")] = 2,
    error: Annotated[str, typer.Option("--error", metavar="E", help="ε.")] = "3/4",
    bound: Annotated[str, typer.Option("--bound", metavar="D", help="Inputs lie in [−D, D].")] = "1",
    target: TargetText = "(x + mean)/2",
    lipschitz: Annotated[
        str,
        typer.Option(
            "--lipschitz", metavar="L", help="By how much f changes against the distance; P and R are chosen by it."
        ),
    ] = "1",
    top: Annotated[
        str, typer.Option("--top", metavar="B", help="|f| <= B, relied on where F cannot be enclosed, as at jumps.")
    ] = "",
    per_side: Annotated[int, typer.Option("--per-side", min=0, help="P, in place of the one that ε asks for.")] = 0,
    balls: Annotated[int, typer.Option("--balls", min=1, help="N_x (theorem-5.1).")] = 4,
    power: Power = "2",
    pieces: Annotated[
        str, typer.Option(metavar="A", help="Pieces of the max-affine function: slopes and offset, rows between ;.")
    ] = "",
    values: Annotated[str, typer.Option(metavar="V", help="Their values, rows between ; (proposition-3.3).")] = "",
    entries: InputText = "",
    as_json: AsJson = False,
) -> None:
    """Run the constructions of Liu et al., and certify what they promise.

    proposition-3.3: attention gives every cell of a max-affine partition a value. theorem-4.1, theorem-4.2 (two
    sequences: columns of X for keys, then for queries): the centres of a grid; theorem-5.1: of balls, with n > 2dN_x
    too. corollary-4.1.1: in d_p. F may use k, the number of the token. Up to two coordinates and a few hundred centres
    the error is certified in balls over the whole domain; else points are tried, which proves nothing. Exit status 0 if
    the error is shown to be at most ε, 1 if it is not, 2 if neither is known.
    """
    from proofs.cli.sequences import Target, number

    eps, zero = number("--error", error, Fraction(0)), Fraction(0)
    if result is Result.proposition_3_3:
        found, text = _reassigned(d, n, eps, pieces, values, entries)
    else:
        f = _Function(Target(target), d, n, number("--bound", bound, zero), number("--lipschitz", lipschitz, zero),
                      number("--top", top, zero) if top else None, pairs=result is Result.theorem_4_2)  # fmt: skip
        if result is Result.theorem_5_1:
            found, text = _on_balls(f, eps, balls, entries)
        else:
            p = number("--p", power) if result is Result.corollary_4_1_1 else None
            found, text = _on_grid(f, eps, per_side, p, entries)
    if as_json:
        print_json({"result": str(result)} | found)
    else:
        print_text(text)
    if found["as_promised"] is None:
        raise typer.Exit(UNKNOWN)
    leave(found["as_promised"])


# ---- a partition


def _reassigned(d: int, n: int, eps: Fraction, pieces: str, values: str, entries: str) -> tuple[dict[str, Any], str]:
    """Run Proposition 3.3: the layer, the labels of the tokens and the output for them."""
    import sympy as sp

    from numeric.balls import ball
    from numeric.constructions.indicator import reassignment_layer
    from proofs.cli.sequences import brief, matrix, plain, shown
    from proofs.cli.sequences import entries as read
    from symbolic.max_affine import MaxAffine, sharp_threshold

    rest = ", 0" * (d - 1)
    rows = matrix("--pieces", pieces or f"1{rest}, 0; -1{rest}, 0; 0{rest}, 1/4")
    count = len(rows)
    if len(rows[0]) != d + 1:
        raise BadInput(f"--pieces: {d} slopes and an offset are needed for each, not {len(rows[0])} numbers")
    wanted = matrix("--values", values or "; ".join(str(h + 1) for h in range(count)))
    if len(wanted) != count:
        raise BadInput(f"--values: a row for each of the {count} pieces is needed, not {len(wanted)}")
    x = read(entries, d, n, low=-1)
    partition = MaxAffine([row[:-1] for row in rows], [row[-1] for row in rows])
    tokens = list(zip(*x, strict=True))
    labels, gaps = [partition.labels(t)[0] for t in tokens], [partition.gap(t) for t in tokens]
    if 0 in gaps:
        where = [gap == 0 for gap in gaps].index(True) + 1
        raise BadInput(f"--input: token {where} lies on a boundary of the partition, which 3.3 leaves out")
    gap = min([g for g in gaps if g is not None] + ([Fraction(1)] if count < n else []), default=Fraction(1))
    spread = max(abs(a - b) for v in wanted for w in wanted for a, b in zip(v, w, strict=True))
    share = min(eps / spread, Fraction(1, 2)) if spread else Fraction(1, 2)
    columns = max(count, n)
    rationals = [sp.Rational(q.numerator, q.denominator) for q in (gap, share)]
    least = sharp_threshold(sp.Integer(columns), *rationals) if columns > 1 else sp.Integer(0)
    scale = max(0, int(sp.ceiling(least)))
    layer = reassignment_layer([row[:-1] for row in rows], [row[-1] for row in rows], wanted, n, scale)
    indicator, output = layer.enclose(x)
    lines = [[m[i, j] for j in range(m.ncols())] for m in (indicator, output) for i in range(m.nrows())]
    out, aimed = lines[indicator.nrows() :], [[wanted[h][r] for h in labels] for r in range(len(wanted[0]))]
    kept = all(
        abs(v - ball(w)) <= ball(eps) for a, b in zip(out, aimed, strict=True) for v, w in zip(a, b, strict=True)
    )
    numbers = layer.parameters()
    found = {
        "pieces": plain(rows), "values": plain(wanted), "input": plain(x), "labels": [h + 1 for h in labels],
        "gap": str(gap), "scale": scale, "indicator": plain(lines[: indicator.nrows()]), "output": plain(out),
        "F": plain(aimed), "error": str(eps), "parameters": numbers, "as_promised": kept,
    }  # fmt: skip
    text = [
        f"{count} pieces in {d} variables, {n} tokens, ε = {eps}; tokens nearer to a boundary than Δ are left out",
        f"pieces       {shown(rows, brief)}   (slopes, offset)",
        f"values       {shown(wanted, brief)}",
        f"input        {shown(x, brief)}",
        f"labels       {', '.join(str(h + 1) for h in labels)}; the least gap is Δ = {brief(gap)}",
        f"R            {scale}, the least integer that ε asks for, of the values {brief(spread)} apart",
        f"matrices     Linear, W_K, W_Q, W_V, W_O: {numbers['entries']} entries, {numbers['trained']} neither 0 nor 1",
        f"indicator    {shown(lines[: indicator.nrows()], _digits)}",
        f"output       {shown(out, _digits)}",
        f"F            {shown(aimed, brief)}   {'within ε, certified' if kept else 'NOT within ε'}",
    ]
    return found, "\n".join(text) + "\n"


def _digits(v: Any) -> str:
    return v.str(5, radius=False)


# ---- centres


@dataclass(frozen=True)
class _Function:
    """f on d × n matrices or on pairs of them, given as a flat sequence of entries, token by token."""

    target: Target
    d: int
    n: int
    bound: Fraction
    lipschitz: Fraction
    given: Fraction | None
    pairs: bool

    @property
    def tokens(self) -> int:
        return 2 * self.n if self.pairs else self.n

    @property
    def size(self) -> int:
        return self.d * self.tokens

    def rows(self, flat: Sequence[Any]) -> list[list[Any]]:
        """Return the matrix with these entries; for a pair, the columns of the keys and then of the queries."""
        return [[flat[k * self.d + r] for k in range(self.tokens)] for r in range(self.d)]

    def exact(self, flat: Sequence[Fraction]) -> Rows:
        """Return the value at a point; for a pair, only the columns of the queries count."""
        return [row[-self.n :] for row in self.target.exact(self.rows(flat))]

    def floats(self, points: NDArray[Any]) -> NDArray[Any]:
        """Return the values at an array of points."""
        import numpy as np

        return np.array([[[float(v) for v in row] for row in self.exact([Fraction(float(x)) for x in z])]
                         for z in points])  # fmt: skip

    def enclose(self, flat: Sequence[arb]) -> list[arb]:
        """Enclose the entries of the value on a box."""
        return [v for row in self.target.enclose(self.rows(flat)) for v in row[-self.n :]]

    def top(self, reach: Fraction) -> Fraction:
        """Return an upper bound of |f| on [−reach, reach], as given or by enclosure."""
        from numeric.balls import ball, ends
        from proofs.cli.sequences import NotEnclosed

        if self.given is not None:
            return self.given * Fraction(17, 16)
        try:
            found = self.enclose([ball(-reach).union(ball(reach))] * self.size)
            highest = max(max(map(abs, ends(v))) for v in found)
        except (NotEnclosed, ValueError) as wrong:
            raise BadInput(f"{wrong}; say by --top that |f| is at most a number") from wrong
        return Fraction(int(highest * 17) + 1, 16)


def _on_grid(f: _Function, eps: Fraction, per_side: int, p: Fraction | None, text: str) -> tuple[dict[str, Any], str]:
    """Run Theorems 4.1 and 4.2, or Corollary 4.1.1, with the centres of a grid."""
    from numeric.constructions.centres import certify, certify_in_mean, grid_side, printed_scale, summed_scale
    from proofs.cli.sequences import above

    modulus = eps / (3 * f.lipschitz)
    side = per_side or grid_side(float(f.bound), float(modulus))
    count, top = side**f.size, f.top(f.bound)
    if count > MOST_CENTRES:
        raise BadInput(f"that is {side}^{f.size} centres; choose smaller --d, --n or --lipschitz, or a larger --error")
    if p is not None and p < 1:
        raise BadInput(f"--p has to be 1 or more, not {p}")
    width = min(2 * f.bound / side, modulus) if p is None else 2 * f.bound / side
    at = float(top), float(width), float(min(eps, 2 * top))
    scale = int(summed_scale(at[0], f.size, at[1], at[2])) + 1
    coordinates = [f.bound * Fraction(2 * k + 1 - side, side) for k in range(side)]
    centres = [tuple(reversed(c)) for c in product(coordinates, repeat=f.size)]
    average = _average(f, centres, scale)
    found, lines = _described(f, average, top, text)
    region = [(-f.bound, f.bound)] * f.size
    if p is not None:
        if f.size > CERTIFIED:
            raise BadInput("corollary-4.1.1 is certified for dn <= 2; choose smaller --d or --n")
        most = max(100, min(1_000, 300_000 // count))
        try:
            least = certify_in_mean(centres, f.enclose, scale, region, p, most=most, top=f.given or top)
        except ArithmeticError as wrong:
            raise BadInput(f"{wrong}; say by --top that |f| is at most a number") from wrong
        found |= {"p": str(p), "at_most": above(least), "as_promised": bool(least <= float(eps)) or None}
        error = f"‖·‖_{p} on all of the cube is at most {above(least):.4g}, certified in balls"
    else:
        error, kept = _error(f, average, eps, lambda: certify(centres, f.enclose, scale, region, eps), None)
        found["as_promised"] = kept
    printed = printed_scale(at[0], count, at[1], at[2])
    found |= {"per_side": side, "scale": scale, "printed_scale": printed, "error": str(eps)}
    head = [
        f"d = {f.d}, n = {f.n}{', two sequences' if f.pairs else ''}, entries in [−{f.bound}, {f.bound}], ε = {eps}",
        f"f            {f.target.text}; |f| < B_0 = {top}",
        f"grid         P = {side} a side, {count} centres, δ = {width}",
        f"R            {scale}, 8/(3δ²) ln(12 B_0 m/ε), m = {f.size}; printed, with ε for 1/ε: {printed:.1f}",
    ]
    return found, "\n".join([*head, *lines, f"error        {error}"]) + "\n"


def _on_balls(f: _Function, eps: Fraction, count: int, text: str) -> tuple[dict[str, Any], str]:
    """Run Theorem 5.1 with any number of balls of radius ε/(3L)."""
    from numeric.constructions.centres import certify_on_balls, needed_scale

    if count > MOST_CENTRES:
        raise BadInput(f"--balls: at most {MOST_CENTRES}")
    rng, radius = random.Random(0), eps / (3 * f.lipschitz)
    centres: list[Point] = [
        tuple(f.bound * Fraction(rng.randint(-16, 16), 16) for _ in range(f.size)) for _ in range(count)
    ]
    top = f.top(f.bound + radius)
    spare = max(0, f.n - 2 * f.d * count)
    allowed = float(eps) / 100 if spare else 0.0  # for the spare columns; (2 + 0.97)/3 + 1/100 = 1
    scale = int(needed_scale(float(top), count, 2 * float(radius), float(eps) * (0.97 if spare else 1.0))) + 1
    average = _average(f, centres, scale)
    reach = float(max(sum(x * x for x in c) for c in centres)) ** 0.5 + float(radius)
    found, lines = _described(f, average, top, text, reach, allowed, centres[0])
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


def _average(f: _Function, centres: Sequence[Point], scale: int) -> CentreAverage:
    import numpy as np

    from numeric.constructions.centres import CentreAverage

    values = np.array([[[float(v) for v in row] for row in f.exact(c)] for c in centres])
    return CentreAverage(np.array([[float(x) for x in c] for c in centres]), values, float(scale))


def _side(average: CentreAverage, f: _Function) -> NDArray[Any]:
    """The centres of one sequence; the centres of the domain are all pairs of these."""
    import numpy as np

    return np.unique(average.centres[:, : f.d * f.n], axis=0)


def _described(
    f: _Function,
    average: CentreAverage,
    top: Fraction,
    text: str,
    reach: float = -1.0,
    allowed: float = 0.0,
    default: Point | None = None,
) -> tuple[dict[str, Any], list[str]]:
    """The literal matrices, if they are not too large, and the network's output for the input, in float64."""
    import numpy as np

    from numeric.constructions.centres import cross_attention, self_attention
    from proofs.cli.sequences import brief, plain, shown
    from proofs.cli.sequences import entries as read

    if default is not None and not text:
        x = f.rows([v + Fraction(1, 16) * (i == 0) for i, v in enumerate(default)])
    else:
        x = read(text, f.d, f.tokens, low=-1)
    flat = [row[k] for k in range(f.tokens) for row in x]
    if default is None and any(abs(v) > f.bound for v in flat):
        raise BadInput(f"--input: entries have to lie in [−{f.bound}, {f.bound}]")
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
        *counts,
        f"input        {shown(x, brief)}",
        f"output       {shown(output.tolist(), lambda v: f'{v:.6g}')}   in floating point",
        f"f(X)         {shown(wanted, brief)}",
    ]
    return found, lines


def _error(
    f: _Function, average: CentreAverage, eps: Fraction, certified: Callable[[], int], radius: Fraction | None
) -> tuple[str, bool | None]:
    """Describe the known bounds of the largest error, and say whether it is at most ε, if that is known."""
    import numpy as np

    from numeric.constructions.centres import NotCertified

    if f.size <= CERTIFIED and len(average.centres) <= (FEW if radius is None else BALLS):
        try:
            return f"at most {eps} on all of the domain, certified in balls on {certified()} boxes", True
        except NotCertified as wrong:
            return str(wrong), None
    rng = np.random.default_rng(0)
    if radius is None:
        points = rng.uniform(-float(f.bound), float(f.bound), (POINTS, f.size))
    else:
        away = rng.normal(size=(POINTS, f.size))
        away *= float(radius) * rng.uniform(0, 1, (POINTS, 1)) / np.linalg.norm(away, axis=1, keepdims=True)
        points = average.centres[rng.integers(len(average.centres), size=POINTS)] + away
    largest = float(np.abs(average(points) - f.floats(points)).max())
    return f"at most {largest:.4g} at {POINTS} points tried, in floating point, which proves nothing", (
        None if largest <= eps else False
    )
