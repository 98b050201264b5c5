"""A question asked of other variables or of other forms of the same numbers.

Each function proves the question from an easier one of the same kind: logarithms removed by x = e^u or taken
apart, denominators cleared, roots squared, variables shifted or inverted, and a range cut in two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import lcm
from typing import TYPE_CHECKING, Any

from flint import fmpq

from proofs.decide.algebra import exponentials, factored, slope
from proofs.decide.boxes import Box, Boxes, NotFound, Side, constant_facts, prime_powers, to_float
from proofs.decide.formulas import (
    LOG,
    factors_of,
    is_positive,
    log_arguments,
    range_of,
    simplified,
    swapped,
    vanishing_end,
    width_of,
)
from proofs.decide.sampling import points, signs, value
from proofs.kernel.normal import ONE, Mono, Poly, as_term, atom, canonical, constant, join, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, closed, eq, exp, forall, inv, le, log, lt, num, rebuild, substitute, var
from proofs.language.notation import implies
from proofs.writing.proof import ProofError

if TYPE_CHECKING:
    from proofs.decide.search import Search

Way = Callable[[Sequence[Term], Term, int], Fact]
NEIGHBOURHOOD = fmpq(1, 8)  # of an end at which a logarithm is not defined
FAR = 30.0  # from an end, to see how a number grows


def changed(
    search: Search,
    given: Sequence[Term],
    goal: Term,
    x: Term,
    inverse: tuple[Term, Term, Term],
    same: Fact,
    depth: int,
    extra: Sequence[Fact] = (),
    ask: Way | None = None,
) -> Fact:
    """By x = by(t), t = back, where `same` is by(back) = x; the `extra` facts about `back` are hypotheses on t."""
    t, by, back = inverse
    fewer = [substitute(g, {x: by}) for g in given]
    wanted = substitute(goal, {x: by})
    sides = [swapped(fact.concl, back, t) for fact in extra]
    hypotheses = [simplified(g) for g in (*fewer, *sides)]
    out = (ask or search.prove)(hypotheses, simplified(wanted), depth + 1)
    for g in reversed(fewer):
        out = search.run("discharge", g, out)
    out = search.cut(search.run("instantiate", out, [(t, back)]), extra)
    hole = var(f"hole'{len(search.p.made)}", "R")
    shape = substitute(implies(*given, goal), {x: hole})
    out = search.run("replace", same, forall("R", closed(shape, [hole])), out)
    return search.detached(out, given)


def fresh(name: str, formulas: Sequence[Term]) -> Term:
    """A real variable that does not stand in the formulas."""
    taken = {v.args[0] for f in formulas for v in f.free}
    while name in taken:
        name += "'"
    return var(name, "R")


def is_positive_fact(search: Search, given: Sequence[Term], x: Term) -> Fact:
    """0 < x from the ends that are given."""
    return search.p.have(None, lt(num(0), x), *(search.run("assume", g) for g in given if range_of(g)), degree=1)


def exponential(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int, ask: Way | None = None) -> Fact:
    """By x = e^u."""
    u = fresh(f"{x.args[0]}'log", (*given, goal))
    same = search.run("exp_log", is_positive_fact(search, given, x))
    return changed(search, given, goal, x, (u, exp(u), log(x)), same, depth, ask=ask)


def ratio(search: Search, given: Sequence[Term], goal: Term, y: Term, x: Term, depth: int) -> Fact:
    """By y = x t, where x is positive."""
    t = fresh(f"{y.args[0]}'ratio", (*given, goal))
    same = search.run("arith", eq(x * (y * inv(x)), y), [], [], [is_positive_fact(search, given, x)])
    return changed(search, given, goal, y, (t, x * t, y * inv(x)), same, depth)


def difference(search: Search, given: Sequence[Term], goal: Term, g: Term, x: Term, depth: int) -> Fact:
    """By x = e + d or x = e − d, where a hypothesis says e <= x or x <= e."""
    gap = canonical(g.args[1] - g.args[0])
    d = fresh(f"{x.args[0]}'apart", (*given, goal))
    c: Any = constant(normal(slope(gap, x)))
    by = canonical((d - substitute(gap, {x: num(0)})) * num(1 / c))
    return renamed(search, given, goal, x, (d, by, gap), [], depth)


def cleared(search: Search, given: Sequence[Term], goal: Term, f: Term, depth: int) -> Fact:
    """f = numerator/denominators, where each denominator is shown to have a sign."""
    form = factored(f)
    scale: list[Fact] = []
    sign = 1
    for base, m in form.bases:
        fact = search.signed(given, base, depth)
        sign *= 1 if fact.concl.args[1] is base else (-1) ** m
        scale += [fact] * m
    above: Term = num(form.constant * sign)
    for u, k in form.factors:
        above = above * u**k
    above = canonical(above)
    inside = search.prove(given, (lt if goal.op == "lt" else le)(num(0), above), depth + 1)
    return search.run("arith", goal, [(num(1), [inside])], scale, list(dict.fromkeys(scale)))


def unrooted(search: Search, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
    """By e^(log w) = w."""
    w = t.args[0].args[0]
    same = search.run("exp_log", search.prove(given, lt(num(0), w), depth + 1))
    same = search.run("arith", eq(w, t), [(num(-1), [same])], [], [])
    return search.through(given, goal, t, w, same, depth)


def squared(search: Search, given: Sequence[Term], goal: Term, f: Term, depth: int) -> Fact:
    """s <= t from s² <= t² and 0 <= t, where s and t are the sums of the monomials of either sign.

    What may have both signs goes to the side without roots.
    """
    p = normal(f)
    names = sorted({v for g in (*given, goal) for v in g.free}, key=lambda v: v.args[0])
    where = points(given, names)
    seen = {m: set(signs(as_term({m: c}), where)) or {1 if c > 0 else -1} for m, c in p.items()}
    roots = [m for m in p if _radical(m)]
    mixed = [m for m in p if m not in roots and {1, -1} <= seen[m]]
    together = set(signs(as_term({m: p[m] for m in mixed}), where)) - {0}
    if len(together) == 1:  # such as x − y where y < x
        seen |= dict.fromkeys(mixed, together)
    unclear = all(-1 in seen[m] for m in roots)
    above_ = [m for m, found in seen.items() if found <= {0, 1} or (unclear and not found <= {0, -1})]
    t = as_term({m: p[m] for m in above_})
    s = as_term({m: -c for m, c in p.items() if m not in above_})
    left = {_radical(m) for m in normal(t * t - s * s)} - {ONE}
    if len(left) >= len({_radical(m) for m in roots}):
        raise NotFound("no fewer roots")
    make = lt if goal.op == "lt" else le
    assumed = [search.run("assume", g) for g in given if g.op in ("le", "lt")]
    try:
        positive = search.p.positive(s + t, *assumed)
        inside = search.prove(given, simplified(make(s * s, t * t)), depth + 1)
        return search.run("arith", goal, [(num(1), [inside])], [positive], [])
    except ProofError:
        pass
    above = search.prove(given, make(num(0), t), depth + 1)
    inside = search.prove(given, simplified(make(s * s, t * t)), depth + 1)
    low, high = search.run("assume", le(s, 0)), search.run("assume", lt(num(0), s))
    below = search.run("arith", goal, [(num(1), [above]), (num(1), [low])], [], [])
    positive = search.run("arith", lt(num(0), s + t), [(num(1), [high]), (num(1), [above])], [], [])
    beyond = search.run("arith", goal, [(num(1), [inside])], [positive], [])
    return search.run("cases", s, num(0), below, beyond)


def _radical(m: Mono) -> Mono:
    """The roots in a monomial."""
    return frozenset((a, e) for a, e in m if a.is_exp and e.q > 1)


def roots_in(formulas: Sequence[Term]) -> list[tuple[Term, int]]:
    """The numbers w of which roots e^(p/q · log w) are taken, each with its least common q."""
    found: dict[Term, int] = {}
    for formula in formulas:
        for side in formula.args if formula.op in ("le", "lt", "eq") else ():
            for m in normal(side):
                for a, e in m:
                    if a.is_exp and a.term.args[0].op == "log" and e.q > 1:
                        w = a.term.args[0].args[0]
                        found[w] = lcm(found.get(w, 1), int(e.q))
    return [(w, q) for w, q in found.items() if w.free and q <= 12]


def rooted(search: Search, given: Sequence[Term], goal: Term, w: Term, q: int, depth: int) -> Fact:
    """The root e^(log(w)/q) is a variable r > 0 with r^q = w."""
    r = fresh(f"root'{len(search.p.made)}", [*given, goal])
    back = exp(log(w) * num(1, q))
    positive = search.prove(given, lt(num(0), w), depth + 1)
    whole = search.run("exp_log", positive)
    above = search.run("exp_pos", back.args[0])

    def named(t: Term) -> Term:
        out: Poly = {}
        for m, c in normal(t).items():
            part: Poly = {ONE: c}
            for a, e in m:
                root = a.is_exp and a.term.args[0] is log(w)
                part = times(part, {frozenset([(atom(r), e * q)]): fmpq(1)} if root else {frozenset([(a, e)]): fmpq(1)})
            out = plus(out, part)
        if any(e < 0 for m in out for a, e in m if a.term is r):
            raise NotFound("a root in a denominator")
        return as_term(out)

    def abstract(g: Term) -> Term:
        return rebuild(g, lambda side, _: named(side)) if g.op in ("le", "lt", "eq") else g

    power_ = search.run("arith", eq(back**q, w), [(num(1), [whole])], [], [])
    hypotheses = [*map(abstract, given), lt(num(0), r), eq(r**q, w)]
    fact = search.prove(hypotheses, abstract(goal), depth + 1)
    fact = search.cut(search.run("instantiate", fact, [(r, back)]), [above, power_])
    return search.run("mp", search.run("discharge", goal, search.run("assume", goal)), fact)


def weights(f: Term, box: Box) -> list[Term]:
    """A power of e like which f, of one variable, seems to grow or fall far out, if there is one."""
    if not f.free:
        return []
    (x,) = f.free
    side = box.get(x, Side())
    if side.width is not None:
        return []
    far = {x: to_float(side.lo or fmpq(0)) + FAR if side.hi is None else to_float(side.hi) - FAR}
    size = value(f, far)
    sizes = [(t, value(t, far)) for t in exponentials(f)]
    if size is None or _moderate(size):
        return []
    return [t for t, v in sizes if v and _moderate(size / v)][:1]


def _moderate(size: float) -> bool:
    return 1e-3 < abs(size) < 1e4


def divided(search: Search, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
    """0 <= f from 0 <= f/t, where t is a power of e."""
    above = canonical((goal.args[1] - goal.args[0]) * exp(-t.args[0]))
    inside = search.prove(given, (lt if goal.op == "lt" else le)(num(0), above), depth + 1)
    return search.run("arith", goal, [(num(1), [inside, search.run("exp_pos", t.args[0])])], [], [])


def vanishing(search: Search, given: Sequence[Term], goal: Term, g: Term, v: Term, depth: int) -> Fact:
    """By v = 0, where the hypothesis says that a sum of squares, v² among them, is at most 0."""
    assumed = search.run("assume", g)
    square = search.p.theorem("square_nonneg")
    (hole,) = square.concl.free
    p = normal(g.args[1] - g.args[0])
    parts = {x: -c for m, c in p.items() for a, _ in m for x in [a.term] if x is not v}
    others = [(num(c), [search.run("instantiate", square, [(hole, x)])]) for x, c in parts.items()]
    (own,) = (-c for m, c in p.items() if any(a.term is v for a, _ in m))
    sides = []
    for wrong, right in ((lt(v, num(0)), le(num(0), v)), (lt(num(0), v), le(v, num(0)))):
        strict = search.run("assume", wrong)
        sums = [(num(own), [strict, strict]), (num(1), [assumed]), *others]
        false = search.run("absurd", search.run("arith", FALSE, sums, [], []), right)
        sides.append(search.run("cases", *right.args, search.run("assume", right), false))
    same = search.run("antisymmetry", *sides)
    return search.through(given, goal, v, num(0), same, depth)


def sum_of_squares_zero(g: Term) -> Term | None:
    """A variable v if the relation says −Σ c x² >= 0 with v among the x."""
    if g.op not in ("le", "lt", "eq"):
        return None
    p = normal(g.args[1] - g.args[0])
    plain = all(len(m) == 1 and all(a.term.op == "var" and e == 2 for a, e in m) and c < 0 for m, c in p.items())
    return next((a.term for m in p for a, _ in m), None) if plain and g.op == "le" else None


def named(search: Search, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
    """The logarithm of a sum of positive numbers as a variable, of which is said what follows from the summands.

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
            facts.append(search.p.apply(None, "log_le", signs[m], below, x=as_term({m: c}), y=t.args[0]))
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
        facts.append(search.p.apply(None, "log_le", above, below, x=exp(mean), y=t.args[0]))
    if not facts:
        raise NotFound("nothing to say")
    name = fresh(f"log'{len(search.p.made)}", [*given, goal])
    sides = [search.run("arith", simplified(f.concl), [(num(1), [f])], [], []) for f in facts]
    hypotheses = [swapped(simplified(g), t, name) for g in (*given, *(f.concl for f in sides))]
    fact = search.prove(hypotheses, swapped(simplified(goal), t, name), depth + 1)
    fact = search.cut(search.run("instantiate", fact, [(name, t)]), sides)
    return search.run("mp", search.run("discharge", goal, search.run("assume", goal)), fact)


def exponentiated(search: Search, given: Sequence[Term], goal: Term, f: Term, t: Term, depth: int) -> Fact:
    """e^s <= w instead of s <= log w, and w <= e^s instead of log w <= s."""
    w, strict = t.args[0], goal.op == "lt"
    make, theorem = (lt, "log_lt") if strict else (le, "log_le")
    c: Any = constant(normal(slope(swapped(f, t, LOG), LOG)))
    s = canonical(t - f * num(1 / c))
    positive = search.prove(given, lt(num(0), w), depth + 1)
    if c > 0:
        inside = search.prove(given, simplified(make(exp(s), w)), depth + 1)
        out = search.p.apply(None, theorem, inside, positive, x=exp(s), y=w)
    else:
        inside = search.prove(given, simplified(make(w, exp(s))), depth + 1)
        out = search.p.apply(None, theorem, inside, positive, x=w, y=exp(s))
    return search.run("arith", goal, [(num(abs(c)), [out])], [], [])


def logged(search: Search, given: Sequence[Term], goal: Term, u: Term, q: Term, sign: int, depth: int) -> Fact:
    """A <= log q instead of e^A <= q, or log q <= A instead of q <= e^A (sign 1), where u is e^A.

    The goal is a positive multiple of either, by a number or a power of e.
    """
    make, theorem = (lt, "exp_lt") if goal.op == "lt" else (le, "exp_le")
    positive = search.prove(given, lt(num(0), q), depth + 1)
    a, b = (log(q), u.args[0]) if sign > 0 else (u.args[0], log(q))
    inside = search.prove(given, simplified(make(a, b)), depth + 1)
    out = search.p.apply(None, theorem, inside, x=a, y=b)
    known = search.run("exp_log", positive)
    plain = make(q, u) if sign > 0 else make(u, q)
    plain_fact = search.p.have(None, plain, out, known, degree=1)
    gap, unit = (normal(canonical(x.args[1] - x.args[0])) for x in (goal, plain))
    (m, c), (k, d) = next(iter(gap.items())), next(iter(unit.items()))
    for m, c in gap.items():
        factor = {join(m, frozenset((a, -e) for a, e in k)): c / d}
        if times(factor, unit) == gap:
            term = as_term(factor)
            return search.run("arith", goal, [(num(1), [plain_fact, search.p.positive(term)])], [], [])
    raise NotFound("not a multiple")


def primes_apart(search: Search, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
    """The logarithm of a rational as a sum of logarithms of primes."""
    total: Term = num(0)
    for q, k in prime_powers(t.args[0]):
        total = total + num(k) * log(num(q))
    total = canonical(total)
    same = search.p.have(None, eq(total, t), *constant_facts(search.p, t), degree=1)
    return search.through(given, goal, t, total, same, depth)


def logs_apart(search: Search, given: Sequence[Term], goal: Term, t: Term, depth: int) -> Fact:
    """By log(uv) = log u + log v, where both are shown to be positive."""
    w = t.args[0]
    form = factored(w)
    names = sorted({v for g in (*given, w) for v in g.free}, key=lambda v: v.args[0])
    where = points(given, names)
    parts, constant_part = [], form.constant
    for u, k in [*form.factors, *((u, -m) for u, m in form.bases)]:
        negative = sum(signs(u, where)) < 0
        parts.append((canonical(-u) if negative else u, k))
        constant_part *= -1 if negative and k % 2 else 1
    if constant_part != 1:
        parts.append((num(constant_part), 1))
    facts: list[Fact] = []
    total: Term = num(0)
    for u, k in parts:
        positive = search.prove(given, lt(num(0), u), depth + 1)
        same = search.run("exp_log", positive)
        if k < 0:  # 1/u = e^(−log u)
            factor = -(inv(u) * exp(-log(u)))
            same = search.run("arith", eq(exp(-log(u)), inv(u)), [(factor, [same])], [], [positive])
        facts += [same, positive]
        total = total + num(k) * log(u)
    total = canonical(total)
    same = search.p.have(None, eq(exp(total), w), *facts)
    logs = search.p.both(None, exp(total), w, log, same)
    return search.through(
        given,
        goal,
        t,
        canonical(total),
        search.run("arith", eq(canonical(total), t), [(num(1), [logs])], [], []),
        depth,
    )


def renamed(
    search: Search,
    given: Sequence[Term],
    goal: Term,
    x: Term,
    inverse: tuple[Term, Term, Term],
    extra: Sequence[Fact],
    depth: int,
) -> Fact:
    """By x = by(t), t = back(x), where by(back(x)) has the normal form x; `extra` facts are also put in t."""
    t, by, back = inverse
    *fewer, wanted = (substitute(g, {x: by}) for g in (*given, goal))
    sides = [swapped(fact.concl, back, t) for fact in extra]
    inside = search.prove([simplified(g) for g in (*fewer, *sides)], simplified(wanted), depth + 1)
    out = search.run("instantiate", inside, [(t, back)])
    out = search.cut(out, extra)
    return search.run("mp", search.run("discharge", goal, search.run("assume", goal)), out)


def shifted(search: Search, given: Sequence[Term], goal: Term, w: Term, x: Term, depth: int) -> Fact:
    """By t = w, where w = c + d x."""
    d: Any = constant(normal(slope(w, x)))
    t = var(f"{x.args[0]}'shifted", "R")
    by = canonical((t - substitute(w, {x: num(0)})) * num(1 / d))
    return renamed(search, given, goal, x, (t, by, w), [], depth)


def reciprocal(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
    """By t = 1/x, where x is positive."""
    t = var(f"{x.args[0]}'inverse", "R")
    ends = [search.run("assume", g) for g in given if range_of(g)]
    positive = search.p.have(None, lt(num(0), x), *ends, degree=1)
    extra = [search.p.apply(None, "inv_pos", positive, x=x)]
    for g in given:
        found = range_of(g)
        if found is not None and found[1].lo is not None and found[1].lo > 0:
            below = num(1 / found[1].lo)
            extra.append(search.p.have(None, le(inv(x), below), positive, extra[0], search.run("assume", g)))
    return renamed(search, given, goal, x, (t, inv(t), inv(x)), extra, depth)


def apart(search: Search, given: Sequence[Term], goal: Term, x: Term, at: fmpq, depth: int) -> Fact:
    """The neighbourhood of an end by itself."""
    below = search.prove([*given, le(x, num(at))], goal, depth + 1)
    above = search.prove([*given, lt(num(at), x)], goal, depth + 1)
    return search.run("cases", x, num(at), below, above)


def with_logs(search: Search, formulas: Sequence[Term], box: Box) -> list[Term]:
    """The variables known to be positive that stand in a logarithm alone or in a product."""
    found = {v: None for t in formulas for u in log_arguments(t) for v in factors_of(u)}
    positive = [v for v in found if v in box and is_positive(box[v])]
    return sorted(positive, key=lambda v: v.args[0])


def zeros(goal: Term, box: Box) -> list[tuple[Term, Term]]:
    """Arguments of logarithms, other than variables, that vanish at an end of their variable, which they come with."""
    ends = ((w, vanishing_end(w, box)) for w in dict.fromkeys(log_arguments(goal)) if w.op != "var")
    return [(w, end[0]) for w, end in ends if end is not None]


def near(search: Search, goal: Term, f: Term, box: Box) -> tuple[Term, fmpq] | None:
    """Where to cut if a logarithm is not defined at an end: where f seems to vanish, or near that end."""
    for w in dict.fromkeys(log_arguments(goal)):
        end = vanishing_end(w, box)
        if end is not None and width_of(box, end[0]) > NEIGHBOURHOOD:
            inside = touching_inside(search, f, box)
            return end[0], inside if inside is not None else end[1] + end[2] * NEIGHBOURHOOD
    return None


def touching_inside(search: Search, f: Term, box: Box) -> fmpq | None:
    """A simple rational at which f seems to vanish."""
    return next(iter(Boxes(search.p, search.deadline).touching(f, box)), None)


def touches(search: Search, f: Term, box: Box) -> bool:
    """Whether f seems to vanish at a simple rational inside, or at an end."""
    engine = Boxes(search.p, search.deadline)
    return bool(engine.touching(f, box)) or engine.vanishes_at_end(f, box)
