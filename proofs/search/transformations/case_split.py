"""Case splits on |u| and on if-then-else, which includes square roots, and into x = 0 and x > 0 under a root.

The smallest |u| or if-then-else goes first; each case is a question of its own. If the sign of u is known, or u and −u
may both take the place of |u|, no split is needed (`proofs.search.reductions.by_cases`).
So (x*y*z)**(1/3) <= (x + y + z)/3 for x, y, z >= 0 is plain where one of them is 0, and elsewhere has no choice left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proofs.kernel.normal import key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, eq, le, lt, num
from proofs.search.base.formulas import choices_in, is_rational, roots_of
from proofs.search.cones.homogeneous import proved
from proofs.search.cones.roots import power_of
from proofs.search.engine import Asked, Search, Way, method
from proofs.search.reductions import by_cases, through
from proofs.search.sequences.forms import root_of

BRIEFLY = 0.1  # of the effort that is left, to see that a root is positive
MOST_CASES = 6  # one inside another


@method("cases", share=None)
def choices(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield a split on the smallest if-then-else or |.|."""
    given, goal, depth = asked.given, asked.goal, asked.depth
    part = min((c for f in (*given, goal) for c in choices_in(f)), key=lambda c: c.args[0].size, default=None)
    if part is None:
        return
    known = {key(g) for g in given}
    condition = part.args[0]
    at_zero = [v for v in roots_of(part) if key(le(num(0), v)) in known]
    if at_zero and not any(g.op == "eq" for g in given):  # a product that vanishes where a factor does
        yield partial(from_zero, search, given, goal, at_zero[0], depth)
        return
    if part.op == "ite" and power_of(part.args[1]) and key(condition) not in known and is_rational(condition):
        from proofs.search.points.descent import sign_there  # NumPy takes time to load

        ways = [partial(proved, search, given, condition, depth), partial(search.prove, given, condition, depth + 1)]
        positive = search.attempt("only case", ways, BRIEFLY) if sign_there(given, condition.args[1]) > 0 else None
        if positive is not None:
            yield partial(without_choice, search, given, goal, part, positive, depth)
            return
    zero = next((v for v in (*roots_of(part), *zeros_of(part)) if key(le(num(0), v)) in known), None)
    if zero is not None:
        yield partial(from_zero, search, given, goal, zero, depth)
    else:
        yield partial(by_cases, search, given, goal, part, depth)


def zeros_of(part: Term) -> list[Term]:
    """Return the variables of a root of a polynomial with positive coefficients: positive ones leave it no choice."""
    found = power_of(part.args[1]) if part.op == "ite" else None
    p = {} if found is None else normal(found[0])
    plain = all(c > 0 and all(a.term.op == "var" and e > 0 for a, e in m) for m, c in p.items())
    return sorted({a.term for m in p for a, _ in m}, key=lambda v: v.args[0]) if plain else []


def without_choice(search: Search, given: Sequence[Term], goal: Term, part: Term, there: Fact, depth: int) -> Fact:
    """Put the first value of an if-then-else, the condition of which is known."""
    value = part.args[1]
    same = search.run("arith", eq(value, part), [(num(-1), [search.run("ite_eq", part, there)])], [], [])
    return through(search, given, goal, part, value, same, depth)


def from_zero(search: Search, given: Sequence[Term], goal: Term, x: Term, depth: int) -> Fact:
    """Split x >= 0 into x = 0 and x > 0."""
    rest = [g for g in given if key(g) != key(le(num(0), x))]
    weak = search.run("assume", le(num(0), x))
    same = search.run("antisymmetry", weak, search.run("assume", le(x, 0)))
    at = through(search, rest, goal, x, num(0), same, depth)
    beyond = search.prove([*rest, lt(num(0), x)], goal, depth + 1)
    return search.run("cases", x, num(0), at, beyond)


@method("cases", share=0.7)
def choices_outside(search: Search, asked: Asked) -> Iterator[Way]:
    """Yield, for sequences, a split on an if-then-else that is no root and not under a sum."""
    found = [c for f in (*asked.given, asked.goal) for c in choices_in(f) if c.op == "ite" and root_of(c) is None]
    for part in sorted(found, key=lambda c: c.size)[:1]:
        if asked.depth <= MOST_CASES:
            yield partial(by_cases, search, asked.given, asked.goal, part, asked.depth)
