from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from sympy import IndexedBase, Rational, symbols

from symbolic import selective_shift as sh

L = IndexedBase("l")
j, n, M, d, delta = symbols("j n M d delta", integer=True, positive=True)

SMALL_CASES = [(m, dim, size) for m, dim, size in product((2, 3, 4), (1, 2), (1, 2, 3, 4)) if size <= m**dim <= 9]


def shifted(ids, big):
    places = dict(enumerate(ids, start=1))
    return [sh.shifted_id(places.__getitem__, at, len(ids), big) for at in range(1, len(ids) + 1)]


def test_column_id_is_a_bijection_onto_the_grid():
    m, dim = 3, 2
    grid = [Rational(k, m) for k in range(m)]
    ids = {sh.column_id(lambda i, c=c: c[i - 1], dim, Rational(1, m)) for c in product(grid, repeat=dim)}
    assert ids == {Rational(k, m) for k in range(m**dim)}


def test_column_id_of_symbolic_height():
    symbolic = sh.column_id(lambda i: L[i], d, delta)
    assert sp.simplify(symbolic.subs(d, 2).doit() - L[1] - L[2] / delta) == 0


@given(st.lists(st.fractions(-9, 9), min_size=1, max_size=5), st.fractions(-9, 9))
def test_head_takes_the_largest_or_the_smallest_id(ids, threshold):
    for own, out in zip(ids, sh.head(ids, threshold), strict=True):
        if own > threshold:
            assert out == max(ids)
        elif own < threshold:
            assert out == min(ids)
        else:
            assert out == sum(ids) / len(ids)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=5), st.integers(-9, 9))
def test_selective_shift_moves_only_the_window(ids, level):
    out = sh.selective_shift(ids, level - Fraction(1, 2), level + Fraction(1, 2))
    spread = max(ids) - min(ids)
    assert out == [spread if value == level else 0 for value in ids]


@pytest.mark.parametrize(("m", "dim", "size"), SMALL_CASES)
def test_network_recursion_and_closed_form_agree_and_lemma_10_holds(m, dim, size):
    step, big = Fraction(1, m), m**dim
    lowest, highest = sh.sharp_final_id_bounds(size, big, Rational(1, m))
    paper = sh.final_id_bounds(size, big, Rational(1, m))
    last = []
    for chosen in combinations(range(big), size):
        ids = [step * k for k in chosen]
        closed = shifted(ids, big)
        previous, recursive = ids[-1], []
        for own in ids:
            previous = sh.shift_step(previous, own, big)
            recursive.append(previous)
        assert sh.sweep(ids, step, big) == closed == recursive
        assert all(x < y for x, y in pairwise(closed))
        last.append(closed[-1])
    assert len(set(last)) == len(last)
    assert (min(last), max(last)) == (lowest, highest)
    if size >= 2:
        assert paper.lower <= lowest and highest <= paper.upper
        assert size > 2 or highest == paper.upper


def test_lemma_10_fails_for_one_column():
    assert shifted([0], 4) == [0]
    assert sh.final_id_bounds(1, 4, 1).lower > 0


def test_sharp_bounds_lie_within_the_papers_for_symbolic_sizes():
    for size in (2, 3, 5):
        gap = sh.sharp_final_id_bounds(size, M, 1).lower - sh.final_id_bounds(size, M, 1).lower
        coefficients = sp.Poly(sp.cancel(gap).subs(M, M + size), M).coeffs()
        assert all(c > 0 for c in coefficients)


def test_closed_form_of_symbolic_place_becomes_the_concrete_one():
    symbolic = sh.shifted_id(lambda i: L[i], j, n, M)
    concrete = sh.shifted_id(lambda i: L[i], 3, n, M)
    assert sp.expand(symbolic.subs(j, 3).doit() - concrete) == 0


def test_symbolic_step_of_the_recursion():
    l3 = sh.shift_step(sh.shifted_id(lambda i: L[i], 2, n, M), L[3], M)
    assert sp.expand(l3 - sh.shifted_id(lambda i: L[i], 3, n, M)) == 0


@given(st.sets(st.integers(0, 7), min_size=2, max_size=5))
def test_last_layer(chosen):
    ids, big = sorted(chosen), 8
    places = dict(enumerate(ids, start=1))
    final = sh.global_shift(shifted(ids, big), big)
    assert final == [sh.context_id(places.__getitem__, at, len(ids), big) for at in range(1, len(ids) + 1)]


def test_bad_input():
    with pytest.raises(ValueError, match="lower < upper"):
        sh.selective_shift([1, 2], 3, 3)
    with pytest.raises(ValueError, match="at least one"):
        sh.head([], 0)
    with pytest.raises(TypeError, match="exact rational"):
        sh.head([0.5], 0)
    with pytest.raises(ValueError, match="counted"):
        sh.shifted_id(lambda i: L[i], 0, n, M)
    with pytest.raises(ValueError, match="no column 4"):
        sh.shifted_id(lambda i: L[i], 4, 3, M)
