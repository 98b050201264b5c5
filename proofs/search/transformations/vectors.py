"""Sequences of vectors: lengths and inner products, which are sums over coordinates, as sequences of numbers.

If x[t + 1, j] = x[t, j] − η g[t, j] for all j, then Σ_j x[t + 1, j]², and Σ_j x[t + 1, j] u[j] for a fixed vector u,
are by linearity combinations of such sums at t. So a question about gradient descent, the perceptron or averaged
operators becomes one about recursions of numbers, in which squares of lengths are at least 0. If only differences x − u
occur, u is moved to the origin first.

For example, Σ_t <g_t, x_t − u> <= |x_0 − u|²/(2η) + η/2 Σ_t |g_t|².
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import product

from proofs.kernel.normal import as_term, canonical, constant, normal, plus
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    abstract,
    app,
    big,
    eq,
    fn,
    forall,
    instantiate_bound,
    lam,
    le,
    num,
    rebuild,
    substitute,
    var,
)
from proofs.language.notation import implies
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import BIG, bigs, entries, quantity, replaced, squares_replaced, walk
from proofs.search.sequences.known import Index, Known, known, ranged
from proofs.search.sequences.leaving import Leaving, numbers_in, shorter_steps, summed
from proofs.search.sequences.nested import in_other_order
from proofs.search.sequences.rewriting import replaced_in, with_equals

MOST_SUMS = 12  # sums over coordinates that become sequences
MOST_ORIGINS = 2  # vectors that are moved to the origin, in turn
TIME, PLACE = var("t'", "Z"), var("j'", "Z")

Range = tuple[Term, Term]


def coordinates(formulas: Sequence[Term]) -> set[Range]:
    """Return the ranges of sums over the last index of entries with two indices."""
    return {r for f in formulas for r in _coordinates(f, ())}


def _coordinates(t: Term, around: tuple[Term, ...]) -> Iterator[Range]:
    """Yield these ranges in a term; `around` has the binders around it, the innermost last."""
    if t.op == "app" and len(t.args) == 3 and t.args[2].op == "bv" and t.args[2].args[0] < len(around):
        b = around[-1 - t.args[2].args[0]]
        if b.op == "sum" and not (b.args[0].loose or b.args[1].loose):
            yield canonical(b.args[0]), canonical(b.args[1])
    inside = (*around, t) if t.op in (*BIG, "all", "lam") else around
    for a in t.args:
        if isinstance(a, Term):
            yield from _coordinates(a, inside)


class Sums:
    """Sums over coordinates, and the variables and functions that stand for them.

    Attributes
    ----------
    ranges
        The ranges of the coordinates.
    names
        A variable for each sum, or a function of the time if the time occurs in the sum.
    """

    def __init__(self, known: Known, ranges: set[Range]) -> None:
        self.known, self.ranges = known, ranges
        self.most = MOST_SUMS
        self.names: dict[Term, Term] = {}  # by the sum, with TIME for the time

    @property
    def back(self) -> list[tuple[Term, Term]]:
        """Return the names with what they stand for."""
        return [(v, lam(1, abstract(b, [TIME])) if v.op == "fn" else b) for b, v in self.names.items()]

    def named(self, t: Term) -> Term:
        """Return a term or formula with names for the sums over coordinates."""
        if t.op in ("le", "lt", "eq"):
            return rebuild(t, lambda side, _: self._in(canonical(side)))
        return self._in(t)

    def _in(self, t: Term) -> Term:
        if t.op in BIG:
            if t.op == "sum" and t.args[:2] in self.ranges:
                found = self._of(t)
                if found is not None:
                    return found
            lo, hi, body = t.args
            i = self.known.fresh("i", "Z")
            return big(t.op, lo, hi, abstract(self._in(instantiate_bound(body, (i,))), [i]))
        return rebuild(t, lambda kid, _: self._in(kid))

    def _of(self, b: Term) -> Term | None:
        """Return the name of a sum over coordinates, or the value of the function that is its name."""
        member = instantiate_bound(b.args[2], (PLACE,))
        places = list(dict.fromkeys(canonical(e.args[1]) for e in entries([member]) if len(e.args) == 3))
        moving = [p for p in places if p.op != "num"] or places
        steps = [constant(plus(normal(p), normal(moving[0]), -1)) for p in moving]
        if not any(t.op == "app" for t in walk(member)) or None in steps:
            return None
        if moving:
            base = canonical(moving[0] + num(min(s for s in steps if s is not None)))
            b = canonical(big("sum", b.args[0], b.args[1], abstract(_moved(member, base, moving), [PLACE])))
            if b.op != "sum":  # a factor that does not depend on the coordinate
                return None
        if b not in self.names:
            if len(self.names) >= self.most:
                raise NotFound("too many sums over coordinates")
            k = len(self.known.p.made) + len(self.names)
            self.names[b] = fn(f"S'{k}", 1, "R") if moving else var(f"s'{k}", "R")
        return app(self.names[b], base) if moving else self.names[b]


def _moved(t: Term, base: Term, moving: Sequence[Term]) -> Term:
    """Return a term with TIME for the time `base` in its entries."""
    if t.op == "app" and len(t.args) == 3 and canonical(t.args[1]) in moving:
        return app(t.args[0], canonical(t.args[1] - base + TIME), t.args[2])
    return rebuild(t, lambda kid, _: _moved(kid, base, moving))


def _last(t: Term, i: Term) -> int:
    """Return by how much the latest time in the entries is later than i, and at least 0."""
    steps = [constant(normal(e.args[1] - i)) for e in entries([t]) if len(e.args) == 3]
    return max((int(s) for s in steps if s is not None), default=0)


class Steps:
    """Equations for coordinates of vectors, at an index of the times and an index of the coordinates.

    Attributes
    ----------
    time
        The index of the times; None if the equations hold at one fixed time.
    """

    def __init__(self, known: Known, time: Index | None, inner: Index, facts: Sequence[Fact]) -> None:
        self.known, self.time, self.inner = known, time, inner
        self.equations = [e for f in facts for e in [_solved(known, f, time.i if time else num(0))] if e is not None]

    def applied(self, b: Term, wholly: bool) -> Iterator[Fact]:
        """Yield the value of a sum over coordinates by the equations, at the time for which these hold.

        If `wholly`, the equations must give all its vectors at its latest time, else not all of them.
        """
        if (canonical(self.inner.lo), canonical(self.inner.hi)) != b.args[:2]:
            return
        body = instantiate_bound(b.args[2], (self.inner.i,))
        said = {e.concl.args[0] for e in self.equations}
        for place in dict.fromkeys(canonical(e.concl.args[0].args[1]) for e in self.equations):
            time = canonical(place - num(_last(body, TIME)))
            member = canonical(substitute(body, {TIME: time}))
            q, used, done = normal(member), list[tuple[Term, list[Fact]]](), 0
            while done < 3:  # an equation may bring in entries that another one gives
                q, more = replaced(q, self.equations, powers=True)
                q, squared = squares_replaced(q, self.time.facts if self.time else ())
                more += squared
                used += [(as_term(m), [e]) for m, e in more]
                done = done + 1 if more else 3
            latest = (e for e in entries([member]) if len(e.args) == 3 and canonical(e.args[1]) is place)
            if used and wholly == all(canonical(e) in said for e in latest):
                same = self.known.run("arith", eq(member, as_term(q)), used, [], [])
                yield self.known.summed(self.inner, same)


def _solved(known: Known, fact: Fact, i: Term) -> Fact | None:
    """Return an equation solved for its entry at the latest time; None if that does not occur linearly."""
    if fact.concl.op != "eq":
        return None
    q = plus(normal(fact.concl.args[1]), normal(fact.concl.args[0]), -1)
    found = sorted(
        (e for e in entries([fact.concl]) if len(e.args) == 3 and constant(normal(e.args[1] - i)) is not None),
        key=lambda e: constant(normal(e.args[1] - i)) or 0,
    )
    latest = [e for e in found if canonical(e.args[1]) is canonical(found[-1].args[1])]
    for e in latest:
        own = [m for m in q if any(a.term is canonical(e) for a, _ in m)]
        if len(own) == 1 and len(own[0]) == 1 and next(iter(own[0]))[1] == 1:
            c = q[own[0]]
            value = as_term({m: -v / c for m, v in q.items() if m != own[0]})
            return known.run("arith", eq(canonical(e), value), [(num(-1 / c), [fact])], [], [])
    return None


def _steps(known: Known, ranges: set[Range]) -> Iterator[Steps]:
    """Yield the equations for coordinates among the hypotheses, those with one range of times together."""
    nested: dict[tuple[Range, Range], list[tuple[Fact, bool]]] = {}
    single: dict[Range, list[Fact]] = {}
    for u in known.universal:
        lo, hi, rest = ranged(u.concl, PLACE) or (num(1), num(0), FALSE)
        outer = canonical(lo), canonical(hi)
        found = ranged(rest, TIME) if rest.op == "all" else None
        if found is not None and not any(PLACE in end.free for end in found[:2]):
            inner = canonical(found[0]), canonical(found[1])
            lasts = {e.args[2] for e in entries([found[2]]) if len(e.args) == 3}
            if lasts == {PLACE} and outer in ranges:
                nested.setdefault((inner, outer), []).append((u, True))
            elif lasts == {TIME} and inner in ranges:
                nested.setdefault((outer, inner), []).append((u, False))
        elif outer in ranges and rest.op == "eq":
            single.setdefault(outer, []).append(u)
    for (here, across), rows in nested.items():
        time, place = known.index(*here), known.index(*across)
        at: list[Fact] = []
        for u, place_first in rows:
            fact = u
            for index in (place, time) if place_first else (time, place):
                fact = known.p.specialize(fact, index.i, using=index.ends)
            at.append(fact)
        yield Steps(known, time, place, at)
    for across, each in single.items():
        place = known.index(*across)
        yield Steps(known, None, place, [known.p.specialize(u, place.i, using=place.ends) for u in each])


class Question:
    """A question about vectors, as one about sums over their coordinates.

    Attributes
    ----------
    shorter
        Whether recursions are shortened to the sequences that occur in the goal.
    facts, said
        What is known, and the same with names for sums.
    squares_of_sums
        The inequalities 0 <= Σ (x ± y)², which are used only where inner products are eliminated.
    """

    def __init__(self, known: Known, goal: Term, shorter: bool) -> None:
        self.known, self.goal, self.shorter = known, goal, shorter
        ranges = coordinates([goal, *known.given])
        self.sums, self.steps = Sums(known, ranges), list(_steps(known, ranges))
        self.facts: list[Fact] = []
        self.said: list[Term] = []
        self.squares_of_sums: list[Term] = []

    def add(self, fact: Fact, index: Index | None = None) -> None:
        """Add a fact, at an index if one is given, as a hypothesis about the names."""
        said = self.sums.named(fact.concl)
        if any(e.op == "app" and len(e.args) == 3 for e in walk(said)):
            return
        if index is not None:
            fact = self.known.everywhere(index, fact)
            said = forall("Z", abstract(implies(index.low.concl, index.high.concl, said), [index.i]))
        if said not in self.said:
            self.facts.append(fact)
            self.said.append(said)

    def exchanged(self, formula: Term) -> Iterator[Fact]:
        """Yield Σ_j Σ_t = Σ_t Σ_j for such sums in a formula."""
        for b in bigs(formula, ("sum",)):
            if b.args[:2] in self.sums.ranges and any(t.op == "sum" for t in walk(b.args[2])):
                same = in_other_order(self.known, b)
                if same is not None:
                    yield same

    def collect(self) -> None:
        """Add what the hypotheses say about the sums, and what follows."""
        known = self.known
        for f in known.facts:
            exchanged = list(self.exchanged(f.concl))
            self.add(replaced_in(known, f, exchanged) if exchanged else f)
        for u in known.universal:
            lo, hi, relation = ranged(u.concl, TIME) or (num(1), num(0), FALSE)
            if relation.op in ("le", "lt", "eq") and (canonical(lo), canonical(hi)) not in self.sums.ranges:
                with suppress(KernelError):
                    index = known.index(canonical(lo), canonical(hi))
                    self.add(known.p.specialize(u, index.i, using=index.ends), index)
        self.name_products()
        done = 0
        while done < len(self.sums.names):  # they grow in the loop
            b = list(self.sums.names)[done]
            done += 1
            for steps in self.steps:
                for fact in steps.applied(b, wholly=True):
                    self.add(fact, steps.time)
        self.sums.most = len(self.sums.names)
        for b, steps in product(list(self.sums.names), self.steps):
            for fact in steps.applied(b, wholly=False):
                with suppress(NotFound):
                    self.add(fact, steps.time)

    def name_products(self) -> None:
        """Name the squares of the moving vectors, and their inner products with fixed vectors that occur."""
        occurring = [e for b in self.sums.names for e in entries([instantiate_bound(b.args[2], (PLACE,))])]
        fixed = dict.fromkeys(e for e in occurring if e.args[1:] == (PLACE,))
        for steps in [s for s in self.steps if s.time is not None]:
            for e in steps.equations:
                x = app(e.concl.args[0].args[0], TIME, PLACE)
                for y in (x, *fixed):
                    ends = canonical(steps.inner.lo), canonical(steps.inner.hi)
                    self.sums.named(canonical(big("sum", ends[0], ends[1], abstract(x * y, [PLACE]))))

    def lengths(self) -> None:
        """Add that sums of squares are at least 0, and <x, y>² <= |x|² |y|² after the last step."""
        known, times = self.known, [s.time for s in self.steps if s.time is not None]
        for b in list(self.sums.names):
            with suppress(KernelError):
                if TIME not in b.free:
                    self.add(known.nonnegative(b))
                elif times:
                    index = known.index(times[0].lo, canonical(times[0].hi + 1))
                    self.add(known.nonnegative(canonical(substitute(b, {TIME: index.i}))), index)
            x, y = self._factors(b)
            if x is not y and {self._product(b, x, x), self._product(b, y, y)} <= self.sums.names.keys():
                for time in times:
                    self.squares_of_sums += self._squares_of_sums(
                        time, *(substitute(t, {TIME: time.i}) for t in (b, x, y))
                    )
                for end in dict.fromkeys(canonical(t.hi + 1) for t in times):
                    self.add(self._cauchy_schwarz(*(substitute(t, {TIME: end}) for t in (b, x, y))))

    def _factors(self, b: Term) -> tuple[Term, Term]:
        """Return the two vectors of an inner product, at PLACE; for another sum its member twice."""
        member = canonical(instantiate_bound(b.args[2], (PLACE,)))
        parts = member.args if member.op == "mul" else ()
        return (parts[0], parts[1]) if len(parts) == 2 and all(t.op == "app" for t in parts) else (member, member)

    def _product(self, b: Term, x: Term, y: Term) -> Term:
        return canonical(big("sum", b.args[0], b.args[1], abstract(x * y, [PLACE])))

    def _squares_of_sums(self, time: Index, b: Term, x: Term, y: Term) -> Iterator[Term]:
        """Add ±2 Σ x y <= Σ x² + Σ y² at a time, and yield these."""
        place = self.known.index(*b.args[:2])
        x, y = (substitute(t, {PLACE: place.i}) for t in (x, y))
        for sign in (1, -1):
            square = self.known.p.apply("elementary.square_nonneg", x=x + num(sign) * y)
            self.add(self.known.summed(place, square), time)
            yield self.said[-1]

    def _cauchy_schwarz(self, b: Term, x: Term, y: Term) -> Fact:
        """Return (Σ x y)² <= Σ x² Σ y²."""
        weights = self.known.members(big("sum", b.args[0], b.args[1], num(1)), self.known.nonnegative)
        f, g = (lam(1, abstract(t, [PLACE])) for t in (x, y))
        by = {"w": lam(1, num(1)), "f": f, "g": g, "lo": b.args[0], "hi": b.args[1]}
        return self.known.p.apply("inequalities.weighted_cauchy_schwarz", weights, **by)

    def answered(self, depth: int) -> Fact:
        """Prove the goal, with sums over times outside of those over coordinates."""
        plain = rebuild(self.goal, lambda side, _: canonical(side))
        exchanged, ask = list(self.exchanged(plain)), partial(self.asked, depth)
        fact = with_equals(self.known, plain, exchanged, ask) if exchanged else ask(plain)
        return self.known.restated(fact, self.goal)

    def asked(self, depth: int, goal: Term) -> Fact:
        """Prove a goal from the question about the names."""
        wanted = self.sums.named(goal)
        self.collect()
        self.lengths()
        if any(e.op == "app" and len(e.args) == 3 for e in walk(wanted)) or not self.sums.names:
            raise NotFound("not only about sums over coordinates")
        inside = Known(self.known.search, self.said)
        inside.likely(wanted)
        with inside.named_facts():
            fact = (self.by_elimination if self.shorter else self.with_ends)(inside, wanted, depth)
        fact = self.known.run("instantiate", fact, self.sums.back)
        return self.known.restated(self.known.search.cut(fact, self.facts), goal)

    def by_elimination(self, inside: Known, wanted: Term, depth: int) -> Fact:
        """Prove the goal as a linear combination of facts, or with shortened recursions."""
        if wanted.op != "eq":
            for numbers in dict.fromkeys((frozenset[Term](), frozenset(numbers_in(inside)))):
                with suppress(KernelError):
                    return self.leaving(inside, wanted, numbers).goal(wanted)
                inside.search.check_limit()
        functions = {t.args[0] for t in walk(wanted) if t.op == "app"}
        more = list(shorter_steps(inside, functions) if functions else ())
        known_of = _functions(*(f.concl for f in more))
        if not more or not functions <= known_of:
            raise NotFound("no shortened recursion suffices")
        inside.given = tuple(g for g in self.said if _functions(g) <= known_of and g not in self.squares_of_sums)
        return inside.asked(more, wanted, depth)

    def with_ends(self, inside: Known, wanted: Term, depth: int) -> Fact:
        """Ask for the goal with all that is known, and with bounds from the Cauchy–Schwarz inequality at the end."""
        more = list(_of_ends(inside, self.leaving(inside, wanted)))
        inside.given = tuple(g for g in self.said if g not in self.squares_of_sums)
        return inside.asked(more, wanted, depth)

    def leaving(self, inside: Known, wanted: Term, numbers: Collection[Term] = ()) -> Leaving:
        """Return an elimination with all facts about the sums: summed over the times, and at the ends of the times."""
        ends = dict.fromkeys(e for s in self.steps if s.time for e in (s.time.lo, canonical(s.time.hi + 1)))
        places = dict.fromkeys([*(canonical(t.args[1]) for t in entries([wanted])), *ends])
        at = [f for place in places for f in inside.at(place)]
        helpers, formulas = [*inside.facts, *summed(inside), *at], [wanted, *(f.concl for f in inside.facts)]
        return Leaving(inside, helpers, formulas, numbers)


def _functions(*formulas: Term) -> set[Term]:
    return {v for f in formulas for v in f.free if v.op == "fn"}


def _of_ends(known: Known, leaving: Leaving) -> Iterator[Fact]:
    """Yield l² <= u v from x² <= y z, if 0 <= l <= |x|, 0 <= y <= u and z <= v are known."""
    for f in [f for f in known.facts if f.concl.op == "le"]:
        with suppress(KernelError):
            x, (y, z) = _compared(f)
            least = next(leaving.bounds(x, -1), None)
            if least is None:
                continue
            low, above = least
            sign = known.nonnegative(low)
            facts = [(num(1), [f]), (num(1), [above, above]), (num(2), [above, sign])]
            (up, under), (top, below) = (next(leaving.bounds(t, 1), (t, None)) for t in (y, z))
            facts += [(num(1), [known.nonnegative(up), below])] if below else []
            facts += [(num(1), [known.nonnegative(z), under])] if under else []
            yield known.run("arith", le(low * low, up * top), facts, [], [])


def _compared(f: Fact) -> tuple[Term, tuple[Term, Term]]:
    """Return x and (y, z) for a fact x² <= y z."""
    q = quantity(f.concl)
    squares = [next(iter(m))[0].term for m, c in q.items() if c == -1 and [e for _, e in m] == [2]]
    products = [[a.term for a, _ in m] for m, c in q.items() if c == 1 and [e for _, e in m] == [1, 1]]
    if len(q) != 2 or not squares or not products:
        raise NotFound("no square below a product")
    return squares[0], (products[0][0], products[0][1])


def _origins(formulas: Sequence[Term]) -> Iterator[tuple[Term, list[Term]]]:
    """Yield vectors u with the vectors x that occur in differences x − u."""
    found: dict[Term, dict[Term, None]] = {}
    for t in (t for f in formulas for t in walk(f) if t.op == "add"):
        parts = {m: c for m, c in normal(t).items() if len(m) == 1}
        own = [(a.term, c) for m, c in parts.items() for a, e in m if a.term.op == "app" and e == 1]
        for x, c in own:
            for u, d in own:
                if len(x.args) == 3 and len(u.args) == 2 and u.args[1] is x.args[2] and c == -d:
                    found.setdefault(u.args[0], {})[x.args[0]] = None
    for u, xs in found.items():
        yield u, list(xs)


def _about(known: Known, goal: Term, u: Term, xs: Sequence[Term], depth: int, shorter: bool) -> Fact:
    """Prove the goal from the one with x − u for x, which has u as the origin."""

    def shifted(sign: int) -> dict[Term, Term]:
        return {x: lam(2, abstract(app(x, TIME, PLACE) + num(sign) * app(u, PLACE), [TIME, PLACE])) for x in xs}

    given = [substitute(g, shifted(1)) for g in known.given]
    moved = substitute(goal, shifted(1))
    inside = Known(known.search, given)
    with inside.named_facts():
        fact = Question(inside, moved, shorter).answered(depth)
    fact = known.run("instantiate", fact, list(shifted(-1).items()))
    return known.restated(known.search.cut(fact, [known.run("assume", g) for g in known.given]), goal)


def _answered(known: Known, goal: Term, depth: int, shorter: bool) -> Fact:
    return Question(known, goal, shorter).answered(depth)


@method("lengths of vectors", share=0.6)
def lengths_and_products(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the question about sums over coordinates, for sequences of vectors that hypotheses give step by step."""
    k, goal = known(search, asked), asked.goal
    if asked.depth > 1 or goal.op not in ("le", "lt", "eq") or not k.universal:
        return
    formulas = [goal, *k.given]
    if not coordinates(formulas):
        return
    origins = list(_origins(formulas))[:MOST_ORIGINS]
    for shorter in (True, False):
        for u, xs in origins:
            yield k.way(partial(_about, k, goal, u, xs, asked.depth, shorter))
        yield k.way(partial(_answered, k, goal, asked.depth, shorter))
