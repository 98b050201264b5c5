"""Maxima by sums of powers of e, and by means."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide
from proofs.search.base.failures import NotFound
from proofs.search.transformations.maxima import means

SIZE = "integer n", "n >= 1"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(x[i]*exp(x[i]), (i, 1, n))/sum(exp(x[i]), (i, 1, n)) >= max(x[i], (i, 1, n)) - log(n)", SIZE),
        (
            "max(x[i], (i, 1, n)) <= log(n)/t + t*w**2/2",
            (*SIZE, "t > 0", "sum(exp(t*x[i]), (i, 1, n)) <= n*exp(t**2*w**2/2)"),
        ),
    ],
)
def test_proved(is_proved: Callable[..., None], goal: str, given: tuple[str, ...]) -> None:
    is_proved(goal, given)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(x[i]*exp(x[i]), (i, 1, n))/sum(exp(x[i]), (i, 1, n)) >= max(x[i], (i, 1, n)) - log(n)/8", SIZE),
        ("max(x[i], (i, 1, n)) <= t*w**2/2", (*SIZE, "t > 0", "sum(exp(t*x[i]), (i, 1, n)) <= n*exp(t**2*w**2/2)")),
    ],
)
def test_false_neighbours(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=20).answer == "refuted"


SHARES = "all(w[i] >= 0, (i, 1, n))", "sum(w[i], (i, 1, n)) == 1", "all(x[i] > 0, (i, 1, n))"
MEAN = "log(sum(w[i]*x[i], (i, 1, n)))"


def test_a_mean_for_the_maximum(of_sequences: Callable[..., object]) -> None:
    of_sequences(means, "sum(w[i]*log(x[i]), (i, 1, n)) <= max(log(x[i]), (i, 1, n))", *SHARES)
    with pytest.raises(NotFound):
        of_sequences(means, f"{MEAN} + 1/2 <= max(log(x[i]), (i, 1, n))", *SHARES, effort=1.0)
    with pytest.raises(NotFound):
        of_sequences(means, "sum(w[i]*x[i], (i, 1, n)) <= max(x[i], (i, 1, n))", *SHARES[1:], effort=1.0)


SCORES = "max(r[j] + g*{}[j], (j, 1, n))"
DISTANCE = f"abs({SCORES.format('u')} - {SCORES.format('v')})"


@pytest.mark.parametrize("factor", ["g", "2*g"])
def test_members_times_what_is_not_negative(is_proved: Callable[..., int], factor: str) -> None:
    """So an operator that takes the best of discounted values contracts."""
    assert is_proved(f"{DISTANCE} <= {factor}*max(abs(u[j] - v[j]), (j, 1, n))", (*SIZE, "g >= 0"))


@pytest.mark.parametrize(("factor", "given"), [("g/2", SIZE), ("g", (*SIZE, "g <= 0"))])
def test_members_times_other_numbers(factor: str, given: tuple[str, ...]) -> None:
    assert decide(f"{DISTANCE} <= {factor}*max(abs(u[j] - v[j]), (j, 1, n))", given, effort=3).answer != "proved"
