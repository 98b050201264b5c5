"""The questions of `sharp_constants.py` put to SymPy, SciPy and z3, each as an optimisation, for a table.

The tools are given more than the question: the critical value of the constant, solved for by hand (here by
`proofs.search.sharpening`), of which they have to find the supremum. SymPy's `maximum` works on an interval in one
variable. SciPy's optimum is a floating-point number, which `nsimplify` rounds to a closed form. z3's `Optimize` takes
polynomials and their quotients. None of them takes n numbers. Each runs in a process with a time limit. An answer is
right if it agrees with the expected closed form in twenty digits. None of the tools gives a proof that can be checked.
"""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Callable
from queue import Empty
from typing import Any

import sympy as sp

from proofs.kernel.terms import Term
from proofs.search.question import read_question
from proofs.search.sharpening.candidates import critical_values
from proofs.search.sharpening.critical import Statement
from proofs.search.sharpening.symbolic import expression
from proofs.search.sharpening.symbolic import to_sympy as translated

LIMIT = 60.0  # seconds for each question
DIGITS, CLOSE = 30, 1e-20
ROUNDING = [sp.E, sp.pi, sp.log(2), sp.sqrt(2), sp.exp(-1), sp.exp(-2)]
Problem = tuple[sp.Expr, list[sp.Symbol], list[tuple[sp.Expr, sp.Expr]]]  # to maximise, under pairs left <= right


def problem(row: dict[str, Any], side: int) -> Problem | None:
    """Return the optimisation problem for one end, or None if it has no such form."""
    asked = read_question(row["goal"], row["given"])
    names = {x.args[0]: x for t in (*asked.given, *asked.goals) for x in t.free}
    if any(x.op == "fn" for x in names.values()) or row["parameters"]:
        return None
    c = names[row["constant"]]
    statement = Statement(c, asked.given, asked.goals)
    symbols: dict[Term, sp.Symbol] = {x: sp.Symbol(x.args[0], real=True) for x in statement.variables}
    found = critical_values(statement, {}, symbols)
    if len(found) != 1:
        return None
    pairs = [(translated(g.args[0], symbols), translated(g.args[1], symbols)) for g in statement.domain]
    return side * found[0], list(symbols.values()), pairs


def by_sympy(asked: Problem) -> sp.Expr | None:
    """Maximise on an interval by SymPy."""
    value, names, pairs = asked
    if len(names) != 1:
        return None
    domain = sp.S.Reals
    for low, high in pairs:
        domain = domain.intersect(sp.solve_univariate_inequality(low <= high, names[0], relational=False))
    return sp.maximum(value, names[0], domain)


def by_scipy(asked: Problem) -> sp.Expr | None:
    """Maximise by SciPy's differential evolution in a large box, and round."""
    from scipy.optimize import differential_evolution

    value, names, pairs = asked
    f, gaps = sp.lambdify(names, value, "math"), [sp.lambdify(names, high - low, "math") for low, high in pairs]

    def lost(x: Any) -> float:
        try:
            v = float(f(*x)) if all(gap(*x) >= 0 for gap in gaps) else -math.inf
        except (ValueError, ZeroDivisionError, OverflowError, TypeError):
            return 1e9
        return -v if math.isfinite(v) else 1e9

    found = differential_evolution(lost, [(-20, 20)] * len(names), seed=1, tol=1e-12, maxiter=2000)
    return None if found.fun >= 1e9 else sp.nsimplify(-found.fun, ROUNDING, tolerance=1e-7)


def by_z3(asked: Problem) -> sp.Expr | None:
    """Maximise by z3."""
    import z3

    value, names, pairs = asked
    reals = {x: z3.Real(str(x)) for x in names}

    def real(e: sp.Expr) -> Any:
        if e in reals:
            return reals[e]
        if e.is_Rational:
            return z3.RealVal(str(e))
        if e.is_Add or e.is_Mul:
            parts = [real(a) for a in e.args]
            return z3.Sum(parts) if e.is_Add else z3.Product(parts)
        if e.is_Pow and e.exp.is_Integer:
            power = z3.Product([real(e.base)] * abs(int(e.exp)))
            return power if e.exp > 0 else 1 / power
        raise NotImplementedError(e)

    solver = z3.Optimize()
    for low, high in pairs:
        solver.add(real(low) <= real(high))
    top = z3.Real("top")
    above, below = sp.fraction(sp.together(value))
    solver.add(top * real(below) == real(above), real(below) != 0)
    best = solver.maximize(top)
    if solver.check() != z3.sat:
        return None
    upper = solver.upper(best)
    if z3.is_rational_value(upper):
        return sp.Rational(upper.numerator_as_long(), upper.denominator_as_long())
    return (
        sp.Float(upper.approx(DIGITS).as_decimal(DIGITS).rstrip("?"), DIGITS) if z3.is_algebraic_value(upper) else None
    )


TOOLS: dict[str, Callable[[Problem], sp.Expr | None]] = {"SymPy": by_sympy, "SciPy": by_scipy, "z3": by_z3}


def _ask(tool: str, row: dict[str, Any], side: int, out: Any) -> None:
    try:
        asked = problem(row, side)
        found = None if asked is None else TOOLS[tool](asked)
        out.put(None if found is None else str(sp.N(side * found, DIGITS)))
    except Exception:  # whatever a tool raises means that it does not answer
        out.put(None)


def answer(tool: str, row: dict[str, Any], side: int) -> sp.Float | None:
    """Return the answer of a tool to thirty digits, or None."""
    out: Any = multiprocessing.Queue()
    process = multiprocessing.Process(target=_ask, args=(tool, row, side, out))
    process.start()
    try:
        found = out.get(timeout=LIMIT)
    except Empty:
        found = None
    process.kill()
    process.join()
    try:
        return None if found is None else sp.Float(found, DIGITS)
    except ValueError:  # it is infinite, or no number
        return None


def table(rows: list[dict[str, Any]], wished: Callable[[dict[str, Any], str], Term]) -> str:
    """Return the number of questions that each tool answers, and answers rightly; both ends have to be right."""
    lines = ["tool    answered  right"]
    for tool in TOOLS:
        answered = right = 0
        for row in rows:
            ends = [(side, row[name]) for side, name in ((1, "lower"), (-1, "upper")) if row[name] is not None]
            found = [answer(tool, row, side) for side, _ in ends]
            if any(v is None for v in found):
                continue
            answered += 1
            root = {sp.Symbol("w", real=True): sp.LambertW(expression(wished(row, row["W"])))} if "W" in row else {}
            exact = [sp.N(expression(wished(row, text)).subs(root), DIGITS) for _, text in ends]
            right += all(v is not None and abs(v - e) < CLOSE for v, e in zip(found, exact, strict=True))
        lines.append(f"{tool:6}  {answered:8}  {right:5}")
    return "\n".join(lines)
