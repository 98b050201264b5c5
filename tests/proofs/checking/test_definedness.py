"""The obligations of formulas, and the tactic that proves them or leaves them open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from variables import A, Z, a, i, k, m, n, x, y

from proofs.builder.chapter import Claim
from proofs.checking.definedness import conditions, obligations, prove
from proofs.checking.replay.chapters import load_proof_sets
from proofs.checking.replay.establish import ProofStore, establish_all, search
from proofs.checking.store.cache import Cache
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import KernelError, Term, eq, exp, inv, ite, log, negation, num
from proofs.language.notation import (
    VECTOR,
    Max,
    Prod,
    Sum,
    derivative_of,
    every,
    exists,
    for_all,
    hole,
    implies,
    sqrt,
    vectors,
)
from proofs.search import certificate_theorems

X_NOT_0 = negation(eq(x, 0))
(B,) = vectors("B", 3)


def all_places(claim: Callable[[Term, Term, Term], Term]) -> Term:
    """For all three indices from 1 to n."""
    return every(lambda j: every(lambda k: every(lambda l: claim(j, k, l), 1, n), 1, n), 1, n)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (x * y <= exp(x), []),
        (inv(x) <= y, [X_NOT_0]),
        (log(x) <= y, [x > 0]),
        (log(inv(x)) <= y, [X_NOT_0, inv(x) > 0]),
        (Max(a, 1, n) <= x, [n >= 1]),
        (Sum(lambda i: log(a(i)), 1, n) <= x, [every(lambda i: a(i) > 0, 1, n)]),
        (ite(x > 0, inv(x), 0) <= y, [implies(x > 0, X_NOT_0)]),
        (ite(x <= 0, 0, log(x)) <= y, [implies(x > 0, x > 0)]),
        (ite(x < 0, 0, inv(x)) <= y, [implies(x >= 0, X_NOT_0)]),
        (ite(eq(x, 0), 0, inv(x)) <= y, [implies(X_NOT_0, X_NOT_0)]),
        (implies(x > 0, log(x) <= y), [implies(x > 0, x > 0)]),
        (hole(lambda x: inv(x) <= y), [hole(lambda x: negation(eq(x, 0)))]),
        (derivative_of(lambda x: log(x), y, inv(y)), [y > 0, negation(eq(y, 0))]),
    ],
)
def test_what_must_hold(formula: Term, expected: list[Term]) -> None:
    assert list(conditions(formula)) == expected


def test_what_holds_outright_is_no_obligation() -> None:
    assert obligations([], [inv(num(2)) <= log(num(3))]) == []


def test_hypotheses_have_obligations_too_under_the_others() -> None:
    for given in ([n >= 1, log(n) <= x], [log(n) <= x, n >= 1]):
        assert obligations(given, [x <= y]) == [Claim((n >= 1,), n > 0)]
    # each under the earlier ones: neither may assume the other
    first, second = obligations([log(x) <= 1, log(y) <= 1], [x <= y])
    assert (first, second) == (Claim((), x > 0), Claim((log(x) <= 1,), y > 0))


@pytest.fixture(scope="module")
def theory() -> Theory:
    done, modules = ProofStore(), ("proofs.theorems.analysis.elementary", "proofs.theorems.algebra.sums")
    establish_all(done, load_proof_sets(modules, Cache(None)))
    return Theory.over(done.facts(modules))


def found(theory: Theory, formula: Term, *given: Term) -> list[bool]:
    """Whether the obligations of a formula are proved, each replayed."""
    out = []
    for number, claim in enumerate(obligations(given, [formula])):
        try:
            stored = search(f"o{number}", lambda p, claim=claim: prove(p, claim), theory.facts)
        except KernelError:
            out.append(False)
            continue
        again = Theory()
        again.facts = dict(theory.facts)
        replay(again, stored)
        out.append(True)
    return out


@pytest.mark.parametrize(
    ("formula", "given"),
    [
        (inv(Z) <= 1, [n >= 1]),
        (log(Z) <= x, [n >= 1]),
        (log(exp(a(i)) / Z) <= x, [n >= 1]),
        (Sum(lambda i: log(exp(a(i)) / Z), 1, n) <= 0, [n >= 1]),
        (inv(x * y) <= 1, [negation(eq(x, 0)), y < 0]),
        (inv(x - y) <= 1, [x < y]),
        (inv(inv(x) * exp(y)) <= 1, [x > 0]),
        (log(n) <= x, [n >= 2]),
        (inv(log(n)) <= x, [n >= 2]),
        (Max(a, 1, n) <= x, [i >= 1, i <= n]),
        (Sum(lambda i: log(a(i)), 1, n) <= 0, [every(lambda i: a(i) > 0, 1, n)]),
        (log(a(k)) <= 0, [k >= 1, k <= n, every(lambda i: a(i) > 0, 1, n)]),
        (inv(Sum(lambda i: a(i), 1, n)) <= 0, [n >= 1, every(lambda i: a(i) > 0, 1, n)]),
        (inv(1 + (n - 1) * exp(x)) <= 0, [n >= 1]),
        (ite(x > 0, log(x), 0) <= y, []),
        (ite(eq(x, 0), 0, inv(x)) <= y, []),
        (Max(a, 1, m) <= x, [n >= 1, every(lambda i: m >= 1, 1, n)]),
        (Sum(lambda i: Sum(lambda j: inv(exp(A(i, j))), 1, n), 1, n) <= x, []),
        (log(num(3, 2) * x * n * y) <= 0, [x > 0, n >= 1, y > 0]),
        (inv(3 * (2 * x / (3 * y)) ** 2) <= 1, [x > 0, y > 0]),
        (for_all(lambda a: inv(Sum(lambda i: exp(a(i)), 1, n)) <= 1, VECTOR), [n >= 1]),
        (exists(lambda x, y: [0 < x, log(x) <= y], "R", "R"), []),  # two nested binders
        (log(x + 0 * ite(x > y, 1, y)) <= 0, [x > 0]),
        (all_places(lambda j, k, l: inv(B(j, k, l)) <= x), [all_places(lambda j, k, l: 0 < B(j, k, l))]),
        (for_all(lambda u, w: implies(u < w, inv(w - u) <= u), "R", "R"), []),
        (for_all(lambda k, l: inv(Sum(lambda j: exp(A(k, j) + l), 1, n)) <= x, "Z", "Z"), [n >= 1]),
    ],
)
def test_the_tactic_proves(theory: Theory, formula: Term, given: list[Term]) -> None:
    results = found(theory, formula, *given)
    assert (results and all(results)) or not results


@pytest.mark.parametrize(
    ("formula", "given"),
    [
        (inv(Z) <= 1, []),
        (log(n - 1) <= 1, [n >= 1]),
        (inv(x) <= 1, [x >= 0]),
        (log(-2 * x * n) <= 0, [x > 0, n >= 1]),
        (inv(3 * (2 * x / (3 * y)) ** 2) <= 1, [negation(eq(x, 0))]),
        (log(a(k)) <= 0, [k >= 1, every(lambda i: a(i) > 0, 1, n)]),
        (Max(a, 1, n) <= x, []),
        (inv(Sum(lambda i: a(i), 1, n)) <= 0, [n >= 1]),
    ],
)
def test_what_is_not_defined_stays_open(theory: Theory, formula: Term, given: list[Term]) -> None:
    assert not all(found(theory, formula, *given))


@pytest.mark.parametrize(
    ("formula", "given", "defined"),
    [
        (inv(sqrt(x)) <= y, [x > 0], True),
        (inv(sqrt(x)) <= y, [x >= 0], False),
        (Sum(lambda i: inv(sqrt(i)), 1, n) <= y, [], True),
        (inv((1 - x) * sqrt(1 - y)) <= 1, [x < 1, y < 1], True),
        (inv(1 - Prod(lambda _: x, 1, n)) <= 1, [x >= 0, x < 1, n >= 1], True),
    ],
)
def test_signs_are_searched_for(formula: Term, given: list[Term], defined: bool) -> None:
    assert all(found(certificate_theorems.theory(of_sequences=True), formula, *given)) == defined
