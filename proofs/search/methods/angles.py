"""sin, cos and functions like them where π is about: an end at a multiple of π, angles with a given sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, atan, cos, eq, inv, le, lt, num, sin, substitute
from proofs.search.base.algebra import slope
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import fresh, is_polynomial, of_waves, simplified, swapped, waves_in
from proofs.search.base.ranges import Side
from proofs.search.base.waves import QUARTER, above_chord
from proofs.search.cones.squares import sum_of_squares
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import value
from proofs.search.reductions import apart, changed, renamed

PI = 4 * atan(num(1))
(PIS,) = normal(PI)
ROOM = "trigonometry"
SIGNS = ("sin_pos", "cos_pos")
GRID = 24  # points at which a tangent is tried
NEARLY = 1e-9  # zero, in floating point
TURNS = (3, 7)  # where a variable without an end is cut


def ends_at_pi(asked: Asked) -> list[tuple[Term, Term, int]]:
    """The ends that are multiples of π, where the goal's sides seem to be equal: with the variable, and its side."""
    found = []
    for g in asked.given:
        p = normal(g.args[1] - g.args[0]) if g.op in ("le", "lt") else {}
        own = [(m, a.term) for m in p for a, e in m if a.term.op == "var" and len(m) == 1 and e == 1]
        if len(p) == 2 and len(own) == 1 and PIS in p:
            ((m, x),) = own
            if asked.f.free != {x}:
                continue
            end = canonical(num(-p[PIS] / p[m]) * as_term({PIS: fmpq(1)}))
            level = value(substitute(asked.f, {x: end}), {})
            if level is not None and abs(level) < NEARLY:
                found.append((x, end, 1 if p[m] > 0 else -1))
    return found


def from_an_end(search: Search, asked: Asked, x: Term, end: Term, side: int) -> Fact:
    """By u = |x − end|."""
    u = fresh(f"{x.args[0]}'end", (*asked.given, asked.goal))
    by, back = (end + u, x - end) if side > 0 else (end - u, end - x)
    return renamed(search, asked.given, asked.goal, x, (u, by, canonical(back)), [], asked.depth)


@method("from an end at π", share=0.5)
def ends(search: Search, asked: Asked) -> Iterator[Way]:
    """For sin and cos on a range with an end such as π/3."""
    if of_waves(asked.goal):
        for x, end, side in ends_at_pi(asked):
            yield partial(from_an_end, search, asked, x, end, side)


def turns_at_ends(asked: Asked) -> dict[Term, list[tuple[Term, fmpq, int]]]:
    """The hypotheses that give a variable an end at a multiple of π: with how many times π, and its side."""
    found: dict[Term, list[tuple[Term, fmpq, int]]] = {}
    for g in asked.given:
        p = normal(g.args[1] - g.args[0]) if g.op in ("le", "lt") else {}
        own = [(m, a.term) for m in p for a, e in m if a.term.op == "var" and len(m) == 1 and e == 1]
        if len(own) == 1 and len(p) == len(own) + (PIS in p):
            ((m, x),) = own
            turn = normal(PI)[PIS]
            found.setdefault(x, []).append((g, -p.get(PIS, fmpq(0)) / (p[m] * turn), 1 if p[m] > 0 else -1))
    return found


def in_turns(search: Search, asked: Asked, x: Term, ends: Sequence[tuple[Term, fmpq, int]]) -> Fact:
    """By t = x/π, so that the ends are numbers."""
    t, back, run = fresh(f"{x.args[0]}'turns", (*asked.given, asked.goal)), x * inv(PI), search.run
    positive = search.p.have(None, lt(num(0), PI), search.p.theorem(f"{ROOM}.pi_low"), degree=1)
    over = search.p.apply(None, "elementary.inv_pos", positive, x=PI)
    same = run("arith", eq(PI * back, x), [], [], [positive])
    extra = []
    for g, end, side in ends:
        make = lt if g.op == "lt" else le
        p = normal(g.args[1] - g.args[0])
        scale = abs(next(c for m, c in p.items() if m != PIS))
        limit = make(num(end), back) if side > 0 else make(back, num(end))
        extra.append(run("arith", limit, [(num(1 / scale), [run("assume", g), over])], [], [positive]))
    said = {key(simplified(substitute(g, {x: PI * t}))) for g, _, _ in ends}

    def ask(given: Sequence[Term], goal: Term, depth: int) -> Fact:
        return search.prove([g for g in given if key(g) not in said], goal, depth)

    return changed(search, asked.given, asked.goal, x, (t, PI * t, back), same, asked.depth, extra, ask)


@method("x = π t", share=0.5)
def by_turns(search: Search, asked: Asked) -> Iterator[Way]:
    """For a range with an end such as π/2 of a variable, where π stands in the goal, too."""
    if waves_in(asked.goal) and swapped(asked.f, QUARTER, num(0)) is not asked.f:
        for x, ends in turns_at_ends(asked).items():
            if x in asked.f.free and any(end for _, end, _ in ends):
                yield partial(in_turns, search, asked, x, ends)


@method("sign of sin or cos")
def sign_of_one(search: Search, asked: Asked) -> Iterator[Way]:
    """For 0 < sin u and 0 < cos u, by the range of u."""
    if asked.f.op in ("sin", "cos"):

        def shown() -> Fact:
            known = [search.run("assume", g) for g in asked.given]
            limits = [search.p.theorem(f"{ROOM}.{name}") for name in ("pi_low", "pi_high")]
            sign = search.p.apply(None, f"{ROOM}.{asked.f.op}_pos", *known, *limits, x=asked.f.args[0])
            return search.p.have(None, asked.goal, sign, degree=1)

        yield shown


@method("first turns apart", share=0.4)
def turns(search: Search, asked: Asked) -> Iterator[Way]:
    """For sin and cos of a variable with one end that stands outside of them, too: what is far is asked by itself."""
    outside = asked.f
    for t in waves_in(asked.goal):
        outside = swapped(outside, t, num(0))
    for x in outside.free if outside is not asked.f else ():
        side = asked.box.get(x, Side())
        for k in TURNS:
            if side.hi is None and side.lo is not None and side.lo < k:
                yield partial(apart, search, asked.given, asked.goal, x, fmpq(k), asked.depth)
            if side.lo is None and side.hi is not None and side.hi > -k:
                yield partial(apart, search, asked.given, asked.goal, x, fmpq(-k), asked.depth)


@dataclass(frozen=True)
class Alike:
    """Σ h(x_i) + rest is to be >= 0, where the sum of the x_i is given: they would all be the `mean`, if equal.

    `equation` is the hypothesis, whose right − left is `scale` · (Σ x_i − n · mean).
    """

    names: Sequence[Term]
    part: Term
    rest: Term
    mean: Term
    equation: Term
    scale: fmpq


def alike(asked: Asked) -> Iterator[Alike]:
    """The goal as a sum of one function of several variables with a given sum."""
    for g in asked.given:
        p = normal(g.args[1] - g.args[0]) if g.op == "eq" else {}
        own = {a.term: c for m, c in p.items() for a, e in m if len(m) == 1 and a.term.op == "var" and e == 1}
        level = as_term({m: c for m, c in p.items() if not any(a.term.free for a, _ in m)})
        if len(own) < 2 or len({*own.values()}) != 1 or g.free != own.keys():
            continue
        scale, names = next(iter(own.values())), sorted(own, key=lambda v: v.args[0])
        if canonical(g.args[1] - g.args[0] - num(scale) * sum(names, num(0)) - level).args != (0, 1):
            continue
        parts: dict[Term | None, Term] = dict.fromkeys((*names, None), num(0))
        for m, c in normal(asked.f).items():
            inside = {v for a, _ in m for v in a.term.free}
            if len(inside) > 1 or not inside <= own.keys():
                break
            at = next(iter(inside), None)
            parts[at] = parts[at] + as_term({m: c})
        else:
            first = parts[names[0]]
            if all(canonical(substitute(first, {names[0]: x})) is canonical(parts[x]) for x in names):
                mean = canonical(num(-1 / (scale * len(names))) * level)
                yield Alike(names, first, parts[None], mean, g, scale)


def by_tangents(search: Search, asked: Asked, sums: Alike) -> Fact:
    """h(x) >= h(m) + h'(m)(x − m) for each x, m the mean."""
    x, m, n = sums.names[0], sums.mean, len(sums.names)
    at_mean, rise = (canonical(substitute(h, {x: m})) for h in (sums.part, slope(sums.part, x)))
    closed = search.prove([], (lt if asked.goal.op == "lt" else le)(num(0), n * at_mean + sums.rest), asked.depth + 1)
    assumed = [search.run("assume", g) for g in asked.given]
    u = fresh("from'mean", (*asked.given, asked.goal))
    search.meaning[u] = x - m
    known = {g for g in asked.given if g.free == {x}}
    total = n * m
    with suppress(KernelError):
        known.add(search.p.have(None, lt(x, total), *assumed, degree=1).concl)
    move = {x: m + u}
    own = [simplified(substitute(g, move)) for g in sorted(known, key=str)]
    gap = canonical(substitute(sums.part, move) - at_mean - rise * u)
    if not _seems_above(gap, own, u, m, n):
        raise NotFound("not above its tangent")
    inside = search.prove(own, le(num(0), gap), asked.depth + 1)
    tangents = []
    for y in sums.names:
        fact = search.run("instantiate", inside, [(u, y - m)])
        tangents.append(search.cut(fact, [search.p.have(None, h, *assumed, degree=1) for h in fact.hyps.values()]))
    using = [(num(1), [t]) for t in (*tangents, closed)]
    using.append((num(1 / sums.scale) * rise, [search.run("assume", sums.equation)]))
    return search.run("arith", asked.goal, using, [], [])


def _seems_above(gap: Term, given: Sequence[Term], u: Term, mean: Term, count: int) -> bool:
    """Whether it is nonnegative where u + mean is a part of the sum of so many."""
    middle = value(mean, {}) or 0.0
    for k in range(1, GRID):
        point = {u: middle * (count * k / GRID - 1)}
        inside = [value(g.args[1] - g.args[0], point) for g in given]
        level = value(gap, point)
        if all(v is not None and v >= 0 for v in inside) and level is not None and level < -NEARLY:
            return False
    return True


@method("tangents where all are equal", share=0.5)
def equal_parts(search: Search, asked: Asked) -> Iterator[Way]:
    """For a sum of one transcendental function of several variables with a given sum."""
    if of_waves(asked.goal) or of_waves(asked.f):
        for sums in alike(asked):
            yield partial(by_tangents, search, asked, sums)


def on_circles(search: Search, asked: Asked) -> Fact:
    """By all s = sin u and c = cos u at once, where s² + c² = 1."""
    known = (*asked.given, asked.goal)
    assumed = [search.run("assume", g) for g in asked.given]
    limits = [search.p.theorem(f"{ROOM}.{name}") for name in ("pi_low", "pi_high")]
    values: list[tuple[Term, Term]] = []
    zeros: list[Fact] = []
    signs: list[Fact] = []
    for u in dict.fromkeys(t.args[0] for t in waves_in(asked.goal)):
        for f in (sin, cos):
            values.append((fresh(f"{f(u).op}'{len(values)}", known), f(u)))
        zeros.append(search.p.apply(None, f"{ROOM}.pythagoras", x=u))
        own: list[Fact] = []
        for name in SIGNS:
            with suppress(KernelError):
                own.append(search.p.apply(None, f"{ROOM}.{name}", *assumed, *limits, x=u))
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
    """For several angles: sin and cos as numbers whose squares have the sum 1, by sums of squares."""
    if len({t.args[0] for t in waves_in(asked.goal)}) > 1:
        yield partial(on_circles, search, asked)
