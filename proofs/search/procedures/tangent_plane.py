"""Tangent planes of square roots of quadratic polynomials, at the point where their sum is least.

For a quadratic polynomial w that is nowhere negative and its tangent plane 2 p − w(v) at a point v,
    p² <= w(v) w, so √w >= p/√w(v).
If the rest of the goal is linear, so is the goal with planes for roots. For example,
sqrt(x**2 + 1) + sqrt(y**2 + 4) >= 5 follows from x + y == 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from flint import fmpq

from proofs.kernel.normal import as_term, canonical, constant, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, exp, le, log, lt, mul, num, substitute
from proofs.search.base.algebra import slope
from proofs.search.base.constants import prime_powers
from proofs.search.base.failures import NotFound
from proofs.search.cones.roots import power_of
from proofs.search.engine import Asked, Search, Way, method

MOST = 2  # points that are tried
HALF = fmpq(1, 2)


@dataclass(frozen=True)
class Sum:
    """A sum Σ c_i √w_i + rest: the roots as if-then-else terms, with their coefficients c_i > 0 and radicands."""

    roots: Mapping[Term, tuple[fmpq, Term]]
    rest: Term


def sum_of_roots(f: Term) -> Sum | None:
    """Write a term as such a sum of at least two roots; return None if this is impossible."""
    roots: dict[Term, tuple[fmpq, Term]] = {}
    rest = {}
    for m, c in normal(f).items():
        own = [a.term for a, _ in m if a.term.op == "ite" and a.term.free]
        if not own:
            rest[m] = c
            continue
        w = _radicand(own[0])
        if len(m) > 1 or next(iter(m))[1] != 1 or c < 0 or w is None:
            return None
        roots[own[0]] = c, w
    return Sum(roots, as_term(rest)) if len(roots) > 1 else None


def _radicand(t: Term) -> Term | None:
    """Return w of `√w if 0 < w else 0` if it is a quadratic polynomial, else None."""
    condition, then, other = t.args
    found = power_of(then)
    if found is None or found[1] != HALF or condition.op != "lt" or normal(condition.args[0]) or normal(other):
        return None
    w = condition.args[1]
    degrees = [sum(e for _, e in m) for m in normal(w)]
    plain = all(a.term.op == "var" and e > 0 for m in normal(w) for a, e in m)
    return w if plain and max(degrees) == 2 and canonical(w) is canonical(found[0]) else None


def above_planes(search: Search, asked: Asked, sums: Sum, point: Mapping[Term, fmpq]) -> Fact:
    """Prove the goal from the tangent planes of the roots at a point."""
    at = {x: num(v) for x, v in point.items()}
    total, parts = sums.rest, []
    for t, (c, w) in sums.roots.items():
        level = constant(normal(substitute(w, at)))
        if level is None or level <= 0:
            raise NotFound("a root vanishes there")
        rises = [num(HALF) * substitute(slope(w, x), at) * (x - at[x]) for x in sorted(w.free, key=str)]
        plane, below = _below(search, asked, t, w, level, canonical(sum(rises, num(level))))
        total = total + num(c) * plane
        parts.append((num(c), [below]))
    inside = search.prove(asked.given, (lt if asked.goal.op == "lt" else le)(num(0), canonical(total)), asked.depth + 1)
    return search.run("arith", asked.goal, [(num(1), [inside]), *parts], [], [])


def _below(search: Search, asked: Asked, t: Term, w: Term, level: fmpq, p: Term) -> tuple[Term, Fact]:
    """Return p/√level, and the fact that it is at most the root t of w."""
    run = search.run
    squares = search.prove(asked.given, le(num(0), canonical(num(level) * w - p * p)), asked.depth + 1)
    q, free = _square_part(level)
    unit, whole = exp(num(HALF) * log(num(free))), run("exp_log", search.p.have(lt(num(0), num(free))))
    s, above_s = num(q) * unit, run("exp_pos", num(HALF) * log(num(free)))
    is_root, is_zero = run("assume", lt(num(0), w)), run("assume", le(w, num(0)))
    goal = le(p, mul(s, t))

    r = t.args[1]
    too_small = run("assume", lt(s * r, p))
    sums = [
        (num(1), [too_small, too_small]),
        (num(2 * q), [too_small, above_s, run("exp_pos", r.args[0])]),
        (num(1), [squares]),
        (num(-q * q) * unit * unit, [run("exp_log", is_root)]),
        (num(-q * q) * w, [whole]),
    ]
    positive = run("cases", p, s * r, run("assume", le(p, s * r)), _never(search, sums, le(p, s * r)))
    chosen = run("ite_eq", t, is_root)
    positive = run("arith", goal, [(num(1), [positive]), (-s, [chosen])], [], [])

    too_small = run("assume", lt(num(0), p))
    sums = [(num(1), [too_small, too_small]), (num(1), [squares]), (num(level), [is_zero])]
    zero = run("cases", p, num(0), run("assume", le(p, num(0))), _never(search, sums, le(p, num(0))))
    zero = run("arith", goal, [(num(1), [zero]), (-s, [run("ite_eq", t, is_zero)])], [], [])

    both = run("cases", w, num(0), zero, positive)
    plane = num(1 / (q * free)) * unit * p
    return plane, run(
        "arith", le(plane, t), [(num(1 / (q * free)), [both, above_s]), (num(1 / free) * t, [whole])], [], []
    )


def _never(search: Search, sums: Sequence[tuple[Term, list[Fact]]], goal: Term) -> Fact:
    return search.run("absurd", search.run("arith", FALSE, list(sums), [], []), goal)


def _square_part(level: fmpq) -> tuple[fmpq, fmpq]:
    """Return q, m with level = q² m, m an integer without square factors."""
    q, m = fmpq(1), fmpq(1)
    for prime, e in prime_powers(num(level)):
        q, m = q * fmpq(prime) ** (e // 2), m * fmpq(prime) ** (e % 2)
    return q, m


@method("tangent planes", share=0.3)
def planes(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield tangent planes at the points with small denominators where the sum seems to be least."""
    sums = sum_of_roots(asked.f) if asked.goal.op in ("le", "lt") else None
    if sums is None or not search.has_long:
        return
    from proofs.search.points.descent import simple_lowest  # NumPy takes time to load

    for point in simple_lowest(asked.given, asked.f)[:MOST]:
        yield partial(above_planes, search, asked, sums, point)
