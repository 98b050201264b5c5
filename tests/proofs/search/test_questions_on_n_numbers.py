"""The questions on n numbers that the benchmark asks: each is asked once, and a sample of them is understood."""

import json
from pathlib import Path

from proofs.search.question import read_question

QUESTIONS = Path(__file__).parents[3] / "benchmarks" / "questions_on_n_numbers.json"
SAMPLED = 20  # every twentieth question is read


def test_they_are_understood() -> None:
    rows = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    assert all(q.keys() == {"goal", "given", "true", "kind", "source", "aside"} for q in rows)
    for q in rows[::SAMPLED]:
        read_question(q["goal"], list(q["given"]))
    assert len({(q["goal"], *q["given"]) for q in rows}) == len(rows) >= 180
    aside = [q for q in rows if q["aside"]]
    for some in (rows, aside):  # true and false ones, in the part kept aside as well
        assert 0.5 <= sum(q["true"] for q in some) / len(some) <= 0.7
