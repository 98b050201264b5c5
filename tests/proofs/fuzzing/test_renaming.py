"""The renaming campaign: questions with renamed variables are read alike, and different readings are detected."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from proofs.fuzzing import renaming
from proofs.fuzzing.arithmetic import Undefined
from proofs.fuzzing.renaming import Asked, Written, answers, holds, point, question, readings_agree, written
from proofs.search import Answer, UndefinedError
from proofs.search.question import Question, read_question

FORMS = ("text", "sympy", "builder")
ONE = ("num", Fraction(1))
ROOT = ("<=", ("sum", ("sqrt", ("var", 1)), 1, ("+", ("var", 0), ONE), ("num", Fraction(3))), ONE)
CLASH = Asked((), ROOT, {0: "Z"})  # Σ √j over i + 1 … 3


@given(st.integers(0, 2**32), st.sampled_from(FORMS))
@settings(max_examples=60, phases=(Phase.explicit, Phase.generate))  # no shrinking: smaller seeds are no simpler
def test_readings_agree_with_brute_force(seed: int, form: str) -> None:
    rng = random.Random(seed)
    asked = question(rng, form)
    points = [point(rng, asked) for _ in range(4)]
    for this in (written(rng, asked, "text", False), written(rng, asked, form, True)):
        said, wrong = readings_agree(asked, this, points)
        assert not wrong, (said, wrong, str(this))


def test_brute_force_evaluates_ranges_roots_and_poles() -> None:
    assert not holds(ROOT, {0: Fraction(0)}) and holds(ROOT, {0: Fraction(3)})
    with pytest.raises(Undefined):
        holds(ROOT, {0: Fraction(-3)})
    empty = ("max", ONE, 1, ONE, ("var", 0))
    with pytest.raises(Undefined):
        holds(("<=", empty, ONE), {0: Fraction(0)})
    with pytest.raises(Undefined):
        holds(("<=", ("/", ONE, ("var", 0)), ONE), {0: Fraction(0)})


def test_names_clash_where_they_may() -> None:
    texts = {str(written(random.Random(seed), CLASH, "text", True).goal) for seed in range(40)}
    assert any(t.count("(n, (n + 1), 3)") or t.count("(i, (i + 1), 3)") for t in texts)
    assert any("bound_0_" in t for t in texts)


@pytest.mark.parametrize("lost", ["conditions", "relation"])
def test_a_wrong_reading_is_noticed(monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    def careless(*asked: Any) -> Question:
        read = read_question(*asked)
        other = read_question("0 < 1", []).wanted[0].relations
        change = {"needs": ()} if lost == "conditions" else {"relations": other}
        return Question(read.read, tuple(replace(p, **change) for p in read.wanted))

    monkeypatch.setattr(renaming, "read_question", careless)
    rng = random.Random(1)
    this, points = written(rng, CLASH, "text", True), [{0: Fraction(-3)}, {0: Fraction(0)}]
    assert ("defined" if lost == "conditions" else "read as True") in readings_agree(CLASH, this, points)[1]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [(("proved", "refuted"), "proved and refuted"), (("proved", "proved"), "proved, and"), (("refuted",) * 2, "")],
)
def test_answers_that_differ_or_are_wrong_are_noticed(
    monkeypatch: pytest.MonkeyPatch, said: tuple[str, str], wrong: str
) -> None:
    left = iter(said)
    monkeypatch.setattr(renaming, "decide", lambda *_, **__: Answer(next(left), (), ()))  # type: ignore[arg-type]
    rng = random.Random(2)
    one, other = (written(rng, CLASH, "text", clashing) for clashing in (False, True))
    found = answers(CLASH, one, other, [{0: Fraction(0)}])[1]
    assert (wrong in found) if wrong else not found


def test_an_answer_that_is_not_defined_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def undefined(*_: object, **__: object) -> Answer:
        raise UndefinedError("0 ≤ i", {"i": Fraction(-3)})

    monkeypatch.setattr(renaming, "decide", undefined)
    this = Written("text", (), "sum(sqrt(j), (j, i + 1, 3)) <= 1", ("i",), {0: "i"}, ())
    assert answers(CLASH, this, this, []) == ("undefined", "")
