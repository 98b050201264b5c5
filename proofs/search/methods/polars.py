"""√q <= Σ √p_i where q is the square of a sum of vectors, and the p_i are those of the summands (Minkowski).

The p_i are quadratic polynomials in variables of their own, and q is one in all of them. With b_i = w_i q + Σ (x − w_i
Σ x) ∂q/∂x / 2, of the variables x of p_i and of all, Σ b_i = q, and b_i <= √p_i √q where b_i² <= p_i q. The weights
w_i, with the sum 1, are those of the constants, as of 1 in √(a² + 1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from flint import fmpq

from proofs.kernel.normal import canonical, constant, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, Term, le, lt, num, substitute
from proofs.search.base.algebra import slope
from proofs.search.base.constants import rational_root
from proofs.search.base.facts import radicand, square_root
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import free_variables
from proofs.search.cones.squares import sum_of_squares
from proofs.search.engine import Asked, Search, Way, method

Root = tuple[Term, Term]  # √w and w


def is_quadratic(w: Term) -> bool:
    """Whether it is a polynomial of the second degree, without linear terms."""
    return all(sum(e for _, e in m) in (0, 2) and all(a.term.op == "var" and e > 0 for a, e in m) for m in normal(w))


def sum_above(f: Term) -> tuple[Root, list[Root]] | None:
    """√q and the √p_i of Σ √p_i − √q, if the p_i are in variables of their own, and q in all of them."""
    signs: dict[bool, list[Root]] = {True: [], False: []}
    for m, c in normal(f).items():
        found = next(((a.term, w) for a, e in m for w in [radicand(a.term)] if w is not None and e == 1), None)
        if found is None or len(m) > 1 or abs(c) != 1 or not is_quadratic(found[1]):
            return None
        signs[c > 0].append(found)
    names = [v for _, w in signs[True] for v in free_variables([w])]
    if len(signs[False]) != 1 or len(names) > len(set(names)) or signs[False][0][1].free != set(names):
        return None
    return signs[False][0], signs[True]


def polar_forms(q: Term, parts: Sequence[Root]) -> list[Term]:
    """The b_i."""
    constants = [constant(normal(substitute(p, dict.fromkeys(p.free, num(0))))) for _, p in parts]
    sizes = [rational_root(c) if c is not None else None for c in constants]
    total = sum((k for k in sizes if k is not None), fmpq(0))
    if None in sizes:
        raise NotFound("constants that are no squares")
    own = [sum((x * slope(q, x) for x in sorted(p.free, key=str)), num(0)) for _, p in parts]
    rest = 2 * q - sum(own, num(0))
    weights = [k / total if total else fmpq(1, len(parts)) for k in sizes if k is not None]
    return [canonical(num(1, 2) * (t + num(w) * rest)) for t, w in zip(own, weights, strict=True)]


def by_polars(search: Search, asked: Asked, total: Root, parts: Sequence[Root]) -> Fact:
    """Else 0 < √q, and q = Σ b_i <= Σ √p_i √q < q."""
    run, (t, q) = search.run, total

    def squares(f: Term) -> Fact:
        return sum_of_squares(search, le(num(0), canonical(f)))

    gaps = [(b, squares(p * q - b * b)) for b, (_, p) in zip(polar_forms(q, parts), parts, strict=True)]
    above, square = square_root(search, t, q, squares(q))
    known = [square_root(search, r, p, squares(p)) for r, p in parts]
    whole = sum((r for r, _ in parts), num(0))
    small = run("assume", lt(whole, t))
    positive = run("arith", lt(num(0), t), [(num(1), [small]), *((num(1), [sign]) for sign, _ in known)], [], [])
    sums = [(num(1), [small, positive]), (num(1), [square])]
    for (r, _), (sign, own), (b, gap) in zip(parts, known, gaps, strict=True):
        wrong, goal = run("assume", lt(r * t, b)), le(b, r * t)
        # b² − r² t² = (b − r t)² + 2 r t (b − r t)
        more = [(num(1), [wrong, wrong]), (num(2), [wrong, sign, above]), (num(1), [gap])]
        never = run("arith", FALSE, [*more, (-r * r, [square]), (-q, [own])], [], [])
        below = run("cases", b, r * t, run("assume", goal), run("absurd", never, goal))
        sums.append((num(1), [below]))
    goal = le(t, whole)
    never = run("absurd", run("arith", FALSE, sums, [], []), goal)
    return run("arith", asked.goal, [(num(1), [run("cases", t, whole, run("assume", goal), never)])], [], [])


@method("polar forms", share=0.3)
def polars(search: Search, asked: Asked) -> Iterator[Way]:
    """For the square root of a quadratic polynomial below a sum of such roots."""
    found = sum_above(asked.f) if asked.goal.op == "le" else None
    if found is not None:
        yield partial(by_polars, search, asked, *found)
