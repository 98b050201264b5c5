"""Points as they are shown: shorter, and the same numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.checking.models.compiled import Floats, Undefined, compiled
from proofs.kernel.terms import Term
from proofs.language.display import text
from proofs.language.parse import parse_number
from proofs.search import refute
from proofs.search.counterexamples.simple import simplified


@pytest.mark.parametrize(
    "written, short",
    [
        ("exp(-7*1)", "exp(-7)"),
        ("log(sqrt(exp(-7*1)))", "-7/2"),
        ("log(max(exp(-7), 1/3))", "log(1/3)"),
        ("abs(exp(1) - 3)", "-(exp(1) - 3)"),
        ("1*log(2)*1", "log(2)"),
        ("2**(1/2)", "√2"),
    ],
)
def test_shorter(written: str, short: str) -> None:
    assert text(simplified(parse_number(written))) == short


NUMBERS = st.recursive(
    st.sampled_from(["0", "1", "2", "-3", "1/2", "exp(1)"]),
    lambda part: (
        st.builds("({}{}{})".format, part, st.sampled_from("+*-"), part)
        | st.builds("{}({})".format, st.sampled_from(["exp", "abs", "log"]), part)
        | st.builds("{}({}, {})".format, st.sampled_from(["max", "min"]), part, part)
    ),
    max_leaves=6,
)


@given(NUMBERS)
def test_the_same_number(written: str) -> None:
    t = parse_number(written)
    try:
        there = value(t)
    except (ArithmeticError, ValueError, Undefined):
        return
    assert math.isclose(value(simplified(t)), there, rel_tol=1e-9, abs_tol=1e-9)


def value(t: Term) -> float:
    return float(compiled(t, Floats())({}, ()))


def test_a_counterexample_is_shown_so() -> None:
    answer = refute("(exp(x) - sqrt(exp(-7*1)))**2 > 0")
    assert str(answer) == "refuted: for real x: (exp(x) - sqrt(exp(-7*1)))**2 > 0 fails at x = -7/2"
