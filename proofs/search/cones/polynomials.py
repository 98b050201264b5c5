"""Polynomials of python-flint in the variables of a question, and fractions with factored denominators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import gcd, lcm
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from proofs.kernel.terms import KernelError, Term, add, mul, num

P = Any  # a polynomial of python-flint
Monomial = tuple[int, ...]


class NotRational(KernelError):
    """Raised for a term that is not a quotient of polynomials in the variables."""


@cache
def context(n: int) -> Any:
    """Return the ring of polynomials in n variables."""
    return fmpq_mpoly_ctx.get([f"x{k}" for k in range(n)], Ordering.degrevlex)


def power(x: Term, k: int) -> Term:
    """Return x^k, k >= 0, as one product."""
    return num(1) if not k else x if k == 1 else mul(*[x] * k)


def to_term(p: P, names: Sequence[Term]) -> Term:
    """Return a polynomial as a sum of monomials in these terms."""
    rows = []
    for m, c in rows_of(p).items():
        factors = [power(x, e) for x, e in zip(names, m, strict=False) if e]
        coefficient = [num(c)] if c != 1 or not factors else []
        parts = [*coefficient, *factors]
        rows.append(parts[0] if len(parts) == 1 else mul(*parts))
    return num(0) if not rows else rows[0] if len(rows) == 1 else add(*rows)


def rows_of(p: P) -> dict[Monomial, fmpq]:
    """Return the exponents and coefficients."""
    return {tuple(int(e) for e in m): fmpq(c) for m, c in p.to_dict().items()}


def coefficients(p: P) -> list[fmpq]:
    """Return the coefficients."""
    return [fmpq(c) for c in p.coeffs()]


def degrees(p: P) -> set[int]:
    """Return the degrees that occur."""
    return {sum(m) for m in rows_of(p)}


def homogeneous_parts(p: P) -> dict[int, P]:
    """Return the part of each degree."""
    out: dict[int, dict[Monomial, fmpq]] = {}
    for m, c in rows_of(p).items():
        out.setdefault(sum(m), {})[m] = c
    return {d: p.context().from_dict(rows) for d, rows in out.items()}


def within(p: P, n: int) -> P:
    """Return a polynomial in which only the first n variables occur, as one in n variables."""
    return context(n).from_dict({m[:n]: c for m, c in rows_of(p).items()})


def primitive(p: P) -> tuple[P, fmpq]:
    """Return (q, c) with p = c q, where q has coprime integer coefficients, the first one positive."""
    cs = coefficients(p)
    below = lcm(*(int(c.q) for c in cs))
    content = fmpq(gcd(*(int(c.p) * (below // int(c.q)) for c in cs)), below)
    content = -content if cs[0] < 0 else content
    return p * (1 / content), content


def product(ps: Iterable[P], one: P) -> P:
    """Return the product of polynomials."""
    for p in ps:
        one = one * p
    return one


@dataclass
class Quotient:
    """The quotient top / Π base^k."""

    top: P
    under: dict[str, tuple[P, int]] = field(default_factory=dict)


class Reader:
    """A translator of terms into quotients of polynomials in given variables.

    Parameters
    ----------
    names
        The variables.
    points
        Points at which the hypotheses hold, as rows; they determine the signs of denominators.
    """

    def __init__(self, names: Sequence[Term], points: Any) -> None:
        self.names, self.points = list(names), points
        n = max(1, len(names))
        self.ctx = context(n)
        self.variables = dict(zip(names, self.ctx.gens(), strict=False))
        self.one = self.ctx.from_dict({(0,) * n: 1})
        self.zero = self.ctx.from_dict({})
        self._read: dict[Term, Quotient] = {}
        self._signs: dict[str, int] = {}

    def sign(self, p: P) -> int:
        """Return the sign of p at the points."""
        k = str(p)
        if k not in self._signs:
            plain = sum(1 if c > 0 else -1 for c in coefficients(p))
            seen = sum(1 if v > 0 else -1 for v in values(p, self.points)[0]) if len(self.points) else plain
            self._signs[k] = -1 if (seen or plain) < 0 else 1
        return self._signs[k]

    def term(self, p: P) -> Term:
        """Return a polynomial as a term."""
        return to_term(p, self.names)

    def polynomial(self, t: Term) -> P:
        """Return a term as a polynomial."""
        f = self.quotient(t)
        if f.under:
            raise NotRational("a fraction")
        return f.top

    def quotient(self, t: Term) -> Quotient:
        """Return a term as a quotient.

        Raises
        ------
        NotRational
            if it is no such quotient.
        """
        if t not in self._read:
            self._read[t] = self._quotient(t)
        return self._read[t]

    def _quotient(self, t: Term) -> Quotient:
        if t in self.variables:
            return Quotient(self.variables[t])
        if t.op == "num":
            return Quotient(self.one * fmpq(*t.args))
        if t.op not in ("mul", "add", "inv"):
            raise NotRational(f"not rational: {t.op}")
        parts = [self.quotient(a) for a in t.args]
        if t.op == "inv":
            return self._inverse(parts[0])
        under: dict[str, tuple[P, int]] = {}
        for f in parts:
            for k, (b, e) in f.under.items():
                before = under.get(k, (b, 0))[1]
                under[k] = (b, before + e if t.op == "mul" else max(before, e))
        if t.op == "mul":
            return self._reduced(product((f.top for f in parts), self.one), under)
        top = self.zero
        for f in parts:
            missing = (b ** (e - f.under.get(k, (b, 0))[1]) for k, (b, e) in under.items())
            top = top + f.top * product(missing, self.one)
        return self._reduced(top, under)

    def _inverse(self, f: Quotient) -> Quotient:
        if not f.top:
            raise NotRational("1/0")
        c, factors = f.top.factor()
        top = product((b**e for b, e in f.under.values()), self.one) * (1 / fmpq(c))
        under = {}
        for g, k in factors:
            q, s = primitive(g)
            if self.sign(q) < 0:
                q, s = -q, -s
            top = top * (1 / s ** int(k))
            under[str(q)] = (q, int(k))
        return self._reduced(top, under)

    def _reduced(self, top: P, under: dict[str, tuple[P, int]]) -> Quotient:
        out = {}
        for k, (b, e) in under.items():
            while e and top:
                q, r = divmod(top, b)
                if r:
                    break
                top, e = q, e - 1
            if e and top:
                out[k] = (b, e)
        return Quotient(top, out)


def values(p: P, points: Any) -> tuple[Any, Any]:
    """Return the values of p at the rows of `points`, and the sums of the absolute values of its monomials."""
    import numpy as np  # takes time to load

    rows = rows_of(p) or {(0,) * points.shape[1]: fmpq(0)}
    exponents = np.array(list(rows), dtype=float)[:, : points.shape[1]]
    cs = np.array([float(c.p) / float(c.q) for c in rows.values()])
    with np.errstate(over="ignore", invalid="ignore"):  # high powers, far out
        terms = np.prod(points[:, None, :] ** exponents[None], axis=2) * cs
        return terms.sum(1), np.abs(terms).sum(1)
