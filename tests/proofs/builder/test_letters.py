"""A fact about a letter says what holds for all of it; values that the facts named give need not be written."""

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.rules import Theory
from proofs.kernel.terms import KernelError
from proofs.language.notation import every, exp, for_all, implies, ints, reals, vectors

(a, f), (k, n), (x, y) = vectors("a f"), ints("k n"), reals("x y")


@pytest.fixture
def p():
    """A proof with 0 < e^(a_k), and a range for k of which that assumes nothing."""
    proof = Proof("example.letters", Theory())
    proof.given(low=1 <= k, high=k <= n)
    proof.rule("exp_pos", a(k), label="exponential")
    return proof


def positive(body):
    """0 < body(i) for i from 1 to n."""
    return every(lambda i: 0 < body(i), 1, n)


def test_a_letter_stands_for_all(p):
    """The premises asked for need not be among those of the fact."""
    wanted = positive(lambda i: exp(a(i)))
    for fact in (p.change("exponential", wanted), p.side_condition(wanted, "exponential")):
        assert fact.concl is wanted and not fact.hyps


def test_every_discharges_what_is_assumed_of_the_letter(p):
    """In the order in which it was assumed, and nothing else."""
    p.given(other=1 <= n)
    fact = p.have(1 < k + n, "low", "other")
    assert p.generalize(k, fact).concl is for_all(lambda i: implies(1 <= i, 1 < i + n), "Z")
    between = p.have(1 < 2 * k + n, "low", "high")
    assert p.generalize(k, between, "low", "high").concl is every(lambda i: 1 < 2 * i + n, 1, n)


@pytest.mark.parametrize("body", [lambda i: a(i), lambda i: exp(a(i + 1)), lambda i: exp(f(i))])
def test_not_what_the_fact_does_not_say(p, body):
    """Another member, another function."""
    with pytest.raises(KernelError):
        p.change("exponential", positive(body))


def test_not_under_fewer_premises(p):
    """What the fact assumes of the letter must be among the premises asked for."""
    fact = p.have(0 < k, "low")
    assert p.change(fact, every(lambda i: 0 < i, 1, n)).hyps == {}
    with pytest.raises(KernelError):
        p.change(fact, for_all(lambda i: implies(i <= n, 0 < i), "Z"))


def test_values_from_the_facts_named():
    """By matching, for symbols of which nothing else speaks; one that is at hand stands for itself."""
    theory = Theory()
    law = Proof("example.values", theory)
    law.given(root=0 < x)
    law.qed(law.have(0 < x * x, "root", label="law"))
    q = Proof("example.used", theory)
    q.given(sign=0 < exp(y))
    assert q.apply("example.values", "sign").concl is (0 < exp(y) * exp(y))
    q.given(known=0 < x)
    assert q.apply("example.values", "sign").concl is (0 < x * x)
