"""Distances and divergences of two sequences with sum 1: known bounds, chained.

Named are the divergences K = Σ p log(p/q) and Σ q log(q/p), the distance T = Σ |p − q|, the affinity B = Σ √(p q) and
H = Σ (√p − √q)², and the squares S = Σ (p − q)², each as it stands in the goal. Known of them is T² <= 2 K (Pinsker),
T² <= (2 − 2 B) (2 + 2 B), 2 − 2 B <= K, e^(−K) <= B², H = 2 − 2 B, 2 S <= T² and 2 |p_k − q_k| <= T; the goal follows
from them as one about numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from proofs.kernel.normal import as_term, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, absolute, abstract, big, eq, exp, inv, le, log, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value
from proofs.search.sequences.forms import bigs, entries, replaced, root_of, swapped_entry, value_of_sum, walk, written
from proofs.search.sequences.induction import first
from proofs.search.sequences.known import Index, Known, known
from proofs.search.sequences.logs import taken_apart
from proofs.search.sequences.termwise import spreads
from proofs.theorems.analysis.norms import sqrt

BY_LOGARITHMS = "logarithms of powers of sums"
PATIENT = 4.0  # times what a question about numbers is given, for what is known to hold
MOST_NESTED = 2  # questions around one that is chained
MOST_MEMBERS = 2  # that are compared with T
PLACES, SMALL = ((0.3, 0.8), (0.7, 0.2), (0.5, 0.6)), 1e-9  # where members are compared


def named(p: Term, q: Term) -> dict[str, Term]:
    """The members of the named sums."""
    return {
        "K": p * log(p * inv(q)),
        "L": q * log(q * inv(p)),
        "T": absolute(p - q),
        "B": sqrt(p) * sqrt(q),
        "H": (sqrt(p) - sqrt(q)) * (sqrt(p) - sqrt(q)),
        "S": (p - q) * (p - q),
    }


def _same(one: Sequence[float | None], other: Sequence[float | None]) -> bool:
    pairs = zip(one, other, strict=True)
    return all(u is not None and v is not None and abs(u - v) < SMALL for u, v in pairs)


class Pair:
    """Two sequences at an index, of which hypotheses say that their sum is 1; and the named sums in a goal.

    Raises
    ------
    NotFound
        if there are no two such sequences.
    """

    def __init__(self, known: Known, goal: Term) -> None:
        self.known = known
        sums = written(goal, ("sum",))
        lo, hi, _ = next((b.args for b in sums if b.args[2].op != "num"), (None, None, None))
        if lo is None or hi is None:
            raise NotFound("no sum")
        given = [s for s in spreads(known, lo, hi)[1:] if s.value is num(1) and s.body.op == "app"]
        if len(given) < 2:
            raise NotFound("no two sequences with sum 1")
        self.index: Index = known.index(lo, hi)
        said = {self.index.member(s.body): s.fact for s in given}
        members = {b: self.index.member(b.args[2]) for b in sums if b.args[:2] == (lo, hi)}
        own = dict.fromkeys(t for m in members.values() for t in entries([m]) if t.args[1:] == (self.index.i,))
        if len(own) != 2 or any(t not in said for t in own):
            raise NotFound("no two sequences with sum 1")
        self.p, self.q = sorted(own, key=list(said).index)
        self.said = said[self.p], said[self.q]
        x, y = known.fresh("x"), known.fresh("y")

        def at_places(t: Term) -> list[float | None]:
            u = swapped_entry(swapped_entry(t, self.p, x), self.q, y)
            return [value(u, {x: a, y: b}) if u.free <= {x, y} else None for a, b in PLACES]

        table = {name: at_places(t) for name, t in named(self.p, self.q).items()}
        self.standing: dict[str, Term] = {}
        for member in members.values():
            found = at_places(member)
            for name, there in table.items():
                if all(
                    u is not None and v is not None and abs(u - v) < SMALL for u, v in zip(found, there, strict=True)
                ):
                    self.standing.setdefault(name, member)

    def member(self, name: str) -> Term:
        """The member of a named sum, as it stands in the goal or else as it is usually written."""
        return self.standing.get(name, named(self.p, self.q)[name])

    def sum(self, name: str) -> Term:
        """A named sum."""
        return self._sum(self.member(name))

    def signs(self) -> list[Fact]:
        """That both are positive, or not negative."""
        found = [self.known.signed(t, self.index.facts) for t in (self.p, self.q)]
        return [f for f in found if f is not None]

    def apart(self, t: Term) -> list[Fact]:
        """The logarithms in a term taken apart."""
        of = dict.fromkeys(u.args[0] for u in walk(t) if u.op == "log" and not u.loose)
        return [e for u in of for e in taken_apart(self.known, u, self.index.facts)]

    def of_roots(self) -> list[Fact]:
        """√p and √q: their signs and squares."""
        return self.known.of_roots([sqrt(self.p), sqrt(self.q)], self.index.facts)

    def product_of_roots(self) -> list[Fact]:
        """0 <= b, b² = p q and 2 b <= p + q for the member b of the affinity."""
        known, p, q, b = self.known, self.p, self.q, self.member("B")
        signs = self.signs()
        with suppress(KernelError):
            roots = self.of_roots()
            squares = [f for f in roots if f.concl.op == "eq"]
            nonneg = known.linear(le(num(0), b), roots, degree=2)
            by = [(sqrt(q) * sqrt(q), [squares[0]]), (p, [squares[1]])]
            same = known.run("arith", eq(b * b, p * q), by, [], [])
            gap = known.p.apply(None, "elementary.square_nonneg", x=sqrt(p) - sqrt(q))
            return [nonneg, same, known.linear(le(num(2) * b, p + q), [gap, *squares])]
        roots = known.of_roots([b], [known.run("arith", le(num(0), p * q), [(num(1), signs)], [], [])])
        same = known.linear(eq(b * b, p * q), roots)
        square = known.p.apply(None, "elementary.square_nonneg", x=p - q)
        four = known.linear(le(num(2) * b * (num(2) * b), (p + q) * (p + q)), [square, same])
        sign = known.linear(le(num(0), p + q), signs)
        half = known.p.apply(None, "norms.square_le", sign, four, u=num(2) * b, r=p + q)
        return [known.nonnegative(b), same, half]

    def distance_by_affinity(self) -> Fact:
        """T² <= (2 − 2 B) (2 + 2 B): Cauchy and Schwarz for (√p − √q)² and (√p + √q)²."""
        known, p, q, b = self.known, self.p, self.q, self.member("B")
        nonneg, same, half = self.product_of_roots()
        low, high, gap = p + q - num(2) * b, p + q + num(2) * b, self.member("T")
        square = known.p.apply(None, "norms.abs_square", u=gap.args[0])
        members = [
            known.linear(le(num(0), low), [half]),
            known.linear(le(num(0), high), [nonneg, *self.signs()]),
            known.linear(le(gap * gap, low * high), [square, (same, num(4))]),
        ]
        fact = self.cauchy(members, low, high)
        T, B = self.sum("T"), self.sum("B")
        return self.with_sums(le(T * T, (num(2) - num(2) * B) * (num(2) + num(2) * B)), fact)

    def with_sums(self, goal: Term, fact: Fact) -> Fact:
        """The goal from a fact, Σ p = 1 and Σ q = 1."""
        _, used = replaced(normal(fact.concl.args[1] - fact.concl.args[0]), self.said, powers=True)
        return self.known.run("arith", goal, [(num(1), [fact]), *((as_term(m), [e]) for m, e in used)], [], [])

    def divergence_by_affinity(self, name: str) -> Fact:
        """2 − 2 B <= K: log(√q/√p) <= √q/√p − 1, times 2 p."""
        known = self.known
        p, q = (self.p, self.q) if name == "K" else (self.q, self.p)
        a, c = sqrt(p), sqrt(q)
        signs = [known.positive(t, self.index.facts) for t in (p, q)]
        roots = [known.p.apply(None, "norms.sqrt_positive", f, s=t) for f, t in zip(signs, (p, q), strict=True)]
        square = known.p.apply(None, "norms.sqrt_square", known.weak(signs[0]), s=p)
        logs = [known.p.apply(None, "inequalities.log_sqrt", f, s=t) for f, t in zip(signs, (p, q), strict=True)]
        tangent = known.p.apply(None, "elementary.log_tangent", roots[1], roots[0], x=c, u=a)
        below = le(num(2) * p - num(2) * a * c, p * log(p) - p * log(q))
        by = [
            (num(2), [tangent, signs[0]]),
            (num(-2) * c * inv(a), [square]),
            (num(2) * p, [logs[0]]),
            (num(-2) * p, [logs[1]]),
        ]
        fact = known.run("arith", below, by, [], [roots[0]])
        member = self.member(name)
        apart = self.apart(member)
        plain, used = replaced(normal(member), apart)
        same = known.run("arith", eq(member, as_term(plain)), [(as_term(m), [e]) for m, e in used], [], [])
        b = self.member("B")
        if normal(b - a * c):
            raise NotFound("another root")
        inner = known.linear(le(num(2) * p - num(2) * b, member), [fact, same])
        return self.with_sums(le(num(2) - num(2) * self.sum("B"), self.sum(name)), known.summed(self.index, inner))

    def distance_by_divergence(self, name: str) -> Fact:
        """T² <= 2 K: Cauchy and Schwarz, by 3 (p − q)² <= 2 (p + 2 q) (p log(p/q) − p + q) (Pinsker)."""
        known = self.known
        p, q = (self.p, self.q) if name == "K" else (self.q, self.p)
        gap, member = self.member("T"), self.member(name)
        square = known.p.apply(None, "norms.abs_square", u=gap.args[0])
        mean, excess = num(1, 3) * (p + num(2) * q), num(2) * (member - p + q)
        signs = self.signs()
        tangent = known.numbers(signs, le(num(0), excess), 1.0)
        order = known.numbers(signs, le((p - q) * (p - q), mean * excess), PATIENT)
        members = [
            known.linear(le(num(0), mean), signs),
            tangent,
            known.linear(le(gap * gap, mean * excess), [square, order]),
        ]
        fact = self.cauchy(members, mean, excess)
        T = self.sum("T")
        return self.with_sums(le(T * T, num(2) * self.sum(name)), fact)

    def cauchy(self, members: Sequence[Fact], f: Term, g: Term) -> Fact:
        """T² <= Σ f · Σ g from 0 <= f, 0 <= g and (p − q)² <= f g."""
        known = self.known
        every = [known.everywhere(self.index, fact) for fact in members]
        by = {name: self.index.function(t) for name, t in (("f", f), ("g", g), ("h", self.member("T")))}
        by |= {"lo": self.index.lo, "hi": self.index.hi}
        return known.p.apply(None, "inequalities.cauchy_schwarz_of_members", *every, known.count(self.sum("T")), **by)

    def squares_by_distance(self) -> Fact:
        """2 S <= T²: |p_i − q_i| <= T/2, times |p_i − q_i|."""
        known, gap, T = self.known, self.p - self.q, self.sum("T")
        zero = known.linear(eq(self._sum(gap), num(0)), list(self.said))
        by = {"f": self.index.function(gap), "lo": self.index.lo, "hi": self.index.hi, "m": self.index.i}
        most = known.p.apply(None, "inequalities.member_of_zero_sum", zero, *self.index.ends, **by)
        size = absolute(gap)
        sign = known.p.apply(None, "elementary.abs_nonneg", x=gap)
        square = known.p.apply(None, "norms.abs_square", u=gap)
        own = self.member("S"), self.member("T")
        whole = self._sum(size)
        inner = known.run(
            "arith", le(num(2) * own[0], whole * size), [(num(1), [most, sign]), (num(-2), [square])], [], []
        )
        return known.linear(le(num(2) * self.sum("S"), T * T), [known.summed(self.index, inner)], depth=2)

    def affinity_at_most_one(self) -> Fact:
        """B <= 1."""
        half = self.product_of_roots()[2]
        return self.known.linear(le(self.sum("B"), num(1)), [self.known.summed(self.index, half), *self.said])

    def roots_by_affinity(self) -> Fact:
        """H = 2 − 2 B."""
        known, b = self.known, self.member("B")
        squares = [f for f in self.of_roots() if f.concl.op == "eq"]
        inner = known.linear(eq(self.member("H"), self.p + self.q - num(2) * b), squares)
        return known.linear(
            eq(self.sum("H"), num(2) - num(2) * self.sum("B")), [known.summed(self.index, inner), *self.said]
        )

    @staticmethod
    def _ends(t: Term) -> Iterator[tuple[Term, Term]]:
        yield t.args[0], t.args[0]
        yield t.args[0], t.args[1]

    def _sum(self, member: Term) -> Term:
        return big("sum", self.index.lo, self.index.hi, abstract(member, [self.index.i]))

    def at_members(self, goal: Term) -> Iterator[Fact]:
        """2 |p_k − q_k| <= T for the members that stand in the goal, and for the greatest."""
        known, gap = self.known, self.p - self.q
        zero = known.linear(eq(self._sum(gap), num(0)), list(self.said))
        for t in bigs(goal, ("max",)):
            with suppress(KernelError):
                index, bound = known.index(*t.args[:2]), num(1, 2) * self.sum("T")
                by = {"f": self.index.function(gap), "lo": self.index.lo, "hi": self.index.hi, "m": index.i}
                fact = known.p.apply(None, "inequalities.member_of_zero_sum", zero, *index.ends, **by)
                member = known.linear(le(index.member(t.args[2]), bound), [fact])
                yield known.run("max_le", t, bound, known.settle(le(*t.args[:2])), known.everywhere(index, member))
                first = substitute(index.member(t.args[2]), {index.i: t.args[0]})
                there = known.run("max_ge", t, t.args[0], *(known.settle(le(*e)) for e in self._ends(t)))
                yield known.linear(le(num(0), t), [there, known.nonnegative(first)])
        places = dict.fromkeys(t.args[1] for t in entries([goal]) if t.args[0] is self.p.args[0])
        for place in list(places)[:MOST_MEMBERS]:
            with suppress(KernelError):
                ends = known.settle(le(self.index.lo, place)), known.settle(le(place, self.index.hi))
                by = {"f": self.index.function(gap), "lo": self.index.lo, "hi": self.index.hi, "m": place}
                yield known.p.apply(None, "inequalities.member_of_zero_sum", zero, *ends, **by)
                for side in (1, -1):
                    yield known.p.apply(None, "elementary.abs_ge", x=num(side) * substitute(gap, {self.index.i: place}))


def _shown(known: Known, pair: Pair, wanted: Term, by: str, depth: int) -> Fact:
    """What the method of a name gives for an inequality, under the hypotheses about the two sequences."""
    own = {pair.p.args[0], pair.q.args[0], *pair.index.lo.free, *pair.index.hi.free}
    search, given = known.search, [g for g in known.given if g.free <= own]
    row = next((m for kind in search.table for m in kind.methods if m.name == by), None)
    if row is None:
        raise NotFound(f"no method {by}")
    before, known.p.facts = known.p.facts, {}
    try:
        fact = search.attempt(by, row.ways(search, Asked(search, given, wanted, depth + 1)))
    finally:
        known.p.facts = before
    if fact is None:
        raise NotFound("a bound that is not shown")
    return fact


def _exponentials(goal: Term) -> list[Term]:
    """The powers of e with sums in the exponent, but for roots."""
    if root_of(goal) is not None:
        return _exponentials(goal.args[0].args[1])
    own = [goal] if goal.op == "exp" and bigs(goal) else []
    return list(dict.fromkeys([*own, *(e for a in goal.args if isinstance(a, Term) for e in _exponentials(a))]))


def _bounds(known: Known, pair: Pair, goal: Term, depth: int) -> Iterator[Callable[[], Fact]]:
    """What may be shown of the named sums that stand in a goal."""
    names = pair.standing.keys()
    divergences = [name for name in ("K", "L") if name in names]
    far = names & {"T", "S"} or entries([goal]) or bigs(goal, ("max",))
    near, powers = names & {"B", "H"}, _exponentials(goal)
    T, B = pair.sum("T"), pair.sum("B")
    yield from (partial(known.nonnegative, pair.sum(name)) for name in ("S", "H") if name in names)
    yield partial(known.nonnegative, T)
    if near or powers:
        yield partial(known.nonnegative, B)
        yield pair.affinity_at_most_one
    if "H" in names:
        yield pair.roots_by_affinity
    if "S" in names:
        yield pair.squares_by_distance
    if far and (near or powers):
        yield pair.distance_by_affinity
    for name in divergences:
        K = pair.sum(name)
        if near:
            yield partial(pair.divergence_by_affinity, name)
        if powers:
            yield partial(_shown, known, pair, le(exp(-K), B * B), BY_LOGARITHMS, depth)
        elif far:
            yield partial(pair.distance_by_divergence, name)


def by_chain(known: Known, goal: Term, depth: int) -> Fact:
    """The goal from what is known of the named sums that stand in it."""
    pair = Pair(known, goal)
    others = entries([goal]) or bigs(goal, ("max",)) or _exponentials(goal)
    if len(pair.standing) + bool(others) < 2:
        raise NotFound("nothing to be compared")
    facts = list(pair.at_members(goal))
    for shown in _bounds(known, pair, goal, depth):
        with suppress(KernelError):
            facts.append(shown())
    for e in _exponentials(goal):
        with suppress(KernelError):
            facts.append(known.linear(le(num(0), num(1) - e), facts, degree=2))
    return first(
        known,
        lambda: known.linear(goal, facts, degree=2, work=300),
        lambda: _by_squares(known, facts, goal),
        lambda: known.numbers(facts, goal, 2.0),
    )


def _by_squares(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    """s <= t from s² <= t² and 0 <= t, where there are roots."""
    left, right = goal.args
    roots = list(dict.fromkeys(t for t in walk(goal) if root_of(t) is not None and not t.loose))
    if not roots or goal.op != "le":
        raise NotFound("no roots")
    signs = [known.linear(le(num(0), w), facts, degree=2) for t in roots for w in [root_of(t)] if w is not None]
    squares = [f for f in known.of_roots(roots, [*facts, *signs]) if f.concl.op == "eq"]
    order = known.linear(le(left * left, right * right), [*facts, *squares], degree=2, work=300)
    return known.linear(
        goal, [known.p.apply(None, "norms.square_le", known.nonnegative(right, facts), order, u=left, r=right)]
    )


# --- the method ------------------------------------------------------------------------------------------------------


@method("bounds of divergences, chained", share=0.5)
def divergences(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of two sequences with sum 1: divergences, distances, affinities."""
    k, goal = known(search, asked), asked.goal
    ones = [f for f in k.facts for v in [value_of_sum(f)] if v is not None and v[1] is num(1)]
    if goal.op != "eq" and asked.depth <= MOST_NESTED and len(ones) > 1 and bigs(goal, ("sum",)):
        yield k.way(partial(by_chain, k, goal, asked.depth))
