"""What terms mean, said a second time: total evaluation in fractions and 60-digit floats, and random terms.

It shares nothing with the kernel but the shape of a term. A number that is rational is a `Fraction`,
others are
`mpf`; what cancels to less than 40 digits counts as zero, so that e^(x + 1) and e · e^x are equal.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from mpmath import mp, mpf

from proofs.kernel import terms as tm
from proofs.kernel.terms import Term, bv, fn, num, var

mp.dps = 60
Number: TypeAlias = Any  # Fraction or mpf
Test = TypeVar("Test")
TINY = mpf(10) ** -40

x, y = var("x", "R"), var("y", "R")
m, n = var("m", "Z"), var("n", "Z")
a, b, p, g = fn("a", 1, "R"), fn("b", 2, "R"), fn("p", 1, "Z"), fn("g", 2, "Z")
i0, x0 = bv(0, "Z"), bv(0, "R")


def fuzz(examples: int) -> Callable[[Test], Test]:
    """Settings for a random test: the same examples every time, fewer for a mutant of the kernel."""
    few = "MUTANT" in os.environ
    return settings(max_examples=examples // 4 if few else examples, derandomize=True)


class TooBig(Exception):
    """A number or a range that this evaluator does not want to meet."""


def flat(v: Number) -> mpf:
    return mpf(v.numerator) / v.denominator if isinstance(v, Fraction) else v


def plus(s: Number, t: Number) -> Number:
    if isinstance(s, Fraction) and isinstance(t, Fraction):
        return s + t
    out = flat(s) + flat(t)
    return Fraction(0) if abs(out) <= TINY * max(abs(flat(s)), abs(flat(t))) else out


def times(s: Number, t: Number) -> Number:
    if isinstance(s, Fraction) and isinstance(t, Fraction):
        return s * t
    return Fraction(0) if s == 0 or t == 0 else flat(s) * flat(t)


def same(s: Number, t: Number) -> bool:
    return plus(s, times(Fraction(-1), t)) == 0


class Model:
    """Values for the free variables, and for the functions (drawn from the seed), with bound variables."""

    def __init__(self, values: Mapping[Term, Number], seed: int = 0) -> None:
        self.values, self.seed, self.calls = dict(values), seed, 0

    def apply(self, f: Term, indices: tuple[Number, ...]) -> Number:
        dice = random.Random(f"{self.seed} {f.args} {indices}")
        return Fraction(dice.randint(-3, 3), 1 if f.args[2] == "Z" else dice.randint(1, 3))

    def members(self, lo: Term, hi: Term, env: tuple[Number, ...]) -> range:
        first, last = self.number(lo, env), self.number(hi, env)
        if last - first > 30:
            raise TooBig
        assert first.denominator == 1 == last.denominator
        return range(int(first), int(last) + 1)

    def number(self, t: Term, env: tuple[Number, ...] = ()) -> Number:
        self.calls += 1
        if self.calls > 20_000:
            raise TooBig
        out = self._number(t, env)
        if abs(out) > 10**40 or (isinstance(out, Fraction) and out.denominator > 10**80):
            raise TooBig
        return out

    def _number(self, t: Term, env: tuple[Number, ...]) -> Number:
        op, args = t.op, t.args
        if op == "num":
            return Fraction(*args)
        if op == "bv":
            return env[args[0]]
        if op == "var":
            return self.values[t]
        if op == "app":
            return self.apply(args[0], tuple(self.number(s, env) for s in args[1:]))
        if op in ("sum", "prod", "max"):
            members = [self.number(args[2], (Fraction(i), *env)) for i in self.members(args[0], args[1], env)]
            if op == "max":
                return max(members, key=flat, default=Fraction(0))
            return self.fold(op, members)
        if op in ("add", "mul"):
            return self.fold("sum" if op == "add" else "prod", [self.number(s, env) for s in args])
        if op == "ite":
            return self.number(args[1] if self.truth(args[0], env) else args[2], env)
        return self.function(op, self.number(args[0], env))

    def fold(self, op: str, values: list[Number]) -> Number:
        out = Fraction(int(op == "prod"))
        for v in values:
            out = plus(out, v) if op == "sum" else times(out, v)
        return out

    def function(self, op: str, v: Number) -> Number:
        if op == "abs":
            return abs(v)
        if op == "inv":
            return v if v == 0 else Fraction(1) / v if isinstance(v, Fraction) else 1 / v
        if op == "exp":
            if abs(v) > 1000:
                raise TooBig
            return Fraction(1) if v == 0 else mp.exp(flat(v))
        if op in ("sin", "cos", "atan", "erf"):
            return Fraction(int(op == "cos")) if v == 0 else getattr(mp, op)(flat(v))
        assert op == "log"
        return Fraction(0) if v <= 0 or v == 1 else mp.log(flat(v))

    def truth(self, formula: Term, env: tuple[Number, ...] = ()) -> bool:
        """Quantifiers run through a few values, which keeps equivalent formulas equivalent."""
        op, args = formula.op, formula.args
        if op in ("le", "lt", "eq"):
            gap = plus(self.number(args[1], env), times(Fraction(-1), self.number(args[0], env)))
            return gap >= 0 if op == "le" else gap > 0 if op == "lt" else gap == 0
        if op == "imp":
            return not self.truth(args[0], env) or self.truth(args[1], env)
        if op == "all":
            some = [Fraction(k, 1 if args[0] == "Z" else 2) for k in range(-3, 4)]
            return all(self.truth(args[1], (v, *env)) for v in some)
        assert op == "false"
        return False


def fractions() -> st.SearchStrategy[Fraction]:
    return st.builds(Fraction, st.integers(-6, 6), st.integers(1, 4))


@st.composite
def models(draw: st.DrawFn) -> Model:
    values = {v: draw(fractions()) for v in (x, y)} | {v: Fraction(draw(st.integers(-4, 5))) for v in (m, n)}
    return Model(values, draw(st.integers(0, 5)))


@st.composite
def numbers(
    draw: st.DrawFn, sort: str = "R", bound: tuple[str, ...] = (), depth: int = 3, functions: bool = True
) -> Term:
    """A number of that sort (or an integer) with these bound variables in scope (index 0 first)."""

    def sub(sort: str, bound: tuple[str, ...] = bound) -> Term:
        return draw(numbers(sort, bound, depth - 1, functions))

    leaves = [num(draw(st.integers(-3, 4))), m, n]
    leaves += [bv(k, s) for k, s in enumerate(bound) if s == "Z" or sort == "R"] * 2
    if sort == "R":
        leaves += [x, y, num(draw(st.integers(-5, 5)), draw(st.integers(1, 4)))]
    ops = ["add", "add", "mul", "mul", "abs", "ite", "sum", "sum", "prod", "max"]
    ops += ["inv", "inv", "exp", "exp", "log", "sin", "cos", "atan", "erf"] if sort == "R" else []
    ops += ["app", "app2"] if functions else []
    op = draw(st.sampled_from(["leaf", *ops])) if depth > 0 else "leaf"
    if op == "leaf":
        return draw(st.sampled_from(leaves))
    if op in ("add", "mul"):
        return (tm.add if op == "add" else tm.mul)(*(sub(sort) for _ in range(draw(st.integers(0, 3)))))
    if op in ("abs", "inv", "exp", "log", "sin", "cos", "atan", "erf"):
        return tm.MAKERS[op](sub(sort))
    if op == "ite":
        relation = tm.MAKERS[draw(st.sampled_from(["le", "lt", "eq"]))](sub("R"), sub("R"))
        return tm.ite(relation, sub(sort), sub(sort))
    if op == "app":
        return (a if sort == "R" else p)(sub("Z"))
    if op == "app2":
        return (b if sort == "R" else g)(sub("Z"), sub("Z"))
    lo, hi = draw(numbers("Z", bound, 1, functions)), draw(numbers("Z", bound, 1, functions))
    if draw(st.booleans()):
        hi = lo + draw(st.integers(-1, 3))
    return tm.big(op, lo, hi, sub(sort, ("Z", *bound)))


@st.composite
def formulas(draw: st.DrawFn, bound: tuple[str, ...] = (), depth: int = 2) -> Term:
    op = draw(st.sampled_from(["le", "lt", "eq", *(["imp", "all", "false"] if depth else [])]))
    if op in ("le", "lt", "eq"):
        return tm.MAKERS[op](draw(numbers("R", bound, 2)), draw(numbers("R", bound, 2)))
    if op == "imp":
        return tm.imp(draw(formulas(bound, depth - 1)), draw(formulas(bound, depth - 1)))
    if op == "all":
        sort = draw(st.sampled_from(["Z", "R"]))
        return tm.forall(sort, draw(formulas((sort, *bound), depth - 1)))
    return tm.FALSE


def subterms(t: Term) -> Iterator[Term]:
    yield t
    for arg in t.args:
        if isinstance(arg, Term):
            yield from subterms(arg)
