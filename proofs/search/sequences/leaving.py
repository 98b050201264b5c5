"""Elimination of entries and sums from inequalities, one after another, by multiples of known inequalities.

The unit of elimination is the product of all entries and sums in a monomial, so that u_t S_t is eliminated by a known
bound for this product.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from flint import fmpq

from proofs.kernel.normal import ONE, Mono, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, inv, le, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.sequences.forms import BIG, cancelled, entries, of_sequences, quantity
from proofs.search.sequences.known import Known
from proofs.search.sequences.telescopes import going_on, potential_of, telescoped

MOST_SUMMED = 12  # universal hypotheses that are summed
MOST_LEFT_OUT = 9  # consecutive eliminations
MOST_TRIED = 60  # multiples that are tried for one goal

Product = tuple[Term, list[Fact]]  # a coefficient and facts, for the rule of arithmetic


def unknowns(q: Poly, numbers: Collection[Term] = ()) -> dict[Mono, Poly]:
    """Return the products of entries, sums and `numbers` in the monomials of a polynomial, with their coefficients."""
    out: dict[Mono, Poly] = {}
    for m, c in q.items():
        own = frozenset(x for x in m if x[0].term.op in ("app", *BIG) or x[0].term in numbers)
        out.setdefault(own, {})[m - own] = c
    out.pop(ONE, None)
    return out


def numbers_in(known: Known) -> set[Term]:
    """Return the real variables that occur in hypotheses only together with entries and sums."""
    plain = [f for f in known.facts if not of_sequences(f.concl)]
    others = (
        v for f in known.facts if f not in plain for v in free_variables([f.concl]) if (v.op, v.sort) == ("var", "R")
    )
    return set(others) - {v for f in plain for v in f.concl.free}


def atoms(q: Poly) -> set[Term]:
    """Return the entries and sums in a polynomial."""
    return {a.term for m in unknowns(q) for a, _ in m}


def summed(known: Known) -> Iterator[Fact]:
    """Yield telescoped recursions, universal inequalities summed over their ranges, and the lengths of ranges."""
    for u, lo, hi in islice(going_on(known), MOST_SUMMED):
        with suppress(KernelError):
            index = known.index(lo, hi)
            at = known.p.specialize(u, index.i, using=index.ends)
            if potential_of(at.concl, index.i, loosely=True) is not None:
                yield telescoped(known, index, at, loosely=True)
            yield known.summed(index, at)
            if at.concl.op != "eq":
                yield known.p.apply("sums.sum_const", known.settle(le(lo, hi + 1)), lo=lo, hi=hi)


def halves(known: Known, fact: Fact) -> Iterator[Fact]:
    """Yield a relation in the form 0 <= q; an equation yields two such relations."""
    for sign in (1, -1) if fact.concl.op == "eq" else (1,):
        q = as_term({m: c * sign for m, c in quantity(fact.concl).items()})
        yield known.run("arith", le(num(0), q), [(num(sign), [fact])], [], [])


class Leaving:
    """An elimination of entries and sums by known facts.

    Attributes
    ----------
    numbers
        Variables that are eliminated like entries and sums.
    nonzero
        Facts that denominators are positive.
    """

    def __init__(
        self, known: Known, helpers: Sequence[Fact], formulas: Sequence[Term], numbers: Collection[Term] = ()
    ) -> None:
        self.known, self.numbers = known, numbers
        self.facts = [f for f in dict.fromkeys(helpers) if f.concl.op in ("le", "lt", "eq")]
        rows = [(f, unknowns(quantity(f.concl), numbers)) for f in self.facts]
        self.helpers = sorted(((f, own) for f, own in rows if own), key=lambda row: len(row[1]))
        divided = [f for t in formulas for f in known.denominators(as_term(quantity(t)))]
        self.nonzero = list(dict.fromkeys(f for f in divided if f.concl.op == "lt"))
        self.divided_by = [f.concl.args[1] for f in self.nonzero]
        self.tried = 0

    def short(self, q: Poly) -> Poly:
        """Simplify a polynomial by x · 1/x = 1."""
        return cancelled(q, self.divided_by)

    def multiples(
        self, unknown: Mono, by: Poly, sign: int, used: Sequence[Fact]
    ) -> Iterator[tuple[Poly, Product, Fact]]:
        """Yield multiples λ r, λ >= 0, of known r >= 0 in which `unknown` has the coefficient `by` times `sign`."""
        for f, own in self.helpers:
            r = own.get(unknown)
            if r is None or f in used:
                continue
            self.tried += 1
            self.known.search.check_limit()
            if self.tried > MOST_TRIED:
                raise NotFound("too many multiples")
            with suppress(KernelError):
                share = {m: c * sign for m, c in self.quotient(by, r).items()}
                times_it = as_term(share)
                product = (times_it, [f]) if f.concl.op == "eq" else (num(1), [f, self.sign(times_it)])
                yield self.short(times(quantity(f.concl), share)), product, f

    def sign(self, t: Term) -> Fact:
        """Prove 0 <= t for a term without entries and sums; if necessary, only from facts about numbers."""
        try:
            return self.known.nonnegative(t)
        except KernelError:
            self.known.search.check_limit()
            plain = [f for f in self.known.facts if not of_sequences(f.concl)]
            if len(plain) == len(self.known.facts):
                raise
            return self.known.numbers(plain, le(num(0), t))

    def quotient(self, p: Poly, r: Poly) -> Poly:
        """Return p/r if r is a multiple of p by a numeral, or has a single summand.

        Raises
        ------
        NotFound
            otherwise.
        """
        m, c = next(iter(r.items()))
        if r.keys() == p.keys() and all(p[x] * c == v * p[m] for x, v in r.items()):
            return {ONE: p[m] / c}
        if len(r) != 1:
            raise NotFound("a quotient of sums")
        below = as_term({m: fmpq(1)})
        if below.op != "num" and below not in self.divided_by:
            self.nonzero.append(self.known.positive(below))
            self.divided_by.append(below)
        return self.short(times({x: v / c for x, v in p.items()}, normal(inv(below))))

    def goal(self, goal: Term) -> Fact:
        """Prove a goal as the sum of multiples of known facts and an inequality without entries and sums.

        Raises
        ------
        NotFound
            if no such proof is found.
        """

        def rest(q: Poly, used: Sequence[Fact]) -> list[Product]:
            found = unknowns(q, self.numbers)
            if not found:
                left = as_term(q)
                return [] if left is num(0) else [(num(1), [self.sign(left)])]
            if len(used) < MOST_LEFT_OUT:
                unknown = min(found, key=lambda m: sum(m in own for f, own in self.helpers if f not in used))
                for more, product, f in self.multiples(unknown, found[unknown], 1, used):
                    with suppress(KernelError):
                        return [product, *rest(self.short(plus(q, more, -1)), [*used, f])]
            raise NotFound("an entry or a sum is left")

        parts = rest(self.short(quantity(goal)), [])
        return self.known.run("arith", goal, parts, [], self.nonzero)

    def without(self, fact: Fact, kept: set[Term], own: Term) -> Fact:
        """Derive an inequality 0 <= q whose entries and sums are in `kept`, or are values of functions in `kept`.

        Raises
        ------
        NotFound
            if this does not succeed, or the term `own` is eliminated as well.
        """
        start = quantity(fact.concl)
        used = [f for f, _ in self.helpers if quantity(f.concl).keys() == start.keys()]
        for _ in range(MOST_LEFT_OUT):
            q = self.short(quantity(fact.concl))
            found = {m: by for m, by in unknowns(q).items() if not all({a.term, a.term.args[0]} & kept for a, _ in m)}
            if not found and any(a.term is own for m in q for a, _ in m):
                return fact
            if not found:
                break
            unknown = min(found, key=lambda m: sum(m in row for f, row in self.helpers if f not in used))
            some = next(self.multiples(unknown, found[unknown], -1, used), None)
            if some is None:
                break
            more, product, helper = some
            used.append(helper)
            less = le(num(0), as_term(self.short(plus(q, more))))
            fact = self.known.run("arith", less, [(num(1), [fact]), product], [], self.nonzero)
        raise NotFound("it does not succeed")

    def bounds(self, x: Term, sign: int) -> Iterator[tuple[Term, Fact]]:
        """Yield bounds u of x with facts 0 <= u − x if the sign is 1, or bounds l with 0 <= x − l if it is −1.

        The bounds contain no entries and sums.
        """
        (own,) = normal(x)
        for half in (half for f in self.facts for half in halves(self.known, f)):
            q = quantity(half.concl)
            c = q.get(own, fmpq(0))
            if c * sign >= 0 or any(own < m for m in q):
                continue
            with suppress(KernelError):
                fact = self.without(half, {x}, x)
                q = {m: v / abs(c) for m, v in quantity(fact.concl).items()}
                bound = as_term({m: v * sign for m, v in q.items() if m != own})
                less = le(num(0), as_term(q))
                yield canonical(bound), self.known.run("arith", less, [(num(1 / abs(c)), [fact])], [], [])


def shorter_steps(known: Known, occurring: Collection[Term]) -> Iterator[Fact]:
    """Yield recursions such as x_{t+1} <= c x_t, after eliminating all sequences except those in `occurring`.

    Facts that state only that an entry is not negative are used in a second attempt.
    """
    for u, lo, hi in islice(going_on(known), MOST_SUMMED):
        index = known.index(lo, hi)
        with suppress(KernelError):
            at = known.p.specialize(u, index.i, using=index.ends)
            if all(t.args[0] in occurring for t in atoms(quantity(at.concl)) if t.op == "app"):
                continue
            later = [canonical(t) for t in entries([at.concl]) if canonical(t.args[-1] - index.i) is num(1)]
            near = [*index.facts, *known.at(canonical(index.i + 1), *index.ends)]
            more = [f for f in near if len(quantity(f.concl)) > 1]
            for helpers in (more, near) if len(more) < len(near) else (near,):
                leaving = Leaving(known, helpers, [at.concl])
                for own in [t for t in later if len(later) == 1 or t.args[0] in occurring]:
                    for half in halves(known, at):
                        with suppress(KernelError):
                            yield known.everywhere(index, leaving.without(half, {*occurring, own.args[0]}, own))
