"""Powers with a symbolic integer exponent, asked like those with a real one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.rules import Fact
from proofs.search import decide
from proofs.search.base.failures import NotFound
from proofs.search.transformations.integer_powers import integer_powers

SIZE = ("integer n", "n >= 2")


@pytest.mark.parametrize("goal", ["(1 - 1/n)**n <= exp(-1)", "(1 + 1/n)**n <= exp(1)", "(1 - 1/n)**n < (1 + 1/n)**n"])
def test_found(goal: str, of_sequences: Callable[..., Fact]) -> None:
    of_sequences(integer_powers, goal, size=SIZE)


@pytest.mark.parametrize("goal", ["(1 - 1/n)**n <= 1/3", "(1 - 2/n)**n <= exp(-3)", "sum(x[i]**n, (i, 1, n)) >= 0"])
def test_not_found(goal: str, of_sequences: Callable[..., Fact]) -> None:
    with pytest.raises(NotFound):
        of_sequences(integer_powers, goal, size=SIZE, effort=1.0)


@pytest.mark.parametrize(("goal", "given"), [("(1 - x/n)**n <= exp(-x)", ["x <= n"]), ("(1 - 2/n)**n <= exp(-2)", [])])
def test_a_base_that_may_vanish(goal: str, given: list[str]) -> None:
    assert decide(goal, [*SIZE, *given]).answer == "proved"


def test_an_integer_is_no_harder_than_a_real_number() -> None:
    goal = "(1 - 1/n)**n <= exp(-1)"
    assert [decide(goal, given).answer for given in (["n >= 2"], ["integer n", "n >= 2"])] == ["proved", "proved"]
