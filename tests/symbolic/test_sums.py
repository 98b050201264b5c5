"""Normal forms of sums and derivatives along coordinates have the right values, with Kronecker deltas anywhere."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import IndexedBase, KroneckerDelta, Piecewise, Product, Sum, exp, log, symbols

from symbolic import boltzmann as bz
from symbolic.places import condition
from symbolic.sums import Vector, fresh_indices, normal_form, partial_derivative

i, j, k, m, n = symbols("i j k m n", integer=True, positive=True)
J = sp.Symbol("j", integer=True)  # the index of normal forms
A = IndexedBase("a")


def a(index: sp.Expr) -> sp.Expr:
    return A[index]


def written_out(e: sp.Expr, at: dict[sp.Basic, sp.Expr]) -> sp.Expr:
    """An expression with numbers for symbols, each sum added up, in SymPy's sense if its range is reversed."""
    if e in at:
        return at[e]
    if isinstance(e, Sum | Product):
        *before, (index, low, high) = e.limits
        inside = e.func(e.function, *before) if before else e.function
        first, last = int(written_out(low, at)), int(written_out(high, at))
        reverse = last < first - 1
        places = range(last + 1, first) if reverse else range(first, last + 1)
        terms = [written_out(inside, {**at, index: sp.Integer(place)}) for place in places]
        if isinstance(e, Product):
            return sp.Mul(*terms) ** (-1 if reverse else 1)
        return sp.Add(*terms) * (-1 if reverse else 1)
    if isinstance(e, Piecewise):
        return next(written_out(value, at) for value, where in e.args if written_out(where, at) == sp.true)
    if not e.args or isinstance(e, IndexedBase):
        return e
    return e.func(*(e.args[0], *(written_out(x, at) for x in e.indices)) if isinstance(e, sp.Indexed) else
                  (written_out(x, at) for x in e.args))  # fmt: skip


def same(x: sp.Expr, y: sp.Expr) -> bool:
    """Whether two numbers are the same: exactly, if they are rational."""
    if (x - y).is_Rational:
        return x == y
    x, y = sp.N(x, 40), sp.N(y, 40)
    return bool(abs(x - y) <= sp.Rational(10) ** -25 * (1 + abs(x)))


DELTAS = st.sampled_from([KroneckerDelta(i, k), KroneckerDelta(j, k), KroneckerDelta(i, j), KroneckerDelta(1, k)])
ATOMS = st.sampled_from([A[k], A[i], A[j], k, n, sp.Integer(1), sp.Integer(2), KroneckerDelta(k, n)])
BODIES = st.recursive(
    DELTAS | ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
        st.tuples(inner, inner).map(lambda pair: pair[0] * pair[1]),
        inner.map(lambda x: x**2),
        inner.map(lambda x: exp(-(x**2))),
        inner.map(lambda x: log(2 + x**2)),
        inner.map(lambda x: 1 / (1 + x**2)),
        inner.map(lambda x: A[k] * exp(A[k]) + Sum(exp(A[m] * KroneckerDelta(m, k)) * A[m], (m, 1, n)) * x),
        inner.map(lambda x: Sum(log(3 + KroneckerDelta(m, k)) * A[m], (m, 1, k)) + x),
    ),
    max_leaves=4,
)
ENTRIES = st.lists(st.fractions(-2, 2, max_denominator=9), min_size=1, max_size=5)


WITHIN = (i <= n) & (j <= n)


def numbered(entries: list) -> dict[sp.Expr, sp.Expr]:
    return {A[place]: sp.Rational(entry) for place, entry in enumerate(entries, 1)}


@given(BODIES, BODIES, ENTRIES, st.data())
@settings(max_examples=5, deadline=None, derandomize=True)
def test_the_normal_form_has_the_same_value(summand, other, entries, data):
    expression = log(1 + Sum(summand, (k, 1, n)) ** 2) + Sum(other, (k, 1, n)) * KroneckerDelta(i, j)
    size = len(entries)
    at = {n: sp.Integer(size), **{index: sp.Integer(data.draw(st.integers(1, size))) for index in (i, j)}}
    renamed = expression.subs(k, m) if data.draw(st.booleans()) else expression
    found = normal_form(renamed, assuming=WITHIN)
    here, there = (written_out(e, at).xreplace(numbered(entries)) for e in (expression, found))
    assert same(here, there), found


@cache
def second(which: int) -> sp.Expr:
    f = FUNCTIONS[which]
    return partial_derivative(lambda v: partial_derivative(f, v, i, assuming=i <= n), a, j, assuming=WITHIN)


FUNCTIONS: tuple[Callable[[Vector], sp.Expr], ...] = (
    lambda v: bz.log_partition(v, n),
    lambda v: bz.boltz(v, n),
    lambda v: bz.entropy(v, n),
    lambda v: bz.softmax(v, n, sp.Integer(1)),
    lambda v: Sum(v(k) ** 2 * exp(v(k)), (k, 1, n)) ** 3,
    lambda v: Sum(exp(v(k) * v(m)) / (1 + v(m) ** 2), (k, 1, n), (m, 1, n)),
)


@given(st.integers(0, len(FUNCTIONS) - 1), ENTRIES, st.data())
@settings(max_examples=5, deadline=None, derandomize=True)
def test_mixed_second_derivatives_are_those_of_the_sum_written_out(which, entries, data):
    size = len(entries)
    first, then = data.draw(st.integers(1, size)), data.draw(st.integers(1, size))
    at = {n: sp.Integer(size), i: sp.Integer(first), j: sp.Integer(then)}
    expected = sp.diff(written_out(FUNCTIONS[which](a), at), A[first], A[then])
    ours = written_out(second(which), at).xreplace(numbered(entries))
    assert same(ours, expected.xreplace(numbered(entries))), (which, first, then)


def test_the_hessian_of_log_sum_exp():
    p, q = bz.softmax(a, n, i), bz.softmax(a, n, j)
    assert normal_form(second(0) - (p * KroneckerDelta(i, j) - p * q), assuming=WITHIN) == 0
    assert normal_form(second(0)) != 0


@pytest.mark.parametrize(
    "summand, total",
    [
        (exp(KroneckerDelta(i, k)), n - 1 + sp.E),
        (1 / (1 + KroneckerDelta(i, k)), n - sp.Rational(1, 2)),
        (log(2 + KroneckerDelta(i, k)), (n - 1) * log(2) + log(3)),
        (KroneckerDelta(i, k) ** 3 * A[k], A[i]),
        (KroneckerDelta(i, k) * KroneckerDelta(j, k) * A[k], KroneckerDelta(i, j) * A[i]),
        (KroneckerDelta(k, n) * A[k], A[n]),
        (KroneckerDelta(k, 0), 0),
        (KroneckerDelta(k, n + 1), 0),
    ],
)
def test_a_delta_picks_its_term(summand, total):
    assert normal_form(Sum(summand, (k, 1, n)) - total, assuming=WITHIN) == 0


@pytest.mark.parametrize("place", [sp.Integer(7), i + 1, 2 * i])
def test_where_a_place_may_lie_outside_is_a_case(place):
    found = normal_form(Sum(KroneckerDelta(k, place) * exp(A[k]), (k, 1, n)))
    assert found == Piecewise((exp(A[place]), condition(n - place)), (0, True))
    assert normal_form(found - Sum(KroneckerDelta(m, place) * exp(A[m]), (m, 1, n))) == 0


def test_ranges_of_numbers():
    assert normal_form(Sum(KroneckerDelta(k, 7) * A[k], (k, 1, 5))) == 0
    assert normal_form(Sum(KroneckerDelta(k, 3) * A[k], (k, 1, 5))) == A[3]
    assert normal_form(Sum(KroneckerDelta(k, 3) * A[k], (k, 5, 1))) == -A[3]  # SymPy's convention
    assert normal_form(Sum(KroneckerDelta(k, i), (k, 1, 0))) == 0


def test_a_symbol_may_lie_in_several_ranges():
    both = Sum(KroneckerDelta(i, k), (k, 1, n)) + Sum(KroneckerDelta(i, k), (k, 1, m))
    assert normal_form(both, assuming=(i <= n) & (i <= m)) == 2
    assert normal_form(both, assuming=(i <= n) & (i > m)) == 1


def test_what_has_no_value_is_an_error():
    with pytest.raises(ValueError, match="not defined"):
        normal_form(Sum(1 / KroneckerDelta(i, k), (k, 1, n)))
    with pytest.raises(ValueError, match="not defined"):
        normal_form(Sum(KroneckerDelta(i, k) / (A[k] - A[i]), (k, 1, n)))
    with pytest.raises(ValueError, match="Product"):
        normal_form(sp.Product(1 + KroneckerDelta(i, k), (k, 1, n)))


def log_sum_exp(v: Vector) -> sp.Expr:
    return log(Sum(exp(v(k)), (k, 1, n)))


def test_a_place_may_have_the_name_of_an_index():
    assert partial_derivative(log_sum_exp, a, k, assuming=k <= n) == exp(A[k]) / Sum(exp(A[J]), (J, 1, n))
    assert partial_derivative(lambda v: Sum(v(i), (i, 1, n)), a, i) == Piecewise((1, i <= n), (0, True))
    first = partial_derivative(log_sum_exp, a, i)
    assert first == Piecewise((exp(A[i]) / Sum(exp(A[J]), (J, 1, n)), i <= n), (0, True))


def test_an_inner_range_may_end_at_an_outer_index():
    assert partial_derivative(lambda v: Sum(v(k), (k, 1, j), (j, 1, n)), a, i) == Piecewise(
        (n - i + 1, i <= n), (0, True)
    )
    causal = partial_derivative(lambda v: Sum(exp(v(m)) * v(k), (m, 1, k), (k, 1, n)), a, i, assuming=i <= n)
    assert causal == Sum(exp(A[J]), (J, 1, i)) + exp(A[i]) * Sum(A[J], (J, i, n))


def test_a_place_may_lie_outside_of_the_range():
    squares = [partial_derivative(lambda v: Sum(v(k) ** 2, (k, 2, n)), a, place) for place in (sp.Integer(1), n + 1)]
    assert squares == [0, 0]
    assert partial_derivative(lambda v: Sum(v(k) ** 2, (k, 2, n)), a, i, assuming=i > n) == 0


def test_total_variation_has_one_term_fewer_at_the_ends():
    def variation(v: Vector) -> sp.Expr:
        return Sum((v(k + 1) - v(k)) ** 2, (k, 1, n - 1))

    inside = 4 * A[i] - 2 * A[i - 1] - 2 * A[i + 1]
    assert partial_derivative(variation, a, i, assuming=(i >= 2) & (i <= n - 1)) == inside
    assert partial_derivative(variation, a, n, assuming=n >= 2) == 2 * A[n] - 2 * A[n - 1]
    assert partial_derivative(variation, a, sp.Integer(1), assuming=n >= 2) == 2 * A[1] - 2 * A[2]
    assert partial_derivative(variation, a, i, assuming=i > n) == 0
    absolute = partial_derivative(lambda v: Sum(sp.Abs(v(k + 1) - v(k)), (k, 1, n - 1)), a, n, assuming=n >= 2)
    assert absolute == -sp.sign(A[n - 1] - A[n])  # entries are real


def test_ranges_that_differ_by_a_few_terms_are_made_one():
    """The derivative of a polynomial has no term for its constant, and may be counted from 0."""
    x, (p, q) = sp.Symbol("x"), symbols("p q")  # plain symbols without assumptions
    b = IndexedBase("b")
    f, g = Sum(A[p] * x**p, (p, 0, q)), Sum(b[p] * x**p, (p, 0, q))
    slopes = [Sum(p * A[p] * x ** (p - 1), (p, 1, q)), Sum((p + 1) * A[p + 1] * x**p, (p, 0, q - 1))]
    slope_of_g = Sum((p + 1) * b[p + 1] * x**p, (p, 0, q - 1))
    for slope in slopes:
        assert normal_form(f.diff(x) - slope) == 0
        assert normal_form((f * g).diff(x) - slope * g - f * slope_of_g) == 0
    at_zero = [normal_form(e).subs(q, 3).doit().subs(x, 0) for e in (slopes[0], f)]
    assert at_zero == [A[1], A[0]]
    assert normal_form(f.diff(x) - Sum(p * A[p] * x ** (p - 1), (p, 2, q))) == A[1]
    assert normal_form(Sum(A[k], (k, 1, n)) - Sum(A[k - 2], (k, 4, n + 1))) == A[1] + A[n]
    assert normal_form(Sum(1 / k, (k, 0, m)) - Sum(1 / k, (k, 1, m))) != 0  # there is no term at 0


def test_no_index_is_captured():
    product = Sum(Product(A[k] * A[j], (j, 1, 2)), (k, 1, 2))
    assert sp.expand(normal_form(product).doit() - product.doit()) == 0
    b = IndexedBase("b")

    def transformed(index: sp.Expr) -> sp.Expr:
        return Sum(A[k] * b[index, k], (k, 1, n))

    found = partial_derivative(lambda v: Sum(v(k) ** 2, (k, 1, n)), transformed, k, assuming=k <= n)
    assert found == 2 * Sum(A[J] * b[k, J], (J, 1, n))
    shadowed = Sum(Sum(A[k], (k, 1, k)) * A[k], (k, 1, 3))
    right = A[1] ** 2 + (A[1] + A[2]) * A[2] + (A[1] + A[2] + A[3]) * A[3]
    assert sp.expand(written_out(normal_form(shadowed), {}) - right) == 0


def test_an_empty_sum_is_nothing():
    assert (
        partial_derivative(lambda v: Sum(v(i), (k, 1, 0)) ** 2 + Sum(Sum(v(k), (k, 1, 0)), (m, 1, n)) ** 2, a, i) == 0
    )


def test_the_entries_of_a_matrix():
    def trace_of_square(v: Callable[[sp.Expr, sp.Expr], sp.Expr]) -> sp.Expr:
        return Sum(v(k, m) * v(m, k), (m, 1, n), (k, 1, n))

    assert partial_derivative(trace_of_square, lambda p, q: A[p, q], (i, j), assuming=WITHIN) == 2 * A[j, i]


def test_a_window_around_each_place():
    w = sp.Symbol("w", integer=True, nonnegative=True)
    windows = Sum(A[k] * A[m], (m, sp.Max(1, k - w), sp.Min(n, k + w)), (k, 1, n))
    found = partial_derivative(lambda v: windows.replace(sp.Indexed, lambda _, x: v(x)), a, i, assuming=i <= n)
    for at in ({n: 4, i: 2, w: 1}, {n: 3, i: 1, w: 5}, {n: 5, i: 5, w: 0}):
        expected = written_out(windows, {x: sp.Integer(value) for x, value in at.items()}).diff(A[at[i]])
        assert sp.expand(written_out(found, {x: sp.Integer(value) for x, value in at.items()}) - expected) == 0


def test_cases_that_agree_are_made_one():
    halves = partial_derivative(lambda v: Sum(v(k), (k, 1, m)) + Sum(v(k), (k, m + 1, n)), a, i, assuming=i <= n)
    assert halves == 1
    masked = Sum(Piecewise((exp(A[k]), k <= i), (0, True)), (k, 1, n))
    assert normal_form(masked, assuming=i <= n) == Sum(exp(A[J]), (J, 1, i))
    assert normal_form(Sum(partial_derivative(log_sum_exp, a, i), (i, 1, n))) == 1


def test_what_may_not_be_assumed_is_refused():
    for assuming in ((i <= n) & (i > n), sp.false):
        with pytest.raises(ValueError, match="contradicts"):
            normal_form(A[i], assuming=assuming)
    with pytest.raises(ValueError, match="joined by &"):
        normal_form(A[i], assuming=(i <= n) | (i > m))
    with pytest.raises(ValueError, match="an infinite sum has no normal form"):
        normal_form(Sum(A[k], (k, 1, sp.oo)))


# --- any ranges: nested, shifted, dependent, empty and reversed, with names that clash

ANY = symbols("i j k m n", integer=True)
REAL, B = IndexedBase("a", real=True), IndexedBase("b", real=True)  # SymPy differentiates |x| for real x


def real(index: sp.Expr) -> sp.Expr:
    return REAL[index]


def some_end(names: list[sp.Symbol], random: Random) -> sp.Expr:
    end = random.choice([*names, sp.Integer(random.randint(-1, 4))]) + random.choice([0, 0, -1, 1])
    return random.choice([sp.Max, sp.Min])(end, random.choice(names)) if random.random() < 0.1 else end


def some_sum(depth: int, names: list[sp.Symbol], v: Vector, random: Random) -> sp.Expr:
    """An expression in entries, sums, products, deltas and masks; the same for a generator in the same state."""

    def inner(among: list[sp.Symbol] = names) -> sp.Expr:
        return some_sum(depth - 1, among, v, random)

    place = random.choice(names) + random.choice([0, 0, 0, 1, -1, -2])
    shape = random.choice("vvvbdwc" if depth == 0 else "vssssssp++**r")
    if shape in "sp":
        index = random.choice(ANY[:4])
        low = some_end(names, random) if random.random() < 0.5 else sp.Integer(random.randint(0, 2))
        return (Sum if shape == "s" else Product)(
            inner(sorted({*names, index}, key=str)), (index, low, some_end(names, random))
        )
    match shape:
        case "+":
            return inner() + inner()
        case "*":
            return inner() * inner()
        case "r":
            x = inner()
            return random.choice([x**2, 1 / (7 + x**2), exp(x / 40), sp.Abs(x)])
        case "b":
            return B[place]
        case "d":
            return KroneckerDelta(random.choice(names), place)
        case "w":
            return Piecewise((v(place), random.choice([sp.Ge, sp.Lt])(place, random.choice(names))), (0, True))
        case "c":
            return random.choice(names) + sp.Integer(random.randint(-2, 2))
    return v(place)


def agree(e: sp.Expr, found: sp.Expr, at: dict, random: Random, along: sp.Expr | None = None) -> None:
    """An expression, or its derivative along an entry, is what was found, at numbers."""
    right = written_out(e, at)
    right = right if along is None else right.diff(REAL[written_out(along, at)])
    left = written_out(found, at)
    values = {
        x: sp.Rational(random.randint(1, 20) * random.choice([1, -1]), random.choice([1, 2, 3, 7]))
        for x in sorted(right.atoms(sp.Indexed) | left.atoms(sp.Indexed), key=str)
    }
    right, left = right.xreplace(values), left.xreplace(values)
    if not right.has(sp.zoo, sp.nan):
        assert same(left, right), (e, along, at, found)


def places(random: Random, assuming: sp.Basic) -> Iterator[dict]:
    for _ in range(4):
        at = {x: sp.Integer(random.randint(-2, 5)) for x in (ANY[0], ANY[2], ANY[4])}
        if sp.sympify(assuming).subs(at) == sp.true:
            yield at


ASSUMED = (True, True, (ANY[0] <= ANY[4]) & (ANY[0] >= 1), ANY[4] >= 2, sp.Eq(ANY[0], ANY[2]))


@given(st.integers(0, 10**9), st.integers(1, 3))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_every_normal_form_has_the_same_value(seed, depth):
    random = Random(seed)
    e = sp.sympify(some_sum(depth, [ANY[0], ANY[2], ANY[4]], real, random))
    assuming = random.choice(ASSUMED)
    try:
        found = normal_form(e, assuming=assuming)
    except ValueError as refused:
        assert "a Kronecker delta in Product" in str(refused)
        return
    for at in places(random, assuming):
        agree(e, found, at, random)


@given(st.integers(0, 10**9), st.integers(1, 3))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_every_derivative_is_that_of_the_sum_written_out(seed, depth):
    random, names = Random(seed), [ANY[0], ANY[2], ANY[4]]
    along = random.choice([*names, ANY[0] + 1, ANY[4] - 1, sp.Integer(1), sp.Integer(2)])
    assuming = random.choice(ASSUMED)

    def f(v: Vector) -> sp.Expr:
        return sp.sympify(some_sum(depth, names, v, Random(seed)))

    found = partial_derivative(f, real, along, assuming=assuming)
    for at in places(random, assuming):
        agree(f(real), found, at, random, along)


def test_an_inner_sum_keeps_an_index_of_its_own():
    double = Sum(exp(A[k] * A[m]), (m, 1, n), (k, 1, n))
    assert normal_form(double - Sum(exp(A[k] ** 2), (k, 1, n))) != 0
    assert normal_form(double - double.xreplace({k: m, m: k})) == 0


def test_logarithms_of_what_may_be_negative_are_not_split():
    x, y = sp.symbols("x y", real=True)
    assert normal_form(log(x**2) - 2 * log(x)) != 0
    assert normal_form(log(x * y) - log(x) - log(y)) != 0
    assert normal_form(log(exp(x) * y) - x - log(y)) == 0


def test_a_derivative_along_a_place_that_is_no_symbol():
    last = partial_derivative(lambda v: bz.log_partition(v, n), a, n)
    assert last == normal_form(bz.softmax(a, n, n))
    second_place = partial_derivative(lambda v: bz.log_partition(v, n), a, sp.Integer(2))
    assert second_place == Piecewise((normal_form(bz.softmax(a, n, sp.Integer(2))), n >= 2), (0, True))


def test_a_delta_identifies_its_two_places():
    delta = KroneckerDelta(i, k)
    assert normal_form(delta * (A[i] - A[k])) == 0
    assert normal_form(delta * A[i] - A[k]) != 0
    assert normal_form(KroneckerDelta(i, 2) * (A[i] - A[2] + i - 2)) == 0
    chain = KroneckerDelta(i, j) * KroneckerDelta(j, k)
    assert normal_form(chain - KroneckerDelta(i, k) * KroneckerDelta(j, k)) == 0
    assert normal_form(delta / (A[i] - A[k])).has(KroneckerDelta)


def test_a_negative_order_is_refused():
    with pytest.raises(ValueError, match="order"):
        partial_derivative(lambda v: bz.boltz(v, n), a, i, order=-1)


def test_names_for_indices_do_not_end():
    names = fresh_indices(sp.Add(*symbols("j k l m p q r s t")))
    assert [next(names).name for _ in range(2)] == ["j1", "j2"]


def test_text_is_not_evaluated() -> None:
    a = sp.IndexedBase("a", real=True)
    for ask in (
        lambda: normal_form("n + 1"),  # type: ignore[arg-type]
        lambda: normal_form(n, assuming="n >= 1"),  # type: ignore[arg-type]
        lambda: partial_derivative(lambda v: "n + 1", lambda i: a[i], n),  # type: ignore[arg-type,return-value]
    ):
        with pytest.raises(sp.SympifyError):
            ask()
