"""Mutation testing of soundness: true statements are mutated until false at an exact point; none may then be proved.

The points are found and evaluated here, independently of the search and of the kernel's evaluation: rationals exactly,
everything else in balls of 300 bits. For a statement about sequences, a point has a size and rational entries.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb, ctx

from proofs.fuzzing.arithmetic import OPAQUE, ball, opaque
from proofs.kernel.terms import (
    KernelError,
    Term,
    atan,
    cos,
    eq,
    erf,
    exp,
    instantiate_bound,
    le,
    log,
    lt,
    num,
    rebuild,
    sin,
    var,
)
from proofs.language import display
from proofs.search import FAILED, ParseError, UndefinedError, prove, question

BITS = 300
EFFORT = 0.2  # for a mutant
MORE = 1.0  # for a mutant about sequences
SIZES = 6  # the largest size of a sequence at a point
OF_SEQUENCES = 0.2  # the share of statements about sequences among the listed ones
TRUE = 12  # one in this many true statements is asked as well, to see that proofs are found at all
POINTS = 60  # points tried per mutant
STATEMENTS: tuple[tuple[str, ...], ...] = (
    ("log(1 + x) <= x", "x >= 0"),
    ("log(x) <= x - 1", "x > 0"),
    ("1 - 1/x <= log(x)", "x > 0"),
    ("exp(x) >= 1 + x",),
    ("exp(x) >= 1 + x + x**2/2", "x >= 0"),
    ("exp(-x) <= 1/(1 + x)", "x >= 0"),
    ("log(1 + x) >= 2*x/(2 + x)", "x >= 0"),
    ("x*log(x) >= -exp(-1)", "x > 0"),
    ("x*exp(-x) <= exp(-1)", "x >= 0"),
    ("sqrt(x) <= (1 + x)/2", "x >= 0"),
    ("sqrt(1 + x) <= 1 + x/2", "x >= 0"),
    ("x + 1/x >= 2", "x > 0"),
    ("x**3 - 3*x + 2 >= 0", "x >= 0"),
    ("(x**2 - 2)**2 >= 0",),
    ("x**4 - 4*x + 3 >= 0",),
    ("x**2 - x + 1/4 >= 0",),
    ("x**6 - x + 0.5824 > 0",),
    ("x*(1 - x) <= 1/4",),
    ("x <= x**2", "x >= 1"),
    ("exp(x)/(1 + exp(x))**2 <= 1/4",),
    ("-p*log(p) - (1 - p)*log(1 - p) <= log(2)", "0 < p < 1"),
    ("p*log(p) <= 0", "0 < p <= 1"),
    ("(1 - 2*p)*(log(p) + S + 1) + 1 < 0", "0 < p < 1", "S >= 0", "log(p) + S + 3 < 0"),
    ("p*(1 + log(p) + S) < 0", "0 < p < 1", "S >= 0", "log(p) + S + 3 < 0"),
    ("2*x*y <= x**2 + y**2",),
    ("(x + y)**2 <= 2*(x**2 + y**2)",),
    ("x*y <= 1", "x + y == 2"),
    ("x + y <= 2", "x**2 + y**2 <= 2"),
    ("x*y <= 1", "0 <= x <= 1", "0 <= y <= 1"),
    ("x**2 + y**2 + z**2 >= x*y + y*z + z*x",),
    ("a**3 + b**3 + c**3 >= 3*a*b*c", "a >= 0", "b >= 0", "c >= 0"),
    ("sqrt(x*y) <= (x + y)/2", "x > 0", "y > 0"),
    ("x/y + y/x >= 2", "x > 0", "y > 0"),
    ("1/(x + y) <= (1/x + 1/y)/4", "x > 0", "y > 0"),
    ("exp((x + y)/2) <= (exp(x) + exp(y))/2",),
    ("log(exp(x) + exp(y)) >= (x + y)/2 + log(2)",),
    ("x*y <= exp(x) + y*log(y) - y", "y > 0"),
    ("abs(x + y) <= abs(x) + abs(y)",),
    ("abs(abs(x) - abs(y)) <= abs(x - y)",),
    ("max(x, y) + min(x, y) == x + y",),
    ("max(x, y) >= (x + y)/2",),
    ("min(x, 1/x) <= 1", "x > 0"),
    ("log(n) <= n - 1", "integer n", "n >= 1"),
    ("n**2 >= n", "integer n"),
    ("n <= n**2", "integer n", "n >= 0"),
    ("2*n + 1 <= (n + 1)**2", "integer n"),
    ("log(n)/n <= 1/2", "n >= 1"),
    ("x/(1 + x) <= log(1 + x)", "x > -1"),
    ("1/(x - 1) > 0", "x > 1"),
    ("x**2*exp(-x) <= 4*exp(-2)", "x >= 0"),
    ("exp(-100000)*exp(99999) < 1/2",),
    ("log(x + 1) - log(x) <= 1/x", "x > 0"),
    ("u*v <= (u**2 + v**2)/2", "0 <= u <= 3", "-2 <= v <= 1"),
    ("x**5 - 5*x + 4 >= 0", "x >= 0"),
    ("sin(x) <= x", "x >= 0"),
    ("cos(x) >= 1 - x**2/2",),
    ("x - x**3/6 <= sin(x)", "x >= 0"),
    ("sin(x)**2 + cos(x)**2 == 1",),
    ("sin(x + y) == sin(x)*cos(y) + cos(x)*sin(y)",),
    ("cos(2*x) == 1 - 2*sin(x)**2",),
    ("cos(pi/2 - x) == sin(x)",),
    ("3*sin(x) + 4*cos(x) <= 5",),
    ("x**2 - 2*x*sin(x) + 1 >= 0",),
    ("tan(x) >= x", "0 <= x", "x <= 3/2"),
    ("sin(x) >= 2*x/pi", "0 <= x", "x <= pi/2"),
    ("atan(x) <= x", "x >= 0"),
    ("atan(x) < pi/2",),
    ("erf(x) <= 2*x/sqrt(pi)", "x >= 0"),
    ("1 - erf(x) <= exp(-x**2)", "x >= 0"),
    ("x*cos(x) <= sin(x)", "0 <= x", "x <= pi"),
    ("abs(sin(x) - sin(y)) <= abs(x - y)",),
    ("exp(-x)*sin(x) <= 1/2", "x >= 0"),
    ("3 < pi < 22/7",),
    ("cos(x) >= 1/2", "0 <= x", "x <= pi/3"),
    ("sin(x) + sin(y) <= 2", "0 < x", "0 < y", "x + y <= pi"),
    ("cos(x) + cos(y) - cos(x + y) <= 3/2",),
    ("exp(x) > 1 + x", "x != 0"),
    ("(x + y)**9 <= (x + y + 1)**10", "x >= 0", "y >= 0"),
    ("tanh(x) <= x", "x >= 0"),
    ("cosh(x) <= exp(x**2/2)",),
    ("x*y + y*z + z*x >= 2*(x + y + z)", "x > 0", "y > 0", "z > 0", "x*y*z == x + y + z + 2"),
    ("sqrt(x**2 + 8*y) <= x + y + 2", "x >= 0", "y >= 0"),
    ("x + y <= -1", "x**2 + y**2 - 4*x + 6*y + 13 <= 0"),
    ("3*sin(x) <= x*(2 + cos(x))", "x >= 0"),
    ("exp(x) <= x + exp(x**2)",),
    ("cos(x) + cos(y) + cos(z) <= 3/2", "x > 0", "y > 0", "z > 0", "x + y + z == pi"),
    ("n <= 2", "integer n", "integer m", "n > 0", "m > 0", "n*m == n + m"),
)
GIVEN = "integer n", "n >= 1"
POSITIVE = "all(x[i] > 0, (i, 1, n))"
WEIGHTS = "all(p[i] > 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1"
SEQUENCES: tuple[tuple[str, ...], ...] = (
    ("sum(x[i], (i, 1, n))**2 <= n*sum(x[i]**2, (i, 1, n))", *GIVEN),
    ("sum(x[i]*y[i], (i, 1, n))**2 <= sum(x[i]**2, (i, 1, n))*sum(y[i]**2, (i, 1, n))", *GIVEN),
    ("abs(sum(x[i], (i, 1, n))) <= sum(abs(x[i]), (i, 1, n))", *GIVEN),
    ("sum(x[i], (i, 1, n)) <= n*max(x[i], (i, 1, n))", *GIVEN),
    ("max(x[i], (i, 1, n)) <= sum(x[i], (i, 1, n))", *GIVEN, POSITIVE),
    ("-sum(p[i]*log(p[i]), (i, 1, n)) <= log(n)", *GIVEN, *WEIGHTS),
    ("log(sum(p[i]*exp(x[i]), (i, 1, n))) >= sum(p[i]*x[i], (i, 1, n))", *GIVEN, *WEIGHTS),
    ("sum(exp(x[i]), (i, 1, n)) >= n*exp(sum(x[i], (i, 1, n))/n)", *GIVEN),
    ("log(sum(exp(x[i]), (i, 1, n))) <= max(x[i], (i, 1, n)) + log(n)", *GIVEN),
    ("sum(p[i]*x[i], (i, 1, n))**2 <= sum(p[i]*x[i]**2, (i, 1, n))", *GIVEN, *WEIGHTS),
    ("sum(x[i]**2/p[i], (i, 1, n)) >= sum(x[i], (i, 1, n))**2", *GIVEN, *WEIGHTS),
    ("prod(1 + x[i], (i, 1, n)) >= 1 + sum(x[i], (i, 1, n))", *GIVEN, POSITIVE),
    ("prod(x[i], (i, 1, n)) <= (sum(x[i], (i, 1, n))/n)**n", *GIVEN, POSITIVE),
    ("prod(x[i], (i, 1, n)) <= max(x[i], (i, 1, n))**n", *GIVEN, POSITIVE),
    ("(1 + x)**n >= 1 + n*x", *GIVEN, "x >= -1"),
    ("sum(i**2, (i, 1, n)) == n*(n + 1)*(2*n + 1)/6", *GIVEN),
    ("sum(1/i, (i, 1, n)) >= log(n + 1)", *GIVEN),
    ("sum(1/i**2, (i, 1, n)) <= 2 - 1/n", *GIVEN),
    ("sum(1/sqrt(i), (i, 1, n)) <= 2*sqrt(n)", *GIVEN),
    ("sum(i*2**i, (i, 1, n)) == (n - 1)*2**(n + 1) + 2", *GIVEN),
    ("sum(r**i, (i, 0, n)) <= 1/(1 - r)", *GIVEN, "0 <= r < 1"),
    ("x[1] <= x[n]", *GIVEN, "all(x[i] <= x[i + 1], (i, 1, n - 1))"),
    ("sum(x[i + 1] - x[i], (i, 1, n)) == x[n + 1] - x[1]", *GIVEN),
    ("sum(sum(x[i]*x[j], (j, 1, n)), (i, 1, n)) >= 0", *GIVEN),
)
Entries = dict[tuple[int, ...], Fraction]
Point = dict[Term, Any]  # a Fraction for a variable, Entries for a sequence
Statement = tuple[tuple[Term, ...], Term]  # hypotheses and goal
Number = Any  # a Fraction, or a ball


@dataclass(frozen=True)
class Mutant:
    """Hypotheses, a goal that is false at a point where they hold, and the kind of mutation."""

    given: tuple[Term, ...]
    goal: Term
    point: Point
    how: str

    def __str__(self) -> str:
        at = ", ".join(f"{x.args[0]} = {_shown(v)}" for x, v in self.point.items())
        given = ", ".join(map(display.text, self.given))
        return f"{display.text(self.goal)} for {given} ({self.how}; false at {at})"


def trial(seed: str, count: int, statements: Sequence[Sequence[str]] = STATEMENTS) -> dict[str, Any]:
    """Put `count` mutants to `prove`, and return the counts of its answers and every mutant that was proved.

    `statements` are the true statements that are mutated, each a goal and its hypotheses.
    """
    counts: Counter[str] = Counter()
    failures: list[str] = []
    rng = random.Random(seed)
    for k, mutant in enumerate(mutants(rng, count, statements)):
        counts[mutant.how] += 1
        answer = _asked(mutant.goal, mutant.given)
        counts[f"mutants: {answer}"] += 1
        if answer in ("proved", "crashed"):
            failures.append(f"{answer}: {mutant}")
        if k % TRUE == 0:
            given, goal = statement(rng, statements)
            counts[f"true ones: {_asked(goal, given)}"] += 1
    return {"done": count, "counts": dict(counts), "failures": failures}


def _asked(goal: Term, given: Sequence[Term]) -> str:
    try:
        answer = prove(goal, given, effort=MORE if any(v.op == "fn" for v in goal.free) else EFFORT)
    except UndefinedError:
        return "not defined"
    return "crashed" if answer.hint.startswith(FAILED) else answer.answer


# --- statements and mutants ------------------------------------------------------------------------------------------


def statement(rng: random.Random, statements: Sequence[Sequence[str]] = STATEMENTS) -> Statement:
    """Return a random true statement: one of a list, one of a family, or the sum of two."""
    kind = rng.random()
    if kind < 0.5:
        listed = rng.choice(SEQUENCES if statements is STATEMENTS and rng.random() < OF_SEQUENCES else statements)
        hypotheses, goals = question(listed[0], listed[1:])
        return hypotheses, rng.choice(goals)
    if kind < 0.85:
        return (), rng.choice((_squares, _tangent, _mean))(rng)
    first = given, one = statement(rng, statements)
    more, other = statement(rng, statements)
    sorts: dict[str, str] = {}
    for v in sorted({v for f in (*given, *more, one, other) for v in f.free}, key=str):
        if sorts.setdefault(v.args[0], v.sort) != v.sort:
            return first
    if not {one.op, other.op} <= {"le", "lt"}:  # equations and quantified statements are not added
        return first
    scale = num(rng.randint(1, 5), rng.randint(1, 5))
    op = lt if "lt" in (one.op, other.op) else le
    return (*given, *more), op(one.args[0] + scale * other.args[0], one.args[1] + scale * other.args[1])


def _rational(rng: random.Random) -> Term:
    return num(rng.randint(-9, 9), rng.randint(1, 6))


def _squares(rng: random.Random) -> Term:
    """0 <= a sum of squares of linear forms and squares."""
    names = [var(name, "R") for name in "xyz"[: rng.randint(1, 3)]]
    parts = [v**k for v in names for k in (1, 1, 2)]
    total = num(0)
    for _ in range(rng.randint(1, 3)):
        form = _rational(rng)
        for part in rng.sample(parts, rng.randint(1, len(parts))):
            form = form + _rational(rng) * part
        total = total + form * form
    return le(num(0), total)


def _tangent(rng: random.Random) -> Term:
    """Return a convex function above its tangent."""
    x, c, a = var("x", "R"), _rational(rng), num(rng.randint(1, 5), rng.randint(1, 5))
    if rng.random() < 0.5:
        return le(exp(a * c) * (1 + a * (x - c)), exp(a * x))
    return le(log(1 + x * x), log(1 + a * a) + (x * x - a * a) / (1 + a * a))


def _mean(rng: random.Random) -> Term:
    """Return the inequality between the weighted geometric and arithmetic means of e^x and e^y."""
    x, y, q = var("x", "R"), var("y", "R"), rng.randint(2, 7)
    w = num(rng.randint(1, q - 1), q)
    return le(exp(w * x + (1 - w) * y), w * exp(x) + (1 - w) * exp(y))


def mutants(rng: random.Random, count: int, statements: Sequence[Sequence[str]] = STATEMENTS) -> Iterator[Mutant]:
    """Yield `count` mutants, each with a point at which it is false."""
    for _ in range(count):
        found = None
        while found is None:
            how, mutate = rng.choice(CHANGES)
            for _ in range(30):  # some kinds of mutation seldom make a statement false
                found = found or _mutant(rng, how, mutate, statements)
        yield found


def _mutant(rng: random.Random, how: str, mutate: Any, statements: Sequence[Sequence[str]]) -> Mutant | None:
    given, goal = statement(rng, statements)
    try:
        changed = mutate(rng, given, goal)
        point = None if changed is None else witness(rng, *changed)
    except (KernelError, ParseError):
        return None
    return None if changed is None or point is None else Mutant(changed[0], changed[1], point, how)


def _nudged(rng: random.Random, given: tuple[Term, ...], goal: Term) -> Statement | None:
    """Change a numeral of the goal a little."""
    changed = _elsewhere(rng, goal, lambda t: t.op == "num", lambda t: t + _nudge(rng))
    return None if changed is None else (given, changed)


def _nudge(rng: random.Random) -> Term:
    return num(rng.choice((1, -1)), 10 ** rng.choice((0, 1, 2, 3, 4, 6, 9)))


def _tightened(rng: random.Random, given: tuple[Term, ...], goal: Term) -> Statement | None:
    """Strengthen the goal a little."""
    s, t = goal.args
    more = num(1, 10 ** rng.choice((0, 1, 2, 3, 4, 6, 9)))
    return given, rng.choice((le(s + more, t), le(s, (1 - more) * t) if more.args != (1, 1) else lt(s, t), lt(s, t)))


def _flipped(rng: random.Random, given: tuple[Term, ...], goal: Term) -> Statement | None:
    """Reverse the relation, make it strict, or make it an equation."""
    s, t = goal.args
    return given, rng.choice((lt(t, s), le(t, s), lt(s, t), eq(s, t)))


def _dropped(rng: random.Random, given: tuple[Term, ...], goal: Term) -> Statement | None:
    """Leave out a hypothesis."""
    if not given:
        return None
    left_out = rng.choice(given)
    return tuple(g for g in given if g is not left_out), goal


def _widened(rng: random.Random, given: tuple[Term, ...], goal: Term) -> Statement | None:
    """Weaken a hypothesis, by a little or by a lot."""
    if not given:
        return None
    wide = rng.choice(given)
    s, t = wide.args
    weaker = rng.choice((le(s, t), le(s, t + num(rng.randint(1, 9), 10 ** rng.choice((0, 0, 1, 3, 6))))))
    return tuple(weaker if g is wide else g for g in given), goal


OTHER = {"exp": log, "log": exp, "sin": cos, "cos": sin, "atan": erf, "erf": atan}


def _swapped(rng: random.Random, given: tuple[Term, ...], goal: Term) -> Statement | None:
    """Replace a variable or a function in one place."""
    names = sorted(goal.free, key=lambda v: v.args[0])

    def other(t: Term) -> Term:
        if t.op == "var":
            return rng.choice([v for v in names if v.sort == t.sort])
        return OTHER[t.op](t.args[0])

    kinds = ("var",) if rng.random() < 0.7 else tuple(OTHER)
    changed = _elsewhere(rng, goal, lambda t: t.op in kinds, other)
    return None if changed is None else (given, changed)


CHANGES = (
    ("constant nudged", _nudged),
    ("constant nudged", _tightened),
    ("relation flipped", _flipped),
    ("hypothesis dropped", _dropped),
    ("domain widened", _widened),
    ("place changed", _swapped),
)


def _elsewhere(rng: random.Random, t: Term, fits: Any, change: Any) -> Term | None:
    """Change one of the subterms that fit."""
    places = _count(t, fits)
    if not places:
        return None
    left = [rng.randrange(places)]

    def changed(u: Term) -> Term:
        if fits(u):
            left[0] -= 1
            if left[0] == -1:
                return change(u)
        return rebuild(u, lambda kid, _: changed(kid))

    out = changed(t)
    return None if out is t else out


def _count(t: Term, fits: Any) -> int:
    return fits(t) + sum(_count(a, fits) for a in t.args if isinstance(a, Term))


# --- points, and the truth there -------------------------------------------------------------------------------------


def witness(rng: random.Random, given: Sequence[Term], goal: Term) -> Point | None:
    """Search for a point where everything is defined, the hypotheses hold and the goal fails; None if none is found."""
    names = sorted({v for f in (*given, goal) for v in f.free}, key=lambda v: v.args[0])
    best: list[tuple[float, Point]] = []
    for k in range(POINTS):
        if k < POINTS // 2 or not best:
            point = {v: _entries(rng, v) if v.op == "fn" else _drawn(rng, v) for v in names}
        else:  # move near the points where the goal is closest to failing
            point = {v: _moved_all(rng, v, x) for v, x in rng.choice(best[:3])[1].items()}
        for g in given:  # solve an equation for one of its variables
            if g.op == "eq":
                point = _on(g, point) or point
        try:
            if not all(holds(g, point) for g in given):
                continue
            if holds(goal, point) is False:
                return point
            best.append((_gap(goal, point), point))
            best.sort(key=lambda pair: pair[0])
        except (_Undefined, OverflowError):
            continue
    return None


def _drawn(rng: random.Random, v: Term) -> Fraction:
    if v.sort == "Z":
        return Fraction(rng.randint(-4, 12))
    size = rng.choice((1, 1, 1, 3, 10, 100, 10**4))
    grain = rng.choice((1, 1, 2, 3, 10, 1000))
    return Fraction(rng.randint(-2 * grain, 3 * grain), grain) * size


def _entries(rng: random.Random, f: Term) -> Entries:
    """Random entries at indices from 0 on, in most cases all positive."""
    places = product(range(2 * SIZES if f.args[1] == 1 else SIZES), repeat=f.args[1])
    simple = rng.random() < 0.5
    drawn = {k: Fraction(rng.randint(1, 6)) if simple else _drawn(rng, var("x", "R")) for k in places}
    return {k: abs(x) or Fraction(1) for k, x in drawn.items()} if rng.random() < 0.7 else drawn


def _moved_all(rng: random.Random, v: Term, x: Any) -> Any:
    return {k: _moved(rng, v, y) for k, y in x.items()} if isinstance(x, dict) else _moved(rng, v, x)


def _shown(v: Any) -> str:
    return f"({', '.join(map(str, v.values()))})" if isinstance(v, dict) else str(v)


def _moved(rng: random.Random, v: Term, x: Fraction) -> Fraction:
    if v.sort == "Z":
        return x + rng.randint(-2, 2)
    step = Fraction(rng.randint(-9, 9), 10 ** rng.randint(1, 5))
    return (x + step).limit_denominator(10**6)


def _on(equation: Term, point: Point) -> Point | None:
    """Change one variable of the point so that it satisfies a linear equation."""

    def left_over(p: Point) -> Fraction:
        s, t = (value(a, p) for a in equation.args)
        if isinstance(s, Fraction) and isinstance(t, Fraction):
            return t - s
        raise _Undefined

    for v in sorted(equation.free, key=lambda v: v.args[0]):
        if v.op == "fn":  # scale all entries so that the sides are equal, if the gap is linear in the scale
            scaled = [{**point, v: {k: c * x for k, x in point[v].items()}} for c in (Fraction(0), Fraction(1))]
            try:
                zero, one = map(left_over, scaled)
            except _Undefined:
                continue
            if zero != one and zero * (zero - one) > 0:
                return {**point, v: {k: zero / (zero - one) * x for k, x in point[v].items()}}
            continue
        try:
            at = [left_over({**point, v: Fraction(k)}) for k in (0, 1, 2)]
        except _Undefined:
            continue
        if at[1] - at[0] == at[2] - at[1] != 0:
            there = -at[0] / (at[1] - at[0])
            if v.sort != "Z" or there.denominator == 1:
                return {**point, v: there}
    return None


class _Undefined(ArithmeticError):
    """A term has no value at a point, or its value is unknown."""


def holds(formula: Term, point: Point) -> bool:
    """Evaluate a relation at a point; raises _Undefined if a term is not defined there, or balls overlap."""
    if formula.op == "all":
        return all(holds(part, point) for part in _instances(formula, point))
    s, t = (value(a, point) for a in formula.args)
    if isinstance(s, Fraction) and isinstance(t, Fraction):
        return s <= t if formula.op == "le" else s < t if formula.op == "lt" else s == t
    with ctx.workprec(BITS):
        gap = ball(t) - ball(s)
    if not gap.is_finite() or gap.contains(0):
        raise _Undefined
    return formula.op != "eq" and bool(gap > 0)


def _gap(formula: Term, point: Point) -> float:
    """Return the distance between the two sides, as a float."""
    s, t = (value(a, point) for a in formula.args)
    with ctx.workprec(BITS):
        return abs(float((ball(t) - ball(s)).mid()))


def _instances(formula: Term, point: Point) -> Iterator[Term]:
    """Yield the instances of lo <= i → i <= hi → A in the range."""
    low, inside = formula.args[1].args
    high, part = inside.args
    lo, hi = (int(value(instantiate_bound(end, (num(0),)), point)) for end in (low.args[0], high.args[1]))
    for k in range(lo, hi + 1):
        yield instantiate_bound(part, (num(k),))


def _folded(op: str, members: Sequence[Number]) -> Number:
    """Return the sum, product or maximum; an empty maximum, or one of overlapping balls, raises _Undefined."""
    if op == "max" and not members:
        raise _Undefined
    exact = all(isinstance(m, Fraction) for m in members)
    if op == "max":
        if not exact:
            raise _Undefined
        return max(members)
    if not exact:
        return math.prod(map(ball, members), start=arb(1)) if op == "prod" else sum(map(ball, members), start=arb(0))
    return math.prod(members, start=Fraction(1)) if op == "prod" else sum(members, start=Fraction(0))


def value(t: Term, point: Point) -> Number:
    """Evaluate a number at a point: a Fraction if it has only + · /, else a ball."""
    with ctx.workprec(BITS):
        return _value(t, point)


def _value(t: Term, point: Point) -> Number:
    op, args = t.op, t.args
    if op == "num":
        return Fraction(*args)
    if op == "var":
        return point[t]
    if op == "app":
        index = tuple(int(_value(i, point)) for i in args[1:])
        if index not in point[args[0]]:
            raise _Undefined
        return point[args[0]][index]
    if op in ("sum", "prod", "max"):
        lo, hi = (int(_value(end, point)) for end in args[:2])
        members = [_value(instantiate_bound(args[2], (num(k),)), point) for k in range(lo, hi + 1)]
        return _folded(op, members)
    if op == "ite":
        return _value(args[1] if holds(args[0], point) else args[2], point)
    parts = [_value(a, point) for a in args]
    if op in ("add", "mul"):
        if not all(isinstance(p, Fraction) for p in parts):
            parts = [ball(p) for p in parts]
        return sum(parts[1:], parts[0]) if op == "add" else math.prod(parts[1:], start=parts[0])
    (x,) = parts
    if op == "abs":
        return abs(x)
    if op == "inv":
        if (x == 0) if isinstance(x, Fraction) else x.contains(0):
            raise _Undefined
        return 1 / x
    if op == "exp":
        if isinstance(x, Fraction) and x == 0:
            return Fraction(1)
        if abs(ball(x)) > 10**6:
            raise _Undefined
        return ball(x).exp()
    if op == "log":
        if not ball(x) > 0:
            raise _Undefined
        return Fraction(0) if isinstance(x, Fraction) and x == 1 else ball(x).log()
    if op in OPAQUE:
        return opaque(op, x)
    raise _Undefined
