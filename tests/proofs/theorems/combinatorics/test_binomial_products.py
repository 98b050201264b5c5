"""Products that are binomial coefficients, against Python's; near misses of their lemmas are refuted."""

from __future__ import annotations

from math import comb

import pytest
from flint import fmpq

from proofs.kernel.normal import constant, normal
from proofs.kernel.terms import num
from proofs.search import decide
from proofs.theorems.combinatorics.binomial_products import choices


@pytest.mark.parametrize("m", range(4))
@pytest.mark.parametrize("k", range(4))
def test_values(m: int, k: int) -> None:
    assert constant(normal(choices(num(m), num(k)))) == fmpq(comb(m + k, k))


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("binomial(n, k) <= 2**(n - 1)", ["0 <= k <= n"]),
        ("binomial(n + 1, k) == binomial(n, k) + binomial(n, k + 1)", ["1 <= k <= n"]),
        ("binomial(n, k) <= binomial(n, k + 1)", ["0 <= k <= n"]),
        ("sum(binomial(n, k), (k, 0, n)) == 2**n + 1", ["n >= 0"]),
    ],
)
def test_near_misses(goal: str, given: list[str]) -> None:
    assert decide(goal, given, effort=1).answer == "refuted"
