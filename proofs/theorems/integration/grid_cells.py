"""Proposition 1: the distance of two functions of matrices that nearly agree on most cells and are 0 outside (A.5).

On the cells of grid sequences without duplicates, off the steps, they differ little. Where they may differ more is
covered by boxes: the steps [j/D − δ, j/D + δ] of each entry, and for each pair of tokens the places where both have
their first entry in the same interval [(j − 1)/D, j/D].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import by_cases, by_choices, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.combinatorics.tuples import GRID, at_number, grid
from proofs.theorems.integration.integrals import at, between, indicator, integral_at_most, one_at, over_entries, volume
from proofs.theorems.integration.slabs import all_of
from proofs.theorems.networks.grid_sequences import sequences_listed

chapter = Chapter("grid_cells")
D, N, d, n = ints("D N d n")
(delta,) = reals("delta")
(L,) = sequences("L", 3)
t, k, l, i, j, c, o, r, m, x = ints("t k l i j c o r m x")
z, w1, w2, w3, u = reals("z w_1 w_2 w_3 u")
Z = vectors("Z", 2)[0]
f, g = functions("f g", MATRIX + "ZZ")

# --- which interval a number lies in ----------------------------------------------------------------------------------


def reached(j: Term) -> Term:
    """1 if j <= z, else 0."""
    return ite(j <= z, 1, 0)


def whole_part(m: Term) -> Term:
    """The number of integers among 1, …, m that are at most z."""
    return Sum(reached, 1, m)


@chapter.claim(given=[0 <= m, 0 <= z, z < m + 1], shows=whole_part(m) <= z)
def whole_part_low(p: Proof) -> Fact:
    """The number of these integers is ⌊z⌋."""
    return _whole_part(p)


@chapter.claim(given=[0 <= m, 0 <= z, z < m + 1], shows=z < whole_part(m) + 1)
def whole_part_high(p: Proof) -> Fact:
    """The number of these integers is ⌊z⌋."""
    return _whole_part(p)


def _whole_part(p: Proof) -> Fact:
    """By induction on m: if x <= z, all integers up to x are counted; beyond z none is."""

    def full(x: Term) -> Term:
        return implies(x <= z, Eq(whole_part(x), x))

    def low(x: Term) -> Term:
        return whole_part(x) <= z

    def high(x: Term) -> Term:
        return implies(z < x + 1, z < whole_part(x) + 1)

    p.given(z_low=0 <= z, x_low=0 <= x, full_=full(x), low_=low(x), high_=high(x))
    p.given(more=x + 1 <= z, less=z < x + 1, later=z < x + 1 + 1)
    last = p.big_step(whole_part(x + 1), p.have(1 <= x + 1, "x_low"))
    counted, missed = (p.ite_eq(reached(x + 1), o) for o in ("more", "less"))
    before = p.mp("full_", p.have(x <= z, "more"))
    is_full = p.have(Eq(whole_part(x + 1), x + 1), last, counted, before)
    low_more, low_less = p.have(low(x + 1), is_full, "more"), p.have(low(x + 1), last, missed, "low_")
    near = p.mp("high_", "less")
    high_more = p.have(z < whole_part(x + 1) + 1, is_full, "later")
    high_less = p.have(z < whole_part(x + 1) + 1, last, missed, near)
    zero = num(0)
    all_full = p.induct(full, 0, x, p.discharge(p.have(Eq(whole_part(zero), zero)), zero <= z),
             p.discharge(is_full, x + 1 <= z))  # fmt: skip
    filled = p.specialize(all_full, x)
    low_more, high_more = (p.cut(fact, p.discharge(p.cut(filled), x <= z)) for fact in (low_more, high_more))
    all_low = p.induct(low, 0, x, p.have(low(zero), "z_low"), p.cases(x + 1, z, low_more, low_less))
    step = p.discharge(p.cases(x + 1, z, high_more, high_less), z < x + 1 + 1)
    base = p.discharge(p.have(z < whole_part(zero) + 1, p.assume(z < zero + 1)), z < zero + 1)
    all_high = p.induct(high, 0, x, base, step)
    if p.goal.op == "le":
        return p.specialize(all_low, m, label="out")
    return p.specialize(all_high, m, label="out")


def off_steps(G: Term, Z: Term) -> tuple[Term, Term]:
    """Z lies in the cell of the grid sequence G, off the steps: (l − 1)/D + δ <= Z_tk <= l/D − δ."""
    low = entries(lambda t, k: (G(t, k) - 1) / D + delta <= Z(t, k), d, n)
    return low, entries(lambda t, k: Z(t, k) <= G(t, k) / D - delta, d, n)


# --- boxes and their volumes ------------------------------------------------------------------------------------------


def marked(t: Term, k: Term, u: Term | int, v: Term | int) -> Term:
    """The matrix with u at (t, k), v elsewhere."""
    return fun(lambda r, c: ite(Eq(r, t), ite(Eq(c, k), u, v), v), 2)


def twice_marked(k: Term, l: Term, u: Term | int, v: Term | int) -> Term:
    """The matrix with u at (1, k) and (1, l), v elsewhere."""
    return fun(lambda r, c: ite(Eq(r, 1), ite(Eq(c, k), u, ite(Eq(c, l), u, v)), v), 2)


def strip(t: Term, k: Term, j: Term) -> tuple[Term, Term]:
    """Entry (t, k) is within δ of (j − 1)/D, the others lie between −1 and 2."""
    return marked(t, k, (j - 1) / D - delta, num(-1)), marked(t, k, (j - 1) / D + delta, 2)


def pair(k: Term, l: Term, j: Term) -> tuple[Term, Term]:
    """Entries (1, k) and (1, l) lie between (j − 1)/D and j/D, the others between 0 and 1."""
    return twice_marked(k, l, (j - 1) / D, 0), twice_marked(k, l, j / D, 1)


def cell(i: Term) -> tuple[Term, Term]:
    """The cell of grid sequence i."""
    return fun(lambda t, k: (L(i, t, k) - 1) / D, 2), fun(lambda t, k: L(i, t, k) / D, 2)


def ranged(p: Proof, **tops: Term) -> None:
    """Assume that indices are in range, by names such as r_low, r_high."""
    for name, top in tops.items():
        v = ints(name)[0]
        p.given(**{f"{name}_low": 1 <= v, f"{name}_high": v <= top})


def over(p: Proof, fact: Fact, rows: str = "r", columns: str = "c") -> Fact:
    """For all entries."""
    out = fact
    for name in (columns, rows):
        out = p.generalize(ints(name)[0], out, f"{name}_low", f"{name}_high")
    return out


most_volume = all_of(num(3))


@chapter.claim(given=[1 <= d, 1 <= k, k <= n, 1 <= l, l <= n, negation(Eq(k, l)), 0 <= u, u <= 1],
             shows=over_entries(twice_marked(k, l, u, 1), d, n) <= u * u)  # fmt: skip
def twice_marked_product(p: Proof) -> Fact:
    """All factors but two are 1."""
    p.given(differ=negation(Eq(k, l)))
    p.given(u_low=0 <= u)
    ranged(p, r=d, c=n)
    one = num(1)
    places = [p.apply("integrals.product_one_small", j=place, m=n, v=one) for place in (k, l)]
    factors = [one_at(place, u, one) for place in (k, l)]
    nonneg = [p.apply("integrals.product_nonneg", a=factor, m=n) for factor in factors]
    parts = p.apply("integrals.product_of_products", a=factors[0], w=factors[1], m=n)
    whole = Prod(lambda c: factors[0](c) * factors[1](c), 1, n)
    small = [p.have(Prod(factor, 1, n) <= u, place) for factor, place in zip(factors, places, strict=True)]
    p.have(whole <= u * u, parts, (small[0], nonneg[1]), (small[1], "u_low"), label="row")
    entry = fun(lambda c: twice_marked(k, l, u, one)(r, c))
    bound = ite(Eq(r, 1), u * u, 1)

    def entry_value(first: Fact) -> Fact:
        """Off row 1 it is 1, in row 1 the product of the two marks."""
        claim = Eq(entry(c), factors[0](c) * factors[1](c))

        def both(known: list[Fact]) -> Fact:
            meets = [f for f in known if f.concl.op == "eq"]
            if len(meets) == 2:
                same = p.have(Eq(k, l), *meets)
                return p.absurd(p.mp("differ", same), claim)
            marks = values(p, known, *(f(c) for f in factors))
            return p.have(claim, *values(p, [first, *known], entry(c)), *marks)

        return by_cases(p, [Eq(c, k), Eq(c, l)], both)

    def of_row(order: Fact) -> Fact:
        if order.concl.op == "eq":
            value = p.generalize(c, entry_value(order), "c_low", "c_high")
            same = p.apply("integrals.product_same", value)
            return p.have(Prod(entry, 1, n) <= bound, same, *p.reduce_ite(order, bound))
        value = p.ite_eq(entry(c), order)
        same = p.apply("integrals.product_same", value, a=entry, w=fun(lambda c: one), m=n)
        return p.have(Prod(entry, 1, n) <= bound, same, *p.reduce_ite(order, bound))

    rows = p.trichotomy(r, 1, of_row)
    sign = by_choices(p, entry(c), [Eq(r, 1), Eq(c, k), Eq(c, l)], lambda y: 0 <= y, "u_low")
    sign = p.apply("integrals.product_nonneg", sign, a=entry, m=n)
    all_rows = fun(lambda r: Prod(lambda c: twice_marked(k, l, u, one)(r, c), 1, n))
    total = p.apply("integrals.product_le", sign, rows, a=all_rows, w=fun(lambda r: ite(Eq(r, 1), u * u, 1)), m=d)
    last = p.apply("integrals.product_one_small", j=1, m=d, u=u * u, v=one)
    return p.have(p.goal, total, last)


@chapter.claim(
    given=[1 <= t, t <= d, 1 <= k, k <= n, 0 <= delta], shows=volume(*strip(t, k, j), d, n) <= 2 * delta * most_volume
)
def strip_volume(p: Proof) -> Fact:
    """One edge is 2 δ, the others are 3."""
    ranged(p, r=d, c=n)
    low, high = strip(t, k, j)
    edge, mark = fun(lambda r, c: high(r, c) - low(r, c), 2), marked(t, k, 2 * delta, 3)

    def prove(known: list[Fact]) -> Fact:
        return p.have(Eq(edge(r, c), mark(r, c)), *values(p, known, low(r, c), high(r, c), mark(r, c)))

    entry = by_cases(p, [Eq(r, t), Eq(c, k)], prove)
    same = p.apply("integrals.entries_same", over(p, entry))
    less = p.apply("entries_one_small", s=t, j=k, u=2 * delta, v=3)
    return p.have(p.goal, same, less)


@chapter.claim(given=[1 <= d, 1 <= D, 1 <= k, k <= n, 1 <= l, l <= n, negation(Eq(k, l))],
             shows=volume(*pair(k, l, j), d, n) <= inv(D) * inv(D))  # fmt: skip
def pair_volume(p: Proof) -> Fact:
    """Two edges are 1/D, the others are 1."""
    ranged(p, r=d, c=n)
    p.apply("inv_pos", x=D, label="inverse")
    low, high = pair(k, l, j)
    edge, mark = fun(lambda r, c: high(r, c) - low(r, c), 2), twice_marked(k, l, inv(D), 1)

    def prove(known: list[Fact]) -> Fact:
        return p.have(Eq(edge(r, c), mark(r, c)), *values(p, known, low(r, c), high(r, c), mark(r, c)))

    entry = by_cases(p, [Eq(r, 1), Eq(c, k), Eq(c, l)], prove)
    same = p.apply("integrals.entries_same", over(p, entry))
    return p.have(p.goal, same, "twice_marked_product")


# --- the step function that is nowhere smaller ------------------------------------------------------------------------

strips = mapping(
    lambda Z: Sum(lambda t: Sum(lambda k: Sum(
        lambda j: w3 * indicator(*strip(t, k, j), Z, d, n), 1, D + 1), 1, n), 1, d), MATRIX
)  # fmt: skip
pairs_ = mapping(
    lambda Z: Sum(lambda k: Sum(lambda l: Sum(
        lambda j: ite(Eq(k, l), 0, w2) * indicator(*pair(k, l, j), Z, d, n), 1, D), 1, n), 1, n), MATRIX
)  # fmt: skip
cells = mapping(lambda Z: Sum(lambda i: w1 * indicator(*cell(i), Z, d, n), 1, N), MATRIX)


def bounded_box(p: Proof, ends: tuple[Term, Term], weight: Term, sign: Fact, order: Fact, bound: Fact) -> Fact:
    """∫ weight · 1_box <= weight · bound, from volume <= bound."""
    function = at(lambda Z: weight * indicator(*ends, Z, d, n))
    most = bound.concl.args[1]
    less = p.have(weight * volume(*ends, d, n) <= weight * most, (bound, sign))
    return p.apply("integrals.integral_mono", order, sign, less, F=function, G=function,
                   E_1=weight * volume(*ends, d, n), E=weight * most)  # fmt: skip


@chapter.claim(given=[1 <= d, 1 <= n, 1 <= D, 0 <= delta, 0 <= w3],
             shows=integral_at_most(strips, d * (n * ((D + 1) * (w3 * (2 * delta * most_volume)))), d, n))  # fmt: skip
def strips_integral(p: Proof) -> Fact:
    """d n (D + 1) strips."""
    ranged(p, t=d, k=n, j=D + 1, r=d, c=n)
    low, high = strip(t, k, j)

    def prove(known: list[Fact]) -> Fact:
        return p.have(low(r, c) <= high(r, c), *values(p, known, low(r, c), high(r, c)))

    order = over(p, by_cases(p, [Eq(r, t), Eq(c, k)], prove))
    fact = bounded_box(p, (low, high), w3, p.get(0 <= w3), order, p.apply("strip_volume"))
    E = w3 * (2 * delta * most_volume)
    inner = lambda t, k: lambda j, Z: w3 * indicator(*strip(t, k, j), Z, d, n)  # noqa: E731
    rows = lambda t: lambda k, Z: Sum(lambda j: inner(t, k)(j, Z), 1, D + 1)  # noqa: E731
    whole = lambda t, Z: Sum(lambda k: rows(t)(k, Z), 1, n)  # noqa: E731
    for top, member in ((D + 1, inner(t, k)), (n, rows(t)), (d, whole)):
        family = mapping(member, "Z", MATRIX)
        some = p.have(0 <= top)
        fact = p.apply("integrals.integral_repeat", fact, some, F=family, E=E)
        E = top * E
    return p.note("out", fact)


@chapter.claim(given=[1 <= d, 1 <= n, 1 <= D, 0 <= w2],
             shows=integral_at_most(pairs_, n * (n * (D * (w2 * (inv(D) * inv(D))))), d, n))  # fmt: skip
def pairs_integral(p: Proof) -> Fact:
    """There are n² D boxes; none is needed if both tokens are the same."""
    ranged(p, k=n, l=n, j=D, r=d, c=n)
    low, high = pair(k, l, j)

    def prove(known: list[Fact]) -> Fact:
        return p.have(low(r, c) <= high(r, c), *values(p, known, low(r, c), high(r, c)))

    order = over(p, by_cases(p, [Eq(r, 1), Eq(c, k), Eq(c, l)], prove))
    weight = ite(Eq(k, l), 0, w2)
    E = w2 * (inv(D) * inv(D))
    p.have(0 <= inv(D) * inv(D), label="square")
    E_low = p.have(0 <= E)

    def of_pair(case: Fact) -> Fact:
        value = p.ite_eq(weight, case)
        nonneg = p.have(0 <= weight)
        made = p.apply("integrals.integral_of_box", order, nonneg)
        function = at(lambda Z: weight * indicator(low, high, Z, d, n))
        size = volume(low, high, d, n)
        if case.concl.op == "eq":
            less = p.have(weight * size <= E, (value, size), E_low)
        else:
            meet = p.assume(Eq(k, l))
            differ = p.discharge(p.have(FALSE, meet, case), meet.concl)
            bound = p.apply("pair_volume", differ)
            less = p.have(weight * size <= E, (value, size), (bound, 0 <= w2))
        return p.apply("integrals.integral_mono", made, less, F=function, G=function, E_1=weight * size, E=E)

    fact = p.trichotomy(k, l, of_pair)
    inner = lambda k, l: lambda j, Z: ite(Eq(k, l), 0, w2) * indicator(*pair(k, l, j), Z, d, n)  # noqa: E731
    rows = lambda k: lambda l, Z: Sum(lambda j: inner(k, l)(j, Z), 1, D)  # noqa: E731
    whole = lambda k, Z: Sum(lambda l: rows(k)(l, Z), 1, n)  # noqa: E731
    for top, member in ((D, inner(k, l)), (n, rows(k)), (n, whole)):
        family = mapping(member, "Z", MATRIX)
        fact = p.apply("integrals.integral_repeat", fact, F=family, E=E, m=top)
        E = top * E
    return p.note("out", fact)


@chapter.claim(
    given=[1 <= d, 1 <= n, 1 <= D, 0 <= w1, 0 <= N, N <= power(D, n * d)], shows=integral_at_most(cells, w1, d, n)
)
def cells_integral(p: Proof) -> Fact:
    """At most D^(dn) cells, of volume D^(−dn)."""
    ranged(p, r=d, c=n, i=N)
    p.have(0 < D, label="D_pos")
    low, high = cell(i)
    order = over(p, p.have(low(r, c) <= high(r, c)))
    unit = fun(lambda r, c: inv(D), 2)
    size = over_entries(unit, d, n)
    fact = bounded_box(p, (low, high), w1, p.get(0 <= w1), order, p.have(volume(low, high, d, n) <= size))
    each = fact
    family = mapping(lambda i, Z: w1 * indicator(*cell(i), Z, d, n), "Z", MATRIX)
    fact = p.apply("integrals.integral_repeat", each, F=family, E=w1 * size, m=N)
    # N · D^(−dn) <= 1
    grid = fun(lambda r, c: D, 2)
    parts = p.apply("integrals.entries_times", A=grid, W=unit)
    both = fun(lambda r, c: grid(r, c) * unit(r, c), 2)
    one = fun(lambda r, c: num(1), 2)
    whole = p.apply("integrals.entries_same", A=both, W=one)
    count = p.apply("power_mul", m=D, k=d, d=n)
    nonneg = p.apply("integrals.entries_nonneg", A=unit)
    least = p.have(N * size <= 1, parts, whole, (count, size), (N <= power(D, n * d), nonneg))
    less = p.have(N * (w1 * size) <= w1, (least, 0 <= w1))
    return p.apply("integrals.integral_mono", fact, less, F=cells, G=cells, E_1=N * (w1 * size), E=w1)


# --- everywhere -------------------------------------------------------------------------------------------------------

F = functions("F", MATRIX)[0]
grid_of = fun(lambda t, k: 1 + substitute(whole_part(D - 1), {z: D * Z(t, k)}), 2)
majorant = mapping(lambda Z: cells(Z) + strips(Z) + pairs_(Z), MATRIX)
near_cells = every(lambda i: for_all(lambda Z: implies(*off_steps(at_number(L, i), Z), F(Z) <= w1), MATRIX), 1, N)
in_any_cell = for_all(lambda G, Z: implies(*grid(G, d, n, D), *off_steps(G, Z), F(Z) <= w2), GRID, MATRIX)
everywhere = for_all(lambda Z: F(Z) <= w3, MATRIX)
none_below = for_all(lambda Z: entries(lambda c, o: implies(Z(c, o) <= -delta, F(Z) <= 0), d, n), MATRIX)
none_above = for_all(lambda Z: entries(lambda c, o: implies(1 + delta <= Z(c, o), F(Z) <= 0), d, n), MATRIX)
all_found = sequences_listed(N, L)[-1]
majorant_given = {
    "d_low": 1 <= d, "n_low": 1 <= n, "D_low": 1 <= D, "narrow": 0 < delta, "fine": delta * D <= 1, "w1_low": 0 <= w1,
    "w2_low": 0 <= w2, "w3_low": 0 <= w3, "found": all_found, "near": near_cells, "in_any": in_any_cell,
    "everywhere": everywhere, "below": none_below, "above": none_above,
}  # fmt: skip


def some_member(
    p: Proof, member: Callable[..., Term], places: Sequence[tuple[Term, Term]], sign: Fact
) -> tuple[Fact, Fact]:
    """Prove that a nested sum is nonnegative and at least its term at the indices; `sign`: this term is nonnegative."""
    least: list[Fact] = []

    def total(depth: int) -> Callable[..., Term]:
        if depth == len(places):
            return member
        inner = total(depth + 1)
        return lambda *at: Sum(lambda i: inner(*at, i), 1, places[depth][1])

    for depth in reversed(range(len(places))):
        index, top = places[depth]
        before = [i for i, _ in places[:depth]]
        name = index.args[0]
        each = p.generalize(index, sign, f"{name}_low", f"{name}_high")
        f = fun(lambda i, depth=depth, before=before: total(depth + 1)(*before, i))
        least.append(p.apply("sum_member", each, f=f, m=index, lo=1, hi=top))
        sign = p.apply("sum_nonneg", each)
    value = member(*(i for i, _ in places))
    return sign, p.have(value <= total(0)(), *least)


def at_point(p: Proof, member: Callable[..., Term], places: Sequence[tuple[Term, Term]], ends: tuple[Term, Term],
             weight: Fact) -> tuple[Fact, Fact]:  # fmt: skip
    """Prove that a sum of boxes at Z is at least one of its terms; `weight`: the weight is nonnegative."""
    ranged(p, **{index.args[0]: top for index, top in places})
    box = p.apply("integrals.indicator_nonneg", L=ends[0], H=ends[1], X=Z)
    value = member(*(index for index, _ in places))
    return some_member(p, member, places, p.have(0 <= value, (box, weight)))


def one_inside(p: Proof, ends: tuple[Term, Term]) -> Fact:
    """Prove 1_box(Z) = 1 from hypotheses that Z lies in the box."""
    return p.apply("integrals.indicator_one", L=ends[0], H=ends[1], X=Z)


in_strips = lambda t, k, j: w3 * indicator(*strip(t, k, j), Z, d, n)  # noqa: E731
in_pairs = lambda k, l, j: ite(Eq(k, l), 0, w2) * indicator(*pair(k, l, j), Z, d, n)  # noqa: E731
in_cells = lambda i: w1 * indicator(*cell(i), Z, d, n)  # noqa: E731
STRIPS, PAIRS, CELLS = [(t, d), (k, n), (j, D + 1)], [(k, n), (l, n), (j, D)], [(i, N)]


def within(places: Sequence[tuple[Term, Term]]) -> list[Term]:
    """Assume that the indices are in range."""
    return [f for index, top in places for f in (1 <= index, index <= top)]


def strips_here(p: Proof) -> tuple[Fact, Fact]:
    """Prove that the sum over strips is nonnegative and at least one of its terms."""
    return at_point(p, in_strips, STRIPS, strip(t, k, j), p.get(0 <= w3))


def pairs_here(p: Proof) -> tuple[Fact, Fact]:
    """Prove that the sum over pairs is nonnegative and at least one of its terms."""
    weight = ite(Eq(k, l), 0, w2)
    sign = by_cases(p, [Eq(k, l)], lambda known: p.have(0 <= weight, *values(p, known, weight), 0 <= w2))
    return at_point(p, in_pairs, PAIRS, pair(k, l, j), sign)


def cells_here(p: Proof) -> tuple[Fact, Fact]:
    """Prove that the sum over cells is nonnegative and at least one of its terms."""
    return at_point(p, in_cells, CELLS, cell(i), p.get(0 <= w1))


@chapter.claim(given=[0 <= w3], shows=0 <= strips(Z))
def strips_nonneg(p: Proof) -> Fact:
    """It is a sum of nonnegative weights."""
    return strips_here(p)[0]


@chapter.claim(given=[0 <= w2], shows=0 <= pairs_(Z))
def pairs_nonneg(p: Proof) -> Fact:
    """It is a sum of nonnegative weights."""
    return pairs_here(p)[0]


@chapter.claim(given=[0 <= w1], shows=0 <= cells(Z))
def cells_nonneg(p: Proof) -> Fact:
    """It is a sum of nonnegative weights."""
    return cells_here(p)[0]


@chapter.claim(
    given=[0 <= w3, *within(STRIPS), *between(strip(t, k, j)[0], Z, strip(t, k, j)[1], d, n)], shows=w3 <= strips(Z)
)
def in_strip(p: Proof) -> Fact:
    """The left side is the term of one of the boxes."""
    least = strips_here(p)[1]
    return p.have(p.goal, least, (one_inside(p, strip(t, k, j)), w3))


@chapter.claim(
    given=[0 <= w2, negation(Eq(k, l)), *within(PAIRS), *between(pair(k, l, j)[0], Z, pair(k, l, j)[1], d, n)],
    shows=w2 <= pairs_(Z),
)
def in_pair(p: Proof) -> Fact:
    """The left side is the term of one of the boxes."""
    least = pairs_here(p)[1]
    weight = ite(Eq(k, l), 0, w2)
    value = p.ite_eq(weight, p.assume(negation(Eq(k, l))))
    one = one_inside(p, pair(k, l, j))
    return p.have(p.goal, least, (one, weight), value)


@chapter.claim(given=[0 <= w1, *within(CELLS), *between(cell(i)[0], Z, cell(i)[1], d, n)], shows=w1 <= cells(Z))
def in_cell(p: Proof) -> Fact:
    """The left side is the term of one of the boxes."""
    least = cells_here(p)[1]
    return p.have(p.goal, least, (one_inside(p, cell(i)), w1))


@chapter.claim(given=majorant_given, shows=F(Z) <= majorant(Z))
def majorant_above(p: Proof) -> Fact:
    """Z is outside of the cube, in a strip, in the box of a pair, or in a cell."""
    ranged(p, t=d, k=n, l=n, r=d, c=n, j=D + 1, i=N)
    p.have(0 < D, label="D_pos")
    p.apply("inv_pos", "D_pos", label="inverse")
    p.have(delta <= 1, ("D_low", "narrow"), "fine", label="short")
    signs = [p.apply(name) for name in ("strips_nonneg", "pairs_nonneg", "cells_nonneg")]
    refuted = p.assume(implies(p.goal, FALSE))

    def never(label: str | None, fact: Fact, claim: Term) -> Fact:
        """Prove the claim by contradiction: otherwise F(Z) would be as small as `fact` says."""
        held = p.have(p.goal, fact, *signs)
        return p.absurd(p.mp(refuted, held), claim, label=label)

    def unless(claim: Term, otherwise: Term, fact: Fact, label: str | None = None) -> Fact:
        """Prove the claim by contradiction, where `fact` assumes the opposite."""
        s_, t_ = claim.args if claim.op == "le" else otherwise.args
        here = p.assume(claim)
        sides = (here, never(None, fact, claim)) if claim.op == "le" else (never(None, fact, claim), here)
        return p.cases(s_, t_, *sides, label=label)

    # inside of the cube
    z_rc = Z(r, c)
    low, high = z_rc <= -delta, 1 + delta <= z_rc
    nothing = p.specialize(p.specialize(p.specialize("below", Z), r), c, using=[p.assume(low)])
    p.note("inside_low", unless(-delta < z_rc, z_rc <= -delta, nothing))
    nothing = p.specialize(p.specialize(p.specialize("above", Z), r), c, using=[p.assume(high)])
    p.note("inside_high", unless(z_rc < 1 + delta, 1 + delta <= z_rc, nothing))
    # off the strips
    start, gap = (j - 1) / D, Z(t, k) - (j - 1) / D
    close = p.assume(abs(gap) <= delta)
    ends = strip(t, k, j)
    above_ = p.have(Z(t, k) <= start + delta, close)
    below_ = p.have(start - delta <= Z(t, k), close)

    def in_ends(known: list[Fact]) -> list[Fact]:
        """L <= Z and Z <= H at (r, c)."""
        more: list = ["inside_low", "inside_high", "short"]
        meets = [f for f in known if f.concl.op == "eq"]
        if len(meets) == 2:
            same = p.congr(lambda y: Z(y, c), meets[0])
            more = [p.have(Eq(z_rc, Z(t, k)), same, p.congr(lambda y: Z(t, y), meets[1])), above_, below_]
        return [p.have(claim, *values(p, known, e(r, c)), *more) for claim, e in (
            (ends[0](r, c) <= z_rc, ends[0]), (z_rc <= ends[1](r, c), ends[1]))]  # fmt: skip

    marks = [Eq(r, t), Eq(c, k)]
    sides = [by_cases(p, marks, lambda known: in_ends(known)[0]), by_cases(p, marks, lambda known: in_ends(known)[1])]
    strip_ = p.apply("in_strip", *sides)
    small = p.have(F(Z) <= strips(Z), strip_)
    p.note("off", unless(delta < abs(gap), abs(gap) <= delta, small))
    off = p.generalize(j, "off", label="off_all")
    # so every entry lies between 0 and 1
    z_tk = Z(t, k)
    entry_low, entry_high = (p.instantiate(p.get(name), [(r, t), (c, k)]) for name in ("inside_low", "inside_high"))
    at_first = p.specialize(off, 1)
    at_last = p.specialize(off, D + 1)
    neg, pos = z_tk <= 0, 0 < z_tk
    size = p.abs_value(z_tk - (num(1) - 1) / D, p.have(z_tk - (num(1) - 1) / D <= 0, p.assume(neg)))
    none = p.absurd(p.have(FALSE, at_first, size, entry_low), 0 < z_tk)
    p.cases(z_tk, 0, none, p.assume(pos), label="positive")
    far, less = 1 <= z_tk, z_tk < 1
    last_gap = z_tk - (D + 1 - 1) / D
    size = p.abs_value(last_gap, p.have(0 <= last_gap, p.assume(far)))
    none = p.absurd(p.have(FALSE, at_last, size, entry_high), z_tk < 1)
    p.cases(1, z_tk, none, p.assume(less), label="below_one")
    # its interval
    x = D * z_tk
    part = substitute(whole_part(D - 1), {z: x})
    p.have(0 < x, label="x_low")
    p.have(x < D - 1 + 1, ("below_one", "D_pos"), label="x_high")
    least, most = (p.apply(name, z=x, m=D - 1) for name in ("whole_part_low", "whole_part_high"))
    G = grid_of(t, k)
    p.have(1 <= G, p.have(num(-1) < part, most), label="G_low")
    p.have(G <= D, p.have(part < D, least), label="G_high")
    p.have((G - 1) / D <= z_tk, (least, "inverse"), label="lower")
    p.have(z_tk <= G / D, (most, "inverse"), label="upper")
    own_off = p.specialize(off, G)
    size = p.abs_value(z_tk - (G - 1) / D, p.have(0 <= z_tk - (G - 1) / D))
    p.have((G - 1) / D + delta <= z_tk, own_off, size, label="beyond")
    next_off = p.specialize(off, G + 1)
    size = p.abs_value(z_tk - (G + 1 - 1) / D, p.have(z_tk - (G + 1 - 1) / D <= 0))
    p.have(z_tk <= G / D - delta, next_off, size, label="before")
    # a pair of tokens with the same first entry
    differ = p.assume(negation(Eq(k, l)))
    columns = p.assume(every(lambda t: Eq(grid_of(t, k), grid_of(t, l)), 1, d))
    p.generalize(t, p.generalize(k, "upper"), label="upper_all")
    p.generalize(t, p.generalize(k, "lower"), label="lower_all")
    p.generalize(t, p.generalize(k, "positive"), label="positive_all")
    p.generalize(t, p.generalize(k, "below_one"), label="below_all")
    one = num(1)
    meet = p.specialize(columns, one)
    G_1 = grid_of(one, k)
    bounds = {v: [p.specialize(p.specialize(name, one), v) for name in ("lower_all", "upper_all")]
              for v in (k, l)}  # fmt: skip
    here = [p.specialize(p.specialize(name, r), c) for name in ("positive_all", "below_all")]
    ends_ = pair(k, l, G_1)

    def in_pair_ends(known: list[Fact]) -> list[Fact]:
        more: list = list(here)
        meets = [f for f in known if f.concl.op == "eq"]
        if len(meets) >= 2 and meets[0].concl.args[0] is r:
            column = meets[1].concl.args[1]
            same = p.congr(lambda y: Z(y, c), meets[0])
            more = [
                p.have(Eq(z_rc, Z(one, column)), same, p.congr(lambda y: Z(one, y), meets[1])),
                *bounds[column],
                meet,
                (meet, inv(D)),
            ]
        return [p.have(claim, *values(p, known, e(r, c)), *more) for claim, e in (
            (ends_[0](r, c) <= z_rc, ends_[0]), (z_rc <= ends_[1](r, c), ends_[1]))]  # fmt: skip

    marks = [Eq(r, 1), Eq(c, k), Eq(c, l)]
    sides = [
        by_cases(p, marks, lambda known: in_pair_ends(known)[0]),
        by_cases(p, marks, lambda known: in_pair_ends(known)[1]),
    ]
    first_letter = [p.instantiate(p.get(name), [(t, one)]) for name in ("G_low", "G_high")]
    pair_ = p.apply("in_pair", differ, *sides, *first_letter, j=G_1)
    entries_ = [over(p, p.get(name), "t", "k") for name in ("G_low", "G_high")]
    off_ = [over(p, p.get(name), "t", "k") for name in ("beyond", "before")]
    any_ = p.specialize(p.rule("specialize", "in_any", grid_of), Z, using=[*entries_, *off_])
    small = p.have(F(Z) <= pairs_(Z), pair_, any_)
    no = p.discharge(never(None, small, FALSE), columns.concl)
    apart = p.discharge(no, differ.concl)
    # a cell
    found = p.specialize("found", grid_of, using=[*entries_, apart])

    def at_cell(_low: Fact, _high: Fact, same: Fact) -> Fact:
        letter = p.specialize(p.specialize(same, t), k)
        off_low = over(p, p.have((L(i, t, k) - 1) / D + delta <= z_tk, "beyond", (letter, inv(D))), "t", "k")
        low_side = over(p, p.have((L(i, t, k) - 1) / D <= z_tk, "lower", (letter, inv(D))), "t", "k")
        off_high = over(p, p.have(z_tk <= L(i, t, k) / D - delta, "before", (letter, inv(D))), "t", "k")
        high_side = over(p, p.have(z_tk <= L(i, t, k) / D, "upper", (letter, inv(D))), "t", "k")
        small = p.specialize(p.specialize("near", i), Z, using=[off_low, off_high])
        box = p.apply("in_cell", low_side, high_side)
        return never(None, p.have(F(Z) <= cells(Z), small, box), p.goal)

    return p.exists_elim(found, [i], at_cell)


strips_total = d * (n * ((D + 1) * (w3 * (2 * delta * most_volume))))
pairs_total = n * (n * (D * (w2 * (inv(D) * inv(D)))))


@chapter.claim(
    given=[*majorant_given.values(), 0 <= N, N <= power(D, n * d)],
    shows=integral_at_most(F, w1 + strips_total + pairs_total, d, n),
)
def error_integral(p: Proof) -> Fact:
    """Add the integrals over strips, pairs and cells."""
    parts = [p.apply(name) for name in ("cells_integral", "strips_integral", "pairs_integral")]
    bounds = [w1, strips_total, pairs_total]
    functions_ = [cells, strips, pairs_]
    fact, function, bound = parts[0], functions_[0], bounds[0]
    for _part, other, more in zip(parts[1:], functions_[1:], bounds[1:], strict=True):
        fact = p.apply("integrals.integral_add", fact, F=function, G=other, E_1=bound, E_2=more)
        function, bound = mapping(lambda Z, f=function, g=other: f(Z) + g(Z), MATRIX), bound + more
    return p.apply("integrals.integral_mono", fact, G=function, E_1=bound,
                   E=w1 + strips_total + pairs_total)  # fmt: skip
