"""The problems by others that the benchmark asks are understood, each is asked once, and the false ones are false."""

import json
import re
from pathlib import Path

from proofs.kernel.terms import Term, substitute
from proofs.language.parse import parse_number
from proofs.search.points.counter import truth
from proofs.search.question import read_question

PROBLEMS = Path(__file__).parents[3] / "benchmarks" / "inequalities_of_others.json"
MO = PROBLEMS.with_name("mo_int_20.json")
POINT = re.compile(r"; false at (?P<point>[^;]*)$")


def values(source: str) -> dict[str, Term]:
    """The point at which a problem is said to fail."""
    found = POINT.search(source)
    assert found is not None, source
    parts = (part.split(" = ") for part in found["point"].split(", "))
    return {x: parse_number(v) for x, v in parts}


def test_they_are_understood_and_false_ones_are_false() -> None:
    rows = json.loads(PROBLEMS.read_text(encoding="utf-8"))
    for q in rows:
        assert q.keys() == {"goal", "given", "true", "kind", "source", "aside"}
        asked = read_question(q["goal"], list(q["given"]))
        if not q["true"] and "sqrt" not in q["source"] + q["goal"]:
            free = {x for f in (*asked.given, *asked.goals) for x in f.free}
            at = values(q["source"]) if free else {}
            point = {x: at[x.args[0]] for x in free}
            assert all(truth(substitute(g, point)) for g in asked.given), q
            assert any(truth(substitute(g, point)) is False for g in asked.goals), q
    assert len({(q["goal"], *q["given"]) for q in rows}) == len(rows) >= 300
    for some in filter(None, (rows, [q for q in rows if q["aside"]])):  # in what is kept aside, too
        assert 0.5 <= sum(q["true"] for q in some) / len(some) <= 0.7


def test_the_twenty_of_mo_int_are_understood() -> None:
    rows = json.loads(MO.read_text(encoding="utf-8"))
    assert len({(q["goal"], *q["given"]) for q in rows}) == len(rows) == 20
    for q in rows:
        assert q["true"] and read_question(q["goal"], list(q["given"])).goals
