"""Equations that no integers satisfy, those that look like them, and cases by residue classes."""

from collections.abc import Callable

import pytest

from proofs.builder.proof import Proof
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Search
from proofs.search.procedures.diophantine import moduli, residue_classes, residues
from proofs.search.question import read_question
from proofs.search.transformations.integers import sharpened

IMPOSSIBLE = {
    "2*x + 3*y != 1/2": ["integer x, y"],
    "n*(n + 1) != 7": ["integer n"],
    "x**2 != 4*y + 3": ["integer x, y"],
    "x**3 != 7*y + 2": ["integer x, y"],
    "x**2 + y**2 != 4*z + 3": ["integer x, y, z"],
    "x**2 != 3": ["integer x"],
    "x < y": ["integer x, y", "6*x == 4*y + 1"],
}
POSSIBLE = {
    "x**2 != 4*y + 1": ["integer x, y"],
    "2*x + 3*y != 1": ["integer x, y"],
    "2*x != 3": [],  # not of integers
    "x**2 != 2*x*y + 1": ["integer x"],
    "2**x != 3*y": ["integer x, y"],
}


@pytest.mark.parametrize("goal", IMPOSSIBLE)
def test_no_integers_satisfy_it(by_method: Callable[..., int], goal: str) -> None:
    assert by_method(residues, goal, *IMPOSSIBLE[goal]) < 200_000


@pytest.mark.parametrize("goal", POSSIBLE)
def test_nothing_is_tried(goal: str) -> None:
    asked = read_question(goal, POSSIBLE[goal])
    (wanted,) = asked.goals
    ways = residues.ways(Search(Proof("goal", theory()), 0, ()), Asked(None, asked.given, wanted, 0))
    assert not [*ways]


def test_residue_classes(by_method: Callable[..., int]) -> None:
    question = "n*(n + 1) == 2*k", "integer n, k", "k <= n*(n + 1)/2", "n*(n + 1)/2 < k + 1"
    assert by_method(residue_classes, *question) < 200_000


def test_moduli() -> None:
    def of(*formulas: str) -> tuple[int, list[str]]:
        asked = read_question("0 <= 1", ["integer n, m, k", *formulas])
        m, names = moduli(asked.given)
        return m, [str(v.args[0]) for v in names]

    assert of("n**2 <= 4*k + 1") == (4, ["n"])
    assert of("n**2/6 < k", "n + m <= 4*k") == (12, ["m", "n"])
    assert of("4*n + n**2 <= m") == (1, [])  # 4 n does not restrict n^2 − m


def test_sharpened_to_an_equation() -> None:
    asked = read_question("0 <= 1", ["integer n, k", "k <= (4*n + 1)/4", "(4*n + 1)/4 < k + 1"])
    facts = sharpened(Search(Proof("goal", theory()), 0, ()), asked.given)
    assert [f.concl.op for f in facts] == ["le", "le", "eq"]
    sharp = read_question("0 <= 1", ["integer n, k", "2*k <= 4*n + 2"]).given
    assert sharpened(Search(Proof("goal", theory()), 0, ()), sharp) == []
