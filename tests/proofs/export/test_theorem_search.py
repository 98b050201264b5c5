"""Theorems are found by words and by shapes, and a shape says what is not understood in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.checking.check import check
from proofs.checking.replay.chapters import UnknownId
from proofs.checking.store.cache import Cache
from proofs.export import theorem_search
from proofs.export.formula_shapes import ShapeError, finder, read
from proofs.kernel.terms import Term
from proofs.language.notation import Eq, Max, Sum, exp, ints, inv, log, reals, vectors
from proofs.theorems.analysis.norms import sqrt

n, i, j = ints("n i j")
x, y, z = reals("x y z")
a, b = vectors("a b")
total = Sum(lambda i: a(i), 1, n)
largest = Max(lambda i: a(i), 1, n)


@pytest.mark.parametrize(
    ("shape", "formula", "holds"),
    [
        ("sum(_) <= n * max(_)", total <= n * largest, True),
        ("sum(_) <= n * max(_)", n * largest >= total, True),
        ("sum(_) <= max(_) * k", total <= n * largest, True),
        ("sum(_) <= n * max(_)", n * largest <= total, False),
        ("sum(_) <= n * max(_)", total <= n + largest, False),
        ("sum(_) <= _", total < largest, True),  # what is less is at most
        ("sum(_) < _", total <= largest, False),
        ("u * u", x * y, False),
        ("u * u", (x + y) * (x + y), True),
        ("u**2", x * x, True),
        ("u * v", x * y * z, True),  # the last takes what is left
        ("u + 3", x + 3, True),
        ("u + 3", x + 4, False),
        ("u - v", x - y, True),
        ("u / v", x * inv(y), True),
        ("u == log(_)", Eq(log(x), y), True),
        ("-u", -x, True),
        ("exp(u + v) == _", Eq(exp(x + y), exp(x) * exp(y)), True),
        ("sum(f[_])", total, True),
        ("sum(f(_) * g(_))", Sum(lambda i: a(i) * b(i), 1, n), True),
        ("sum(f(_) * f(_))", total, False),
        ("sum(x[i], (i, 1, n)) <= n*_", total <= n * largest, True),
        ("sum(x[i], (i, 1, n - 1))", total, False),
        ("sum(x[i], (i, 2, n))", total, False),
        ("sum(x[i], (i, 1, n))", Sum(lambda i: a(i), j, n), True),  # j may be 1
        ("prod(p, (i, 1, t)) < 1", total < 1, False),
        ("max(_)", total <= x, False),
        ("sqrt(_) <= _", sqrt(x) <= y, True),
        ("sqrt(_)", exp(log(x) / 2), False),  # it is no root where x < 0
    ],
)
def test_shapes(shape: str, formula: Term, holds: bool) -> None:
    assert finder(read(shape))(formula) is holds


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("f(_ <", "no shape of a formula"),
        ("0.5 <= _", "not understood in the shape of a formula: 0.5"),
        ("a < b < c", "not understood"),
        ("sum(_, _)", r"sum is written sum\(_\) or sum\(x\[i\], \(i, 1, n\)\)"),
        ("exp(_, _)", r"exp takes one argument: exp\(_\)"),
        ("_ ** n", "not understood"),
        ("_ <= " + "1 + " * 200 + "1", "too long"),
    ],
)
def test_what_is_no_shape(shape: str, said: str) -> None:
    with pytest.raises(ShapeError, match=said):
        read(shape)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, theorem_search.Found]:
    chapters = ["proofs.theorems.analysis.elementary", "proofs.theorems.algebra.sums"]
    return theorem_search.library(check(chapters=chapters, cache=Cache(Path(tmp_path_factory.mktemp("cache")))))


@pytest.mark.parametrize(
    ("query", "first", "absent"),
    [
        ("sum_le", "sums.sum_le", "sums.max_lt"),
        ("termwise comparison", "sums.sum_le", "sums.sum_const"),  # as its author says
        ("exp, <", "elementary.exp_lt", "sums.sum_le"),  # what it speaks of
        ("sum(_) <= sum(_)", "sums.sum_le", "sums.sum_const"),
        ("sum(_) <= n * max(_)", "sums.sum_le_max", "sums.sum_le"),
        ("_**2", "elementary.square_nonneg", "sums.sum_le"),
    ],
)
def test_search(query: str, first: str, absent: str, known: dict[str, theorem_search.Found]) -> None:
    names = [f.name for f in theorem_search.search(query, known)]
    assert names[0] == first
    assert absent not in names


def test_a_theorem_says_where_it_stands_and_how_it_is_applied(known: dict[str, theorem_search.Found]) -> None:
    found = theorem_search.theorem("sum_le", known)
    assert found is known["sums.sum_le"]
    assert found.call == 'p.apply("sum_le", hi=…, lo=…, f=…, g=…)'
    assert found.file and found.file.read_text(encoding="utf-8").splitlines()[found.line - 1].startswith("def sum_le(")
    with pytest.raises(UnknownId, match=r"no theorem or rule is called 'sumle'; the nearest: sum_le"):
        theorem_search.theorem("sumle", known)


def test_rules_of_the_kernel() -> None:
    assert [r["name"] for r in theorem_search.rules("maximum bound")] == ["max_le"]
    assert theorem_search.rule("sum_le") is None
