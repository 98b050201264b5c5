"""Tests for proofs/search/sequences/fractions.py."""

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.normal import key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import eq, num, substitute, var
from proofs.search.base.failures import NotFound
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Search
from proofs.search.question import read_question
from proofs.search.sequences.fractions import product_telescoping, telescoping
from proofs.search.sequences.known import Known
from proofs.search.table import TABLE


def closed(total: str, start: int = 1) -> Fact:
    """What a sum up to n >= 1 is found to be."""
    asked = read_question(f"sum({total}, (i, {start}, n)) == 0", ["integer n", f"n >= {start}"])
    known = Known(Search(Proof("sum", theory(True)), 20, TABLE), asked.given)
    with known.named_facts():
        return telescoping(known, asked.goals[0].args[0])


@pytest.mark.parametrize(
    "total, start, value",
    [
        ("1/(i*(i + 1))", 1, "1 - 1/(n + 1)"),
        ("1/(i*(i + 2))", 1, "3/4 - (1/2)/(n + 1) - (1/2)/(n + 2)"),
        ("(2*i + 1)/(i**2*(i + 1)**2)", 1, "1 - 1/(n + 1)**2"),
        ("1/(i**2 - 1)", 2, "3/4 - (1/2)/n - (1/2)/(n + 1)"),
    ],
)
def test_sums_that_telescope(total: str, start: int, value: str) -> None:
    fact = closed(total, start)
    (wanted,) = read_question(f"sum({total}, (i, {start}, n)) == {value}", ["integer n", f"n >= {start}"]).goals
    assert key(eq(fact.concl.args[0], wanted.args[0])) is True
    for n in range(start, start + 6):
        assert not normal(substitute(fact.concl.args[1] - wanted.args[1], {var("n", "Z"): num(n)}))


@pytest.mark.parametrize("total", ["1/i", "1/i**2", "1/(i*(i + 1)) + 1/i", "1/(i**2 + 1)", "x[i]/(i*(i + 1))", "i"])
def test_sums_that_do_not(total: str) -> None:
    with pytest.raises(NotFound):
        closed(total)


def product(factor: str, start: int = 1) -> Fact:
    """What a product up to n is found to be."""
    asked = read_question(f"prod({factor}, (i, {start}, n)) == 0", ["integer n", f"n >= {start}"])
    known = Known(Search(Proof("product", theory(True)), 20, TABLE), asked.given)
    with known.named_facts():
        return product_telescoping(known, asked.goals[0].args[0])


@pytest.mark.parametrize(
    "factor, start, value",
    [
        ("i/(i + 2)", 1, "2/((n + 1)*(n + 2))"),
        ("1 - 1/i**2", 2, "(n + 1)/(2*n)"),
        ("(i**3 - 1)/(i**3 + 1)", 2, "2*(n**2 + n + 1)/(3*n*(n + 1))"),
        ("1 - 4/(2*i + 1)**2", 1, "(2*n + 3)/(3*(2*n + 1))"),
    ],
)
def test_products_that_telescope(factor: str, start: int, value: str) -> None:
    fact = product(factor, start)
    (wanted,) = read_question(f"prod({factor}, (i, {start}, n)) == {value}", ["integer n", f"n >= {start}"]).goals
    assert key(eq(fact.concl.args[0], wanted.args[0])) is True
    for n in range(start, start + 6):
        assert not normal(substitute(fact.concl.args[1] - wanted.args[1], {var("n", "Z"): num(n)}))


@pytest.mark.parametrize("factor", ["1 + 1/i**2", "2*i/(i + 1)", "i", "(2*i - 1)/(2*i)", "x[i]/(i + 1)"])
def test_products_that_do_not(factor: str) -> None:
    with pytest.raises(NotFound):
        product(factor)
