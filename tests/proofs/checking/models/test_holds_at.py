"""Points at which a paper says that hypotheses hold: checked exactly, refused with a reason; small points first."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper
from proofs.checking.check import check
from proofs.checking.models.satisfying_points import satisfying
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache
from proofs.checking.store.chapter_contents import Contents, read, written
from proofs.kernel.terms import Term, num
from proofs.language.notation import Eq, ints, rational, reals, vectors

(x, y), (n, i, T), (a, b) = reals("x y"), ints("n i T"), vectors("a b")

PAPER = """
from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper
from proofs.language.notation import *

(x, y), (n, i), (a,) = reals("x y"), ints("n i"), vectors("a")
paper = chapter = Paper("At", "Points", "nobody")


@paper.claim(given={{"one": {given}}}, shows=0 <= num(1))
def trivial(p):
    return p.have(p.goal, label="out")


paper.state("lemma-1", "nothing", kind="lemma", printed=trivial, holds_at={at})
"""


@pytest.fixture(autouse=True)
def forget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    sys.modules.pop("paper_with_point", None)
    yield
    sys.modules.pop("paper_with_point", None)


def checked(folder: Path, given: str, at: str) -> Report:
    (folder / "paper_with_point.py").write_text(PAPER.format(given=given, at=at), encoding="utf-8")
    return check(chapters=["paper_with_point"], cache=Cache(folder / "cache"))


@pytest.mark.parametrize(
    ("given", "at", "shown"),
    [
        ("x * x + y * y <= 1", '{"x": "3/5", "y": "4/5"}', "x = 3/5, y = 4/5"),
        ("every(lambda i: 7 < a(i), 1, n)", '{"n": 2, "a": [8, "17/2"]}', "a = (8, 17/2), n = 2"),
        ("(x < y)", '{"y": -3}', "y = -3"),  # the other is found
        ("every(lambda i: a(i) <= 1, 1, None)", '{"a": fun(lambda i: num(1))}', "a = (i ↦ 1)"),
        (
            "for_all(lambda q: 0 <= functions('f', VECTOR)[0](q), VECTOR)",
            '{"f": mapping(lambda q: exp(q(1)), VECTOR)}',
            "f = (a ∈ ℝ^* ↦ exp(a_1))",
        ),
    ],
)
def test_a_point_is_verified_and_shown(tmp_path: Path, given: str, at: str, shown: str) -> None:
    report = checked(tmp_path, given, at)
    (line,) = report.by_id["At:lemma-1"].lines
    assert report.problems == ()
    assert line.vacuous is False
    assert shown in line.wording.holds_at
    assert not any(w.lint == "no-model" for w in report.lint_warnings)


@pytest.mark.parametrize(
    ("given", "at", "said"),
    [
        ("x * x + y * y < 1", '{"x": "3/5", "y": "4/5"}', "the hypothesis x^2 + y^2 < 1 fails at x = 3/5, y = 4/5: "),
        ("every(lambda i: 7 < a(i), 1, n)", '{"n": 2, "a": [8, 7]}', "7 < a_i fails at a = (8, 7), n = 2"),
        ("2 <= n", '{"n": 1}', "the hypothesis 2 ≤ n fails at n = 1: 2 ≤ 1 is false"),
        ("x < x", '{"x": 1}', "the hypothesis x < x fails at x = 1: 1 < 1 is false"),
        ("x < x + y * 0", '{"x": 1}', "at x = 1"),
    ],
)
def test_a_point_at_which_a_hypothesis_fails_is_refused(tmp_path: Path, given: str, at: str, said: str) -> None:
    report = checked(tmp_path, given, at)
    assert not report.holds
    (problem,) = report.problems
    assert problem.startswith("At:lemma-1: holds_at: ") and said in problem


ROOT = """

@paper.claim(given=[], shows={shows})
def at_point(p):
    root = p.prove(Eq(exp(log(num(7)) / 2) * exp(log(num(7)) / 2), 7))
    return p.exists_intro(p.goal, [exp(log(num(7)) / 2)], root)
"""


@pytest.mark.parametrize(("shows", "holds"), [("for_root(num(7))", True), ("for_root(num(5 + 2))", True), ("", False)])
def test_a_theorem_of_the_paper_may_say_that_a_hypothesis_holds(tmp_path: Path, shows: str, holds: bool) -> None:
    text = PAPER.format(given="for_root(x)", at='{"x": 7}')
    helper = 'def for_root(x):\n    return exists(lambda z: [Eq(z * z, x)], "R")\n\n\n@paper.claim'
    text = text.replace("@paper.claim", helper, 1)
    lemma = text.index("paper.state(")
    text = text[:lemma] + (ROOT.format(shows=shows) if shows else "") + "\n\n" + text[lemma:]
    (tmp_path / "paper_with_point.py").write_text(text, encoding="utf-8")
    assert check(chapters=["paper_with_point"], cache=Cache(tmp_path / "cache")).holds == holds


def test_a_point_that_is_corrected_is_accepted(tmp_path: Path) -> None:
    assert not checked(tmp_path, "2 <= n", '{"n": 1}').holds
    sys.modules.pop("paper_with_point")
    assert checked(tmp_path, "2 <= n", '{"n": 2}').holds
    sys.modules.pop("paper_with_point")
    assert not checked(tmp_path, "3 <= n", '{"n": 2}').holds


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ({"z": 1}, "no claim has a variable 'z'; they have a, n, x"),
        ({"x": 0.5}, "0.5 is not a number; floats are not exact: write '1/2' for 0.5"),
        ({"x": True}, "True is not a number"),
        ({"x": "half"}, "'half' is not a number; write an integer, or a fraction such as '1/2'"),
        ({"x": x}, "x is not a number"),
        ({"n": Fraction(1, 2)}, "n is an integer, and cannot be 1/2"),
        ({"a": 1}, "a is a function: list its values, from index 1 on, not 1"),
        ({"a": "11"}, "a is a function: list its values, from index 1 on, not '11'"),
        ({"a": [[1]]}, r"\[1\] is not a number"),
        ({"a": a}, "a is a function: list its values"),
    ],
)
def test_unsuitable_values_are_refused(at: Mapping[str, Any], said: str) -> None:
    paper = Paper("At", "Points", "nobody")
    with pytest.raises(ValueError, match=f"At:lemma-1, holds_at: .*{said}"):
        paper.state("lemma-1", "", kind="lemma", printed=Claim((a(n) < x,), a(n) <= x), holds_at=at)


def test_a_point_is_kept_with_the_contents() -> None:
    paper = Paper("At", "Points", "nobody")
    s = paper.state(
        "lemma-1", "", kind="lemma", printed=Claim((a(n) < x,), a(n) <= x), holds_at={"n": 1, "a": [1, "1/2"]}
    )
    found = read(written(Contents((), paper, {}))).paper
    assert found is not None and found.statements == {s.id: s}
    assert s.holds_at == {"n": num(1), "a": (num(1), rational(1, 2))}


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ([1 <= n, 1 <= T], {"n": 1, "T": 1}),
        ([0 < x, x <= 1], {"x": 1}),
        ([0 <= x, x < 1], {"x": 0}),
        ([0 < x, x < 1], {"x": Fraction(1, 2)}),
        ([Eq(x * x, 1), 1 <= n], {"x": 1, "n": 1}),
    ],
)
def test_small_points_are_tried_first(given: list[Term], values: dict[str, Any]) -> None:
    found = next(satisfying(given))
    assert {v.args[0]: Fraction(*t.args) for v, t in found.items()} == values
