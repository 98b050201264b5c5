"""Translation from SymPy: random relations between symbols with assumptions are decided, and SymPy checks the answers.

A counterexample must satisfy the assumptions and hypotheses, and the goal must fail there in SymPy's own numbers. A
proved goal must hold at sample points. Questions with a trap (two symbols of one name, a floating-point number, an
index whose sign contradicts its range) must be rejected.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from proofs.language.translate import TranslationError
from proofs.search import FAILED, Answer, ParseError, UndefinedError, decide

EFFORT = 0.3  # for a question
POINTS = 12  # sample points for a proved goal
DIGITS = 50
SIGNS = ("", "positive", "negative", "nonnegative", "nonpositive", "nonzero")
RELATIONS = (sp.Le, sp.Lt, sp.Ge, sp.Gt, sp.Eq)
Point = Mapping[sp.Expr, sp.Rational]


@dataclass(frozen=True)
class Asked:
    """A question; `variables` are its symbols and entries, and `trap` is the reason to reject it, or ""."""

    goal: Any
    given: tuple[Any, ...]
    variables: tuple[sp.Expr, ...]
    trap: str = ""

    def __str__(self) -> str:
        given = ", ".join(map(str, self.given)) or "nothing"
        symbols = ", ".join(map(sp.srepr, sorted(self.goal.free_symbols, key=str)))
        return f"{self.goal} given {given}, with {symbols}{self.trap and f' (trap: {self.trap})'}"


def trial(seed: str, count: int) -> dict[str, Any]:
    """Ask `count` questions, and return the counts of outcomes and the wrong answers."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    rng = random.Random(seed)
    for _ in range(count):
        asked = question(rng)
        said, wrong = answered(rng, asked)
        counts[said] += 1
        if wrong:
            failures.append(f"{said}: {wrong}: {asked}")
    return {"done": count, "counts": dict(counts), "failures": failures}


# --- questions -------------------------------------------------------------------------------------------------------


def question(rng: random.Random) -> Asked:
    """Return a random relation, possibly with a hypothesis; one in ten has a trap."""
    while True:
        try:
            asked = _question(rng)
        except (TypeError, ValueError):  # SymPy does not compare complex numbers
            continue
        if asked.goal in (sp.true, sp.false) and rng.random() < 0.9:
            continue
        if not any(formula.has(sp.I, sp.nan, sp.zoo, sp.oo, -sp.oo) for formula in (asked.goal, *asked.given)):
            return asked


def _question(rng: random.Random) -> Asked:
    entries = sp.IndexedBase("A", real=True, **_sign(rng)) if rng.random() < 0.3 else None
    symbols = [sp.Symbol(name, real=True, **_sign(rng)) for name in rng.choice(("x", "xy", "T"))]
    symbols += [sp.Symbol("n", integer=True, **_sign(rng))] if rng.random() < 0.4 else []
    variables = (*symbols, *([] if entries is None else [entries[1], entries[2], entries[3]]))
    goal = _relation(rng, variables, entries)
    given = [_relation(rng, variables, None, 1)] if rng.random() < 0.3 else []
    trap = ""
    if rng.random() < 0.1 and isinstance(goal, sp.core.relational.Relational):
        trap, goal = _trapped(rng, goal, symbols[0])
    return Asked(goal, tuple(g for g in given if g is not sp.true), variables, trap)


def _sign(rng: random.Random) -> dict[str, bool]:
    sign = rng.choice(SIGNS)
    return {sign: True} if sign else {}


def _relation(rng: random.Random, atoms: Sequence[Any], entries: Any, depth: int = 2) -> Any:
    s = _number(rng, atoms, entries, depth)
    kind = rng.random()
    more = rng.choice(
        (
            *(lambda: sp.Integer(0), lambda: s**2, lambda: sp.Abs(s), lambda: sp.Max(s, 0)),
            *(lambda: rng.choice(atoms), lambda: rng.choice(atoms) * rng.choice(atoms)),
        )
    )
    if kind < 0.2:  # true, though the proof may need an assumption
        return rng.choice((sp.Le, sp.Lt))(s, s + more())
    if kind < 0.4:
        return sp.Ge(more(), 0)
    return rng.choice(RELATIONS)(s, _number(rng, atoms, entries, 1))


def _number(rng: random.Random, atoms: Sequence[Any], entries: Any, depth: int) -> Any:
    if depth == 0:
        return rng.choice((*atoms, *atoms, sp.Rational(rng.randint(-6, 6), rng.choice((1, 1, 2, 3)))))
    a, b = (_number(rng, atoms, entries, rng.randrange(depth)) for _ in range(2))
    return rng.choice(
        (
            *(lambda: a + b, lambda: a - b, lambda: a * b, lambda: a**2, lambda: a**3, lambda: sp.Abs(a)),
            *(lambda: sp.Min(a, b), lambda: sp.Max(a, b), lambda: sp.exp(-(a**2)), lambda: sp.log(1 + a**2)),
            *(lambda: 1 / (1 + a**2), lambda: sp.sqrt(1 + a**2), lambda: sp.sqrt(sp.Abs(a)), lambda: a / (b or 1)),
            *(lambda: sp.log(a), lambda: sp.sqrt(a), lambda: a ** sp.Rational(-2, 3), lambda: sp.exp(a) - 1),
            lambda: sp.Piecewise((a, sp.Le(rng.choice(atoms), 1)), (sp.sqrt(sp.Abs(b)), True)),
            lambda: _sum(rng, a, entries),
            lambda: _sum(rng, a, entries),
        )
    )()


def _sum(rng: random.Random, a: Any, entries: Any) -> Any:
    """Return a sum between numeric bounds, which may be reversed."""
    k = rng.choice((sp.Symbol("k", integer=True), sp.Symbol("j", integer=True, positive=True)))
    low, high = rng.choice(((1, 3), (1, 2), (2, 2), (1, 0), (3, 1), (5, 2)))
    member = k + a if entries is None or not low <= high else entries[k] * rng.choice((1, a, k))
    return sp.Sum(member, (k, low, high))


def _trapped(rng: random.Random, goal: Any, x: sp.Symbol) -> tuple[str, Any]:
    """Return a relation that must be rejected, and the reason."""
    twin = sp.Symbol(x.name, real=True, **({} if x.is_positive else {"positive": True}))
    k, real = sp.Symbol("k", integer=True, positive=True), sp.Symbol("k", real=True)
    return rng.choice(
        (
            ("two symbols of one name", sp.Le(goal.lhs + sp.exp(twin), goal.rhs + sp.exp(x), evaluate=False)),
            ("a dummy of one name", sp.Le(goal.lhs + sp.Dummy(x.name, real=True), goal.rhs + x, evaluate=False)),
            ("a floating-point number", sp.Le(goal.lhs * sp.Float("0.1"), goal.rhs + x, evaluate=False)),
            ("an index that is no integer", sp.Le(sp.Sum(real, (real, 1, 3)), goal.rhs + x, evaluate=False)),
            ("a sign that the range has not", sp.Le(sp.Sum(k, (k, -1, 3)), goal.rhs + x, evaluate=False)),
            ("an index of the name of a symbol", sp.Le(sp.Sum(k, (k, 1, 3)), real + x, evaluate=False)),
            ("an entry of the name of a symbol", sp.Le(sp.IndexedBase(x.name)[1], goal.rhs + x, evaluate=False)),
            ("more than a sign", sp.Le(sp.Symbol("p", prime=True), goal.rhs + x, evaluate=False)),
        )
    )


# --- answers ---------------------------------------------------------------------------------------------------------


def answered(rng: random.Random, asked: Asked) -> tuple[str, str]:
    """Return the outcome of a question, and its error, or ""."""
    try:
        answer = decide(asked.goal, list(asked.given), effort=EFFORT)
    except (TranslationError, ParseError) as why:
        evaluated = asked.goal in (sp.true, sp.false) or sp.false in asked.given
        said = "trap refused" if asked.trap else "evaluated by SymPy" if evaluated else "not understood"
        return said, "" if asked.trap or evaluated else str(why)
    except UndefinedError as why:
        named = _at(rng, asked, why.point)
        return "not defined", "" if named is None or _assumed(named) else f"at {why.point}, against what is assumed"
    if asked.trap:
        return answer.answer, "a trap was not noticed"
    if answer.hint.startswith(FAILED):
        return "crashed", answer.hint
    return answer.answer, _wrong(rng, asked, answer)


def _wrong(rng: random.Random, asked: Asked, answer: Answer) -> str:
    """Return the error that SymPy finds in an answer, or ""."""
    if answer.answer == "refuted" and answer.counterexample is not None:
        point = _at(rng, asked, answer.counterexample)
        if point is None:
            return ""
        if not _assumed(point):
            return f"the counterexample {point} is not what is assumed"
        if not all(_holds(g, point) is not False for g in asked.given):
            return f"the counterexample {point} is not what is given"
        return f"the goal holds at {point}" if _holds(asked.goal, point) else ""
    if answer.answer == "proved":
        for _ in range(POINTS):
            point = {v: _drawn(rng, v) for v in asked.variables}
            if all(_holds(g, point) for g in asked.given) and _holds(asked.goal, point) is False:
                return f"the goal fails at {point}"
    return ""


def _at(rng: random.Random, asked: Asked, point: Mapping[str, Fraction | str]) -> Point | None:
    """Return the point in SymPy's numbers, None if it is not rational; unnamed variables get random values."""
    out = {v: _drawn(rng, v) for v in asked.variables}
    for v in asked.variables:
        name = f"{v.base.label}_{v.indices[0]}" if isinstance(v, sp.Indexed) else v.name
        value = point.get(name, Fraction(out[v].p, out[v].q))
        if not isinstance(value, Fraction):
            return None
        out[v] = sp.Rational(value.numerator, value.denominator)
    return out


def _assumed(point: Point) -> bool:
    """Return whether the values satisfy the assumptions of their symbols."""
    return all(
        getattr(value, f"is_{what}") is not False
        for v, value in point.items()
        for what in ("integer", *SIGNS[1:])
        if getattr(v, f"is_{what}")
    )


def _drawn(rng: random.Random, v: sp.Expr) -> sp.Rational:
    """Return a random value that satisfies the assumptions of its symbol."""
    while True:
        value = sp.Rational(rng.randint(-12, 12), 1 if v.is_integer else rng.choice((1, 1, 2, 3, 10)))
        if _assumed({v: value}):
            return value


def _holds(relation: Any, point: Point) -> bool | None:
    """Return whether a relation holds at a point in SymPy's numbers; None if a side has no real value there."""
    gap = sp.N((relation.rhs - relation.lhs).subs(point).doit(), DIGITS)
    if not gap.is_Float and not gap.is_Rational:
        return None
    zero = abs(gap) < sp.Rational(1, 10) ** (DIGITS - 15)
    if isinstance(relation, sp.Eq):
        return bool(zero)
    if isinstance(relation, sp.Le | sp.Ge):
        return bool(zero or (gap > 0) == isinstance(relation, sp.Le))
    return bool(not zero and (gap > 0) == isinstance(relation, sp.Lt))
