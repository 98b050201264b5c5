"""Stored proofs as Coq text: numbers of variables, rows, steps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.coq.objects import (
    CHARACTERS,
    STEPS,
    NoObject,
    Object,
    Rows,
    Terms,
    number,
    sort_text,
    statement,
    variable_number,
)
from proofs.kernel.rules import RULES, Theory
from proofs.kernel.store import Json, Writer
from proofs.kernel.terms import Term, add, atan, cos, erf, mul, sin
from proofs.language.notation import exp, num, reals

x, y = reals("x y")
NAMES = st.text(st.sampled_from(CHARACTERS), min_size=1, max_size=6)
SORTS = st.sampled_from(["Z", "R", "(Z>R)", "(ZZ>R)", "(R>Z)", "((Z>R)Z>R)"])


def stored(shows: Term) -> Json:
    chapter = Chapter("example")

    @chapter.theorem
    def said(p: Proof) -> None:
        p.qed(p.have(shows))

    return next(chapter.prove(Theory()))


def rows(t: Term) -> list[str]:
    writer = Writer()
    at = writer.term(t)
    table = Rows()
    Terms(writer.rows, table).at(at)
    return table.texts


@given(NAMES, SORTS, NAMES, SORTS)
def test_different_variables_have_different_numbers(name: str, sort: str, other: str, another: str) -> None:
    same = variable_number(name, sort) == variable_number(other, another)
    assert same == ((name, sort) == (other, another))


def test_sums_and_products_nest_to_the_right() -> None:
    assert [r.split()[0] for r in rows(exp(x) * y)] == ["rV", "rExp", "rV", "rM"]
    assert rows(sin(cos(atan(erf(x)))))[1:] == ["rTrig Erf p1", "rTrig Atan p2", "rTrig Cos p3", "rTrig Sin p4"]
    assert rows(add(x, y, num(2)))[3:] == ["rA p2 p3", "rA p1 p4"]
    assert rows(add()) == ["rN 0 p1"] and rows(mul()) == ["rN 1 p1"]


def test_only_what_is_asked_for_is_written() -> None:
    proof = stored(x <= x + 1)
    table = Rows()
    claim = statement(proof, table)
    said = len(table.texts)
    whole = Object(proof, table)
    assert whole.applied == [] and whole.steps[0].startswith("sArith")
    assert claim == f"[] p{said}" and statement(proof, table) == claim


def test_sorts_take_one_argument_after_the_other() -> None:
    assert sort_text("((Z>R)Z>R)") == "(Arr (Arr TZ TR) (Arr TZ TR))"


def test_equal_factors_stand_side_by_side_in_what_is_computed() -> None:
    writer = Writer()
    at = writer.term(mul(x, y, x, y, x))
    table = Rows()
    terms = Terms(writer.rows, table)
    terms.at(at)
    before = len(table.texts)
    terms.with_squares(at)
    squares = [row for row in table.texts[before:] if len(set(row.split()[1:])) == 1]
    assert len(squares) == 2


def test_every_rule_has_a_step_or_is_an_admission_or_a_computation() -> None:
    assert set(STEPS) | {"compute", "cite", "argue"} == set(RULES)


def test_what_is_argued_has_no_object() -> None:
    proof = stored(x <= x + 1)
    proof["steps"].append(["argue", {"t": 0}, "obviously"])
    with pytest.raises(NoObject, match="argue"):
        Object(proof, Rows())


def test_what_two_theorems_say_stands_once() -> None:
    table = Rows()
    first = statement(stored(x <= x + 1), table)
    before = len(table.texts)
    assert statement(stored(x <= x + 1), table) == first and len(table.texts) == before


def test_long_numbers_and_fractions() -> None:
    writer = Writer()
    many = 10**30
    table = Rows()
    Terms(writer.rows, table).at(writer.term(num(many)))
    assert table.texts == [f"rN ({hex(many)}) p1"]
    with pytest.raises(NoObject, match="positive"):
        number(0)
