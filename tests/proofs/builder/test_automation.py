"""Automation of proof steps: steps that are found from the context, steps that are not, and replay without search."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import FALSE, Term, absolute, eq, exp, imp, ite
from proofs.language.notation import Sum, every, exists, fun, implies, ints, log, num, reals, vectors
from proofs.theorems.algebra import sums
from proofs.theorems.analysis import elementary

x, y, z = reals("x y z")
n, m, k, i, j = ints("n m k i j")
a, b = vectors("a b")
larger = ite(x <= y, y, x)


@pytest.fixture(scope="module")
def library() -> Theory:
    theory = Theory()
    for chapter in (elementary.chapter, sums.chapter):
        for _ in chapter.prove(theory):
            pass
    return theory


def found(library: Theory, given: Sequence[Term], shows: Term, write: Callable[[Proof], None] = lambda p: None) -> Fact:
    """The theorem of a claim whose proof is nothing but what `write` says, replayed."""
    chapter, theory = Chapter("trial"), Theory.over(library.facts)

    @chapter.claim(given=given, shows=shows)
    def wanted(p: Proof) -> None:
        write(p)

    (stored,) = chapter.prove(theory)
    fact = replay(Theory.over(library.facts), json.loads(json.dumps(stored)))
    assert key(fact.concl) == key(shows)
    assert fact.hyps.keys() <= {key(g) for g in given}
    return fact


FOUND: dict[str, tuple[list[Term], Term]] = {
    "arithmetic, the hypotheses without names": ([x <= y, y < z], x < z),
    "a product of hypotheses": ([0 <= x, 0 <= y], 0 <= x * y),
    "by cases": ([], x <= larger),
    "cases inside of cases": ([], ite(x <= y, ite(y <= z, z, y), ite(x <= z, z, x)) >= z),
    "a choice that a hypothesis decides": ([y < x], eq(larger, x)),
    "cases on a hypothesis": ([ite(i <= j, 0, 1) <= 0], i <= j),
    "a universal hypothesis at the goal's index": ([every(lambda i: a(i) <= x, 1, n), 1 <= k, k <= n], a(k) <= x),
    "a shifted index": ([every(lambda i: a(i) <= a(i + 1), 1, n), 1 <= n], a(n) <= a(n + 1)),
    "a universal goal": ([every(lambda i: a(i) <= x, 1, n)], every(lambda i: a(i) <= x + 1, 1, n)),
    "an implication": ([x <= y], implies(y <= z, x <= z)),
    "sums by members": ([every(lambda i: a(i) <= b(i), 1, n)], Sum(a, 1, n) <= Sum(b, 1, n)),
    "an average": ([every(lambda i: 0 <= a(i), 1, n), 1 <= n], 0 <= Sum(a, 1, n) / n),
    "equals for equals": ([eq(x, y)], eq(exp(x) * log(1 + x), exp(y) * log(1 + y))),
    "sums of equals": ([every(lambda i: eq(a(i), b(i)), 1, n)], eq(1 / Sum(a, 1, n), 1 / Sum(b, 1, n))),
    "an absolute value": ([absolute(x) <= y], x <= y),
    "a bound of an absolute value": ([-y <= x, x <= y], absolute(x) <= y),
    "integers between": ([i <= x, x < i + 1, j <= x, x < j + 1], eq(i, j)),
    "a contradiction": ([x < y, imp(x <= y, FALSE)], z <= 0),
    "a theorem": ([x < y], exp(x) < exp(y)),
    "a theorem whose hypothesis is another's conclusion": ([0 < x, x < y], log(x) < log(y)),
}


@pytest.mark.parametrize("what", FOUND)
def test_a_claim_that_follows_a_pattern_needs_no_proof(library: Theory, what: str) -> None:
    found(library, *FOUND[what])


NOT_FOUND: dict[str, tuple[list[Term], Term]] = {
    "the converse": ([x <= y], y <= x),
    "a missing sign": ([x <= y], x * z <= y * z),
    "out of the range": ([every(lambda i: a(i) <= x, 1, n)], a(k) <= x),
    "a choice that is open": ([], eq(larger, y)),
    "the logarithm of what may be negative": ([x < y], log(x) < log(y)),
    "existence": ([], exists(lambda z: [x < z, z < y], "R")),
    "equal sums of other ranges": ([], eq(Sum(a, 1, n), Sum(a, 1, m))),
}


@pytest.mark.parametrize("what", NOT_FOUND)
def test_what_does_not_follow_is_not_found(library: Theory, what: str) -> None:
    with pytest.raises(ProofError, match=r"not found|no theorem"):
        found(library, *NOT_FOUND[what])


def test_a_step_may_be_any_formula_and_theorems_are_named_like_facts(library: Theory) -> None:
    def write(p: Proof) -> None:
        p.have(every(lambda i: a(i) * exp(a(i)) <= x * exp(a(i)), 1, n), label="terms")
        p.have(x <= exp(log(x)), "elementary.log_le_sub", label="power")

    bounded, total = every(lambda i: a(i) <= x, 1, n), Sum(lambda i: x, 1, n)
    found(library, [bounded, 0 < x], Sum(a, 1, n) <= total, write)


def test_a_named_theorem_serves_the_members_of_a_sum(library: Theory) -> None:
    shows = Sum(lambda i: 2 * log(exp(a(i)) + 1), 1, n) <= Sum(lambda i: 2 * exp(a(i)), 1, n)
    found(library, [], shows, lambda p: p.note("all", p.have(shows, "log_le_sub")))
    with pytest.raises(ProofError):
        found(library, [], shows)


def test_assumptions_of_another_place_are_not_used(library: Theory) -> None:
    def write(p: Proof) -> None:
        p.given(low=x <= y, high=y < x)
        with pytest.raises(ProofError):
            p.have(x <= 0)
        p.have(x <= 0, "low", "high", label="both")

    with pytest.raises(ProofError):
        found(library, [], x <= 0, write)


def test_outside_of_claims_nothing_is_looked_for() -> None:
    p = Proof("trial", Theory())
    p.given(low=x <= y)
    with pytest.raises(ProofError):
        p.have(x <= y + 1)
    with pytest.raises(ProofError, match="not a relation"):
        p.have(implies(y <= z, x <= z), "low")


def test_side_conditions_are_found_too(library: Theory) -> None:
    def write(p: Proof) -> None:
        by = {"f": fun(lambda k: num(0)), "g": fun(lambda k: exp(a(k)))}
        p.apply("sums.sum_le", lo=1, hi=n, **by, label="sum")

    found(library, [], 0 <= Sum(lambda k: exp(a(k)), 1, n), write)


def test_members_are_shown_for_the_letter_that_the_facts_speak_of(library: Theory) -> None:
    bounded, signs = every(lambda i: a(i) <= x, 1, n), every(lambda i: 0 <= b(i), 1, n)
    shows = Sum(lambda i: a(i) * b(i), 1, n) <= Sum(lambda i: x * b(i), 1, n)

    def write(p: Proof) -> None:
        p.specialize(p.get(bounded), k, using=[p.assume(1 <= k), p.assume(k <= n)], label="most")
        p.specialize(p.get(signs), k, using=[p.assume(1 <= k), p.assume(k <= n)], label="sign")
        p.apply(
            "sum_le",
            ("most", "sign"),
            f=fun(lambda i: a(i) * b(i)),
            g=fun(lambda i: x * b(i)),
            lo=1,
            hi=n,
            label="sums",
        )

    found(library, [bounded, signs], shows, write)

    def beyond(p: Proof) -> None:
        p.specialize(p.get(bounded), k, using=[p.assume(1 <= k), p.assume(k <= n)], label="most")
        p.apply("sum_le", "most", f=a, g=fun(lambda i: x), lo=1, hi=n + 1, label="sums")

    with pytest.raises(ProofError):
        found(library, [bounded], Sum(a, 1, n + 1) <= Sum(lambda i: x, 1, n + 1), beyond)


def test_a_letter_of_the_hypotheses_is_not_any_number(library: Theory) -> None:
    shows = every(lambda i: a(i) * x <= x * x, 1, n)
    with pytest.raises(ProofError):
        found(library, [a(k) <= x, 0 <= x], shows, lambda p: p.note("all", p.have(shows, (a(k) <= x, 0 <= x))))
    with pytest.raises(ProofError):  # a(k) <= x would be left as an assumption about k
        found(library, [0 <= x], shows, lambda p: p.note("all", p.have(shows, (a(k) <= x, 0 <= x))))
