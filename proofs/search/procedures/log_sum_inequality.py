"""The log-sum inequality, and Gibbs's inequality for parts of logarithms.

For positive weights f, log Σ g is at least log Σ f + Σ f log(g/f) / Σ f, which leaves one sum; and u log u − u log
v is at least u − v. For example, log Σ e^(x_i) >= log n + Σ x_i / n. Reference: Cover and Thomas, Elements of
Information Theory, section 2.7.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice, permutations

from flint import fmpq

from proofs.kernel.normal import ONE, Atom, Poly, as_term, canonical, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, big, eq, le, log, num
from proofs.search.base.failures import NotFound
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.sequences.forms import (
    bigs,
    cancelled,
    factors,
    quantity,
    relation,
    replaced,
    squares_replaced,
    walk,
    written,
)
from proofs.search.sequences.induction import about
from proofs.search.sequences.known import MOST_CHANGES, Index, Known, known
from proofs.search.sequences.logs import log_one, taken_apart
from proofs.search.sequences.solving import solved
from proofs.search.sequences.termwise import spreads

MOST_BASES = 3  # sums of weights that are tried


class LogOfSum:
    """The logarithm of a sum whose value is known: Σ = value, log Σ = named.

    Attributes
    ----------
    total, value, named
        The sum, its value, and the value of its logarithm.
    facts
        total = value and log(total) = named.
    """

    def __init__(self, known: Known, total: Term, value: Term, said: Fact | None) -> None:
        self.total, self.value = total, value
        self.named = num(0) if value is num(1) else log(value)
        if said is None:
            self.facts = [known.run("arith", eq(t, t), [], [], []) for t in (total, log(total))]
            return
        same = known.p.congr(log, said)
        if value is num(1):
            same = known.linear(eq(log(total), num(0)), [same, log_one(known)])
        self.facts = [said, same]

    @property
    def range(self) -> tuple[Term, Term]:
        """The range of the sum."""
        return self.total.args[0], self.total.args[1]


def _logs(q: Poly) -> dict[Term, Poly]:
    """Return the logarithms of sums and of variables that occur linearly in a polynomial, with their coefficients."""
    found: dict[Atom, Poly] = {}
    for m, c in q.items():
        logs = [(a, e) for a, e in m if a.term.op == "log" and not a.is_exp]
        for a, e in logs:
            if e == 1 and (a.term.args[0].op in ("sum", "var")):
                found[a] = plus(found.get(a, {}), {frozenset(x for x in m if x[0] is not a): c})
    return {a.term: p for a, p in found.items() if not any(a in dict(m) for m in p)}


def _of_range(known: Known, of: Term, lo: Term, hi: Term) -> LogOfSum | None:
    """Return the logarithm of a sum over the range, or of its number of members; None for other terms."""
    if of.op == "sum":
        return LogOfSum(known, of, of, None) if of.args[:2] == (lo, hi) and of.args[2].op != "num" else None
    with suppress(KernelError):
        count = known.p.apply("sums.sum_const", known.settle(le(lo, hi + 1)), lo=lo, hi=hi)
        if canonical(count.concl.args[1]) is of:
            said = known.run("arith", eq(count.concl.args[0], of), [(num(1), [count])], [], [])
            return LogOfSum(known, count.concl.args[0], of, said)
    return None


def _shortened(known: Known, index: Index, member: Term, signs: Sequence[Fact], equations: Sequence[Fact]) -> Fact:
    """Prove that the sum of a member equals the sum of its simplification by equations and x · 1/x = 1."""
    q, used = replaced(normal(member), equations)
    q, squared = squares_replaced(q, equations)
    short = as_term(cancelled(q, [s.concl.args[1] for s in signs]))
    multiples = [(as_term(m), [e]) for m, e in (*used, *squared)]
    return known.summed(index, known.run("arith", eq(member, short), multiples, [], signs))


def by_log_sum(known: Known, goal: Term, choice: int, depth: int) -> Fact:
    """Prove 0 <= Σ α log Σ g + rest from Σ f (Σ α (log g − log f)) + Σ f (Σ α log Σ f + rest) >= 0, for weights f."""
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
            total = big("sum", lo, hi, s.body)  # add log 1 = 0, so that the coefficients of logarithms add up to 0
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
        below = known.p.apply("inequalities.log_sum", weights, known.everywhere(index, top_sign), some, **by)
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
    inside = known.asked_if_likely(relation(cancelled(new, [base.value]), goal.op), depth)
    nonzero = [whole_sign]
    return known.run("arith", goal, [(num(1), [inside]), *sides], [whole_sign], nonzero)


@method("logarithms of sums, with weights", share=0.4)
def log_sums(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the log-sum inequality for logarithms of sums, with each choice of weights."""
    k, goal = known(search, asked), asked.goal
    if goal.op != "eq" and asked.depth <= MOST_CHANGES and any(t.op == "log" and bigs(t) for t in walk(goal)):
        for choice in range(MOST_BASES):
            yield k.way(partial(by_log_sum, k, goal, choice, asked.depth))


MOST_RANGES = 2  # ranges of sums of logarithms
MOST_PARTS, MOST_NUMBERS = 4, 3  # parts that are compared, and hypotheses that multiply the result


def by_parts_of_logarithms(known: Known, goal: Term) -> Fact:
    """Prove the goal from divergences between factors of the arguments of its logarithms.

    Raises
    ------
    NotFound
        if there are too few or too many such factors.
    """
    sums = [b for b in written(goal, ("sum",)) if any(t.op == "log" for t in walk(b.args[2]))]
    facts: list[Fact] = []
    for lo, hi in list(dict.fromkeys(b.args[:2] for b in sums))[:MOST_RANGES]:
        facts += _over(known, [b for b in sums if b.args[:2] == (lo, hi)], known.index(lo, hi))
    if not facts:
        raise NotFound("no parts that are compared")
    return known.linear(goal, [*facts, *known.facts, *about(known, goal)], depth=2, work=4000)


def _over(known: Known, sums: Sequence[Term], index: Index) -> list[Fact]:
    """Return divergences summed over a range; none if there are too few or too many factors to compare."""
    members = [index.member(b.args[2]) for b in sums]
    logs = {canonical(t.args[0]): t.args[0] for m in members for t in walk(m) if t.op == "log" and index.i in t.free}
    try:
        with known.inside(index):
            here = [*index.facts, *known.ranged(index, members[0])]
            apart = [e for x in logs.values() for e in taken_apart(known, x, here)]
            parts = [t.args[0] if t.op == "inv" else t for x in logs.values() for t in factors(x)]
            signs = {canonical(t): known.positive(canonical(t), here) for t in parts if index.i in t.free}
    except KernelError:
        return []
    if not 1 < len(signs) <= MOST_PARTS:
        return []
    facts: list[Fact] = []
    for m in members:
        q, used = replaced(normal(m), apart)
        same = known.run("arith", eq(m, as_term(q)), [(as_term(c), [e]) for c, e in used], [], [])
        facts.append(known.summed(index, same))
    numbers = list(islice(_numbers(known), MOST_NUMBERS))
    for (u, above), (v, other) in permutations(signs.items(), 2):
        tangent = known.p.apply("elementary.log_tangent", other, above, x=v, u=u)
        less = le(u * log(v) - v, u * log(u) - u)
        fact = known.run("arith", less, [(num(1), [tangent, above])], [], [above])
        up = known.summed(index, fact)
        facts.append(up)
        for w in numbers:
            product = times(quantity(up.concl), quantity(w.concl))
            facts.append(known.run("arith", le(num(0), as_term(product)), [(num(1), [up, w])], [], []))
    return [*facts, *_with_sums(known, index, signs)]


def _with_sums(known: Known, index: Index, signs: Mapping[Term, Fact]) -> Iterator[Fact]:
    """Yield Σ u (log u − log v) >= U (log U − log V) for the sums U and V of u and v, if hypotheses give U or V.

    For example, the divergence of two distributions is at least that of their sums over blocks (data processing).
    """
    values = solved(known, [f for f in known.facts if f.concl.op == "eq" and bigs(f.concl, ("sum",))])
    named = {f.concl.args[0]: f for f in values}
    total = {t: canonical(big("sum", index.lo, index.hi, index.function(t).args[1])) for t in signs}
    for (u, above), (v, other) in permutations(signs.items(), 2):
        said = [named[total[t]] for t in (u, v) if total[t] in named]
        if not said or any(bigs(f.concl.args[1]) for f in said):
            continue
        with suppress(KernelError):
            some = known.settle(le(index.lo, index.hi))
            by = {"f": index.function(u), "g": index.function(v), "lo": index.lo, "hi": index.hi}
            every = [known.everywhere(index, f) for f in (above, other)]
            fact = known.p.apply("inequalities.log_sum", *every, some, **by)
            equal: list[Fact] = []
            for f in said:
                same = known.p.congr(log, f)
                ones = [log_one(known)] if f.concl.args[1] is num(1) else []
                equal += [same, *ones, f]
            q, used = replaced(quantity(fact.concl), equal)
            sides = [(num(1), [fact]), *((as_term(c), [e]) for c, e in used)]
            yield known.run("arith", le(num(0), as_term(q)), sides, [], [])


def _numbers(known: Known) -> Iterator[Fact]:
    """Yield the inequalities among the hypotheses that contain real variables and nothing else but numerals."""
    for f in known.facts:
        if f.concl.op in ("le", "lt") and f.concl.free and all(v.sort == "R" and v.op == "var" for v in f.concl.free):
            yield f


@method("parts of logarithms", share=0.3)
def parts_of_logarithms(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof from divergences, for sums of logarithms of several terms at an index."""
    k, goal = known(search, asked), asked.goal
    of_logs = any(t.op == "log" for b in bigs(goal, ("sum",)) for t in walk(b.args[2]))
    if goal.op == "le" and asked.depth <= MOST_CHANGES and of_logs:
        yield k.way(partial(by_parts_of_logarithms, k, goal))
