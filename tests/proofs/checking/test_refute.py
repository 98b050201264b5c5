"""Counterexamples: small, simple, exact, and never believed without the kernel."""

from __future__ import annotations

import pytest
from variables import A, Z, a, i, l, n, x, y

from proofs.builder.chapter import Claim
from proofs.builder.paper import Search
from proofs.checking.models.compiled import Floats
from proofs.checking.refute import (
    Refutation,
    candidates,
    instance_of,
    instantiated,
    refutes,
    shown,
    tabulated,
    value_text,
)
from proofs.checking.refute import refute_claim as refute
from proofs.kernel.normal import decided
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import Term, absolute, eq, exp, inv, ite, log, negation, num
from proofs.language.display import text
from proofs.language.notation import Max, Prod, Sum, array, every, fun, hole, implies, rational


def confirmed(answer: Refutation, claim: Claim) -> Refutation:
    """The answer, its theorem replayed by the kernel alone."""
    assert answer.status == "refuted"
    fact = replay(Theory(), answer.stored)
    assert not fact.hyps
    assert refutes(fact, answer.stored, claim)
    return answer


@pytest.mark.parametrize(
    ("given", "shows", "evidence"),
    [
        ([x > 0], x < x * x, "exact"),
        ([x > 0], eq(log(2 * x), log(x) + 1), "certified"),
        ([n >= 1], log(Z) <= Max(a, 1, n), "certified"),
        ([n >= 1], Max(a, 1, n) < log(Z), "exact"),
        ([n >= 1, i >= 1, i <= n], Sum(a, 1, n) <= n * a(i), "exact"),
        ([n >= 1], every(lambda i: a(i) < Max(a, 1, n), 1, n), "exact"),
        ([n >= 1], Sum(lambda i: Sum(lambda j: A(i, j), 1, n), 1, n) <= 3, "exact"),
        ([every(lambda i: l(i) < l(i + 1), 1, n)], l(1) + n < l(n + 1), "exact"),
        ([], absolute(x - y) <= absolute(x), "exact"),
        ([n >= 1], Prod(lambda i: 1 + i, 1, n) <= 5, "exact"),
        ([], ite(x <= 0, num(0), num(1)) <= x, "exact"),
        ([], implies(x >= 0, x <= y, x < y), "exact"),
        ([], negation(eq(x, y)), "exact"),
        ([n >= 1, exp(x) <= 2], x <= rational(1, 2), "certified"),
    ],
)
def test_false_claims_are_refuted(given: list[Term], shows: Term, evidence: str) -> None:
    claim = Claim(tuple(given), shows)
    search = Search(reals={"x": (0, 1, 2, rational(3, 5))}) if given[1:] and x in shows.free else None
    assert confirmed(refute(claim, search), claim).evidence == evidence


@pytest.mark.parametrize(
    ("given", "shows"),
    [
        ([n >= 1], Max(a, 1, n) <= log(Z)),
        ([], 2 * x * y <= x * x + y * y),
        ([n >= 1, i >= 1, i <= n], a(i) <= Max(a, 1, n)),
        ([], 1 + x <= exp(x)),
        ([x > 0, x < 0], eq(x, 5)),
    ],
)
def test_true_claims_are_not(given: list[Term], shows: Term) -> None:
    assert refute(Claim(tuple(given), shows)).status == "unknown"


def test_where_a_claim_is_not_defined_it_is_not_refuted() -> None:
    """With 1/0 = 0 and log 0 = 0 these fail at x = 0 only, which says nothing about them."""
    assert refute(Claim((), eq(x * inv(x), 1))).status == "unknown"
    assert refute(Claim((x >= 0,), implies(eq(exp(log(x)), 0), x < 0))).status == "unknown"
    assert refute(Claim((n >= 0,), Max(lambda i: num(1), 1, n) >= 1)).status == "unknown"


def test_the_smallest_sizes_come_first() -> None:
    answer = refute(
        Claim((n >= 1,), log(n) + Max(a, 1, n) < log(Z) + 1), Search(entries={"a": (0, 2, -40)}, length={"a": "n"})
    )
    assert answer.instance is not None and answer.instance[n] is num(3)


def test_values_are_made_simple() -> None:
    claim = Claim((n >= 3,), Sum(a, 1, n) <= Max(a, 1, n))
    answer = confirmed(
        refute(claim, Search(sizes={"n": (6,)}, entries={"a": tuple(range(30))}, length={"a": "n"})), claim
    )
    assert answer.instance is not None and answer.instance[a] == array(0, 0, 0, 0, 1, 1)


def test_a_search_keeps_to_its_ranges() -> None:
    assert refute(Claim((), x < 3), Search(reals={"x": (0, 1, 2)})).status == "unknown"
    claim = Claim((), exp(x) < 3)
    answer = confirmed(refute(claim, Search(reals={"x": (log(num(2)), log(num(4)))})), claim)
    assert answer.instance == {x: log(num(4))}


def test_where_there_are_few_candidates_each_is_tried_once_the_random_ones_are() -> None:
    values = [num(k) for k in range(70)]  # more than a first round tries, fewer than a second
    tried = [
        chosen[0][1] for _, _, chosen in candidates(Claim((), x < 1000), Search(reals={"x": values}), 500, Floats())
    ]
    assert set(tried) == set(values) and tried[-70:] == values


def test_values_may_depend_on_the_size() -> None:
    claim = Claim((n >= 2,), x <= log(n))
    answer = confirmed(refute(claim, Search(reals={"x": (log(n), 2 * log(n))})), claim)
    assert answer.instance == {n: num(2), x: 2 * log(num(2))}


def test_a_function_of_the_index_is_one_table() -> None:
    claim = Claim((n >= 1,), Max(a, 1, n) <= 3)
    table = fun(lambda i: i * i - 6)
    answer = confirmed(refute(claim, Search(sizes={"n": (4,)}, entries={"a": (table,)}, length={"a": "n"})), claim)
    assert (answer.tried, answer.instance) == (1, {n: num(4), a: array(-5, -2, 3, 10)})


def test_lengths_of_tables() -> None:
    claim = Claim((n >= 1,), eq(A(2, 3), 0))
    assert refute(claim, Search(sizes={"n": (1, 2)}, entries={"A": (0, 1)}, length={"A": "n"})).status == "unknown"
    assert refute(claim, Search(sizes={"n": (2,)}, entries={"A": (0, 1)}, length={"A": "n 3"})).status == "refuted"


def test_a_counterexample_is_shown_in_one_line() -> None:
    answer = refute(Claim((n >= 1,), log(Z) <= Max(a, 1, n)))
    assert answer.shown == "n = 2, a = (0, 0): left ≈ 0.693147, right = 0"
    assert refute(Claim((), Sum(lambda j: A(1, j), 1, 2) <= 3)).shown.startswith("A = ((")


def test_the_sides_of_what_fails_are_exact_or_rounded_until_they_differ() -> None:
    assert shown(Claim((), eq(x, num(1, 3))), {x: num(1, 7)}) == "x = 1/7: left = 1/7, right = 1/3"
    assert shown(Claim((), 2 * exp(x) < exp(x) + exp(x)), {x: num(1)}) == "x = 1: both sides ≈ 5.43656"
    far, near = 3 + exp(x), num(3)
    assert shown(Claim((), far <= near), {x: num(-30)}) == "x = -30: left ≈ 3.00000000000009, right = 3"
    assert shown(Claim((), 2 * far <= far + near), {x: num(-20)}).endswith(
        ": left ≈ 6.00000000412231, right ≈ 6.00000000206115"
    )


def test_what_cannot_be_evaluated_is_unknown() -> None:
    assert refute(Claim((), hole(lambda x: x >= 0))).status == "unknown"
    assert refute(Claim((), every(lambda i: a(i) <= 0))).status == "unknown"


def test_sums_with_too_many_members_are_not_looked_at_where_nobody_says_where_to_look() -> None:
    huge = Sum(lambda i: Sum(lambda j: Sum(lambda k: num(1), 1, 10**4), 1, 10**4), 1, n)
    answer = refute(Claim((n >= 1,), huge <= 0))
    assert answer.status == "unknown"


def test_an_answer_has_no_truth_value() -> None:
    with pytest.raises(TypeError):
        bool(refute(Claim((), x * x >= 0)))


def test_the_theorem_must_be_about_this_claim() -> None:
    claim, other = Claim((x > 0,), x < x * x), Claim((x > 0,), x < x * x + 3)
    answer = refute(claim)
    fact = replay(Theory(), answer.stored)
    assert refutes(fact, answer.stored, claim)
    assert not refutes(fact, answer.stored, other)
    assert not refutes(fact, {k: v for k, v in answer.stored.items() if k != "instance"}, claim)
    assert instantiated(claim, instance_of(answer.stored)) is fact.concl


def test_tables_as_functions() -> None:
    f = tabulated(2, {(1, 1): num(5), (1, 2): num(6), (2, 1): num(7)})
    assert decided(eq(f(1, 2), 6)) and decided(eq(f(2, 1), 7)) and decided(eq(f(2, 2), 0)) and decided(eq(f(0, 1), 0))


def test_functions_are_shown_by_their_values_or_as_what_they_are() -> None:
    table = tabulated(2, {(1, 1): num(5), (1, 2): num(6), (2, 1): num(7)})
    assert value_text(table) == "((5, 6), (7))" and value_text(fun(lambda i: num(0))) == "()"
    assert value_text(fun(lambda i: 2 * i - 3)) == "(i ↦ 2·i - 3)" and value_text(fun(lambda i: num(5))) == "(i ↦ 5)"
    causal, gap = fun(lambda i, k: ite(i <= k, 1, 0), 2), fun(lambda i: ite(eq(i, 2), 5, 0))
    other, own = fun(lambda i: ite(eq(i, 1), 5, 1)), fun(lambda i, k: ite(eq(i, 1), i + k, 0), 2)
    assert all(value_text(f) == text(f) for f in (causal, gap, other, own))  # no tables
