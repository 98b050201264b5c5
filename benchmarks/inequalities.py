"""How many of a set of inequalities `decide` settles, and how fast.

Run it as ``python benchmarks/inequalities.py [--timeout SECONDS] [--json]``. Every certificate is re-checked by the
second checker. The truth of each problem is known beforehand, for the reason given with it.

With ``--compare`` the same problems also go to SymPy, z3, cvc5 and Coq's ``interval``, those that are installed;
``--with PYTHON`` names an interpreter that has z3 (``pip install z3-solver``) and cvc5, Coq is Debian's ``coq`` and
``libcoq-interval``. Every question is then a process of its own, `lemmata` included.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from proofs import checker
from proofs.decide import UndefinedError, decide, prove, question
from proofs.decide.counter import truth
from proofs.kernel.terms import KernelError, Term, le, lt, num, substitute


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
)


def mutants(seed: int, count: int) -> list[tuple[tuple[Term, ...], Term]]:
    """False claims made of true ones, each with a rational point at which it fails by exact evaluation.

    A constant is moved past what the claim leaves at the point, or the relation is turned round.
    """
    rng = random.Random(seed)
    out: list[tuple[tuple[Term, ...], Term]] = []
    while len(out) < count:
        q = rng.choice([q for q in PROBLEMS if q.true])
        given, goals = question(q.goal, q.given)
        goal = rng.choice(goals)
        names = sorted({v for f in (*given, goal) for v in f.free}, key=lambda v: v.args[0])
        scale = rng.choice((1, 4, 100))
        drawn = {v: Fraction(rng.randint(-8, 24), 1 if v.sort == "Z" else rng.choice((1, 3, 8)) * scale) for v in names}
        values = {v: num(p.numerator, p.denominator) if v.sort == "R" else num(int(p)) for v, p in drawn.items()}
        nudge = num(1, rng.choice((2, 10, 10**3, 10**6)))
        s, t = goal.args
        false = rng.choice(
            [lt(t, s), le(t + nudge, s), le(s + nudge, t), lt(s + 3 * nudge, t), le(s, t - nudge * nudge)]
        )
        try:
            held = all(truth(substitute(g, values)) is True for g in given)
            if held and truth(substitute(false, values)) is False:
                out.append((given, false))
        except KernelError:
            continue
    return out


def campaign(seconds: float, timeout: float) -> str:
    """How many mutants the search for proofs leaves unknown, or not defined; `proved` must not occur."""
    counts: Counter[str] = Counter()
    start, seed = time.monotonic(), 0
    while time.monotonic() - start < seconds:
        seed += 1
        for given, goal in mutants(seed, 25):
            try:
                counts[prove(goal, given, timeout=timeout).answer] += 1
            except UndefinedError:
                counts["not defined"] += 1
    return f"mutants  {sum(counts.values())}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items()))


def run(problems: tuple[Problem, ...], timeout: float) -> list[dict[str, object]]:
    """The answer to each problem, with its seconds, and whether the second checker accepts the certificate."""
    rows: list[dict[str, object]] = []
    for q in problems:
        start = time.perf_counter()
        answer = decide(q.goal, q.given, timeout=timeout)
        seconds = time.perf_counter() - start
        accepted = all(v.accepted for v in checker.check(answer.certificate)) if answer.certificate else None
        checked = time.perf_counter() - start - seconds
        rows.append({
            "goal": q.goal, "given": q.given, "kind": q.kind, "true": q.true, "answer": answer.answer,
            "seconds": seconds, "accepted": accepted, "recheck": checked,
            "bytes": len(json.dumps(answer.certificate)),
        })  # fmt: skip
    return rows


def _summary(name: str, rows: list[tuple[Problem, str, float]]) -> str:
    counts = Counter((q.true, answer) for q, answer, _ in rows)
    wrong = counts[True, "refuted"] + counts[False, "proved"]
    true, false = sum(q.true for q, _, _ in rows), sum(not q.true for q, _, _ in rows)
    times = [s for _, _, s in rows]
    return (
        f"{name:8} proved {counts[True, 'proved']}/{true}  refuted {counts[False, 'refuted']}/{false}  wrong {wrong}  "
        f"median {statistics.median(times):.3f} s  total {sum(times):.1f} s"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--campaign", type=float, default=0, metavar="SECONDS", help="try false mutants for so long")
    parser.add_argument("--compare", action="store_true", help="put the problems to other tools, too")
    parser.add_argument("--with", dest="python", metavar="PYTHON", help="an interpreter with z3 and cvc5")
    options = parser.parse_args()
    rows = run(PROBLEMS, options.timeout)
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        right = row["answer"] == ("proved" if row["true"] else "refuted")
        if not right or row["accepted"] is False:
            print(f"{row['answer']!s:8} {row['seconds']:7.3f} s  {row['goal']}  for  {row['given']}  [{row['kind']}]")
    largest, slowest = max(r["bytes"] for r in rows), max(r["recheck"] for r in rows)  # type: ignore[type-var]
    print(f"certificates: largest {largest} bytes, slowest re-check {slowest:.3f} s")
    print(_summary("lemmata", [(q, r["answer"], r["seconds"]) for q, r in zip(PROBLEMS, rows, strict=True)]))  # type: ignore[misc]
    if options.compare:
        from compare_tools import compare

        compare([(q.goal, q.given, q.true) for q in PROBLEMS], options.timeout, options.python)
    if options.campaign:
        print(campaign(options.campaign, 0.2))


if __name__ == "__main__":
    main()
