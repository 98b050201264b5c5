"""The number π: its condition in figures, and that just one number meets it."""

from fractions import Fraction

from exact_terms import value

from proofs.language.notation import exists, ints, reals
from proofs.theorems.analysis.leibniz import is_number_pi, leibniz, next_sum, number_pi_exists, number_pi_unique

(k,) = ints("k")
(x,) = reals("x")


def test_the_first_sums_tell_other_numbers_from_pi():
    ends = [[value(f(k), {"k": Fraction(n)}) for f in (leibniz, next_sum)] for n in range(10)]
    assert ends[1] == [Fraction(8, 3), Fraction(52, 15)]
    assert all(low <= Fraction(355, 113) <= high for low, high in ends)
    assert not any(all(low <= z <= high for low, high in ends) for z in (Fraction(3), Fraction(13, 4)))


def test_there_is_one_number_pi_and_no_more():
    assert number_pi_exists.given == ()
    assert number_pi_exists.shows is exists(is_number_pi, "R")
    assert [g.op for g in number_pi_unique.given] == ["all", "all"]
    assert number_pi_unique.shows.op == "eq"
