"""Where a member is the greatest: hypotheses about each row Σ_j u_j x_j of a matrix, or neighbours, looked at there.

Where |x_j| is greatest, at k, the others reach |Σ_j u_j x_j − u_k x_k| <= |x_k| (Σ |u| − |u_k|); for weights that are
not negative also Σ u x <= x_k Σ u where x_j is greatest; and x_{k−1}, x_{k+1} are no greater. So eigenvalues by row
sums, systems with a dominant diagonal, chains that keep a function, discounted values, and differences on a grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from flint import fmpq

from proofs.decide.base.failures import NotFound
from proofs.decide.search import Asked, Search, Way, method
from proofs.decide.sequences.absolute import Sizes
from proofs.decide.sequences.forms import alone, bigs, entries, quantity, relation, replaced, walk, without
from proofs.decide.sequences.greatest import at_greatest
from proofs.decide.sequences.known import RELATIONS, Index, Known, known, ranged
from proofs.kernel.normal import Poly, as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    absolute,
    big,
    closed,
    eq,
    forall,
    le,
    lt,
    num,
    opened,
    substitute,
    var,
)

MOST_SEQUENCES = 5  # of which the greatest member is looked at
MOST_PLACES = 2  # of other members, that are kept apart
I, J = var("i'", "Z"), var("j'", "Z")


class Rows:
    """What hypotheses say at each index of a range about members at others.

    Attributes
    ----------
    lo, hi
        The range.
    names
        The sequences, whose members are summed or stand next to the index.
    steps
        Where neighbours stand, counted from the index.
    """

    def __init__(self, lo: Term, hi: Term) -> None:
        self.lo, self.hi = lo, hi
        self.names: set[Term] = set()
        self.steps: set[int] = set()

    @property
    def ends(self) -> tuple[Term, Term]:
        """The ends of the range with the neighbours of its members."""
        return canonical(self.lo + min(self.steps, default=0)), canonical(self.hi + max(self.steps, default=0))

    def add(self, said: Term) -> None:
        """Look at what is said at an index."""
        for b in bigs(said, ("sum",)):
            if I in b.free:
                self.names |= {e.args[0] for e in entries([opened(b.args[2], (J,))]) if e.args[1:] == (J,)}
        for e in entries([said]):
            step = canonical(e.args[1] - I) if len(e.args) == 2 else I
            if step.op == "num" and step.args[0] != 0 and isinstance(step.args[0], int):
                self.names.add(e.args[0])
                self.steps.add(step.args[0])

    def sequences(self, goal: Term) -> Iterator[Term]:
        """Maxima of what the goal speaks of, or else of any of the sequences."""

        def member(t: Term, place: Term) -> Term:
            return big("max", *self.ends, closed(substitute(t, {place: J}), [J]))

        spoken = [m for m in bigs(goal, ("max",)) if not bigs(opened(m.args[2], (J,)))]
        spoken = [m for m in spoken if self.names & {e.args[0] for e in entries([opened(m.args[2], (J,))])}]
        yield from (big("max", *self.ends, m.args[2]) for m in spoken)
        found = [e for e in entries([goal]) if e.args[0] in self.names and len(e.args) == 2 and e.args[1].op == "var"]
        for t in [*(t for t in walk(goal) if t.op == "abs" and not t.loose), canonical(goal.args[0] - goal.args[1])]:
            places = {e.args[1] for e in found if e in entries([t])}
            if len(places) == 1 and not bigs(t):
                yield member(t, places.pop())
        own = [e.args[0] for e in found] if found or spoken else sorted(self.names, key=str)
        members = [x(J) for x in dict.fromkeys(own)]
        yield from (member(t, J) for t in [*map(absolute, members), *members, *(-x for x in members)])


def _rows(known: Known) -> list[Rows]:
    """Hypotheses about rows and neighbours, by their ranges."""
    out: dict[tuple[Term, Term], Rows] = {}
    for lo, hi, said in filter(None, (ranged(u.concl, I) for u in known.universal)):
        if said.op in RELATIONS:
            ends = canonical(lo), canonical(hi)
            out.setdefault(ends, Rows(*ends)).add(said)
    return [rows for rows in out.values() if rows.names]


class _There:
    """What is known at the index k where f is greatest: f is g, or |g|.

    Parameters
    ----------
    known
        What is known, also that k is in the range, and that f is the greatest there.
    k, most
        The index, and that fact.
    body
        f as a function of the index.
    goal
        What is to be shown.
    steps
        Where the neighbours are that hypotheses are about.
    """

    def __init__(self, known: Known, k: Term, most: Fact, body: Term, goal: Term, steps: set[int]) -> None:
        self.known, self.k, self.most, self.goal = known, k, most, goal
        self.y = opened(body, (k,))
        self.of_size = self.y.op == "abs"
        self.inner = closed(opened(body, (J,)).args[0], [J]) if self.of_size else body
        here = [f for f in known.at(k) if f.concl.op in RELATIONS and key(f.concl) is not True]
        self.above = known.above_members(k, (), [goal, *(f.concl for f in [*known.facts, *here])])
        self.said = self._with_halves([*known.facts, *here, *self.above])
        given = [g for g in known.given if g.op in (*RELATIONS, "imp")]
        names = {e.args[0] for e in entries([self.member(J)])}
        found = dict.fromkeys(e.args[1] for e in entries([goal, *given]) if e.args[0] in names)
        self.places = [k, *islice((x for x in found if x is not k), MOST_PLACES)]
        beside = [canonical(k + num(step)) for step in sorted(steps)]
        at_places = [f for x in [*self.places[1:], *beside] for f in known.at(x) if f.concl.op in RELATIONS]
        self.others = self._with_halves(at_places)
        self.positive = [*known.denominators(goal), *(s for f in self.above for s in known.denominators(f.concl))]
        self.below = known.denominators(goal)
        self.weights: list[Fact] = []  # that are positive, and by which the goal may be multiplied

    def _with_halves(self, facts: Sequence[Fact]) -> list[Fact]:
        """Facts, and ± x <= u for those that say |x| <= u."""
        return list(dict.fromkeys([*facts, *(h for f in facts for h in self.known.without_values(f))]))

    def member(self, i: Term) -> Term:
        """g at an index."""
        return opened(self.inner, (i,))

    # --- rows ------------------------------------------------------------------------------------------------------

    def rows(self) -> list[tuple[Term, Term, Term]]:
        """The ends and the weights u of the sums Σ u g that are spoken of."""
        own = entries([self.member(J)])
        out: dict[tuple[Term, Term, Term], None] = {}
        for b in self._sums():
            q = normal(opened(b.args[2], (J,)))
            for m, c in q.items() if len(q) == 1 else ():
                for x in [x for x in m if x[0].term in own and x[1] == 1]:
                    out[*b.args[:2], closed(canonical(as_term({m - {x}: c})), [J])] = None
        ends = {(lo, hi) for lo, hi, _ in out}
        for (lo, high), (low, hi) in [(one, other) for one in ends for other in ends]:
            if canonical(high + 1) is self.k and canonical(low - 1) is self.k:  # the members before and after
                both = {w for a, b, w in out if (a, b) == (lo, high)} & {w for a, b, w in out if (a, b) == (low, hi)}
                out |= dict.fromkeys((lo, hi, w) for w in both)
        return list(out)

    def _sums(self) -> list[Term]:
        """The sums that are spoken of."""
        return list(dict.fromkeys(b for f in (self.goal, *(f.concl for f in self.said)) for b in bigs(f, ("sum",))))

    def split(self, lo: Term, hi: Term, body: Term) -> Iterator[Fact]:
        """Σ f as the members before k, that at k and those after it, where sums over these are spoken of."""
        known, k = self.known, self.k
        ends = {b.args[:2] for b in self._sums()}
        if (lo, canonical(k - 1)) in ends or (canonical(k + 1), hi) in ends:
            with suppress(KernelError):
                whole, first = big("sum", lo, hi, body), big("sum", lo, k, body)
                parts = known.theorem(
                    "sums.sum_split", whole, known.settle(le(lo - 1, k)), known.settle(le(k, hi)), m=k
                )
                last = known.run("big_step", first, known.settle(le(lo, k)))
                yield known.linear(eq(whole, parts.concl.args[1] - first + last.concl.args[1]), [parts, last])

    def reach(self, lo: Term, hi: Term, weight: Term) -> Iterator[Fact]:
        """How far Σ u g may be from y Σ u, or from y Σ |u|, the members that are spoken of apart."""
        known, y = self.known, self.y
        index = known.index(lo, hi)
        u, g = index.member(weight), self.member(index.i)
        bound = known.p.use(None, self.most, index.i, using=index.ends)
        with known.inside(index):
            sign = known.signed(u, [*index.facts, *known.of_pairs(index, u)])
        if sign is None and not self.of_size:
            return
        size = u if sign is not None else absolute(u)
        yield from self.split(lo, hi, closed(u * g, [index.i]))
        yield from self.split(lo, hi, closed(size, [index.i]))
        apart: dict[int, Fact] = {}
        for s in (1, -1) if self.of_size else (1,):
            t = y * size - num(s) * u * g
            near, far = (known.p.apply(None, "elementary.abs_ge", x=num(r) * g) for r in (s, -s))
            if sign is not None:
                sides = [(num(1), [bound, sign]), *([(num(1), [near, sign])] if self.of_size else [])]
            else:
                up, down = (known.p.apply(None, "elementary.abs_ge", x=x) for x in (u, -u))
                weak = known.p.apply(None, "elementary.abs_nonneg", x=u)
                sides = [(num(1), [bound, weak]), (num(1, 2), [up, far]), (num(1, 2), [down, near])]
            every = known.everywhere(index, known.run("arith", le(num(0), t), sides, [], []))
            by = {"f": index.function(t), "lo": lo, "hi": hi}
            yield known.p.apply(None, "sums.sum_nonneg", every, **by)
            for m in self.places:
                with suppress(KernelError):
                    ends = known.settle(le(lo, m)), known.settle(le(m, hi))
                    fact = known.p.apply(None, "sums.sum_member", every, *ends, m=m, **by)
                    if m is self.k:
                        apart[s] = fact
                    elif sign is not None and sign.concl.op == "lt":
                        self.weights.append(known.p.use(None, known.everywhere(index, sign), m, using=ends))
                    yield fact
        if len(apart) == 2 and sign is None:
            yield from self._dominant(lo, hi, weight, apart)

    def _dominant(self, lo: Term, hi: Term, weight: Term, apart: dict[int, Fact]) -> Iterator[Fact]:
        """|u_k| y − y (Σ |u| − |u_k|) <= |Σ u g|, and what this is at most by what equations say of it."""
        known, y = self.known, self.y
        u, g = opened(weight, (self.k,)), self.member(self.k)
        total = big("sum", lo, hi, closed(opened(weight, (J,)) * self.member(J), [J]))
        sizes = big("sum", lo, hi, closed(absolute(opened(weight, (J,))), [J]))
        v, top = u * g, absolute(total) + y * sizes - absolute(u) * y
        halves = []
        for s, half in ((1, le(-top, v)), (-1, le(v, top))):
            above = known.p.apply(None, "elementary.abs_ge", x=num(-s) * total)
            halves.append(known.run("arith", half, [(num(1), [apart[s]]), (num(1), [above])], [], []))
        below = known.p.apply(None, "elementary.abs_le", *halves, x=v, u=top)
        same = known.p.apply(None, "norms.abs_mul", u=u, r=g)
        yield known.linear(le(num(2) * absolute(u) * y - y * sizes, absolute(total)), [below, same])
        values = list(self._values())
        for equations in (values, [*self.split(lo, hi, total.args[2]), *values]):
            value, used = replaced(normal(total), equations)
            if used:
                with suppress(KernelError):
                    yield self._at_most(total, value, used)
                break

    def _values(self) -> Iterator[Fact]:
        """What sums are by equations at the index."""
        for f in self.said:
            q = quantity(f.concl)
            for b, c in alone(q, "sum")[:1] if f.concl.op == "eq" else ():
                value = as_term({m: -v / c for m, v in without(q, b).items()})
                yield self.known.run("arith", eq(b, value), [(num(-1 / c), [f])], [], [])

    def _at_most(self, total: Term, value: Poly, used: Sequence[tuple[Poly, Fact]]) -> Fact:
        """|Σ u g| <= R for a bound R of the size of what the sum is."""
        known, t = self.known, as_term(value)
        sizes = Sizes(known, self.said, [])
        t = next((x for x in (t, canonical(-t)) if canonical(x) in sizes.said), t)
        bound = sizes.bound(t)
        top = bound.concl.args[1]
        ends = [known.p.apply(None, "elementary.abs_ge", x=x) for x in (t, -t)]
        equations = [f for _, f in used]
        both = [known.linear(x, [bound, *ends, *equations]) for x in (le(-top, total), le(total, top))]
        return known.p.apply(None, "elementary.abs_le", *both, x=total, u=top)

    # --- the goal --------------------------------------------------------------------------------------------------

    def proved(self, reach: Sequence[Fact]) -> Fact:
        """The goal, from how far sums reach and what is known beside."""
        known = self.known
        facts = [*reach, *self.others]
        facts += [_product(known, f, s) for f in facts for s in self._factors()]
        facts += [_product(known, f, s) for f in self.others for s in self.below]
        spoken = (self.goal, *(f.concl for f in self.said))
        facts += [f for m in dict.fromkeys(m for f in spoken for m in bigs(f, ("max",))) for f in self._maximum(m)]
        sizes = dict.fromkeys(t.args[0] for f in self.said for t in walk(f.concl) if t.op == "abs" and not t.loose)
        facts += [known.p.apply(None, "elementary.abs_nonneg", x=x) for x in sizes]
        facts += [f for m in bigs(self.goal, ("max",)) for f in [known.signed(m)] if f is not None]
        facts += [*self.said, *self.positive]
        return self._by_values(facts, [*self._of_numbers(), *([self.member(self.k)] if self.of_size else [])])

    def _of_numbers(self) -> list[Term]:
        """What the maxima of the goal take absolute values of that speaks of a number, as |t − A_kk|."""
        found = dict.fromkeys(t.args[0] for f in self.above for t in walk(f.concl) if t.op == "abs" and not t.loose)
        return [x for x in found if any((v.op, v.sort) == ("var", "R") for v in x.free)][:1]

    def _by_values(self, facts: Sequence[Fact], sizes: Sequence[Term]) -> Fact:
        """The goal for both signs of what absolute values are of."""
        if not sizes:
            return self._by_sign(facts)
        known, x = self.known, sizes[0]
        sides = []
        for order in (le(num(0), x), lt(x, num(0))):
            sign = known.run("assume", order)
            value = known.run("abs_value", x, sign if order.op == "le" else known.weak(sign))
            sides.append(self._by_values([*facts, value, sign], sizes[1:]))
        return known.run("cases", num(0), x, *sides)

    def _by_sign(self, facts: Sequence[Fact]) -> Fact:
        """The goal, if need be for y <= 0 and for 0 < y."""
        known, y = self.known, self.y
        weak = [known.p.apply(None, "elementary.abs_nonneg", x=y.args[0])] if self.of_size else []
        for sign in [*weak, *([] if self.of_size else self._signs(y))]:
            with suppress(KernelError):
                return self._combined(facts, sign)
            known.search.in_time()
        down, up = (known.run("assume", f) for f in (le(y, num(0)), lt(num(0), y)))
        at_zero = self._combined([*facts, *weak, *(self._zeros(down) if self.of_size else ())], down)
        return known.run("cases", y, num(0), at_zero, self._combined(facts, up))

    def _signs(self, y: Term) -> Iterator[Fact | None]:
        """Nothing, and that y, or −y, is positive, if that is known."""
        yield None
        for t in (y, canonical(-y)):
            with suppress(KernelError):
                yield self.known.positive(t)

    def _combined(self, facts: Sequence[Fact], sign: Fact | None) -> Fact:
        """The goal as a combination of facts, and of what is said of the weights times what has a sign."""
        known, signs = self.known, [] if sign is None else [sign]
        positive = [f for f in [*signs, *self.weights, *self._entries()] if f.concl.op == "lt"]
        said = [f for f in self.said if f.concl.op in ("le", "lt") and any(v.sort != "Z" for v in f.concl.free)]
        times = [_product(known, f, s) for f in said for s in [*signs, *self._entries(), *self.positive]]
        whole = list(dict.fromkeys([*facts, *signs, *times]))
        for scale in [self.below, *([*self.below, s] for s in [*positive, *self.positive])]:
            with suppress(KernelError):
                return known.linear(self.goal, whole, degree=1, depth=2, scale=scale)
            known.search.in_time()
        return known.run("absurd", self._never(whole), self.goal)

    def _never(self, facts: Sequence[Fact]) -> Fact:
        """That facts do not hold together, or that they say x = y where a hypothesis says the contrary."""
        known = self.known
        for g in known.given:
            if g.op == "imp" and g.args[1] is FALSE:
                with suppress(KernelError):
                    return known.run("mp", known.run("assume", g), known.linear(g.args[0], facts))
        return known.linear(FALSE, facts, degree=1, depth=2)

    def _entries(self) -> list[Fact]:
        """That entries at the index are positive."""
        return [
            f for f in self.said if f.concl.op == "lt" and f.concl.args[0] is num(0) and f.concl.args[1].op == "app"
        ]

    def _maximum(self, m: Term) -> Iterator[Fact]:
        """max f = y, or at most that if it is over a part of the range."""
        known, y = self.known, self.y
        if canonical(opened(m.args[2], (self.k,))) is canonical(y):
            y = opened(m.args[2], (self.k,))
            index = known.index(*m.args[:2])
            with suppress(KernelError):
                each = known.everywhere(index, known.p.use(None, self.most, index.i, using=index.ends))
                most = known.run("max_le", m, y, known.settle(le(*m.args[:2])), each)
                yield from (most, *(_product(known, most, s) for s in self.below))
                ends = known.settle(le(m.args[0], self.k)), known.settle(le(self.k, m.args[1]))
                yield known.run("antisymmetry", most, known.run("max_ge", m, self.k, *ends))

    def _factors(self) -> list[Fact]:
        """That what stands beside sums and members in the hypotheses is not negative."""
        own, found = set(entries([self.member(J)])), dict[Term, None]()
        names = {e.args[0] for e in own}
        for q in (quantity(f.concl) for f in self.said):
            for m in q:
                beside = [x for x in m if x[0].term.op != "sum" and not names & set(x[0].term.args[:1])]
                if 0 < len(beside) < len(m):
                    found[as_term({frozenset(beside): fmpq(1)})] = None
        return [f for t in found for f in [self.known.signed(t)] if f is not None]

    def _zeros(self, zero: Fact) -> Iterator[Fact]:
        """Σ = 0 for the sums of which a factor of each member is g, which is 0 at each index as |g| <= 0."""
        known = self.known
        for b in self._sums():
            with suppress(KernelError):
                index = known.index(*b.args[:2])
                bound = known.p.use(None, self.most, index.i, using=index.ends)
                g, member = self.member(index.i), index.member(b.args[2])
                above = [known.p.apply(None, "elementary.abs_ge", x=x) for x in (g, -g)]
                sides = [known.linear(x, [bound, zero, *above]) for x in (le(g, num(0)), le(num(0), g))]
                nothing = known.run("antisymmetry", *sides)
                size = known.linear(eq(absolute(g), num(0)), [known.run("abs_value", g, sides[1]), nothing])
                yield known.summed(index, known.linear(eq(member, num(0)), [nothing, size]))


def _product(known: Known, f: Fact, sign: Fact) -> Fact:
    """0 <= a b, or 0 < a b, from facts that say so of a and b."""
    a, b = (canonical(x.concl.args[1] - x.concl.args[0]) for x in (f, sign))
    return known.run(
        "arith",
        relation(normal(a * b), "lt" if f.concl.op == sign.concl.op == "lt" else "le"),
        [(num(1), [f, sign])],
        [],
        [],
    )


def by_greatest(search: Search, asked: Asked, rows: Rows, t: Term) -> Fact:
    """The goal from what the hypotheses say at the index at which a sequence is the greatest."""
    goal, body = asked.goal, t.args[2]
    member = opened(body, (J,))
    inner = closed(member.args[0], [J]) if member.op == "abs" else body

    def inside(k: Term, most: Fact, ends: Sequence[Fact], at_end: Sequence[Fact] = ()) -> Fact:
        """The goal from what is known at the index k, which is at an end of the range if that is said."""
        there = Known(search, [*asked.given, *(f.concl for f in (*ends, most, *at_end))])
        with there.at_hand():
            found = _There(there, k, most, body, goal, set() if at_end else rows.steps)
            reach = [] if at_end else [f for row in found.rows() for f in found.reach(*row)]
            if not (reach or at_end or rows.steps):
                raise NotFound("no rows with weights")
            return search.cut(found.proved(reach), at_end)

    def at(index: Index, most: Fact) -> Fact:
        """The goal inside of the range of the hypotheses, and for neighbours at both ends of their range."""
        k, (first, last) = index.i, rows.ends
        fact = inside(k, most, [*index.ends, *(search.run("assume", x) for x in (le(rows.lo, k), le(k, rows.hi)))])
        for end, low, high in ((first, k, rows.lo), (last, rows.hi, k)):
            if end not in (rows.lo, rows.hi):
                beyond = search.run("integer_step", search.run("assume", lt(low, high)))
                near = search.run("arith", le(k, end) if low is k else le(end, k), [(num(1), [beyond])], [], [])
                same = search.run("antisymmetry", *((near, index.low) if low is k else (index.high, near)))
                here = opened(inner, (k,))
                template = forall("Z", closed(eq(here, opened(inner, (J,))), [J]))
                equal = search.run("replace", same, template, search.run("arith", eq(here, here), [], [], []))
                fact = search.run("cases", high, low, fact, inside(k, most, index.ends, [equal]))
        return fact

    return at_greatest(known(search, asked), goal, t, at)


def _equal(known: Known, goal: Term, depth: int) -> Fact:
    """s = t from s <= t and t <= s."""
    s, t = goal.args
    return known.run("antisymmetry", *(known.asked([], x, depth) for x in (le(s, t), le(t, s))))


# --- the method ------------------------------------------------------------------------------------------------------


@method("where it is the greatest", share=0.5)
def greatest(search: Search, asked: Asked) -> Iterator[Way]:
    """For hypotheses about sums or neighbours at each index, and what is the same at all of them."""
    k, goal = known(search, asked), asked.goal
    rows = _rows(k)
    if not rows:
        return
    if goal.op == "eq":
        yield k.way(partial(_equal, k, goal, asked.depth))
        return
    for of_range in rows:
        for t in islice(dict.fromkeys(of_range.sequences(goal)), MOST_SEQUENCES):
            yield k.way(partial(by_greatest, search, asked, of_range, t))
