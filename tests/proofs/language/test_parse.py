"""Parsing of formulas: the accepted syntax, and the rejection of everything else."""

from __future__ import annotations

import random
import string
from fractions import Fraction

import pytest
from exact_terms import value
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

from proofs.checking.definedness import conditions
from proofs.kernel.normal import key
from proofs.kernel.terms import Term, absolute, eq, exp, ite, le, log, lt, num, substitute, var
from proofs.language.display import latex, text
from proofs.language.elaborate import NAMED
from proofs.language.notation import And, Not, Or, reals
from proofs.language.parse import (
    MAX_LENGTH,
    MAX_NESTING,
    ParseError,
    arrays_in,
    declared,
    is_plain,
    parse,
    parse_number,
)

x, y, n = var("x", "R"), var("y", "R"), var("n", "Z")


def one(written: str, integers: tuple[str, ...] = ()) -> Term:
    (relation,) = parse(written, integers).relations
    return relation


@pytest.mark.parametrize(
    "written, meant",
    [
        ("x + 1 <= exp(x)", x + 1 <= exp(x)),
        ("x - y > -1", lt(num(-1), x - y)),
        ("x*x == x**2", eq(x * x, x**2)),
        ("log(x) >= 1/x", le(num(1) / x, log(x))),
        ("ln(x) < x/3", lt(log(x), x * num(1, 3))),
        ("0.1 + 0.2 == 0.3", eq(num(1, 10) + num(1, 5), num(3, 10))),
        ("1e-9 < x", lt(num(1, 10**9), x)),
        ("x < 10**20", lt(x, num(10**20))),
        ("x < 2**-3", lt(x, num(1, 8))),
        ("x < 4**(1/2)", lt(x, num(2))),
        ("x < (8/27)**(2/3)", lt(x, num(4, 9))),
        ("x < sqrt(2)", lt(x, exp(num(1, 2) * log(num(2))))),
        ("x < 10**5000", lt(x, exp(5000 * log(num(10))))),
        ("x < (-2)**-5001", lt(x, -exp(-5001 * log(num(2))))),
        ("x**70 < y", lt(x**70, y)),
        ("2**x < 3", lt(exp(x * log(num(2))), num(3))),
        ("x**y < 3", lt(exp(y * log(x)), num(3))),
        ("Min(x, y) <= x", le(ite(le(x, y), x, y), x)),
        ("max(x, y) >= x", le(x, ite(le(x, y), y, x))),
        ("  x <\n 1", lt(x, num(1))),
    ],
)
def test_meaning(written: str, meant: Term) -> None:
    assert key(one(written)) == key(meant)


def test_chains_and_conjunctions() -> None:
    assert [text(r) for r in parse("0 < x <= 1 and y == x", ()).relations] == ["0 < x", "x ≤ 1", "y = x"]


def test_relations_are_kept_as_typed() -> None:
    read = parse(" (x_1+ 1)  <= sqrt( y )\n< 2**x_1 and x > .50", ())
    assert read.typed == ("(x_1+ 1) <= sqrt( y )", "sqrt( y ) < 2**x_1", "x > .50")
    assert all(one(words) is relation for words, relation in zip(read.typed, read.relations, strict=True))


@given(st.text(st.characters(exclude_characters="integs_"), min_size=1, max_size=3), st.integers(0, 9))
def test_no_sign_is_dropped_or_changed(sign: str, place: int) -> None:
    """What is read is what stands there: whatever is put in changes the formula as typed, or it is refused."""
    before, after = "x + yy<z1"[:place], "x + yy<z1"[place:]
    try:
        read = parse(before + sign + after, ())
    except ParseError:
        return
    whole, *others = ("".join(words.split()) for words in read.typed)
    for words in others:  # a chain: each relation begins with the end of the previous one
        shared = next(k for k in range(len(words), 0, -1) if whole.endswith(words[:k]))
        whole += words[shared:]
    assert whole.strip("()") == "".join((before + sign + after).split()).strip("()")


@pytest.mark.parametrize("base", ["1/0", "1/x", "log(x)", "log(0)", "x**(-1)", "sqrt(1/x)", "x**y", "max(1/x, 2)"])
def test_the_base_of_a_zeroth_power_stays(base: str) -> None:
    """It is 1, but what stands in it still has to be defined."""
    power, inside = parse_number(f"({base})**0"), parse_number(base)
    assert key(eq(power, num(1))) is True
    assert conditions(power) == conditions(inside) != ()
    assert parse_number("(x + 1)**0").free == {x} and parse_number("7**0") is num(1)


@pytest.mark.parametrize(
    ("written", "short"),
    [("x**(1 + 1)", "x**2"), ("x**((-5) - (-3))", "x**(-2)"), ("x**(3/2 - 1)", "sqrt(x)"), ("2**(2*3 - 4)", "4")],
)
def test_an_exponent_made_of_numerals_is_one(written: str, short: str) -> None:
    assert parse(f"{written} <= y", ()).relations == parse(f"{short} <= y", ()).relations


@pytest.mark.parametrize("written", ["(1/x)**(1 - 1)", "log(x)**(2*0)", "x**(1/0 - 1/0)", "x**(0*log(0))"])
def test_an_exponent_that_comes_to_0_drops_no_condition(written: str) -> None:
    assert conditions(parse_number(written))


def test_roots_come_with_conditions() -> None:
    read = parse("sqrt(x - 1) <= y**(2/3)", ())
    assert [text(c) for c in read.conditions] == ["0 ≤ x - 1", "0 ≤ y"]
    assert not parse("sqrt(3) < 2", ()).conditions


def test_integers_are_declared() -> None:
    assert declared("integer n, m") == ("n", "m")
    assert declared("integers k") == ("k",)
    assert declared("integer_n > 0") is None
    assert one("n < 1", ("n",)).args[0] is n
    with pytest.raises(ParseError, match="not the name of a variable"):
        declared("integer 3n")
    for other in ("integer \uff4e", "integer n\u2003m", "integer n # m", "integer exp"):
        with pytest.raises(ParseError, match="not the name of a variable"):
            declared(other)
    assert declared("integer\u2003n") is None


def test_unequal_numbers_have_a_distance() -> None:
    assert parse("x != 1", ()).relations == (lt(num(0), absolute(x - 1)),)
    assert parse("x != 1", ()).typed == ("x != 1",)


@pytest.mark.parametrize(
    "written, position, hint",
    [
        ("x < 1 or all(a[i] > x, (i, 1, 99))", 9, "for every index"),
        ("sum(floor(x*a[i]), (i, 1, 99)) > 0", 4, "depends on an index"),
        ("x <> 1", 2, "!="),
        ("x", 0, "a relation"),
        ("x < ", None, "not a formula"),
        ("y + sec(x) < 1", 4, "functions understood"),
        ("sin(x, y) < 1", 0, "takes one number"),
        ("tan < 1", 0, r"write tan\(x\)"),
        ("pi(x) < 1", 0, "functions understood"),
        ("sum(pi, (pi, 1, 2)) < 1", 9, "not the name of an index: pi"),
        ("x.real < 1", 1, "not understood"),
        ("x[n] < 1", 2, 'declare it, with a hypothesis "integer n"'),
        ("exp[1] < 1", 0, r"an entry is written a\[i\]"),
        ("sum(a[1]) < 1", 0, "a range is missing"),
        ("sum(a[i], (i, 1)) < 1", 10, r"a range is written \(i, 1, n\)"),
        ("sum(a[i], (1, 1, 2)) < 1", 10, "a range is written"),
        ("sum(1, (i, 1, j), (j, 1, i)) < 1", 0, "one another's indices"),
        ("sum(1, (i, 1, 2), (i, 1, 2)) < 1", 0, "each with its own index"),
        ("all(x > 0, (i, 1, n)) < 1", 0, "functions understood"),
        ("all(x, (i, 1, 2))", 4, "a relation"),
        ("(lambda: 1)() < 2", 1, "lambda cannot be a name"),
        ("f(x)(y) < 2", 4, "a product needs its sign"),
        ("__import__('os').system('true') < 1", 11, "no text"),
        ("x < 'a'", 4, "no text"),
        ("2 <= 3 # and 3 <= 2", 7, "comments"),
        ("\uff58 > x", 0, "fullwidth"),
        ("x <= 1 \\\n", 7, "reverse solidus"),
        ("x <\u200b 1", 3, "zero width space"),
        ("x <\u00a01", 3, "no-break space"),
        ("x <\x0c 1", 3, r"U\+000C"),
        ("x <\x00 1", 3, r"U\+0000"),
        ("s <= \u017f", 5, "long s"),
        ("x < 1;", 5, "and"),
        ("x < 1_000", 4, "decimals"),
        ("x < 0o17", 4, "decimals"),
        ("x < 0777", None, "not a formula"),
        ("x := 1", 2, "colon"),
        ("y => x", 2, "write >="),
        ("x @ y < 1", 2, "commercial at"),
        ("exp < 3", 0, r"write exp\(x\)"),
        ("x < 1j", 5, r"write 1\*j"),
        ("x < 0x10", 4, "decimals"),
        ("x < True", 4, "numeral"),
        ("x < 1e1000", 4, "exponent"),
        ("e*x <= exp(x)", 0, r"exp\(1\)"),
        ("1 + x <= e**x", 9, r"exp\(1\)"),
        ("log(x) <= x/E", 12, "another letter"),
        ("x < oo", 4, "leave the bound out"),
        ("(x + 1)**65 < 1", 0, "exponent beyond 64"),
        ("x**4001 < 1", 0, "exponent beyond 4000"),
        ("((x + y)**60)**60 < x", 0, "too large"),
        ("log(x, 2) < 1", 0, "another base"),
        ("log(x=1) < 1", 4, "a number is needed"),
        ("x in y", 2, "not a relation"),
        ("é < 1", 0, "without accents"),
        ("max() < 1", 0, "of nothing"),
        ("-" * 100 + "x < 1", None, "nested"),
        ("(" * 300 + "x" + ")" * 300 + " < 1", None, "not a formula|nested"),
        ("x" * (MAX_LENGTH + 1), None, "longer than"),
        ("", 0, "nothing here"),
        ("0 < lambda", 4, "lambda cannot be a name"),
    ],
)
def test_refused(written: str, position: int | None, hint: str) -> None:
    with pytest.raises(ParseError, match=hint) as refusal:
        parse(written, ())
    assert position is None or refusal.value.position == position


def test_e_is_a_variable_where_no_number_is_meant() -> None:
    d, e = (var(name, "R") for name in "de")
    assert key(parse("2*d*e <= d**2 + e**2", ()).relations[0]) == key(2 * d * e <= d**2 + e**2)
    assert parse("e**2 > 0", ["e"]).relations[0].free == {var("e", "Z")}


def test_positions_count_characters() -> None:
    with pytest.raises(ParseError) as refusal:
        parse("1 <\n 2 + sec(x)", ())
    assert refusal.value.position == 9


@pytest.mark.parametrize("name", sorted({*NAMED} - {"factorial", "floor", "ceil", "ceiling"}))
@pytest.mark.parametrize("at", [Fraction(3, 7), Fraction(-5, 6), Fraction(1, 1000)])
def test_named_functions_have_the_values_that_one_expects(name: str, at: Fraction) -> None:
    if name.startswith(("log", "sqrt")) and at < 0:
        return  # outside of the function's domain
    at = at + 2 if name == "acosh" else at
    u = mpf(at.numerator) / at.denominator
    others = {
        "arcsin": mp.asin, "arccos": mp.acos, "sigmoid": lambda u: 1 / (1 + mp.exp(-u)), "log2": lambda u: mp.log(u, 2),
        "softplus": lambda u: mp.log(1 + mp.exp(u)), "sign": lambda u: Fraction(1 if u > 0 else -1),
        "cbrt": lambda u: mp.sign(u) * mp.cbrt(abs(u)),
    }  # fmt: skip
    expected = others.get(name) or getattr(mp, name)
    difference = value(parse_number(f"{name}(x)"), {"x": at}) - expected(u)
    assert abs(difference) < Fraction(1, 10**30) if name == "sign" else abs(difference) < mpf(10) ** -30


def test_named_functions_have_their_domains() -> None:
    assert [text(c) for c in parse("asin(x) < 2", ()).conditions] == ["0 ≤ 1 - x^2"]
    assert [text(c) for c in parse("acos(x + y) < 2", ()).conditions] == ["0 ≤ 1 - (x + y)^2"]
    assert [text(c) for c in conditions(parse_number("tan(x)"))] == ["cos(x) ≠ 0"]
    assert "0 < x" in [text(c) for c in conditions(parse_number("log2(x)"))]
    for name in ("sin", "cos", "atan", "erf", "erfc"):
        assert not conditions(parse_number(f"{name}(x)")) and not parse(f"{name}(x) < 2", ()).conditions
    for name in ("normcdf", "gelu"):
        assert not parse(f"{name}(x) < 2", ()).conditions
    for written in (
        "normcdf(0) - 1/2",
        "gelu(1) - normcdf(1)",
        "erfc(1) + erf(1) - 1",
        "asin(1) - pi/2",
        "asin(-1) + pi/2",
        "acos(-1) - pi",
        "acos(1)",
    ):
        assert abs(value(parse_number(written), {})) < mpf(10) ** -40
    assert value(parse_number("cbrt(0)"), {}) == 0
    assert parse_number("cbrt(20)") == parse_number("20**(1/3)")
    assert parse_number("cbrt(-8)") == parse_number("-2")


@pytest.mark.parametrize(
    "written, printed",
    [
        ("x >= 1 or x <= -1", ["1 ≤ x ∨ x ≤ -1"]),
        ("x > 0 or y > 0 and z > 0", ["0 < x ∨ 0 < y ∧ 0 < z"]),
        ("(x > 0 or y > 0) or z > 0", ["(0 < x ∨ 0 < y) ∨ 0 < z"]),
        ("not (x > 0 or y == 0)", ["x ≤ 0", "y ≠ 0"]),
        ("not (x > 0 and not y < 1)", ["x ≤ 0 ∨ y < 1"]),
        ("x > 0 ⇒ 0 < y < 1", ["x ≤ 0 ∨ 0 < y ∧ y < 1"]),
        ("¬(x < 1)", ["1 ≤ x"]),
        ("all(a[i] > 0 or b[i] > 0, (i, 1, n))", ["∀i ∈ {1..n}. 0 < a_i ∨ 0 < b_i"]),
    ],
)
def test_relations_joined_by_or_and_not_are_printed_and_read_back(written: str, printed: list[str]) -> None:
    relations = parse(written, ["n"]).relations
    assert [text(r) for r in relations] == printed
    for form in (text, lambda r: f"${latex(r)}$"):
        assert [parse(form(r), ["n"]).relations for r in relations] == [(r,) for r in relations]


@given(st.lists(st.integers(-2, 2), min_size=3, max_size=3), st.data())
def test_or_and_not_have_the_values_that_one_expects(at: list[int], data: st.DataObject) -> None:
    x, y, z = reals("x y z")
    values = dict(zip((x, y, z), map(num, at), strict=True))

    def formula(depth: int) -> tuple[Term, bool]:
        kind = data.draw(st.sampled_from(["or", "and", "not"] if depth else ["le", "lt", "eq"]))
        if kind in ("le", "lt", "eq"):
            s, t = data.draw(st.sampled_from([(x, y), (y, z), (x, num(1)), (num(0), z)]))
            relation = {"le": le, "lt": lt, "eq": eq}[kind](s, t)
            return relation, key(substitute(relation, values)) is True
        parts = [formula(depth - 1) for _ in range(1 if kind == "not" else data.draw(st.integers(2, 3)))]
        relations, truths = zip(*parts, strict=True)
        if kind == "not":
            return Not(*relations), not truths[0]
        return (Or(*relations), any(truths)) if kind == "or" else (And(*relations), all(truths))

    relation, holds = formula(2)
    assert key(substitute(relation, values)) is holds


def test_a_part_after_or_is_defined_where_the_parts_before_fail() -> None:
    assert [text(c) for c in parse("x < 0 or sqrt(x) <= 1 + x", ()).conditions] == ["0 ≤ x ⇒ 0 ≤ x"]
    assert [text(c) for c in parse("sqrt(x) <= 1 + x or x < 0", ()).conditions] == ["0 ≤ x"]


def test_factorials_are_of_integers() -> None:
    assert [value(parse_number(f"factorial({k})"), {}) for k in (0, 1, 5)] == [1, 1, 120]
    assert value(parse("factorial(n + 2) > 0", ["n"]).relations[0].args[1], {"n": 3}) == 120
    assert [text(c) for c in parse("factorial(n) > 0", ["n"]).conditions] == ["0 ≤ n"]
    assert [text(c) for c in parse("factorial(-1) > 0", ()).conditions] == ["0 ≤ -1"]
    for written in ("factorial(x) > 0", "factorial(1/2) > 0"):
        with pytest.raises(ParseError, match="an integer is needed here"):
            parse(written, ())


def test_depth_is_bounded() -> None:
    assert parse_number("(" * 50 + "x" + ")" * 50) is x
    with pytest.raises(ParseError, match="nested"):
        parse_number("-" * (MAX_NESTING + 1) + "x")


def test_division_by_zero_is_kept_for_the_definedness_check() -> None:
    assert text(one("1/0 < x")) == "1/0 < x"
    assert text(one("0**(-1) < x")) == "1/0 < x"


def test_fuzz() -> None:
    """Random text is either understood or refused by a ParseError."""
    rng = random.Random(1)
    words = ["x", "y", "n", "1", "2.5", "1e3", "+", "-", "*", "/", "**", "(", ")", "<", "<=", "==", ">", "exp(", "log("]
    words += ["sqrt(", "abs(", "min(", ",", " and ", " ", "^", ".", "[", "]", "'", "lambda", "=", ":=", "é", "0", "\n"]
    for _ in range(4_000):
        if rng.random() < 0.7:
            written = "".join(rng.choice(words) for _ in range(rng.randint(1, 14)))
        else:
            written = "".join(rng.choice(string.printable) for _ in range(rng.randint(0, 20)))
        try:
            parse(written, ("n",))
        except ParseError as refusal:
            assert 0 <= refusal.position <= len(written)


@pytest.mark.parametrize(
    "written, shown",
    [
        ("sum(a[i]*b[j], (i, 1, j), (j, 1, n)) <= 0", "Σ_{i=1}^{n} (Σ_{j=1}^{i} a_j·b_i) ≤ 0"),
        ("sum(a[i], (i, 1, n)) <= n*max(a[i], (i, 1, n))", "Σ_{i=1}^{n} a_i ≤ n·(max_{i=1..n} a_i)"),
        ("min(a[i], (i, 1, n)) <= a[n]", "-(max_{i=1..n} (-a_i)) ≤ a_n"),
        ("min(A[i, j], (i, 1, n), (j, 1, i)) <= 1", "-(max_{i=1..n} (max_{j=1..i} (-A_{i,j}))) ≤ 1"),
        ("prod(1 + a[i], (i, 1, n - 1)) >= 0", "0 ≤ Π_{i=1}^{(n - 1)} (1 + a_i)"),
        ("all(0 < A[i, j], (j, 1, m), (i, 1, n))", "∀i ∈ {1..n}, j ∈ {1..m}. 0 < A_{i,j}"),
        ("sum(a[i], (i, 1, 3)) <= 1", "a_1 + a_2 + a_3 ≤ 1"),
        ("max(a[i], (i, 1, 2)) <= 1", "max(a_1, a_2) ≤ 1"),
        ("sum(i, (i, 1, i)) <= 1", None),
    ],
)
def test_ranges(written: str, shown: str | None) -> None:
    if shown is None:
        with pytest.raises(ParseError, match="integer i"):
            parse(written, ["n"])
    else:
        assert [text(r) for r in parse(written, ["n", "m"]).relations] == [shown]


def test_what_is_said_of_every_index_comes_as_one_relation_each() -> None:
    read = parse("all(0 <= a[i] < 1, (i, 1, n))", ["n"])
    assert [text(r) for r in read.relations] == ["∀i ∈ {1..n}. 0 ≤ a_i", "∀i ∈ {1..n}. a_i < 1"]
    assert read.typed == ("all(0 <= a[i], (i, 1, n))", "all(a[i] < 1, (i, 1, n))")


def test_roots_and_powers_inside_of_ranges_have_conditions_of_every_index() -> None:
    read = parse("sum(sqrt(a[i]), (i, 1, n)) <= r**n", ["n"])
    assert [text(c) for c in read.conditions] == ["∀i ∈ {1..n}. 0 ≤ a_i", "0 ≤ n"]
    assert not parse("sum(2**i, (i, 0, n)) <= 2**n", ["n"]).conditions  # powers of a positive numeral use exp


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("x² + y² ≥ 2·x·y", "x**2 + y**2 >= 2*x*y"),
        ("|x| ≠ √y", "abs(x) != sqrt(y)"),
        ("|x|² = x^2", "abs(x)**2 == x**2"),
        ("||x| - |y|| ⩽ |x − y|", "abs(abs(x) - abs(y)) <= abs(x - y)"),
        ("-x² < x×y ÷ 2", "-x**2 < x*y/2"),
        ("2^-1 < x⁻² ∧ x < y", "2**-1 < x**-2 and x < y"),
        ("x₁ < x_2", "x_1 < x_2"),
        ("x/y/2 < δ", "x/y/2 < delta"),
        ("Max(x, y) >= Min(x, y)", "max(x, y) >= min(x, y)"),
        ("ite(x <= 0, 0, x) >= 0", "max(x, 0) >= 0"),
        ("(0 if x <= 0 else x) >= 0", "max(x, 0) >= 0"),
        ("Piecewise((0, x <= 0), (y, x < 2), (x, True)) >= 0", "ite(x <= 0, 0, ite(x < 2, y, x)) >= 0"),
        ("Piecewise((x, True)) >= 0", "x >= 0"),
        (r"\operatorname{erf} x \le \mathrm{erf}(y)", "erf(x) <= erf(y)"),
        ("n! >= 1", "factorial(n) >= 1"),
        ("-2x² ≤ 3(x + y) - 2|x|", "-2*x**2 <= 3*(x + y) - 2*abs(x)"),
        ("2exp(x) + 0.5α ≥ 2π", "2*exp(x) + 0.5*alpha >= 2*pi"),
        ("2a_1 + 2x[1] + 3n! ≥ 2√x", "2*a_1 + 2*x[1] + 3*factorial(n) >= 2*sqrt(x)"),
        ("Σ_{i=1}^{n} a_i^2 ≥ 0", "sum(a[i]**2, (i, 1, n)) >= 0"),
        (
            "Σ_{i=1}^n Σ_{j=1}^i A_{i,j} ≥ Σ_{i=1}^n a_i",
            "sum(A[i,j], (i,1,n), (j,1,i)) >= sum(a[i], (i,1,n))",
        ),
        ("∏_{i=1}^n (1 + a_i) ≥ 1", "prod(1 + a[i], (i, 1, n)) >= 1"),
        ("max_{i=1..n} a_i ≥ a_n + 0*sum(a(i), i, 1, n)", "max(a[i], (i, 1, n)) >= a[n] + 0*sum(a[i], (i, 1, n))"),
        ("sum(a(i), i, 1, n) >= 0", "sum(a[i], (i, 1, n)) >= 0"),
        ("∀i ∈ {1..n}. 0 ≤ a_i < 1", "all(0 <= a[i] < 1, (i, 1, n))"),
        (r"\frac{1}{2} x \le \sqrt{y}", "(1/2)*x <= sqrt(y)"),
        (r"$2xy \leq x^2 + y^{2}$", "2*x*y <= x**2 + y**2"),
        (r"\[ \left|x\right| \cdot \left(y + 1\right) \ge 0 \]", "abs(x)*(y + 1) >= 0"),
        (r"\sqrt[3]{x} \ne \alpha_1 \times \pi", "x**(1/3) != alpha_1*pi"),
        (r"e^{x} \ge 1 + x", "exp(x) >= 1 + x"),
        (r"x(1 - x) \le \frac14", "x*(1 - x) <= 1/4"),
        (r"\sum_{i=1}^n a_i^2 \ge \max_{1 \le i \le n} a_i", "sum(a[i]**2, (i, 1, n)) >= max(a[i], (i, 1, n))"),
        (r"\sin^2 x + \cos^2 x = 1", "sin(x)**2 + cos(x)**2 == 1"),
        (r"\forall i \in \{1, \dots, n\}.\ 0 \le a_{i}", "all(0 <= a[i], (i, 1, n))"),
        (r"x_{\mathrm{max}} \, \log x \quad < 3", "x_max*log(x) < 3"),
    ],
)
def test_other_spellings(written: str, plain: str) -> None:
    read, meant = parse(written, ["n"]), parse(plain, ["n"])
    assert [key(r) for r in read.relations] == [key(r) for r in meant.relations]
    assert [key(c) for c in read.conditions] == [key(c) for c in meant.conditions]
    assert not is_plain(written) or written.startswith("Max")
    again = [parse(words, ["n"], read_arrays(written)) for words in read.typed]
    assert {r for parsed in again for r in parsed.relations} == set(read.relations)


def read_arrays(written: str) -> frozenset[str]:
    return arrays_in(written)[0]


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("2xy < 3", r"write 2\*xy, or 2\*x\*y"),
        ("x(2)y < 3", r"write x\(2\)\*y"),
        ("2x y < 3", r"write 2\*x\*y"),
        ("2 3 < 3", r"write 2\*3"),
        ("√2x < 3", r"write √\(2\)\*x"),
        ("x**2y < 3", r"write x\^2\*y"),
        ("1/2x < 3", r"two readings: \(1/2\)·x or 1/\(2·x\)"),
        ("2^3^4 < x", r"two readings: \(2\^3\)\^4 or 2\^\(3\^4\)"),
        ("|a|b|c| < 1", "its sign|two readings"),
        ("√x² < 1", "two readings"),
        ("∏_{i=1}^n a_i*x < 1", "two readings"),
        ("Σ_{i=1}^n a_i + b_i < 1", "index of a range"),
        ("Σ_{i=1}^n a_i + i < 1", "index of a range"),
        ("a_1 <= sum(a[i], (i, 1, n))", "two readings"),
        ("gamma(5) <= 24", "functions understood"),
        ("Piecewise((x, x > 0), (y, x < 0)) > 0", "case distinction"),
        ("Piecewise(x, y) > 0", "case distinction"),
        ("erf(x, y) > 0", "one number"),
        ("n(n + 1) > 0", "two readings|a product is written"),
        ("n! >= (n/e)^n", r"exp\(1\)"),
        ("x' < 1", "primes"),
        ("\u0430 < 1", "cyrillic"),
        ("\u00b5 < 1", "micro sign"),
        ("∃x ∈ ℝ. x < 1", "statements of papers"),
        ("x < 1 => x < 2", "⇒ for an implication"),
        (r"1/2x < 3 \,", r"two readings: \(1/2\)·x"),
        (r"\log x y < 1", r"two readings: log\(x\)·y or log\(x·y\)"),
        (r"\log(x)^2 < 1", "two readings"),
        (r"|a|b|c| < 1 \,", r"two readings: \|a\|·b·\|c\| or \|a·\|b\|·c\|"),
        (r"f(x) \le 1", "two readings"),
        (r"e^x \ge e x", r"exp\(1\)"),
        (r"\int x \le 1", "command of LaTeX"),
    ],
)
def test_two_readings_are_refused(written: str, hint: str) -> None:
    with pytest.raises(ParseError, match=hint) as refusal:
        parse(written, ["n"])
    assert str(refusal.value).count("\n") <= 2


def test_declarations_by_sets() -> None:
    assert declared("n, m ∈ ℤ") == ("n", "m")
    assert declared(r"$\alpha \in \mathbb{Z}$") == ("alpha",)
    assert declared("x ∈ ℝ") == ()


def test_a_subscript_that_is_an_index_makes_an_entry() -> None:
    a_1 = parse("a_1 < 1", ()).relations[0]
    assert a_1.free == {var("a_1", "R")}
    entry = parse("a_1 < 1", (), ["a"]).relations[0]
    assert text(entry) == "a_1 < 1" and {v.op for v in entry.free} == {"fn"}
    assert one("x_1 < x1") == lt(var("x_1", "R"), var("x1", "R"))


def test_what_questions_print_is_read_back() -> None:
    questions = ["x/2 <= 3*y", "-x*y < 1/x", "x**(1/3) + sqrt(y) > 0", "min(x, y)/x <= 1", "exp(-x) == 1/exp(x)"]
    questions += ["sum(a[i]*b[i], (i, 1, n))**2 <= n*max(a[i], (i, 1, n))", "all(a[i] != 0, (i, 1, n))", "2**n >= n"]
    questions += ["prod(1 + a[i], (i, 1, n)) >= 1 + sum(a[i], (i, 1, n))", "tanh(x) < x + pi/2", "x*x*y >= -2*y"]
    for question in questions:
        for relation in parse(question, ["n"]).relations:
            if question.startswith("all"):
                continue
            assert parse(text(relation), ["n"]).relations == (relation,), text(relation)
            assert parse(f"${latex(relation)}$", ["n"]).relations == (relation,), latex(relation)
