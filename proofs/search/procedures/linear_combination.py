"""Linear combinations of hypotheses, of their products, and of tangents of exp and log, with rational multipliers.

The multipliers come from linear programming (as in Handelman's theorem). A polynomial with nonnegative coefficients in
the distances of its variables from the ends of their ranges, or in Bernstein form, needs none. A contradiction
is a combination that says 0 < 0. For example, x**2 < 1 follows from x**2 + y**2 == 1 and y > 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import prod

from flint import arb, fmpq

from proofs.kernel.normal import ONE, Poly, canonical, key, normal, plus, power, product
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, KernelError, Term, le, log, lt, num, substitute
from proofs.language.notation import opposite
from proofs.search.base.algebra import as_exponential, exponentials
from proofs.search.base.bounds import bounds
from proofs.search.base.constants import constant_facts
from proofs.search.base.facts import tangent
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables, fresh, is_polynomial, outward, with_logs
from proofs.search.base.ranges import Box, Side, box_hypotheses, side_hypotheses
from proofs.search.base.values import enclosure
from proofs.search.boxes.proving import Prover
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.counter import touching_point
from proofs.search.reductions import exponential

FACTS = 9  # relations whose products are tried
FEW, SHORT = 4, 6  # limits on hypotheses, and on summands of the goal, for products that are tried first
WIDEST = 100  # terms of the Bernstein form of a monomial


def products(search: Search, goal: Term, box: Box, others: Sequence[Term]) -> Fact:
    """Prove the goal from products of hypotheses, ends of ranges, bounds of exp and log, and their tangents."""
    f = canonical(goal.args[1] - goal.args[0])
    given = [*others, *box_hypotheses(box)]
    assumed = [search.run("assume", g) for g in given]
    facts = list(assumed)
    atoms = {a for g in (f, *(canonical(h.args[1] - h.args[0]) for h in others)) for m in normal(g) for a, _ in m}
    logs = [a.term for a in sorted(atoms, key=lambda a: a.order) if a.term.op == "log"]
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
            return search.p.have(goal, *some, degree=degree)
    touching = [tangent(search, a, b) for a, b in _opposite(f)]
    if not touching:
        raise NotFound("no consequence of products")
    above = [search.run("exp_pos", t.args[0]) for t in exponents[:3]]
    signs = [fact for fact in facts if fact.concl.op == "le" and fact.concl.args[1] in logs]
    return search.p.have(goal, *[*touching, *assumed, *above, *signs][: FACTS + 3], degree=2)


def _opposite(f: Term) -> list[tuple[Term, Term]]:
    """Return pairs of exponentials in f, the first with a positive, the second with a negative coefficient."""
    signs: dict[Term, set[bool]] = {}
    for m, c in normal(f).items():
        part = frozenset((a, e) for a, e in m if a.is_exp)
        signs.setdefault(as_exponential(part) if part else num(1), set()).add(c > 0)
    high = [t for t, found in signs.items() if True in found]
    low = sorted((t for t, found in signs.items() if False in found), key=lambda t: len(signs[t]))
    return [(a, b) for b in low for a in high if a is not b]


def exp_bounds(search: Search, t: Term, box: Box) -> list[Fact]:
    """Prove rational bounds of e^w on the box."""
    if any(v not in box for v in t.free):
        return []
    found = enclosure(t, box, 64)
    if found is None:
        return []
    out = []
    names = sorted(t.free, key=lambda v: v.args[0])
    rows = [[x, *(None if e is None else str(e) for e in (box[x].lo, box[x].hi))] for x in names]
    prover = Prover(search.p)
    if arb(found[1]) < 1e6:
        bound = outward(arb(found[1]), True)
        out.append(prover.relaxed(search.run("compute", lt(t, num(bound)), rows, ["leaf", 64]), box))
    if arb(found[0]) > 1e-6:
        bound = outward(arb(found[0]), False)
        out.append(prover.relaxed(search.run("compute", lt(num(bound), t), rows, ["leaf", 64]), box))
    return out


def log_bounds(search: Search, t: Term, ends: Sequence[Fact]) -> list[Fact]:
    """Prove log w <= w − 1 if 0 < w is evident, and 0 <= log w if 1 <= w is evident."""
    w = t.args[0]
    try:
        positive = search.p.positive(w, *ends)
        upper = search.p.apply("elementary.log_le_sub", positive, x=w)
    except KernelError:
        return []
    with suppress(KernelError):
        above = search.p.have(le(num(1), w), *ends, degree=1)
        return [search.p.apply("elementary.log_nonneg", above, x=w), upper, positive]
    return [upper, positive]


def log_tangents(search: Search, goal: Term, logs: Sequence[Term], given: Sequence[Term]) -> list[Fact]:
    """Prove tangents of log w and w log w at the point where the goal seems to be an equality."""
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
        out += [
            search.p.apply(name, *signs, x=t.args[0], u=level)
            for name in ("elementary.log_gibbs", "elementary.log_tangent")
        ]
        out += constant_facts(search.p, log(level))
    return out


def by_coefficients(search: Search, goal: Term, box: Box) -> Fact:
    """Prove 0 <= f for a polynomial f without negative coefficients in the distances of its variables from their ends.

    For a variable with two ends, both distances are used (Bernstein form). Even powers of a variable without ends are
    squares.
    """
    f = canonical(goal.args[1] - goal.args[0])
    moved: dict[Term, Term] = {}
    distances: dict[Term, Fact] = {}
    whole: dict[Term, Poly] = {}  # for a variable with two ends: the sum of both distances over the width, which is 1
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
    square = search.p.theorem("elementary.square_nonneg")
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
    """Homogenise p in each of these variables by powers of linear forms that equal 1."""
    out: Poly = {}
    for m, c in p.items():
        powers = {a.term: int(e) for a, e in m if a.term in whole}
        missing = (power(one, degrees[x] - powers.get(x, 0)) for x, one in whole.items())
        out = plus(out, product([{m: c}, *missing]))
    return out


def by_products(search: Search, given: Sequence[Term], goal: Term, depth: int) -> Fact:
    """Prove the goal by `products`, with the box and hypotheses of a new question."""
    box, others, sides = bounds(search, given, canonical(goal.args[1] - goal.args[0]))
    return search.cut(products(search, goal, box, others), sides)


@method("linear")
def linear(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield sums of hypotheses and of products of a few of them, unless the only hypothesis is one range."""
    if len(asked.f.free) > 1 or len(asked.relations) > 1 or any(g.op == "eq" for g in asked.given):
        assumed = [search.run("assume", g) for g in asked.given if g.op in ("le", "lt", "eq")]
        yield lambda: search.p.have(asked.goal, *assumed, degree=1, depth=1)
        monomials = normal(asked.f)
        if 1 < len(assumed) <= FEW and len(monomials) <= SHORT and any(len(m) > 1 for m in monomials):
            yield lambda: search.p.have(asked.goal, *assumed, degree=2, depth=1)
        sides = [f.concl.args for f in assumed]
        if len(assumed) <= MOST_ABSURD and any(sum(e for _, e in m) > 1 for s, t in sides for m in normal(t - s)):
            yield partial(by_contradiction, search, asked.goal, assumed)


def by_contradiction(search: Search, goal: Term, assumed: Sequence[Fact]) -> Fact:
    """Prove the goal by contradiction: products of its negation with hypotheses add up to 0 < 0.

    For example, 1 <= x follows from s x = s and s > 0, by (1 − x) s > 0.
    """
    contrary = search.run("assume", opposite(goal))
    pairs = [(contrary, f) for f in assumed if f.concl.op == "lt" or (f.concl.op == "le" and goal.op == "le")]
    false = search.p.have(FALSE, contrary, *assumed, *pairs, degree=1, depth=1)
    return search.p.by_contradiction(goal, false)


@method("coefficients")
def coefficients(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by coefficients in the distances from ends."""
    yield partial(by_coefficients, search, asked.goal, asked.box)


@method("products")
def products_of_hypotheses(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield products of all hypotheses."""
    equations = [g for g in asked.given if g.op == "eq"]
    yield partial(products, search, asked.goal, asked.box, [*equations, *asked.others])


@method("products")
def products_of_others(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield products of hypotheses if some are not ranges; also after the substitution x = e^u."""
    if asked.others:
        yield partial(products, search, asked.goal, asked.box, asked.others)
        ask = partial(by_products, search)
        for v in with_logs([*asked.others, asked.goal], asked.box)[:1]:
            yield partial(exponential, search, asked.given, asked.goal, v, asked.depth, ask)


@method("products")
def products_of_ranges(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield products of hypotheses if all are ranges."""
    if not asked.others:
        yield partial(products, search, asked.goal, asked.box, asked.others)


MOST_SQUARED = 4  # variables whose sums and differences are squared
MOST_DENIED = 2  # the largest depth at which hypotheses of a false goal are refuted one by one
MOST_ABSURD = 8  # facts whose products are tried for a contradiction


def contradiction(search: Search, asked: Asked, degree: int) -> Fact:
    """Prove the goal from contradictory hypotheses, using the ends of ranges that they imply, and products of these."""
    facts = _assumed(search, asked)
    false = search.p.have(FALSE, *facts, degree=1, depth=1) if degree == 1 else of_second_degree(search, facts)
    return search.run("absurd", false, asked.goal)


def _assumed(search: Search, asked: Asked, *more: Term) -> list[Fact]:
    """Return relations and hypotheses as facts, with the ends of ranges that the hypotheses imply."""
    asked.box  # noqa: B018 - it finds the ends
    facts = [search.run("assume", g) for g in (*more, *asked.given) if g.op in ("le", "lt", "eq")]
    return list({key(fact.concl): fact for fact in (*facts, *asked.sides)}.values())


def of_second_degree(search: Search, facts: Sequence[Fact]) -> Fact:
    """Prove 0 < 0 from facts, products of two of them, and squares of sums and differences of two variables."""
    equations, orders = ([f for f in facts if (f.concl.op == "eq") is equal] for equal in (True, False))
    powers = dict.fromkeys(p for f in facts for side in f.concl.args for m in normal(side) for p in m if p[0].is_exp)
    positive = [search.run("exp_pos", num(e) * a.term.args[0]) for a, e in list(powers)[:2]]
    orders = [*orders[:MOST_ABSURD], *positive]
    equations += (fact for f in positive for fact in constant_facts(search.p, f.concl) if fact.concl.op == "eq")
    square = search.p.theorem("elementary.square_nonneg")
    (hole,) = square.concl.free
    names = free_variables([f.concl for f in facts])
    sums = [w for x, y in combinations(names, 2) for w in (x - y, x + y)] if len(names) <= MOST_SQUARED else []
    squares = [search.run("instantiate", square, [(hole, w)]) for w in (*names, *sums)]
    pairs = combinations_with_replacement(orders, 2)
    return search.p.have(FALSE, *equations, *orders, *squares, *pairs, degree=1, depth=1)


def from_contrary(search: Search, asked: Asked) -> Fact:
    """Prove the goal by contradiction, from its negation, the hypotheses, and products of two of these."""
    facts = _assumed(search, asked, opposite(asked.goal))
    return search.p.by_contradiction(asked.goal, of_second_degree(search, facts))


@method("contradiction", share=0.2)
def contrary(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the proof by contradiction from the negated goal."""
    if is_polynomial(asked.f) and len(asked.f.free) <= MOST_SQUARED:
        yield partial(from_contrary, search, asked)


def against_hypothesis(search: Search, asked: Asked, g: Term) -> Fact:
    """Prove the goal from a contradiction between a hypothesis s <= t or s < t and the opposite order."""
    shown = search.prove([h for h in asked.given if h is not g], opposite(g), asked.depth + 1)
    false = search.run("arith", FALSE, [(num(1), [shown]), (num(1), [search.run("assume", g)])], [], [])
    return search.run("absurd", false, asked.goal)


@method("contradiction")
def contradictions(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield, for a false goal, refutations of the hypotheses."""
    for g in asked.given:
        if g.op in ("le", "lt") and not g.free:
            yield partial(against_hypothesis, search, asked, g)
    for degree in (1, 2):
        yield partial(contradiction, search, asked, degree)


@method("a hypothesis refuted", share=0.15)
def refuted_hypotheses(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield, for a false goal, the refutation of each hypothesis by the other hypotheses."""
    for g in asked.given:
        if g.op in ("le", "lt") and g.free and asked.depth <= MOST_DENIED:
            yield partial(against_hypothesis, search, asked, g)
