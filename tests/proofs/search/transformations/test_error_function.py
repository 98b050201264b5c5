"""Questions about erf, the normal distribution and GELU: proved, for the second checker too, or refuted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from flint import fmpq

from proofs import checker
from proofs.kernel.normal import canonical
from proofs.kernel.terms import Term, erf, exp, num, var
from proofs.search import decide, prove
from proofs.search.ablation import shown
from proofs.search.base.ranges import Side
from proofs.search.transformations.error_function import cuts, linear_in

x, y = var("x", "R"), var("y", "R")


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("erf(x) < 1", []),
        ("erf(-x) == -erf(x)", []),
        ("erf(x) < erf(y)", ["x < y"]),
        ("erfc(x) <= exp(-x**2)", ["x >= 0"]),
        ("1 - normcdf(x) <= exp(-x**2/2)/2", ["x >= 0"]),
        ("1 - normcdf(x) <= exp(-x**2/2)/(x*sqrt(2*pi))", ["x > 0"]),
        ("1 - normcdf(x) >= x*exp(-x**2/2)/((1 + x**2)*sqrt(2*pi))", ["x >= 0"]),
        ("erf(x)**2 >= 1 - exp(-x**2)", []),
        ("gelu(x) >= -1/5", ["x <= -3"]),
        ("erf(x) >= x/(1 + x)", ["x >= 0"]),
        ("gelu(x) - gelu(-x) == x", []),
        ("gelu(x) <= max(x, 0)", []),
        ("erf(x) - erf(y) <= 2*(x - y)/sqrt(pi)", ["y <= x"]),
        ("erf(x + y) <= erf(x) + erf(y)", ["x >= 0", "y >= 0"]),
        ("normcdf(2) - normcdf(-2) > 0.9544", []),
    ],
)
def test_what_holds_is_proved(question: str, given: Sequence[str]) -> None:
    answer = prove(question, given=given)
    assert answer.answer == "proved"
    assert all(v.accepted for v in checker.check(answer.certificate))


@pytest.mark.parametrize(
    ("question", "given", "method"),
    [
        ("erf(x)**2 >= 1 - exp(-x**2)", [], "theorems about erf"),
        ("gelu(x) >= -1/5", ["x <= -3"], "bounds of erf"),
        ("gelu(x) >= -1/5", [], "far from the zero of erf"),
    ],
)
def test_each_method_is_needed(question: str, given: Sequence[str], method: str) -> None:
    found = shown(question, given, 2.0)
    assert found is not None and method in found.gave
    assert shown(question, given, 2.0, without=method) is None


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("erf(x) <= x", []),
        ("gelu(x) >= -0.169", []),
        ("gelu(x) <= x", []),
        ("erfc(x) <= exp(-x**2)/2", ["x >= 0"]),
        ("1 - normcdf(x) <= exp(-x**2)/2", ["x >= 0"]),
        ("gelu(x) - gelu(y) <= x - y", ["y <= x"]),
        ("erf(x + y) >= erf(x) + erf(y)", ["x >= 0", "y >= 0"]),
    ],
)
def test_what_is_false_is_refuted(question: str, given: Sequence[str]) -> None:
    assert decide(question, given).answer == "refuted"


def test_bounds_replace_first_powers_only() -> None:
    t = erf(x)
    found = linear_in(x * t + 1, t)
    assert found is not None and [*map(canonical, found)] == [num(1), x]
    for f in (t**2, exp(t), x * t + exp(-t)):
        assert linear_in(f, t) is None


@pytest.mark.parametrize(
    ("u", "side", "expected"),
    [
        (x, Side(), [2, -2, 1, -1]),
        (x, Side(lo=fmpq(0)), [2, 1]),
        (x, Side(lo=fmpq(3, 2)), [2]),
        (x, Side(hi=fmpq(-1)), [-2]),
        (x, Side(lo=fmpq(0), hi=fmpq(5)), []),
        ((x - 1) / 2, Side(lo=fmpq(0)), [5, 3]),
        (x * x, Side(), []),
        (x * y, Side(), []),
    ],
)
def test_half_lines_are_cut_inside_and_far_from_the_zero(u: Term, side: Side, expected: list[int]) -> None:
    assert [at for _, at in cuts(u, {x: side})] == expected
