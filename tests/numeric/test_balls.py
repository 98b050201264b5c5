from fractions import Fraction

import mpmath
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric import balls
from numeric.strategies import prefix_pairs
from symbolic.boltzmann import concavity_curve, separation_excess, sufficient_separation

RATIONALS = st.lists(st.fractions(-40, 40, max_denominator=50), min_size=1, max_size=5)


def holds(ball, value):
    """Whether the ball holds a number known to 40 digits or more, up to that knowledge."""
    low, high = balls.ends(ball)
    slack = Fraction(1, 10**30) * (1 + abs(low))
    return low - slack <= Fraction(int(value * mpmath.mpf(10) ** 60), 10**60) <= high + slack


def as_mpf(x):
    return mpmath.mpf(x.numerator) / x.denominator


@given(RATIONALS)
def test_operators_hold_the_value(a):
    with mpmath.workdps(80):
        x = [as_mpf(v) for v in a]

        def boltz(first):
            entries = [first, *x[1:]]
            weights = [mpmath.exp(e) for e in entries]
            return mpmath.fdot(entries, weights) / mpmath.fsum(weights)

        assert holds(balls.boltz(a), boltz(x[0]))
        assert holds(balls.gradient(a, 0), mpmath.diff(boltz, x[0], h=mpmath.mpf(10) ** -20))
        total = mpmath.fsum(mpmath.exp(v) for v in x)
        p = mpmath.exp(x[0]) / total
        second = p * ((1 - 2 * p) * (1 + x[0] - boltz(x[0])) + 1)
        assert holds(balls.second_derivative(a, 0), second)


@given(st.fractions("1/1000", 10**6))
def test_log_and_lambert(q):
    with mpmath.workdps(80):
        assert holds(balls.log(q), mpmath.log(as_mpf(q)))
        assert holds(balls.lambert_w(q), mpmath.lambertw(as_mpf(q)).real)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 10**6])
def test_monotonicity_threshold(n):
    with mpmath.workdps(60):
        assert holds(balls.monotonicity_threshold(n), 1 + mpmath.lambertw((n - 1) / mpmath.e).real)


@pytest.mark.parametrize("n", [2, 3, 5, 50])
def test_monotonicity_is_lost_just_below_and_kept_at_the_worst_vector_just_above(n):
    low, high = balls.ends(balls.monotonicity_threshold(n))
    step = Fraction(1, 10**9)
    zeros = [Fraction(0)] * (n - 1)
    assert balls.gradient([*zeros, low - step], 0) > 0
    assert balls.gradient([*zeros, high + step], 0) < 0


@pytest.mark.parametrize("n", [2, 3, 4, 8, 100, 10**6])
def test_concavity_threshold_lies_on_the_curve(n):
    low, high = balls.ends(balls.concavity_threshold(n))
    assert high - low < Fraction(1, 10**15)
    with mpmath.workdps(30):
        if n == 2:
            value = mpmath.findroot(lambda g: g * mpmath.tanh(g / 2) - 2, 2.4)
        else:
            guess = mpmath.exp(as_mpf(low)) + (n - 2) * mpmath.e
            y = mpmath.findroot(lambda y: mpmath.mpf(concavity_curve(y).size) / n - 1, guess)
            value = mpmath.mpf(concavity_curve(y).gap)
        assert abs(as_mpf(low) - value) < 1e-14


@pytest.mark.parametrize("n", [2, 3, 6, 40])
def test_concavity_is_lost_just_below_the_threshold(n):
    low, high = balls.ends(balls.concavity_threshold(n))
    worst = 1.0  # the common value of the other entries, from its fixed-point equation
    for _ in range(50):
        worst = 1 - 4 / (mpmath.exp(as_mpf(low)) + (n - 2) * mpmath.exp(worst) - 1) ** 2
    others = [Fraction(float(worst))] * (n - 2)
    step = Fraction(1, 10**9)
    assert balls.second_derivative([0, low - step, *others], 0) > 0
    assert balls.second_derivative([0, high + step, *others], 0) < 0


@given(st.lists(st.fractions(-20, 1), max_size=4))
@settings(max_examples=50)
def test_monotonicity_holds_beyond_the_threshold(others):
    _, high = balls.ends(balls.monotonicity_threshold(len(others) + 2))
    assert balls.gradient([0, high + Fraction(1, 10**9), *others], 0) < 0


@given(st.lists(st.fractions(-20, 2), max_size=4))
@settings(max_examples=50)
def test_concavity_holds_beyond_the_threshold(others):
    _, high = balls.ends(balls.concavity_threshold(len(others) + 2))
    assert balls.second_derivative([0, high + Fraction(1, 10**9), *others], 0) < 0


@pytest.mark.parametrize("n", [1, 2, 8, 100, 10**6])
def test_separation_threshold_solves_its_equation_below_the_closed_form_and_the_paper(n):
    low, high = balls.ends(balls.separation_threshold(n))
    with mpmath.workdps(60):
        goal = mpmath.log(n) ** 2
        excess = mpmath.mpf(separation_excess(as_mpf(low)).evalf(50))
        assert abs(excess - goal) < 1e-15
        assert as_mpf(high) <= mpmath.mpf(sufficient_separation(n).evalf(50)) <= 2 * mpmath.log(n) + 3


@st.composite
def separated_pairs(draw):
    n = draw(st.integers(1, 6))
    _, high = balls.ends(balls.separation_threshold(n))
    return draw(prefix_pairs(n=n, delta=high))


@given(separated_pairs())
def test_lemma_7_holds_at_the_separation_threshold(pair):
    a, b, k = pair
    bits = 256 + 4 * int(a[0] - min(*a, *b, a[0] - 1))
    bound = balls.log(len(a), bits) ** 2 * balls.exp(b[k] - a[0], bits)
    assert abs(balls.boltz(a, bits) - balls.boltz(b, bits)) > bound


def test_more_bits_give_smaller_balls_and_leave_the_precision_alone():
    before = ctx.prec
    wide, narrow = balls.concavity_threshold(5, bits=64), balls.concavity_threshold(5, bits=256)
    assert wide.overlaps(narrow)
    (a, b), (c, d) = balls.ends(wide), balls.ends(narrow)
    assert d - c < (b - a) / 10**6 and ctx.prec == before


def test_ends_are_exact():
    low, high = balls.ends(arb(1, 0.25))
    assert low <= Fraction(3, 4) and Fraction(5, 4) <= high < Fraction(13, 10)
    assert balls.ends(balls.ball(3)) == (3, 3)


def test_bad_input():
    with pytest.raises(TypeError, match="exact rational"):
        balls.ball(0.1)
    with pytest.raises(ValueError, match="positive"):
        balls.log(0)
    with pytest.raises(ValueError, match="W is not defined"):
        balls.lambert_w(-1)
    with pytest.raises(ValueError, match="at least one entry"):
        balls.boltz([])
    with pytest.raises(ValueError, match="finite"):
        balls.ends(arb("nan"))
    for bad in (0, -1, 2.0, True):
        with pytest.raises(ValueError, match="positive integer"):
            balls.monotonicity_threshold(bad)
    with pytest.raises(ValueError, match="no gap"):
        balls.concavity_threshold(1)
