"""Terms: sorts, scopes, substitution without capture, and the limits on what is built."""

from __future__ import annotations

import ast
import contextlib
import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from semantics import Model, TooBig, a, b, fractions, fuzz, g, i0, m, models, n, numbers, p, same, subterms, x, x0, y

import proofs.kernel
from proofs.kernel import terms as tm
from proofs.kernel.normal import canonical
from proofs.kernel.terms import (
    KernelError,
    Term,
    add,
    big,
    bv,
    exp,
    instantiate_bound,
    lam,
    le,
    lift,
    num,
    substitute,
    var,
)

formula = le(x, y)
function = lam(1, i0)


def test_the_kernel_imports_only_the_standard_library_and_flint() -> None:
    for path in Path(proofs.kernel.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                top = name.partition(".")[0]
                assert top in sys.stdlib_module_names or top == "flint" or name.startswith("proofs.kernel"), name


def test_equal_terms_are_one_object() -> None:
    assert x + 1 is add(x, num(1))
    assert num(2, 4) is num(1, 2)
    assert num(1, -2) is num(-1, 2)
    assert x**0 is num(1)
    assert tm.var("x", "Z") is not tm.var("x", "R")
    assert x.free == {x}
    assert a(n).free == {a, n}


@pytest.mark.parametrize("base", [1 / x, tm.log(x), tm.inv(num(0)), x * (1 / y), exp(1 / x), tm.log(x) * 0])
def test_a_zeroth_power_hides_no_condition(base: Term) -> None:
    """(1/y)**0 would be 1, and nobody would ask whether y is 0."""
    with pytest.raises(tm.KernelError, match="zeroth power"):
        base**0
    assert base**1 is tm.mul(base)


def test_messages_say_what_to_write() -> None:
    with pytest.raises(tm.KernelError, match=r"exp\(y \* log\(x\)\)"):
        x**y  # type: ignore[operator]
    with pytest.raises(TypeError, match="two relations"):
        assert 0 < x < 1
    with pytest.raises(tm.KernelError, match=r"num\(1, 2\)"):
        x + 0.5  # type: ignore[operator]
    with pytest.raises(tm.KernelError, match="functions are made by fun"):
        x + (lambda i: i)  # type: ignore[operator]


def test_a_term_cannot_be_changed_and_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError):
        x.op = "y"  # type: ignore[misc]
    with pytest.raises(TypeError):
        bool(x <= y)


def test_operators_build_what_they_say() -> None:
    model = Model({x: Fraction(3), y: Fraction(5), n: Fraction(2)})
    cases = {
        x + 1: 4, 1 + x: 4, x - 1: 2, 1 - x: -2, x * 2: 6, 2 * x: 6, -x: -3, x**2: 9, x**0: 1, x - y: -2,
        x * y: 15,
    }  # fmt: skip
    for t, value in cases.items():
        assert model.number(t) == value, t
    for t, thirds in {x / 9: 1, 1 / x: 1, x**-1: 1, x / x: 3, y / 5: 3}.items():
        assert model.number(t) == Fraction(thirds, 3), t
    truths = {x <= y: True, x < y: True, x >= y: False, x > y: False, x < 3: False, x <= 3: True, x > 3: False}
    for t, truth in truths.items():
        assert model.truth(t) is truth, t


def test_sorts() -> None:
    assert [t.sort for t in (n + m, n + x, tm.inv(n), exp(n), tm.log(n), abs_(n), abs_(x))] == list("ZRRRRZR")
    assert [t.sort for t in (add(), tm.mul(), num(1), num(1, 2), a(n), p(n), n / 1)] == list("ZZZRRZR")
    assert [t.sort for t in (tm.ite(x <= y, n, m), tm.ite(x <= y, n, x), tm.ite(x <= y, x, n))] == list("ZRR")
    assert [big(op, n, m, body).sort for op in ("sum", "prod", "max") for body in (i0, a(i0))] == list("ZRZRZR")
    assert [t.sort for t in (x <= y, tm.eq(x, y), tm.imp(x <= y, tm.FALSE), tm.FALSE, function)] == [*"BBBB", "(Z>Z)"]


def abs_(t: Term) -> Term:
    return tm.absolute(t)


NOT_NUMBERS: list[object] = [formula, function, a, "x", None, 1.5, True, [x]]


@pytest.mark.parametrize("make", [
    lambda t: tm.inv(t), lambda t: exp(t), lambda t: tm.log(t), lambda t: abs_(t), lambda t: add(x, t),
    lambda t: tm.mul(t, x),
    lambda t: le(t, x), lambda t: le(x, t), lambda t: tm.lt(t, x), lambda t: tm.lt(x, t), lambda t: tm.eq(t, x),
    lambda t: tm.eq(x, t), lambda t: tm.deriv(t, x, x), lambda t: tm.deriv(x, t, x), lambda t: tm.deriv(x, x, t),
    lambda t: tm.ite(formula, t, x), lambda t: tm.ite(formula, x, t), lambda t: big("sum", n, n, t),
    lambda t: lam(1, t),
    lambda t: big("sum", t, n, x), lambda t: big("sum", n, t, x), lambda t: a(t), lambda t: tm.app(a, t),
])  # fmt: skip
def test_only_numbers_stand_for_numbers(make: Callable[[object], Term]) -> None:
    for t in NOT_NUMBERS:
        with pytest.raises(KernelError):
            make(t)


@pytest.mark.parametrize("make", [
    lambda t: tm.app(a, t), lambda t: tm.app(lam(1, i0), t), lambda t: big("sum", t, n, x), lambda t: big("sum",
    n, t, x),
    lambda t: big("max", t, n, x), lambda t: tm.app(b, n, t),
])  # fmt: skip
def test_only_integers_stand_for_indices(make: Callable[[Term], Term]) -> None:
    for t in (x, num(1, 2), tm.inv(n), n + x):
        with pytest.raises(KernelError):
            make(t)
    make(n)


def test_only_formulas_are_joined_and_quantified() -> None:
    for t in (x, n, a, function, "x", None, num(1)):
        for make in (lambda t: tm.imp(t, formula), lambda t: tm.imp(formula, t), lambda t: tm.forall("R", t)):
            with pytest.raises(KernelError):
                make(t)


def test_a_condition_is_one_relation() -> None:
    for t in (tm.imp(formula, formula), tm.FALSE, tm.forall("R", le(x0, x)), x, None, a, tm.deriv(x0, x, x)):
        with pytest.raises(KernelError):
            tm.ite(t, x, y)


@pytest.mark.parametrize("name", ["", "1x", "x y", "x\n", "x-1", "λ", 3, None, ["x"], "x.y"])
def test_names_are_identifiers(name: object) -> None:
    with pytest.raises(KernelError):
        tm.var(name, "R")
    with pytest.raises(KernelError):
        tm.fn(name, 1, "R")
    assert tm.var("x1_a'", "R").args[0] == "x1_a'"


@pytest.mark.parametrize("sort", ["B", "F", "z", "", None, 1, ["Z"], "ZR"])
def test_variables_are_integer_or_real(sort: object) -> None:
    for make in (
        lambda: tm.var("v", sort),
        lambda: bv(0, sort),
        lambda: tm.fn("f", 1, sort),
        lambda: tm.forall(sort, formula),
    ):
        with pytest.raises(KernelError):
            make()


@pytest.mark.parametrize("index", [-1, True, False, 1.0, "0", None, 10**6])
def test_an_index_of_a_binder_is_a_small_natural_number(index: object) -> None:
    with pytest.raises(KernelError):
        bv(index, "Z")
    assert bv(16 * tm.MAX_DEPTH, "Z").op == "bv"
    with pytest.raises(KernelError):
        bv(16 * tm.MAX_DEPTH + 1, "Z")


@pytest.mark.parametrize("arity", [0, -1, True, 17, 10**12, "1", None, 1.0])
def test_a_function_has_one_to_sixteen_indices(arity: object) -> None:
    with pytest.raises(KernelError):
        tm.fn("f", arity, "R")
    with pytest.raises(KernelError):
        lam(arity, x)
    assert tm.fn("f", 16, "R").args[1] == lam(16, x).args[0] == 16
    assert tm.fn("f", 1, "R").args[1] == 1


@pytest.mark.parametrize("parts", [(1, 0), (True, 1), (1, True), (1.0, 1), ("1", 1), (1, "1"), (None, 1)])
def test_numerals_are_rationals(parts: tuple) -> None:
    with pytest.raises(KernelError):
        num(*parts)


def test_a_constructor_counts_its_arguments() -> None:
    for make in (tm.inv, exp, tm.log, abs_, tm.var, bv, lam, tm.forall, tm.fn):
        with pytest.raises((KernelError, TypeError)):
            make()
    for make, args in ((tm.inv, (x, y)), (le, (x,)), (le, (x, y, x)), (tm.imp, (formula,)), (tm.deriv, (x0, x))):
        with pytest.raises(KernelError):
            make(*args)


def test_a_function_takes_as_many_indices_as_it_has() -> None:
    for f, args in (
        (a, ()),
        (a, (n, n)),
        (b, (n,)),
        (function, (n, n)),
        (lam(2, i0), (n,)),
        (x, (n,)),
        (formula, ()),
        (num(3), (n,)),
        (tm.FALSE, ()),
    ):
        with pytest.raises(KernelError):
            tm.app(f, *args)


def test_there_are_three_big_operators() -> None:
    for op in ("add", "all", "lam", "", None, 3, ["sum"]):
        with pytest.raises(KernelError):
            big(op, n, n, x)


# --- binders


def test_a_binder_refuses_a_variable_of_another_sort() -> None:
    for make in (
        lambda: big("sum", n, m, x0),
        lambda: tm.forall("Z", le(x0, x)),
        lambda: tm.forall("R", le(i0, x)),
        lambda: tm.deriv(i0, x, x),
        lambda: lam(1, x0),
        lambda: lam(2, bv(1, "R")),
        lambda: tm.forall("Z", tm.forall("Z", le(bv(1, "R"), x))),
    ):
        with pytest.raises(KernelError):
            make()


def test_the_dangling_variables_are_known() -> None:
    t = big("sum", i0, bv(1, "Z"), b(i0, bv(2, "Z")))
    assert t.loose == {(0, "Z"), (1, "Z")}
    assert tm.forall("Z", le(i0, x)).loose == frozenset()
    assert lam(2, b(bv(1, "Z"), bv(2, "Z"))).loose == {(0, "Z")}
    assert tm.deriv(x0, x0, bv(3, "R")).loose == {(0, "R"), (3, "R")}


def test_a_lambda_takes_its_indices_in_order() -> None:
    minus = lam(2, bv(1, "Z") - i0)
    assert tm.app(minus, n, m) is n - m
    assert substitute(b(n, m), {b: minus}) is n - m


def test_opening_lowers_the_other_indices_and_lifts_the_value() -> None:
    body = add(i0, bv(1, "Z"), big("sum", n, n, b(i0, bv(1, "Z"))))
    value = bv(4, "Z")
    assert instantiate_bound(body, (value,)) is add(value, i0, big("sum", n, n, b(i0, bv(5, "Z"))))
    assert instantiate_bound(add(i0, bv(1, "Z"), bv(2, "Z")), (n, m)) is add(n, m, i0)


def test_an_integer_variable_is_not_opened_with_a_real() -> None:
    for value in (x, formula, a):
        with pytest.raises(KernelError):
            instantiate_bound(a(i0), (value,))
        with pytest.raises(KernelError):
            instantiate_bound(i0, (value,))
    assert instantiate_bound(exp(x0), (n,)) is exp(n)
    with pytest.raises(KernelError):
        instantiate_bound(x0, (formula,))


def test_closing_does_not_capture() -> None:
    under = big("sum", num(1), m, b(i0, n))
    assert tm.abstract(under, [n]) is big("sum", num(1), m, b(i0, bv(1, "Z")))
    assert tm.abstract(i0 + n, [n]) is bv(1, "Z") + i0
    assert tm.abstract(n - m, [n, m]) is bv(1, "Z") - i0
    assert tm.abstract(i0 + bv(1, "Z") + n, [n], 1) is i0 + bv(2, "Z") + bv(1, "Z")


def test_lifting_stops_at_the_binders_inside() -> None:
    t = big("sum", i0, n, b(i0, bv(1, "Z")))
    assert lift(t, 2) is big("sum", bv(2, "Z"), n, b(i0, bv(3, "Z")))
    assert lift(t, 2, 1) is t
    assert lift(lift(t, 2), -2) is t
    with pytest.raises(KernelError):
        lift(i0, -1)


def test_substitution_does_not_capture_bound_variables() -> None:
    total = big("sum", num(1), n, b(i0, m))
    assert substitute(total, {m: n}) is big("sum", num(1), n, b(i0, n))
    assert substitute(total, {n: m, m: n}) is big("sum", num(1), m, b(i0, n))
    inside = substitute(big("sum", num(1), n, a(i0)), {a: lam(1, b(i0, m))})
    assert inside is big("sum", num(1), n, b(i0, m))
    nested = lam(1, big("sum", num(1), bv(0, "Z"), b(bv(0, "Z"), bv(1, "Z"))))
    assert substitute(big("sum", num(1), n, a(i0)), {a: nested}) is big(
        "sum", num(1), n, big("sum", num(1), i0, b(i0, bv(1, "Z")))
    )


@pytest.mark.parametrize("old, new", [
    (n, x), (n, num(1, 2)), (x, formula), (x, a), (a, x), (a, b), (a, lam(2, i0)), (p, a), (p, lam(1, a(i0))),
    (x, x0), (n, i0), (a, lam(1, bv(1, "Z"))), (num(1), n), (x + 1, x), (a(n), x), (formula, tm.FALSE),
    (function, a), (i0, n),
])  # fmt: skip
def test_a_variable_is_replaced_by_closed_things_of_its_kind_only(old: Term, new: Term) -> None:
    with pytest.raises(KernelError):
        substitute(le(x, a(n) + p(n)), {old: new})


def test_integers_and_integer_functions_may_stand_for_reals() -> None:
    assert substitute(x + a(n), {x: n, a: p}) is n + p(n)
    assert substitute(a(n), {a: lam(1, i0 * 2)}) is n * 2
    assert substitute(p(n), {p: lam(1, i0 * 2)}) is n * 2


# --- limits


def test_deep_terms_are_refused() -> None:
    t = x
    for _ in range(tm.MAX_DEPTH - 1):
        t = exp(t)
    assert t.depth == tm.MAX_DEPTH
    for make in (exp, tm.inv, lambda t: add(t, x), lambda t: le(t, x)):
        with pytest.raises(KernelError):
            make(t)


def test_large_terms_are_refused() -> None:
    t = x
    while 2 * t.size + 1 <= tm.MAX_SIZE:
        t = add(t, t)
    fill = add(*[x] * (tm.MAX_SIZE - t.size - 2))
    assert add(t, fill).size == tm.MAX_SIZE
    with pytest.raises(KernelError):
        add(t, fill, x)
    with pytest.raises(KernelError):
        exp(add(t, fill))


def test_long_terms_have_a_short_text() -> None:
    t = x
    while t.size < 100_000:
        t = add(t, t)
    assert len(repr(le(t, t))) < 100
    assert repr(exp(x)) == "exp(var(x, R))"


# --- at random


@fuzz(120)
@given(numbers("R"), models(), st.data())
def test_substitution_commutes_with_evaluation(t: Term, model: Model, data: st.DataObject) -> None:
    values = {v: data.draw(numbers(v.sort, (), 2)) for v in (x, n)}
    try:
        put = {v: model.number(s) for v, s in values.items()}
        expected = Model(model.values | put, model.seed).number(t)
        assert same(expected, model.number(substitute(t, values)))
    except TooBig:
        pass


@fuzz(120)
@given(numbers("R"), models(), st.data())
def test_functions_are_substituted_everywhere(t: Term, model: Model, data: st.DataObject) -> None:
    values = {
        a: lam(1, data.draw(numbers("R", ("Z",), 2, False))),
        g: lam(2, data.draw(numbers("Z", ("Z", "Z"), 2, False))),
    }

    class WithTables(Model):
        def apply(self, f: Term, indices: tuple) -> object:
            return self.number(values[f].args[1], indices[::-1]) if f in values else super().apply(f, indices)

    try:
        expected = WithTables(model.values, model.seed).number(t)
        assert same(expected, model.number(substitute(t, values)))
    except TooBig:
        pass


@fuzz(120)
@given(numbers("R", ("Z", "R", "Z"), 3), models(), st.data())
def test_opening_is_evaluation_under_the_binder(t: Term, model: Model, data: st.DataObject) -> None:
    value, real = data.draw(numbers("Z", ("Z",), 2)), data.draw(numbers("R", ("Z",), 2))
    rest = model.values[m]
    try:
        env = model.number(value, (rest,)), model.number(real, (rest,)), rest
        assert same(model.number(t, env), model.number(instantiate_bound(t, (value, real)), (rest,)))
        assert same(model.number(t, env), model.number(lift(t, 2, 1), (env[0], 7, 8, *env[1:])))
    except TooBig:
        pass


@fuzz(120)
@given(numbers("R", ("Z",), 3))
def test_closing_and_opening_undo_each_other(t: Term) -> None:
    assert instantiate_bound(tm.abstract(t, [x, n]), (n, x)) is t
    assert lift(lift(t, 3), -3) is t
    assert substitute(t, {v: v for v in (x, y, n, m)}) is t
    fresh = tm.var("fresh", "Z")
    assert tm.abstract(instantiate_bound(t, (fresh,)), [fresh]) is t
    assert all(s.depth <= t.depth and s.size <= t.size for s in subterms(t))


@fuzz(60)
@given(numbers("Z"), models())
def test_integers_have_integer_values(t: Term, model: Model) -> None:
    assert t.sort == "Z"
    with contextlib.suppress(TooBig):
        assert model.number(t).denominator == 1


@fuzz(20)
@given(fractions())
def test_numerals_have_their_value(q) -> None:  # type: ignore[no-untyped-def]
    assert Model({}).number(num(q.numerator, q.denominator)) == q


def test_a_function_of_another_arity_is_refused_even_where_it_does_not_occur() -> None:
    f, x = tm.fn("f", 1, "R"), tm.var("x", "R")
    with pytest.raises(tm.KernelError):
        tm.substitute(tm.le(x, 0), {f: tm.lam(2, 0)})
    assert tm.substitute(tm.le(x, 0), {f: tm.lam(1, 0)}) is tm.le(x, 0)


@pytest.mark.parametrize("t", [num(1, 3), tm.fn("f", "ZR", "R")(n, x), tm.forall("R", le(bv(0, "R"), x)), tm.FALSE])
def test_copies_of_a_term_are_the_term(t: Term) -> None:
    assert copy.copy(t) is t and copy.deepcopy([t])[0] is t
    assert pickle.loads(pickle.dumps(t)) is t  # noqa: S301


def test_a_forged_pickle_makes_no_ill_sorted_term() -> None:
    make, _ = x.__reduce__()
    for op, args in (("le", (tm.FALSE, x)), ("var", ("x", "B")), ("made up", ())):
        with pytest.raises((KernelError, KeyError)):
            make(op, args)


# --- order ---------------------------------------------------------------------------------------------------------

IN_ORDER = """
from proofs.kernel.normal import canonical
from proofs.language.parse import parse
terms = [t for text in {texts!r} for t in parse(text, frozenset("n")).relations[0].args]
print([hash(t) for t in terms], [str(t) for t in sorted(terms, key=lambda t: t.order)])
print(list(map(str, frozenset(terms))), [str(canonical(t)) for t in terms])
"""
TEXTS = ["x*y + exp(y*x) <= log(z)*x", "sum(a[i]*b[i], (i, 1, n)) >= b[n] + a[1]", "max(x, y, abs(z - x)) > 1/3"]


def test_the_order_of_terms_is_the_same_in_every_process() -> None:
    def printed(seed: int, texts: list[str]) -> str:
        command = [sys.executable, "-c", IN_ORDER.format(texts=texts)]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout

    assert printed(0, TEXTS) == printed(1, TEXTS) == printed(2, TEXTS)


def test_the_order_of_terms_does_not_depend_on_what_was_made_before() -> None:
    late, early = var("order_z", "R"), var("order_a", "R")
    assert canonical(late + early) is early + late
    assert sorted([exp(late), late * early, late, exp(early), early], key=lambda t: t.order)[:2] == [early, late]
    assert hash(late) != hash(early)
