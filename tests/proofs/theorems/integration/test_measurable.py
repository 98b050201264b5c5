"""Measurable functions: what exceeds a bound, what is cut off, and that both hypotheses are needed."""

from contextlib import nullcontext
from fractions import Fraction

import pytest
from exact_terms import value

from proofs.builder.proof import Proof
from proofs.kernel.terms import KernelError
from proofs.language.notation import num
from proofs.theorems.integration import integrals, lebesgue, measurable


@pytest.mark.parametrize(("x", "over"), [(-2, 0), (1, 0), (3, 0), (Fraction(7, 2), Fraction(1, 2)), (5, 2)])
def test_what_exceeds_a_bound(x, over):
    constant = integrals.at(lambda X: measurable.x)
    at = {"x": Fraction(x), "B": Fraction(3)}
    assert value(lebesgue.above(constant, lebesgue.B)(measurable.X), at) == over


SIZES = measurable.f, measurable.U, measurable.power_p, measurable.d, measurable.n, measurable.N
SMALL = [1 <= measurable.d, 1 <= measurable.N, 1 <= measurable.power_p]


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ([*SMALL, measurable.in_L_p(*SIZES)], True),
        ([*SMALL, measurable.measurable(*SIZES[:2], *SIZES[3:])], False),  # 1/|x| on an interval
        ([*SMALL[:2], measurable.power_p <= 1, measurable.in_L_p(*SIZES)], False),  # |x|^p is not convex
        ([*SMALL, lebesgue.integral_at_most(measurable.own, num(1), measurable.d, measurable.n)], False),
    ],
)
def test_measurable_and_a_finite_integral_together_give_the_closure(known, given, right):
    p = Proof("trial", known)
    p.given_all(given, "given")
    with nullcontext() if right else pytest.raises(KernelError):
        fact = p.apply("measurable.measurable_in_closure", N=measurable.N)
        p.change(fact, lebesgue.in_closure(*SIZES), label="out")
