"""Attention over the centres of a grid (Liu et al., Theorem 4.1), factorised: 10^6 centres in seconds, little memory.

    uv run python benchmarks/centres.py [PER_SIDE [DIMENSION [POINTS]]]

PER_SIDE^DIMENSION centres (100^3 = 10^6) and POINTS random points (200). Seconds are processor time.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from numeric.constructions.centres import average_of, counted_scale, grid_centres


def f(z: np.ndarray) -> np.ndarray:
    """Return a function with |f| < 1 and Lipschitz constant 0.9 in the maximum norm, as a 1 × 1 matrix."""
    return (0.9 * np.sin(z.mean(axis=-1)))[..., None, None]


def main() -> None:
    """Build the average with the scale that the proof needs, and measure its error at random points."""
    words = [int(w) for w in sys.argv[1:]]
    per_side, dimension, points = [*words, *(100, 3, 200)[len(words) :]]
    modulus = 2 / per_side
    error = 3 * 0.9 * modulus
    start = time.process_time()
    centres = grid_centres(1.0, per_side, dimension)
    average = average_of(f, centres, counted_scale(1.0, dimension, per_side, modulus, error))
    built = time.process_time()
    z = np.random.default_rng(0).uniform(-1, 1, (points, dimension))
    found = float(np.abs(average(z) - f(z)).max())
    done = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{len(centres)} centres, {points} points: built in {built - start:.2f} s, run in {done - built:.2f} s, "
        f"{peak:.0f} MiB at most; largest error {found:.4f}, promised {error:.4f}"
    )
    assert found <= error


if __name__ == "__main__":
    main()
