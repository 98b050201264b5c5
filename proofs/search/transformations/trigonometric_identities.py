"""Trigonometric identities: values at parts of π, addition formulas, atan(1/x), and points of the unit circle.

An inequality may also follow from theorems about sin, cos and atan at the angles that occur, by linear arithmetic. So
sin(3*x) == 3*sin(x) - 4*sin(x)**3 follows from addition formulas and sin² + cos² = 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations_with_replacement
from math import prod

from flint import fmpq

from proofs.builder.proof import ProofError
from proofs.kernel.normal import Poly, as_term, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, atan, cos, eq, inv, lt, mul, num, sin
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import (
    RELATIONS,
    free_variables,
    fresh,
    is_polynomial,
    of_waves,
    simplified,
    swapped,
    swapped_all,
    waves_in,
)
from proofs.search.base.values import float_of
from proofs.search.base.waves import AT, CHAPTER, QUARTER, QUARTERS, above_chord, from_theorems, values_in
from proofs.search.cones.squares import sum_of_squares
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value
from proofs.search.reductions import through

SAMPLES = ((0.7, 1.9), (2.3, -0.4), (-1.1, 0.6))  # pairs of angles
NEAR = 1e-9  # the accuracy of a ratio at these
HIGHEST = 8  # multiples that are taken apart
SIGNS = ("sin_pos", "cos_pos")
WHOLE = (4, 2)  # quarters at which sin and cos are rational


def summands_of(t: Term) -> tuple[Term, Term] | None:
    """Return two terms whose sum is the argument of sin or cos, if that is a sum or a multiple."""
    p = normal(t.args[0])
    if len(p) > 1:
        first = next(iter(p))
        return as_term({first: p[first]}), as_term({m: c for m, c in p.items() if m != first})
    for m, c in p.items():
        if m == QUARTERS:
            whole = next((k for k in WHOLE if c >= k), None)
            return None if whole is None or c == whole else (num(whole) * QUARTER, as_term({m: c - whole}))
        if c.q == 1 and 1 < c <= HIGHEST:
            return as_term({m: fmpq(int(c) // 2)}), as_term({m: c - int(c) // 2})
    return None


def known_value(search: Search, t: Term) -> Fact | None:
    """Return the value of sin or cos at −u, at 0, π/2 or π, as an equation with t on the left."""
    p, name = normal(t.args[0]), t.op
    if not p:
        return search.p.theorem(f"{CHAPTER}.{name}_zero")
    if all(c < 0 for c in p.values()):
        return search.p.apply(f"{CHAPTER}.{name}_neg", x=canonical(-t.args[0]))
    for m, c in p.items():
        if len(p) == 1 and m == QUARTERS and c in AT:
            return search.p.theorem(f"{CHAPTER}.{name}_{AT[c]}")
    return None


def from_known(search: Search, t: Term) -> Fact | None:
    """Return the addition formula for t, if one summand is a part of π with a known value."""
    p = normal(t.args[0])
    if len(p) < 2 or p.get(QUARTERS) not in AT:
        return None
    here, rest = as_term({QUARTERS: p[QUARTERS]}), as_term({m: c for m, c in p.items() if m != QUARTERS})
    return search.p.apply(f"{CHAPTER}.{t.op}_add", x=here, y=rest)


def by_rewriting(search: Search, asked: Asked, t: Term, same: Fact) -> Fact:
    """Prove the goal with t rewritten by an equation t = …."""
    _, new = same.concl.args
    back = search.run("arith", eq(new, t), [(num(-1), [same])], [], [])
    return through(search, asked.given, asked.goal, t, new, back, asked.depth)


def _waves(asked: Asked) -> list[Term]:
    return list(dict.fromkeys(t for f in (asked.goal, *asked.given) for t in waves_in(f)))


@method("values of sin and cos", share=None)
def values(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a rewriting of sin or cos of −u, at simple parts of π, and of a sum with such a part."""
    known = ((t, known_value(search, t) or from_known(search, t)) for t in _waves(asked))
    found = next(((t, same) for t, same in known if same is not None), None)
    if found is not None:
        yield partial(by_rewriting, search, asked, *found)


def as_multiple(t: Term, others: Sequence[Term]) -> tuple[Term, Term] | None:
    """Return two terms whose sum is the argument, if that is a multiple of the argument of another."""
    p = normal(t.args[0])
    for q in (normal(u.args[0]) for u in others):
        ((m, c), *more) = p.items()
        if not more and q.keys() == p.keys() and m != QUARTERS and (c / q[m]).q == 1 and 1 < c / q[m] <= HIGHEST:
            return as_term(q), as_term({m: c - q[m]})
    return None


@method("sums of angles")
def sums_of_angles(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield the addition formula for sin or cos of a sum or a multiple."""
    found = _waves(asked)
    for t in found:
        parts = summands_of(t) or as_multiple(t, found)
        if parts is not None:
            same = search.p.apply(f"{CHAPTER}.{t.op}_add", x=parts[0], y=parts[1])
            yield partial(by_rewriting, search, asked, t, same)


def as_product(f: Term, names: Sequence[Term]) -> Term | None:
    """Return f as a multiple of two or three values of sin and cos at half angles, as it seems at a few points."""
    x, y = names
    halves = [num(1, 2) * t for t in (x, y, x + y, x - y)]
    points = [dict(zip(names, row, strict=True)) for row in SAMPLES]
    levels = [value(f, point) or 0.0 for point in points]
    table = {wave: [float_of(wave)(point, ()) for point in points] for t in halves for wave in (sin(t), cos(t))}
    for count in (2, 3):
        for waves in combinations_with_replacement(table, count):
            ratios = [v / prod(row) for v, *row in zip(levels, *(table[w] for w in waves), strict=True)]
            c = round(4 * ratios[0])
            if c and all(abs(4 * r - c) < NEAR for r in ratios):
                return mul(num(c, 4), *waves)
    return None


def by_product(search: Search, asked: Asked, product: Term) -> Fact:
    """Prove 0 <= f or 0 < f from f = product and the sign of the product."""
    same = search.prove([], eq(asked.f, product), asked.depth + 1)
    sign = search.prove(asked.given, RELATIONS[asked.goal.op](num(0), product), asked.depth + 1)
    return search.run("arith", asked.goal, [(num(1), [sign]), (num(-1), [same])], [], [])


@method("sums of waves as products", share=0.4)
def sums_as_products(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield sin x + sin y − sin(x + y) = 4 sin(x/2) sin(y/2) sin((x + y)/2), and the like for two angles."""
    names, waves = free_variables([asked.f]), waves_in(asked.f)
    if (
        len(names) == 2
        and len(normal(asked.f)) > 2
        and is_polynomial(swapped_all(asked.f, dict.fromkeys(waves, num(1))))
    ):
        product = as_product(asked.f, names)
        if product is not None:
            yield partial(by_product, search, asked, product)


def by_reciprocal(search: Search, asked: Asked, t: Term, w: Term) -> Fact:
    """Rewrite atan(1/w) as π/2 − atan w for w > 0."""
    sign = search.prove(asked.given, lt(num(0), w), asked.depth + 1)
    whole = search.p.apply(f"{CHAPTER}.atan_inv", sign, x=w)
    same = search.run("arith", eq(t, 2 * QUARTER - atan(w)), [(num(1), [whole])], [], [])
    return by_rewriting(search, asked, t, same)


@method("atan(1/x)")
def arctangents_of_reciprocals(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield atan(1/w) = π/2 − atan w."""
    arcs = [t for f in (asked.goal, *asked.given) for t in values_in(f, "atan")]
    for t in dict.fromkeys(arcs):
        w = canonical(inv(t.args[0]))
        if w.size < t.args[0].size:
            yield partial(by_reciprocal, search, asked, t, w)


@method("theorems about sin, cos, atan")
def theorems(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield linear arithmetic with theorems about sin, cos and atan."""
    if of_waves(asked.goal):
        yield partial(from_theorems, search, asked.given, asked.goal)


def with_even_powers(p: Poly, s: Term, c: Term) -> tuple[Term, Term] | None:
    """Return p with 1 − c² for s², and q with p = that + q (s² + c² − 1), if s has even exponents in p."""
    rest, quotient = num(0), num(0)
    for m, k in p.items():
        own = next((int(e) for a, e in m if a.term is s and e == int(e)), 0)
        others = as_term({frozenset((a, e) for a, e in m if a.term is not s): k})
        if own % 2 or own < 0 or s in others.free:
            return None
        half = own // 2
        rest = rest + others * (1 - c * c) ** half
        for i in range(half):
            quotient = quotient + others * s ** (2 * i) * (1 - c * c) ** (half - 1 - i)
    return canonical(rest), canonical(quotient)


def without_sine(
    search: Search, given: Sequence[Term], known: Sequence[Term], goal: Term, s: Term, c: Term, depth: int
) -> Way:
    """Return a tactic that proves the goal from the one without s, where s² + c² = 1 is the first of `known`."""

    def shown() -> Fact:
        own = [f for f in (*given, goal) if s in f.free]
        parts = {f: with_even_powers(normal(f.args[1] - f.args[0]), s, c) if f.op in RELATIONS else None for f in own}
        less, by = {}, {}
        for f, part in parts.items():
            if part is None:
                raise NotFound("an odd power")
            less[f], by[f] = RELATIONS[f.op](num(0), part[0]), part[1]
        circle = search.run("assume", known[0])
        beside = [f for f in known if s not in f.free]
        out = search.prove([*(less.get(g, g) for g in given), *beside], less.get(goal, goal), depth + 1)
        kept = [(g, [search.run("assume", g)]) for g in given if g in less]
        sides = [search.run("arith", less[g], [(num(1), there), (by[g], [circle])], [], []) for g, there in kept]
        more = [(-by[goal], [circle])] if goal in by else []
        return search.run("arith", goal, [(num(1), [search.cut(out, sides)]), *more], [], [])

    return shown


def on_circle(search: Search, asked: Asked, u: Term) -> Fact:
    """Name s = sin u and c = cos u, with s² + c² = 1; eliminate one that has only even powers."""
    formulas = (*asked.given, asked.goal)
    s, c = fresh("sin'", formulas), fresh("cos'", formulas)
    search.meaning |= {s: sin(u), c: cos(u)}
    names = ("pythagoras", "sin_low", "sin_high", "cos_low", "cos_high")
    facts = [search.p.apply(f"{CHAPTER}.{name}", x=u) for name in names]
    known = [search.run("assume", g) for g in asked.given]
    known += [search.p.theorem(f"{CHAPTER}.{name}") for name in ("pi_low", "pi_high")]
    for name in SIGNS:
        with suppress(ProofError):
            facts.append(search.p.apply(f"{CHAPTER}.{name}", *known, x=u))
    if len(facts) == len(names) + 2:
        facts.append(above_chord(search, facts[0], *facts[-2:]))

    def put(f: Term) -> Term:
        return simplified(swapped(swapped(f, sin(u), s), cos(u), c))

    given, goal, beside = [*map(put, asked.given)], put(asked.goal), [put(fact.concl) for fact in facts]
    alone = [without_sine(search, given, beside, goal, *pair, asked.depth) for pair in ((s, c), (c, s))]
    out = search.attempt("sin² + cos² = 1", alone)
    out = search.prove([*given, *beside], goal, asked.depth + 1) if out is None else out
    out = search.run("instantiate", out, [(s, sin(u)), (c, cos(u))])
    return search.cut(out, facts)


@method("the unit circle")
def circle(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield sin u and cos u as two numbers whose squares have the sum 1."""
    for u in dict.fromkeys(t.args[0] for t in waves_in(asked.goal)):
        yield partial(on_circle, search, asked, u)


def on_circles(search: Search, asked: Asked) -> Fact:
    """Prove a polynomial inequality in all s = sin u and c = cos u, with s² + c² = 1, by a sum of squares."""
    known = (*asked.given, asked.goal)
    assumed = [search.run("assume", g) for g in asked.given]
    limits = [search.p.theorem(f"{CHAPTER}.{name}") for name in ("pi_low", "pi_high")]
    values: list[tuple[Term, Term]] = []
    zeros: list[Fact] = []
    signs: list[Fact] = []
    for u in dict.fromkeys(t.args[0] for t in waves_in(asked.goal)):
        for f in (sin, cos):
            values.append((fresh(f"{f(u).op}'{len(values)}", known), f(u)))
        zeros.append(search.p.apply(f"{CHAPTER}.pythagoras", x=u))
        own: list[Fact] = []
        for name in SIGNS:
            with suppress(KernelError):
                own.append(search.p.apply(f"{CHAPTER}.{name}", *assumed, *limits, x=u))
        signs += [*own, above_chord(search, zeros[-1], *own)] if len(own) == len(SIGNS) else own

    def put(f: Term) -> Term:
        for v, t in values:
            f = swapped(f, t, v)
        return simplified(f)

    goal = put(asked.goal)
    if not is_polynomial(goal.args[1] - goal.args[0]):
        raise NotFound("not a polynomial in sin and cos")
    search.meaning |= dict(values)
    facts, equations = ([search.run("assume", put(fact.concl)) for fact in part] for part in (signs, zeros))
    out = sum_of_squares(search, goal, facts, equations)
    out = search.run("instantiate", out, values)
    return search.cut(out, [*signs, *zeros])


@method("unit circles")
def circles(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield, for several angles, a sum of squares on their unit circles."""
    if len({t.args[0] for t in waves_in(asked.goal)}) > 1:
        yield partial(on_circles, search, asked)
