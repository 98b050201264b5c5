"""Which methods a proof takes, and searches that find none."""

from __future__ import annotations

import pytest

from proofs.search.ablation import shown
from proofs.workers.pool import TaskError

ASKED = "abs(x + y) <= abs(x) + abs(y)"


def test_the_methods_that_gave_a_fact() -> None:
    found = shown(ASKED, [], 5.0)
    assert found is not None and found.outermost in found.gave and found.effort < 5
    other = shown(ASKED, [], 5.0, without=found.outermost)
    assert other is None or found.outermost not in other.gave
    assert shown("abs(x + y) < abs(x) + abs(y)", [], 0.3) is None


def test_a_search_without_memory_finds_nothing() -> None:
    given = ["0 <= p <= 1", "0 <= q <= 1"]
    goal = "sqrt(p*q) + sqrt((1-p)*(1-q)) <= 1"
    assert shown(goal, given, 5.0) is not None and shown(goal, given, 5.0, memory=1 << 20) is None


def test_an_error_of_the_search_is_no_answer() -> None:
    with pytest.raises(TaskError, match="ParseError"):
        shown("x y > 0", [], 5.0)
