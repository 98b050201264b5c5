"""Exact points where a question is undefined: multiples of π, roots, and zeros between two rationals."""

from collections.abc import Sequence

import pytest

from proofs.cli.main import run
from proofs.search import decide
from proofs.search.answer import UndefinedError

RANGE = ["0 <= x", "x <= 2"]


@pytest.mark.parametrize(
    ("goal", "given", "point"),
    [
        ("tan(x) >= 0", RANGE, {"x": "π/2"}),
        ("tan(x) >= 0", [], {"x": "π/2"}),
        ("tan(x) >= 0", ["x >= 2", "x <= 5"], {"x": "3·π/2"}),
        ("tan(x) >= 0", ["pi/4 <= x", "x <= pi"], {"x": "π/2"}),
        ("tan(x) >= a", ["a <= x", "x <= a + 4"], {"x": "π/2", "a": 0}),
        ("tan(pi/2) >= 0", [], {}),
        ("1/cos(x) >= 0", RANGE, {"x": "π/2"}),
        ("1/sin(x) >= 0", ["1 <= x", "x <= 4"], {"x": "π"}),
        ("1/(cos(x) - 1/2) >= 0", RANGE, {"x": "π/3"}),
        ("1/(x*cos(x)) >= 0", ["1 <= x", "x <= 2"], {"x": "π/2"}),
        ("log(cos(x)) <= 0", ["0 <= x", "x <= pi/2"], {"x": "π/2"}),
        ("1/(x**2 - 2) >= 0", ["0 <= x"], {"x": "√2"}),
        ("1/(exp(x) - 2) >= 0", [], {"x": "log(2)"}),
        ("log(x**2 - 2*x) >= 0", ["0 <= x"], {"x": 0}),
        ("log(x**2 - 2) >= -5", ["x**2 == 2"], {"x": "√2"}),
        ("asin(x) >= 0", ["x**2 == 2"], {"x": "√2"}),
        ("1/(x - y) >= 0", ["x**2 == 2", "y >= 0"], {"x": "√2", "y": "√2"}),
        ("1/(x**5 - x - 1) >= 0", [], {"x": "the zero of -1 - x + x^5 between 1.1673039 and 1.1673040"}),
        ("1/cos(n*x) >= 0", ["integer n", "n >= 2", "x >= 0"], {"x": "π/4", "n": 2}),
        ("sum(a[i], (i, 1, n))/(x**2 - 2) >= 0", ["integer n", "n >= 1"], {"x": "√2", "n": 1}),
    ],
)
def test_the_point_is_named(goal: str, given: Sequence[str], point: dict[str, object]) -> None:
    with pytest.raises(UndefinedError) as wrong:
        decide(goal, given, effort=60)
    assert wrong.value.point == point


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("tan(x) >= 0", ["0 <= x", "x < pi/2"]),
        ("1/cos(x) >= 1", ["0 <= x", "x <= 1"]),
        ("1/(x**2 - 2) >= 1/2", ["x > 3/2", "x <= 2"]),
        ("1/(1 + 1/x) <= 1", ["x > 0"]),
    ],
)
def test_no_point_outside_of_the_hypotheses_is_named(goal: str, given: Sequence[str]) -> None:
    assert decide(goal, given, effort=10).answer in ("proved", "unknown")


def test_the_command_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "tan(x) >= 0", "--given", "0 <= x", "--given", "x <= 2"]) == 3
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(
        "lemmata: not defined at x = π/2: it must be that cos(x) ≠ 0; the goal divides by"
    )
