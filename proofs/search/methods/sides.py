"""Of three numbers two lie on the same side of t: where all are alike, it is enough to show the goal for these.

Where a question stays the same when x, y, z are exchanged, and holds with equality where all variables are t,
0 <= (x − t)(y − t) may be assumed. Of an equation k (x − y)² + r = 0 it is then enough to know the sign of r, and
of its factors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from flint import fmpq

from proofs.kernel.normal import canonical, key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, le, lt, num, substitute
from proofs.search.base.algebra import factored
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables, is_polynomial, sharp_at
from proofs.search.engine import Asked, Search, Way, method

Trio = tuple[Term, Term, Term]


def alike(asked: Asked) -> tuple[Trio, fmpq]:
    """Three variables that may be exchanged, with the t at which all variables are where the goal is sharp.

    Raises
    ------
    NotFound
        if there are none.
    """
    formulas = (*asked.given, asked.goal)
    names = free_variables(formulas)
    gaps = [asked.f, *(g.args[1] - g.args[0] for g in asked.given if g.op == "eq")]
    level = sharp_at(gaps, names)
    if level is None:
        raise NotFound("not sharp where all are equal")
    known = {key(g) for g in asked.given}, key(asked.goal)
    for trio in combinations(names, 3):
        x, y, z = trio
        moves = ({x: y, y: x}, {x: y, y: z, z: x})
        if all(({key(substitute(g, m)) for g in asked.given}, key(substitute(asked.goal, m))) == known for m in moves):
            return trio, level
    raise NotFound("not symmetric")


def same_side(x: Term, y: Term, level: fmpq) -> Term:
    """0 <= (x − t)(y − t)."""
    return le(num(0), canonical((x - num(level)) * (y - num(level))))


def signs_of_rest(search: Search, asked: Asked, x: Term, y: Term) -> tuple[list[Term], list[Fact]]:
    """The hypotheses without the equations k (x − y)² + r = 0, and what these say of a factor of r."""
    kept, found = [], []
    for g in asked.given:
        fact = None
        if g.op == "eq" and g.free >= {x, y}:
            fact = _sign_of_rest(search, asked, g, x, y)
        if fact is None:
            kept.append(g)
        else:
            found.append(fact)
    return kept, found


def _sign_of_rest(search: Search, asked: Asked, g: Term, x: Term, y: Term) -> Fact | None:
    gap = normal(g.args[1] - g.args[0])
    k = gap.get(next(iter(normal(x * x))), fmpq(0))
    if not k or gap.get(next(iter(normal(y * y)))) != k:
        return None
    form = factored(canonical(num(-1 if k > 0 else 1) * (g.args[1] - g.args[0] - num(k) * (x - y) ** 2)))
    if len(form.factors) < 2 or form.bases or any(e > 1 for _, e in form.factors):
        return None
    scale: list[Fact] = []
    rest = num(1 if form.constant > 0 else -1)
    for u, _ in form.factors:
        positive = partial(search.prove, asked.given, lt(num(0), u), asked.depth + 1)
        fact = search.attempt("sign", [positive], 0.1) if u.free.isdisjoint({x, y}) else None
        scale, rest = ([*scale, fact], rest) if fact is not None else (scale, rest * u)
    if not scale:
        return None
    square = search.p.theorem("elementary.square_nonneg")
    (hole,) = square.concl.free
    size = abs(form.constant)
    sums = [
        (num(abs(k) / size), [search.run("instantiate", square, [(hole, x - y)])]),
        (num((-1 if k > 0 else 1) / size), [search.run("assume", g)]),
    ]
    return search.run("arith", le(num(0), canonical(rest)), sums, scale, [])


def from_two(search: Search, asked: Asked) -> Fact:
    """The goal where the first two are on one side of t, and so everywhere."""
    trio, level = alike(asked)
    x, y, z = trio
    half = _half(search, asked, x, y, level)
    turned: list[Fact] = []
    for move in ((y, z, x), (z, x, y)):
        other = search.run("instantiate", half, list(zip(trio, move, strict=True)))
        turned.append(search.run("mp", search.run("discharge", asked.goal, search.run("assume", asked.goal)), other))
    products = [(u - num(level)) * (v - num(level)) for u, v in ((x, y), (y, z), (z, x))]
    first, second, third = (search.run("assume", lt(w, num(0))) for w in products)
    square = search.p.theorem("elementary.square_nonneg")
    (hole,) = square.concl.free
    middle = search.run("instantiate", square, [(hole, y - num(level))])
    never = search.run("arith", FALSE, [(num(1), [first, second]), (num(1), [third, middle])], [], [])
    out = search.run("absurd", never, asked.goal)
    for w, fact in zip(reversed(products), reversed([half, *turned]), strict=True):
        out = search.run("cases", num(0), w, fact, out)
    return out


def _half(search: Search, asked: Asked, x: Term, y: Term, level: fmpq) -> Fact:
    """The goal under 0 <= (x − t)(y − t)."""
    assumed = same_side(x, y, level)
    fewer, sides = signs_of_rest(search, asked, x, y)
    questions: list[Sequence[Term]] = [[*fewer, assumed, *(s.concl for s in sides)]]
    if sides:
        questions.append([*asked.given, assumed])
    half = search.attempt("one side", [partial(search.prove, q, asked.goal, asked.depth + 1) for q in questions])
    if half is None:
        raise NotFound("not for two on one side")
    return search.cut(half, sides)


@method("two of three on one side", share=0.3)
def two_on_one_side(search: Search, asked: Asked) -> Iterator[Way]:
    """For polynomials in three variables or more that may be exchanged, sharp where they are all equal."""
    if search.has_long and len(asked.f.free) > 2 and is_polynomial(asked.f) and asked.depth < 2:
        yield partial(from_two, search, asked)
