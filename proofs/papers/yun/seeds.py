"""Starting points for claims of Yun whose hypotheses randomly drawn numbers hardly ever satisfy.

Each is a mapping of values by name, or a function that sets values of a point; `numerics` assigns them to theorems.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from flint import fmpq

from proofs.builder.paper import Settable


def columns(y: Sequence[Sequence[int]], m: int = 2, **other: Any) -> dict[str, Any]:
    """Columns on a grid of m values, for the sweep, and points of their cells."""
    cells = [[(fmpq(x) + fmpq(1, 3)) / m for x in row] for row in y]
    return {"m": m, "d": len(y), "n": len(y[0]), "y": y, "X": cells, **other}


def grid(rng: Random, point: Settable) -> None:
    """The sizes of a small grid and two columns; the columns are drawn."""
    m, d = rng.choice(((2, 1), (2, 2), (3, 1)))
    point.put({"m": m, "d": d, "n": 2, "i": rng.randint(1, d)})


def equal_columns(rng: Random, point: Settable) -> None:
    """Two or three equal columns of dimension 1 on a grid of two values."""
    n, x = rng.choice((2, 3)), rng.choice((0, 1))
    point.put({"m": 2, "d": 1, "n": n, "n'": 1, "y": [[x] * n], "kappa": [1] * n, "x": [x], "j": 1})


# On a grid of two values the ids of the columns (0), (1) become 13 and 27/2; a value is assigned to one id.
VALUES: dict[str, Any] = {"R": 1, "q": 1, "A": [[3]], "j": 1}

same_id = {"m": 2, "d": 1, "n": 2, "j": 1, "q": 1, "y": [[0, 1]], "y'": [[0, 1]]}
any_rows = columns([[1, 0], [1, 0]], i=2, j=1, kappa=[2, 1], x=[0, 3])
context = columns([[0, 1]], **VALUES, S=[[10]], x=[20], z=[10])
small_factors = {"m": 6, "d": 1, "n": 3, "gamma": 2, "Gamma": 30}
two_contexts = {"m": 3, "d": 1, "n": 2, "y": [[0, 1]], "r": 1, "y'": [[2, 1]]}
