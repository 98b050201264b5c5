"""The facts that are known under the hypotheses of a question about sequences, and ways to derive more of them.

Facts about numbers and universal facts (∀i in a range) are stored separately. An inequality in which sums, maxima and
entries can be treated as numbers is passed to the search with variables in their place (`Known.numbers`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import islice, permutations

from proofs.checking.models.compiled import ranged_body
from proofs.kernel.normal import Poly, as_term, canonical, key, normal, plus, times
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
    inv,
    lam,
    le,
    lt,
    mul,
    num,
    rebuild,
    substitute,
    var,
)
from proofs.language.display import text
from proofs.search.base.effort import over, spent
from proofs.search.base.failures import LimitReached, NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.base.steps import Steps
from proofs.search.engine import Asked, Search, Way
from proofs.search.points.instances import PointSearch
from proofs.search.points.sampling import may_vanish
from proofs.search.sequences.forms import (
    BIG,
    alone,
    bigs,
    cancelled,
    entries,
    factors,
    of_sequences,
    product_of,
    quantity,
    ranges_in,
    relation,
    replaced,
    root_of,
    swapped_entry,
    value_of_sum,
    walk,
    without,
    written,
)

RELATIONS = ("le", "lt", "eq")
MOST_VARIABLES, MOST_FACTS = 8, 16  # variables and facts of a question about numbers
WORK = 3_000  # products that a linear search may try
MOST_CHANGES = 3  # nested questions that methods propose
A_LOOK = 0.05  # the effort for the search for an instance at which a goal fails
MOST_FIXED = 2  # entries at fixed places at which hypotheses are used to prove a sign
MOST_PLACES = 4  # members of a path, or ends of parts of a range, that are compared


def ranged(universal: Term, i: Term) -> tuple[Term, Term, Term] | None:
    """Return lo, hi and A(i) for a formula ∀i. lo <= i → i <= hi → A(i); None for other formulas."""
    try:
        lo, hi, rest = ranged_body(universal.args[1])
    except KernelError:
        return None
    return lo, hi, instantiate_bound(rest, (i,))


class Index:
    """An index in a range: a variable, the facts that it is in the range, and the universal facts at it."""

    def __init__(self, known: Known, lo: Term, hi: Term) -> None:
        self.lo, self.hi = lo, hi
        self.i = known.fresh("i", "Z")
        self.low, self.high = known.run("assume", le(lo, self.i)), known.run("assume", le(self.i, hi))
        beside = [canonical(hi), canonical(lo), canonical(lo - 1)] if known.steps else []
        places = [
            x for x in beside if not any(x in (canonical(start - 1), start, end) for _, start, end, _ in known.steps)
        ]
        here = [*known.at(self.i, self.low, self.high), *known.in_order(self.i, places, *self.ends)]
        here += known.of_second(self)
        self.facts = [f for f in here if f.concl.op != "all"]
        self.universal = [f for f in here if f.concl.op == "all"]

    @property
    def ends(self) -> tuple[Fact, Fact]:
        """The facts that the index is in its range."""
        return self.low, self.high

    def member(self, body: Term) -> Term:
        """Return the body of a sum over the range at the index."""
        return instantiate_bound(body, (self.i,))

    def function(self, t: Term) -> Term:
        """Return a term that contains the index as a function of the index."""
        return lam(1, abstract(t, [self.i]))


class Known(Steps):
    """The facts that are known under the hypotheses of a question.

    Attributes
    ----------
    facts
        Facts about numbers.
    universal
        Universal facts, which hold for all indices in a range.
    around
        The indices at which a formula is currently being proved, the outermost first.
    closed_forms
        The closed forms of sums, computed on demand.
    pools
        For each goal, facts that may prove it in combination, and further facts about it, computed on demand.
    """

    def __init__(self, search: Search, given: Sequence[Term]) -> None:
        super().__init__(search.p)
        self.search = search
        self.given = tuple(given)
        self.facts: list[Fact] = []
        self.universal: list[Fact] = []
        for g in given:
            self.add(self.run("assume", g))
        self.around: list[Index] = []
        self._counting = False  # whether members are being compared with sums
        self._rooted = False  # whether roots are being replaced by variables
        self.closed_forms: dict[Term, list[Fact]] = {}
        self.pools: dict[Term, tuple[list[Fact], list[Fact]]] = {}
        self._positive: dict[Term, Fact] = {}
        self._by_values = set[Term]()  # entries whose sign is being derived from an equation for them
        self._open: dict[Term, list[frozenset[Hashable]]] = {}  # terms not shown to be positive, with the facts used
        with self.named_facts():
            self._close_cycles()
            self.facts += [*self._means(), *self._quotients()]
            self.facts += [f for said in self.facts for f in self._range_of_mean(said)]

    def _close_cycles(self) -> None:
        """Extend universal facts by one index if an equation identifies the next member with a member in the range.

        For example, x_{n+1} = x_1 extends 0 < x_i to the index n + 1.
        """
        for said in [f for f in self.facts if f.concl.op == "eq" and all(t.op == "app" for t in f.concl.args)]:
            for there, here in (said.concl.args, said.concl.args[::-1]):
                if there.args[0] is here.args[0] and len(there.args) == 2:
                    for u in list(self.universal):
                        with suppress(KernelError):
                            self.universal.append(self._one_further(u, said, there, here))

    def _one_further(self, universal: Fact, said: Fact, there: Term, here: Term) -> Fact:
        """Prove A(x_i) for a range and one more index, at which an equation identifies the member with another one."""
        i, x, end = self.fresh("i", "Z"), self.fresh("x"), canonical(there.args[1])
        lo, hi, about = ranged(universal.concl, i) or (i, i, FALSE)
        above = canonical(end - hi) is num(1)
        member = next((t for t in entries([about]) if t.args == (there.args[0], i)), None)
        if member is None or not (above or canonical(lo - end) is num(1)):
            raise NotFound("not the next index")
        shape = swapped_entry(about, member, x)
        if i in shape.free:
            raise NotFound("it speaks of the index as well")
        same = said if said.concl.args[0] is here else self.run("arith", eq(here, there), [(num(-1), [said])], [], [])
        at = self.p.specialize(universal, here.args[1])
        moved = self.run("replace", same, forall("R", abstract(shape, [x])), at)
        low, high = (self.run("assume", side) for side in (le(lo if above else end, i), le(i, end if above else hi)))
        near, far = (le(i, hi), lt(hi, i)) if above else (le(lo, i), lt(i, lo))
        inside = self.p.specialize(universal, i, using=[low, high, self.run("assume", near)])
        step = self.run("integer_step", self.run("assume", far))
        edge = self.restated(step, le(end, i) if above else le(i, end))
        equal = self.run("antisymmetry", *((edge, high) if above else (low, edge)))
        outside = self.run("replace", equal, forall("Z", abstract(about, [i])), moved)
        fact = self.run("cases", *((i, hi) if above else (lo, i)), inside, outside)
        return self.p.generalize(i, fact, low, high)

    def _means(self) -> Iterator[Fact]:
        """Yield equations with quotients of sums, multiplied by the denominator: m = Σ x / n gives n m = Σ x."""
        for f in [f for f in self.facts if f.concl.op == "eq"]:
            q = quantity(f.concl)
            divided = [m for m in q if any(a.term.op == "sum" for a, _ in m)]
            below = dict.fromkeys(a.term.args[0] for m in divided for a, _ in m if a.term.op == "inv")
            for d in islice(below, 1):
                with suppress(KernelError):
                    sign = self.positive(d)
                    whole = as_term(cancelled(times(q, normal(d)), [d]))
                    yield self.run("arith", eq(num(0), whole), [(d, [f])], [], [sign])

    def _range_of_mean(self, said: Fact) -> Iterator[Fact]:
        """Yield a <= m <= b if `said` is N m = Σ x, and a <= x <= b holds for all N members, for numbers a and b.

        Bounds that are no numbers are left to the pool; as facts they would cost more than they help.
        """
        q = quantity(said.concl)
        total, c = next(iter(alone(q, "sum") if said.concl.op == "eq" else ()), (num(0), None))
        if c is None or total.args[2].op == "num":
            return
        lo, hi, body = total.args
        size = canonical(hi - lo + 1)
        value = as_term({m: -v / c for m, v in without(q, total).items()})
        mean = next((v for v in free_variables([value]) if v.sort == "R" and canonical(v * size) is value), None)
        if mean is None:
            return
        with suppress(KernelError):
            some, several = self.settle(le(lo, hi)), self.settle(lt(num(0), size))
            count = self.p.apply("sums.sum_const", self.count(total), lo=lo, hi=hi)
            index = self.index(lo, hi)
            member = normal(index.member(body))
            for fact, sign in [(f, s) for f in index.facts if f.concl.op in ("le", "lt") for s in (1, -1)]:
                a = as_term(plus(quantity(fact.concl), member, -sign))
                if a.free:
                    continue
                with suppress(KernelError):
                    strict = fact.concl.op == "lt"
                    t = canonical(num(sign) * index.member(body) + a)
                    every = self.everywhere(
                        index, self.run("arith", (lt if strict else le)(num(0), t), [(num(1), [fact])], [], [])
                    )
                    whole = big("sum", lo, hi, index.function(t).args[1])
                    sums = ("sums.sum_pos", some, every) if strict else ("sums.sum_nonneg", every)
                    summed = self.theorem(sums[0], whole, *sums[1:])
                    goal = (lt if strict else le)(num(0), canonical(num(sign) * mean + a))
                    yield self.linear(goal, [summed, said, (count, a)], scale=[several], work=200)

    def _quotients(self) -> Iterator[Fact]:
        """Yield a/b <= 1 from a <= b, if a hypothesis divides by the variable b."""
        below = {t.args[0] for g in self.given for t in walk(g) if t.op == "inv" and t.args[0].op == "var"}
        for f in [f for f in self.facts if f.concl.op in ("le", "lt") and f.concl.args[1] in below]:
            with suppress(KernelError):
                a, b = f.concl.args
                sign = self.positive(b)
                inverse = self.p.apply("elementary.inv_pos", sign, x=b)
                if a.op == "var":
                    yield self.run("arith", le(a * inv(b), num(1)), [(num(1), [self.weak(f), inverse])], [], [sign])

    def add(self, fact: Fact) -> None:
        """Add a fact to the known facts."""
        c = fact.concl
        if c.op == "all":
            self.universal.append(fact)
        elif c.op in RELATIONS:
            self.facts.append(fact)
            if c.op == "lt" and all(side.sort == "Z" for side in c.args):
                self.facts.append(self.run("integer_step", fact))

    @contextmanager
    def named_facts(self) -> Iterator[None]:
        """Make the known facts the named facts of the proof while the context lasts."""
        before, self.p.facts = self.p.facts, {str(k): f for k, f in enumerate([*self.facts, *self.universal])}
        try:
            yield
        finally:
            self.p.facts = before

    def way(self, prove: Callable[[], Fact]) -> Way:
        """Return a tactic that calls `prove` with the known facts as the named facts of the proof."""

        def found() -> Fact:
            with self.named_facts():
                return prove()

        return found

    def fresh(self, name: str, sort: str = "R") -> Term:
        """Return a new variable."""
        return var(f"{name}'{len(self.p.made)}", sort)

    # --- an index of a range -----------------------------------------------------------------------------------

    def at(self, i: Term, *sides: Fact) -> list[Fact]:
        """Return the universal facts at an index, as far as the index is proved to be in their ranges."""
        out: list[Fact] = []
        for u in self.universal:
            with suppress(KernelError):
                fact = self.p.specialize(u, i, using=sides)
                if fact.concl.op in (*RELATIONS, "all"):
                    out.append(fact)
        return out

    def of_second(self, index: Index) -> list[Fact]:
        """Return facts about all pairs of indices with the second one fixed: A(j, i) at this i, for all j."""
        out: list[Fact] = []
        for u in self.universal:
            j = self.fresh("j", "Z")
            lo, hi, inner = ranged(u.concl, j) or (j, j, FALSE)
            of_inner = ranged(inner, index.i) if inner.op == "all" else None
            if of_inner is None or [*map(canonical, of_inner[:2])] != [canonical(index.lo), canonical(index.hi)]:
                continue
            ends = [self.run("assume", le(lo, j)), self.run("assume", le(j, hi))]
            with suppress(KernelError):
                row = self.p.specialize(u, j, using=ends)
                fact = self.p.specialize(row, index.i, using=index.ends)
                if fact.concl.op in RELATIONS:
                    out.append(self.p.generalize(j, fact, *(f.concl for f in ends)))
        return out

    @cached_property
    def steps(self) -> list[tuple[Term, Term, Term, Fact]]:
        """The sequences that are nondecreasing by hypotheses about neighbours: function, ends of the range, fact.

        A nonincreasing sequence is included with its sign reversed.
        """
        out: list[tuple[Term, Term, Term, Fact]] = []
        for u in self.universal:
            i = var("i'", "Z")
            first, last, relation = ranged(u.concl, i) or (i, i, FALSE)
            if relation.op not in ("le", "lt"):
                continue
            found = entries([relation])
            q = quantity(relation)
            here = [t for t in found if t.args[1:] == (i,)]
            if len(found) != 2 or len(here) != 1 or len(q) != 2:
                continue
            low, high = le(first, i), le(i, last)
            lo, hi = canonical(first), canonical(last)
            for sign in (1, -1):
                rising = lam(1, abstract(num(sign) * here[0], [i]))
                step = le(num(sign) * here[0], num(sign) * substitute(here[0], {i: i + 1}))
                with suppress(KernelError):
                    at = self.p.specialize(u, i, using=[self.run("assume", low), self.run("assume", high)])
                    fact = self.run("arith", step, [(num(1), [at])], [], [])
                    every = self.p.generalize(i, fact, le(lo, i), le(i, hi))
                    out.append((rising, lo, canonical(hi + 1), every))
                    break
        return out

    def in_order(self, i: Term, places: Sequence[Term], *sides: Fact) -> list[Fact]:
        """Return comparisons of a member of a monotone sequence with the members at the ends and at other places."""
        out: list[Fact] = []
        for rising, lo, hi, every in self.steps:
            for x, y in [(lo, i), (i, hi), *((x, i) for x in places), *((i, y) for y in places)]:
                if x is not y:
                    with suppress(KernelError):
                        low, order = self.settle(le(lo, x), *sides), self.settle(le(x, y), *sides)
                        ends = low, order, self.settle(le(y, hi), *sides)
                        by = {"f": rising, "lo": lo, "hi": hi, "i": x, "j": y}
                        out.append(self.p.apply("inequalities.nondecreasing_le", every, *ends, **by))
        return out

    def of_falling(self, i: Term, formulas: Sequence[Term], *sides: Fact) -> Iterator[Fact]:
        """Yield (i − lo + 1) x_i <= Σ x and x_i <= Σ x / (i − lo + 1), if Σ x occurs and 0 <= x is nonincreasing."""
        occurring = {b for f in (*(g.concl for g in self.facts), *formulas) for b in bigs(f, ("sum",))}
        values = {v[0]: (v[1], f) for f in self.facts for v in [value_of_sum(f)] if v is not None}
        for rising, lo, hi, every in self.steps:
            falling = lam(1, canonical(num(-1) * rising.args[1]))
            total = canonical(big("sum", lo, hi, falling.args[1]))
            if total.op != "sum" or total not in occurring:
                continue
            with suppress(KernelError):
                ends = self.settle(le(lo, i), *sides), self.settle(le(i, hi), *sides)
                terms = self.members(total, self.nonnegative)
                steps = self.index(lo, canonical(hi - 1))
                here, there = (instantiate_bound(falling.args[1], (x,)) for x in (steps.i, steps.i + 1))
                at = self.p.specialize(every, steps.i, using=steps.ends)
                down = self.everywhere(steps, self.run("arith", le(there, here), [(num(1), [at])], [], []))
                by = {"f": falling, "lo": lo, "hi": hi, "m": i}
                fact = self.p.apply("inequalities.falling_le_total", down, terms, *ends, **by)
                count, x, bound = canonical(i - lo + 1), instantiate_bound(falling.args[1], (i,)), total
                if total in values:
                    bound, said = values[total]
                    fact = self.linear(le(count * x, bound), [fact, said])
                yield fact
                sign = self.linear(lt(num(0), count), [*ends], degree=1, work=50)
                yield self.divided(fact, [sign], le(x, bound * inv(count)))

    def of_squares(self, *formulas: Term) -> Iterator[Fact]:
        """Yield Σ x² <= (Σ x)² for non-negative x, if both sums occur in the formulas."""
        sums = list(dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",))))
        for b in sums:
            i = var("i'", "Z")
            square = big(
                "sum",
                b.args[0],
                b.args[1],
                abstract(instantiate_bound(b.args[2], (i,)) * instantiate_bound(b.args[2], (i,)), [i]),
            )
            if b.args[2].op == "app" and canonical(square) in sums:
                with suppress(KernelError):
                    yield self.theorem("inequalities.squares_le_square", b, self.members(b, self.nonnegative))

    @contextmanager
    def inside(self, index: Index) -> Iterator[None]:
        """Add an index and its universal facts to the known facts while the context lasts."""
        universal, around = self.universal, self.around
        self.universal, self.around = [*universal, *index.universal], [*around, index]
        try:
            yield
        finally:
            self.universal, self.around = universal, around

    def index(self, lo: Term, hi: Term) -> Index:
        """Return a new index over the range lo..hi."""
        return Index(self, lo, hi)

    def everywhere(self, index: Index, fact: Fact) -> Fact:
        """Generalize a fact at an index to all indices of its range."""
        return self.p.generalize(index.i, fact, *(f.concl for f in index.ends))

    def summed(self, index: Index, fact: Fact) -> Fact:
        """Sum a relation at an index over the range of the index."""
        if fact.concl.op == "lt":
            fact = self.weak(fact)
        left, right = (index.function(side) for side in fact.concl.args)
        theorem = "sums.sum_eq" if fact.concl.op == "eq" else "sums.sum_le"
        every = self.everywhere(index, fact)
        return self.p.apply(theorem, every, f=left, g=right, lo=index.lo, hi=index.hi)

    def weak(self, fact: Fact) -> Fact:
        """Prove s <= t from s < t."""
        return self.run("arith", le(*fact.concl.args), [(num(1), [fact])], [], [])

    def ranged(self, index: Index, t: Term) -> Sequence[Fact]:
        """Return the facts that the index is in its range, if it occurs in the term outside entries."""

        def stands(t: Term) -> bool:
            return t is index.i or (t.op != "app" and any(isinstance(a, Term) and stands(a) for a in t.args))

        return index.ends if stands(t) else ()

    def members(self, t: Term, prove: Callable[[Term, Sequence[Fact]], Fact]) -> Fact:
        """Prove, by `prove` at an index, a universal fact about the members of a sum, product or maximum."""
        lo, hi, body = t.args
        index = self.index(lo, hi)
        x = index.member(body)
        with self.inside(index):
            return self.everywhere(index, prove(x, [*index.facts, *self.of_pairs(index, x), *self.ranged(index, x)]))

    def of_pairs(self, index: Index, t: Term) -> list[Fact]:
        """Return facts about an index together with other indices in a term, and facts at indices that depend on it."""
        out: list[Fact] = []
        places = dict.fromkeys(i for e in entries([t]) for i in e.args[1:] if i is not index.i)
        for place in islice((x for x in places if index.i in x.free), MOST_PLACES):
            out += [f for f in self.at(place, *index.ends) if f.concl.op in RELATIONS]
        for u in index.universal:
            for place in places:
                with suppress(KernelError):
                    fact = self.p.specialize(u, place, using=[*index.ends, *(f for i in self.around for f in i.ends)])
                    if fact.concl.op in RELATIONS:
                        out.append(fact)
        return out

    def theorem(self, name: str, t: Term, *sides: Fact, **values: Term) -> Fact:
        """Apply a theorem about a function f on a range to the function and the range of a sum, product or maximum."""
        lo, hi, body = t.args
        return self.p.apply(name, *sides, f=lam(1, body), lo=lo, hi=hi, **values)

    # --- signs -------------------------------------------------------------------------------------------------

    def positive(self, t: Term, facts: Sequence[Fact] = ()) -> Fact:
        """Prove 0 < t from its structure and the known facts."""
        if t in self._positive:
            return self._positive[t]
        if t in self._open and any(self._said(facts) <= failed for failed in self._open[t]):
            raise NotFound(f"not shown to be positive: {text(t)}")
        try:
            fact = self._sign(t, facts)
        except KernelError:
            self.search.check_limit()
            self._open.setdefault(t, []).append(self._said(facts))
            raise
        if fact.hyps.keys() <= {key(g) for g in self.given}:
            self._positive[t] = fact
        return fact

    def _said(self, facts: Sequence[Fact]) -> frozenset[Hashable]:
        """Return the facts from which a sign is derived, as a key."""
        ends = (f for i in self.around for f in i.ends)
        return frozenset(key(f.concl) for f in (*facts, *self.facts, *ends))

    def _sign(self, t: Term, facts: Sequence[Fact]) -> Fact:
        p, goal = self.p, lt(num(0), t)
        here = p.find_fact(goal, *facts)
        if here is not None:
            return here
        if t.op == "app":
            of_places = self._of_places(t)
            here = p.find_fact(goal, *of_places)
            if here is not None:
                return here
            for f in of_places:  # a hypothesis may be an equation for the entry
                gives = f.concl.op == "eq" and f.concl.args[0] is t and t not in entries([f.concl.args[1]])
                if gives and t not in self._by_values:  # a_ij = a_ji would lead back to a_ij
                    self._by_values.add(t)
                    try:
                        with suppress(KernelError):
                            sign = self.positive(f.concl.args[1], facts)
                            return self.run("arith", goal, [(num(1), [sign]), (num(-1), [f])], [], [])
                    finally:
                        self._by_values.remove(t)
        if t.op == "exp":
            return self.run("exp_pos", t.args[0])
        if t.op == "num":
            return p.positive(t)
        if t.op == "mul":
            return self.run("arith", goal, [(num(1), [self.positive(a, facts) for a in t.args])], [], [])
        if t.op == "inv":
            return p.apply("elementary.inv_pos", self.positive(t.args[0], facts), x=t.args[0])
        if t.op == "sum":
            with suppress(KernelError):
                every = self.members(t, lambda x, at: self.positive(x, [*at, *facts]))
                return self.theorem("sums.sum_pos", t, self.settle(le(*t.args[:2])), every)
            return self._positive_by_weights(t, facts)
        if t.op == "prod":
            every = self.members(t, lambda x, at: self.positive(x, [*at, *facts]))
            return self.theorem("inequalities.prod_pos", t, every, self.proper(t))
        if t.op == "ite" and root_of(t) is not None:
            return p.apply("norms.sqrt_positive", self.positive(t.args[0].args[1], facts), s=t.args[0].args[1])
        with suppress(KernelError):
            return p.positive(t, *facts)
        if t.op == "add":
            parts = [f for a in t.args for f in [self.signed(a, facts)] if f is not None]
            if len(parts) == len(t.args) and any(f.concl.op == "lt" for f in parts):
                return self.run("arith", goal, [(num(1), [f]) for f in parts], [], [])
        if t.op == "var" and t.sort == "R":
            with suppress(KernelError):
                return self._sign_of_value(t, self.positive)
        if t.op == "app":
            said = [f.concl for f in (*facts, *self.facts) if t in entries([f.concl]) and not bigs(f.concl)]
            if all(key(c) == key(le(num(0), t)) for c in said):  # it may be 0
                raise NotFound(f"nothing says that it is positive: {text(t)}")
        if t.op == "add" and not t.loose and not of_sequences(t):
            plain = [f.concl for f in (*facts, *self.facts) if not of_sequences(f.concl)]
            plain = [c for c in plain if all(v.sort == "R" for v in c.free)]
            if may_vanish(plain, t):  # facts about sequences could exclude it, but rarely do
                raise NotFound(f"it may be 0: {text(t)}")
        more = [*self._parts_of(t), *self._of_fixed(t)]
        return self.numbers([*facts, *self.facts, *self.of_members(t), *self.of_first(t), *more], goal, 0.3)

    def _positive_by_weights(self, t: Term, facts: Sequence[Fact]) -> Fact:
        """Prove 0 < Σ w f for non-negative w and positive f, if a fact implies 0 < Σ w."""
        lo, hi, body = t.args
        for f in dict.fromkeys([*self.facts, *facts, *(f for index in self.around for f in index.facts)]):
            for total in bigs(f.concl, ("sum",)):
                rest, weights = Counter(factors(body)), Counter(factors(total.args[2]))
                if total.args[:2] != (lo, hi) or not weights < rest:
                    continue
                other = big("sum", lo, hi, product_of([*(rest - weights).elements()]))
                with suppress(KernelError):
                    some = self.linear(lt(num(0), total), [f])
                    weak = self.members(total, lambda x, at: self.nonnegative(x, [*at, *facts]))
                    every = self.members(other, lambda x, at: self.positive(x, [*at, *facts]))
                    fact = self.theorem(
                        "inequalities.weighted_sum_pos", other, weak, every, some, w=lam(1, total.args[2])
                    )
                    return self.p.have(lt(num(0), t), fact)
        raise NotFound(f"no weights by which it is positive: {text(t)}")

    def _sign_of_value(self, v: Term, sign: Callable[[Term], Fact]) -> Fact:
        """Prove the sign of a variable that a hypothesis equates with a term that contains sums."""
        for f in self.facts:
            for x, value in (f.concl.args, f.concl.args[::-1]) if f.concl.op == "eq" else ():
                if x is v and v not in value.free and bigs(value):
                    with suppress(KernelError):
                        fact = sign(value)
                        by = num(1 if f.concl.args[0] is value else -1)
                        goal = (lt if fact.concl.op == "lt" else le)(num(0), v)
                        return self.run("arith", goal, [(num(1), [fact]), (by, [f])], [], [])
        raise NotFound(f"no hypothesis says what {text(v)} is")

    def _parts_of(self, t: Term) -> Iterator[Fact]:
        """Yield signs of the sums in equations for the variables of a term, and equations that split these sums."""
        said = [f.concl for f in self.facts if f.concl.op == "eq" and bigs(f.concl, ("sum",))]
        of = [b for c in said if any(v.sort == "R" for v in c.free & t.free) for b in bigs(c, ("sum",))]
        if of or bigs(t, ("sum",)):
            yield from self.in_parts(ranges_in([t, *(f.concl for f in self.facts)]))
        for b in dict.fromkeys(b for b in of if not bigs(t)):
            sign = self.signed(b)
            if sign is not None:
                yield sign
        if t.op == "var" and t.sort == "R":  # facts about the entries with which it is compared
            beside = dict.fromkeys(e for f in self.facts if t in f.concl.free for e in entries([f.concl]))
            for e in islice(beside, MOST_PLACES):
                yield from (f for f in self._of_places(e) if f.concl.op in RELATIONS)

    def _of_fixed(self, t: Term) -> list[Fact]:
        """Return the universal inequalities at the places of a few entries that depend on no index in `around`."""
        found = [e for e in entries([t]) if e is not t and not any(i.i in e.free for i in self.around)]
        return [f for e in found[:MOST_FIXED] for f in self._of_places(e) if f.concl.op in ("le", "lt")]

    def _of_places(self, t: Term) -> list[Fact]:
        """Return the universal facts at the indices of an entry."""
        ends = [f for i in self.around for f in i.ends]
        return [f for place in t.args[1:] for f in self.at(place, *ends)] if t.op == "app" else []

    def in_parts(self, ranges: Mapping[tuple[Term, Term], Sequence[Term]]) -> Iterator[Fact]:
        """Yield equations that split sums at the ends of other ranges, with the sign of the second part."""
        for (lo, hi), found in ranges.items():
            for m in [end for start, end in ranges if start is lo and end is not hi]:
                for b in found:
                    with suppress(KernelError):
                        if b.op == "sum":
                            ends = self.settle(le(lo - 1, m)), self.settle(le(m, hi))
                            split = self.theorem("sums.sum_split", b, *ends, m=m)
                            rest = self.signed(big("sum", m + 1, hi, b.args[2]))
                            yield from () if rest is None else (split, rest)

    def of_first(self, *formulas: Term) -> list[Fact]:
        """Return the universal facts at the first index of their ranges, if formulas contain no entries or sums."""
        if not self.universal or any(t.op in (*BIG, "app") for f in formulas for t in walk(f)):
            return []
        starts = dict.fromkeys(
            canonical(body.args[0].args[0])
            for u in self.universal
            for body in [instantiate_bound(u.concl.args[1], (var("i'", "Z"),))]
            if body.op == "imp"
        )
        return [f for start in starts for f in self.at(start) if f.concl.op in RELATIONS]

    def of_members(self, t: Term) -> list[Fact]:
        """Return bounds of members in a term by sums of non-negative members, in the term or in the known facts."""
        places = dict.fromkeys(e.args[1] for e in entries([t]) if len(e.args) == 2)
        sums = dict.fromkeys(b for f in (t, *(f.concl for f in self.facts)) for b in bigs(f, ("sum",)) if places)
        if self._counting:
            return []
        self._counting = True
        try:
            return [
                f for b in sums for k in places for f in self.member(b, k, *(x for i in self.around for x in i.ends))
            ]
        finally:
            self._counting = False

    def signed(self, t: Term, facts: Sequence[Fact] = ()) -> Fact | None:
        """Prove 0 < t, or else 0 <= t; return None if neither is proved."""
        for prove in (self.positive, self.nonnegative):
            try:
                return prove(t, facts)
            except KernelError:
                self.search.check_limit()
        return None

    def nonnegative(self, t: Term, facts: Sequence[Fact] = ()) -> Fact:
        """Prove 0 <= t from its structure and the known facts."""
        p, goal = self.p, le(num(0), t)
        here = p.find_fact(goal, *facts, *self._of_places(t))
        if here is not None:
            return here
        if t.op == "num":  # this fails for negative numerals
            return self.run("arith", goal, [(t, [])], [], [])
        if t.op in ("inv", "exp"):
            return self.weak(self.positive(t, facts))
        if t.op == "abs":
            return p.apply("elementary.abs_nonneg", x=t.args[0])
        if t.op == "ite" and root_of(t) is not None:
            return p.apply("norms.sqrt_nonneg", s=t.args[0].args[1])
        if t.op == "mul":
            squares = {a: t.args.count(a) // 2 for a in dict.fromkeys(t.args)}
            parts = [p.apply("elementary.square_nonneg", x=a) for a, k in squares.items() for _ in range(k)]
            with suppress(NotFound):
                parts += [self.nonnegative(a, facts) for a in squares if t.args.count(a) % 2]
                return self.run("arith", goal, [(num(1), parts)], [], [])
        if t.op == "sum":
            every = self.members(t, lambda x, at: self.nonnegative(x, [*at, *facts]))
            return self.theorem("sums.sum_nonneg", t, every)
        if t.op == "prod":
            with suppress(KernelError):
                return self.weak(self.positive(t, facts))
            every = self.members(t, lambda x, at: self.nonnegative(x, [*at, *facts]))
            return self.theorem("inequalities.prod_nonneg", t, every, self.proper(t))
        if t.op == "max":
            lo, hi, body = t.args
            some, member = self.settle(le(lo, hi)), self.nonnegative(instantiate_bound(body, (lo,)), facts)
            above = self.run("max_ge", t, lo, self.settle(le(lo, lo)), some)
            return self.run("arith", goal, [(num(1), [member]), (num(1), [above])], [], [])
        if t.op == "add":
            parts = [f for a in t.args for f in [self.signed(a, facts)] if f is not None]
            if len(parts) == len(t.args):
                return self.run("arith", goal, [(num(1), [f]) for f in parts], [], [])
        if t.op == "var" and t.sort == "R":
            with suppress(KernelError):
                return self._sign_of_value(t, self.nonnegative)
        form = canonical(t)
        if form is not t and form.op in ("sum", "mul", "abs", "num"):
            return p.change(self.nonnegative(form, facts), goal)
        with suppress(KernelError):
            return self.weak(p.positive(t, *facts))
        return self.numbers([*facts, *self.facts], goal)

    def times_out(
        self, q: Poly, which: Callable[[Term], bool] = lambda t: True, facts: Sequence[Fact] = ()
    ) -> tuple[Poly, list[Fact]]:
        """Multiply a polynomial by the absolute values of its denominators that satisfy `which`.

        Return the product, and the facts that these absolute values are positive.
        """
        signs: list[Fact] = []
        divided_by = dict.fromkeys(a.term.args[0] for m in q for a, _ in m if a.term.op == "inv")
        for below in filter(which, divided_by):
            said = next((f for f in facts if key(f.concl) == key(lt(num(0), below))), None)
            sign = self._size_of(below) if said is None else said
            size = sign.concl.args[1]
            ((atom, _),) = next(iter(normal(inv(below))))
            powers = {m: int(dict(m).get(atom, 0)) for m in q}
            most = max(powers.values())
            signs += [sign] * most
            out: Poly = {}
            for m, k in powers.items():
                rest: Poly = {frozenset(x for x in m if x[0] is not atom): q[m] * (1 if size is below else (-1) ** k)}
                out = plus(out, times(rest, normal(product_of([size] * (most - k)))))
            q = out
        return q, signs

    def _size_of(self, t: Term) -> Fact:
        """Prove that a term or, if it is a sum whose sign is not known to be positive, its opposite is positive."""
        try:
            return self.positive(t)
        except KernelError:
            if t.op != "add":
                raise
            return self.positive(canonical(-t))

    def divided(self, fact: Fact, below: Sequence[Fact], goal: Term) -> Fact:
        """Prove the goal, which is a relation divided by terms that the facts `below` state to be positive."""
        inverses = [self.p.apply("elementary.inv_pos", f, x=f.concl.args[1]) for f in below]
        return self.run("arith", goal, [(num(1), [fact, *inverses])], [], below)

    def put_back(self, goal: Term, fact: Fact, used: Iterable[tuple[Poly, Fact]], nonzero: Sequence[Fact] = ()) -> Fact:
        """Prove the goal from `fact`, to which `forms.replaced` reduces the goal with the multipliers `used`."""
        return self.run("arith", goal, [(num(1), [fact]), *((as_term(m) * num(-1), [e]) for m, e in used)], [], nonzero)

    # --- calls of other provers --------------------------------------------------------------------------------

    def settle(self, formula: Term, *using: Fact) -> Fact:
        """Prove a side condition from the named facts of the proof."""
        return self.p.side_condition(formula, *using)

    def linear(
        self,
        goal: Term,
        facts: Iterable[Fact | tuple],
        degree: int = 1,
        depth: int = 1,
        scale: Sequence[Fact] = (),
        work: int = WORK,
    ) -> Fact:
        """Prove the goal as a combination of facts, with limited work."""
        self.search.check_limit()
        before, self.p.work = self.p.work, work
        try:
            return self.p.have(goal, *facts, degree=degree, depth=depth, scale=scale)
        finally:
            self.p.work = before

    def numbers(self, facts: Sequence[Fact], goal: Term, share: float = 1.0, powers: bool = False) -> Fact:
        """Prove the goal from facts by the search, with variables in place of entries, sums, products and maxima.

        With `powers`, powers whose exponents contain integer variables are replaced as well.
        """
        self.search.check_limit()
        formulas = [goal, *(f.concl for f in facts)]
        roots = list(dict.fromkeys(t for f in formulas for t in walk(f) if root_of(t) is not None))
        if not roots or self._rooted:
            return self._numbers(facts, goal, False, share, powers)

        def named() -> Fact:
            self._rooted = True
            try:
                return self._numbers([*facts, *self.of_roots(roots, facts)], goal, True, share, powers)
            finally:
                self._rooted = False

        ways = [named, lambda: self._numbers(facts, goal, False, share, powers)]
        if len(quantities(goal)) == 1:  # the roots are functions of one number
            ways.reverse()
        with suppress(KernelError):
            return ways[0]()
        self.search.check_limit()
        return ways[1]()

    def of_roots(self, roots: Sequence[Term], facts: Sequence[Fact]) -> list[Fact]:
        """Return facts about square roots: their signs and their squares."""
        out: list[Fact] = []
        for t in roots:
            w = t.args[0].args[1]
            out.append(self.p.apply("norms.sqrt_nonneg", s=w))
            sign = self.signed(w, facts)
            if sign is not None and sign.concl.op == "lt":
                out.append(self.p.apply("norms.sqrt_positive", sign, s=w))
                sign = self.weak(sign)
            if sign is not None:
                out.append(self.p.apply("norms.sqrt_square", sign, s=w))
        return out

    def _numbers(self, facts: Sequence[Fact], goal: Term, roots: bool, share: float, powers: bool = False) -> Fact:
        table: dict[Term, Term] = {}
        written_roots: dict[Term, Term] = {}  # roots by their normal form

        def variable(form: Term) -> Term:
            if form not in table:
                table[form] = self.fresh(f"t{len(table)}")
                self.search.meaning[table[form]] = form
            return table[form]

        def abstract(t: Term) -> Term:
            if roots and root_of(t) is not None:
                return variable(written_roots.setdefault(canonical(t), t))
            if t.op in (*BIG, "app") or (powers and t.op == "exp" and any(v.sort == "Z" for v in t.free)):
                form = canonical(t)
                return variable(form) if form.op in (*BIG, "app") or form is t else abstract(form)
            if t.op == "var" and t.sort == "Z":
                return variable(t)
            return rebuild(t, lambda kid, _: abstract(kid))

        wanted = abstract(goal)
        plain = [half for f in _needed(dict.fromkeys(facts)) for half in self.without_values(f)]
        pairs = [(f, abstract(f.concl)) for f in dict.fromkeys(plain) if f.concl.op in RELATIONS]
        pairs = [(f, a) for f, a in pairs if key(a) is not True]
        names, kept = set(wanted.free), list[tuple[Fact, Term]]()
        for _ in range(3):
            kept += [(f, a) for f, a in pairs if (f, a) not in kept and a.free & names]
            names.update(v for _, a in kept for v in free_variables([a]))
        if len(names) > MOST_VARIABLES or len(kept) > MOST_FACTS:
            raise NotFound("too many variables")
        fact = self.within(share, lambda: self.search.prove([a for _, a in kept], wanted, 1))
        back = [(v, t) for t, v in table.items()]
        fact = self.run("instantiate", fact, back) if back else fact
        fact = self.search.cut(fact, [f for f, _ in kept])
        return self.p.change(fact, goal)

    def without_values(self, fact: Fact) -> Iterator[Fact]:
        """Yield x <= u and −x <= u for a fact |x| <= u (or the same with <); yield any other fact unchanged."""
        c = fact.concl
        if c.op not in ("le", "lt") or c.args[0].op != "abs":
            yield fact
            return
        for x in (c.args[0].args[0], -c.args[0].args[0]):
            above = self.p.apply("elementary.abs_ge", x=x)
            sides = [(num(1), [fact]), (num(1), [above])]
            yield self.run("arith", (le if c.op == "le" else lt)(x, c.args[1]), sides, [], [])

    def within(self, share: float, prove: Callable[[], Fact]) -> Fact:
        """Call `prove` with a share of the effort, and without named facts in the proof."""
        search, facts = self.search, self.p.facts
        limit = search.limit
        search.limit = min(limit, spent() + share * search.patience * search.budget)
        self.p.facts = {}
        try:
            return prove()
        except LimitReached:
            if over(limit):
                raise
            raise NotFound("not found with its share of the effort") from None
        except (ArithmeticError, RecursionError) as wrong:
            raise NotFound(str(wrong)) from None
        finally:
            search.limit, self.p.facts = limit, facts

    def restated(self, fact: Fact, goal: Term) -> Fact:
        """Prove a relation whose difference of sides equals that of the fact."""
        return self.run("arith", goal, [(num(1), [fact])], [], [])

    def asked(self, facts: Sequence[Fact], goal: Term, depth: int) -> Fact:
        """Prove a goal about sequences by a new search under the hypotheses of the question and further facts."""
        before, self.p.facts = self.p.facts, {}
        try:
            fact = self.search.prove([*self.given, *(f.concl for f in facts)], goal, depth + 1)
        finally:
            self.p.facts = before
        return self.search.cut(fact, facts)

    def asked_if_likely(self, goal: Term, depth: int) -> Fact:
        """Prove a goal by `asked` after evaluating sums Σ 1 in it, unless a counterexample is found first."""
        self.likely(goal)
        counts = [
            self.p.apply("sums.sum_const", self.count(b), lo=b.args[0], hi=b.args[1])
            for b in written(goal, ("sum",))
            if b.args[2] is num(1)
        ]
        q, used = replaced(quantity(goal), counts)
        if not used:
            return self.asked([], goal, depth)
        inside = self.asked([], relation(q, goal.op), depth)
        return self.put_back(goal, inside, used)

    def likely(self, goal: Term, facts: Sequence[Fact] = ()) -> None:
        """Raise NotFound if a short search finds a counterexample to the goal."""
        if PointSearch([*self.given, *(f.concl for f in facts)], goal).clearly_false(A_LOOK):
            raise NotFound("it fails at an instance")

    # --- facts that often help -----------------------------------------------------------------------------------

    def found(self, *goals: Term) -> list[Fact]:
        """Return facts about the sums, products, denominators and roots in formulas: lengths, signs, squares."""
        formulas = [*goals, *(f.concl for f in self.facts)]
        out = [*self._paths(formulas), *self._first_against_rest(formulas)]
        for b in dict.fromkeys(b for f in formulas for b in bigs(f)):
            if b.op == "sum" and b.args[2].op == "num":
                with suppress(KernelError):
                    out.append(self.p.apply("sums.sum_const", self.count(b), lo=b.args[0], hi=b.args[1]))
        for t in dict.fromkeys(t for f in formulas for t in walk(f) if root_of(t) is not None):
            out += self.of_roots([t], [])
        for g in goals:
            out += self.denominators(g)
            if g.op in RELATIONS:
                out += self.denominators(canonical(g.args[0]) - canonical(g.args[1]))
        places = [t.args[1] for t in entries(goals) if len(t.args) == 2 and t.args[1].op in ("var", "num")]
        for place in dict.fromkeys(places[:3]):
            out += [f for f in self.at(place) if f.concl.op in RELATIONS]
            out += self.in_order(place, [x for x in places[:3] if x is not place])
            out += self.of_falling(place, formulas) if self.steps else ()
        for b in dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",)) if b.args[2].op != "num"):
            for k in dict.fromkeys(places[:3]):
                out += self.member(b, k)
            for pair in permutations(dict.fromkeys(places[:3]), 2):
                with suppress(KernelError):
                    ends = (
                        self.settle(le(b.args[0], pair[0])),
                        self.settle(lt(*pair)),
                        self.settle(le(pair[1], b.args[1])),
                    )
                    every = self.members(b, self.nonnegative)
                    out.append(self.theorem("inequalities.two_members", b, every, *ends, j=pair[0], m=pair[1]))
        for b in dict.fromkeys(b for g in goals for b in bigs(g, ("prod",)) if places):
            with suppress(KernelError):
                low = self.members(b, self.nonnegative)
                high = self.members(b, lambda x, at: self.linear(le(x, num(1)), at))
                for k in dict.fromkeys(places[:3]):
                    sides = self.settle(le(b.args[0], k)), self.settle(le(k, b.args[1]))
                    out.append(self.theorem("inequalities.prod_le_member", b, low, high, *sides, m=k))
        out += [f for b in dict.fromkeys(b for g in goals for b in bigs(g, ("prod",))) for f in self._against_sums(b)]
        out += [f for b in dict.fromkeys(b for g in goals for b in bigs(g, ("sum",))) for f in self._of_neighbours(b)]
        logs = {canonical(t.args[0]) for g in goals for t in walk(g) if t.op == "log" and not t.loose}
        for f in [*self.facts, *out]:
            if f.concl.op in ("le", "lt") and canonical(f.concl.args[0]).op == "exp" and logs:
                left, right = canonical(f.concl.args[0]), f.concl.args[1]
                if canonical(right) in logs:
                    order = self.run("arith", le(left, right), [(num(1), [f])], [], [])
                    sign = self.run("exp_pos", left.args[0])
                    out.append(self.p.apply("elementary.log_le", sign, order, x=left, y=right))
        return list(dict.fromkeys(out))

    def _against_sums(self, b: Term) -> Iterator[Fact]:
        """Yield 1 − Σ (1 − f) <= Π f if 0 <= f <= 1, 1 + Σ (f − 1) <= Π f if 1 <= f, and Π f <= e^(Σ (f − 1))."""
        if not b.args[2].loose:
            return

        def in_range(goal: Callable[[Term], Term]) -> Fact:
            return self.members(
                b, lambda x, at: self.linear(goal(x), [*at, *self.facts, *self.of_members(x)], work=200)
            )

        ranges: tuple[tuple[str, Sequence[Callable[[Term], Term]]], ...] = (
            ("ge_sum", (lambda x: le(num(0), x), lambda x: le(x, num(1)))),
            ("ge_more", (lambda x: le(num(1), x),)),
        )
        for theorem, ends in ranges:
            with suppress(KernelError):
                yield self.theorem(f"inequalities.prod_{theorem}", b, *map(in_range, ends), self.count(b))
                break
        with suppress(KernelError):
            every = self.members(b, lambda x, at: self.nonnegative(x, [*at, *self.facts]))
            yield self.theorem("inequalities.prod_le_exp", b, every, self.count(b))

    def _of_neighbours(self, b: Term) -> Iterator[Fact]:
        """Yield 4 Σ x_i x_{i+1} <= (Σ x)² for non-negative x."""
        lo, hi, body = b.args
        i = var("i'", "Z")
        found = entries([instantiate_bound(body, (i,))])
        for x in found:
            after = substitute(x, {i: i + 1})
            if (
                x.args[1:] == (i,)
                and len(found) == 2
                and canonical(instantiate_bound(body, (i,))) is canonical(x * after)
            ):
                with suppress(KernelError):
                    whole = big("sum", lo, canonical(hi + 1), abstract(x, [i]))
                    every = self.members(whole, self.nonnegative)
                    some = self.settle(le(lo, hi + 1))
                    yield self.theorem("inequalities.products_of_neighbours", whole, every, some)

    def _paths(self, formulas: Sequence[Term]) -> Iterator[Fact]:
        """Yield |x_j − x_m| <= Σ |x_{i+1} − x_i| for the members that occur in formulas."""
        for b in dict.fromkeys(b for f in formulas for b in bigs(f, ("sum",))):
            lo, hi, body = b.args
            i = var("i'", "Z")
            member = instantiate_bound(body, (i,))
            found = entries([member]) if member.op == "abs" else []
            here = next((t for t in found if t.args[1:] == (i,)), None)
            if here is None or key(eq(member, absolute(substitute(here, {i: i + 1}) - here))) is not True:
                continue
            sequence = lam(1, abstract(here, [i]))
            places = [t.args[1] for t in entries(formulas) if t.args[0] is here.args[0] and len(t.args) == 2]
            for j, m in islice(permutations(dict.fromkeys(places), 2), 2 * MOST_PLACES):
                with suppress(KernelError):
                    sides = (le(lo, j), le(j, hi + 1), le(lo, m), le(m, hi + 1))
                    by = {"f": sequence, "lo": lo, "hi": hi, "j": j, "m": m}
                    fact = self.p.apply("inequalities.path_between", *map(self.settle, sides), **by)
                    yield fact
                    yield self.p.apply("elementary.abs_ge", x=fact.concl.args[0].args[0])
                    yield self.p.apply("elementary.abs_ge", x=-fact.concl.args[0].args[0])

    def _first_against_rest(self, formulas: Sequence[Term]) -> Iterator[Fact]:
        """Yield comparisons of the mean of the first members of a monotone sequence with other means."""
        ranges = list(ranges_in(formulas))
        for rising, lo, hi, every in self.steps if len(ranges) > 1 else ():
            ends = dict.fromkeys(end for low, end in ranges if low is lo and end is not hi)
            starts = dict.fromkeys(canonical(low - 1) for low, end in ranges if end is hi and low is not lo)
            for m in islice(dict.fromkeys([*ends, *starts]), MOST_PLACES):
                with suppress(KernelError):
                    inside = self.settle(le(lo, m)), self.settle(le(m, hi))
                    by = {"f": rising, "lo": lo, "hi": hi, "m": m}
                    fact = self.p.apply("inequalities.first_below_rest", every, *inside, **by)
                    before = self.settle(le(lo - 1, m))
                    split = self.p.apply("sums.sum_split", before, inside[1], **by)
                    yield from (fact, split, *self._means_of_parts(fact, canonical(m - lo + 1), canonical(hi - m)))
                    yield from self._of_all(fact, split, m, lo, hi)

    def _means_of_parts(self, fact: Fact, part: Term, rest: Term) -> Iterator[Fact]:
        """Yield 1/s Σ_lo^m f <= 1/t Σ_{m+1}^hi f from t Σ_lo^m f <= s Σ_{m+1}^hi f."""
        with suppress(KernelError):
            signs = [self.positive(t) for t in (part, rest)]
            below = [self.p.apply("elementary.inv_pos", f, x=f.concl.args[1]) for f in signs]
            first, last = (side.args[1] for side in fact.concl.args)
            goal = le(inv(part) * first, inv(rest) * last)
            yield self.run("arith", goal, [(num(1), [fact, *below])], [], signs)

    def _of_all(self, fact: Fact, split: Fact, m: Term, lo: Term, hi: Term) -> Iterator[Fact]:
        """Yield Σ_lo^m f <= (m − lo + 1)/(hi − lo + 1) Σ_lo^hi f, also with a given value of the sum on the right."""
        count, part = canonical(hi - lo + 1), canonical(m - lo + 1)
        sign = self.positive(count)
        below = self.p.apply("elementary.inv_pos", sign, x=count)
        whole, (first, _) = split.concl.args[0], split.concl.args[1].args
        sides: list[tuple[Term, list[Fact]]] = [(num(1), [fact, below]), (-part * inv(count), [split])]
        yield self.run("arith", le(first, part * inv(count) * whole), sides, [], [sign])
        for f, (total, value) in [(g, v) for g in self.facts for v in [value_of_sum(g)] if v is not None]:
            for c in (1, -1):
                if canonical(num(c) * total) is canonical(whole):
                    said = self.p.have(eq(whole, num(c) * value), f)
                    sides.append((part * inv(count), [said]))
                    yield self.run("arith", le(first, part * inv(count) * num(c) * value), sides, [], [sign])
                    return

    def of_absolute_sum(self, b: Term, facts: Sequence[Fact] = ()) -> Fact:
        """Prove |Σ w f| <= Σ w |f| for non-negative factors w."""
        index = self.index(b.args[0], b.args[1])
        member = index.member(b.args[2])
        with self.inside(index):
            at = [*facts, *index.facts, *self.of_pairs(index, member)]
            signs = {t: s for t in dict.fromkeys(factors(member)) for s in [self.signed(t, at)] if s is not None}
        rest = [t for t in factors(member) if t not in signs]
        if not rest:
            raise NotFound("a sum of what is not negative")
        x = product_of(rest)
        weights = [t for t in factors(member) if t in signs]
        top = mul(*weights, absolute(x)) if weights else absolute(x)
        halves = []
        for side, sign in ((-x, -1), (x, 1)):
            above = self.p.apply("elementary.abs_ge", x=side)
            product = [above, *(signs[t] for t in weights)]
            half = self.run("arith", le(num(sign) * member, top), [(num(1), product)], [], [])
            halves.append(self.summed(index, half))
        total = big("sum", index.lo, index.hi, abstract(top, [index.i]))
        goals = le(-total, b), le(b, total)
        both = [self.run("arith", g, [(num(1), [h])], [], []) for g, h in zip(goals, halves, strict=True)]
        return self.p.apply("elementary.abs_le", *both, x=b, u=total)

    def count(self, b: Term) -> Fact:
        """Prove lo <= hi + 1 for the range of a sum, product or maximum."""
        return self.settle(le(b.args[0], b.args[1] + 1))

    def proper(self, b: Term) -> Fact:
        """Prove the statement of `count`, also from the ranges of the indices in `around`."""
        return self.settle(le(b.args[0], b.args[1] + 1), *(f for index in self.around for f in index.ends))

    def denominators(self, t: Term, facts: Sequence[Fact] = ()) -> list[Fact]:
        """Return facts about signs of denominators, arguments of logarithms, and their factors, as far as proved."""
        out: list[Fact] = []
        for d in dict.fromkeys(x.args[0] for x in walk(t) if x.op in ("inv", "log") and not x.loose):
            for factor in dict.fromkeys([*(d.args if d.op == "mul" else ()), d]):
                for signed in (factor, canonical(-factor)) if factor.op == "add" else (factor,):
                    with suppress(KernelError):
                        out.append(self.positive(signed, facts))
                        break
        return out

    def member(self, b: Term, k: Term, *sides: Fact) -> list[Fact]:
        """Return the bound of a member by the sum if all members are proved to be non-negative; otherwise []."""
        lo, hi, _ = b.args
        try:
            ends = self.settle(le(lo, k), *sides), self.settle(le(k, hi), *sides)
            with suppress(KernelError):
                several = self.settle(lt(lo, b.args[1]))
                every = self.members(b, self.positive)
                return [self.theorem("inequalities.member_lt", b, every, *ends, several, m=k)]
            every = self.members(b, self.nonnegative)
            return [self.theorem("sums.sum_member", b, every, *ends, m=k)]
        except KernelError:
            self.search.check_limit()
            return []

    def above_members(self, i: Term, sides: Sequence[Fact], formulas: Sequence[Term]) -> list[Fact]:
        """Return bounds of the members at an index by the maxima in formulas."""
        out: list[Fact] = []
        for m in dict.fromkeys(m for f in formulas for m in bigs(f, ("max",))):
            with suppress(KernelError):
                ends = self.settle(le(m.args[0], i), *sides), self.settle(le(i, m.args[1]), *sides)
                out.append(self.run("max_ge", m, i, *ends))
        return out


def _needed(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts except those of the form 0 < t for a product or quotient t of terms with such facts."""
    signs = {f: f.concl.args[1] for f in facts if f.concl.op == "lt" and f.concl.args[0] is num(0)}
    positive = set(signs.values())

    def follows(t: Term) -> bool:
        return t.op in ("inv", "mul") and all(part in positive or follows(part) for part in t.args)

    return [f for f in facts if not (f in signs and follows(signs[f]))]


def quantities(t: Term) -> set[Term]:
    """Return the maximal subterms of a term that are variables, entries, sums, products or maxima."""
    if t.op in (*BIG, "app", "var"):
        return {t}
    return {x for a in t.args if isinstance(a, Term) for x in quantities(a)}


def known(search: Search, asked: Asked) -> Known:
    """Return the known facts for the hypotheses of a question; questions with the same hypotheses share them."""
    place = tuple(asked.given)
    if place not in search.kept:
        search.kept[place] = Known(search, place)
    return search.kept[place]
