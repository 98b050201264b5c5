"""Tests for proofs/search/sequences/telescopes.py: sums of what linear recursions give."""

from __future__ import annotations

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import eq
from proofs.search.base.failures import NotFound
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Search
from proofs.search.question import read_question
from proofs.search.sequences.known import Known
from proofs.search.sequences.telescopes import summed_recursion
from proofs.search.table import TABLE

FIBONACCI = "all(f[i + 2] == f[i + 1] + f[i], (i, 1, n))"


def summed(total: str, value: str, recursion: str = FIBONACCI) -> tuple[Fact, bool]:
    """What a sum up to n >= 1 is found to be, and whether that is what is wanted."""
    asked = read_question(f"sum({total}, (i, 1, n)) == {value}", ["integer n", "n >= 1", recursion])
    known = Known(Search(Proof("sum", theory(True)), 20, TABLE), asked.given)
    with known.named_facts():
        fact = summed_recursion(known, asked.goals[0].args[0])
        wanted = known.linear(asked.goals[0], [fact, *known.at(asked.goals[0].args[0].args[1])], depth=2)
    return fact, key(wanted.concl) == key(asked.goals[0])


@pytest.mark.parametrize(
    "total, value, recursion",
    [
        ("f[i]", "f[n + 2] - f[2]", FIBONACCI),
        ("f[i]**2", "f[n]*f[n + 1] - f[1]*(f[2] - f[1])", FIBONACCI),
        ("i*f[i]", "n*f[n + 2] - f[n + 1] - f[n + 2] + f[1] + f[2]", FIBONACCI),
        ("p[i]", "(p[n] + p[n + 1] - p[1] - p[2])/2 + p[1]", "all(p[i + 2] == 2*p[i + 1] + p[i], (i, 1, n))"),
    ],
)
def test_sums_of_recursions(total: str, value: str, recursion: str) -> None:
    assert summed(total, value, recursion)[1]


@pytest.mark.parametrize("total", ["1/f[i]", "f[i]*g[i]", "f[i - 1]", "i", "exp(f[i])"])
def test_other_sums(total: str) -> None:
    with pytest.raises(NotFound):
        summed(total, "0")


def test_a_recursion_that_is_none() -> None:
    with pytest.raises(NotFound):
        summed("f[i]", "0", "all(f[i + 2] <= f[i + 1] + f[i], (i, 1, n))")
    assert not any(key(eq(a, b)) is True for a, b in [summed("f[i]", "f[n + 2] - f[2]")[0].concl.args])
