"""Terms and formulas compiled to functions of numbers: values, and the margin by which a formula holds or fails.

An object such as `Floats` provides the arithmetic; samples use balls instead (`proofs.checking.models.points`). Nothing
computed here counts as a proof.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from proofs.kernel.terms import KernelError, Term, takes_integers
from proofs.kernel.terms import bv as bound_variable
from proofs.kernel.work import WORK
from proofs.language.display import text

Env = dict[Term, Any]
Closure = Callable[[Env, tuple], Any]
KEPT = 2**15  # closures in the cache: the parts of a term and of its derivatives occur in many terms


class Undefined(Exception):
    """Raised if a term is not well-defined at a point, or too large to evaluate."""


class Floats:
    """Arithmetic in integers and double precision; sides closer than `close` count as equal."""

    close = 1e-9
    slopes = False  # whether derivatives are evaluated; if not, formulas that contain one are rejected at once
    tie = 0.0  # a margin from 0 up to this does not tell whether a condition holds

    def rational(self, p: int, q: int) -> Any:
        """Return the number p/q."""
        return p if q == 1 else p / q

    def inverse(self, x: Any) -> Any:
        """1/x."""
        if x == 0:
            raise Undefined
        return 1 / x

    def exp(self, x: Any) -> Any:
        """Return the exponential."""
        if x > 700:
            raise Undefined
        return math.exp(x)

    def log(self, x: Any) -> Any:
        """Return the logarithm."""
        if x <= 0:
            raise Undefined
        return math.log(x)

    def sin(self, x: Any) -> Any:
        """Return the sine."""
        return self._wave(math.sin, x)

    def cos(self, x: Any) -> Any:
        """Return the cosine."""
        return self._wave(math.cos, x)

    def _wave(self, function: Callable[[float], float], x: Any) -> Any:
        if not abs(x) < 2**40:  # beyond this, the rounding error of x matters
            raise Undefined
        return function(x)

    def atan(self, x: Any) -> Any:
        """Return the arc tangent."""
        return math.atan(x)

    def erf(self, x: Any) -> Any:
        """Return the error function."""
        return math.erf(x)

    def greatest(self, values: list[Any]) -> Any:
        """Return the maximum."""
        return max(values)

    def range(self, env: Any, lo: int, hi: int) -> Iterable[int]:
        """Yield the indices from lo to hi."""
        return range(lo, hi + 1)

    def kept(self, t: Term, value: Closure) -> Closure:
        """Return the closure `value` of a sum, product or maximum; subclasses may cache its values."""
        return value

    def margin(self, op: str, s: Any, t: Any) -> float:
        """Return the margin by which a relation holds, relative to its sides; negative if it fails, 0 if undecided."""
        if isinstance(s, Fraction) and isinstance(t, Fraction):  # as below, without reducing fractions in between
            (a, b), (c, d) = s.as_integer_ratio(), t.as_integer_ratio()
            gap = (c * b - a * d) / (b * d + abs(a) * d + abs(c) * b)
        else:
            gap = float((t - s) / (1 + abs(s) + abs(t)))
        if isinstance(s, int) and isinstance(t, int):
            holds = s <= t if op == "le" else s < t if op == "lt" else s == t
            return max(abs(gap), self.close) if holds else -max(abs(gap), self.close)
        if op == "eq":
            return self.close if abs(gap) < self.close else -abs(gap)
        return (self.close if op == "le" else 0.0) if abs(gap) < self.close else gap

    def either(self, held: float, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
        """Return the value of an if-then-else whose condition has margin `held`."""
        return then() if held > 0 else other()


@lru_cache(maxsize=KEPT)
def compiled(t: Term, numbers: Any) -> Closure:
    """Compile a term to a function of the values of its free variables and of its bound ones (index 0 first)."""
    op, args = t.op, t.args
    if op == "num":
        constant = numbers.rational(*args)
        return lambda env, stack: constant
    if op == "bv":
        position = args[0]
        return lambda env, stack: stack[position]
    if op == "var":
        return lambda env, stack: env[t]
    if op == "ite":
        test, then, other = margin(args[0], numbers), compiled(args[1], numbers), compiled(args[2], numbers)
        return lambda env, stack: numbers.either(test(env, stack), lambda: then(env, stack), lambda: other(env, stack))
    if op == "app":
        if args[0].op != "fn" or not takes_integers(args[0].sort):
            raise KernelError(f"only functions of indices are evaluated, not {text(args[0])} of sort {args[0].sort}")
        f, places = args[0], [compiled(a, numbers) for a in args[1:]]
        if len(places) == 1:
            (place,) = places
            return lambda env, stack: env[f](place(env, stack))
        if len(places) == 2:
            row, column = places
            return lambda env, stack: env[f](row(env, stack), column(env, stack))
        return lambda env, stack: env[f](*[place(env, stack) for place in places])
    if op in ("fn", "lam"):
        raise KernelError(f"a function has no value: {text(t)}")
    kids = [compiled(a, numbers) for a in args]
    if op in ("add", "mul") and len(kids) == 2:  # most have two: fractions are not added to 0, nor multiplied by 1
        one, two = kids
        if op == "add":
            return lambda env, stack: one(env, stack) + two(env, stack)
        return lambda env, stack: one(env, stack) * two(env, stack)
    if op == "add":
        return lambda env, stack: sum(k(env, stack) for k in kids)
    if op == "mul":
        return lambda env, stack: math.prod(k(env, stack) for k in kids)
    if op in ("sum", "prod", "max"):
        lo, hi, body = kids
        size = _own_size(args[2])
        fold: Callable[[list[Any]], Any] = {"sum": _total, "prod": math.prod, "max": numbers.greatest}[op]

        def big(env: Env, stack: tuple) -> Any:
            members = [body(env, (i, *stack)) for i in numbers.range(env, lo(env, stack), hi(env, stack))]
            WORK.done += len(members) * size // 5
            if op == "max" and not members:
                raise Undefined
            return fold(members)

        return numbers.kept(t, big)
    inside = kids[0]
    function = {
        "inv": numbers.inverse, "exp": numbers.exp, "log": numbers.log, "sin": numbers.sin, "cos": numbers.cos,
        "atan": numbers.atan, "erf": numbers.erf, "abs": abs,
    }.get(op)  # fmt: skip
    if function is None:
        raise KernelError(f"cannot evaluate {t}")
    return lambda env, stack: function(inside(env, stack))


def _total(members: list[Any]) -> Any:
    """Return the sum; fractions with one denominator are added as integers, which is several times as fast."""
    if all(type(x) is Fraction for x in members) and len({x.denominator for x in members}) == 1:
        return Fraction(sum(x.numerator for x in members), members[0].denominator)
    return sum(members)


def _own_size(t: Term) -> int:
    """Return the size of a term without the sums, products and maxima in it."""
    return 1 + sum(_own_size(a) for a in t.args if isinstance(a, Term) and a.op not in ("sum", "prod", "max"))


def margin(formula: Term, numbers: Any) -> Closure:
    """Compile the margin of a formula, like `compiled`: positive if it holds, negative if not, 0 if undecided."""
    op, args = formula.op, formula.args
    if op in ("le", "lt", "eq"):
        s, t = (compiled(a, numbers) for a in args)
        return lambda env, stack: numbers.margin(op, s(env, stack), t(env, stack))
    if op == "false":
        return lambda env, stack: -1.0
    if op == "imp":
        first, second = (margin(a, numbers) for a in args)

        def implication(env: Env, stack: tuple) -> Any:
            held = first(env, stack)
            if held > numbers.tie:
                return second(env, stack)
            return -held if held < 0 else max(0.0, second(env, stack))

        return implication
    if op == "all" and args[0] == "Z":
        low, high, rest = ranged_body(args[1])
        start, end, inner = compiled(low, numbers), compiled(high, numbers), margin(rest, numbers)

        own = _own_size(rest)

        def universal(env: Env, stack: tuple) -> Any:
            least = 1.0
            for k, i in enumerate(numbers.range(env, start(env, (0, *stack)), end(env, (0, *stack)))):
                WORK.done += 1 + own // 5
                at = inner(env, (i, *stack))
                least = at if not k else min(least, at)
            return least

        return universal
    if op == "deriv":
        if not numbers.slopes:
            raise KernelError("a derivative is not evaluated here")
        body, at, value = (compiled(a, numbers) for a in args)

        def derivative(env: Env, stack: tuple) -> Any:
            slope = numbers.slope(lambda x: body(env, (x, *stack)), at(env, stack))
            return numbers.margin("eq", slope, value(env, stack))

        return derivative
    raise KernelError(f"cannot evaluate {text(formula)}")


def ranged_body(body: Term) -> tuple[Term, Term, Term]:
    """Return the bounds lo, hi and the body A of lo <= i → i <= hi → A, where i is bound variable 0."""
    i = bound_variable(0, "Z")
    match body.op, body.args:
        case "imp", (low, Term(op="imp", args=(high, rest))) if low.op == high.op == "le":
            lo, hi = low.args[0], high.args[1]
            if low.args[1] is i and high.args[0] is i and not {0} & {k for k, _ in (*lo.loose, *hi.loose)}:
                return lo, hi, rest
    raise KernelError("a quantifier without a range lo <= i <= hi")
