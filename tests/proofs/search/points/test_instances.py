"""Instances of questions about sequences: sizes, entries, and changes that make hypotheses hold."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs.kernel.normal import constant, normal
from proofs.kernel.terms import app, fn, substitute, var
from proofs.language.notation import implies
from proofs.search import UndefinedError, decide, question, refute
from proofs.search.base.effort import spent
from proofs.search.points.counter import judged, truth
from proofs.search.points.instances import MOST_BITS, PointSearch, Values

SIZE = "integer n", "n >= 1"
WEIGHTS = "all(p[i] > 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(x[i], (i, 1, n))**2 <= (n - 1)*sum(x[i]**2, (i, 1, n))", []),
        ("max(p[i], (i, 1, n)) <= 3/4", [*WEIGHTS, "n >= 2"]),
        ("sum(p[i]**2, (i, 1, n)) >= 1/20", WEIGHTS),  # many equal entries
        ("sum(x[i], (i, 1, n)) <= 1", ["sum(x[i]**2, (i, 1, n)) == 1"]),  # a factor that solves a quadratic equation
        ("x[1] <= 5", ["all(x[i + 1] == x[i] + 1, (i, 1, n - 1))"]),
        ("x[n] <= x[1]", ["all(x[i] <= x[i + 1], (i, 1, n - 1))"]),
        ("(1 + 1/n)**n <= 27/10", []),
        ("sum(A[i, i], (i, 1, n)) >= 0", ["all(all(A[i, j] == A[j, i], (j, 1, n)), (i, 1, n))"]),
        ("y[n + 1] >= 0", ["h > 0", "y[1] >= 0", "all((2 + h)*y[i + 1] == (2 - h)*y[i], (i, 1, n))"]),
        ("a[n + 1] >= n**2", ["a[1] > 0", "all((a[i + 1] - a[i])**2 >= a[i + 1], (i, 1, n))"]),  # no linear hypothesis
        ("sum(x[i]*x[i + 1], (i, 1, n - 1)) <= 49/50*sum(x[i]**2, (i, 1, n))", []),  # more entries than can be listed
        ("sum((sum(x[k], (k, 1, i))/i)**2, (i, 1, n)) <= 8/5*sum(x[i]**2, (i, 1, n))", ["all(x[i] >= 0, (i, 1, n))"]),
    ],
)
def test_false_statements_fail_at_an_instance(goal: str, given: list[str]) -> None:
    hypotheses, (wanted,) = question(goal, [*SIZE, *given])
    values = next(PointSearch(hypotheses, wanted).suspects(spent() + 10), None)
    assert values is not None
    assert truth(substitute(implies(*hypotheses, wanted), values.instance())) is False


def test_numbers_that_are_too_long_to_be_written_are_not_handed_on() -> None:
    (wanted,) = question("x > 1", [])[1]
    (x,) = wanted.free
    values = [Values({x: Fraction(1, 2**k)}, lambda f, index: 0) for k in (1_000, MOST_BITS)]
    assert [v.short for v in values] == [True, False]


def test_answers_name_sizes_and_entries() -> None:
    found = refute("sum(p[i]**2, (i, 1, n)) >= 1/2", [*SIZE, *WEIGHTS])
    assert found.counterexample is not None
    n, p = found.counterexample["n"], found.counterexample["p"]
    assert isinstance(n, Fraction) and isinstance(p, str)
    entries = [Fraction(x) for x in p.strip("()").split(", ")]
    assert len(entries) == n and sum(entries) == 1 and sum(x * x for x in entries) < Fraction(1, 2)


def test_where_a_question_is_not_defined() -> None:
    with pytest.raises(UndefinedError, match=r"1 ≤ n") as wrong:
        decide("max(x[i], (i, 1, n)) <= sum(abs(x[i]), (i, 1, n))", "integer n")
    assert wrong.value.point["n"] < 1  # type: ignore[operator]
    with pytest.raises(UndefinedError, match="add a hypothesis"):
        decide("sum(log(x[i]), (i, 1, n)) <= sum(x[i], (i, 1, n))", [*SIZE, "all(x[i] >= 0, (i, 1, n))"])


def test_what_instances_suggest() -> None:
    hypotheses, (wanted,) = question("sum(x[i]**2, (i, 1, n)) >= 0", SIZE)
    sampler = PointSearch(hypotheses, wanted)
    assert not sampler.lowest
    assert next(sampler.suspects(spent() + 0.1), None) is None
    instances = [values.instance() for _, values in sampler.lowest]
    seen = judged(hypotheses, wanted, (), instances, float("inf"))
    assert seen is not None and seen.points == seen.held > 10 and var("n", "Z") in seen.at


def test_an_integer_that_solves_an_equation() -> None:
    answer = refute("sum(i**2, (i, 1, n)) != m**2", ["integer m, n", "n >= 2", "m >= 1"])
    assert answer.counterexample == {"m": 70, "n": 24}
    assert decide("n**2 != 2*m**2", ["integer m, n", "n >= 1", "m >= 1"], effort=1).answer != "refuted"


def test_a_counterexample_where_it_is_not_shown_that_all_is_defined_everywhere() -> None:
    inside = "all(x[i] > 0, (i, 1, n))", "all(x[i] < 1, (i, 1, n))"
    mean = "log(sum(x[i], (i, 1, n))/(n - sum(x[i], (i, 1, n))))"
    answer = refute(f"sum(log(x[i]/(1 - x[i])), (i, 1, n)) <= n*{mean}", [*SIZE, *inside], effort=6)
    assert answer.answer == "refuted"


def test_many_entries_of_two_indices_are_handed_on_only_if_they_are_equal() -> None:
    f = fn("a", 2, "R")
    square = [(i, j) for i in range(10) for j in range(10)]
    for entries, short in (({i: Fraction(sum(i)) for i in square}, False), (dict.fromkeys(square, Fraction(2)), True)):
        values = Values({}, lambda f, index: Fraction(0), {f: entries})
        assert values.short is short
    assert constant(normal(app(values.instance()[f], 3, 4))) == 2


def test_many_entries_are_written_by_where_they_change() -> None:
    n, x = var("n", "Z"), fn("x", 1, "R")
    values = Values({n: 100}, lambda f, index: Fraction(0), {x: {(i,): Fraction(i // 40) for i in range(1, 101)}})
    written = values.instance()[x]
    assert [constant(normal(app(written, i))) for i in (1, 39, 40, 79, 80, 100)] == [0, 0, 1, 1, 2, 2]
