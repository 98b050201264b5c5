"""Tests for proofs/search/lemmas/tactics.py: questions that a lemma of the library proves, and false neighbours."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs.kernel.rules import Fact
from proofs.search import decide

SIZE = "integer n", "n >= 1"
P, Q = ((f"all({x}[i] > 0, (i, 1, n))", f"sum({x}[i], (i, 1, n)) == 1") for x in "pq")
DIVERGENCE = "sum(p[i]*log(p[i]/q[i]), (i, 1, n))"
DISTANCE = "sum(abs(p[i] - q[i]), (i, 1, n))"
HELLINGER = "sum((sqrt(p[i]) - sqrt(q[i]))**2, (i, 1, n))"
RAW = (
    "(n*sum(x[i]*y[i], (i, 1, n)) - sum(x[i], (i, 1, n))*sum(y[i], (i, 1, n)))**2 <= "
    "(n*sum(x[i]**2, (i, 1, n)) - sum(x[i], (i, 1, n))**2)*(n*sum(y[i]**2, (i, 1, n)) - sum(y[i], (i, 1, n))**2)"
)
NORMS = "sqrt(sum((x[i] + y[i])**2, (i, 1, n))) <= sqrt(sum(x[i]**2, (i, 1, n))) + sqrt(sum(y[i]**2, (i, 1, n)))"
LENGTHS = "sum(sqrt(x[i]**2 + y[i]**2), (i, 1, n)) >= sqrt(sum(x[i], (i, 1, n))**2 + sum(y[i], (i, 1, n))**2)"
BETWEEN = tuple(f"all({bound}, (i, 1, n))" for bound in ("a <= x[i]", "x[i] <= b", "c <= y[i]", "y[i] <= d"))
MAHLER = "prod(x[i], (i, 1, n))**(1/n) + prod(y[i], (i, 1, n))**(1/n) <= prod(x[i] + y[i], (i, 1, n))**(1/n)"
FALLING = "all(w[i] >= 0, (i, 1, n))", "all(w[i + 1] <= w[i], (i, 1, n - 1))"
FRIEDRICHS = "sum(u[i]**2, (i, 1, n)) <= n**2*sum((u[i] - u[i - 1])**2, (i, 1, n))"


@pytest.mark.parametrize(
    ("theorem", "goal", "given"),
    [
        ("gram", RAW, ()),
        (
            "gruss",
            "abs(sum(p[i]*x[i]*y[i], (i, 1, n)) - sum(p[i]*x[i], (i, 1, n))*sum(p[i]*y[i], (i, 1, n))) <= "
            "(b - a)*(d - c)/4",
            (*P, *BETWEEN),
        ),
        (
            "cassels",
            "4*a*b*sum(x[i]**2, (i, 1, n))*sum(y[i]**2, (i, 1, n)) <= (a + b)**2*sum(x[i]*y[i], (i, 1, n))**2",
            ("0 < a", "0 < b", "all(a*y[i] <= x[i], (i, 1, n))", "all(x[i] <= b*y[i], (i, 1, n))"),
        ),
        (
            "polya_szego",
            "4*a*b*c*d*sum(x[i]**2, (i, 1, n))*sum(y[i]**2, (i, 1, n)) <= (a*c + b*d)**2*sum(x[i]*y[i], (i, 1, n))**2",
            ("0 < a", "0 < c", *BETWEEN),
        ),
        (
            "kantorovich",
            "4*a*b*sum(x[i], (i, 1, n))*sum(1/x[i], (i, 1, n)) <= (a + b)**2*n**2",
            ("0 < a", *BETWEEN[:2]),
        ),
        ("mahler", MAHLER, ("all(x[i] > 0, (i, 1, n))", "all(y[i] > 0, (i, 1, n))")),
        (
            "gruss_of_means",
            "abs(n*sum(x[i]*y[i], (i, 1, n)) - sum(x[i], (i, 1, n))*sum(y[i], (i, 1, n))) <= n**2*(b - a)*(d - c)/4",
            BETWEEN,
        ),
        ("minkowski", NORMS, ()),
        ("root_of_squares", LENGTHS, ()),
        ("pinsker", f"{DISTANCE}**2 <= 2*{DIVERGENCE}", (*P, *Q)),
        ("squares_le_divergence", f"sum((p[i] - q[i])**2, (i, 1, n)) <= {DIVERGENCE}", (*P, *Q)),
        ("member_le_divergence", f"2*(p[1] - q[1])**2 <= {DIVERGENCE}", (*P, *Q)),
        ("hellinger_le_divergence", f"{HELLINGER} <= {DIVERGENCE}", (*P, *Q)),
        ("distance_le_hellinger", f"{DISTANCE}**2 <= 4*{HELLINGER}", (*P, *Q)),
        ("le_cam", f"{DISTANCE}**2 <= 4*(1 - sum(sqrt(p[i]*q[i]), (i, 1, n))**2)", (*P, *Q)),
        (
            "distance_le_triangular",
            f"{DISTANCE}**2 <= 2*sum((p[i] - q[i])**2/(p[i] + q[i]), (i, 1, n))",
            (*P, *Q),
        ),
        ("mean_le_max", "sum(p[i]*x[i], (i, 1, n)) <= max(x[i], (i, 1, n))", P),
        ("poincare", FRIEDRICHS, ("u[0] == 0",)),
        (
            "path_through_member",
            "2*u[k] <= sum(abs(u[i] - u[i - 1]), (i, 1, n))",
            ("integer k", "0 <= k", "k <= n", "u[0] == 0", "u[n] == 0"),
        ),
        (
            "abel_from_above",
            "sum(w[i]*x[i], (i, 1, n)) <= w[1]*b",
            (*FALLING, "all(sum(x[j], (j, 1, i)) <= b, (i, 1, n))"),
        ),
        ("geometric_total_of_exponentials", "sum(exp(-c*i), (i, 1, n)) <= 1/(exp(c) - 1)", ("c > 0",)),
        ("geometric_total_of_exponentials", "sum(exp(-c*i), (i, 0, n)) <= 1/(1 - exp(-c))", ("c > 0",)),
        ("abel", "sum(w[i]*x[i], (i, 1, n)) >= 0", (*FALLING, "all(sum(x[j], (j, 1, i)) >= 0, (i, 1, n))")),
    ],
)
def test_proved(of_sequences: Callable[..., Fact], theorem: str, goal: str, given: tuple[str, ...]) -> None:
    fact = of_sequences("lemmas", goal, *given)
    assert any(kind == "uses" and name.endswith(f".{theorem}") for kind, name in fact.provenance)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (NORMS.replace("x[i] + y[i]", "x[i] + 2*y[i]"), ()),
        (f"{DISTANCE}**2 <= {DIVERGENCE}", (*P, *Q)),
        (f"{DIVERGENCE} <= {HELLINGER}", (*P, *Q)),
        (f"{DISTANCE}**2 <= {HELLINGER}", (*P, *Q)),
        ("3*a*b*sum(x[i], (i, 1, n))*sum(1/x[i], (i, 1, n)) <= a*b*n**2", ("0 < a", *BETWEEN[:2])),
        (FRIEDRICHS, ()),
        ("sum(exp(-c*i), (i, 1, n)) <= 1/(exp(c) - 1)", ("c < 0",)),
        ("sum(exp(-c*i), (i, 0, n)) <= 1/(exp(c) - 1)", ("c > 0",)),
        ("sum(w[i]*x[i], (i, 1, n)) >= 0", (*FALLING, "sum(x[j], (j, 1, n)) >= 0")),
    ],
)
def test_false_neighbours(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, (*SIZE, *given), effort=4).answer == "refuted"
