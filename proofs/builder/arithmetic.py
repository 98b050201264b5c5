"""Proofs of relations by arithmetic.

A relation follows from facts if the difference of its sides is a combination of products of the facts' differences,
with non-negative numbers for inequalities and any terms for equations. The kernel's rule `arith` checks such a
combination; `Arithmetic` finds one. It multiplies equations by monomials that let terms cancel, and solves a linear
program (`proofs.builder.multipliers`) for the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement

from flint import fmpq

from proofs.builder.lemma_index import Earlier
from proofs.builder.multipliers import combine
from proofs.builder.record import Named, ProofError
from proofs.builder.rules import Rules
from proofs.kernel.normal import ONE, Atom, Mono, Poly, as_term, key, normal, plus, product, times
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.terms import FALSE, Term, eq, lt, num
from proofs.language.display import text

RELATIONS = ("le", "lt", "eq")
PRODUCTS = 400  # most products of facts for one linear program
MULTIPLES = 700  # most multiples of equations for one linear program
FACTORS = 150  # most monomials by which one equation is multiplied
NEAR = 60  # most facts that are relevant to a formula
SPREAD = 6  # most atoms of a relevant fact
Multiple = tuple[Poly, Poly, tuple[Fact, ...]]  # the product of a polynomial and the differences of facts, and these


class Arithmetic(Rules):
    """Facts with the prover of relations by arithmetic."""

    def __init__(self, name: str, theory: Theory, earlier: Earlier | None = None) -> None:
        """Create a proof without steps."""
        super().__init__(name, theory, earlier)
        self.work = math.inf  # how many more multiples of equations may be tried
        self._integer_steps: dict[Fact, Fact] = {}  # s + 1 <= t for each s < t of integers

    def follows(self, goal: Term, *using: Named, depth: int = 2, degree: int = 2) -> Fact:
        """Prove a relation by arithmetic from these facts alone, without a search; for tactics, which may fail."""
        return self._prove_relation(goal, [self.get(f) for f in using], [], depth, degree, [])

    def arith(self, goal: Term, facts: Sequence[Fact], degree: int, scale: Sequence[Fact] = ()) -> Fact:
        """Prove a relation from these facts by arithmetic alone."""
        return self._prove_relation(goal, facts, [], 2 if len(facts) <= 12 else 1, degree, scale, whole=True)

    def _prove_relation(
        self,
        goal: Term,
        facts: Sequence[Fact],
        products: Sequence[tuple],
        depth: int,
        degree: int,
        scale: Sequence[Fact],
        whole: bool = False,
    ) -> Fact:
        """Prove a relation from facts, from these products, and from products of up to `degree` facts.

        The goal is multiplied by the facts in `scale`, the equations by monomials in up to `depth` rounds. If `whole`
        is true, the search gives up where it would have to leave out multiples of equations.
        """
        target = lt(num(0), num(0)) if goal is FALSE else goal
        if target.op not in RELATIONS:
            raise ProofError(f"not a relation: {text(goal)}")
        rest = plus(normal(target.args[1]), normal(target.args[0]), -1)
        for s in scale:
            rest = times(rest, _difference(s.concl))
        facts = list(dict.fromkeys(f for f in facts if f.concl.op in RELATIONS))
        products = [self._factors(item) for item in products]
        named = [normal(x) if isinstance(x, Term) else _difference(x.concl) for item in products for x in item]
        facts += self._inverse_equations([rest, *named, *(_difference(f.concl) for f in facts)], facts)
        equations = [f for f in facts if f.concl.op == "eq"]
        relations = [self._strengthen(f) for f in facts if f.concl.op != "eq"]
        multiples = [_multiple(item) for item in products if _has_equation(item)]
        others = [tuple(f for f in item if isinstance(f, Fact)) for item in products if not _has_equation(item)]
        for level in range(1, (min(degree, 1) if target.op == "eq" else degree) + 1):
            signed: list[tuple[Fact, ...]] = [()]
            for k in range(1, level + 1):
                signed += combinations_with_replacement(relations, k)
            signed += others
            if len(signed) > PRODUCTS:
                break
            found = self._find_multipliers(target, rest, equations, signed, multiples, depth, whole)
            if found is not None:
                return self._infer("arith", goal, found, list(scale), [])
        known = [f.concl for f in facts]
        raise ProofError(lambda: f"cannot derive {text(goal)}\n   from {'; '.join(map(text, known)) or 'nothing'}")

    def _factors(self, item: Sequence[Named]) -> tuple[Fact | Term, ...]:
        """Return the factors of a product; a quantity denotes itself if there is an equation, else its sign."""
        parts = tuple(x if isinstance(x, Term) and x.sort != "B" else self.get(x) for x in item)
        return parts if _has_equation(parts) else tuple(map(self.get, parts))

    def _strengthen(self, fact: Fact) -> Fact:
        """Return the strongest form of a fact: for integers, s + 1 <= t instead of s < t."""
        s, t = fact.concl.args
        if fact.concl.op != "lt" or s.sort != "Z" or t.sort != "Z":
            return fact
        if fact not in self._integer_steps:
            self._integer_steps[fact] = self._infer("integer_step", fact)
        return self._integer_steps[fact]

    def _find_multipliers(
        self,
        target: Term,
        rest: Poly,
        equations: Sequence[Fact],
        signed: Sequence[tuple[Fact, ...]],
        multiples: Sequence[Multiple],
        depth: int,
        whole: bool,
    ) -> list[tuple[Term, list[Fact]]] | None:
        """Return the multipliers with which the rule `arith` proves the target; None if there are none.

        The polynomial `rest` becomes a combination of the products `signed`, with numbers >= 0, of multiples of the
        equations, and of the multiples given.
        """
        columns = [product(_difference(f.concl) for f in fs) for fs in signed]
        if target.op == "eq":
            signed, columns = [], []
        strict = [k for k, fs in enumerate(signed) if all(f.concl.op == "lt" for f in fs)]
        prefer = strict if target.op == "lt" else []
        for rounds in range(depth + 1):
            free = self._multiples(equations, [rest, *columns], multiples, rounds, whole)
            found = None if free is None else combine(rest, [poly for poly, *_ in free], columns, prefer)
            if free is not None and found is not None:
                weights, positive = found
                out = [(as_term(times(free[k][1], {ONE: w})), list(free[k][2])) for k, w in weights.items()]
                return out + [(num(w), list(signed[k])) for k, w in positive.items()]
            if free is None or not equations:
                return None
        return None

    def _multiples(
        self, equations: Sequence[Fact], polys: Sequence[Poly], given: Sequence[Multiple], rounds: int, whole: bool
    ) -> list[Multiple] | None:
        """Return the multiples given, and those of the equations in which a monomial of the polynomials cancels.

        Each of `rounds` further rounds also cancels the monomials that the last one brought. If `whole` is true and
        there are more multiples than the limits allow, return None: the result must not depend on which are tried.
        """
        out = list(given)
        seen: set[tuple[int, Mono]] = set()
        monos = dict.fromkeys(m for p in (*polys, *(poly for poly, *_ in out)) for m in p)
        for _ in range(rounds + 1):
            new: dict[Mono, None] = {}
            with_atom: dict[Atom, list[Mono]] = {}
            for m in monos:
                for a, _ in m:
                    with_atom.setdefault(a, []).append(m)
            for i, equation in enumerate(equations):
                poly = _difference(equation.concl)
                factors = _cancelling_factors(poly, monos, with_atom)
                if whole and (len(factors) > FACTORS or len(out) + len(factors) > MULTIPLES):
                    return None
                for q in sorted(factors, key=len)[:FACTORS]:
                    if (i, q) in seen or len(out) > MULTIPLES:
                        continue
                    seen.add((i, q))
                    self.work -= 1
                    if self.work < 0:
                        raise ProofError("the limit of work is reached")
                    factor = {q: fmpq(1)}
                    multiple = times(poly, factor)
                    out.append((multiple, factor, (equation,)))
                    new.update(dict.fromkeys(multiple))
            if not new or rounds == 0:
                break
            monos |= new
        return out

    def _inverse_equations(self, polys: Iterable[Poly], facts: Sequence[Fact]) -> list[Fact]:
        """Prove x · 1/x = 1 for every denominator of the polynomials that some fact shows to be non-zero."""
        atoms = {a for p in polys for m in p for a, _ in m if a.term.op == "inv"}
        out = []
        for a in sorted(atoms, key=lambda a: a.order):
            x = a.term.args[0]
            for f in [*facts, *self.known_facts()]:
                if _shows_nonzero(f, x):
                    out.append(self._infer("arith", eq(x * a.term, 1), [], [], [f]))
                    break
        return out


def relevant(formula: Term, facts: Iterable[Fact]) -> list[Fact]:
    """Return the relations that share an atom with the formula, directly or through up to two other relations."""
    relations = [f for f in dict.fromkeys(facts) if f.concl.op in RELATIONS]
    atoms = {a for side in formula.args for m in normal(side) for a, _ in m}
    chosen: dict[Fact, None] = {}
    for _ in range(3):
        for f in relations:
            own = _atoms_of(f.concl)
            if f not in chosen and len(own) <= SPREAD and not own.isdisjoint(atoms):
                chosen[f] = None
        atoms = atoms.union(*(_atoms_of(f.concl) for f in chosen))
    return list(chosen)[:NEAR]


def _has_equation(item: Sequence[Fact | Term]) -> bool:
    """Return whether a factor of a product is an equation."""
    return any(isinstance(x, Fact) and x.concl.op == "eq" for x in item)


def _multiple(item: Sequence[Fact | Term]) -> Multiple:
    """Return the multiple of an equation by the other factors of a product."""
    facts = tuple(x for x in item if isinstance(x, Fact))
    coefficient = product(normal(x) for x in item if isinstance(x, Term))
    return product([coefficient, *(_difference(f.concl) for f in facts)]), coefficient, facts


def _cancelling_factors(
    poly: Poly, monos: Mapping[Mono, None], with_atom: Mapping[Atom, Sequence[Mono]]
) -> dict[Mono, None]:
    """Return the monomials whose product with the polynomial has one of `monos`; `with_atom` gives these by atom."""
    out: dict[Mono, None] = {}
    for part in poly:
        dividing = next((a for a, _ in part if not a.is_exp), None)
        for m in monos if dividing is None else with_atom.get(dividing, ()):
            q = _quotient(m, part)
            if q is not None:
                out[q] = None
    return out


@cache
def _difference(relation: Term) -> Poly:
    """Return the right side of a relation minus its left side. The result is shared: do not modify it."""
    s, t = relation.args
    return plus(normal(t), normal(s), -1)


@cache
def _atoms_of(relation: Term) -> frozenset[Atom]:
    """Return the atoms of the difference of its sides."""
    return frozenset(a for m in _difference(relation) for a, _ in m)


def _quotient(m: Mono, part: Mono) -> Mono | None:
    """Return m / part if it is a monomial (factors e^x may have any exponent)."""
    if part <= m:
        return m - part  # the frequent case, without hashing rational numbers, which is slow
    powers = dict(m)
    for a, e in part:
        left = powers.pop(a, fmpq(0)) - e
        if left < 0 and not a.is_exp:
            return None
        if left:
            powers[a] = left
    return frozenset(powers.items())


def _shows_nonzero(fact: Fact, x: Term) -> bool:
    """Return whether a fact states 0 < x or x ≠ 0."""
    c = fact.concl
    if c.op == "imp" and c.args[1] is FALSE and c.args[0].op == "eq":
        c = c.args[0]
    elif c.op != "lt":
        return False
    return key(eq(c.args[1], c.args[0])) == key(eq(x, 0))
