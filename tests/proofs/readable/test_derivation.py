"""Stored proofs without their plumbing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from runpy import run_path

import pytest

from proofs.kernel.normal import key
from proofs.readable.derivation import Node, derivations
from proofs.search import decide

QUESTIONS = run_path(str(Path(__file__).with_name("questions.py")))


def below(node: Node) -> Iterator[Node]:
    seen: dict[Node, None] = {}
    work = [node]
    while work:
        node = work.pop()
        if node not in seen:
            seen[node] = None
            yield node
            work += node.premises


@pytest.mark.parametrize("question", [*QUESTIONS["NUMBERS"][:8], *QUESTIONS["SEQUENCES"][:3]], ids=lambda q: q[0])
def test_derivations_are_facts_of_the_kernel(question: tuple[str, ...]) -> None:
    goal, *given = question
    answer = decide(goal, given, effort=6)
    found = derivations(answer.certificate)
    own = [t for t in answer.certificate if "." not in t["name"]]
    assert [d.name for d in found] == [t["name"] for t in own]
    for derivation, stored in zip(found, own, strict=True):
        assert key(derivation.root.concl) == key(derivation.concl)
        assert derivation.root.hyps <= {key(h) for h in derivation.hyps}
        nodes = list(below(derivation.root))
        assumed = sum(node.rule == "assume" for node in nodes)  # a hypothesis of a computation is no stored step
        assert len(nodes) - assumed <= len(stored["steps"])
        assert "instantiate" not in {node.rule for node in nodes}
        for node in nodes:
            for premise, need in zip(node.premises, node.needs, strict=True):
                assert key(premise.concl) == key(need)


def test_a_premise_is_proved_in_place_of_its_assumption() -> None:
    (derivation,) = derivations(decide("x*y <= 1/4", "x + y == 1").certificate)
    rules = [node.rule for node in below(derivation.root)]
    assert "mp" not in rules and "discharge" not in rules
