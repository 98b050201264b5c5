"""Instances of lemmas for a question: they match its terms, their hypotheses are proved, and they are simplified.

Instances come from three places: the terms of the question; the sums inside the members of a sum, at an index; and
other terms in these members, where an instance of a lemma about numbers is multiplied by a weight and summed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, permutations

from proofs.checking.models.compiled import Floats, Undefined, compiled, margin, ranged_body
from proofs.kernel.normal import as_term, canonical, key, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    abstract,
    big,
    eq,
    forall,
    instantiate_bound,
    inv,
    le,
    log,
    num,
    substitute,
)
from proofs.kernel.work import WORK
from proofs.language.matching import Values, matches
from proofs.search.base.effort import spent
from proofs.search.base.failures import NotFound
from proofs.search.base.lemma import Lemma, features
from proofs.search.points.instances import CLEAR, Exact, PointSearch
from proofs.search.points.instances import Values as Sampled
from proofs.search.sequences.forms import (
    BIG,
    bigs,
    cancelled,
    entries,
    of_entries,
    product_of,
    quantity,
    replaced,
    root_of,
    single_factors,
    squares_replaced,
    swapped_big,
    value_of_sum,
    walk,
    written,
)
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import RELATIONS, Index, Known
from proofs.search.sequences.logs import taken_apart
from proofs.search.sequences.termwise import named_value

MOST_MATCHES, MOST_TRIED = 60, 6  # matches of a lemma at one place, and those whose hypotheses are examined
MOST_VALUES = 4  # values from hypotheses, or from products in the goal
MOST_PLACES, MOST_WEIGHTS = 3, 6
A_LOOK, SAMPLES = 0.02, 6  # the effort for values at which the hypotheses of a question hold, and their number
SIDE, HARD_SIDE = 200, 400  # the work for a hypothesis of an instance


@dataclass(eq=False)
class Place:
    """The terms with which lemmas are matched at one place, and the facts known there.

    Attributes
    ----------
    terms
        The terms.
    facts
        The facts known there, apart from the facts about numbers.
    index
        The index at which the terms are members of sums; None for the terms of the question itself.
    members
        The members of the sums at the index.
    """

    terms: list[Term]
    facts: list[Fact] = field(default_factory=list)
    index: Index | None = None
    members: list[Term] = field(default_factory=list)


def functions_in(relation: Term) -> set[Term]:
    """Return the values of functions, such as roots, that are factors in the normal form of a relation."""
    if relation.op not in RELATIONS:
        return set()
    return {a.term for m in quantity(relation) for a, _ in m if a.term.op not in (*BIG, "var", "app")}


class Instances:
    """The instances of lemmas for one goal.

    Attributes
    ----------
    prove
        A function that proves hypotheses about sums, if there is one.
    formulas
        The goal, other forms in which it is `written`, and the known facts.
    sums
        The sums, products and maxima in the question and in the normal forms of its sums.
    functions
        The values of functions in the question (`functions_in`).
    """

    def __init__(
        self,
        known: Known,
        goal: Term,
        prove: Callable[[Known, Term], Fact] | None = None,
        written: Sequence[Term] = (),
    ) -> None:
        self.known, self.goal, self.prove = known, goal, prove
        self.formulas = [goal, *written, *(f.concl for f in known.facts)]
        self.sums = {b for f in self.formulas for b in bigs(f)}
        self.functions = {t for f in self.formulas for t in functions_in(f)}
        found = ((b, v, f) for f in known.facts for b, v in [value_of_sum(f) or named_value(f) or (None, None)])
        self.values = [(b, v, f) for b, v, f in found if b is not None and v is not None]
        self._indices: dict[tuple[Term, Term, int], tuple[Index, list[Fact]]] = {}
        self._instances: dict[str, list[Fact]] = {}
        self._known_matches: dict[object, list[Values]] = {}
        self.places = [self._outer(), *self._at_indices()]
        self.features = frozenset({("", "sum")}.union(*(features(t) for place in self.places for t in place.terms)))

    def _outer(self) -> Place:
        """Return the terms of the question without loose bound variables, and Σ 1 over each range."""
        terms: dict[Term, None] = {}
        for f in self.formulas:
            for t in walk(f):
                if not t.loose and t.sort in ("Z", "R") and t.op != "num":
                    terms[t] = None
            terms |= dict.fromkeys([*bigs(f), f])
        for lo, hi in dict.fromkeys(t.args[:2] for t in terms if t.op == "sum"):
            terms[big("sum", lo, hi, num(1))] = None
        return Place(list(terms))

    def _at_indices(self) -> Iterator[Place]:
        """Yield the members of the sums of a question, as written and in normal form, by their ranges."""
        known, found = self.known, dict[tuple[Term, Term], dict[Term, None]]()
        for f in self.formulas:
            for b in (*written(f, ("sum",)), *bigs(f, ("sum",))):
                bodies = found.setdefault((canonical(b.args[0]), canonical(b.args[1])), {})
                bodies[b.args[2]] = None
                bodies |= dict.fromkeys(b.args[2].args if b.args[2].op == "add" else ())
        for (lo, hi), bodies in found.items() if len(known.around) < 2 else ():
            index = known.index(lo, hi)
            members = [index.member(body) for body in bodies]
            with known.inside(index):
                facts = [*index.facts, *(f for t in members for f in known.of_pairs(index, t))]
            terms = dict.fromkeys(t for m in members for t in walk(m) if index.i in t.free and not t.loose)
            for t in [t for t in terms if t.op == "log"]:
                parts = [x.args[0] if x.op == "inv" else x for x in single_factors(t.args[0])]
                terms |= dict.fromkeys(log(x) for x in parts if index.i in x.free)
            facts += [half for f in facts for half in known.without_values(f) if half is not f]
            facts = list({key(f.concl): f for f in facts}.values())
            yield Place([t for t in terms if t.sort in ("Z", "R")], facts, index, members)

    def of(self, lemma: Lemma) -> list[Fact]:
        """Return the instances of a lemma."""
        if lemma.name not in self._instances:
            out: dict[object, Fact] = {}
            for place in self.places:
                for fact in self._at(lemma, place):
                    out |= {key(f.concl): f for f in (fact, *self.known.without_values(fact))}
                self.known.search.check_limit()
            self._instances[lemma.name] = [f for said, f in out.items() if said is not True]
        return self._instances[lemma.name]

    def _at(self, lemma: Lemma, place: Place) -> Iterator[Fact]:
        if place.index is None:
            yield from self._settled(lemma, place)
        elif lemma.pointwise:
            yield from self._weighted(lemma, place, place.index)
        elif any(t.op in BIG for t in place.terms):
            with self.known.inside(place.index):
                facts = [f for f in self._settled(lemma, place) if place.index.i in f.concl.free]
            for fact in facts:
                with suppress(KernelError):
                    yield self.simplified(self.known.summed(place.index, fact))

    # --- values of the variables

    def _settled(self, lemma: Lemma, place: Place) -> Iterator[Fact]:
        """Yield instances without hypotheses; those first with the fewest sums and functions that are new."""
        theorem = self.known.p.theorem(lemma.name)
        found, asked = list[tuple[tuple[int, int], Fact]](), {*bigs(self.goal)}
        known_sums = self.sums | {canonical(t) for t in place.terms if t.op in BIG}
        for values in self._values(lemma, place):
            with suppress(KernelError):
                there = self._sums_of(lemma, values, known_sums)
                if there is not None:
                    new, unasked = (sum(b not in sums for b in there) for sums in (known_sums, asked))
                    fact = self.known.run("instantiate", theorem, list(values.items()))
                    if key(fact.concl) is not True:
                        unasked += len(functions_in(fact.concl) - self.functions)
                        found.append(((new, unasked), fact))
        shown = set[object]()
        for _, fact in islice(sorted(found, key=lambda row: row[0]), 3 * MOST_TRIED):
            self.known.search.check_limit()
            if key(fact.concl) not in shown and len(shown) < MOST_TRIED:
                with suppress(KernelError):
                    yield self.simplified(self._without_hypotheses(fact, place))
                    shown.add(key(fact.concl))

    def _sums_of(self, lemma: Lemma, values: Values, known_sums: Set[Term]) -> Set[Term] | None:
        """Return the sums of an instance; None if there are more new ones than the lemma allows, or none at all.

        Sums of given members, such as Σ 1/i, do not count.
        """
        out: dict[Term, None] = {}
        for total in lemma.sums:
            out |= dict.fromkeys(b for b in bigs(substitute(total, values)) if b.args[2].op != "num")
            if sum(b not in known_sums and of_entries([b]) for b in out) > lemma.new:
                return None
        return out.keys() if out or not lemma.sums else None

    def _values(self, lemma: Lemma, place: Place) -> Iterator[Values]:
        """Yield values of all variables of a lemma."""
        seen = set[object]()
        for terms in lemma.triggers:
            for values in islice(self._matched(terms, place.terms, {}), MOST_MATCHES):
                for full in self._with_the_others(lemma, values, place):
                    mark = tuple(full[x] for x in lemma.symbols)
                    if mark not in seen:
                        seen.add(mark)
                        yield full

    def _matched(self, patterns: Sequence[Term], terms: Sequence[Term], values: Values) -> Iterator[Values]:
        if not patterns:
            yield values
            return
        pattern, needed = patterns[0], features(patterns[0])
        for t in terms:
            if needed <= features(t) and (pattern.op != "var" or t.op in ("var", "app")):
                for found in self._matches(pattern, t, values):
                    yield from self._matched(patterns[1:], terms, found)

    def _matches(self, pattern: Term, t: Term, values: Values) -> list[Values]:
        """Return the extensions of the values with which a pattern matches a term; lemmas share the cached results."""
        bound = {x: v for x, v in values.items() if x in pattern.free}
        asked = pattern, t, tuple(bound.items())
        if asked not in self._known_matches:
            self._known_matches[asked] = list(islice(matches(pattern, t, pattern.free, bound), MOST_MATCHES))
        return [{**values, **found} for found in self._known_matches[asked]]

    def _with_the_others(self, lemma: Lemma, values: Values, place: Place) -> Iterator[Values]:
        """Yield the values extended to the variables that no trigger determines."""
        for found in self._by_hypotheses(lemma, values, place):
            for more in self._by_products(lemma, found):
                yield from self._by_places(lemma, more)

    def _by_hypotheses(self, lemma: Lemma, values: Values, place: Place) -> Iterator[Values]:
        """Yield values of numbers and functions by matching hypotheses about them with known inequalities."""
        open_ = [x for x in lemma.symbols if x not in values and x.sort != "Z"]
        left = [h for h in lemma.fact.hyps.values() if not h.free.isdisjoint(open_)]
        if not left:
            yield values
            return
        left.sort(key=lambda h: -h.size)
        for found in islice(self._by_hypothesis(left[0], lemma, values, place), MOST_VALUES):
            if found.keys() > values.keys():
                yield from self._by_hypotheses(lemma, found, place)

    def _by_hypothesis(self, h: Term, lemma: Lemma, values: Values, place: Place) -> Iterator[Values]:
        """Yield the extensions of the values with which a hypothesis matches a known fact."""
        known, own = self.known, list[Term]()
        facts: Sequence[Fact] = [*place.facts, *known.facts]
        if h.op == "all":
            try:
                lo, hi, h = ranged_body(h.args[1])
                put = {x: v for x, v in values.items() if x in lo.free | hi.free}
                index, facts = self._at_index(substitute(lo, put), substitute(hi, put), place)
            except KernelError:
                return
            own = [index.i]
        if h.op not in RELATIONS:
            return
        alike = [f for f in facts if (f.concl.op == "eq") is (h.op == "eq")]
        for f in [half for fact in alike for half in known.without_values(fact)]:
            s, t = (abstract(side, own) for side in f.concl.args)
            for sides in ((s, t), (t, s) if h.op == "eq" else (canonical(-t), canonical(-s))):
                pairs = list(zip(h.args, sides, strict=True))
                for order in (pairs, pairs[::-1]):
                    for one in self._matches(*order[0], values):
                        yield from self._matches(*order[1], one)

    def _by_products(self, lemma: Lemma, values: Values) -> Iterator[Values]:
        """Yield values of numbers that occur only in the conclusion, from its squares and the products in the goal."""
        x = next((x for x in lemma.symbols if x not in values and x.sort == "R"), None)
        if x is None:
            yield values
            return
        square = next((t for t in walk(lemma.fact.concl) if t.op == "mul" and {*t.args} == {x}), None)
        there = dict.fromkeys([num(1), *(t for t in walk(self.goal) if t.op == "mul" and not t.loose)])
        if square is None:
            return
        for t in there:
            for found in islice(matches(square, t, lemma.symbols, values), MOST_VALUES):
                yield from self._by_products(lemma, found)

    def _by_places(self, lemma: Lemma, values: Values) -> Iterator[Values]:
        """Yield values of integers: the indices of members in the goal and in the facts about numbers."""
        left = [x for x in lemma.symbols if x not in values]
        if not left:
            yield values
        elif all(x.sort == "Z" for x in left):
            there = entries(self.formulas)
            places = list(dict.fromkeys(t.args[1] for t in there if len(t.args) == 2))[:MOST_PLACES]
            for some in permutations(places, len(left)):
                yield {**values, **dict(zip(left, some, strict=True))}

    # --- hypotheses

    def _without_hypotheses(self, fact: Fact, place: Place) -> Fact:
        """Prove the hypotheses of an instance, except those of the question."""
        given = {key(g) for g in self.known.given}
        hypotheses = [h for h in fact.hyps.values() if key(h) not in given]
        if any(self._fails(h, place) for h in hypotheses):
            raise NotFound("a hypothesis fails at an instance")
        for h in hypotheses:
            fact = self.known.run("mp", self.known.run("discharge", h, fact), self._proved(h, place))
        return fact

    def _fails(self, h: Term, place: Place) -> bool:
        """Return whether a formula is clearly false at values that satisfy the hypotheses of the question."""
        if not self._samples:
            return False
        try:
            room = margin(h, Floats())
            start = None if place.index is None else compiled(place.index.lo, Exact())
        except KernelError:
            return False
        for values, functions in self._samples:
            env = values.env(functions)
            with suppress(KernelError, KeyError, IndexError, Undefined, ArithmeticError, ValueError):
                if place.index is not None and start is not None:
                    env[place.index.i] = start(env, ())
                WORK.done += 3 * h.size
                if room(env, ()) < -CLEAR:
                    return True
        return False

    @cached_property
    def _samples(self) -> list[tuple[Sampled, Sequence[Term]]]:
        """Return a few instances of the question at which its hypotheses hold."""
        if self.known.around:
            return []
        try:
            sampler = PointSearch(self.known.given, self.goal)
        except KernelError:
            return []
        for _ in sampler.suspects(spent() + A_LOOK, SAMPLES):
            pass
        return [(values, sampler.functions) for _, values in sampler.lowest[:SAMPLES]]

    def _proved(self, h: Term, place: Place) -> Fact:
        """Prove a hypothesis of an instance."""
        known = self.known
        with suppress(KernelError):
            return known.settle(h, *place.facts, *(place.index.ends if place.index else ()))
        if h.op != "all":
            return self._relation(h, place.facts)
        lo, hi, body = ranged_body(h.args[1])
        index = known.index(lo, hi)
        says = instantiate_bound(body, (index.i,))
        with known.inside(index):
            facts = [*self._facts_at(index, place), *known.of_pairs(index, says)]
            return known.settle(h, known.everywhere(index, self._relation(says, facts)))

    def _at_index(self, lo: Term, hi: Term, place: Place) -> tuple[Index, list[Fact]]:
        """Return an index in a range, and the facts known there."""
        asked = canonical(lo), canonical(hi), self.places.index(place)
        if asked not in self._indices:
            index = self.known.index(lo, hi)
            self._indices[asked] = index, self._facts_at(index, place)
        return self._indices[asked]

    def _facts_at(self, index: Index, place: Place) -> list[Fact]:
        """Return the facts at the index of a hypothesis, also about pairs of this index with others in the question."""
        known, outer = self.known, place.index
        ends = (*index.ends, *(outer.ends if outer is not None else ()))
        others = dict.fromkeys(i for t in entries([self.goal]) for i in t.args[1:] if i.op in ("var", "num"))
        others = {outer.i: None} if outer is not None else others
        out = list[Fact]()
        for f in known.at(index.i, *ends) if outer is not None else (*index.facts, *index.universal):
            for i in islice(others, MOST_PLACES) if f.concl.op == "all" else (None,):
                with suppress(KernelError):
                    out.append(f if i is None else known.p.specialize(f, i, using=ends))
        return [f for f in out if f.concl.op != "all"]

    def _relation(self, says: Term, facts: Sequence[Fact]) -> Fact:
        known = self.known
        if says.op in ("le", "lt") and canonical(says.args[0]) is num(0):
            return (known.nonnegative if says.op == "le" else known.positive)(says.args[1], facts)
        with suppress(KernelError):
            return known.linear(says, [*facts, *known.facts], work=SIDE)
        if self.prove is not None and known.around and bigs(says, ("sum",)):
            return self.prove(known, says)
        return known.linear(says, [*facts, *known.facts, *about(known, says)], degree=2, depth=2, work=HARD_SIDE)

    # --- members of sums

    def _weighted(self, lemma: Lemma, place: Place, index: Index) -> Iterator[Fact]:
        """Yield instances at an index, multiplied by weights and summed."""
        known = self.known
        theorem = known.p.theorem(lemma.name)
        for values in self._values(lemma, place):
            with suppress(KernelError), known.inside(index):
                fact = known.run("instantiate", theorem, list(values.items()))
                if key(fact.concl) is True or fact.concl.op not in RELATIONS:
                    continue
                fact = self._without_hypotheses(fact, place)
                atoms = {a for t in lemma.triggers[0] for a in single_factors(substitute(t, values))}
                for w in islice(_weights(atoms, place.members, index), MOST_WEIGHTS):
                    with suppress(KernelError):
                        yield self._summed(fact, w, place, index)

    def _summed(self, fact: Fact, w: Term, place: Place, index: Index) -> Fact:
        known = self.known
        if self._fails(le(num(0), w), place):
            raise NotFound("a weight is negative at an instance")
        sign = [] if w is num(1) else [known.nonnegative(w, place.facts)]
        q = times(quantity(fact.concl), normal(w))
        positive = [f for f in place.facts if f.concl.op == "lt" and f.concl.args[0] is num(0)]
        short = cancelled(q, [f.concl.args[1] for f in positive])
        apart = self._logs_apart(as_term(short), place.facts)
        short, used = replaced(short, apart)
        sides = [(num(1), [fact, *sign]), *((as_term(m), [e]) for m, e in used)]
        whole = (eq if fact.concl.op == "eq" else le)(num(0), as_term(short))
        if fact.concl.op == "eq":
            sides[0] = (w, [fact])
        return self.simplified(known.summed(index, known.run("arith", whole, sides, [], positive)))

    def _logs_apart(self, t: Term, facts: Sequence[Fact]) -> list[Fact]:
        logs = dict.fromkeys(x.args[0] for x in walk(t) if x.op == "log" and not x.loose)
        return [e for x in logs for e in taken_apart(self.known, x, facts)]

    def _squares_of_roots(self, t: Term, facts: Sequence[Fact]) -> Iterator[Fact]:
        """Yield (√w)² = w and (1/√w)² = 1/w for the roots of positive numbers in a term."""
        known = self.known
        for r, w in dict.fromkeys((r, root_of(r)) for r in walk(t)):
            with suppress(KernelError):
                if w is not None:
                    sign = known.positive(w, facts)
                    positive = known.p.apply("norms.sqrt_positive", sign, s=w)
                    square = known.p.apply("norms.sqrt_square", known.weak(sign), s=w)
                    yield known.linear(eq(r * r, w), [square])
                    by = inv(r) * inv(r) * inv(w)
                    yield known.run("arith", eq(inv(r) * inv(r), inv(w)), [(-by, [square])], [], [positive, sign])

    # --- normal forms

    def simplified(self, fact: Fact) -> Fact:
        """Return a fact in which Σ 1 and the sums whose values hypotheses give are evaluated, also inside functions."""
        known = self.known
        if fact.concl.op not in RELATIONS:
            return fact
        for total, value, f in self.values:
            if any(canonical(t) is total for t in walk(fact.concl) if t.op == total.op and not t.loose):
                hole = known.fresh("hole")
                shape = swapped_big(fact.concl, total, hole)
                if hole in shape.free:
                    same = known.linear(eq(total, value), [f], work=50)
                    fact = known.run("replace", same, forall("R", abstract(shape, [hole])), fact)
        counts = list[Fact]()
        for b in [b for b in bigs(fact.concl, ("sum",)) if b.args[2].op == "num"]:
            with suppress(KernelError):
                counts.append(known.p.apply("sums.sum_const", known.count(b), lo=b.args[0], hi=b.args[1]))
        q, used = replaced(quantity(fact.concl), counts, powers=True)
        if used:
            sides = [(num(1), [fact]), *((as_term(m), [e]) for m, e in used)]
            fact = known.run("arith", (eq if fact.concl.op == "eq" else le)(num(0), as_term(q)), sides, [], [])
        return fact

    def forms(self) -> Iterator[Fact]:
        """Yield equations that expand logarithms in the sums of the question and simplify x · 1/x, |u|² and (√w)²."""
        known = self.known
        for place in self.places[1:]:
            if place.index is None:
                continue
            index = place.index
            positive = [f for f in place.facts if f.concl.op == "lt" and f.concl.args[0] is num(0)]
            for m in place.members:
                with suppress(KernelError), known.inside(index):
                    equations = self._logs_apart(m, place.facts)
                    sizes = dict.fromkeys(t for t in walk(m) if t.op == "abs" and not t.loose)
                    equations += [known.p.apply("elementary.abs_square", u=t.args[0]) for t in sizes]
                    equations += self._squares_of_roots(m, [*place.facts, *index.ends])
                    q, used = replaced(normal(m), equations)
                    q, squared = squares_replaced(q, equations)
                    short = cancelled(q, [f.concl.args[1] for f in positive])
                    if short != normal(m):
                        sides = [(as_term(c), [x]) for c, x in (*used, *squared)]
                        same = known.run("arith", eq(m, as_term(short)), sides, [], positive)
                        fact = known.summed(index, same)
                        self.sums.update(bigs(fact.concl))
                        yield self.simplified(fact)


def _weights(atoms: set[Term], members: Sequence[Term], index: Index) -> Iterator[Term]:
    """Yield the cofactors of these atoms in members of sums, then other factors of the members, and 1."""
    out: dict[Term, None] = {}
    for m in members:
        parts = single_factors(m)
        for a in sorted(atoms.intersection(parts), key=lambda a: a.order):
            rest = list(parts)
            rest.remove(a)
            out[canonical(product_of([x for x in rest if x.op != "num"]))] = None
        if m.op in ("mul", "app") and any(a not in parts and not a.free.isdisjoint(m.free - {index.i}) for a in atoms):
            out.setdefault(canonical(product_of([x for x in parts if x.op != "num"])), None)
        for x in parts:
            if x.op in ("app", "inv"):
                out.setdefault(canonical(x), None)
    out[num(1)] = None
    yield from out
