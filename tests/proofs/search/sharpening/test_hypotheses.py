"""Hypotheses that are not needed, that are sharp, and that can be weakened, with proofs and refutations."""

from __future__ import annotations

import pytest

from proofs import checker
from proofs.builder.chapter import Claim
from proofs.kernel.terms import le, lt, num
from proofs.language.display import text
from proofs.language.notation import every, ints, reals, vectors
from proofs.search.question import read_question
from proofs.search.sharpening.hypotheses import NoHypothesis, Weakening, _Hypothesis, weaken, weaken_claim

EFFORT = 2


def shown(found: Weakening) -> tuple[str, str, str, bool]:
    return found.hypothesis, found.role, found.weaker, found.best


@pytest.mark.parametrize(
    "goal, given, expected",
    [
        ("x*(1 - x) <= 1/4", ["x <= 1"], [("x ≤ 1", "not needed", "", False)]),
        ("log(x) >= 1 - 1/x", ["x >= 1"], [("1 ≤ x", "can be weakened", "0 < x", False)]),
        ("sqrt(a)*sqrt(b) <= (a + b)/2", ["a > 0", "b > 0"],
         [("0 < a", "can be weakened", "0 ≤ a", False), ("0 < b", "can be weakened", "0 ≤ b", False)]),
        ("x + y >= 2", ["x >= 1", "y >= 1"], [("1 ≤ x", "sharp", "", False), ("1 ≤ y", "sharp", "", False)]),
        ("x**2 >= x", ["x > 1"], [("1 < x", "can be weakened", "1 ≤ x", True)]),
        ("2**n >= n**2", ["integer n", "n >= 5"], [("5 ≤ n", "can be weakened", "4 ≤ n", True)]),
        ("2**n >= n**2", ["integer n", "n >= 4"], [("4 ≤ n", "sharp", "", False)]),
        ("x*y == 6", ["x == 2", "y == 3"], [("x = 2", "needed", "", False), ("y = 3", "needed", "", False)]),
    ],
)  # fmt: skip
def test_roles(goal: str, given: list[str], expected: list[tuple[str, str, str, bool]]) -> None:
    found = weaken(goal, given, effort=EFFORT)
    assert list(map(shown, found)) == expected
    for one in found:
        assert one.answers
        for answer in one.answers:
            assert answer.answer in ("proved", "refuted")
            assert all(v.accepted for v in checker.check(answer.certificate))


def test_without_a_closed_form_the_bracket_serves() -> None:
    (found,) = weaken("exp(x) <= 1 + x + x**2", ["x <= 1"], effort=EFFORT)
    assert found.role == "can be weakened" and not found.best and found.why.startswith("it fails at x = ")
    weaker, _, bound = found.weaker.partition(" ≤ ")
    p, q = map(int, bound.split("/"))
    assert weaker == "x" and 1.79 < p / q < 1.7933


def test_only_those_about_a_variable() -> None:
    (found,) = weaken("x + y >= 0", ["x >= 0", "y >= 0"], "y", effort=EFFORT)
    assert found.hypothesis == "0 ≤ y"
    with pytest.raises(NoHypothesis, match="contains z"):
        weaken("x >= 0", ["x >= 0"], "z")
    with pytest.raises(NoHypothesis, match="no hypothesis"):
        weaken("x**2 >= 0", [])


def test_claims_are_evaluated_and_searched() -> None:
    (n,), (x, y), (a,) = ints("n"), reals("x y"), vectors("a")
    numbers = Claim((le(1, n), lt(num(0), x), le(y, x)), le(y, x * n))
    assert [found.role for found in weaken_claim(numbers, effort=EFFORT)] == ["sharp", "can be weakened", "sharp"]
    members = Claim((le(1, n), every(lambda i: le(num(0), a(i)), 1, n)), le(num(0), a(n)))
    size, nonnegative = weaken_claim(members, effort=EFFORT)
    assert size.role == "sharp" and size.answers
    assert nonnegative.role == "needed" and "it fails at" in nonnegative.why and not nonnegative.answers


def test_a_false_statement_is_refused() -> None:
    with pytest.raises(ValueError, match="does not hold: it fails at"):
        weaken("x >= 2", ["x >= 1"], effort=EFFORT)
    (n,) = ints("n")
    with pytest.raises(ValueError, match="does not hold: it fails at"):
        weaken_claim(Claim((le(1, n),), le(2, n)), effort=EFFORT)


@pytest.mark.parametrize(
    "hypothesis, op, slack, allowed",
    [("x >= 1", "le", 0, True), ("x >= 1", "lt", 0, False), ("x > 1", "lt", 0, True), ("x > 1", "le", 0, True),
     ("x >= 1", "lt", 1, True), ("x >= 1", "le", -1, False)],
)  # fmt: skip
def test_no_hypothesis_gets_stronger(hypothesis: str, op: str, slack: int, allowed: bool) -> None:
    (h,) = read_question("x >= 0", [hypothesis]).given
    assert _Hypothesis(["x >= 0"], h, [], {}, text, text).allows(op, num(slack)) is allowed


def test_plain_data_says_all_but_the_proofs() -> None:
    (found,) = weaken("x**2 >= 0", ["x >= 0"], effort=EFFORT)
    assert found.to_json() == {"hypothesis": "0 ≤ x", "role": "not needed", "weaker": "", "best": False, "why": ""}
    assert str(found) == "0 ≤ x: not needed"
