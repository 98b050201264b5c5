"""Simpler forms of terms for print, equal in value wherever the facts that are given hold.

>>> from proofs.language.display import text
>>> from proofs.language.notation import exp, reals
>>> (x,) = reals("x")
>>> text(tidied(0 * x - 1 + (exp(0 * x) + 0) * x <= 0))
'x - 1 ≤ 0'
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import lru_cache

from flint import fmpq

from proofs.kernel.normal import Atom, Poly, as_term, atom, canonical, constant, normal, plus, power, scaled, times
from proofs.kernel.terms import MAKERS, KernelError, Term, add, exp, inv, ite, log, lt, mul, num, rebuild
from proofs.language.display import text

KEPT = 1 << 16  # simplified terms that are remembered
Positive = Collection[Term]  # canonical terms that are positive


def tidied(formula: Term, positive: Positive = (), expand: bool | None = True) -> Term:
    """Return a formula whose sides are simplified.

    Zeros and ones disappear, and exp(c · log t) becomes a power of t if t is among `positive`. With `expand`, a side
    becomes a polynomial if that is much shorter; None is for callers to whom both forms are equal.
    """
    return _tidied(formula, frozenset(positive), expand)


@lru_cache(maxsize=KEPT)
def _tidied(formula: Term, positive: frozenset[Term], expand: bool | None) -> Term:
    if formula.op in ("le", "lt", "eq"):
        sides = [_side(t, positive, expand) for t in formula.args]
        return MAKERS[formula.op](*sides)
    if formula.op in ("imp", "all"):
        return rebuild(formula, lambda t, n: _tidied(t, positive, expand) if t.sort == "B" else t)
    return _side(formula, positive, expand) if formula.sort in ("Z", "R") else formula


def _side(t: Term, known: frozenset[Term], expand: bool | None) -> Term:
    """Return the shortest of the term, its simplified form and its normal form."""
    simple = _simple(t, known)
    if expand is False:
        return simple
    try:
        whole = normal(simple)
        rest = _cancelled(whole, known)
        if rest is whole and expand is None:
            return simple
        plain = _simple(as_term(rest), known)
    except KernelError:
        return simple
    if rest is not whole or plain is simple:
        return plain
    return plain if len(text(plain)) < 0.8 * len(text(simple)) else simple


def _cancelled(p: Poly, positive: Positive) -> Poly:
    """Return a polynomial in which t · 1/t is 1 for positive t; the same object if that does not occur."""
    out: Poly = {}
    changed = False
    for m, c in p.items():
        powers = dict(m)
        for a in list(powers):
            below = atom(inv(a.term)) if a.term in positive else a
            if below is not a and below in powers:
                common = min(powers[a], powers[below])
                powers[a], powers[below] = powers[a] - common, powers[below] - common
                changed = True
        out = plus(out, {frozenset((a, e) for a, e in powers.items() if e): c})
    return out if changed else p


@lru_cache(maxsize=KEPT)
def _simple(t: Term, positive: frozenset[Term]) -> Term:
    if t.op == "exp":
        return _exponential(t, positive)
    if t.sort == "B" or t.op in ("num", "var", "bv", "fn"):
        return t
    if t.op == "ite" and is_root(t):
        return ite(lt(0, _simple(t.args[0].args[1], positive)), _inside_root(t.args[1], positive), 0)
    whole = t.op in ("log", "sin", "cos", "atan", "erf", "abs", "inv")  # the argument counts by its own length
    t = rebuild(t, lambda kid, n: _changed(kid, positive, whole))
    if t.op == "add":
        kids = [k for a in t.args for k in (a.args if a.op == "add" else [a]) if not _is(k, 0)]
        if (
            len(kids) > 1
            and kids[0].op == "num"
            and (kids[0].args[0] < 0 or t.sort == "Z")
            and not _is_negative(kids[1])
        ):
            kids = [*kids[1:], kids[0]]
        return add(*kids) if len(kids) > 1 else kids[0] if kids else num(0)
    if t.op == "mul":
        if any(_is(a, 0) for a in t.args):
            return num(0)
        kids = [a for a in t.args if not _is(a, 1)]
        return mul(*kids) if len(kids) > 1 else kids[0] if kids else num(1)
    if t.op == "log" and t.args[0].op == "exp":
        return t.args[0].args[0]
    if (t.op, t.args) in VALUES:
        return VALUES[t.op, t.args]
    return t


VALUES = {
    ("inv", (num(1),)): num(1),
    ("log", (num(1),)): num(0),
    ("sin", (num(0),)): num(0),
    ("cos", (num(0),)): num(1),
}


def _changed(kid: Term, positive: frozenset[Term], whole: bool) -> Term:
    if kid.sort not in ("Z", "R"):
        return kid
    return _side(kid, positive, True) if whole else _simple(kid, positive)


def _inside_root(t: Term, positive: frozenset[Term]) -> Term:
    """exp(c · log u) with u simplified; it stays a root."""
    return rebuild(t, lambda a, _: rebuild(a, lambda b, _: rebuild(b, lambda u, _: _simple(u, positive))))


def _is(t: Term, value: int) -> bool:
    return t.op == "num" and t.args == (value, 1)


def _is_negative(t: Term) -> bool:
    """Return whether a summand is printed with a minus sign."""
    first = t.args[0] if t.op == "mul" else t
    return first.op == "num" and first.args[0] < 0


def is_root(t: Term) -> bool:
    """Return whether a term is a root: if 0 < u then exp(c · log u) else 0."""
    if t.op != "ite" or t.args[0].op != "lt" or not _is(t.args[0].args[0], 0) or not _is(t.args[2], 0):
        return False
    found = _log_power(t.args[1])
    return found is not None and found[0] is canonical(t.args[0].args[1])


def _log_power(t: Term) -> tuple[Term, fmpq] | None:
    """u and c for exp(c · log u)."""
    if t.op != "exp":
        return None
    p = normal(t.args[0])
    if len(p) != 1:
        return None
    ((m, c),) = p.items()
    if len(m) != 1:
        return None
    ((a, e),) = m
    return (a.term.args[0], c) if e == 1 and a.term.op == "log" else None


def root(t: Term, c: fmpq) -> Term:
    """t to the power c, for t > 0, in the form that is printed as a root or power."""
    whole, rest = (int(c), fmpq(0)) if c.q == 1 else (int(c.p // c.q), c - c.p // c.q)
    if c < 0:
        return inv(root(t, -c))
    factors = [t] * whole
    if rest:
        exponent = inv(num(int(rest.q))) if rest.p == 1 else num(rest)
        factors.append(ite(lt(0, t), exp(mul(exponent, log(t))), 0))
    return mul(*factors) if len(factors) > 1 else factors[0] if factors else num(1)


def _exponential(t: Term, positive: frozenset[Term]) -> Term:
    p = normal(t.args[0])
    if not p:
        return num(1)
    factors, rest = [], dict(p)
    for m, c in sorted(p.items(), key=lambda mc: [a.term.order for a, _ in mc[0]]):
        found = _log_power(exp(as_term({m: fmpq(1)}))) if len(m) == 1 else None
        if found is not None and is_positive(found[0], positive):
            factors.append(root(_simple(found[0], positive), c))
            del rest[m]
    power_of = _general_power(p) if not factors and len(p) == 1 else None
    if power_of is not None:
        return power_of
    if not factors:
        inner = _simple(t.args[0], positive)
        return exp(min((inner, _simple(canonical(inner), positive)), key=lambda form: len(text(form))))
    if rest:
        factors.append(exp(as_term(rest)))
    return mul(*factors) if len(factors) > 1 else factors[0]


def is_positive(t: Term, positive: Positive) -> bool:
    """Return whether a canonical term is a product of positive factors."""
    if t in positive:
        return True
    p = normal(t)
    if len(p) != 1:
        return False
    ((m, c),) = p.items()
    return c > 0 and all(a.is_exp or _base(a) in positive for a, _ in m)


def _base(a: Atom) -> Term:
    return a.term.args[0] if a.term.op == "inv" else a.term


def _general_power(p: Poly) -> Term | None:
    """exp(y · log u) for a monomial with the logarithm of a numeral as a factor, in the form that is printed as u^y."""
    ((m, c),) = p.items()
    logs = [a for a, e in m if e == 1 and a.term.op == "log" and is_positive(a.term.args[0], ())]
    if len(logs) != 1 or len(m) < 2:
        return None
    return exp(mul(as_term({frozenset(f for f in m if f[0] is not logs[0]): c}), logs[0].term))


@lru_cache(maxsize=KEPT)
def same_key(formula: Term, positive: frozenset[Term]) -> Hashable:
    """Return a key of a relation, equal for relations that differ only in roots and powers of positive terms."""
    return frozenset(scaled(gap(formula, positive), signed=formula.op == "eq")[0].items())


@lru_cache(maxsize=KEPT)
def gap(formula: Term, positive: frozenset[Term]) -> Poly:
    """Return right − left of a relation, with roots and powers of positive terms in one form."""
    left, right = (normal(_simple(t, frozenset())) for t in formula.args)
    p = plus(right, left, -1)
    out: Poly = {}
    for m, c in p.items():
        part: Poly = {frozenset(): c}
        for a, e in m:
            part = times(part, _factor(a, e, positive))
        out = plus(out, part)
    return out


def _factor(a: Atom, e: fmpq, positive: Positive) -> Poly:
    t = a.term
    if t.op == "inv" and (t.args[0] in positive or is_root(t.args[0])):
        t, e = t.args[0], -e
    if is_root(t) and is_positive(canonical(t.args[0].args[1]), positive):
        u, c = _log_power(t.args[1])  # type: ignore[misc]
        return _power_of(u, c * e)
    found = _log_power(t) if a.is_exp else None
    if found is not None and is_positive(found[0], positive):
        return _power_of(found[0], found[1] * e)
    return _power_of(t, e) if t in positive and a.term.op != "exp" else {frozenset([(a, e)]): fmpq(1)}


def _power_of(u: Term, c: fmpq) -> Poly:
    """Return a power of a positive term: whole powers of sums are expanded."""
    p = normal(u)
    if len(p) == 1 and (u.op == "mul" or u.op == "num" or u.op in ("inv", "exp")):
        return _power_of_monomial(p, c)
    whole = int(c.p // c.q) if len(p) > 1 else 0
    rest = c - whole
    out: Poly = {frozenset([(atom(exp(log(u))), rest)]) if rest else frozenset(): fmpq(1)}
    if whole < 0:
        return times(out, {frozenset([(atom(exp(log(u))), fmpq(whole))]): fmpq(1)})
    return times(out, power(p, whole))


def _power_of_monomial(p: Poly, c: fmpq) -> Poly:
    ((m, number),) = p.items()
    out = {frozenset[tuple[Atom, fmpq]](): fmpq(1)}
    if number != 1:
        whole = int(c.p // c.q)
        rest = c - whole
        out = {frozenset([(atom(exp(log(num(number)))), rest)]) if rest else frozenset(): number**whole}
    for a, e in m:
        if a.is_exp:
            out = times(out, {frozenset([(a, e * c)]): fmpq(1)})
        else:
            out = times(
                out, {frozenset([(atom(exp(log(_base(a)))), -e * c if a.term.op == "inv" else e * c)]): fmpq(1)}
            )
    return out


def difference(relation: Term) -> Term:
    """Return right − left of a relation."""
    s, t = relation.args
    if constant(normal(s)) == 0:
        return t
    if constant(normal(t)) == 0:
        return mul(num(-1), s)
    return add(t, mul(num(-1), s))


def is_obvious(relation: Term, nonnegative: Positive) -> bool:
    """Return whether a relation 0 <= p or 0 < p holds since all terms of p have positive signs.

    `nonnegative` are canonical terms that are nonnegative. A strict relation needs a positive constant or exponential,
    or is obvious in the weaker form only, which its reader accepts as well.
    """
    if relation.op not in ("le", "lt"):
        return False
    p = plus(normal(relation.args[1]), normal(relation.args[0]), -1)

    def good(a: Atom, e: fmpq) -> bool:
        t = a.term
        if a.is_exp or (e.q == 1 and int(e) % 2 == 0) or t in nonnegative or t.op == "abs" or is_root(t):
            return True
        return t.op == "inv" and all(c > 0 and all(good(*f) for f in m) for m, c in normal(t.args[0]).items())

    return all(c > 0 and all(good(a, e) for a, e in m) for m, c in p.items())
