"""Draw a max-affine partition of a square and how fast the softmax indicator approaches it.

Left: the cells of a max-affine function of two variables, and the band where the two largest pieces are
less than Δ apart, which Liu et al. leave out. Right: the largest error of softmax(R y) outside the band,
measured on a grid, with the paper's bound (N - 1) exp(-R Δ), the sharp bound, and the scale that each
asks for to reach ε.

Run: uv run python examples/max_affine_partition.py [OUTPUT.png]
"""

import sys
from fractions import Fraction
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import sympy as sp
from matplotlib.colors import ListedColormap

from numeric import max_affine
from symbolic.max_affine import (
    MaxAffine,
    Polyhedron,
    sharp_error,
    sharp_threshold,
    stated_error,
    stated_threshold,
)

F = MaxAffine(
    slopes=[[1, 0], [-1, Fraction(1, 2)], [0, -1], [Fraction(1, 2), 1], [0, 0], [Fraction(1, 4), 0]],
    offsets=[0, 0, Fraction(1, 4), Fraction(-1, 4), Fraction(1, 4), Fraction(-1)],
)
SQUARE = Polyhedron.box([-1, -1], [1, 1])
GAP, ERROR = Fraction(1, 10), Fraction(1, 1000)
COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#aa3377", "#66ccee"]


def report() -> None:
    """Print what exact arithmetic says about the cells."""
    print("piece   cell on the square")
    for i in range(F.pieces):
        dimension = F.cell(i, SQUARE).dimension()
        print(f"{i:5d}   " + ("empty" if dimension < 0 else f"of dimension {dimension}"))
    print("never needed:", F.redundant(SQUARE))
    print("below another piece all over the square (i, j):", F.dominated_pairs(SQUARE))
    shared = [f"{o.first}-{o.second}" + (" in a point" * (o.dimension == 0)) for o in F.overlaps(SQUARE)]
    print("cells that touch:", ", ".join(shared))


def main() -> None:
    """Print the report and draw the picture."""
    report()
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "build/max_affine_partition.png")
    target.parent.mkdir(parents=True, exist_ok=True)
    slopes, offsets = np.array(F.slopes, dtype=float), np.array(F.offsets, dtype=float)
    side = np.linspace(-1, 1, 301)
    points = np.stack(np.meshgrid(side, side), axis=-1)
    labels = max_affine.labels(slopes, offsets, points)
    gaps = max_affine.gaps(slopes, offsets, points)
    outside = points[gaps >= float(GAP)]

    pieces, delta = sp.Integer(F.pieces), sp.Rational(GAP)
    scale = sp.Symbol("R", positive=True)
    bounds = [sp.lambdify(scale, f(pieces, delta, scale).evalf(), "math") for f in (stated_error, sharp_error)]
    scales = np.linspace(0, 120, 41)
    errors = [max_affine.indicator_error(slopes, offsets, outside, r).max() for r in scales]
    needed = [f(pieces, delta, sp.Rational(ERROR)) for f in (stated_threshold, sharp_threshold)]
    print(f"scale for an error of {ERROR} at gap {GAP}:")
    for name, value in zip(("paper's bound", "sharp bound"), needed, strict=True):
        print(f"  {name:<14} R >= {value} = {float(value):.3f}")
    print(f"  largest error on the grid at R = {scales[-1]:g}: {errors[-1]:.3e}")

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.8), layout="constrained")
    left.imshow(
        labels,
        origin="lower",
        extent=(-1, 1, -1, 1),
        cmap=ListedColormap(COLOURS[: F.pieces]),
        vmin=-0.5,
        vmax=F.pieces - 0.5,
        interpolation="nearest",
        alpha=0.8,
    )
    left.contourf(side, side, gaps, levels=[0, float(GAP)], colors=["white"], alpha=0.65)
    for i in range(F.pieces):
        inside = points[(labels == i) & (gaps >= float(GAP))]
        if len(inside):
            x, y = inside.mean(axis=0)
            left.text(x, y, f"$U_{i}$", ha="center", va="center", fontsize=13)
    left.set(title=f"Cells; pale: gap below Δ = {GAP}", xlabel="$x_1$", ylabel="$x_2$")

    right.semilogy(scales, [bounds[0](r) for r in scales], "--", color="#bb5566", label="paper's bound")
    right.semilogy(scales, [bounds[1](r) for r in scales], "-", color="#004488", label="sharp bound")
    right.semilogy(scales, errors, "o", color="black", markersize=2.5, label="largest error on the grid")
    right.axhline(float(ERROR), color="grey", linewidth=0.8)
    right.text(119, float(ERROR) * 1.2, f"ε = {float(ERROR):g}", ha="right", va="bottom", color="grey")
    right.axvline(float(needed[1]), color="#004488", linewidth=0.8, linestyle=":")
    right.text(
        float(needed[1]) - 1.5,
        3e-5,
        f"R = {float(needed[1]):.1f}",
        ha="right",
        va="center",
        color="#004488",
    )
    right.set(
        title="Softmax indicator outside the pale band",
        xlabel="scale R",
        ylabel="largest entry of |softmax(Ry) − E|",
        xlim=(0, 120),
    )
    right.legend(frameon=False)
    figure.savefig(target, dpi=150)
    print(f"picture: {target}")


if __name__ == "__main__":
    main()
