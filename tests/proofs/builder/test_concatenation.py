"""Two lists, one after the other; and proofs by cases on choices and on claims."""

from __future__ import annotations

from fractions import Fraction

import pytest
from exact_terms import value

from proofs.builder.cases import by_choices
from proofs.builder.concatenation import carried, joined, sum_joined
from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Theory
from proofs.kernel.terms import KernelError
from proofs.language.notation import Eq, Sum, Term, every, implies, ints, ite, negation, num, vectors
from proofs.theorems.algebra import sums

N, M, k = ints("N M k")
a, b = vectors("a b")
both = joined(a, b, N)


@pytest.fixture
def p() -> Proof:
    theory = Theory()
    list(sums.chapter.prove(theory))
    return Proof("trial", theory)


def test_the_second_list_follows_the_first():
    at = {"N": Fraction(2), "a": lambda i: [10, 20][int(i) - 1], "b": lambda i: [30, 40][int(i) - 1]}
    assert [value(both(k), {**at, "k": Fraction(i)}) for i in range(1, 5)] == [10, 20, 30, 40]


def test_sums_add_up(p: Proof):
    p.given(N_low=0 <= N, M_low=0 <= M)

    def of(v: Term):
        return lambda k: [v(k)]

    out = sum_joined(p, lambda x: 2 * x, of(both), (of(a), of(b)), (N, M), p.get("N_low"), p.get("M_low"))
    wanted = 2 * Sum(lambda k: a(k), 1, N) + 2 * Sum(lambda k: b(k), 1, M)
    assert key(out.concl) == key(Eq(2 * Sum(lambda k: both(k), 1, N + M), wanted))


def test_a_claim_is_carried_to_the_right_part_only(p: Proof):
    p.given(first=k <= N, small=a(k) <= 1)
    out = carried(p, p.get("first"), lambda x: x <= 1, [both(k)], [a(k)], p.get("small"))
    assert key(out.concl) == key(both(k) <= 1)
    p.given(other=b(k - N) <= 1)
    with pytest.raises(KernelError):
        carried(p, p.get("first"), lambda x: x <= 1, [both(k)], [b(k - N)], p.get("other"))


def test_either_leaves_neither_the_claim_nor_its_negation(p: Proof):
    claim, goal = every(lambda i: a(i) <= 1, 1, N), N <= M
    p.given(claim=claim, wrong=negation(claim), one=implies(claim, goal), two=implies(negation(claim), goal))
    out = p.either(p.rule("mp", "one", "claim"), p.rule("mp", "two", "wrong"), claim)
    assert key(out.concl) == key(goal)
    assert {key(h) for h in out.hyps.values()} == {key(p.get(name).concl) for name in ("one", "two")}


def test_a_claim_about_choices_is_shown_in_every_case(p: Proof):
    choice = ite(k <= N, ite(Eq(k, M), 2, 1), 0)
    out = by_choices(p, choice, [k <= N, Eq(k, M)], lambda x: 0 <= x)
    assert key(out.concl) == key(num(0) <= choice) and not out.hyps
    with pytest.raises(KernelError):
        by_choices(p, choice, [k <= N, Eq(k, M)], lambda x: 1 <= x)
