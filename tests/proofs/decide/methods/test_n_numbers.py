"""What single methods prove about n numbers, by themselves and with `decide`; and what looks like it, but is false."""

from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest

from proofs import checker
from proofs.decide import decide
from proofs.decide.library import complete, theory
from proofs.decide.methods import TABLE
from proofs.decide.question import read_question
from proofs.decide.search import Search
from proofs.writing.proof import Proof

SIZE = "integer n", "n >= 1"
PLACE = "integer k, n", "1 <= k", "k <= n"
WEIGHTS = "all(p[i] >= 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1"
RAW = (
    "(n*sum(x[i]*y[i], (i, 1, n)) - sum(x[i], (i, 1, n))*sum(y[i], (i, 1, n)))**2 <= "
    "(n*sum(x[i]**2, (i, 1, n)) - sum(x[i], (i, 1, n))**2)*(n*sum(y[i]**2, (i, 1, n)) - sum(y[i], (i, 1, n))**2)"
)
RECURSION = "c > 0", "all(f[i] > 0, (i, 1, n + 1))", "all(f[i + 1] <= f[i] - c*f[i]**2, (i, 1, n))"
ORTHOGONAL = "sum(x[i]*(y[i] - a*x[i] - b*z[i]), (i, 1, n)) == 0", "sum(z[i]*(y[i] - a*x[i] - b*z[i]), (i, 1, n)) == 0"
ROWS = "all(sum(abs(a[i, j]), (j, 1, n)) <= c, (i, 1, n))"
NOT_NEGATIVE = "all(x[i] >= 0, (i, 1, n))"
FAST = (
    *SIZE,
    "V >= 0",
    "all(d[i] >= 0, (i, 1, n + 1))",
    "all(u[i] >= 0, (i, 1, n + 1))",
    "all(t[i] >= (i + 1)/2, (i, 1, n + 1))",
    "t[1]**2*d[1] + u[1] <= V",
    "all(t[i + 1]**2*d[i + 1] + u[i + 1] <= t[i]**2*d[i] + u[i], (i, 1, n))",
)
LAST = (
    "h > 0",
    "all(d[i] >= 0, (i, 1, n + 1))",
    "all(f[i + 1] <= f[i], (i, 1, n))",
    "all(2*h*(f[i + 1] - s) <= d[i] - d[i + 1], (i, 1, n))",
)
BASIN = "c > 0", "all(a[i] >= 0, (i, 1, n + 1))", "all(a[i + 1] <= c*a[i]**2, (i, 1, n))"
STEPS = "t[1] == 1", "all(t[i] > 0, (i, 1, n))", "all(t[i + 1]**2 - t[i + 1] == t[i]**2, (i, 1, n - 1))"
STRONGLY_CONVEX = (
    "all(d[i] >= 0, (i, 1, n))",
    "all(d[i + 1] <= (1 - 2/(i + 1))*d[i] + 4*G**2/(i + 1)**2, (i, 1, n - 1))",
)
KNAPSACK = "all(0 <= x[i], (i, 1, n))", "all(x[i] <= 1, (i, 1, n))", "sum(w[i]*x[i], (i, 1, n)) <= W"
BOUNDED_BY = "sum(v[i]*x[i], (i, 1, n)) <= t*W + sum(max(0, v[i] - t*w[i]), (i, 1, n))"
PLACES = "integer j, k, n", "1 <= j", "j <= n", "1 <= k", "k <= n"
AVERAGES = "all(m[i + 1] == b*m[i] + (1 - b)*g[i], (i, 1, n))", "m[1] == 0", "v[1] == 0"
OF_SQUARES = "all(v[i + 1] == {0}*v[i] + (1 - {0})*g[i]**2, (i, 1, n))"
CANTELLI = (
    *PLACE,
    "t > 0",
    *WEIGHTS,
    "m == sum(p[i]*x[i], (i, 1, n))",
    "v == sum(p[i]*(x[i] - m)**2, (i, 1, n))",
    "all(x[i] - m >= t, (i, 1, k))",
)


@pytest.mark.parametrize(
    "method, goal, given",
    [
        ("determinants of three sequences", RAW, SIZE),
        (
            "determinants of three sequences",
            "n*sum(x[i]**2, (i, 1, n))*sum(x[i]**4, (i, 1, n)) >= "
            "n*sum(x[i]**3, (i, 1, n))**2 + sum(x[i]**2, (i, 1, n))**3",
            (*SIZE, "sum(x[i], (i, 1, n)) == 0"),
        ),
        (
            "squares of distances",
            "sum((y[i] - a*x[i] - b*z[i])**2, (i, 1, n)) <= sum((y[i] - c*x[i] - d*z[i])**2, (i, 1, n))",
            (*SIZE, *ORTHOGONAL),
        ),
        (
            "squares of distances",
            "sum((y[i] - b*x[i])**2, (i, 1, n)) + l*b**2 <= sum((y[i] - c*x[i])**2, (i, 1, n)) + l*c**2",
            (*SIZE, "l >= 0", "b*(sum(x[i]**2, (i, 1, n)) + l) == sum(x[i]*y[i], (i, 1, n))"),
        ),
        ("recursions, summed", "f[n + 1] <= 1/(c*n)", (*SIZE, *RECURSION)),
        ("recursions, summed", "f[n + 1] <= f[1]/(1 + c*n*f[1])", (*SIZE, *RECURSION)),
        (
            "recursions, summed",
            "sum(g[i]*(x[i] - u), (i, 1, n)) <= (x[1] - u)**2/(2*h) + h*sum(g[i]**2, (i, 1, n))/2",
            (*SIZE, "h > 0", "all(x[i + 1] == x[i] - h*g[i], (i, 1, n))"),
        ),
        (
            "recursions, summed",
            "sum(sum((x[i, j] - u[j])*g[i, j], (j, 1, m)), (i, 1, n)) <= "
            "sum((x[1, j] - u[j])**2, (j, 1, m))/(2*h) + h*sum(sum(g[i, j]**2, (j, 1, m)), (i, 1, n))/2",
            ("integer m, n", "m >= 1", "n >= 1", "h > 0",
             "all(all(x[i + 1, j] == x[i, j] - h*g[i, j], (j, 1, m)), (i, 1, n))"),
        ),
        (
            "recursions, summed",
            "sum(f[i] - s, (i, 1, n)) <= sum((x[1, j] - u[j])**2, (j, 1, m))/(2*h) + n*h*G**2/2",
            ("integer m, n", "m >= 1", "n >= 1", "h > 0",
             "all(all(x[i + 1, j] == x[i, j] - h*g[i, j], (j, 1, m)), (i, 1, n))",
             "all(f[i] - s <= sum(g[i, j]*(x[i, j] - u[j]), (j, 1, m)), (i, 1, n))",
             "all(sum(g[i, j]**2, (j, 1, m)) <= G**2, (i, 1, n))"),
        ),
        ("recursions, summed", "f[n + 1] - s <= d[1]/(2*h*n)", (*SIZE, *LAST)),
        ("recursions, summed", "d[n + 1] <= 4*V/(n + 1)**2", FAST),
        ("recursions, summed", "(n + 1)*x[n + 1] <= x[1] + n",
         (*SIZE, "all((i + 1)*x[i + 1] <= i*x[i] + 1, (i, 1, n))")),
        ("what recursions keep", "a[n + 1] <= a[1]/2**n", (*SIZE, *BASIN, "c*a[1] <= 1/2")),
        ("what recursions keep", "t[n] >= (n + 1)/2", (*SIZE, *STEPS)),
        ("induction on a size", "d[n] <= 4*G**2/n", (SIZE[0], "n >= 2", *STRONGLY_CONVEX)),
        ("linear", "sum(x[i]*x[i + 1], (i, 1, n - 1)) <= sum(x[i], (i, 1, n))**2/4", (*SIZE, NOT_NEGATIVE)),
        ("linear", "prod(1 - x[i], (i, 1, n)) >= 1/2", (*SIZE, NOT_NEGATIVE, "sum(x[i], (i, 1, n)) <= 1/2")),
        ("linear", "prod(1 + 2*x[i], (i, 1, n)) >= 1 + 2*sum(x[i], (i, 1, n))", (*SIZE, NOT_NEGATIVE)),
        ("term by term", "sum(1/sqrt(n**2 + i), (i, 1, n)) < 1", SIZE),
        ("induction, with what is to spare at first", "prod(1 + 1/(i*(i + 2)), (i, 1, n)) < 2", SIZE),
        (
            "portions of a range",
            "t**2*sum(p[i], (i, 1, k)) <= sum(p[i]*(x[i] - m)**2, (i, 1, n))",
            (*PLACE, "t >= 0", *WEIGHTS, "all(abs(x[i] - m) >= t, (i, 1, k))"),
        ),
        (
            "portions of a range",
            "sum(p[i], (i, k, n)) <= exp(-s*t)*sum(p[i]*exp(s*x[i]), (i, 1, n))",
            (*PLACE, "s >= 0", *WEIGHTS, "all(x[i] >= t, (i, k, n))"),
        ),
        ("portions of a range", "sum(p[i], (i, 1, k)) <= v/(v + t**2)", CANTELLI),
        (
            "portions of a range",
            "(n - k + 1)*x[k] <= sum(x[i], (i, 1, n))",
            (*PLACE, "all(x[i] <= x[i + 1], (i, 1, n - 1))", "all(x[i] >= 0, (i, 1, n))"),
        ),
        (
            "factors that are bounded",
            "sum(a[i]*x[i], (i, 1, n)) <= max(abs(x[i]), (i, 1, n))*sum(abs(a[i]), (i, 1, n))",
            SIZE,
        ),
        (
            "a factor of both sides",
            "c*sum(x[i], (i, 1, n)) <= c*sum(abs(x[i]), (i, 1, n))",
            (*SIZE, "c >= 0", "sum(x[i], (i, 1, n)) <= sum(abs(x[i]), (i, 1, n))"),
        ),
        (
            "a member against squares",
            "n*(x[k] - c)**2 <= (n - 1)*sum((x[i] - c)**2, (i, 1, n))",
            (*PLACE, "n*c == sum(x[i], (i, 1, n))"),
        ),
        ("a member against squares", "(x[j] - x[k])**2 <= 2*sum((x[i] - c)**2, (i, 1, n))",
         ("integer j, k, n", "1 <= j", "j <= n", "1 <= k", "k <= n")),
        (
            "summation by parts",
            "sum(y[i]**2, (i, 1, n)) <= sum(x[i]**2, (i, 1, n))",
            (*SIZE, "all(y[i + 1] <= y[i], (i, 1, n - 1))", "sum(x[i], (i, 1, n)) == sum(y[i], (i, 1, n))",
             "all(sum(y[i], (i, 1, k)) <= sum(x[i], (i, 1, k)), (k, 1, n))"),
        ),
        (
            "chords of powers of e",
            "sum(p[i]*exp(t*x[i]), (i, 1, n)) <= exp(t**2/2)",
            (*SIZE, *WEIGHTS, "all(-1 <= x[i], (i, 1, n))", "all(x[i] <= 1, (i, 1, n))",
             "sum(p[i]*x[i], (i, 1, n)) == 0"),
        ),
        (
            "parts of logarithms",
            "-sum((a*p[i] + (1 - a)*q[i])*log(a*p[i] + (1 - a)*q[i]), (i, 1, n)) >= "
            "-a*sum(p[i]*log(p[i]), (i, 1, n)) - (1 - a)*sum(q[i]*log(q[i]), (i, 1, n))",
            (*SIZE, "all(p[i] > 0, (i, 1, n))", "all(q[i] > 0, (i, 1, n))", "0 < a", "a < 1"),
        ),
        (
            "induction on a size",
            "m[n + 1] == (1 - b)*sum(b**(n - i)*g[i], (i, 1, n))",
            (*SIZE, "0 < b", "b < 1", "m[1] == 0", "all(m[i + 1] == b*m[i] + (1 - b)*g[i], (i, 1, n))"),
        ),
        (
            "induction from a size on",
            "x[n] <= r**(n - m)*x[m]",
            ("integer m, n", "1 <= m", "m <= n", "r >= 0", "all(x[i + 1] <= r*x[i], (i, m, n - 1))"),
        ),
        (
            "induction on a size",
            "x[n + 1] <= x[1]*exp(sum(b[i], (i, 1, n)))",
            (*SIZE, "all(x[i] >= 0, (i, 1, n + 1))", "all(b[i] >= 0, (i, 1, n))",
             "all(x[i + 1] <= (1 + b[i])*x[i], (i, 1, n))"),
        ),
    ],
)  # fmt: skip
def test_a_method_by_itself(method: str, goal: str, given: tuple[str, ...]) -> None:
    kinds = [kind for kind in TABLE if kind.name != "of sequences"]
    own = next(kind for kind in TABLE if kind.name == "of sequences")
    one = replace(own, methods=[m for m in own.methods if m.name in (method, "linear", "signs")])
    asked = read_question(goal, list(given))
    (wanted,) = asked.goals
    p = Proof("goal", theory(True))
    search = Search(p, time.monotonic() + 60, [kinds[0], kinds[1], one, *kinds[2:]])
    p.qed(search.prove(asked.given, wanted), wanted, asked.given)
    assert search.settled_by == method
    assert all(v.accepted for v in checker.check(complete([json.loads(json.dumps(p.stored))])))


@pytest.mark.parametrize(
    "goal, given",
    [
        ("max(abs(sum(a[i, j]*x[j], (j, 1, n))), (i, 1, n)) <= c*max(abs(x[j]), (j, 1, n))", (*SIZE, ROWS)),
        ("sum(g**i*r[i], (i, 0, n)) <= R/(1 - g)", (*SIZE, "0 <= g", "g < 1", "R >= 0", "all(r[i] <= R, (i, 0, n))")),
        (
            "(sum(x[i]*y[i], (i, 1, n)) - n*c*d)**2 <= "
            "(sum(x[i]**2, (i, 1, n)) - n*c**2)*(sum(y[i]**2, (i, 1, n)) - n*d**2)",
            (*SIZE, "n*c == sum(x[i], (i, 1, n))", "n*d == sum(y[i], (i, 1, n))"),
        ),
        (
            "sum(p[i]*log(p[i]/q[i]), (i, 1, n)) <= log(1 + sum((p[i] - q[i])**2/q[i], (i, 1, n)))",
            (*SIZE, "all(p[i] > 0, (i, 1, n))", "all(q[i] > 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1",
             "sum(q[i], (i, 1, n)) == 1"),
        ),
        (
            "sum(x[i]**2, (i, 1, n)) - sum(x[i], (i, 1, n))**2/n <= "
            "n*(max(x[i], (i, 1, n)) - min(x[i], (i, 1, n)))**2/4",
            SIZE,
        ),
        ("prod(x[i], (i, 1, n)) <= 1", (*SIZE, "all(x[i] >= 0, (i, 1, n))", "sum(x[i], (i, 1, n)) == n")),
        ("max(p[i], (i, 1, n)) <= 1 - prod(1 - p[i], (i, 1, n))",
         (*SIZE, "all(0 <= p[i], (i, 1, n))", "all(p[i] <= 1, (i, 1, n))")),
        (
            "sum(p[i]*x[i]**2, (i, 1, n))**3 <= sum(p[i]*x[i]**3, (i, 1, n))**2",
            (*SIZE, "all(p[i] > 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1", "all(x[i] > 0, (i, 1, n))"),
        ),
        (
            "sum(sum(a[i, j]*x[j], (j, 1, n))**2, (i, 1, n)) <= sum(x[i]**2, (i, 1, n))",
            (*SIZE, "all(all(a[i, j] >= 0, (j, 1, n)), (i, 1, n))", "all(sum(a[i, j], (j, 1, n)) == 1, (i, 1, n))",
             "all(sum(a[i, j], (i, 1, n)) == 1, (j, 1, n))"),
        ),
        (BOUNDED_BY, (*SIZE, "t >= 0", *KNAPSACK)),
        ("sum(x[i]**3, (i, 1, n)) >= sum(x[i], (i, 1, n))**2",
         (*SIZE, "x[1] >= 1", "all(x[i + 1] >= x[i] + 1, (i, 1, n - 1))")),
        ("abs(x[j] - x[k]) <= sum(abs(x[i] - c), (i, 1, n))", PLACES),
        ("sum(abs(x[i] - c), (i, 1, n)) >= max(x[i], (i, 1, n)) - min(x[i], (i, 1, n))", SIZE),
        ("m[n + 1]**2 <= v[n + 1]", (*SIZE, "0 < b", "b < 1", *AVERAGES, OF_SQUARES.format("b"))),
        ("prod(2 + x[i], (i, 1, n)) >= 3**n", (*SIZE, "all(x[i] > 0, (i, 1, n))", "prod(x[i], (i, 1, n)) == 1")),
        ("prod(1 + x[i], (i, 1, n)) <= 1 + 2*sum(x[i], (i, 1, n))",
         (*SIZE, NOT_NEGATIVE, "sum(x[i], (i, 1, n)) <= 1")),
    ],
)  # fmt: skip
def test_methods_together(goal: str, given: tuple[str, ...]) -> None:
    answer = decide(goal, given, timeout=60)
    assert answer.answer == "proved"
    assert all(v.accepted for v in checker.check(answer.certificate))


@pytest.mark.parametrize(
    "goal, given",
    [
        (
            "sum((y[i] - a*x[i] - b*z[i])**2, (i, 1, n)) <= sum((y[i] - c*x[i] - d*z[i])**2, (i, 1, n))",
            (*SIZE, ORTHOGONAL[0]),
        ),
        ("n*sum(x[i]**4, (i, 1, n)) >= 2*sum(x[i]**2, (i, 1, n))**2", SIZE),
        (
            "max(abs(sum(a[i, j]*x[j], (j, 1, n))), (i, 1, n)) <= c*max(abs(x[j]), (j, 1, n))",
            (*SIZE, "all(sum(a[i, j], (j, 1, n)) <= c, (i, 1, n))"),
        ),
        ("f[n + 1] <= 1/(2*c*n)", (*SIZE, *RECURSION)),
        ("d[n + 1] <= V/(n + 1)**2", FAST),
        ("f[n + 1] - s <= d[1]/(2*h*n)", (*SIZE, *LAST[:2], LAST[3])),
        ("prod(1 + 1/(i*(i + 2)), (i, 1, n)) < 19/10", SIZE),
        ("a[n + 1] <= a[1]/2**n", (*SIZE, *BASIN, "c*a[1] <= 1")),
        ("t[n] >= (n + 2)/2", (*SIZE, *STEPS)),
        ("d[n] <= 2*G**2/n", (SIZE[0], "n >= 2", *STRONGLY_CONVEX)),
        ("sum(x[i]*x[i + 1], (i, 1, n - 1)) <= sum(x[i], (i, 1, n))**2/5", (*SIZE, NOT_NEGATIVE)),
        ("sum(x[i]*x[i + 1], (i, 1, n - 1)) <= sum(x[i], (i, 1, n))**2/4", SIZE),
        ("prod(1 - x[i], (i, 1, n)) >= 1/2", (*SIZE, NOT_NEGATIVE, "sum(x[i], (i, 1, n)) <= 3/5")),
        ("prod(1 - x[i], (i, 1, n)) >= 1 - sum(x[i], (i, 1, n))", SIZE),
        (BOUNDED_BY, (*SIZE, *KNAPSACK)),
        ("abs(x[j] - x[k]) <= sum(abs(x[i] - c), (i, 1, n))/2", PLACES),
        ("m[n + 1]**2 <= v[n + 1]", (*SIZE, "0 < b", "b < 1", "0 < c", "c < 1", *AVERAGES, OF_SQUARES.format("c"))),
        ("prod(2 + x[i], (i, 1, n)) >= 4**n", (*SIZE, "all(x[i] > 0, (i, 1, n))", "prod(x[i], (i, 1, n)) == 1")),
        ("sum(1/sqrt(n**2 + i), (i, 1, n)) < 9/10", SIZE),
        ("n*x[k] <= sum(x[i], (i, 1, n))", (*PLACE, "all(x[i] <= x[i + 1], (i, 1, n - 1))")),
        ("(x[k] - c)**2 <= sum((x[i] - c)**2, (i, 1, n))/2", (*PLACE, "n >= 3", "n*c == sum(x[i], (i, 1, n))")),
    ],
)
def test_what_looks_like_it(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, timeout=30).answer == "refuted"
