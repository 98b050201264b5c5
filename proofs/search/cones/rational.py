"""Questions about rational functions of real variables: polynomial hypotheses, signs, and clearing of denominators."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import fmpq

from proofs.kernel.normal import key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, eq, le, lt, mul, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import RELATIONS
from proofs.search.cones.orthant import Orthant
from proofs.search.cones.polynomials import (
    NotRational,
    P,
    Quotient,
    Reader,
    coefficients,
    primitive,
    product,
    rows_of,
    values,
)
from proofs.search.engine import Search

SIDE = 0.15  # the fraction of the remaining effort that is spent on the sign of a denominator


@dataclass
class Row:
    """An inequality 0 <= gap, or 0 < gap if strict, for an affine gap with these coefficients (`slopes`)."""

    gap: Term
    weak: Fact
    strict: Fact | None
    slopes: tuple[fmpq, ...]
    constant: fmpq

    @property
    def bound(self) -> bool:
        """Return whether the inequality contains a single variable."""
        return len([c for c in self.slopes if c]) == 1


class Rational:
    """Hypotheses in rational functions of real variables.

    Attributes
    ----------
    rows, equations, others
        The affine inequalities; the equations 0 = p, and the other inequalities 0 <= p or 0 < p, as pairs (p, fact).
    strict, weak
        For variables x whose sign follows from a single row, the facts 0 < x and 0 <= x.

    Raises
    ------
    NotRational
        if a variable is not real.
    """

    def __init__(self, search: Search, given: Sequence[Term], goals: Sequence[Term], depth: int) -> None:
        from proofs.search.points.descent import on_hypotheses  # NumPy takes time to load

        self.search, self.given, self.depth = search, list(given), depth
        names = {v for g in (*given, *goals) for v in g.free}
        if any(v.sort != "R" for v in names):
            raise NotRational("not all variables are real")
        self.names = sorted(names, key=lambda v: v.args[0])
        self.points = on_hypotheses(tuple(given), tuple(self.names))
        self.reader = Reader(self.names, self.points)
        self.orthant: Orthant = search.kept.setdefault(Orthant, Orthant(search))
        self.made: dict[Hashable, Fact] = {}
        self.rows: list[Row] = []
        self.equations: list[tuple[P, Fact]] = []
        self.others: list[tuple[P, Fact]] = []
        self.strict: dict[Term, Fact] = {}
        self.weak: dict[Term, Fact] = {}
        self._read()

    def run(self, rule: str, *args: Any) -> Fact:
        """Apply a rule of the kernel."""
        return self.search.run(rule, *args)

    # --- hypotheses --------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        pending = []
        for g in self.given:
            if g.op not in RELATIONS:
                continue
            try:
                f = self.reader.quotient(g.args[1] - g.args[0])
            except NotRational:
                continue
            fact = self.run("assume", g)
            if g.op != "eq" and not f.under and f.top.total_degree() == 1:
                self._add_row(f.top, fact)
            elif f.top:
                pending.append((g.op, f, fact))
        self._find_signs()
        for op, f, fact in pending:
            with suppress(KernelError):
                self._add_relation(op, f, fact)

    def _add_row(self, p: P, fact: Fact) -> None:
        gap, rows, n = self.reader.term(p), rows_of(p), len(self.names)
        slopes = tuple(rows.get(tuple(int(i == k) for k in range(n)), fmpq(0)) for i in range(n))
        weak = self.run("arith", le(num(0), gap), [(num(1), [fact])], [], [])
        strict = self.run("arith", lt(num(0), gap), [(num(1), [fact])], [], []) if fact.concl.op == "lt" else None
        self.rows.append(Row(gap, weak, strict, slopes, rows.get((0,) * n, fmpq(0))))

    def _find_signs(self) -> None:
        for row in self.rows:
            (i, c), *others = [(i, c) for i, c in enumerate(row.slopes) if c]
            low = -row.constant / c
            if others or c < 0 or low < 0:
                continue
            x = self.names[i]
            sums: list[Any] = [(num(1 / c), [row.strict or row.weak]), *([(num(low), [])] if low else [])]
            self.weak[x] = self.run("arith", le(num(0), x), sums, [], [])
            if row.strict is not None or low > 0:
                self.strict[x] = self.run("arith", lt(num(0), x), sums, [], [])

    def _add_relation(self, op: str, f: Quotient, fact: Fact) -> None:
        """Record 0 = p, 0 <= p or 0 < p without denominators and without factors of evident sign."""
        scale = [positive for b, e in f.under.values() for positive in [self.positive(b)] * e]
        nonzero = list(dict.fromkeys(scale))
        goal = RELATIONS[op](num(0), self.reader.term(f.top))
        if op == "eq":
            below = self.reader.term(product((b**e for b, e in f.under.values()), self.reader.one))
            shown = self.run("arith", goal, [(below, [fact])], [], nonzero)
        else:
            shown = self.run("arith", goal, [(num(1), [fact, *scale])], [], nonzero)
            if all(c >= 0 for c in coefficients(f.top)) and len(self.weak) == len(self.names):
                return  # it follows from the signs of the variables
        p, shown = self._without_factors(f.top, shown)
        if op == "eq":
            self.equations.append((p, shown))
        elif p.total_degree() == 1:
            self._add_row(p, shown)
        else:
            self.others.append((p, shown))

    def _without_factors(self, p: P, fact: Fact) -> tuple[P, Fact]:
        c, factors = p.factor()
        rest, plain = self.reader.one * c, []
        for g, e in factors:
            q, s = primitive(g)
            rest = rest * s ** int(e)
            positive = self.by_coefficients(q, strict=True)
            if positive is None:
                rest = rest * q ** int(e)
            else:
                plain += [positive] * int(e)
        if not plain:
            return p, fact
        t = self.reader.term(rest)
        if fact.concl.op != "eq":
            make = RELATIONS[fact.concl.op]
            return rest, self.run("arith", make(num(0), t), [(num(1), [fact])], plain, [])
        low = self.run("arith", le(num(0), t), [(num(1), [fact])], plain, [])
        high = self.run("arith", le(t, num(0)), [(num(-1), [fact])], plain, [])
        return rest, self.run("antisymmetry", low, high)

    # --- signs -------------------------------------------------------------------------------------------------------

    def by_coefficients(self, p: P, strict: bool) -> Fact | None:
        """Prove 0 < p, or 0 <= p unless `strict`, if no coefficient and no monomial is negative; None otherwise."""
        sums = []
        square = self.search.p.theorem("elementary.square_nonneg")
        (hole,) = square.concl.free
        for m, c in rows_of(p).items():
            facts: list[Fact] = []
            for x, e in zip(self.names, m, strict=False):
                if x in self.strict or x in self.weak:
                    facts += [self.strict.get(x, self.weak[x])] * e
                elif e % 2 == 0:
                    facts += [self.run("instantiate", square, [(hole, x)])] * (e // 2)
                else:
                    return None
            if c < 0:
                return None
            sums.append((num(c), facts))
        with suppress(KernelError):
            return self.run("arith", (lt if strict else le)(num(0), self.reader.term(p)), sums, [], [])
        return None

    def positive(self, p: P) -> Fact:
        """Prove 0 < p.

        Raises
        ------
        NotFound
            if no proof is found.
        """
        goal = lt(num(0), self.reader.term(p))
        if key(goal) not in self.made:
            fact = self.by_coefficients(p, strict=True)
            if fact is None:
                share, ask = SIDE, partial(self.search.prove, self.given, goal, self.depth + 1)
                fact = self.search.attempt("sign", [ask], share)
            if fact is None:
                raise NotFound("no proof of the sign of a denominator")
            self.made[key(goal)] = fact
        return self.made[key(goal)]

    def positive_product(self, p: P) -> Fact:
        """Prove 0 < p from the signs of its factors."""
        c, factors = p.factor()
        total, facts = fmpq(c), []
        for g, e in factors:
            q, s = primitive(g)
            if self.reader.sign(q) < 0:
                q, s = -q, -s
            facts += [self.positive(q)] * int(e)
            total = total * s ** int(e)
        return self.run("arith", lt(num(0), self.reader.term(p)), [(num(total), facts)], [], [])

    def signed(self, p: P) -> tuple[int, Fact]:
        """Return the sign of p and the fact 0 < p or 0 < −p."""
        sign = self.reader.sign(p)
        return sign, self.positive_product(p * sign)

    def seems_false(self, p: P) -> bool:
        """Return whether 0 <= p clearly fails at one of the sample points, where the hypotheses hold."""
        if not len(self.points):
            return False
        found, sizes = values(p, self.points)
        return bool((found < -1e-3 * sizes).any())

    # --- denominators ------------------------------------------------------------------------------------------------

    def cleared(self, goal: Term, inside: Fact) -> Fact:
        """Prove the goal s <= t or s < t from `inside`, the same relation of 0 with the numerator of t − s.

        The goal is multiplied by a common denominator, since each quotient times this denominator is a polynomial.
        """
        gap = goal.args[1] - goal.args[0]
        f = self.reader.quotient(gap)
        quotients = [(m, c, [(a, int(e)) for a, e in m if a.term.op == "inv"]) for m, c in normal(gap).items()]
        under = dict(f.under)
        for _, _, inverses in quotients:  # also denominators that cancel in the sum
            own: dict[str, tuple[P, int]] = {}
            for a, e in inverses:
                for k, (b, j) in self.reader.quotient(a.term).under.items():
                    own[k] = (b, own.get(k, (b, 0))[1] + j * e)
                if self.reader.quotient(a.term.args[0]).under:
                    return self._cleared_at_once(goal, f, inside)
            for k, (b, j) in own.items():
                under[k] = (b, max(under.get(k, (b, 0))[1], j))
        if not under:
            return self.run("arith", goal, [(num(1), [inside])], [], [])
        scale: list[Fact] = []
        surplus: list[Fact] = []
        below = self.reader.one
        factors: list[Term] = []
        for k, (b, e) in under.items():
            positive = self.positive(b)
            scale += [positive] * e
            surplus += [positive] * (e - f.under.get(k, (b, 0))[1])
            below, factors = below * b**e, [*factors, *[self.reader.term(b)] * e]
        whole = mul(*factors) if len(factors) > 1 else factors[0]
        sums: list[Any] = [(num(1), [inside, *surplus])]
        for m, c, inverses in quotients:
            if not inverses:
                continue
            own_below, facts = self.reader.one, []
            for a, e in inverses:
                base = self.reader.polynomial(a.term.args[0])
                own_below = own_below * base**e
                facts.append(self.nonzero(a.term.args[0]))
            rest, r = divmod(below, own_below)
            if r:
                raise NotFound("not a common denominator")
            plain = mul(num(-c), *(a.term for a, e in m if a.term.op != "inv" for _ in range(int(e))))
            times = mul(*(a.term for a, e in inverses for _ in range(e)), whole)
            same = self.run("arith", eq(times, self.reader.term(rest)), [], [], facts)
            sums.append((plain, [same]))
        return self.run("arith", goal, sums, scale, [])

    def _cleared_at_once(self, goal: Term, f: Quotient, inside: Fact) -> Fact:
        """Prove the goal as `cleared` does, but in one step of arithmetic, if fractions are nested."""
        scale = [positive for b, e in f.under.values() for positive in [self.positive(b)] * e]
        inner = [self.nonzero(t) for t in _bases(goal.args[1] - goal.args[0])]
        return self.run("arith", goal, [(num(1), [inside])], scale, list(dict.fromkeys([*inner, *scale])))

    def nonzero(self, t: Term) -> Fact:
        """Prove 0 < t or t < 0, according to the sign of t."""
        f = self.reader.quotient(t)
        sign, fact = self.signed(f.top)
        goal = lt(num(0), t) if sign > 0 else lt(t, num(0))
        return self.cleared(goal, fact)


def without_denominators(
    search: Search, given: Sequence[Term], goal: Term, depth: int, ask: Callable[[Sequence[Term], Term], Fact]
) -> Fact:
    """Prove an inequality s <= t or s < t; `ask` proves that the numerator of t − s has the required sign."""
    asked = Rational(search, given, [goal], depth)
    top = asked.reader.quotient(goal.args[1] - goal.args[0]).top
    return asked.cleared(goal, ask(given, RELATIONS[goal.op](num(0), asked.reader.term(top))))


def _bases(t: Term) -> list[Term]:
    """Return the denominators in a term, the outermost first.

    Multiplication by an outer denominator may leave inner ones, which therefore come later.
    """
    found = [b for a in t.args if isinstance(a, Term) for b in _bases(a)]
    found = [t.args[0], *found] if t.op == "inv" else found
    return list(dict.fromkeys(reversed(found)))[::-1]
