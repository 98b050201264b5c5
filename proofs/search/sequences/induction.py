"""Induction on an integer: last members of sums and products are split off, and sums get closed forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from math import ceil

from flint import fmpq, fmpq_mat

from proofs.kernel.normal import ONE, as_term, atom, canonical, constant, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    abstract,
    big,
    eq,
    exp,
    forall,
    instantiate_bound,
    le,
    lt,
    mul,
    num,
    substitute,
    var,
)
from proofs.language.notation import implies, opposite
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables, swapped
from proofs.search.sequences.absolute import of_quotient
from proofs.search.sequences.forms import (
    bigs,
    cancelled,
    entries,
    factors,
    of_sequences,
    places_of,
    plain_ends,
    product_of,
    quantity,
    relation,
    replaced,
    swapped_big,
    walk,
    written,
)
from proofs.search.sequences.fractions import product_telescoping, telescoping
from proofs.search.sequences.known import RELATIONS, Known
from proofs.search.sequences.recursion import about as only_about
from proofs.search.sequences.recursion import (
    at_least_one,
    by_next_members,
    cleared,
    distances_of_products,
    first_members,
    is_not_linear,
    multiple,
    of_absolute_values,
    speaks_of_entries,
    without_entries,
)
from proofs.search.sequences.rewriting import with_equals
from proofs.search.sequences.telescopes import summed_recursion

STARTS = (1, 0, 2, 3)  # least values that an induction may begin with
MOST_PLACES = 4  # indices of members split off at which hypotheses are used
SPLIT_OFF = 8  # members split off in one step
LONGEST_STRIDE = 4  # the largest growth of an index of the goal in one induction step
MOST_INDUCTIONS, FURTHER = 1, 3.0  # nested inductions, and the share of the effort for an inner one
MOST_SHARES = 2  # multiples of the induction hypothesis that are subtracted
OF_ONE = 3.0  # factor of the effort for a step that contains only the size
HIGHEST = 5  # the highest degree of polynomials that are summed


def size_of(known: Known, goal: Term) -> tuple[Term, int]:
    """Return the integer on which the ranges of a goal depend, and its least value.

    Raises
    ------
    NotFound
        if there is no such integer, or no least value is known.
    """
    integers = sorted((v for v in goal.free if v.op == "var" and v.sort == "Z"), key=lambda v: v.args[0])
    ends = [v for v in integers if any(v in b.args[1].free for b in written(goal))]
    ends = ends or [v for v in integers if any(v in places_of(t) for t in entries([goal]))]
    for n in ends or integers:
        said = [
            f.concl.args[0].args[0]
            for f in known.facts
            if f.concl.op == "le" and f.concl.args[1] is n and f.concl.args[0].op == "num"
        ]
        for start in (*sorted({ceil(x) for x in said if x > max(STARTS)}, reverse=True), *STARTS):
            with suppress(KernelError):
                known.settle(le(num(start), n))
                return n, start
    raise NotFound("no size with a least value")


def by_induction(
    known: Known,
    goal: Term,
    prove: Callable[[Known, Sequence[Fact], Term], Fact] | None = None,
    least: int | None = None,
    size: Term | None = None,
) -> Fact:
    """Prove a goal by induction on a size, from its least value or from `least` on.

    `prove` proves the induction step; without it, `next_step` does.
    """
    n, first_one = size_of(known, goal) if size is None or least is None else (size, least)
    least = first_one if least is None else least
    start, k = num(least), known.fresh("k", "Z")
    prove = prove or next_step

    def claim(x: Term) -> Term:
        return implies(le(x, n), substitute(goal, {n: x}))

    base = at_start(known, substitute(goal, {n: start}), least)
    base = known.p.discharge(base, le(start, n))
    low, high, so_far = le(start, k), le(k + 1, n), known.run("assume", claim(k))
    inside = Known(known.search, [*known.given, low, high])
    with inside.named_facts():
        here = known.run("mp", so_far, inside.settle(le(k, n)))
        facts = [here, *(f for f in inside.facts if n not in f.concl.free)]
        places = dict.fromkeys([k, canonical(k + 1), *_places(goal, n, k)])
        facts += [f for place in places for f in inside.at(place)]
        occurring = set(entries([goal]))
        facts += [f for f in inside.at(start) if set(entries([f.concl])) & occurring]
        facts += first_members(inside, k, n)
        facts += _up_to(inside, n, canonical(k + 1), facts)
        target, back = _split_off(inside, substitute(goal, {n: k + 1}), bigs(here.concl))
        split = dict.fromkeys(canonical(i) for t in entries([target]) for i in t.args[1:] if k in i.free)
        facts += [f for place in islice((i for i in split if i not in places), MOST_PLACES) for f in inside.at(place)]
        facts += [fact for b in bigs(target, ("sum", "prod")) for fact in [inside.signed(b)] if fact is not None]
        facts += inside.of_squares(target)
        out = back(prove(inside, facts, target))
        out = known.p.change(out, substitute(goal, {n: k + 1}))
    step = known.p.discharge(out, high)
    return known.p.specialize(known.p.induct(claim, start, k, base, step), n)


def _places(goal: Term, n: Term, k: Term) -> Iterator[Term]:
    """Yield the indices in a goal that depend on the size n, at n = k and n = k + 1, and the indices between them."""
    for place in dict.fromkeys(i for t in entries([goal]) for i in t.args[1:] if n in i.free and i is not n):
        here, there = (canonical(substitute(place, {n: x})) for x in (k, k + 1))
        step = constant(normal(canonical(there - here)))
        yield from (here, there)
        if step is not None and step <= LONGEST_STRIDE:
            yield from (canonical(here + s) for s in range(1, int(step)))


def _growth(known: Known, here: Term, goal: Term) -> Iterator[Fact]:
    """Yield w e^a (1 + d) <= w e^(a + d) for the powers e^a in a hypothesis and their coefficients w."""
    powers, later = (dict.fromkeys(t for t in walk(f) if t.op == "exp" and not t.loose) for f in (here, goal))
    for low in powers:
        for high in later:
            d = canonical(high.args[0] - low.args[0])
            if d.op == "num" or d.size > high.args[0].size:
                continue
            base, sign = known.run("exp_ge", d), known.run("exp_pos", low.args[0])
            if d.op == "mul":
                with suppress(KernelError):
                    yield known.nonnegative(d)
            product = normal(low * (exp(d) - 1 - d))
            yield known.run("arith", le(num(0), as_term(product)), [(num(1), [base, sign])], [], [])
            hole = known.fresh("hole")
            weights = quantity(swapped(here, low, hole))
            w = as_term({m - {x}: c for m, c in weights.items() for x in m if x[0].term is hole and x[1] == 1})
            with suppress(KernelError):
                if w.op != "num":
                    factor = known.nonnegative(w)
                    whole = as_term(times(product, normal(w)))
                    yield known.run("arith", le(num(0), whole), [(num(1), [base, sign, factor])], [], [])


def _up_to(known: Known, n: Term, k: Term, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the inequalities between numbers and the size n with n replaced by k <= n, as far as they are proved."""
    plain = [f for f in facts if f.concl.op in ("le", "lt") and not of_sequences(f.concl)]
    for f in known.facts:
        c = f.concl
        if c.op in ("le", "lt") and n in c.free and not bigs(c) and any(v.sort == "R" for v in c.free):
            with suppress(KernelError):
                order = known.settle(le(k, n))
                yield known.linear(substitute(c, {n: k}), [f, order, *plain], degree=2, work=200)


def at_start(known: Known, goal: Term, least: int = 0) -> Fact:
    """Prove a goal at one value of a size, from the known facts and universal facts at indices near `least`."""
    if any(map(_is_short, written(goal, ("sum", "prod")))):
        return with_short(known, goal, lambda now: at_start(known, now, least))
    facts = [*known.facts, *(f for place in (least - 1, least, least + 1) for f in known.at(num(place)))]
    relations = [f for f in facts if f.concl.op in RELATIONS]
    return first(
        known,
        lambda: known.linear(goal, [*relations, *numerals(known, goal)], depth=2, work=400),
        lambda: _between(known, relations, goal),
        lambda: cleared(known, None, relations, goal),
        lambda: known.numbers(relations, goal),
    )


def _between(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove |x| < u from −u < x < u, or |x| <= u from −u <= x <= u."""
    if goal.op not in ("le", "lt") or goal.args[0].op != "abs":
        raise NotFound("no bound of an absolute value")
    x, u, make = goal.args[0].args[0], goal.args[1], le if goal.op == "le" else lt
    halves = [known.linear(half, facts, work=200) for half in (make(-u, x), make(x, u))]
    return known.p.apply("elementary.abs_le" if goal.op == "le" else "elementary.abs_lt", *halves, x=x, u=u)


def one_by_itself(known: Known, goal: Term, n: Term, k: int, above: Fact) -> Fact:
    """Prove a goal for all n >= k from the case n = k, which is proved here, and the case n >= k + 1, `above`."""
    at = at_start(known, substitute(goal, {n: num(k)}))
    low, high = known.run("assume", le(num(k), n)), known.run("assume", le(n, num(k)))
    same = known.run("antisymmetry", low, high)
    here = known.run("replace", same, forall("Z", abstract(goal, [n])), at)
    step = known.run("integer_step", known.run("assume", lt(num(k), n)))
    beyond = known.search.cut(above, [step])
    return known.search.cut(known.run("cases", n, num(k), here, beyond), [known.settle(le(num(k), n))])


def with_short(known: Known, goal: Term, ask: Callable[[Term], Fact]) -> Fact:
    """Prove a goal by `ask` after replacing sums and products over empty ranges and single indices by their values."""
    values = [_short(known, b) for b in written(goal, ("sum", "prod")) if _is_short(b)]
    return with_equals(known, goal, values, ask) if values else ask(goal)


def _short(known: Known, b: Term) -> Fact:
    lo, hi, body = b.args
    if canonical(hi - lo) is not num(0):
        return known.run("big_empty", b, known.settle(lt(hi, lo)))
    last, none = known.run("big_step", b, known.settle(le(lo, hi))), big(b.op, lo, canonical(hi - 1), body)
    empty, member = known.run("big_empty", none, known.settle(lt(none.args[1], lo))), instantiate_bound(body, (hi,))
    by = num(1) if b.op == "sum" else member
    return known.run("arith", eq(b, member), [(num(1), [last]), (by, [empty])], [], [])


def _is_short(b: Term) -> bool:
    lo, hi = (canonical(end) for end in b.args[:2])
    return lo.op == hi.op == "num" and hi.args[0] <= lo.args[0]


def next_step(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove a goal for k + 1 from facts; the first fact is the induction hypothesis for k."""
    powers, below = numerals(known, goal), known.denominators(goal, facts)
    below = list(dict.fromkeys([*below, *known.denominators(facts[0].concl, facts)]))
    bounds: list[Fact] = []

    def with_bounds() -> Fact:
        bounds.extend(_against_one(known, goal))
        if not bounds:
            raise NotFound("no product that is at most 1, or at least")
        more = [*powers, *below, *bounds]
        with suppress(KernelError):
            return known.linear(goal, [*facts, *more], degree=2, work=600)
        known.search.check_limit()
        return without_entries(known, facts, more, goal)

    def grown() -> Fact:
        growth = list(_growth(known, facts[0].concl, goal))
        if not growth:
            raise NotFound("no powers of e")
        return known.linear(goal, [*facts, *below, *growth], degree=2, work=900)

    put_in, early = partial(by_next_members, known, facts, goal), is_not_linear(facts, goal)
    return first(
        known,
        lambda: _by_replacing(known, facts[0], below, goal),
        lambda: distances_of_products(known, facts, goal),
        lambda: of_absolute_values(known, facts, goal),
        lambda: of_quotient(known, facts, goal),
        lambda: cleared(known, facts[0], facts[1:], goal),
        lambda: known.linear(goal, [*facts, *powers, *below], degree=2, work=600),
        *([put_in] if early else []),
        lambda: _with_next_members(known, facts, powers, goal),
        lambda: _by_contradiction(known, facts, goal),
        grown,
        lambda: _by_further_induction(known, facts[0], goal),
        lambda: _without_sums(known, facts, [*powers, *below], goal),
        lambda: without_entries(known, facts, [*powers, *below], goal),
        *([] if early else [put_in]),
        with_bounds,
        lambda: known.numbers([*facts, *powers, *bounds], goal, 2.0),
    )


def _with_next_members(known: Known, facts: Sequence[Fact], powers: Sequence[Fact], goal: Term) -> Fact:
    """Prove an inequality by replacing next members according to equations and subtracting a multiple of `facts[0]`."""
    here, before = facts[0], set(map(canonical, entries([facts[0].concl])))
    if goal.op not in ("le", "lt") or here.concl.op not in ("le", "lt"):
        raise NotFound("no inequality")
    occurring = set(map(canonical, entries([goal]))) - before
    equations = [f for f in facts[1:] if f.concl.op == "eq" and canonical(f.concl.args[0]) in occurring]
    q, used = replaced(quantity(goal), equations, powers=True)
    if not used:
        raise NotFound("no equation says what the next member is")
    signs = [f for f in known.denominators(as_term(q), facts) if f.concl.op == "lt"]
    q, own = cancelled(q, [f.concl.args[1] for f in signs]), quantity(here.concl)
    shares = dict.fromkeys(q[m] / own[m] for m in own if m and q.get(m, 0) / own[m] > 0)
    for c in [*islice(shares, MOST_SHARES), fmpq(0)]:
        less = relation(plus(q, own, -c), "le" if c and here.concl.op == "lt" else goal.op)
        near = only_about([*facts[0 if c == 0 else 1 :], *signs], [less])
        with suppress(KernelError):
            fact = first(
                known,
                partial(known.linear, less, [*near, *powers], degree=2, work=600),
                partial(_known_sign, known, less, near),
                partial(known.numbers, [*near, *powers], less, 1.5),
            )
            sides = [(num(1), [fact]), *((as_term(m) * num(-1), [e]) for m, e in used)]
            return known.run("arith", goal, [*sides, *([(num(c), [here])] if c else [])], [], signs)
        known.search.check_limit()
    raise NotFound("what is left is not shown")


def _known_sign(known: Known, less: Term, facts: Sequence[Fact]) -> Fact:
    """Prove 0 <= t or 0 < t from the structure of t."""
    t = as_term(quantity(less))
    sign = known.positive(t, facts) if less.op == "lt" else known.nonnegative(t, facts)
    return known.restated(sign, less)


def _by_further_induction(known: Known, here: Fact, goal: Term) -> Fact:
    """Prove the goal by a new search for its difference from a multiple of the induction hypothesis."""
    q, own = quantity(goal), quantity(here.concl)
    if goal.op not in ("le", "lt") or here.concl.op not in ("le", "lt"):
        raise NotFound("no inequality")
    c = next((q[m] / own[m] for m in own if m and q.get(m, 0) / own[m] > 0), fmpq(0))
    rest = plus(q, own, -c) if c else {}
    less = relation(rest, "le" if here.concl.op == "lt" else goal.op)
    sizes = {v for g in known.given for v in free_variables([g]) if v.args[0].startswith("k'")}
    plain = all(a.term.op in ("sum", "app", "var") for m in quantity(less) for a, _ in m)
    if not plain or not bigs(less, ("sum",)) or not entries([less]) or len(sizes) > MOST_INDUCTIONS:
        raise NotFound("nothing is left of sums")
    fact = known.within(FURTHER, lambda: known.asked_if_likely(less, MOST_INDUCTIONS))
    return known.run("arith", goal, [(num(c), [here]), (num(1), [fact])], [], [])


def _by_contradiction(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove a bound for a member whose square occurs in an equation, from products of its negation with facts."""
    if goal.op not in ("le", "lt") or not any(t.op == "app" for t in map(canonical, goal.args)):
        raise NotFound("no bound of a member")
    own = set(map(canonical, entries([goal])))
    occurring = [f for f in facts if own & set(map(canonical, entries([f.concl])))]
    if not any(
        f.concl.op == "eq" and any(e == 2 and a.term in own for m in quantity(f.concl) for a, e in m) for f in occurring
    ):
        raise NotFound("no equation with its square")
    fails = known.run("assume", opposite(goal))
    near = [f for f in facts if f.concl.op in RELATIONS and f not in occurring]
    false = known.linear(FALSE, [fails, *occurring, *near], degree=2, work=900)
    return known.p.by_contradiction(goal, false)


def _against_one(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield bounds Π <= 1 or Π >= 1 for the products in a goal, and lower bounds 1 for powers, as far as proved."""
    products = bigs(goal, ("prod",))
    yield from at_least_one(known, [b for b in products if not b.args[2].loose])
    for b in [b for b in products if b.args[2].loose]:
        for bound in (le(b, num(1)), le(num(1), b)):
            with suppress(KernelError):
                yield known.asked([], bound, 2)
                break


def _by_replacing(known: Known, here: Fact, nonzero: Sequence[Fact], goal: Term) -> Fact:
    """Prove an equation by replacing a sum or product according to the induction hypothesis and clearing fractions."""
    if goal.op != "eq" or here.concl.op != "eq":
        raise NotFound("no equation")
    _, used = replaced(quantity(goal), [here])
    multiples = [(as_term(times(m, {ONE: fmpq(-1)})), [e]) for m, e in used]
    signs = [f for f in nonzero if f.concl.op == "lt"]
    for d in dict.fromkeys(t.args[0] for t in walk(goal) if t.op == "inv" and not t.loose):
        with suppress(KernelError):  # a negative denominator
            signs.append(known.positive(canonical(-d)))
    return known.run("arith", goal, multiples, [], signs)


def _without_sums(known: Known, facts: Sequence[Fact], more: Sequence[Fact], goal: Term) -> Fact:
    """Prove the goal by subtracting a multiple of the induction hypothesis that eliminates a sum or product."""
    here, q = facts[0], quantity(goal)
    if here.concl.op not in RELATIONS or (goal.op == "eq") != (here.concl.op == "eq"):
        raise NotFound("the hypothesis is of another kind")
    own = quantity(here.concl)
    of_sums = next((k for m in own for k in [multiple(q, own, m, speaks_of_entries)] if k), None)
    if of_sums is None:
        raise NotFound("no sum is in both")
    rest = as_term(plus(q, times(of_sums, own), -1))
    make = eq if goal.op == "eq" else lt if (goal.op, here.concl.op) == ("lt", "le") else le
    less, by = make(num(0), rest), as_term(of_sums)
    if goal.op == "eq":
        fact = known.run("arith", less, [], [], [f for f in more if f.concl.op == "lt"])
        return known.run("arith", goal, [(by, [here]), (num(1), [fact])], [], [])
    scaled = (by, [here]) if by.op == "num" else (num(1), [here, known.nonnegative(by, facts[1:])])
    if by.op == "num" and by.args[0] <= 0:
        raise NotFound("the other way round")
    using = [*facts[1:], *more, *known.denominators(less, facts)]
    near = only_about(using, [less])
    longer = OF_ONE if len(less.free) == 1 and not of_sequences(less) else 1.0
    fact = first(
        known,
        *([lambda: known.numbers(near, less, longer * 2.0)] if len(near) < len(using) else []),
        lambda: known.numbers(using, less, longer * 4.0),
    )
    return known.run("arith", goal, [scaled, (num(1), [fact])], [], [])


def first(known: Known, *ways: Callable[[], Fact]) -> Fact:
    """Return the result of the first function that does not fail."""
    for way in ways[:-1]:
        with suppress(NotFound, KernelError):
            return way()
        known.search.check_limit()
    return ways[-1]()


def numerals(known: Known, goal: Term) -> list[Fact]:
    """Return e^(log c) = c for the numerals c whose powers occur in a formula."""
    bases = {t.args[0] for t in walk(goal) if t.op == "log" and t.args[0].op == "num" and t.args[0].args[0] > 0}
    return [known.run("exp_log", known.p.positive(c)) for c in sorted(bases, key=lambda c: fmpq(*c.args))]


def _split_off(known: Known, goal: Term, had: Sequence[Term]) -> tuple[Term, Callable[[Fact], Fact]]:
    """Return the goal with members split off, if possible down to sums in `had`, and a function that undoes this."""
    steps: list[tuple[Fact, Term, Term]] = []
    current = plain_ends(goal)
    for b in written(current, ("sum",)):
        if canonical(b).op in ("mul", "add"):  # a numeral times a sum, or a sum of sums
            current = swapped_big(current, b, canonical(b))
    for _ in range(SPLIT_OFF):
        new = [b for b in written(current, ("sum", "prod")) if canonical(b) not in had and canonical(b).op == b.op]
        equation = next((e for b in new for e in [_shorter(known, b, had)] if e is not None), None)
        if equation is None:
            break
        old, shorter = equation.concl.args
        shorter = plain_ends(shorter)
        hole = known.fresh("hole", "R")
        shape = swapped_big(current, old, hole)
        if hole not in shape.free:
            break
        steps.append((equation, shape, hole))
        current = substitute(shape, {hole: shorter})

    def back(fact: Fact) -> Fact:
        for equation, shape, hole in reversed(steps):
            old, new = equation.concl.args
            same = known.run("arith", eq(plain_ends(new), old), [(num(-1), [equation])], [], [])
            fact = known.run("replace", same, forall("R", abstract(shape, [hole])), fact)
        return fact

    return current, back


def _shorter(known: Known, b: Term, had: Sequence[Term]) -> Fact | None:
    """Split a member off a sum or product, if possible such that `had` contains the rest; return None on failure."""
    lo, hi, body = b.args
    with suppress(KernelError):
        return _convolved(known, b, had)
    like = [h for h in had if h.op == b.op and h.args[2] is canonical(b).args[2]] if canonical(b).op == b.op else []
    with suppress(KernelError):
        if any(h.args[0] is canonical(lo) for h in like):
            return known.run("big_step", b, known.settle(le(lo, hi)))
        if b.op == "sum" and any(h.args[1] is canonical(hi) or h.args[0] is canonical(lo - 1) for h in like):
            longer = big("sum", canonical(lo - 1), hi, body)
            whole = known.theorem("sums.sum_first", longer, known.settle(le(lo - 1, hi)))
            other = longer - instantiate_bound(body, (canonical(lo - 1),))
            return known.run("arith", eq(b, other), [(num(-1), [whole])], [], [])
    if not like:
        with suppress(KernelError):
            return known.run("big_step", b, known.settle(le(lo, hi)))
    return None


def _convolved(known: Known, b: Term, had: Sequence[Term]) -> Fact:
    """Prove Σ_lo^hi r^e f = r Σ_lo^{hi−1} r^(e − 1) f + f_hi, if `had` contains the sum on the right.

    Raises
    ------
    NotFound
        if there is no such sum.
    """
    lo, hi, body = b.args
    if b.op != "sum" or not any(t.op == "prod" for t in walk(body)):
        raise NotFound("no powers")
    index = known.index(lo, canonical(hi - 1))
    member = index.member(body)
    power = next((t for t in factors(member) if t.op == "prod" and index.i in t.args[1].free), None)
    if power is None or power.args[2].loose or index.i in power.args[2].free:
        raise NotFound("no powers")
    rate = instantiate_bound(power.args[2], (num(0),))
    step = known.run("big_step", power, known.settle(le(power.args[0], power.args[1]), *index.ends))
    rest = [t for t in factors(member) if t is not power]
    shorter = big("prod", power.args[0], canonical(power.args[1] - 1), power.args[2])
    whole = mul(shorter, *rest) if rest else shorter
    before = canonical(big("sum", index.lo, index.hi, abstract(whole, [index.i])))
    if before not in had:
        raise NotFound("no sum of such powers was had")
    times_what = product_of(rest)
    same = known.run("arith", eq(member, rate * whole), [(times_what, [step])], [], [])
    up = known.summed(index, same)
    last = known.run("big_step", b, known.settle(le(lo, hi)))
    own = instantiate_bound(body, (hi,))
    of_last = next(t for t in factors(own) if t.op == "prod")
    none = known.run("big_empty", of_last, known.settle(lt(of_last.args[1], of_last.args[0])))
    others = [t for t in factors(own) if t is not of_last]
    f = product_of(others)
    return known.run("arith", eq(b, rate * before + f), [(num(1), [last]), (num(1), [up]), (f, [none])], [], [])


# --- closed forms ----------------------------------------------------------------------------------------------------


def closed_form(known: Known, b: Term) -> Fact:
    """Prove the closed form of Σ P(i) c^i for a polynomial P and a numeral c, interpolated from the first values.

    Raises
    ------
    NotFound
        if the sum is not of this form.
    """
    lo, hi, body = b.args
    i = known.fresh("i", "Z")
    if b.op != "sum" or lo.op != "num" or hi.op != "var" or body.op == "num":
        raise NotFound("no sum of a polynomial from a numeral on")
    member, rate, c = instantiate_bound(body, (i,)), num(0), fmpq(1)
    powers = [t for t in walk(canonical(member)) if t.op == "exp"]
    if powers:
        rate, c = _rate(powers[0], i)
    rest = normal(member * exp(-i * rate))
    degree = 0
    for m in rest:
        if any(a.term is not i or e.q != 1 or e < 0 for a, e in m):
            raise NotFound("no polynomial")
        degree = max([degree, *(int(e) for _, e in m)])
    if degree > HIGHEST:
        raise NotFound("too high a degree")
    count, plain = degree + 2, c == 1  # the degree grows by 1 if c = 1; otherwise there is a constant term
    start = int(lo.args[0])
    rows, values, total = [], [], fmpq(0)
    for k in range(start, start + count):
        total += sum((v * fmpq(k) ** int(next(iter(m))[1] if m else 0) for m, v in rest.items()), fmpq(0)) * c**k
        column = [fmpq(k) ** e * c**k for e in range(count if plain else count - 1)]
        rows.append(column if plain else [*column, fmpq(1)])
        values.append([total])
    try:
        solved = fmpq_mat(rows).solve(fmpq_mat(values))
    except ZeroDivisionError:
        raise NotFound("no closed form") from None
    found = [solved[e, 0] for e in range(count)]
    inside = found if plain else found[:-1]
    q = {frozenset([(atom(hi), fmpq(e))] if e else []): v for e, v in enumerate(inside) if v}
    whole = as_term(q) * exp(hi * rate) + (num(0) if plain else num(found[-1]))

    def prove(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
        return known.linear(goal, [*facts[:1], *numerals(known, goal)], depth=2)

    return by_induction(known, eq(b, whole), prove)


def _rate(power: Term, i: Term) -> tuple[Term, fmpq]:
    """Return log(c) and c for a term c^i."""
    q = normal(power.args[0])
    if len(q) == 1:
        ((m, v),) = q.items()
        parts = [(a.term, e) for a, e in m]
        logs = [t for t, e in parts if t.op == "log" and t.args[0].op == "num" and e == 1]
        if len(parts) == 2 and (i, fmpq(1)) in parts and len(logs) == 1 and v.q == 1:
            return num(v) * logs[0], fmpq(*logs[0].args[0].args) ** int(v)
    raise NotFound("no power of a numeral")


def about(known: Known, *goals: Term) -> list[Fact]:
    """Return facts that are often useful for goals: the facts of `Known.found`, and closed forms of sums."""
    return list(dict.fromkeys([*known.found(*goals), *closed_forms(known, *goals, *(f.concl for f in known.facts))]))


def closed_forms(known: Known, *formulas: Term) -> list[Fact]:
    """Return closed forms of the sums and products in formulas, as far as they are found, with facts about signs."""
    out: list[Fact] = []
    apart = [b for f in formulas for b in bigs(f, ("sum",))]
    together = [b for f in formulas for b in written(f, ("sum",)) if canonical(b).op == "add"]
    products = [b for f in formulas for b in bigs(f, ("prod",))]
    for b in dict.fromkeys([*apart, *together, *products]):
        if b in known.closed_forms:
            out += known.closed_forms[b]
            continue
        known.closed_forms[b] = []
        ways = (product_telescoping,) if b.op == "prod" else (telescoping,)
        for form in (closed_form, geometric, telescoping, summed_recursion) if b in apart else ways:
            with suppress(KernelError):
                fact = form(known, b)
                known.closed_forms[b] += [fact, *_signs_of_powers(known, fact)]
                break
        known.search.check_limit()
        out += known.closed_forms[b]
    return out


def _signs_of_powers(known: Known, fact: Fact) -> Iterator[Fact]:
    """Yield signs of the powers, of the denominators and of n r^n (1 − r) in a closed form, as far as proved."""
    moment = any(t.op == "sum" and canonical(t).args[2].op == "mul" for t in bigs(fact.concl.args[0], ("sum",)))
    for power in bigs(fact.concl, ("prod",)):
        sign = known.signed(power)
        if sign is None:
            continue
        yield sign
        n, r = (
            [t for t in free_variables([power.args[1]]) if t.sort == "Z"],
            instantiate_bound(power.args[2], (num(0),)),
        )
        more = [known.signed(t) for t in (*n, 1 - r)] if moment else []
        if more and None not in more:
            product = mul(power, *n, 1 - r)
            yield known.run("arith", le(num(0), product), [(num(1), [sign, *(f for f in more if f)])], [], [])
    for below in dict.fromkeys(t for t in walk(canonical(fact.concl.args[1])) if t.op == "inv" and not t.loose):
        with suppress(KernelError):
            yield known.positive(below)


def geometric(known: Known, b: Term) -> Fact:
    """Prove (1 − r) Σ r^(i + c) = r^(lo + c) − r^(n + c + 1), or the corresponding equation for (1 − r)² Σ i r^i.

    In the first one r^i may also be written e^(s i).
    """
    lo, hi, body = b.args
    i = var("i'", "Z")
    member = instantiate_bound(body, (i,))
    rate = substitute(member.args[0], {i: num(1)}) if member.op == "exp" else num(0)
    if member.op == "exp" and canonical(rate * i) is canonical(member.args[0]):
        return known.p.apply("inequalities.geometric_total_of_exponentials", known.count(b), r=rate, lo=lo, n=hi)
    parts = list(factors(member))
    power = next((t for t in parts if t.op == "prod" and i not in t.args[2].free), None)
    rest = [t for t in parts if t is not power]
    if power is None or rest not in ([], [i]):
        raise NotFound("no geometric sum")
    c, r = canonical(power.args[1] - i), instantiate_bound(power.args[2], (i,))
    if c.op != "num" or (rest and c is not num(0)):
        raise NotFound("no geometric sum")
    low, high = canonical(lo + c), canonical(hi + c)
    sides = known.settle(le(num(0), low)), known.settle(le(low, high + 1))
    if rest:
        return known.p.apply("inequalities.geometric_moment", *sides, r=r, lo=lo, n=hi)
    total = known.p.apply("inequalities.geometric_total", *sides, r=r, lo=low, n=high)
    if c is num(0):
        return total
    powers = known.index(low, high)
    of_i = powers.function(big("prod", num(1), powers.i, power.args[2]))
    moved = known.p.apply("sums.sum_shift", f=of_i, lo=lo, hi=hi, c=c)
    return known.linear(eq((1 - r) * b, total.concl.args[1]), [total, (moved, 1 - r)])
