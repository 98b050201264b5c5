"""Logarithms and exponentials: of both sides, of products as sums, and x = e^u or u = e^x.

log(u v) becomes log u + log v, e^(log w) becomes w, and the logarithm of a sum may become a variable with bounds.
A power with the exponent A/u is compared with q by e^A and q^u: (x**p + y**p)**(1/p) <= x + y for p >= 1.
A hypothesis between powers of e becomes one between exponents, so x < y if exp(c*x) < exp(c*y) and c > 0.
So log2(8*x) == 3 + log2(x) for x > 0 is an equation between powers, and exp(x) + exp(2*x) <= 6 for x <= log(2) is a
question about u = e^x <= 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from math import gcd, lcm

from flint import fmpq

from proofs.kernel.normal import Poly, as_term, canonical, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, eq, exp, inv, le, log, lt, num, rebuild
from proofs.search.base.algebra import factored
from proofs.search.base.facts import power_of_log
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import (
    RELATIONS,
    alone_exponential,
    exponentials_in,
    free_variables,
    fresh,
    has_exponential,
    is_product,
    logarithms,
    of_waves,
    simplified,
    steep_exponential,
    swapped,
    with_logs,
)
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import points, signs
from proofs.search.reductions import exponential, from_zero, renamed, through
from proofs.search.sequences.forms import walk

MOST = 8  # logarithms in a sum, counted with multiplicity, and the power of a named e^x


def by_log_of_power(search: Search, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
    """Rewrite e^(log w) as w."""
    w = t.args[0].args[0]
    same = search.run("exp_log", search.prove(given, lt(num(0), w), depth + 1))
    same = search.run("arith", eq(w, t), [(num(-1), [same])], [], [])
    return through(search, given, goal, t, w, same, depth)


def by_log_of_product(search: Search, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
    """Rewrite log(uv) as log u + log v, where both are shown to be positive."""
    w = t.args[0]
    form = factored(w)
    names = free_variables((*given, w))
    where = points(given, names)
    parts, constant_part = [], form.constant
    for u, k in [*form.factors, *((u, -m) for u, m in form.bases)]:
        negative = sum(signs(u, where)) < 0
        parts.append((canonical(-u) if negative else u, k))
        constant_part *= -1 if negative and k % 2 else 1
    whole = fmpq(constant_part)
    parts += [(num(int(n)), k) for n, k in ((whole.p, 1), (whole.q, -1)) if n != 1]
    facts: list[Fact] = []
    total: Term = num(0)
    for u, k in parts:
        positive = search.prove(given, lt(num(0), u), depth + 1)
        facts += [power_of_log(search, u, positive, k > 0), positive]
        total = total + num(k) * log(u)
    total = canonical(total)
    same = search.p.have(eq(exp(total), w), *facts)
    logs = search.p.congr(log, same)
    return through(
        search,
        given,
        goal,
        t,
        canonical(total),
        search.run("arith", eq(canonical(total), t), [(num(1), [logs])], [], []),
        depth,
    )


def by_named_log(search: Search, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
    """Name the logarithm of a sum of positive numbers as a variable, with lower bounds as hypotheses.

    It is not below the logarithm of a summand, nor below their mean, if the weights add up to 1.
    """
    parts = list(normal(t.args[0]).items())
    if len(parts) < 2:
        raise NotFound("not a sum")
    signs = {m: search.prove(given, lt(num(0), as_term({m: fmpq(1)})), depth + 1) for m, _ in parts}
    facts: list[Fact] = []
    for m, c in parts:
        if c == 1:
            rest = [(num(d), [signs[k]]) for k, d in parts if k != m]
            below = search.run("arith", le(as_term({m: c}), t.args[0]), rest, [], [])
            facts.append(search.p.apply("elementary.log_le", signs[m], below, x=as_term({m: c}), y=t.args[0]))
    if sum(c for _, c in parts) == 1:
        logs = [canonical(log(as_term({m: fmpq(1)}))) for m, _ in parts]
        mean = canonical(reduce(lambda s, w: s + w, (num(c) * u for (_, c), u in zip(parts, logs, strict=True))))
        above = search.run("exp_pos", mean)
        sums = []
        for (m, c), u in zip(parts, logs, strict=True):  # e^mean (1 + u − mean) <= e^u
            sums.append((num(c), [search.run("exp_ge", u - mean), above]))
            if u.op == "log":
                sums.append((num(c), [search.run("exp_log", signs[m])]))
        below = search.run("arith", le(exp(mean), t.args[0]), sums, [], [])
        facts.append(search.p.apply("elementary.log_le", above, below, x=exp(mean), y=t.args[0]))
    if not facts:
        raise NotFound("nothing to say")
    name = fresh(f"log'{len(search.p.made)}", [*given, goal])
    search.meaning[name] = t
    sides = [search.run("arith", simplified(f.concl), [(num(1), [f])], [], []) for f in facts]
    hypotheses = [swapped(simplified(g), t, name) for g in (*given, *(f.concl for f in sides))]
    fact = search.prove(hypotheses, swapped(simplified(goal), t, name), depth + 1)
    fact = search.cut(search.run("instantiate", fact, [(name, t)]), sides)
    return search.run("mp", search.run("discharge", goal, search.run("assume", goal)), fact)


def by_log_of_sides(search: Search, given: Sequence[Term], goal: Term, u: Term, q: Term, sign: int, depth: int) -> Fact:
    """Prove e^A <= q from A <= log q, or q <= e^A (sign 1) from log q <= A, where u is e^A.

    The goal is a multiple of either, by what is shown to be positive.
    """
    make, theorem = (lt, "elementary.exp_lt") if goal.op == "lt" else (le, "elementary.exp_le")
    positive = search.prove(given, lt(num(0), q), depth + 1)
    a, b = (log(q), u.args[0]) if sign > 0 else (u.args[0], log(q))
    inside = search.prove(given, simplified(make(a, b)), depth + 1)
    out = search.p.apply(theorem, inside, x=a, y=b)
    known = search.run("exp_log", positive)
    plain = make(q, u) if sign > 0 else make(u, q)
    plain_fact = search.p.have(plain, out, known, degree=1)
    gap, unit = (normal(canonical(x.args[1] - x.args[0])) for x in (goal, plain))
    (k, d) = next((k, d) for k, d in unit.items() if any(a.is_exp for a, _ in k))
    for m, c in gap.items():
        factor = canonical(as_term({m: c / d}) * inv(as_term({k: fmpq(1)})))
        if not has_exponential(factor) or times(normal(factor), unit) == gap:
            multiple = search.prove(given, lt(num(0), factor), depth + 1)
            return search.run("arith", goal, [(num(1), [plain_fact, multiple])], [], [multiple])
    raise NotFound("not a multiple")


@dataclass(frozen=True)
class SumOfLogs:
    """A difference of sides as (Σ n log u + rest)/(common · unit): n by u; the unit is 1 or a log of a number."""

    factors: Mapping[Term, int]
    rest: Term
    common: fmpq
    unit: Term


def sum_of_logs(gap: Term) -> SumOfLogs | None:
    """Read a difference of sides as such a sum of few logarithms; None if logarithms are multiplied or nested.

    Nor is it one if a logarithm to a base below 1 occurs.
    """
    below = {*walk(gap)}
    unit = next((t for t in logarithms(gap) if t.args[0].op == "num" and inv(t) in below), num(1))
    if unit.op == "log" and unit.args[0].args[0] < 1:
        return None
    p = times_unit(normal(gap), unit)
    alone = {a.term.args[0]: c for m, c in p.items() if len(m) == 1 for a, e in m if a.term.op == "log" and e == 1}
    for factors in (alone, {u: c for u, c in alone.items() if u.free}):
        if not any(u.free for u in factors):
            return None
        common = fmpq(lcm(*(int(c.q) for c in factors.values())), gcd(*(int(c.p) for c in factors.values())))
        powers = {u: int((c * common).p) for u, c in factors.items()}
        if sum(map(abs, powers.values())) <= MOST:
            rest = canonical(as_term(p) * num(common) - sum((num(n) * log(u) for u, n in powers.items()), num(0)))
            return None if any(t.free for t in logarithms(rest)) else SumOfLogs(powers, rest, common, unit)
    return None


def by_powers(search: Search, asked: Asked, logs: SumOfLogs) -> Fact:
    """Prove Σ n log u + rest >= 0 from Π u^n >= Π u^m e^(−rest), with the −m that are negative on the other side.

    So for = and > in place of >=.
    """
    shown: dict[Term, Fact] = {}
    sides: list[tuple[Term, Term, Fact]] = []
    for sign in (1, -1):
        own = {u: sign * n for u, n in logs.factors.items() if sign * n > 0}
        shown |= {u: search.prove(asked.given, lt(num(0), u), asked.depth + 1) for u in own}
        facts = [f for u in own for f in (search.run("exp_log", shown[u]), shown[u])]
        total, value = (num(0), num(1)) if sign > 0 else (-logs.rest, exp(-logs.rest))
        for u, n in own.items():
            total, value = total + num(n) * log(u), value * u**n
        total, value = canonical(total), canonical(value)
        sides.append((total, value, search.p.have(eq(exp(total), value), *facts)))
    (left, high, above), (right, low, below) = sides
    make = RELATIONS[asked.goal.op]
    inside = search.prove(asked.given, simplified(make(low, high)), asked.depth + 1)
    powers = search.p.have(make(exp(right), exp(left)), inside, above, below, degree=1)
    if asked.goal.op == "eq":
        out = search.p.congr(log, powers)
    else:
        theorem = "elementary.log_lt" if asked.goal.op == "lt" else "elementary.log_le"
        out = search.p.apply(theorem, powers, search.run("exp_pos", right), x=exp(right), y=exp(left))
    factor = num(1 / logs.common)
    if logs.unit.op == "num":
        return search.run("arith", asked.goal, [(factor, [out])], [], [])
    positive = search.run("compute", lt(num(0), logs.unit), [], ["leaf", 64])
    inverse = search.run("compute", lt(num(0), inv(logs.unit)), [], ["leaf", 64])
    return search.run("arith", asked.goal, [(factor, [out, inverse])], [], [positive])


def times_unit(p: Poly, unit: Term) -> Poly:
    """Multiply a sum of monomials by a number, which cancels where a monomial is divided by it."""
    below, out = [(a, e) for m in normal(inv(unit)) for a, e in m], Poly()
    for m, c in p.items():
        over = below and below[0] in m
        out = plus(out, {m - {*below}: c} if over else times({m: c}, normal(unit)))
    return out


@method("logs apart")
def log_of_product(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield log(uv) = log u + log v for the logarithm of a product."""
    return _logs_apart(search, asked, [asked.goal])


@method("e^(log w) = w")
def exp_of_log(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield e^(log w) = w."""
    return _power_of_log(search, asked, [asked.goal])


@method("logs in hypotheses", share=0.3)
def logs_of_hypotheses(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the same for an inequality among the hypotheses."""
    inequalities = [g for g in asked.given if g.op in ("le", "lt")]
    yield from _logs_apart(search, asked, inequalities)
    yield from _power_of_log(search, asked, inequalities)


def _logs_apart(search: Search, asked: Asked, formulas: Sequence[Term]) -> Iterator[Way]:
    found = next((t for g in formulas for t in logarithms(g) if is_product(t.args[0])), None)
    if found is not None:
        yield partial(by_log_of_product, search, asked.given, asked.goal, found, asked.depth)


def _power_of_log(search: Search, asked: Asked, formulas: Sequence[Term]) -> Iterator[Way]:
    found = next((t for g in formulas for t in exponentials_in(g) if t.args[0].op == "log"), None)
    if found is not None:
        yield partial(by_log_of_power, search, asked.given, asked.goal, found, asked.depth)


@method("log of both sides")
def log_of_both_sides(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the logarithm of both sides, for a power of e alone on a side, after the case that a variable is 0."""
    alone = alone_exponential(asked.f) or steep_exponential(asked.f, asked.several)
    if alone is None:
        return
    known = {key(g) for g in asked.given}
    names = [v for v in free_variables([alone[1]]) if v.op == "var"]
    zero = next((v for v in names if key(le(num(0), v)) in known), None)
    if zero is not None:
        yield partial(from_zero, search, asked.given, asked.goal, zero, asked.depth)
    else:
        yield partial(by_log_of_sides, search, asked.given, asked.goal, *alone, asked.depth)


@method("exp of both sides")
def exp_of_both_sides(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield e to both sides, for few logarithms, which may all be divided by that of one number.

    With one variable only if there are powers of e, logarithms of sin or cos, or nothing but logarithms.
    """
    logs = sum_of_logs(asked.goal.args[1] - asked.goal.args[0])
    if logs is not None and (
        asked.several
        or asked.goal.op == "eq"
        or not logs.rest.free
        or has_exponential(asked.f)
        or any(map(of_waves, logs.factors))
    ):
        yield partial(by_powers, search, asked, logs)


@method("x = e^u")
def without_logarithms(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield x = e^u for logarithms of positive variables; of several variables, the first."""
    logs = with_logs([*asked.others, asked.goal], asked.box)
    for v in logs[:1] if asked.several else logs:
        yield partial(exponential, search, asked.given, asked.goal, v, asked.depth)


def end_of(g: Term, x: Term) -> tuple[Term, fmpq] | None:
    """Return a hypothesis c (x − e) >= 0 or > 0 as e and c; None for others."""
    p = normal(g.args[1] - g.args[0]) if g.op in ("le", "lt") else {}
    own = [(m, c) for m, c in p.items() if any(x in a.term.free for a, _ in m)]
    if len(own) != 1 or [(a.term, e) for a, e in own[0][0]] != [(x, 1)]:
        return None
    c = own[0][1]
    return canonical(x - num(1 / c) * (g.args[1] - g.args[0])), c


def multiple_of_log(t: Term) -> bool:
    """Return whether a summand is a multiple of a logarithm by a number, whose power of e is shorter."""
    return any(a.term.op == "log" and len(m) == 1 and e == 1 for m in normal(t) for a, e in m)


def in_powers_only(t: Term, x: Term) -> bool:
    """Return whether a variable of a term occurs only in exponents of e, and plainly there."""
    if t.op == "exp":
        return not any(x in a.term.free and a.term is not x for m in normal(t.args[0]) for a, _ in m)
    return t is not x and all(in_powers_only(a, x) for a in t.args if x in getattr(a, "free", ()))


def with_power(f: Term, x: Term, t: Term) -> Term:
    """Return a term or formula with t^k for e^(k x) with a whole number k."""
    if x not in f.free:
        return f
    rows = normal(f.args[0]) if f.op == "exp" else {}
    k = next((c for m, c in rows.items() if [(a.term, e) for a, e in m] == [(x, 1)]), fmpq(0))
    if 0 < abs(k) <= MOST and k.q == 1:
        rest = canonical(f.args[0] - num(k) * x)
        return (t if k > 0 else inv(t)) ** abs(int(k)) * exp(with_power(rest, x, t))
    return rebuild(f, lambda part, _: with_power(part, x, t))


def by_named_power(search: Search, asked: Asked, x: Term, ends: Mapping[Term, tuple[Term, fmpq]]) -> Fact:
    """Prove the goal about e^x as one about a positive variable, with e^end, or w if the end is log w, as a bound."""
    rest = [g for g in asked.given if g not in ends]
    extra = [search.run("exp_pos", x)]
    for g, (end, c) in ends.items():
        theorem, make = ("elementary.exp_lt", lt) if g.op == "lt" else ("elementary.exp_le", le)
        low, high = (end, x) if c > 0 else (x, end)
        order = search.run("arith", make(low, high), [(num(1 / abs(c)), [search.run("assume", g)])], [], [])
        bound = search.p.apply(theorem, order, x=low, y=high)
        if end.op == "log":
            w = end.args[0]
            same = search.run("exp_log", search.prove(rest, lt(num(0), w), asked.depth + 1))
            bound = search.p.have(make(w, exp(x)) if c > 0 else make(exp(x), w), bound, same, degree=1)
        extra.append(bound)
    t = fresh(f"{x.args[0]}'power", (*asked.given, asked.goal))
    inverse = t, log(t), exp(x)
    return renamed(search, rest, asked.goal, x, inverse, extra, asked.depth, rewritten=lambda g: with_power(g, x, t))


@method("u = e^x", share=0.4)
def named_powers(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield u = e^x for a variable in exponents, if a hypothesis bounds it by a logarithm or is about powers, too."""
    for x in free_variables([asked.goal]):
        ends = {g: found for g in asked.given for found in [end_of(g, x)] if found is not None}
        by_log = any(multiple_of_log(end) for end, _ in ends.values())
        if (by_log or any(x in g.free and in_powers_only(g, x) for g in asked.given)) and in_powers_only(asked.goal, x):
            yield partial(by_named_power, search, asked, x, ends)


def exponents(g: Term) -> tuple[Term, Term] | None:
    """Return the exponents in a hypothesis e^u <= e^v, up to a positive factor; None for others."""
    p = normal(g.args[1] - g.args[0]) if g.op in ("le", "lt") else {}
    if len(p) != 2 or sum(p.values()) != 0 or not all(a.is_exp for m in p for a, _ in m):
        return None
    (low, high) = sorted(p, key=lambda m: p[m])
    u, v = (canonical(sum((num(e) * a.term.args[0] for a, e in m), num(0))) for m in (low, high))
    return (u, v) if u.free | v.free else None


def by_exponents(search: Search, asked: Asked, g: Term, u: Term, v: Term) -> Fact:
    """Prove the goal from u <= v in place of e^u <= e^v."""
    theorem, make = ("elementary.log_lt", lt) if g.op == "lt" else ("elementary.log_le", le)
    s, t = exp(u), exp(v)
    factor = next(c for c in normal(g.args[1] - g.args[0]).values() if c > 0)
    powers = search.run("arith", make(s, t), [(num(1 / factor), [search.run("assume", g)])], [], [])
    order = search.p.change(search.p.apply(theorem, powers, search.run("exp_pos", u), x=s, y=t), make(u, v))
    given = [order.concl if h is g else h for h in asked.given]
    return search.cut(search.prove(given, asked.goal, asked.depth + 1), [order])


@method("logarithms of a hypothesis", share=0.5)
def logs_of_hypothesis(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the comparison of exponents, for a hypothesis that compares powers of e."""
    for g in asked.given:
        found = exponents(g)
        if found is not None:
            yield partial(by_exponents, search, asked, g, *found)
            return


@method("log named")
def log_of_sum(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a name for the logarithm of a sum."""
    sums = [t for t in dict.fromkeys(logarithms(asked.f)) if len(normal(t.args[0])) > 1]
    for t in sums[:1]:
        yield partial(by_named_log, search, asked.given, asked.goal, t, asked.depth)


@dataclass(frozen=True)
class PowerOfBase:
    """A goal sign · (e^A − q) · factor >= 0, the factor a positive number, and u a denominator of A."""

    exponent: Term
    unit: Term
    other: Term
    sign: int
    factor: Term


def powers_with_quotients(f: Term) -> Iterator[PowerOfBase]:
    """Yield f as such a difference, for each power of e with a variable denominator in its exponent."""
    p = normal(f)
    for m, c in p.items():
        if len(m) != 1 or not next(iter(m))[0].is_exp:
            continue
        ((a, e),) = m
        exponent = canonical(num(e) * a.term.args[0])
        found = [b.term.args[0] for k in normal(exponent) for b, _ in k if b.term.op == "inv" and b.term.free]
        rest = as_term({k: -v / c for k, v in p.items() if k != m})
        for u in dict.fromkeys(found):
            yield PowerOfBase(exponent, u, rest, 1 if c > 0 else -1, num(abs(c)))


def by_powers_of_sides(search: Search, asked: Asked, power: PowerOfBase) -> Fact:
    """Prove the goal from that for the u-th powers."""

    def shown(goal: Term) -> Fact:
        return search.prove(asked.given, goal, asked.depth + 1)

    u, q, run, strict = power.unit, power.other, search.run, asked.goal.op == "lt"
    above_u, above_q = shown(lt(num(0), u)), shown(lt(num(0), q))
    make, opposite = (lt, le) if strict else (le, lt)
    own, others = _times(power.exponent, u), u * log(q)
    low, high = (others, own) if power.sign > 0 else (own, others)
    plain, known = _without_log(search, shown, own)
    pair = (exp(others), plain) if power.sign > 0 else (plain, exp(others))
    inside = shown(simplified(make(*pair)))

    # e^low <= e^high, and so low <= high: high < low would mean e^high < e^low
    wrong = run("assume", opposite(high, low))
    theorem = f"elementary.exp_{'le' if strict else 'lt'}"
    turned = search.p.apply(theorem, wrong, x=high, y=low)
    never = search.p.have(FALSE, inside, turned, *known, degree=1)
    order = make(low, high)
    out = run("absurd", never, order)
    here = run("assume", order)
    out = run("cases", high, low, out, here) if strict else run("cases", low, high, here, out)

    ends = (log(q), power.exponent) if power.sign > 0 else (power.exponent, log(q))
    out = run("arith", make(*ends), [(num(1), [out])], [above_u], [above_u])
    out = search.p.apply(f"elementary.exp_{'lt' if strict else 'le'}", out, x=ends[0], y=ends[1])
    size = run("exp_log", above_q)
    sums = [(power.factor, [out]), (num(-power.sign) * power.factor, [size])]
    return run("arith", asked.goal, sums, [], [])


def _times(a: Term, u: Term) -> Term:
    """Return a · u, where u cancels 1/u."""
    rows = []
    for m, c in normal(a).items():
        below = next((k for k in m if k[0].term.op == "inv" and k[0].term.args[0] is u and k[1] == 1), None)
        rows.append(as_term({m: c}) * u if below is None else as_term({m - {below}: c}))
    return canonical(sum(rows, num(0)))


def _without_log(search: Search, shown: Callable[[Term], Fact], a: Term) -> tuple[Term, list[Fact]]:
    """Return e^a, as w if a is log w, with the facts that say so."""
    if a.op != "log":
        return exp(a), []
    return a.args[0], [search.run("exp_log", shown(lt(num(0), a.args[0])))]


@method("powers of both sides", share=0.4)
def raised_to_denominator(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield powers of both sides, for a power whose exponent has a variable denominator."""
    for power in powers_with_quotients(asked.f):
        yield partial(by_powers_of_sides, search, asked, power)
