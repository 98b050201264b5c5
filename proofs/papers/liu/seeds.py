"""Starting points for claims of Liu whose hypotheses randomly drawn numbers hardly ever satisfy.

Each is a mapping of values by name, or a function that sets values of a point; `numerics` assigns them to theorems.
"""

from __future__ import annotations

from random import Random

from flint import fmpq

from proofs.builder.paper import Settable

ONE_BLOCK = {"d": 1, "n": 1, "m": 1, "block": [1], "offset": [1]}
HALVES = {"y": [[fmpq(1, 2)]], "F": [[[fmpq(1, 2)]]], "B_0": 2, "epsilon": 1}
ONE_PAIR = {"G": 1, "P": 1, "first": [1], "second": [1], "kappa": [[0]], "v": [[0]], "D": 1, "delta": 3, "R": 1}
TWO_BITS = [[i % 2, i // 2] for i in range(4)]

PAIR_GRID = {
    "d": 1,
    "n": 1,
    "m": 1,
    "P": 2,
    "G": 2,
    "D": 1,
    "kappa": TWO_BITS,
    "z": [fmpq(2, 3), fmpq(-1, 3)],
    "j_m": 2,
}


def blocks(rng: Random, point: Settable) -> None:
    """One or two blocks of one row, for networks of one token in dimension 1."""
    count = rng.choice((1, 2))
    point.put({**ONE_BLOCK, "G": count, "N_x": count, "block": list(range(1, count + 1)), "offset": [1] * count})


pair = ONE_BLOCK | HALVES | ONE_PAIR
pair_at_halves = pair | {"z": [fmpq(1, 2)], "z_K": [fmpq(1, 2)], "z_Q": [fmpq(1, 2)]}
block_over_balls = {**ONE_BLOCK, **HALVES, "N_x": 1, "b": 1, "L": 1, "R": 20, "z": [0], "v": [[0]]}
pair_grid_at_1 = PAIR_GRID | {"k": 1}
three_pieces = {"s": [[1, 0], [0, 1], [0, 0]], "w": [[1, 0, 0], [0, 1, 0]]}
