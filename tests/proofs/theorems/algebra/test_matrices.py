"""Matrices of symbolic size: entries at small sizes against lists, shapes that do not fit, the tactic."""

import random
from fractions import Fraction

import pytest
from exact_terms import holds, table, value

import proofs.theorems.algebra.sums as sums
import proofs.theorems.analysis.elementary as elementary
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.normal import key
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.language.notation import Eq, Sum, fun, ints, ite, num, vectors
from proofs.theorems.algebra.matrices import (
    Matrix,
    ShapeError,
    blocks,
    column,
    constant,
    entries,
    entrywise,
    identity,
    named,
    row,
    same,
    simplify,
    sizes,
    softmax,
    zero,
)  # fmt: skip

m, n, k, i, j = ints("m n k i j")
a, b = vectors("a b", 2)
(v,) = vectors("v")


@pytest.fixture(scope="module")
def theory() -> Theory:
    theory = Theory()
    for chapter in (elementary.chapter, sums.chapter):
        for _ in chapter.prove(theory):
            pass
    return theory


def listed(matrix: Matrix, at: dict) -> list[list[Fraction]]:
    rows, columns = int(value(matrix.rows, at)), int(value(matrix.columns, at))
    return [[value(matrix(p, q), at) for q in range(1, columns + 1)] for p in range(1, rows + 1)]


def draw(rng: random.Random, rows: int, columns: int) -> list[list[Fraction]]:
    return [[Fraction(rng.randint(-5, 5), rng.randint(1, 3)) for _ in range(columns)] for _ in range(rows)]


SIZES = [(1, 1, 1), (2, 1, 3), (1, 3, 2), (3, 2, 2)]


@pytest.mark.parametrize("size", SIZES)
def test_products_and_sums_entry_by_entry(size):
    rng = random.Random(1)
    p, q, r = size
    left, right, more = draw(rng, p, q), draw(rng, q, r), draw(rng, p, r)
    at = {"m": p, "n": q, "k": r, "a": table(left), "b": table(right)}
    product = named(a, m, n) @ named(b, n, k)
    expected = [[sum(left[x][z] * right[z][y] for z in range(q)) for y in range(r)] for x in range(p)]
    assert listed(product, at) == expected
    assert listed(product.T, at) == [list(x) for x in zip(*expected, strict=True)]
    at["a"] = table(more)
    twice = named(a, m, k) + named(a, m, k) * 2 - constant(1, m, k)
    assert listed(twice, at) == [[3 * x - 1 for x in line] for line in more]
    assert listed(entrywise(abs, named(a, m, k)), at) == [[abs(x) for x in line] for line in more]


@pytest.mark.parametrize("size", SIZES)
def test_blocks_entry_by_entry(size):
    p, q, r = size
    rng = random.Random(2)
    upper, lower = draw(rng, p, q), draw(rng, r, q)
    at = {"m": p, "n": q, "k": r, "a": table(upper), "b": table(lower)}
    grid = blocks([[named(a, m, n), zero(m, 2), constant(7, m, k)], [named(b, k, n), constant(1, k, 2), identity(k)]])
    zeros, sevens = [Fraction(0)] * 2, [Fraction(7)] * r
    unit = [[Fraction(x == y) for y in range(r)] for x in range(r)]
    expected = [[*line, *zeros, *sevens] for line in upper]
    expected += [[*line, *[Fraction(1)] * 2, *unit[x]] for x, line in enumerate(lower)]
    assert listed(grid, at) == expected


def test_rows_columns_and_softmax():
    at = {"n": 2, "v": lambda x: 10 * x, "a": table([[0, 1], [0, 1]])}
    assert listed(row(v, n), at) == [[10, 20]]
    assert listed(column(v, n), at) == [[10], [20]]
    assert [float(x) for x in listed(softmax(named(a, n, n)), at)[0]] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("build", "left", "right"),
    [
        (lambda: named(a, m, n) @ named(b, k, n), n, k),
        (lambda: named(a, m, n) + named(b, m, k), n, k),
        (lambda: named(a, m, n) - named(b, k, n), m, k),
        (lambda: blocks([[zero(m, 1), zero(n, 1)]]), m, n),
        (lambda: blocks([[zero(1, m)], [zero(1, n)]]), m, n),
        (lambda: zero(m, n).equals(zero(m, k)), n, k),
        (lambda: zero(m, n).equals(zero(k, n)), m, k),
    ],
)
def test_a_shape_that_does_not_fit(build, left, right):
    with pytest.raises(ShapeError) as wrong:
        build()
    assert (wrong.value.left, wrong.value.right) == (left, right)
    assert sizes(build) == (wrong.value.equation,) == (Eq(left, right),)


def test_sizes_are_compared_by_normal_form():
    assert sizes(lambda: zero(m + n, 2 * k) + zero(n + m, k + k)) == ()
    assert len(sizes(lambda: [zero(m, n) + zero(m, k), zero(m, k) - zero(m, n)])) == 1
    with pytest.raises(ShapeError):  # what was collected before does not linger
        zero(m, n) + zero(m, k)


def prove(theory: Theory, left: Matrix, right: Matrix):
    p = Proof("identity", Theory())
    p.theory.facts = dict(theory.facts)
    p.given(some=m >= 1, more=n >= 1, less=m <= n)
    fact = entries(p, "out", left, right)
    p.qed(fact, left.equals(right), [m >= 1, n >= 1, m <= n])
    again = Theory()
    again.facts = dict(theory.facts)
    assert key(replay(again, p.stored).concl) == key(left.equals(right))


square = named(a, n, n)
TRUE = {
    "identity on the left": (identity(n) @ square, square),
    "identity on the right": (square @ identity(n), square),
    "the first columns": (square @ blocks([[identity(m)], [zero(n - m, m)]]), named(a, n, m)),
    "the first rows": (blocks([[identity(m), zero(m, n - m)]]) @ square, named(a, m, n)),
    "blocks multiply": (
        blocks([[named(a, m, n), zero(m, 2)]]) @ blocks([[named(b, n, 1)], [constant(3, 2, 1)]]),
        named(a, m, n) @ named(b, n, 1),
    ),
    "a split identity": (
        identity(n),
        blocks([[identity(m), zero(m, n - m)], [zero(n - m, m), identity(n - m)]]),
    ),
    "a row of ones adds": (
        constant(1, 1, n) @ square,
        Matrix(num(1), n, lambda p, q: Sum(lambda r: a(r, q), 1, n)),
    ),
    "the sum is cut": (
        Matrix(num(1), num(1), lambda p, q: Sum(lambda r: ite(r <= m, a(1, r), 0), 1, n)),
        Matrix(num(1), num(1), lambda p, q: Sum(lambda r: a(1, r), 1, m)),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_the_tactic_proves(theory, name):
    prove(theory, *TRUE[name])


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 3)])
def test_what_the_tactic_proves_is_so(name, size):
    left, right = TRUE[name]
    rng = random.Random(3)
    at = {"m": size[0], "n": size[1], "a": table(draw(rng, 3, 3)), "b": table(draw(rng, 3, 3))}
    assert listed(left, at) == listed(right, at)
    assert holds(left.equals(right), at)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (identity(n) @ square, square.T),
        (square @ blocks([[identity(m)], [zero(n - m, m)]]), zero(n, m)),
        (identity(n), blocks([[identity(m), constant(1, m, n - m)], [zero(n - m, m), identity(n - m)]])),
        (constant(1, 1, n) @ square, constant(1, 1, n) @ square * 2),
    ],
)
def test_the_tactic_does_not_prove_what_is_false(theory, left, right):
    with pytest.raises(ProofError):
        prove(theory, left, right)


def test_one_entry_and_simplification(theory):
    p = Proof("entry", theory)
    p.given(low=m >= 1, high=m <= n)
    only = Sum(lambda r: ite(Eq(r, m), v(r), 0), 1, n)
    assert key(same(p, "one", only, v(m)).concl) == key(Eq(only, v(m)))
    assert simplify(p, ite(n < m, v(1), v(2))).concl.args[1] is v(2)
    assert simplify(p, fun(lambda r: r)(n)).concl.args[1] is n
    with pytest.raises(ProofError):
        same(p, None, only, v(n))


def test_a_case_that_cannot_occur_is_passed_over(theory):
    """With i <= n there is no case n < i, in which the conditions of the two sides hold and they differ."""
    left, right = ite(Eq(i, n), v(i), 0), ite(i < n, 0, v(i))
    p = Proof("trial", theory)
    p.given(low=i <= n)
    assert key(same(p, "out", left, right).concl) == key(Eq(left, right))
    with pytest.raises(ProofError):
        same(Proof("trial", theory), "out", left, right)
