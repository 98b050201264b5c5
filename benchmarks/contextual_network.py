"""Every point of the extended grid through the network of Yun et al., for grids of up to about 10^6 points.

    uv run python benchmarks/contextual_network.py [LARGEST [CONTEXTS]]
    uv run python benchmarks/contextual_network.py --grid 3 2 9     # one grid (d, n, 1/δ), here of 10^6 points

LARGEST is the number of points at most (10^6), CONTEXTS that of contexts (10^6). All (d, n, 1/δ) with n >= 2 are run,
largest last for each (d, n); with --all every 1/δ, else the largest one only. Seconds are processor time.
"""

from __future__ import annotations

import sys
import time

from numeric.constructions.contextual_network import Grid, IntArray, check_all


def target(z: IntArray) -> IntArray:
    """Return an equivariant function with integer values."""
    return z * z.shape[-1] + z.sum(axis=-1, keepdims=True)


def grids(largest: int, contexts: int, every: bool) -> list[Grid]:
    """Return the grids with at most these numbers of points and contexts."""
    out = []
    for size in range(2, largest.bit_length()):
        for d in (d for d in range(1, size) if size % d == 0 and size // d >= 2):
            cells = [c for c in range(2, largest) if (c + 1) ** size <= largest] if size > 2 else range(2, 1000)
            fitting = [g for c in cells if (c + 1) ** size <= largest for g in [Grid(d, size // d, c)]]
            fitting = [g for g in fitting if g.contexts * g.n <= contexts]
            out += fitting if every else fitting[-1:]
    return out


def main() -> int:
    """Print a line for each grid; 1 if anything fails."""
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    if "--grid" in sys.argv:
        chosen = [Grid(*map(int, words))]
    else:
        largest, contexts = (int(w) for w in [*words, *("1000000", "1000000")[len(words) :]])
        chosen = grids(largest, contexts, "--all" in sys.argv)
    failed = total = 0
    start = time.process_time()
    for grid in chosen:
        before = time.process_time()
        found = check_all(grid, target)
        bad = bool(found.failures or found.wrong_values)
        failed += bad
        total += found.points
        print(
            f"d = {grid.d}, n = {grid.n}, 1/δ = {grid.cells}: {found.points} points {found.categories}, "
            f"{'FAILS ' + str(found) if bad else 'all as in Lemmas 8 and 9'}, {time.process_time() - before:.1f} s",
            flush=True,
        )
    print(f"{total} points, {failed} grids fail, {time.process_time() - start:.1f} s")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
