"""Claims about functions of reals and of functions: what cannot be tried at points is refused, and nothing breaks."""

from __future__ import annotations

from itertools import islice

import pytest
from chance import Chance
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.builder.chapter import Claim
from proofs.builder.proof import ProofError
from proofs.checking.definedness import conditions, obligations
from proofs.checking.models.compiled import Floats, compiled
from proofs.checking.models.sampling import sample
from proofs.checking.models.satisfying_points import satisfying
from proofs.checking.refute import refute_claim, suspects
from proofs.kernel.terms import KernelError, app, eq, exp, negation, num
from proofs.language.notation import MATRIX, derivative_of, for_all, fun, functions, ints, reals, sequences, vectors

n, i, j = ints("n i j")
(x,) = reals("x")
(X,) = vectors("X", 2)
(F,) = functions("F", MATRIX + "ZZ")
(g,) = functions("g", "R")
(p,) = sequences("p")


def test_such_a_claim_is_not_evaluated() -> None:
    for claim in (
        Claim((), F(X, 1, 1) <= 1),
        Claim((g(x) <= 0,), x <= 1),
        Claim((), for_all(lambda Y: F(Y, 1, 1) <= Y(1, 1), MATRIX)),
        Claim((), derivative_of(lambda t: g(t), x, x)),
    ):
        assert sample(claim).verdict == "not evaluated"
        assert refute_claim(claim).tried == 0
        assert list(satisfying([*claim.given, claim.shows])) == []
    for t in (F(X, 1, 1), g(x), fun(lambda k: k)):
        with pytest.raises(KernelError):
            compiled(t, Floats())


def test_a_function_that_is_handed_on_is_defined_everywhere() -> None:
    scaled = app(F, fun(lambda s, t: X(s, t) / n, 2), i, j)
    (claim,) = obligations([], [scaled <= 1])
    assert claim.shows is for_all(lambda s, t: negation(eq(n, 0)), "Z", "Z")
    assert conditions(F(X, i, j) <= 1) == ()
    with pytest.raises(KernelError, match="applied"):
        obligations([], [fun(lambda s: exp(x))])


def test_integer_sequences_are_tried_at_integers() -> None:
    claim = Claim((), negation(eq(2 * p(1), 1)))
    assert refute_claim(claim).status == "unknown"
    assert refute_claim(Claim((), p(1) <= 2)).status == "refuted"


def test_what_is_too_large_to_say_is_no_counterexample() -> None:
    assert refute_claim(Claim((exp(num(800) * (n * n + 1)) <= 0,), x <= 1)).status == "unknown"


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 6))
def test_whatever_is_said_is_tried_or_refused(seed: int, size: int) -> None:
    try:
        chance = Chance(seed)
        claim = Claim((chance.formula(size),), chance.formula(size))
    except (KernelError, ProofError):
        return
    list(islice(suspects(claim, None), 1))
    sample(claim, 1)
    list(satisfying(claim.given, tries=1, reads=100))
    obligations(claim.given, [claim.shows])
