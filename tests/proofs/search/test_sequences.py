"""Questions about sequences, one or two for each method; certificates that both readers accept."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import KernelError, Term
from proofs.search import decide, prove, question
from proofs.search.base.failures import LimitReached
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Asked, Method, Search
from proofs.search.procedures.induction import early_inductions, tight
from proofs.search.procedures.jensen import mixtures
from proofs.search.procedures.log_sum_inequality import by_log_sum
from proofs.search.procedures.termwise_comparison import tangent_at_mean
from proofs.search.sequences.forms import bigs
from proofs.search.sequences.induction import by_induction
from proofs.search.sequences.known import Known
from proofs.search.table import TABLE
from proofs.search.transformations.monotone_transformations import factors
from proofs.search.transformations.quantifiers import by_attained
from proofs.search.transformations.symmetrisation import by_pairs

SIZE = "integer n", "n >= 1"
WEIGHTS = "all(p[i] > 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1"
OTHERS = "all(q[i] > 0, (i, 1, n))", "sum(q[i], (i, 1, n)) == 1"
POSITIVE = "all(x[i] > 0, (i, 1, n))"
ASKED = "linear", "signs", "every member", "facts at an index, summed", "tangent at the mean"


def _attained(k: Known, goal: Term) -> Fact:
    """By a member for the first maximum."""
    return by_attained(k.search, Asked(k.search, k.given, goal, 0), bigs(goal, ("max",))[0])


@pytest.mark.parametrize(
    "method, goal, given",
    [
        ("linear", "x[1] <= sum(x[i], (i, 1, n))", [POSITIVE]),
        ("every index", "all(x[i] <= sum(x[j], (j, 1, n)), (i, 1, n))", [POSITIVE]),
        ("both signs", "abs(sum(x[i], (i, 1, n))) <= sum(abs(x[i]), (i, 1, n))", []),
        ("every member", "max(x[i] + y[i], (i, 1, n)) <= max(x[i], (i, 1, n)) + max(y[i], (i, 1, n))", []),
        ("both signs", "abs(max(x[i], (i, 1, n)) - max(y[i], (i, 1, n))) <= max(abs(x[i] - y[i]), (i, 1, n))", []),
        ("every member", "max(min(A[i, j], (j, 1, n)), (i, 1, n)) <= min(max(A[i, j], (i, 1, n)), (j, 1, n))", []),
        ("term by term", "sum(x[i], (i, 1, n)) <= n*max(x[i], (i, 1, n))", []),
        ("term by term", "sum(sqrt(p[i]*q[i]), (i, 1, n)) <= 1", [*WEIGHTS, *OTHERS]),
        ("term by term, with multipliers", "sum(x[i]**2, (i, 1, n)) >= sum(x[i], (i, 1, n))",
         [POSITIVE, "prod(x[i], (i, 1, n)) == 1"]),
        ("parts of logarithms", "sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 0", [*WEIGHTS, *OTHERS]),
        ("pairs of indices in order", "sum(x[i], (i, 1, n))*sum(y[i], (i, 1, n)) <= n*sum(x[i]*y[i], (i, 1, n))",
         ["all(x[i] <= x[i + 1], (i, 1, n - 1))", "all(y[i] < y[i + 1], (i, 1, n - 1))"]),
        ("facts at an index, summed", "n*min(g[i]**2, (i, 1, n)) <= 2*L*(f[1] - f[n + 1])",
         ["L > 0", "all(f[i + 1] <= f[i] - g[i]**2/(2*L), (i, 1, n))"]),
        ("term by term", "sum(sqrt(x[i]), (i, 1, n)) <= n",
         ["all(x[i] >= 0, (i, 1, n))", "sum(x[i], (i, 1, n)) == n"]),
        ("what recursions keep", "sum(x[i], (i, 1, n)) <= n*x[1]", ["all(x[i + 1] <= x[i], (i, 1, n - 1))"]),
        ("term by term, with multipliers", "sum(x[i]**2/(x[i] + y[i]), (i, 1, n)) >= sum(x[i], (i, 1, n))/2",
         [POSITIVE, "all(y[i] > 0, (i, 1, n))", "sum(x[i], (i, 1, n)) == sum(y[i], (i, 1, n))"]),
        ("logarithms of sums, with weights",
         "log(sum(exp(x[i]), (i, 1, n))) <= log(n) + sum(x[i]*exp(x[i]), (i, 1, n))/sum(exp(x[i]), (i, 1, n))", []),
        ("powers of sums, member by member", "sum(x[i]**2, (i, 1, n))**3 <= n*sum(x[i]**3, (i, 1, n))**2", [POSITIVE]),
        ("factor by factor", "prod(x[i], (i, 1, n)) <= max(x[i], (i, 1, n))**n", [POSITIVE]),
        ("logarithms of products", "prod(x[i], (i, 1, n)) <= (sum(x[i], (i, 1, n))/n)**n", [POSITIVE]),
        ("powers of e of both sides", "log(1 + sum(x[i], (i, 1, n))) <= log(1 + sum(y[i], (i, 1, n)))",
         [POSITIVE, "all(x[i] <= y[i], (i, 1, n))"]),
        ("induction on a size", "(1 + x)**n >= 1 + n*x", ["x >= -1"]),
        ("linear", "sum(1/(4*i**2 - 1), (i, 1, n)) == n/(2*n + 1)", []),
        ("linear", "prod((i + 1)/i, (i, 1, n)) == n + 1", []),
        ("linear", "prod(1 - 1/i**2, (i, 2, n)) == (n + 1)/(2*n)", []),
    ],
)  # fmt: skip
def test_methods(of_sequences: Callable[..., Fact], method: str, goal: str, given: list[str]) -> None:
    of_sequences(method, goal, *given, others=(method, *ASKED))


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(x[i]**2, (i, 1, n)) >= sum(x[i], (i, 1, n))", [POSITIVE, "prod(x[i], (i, 1, n)) == 1"]),
        ("sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 0", [*WEIGHTS, *OTHERS]),
        ("max(x[i] + y[i], (i, 1, n)) <= max(x[i], (i, 1, n)) + max(y[i], (i, 1, n))", []),
        ("prod(x[i], (i, 1, n)) <= max(x[i], (i, 1, n))**n", [POSITIVE]),
        ("prod((i + 1)/i, (i, 1, n)) == n + 1", []),
    ],
)
def test_the_whole_search_comes_to_them(is_proved: Callable[..., int], goal: str, given: list[str]) -> None:
    assert is_proved(goal, [*SIZE, *given]) < 100_000


def test_squares_of_both_sides(of_sequences: Callable[..., object]) -> None:
    of_sequences("squares of both sides", "sum(x[i], (i, 1, n)) <= sqrt(n)", "sum(x[i]**2, (i, 1, n)) == 1")


@pytest.mark.parametrize(
    "goal",
    [
        "sum(p[i]*exp(x[i]), (i, 1, n)) >= exp(sum(p[i]*x[i], (i, 1, n)))",
        "sum(p[i]*log(1 + exp(x[i])), (i, 1, n)) >= log(1 + exp(sum(p[i]*x[i], (i, 1, n))))",
        "sum(p[i]*x[i]**4, (i, 1, n)) >= sum(p[i]*x[i]**2, (i, 1, n))**2",
    ],
)
def test_functions_of_mixtures(of_sequences: Callable[..., object], goal: str) -> None:
    """By itself, as there are other methods that may be first."""
    of_sequences(mixtures, goal, *WEIGHTS)


@pytest.mark.parametrize(
    "method, goal, given",
    [
        ("a maximum is one of its members", "max(abs(x[i]), (i, 1, n))**2 <= sum(x[i]**2, (i, 1, n))", []),
        (tight, "sum(1/i**2, (i, 1, n)) < 2", []),
        (factors, "c**(n + 2) <= prod(x[i], (i, 0, n + 1))", ["all(c <= x[i], (i, 0, n + 1))", "c > 0"]),
        (early_inductions, "prod(1 - 1/(2*i), (i, 1, n))**2 <= 1/(2*n + 1)", []),
    ],
)
def test_methods_that_others_may_outrun(
    of_sequences: Callable[..., object], method: Method | str, goal: str, given: list[str]
) -> None:
    of_sequences(method, goal, *given)


@pytest.mark.parametrize(
    "way, goal, given",
    [
        (partial(by_log_sum, choice=0, depth=0), "log(sum(exp(x[i]), (i, 1, n))) <= log(n)/2 + max(x[i], (i, 1, n))",
         []),
        (partial(by_log_sum, choice=0, depth=0), "log(sum(x[i], (i, 1, n))) <= log(sum(x[i]**2, (i, 1, n)))",
         [POSITIVE]),
        (partial(by_pairs, choice=0), "sum(x[i], (i, 1, n))**2 <= (n - 1)*sum(x[i]**2, (i, 1, n))", []),
        (partial(by_pairs, choice=0), "n*sum(x[i]*y[i], (i, 1, n)) <= sum(x[i], (i, 1, n))*sum(y[i], (i, 1, n))",
         ["all(x[i] <= x[i + 1], (i, 1, n - 1))", "all(y[i] <= y[i + 1], (i, 1, n - 1))"]),
        (partial(tangent_at_mean, choice=1), "sum(p[i]*x[i]**2, (i, 1, n)) <= sum(p[i]*x[i], (i, 1, n))**2",
         [*WEIGHTS]),
        (by_induction, "prod(1 - 1/(2*i), (i, 1, n))**2 <= 1/(4*n)", []),
        (by_induction, "sum(x[i], (i, 1, n)) <= n*x[n]", ["all(x[i + 1] <= x[i], (i, 1, n - 1))"]),
        (_attained, "max(abs(x[i]), (i, 1, n))**2 <= sum(x[i]**2, (i, 1, n))/2", []),
    ],
)  # fmt: skip
def test_what_is_nearly_true_is_not_proved(way: Callable[[Known, Term], Fact], goal: str, given: list[str]) -> None:
    hypotheses, (wanted,) = question(goal, [*SIZE, *given])
    k = Known(Search(Proof("nearly", theory(of_sequences=True)), 1, TABLE), hypotheses)
    with k.named_facts(), pytest.raises((KernelError, LimitReached)):
        way(k, wanted)


def test_certificates_hold_the_library_that_they_use_and_say_what_was_asked() -> None:
    asked = "sum(p[i]*x[i], (i, 1, n))**2 <= sum(p[i]*x[i]**2, (i, 1, n))", [*SIZE, *WEIGHTS]
    found = decide(*asked)
    here = Theory()
    for stored in json.loads(json.dumps(found.certificate)):
        fact = replay(here, stored)
        here.record(stored["name"], fact) if stored["name"] not in here.facts else None
    given, (goal,) = question(*asked)
    assert (
        key(fact.concl) == key(goal)
        and fact.hyps.keys() <= {key(g) for g in given}
        and not fact.provenance - {mark for mark in fact.provenance if mark[0] == "uses"}
    )
    assert found.vacuous is False and found.holds_at is not None and "p" in found.holds_at


def test_unknown_says_what_was_tried_and_what_instances_suggest() -> None:
    theory(of_sequences=True)  # reading the library is not what the time is for
    found = decide("sum(x[i]**5, (i, 1, n))**2 <= sum(x[i]**2, (i, 1, n))**5 + 1/1000", SIZE, effort=1)
    assert found.answer == "unknown"
    assert found.tried and found.seen["held"] == found.seen["points"] > 0 and found.hint
    assert "it seems to hold at all of" in str(found)


def test_hypotheses_that_contradict_each_other() -> None:
    found = prove("sum(x[i], (i, 1, n)) >= 5", [*SIZE, "all(x[i] > 0, (i, 1, n))", "sum(x[i], (i, 1, n)) == -1"])
    assert found.answer == "proved" and found.vacuous is not False


def test_the_library_for_numbers_is_the_smaller_one() -> None:
    assert theory().facts.keys() < theory(of_sequences=True).facts.keys()
