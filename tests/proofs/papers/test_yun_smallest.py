"""Yun, appendix G for d = 1 and n = 2: the claims hold for every L of a few grids."""

from fractions import Fraction
from itertools import product

import pytest
from exact_terms import holds, value

from numeric.constructions.contextual_network import Grid, check_positional
from proofs.papers.yun.beyond import positional_smallest as smallest

RANGED = (smallest.only_one_is_near, smallest.only_one_is_near_2, smallest.last_id_differs, smallest.smallest_contexts)


def run(ids: list[int], m: int) -> list[list[int]]:
    """The ids before each of the 2m levels and after the last, in units of δ."""
    states = [list(ids)]
    for v in range(2 * m):
        step = m * (max(states[-1]) - min(states[-1]))
        states.append([x + step if x == v else x for x in states[-1]])
    return states


@pytest.mark.parametrize("m", [2, 3, 5])
def test_claims_hold_on_the_grid(m):
    twice = run([m - 1, m], m)
    at = {"m": Fraction(m), "T": lambda v, k: Fraction(twice[int(v)][int(k) - 1], m)}
    for v in range(2 * m + 1):
        assert all(holds(g, at | {"v": Fraction(v)}) for g in smallest.smallest_sweep.given)
        assert holds(smallest.smallest_sweep.shows, at | {"v": Fraction(v)})
    assert twice[-1] == [value(smallest.twice_shifted, at), m * m] and holds(smallest.two_entries.shows, at)
    for h_1, h_2 in product(range(m), repeat=2):
        here = at | {"h_1": Fraction(h_1), "h_2": Fraction(h_2)}
        shifted = [
            value(t(smallest.h_1, smallest.h_2), here) for t in (smallest.first_shifted_id, smallest.last_shifted_id)
        ]
        assert (run([h_1, m + h_2], m)[-1] == shifted) == ((h_1, h_2) != (m - 1, 0))
        for claim, x, y in product(RANGED, twice[-1], shifted):
            point = here | {"x": Fraction(x), "y": Fraction(y)}
            assert not all(holds(g, point) for g in claim.given) or holds(claim.shows, point)


def test_all_contexts_of_small_grids_differ():
    assert check_positional(Grid(1, 2, 5))["coincide"] == 0 < check_positional(Grid(1, 2, 5))["not in order"]
