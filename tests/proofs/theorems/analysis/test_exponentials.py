"""Sums of exponentials, and the softmax averages that they approximate: what the terms are."""

from fractions import Fraction
from math import exp

import pytest
from exact_terms import table, value, vector

from proofs.language.display import Notions
from proofs.theorems.analysis import exponentials
from proofs.theorems.analysis.exponentials import average, exponential, partition, summed

Z = vector([Fraction(1), Fraction(-2)])
LINES = table([[Fraction(1, 2), Fraction(1)], [Fraction(-1), Fraction(0)]])


def number(rows):
    """F or γ: that of item u, whatever the row and column."""
    return lambda u, r, c: Fraction(rows[int(u) - 1]) * int(r) + int(c)


def test_a_sum_has_a_factor_for_each_exponential():
    at = {"m": Fraction(2), "q": Fraction(2), "W": LINES, "gamma": number([3, 5]), "z": Z, "r": Fraction(1)}
    e = exponentials
    found = value(summed(e.q, e.W, e.g, e.z, e.r, e.c), {**at, "c": Fraction(0)})
    assert float(found) == pytest.approx(3 * exp(-3 / 2) + 5 * exp(-1))


def test_the_average_has_the_weights_of_softmax():
    at = {"m": Fraction(2), "G": Fraction(2), "v": LINES, "beta": vector([Fraction(1), Fraction(0)]), "z": Z}
    scores = exp(1 - 3 / 2), exp(-1)
    e = exponentials
    assert float(value(partition(e.z), at)) == pytest.approx(sum(scores))
    found = value(average(e.z, e.r, e.c), {**at, "F": number([4, 8]), "r": Fraction(1), "c": Fraction(0)})
    assert float(found) == pytest.approx((4 * scores[0] + 8 * scores[1]) / sum(scores))


def test_the_notion_prints_by_its_name():
    said = Notions(exponentials.chapter.notions.definitions).text(exponential(exponentials.h))
    assert said == "h is a sum of exponentials"
