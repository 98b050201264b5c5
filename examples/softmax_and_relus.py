"""How large λ and how small ε must be for the network of Yun et al. with softmax and ReLUs to be near the modified one.

Lemma 6 gives limits only. Entries are in units of δ/2.

λ: the scores of a head differ by 2 or more, so softmax is off by at most n e^(−2λ) times the spread of the ids, carried
on by at most M shifts and the last layer; half a unit is allowed where values are assigned (`enough_lambda`, a bound by
hand). Measured on every point of the grid, with ReLUs in the value mapping.

ε: four ReLUs differ from φ on ramps of width ε at the end of each cell, that is on a share of about dn ε/2 of the cube,
but there a context may be missed, which then stays as large as t_r (`enough_eps`, a bound by hand too). Measured is the
mean square of the gap on the ramps, at random points of them.

Run: uv run python examples/softmax_and_relus.py [POINTS]
"""

import sys
from collections.abc import Callable
from math import log

import numpy as np

from numeric.constructions.contextual_network import (
    Grid,
    Layer,
    contextual,
    contextual_layers,
    quantiser_layers,
    run,
    value_map,
)

GRIDS = (Grid(1, 2, 2), Grid(1, 2, 3), Grid(1, 3, 3), Grid(2, 2, 2))
TARGETS = (0.1, 0.03)


def target(z: np.ndarray) -> np.ndarray:
    """An equivariant function with integer values."""
    return z * z.shape[-1] + z.sum(axis=-1, keepdims=True)


class Compared:
    """The two networks; distances are relative to the largest value."""

    def __init__(self, grid: Grid, points: int) -> None:
        self.grid = grid
        self.z = grid.points(extended=False)
        middle = contextual(grid, self.z, contextual_layers(grid))
        self.values = value_map(grid, target)
        self.exact = self.values(middle).astype(float)
        self.largest = float(np.abs(self.exact).max())
        rng = np.random.default_rng(0)
        self.rows, self.places = rng.integers(len(self.z), size=points), rng.uniform(0, 1, (points, 2))

    def by_softmax(self, lam: float) -> float:
        """d_2, over the largest value, with softmax at λ: each point of the grid stands for its cube."""
        gap = run([*contextual_layers(self.grid), *self.values.layers()], self.z, lam, 0.5) - self.exact
        return float(np.sqrt((gap**2).sum(axis=(-2, -1)).mean())) / self.largest

    def on_ramps(self, lam: float, eps: float) -> float:
        """The mean square of the gap, over the largest value, with one entry on a ramp."""
        x = self.z[self.rows] + 1.0
        flat = x.reshape(len(x), -1)
        entry = (self.places[:, 0] * flat.shape[1]).astype(int)
        flat[np.arange(len(x)), entry] += 1 - eps * self.places[:, 1]
        layers: list[Layer] = [*quantiser_layers(self.grid), *contextual_layers(self.grid), *self.values.layers()]
        gap = run(layers, x, lam, eps) - self.exact[self.rows]
        return float((gap**2).sum(axis=(-2, -1)).mean()) / self.largest**2


def enough_lambda(grid: Grid) -> float:
    """A λ at which no id is off by more than half a unit before the values are assigned."""
    big, n = grid.big, grid.n
    spread = 4 * big ** (n + 1)
    carried = big * (2 * big + 1) ** n * (big ** (n + 1) + 1)
    return log(2 * (2 * big * spread * n) * carried) / 2


def enough_eps(compared: Compared, share: float) -> float:
    """An ε at which d_2 is at most this share of the largest value, the gap being t_r in every entry of every ramp."""
    entries, worst = compared.grid.d * compared.grid.n, compared.grid.interval[1] / compared.largest
    return min(1.0, 2 * (share / (entries * worst)) ** 2)


def least(holds: Callable[[float], bool], low: float, high: float) -> float:
    """About the least λ from which a condition holds, by bisection."""
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def main() -> None:
    """Print a line for each grid and target."""
    points = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print(" d n 1/δ  d_2 at most   least λ   enough by hand   largest ε   enough by hand")
    for grid in GRIDS:
        compared = Compared(grid, points)
        top = enough_lambda(grid)
        ramps = compared.on_ramps(2 * top, 0.01)
        for share in TARGETS:
            assert compared.by_softmax(top) <= share
            lam = least(lambda x, c=compared, s=share: c.by_softmax(x) <= s, 0.01, top)  # type: ignore[misc]
            eps = min(1.0, 2 * share**2 / (grid.d * grid.n * ramps))
            small = enough_eps(compared, share)
            assert small <= eps
            print(f"{grid.d:2}{grid.n:2}{grid.cells:4} {share:12} {lam:9.3f} {top:16.2f} {eps:11.1e} {small:16.1e}")


if __name__ == "__main__":
    main()
