"""Counterexamples at zeros without a closed form are proved to exist; what only seems to vanish gives none."""

from __future__ import annotations

import json

import pytest
from flint import fmpq
from rechecked import rechecked

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.checking.refute import refutes
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.store import replay
from proofs.kernel.terms import KernelError, Term, absolute, abstract, eq, exp, forall, inv, ite, le, log, lt, num, var
from proofs.language.notation import implies, negation
from proofs.search import prove, question, refute
from proofs.search.base.effort import spent
from proofs.search.certificate_theorems import theory
from proofs.search.counterexamples.zeros import Zero, counterexample, vanishes, zeros
from proofs.search.engine import Search
from proofs.search.table import TABLE

x = var("x", "R")


@pytest.mark.parametrize(
    "goal, given",
    [
        ("(x**3 - x - 1)**2 > 0", []),
        ("(x**5 - x - 1)**2 > 0", []),
        ("abs(x**5 - x - 1) > 0", []),
        ("(exp(x) + x)**2 > 0", []),
        ("(x*log(x) - 1)**2 > 0", ["x > 0"]),
        ("x < 1.1", ["x**5 == x + 1"]),
        ("x > 1", ["exp(x) == 3*x"]),
        ("x + y < 2.3", ["x**5 == x + 1", "y == x"]),
        ("x**5 - x < 1", ["x**5 <= x + 1", "x >= 1"]),
    ],
)
def test_refuted_at_a_zero(goal: str, given: list[str]) -> None:
    answer = refute(goal, given, effort=30)
    assert answer.answer == "refuted" and rechecked(answer)
    assert answer.counterexample is not None and "the zero of" in str(answer.counterexample["x"])


@pytest.mark.parametrize(
    "goal, given",
    [
        ("(x**5 - x - 1)**2 >= 0", []),
        ("x > 1.1", ["x**5 == x + 1"]),
        ("(x**4 + x + 1)**2 > 0", []),  # no zero at all
        ("(x - 1)**2*(x**5 - x - 1)**2 > 0", ["x > 1.2"]),  # a zero outside
        ("x**2 > 0", ["x**5 == x + 1"]),
    ],
)
def test_nothing_true_is_refuted(goal: str, given: list[str]) -> None:
    assert refute(goal, given, effort=1).answer == "unknown"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("x > 1.1", ["x**5 == x + 1"]),
        ("x < 1.17", ["x**5 == x + 1"]),
        ("x < 3", ["exp(x) == 3*x"]),
        ("x**2 + y**2 > 1", ["x**5 - x == 1", "y == 0"]),
    ],
)
def test_equations_cut_boxes_away(goal: str, given: list[str]) -> None:
    answer = prove(goal, given, effort=30)
    assert answer.answer == "proved" and answer.vacuous is False and rechecked(answer)


def test_equations_that_say_too_little() -> None:
    assert prove("x > 1.2", ["x**5 == x + 1"], effort=1).answer == "unknown"
    assert prove("x > 0", ["x**4 == x + 1"], effort=1).answer == "unknown"  # there is a negative one


def found(u: Term, lo: fmpq, hi: fmpq) -> Fact:
    """That u vanishes between."""
    return vanishes(Search(Proof("zero", theory()), 5, TABLE), Zero(x, u, lo, hi, {}))


def test_what_the_theorem_says() -> None:
    lo, hi = fmpq(1), fmpq(2)
    nowhere = forall("R", abstract(implies(le(num(1), x), le(x, num(2)), negation(eq(x**5 - x - 1, 0))), [x]))
    fact = found(x**5 - x - 1, lo, hi)
    assert key(fact.concl) == key(negation(nowhere)) and not fact.hyps
    assert key(found(1 + x - x**5, lo, hi).concl) == key(fact.concl)  # falls instead


@pytest.mark.parametrize(
    "u, lo, hi",
    [
        (inv(x), -1, 1),  # a pole where the sign changes
        (inv(x - num(1, 3)) + num(0), -1, 1),
        (log(x * x) * inv(x), num(-3), 3),
        (x * inv(absolute(x)), -1, 1),  # a jump
        (ite(lt(num(0), x), num(1), num(-1)), -1, 1),
        (ite(lt(num(0), x), x + 1, x - 1), -1, 1),
        (x * x + 1, -1, 1),  # no change of sign
        (x * x - 2, -2, 2),
        (x**3 - 2, 2, 3),
        (x**3 - 2, 3, 1),  # the wrong way round
        (exp(x), -1, 1),
    ],
)
def test_what_does_not_vanish_is_not_said_to(u: Term, lo: int, hi: int) -> None:
    ends = (fmpq(*e.args) if isinstance(e, Term) else fmpq(e) for e in (lo, hi))
    with pytest.raises(KernelError):
        found(u, *ends)


def test_a_theorem_about_another_claim_refutes_nothing() -> None:
    given, (goal,) = question("(x**5 - x - 1)**2 > 0", [])
    claim = Claim(given, goal)
    zero = next(zeros(given, goal, spent() + 5))
    p = Proof("counterexample", theory())
    counterexample(p, claim, zero, spent() + 5)
    stored = json.loads(json.dumps(p.stored))
    fact = replay(theory(), stored)
    assert refutes(fact, stored, claim)
    low, high = le(num(zero.lo), x), le(x, num(zero.hi))  # the theorem says where it fails
    said = forall("R", abstract(implies(low, high, eq(zero.u, 0), *given, goal), [x]))
    assert key(fact.concl) == key(negation(said))
    assert not refutes(fact, {k: v for k, v in stored.items() if k != "where"}, claim)
    assert not refutes(fact, {**stored, "where": stored["where"][1:]}, claim)
    assert not refutes(fact, {**stored, "where": [10**6]}, claim)
    assert not refutes(fact, stored, Claim(given, le(num(0), goal.args[1])))
    assert not refutes(fact, stored, Claim((lt(num(2), x),), goal))
    with pytest.raises(KernelError):  # the zero is not where this fails
        counterexample(Proof("false", theory()), Claim((), lt(num(1), x)), zero, spent() + 1)
    with pytest.raises(KernelError):  # the hypothesis does not hold there
        counterexample(Proof("false", theory()), Claim((lt(num(2), x),), goal), zero, spent() + 1)
