"""The network of Yun et al. in pictures: the quantiser and its ReLU version, column ids before and after the sweep.

uv run python examples/selective_shift_network.py [picture.png]
"""

import sys
from itertools import combinations
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from numeric.constructions import contextual_network as network
from numeric.constructions.contextual_network import Grid

GRID = Grid(d=1, n=2, cells=4)
EPS = 0.3  # in units of δ/2


def quantised(x: np.ndarray, eps: float | None) -> np.ndarray:
    """The quantiser on numbers in units of δ/2, in closed form (eps None) or with ReLUs."""
    z = np.stack([x, x], axis=-1)[:, None, :]  # two columns of one row
    if eps is None:
        inside = (x >= 0) & (x < 2 * GRID.cells)
        return np.where(inside, 2 * np.floor(x / 2), GRID.outside)
    return network.run(network.quantiser_layers(GRID), z, 1.0, eps)[:, 0, 0]


def main() -> None:
    """Draw the two pictures and say what is in them."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "contextual_mapping.png")
    target.parent.mkdir(parents=True, exist_ok=True)
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(14, 4.4), layout="constrained")

    x = np.linspace(-1, 2 * GRID.cells + 1, 4001)
    exact, relus = quantised(x, None), quantised(x, EPS)
    off = np.abs(exact - relus) > 1e-6
    print(f"quantiser with ReLUs at ε = {EPS} δ/2: differs on a share {off.mean():.3f} of the interval drawn")
    unit = 2 * GRID.cells
    for values, style in ((exact, "k-"), (relus, "r--")):
        left.plot(x / unit, np.maximum(values, -2) / unit, style, linewidth=1.2)
    left.set(title=f"Quantiser, δ = 1/{GRID.cells} (red: ReLUs)", xlabel="t", ylabel="cut off below −δ")

    pairs = np.array(list(combinations(range(GRID.big), GRID.n)))
    points = 2 * pairs[:, None, :]
    *shifts, last = network.contextual_layers(GRID)
    swept = GRID.ids(network.contextual(GRID, points, shifts)) // 2
    contexts = GRID.ids(network.contextual(GRID, points, [*shifts, last])) // 2
    for row, (before, after) in enumerate(zip(pairs, swept, strict=True)):
        for a, b in zip(before, after, strict=True):
            middle.plot([0, 1], [a, b], color=plt.get_cmap("viridis")(row / len(pairs)), marker="o", markersize=3)
    middle.set(title="Column ids before and after the sweep", xticks=[0, 1], xticklabels=["$l_j$", "$\\tilde l_j$"])
    low, high = (end / 2 for end in GRID.interval)
    for row, (pair, entries) in enumerate(zip(pairs, contexts, strict=True)):
        right.plot(entries, [row] * GRID.n, "o", color="black", markersize=3)
        right.text(high * 1.1, row, str(tuple(map(int, pair))), va="center", fontsize=7)
    right.axvspan(low, high, color="#004488", alpha=0.15)
    right.set(title="Contexts q(L) in $[t_l, t_r]$", xscale="log", xlabel="units of δ", yticks=[])
    figure.savefig(target, dpi=120)
    print(
        f"{len(pairs)} contexts, {contexts.size} values, all different: {len(set(contexts.ravel())) == contexts.size}"
    )
    print(f"picture: {target}")


if __name__ == "__main__":
    main()
