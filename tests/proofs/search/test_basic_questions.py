"""Questions of everyday mathematics: whatever else changes, the search proves them with little effort.

A line of `basic_questions.txt` has a goal and, after |, its hypotheses.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.search import prove

QUESTIONS = (Path(__file__).parent / "basic_questions.txt").read_text("utf-8").splitlines()
EFFORT = 3.0


@pytest.mark.parametrize("question", QUESTIONS)
def test_basic_questions_are_proved(question: str) -> None:
    goal, _, given = question.partition(" | ")
    answer = prove(goal, [h for h in given.split("; ") if h], effort=EFFORT)
    assert answer.answer == "proved"
