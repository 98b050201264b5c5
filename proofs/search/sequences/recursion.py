"""Induction steps for sequences that are defined or bounded by recursions.

For example, x[k + 1] <= c x[k] + r and the bound for x[k] in the induction hypothesis imply the bound for x[k + 1] if
0 <= c and a remaining inequality without entries holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice, permutations

from flint import fmpq

from proofs.kernel.normal import Atom, Mono, Poly, as_term, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    KernelError,
    Term,
    absolute,
    abstract,
    add,
    big,
    eq,
    forall,
    inv,
    lam,
    le,
    lt,
    num,
    rebuild,
    substitute,
)
from proofs.search.base.failures import NotFound
from proofs.search.sequences.absolute import by_factors, by_sizes, is_of_distances
from proofs.search.sequences.forms import BIG, alone, bigs, cancelled, entries, quantity, relation, walk, without
from proofs.search.sequences.known import RELATIONS, Known

MOST_USED = 3  # consecutive facts by which entries are eliminated from a goal
MOST_LEFT = 6  # remaining inequalities that are tried
MOST_MEMBERS = 12  # summands of such an inequality
MOST_PRODUCTS = 900  # products of facts that are tried for it
MOST_VALUES = 4  # absolute values that are bounded
MOST_ASKED = 2  # nested questions about a product
MOST_SHARES = 2  # multiples of the induction hypothesis that are subtracted

Used = tuple[Term, Fact, Fact | None]  # a multiplier, the fact, and the fact that the multiplier is non-negative


def speaks_of_entries(a: Atom) -> bool:
    """Return whether an atom contains entries, sums, products or maxima."""
    return any(t.op in (*BIG, "app") for t in walk(a.term))


def multiple(q: Poly, own: Poly, m: Mono, goes_out: Callable[[Atom], bool]) -> Poly:
    """Return the multiplier of `own` that eliminates certain atoms of its monomial m from q; 0 if there is none."""
    shared = [(a, e) for a, e in m if goes_out(a)]
    if not shared or any(dict(x).get(a, 0) >= e for a, e in shared for x in own if x != m):
        return {}
    out: Poly = {}
    for x, c in q.items():
        powers = dict(x)
        if all(powers.get(a, 0) >= e for a, e in shared):
            for a, e in m:
                powers[a] = powers.get(a, fmpq(0)) - e
            if any(e < 0 for a, e in powers.items() if not a.is_exp):
                return {}
            out = plus(out, {frozenset(y for y in powers.items() if y[1]): c / own[m]})
        elif any(a in powers for a, _ in shared):
            return {}
    return out


def about(facts: Sequence[Fact], formulas: Sequence[Term]) -> list[Fact]:
    """Return the relations among facts that contain only entries of the formulas."""
    occurring = {canonical(t) for t in entries(formulas)}
    return [f for f in facts if f.concl.op in RELATIONS and {canonical(t) for t in entries([f.concl])} <= occurring]


def squares(known: Known, facts: Sequence[Fact], below: Sequence[Fact]) -> Iterator[Fact]:
    """Yield s² <= t² from facts s <= t with positive s."""
    nonzero = [f for f in below if f.concl.op == "lt"]
    for f in facts:
        if f.concl.op in ("le", "lt"):
            with suppress(KernelError):
                low, high = f.concl.args
                less = f if f.concl.op == "le" else known.weak(f)
                sign = known.weak(known.positive(low, facts))
                more = known.run("arith", le(num(0), low + high), [(num(1), [less]), (num(2), [sign])], [], [])
                of_low, of_high = (
                    as_term(cancelled(normal(t * t), [d.concl.args[1] for d in nonzero])) for t in (low, high)
                )
                goal = le(of_low, of_high)
                yield known.run("arith", goal, [(num(1), [less, more])], [], nonzero)


def _squared_equations(known: Known, facts: Sequence[Fact], goal: Term) -> Iterator[Fact]:
    """Yield s² = t² from s = t, for the entries s whose squares occur in a goal."""
    squared = {a.term for m in quantity(goal) for a, e in m if e == 2}
    for f in facts:
        s, t = f.concl.args
        if f.concl.op == "eq" and canonical(s) in squared:
            yield known.run("arith", eq(s * s, t * t), [(s + t, [f])], [], [])


def opened_values(known: Known, formulas: Sequence[Term]) -> list[Fact]:
    """Return −|x| <= x <= |x| and 0 <= |x| for the absolute values in formulas."""
    found = dict.fromkeys(t.args[0] for f in formulas for t in walk(f) if t.op == "abs" and not t.loose)
    out: list[Fact] = []
    for x in list(found)[:MOST_VALUES]:
        above = known.p.apply("elementary.abs_ge", x=x)
        below = known.p.apply("elementary.abs_ge", x=-x)
        out += [above, known.run("arith", le(-x, absolute(x)), [(num(1), [below])], [], [])]
        out.append(known.p.apply("elementary.abs_nonneg", x=x))
    return out


def first_members(known: Known, k: Term, n: Term) -> list[Fact]:
    """Return bounds for sums up to k + 1 <= n from hypotheses that bound sums of non-negative members up to n."""
    out: list[Fact] = []
    for f in [f for f in known.facts if f.concl.op in ("le", "lt", "eq")]:
        q = quantity(f.concl)
        for b, c in alone(q, "sum"):
            with suppress(KernelError):
                if b.args[1] is not n or (c > 0 and f.concl.op != "eq"):
                    continue
                lo, _, body = b.args
                ends = known.settle(le(lo - 1, k + 1)), known.settle(le(k + 1, n))
                split = known.theorem("sums.sum_split", b, *ends, m=k + 1)
                rest = known.nonnegative(big("sum", k + 1 + 1, n, body))
                step = known.run("big_step", big("sum", lo, k + 1, body), known.settle(le(lo, k + 1)))
                bound = canonical(as_term(without(q, b)) * num(1 / abs(c)) * num(-1 if c > 0 else 1))
                goal = (lt if f.concl.op == "lt" else le)(canonical(step.concl.args[1]), bound)
                out.append(known.linear(goal, [f, split, rest, step], depth=2, work=200))
    return out


def at_most_one(known: Known, formula: Term) -> Iterator[Fact]:
    """Yield bounds for products by 1 and by their first member, if all members are in [0, 1]."""
    for b in bigs(formula, ("prod",)):
        with suppress(KernelError):
            lo, hi, _ = b.args
            low = known.members(b, known.nonnegative)
            high = known.members(b, lambda x, at: known.linear(le(x, num(1)), [*at, *known.facts], work=200))
            ones = known.theorem("inequalities.prod_le", b, low, high, known.count(b), g=lam(1, num(1)))
            one = known.p.apply("inequalities.prod_one", known.count(b), lo=lo, hi=hi)
            yield known.run("arith", le(b, num(1)), [(num(1), [ones]), (num(1), [one])], [], [])
            ends = known.settle(le(lo, lo)), known.settle(le(lo, hi))
            yield known.theorem("inequalities.prod_le_member", b, low, high, *ends, m=lo)


def distances_of_products(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove |A a − B b| <= u from |A − B| <= w, if hypotheses bound the absolute values of the members.

    Raises
    ------
    NotFound
        if the formulas do not have this form, or no proof is found.
    """
    if not is_of_distances(facts[0].concl, goal):
        raise NotFound("no distances of products")
    return by_factors(known, facts, goal, list(sizes_at_most_one(known, facts, goal)))


def sizes_at_most_one(known: Known, facts: Sequence[Fact], formula: Term) -> Iterator[Fact]:
    """Yield |Π x| <= 1 for products, if hypotheses bound |x| and no fact bounds |Π x|."""
    said = {canonical(f.concl.args[0]) for f in facts if f.concl.op in ("le", "lt")}
    for b in [b for b in bigs(formula, ("prod",)) if canonical(absolute(b)) not in said]:
        index = known.index(b.args[0], b.args[1])
        member = canonical(index.member(b.args[2]))
        sizes = (f.concl.args[0] for f in index.facts if f.concl.op in ("le", "lt"))
        if any(t.op == "abs" and canonical(t.args[0]) is member for t in sizes):
            with suppress(KernelError):
                yield known.asked([], le(absolute(b), num(1)), MOST_ASKED)


def _above_one(known: Known, x: Term, facts: Sequence[Fact]) -> Fact:
    return known.restated(known.nonnegative(canonical(x - 1), facts), le(num(1), x))


def at_least_one(known: Known, products: Sequence[Term]) -> Iterator[Fact]:
    """Yield the lower bound 1 for products whose members are all at least 1."""
    for b in products:
        with suppress(KernelError):
            lo, hi, body = b.args
            ones = big("prod", lo, hi, num(1))
            low = known.members(ones, known.nonnegative)
            high = known.members(b, partial(_above_one, known))
            more = known.theorem("inequalities.prod_le", ones, low, high, known.count(b), g=lam(1, body))
            one = known.p.apply("inequalities.prod_one", known.count(b), lo=lo, hi=hi)
            yield known.run("arith", le(num(1), b), [(num(1), [more]), (num(1), [one])], [], [])


def _waves(known: Known, goal: Term) -> Iterator[Fact]:
    """Yield the addition theorems for sines and cosines of sums, and bounds −1 and 1 for the terms that result."""
    for t in list(dict.fromkeys(t for t in walk(goal) if t.op in ("sin", "cos") and not t.loose)):
        whole = canonical(t.args[0])
        if whole.op == "add":
            x, y = whole.args[0], add(*whole.args[1:]) if len(whole.args) > 2 else whole.args[1]
            same = known.p.apply(f"trigonometry.{t.op}_add", x=x, y=y)
            yield known.run("arith", eq(t, same.concl.args[1]), [(num(1), [same])], [], [])
            for u in (x, y):
                for name in (
                    ("cos_high", "cos_low") if t.op == "sin" else ("cos_high", "cos_low", "sin_high", "sin_low")
                ):
                    yield known.p.apply(f"trigonometry.{name}", x=u)


def of_absolute_values(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove |x| <= u from −u <= x <= u, with bounds for the absolute values inside x.

    Raises
    ------
    NotFound
        if the goal is not a bound for an absolute value.
    """
    if goal.op != "le" or goal.args[0].op != "abs":
        raise NotFound("no bound of an absolute value")
    x, u = goal.args[0].args[0], goal.args[1]
    own = set(map(canonical, entries([goal])))
    said = [f.concl for f in facts if f.concl.op == "eq" and canonical(f.concl.args[0]) in own]
    relations = [*_waves(known, goal), *about(facts, [goal, *said])]
    values = opened_values(known, [goal, *(f.concl for f in relations)])
    bounds: list[Fact] = []
    for f in facts:
        if f.concl.op == "le" and f.concl.args[0].op == "abs":
            y, top = f.concl.args[0].args[0], f.concl.args[1]
            for v in values:
                if v.concl.args[1] is f.concl.args[0] or (v.concl.args[1].op == "abs" and v.concl.args[1].args[0] is y):
                    left = v.concl.args[0]
                    bounds.append(known.run("arith", le(left, top), [(num(1), [v]), (num(1), [f])], [], []))
    sizes = [half for f in sizes_at_most_one(known, facts, goal) for half in known.without_values(f)]
    products = [*at_most_one(known, goal), *sizes]
    using = list(dict.fromkeys([*bounds, *values, *products, *relations]))
    halves = [known.linear(half, using, degree=2, work=900) for half in (le(-u, x), le(x, u))]
    return known.p.apply("elementary.abs_le", *halves, x=x, u=u)


def _solved_for(known: Known, fact: Fact, y: Term, facts: Sequence[Fact]) -> Fact | None:
    """Prove y = t from an equation that is linear in y with a coefficient of known sign; return None on failure."""
    left, right = fact.concl.args
    if canonical(left) is y and y not in map(canonical, entries([right])):
        return fact
    q, by, rest = quantity(fact.concl), Poly(), Poly()
    for m, c in q.items():
        e = next((e for a, e in m if a.term is y), fmpq(0))
        others = frozenset((a, e) for a, e in m if a.term is not y)
        if e not in (0, 1) or any(y in walk(a.term) for a, _ in others):
            return None
        (by if e else rest)[others] = c
    if not by:
        return None
    for sign in (-1, 1):
        of_y, value = (as_term({m: sign * s * c for m, c in part.items()}) for part, s in ((by, 1), (rest, -1)))
        with suppress(KernelError):
            signs = [known.positive(of_y, facts)]
            return known.run("arith", eq(y, value * inv(of_y)), [(num(-sign) * inv(of_y), [fact])], [], signs)
    return None


def _in_place(t: Term, old: Term, new: Term) -> Term:
    """Return the term with the entry `old` replaced by `new`, except inside sums, products and maxima."""
    if t.op == "app" and not t.loose and canonical(t) is old:
        return new
    return t if t.op in BIG else rebuild(t, lambda kid, _: _in_place(kid, old, new))


def without_numerals(known: Known, q: Poly) -> tuple[Poly, list[tuple[Term, list[Fact]]]]:
    """Return a polynomial with e^(log c) replaced by c, and the multipliers of these equations in q − new."""
    sides: list[tuple[Term, list[Fact]]] = []
    while True:
        found = next(
            (
                (m, a, e)
                for m in q
                for a, e in m
                if a.is_exp and a.term.args[0].op == "log" and a.term.args[0].args[0].op == "num" and e.q == 1
            ),
            None,
        )
        if found is None:
            return q, sides
        m, a, e = found
        c = a.term.args[0].args[0]
        same = known.run("exp_log", known.p.positive(c))
        powers = dict(m)
        powers[a] = e - 1 if e > 0 else e + 1
        nearer = frozenset(x for x in powers.items() if x[1])
        v, by = q[m], c if e > 0 else inv(c)
        share = as_term({nearer: -v}) if e > 0 else as_term({m: v}) * inv(c)
        sides.append((share, [same]))
        q = plus({x: w for x, w in q.items() if x != m}, times({nearer: v}, normal(by)))


def _plain(known: Known, fact: Fact) -> Fact:
    """Return a relation with e^(log c) replaced by c."""
    q, sides = without_numerals(known, quantity(fact.concl))
    if not sides or fact.concl.op not in ("le", "lt"):
        return fact
    back = [(-share, facts) for share, facts in sides]
    return known.run("arith", relation(q, fact.concl.op), [(num(1), [fact]), *back], [], [])


def is_not_linear(facts: Sequence[Fact], goal: Term) -> bool:
    """Return whether next members, or the terms that equations equate with them, contain entries in √x, 1/x or |x|."""
    before = set(map(canonical, entries([facts[0].concl])))
    later = set(map(canonical, entries([goal]))) - before
    said = [f.concl for f in facts[1:] if f.concl.op == "eq" and canonical(f.concl.args[0]) in later]
    inside = (a.term for f in (goal, *said) for m in quantity(f) for a, _ in m if a.term.op not in ("app", *BIG))
    return bool(later) and any(any(t.op == "app" for t in walk(x)) for x in inside)


def _is_last(y: Term, relation: Term) -> bool:
    """Return whether a relation contains a member, and no member at a later place."""
    found = list(map(canonical, entries([relation])))
    beyond = (canonical(t.args[-1] - y.args[-1]) for t in found)
    return y in found and not any(d.op == "num" and d.args[0] > 0 for d in beyond)


def by_next_members(known: Known, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove the goal by replacing the next members according to recursions, and proving the result for real numbers.

    Equations are substituted everywhere; bounds are substituted if the goal is monotone in the member.

    Raises
    ------
    NotFound
        if there is no recursion for these members, or no proof is found.
    """
    before = set(map(canonical, entries([facts[0].concl])))
    later = [t for t in dict.fromkeys(map(canonical, entries([goal]))) if t not in before]
    relations = [f for f in facts[1:] if f.concl.op in RELATIONS]
    now, steps = goal, list[tuple[Fact, Term, Term]]()
    for y in [*later, *later]:  # a replacement may introduce another of these members
        for f in [f for f in relations if f.concl.op == "eq" and _is_last(y, f.concl)]:
            same = _solved_for(known, f, y, facts)
            hole = known.fresh("hole")
            shape = _in_place(now, y, hole)
            if same is not None and hole in shape.free:
                steps.append((same, shape, hole))
                now = substitute(shape, {hole: same.concl.args[1]})
                break
    if not steps:
        return _by_bounds(known, facts, relations, later, goal)
    fact = _of_now(known, facts, now)
    for same, shape, hole in reversed(steps):
        old, new = same.concl.args
        converse = known.run("arith", eq(new, old), [(num(-1), [same])], [], [])
        fact = known.run("replace", converse, forall("R", abstract(shape, [hole])), fact)
    return known.p.change(fact, goal)


def _by_bounds(
    known: Known, facts: Sequence[Fact], relations: Sequence[Fact], later: Sequence[Term], goal: Term
) -> Fact:
    """Prove the goal from a bound for a next member, and from the goal with this bound in place of the member."""
    q = quantity(goal)
    for y in later if goal.op in ("le", "lt") else ():
        (own,) = normal(y)
        for f in [f for f in relations if f.concl.op in ("le", "lt") and y in map(canonical, f.concl.args)]:
            r = quantity(f.concl)
            if own in q and q[own] / r.get(own, -q[own]) > 0:
                c = q[own] / r[own]
                now = relation(plus(q, r, -c), goal.op if f.concl.op == "le" else "le")
                if y in map(canonical, entries([now])):
                    continue
                with suppress(KernelError):
                    fact = _of_now(known, facts, now)
                    return known.run("arith", goal, [(num(c), [f]), (num(1), [fact])], [], [])
                known.search.check_limit()
    raise NotFound("no recursion says what the next members are")


def _of_now(known: Known, facts: Sequence[Fact], now: Term) -> Fact:
    """Prove the goal after the replacement by arithmetic or for real numbers, with the signs of its powers."""
    near = about(facts, [now])
    nonzero = [f for f in known.denominators(now, facts) if f.concl.op == "lt"]
    more = list(at_most_one(known, now))
    powers = bigs(now, ("prod",))
    powers += [t for t in walk(as_term(quantity(now))) if t.op == "exp" and any(v.sort == "Z" for v in t.free)]
    more += [f for t in dict.fromkeys(powers) for f in [known.signed(t, facts)] if f is not None]
    using = list(dict.fromkeys([*near, *nonzero, *more]))
    if now.op == "le" and now.args[0].op == "abs":
        with suppress(KernelError):
            return by_sizes(known, facts, now, [*nonzero, *more, *at_least_one(known, bigs(now, ("prod",)))])
        with suppress(KernelError):
            return of_absolute_values(known, using, now)
    with suppress(KernelError):
        return known.linear(now, using, degree=2, work=900)
    known.search.check_limit()
    known.likely(now, using)
    plain, sides = now, list[tuple[Term, list[Fact]]]()
    if now.op in ("le", "lt"):
        q, sides = without_numerals(known, quantity(now))
        plain = relation(q, now.op) if sides else now
    using = [_plain(known, f) for f in using]
    fact = _less_a_share(known, _plain(known, facts[0]), using, plain)
    if fact is None:
        fact = known.numbers(using, plain, 2.0, powers=True)
    return known.run("arith", now, [(num(1), [fact]), *sides], [], []) if sides else fact


def _less_a_share(known: Known, here: Fact, using: Sequence[Fact], goal: Term) -> Fact | None:
    """Prove the goal by subtracting a multiple of the induction hypothesis that eliminates a summand, else None."""
    if goal.op not in ("le", "lt") or here.concl.op not in ("le", "lt"):
        return None
    q, own = quantity(goal), quantity(here.concl)
    shares = dict.fromkeys(q[m] / own[m] for m in own if m and q.get(m, 0) / own[m] > 0)
    for c in islice(shares, MOST_SHARES):
        less = relation(plus(q, own, -c), "le" if here.concl.op == "lt" else goal.op)
        near = [f for f in about(using, [less]) if key(f.concl) != key(here.concl)]
        with suppress(KernelError):
            known.likely(less, near)
            try:
                fact = known.linear(less, near, degree=2, work=300)
            except KernelError:
                fact = known.numbers(near, less, 1.0, powers=True)
            return known.run("arith", goal, [(num(1), [fact]), (num(c), [here])], [], [])
        known.search.check_limit()
    return None


def without_entries(known: Known, facts: Sequence[Fact], below: Sequence[Fact], goal: Term) -> Fact:
    """Prove the goal by eliminating entries with multiples of hypotheses, and proving the rest for real numbers."""
    if goal.op not in ("le", "lt"):
        raise NotFound("no inequality")
    relations = [f for f in facts if f.concl.op in RELATIONS]
    more = [*relations, *squares(known, relations, below), *_squared_equations(known, relations, goal)]
    own = [(f, quantity(f.concl)) for f in more if any(speaks_of_entries(a) for m in quantity(f.concl) for a, _ in m)]
    plain = [*relations, *below]
    nonzero = [f for f in below if f.concl.op == "lt"]
    asked = 0
    seen: set[frozenset] = set()

    def left(q: Poly, used: Sequence[Used]) -> Iterator[tuple[Poly, Sequence[Used]]]:
        for f, r in own:
            if any(f is u[1] for u in used):
                continue
            for m in r:
                by = multiple(q, r, m, speaks_of_entries)
                if not by or len(by) > MOST_MEMBERS:
                    continue
                rest = cancelled(plus(q, times(by, r), -1), [d.concl.args[1] for d in nonzero])
                form = frozenset(rest.items())
                if form in seen or len(rest) > MOST_MEMBERS:
                    continue
                seen.add(form)
                sign = None
                if f.concl.op != "eq":
                    sign = known.signed(as_term(by), plain)
                    if sign is None:
                        continue
                steps = [*used, (as_term(by), f, sign)]
                yield rest, steps
                if len(steps) < MOST_USED:
                    yield from left(rest, steps)

    for rest, used in left(quantity(goal), []):
        if any(f is facts[0] or f in more[len(relations) :] for _, f, _ in used):
            asked += 1
            if asked > MOST_LEFT:
                break
            less = le(num(0), as_term(rest))
            with suppress(KernelError):
                known.likely(less, [*relations, *below])
                fact = _left_over(known, relations, below, less)
                parts = [
                    (by, [f]) if sign is None else (num(1), [known.weak(f) if f.concl.op == "lt" else f, sign])
                    for by, f, sign in used
                ]
                return known.run("arith", goal, [*parts, (num(1), [fact])], [], nonzero)
        known.search.check_limit()
    raise NotFound("what is left is not shown")


def _left_over(known: Known, relations: Sequence[Fact], below: Sequence[Fact], less: Term) -> Fact:
    """Prove the remaining inequality from products of three facts, times denominators, or for real numbers."""
    divided = [f for f in below if f.concl.op == "lt" and inv(f.concl.args[1]) in set(walk(canonical(less.args[1])))]
    with suppress(KernelError):
        return known.linear(less, [*relations, *below], degree=3, scale=divided, work=MOST_PRODUCTS)
    known.search.check_limit()
    near = about(relations, [less])
    if len(near) < len(relations):
        with suppress(KernelError):
            return known.numbers([*near, *below], less, 1.0)
        known.search.check_limit()
    return known.numbers([*relations, *below], less, 1.5)


def cleared(known: Known, here: Fact | None, facts: Sequence[Fact], goal: Term) -> Fact:
    """Prove an inequality that contains reciprocals of positive entries, after multiplication by these entries.

    The proof uses the order of these entries, as far as arithmetic proves it.

    Raises
    ------
    NotFound
        if the goal contains no reciprocal of an entry.
    """
    rest = plus(quantity(goal), quantity(here.concl), -1) if here else quantity(goal)
    below = [t.args[0] for t in dict.fromkeys(walk(as_term(rest))) if t.op == "inv" and t.args[0].op == "app"]
    if goal.op != "le" or not below:
        raise NotFound("no reciprocal of an entry")
    nonzero = [known.positive(d, facts) for d in below]
    places = [f.concl.args[1] for f in nonzero]
    whole = rest
    for t in places:
        whole = times(whole, normal(t))
    whole = cancelled(whole, places)
    less = le(num(0), as_term(whole))
    relations = [f for f in about(facts, [less]) if f is not here]
    orders: list[Fact] = []
    for low, high in permutations(places, 2):
        with suppress(KernelError):
            orders.append(known.linear(le(low, high), [*relations, *nonzero], degree=3, work=900))
    order = orders[:2]
    constants = [f for f in relations if f.concl.args[0] is num(0) and f.concl.args[1].op == "var"]
    products = [(f, sign, c) for f in order for sign in nonzero for c in constants]
    fact = known.linear(less, [*order, *products, *relations, *nonzero], degree=2, work=900)
    back = known.divided(fact, nonzero, le(num(0), as_term(rest)))
    return known.run("arith", goal, [(num(1), [back]), *([(num(1), [here])] if here else [])], [], [])
