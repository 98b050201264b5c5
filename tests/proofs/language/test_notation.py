"""Notation and display: what is written is what is meant, and what is printed can be told apart."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.checking.models.compiled import Floats, compiled
from proofs.kernel import terms as tm
from proofs.kernel.terms import (
    FALSE,
    Term,
    add,
    app,
    big,
    bv,
    deriv,
    eq,
    exp,
    fn,
    forall,
    imp,
    ite,
    lam,
    le,
    log,
    mul,
    num,
    substitute,
    var,
)  # fmt: skip
from proofs.language import notation
from proofs.language.display import Notions, latex, text
from proofs.language.notation import Max, Prod, Sum, array, derivative_of, every, fun, hole, implies, zero_of
from proofs.language.parse import parse_number

n, m = notation.ints("n m")
x, y = notation.reals("x y")
(a,) = notation.vectors("a")
(b,) = notation.vectors("b", 2)
(p,) = notation.sequences("p")


def test_names_get_their_sorts() -> None:
    assert n is var("n", "Z")
    assert x is var("x", "R")
    assert b is fn("b", 2, "R")
    assert p is fn("p", 1, "Z")
    assert notation.rational(2, 4) is num(1, 2)


def test_binders_nest_without_capture() -> None:
    i, j = bv(1, "Z"), bv(0, "Z")
    inner = big("sum", num(1), j, b(i, j))
    assert Sum(lambda s: Sum(lambda t: b(s, t), 1, s), 1, n) is big("sum", num(1), n, inner)
    assert Prod(lambda s: a(s), 1, n) is big("prod", num(1), n, a(j))
    assert Max(lambda s: a(s), 1, n) is big("max", num(1), n, a(j))
    assert every(lambda s: a(s) >= 0) is forall("Z", le(num(0), a(j)))
    assert every(lambda s: a(s) >= 0, 1, n) is forall("Z", imp(le(num(1), j), imp(le(j, n), le(num(0), a(j)))))
    twice = every(lambda s: every(lambda t: b(s, t) <= 1))
    assert twice is forall("Z", forall("Z", le(b(i, j), num(1))))
    assert hole(lambda s: s <= 1) is forall("R", le(bv(0, "R"), num(1)))
    assert zero_of(lambda s: exp(s)) is forall("R", eq(exp(bv(0, "R")), 0))
    assert derivative_of(lambda s: exp(s), x, y) is deriv(exp(bv(0, "R")), x, y)


def test_functions_and_arrays() -> None:
    assert app(fun(lambda i, j: b(j, i), 2), n, m) is b(m, n)
    assert fun(lambda i: 1) is lam(1, num(1))
    values = array(x, y, 3)
    assert app(values, n) is ite(eq(n, 1), x, ite(eq(n, 2), y, ite(eq(n, 3), 3, 0)))
    assert app(array(x, start=0), n) is ite(eq(n, 0), x, 0)


def test_implications_associate_to_the_right() -> None:
    f, g, h = x <= y, y <= x, eq(x, y)
    assert implies(f, g, h) is imp(f, imp(g, h))
    assert implies(h) is h
    assert tm.negation(f) is imp(f, FALSE)


def test_a_failed_body_leaves_nothing_open() -> None:
    for _ in range(40):
        with pytest.raises(ValueError):
            Sum(lambda i: exp("x"), 1, n)  # type: ignore[arg-type]
    assert Sum(lambda i: a(i), 1, n) is big("sum", num(1), n, a(bv(0, "Z")))


TERMS = [
    x + y, x - y, -x, x * y, x / y, tm.inv(x + y), (x + y) * x, x + y * x, x**2, (x + y) ** 2, exp(x), exp(x + y),
    tm.log(x), tm.absolute(x), a(n), a(n + 1), b(n, m), ite(x <= y, x, y), ite(x < y, x, y),
    Sum(lambda i: a(i), 1, n), ite(x <= y, ite(x < y, x, y), y), ite(x <= y, x, ite(x < y, x, y)),
    Sum(lambda i: a(i) + x, 1, n), Sum(lambda i: a(i), 1, n) + x, Sum(lambda i: a(i), 1, n + 1),
    Prod(lambda i: a(i), 1, n),
    Max(lambda i: a(i), 1, n), Sum(lambda i: Sum(lambda j: b(i, j), 1, i), 1, n), num(-2) * x, num(1, 2) * x,
    x - (y - x),
    Sum(lambda i: Sum(lambda j: b(j, i), 1, i), 1, n), 1 / (x * y), x / (y * x), (x / y) * x, -(x + y), x * (-y),
    num(-1, 2) + x,
]  # fmt: skip
FORMULAS = [
    x <= y, x < y, eq(x, y), imp(x <= y, y <= x), imp(imp(x <= y, y <= x), eq(x, y)), imp(x <= y, imp(y <= x, eq(x,
    y))),
    FALSE, tm.negation(x <= y), every(lambda i: a(i) >= 0), hole(lambda t: t <= x), every(lambda i: every(lambda j: b(i,
    j) <= 1)),
    every(lambda i: every(lambda j: b(j, i) <= 1)), derivative_of(lambda t: t * t, x, 2 * x), fun(lambda i: a(i)),
]  # fmt: skip


@pytest.mark.parametrize("show", [text, latex])
def test_different_terms_look_different(show: object) -> None:
    printed: dict[str, Term] = {}
    for t in (*TERMS, *FORMULAS):
        shown = show(t)  # type: ignore[operator]
        assert shown not in printed, (shown, t, printed[shown])
        printed[shown] = t
        assert shown.count("{") == shown.count("}")
        assert shown.count("(") == shown.count(")")


def test_bound_letters_avoid_the_free_names() -> None:
    (i,) = notation.ints("i")
    assert text(Sum(lambda t: a(t) + i, 1, n)) != text(Sum(lambda t: a(t) + t, 1, n))
    assert "Σ_{j=1}" in text(Sum(lambda t: b(t, i), 1, n))


def test_well_known_forms() -> None:
    assert text(Sum(lambda i: exp(a(i)), 1, n)) == "Σ_{i=1}^{n} exp(a_i)"
    assert text(x - y) == "x - y"
    assert latex(x / y) == r"\frac{x}{y}"
    assert latex(x <= y) == r"x \le y"
    assert text(add(x, y)) == "x + y"
    chosen = r"x & \text{if } x \le y \\ 1 & \text{if } x < 0 \\ y & \text{otherwise}"
    assert latex(ite(x <= y, x, ite(x < num(0), num(1), y))) == rf"\begin{{cases}} {chosen} \end{{cases}}"


def test_roots_powers_and_extremes_are_shown_as_such() -> None:
    shown = {
        "sqrt(x)": "√x", "sqrt(x*y)": "√(x·y)", "x**(2/3)": "x^(2/3)", "x**(-1/2)": "x^(-1/2)", "x**y": "x^y",
        "(x + 1)**(x*y)": "(x + 1)^(x·y)", "2**x": "2^x", "sqrt(2)": "√2", "max(x, y)": "max(x, y)", "min(x, y, 1)":
        "min(x, y, 1)", "max(x, max(y, 1))": "max(x, max(y, 1))", "max(min(x, y), 1)": "max(min(x, y), 1)", "x/2":
        "x/2", "3*x/4": "3·x/4", "-x/2": "-x/2", "x_1 + x1": "x_1 + x1", "alpha_2": "α_2", "abs(x)**2": "|x|^2",
    }  # fmt: skip
    for written, out in shown.items():
        assert text(parse_number(written)) == out
    assert latex(parse_number("sqrt(x)*max(x, 1)/2")) == r"\frac{\sqrt{x} \max\left(x, 1\right)}{2}"
    assert latex(parse_number("t*log(x)")) == r"t \log x"
    assert latex(parse_number("log(x)**2")) == r"(\log x)^{2}"
    assert latex(parse_number("log(x)*t*log(x + 1)")) == r"\log (x) t \log (x + 1)"
    assert latex(parse_number("x1 + x_2 + x1_2")) == "x_{1} + x_{2} + x_{1,2}"
    assert latex(mul(num(2), num(3), x)) == r"2 \cdot 3 x"


def test_what_is_not_a_root_is_not_shown_as_one() -> None:
    """At 0 and below, the kernel's exp(1/2 · log x) is 1 and its root 0."""
    for t in (
        exp(num(1, 2) * log(x)), ite(num(0) < x, exp(num(1, 2) * log(y)), 0), ite(num(0) < x, exp(num(1, 2) * log(x)),
        1), ite(num(0) <= x, exp(num(1, 2) * log(x)), 0), exp(2 * log(x)), ite(x < y, y, x), exp(log(x) * num(1, 2)),
    ):  # fmt: skip
        assert "√" not in text(t) and "^" not in text(t) and "max" not in text(t)
        assert "sqrt" not in latex(t) and r"\max" not in latex(t)


@given(st.lists(st.sampled_from(["x", "y_1", "2", "1/3", "x**2", "y_1**(1/2)"]), min_size=2, max_size=4), st.data())
def test_terms_that_look_alike_have_the_same_value(parts: list[str], data: st.DataObject) -> None:
    """Two numbers written by chance, where they are shown alike, are the same at a point."""

    def number() -> Term:
        out = data.draw(st.sampled_from(parts))
        for part in parts:
            how = data.draw(
                st.sampled_from(["({}+{})", "{}*{}", "({})/({})", "max({},{})", "min({},{})", "({})**({})"])
            )
            out = how.format(out, part)
        return parse_number(out)

    at = {var("x", "R"): num(3, 2), var("y_1", "R"): num(5, 7)}
    s, t = number(), number()
    for show in (text, latex):
        if show(s) == show(t):
            both = [float(compiled(substitute(u, at), Floats())({}, ())) for u in (s, t)]
            assert math.isclose(*both, rel_tol=1e-9)


def test_bound_variables_show_their_sort() -> None:
    assert text(every(lambda i: a(i) >= 0)) == "∀i ∈ ℤ. 0 ≤ a_i"
    assert text(every(lambda i: a(i) >= 0, 1, n)) == "∀i ∈ {1..n}. 0 ≤ a_i"
    assert text(hole(lambda t: t <= x)) == "∀y ∈ ℝ. y ≤ x"
    assert latex(every(lambda i: a(i) >= 0, 1, n)) == r"\forall i \in \{1, \dots, n\}.\ 0 \le a_{i}"


def test_no_index_of_an_index_without_braces() -> None:
    (w_o,) = notation.vectors("w_O")  # TeX refuses w_{O}_{n}
    assert latex(w_o(n)) == "{w_{O}}_{n}"
    assert latex(w_o(n) ** 2) == "{w_{O}}_{n}^{2}"
    (z,) = notation.reals("z")
    named = Notions()
    named.define(exp(z), (z,), "E {0:f}", "{0:f}_{{E}}")
    assert named.latex(exp(a(n))) == "{a_{n}}_{E}"
    assert named.latex(exp(x)) == "x_{E}"


def test_a_notion_of_functions_of_several_indices() -> None:
    """It names the function and its free index, also under a binder; another order of indices is another term."""
    (i, k), (W, V) = notation.ints("i k"), notation.vectors("W V", 2)
    row = lambda f, i: Sum(lambda t: f(i, t), 1, n)  # noqa: E731
    notions = Notions()
    notions.define(row(W, i), (W, i, n), "row({0}, {1}, {2})", "r_{{{1},{2}}}({0})")
    assert notions.text(row(V, k)) == "row(V, k, n)"
    assert notions.text(every(lambda k: row(V, k) <= 1)).endswith("row(V, i, n) ≤ 1")
    assert "row" not in notions.text(Sum(lambda t: V(t, k), 1, n))


def test_every_takes_further_indices_with_their_bounds() -> None:
    """It is the same formula as the nested one, down to the letters with which it is printed."""
    (A,) = notation.vectors("A", 2)
    nested = every(lambda s: every(lambda t: A(s, t) <= x, 0), 1, n)
    assert every(lambda s, t: A(s, t) <= x, 1, n, 0, None) is nested
    with pytest.raises(ValueError, match="two bounds"):
        every(lambda s, t: A(s, t) <= x, 1, n, 0)


def test_rows_columns_and_powers() -> None:
    (A,), (i, k) = notation.vectors("A", 2), notation.ints("i k")
    assert notation.matrix_row(A, i)(k) is notation.matrix_column(A, k)(i) is A(i, k)
    env = {x: 3, n: 4}
    assert compiled(notation.power(x, n), Floats())(env, ()) == 81
    assert notation.substitute(x <= n, {x: 2}) is notation.substitute(x <= n, {x: num(2)})


def test_roots_of_rational_squares_are_rational() -> None:
    tenth = notation.rational(1, 10)
    assert notation.sqrt(tenth * tenth) is tenth and notation.sqrt(num(1) + 3) is num(2)
    assert text(notation.sqrt(num(1) + 1)) == "√2"
