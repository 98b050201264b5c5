"""A question inside another is given up if a sample refutes it."""

from __future__ import annotations

import pytest

from proofs.builder.proof import Proof
from proofs.search.base.failures import NotFound
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Search, Way
from proofs.search.procedures.sample_filter import false_at_a_sample
from proofs.search.question import read_question


def ways(goal: str, depth: int) -> list[Way]:
    question = read_question(goal, ["x >= 0"])
    search = Search(Proof("goal", theory()), 1, ())
    return list(false_at_a_sample.ways(search, Asked(search, question.given, question.goals[0], depth)))


def test_only_false_questions_inside_others_are_given_up() -> None:
    (way,) = ways("x**2 >= x", 1)
    with pytest.raises(NotFound, match="false at some point"):
        way()
    assert not ways("x**2 >= x", 0) and not ways("x**2 + 1 >= x", 1)
