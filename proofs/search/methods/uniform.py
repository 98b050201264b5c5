"""What roots are taken of, made homogeneous by an equation between two degrees, such as a + b + c = 3.

Then a b + c is (a + c) (b + c) where a + b + c = 1, which shows what tangents its root has; and 1 + a² is
(a + b) (a + c)/(b c) where a + b + c = a b c.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, inv, le, lt, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.cones.polynomials import (
    NotRational,
    P,
    Quotient,
    Reader,
    coefficients,
    degrees,
    homogeneous_parts,
    product,
)
from proofs.search.cones.roots import power_of, radicands
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.reductions import through

MOST = 8  # terms of what is made homogeneous


class Degrees:
    """An equation low = high between forms of two degrees."""

    def __init__(self, reader: Reader, equation: Term) -> None:
        self.reader, self.equation = reader, equation
        parts = homogeneous_parts(reader.polynomial(equation.args[0] - equation.args[1]))
        if len(parts) != 2:
            raise NotFound("not of two degrees")
        (d0, low), (d1, high) = sorted(parts.items())
        low, high = (low, -high) if coefficients(low)[0] > 0 else (-low, high)
        if any(c < 0 for c in (*coefficients(low), *coefficients(high))):
            raise NotFound("no sign")
        self.low, self.high, self.step, self.plain = low, high, d1 - d0, d0 == 0

    def form(self, p: P) -> tuple[P, int]:
        """q and k such that q/low^k is homogeneous, and p where low = high."""
        parts = homogeneous_parts(p)
        top = max(parts)
        if any((top - d) % self.step for d in parts):
            raise NotFound("degrees that do not fit")
        most = (top - min(parts)) // self.step
        q = p.context().from_dict({})
        for d, f in parts.items():
            k = (top - d) // self.step
            q = q + f * self.high**k * self.low ** (most - k)
        return q, most

    def quotient(self, f: Quotient) -> Term:
        """A homogeneous one, the same where low = high; of degree 0, unless low is a number."""
        top, k = self.form(f.top)
        degree = int(top.total_degree()) - k * int(self.low.total_degree())
        below = self.reader.one
        for b, e in f.under.values():
            own, j = self.form(b)
            below, k = below * own**e, k - j * e
            degree -= e * (int(own.total_degree()) - j * int(self.low.total_degree()))
        if not self.plain:
            turns, rest = divmod(degree, self.step)
            if rest:
                raise NotFound("no degree 0")
            k -= turns
            top, below = (top, below * self.high**turns) if turns > 0 else (top * self.high**-turns, below)
        top, below = (top, below * self.low**k) if k > 0 else (top * self.low**-k, below)
        common = top.gcd(below)
        top, below = divmod(top, common)[0], divmod(below, common)[0]
        parts = [self._factors(top), self._factors(below)]
        return mul(num(parts[0][0] / parts[1][0]), *parts[0][1], *map(inv, parts[1][1]))

    def _factors(self, p: P) -> tuple[fmpq, list[Term]]:
        c, factors = p.factor()
        return fmpq(c), [self.reader.term(g) for g, e in factors for _ in range(int(e))]


Ask = Callable[[Sequence[Term], Term, int], Fact]


def rewritten(search: Search, asked: Asked, equation: Term, w: Term, other: Term, ask: Ask) -> Fact:
    """With another form of what a root is taken of, the same by the equation."""
    reader = Reader(sorted(w.free | equation.free, key=lambda v: v.args[0]), ())
    f, g, e = (reader.quotient(t) for t in (w, other, equation.args[1] - equation.args[0]))
    below = [product((b**k for b, k in q.under.values()), reader.one) for q in (f, g)]
    factor, rest = divmod(f.top * below[1] - g.top * below[0], e.top)
    if rest:
        raise NotFound("not the same")
    bases = [reader.term(b) for q in (f, g) for b, k in q.under.values() for _ in range(k)]
    c = mul(reader.term(factor), *map(inv, bases))
    inverses = dict.fromkeys(a.term for t in (w, other, c) for m in normal(t) for a, _ in m if a.term.op == "inv")
    signs = [search.prove(asked.given, lt(num(0), t.args[0]), asked.depth + 1) for t in inverses]
    same = search.run("arith", eq(other, w), [(c, [search.run("assume", equation)])], [], signs)
    return through(search, asked.given, asked.goal, w, other, same, asked.depth, ask)


class Homogeneous:
    """A goal as 0 <= Σ c m, all of one degree by an equation h = c, which is not needed any more then."""

    def __init__(self, reader: Reader, equation: Term, goal: Term) -> None:
        parts = homogeneous_parts(reader.polynomial(equation.args[0] - equation.args[1]))
        if sorted(parts) != [0, max(parts)]:
            raise NotFound("not of two degrees")
        self.reader, self.step = reader, max(parts)
        self.level = -coefficients(parts[0])[0]
        self.unit = mul(num(1 / self.level), reader.term(parts[self.step]))  # 1
        self.rows = [
            (as_term({m: c}), sum((self._degree(a.term) * e for a, e in m), fmpq(0)))
            for m, c in normal(goal.args[1] - goal.args[0]).items()
        ]
        self.top = max(d for _, d in self.rows)

    def _degree(self, t: Term) -> fmpq:
        found = power_of(t)
        if found is not None:
            return found[1] * self._degree(found[0])
        if t.op == "exp" and t.args[0].op == "log":
            return self._degree(t.args[0].args[0])
        f = self.reader.quotient(t)
        own = [degrees(p) for p in (f.top, *(b for b, _ in f.under.values()))]
        if any(len(d) > 1 for d in own):
            raise NotFound("of several degrees")
        return fmpq(f.top.total_degree() - sum(b.total_degree() * e for b, e in f.under.values()))

    def powers(self) -> list[int]:
        """How often each summand is to be multiplied by the unit."""
        out = [(self.top - d) / self.step for _, d in self.rows]
        if any(k.q != 1 for k in out):
            raise NotFound("degrees that do not fit")
        return [int(k) for k in out]

    def proved(self, search: Search, asked: Asked, equation: Term) -> Fact:
        """The goal from the homogeneous one."""
        rows = list(zip(self.rows, self.powers(), strict=True))
        total = canonical(sum((t * self.unit**k for (t, _), k in rows), num(0)))
        rest = [g for g in asked.given if g is not equation]
        inside = search.prove(rest, (lt if asked.goal.op == "lt" else le)(num(0), total), asked.depth + 1)
        # 1 − u^k = (1 − u) Σ u^i, and 1 − u is a multiple of the equation's gap
        c = sum((t * self.unit**i for (t, _), k in rows for i in range(k)), num(0))
        gap, unit = normal(equation.args[1] - equation.args[0]), normal(1 - self.unit)
        (m, d), *_ = unit.items()
        return search.run(
            "arith", asked.goal, [(num(1), [inside]), (num(d / gap[m]) * c, [search.run("assume", equation)])], [], []
        )


# --- the methods -----------------------------------------------------------------------------------------------------


def forms_by(asked: Asked, equation: Term) -> Iterator[tuple[Term, Term]]:
    """What roots are taken of, with another form of it; nothing if one is not rational, or too long."""
    from proofs.search.points.descent import on_hypotheses  # NumPy takes time to load

    found = [w for w in radicands([asked.goal]) if w.free]
    names = free_variables((*asked.given, *found))
    with suppress(NotRational, NotFound):
        reader = Reader(names, on_hypotheses(asked.given, names))
        by = Degrees(reader, equation)
        out = [(w, by.quotient(reader.quotient(w))) for w in found if len(normal(w)) <= MOST]
        if len(out) == len(found):
            yield from ((w, t) for w, t in out if canonical(w) is not canonical(t))


def homogeneous(search: Search, asked: Asked, equation: Term, changes: Sequence[tuple[Term, Term]]) -> Fact:
    """The goal with all these changes; and without the equation, if that is not needed any more."""
    if changes:
        (w, other), *rest = changes

        def ask(given: Sequence[Term], goal: Term, depth: int) -> Fact:
            return homogeneous(search, Asked(search, given, goal, depth), equation, rest)

        return rewritten(search, asked, equation, w, other, ask)
    plain = next((g for g in asked.given if key(g) == key(equation)), equation)
    with suppress(NotRational, NotFound):
        names = free_variables((*asked.given, asked.goal))
        whole = Homogeneous(Reader(names, ()), plain, asked.goal)
        whole.powers()
        return whole.proved(search, asked, plain)
    return search.prove(asked.given, asked.goal, asked.depth + 1)


@method("homogeneous under roots", share=0.7)
def homogeneous_roots(search: Search, asked: Asked) -> Iterator[Way]:
    """For roots of rational functions that an equation makes homogeneous, and the whole goal, if that can be."""
    for equation in (g for g in asked.given if g.op == "eq" and search.has_long):
        changes = list(forms_by(asked, equation))
        if changes:
            yield partial(homogeneous, search, asked, equation, changes)
