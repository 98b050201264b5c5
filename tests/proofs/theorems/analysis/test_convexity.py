"""Convexity, gradients and projections: what the formulas say."""

from __future__ import annotations

import pytest

from proofs.builder.proof import Proof, ProofError
from proofs.kernel.terms import instantiate_bound
from proofs.language.notation import VECTOR, Term, fun, functions, ints, num, reals, said_at, vectors
from proofs.search.certificate_theorems import theory
from proofs.theorems.analysis import convexity
from proofs.theorems.analysis.convexity import convex, convex_set, gradient_at, nearest

(d,), (a, c, g, u, x, y), (e, s) = ints("d"), vectors("a c g u x y"), reals("e s")
f, F = functions("f F", VECTOR)


def square(q: Term) -> Term:
    return q(1) ** 2


@pytest.mark.parametrize(("slope", "right"), [(2, True), (3, False)])
def test_the_square_has_the_slope_2_at_1(slope: int, right: bool) -> None:
    """For a given e the segments are short enough if the fraction of their length is below e/(1 + (y − 1)²)."""
    said = said_at(gradient_at(square, fun(lambda i: num(slope)), fun(lambda i: num(1)), num(1)), y, e)
    short = e / (1 + (y(1) - 1) ** 2)
    near = instantiate_bound(said.args[0].args[1], (short,)).args[1].args[0]  # ∀δ. 0 < δ → (∀s. …) → ⊥
    p = Proof("example.gradient", theory(of_sequences=True))
    p.given(positive=0 < e, low=0 < s, high=s < short)
    goal = said_at(near, s)
    if right:
        assert p.prove(goal).concl is goal
    else:
        with pytest.raises(ProofError):
            p.prove(goal, effort=0.2)


def test_theorems_on_a_set_ask_for_points_of_it() -> None:
    on_set = {convex(f, F), gradient_at(f, g, x, d, F), 0 <= F(x), 0 <= F(y)}
    assert set(convexity.above_tangent_on_set.given) == on_set
    assert {convex_set(F), nearest(c, y, a, F, d), 0 <= F(c), 0 <= F(u)} < set(convexity.projection_contracts.given)
    slope = f(x) + convexity.slope(g, x, y) <= f(y)
    assert convexity.above_tangent.shows is convexity.above_tangent_on_set.shows is slope
