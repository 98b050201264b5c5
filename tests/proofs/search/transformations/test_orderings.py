"""Symmetries and scales are seen; polynomials by the orders of their variables, by one if they are symmetric."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from proofs.kernel.terms import le, num, var
from proofs.search import decide
from proofs.search.transformations.orderings import every_order, is_homogeneous, symmetries

x, y = (var(name, "R") for name in "xy")


def test_symmetries_and_scales() -> None:
    goal = le(x * y, x * x + y * y)
    assert {tuple(change) for *_, change in symmetries([], goal)} == {(x, y)}
    assert {tuple(change) for *_, change in symmetries([], le(x * x, x * x + y * y))} == {(x,), (y,)}
    assert not symmetries([le(num(0), x)], goal)
    positive = [num(0) < x, num(0) < y]
    assert is_homogeneous(positive, goal) and is_homogeneous([*positive, x < y], goal)
    assert not is_homogeneous([*positive, num(1) < y], goal) and not is_homogeneous(positive, le(x, x * y + y * y))


def differences(names: str) -> str:
    """Σ Π (x − y) over the y that are not x."""
    return " + ".join("*".join(f"({x} - {y})" for y in names if y != x) for x in names)


POSITIVE = ("a >= 0", "b >= 0", "c >= 0", "d >= 0")
TURKEVICH = (
    "a**4 + b**4 + c**4 + d**4 + 2*a*b*c*d",
    "a**2*b**2 + a**2*c**2 + a**2*d**2 + b**2*c**2 + b**2*d**2 + c**2*d**2",
)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{differences('abc')} >= 0", ()),
        (f"{differences('abcdf')} >= 0", ()),  # in one of 120 orders
        (f"{TURKEVICH[0]} >= {TURKEVICH[1]}", POSITIVE),
        ("a**2*b + b**2*c + c**2*a <= a**3 + b**3 + c**3", POSITIVE[:3]),  # not symmetric
    ],
)
def test_orders(by_method: Callable[..., int], goal: str, given: Sequence[str]) -> None:
    assert by_method(every_order, goal, *given) < 100_000


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{differences('abcd')} >= 0", ()),
        (f"{differences('abcdf')} >= a**4/100", ()),
        (f"{TURKEVICH[0]} >= {TURKEVICH[1]}", POSITIVE[1:]),
        (f"{TURKEVICH[0]} >= 1.01*({TURKEVICH[1]})", POSITIVE),
    ],
)
def test_near_misses(by_method: Callable[..., int], goal: str, given: Sequence[str]) -> None:
    with pytest.raises(ValueError):
        by_method(every_order, goal, *given)
    assert decide(goal, given).answer == "refuted"
