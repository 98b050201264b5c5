"""d_p by step functions: what a box, a step function and a power are at points."""

from fractions import Fraction
from math import isclose, prod

import pytest
from exact_terms import table, value

from proofs.kernel.rules import Theory
from proofs.kernel.terms import KernelError
from proofs.language.display import Notions
from proofs.language.notation import num
from proofs.theorems import distance
from proofs.writing.proof import Proof

HALF = Fraction(1, 2)
SIZES = {"d": Fraction(1), "n": Fraction(2)}
LOW, HIGH = [[0, Fraction(1, 2)]], [[1, 2]]
NOTIONS = Notions(distance.chapter.notions.definitions)


def row(*entries: Fraction | int) -> object:
    return table([[Fraction(x) for x in entries]])


@pytest.mark.parametrize(
    ("point", "inside"),
    [((0, 1), 1), ((1, 2), 1), ((HALF, HALF), 1), ((-1, 1), 0), ((0, Fraction(1, 3)), 0), ((2, 3), 0)],
)
def test_a_box_is_closed_and_has_all_its_entries_between_its_ends(point, inside):
    at = {**SIZES, "L": table(LOW), "H": table(HIGH), "X": row(*point)}
    assert value(distance.indicator(distance.L, distance.H, distance.X), at) == inside


def test_a_volume_is_the_product_of_the_edges():
    edges = prod(h - l for l, h in zip(LOW[0], HIGH[0], strict=True))
    assert value(distance.volume(distance.L, distance.H), {**SIZES, "L": table(LOW), "H": table(HIGH)}) == edges


def test_boxes_that_overlap_add_up():
    ends = {"lo": [[0, 0], [1, 1]], "hi": [[2, 2], [3, 3]]}
    at = {name: lambda k, i, j, e=e: Fraction(e[int(k) - 1][int(j) - 1]) for name, e in ends.items()}
    at |= {**SIZES, "N": Fraction(2), "b": lambda k: Fraction(10 ** int(k)), "X": row(1, 2)}
    step = distance.step_function(distance.N, distance.lo, distance.hi, distance.b, distance.X)
    assert value(step, at) == 110
    assert value(step, {**at, "X": row(3, 3)}) == 100
    assert value(step, {**at, "X": row(4, 4)}) == 0
    assert value(distance.total_volume(distance.N, distance.lo, distance.hi, distance.b), at) == 10 * 4 + 100 * 4


def test_a_power_is_one_of_the_absolute_value_and_0_at_0():
    power = distance.size_to_the(distance.u, distance.power_p)
    for u, p, wanted in ((-2, 3, 8), (2, Fraction(1, 2), 2**0.5), (0, 3, 0)):
        assert isclose(value(power, {"u": Fraction(u), "p": Fraction(p)}), wanted)


def test_the_notions_print_by_their_names():
    f, g = distance.f, distance.g
    assert NOTIONS.text(distance.distance_below(f, g, distance.power_p, distance.eps)) == "d_p(f, g) < ε"
    assert NOTIONS.text(distance.integral_at_most(distance.F, distance.E)) == "∫ F ≤ E"


def test_an_integral_is_not_made_smaller():
    """A bound below that of the majorant is refused."""
    held = distance.integral_at_most(distance.F, num(2))
    p = Proof("trial", Theory())
    p.given(held=held)
    with pytest.raises(KernelError):
        p.restate("out", "held", distance.integral_at_most(distance.F, num(1)))
