"""Sizes and differences at an index as sequences of their own, sums inside of members as numbers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.search import decide, prove
from proofs.search.base.failures import NotFound
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Search
from proofs.search.question import read_question
from proofs.search.table import TABLE
from proofs.search.transformations.abstraction import named, squares

OWN = "terms as sequences of their own"
METHODS = OWN, "linear", "powers of sums, member by member", "facts at an index, summed"
ALONE = next(
    replace(kind, methods=[m for m in kind.methods if m.name in METHODS])
    for kind in TABLE
    if kind.name == "of sequences"
)
SIZE = "integer n", "n >= 1"
WEIGHTS = "all(p[i] >= 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1"
POSITIVE = "all(q[i] > 0, (i, 1, n))"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(p[i]*x[i]**2, (i, 1, n))**3 <= sum(p[i]*abs(x[i]), (i, 1, n))**2*sum(p[i]*x[i]**4, (i, 1, n))", WEIGHTS),
        ("sum(p[i]*abs(x[i] - m)**3, (i, 1, n))**2 >= sum(p[i]*(x[i] - m)**2, (i, 1, n))**3", WEIGHTS),
        (
            "sum((p[i] - q[i])*(f[i] - c), (i, 1, n))**2 <= "
            "sum((p[i] - q[i])**2/q[i], (i, 1, n))*sum(q[i]*(f[i] - c)**2, (i, 1, n))",
            (POSITIVE,),
        ),
    ],
)
def test_of_any_sequences(goal: str, given: tuple[str, ...]) -> None:
    asked = read_question(goal, [*SIZE, *given])
    (wanted,) = asked.goals
    p = Proof("goal", theory(True))
    search = Search(p, 60, [ALONE if kind.name == "of sequences" else kind for kind in TABLE])
    p.qed(search.prove(asked.given, wanted), wanted, asked.given)
    assert search.settled_by == OWN


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(p[i]*x[i]**2, (i, 1, n))**3 <= sum(p[i]*x[i], (i, 1, n))**2*sum(p[i]*x[i]**4, (i, 1, n))", WEIGHTS),
        (
            "sum((p[i] - q[i])*(f[i] - c), (i, 1, n))**2 <= "
            "sum((p[i] - q[i])**2/q[i], (i, 1, n))*sum(q[i]*(f[i] - c)**2, (i, 1, n))/2",
            (POSITIVE,),
        ),
    ],
)
def test_what_fails_for_some(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, (*SIZE, *given), effort=30).answer == "refuted"


ROWS = "all(r[i, j] >= 0, (i, 1, n), (j, 1, m))"
WITHIN = "sum(r[i, j]*(x[i] - {}[j])**2, (i, 1, n), (j, 1, m))"
CENTRES = "all(c[j]*sum(r[i, j], (i, 1, n)) == sum(r[i, j]*x[i], (i, 1, n)), (j, 1, m))"
DEVIATION = *WEIGHTS, "m == sum(p[i]*x[i], (i, 1, n))", "v == sum(p[i]*(x[i] - m)**2, (i, 1, n))"
LOG_SUM = "log(sum(exp({}*x[i] + (1 - t)*y[i]), (i, 1, n)))"
MEAN_OF_LOGS = "t*log(sum(exp(x[i]), (i, 1, n))) + (1 - t)*log(sum(exp(y[i]), (i, 1, n)))"


@pytest.mark.parametrize(
    "method, goal, given",
    [
        (
            "outer sums, term by term",
            f"{WITHIN.format('c')} <= {WITHIN.format('u')}",
            ("integer m", "m >= 1", ROWS, CENTRES),
        ),
        (
            "every member",
            "max(sum(r[i, j], (i, 1, n)), (j, 1, m)) <= sum(max(r[i, j], (j, 1, m)), (i, 1, n))",
            ("integer m", "m >= 1"),
        ),
        ("signs", "v + t**2 > 0", (*DEVIATION, "t > 0")),
        ("logarithms of sums, with weights", f"{LOG_SUM.format('t')} <= {MEAN_OF_LOGS}", ("0 <= t", "t <= 1")),
    ],
)
def test_sums_inside_and_signs(
    of_sequences: Callable[..., Fact], method: str, goal: str, given: tuple[str, ...]
) -> None:
    of_sequences(method, goal, *given)


@pytest.mark.parametrize(
    "goal, given",
    [
        (
            f"{WITHIN.format('c')} <= {WITHIN.format('u')}",
            ("integer m", "m >= 1", CENTRES),  # weights of any sign
        ),
        ("max(sum(r[i, j], (i, 1, n)), (j, 1, m)) >= sum(max(r[i, j], (j, 1, m)), (i, 1, n))", ("integer m", "m >= 1")),
        ("v > 0", DEVIATION),
        (f"{LOG_SUM.format('2*t')} <= {MEAN_OF_LOGS}", ("0 <= t", "t <= 1")),
    ],
)
def test_what_looks_like_these(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, (*SIZE, *given), effort=30).answer == "refuted"


BOTH_SIZES = "integer d", "d >= 1"
APART = "sum((x[i, j] - {})**2, (i, 1, n), (j, 1, d))"
ROW_MEANS = "all(d*r[i] == sum(x[i, j], (j, 1, d)), (i, 1, n))"
OUTER, CLIPPED = "outer sums, term by term", "maxima of two numbers as absolute values"
INSIDE = "sums as numbers", "facts at an index, summed", "squares of absolute values"
LAYER = "sum(max(0, sum(W[i, j]*x[j], (j, 1, d)))**2, (i, 1, n))"
FROBENIUS = "sum(W[i, j]**2, (i, 1, n), (j, 1, d))"


@pytest.mark.parametrize(
    "method, goal, given, found",
    [
        (OUTER, f"{APART.format('r[i]')} <= {APART.format('g')}", (ROW_MEANS,), True),
        (OUTER, f"{APART.format('g')} <= {APART.format('r[i]')}", (ROW_MEANS,), False),
        (OUTER, f"{APART.format('r[i]')} <= {APART.format('g[j]')}", (ROW_MEANS,), False),
        (CLIPPED, f"{LAYER} <= {FROBENIUS}*sum(x[j]**2, (j, 1, d))", (), True),
        (CLIPPED, f"{LAYER} <= {FROBENIUS}*sum(x[j]**2, (j, 1, d))/2", (), False),
    ],
)
def test_rows_of_double_sums_that_stand_in_the_other_order(
    of_sequences: Callable[..., Fact], method: str, goal: str, given: tuple[str, ...], found: bool
) -> None:
    with nullcontext() if found else pytest.raises(NotFound):
        of_sequences(method, goal, *BOTH_SIZES, *given, others=INSIDE)


def test_rows_about_other_numbers_are_not_proved() -> None:
    goal = f"{APART.format('g')} <= {APART.format('r[i]')}"
    assert prove(goal, (*SIZE, *BOTH_SIZES, ROW_MEANS), effort=0.4).answer == "unknown"


def test_sums_inside_of_members(of_sequences: Callable[..., object]) -> None:
    nesbitt = "sum(x[i]/(sum(x[j], (j, 1, n)) - x[i]), (i, 1, n)) >= n/(n - 1)"
    of_sequences(named, nesbitt, "n >= 2", "all(x[i] > 0, (i, 1, n))")
    for wrong in (nesbitt.replace("n/(n - 1)", "n/(n - 3/2)"), nesbitt.replace("- x[i])", "+ x[i])")):
        assert decide(wrong, [*SIZE, "n >= 2", "all(x[i] > 0, (i, 1, n))"], effort=2).answer == "refuted"


MEAN = "sum(x[i], (i, 1, n))/n"
OF_ALL = "sum(x[s, t], (s, 1, n), (t, 1, m))/(n*m)"
GROUPS = f"sum((x[i, j] - {OF_ALL})**2, (i, 1, n), (j, 1, m))"


@pytest.mark.parametrize(
    ("goal", "given", "others"),
    [
        (
            f"(x[k] - {MEAN})**2 <= (n - 1)/n*sum((x[j] - {MEAN})**2, (j, 1, n))",
            ["integer k", "1 <= k", "k <= n"],
            ["a member against squares"],
        ),
    ],
)
def test_means_inside_of_members(
    of_sequences: Callable[..., Fact], goal: str, given: list[str], others: list[str] | None
) -> None:
    """As numbers of which is known what they are, or of which nothing need be known."""
    of_sequences(named, goal, *given, others=others)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"(x[k] - {MEAN})**2 <= (n - 1)/(n + 1)*sum((x[j] - {MEAN})**2, (j, 1, n))",
         ["integer k", "1 <= k", "k <= n"]),
        (f"2*m*sum((sum(x[i, j], (j, 1, m))/m - {OF_ALL})**2, (i, 1, n)) <= {GROUPS}", ["integer m", "m >= 1"]),
    ],
)  # fmt: skip
def test_smaller_bounds_are_not_proved(goal: str, given: list[str]) -> None:
    assert decide(goal, [*SIZE, *given], effort=4).answer != "proved"


STEPS = "all(d[t + 1]**2 <= d[t]**2 - 2*eta*r[t] + eta**2*G**2, (t, 0, n - 1))"


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(2*eta*r[t], (t, 0, n - 1)) <= d[0]**2 + n*eta**2*G**2", (STEPS,)),
        ("sum(2*eta*r[t], (t, 0, n - 1)) <= d[0]**2 + n*eta**2*G**2", (STEPS, "all(d[t] >= 0, (t, 0, n))")),
        ("d[n]**2 <= q**n*d[0]**2", ("all(d[t + 1]**2 <= q*d[t]**2, (t, 0, n - 1))", "q > 0")),
    ],
)
def test_squares_as_members(goal: str, given: tuple[str, ...], is_proved: Callable[..., int]) -> None:
    assert is_proved(goal, (*SIZE, *given))


def test_not_of_squares(by_method: Callable[..., int]) -> None:
    with pytest.raises(NotFound):
        by_method(squares, "d[n] <= d[0]", *SIZE, "all(d[t + 1]**2 <= d[t]**2, (t, 0, n - 1))")
