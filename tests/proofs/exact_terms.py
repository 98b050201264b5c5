"""The value of a term or formula at given values, in fractions, said independently of the kernel.

exp, log, sin, cos and atan are evaluated in 50-digit floats; floats that differ by less than 10^-40 count as equal, and
whether one of them is strictly less cannot be told.
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


def value(t: Term, at: Values, bound: tuple[Any, ...] = (), known: dict[tuple, Any] | None = None) -> Any:
    """The number that a term stands for; `at` gives variables and functions by name.

    `known` are the sums, products and maxima found already, by the bound variables in them: they may be nested.
    """
    op, args = t.op, t.args
    known = {} if known is None else known
    if op == "num":
        return _fraction(*args)
    if op == "var":
        return at[args[0]]
    if op == "bv":
        return bound[args[0]]
    if op == "app":
        return at[args[0].args[0]](*(value(a, at, bound, known) for a in args[1:]))
    if op == "ite":
        return value(args[1] if holds(args[0], at, bound, known) else args[2], at, bound, known)
    if op in ("sum", "prod", "max"):
        here = (t, *[bound[k] for k in _dangling(t)])
        if here not in known:
            low, high = (int(value(a, at, bound, known)) for a in args[:2])
            members = [value(args[2], at, (_fraction(i), *bound), known) for i in range(low, high + 1)]
            known[here] = {"sum": _sum, "prod": _product, "max": max}[op](members)
        return known[here]
    numbers = [value(a, at, bound, known) for a in args]
    if op in ("add", "mul"):
        if any(isinstance(x, mpf) for x in numbers):
            numbers = [_float(x) for x in numbers]
        return (_sum if op == "add" else _product)(numbers)
    (x,) = numbers
    if op == "inv":
        return 1 / x
    return abs(x) if op == "abs" else getattr(mp, op)(_float(x))


@cache
def _dangling(t: Term) -> list[int]:
    """The bound variables of which a term speaks that are bound outside of it."""
    return sorted({k for k, _ in t.loose})


_fraction = cache(Fraction)  # to make one takes longer than to compute with it


def _sum(numbers: Sequence[Any]) -> Any:
    return sum(numbers[1:], numbers[0]) if numbers else 0  # fractions are slow where an integer comes first


def _product(numbers: Sequence[Any]) -> Any:
    return prod(numbers[1:], start=numbers[0]) if numbers else 1


def _float(x: Any) -> Any:
    return x if isinstance(x, mpf) else mpf(Fraction(x).numerator) / Fraction(x).denominator


def about_functions(formula: Term) -> bool:
    """Whether a formula speaks of functions of functions, such as sets, or of all functions: no values are tried."""
    if any("(" in x.sort[1:] for x in formula.free):
        return True
    bound = formula.op == "all" and formula.args[0].startswith("(")
    return bound or any(about_functions(t) for t in formula.args if isinstance(t, Term))


def holds(formula: Term, at: Values, bound: tuple[Any, ...] = (), known: dict[tuple, Any] | None = None) -> bool:
    """Whether a formula is true; a universal one must have the form lo <= i → i <= hi → A."""
    op, args = formula.op, formula.args
    known = {} if known is None else known
    if op == "false":
        return False
    if op == "imp":
        return not holds(args[0], at, bound, known) or holds(args[1], at, bound, known)
    if op == "all":
        low, rest = args[1].args
        high, _ = rest.args
        first, last = (int(value(end, at, (None, *bound), known)) for end in (low.args[0], high.args[1]))
        return all(holds(rest.args[1], at, (_fraction(i), *bound), known) for i in range(first, last + 1))
    s, t = (value(a, at, bound, known) for a in args)
    if isinstance(s, mpf) or isinstance(t, mpf):
        gap = _float(t) - _float(s)
        if op == "lt" and abs(gap) < TINY:
            raise ValueError("too close to tell")
        return bool(abs(gap) < TINY if op == "eq" else gap > -TINY)
    return bool(s == t if op == "eq" else s <= t if op == "le" else s < t)
