"""Liu, the scale without the number of centres: every claim holds at instances that meet its hypotheses."""

from fractions import Fraction
from math import ceil, log

import pytest
from exact_terms import holds, value

from proofs.language.notation import num
from proofs.papers.liu.beyond import (
    by_coordinates,
    grid_products,
    grid_tails,
    least_scale,
    scale_too_small,
    smaller_scale,
)
from proofs.papers.liu.section_4_1_self_attention import digits_and_blocks
from proofs.papers.liu.section_4_2_cross_attention import pair_network

BOUND, ERROR = Fraction(1), Fraction(1, 2)


def instance(m: int, base: int, point: list[Fraction], scale: float | None) -> dict:
    """A grid in [−1, 1]^m with δ = 2D/P and the function ε/(3δ) z_1; d = 1 and n = m."""
    cube, modulus = Fraction(1), Fraction(2, base)
    slope = ERROR / (3 * modulus)

    def kappa(j, i):
        return Fraction((int(j) - 1) // base ** (int(i) - 1) % base)

    def v(j, i):
        return (2 * cube * kappa(j, i) + cube - cube * base) / base

    def aff(j):
        return sum(v(j, k) * point[k - 1] - v(j, k) ** 2 / 2 for k in range(1, m + 1))

    count = base**m
    ln = log(3 * BOUND * m * base / ERROR) if scale is None else scale
    return {
        "d": 1, "n": m, "m": m, "G": count, "P": Fraction(base),
        "j_m": max(range(1, count + 1), key=aff), "i": m, "D": cube,
        "delta": modulus, "R": Fraction(ceil(8 / (3 * modulus**2) * ln)), "B_0": BOUND, "epsilon": ERROR,
        "kappa": kappa, "v": v, "z": lambda i: point[int(i) - 1], "F": lambda j, r, c: slope * v(j, 1),
        "y": lambda r, c: slope * point[0], "w": lambda i, a: i + a * a,
        "block": lambda t: t, "offset": lambda t: Fraction(1), "q": Fraction(1, 100),
    }  # fmt: skip


SHAPES = [(1, 1), (1, 3), (2, 2), (2, 3)]
CLAIMS = (
    grid_products.grid_product,
    by_coordinates.far_by_coordinates,
    by_coordinates.average_by_coordinates,
    grid_tails.tail_by_count,
    grid_tails.tail_by_sum,
    smaller_scale.counted_at_scale,
    smaller_scale.average_at_counted_scale,
)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.name)
def test_claims_hold_on_grids(claim):
    met = 0
    for m, base in SHAPES:
        for x in (Fraction(-1), Fraction(1, 6), Fraction(1)):
            at = instance(m, base, [x] * m, None)
            if all(holds(g, at) for g in claim.given):
                met += 1
                assert holds(claim.shows, at), (m, base, x)
    assert met >= len(SHAPES)


@pytest.mark.parametrize(
    "claim", [smaller_scale.summed_at_scale, smaller_scale.average_at_summed_scale], ids=lambda c: c.name
)
def test_claims_without_the_number_of_intervals_hold(claim):
    for m, base in SHAPES:
        at = instance(m, base, [Fraction(1, 6)] * m, log(12 * BOUND * m / ERROR))
        assert all(holds(g, at) for g in claim.given)
        assert holds(claim.shows, at), (m, base)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_lower_bound_holds_at_corners(m):
    t = Fraction(1, 100)
    at = instance(m, 2, [Fraction(1, 2) + t] * m, 0.0) | {"t": t, "delta": Fraction(1)}
    at["R"] = Fraction(2 / (1 + 2 * t) * Fraction(log(m * 3))) * Fraction(99, 100)  # (2B_0 − ε)/ε = 3
    claim = scale_too_small.far_beyond
    assert at["j_m"] == at["G"]
    assert all(holds(g, at) for g in claim.given)
    assert holds(claim.shows, at)
    assert not holds(claim.shows, at | {"R": 8 * at["R"] + 8})


DIGITS = (
    digits_and_blocks.written_digits_low,
    digits_and_blocks.written_digits_high,
    digits_and_blocks.written_digits_number,
)


@pytest.mark.parametrize("claim", DIGITS, ids=lambda c: c.name)
def test_the_digits_are_those_of_division(claim):
    for m, base in [*SHAPES, (3, 3)]:
        at = instance(m, base, [Fraction(0)] * m, None)
        assert all(holds(g, at) for g in claim.given)
        assert holds(claim.shows, at)
        digits = [
            [int(value(digits_and_blocks.made_digit(num(j), num(i)), at)) for i in range(1, m + 1)]
            for j in (1, base**m)
        ]
        assert digits == [[0] * m, [base - 1] * m]


def pair_instance(m: int, base: int) -> dict:
    """Pairs of points of the grid of `instance`, with the mean of its function at both."""
    at = instance(m, base, [Fraction(1, 6)] * m, log(6 * BOUND * 2 * m * base / ERROR))
    count, f = at["G"], at["F"]

    def first(h):
        return Fraction((int(h) - 1) // count + 1)

    def second(h):
        return Fraction((int(h) - 1) % count + 1)

    return at | {
        "first": first, "second": second, "z_K": at["z"], "z_Q": at["z"],
        "F": lambda h, r, c: (f(first(h), r, c) + f(second(h), r, c)) / 2,
    }  # fmt: skip


@pytest.mark.parametrize(("m", "base"), [(1, 2), (2, 2), (1, 3)])
def test_what_the_theorems_still_ask_is_met(m, base):
    """Their conclusions are those about the average for the literal matrices, which take long to write out."""
    at, pairs = instance(m, base, [Fraction(1, 6)] * m, None), pair_instance(m, base)
    assert all(holds(g, at) for g in smaller_scale.network_at_counted_scale.given)
    assert all(holds(g, pairs) for g in smaller_scale.cross_network_at_counted_scale.given)


@pytest.mark.parametrize("name", ["block", "offset", "first", "second", "kappa"])
def test_blocks_pairs_and_digits_are_those_of_division_alone(name):
    """The definitions fail where one value is another one."""
    at = pair_instance(1, 2)
    own, asked = at[name], (digits_and_blocks.written_digits, *pair_network.written_pairs)
    assert all(holds(g, at) for g in asked)
    at[name] = lambda t, *i: own(t, *i) + (t == 2)
    assert not all(holds(g, at) for g in asked)


@pytest.mark.parametrize(("count", "above"), [(2, True), (4, True), (2, False), (4, False)])
def test_the_least_scale_for_centres_anywhere(count, above):
    """All but one centre at the same squared distance, larger by 3δ²/4 = 3: z = 0, v = 1 and −2."""
    ratio = (count - 1) * (6 * BOUND - ERROR) / ERROR
    scale = Fraction(8 * log(ratio) / 12) * (Fraction(101, 100) if above else Fraction(99, 100))
    at = {
        "d": 1, "n": 1, "m": 1, "G": count, "j_m": 1, "R": scale, "B_0": BOUND, "epsilon": ERROR, "delta": Fraction(2),
        "cut": Fraction(1), "reach": lambda j: Fraction(2 * (j > 1)), "z": lambda i: Fraction(0),
        "v": lambda j, i: Fraction(1 if j == 1 else -2),
    }  # fmt: skip
    claim = least_scale.far_at_least_scale if above else least_scale.far_below_least_scale
    assert all(holds(g, at) for g in claim.given)
    assert holds(claim.shows, at)
