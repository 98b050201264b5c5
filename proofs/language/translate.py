"""The translation from SymPy to the kernel's terms, the only one. It is exact, and rejects what it does not know.

A symbol is an integer or a real, with or without a sign. Other assumptions of SymPy (even, prime, rational) have no
counterpart and are rejected. The sign becomes a relation (`Crossing.assumed`), the domain of a root a condition
(`Parsed.conditions`). A name denotes one thing, a numeral is exact, and the index of a sum is bound, whatever SymPy
assumes about it. A sum between two numbers is expanded. A sum of symbolic length becomes a sum of the kernel, which is
0 over every empty range; SymPy's sum is 0 only if last = first - 1.

SymPy simplifies some expressions while it builds them (x/x becomes 1). The translation starts from the simplified
expression; that it is well-defined is proved afterwards, as for any other term.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial, reduce

import sympy as sp

from proofs.kernel.terms import (
    NAME,
    KernelError,
    Term,
    absolute,
    add,
    atan,
    cos,
    eq,
    erf,
    exp,
    fn,
    ite,
    le,
    log,
    lt,
    mul,
    num,
    sin,
    substitute,
    var,
)
from proofs.language.display import Notions, text
from proofs.language.elaborate import MAX_EXPONENT, NAMED, Elaborator
from proofs.language.notation import PI, And, Not, Or, erfc, larger, opposite, smaller
from proofs.language.parse import Parsed

MAX_TERMS = 1_000  # in all expanded sums together
MAX_EXCERPT = 200  # characters of an expression in a message
SIGNS: Mapping[str, Callable[[Term], Term]] = {  # the strongest first
    "positive": lambda x: lt(0, x),
    "negative": lambda x: lt(x, 0),
    "nonnegative": lambda x: le(0, x),
    "nonpositive": lambda x: le(x, 0),
    "nonzero": lambda x: lt(0, absolute(x)),
}


class TranslationError(ValueError):
    """Raised for an expression that has no exact counterpart among the kernel's terms."""


class Crossing:
    """A translator for SymPy expressions that belong together: a name denotes the same thing in all of them.

    Attributes
    ----------
    assumed
        The signs that SymPy assumes for the symbols and entries translated so far, as relations.
    """

    def __init__(self) -> None:
        self.assumed: dict[Term, None] = {}
        self._build = Elaborator()
        self._names: dict[str, sp.Basic] = {}
        self._indices: dict[sp.Symbol, Term] = {}  # the variables of the enclosing ranges
        self._terms = 0
        self._forwards = False  # whether a range that runs backwards is undefined

    def relations(self, e: sp.Basic) -> Parsed:
        """Translate a relation, an And of relations, or an Or or Not of them, with the conditions of their roots."""
        read, needs = [], []
        self._forwards = True  # a sum or product over a range with last < first - 1 has another value in SymPy
        for part in e.args if isinstance(e, sp.And) else (e,):
            with self._build.collecting() as conditions:
                relation = self._joined(part)
            if relation.op not in ("le", "lt", "eq"):
                raise TranslationError(f"a relation is needed, not {_shown(part)}")
            read.append(relation)
            needs.append(tuple(conditions))
        return Parsed(tuple(read), tuple(needs) if any(needs) else (), floors=tuple(self._build.floors.items()))

    def _joined(self, e: sp.Basic) -> Term:
        """Translate a relation, also Ne, or relations joined by And, Or, Not or Implies."""
        if isinstance(e, sp.Ne):
            return Not(eq(*map(self._whole, e.args)))
        if isinstance(e, sp.Implies):
            return self._joined(sp.Or(sp.Not(e.args[0]), e.args[1]))
        if not isinstance(e, sp.And | sp.Or | sp.Not):
            return self._whole(e)
        parts: list[Term] = []
        for part in e.args:
            before = [p if isinstance(e, sp.And) else Not(p) for p in parts]
            parts.append(self._build.under(before, partial(self._joined, part)))
        return Not(*parts) if isinstance(e, sp.Not) else (And if isinstance(e, sp.And) else Or)(*parts)

    def term(self, e: sp.Basic) -> Term:
        """Translate a term or relation; reject it if it needs further assumptions or conditions."""
        self._forwards = False
        out = self._whole(e)
        if self.assumed or self._build.conditions:
            what = ", ".join(map(text, [*self.assumed, *self._build.conditions]))
            raise TranslationError(f"a term alone does not say that {what}: {_shown(e)}")
        return out

    def _whole(self, e: sp.Basic) -> Term:
        if e is sp.true or e is sp.false:
            raise TranslationError(f"SymPy has already evaluated this to {e}: to ask all the same, write it as text")
        try:
            return self._read(e)
        except KernelError as wrong:
            raise TranslationError(f"{wrong}: {_shown(e)}") from None
        except RecursionError:
            raise TranslationError(f"nested too deeply: {_shown(e)}") from None

    def _read(self, e: sp.Basic) -> Term:
        if isinstance(e, sp.Rational):
            return num(int(e.p), int(e.q))
        if isinstance(e, sp.Float):
            raise TranslationError(f"{e} is a floating-point number, not an exact one: write Rational, or text")
        if e is sp.E:
            return exp(num(1))
        if e is sp.pi:
            return PI
        if isinstance(e, NAMED_HERE):
            return NAMED[e.func.__name__](self._build, self._read(e.args[0]))
        if type(e) in FORMS:
            return FORMS[type(e)](*map(self._read, e.args))
        for kind, read in KINDS.items():
            if isinstance(e, kind):
                return read(self, e)
        raise TranslationError(f"no exact counterpart for {type(e).__name__}: {_shown(e)}{HINTS.get(type(e), '')}")

    def _named(self, name: str, thing: sp.Basic) -> str:
        """Return the name if it is valid and denotes nothing else."""
        if not NAME.match(name) or "'" in name:  # the search uses primes in the names that it makes
            raise TranslationError(f"a name has letters without accents, digits and _, not as in {name}: rename it")
        other = self._names.setdefault(name, thing)
        if other != thing:
            both = f"{sp.srepr(other)} and {sp.srepr(thing)}"
            raise TranslationError(f"two different things are called {name}: {both}; declare them alike, or rename one")
        return name

    def _symbol(self, s: sp.Symbol) -> Term:
        if s in self._indices:
            return self._indices[s]
        sort, sign = _declared(s)
        x = var(self._named(s.name, s), sort)
        if sign:
            self.assumed[SIGNS[sign](x)] = None
        return x

    def _indexed(self, e: sp.Indexed) -> Term:
        if not isinstance(e.base, sp.IndexedBase) or not isinstance(e.base.label, sp.Symbol):
            raise TranslationError(f"entries are those of an IndexedBase: {_shown(e)}")
        plain = e.base.label.assumptions0.keys() <= {"commutative"}  # entries without assumptions are real
        sort, sign = ("R", "") if plain else _declared(e.base.label)
        indices = [self._read(i) for i in e.indices]
        if any(i.sort != "Z" for i in indices):
            raise TranslationError(f"an index is an integer (Symbol(…, integer=True)): {_shown(e)}")
        entry = fn(self._named(e.base.label.name, e.base), len(indices), sort)(*indices)
        if sign and e.free_symbols & self._indices.keys():
            raise TranslationError(f"entries of symbolic index are integers or reals without a sign: {_shown(e)}")
        if sign:
            self.assumed[SIGNS[sign](entry)] = None
        return entry

    def _over_range(self, e: sp.Sum | sp.Product) -> Term:
        *before, (k, low, high) = e.limits  # the last is the outermost
        function = type(e)(e.function, *before) if before else e.function
        sort, sign = _declared(k)
        if sort != "Z":
            raise TranslationError(f"the index {k} of a range has to be declared with integer=True: {_shown(e)}")
        self._named(k.name, k)
        if isinstance(e, sp.Sum) and isinstance(low, sp.Integer) and isinstance(high, sp.Integer):
            return self._written_out(function, k, sign, low, high)
        _check_range(k, sign, low, high)
        first, last = self._read(low), self._read(high)
        if self._forwards:
            self._build.require(le(first - 1, last))

        def inside(i: Term) -> Term:
            around, self._indices = self._indices, {**self._indices, k: i}
            try:
                return self._read(function)
            finally:
                self._indices = around

        return self._build.over(OVER_RANGES[type(e)], first, last, inside)

    def _written_out(self, e: sp.Expr, k: sp.Symbol, sign: str, low: sp.Integer, high: sp.Integer) -> Term:
        """Expand a sum between numbers; if they run backwards, negate the terms strictly between, as SymPy does."""
        backwards = high < low - 1
        if backwards:
            low, high = high + 1, low - 1
        _check_range(k, sign, low, high)
        self._terms += int(high - low + 1)
        if self._terms > MAX_TERMS:
            raise TranslationError(f"sums of more than {MAX_TERMS} terms are not written out")
        terms = [self._read(e.subs(k, value)) for value in range(int(low), int(high) + 1)]
        out = add(*terms) if terms else num(0)
        return -out if backwards else out

    def _power(self, e: sp.Pow) -> Term:
        base, exponent = e.args
        if isinstance(exponent, sp.Integer) and not 0 < abs(exponent) <= MAX_EXPONENT:
            raise TranslationError(f"integer powers are translated from 1 to {MAX_EXPONENT}: {_shown(e)}")
        if base.is_positive and not exponent.is_Rational:
            return exp(self._read(exponent) * log(self._read(base)))
        return self._build.power(self._read(base), self._read(exponent))

    def _piecewise(self, e: sp.Piecewise) -> Term:
        *branches, (last, otherwise) = e.args
        if otherwise is not sp.true:
            raise TranslationError(f"the last branch must hold otherwise: {_shown(e)}")
        read: list[tuple[Term, Term]] = []
        others: list[Term] = []
        for value, condition in branches:
            here = self._under(others, condition)
            read.append((here, self._under([*others, here], value)))
            others.append(opposite(here))
        out = self._under(others, last)
        for here, value in reversed(read):
            out = ite(here, value, out)
        return out

    def _under(self, hypotheses: Sequence[Term], e: sp.Basic) -> Term:
        """Translate an expression, and state the conditions of its roots under these hypotheses only."""
        return self._build.under(hypotheses, lambda: self._read(e))


FORMS: Mapping[type, Callable[..., Term]] = {
    sp.Add: add, sp.Mul: mul, sp.exp: exp, sp.log: log, sp.Abs: absolute, sp.sin: sin, sp.cos: cos, sp.atan: atan,
    sp.erf: erf, sp.erfc: erfc,
    sp.Min: lambda *args: reduce(smaller, args), sp.Max: lambda *args: reduce(larger, args),
    sp.KroneckerDelta: lambda s, t: ite(eq(s, t), 1, 0),
    sp.Le: le, sp.Lt: lt, sp.Eq: eq, sp.Ge: lambda s, t: le(t, s), sp.Gt: lambda s, t: lt(t, s),
}  # fmt: skip
NAMED_HERE = (
    sp.floor,
    sp.ceiling,
    sp.sign,
    sp.tan,
    sp.asin,
    sp.acos,
    sp.sinh,
    sp.cosh,
    sp.tanh,
    sp.asinh,
    sp.acosh,
    sp.atanh,
    sp.factorial,
)
OVER_RANGES: Mapping[type, str] = {sp.Sum: "sum", sp.Product: "prod"}
KINDS: Mapping[type, Callable[[Crossing, sp.Basic], Term]] = {
    sp.Symbol: Crossing._symbol,
    sp.Indexed: Crossing._indexed,
    sp.Sum: Crossing._over_range,
    sp.Product: Crossing._over_range,
    sp.Pow: Crossing._power,
    sp.Mod: lambda own, e: own._build.remainder(*map(own._read, e.args)),
    sp.Piecewise: Crossing._piecewise,
}
HINTS = {sp.Ne: "; use < or > and ask twice", sp.Or: "; ask for the parts one by one"}


def _check_range(k: sp.Symbol, sign: str, low: sp.Expr, high: sp.Expr) -> None:
    """Reject an index whose assumed sign is not that of its whole range: SymPy may have used the assumption."""
    if sign == "nonzero":
        fits = low.is_positive or high.is_negative
    else:
        fits = not sign or getattr(high if sign in ("negative", "nonpositive") else low, f"is_{sign}")
    if not fits:
        raise TranslationError(f"the index {k} is declared {sign}, but its range is {low} to {high}")


def _shown(e: object) -> str:
    """Return an expression as text for a message, truncated if it is long."""
    try:
        written = str(e)
    except RecursionError:
        return f"this {type(e).__name__}"
    return written if len(written) <= MAX_EXCERPT else f"{written[:MAX_EXCERPT]}…"


def _declared(s: sp.Symbol) -> tuple[str, str]:
    """Return the sort and the sign of a symbol ("" if it has none); reject a symbol with further assumptions."""
    facts = s.assumptions0
    if not facts.get("real"):
        raise TranslationError(f"is {s} an integer or a real? declare symbols with integer=True or real=True")
    sort = "Z" if facts.get("integer") else "R"
    sign = next((sign for sign in SIGNS if facts.get(sign)), "")
    if facts != _implied(sort, sign):
        what = " ".join(filter(None, (sign, "integer" if sort == "Z" else "real")))
        raise TranslationError(f"{sp.srepr(s)} is more than {what}: declare it so, and say the rest as hypotheses")
    return sort, sign


@cache
def _implied(sort: str, sign: str) -> Mapping[str, bool]:
    """Return all assumptions that SymPy derives for a symbol of this sort and sign."""
    said = {"integer" if sort == "Z" else "real": True, **({sign: True} if sign else {})}
    return dict(sp.Dummy(**said).assumptions0)


def from_sympy(e: sp.Basic) -> Term:
    """Translate a SymPy expression into a term or relation of the kernel.

    Raises
    ------
    TranslationError
        for a symbol without a sort or with a sign, a floating-point number, a root, or an unknown kind of expression.

    >>> from sympy import Sum, Symbol, IndexedBase, exp
    >>> n, k = Symbol("n", integer=True), Symbol("k", integer=True)
    >>> from proofs.language.display import text
    >>> print(text(from_sympy(Sum(exp(IndexedBase("a")[k]), (k, 1, n)))))
    Σ_{i=1}^{n} exp(a_i)
    """
    return Crossing().term(e)


def on_vectors(
    define: Callable[..., sp.Expr], *extra: str, notions: Notions | None = None, text: str = "", latex: str = ""
) -> Callable[..., Term]:
    """Turn a definition of `symbolic` on a vector, its size (and further integer arguments) into a function on terms.

    `define` is called once, with a vector a, its size n and symbols of the names `extra`. The returned function
    substitutes its arguments in the translated result. If `notions` are given, the definition is added to them, with
    the forms `text` and `latex` ({0} the vector, {1} its size, {2}, … the others).
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
