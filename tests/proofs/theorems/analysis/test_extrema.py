"""Maxima and intermediate values: what the statements say, and that they serve for a given function."""

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.terms import abstract, lam
from proofs.language.notation import (
    MATRIX,
    Eq,
    exists,
    functions,
    ints,
    num,
    reals,
    vectors,
)
from proofs.theorems.algebra import integers, powers, sums
from proofs.theorems.analysis import continuity, elementary, extrema, norms
from proofs.theorems.analysis.extrema import continuous_on_interval
from proofs.theorems.combinatorics import tilings

d, n, r, t = ints("d n r t")
x, y, eps, delta, D = reals("x y epsilon delta D")
X, Y = vectors("X Y", 2)
(f,) = functions("f", MATRIX + "ZZ")


@pytest.fixture(scope="module")
def theory() -> Theory:
    """The chapter and those that it rests on."""
    out = Theory()
    for module in (elementary, sums, norms, powers, integers, tilings, continuity, extrema):
        for _ in module.chapter.prove(out):
            pass
    return out


def test_two_has_a_root(theory):
    """x² is continuous on [0, 2], 0 at 0 and 4 at 2."""
    square = lam("R", abstract(x * x, [x]))
    p = Proof("test.root", theory)
    facts = [p.rule("assume", g) for g in (0 <= x, x <= 2, 0 < eps, 0 <= y, y <= 2, abs(x - y) < eps / 8)]
    sizes = [p.apply("abs_ge", x=z) for z in (x - y, y - x)]
    total = p.have(0 <= x + y, facts[0], facts[3]), p.have(x + y <= 4, facts[1], facts[4])
    ends: list[Fact] = []
    for gap, size in ((x - y, sizes[0]), (y - x, sizes[1])):
        less = p.have(gap < eps / 8, facts[5], size)
        ends.append(p.have(gap * (x + y) < eps, (less, total[0]), (facts[2], total[1]), facts[2], less, *total))
    near = p.apply("abs_lt", ends[0], p.have(-eps < x * x - y * y, ends[1]), x=x * x - y * y, u=eps)
    steady = p.generalize(y, near, *facts[3:])
    goal = exists(lambda z: [0 < z, extrema.steady_on_interval(square, x, eps, z, num(0), num(2))], "R")
    at_x = p.exists_intro(goal, [eps / 8], p.have(0 < eps / 8, facts[2]), steady)
    whole = p.generalize(x, p.generalize(eps, at_x, *facts[:3]))
    p.change(whole, continuous_on_interval(square, num(0), num(2)), label="continuous")
    values = {"g": square, "a": 0, "b": 2, "z": 2}
    ordered = [p.have(order) for order in (num(0) <= 2, num(0) * num(0) <= num(2), num(2) <= num(2) * num(2))]
    root = p.apply("intermediate_value", *ordered, **values)
    assert root.concl is exists(lambda z: [0 <= z, z <= 2, Eq(z * z, 2)], "R")
    assert not root.hyps
