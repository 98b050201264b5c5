"""Where a member is the greatest: hypotheses about each row Σ_j u_j x_j of a matrix, looked at there.

Where |x_j| is greatest, at k, the others reach |Σ_j u_j x_j − u_k x_k| <= |x_k| (Σ |u| − |u_k|); for weights that are
not negative also Σ u x <= x_k Σ u where x_j is greatest. So eigenvalues by row sums, systems with a dominant diagonal,
chains that keep a function, and discounted values.
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
from proofs.decide.sequences.forms import alone, bigs, entries, quantity, walk, without
from proofs.decide.sequences.greatest import at_greatest
from proofs.decide.sequences.known import RELATIONS, Index, Known, known, ranged
from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, absolute, big, closed, eq, le, lt, num, opened, substitute, var

MOST_SEQUENCES = 4  # of which the greatest member is looked at
I, J = var("i'", "Z"), var("j'", "Z")


def _rows(known: Known) -> dict[tuple[Term, Term], set[Term]]:
    """The ranges of hypotheses about sums at each index, and the sequences whose members are summed there."""
    out: dict[tuple[Term, Term], set[Term]] = {}
    for lo, hi, said in filter(None, (ranged(u.concl, I) for u in known.universal)):
        for b in bigs(said, ("sum",)) if said.op in RELATIONS else ():
            found = {e.args[0] for e in entries([opened(b.args[2], (J,))]) if e.args[1:] == (J,)}
            if I in b.free and found:
                out.setdefault((canonical(lo), canonical(hi)), set()).update(found)
    return out


def _sequences(goal: Term, lo: Term, hi: Term, names: set[Term]) -> Iterator[Term]:
    """Maxima over a range of what is to be looked at where it is greatest: what the goal speaks of, or any row."""
    spoken = [m for m in bigs(goal, ("max",)) if m.args[:2] == (lo, hi) and not bigs(opened(m.args[2], (J,)))]
    yield from (m for m in spoken if names & {e.args[0] for e in entries([opened(m.args[2], (J,))])})
    found = [e for e in entries([goal]) if e.args[0] in names and len(e.args) == 2 and e.args[1].op == "var"]
    for t in dict.fromkeys(t for t in walk(goal) if t.op == "abs" and not t.loose):
        places = {e.args[1] for e in found if e in entries([t])}
        if len(places) == 1:
            yield big("max", lo, hi, closed(substitute(t, {places.pop(): J}), [J]))
    own = [e.args[0] for e in found] if found or spoken else sorted(names, key=str)
    members = [x(J) for x in dict.fromkeys(own)]
    for t in [*map(absolute, members), *members, *(-x for x in members)]:
        yield big("max", lo, hi, closed(t, [J]))


class _There:
    """What is known at the index k where f is greatest: f is g, or |g|.

    Attributes
    ----------
    most
        That it is the greatest there.
    y
        Its value there.
    """

    def __init__(self, known: Known, index: Index, most: Fact, body: Term, goal: Term) -> None:
        self.known, self.index, self.most, self.goal = known, index, most, goal
        self.y = opened(body, (index.i,))
        self.of_size = self.y.op == "abs"
        self.inner = closed(opened(body, (J,)).args[0], [J]) if self.of_size else body
        here = [f for f in known.at(index.i, *index.ends) if f.concl.op in RELATIONS and key(f.concl) is not True]
        above = known.above_members(index.i, index.ends, [goal, *(f.concl for f in [*known.facts, *here])])
        whole = [*known.facts, *here, *above]
        self.said = list(dict.fromkeys([*whole, *(h for f in whole for h in known.without_values(f))]))
        places = dict.fromkeys(e.args[1] for e in entries([goal]) if len(e.args) == 2 and e.args[1] is not index.i)
        self.places = [index.i, *islice(places, 2)]
        at_places = [f for p in places for f in known.at(p) if f.concl.op in RELATIONS]
        self.facts = list(dict.fromkeys([*at_places, *(h for f in at_places for h in known.without_values(f))]))
        self.positive: list[Fact] = []  # weights at other places

    def member(self, i: Term) -> Term:
        """g at an index."""
        return opened(self.inner, (i,))

    def rows(self) -> list[tuple[Term, Term, Term]]:
        """The ends and the weights u of the sums Σ u g that are spoken of."""
        own = entries([self.member(J)])
        out: dict[tuple[Term, Term, Term], None] = {}
        for b in dict.fromkeys(b for f in (self.goal, *(f.concl for f in self.said)) for b in bigs(f, ("sum",))):
            q = normal(opened(b.args[2], (J,)))
            for m, c in q.items() if len(q) == 1 else ():
                for x in [x for x in m if x[0].term in own and x[1] == 1]:
                    out[*b.args[:2], closed(canonical(as_term({m - {x}: c})), [J])] = None
        return list(out)

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
                    ends = known.settle(le(lo, m), *self.index.ends), known.settle(le(m, hi), *self.index.ends)
                    fact = known.p.apply(None, "sums.sum_member", every, *ends, m=m, **by)
                    if m is self.index.i:
                        apart[s] = fact
                    elif sign is not None and sign.concl.op == "lt":
                        self.positive.append(known.p.use(None, known.everywhere(index, sign), m, using=ends))
                    yield fact
        if len(apart) == 2 and sign is None:
            yield from self._dominant(lo, hi, weight, apart)

    def _dominant(self, lo: Term, hi: Term, weight: Term, apart: dict[int, Fact]) -> Iterator[Fact]:
        """|u_k| y − y (Σ |u| − |u_k|) <= |Σ u g|, and what equations say that this is at most."""
        known, y, k = self.known, self.y, self.index.i
        u, g = opened(weight, (k,)), self.member(k)
        total = big("sum", lo, hi, closed(opened(weight, (J,)) * self.member(J), [J]))
        sizes = big("sum", lo, hi, closed(absolute(opened(weight, (J,))), [J]))
        v, top = u * g, absolute(total) + y * sizes - absolute(u) * y
        halves = []
        for s, half in ((1, le(-top, v)), (-1, le(v, top))):
            above = known.p.apply(None, "elementary.abs_ge", x=num(-s) * total)
            halves.append(known.run("arith", half, [(num(1), [apart[s]]), (num(1), [above])], [], []))
        below = known.p.apply(None, "elementary.abs_le", *halves, x=v, u=top)
        same = known.p.apply(None, "norms.abs_mul", u=u, r=g)
        dominant = le(num(2) * absolute(u) * y - y * sizes, absolute(total))
        yield known.linear(dominant, [below, same])
        for f in self.said:
            q = quantity(f.concl)
            for b, c in alone(q, "sum") if f.concl.op == "eq" else ():
                if b is canonical(total):
                    value = as_term({m: -x / c for m, x in without(q, b).items()})
                    bound = Sizes(known, [], []).bound(value)
                    ends = [known.p.apply(None, "elementary.abs_ge", x=num(s) * value) for s in (1, -1)]
                    most = bound.concl.args[1]
                    both = [known.linear(x, [f, bound, *ends]) for x in (le(-most, total), le(total, most))]
                    yield known.p.apply(None, "elementary.abs_le", *both, x=total, u=most)

    def proved(self) -> Fact:
        """The goal."""
        known = self.known
        found = [f for row in self.rows() for f in self.reach(*row)]
        if not found:
            raise NotFound("no rows with weights")
        found += [_product(known, f, s) for f in found for s in self._factors()]
        found += [_product(known, f, s) for f in self.facts for s in known.denominators(self.goal)]
        spoken = (self.goal, *(f.concl for f in self.said))
        found += [self._maximum(m) for m in dict.fromkeys(m for f in spoken for m in bigs(f, ("max",))) if self._is(m)]
        sizes = dict.fromkeys(t.args[0] for f in self.said for t in walk(f.concl) if t.op == "abs" and not t.loose)
        found += [known.p.apply(None, "elementary.abs_nonneg", x=x) for x in sizes]
        found += [*self.said, *self.facts]
        if not self.of_size:
            with suppress(KernelError):
                return self._combined(found, [])
            self.known.search.in_time()
            x = next((x for x in (self.y, canonical(-self.y)) if x.op == "app"), None)
            if x is None:
                raise NotFound("no sign")
            return self._by_sign(found, x)
        g = self.member(self.index.i)
        sides = []
        for order in (le(num(0), g), lt(g, num(0))):
            sign = known.run("assume", order)
            value = known.run("abs_value", g, sign if order.op == "le" else known.weak(sign))
            sides.append(self._of_one_sign([*found, value, sign]))
        return known.run("cases", num(0), g, *sides)

    def _is(self, m: Term) -> bool:
        """Whether it is the maximum that is attained at the index."""
        return canonical(opened(m.args[2], (self.index.i,))) is canonical(self.y)

    def _maximum(self, m: Term) -> Fact:
        """max f = y."""
        some, y = self.known.settle(le(*m.args[:2]), *self.index.ends), opened(m.args[2], (self.index.i,))
        below = self.known.run("max_ge", m, self.index.i, *self.index.ends)
        return self.known.run("antisymmetry", self.known.run("max_le", m, y, some, self.most), below)

    def _factors(self) -> list[Fact]:
        """That what stands beside sums in the hypotheses is not negative."""
        found: dict[Term, None] = {}
        for q in (quantity(f.concl) for f in self.said):
            for m in q:
                beside = [x for x in m if x[0].term.op != "sum"]
                if 0 < len(beside) < len(m):
                    found[as_term({frozenset(beside): fmpq(1)})] = None
        return [f for t in found for f in [self.known.signed(t)] if f is not None]

    def _by_sign(self, found: Sequence[Fact], x: Term) -> Fact:
        """The goal for x >= 0 and x < 0."""
        known = self.known
        up, down = (known.run("assume", f) for f in (le(num(0), x), lt(x, num(0))))
        return known.run("cases", num(0), x, self._combined(found, [up]), self._combined(found, [down]))

    def _of_one_sign(self, found: Sequence[Fact]) -> Fact:
        """The goal, where it is known what |g| is at the index."""
        known, y = self.known, self.y
        weak = known.p.apply(None, "elementary.abs_nonneg", x=y.args[0])
        with suppress(KernelError):
            return self._combined(found, [weak])
        known.search.in_time()
        zero, positive = (known.run("assume", f) for f in (le(y, num(0)), lt(num(0), y)))
        at_zero = self._or_never([*found, zero, weak, *self._zeros(zero)])
        return known.run("cases", y, num(0), at_zero, self._combined(found, [positive], positive))

    def _combined(self, found: Sequence[Fact], of_y: Sequence[Fact], positive: Fact | None = None) -> Fact:
        """The goal as a combination of facts, and of what is said of the weights times what has a sign."""
        known, facts = self.known, list(dict.fromkeys([*found, *of_y]))
        own = {b for f in self.said for b in bigs(f.concl, ("sum", "max"))}
        times = [
            _product(known, f, s)
            for f in self.said
            for s in of_y
            if f.concl.op in ("le", "lt") and set(bigs(f.concl)) & own
        ]
        below = known.denominators(self.goal)
        signs = [*([] if positive is None else [positive]), *self.positive]
        scales = [*([*below, s] for s in signs), below]
        for scale in scales:
            with suppress(KernelError):
                return known.linear(self.goal, [*facts, *times], degree=1, depth=2, scale=scale)
            known.search.in_time()
        return self._or_never([*facts, *times])

    def _or_never(self, facts: Sequence[Fact]) -> Fact:
        """The goal from facts, or because they do not hold together."""
        known = self.known
        with suppress(KernelError):
            return known.linear(self.goal, facts, scale=known.denominators(self.goal))
        known.search.in_time()
        return known.run("absurd", known.linear(FALSE, facts, degree=1, depth=2), self.goal)

    def _zeros(self, zero: Fact) -> Iterator[Fact]:
        """Σ = 0 for the sums of which a factor of each member is g, which is 0 at each index as |g| <= 0."""
        known = self.known
        for b in dict.fromkeys(b for f in self.said for b in bigs(f.concl, ("sum",))):
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
    a, b = (x.concl.args[1] - x.concl.args[0] for x in (f, sign))
    op = lt if f.concl.op == sign.concl.op == "lt" else le
    return known.run("arith", op(num(0), a * b), [(num(1), [f, sign])], [], [])


def by_greatest(search: Search, asked: Asked, t: Term) -> Fact:
    """The goal from what the hypotheses say at the index at which a sequence is the greatest."""
    k = known(search, asked)

    def there(index: Index, most: Fact) -> Fact:
        inside = Known(search, [*asked.given, *(f.concl for f in (*index.ends, most))])
        with inside.at_hand():
            return _There(inside, index, most, t.args[2], asked.goal).proved()

    return at_greatest(k, asked.goal, t, there)


def _equal(known: Known, goal: Term, depth: int) -> Fact:
    """s = t from s <= t and t <= s."""
    s, t = goal.args
    return known.run("antisymmetry", *(known.asked([], x, depth) for x in (le(s, t), le(t, s))))


# --- the method ------------------------------------------------------------------------------------------------------


@method("where it is the greatest", share=0.5)
def greatest(search: Search, asked: Asked) -> Iterator[Way]:
    """For hypotheses about sums at each index, and what is the same at all of them."""
    k, goal = known(search, asked), asked.goal
    rows = _rows(k)
    if not rows:
        return
    if goal.op == "eq":
        yield k.way(partial(_equal, k, goal, asked.depth))
        return
    for (lo, hi), names in rows.items():
        for t in islice(dict.fromkeys(_sequences(goal, lo, hi, names)), MOST_SEQUENCES):
            yield k.way(partial(by_greatest, search, asked, t))
