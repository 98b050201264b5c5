import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from sympy import IndexedBase, Tuple, exp, symbols

from symbolic import attention, boltzmann

i, n = symbols("i n", integer=True, positive=True)
S, V = IndexedBase("s"), IndexedBase("v")


@given(st.lists(st.integers(-2, 2), min_size=1, max_size=6))
def test_hardmax_shares_equally_among_the_largest(scores):
    weights = [attention.hardmax(lambda k: Tuple(*scores)[k - 1], len(scores), j + 1) for j in range(len(scores))]
    top = [s == max(scores) for s in scores]
    assert weights == [sp.Rational(int(is_top), sum(top)) for is_top in top]


def test_hardmax_of_symbolic_size_becomes_the_concrete_one():
    m = symbols("m")
    weight = attention.hardmax(lambda k: S[k], n, i, top=m)
    values = {S[1]: 4, S[2]: 9, S[3]: 9, m: 9}
    assert [weight.subs(n, 3).doit().subs(i, j).subs(values) for j in (1, 2, 3)] == [0, sp.S.Half, sp.S.Half]


def test_hardmax_needs_the_top_for_a_symbolic_size():
    with pytest.raises(ValueError, match="top"):
        attention.hardmax(lambda k: S[k], n, i)
    with pytest.raises(ValueError, match="at least one"):
        attention.hardmax(lambda k: S[k], 0, i)


def test_masked_boltz_is_boltz_of_what_is_kept():
    masked = attention.masked_boltz(lambda k: S[k], lambda k: k <= 2, 3).doit()
    kept = boltzmann.boltz(lambda k: S[k], 2).doit()
    assert sp.simplify(masked - kept) == 0


def test_masked_softmax_of_a_dropped_entry_is_zero():
    weight = attention.masked_softmax(lambda k: S[k], lambda k: k >= 2, 3, 1)
    assert weight.doit() == 0


def test_attend_is_the_weighted_sum():
    out = attention.attend(lambda k: V[k], lambda k: boltzmann.softmax(lambda j: S[j], 2, k), 2).doit()
    expected = (V[1] * exp(S[1]) + V[2] * exp(S[2])) / (exp(S[1]) + exp(S[2]))
    assert sp.simplify(out - expected) == 0
