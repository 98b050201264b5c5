"""Trigonometric substitutions: x = sin t for asin x, x = π t, and u = |x − e| for an end e at a multiple of π.

asin x is written 2 atan(u) with u = x/(1 + r), r = √(1 − x²). With c = cos(atan u), 2 c² = 1 + r.
So asin(x) <= pi/2*x on 0 <= x <= 1 is t <= pi/2*sin(t). In turns t = x/π, ends such as π/2 become rational: so
sin(x) >= 2*x/pi on 0 <= x <= pi/2 is sin(π t) >= 2 t on 0 <= t <= 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    FALSE,
    Term,
    abstract,
    atan,
    cos,
    eq,
    forall,
    inv,
    le,
    lt,
    num,
    sin,
    substitute,
    var,
)
from proofs.language.elaborate import Elaborator
from proofs.language.notation import implies
from proofs.search.base.facts import square_root
from proofs.search.base.formulas import fresh, of_waves, peeled, range_of, simplified, swapped, waves_in
from proofs.search.base.ranges import Side
from proofs.search.base.waves import QUARTER
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_zero, value
from proofs.search.reductions import apart, changed, renamed

CHAPTER = "trigonometry"
BRIEFLY = 0.1  # of the effort, for the sign of x
Ends = tuple[Term, Term]
Sums = list[tuple[Term, list[Fact]]]


def arcsines_in(t: Term) -> Iterator[Term]:
    """Yield the variables whose arcsine occurs in a term."""
    for x in sorted(t.free, key=lambda v: v.args[0]):
        arc = Elaborator().arcsine(x).args[1]
        if x.sort == "R" and swapped(t, arc, num(0)) is not t:
            yield x


class Angle:
    """The angle t = asin x, with facts about it."""

    def __init__(self, search: Search, asked: Asked, x: Term) -> None:
        self.search, self.asked, self.x = search, asked, x
        self.arc = Elaborator().arcsine(x).args[1]
        self.u = self.arc.args[0]
        self.r = self.u.args[1].args[0].args[1]
        self.t = 2 * self.arc
        run, apply = search.run, search.p.apply
        w, r, u = self.r.args[0].args[1], self.r, self.u
        inside = self.shown(le(num(0), w))
        self.root, self.square = square_root(search, self.r, w, inside)
        self.below = run("arith", lt(num(0), 1 + r), [(num(1), [self.root]), (num(1), [])], [], [])
        c = cos(self.arc)
        whole = apply(f"{CHAPTER}.cos_atan_square", x=u)
        sums = [((1 + r) * (1 + r), [whole]), (-c * c, [self.square])]
        half = run("arith", eq(2 * c * c, 1 + r), sums, [self.below], [self.below])
        sine, tangent = apply(f"{CHAPTER}.sin_double", x=self.arc), apply(f"{CHAPTER}.sin_atan", x=u)
        cosine, circle = (
            apply(f"{CHAPTER}.cos_double", x=self.arc),
            apply(f"{CHAPTER}.pythagoras", x=self.arc),
        )
        self.sine = search.p.have(eq(sin(self.t), x), sine, (tangent, 2 * c), (half, u), self.below)
        self.cosine = search.p.have(eq(cos(self.t), r), cosine, half, circle)

    def shown(self, goal: Term) -> Fact:
        """Prove a fact about x."""
        return self.search.prove(self.asked.given, goal, self.asked.depth + 1)

    def order(self, fact: Fact) -> Fact:
        """Prove atan v <= atan w from v <= w, and < from <."""
        run, (low, high) = self.search.run, fact.concl.args
        if fact.concl.op == "lt":
            return self.search.p.apply(f"{CHAPTER}.atan_lt", fact, x=low, y=high)
        goal, wrong, apart = le(atan(low), atan(high)), lt(atan(high), atan(low)), run("assume", lt(low, high))
        less = self.search.p.apply(f"{CHAPTER}.atan_lt", apart, x=low, y=high)
        never = run("arith", FALSE, [(num(1), [run("assume", wrong)]), (num(1), [less])], [], [])
        same = run("antisymmetry", fact, run("assume", le(high, low)))
        alike = self.search.p.congr(atan, same)
        other = run("arith", FALSE, [(num(1), [run("assume", wrong)]), (num(1), [alike])], [], [])
        false = run("cases", high, low, other, never)
        return run("cases", atan(low), atan(high), run("assume", goal), run("absurd", false, goal))

    def limits(self) -> list[Fact]:
        """Prove bounds of t: from 0 or else −π/2 on, and up to 0 or else π/2."""
        x, u, t, one, none = self.x, self.u, self.t, num(1), num(0)
        odd, zero = (
            self.search.p.apply(f"{CHAPTER}.atan_neg", x=one),
            self.search.p.theorem(f"{CHAPTER}.atan_zero"),
        )
        root = [(one, [self.root])]
        from_zero = self._between((none, x), (none, u), (none, t), [], [(num(-2), [zero])])
        from_least = self._between((-one, x), (-one, u), (-2 * QUARTER, t), root, [(num(-2), [odd])])
        to_zero = self._between((x, none), (u, none), (t, none), [], [(num(2), [zero])])
        to_most = self._between((x, one), (u, one), (t, 2 * QUARTER), root, [])
        return [fact for fact in (from_zero or from_least, to_zero or to_most) if fact is not None]

    def _between(self, at_x: Ends, at_u: Ends, at_t: Ends, more: Sums, ends: Sums) -> Fact | None:
        """Prove an order with t from one with x, by one with u; None if that one is not known."""
        run = self.search.run
        ways = [partial(self.shown, make(*at_x)) for make in (lt, le)]
        known = self.search.attempt("sign", ways, BRIEFLY)
        if known is None:
            return None
        make = lt if known.concl.op == "lt" else le
        scaled = run("arith", make(*at_u), [(num(1), [known]), *more], [self.below], [self.below])
        return run("arith", make(*at_t), [(num(2), [self.order(scaled)]), *ends], [], [])


def _is_implied(g: Term, x: Term) -> bool:
    """Return whether the bounds of the angle imply a hypothesis about x."""
    found = range_of(g)
    ends = (e for e in (found[1].lo, found[1].hi) if e is not None) if found else ()
    return found is not None and found[0] is x and all(abs(e) in (0, 1) for e in ends)


def by_sine(search: Search, asked: Asked, x: Term) -> Fact:
    """Prove the goal from the one in the angle."""
    angle = Angle(search, asked, x)
    name = fresh(f"{x.args[0]}'angle", (*asked.given, asked.goal))
    search.meaning[name] = angle.t
    whole = swapped(swapped(implies(*asked.given, asked.goal), angle.arc, num(1, 2) * name), angle.r, cos(name))
    *fewer, wanted = peeled(swapped(whole, x, sin(name)), len(asked.given))
    limits = angle.limits()
    sides = [swapped(fact.concl, angle.t, name) for fact in limits]
    own = [f for g, f in zip(asked.given, fewer, strict=True) if not _is_implied(g, x)]
    out = search.prove([simplified(g) for g in (*own, *sides)], simplified(wanted), asked.depth + 1)
    for g in reversed(fewer):
        out = search.run("discharge", g, out)
    out = search.cut(search.run("instantiate", out, [(name, angle.t)]), limits)
    # in which sin t is x, and cos t is r
    hole = var(f"hole'{len(search.p.made)}", "R")
    there = swapped(swapped(implies(*asked.given, asked.goal), angle.arc, num(1, 2) * name), angle.r, cos(name))
    shape = swapped(swapped(there, x, hole), name, angle.t)
    out = search.run("replace", angle.sine, forall("R", abstract(shape, [hole])), out)
    plain = swapped(swapped(implies(*asked.given, asked.goal), angle.arc, num(1, 2) * name), angle.r, hole)
    out = search.run("replace", angle.cosine, forall("R", abstract(swapped(plain, name, angle.t), [hole])), out)
    return search.detached(out, asked.given)


@method("x = sin t", share=0.6)
def sine(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield x = sin t for the arcsine of a variable."""
    for x in [*arcsines_in(asked.goal)][:1]:
        yield partial(by_sine, search, asked, x)


PI = 4 * atan(num(1))
(PIS,) = normal(PI)
NEAREST = 0.5  # ends
TURNS = (3, 7)  # where a half-line is cut


def ends_at_pi(asked: Asked) -> list[tuple[Term, Term, int]]:
    """Return the ends at multiples of π where the sides seem to be equal, as (variable, end, side)."""
    found = []
    for g in asked.given:
        p = normal(g.args[1] - g.args[0]) if g.op in ("le", "lt") else {}
        own = [(m, a.term) for m in p for a, e in m if a.term.op == "var" and len(m) == 1 and e == 1]
        if len(p) == 2 and len(own) == 1 and PIS in p:
            ((m, x),) = own
            if asked.f.free != {x}:
                continue
            end = canonical(num(-p[PIS] / p[m]) * as_term({PIS: fmpq(1)}))
            if seems_zero(substitute(asked.f, {x: end})):
                found.append((x, end, 1 if p[m] > 0 else -1))
    return found


def from_an_end(search: Search, asked: Asked, x: Term, end: Term, side: int) -> Fact:
    """Substitute u = |x − end|."""
    u = fresh(f"{x.args[0]}'end", (*asked.given, asked.goal))
    by, back = (end + u, x - end) if side > 0 else (end - u, end - x)
    return renamed(search, asked.given, asked.goal, x, (u, by, canonical(back)), [], asked.depth)


@method("from an end at π", share=0.5)
def ends(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield u = |x − end| for sin and cos on a range with an end such as π/3."""
    if of_waves(asked.goal):
        for x, end, side in ends_at_pi(asked):
            yield partial(from_an_end, search, asked, x, end, side)


def multiples_at_ends(asked: Asked) -> dict[Term, list[tuple[Term, fmpq, int]]]:
    """Return the hypotheses that give a variable an end at a multiple of π, with the multiple and the side."""
    found: dict[Term, list[tuple[Term, fmpq, int]]] = {}
    for g in asked.given:
        p = normal(g.args[1] - g.args[0]) if g.op in ("le", "lt") else {}
        own = [(m, a.term) for m in p for a, e in m if a.term.op == "var" and len(m) == 1 and e == 1]
        if len(own) == 1 and len(p) == len(own) + (PIS in p):
            ((m, x),) = own
            turn = normal(PI)[PIS]
            found.setdefault(x, []).append((g, -p.get(PIS, fmpq(0)) / (p[m] * turn), 1 if p[m] > 0 else -1))
    return found


def by_multiples_of_pi(search: Search, asked: Asked, x: Term, ends: Sequence[tuple[Term, fmpq, int]]) -> Fact:
    """Substitute t = x/π, so that the ends are rational."""
    t, back, run = fresh(f"{x.args[0]}'turns", (*asked.given, asked.goal)), x * inv(PI), search.run
    positive = search.p.have(lt(num(0), PI), search.p.theorem(f"{CHAPTER}.pi_low"), degree=1)
    over = search.p.apply("elementary.inv_pos", positive, x=PI)
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
def multiples_of_pi(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield x = π t for a range with an end such as π/2, if π occurs in the goal, too."""
    if waves_in(asked.goal) and swapped(asked.f, QUARTER, num(0)) is not asked.f:
        for x, ends in multiples_at_ends(asked).items():
            if x in asked.f.free and any(end for _, end, _ in ends):
                yield partial(by_multiples_of_pi, search, asked, x, ends)


def between_two(asked: Asked) -> tuple[Term, fmpq] | None:
    """Return a variable with two ends where the sides seem to be equal, one of them at π, and a place between them."""
    found = ends_at_pi(asked)
    for x in dict.fromkeys(x for x, _, _ in found):
        box = asked.box.get(x, Side())
        known = [(num(e), side) for e, side in ((box.lo, 1), (box.hi, -1)) if e is not None]
        ends = [(e, side) for e, side in known if seems_zero(substitute(asked.f, {x: e}))]
        ends += [(end, side) for y, end, side in found if y is x]
        low, high = ([value(e, {}) or 0.0 for e, s in ends if s == side] for side in (1, -1))
        if low and high and min(high) - max(low) > NEAREST:
            return x, fmpq(round((max(low) + min(high)) * 2), 4)
    return None


@method("two ends, one at π", share=0.7)
def two_ends(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a split of a range at both of whose ends the sides are equal: sin(x) >= 0 on [0, π]."""
    cut = between_two(asked) if of_waves(asked.goal) else None
    if cut is not None:
        yield partial(apart, search, asked.given, asked.goal, *cut, asked.depth)


@method("first turns apart", share=0.4)
def half_lines(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a split far from the end, for a half-line of a variable that occurs outside sin and cos, too."""
    outside = asked.f
    for t in waves_in(asked.goal):
        outside = swapped(outside, t, num(0))
    for x in sorted(outside.free, key=lambda v: v.args[0]) if outside is not asked.f else ():
        side = asked.box.get(x, Side())
        for k in TURNS:
            if side.hi is None and side.lo is not None and side.lo < k:
                yield partial(apart, search, asked.given, asked.goal, x, fmpq(k), asked.depth)
            if side.lo is None and side.hi is not None and side.hi > -k:
                yield partial(apart, search, asked.given, asked.goal, x, fmpq(-k), asked.depth)
