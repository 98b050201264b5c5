"""The normal form by which the kernel compares terms and formulas.

A number becomes a polynomial with rational coefficients in *atoms*: variables, and applications of the
operations that are not arithmetic, over normal forms. What is built in, each item an identity of total terms:
commutative ring; 1/(xy) = 1/x · 1/y and 1/(1/x) = x, but never x · 1/x = 1; exp of a sum is a product of powers
of atoms e^m (which are positive, so their exponents may be negative or fractional); log(exp x) = x; sums are
linear, take out factors that do not depend on the index, and ranges of known small length are written out.
A formula becomes a hashable key; comparisons are by the sign of the difference up to a positive factor.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache
from math import gcd, lcm
from typing import TypeAlias

from flint import fmpq

from proofs.kernel.terms import (
    MAKERS,
    KernelError,
    Term,
    absolute,
    add,
    app,
    exp,
    inv,
    ite,
    le,
    lift,
    log,
    lt,
    mul,
    num,
    opened,
)
from proofs.kernel.terms import eq as equation

UNROLL = 12  # ranges of at most this many known members are written out
WIDE = 20_000  # a polynomial with more terms than this is refused, so that nothing hangs


class Atom:
    """An opaque factor: `term` is a canonical term for it. One object for each, so comparison is by identity."""

    __slots__ = ("is_exp", "serial", "term")
    _table: dict[Term, Atom] = {}  # noqa: RUF012  (the interning table)

    def __init__(self, term: Term) -> None:
        self.term, self.serial, self.is_exp = term, len(self._table), term.op == "exp"
        self._table[term] = self

    def __repr__(self) -> str:
        return f"<{self.term}>"


Mono: TypeAlias = frozenset[tuple[Atom, fmpq]]
Poly: TypeAlias = dict[Mono, fmpq]
ONE: Mono = frozenset()


def atom(t: Term) -> Atom:
    """The atom of a canonical term."""
    return Atom._table.get(t) or Atom(t)


def constant(p: Poly) -> fmpq | None:
    """The value of a constant polynomial, None for others."""
    return fmpq(0) if not p else p[ONE] if len(p) == 1 and ONE in p else None


def plus(p: Poly, q: Poly, factor: fmpq | int = 1) -> Poly:
    """p + factor · q."""
    out = dict(p)
    for m, c in q.items():
        value = out.get(m, 0) + factor * c
        if value == 0:
            out.pop(m, None)
        else:
            out[m] = value
    return out


def join(m: Mono, k: Mono) -> Mono:
    """The product of two monomials."""
    if not m or not k:
        return m or k
    powers = dict(m)
    for a, e in k:
        total = powers.get(a, 0) + e
        if total == 0:
            del powers[a]
        else:
            powers[a] = total
    return frozenset(powers.items())


def times(p: Poly, q: Poly) -> Poly:
    """p · q."""
    if len(p) * len(q) > WIDE:
        raise KernelError("a polynomial with too many terms")
    out: Poly = {}
    for m, c in p.items():
        for k, d in q.items():
            mk = join(m, k)
            value = out.get(mk, 0) + c * d
            if value == 0:
                out.pop(mk, None)
            else:
                out[mk] = value
    return out


def power(p: Poly, k: int) -> Poly:
    """p to the k-th power, k >= 0."""
    return product([p] * k)


def product(polys: Iterable[Poly]) -> Poly:
    """The product of several polynomials."""
    out: Poly = {ONE: fmpq(1)}
    for p in polys:
        out = times(out, p)
    return out


def _order(m: Mono) -> list[tuple[int, fmpq]]:
    return sorted((a.serial, e) for a, e in m)


def as_term(p: Poly) -> Term:
    """A term with normal form p, the same for equal p."""

    def factor(a: Atom, e: fmpq) -> Term:
        if a.is_exp:
            return exp(a.term.args[0] if e == 1 else mul(num(e), a.term.args[0]))
        return mul(*[a.term] * int(e)) if e != 1 else a.term

    def summand(m: Mono, c: fmpq) -> Term:
        factors = [factor(a, e) for a, e in sorted(m, key=lambda ae: ae[0].serial)]
        if c != 1 or not factors:
            factors.insert(0, num(c))
        return mul(*factors) if factors[1:] else factors[0]

    summands = [summand(m, p[m]) for m in sorted(p, key=_order)]
    return add(*summands) if len(summands) > 1 else summands[0] if summands else num(0)


def scaled(p: Poly, signed: bool) -> tuple[Poly, fmpq]:
    """(q, c) with p = c · q and q canonical: coprime integer coefficients; if `signed`, its first one positive."""
    if not p:
        return p, fmpq(1)
    top = 0
    bottom = 1
    for c in p.values():
        top, bottom = gcd(top, int(c.p)), lcm(bottom, int(c.q))
    content = fmpq(top) / bottom
    if signed and p[min(p, key=_order)] < 0:
        content = -content
    return {m: c / content for m, c in p.items()}, content


def one(t: Term) -> Poly:
    """The polynomial of a single atom."""
    return {frozenset([(atom(t), fmpq(1))]): fmpq(1)}


@cache
def normal(t: Term) -> Poly:
    """The normal form of a number. Never change the dictionary that it returns."""
    op, args = t.op, t.args
    if op == "num":
        return {ONE: fmpq(*args)} if args[0] else {}
    if op == "add":
        out: Poly = {}
        for a in args:
            out = plus(out, normal(a))
        return out
    if op == "mul":
        return product(map(normal, args))
    if op in ("var", "bv"):
        return one(t)
    if op == "app":
        return one(app(args[0], *map(canonical, args[1:])))
    if op in ("inv", "exp", "log", "abs"):
        return {"inv": _inverse, "exp": _exponential, "log": _logarithm, "abs": _absolute}[op](normal(args[0]))
    if op == "ite":
        return _choice(*args)
    if op in ("sum", "prod", "max"):
        return _big(op, *args)
    raise KernelError(f"not a number: {t}")


def canonical(t: Term) -> Term:
    """The canonical term with the same normal form."""
    return as_term(normal(t))


def _inverse(p: Poly) -> Poly:
    if not p:
        return p  # 1/0 = 0
    if len(p) > 1:
        q, c = scaled(p, signed=True)
        return {m: k / c for m, k in one(inv(as_term(q))).items()}
    ((m, c),) = p.items()
    out = {ONE: 1 / c}
    for a, e in m:
        if a.is_exp:
            out = times(out, {frozenset([(a, -e)]): fmpq(1)})
        elif a.term.op == "inv":
            out = times(out, power(normal(a.term.args[0]), int(e)))
        else:
            out = times(out, power(one(inv(a.term)), int(e)))
    return out


def _exponential(p: Poly) -> Poly:
    factors = {atom(exp(as_term({m: fmpq(1)}))): c for m, c in p.items()}
    return {frozenset(factors.items()): fmpq(1)}


def _logarithm(p: Poly) -> Poly:
    if len(p) == 1:
        ((m, c),) = p.items()
        if c == 1 and all(a.is_exp for a, _ in m):
            out: Poly = {}
            for a, e in m:
                out = plus(out, normal(a.term.args[0]), e)
            return out
    return one(log(as_term(p)))


def _absolute(p: Poly) -> Poly:
    value = constant(p)
    if value is not None:
        return plus({}, {ONE: abs(value)})
    q, c = scaled(p, signed=True)
    return {m: k * abs(c) for m, k in one(absolute(as_term(q))).items()}


def _choice(condition: Term, then: Term, other: Term) -> Poly:
    held = decided(condition)
    if held is not None:
        return normal(then if held else other)
    p, q = normal(then), normal(other)
    return p if p == q else one(ite(relation(condition), as_term(p), as_term(q)))


def _big(op: str, lo: Term, hi: Term, body: Term) -> Poly:
    length = constant(plus(plus(normal(hi), normal(lo), -1), {ONE: fmpq(1)}))
    if length is not None and (length <= 0 or (op != "max" and length <= UNROLL) or length == 1):
        values = [normal(opened(body, (add(lo, num(k)),))) for k in range(int(length))]
        if op == "max":
            return values[0] if values else {}
        out: Poly = {} if op == "sum" else {ONE: fmpq(1)}
        for v in values:
            out = plus(out, v) if op == "sum" else times(out, v)
        return out
    ends = canonical(lo), canonical(hi)
    p = normal(body)
    if op != "sum":
        return {ONE: fmpq(1)} if op == "prod" and p == {ONE: fmpq(1)} else one(MAKERS[op](*ends, as_term(p)))
    out = {}
    for m, c in p.items():
        inside = [(a, e) for a, e in m if any(k == 0 for k, _ in a.term.loose)]
        outside: Poly = {ONE: c}
        for a, e in m - set(inside):
            low = lift(a.term, -1)
            outside = times(outside, normal(exp(num(e) * low.args[0])) if a.is_exp else power(normal(low), int(e)))
        out = plus(out, times(outside, one(MAKERS["sum"](*ends, as_term({frozenset(inside): fmpq(1)})))))
    return out


def _difference(formula: Term) -> Poly:
    p = plus(normal(formula.args[1]), normal(formula.args[0]), -1)
    return scaled(p, signed=formula.op == "eq")[0]


def decided(formula: Term) -> bool | None:
    """The truth of a relation whose sides differ by a rational number, else None."""
    value = constant(plus(normal(formula.args[1]), normal(formula.args[0]), -1))
    if value is None:
        return None
    return bool(value >= 0 if formula.op == "le" else value > 0 if formula.op == "lt" else value == 0)


def relation(formula: Term) -> Term:
    """The canonical form of a relation: 0 <= p, 0 < p or 0 = p."""
    return {"le": le, "lt": lt, "eq": equation}[formula.op](num(0), as_term(_difference(formula)))


@cache
def key(formula: Term) -> Hashable:
    """Two formulas with the same key are equivalent. True and False stand for formulas decided outright."""
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
    if op == "false":
        return False
    if op == "deriv":
        return (op, *(frozenset(normal(a).items()) for a in args))
    raise KernelError(f"not a formula: {formula}")
