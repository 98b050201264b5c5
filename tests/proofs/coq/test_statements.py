"""Formulas as Coq text."""

from __future__ import annotations

import re

import pytest

from proofs.coq.statements import MAX_TEXT, Reader, Unreadable, fresh, identifier, sentence, type_text
from proofs.kernel.terms import (
    FALSE,
    Term,
    abstract,
    app,
    atan,
    bv,
    cos,
    erf,
    exp,
    fn,
    imp,
    inv,
    ite,
    lam,
    log,
    negation,
    sin,
)
from proofs.language.display import Notions
from proofs.language.notation import Sum, every, exists, ints, rational, reals, vectors

x, y, R = reals("x y R")
n, i, k = ints("n i k")
a, b = vectors("a b")


def text(shows: Term, *given: Term, notions: Notions | None = None) -> str:
    said = sentence(Reader(notions or Notions()), given, shows)
    return " ".join(f"{said.binders.strip()} | {said.body}".split())


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (exp(x) <= y, "(x : R) (y : R) | exp x <= y"),
        (x - y / x < 1, "(x : R) (y : R) | x - y / x < 1"),
        (x - (y - x) < rational(-1, 2), "(x : R) (y : R) | x - (y - x) < (-1) / 2"),
        (x < 10**18, "(x : R) | x < 0xde0b6b3a7640000"),  # a long decimal takes Coq seconds
        (x < rational(-1, 2**64), "(x : R) | x < (-1) / 0x10000000000000000"),
        (n + 1 <= 2 * k, "(k : Z) (n : Z) | (n + 1 <= 2 * k)%Z"),
        (n + x <= k * x, "(k : Z) (n : Z) (x : R) | IZR n + x <= IZR k * x"),
        (a(n + 1) <= 0, "(a : Z -> R) (n : Z) | a (n + 1)%Z <= 0"),
        (Sum(a, 1, n) <= n, "(a : Z -> R) (n : Z) | sum 1%Z n (fun i : Z => a i) <= IZR n"),
        (negation(x <= y), "(x : R) (y : R) | ~ (x <= y)"),
        (every(lambda i: a(i) <= 1, 1, n), "(a : Z -> R) (n : Z) | forall i : Z, (1 <= i)%Z -> (i <= n)%Z -> a i <= 1"),
        (ite(x <= y, x, y) <= x, "(x : R) (y : R) | (if x <=? y then x else y) <= x"),
        (ite(n <= k, x, y) <= x, "(k : Z) (n : Z) (x : R) (y : R) | (if (n <=? k)%Z then x else y) <= x"),
        (sin(2 * x) <= atan(y) * cos(x), "(x : R) (y : R) | sin (2 * x) <= atan y * cos x"),
        (erf(x) <= reals("erf")[0], "(erf' : R) (x : R) | erf x <= erf'"),
        (reals("sin")[0] <= 0, "(sin' : R) | sin' <= 0"),
        (log(R) <= R, "(R' : R) | ln R' <= R'"),
        (FALSE, "| False"),
    ],
)
def test_texts(formula: Term, expected: str) -> None:
    assert text(formula) == expected


def test_hypotheses_come_first_each_in_its_parentheses() -> None:
    assert text(y <= 1, x <= 1, negation(x <= y)) == "(x : R) (y : R) | x <= 1 -> ~ (x <= y) -> y <= 1"


def test_there_is_and_and_are_those_of_coq() -> None:
    some = exists(lambda t: [x < t, t < y], "R")
    assert text(some) == "(x : R) (y : R) | exists z : R, x < z /\\ z < y"
    assert text(negation(some)) == "(x : R) (y : R) | forall z : R, x < z -> ~ (z < y)"


def test_under_and_what_binds_is_in_parentheses() -> None:
    some = exists(lambda t: [every(lambda i: a(i) <= t, 1, n), t < y], "R")
    assert "exists x : R, (forall i : Z, (1 <= i)%Z -> (i <= n)%Z -> a i <= x) /\\ x < y" in text(some)
    implied = negation(imp(x <= y, negation(imp(y <= x, x < y))))
    assert text(implied).endswith("| x <= y /\\ (y <= x -> x < y)")


def test_integer_functions_are_applied_in_the_integers() -> None:
    f = fn("f", 1, "Z")
    assert text(app(f, n + 1) + x <= 0) == "(f : Z -> Z) (n : Z) (x : R) | IZR (f (n + 1)%Z) + x <= 0"


def test_functions_are_arguments() -> None:
    g = fn("g", "(Z>R)", "R")
    assert text(app(g, lam(1, app(a, bv(0, "Z")) + x)) <= 0).endswith("| g (fun (i : Z) => (a i + x)%R) <= 0")
    assert type_text("((Z>R)Z>R)") == "(Z -> R) -> Z -> R"


def test_integer_values_for_real_ones_have_no_text() -> None:
    g, f = fn("g", "(Z>R)", "R"), fn("f", 1, "Z")
    with pytest.raises(Unreadable):
        text(app(g, f) <= 0)


def repeated(times: int) -> Term:
    """A table of many conditions at one place after another: a + table(1) * ..., under a sum with its index."""
    table: Term = x
    for value in range(40):
        table = ite(a(i) <= value, x + value, table)
    member = table
    for _ in range(times):
        member = member * table + y
    return Sum(lam(1, abstract(member, [i])), 1, n) <= x


def test_what_is_long_and_occurs_often_is_said_once_if_the_whole_would_be_too_long() -> None:
    few, many = text(repeated(2)), text(repeated(40))
    assert "let" not in few and len(few) < MAX_TEXT
    assert len(many) < 5000
    assert re.search(r"\| let w : Z -> R := \(fun \(i : Z\) => \(if a i <=\? 39 then x \+ 39 else", many)
    assert len(re.findall(r"w i", many)) == 41 and many.endswith("<= x")


class TestNotions:
    notions = Notions()
    below = every(lambda i: a(i) <= x, 1, n)
    notions.define(below, (a, x, n), "{0} is below {1} up to {2}", "{0}{1}{2}")
    notions.define(Sum(a, 1, n) * inv(n), (a, n), "mean({0}, {1})", "{0}{1}")

    def test_by_their_names_after_their_definitions(self) -> None:
        reader = Reader(self.notions)
        said = sentence(reader, [every(lambda i: b(i) <= 2 * y, 1, k)], Sum(b, 1, k) * inv(k) <= 2 * y)
        assert said.body == "is_below_up_to b (2 * y) k -> mean b k <= 2 * y"
        assert [d.split()[1] for d in reader.definitions] == ["is_below_up_to", "mean"]
        assert "Prop :=" in reader.definitions[0] and ": R :=" in reader.definitions[1]

    def test_not_where_unfolding_them_would_say_something_else_to_coq(self) -> None:
        assert "mean" not in text(Sum(b, 1, n + 1) * inv(n + 1) <= 0, notions=self.notions)

    def test_denied_they_are_unfolded(self) -> None:
        assert "exists" in text(negation(self.below), notions=self.notions)


def test_names() -> None:
    assert identifier("1-2") == "notion_1_2" and identifier("") == "notion"
    assert fresh("sum", {"sum"}) == "sum_2"
