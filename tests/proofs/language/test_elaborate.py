"""Terms and their conditions: typed names are never confused with bound variables."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from proofs.kernel.normal import key
from proofs.kernel.terms import KernelError, Term, lt, num, substitute, var
from proofs.language.display import text
from proofs.language.elaborate import Elaborator
from proofs.language.notation import Max, Prod, Sum, every, fresh, ints, reals, vectors
from proofs.language.parse import Parsed, ParseError, parse
from proofs.language.translate import Crossing
from proofs.search.points.counter import truth

i, k, n = var("i", "Z"), var("k", "Z"), var("n", "Z")


def shown(read: Parsed) -> tuple[list[str], list[str]]:
    return [text(r) for r in read.relations], [text(c) for c in read.conditions]


@pytest.mark.parametrize(
    ("member", "condition"),
    [
        ("factorial({})", "0 ≤ j"),
        ("sqrt({} - 5)", "0 ≤ j - 5"),
        ("acos({})", "0 ≤ 1 - j^2"),
        ("x**{}", "0 ≤ j"),
        ("acosh({})", "0 ≤ j·j - 1"),
    ],
)
@pytest.mark.parametrize("over", ["sum", "prod", "max", "min"])
def test_conditions_are_of_the_range_whose_bound_has_the_name_of_its_index(
    over: str, member: str, condition: str
) -> None:
    clashing = parse(f"{over}({member.format('i')}, (i, i + 1, 3)) <= x", ["i"])
    assert clashing == parse(f"{over}({member.format('j')}, (j, i + 1, 3)) <= x", ["i"])
    (quantified,) = {text(c) for c in clashing.conditions} - {"0 ≤ j"}
    assert quantified.startswith("∀j ∈ {i + 1..3}. 0 ≤ ")
    at = {i: num(0), var("x", "R"): num(9)}
    expected = condition in ("0 ≤ j", "0 ≤ j·j - 1")
    assert all(truth(substitute(c, at)) for c in clashing.conditions) == expected


def test_relations_of_every_index_of_a_range_whose_bound_has_its_name() -> None:
    assert shown(parse("all(sqrt(a[i]) > 0, (i, 1, i))", ["i"])) == (
        ["∀j ∈ {1..i}. 0 < √a_j"],
        ["∀j ∈ {1..i}. 0 ≤ a_j"],
    )
    assert parse("all(a[i] > 0, (i, 1, 2)) and i < 2", ["i"]) == parse("a[1] > 0 and a[2] > 0 and i < 2", ["i"])


@pytest.mark.parametrize(
    ("shadowing", "apart"),
    [
        ("sum(sum(sqrt(i), (i, 1, i)), (i, 1, i)) >= 0", "sum(sum(sqrt(k), (k, 1, j)), (j, 1, i)) >= 0"),
        ("sum(sqrt(i - j), (j, 1, i), (i, i, n)) >= i", "sum(sqrt(k - l), (l, 1, k), (k, i, n)) >= i"),
        ("max(1/i, (i, sum(i, (i, 1, i)), n)) <= 1", "max(1/j, (j, sum(k, (k, 1, i)), n)) <= 1"),
        ("all(all(a[i] <= i, (i, i, n)), (i, 1, i))", "all(all(a[k] <= k, (k, j, n)), (j, 1, i))"),
        ("sum(1, (i, 1, sum(n, (n, 1, 3))), (n, 1, i)) == 1", "sum(1, (k, 1, sum(j, (j, 1, 3))), (l, 1, k)) == 1"),
    ],
)
def test_shadowed_names(shadowing: str, apart: str) -> None:
    assert parse(shadowing, ["i", "n"]) == parse(apart, ["i", "n"])


@pytest.mark.parametrize("name", ["bound_0_", "bound_1_", "bound0", "place0_", "any0_", "e", "E", "hole_"])
def test_any_name_will_do(name: str) -> None:
    """Of a variable, and of an index."""
    for written, usual in (
        ("sum(sum(sqrt(a[i] + {0}), (i, 1, {0})), (j, {0}, 5)) <= {0}", "m"),
        ("all(max(a[{0}], (k, {0}, n)) > {0}, ({0}, 1, n))", "m"),
        ("sum(exp({0}), ({0}, 1, n)) > 0", "m"),
    ):
        if name in ("e", "E") and written.endswith("<= {0}"):
            continue  # next to powers, the parser asks which is meant
        mine, theirs = (parse(written.format(x), ["n", x]) for x in (name, usual))
        back = {var(name, "Z"): var(usual, "Z")}
        for parts in ("relations", "conditions"):
            assert [substitute(t, back) for t in getattr(mine, parts)] == list(getattr(theirs, parts))


def test_variables_of_binders_have_names_that_nobody_can_give() -> None:
    with fresh("Z", "(Z>R)") as outer, fresh("Z") as inner:
        assert len({*outer, *inner}) == 3
        for x in (*outer, *inner):
            name = x.args[0]
            with pytest.raises(ParseError):
                parse(f"{name} > 0", [])
            for declare in (reals, ints, vectors):
                with pytest.raises(ValueError, match="reserved for the variables of binders"):
                    declare(name)


def test_nested_binders_of_the_notation() -> None:
    (bound,) = ints("bound_0_")
    assert substitute(Sum(lambda j: Sum(lambda k: j * k + bound, 1, j), 1, bound), {bound: n}) == (
        Sum(lambda j: Sum(lambda k: j * k + n, 1, j), 1, n)
    )
    with pytest.raises(KernelError, match="too deeply"):
        _nested(200, lambda f: Sum(lambda j: f(), 1, 2))


def _nested(depth: int, around: Callable[[Callable[[], Term]], Term]) -> Term:
    return around(lambda: _nested(depth - 1, around)) if depth else num(1)


def test_binders_that_failed_leave_nothing_behind() -> None:
    with pytest.raises(ZeroDivisionError):
        Sum(lambda j: j * (1 // 0), 1, n)
    with fresh("Z") as (first,):
        pass
    with pytest.raises(ParseError):
        parse("sum(sum(1 +* 2, (i, 1, n)), (j, 1, n)) > 0", ["n"])
    with fresh("Z") as (second,):
        assert first is second


# --- the same meaning in every form ----------------------------------------------------------------------------------

VALUES = range(-2, 5)


def test_text_and_sympy_have_the_conditions_of_a_brute_force_search() -> None:
    """Σ √(i − 9) over k + 1 … n, in whose bound the index has the name of k."""
    K, N = sp.symbols("k n", integer=True)
    expression = sp.Eq(sp.Sum(sp.sqrt(K - 2), (K, K + 1, N)), 0)
    readings = [parse("sum(sqrt(k - 2), (k, k + 1, n)) == 0", ["k", "n"]), Crossing().relations(expression)]
    for first, last in product(VALUES, VALUES):
        defined = all(j >= 2 for j in range(first + 1, last + 1))
        for read in readings:
            found = all(truth(substitute(c, {k: num(first), n: num(last)})) for c in read.conditions)
            backwards = read is readings[1] and last < first
            assert found == (defined and not backwards), (first, last)
        if defined and last >= first:
            holds = all(j == 2 for j in range(first + 1, last + 1))
            for read in readings:
                assert truth(substitute(read.relations[0], {k: num(first), n: num(last)})) is holds


def test_sympys_nested_ranges_may_shadow_each_other() -> None:
    K, N = sp.symbols("k n", integer=True)
    a = sp.IndexedBase("a")
    read = Crossing().relations(sp.Ge(sp.Sum(sp.Sum(a[K], (K, 1, K)), (K, 1, N)) + K, 0))
    (own,) = vectors("a")
    assert key(read.relations[0]) == key(0 <= k + Sum(lambda j: Sum(lambda m: own(m), 1, j), 1, n))


def test_text_and_notation_are_the_same_terms() -> None:
    (a,) = vectors("a")
    for written, built in (
        ("sum(a[i], (i, i + 1, n)) <= i", Sum(lambda j: a(j), i + 1, n) <= i),
        ("prod(1 + a[i], (i, i, n)) <= i", Prod(lambda j: 1 + a(j), i, n) <= i),
        ("max(a[i], (i, i, n)) <= i", Max(lambda j: a(j), i, n) <= i),
        ("all(a[i] < i, (i, i, n))", every(lambda j: lt(a(j), j), i, n)),
    ):
        assert parse(written, ["i", "n"]).relations == (built,)


def test_conditions_are_those_of_each_relation() -> None:
    read = parse("0 < sqrt(x) <= y < factorial(n) and z > 0", ["n"])
    assert [[text(c) for c in needs] for needs in read.needs] == [["0 ≤ x"], ["0 ≤ x"], ["0 ≤ n"], []]
    assert parse("x > 0 and y > 0", []).needs == ()
    x, y = sp.symbols("x y", real=True)
    crossed = Crossing().relations(sp.And(sp.Lt(sp.sqrt(x), y), sp.Gt(y, 0)))
    assert sorted(len(needs) for needs in crossed.needs) == [0, 1]


def test_a_range_between_numerals_has_the_conditions_of_its_members() -> None:
    read = parse("sum(sqrt(a[i]), (i, 1, 3)) <= 1", [])
    assert [text(c) for c in read.conditions] == ["0 ≤ a_1", "0 ≤ a_2", "0 ≤ a_3"]
    assert len(parse("sum(sqrt(a[i]), (i, 1, 100)) <= 1", []).conditions) == 1


def test_conditions_inside_of_cases_count_there_only() -> None:
    x = sp.Symbol("x", real=True)
    read = Crossing().relations(sp.Ge(sp.Piecewise((sp.sqrt(x), x > 1), (0, True)), 0))
    assert [text(c) for c in read.conditions] == ["1 < x ⇒ 0 ≤ x"]


@pytest.mark.parametrize(
    ("base", "exponent", "value"),
    [(num(4), Fraction(1, 2), "2"), (num(1) + num(3), Fraction(1, 2), "2"), (num(8, 27), Fraction(-2, 3), "9/4")],
)
def test_roots_of_numerals(base: Term, exponent: Fraction, value: str) -> None:
    build = Elaborator()
    assert text(build.root(base, exponent)) == value and not build.conditions


def test_the_larger_of_a_number_and_itself_is_that_number() -> None:
    assert parse("max(x, x) >= min(y, y)", []) == parse("x >= y", [])
