"""The value of a term or formula at given values, in fractions, said independently of the kernel.

exp, log, sin, cos, atan and erf are evaluated in 50-digit floats; floats that differ by less than 10^-40 count as
equal, and whether one of them is strictly less cannot be told.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

from mpmath import mp, mpf

from proofs.kernel.terms import Term

mp.dps = 50
TINY = mpf(10) ** -40
Values = Mapping[str, Any]


def table(rows: Sequence[Sequence[Any]]) -> Callable[[int, int], Any]:
    """The matrix as a function of indices from 1, which refuses indices out of range."""
    return lambda i, j: rows[_place(i, len(rows))][_place(j, len(rows[0]))]


def vector(entries: Sequence[Any]) -> Callable[[int], Any]:
    """The vector as a function of an index from 1."""
    return lambda i: entries[_place(i, len(entries))]


def _place(i: Any, n: int) -> int:
    if not 1 <= i <= n:
        raise IndexError(f"index {i} of {n}")
    return int(i) - 1


Known = dict[tuple, Any]
"""The sums, products and maxima found already, by the bound variables in them: they may be nested."""
Evaluate = Callable[[Values, tuple[Any, ...], Known], Any]


def value(t: Term, at: Values, bound: tuple[Any, ...] = ()) -> Any:
    """The number that a term stands for; `at` gives variables and functions by name."""
    return _value(t)(at, bound, {})


def holds(formula: Term, at: Values) -> bool:
    """Whether a formula is true; a universal one must have the form lo <= i → i <= hi → A."""
    return bool(_truth(formula)(at, (), {}))


@cache
def _value(t: Term) -> Evaluate:
    """A function from values, also of the bound variables, to the number that a term stands for."""
    op, args = t.op, t.args
    if op == "num":
        number = _fraction(*args)
        return lambda at, bound, known: number
    if op == "var":
        return lambda at, bound, known: at[args[0]]
    if op == "bv":
        return lambda at, bound, known: bound[args[0]]
    if op == "app":
        name, parts = args[0].args[0], [*map(_value, args[1:])]
        return lambda at, bound, known: at[name](*[part(at, bound, known) for part in parts])
    if op == "ite":
        condition, first, other = _truth(args[0]), _value(args[1]), _value(args[2])
        return lambda at, bound, known: (first if condition(at, bound, known) else other)(at, bound, known)
    if op in ("sum", "prod", "max"):
        return _over_range(t)
    parts = [*map(_value, args)]
    if op in ("add", "mul"):
        joined = _sum if op == "add" else _product
        return lambda at, bound, known: joined(_alike([part(at, bound, known) for part in parts]))
    (part,) = parts
    if op == "inv":
        return lambda at, bound, known: 1 / part(at, bound, known)
    if op == "abs":
        return lambda at, bound, known: abs(part(at, bound, known))
    function = getattr(mp, op)
    return lambda at, bound, known: function(_float(part(at, bound, known)))


def _over_range(t: Term) -> Evaluate:
    """The function for a sum, a product or a maximum."""
    join = {"sum": _sum, "prod": _product, "max": max}[t.op]
    outside = sorted({k for k, _ in t.loose})  # of the bound variables in it, those that are bound outside of it
    low, high, member = map(_value, t.args)

    def joined(at: Values, bound: tuple[Any, ...], known: Known) -> Any:
        here = (t, *[bound[k] for k in outside])
        if here not in known:
            places = range(int(low(at, bound, known)), int(high(at, bound, known)) + 1)
            known[here] = join([member(at, (_fraction(i), *bound), known) for i in places])
        return known[here]

    return joined


@cache
def _truth(formula: Term) -> Evaluate:
    """A function from values to whether a formula is true."""
    op, args = formula.op, formula.args
    if op == "false":
        return lambda at, bound, known: False
    if op == "imp":
        premise, conclusion = _truth(args[0]), _truth(args[1])
        return lambda at, bound, known: not premise(at, bound, known) or conclusion(at, bound, known)
    if op == "all":
        (low, rest) = args[1].args
        high, body = rest.args
        first, last, inside = _value(low.args[0]), _value(high.args[1]), _truth(body)

        def every(at: Values, bound: tuple[Any, ...], known: Known) -> bool:
            outer = (None, *bound)
            places = range(int(first(at, outer, known)), int(last(at, outer, known)) + 1)
            return all(inside(at, (_fraction(i), *bound), known) for i in places)

        return every
    left, right = map(_value, args)

    def compared(at: Values, bound: tuple[Any, ...], known: Known) -> bool:
        s, t = left(at, bound, known), right(at, bound, known)
        if isinstance(s, mpf) or isinstance(t, mpf):
            gap = _float(t) - _float(s)
            if op == "lt" and abs(gap) < TINY:
                raise ValueError("too close to tell")
            return bool(abs(gap) < TINY if op == "eq" else gap > -TINY)
        return bool(s == t if op == "eq" else s <= t if op == "le" else s < t)

    return compared


_fraction = cache(Fraction)  # to make one takes longer than to compute with it


def _sum(numbers: Sequence[Any]) -> Any:
    return sum(numbers[1:], numbers[0]) if numbers else 0  # fractions are slow where an integer comes first


def _product(numbers: Sequence[Any]) -> Any:
    return prod(numbers[1:], start=numbers[0]) if numbers else 1


def _alike(numbers: list[Any]) -> list[Any]:
    """The numbers, all as floats if one of them is."""
    return [_float(x) for x in numbers] if any(isinstance(x, mpf) for x in numbers) else numbers


def _float(x: Any) -> Any:
    return x if isinstance(x, mpf) else mpf(Fraction(x).numerator) / Fraction(x).denominator


def about_functions(formula: Term) -> bool:
    """Whether a formula speaks of functions of functions, such as sets, or of all functions: no values are tried."""
    if any("(" in x.sort[1:] for x in formula.free):
        return True
    bound = formula.op == "all" and formula.args[0].startswith("(")
    return bound or any(about_functions(t) for t in formula.args if isinstance(t, Term))
