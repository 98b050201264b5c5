"""What comes through SymPy is answered as SymPy's own numbers have it; and a wrong answer would be noticed."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from proofs.fuzzing import run_campaign, sympy_translation
from proofs.fuzzing.sympy_translation import Asked, answered, question
from proofs.search import Answer, UndefinedError

T = sp.Symbol("T", real=True, positive=True)


@given(st.integers(0, 2**32))
@settings(max_examples=6, phases=(Phase.explicit, Phase.generate))  # a smaller seed is no simpler question
def test_no_answer_is_wrong(seed: int) -> None:
    rng = random.Random(seed)
    asked = question(rng)
    said, wrong = answered(rng, asked)
    assert not wrong, (said, wrong, str(asked))


ASKED = Asked(sp.Ge(T**3 + 1, T), (), (T,))


@pytest.mark.parametrize(
    "asked, changed, what",
    [
        (ASKED, {"answer": "refuted", "counterexample": {"T": Fraction(-2)}}, "not what is assumed"),
        (ASKED, {"answer": "refuted", "counterexample": {"T": Fraction(2)}}, "the goal holds"),
        (replace(ASKED, given=(sp.Ge(T, 5),)), {"answer": "refuted", "counterexample": {"T": 3}}, "not what is given"),
        (Asked(sp.Ge(T**2, T), (), (T,)), {"answer": "proved"}, "the goal fails"),
        (replace(ASKED, trap="a trap"), {"answer": "proved"}, "was not noticed"),
    ],
)
def test_a_wrong_answer_is_noticed(monkeypatch: pytest.MonkeyPatch, asked: Asked, changed: dict, what: str) -> None:
    if "counterexample" in changed:
        changed["counterexample"] = {name: Fraction(value) for name, value in changed["counterexample"].items()}
    monkeypatch.setattr(sympy_translation, "decide", lambda *_, **__: Answer(**{"goal": (), "given": (), **changed}))
    assert what in answered(random.Random(1), asked)[1]


def test_an_undefined_point_against_the_assumptions_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def undefined(*_: object, **__: object) -> Answer:
        raise UndefinedError("0 < T", {"T": Fraction(0)})

    monkeypatch.setattr(sympy_translation, "decide", undefined)
    assert "against what is assumed" in answered(random.Random(1), ASKED)[1]


def test_the_questions_have_what_is_to_be_tried() -> None:
    rng = random.Random(5)
    asked = [question(rng) for _ in range(100)]
    assert len({q.trap for q in asked}) > 4
    assert all(any(q.goal.has(kind) for q in asked) for kind in (sp.Sum, sp.Indexed, sp.Max, sp.log))


def test_the_campaign_runs_by_its_name() -> None:
    found = run_campaign("sympy_translation", 6, 3)
    assert (found.done, found.failed, found.lost) == (6, 0, 0), found.failures
