"""Questions whose printed proofs are tested: goal and hypotheses, each proved with little effort."""

NUMBERS = (
    ("log(1 + x) <= x", "x > -1"),
    ("x**2 + y**2 >= 2*x*y",),
    ("a + b + c >= 3*(a*b*c)**(1/3)", "a > 0", "b > 0", "c > 0"),
    ("x - x**3/6 <= sin(x)", "x >= 0"),
    ("sin(3*x) + exp(x)*cos(5*x) <= 19/10", "0 <= x", "x <= 1"),
    ("abs(x + y) <= abs(x) + abs(y)",),
    ("x*y <= 1/4", "x + y == 1"),
    ("x/(1 + x) <= y/(1 + y)", "0 <= x", "x <= y"),
    ("min(x, y) <= sqrt(x*y)", "x >= 0", "y >= 0"),
    ("1/a + 1/b + 1/c >= 9/(a + b + c)", "a > 0", "b > 0", "c > 0"),
    ("log(x) <= (x - 1)/sqrt(x)", "x >= 1"),
    ("x**x >= x", "x > 0"),
    ("log(x*y) == log(x) + log(y)", "x > 0", "y > 0"),
    ("n**2 <= 2**n", "integer n", "n >= 4"),
    ("1/n - 1/(n + 1) <= 1/n**2", "integer n", "n >= 1"),
    ("log(1 + exp(-x)) <= exp(-x)",),
    ("x*exp(-x) <= exp(-1)",),
    ("l + d*(1/d - 1) <= l + 1", "0 < d", "d < 1"),
)
SEQUENCES = (
    ("sum(i**2, (i, 1, n)) == n*(n + 1)*(2*n + 1)/6", "integer n", "n >= 1"),
    ("sum(1/i**2, (i, 1, n)) <= 2 - 1/n", "integer n", "n >= 1"),
    ("sum(x[i]*y[i], (i, 1, n))**2 <= sum(x[i]**2, (i, 1, n))*sum(y[i]**2, (i, 1, n))", "integer n", "n >= 1"),
    ("max(x[i], (i, 1, n)) <= log(sum(exp(x[i]), (i, 1, n)))", "integer n", "n >= 1"),
    ("log(sum(exp(x[i]), (i, 1, n))) <= max(x[i], (i, 1, n)) + log(n)", "integer n", "n >= 1"),
    (
        "sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 0",
        "integer n",
        "n >= 1",
        "all(p[i] > 0, (i, 1, n))",
        "all(q[i] > 0, (i, 1, n))",
        "sum(p[i], (i, 1, n)) == 1",
        "sum(q[i], (i, 1, n)) == 1",
    ),
)
