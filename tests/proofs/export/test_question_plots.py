"""Pictures of questions: the difference of the sides, where they are equal, and counterexamples."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.cli.main import run
from proofs.export.plots import NoPicture
from proofs.export.question_plots import draw_constants, draw_question
from proofs.search import decide
from proofs.search.sharpening.sharp import sharpen

pytest.importorskip("matplotlib")
PNG = b"\x89PNG"


def labels(goal: str, *given: str) -> str:
    """The picture as SVG, in which texts are text."""
    return draw_question(decide(goal, given, effort=6), "svg").decode()


def test_the_point_of_equality_of_a_curve_is_marked() -> None:
    assert ">1</text>" in labels("x*exp(-x) <= exp(-1)", "x >= 1/2", "x <= 7/5")
    assert ">0.5</text>" not in labels("x*exp(-x) <= 1", "x >= 0", "x <= 1/3")


def test_two_variables_give_a_map() -> None:
    drawn = labels("x**2 + y**2 >= 2*x*y")
    assert ">equal</text>" in drawn
    assert ">equal</text>" not in labels("x**2 + y**2 + 1 >= 2*x*y")


def test_a_counterexample_of_n_numbers_is_drawn() -> None:
    given = ["integer n", "n >= 1", "all(x[i] >= -1, (i, 1, n))"]
    answer = decide("prod(1 + x[i], (i, 1, n)) >= 1 + sum(x[i], (i, 1, n))", given)
    assert answer.answer == "refuted"
    assert draw_question(answer, "png").startswith(PNG)


def test_an_instance_with_the_least_difference_is_drawn() -> None:
    drawn = labels("sum(x[i], (i, 1, n))**2 <= n*sum(x[i]**2, (i, 1, n))", "n >= 2")
    assert "right − left = 0, the least" in drawn


@pytest.mark.parametrize(
    "question",
    [
        ("a + b + c <= 3*max(a, max(b, c))",),
        ("sum(x[i, j], (i, 1, n), (j, 1, n)) >= 0", "all(x[i, j] >= 0, (i, 1, n), (j, 1, n))"),
    ],
)
def test_what_has_no_picture(question: tuple[str, ...]) -> None:
    with pytest.raises(NoPicture, match=r"one or two variables|no instance with sequences"):
        draw_question(decide(question[0], question[1:], effort=2), "png")


def test_the_command_writes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "square.png"
    assert run(["prove", "x**2 >= 2*x - 1", "--plot", str(file)]) == 0
    assert file.read_bytes().startswith(PNG)
    assert run(["refute", "x**2 >= 2*x", "--plot", str(tmp_path / "no.gif")]) not in (0, 1)
    assert "a .png or a .svg" in capsys.readouterr().err
    assert run(["prove", "a + b + c <= 3*max(a, max(b, c))", "--plot", str(tmp_path / "three.png")]) == 0
    assert "--plot: only relations in one or two variables" in capsys.readouterr().err


def test_a_constant_is_drawn_against_a_parameter() -> None:
    drawn = draw_constants(sharpen("x*exp(-a*x) <= c", ["a > 0", "x > 0"], parameters=["a"], effort=4), "svg").decode()
    assert ">c &gt;= exp(-1)/a</text>" in drawn and ">a</text>" in drawn
    with pytest.raises(NoPicture, match="c depends on no parameter"):
        draw_constants(sharpen("x*exp(-x) <= c", effort=2), "png")


def test_the_command_draws_a_constant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ends.png"
    asked = ["sharpen", "x**2 + c*x + a**2 >= 0", "--given", "a > 0", "--of", "a", "--plot", str(file)]
    assert run(asked) == 0
    assert file.read_bytes().startswith(PNG)
    assert run(["sharpen", "x*exp(-x) <= c", "--plot", str(tmp_path / "none.png")]) == 0
    assert "--plot: c depends on no parameter" in capsys.readouterr().err
    assert not (tmp_path / "none.png").exists()
    assert run(["sharpen", "sqrt(x) <= a + c*x", "--for", "a", "--for", "c", "--plot", str(file)]) == 3
