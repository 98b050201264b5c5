"""Factorization of terms into irreducible polynomials in variables, logarithms and exponentials, and derivatives.

`factored` reduces the sign of a term to the signs of its factors; `slope` returns the derivative. None of the results
is trusted: the kernel's rule of arithmetic checks every identity.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import isqrt, lcm
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx

from proofs.kernel.normal import Atom, Mono, Poly, as_term, canonical, constant, normal, plus, times
from proofs.kernel.rules import SLOPES
from proofs.kernel.terms import KernelError, Term, add, exp, inv, mul, num

WIDEST = 400  # the maximum number of terms of a polynomial that is factored
STEEPEST = 60  # the maximum degree of such a polynomial


class NotSmooth(KernelError):
    """Raised for a term to which the rules of differentiation do not apply."""


@dataclass(frozen=True)
class Factored:
    """The term constant · Π factor^k / Π base^m; the factors and bases are canonical terms that are no numerals."""

    constant: fmpq
    factors: tuple[tuple[Term, int], ...]
    bases: tuple[tuple[Term, int], ...]

    @property
    def trivial(self) -> bool:
        """True if the term is a single factor."""
        return not self.bases and len(self.factors) == 1 and self.factors[0][1] == 1


@cache
def factored(t: Term) -> Factored:
    """Return a term as a fraction of factors; only the outermost of nested fractions are cleared."""
    p = normal(t)
    value = constant(p)
    if value is not None:
        return Factored(value, (), ())
    inner = {a for m in p for b, _ in m for a in _inside(b)}
    bases: dict[Atom, int] = {}
    for m in p:
        for a, e in m:
            if a.term.op == "inv" and a not in inner:
                bases[a] = max(bases.get(a, 0), int(e))
    if bases:
        cleared: Poly = {}
        for m, c in p.items():
            powers = dict(m)
            part: Poly = {frozenset((a, e) for a, e in m if a not in bases): c}
            for a, top in bases.items():
                base = normal(a.term.args[0])
                for _ in range(top - int(powers.get(a, 0))):
                    part = times(part, base)
            for k, v in part.items():
                total = cleared.get(k, fmpq(0)) + v
                if total == 0:
                    cleared.pop(k, None)
                else:
                    cleared[k] = total
        p = cleared
    under = tuple((a.term.args[0], m) for a, m in sorted(bases.items(), key=lambda am: am[0].order))
    value = constant(p)
    if value is not None:
        return Factored(value, (), under)
    c, factors = _factors(p)
    return Factored(c, factors, under)


@cache
def _inside(a: Atom) -> frozenset[Atom]:
    """Return the inverses inside an atom's arguments."""
    found: set[Atom] = set()
    for t in a.term.args:
        if isinstance(t, Term) and t.sort in ("Z", "R"):
            for m in normal(t):
                for b, _ in m:
                    found |= {b} if b.term.op == "inv" else set()
                    found |= _inside(b)
    return frozenset(found)


def _factors(p: Poly) -> tuple[fmpq, tuple[tuple[Term, int], ...]]:
    """Return a constant and the irreducible factors of a polynomial; a common monomial or power of e is one factor."""
    atoms = sorted({a for m in p for a, _ in m}, key=lambda a: a.order)
    unit = {a: lcm(1, *(int(dict(m)[a].q) for m in p if a in dict(m))) if a.is_exp else 1 for a in atoms}
    least: dict[Atom, Any] = {a: fmpq(0) for a in atoms}
    for m in p:
        least |= {a: e for a, e in m if e < least[a]}
    rows = {tuple(int((dict(m).get(a, fmpq(0)) - least[a]) * unit[a]) for a in atoms): c for m, c in p.items()}
    shift = [(a, least[a]) for a in atoms if least[a] != 0]
    outer = [(as_term({frozenset(shift): fmpq(1)}), 1)] if shift else []
    if len(p) > WIDEST or max(map(sum, rows)) > STEEPEST:
        rest = {_mono(row, atoms, unit): c for row, c in rows.items()}
        return fmpq(1), ((as_term(rest), 1), *outer)
    context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(len(atoms))], "lex")
    c, parts = context.from_dict(rows).factor()
    found = []
    for part, k in parts:
        poly = {_mono(row, atoms, unit): fmpq(v) for row, v in part.to_dict().items()}
        found.append((as_term(poly), int(k)))
    return fmpq(c), (*found, *outer)


def _mono(row: tuple[int, ...], atoms: list[Atom], unit: dict[Atom, int]) -> Mono:
    return frozenset((a, fmpq(e, unit[a])) for a, e in zip(atoms, row, strict=True) if e)


@cache
def slope(t: Term, x: Term) -> Term:
    """Return the derivative of a term with respect to a variable, as a canonical term.

    Raises
    ------
    NotSmooth
        if x occurs in |.|, in an if-then-else, or under a binder.
    """
    return canonical(_slope(t, x))


def _slope(t: Term, x: Term) -> Term:
    if x not in t.free:
        return num(0)
    if t is x:
        return num(1)
    if t.op == "add":
        return add(*(_slope(a, x) for a in t.args))
    if t.op == "mul":
        return add(*(mul(*t.args[:i], _slope(a, x), *t.args[i + 1 :]) for i, a in enumerate(t.args) if x in a.free))
    if t.op in SLOPES:
        return SLOPES[t.op](t.args[0]) * _slope(t.args[0], x)
    if t.op == "inv":
        return -(t * t) * _slope(t.args[0], x)
    if t.op == "log":
        return inv(t.args[0]) * _slope(t.args[0], x)
    raise NotSmooth(f"{t.op} has no derivative here")


def singular(t: Term, x: Term) -> list[Term]:
    """Return the denominators and the arguments of logarithms that contain x."""
    found = [t.args[0]] if t.op in ("inv", "log") and x in t.free else []
    return list(dict.fromkeys([*found, *(u for a in t.args if isinstance(a, Term) for u in singular(a, x))]))


def as_exponential(part: Mono) -> Term:
    """Return e^w for a product of powers of e."""
    exponent: Poly = {}
    for a, e in part:
        exponent = plus(exponent, normal(a.term.args[0]), e)
    return exp(as_term(exponent))


def exponentials(*numbers: Term) -> list[Term]:
    """Return, for each monomial of the terms, the product of its powers of e as a single exponential."""
    found: dict[Term, None] = {}
    for t in numbers:
        for m in normal(t):
            part = frozenset((a, e) for a, e in m if a.is_exp)
            if part:
                found[as_exponential(part)] = None
    return list(found)


def integer_roots(a: int, b: int, c: int) -> Iterator[int]:
    """Yield the integer roots x of a x² + b x + c, unless a and b are 0."""
    if a == 0:
        if b and c % b == 0:
            yield -c // b
        return
    square = b * b - 4 * a * c
    root = isqrt(square) if square >= 0 else -1
    if root >= 0 and root * root == square:
        for top in dict.fromkeys((root - b, -root - b)):
            if top % (2 * a) == 0:
                yield top // (2 * a)
