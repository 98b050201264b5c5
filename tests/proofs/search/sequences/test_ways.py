"""Tests for the methods about sequences, each by itself: what it proves, and what it must not prove."""

from collections.abc import Callable

import pytest

from proofs.search.base.failures import NotFound

RISES = "all({0}[i] <= {0}[i + 1], (i, 1, n - 1))"
POSITIVE = "all({0}[i] > 0, (i, 1, n))"
WEIGHTS = "all({0}[i] > 0, (i, 1, n))", "sum({0}[i], (i, 1, n)) == 1"
TWO = *(g.format("p") for g in WEIGHTS), *(g.format("q") for g in WEIGHTS)
JOINT = (
    "integer m",
    "m >= 1",
    "all(all(r[i, j] > 0, (j, 1, m)), (i, 1, n))",
    "sum(sum(r[i, j], (j, 1, m)), (i, 1, n)) == 1",
    "all(p[i] == sum(r[i, j], (j, 1, m)), (i, 1, n))",
    "all(q[j] == sum(r[i, j], (i, 1, n)), (j, 1, m))",
)
DIVERGENCE = "sum(p[i]*log(p[i]/q[i]), (i, 1, n))"
PART = "integer k", "1 <= k", "k <= n"
INSIDE = "all(x[i] >= 0, (i, 1, n))", "all(x[i] <= m, (i, 1, n))"
ASKED = (  # methods that those below ask
    "linear", "signs", "facts at an index, summed", "facts about the same sums", "sums that go out", "term by term",
    "logarithms of sums, with weights", "induction, with what is to spare at first",
)  # fmt: skip

PROVED: dict[str, list[tuple[str, list[str]]]] = {
    "ranges moved and turned": [
        ("sum(1/(n + i), (i, 1, n)) <= 3/4", []),
        ("(1 - b)*sum(b**(n - i), (i, 1, n)) == 1 - b**n", ["0 < b", "b < 1"]),
    ],
    "induction, with what is to spare at first": [
        ("sum(1/i**2, (i, 1, n)) <= 7/4", []),  # from n = 2 on
        ("prod(1 + 1/2**i, (i, 1, n)) <= 3", []),
    ],
    "lemmas": [
        ("sum(i*r**i, (i, 1, n)) <= r/(1 - r)**2", ["0 <= r", "r < 1"]),
    ],
    "linear": [
        ("sum(r**i, (i, k, n)) <= r**k/(1 - r)", [*PART, "0 <= r", "r < 1"]),
        (
            "sum(x[i], (i, 1, k))/k >= sum(x[i], (i, k + 1, n))/(n - k)",
            [*PART, "k < n", "all(x[i] >= x[i + 1], (i, 1, n - 1))"],
        ),
        ("n*sum(x[i], (i, 1, k)) <= k*sum(x[i], (i, 1, n))", [*PART, RISES.format("x")]),
        ("sum(x[i], (i, 1, k)) <= 2*k/n", [*PART, RISES.format("x"), "sum(x[i], (i, 1, n)) == 2"]),
    ],
    "every member": [
        ("max(x[i], (i, 1, n)) - min(x[i], (i, 1, n)) <= sum(abs(x[i + 1] - x[i]), (i, 1, n - 1))", []),
    ],
    "term by term, with multipliers": [(f"sum((p[i] - q[i])**2, (i, 1, n)) <= 2*{DIVERGENCE}", [*TWO])],
    "what sequences are": [
        (
            "sum(sum(r[i, j]*log(r[i, j]/p[i]), (j, 1, m)), (i, 1, n)) >= sum(q[j]*log(q[j]), (j, 1, m))",
            [*JOINT],
        ),
        ("sum(s[i], (i, 1, n)) >= 0", ["all(s[i] == x[i]**2, (i, 1, n))"]),
        ("sum(s[i]**2, (i, 1, n)) <= 4*sum(x[i]**2, (i, 1, n))", ["all(s[i] == 2*x[i], (i, 1, n))"]),
    ],
    "mirror images": [
        ("sum((2*i - n - 1)*x[i], (i, 1, n)) >= 0", [RISES.format("x")]),
        (
            "sum(x[i]*y[n + 1 - i], (i, 1, n)) <= sum(x[i]*y[i], (i, 1, n))",
            [RISES.format("x"), RISES.format("y")],
        ),
    ],
    "potentials": [
        (
            "sum(2*a[i]/a[i + 1], (i, 1, n)) >= 2*n",
            ["all(a[i] > 0, (i, 1, n + 1))", "a[n + 1] == a[1]"],
        ),
        (
            "sum(a[i]**2/a[i + 1], (i, 1, n)) >= 2*a[1] - 2*a[n + 1] + sum(a[i + 1], (i, 1, n))",
            ["all(a[i] > 0, (i, 1, n + 1))"],
        ),
        ("sum(a[i]**2/a[i + 1], (i, 1, n)) >= sum(a[i], (i, 1, n))", [POSITIVE.format("a"), "a[n + 1] == a[1]"]),
        ("sum(a[i]/a[i - 1], (i, 1, n)) >= n", [POSITIVE.format("a"), "a[0] == a[n]"]),
    ],
    "quotients of neighbouring products": [("prod((2*i - 1)/(2*i), (i, 1, n))**2 <= 1/(3*n + 1)", [])],
    "induction, of something stronger": [
        ("sum(x[i]**2/(2 + sum(x[j]**2, (j, 1, i)))**2, (i, 1, n)) < 1/2", []),
    ],
    "term by term": [("sum(sqrt(1 + x[i]**2) - 1, (i, 1, n)) <= sum(abs(x[i]), (i, 1, n))", [])],
    "induction on a size": [
        (
            "d[n] <= d[1] + b/c",
            ["0 < c", "c < 1", "b >= 0", "all(d[i + 1] <= (1 - c)*d[i] + b, (i, 1, n - 1))", POSITIVE.format("d")],
        ),
    ],
    "one member apart": [
        (
            "sum(x[i]*x[i + 1], (i, 1, n - 1)) <= sum(x[i]**2, (i, 1, n))",
            [],
        ),
    ],
    "ranges split": [
        ("sum((x[i] - c)**2, (i, 1, k)) <= sum((x[i] - m)**2, (i, 1, n))", [*PART, "k*c == sum(x[i], (i, 1, k))"]),
        ("sum(x[i]**2, (i, 1, k)) <= m*sum(x[i], (i, 1, n))", [*PART, *INSIDE]),
        (
            "sum(p[i], (i, 1, k)) - sum(q[i], (i, 1, k)) <= sum(abs(p[i] - q[i]), (i, 1, n))/2",
            [*PART, "sum(p[i], (i, 1, n)) == sum(q[i], (i, 1, n))"],
        ),
        (
            "a*sum(p[i], (i, k, n)) <= sum(p[i]*x[i], (i, 1, n))",
            [*PART, "all(p[i] >= 0, (i, 1, n))", "all(x[i] >= 0, (i, 1, n))", "all(x[i] >= a, (i, k, n))"],
        ),
        ("sum(x[i], (i, 1, k)) <= k/n*sum(x[i], (i, 1, n))", [*PART, RISES.format("x")]),
        (
            "(3 - sum(x[i], (i, 1, k)))**2 <= (n - k)*sum(x[i]**2, (i, 1, n))",
            [*PART[:2], "k < n", "sum(x[i], (i, 1, n)) == 3"],
        ),
        ("log(sum(exp(x[i]), (i, 1, k)) + sum(exp(x[i]), (i, k + 1, n))) >= sum(x[i], (i, 1, n))/n + log(n)", [*PART]),
    ],
    "sums that go out": [
        (
            "sum(w[i]*x[i]**2, (i, 1, n)) <= sum(w[i]*x[i], (i, 1, n))**2 + 4",
            [
                POSITIVE.format("w"),
                "sum(w[i], (i, 1, n)) == 1",
                "all(-1 <= x[i], (i, 1, n))",
                "all(x[i] <= 3, (i, 1, n))",
            ],
        ),
    ],
    "recursions, summed": [
        (
            "log(w[n + 1]) <= log(w[1]) + sum(log(1 - b*l[i]), (i, 1, n))",
            [
                "all(w[i + 1] <= w[i]*(1 - b*l[i]), (i, 1, n))",
                "all(w[i] > 0, (i, 1, n + 1))",
                "all(b*l[i] < 1, (i, 1, n))",
            ],
        ),
        ("s[n + 1] <= s[1] + n*(n + 1)/2", ["all(s[i + 1] <= s[i] + i, (i, 1, n))"]),
        (
            "n*c**2 <= b",
            [
                "c > 0",
                "u[1] == 0",
                "v[1] == 0",
                "all(u[i + 1] >= u[i] + c, (i, 1, n))",
                "all(v[i + 1] <= v[i] + b, (i, 1, n))",
                "u[n + 1]**2 <= v[n + 1]",
            ],
        ),
    ],
    "facts at an index, summed": [
        (
            "sum(x[i]*y[i], (i, 1, n)) <= (b - a)/2*sum(abs(x[i]), (i, 1, n))",
            ["sum(x[i], (i, 1, n)) == 0", "all(a <= y[i], (i, 1, n))", "all(y[i] <= b, (i, 1, n))"],
        ),
        ("sum(x[i]/i, (i, 1, n)) <= 1/2 - 1/(2*n)", ["sum(x[i], (i, 1, n)) == 0", "sum(abs(x[i]), (i, 1, n)) == 1"]),
        (
            "sum(sum(c[i]*c[j]*sum(x[i, k]*x[j, k], (k, 1, n)), (j, 1, n)), (i, 1, n)) >= 0",
            [],
        ),
        (
            "sum(sum(w[j]*v[i, j], (j, 1, n))**2, (i, 1, n)) <= sum(sum(w[j]*v[i, j]**2, (j, 1, n)), (i, 1, n))",
            [POSITIVE.format("w"), "sum(w[i], (i, 1, n)) == 1"],
        ),
        (
            "sum(abs(sum(x[i]*W[i, j], (i, 1, n))), (j, 1, n)) <= sum(abs(x[i]), (i, 1, n))",
            ["all(all(W[i, j] >= 0, (j, 1, n)), (i, 1, n))", "all(sum(W[i, j], (j, 1, n)) == 1, (i, 1, n))"],
        ),
    ],
}

NOT_PROVED: dict[str, list[tuple[str, list[str]]]] = {
    "induction, with what is to spare at first": [
        ("sum(1/i**2, (i, 1, n)) <= 8/5", []),
        ("sum(1/i, (i, 1, n)) <= 5", []),
    ],
    "linear": [
        ("n*sum(x[i], (i, 1, k)) >= k*sum(x[i], (i, 1, n))", [*PART, RISES.format("x")]),
        ("n*sum(x[i], (i, 1, k)) <= (k - 1)*sum(x[i], (i, 1, n))", [*PART, RISES.format("x")]),
    ],
    "every member": [
        ("max(x[i], (i, 1, n)) - min(x[i], (i, 1, n)) <= sum(abs(x[i + 1] - x[i]), (i, 1, n - 1))/2", []),
    ],
    "what sequences are": [("sum(s[i], (i, 1, n)) >= 0", ["all(s[i] == x[i]**2, (i, 1, n - 1))"])],
    "mirror images": [
        ("sum((2*i - n)*x[i], (i, 1, n)) >= 0", [RISES.format("x")]),
        ("sum(x[i]*y[n + 1 - i], (i, 1, n)) >= sum(x[i]*y[i], (i, 1, n))", [RISES.format("x"), RISES.format("y")]),
    ],
    "potentials": [
        ("sum(a[i]/a[i + 1], (i, 1, n)) >= n", ["all(a[i] > 0, (i, 1, n + 1))"]),
        ("sum(a[i]/a[i + 1], (i, 1, n)) >= n", [POSITIVE.format("a"), "a[n + 2] == a[1]"]),
        ("sum(a[i]/a[i + 1], (i, 1, n)) >= n + 1", ["all(a[i] > 0, (i, 1, n + 1))", "a[n + 1] == a[1]"]),
    ],
    "quotients of neighbouring products": [("prod((2*i - 1)/(2*i), (i, 1, n))**2 <= 1/(4*n + 1)", [])],
    "one member apart": [("sum(x[i]*x[i + 1], (i, 1, n)) <= sum(x[i]**2, (i, 1, n))", [])],
    "ranges split": [
        ("sum(x[i]**2, (i, 1, k)) <= m*sum(x[i], (i, 1, n))", [*PART[:2], *INSIDE]),  # k may be beyond n
        ("sum(x[i]**2, (i, 1, k)) <= m*sum(x[i], (i, 1, n))", [*PART, INSIDE[1]]),
        ("a*sum(p[i], (i, k, n)) <= sum(p[i]*x[i], (i, 1, n))", [*PART, "all(x[i] >= a, (i, k, n))"]),
        ("sum(x[i], (i, 1, k))*n <= (k + 1)*sum(x[i], (i, 1, n))", [*PART, RISES.format("x")]),
    ],
    "sums that go out": [
        (
            "sum(w[i]*x[i]**2, (i, 1, n)) <= sum(w[i]*x[i], (i, 1, n))**2 + 3",
            [
                POSITIVE.format("w"),
                "sum(w[i], (i, 1, n)) == 1",
                "all(-1 <= x[i], (i, 1, n))",
                "all(x[i] <= 3, (i, 1, n))",
            ],
        ),
    ],
    "recursions, summed": [("s[n + 1] <= s[1] + n*(n - 1)/2", ["all(s[i + 1] <= s[i] + i, (i, 1, n))"])],
    "bounds of sums, times multipliers": [
        ("sum(v[i]*x[i], (i, 1, n)) <= t*W", ["all(v[i] <= t, (i, 1, n))", "sum(x[i], (i, 1, n)) <= W"]),
    ],
    "places in either order": [
        (
            "x[j] + x[k] <= sum(x[i], (i, 1, n))",  # j may be k
            [*PART, "integer j", "1 <= j", "j <= n", "all(x[i] >= 0, (i, 1, n))"],
        ),
    ],
    "what recursions keep": [("a[n + 1] <= 1", ["a[1] <= 1", "all(a[i + 1] <= 2*a[i], (i, 1, n))"])],
}


@pytest.mark.parametrize("name, goal, given", [(name, *row) for name, rows in PROVED.items() for row in rows])
def test_what_is_proved(of_sequences: Callable[..., object], name: str, goal: str, given: list[str]) -> None:
    of_sequences(name, goal, *given, others=(name, *ASKED))


@pytest.mark.parametrize("name, goal, given", [(name, *row) for name, rows in NOT_PROVED.items() for row in rows])
def test_what_is_not(of_sequences: Callable[..., object], name: str, goal: str, given: list[str]) -> None:
    with pytest.raises(NotFound):
        of_sequences(name, goal, *given, effort=0.6)
