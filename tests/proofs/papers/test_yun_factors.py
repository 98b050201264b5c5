"""Yun, the sweep with other factors: every claim holds at instances that meet its hypotheses."""

import random
from fractions import Fraction

import pytest
from exact_terms import holds

from proofs.papers.yun.beyond import factors_enough, factors_too_small, smaller_factors, two_distinct_columns


def swept(ids: list[int], levels: int, factor: int) -> list[list[int]]:
    """The ids before each level and after the last."""
    runs = [list(ids)]
    for v in range(levels):
        step = factor * (max(runs[-1]) - min(runs[-1]))
        runs.append([x + step if x == v else x for x in runs[-1]])
    return runs


def instance(m: int, d: int, x: list[int], y: list[int], factor: int, last: int) -> dict:
    """Two sequences of ids on the grid, run with these factors."""
    scaled = [[[Fraction(i, m) for i in row] for row in swept(ids, m**d, factor)] for ids in (x, y)]
    return {
        "m": Fraction(m), "d": Fraction(d), "n": Fraction(len(x)), "gamma": Fraction(factor), "Gamma": Fraction(last),
        "x": lambda j: Fraction(x[int(j) - 1]), "x'": lambda j: Fraction(y[int(j) - 1]),
        "T": lambda v, k: scaled[0][int(v)][int(k) - 1], "T'": lambda v, k: scaled[1][int(v)][int(k) - 1],
        "j": Fraction(len(x)), "q": Fraction(1), "r": Fraction(2),
    }  # fmt: skip


CLAIMS = (
    smaller_factors.swept_at_gamma,
    smaller_factors.output_at_gamma,
    factors_enough.last_id_determines,
    factors_enough.entries_increase,
    factors_enough.entries_differ,
    factors_too_small.last_too_small,
)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.by)
def test_claims_hold_at_instances(claim):
    rng = random.Random(claim.by)
    met = 0
    for _ in range(200):
        m, d, n = rng.choice([(6, 1, 3), (7, 1, 3), (3, 2, 3), (7, 1, 4)])
        big = m**d
        x, y = (sorted(rng.sample(range(big), n)) for _ in range(2))
        if "last_id" in claim.by:
            y = x
        factor = rng.choice([big - n, big])
        last = factor**n * (big - 1)
        if claim is factors_too_small.last_too_small:
            after = swept(x, big, factor)[-1]
            last = after[-1] - after[0] - 1
        at = instance(m, d, x, y, factor, last)
        if all(holds(g, at) for g in claim.given):
            met += 1
            assert holds(claim.shows, at), (m, d, x, y, factor)
        if met == 5:
            return
    raise AssertionError(f"the hypotheses were met {met} times")


@pytest.mark.parametrize(("m", "n"), [(8, 3), (9, 4), (9, 3)])
def test_the_two_sequences_have_the_same_last_entry(m, n):
    factor = m - n - 1
    left = [*range(n - 3), n - 2, n - 1, m - 1]
    right = [*range(n - 2), n - 1 + factor, m - 1]
    at = instance(m, 1, left, right, factor, 12345)
    for claim in (factors_too_small.too_small, factors_too_small.same_last_id, factors_too_small.two_sequences):
        assert all(holds(g, at) for g in claim.given)
        assert holds(claim.shows, at)


@pytest.mark.parametrize("m", [3, 4, 6])
def test_two_columns_and_one_less(m):
    at = instance(m, 1, [0, 1], [1, m - 1], m - 1, 0)
    for v in range(m + 1):
        here = at | {"v": Fraction(v)}
        assert all(holds(g, here) for g in two_distinct_columns.lower_sweep.given)
        assert holds(two_distinct_columns.lower_sweep.shows, here)
    for claim in (
        two_distinct_columns.upper_sweep,
        two_distinct_columns.same_greatest_id,
        two_distinct_columns.greatest_is_greater,
    ):
        assert all(holds(g, at) for g in claim.given)
        assert holds(claim.shows, at)
