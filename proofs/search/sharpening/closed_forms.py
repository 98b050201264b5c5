"""Guesses of closed forms for numbers that are known to many digits; a proof has to follow.

A number is recognised if it, its square or its exponential, for example, is a rational number or a small combination of
given constants (PSLQ). A guess uses at most half of the known digits, so that few guesses are wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import sympy as sp
from flint import arb
from mpmath import mp, mpf

SPARE = 8  # digits that may be wrong by rounding
ROOTS = (2, 3, 4)
LARGE = 100  # the exponential of a larger number is not tried


def closed_forms(x: arb, digits: int, primes: Sequence[int] = (2, 3, 5), trigonometric: bool = False) -> list[sp.Expr]:
    """Return possible closed forms of a number, the simplest first.

    Parameters
    ----------
    x
        The number, with an error of at most 10^-digits, absolutely or relatively.
    digits
        The number of known digits.
    primes
        Primes whose logarithms and roots may occur.
    trigonometric
        Whether π and arc tangents may occur.

    >>> from flint import ctx
    >>> with ctx.workprec(300):
    ...     closed_forms(2 / arb(1).exp(), 60), closed_forms(arb(2).log() * 4, 60), closed_forms(arb(12).sqrt() / 7, 60)
    ([2*exp(-1)], [4*log(2)], [2*sqrt(3)/7])
    """
    digits -= SPARE
    if digits < 6:
        digits = max(digits, 4)
    with mp.workdps(digits + 2 * SPARE):
        v = mpf(x.mid().str(digits + 2 * SPARE, radius=False))
        found: dict[sp.Expr, None] = {}
        for e in _guesses(v, digits, primes, trigonometric):
            if abs(mpf(sp.N(e, digits + SPARE)) - v) <= mpf(10) ** (1 - digits) * max(1, abs(v)):
                found.setdefault(sp.expand_log(e))
        return sorted(found, key=lambda e: (sp.count_ops(e) + _height(e), sp.default_sort_key(e)))[:3]


def _height(e: sp.Expr) -> float:
    """Return the number of digits of the numerals of an expression."""
    return sum(len(str(abs(r.p))) + len(str(r.q)) for r in e.atoms(sp.Rational))


def _guesses(v: mpf, digits: int, primes: Sequence[int], trigonometric: bool) -> Iterator[sp.Expr]:
    if abs(v) < mpf(10) ** -(digits - 1):
        yield sp.Integer(0)
        return
    r = _rational(v, digits)
    if r is not None:
        yield r
        return
    if abs(v) > 10**8:
        return
    for k in ROOTS:
        r = _rational(abs(v) ** k, digits)
        if r is not None:
            yield sp.sign(sp.Float(v)) * sp.root(r, k)
            return
    yield from _quadratic(v, digits)
    for w in _quadratic(v * v, digits):
        yield (1 if v > 0 else -1) * sp.sqrt(w)
    size = mp.log(abs(v))
    sign = 1 if v > 0 else -1
    if size:
        constants = [(sp.E, mpf(1)), *((sp.Integer(p), mp.log(p)) for p in primes), (sp.pi, mp.log(mp.pi))]
        constants += [(sp.log(2), mp.log(mp.log(2)))]
        relation = _relation([size, *(c for _, c in constants)], digits)
        if relation:
            yield sign * sp.Mul(
                *(b ** sp.Rational(-k, relation[0]) for (b, _), k in zip(constants, relation[1:], strict=True))
            )
    for w in _quadratic(size, digits) if size else ():
        yield sign * sp.exp(w)
    if abs(v) > LARGE:
        return
    power = mp.exp(v)
    r = _rational(power, digits)
    if r is not None:
        yield sp.log(r)
    for w in _quadratic(power, digits):
        yield sp.log(w)
    logs = [(sp.log(p), mp.log(p)) for p in primes]
    waves = [(sp.pi, +mp.pi)] if trigonometric else []
    roots = [(sp.sqrt(p), mp.sqrt(p)) for p in primes]
    for basis in (logs + waves, [(sp.E, mp.e), (sp.exp(-1), mp.exp(-1))], roots + waves):
        constants = [(sp.Integer(1), mpf(1)), *basis]
        relation = _relation([v, *(c for _, c in constants)], digits)
        if relation:
            yield sp.Add(*(sp.Rational(-k, relation[0]) * b for (b, _), k in zip(constants, relation[1:], strict=True)))
    relation = _relation([power, mpf(1), mp.e, mp.exp(-1)], digits)
    if relation:
        a, b, c = (sp.Rational(-k, relation[0]) for k in relation[1:])
        yield sp.log(a + b * sp.E + c * sp.exp(-1))
    if trigonometric:
        r = _rational(mp.tan(v), digits)
        if r is not None and abs(v) < mp.pi / 2:
            yield sp.atan(r)
        for w in _quadratic(mp.tan(v), digits):
            if abs(v) < mp.pi / 2:
                yield sp.atan(w)


def _rational(v: mpf, digits: int) -> sp.Rational | None:
    """Return the rational number with a small denominator that v seems to equal, or None."""
    if abs(v) > mpf(10) ** (digits // 2) or digits < 4:
        return None
    most = 10 ** max(1, min(digits // 3, 8))
    exact = Fraction(int(mp.nint(v * mpf(10) ** digits)), 10**digits)
    guess = exact.limit_denominator(most)
    if abs(exact - guess) <= Fraction(1 + abs(int(v)), 10 ** (digits - 2)):
        return sp.Rational(guess.numerator, guess.denominator)
    return None


def _quadratic(v: mpf, digits: int) -> Iterator[sp.Expr]:
    """Yield the root of a quadratic equation with small integer coefficients that v seems to equal."""
    relation = _relation([v * v, v, mpf(1)], digits)
    if relation:
        a, b, c = relation
        for sign in (1, -1):
            root = (-b + sign * sp.sqrt(b * b - 4 * a * c)) / (2 * a)
            if root.is_real and abs(mpf(sp.N(root, digits)) - v) < mpf(10) ** (2 - digits) * (1 + abs(v)):
                yield sp.expand(sp.simplify(root))


def _relation(values: Sequence[mpf], digits: int) -> list[int] | None:
    """Return a small integer relation with a nonzero coefficient of the first value, found by PSLQ, or None."""
    most = 10 ** max(1, min(5, digits // (2 * len(values))))
    if any(abs(x) < mpf(10) ** -(digits // 2) for x in values):
        return None
    found = mp.pslq(list(values), tol=mpf(10) ** -(digits - 2), maxcoeff=most, maxsteps=10_000)
    return found if found and found[0] else None
