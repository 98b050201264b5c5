"""Critical values of a constant as SymPy expressions, with their limits and the zeros of their derivatives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from types import MappingProxyType

import sympy as sp

from proofs.kernel.terms import Term
from proofs.language.translate import Crossing

MAX_OPERATIONS = 200  # larger derivatives are not solved
UNSOLVED = (NotImplementedError, ValueError, TypeError, AttributeError, RecursionError)  # SymPy's errors on failure


class NoExpression(ValueError):
    """Raised for a term that `to_sympy` does not translate."""


def to_sympy(t: Term, symbols: Mapping[Term, sp.Symbol]) -> sp.Expr:
    """Translate a term about numbers.

    >>> from proofs.language.notation import *
    >>> from proofs.kernel.terms import log
    >>> x, = reals("x")
    >>> to_sympy(log(x) / x, {x: sp.Symbol("x", positive=True)})
    log(x)/x
    """
    if t in symbols:
        return symbols[t]
    if t.op == "num":
        return sp.Rational(*t.args)
    if t.op == "ite":
        return _choice(t, symbols)
    kids = [to_sympy(a, symbols) for a in t.args if isinstance(a, Term)]
    functions = {
        "add": sp.Add, "mul": sp.Mul, "inv": lambda x: 1 / x, "exp": _exponential, "log": sp.log, "sin": sp.sin,
        "cos": sp.cos, "atan": sp.atan, "erf": sp.erf, "abs": sp.Abs,
    }  # fmt: skip
    if t.op not in functions:
        raise NoExpression(t.op)
    return functions[t.op](*kids)


def _exponential(x: sp.Expr) -> sp.Expr:
    """Return e^x, simplified to a power if x is a multiple of a logarithm."""
    return sp.simplify(sp.exp(x)) if x.has(sp.log) else sp.exp(x)


def _choice(t: Term, symbols: Mapping[Term, sp.Symbol]) -> sp.Expr:
    """Translate a square root, a maximum or a minimum."""
    condition, then, other = t.args
    s, u = condition.args
    if condition.op == "lt" and s.op == "num" and not s.args[0] and other is s:
        return to_sympy(then, symbols)  # a root
    a, b = to_sympy(then, symbols), to_sympy(other, symbols)
    if {s, u} == {then, other}:
        return sp.Min(a, b) if s is then else sp.Max(a, b)
    raise NoExpression("ite")


def to_term(e: sp.Expr, symbols: Mapping[Term, sp.Symbol], sample: Mapping[Term, float] = MappingProxyType({})) -> Term:
    """Translate an expression in some of the symbols into a term with factors that are positive at a sample point."""
    plain = {
        s: sp.Symbol(x.args[0], **({"integer": True} if x.sort == "Z" else {"real": True})) for x, s in symbols.items()
    }
    at = {plain[symbols[x]]: v for x, v in sample.items() if x in symbols}
    relation = sp.Le(sp.Integer(0), _arranged(e.subs(plain), at), evaluate=False)
    return Crossing().relations(relation).relations[0].args[1]


def _arranged(e: sp.Expr, at: Mapping[sp.Symbol, float]) -> sp.Expr:
    """Return an expression in its usual form, such as n - 1 for -1 + n, and (n - 1)(1 - ε) for a product.

    >>> n, eps = sp.symbols("n epsilon")
    >>> _arranged(-(n - 1) * (eps - 1), {n: 3, eps: 0.5})
    (1 - epsilon)*(n - 1)
    """
    if e.is_Mul:
        factors = [(f, bool(f.is_Add and f.subs(at).is_negative)) for f in e.args]
        sign = -1 if sum(negative for _, negative in factors) % 2 else 1
        positive = [_arranged(-f if negative else f, at) for f, negative in factors]
        coefficient = sign * sp.prod(f for f in positive if f.is_Number)
        rest = [f for f in positive if not f.is_Number]
        return sp.Mul(*([] if coefficient == 1 else [coefficient]), *rest, evaluate=False)
    if e.is_Add:
        terms = sorted(e.as_ordered_terms(), key=lambda t: t.could_extract_minus_sign())
        return sp.Add(*(_arranged(t, at) for t in terms), evaluate=False)
    return e.func(*(_arranged(a, at) for a in e.args)) if e.args else e


def stationary(value: sp.Expr, x: sp.Symbol) -> Iterator[sp.Expr]:
    """Yield the zeros of the derivative that SymPy finds for the factors of its numerator.

    >>> x, a = sp.symbols("x a", positive=True)
    >>> list(stationary(x / (a + x**2), x)), list(stationary(sp.log(x) / x**a, x))
    ([sqrt(a)], [exp(1/a)])
    """
    slope = sp.together(sp.diff(value, x))
    top = sp.factor_list(sp.numer(slope))[1] if sp.count_ops(slope) < MAX_OPERATIONS else []
    for factor, _ in top:
        if factor.has(x) and not factor.has(sp.Abs, sp.Derivative, sp.Piecewise, sp.Heaviside, sp.sign):
            yield from zeros(factor, x)


def zeros(f: sp.Expr, x: sp.Symbol) -> list[sp.Expr]:
    """Return the real zeros that SymPy finds."""
    try:
        found = sp.solve(f, x)
    except UNSOLVED:
        return []
    return [
        sp.simplify(r)
        for r in found
        if not r.has(sp.I, sp.RootOf, sp.Piecewise) and r.free_symbols <= f.free_symbols - {x}
    ]


def limits(e: sp.Expr, x: sp.Symbol, end: sp.Expr) -> list[sp.Expr]:
    """Return the limit of an expression at an end as a list, empty unless SymPy finds a finite limit."""
    try:
        found = sp.limit(e, x, end)
    except UNSOLVED:
        return []
    return [found] if found.is_finite is not False and not found.has(sp.Limit, sp.AccumBounds) else []


def simplest(e: sp.Expr) -> sp.Expr:
    """Return the shortest of a few forms of an expression."""
    forms = (e, sp.simplify(e), sp.factor(e), sp.powdenest(sp.radsimp(sp.simplify(e)), force=True))
    forms = tuple(f.replace(_log_of_powers, _multiple_of_log) for f in forms)
    return reduce(lambda a, b: b if sp.count_ops(b) < sp.count_ops(a) else a, forms)


def _log_of_powers(e: sp.Expr) -> bool:
    return isinstance(e, sp.log) and any(f.is_Pow for f in sp.Mul.make_args(e.args[0]))


def _multiple_of_log(e: sp.Expr) -> sp.Expr:
    """Return a log(b) for log(b^a); for the logarithm of a product of powers, extract a common factor of the exponents.

    >>> x, y = sp.symbols("x y", positive=True)
    >>> _multiple_of_log(sp.log((x * y - x) ** sp.Rational(8, 3) * y ** sp.Rational(-8, 3)))
    8*log(x*(y - 1)/y)/3
    """
    parts = [f.as_base_exp() for f in sp.Mul.make_args(e.args[0])]
    if len(parts) == 1:
        return parts[0][1] * sp.log(parts[0][0])
    if not all(exponent.is_Rational for _, exponent in parts):
        return e
    common = sp.gcd_list([abs(exponent) for _, exponent in parts])
    return common * sp.log(sp.factor(sp.Mul(*(base ** (exponent / common) for base, exponent in parts))))


def expression(t: Term) -> sp.Expr:
    """Return a closed form as a SymPy expression in real symbols."""
    symbols = {
        x: sp.Symbol(x.args[0], integer=True) if x.sort == "Z" else sp.Symbol(x.args[0], real=True) for x in t.free
    }
    return to_sympy(t, symbols)
