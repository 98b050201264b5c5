"""The factors of the contextual mapping, against the network itself."""

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from numeric.constructions.contextual_network import AttentionLayer, Grid, contextual, contextual_layers
from numeric.constructions.shift_factors import bad_last_factors, clash, enough_for_last, good_factors, sweep


def entries(grid: Grid, factor: int, last: int) -> dict[tuple[int, ...], set[int]]:
    """The entries of q(L), for the ids of L: the network's layers with other factors, on all distinct columns."""
    points = grid.points(extended=False)
    ids = np.sort(grid.ids(points), axis=-1)
    points = points[(ids[:, 1:] != ids[:, :-1]).all(axis=-1)]
    *shifts, _ = contextual_layers(grid)
    changed = [
        AttentionLayer(s.u, tuple((factor if scale > 0 else -factor, b) for scale, b in s.heads)) for s in shifts
    ]
    out = grid.ids(contextual(grid, points, [*changed, AttentionLayer(grid.u, ((last, 0),))]))
    return {tuple(sorted(i)): set(o) for i, o in zip(grid.ids(points).tolist(), out.tolist(), strict=True)}


@pytest.mark.parametrize(("d", "n", "cells"), [(1, 3, 6), (2, 3, 3), (1, 4, 7)])
def test_the_network_with_smaller_factors_is_a_contextual_mapping(d, n, cells):
    grid = Grid(d, n, cells)
    factor = grid.big - n
    found = entries(grid, factor, factor**n * (grid.big - 1))
    assert len(set().union(*found.values())) == grid.contexts
    assert clash(grid.big, n, factor) is None


@pytest.mark.parametrize(("n", "big"), [(3, 8), (4, 9), (5, 10)])
def test_one_less_gives_two_sequences_the_same_last_entry(n, big):
    factor = big - n - 1
    left = [*range(n - 3), n - 2, n - 1, big - 1]
    right = [*range(n - 2), n - 1 + factor, big - 1]
    assert sweep(left, big, factor)[-1] == sweep(right, big, factor)[-1]
    found = entries(Grid(1, n, big), factor, 10**9)
    assert found[tuple(2 * x for x in left)] & found[tuple(2 * x for x in right)]


def test_the_largest_bad_last_factor():
    for big, n in ((4, 3), (5, 2), (5, 4), (6, 3), (7, 3)):
        bad = bad_last_factors(big, n, big)
        assert bad[-1] + 1 == enough_for_last(big, n) < big**n * (big - 1)
        grid = Grid(1, n, big)
        shared = entries(grid, big, bad[-1])
        assert len(set().union(*shared.values())) < grid.contexts
    with pytest.raises(ValueError, match="same greatest"):
        bad_last_factors(8, 3, 4)


def test_script(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["shift_factors.py", "8"])
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "shift_factors.py"), run_name="__main__")
    assert " 8  3         5        5" in capsys.readouterr().out
    assert good_factors(6, 2) == [6]
