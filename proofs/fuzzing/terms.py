"""Random terms of the kernel: tests of their normal forms and substitutions, and of inequalities on boxes.

Values are computed here by an independent evaluator (total, as the kernel's terms are). A normal form must have the
value of its term, and a substitution the value of the term at the substituted value. Formulas that the kernel or the
second checker identifies must have the same truth value, and the checker must agree with the kernel. An inequality that
both accept on a box must hold at the points of the box.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from proofs import checker
from proofs.fuzzing.arithmetic import OPAQUE, ball, opaque
from proofs.kernel import normal
from proofs.kernel import terms as tm
from proofs.kernel.rules import RULES
from proofs.kernel.store import Writer
from proofs.kernel.terms import FALSE, KernelError, Term

BITS = 300
LONGEST = 40  # the longest range that is evaluated
LARGE = 3000  # the largest exponents and numbers of bits
REALS, INTEGERS = [tm.var(x, "R") for x in "xy"], [tm.var(n, "Z") for n in "nm"]
ONE_INDEX, TWO_INDICES = tm.fn("f", 1, "R"), tm.fn("g", 2, "Z")
RELATIONS = (tm.le, tm.lt, tm.eq)
Env = Mapping[Term, Any]
Number = Any  # a Fraction, or a ball


class _Unknown(ArithmeticError):
    """The value is too large, or enclosed too roughly."""


def trial(seed: str, count: int) -> dict[str, Any]:
    """Test `count` terms and formulas, and return the counts of outcomes and the errors."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    failures: list[str] = []
    for _ in range(count):
        ask = rng.choice(ASKED)
        name = ask.__name__.strip("_").replace("_", " ")
        checker._work[0] = 0
        try:
            wrong = ask(rng)
        except KernelError:
            said = "refused by the kernel"
        except checker.Refused:
            said = "refused by the checker"
        except _Unknown:
            said = "value not known"
        except Exception as crash:
            wrong = f"crashed with {type(crash).__name__}: {str(crash)[:200]}"
            said = "wrong"
            failures.append(f"{name}: {wrong}")
        else:
            said = "right" if wrong is None else wrong if wrong in (REFUSED, *ALONE) else "wrong"
            if said == "wrong":
                failures.append(f"{name}: {wrong}")
        counts[f"{name}: {said}"] += 1
    return {"done": count, "counts": dict(counts), "failures": failures}


# --- the tests: each returns None, or a description of the error -----------------------------------------------------

REFUSED = "refused by both"
ALONE = ("accepted by the kernel alone", "accepted by the checker alone")  # due to intervals of different width


def _normal_form(rng: random.Random) -> str | None:
    term = _number(rng, rng.choice((2, 3, 3, 4)))
    found = normal.canonical(term)
    if term.sort == "Z" and found.sort != "Z":
        return f"{term} is an integer, its normal form is not"
    env = _env(rng)
    return None if _close(value(term, env), value(found, env)) else f"{term} has another value than {found} at {env}"


def _substitution(rng: random.Random) -> str | None:
    term, env = _number(rng, 3), _env(rng)
    if rng.random() < 0.5:
        old = rng.choice(REALS + INTEGERS)
        new = _number(rng, 2, (), "Z" if old.sort == "Z" else None)
        after: Env = {**env, old: value(new, env)}
    else:
        old, body = TWO_INDICES, _number(rng, 2, ("Z", "Z"), "Z")
        new = tm.lam(2, body)
        after = {**env, old: lambda i, j: value(body, env, (j, i))}
    if _close(value(tm.substitute(term, {old: new}), env), value(term, after)):
        return None
    return f"{old} := {new} in {term}"


def _pair_of_formulas(rng: random.Random) -> str | None:
    one = _formula(rng, 2)
    two = _formula(rng, 1) if rng.random() < 0.3 else _rewritten(rng, one)
    by_kernel = normal.key(one) == normal.key(two)
    values = _by_checker(one), _by_checker(two)
    if by_kernel != (checker.key(values[0]) is checker.key(values[1])):
        return f"the kernel says {by_kernel}, the checker does not: {one} | {two}"
    known = normal.key(one)
    if (known is True, known is False) != (
        checker.key(values[0]) is checker.TRUE,
        checker.key(values[0]) is checker.FALSE,
    ):
        return f"decided by one of the two only: {one}"
    env = _env(rng)
    if by_kernel and truth(one, env) != truth(two, env):
        return f"taken for one: {one} | {two}"
    if isinstance(known, bool) and truth(one, env) != known:
        return f"decided wrongly: {one}"
    return None


def _replacement_in_the_checker(rng: random.Random) -> str | None:
    formula, old = _formula(rng, 2), rng.choice(REALS)
    new = _number(rng, 2)
    name = checker.name_of(_by_checker(old))
    put = checker.Put({name: _by_checker(new)}).formula(_by_checker(formula))
    if checker.key(put) is not checker.key(_by_checker(tm.substitute(formula, {old: new}))):
        return f"{old} := {new} in {formula}"
    bound = checker.generalized(name, _by_checker(formula))
    if checker.key(bound) is not checker.key(_by_checker(tm.forall("R", tm.abstract(formula, [old])))):
        return f"for all {old}: {formula}"
    return None


def _leaf(rng: random.Random) -> str | None:
    goal = _formula(rng, 2)
    box: list[tuple[Term, str | None, str | None]] = []
    points: list[tuple[Term, Fraction, Fraction]] = []
    for x in sorted(goal.free, key=lambda x: (x.op, str(x.args[0]))):
        low, high = sorted((_rational(rng), _rational(rng)))
        low, high = (low, low) if x.sort == "Z" or rng.random() < 0.3 else (low, high)
        low, high = (Fraction(round(low)),) * 2 if x.sort == "Z" else (low, high)
        ends: list[str | None] = [str(low), str(high)]
        if x.sort == "R" and rng.random() < 0.2:
            ends[rng.randrange(2)] = None
        box.append((x, ends[0], ends[1]))
        points.append((x, low, high))
    tree = ["leaf", rng.choice((2, 30, 64, 300))]
    said = [_accepts(RULES["compute"], goal, box, tree)]
    nodes = [(_read(x), low, high) for x, low, high in box]
    said.append(_accepts(checker.compute, _read(goal), nodes, tree))
    for _ in range(5 if any(said) else 0):
        env = _env(rng) | {x: low + (high - low) * Fraction(rng.randrange(5), 4) for x, low, high in points}
        if not truth(goal, env):
            return f"accepted, but false at {env}: {goal} on {box}"
    return (None if said[0] else REFUSED) if said[0] == said[1] else ALONE[0] if said[0] else ALONE[1]


ASKED = (_normal_form, _substitution, _pair_of_formulas, _replacement_in_the_checker, _leaf)


def _accepts(rule: Callable[..., Any], *args: Any) -> bool:
    try:
        rule(*args)
    except (KernelError, checker.Refused):
        return False
    return True


def _read(t: Term) -> checker.Node:
    """Convert the term to a node of the second checker."""
    writer = Writer()
    place = writer.term(t)
    return checker.read_table(writer.rows)[place]


def _by_checker(t: Term) -> Any:
    return checker.evaluate(_read(t))


# --- random terms ----------------------------------------------------------------------------------------------------


def _rational(rng: random.Random) -> Fraction:
    return Fraction(rng.randint(-6, 6), rng.choice((1, 1, 2, 3)))


def _number(rng: random.Random, depth: int, bound: tuple[str, ...] = (), want: str | None = None) -> Term:
    """Return a random number under binders of these sorts, the innermost first; `want` is its sort, if given."""
    if depth <= 0 or rng.random() < 0.15:
        return _leaf_term(rng, bound, want)
    kind = rng.random()

    def inside() -> Term:
        return _number(rng, depth - 1, bound, want)

    if kind < 0.35:
        return rng.choice((tm.add, tm.mul))(*(inside() for _ in range(rng.choice((2, 2, 3)))))
    if kind < 0.43:
        return tm.ite(_relation(rng, depth - 1, bound), inside(), inside())
    if kind < 0.48:
        return tm.absolute(inside())
    if kind < 0.65:
        lo = _number(rng, 1, bound, "Z")
        hi = rng.choice((lo + rng.randint(-2, 3), lo + rng.randint(0, 14), _number(rng, 1, bound, "Z")))
        return tm.big(rng.choice(("sum", "sum", "prod", "max")), lo, hi, _number(rng, depth - 1, ("Z", *bound), want))
    if kind < 0.72:
        return tm.app(TWO_INDICES, _number(rng, 1, bound, "Z"), _number(rng, 1, bound, "Z"))
    if want == "Z":
        return inside()
    if kind < 0.78:
        return tm.app(ONE_INDEX, _number(rng, 1, bound, "Z"))
    if kind < 0.93:
        return rng.choice((tm.inv, tm.inv, tm.exp, tm.exp, tm.sin, tm.cos, tm.atan, tm.erf))(inside())
    return tm.log(rng.choice((tm.exp(inside()) * tm.exp(inside()), tm.inv(tm.exp(inside())), inside())))


def _leaf_term(rng: random.Random, bound: tuple[str, ...], want: str | None) -> Term:
    kind = rng.random()
    near = [tm.bv(k, sort) for k, sort in enumerate(bound) if want is None or sort == want]
    if kind < 0.3:
        return tm.num(rng.randint(-4, 4), 1 if want == "Z" else rng.choice((1, 1, 2, 3)))
    return rng.choice(near if near and kind < 0.65 else INTEGERS if want == "Z" else REALS + INTEGERS)


def _relation(rng: random.Random, depth: int, bound: tuple[str, ...] = ()) -> Term:
    return rng.choice(RELATIONS)(_number(rng, depth, bound), _number(rng, depth, bound))


def _formula(rng: random.Random, depth: int) -> Term:
    if depth <= 0 or rng.random() < 0.6:
        return _relation(rng, depth)
    return tm.imp(_formula(rng, depth - 1), FALSE if rng.random() < 0.2 else _formula(rng, depth - 1))


def _rewritten(rng: random.Random, formula: Term) -> Term:
    """Replace some terms of the formula by their normal forms."""

    def go(t: Term) -> Term:
        if t.sort in "ZR" and rng.random() < 0.3:
            return normal.canonical(t)
        return tm.rebuild(t, lambda kid, _: go(kid))

    return go(formula)


# --- values ----------------------------------------------------------------------------------------------------------


def _env(rng: random.Random) -> dict[Term, Any]:
    """Random values of the variables, and random functions with reproducible values."""
    seed = rng.random()

    def table(low: int, high: int, bottom: int) -> Callable[..., Fraction]:
        def f(*indices: Fraction) -> Fraction:
            drawn = random.Random(f"{seed} {bottom} {indices}")
            return Fraction(drawn.randint(low, high), drawn.randint(1, bottom))

        return f

    values: dict[Term, Any] = {x: _rational(rng) for x in REALS} | {n: Fraction(rng.randint(-3, 5)) for n in INTEGERS}
    return {**values, ONE_INDEX: table(-6, 6, 3), TWO_INDICES: table(-4, 4, 1)}


def value(t: Term, env: Env, bound: tuple[Number, ...] = ()) -> Number:
    """Evaluate a number: a Fraction if it has no exp, log, sin, cos, atan or erf, else a ball."""
    with ctx.workprec(BITS):
        return _value(t, env, bound)


def _value(t: Term, env: Env, bound: tuple[Number, ...]) -> Number:
    op, args = t.op, t.args
    if op == "num":
        return Fraction(*args)
    if op in ("bv", "var"):
        return bound[args[0]] if op == "bv" else env[t]
    if op == "ite":
        return _value(args[1 if _truth(args[0], env, bound) else 2], env, bound)
    if op in ("sum", "prod", "max"):
        lo, hi = _value(args[0], env, bound), _value(args[1], env, bound)
        if hi - lo > LONGEST:
            raise _Unknown
        members = [_value(args[2], env, (Fraction(i), *bound)) for i in range(int(lo), int(hi) + 1)]
        return _folded({"sum": "add", "prod": "mul"}.get(op, op), members)
    if op == "app":
        return env[args[0]](*(_value(a, env, bound) for a in args[1:]))
    parts = [_value(a, env, bound) for a in args]
    return _folded(op, parts) if op in ("add", "mul") else _function(op, parts[0])


def _folded(op: str, parts: list[Number]) -> Number:
    """Return the sum, the product or the maximum."""
    if not parts:
        return Fraction(op == "mul")
    if not all(isinstance(p, Fraction) for p in parts):
        if op == "mul" and Fraction(0) in [p for p in parts if isinstance(p, Fraction)]:
            return Fraction(0)
        parts = [ball(p) for p in parts]
    out = parts[0]
    for p in parts[1:]:
        out = (
            out + p
            if op == "add"
            else out * p
            if op == "mul"
            else max(out, p)
            if isinstance(out, Fraction)
            else out.max(p)
        )
    return _small(out)


def _function(op: str, x: Number) -> Number:
    """1/x, e^x, log x, sin x, cos x, atan x, erf x or |x|."""
    if op == "abs":
        return abs(x)
    if op in OPAQUE:
        return opaque(op, x)
    if isinstance(x, Fraction):
        if op == "inv":
            return 1 / x if x else x
        if (op == "exp" and x == 0) or (op == "log" and (x <= 0 or x == 1)):
            return Fraction(op == "exp")
    near = ball(x)
    if op == "exp":
        if not abs(near) < LARGE:
            raise _Unknown
        return near.exp()
    if near.contains(0):
        raise _Unknown
    return 1 / near if op == "inv" else near.log() if near > 0 else Fraction(0)


def _small(x: Number) -> Number:
    """Return the value; raises _Unknown if it is too long or too large."""
    if isinstance(x, Fraction):
        good = max(x.numerator.bit_length(), x.denominator.bit_length()) < LARGE
    else:
        good = x.is_finite() and bool(abs(x) < arb(2) ** LARGE)
    if not good:
        raise _Unknown
    return x


def truth(formula: Term, env: Env) -> bool:
    """Evaluate a formula without quantifiers."""
    with ctx.workprec(BITS):
        return _truth(formula, env, ())


def _truth(formula: Term, env: Env, bound: tuple[Number, ...]) -> bool:
    op, args = formula.op, formula.args
    if op == "false":
        return False
    if op == "imp":
        return not _truth(args[0], env, bound) or _truth(args[1], env, bound)
    s, t = (_value(a, env, bound) for a in args)
    if isinstance(s, Fraction) and isinstance(t, Fraction):
        return s <= t if op == "le" else s < t if op == "lt" else s == t
    gap = ball(t) - ball(s)
    if not gap.is_finite() or gap.contains(0):
        raise _Unknown
    return op != "eq" and bool(gap > 0)


def _close(x: Number, y: Number) -> bool:
    """Return whether the values may be equal."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x == y
    with ctx.workprec(BITS):
        return bool((ball(x) - ball(y)).contains(0))
