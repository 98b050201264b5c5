from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, symbols

from numeric.strategies import max_affine_with_gap
from symbolic import max_affine
from symbolic.max_affine import MaxAffine, Polyhedron

FUNCTIONS = st.integers(1, 4).flatmap(
    lambda pieces: st.builds(
        MaxAffine,
        st.lists(st.tuples(*[st.integers(-2, 2)] * 2), min_size=pieces, max_size=pieces),
        st.lists(st.integers(-2, 2), min_size=pieces, max_size=pieces),
    )
)
POINTS = st.tuples(*[st.fractions(-3, 3, max_denominator=4)] * 2)
SQUARE = Polyhedron.box([-1, -1], [1, 1])


@given(FUNCTIONS, POINTS)
def test_cells_cover_and_match_the_labels(f, x):
    containing = tuple(i for i in range(f.pieces) if f.cell(i).contains(x))
    assert containing == f.labels(x) != ()
    assert f.value(x) == max(f.scores(x))
    assert f.is_tied(x) is (f.gap(x) == 0)
    assert sum(f.indicator(x)) == 1 and f.indicator(x)[containing[0]] == 1


@given(max_affine_with_gap(pieces=3, variables=2, gap=Fraction(1, 7)))
def test_gap_at_a_point(found):
    assert found.function.gap(found.point) == Fraction(1, 7)
    assert found.function.labels(found.point) == (found.label,)


@given(FUNCTIONS)
@settings(max_examples=40)
def test_redundant_pieces_can_be_left_out(f):
    for i in f.redundant(SQUARE):
        rest = [k for k in range(f.pieces) if k != i]
        smaller = MaxAffine([f.slopes[k] for k in rest], [f.offsets[k] for k in rest])
        for x in [(p, q) for p in (-1, 0, Fraction(1, 3), 1) for q in (-1, 0, 1)]:
            assert smaller.value(x) == f.value(x)


@given(FUNCTIONS)
@settings(max_examples=40)
def test_overlaps_of_full_dimension_are_duplicates_among_the_cells(f):
    full = {(o.first, o.second) for o in f.overlaps() if o.dimension == 2}
    assert full == {pair for pair in f.duplicates() if f.cell(pair[0]).is_full_dimensional()}


def test_dominated_pairs_depend_on_the_domain():
    f = MaxAffine([[1], [2]], [0, 0])
    assert f.dominated_pairs() == []
    assert f.dominated_pairs(Polyhedron.box([0], [1])) == [(0, 1)]
    assert f.redundant(Polyhedron.box([0], [1])) == [0]
    assert f.cell(0, Polyhedron.box([1], [2])).is_empty()


def test_one_piece():
    f = MaxAffine([[1, 1]], [0])
    assert f.gap([1, 1]) is None and f.indicator([0, 0]) == (1,)
    assert f.cell(0).dimension() == 2 and f.overlaps() == f.redundant() == []


N, gap, scale, eps = symbols("N Delta R epsilon", positive=True)


def test_thresholds_are_solved_for():
    stated = max_affine.stated_threshold(N, gap, eps)
    assert sp.simplify(max_affine.stated_error(N, gap, stated) - eps) == 0
    sharp = max_affine.sharp_threshold(N, gap, eps)
    assert sp.simplify(max_affine.sharp_error(N, gap, sharp) - eps) == 0
    expected = sp.log((N - 1) * (1 - eps) / eps) / gap
    numbers = {N: 7, gap: Rational(1, 3), eps: Rational(1, 9)}
    assert abs((sharp - expected).subs(numbers).evalf(40)) < 1e-35


def test_the_printed_threshold_is_not_enough():
    # Liu A.2 multiplies by the gap: at Δ = 1/10, N = 2, ε = 1/10 its scale leaves an error of almost 1/2
    delta, error = Rational(1, 10), Rational(1, 10)
    printed = delta * (sp.log(1) - sp.log(error))
    assert max_affine.sharp_error(2, delta, printed).evalf() > 0.49
    corrected = max_affine.stated_threshold(2, delta, error)
    assert max_affine.sharp_error(2, delta, corrected).evalf() < error


@given(st.integers(1, 6), st.fractions("1/10", 5), st.fractions(0, 20), st.data())
def test_sharp_error_bounds_softmax_and_is_attained(pieces, delta, r, data):
    drops = data.draw(st.lists(st.fractions(0, 3), min_size=pieces - 1, max_size=pieces - 1))
    with mpmath.workdps(60):

        def error(below):
            rest = mpmath.fsum(mpmath.exp(-mpmath.mpf((r * x).numerator) / (r * x).denominator) for x in below)
            return rest / (1 + rest)

        bound = mpmath.mpf(max_affine.sharp_error(pieces, delta, r).evalf(60))
        assert error([delta + x for x in drops]) <= bound * (1 + mpmath.mpf(10) ** -50)
        assert mpmath.almosteq(error([delta] * (pieces - 1)), bound, 1e-45, 1e-45)
        assert bound <= mpmath.mpf(max_affine.stated_error(pieces, delta, r).evalf(60)) * (1 + mpmath.mpf("1e-50"))


def test_one_piece_needs_no_scale():
    assert max_affine.stated_threshold(1, gap, eps) == max_affine.sharp_threshold(1, gap, eps) == 0
    assert max_affine.sharp_error(1, gap, scale) == max_affine.stated_error(1, gap, scale) == 0


def test_bad_input():
    with pytest.raises(ValueError, match="at least one piece"):
        MaxAffine([], [])
    with pytest.raises(ValueError, match="same number"):
        MaxAffine([[1], [1, 2]], [0, 0])
    with pytest.raises(ValueError, match="offsets"):
        MaxAffine([[1]], [])
    with pytest.raises(TypeError, match="exact rational"):
        MaxAffine([[0.5]], [0])
    f = MaxAffine([[1]], [0])
    with pytest.raises(ValueError, match="coordinates"):
        f.value([1, 2])
    with pytest.raises(IndexError, match="no piece"):
        f.cell(-1)
    with pytest.raises(ValueError, match="dimension 2"):
        f.cell(0, SQUARE)
    for arguments in ((0, 1, eps), (Rational(5, 2), 1, eps), (2, 0, eps), (2, 1, 0), (2, 1, 1)):
        with pytest.raises(ValueError):
            max_affine.sharp_threshold(*arguments)


def test_latex():
    assert MaxAffine([[1, 0], [Rational(1, 2), -1]], [0, 3])._repr_latex_() == (
        r"$\displaystyle \max\left\{x_{1},\; \frac{x_{1}}{2} - x_{2} + 3\right\}$"
    )
    assert Polyhedron.box([0], [1])._repr_latex_() == (
        r"$\displaystyle \left\{x \in \mathbb{R}^{1} : x_{1} \leq 1,\; - x_{1} \leq 0\right\}$"
    )


def test_a_maximum_of_sympy_is_taken_apart():
    x, y, z = symbols("x y z", real=True)
    f = MaxAffine.of(sp.Max(2 * x - y + 1, x / 3, 0))
    for point in ((0, 0), (1, -2), (-3, 5)):
        assert f.value(point) == sp.Max(2 * x - y + 1, x / 3, 0).subs(dict(zip((x, y), point, strict=True)))
    assert MaxAffine.of(sp.Max(x, y), [z, y, x]).slopes in (((0, 0, 1), (0, 1, 0)), ((0, 1, 0), (0, 0, 1)))
    assert MaxAffine.of(x - 1).slopes == ((1,),)
    assert MaxAffine.of(sp.Max(x, 2), [x]).pieces == 2


def test_what_is_no_maximum_of_affine_functions_is_refused():
    x, y = symbols("x y", real=True)
    for wrong, said in (
        (sp.Max(x**2, y), "not affine"),
        (sp.Max(x, sp.exp(y)), "not affine"),
        (2 * sp.Max(x, y), "not affine"),
        (sp.Integer(3), "has no variables"),
    ):
        with pytest.raises(ValueError, match=said):
            MaxAffine.of(wrong)
    for wrong in (sp.Max(0.5 * x, y), sp.sqrt(2) * x):
        with pytest.raises(TypeError, match="exact rational"):
            MaxAffine.of(wrong)
    with pytest.raises(TypeError, match="exact rational"):
        MaxAffine.of(x + y, [x])
