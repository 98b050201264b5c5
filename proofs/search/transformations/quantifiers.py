"""Quantifiers over indices: a relation for every index, |.| and maxima on the smaller side.

A universal goal is proved at a fresh index, |t| <= u from both signs, and max x <= u at every member. For example,
max (x_i + y_i) <= max x_i + max y_i. Reference: Harrison, Handbook of Practical Logic and Automated Reasoning,
section 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

from proofs.kernel.normal import as_term, canonical, normal, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    abstract,
    forall,
    instantiate_bound,
    lam,
    le,
    lt,
    num,
    substitute,
)
from proofs.language.notation import goes_on, variable
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    cancelled,
    entries,
    quantity,
    relation,
    root_of,
    swapped_big,
    walk,
    without,
    written,
)
from proofs.search.sequences.greatest import at_greatest
from proofs.search.sequences.known import Index, Known, known, ranged

MOST_NESTED, MOST_MAXIMA = 2, 2  # questions around one about a member for a maximum, and maxima


def peeled(search: Search, asked: Asked) -> Fact:
    """Prove ∀x. A → … → B: B of a new x under A, and under what the hypotheses say of the same index."""
    goal, k = asked.goal, known(search, asked)
    bound: list[Term] = []
    opened_up: list[tuple[str, Term]] = []
    while goes_on(goal):
        if goal.op == "all":
            x = variable(f"i'{len(k.p.made)}_{len(bound)}", goal.args[0])
            bound.append(x)
            opened_up.append(("all", x))
            goal = instantiate_bound(goal.args[1], (x,))
        else:
            opened_up.append(("imp", goal.args[0]))
            goal = goal.args[1]
    sides = [search.run("assume", a) for kind, a in opened_up if kind == "imp"]
    inside = Known(search, [*asked.given, *(f.concl for f in sides)])
    with inside.named_facts():
        at = [f for x in bound if x.sort == "Z" for f in inside.at(x, *sides)]
    fact = k.asked([*sides, *at], goal, asked.depth)
    for kind, t in reversed(opened_up):
        fact = search.run("discharge", t, fact) if kind == "imp" else search.run("generalize", t, fact)
    return fact


def split_off(goal: Term, op: str) -> tuple[Term, Term] | None:
    """Return (t, u) where the goal is t <= u, or < u, with an |.| or maximum t; as written, if it is written so."""
    q = quantity(goal)
    found = [(t, c) for t, c in alone(q, op) if c < 0]
    if not found:
        return None
    t, c = found[0]
    if goal.args[0].op == op and canonical(goal.args[0]) is t:
        return goal.args[0], goal.args[1]
    return t, as_term({m: v / -c for m, v in without(q, t).items()})


def by_both_signs(search: Search, asked: Asked, t: Term, bound: Term) -> Fact:
    """Prove |x| <= u from x <= u and −u <= x."""
    k, goal, x = known(search, asked), asked.goal, t.args[0]
    make, theorem = (le, "elementary.abs_le") if goal.op == "le" else (lt, "elementary.abs_lt")
    above = k.asked([], make(x, bound), asked.depth)
    try:  # what is not negative has only one sign to look at
        below = k.linear(make(-bound, x), [k.nonnegative(x), k.positive(bound) if make is lt else k.nonnegative(bound)])
    except KernelError:
        below = k.asked([], make(-bound, x), asked.depth)
    return k.linear(goal, [k.p.apply(theorem, below, above, x=x, u=bound)])


def by_members(search: Search, asked: Asked, t: Term, bound: Term, sums: bool) -> Fact:
    """Prove max <= u from a member at an index; with sums, the sums in u are no less than their members."""
    k, goal = known(search, asked), asked.goal
    lo, hi, body = t.args
    index = k.index(lo, hi)
    member = (le if goal.op == "le" else lt)(index.member(body), bound)
    around = sorted((v for v in member.free if v.op == "var" and v.sort == "Z"), key=lambda v: v.args[0])
    more = [f for v in around for f in k.above_members(v, index.ends if v is index.i else (), [member])]
    sizes = dict.fromkeys(s.args[0] for f in more for s in walk(f.concl) if s.op == "abs" and not s.loose)
    more += [k.p.apply("elementary.abs_ge", x=u) for x in sizes for u in (x, -x)]
    if sums:
        at = [f for b in written(bound, ("sum",)) for f in k.member(b, index.i, *index.ends)]
        if not at:
            raise NotFound("no sum has nonnegative members")
        more += at
    # at the goal's own depth: it says no more than the goal
    fact = k.asked([*index.ends, *index.facts, *index.universal, *more], member, asked.depth - 1)
    every, some = k.everywhere(index, fact), k.settle(le(lo, hi))
    if goal.op == "le":
        return k.linear(goal, [k.run("max_le", t, bound, some, every)])
    return k.linear(goal, [k.p.apply("sums.max_lt", every, some, f=lam(1, body), u=bound, lo=lo, hi=hi)])


def by_attained(search: Search, asked: Asked, t: Term) -> Fact:
    """Prove the goal with the greatest member in place of a maximum, which is attained."""
    k, goal = known(search, asked), asked.goal
    lo, hi, body = t.args
    x = k.fresh("m")
    shape = swapped_big(goal, t, x)

    def there(index: Index, greatest: Fact) -> Fact:
        b = index.member(body)
        claim = k.asked([*index.ends, *index.facts, greatest], substitute(shape, {x: b}), asked.depth)
        most = k.run("max_le", t, b, k.settle(le(lo, hi)), greatest)
        same = k.run("antisymmetry", k.run("max_ge", t, index.i, *index.ends), most)
        return k.run("replace", same, forall("R", abstract(shape, [x])), claim)

    return at_greatest(k, goal, t, there)


def by_contradiction(k: Known, goal: Term) -> Fact:
    """Prove s ≠ t: a contradiction follows from s = t by arithmetic, or s − t has a sign."""
    same = k.run("assume", goal.args[0])
    s, t = goal.args[0].args
    signs: list[Fact] = []
    for gap in (s, -s) if t.op == "num" and t.args[0] == 0 else (s - t, t - s):
        with suppress(KernelError):
            signs.append(k.positive(gap))
            break
    sizes = [] if signs else [*_vanishing(k, same)]
    false = k.linear(FALSE, [same, *(signs or k.facts), *sizes], degree=1, depth=2)
    return k.run("discharge", goal.args[0], false)


def _vanishing(k: Known, same: Fact) -> Iterator[Fact]:
    """Yield |x| = x, from s = t, for the absolute values of x = ±(s − t) in hypotheses."""
    s, t = same.concl.args
    gaps = canonical(s - t), canonical(t - s)
    for x in dict.fromkeys(a.args[0] for f in k.facts for a in walk(f.concl) if a.op == "abs" and not a.loose):
        if canonical(x) in gaps:
            yield k.run("abs_value", x, k.linear(le(num(0), x), [same], work=50))


@method("every index", share=None)
def of_every_index(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for relations of every index."""
    yield partial(peeled, search, asked)


@method("contradiction", share=0.3)
def contradictions(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for s ≠ t."""
    k = known(search, asked)
    yield k.way(partial(by_contradiction, k, asked.goal))


@method("signs", share=0.3)
def signs(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for 0 < t and 0 <= t."""
    k, (left, right) = known(search, asked), asked.goal.args
    if left.op == "num" and left.args[0] == 0:
        yield k.way(partial(k.positive if asked.goal.op == "lt" else k.nonnegative, right))


def _both_signs(search: Search, asked: Asked, late: bool) -> Iterator[Way]:
    found = split_off(asked.goal, "abs") if any(t.op == "abs" for t in walk(asked.goal)) else None
    if found is not None and late == (
        _of_roots(found[1]) or _of_products(found[0]) or _of_recursion(known(search, asked), found[0])
    ):
        yield known(search, asked).way(partial(by_both_signs, search, asked, *found))


def _of_roots(t: Term) -> bool:
    return any(root_of(x) is not None for x in walk(t))


def _of_products(size: Term) -> bool:
    """Return whether it is the size of a product, or of a distance of products."""
    return canonical(size.args[0]).op == "prod" or len(bigs(size, ("prod",))) > 1


def _of_recursion(known: Known, t: Term) -> bool:
    """Return whether it has a member at a place that is not fixed, and a hypothesis of neighbours."""
    placed = any(v.sort == "Z" for e in entries([t]) for p in e.args[1:] for v in p.free)
    return placed and any(_of_neighbours(u.concl) for u in known.universal)


def _of_neighbours(every: Term) -> bool:
    """Return whether it has members at two places, and of neighbours."""
    i = variable("i'", "Z")
    _, _, relation = ranged(every, i) or (i, i, FALSE)
    return len({canonical(p) for t in walk(relation) if t.op == "app" for p in t.args[1:] if i in p.free}) > 1


@method("both signs", share=0.7)
def both_signs(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for |.| on the smaller side.

    Where no root is on the other, and it is of no recursion or distance of products.
    """
    yield from _both_signs(search, asked, late=False)


@method("both signs, after all", share=0.5)
def late_signs(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for |.| on the smaller side.

    Where a root is on the other, or it is of a recursion or a distance of products.
    """
    yield from _both_signs(search, asked, late=True)


@method("every member", share=0.7)
def every_member(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for a maximum on the smaller side."""
    found = split_off(asked.goal, "max") if any(t.op == "max" for t in walk(asked.goal)) else None
    if found is not None:
        for sums in (False, True):
            yield known(search, asked).way(partial(by_members, search, asked, *found, sums))


@method("a maximum is one of its members", share=0.4)
def attained(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for maxima if sums occur."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "eq" and asked.depth <= MOST_NESTED:
        for t in list(dict.fromkeys(t for t in walk(goal) if t.op == "max" and not t.loose))[:MOST_MAXIMA]:
            yield k.way(partial(by_attained, search, asked, t))


MOST_SIZES = 2  # numbers of members


def times_size(known: Known, goal: Term, size: Term, depth: int) -> Fact:
    """Prove the goal, times how many members a sum has."""
    sign = known.positive(size)
    longer = relation(cancelled(times(quantity(goal), normal(size)), [size]), goal.op)
    return known.divided(known.asked_if_likely(longer, depth), [sign], goal)


@method("times how many members", share=0.4)
def counts(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield ways for numbers and maxima that occur in a hypothesis about a sum."""
    k, goal = known(search, asked), asked.goal
    if goal.op in ("le", "lt") and asked.depth <= 1 and not bigs(goal, ("sum", "prod")):
        sums = (b for f in k.facts for b in bigs(f.concl, ("sum",)))
        sizes = dict.fromkeys(canonical(b.args[1] - b.args[0] + 1) for b in sums)
        for size in islice((s for s in sizes if s.op != "num"), MOST_SIZES):
            yield k.way(partial(times_size, k, goal, size, asked.depth))
