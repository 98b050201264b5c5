"""Closed forms are recognised from digits, and the digits of a closed form give it back."""

from __future__ import annotations

import pytest
import sympy as sp
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.search.sharpening.closed_forms import closed_forms


def recognised(e: sp.Expr, **more: bool) -> list[sp.Expr]:
    """The closed forms found from a hundred digits of an expression."""
    with ctx.workprec(400):
        return closed_forms(arb(str(sp.N(e, 100))), 60, **more)


@pytest.mark.parametrize(
    "e",
    [
        2 / sp.E, 4 * sp.log(2), sp.sqrt(2), 3 * sp.sqrt(3) / 4, 1 - sp.log(2), 1 - 1 / sp.E, sp.Rational(1, 8),
        1 / (2 * sp.E), sp.exp(2), sp.sqrt(2) - 1, 2 ** sp.Rational(2, 3) / 3, (1 + sp.sqrt(5)) / 2,
        sp.log(1 + sp.sqrt(2)),
    ],
)  # fmt: skip
def test_constants(e: sp.Expr) -> None:
    assert any(sp.simplify(found - e) == 0 for found in recognised(e))


def test_angles() -> None:
    for e in (2 / sp.pi, sp.pi / 4, sp.atan(sp.Rational(1, 3))):
        assert any(sp.simplify(found - e) == 0 for found in recognised(e, trigonometric=True))


@given(st.fractions(-50, 50, max_denominator=200), st.integers(-3, 3))
@settings(max_examples=25, deadline=None)
def test_multiples_of_powers_of_e(r: sp.Rational, k: int) -> None:
    if r and sorted(sp.factorint(r.numerator * r.denominator))[-1:] <= [5]:
        e = sp.Rational(r.numerator, r.denominator) * sp.exp(k)
        assert any(sp.simplify(found - e) == 0 for found in recognised(e))


def test_nothing_is_recognised_in_other_numbers() -> None:
    assert recognised(sp.zeta(3) * sp.gamma(sp.Rational(1, 3))) == []
