"""Sums of symbolic length: their normal form, and derivatives along a coordinate.

A vector is a function from an index to an expression, `lambda i: a[i]` for an `IndexedBase`; its entries stand for
real numbers. Sums stay unevaluated while their length is a symbol.

A Kronecker δ is 0 or 1, so every expression g(δ) in it is g(0) + δ (g(1) - g(0)): inside exp, log, a power or any
other function it is brought out by that, and a sum over k of f(k) δ_ik is f(i), if i lies in the range of the sum.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count, islice

import sympy as sp
from sympy import Expr, KroneckerDelta, Sum, Symbol

Vector = Callable[[Expr], Expr]
Range = tuple[Expr, Expr]

_LETTERS = "jklmpqrst"


def fresh_indices(*expressions: Expr) -> Iterator[Symbol]:
    """Index symbols without end, whose names occur in none of the expressions."""
    taken = {s.name for e in expressions for s in e.free_symbols if isinstance(s, Symbol)}
    for name in chain(_LETTERS, (f"j{n}" for n in count(1))):
        if name not in taken:
            yield Symbol(name, integer=True)


def partial_derivative(f: Callable[[Vector], Expr], a: Vector, i: Expr, order: int = 1) -> Expr:
    """Differentiate f(a) along coordinate i, for sums of symbolic length over the entries, among them the i-th.

    The vector is moved to a_j + t δ_ij, f of it is differentiated by t, and t is set to 0. The answer is in the form
    of `normal_form`.

    >>> from sympy import IndexedBase, exp, log, symbols
    >>> a, (i, j, n) = IndexedBase("a"), symbols("i j n", integer=True, positive=True)
    >>> def log_sum_exp(v):
    ...     return log(Sum(exp(v(j)), (j, 1, n)))
    >>> partial_derivative(log_sum_exp, lambda j: a[j], i)
    exp(a[i])/Sum(exp(a[j]), (j, 1, n))
    """
    if order < 0:
        raise ValueError(f"the order of a derivative is at least 0, not {order}")
    i = sp.sympify(i, strict=True)
    place = i if isinstance(i, Symbol) else sp.Dummy("i", integer=True)
    t = sp.Dummy("t", real=True)
    moved = f(lambda j: a(j) + t * KroneckerDelta(place, j))
    derived = normal_form(sp.diff(moved, t, order).subs(t, 0))
    return derived if place is i else normal_form(derived.subs(place, i))


def normal_form(expression: Expr) -> Expr:
    """Write an expression as a polynomial in its simplest sums, so that equal ones become identical.

    Logarithms of products of positive factors are expanded, sums are split into their terms, factors without the index
    leave the sum, a Kronecker delta picks its term, and indices get one name for each depth. What remains is multiplied
    out, so two expressions that are polynomials in exponentials, sums and their inverses are equal when
    `normal_form(x - y)` is 0.

    A symbol that a Kronecker delta compares with the index of a sum is taken to lie in the range of that sum, unless
    its assumptions say that it does not. For anything else (a number, i + 1, the index of a sum around) this has to
    follow from the ends of the range; while that is open, the delta stays in the sum.

    Raises
    ------
    ValueError
        for a delta in a product or an integral, a symbol that is compared with the indices of sums over different
        ranges, or an expression that has no value where a delta is 0 or 1.

    >>> from sympy import IndexedBase, exp, symbols
    >>> a, (i, k, n) = IndexedBase("a"), symbols("i k n", integer=True, positive=True)
    >>> normal_form(Sum((a[k] + a[i]) / n, (k, 1, n)))
    a[i] + Sum(a[j], (j, 1, n))/n
    >>> normal_form(Sum(exp(KroneckerDelta(i, k)), (k, 1, n)))
    n - 1 + E
    """
    out = _Writer(list(islice(fresh_indices(expression), 16))).written(expression)
    return sp.Add(*(_merged(term) for term in sp.Add.make_args(out)))


@dataclass
class _Writer:
    """Writes one expression: the names for the indices of sums, innermost first, and the ranges of symbols."""

    names: list[Symbol]
    ranges: dict[Expr, Range] = field(default_factory=dict)  # of the indices of the sums around
    compared: dict[Expr, Range] = field(default_factory=dict)  # in which free symbols are taken to lie

    def written(self, e: Expr) -> Expr:
        """The expression as a sum of products, in which every δ that is not held back in a sum is a factor."""
        if isinstance(e, Sum):
            return self._sum(e)
        if not e.args or isinstance(e, KroneckerDelta):
            return e
        if isinstance(e, sp.Indexed):
            return _brought_out(e)
        if getattr(e, "bound_symbols", None) or isinstance(e, sp.Derivative | sp.Subs):
            if e.has(KroneckerDelta):
                raise ValueError(f"a Kronecker delta in {type(e).__name__} is not brought out: {e}")
            return e
        rebuilt = e.func(*(self.written(argument) for argument in e.args))
        if not isinstance(rebuilt, Expr):
            return rebuilt
        if not isinstance(rebuilt, sp.Add | sp.Mul):
            rebuilt = _brought_out(rebuilt)
        return _expanded(rebuilt)

    def _sum(self, e: Sum) -> Expr:
        *before, (k, low, high) = e.limits  # the last is the outermost
        function = Sum(e.function, *before) if before else e.function
        sign, inner = sp.S.One, sp.Dummy("k", integer=True)
        if (high - low + 1).is_negative:  # SymPy then subtracts the terms between
            low, high, sign = high + 1, low - 1, sp.S.NegativeOne
        if high - low == -1:
            return sp.S.Zero
        self.ranges[inner] = low, high
        terms = sp.Add.make_args(self.written(function.subs(k, inner)))
        return _expanded(sp.Add(*(sign * self._of_term(term, inner) for term in terms)))

    def _of_term(self, term: Expr, k: Symbol) -> Expr:
        low, high = self.ranges[k]
        factor, summand = term.as_independent(k, as_Add=False)
        for delta in sp.Mul.make_args(summand):
            place = _place(delta, k)
            inside = None if place is None else self._is_inside(place, (low, high))
            if inside is False:
                return sp.S.Zero
            if inside:
                return factor * _valued(summand.xreplace({delta: sp.S.One}).subs(k, place), summand)
        if summand == 1:
            return factor * (high - low + 1)
        index = self.names[_height(summand)]
        return factor * Sum(summand.xreplace({k: index}), (index, low, high))

    def _is_inside(self, place: Expr, within: Range) -> bool | None:
        """Whether a place lies in a range; None if that is open."""
        low, high = within
        least, most = self.ranges.get(place, (place, place))
        if (least - low).is_nonnegative and (high - most).is_nonnegative:
            return True
        if (most - low).is_negative or (least - high).is_positive:
            return False
        if not isinstance(place, Symbol) or place in self.ranges:
            return None
        if self.compared.setdefault(place, within) != within:
            raise ValueError(f"does {place} lie in {self.compared[place]} and in {within}? one range for each index")
        return True


def _place(delta: Expr, k: Symbol) -> Expr | None:
    """The place at which k makes this a delta that is 1, if it is one and there is a single such place."""
    if not _is_delta(delta):
        return None
    for mine, other in (delta.args, delta.args[::-1]):
        shift = mine - k
        if not shift.has(k) and not other.has(k):
            return other - shift
    return None


def _height(e: Expr) -> int:
    """How deeply sums are nested in an expression."""
    return max(map(_height, e.args), default=0) + (len(e.limits) if isinstance(e, Sum) else 0)


def _brought_out(e: Expr) -> Expr:
    """A function of deltas as a polynomial in them."""
    deltas = sorted(_deltas(e), key=sp.default_sort_key)
    if not deltas:
        return e
    zero, one = (_brought_out(_valued(e.xreplace({deltas[0]: sp.Integer(value)}), e)) for value in (0, 1))
    return zero + deltas[0] * (one - zero)


def _deltas(e: Expr) -> set[Expr]:
    """The deltas in an expression, but for those that depend on the index of a sum in it."""
    if isinstance(e, KroneckerDelta):
        return {e}
    out = {delta for argument in e.args for delta in _deltas(argument)}
    return {d for d in out if d.free_symbols.isdisjoint(e.bound_symbols)} if isinstance(e, Sum) else out


def _is_delta(e: Expr) -> bool:
    """Whether this is a delta that does not name the range of its places."""
    return isinstance(e, KroneckerDelta) and len(e.args) == 2


def _has_value(e: Expr) -> bool:
    return not e.has(sp.nan, sp.zoo, sp.oo, -sp.oo)


def _valued(e: Expr, at: Expr) -> Expr:
    """The expression, if it has a value."""
    if not _has_value(e):
        raise ValueError(f"not defined where a Kronecker delta is 0 or 1: {at}")
    return e


def _expanded(e: Expr) -> Expr:
    """Products multiplied out, logarithms of positive factors split, and no power of a delta."""
    out = sp.expand(e.replace(sp.log, _split), log=False)
    return out.replace(lambda x: x.is_Pow and isinstance(x.base, KroneckerDelta), lambda x: x.base)


def _split(x: Expr) -> Expr:
    """log x as the sum of the logarithms of its positive factors, and that of the rest."""
    powers = [factor.as_base_exp() for factor in sp.Mul.make_args(x)]
    positive = [(base, exponent) for base, exponent in powers if _is_positive(base)]
    rest = sp.Mul(*(base**exponent for base, exponent in powers if not _is_positive(base)))
    return sp.Add(sp.log(rest), *(exponent * sp.log(base) for base, exponent in positive))


def _is_positive(e: Expr) -> bool:
    """Whether an expression in real numbers is positive, by its form."""
    if e.is_positive or isinstance(e, sp.exp):
        return True
    if isinstance(e, Sum):
        return _is_positive(e.function)
    if isinstance(e, sp.Add | sp.Mul):
        return all(map(_is_positive, e.args))
    return isinstance(e, sp.Pow) and _is_positive(e.base)


def _merged(term: Expr) -> Expr:
    """A term with one name for the places that its deltas identify: f(k) δ_ik is f(i) δ_ik."""
    found = []
    while deltas := sorted(filter(_is_delta, sp.Mul.make_args(term)), key=sp.default_sort_key):
        kept, other = sorted(deltas[0].args, key=lambda place: (isinstance(place, Symbol), sp.default_sort_key(place)))
        found.append(deltas[0])
        term = sp.Mul(*(factor for factor in sp.Mul.make_args(term) if factor != deltas[0]))
        there = term.subs(other, kept) if isinstance(other, Symbol) else term
        term = there if _has_value(there) else term
    return sp.Mul(*found, term)
