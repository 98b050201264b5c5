"""Arithmetic-geometric circuits: sums of exponentials that are nonnegative by tangents at one point.

A polynomial in positive variables is a sum of exponentials in their logarithms. At its minimum u the inequality
e^a >= e^b (1 + a − b) is an equality in the variables x = x(u) e^t at t = 0, and nonnegative combinations of such
inequalities prove the same as the weighted inequality of arithmetic and geometric means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import exp as e_to
from math import gcd
from math import log as ln

from flint import fmpq

from proofs.kernel.normal import Mono, canonical, join, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, exp, le, log, num
from proofs.search.base.algebra import as_exponential
from proofs.search.base.constants import constant_facts
from proofs.search.base.facts import is_positive_fact, tangent
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import fresh, is_positive
from proofs.search.base.ranges import Box
from proofs.search.base.values import to_float
from proofs.search.engine import Search
from proofs.search.reductions import changed

MOST = 80  # tangents
STEPS = 400
SIMPLE = 100  # the largest denominator


def circuit(search: Search, given: Sequence[Term], goal: Term, box: Box, depth: int) -> Fact:
    """Prove 0 <= f for a polynomial f in positive variables."""
    f = canonical(goal.args[1] - goal.args[0])
    p = normal(f)
    names = sorted(f.free, key=lambda v: v.args[0])
    positive = all(x in box and is_positive(box[x]) for x in names)
    if not positive or any(a.term not in names or e < 0 for m in p for a, e in m) or min(p.values()) > 0:
        raise NotFound("not a polynomial in positive variables")
    powers = [{a.term: int(e) for a, e in m} for m in p]
    rows = [([float(m.get(x, 0)) for x in names], to_float(c)) for m, c in zip(powers, p.values(), strict=True)]
    least = _least(rows, len(names))
    if least is None:
        raise NotFound("negative somewhere")
    units = [gcd(*(m.get(x, 0) for m in powers)) for x in names]

    def ask(left: Sequence[Term], logs: Sequence[Term], given: Sequence[Term], goal: Term, depth: int) -> Fact:
        if not left:
            return tangents(search, goal, dict(zip(logs, zip(least, units, strict=True), strict=True)))
        x, *others = left
        u = fresh(f"{x.args[0]}'log", [*given, goal])
        same = search.run("exp_log", is_positive_fact(search, given, x))
        inner = partial(ask, others, [*logs, u])
        return changed(search, given, goal, x, (u, exp(u), log(x)), same, depth, ask=inner)

    return ask(names, [], given, goal, depth)


def tangents(search: Search, goal: Term, where: Mapping[Term, tuple[float, int]]) -> Fact:
    """Prove 0 <= f for a sum f of powers of e, by tangents of the positive summands at the negative ones.

    `where` gives for each variable u a value and a g such that e^(g u) counts as rational if quotients of summands are
    not.
    """
    p = normal(canonical(goal.args[1] - goal.args[0]))
    high, low = [m for m, c in p.items() if c > 0], [m for m, c in p.items() if c < 0]
    if len(high) * len(low) > MOST:
        raise NotFound("too many terms")
    pairs = [(m, k, join(m, frozenset((a, -e) for a, e in k))) for m in high for k in low]
    ratios = [_near(e_to(sum(to_float(e) * where[a.term.args[0]][0] for a, e in apart))) for _, _, apart in pairs]
    if any(r.q >= SIMPLE for r in ratios):
        values = {u: (_near(e_to(v * g)), g) for u, (v, g) in where.items()}
        ratios = [_power_product(apart, values) for _, _, apart in pairs]
    facts: list[Fact] = []
    for (m, k, _), ratio in zip(pairs, ratios, strict=True):
        facts += _tangent(search, as_exponential(m), as_exponential(k), ratio)
    facts += [search.run("exp_pos", as_exponential(m).args[0]) for m in high]
    return search.p.have(goal, *dict.fromkeys(facts), degree=1)


def _power_product(m: Mono, values: Mapping[Term, tuple[fmpq, int]]) -> fmpq:
    """Return Π e^(k u) for given e^(g u) and g."""
    out = fmpq(1)
    for a, e in m:
        value, unit = values[a.term.args[0]]
        out *= value ** int(e / unit)
    return out


def _tangent(search: Search, a: Term, b: Term, ratio: fmpq) -> list[Fact]:
    """Prove e^w r (1 + v − w − log r) <= e^v for a = e^v, b = e^w, and the value of log r."""
    v, w, r = a.args[0], b.args[0], num(ratio)
    if ratio == 1:
        return [tangent(search, a, b)]
    base, below = search.run("exp_ge", v - w - log(r)), search.run("exp_pos", w)
    known = search.run("exp_log", search.p.positive(r))
    goal = le(exp(w) * r * (1 + v - w - log(r)), exp(v))
    # e^(v − w − log r) e^w r = e^v · e^(−log r) r
    cleared = search.run("arith", eq(exp(-log(r)) * r, 1), [(-exp(-log(r)), [known])], [], [])
    return [
        search.run("arith", goal, [(r, [base, below]), (a, [cleared])], [], []),
        *constant_facts(search.p, log(r)),
    ]


def _least(rows: Sequence[tuple[list[float], float]], count: int) -> list[float] | None:
    """Minimise the ratio of the positive to the negative part by Newton's and gradient steps from 0."""
    u = [0.0] * count

    def parts(u: Sequence[float]) -> tuple[float, list[float]]:
        weights = [(e, c, abs(c) * e_to(min(300.0, sum(x * y for x, y in zip(e, u, strict=True))))) for e, c in rows]
        total = {s: sum(w for _, c, w in weights if (c > 0) == s) for s in (True, False)}
        slope = [sum(e[i] * w / total[c > 0] * (1 if c > 0 else -1) for e, c, w in weights) for i in range(count)]
        return ln(total[True]) - ln(total[False]), slope

    step = 0.5
    value, slope = parts(u)
    for _ in range(STEPS):
        trial = [x - step * d for x, d in zip(u, slope, strict=True)]
        if max(abs(x) for x in trial) > 60:
            return None
        new, new_slope = parts(trial)
        if new < value + 1e-17:
            u, value, slope, step = trial, new, new_slope, step * 1.3
            if max(abs(d) for d in slope) < 1e-13:
                break
        else:
            step /= 2
            if step < 1e-12:
                break
    return u if value > -1e-9 else None


def _near(v: float) -> fmpq:
    """Return a simple rational number near v."""
    for q in range(1, SIMPLE):
        p = round(v * q)
        if p > 0 and abs(p / q - v) < 1e-6 * v:
            return fmpq(p, q)
    return fmpq(max(1, round(v * 10**6)), 10**6)
