"""Cones made of hypotheses, and what makes a question homogeneous."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term
from proofs.search.base.failures import NotFound
from proofs.search.cones.homogeneous import proved
from proofs.search.engine import Search

POSITIVE = ("a > 0", "b > 0", "c > 0")
SIDES = ("a < b + c", "b < c + a", "c < a + b")


def found(search: Search, given: Sequence[Term], goal: Term) -> Fact:
    return proved(search, given, goal, 0)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a/(b + c) + b/(c + a) + c/(a + b) >= 3/2", POSITIVE),
        ("a**2*(b + c - a) + b**2*(c + a - b) + c**2*(a + b - c) <= 3*a*b*c", SIDES),  # sides of triangles
        ("(a + b + c)**2 < 4*(a*b + b*c + c*a)", SIDES),  # strictly
        ("(a + 3*b)*(b + 4*c)*(c + 2*a) >= 60*a*b*c", ("0 <= a", "a <= b", "b <= c")),  # orders
        ("a*b*(1 - a - b) <= 1/27", ("a >= 0", "b >= 0", "a + b <= 1")),  # the simplex
        ("a*b*c <= 1", (*POSITIVE, "a*b + b*c + c*a == 3")),  # an equation of one degree
        ("a*b + b*c + c*a >= 27", (*POSITIVE, "a*b*c == a*b + b*c + c*a")),  # and of two
        ("a + b + c <= 3*a*b*c", (*POSITIVE, "a*b*c >= 1", "1/a + 1/b + 1/c <= 3")),
        ("a + b <= 2", ("a > 0", "b > 0", "a**2 + b**2 == 2")),  # even and odd parts
        ("x**4*y**2 + y**4*z**2 + z**4*x**2 >= 3*x**2*y**2*z**2", ()),  # only squares count
        ("S <= a*b + c**2", (*POSITIVE, "S >= 0", "S**2 == a**2*b**2 + c**4")),  # squared away
    ],
)
def test_found(by_search: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    by_search(found, goal, *given)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("a/(b + c) + b/(c + a) + c/(a + b) >= 1.5001", POSITIVE),
        ("a/(b + c) + b/(c + a) + c/(a + b) > 3/2", POSITIVE),
        ("a*b*c <= 0.999", (*POSITIVE, "a*b + b*c + c*a == 3")),
        ("(a + b + c)**2 < 3.99*(a*b + b*c + c*a)", SIDES),
        ("a >= b", POSITIVE),
    ],
)
def test_near_misses_are_not_found(by_search: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises(NotFound):
        by_search(found, goal, *given)
