"""Proofs of 0 <= P(z) for z >= 0: by coefficients, after removing factors, and by the orders of the variables.

For every order z_1 >= z_2 >= … the differences are nonnegative variables, too; a polynomial with a negative coefficient
in them is split again. If this fails within its limits, a sum of squares times products of the z is tried. Facts are
cached by their polynomials, in variables z' of their own, so that a symmetric case costs only an instance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise, permutations, product
from typing import Any

from flint import fmpq

from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, le, lt, num, var
from proofs.search.base.effort import cut_short, over, spent
from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.base.steps import Steps
from proofs.search.cones.polynomials import Monomial, P, coefficients, power, rows_of, to_term, values

MOST_LEAVES = 1200  # polynomials in a proof by orders of the variables
MOST_TERMS = 900  # terms of a polynomial that is split
MOST_FACTORED = 400  # terms of a polynomial that is factored
MOST_VARIABLES = 6
FEW = 4  # variables whose zeros are permuted
PART = 0.2  # the fraction of the effort left for squares
AGAIN = 2  # squares are tried again with this multiple of the effort
STEEP = 10  # the largest degree for squares
STEPWISE = 110  # terms above which variables are replaced one by one, which is faster
DEPTHS = (0, 1, 2)  # nested orders
DEEP = 4  # nested orders if squares fail as well


def coordinate(k: int) -> Term:
    """Return the variable z_k."""
    return var(f"z'{k}", "R")


def falsified(p: P, n: int) -> bool:
    """Return whether p seems to be negative somewhere on the orthant."""
    found, sizes = values(p, _sample(n))
    return bool((found < -1e-9 * sizes).any())


def _sample(n: int, count: int = 300) -> Any:
    """Return points inside, near faces, and near the diagonal."""
    import numpy as np  # takes time to load

    rng = np.random.default_rng(1)
    inside, far = rng.exponential(size=(count, n)), np.exp(rng.normal(size=(count, n)) * 2.5)
    diagonal = 1 + rng.normal(size=(count, n)) * rng.choice([1e-2, 1e-1, 0.3], size=(count, 1))
    faces = rng.exponential(size=(count, n)) * rng.choice([1e-4, 1.0], size=(count, n))
    simple = rng.choice([0.2, 0.5, 1, 2, 3, 5], size=(count, n)).astype(float)
    return np.vstack([np.ones((1, n)), inside, far, np.abs(diagonal), faces, simple])


def _wide(q: Mapping[Monomial, fmpq], n: int, p: P) -> dict[Monomial, fmpq]:
    """Return a polynomial in the first n of the variables of p."""
    more = (0,) * (len(p.context().gens()) - n)
    return {(*m, *more): c for m, c in q.items()}


class Orthant:
    """Facts 0 <= P(z) under 0 <= z_i."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.limit = float("inf")
        self._facts: dict[Any, Fact] = {}
        self._dead: dict[Any, int] = {}  # the depth of nested orders tried
        self._powers: dict[tuple[int, int], Fact] = {}
        self._leaves = 0
        self._no_squares: dict[Any, float] = {}  # the budgets of failed attempts

    def prove(self, p: P, n: int, limit: float, long: bool) -> Fact:
        """Prove 0 <= p for a polynomial in n variables; squares are tried only if the search may be `long`.

        Raises
        ------
        NotFound
            if no proof is found.
        """
        self.limit = limit
        if falsified(p, n):
            raise NotFound("negative somewhere")
        p, back = self._without_factors(p, n)
        for depth in DEPTHS:
            self._leaves = 0
            fact = self._split(p, n, depth)
            if fact is not None:
                return back(fact)
        fact = self._squares(p, n) if long else None
        if fact is None:
            self._leaves = 0
            fact = self._split(p, n, DEEP)
        if fact is None:
            raise NotFound("orders do not show it")
        return back(fact)

    def _squares(self, p: P, n: int) -> Fact | None:
        """Prove 0 <= P by a sum of squares times products of distinct variables."""
        from proofs.search.base.squares import at, decompose  # NumPy takes time to load
        from proofs.search.points.descent import rational_zeros

        k = (n, *sorted(rows_of(p).items()))
        now = spent()
        until = now + PART * (self.limit - now)
        if p.total_degree() > STEEP or (until - now < AGAIN * self._no_squares.get(k, 0) and cut_short()):
            return None
        self._no_squares[k] = until - now
        rows = {m[:n]: c for m, c in rows_of(p).items()}
        names = [coordinate(i) for i in range(n)]
        middle = [tuple(fmpq(int(i == j)) for j in range(n)) for i in range(n)]
        weak = tuple(le(num(0), z) for z in names)
        seen = rational_zeros((*weak, eq(sum(names[1:], names[0]), num(1))), tuple(names), to_term(p, names))
        found = dict.fromkeys(w for v in (*middle, *seen) for w in (permutations(v) if n <= FEW else [v]))
        zeros = [v for v in found if not at(rows, v)]
        faces = [s for s in product((0, 1), repeat=n) if sum(s) <= p.total_degree()]
        squares = decompose(rows, [{s: fmpq(1)} for s in faces], (), until, points=zeros, large=True)
        if squares is None:
            return None
        theorem = self.steps.p.theorem("elementary.square_nonneg")
        (hole,) = theorem.concl.free
        sums = []
        for s, own in zip(faces, squares, strict=True):
            facts = [self._power(i, 1) for i, e in enumerate(s) if e]
            for c, q in own:
                root = to_term(p.context().from_dict(_wide(q, n, p)), names)
                sums.append((num(c), [self.steps.run("instantiate", theorem, [(hole, root)]), *facts]))
        return self.steps.run("arith", le(num(0), to_term(p, names)), sums, [], [])

    def _without_factors(self, p: P, n: int) -> tuple[P, Callable[[Fact], Fact]]:
        """Return P without square factors and factors with nonnegative coefficients, and a function to restore them."""
        if len(p) > MOST_FACTORED:
            return p, lambda fact: fact
        names = [coordinate(k) for k in range(n)]
        c, factors = p.factor()
        squares, plain, rest = [], [], p.context().from_dict({(0,) * n: c})
        for g, e in factors:
            k, signs = int(e), {v > 0 for v in coefficients(g)}
            if len(signs) == 1:
                plain += [g if True in signs else -g] * k
                rest = rest * (1 if True in signs else (-1) ** k)
            else:
                squares += [g] * (k // 2)
                rest = rest * g ** (k % 2)
        if not squares and not plain:
            return p, lambda fact: fact

        def back(fact: Fact) -> Fact:
            theorem = self.steps.p.theorem("elementary.square_nonneg")
            (hole,) = theorem.concl.free
            shown = [self._plain(g, n) for g in plain]
            shown += [self.steps.run("instantiate", theorem, [(hole, to_term(g, names))]) for g in squares]
            return self.steps.run("arith", le(num(0), to_term(p, names)), [(num(1), [fact, *shown])], [], [])

        return rest, back

    def _power(self, i: int, k: int) -> Fact:
        """Prove 0 <= z_i^k."""
        if (i, k) not in self._powers:
            z = coordinate(i)
            base = self.steps.run("assume", le(num(0), z))
            goal = le(num(0), power(z, k))
            shown = base if k == 1 else self.steps.run("arith", goal, [(num(1), [base] * k)], [], [])
            self._powers[i, k] = shown
        return self._powers[i, k]

    def _plain(self, p: P, n: int) -> Fact:
        """Prove 0 <= P for a P without negative coefficients."""
        sums = [(num(c), [self._power(i, e) for i, e in enumerate(m) if e]) for m, c in rows_of(p).items()]
        return self.steps.run("arith", le(num(0), to_term(p, [coordinate(k) for k in range(n)])), sums, [], [])

    def _split(self, p: P, n: int, depth: int) -> Fact | None:
        """Prove 0 <= P by its coefficients, or by nested orders up to this depth."""
        if over(self.limit):
            raise LimitReached("the limit of effort is reached")
        k = (n, *sorted(rows_of(p).items()))
        if k in self._facts:
            return self._facts[k]
        if self._dead.get(k, -1) >= depth:
            return None
        if all(c >= 0 for c in coefficients(p)):
            fact: Fact | None = self._plain(p, n)
        else:
            fact = self._ordered(p, n, depth) if depth else None
        if fact is not None:
            self._facts[k] = fact
        elif self._leaves <= MOST_LEAVES:  # otherwise a later case might be proved only as a separate question
            self._dead[k] = depth
        return fact

    def _ordered(self, p: P, n: int, depth: int) -> Fact | None:
        """Prove 0 <= P for every order of the variables."""
        if n > MOST_VARIABLES or len(p) > MOST_TERMS:
            return None
        gens = p.context().gens()
        plans: dict[tuple[int, ...], Any] = {}
        todo: dict[Any, P] = {}
        for order in permutations(range(n)):  # the largest first
            image = list(gens)
            for k in range(n):
                image[order[k]] = sum(gens[k + 1 :], gens[k])
            q = p.compose(*image, ctx=p.context())
            rows = tuple(sorted(rows_of(q).items()))
            if rows not in todo:
                self._leaves += 1
                if self._leaves > MOST_LEAVES:
                    return None
                if over(self.limit):
                    raise LimitReached("the limit of effort is reached")
                top = dict(rows_of(q)).get((0,) * (n - 1) + (int(p.total_degree()),), 0)
                if top < 0 or (depth == 1 and any(c < 0 for c in coefficients(q))):
                    return None
                todo[rows] = q
            plans[order] = rows
        done: dict[Any, Fact] = {}
        for rows, q in sorted(todo.items(), key=lambda row: sum(c < 0 for _, c in row[0])):
            fact = self._split(q, n, depth - 1)
            if fact is None:
                return None
            done[rows] = fact
        goal = le(num(0), to_term(p, [coordinate(k) for k in range(n)]))
        return self._joined(goal, n, {order: (done[rows], todo[rows]) for order, rows in plans.items()})

    def _joined(self, goal: Term, n: int, parts: dict[tuple[int, ...], tuple[Fact, P]]) -> Fact:
        """Prove the goal from facts about the differences of the variables, one for each order."""
        run, names = self.steps.run, [coordinate(k) for k in range(n)]
        stepped: dict[Fact, Fact] = {}
        leaves: dict[tuple[int, ...], Fact] = {}
        for order, (fact, q) in parts.items():
            sorted_names = [names[i] for i in order]
            if len(q) > STEPWISE:
                if fact not in stepped:
                    stepped[fact] = self._in_order(fact, q, n)
                leaves[order] = run("instantiate", stepped[fact], list(zip(names, sorted_names, strict=True)))
            else:
                apart = [x - y for x, y in pairwise(sorted_names)]
                leaves[order] = run("instantiate", fact, list(zip(names, [*apart, sorted_names[-1]], strict=True)))

        def sort(placed: tuple[int, ...], rest: tuple[int, ...]) -> Fact:
            """Prove the goal with the largest variable first."""
            if not rest:
                return leaves[placed]
            i, left = rest[0], rest[1:]

            def insert(at: int) -> Fact:
                if at == len(placed):
                    return sort((*placed, i), left)
                s, t = names[placed[at]], names[i]
                low = sort((*placed[:at], i, *placed[at:]), left)  # s <= t
                weak = run("arith", le(t, s), [(num(1), [run("assume", lt(t, s))])], [], [])
                return run("cases", s, t, low, self.steps.cut(insert(at + 1), [weak]))

            return insert(0)

        out = sort((0,), tuple(range(1, n)))
        return run("mp", run("discharge", goal, run("assume", goal)), out)

    def _in_order(self, fact: Fact, q: P, n: int) -> Fact:
        """Derive from 0 <= q(z) the same inequality for the differences of z_0 >= z_1 >= …, one variable at a time."""
        run, names, gens = self.steps.run, [coordinate(k) for k in range(n)], q.context().gens()
        for k in range(n - 2, -1, -1):
            image = list(gens)
            image[k] = gens[k] - gens[k + 1]
            q = q.compose(*image, ctx=q.context())
            goal = le(num(0), to_term(q, names))
            fact = run("instantiate", fact, [(names[k], names[k] - names[k + 1])])
            fact = run("mp", run("discharge", goal, run("assume", goal)), fact)
        return fact
