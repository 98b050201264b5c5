"""Linear programming duality: universal hypotheses, multiplied by sequences and summed.

For example, Σ c_i x_i >= Σ b_j y_j for the feasible points x and y of a linear program and its dual. Reference: Boyd
and Vandenberghe, Convex Optimization, section 5.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, islice

from proofs.kernel.normal import ONE, Poly, as_term, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, absolute, eq, inv, le, lt, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.absolute import beside_sizes, weighted_squares
from proofs.search.sequences.contracted import (
    MOST_INDICES,
    MOST_RELATIONS,
    MOST_TESTED,
    Contraction,
    Contractions,
    hypotheses,
    tests,
    tests_apart,
)
from proofs.search.sequences.deep import Deep, power_of_sum
from proofs.search.sequences.forms import bigs, entries, product_of, quantity, relation, replaced, single_factors, walk
from proofs.search.sequences.known import MOST_CHANGES, Known, known

MOST_PAIRS, MOST_FACTORS = 6, 3  # pairs of sequences, and positive numbers by which a goal is multiplied
FEW_RELATIONS = 12  # facts that are tried first
WORK = 2500  # products that a linear search may try


class Tests:
    """The facts about contractions of which a goal may be a linear combination."""

    def __init__(self, known: Known, goal: Term) -> None:
        self.known, self.forms = known, Contractions(known)
        self.said = list(hypotheses(self.forms, goal))
        q, self.used = replaced(quantity(goal), self.forms.equations(quantity(goal)), powers=True)
        self.goal = (eq if goal.op == "eq" else lt if goal.op == "lt" else le)(num(0), as_term(q))
        self.facts = [self.forms.formed(f) for f in known.facts if f.concl.op in ("le", "lt", "eq")]
        numbers = dict.fromkeys(a.term for m in q for a, _ in m if a.term.op in ("var", "max") and len(m) > 1)
        self.facts += [f for t in numbers if goal.op != "eq" for f in self._sign(t)]
        self.positive: list[Fact] = []
        start = self.forms.in_formula(q)
        if not bigs(goal, ("sum",)):
            start += self._factors()
        squares = [a.term for m in q for a, e in m if a.term.op == "sum" and e == 2]
        for fact in [f for t in dict.fromkeys(squares) for f in self._of_square(t)]:
            self.facts.append(fact)
            start += self.forms.in_formula(quantity(fact.concl))
        self._more = self._grown(start)

    def _of_square(self, t: Term) -> Iterator[Fact]:
        """Yield (Σ A u v)² <= Σ |A| u² Σ |A| v² for a sum over one or two indices."""
        deep = Deep(self.known, t)
        parts = [x for x in single_factors(deep.member) if x.op != "num"]
        for u, v in combinations(dict.fromkeys(x for x in parts if x.op == "app" and len(x.args) == 2), 2):
            rest = list(parts)
            rest.remove(u)
            rest.remove(v)
            for weight in dict.fromkeys([product_of(rest), absolute(product_of(rest))]):
                with suppress(KernelError):
                    fact = power_of_sum(self.known, deep, 2, [canonical(weight * u * u), canonical(weight * v * v)])
                    yield self.forms.formed(fact)
                    break

    def _sign(self, t: Term) -> Iterator[Fact]:
        """Yield 0 <= t or 0 < t, if necessary from a universal hypothesis at its first index."""
        sign = self.known.signed(t)
        if sign is not None:
            yield sign
            return
        for one in self.said:
            if t in one.fact.concl.free and len(one.indices) == 1 and one.fact.concl.op != "eq":
                with suppress(KernelError):
                    first = one.at([one.indices[0].lo], [])
                    signs = [f for b in bigs(first.concl, ("sum",)) for f in [self.known.signed(b)] if f is not None]
                    yield self.known.linear(le(num(0), t), [first, *signs], work=50)
                    return

    def _factors(self) -> list[Contraction]:
        """Return the contractions in known facts, and sums of products of two sequences that are proved positive."""
        said = [f for f in self.facts if bigs(f.concl, ("sum",))]
        out = [form for f in said for form in self.forms.in_formula(quantity(f.concl))]
        self.positive += [f for f in said if f.concl.op == "lt" and f.concl.args[0].op == "num"]
        found: dict[tuple[Term, Term], dict[Term, None]] = {}
        for one in self.said:
            for t in entries([one.fact.concl]):
                index = next((x for x in one.indices if t.args[1:] == (x.i,)), None)
                if index is not None:
                    found.setdefault((index.lo, index.hi), {})[t.args[0]] = None
        for (lo, hi), heads in found.items():
            index = self.forms.index(lo, hi)
            for u, v in list(combinations(heads, 2))[:MOST_PAIRS]:
                form, _ = self.forms.of([u(index.i), v(index.i)], (index,))
                with suppress(KernelError):
                    self.positive.append(self.known.positive(form.term))
                    out.append(form)
        return out

    def _grown(self, start: Sequence[Contraction]) -> Iterator[Fact]:
        """Yield facts about contractions, and about the contractions that these facts introduce."""
        seen = {form.member: form for form in start}
        had = {key(f.concl) for f in self.facts}
        for form in (queue := list(seen.values())):  # the loop extends the list
            for fact in self._about(form):
                if key(fact.concl) in had or key(fact.concl) is True:
                    continue
                had.add(key(fact.concl))
                yield fact
                for new in self.forms.in_formula(quantity(fact.concl)):
                    few = len(new.indices) < MOST_INDICES and len(seen) < MOST_TESTED
                    if few and new.member not in seen:
                        seen[new.member] = new
                        queue.append(new)
                self.known.search.check_limit()

    def _about(self, form: Contraction) -> Iterator[Fact]:
        yield from tests(self.forms, self.said, form)
        if self.goal.op != "eq":
            yield from self._squares(form)
            with suppress(KernelError):
                sign = self.forms.nonnegative(form.member, form.indices)
                yield self.forms.over(sign, form.indices)

    def _squares(self, form: Contraction) -> Iterator[Fact]:
        """Yield Σ A (u ± v)² >= 0 for products A u v, or Σ (|A| (u² + v²) ± 2 A u v) >= 0 for A of unknown sign."""
        known = self.known
        single = [t for t in form.parts if t.op == "app" and len(t.args) == 2]
        for u, v in combinations(dict.fromkeys(single), 2):
            if u.free >= v.free or v.free >= u.free:
                continue
            rest = list(form.parts)
            rest.remove(u)
            rest.remove(v)
            weight = product_of(rest)
            with suppress(KernelError):
                yield from tests_apart(self.forms, self.said, Contraction(weight, form.indices), (u - v, u + v))
                of_matrices = all(t.op == "app" and len(t.args) > 2 for t in single_factors(weight))
                sign = partial(self.forms.nonnegative, indices=form.indices)
                for fact in weighted_squares(known, weight, u, v, sign, of_matrices):
                    yield self.forms.formed(self.forms.over(fact, form.indices))
                    yield from self._on_diagonal(fact, form)

    def _on_diagonal(self, fact: Fact, form: Contraction) -> Iterator[Fact]:
        """Yield Σ_i F(i, i) <= Σ_i Σ_j F(i, j) for F >= 0, and Σ_i (|a| ± a) A >= 0 for products |a| A in F(i, i)."""
        known, indices = self.known, form.indices
        if len(indices) != 2 or not any(t.op == "abs" for t in walk(fact.concl)):
            return
        one, two = indices
        if (one.lo, one.hi) != (two.lo, two.hi):
            return
        by = {"f": two.function(canonical(fact.concl.args[1])), "lo": two.lo, "hi": two.hi, "m": one.i}
        member = known.p.apply("sums.sum_member", known.everywhere(two, fact), *one.ends, **by)
        yield self.forms.formed(known.summed(one, member))
        for beside in beside_sizes(known, quantity(member.concl), partial(self.forms.nonnegative, indices=[one])):
            yield known.summed(one, beside)

    # --- the goal ----------------------------------------------------------------------------------------------

    def found(self) -> Fact:
        """Prove the goal, written with contractions, from few facts or else from more facts."""
        for most in (FEW_RELATIONS, MOST_RELATIONS):
            new = list(islice(self._more, most))
            self.facts += new
            if new or most == FEW_RELATIONS:
                with suppress(KernelError):
                    return self._combined()
        raise NotFound("no combination")

    def _combined(self) -> Fact:
        with suppress(KernelError):
            return self._linear(self.goal)
        if self.goal.op == "eq":
            for sign in [f for f in self.known.facts if f.concl.op == "lt" and canonical(f.concl.args[1]).op == "abs"]:
                with suppress(KernelError):
                    return self._divided_by_gap(sign)
        gaps = [f for f in self.known.facts if self.goal.op == "eq" and f.concl.op == "lt" and not bigs(f.concl)]
        for sign in [*self.positive, *gaps][:MOST_FACTORS]:
            with suppress(KernelError):
                return self._times(sign)
        if self.goal.op != "eq" and not bigs(self.goal):
            return self._otherwise()
        raise NotFound("no combination")

    def _otherwise(self) -> Fact:
        """Prove 0 <= g or 0 < g for a number g by contradiction.

        The negation gives g S <= 0 for the sums S >= 0, which contradicts the known facts.
        """
        known, (zero, g) = self.known, self.goal.args
        of_sums = [f for f in self.facts if f.concl.op == "le" and bigs(f.concl, ("sum",))]
        signs = [f for f in of_sums if len(quantity(f.concl)) == 1]
        here, wrong = known.run("assume", self.goal), (lt if self.goal.op == "le" else le)(g, zero)
        there = known.run("assume", wrong)
        never = known.linear(FALSE, [*self.facts, *((there, sign) for sign in signs)], work=WORK)
        absurd = known.run("absurd", never, self.goal)
        if self.goal.op == "le":
            return known.run("cases", zero, g, here, absurd)
        return known.run("cases", g, zero, absurd, here)

    def _divided_by_gap(self, sign: Fact) -> Fact:
        """Prove 0 = g from 0 = d g and 0 < |d|."""
        size = canonical(sign.concl.args[1])
        g, gap = as_term(quantity(self.goal)), size.args[0]
        product = self._linear(eq(num(0), as_term(times(normal(g), normal(gap)))))
        square = self.known.p.apply("elementary.abs_square", u=gap)
        below = inv(size) * inv(size)
        by = 1 if quantity(square.concl) == plus(normal(gap * gap), normal(size * size), -1) else -1
        sides = [(below * gap, [product]), (num(-by) * below * g, [square])]
        return self.known.run("arith", self.goal, sides, [], [sign])

    def _times(self, sign: Fact) -> Fact:
        """Prove the goal from its product with a positive number."""
        by = as_term(quantity(sign.concl))
        sign = self.known.restated(sign, lt(num(0), by))
        op = {"eq": eq, "le": le, "lt": lt}[self.goal.op]
        product = self._linear(op(num(0), as_term(times(quantity(self.goal), normal(by)))))
        if op is eq:
            return self.known.run("arith", self.goal, [(inv(by), [product])], [], [sign])
        return self.known.divided(product, [sign], self.goal)

    def _linear(self, goal: Term) -> Fact:
        with suppress(KernelError):
            return self.known.linear(goal, self.facts, depth=2, work=WORK)
        return self.known.linear(goal, self.facts, degree=2, depth=1, work=WORK)


def by_tests(known: Known, goal: Term) -> Fact:
    """Prove the goal from hypotheses that are multiplied by sequences and summed."""
    around = Tests(known, goal)
    return known.put_back(goal, around.found(), around.used)


@method("hypotheses tested with sequences", share=0.3)
def tested(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by duality, if the goal or a universal hypothesis contains entries with two indices."""
    k, goal = known(search, asked), asked.goal
    formulas = (goal, *(u.concl for u in k.universal))
    of_two = any(t.op == "app" and len(t.args) == 3 for f in formulas for t in walk(f))
    if of_two and goal.op in ("le", "lt", "eq") and asked.depth <= MOST_CHANGES:
        yield k.way(partial(by_tests, k, goal))


def _of_sums(q: Poly) -> Poly:
    return {m: c for m, c in q.items() if any(bigs(a.term, ("sum",)) for a, _ in m)}


def _multiplier(q: Poly, bound: Poly) -> Poly:
    """Return m such that q − m · bound has no summands without sums, or lacks a variable of the bound; else {}."""
    rest = plus(bound, _of_sums(bound), -1)
    if rest.keys() == {ONE}:
        return {m: c / rest[ONE] for m, c in plus(q, _of_sums(q), -1).items()}
    for m, c in rest.items():
        (a, e), *others = m or [(None, 0)]
        if not others and e == 1 and a is not None and a.term.op == "var":
            found = {x - {(a, e)}: v / c for x, v in q.items() if (a, e) in x}
            if found and all(a not in dict(x) for x in (*found, *(y for y in rest if y != m))):
                return found
    return {}


def by_bounds_of_sums(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal by subtracting bounds of sums, times nonnegative multipliers.

    Raises
    ------
    NotFound
        if no hypothesis gives such a bound, or the remaining goal is not proved.
    """
    q, sides = quantity(goal), list[tuple[Term, list[Fact]]]()
    for f in known.facts:
        if f.concl.op not in ("le", "lt") or not bigs(f.concl, ("sum",)):
            continue
        by = _multiplier(q, quantity(f.concl))
        sign = known.signed(as_term(by)) if by else None
        if sign is not None:
            q = plus(q, times(by, quantity(f.concl)), -1)
            sides.append((num(1), [known.weak(f) if f.concl.op == "lt" else f, sign]))
    if not sides:
        raise NotFound("it has no bound of a sum")
    inside = known.asked_if_likely(relation(q, goal.op), depth)
    return known.run("arith", goal, [(num(1), [inside]), *sides], [], [])


@method("bounds of sums, times multipliers", share=0.4)
def bounds_of_sums(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof from hypotheses that bound sums by terms of the goal."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= MOST_CHANGES and bigs(goal, ("sum",)):
        q = quantity(goal)
        if any(
            f.concl.op in ("le", "lt") and bigs(f.concl, ("sum",)) and _multiplier(q, quantity(f.concl))
            for f in k.facts
        ):
            yield k.way(partial(by_bounds_of_sums, k, goal, asked.depth))
