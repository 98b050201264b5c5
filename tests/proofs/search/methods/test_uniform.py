"""What roots are taken of, made homogeneous by an equation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.language.display import text
from proofs.search.base.failures import NotFound
from proofs.search.cones.polynomials import Reader
from proofs.search.engine import Asked, Search
from proofs.search.methods.uniform import Degrees, homogeneous_roots
from proofs.search.question import read_question

POSITIVE = ("a > 0", "b > 0", "c > 0")
PRODUCTS = "sqrt(a*b/(c + a*b)) + sqrt(b*c/(a + b*c)) + sqrt(c*a/(b + c*a))"
RECIPROCALS = "1/sqrt(1 + a**2) + 1/sqrt(1 + b**2) + 1/sqrt(1 + c**2)"
ROOTS = "sqrt(a/(b + 3)) + sqrt(b/(c + 3)) + sqrt(c/(a + 3))"


def form(radicand: str, equation: str) -> str:
    asked = read_question(f"{radicand} >= 0", [equation])
    (goal,), (given,) = asked.goals, asked.given
    names = sorted(goal.free | given.free, key=lambda v: v.args[0])
    reader = Reader(names, ())
    return text(Degrees(reader, given).quotient(reader.quotient(goal.args[1])))


def test_forms() -> None:
    assert form("a*b + c", "a + b + c == 1") == form("(a + c)*(b + c)", "a + b + c == 1")
    assert form("1 + a**2", "a*b + b*c + c*a == 1") == form("(a + b)*(a + c)", "a*b + b*c + c*a == 1")
    assert form("1 + a**2", "a + b + c == a*b*c") == form("(a + b)*(a + c)/(b*c)", "a + b + c == a*b*c")


@pytest.mark.parametrize(
    "radicand, equation",
    [("1 + a", "a**2 + b**2 == 1"), ("1 + a", "a + b == a*b + 1"), ("1 + a", "a - b == 1")],
)
def test_no_form(radicand: str, equation: str) -> None:
    with pytest.raises(NotFound):
        form(radicand, equation)


@pytest.mark.parametrize(
    "goal, equation",
    [
        (f"{PRODUCTS} <= 3/2", "a + b + c == 1"),
        (f"{RECIPROCALS} <= 3/2", "a + b + c == a*b*c"),
        (f"{ROOTS} <= 3/2", "a + b + c == 3"),
    ],
)
def test_found(by_search: Callable[..., int], goal: str, equation: str) -> None:
    def found(search: Search, given: Sequence[Term], wanted: Term) -> Fact:
        fact = search.attempt("homogeneous", homogeneous_roots.ways(search, Asked(search, given, wanted, 0)))
        assert fact is not None
        return fact

    assert by_search(found, goal, *POSITIVE, equation) < 1_000_000
