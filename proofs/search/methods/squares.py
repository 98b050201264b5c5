"""Sums of squares, alone or times hypotheses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import isqrt

from flint import fmpq

from proofs.kernel.normal import Atom, Poly, as_term, key, normal, plus, times
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term, absolute, le, num
from proofs.search.base.failures import NotFound
from proofs.search.base.formulas import is_polynomial, polynomial_equations
from proofs.search.base.ranges import Box, box_hypotheses
from proofs.search.cones.squares import sum_of_squares
from proofs.search.engine import Asked, Search, Way, method

HIGHEST = 30  # the degree of a polynomial in one variable; others go to its sign chart


def _fits(asked: Asked) -> bool:
    """Whether it is a polynomial, of one variable of a moderate degree and without functions of it."""
    plain = all(a.term.op == "var" and e <= HIGHEST for m in normal(asked.f) for a, e in m)
    return is_polynomial(asked.f) and (asked.several or plain)


def _by_hypotheses(search: Search, asked: Asked, box: Box, equations: Sequence[Term], far: bool = False) -> Fact:
    own = [*asked.others, *box_hypotheses({x: side for x, side in box.items() if x in asked.f.free})]
    facts = list({key(h): search.run("assume", h) for h in own}.values())
    return sum_of_squares(search, asked.goal, facts, [search.run("assume", h) for h in equations], far)


# --- a difference of two squares -------------------------------------------------------------------------------------


def perfect_squares(q: Poly) -> list[tuple[fmpq, Term]] | None:
    """Numerals c and terms v for which a polynomial is Σ c v², where no two of the v have an atom in common.

    None if there are no such: then it has summands of other degrees, or products that do not fit together.
    """
    rows: dict[Atom, dict[Atom, fmpq]] = {}
    for m, c in q.items():
        atoms = [a for a, e in m for _ in range(int(e))] if all(e in (1, 2) for _, e in m) else []
        if len(atoms) != 2:
            return None
        for a, b in (atoms, atoms[::-1]):
            rows.setdefault(a, {})[b] = c if a is b or a == b else c / 2
    out: list[tuple[fmpq, Term]] = []
    while rows:
        first, row = next(iter(rows.items()))
        c = row.get(first, fmpq(0))
        if not c:
            return None
        v: Poly = {frozenset({(a, fmpq(1))}): x / c for a, x in row.items()}
        out.append((c, as_term(v)))
        for a in row:
            rows.pop(a, None)
    left = q
    for c, t in out:
        left = plus(left, times(normal(t), normal(t)), -c)
    return None if left else out


def _by_sizes(search: Search, asked: Asked, c: fmpq, v: Term, d: fmpq, w: Term) -> Fact:
    """d w² <= c v² from r |w| <= |v| with r² = d/c."""
    r = num(exact_root(d / c))
    less = search.prove(asked.given, le(r * absolute(w), absolute(v)), asked.depth + 1)
    sizes = [search.p.apply(None, "elementary.abs_nonneg", x=t) for t in (v, w)]
    both = search.run(
        "arith", le(num(0), absolute(v) + r * absolute(w)), [(num(1), [sizes[0]]), (r, [sizes[1]])], [], []
    )
    squares = [search.p.apply(None, "norms.abs_square", u=t) for t in (v, w)]
    sides = [(num(c), [less, both]), (num(c), [squares[0]]), (num(-d), [squares[1]])]
    return search.run("arith", asked.goal, sides, [], [])


def exact_root(q: fmpq) -> fmpq:
    """The square root of a rational number.

    Raises
    ------
    NotFound
        if that is none.
    """
    p, r = isqrt(int(q.p)), isqrt(int(q.q))
    if fmpq(p, r) ** 2 != q:
        raise NotFound("no rational root")
    return fmpq(p, r)


# --- the methods -----------------------------------------------------------------------------------------------------


@method("sum of squares")
def squares_alone(search: Search, asked: Asked) -> Iterator[Way]:
    """For polynomials."""
    if _fits(asked):
        yield partial(sum_of_squares, search, asked.goal)


@method("large sum of squares", share=0.6)
def large_squares(search: Search, asked: Asked) -> Iterator[Way]:
    """For polynomials under hypotheses, with products of three of them and higher degrees."""
    if search.has_long and is_polynomial(asked.f):
        yield partial(_by_hypotheses, search, asked, asked.box, polynomial_equations(asked.given), far=True)


def _times_hypotheses(search: Search, asked: Asked, with_ranges: bool) -> Iterator[Way]:
    equations = polynomial_equations(asked.given)
    fits = _fits(asked) if with_ranges else is_polynomial(asked.f)
    if fits and (asked.others or (with_ranges and asked.box) or equations):
        yield partial(_by_hypotheses, search, asked, asked.box, equations)


@method("sum of squares")
def squares_times_hypotheses(search: Search, asked: Asked) -> Iterable[Way]:
    """For polynomials under hypotheses that are no ranges."""
    return _times_hypotheses(search, asked, False)


@method("sum of squares")
def squares_times_ranges(search: Search, asked: Asked) -> Iterable[Way]:
    """For polynomials under hypotheses."""
    return _times_hypotheses(search, asked, True)


@method("two squares", share=0.4)
def two_squares(search: Search, asked: Asked) -> Iterator[Way]:
    """For v² against w², where these are no polynomials of variables: |v| against |w|."""
    found = None if asked.goal.op != "le" or is_polynomial(asked.f) else perfect_squares(normal(asked.f))
    if found is not None and len(found) == 2:
        for (c, v), (d, w) in (found, found[::-1]):
            if c > 0 > d:
                yield partial(_by_sizes, search, asked, c, v, -d, w)
