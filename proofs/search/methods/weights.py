"""Sums as means: logarithms of sums by the log-sum inequality, and squares of sums divided by weights.

With weights f that are positive, log Σ g is at least log Σ f + Σ f log(g/f) / Σ f (Jensen's inequality, and so Hölder's
and those of power means), and (Σ g)² is at most Σ f · Σ g²/f (Titu's lemma). Either makes of sums in functions and
products one sum that can be settled term by term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, islice

from flint import fmpq

from proofs.kernel.normal import ONE, Atom, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, big, eq, inv, le, log, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    alone,
    bigs,
    cancelled,
    factors,
    product_of,
    quantity,
    relation,
    replaced,
    root_of,
    squares_replaced,
    walk,
)
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.search.sequences.logs import log_one, taken_apart
from proofs.search.sequences.termwise import Spread, spreads, term_by_term, ways_with_multipliers

MOST_TERMWISE = 4  # ways of settling a sum of squares divided by weights, before others
MOST_BASES = 3  # sums of weights that are tried
SHARES = (fmpq(1, 3), fmpq(2, 3), fmpq(1, 2))  # of one sum of weights in the mean of two


class LogOfSum:
    """The logarithm of a sum of which another name is known: log Σ = named, Σ = value.

    Attributes
    ----------
    total, value, named
        The sum, what it is, and what its logarithm is called.
    facts
        total = value and log(total) = named.
    """

    def __init__(self, known: Known, total: Term, value: Term, said: Fact | None) -> None:
        self.total, self.value = total, value
        self.named = num(0) if value is num(1) else log(value)
        if said is None:
            self.facts = [known.run("arith", eq(t, t), [], [], []) for t in (total, log(total))]
            return
        same = known.p.congr(None, log, said)
        if value is num(1):
            same = known.linear(eq(log(total), num(0)), [same, log_one(known)])
        self.facts = [said, same]

    @property
    def range(self) -> tuple[Term, Term]:
        """Over what the sum is."""
        return self.total.args[0], self.total.args[1]


def _logs(q: Poly) -> dict[Term, Poly]:
    """The logarithms of sums, and of variables, in a polynomial that stand linearly; with what they are times."""
    found: dict[Atom, Poly] = {}
    for m, c in q.items():
        logs = [(a, e) for a, e in m if a.term.op == "log" and not a.is_exp]
        for a, e in logs:
            if e == 1 and (a.term.args[0].op in ("sum", "var")):
                found[a] = plus(found.get(a, {}), {frozenset(x for x in m if x[0] is not a): c})
    return {a.term: p for a, p in found.items() if not any(a in dict(m) for m in p)}


def _of_range(known: Known, of: Term, lo: Term, hi: Term) -> LogOfSum | None:
    """The logarithm of a sum over a range, or of how many members the range has."""
    if of.op == "sum":
        return LogOfSum(known, of, of, None) if of.args[:2] == (lo, hi) and of.args[2].op != "num" else None
    with suppress(KernelError):
        count = known.p.apply(None, "sums.sum_const", known.settle(le(lo, hi + 1)), lo=lo, hi=hi)
        if canonical(count.concl.args[1]) is of:
            said = known.run("arith", eq(count.concl.args[0], of), [(num(1), [count])], [], [])
            return LogOfSum(known, count.concl.args[0], of, said)
    return None


def _shortened(known: Known, index: Index, member: Term, signs: Sequence[Fact], equations: Sequence[Fact]) -> Fact:
    """Σ of a member = Σ of what equations and x · 1/x = 1 make of it."""
    q, used = replaced(normal(member), equations)
    q, squared = squares_replaced(q, equations)
    short = as_term(cancelled(q, [s.concl.args[1] for s in signs]))
    multiples = [(as_term(m), [e]) for m, e in (*used, *squared)]
    return known.summed(index, known.run("arith", eq(member, short), multiples, [], signs))


def by_log_sum(known: Known, goal: Term, choice: int, depth: int) -> Fact:
    """0 <= Σ α log Σ g + rest from Σ f (Σ α (log g − log f)) + Σ f (Σ α log Σ f + rest) >= 0, for weights f."""
    q = quantity(goal)
    logs = _logs(q)
    ranges = list(dict.fromkeys(t.args[0].args[:2] for t in logs if t.args[0].op == "sum"))
    if not ranges:
        raise NotFound("no logarithm of a sum")
    lo, hi = ranges[0]
    sums = {t: s for t in logs for s in [_of_range(known, t.args[0], lo, hi)] if s is not None}
    alphas: dict[Term, Fact | None] = {}
    for t in sums:
        sign = known.signed(as_term(logs[t]))
        if sign is not None:
            alphas[t] = sign
    bases = [s for t, s in sums.items() if t not in alphas]
    missing = -sum((c for t in logs for m, c in logs[t].items() if not m), fmpq(0))
    for s in spreads(known, lo, hi)[1:]:
        if s.value is num(1) and missing > 0 and all(logs[t].keys() == {ONE} for t in logs) and len(sums) == len(logs):
            total = big("sum", lo, hi, s.body)  # log 1 = 0, for the logarithms to be as many on either side
            one = LogOfSum(known, total, s.value, known.run("arith", eq(total, s.value), [(num(1), [s.fact])], [], []))
            sums[log(total)], logs[log(total)], alphas[log(total)] = one, {ONE: missing}, known.positive(num(missing))
            break
    for s in spreads(known, lo, hi)[1:]:
        with suppress(KernelError):
            if s.value.op != "num" or s.value.args[0] > 0:
                total = big("sum", lo, hi, s.body)
                said = known.run("arith", eq(total, s.value), [(num(1), [s.fact])], [], [])
                bases.append(LogOfSum(known, total, s.value, said))
    if not alphas or choice >= len(bases):
        raise NotFound("no such weights")
    base = bases[choice]
    index, some = known.index(lo, hi), known.settle(le(lo, hi))
    weight = index.member(base.total.args[2])
    with known.inside(index):
        sign = known.positive(weight, index.facts)
    weights = known.everywhere(index, sign)
    whole_sign = known.positive(base.value)
    new = times(q, normal(base.value))
    sides: list[tuple[Term, list[Fact]]] = []
    for t, alpha in alphas.items():
        top = sums[t]
        if top.total is base.total:
            continue
        member = index.member(top.total.args[2])
        with known.inside(index):
            top_sign = known.positive(member, index.facts)
            apart = [*taken_apart(known, weight, index.facts), *taken_apart(known, member, index.facts)]
        by = {"f": index.function(weight), "g": index.function(member), "lo": lo, "hi": hi}
        below = known.p.apply(None, "inequalities.log_sum", weights, known.everywhere(index, top_sign), some, **by)
        signs = [f for f in (sign, top_sign, *index.facts) if f.concl.op == "lt"]
        same = _shortened(known, index, weight * (log(member) - log(weight)), signs, apart)
        short = same.concl.args[1]
        gap = log(top.total) - log(base.total)
        sums_named = [(gap, [base.facts[0]]), (base.value, [top.facts[1]]), (-base.value, [base.facts[1]])]
        bound = le(short, base.value * (top.named - base.named))
        fact = known.run("arith", bound, [(num(1), [below]), (num(-1), [same]), *sums_named], [], [])
        sides.append((num(1), [fact, alpha]) if alpha is not None else (num(1), [fact]))
        gain = plus(normal(short), normal(base.value * (top.named - base.named)), -1)
        new = plus(new, times(gain, logs[t]))
    if not sides:
        raise NotFound("no other logarithm")
    inside = _asked(known, cancelled(new, [base.value]), goal.op, depth)
    nonzero = [whole_sign]
    return known.run("arith", goal, [(num(1), [inside]), *sides], [whole_sign], nonzero)


def by_mean(known: Known, goal: Term, of: Term, b: Term, depth: int) -> Fact:
    """The goal from Σ w log y <= W log C, which follows from Σ w y <= W C, where W is Σ w, and a goal has log C.

    Raises
    ------
    NotFound
        if the sum has no one logarithm, nothing is known of Σ w, or that is not shown.
    """
    index = known.index(b.args[0], b.args[1])
    parts = list(factors(canonical(index.member(b.args[2]))))
    logs = [t for t in parts if t.op == "log"]
    w = product_of([t for t in parts if t.op != "log"])
    whole = next((s for s in spreads(known, index.lo, index.hi) if canonical(index.member(s.body)) is w), None)
    if len(logs) != 1 or whole is None:
        raise NotFound("not a mean of logarithms")
    y = logs[0].args[0]
    with known.inside(index):
        weight, sign = known.nonnegative(w, index.facts), known.positive(y, index.facts)
    above = known.positive(of)
    tangent = known.p.apply(None, "elementary.log_tangent", sign, above, x=y, u=of)
    each = le(w * log(y), w * log(of) + w * y * inv(of) - w)
    up = known.summed(index, known.run("arith", each, [(num(1), [tangent, weight])], [], []))
    member = as_term(cancelled(normal(w * y), [s.concl.args[1] for s in index.facts if s.concl.op == "lt"]))
    nonzero = [s for s in index.facts if s.concl.op == "lt"]
    same = known.summed(index, known.run("arith", eq(w * y, member), [], [], nonzero))
    total = big("sum", index.lo, index.hi, index.function(member).args[1])
    mean = _asked(known, quantity(le(total, whole.value * of)), "le", depth, termwise=True)
    inverse = known.p.apply(None, "elementary.inv_pos", above, x=of)
    count = big("sum", index.lo, index.hi, whole.body)
    said = known.run("arith", eq(count, whole.value), [(num(1), [whole.fact])], [], [])
    sides = [(num(1), [up]), (num(1), [mean, inverse]), (inv(of), [same]), (log(of) - num(1), [said])]
    fact = known.run("arith", le(b, whole.value * log(of)), sides, [], [above])
    return known.linear(goal, [fact, *known.facts], depth=2)


def _asked(known: Known, q: Poly, op: str, depth: int, termwise: bool = False) -> Fact:
    """0 <= q, or 0 < q, asked of the search with the summands of either sign on a side; first term by term."""
    goal = relation(q, op)
    if not termwise or op != "le":
        return known.asked_if_likely(goal, depth)
    known.likely(goal)
    plain = known.way(partial(term_by_term, known, goal, 0, None, depth))
    ways = [plain, *islice(ways_with_multipliers(known, goal, depth), MOST_TERMWISE)]
    fact = known.search.attempt("term by term, with multipliers", ways, 0.3)
    return known.asked([], goal, depth) if fact is None else fact


def squares_in(q: Poly) -> list[tuple[Term, Poly]]:
    """The sums of which squares are taken away, with what these are times."""
    found: dict[Atom, Poly] = {}
    for m, c in q.items():
        squared = [a for a, e in m if a.term.op == "sum" and e == 2]
        if c < 0 and len(squared) == 1:
            rest = frozenset(x for x in m if x[0] is not squared[0])
            found[squared[0]] = plus(found.get(squared[0], {}), {rest: -c})
    return [(a.term, p) for a, p in found.items()]


def _weights(known: Known, lo: Term, hi: Term) -> list[Spread]:
    """Sums of which something is known, means of two that are one number, and how many members there are."""
    count, *given = [s for s in spreads(known, lo, hi) if s.value is not num(0)]
    out = list(given)
    for one, other in combinations(given[:3], 2):
        for share in SHARES if one.value is other.value else ():
            body = canonical(num(share) * one.body + num(1 - share) * other.body)
            parts = [(num(share), [one.fact]), (num(1 - share), [other.fact])]
            fact = known.run("arith", eq(big("sum", lo, hi, body), one.value), parts, [], [])
            out.append(Spread(body, fact, one.value))
    return [*out, count]


def by_weights(known: Known, goal: Term, total: Term, times_what: Poly, choice: int, depth: int) -> Fact:
    """The goal with Σ w · Σ g²/w for (Σ g)² on the smaller side."""
    lo, hi, body = total.args
    weights = _weights(known, lo, hi)
    if choice >= len(weights):
        raise NotFound("no such weights")
    w = weights[choice]
    index = known.index(lo, hi)
    x, weight = index.member(body), index.member(w.body)
    with known.inside(index):
        sign = known.positive(weight, index.facts)
        parts = [x for a in walk(x) if a.op == "inv" and not a.loose for x in [a.args[0]]]
        signs = [sign]
        for t in dict.fromkeys(parts):
            with suppress(KernelError):
                signs.append(known.positive(t, index.facts))
        equations = _squared(known, index, x)
    by = {"f": index.function(x), "w": index.function(weight), "lo": lo, "hi": hi}
    below = known.p.apply(None, "inequalities.square_of_sum", known.everywhere(index, sign), **by)
    same = _shortened(known, index, x * x * inv(weight), signs, equations)
    long, short = same.concl.args
    said = known.run("arith", eq(big("sum", lo, hi, w.body), w.value), [(num(1), [w.fact])], [], [])
    bound = le(total * total, w.value * short)
    fact = known.run("arith", bound, [(num(1), [below]), (long, [said]), (w.value, [same])], [], [])
    new = plus(quantity(goal), times(times_what, plus(normal(total * total), normal(w.value * short), -1)))
    inside = _asked(known, new, goal.op, depth, termwise=True)
    if times_what.keys() == {ONE}:
        return known.run("arith", goal, [(num(1), [inside]), (num(times_what[ONE]), [fact])], [], [])
    factor = known.nonnegative(as_term(times_what))
    return known.run("arith", goal, [(num(1), [inside]), (num(1), [fact, factor])], [], [])


def _squared(known: Known, index: Index, t: Term) -> list[Fact]:
    """What the squares of absolute values and roots in a term are."""
    out: list[Fact] = []
    for u in dict.fromkeys(u for u in walk(t) if u.op == "abs" and not u.loose):
        out.append(known.p.apply(None, "norms.abs_square", u=u.args[0]))
    for u in dict.fromkeys(u for u in walk(t) if root_of(u) is not None):
        w = u.args[0].args[1]
        with suppress(KernelError):
            out.append(known.p.apply(None, "norms.sqrt_square", known.nonnegative(w, index.facts), s=w))
    return out


# --- the methods -----------------------------------------------------------------------------------------------------


@method("logarithms of sums, with weights", share=0.4)
def log_sums(search: Search, asked: Asked) -> Iterator[Way]:
    """For logarithms of sums on the larger side."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "eq" and asked.depth <= MOST_CHANGES and any(t.op == "log" and bigs(t) for t in walk(goal)):
        for choice in range(MOST_BASES):
            yield k.way(partial(by_log_sum, k, goal, choice, asked.depth))


@method("means of logarithms", share=0.4)
def means_of_logs(search: Search, asked: Asked) -> Iterator[Way]:
    """For sums of logarithms below the logarithm of what is no sum by itself."""
    k, goal = known(search, asked), asked.goal
    if goal.op == "le" and asked.depth <= MOST_CHANGES:
        q = quantity(goal)
        larger = {t for t, c in alone(q, "log") if c > 0 and bigs(t) and t.args[0].op != "sum"}
        for of in [t.args[0] for t in walk(goal) if t.op == "log" and canonical(t) in larger]:
            for b, c in alone(q, "sum"):
                if c < 0 and any(t.op == "log" for t in walk(b.args[2])):
                    yield k.way(partial(by_mean, k, goal, of, b, asked.depth))


@method("squares of sums, divided by weights", share=0.4)
def squares(search: Search, asked: Asked) -> Iterator[Way]:
    """For squares of sums on the smaller side."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "eq" and asked.depth <= MOST_CHANGES:
        for total, times_what in squares_in(quantity(goal))[:1]:
            for choice in range(6):
                yield k.way(partial(by_weights, k, goal, total, times_what, choice, asked.depth))
