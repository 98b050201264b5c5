"""The crossing from SymPy is exact: what it knows keeps its value, what it does not know is refused."""

from fractions import Fraction

import pytest
import sympy as sp
from exact_terms import value, vector

from proofs.language.display import text
from proofs.language.notation import ints, vectors
from proofs.language.translate import Crossing, TranslationError, from_sympy, on_vectors
from symbolic import boltzmann

x, y = sp.symbols("x y", real=True)
n, k, j = sp.symbols("n k j", integer=True)
a = sp.IndexedBase("a")


@pytest.mark.parametrize(
    "expression",
    [
        x**2 - 3 * x / 7 + 1 / (1 + x**2),
        sp.exp(x) * sp.log(1 + x**2) + sp.E,
        sp.Abs(x - y) ** 3,
        sp.sin(x) * sp.cos(x * y) + sp.atan(y) / sp.pi,
        sp.erf(x) - sp.erfc(x * y),
        sp.tan(x) + sp.sinh(y) * sp.cosh(x) - sp.tanh(x),
        sp.asinh(x) + sp.atanh(y / 9),
        sp.Piecewise((x, x < y), (y + 1, x < 2 * y), (5, True)),
        sp.KroneckerDelta(n, 3) + n,
        sp.Max(x, y, 1) - sp.Min(y, n),
        sp.Sum(k**2 * x, (k, 5, 1)),
        (1 + x**2) ** n + 2**y,
        sp.Sum(k * x**2 + n, (k, 1, n)),
        sp.Sum(x / j + k, (j, 1, k), (k, 1, n)),
        sp.Sum(k * x, (k, -3, 3)),
    ],
)
@pytest.mark.parametrize("at", [(Fraction(1, 3), Fraction(-2), 4), (Fraction(5), Fraction(5, 2), 3)])
def test_values_are_kept(expression, at):
    values = dict(zip("xyn", at, strict=True))
    ours = value(from_sympy(expression), values)
    theirs = expression.subs({x: sp.Rational(at[0]), y: sp.Rational(at[1]), n: at[2]}).doit()
    assert abs(sp.Float(str(ours) if not isinstance(ours, Fraction) else sp.Rational(ours), 40) - theirs) < 1e-30


@pytest.mark.parametrize(
    "expression",
    [
        sp.Symbol("z") + 1,  # neither integer nor real
        0.1 * x,
        sp.sec(x),
        sp.asin(x),
        sp.sqrt(x),
        x**65,
        sp.Piecewise((x, x > 0)),
        sp.Integral(x, x),
        sp.oo,
        sp.nan,
        sp.And(x < y, y < 1),
    ],
)
def test_what_is_not_understood_is_refused(expression):
    with pytest.raises(TranslationError):
        from_sympy(expression)


@pytest.mark.parametrize(
    "expression",
    [
        sp.Symbol("t", positive=True) + 1,
        sp.IndexedBase("P", positive=True)[1],
        sp.Sum(sp.IndexedBase("P", positive=True)[k], (k, 1, n)),
        sp.Max(sp.sqrt(x), y),
    ],
)
def test_a_term_alone_says_nothing_of_signs_and_roots(expression):
    with pytest.raises(TranslationError, match=r"a sign|alone"):
        from_sympy(expression)


def test_what_is_assumed_and_the_ranges_of_roots_stand_beside_the_relation():
    t = sp.Symbol("t", positive=True)
    crossing = Crossing()
    read = crossing.relations(sp.Le(sp.sqrt(x - 1), t))
    (condition,) = read.conditions
    assert [text(r) for r in crossing.assumed] == ["0 < t"] and len(read.relations) == 1
    assert value(condition.args[1], {"x": Fraction(3)}) == 2


def test_the_sign_of_an_index_is_no_hypothesis():
    j = sp.Symbol("j", integer=True, positive=True)
    crossing = Crossing()
    crossing.relations(sp.Ge(sp.Sum(a[j], (j, 1, n)) + sp.Sum(j, (j, 2, 3)), x))
    assert not crossing.assumed
    crossing.relations(sp.Ge(sp.Sum(j, (j, 2, 3)) + j, x))
    assert [text(r) for r in crossing.assumed] == ["0 < j"]


def test_relations():
    s, t = from_sympy(x), from_sympy(y)
    assert from_sympy(sp.Ge(x, y)) is (t <= s)
    assert from_sympy(sp.Lt(x, y)) is (s < t)


def test_definitions_on_vectors_are_instantiated():
    entries = [Fraction(1), Fraction(3), Fraction(-2)]
    (m,) = ints("m")
    (b,) = vectors("b")
    ours = value(on_vectors(boltzmann.boltz)(b, m), {"b": vector(entries), "m": 3})
    symbols = [sp.Rational(e) for e in entries]
    theirs = boltzmann.boltz(lambda i: a[i], sp.Integer(3)).doit().subs({a[i + 1]: e for i, e in enumerate(symbols)})
    assert abs(sp.Float(str(ours), 40) - theirs) < 1e-30
