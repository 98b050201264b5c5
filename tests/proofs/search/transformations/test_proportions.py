"""Logarithms of quotients: a variable less."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.normal import as_term, canonical, normal
from proofs.kernel.terms import inv, log, num, var
from proofs.search.base.failures import NotFound
from proofs.search.question import read_question
from proofs.search.transformations.homogenisation import degree, logarithms_in, proportions

P, Q = var("p", "R"), var("q", "R")
BOTH = frozenset({P, Q})


@pytest.mark.parametrize(
    "goal, given",
    [
        ("p*log(p/q) >= p - q", ("p > 0", "q > 0")),
        ("p*log(p) - p*log(q) >= p - q", ("p > 0", "q > 0")),  # logarithms of the scale cancel
        ("3*(p - q)**2 <= (2*p + 4*q)*(p*log(p/q) - p + q)", ("p > 0", "q > 0")),
        ("p*log(p/(p + q)) < q", ("p > 0", "q > 0")),
        ("log(p/q) <= 2*log(2)", ("p > 0", "q > 0", "p <= 4*q")),
        ("c*p*log(p/q) >= c*(p - q)", ("p > 0", "q > 0", "c > 0")),  # c has another scale
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(proportions, goal, *given) < 200_000


@pytest.mark.parametrize(
    "goal, given",
    [
        ("p*log(p/q) >= p - q + (p - q)**2/(4*q)", ("p > 0", "q > 0")),  # false far out
        ("log(p/q) <= log(2)", ("p > 0", "q > 0", "p <= 2*q + 1")),  # what is not homogeneous is left out
    ],
)
def test_not_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        by_method(proportions, goal, *given, effort=5.0)


def test_degrees() -> None:
    assert degree(normal(P * P * inv(P + Q)), BOTH) == 1
    assert degree(normal(log(P * inv(Q))), BOTH) == 0
    for t in (P + P * Q, log(P + num(1)), P + num(1)):
        with pytest.raises(NotFound):
            degree(normal(t), BOTH)


def test_logarithms_of_the_scale_must_cancel() -> None:
    (goal,) = read_question("p*log(p) - p*log(q) >= 0", []).goals
    found = logarithms_in(normal(goal.args[1]), BOTH)
    assert {t.args[0]: (as_term(c), k) for t, (c, k) in found.items()} == {
        P: (P, 1),
        Q: (canonical(-P), 1),
    }
    for t in (P * log(P), log(P) * log(Q), P * Q):
        with pytest.raises(NotFound):
            logarithms_in(normal(t), BOTH)
