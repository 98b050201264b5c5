"""Entries that equations determine and which are not rational, in closed form."""

from __future__ import annotations

from functools import partial

import pytest

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.checking.refute import refutes, true
from proofs.kernel.store import replay
from proofs.kernel.terms import KernelError
from proofs.language.notation import every
from proofs.search import question
from proofs.search.base.effort import spent
from proofs.search.certificate_theorems import theory
from proofs.search.counterexamples.algebraic import at_each_index, counterexample
from proofs.search.counterexamples.recursions import Recursion
from proofs.search.points.instances import PointSearch

ROOT = ["n >= 1", "a[1] == 1", "all(a[k] > 0, (k, 1, n))", "all(a[k + 1] == sqrt(1 + a[k]), (k, 1, n - 1))"]
STEP = ["n >= 0", "t[0] == 1", "all(t[k] >= 1, (k, 0, n))"]
ROOTED, SQUARED = "t[k + 1] == (1 + sqrt(1 + 4*t[k]**2))/2", "t[k + 1]**2 - t[k + 1] == t[k]**2"


def suspects(goal: str, given: list[str]) -> tuple[Claim, Recursion]:
    hypotheses, (wanted,) = question(goal, ["integer n", *given])
    return Claim(tuple(hypotheses), wanted), Recursion(PointSearch(hypotheses, wanted), hypotheses, wanted)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a[n] <= 8/5", ROOT),
        ("sum(a[k], (k, 1, n)) <= 7*n/5", ROOT),
        ("t[n] >= n + 1", [*STEP, f"all({ROOTED}, (k, 0, n - 1))"]),
        ("t[n] <= n/2 + 9/8", [*STEP, f"all({SQUARED}, (k, 0, n - 1))"]),  # only said by a quadratic equation
        ("r[n] >= r[0] - n/4", ["n >= 0", "h > 0", "r[0] == 2", "all(r[k + 1] == r[k]*exp(-h), (k, 0, n - 1))"]),
        ("a[n] <= a[1] + 1", ["n >= 1", "a[1] > 0", "all(a[k + 1] == sqrt(a[k]**2 + 3), (k, 1, n - 1))"]),
    ],
)
def test_false_statements_are_refuted_by_a_theorem(goal: str, given: list[str]) -> None:
    claim, recursion = suspects(goal, given)
    instance = next(recursion.suspects(spent() + 5))
    p = Proof("counterexample", theory(True, False))
    counterexample(p, claim, instance, spent() + 2)
    assert refutes(replay(theory(True, False), p.stored), p.stored, claim)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a[n] <= 2", ROOT),
        ("t[n] >= n/2 + 1", [*STEP, f"all({ROOTED}, (k, 0, n - 1))"]),
        ("b[n] >= 5", ["n >= 1", "b[1] == 1", "all(b[k + 1] == (b[k] + 1)/2, (k, 1, n - 1))"]),  # rational: not asked
    ],
)
def test_none_is_handed_on_where_none_is_expected(goal: str, given: list[str]) -> None:
    assert next(suspects(goal, given)[1].suspects(spent() + 0.3), None) is None


def test_a_relation_of_every_index_from_one_at_each() -> None:
    p = Proof("each", theory(True, False))
    prove = partial(true, p, prove=None)
    shown = every(lambda i: i * i <= 3 * i, 0, 3)
    assert at_each_index(p, shown, prove).concl == shown
    with pytest.raises(KernelError):
        at_each_index(p, every(lambda i: i * i <= 3 * i, 0, 4), prove)
