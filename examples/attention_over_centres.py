"""Attention over the centres of a grid: cells and their values in the plane, and the error against the scale.

Top: the cells of the nearest centres in the plane (the partition of Liu et al., Figure 1), the values that attention
gives them at a small and at a large scale (Figure 2). Bottom: the largest error of the construction of Theorem 4.1
against R, with the scale as printed (where it is positive), the one that the proof needs, and the least that works.
First it certifies, for three functions each, that the constructions of Theorems 4.1, 4.2 and 5.1 are within ε on all of
their domains: a square, a square of pairs, a union of discs.

Run: uv run python examples/attention_over_centres.py [OUTPUT.png]
"""

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from flint import arb

from numeric.constructions.centres import (
    CentreAverage,
    average_of,
    certify,
    certify_on_balls,
    counted_scale,
    grid_centres,
    grid_side,
    least_scale,
    needed_scale,
    points_per_side,
    printed_scale,
    sampled_error,
    summed_scale,
)

ERROR, TOP = 0.3, 1.0
LIPSCHITZ = 1.5  # of f in the maximum norm


def f(z: np.ndarray) -> np.ndarray:
    """A function of two variables with |f| < 1, as a 1 × 1 matrix."""
    return (0.9 * np.sin(z[..., 0] + z[..., 1] / 2))[..., None, None]


# of two variables, 1-Lipschitz in the maximum norm and so in the 2-norm, of absolute value below 1 within the square
TARGETS: dict[str, Callable[[Sequence[arb]], arb]] = {
    "mean": lambda z: (z[0] + z[1]) / 2,
    "maximum": lambda z: (z[0] + z[1] + abs(z[0] - z[1])) / 2,
    "sine": lambda z: ((z[0] - z[1]) / 2).sin(),
}


def certificates() -> None:
    """Certify the largest error in ball arithmetic and print how many boxes that took."""
    error = Fraction(9, 10)
    modulus = error / 3
    at = float(modulus), float(error)
    fine, coarse = points_per_side(1.0, at[0], 2), grid_side(1.0, at[0])
    grids = {
        "4.1, dn = 2": (fine, needed_scale(1.0, fine**2, *at)),
        "4.2, dn = 1 twice": (coarse, summed_scale(1.0, 2, *at)),
    }
    print(f"largest error at most {at[1]}, certified   centres    R   boxes")
    for theorem, (per_side, scale) in grids.items():
        side = [Fraction(2 * k + 1 - per_side, per_side) for k in range(per_side)]
        centres = [(x, y) for x in side for y in side]
        for name, target in TARGETS.items():
            boxes = certify(centres, target, int(scale) + 1, [(-1, 1)] * 2, error)
            print(f"Theorem {theorem:18} {name:10} {len(centres):7} {int(scale) + 1:4} {boxes:7}")
    discs = [(0, 0), (Fraction(1, 3), 0), (Fraction(-1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(-1, 2))]
    scale = needed_scale(1.0, len(discs), 2 * at[0], at[1])
    for name, target in TARGETS.items():
        boxes = certify_on_balls(discs, target, int(scale) + 1, modulus, error)
        print(f"Theorem {'5.1, four discs':18} {name:10} {len(discs):7} {int(scale) + 1:4} {boxes:7}")
    print()


def main() -> None:
    """Build, compare the scales, draw."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "build/attention_over_centres.png")
    target.parent.mkdir(parents=True, exist_ok=True)
    certificates()
    modulus = ERROR / (3 * LIPSCHITZ)
    centres = grid_centres(1.0, points_per_side(1.0, modulus, 2), 2)
    side = np.linspace(-1, 1, 31)
    points = np.stack(np.meshgrid(side, side), axis=-1)
    scales = {
        "printed": printed_scale(TOP, len(centres), modulus, ERROR),
        "needed by the proof": needed_scale(TOP, len(centres), modulus, ERROR),
        "by coordinates": counted_scale(TOP, 2, points_per_side(1.0, modulus, 2), modulus, ERROR),
    }
    average = average_of(f, centres, scales["needed by the proof"])
    scales["least that works here"] = least_scale(average, f, points, ERROR)
    print(f"{len(centres)} centres, ε = {ERROR}")
    for name, scale in scales.items():
        found = sampled_error(CentreAverage(centres, average.values, max(scale, 0.0)), f, points)[0]
        print(f"R {name:>22}: {scale:10.1f}   error {found:.4f}")
    print("\ndn  centres, P >= 2D√(dn)/δ and R    P >= 2D/δ and R counted, summed by coordinates")
    for m in (1, 2, 4, 8, 16):
        fine, coarse = points_per_side(1.0, modulus, m), grid_side(1.0, modulus)
        old, counted = needed_scale(TOP, 1, modulus, ERROR / fine**m), counted_scale(TOP, m, coarse, modulus, ERROR)
        print(f"{m:2}  {fine**m:12.1e} {old:16.0f}   {coarse**m:12.1e} {counted:10.0f}, ", end="")
        print(f"{summed_scale(TOP, m, modulus, ERROR):.0f}")
    figure, axes = plt.subplots(2, 2, figsize=(10, 9))
    few = grid_centres(1.0, 4, 2)
    fine = np.stack(np.meshgrid(*[np.linspace(-1, 1, 161)] * 2), axis=-1)
    cells = ((fine[..., None, :] - few) ** 2).sum(axis=-1).argmin(axis=-1)
    axes[0, 0].imshow(cells % 7, origin="lower", extent=(-1, 1, -1, 1), cmap="Set3")
    axes[0, 0].plot(*few.T, "k.")
    axes[0, 0].set_title("cells of the nearest centres")
    for axis, scale in ((axes[0, 1], 8.0), (axes[1, 0], 200.0)):
        axis.imshow(average_of(f, few, scale)(fine)[..., 0, 0], origin="lower", extent=(-1, 1, -1, 1))
        axis.set_title(f"values by attention, R = {scale:g}")
    sweep = np.geomspace(1, 2 * scales["needed by the proof"], 24)
    errors = [sampled_error(CentreAverage(centres, average.values, scale), f, points)[0] for scale in sweep]
    axes[1, 1].loglog(sweep, errors)
    axes[1, 1].axhline(ERROR, color="0.7")
    for (name, scale), style in zip(scales.items(), (":", "-", "-.", "--"), strict=True):
        if scale > 0:
            axes[1, 1].axvline(scale, ls=style, color="k", lw=0.8, label=f"R {name}")
    axes[1, 1].set_xlabel("R")
    axes[1, 1].set_title("largest error")
    axes[1, 1].legend()
    figure.tight_layout()
    figure.savefig(target, dpi=120)
    print("drawn:", target)


if __name__ == "__main__":
    main()
