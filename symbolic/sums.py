"""Sums of symbolic length: their normal form, and derivatives along a coordinate.

A vector is a function from an index to an expression, `lambda i: a[i]` for an `IndexedBase`; its entries stand for
real numbers. Sums stay unevaluated while their length is a symbol. The ends of ranges, and the expressions that an
index is compared with, stand for integers. A reversed sum, whose last index lies more than one before its first, has
SymPy's meaning: -Σ over the indices between, so that Σ_l^m + Σ_{m+1}^h = Σ_l^h for all ends.

An indicator is a Kronecker δ, or the indicator that an integer is at least 0. Every expression g(δ) in an indicator
equals g(0) + δ (g(1) - g(0)), which moves it out of exp, log, powers and other functions. A sum over k of f(k) δ_ik is
f(i) if i lies in the range of the sum, and a sum restricted to k >= i begins at i.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count, islice

import sympy as sp
from sympy import Expr, KroneckerDelta, Piecewise, Sum, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from symbolic.places import AtLeastZero, Known, condition, conditions, is_integral, parts

Vector = Callable[[Expr], Expr]

_LETTERS = "jklmpqrst"
_FEW = 8  # the number of terms by which two ranges may differ to be merged


def fresh_indices(*expressions: Expr) -> Iterator[Symbol]:
    """Yield infinitely many index symbols whose names do not occur in the expressions, not even as those of indices.

    >>> j = Symbol("j", integer=True)
    >>> next(fresh_indices(j + 1))
    k
    """
    taken = {s.name for e in expressions for s in e.atoms(Symbol) if not isinstance(s, sp.Dummy)}
    for name in chain(_LETTERS, (f"j{n}" for n in count(1))):
        if name not in taken:
            yield Symbol(name, integer=True)


def entry(a: Callable[..., Expr], *index: Expr) -> Expr:
    """Return an entry of a vector or a matrix, so that no sum inside the entry captures a symbol of the index.

    >>> from sympy import IndexedBase, symbols
    >>> b, (j, k) = IndexedBase("b"), symbols("j k", integer=True)
    >>> entry(lambda i: Sum(b[i, k], (k, 1, 2)), k).doit()
    b[k, 1] + b[k, 2]
    """
    symbols = {s for x in index for s in sp.sympify(x, strict=True).free_symbols}
    anywhere = [sp.Dummy(integer=True) for _ in index]
    e = sp.sympify(a(*(anywhere if symbols else index)), strict=True)
    if symbols.isdisjoint(e.atoms(Symbol) - e.free_symbols):
        return a(*index) if symbols else e
    return _apart(e).xreplace(dict(zip(anywhere, index, strict=True)))


def partial_derivative(
    f: Callable[[Vector], Expr],
    a: Vector,
    i: Expr | tuple[Expr, ...],
    order: int = 1,
    *,
    assuming: Boolean | bool = True,
) -> Expr:
    """Differentiate f(a) along coordinate i, for sums of symbolic length over the entries.

    f is applied to a_j + t δ_ij and differentiated by t at t = 0. The result is in the form of `normal_form`, and holds
    for every integer i. It depends on which of the sums reach the i-th entry; if `assuming` does not decide this, the
    result has cases. For a matrix, a function of two indices, i is a pair.

    >>> from sympy import IndexedBase, exp, log, symbols
    >>> a, (i, j, n) = IndexedBase("a"), symbols("i j n", integer=True, positive=True)
    >>> def log_sum_exp(v):
    ...     return log(Sum(exp(v(j)), (j, 1, n)))
    >>> partial_derivative(log_sum_exp, lambda j: a[j], i, assuming=i <= n)
    exp(a[i])/Sum(exp(a[j]), (j, 1, n))
    >>> partial_derivative(log_sum_exp, lambda j: a[j], i)
    Piecewise((exp(a[i])/Sum(exp(a[j]), (j, 1, n)), i <= n), (0, True))
    """
    if order < 0:
        raise ValueError(f"the order of a derivative is at least 0, not {order}")
    place = [sp.sympify(x, strict=True) for x in (i if isinstance(i, tuple) else (i,))]
    mark = [sp.Dummy("i", integer=True) for _ in place]  # a dummy, so that it clashes with no index of f
    entries, t = sp.IndexedBase(sp.Dummy("a", real=True)), sp.Dummy("t", real=True)

    def moved(*index: Expr) -> Expr:
        return entries[index] + t * sp.Mul(*map(KroneckerDelta, mark, index))

    derived = _apart(sp.diff(_apart(sp.sympify(f(moved), strict=True)), t, order).subs(t, 0))
    derived = derived.replace(lambda e: isinstance(e, sp.Indexed) and e.base == entries, lambda e: entry(a, *e.indices))
    return normal_form(_apart(derived).xreplace(dict(zip(mark, place, strict=True))), assuming=assuming)


def normal_form(expression: Expr, *, assuming: Boolean | bool = True) -> Expr:
    """Write an expression as a polynomial in its simplest sums, so that equal expressions have the difference 0.

    Logarithms of products of positive factors are expanded. Sums are split into their terms, factors without the index
    leave the sum, a Kronecker delta picks its term, a condition on the index narrows the range, and indices get one
    name for each depth. Sums of the same terms whose ranges differ by a few terms at their ends are expressed by one of
    them. The result is multiplied out, so two expressions that are polynomials in exponentials, sums and their inverses
    are equal when `normal_form(x - y)` is 0.

    The value is the same for all integers that satisfy `assuming`, a comparison or several joined by `&`. If `assuming`
    and the declared assumptions of symbols do not decide whether an index lies in a range, the result has both cases.

    Raises
    ------
    ValueError
        for contradictory assumptions, an infinite sum, a delta in a product or an integral, or an expression without a
        value where a delta is 0 or 1, or in one of the cases.

    >>> from sympy import IndexedBase, exp, symbols
    >>> a, (i, k, n) = IndexedBase("a"), symbols("i k n", integer=True, positive=True)
    >>> normal_form(Sum((a[k] + a[i]) / n, (k, 1, n)))
    a[i] + Sum(a[j], (j, 1, n))/n
    >>> normal_form(Sum(exp(KroneckerDelta(i, k)), (k, 1, n)), assuming=i <= n)
    n - 1 + E
    >>> normal_form(Sum(KroneckerDelta(i, k) * a[k], (k, 2, n)))
    Piecewise((a[i], (i >= 2) & (i <= n)), (0, True))
    """
    known = Known.of(assuming)
    expression = _apart(sp.sympify(expression, strict=True))
    writer = _Writer(list(islice(fresh_indices(expression), 16)))
    out = writer.written(expression, known)
    while writer.narrows(out):
        out = writer.written(out, known)
    out = sp.Add(*(_simplified(_merged(term), known) for term in sp.Add.make_args(out)))
    return _presented(out.replace(lambda e: e.is_Mul, _put_back))


@dataclass
class _Writer:
    """The state of writing one expression: the index names, innermost first, and the common ranges of like sums."""

    names: list[Symbol]
    common: dict[tuple[Expr, Expr, Expr], tuple[int, int]] = field(default_factory=dict)

    def written(self, e: Expr, known: Known) -> Expr:
        """Return the expression as a sum of products, in which every indicator that no sum binds is a factor."""
        if isinstance(e, Sum):
            return self._sum(e, known)
        if _is_zero_one(e):
            return _simplified(e, known)
        if not e.args:
            return e
        if isinstance(e, sp.Indexed):
            return self._brought_out(e, known)
        if isinstance(e, Piecewise) and len(e.args) == 2 and e.args[1] == (0, True):
            facts = conditions(e.args[0].cond)
            if facts is not None:
                return self._where(facts, known, lambda known: self.written(e.args[0].expr, known))
        if getattr(e, "bound_symbols", None) or isinstance(e, sp.Derivative | sp.Subs):
            if e.has(KroneckerDelta):
                raise ValueError(f"a Kronecker delta in {type(e).__name__} is not brought out: {e}")
            return self._named(e) if isinstance(e, ExprWithLimits) else e
        rebuilt = e.func(*(self.written(argument, known) for argument in e.args))
        if not isinstance(rebuilt, Expr):
            return rebuilt
        if not isinstance(rebuilt, sp.Add | sp.Mul):
            rebuilt = self._brought_out(rebuilt, known)
        return _expanded(rebuilt)

    def _sum(self, e: Sum, known: Known) -> Expr:
        function, k, low, high = _outermost(e)
        if low.has(sp.oo, -sp.oo) or high.has(sp.oo, -sp.oo):
            raise ValueError(f"an infinite sum has no normal form: {e}")
        if _zero_ones(sp.Tuple(low, high)):
            return self.written(self._brought_out(e, known), known)
        low, high, inner = sp.expand(low), sp.expand(high), sp.Dummy("k", integer=True)
        if high - low == -1:
            return sp.S.Zero
        forwards = known.at_least_zero(high - low + 1)
        if forwards is False:
            return _expanded(-self._sum(Sum(function, (k, high + 1, low - 1)), known))
        within = known.also(inner - low, high - inner) if forwards else known
        terms = sp.Add.make_args(self.written(function.xreplace({k: inner}), within))
        return _expanded(sp.Add(*(self._of_term(_simplified(t, within), inner, low, high, known) for t in terms)))

    def _of_term(self, term: Expr, k: Symbol, low: Expr, high: Expr, known: Known) -> Expr:
        factor, summand = _taken_out(term, k)
        chosen, solution = next(
            ((x, found) for x in sp.Mul.make_args(summand) if (found := _solved(x, k)) is not None), (None, None)
        )
        if solution is None:
            return factor * self._plain(summand, k, low, high, known)
        if not known.at_least_zero(high - low + 1):
            forwards = self._over(summand, (k, low, high), [high - low], known)
            return factor * (forwards - self._over(summand, (k, high + 1, low - 1), [low - high - 2], known))
        place, side = solution
        rest = sp.Mul(*(x for x in sp.Mul.make_args(summand) if x != chosen))
        if side == 0:
            return factor * self._where(
                [place - low, high - place],
                known,
                lambda known: self.written(_valued(rest.xreplace({k: place}), summand), known),
            )
        begins, ends = (place, high) if side > 0 else (low, place)
        beyond = low - place if side > 0 else place - high  # at least 0 if the condition holds on the whole range
        if known.at_least_zero(beyond):
            return factor * self._sum(Sum(rest, (k, low, high)), known)
        length = ends - begins + 1
        some = [-beyond] if known.also(-beyond).at_least_zero(length) else [-beyond, length - 1]
        whole = self._over(rest, (k, low, high), [beyond - 1], known)
        return factor * (whole + self._over(rest, (k, begins, ends), some, known))

    def _over(self, summand: Expr, limits: tuple[Symbol, Expr, Expr], conditions: list[Expr], known: Known) -> Expr:
        """Return a sum if all of the conditions are at least 0, otherwise 0."""
        return self._where(conditions, known, lambda known: self._sum(Sum(summand, limits), known))

    def _plain(self, summand: Expr, k: Symbol, low: Expr, high: Expr, known: Known) -> Expr:
        """Normalise a sum of a product that depends on the index: a[k], not a[k + 1], over the range of like sums."""
        if summand == 1:
            return high - low + 1
        if shift := min(_offsets(summand, k), default=0):
            return self._sum(Sum(summand.xreplace({k: k - shift}), (k, low + shift, high + shift)), known)
        index = self.names[_height(summand)]
        summand = summand.xreplace({k: index})
        key, (first, last) = _ends(summand, low, high)
        begins, ends = self.common.get(key, (first, last))
        terms = []
        if max(begins - first, 0) + max(last - ends, 0) <= _FEW:
            apart = [*(key[1] + x for x in range(first, begins)), *(key[2] + x for x in range(ends + 1, last + 1))]
            terms = [summand.xreplace({index: place}) for place in apart]
            if all(map(_has_value, terms)):
                low, high = key[1] + max(first, begins), key[2] + min(last, ends)
            else:
                terms = []
        left = sp.S.Zero if high - low == -1 else Sum(summand, (index, low, high))
        return sp.Add(left, *(self.written(term, known) for term in terms))

    def narrows(self, e: Expr) -> bool:
        """Return whether like sums of an expression have different ranges, and store their common range if so."""
        ends: dict[tuple[Expr, Expr, Expr], set[tuple[int, int]]] = {}
        for s in e.atoms(Sum):
            while isinstance(s, Sum):
                s, _, low, high = _outermost(s)
                key, at = _ends(s, low, high)
                ends.setdefault(key, {self.common.get(key, at)}).add(at)
        found = False
        for key, several in ends.items():
            low, high = max(low for low, _ in several), min(high for _, high in several)
            length = key[2] - key[1] + high - low + 1
            if len(several) > 1 and not length.is_negative and self.common.get(key) != (low, high):
                self.common[key] = low, high
                found = True
        return found

    def _where(self, conditions: list[Expr], known: Known, make: Callable[[Known], Expr]) -> Expr:
        """Return the result of `make` if all of the conditions are at least 0, otherwise 0."""
        undecided = []
        for x in sp.flatten([parts(x) for x in conditions]):
            holds = known.at_least_zero(x)
            if holds is False:
                return sp.S.Zero
            if holds is None:
                undecided.append(x)
                known = known.also(x)
        return _expanded(sp.Mul(*map(AtLeastZero, undecided), make(known)))

    def _brought_out(self, e: Expr, known: Known) -> Expr:
        """Write a function of indicators as a polynomial in them."""
        found = sorted(_zero_ones(e), key=sp.default_sort_key)
        if not found:
            return e

        def at(value: int) -> Callable[[Known], Expr]:
            return lambda known: self._brought_out(_valued(e.xreplace({found[0]: sp.Integer(value)}), e), known)

        decided = _decided(found[0], known)
        if decided is not None:
            return at(decided)(known)
        if isinstance(found[0], AtLeastZero):
            (x,) = found[0].args
            return self._where([x], known, at(1)) + self._where([-x - 1], known, at(0))
        zero, one = at(0)(known), at(1)(known.also(*_facts(found[0])))
        return zero + found[0] * (one - zero)

    def _named(self, e: ExprWithLimits) -> Expr:
        """Rename the indices of a product or an integral by their depth."""
        function = self.written(e.function, Known())
        height = _height(function)
        names = {limit[0]: self.names[height + n] for n, limit in enumerate(e.limits)}
        return e.func(function, *e.limits).xreplace(names)


def _simplified(term: Expr, known: Known) -> Expr:
    """Drop indicators that are 1 wherever the other factors are not 0; return 0 if indicators exclude each other."""
    factors = sp.Mul.make_args(term)
    open_ = sorted(filter(_is_zero_one, factors), key=sp.default_sort_key)
    kept = [x for x in factors if not _is_zero_one(x)]
    while open_:
        first, *open_ = open_
        others = [x for x in kept if _is_zero_one(x)] + open_
        decided = _decided(first, known.also(*(fact for x in others for fact in _facts(x))))
        if decided == 0:
            return sp.S.Zero
        kept += [first] if decided is None else []
    return sp.Mul(*kept)


def _decided(e: Expr, known: Known) -> int | None:
    """Return the value 0 or 1 of an indicator, or None if it is not known."""
    answers = [known.at_least_zero(fact) for fact in _facts(e)]
    return 0 if False in answers else None if None in answers or not answers else 1


def _facts(e: Expr) -> tuple[Expr, ...]:
    """Return the expressions that are all at least 0 exactly where an indicator is 1."""
    if isinstance(e, AtLeastZero):
        return e.args
    return (e.args[0] - e.args[1], e.args[1] - e.args[0]) if _is_delta(e) else ()


def _solved(e: Expr, k: Symbol) -> tuple[Expr, int] | None:
    """Return the p for which an indicator is 1 exactly if k = p, k >= p or k <= p, with 0, 1 or -1 for these cases."""
    if not _is_zero_one(e) or not (facts := _facts(e)):
        return None
    side = sp.expand(facts[0]).coeff(k)
    place = sp.expand(k - side * facts[0])
    if side not in (1, -1) or place.has(k) or not is_integral(place):
        return None
    return place, 0 if _is_delta(e) else int(side)


def _taken_out(term: Expr, k: Symbol) -> tuple[Expr, Expr]:
    """Split off the factor of a product that is independent of the index; x^(k+1) is x times x^k."""
    factor, summand = term.as_independent(k, as_Add=False)
    kept = []
    for x in sp.Mul.make_args(summand):
        if x.is_Pow and not x.base.has(k):
            number, exponent = x.exp.as_coeff_Add()
            if number.is_Integer:
                factor, x = factor * x.base**number, x.base**exponent
        kept.append(x)
    return factor, sp.Mul(*kept)


def _put_back(term: Expr) -> Expr:
    """Move a factor 1/x into a sum with x^k, as x^(k-1), which may have a value at 0."""
    factors = sp.Mul.make_args(term)
    for power in factors:
        base, exponent = power.as_base_exp()
        if not exponent.is_Integer or base.is_nonzero:
            continue
        for other in factors:
            s, times = other.as_base_exp()
            if not isinstance(s, Sum) or not times.is_Integer or not (exponent / times).is_Integer or times < 0:
                continue
            inside = next((x for x in sp.Mul.make_args(s.function) if x.is_Pow and x.base == base), None)
            if inside and (exponent < 0 or not s.limits[-1][1].is_nonnegative):
                changed = s.xreplace({inside: base ** (inside.exp + exponent / times)})
                return _put_back(sp.Mul(changed**times, *(x for x in factors if x not in (power, other))))
    return term


def _offsets(e: Expr, k: Symbol) -> Iterator[int]:
    """Yield the numbers c of all a[k + c] in an expression."""
    for atom in e.atoms(sp.Indexed, AppliedUndef):
        for place in atom.indices if isinstance(atom, sp.Indexed) else atom.args:
            rest = sp.expand(place - k)
            if not rest.has(k) and (number := rest.as_coeff_Add()[0]).is_Integer:
                yield int(number)


def _ends(summand: Expr, low: Expr, high: Expr) -> tuple[tuple[Expr, Expr, Expr], tuple[int, int]]:
    """Return a key of a sum that like sums share, and the integer offsets of its ends."""
    (first, begins), (last, ends) = low.as_coeff_Add(), high.as_coeff_Add()
    if first.is_Integer and last.is_Integer:
        return (summand, begins, ends), (int(first), int(last))
    return (summand, low, high), (0, 0)


def _outermost(e: ExprWithLimits) -> tuple[Expr, Symbol, Expr, Expr]:
    """Return the summand, index, lower and upper end of the outermost sum."""
    *before, (k, low, high) = e.limits  # the last is the outermost
    return (e.func(e.function, *before) if before else e.function), k, low, high


def _apart(e: Expr) -> Expr:
    """Give each sum, product or integral in the expression a fresh index."""
    if isinstance(e, ExprWithLimits) and len(e.limits[-1]) == 3:
        function, k, low, high = _outermost(e)
        function, low, high = _apart(function), _apart(low), _apart(high)
        if isinstance(e, Sum) and (high - low == -1 or function == 0):
            return sp.S.Zero  # SymPy's derivatives of its powers are nan
        index = sp.Dummy(k.name, integer=isinstance(e, Sum | sp.Product) or None)
        return e.func(function.xreplace({k: index}), (index, low, high))
    return e.func(*map(_apart, e.args)) if e.args else e


def _height(e: Expr) -> int:
    """Return the nesting depth of sums in an expression."""
    return max(map(_height, e.args), default=0) + (len(e.limits) if isinstance(e, ExprWithLimits) else 0)


def _zero_ones(e: Expr) -> set[Expr]:
    """Return the indicators in an expression, except those that depend on the index of a sum in it."""
    if _is_zero_one(e):
        return {e}
    out = {x for argument in e.args for x in _zero_ones(argument)}
    return {x for x in out if x.free_symbols.isdisjoint(e.bound_symbols)} if isinstance(e, Sum) else out


def _is_zero_one(e: Expr) -> bool:
    return isinstance(e, KroneckerDelta | AtLeastZero)


def _is_delta(e: Expr) -> bool:
    """Return whether this is a Kronecker delta without an explicit range."""
    return isinstance(e, KroneckerDelta) and len(e.args) == 2


def _has_value(e: Expr) -> bool:
    return not e.has(sp.nan, sp.zoo, sp.oo, -sp.oo)


def _valued(e: Expr, at: Expr) -> Expr:
    """Return the expression; raises ValueError if it has no value."""
    if not _has_value(e):
        raise ValueError(f"not defined where a Kronecker delta is 0 or 1: {at}")
    return e


def _expanded(e: Expr) -> Expr:
    """Expand products and logarithms of positive factors, and replace powers of indicators by the indicators."""
    out = sp.expand(e.replace(sp.log, _split), log=False)
    return out.replace(lambda x: x.is_Pow and _is_zero_one(x.base), lambda x: x.base)


def _split(x: Expr) -> Expr:
    """Write log x as the sum of the logarithms of its positive factors and of the rest."""
    powers = [factor.as_base_exp() for factor in sp.Mul.make_args(x)]
    positive = [(base, exponent) for base, exponent in powers if _is_positive(base)]
    rest = sp.Mul(*(base**exponent for base, exponent in powers if not _is_positive(base)))
    return sp.Add(sp.log(rest), *(exponent * sp.log(base) for base, exponent in positive))


def _is_positive(e: Expr) -> bool:
    """Return whether the form of an expression in real numbers shows that it is positive."""
    if e.is_positive or isinstance(e, sp.exp):
        return True
    if isinstance(e, Sum):
        return _is_positive(e.function)
    if isinstance(e, sp.Add | sp.Mul):
        return all(map(_is_positive, e.args))
    return isinstance(e, sp.Pow) and _is_positive(e.base)


def _merged(term: Expr) -> Expr:
    """Use one name for indices that the deltas of a term identify: f(k) δ_ik is f(i) δ_ik."""
    found = []
    while deltas := sorted(filter(_is_delta, sp.Mul.make_args(term)), key=sp.default_sort_key):
        kept, other = sorted(deltas[0].args, key=lambda place: (isinstance(place, Symbol), sp.default_sort_key(place)))
        found.append(deltas[0])
        term = sp.Mul(*(factor for factor in sp.Mul.make_args(term) if factor != deltas[0]))
        there = term.xreplace({other: kept}) if isinstance(other, Symbol) else term
        term = there if _has_value(there) else term
    return sp.Mul(*found, term)


def _presented(e: Expr) -> Expr:
    """Replace the indicators of inequalities in an expression by cases."""
    if not e.has(AtLeastZero):
        return e
    if not isinstance(e, sp.Add | sp.Mul | AtLeastZero):
        return e.func(*map(_presented, e.args))
    cases: dict[frozenset[Expr], Expr] = {}
    for term in sp.Add.make_args(e):
        factors = sp.Mul.make_args(term)
        where = frozenset(x.args[0] for x in factors if isinstance(x, AtLeastZero))
        rest = sp.Mul(*(_presented(x) for x in factors if not isinstance(x, AtLeastZero)))
        cases[where] = cases.get(where, sp.S.Zero) + rest
    pending = list(cases)
    while pending:
        where = pending.pop()
        for x in where:
            other = where - {x} | set(parts(-x - 1))
            if where in cases and cases[where] == cases.get(other):  # the term is the same where the condition fails
                del cases[other]
                cases[where - {x}] = cases.get(where - {x}, sp.S.Zero) + cases.pop(where)
                pending.append(where - {x})
    return sp.Add(*(Piecewise((c, sp.And(*map(condition, where))), (0, True)) for where, c in cases.items()))
