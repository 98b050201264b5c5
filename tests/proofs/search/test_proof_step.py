"""Steps of proofs written by hand that the methods find; a replay searches nothing."""

from __future__ import annotations

import pytest

from proofs import checker
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.kernel.store import replay
from proofs.kernel.terms import FALSE, Term
from proofs.language.notation import (
    Eq,
    Sum,
    array,
    every,
    ints,
    log,
    rational,
    reals,
    said_at,
    sqrt,
    substitute,
    vectors,
)
from proofs.search.certificate_theorems import complete, theory

(n,) = ints("n")
t, x = reals("t x")
p_, q_ = vectors("p q")


def total(f: Term) -> Term:
    return Sum(lambda i: f(i), 1, n)


def divergence() -> Term:
    return Sum(lambda i: p_(i) * (log(p_(i)) - log(q_(i))), 1, n)


GIVEN = [1 <= n, every(lambda i: p_(i) > 0, 1, n), every(lambda i: q_(i) > 0, 1, n)]


def test_a_step_of_a_claim_is_stored_as_steps() -> None:
    mine = Chapter("mine")

    @mine.claim(given=[*GIVEN, Eq(total(p_), 1), Eq(total(q_), 1)], shows=-1 <= divergence())
    def gibbs(p: Proof) -> Fact:
        gibbs = p.prove(0 <= divergence())
        return p.have(-1 <= divergence(), gibbs)

    known = theory(of_sequences=True)
    [stored] = mine.prove(known)
    assert all(v.accepted for v in checker.check(complete([stored])))
    assert replay(theory(of_sequences=True), stored).concl is not None


def test_only_what_is_named_is_used_and_what_is_at_hand_stays() -> None:
    p = Proof("mine.named", theory(of_sequences=True))
    p.given(positive=x > 0, less=x < t)
    before = dict(p.facts)
    found = p.prove(t > 0, "positive", "less", label="more")
    assert p.facts == {**before, "more": found}
    with pytest.raises(ProofError, match=r"no proof found with effort 0\.5: 0 < t"):
        p.prove(t > 0, "positive", effort=0.5)


def test_what_is_false_is_not_found() -> None:
    p = Proof("mine.false", theory(of_sequences=True))
    p.given(**{f"given{k}": g for k, g in enumerate(GIVEN)})
    with pytest.raises(ProofError, match=r"^mine\.false, wrong: no proof found with effort 1: 0 ≤ Σ"):
        p.prove(0 <= divergence(), label="wrong", effort=1)


def test_contradictory_facts_prove_the_false_formula() -> None:
    p = Proof("mine.absurd", theory(of_sequences=True))
    p.given(low=log(x) <= x - 2, high=1 < log(x), small=x <= 3)
    assert p.prove(FALSE, "low", "high", "small").concl is FALSE


def test_a_logarithm_under_a_sum_is_not_taken_apart() -> None:
    def root(i: Term) -> Term:
        return p_(i) ** 2 / sqrt(i * q_(i))

    p = Proof("mine.indexed", theory(of_sequences=True))
    p.given(each=every(lambda i: root(i) <= p_(i) / t, 1, n))
    with pytest.raises(ProofError, match="no proof found"):
        p.prove(Sum(root, 1, n) <= Sum(lambda i: p_(i) / sqrt(i), 1, n) / t, "each", effort=2)


def test_a_step_uses_facts_about_every_index_at_its_own() -> None:
    p = Proof("mine.indices", theory(of_sequences=True))
    (i,) = ints("i")
    p.given(
        positive=every(lambda i: 0 < p_(i), 1, n),
        less=every(lambda i: p_(i) <= q_(i), 1, n),
    )
    goal = every(lambda i: 1 / q_(i) <= 1 / p_(i), 1, n)
    assert p.prove(goal, "positive", "less").concl is goal
    with p.fix(i, 1, n):
        assert p.prove(1 / q_(i) <= 1 / p_(i), "positive", "less").concl is said_at(goal, i)
        with pytest.raises(ProofError, match="no proof found"):
            p.prove(1 / p_(i) <= 1 / q_(i), "positive", "less", effort=0.5)


def test_sums_that_differ_by_their_last_members_are_compared() -> None:
    p = Proof("mine.longer", theory(of_sequences=True))
    p.given(some=0 <= n, known=Sum(p_, 1, n) <= n, last=p_(n + 1) <= 1)
    assert p.prove(Sum(p_, 1, n + 1) <= n + 1, "some", "known", "last").concl is (Sum(p_, 1, n + 1) <= n + 1)
    with pytest.raises(ProofError, match="no proof found"):
        p.prove(Sum(p_, 1, n + 2) <= n + 2, "some", "known", "last", effort=0.2)


def test_sums_are_compared_at_an_index() -> None:
    p = Proof("mine.termwise", theory(of_sequences=True))
    p.given(less=every(lambda i: p_(i) <= q_(i), 1, n), square=every(lambda i: Eq(x * x, p_(i)), 1, n))
    assert p.prove(total(p_) <= total(q_), "less").concl is (total(p_) <= total(q_))
    same = Eq(total(lambda i: t * p_(i)), total(lambda i: t * x * x))
    assert p.prove(same, "square").concl is same


def test_each_value_of_a_short_range_is_considered() -> None:
    p = Proof("mine.values", theory(of_sequences=True))
    for last in (1, 3):
        goal = every(lambda i: Eq(array(3, 1, 2)(i) + array(1, 3, 2)(i), 4), 1, last)
        assert p.prove(goal).concl is goal


def test_a_column_of_a_matrix_is_treated_as_a_vector() -> None:
    p = Proof("mine.column", theory(of_sequences=True))
    (i,), (A,), (B,) = ints("i"), vectors("A", 2), vectors("B_", 2)
    step = every(lambda k: Eq(A(k + 1, i), x * A(k, i) + (1 - x) * B(k, i)), 0, n)
    row = every(lambda k: Eq(A(i, k + 1), x * A(i, k) + (1 - x) * B(i, k)), 0, n)
    p.given(low=0 <= x, high=x <= 1, step=step, row=row, first=0 <= A(0, i), first_of_row=0 <= A(i, 0))
    p.given(signs=every(lambda k: 0 <= B(k, i), 0, n), signs_of_row=every(lambda k: 0 <= B(i, k), 0, n))
    for goal, *using in (
        (every(lambda k: 0 <= A(k, i), 0, n), "step", "first", "signs"),
        (every(lambda k: 0 <= A(i, k), 0, n), "row", "first_of_row", "signs_of_row"),
    ):
        found = p.prove(goal, *using, "low", "high")
        assert found.concl is goal
    p.qed(found)
    assert replay(theory(of_sequences=True), p.finished()).concl is goal


def test_numbers_are_compared_by_computing() -> None:
    p = Proof("mine.numbers", theory(of_sequences=True))
    goal = Sum(lambda i: 1 / sqrt(i), 1, 30) < 10
    assert p.prove(goal).concl is goal
    with pytest.raises(ProofError, match="no proof found"):
        p.prove(Sum(lambda i: 1 / sqrt(i), 1, 31) < 9, effort=0.2)


def test_roots_of_rational_squares_are_evaluated() -> None:
    p = Proof("mine.root", theory(of_sequences=True))
    tenth = rational(1, 10)
    formula = substitute(Eq(2 * sqrt(x), rational(1, 5)), {x: tenth * tenth})
    assert p.prove(formula).concl is formula
    with pytest.raises(ProofError, match="no proof found"):
        p.prove(substitute(Eq(sqrt(x), rational(1, 5)), {x: tenth * tenth}), effort=1)


def test_a_sum_is_bounded_by_a_universal_fact() -> None:
    p = Proof("mine.sum", theory(of_sequences=True))
    (A,) = vectors("A", 2)
    lengths = lambda i: sqrt(Sum(lambda t: A(t, i) ** 2, 1, n))  # noqa: E731
    p.given(some=0 <= n, bounded=every(lambda i: lengths(i) <= x, 1, n))
    most = Sum(lengths, 1, n) <= n * x
    assert p.prove(most, effort=1).concl is most
    with pytest.raises(ProofError, match="no proof found"):
        p.prove(Sum(lengths, 1, n + 1) <= n * x, effort=0.5)
