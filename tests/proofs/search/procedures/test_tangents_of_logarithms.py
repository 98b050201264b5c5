"""Sums of logarithms by tangents: entropies, and products of powers. Near misses are not proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.search import decide, prove
from proofs.search.engine import Asked, Search
from proofs.search.procedures.tangent_line import tangents_of_logarithms

POSITIVE = ("a > 0", "b > 0", "c > 0")
ENTROPY = "a*log(a) + b*log(b) + c*log(c)"
UNIT = (*POSITIVE, "a*b*c == 1")
RENYI = "x*log(x) + (1 - x)*log(1 - x) <= log(x**2 + (1 - x)**2)"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (RENYI, ("0 < x", "x < 1")),
        (f"{ENTROPY} >= 0", UNIT),
        ("(b + c)*log(a) + (c + a)*log(b) + (a + b)*log(c) <= 0", UNIT),  # with (a + b + c) Σ log a = 0
        ("p*log(x) + q*log(y) <= p*log(p) + q*log(q) + x + y - p - q", ("p > 0", "q > 0", "x > 0", "y > 0")),
    ],
)
def test_found(by_search: Callable[..., int], goal: str, given: Sequence[str]) -> None:
    def first(search: Search, hypotheses: Sequence[Term], wanted: Term) -> Fact:
        asked = Asked(search, hypotheses, wanted, 0)
        fact = search.attempt("logs", tangents_of_logarithms.ways(search, asked))
        assert fact is not None
        return fact

    assert by_search(first, goal, *given) < 200_000


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (RENYI.replace("log(x**2", "1.001*log(x**2"), ("0 < x", "x < 1")),
        (f"{ENTROPY} >= 1/1000", UNIT),
        (f"{ENTROPY} >= 0", POSITIVE),
        ("(b + c)*log(a) + (c + a)*log(b) + (a + b)*log(c) >= 0", UNIT),
        ("p*log(x) + q*log(y) <= p*log(p) + q*log(q)", ("p > 0", "q > 0", "x > 0", "y > 0")),
    ],
)
def test_near_misses(goal: str, given: Sequence[str]) -> None:
    assert decide(goal, given, effort=5).answer != "proved"


def test_products_of_powers() -> None:
    assert prove("a**a*b**b*c**c >= 1", UNIT, effort=60).answer == "proved"
