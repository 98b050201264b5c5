"""The extremal index: hypotheses about rows of a matrix, or about neighbours, used at the greatest member.

For example, |λ − a_kk| <= Σ_{j≠k} |a_kj| for an eigenvalue λ (Gershgorin). Reference: Horn and Johnson, Matrix
Analysis, section 6.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    absolute,
    abstract,
    big,
    eq,
    forall,
    instantiate_bound,
    le,
    lt,
    num,
    substitute,
    var,
)
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, quantity, relation, walk
from proofs.search.sequences.greatest import at_greatest
from proofs.search.sequences.known import MOST_CHANGES, RELATIONS, Known, known, ranged
from proofs.search.sequences.reach import Bounded, Row

MOST_SEQUENCES = 5  # sequences whose greatest member is considered
MOST_PLACES = 2  # other indices whose members are kept apart
MOST_BOUNDS = 3  # other bounded sequences
I, J = var("i'", "Z"), var("j'", "Z")


class Rows:
    """The hypotheses that relate the members of a range to sums or to neighbours.

    Attributes
    ----------
    lo, hi
        The range.
    names
        The sequences whose members are summed or occur at neighbours of the index.
    steps
        The offsets of the neighbours from the index.
    """

    def __init__(self, lo: Term, hi: Term) -> None:
        self.lo, self.hi = lo, hi
        self.names: set[Term] = set()
        self.steps: set[int] = set()

    @property
    def ends(self) -> tuple[Term, Term]:
        """The ends of the range, extended by the neighbours of its members."""
        return canonical(self.lo + min(self.steps, default=0)), canonical(self.hi + max(self.steps, default=0))

    def add(self, said: Term) -> None:
        """Record the sequences and neighbours in a relation at an index."""
        for b in bigs(said, ("sum",)):
            if I in b.free:
                self.names |= {e.args[0] for e in entries([instantiate_bound(b.args[2], (J,))]) if e.args[1:] == (J,)}
        for e in entries([said]) if not _is_second_difference(said) else ():
            step = canonical(e.args[1] - I) if len(e.args) == 2 else I
            if step.op == "num" and step.args[0] != 0 and isinstance(step.args[0], int):
                self.names.add(e.args[0])
                self.steps.add(step.args[0])

    def sequences(self, goal: Term) -> Iterator[Term]:
        """Yield maxima over the range: of sequences in the goal, or of all sequences if it contains none."""

        def member(t: Term, place: Term) -> Term:
            return big("max", *self.ends, abstract(substitute(t, {place: J}), [J]))

        occurring = [m for m in bigs(goal, ("max",)) if not bigs(instantiate_bound(m.args[2], (J,)))]
        occurring = [
            m for m in occurring if self.names & {e.args[0] for e in entries([instantiate_bound(m.args[2], (J,))])}
        ]
        yield from (big("max", *self.ends, m.args[2]) for m in occurring)
        found = [e for e in entries([goal]) if e.args[0] in self.names and len(e.args) == 2 and e.args[1].op == "var"]
        for t in [*(t for t in walk(goal) if t.op == "abs" and not t.loose), canonical(goal.args[0] - goal.args[1])]:
            places = {e.args[1] for e in found if e in entries([t])}
            if len(places) == 1 and not bigs(t):
                yield member(t, places.pop())
        own = [e.args[0] for e in found] if found or occurring else sorted(self.names, key=str)
        members = [x(J) for x in dict.fromkeys(own)]
        yield from (member(t, J) for t in [*map(absolute, members), *members, *(-x for x in members)])


def _is_second_difference(said: Term) -> bool:
    """Return whether a relation is about a multiple of x_{i−1} − 2 x_i + x_{i+1}, as for convex sequences."""
    q = quantity(said)
    found = {e: q.get(next(iter(normal(e))), fmpq(0)) for e in entries([said])}
    steps = {canonical(e.args[1] - I): c for e, c in found.items() if len(e.args) == 2}
    before, here, after = (steps.get(num(k), fmpq(0)) for k in (-1, 0, 1))
    own = {e for e in found if len(e.args) == 2 and canonical(e.args[1] - I) is num(0)}
    if any(len(m) > 1 and any(a.term in own for a, _ in m) for m in q):  # (2 + c) x_i
        return False
    return bool(before) and before == after and here == -2 * before


def _rows(known: Known) -> list[Rows]:
    """Return the hypotheses about rows and neighbours, grouped by their ranges."""
    out: dict[tuple[Term, Term], Rows] = {}
    for lo, hi, said in filter(None, (ranged(u.concl, I) for u in known.universal)):
        if said.op in RELATIONS:
            ends = canonical(lo), canonical(hi)
            out.setdefault(ends, Rows(*ends)).add(said)
    # a relation with neighbours on one side only is a recursion
    return [r for r in out.values() if r.names and (not r.steps or min(r.steps) < 0 < max(r.steps))]


class _There:
    """The known facts at an index k.

    Parameters
    ----------
    known
        The known facts, which include that k is in its range.
    k
        The index.
    goal
        The goal.
    bounds
        The bounded sequences; if `attained`, the first one is greatest at the index.
    attained
        Whether the first sequence attains its bound at the index.
    steps
        The offsets of the neighbours that occur in hypotheses.
    """

    def __init__(
        self,
        known: Known,
        k: Term,
        goal: Term,
        bounds: Sequence[Bounded],
        attained: bool = True,
        steps: Sequence[int] = (),
    ) -> None:
        self.known, self.k, self.goal, self.bounds = known, k, goal, bounds
        self.attained = bounds[0] if attained else None
        here = [f for f in known.at(k) if f.concl.op in RELATIONS and key(f.concl) is not True]
        self.above = known.above_members(k, (), [goal, *(f.concl for f in [*known.facts, *here])])
        self.said = self._with_halves([*known.facts, *here, *self.above])
        given = [g for g in known.given if g.op in (*RELATIONS, "imp")]
        names = {x for b in bounds for x in b.names}
        found = dict.fromkeys(e.args[1] for e in entries([goal, *given]) if e.args[0] in names)
        places = [k, *islice((x for x in found if x is not k), MOST_PLACES)]
        self.row = Row(known, k, self.said, goal, places)
        beside = [canonical(k + num(step)) for step in sorted(steps)]
        at_places = [f for x in [*places[1:], *beside] for f in known.at(x) if f.concl.op in RELATIONS]
        self.others = self._with_halves(at_places)
        self.positive = [*known.denominators(goal), *(s for f in self.above for s in known.denominators(f.concl))]
        self.below = known.denominators(goal)
        shown = {x for f in self.below for x in (f.concl.args[1], canonical(-f.concl.args[1]))}
        divided = dict.fromkeys(a.term.args[0] for m in quantity(goal) for a, _ in m if a.term.op == "inv")
        self.divisors = [x for x in divided if x not in shown][:1]

    def _with_halves(self, facts: Sequence[Fact]) -> list[Fact]:
        """Return the facts, with ± x <= u added for each fact |x| <= u."""
        return list(dict.fromkeys([*facts, *(h for f in facts for h in self.known.without_values(f))]))

    def reach(self) -> list[Fact]:
        """Return bounds of the sums at the index."""
        return [f for b in self.bounds for f in b.about(self.row)]

    def proved(self, reach: Sequence[Fact]) -> Fact:
        """Prove the goal from bounds of sums and the other facts at the index."""
        known = self.known
        facts = [*reach, *self.others]
        facts += [_product(known, f, s) for f in facts for s in self._factors()]
        facts += [_product(known, f, s) for f in self.others for s in self.below]
        occurring = dict.fromkeys(m for f in (self.goal, *(f.concl for f in self.said)) for m in bigs(f, ("max",)))
        if self.attained is not None:
            facts += [f for m in occurring for f in self._maximum(m, self.attained)]
        sizes = dict.fromkeys(t.args[0] for f in self.said for t in walk(f.concl) if t.op == "abs" and not t.loose)
        facts += [known.p.apply("elementary.abs_nonneg", x=x) for x in sizes]
        facts += [f for m in bigs(self.goal, ("max",)) for f in [known.signed(m)] if f is not None]
        facts += [*self.said, *self.positive]
        return self._by_values(facts, self._by_signs())

    def _by_signs(self) -> list[Term]:
        """Return the terms whose signs are distinguished by cases.

        These are a divisor, a term whose absolute value occurs, such as t − A_kk, and the greatest member.
        """
        occurring = [self.goal, *(f.concl for f in self.above)]
        found = dict.fromkeys(t.args[0] for f in occurring for t in walk(f) if t.op == "abs" and not t.loose)
        numbers = [x for x in found if any((v.op, v.sort) == ("var", "R") for v in x.free)][:1]
        own = [] if self.attained is None or not self.attained.of_size else [self.attained.member(self.k)]
        return [*self.divisors, *numbers, *own]

    def _by_values(self, facts: Sequence[Fact], sizes: Sequence[Term]) -> Fact:
        """Prove the goal for both signs of each of these terms, which determine absolute values and divisors."""
        known = self.known
        if not sizes:
            return self._by_sign(facts)
        x, sides, before = sizes[0], list[Fact](), self.below
        for order in (le(num(0), x), lt(x, num(0))):
            sign = known.run("assume", order)
            value = known.run("abs_value", x, sign if order.op == "le" else known.weak(sign))
            if x in self.divisors:
                strict = lt(num(0), x) if order.op == "le" else lt(num(0), -x)
                self.below = [*before, known.linear(strict, [*self.said, value, sign])]
            sides.append(self._by_values([*facts, value, sign], sizes[1:]))
        self.below = before
        return known.run("cases", num(0), x, *sides)

    def _by_sign(self, facts: Sequence[Fact]) -> Fact:
        """Prove the goal, if necessary by the cases y <= 0 and 0 < y for the greatest member y."""
        known, f = self.known, self.attained
        if f is None:
            return self._combined(facts, None)
        weak = [known.p.apply("elementary.abs_nonneg", x=f.y.args[0])] if f.of_size else []
        for sign in [*weak, *([] if f.of_size else self._signs(f.y))]:
            with suppress(KernelError):
                return self._combined(facts, sign)
            known.search.check_limit()
        down, up = (known.run("assume", order) for order in (le(f.y, num(0)), lt(num(0), f.y)))
        at_zero = self._combined([*facts, *weak, *(self._zeros(f, down) if f.of_size else ())], down)
        return known.run("cases", f.y, num(0), at_zero, self._combined(facts, up))

    def _signs(self, y: Term) -> Iterator[Fact | None]:
        """Yield None, then the facts 0 < y and 0 < −y if they are proved."""
        yield None
        for t in (y, canonical(-y)):
            with suppress(KernelError):
                yield self.known.positive(t)

    def _combined(self, facts: Sequence[Fact], sign: Fact | None) -> Fact:
        """Prove the goal as a linear combination of facts, and of their products with facts about signs."""
        known, signs = self.known, [] if sign is None else [sign]
        signs += [f for b in self.bounds if b is not self.attained for f in [known.signed(b.y)] if f is not None]
        weights = [f for b in self.bounds for f in b.weights]
        positive = [f for f in [*signs, *weights, *self._entries()] if f.concl.op == "lt"]
        said = [*self.said, *(f for b in self.bounds for f in b.totals)]
        said = [f for f in said if f.concl.op in ("le", "lt") and any(v.sort != "Z" for v in f.concl.free)]
        times = [_product(known, f, s) for f in said for s in [*signs, *self._entries(), *self.positive]]
        whole = list(dict.fromkeys([*facts, *signs, *times, *self.below]))
        for scale in [self.below, *([*self.below, s] for s in [*positive, *self.positive])]:
            with suppress(KernelError):
                return known.linear(self.goal, whole, degree=1, depth=2, scale=scale)
            known.search.check_limit()
        return known.run("absurd", self._never(whole), self.goal)

    def _never(self, facts: Sequence[Fact]) -> Fact:
        """Prove that the facts contradict each other, or a negation among the hypotheses."""
        known = self.known
        for g in known.given:
            if g.op == "imp" and g.args[1] is FALSE:
                with suppress(KernelError):
                    return known.run("mp", known.run("assume", g), known.linear(g.args[0], facts))
        return known.linear(FALSE, facts, degree=1, depth=2)

    def _entries(self) -> list[Fact]:
        """Return the facts 0 < x for entries x."""
        return [
            f for f in self.said if f.concl.op == "lt" and f.concl.args[0] is num(0) and f.concl.args[1].op == "app"
        ]

    def _maximum(self, m: Term, f: Bounded) -> Iterator[Fact]:
        """Yield max f <= y, and max f = y if the index lies in the range of the maximum."""
        known, y = self.known, instantiate_bound(m.args[2], (self.k,))
        if canonical(y) is canonical(f.y):
            index = known.index(*m.args[:2])
            with suppress(KernelError):
                each = known.everywhere(index, f.at(index.i, *index.ends))
                most = known.run("max_le", m, y, known.settle(le(*m.args[:2])), each)
                yield from (most, *(_product(known, most, s) for s in self.below))
                ends = known.settle(le(m.args[0], self.k)), known.settle(le(self.k, m.args[1]))
                yield known.run("antisymmetry", most, known.run("max_ge", m, self.k, *ends))

    def _factors(self) -> list[Fact]:
        """Return the signs of the factors of sums and members in the facts."""
        names, found = {x for b in self.bounds for x in b.names}, dict[Term, None]()
        for q in (quantity(f.concl) for f in self.said):
            for m in q:
                beside = [x for x in m if x[0].term.op != "sum" and not names & set(x[0].term.args[:1])]
                if 0 < len(beside) < len(m):
                    found[as_term({frozenset(beside): fmpq(1)})] = None
        return [f for t in found for f in [self.known.signed(t)] if f is not None]

    def _zeros(self, f: Bounded, zero: Fact) -> Iterator[Fact]:
        """Yield Σ = 0 for the sums whose members have the factor g, where |g| <= 0 at every index."""
        known = self.known
        for b in self.row.sums:
            with suppress(KernelError):
                index = known.index(*b.args[:2])
                bound, g, member = f.at(index.i, *index.ends), f.member(index.i), index.member(b.args[2])
                above = [known.p.apply("elementary.abs_ge", x=x) for x in (g, -g)]
                sides = [known.linear(x, [bound, zero, *above]) for x in (le(g, num(0)), le(num(0), g))]
                nothing = known.run("antisymmetry", *sides)
                size = known.linear(eq(absolute(g), num(0)), [known.run("abs_value", g, sides[1]), nothing])
                yield known.summed(index, known.linear(eq(member, num(0)), [nothing, size]))


def _product(known: Known, f: Fact, sign: Fact) -> Fact:
    """Prove 0 <= a b, or 0 < a b, where a and b are right − left of two facts."""
    a, b = (canonical(x.concl.args[1] - x.concl.args[0]) for x in (f, sign))
    goal = relation(normal(a * b), "lt" if f.concl.op == sign.concl.op == "lt" else "le")
    return known.run("arith", goal, [(num(1), [f, sign])], [], [])


def _bounds(known: Known, *formulas: Term) -> Iterator[Bounded]:
    """Yield sequences that are bounded by a maximum in the formulas or by a universal hypothesis."""
    for m in dict.fromkeys(m for f in formulas for m in bigs(f, ("max",))):
        if not bigs(instantiate_bound(m.args[2], (J,))):
            index = known.index(*m.args[:2])
            every = known.everywhere(index, known.run("max_ge", m, index.i, *index.ends))
            yield Bounded(known, every, m.args[2], m)
    for u in known.universal:
        _, _, said = ranged(u.concl, I) or (I, I, FALSE)
        places = {e.args[1:] for e in entries(said.args[:1])} if said.op == "le" else set()
        if places == {(I,)} and I not in said.args[1].free and not bigs(said):
            yield Bounded(known, u, abstract(said.args[0], [I]), said.args[1])


def _given(known: Known, rows: Rows, goal: Term) -> Iterator[tuple[Term, Bounded]]:
    """Yield indices at which a member is the greatest by hypothesis, and the sequence with its bound."""
    maxima = [big("max", *rows.ends, m.args[2]) for f in known.facts for m in bigs(f.concl, ("max",))]
    with known.named_facts():
        for b in _bounds(known, *maxima, goal):
            own = dict.fromkeys(e for f in (b.y, *(f.concl for f in known.facts)) for e in entries([f]))
            for place in dict.fromkeys(e.args[1] for e in own if e.args[0] in b.names and len(e.args) == 2):
                if b.names & rows.names and instantiate_bound(b.body, (place,)) in (b.y, *own, *map(absolute, own)):
                    yield place, b


class Greatest:
    """The goal at an index at which a sequence attains its maximum.

    Parameters
    ----------
    search, asked
        The question.
    rows
        The hypotheses at each index.
    body
        The sequence as a function of the index.
    """

    def __init__(self, search: Search, asked: Asked, rows: Rows, body: Term) -> None:
        self.search, self.asked, self.rows, self.body = search, asked, rows, body
        f = instantiate_bound(body, (J,))
        self.inner = abstract(f.args[0], [J]) if f.op == "abs" else body

    def _inside(self, k: Term, most: Fact, ends: Sequence[Fact], at_end: Sequence[Fact] = ()) -> Fact:
        """Prove the goal from the facts at the index k, which is an end of the range if `at_end` says so."""
        search, goal = self.search, self.asked.goal
        there = Known(search, list(dict.fromkeys([*self.asked.given, *(f.concl for f in (*ends, most, *at_end))])))
        with there.named_facts():
            first = Bounded(there, most, self.body, instantiate_bound(self.body, (k,)))
            others = [b for b in _bounds(there, goal) if not b.names & first.names]
            steps = () if at_end else [*self.rows.steps]
            found = _There(there, k, goal, [first, *others[:MOST_BOUNDS]], True, steps)
            reach = [] if at_end else found.reach()
            if not (reach or at_end or self.rows.steps):
                raise NotFound("no rows with weights")
            return search.cut(found.proved(reach), at_end)

    def at(self, k: Term, low: Fact, high: Fact, most: Fact) -> Fact:
        """Prove the goal for k in the range of the hypotheses, and for k at the ends of the extended range."""
        search, rows = self.search, self.rows
        sides = [search.run("assume", x) for x in (le(rows.lo, k), le(k, rows.hi))]
        fact = self._inside(k, most, [low, high, *sides])
        for end, near, far in ((rows.ends[0], k, rows.lo), (rows.ends[1], rows.hi, k)):
            if end not in (rows.lo, rows.hi):
                beyond = search.run("integer_step", search.run("assume", lt(near, far)))
                close = search.run("arith", le(k, end) if near is k else le(end, k), [(num(1), [beyond])], [], [])
                same = search.run("antisymmetry", *((close, low) if near is k else (high, close)))
                here = instantiate_bound(self.inner, (k,))
                template = forall("Z", abstract(eq(here, instantiate_bound(self.inner, (J,))), [J]))
                equal = search.run("replace", same, template, search.run("arith", eq(here, here), [], [], []))
                fact = search.run("cases", far, near, fact, self._inside(k, most, [low, high], [equal]))
        return fact


def by_greatest(search: Search, asked: Asked, rows: Rows, t: Term) -> Fact:
    """Prove the goal from the hypotheses at the index at which a sequence attains its maximum."""
    found = Greatest(search, asked, rows, t.args[2])
    return at_greatest(known(search, asked), asked.goal, t, lambda k, most: found.at(k.i, *k.ends, most))


def by_given(search: Search, asked: Asked, rows: Rows, place: Term, most: Bounded) -> Fact:
    """Prove the goal from the hypotheses at an index at which, by hypothesis, a member is the greatest."""
    k = known(search, asked)
    bound, members = most.y, instantiate_bound(most.body, (place,))
    index = k.index(*rows.ends)
    sizes = [k.p.apply("elementary.abs_ge", x=x) for x in (most.member(place), -most.member(place))]
    above = k.linear(le(bound, members), [*k.facts, *(sizes if most.of_size else ())], work=200)
    least = k.linear(le(index.member(most.body), members), [most.at(index.i, *index.ends), above])
    ends = [k.settle(x) for x in (le(rows.ends[0], place), le(place, rows.ends[1]))]
    sides = [*ends, k.everywhere(index, least)]
    fact = Greatest(search, asked, rows, most.body).at(place, ends[0], ends[1], sides[2])
    if not rows.steps:
        sides += [k.settle(x) for x in (le(rows.lo, place), le(place, rows.hi))]
    return search.cut(fact, sides)


def at_place(known: Known, goal: Term, k: Term, bounds: Sequence[Bounded]) -> Fact:
    """Prove the goal about sums Σ_j u_j x_j of a row k, where x is bounded; x_k is kept apart."""
    found = _There(known, k, goal, bounds, False)
    reach = found.reach()
    if not reach:
        raise NotFound("no rows with weights")
    return found.proved(reach)


def _equal(known: Known, goal: Term, depth: int) -> Fact:
    """Prove s = t from s <= t and t <= s."""
    s, t = goal.args
    return known.run("antisymmetry", *(known.asked([], x, depth) for x in (le(s, t), le(t, s))))


@method("where it is the greatest", share=0.5)
def greatest(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield proofs at the greatest member, for universal hypotheses about sums or neighbours."""
    k, goal = known(search, asked), asked.goal
    rows = _rows(k)
    if not rows:
        return
    if goal.op == "eq":
        yield k.way(partial(_equal, k, goal, asked.depth))
        return
    for of_range in rows:
        for place, most in islice(_given(k, of_range, goal), MOST_PLACES):
            yield k.way(partial(by_given, search, asked, of_range, place, most))
    for of_range in rows:
        for t in islice(dict.fromkeys(of_range.sequences(goal)), MOST_SEQUENCES):
            yield k.way(partial(by_greatest, search, asked, of_range, t))


@method("rows whose members are bounded", share=0.4)
def bounded_rows(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield proofs for sums in a row whose index is a variable, with members that maxima or hypotheses bound."""
    k, goal = known(search, asked), asked.goal
    if goal.op not in ("le", "lt") or asked.depth > MOST_CHANGES:
        return
    sums = [b for b in bigs(goal, ("sum",)) if b.args[2].op == "mul"]
    names = {e.args[0] for b in sums for e in entries([instantiate_bound(b.args[2], (J,))]) if e.args[1:] == (J,)}
    numbers = dict.fromkeys(v for b in sums for v in sorted(b.free, key=str) if (v.op, v.sort) == ("var", "Z"))
    places = [
        v for v in numbers if any(v in e.args[1:] for b in sums for e in entries([instantiate_bound(b.args[2], (J,))]))
    ]
    if names and places:
        with k.named_facts():
            bounds = [b for b in _bounds(k, goal) if b.names & names][:MOST_BOUNDS]
        for place in places[:MOST_PLACES] if bounds else ():
            yield k.way(partial(at_place, k, goal, place, bounds))
