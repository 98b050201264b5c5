"""The normal form by which the kernel compares terms and formulas.

A number becomes a polynomial with rational coefficients in *atoms*: variables, and applications of the
operations that are not arithmetic, over normal forms. What is built in, each an identity of total terms:
commutative ring; 1/(xy) = 1/x · 1/y and 1/(1/x) = x, but never x · 1/x = 1; exp of a sum is a product of
powers of atoms e^m (which are positive, so their exponents may be negative or fractional); log(exp x) = x;
sums are linear, take out factors that do not depend on the index, and ranges of known small length are
written out; λi. f(i), as an argument, is f. A formula becomes a hashable key; relations are compared by the
difference of their sides, up to a positive factor.

What says something of values stands once more in the Coq library (`proofs/coq/library/Normal.v`), with a lemma in
`NormalSound.v`; the table of both is in `proofs/coq/README.md`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cache, reduce
from math import gcd, lcm
from typing import TypeAlias

from flint import fmpq

from proofs.kernel.terms import (
    MAKERS,
    Term,
    add,
    app,
    big,
    domain,
    exp,
    instantiate_bound,
    inv,
    ite,
    lam,
    lift,
    mul,
    num,
    require,
)
from proofs.kernel.work import WORK

MAX_UNROLLED = 12  # members of a range that is written out
MAX_TERMS, MAX_BITS, MAX_EXPONENT = 20_000, 200_000, 10_000  # of a polynomial; bits are those of a coefficient


@dataclass(frozen=True, eq=False, slots=True)
class Atom:
    """An opaque factor. There is one object for each canonical term, so comparison is by identity."""

    term: Term
    is_exp: bool

    def __hash__(self) -> int:
        return self.term.code

    @property
    def order(self) -> tuple:
        """A key to sort atoms by, the same in every process."""
        return self.term.order


Mono: TypeAlias = frozenset[tuple[Atom, fmpq]]
Poly: TypeAlias = dict[Mono, fmpq]
ONE: Mono = frozenset()
UNIT = fmpq(1)


@cache
def atom(t: Term) -> Atom:
    """Return the atom of a canonical term."""
    return Atom(t, t.op == "exp")


@cache
def _atom_monomial(t: Term) -> Mono:
    return frozenset([(atom(t), UNIT)])


def one(t: Term) -> Poly:
    """Return the polynomial of a single atom."""
    return {_atom_monomial(t): UNIT}


def constant(p: Poly) -> fmpq | None:
    """Return the value of a constant polynomial, None for others."""
    return fmpq(0) if not p else p[ONE] if len(p) == 1 and ONE in p else None


def _merge(into: dict, pairs: Iterable[tuple]) -> dict:
    """Add the value at each key, in place; zeros disappear."""
    for k, value in pairs:
        total = into[k] + value if k in into else value
        if total:
            into[k] = total
        else:
            into.pop(k, None)
    WORK.done += 3 * (len(into) + 1)
    if len(into) > MAX_TERMS:
        require(False, "a polynomial with too many terms")
    return into


def plus(p: Poly, q: Poly, factor: fmpq | int = 1) -> Poly:
    """p + factor · q."""
    return _merge(dict(p), q.items() if factor == 1 else ((m, factor * c) for m, c in q.items()))


def join(m: Mono, k: Mono) -> Mono:
    """Return the product of two monomials."""
    if not m or not k:
        return m or k
    powers = dict(m)
    for a, _ in k:
        if a in powers:
            return frozenset(_merge(powers, k).items())
    return m | k


def times(p: Poly, q: Poly) -> Poly:
    """p · q."""
    require(len(p) * len(q) <= MAX_TERMS, "a polynomial with too many terms")
    out: Poly = _merge({}, [(join(m, k), c * d) for m, c in p.items() for k, d in q.items()])
    require(max(map(fmpq.height_bits, out.values()), default=0) <= MAX_BITS, "a coefficient is too long")
    return out


def power(p: Poly, k: fmpq | int) -> Poly:
    """p to the k-th power, k >= 0 an integer."""
    require(0 <= k <= MAX_EXPONENT, "an exponent is too high:", k)
    return product([p] * int(k))


def product(polys: Iterable[Poly]) -> Poly:
    """Return the product of several polynomials in a new dictionary."""
    first, *others = [*polys] or [{ONE: fmpq(1)}]
    return reduce(times, others, dict(first))


def _sorted_factors(m: Mono) -> list[tuple[Atom, fmpq]]:
    """Return the powers of atoms in an order that is the same in every run."""
    return sorted(m, key=lambda ae: ae[0].term.order) if len(m) > 1 else [*m]


def _sort_key(m: Mono) -> list[tuple[tuple, fmpq]]:
    return [(a.term.order, e) for a, e in _sorted_factors(m)]


def as_term(p: Poly) -> Term:
    """Return a term with normal form p, the same for equal p."""

    def factor(a: Atom, e: fmpq) -> Term:
        if a.is_exp and e != 1:
            return exp(mul(num(e), a.term.args[0]))
        require(e <= MAX_EXPONENT, "an exponent is too high:", e)
        return a.term if e == 1 else mul(*[a.term] * int(e))

    def summand(m: Mono, c: fmpq) -> Term:
        factors = [factor(a, e) for a, e in _sorted_factors(m)]
        factors = factors if c == 1 and factors else [num(c), *factors]
        return mul(*factors) if factors[1:] else factors[0]

    summands = [summand(m, p[m]) for m in (sorted(p, key=_sort_key) if len(p) > 1 else p)]
    return add(*summands) if summands[1:] else summands[0] if summands else num(0)


def scaled(p: Poly, signed: bool) -> tuple[Poly, fmpq]:
    """(q, c) with p = c · q, q with coprime integer coefficients; if `signed`, its first one is positive."""
    if not p:
        return p, fmpq(1)
    content = fmpq(gcd(*(int(c.p) for c in p.values()))) / lcm(*(int(c.q) for c in p.values()))
    if signed and p[min(p, key=_sort_key)] < 0:
        content = -content
    return (p if content == 1 else {m: c / content for m, c in p.items()}), content


@cache
def normal(t: Term) -> Poly:
    """Return the normal form of a number. Never change the dictionary that it returns."""
    op, args = t.op, t.args
    if op == "num":
        return {ONE: fmpq(*args)} if args[0] else {}
    if op == "add":
        return _merge({}, (pair for a in args for pair in normal(a).items()))
    if op == "mul":
        return product(map(normal, args))
    if op in ("var", "bv") and t.sort in ("Z", "R"):
        return one(t)
    if op == "app":
        return one(app(args[0], *map(_canonical_argument, args[1:])))
    if op == "ite":
        return _conditional(*args)
    if op in ("sum", "prod", "max"):
        return _big(op, *args)
    if op in ("sin", "cos", "atan", "erf"):
        return one(MAKERS[op](canonical(args[0])))
    known = {"inv": _inverse, "exp": _exponential, "log": _logarithm, "abs": _absolute}
    require(op in known, "not a number:", t)
    return known[op](normal(args[0]))


@cache
def canonical(t: Term) -> Term:
    """Return the canonical term with the same normal form."""
    return as_term(normal(t))


def _canonical_argument(t: Term) -> Term:
    """Return the canonical number or function with the same values: of λi…. f(i, …), only f is left."""
    if t.op != "lam":
        return canonical(t) if t.sort in ("Z", "R") else t
    arguments, body = t.args[0], canonical(t.args[1])
    if body.op == "app" and domain(body.args[0].sort) == domain(t.sort):
        arity = len(body.args) - 1
        own = all(x.op == "bv" and x.args[0] == arity - k for k, x in enumerate(body.args[1:], 1))
        if own and not any(k < arity for k, _ in body.args[0].loose):
            return lift(body.args[0], -arity)
    return lam(arguments, body)


def _inverse(p: Poly) -> Poly:
    if len(p) != 1:
        q, c = scaled(p, signed=True)
        return plus({}, one(inv(as_term(q))), 1 / c) if p else p  # 1/0 = 0
    ((m, c),) = p.items()
    out: Poly = {ONE: 1 / c}
    for a, e in _sorted_factors(m):
        if a.is_exp:
            out = times(out, {frozenset([(a, -e)]): fmpq(1)})
        else:
            out = times(out, power(normal(a.term.args[0]) if a.term.op == "inv" else one(inv(a.term)), e))
    return out


def _exponential(p: Poly) -> Poly:
    return {frozenset((atom(exp(as_term({m: fmpq(1)}))), c) for m, c in p.items()): fmpq(1)}


def _logarithm(p: Poly) -> Poly:
    ((m, c),) = p.items() if len(p) == 1 else [(ONE, 0)]
    if c == 1 and all(a.is_exp for a, _ in m):
        return reduce(lambda out, ae: plus(out, normal(ae[0].term.args[0]), ae[1]), _sorted_factors(m), {})
    return one(MAKERS["log"](as_term(p)))


def _absolute(p: Poly) -> Poly:
    q, c = scaled(p, signed=True)
    return plus({}, q if constant(q) is not None else one(MAKERS["abs"](as_term(q))), abs(c))


def _conditional(condition: Term, then: Term, other: Term) -> Poly:
    held = decided(condition)
    if held is not None:
        return normal(then if held else other)
    p, q = normal(then), normal(other)
    return p if p == q else one(ite(relation(condition), as_term(p), as_term(q)))


def _big(op: str, lo: Term, hi: Term, body: Term) -> Poly:
    length, p = constant(plus(normal(hi + 1), normal(lo), -1)), normal(body)
    if length is not None and (length <= 1 or (op != "max" and length <= MAX_UNROLLED)):
        body = as_term(p)  # what is inside has been written out already
        values = [normal(instantiate_bound(body, (lo + k,))) for k in range(int(length))]
        if op == "prod":
            return product(values)
        return reduce(plus, values, {})  # of a maximum, there is one member or none
    ends = canonical(lo), canonical(hi)
    if op != "sum":
        return p if op == "prod" and p == {ONE: 1} else one(big(op, *ends, as_term(p)))
    factors: dict[Mono, Poly] = {}  # of each sum that stays, what does not depend on the index
    for m, c in p.items():
        inside = frozenset([(a, e) for a, e in m if a.term.reach and any(k == 0 for k, _ in a.term.loose)])
        factors.setdefault(inside, {})[m - inside] = c
    out: Poly = {}
    for inside, outside in factors.items():
        if any(a.term.reach for m in outside for a, _ in m):
            outside = normal(lift(as_term(outside), -1))
        out = plus(out, times(outside, one(big("sum", *ends, as_term({inside: UNIT})))))
    return out


@cache
def _difference(formula: Term) -> Poly:
    p = plus(normal(formula.args[1]), normal(formula.args[0]), -1)
    return scaled(p, signed=formula.op == "eq")[0]


def decided(formula: Term) -> bool | None:
    """Return the truth of a relation whose sides differ by a rational number, else None."""
    value = constant(_difference(formula))
    if value is None:
        return None
    return bool(value >= 0 if formula.op == "le" else value > 0 if formula.op == "lt" else value == 0)


def relation(formula: Term) -> Term:
    """Return the canonical form of a relation: 0 <= p, 0 < p or 0 = p."""
    return MAKERS[formula.op](num(0), as_term(_difference(formula)))


@cache
def key(formula: Term) -> Hashable:
    """Return a key; formulas with the same key are equivalent. True and False stand for formulas decided outright."""
    op, args = formula.op, formula.args
    if op in ("le", "lt", "eq"):
        held = decided(formula)
        return held if held is not None else (op, frozenset(_difference(formula).items()))
    if op == "imp":
        a, b = key(args[0]), key(args[1])
        return True if a is False or b is True else b if a is True else (op, a, b)
    if op == "all":
        inside = key(args[1])
        return True if inside is True else (op, args[0], inside)
    require(op in ("false", "deriv"), "not a formula:", formula)
    return (op, *(frozenset(normal(a).items()) for a in args)) if args else False
