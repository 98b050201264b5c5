"""Sums over triangles, i >= j, in either order, sequences read backwards, and what looks like it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.search import decide, prove
from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.engine import Method
from proofs.search.transformations.reversal_of_sums import mirrored, ranges_turned, read_backwards

SIZE = "integer n", "n >= 1"
BELOW, ABOVE = ("sum(sum(a[i, j], (j, 1, {})), (i, 1, n))", "sum(sum(a[i, j], (i, {}, n)), (j, 1, n))")
A_RISES, B_RISES = ("all(a[i] <= a[i + 1], (i, 1, n - 1))", "all(b[i] <= b[i + 1], (i, 1, n - 1))")
AGAINST, SUMS = "n*sum(a[i]*b[n + 1 - i], (i, 1, n))", "sum(a[i], (i, 1, n))*sum(b[i], (i, 1, n))"
TAILS, MEAN = ("sum(sum(p[j], (j, k, n)), (k, 1, n))", "sum(k*p[k], (k, 1, n))")


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{MEAN} == {TAILS}", SIZE),
        ("sum(sum(p[j], (j, k + 1, n)), (k, 0, n)) == sum(k*p[k], (k, 0, n))", ("integer n", "n >= 0")),
        (f"{BELOW.format('i')} == {ABOVE.format('j')}", SIZE),
        (f"{BELOW.format('i - 1')} == {ABOVE.format('j + 1')}", SIZE),
        ("sum(b[k]*sum(a[j], (j, k, n)), (k, 1, n)) == sum(a[k]*sum(b[j], (j, 1, k)), (k, 1, n))", SIZE),
        (f"2*{TAILS.replace('sum(p', 'k*sum(p')} == sum(k*(k + 1)*p[k], (k, 1, n))", SIZE),
        (f"{MEAN} <= {TAILS.replace('p', 'q')}", (*SIZE, "all(p[i] <= q[i], (i, 1, n))")),
    ],
)
def test_triangles(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    of_sequences(ranges_turned, goal, *given, size=())


def test_larger_tails_have_a_larger_mean() -> None:
    tails = "all(sum(p[j], (j, k, n)) <= sum(q[j], (j, k, n)), (k, 1, n))"
    assert prove(f"{MEAN} <= {MEAN.replace('p', 'q')}", (*SIZE, tails), effort=30).answer == "proved"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{MEAN} == {TAILS.replace('k, n', 'k + 1, n')}", SIZE),
        (f"{BELOW.format('i')} == {ABOVE.format('j + 1')}", SIZE),
        (f"{BELOW.format('i')} == {BELOW.format('i').replace('[i, j]', '[j, i]')}", SIZE),
        (f"{TAILS.replace('k, n', 'k, m')} == {MEAN.replace('n', 'm')}", ("integer n, m", "n >= 1", "m >= 1")),
    ],
)
def test_what_is_not_so(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=5).answer == "refuted"


@pytest.mark.parametrize(
    ("method", "goal", "given"),
    [
        (read_backwards, f"{AGAINST} <= {SUMS}", (A_RISES, B_RISES)),
        (read_backwards, f"{AGAINST} >= {SUMS}", (A_RISES, B_RISES.replace("<=", ">="))),
        (read_backwards, f"{AGAINST.replace('b', 'a')} <= sum(a[i], (i, 1, n))**2", (A_RISES,)),
        (read_backwards, "sum(x[i]*y[n + 1 - i], (i, 1, n))**2 <= sum(x[i]**2, (i, 1, n))*sum(y[i]**2, (i, 1, n))", ()),
        (read_backwards, "sum(x[j]*y[n - j], (j, 0, n - 1)) <= 1",
         ("sum(x[j]**2, (j, 0, n - 1)) == 1", "sum(y[j]**2, (j, 1, n)) == 1")),
        (mirrored, "sum(x[i]*x[n + 1 - i], (i, 1, n)) <= sum(x[i]**2, (i, 1, n))", ()),
    ],
)  # fmt: skip
def test_sequences_read_backwards(
    of_sequences: Callable[..., object], method: Method, goal: str, given: tuple[str, ...]
) -> None:
    of_sequences(method, goal, *given)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (f"{AGAINST} <= {SUMS}", (A_RISES,)),
        (f"{AGAINST} >= {SUMS}", (A_RISES, B_RISES)),
        ("sum(x[j]*y[n - j], (j, 0, n - 1)) <= 1",
         ("sum(x[j]**2, (j, 0, n - 1)) == 1", "sum(y[j]**2, (j, 0, n - 1)) == 1")),
    ],
)  # fmt: skip
def test_what_is_not_so_backwards(of_sequences: Callable[..., object], goal: str, given: tuple[str, ...]) -> None:
    with pytest.raises((NotFound, LimitReached)):
        of_sequences(read_backwards, goal, *given, effort=0.5)
