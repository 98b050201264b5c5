"""The box of the variables: bounds that the hypotheses state, and bounds that follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from flint import arb, ctx, fmpq

from proofs.kernel.normal import ONE, as_term, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, exp, le, lt, num
from proofs.language.elaborate import integer_root
from proofs.search.base.formulas import narrow, outward, range_of
from proofs.search.base.ranges import Box, Side
from proofs.search.base.steps import Steps
from proofs.search.base.values import enclosure


def bounds(steps: Steps, relations: Sequence[Term], f: Term) -> tuple[dict[Term, Side], list[Term], list[Fact]]:
    """Return the box of the variables, the hypotheses that it does not cover, and facts for derived bounds."""
    box: dict[Term, Side] = {}
    others: list[Term] = []
    sides: list[Fact] = []
    for g in relations:
        found = range_of(g)
        if found is None:
            others.append(g)
        else:
            narrow(box, *found)
    wider: set[Term] = set()  # hypotheses that are weaker than another bound of the same variable
    for g in others:
        fact = from_exponential(steps, g)
        found = range_of(fact.concl) if fact is not None else None
        if fact is not None and found is not None:
            if _cuts(box, *found):
                sides.append(fact)
            else:
                wider.add(g)
    for g in others:
        for fact in (*power_bounds(steps, g), *constant_bounds(steps, g)):
            found = range_of(fact.concl)
            if found is not None and _cuts(box, *found):
                sides.append(fact)
    for _ in range(2):
        for g in others:
            for fact in linear_bounds(steps, g, box):
                found = range_of(fact.concl)
                if found is not None and _cuts(box, *found):
                    sides.append(fact)
    # a derived bound uses the earlier bounds
    made: list[Fact] = []
    for fact in sides:
        made.append(steps.cut(fact, made))
    unused = [g for g in others if not any(key(g) == key(h) for fact in made for h in fact.hyps.values())]
    kept = [g for g in unused if g not in wider] if len(f.free) <= 1 else others
    kept = others if any(len(g.free) > 1 for g in others) else kept
    return box, kept, made[::-1]


def _cuts(box: dict[Term, Side], x: Term, side: Side) -> bool:
    """Narrow the range of x; return whether it changed or would become empty."""
    return narrow(box, x, side) or _apart(box[x], side)


def _apart(one: Side, other: Side) -> bool:
    """Return whether two ranges have at most an end in common."""
    pairs = ((one.lo, other.hi), (other.lo, one.hi))
    return any(lo is not None and hi is not None and lo >= hi for lo, hi in pairs)


def from_exponential(steps: Steps, g: Term) -> Fact | None:
    """Return a bound of u such as u <= q, derived from e^(ku) <= c."""
    p = normal(g.args[1] - g.args[0])
    plain = [m for m in p if m]
    if len(plain) != 1 or len(plain[0]) != 1 or len(g.free) != 1:
        return None
    (x,) = g.free
    ((a, e),) = plain[0]
    if not a.is_exp or a.term.args[0] is not x:
        return None
    slope_, rest = p[plain[0]], p.get(frozenset(), fmpq(0))
    c = -rest / slope_  # the hypothesis compares e^(e x) with c
    if c <= 0:
        return None
    upper = (slope_ < 0) == (e > 0)
    with ctx.workprec(80):
        target = arb(c).log() / arb(e)
        q = fmpq(0) if c == 1 else outward(target, upper)
    strict = g.op == "lt" if c == 1 else True
    wanted = (lt if strict else le)(x, num(q)) if upper else (lt if strict else le)(num(q), x)
    # the negation of `wanted` would put e^(e q) on the wrong side of c
    try:
        s, t = wanted.args
        wrong = (le if strict else lt)(t, s)
        assumed = steps.run("assume", wrong)
        small, large = (num(e) * t, num(e) * s) if e > 0 else (num(e) * s, num(e) * t)
        grows = steps.p.apply(
            "elementary.exp_le" if wrong.op == "le" else "elementary.exp_lt",
            steps.run("arith", (le if wrong.op == "le" else lt)(small, large), [(num(abs(e)), [assumed])], [], []),
            x=small,
            y=large,
        )
        facts = [grows, steps.run("assume", g)]
        if c != 1:
            edge = exp(num(e * q))
            side = lt(num(c), edge) if (upper == (e > 0)) else lt(edge, num(c))
            facts.append(steps.run("compute", side, [], ["leaf", 128]))
        false = steps.p.have(FALSE, *facts, degree=1)
        other = steps.run("absurd", false, wanted)
        here = steps.run("assume", wanted)
        first, second = (here, other) if wanted.op == "le" else (other, here)
        weak = wanted if wanted.op == "le" else wrong
        return steps.run("cases", *weak.args, first, second)
    except KernelError:
        return None


def linear_bounds(steps: Steps, g: Term, box: Box) -> list[Fact]:
    """Return bounds for each variable from a linear hypothesis and the bounds of the other variables."""
    p = normal(g.args[1] - g.args[0])
    coefficients: dict[Term, fmpq] = {}
    for m, c in p.items():
        if not m:
            continue
        ((a, e), *more) = m
        if more or e != 1 or a.term.op != "var":
            return []
        coefficients[a.term] = c
    out = []
    for x, c in coefficients.items():
        ends: list[tuple[fmpq, Term]] = []
        total, strict = p.get(frozenset(), fmpq(0)), g.op == "lt"
        for y, d in coefficients.items():
            if y is x:
                continue
            side = box.get(y, Side())
            end, is_open = (side.hi, side.hi_open) if d > 0 else (side.lo, side.lo_open)
            if end is None:
                break
            make = lt if is_open else le
            ends.append((abs(d), make(y, num(end)) if d > 0 else make(num(end), y)))
            total += d * end
            strict |= is_open
        if len(ends) + 1 < len(coefficients):
            continue
        q = -total / c  # c x + total >= 0
        wanted = (lt if strict else le)(num(q), x) if c > 0 else (lt if strict else le)(x, num(q))
        facts = [(num(d / abs(c)), [steps.run("assume", h)]) for d, h in ends]
        base = (num(1 / abs(c)), [steps.run("assume", g)])
        out.append(steps.run("arith", wanted, [base, *facts], [], []))
    return out


def constant_bounds(steps: Steps, g: Term) -> list[Fact]:
    """Return a rational bound of a variable, derived from a bound such as π/2 or √2."""
    p = normal(g.args[1] - g.args[0])
    own = [m for m in p if any(a.term.free for a, _ in m)]
    if len(own) != 1 or len(own[0]) != 1 or g.op not in ("le", "lt"):
        return []
    ((a, e),) = own[0]
    c, rest = p[own[0]], as_term({m: d for m, d in p.items() if m not in own})
    if a.term.op != "var" or e != 1 or rest.op == "num":
        return []
    found = enclosure(rest, {}, 80)
    if found is None:
        return []
    most = outward(arb(found[1]), True)  # c x + rest >= 0, and rest < most
    wanted = lt(num(-most / c), a.term) if c > 0 else lt(a.term, num(-most / c))
    side = steps.run("compute", lt(rest, num(most)), [], ["leaf", 128])
    share = num(1 / abs(c))
    return [steps.run("arith", wanted, [(share, [steps.run("assume", g)]), (share, [side])], [], [])]


def power_bounds(steps: Steps, g: Term) -> list[Fact]:
    """Return −q <= x <= q, derived from a x^k + (even powers) <= c; return only x <= q for odd k."""
    p = dict(normal(g.args[1] - g.args[0])) if g.op in ("le", "lt") else {}
    c = p.pop(ONE, fmpq(0))
    powers: dict[Term, tuple[int, fmpq]] = {}
    for m, d in p.items():
        ((a, e), *more) = m
        if more or a.term.op != "var" or d >= 0 or e < 1 or a.term in powers:
            return []
        powers[a.term] = int(e), -d
    odd = [x for x, (k, _) in powers.items() if k % 2]
    square = steps.p.theorem("elementary.square_nonneg")
    (hole,) = square.concl.free
    out = []
    for x, (k, lead) in powers.items():
        if k < 2 or c < 0 or any(y is not x for y in odd) or k > 12:
            continue
        q = _root_above(c / lead, k)
        others: list[tuple[Term, list[Fact]]] = []
        for y, (j, d) in powers.items():
            if y is not x:
                others.append((num(d), [steps.run("instantiate", square, [(hole, y)])] * (j // 2)))
        spare = lead * q**k - c
        sharp = g.op == "lt" or spare > 0
        for sign in (1, -1) if k % 2 == 0 else (1,):
            s, t = (num(q), x) if sign > 0 else (x, num(-q))  # the negated bound is s <= t or s < t
            beyond = steps.run("assume", (le if sharp else lt)(s, t))
            # (q + d)^k − q^k for the distance d
            sums = [(num(lead * comb(k, i) * q ** (k - i)), [beyond] * i) for i in range(1, k + 1)]
            sums = [part for part in sums if part[0].args[0] > 0]
            parts = [*sums, (num(1), [steps.run("assume", g)]), *others, (num(spare), [])]
            right = (lt if sharp else le)(t, s)
            false = steps.run("absurd", steps.run("arith", FALSE, parts, [], []), right)
            here = steps.run("assume", right)
            out.append(steps.run("cases", *(s, t, false, here) if sharp else (t, s, here, false)))
    return out


def _root_above(c: fmpq, k: int) -> fmpq:
    """Return a rational q with q^k >= c; q^k = c if such a q exists."""
    roots = [integer_root(int(n), k) if n > 0 else 0 for n in (c.p, c.q)]
    if None not in roots:
        return fmpq(*roots)
    with ctx.workprec(80):
        return outward(arb(c).root(k), True)
