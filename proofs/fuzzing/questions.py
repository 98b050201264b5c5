"""Random inequalities that are decided; no answer may contradict an independent evaluation.

A question is made as a tree, passed to `decide` as text, and evaluated here from the tree, so that the parser is tested
as well. Rationals are evaluated exactly, everything else in balls. At many points, a proved goal must not fail, nor be
undefined where its hypotheses hold. A refuted goal must fail at the counterexample, and a question called undefined
must be undefined at its point. The second checker must accept every certificate, which must state the question.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from flint import ctx

from proofs import checker
from proofs.fuzzing.arithmetic import (
    LARGEST,
    OPAQUE,
    OPERATIONS,
    Number,
    Undefined,
    Unknown,
    ball,
    compared,
    exp,
    log,
    opaque,
    power,
    sign,
    times,
)
from proofs.kernel.normal import key
from proofs.kernel.store import read_terms
from proofs.search import Answer, ParseError, UndefinedError, decide, question
from proofs.workers.pool import TaskError

BITS = 400
EFFORT = 0.5  # for a question
POINTS = 250  # sample points for a proved relation
Tree = tuple[Any, ...]  # an operator and its arguments; ("num", Fraction) and ("var", name)
Relation = tuple[str, Tree, Tree]
Point = dict[str, Fraction]


@dataclass(frozen=True)
class Question:
    """A goal, its hypotheses, and the names of its integer variables."""

    goal: Relation
    given: tuple[Relation, ...]
    integers: tuple[str, ...]

    def texts(self) -> tuple[str, list[str]]:
        """Return the goal and the hypotheses as text."""
        declared = [f"integer {n}" for n in self.integers]
        return shown(self.goal), [*declared, *map(shown, self.given)]

    def __str__(self) -> str:
        goal, given = self.texts()
        return " given ".join([goal, ", ".join(given)]) if given else goal

    def names(self) -> list[str]:
        """Return the names of the variables."""
        return sorted({name for r in (self.goal, *self.given) for side in r[1:] for name in _names(side)})


def trial(seed: str, count: int) -> dict[str, Any]:
    """Ask `count` questions, and return the counts of outcomes and the wrong answers."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for _ in range(count):
        asked = made(rng)
        said, wrong = judged(rng, asked)
        counts[said if wrong is None else "wrong"] += 1
        if wrong is not None:
            failures.append(f"{said}: {asked}: {wrong}")
    return {"done": count, "counts": dict(counts), "failures": failures}


def judged(rng: random.Random, asked: Question) -> tuple[str, str | None]:
    """Return the answer to a question, and its error, or None."""
    goal, given = asked.texts()
    try:
        answer = decide(goal, given, effort=EFFORT)
    except UndefinedError as wrong:
        return "not defined", _not_undefined(asked, wrong.point)
    except ParseError:
        return "not understood", None
    except TaskError as wrong:
        return "crashed", str(wrong)[:200]
    if answer.answer == "unknown":
        return "unknown", None
    against = _not_proved(rng, asked, answer) if answer.answer == "proved" else _not_refuted(asked, answer)
    return answer.answer, against or _not_certified(rng, asked, answer)


# --- errors of answers -----------------------------------------------------------------------------------------------


def _not_undefined(asked: Question, point: dict[str, Fraction | str]) -> str | None:
    exact = _exactly(asked, point)
    if exact is None:
        return None
    try:
        for r in (*asked.given, asked.goal):
            holds(r, exact, asked.integers)
    except ArithmeticError:
        return None
    return f"but it is defined at {_at(exact)}"


def _not_proved(rng: random.Random, asked: Question, answer: Answer) -> str | None:
    for point in points(rng, asked):
        try:
            if not all(holds(r, point, asked.integers) for r in asked.given):
                continue
        except ArithmeticError:
            continue
        if answer.vacuous:
            return f"but the hypotheses hold at {_at(point)}"
        try:
            if not holds(asked.goal, point, asked.integers):
                return f"but it fails at {_at(point)}"
        except Undefined:
            return f"but it is not defined at {_at(point)}"
        except Unknown:
            continue
    return None


def _not_refuted(asked: Question, answer: Answer) -> str | None:
    exact = _exactly(asked, answer.counterexample or {})
    if exact is None:
        return None
    for name in asked.integers:
        if name in exact and exact[name].denominator != 1:
            return f"but {name} is an integer"
    try:
        for r in asked.given:
            if not holds(r, exact, asked.integers):
                return f"but {shown(r)} fails at {_at(exact)}"
        return f"but it holds at {_at(exact)}" if holds(asked.goal, exact, asked.integers) else None
    except Undefined:
        return f"but it is not defined at {_at(exact)}"
    except Unknown:
        return None


def _not_certified(rng: random.Random, asked: Question, answer: Answer) -> str | None:
    intervals = "mpmath" if rng.random() < 0.1 else "arb"
    for verdict in checker.check(answer.certificate, intervals):
        if not verdict.accepted:
            return f"but the second checker refuses with {intervals}: {verdict.name}: {verdict.reason}"
        if verdict.argued or verdict.cited:
            return f"but {verdict.name} rests on what is admitted"
    if answer.answer == "proved":
        stored, (given, goals) = answer.certificate[-1], question(*asked.texts())
        terms, claimed = read_terms(stored["terms"]), stored["statement"]
        if key(terms[claimed["concl"]]) != key(goals[-1]):
            return "but the certificate is one of another goal"
        if not {key(terms[h]) for h in claimed["hyps"]} <= {key(h) for h in given}:
            return "but the certificate has other hypotheses"
    return None


def _exactly(asked: Question, point: dict[str, Fraction | str]) -> Point | None:
    """Return the point if all its values are rational; unnamed variables are 1."""
    if any(isinstance(x, str) for x in point.values()):
        return None
    return {name: Fraction(point.get(name, 1)) for name in asked.names()}


def _at(point: Point) -> str:
    return ", ".join(f"{name} = {x}" for name, x in point.items()) or "all points"


# --- random questions ------------------------------------------------------------------------------------------------


def num(p: int, q: int = 1) -> Tree:
    """Return a rational."""
    return ("num", Fraction(p, q))


ZERO, ONE, TWO = num(0), num(1), num(2)
EXPONENTS = (num(2), num(2), num(3), num(4), num(0), num(-1), num(-2), num(1, 2), num(3, 2), num(1, 3), num(-1, 2))
Family = Callable[[Tree, Tree], tuple[Relation, list[Relation]]]
FAMILIES: tuple[Family, ...] = (
    lambda t, u: ((">=", ("exp", t), ("+", ONE, t)), []),
    lambda t, u: (("<=", ("log", t), ("-", t, ONE)), [(">", t, ZERO)]),
    lambda t, u: (("<=", ("*", ("sqrt", t), ("sqrt", u)), ("/", ("+", t, u), TWO)), [(">=", t, ZERO), (">=", u, ZERO)]),
    lambda t, u: (("<=", ("abs", ("+", t, u)), ("+", ("abs", t), ("abs", u))), []),
    lambda t, u: (("<=", ("sqrt", ("+", ONE, t)), ("+", ONE, ("/", t, TWO))), [(">=", t, num(-1))]),
    lambda t, u: ((">=", ("+", t, ("/", ONE, t)), TWO), [(">", t, ZERO)]),
    lambda t, u: (("==", ("+", ("min", t, u), ("max", t, u)), ("+", t, u)), []),
    lambda t, u: (("<=", ("*", num(4), ("*", t, ("-", ONE, t))), ONE), []),
    lambda t, u: (("<=", ("*", t, ("exp", ("-", ZERO, t))), ("exp", num(-1))), []),
    lambda t, u: ((">=", ("+", ("**", t, TWO), ("**", u, TWO)), ("*", TWO, ("*", t, u))), []),
    lambda t, u: (("<=", ("exp", t), ("/", ONE, ("-", ONE, t))), [("<", t, ONE)]),
    lambda t, u: (("<=", ("max", t, u), ("log", ("+", ("exp", t), ("exp", u)))), []),
    lambda t, u: ((">=", ("**", ("+", ONE, t), num(3)), ("+", ONE, ("*", num(3), t))), [(">=", t, num(-1))]),
    lambda t, u: (("==", ("log", ("exp", t)), t), []),
    lambda t, u: (("<=", ("+", t, ONE), ("**", TWO, t)), []),
    lambda t, u: (("<=", ("+", t, ONE), u), [("<", t, u)]),
    lambda t, u: (("<=", ("abs", t), ("**", t, TWO)), []),
    lambda t, u: (("<=", ("sin", t), t), [(">=", t, ZERO)]),
    lambda t, u: ((">=", ("cos", t), ("-", ONE, ("/", ("**", t, TWO), TWO))), []),
    lambda t, u: (("==", ("+", ("**", ("sin", t), TWO), ("**", ("cos", t), TWO)), ONE), []),
    lambda t, u: (("<=", ("*", ("sin", t), ("cos", u)), ONE), []),
    lambda t, u: (("<=", ("-", ("atan", t), ("atan", u)), ("-", t, u)), [(">=", t, u)]),
    lambda t, u: (("<=", ("-", ONE, ("exp", ("-", ZERO, ("**", t, TWO)))), ("**", ("erf", t), TWO)), []),
)
OF_ONE = ("exp", "log", "sqrt", "abs", *OPAQUE)


def made(rng: random.Random) -> Question:
    """Return a random question: a known inequality in random terms, perhaps changed, or a random term and a bound."""
    names = ["x", "y", "z"][: rng.choice((1, 1, 1, 2, 2, 3))]
    integers = tuple(n for n in names if rng.random() < 0.6) if rng.random() < 0.3 else ()
    given = _domain(rng, names)
    if rng.random() < 0.5:
        goal, needed = rng.choice(FAMILIES)(
            grown(rng, names, rng.choice((0, 0, 1, 2))), grown(rng, names, rng.choice((0, 1)))
        )
        given = [*needed, *(given if rng.random() < 0.5 else [])]
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            goal, given = _changed(rng, goal, given)
    elif rng.random() < 0.7:
        goal = _bounded(
            rng, Question((">", ONE, ZERO), tuple(given), integers), grown(rng, names, rng.choice((2, 2, 3)))
        )
    else:
        goal = (rng.choice(("<=", "<", ">=", ">", "==")), grown(rng, names, 3), grown(rng, names, 2))
    return Question(goal, tuple(given), integers)


def grown(rng: random.Random, names: Sequence[str], depth: int) -> Tree:
    """Return a random tree of a number."""
    if depth <= 0 or rng.random() < 0.12:
        if rng.random() < 0.72:
            return ("var", rng.choice(names))
        return num(rng.randint(-9, 9), rng.choice((1, 1, 1, 2, 3, 10)))

    def inside() -> Tree:
        return grown(rng, names, depth - 1)

    op = rng.choice((*"+++---***//", "**", "**", *OF_ONE, "min", "max", "power"))
    if op == "**":
        return (op, inside(), rng.choice(EXPONENTS))
    if op == "power":
        return ("**", inside(), inside())
    return (op, inside()) if op in OF_ONE else (op, inside(), inside())


def _domain(rng: random.Random, names: Sequence[str]) -> list[Relation]:
    """Ranges of some variables, possibly with a relation between two."""
    out: list[Relation] = []
    for name in names:
        low = rng.choice((0, 0, 0, 1, -1, Fraction(1, 2), -2))
        high = low + rng.choice((1, 1, 2, 3, 10, Fraction(1, 2), Fraction(1, 1000)))
        kind = rng.random()
        if kind < 0.75:
            out.append((rng.choice((">", ">=")), ("var", name), ("num", Fraction(low))))
        if 0.3 < kind < 0.85:
            out.append((rng.choice(("<", "<=")), ("var", name), ("num", Fraction(high))))
    if len(names) > 1 and rng.random() < 0.35:
        a, b = (("var", name) for name in rng.sample(list(names), 2))
        out.append(
            rng.choice(
                (
                    ("<", a, b),
                    ("<=", a, b),
                    ("==", ("+", a, b), ONE),
                    ("<=", ("+", a, b), ONE),
                    (">=", ("*", a, b), ONE),
                )
            )
        )
    rng.shuffle(out)
    return out


def _bounded(rng: random.Random, domain: Question, tree: Tree) -> Relation:
    """Return a relation between the tree and a number near the least or the greatest of its values at some points."""
    found = []
    for point in points(rng, Question(("<=", tree, tree), domain.given, domain.integers), 80):
        try:
            if all(holds(r, point, domain.integers) for r in domain.given):
                found.append(float(ball(value(tree, point, domain.integers)).mid()))
        except (ArithmeticError, OverflowError, ValueError):
            continue
    low = rng.random() < 0.5
    found = [x for x in found if math.isfinite(x)]
    near = Fraction(min(found) if low else max(found)) if found else Fraction(rng.randint(-3, 3))
    near = max(min(near, Fraction(10**8)), Fraction(-(10**8))).limit_denominator(rng.choice((1, 10, 1000, 10**6)))
    near += rng.choice((0, 0, Fraction(1, 10), Fraction(-1, 10), Fraction(1, 10**7), Fraction(-1, 10**7)))
    return (rng.choice((">=", ">") if low else ("<=", "<")), tree, ("num", near))


def _changed(rng: random.Random, goal: Relation, given: list[Relation]) -> tuple[Relation, list[Relation]]:
    """Change the relation, a constant or a hypothesis of the question."""
    op, s, t = goal
    little = ("num", Fraction(rng.choice((1, -1)), 10 ** rng.choice((0, 1, 2, 3, 6, 9, 12))))
    kind = rng.randrange(5)
    if kind == 0:
        return ({"<=": "<", ">=": ">", "==": "<=", "<": "<=", ">": ">="}[op], s, t), given
    if kind == 1:
        return (op, s, ("+", t, little)), given
    if kind == 2:
        return (op, s, ("*", t, ("+", ONE, little))), given
    if kind == 3:
        return ({"<=": ">=", ">=": "<=", "==": "<", "<": ">", ">": "<"}[op], s, t), given
    return goal, given[:-1]


# --- text, points and values -----------------------------------------------------------------------------------------


def shown(x: Tree | Relation) -> str:
    """Write a relation or a number as text."""
    op, *parts = x
    if op in ("num", "var"):
        text = str(parts[0])
        return text if text.isalnum() else f"({text})"
    if op in ("<=", "<", ">=", ">", "=="):
        return f"{shown(parts[0])} {op} {shown(parts[1])}"
    if op in ("+", "-", "*", "/", "**"):
        return f"({shown(parts[0])} {op} {shown(parts[1])})"
    return f"{op}({', '.join(map(shown, parts))})"


def _names(tree: Tree) -> set[str]:
    return {tree[1]} if tree[0] == "var" else set() if tree[0] == "num" else set().union(*map(_names, tree[1:]))


SPECIAL = [Fraction(p, q) for p in (0, 1, -1, 2, -2, 3, -3, 10, 300, -300) for q in (1, 2, 3, 1000)]


def points(rng: random.Random, asked: Question, count: int = POINTS) -> Iterator[Point]:
    """Yield points: special numbers, the ends of the variables' ranges, and values near and between these."""
    pools = {}
    for name in asked.names():
        ends = [r[2][1] for r in asked.given if r[1] == ("var", name) and r[2][0] == "num"]
        pool = [*SPECIAL, *ends, *(e + d for e in ends for d in (1, -1, Fraction(1, 10**6), Fraction(-1, 10**6)))]
        low, high = (min(ends), max(ends)) if ends else (Fraction(-4), Fraction(4))
        high = high if high > low else low + 5
        pool += [low + (high - low) * Fraction(rng.randrange(1001), 1000) for _ in range(40)]
        pools[name] = [Fraction(round(x)) for x in pool] if name in asked.integers else pool
    for _ in range(count if pools else 1):
        point = {name: rng.choice(pool) for name, pool in pools.items()}
        for op, s, t in asked.given:  # an equation x + y = c determines y
            if op == "==" and s[0] == "+" and s[1][0] == s[2][0] == "var" and t[0] == "num":
                point[s[2][1]] = t[1] - point[s[1][1]]
        if all(point[n].denominator == 1 for n in asked.integers if n in point):
            yield point


def holds(relation: Relation, point: Point, integers: Collection[str] = ()) -> bool:
    """Evaluate a relation at a point; `integers` are the names of the integer variables."""
    op, *sides = relation
    with ctx.workprec(BITS):
        return compared(op, *(_value(side, point, integers) for side in sides))


def value(tree: Tree, point: Point, integers: Collection[str] = ()) -> Number:
    """Evaluate a tree at a point: a Fraction if it has no exp, log or trigonometric function, else a ball."""
    with ctx.workprec(BITS):
        return _value(tree, point, integers)


def _value(tree: Tree, point: Point, integers: Collection[str]) -> Number:
    op, *parts = tree
    if op in ("num", "var"):
        return parts[0] if op == "num" else point[parts[0]]
    values = [_value(part, point, integers) for part in parts]
    if op != "**":
        return FUNCTIONS[op](*values)
    base, exponent = values
    if not _names(parts[1]) and isinstance(exponent, Fraction):
        return power(base, exponent)
    if _is_integral(parts[1], integers) and not (parts[0][0] == "num" and parts[0][1] > 0):
        if sign(exponent) < 0:  # a product of that number of factors
            raise Undefined
        return power(base, exponent)
    return exp(times(exponent, log(base)))


def _is_integral(tree: Tree, integers: Collection[str]) -> bool:
    """Check whether a tree is made of integers by operations that keep them."""
    op, *parts = tree
    if op in ("num", "var"):
        return parts[0].denominator == 1 if op == "num" else parts[0] in integers
    if op == "**":
        return _is_integral(parts[0], integers) and parts[1][0] == "num" and parts[1][1] in range(1, LARGEST)
    return op in ("+", "-", "*", "abs", "min", "max") and all(_is_integral(part, integers) for part in parts)


FUNCTIONS: Mapping[str, Callable[..., Number]] = {
    **OPERATIONS, "sqrt": lambda x: power(x, Fraction(1, 2)), "exp": exp, "log": log,
    **{op: partial(opaque, op) for op in OPAQUE},
}  # fmt: skip
