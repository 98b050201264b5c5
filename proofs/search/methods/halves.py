"""Angles of a triangle: by t = tan(x/2), which makes sin and cos rational; of an acute one by tan x, too.

Where A + B + C = π and all three are positive, the t are positive, too, and t_A t_B + t_B t_C + t_C t_A = 1. What is
asked of sin and cos of the angles, of their halves and their doubles is then an algebraic question. If the triangle is
acute, tan A + tan B + tan C = tan A tan B tan C.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from flint import fmpq

from proofs.kernel.normal import as_term, atom, canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import KernelError, Term, abstract, atan, cos, eq, forall, inv, lt, mul, num, rebuild, sin, var
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import fresh, simplified, swapped, waves_in
from proofs.search.engine import Asked, Search, Way, method

ROOM = "trigonometry"
QUARTER = 2 * atan(num(1))  # π/2
(TURNS,) = normal(QUARTER)
HALF = fmpq(1, 2)


def angles_of(g: Term) -> list[Term]:
    """Three variables of which the equation says that their sum is π."""
    p = normal(g.args[1] - g.args[0]) if g.op == "eq" else {}
    names = [a.term for m in p for a, e in m if len(m) == 1 and a.term.op == "var" and e == 1]
    sizes = {c for m, c in p.items() if m != TURNS}
    plain = len(names) == 3 and len(p) == 4 and len(sizes) == 1
    return sorted(names, key=lambda v: v.args[0]) if plain and p.get(TURNS) == -4 * sizes.pop() else []


class Triangle:
    """The angles of a triangle by the tangents T of x/2, or of x."""

    def __init__(self, search: Search, asked: Asked, equation: Term, names: Sequence[Term], part: fmpq = HALF) -> None:
        self.search, self.asked, self.run, self.equation = search, asked, search.run, equation
        limits = [search.p.theorem(f"{ROOM}.{name}") for name in ("pi_low", "pi_high")]
        self.known = [*(search.run("assume", g) for g in asked.given), *limits]
        self.names = names
        self.part = part
        self.arc = {x: canonical(x * num(part)) for x in names}
        self.tangent = {x: sin(y) * inv(cos(y)) for x, y in self.arc.items()}
        self.positive = {x: self._apply("cos_pos", y) for x, y in self.arc.items()}

    def _apply(self, name: str, x: Term) -> Fact:
        return self.search.p.apply(None, f"{ROOM}.{name}", *self.known, x=x)

    def _equation(self, goal: Term, sums: Sequence[tuple[Term, Fact]], nonzero: Sequence[Fact] = ()) -> Fact:
        """An equation that is a combination of equations."""
        return self.run("arith", goal, [(c, [fact]) for c, fact in sums], [], list(nonzero))

    def sign(self, x: Term) -> Fact:
        """0 < T."""
        sums = [(num(1), [self._apply("sin_pos", self.arc[x])])]
        return self.run("arith", lt(num(0), self.tangent[x]), sums, [self.positive[x]], [self.positive[x]])

    def square(self, x: Term) -> Fact:
        """1/(1 + T²) = cos² of the arc."""
        t, c = self.tangent[x], cos(self.arc[x])
        theorem = self.search.p.theorem("elementary.square_nonneg")
        (hole,) = theorem.concl.free
        above = self.run("instantiate", theorem, [(hole, t)])
        one = self.run("arith", lt(num(0), 1 + t**2), [(num(1), []), (num(1), [above])], [], [])
        circle = self._apply("pythagoras", self.arc[x])
        whole = self._equation(eq((1 + t**2) * c**2, num(1)), [(num(1), circle)], [self.positive[x]])
        return self._equation(eq(inv(1 + t**2), c**2), [(-inv(1 + t**2), whole)], [one])

    def equation_of_tangents(self) -> Fact:
        """Σ T T = 1, because cos((A + B + C)/2) = 0; or T + T + T = T T T, because sin(A + B + C) = 0."""
        u, v, w = self.arc.values()
        k = next(c for m, c in normal(self.equation.args[1] - self.equation.args[0]).items() if m != TURNS)
        assumed, halves = self.run("assume", self.equation), self.part == HALF
        total, name = (QUARTER, "cos_half") if halves else (2 * QUARTER, "sin_pi")
        turn = self._equation(eq(total, canonical(u + v + w)), [(num(self.part / k), assumed)])
        hole, f = var("hole'angle", "R"), cos if halves else sin
        zero = self.search.p.theorem(f"{ROOM}.{name}")
        zero = self.run("replace", turn, forall("R", abstract(eq(f(hole), num(0)), [hole])), zero)
        apply = partial(self.search.p.apply, None)
        whole = apply(f"{ROOM}.{'cos' if halves else 'sin'}_add", x=u, y=canonical(v + w))
        parts = [apply(f"{ROOM}.{name}_add", x=v, y=w) for name in ("cos", "sin")]
        cosines = inv(cos(u)) * inv(cos(v)) * inv(cos(w))
        a, b, c = self.tangent.values()
        goal = eq(a * b + b * c + c * a, num(1)) if halves else eq(a * b * c, a + b + c)
        factors = (cos(u), -sin(u)) if halves else (sin(u), cos(u))
        sums = [(num(-1), zero), (num(1), whole), *zip(factors, parts, strict=True)]
        return self._equation(goal, [(cosines * factor, fact) for factor, fact in sums], list(self.positive.values()))

    def values(self, t: Term) -> list[Fact]:
        """What sin or cos of an angle, of its half or its double is."""
        for x, y in self.arc.items():
            k, tangent = _multiple(t.args[0], y), self.tangent[x]
            sine = t.op == "sin"
            if k == 1:
                zero = self._equation(eq(sin(y), tangent * cos(y)), [], [self.positive[x]])
                return [self.square(x), self.positive[x], *([zero] if sine else [])]
            if k == 2:
                square, below = self.square(x), inv(1 + tangent**2)
                added = self.search.p.apply(None, f"{ROOM}.{t.op}_add", x=y, y=y)
                factor = 2 * tangent if sine else 1 - tangent**2
                sums = [(num(1), added), (-factor, square)]
                return [self._equation(eq(t, factor * below), sums, [self.positive[x]])]
            if k == 4 and self.part == HALF:
                doubled = self.search.p.apply(None, f"{ROOM}.{t.op}_double", x=x)
                return [doubled, *(fact for f in (sin, cos) for fact in self.values(f(x)))]
        raise NotFound("an angle of another kind")

    def _with_tangents(self, side: Term) -> Term:
        """With T for the quotients sin/cos of the arcs."""
        total = num(0)
        for m, c in normal(side).items():
            powers = {a.term: e for a, e in m}
            part = num(c)
            for x, y in self.arc.items():
                e = powers.get(sin(y), fmpq(0))
                if e > 0 and powers.get(inv(cos(y))) == e:
                    part = mul(part, *[self.tangent[x]] * int(e))
                    del powers[sin(y)], powers[inv(cos(y))]
            total = total + mul(part, as_term({frozenset((atom(t), e) for t, e in powers.items()): fmpq(1)}))
        return total

    def proved(self) -> Fact:
        """The goal from the same about the tangents."""
        goal = rebuild(simplified(self.asked.goal), lambda side, _: self._with_tangents(side))
        facts = [*map(self.sign, self.names), self.equation_of_tangents()]
        for t in waves_in(_put(goal, [(x, t) for x, t in self.tangent.items()])):
            facts += self.values(t)
        for x in self.names if self.part == HALF else ():  # T < 1 of an acute angle
            with suppress(KernelError):
                right, square = self._apply("cos_pos", x), self.values(cos(x))
                facts.append(self._below_one(x, right, square[0]))
        known = (*self.asked.given, self.asked.goal)
        swaps = [(fresh(f"{x.args[0]}'tan", known), t) for x, t in self.tangent.items()]
        waves = dict.fromkeys(u for f in facts for u in waves_in(_put(f.concl, swaps)))
        swaps += [(fresh(f"{u.op}'{i}", known), u) for i, u in enumerate(waves)]
        self.search.meaning |= dict(swaps)
        inside = [_put(f.concl, swaps) for f in facts]
        out = self.search.prove(list(map(simplified, inside)), simplified(_put(goal, swaps)), self.asked.depth + 1)
        out = self.search.cut(self.run("instantiate", out, swaps), facts)
        return self.run("arith", self.asked.goal, [(num(1), [out])], [], list(self.positive.values()))

    def _below_one(self, x: Term, right: Fact, value: Fact) -> Fact:
        """T < 1 from 0 < cos x = (1 − T²)/(1 + T²)."""
        t = self.tangent[x]
        theorem = self.search.p.theorem("elementary.square_nonneg")
        (hole,) = theorem.concl.free
        above = self.run("instantiate", theorem, [(hole, t)])
        one = self.run("arith", lt(num(0), 1 + t**2), [(num(1), []), (num(1), [above])], [], [])
        sums = [(num(1), [right, one]), (1 + t**2, [value])]
        less = self.run("arith", lt(num(0), 1 - t**2), sums, [], [one])
        more = self.run("arith", lt(num(0), 1 + t), [(num(1), []), (num(1), [self.sign(x)])], [], [])
        return self.run("arith", lt(t, num(1)), [(num(1), [less])], [more], [])


def _multiple(u: Term, y: Term) -> fmpq | None:
    """k, if u = k y."""
    p, q = normal(u), normal(y)
    (m,) = q
    return p[m] / q[m] if set(p) == {m} else None


def _put(f: Term, swaps: Sequence[tuple[Term, Term]]) -> Term:
    """The formula with variables for terms."""
    for v, t in swaps:
        f = swapped(f, t, v)
    return f


def is_rational_in_tangents(goal: Term, names: Sequence[Term], part: fmpq = HALF) -> bool:
    """Whether sin and cos of half an angle stand in the goal an even number of times together, in each of its parts."""
    for x in names:
        own = {f(canonical(x * num(part))) for f in (sin, cos)}
        for m in normal(goal.args[1] - goal.args[0]):
            if sum(int(e) for a, e in m if (a.term.args[0] if a.term.op == "inv" else a.term) in own) % 2:
                return False
    return True


def _by_tangents(search: Search, asked: Asked, part: fmpq) -> Iterator[Way]:
    for g in asked.given if search.has_long and waves_in(asked.goal) else ():
        names = angles_of(g)
        if names and is_rational_in_tangents(asked.goal, names, part):
            yield partial(_proved, search, asked, g, names, part)


def _proved(search: Search, asked: Asked, equation: Term, names: Sequence[Term], part: fmpq) -> Fact:
    return Triangle(search, asked, equation, names, part).proved()


@method("tangents of half angles", share=0.25)
def triangle(search: Search, asked: Asked) -> Iterable[Way]:
    """For sin and cos of the angles of a triangle."""
    return _by_tangents(search, asked, HALF)


@method("tangents of acute angles", share=0.25)
def acute(search: Search, asked: Asked) -> Iterable[Way]:
    """For tan, sin² and cos² of the angles of an acute triangle."""
    return _by_tangents(search, asked, fmpq(1))
