"""Tests for proofs/search/sequences/recursion.py."""

from collections.abc import Callable

import pytest

from proofs import decide, prove
from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.procedures.induction import early_inductions

BEFORE = ("integer n", "n >= 1")
SIZES = ("all(abs(a[i]) <= 1, (i, 1, n))", "all(abs(b[i]) <= 1, (i, 1, n))")
APART = "abs(prod(a[i], (i, 1, n)) - prod(b[i], (i, 1, n))) <= "


@pytest.mark.parametrize(
    "goal, given",
    [
        (
            "f[n + 1] <= 2*B/(n + 3)",
            ("B >= 0", "f[1] <= 2*B/3", "all(f[i + 1] <= (1 - 2/(i + 2))*f[i] + 2*B/(i + 2)**2, (i, 1, n))"),
        ),


        ("d[n + 1] <= exp(-1)*d[1]", ("all(d[i] >= 0, (i, 1, n + 1))", "all(d[i + 1] <= (1 - 1/n)*d[i], (i, 1, n))")),
        ("s - f[n + 1] <= (s - f[1])*exp(-1)",
         ("all(f[i] <= s, (i, 1, n + 1))", "all(f[i + 1] - f[i] >= (s - f[i])/n, (i, 1, n))")),

        ("sum(k[i], (i, 1, n)) <= n + log(M/L[1])/log(2)",
         ("all(L[i] > 0, (i, 1, n + 1))", "all(L[i + 1] == L[i]*2**(k[i] - 1), (i, 1, n))", "L[n + 1] <= M")),

        ("sum(x[2*i - 1] - x[2*i], (i, 1, n)) <= x[1] - x[2*n]", ("all(x[i + 1] <= x[i], (i, 1, 2*n - 1))",)),
    ],
)  # fmt: skip
def test_recursions_are_followed(goal: str, given: tuple[str, ...]) -> None:
    assert prove(goal, [*BEFORE, *given], effort=60).answer == "proved"


@pytest.mark.parametrize(
    "goal, given",
    [
        (
            "f[n + 1] <= B/(n + 3)",
            ("B >= 0", "f[1] <= B/4", "all(f[i + 1] <= (1 - 2/(i + 2))*f[i] + 2*B/(i + 2)**2, (i, 1, n))"),
        ),
        (
            "1/d[n + 1] >= 1/d[1] + 2*n*c",
            ("c > 0", "all(d[i] > 0, (i, 1, n + 1))", "all(d[i + 1] <= d[i] - c*d[i]**2, (i, 1, n))"),
        ),
        (
            "prod(1 + x[i], (i, 1, n)) <= 1 + sum(x[i], (i, 1, n))",
            ("all(x[i] >= 0, (i, 1, n))", "sum(x[i], (i, 1, n)) <= 1/2"),
        ),
        (
            "abs(w[n + 1]) <= G/l",
            ("h > 0", "l > 0", "h*l <= 3", "abs(w[1]) <= G/l", "all(abs(g[i]) <= G, (i, 1, n))",
             "all(w[i + 1] == (1 - h*l)*w[i] - h*g[i], (i, 1, n))"),
        ),
        ("d[n + 1] <= exp(-1)*d[1]", ("all(d[i + 1] <= (1 - 1/n)*d[i], (i, 1, n))",)),
        ("d[n + 1] <= exp(-2)*d[1]", ("all(d[i] >= 0, (i, 1, n + 1))", "all(d[i + 1] <= (1 - 1/n)*d[i], (i, 1, n))")),
        ("a[n] <= C/n",
         ("C >= 0", "a[1] <= C", "all(a[i + 1] <= (1 - 1/(i + 1))*a[i] + C/(i + 1)**2, (i, 1, n - 1))")),
        ("sum(k[i], (i, 1, n)) <= n + log(M/L[1])",
         ("all(L[i] > 0, (i, 1, n + 1))", "all(L[i + 1] == L[i]*2**(k[i] - 1), (i, 1, n))", "L[n + 1] <= M")),
        ("sum(f[i]/2**i, (i, 1, n)) < 7/4", ("f[1] == 1", "f[2] == 1", "all(f[i + 2] == f[i + 1] + f[i], (i, 1, n))")),
    ],
)  # fmt: skip
def test_what_a_recursion_does_not_give(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, [*BEFORE, *given], effort=1).answer != "proved"


@pytest.mark.parametrize(
    "goal",
    [
        "prod((2*i - 1)/(2*i), (i, 1, n)) <= 1/sqrt(3*n + 1)",
        "prod((i**3 - 1)/(i**3 + 1), (i, 2, n)) > 2/3",
    ],
)
def test_other_inductions(goal: str) -> None:
    assert prove(goal, list(BEFORE), effort=60).answer == "proved"


def test_recursions_are_followed_by_what_they_keep(of_sequences: Callable[..., object]) -> None:
    given = ("x[1] <= 1", "all(0 <= x[i], (i, 1, n))", "all(x[i + 1] <= x[i]/(1 + x[i]), (i, 1, n - 1))")
    of_sequences("what recursions keep", "x[n] <= 1/n", *given, others=("linear", "signs", "induction on a size"))


def test_sizes_are_written_as_squares(of_sequences: Callable[..., object]) -> None:
    goal = "sum(abs(x[i])**3, (i, 1, n))**2 <= sum(x[i]**2, (i, 1, n))**3"
    of_sequences("squares of absolute values", goal, others=("powers of sums, member by member",))


@pytest.mark.parametrize("goal", ["sum(1/i**2, (i, 1, n)) < 5/3", "sum(1/factorial(i), (i, 0, n)) < 3"])
def test_inductions_with_what_is_to_spare_at_first(of_sequences: Callable[..., object], goal: str) -> None:
    of_sequences("induction, with what is to spare at first", goal, others=("linear", "signs"))


@pytest.mark.parametrize(
    "goal",
    [
        "sum(1/i**2, (i, 1, n)) < 8/5",
        "sum(1/factorial(i), (i, 0, n)) < 27/10",
        "abs(sin(sum(x[i], (i, 1, n)))) <= sum(abs(sin(x[i])), (i, 1, n))/2",
        "prod((2*i - 1)/(2*i), (i, 1, n)) <= 1/sqrt(4*n + 1)",
        "prod((i**3 - 1)/(i**3 + 1), (i, 2, n)) > 7/10",
    ],
)
def test_what_other_inductions_do_not_give(goal: str) -> None:
    assert decide(goal, list(BEFORE), effort=1).answer != "proved"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{APART}sum(abs(a[i] - b[i]), (i, 1, n))", SIZES),
        (f"{APART}n*d", (*SIZES, "all(abs(a[i] - b[i]) <= d, (i, 1, n))")),
    ],
)
def test_distances_of_products(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    """By induction, the members being of any sign."""
    of_sequences(early_inductions, goal, *given)


def test_distances_of_products_of_what_may_be_larger(of_sequences: Callable[..., object]) -> None:
    with pytest.raises((NotFound, LimitReached)):
        larger = SIZES[0], SIZES[1].replace("1, (", "2, (")
        of_sequences(early_inductions, f"{APART}sum(abs(a[i] - b[i]), (i, 1, n))", *larger, effort=0.5)
