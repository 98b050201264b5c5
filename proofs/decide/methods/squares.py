"""Sums of squares, alone or times hypotheses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from proofs.decide.base.formulas import is_polynomial, polynomial_equations
from proofs.decide.base.ranges import Box, box_hypotheses
from proofs.decide.cones.squares import sum_of_squares
from proofs.decide.search import Asked, Search, Way, method
from proofs.kernel.normal import key, normal
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term

HIGHEST = 30  # the degree of a polynomial in one variable; others go to its sign chart


def _fits(asked: Asked) -> bool:
    """Whether it is a polynomial, of one variable of a moderate degree and without functions of it."""
    plain = all(a.term.op == "var" and e <= HIGHEST for m in normal(asked.f) for a, e in m)
    return is_polynomial(asked.f) and (asked.several or plain)


def _by_hypotheses(search: Search, asked: Asked, box: Box, equations: Sequence[Term], far: bool = False) -> Fact:
    own = [*asked.others, *box_hypotheses({x: side for x, side in box.items() if x in asked.f.free})]
    facts = list({key(h): search.run("assume", h) for h in own}.values())
    return sum_of_squares(search, asked.goal, facts, [search.run("assume", h) for h in equations], far)


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
