"""The normal form: what it identifies, what it must keep apart, and agreement with evaluation at random."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from semantics import Model, TooBig, a, b, formulas, g, i0, m, models, n, numbers, p, same, x, x0, y

from proofs.kernel.normal import (
    HIGH,
    LONG,
    UNROLL,
    WIDE,
    _absolute,
    as_term,
    atom,
    canonical,
    constant,
    decided,
    key,
    normal,
    one,
    plus,
    power,
    relation,
    scaled,
    times,
)
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    absolute,
    add,
    big,
    bv,
    deriv,
    eq,
    exp,
    fn,
    forall,
    imp,
    inv,
    ite,
    lam,
    le,
    log,
    lt,
    mul,
    num,
    var,
)


def total(body: Term, lo: Term | int = 1, hi: Term | int = n, op: str = "sum") -> Term:
    return big(op, num(lo) if isinstance(lo, int) else lo, num(hi) if isinstance(hi, int) else hi, body)


@contextmanager
def refused() -> Iterator[None]:
    with pytest.raises(KernelError):
        yield


SAME = [
    ((x + y) ** 2, x**2 + 2 * x * y + y**2), (x - x, num(0)), (inv(num(0)), num(0)), (1 / (x - x), num(0)),
    (inv(x * y), inv(x) * inv(y)), (inv(inv(x)), x), (inv(2 * x + 2 * y), inv(x + y) / 2), (inv(-x - y),
    -inv(x + y)),
    (exp(x + y), exp(x) * exp(y)), (exp(-x) * exp(x), num(1)), (exp(num(0)), num(1)), (exp(2 * x),
    exp(x) ** 2),
    (inv(exp(x)), exp(-x)), (log(exp(x)), x), (log(exp(x) * exp(-y)), x - y), (log(num(1)), num(0)),
    (inv(x * exp(y)), exp(-y) / x), (inv(x / y), y / x), (absolute(-2 * x), 2 * absolute(x)),
    (absolute(num(-3)), num(3)),
    (absolute(num(0)), num(0)), (a(n + n), a(2 * n)), (ite(le(num(1), num(2)), x, y), x), (ite(lt(x, x), x,
    y), y),
    (ite(le(x, y), x, x), x), (ite(le(2 * x, 2 * y), x, y), ite(le(x, y), x, y)), (ite(eq(x, y), x, y),
    ite(eq(y, x), x, y)),
    (total(a(i0) + x * i0), total(a(i0)) + x * total(i0)), (total(exp(x + a(i0))),
    exp(x) * total(exp(a(i0)))),
    (total(a(i0), n, n - 1), num(0)), (total(a(i0), n, n - 1, "prod"), num(1)), (total(a(i0), n, n - 1,
    "max"), num(0)),
    (total(a(i0), n, n - 5), num(0)), (total(a(i0), n, n), a(n)), (total(a(i0), n, n, "max"), a(n)),
    (total(a(i0), n, n + 1), a(n) + a(n + 1)), (total(a(i0), 1, 2, "prod"), a(num(1)) * a(num(2))),
    (total(num(1), op="prod"), num(1)), (total(exp(x), 1, 3), 3 * exp(x)), (total(total(i0 * bv(1, "Z"), 1,
    2), 1, 2), num(9)),
    (total(total(a(i0), 1, bv(0, "Z"))), total(total(a(i0), 1, bv(0, "Z")) * 1)), (add(), num(0)), (mul(),
    num(1)),
]  # fmt: skip

DIFFERENT = [
    (x / x, num(1)), (inv(x) * x, num(1)), (exp(log(x)), x), (absolute(x), x), (absolute(x), -x),
    (log(2 * x), log(x)),
    (log(x * y), log(x) + log(y)), (log(2 * exp(x)), x), (log(x * exp(x)), x), (log(exp(x) + exp(y)), x + y),
    (exp(x) * y, exp(x * y)), (exp(x + y), exp(x) + exp(y)), (exp(x) ** 2, exp(x)), (exp(x / 2), exp(x)),
    (inv(x + y), inv(x) + inv(y)), (inv(2 * x + 2 * y), 2 * inv(x + y)), (inv(x - y), inv(y - x)), (a(n),
    a(m)),
    (ite(le(x, y), x, y), ite(lt(x, y), x, y)), (ite(le(x, y), x, y), ite(le(y, x), x, y)), (ite(le(x, y),
    x, y), x),
    (ite(le(x, y), x, y), ite(le(-x, -y), x, y)), (total(a(i0)), total(a(i0), 0)), (total(a(i0)),
    total(a(i0), 1, m)),
    (total(x), x), (total(x), n * x), (total(a(i0) * a(i0)), total(a(i0)) ** 2), (total(x * a(i0),
    op="max"), x * total(a(i0), op="max")),
    (total(x + a(i0), op="max"), x + total(a(i0), op="max")), (total(num(2), op="prod"), num(2)),
    (total(num(0), op="prod"), num(0)),
    (total(a(i0)), total(a(i0), op="max")), (total(num(1), op="max"), num(1)), (b(n, m), b(m, n)),
    (total(a(i0), 1, 2, "max"), a(num(1))),
    (absolute(2 * x), absolute(x)), (var("z", "R"), var("z", "Z")), (total(b(i0, bv(1, "Z"))),
    total(b(bv(1, "Z"), i0))),
    (inv(x * inv(y)), inv(x) * inv(y)), (inv(x**2), inv(x)), (exp(num(1)), num(1)),
]  # fmt: skip


@pytest.mark.parametrize("s, t", SAME)
def test_identities_of_total_terms_are_built_in(s: Term, t: Term) -> None:
    assert normal(s) == normal(t)
    assert canonical(s) is canonical(t)


@pytest.mark.parametrize("s, t", DIFFERENT)
def test_what_is_not_an_identity_is_not_built_in(s: Term, t: Term) -> None:
    assert normal(s) != normal(t)


def test_ranges_are_written_out_up_to_a_length() -> None:
    assert len(normal(total(a(i0), 1, UNROLL))) == UNROLL
    assert len(normal(total(a(i0), n, n + UNROLL - 1))) == UNROLL
    assert len(normal(total(a(i0), 1, UNROLL + 1))) == 1
    assert len(normal(total(a(i0) + x, 1, UNROLL, "prod"))) == 2**UNROLL


def test_relations_are_compared_up_to_a_positive_factor() -> None:
    assert key(le(x, y)) == key(le(2 * x, 2 * y)) == key(le(-y, -x)) == key(le(x - x, y - x))
    assert key(eq(x, y)) == key(eq(y, x)) == key(eq(-3 * x, -3 * y))
    for s, t in (
        (le(x, y), le(y, x)), (le(x, y), lt(x, y)), (le(x, y), eq(x, y)), (lt(x, y), lt(y, x)),
        (le(x, y), le(x, y + 1)), (imp(le(x, y), le(y, x)), imp(le(y, x), le(x, y))), (imp(le(x, y),
        FALSE), lt(y, x)),
        (forall("R", le(x0, x)), forall("Z", le(i0, x))), (forall("R", le(x0, x)), le(x, x)),
        (deriv(x0, x, y), deriv(x0, y, x)), (deriv(x0, x, y), deriv(x0, x, x)), (deriv(x0 * 2, x, y),
        deriv(x0, x, y)),
        (deriv(x0, x, y), deriv(x0, x, 2 * y)), (imp(le(x, y), le(y, x)), le(y, x)), (forall("R", le(x0,
        x)), FALSE),
    ):  # fmt: skip
        assert key(s) != key(t), (s, t)


def test_what_is_decided() -> None:
    zero, one_, yes, no = num(0), num(1), le(num(0), num(0)), lt(num(0), num(0))
    for formula, truth in (
        (le(zero, one_), True), (le(one_, zero), False), (le(one_, one_), True), (lt(one_, one_), False),
        (lt(zero, one_), True), (eq(one_, one_), True), (eq(zero, one_), False), (le(x, x), True), (lt(x,
        x), False),
        (eq(x, x + 1), False), (FALSE, False), (imp(FALSE, le(x, y)), True), (imp(le(x, y), yes), True),
        (imp(yes, no), False),
        (forall("R", le(x0, x0)), True), (le(x + num(1, 3), x + num(1, 2)), True), (eq(num(1, 3), num(1,
        2)), False),
    ):  # fmt: skip
        assert key(formula) is truth, formula
    assert key(imp(yes, le(x, y))) == key(le(x, y))
    assert decided(le(x, y)) is None
    assert decided(lt(num(0), exp(x))) is None
    assert key(imp(le(x, y), FALSE)) not in (True, False)
    assert key(forall("R", lt(x0, x0))) is not True
    assert constant(normal(x)) is None
    assert relation(le(y, x)) is le(num(0), canonical(x - y))


def test_what_is_not_a_number_or_formula_is_refused() -> None:
    for t in (le(x, y), FALSE, a, lam(1, i0)):
        with refused():
            normal(t)
    for t in (x, a, num(1)):
        with refused():
            key(t)


def test_canonical_numbers() -> None:
    p = plus(plus(one(x), one(y), fmpq(-2, 3)), {frozenset(): fmpq(5, 7)})
    q, c = scaled(p, signed=True)
    assert {m: c * k for m, k in q.items()} == p
    assert all(k.q == 1 for k in q.values())
    assert scaled({m: -k for m, k in p.items()}, signed=True) == (q, -c)
    assert scaled({m: -k for m, k in p.items()}, signed=False)[1] == abs(c)
    assert scaled({}, signed=True) == ({}, 1)
    assert atom(x) is atom(x)
    assert as_term({}) is num(0)
    assert as_term({frozenset(): fmpq(2, 3)}) is num(2, 3)
    assert _absolute({}) == {}
    assert normal(as_term(p)) == p
    assert power(one(x), 0) == {frozenset(): 1}


# --- limits


def test_powers_are_limited() -> None:
    assert len(normal(mul(*[x] * HIGH))) == 1
    assert as_term(normal(mul(*[x] * HIGH))).size == HIGH + 1
    with refused():
        as_term(normal(mul(*[x] * (HIGH + 1))))
    with refused():
        power(one(x), HIGH + 1)
    with refused():
        power(one(x), -1)
    assert power({frozenset(): fmpq(1)}, HIGH) == {frozenset(): 1}
    with refused():
        normal(inv(inv(mul(*[x] * (HIGH + 1)))))
    assert canonical(exp(x * (HIGH + 1))).op == "exp"


def test_widths_are_limited() -> None:
    wide = add(*(a(num(k)) for k in range(WIDE)))
    assert len(normal(wide)) == WIDE
    with refused():
        normal(add(wide, x))
    with refused():
        plus(normal(wide), one(x))
    side = add(*(a(num(k)) for k in range(200)))
    other = add(*(a(num(k + 500)) for k in range(100)))
    assert len(times(normal(side), normal(other))) == WIDE
    with refused():
        times(normal(side), normal(other + x))
    thin = {frozenset([(atom(x), fmpq(k))]): fmpq(1) for k in range(1, 202)}
    with refused():
        times(thin, {frozenset([(atom(x), fmpq(k))]): fmpq(1) for k in range(1, 101)})


def test_coefficients_are_limited() -> None:
    assert times({frozenset(): fmpq(2) ** (LONG - 2)}, {frozenset(): fmpq(2)})
    with refused():
        times({frozenset(): fmpq(2) ** (LONG - 1)}, {frozenset(): fmpq(2)})
    with refused():
        times({frozenset(): 1 / fmpq(2) ** (LONG - 1)}, {frozenset(): fmpq(1, 2)})


def test_sums_of_sums_are_not_written_out_without_end() -> None:
    t = mul(*(bv(k, "Z") for k in range(8)))
    for _ in range(8):
        t = total(t, 1, 12)
    assert normal(t) == {frozenset(): 78**8}
    t = fn("f", 8, "R")(*(bv(k, "Z") for k in range(8)))
    for _ in range(8):
        t = total(t, 1, 12)
    with refused():
        normal(t)


# --- at random


@settings(max_examples=300, deadline=None, derandomize=True)
@given(numbers("R"), models())
def test_the_normal_form_has_the_same_value(t: Term, model: Model) -> None:
    with contextlib.suppress(TooBig):
        value = model.number(t)
        other = canonical(t)
        assert same(value, model.number(other))
        assert normal(other) == normal(t)
        assert canonical(other) is other
        assert other.free <= t.free


@settings(max_examples=80, deadline=None, derandomize=True)
@given(numbers("Z", (), 4), models())
def test_the_normal_form_of_an_integer_is_an_integer(t: Term, model: Model) -> None:
    assert canonical(t).sort == "Z"
    with contextlib.suppress(TooBig):
        assert same(model.number(t), model.number(canonical(t)))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(numbers("R", ("Z", "Z"), 3), models(), st.integers(-2, 3), st.integers(-2, 3))
def test_the_normal_form_under_binders(t: Term, model: Model, i: int, j: int) -> None:
    with contextlib.suppress(TooBig):
        env = tuple(model.number(num(k)) for k in (i, j))
        assert same(model.number(t, env), model.number(canonical(t), env))
        assert canonical(t).loose <= t.loose


@settings(max_examples=150, deadline=None, derandomize=True)
@given(formulas(), formulas(), models())
def test_keys_agree_with_truth(s: Term, t: Term, model: Model) -> None:
    with contextlib.suppress(TooBig):
        held = key(s)
        if isinstance(held, bool):
            assert model.truth(s) is held
        if held == key(t):
            assert model.truth(s) is model.truth(t)
        if s.op in ("le", "lt", "eq"):
            assert model.truth(relation(s)) is model.truth(s)
            assert key(relation(s)) == held


@settings(max_examples=60, deadline=None, derandomize=True)
@given(numbers("R", (), 1), numbers("R", (), 1), numbers("R", (), 1), models())
def test_products_and_inverses_of_random_terms(s: Term, t: Term, u: Term, model: Model) -> None:
    with contextlib.suppress(TooBig):
        for built in (inv(s * t / u), exp(s - t) * u, absolute(s * t), log(exp(s) / exp(t)), (s + t) * (s - u)):
            assert same(model.number(built), model.number(canonical(built)))
        assert normal((s + t) * u) == normal(s * u + t * u)
        assert normal(log(exp(s))) == normal(s)


def test_functions_of_indices_are_compared_by_their_arguments() -> None:
    assert canonical(p(n + n) + g(n - n, m)) is canonical(g(num(0), m) + p(2 * n))
