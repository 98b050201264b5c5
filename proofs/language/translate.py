"""The one crossing from SymPy to the kernel's terms. It translates exactly what it knows and refuses the rest.

Symbols must be declared integer or real; a numeral must be exact. SymPy decides some things while it builds an
expression (x/x becomes 1), so what is translated is the expression as SymPy holds it, and the obligation that it
is well-defined is proved afterwards like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy as sp

from proofs.kernel.terms import (
    Term,
    absolute,
    add,
    big,
    closed,
    eq,
    exp,
    fn,
    ite,
    le,
    log,
    lt,
    mul,
    num,
    substitute,
    var,
)
from proofs.language.display import Notions


class TranslationError(ValueError):
    """An expression that has no exact counterpart among the kernel's terms."""


def _symbol(s: sp.Symbol) -> Term:
    if s.is_integer:
        return var(s.name, "Z")
    if s.is_real:
        return var(s.name, "R")
    raise TranslationError(f"is {s} an integer or a real? declare symbols with integer=True or real=True")


def from_sympy(e: sp.Basic) -> Term:
    """The kernel's term or relation for a SymPy expression.

    Raises
    ------
    TranslationError
        for a symbol without a sort, a floating-point number, or anything else that is not understood.

    >>> from sympy import Sum, Symbol, IndexedBase, exp
    >>> n, k = Symbol("n", integer=True), Symbol("k", integer=True)
    >>> from proofs.language.display import text
    >>> print(text(from_sympy(Sum(exp(IndexedBase("a")[k]), (k, 1, n)))))
    Σ_{i=1}^{n} exp(a_i)
    """
    if isinstance(e, sp.Symbol):
        return _symbol(e)
    if isinstance(e, sp.Rational):
        return num(int(e.p), int(e.q))
    if e is sp.E:
        return exp(num(1))
    if isinstance(e, sp.Sum):
        if len(e.limits) != 1:
            raise TranslationError(f"one index for each sum, please: {e}")
        k, lo, hi = e.limits[0]
        body = closed(from_sympy(e.function), [var(k.name, "Z")])
        return big("sum", from_sympy(lo), from_sympy(hi), body)
    if isinstance(e, sp.Pow):
        base, exponent = e.args
        if not isinstance(exponent, sp.Integer) or abs(exponent) > 64:
            raise TranslationError(f"only small integer powers are translated: {e}")
        return from_sympy(base) ** int(exponent)
    if isinstance(e, sp.Piecewise):
        *branches, (last, otherwise) = e.args
        if otherwise is not sp.true:
            raise TranslationError(f"the last branch must hold otherwise: {e}")
        out = from_sympy(last)
        for value, condition in reversed(branches):
            out = ite(from_sympy(condition), from_sympy(value), out)
        return out
    if isinstance(e, sp.Indexed):
        return fn(str(e.base.label), len(e.indices), "R")(*map(from_sympy, e.indices))
    if isinstance(e, sp.KroneckerDelta):
        return ite(eq(*map(from_sympy, e.args)), 1, 0)
    known: Mapping[type, Callable[..., Term]] = {
        sp.Add: add, sp.Mul: mul, sp.exp: exp, sp.log: log, sp.Abs: absolute,
        sp.Le: le, sp.Lt: lt, sp.Eq: eq, sp.Ge: lambda s, t: le(t, s), sp.Gt: lambda s, t: lt(t, s),
    }  # fmt: skip
    make = known.get(type(e))
    if make is None:
        raise TranslationError(f"no exact counterpart for {type(e).__name__}: {e}")
    return make(*map(from_sympy, e.args))


def on_vectors(
    define: Callable[..., sp.Expr], *extra: str, notions: Notions | None = None, text: str = "", latex: str = ""
) -> Callable[..., Term]:
    """A definition of `symbolic` on a vector and its size (and further integer arguments) as a function on terms.

    `define` is called once, with a vector a, its size n and symbols of the names `extra`; the result is
    translated and then instantiated at whatever vector and size are asked for. Among the `notions`, if given, it is
    printed by the forms `text` and `latex` ({0} the vector, {1} its size, {2}, … the others).
    """
    a, n = sp.IndexedBase("a"), sp.Symbol("n", integer=True)
    symbols = [sp.Symbol(name, integer=True) for name in extra]
    pattern = from_sympy(define(lambda i: a[i], n, *symbols))
    arguments = (fn("a", 1, "R"), var("n", "Z"), *(var(name, "Z") for name in extra))
    if notions is not None:
        notions.define(pattern, arguments, text, latex)

    def at(vector: Term, size: Term | int, *values: Term | int) -> Term:
        given = [num(v) if isinstance(v, int) else v for v in (vector, size, *values)]
        return substitute(pattern, dict(zip(arguments, given, strict=True)))

    return at
