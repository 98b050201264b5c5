"""Thin slabs: the points of a bounded set at which an affine function of one column is small have a small volume.

"μ(S) <= E" for a set S of matrices is defined like bounds of integrals in `proofs.theorems.integration.integrals`:
finitely many boxes with weights cover S, and the weighted sum of their volumes is at most E.

For Σ α_r X_rj + β with α_s ≠ 0 the boxes come from a grid of width η: in entry (s, j) a box contains the values at
which the function can be small if the other entries are within η of a grid point. The coordinate (s, j) of the grid
point does not matter and has m values, so each point of the slab lies in m boxes, and the weights are 1/m.

Main statements: `slab_small`, `least_positive`.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.integers import quotient
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.compactness import in_a_cube
from proofs.theorems.analysis.continuity import assumed, in_cube
from proofs.theorems.combinatorics.tuples import matrix_list
from proofs.theorems.integration.integrals import (
    at,
    box,
    indicator,
    integral_at_most,
    one_at,
    over,
    over_entries,
    step_function,
    total_volume,
    volume,
)
from proofs.theorems.networks.softmax import differ

chapter = Chapter("slabs")
d, n, m, k, l, r, c, s, j = ints("d n m k l r c s j")
D, Delta, beta, E, u, v, e = reals("D Delta beta E u v e")
alpha, x, y = vectors("alpha x y")
A, X = vectors("A X", 2)
(L,) = sequences("L", 3)
S, U = functions("S U", MATRIX)
ENTRY = {"r_low": 1 <= r, "r_high": r <= d, "c_low": 1 <= c, "c_high": c <= n}


# --- one coordinate ---------------------------------------------------------------------------------------------------


def functional(x: Term) -> Term:
    """Σ α_r x_r + β."""
    return Sum(lambda r: alpha(r) * x(r), 1, d) + beta


slopes = Sum(lambda r: abs(alpha(r)), 1, d)
balanced = -(u * (Sum(lambda r: ite(Eq(r, s), 0, alpha(r) * y(r)), 1, d) + beta))
OF_COLUMN = {
    "s_low": 1 <= s, "s_high": s <= d, "unit": Eq(alpha(s) * u, 1), "small": abs(functional(x)) <= Delta,
    "near": every(lambda r: implies(negation(Eq(r, s)), abs(x(r) - y(r)) <= e), 1, d), "e_low": 0 <= e,
}  # fmt: skip


@chapter.claim(given=OF_COLUMN, shows=abs(x(s) - balanced) <= abs(u) * (Delta + slopes * e))
def coordinate_determined(p: Proof) -> Fact:
    """α_s x_s is determined by the other terms, up to this error."""
    p.given(low=1 <= r, high=r <= d)
    whole, rest = fun(lambda r: alpha(r) * x(r)), fun(lambda r: ite(Eq(r, s), 0, alpha(r) * y(r)))
    p.apply("sum_pick", f=whole, lo=1, hi=d, m=s, label="pick")
    other = fun(lambda r: ite(Eq(r, s), 0, whole(r)))
    p.apply("abs_mul", u=alpha(r), r=x(r) - y(r), label="product")
    gap = p.have(0 <= e - abs(x(r) - y(r)), p.assume(abs(x(r) - y(r)) <= e))
    p.have(abs(alpha(r)) * abs(x(r) - y(r)) <= abs(alpha(r)) * e, (abs(alpha(r)), gap), label="term")
    bounds = []
    for sign in (1, -1):
        p.apply("abs_ge", x=sign * (alpha(r) * (x(r) - y(r))), label=f"ge{sign}")
        claim = sign * (other(r) - rest(r)) <= abs(alpha(r)) * e

        def each(order: Fact, sign: int = sign, claim: Term = claim) -> Fact:
            chosen = p.reduce_ite(order, other(r), rest(r))
            if order.concl.op == "eq":
                return p.have(claim, *chosen, (abs(alpha(r)), "e_low"))
            gap = p.specialize("near", r, using=[differ(p, order, r, s)])
            return p.cut(p.have(claim, *chosen, f"ge{sign}", "product", "term"), gap)

        terms = p.trichotomy(r, s, each)
        bounds.append(p.apply("sum_le", terms))
    q = alpha(s) * x(s) + Sum(lambda r: rest(r), 1, d) + beta
    up, down = (p.apply("abs_ge", x=z) for z in (functional(x), -functional(x)))
    below = p.have(-(Delta + slopes * e) <= q, bounds[0], down, "small", "pick")
    most = p.apply("abs_le", below, bounds[1], up, x=q, u=Delta + slopes * e, label="most")
    p.apply("abs_mul", r=q, label="scaled")
    same = p.have(Eq(x(s) - balanced, u * q))
    p.congr(abs, same, label="moved")
    p.apply("abs_nonneg", x=u, label="u_size")
    return p.have(p.goal, "moved", "scaled", (most, "u_size"))


# --- products with one factor of its own ------------------------------------------------------------------------------


def special(r: Term, c: Term, own: Term, other: Term) -> Term:
    """`own` at (s, j), `other` elsewhere."""
    return ite(Eq(r, s), ite(Eq(c, j), own, other), other)


def all_of(v: Term) -> Term:
    """Return v^n (v^n)^d, an upper bound of the product of v over all entries."""
    return power(v, n) * power(power(v, n), d)


AT = {"s_low": 1 <= s, "s_high": s <= d, "j_low": 1 <= j, "j_high": j <= n}


@chapter.claim(
    given=[*AT.values(), 0 <= u, 1 <= v], shows=over_entries(lambda r, c: special(r, c, u, v)) <= u * all_of(v)
)
def entries_one_small(p: Proof) -> Fact:
    """All factors but one are v."""
    p.given(**AT, u_low=0 <= u, v_low=1 <= v, **ENTRY)
    row_of = power(v, n)
    least = p.apply("product_le", a=fun(lambda k: num(1)), w=fun(lambda k: v), m=n)
    p.have(1 <= row_of, least, label="row_low")
    at_row = p.apply("product_one_small", m=n)
    entry = fun(lambda c: special(r, c, u, v))
    row, bound = Prod(entry, 1, n), ite(Eq(r, s), u * row_of, row_of)

    def of_entry(row: Fact) -> Fact:
        chosen = p.ite_eq(entry(c), row)

        def at_column(column: Fact) -> Fact:
            inner = p.reduce_ite(column, ite(Eq(c, j), u, v))
            return p.have(0 <= entry(c), chosen, *inner, "u_low", "v_low")

        return p.trichotomy(c, j, at_column)

    nonneg = p.trichotomy(r, s, of_entry)
    nonneg = p.apply("product_nonneg", nonneg, a=entry, m=n)

    def of_row(order: Fact) -> Fact:
        value = p.ite_eq(entry(c), order)
        other = one_at(j, u, v) if order.concl.op == "eq" else fun(lambda c: v)
        same = p.apply("product_same", value, a=entry, w=other, m=n)
        more = [at_row] if order.concl.op == "eq" else []
        return p.have(row <= bound, same, *more, *p.reduce_ite(order, bound))

    rows = p.trichotomy(r, s, of_row)
    all_rows = fun(lambda r: Prod(lambda c: special(r, c, u, v), 1, n))
    total = p.apply("product_le", nonneg, rows, a=all_rows, w=one_at(s, u * row_of, row_of), m=d)
    last = p.apply("product_one_small", ("u_low", row_of), j=s, m=d, u=u * row_of, v=row_of)
    return p.have(p.goal, total, last)


@chapter.claim(given={"v_low": 0 <= v}, shows=0 <= all_of(v))
def all_of_nonneg(p: Proof) -> Fact:
    """Every factor is nonnegative."""
    one = p.apply("product_nonneg", a=fun(lambda c: v), m=n)
    two = p.apply("product_nonneg", one, a=fun(lambda r: power(v, n)), m=d)
    return p.have(p.goal, (one, two))


@chapter.claim(
    given=[0 <= d, 0 <= n], shows=Eq(power(m, n * d) * over_entries(A), over_entries(lambda r, c: m * A(r, c)))
)
def letters_counted(p: Proof) -> None:
    """One factor m for each entry of the matrix."""
    p.apply("entries_times", A=fun(lambda r, c: m, 2), W=A, label="times")
    p.apply("power_mul", k=d, d=n, label="count")


# --- the boxes --------------------------------------------------------------------------------------------------------

width = (2 * D + 1) / m
centres = fun(lambda k, r, c: L(k, r, c) * width - D, 3)
half = abs(u) * (Delta + slopes * width)


def middle(k: Term) -> Term:
    """The zero of the function on the line through the k-th grid point along entry (s, j)."""
    return substitute(balanced, {y: fun(lambda r: centres(k, r, j))})


low_ends = fun(lambda k, r, c: special(r, c, middle(k) - half, centres(k, r, c) - width), 3)
high_ends = fun(lambda k, r, c: special(r, c, middle(k) + half, centres(k, r, c) + width), 3)


def in_box(k: Term) -> Term:
    """1 if X lies in the k-th box."""
    return indicator(box(low_ends, k), box(high_ends, k), X)


def of_letter(r: Term, c: Term) -> Term:
    """Return the word of X, with the letter l at (s, j)."""
    return special(r, c, l, quotient(X(r, c) + D, width, m) + 1)


def slab_at(X: Term) -> Term:
    """Σ α_r X_rj + β."""
    return functional(fun(lambda r: X(r, j)))


GRID = {**AT, "D_pos": 0 < D, "m_low": 1 <= m, "unit": Eq(alpha(s) * u, 1), "Delta_low": 0 <= Delta}
POINT = {"inside": in_cube(X, D, d, n), "small": abs(slab_at(X)) <= Delta}
SPELT = every(lambda r: every(lambda c: Eq(L(k, r, c), of_letter(r, c)), 1, n), 1, d)


def with_grid(p: Proof) -> None:
    """Assume the hypotheses about the grid, and derive that its width is positive."""
    p.given(**GRID, **ENTRY)
    p.apply("inv_pos", p.have(0 < m, "m_low", label="m_pos"), label="m_inverse")
    p.have(0 < width, "m_inverse", ("D_pos", "m_inverse"), label="width_pos")


@chapter.claim(given=[*GRID.values(), *POINT.values(), SPELT], shows=Eq(in_box(k), 1))
def in_its_box(p: Proof) -> Fact:
    """The condition holds in each entry."""
    with_grid(p)
    p.given(**POINT, same=SPELT)
    own = p.specialize("inside", r, c, label="own")
    near = p.apply("near_next_multiple", own, eta=width, label="near")
    old = X(r, c) - ((quotient(X(r, c) + D, width, m) + 1) * width - D)
    new = X(r, c) - centres(k, r, c)
    letter = p.specialize("same", r, c, label="letter")

    def close(*orders: Fact) -> Fact:
        """|X − centre| <= width at an entry that is not (s, j)."""
        chosen = p.reduce_ite(orders[0], of_letter(r, c))
        if len(orders) > 1:
            chosen += p.reduce_ite(orders[1], chosen[0].concl.args[1])
        equal = p.have(Eq(old, new), *(((z, width)) for z in (letter, *chosen)))
        return p.have(abs(new) <= width, near, p.congr(abs, equal))

    def off_row(order: Fact) -> Fact:
        wanted = abs(new) <= width
        if order.concl.op == "eq":
            p_not = p.assume(negation(Eq(r, s)))
            return p.absurd(p.mp(p_not, order), wanted)
        return close(order)

    free = p.trichotomy(r, s, off_row)
    rows = p.discharge(free, negation(Eq(r, s)))
    column_near = p.instantiate(rows, [(c, j)])
    fixed = p.apply(
        "coordinate_determined", column_near)  # fmt: skip
    up, down = (p.apply("abs_ge", x=z) for z in (X(s, j) - middle(k), middle(k) - X(s, j)))
    sides = []
    for ends, sign in ((low_ends, 1), (high_ends, -1)):
        entry = ends(k, r, c)
        claim = sign * entry <= sign * X(r, c)

        def at_entry(row: Fact, entry: Term = entry, claim: Term = claim) -> Fact:
            chosen = p.reduce_ite(row, entry)
            if row.concl.op != "eq":
                held = close(row)
                bounds = [p.apply("abs_ge", x=z) for z in (new, -new)]
                return p.have(claim, *chosen, held, *bounds)

            def at_column(column: Fact) -> Fact:
                inner = p.reduce_ite(column, chosen[0].concl.args[1])
                if column.concl.op != "eq":
                    held = close(row, column)
                    bounds = [p.apply("abs_ge", x=z) for z in (new, -new)]
                    return p.have(claim, *chosen, *inner, held, *bounds)
                here = p.congr(lambda z: X(z, c), row)
                there = p.congr(lambda z: X(s, z), column)
                return p.have(claim, *chosen, *inner, here, there, fixed, up, down)

            return p.trichotomy(c, j, at_column)

        each = p.trichotomy(r, s, at_entry)
        sides.append(over(p, p.have(entry <= X(r, c) if sign > 0 else X(r, c) <= entry, each)))
    return p.apply("indicator_one", *sides)


COUNT = power(m, n * d)
weights = fun(lambda k: inv(m))
LETTERS = matrix_list(L, d, n, m)
LISTED = dict(zip(("letters_low", "letters_high", "all_words"), LETTERS, strict=False))


@chapter.claim(
    given=[*GRID.values(), *POINT.values(), *LISTED.values()],
    shows=1 <= step_function(COUNT, low_ends, high_ends, weights, X),
)
def boxes_cover(p: Proof) -> Fact:
    """There is a box for each letter l: Σ_k 1_k = Σ_l Σ_k 1_k [L_k(s, j) = l] >= m."""
    with_grid(p)
    p.given(**POINT, **LISTED, l_low=1 <= l, l_high=l <= m, k_low=1 <= k, k_high=k <= COUNT)
    shown = fun(lambda l, k: in_box(k) * ite(Eq(l, L(k, s, j)), 1, 0), 2)
    sign = p.apply("indicator_nonneg", L=box(low_ends, k), H=box(high_ends, k), label="sign")
    hit = ite(Eq(l, L(k, s, j)), 1, 0)
    nonneg = p.trichotomy(
        l, L(k, s, j), lambda order: p.have(0 <= shown(l, k), *p.reduce_ite(order, hit), sign)
    )  # fmt: skip
    own = p.specialize("inside", r, c)
    least = p.apply("quotient_nonneg", n=m, b=width, v=X(r, c) + D)
    most = p.apply("multiples_few", own, eta=width)
    letter = of_letter(r, c)
    bounds = []
    for claim, inner, fact in ((1 <= letter, "l_low", least), (letter <= m, "l_high", most)):

        def at_row(row: Fact, claim: Term = claim, inner: str = inner, fact: Fact = fact) -> Fact:
            chosen = p.reduce_ite(row, letter)
            if row.concl.op != "eq":
                return p.have(claim, *chosen, fact)
            branch = chosen[0].concl.args[1]
            return p.trichotomy(c, j, lambda column: p.have(claim, *chosen, *p.reduce_ite(column, branch), inner, fact))

        bounds.append(over(p, p.trichotomy(r, s, at_row)))
    found = p.specialize("all_words", fun(of_letter, 2), using=bounds)
    total = Sum(lambda k: shown(l, k), 1, COUNT)

    def at_word(_low: Fact, _high: Fact, same: Fact) -> Fact:
        inside = p.apply("in_its_box", same)
        here = p.specialize(same, s, j)
        marked = p.ite_eq(hit, p.have(Eq(l, L(k, s, j)), here))
        part = p.apply("sum_member", nonneg, f=fun(lambda k: shown(l, k)), lo=1, hi=COUNT, m=k)
        return p.have(1 <= total, part, (marked, in_box(k)), inside)

    each = p.exists_elim(found, [k], at_word, 1 <= total)
    p.apply("sum_le", each, label="letters")
    p.apply("sum_const", lo=1, hi=m, label="count")
    p.apply("sum_swap", h=shown, lo=1, hi=m, lo2=1, hi2=COUNT, label="swap")
    single = p.apply("sum_delta", f=fun(lambda l: in_box(k)), lo=1, hi=m, m=L(k, s, j))
    p.apply("sum_eq", single, label="boxes")
    p.have(m <= Sum(in_box, 1, COUNT), label="whole")
    return p.have(p.goal, ("whole", "m_inverse"))


slab_part = at(lambda X: ite(0 < U(X), ite(abs(slab_at(X)) < Delta, 1, 0), 0))
edge = 4 * D + 2
THIN = {
    **AT, "D_pos": 0 < D, "inside": in_a_cube(U, D, d, n), "unit": Eq(alpha(s) * u, 1), "Delta_pos": 0 < Delta,
}  # fmt: skip


@chapter.claim(given=THIN, shows=integral_at_most(slab_part, 4 * abs(u) * Delta * all_of(edge)))
def slab_small(p: Proof) -> Fact:
    """Choose the number m of letters such that Σ|α_r| η <= Δ."""
    p.given(**ENTRY)
    m_low, above = p.obtain(p.apply("archimedes", s=slopes * (2 * D + 1) / Delta), m)
    m_pos = p.have(0 < m, m_low)
    inverse = p.apply("inv_pos", m_pos)
    unit_m = p.have(Eq(m * inv(m), 1), m_pos)
    width_pos = p.have(0 < width, inverse, ("D_pos", inverse))
    fine = p.have(slopes * (2 * D + 1) <= Delta * m, (above, "Delta_pos"))
    size_low = p.apply(
        "sum_nonneg", abs(alpha(r)),
        f=fun(lambda r: abs(alpha(r))), lo=1, hi=d,
    )  # fmt: skip
    sum_low = p.have(0 <= Delta + slopes * width, (size_low, width_pos), "Delta_pos")
    half_low = p.have(0 <= half, (abs(u), sum_low))
    laws = p.obtain(p.apply("matrices_listed", m_low), L)
    ends = fun(lambda r, c: high_ends(k, r, c) - low_ends(k, r, c), 2)
    scaled = fun(lambda r, c: special(r, c, 2 * half * m, edge), 2)
    order_, size_ = low_ends(k, r, c) <= high_ends(k, r, c), Eq(m * ends(r, c), scaled(r, c))

    def at_entry(claim: Term) -> Fact:
        terms = low_ends(k, r, c), high_ends(k, r, c), scaled(r, c)

        def at_row(row: Fact) -> Fact:
            chosen = p.reduce_ite(row, *terms)
            if row.concl.op != "eq":
                return close(*chosen)
            inner = [f.concl.args[1] for f in chosen]
            return p.trichotomy(c, j, lambda column: close(*chosen, *p.reduce_ite(column, *inner)))

        def close(*values: Fact) -> Fact:
            if claim.op == "eq":
                return p.have(claim, *((f, m) for f in values[:2]), *((f, m) for f in values[3:5]),
                              *values[2:3], *values[5:], (unit_m, edge))  # fmt: skip
            return p.have(claim, *values, width_pos, half_low)

        return p.trichotomy(r, s, at_row)

    order = over(p, at_entry(order_))
    same = p.apply("entries_same", over(p, at_entry(size_)))
    product = p.apply("entries_one_small", (half_low, m_pos), u=2 * half * m, v=edge)
    counted = p.apply("letters_counted", A=ends)
    bound = 2 * half * all_of(edge)
    one = p.have(COUNT * volume(box(low_ends, k), box(high_ends, k)) <= m * bound, counted, same, product)
    share = fun(lambda k: inv(m) * volume(box(low_ends, k), box(high_ends, k)))
    f, g = fun(lambda k: COUNT * share(k)), fun(lambda k: bound)
    summed = p.apply("sum_le", (one, inverse), (unit_m, bound), f=f, g=g, lo=1, hi=COUNT)
    some = p.apply("power_ge_one", m_low, k=n * d)
    count = p.apply("sum_const", some, lo=1, hi=COUNT)
    some_pos = p.have(0 < COUNT, some)
    some_inverse = p.apply("inv_pos", some_pos)
    unit = p.have(Eq(COUNT * inv(COUNT), 1), some_pos)
    volumes = total_volume(COUNT, low_ends, high_ends, weights)
    whole = p.have(COUNT * volumes <= COUNT * bound, summed, (count, bound))
    whole = p.have(volumes <= bound, (whole, some_inverse), (unit, volumes), (unit, bound))
    least = p.apply("all_of_nonneg", v=edge)
    room = p.have(0 <= Delta - slopes * width, (fine, inverse), (unit_m, Delta))
    twice = p.have(half <= 2 * abs(u) * Delta, (room, abs(u)))
    value = step_function(COUNT, low_ends, high_ends, weights, X)
    part = p.apply("indicator_nonneg", L=box(low_ends, k), H=box(high_ends, k))
    zero = p.apply("sum_nonneg", (part, inverse), f=fun(lambda k: inv(m) * in_box(k)), lo=1, hi=COUNT)
    member, tight = assumed(p, 0 < U(X), abs(slab_at(X)) < Delta)
    F = slab_part(X)
    covered = p.apply(
        "boxes_cover", *laws[:3], m_low, p.specialize("inside", X, using=[member]),
        tight)  # fmt: skip
    conditions = [0 < U(X), abs(slab_at(X)) < Delta]

    def below(known: list[Fact]) -> Fact:
        chosen = values(p, known, F)
        if [f.concl for f in known] == conditions:
            return p.have(F <= value, *chosen, covered)
        return p.have(F <= value, *chosen, zero)

    most = by_cases(p, conditions, below)
    each = p.apply("integral_of_box", order, inverse, L=box(low_ends, k), H=box(high_ends, k), beta=weights(k))
    boxes = mapping(lambda k, X: weights(k) * indicator(box(low_ends, k), box(high_ends, k), X), "Z", MATRIX)
    sizes = fun(lambda k: weights(k) * volume(box(low_ends, k), box(high_ends, k)))
    sum_ = p.apply("integral_sum", each, some, F=boxes, e=sizes, m=COUNT)
    thin_ = 4 * abs(u) * Delta * all_of(edge)
    less = p.have(volumes <= thin_, whole, (twice, least))
    total = at(lambda X: step_function(COUNT, low_ends, high_ends, weights, X))
    return p.apply("integral_mono", sum_, most, less, F=slab_part, G=total, E_1=volumes, E=thin_)


# --- as thin as one likes ---------------------------------------------------------------------------------------------


@chapter.claim(
    given={"whole": 0 < Sum(lambda r: x(r), 1, d)}, shows=exists(lambda s: [1 <= s, s <= d, 0 < x(s)], "Z")
)  # fmt: skip
def some_positive(p: Proof) -> Fact:
    """Otherwise no term would be positive, and neither would the sum."""
    p.given(r_low=1 <= r, r_high=r <= d)
    none = p.assume(p.goal.args[0])
    less, more = assumed(p, x(r) <= 0, 0 < x(r))
    no = p.rule("specialize", none, r)
    for held in ("r_low", "r_high", more):
        no = p.mp(no, held)
    each = p.cases(x(r), 0, less, p.absurd(no, x(r) <= 0))
    total = p.apply("sum_le", each)
    return p.rule("discharge", none.concl, p.have(FALSE, total))


LEAST = every(lambda r: every(lambda c: 0 < A(r, c), 1, n), 1, d)


@chapter.claim(
    given={"d_low": 1 <= d, "n_low": 1 <= n, "positive": LEAST},
    shows=exists(lambda u: [0 < u, every(lambda r: every(lambda c: u <= A(r, c), 1, n), 1, d)], "R"),
)
def least_positive(p: Proof) -> Fact:
    """Take the inverse of the sum of the inverses."""
    p.given(**ENTRY)
    entry = p.specialize("positive", r, c, label="entry")
    row = fun(lambda r: Sum(lambda c: inv(A(r, c)), 1, n))
    in_row = fun(lambda c: inv(A(r, c)))
    row_pos = p.apply("sum_pos", f=in_row, lo=1, hi=n)
    total_pos = p.apply("sum_pos", row_pos)
    sign = p.have(0 <= inv(A(r, c)), inv(A(r, c)))
    one = p.apply("sum_member", sign, "c_high")
    two = p.apply("sum_member", row_pos, f=row, lo=1, hi=d, m=r)
    total = Sum(row, 1, d)
    least = p.apply("inv_pos", total_pos)
    more = p.have(1 <= A(r, c) * total, (p.have(inv(A(r, c)) <= total, one, two), entry))
    own = p.have(Eq(total * inv(total), 1), total_pos)
    below = p.have(inv(total) <= A(r, c), (more, least), (own, A(r, c)))
    return p.exists_intro(p.goal, [inv(total)], least, over(p, below))


def thin(part: Term, E: Term, n: Term = n) -> list[Term]:
    """If Δ <= u, then the part of U in the slab of column j has a volume of at most E, for all j."""
    small = lambda Delta_: every(  # noqa: E731
        lambda j_: integral_at_most(substitute(part, {Delta: Delta_, j: j_}), E), 1, n
    )
    return [0 < u, for_all(lambda Delta: implies(0 < Delta, Delta <= u, small(Delta)), "R")]


SOME_SLAB = {
    "D_pos": 0 < D, "inside": in_a_cube(U, D, d, n), "E_pos": 0 < E, "n_low": 1 <= n,
    "proper": implies(every(lambda r: Eq(alpha(r), 0), 1, d), negation(Eq(beta, 0))),
}  # fmt: skip
some_thin = exists(lambda u_: [substitute(f, {u: u_}) for f in thin(slab_part, E)], "R")


@chapter.claim(given=SOME_SLAB, shows=some_thin)
def slab_thin(p: Proof) -> Fact:
    """Use a slope that is not 0; if all slopes are 0, the function is β."""
    r_in = assumed(p, 1 <= r, r <= d)
    flat, steep = assumed(p, slopes <= 0, 0 < slopes)
    j_in = assumed(p, 1 <= j, j <= n)

    def with_s(low: Fact, high: Fact, slope: Fact) -> Fact:
        def not_zero(order: Fact) -> Fact:
            unit = Eq(alpha(s) * inv(alpha(s)), 1)
            if order.concl.op != "eq":
                return p.have(unit, order)
            gone = p.congr(abs, order)
            return p.absurd(p.have(FALSE, gone, slope), unit)

        unit = p.trichotomy(alpha(s), 0, not_zero)
        size_ = p.apply("abs_nonneg", x=inv(alpha(s)))
        C = all_of(edge)
        least = p.apply("all_of_nonneg", v=edge)
        K = 4 * abs(inv(alpha(s))) * C
        K_low = p.have(0 <= K, (size_, least))
        more = p.have(0 < K + 1, K_low)
        inverse = p.apply("inv_pos", more)
        positive = p.have(0 < E / (K + 1), ("E_pos", inverse))
        ends = assumed(p, 0 < Delta, Delta <= E / (K + 1))
        volume_ = p.apply("slab_small", low, high, *j_in, unit, ends[0])
        one = p.have(Eq(K / (K + 1) + 1 / (K + 1), 1), more)
        less = p.have(K * Delta <= E, (ends[1], K_low), (one, E), positive)
        small = p.apply("integral_mono", volume_, less, F=slab_part, G=slab_part)
        return p.exists_intro(p.goal, [E / (K + 1)], positive, small)

    member = p.apply("some_positive", steep)
    by_slope = p.exists_elim(member, [s], with_s)
    # all slopes are 0
    each = p.generalize(r, abs(alpha(r)), *r_in)
    own = p.apply("sum_member", each, *r_in)
    bounds = [p.apply("abs_ge", x=y) for y in (alpha(r), -alpha(r))]
    none = p.antisymmetry(p.have(alpha(r) <= 0, own, flat, bounds[0]),
                  p.have(0 <= alpha(r), own, flat, bounds[1]))  # fmt: skip
    not_zero = p.mp("proper", p.generalize(r, none))

    def sign(order: Fact) -> Fact:
        claim = 0 < abs(beta)
        if order.concl.op == "eq":
            return p.absurd(p.mp(not_zero, order), claim)
        return p.have(claim, order, *(p.apply("abs_ge", x=y) for y in (beta, -beta)))

    positive = p.trichotomy(beta, 0, sign)
    column = fun(lambda r: alpha(r) * X(r, j))
    total = p.apply("sum_eq", (none, X(r, j)), f=column, g=fun(lambda r: num(0)), lo=1, hi=d)
    equal = p.have(Eq(slab_at(X), beta), total)
    sized_ = p.congr(abs, equal)
    ends = assumed(p, 0 < Delta, Delta <= abs(beta))
    F, conditions = slab_part(X), [0 < U(X), abs(slab_at(X)) < Delta]

    def nothing(known: list[Fact]) -> Fact:
        if [f.concl for f in known] == conditions:
            return p.absurd(p.have(FALSE, known[1], sized_, ends[1]), F <= 0)
        return p.have(F <= 0, *values(p, known, F))

    below = by_cases(p, conditions, nothing)
    small = p.apply("integral_mono", below, F=slab_part,
                    G=at(lambda X: num(0)), E_1=num(0))  # fmt: skip
    by_offset = p.exists_intro(p.goal, [abs(beta)], positive, small)
    return p.cases(slopes, 0, by_offset, by_slope)
