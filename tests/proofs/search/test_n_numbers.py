"""What single methods prove about n numbers, by themselves and with `decide`; and what looks like it, but is false."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from proofs import checker
from proofs.kernel.rules import Fact
from proofs.search import decide, prove

SIZE = "integer n", "n >= 1"
PLACE = "integer k, n", "1 <= k", "k <= n"
WEIGHTS = "all(p[i] >= 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1"
RECURSION = "c > 0", "all(f[i] > 0, (i, 1, n + 1))", "all(f[i + 1] <= f[i] - c*f[i]**2, (i, 1, n))"
ORTHOGONAL = "sum(x[i]*(y[i] - a*x[i] - b*z[i]), (i, 1, n)) == 0", "sum(z[i]*(y[i] - a*x[i] - b*z[i]), (i, 1, n)) == 0"
ROWS = "all(sum(abs(a[i, j]), (j, 1, n)) <= c, (i, 1, n))"
COLUMNS = "all(sum(abs(a[i, j]), (i, 1, n)) <= c, (j, 1, n))"
SYMMETRIC = "all(all(a[i, j] == a[j, i], (j, 1, n)), (i, 1, n))"
FORM = "sum(sum(a[i, j]*x[i]*x[j], (j, 1, n)), (i, 1, n))"
DOMINANT = "all(2*a[i, i] >= sum(abs(a[i, j]), (j, 1, n)), (i, 1, n))"
ROUNDED = (
    "u >= 0",
    "all(abs(d[i]) <= u, (i, 1, n))",
    "s[1] == 0",
    "all(s[i + 1] == (s[i] + x[i])*(1 + d[i]), (i, 1, n))",
)
DESCENT = "l > 0", "all(f[i + 1] <= f[i] - g[i]**2/(2*l), (i, 1, n))", "s <= f[n + 1]"
NORMS = "abs(sqrt(sum(x[i]**2, (i, 1, n))) - sqrt(sum(y[i]**2, (i, 1, n)))) <= sqrt(sum((x[i] - y[i])**2, (i, 1, n)))"
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
SIZES = "integer m, n", "m >= 1", "n >= 1"
P, Q = ((f"all({x}[i] > 0, (i, 1, n))", f"sum({x}[i], (i, 1, n)) == 1") for x in "pq")
CHANNEL = "all(all(w[i, j] > 0, (j, 1, m)), (i, 1, n))", "all(sum(w[i, j], (j, 1, m)) == 1, (i, 1, n))"
JOINT = "all(all(r[i, j] > 0, (j, 1, m)), (i, 1, n))", "sum(sum(r[i, j], (j, 1, m)), (i, 1, n)) == 1"
MARGINALS = "all(a[i] == sum(r[i, j], (j, 1, m)), (i, 1, n))", "all(b[j] == sum(r[i, j], (i, 1, n)), (j, 1, m))"
OUTPUT = "sum(-sum(p[i]*w[i, j], (i, 1, n))*log(sum(p[i]*w[i, j], (i, 1, n))), (j, 1, m))"
SCHUR = (
    "sum(sum(a[i, j]*x[i]*y[j], (j, 1, m)), (i, 1, n)) <= sum(x[i]**2, (i, 1, n))/2 + sum(y[j]**2, (j, 1, m))/2",
    "all(all(a[i, j] >= 0, (j, 1, m)), (i, 1, n))",
    "all(sum(a[i, j], (j, 1, m)) <= 1, (i, 1, n))",
    "all(sum(a[i, j], (i, 1, n)) <= 1, (j, 1, m))",
)
GROUPS = "k*c == sum(x[i], (i, 1, k))", "(n - k)*d == sum(x[i], (i, k + 1, n))"
BOUNDED = (
    "all(a <= x[i], (i, 1, n))",
    "all(x[i] <= b, (i, 1, n))",
    "all(c <= y[i], (i, 1, n))",
    "all(y[i] <= d, (i, 1, n))",
)
WEIGHTED = (
    "sum(sum(x[i]*y[j]*a[i, j], (j, 1, m)), (i, 1, n))**2 <= "
    "sum(sum(x[i]**2*a[i, j], (j, 1, m)), (i, 1, n))*sum(sum(y[j]**2*a[i, j], (j, 1, m)), (i, 1, n))"
)
CUBES = "sum(x[i]*y[i]*z[i], (i, 1, n))**3 <= sum(x[i]**3, (i, 1, n))*sum(y[i]**3, (i, 1, n))*sum(z[i]**3, (i, 1, n))"
STANDARD = "n*m == sum(x[i], (i, 1, n))", "n*s**2 == sum((x[i] - m)**2, (i, 1, n))"
STANDARDISED = (*PLACE, "s > 0", *STANDARD)
COINS = "all(0 <= p[i], (i, 1, n))", "all(p[i] <= 1, (i, 1, n))", "n*m == sum(p[i], (i, 1, n))"
FALLING = "all(p[i + 1] <= p[i], (i, 1, n - 1))"
PAIRS_OF_FACTORS = (
    "prod(1 + x[i], (i, 1, n)) >= 1 + sum(x[i], (i, 1, n)) + (sum(x[i], (i, 1, n))**2 - sum(x[i]**2, (i, 1, n)))/2"
)
POLYA = "4*a*b*c*d*sum(x[i]**2, (i, 1, n))*sum(y[i]**2, (i, 1, n)) <= (a*c + b*d)**2*sum(x[i]*y[i], (i, 1, n))**2"
MEANS = "n*k == sum(x[i], (i, 1, n))", "(n + 1)*m == sum(x[i], (i, 1, n + 1))"
ONE_MORE = "sum((x[i] - m)**2, (i, 1, n + 1))"
BLOCKS = (
    "sum(p[i], (i, 1, k)) + sum(p[i], (i, k + 1, n)) == 1",
    "sum(q[i], (i, 1, k)) + sum(q[i], (i, k + 1, n)) == 1",
    "a == sum(p[i], (i, 1, k))",
    "b == sum(q[i], (i, 1, k))",
)
TILTED = "all(q[i] == p[i]*exp(s*a[i])/sum(p[j]*exp(s*a[j]), (j, 1, n)), (i, 1, n))"
FANO = "sum(-p[i]*log(p[i]), (i, 1, n)) <= -p[k]*log(p[k]) - (1 - p[k])*log(1 - p[k]) + (1 - p[k])*log(n - 1)"
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

        ("what recursions keep", "t[n] >= (n + 1)/2", (*SIZE, *STEPS)),

        ("linear", "sum(x[i]*x[i + 1], (i, 1, n - 1)) <= sum(x[i], (i, 1, n))**2/4", (*SIZE, NOT_NEGATIVE)),
        ("linear", f"{ONE_MORE} == sum((x[i] - k)**2, (i, 1, n)) + n*(x[n + 1] - k)**2/(n + 1)", (*SIZE, *MEANS)),
        ("linear", "m == k + (x[n + 1] - k)/(n + 1)", (*SIZE, *MEANS)),
        (
            "parts of logarithms",
            "sum(p[i]*log(p[i]/q[i]), (i, 1, k)) + sum(p[i]*log(p[i]/q[i]), (i, k + 1, n)) >= "
            "a*log(a) - a*log(b) + (1 - a)*log(1 - a) - (1 - a)*log(1 - b)",
            (*PLACE[:2], "k < n", P[0], Q[0], *BLOCKS),
        ),
        ("linear", "prod(1 - x[i], (i, 1, n)) >= 1/2", (*SIZE, NOT_NEGATIVE, "sum(x[i], (i, 1, n)) <= 1/2")),
        ("linear", "prod(1 + 2*x[i], (i, 1, n)) >= 1 + 2*sum(x[i], (i, 1, n))", (*SIZE, NOT_NEGATIVE)),

        ("induction, with what is to spare at first", "prod(1 + 1/(i + 1)**2, (i, 1, n)) < 2", SIZE),
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
        (
            "functions of mixtures",
            "sum(sum(p[i]*w[i, j], (i, 1, n))*log(sum(p[i]*w[i, j], (i, 1, n))/sum(q[i]*w[i, j], (i, 1, n))), "
            "(j, 1, m)) <= sum(p[i]*log(p[i]/q[i]), (i, 1, n))",
            (*SIZES, *P, *Q, *CHANNEL),
        ),
        (
            "functions of mixtures",
            "sum((sum(p[i]*w[i, j], (i, 1, n)) - sum(q[i]*w[i, j], (i, 1, n)))**2/sum(q[i]*w[i, j], (i, 1, n)), "
            "(j, 1, m)) <= sum((p[i] - q[i])**2/q[i], (i, 1, n))",
            (*SIZES, *P, *Q, *CHANNEL),
        ),
        ("functions of mixtures", f"{OUTPUT} >= sum(p[i]*sum(-w[i, j]*log(w[i, j]), (j, 1, m)), (i, 1, n))",
         (*SIZES, *P, *CHANNEL)),
        (
            "functions of mixtures",
            "sum(sqrt(sum(p[i]*w[i, j], (i, 1, n))*sum(q[i]*w[i, j], (i, 1, n))), (j, 1, m)) >= "
            "sum(sqrt(p[i]*q[i]), (i, 1, n))",
            (*SIZES, *P, *Q, *CHANNEL),
        ),
        (
            "functions of members that are mixtures",
            "sum(sum(r[i, j]*log(r[i, j]/s[i, j]), (j, 1, m)), (i, 1, n)) >= sum(a[i]*log(a[i]/c[i]), (i, 1, n))",
            (*SIZES, JOINT[0], MARGINALS[0], "all(all(s[i, j] > 0, (j, 1, m)), (i, 1, n))",
             "all(c[i] == sum(s[i, j], (j, 1, m)), (i, 1, n))"),
        ),
        (
            "what nested sums are",
            "sum(sum(p[i]*r[j]*log(p[i]*r[j]/(q[i]*s[j])), (j, 1, m)), (i, 1, n)) == "
            "sum(p[i]*log(p[i]/q[i]), (i, 1, n)) + sum(r[j]*log(r[j]/s[j]), (j, 1, m))",
            (*SIZES, *P, *Q, "all(r[j] > 0, (j, 1, m))", "all(s[j] > 0, (j, 1, m))", "sum(r[j], (j, 1, m)) == 1"),
        ),
        (
            "what nested sums are",
            "sum(sum(a[i, j]*(x[i] - x[j])**2, (j, 1, n)), (i, 1, n)) == "
            "2*sum(d[i]*x[i]**2, (i, 1, n)) - 2*sum(sum(a[i, j]*x[i]*x[j], (j, 1, n)), (i, 1, n))",
            (*SIZE, "all(all(a[i, j] == a[j, i], (j, 1, n)), (i, 1, n))",
             "all(d[i] == sum(a[i, j], (j, 1, n)), (i, 1, n))"),
        ),
        (
            "divergences at two indices",
            "sum(sum(-r[i, j]*log(r[i, j]), (j, 1, m)), (i, 1, n)) <= "
            "-sum(a[i]*log(a[i]), (i, 1, n)) - sum(b[j]*log(b[j]), (j, 1, m))",
            (*SIZES, *JOINT, *MARGINALS),
        ),
        (
            "divergences at two indices",
            "sum(sum(r[i, j]*log(r[i, j]/(a[i]*b[j])), (j, 1, m)), (i, 1, n)) <= sum(-a[i]*log(a[i]), (i, 1, n))",
            (*SIZES, *JOINT, *MARGINALS),
        ),
        ("divergences at two indices", SCHUR[0], (*SIZES, *SCHUR[1:])),
        (
            "sums by equations",
            "sum((x[i] - m)**2, (i, 1, n)) == sum((x[i] - c)**2, (i, 1, k)) + sum((x[i] - d)**2, (i, k + 1, n)) + "
            "k*(c - m)**2 + (n - k)*(d - m)**2",
            ("integer k, n", "1 <= k", "k < n", *GROUPS),
        ),
        (
            "sums by equations",
            "sum((x[i] - c)**2, (i, 1, k)) + sum((x[i] - d)**2, (i, k + 1, n)) <= sum((x[i] - m)**2, (i, 1, n))",
            ("integer k, n", "1 <= k", "k < n", *GROUPS),
        ),

        ("powers of sums, member by member", WEIGHTED, (*SIZES, "all(all(a[i, j] >= 0, (j, 1, m)), (i, 1, n))")),
        (
            "powers of sums, member by member",
            "sum(sum(a[i, j]*b[i, j], (j, 1, m)), (i, 1, n))**2 <= "
            "sum(sum(a[i, j]**2, (j, 1, m)), (i, 1, n))*sum(sum(b[i, j]**2, (j, 1, m)), (i, 1, n))",
            SIZES,
        ),
        (
            "powers of sums, member by member",
            "sum(sum(abs(x[i] - x[j]), (j, 1, n)), (i, 1, n))**2 <= "
            "n**2*sum(sum((x[i] - x[j])**2, (j, 1, n)), (i, 1, n))",
            SIZE,
        ),
        ("powers of sums, member by member", CUBES, (*SIZE, *(f"all({x}[i] >= 0, (i, 1, n))" for x in "xyz"))),
        (
            "powers of sums, member by member",
            "sum(p[i]*x[i]**2, (i, 1, n))**3 <= sum(p[i]*x[i]**3, (i, 1, n))**2",
            (*SIZE, *WEIGHTS, "all(x[i] >= 0, (i, 1, n))"),
        ),
        (
            "powers of sums, member by member",
            "sum(sum(exp(x[i])*v[i, j], (i, 1, n))**2/sum(exp(x[i]), (i, 1, n))**2, (j, 1, m)) <= "
            "sum(exp(x[i])*sum(v[i, j]**2, (j, 1, m)), (i, 1, n))/sum(exp(x[i]), (i, 1, n))",
            SIZES,
        ),
        ("powers of sums, member by member", "sum((exp(x[i])/sum(exp(x[j]), (j, 1, n)))**2, (i, 1, n)) >= 1/n", SIZE),
        (
            "portions of a range",
            "k*t**2 <= sum((x[i] - c)**2, (i, 1, n))",
            (*PLACE, "t >= 0", "all(abs(x[i] - c) >= t, (i, 1, k))"),
        ),
        (
            "portions of a range",
            "k*exp(r*a) <= sum(exp(r*x[i]), (i, 1, n))",
            ("integer k, n", "0 <= k", "k <= n", "r > 0", "all(x[i] >= a, (i, 1, k))"),
        ),
        ("divergences at two indices", f"{FORM} <= c*sum(x[i]**2, (i, 1, n))", (*SIZE, ROWS, SYMMETRIC)),
        ("divergences at two indices", f"{FORM} >= 0", (*SIZE, DOMINANT, SYMMETRIC)),
        (
            "divergences at two indices",
            "sum(abs(sum(a[i, j]*x[j], (j, 1, n))), (i, 1, n)) <= c*sum(abs(x[j]), (j, 1, n))",
            (*SIZE, COLUMNS),
        ),
        ("recursions, summed", "sum(g[i]**2, (i, 1, n)) <= 2*l*(f[1] - s)", (*SIZE, *DESCENT)),
        (
            "induction from no steps on",
            "abs(s[n + 1]) <= (1 + u)**n*sum(abs(x[i]), (i, 1, n))",
            (*SIZE, *ROUNDED),
        ),
        (
            "tangent at the mean",
            "sum(1/(1 + x[i]), (i, 1, n)) >= n**2/(n + sum(x[i], (i, 1, n)))",
            (*SIZE, "all(x[i] > 0, (i, 1, n))"),
        ),
    ],
)  # fmt: skip
def test_a_method_by_itself(of_sequences: Callable[..., Fact], method: str, goal: str, given: tuple[str, ...]) -> None:
    of_sequences(method, goal, *given, size=(), others=(method, "linear", "signs"))


@pytest.mark.parametrize(
    "goal, given",
    [
        ("sum(g**i*r[i], (i, 0, n)) <= R/(1 - g)", (*SIZE, "0 <= g", "g < 1", "R >= 0", "all(r[i] <= R, (i, 0, n))")),


        ("sum(p[i]*log(1 + exp(x[i])), (i, 1, n)) >= log(1 + exp(sum(p[i]*x[i], (i, 1, n))))", (*SIZE, *WEIGHTS)),
        (POLYA, (*SIZE, "0 < a", "a <= b", "0 < c", "c <= d", *BOUNDED)),
        (
            "sum(p[i]*x[i]**2, (i, 1, n))*sum(p[i]/x[i]**2, (i, 1, n)) <= (a**2 + b**2)**2/(4*a**2*b**2)",
            (*SIZE, "0 < a", "a <= b", *WEIGHTS, *BOUNDED[:2]),
        ),
        ("prod(x[i], (i, 1, n)) <= 1", (*SIZE, "all(x[i] >= 0, (i, 1, n))", "sum(x[i], (i, 1, n)) == n")),
        ("max(p[i], (i, 1, n)) <= 1 - prod(1 - p[i], (i, 1, n))",
         (*SIZE, "all(0 <= p[i], (i, 1, n))", "all(p[i] <= 1, (i, 1, n))")),
        (
            "sum(p[i]*x[i]**2, (i, 1, n))**3 <= sum(p[i]*x[i]**3, (i, 1, n))**2",
            (*SIZE, "all(p[i] > 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1", "all(x[i] > 0, (i, 1, n))"),
        ),

        (BOUNDED_BY, (*SIZE, "t >= 0", *KNAPSACK)),
        ("m[n + 1]**2 <= v[n + 1]", (*SIZE, "0 < b", "b < 1", *AVERAGES, OF_SQUARES.format("b"))),
        ("prod(2 + x[i], (i, 1, n)) >= 3**n", (*SIZE, "all(x[i] > 0, (i, 1, n))", "prod(x[i], (i, 1, n)) == 1")),
    ],
)  # fmt: skip
def test_methods_together(goal: str, given: tuple[str, ...]) -> None:
    answer = prove(goal, given, effort=60)
    assert answer.answer == "proved"
    assert all(v.accepted for v in checker.check(answer.certificate))


@pytest.mark.parametrize(
    ("method", "goal", "given", "others"),
    [
        (
            "one member apart",
            "exp(s[k])/sum(exp(s[i]), (i, 1, n)) <= 1/(1 + (n - 1)*exp(-2))",
            (*PLACE, "all(abs(s[i]) <= 1, (i, 1, n))"),
            ["sums as numbers"],
        ),
        (
            "one member apart, the others bounded by a number",
            "p[k] <= 1 - (n - 1)*a",
            (*PLACE, "a > 0", "sum(p[i], (i, 1, n)) == 1", "all(p[i] >= a, (i, 1, n))"),
            [],
        ),
        (
            "what recursions keep",
            "sum(x[i]**3, (i, 1, n)) >= sum(x[i], (i, 1, n))**2",
            (*SIZE, "x[1] >= 1", "all(x[i + 1] >= x[i] + 1, (i, 1, n - 1))"),
            ["a factor of both sides", "induction from no steps on"],
        ),
        ("induction on a size", PAIRS_OF_FACTORS, (*SIZE, NOT_NEGATIVE), []),
        (
            "what sequences are",
            "sum(q[i]*a[i], (i, 1, n)) >= sum(p[i]*a[i], (i, 1, n))",
            (*SIZE, *P, "s >= 0", TILTED),
            ["facts at an index, summed"],
        ),
        (
            "logarithms of quotients",
            "sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= a*log(a/b)",
            (*SIZE, P[0], Q[0], "sum(p[i], (i, 1, n)) == a", "sum(q[i], (i, 1, n)) == b"),
            ["parts of logarithms"],
        ),
        ("sums that go out", FANO, (*PLACE, "n >= 2", *P), []),
        (  # signs are asked of parts of members, too, whose index is bound
            "term by term",
            "sum(a[i]*log(a[i]/b[i]) + (1 - a[i])*log((1 - a[i])/(1 - b[i])), (i, 1, n)) >= "
            "2*sum((a[i] - b[i])**2, (i, 1, n))",
            (*SIZE, *(f"all(0 < {x}[i] < 1, (i, 1, n))" for x in "ab")),
            ["linear", "signs", "term by term"],
        ),
        (
            "log of both sides",
            "sum(sqrt(p[i]*q[i]), (i, 1, n)) >= exp(-sum(p[i]*log(p[i]/q[i]), (i, 1, n))/2)",
            (*SIZE, *P, *Q),
            ["logarithms of sums, with weights", "induction on a size"],
        ),
        (
            "squares of both sides",
            "abs(x[k] - m) <= s*sqrt(n - 1)",
            STANDARDISED,
            ["a member against squares", "times how many members"],
        ),
    ],
)
def test_a_method_with_what_it_asks_others(
    of_sequences: Callable[..., Fact], method: str, goal: str, given: tuple[str, ...], others: list[str]
) -> None:
    """What the whole search comes to late."""
    of_sequences(method, goal, *given, size=(), others=others)


@pytest.mark.parametrize(
    "goal, given",
    [
        ("abs((x[k] - m)/s) <= sqrt(n - 2)", (*STANDARDISED, "n >= 2")),
        (
            "log(sum(exp(s[i]), (i, 1, n))) - s[k] >= log(1 + (n - 1)*exp(-1))",
            (*PLACE, "all(abs(s[i]) <= 1, (i, 1, n))"),
        ),
        ("p[k] <= 1 - n*a", (*PLACE, "a > 0", "sum(p[i], (i, 1, n)) == 1", "all(p[i] >= a, (i, 1, n))")),
        (
            "log(sum(exp(x[i]), (i, 1, n))) - (1 - t)*x[k] - t*sum(x[i], (i, 1, n))/n >= log(n)",
            (*PLACE, "0 <= t", "t <= 1"),
        ),
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
        (f"{NORMS}/2", SIZE),
        (f"{FORM} <= c/2*sum(x[i]**2, (i, 1, n))", (*SIZE, ROWS, SYMMETRIC)),
        (f"{FORM} >= 0", (*SIZE, DOMINANT)),
        ("sum(abs(sum(a[i, j]*x[j], (j, 1, n))), (i, 1, n)) <= c*sum(abs(x[j]), (j, 1, n))", (*SIZE, ROWS)),
        ("sum(g[i]**2, (i, 1, n)) <= l*(f[1] - s)", (*SIZE, *DESCENT)),
        ("abs(s[n + 1]) <= sum(abs(x[i]), (i, 1, n))", (*SIZE, *ROUNDED)),
        ("prod(2 + x[i], (i, 1, n)) >= 4**n", (*SIZE, "all(x[i] > 0, (i, 1, n))", "prod(x[i], (i, 1, n)) == 1")),
        ("sum(1/sqrt(n**2 + i), (i, 1, n)) < 9/10", SIZE),
        ("n*x[k] <= sum(x[i], (i, 1, n))", (*PLACE, "all(x[i] <= x[i + 1], (i, 1, n - 1))")),
        (f"{OUTPUT} >= sum(-p[i]*log(p[i]), (i, 1, n))", (*SIZES, *P, *CHANNEL)),  # columns need not have the sum 1
        (
            "sum(sum(-r[i, j]*log(r[i, j]), (j, 1, m)), (i, 1, n)) <= -sum(a[i]*log(a[i]), (i, 1, n))",
            (*SIZES, *JOINT, *MARGINALS),
        ),
        (SCHUR[0], (*SIZES, *SCHUR[1:3])),
        (WEIGHTED, SIZES),
        (
            "sqrt(sum((x[i] + 2*y[i])**2, (i, 1, n))) <= sqrt(sum(x[i]**2, (i, 1, n))) + sqrt(sum(y[i]**2, (i, 1, n)))",
            SIZE,
        ),
        (POLYA.replace("4*", "5*"), (*SIZE, "0 < a", "a <= b", "0 < c", "c <= d", *BOUNDED)),
        (CUBES, (*SIZE, "all(x[i] >= 0, (i, 1, n))", "all(y[i] >= 0, (i, 1, n))")),
        (
            "2*k*t**2 <= sum((x[i] - c)**2, (i, 1, n))",
            (*PLACE, "t >= 0", "all(abs(x[i] - c) >= t, (i, 1, k))"),
        ),
        (
            "sum(p[i]*log(p[i]/q[i]), (i, 1, n)) <= log(1 + sum((p[i] - q[i])**2, (i, 1, n))/(2*m))",
            (*SIZE, *P, *Q, "m > 0", "all(q[i] >= m, (i, 1, n))"),
        ),
        ("(x[k] - c)**2 <= sum((x[i] - c)**2, (i, 1, n))/2", (*PLACE, "n >= 3", "n*c == sum(x[i], (i, 1, n))")),
        (
            "log(sum(exp(x[i]), (i, 1, n))) >= t*x[k] + 2*(1 - t)*sum(x[i], (i, 1, n))/n",
            (*PLACE, "0 <= t", "t <= 1"),
        ),
        ("abs(x[k] - m) <= s*sqrt(n)/2", STANDARDISED),
        ("p[k] <= 1/(2*k)", (*PLACE, *P, FALLING)),
        ("m <= 3/4", (*SIZE, *COINS)),
        ("sum(-p[i]*log(p[i]), (i, 1, n)) <= sum(i*p[i], (i, 1, n))*log(3/2)", (*SIZE, *P)),
        (PAIRS_OF_FACTORS, (*SIZE, "all(x[i] >= -1, (i, 1, n))")),
        (f"{ONE_MORE} == sum((x[i] - k)**2, (i, 1, n)) + (x[n + 1] - k)**2", (*SIZE, *MEANS)),
        ("sum(sum(c[i]*c[j]*cos(x[i] + x[j]), (j, 1, n)), (i, 1, n)) >= 0", SIZE),
        ("sum(exp(s*a[i])*a[i], (i, 1, n))/sum(exp(s*a[i]), (i, 1, n)) >= sum(a[i], (i, 1, n))/n", SIZE),
        (f"{FANO}/2", (*PLACE, "n >= 2", *P)),
        ("sum(x[i]**4, (i, 1, n)) >= n + 1", (*SIZE, "sum(x[i]**2, (i, 1, n)) == n")),
        (
            "sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= a*log(b/a)",
            (*SIZE, P[0], Q[0], "sum(p[i], (i, 1, n)) == a", "sum(q[i], (i, 1, n)) == b"),
        ),
    ],
)
def test_what_looks_like_it(goal: str, given: tuple[str, ...]) -> None:
    assert decide(goal, given, effort=30).answer == "refuted"


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("p[k] <= 1/k", (*PLACE, *P, FALLING)),
        ("m <= 1", (*SIZE, *COINS)),
    ],
)
def test_mixtures_scores_falling_weights_and_pairs_of_factors(goal: str, given: tuple[str, ...]) -> None:
    found = prove(goal, given, effort=30)
    assert found.answer == "proved"
    assert all(v.accepted for v in checker.check(found.certificate))


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("sum(x[i]**4, (i, 1, n)) >= n", (*SIZE, "sum(x[i]**2, (i, 1, n)) == n")),
        ("sum(exp(s*a[i])*a[i], (i, 1, n))/sum(exp(s*a[i]), (i, 1, n)) >= sum(a[i], (i, 1, n))/n", (*SIZE, "s >= 0")),
        ("sum(sum(c[i]*c[j]*cos(x[i] - x[j]), (j, 1, n)), (i, 1, n)) >= 0", SIZE),
        ("sum(sum(cos(x[i] - x[j]), (j, 1, n)), (i, 1, n)) == sum(cos(x[i]), (i, 1, n))**2 + "
         "sum(sin(x[i]), (i, 1, n))**2", SIZE),
    ],
)  # fmt: skip
def test_named_sums_tilted_weights_one_place_and_angles(goal: str, given: tuple[str, ...]) -> None:
    found = prove(goal, given, effort=30)
    assert found.answer == "proved"
    assert all(v.accepted for v in checker.check(found.certificate))
