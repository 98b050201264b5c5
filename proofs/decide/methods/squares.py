"""Sums of squares, alone or times hypotheses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from proofs.decide.base.formulas import is_polynomial, polynomial_equations
from proofs.decide.base.ranges import Box, box_hypotheses
from proofs.decide.cones.squares import sum_of_squares
from proofs.decide.search import Asked, Search, Way, method
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.kernel.terms import Term


def _by_hypotheses(search: Search, asked: Asked, box: Box, equations: Sequence[Term], far: bool = False) -> Fact:
    own = [*asked.others, *box_hypotheses({x: side for x, side in box.items() if x in asked.f.free})]
    facts = list({key(h): search.run("assume", h) for h in own}.values())
    return sum_of_squares(search, asked.goal, facts, [search.run("assume", h) for h in equations], far)


# --- the methods -----------------------------------------------------------------------------------------------------


@method("sum of squares")
def squares_alone(search: Search, asked: Asked) -> Iterator[Way]:
    """For polynomials."""
    if is_polynomial(asked.f):
        yield partial(sum_of_squares, search, asked.goal)


@method("large sum of squares", share=0.6)
def large_squares(search: Search, asked: Asked) -> Iterator[Way]:
    """For polynomials under hypotheses, with products of three of them and higher degrees."""
    if search.has_long and is_polynomial(asked.f):
        yield partial(_by_hypotheses, search, asked, asked.box, polynomial_equations(asked.given), far=True)


def _times_hypotheses(search: Search, asked: Asked, with_ranges: bool) -> Iterator[Way]:
    equations = polynomial_equations(asked.given)
    if is_polynomial(asked.f) and (asked.others or (with_ranges and asked.box) or equations):
        yield partial(_by_hypotheses, search, asked, asked.box, equations)


@method("sum of squares")
def squares_times_hypotheses(search: Search, asked: Asked) -> Iterable[Way]:
    """For polynomials under hypotheses that are no ranges."""
    return _times_hypotheses(search, asked, False)


@method("sum of squares")
def squares_times_ranges(search: Search, asked: Asked) -> Iterable[Way]:
    """For polynomials under hypotheses."""
    return _times_hypotheses(search, asked, True)
