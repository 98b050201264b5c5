"""A method, or a search for one fact, by itself: what it finds is replayed, and read by the second checker."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from proofs import checker
from proofs.builder.proof import Proof
from proofs.checking.store.cache import default_folder
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.store import replay
from proofs.kernel.terms import KernelError, Term
from proofs.search import prove
from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.certificate_theorems import complete, theory
from proofs.search.engine import PATIENCE, Asked, Kind, Method, Search
from proofs.search.procedures.linear_combination import coefficients
from proofs.search.question import read_question
from proofs.search.table import TABLE


@pytest.fixture(scope="session", autouse=True)
def proved_theorems(general_theorems: Path) -> None:
    """The theorems that the search applies are proved already, in the cache of all tests."""
    shutil.copytree(general_theorems, default_folder(), dirs_exist_ok=True)


Found = Callable[[Search, Sequence[Term], Term], Fact]


def shown(found: Found, goal: str, given: Sequence[str], table: Sequence[Kind] = TABLE, effort: float = 30.0) -> int:
    """The size of the certificate for a goal; raises if it is not found, or not accepted."""
    asked = read_question(goal, list(given))
    (wanted,) = asked.goals
    p = Proof("goal", theory())
    fact = found(Search(p, effort, table), asked.given, wanted)
    p.qed(fact, wanted, asked.given)
    stored = json.loads(json.dumps(p.stored))
    assert key(replay(theory(), stored).concl) == key(wanted)
    certificate = complete([stored])
    assert all(v.accepted for v in checker.check(certificate))
    return len(json.dumps(certificate))


@pytest.fixture
def is_proved() -> Callable[[str, Sequence[str]], int]:
    """The size of the proof by which a question is settled; the second checker accepts it."""

    def asked(goal: str, given: Sequence[str]) -> int:
        found = prove(goal, given, effort=30)
        assert found.answer == "proved"
        assert all(v.accepted for v in checker.check(found.certificate))
        return found.size

    return asked


@pytest.fixture
def by_method() -> Callable[..., int]:
    """The size of what a method finds by itself, with the table for the questions that it asks."""

    def by(method: Method, goal: str, *given: str, effort: float = 30.0) -> int:
        def found(search: Search, hypotheses: Sequence[Term], wanted: Term) -> Fact:
            failed: KernelError = NotFound("it does not apply")
            for way in method.ways(search, Asked(search, hypotheses, wanted, 0)):
                try:
                    return way()
                except KernelError as wrong:
                    failed = wrong
            raise failed

        return shown(found, goal, given, effort=effort)

    return by


@pytest.fixture
def with_only() -> Callable[..., int]:
    """The size of what a search finds that has only one method for inequalities, and coefficients."""

    def only(method: Method, goal: str, *given: str) -> int:
        one = (coefficients, method)
        table = [replace(kind, methods=one) if kind.name.startswith("an inequality in") else kind for kind in TABLE]
        return shown(Search.prove, goal, given, table)

    return only


SIZE = ("integer n", "n >= 1")
OF_NUMBERS = 1.5  # the effort for a question about numbers: most need a tenth of that, or are not answered at all


def only(names: Sequence[str], of: str = "") -> list[Kind]:
    """The table in which of the methods, or those of one kind, there are only those of some names."""
    assert set(names) <= {m.name for kind in TABLE for m in kind.methods}
    return [
        replace(kind, methods=[m for m in kind.methods if m.name in names]) if of in ("", kind.name) else kind
        for kind in TABLE
    ]


@pytest.fixture
def table_of() -> Callable[[Sequence[str]], list[Kind]]:
    """The table with only the methods of these names."""
    return only


@pytest.fixture
def by_search() -> Callable[..., int]:
    """The size of what a function finds; ``others`` names the methods that it needs, of all kinds."""

    def by(found: Found, goal: str, *given: str, others: Sequence[str] | None = None) -> int:
        return shown(found, goal, given, TABLE if others is None else only(others))

    return by


@pytest.fixture
def of_sequences() -> Callable[..., Fact]:
    """What a method, or those of a name, find by themselves about sequences, checked again.

    In an answer of the whole search the name of its method depends on how fast the ones before it were. Most of the
    time goes to methods that fail where it asks others in turn: ``others`` names those it needs, of all sequences.

    Raises
    ------
    NotFound
        if that is nothing.
    """

    def by(
        method: Method | str,
        goal: str,
        *given: str,
        size: Sequence[str] = SIZE,
        others: Sequence[str] | None = None,
        effort: float = 30.0,
    ) -> Fact:
        question = read_question(goal, [*size, *given])
        (wanted,) = question.goals
        p = Proof("goal", theory(True))
        table = TABLE if others is None else only(others, "of sequences")
        search = Search(p, effort, table, min(PATIENCE, OF_NUMBERS / effort))
        asked = Asked(search, list(question.given), wanted, 0)
        named = [m for kind in TABLE if kind.fits(asked) for m in kind.methods if m.name == method]
        ways = [m.ways(search, asked) for m in (named if isinstance(method, str) else [method])]
        try:
            fact = search.attempt(method if isinstance(method, str) else method.name, itertools.chain(*ways))
        except LimitReached as late:
            raise NotFound("not in its time") from late
        if fact is None:
            raise NotFound(f"by no way: {search.tried}")
        p.qed(fact, wanted, asked.given)
        assert all(v.accepted for v in checker.check(complete([json.loads(json.dumps(p.stored))])))
        return fact

    return by
