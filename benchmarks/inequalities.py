"""Benchmark of `decide` on a set of inequalities: the number settled, and the time.

Run it as ``python benchmarks/inequalities.py [--effort UNITS] [--json]``. Every certificate is re-checked by the
second checker. The truth of each problem is known beforehand, for the reason given with it.

Problems that others asked (olympiads, textbooks, test suites of other provers), with false ones made of them by other
constants, are in ``inequalities_of_others.json`` beside this file: ``--others`` asks those that methods may be tuned
on, ``--aside`` those that were kept aside. ``--mo`` asks the 20 problems known as MO-INT-20 (``mo_int_20.json``), on
which AIPS (2024) and LIPS (2025) report 10 and 18, and prints the time of each.

``--methods`` prints for each method in how many proofs it gave a fact, and of how many questions no proof is found
without it. Every question is asked once; those to which a method gave a fact are then asked without that method, until
five are not proved with four times the effort that was spent with it. With it and without it: the effort for those
that are proved both ways. Each search is a process of its own, with the same limit of memory as one of `decide`.

With ``--compare`` the same problems also go to SymPy, z3, cvc5 and Coq's ``interval``, those that are installed, and
what each settles is printed group by group. ``uv sync --group compare`` installs z3 and cvc5 (or ``--with PYTHON``
names an interpreter that has them), Coq is Debian's ``coq`` and ``libcoq-interval``. Every question is then a process
of its own, `lemmata` included; with 20 s each that is an hour and more, so ``--keep FILE`` writes every answer down,
and goes on where an earlier run was stopped, and ``--sample COUNT`` asks a sample, drawn by a fixed seed.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

from proofs import checker
from proofs.fuzzing import mutation
from proofs.search import UndefinedError, decide
from proofs.search.ablation import Shown, shown
from proofs.search.table import TABLE
from proofs.search.worker_calls import EFFORT
from proofs.workers.pool import TaskError


@dataclass(frozen=True)
class Problem:
    """A question, its truth, its kind, and why the truth is known."""

    goal: str
    given: tuple[str, ...]
    true: bool
    kind: str
    source: str


def _true(kind: str, source: str, goal: str, *given: str) -> Problem:
    return Problem(goal, given, True, kind, source)


def _false(kind: str, source: str, goal: str, *given: str) -> Problem:
    return Problem(goal, given, False, kind, source)


KS = "Kajitsuka & Sato 2024, B.3"
PROBLEMS: tuple[Problem, ...] = (
    # --- leaves of lemmas about the Boltzmann operator: p a softmax weight, S an entropy, log p below −S − 3
    _true(
        "lemma leaf",
        f"{KS}: sign of a second derivative; 1 − 2p > 0 as p < e^−3",
        "(1 - 2*p)*(log(p) + S + 1) + 1 < 0",
        "0 < p < 1",
        "S >= 0",
        "log(p) + S + 3 < 0",
    ),
    _true(
        "lemma leaf", f"{KS}: first derivative", "p*(1 + log(p) + S) < 0", "0 < p < 1", "S >= 0", "log(p) + S + 3 < 0"
    ),
    _true("lemma leaf", f"{KS}: weights below e^−3 < 1/4", "p < 1/4", "0 < p", "S >= 0", "log(p) + S + 3 < 0"),
    _false(
        "lemma leaf",
        "the same with the gap 3 replaced by 0: p = 9/10, S = 0 is allowed, the left is 0.2842…",
        "(1 - 2*p)*(log(p) + S + 1) + 1 < 0",
        "0 < p < 1",
        "S >= 0",
        "log(p) + S < 0",
    ),
    # --- logarithms and exponentials of one variable
    _true("equality at an end", "classical; tangent of log at 1", "log(1 + x) <= x", "x >= 0"),
    _true("equality inside", "classical; log is concave", "log(x) <= x - 1", "x > 0"),
    _true("equality inside", "the same at 1/x", "1 - 1/x <= log(x)", "x > 0"),
    _true("whole line", "classical; exp is convex", "exp(x) >= 1 + x"),
    _true("half-line", "Taylor with positive terms", "exp(x) >= 1 + x + x**2/2 + x**3/6", "x >= 0"),
    _true("whole line", "Taylor of even length", "exp(x) >= 1 + x + x**2/2 + x**3/6 - x**4/100"),
    _true(
        "equality at an end",
        "Padé [1/1] of log; difference has derivative x²/((1+x)(2+x)²)",
        "log(1 + x) >= 2*x/(2 + x)",
        "x >= 0",
    ),
    _true("equality at an end", "Padé: log x <= (x−1)/sqrt(x) for x >= 1", "log(x) <= (x - 1)/sqrt(x)", "x >= 1"),
    _true("equality at an end", "Padé [2/1] from above", "log(1 + x) <= x*(6 + x)/(6 + 4*x)", "x >= 0"),
    _true("equality at an end", "Padé [1/1] of exp on [0, 2)", "exp(x) <= (2 + x)/(2 - x)", "0 <= x < 2"),
    _true("unbounded", "log(1 + t) < t at t = 1/x", "log(1 + 1/x) < 1/x", "x > 0"),
    _true("unbounded", "Polya–Szegő: (1+1/x)^(x+1/2) > e", "(x + 1/2)*log(1 + 1/x) > 1", "x > 0"),
    _true("unbounded", "2 log 2 < 2", "sqrt(x) >= log(x)", "x >= 1"),
    _true("unbounded", "maximum of log x / x is 1/e < 0.37", "log(x) <= 0.37*x", "x > 0"),
    _true("singular end", "minimum of x log x is −1/e", "x*log(x) >= -0.3679", "x > 0"),
    _true("singular end", "minimum of x² log x is −1/(2e)", "x**2*log(x) >= -0.18394", "x > 0"),
    _true("singular end", "minimum of sqrt(x) log x is −2/e", "sqrt(x)*log(x) >= -0.7358", "x > 0"),
    _true(
        "equality inside",
        "binary entropy has its maximum at 1/2",
        "-p*log(p) - (1 - p)*log(1 - p) <= log(2)",
        "0 < p < 1",
    ),
    _true(
        "singular end",
        "binary entropy is above 4p(1−p) log 2",
        "-p*log(p) - (1 - p)*log(1 - p) >= 2*p*(1 - p)",
        "0 < p < 1",
    ),
    _true("equality inside", "cosh is above its Taylor polynomial", "(exp(x) + exp(-x))/2 >= 1 + x**2/2"),
    _true("whole line", "cosh x <= e^(x²/2), by coefficients", "(exp(x) + exp(-x))/2 <= exp(x**2/2)"),
    _true("whole line", "1 + e^x >= 2 e^(x/2)", "log(1 + exp(x)) >= x/2"),
    _true("whole line", "softplus is between max(0, x) and max(0, x) + log 2", "log(1 + exp(x)) <= max(0, x) + log(2)"),
    _true("whole line", "the logistic function has slope at most 1/4", "exp(x)/(1 + exp(x))**2 <= 1/4"),
    _true("half-line", "sinh x >= x", "exp(x) - exp(-x) >= 2*x", "x >= 0"),
    _true("half-line", "tanh(x/2) <= x/2", "(exp(x) - 1)/(exp(x) + 1) <= x/2", "x >= 0"),
    _true("half-line", "2 + x − (2 − x) e^x has second derivative x e^x", "(2 - x)*exp(x) <= 2 + x", "x >= 0"),
    _true("half-line", "x e^−x is at most 1/e", "x*exp(-x) <= 0.36788", "x >= 0"),
    _true("large scales", "e^−1000 is positive", "exp(-1000)*x > 0", "x > 0"),
    _true("large scales", "e^(−10^5) < e^(−10^4) squared", "exp(-100000) < exp(-10000)*exp(-10000)"),
    _true("large scales", "products of such without underflow", "exp(-100000)*exp(99999) < 0.368"),
    _true("small margin", "the minimum at 1 is 10^−9", "x**3 - 3*x + 2.000000001 > 0", "x >= 0"),
    _true("small margin", "minimum of x − log x at 1", "x - log(x) > 0.999999999", "x > 0"),
    _true("near equal logs", "log(1 + x) − log x = log(1 + 1/x)", "log(x + 1) - log(x) <= 1/x", "x >= 1"),
    _true("near equal logs", "mean value theorem", "log(x + 1) - log(x) >= 1/(x + 1)", "x >= 1"),
    # --- roots, |.|, min, max
    _true("roots", "concavity of the root", "sqrt(1 + x) <= 1 + x/2", "x >= -1"),
    _true("roots", "AM-GM of two numbers", "sqrt(x*y) <= (x + y)/2", "x >= 0", "y >= 0"),
    _true("roots", "the root is subadditive", "sqrt(x + 1) <= sqrt(x) + 1", "x >= 0"),
    _true("roots", "x^(1/3) is below its tangent at 1", "x**(1/3) <= (x + 2)/3", "x > 0"),
    _true("cases", "triangle inequality", "abs(x + y) <= abs(x) + abs(y)"),
    _true("cases", "reverse triangle inequality", "abs(abs(x) - abs(y)) <= abs(x - y)"),
    _true("cases", "max + min = sum", "max(x, y) + min(x, y) == x + y"),
    _true("cases", "max by |.|", "max(x, y) == (x + y + abs(x - y))/2"),
    _true("cases", "|x| <= (1 + x²)/2", "abs(x) <= (1 + x**2)/2"),
    _true("cases", "Lipschitz bound of the positive part", "abs(max(x, 0) - max(y, 0)) <= abs(x - y)"),
    _true("cases", "e^|x| >= 1 + |x|", "exp(abs(x)) >= 1 + abs(x)"),
    # --- polynomials
    _true("double root", "(x − 1)²(x + 2)", "x**3 - 3*x + 2 >= 0", "x >= -2"),
    _true("double root", "(3x − 1)²", "9*x**2 - 6*x + 1 >= 0"),
    _true("double root", "(x² − 1)² + 2(x − 1)²", "x**4 - 4*x + 3 >= 0"),
    _true("polynomial", "the minimum of x^6 − x is −0.58234…", "x**6 - x + 0.5824 > 0"),
    _true("polynomial", "Bernoulli for a square root of a fourth power", "(1 + x)**4 >= 1 + 4*x", "x >= -1"),
    _true("polynomial", "sum of squares", "x**2 + y**2 + z**2 >= x*y + y*z + z*x"),
    _true("polynomial", "Cauchy–Schwarz", "(a*x + b*y)**2 <= (a**2 + b**2)*(x**2 + y**2)"),
    _true("polynomial", "AM-GM", "x + 1/x >= 2", "x > 0"),
    _true("polynomial", "product of numbers in [0, 1]", "x*y >= x + y - 1", "0 <= x <= 1", "0 <= y <= 1"),
    _true("polynomial", "x(1 − x) <= 1/4", "x*(1 - x)*y <= y/4", "0 <= x <= 1", "y >= 0"),
    _true(
        "polynomial",
        "AM-GM of three, as (a+b+c)((a−b)²+(b−c)²+(c−a)²)/2",
        "a**3 + b**3 + c**3 >= 3*a*b*c",
        "a >= 0",
        "b >= 0",
        "c >= 0",
    ),
    _true("hypotheses", "on the disc", "x + y <= 2", "x**2 + y**2 <= 2"),
    _true("hypotheses", "on the line", "x*y <= 1", "x + y == 2"),
    _true("hypotheses", "order is transitive", "x < z + 1", "x <= y", "y <= z"),
    _true("hypotheses", "1 <= y <= x", "x*y >= y", "x >= y", "y >= 1"),
    # --- several variables with logarithms
    _true("several", "log of a product", "log(x*y) == log(x) + log(y)", "x > 0", "y > 0"),
    _true("several", "Young's inequality for exp and x log x − x", "a*b <= a*log(a) - a + exp(b)", "a > 0"),
    _true("several", "Gibbs: x log(x/y) >= x − y", "x*log(x/y) >= x - y", "x > 0", "y > 0"),
    _true("several", "weighted AM-GM", "x**y <= 1 + y*(x - 1)", "x > 0", "0 <= y <= 1"),
    _true("several", "convexity of exp", "exp((x + y)/2) <= (exp(x) + exp(y))/2"),
    _true("several", "log is concave", "(log(x) + log(y))/2 <= log((x + y)/2)", "x > 0", "y > 0"),
    _true("parameter", "log n <= n − 1", "d > log(n)", "n >= 1", "d > n - 1"),
    _true("parameter", "log n >= 0", "2*log(n) + 3 >= 3", "n >= 1"),
    _true("parameter", "n e^(−2 log n − 3) = e^−3/n", "n*exp(-2*log(n) - 3) < 1/20", "n >= 1"),
    _true("integers", "induction, or the derivative beyond 1", "n < 2**n", "integer n", "n >= 0"),
    _true("integers", "n >= 1 means n > 0", "n**2 >= n", "integer n", "n > 0"),
    _true(
        "small margin",
        "1 − x²/6 + x⁴/120 decreases to 0.667 > 2/3.15",
        "2*x/3.15 <= x - x**3/6 + x**5/120",
        "0 <= x <= 1.5",
    ),
    _true("singular end", "the minimum of x log x is −1/e and e^(−1/e) = 0.6922…", "x**x >= 0.69", "x > 0"),
    _true("equality inside", "logarithmic mean is above the geometric", "(x - 1)/log(x) >= sqrt(x)", "x > 1"),
    _true("equality inside", "t(1 − t) <= 1/4 at t = e^−x", "exp(-x) - exp(-2*x) <= 1/4", "x >= 0"),
    _true("half-line", "log t <= t − 1 at t = sqrt(x)", "log(x) <= 2*(sqrt(x) - 1)", "x >= 1"),
    _true("whole line", "log(1 + w) <= w at w = e^−x", "log(1 + exp(-x)) <= exp(-x)"),
    _true("whole line", "log-sum-exp is above the maximum", "log(exp(x) + exp(y)) >= max(x, y)"),
    _true("polynomial", "Nesbitt's inequality", "a/(b + c) + b/(c + a) + c/(a + b) >= 3/2", "a > 0", "b > 0", "c > 0"),
    _true("polynomial", "AM-GM of three", "x*y*z <= ((x + y + z)/3)**3", "x >= 0", "y >= 0", "z >= 0"),
    _true("hypotheses", "t/(1 + t) increases", "x/(1 + x) <= y/(1 + y)", "0 <= x <= y"),
    _true("several", "convexity of exp", "exp(x) - exp(y) <= exp(x)*(x - y)", "x >= y"),
    _true("parameter", "(1 + 1/x)^x increases to e", "(1 + 1/x)**x < 2.7182818285", "x >= 1"),
    _true("parameter", "sqrt is concave", "sqrt(x + 1) - sqrt(x) <= 1/(2*sqrt(x))", "x >= 1"),
    _true("parameter", "d > 2 log n + 3 beats one factor n", "n*exp(-d) < exp(-3)/n", "d > 2*log(n) + 3", "n >= 2"),
    _true(
        "several",
        "Pinsker's inequality for two points",
        "t*log(t/q) + (1 - t)*log((1 - t)/(1 - q)) >= 2*(t - q)**2",
        "0 < t < 1",
        "0 < q < 1",
    ),
    _true("several", "Bernoulli", "(1 + x)**n >= 1 + n*x", "integer n", "n >= 1", "x > -1"),
    _true("several", "log-sum inequality", "x*log(x) + y*log(y) >= (x + y)*log((x + y)/2)", "x > 0", "y > 0"),
    _true(
        "several",
        "logarithmic mean is below the arithmetic",
        "(a - b)/(log(a) - log(b)) <= (a + b)/2",
        "a > b",
        "b > 0",
    ),
    _true("polynomial", "AM-GM of four", "a*b*c*d <= (a**4 + b**4 + c**4 + d**4)/4"),
    _true(
        "integers", "the maximum of log n / n over the integers is at 3", "log(n)/n <= log(3)/3", "integer n", "n >= 1"
    ),
    _true("roots", "the root of a square", "sqrt(x*x) == abs(x)"),
    _true(
        "polynomial",
        "Schur's inequality",
        "a*(a - b)*(a - c) + b*(b - a)*(b - c) + c*(c - a)*(c - b) >= 0",
        "a >= 0",
        "b >= 0",
        "c >= 0",
    ),
    _true(
        "polynomial",
        "Motzkin's polynomial: AM-GM of three, not a sum of squares",
        "x**4*y**2 + x**2*y**4 + 1 >= 3*x**2*y**2",
    ),
    _true("polynomial", "AM-GM of x^6, y^6, z^6", "x**6 + y**6 + z**6 >= 3*x**2*y**2*z**2"),
    _true("polynomial", "Choi–Lam: AM-GM of four", "1 + x**2*y**2 + y**2*z**2 + z**2*x**2 >= 4*x*y*z"),
    _true("polynomial", "quadratic mean", "(x + y)**2/4 <= (x**2 + y**2)/2"),
    _true("polynomial", "Parrilo's example of a sum of squares", "2*x**4 + 2*x**3*y - x**2*y**2 + 5*y**4 >= 0"),
    _true("polynomial", "(xy − 1)² >= 0", "(x**2 + 1)*(y**2 + 1) >= (x + y)**2"),
    _true("polynomial", "half the sum of (x − y)², (x − 1)², (y − 1)²", "x**2 + y**2 + 1 >= x*y + x + y"),
    _true("polynomial", "AM-GM of three products", "a**2*b + b**2*c + c**2*a >= 3*a*b*c", "a >= 0", "b >= 0", "c >= 0"),
    _true(
        "polynomial", "AM-GM of two, three times", "(a + b)*(b + c)*(c + a) >= 8*a*b*c", "a >= 0", "b >= 0", "c >= 0"
    ),
    _true("polynomial", "Muirhead (4,0,0) over (2,1,1)", "a**4 + b**4 + c**4 >= a*b*c*(a + b + c)"),
    _true("polynomial", "harmonic mean of three", "1/a + 1/b + 1/c >= 9/(a + b + c)", "a > 0", "b > 0", "c > 0"),
    _true("polynomial", "AM-GM of three quotients", "a/b + b/c + c/a >= 3", "a > 0", "b > 0", "c > 0"),
    _true("polynomial", "the minimum −1/27 is at x² = y² = 1/3", "x**2*y**2*(x**2 + y**2 - 1) >= -1/27"),
    _true("polynomial", "AM-GM of x, y and 1 − x − y", "x*y*(1 - x - y) <= 1/27", "x >= 0", "y >= 0", "x + y <= 1"),
    _true(
        "polynomial",
        "(x − 1)^8 written out",
        "x**8 - 8*x**7 + 28*x**6 - 56*x**5 + 70*x**4 - 56*x**3 + 28*x**2 - 8*x + 1 >= 0",
    ),
    _true("polynomial", "(x² + y² − z²)² written out", "x**4 + y**4 + z**4 + 2*x**2*y**2 >= 2*x**2*z**2 + 2*y**2*z**2"),
    _true(
        "polynomial",
        "Lagrange's identity in three coordinates, one of them 1",
        "(a*x + b*y + 1)**2 <= (a**2 + b**2 + 1)*(x**2 + y**2 + 1)",
    ),
    _true("polynomial", "(1 − x)(1 − y) >= 0", "x + y - x*y <= 1", "0 <= x <= 1", "0 <= y <= 1"),
    _true("polynomial", "each summand is at most 1", "x**2*y + y**2*x <= 2", "0 <= x <= 1", "0 <= y <= 1"),
    _true("polynomial", "each summand is at most 1/4", "x*(1 - x) + y*(1 - y) <= 1/2", "0 <= x <= 1", "0 <= y <= 1"),
    _true("polynomial", "Chebyshev's polynomial T_5 stays in [−1, 1]", "16*x**5 - 20*x**3 + 5*x <= 1", "-1 <= x <= 1"),
    _true("polynomial", "Bernoulli for the fifth power", "(1 + x)**5 >= 1 + 5*x", "x >= -1"),
    _true("hypotheses", "(a + b + c)² >= 3(ab + bc + ca)", "a*b + b*c + c*a <= 1/3", "a + b + c == 1"),
    _true("hypotheses", "AM-GM of three", "a*b*c <= 1/27", "a + b + c == 1", "a >= 0", "b >= 0", "c >= 0"),
    _true("hypotheses", "AM-GM on a hyperbola", "x + y >= 2", "x*y == 1", "x > 0", "y > 0"),
    _true("hypotheses", "(x − y)² >= 0 on the circle", "x*y <= 1/2", "x**2 + y**2 == 1"),
    _true("hypotheses", "x³ <= x² on the arc", "x**3 + y**3 <= 1", "x**2 + y**2 == 1", "x >= 0", "y >= 0"),
    _true("hypotheses", "quadratic mean", "x**2 + y**2 >= 1/2", "x + y == 1"),
    _true(
        "hypotheses",
        "e^x <= e^√2 on the disc; the largest value is 2e = 5.4366",
        "exp(x) + exp(y) <= 6",
        "x**2 + y**2 <= 2",
    ),
    _true("hypotheses", "tangent of exp", "y >= 1 + x", "y == exp(x)"),
    _true("hypotheses", "the only real zero is 1.1673…", "x > 1.1", "x**5 == x + 1"),
    _true("hypotheses", "the zeros are 0.6190… and 1.5121…", "x < 1.52", "exp(x) == 3*x"),
    _true("hypotheses", "positive at both ends of p, linear between", "1 - p + p*exp(x) > 0", "0 <= p <= 1"),
    _true("hypotheses", "u <= log n gives u + 1 <= n", "u + 1 <= n", "u <= log(n)", "n >= 1"),
    _true("hypotheses", "(x − y)/d >= 1", "x/d - y/d >= 1", "x >= y + d", "d > 0"),
    _true("means", "harmonic below geometric mean", "2*x*y/(x + y) <= sqrt(x*y)", "x > 0", "y > 0"),
    _true("means", "geometric below logarithmic mean", "sqrt(a*b) <= (a - b)/(log(a) - log(b))", "a > b", "b > 0"),
    _true(
        "means",
        "identric below arithmetic mean",
        "(b*log(b) - a*log(a))/(b - a) - 1 <= log((a + b)/2)",
        "b > a",
        "a > 0",
    ),
    _true(
        "means",
        "identric above geometric mean",
        "(b*log(b) - a*log(a))/(b - a) - 1 >= (log(a) + log(b))/2",
        "b > a",
        "a > 0",
    ),
    _true(
        "means",
        "power mean of order 1/2 below arithmetic",
        "((sqrt(x) + sqrt(y))/2)**2 <= (x + y)/2",
        "x >= 0",
        "y >= 0",
    ),
    _true("means", "weighted AM-GM, 1/3 and 2/3", "x**(1/3)*y**(2/3) <= (x + 2*y)/3", "x > 0", "y > 0"),
    _true("means", "Young's inequality with 3 and 3/2", "x*y <= x**3/3 + 2*y**(3/2)/3", "x >= 0", "y >= 0"),
    _true("means", "Young's inequality for exp", "x*y <= exp(x) + y*log(y) - y", "y > 0"),
    _true(
        "means",
        "Cauchy–Schwarz for (1, x), (1, y) with roots",
        "(1 + x)*(1 + y) >= (1 + sqrt(x*y))**2",
        "x >= 0",
        "y >= 0",
    ),
    _true("means", "Minkowski in the plane", "sqrt((a + c)**2 + (b + d)**2) <= sqrt(a**2 + b**2) + sqrt(c**2 + d**2)"),
    _true("means", "Cauchy–Schwarz in the plane", "a*c + b*d <= sqrt(a**2 + b**2)*sqrt(c**2 + d**2)"),
    _true(
        "means",
        "weighted AM-GM, any weight",
        "x**a*y**(1 - a) <= a*x + (1 - a)*y",
        "0 <= a <= 1",
        "x > 0",
        "y > 0",
    ),
    _true("means", "Bernoulli, real exponent below 1", "(1 + x)**r <= 1 + r*x", "x > -1", "0 <= r <= 1"),
    _true("means", "Bernoulli, real exponent above 1", "(1 + x)**r >= 1 + r*x", "x > -1", "r >= 1"),
    _true("means", "(x − y)(log x − log y) >= 0", "x**y*y**x <= x**x*y**y", "x > 0", "y > 0"),
    _true("means", "Mitrinović, Analytic Inequalities, 3.6.38", "x**y + y**x > 1", "x > 0", "y > 0"),
    _true("means", "AM-GM, then concavity of log", "log(x)*log(y) <= log((x + y)/2)**2", "x > 1", "y > 1"),
    _true("exponentials", "continued fraction of tanh", "(exp(2*x) - 1)/(exp(2*x) + 1) >= x/(1 + x**2/3)", "x >= 0"),
    _true("exponentials", "the same as logarithms", "log((exp(x) + exp(-x))/2) <= x**2/2"),
    _true(
        "parameter",
        "how many samples Hoeffding's inequality asks for: the logarithm of both sides",
        "2*exp(-2*n*t**2) <= delta",
        "n >= log(2/delta)/(2*t**2)",
        "t > 0",
        "0 < delta < 1",
    ),
    _true(
        "parameter",
        "log(1 − t) <= −t",
        "(1 - t)**n <= delta",
        "n >= log(1/delta)/t",
        "0 < t < 1",
        "0 < delta < 1",
    ),
    _true(
        "entropy and log-sum-exp",
        "relative entropy below chi-square, for two points: log w <= w − 1 twice",
        "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= (p - q)**2/(q*(1 - q))",
        "0 < p < 1",
        "0 < q < 1",
    ),
    _true(
        "exponentials",
        "Hoeffding's lemma for two points",
        "p*exp(x*(1 - p)) + (1 - p)*exp(-x*p) <= exp(x**2/8)",
        "0 <= p <= 1",
    ),
    _true(
        "exponentials",
        "Padé [2/2] of exp; x² e^x is the third derivative of the cleared difference",
        "exp(x) >= (12 + 6*x + x**2)/(12 - 6*x + x**2)",
        "x >= 0",
    ),
    _true("exponentials", "e^t >= e t at t = x, y", "exp(x) + exp(y) >= exp(1)*(x + y)"),
    _true("exponentials", "e^t >= e t", "exp(x + y) >= exp(1)*(x + y)"),
    _true("exponentials", "e^−x >= 1 − x", "exp(x)*(1 - x) <= 1"),
    _true("exponentials", "the minimum is W(1)² + 2 W(1) = 1.45593809268…", "x**2 + 2*exp(-x) >= 1.455938092"),
    _true("exponentials", "e^−t >= 1 − t at x²", "exp(-x**2) >= 1 - x**2"),
    _true("exponentials", "e^t >= 1 + t at x²", "exp(-x**2) <= 1/(1 + x**2)"),
    _true("exponentials", "the maximum is at 2", "x**2*exp(-x) <= 4*exp(-2)", "x >= 0"),
    _true("exponentials", "the maximum is at 1", "x*exp(-x) <= exp(-1)"),
    _true("exponentials", "tanh u >= u − u³/3", "exp(x)/(1 + exp(x)) >= 1/2 + x/4 - x**3/48", "x >= 0"),
    _true("exponentials", "e^t >= e t, then e^x >= 1 + x", "exp(exp(x)) >= exp(1)*(1 + x)"),
    _true(
        "exponentials",
        "a convex function is below its chord",
        "exp(x*y) <= 1 + (exp(1) - 1)*x*y",
        "0 <= x <= 1",
        "0 <= y <= 1",
    ),
    _true("exponentials", "10 log 40 = 36.9 < 40, then the derivative", "exp(x) >= x**10", "x >= 40"),
    _true("exponentials", "the maximum 10^10 e^−10 = 453999.2976 is at 10", "x**10*exp(-x) <= 453999.3", "x >= 0"),
    _true("logarithms", "series with alternating signs", "x - x**2/2 <= log(1 + x)", "x >= 0"),
    _true(
        "logarithms", "the derivative of the difference is x³/(1 + x)", "log(1 + x) <= x - x**2/2 + x**3/3", "x > -1"
    ),
    _true("logarithms", "Padé [2/2] of log", "log(1 + x) >= 3*x*(2 + x)/(6 + 6*x + x**2)", "x >= 0"),
    _true(
        "logarithms", "Bernstein's from Bennett's inequality", "(1 + x)*log(1 + x) - x >= x**2/(2 + 2*x/3)", "x >= 0"
    ),
    _true("logarithms", "tangent at 1", "x*log(x) >= x - 1", "x > 0"),
    _true("logarithms", "relative entropy below chi-square", "x*log(x) - x + 1 <= (x - 1)**2", "x > 0"),
    _true("logarithms", "relative entropy above Hellinger", "x*log(x) - x + 1 >= (sqrt(x) - 1)**2", "x > 0"),
    _true(
        "logarithms",
        "binary entropy above 4 log 2 p(1 − p); equality at 1/2 and the ends",
        "-p*log(p) - (1 - p)*log(1 - p) >= 4*log(2)*p*(1 - p)",
        "0 < p < 1",
    ),
    _true("logarithms", "the minimum −1/e is at 1/e", "x*log(x) >= -exp(-1)", "x > 0"),
    _true("logarithms", "the maximum 1/e is at e", "log(x)/x <= exp(-1)", "x > 0"),
    _true("logarithms", "the maximum e^(1/e) = 1.444667861… is at e", "x**(1/x) <= 1.4447", "x > 0"),
    _true("logarithms", "(x − 1) log x >= 0", "x**x >= x", "x > 0"),
    _true("logarithms", "mean value theorem for x log x", "(x + 1)*log(x + 1) - x*log(x) <= 1 + log(x + 1)", "x > 0"),
    _true(
        "logarithms", "Robbins' bound for Stirling's formula", "(x + 1/2)*log(1 + 1/x) <= 1 + 1/(12*x*(x + 1))", "x > 0"
    ),
    _true(
        "logarithms", "first terms of artanh at 1/(2x + 1)", "(x + 1/2)*log(1 + 1/x) >= 1 + 1/(3*(2*x + 1)**2)", "x > 0"
    ),
    _true("logarithms", "log is concave", "log(x + 2) - 2*log(x + 1) + log(x) <= 0", "x > 0"),
    _true(
        "logarithms",
        "log(1 − u) >= −u/(1 − u) at u = 1/(x + 1)²",
        "log(x + 2) - 2*log(x + 1) + log(x) >= -1/(x*(x + 2))",
        "x > 0",
    ),
    _true("logarithms", "x + 1/x >= 2", "log(x + 1/x) >= log(2)", "x > 0"),
    _true("logarithms", "log t <= t − 1 twice", "log(log(x)) <= x - 2", "x > 1"),
    _true("logarithms", "1 + x + y <= (1 + x)(1 + y)", "log(1 + x + y) <= log(1 + x) + log(1 + y)", "x >= 0", "y >= 0"),
    _true("logarithms", "log is concave", "log(1 + x) + log(1 + y) <= 2*log(1 + (x + y)/2)", "x >= 0", "y >= 0"),
    _true("logarithms", "log 10^4 = 9.21 < 10, then the derivative", "log(x) <= x/1000", "x >= 10000"),
    _true("logarithms", "increases to e from 2", "(1 + 1/x)**x >= 2", "x >= 1"),
    _true("logarithms", "decreases to e", "(1 + 1/x)**(x + 1) >= 2.718281828", "x >= 1"),
    _true(
        "entropy and log-sum-exp",
        "entropy of three weights",
        "-a*log(a) - b*log(b) - c*log(c) <= log(3)",
        "a + b + c == 1",
        "a > 0",
        "b > 0",
        "c > 0",
    ),
    _true(
        "entropy and log-sum-exp", "at most twice the larger exponential", "log(exp(x) + exp(y)) <= max(x, y) + log(2)"
    ),
    _true("entropy and log-sum-exp", "AM-GM of two exponentials", "log(exp(x) + exp(y)) >= (x + y)/2 + log(2)"),
    _true(
        "entropy and log-sum-exp", "AM-GM of three exponentials", "log((exp(x) + exp(y) + exp(z))/3) >= (x + y + z)/3"
    ),
    _true(
        "entropy and log-sum-exp",
        "the derivative of the logistic function is at most 1/4",
        "exp(x)/(1 + exp(x)) - exp(y)/(1 + exp(y)) <= (x - y)/4",
        "x >= y",
    ),
    _true(
        "entropy and log-sum-exp", "boltz is a weighted mean", "(x*exp(x) + y*exp(y))/(exp(x) + exp(y)) <= max(x, y)"
    ),
    _true(
        "entropy and log-sum-exp",
        "boltz is above the mean (Chebyshev)",
        "(x*exp(x) + y*exp(y))/(exp(x) + exp(y)) >= (x + y)/2",
    ),
    _true(
        "entropy and log-sum-exp",
        "boltz is the log-partition minus an entropy",
        "(x*exp(x) + y*exp(y))/(exp(x) + exp(y)) <= log(exp(x) + exp(y))",
    ),
    _true(
        "entropy and log-sum-exp",
        "log-sum inequality of four numbers",
        "a*log(a/x) + b*log(b/y) >= (a + b)*log((a + b)/(x + y))",
        "a > 0",
        "b > 0",
        "x > 0",
        "y > 0",
    ),
    _true(
        "entropy and log-sum-exp",
        "Topsøe 2001, Bounds for entropy and divergence",
        "-p*log(p) - (1 - p)*log(1 - p) <= log(2)*exp(log(4*p*(1 - p))/log(4))",
        "0 < p < 1",
    ),
    _true("roots", "series of the root", "sqrt(1 + x) >= 1 + x/2 - x**2/8", "x >= 0"),
    _true("roots", "series of the root", "sqrt(1 + x) <= 1 + x/2 - x**2/8 + x**3/16", "x >= -1"),
    _true("roots", "convexity", "1/sqrt(1 + x) >= 1 - x/2", "x >= 0"),
    _true("roots", "mean value theorem", "sqrt(x + 1) - sqrt(x) >= 1/(2*sqrt(x + 1))", "x >= 0"),
    _true("roots", "(x + 1/(2x))² > x² + 1", "sqrt(x**2 + 1) - x <= 1/(2*x)", "x > 0"),
    _true("roots", "AM-GM", "sqrt(x*(1 - x)) <= 1/2", "0 <= x <= 1"),
    _true("roots", "the slope is at most 1", "sqrt(1 + x**2) - sqrt(1 + y**2) <= abs(x - y)"),
    _true("roots", "concavity; equality at 1/2", "sqrt(x) + sqrt(1 - x) <= sqrt(2)", "0 <= x <= 1"),
    _true("roots", "concavity", "sqrt(x) + sqrt(y) <= sqrt(2*(x + y))", "x >= 0", "y >= 0"),
    _true("roots", "subadditive", "sqrt(x + y) <= sqrt(x) + sqrt(y)", "x >= 0", "y >= 0"),
    _true("roots", "tangent at 1", "x**(3/2) >= (3*x - 1)/2", "x >= 0"),
    _true("roots", "the root is Hölder", "abs(sqrt(x) - sqrt(y)) <= sqrt(abs(x - y))", "x >= 0", "y >= 0"),
    _true("cases", "max is Lipschitz", "abs(max(a, b) - max(c, d)) <= max(abs(a - c), abs(b - d))"),
    _true("cases", "the slope of e^−|x| is at most 1", "abs(exp(-abs(x)) - exp(-abs(y))) <= abs(x - y)"),
    _true("cases", "one of the two squares", "max(x, y)**2 <= x**2 + y**2"),
    _true("cases", "the smaller is below the geometric mean", "min(x, y) <= sqrt(x*y)", "x >= 0", "y >= 0"),
    _true("cases", "AM-GM", "abs(x*y) <= (x**2 + y**2)/2"),
    _true("cases", "the root of a sum of squares", "abs(x) + abs(y) >= sqrt(x**2 + y**2)"),
    _true("cases", "(1 − |x|)² >= 0", "abs(x/(1 + x**2)) <= 1/2"),
    _true(
        "cases",
        "hat functions are a partition of one",
        "max(0, 1 - abs(x)) + max(0, 1 - abs(x - 1)) == 1",
        "0 <= x <= 1",
    ),
    _true("cases", "positive and negative part", "max(x, 0) - max(-x, 0) == x"),
    _true("cases", "max of three by one after the other", "max(x, max(y, z)) == max(max(x, y), z)"),
    _true("small margin", "(x² − 1)² + 10^−9", "x**4 - 2*x**2 + 1 + 1/10**9 > 0"),
    _true("small margin", "(x − y)² + 10^−9", "x**2 + y**2 - 2*x*y + 0.000000001 > 0"),
    _true(
        "small margin",
        "e^(1/100) − 1.01005 = 1.670841…·10^−7",
        "exp(x) - 1 - x - x**2/2 <= 0.0000001671",
        "0 <= x <= 1/100",
    ),
    _true("small margin", "maximum at 1/√2 is e^(−1/2)/√2 = 0.42888194248…", "x*exp(-x**2) <= 0.428881943", "x >= 0"),
    _true("small margin", "√2 = 1.41421356237…", "sqrt(x) + sqrt(1 - x) <= 1.414213563", "0 <= x <= 1"),
    _true("large scales", "x <= 2 < e", "exp(-100000)*x <= exp(-99999)", "0 <= x <= 2"),
    _true("large scales", "1 + 1/e < e", "exp(-100000) + exp(-100001) < exp(-99999)"),
    _true("large scales", "log(1 + t) <= t", "log(1 + exp(-100000)) <= exp(-100000)"),
    _true("large scales", "n e^−d <= e^−100000", "n*exp(-d) <= exp(-100000)", "d >= log(n) + 100000", "n >= 1"),
    _true(
        "lemma leaf",
        "KS, B.3: with d > 2 log n + 3 the other weights are small",
        "(n - 1)*exp(-d) < 1/(4*n)",
        "d > 2*log(n) + 3",
        "n >= 1",
    ),
    _true(
        "lemma leaf",
        "KS, B.2: the factor of the derivative is negative",
        "1 + S + log(p) < 0",
        "log(p) < -log(n) - 1",
        "S <= log(n)",
        "p > 0",
        "n >= 1",
    ),
    _true("lemma leaf", "KS, B.3: t e^−t falls beyond 1", "x*exp(-x) <= 2*exp(-2)", "x >= 2"),
    _true(
        "lemma leaf",
        "KS, Lemma 4: 1 + W((n−1)/e) <= log n + 1, as w e^w >= (n−1)/e at w = log n",
        "n*log(n) >= (n - 1)*exp(-1)",
        "n >= 1",
    ),
    _true("lemma leaf", "Yun, E.3.1: ids on a grid of width d", "1/d**2 - 1/d >= 1/d", "0 < d <= 1/2"),
    _true("lemma leaf", "Yun, E.3.1: a shift leaves the last interval", "l + d*(1/d - 1) <= l + 1", "0 < d < 1"),
    _true(
        "lemma leaf",
        "Liu, 3.2: the scale that makes the other softmax weights smaller than h",
        "exp(-R*g)*(n - 1) <= h",
        "R >= log(n/h)/g",
        "g > 0",
        "h > 0",
        "n >= 1",
    ),
    _true(
        "lemma leaf",
        "Liu, 3.2: the largest softmax weight, 1/(1 + u) >= 1 − u",
        "1/(1 + (n - 1)*exp(-t)) >= 1 - (n - 1)*exp(-t)",
        "n >= 1",
    ),
    _true("parameter", "the maximum of (log n)²/n is 4/e²", "log(n)**2 <= n", "n >= 1"),
    _true("parameter", "e^(−2 log n) = 1/n²", "n*exp(-2*log(n) - 3) <= exp(-3)", "n >= 1"),
    _true("integers", "from n = 4 on, by induction", "n**2 <= 2**n", "integer n", "n >= 4"),
    _true("integers", "1024 >= 1000, then by induction", "2**n >= n**3", "integer n", "n >= 10"),
    _true("integers", "by induction", "3**n >= 2*n + 1", "integer n", "n >= 0"),
    _true("integers", "1/(n(n + 1)) <= 1/n²", "1/n - 1/(n + 1) <= 1/n**2", "integer n", "n >= 1"),
    _true("integers", "no integer lies between 0 and 1", "n*(n - 1) >= 0", "integer n"),
    _true("integers", "|n| is 0 or at least 1", "abs(n) <= n**2", "integer n"),
    _true("integers", "(m − 1)(n − 1) >= 0", "m*n >= m + n - 1", "integer m, n", "m >= 1", "n >= 1"),
    _true("integers", "2n − 1 is odd", "abs(2*n - 1) >= 1", "integer n"),
    _true("integers", "increases to e", "(1 + 1/n)**n <= 3", "integer n", "n >= 1"),
    _true("integers", "a finite range, by trying", "(n**2 - 17)**2 >= 1", "integer n", "-20 <= n <= 20"),
    # --- false ones: a witness is easily computed
    _false("single point", "equality at 1", "x**2 - 2*x + 1 > 0"),
    _false("single point", "equality at 1", "x**3 - 3*x + 2 > 0", "x >= 0"),
    _false("single point", "equality at 1/3", "9*x**2 - 6*x + 1 > 0"),
    _false("single point", "equality at 0", "log(1 + x) < x", "x >= 0"),
    _false("single point", "equality at 1", "log(x) < x - 1", "x > 0"),
    _false("single point", "equality at 0", "exp(x) > 1 + x"),
    _false("single point", "equality where x = y", "sqrt(x*y) < (x + y)/2", "x > 0", "y > 0"),
    _false("narrow", "(x − 1)² < 10^−16 on a region 2·10^−8 wide", "(x - 1)**2 >= 1/10**16"),
    _false("narrow", "the minimum of x log x is −1/e = −0.36787944…", "x*log(x) >= -0.3678794", "x > 0"),
    _false("narrow", "the maximum of x e^−x is 0.36787944…", "x*exp(-x) <= 0.3678794", "x >= 0"),
    _false("narrow", "the minimum of x − log x is 1", "x - log(x) >= 1.000000000001", "x > 0"),
    _false("narrow", "the minimum of x^6 − x is −0.58234…", "x**6 - x + 0.582 > 0"),
    _false("far out", "x = 10^8: 10000 > 1842.1", "sqrt(x) <= 100*log(x)", "x >= 2"),
    _false("far out", "x = 2·10^4", "x <= 10000", "x >= 0"),
    _false("far out", "exp grows faster", "exp(x/1000) <= 1 + x**2", "x >= 0"),
    _false("far out", "log is unbounded", "log(x) <= 10", "x >= 1"),
    _false("corner", "at x = y = 1", "x*y < 1", "0 <= x <= 1", "0 <= y <= 1"),
    _false("corner", "at x = y = z = 1", "x + y + z <= 2.999", "0 <= x <= 1", "0 <= y <= 1", "0 <= z <= 1"),
    _false("corner", "near x = 0", "x > 1/1000", "x > 0"),
    _false("corner", "1/x is unbounded near 0", "1/x <= 1000000", "0 < x < 1"),
    _false("hypothesis dropped", "x = −3", "x**3 - 3*x + 2 >= 0"),
    _false("hypothesis dropped", "x = 1/2", "sqrt(x) >= x**2 + 1/10", "0 <= x <= 1"),
    _false("hypothesis dropped", "x = −3", "exp(x) >= 1 + x + x**2/2 + x**3/6 + x**4/100"),
    _false("relation flipped", "x = 1", "log(1 + x) >= x", "x >= 0"),
    _false("relation flipped", "x = 1", "log(1 + x) <= 2*x/(2 + x)", "x >= 0"),
    _false("relation flipped", "x = 1, y = 0", "abs(x + y) >= abs(x) + abs(y) + 1"),
    _false("constant nudged", "x = 1", "x + 1/x >= 2.001", "x > 0"),
    _false("constant nudged", "x = 3: log 3/3 = 0.3662", "log(x) <= 0.366*x", "x > 0"),
    _false("constant nudged", "p = 1/2: log 2 = 0.6931…", "-p*log(p) - (1 - p)*log(1 - p) <= 0.693", "0 < p < 1"),
    _false("constant nudged", "x = 0 gives 1/4", "exp(x)/(1 + exp(x))**2 <= 0.2499"),
    _false("constant nudged", "x = y = 1", "x + y <= 1.99", "x**2 + y**2 <= 2"),
    _false("constant nudged", "x = y = 1", "x*y <= 0.999", "x + y == 2"),
    _false("constant nudged", "a = b = c = 1", "a**3 + b**3 + c**3 >= 3.001*a*b*c", "a >= 0", "b >= 0", "c >= 0"),
    _false("integers", "n = 3: 9 > 8", "n**2 <= 2**n", "integer n", "n >= 0"),
    _false("integers", "n = 1 gives equality", "n**2 > n", "integer n", "n > 0"),
    _false("cases", "x = y = 0", "max(x, y) > min(x, y)"),
    _false("cases", "x = 2, y = −2: 4 > 0", "abs(x - y) <= abs(abs(x) - abs(y))"),
    _false("equation", "x = 0", "x == x**2 + 1"),
    _false("equation", "x = y = 1: log 2 is not 0", "log(x + y) == log(x) + log(y)", "x > 0", "y > 0"),
    _false("single point", "equality at x = y = 1", "x**4 + y**4 > 4*x*y - 2"),
    _false("single point", "Motzkin's polynomial vanishes at x = y = 1", "x**4*y**2 + x**2*y**4 + 1 > 3*x**2*y**2"),
    _false("single point", "equality where a = b", "a/b + b/a > 2", "a > 0", "b > 0"),
    _false("single point", "equality at x = y = 1", "exp(x) + exp(y) > exp(1)*(x + y)"),
    _false("single point", "equality at y = 0, x = 1", "x**2 - 2*x*exp(y) + exp(2*y) > 0"),
    _false("single point", "equality at 1", "log(x)**2 > 0", "x > 0"),
    _false("single point", "equality at x = 1/e only", "x*log(x) > -exp(-1)", "x > 0"),
    _false("single point", "equality at ±√2 only", "(x**2 - 2)**2 > 0"),
    _false("single point", "equality at the golden ratio and its conjugate only", "(x**2 - x - 1)**2 > 0"),
    _false("single point", "equality at 7/5, y = −3/11", "(5*x - 7)**2 + (11*y + 3)**2 > 0"),
    _false("single point", "equality at 0, 0, 0, 0", "a*c + b*d < sqrt(a**2 + b**2)*sqrt(c**2 + d**2)"),
    _false("single point", "equality at x = log 2 only", "(exp(x) - 2)**2 > 0"),
    _false("single point", "equality at the real zero of x^5 − x − 1 only", "(x**5 - x - 1)**2 > 0"),
    _false("single point", "equality at −W(1) = −0.5671… only", "(exp(x) + x)**2 > 0"),
    _false("single point", "the only point allowed is 1.1673…", "x < 1.1", "x**5 == x + 1"),
    _false("narrow", "at 0.123456789; the region is 2·10^−8 wide", "(x - 0.123456789)**2 >= 1/10**16"),
    _false("narrow", "near √2, a region 7·10^−9 wide", "abs(x**2 - 2) >= 1/10**8"),
    _false("narrow", "near log 2, a region 10^−8 wide", "abs(exp(x) - 2) >= 1/10**8"),
    _false("narrow", "near the real root 1.3247179572 of x³ − x − 1, 5·10^−9 wide", "(x**3 - x - 1)**2 >= 1/10**16"),
    _false("narrow", "at x = 1, y = 3/7", "(x - 1)**2 + (y - 3/7)**2 >= 1/10**16"),
    _false("narrow", "near x = y = √2", "(x*y - 2)**2 + (x - y)**2 >= 1/10**14"),
    _false("narrow", "−1/e = −0.36787944117144…", "x*log(x) >= -0.367879441171", "x > 0"),
    _false("narrow", "the minimum is 1.45593809268…", "x**2 + 2*exp(-x) >= 1.4559380928"),
    _false("narrow", "the maximum is √2 = 1.414213562…", "sqrt(x) + sqrt(1 - x) <= 1.41421356", "0 <= x <= 1"),
    _false("narrow", "a peak of width 2·10^−8 at 1/7", "max(0, 1 - 100000000*abs(x - 1/7)) <= 0"),
    _false(
        "narrow", "a peak of width 2·10^−8 at 0.54321", "max(0, 1 - 100000000*abs(x - 0.54321)) <= 0", "0 <= x <= 1"
    ),
    _false("narrow", "a peak near x = 2, y = 5/3", "max(0, 1 - 10000000*(abs(x - 2) + abs(y - 5/3))) <= 0"),
    _false("narrow", "the maximum e^(−1/2)/√2 = 0.428881942… is at 1/√2", "x*exp(-x**2) <= 0.42888194", "x >= 0"),
    _false(
        "narrow", "the minimum −1/27 = −0.037037… is at x² = y² = 1/3", "x**2*y**2*(x**2 + y**2 - 1) >= -0.03703703"
    ),
    _false("narrow", "the maximum e^(1/e) = 1.44466786100977… is at e", "x**(1/x) <= 1.44466786", "x > 0"),
    _false(
        "narrow",
        "(x − 1)^8 < 10^−16 within 0.01 of 1",
        "x**8 - 8*x**7 + 28*x**6 - 56*x**5 + 70*x**4 - 56*x**3 + 28*x**2 - 8*x + 1 >= 1/10**20",
    ),
    _false(
        "narrow",
        "between the roots 1000 and 1000.0000001 of a quadratic",
        "(x - 1000)*(x - 1000.0000001) >= 0",
        "x >= 0",
    ),
    _false(
        "narrow", "between two irrational roots 10^−8 apart around √3", "(x**2 - 3)*(x**2 - 3.00000003) >= 0", "x >= 0"
    ),
    _false("far out", "x = 10^5", "x**2 <= 10**9 + x", "x >= 0"),
    _false("far out", "beyond e^12 = 162754.8", "log(x) <= 12", "x >= 1"),
    _false("far out", "x = 2·10^6: 1414.2 > 1014.6", "sqrt(x) <= 1000 + log(x)", "x >= 1"),
    _false("far out", "x = 2·10^5: e^20", "exp(x/10000) <= 10 + x", "x >= 0"),
    _false("far out", "beyond 2^100", "x**1.01 <= 2*x", "x >= 1"),
    _false("far out", "beyond e^(e^3) = 5.3·10^8", "log(log(x)) <= 3", "x >= 3"),
    _false("far out", "x = y = 2000", "x*y <= 10**6 + x + y", "x >= 0", "y >= 0"),
    _false("far out", "x = 10^6", "x/(1 + x) <= 0.99999", "x >= 0"),
    _false("far out", "from about 1.2·10^5 on, as it increases to e", "(1 + 1/x)**x <= 2.71827", "x >= 1"),
    _false("far out", "n = 100008", "n <= 10**5 + 7", "integer n"),
    _false("far out", "x = −10001", "x**3 >= -10**12"),
    _false("far out", "x = 10^6", "sqrt(x + 1) - sqrt(x) >= 1/1000", "x >= 0"),
    _false("far out", "x = 705: e^705 = 1.5·10^306", "exp(x) <= 10**300*(1 + x**2)", "x >= 0"),
    _false("far out", "y = 10^5, x = 0: the square of y is too large", "x**2 + 10**8 >= y**2/100", "x >= 0"),
    _false("far out", "n = 2000", "n**2 <= 1000*n + 10**6", "integer n", "n >= 0"),
    _false(
        "corner", "at 1, 1, 1, 1", "x + y + z + w <= 3.9999", "0 <= x <= 1", "0 <= y <= 1", "0 <= z <= 1", "0 <= w <= 1"
    ),
    _false("corner", "x = y = z = 10^−4", "x*y*z >= 1/10**9", "0 < x <= 1", "0 < y <= 1", "0 < z <= 1"),
    _false("corner", "x = −1, y = 1", "x**2 + y**2 <= 1.99999", "-1 <= x <= 1", "-1 <= y <= 1"),
    _false("corner", "x = 1", "(1 - x)*(1 - y) > 0", "0 <= x <= 1", "0 <= y <= 1"),
    _false("corner", "x = y = 10^−5: log is −11.5", "log(x) + log(y) >= -20", "0 < x <= 1", "0 < y <= 1"),
    _false("corner", "x = 1, y = −1", "x - y <= 1.999999", "-1 <= x <= 1", "-1 <= y <= 1"),
    _false("corner", "at 1, 1, 1", "x*y + y*z + z*x <= 2.9999", "0 <= x <= 1", "0 <= y <= 1", "0 <= z <= 1"),
    _false("corner", "x = 10^−6", "1/x + 1/y <= 10**6", "0 < x <= 1", "0 < y <= 1"),
    _false("corner", "x = y = 1", "x**20*y**20 <= 0.9", "0 <= x <= 1", "0 <= y <= 1"),
    _false("corner", "x near 0, where x log x is near 0", "x*log(x) <= -1/10**6", "0 < x < 1"),
    _false("hypothesis dropped", "a = −1, b = c = 0", "a*(a - b)*(a - c) + b*(b - a)*(b - c) + c*(c - a)*(c - b) >= 0"),
    _false("hypothesis dropped", "a = −1, b = c = 0", "a**3 + b**3 + c**3 >= 3*a*b*c"),
    _false("hypothesis dropped", "a = 1, b = −1, c = 0", "a**2*b + b**2*c + c**2*a >= 3*a*b*c"),
    _false("hypothesis dropped", "x = y = −1", "x + y >= 2", "x*y == 1"),
    _false("hypothesis dropped", "x = 0, y = −1", "x*(1 - x)*y <= y/4", "0 <= x <= 1"),
    _false("hypothesis dropped", "x = 5, y = −1", "x*y >= y", "x >= y", "y >= -1"),
    _false("hypothesis dropped", "x = −4: −27 < −11", "(1 + x)**3 >= 1 + 3*x", "x >= -4"),
    _false("hypothesis dropped", "x = 3, y = 2", "x**y <= 1 + y*(x - 1)", "x > 0", "0 <= y <= 2"),
    _false(
        "hypothesis dropped",
        "x = 2: both hats are 0",
        "max(0, 1 - abs(x)) + max(0, 1 - abs(x - 1)) == 1",
        "0 <= x <= 2",
    ),
    _false("hypothesis dropped", "x = −1: 0.37 < 0.5", "y >= 1 + x + x**2/2", "y == exp(x)"),
    _false("constant nudged", "a = b = c", "a/(b + c) + b/(c + a) + c/(a + b) >= 1.5001", "a > 0", "b > 0", "c > 0"),
    _false("constant nudged", "Young's inequality at y = 1, x = 0", "x*y <= exp(x) + y*log(y) - 1.001*y", "y > 0"),
    _false(
        "constant nudged",
        "Hoeffding's lemma with 9: p = 1/2, x = 1",
        "p*exp(x*(1 - p)) + (1 - p)*exp(-x*p) <= exp(x**2/9)",
        "0 <= p <= 1",
    ),
    _false("constant nudged", "x = 1/2: 1.1276 > 1.1264", "(exp(x) + exp(-x))/2 <= exp(x**2/2.1)"),
    _false(
        "constant nudged",
        "log 3 = 1.098612…",
        "-a*log(a) - b*log(b) - c*log(c) <= 1.0986",
        "a + b + c == 1",
        "a > 0",
        "b > 0",
        "c > 0",
    ),
    _false(
        "constant nudged",
        "t = 1/2, q = 0.51",
        "t*log(t/q) + (1 - t)*log((1 - t)/(1 - q)) >= 2.01*(t - q)**2",
        "0 < t < 1",
        "0 < q < 1",
    ),
    _false("constant nudged", "log 2 = 0.69315 at x = y", "log(exp(x) + exp(y)) <= max(x, y) + 0.693"),
    _false("constant nudged", "x = y", "(x*exp(x) + y*exp(y))/(exp(x) + exp(y)) >= (x + y)/2 + 1/100"),
    _false(
        "constant nudged",
        "the slope at 0 is 1/4",
        "exp(x)/(1 + exp(x)) - exp(y)/(1 + exp(y)) <= 0.24*(x - y)",
        "x >= y",
    ),
    _false("constant nudged", "at 1, 1, 1, 1", "a*b*c*d <= (a**4 + b**4 + c**4 + d**4)/4.001"),
    _false(
        "constant nudged",
        "at 0, 0, 0, 0",
        "sqrt((a + c)**2 + (b + d)**2) <= sqrt(a**2 + b**2) + sqrt(c**2 + d**2) - 1/1000",
    ),
    _false("constant nudged", "a = c, b = d", "max(a, b) - max(c, d) <= max(a - c, b - d) - 1/10"),
    _false("constant nudged", "at 1, 1, 1", "x**6 + y**6 + z**6 >= 3.01*x**2*y**2*z**2"),
    _false("constant nudged", "x = 1/10: 1.04881 < 1.04889", "sqrt(1 + x) >= 1 + x/2 - x**2/9", "x >= 0"),
    _false("constant nudged", "n = 2, d = 4.3", "n*exp(-d) < exp(-3)/n", "d > 2*log(n) + 2.9", "n >= 2"),
    _false(
        "constant nudged",
        "n = 10, h = 1/10, g = 1, R = 2.31",
        "exp(-R*g)*(n - 1) <= h",
        "R >= log(n/h)/(2*g)",
        "g > 0",
        "h > 0",
        "n >= 1",
    ),
    _false("constant nudged", "x = 0, y = 1/10", "abs(exp(-abs(x)) - exp(-abs(y))) <= abs(x - y)/2"),
    _false("constant nudged", "x near 0, y = 1", "x**y + y**x > 1.01", "x > 0", "y > 0"),
    _false("constant nudged", "x = 10: 1/12 > 1/13", "(x + 1/2)*log(1 + 1/x) <= 1 + 1/(13*x*(x + 1))", "x > 0"),
    _false("constant nudged", "x = 10", "x**10*exp(-x) <= 453999", "x >= 0"),
    _false("constant nudged", "x = 10: log(1.1) = 0.09531 < 0.09533", "log(x + 1) - log(x) >= 1/(x + 0.49)", "x >= 1"),
    _false("constant nudged", "(20/29, 21/29): 41/29 = 1.4138", "x + y <= 1.4", "x**2 + y**2 == 1"),
    _false("constant nudged", "x = y = 1", "x + y >= 2.001", "x*y == 1", "x > 0"),
    _false(
        "relation flipped", "a = 2, b = 1: 1.4427 > 1.4142", "(a - b)/(log(a) - log(b)) <= sqrt(a*b)", "a > b", "b > 0"
    ),
    _false("relation flipped", "x = 1: 0.6931 < 0.7", "log(1 + x) >= x*(6 + x)/(6 + 4*x)", "x >= 0"),
    _false("relation flipped", "x = 1: 2.718 < 3", "exp(x) >= (2 + x)/(2 - x)", "0 <= x < 2"),
    _false("relation flipped", "x = 1: 0.7616 > 0.75", "(exp(2*x) - 1)/(exp(2*x) + 1) <= x/(1 + x**2/3)", "x >= 0"),
    _false("relation flipped", "x = 1: 0.693 > 0.5", "log(1 + x) - log(x) <= 1/x - 1/(2*x**2)", "x >= 1"),
    _false("relation flipped", "x = 1, y = 4", "min(x, y) >= sqrt(x*y)", "x >= 0", "y >= 0"),
    _false("relation flipped", "x = y = 1", "abs(x) + abs(y) <= sqrt(x**2 + y**2)"),
    _false("relation flipped", "x = 1, y = 2", "max(x, y)**2 <= x*y", "x >= 0", "y >= 0"),
    _false("relation flipped", "1 + 1/e < e", "exp(-100000) + exp(-100001) > exp(-99999)"),
    _false("relation flipped", "x = 1", "exp(-100000)*x <= exp(-100001)", "0 <= x <= 1"),
    _false("integers", "n = 2: 8 > 4", "n**3 <= 2**n", "integer n", "n >= 1"),
    _false("integers", "n = 5: 32 < 95", "2**n >= n**3 - 30", "integer n", "n >= 1"),
    _false("integers", "n = 0", "n*(n - 1) > 0", "integer n"),
    _false("integers", "n = 20", "n**2 - 41*n + 420 > 0", "integer n"),
    _false("integers", "m = n = 1", "(m**2 - 2*n**2)**2 >= 2", "integer m, n", "m >= 1", "n >= 1"),
    _false("integers", "m = n = 6", "m*n <= m + n + 10", "integer m, n", "m >= 1", "n >= 1"),
    _false(
        "integers", "m = 99, n = 70: 9801 − 9800 = 1", "abs(m**2 - 2*n**2)*n >= 71", "integer m, n", "m >= 1", "n >= 70"
    ),
)


SEED = 2025
LONGER, ENOUGH = 4, 5  # the time without a method, what is enough to keep it
OF_SEQUENCES = ("of every index", "s ≠ t, of sequences", "of sequences")  # `sequences.py` asks about n numbers
OTHERS = Path(__file__).with_name("inequalities_of_others.json")
MO = Path(__file__).with_name("mo_int_20.json")


def problems(path: Path, aside: bool | None = None) -> tuple[Problem, ...]:
    """Return the questions in a file: all, those kept aside, or the rest."""
    rows = json.loads(path.read_text("utf-8"))
    chosen = [q for q in rows if aside is None or q.get("aside", False) is aside]
    return tuple(Problem(q["goal"], tuple(q["given"]), q["true"], q["kind"], q["source"]) for q in chosen)


def drawn(problems: Sequence[Problem], count: int, true_only: bool) -> tuple[Problem, ...]:
    """Return a sample of the problems, or of the true ones, by a fixed seed; all of them if the count is 0."""
    of = [q for q in problems if q.true or not true_only]
    return tuple(random.Random(SEED).sample(of, min(count, len(of))) if count else of)


def campaign(count: int, problems: Sequence[Problem] = PROBLEMS) -> str:
    """Search for proofs of false mutants of the true problems; `proved` must not occur."""
    found = mutation.trial("problems", count, [(q.goal, *q.given) for q in problems if q.true])
    counts = sorted(found["counts"].items())
    return "\n".join([*(f"{n:8}  {what}" for what, n in counts), *(f"FAILED: {f}" for f in found["failures"])])


def run(problems: tuple[Problem, ...], effort: float) -> list[dict[str, Any]]:
    """Return the answer to each problem, with its seconds, and whether the second checker accepts the certificate."""
    rows: list[dict[str, Any]] = []
    for q in problems:
        start = time.perf_counter()
        try:
            answer = decide(q.goal, q.given, effort=effort)
            said, certificate, methods = answer.answer, answer.certificate, answer.methods
        except UndefinedError:
            said, certificate, methods = "undefined", (), ()
        seconds = time.perf_counter() - start
        accepted = all(v.accepted for v in checker.check(certificate)) if certificate else None
        checked = time.perf_counter() - start - seconds
        rows.append({
            "goal": q.goal, "given": q.given, "kind": q.kind, "true": q.true, "answer": said, "methods": methods,
            "seconds": seconds, "accepted": accepted, "recheck": checked,
            "bytes": len(json.dumps(certificate)),
        })  # fmt: skip
    return rows


def helped(q: Problem, effort: float, without: str = "") -> Shown | None:
    """Return a proof, found in a process of its own; what ends in an error proves nothing, and is told."""
    try:
        return shown(q.goal, q.given, effort, without)
    except TaskError as wrong:
        print(f"{q.goal}  for  {q.given}{without and f', without {without!r}'}: {wrong}", file=sys.stderr)
        return None


def needed(name: str, own: Sequence[tuple[Problem, float]]) -> tuple[int, list[tuple[float, float]]]:
    """Return the number of questions lost without a method, up to `ENOUGH`, and the effort with and without it."""
    alone, efforts = 0, []
    for q, with_it in own:
        if alone == ENOUGH:
            break
        other = helped(q, max(1.0, LONGER * with_it), name)
        if other is None:
            alone += 1
        else:
            efforts.append((with_it, other.effort))
    return alone, efforts


def methods(asked: Sequence[Problem], effort: float, jobs: int, numbers: bool = False) -> str:
    """Return a line for each method: what it helps to prove, what is lost without it, and the time that it saves."""
    lines = [f"{'method':36} gave a fact  outermost  alone  with      without"]
    with ThreadPoolExecutor(jobs) as pool:  # each search is a process of its own
        proofs = list(zip(asked, pool.map(helped, asked, repeat(effort)), strict=True))
        kinds = [kind for kind in TABLE if (kind.name in OF_SEQUENCES) is numbers]
        names = dict.fromkeys(m.name for kind in kinds for m in kind.methods)
        own = {name: [(q, s.effort) for q, s in proofs if s and name in s.gave] for name in names}
        found = dict(zip(names, pool.map(needed, names, own.values()), strict=True))
    for name, (alone, efforts) in sorted(found.items(), key=lambda at: (-at[1][0], -len(own[at[0]]))):
        outermost = sum(s is not None and s.outermost == name for _, s in proofs)
        clock = "".join(f"{sum(pair[i] for pair in efforts):8.1f}" for i in (0, 1)) if efforts else ""
        several = "+" if alone == ENOUGH else " "
        lines.append(f"{name:36} {len(own[name]):11}  {outermost:9}  {alone:4}{several}{clock}")
    lines.append(f"proved: {sum(s is not None for _, s in proofs)} of {len(asked)}")
    return "\n".join(lines)


def certificates(rows: list[dict[str, Any]]) -> str:
    """Return the largest certificate, and the one that took longest to check."""
    largest, slowest = max(r["bytes"] for r in rows), max(r["recheck"] for r in rows)
    return f"certificates: largest {largest} bytes, slowest re-check {slowest:.3f} s"


def summary(name: str, rows: list[tuple[Problem, str, float]]) -> str:
    """Print the number settled and the time."""
    counts = Counter((q.true, answer) for q, answer, _ in rows)
    wrong = counts[True, "refuted"] + counts[False, "proved"]
    true, false = sum(q.true for q, _, _ in rows), sum(not q.true for q, _, _ in rows)
    times = [s for _, _, s in rows]
    return (
        f"{name:8} proved {counts[True, 'proved']}/{true}  refuted {counts[False, 'refuted']}/{false}  wrong {wrong}  "
        f"median {statistics.median(times):.3f} s  total {sum(times):.1f} s"
    )


def beside_others(asked_for: Sequence[Problem], options: argparse.Namespace) -> None:
    """Put the problems to other tools, too, and print what each settles."""
    from compare_tools import answers, by_group, compare, side_by_side

    asked = [(q.goal, q.given, q.true) for q in asked_for]
    print(f"limit {options.timeout:g} s of processor time, {options.jobs} at a time")
    said = answers(asked, options.timeout, options.python, options.jobs, options.keep, options.again)
    compare(asked, said)
    by_group(asked, [q.kind for q in asked_for], said)
    side_by_side(asked, said, options.timeout, options.python)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--effort", type=float, default=EFFORT)
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds, with --compare")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--campaign", type=int, default=0, metavar="COUNT", help="so many mutants of the true ones")
    parser.add_argument("--compare", action="store_true", help="put the problems to other tools, too")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes at a time, with --compare and --methods")
    parser.add_argument("--with", dest="python", metavar="PYTHON", help="an interpreter with z3 and cvc5")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write the answers there; what stands there is known")
    parser.add_argument("--again", action="append", default=[], metavar="TOOL", help="ask this one anew all the same")
    parser.add_argument("--others", action="store_true", help="the problems that others asked")
    parser.add_argument("--aside", action="store_true", help="those of them that were kept aside")
    parser.add_argument("--mo", action="store_true", help="the problems known as MO-INT-20, each with its time")
    parser.add_argument("--all", action="store_true", help="the problems of all these sets")
    parser.add_argument("--sample", type=int, default=0, metavar="COUNT", help="only so many, drawn by a fixed seed")
    parser.add_argument("--methods", action="store_true", help="what each method helps to prove, and it alone")
    options = parser.parse_args()
    asked_for = problems(OTHERS, options.aside) if options.others or options.aside else PROBLEMS
    asked_for = problems(MO) if options.mo else asked_for
    asked_for = (*PROBLEMS, *problems(OTHERS), *problems(MO)) if options.all else asked_for
    asked_for = drawn(asked_for, options.sample, options.methods)
    if options.compare:
        beside_others(asked_for, options)
        return
    if options.methods:
        print(methods(asked_for, options.effort, options.jobs))
        return
    rows = run(asked_for, options.effort)
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        right = row["answer"] == ("proved" if row["true"] else "refuted")
        if options.mo or not right or row["accepted"] is False:
            print(f"{row['answer']!s:8} {row['seconds']:7.3f} s  {row['goal']}  for  {row['given']}  [{row['kind']}]")
    print(certificates(rows))
    print(summary("lemmata", [(q, r["answer"], r["seconds"]) for q, r in zip(asked_for, rows, strict=True)]))
    if options.campaign:
        print(campaign(options.campaign))


if __name__ == "__main__":
    main()
