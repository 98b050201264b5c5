"""Planes that touch square roots: sums of distances. Near misses, and roots that are subtracted, are not proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flint import fmpq

from proofs.search.base.failures import NotFound
from proofs.search.procedures.tangent_plane import planes, sum_of_roots
from proofs.search.question import read_question

SQUARE = "sqrt(x**2 + y**2) + sqrt((x - 1)**2 + y**2) + sqrt(x**2 + (y - 1)**2) + sqrt((x - 1)**2 + (y - 1)**2)"
RING = "sqrt(a**2 + (1 - b)**2) + sqrt(b**2 + (1 - c)**2) + sqrt(c**2 + (1 - a)**2)"


@pytest.mark.parametrize(
    "goal, given",
    [
        (f"{SQUARE} >= 2*sqrt(2)", ()),
        (f"{SQUARE} > 2.8", ()),
        (f"{RING} >= 3*sqrt(2)/2", ()),
        ("sqrt(x**2 + 1) + sqrt(y**2 + 4) >= 5", ("x + y == 4",)),  # at x = 4/3
        ("sqrt(x**2 + x*y + y**2) + sqrt(y**2 + y*z + z**2) >= 2*sqrt(3)", ("x + 2*y + z == 4",)),
    ],
)
def test_found(by_method: Callable[..., int], goal: str, given: tuple[str, ...]) -> None:
    assert by_method(planes, goal, *given) < 100_000


@pytest.mark.parametrize("goal", [f"{SQUARE} >= 2.83", f"{RING} >= 2.122"])
def test_near_misses(with_only: Callable[..., int], goal: str) -> None:
    with pytest.raises(NotFound):
        with_only(planes, goal)


def test_what_is_a_sum_of_roots() -> None:
    def read(text: str) -> object:
        (goal,) = read_question(f"0 <= {text}", []).goals
        return sum_of_roots(goal.args[1])

    found = read("2*sqrt(x**2 + 1) + 3*sqrt(y**2) - 4")
    assert found is not None
    assert sorted(c for c, _ in found.roots.values()) == [fmpq(2), fmpq(3)]  # type: ignore[attr-defined]
    for other in (
        "sqrt(x**2 + 1)",
        "sqrt(x**2 + 1) - sqrt(y**2 + 1)",
        "sqrt(x) + sqrt(y)",
        "x*sqrt(x**2 + 1) + sqrt(y**2)",
    ):
        assert read(other) is None
