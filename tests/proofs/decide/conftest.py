"""A method, or a search for one fact, by itself: what it finds is replayed, and read by the second checker."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from proofs import checker
from proofs.decide import prove
from proofs.decide.base.failures import NotFound
from proofs.decide.library import complete, theory
from proofs.decide.methods import TABLE
from proofs.decide.methods.products import coefficients
from proofs.decide.question import read_question
from proofs.decide.search import Asked, Kind, Method, Search
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.store import replay
from proofs.kernel.terms import Term
from proofs.writing.proof import Proof

Found = Callable[[Search, Sequence[Term], Term], Fact]


def shown(found: Found, goal: str, given: Sequence[str], table: Sequence[Kind] = TABLE, seconds: float = 30.0) -> int:
    """The size of the certificate for a goal; raises if it is not found, or not accepted."""
    asked = read_question(goal, list(given))
    (wanted,) = asked.goals
    p = Proof("goal", theory())
    fact = found(Search(p, time.monotonic() + seconds, table), asked.given, wanted)
    p.qed(fact, wanted, asked.given)
    stored = json.loads(json.dumps(p.stored))
    assert key(replay(theory(), stored).concl) == key(wanted)
    certificate = complete([stored])
    assert all(v.accepted for v in checker.check(certificate))
    return len(json.dumps(certificate))


@pytest.fixture
def is_proved() -> Callable[[str, Sequence[str]], None]:
    """That a question is settled by a proof, which the second checker accepts."""

    def asked(goal: str, given: Sequence[str]) -> None:
        found = prove(goal, given, timeout=30)
        assert found.answer == "proved"
        assert all(v.accepted for v in checker.check(found.certificate))

    return asked


@pytest.fixture
def by_method() -> Callable[..., int]:
    """The size of what a method finds by itself, with the table for the questions that it asks."""

    def by(method: Method, goal: str, *given: str, seconds: float = 30.0) -> int:
        def found(search: Search, hypotheses: Sequence[Term], wanted: Term) -> Fact:
            (way,) = method.ways(search, Asked(search, hypotheses, wanted, 0))
            return way()

        return shown(found, goal, given, seconds=seconds)

    return by


@pytest.fixture
def with_only() -> Callable[..., int]:
    """The size of what a search finds that has only one method for inequalities, and coefficients."""

    def only(method: Method, goal: str, *given: str) -> int:
        one = (coefficients, method)
        table = [replace(kind, methods=one) if kind.name.startswith("an inequality in") else kind for kind in TABLE]
        return shown(Search.prove, goal, given, table)

    return only


@pytest.fixture
def by_search() -> Callable[..., int]:
    """The size of what a function finds."""
    return lambda found, goal, *given: shown(found, goal, given)


@pytest.fixture
def of_sequences() -> Callable[..., Fact]:
    """What a method finds by itself about sequences, checked again; it raises `NotFound` if that is nothing."""

    def by(method: Method, goal: str, *given: str, seconds: float = 30.0) -> Fact:
        asked = read_question(goal, ["integer n", "n >= 1", *given])
        (wanted,) = asked.goals
        p = Proof("goal", theory(True))
        search = Search(p, time.monotonic() + seconds, TABLE)
        fact = search.attempt(method.name, method.ways(search, Asked(search, list(asked.given), wanted, 0)))
        if fact is None:
            raise NotFound("by no way")
        p.qed(fact, wanted, asked.given)
        assert all(v.accepted for v in checker.check(complete([json.loads(json.dumps(p.stored))])))
        return fact

    return by
