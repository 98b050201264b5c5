"""Telescoping of recursions: φ_{hi+1} − φ_lo + Σ r_i >= 0 from φ_{i+1} − φ_i + r_i >= 0 at every index.

For example, f_{n+1} <= 1/(c n) for 0 < f and f_{i+1} <= f_i − c f_i², where φ = 1/f. Reference: Nesterov, Lectures on
Convex Optimization, section 2.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice, product

from flint import fmpq

from proofs.kernel.normal import ONE, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    app,
    eq,
    exp,
    instantiate_bound,
    inv,
    le,
    log,
    num,
    substitute,
    var,
)
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    bigs,
    cancelled,
    entries,
    factors,
    quantity,
    relation,
    replaced,
    swapped_entry,
    walk,
)
from proofs.search.sequences.fractions import quotient, shortened
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known, ranged
from proofs.search.sequences.logs import taken_apart
from proofs.search.sequences.recursion import squares
from proofs.search.sequences.telescopes import MOST_STEPS, going_on, potential_of, telescoped

MOST_CENTRES = 2  # numbers, or sequences, from which distances are taken


def _logarithms(known: Known, at: Fact, sides: Sequence[Fact]) -> Fact:
    """Prove log s <= log t, expanded, from s <= t for an entry s and a product t; an equation gives an equation."""
    s, t = at.concl.args
    if canonical(s).op != "app" or t.op != "mul":
        raise NotFound("no entry below a product")
    here = [*sides, *(f for e in entries([at.concl]) for f in known.at(e.args[1], *sides))]
    apart = taken_apart(known, t, here)
    q, used = replaced(normal(log(t)), apart)
    if at.concl.op == "eq":
        parts = [(num(1), [known.p.congr(log, at)]), *((as_term(c), [e]) for c, e in used)]
        return known.run("arith", eq(log(canonical(s)), as_term(q)), parts, [], [])
    order = known.weak(at) if at.concl.op == "lt" else at
    grown = known.p.apply("elementary.log_le", known.positive(canonical(s), here), order, x=s, y=t)
    parts = [(num(1), [grown]), *((as_term(c), [e]) for c, e in used)]
    return known.run("arith", le(log(canonical(s)), as_term(q)), parts, [], [])


def _reciprocals(known: Known, at: Fact, i: Term, sides: Sequence[Fact]) -> Fact:
    """Prove 1/a_i + c <= 1/a_{i+1} from a_{i+1} <= t(a_i), where t(a) = a − c a² + … near 0.

    Raises
    ------
    NotFound
        if t does not have this form, or the inequality is not proved.
    """
    y = next((t for t in entries([at.concl]) if t.args[1:] and canonical(t.args[-1] - i) is num(1)), None)
    if y is None:
        raise NotFound("no next member")
    a, x, v = substitute(y, {i: canonical(i - 1)}), known.fresh("x"), known.fresh("y")
    a = next((t for t in entries([at.concl]) if canonical(t) is canonical(a)), a)
    q = quantity(swapped_entry(swapped_entry(at.concl, a, x), y, v))
    near = {m: c for m, c in q.items() if all(t.term in (x, v) or not {x, v} & t.term.free for t, _ in m)}
    first = [_times_powers(near, x, v, powers) for powers in ((1, 0), (0, 1), (2, 0), (1, 1))]
    if any(len(part) != 1 for part in first[:2]) or set(first[0]) != {ONE} or first[1] != {ONE: -first[0][ONE]}:
        raise NotFound("no step near 0")
    rate = as_term({m: -c / first[0][ONE] for m, c in plus(first[2], first[3]).items()})
    here = [*sides, *(f for t in (a, y) for f in known.at(t.args[-1], *sides))]
    signs = [known.positive(t, here) for t in (a, y)]
    weak = known.weak(at) if at.concl.op == "lt" else at
    slower = le(num(0), a - y - rate * a * y)
    fact = _slower(known, weak, signs, rate, slower)
    return known.divided(fact, signs, le(inv(a) + rate, inv(y)))


def _slower(known: Known, weak: Fact, signs: Sequence[Fact], rate: Term, goal: Term) -> Fact:
    """Prove a − b − c a b >= 0, as (1 + c a) (a − c a² − b) + c² a³ if b <= a − c a² is the fact, else by a search."""
    with suppress(KernelError):
        sign, above = known.positive(rate), signs[0]
        products = [[weak], [weak, sign, above], [sign, sign, above, above, above]]
        return known.run("arith", goal, [(num(1), facts) for facts in products], [], known.denominators(rate))
    return known.numbers([weak, *signs, *(f for f in known.facts if not entries([f.concl]))], goal, 2.0)


def _times_powers(q: Poly, x: Term, y: Term, powers: tuple[int, int]) -> Poly:
    """Return the coefficient of x^k y^l in a polynomial."""
    out: Poly = {}
    for m, c in q.items():
        if tuple(next((int(e) for a, e in m if a.term is t), 0) for t in (x, y)) == powers:
            out[frozenset(z for z in m if z[0].term not in (x, y))] = c
    return out


def _of_ends(known: Known, found: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the logarithms of hypotheses about members whose logarithms occur in these facts."""
    logs = dict.fromkeys(t for f in found for t in walk(f.concl) if t.op == "log" and t.args[0].op == "app")
    for t in logs:
        for f in known.facts:
            sides = [canonical(side) for side in f.concl.args]
            if t.args[0] in sides and list(map(canonical, entries([f.concl]))) == [t.args[0]]:
                with suppress(KernelError):
                    if f.concl.op == "eq":
                        yield known.p.congr(log, f)
                    else:
                        sign = known.positive(sides[0], known.at(t.args[0].args[1]))
                        order = known.weak(f) if f.concl.op == "lt" else f
                        yield known.p.apply("elementary.log_le", sign, order, x=f.concl.args[0], y=f.concl.args[1])


def _by_rates(known: Known, index: Index, at: Fact) -> Iterator[Fact]:
    """Yield f_{hi+1} <= Π g · f_lo and f_{hi+1} <= e^(Σ (g − 1)) f_lo from f_{i+1} <= g_i f_i.

    Here f is an entry, or its distance from the fixed point of the recursion, which must be the same for all i.
    """
    i, q = index.i, quantity(at.concl)
    y = next((t for t in entries([at.concl]) if t.args[1:] and canonical(t.args[-1] - i) is num(1)), None)
    if y is None:
        raise NotFound("no next member")
    (own,) = normal(y)
    if own not in q:
        raise NotFound("no next member by itself")
    x = canonical(substitute(y, {i: canonical(i - 1)}))
    sign = num(-1 if q[own] > 0 else 1)
    if at.concl.op == "eq":
        sign = num(1)
        q = {m: -c for m, c in q.items()} if q[own] > 0 else q
    size = abs(q[own])
    of_x: Poly = {m: c / size for m, c in _times_powers(q, x, canonical(y), (1, 0)).items()}
    rest: Poly = {m: c / size for m, c in _times_powers(q, x, canonical(y), (0, 0)).items()}
    if not of_x or len(of_x) + len(rest) + 1 != len(q):
        raise NotFound("no rate")
    rate, here = canonical(sign * as_term(of_x)), [*index.facts, *index.ends]
    signs, centre = [known.nonnegative(rate, here)], num(0)
    nonzero = [f for f in known.denominators(as_term(q), here) if f.concl.op == "lt"]
    if rest:
        nonzero.append(known.positive(canonical(1 - rate), here))
        positive = [f.concl.args[1] for f in nonzero]
        centre = as_term(cancelled(times(rest, normal(inv(canonical(1 - rate)))), positive))
        if i in centre.free or entries([centre]):
            raise NotFound("it stays at no number")
    f, after = canonical(sign * x - centre), canonical(sign * y - centre)
    part = num(size**-1 * (-1 if at.concl.op == "eq" and quantity(at.concl)[own] > 0 else 1))
    step = known.run("arith", le(after, rate * f), [(part, [at])], [], nonzero)
    functions = {"f": index.function(f), "g": index.function(rate), "lo": index.lo, "hi": index.hi}
    proper = known.settle(le(index.lo, index.hi + 1))
    rates, every = (known.everywhere(index, f) for f in (signs[0], step))
    fact = known.p.apply("inequalities.recursion_le_prod", every, rates, proper, **functions)
    yield fact
    first = substitute(f, {i: index.lo})
    above = known.nonnegative(canonical(first), known.at(index.lo))
    by = {"f": functions["g"], "lo": index.lo, "hi": index.hi}
    power = known.p.apply("inequalities.prod_le_exp", rates, proper, **by)
    whole = power.concl.args[1].args[0]
    if i not in rate.free:
        count = known.p.apply("sums.sum_const", proper, lo=index.lo, hi=index.hi)
        size_of = canonical(index.hi - index.lo + 1)
        more = [*nonzero, known.positive(size_of)]
        short = as_term(cancelled(normal((rate - 1) * size_of), [d.concl.args[1] for d in more]))
        same = known.run("arith", eq(whole, short), [(rate - 1, [count])], [], more)
        known_power = known.p.congr(exp, same)
        power = known.linear(le(power.concl.args[0], exp(short)), [power, known_power], work=50)
    sides = [side * first for side in power.concl.args]
    grown = known.run("arith", le(*sides), [(num(1), [power, above])], [], [])
    yield known.run("arith", le(fact.concl.args[0], sides[1]), [(num(1), [fact]), (num(1), [grown])], [], [])


def _integrated(known: Known, index: Index, at: Fact) -> Fact:
    """Prove p_{hi+1} x_{hi+1} <= p_lo x_lo + Σ p_{i+1} s_i from x_{i+1} <= r_i x_i + s_i, where r_i = p_i / p_{i+1}.

    Raises
    ------
    NotFound
        if no such factors p are found, as functions of the index, for the rates r.
    """
    i, q = index.i, quantity(at.concl)
    y = next((t for t in entries([at.concl]) if t.args[1:] and canonical(t.args[-1] - i) is num(1)), None)
    if y is None or index.lo.op != "num":
        raise NotFound("no next member")
    (own,) = normal(y)
    x = canonical(substitute(y, {i: canonical(i - 1)}))
    size = q.get(own, fmpq(0))
    of_x = {m: -c / size for m, c in _times_powers(q, x, canonical(y), (1, 0)).items()} if size else {}
    rest = {m: -c / size for m, c in _times_powers(q, x, canonical(y), (0, 0)).items()} if size else {}
    if not of_x or i not in as_term(of_x).free or len(of_x) + len(rest) + 1 != len(q):
        raise NotFound("no rate that depends on the index")
    factor = inv(quotient(of_x, i, fmpq(*index.lo.args)))
    later = canonical(substitute(factor, {i: i + 1}))
    sign = known.positive(later, index.ends)
    added = shortened(times(rest, normal(later)), i)
    sides = later * canonical(y), canonical(factor) * x + added
    nonzero = [f for f in known.denominators(at.concl.args[1] + sides[1], index.ends) if f.concl.op == "lt"]
    nonzero += [f for f in known.denominators(at.concl.args[0], index.ends) if f.concl.op == "lt"]
    part = num(1 / abs(size))
    if at.concl.op == "eq":
        step = known.run("arith", eq(*sides), [(num(-1 / size) * later, [at])], [], nonzero)
    else:
        make = le(*sides) if size < 0 else le(*sides[::-1])
        step = known.run("arith", make, [(part, [at, sign])], [], nonzero)
    return telescoped(known, index, step)


def with_the_rest(known: Known, goal: Term, depth: int) -> Fact:
    """Prove the goal from a bound of a member by a sum, and a new search for the remaining goal about that sum."""
    q, found = quantity(goal), chain(_by_those_before(known, goal), summed_up(known, goal))
    for f in (f for f in found if f.concl.op in ("le", "eq") and bigs(f.concl, ("sum",))):
        r = quantity(f.concl)
        for t in map(canonical, entries([goal])):
            (own,) = normal(t)
            c = {m - own: v for m, v in r.items() if own <= m}
            if own not in q or not c:
                continue
            high = (q[own] > 0) if f.concl.op == "le" else max(c.values()) > 0
            by = as_term(c if high else {m: -v for m, v in c.items()})
            with suppress(KernelError):
                sign = known.positive(by)
                share = abs(q[own]) * (1 if high == (q[own] > 0) else -1)
                left = plus(times(q, normal(by)), r, -share)
                for n in [v for v in free_variables([by]) if v.op == "var" and v.sort == "Z"]:
                    left = normal(shortened(left, n))
                inside = known.asked_if_likely(relation(left, goal.op), depth)
                inverse = known.p.apply("elementary.inv_pos", sign, x=by)
                nonzero = [sign, *(d for d in known.denominators(goal) if d.concl.op == "lt")]
                parts = [(num(1), [inside, inverse]), (num(share), [f, inverse])]
                return known.run("arith", goal, parts, [], nonzero)
            known.search.check_limit()
    raise NotFound("no bound by a sum")


def _by_those_before(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield hypotheses that bound a member in the goal by sums over previous members, as in Gronwall's inequality."""
    for place in dict.fromkeys(t.args[-1] for t in entries([goal])):
        for f in known.at(place):
            ends = [canonical(b.args[1] - place) for b in bigs(f.concl, ("sum",))]
            if any(d.op == "num" and d.args[0] < 0 for d in ends):
                yield known.weak(f) if f.concl.op == "lt" else f


def summed_up(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield the relations between first and last members, or their logarithms, that follow from recursions."""
    for u, lo, hi in islice(going_on(known), MOST_STEPS):
        with suppress(KernelError):
            index = known.index(lo, hi)
            for at in known.without_values(known.p.specialize(u, index.i, using=index.ends)):
                if potential_of(at.concl, index.i) is not None:
                    yield telescoped(known, index, at)
                if potential_of(at.concl, index.i) is None or any(t.op == "log" for t in walk(goal)):
                    yield telescoped(known, index, _logarithms(known, at, index.ends))
        with suppress(KernelError):
            index = known.index(lo, hi)
            at = known.p.specialize(u, index.i, using=index.ends)
            yield from _summed_reciprocals(known, index, at)
        with suppress(KernelError):
            index = known.index(lo, hi)
            yield _integrated(known, index, known.p.specialize(u, index.i, using=index.ends))
        with suppress(KernelError):
            index = known.index(lo, hi)
            yield from _by_rates(known, index, known.p.specialize(u, index.i, using=index.ends))


def _distances(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield (x_{i+1} − u)² = (t − u)², telescoped, for recursions x_{i+1} = t and numbers u in a goal.

    Also yield that the last square is nonnegative, and the other inequalities at the index, summed.
    """
    names = sorted((v for v in goal.free if v.op == "var"), key=lambda v: v.args[0])
    for u, lo, hi in islice(going_on(known), MOST_STEPS):
        index = known.index(lo, hi)
        with suppress(KernelError):
            at = known.p.specialize(u, index.i, using=index.ends)
            inner = _inner(known, at) if at.concl.op == "all" else None
            same = known.p.specialize(at, inner.i, using=inner.ends) if inner else at
            if same.concl.op != "eq":
                continue
            x, t = same.concl.args
            here = substitute(x, {index.i: canonical(index.i - 1)})
            if x.op != "app" or canonical(here) not in map(canonical, entries([t])):
                continue
            centres = [v for v in names if v.sort == "R"] if inner is None else _centres(goal, here, inner)
            for c in (num(0), *centres[:MOST_CENTRES]):
                square = eq((x - c) * (x - c), (t - c) * (t - c))
                fact = known.run("arith", square, [(x + t - 2 * c, [same])], [], [])
                yield telescoped(known, index, known.summed(inner, fact) if inner else fact)
                last = canonical(substitute(x, {index.i: hi}) - c)
                sign = known.p.apply("elementary.square_nonneg", x=last)
                yield known.summed(inner, sign) if inner else sign
            yield from _others_summed(known, index)


def _others_summed(known: Known, index: Index) -> Iterator[Fact]:
    """Yield the number of indices, and the inequalities at the index that are not recursions, summed."""
    yield known.p.apply("sums.sum_const", known.settle(le(index.lo, index.hi + 1)), lo=index.lo, hi=index.hi)
    for fact in index.facts:
        of_entries = any(t.op == "app" for t in walk(fact.concl))
        if fact.concl.op in ("le", "lt") and of_entries and potential_of(fact.concl, index.i) is None:
            yield known.summed(index, fact)


def _inner(known: Known, every: Fact) -> Index:
    """Return an index in the range of a universal fact."""
    first, last, _ = ranged(every.concl, var("j'", "Z")) or (num(1), num(0), FALSE)
    return known.index(canonical(first), canonical(last))


def _centres(goal: Term, here: Term, inner: Index) -> list[Term]:
    """Return the entries at the inner index of the sequences with one index in the goal."""
    found = dict.fromkeys(t.args[0] for t in walk(goal) if t.op == "app" and len(t.args) == 2)
    return [app(f, inner.i) for f in found if f.op != "bv" and f is not here.args[0]]


def _against_ends(known: Known, found: Sequence[Fact]) -> Iterator[Fact]:
    """Yield bounds of sums of monotone sequences by multiples of their last members, also for sums from x_{lo+1} on."""
    for b in dict.fromkeys(b for f in found for b in bigs(f.concl, ("sum",))):
        index = known.index(*b.args[:2])
        for here in entries([index.member(b.args[2])]):
            for rising, lo, hi, every in known.steps:
                place = here.args[-1]
                if place is index.i or entries([instantiate_bound(rising.args[1], (place,))]) != [here]:
                    continue
                with suppress(KernelError):
                    ends = [known.settle(g, *index.ends) for g in (le(lo, place), le(place, hi), le(hi, hi))]
                    by = {"f": rising, "lo": lo, "hi": hi, "i": place, "j": hi}
                    fact = known.p.apply("inequalities.nondecreasing_le", every, *ends, **by)
                    up, last = known.summed(index, fact), canonical(fact.concl.args[1])
                    count = known.p.apply("sums.sum_const", known.count(b), lo=index.lo, hi=index.hi)
                    goal = le(canonical(up.concl.args[0]), canonical(index.hi - index.lo + 1) * last)
                    yield known.run("arith", goal, [(num(1), [up]), (last, [count])], [], [])


def _summed_reciprocals(known: Known, index: Index, at: Fact) -> Iterator[Fact]:
    """Yield a bound of 1/b − 1/a for the first member a and the last member b, also times b or a b, and b/a >= 0."""
    fact = telescoped(known, index, _reciprocals(known, at, index.i, index.ends))
    yield fact
    below = [t.args[0] for t in walk(fact.concl) if t.op == "inv" and t.args[0] in entries([fact.concl])]
    signs = {t: known.positive(t, known.at(t.args[-1])) for t in dict.fromkeys(below)}
    q = quantity(fact.concl)
    for b, sign in signs.items():
        if q.get(next(iter(normal(inv(b)))), 0) > 0:
            yield from _against(known, fact, sign, [])
            for a, other in signs.items():
                if a is not b:
                    yield from _against(known, fact, sign, [other])
                    ratio = known.p.apply("elementary.inv_pos", other, x=a)
                    yield known.run("arith", le(num(0), b * inv(a)), [(num(1), [sign, ratio])], [], [])


def _against(known: Known, fact: Fact, sign: Fact, others: Sequence[Fact]) -> Iterator[Fact]:
    """Yield a relation multiplied by positive terms and simplified by x · 1/x = 1."""
    q, signs = quantity(fact.concl), [sign, *others]
    for f in signs:
        q = times(q, normal(f.concl.args[1]))
    short = as_term(cancelled(q, [f.concl.args[1] for f in signs]))
    yield known.run("arith", le(num(0), short), [(num(1), [fact, *signs])], [], signs)


def by_recursions(known: Known, goal: Term, kept: list[Fact], choice: int) -> Fact:
    """Prove the goal from summed recursions, which are cached in `kept`."""
    found = kept
    if choice == 3:
        found = list(_distances(known, goal))
    elif not found:
        found += summed_up(known, goal)
        found += _of_ends(known, found)
        found += [
            e for t in dict.fromkeys(walk(goal)) if t.op == "log" and not t.loose for e in taken_apart(known, t.args[0])
        ]
        found += _against_ends(known, found) if known.steps else ()
    if not found:
        raise NotFound("no recursion")
    if choice == 3:
        return _with_denominators(known, found, goal)
    if choice == 4:
        return _with_denominators(known, [*found, *_of_last(known, found, goal)], goal)
    if choice == 0:
        return known.linear(
            goal, [*found, *known.facts, *about(known, goal, *(f.concl for f in found))], depth=2, work=1500
        )
    if choice == 1:
        return _without_denominators(known, found, goal)
    solved = list(dict.fromkeys(s for f in found for s in _solved(known, f)))
    sizes = [v for v in free_variables([goal]) if v.op == "var" and v.sort == "Z"]
    scale = [known.positive(v) for v in sizes[:1]]
    more = squares(known, solved, known.denominators(goal))
    signs = {f.concl.args[1]: f for f in known.facts if f.concl.op == "lt" and f.concl.args[0] is num(0)}
    products = [(f, signs[v]) for f in (*solved, *scale) for v in signs if v in goal.free]
    return known.linear(goal, [*solved, *more, *known.facts, *products], depth=2, scale=scale, work=1500)


def _of_last(known: Known, found: Sequence[Fact], goal: Term) -> Iterator[Fact]:
    """Yield the signs of members at the indices of the goal, and their products with squares of known relations."""
    places = dict.fromkeys(canonical(t.args[-1]) for t in entries([goal]))
    occurring = map(canonical, entries([goal, *(f.concl for f in found)]))
    beside = dict.fromkeys(t for t in occurring if t.args[-1] in places)
    at = [f for place in places for f in known.at(place) if set(map(canonical, entries([f.concl]))) <= beside.keys()]
    relations = [f for f in at if f.concl.op in ("le", "lt")]
    more = [f for f in known.facts if f.concl.op == "le" and all(v.sort == "Z" for v in f.concl.free)]
    more += squares(known, relations, known.denominators(goal))
    signs = [f for t in beside for f in [known.signed(t, relations)] if f is not None]
    yield from signs
    for f in more:
        q = quantity(f.concl)
        for sign in signs:
            product = as_term(times(q, normal(sign.concl.args[1])))
            yield known.run("arith", le(num(0), product), [(num(1), [f, sign])], [], [])


def _with_denominators(known: Known, found: Sequence[Fact], goal: Term) -> Fact:
    """Prove the goal, times its denominators, as a linear combination of facts, also times these denominators."""
    q, signs = known.times_out(quantity(goal))
    less = le(num(0), as_term(q))
    facts = [*found, *known.facts, *about(known, less)]
    products = [(f, *by) for f in found for by in (*((sign,) for sign in signs), *((s, s) for s in signs))]
    fact = known.linear(less, [*facts, *products], depth=2, work=1500)
    return known.divided(fact, signs, goal) if signs else known.restated(fact, goal)


def _without_denominators(known: Known, found: Sequence[Fact], goal: Term) -> Fact:
    """Prove the goal, times its denominators, as a linear combination of facts, times their own denominators."""
    q, signs = known.times_out(quantity(goal))
    facts, above = list(found), dict[tuple[Fact, ...], None]()
    for f in [f for f in found if f.concl.op == "le"]:
        whole, more = known.times_out(quantity(f.concl), _of_variables)
        if more:
            above.update(dict.fromkeys([*((sign,) for sign in more), tuple(more)]))
            facts.append(known.run("arith", le(num(0), as_term(whole)), [(num(1), [f, *more])], [], more))
    if not signs and not above:
        raise NotFound("no denominators")
    members = dict.fromkeys(canonical(t) for f in found for t in entries([f.concl])) if above else ()
    at = [f for t in members for f in known.at(t.args[-1]) if set(map(canonical, entries([f.concl]))) <= {t}]
    near = [f for f in (*known.facts, *at) if f.concl.op == "le" and entries([f.concl])]
    single = [f for f in found if f.concl.op == "le" and len(quantity(f.concl)) == 1]
    for by, f in product(above, dict.fromkeys([*single, *near])):
        whole = quantity(f.concl)
        for sign in by:
            whole = times(whole, quantity(sign.concl))
        facts.append(known.run("arith", le(num(0), as_term(whole)), [(num(1), [f, *by])], [], []))
    fact = known.linear(le(num(0), as_term(q)), [*facts, *near, *known.facts], degree=1)
    return known.divided(fact, signs, goal) if signs else known.restated(fact, goal)


def _of_variables(t: Term) -> bool:
    return all(x.op == "var" for x in factors(t))


def _solved(known: Known, fact: Fact) -> Iterator[Fact]:
    """Yield the inequality with its entries on one side."""
    q = quantity(fact.concl)
    own = {m: v for m, v in q.items() if any(entries([a.term]) for a, _ in m)}
    rest = as_term({m: -v for m, v in q.items() if m not in own})
    for f in known.facts:  # replace members whose values are given
        if f.concl.op == "eq" and f.concl.args[0].op == "app" and not entries([f.concl.args[1]]):
            (m,) = normal(f.concl.args[0])
            if m in own:
                c = own.pop(m)
                rest = rest - num(c) * f.concl.args[1]
    if own and fact.concl.op == "le":
        high = max(own.values()) > 0
        left, right = as_term(own), canonical(rest)
        make = le(right, left) if high else le(canonical(-left), canonical(-right))
        with suppress(KernelError):
            yield known.linear(make, [fact, *known.facts], depth=2, work=300)


@method("recursions, summed", share=0.3)
def recursions(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield linear combinations of summed recursions."""
    k, goal = known(search, asked), asked.goal
    if asked.depth <= MOST_CHANGES and k.universal:
        kept: list[Fact] = []
        for choice in (0,) if goal.op == "eq" else (1, 0, 2, 3, 4):
            yield k.way(partial(by_recursions, k, goal, kept, choice))


@method("recursions, and the sums that are left", share=0.4)
def with_sums(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof from bounds of members by sums, which recursions give."""
    k, goal = known(search, asked), asked.goal
    if asked.depth <= MOST_CHANGES and k.universal and goal.op in ("le", "lt") and entries([goal]):
        yield k.way(partial(with_the_rest, k, goal, asked.depth))
