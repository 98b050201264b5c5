"""Elaboration: the term that a formula denotes, and the conditions under which it is defined.

Text and SymPy expressions have different grammars, but both build their terms here. This module ensures two things.
First, a binder is built over a fresh variable that no formula can contain, so the index of a range is never confused
with a variable of the same name outside of it, not even in the bounds of the range. Second, the kernel's functions are
total (a root of a negative number is 0, a product over an empty range is 1), so some of them bring a condition that
must be proved before an answer means anything: sqrt(w) needs 0 <= w, factorial(n) needs 0 <= n. Conditions are
collected while terms are built, under the enclosing quantifiers and case distinctions.

Conditions that can be read off a term (a denominator that must not vanish, a logarithm of a positive number) are not
collected here: see `proofs.checking.definedness`.

>>> from proofs.language.display import text
>>> from proofs.language.notation import ints, vectors
>>> (n,), (a,) = ints("n"), vectors("a")
>>> build = Elaborator()
>>> print(text(build.over("sum", num(1), n, lambda i: build.root(a(i), Fraction(2, 3)) ** 2)))
Σ_{i=1}^{n} (a_i^(2/3))^2
>>> print(text(*build.conditions))
∀i ∈ {1..n}. 0 ≤ a_i
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce

from proofs.kernel.terms import (
    KernelError,
    Term,
    absolute,
    abstract,
    atan,
    big,
    cos,
    erf,
    exp,
    forall,
    is_defined_everywhere,
    ite,
    le,
    log,
    lt,
    num,
    sin,
    substitute,
    variable,
)
from proofs.language.notation import (
    BOUND,
    PI,
    binomial,
    cosh,
    erfc,
    factorial,
    fresh,
    gelu,
    implies,
    larger,
    normcdf,
    sinh,
    tan,
    tanh,
)

MAX_TERM_SIZE = 4_000
MAX_EXPONENT = 64  # integer exponents that are expanded
MAX_VARIABLE_EXPONENT = 4_000  # integer exponents of a variable
MAX_BITS = 4_000  # of a power of numerals
_count = itertools.count()  # of the variables for floors and ends, which questions rename
WRITTEN_OUT = 50  # ranges between numerals with fewer members are expanded


class Elaborator:
    """A builder of terms that collects the conditions under which they are defined.

    Attributes
    ----------
    conditions
        The conditions under which the terms built so far are defined, each once, in the order of collection.
    floors
        For each number x of which ⌊x⌋ was built, the integer variable k that stands for it: k <= x < k + 1.
    ends
        The integer variables that stand for the ends of infinite sums.
    """

    def __init__(self) -> None:
        self.conditions: dict[Term, None] = {}
        self.floors: dict[Term, Term] = {}
        self.ends: list[Term] = []

    def require(self, *conditions: Term) -> None:
        """Add conditions to the collected ones."""
        self.conditions.update(dict.fromkeys(conditions))

    @contextmanager
    def collecting(self) -> Iterator[dict[Term, None]]:
        """Collect the conditions of the terms built inside separately; yield the dictionary that receives them."""
        around, inside = self.conditions, dict[Term, None]()
        self.conditions = inside
        try:
            yield inside
        finally:
            self.conditions = around

    def under(self, hypotheses: Sequence[Term], build: Callable[[], Term]) -> Term:
        """Build a term, and require its conditions under these hypotheses only."""
        with self.collecting() as needs:
            out = build()
        self.require(*(implies(*hypotheses, c) for c in needs))
        return out

    def over(self, op: str, lo: Term, hi: Term, body: Callable[[Term], Term]) -> Term:
        """Return the sum, product or maximum ("sum", "prod", "max") of body(i) for lo <= i <= hi.

        A range between numerals is expanded if it and the result are short.
        """
        with fresh("Z") as (i,):
            with self.collecting() as needs:
                inside = body(i)
            values = numerals(lo, hi)
            members = [substitute(inside, {i: k}) for k in values]
            if members and sum(m.size for m in members) <= MAX_TERM_SIZE:
                self.require(*(substitute(c, {i: k}) for c in needs for k in values))
                return reduce(JOINED[op], members)
            self.require(*(for_all_between(i, lo, hi, c) for c in needs))
            return big(op, lo, hi, abstract(inside, [i]))

    def root(self, base: Term, exponent: Fraction) -> Term:
        """base**exponent for a rational exponent that is no integer: a numeral if rational, else by exp and log.

        The base must not be negative.
        """
        value = numeral(base)
        if value is not None and value > 0:
            exact = rational_power(value, exponent)
            return rational(exact) if exact else exp(_times(exponent, log(rational(value))))
        if exponent < 0:
            return exp(_times(exponent, log(base)))
        self.require(le(num(0), base))
        return ite(lt(num(0), base), exp(_times(exponent, log(base))), num(0))

    def power(self, base: Term, exponent: Term) -> Term:
        """Return base**exponent: a product for an integer exponent, else a root or exp(exponent*log(base)).

        A symbolic exponent must not be negative. The base of a zeroth power must still be defined: 1 + 0*base is
        written for a numeral exponent, and 0 <= exponent + 0*base is required for a symbolic one.
        """
        value = numeral(exponent)
        if value is None:
            if exponent.sort != "Z" or (base.op == "num" and base.args[0] > 0):
                return exp(exponent * log(base))
            self.require(le(num(0), exponent if is_defined_everywhere(base) else exponent + num(0) * base))
            return big("prod", num(1), exponent, base)
        if value.denominator != 1:
            return self.root(base, value)
        k = int(value)
        if base.op == "num":
            return _power_of_numeral(base, k)
        if k == 0:
            return num(1) + num(0) * base
        highest = MAX_VARIABLE_EXPONENT if base.op == "var" else MAX_EXPONENT
        if abs(k) > highest:
            raise KernelError(f"an exponent beyond {highest}: write exp(k*log(x)) for x > 0")
        if abs(k) * base.size > MAX_TERM_SIZE:
            raise KernelError("too large when written out")
        return base**k

    def arcsine(self, x: Term) -> Term:
        """Return the angle in [−π/2, π/2] with this sine: 2 atan(x/(1 + √(1 − x²))), for |x| <= 1."""
        value, square = numeral(x), 1 - x * x
        if value is not None:  # one numeral, whose root is plainly defined
            square = rational(1 - value * value)
        return 2 * atan(x / (1 + self.root(square, Fraction(1, 2))))

    def factorial(self, n: Term) -> Term:
        """1 · 2 ⋯ n, for an integer 0 <= n."""
        if n.sort != "Z":
            raise KernelError("a factorial is of an integer: declare its variables as integers")
        self.require(le(num(0), n))
        if n.op == "num" and 0 <= n.args[0] <= MAX_EXPONENT:
            return factorial(n.args[0])
        return factorial(n)

    def binomial(self, n: Term, k: Term) -> Term:
        """n (n − 1) ⋯ (n − k + 1)/k!, for integers n and 0 <= k."""
        if n.sort != "Z" or k.sort != "Z":
            raise KernelError("a binomial coefficient is of integers: declare its variables as integers")
        self.require(le(num(0), k))
        if n.op == k.op == "num" and 0 <= k.args[0] <= MAX_EXPONENT and 0 <= n.args[0] <= MAX_EXPONENT:
            return binomial(n.args[0], k.args[0])
        return binomial(n, k)

    def floor(self, x: Term) -> Term:
        """Return ⌊x⌋, as a variable if x is no numeral."""
        value = numeral(x)
        if x.sort == "Z" or value is not None:
            return x if value is None else num(math.floor(value))
        if x.loose or any(v.args[0].startswith(BOUND) for v in x.free):
            raise KernelError("the floor of a number that depends on an index is not understood")
        return self.floors.setdefault(x, variable(f"floor'{next(_count)}", "Z"))

    def ceiling(self, x: Term) -> Term:
        """Return ⌈x⌉ = −⌊−x⌋."""
        return times(num(-1), self.floor(times(num(-1), x)))

    def infinite_sum(self, lo: Term, body: Callable[[Term], Term]) -> Term:
        """Return Σ body(i) for lo <= i up to an arbitrary end; the members must not be negative."""
        self.ends.append(variable(f"end'{next(_count)}", "Z"))
        end = self.ends[-1]
        out = self.over("sum", lo, end, body)  # with the conditions of its members
        with fresh("Z") as (i,), self.collecting():
            positive = for_all_between(i, lo, end, le(num(0), body(i)))
        self.require(positive)
        return out

    def remainder(self, a: Term, m: Term) -> Term:
        """Return a − m ⌊a/m⌋."""
        return a - m * self.floor(times(a, num(m.args[1], m.args[0])) if m.op == "num" and m.args[0] else a / m)

    def cube_root(self, x: Term) -> Term:
        """Return the cube root, also of negative numbers; for a numeral the power 1/3 of |x| with the sign of x."""
        value = numeral(x)
        if value is not None:
            size = self.root(rational(abs(value)), Fraction(1, 3)) if value else num(0)
            return times(num(-1), size) if value < 0 else size
        return ite(lt(0, x), exp(log(x) / 3), ite(lt(x, 0), -exp(log(-x) / 3), 0))


# Functions of one number by name: those of the kernel, and those defined by them.
PLAIN: Mapping[str, Callable[[Term], Term]] = {
    "exp": exp, "log": log, "ln": log, "abs": absolute, "sin": sin, "cos": cos, "atan": atan, "arctan": atan,
    "erf": erf, "erfc": erfc, "normcdf": normcdf, "gelu": gelu,
}  # fmt: skip
NAMED: Mapping[str, Callable[[Elaborator, Term], Term]] = {
    "sqrt": lambda build, x: build.root(x, Fraction(1, 2)),
    "tan": lambda _, x: tan(x),
    "asin": Elaborator.arcsine,
    "arcsin": Elaborator.arcsine,
    "acos": lambda build, x: PI / 2 - build.arcsine(x),
    "arccos": lambda build, x: PI / 2 - build.arcsine(x),
    "sinh": lambda _, x: sinh(x),
    "cosh": lambda _, x: cosh(x),
    "tanh": lambda _, x: tanh(x),
    "asinh": lambda _, x: log(x + exp(log(x * x + 1) / 2)),
    "acosh": lambda build, x: log(x + build.root(x * x - 1, Fraction(1, 2))),
    "atanh": lambda _, x: log((1 + x) / (1 - x)) / 2,
    "sigmoid": lambda _, x: 1 / (1 + exp(-x)),
    "softplus": lambda _, x: log(1 + exp(x)),
    "log2": lambda _, x: log(x) / log(num(2)),
    "log10": lambda _, x: log(x) / log(num(10)),
    "cbrt": Elaborator.cube_root,
    "factorial": Elaborator.factorial,
    "floor": Elaborator.floor,
    "ceil": Elaborator.ceiling,
    "ceiling": Elaborator.ceiling,
    "sign": lambda _, x: ite(lt(0, x), num(1), ite(lt(x, 0), num(-1), num(0))),
}


def for_all_between(i: Term, lo: Term, hi: Term, formula: Term) -> Term:
    """Return the formula for every integer i with lo <= i <= hi; i is fresh, so neither bound contains it."""
    return forall("Z", abstract(implies(le(lo, i), le(i, hi), formula), [i]))


def numerals(lo: Term, hi: Term) -> list[Term]:
    """Return the members of a range between numerals that is to be expanded; none for any other range."""
    if lo.op == hi.op == "num" and 0 <= hi.args[0] - lo.args[0] < WRITTEN_OUT:
        return [num(k) for k in range(lo.args[0], hi.args[0] + 1)]
    return []


def numeral(t: Term) -> Fraction | None:
    """Return the value of a term made of numerals, + and ·; None for any other term, which might be undefined."""
    if t.op == "num":
        return Fraction(*t.args)
    if t.op not in ("add", "mul"):
        return None
    values = [value for value in map(numeral, t.args) if value is not None]
    if len(values) < len(t.args):
        return None
    return sum(values, Fraction(0)) if t.op == "add" else math.prod(values, start=Fraction(1))


def rational(value: Fraction) -> Term:
    """Return the numeral of a fraction."""
    return num(value.numerator, value.denominator)


def times(s: Term, t: Term) -> Term:
    """s · t, computed if both are numerals."""
    return rational(Fraction(*s.args) * Fraction(*t.args)) if s.op == t.op == "num" else s * t


def _times(c: Fraction, t: Term) -> Term:
    return times(rational(c), t)


JOINED: Mapping[str, Callable[[Term, Term], Term]] = {"sum": lambda s, t: s + t, "prod": times, "max": larger}


def _power_of_numeral(base: Term, k: int) -> Term:
    p, q = base.args
    if abs(k) * max(p.bit_length(), q.bit_length()) > MAX_BITS:  # a power of e, since the numeral would be too large
        return times(num(-1 if p < 0 and k % 2 else 1), exp(times(num(k), log(num(abs(p), q)))))
    if k < 0 and p == 0:
        return base**k
    return num(p**k, q**k) if k >= 0 else num(q**-k, p**-k)


def rational_power(base: Fraction, exponent: Fraction) -> Fraction | None:
    """base**exponent for base > 0 if that is a small rational."""
    q = exponent.denominator
    if q > MAX_EXPONENT or abs(exponent) * max(base.numerator.bit_length(), base.denominator.bit_length()) > MAX_BITS:
        return None
    roots = [integer_root(n, q) for n in (base.numerator, base.denominator)]
    return None if None in roots else Fraction(*roots) ** int(exponent * q)  # type: ignore[arg-type]


def integer_root(n: int, k: int) -> int | None:
    """Return the k-th root of n > 0 if it is an integer."""
    if k == 2:
        root = math.isqrt(n)
        return root if root * root == n else None
    low, high = 1, 1 << (n.bit_length() // k + 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**k < n else (low, middle)
    return low if low**k == n else None
