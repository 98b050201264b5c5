"""Questions of everyday mathematics: whatever else changes, the search proves them with little effort.

A line of `basic_questions.txt` has a goal and, after |, its hypotheses.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.builder.chapter import Chapter
from proofs.kernel.rules import Fact
from proofs.paper import Proof
from proofs.search import prove
from proofs.search.certificate_theorems import theory

QUESTIONS = (Path(__file__).parent / "basic_questions.txt").read_text("utf-8").splitlines()
CLAIMS = [q for q in QUESTIONS if "floor" not in q and "ceil" not in q and "%" not in q]  # claims name the integers
EFFORT = 3.0


@pytest.mark.parametrize("question", QUESTIONS)
def test_basic_questions_are_proved(question: str) -> None:
    goal, _, given = question.partition(" | ")
    answer = prove(goal, [h for h in given.split("; ") if h], effort=EFFORT)
    assert answer.answer == "proved"


@pytest.mark.parametrize("question", CLAIMS[::4])
def test_a_question_becomes_a_claim_that_the_search_proves(question: str) -> None:
    goal, _, given = question.partition(" | ")
    chapter = Chapter("mine")

    @chapter.claim(given=[h for h in given.split("; ") if h], shows=goal)
    def pasted(p: Proof) -> Fact:
        return p.prove(p.goal)

    [stored] = chapter.prove(theory(of_sequences=True, of_waves=True))
    assert stored["name"] == "mine.pasted"
