"""Points at which a term is undefined, such as π/2 for tan(x).

At such a point a denominator or the argument of a logarithm vanishes, for example. The equations are solved as in
`algebraic`, and also for multiples of π/12 as the angle of a sine or cosine. A point requires a theorem that all
hypotheses hold at it and the condition fails.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, product

from proofs.builder.chapter import Claim
from proofs.checking.definedness import conditions
from proofs.kernel.normal import Poly, as_term, canonical, normal
from proofs.kernel.terms import KernelError, Term, eq, inv, le, lt, num, substitute
from proofs.language.notation import PI
from proofs.search.base.algebra import factored
from proofs.search.base.effort import over
from proofs.search.base.formulas import free_variables, ranges, waves_in
from proofs.search.base.ranges import Side
from proofs.search.base.values import to_float
from proofs.search.counterexamples.algebraic import OTHERS, Values
from proofs.search.counterexamples.algebraic import points as algebraic_points
from proofs.search.points.counter import truth
from proofs.search.points.sampling import value

FEW = 3  # the maximum number of variables
PARTS = 12  # the angles tried are multiples of π/12
TURNS = 3  # half turns on either side of 0, if the hypotheses give no range
MOST_ANGLES = 3_000
SIZES = (1, 2, 0, 3)  # values of integer variables, for which no equation is solved
TINY = 1e-9  # a smaller number counts as zero


def denied(claim: Claim) -> tuple[Term, ...] | None:
    """Return the hypotheses, the conditions under which they are defined, and the negation of the claim's condition.

    Return None unless the condition is w ≠ 0, 0 < w or 0 <= w.
    """
    shows = claim.shows
    if shows.op == "imp" and shows.args[0].op == "eq" and shows.args[1].op == "false":
        fails = shows.args[0]
    elif shows.op in ("lt", "le"):
        fails = (le if shows.op == "lt" else lt)(shows.args[1], shows.args[0])
    else:
        return None
    needed = [c for f in (*claim.given, fails) for c in conditions(f)]
    return tuple(dict.fromkeys((*claim.given, *needed, fails)))


def equations(claim: Claim) -> list[Term]:
    """Return formulas one of which holds if the condition fails: u = 0 for the factors u of w, and possibly w < 0."""
    shows = claim.shows.args[0] if claim.shows.op == "imp" else claim.shows
    try:
        factors = [u for u, _ in factored(canonical(shows.args[1] - shows.args[0])).factors]
    except KernelError:
        return []
    return [*(eq(u, 0) for u in factors), *([] if shows.op == "eq" else [lt(shows.args[1], shows.args[0])])]


def points(given: Sequence[Term], equation: Term, limit: float) -> Iterator[Values]:
    """Yield points at which the equation seems to hold, and no hypothesis is shown to fail."""
    integers = [v for v in free_variables((*given, equation)) if v.sort == "Z"]
    if len(integers) > FEW:
        return
    for chosen in product(SIZES, repeat=len(integers)):
        sizes = dict(zip(integers, map(num, chosen), strict=True))
        here, wanted = [substitute(g, sizes) for g in given], substitute(equation, sizes)
        at_angles = _at_angles(here, wanted, limit) if wanted.op == "eq" else ()
        for values in chain(at_angles, algebraic_points((*here, wanted), lt(num(1), num(0)), limit)):
            yield sizes | values


def _at_angles(given: Sequence[Term], equation: Term, limit: float) -> Iterator[Values]:
    """Yield points of this kind at which the angle of a sine or cosine in the equation is a multiple of π/12."""
    u = equation.args[0]
    names = free_variables((*given, equation))
    if len(names) > FEW or any(v.sort != "R" for v in names):
        return
    for x in (v for v in names if v in u.free):
        others = [v for v in names if v is not x]
        for chosen in product((*OTHERS, x, -x), repeat=len(others)):
            set_to = dict(zip(others, chosen, strict=True))
            angles = [w.args[0] for w in waves_in(substitute(u, set_to))]
            here, wanted = [substitute(g, set_to) for g in given], substitute(u, set_to)
            for at in dict.fromkeys(solution for t in angles for solution in _solutions(t, x, here)):
                if over(limit):
                    return
                found = value(wanted, {x: _float(at)})
                if found is None or abs(found) > TINY:
                    continue
                values = {x: at, **{v: canonical(substitute(t, {x: at})) for v, t in set_to.items()}}
                if all(truth(substitute(g, values)) is not False for g in given):
                    yield values


def _solutions(t: Term, x: Term, given: Sequence[Term]) -> Iterator[Term]:
    """Yield values of x at which an angle linear in x is a multiple of π/12, the smallest angles first."""
    slope: Poly = {}
    rest: Poly = {}
    for m, c in normal(t).items():
        powers = {a.term: e for a, e in m}
        if powers.get(x) == 1:
            slope[frozenset((a, e) for a, e in m if a.term is not x)] = c
        else:
            rest[m] = c
    a, b = as_term(slope), as_term(rest)
    if not slope or a.free or b.free:
        return
    rate, start = _float(a), _float(b)
    side = ranges(given).get(x, Side())
    low, high = (None if e is None else to_float(e) for e in (side.lo, side.hi))
    wide = TURNS * math.pi / abs(rate)
    low = (-wide if high is None else min(-wide, high - wide)) if low is None else low
    high = max(wide, low + wide) if high is None else high
    first, last = sorted(PARTS * (rate * end + start) / math.pi for end in (low, high))
    steps = range(math.ceil(first - 1e-6), math.floor(last + 1e-6) + 1)
    if len(steps) <= MOST_ANGLES:
        for k in sorted(steps, key=lambda k: (abs(k), -k)):
            yield canonical((num(k, PARTS) * PI - b) * inv(a))


def _float(t: Term) -> float:
    found = value(t, {})
    return math.nan if found is None else found
