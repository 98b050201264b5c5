"""Recursions by induction from no steps on, over two neighbours, through sums, and with what is to spare."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.rules import Fact
from proofs.search import decide, prove
from proofs.search.base.failures import LimitReached, NotFound

SIZE = ["integer n", "n >= 1"]
FALLING = ["0 < u", "u <= L", "all(2*u*a[i] <= g[i]**2, (i, 1, n))", "all(a[i + 1] <= a[i] - g[i]**2/(2*L), (i, 1, n))"]
SUMS = ["a[1] <= C", "all(a[k + 1] <= C + h*sum(a[i], (i, 1, k)), (k, 1, n))"]
STRIDES = ["all(a[k] >= a[k + 1] + a[k + 2], (k, 1, 2*n - 1))", "all(a[k + 1] <= a[k], (k, 1, 2*n))"]
TWO = ["f[1] == 1", "f[2] == 1", "all(f[i + 2] == f[i + 1] + f[i], (i, 1, n))"]
CLOSED = ["a[1] == 3", "a[2] == 5", "all(a[i + 2] == 3*a[i + 1] - 2*a[i], (i, 1, n))"]
FROM_NONE, OVER_TWO = "induction from no steps on", "induction over two neighbours"
GROWING = ["r >= 1", "c >= 0", "all(a[k + 1] <= r*a[k] + c, (k, 0, n - 1))"]
BACK = ["0 < g", "g < 1", "c >= 0", "all(a[i] <= c + g*a[i + 1], (i, 1, n))"]


@pytest.mark.parametrize(
    ("goal", "given", "name"),
    [
        ("a[n + 1] <= (1 - u/L)**n*a[1]", [*FALLING, "all(a[i] >= 0, (i, 1, n + 1))"], FROM_NONE),
        ("a[n + 1] <= C*(1 + h)**n", ["h > 0", *SUMS], FROM_NONE),
        ("a[1] <= c/(1 - g) + g**n*a[n + 1]", BACK, FROM_NONE),
        (
            "a[n + 2] <= M",
            ["a[1] <= M", "a[2] <= M", "all(a[i + 2] <= (a[i] + a[i + 1])/2, (i, 1, n))"],
            OVER_TWO,
        ),
        ("2**n*a[2*n + 1] <= a[1]", STRIDES, FROM_NONE),
        ("a[2*n] >= a[0] + n", ["all(a[k + 2] >= a[k] + 1, (k, 0, 2*n - 2))"], FROM_NONE),
        ("a[n] <= r**n*(a[0] + n*c)", GROWING, FROM_NONE),
        ("f[n] <= 2**n", TWO, OVER_TWO),
        ("a[n] == 2**n + 1", CLOSED, OVER_TWO),
    ],
)
def test_recursions_are_bounded(of_sequences: Callable[..., Fact], goal: str, given: list[str], name: str) -> None:
    """Each by one of these methods."""
    of_sequences(name, goal, *given, others=("linear", "signs", "term by term", name))


def test_sequences_that_only_help_are_left_out(of_sequences: Callable[..., object]) -> None:
    """A descent lemma, and what the gradient is at least; with a smaller factor it is not shown."""
    given = ["0 < c", "c <= 1/2", "v[1] >= b", "all(v[i + 1] <= v[i] - w[i]/2, (i, 1, n))"]
    given += ["all(w[i] >= 2*c*(v[i] - b), (i, 1, n))"]
    of_sequences("recursions written shorter", "v[n + 1] - b <= exp(-c*n)*(v[1] - b)", *given)
    with pytest.raises((NotFound, LimitReached)):
        of_sequences("recursions written shorter", "v[n + 1] - b <= exp(-2*c*n)*(v[1] - b)", *given, effort=0.5)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("a[n + 1] <= C*h**n", ["h > 0", *SUMS]),
        ("a[1] <= c + g**n*a[n + 1]", BACK),
        ("a[n] <= r**n*a[0] + n*c", GROWING),
        ("f[n] <= (3/2)**(n - 1)", TWO),
        ("a[n] == 2*n + 1", CLOSED),
        ("a[n + 1] <= (1 - 2*u/L)**n*a[1]", [*FALLING, "2*u <= L", "all(a[i] >= 0, (i, 1, n + 1))"]),
    ],
)
def test_false_neighbours_are_not_proved(goal: str, given: list[str]) -> None:
    """With a smaller bound."""
    assert decide(goal, [*SIZE, *given], effort=5).answer != "proved"


def test_weights_are_centred() -> None:
    """By half of their range, as the sum of the numbers is 0; not by less."""
    given = [*SIZE, "sum(x[i], (i, 1, n)) == 0", "sum(abs(x[i]), (i, 1, n)) == 1"]
    assert prove("abs(sum(i*x[i], (i, 1, n))) <= (n - 1)/2", given, effort=30).answer == "proved"
    assert decide("abs(sum(i*x[i], (i, 1, n))) <= (n - 1)/3", given, effort=5).answer != "proved"


def test_denominators_of_instances_stay_short() -> None:
    """Where each step multiplies their length, instances take no longer than the proof."""
    given = ["a[1] == 1", "all(a[i] > 0, (i, 1, n + 1))", "all(a[i + 1] == a[i] + 1/a[i]**2, (i, 1, n))"]
    assert prove("a[n + 1]**3 >= 3*n + 1", [*SIZE, *given], effort=30).answer == "proved"


DOMINATES = "all(abs(b[k]) > abs(a[k]) + abs(c[k]), (k, 1, n))"
ELIMINATED = "all(g[k]*(b[k] - a[k]*g[k-1]) == c[k], (k, 1, n))"
DIVIDED = "all(g[k] == c[k]/(b[k] - a[k]*g[k-1]), (k, 1, n))"


@pytest.mark.parametrize("given", [("g[0] == 0", DOMINATES, ELIMINATED), ("abs(g[0]) < 1", DOMINATES, DIVIDED)])
def test_quotients_by_what_dominates(of_sequences: Callable[..., object], given: tuple[str, ...]) -> None:
    of_sequences(FROM_NONE, "abs(g[n]) < 1", *given)


@pytest.mark.parametrize(
    "bound, given",
    [("1/2", (DOMINATES, ELIMINATED)), ("1", (DOMINATES.replace(" + abs(c[k])", ""), ELIMINATED))],
)
def test_quotients_by_what_does_not_dominate(
    of_sequences: Callable[..., object], bound: str, given: tuple[str, ...]
) -> None:
    with pytest.raises(NotFound):
        of_sequences(FROM_NONE, f"abs(g[n]) < {bound}", "g[0] == 0", *given, effort=0.8)
