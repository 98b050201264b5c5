"""Integrals and d_p: what boxes, sums of them and powers are at points, and what a bound does not say."""

from contextlib import nullcontext
from fractions import Fraction
from math import isclose, prod

import pytest
from exact_terms import table, value

from proofs.builder.proof import Proof
from proofs.kernel.rules import Theory
from proofs.kernel.terms import KernelError
from proofs.language.display import Notions
from proofs.language.notation import MATRIX, for_all, num
from proofs.theorems.integration import integrals

HALF = Fraction(1, 2)
SIZES = {"d": Fraction(1), "n": Fraction(2)}
LOW, HIGH = [[0, Fraction(1, 2)]], [[1, 2]]
NOTIONS = Notions(integrals.chapter.notions.definitions)


def row(*entries: Fraction | int) -> object:
    return table([[Fraction(x) for x in entries]])


@pytest.mark.parametrize(
    ("point", "inside"),
    [((0, 1), 1), ((1, 2), 1), ((HALF, HALF), 1), ((-1, 1), 0), ((0, Fraction(1, 3)), 0), ((2, 3), 0)],
)
def test_a_box_is_closed_and_has_all_its_entries_between_its_ends(point, inside):
    at = {**SIZES, "L": table(LOW), "H": table(HIGH), "X": row(*point)}
    assert value(integrals.indicator(integrals.L, integrals.H, integrals.X), at) == inside


def test_a_volume_is_the_product_of_the_edges():
    edges = prod(h - l for l, h in zip(LOW[0], HIGH[0], strict=True))
    assert value(integrals.volume(integrals.L, integrals.H), {**SIZES, "L": table(LOW), "H": table(HIGH)}) == edges


def test_boxes_that_overlap_add_up():
    ends = {"lo": [[0, 0], [1, 1]], "hi": [[2, 2], [3, 3]]}
    at = {name: lambda k, i, j, e=e: Fraction(e[int(k) - 1][int(j) - 1]) for name, e in ends.items()}
    at |= {**SIZES, "N": Fraction(2), "b": lambda k: Fraction(10 ** int(k)), "X": row(1, 2)}
    step = integrals.step_function(integrals.N, integrals.lo, integrals.hi, integrals.b, integrals.X)
    assert value(step, at) == 110
    assert value(step, {**at, "X": row(3, 3)}) == 100
    assert value(step, {**at, "X": row(4, 4)}) == 0
    assert value(integrals.total_volume(integrals.N, integrals.lo, integrals.hi, integrals.b), at) == 10 * 4 + 100 * 4


def test_a_power_is_one_of_the_absolute_value_and_0_at_0():
    power = integrals.size_to_the(integrals.u, integrals.power_p)
    for u, p, wanted in ((-2, 3, 8), (2, Fraction(1, 2), 2**0.5), (0, 3, 0)):
        assert isclose(value(power, {"u": Fraction(u), "p": Fraction(p)}), wanted)


def test_the_notions_print_by_their_names():
    f, g = integrals.f, integrals.g
    assert NOTIONS.text(integrals.distance_below(f, g, integrals.power_p, integrals.eps)) == "d_p(f, g) < ε"
    assert NOTIONS.text(integrals.integral_at_most(integrals.F, integrals.E)) == "∫ F dλ ≤ E"


def test_two_functions_take_turns():
    turns = integrals.interleaved(integrals.b1, integrals.b2)
    at = {"b_1": lambda k: 10 * k, "b_2": lambda k: 10 * k + 1}
    assert [value(turns(k), {**at, "k": Fraction(k)}) for k in range(1, 7)] == [10, 11, 20, 21, 30, 31]


@pytest.mark.parametrize(
    "more",
    [
        integrals.integral_at_most(integrals.F, num(1)),  # a smaller bound
        integrals.covered(integrals.F, num(2)),  # a cover for the bound itself: the infimum need not be attained
        integrals.integral_at_most(integrals.G, num(2)),  # another function
    ],
)
def test_a_bound_of_an_integral_does_not_say_more(more):
    p = Proof("trial", Theory())
    p.given(held=integrals.integral_at_most(integrals.F, num(2)))
    with pytest.raises(KernelError):
        p.change("held", more, label="out")


F, G, E, E1, E2, X, t = (getattr(integrals, x) for x in ("F", "G", "E", "E1", "E2", "X", "t"))
at_most = integrals.integral_at_most
BOUNDS = [  # by which theorem, from what, which bound, and whether it is right
    ("integral_mono", [at_most(G, E1), for_all(lambda X: F(X) <= G(X), MATRIX), E1 <= E], at_most(F, E), True),
    ("integral_mono", [at_most(G, E1), for_all(lambda X: G(X) <= F(X), MATRIX), E1 <= E], at_most(F, E), False),
    ("integral_mono", [at_most(G, E1), for_all(lambda X: F(X) <= G(X), MATRIX), E <= E1], at_most(F, E), False),
    ("integral_scale", [at_most(F, E), 0 <= t], at_most(integrals.at(lambda X: t * F(X)), t * E), True),
    ("integral_scale", [at_most(F, E), t <= 0], at_most(integrals.at(lambda X: t * F(X)), t * E), False),
    ("integral_add", [at_most(F, E1), at_most(G, E2)], at_most(integrals.at(lambda X: F(X) + G(X)), E1 + E2), True),
    ("integral_add", [at_most(F, E1), at_most(G, E2)], at_most(integrals.at(lambda X: F(X) + G(X)), E2), False),
    ("integral_of_cover", [integrals.covered(F, E)], at_most(F, E), True),
    ("integral_of_cover", [integrals.covered(F, E), t < E], at_most(F, t), False),
]


@pytest.mark.parametrize(("theorem", "given", "bound", "right"), BOUNDS)
def test_theorems_of_integrals_give_right_bounds_only(known, theorem, given, bound, right):
    p = Proof("trial", known)
    p.given_all(given, "given")
    values = {"beta": t} if theorem == "integral_scale" else {}
    names = [f"given_{k}" for k in range(len(given))]
    with nullcontext() if right else pytest.raises(KernelError):
        p.change(p.apply(f"integrals.{theorem}", *names, **values), bound, label="out")
