"""Consequences by arithmetic alone: products of hypotheses, tangents of exp and log, squares, with multipliers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from math import lcm, prod
from typing import TYPE_CHECKING

from flint import arb, fmpq

from proofs.decide.algebra import as_exponential, exponentials
from proofs.decide.boxes import Box, Boxes, NotFound, Side, box_hypotheses, constant_facts, enclosure, side_hypotheses
from proofs.decide.counter import touching_point
from proofs.decide.formulas import outward
from proofs.decide.sampling import points, value
from proofs.decide.substitutions import fresh
from proofs.kernel.normal import ONE, Atom, Mono, Poly, as_term, canonical, key, normal, plus, power, product, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, exp, le, log, lt, num, substitute
from proofs.writing.linear import combine

if TYPE_CHECKING:
    from proofs.decide.search import Search
    from proofs.decide.squares import Polynomial

FACTS = 9  # relations whose products are tried
MOST_FACTS = 6  # relations whose products are multiplied with squares
WIDEST = 100  # terms of Bernstein's form of a monomial


def products(search: Search, goal: Term, box: Box, others: Sequence[Term]) -> Fact:
    """Products of hypotheses, ends, bounds of exponentials and tangents of exp, with multipliers."""
    f = canonical(goal.args[1] - goal.args[0])
    given = [*others, *box_hypotheses(box)]
    assumed = [search.run("assume", g) for g in given]
    facts = list(assumed)
    atoms = {a for g in (f, *(canonical(h.args[1] - h.args[0]) for h in others)) for m in normal(g) for a, _ in m}
    logs = [a.term for a in sorted(atoms, key=lambda a: a.serial) if a.term.op == "log"]
    for t in logs[:4]:
        facts += log_bounds(search, t, assumed[len(others) :])
    if len(f.free) > 1:
        facts += log_tangents(search, goal, logs, given)
    exponents = exponentials(f, *(h.args[1] - h.args[0] for h in others))
    for t in exponents[:3]:
        facts.append(search.run("exp_pos", t.args[0]))
        facts += exp_bounds(search, t, box)
    for s, t in list(combinations([*exponents[:3], num(1)], 2))[:6]:
        for a, b in ((s, t), (t, s)):
            # e^a >= e^b (1 + a − b)
            facts.append(tangent(search, a, b))
    facts = list({key(x.concl): x for x in facts if key(x.concl) is not True}.values())
    for some, degree in ((facts[: 2 * FACTS], 1), (facts[:FACTS], 2)):
        with suppress(KernelError):
            return search.p.have(None, goal, *some, degree=degree)
    touching = [tangent(search, a, b) for a, b in _opposite(f)]
    if not touching:
        raise NotFound("no consequence of products")
    above = [search.run("exp_pos", t.args[0]) for t in exponents[:3]]
    signs = [fact for fact in facts if fact.concl.op == "le" and fact.concl.args[1] in logs]
    return search.p.have(None, goal, *[*touching, *assumed, *above, *signs][: FACTS + 3], degree=2)


def _opposite(f: Term) -> list[tuple[Term, Term]]:
    """Pairs of exponentials in f, the first with a positive, the second with a negative coefficient."""
    signs: dict[Term, set[bool]] = {}
    for m, c in normal(f).items():
        part = frozenset((a, e) for a, e in m if a.is_exp)
        signs.setdefault(as_exponential(part) if part else num(1), set()).add(c > 0)
    high = [t for t, found in signs.items() if True in found]
    low = sorted((t for t, found in signs.items() if False in found), key=lambda t: len(signs[t]))
    return [(a, b) for b in low for a in high if a is not b]


def tangent(search: Search, a: Term, b: Term) -> Fact:
    """e^b (1 + a − b) <= e^a for a = e^…, b = e^… or 1."""
    v, w = (t.args[0] if t.op == "exp" else num(0) for t in (a, b))
    base, below = search.run("exp_ge", v - w), search.run("exp_pos", w)
    return search.run("arith", le(exp(w) * (1 + v - w), exp(v)), [(num(1), [base, below])], [], [])


def exp_bounds(search: Search, t: Term, box: Box) -> list[Fact]:
    """Rational bounds of e^w on the box."""
    if any(v not in box for v in t.free):
        return []
    found = enclosure(t, box, 64)
    if found is None:
        return []
    out = []
    names = sorted(t.free, key=lambda v: v.args[0])
    rows = [[x, *(None if e is None else str(e) for e in (box[x].lo, box[x].hi))] for x in names]
    engine = Boxes(search.p, search.deadline)
    if arb(found[1]) < 1e6:
        bound = outward(arb(found[1]), True)
        out.append(engine.relaxed(search.run("compute", lt(t, num(bound)), rows, ["leaf", 64]), box))
    if arb(found[0]) > 1e-6:
        bound = outward(arb(found[0]), False)
        out.append(engine.relaxed(search.run("compute", lt(num(bound), t), rows, ["leaf", 64]), box))
    return out


def log_bounds(search: Search, t: Term, ends: Sequence[Fact]) -> list[Fact]:
    """log w <= w − 1 where w is seen to be positive, and 0 <= log w where 1 <= w."""
    w = t.args[0]
    try:
        positive = search.p.positive(w, *ends)
        upper = search.p.apply(None, "log_le_sub", positive, x=w)
    except KernelError:
        return []
    with suppress(KernelError):
        above = search.p.have(None, le(num(1), w), *ends, degree=1)
        return [search.p.apply(None, "log_nonneg", above, x=w), upper, positive]
    return [upper, positive]


def log_tangents(search: Search, goal: Term, logs: Sequence[Term], given: Sequence[Term]) -> list[Fact]:
    """Tangents of log w and w log w, for logarithms in the goal, where that seems to hold with equality."""
    at = touching_point(given, goal) if logs else None
    if at is None:
        return []
    assumed = [search.run("assume", g) for g in given]
    out: list[Fact] = []
    for t in [t for t in logs if t.free]:
        level = canonical(substitute(t.args[0], {x: num(v.numerator, v.denominator) for x, v in at.items()}))
        if level.op != "num" or level.args[0] <= 0:
            continue
        try:
            signs = [search.p.positive(t.args[0], *assumed), search.p.positive(level)]
        except KernelError:
            continue
        out += [search.p.apply(None, name, *signs, x=t.args[0], u=level) for name in ("log_gibbs", "log_tangent")]
        out += constant_facts(search.p, log(level))
    return out


def sum_of_squares(
    search: Search, goal: Term, box: Box, others: Sequence[Term], equations: Sequence[Term] = ()
) -> Fact:
    """0 <= f as a sum of squares times products of hypotheses (at most two of them)."""
    from proofs.decide.squares import decompose  # NumPy takes time to load

    f = canonical(goal.args[1] - goal.args[0])
    p = normal(f)
    own = [*others, *box_hypotheses({x: side for x, side in box.items() if x in f.free})]
    facts = list({key(h): search.run("assume", h) for h in own}.values())[:MOST_FACTS]
    zeros = [search.run("assume", h) for h in equations]
    singles: list[list[Fact]] = [[fact] for fact in facts]
    products_ = [list(c) for c in combinations(facts, 2)]
    trials: list[list[list[Fact]]] = [[[]], [[], *singles], [[], *singles, *products_]]
    for factors in trials:
        if len(factors) > 1 and not facts:
            break
        gaps = [product(_gap(fact) for fact in fs) for fs in factors]
        every = (p, *gaps, *map(_gap, zeros))
        names = sorted({a for q in every for m in q for a, _ in m}, key=lambda a: a.serial)
        unit = {a: lcm(*(int(e.q) for q in every for m in q for b, e in m if b is a)) for a in names}
        if any(e < 0 for q in every for m in q for _, e in m):
            raise KernelError("not a polynomial")
        vectors = [_vector(q, names, unit) for q in gaps]
        for spare, support in _supports(search, goal, f, factors):
            target = _vector(plus(p, spare, -1), names, unit)
            if not target:
                continue
            ideal = [_vector(_gap(z), names, unit) for z in zeros]
            found = decompose(target, vectors, ideal, search.deadline)
            if found is None:
                continue
            square = search.p.theorem("square_nonneg")
            (hole,) = square.concl.free
            sums = list(support)
            for fs, squares in zip(factors, found, strict=True):
                for c, part in squares:
                    root = as_term({_mono(m, names, unit): v for m, v in part.items()})
                    sums.append((num(c), [search.run("instantiate", square, [(hole, root)]), *fs]))
            if zeros:  # what is left is a combination of their multiples
                rest = plus(p, product_sum(sums), -1)
                sums += _combination(rest, zeros, names, unit, target)
            return search.run("arith", goal, sums, [], [])
    raise NotFound("no sum of squares")


def product_sum(sums: Sequence[tuple[Term, list[Fact]]]) -> Poly:
    """Σ coefficient · Π facts."""
    out: Poly = {}
    for c, facts in sums:
        out = plus(out, product([normal(c), *map(_gap, facts)]))
    return out


def _combination(
    rest: Poly, zeros: Sequence[Fact], names: Sequence[Atom], unit: Mapping[Atom, int], f: Polynomial
) -> list[tuple[Term, list[Fact]]]:
    """The rest as Σ q · (right − left) over the equations."""
    from proofs.decide.squares import multiples

    columns, made = [], []
    left = _vector(rest, names, unit)
    for z in zeros:
        h = _vector(_gap(z), names, unit)
        for column in multiples(f, {**left, **f, **h}, [h]):
            columns.append(column)
            shift = next(iter(column))
            origin = next(iter(h))
            made.append((z, tuple(a - b for a, b in zip(shift, origin, strict=True))))
    found = combine(left, columns, []) if left else ({}, {})
    if found is None:
        raise NotFound("not a multiple of the equations")
    return [(as_term({_mono(made[k][1], names, unit): w}), [made[k][0]]) for k, w in found[0].items()]


def _supports(
    search: Search, goal: Term, f: Term, factors: Sequence[list[Fact]]
) -> Iterator[tuple[Poly, list[tuple[Term, list[Fact]]]]]:
    """What is left out of f for a strict goal: a small number, or a small multiple of a product of strict facts."""
    if goal.op == "le":
        yield {}, []
        return
    least = [v for point in points([], sorted(f.free, key=lambda v: v.args[0])) if (v := value(f, point)) is not None]
    for k in (4, 12, 34):
        if min(least, default=1.0) > 2.0**-k:
            yield {ONE: fmpq(1, 2**k)}, [(num(1, 2**k), [])]
    for fs in factors:
        if fs and all(fact.concl.op == "lt" for fact in fs):
            e = fmpq(1, 2**10)
            yield times(product(_gap(fact) for fact in fs), {ONE: e}), [(num(e), fs)]


def _gap(fact: Fact) -> Poly:
    return plus(normal(fact.concl.args[1]), normal(fact.concl.args[0]), -1)


def _vector(p: Poly, names: Sequence[Atom], unit: Mapping[Atom, int]) -> Polynomial:
    return {tuple(int(dict(m).get(a, 0) * unit[a]) for a in names): c for m, c in p.items()}


def _mono(m: Sequence[int], names: Sequence[Atom], unit: Mapping[Atom, int]) -> Mono:
    return frozenset((a, fmpq(e, unit[a])) for a, e in zip(names, m, strict=True) if e)


def nonnegative(search: Search, goal: Term, box: Box) -> Fact:
    """0 <= f where f has no negative coefficients as a polynomial in the distances of its variables from ends.

    Of a variable with two ends both distances count (Bernstein's form). Even powers of a variable without ends are
    squares.
    """
    f = canonical(goal.args[1] - goal.args[0])
    moved: dict[Term, Term] = {}
    distances: dict[Term, Fact] = {}
    whole: dict[Term, Poly] = {}  # of a variable with two ends: both distances over the width, which is 1
    for x in sorted(f.free, key=lambda v: v.args[0]):
        side = box.get(x, Side())
        ends = [search.run("assume", h) for h in side_hypotheses(x, side)]
        if side.lo is not None:
            moved[x], distances[x] = x + num(side.lo), ends[0]
        elif side.hi is not None:
            moved[x], distances[x] = num(side.hi) - x, ends[0]
        if side.lo is not None and side.hi is not None and side.lo < side.hi:
            far = fresh(f"{x.args[0]}'far", [f, *distances])
            distances[far] = ends[1]
            whole[x] = normal((x + far) * num(1 / (side.hi - side.lo)))
    p = normal(substitute(f, moved))
    if any(a.term is not x and x in distances for m in p for a, _ in m for x in a.term.free):
        raise NotFound("not a polynomial in what is moved")
    degrees = {x: max((int(e) for m in p for a, e in m if a.term is x), default=0) for x in whole}
    sums: list[tuple[Term, list[Fact]]] = []
    if prod(k + 1 for k in degrees.values()) <= WIDEST:
        p, unit = _homogeneous(p, whole, degrees), _homogeneous({ONE: fmpq(1)}, whole, degrees)
        least = min(p.get(m, fmpq(0)) / c for m, c in unit.items())
        if goal.op == "lt" and least > 0:
            p, sums = plus(p, unit, -least), [(num(least), [])]
    square = search.p.theorem("square_nonneg")
    (hole,) = square.concl.free
    if any(c < 0 for c in p.values()):
        raise NotFound("a negative coefficient")
    for m, c in p.items():
        facts: list[Fact] = []
        for a, e in m:
            if a.is_exp:
                facts.append(search.run("exp_pos", num(e) * a.term.args[0]))
            elif a.term in distances and e > 0:
                facts += [distances[a.term]] * int(e)
            elif a.term.op == "var" and e.q == 1 and int(e) % 2 == 0:
                facts += [search.run("instantiate", square, [(hole, a.term)])] * int(e / 2)
            else:
                raise NotFound("an atom of unknown sign")
        sums.append((num(c), facts))
    return search.run("arith", goal, sums, [], [])


def _homogeneous(p: Poly, whole: Mapping[Term, Poly], degrees: Mapping[Term, int]) -> Poly:
    """p with each monomial filled up to the degree of each of these variables by powers of what is 1."""
    out: Poly = {}
    for m, c in p.items():
        powers = {a.term: int(e) for a, e in m if a.term in whole}
        missing = (power(one, degrees[x] - powers.get(x, 0)) for x, one in whole.items())
        out = plus(out, product([{m: c}, *missing]))
    return out
