"""Continuity says what it should: of functions that are continuous, and of one that jumps."""

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.terms import abstract, lam
from proofs.language.notation import (
    FALSE,
    MATRIX,
    VECTOR,
    Eq,
    exists,
    fun,
    ints,
    ite,
    num,
    reals,
    vectors,
)
from proofs.theorems.algebra import integers, powers, sums
from proofs.theorems.analysis import continuity, elementary
from proofs.theorems.analysis.continuity import continuous_on_box, continuous_on_cube, uniformly_continuous_on_cube
from proofs.theorems.combinatorics import tilings

D, eps, delta, size = reals("D epsilon delta size")
d, n, r, t = ints("d n r t")
X, Y = vectors("X Y", 2)
(x,) = vectors("x")


@pytest.fixture(scope="module")
def theory() -> Theory:
    """The chapter and those that it rests on."""
    out = Theory()
    for module in (elementary, sums, powers, integers, tilings, continuity):
        for _ in module.chapter.prove(out):
            pass
    return out


def test_archimedes_gives_an_integer_above_any_number(theory):
    p = Proof("test.archimedes", theory)
    assert p.apply("archimedes", s=D).concl is exists(lambda k: [1 <= k, k > D], "Z")


def test_heine_cantor_for_a_given_function(theory):
    twice = lam(MATRIX + "ZZ", abstract(2 * X(r, t), [X, r, t]))
    p = Proof("test.twice", theory)
    p.given(d=1 <= d, n=1 <= n, D=0 <= D, eps=0 < eps)
    goal = exists(lambda w: [0 < w, continuity.steady(twice, X, eps, w, continuity.cube(D, d, n), d, n)], "R")
    Y_in, close = (
        p.rule("assume", z) for z in (continuity.in_cube(Y, D, d, n), continuity.within(X, Y, eps / 2, d, n))
    )
    ends = [p.rule("assume", z) for z in (1 <= r, r <= d, 1 <= t, t <= n)]
    gap = X(r, t) - Y(r, t)
    parts = [p.apply("abs_ge", x=z) for z in (gap, -gap)]
    near_ = p.specialize(close, r, t, using=ends)
    less = [p.have(z, near_, *parts) for z in (2 * gap < eps, -eps < 2 * gap)]
    each = p.change(p.apply("abs_lt", *less, x=2 * gap, u=eps), abs(twice(X, r, t) - twice(Y, r, t)) < eps)
    whole = p.generalize(r, p.generalize(t, each, *ends[2:]), *ends[:2])
    at_X = p.exists_intro(goal, [eps / 2], p.have(0 < eps / 2, "eps"), p.generalize(Y, whole, Y_in, close))
    inside = p.rule("assume", continuity.in_cube(X, D, d, n))
    p.change(
        p.generalize(X, p.generalize(eps, at_X, inside, "eps")),
        continuous_on_cube(twice, D, d, n),
        label="continuous",
    )
    out = p.apply("heine_cantor", "continuous", f=twice)
    assert out.concl is uniformly_continuous_on_cube(twice, D, d, n)
    assert set(out.hyps.values()) == {1 <= d, 1 <= n, 0 <= D}


def test_a_function_that_jumps_is_not_continuous(theory):
    """x ↦ (1 if 0 < x_1, else 0), at 0 and for ε = 1: half of δ, or D, is near enough."""
    jump = lam(VECTOR + "ZZ", abstract(ite(num(0) < x(1), 1, 0), [x, r, t]))
    one = num(1)
    p = Proof("test.jump", theory)
    p.given(D=0 < D, continuous=continuous_on_box(jump, D, one, one, one))
    zero, at_size = fun(lambda i: num(0)), fun(lambda i: size)
    index = [p.rule("assume", z) for z in (1 <= r, r <= 1)]
    none = p.rule("abs_value", num(0), p.have(num(0) <= 0))
    inside = p.generalize(r, p.have(abs(num(0)) <= D, "D", none), *index)
    p.have(num(0) < 1, label="one")

    def contradiction(pos: Fact, steady: Fact) -> Fact:
        small = exists(lambda w: [0 < w, w <= D, w <= delta / 2], "R")
        chosen = p.apply("smaller_of_two", p.have(0 < delta / 2, pos), delta_1=D, delta_2=delta / 2)
        assert chosen.concl is small

        def at(pos_size: Fact, low: Fact, near_: Fact) -> Fact:
            value = p.rule("abs_value", size, p.have(0 <= size, pos_size))
            y_in = p.generalize(r, p.have(abs(size) <= D, value, low), *index)
            close = p.generalize(r, p.have(abs(0 - size) < delta, value, near_, pos), *index)
            less = p.specialize(p.specialize(steady, at_size, using=[y_in, close]), 1, 1, using=[p.have(one <= 1)])
            values = (
                p.rule("ite_eq", ite(num(0) < size, 1, 0), pos_size),
                p.rule("ite_eq", ite(num(0) < num(0), 1, 0), p.have(num(0) <= 0)),
            )
            gap = p.have(Eq(jump(zero, one, one) - jump(at_size, one, one), -1), *values)
            height = p.congr(abs, gap)
            size_one = p.rule("abs_value", one, p.have(num(0) <= 1))
            return p.have(FALSE, less, height, size_one)

        return p.exists_elim(chosen, [size], at, FALSE)

    steady = p.specialize("continuous", zero, one, using=[inside, "one"])
    out = p.exists_elim(steady, [delta], contradiction, FALSE)
    assert out.concl is FALSE
    assert set(out.hyps.values()) == {0 < D, continuous_on_box(jump, D, one, one, one)}
