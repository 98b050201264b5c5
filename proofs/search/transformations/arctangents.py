"""Sums of arctangents and numbers that are multiples of π/4, such as Machin's formula 16 atan(1/5) − 4 atan(1/239) = π.

The tangent of the sum follows from the addition theorem, and bounds of the sum say which of the angles it is.
Reference: Størmer, on Machin-like formulas (1899).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import lcm

from flint import fmpq

from proofs.kernel.normal import canonical, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, atan, cos, eq, lt, mul, num, sin
from proofs.search.engine import Asked, Search, Way, method

CHAPTER = "trigonometry"
PI = 4 * atan(num(1))
MOST = 40  # arcs, each as often as it counts


def arcs_of(f: Term) -> tuple[fmpq, list[tuple[Term, int]]] | None:
    """c, (u_i, n_i) of f = c Σ n_i atan(u_i), the n_i integers."""
    found = {}
    for m, c in normal(f).items():
        if len(m) != 1 or next(iter(m))[0].term.op != "atan" or next(iter(m))[1] != 1:
            return None
        found[next(iter(m))[0].term.args[0]] = c
    scale = fmpq(1, lcm(*(int(c.q) for c in found.values())))
    counts = [(u, int(c / scale)) for u, c in found.items()]
    return (scale, counts) if 1 < sum(abs(n) for _, n in counts) <= MOST else None


def from_sum_of_angles(search: Search, asked: Asked, scale: fmpq, counts: list[tuple[Term, int]]) -> Fact:
    """From the sine of the sum, and where the sum lies."""

    def shown(goal: Term) -> Fact:
        return search.prove(asked.given, goal, asked.depth + 1)

    run, apply = search.run, search.p.apply
    steps = [(u, 1 if n > 0 else -1) for u, n in counts for _ in range(abs(n))]
    (u, first), *more = steps
    whole: Term = num(first) * atan(u)
    s, c, product = num(first) * u, num(1), cos(atan(u))
    at = apply(f"{CHAPTER}.sin_atan", x=u)
    sine = run("arith", eq(sin(atan(u)), mul(u, product)), [(num(1), [at])], [], [])
    cosine = run("arith", eq(cos(atan(u)), product), [], [], [])
    if first < 0:
        sine = search.p.have(eq(sin(whole), s * product), sine, apply(f"{CHAPTER}.sin_neg", x=atan(u)))
        cosine = search.p.have(eq(cos(whole), product), apply(f"{CHAPTER}.cos_neg", x=atan(u)))
    for u, sign in more:
        name, arc, own = "add" if sign > 0 else "sub", atan(u), cos(atan(u))
        at = apply(f"{CHAPTER}.sin_atan", x=u)
        sums = [apply(f"{CHAPTER}.{f}_{name}", x=whole, y=arc) for f in ("sin", "cos")]
        turn = num(sign) * u
        after = canonical(s + c * turn), canonical(c - s * turn)
        both = mul(product, own)
        goals = [eq(sums[0].concl.args[0], after[0] * both), eq(sums[1].concl.args[0], after[1] * both)]
        parts = [
            [(num(1), [sums[0]]), (own, [sine]), (turn * own, [cosine]), (num(sign) * cos(whole), [at])],
            [(num(1), [sums[1]]), (own, [cosine]), (-turn * own, [sine]), (num(-sign) * sin(whole), [at])],
        ]
        sine, cosine = (run("arith", g, p, [], []) for g, p in zip(goals, parts, strict=True))
        whole, s, c, product = sums[0].concl.args[0].args[0], *after, both
    nothing = shown(eq(s, num(0)))
    sine = run("arith", eq(sin(whole), num(0)), [(num(1), [sine]), (product, [nothing])], [], [])
    below, above = shown(lt(whole, PI)), shown(lt(-PI, whole))
    above = run("arith", lt(-whole, PI), [(num(1), [above])], [], [])
    out = []
    odd = apply(f"{CHAPTER}.sin_neg", x=whole)
    for v, limit, known in ((whole, below, [(num(1), [sine])]), (-whole, above, [(num(-1), [sine]), (num(1), [odd])])):
        beyond = run("assume", lt(num(0), v))
        positive = apply(f"{CHAPTER}.sin_pos", beyond, limit, x=v)
        never = run("arith", FALSE, [(num(1), [positive]), *known], [], [])
        out.append(run("cases", v, num(0), run("assume", v <= num(0)), run("absurd", never, v <= num(0))))
    high = run("arith", whole <= num(0), [(num(1), [out[0]])], [], [])
    low = run("arith", num(0) <= whole, [(num(1), [out[1]])], [], [])
    same = run("antisymmetry", high, low)
    return run("arith", asked.goal, [(num(-scale), [same])], [], [])


@method("sums of atan", share=0.5)
def sums_of_arcs(search: Search, asked: Asked) -> Iterator[Way]:
    """For an equation between sums of multiples of arcs of numbers, π among them."""
    found = arcs_of(asked.goal.args[1] - asked.goal.args[0]) if not asked.goal.free else None
    if found is not None:
        yield partial(from_sum_of_angles, search, asked, *found)
