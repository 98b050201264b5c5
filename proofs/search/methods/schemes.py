"""What schemes on a grid keep: sums of squares and maxima of v, where a v_i = Σ c_k x_k for neighbouring members x_k.

Where no c is negative and Σ c <= a, a v_i² <= Σ c_k x_k², by convexity, and a |v_i| <= Σ c_k |x_k|. The x may be
members of v, too (implicit schemes). Where v and u stand together on the right, the equation times v + u gives an
energy. Sums over shifted indices differ by what stands at the ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice

from proofs.kernel.normal import Poly, as_term, canonical, constant, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    absolute,
    abstract,
    add,
    app,
    big,
    eq,
    forall,
    inv,
    le,
    lt,
    num,
    substitute,
    var,
)
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import bigs, entries, quantity, walk
from proofs.search.sequences.known import Index, Known, known, ranged
from proofs.search.sequences.leaving import Leaving
from proofs.search.sequences.recursion import opened_values

MOST_SCHEMES = 6
MOST_ENDS = 16  # members at the ends


@dataclass(frozen=True)
class Scheme:
    """a v = Σ c x at an index: sign · (right − left) of an equation is a v − Σ c x."""

    index: Index
    said: Fact
    sign: int
    v: Term
    a: Term
    parts: Sequence[tuple[Term, Term]]  # x and c

    @property
    def mean(self) -> Term:
        """Σ c x."""
        return add(*(c * x for x, c in self.parts)) if len(self.parts) > 1 else self.parts[0][0] * self.parts[0][1]

    @property
    def weight(self) -> Term:
        """Σ c."""
        return canonical(sum((c for _, c in self.parts), num(0)))


def _linear(said: Fact, i: Term) -> dict[Term, Poly]:
    """What the entries near an index are multiplied by in an equation; nothing if it is of another kind."""
    out: dict[Term, Poly] = {}
    for m, c in quantity(said.concl).items():
        near = [a.term for a, e in m if a.term.op == "app" and e == 1 and _offset(a.term, i) is not None]
        moving = [t for t in near if any(x is not t and x.args[0] is t.args[0] for x in entries([said.concl]))]
        if not near:
            return {}
        x = (moving or near)[0]
        out.setdefault(x, {})[frozenset(y for y in m if y[0].term is not x)] = c
    return out


def _offset(t: Term, i: Term) -> int | None:
    d = constant(normal(t.args[-1] - i))
    return None if d is None or d.q != 1 else int(d)


def _schemes(known: Known) -> Iterator[Scheme]:
    """Equations of every index between neighbouring members of one sequence or more."""
    i = var("i'", "Z")
    for u in known.universal:
        lo, hi, relation = ranged(u.concl, i) or (i, i, FALSE)
        if relation.op != "eq" or len({t.args[-1] for t in entries([relation])}) < 2:
            continue
        index = known.index(canonical(lo), canonical(hi))
        said = known.p.specialize(None, u, index.i, using=index.ends)
        found = _linear(said, index.i)
        for v in [t for t in found if t.args[-1] is index.i] if len(found) > 1 else ():
            for sign in (1, -1):
                a = as_term({m: c * sign for m, c in found[v].items()})
                parts = [(x, as_term({m: -c * sign for m, c in q.items()})) for x, q in found.items() if x is not v]
                yield Scheme(index, said, sign, v, a, parts)


def _signs(known: Known, s: Scheme) -> tuple[Fact, list[Fact], Fact]:
    """0 < a, 0 <= c, and 0 <= a − Σ c."""
    facts = s.index.facts
    first_one = known.positive(s.a, facts)
    rest = [known.nonnegative(c, facts) for _, c in s.parts]
    return first_one, rest, known.nonnegative(canonical(s.a - s.weight), facts)


def _convex(known: Known, s: Scheme) -> Fact:
    """Σ a v² <= Σ Σ c x²."""
    positive, signs, slack = _signs(known, s)
    square = partial(known.p.apply, None, "elementary.square_nonneg")
    rows = list(zip(s.parts, signs, strict=True))
    sides = [(num(1), [f, g, square(x=x - y)]) for ((x, _), f), ((y, _), g) in combinations(rows, 2)]
    sides += [(num(1), [slack, f, square(x=x)]) for (x, _), f in rows]
    above = canonical(sum((c * x * x for x, c in s.parts), num(0)))
    equal = (num(-s.sign) * (s.a * s.v + s.mean), [s.said])
    return known.summed(s.index, known.run("arith", le(s.a * s.v * s.v, above), [*sides, equal], [positive], []))


def _but_last(s: Scheme) -> Iterator[Term]:
    """The members of each sequence from the first one of which a scheme speaks to the last but one."""
    i, places = s.index.i, dict[Term, list[int]]()
    for x in (s.v, *(x for x, _ in s.parts)):
        places.setdefault(x.args[0], []).append(_offset(x, i) or 0)
    for f, steps in places.items():
        for k in range(min(steps), max(steps)):
            yield app(f, canonical(i + k))


def _shifted(known: Known, index: Index, products: Sequence[Term]) -> Iterator[Fact]:
    """Σ F(i + 1) = Σ F(i) + F(hi + 1) − F(lo)."""
    proper = known.settle(le(index.lo, index.hi + 1))
    for t in products:
        yield known.p.apply(None, "sums.telescope", proper, f=index.function(t), lo=index.lo, hi=index.hi)


def _at_ends(known: Known, facts: Sequence[Fact]) -> Iterator[Fact]:
    """What equations say of products of members at the ends, and that squares are not negative."""
    places = list(islice(entries([f.concl for f in facts]), MOST_ENDS))
    for f in known.facts:
        if f.concl.op == "eq" and canonical(f.concl.args[0]) in map(canonical, places):
            s, t = f.concl.args
            for y in places:
                yield known.run("arith", eq(s * y, t * y), [(y, [f])], [], [])
    for x in places:
        yield known.p.apply(None, "elementary.square_nonneg", x=x)


def _shorter_at_end(known: Known, index: Index, w: Term, k: int) -> Fact:
    """Σ w_{i+k}² <= Σ w_i² for k = ±1, where w vanishes just outside of the range."""
    i, lo, hi = index.i, index.lo, index.hi
    inside, outside = (lo, canonical(hi + 1)) if k > 0 else (hi, canonical(lo - 1))
    first = substitute(w, {i: canonical(i + min(k, 0))})
    by = {"f": index.function(first * first), "lo": lo, "hi": hi}
    shift = known.p.apply(None, "sums.telescope", known.settle(le(lo, hi + 1)), **by)
    end = substitute(w, {i: outside})
    zero = known.linear(eq(end, num(0)), known.facts)
    square = known.p.apply(None, "elementary.square_nonneg", x=substitute(w, {i: inside}))
    moved = substitute(w, {i: canonical(i + k)})
    less = le(*(big("sum", lo, hi, abstract(x * x, [i])) for x in (moved, w)))
    return known.run("arith", less, [(num(k), [shift]), (num(1), [square]), (end, [zero])], [], [])


def _energy(known: Known, s: Scheme) -> Fact:
    """Σ w (a v − b u) <= Σ c Σ w² for w = v + u, from a v − b u = Σ_k c_k w_{i+k} times w (Crank–Nicolson).

    Raises
    ------
    NotFound
        if the scheme is of another kind.
    """
    index, i = s.index, s.index.i
    u = next((x for x, _ in s.parts if x.args[-1] is i and x.args[0] is not s.v.args[0]), None)
    of = {(x.args[0], _offset(x, i)): c for x, c in s.parts}
    steps = sorted({k for _, k in of if k})
    if u is None or steps != [-1, 1] or len(s.parts) != 5:
        raise NotFound("no scheme of two steps")
    w, bounds, above, total = s.v + u, list[tuple[Term, list[Fact]]](), num(0), num(0)
    sides: list[tuple[Term, list[Fact]]] = [(num(-s.sign) * w, [s.said])]
    for k in steps:
        c, other = of[s.v.args[0], k], of[u.args[0], k]
        if canonical(c - other) is not num(0) or i in c.free:
            raise NotFound("the steps are not alike")
        far, sign = substitute(w, {i: canonical(i + k)}), known.nonnegative(c)
        sides.append((num(1, 2), [sign, known.p.apply(None, "elementary.square_nonneg", x=w - far)]))
        bounds.append((num(1, 2), [sign, _shorter_at_end(known, index, w, k)]))
        above, total = above + num(1, 2) * c * (w * w + far * far), total + c
    own = w * (s.a * s.v - of[u.args[0], 0] * u)
    at = known.run("arith", le(canonical(own), canonical(above)), sides, [], [])
    least, most = (big("sum", index.lo, index.hi, abstract(t, [i])) for t in (own, w * w))
    return known.run("arith", le(least, total * most), [(num(1), [known.summed(index, at)]), *bounds], [], [])


def by_squares(known: Known, goal: Term) -> Fact:
    """The goal from Σ a v² <= Σ Σ c x², for the schemes, and sums over shifted indices.

    Raises
    ------
    NotFound
        if that does not suffice.
    """
    found: list[Fact] = []
    for s in islice(_schemes(known), MOST_SCHEMES):
        with suppress(KernelError):
            found.append(_energy(known, s))
        with suppress(KernelError):
            found.append(_convex(known, s))
            found += _shifted(known, s.index, [x * x for x in _but_last(s)])
            found += [known.summed(s.index, known.p.apply(None, "elementary.square_nonneg", x=x)) for x, _ in s.parts]
        known.search.check_limit()
    if not found:
        raise NotFound("no scheme")
    return Leaving(known, [*known.facts, *found, *_at_ends(known, found)], [goal]).goal(goal)


# --- maxima ----------------------------------------------------------------------------------------------------------


def _at_end(known: Known, m: Term, x: Term) -> Fact:
    """|x| <= max |f| for a member x of f just outside of the range, by what hypotheses say that it is."""
    above = known.p.apply(None, "elementary.abs_ge", x=x)
    facts = [f for f in known.facts if canonical(x) in map(canonical, entries([f.concl]))]
    for y in [
        t for t in entries([f.concl for f in facts]) if t.args[0] is x.args[0] and canonical(t) is not canonical(x)
    ]:
        facts += [*_inside(known, m, y), *opened_values(known, [absolute(y)])]
    halves = [known.linear(half, [*facts, known.nonnegative(m), above]) for half in (le(-m, x), le(x, m))]
    return known.p.apply(None, "elementary.abs_le", *halves, x=x, u=m)


def _inside(known: Known, m: Term, x: Term) -> Iterator[Fact]:
    """|x| <= max |f| for a member x of f in the range."""
    ends = [f for i in known.around for f in i.ends]
    with suppress(KernelError):
        low, high = known.settle(le(m.args[0], x.args[-1]), *ends), known.settle(le(x.args[-1], m.args[1]), *ends)
        yield known.run("max_ge", m, x.args[-1], low, high)


def _below(known: Known, index: Index, m: Term, x: Term) -> Fact:
    """|x| <= max |f| for a member of f at an index, or one further than the range."""
    for fact in _inside(known, m, x):
        return fact
    lo, hi, _ = m.args
    place, z = x.args[-1], known.fresh("z", "Z")
    shape = forall("Z", abstract(le(absolute(app(x.args[0], z)), m), [z]))
    after = constant(normal(place - index.i)) or 0
    end = canonical(hi + 1) if after > 0 else canonical(lo - 1)
    near, far = (le(place, hi), lt(hi, place)) if after > 0 else (le(lo, place), lt(place, lo))
    within = [known.run("assume", near), *index.ends]
    inside = known.run("max_ge", m, place, known.settle(le(lo, place), *within), known.settle(le(place, hi), *within))
    step = known.restated(
        known.run("integer_step", known.run("assume", far)), le(end, place) if after > 0 else le(place, end)
    )
    other = known.settle(le(place, end) if after > 0 else le(end, place), *index.ends)
    same = known.run("antisymmetry", *((step, other) if after > 0 else (other, step)))
    outside = known.run("replace", same, shape, _at_end(known, m, app(x.args[0], end)))
    return known.run("cases", *((place, hi) if after > 0 else (lo, place)), inside, outside)


def by_maxima(known: Known, goal: Term) -> Fact:
    """max |v| <= max |u| from a |v| <= Σ c |x|.

    Raises
    ------
    NotFound
        if no scheme shows that.
    """
    least, most = goal.args
    sequences = {f: m for m in (most, least) for f in _sizes(m)}
    for s in islice(_schemes(known), MOST_SCHEMES):
        if s.v.args[0] not in _sizes(least) or (canonical(s.index.lo), canonical(s.index.hi)) != least.args[:2]:
            continue
        with suppress(KernelError), known.inside(s.index):
            positive, signs, _ = _signs(known, s)
            below = [_below(known, s.index, sequences[x.args[0]], x) for x, _ in s.parts if x.args[0] in sequences]
            if len(below) != len(s.parts):
                continue
            shares = [(f.concl.args[1], c) for f, (_, c) in zip(below, s.parts, strict=True)]
            own, others = (canonical(sum((c for m, c in shares if m is t), num(0))) for t in (least, most))
            bound = inv(s.a) * (own * least + others * most)
            halves: list[Fact] = []
            for sign in (1, -1):
                sides = [(num(-sign * s.sign), [s.said])]
                for f, c, (x, _) in zip(below, signs, s.parts, strict=True):
                    size = known.p.apply(None, "elementary.abs_ge", x=num(sign) * x)
                    same = known.linear(le(num(sign) * x, f.concl.args[1]), [f, size])
                    sides.append((num(1), [same, c]))
                whole = known.run("arith", le(num(sign) * s.a * s.v, own * least + others * most), sides, [], [])
                down = known.p.apply(None, "elementary.inv_pos", positive, x=s.a)
                halves.append(known.run("arith", le(num(sign) * s.v, bound), [(num(1), [whole, down])], [], [positive]))
            return _of_bound(known, s, goal, (own, others, bound), halves)
    raise NotFound("no scheme for these maxima")


def _of_bound(known: Known, s: Scheme, goal: Term, of: tuple[Term, Term, Term], halves: Sequence[Fact]) -> Fact:
    """V <= U from |v| <= (B V + C U)/a at every index, where B + C <= a and B < a."""
    (least, most), (own, others, bound) = goal.args, of
    lower = known.run("arith", le(-bound, s.v), [(num(1), [halves[1]])], [], [])
    size = known.p.apply(None, "elementary.abs_le", lower, halves[0], x=s.v, u=bound)
    slack = known.nonnegative(canonical(s.a - own - others), s.index.facts)
    if s.index.i in bound.free:
        if own is not num(0):
            raise NotFound("an implicit scheme that depends on the index")
        scale = known.positive(s.a, s.index.facts)
        sides = [(s.a, [size])] if s.a.op == "num" else [(num(1), [size, scale])]
        up = known.run(
            "arith", le(absolute(s.v), most), [*sides, (num(1), [slack, known.nonnegative(most)])], [scale], [scale]
        )
        return known.run("max_le", least, most, known.settle(le(*least.args[:2])), known.everywhere(s.index, up))
    whole = known.run("max_le", least, bound, known.settle(le(*least.args[:2])), known.everywhere(s.index, size))
    positive, rest = known.positive(s.a), known.positive(canonical(s.a - own))
    sides = [(num(1), [whole, positive]), (num(1), [slack, known.nonnegative(most)])]
    return known.run("arith", goal, sides, [rest], [positive])


def _sizes(m: Term) -> list[Term]:
    """The function f of max |f|."""
    x = m.args[2].args[0] if m.op == "max" and m.args[2].op == "abs" else None
    return [x.args[0]] if x is not None and x.op == "app" and len(x.args) == 2 and x.args[1].op == "bv" else []


# --- the methods -----------------------------------------------------------------------------------------------------


@method("squares of means of neighbours", share=0.4)
def squares(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of squares under equations between neighbouring members."""
    k, goal = known(search, asked), asked.goal
    squared = any(e == 2 for b in bigs(goal, ("sum",)) for m in normal(b.args[2]) for _, e in m)
    if (
        goal.op == "le"
        and asked.depth <= 1
        and squared
        and any(t.op == "eq" for u in k.universal for t in walk(u.concl))
    ):
        yield k.way(partial(by_squares, k, goal))


@method("maxima of means of neighbours", share=0.4)
def maxima(search: Search, asked: Asked) -> Iterator[Way]:
    """For the maximum of |v| against that of |u| under equations between neighbouring members."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= 1 and all(map(_sizes, goal.args)):
        yield k.way(partial(by_maxima, k, goal))
