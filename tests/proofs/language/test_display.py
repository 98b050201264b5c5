"""Formulas in print: quantifiers with where they range, brackets where they are needed, notions by their names."""

from __future__ import annotations

import pytest
from meaning import meaning

from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper
from proofs.kernel.terms import FALSE, Term, eq, imp, negation, substitute
from proofs.language import notation
from proofs.language.display import NONE, Notions, latex, shown_name, space, text
from proofs.language.notation import (
    MATRIX,
    OPERATOR,
    PI,
    VECTOR,
    Sum,
    atan,
    cos,
    derivative_of,
    erf,
    every,
    exists,
    exp,
    for_all,
    fun,
    functions,
    implies,
    ints,
    inv,
    log,
    num,
    reals,
    sin,
    sqrt,
    vectors,
)  # fmt: skip
from proofs.language.parse import parse
from proofs.language.reading import read_formula

n, m, k, i, d = ints("n m k i d")
x, y, z, u, v = reals("x y z u v")
a, b = vectors("a b")
W, V = vectors("W V", 2)
(f,) = functions("f", MATRIX + "ZZ")
A, B, C = x <= 0, y <= 0, z <= 0


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (every(lambda i: every(lambda j: W(i, j) <= 1, 1, n), 1, n), "∀i, j ∈ {1..n}. W_{i,j} ≤ 1"),
        (every(lambda i: every(lambda j: W(i, j) <= 1, 1, i), 1, n), "∀i ∈ {1..n}, j ∈ {1..i}. W_{i,j} ≤ 1"),
        (for_all(lambda s, t, i: s + t <= i, "R", "R", "Z"), "∀x, y ∈ ℝ, i ∈ ℤ. x + y ≤ i"),
        (for_all(lambda F: F(W, 1, 2) <= 1, OPERATOR), "∀f : ℝ^(×) → ℝ^(×). f(W)_{1,2} ≤ 1"),
        (for_all(lambda c, X: c(1) <= X(1, 1), VECTOR, MATRIX), "∀a ∈ ℝ^*, X ∈ ℝ^(×). a_1 ≤ X_{1,1}"),
        (exists(lambda s: [0 < s, s * s <= 2], "R"), "∃x ∈ ℝ. 0 < x ∧ x^2 ≤ 2"),
        (exists(lambda j: [1 <= j, j <= n, a(j) <= 0], "Z"), "∃i ∈ {1..n}. a_i ≤ 0"),
        (exists(lambda j: [1 <= j, j <= n], "Z"), "∃i ∈ ℤ. 1 ≤ i ∧ i ≤ n"),
        (exists(lambda i, s, j: [1 <= i, i <= n, i <= j, j <= n, a(j) <= s], "Z", "R", "Z"),
         "∃i ∈ {1..n}, x ∈ ℝ, j ∈ {i..n}. a_j ≤ x"),
        (negation(every(lambda i: a(i) <= 0, 1, n)), "∃i ∈ {1..n}. ¬(a_i ≤ 0)"),
        (sin(x) * y <= cos(x + y), "sin(x)·y ≤ cos(x + y)"),
        (atan(x) < PI / 2, "atan(x) < π/2"),
        (erf(x) ** 2 < 1, "(erf(x))^2 < 1"),
        (eq(sin(2 * PI * x), -PI / 6), "sin(2·π·x) = -π/6"),
        (eq(PI * PI / 6, 4 * inv(PI)), "π^2/6 = 4/π"),
        (eq(atan(num(1)), num(0) * PI), "π/4 = 0·π"),
        (eq(sqrt(x * x), sqrt(x) * sqrt(x)), "√(x^2) = (√x)^2"),
        (eq(PI, reals("pi")[0]), "4·atan(1) = π"),
        (exp(num(-1, 2) * log(PI)) <= x, "π^(-1/2) ≤ x"),
        (imp(imp(A, B), C), "(x ≤ 0 ⇒ y ≤ 0) ⇒ z ≤ 0"),
        (imp(A, imp(B, C)), "x ≤ 0 ⇒ y ≤ 0 ⇒ z ≤ 0"),
        (imp(exists(lambda: [A, B]), C), "x ≤ 0 ∧ y ≤ 0 ⇒ z ≤ 0"),
        (exists(lambda: [imp(A, B), C]), "(x ≤ 0 ⇒ y ≤ 0) ∧ z ≤ 0"),
        (exists(lambda: [A, exists(lambda: [B, C])]), "x ≤ 0 ∧ (y ≤ 0 ∧ z ≤ 0)"),
        (exists(lambda: [A, every(lambda i: a(i) <= 0)]), "x ≤ 0 ∧ ∀i ∈ ℤ. a_i ≤ 0"),
        (exists(lambda: [every(lambda i: a(i) <= 0), A]), "(∀i ∈ ℤ. a_i ≤ 0) ∧ x ≤ 0"),
        (imp(exists(lambda: [A, every(lambda i: a(i) <= 0)]), B), "x ≤ 0 ∧ (∀i ∈ ℤ. a_i ≤ 0) ⇒ y ≤ 0"),
        (imp(every(lambda i: a(i) <= 0), A), "(∀i ∈ ℤ. a_i ≤ 0) ⇒ x ≤ 0"),
        (negation(imp(A, B)), "x ≤ 0 ∧ ¬(y ≤ 0)"),
        (exists(lambda: [A, negation(B)]), "x ≤ 0 ∧ ¬(y ≤ 0)"),
        (exists(lambda s: exists(lambda: [A, s <= x]), "R"), "∃y ∈ ℝ. (x ≤ 0 ∧ y ≤ x)"),
        (negation(for_all(lambda s: FALSE, "R")), "¬(∀x ∈ ℝ. ⊥)"),
        (negation(negation(A)), "¬(¬(x ≤ 0))"),
        (negation(negation(eq(x, y))), "¬(x ≠ y)"),
        (negation(eq(x, y)), "x ≠ y"),
        (imp(A, negation(B)), "x ≤ 0 ⇒ ¬(y ≤ 0)"),
        (derivative_of(lambda t: t * x, y, x), "d/dz [z·x] at y = x"),
        (negation(FALSE), "¬(⊥)"),
    ],
)  # fmt: skip
def test_formulas(formula: Term, shown: str) -> None:
    expected = shown.replace("ℝ^(×)", space(MATRIX, False)).replace("ℝ^*", space(VECTOR, False))
    assert text(formula) == expected
    assert latex(formula).count("{") == latex(formula).count("}")


def test_notions_are_seen_inside_of_binders_and_negations() -> None:
    notions = Notions()
    same = lambda s, t, size: every(lambda i: eq(s(i), t(i)), 1, size)  # noqa: E731
    notions.define(same(a, b, n), (a, b, n), "{0} = {1} on 1..{2}", "{0} =_{{{2}}} {1}")
    column = lambda i: fun(lambda t: W(t, i))  # noqa: E731
    whole = every(lambda i: every(lambda j: implies(negation(same(column(i), b, d)), i <= j), 1, n), 1, n)
    assert notions.text(same(a, b, k - 1)) == "a = b on 1..k - 1"
    assert notions.text(whole) == "∀i, j ∈ {1..n}. ¬((k ↦ W_{k,i}) = b on 1..d) ⇒ i ≤ j"
    assert notions.text(exists(lambda c: [same(c, a, n), same(c, b, m)], VECTOR)).endswith(
        "c = a on 1..n ∧ c = b on 1..m"
    )


def test_of_functions_without_names_the_entries_are_shown() -> None:
    notions = Notions()
    notions.define(every(lambda i: eq(a(i), b(i)), 1, n), (a, b, n), "{0} = {1} on 1..{2}", "{0} =_{{{2}}} {1}")
    assert notions.text(every(lambda i: eq(2 * a(i), b(i)), 1, n)) == "(i ↦ 2·a_i) = b on 1..n"
    assert notions.text(every(lambda i: eq(2 * a(i), 1 - b(i)), 1, n)) == "∀i ∈ {1..n}. 2·a_i = 1 - b_i"


def test_an_argument_that_is_not_shown_is_no_argument() -> None:
    notions = Notions()
    agree = lambda s, t, size: every(lambda i: eq(s(i), t(i)), 1, size)  # noqa: E731
    notions.define(agree(a, b, d), (a, b, d), "{0} = {1}", "{0} = {1}")
    assert notions.text(agree(b, a, d)) == "b = a"
    assert notions.text(agree(b, a, d - 1)) == "∀i ∈ {1..d - 1}. b_i = a_i"
    bound = exists(lambda size: agree(b, a, size), "Z")
    assert notions.text(bound) == "∃i ∈ ℤ. ∀j ∈ {1..i}. b_j = a_j"
    (own,) = notions.used(agree(b, a, d))
    assert own.fixed == {d}


def test_a_bound_letter_is_not_that_of_a_notion() -> None:
    """The letter i is a notion's own, and the first that a binder takes."""
    notions = Notions()
    notions.define(a(i), (a,), "first({0})", r"\mathrm{{first}}({0})")
    assert notions.text(a(i)) == "first(a)"
    assert notions.text(every(lambda j: a(j) <= 0)) == "∀i ∈ ℤ. a_i ≤ 0"


def test_arguments_and_names_are_bracketed_where_they_stand() -> None:
    notions = Notions()
    minus = lambda s, t: fun(lambda i: s(i) - t(i))  # noqa: E731
    notions.define(minus(a, b), (a, b), "{0} - {1}", "{0} - {1}")
    dot = lambda s, t: Sum(lambda i: s(i) * t(i), 1, n)  # noqa: E731
    notions.define(dot(a, b), (a, b, n), "⟨{0}, {1}⟩_{2}", r"\langle {0}, {1} \rangle_{{{2}}}")
    (c,) = vectors("c")
    assert notions.text(minus(a, minus(b, c))) == "a - (b - c)"
    assert notions.text(minus(minus(a, b), c)) == "a - b - c"
    assert notions.text(dot(minus(a, b), c)) == "⟨a - b, c⟩_n"
    assert notions.text(dot(fun(lambda i: a(i) - 1), c)) == "⟨(i ↦ a_i - 1), c⟩_n"
    (power,) = [exp(x)]
    notions.define(power, (x,), "e^{0}", "e^{{{0}}}")
    assert notions.text(exp(x + y) * z) == "e^(x + y)·z"


def test_a_power_of_a_power_is_no_tower() -> None:
    notions, (d, k), (f,) = Notions(), ints("d k"), vectors("f")
    notions.define(f(d), (d,), "D^{0}", "D^{{{0}}}")
    notions.define(exp(x * y), (x, y), "{0}^{1}", "{0}^{{{1}}}")
    assert notions.text(exp(f(d) * k)) == "(D^d)^k"
    assert notions.latex(exp(f(d) * k)) == "(D^{d})^{k}"
    assert notions.text(exp(x * y)) == "x^y"


def test_a_square_is_one_factor() -> None:
    assert NONE.text(inv(3 * (x * x))) == "1/(3·x^2)"
    assert NONE.text(inv(x * x)) == "1/x^2"
    assert NONE.text(inv(x * y)) == "1/(x·y)"
    assert NONE.text((x * x) * (x * x)) == "x^4"


def test_what_names_stand_for_and_the_names_in_that() -> None:
    notions = Notions()
    dot = lambda s, t, size: Sum(lambda i: s(i) * t(i), 1, size)  # noqa: E731
    notions.define(dot(a, b, n), (a, b, n), "⟨{0}, {1}⟩_{2}", r"\langle {0}, {1} \rangle_{{{2}}}")
    notions.define(dot(a, a, n), (a, n), "|{0}|²_{1}", r"|{0}|^2_{{{1}}}")
    meant = {m.name: m.meaning for m in notions.meanings([dot(V_row(k), V_row(k), m) <= 1])}
    assert meant == {"|a|²_n": "⟨a, a⟩_n", "⟨a, b⟩_n": "Σ_{i=1}^{n} a_i·b_i"}
    assert [d.text for d in notions.used(dot(V_row(k), a, n))] == ["⟨{0}, {1}⟩_{2}"]
    assert NONE.used(dot(a, b, n)) == ()


def V_row(i: Term) -> Term:
    return fun(lambda t: V(i, t))


def test_a_form_with_more_arguments_than_there_are_is_refused() -> None:
    for form in ("{1}", "{x}", "{}"):
        with pytest.raises(ValueError):
            Notions().define(exp(x), (x,), form, form)


def test_bound_variables_are_called_as_they_are_written() -> None:
    """In the paper that a formula is written in, unless another has the name, and where values are put in."""
    paper = Paper("Own", "Letters", "2026")
    formula = every(lambda row: exists(lambda W, c: [W(row, c) <= x, Sum(lambda k: W(row, k), 1, c) <= 1], MATRIX, "Z"))
    mapping = fun(lambda s_, _: W(s_, 1) + a(s_), 2)
    paper.state(
        "one", "says", section="1", index="1[1]", printed=[Claim((), formula), Claim((), f(mapping, 1, 2) <= 1)]
    )
    assert paper.notions.text(formula) == "∀row ∈ ℤ. ∃W ∈ ℝ^(*×*), c ∈ ℤ. W_{row,c} ≤ x ∧ Σ_{k=1}^{c} W_{row,k} ≤ 1"
    assert paper.notions.text(f(mapping, 1, 2) <= 1) == "f((i,j ↦ W_{i,1} + a_i))_{1,2} ≤ 1"
    other = substitute(formula, {x: W(1, 1)})
    assert paper.notions.text(other).startswith("∀i ∈ ℤ. ∃X ∈ ℝ^(*×*), j ∈ ℤ. X_{i,j} ≤ W_{1,1} ∧ ")  # of the kernel
    inner = exists(lambda x_prime: [0 < x_prime, every(lambda k_: implies(k_ <= n, x_prime <= a(k_)))], "R")
    outer = for_all(lambda N: notation.substitute(inner, {n: N}), "Z")
    paper.state("two", "says", section="1", index="1[2]", printed=Claim((), outer))
    assert paper.notions.text(outer) == "∀N ∈ ℤ. ∃x' ∈ ℝ. 0 < x' ∧ ∀k ∈ ℤ. k ≤ N ⇒ x' ≤ a_k"
    put_in = notation.substitute(formula, {x: a(1)})
    paper.state("three", "says", section="1", index="1[3]", printed=Claim((), put_in))
    assert paper.notions.text(put_in).startswith("∀row ∈ ℤ. ∃W ∈ ℝ^(*×*), c ∈ ℤ. W_{row,c} ≤ a_1 ∧ ")
    assert text(formula).startswith("∀i ∈ ℤ. ∃X ∈ ℝ^(*×*), j ∈ ℤ. ")


def test_an_entry_is_not_called_as_a_variable_is() -> None:
    (b_1,) = vectors("b_1")
    assert text(b(1) + a(1) <= b_1(1)) == "b(1) + a_1 ≤ b_1_1"
    assert latex(b(1) <= b_1(1)) == r"b(1) \le {b_{1}}_{1}"


def test_words_and_hyphens_in_a_name_are_no_operators() -> None:
    notions = Notions()
    notions.define(every(lambda i: a(i) <= x), (a, x), "{0} is {1}-bounded", r"{0} \text{{ is }} {1}\text{{-bounded}}")
    both = exists(lambda: [every(lambda i: a(i) <= x), A])
    assert notions.text(both) == "a is x-bounded ∧ x ≤ 0"
    assert notions.text(negation(every(lambda i: a(i) <= x))) == "¬(a is x-bounded)"


def test_two_names_of_one_notion_do_not_explain_each_other() -> None:
    notions = Notions()
    for name, v in (("one", a), ("two", b)):
        notions.define(every(lambda i, v=v: v(i) <= 0), (v,), f"{name}({{0}})", f"{name}({{0}})")
    (own,) = notions.meanings([every(lambda i: a(i) <= 0)])
    assert own.meaning == "∀i ∈ ℤ. b_i ≤ 0"


def test_zeros_that_something_is_compared_with_are_0() -> None:
    """What they are compared with says how many there are; elsewhere they stay a function."""
    notions, (b, c) = Notions(), vectors("b c")
    notions.define(every(lambda i: eq(b(i), c(i)), 1, n), (b, c, n), "{0} = {1} on 1..{2}", r"{0} =_{{{2}}} {1}")
    nought = fun(lambda i: num(0))
    assert notions.text(every(lambda i: eq(b(i), nought(i)), 1, n)) == "b = 0 on 1..n"
    (g,) = functions("g", VECTOR)
    assert notions.text(g(nought) <= 1) == "g((i ↦ 0)) ≤ 1"


@pytest.mark.parametrize("tex", [False, True])
def test_different_names_are_shown_differently(tex: bool) -> None:
    ends = ("", "_", "_1", "_1_", "__1", "_max", "_max_", "_bar_", "_bar", "__")
    names = [letters + end for letters in ("a", "alpha", "_a") for end in ends]
    assert len({shown_name(name, tex) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("written", "shown", "tex"),
    [
        ("n! <= 1", "n! ≤ 1", r"n! \le 1"),
        ("(2*n)!/(n!)**2 <= 1", "(2·n)!/(n!)^2 ≤ 1", r"\frac{(2 n)!}{(n!)^{2}} \le 1"),
        ("binomial(n, k) <= 1", "binomial(n, k) ≤ 1", r"\binom{n}{k} \le 1"),
        ("prod((n + i)/i, (i, 1, k)) <= 1", "binomial(k + n, k) ≤ 1", r"\binom{k + n}{k} \le 1"),
        (
            "prod((n + 2*i)/i, (i, 1, k)) <= 1",
            "Π_{i=1}^{k} (n + 2·i)/i ≤ 1",
            r"\prod_{i=1}^{k} \frac{n + 2 i}{i} \le 1",
        ),
        ("prod(i, (i, 2, k)) <= 1", "Π_{i=2}^{k} i ≤ 1", r"\prod_{i=2}^{k} i \le 1"),
    ],
)
def test_products_that_have_names(written: str, shown: str, tex: str) -> None:
    (relation,) = parse(written, ["n", "k"]).relations
    assert (text(relation), latex(relation)) == (shown, tex)
    assert all(meaning(read_formula(s, relation.free)) == meaning(relation) for s in (shown, tex))


def test_a_notebook_shows_terms_typeset() -> None:
    (y,) = reals("y")
    assert (2 <= y + 1 / y)._repr_latex_() == r"$2 \le y + \frac{1}{y}$"  # type: ignore[attr-defined]
