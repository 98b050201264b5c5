"""Evaluation of formulas over a box, in exact rationals or with intervals rounded outward.

An interval is a pair (lower, upper) of floating-point numbers, rounded outward by Arb, possibly infinite.
A certificate is a tree: ``["leaf", bits]`` evaluates on the whole box, ``["split", i, "p/q", left, right]``
cuts variable i, ``["each", i, tree]`` runs through all values of an integer variable. The cuts tile the box,
so a tree whose every leaf is decided proves the formula everywhere on it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from flint import arb, ctx, fmpq

from proofs.kernel.terms import FALSE, KernelError, Term, demand, le, num

Interval: TypeAlias = tuple[arb, arb]
Value: TypeAlias = "fmpq | Interval"
Ends: TypeAlias = tuple[fmpq | None, fmpq | None]
Box: TypeAlias = Sequence[tuple[Term, str | None, str | None]]

MANY = 5_000_000  # evaluations, and members of all ranges together: more than this is refused
BITS = 20_000
RATIONAL = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
INF = arb("inf")


class Undecided(KernelError):
    """The box is too wide, or the formula undefined somewhere on it."""


def rational(text: object) -> fmpq:
    """The rational written "p/q" or "p"."""
    demand(isinstance(text, str) and RATIONAL.fullmatch(text) is not None, "not a rational:", text)
    p, _, q = str(text).partition("/")
    demand(not q or int(q) != 0, "a denominator of zero:", text)
    return fmpq(int(p), int(q or 1))


def ends(x: Term, lo: str | None, hi: str | None) -> list[Term]:
    """The hypotheses that put the variable x between the ends."""
    low = [] if lo is None else [le(num(rational(lo)), x)]
    return low + ([] if hi is None else [le(x, num(rational(hi)))])


def check(goal: Term, box: Box, tree: object) -> bool:
    """Whether exact arithmetic sufficed to decide the goal on the whole box.

    Raises
    ------
    KernelError
        if the certificate does not show the goal everywhere on the box.
    """
    where: dict[Term, Ends] = {}
    for x, lo, hi in box:
        demand(x.op == "var" and x not in where, "a box is given by distinct variables, not", x)
        where[x] = (None if lo is None else rational(lo), None if hi is None else rational(hi))
    demand(not goal.loose, "a dangling variable in", goal)
    demand(goal.free <= where.keys(), "a variable that is not in the box:", goal)
    budget = [MANY]

    def go(tree: object, where: dict[Term, Ends]) -> bool:
        spend(budget, 1)
        match tree:
            case ["leaf", int(bits)]:
                demand(2 <= bits <= BITS, "not a precision:", bits)
                with ctx.workprec(bits):
                    leaf = Leaf(where, budget)
                    if leaf.truth(goal, ()) is not True:
                        raise Undecided(f"not decided on {where}")
                return leaf.exact
            case ["split", int(i), str(point), left, right]:
                x, cut = _variable(box, i), rational(point)
                lo, hi = where[x]
                demand(x.sort == "R", "a cut must be on a real variable, not", x)
                demand((lo is None or lo <= cut) and (hi is None or cut <= hi), "a cut outside the box:", cut)
                parts = [go(left, {**where, x: (lo, cut)}), go(right, {**where, x: (cut, hi)})]
                return all(parts)
            case ["each", int(i), inner]:
                x = _variable(box, i)
                lo, hi = where[x]
                bounded = x.sort == "Z" and lo is not None and hi is not None and hi - lo <= MANY
                demand(bounded, "only a bounded integer variable can be run through, not", x)
                values = range(int(lo.ceil()), int(hi.floor()) + 1)  # type: ignore[union-attr]
                parts = [go(inner, {**where, x: (fmpq(v), fmpq(v))}) for v in values]
                return all(parts)
        raise KernelError("not a certificate tree")

    return go(tree, where)


def _variable(box: Box, i: int) -> Term:
    demand(type(i) is int and 0 <= i < len(box), "no variable has the number", i)
    return box[i][0]


def spend(budget: list[int], amount: int) -> None:
    """Take an amount from what may be spent."""
    budget[0] -= amount
    demand(budget[0] >= 0, "the certificate is too large")


class Leaf:
    """Evaluation on one box; `exact` tells whether every number met was an exact rational."""

    def __init__(self, where: dict[Term, Ends], budget: list[int]) -> None:
        """`budget` holds the number of evaluations that may still be made."""
        self.where, self.budget, self.exact = where, budget, True

    def truth(self, a: Term, env: tuple[fmpq, ...]) -> bool | None:
        """The truth of a formula everywhere on the box: True, False (nowhere true), or None."""
        if a.op in ("le", "lt", "eq"):
            gap = self.plus(self.value(a.args[1], env), self.times(fmpq(-1), self.value(a.args[0], env)))
            lo, hi = (gap, gap) if isinstance(gap, fmpq) else gap
            if a.op == "eq":
                return True if lo == 0 == hi else False if lo > 0 or hi < 0 else None
            if a.op == "le":
                return True if lo >= 0 else False if hi < 0 else None
            return True if lo > 0 else False if hi <= 0 else None
        if a is FALSE:
            return False
        if a.op == "imp":
            first = self.truth(a.args[0], env)
            if first is False:
                return True
            second = self.truth(a.args[1], env)
            return True if second is True else False if first is True and second is False else None
        if a.op == "all" and a.args[0] == "Z":
            return self.everywhere(a.args[1], env)
        raise Undecided(f"cannot evaluate {a}")

    def everywhere(self, body: Term, env: tuple[fmpq, ...]) -> bool | None:
        """∀i. lo <= i → i <= hi → A, by running through the range."""
        found: dict[bool, Term] = {}
        inside = body
        while inside.op == "imp" and inside.args[0].op == "le":
            s, t = inside.args[0].args
            lower = t.op == "bv" and t.args[0] == 0
            end = s if lower else t
            if (not lower and not (s.op == "bv" and s.args[0] == 0)) or lower in found or (0, "Z") in end.loose:
                break
            found[lower] = end
            inside = inside.args[1]
        if len(found) < 2:
            raise Undecided("a quantifier without a range lo <= i <= hi")
        results = [self.truth(inside, (i, *env)) for i in self.members(found[True], found[False], (fmpq(0), *env))]
        return False if False in results else None if None in results else True

    def members(self, lo: Term, hi: Term, env: tuple[fmpq, ...]) -> list[fmpq]:
        """The integers of a range, whose ends may be any rationals."""
        a, b = self.value(lo, env), self.value(hi, env)
        if isinstance(a, tuple) or isinstance(b, tuple):
            raise Undecided("a range must be known exactly")
        first, last = int(a.ceil()), int(b.floor())
        spend(self.budget, max(0, last - first))
        return [fmpq(i) for i in range(first, last + 1)]

    def value(self, t: Term, env: tuple[fmpq, ...]) -> Value:
        """An enclosure of a number on the box; env holds the values of the bound variables."""
        op, args = t.op, t.args
        spend(self.budget, 1)
        if op == "num":
            return fmpq(*args)
        if op == "bv":
            return env[args[0]]
        if op == "var":
            lo, hi = self.where[t]
            if lo is not None and lo == hi:
                return lo
            if t.sort == "Z":
                raise Undecided(f"run through the integer {args[0]} first")
            return (-INF if lo is None else arb(lo).lower(), INF if hi is None else arb(hi).upper())
        if op in ("sum", "prod", "max"):
            values = [self.value(args[2], (i, *env)) for i in self.members(args[0], args[1], env)]
            if op == "max":
                return self.greatest(values) if values else fmpq(0)
            out: Value = fmpq(0 if op == "sum" else 1)
            for v in values:
                out = self.plus(out, v) if op == "sum" else self.times(out, v)
            return out
        if op == "ite":
            held = self.truth(args[0], env)
            if held is not None:
                return self.value(args[1 if held else 2], env)
            (a, b), (c, d) = (self.interval(self.value(x, env)) for x in args[1:])
            return (a.min(c), b.max(d))
        if op in ("add", "mul"):
            return self.fold(op, args, env)
        x = self.value(args[0], env) if op in ("inv", "exp", "log", "abs") else None
        if x is None:
            raise Undecided(f"cannot evaluate {t}")
        return self.function(op, x)

    def fold(self, op: str, args: tuple[Term, ...], env: tuple[fmpq, ...]) -> Value:
        """A sum or product; a factor that occurs twice is squared, which is sharper than a product."""
        if op == "add":
            total: Value = fmpq(0)
            for a in args:
                total = self.plus(total, self.value(a, env))
            return total
        out: Value = fmpq(1)
        for a in dict.fromkeys(args):
            v = self.value(a, env)
            for _ in range(args.count(a) // 2):
                out = self.times(out, self.square(v))
            if args.count(a) % 2:
                out = self.times(out, v)
        return out

    def function(self, op: str, x: Value) -> Value:
        """1/x, exp x, log x or |x|; all but |x| are monotone where defined."""
        if op == "abs":
            return self.greatest([x, self.times(fmpq(-1), x)])
        if isinstance(x, fmpq):
            if op == "inv":
                return fmpq(1) / x if x else fmpq(0)
            if x == 0 and op == "exp":
                return fmpq(1)
            if op == "log" and (x <= 0 or x == 1):
                return fmpq(0)
        lo, hi = self.interval(x)
        if op == "exp":
            return (_exp(lo).lower(), _exp(hi).upper())
        if op == "log":
            if not lo > 0:
                raise Undecided("the logarithm of an interval that is not positive")
            return (lo.log().lower(), hi.log().upper() if hi < INF else INF)
        if not (lo > 0 or hi < 0):
            raise Undecided("division by an interval that contains 0")
        return (_inverse(hi).lower(), _inverse(lo).upper())

    def interval(self, x: Value) -> Interval:
        """The value as an interval; from here on the evaluation is no longer exact."""
        self.exact = False
        return x if isinstance(x, tuple) else (arb(x).lower(), arb(x).upper())

    def plus(self, x: Value, y: Value) -> Value:
        """An enclosure of the sum."""
        if isinstance(x, fmpq) and isinstance(y, fmpq):
            return x + y
        (a, b), (c, d) = self.interval(x), self.interval(y)
        return ((a + c).lower(), (b + d).upper())

    def times(self, x: Value, y: Value) -> Value:
        """An enclosure of the product."""
        if isinstance(x, fmpq) and isinstance(y, fmpq):
            return x * y
        products = [_product(a, b) for a in self.interval(x) for b in self.interval(y)]
        return _hull(products)

    def square(self, x: Value) -> Value:
        """An enclosure of the square."""
        if isinstance(x, fmpq):
            return x * x
        lo, hi = x
        squares = [_product(lo, lo), _product(hi, hi)]
        return _hull(squares if lo >= 0 or hi <= 0 else [arb(0), *squares])

    def greatest(self, values: list[Value]) -> Value:
        """An enclosure of the greatest of one or more numbers."""
        exact = [v for v in values if isinstance(v, fmpq)]
        if len(exact) == len(values):
            return max(exact)
        lows, highs = zip(*map(self.interval, values), strict=True)
        lo, hi = lows[0], highs[0]
        for a, b in zip(lows[1:], highs[1:], strict=True):
            lo, hi = lo.max(a), hi.max(b)
        return (lo, hi)


def _hull(xs: list[arb]) -> Interval:
    lo, hi = xs[0].lower(), xs[0].upper()
    for x in xs[1:]:
        lo, hi = lo.min(x.lower()), hi.max(x.upper())
    return (lo, hi)


def _product(a: arb, b: arb) -> arb:
    return arb(0) if a == 0 or b == 0 else a * b  # 0 · ∞ = 0: infinities here are only bounds


def _exp(x: arb) -> arb:
    return arb(0) if x == -INF else INF if x == INF else x.exp()


def _inverse(x: arb) -> arb:
    return arb(0) if x.abs_lower() == INF else 1 / x
