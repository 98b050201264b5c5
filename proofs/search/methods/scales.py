"""A hypothesis c <= h (or h <= c) with a homogeneous h: for h = c, where every summand grows with the scale.

With s = (h(x)/c)^(1/d) and u = x/s it is h(u) = c. If each summand of the goal is at s u not less than at u, for
1 <= s (or s <= 1), it is enough to know the goal at u.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, exp, inv, le, log, lt, num, substitute
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import fresh, simplified
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.points.sampling import seems_false


@dataclass(frozen=True)
class Level:
    """c <= h (if it is `above`) or h <= c, h homogeneous of a degree."""

    given: Term
    form: Term
    value: fmpq
    degree: int
    above: bool


def level_of(g: Term) -> Level | None:
    """A hypothesis as such a level."""
    if g.op != "le":
        return None
    p = normal(g.args[1] - g.args[0])
    c, rest = p.get(frozenset(), fmpq(0)), {m: v for m, v in p.items() if m}
    degrees = {sum((e for _, e in m), fmpq(0)) for m in rest}
    plain = all(a.term.op == "var" and e > 0 for m in rest for a, e in m)
    if not c or not plain or len(degrees) != 1 or any((v > 0) is (c > 0) for v in rest.values()):
        return None
    (degree,) = degrees
    sign = 1 if c < 0 else -1
    return Level(g, as_term({m: sign * v for m, v in rest.items()}), abs(c), int(degree), c < 0)


def summands(goal: Term) -> list[Term]:
    """Of right − left, as it is written."""

    def parts(t: Term, sign: int) -> Iterator[Term]:
        if t.op == "add":
            for a in t.args:
                yield from parts(a, sign)
        else:
            yield num(sign) * t

    return [*parts(goal.args[1], 1), *parts(goal.args[0], -1)]


def on_level(search: Search, asked: Asked, level: Level) -> Fact:
    """The goal from the goal where h = c, and from the growth of its summands."""
    run, names = search.run, sorted(asked.f.free | level.form.free, key=lambda v: v.args[0])
    s = fresh("scale'", [*asked.given, asked.goal])
    signs = [lt(num(0), x) for x in names]
    larger = {x: s * x for x in names}
    here = [*signs, eq(level.form, num(level.value))]
    beyond = [*signs, le(num(1), s)] if level.above else [*signs, lt(num(0), s), le(s, num(1))]
    growth = [le(num(0), canonical(substitute(t, larger) - t)) for t in summands(asked.goal) if t.free]
    if any(seems_false(beyond, g) for g in growth):
        raise NotFound("a summand does not grow")
    grown = [search.prove(beyond, g, asked.depth + 1) for g in growth]
    base = search.prove(here, asked.goal, asked.depth + 1)
    wanted = simplified(substitute(asked.goal, larger))
    out = run("arith", wanted, [(num(1), [base]), *((num(1), [fact]) for fact in grown)], [], [])

    # s = (h/c)^(1/d), u = x/s
    positive = [search.prove(asked.given, sign, asked.depth + 1) for sign in signs]
    ratio = canonical(level.form * num(1 / level.value))
    above = search.prove(asked.given, lt(num(0), ratio), asked.depth + 1)
    power = num(fmpq(1, level.degree)) * log(ratio)
    size = exp(power)
    root, whole = run("exp_pos", power), run("exp_log", above)
    out = run("instantiate", out, [(s, size), *((x, x * inv(size)) for x in names)])
    down = run("exp_pos", -power)
    sides = [
        run("arith", lt(num(0), x * inv(size)), [(num(1), [p, down])], [], [])
        for x, p in zip(names, positive, strict=True)
    ]
    at = substitute(level.form, {x: x * inv(size) for x in names})
    sides.append(run("arith", eq(at, num(level.value)), [(num(-level.value) * exp(-log(ratio)), [whole])], [], []))
    given = run("assume", level.given)
    if level.above:
        large = search.p.have(None, le(num(1), ratio), given, degree=1)
        order = search.p.apply(None, "elementary.log_nonneg", large, x=ratio)
        order = run("arith", le(num(0), power), [(num(fmpq(1, level.degree)), [order])], [], [])
        sides.append(run("arith", le(num(1), size), [(num(1), [run("exp_ge", power)]), (num(1), [order])], [], []))
    else:
        below = search.p.apply(None, "elementary.log_le_sub", above, x=ratio)
        small = run(
            "arith",
            le(power, num(0)),
            [(num(fmpq(1, level.degree)), [below]), (num(1 / level.value / level.degree), [given])],
            [],
            [],
        )
        order = search.p.apply(None, "elementary.exp_le", small, x=power, y=num(0))
        sides += [root, run("arith", le(size, num(1)), [(num(1), [order])], [], [])]
    out = search.cut(out, sides)
    return run("arith", asked.goal, [(num(1), [out])], [], [])


@method("on the level of a hypothesis", share=0.4)
def on_a_level(search: Search, asked: Asked) -> Iterator[Way]:
    """For positive variables of which one hypothesis says that a homogeneous number is large, or small."""
    known = {key(lt(num(0), x)) for x in asked.goal.free}
    rest = [g for g in asked.given if key(g) not in known]
    level = level_of(rest[0]) if len(rest) == 1 and len(asked.given) == len(known) + 1 else None
    if level is not None and search.has_long and level.form.free <= asked.goal.free and len(asked.goal.free) > 1:
        yield partial(on_level, search, asked, level)
