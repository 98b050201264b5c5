"""A direction that keeps the distances of m points in d dimensions up to the factor 2/(m² d), by counting.

The points are w_1, …, w_m, where w_a = (w(1, a), …, w(d, a)). A unit vector v keeps the factor κ of their distances if
κ ‖w_a − w_b‖ <= |vᵀ(w_a − w_b)| for all a and b. Here v is a multiple of a vector z with odd entries between −(K − 1)
and K − 1, which is numbered by its digits in base K. Let x be the difference of two points and T a coordinate with
‖x‖² <= d x_T². Changing digit T of z changes zᵀx by multiples of 2 x_T, so at most one of K values of this digit makes
|zᵀx| less than |x_T|: at most K^(d−1) vectors z lose this pair. For an even K with m(m − 1)/2 < K some z loses no pair.

Main statement: `some_direction_counted`.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.digits import B, K, T, c, digit, h, numbered, q, r, t, with_digit
from proofs.theorems.algebra.integers import floor
from proofs.theorems.algebra.powers import power
from proofs.theorems.algebra.sums import unroll
from proofs.theorems.analysis.norms import dot, norm

chapter = Chapter("projections")
d, m, a, b = ints("d m a b")
(w,) = vectors("w", 2)
(v,) = vectors("v")


def gap(a: Term, b: Term) -> Term:
    """w_a − w_b."""
    return fun(lambda t: w(t, a) - w(t, b))


def along(x: Term) -> Term:
    """|vᵀx|."""
    return abs(dot(v, x, d))


def kept(c: Term, lo: Term | int = 1) -> Term:
    """c ‖w_a − w_b‖ <= |vᵀ(w_a − w_b)| for all a, b from lo to m."""
    return every(lambda a: every(lambda b: c * norm(gap(a, b), d) <= along(gap(a, b)), lo, m), lo, m)


lattice = fun(lambda t: 2 * digit(q, t) - (K - 1))
coded = fun(lambda t: lattice(t) / norm(lattice, d))
chapter.notions.define(lattice, (K, q), "z({0},{1})", "z({0},{1})")


chapter.notions.define(coded, (K, q), "z({0},{1})/‖z({0},{1})‖", r"z({0},{1}) / \lVert z({0},{1}) \rVert")


not_zero = 0 < norm(lattice, d)


@chapter.claim(given=[not_zero], shows=Eq(dot(coded, coded, d), 1))
def coded_is_unit(p: Proof) -> Fact:
    """A vector over its norm."""
    square = p.apply("norm_square", x=lattice)
    return p.have(p.goal, square)


def some_direction(*claims: Term) -> Term:
    """Some unit vector v satisfies the claims: it is a multiple of a vector of integers, and not all of these fail.

    The kernel quantifies over integers, not over vectors: the vectors of integers are numbered by their digits, q
    running over the numbers in base K. Every direction is a limit of theirs.
    """
    return negation(every(lambda K: every(lambda q: at_code(implies(not_zero, *claims, FALSE), K, q), 0), 2))


def at_code(formula: Term, K_: Term = K, q_: Term = q) -> Term:
    """The statement about v for the vector of integers with this number."""
    return substitute(substitute(formula, {v: coded}), {K: K_, q: q_})


e, y, k = ints("e y k")
A, Y = reals("A Y")
(x,) = vectors("x")

# --- at most one value of the digit loses the pair ---------------------------------------------------------------


def lost(A: Term, Y: Term, e: Term) -> Term:
    """1 if |A + 2 (e − 1) Y| < |Y|, else 0."""
    return ite(abs(A + 2 * (e - 1) * Y) < abs(Y), 1, 0)


@chapter.theorem
def lost_at_most_once(p: Proof) -> None:
    """0 < Y ⊢ |A + 2 (e − 1) Y| < |Y| for at most one of e = 1, …, k."""

    def passed(x: Term) -> Term:
        return ite(0 < A + (2 * x - 1) * Y, 1, 0)

    def claim(x: Term) -> Term:
        return Sum(lambda e: lost(A, Y, e), 1, x) <= passed(x)

    p.given(Y_pos=0 < Y, k_low=0 <= k, so_far=claim(k))
    size = p.abs_value(Y, p.have(0 <= Y, "Y_pos"))
    zero = num(0)
    at_zero = by_cases(p, [passed(zero).args[0]], lambda known: p.have(claim(zero), *values(p, known, passed(zero))))
    p.note("base", at_zero)
    unroll(p, ("last", claim(k + 1).args[0]))
    u = A + 2 * k * Y
    p.given(close=abs(u) < abs(Y), far=abs(Y) <= abs(u))
    up = p.apply("abs_ge", x=u)
    down = p.apply("abs_ge", x=-u)
    here = lost(A, Y, k + 1)
    is_past = p.have(0 < A + (2 * (k + 1) - 1) * Y, "close", down, size)
    not_past = p.have(A + (2 * k - 1) * Y <= 0, "close", up, size)
    counted = [
        *p.reduce_ite(p.get("close"), here),
        *p.reduce_ite(p.get(is_past), passed(k + 1)),
        *p.reduce_ite(p.get(not_past), passed(k)),
    ]
    when_close = p.have(claim(k + 1), "last", "so_far", *counted)
    [not_counted] = p.reduce_ite(p.get("far"), here)
    before, after = passed(k).args[0], passed(k + 1).args[0]
    p.given(before=before, still=A + (2 * k - 1) * Y <= 0)
    later = p.have(after, "before", "Y_pos")
    high = p.have(
        claim(k + 1),
        "last",
        "so_far",
        not_counted,
        *p.reduce_ite(p.get("before"), passed(k)),
        *p.reduce_ite(later, passed(k + 1)),
    )
    facts = [p.get("last"), p.get("so_far"), not_counted, *p.reduce_ite(p.get("still"), passed(k))]
    low = by_cases(p, [after], lambda known: p.have(claim(k + 1), *values(p, known, passed(k + 1)), *facts))
    when_far = p.cases(A + (2 * k - 1) * Y, 0, low, high)
    step = p.cases(abs(Y), abs(u), when_far, when_close)
    all_ = p.induct(claim, 0, k, "base", step)
    found = p.specialize(all_, k)
    goal = Sum(lambda e: lost(A, Y, e), 1, k) <= 1
    p.qed(by_cases(p, [passed(k).args[0]], lambda known: p.have(goal, *values(p, known, passed(k)), found)))


@chapter.theorem
def lost_once(p: Proof) -> None:
    """Y ≠ 0 ⊢ the same."""
    goal = Sum(lambda e: lost(A, Y, e), 1, k) <= 1
    p.given(k_low=0 <= k, other=negation(Eq(Y, 0)))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp("other", order), goal)
        if order.concl.args[0] is Y:
            fact = p.apply("lost_at_most_once", p.have(0 < -Y, order), A=-A, Y=-Y)
        else:
            fact = p.apply("lost_at_most_once", order)
        return p.change(fact, goal)

    p.qed(p.trichotomy(Y, 0, prove), goal)


# --- the vectors z that lose a pair ---------------------------------------------------------------------------------


def vector(number: Term) -> Term:
    """z for the number q."""
    return substitute(lattice, {q: number})


def product(q: Term) -> Term:
    """zᵀx for the number q."""
    return dot(vector(q), x, d)


@chapter.theorem
def product_moves(p: Proof) -> None:
    """Digit T adds 2 r x_T to zᵀx."""
    with_digit(p)
    p.given(T_high=T <= d, i_low=1 <= t, i_high=t <= d, other=negation(Eq(t, T)))
    same = p.apply("digit_elsewhere")
    terms = [fun(lambda t, v=v: v(t) * x(t)) for v in (vector(numbered(h, r, c)), vector(numbered(h, num(0), c)))]
    each = p.have(Eq(terms[0](t), terms[1](t)), (same, x(t)))
    p.generalize(t, each, "i_low", "i_high", "other", label="others")
    differ = p.apply("sum_differ", f=terms[0], g=terms[1], lo=1, hi=d, k=T)
    now = p.apply("digit_here")
    was = p.apply("digit_here", r=0)
    goal = Eq(product(numbered(h, r, c)), product(numbered(h, num(0), c)) + 2 * r * x(T))
    p.qed(p.have(goal, differ, (now, x(T)), (was, x(T))))


def loses(q: Term) -> Term:
    """1 if |zᵀx| < |x_T| for the number q, else 0."""
    return ite(abs(product(q)) < abs(x(T)), 1, 0)


@chapter.theorem
def few_lose(p: Proof) -> None:
    """x_T ≠ 0 ⊢ of the K^d vectors z at most K^(d−1) have |zᵀx| < |x_T|."""
    p.given(K_low=K >= 2, T_low=T >= 1, T_high=T <= d, other=negation(Eq(x(T), 0)))
    p.given(h_low=h >= 1, h_high=h <= power(K, d - T), c_low=c >= 1, c_high=c <= B, r_low=r >= 1, r_high=r <= K)
    above, width = power(K, d - T), power(K, d - T + 1)
    p.apply("power_pos", m=K, k=T - 1, label="B_pos")
    p.apply("power_pos", m=K, k=d - T, label="above_pos")
    p.apply("power_pos", m=K, k=d - T + 1, label="width_pos")
    # one row: the values of digit T
    moves = p.apply("product_moves", h=h - 1, r=r - 1, c=c - 1)
    start = product(numbered(h - 1, num(0), c - 1))
    same = p.congr(lambda u: ite(abs(u) < abs(x(T)), 1, 0), moves)
    p.generalize(r, same, label="each")
    row = fun(lambda r: loses(numbered(h - 1, r - 1, c - 1)))
    p.apply("sum_eq", f=row, g=fun(lambda r: lost(start, x(T), r)), lo=1, hi=K, label="row")
    once = p.apply("lost_once", A=start, Y=x(T), k=K)
    p.generalize(h, p.have(Sum(row, 1, K) <= 1, "row", once), "h_low", "h_high", label="rows")
    # all rows with the same digits below T
    by_row = fun(lambda h: Sum(lambda r: loses(numbered(h - 1, r - 1, c - 1)), 1, K))
    one = fun(lambda h: num(1))
    sum_rows = p.apply("sum_le", f=by_row, g=one, lo=1, hi=above)
    count = p.apply("sum_const", lo=1, hi=above)
    own = fun(lambda e: loses((e - 1) * B + (c - 1)))
    tiles = p.apply("tile_sum", f=own, d=K, G=above)
    step = p.apply("power_step", m=K, k=d - T)
    p.have(Eq(K * above, width), step, label="width")
    columns = p.have(Sum(own, 1, K * above) <= above, sum_rows, count, tiles)
    columns = p.rewrite(columns, "width")
    p.generalize(c, columns, label="columns")
    # all
    by_column = fun(lambda c: Sum(lambda e: loses((e - 1) * B + (c - 1)), 1, width))
    sum_columns = p.apply("sum_le", f=by_column, g=fun(lambda c: above), lo=1, hi=B)
    count_ = p.apply("sum_const", lo=1, hi=B)
    flat = fun(lambda e: loses(e - 1))
    tiles_ = p.apply("tile_sum", f=flat, d=B, G=width)
    swap = p.apply("sum_swap", h=fun(lambda e, c: loses((e - 1) * B + (c - 1)), 2), lo=1, hi=width, lo2=1, hi2=B)
    whole = p.apply("power_add", m=K, a=T - 1, b=d - T + 1)
    fewer = p.apply("power_add", m=K, a=T - 1, b=d - T)
    bound = p.have(Sum(flat, 1, B * width) <= power(K, d - 1), tiles_, swap, sum_columns, (count_, above), fewer)
    size = p.have(Eq(B * width, power(K, d)), whole)
    p.qed(p.rewrite(bound, size), Sum(lambda e: loses(e - 1), 1, power(K, d)) <= power(K, d - 1))


# --- the vectors z are not too long, and not zero ---------------------------------------------------------------------


@chapter.theorem
def vector_short(p: Proof) -> None:
    """‖z‖² <= d (K − 1)²."""
    p.given(q_low=q >= 0, K_low=K >= 1, d_low=d >= 1, t_low=t >= 1, t_high=t <= d)
    low = p.apply("digits.digit_low", most=q)
    high = p.apply("digits.digit_high", most=q)
    least = p.have(0 <= lattice(t) + (K - 1), low)
    most = p.have(0 <= (K - 1) - lattice(t), high)
    p.generalize(t, p.have(lattice(t) * lattice(t) <= (K - 1) ** 2, (least, most)), "t_low", "t_high", label="terms")
    sum_ = p.apply("sum_le", f=fun(lambda t: lattice(t) * lattice(t)), g=fun(lambda t: (K - 1) ** 2), lo=1, hi=d)
    count = p.apply("sum_const", lo=1, hi=d)
    p.qed(p.have(dot(lattice, lattice, d) <= d * (K - 1) ** 2, sum_, (count, (K - 1) ** 2)))


@chapter.theorem
def vector_not_zero(p: Proof) -> None:
    """For an even K all entries of z are odd, so that ‖z‖ > 0."""
    p.given(even=Eq(K, 2 * y), d_low=d >= 1, t_low=t >= 1, t_high=t <= d)
    first, u = lattice(num(1)), digit(q, num(1)) - y
    odd = p.have(Eq(first, 2 * u + 1), "even")

    def apart(low: Fact) -> Fact:
        return p.have(1 <= first * first, low, (odd, first), (odd, 2 * u + 1))

    p.given(below=u < 0, above=0 <= u)
    negative = p.have(u + 1 <= 0, "below")
    large = p.cases(0, u, apart(p.get("above")), apart(negative))
    square = p.apply("square_nonneg", x=lattice(t))
    p.generalize(t, p.have(0 <= lattice(t) * lattice(t), square), "t_low", "t_high", label="squares")
    member = p.apply("sum_member", f=fun(lambda t: lattice(t) * lattice(t)), lo=1, hi=d, m=1)
    p.have(0 < dot(lattice, lattice, d), large, member, label="size")
    p.qed(p.apply("sqrt_positive", s=dot(lattice, lattice, d)), 0 < norm(lattice, d))


# --- a pair of points ---------------------------------------------------------------------------------------------


kept_share = 2 / (m**2 * d)


def unit_product(number: Term) -> Term:
    """|vᵀx| for the unit vector v along z."""
    v = substitute(coded, {q: number})
    return abs(dot(v, x, d))


def not_kept(number: Term) -> Term:
    """1 if |vᵀx| is less than 2/(m² d) times ‖x‖, else 0."""
    return ite(unit_product(number) < kept_share * norm(x, d), 1, 0)


FEW = {"K_low": K >= 2, "d_low": d >= 1, "m_low": m >= 1, "K_high": 2 * (K - 1) <= m**2, "even": Eq(K, 2 * y)}
FEW_KEPT = Sum(lambda e: not_kept(e - 1), 1, power(K, d)) <= power(K, d - 1)


@chapter.theorem
def not_kept_loses(p: Proof) -> None:
    """‖x‖² <= d x_T² and |vᵀx| < 2‖x‖/(m² d) ⊢ |zᵀx| < |x_T|."""
    p.given(**FEW, q_low=q >= 0, large=dot(x, x, d) <= d * x(T) ** 2, bad=unit_product(q) < kept_share * norm(x, d))
    p.have(0 < d, "d_low", label="d_pos")
    p.have(0 < m, "m_low", label="m_pos")
    p.apply("vector_not_zero", label="z_pos")
    p.apply("vector_short", label="z_short")
    p.apply("norm_square", x=lattice, label="z_square")
    p.apply("norm_square", label="x_square")
    n_z, n_x, u = norm(lattice, d), norm(x, d), dot(lattice, x, d)
    size = abs(u)
    p.apply("abs_nonneg", x=u, label="size_nonneg")
    p.abs_value(inv(n_z), p.have(0 <= inv(n_z), inv(n_z)), label="inverse_size")
    p.apply("abs_mul", u=u, r=inv(n_z), label="product")
    p.have(size * inv(n_z) < kept_share * n_x, "bad", "product", ("inverse_size", size), label="bad_")
    p.have(size * m**2 * d < 2 * n_x * n_z, ("bad_", "z_pos", "m_pos", "m_pos", "d_pos"), label="scaled")
    p.have(0 <= size * m**2 * d, ("size_nonneg", "m_pos", "m_pos", "d_pos"), label="nonneg")
    p.have(0 < 2 * n_x * n_z + size * m**2 * d, "scaled", "nonneg", label="sum_pos")
    p.have((size * m**2 * d) ** 2 < 4 * n_x**2 * n_z**2, ("scaled", "sum_pos"), label="squares")
    p.apply("square_nonneg", x=x(T), label="T_nonneg")
    p.have(0 <= d * x(T) ** 2, ("T_nonneg", "d_pos"), label="T_size")
    p.apply("square_nonneg", x=n_z, label="z_nonneg")
    p.have(0 <= K - 1, "K_low", label="K_pos")
    lengths = p.have(n_x**2 * n_z**2 <= d * x(T) ** 2 * n_z**2, "x_square", ("large", "z_nonneg"))
    p.have(n_z**2 <= d * (K - 1) ** 2, "z_square", "z_short", label="z_length")
    longest = p.have(d * x(T) ** 2 * n_z**2 <= d * x(T) ** 2 * (d * (K - 1) ** 2), ("z_length", "T_size"))
    p.have(0 <= m**2 + 2 * (K - 1), ("m_pos", "m_pos"), "K_pos", label="base_sum")
    p.have(4 * (K - 1) ** 2 <= m**4, ("K_high", "base_sum"), label="bases")
    p.have(0 <= d**2 * x(T) ** 2, ("T_size", "d_pos"), label="T_both")
    most = p.have(4 * (d * x(T) ** 2 * (d * (K - 1) ** 2)) <= m**4 * (d**2 * x(T) ** 2), ("bases", "T_both"))
    p.have(size**2 * (m**4 * d**2) < x(T) ** 2 * (m**4 * d**2), "squares", lengths, longest, most, label="less_")
    p.apply("abs_square", u=x(T), label="T_square")
    p.have(size**2 < abs(x(T)) ** 2, "less_", "T_square", scale=["m_pos"] * 4 + ["d_pos"] * 2, label="less")
    p.apply("abs_nonneg", x=x(T), label="T_size_nonneg")
    p.qed(p.apply("square_lt", u=size, r=abs(x(T))))


@chapter.theorem
def few_not_kept(p: Proof) -> None:
    """At most K^(d−1) of the vectors v keep less than 2/(m² d) of ‖x‖."""
    goal, length = FEW_KEPT, dot(x, x, d)
    p.given(**FEW, e_low=e >= 1, e_high=e <= power(K, d), T_low=T >= 1, T_high=T <= d)
    p.given(zero=length <= 0, pos=0 < length, small=d * x(T) ** 2 < length, large=length <= d * x(T) ** 2)
    p.given(many=power(K, d - 1) < goal.args[0], few=goal.args[0] <= power(K, d - 1))
    bound_pos = p.apply("power_pos", m=K, k=d - 1)
    losers = fun(lambda e: not_kept(e - 1))
    # x = 0: nothing is lost
    no_length = p.apply("sqrt_zero", s=length)
    any_size = p.apply("abs_nonneg", x=dot(substitute(coded, {q: e - 1}), x, d))
    enough = p.have(kept_share * norm(x, d) <= unit_product(e - 1), any_size, (no_length, kept_share))
    p.generalize(
        e, p.have(not_kept(e - 1) <= 0, *p.reduce_ite(enough, not_kept(e - 1))), "e_low", "e_high", label="none"
    )
    nothing = p.apply("sum_le", f=losers, g=fun(lambda e: num(0)), lo=1, hi=power(K, d))
    at_zero = p.have(goal, nothing, bound_pos)
    false = p.have(FALSE, "large", "pos", (p.assume(Eq(x(T), 0)), d * x(T)))
    p.rule("discharge", Eq(x(T), 0), false, label="other")
    p.apply("few_lose", label="few_lose")
    term = not_kept(e - 1) <= loses(e - 1)
    bad, good = (
        p.assume(f)
        for f in (unit_product(e - 1) < kept_share * norm(x, d), kept_share * norm(x, d) <= unit_product(e - 1))
    )
    lose = p.apply("not_kept_loses", bad)
    is_lost = p.have(term, *p.reduce_ite(bad, not_kept(e - 1)), *p.reduce_ite(lose, loses(e - 1)))
    kept = p.reduce_ite(good, not_kept(e - 1))
    choice = loses(e - 1)
    is_kept = by_cases(p, [choice.args[0]], lambda known: p.have(term, *values(p, known, choice), *kept))
    p.generalize(
        e, p.cases(kept_share * norm(x, d), unit_product(e - 1), is_kept, is_lost), "e_low", "e_high", label="terms"
    )
    compared = p.apply("sum_le", f=losers, g=fun(lambda e: loses(e - 1)), lo=1, hi=power(K, d))
    not_large = p.absurd(p.have(FALSE, compared, "few_lose", "many"), d * x(T) ** 2 < length)
    # some coordinate is large
    each = p.cases(length, d * x(T) ** 2, not_large, "small")
    p.generalize(T, each, label="all_small")
    sum_ = p.apply("sum_lt", f=fun(lambda T: d * x(T) ** 2), g=fun(lambda T: length), lo=1, hi=d)
    count = p.apply("sum_const", lo=1, hi=d)
    contradiction = p.absurd(p.have(FALSE, sum_, (count, length)), goal)
    at_nonzero = p.cases(goal.args[0], power(K, d - 1), "few", contradiction)
    p.qed(p.cases(length, 0, at_zero, at_nonzero), goal)


# --- all pairs ----------------------------------------------------------------------------------------------------

pairs = Sum(lambda b: b - 1, 1, m)


@chapter.theorem
def pairs_count(p: Proof) -> None:
    """0 <= m ⊢ 2 Σ_{b=1}^{m} (b − 1) = m (m − 1)."""

    def claim(size: Term) -> Term:
        return Eq(2 * Sum(lambda b: b - 1, 1, size), size * (size - 1))

    p.given(m_low=0 <= m, k_low=0 <= k, so_far=claim(k))
    zero = num(0)
    base = p.have(claim(zero))
    unroll(p, ("last", Sum(lambda b: b - 1, 1, k + 1)))
    step = p.have(claim(k + 1), "last", "so_far")
    all_ = p.induct(claim, 0, k, base, step)
    p.qed(p.specialize(all_, m), claim(m))


def pair_not_kept(number: Term, a: Term, b: Term) -> Term:
    """1 if v keeps less than 2/(m² d) of the distance of w_a and w_b, else 0."""
    return substitute(not_kept(number), {x: gap(a, b)})


def pairs_not_kept(number: Term) -> Term:
    """The number of pairs a < b whose distance v does not keep."""
    return Sum(lambda b: Sum(lambda a: pair_not_kept(number, a, b), 1, b - 1), 1, m)


@chapter.theorem
def kept_if_none_lost(p: Proof) -> None:
    """If v does not lose any pair, it keeps 2/(m² d) of all distances."""
    i, j = ints("i j")
    relation = unit_product(q) >= kept_share * norm(x, d)

    def at(a: Term, b: Term) -> Term:
        return substitute(relation, {x: gap(a, b)})

    def nonneg(a: Term, b: Term) -> Fact:
        counted = pair_not_kept(q, a, b)
        return by_cases(p, [counted.args[0]], lambda known: p.have(0 <= counted, *values(p, known, counted)))

    p.given(a_low=1 <= a, a_high=a <= m, b_low=1 <= b, b_high=b <= m, order=a < b)
    # a < b
    p.generalize(i, nonneg(i, j), 1 <= i, i <= j - 1, label="members")
    row = fun(lambda b: Sum(lambda a: pair_not_kept(q, a, b), 1, b - 1))
    p.apply("sum_nonneg", f=fun(lambda a: pair_not_kept(q, a, j)), lo=1, hi=j - 1, label="row")
    p.generalize(j, "row", 1 <= j, j <= m, label="rows")
    one_row = p.apply("sum_member", f=row, lo=1, hi=m, m=b)
    p.generalize(i, nonneg(i, b), 1 <= i, i <= b - 1, label="members_b")
    one = p.apply("sum_member", f=fun(lambda a: pair_not_kept(q, a, b)), lo=1, hi=b - 1, m=a)
    s, u = at(a, b).args
    bad, good = p.assume(u < s), at(a, b)
    lost_ = p.have(FALSE, *p.reduce_ite(bad, pair_not_kept(q, a, b)), one, one_row, p.assume(pairs_not_kept(q) < 1))
    ordered = p.cases(s, u, p.assume(good), p.absurd(lost_, at(a, b)))
    # a = b
    equal = p.have(at(a, a))

    def each(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.replace(order, hole(lambda y: at(a, y), "Z"), equal)
        fact = p.get(ordered) if order.concl.args[0] is a else p.instantiate(ordered, [(a, b), (b, a)])
        return p.change(p.cut(fact), at(a, b))

    p.trichotomy(a, b, each, label="each")
    inner = p.generalize(b, "each")
    p.qed(p.generalize(a, inner), at_code(kept(kept_share)))


fails = every(lambda q: at_code(implies(not_zero, kept(kept_share), FALSE), K, q), 0)


@chapter.theorem
def not_all_lose(p: Proof) -> None:
    """For an even K with m (m − 1)/2 < K <= m²/2 + 1 some of the K^d vectors z loses no pair."""
    p.given(**{name: FEW[name] for name in ("K_low", "d_low", "m_low", "even")})
    p.given(room=implies(m >= 2, 2 * (K - 1) <= m**2), enough=pairs + 1 <= K, none=fails)
    p.given(a_low=a >= 1, a_high=a <= b - 1, b_low=b >= 1, b_high=b <= m, e_low=e >= 1, e_high=e <= power(K, d))
    fewer_pos = p.apply("power_pos", m=K, k=d - 1)
    p.apply("power_pos", m=K, k=d, label="all_pos")
    step = p.apply("power_step", m=K, k=d - 1)
    # each of them loses a pair
    p.apply("vector_not_zero", q=e - 1, label="proper")
    p.given(loses_none=pairs_not_kept(e - 1) < 1, loses_some=1 <= pairs_not_kept(e - 1))
    keeps = p.apply("kept_if_none_lost", q=e - 1)
    bad = p.mp(p.specialize("none", e - 1), keeps)
    never = p.absurd(bad, 1 <= pairs_not_kept(e - 1))
    some = p.cases(1, pairs_not_kept(e - 1), "loses_some", never)
    p.generalize(e, some, "e_low", "e_high", label="each")
    sum_ = p.apply("sum_le", f=fun(lambda e: num(1)), g=fun(lambda e: pairs_not_kept(e - 1)), lo=1, hi=power(K, d))
    count = p.apply("sum_const", lo=1, hi=power(K, d))
    # each pair is lost by few
    two = p.have(m >= 2, "a_low", "a_high", "b_high")
    p.note("K_high", p.mp("room", two))
    p.generalize(a, p.apply("few_not_kept", x=gap(a, b)), label="pair")
    by_pair = fun(lambda a: Sum(lambda e: pair_not_kept(e - 1, a, b), 1, power(K, d)))
    row_sum = p.apply("sum_le", f=by_pair, g=fun(lambda a: power(K, d - 1)), lo=1, hi=b - 1)
    row_count = p.apply("sum_const", lo=1, hi=b - 1)
    row_swap = p.apply(
        "sum_swap",
        h=fun(lambda e, a: pair_not_kept(e - 1, a, b), 2),
        lo=1,
        hi=power(K, d),
        lo2=1,
        hi2=b - 1,
    )
    by_row = fun(lambda b: Sum(lambda e: Sum(lambda a: pair_not_kept(e - 1, a, b), 1, b - 1), 1, power(K, d)))
    most = (b - 1) * power(K, d - 1)
    row = p.have(by_row(b) <= most, row_sum, row_swap, (row_count, power(K, d - 1)))
    p.generalize(b, row, label="rows")
    rows_sum = p.apply("sum_le", f=by_row, g=fun(lambda b: (b - 1) * power(K, d - 1)), lo=1, hi=m)
    rows = fun(lambda e, b: Sum(lambda a: pair_not_kept(e - 1, a, b), 1, b - 1), 2)
    swap = p.apply("sum_swap", h=rows, lo=1, hi=power(K, d), lo2=1, hi2=m)
    p.qed(p.have(FALSE, sum_, count, swap, rows_sum, step, ("enough", fewer_pos), fewer_pos))


@chapter.claim(given={"d_low": d >= 1, "m_low": m >= 1}, shows=some_direction(kept(kept_share)))
def some_direction_counted(p: Proof) -> Fact:
    """Let K be the even one of the numbers m (m − 1)/2 + 1 and m (m − 1)/2 + 2."""
    p.given(none=p.goal.args[0], two=m >= 2)
    half = floor(pairs, num(2))
    base = 2 * (half + 1)
    p.apply("pairs_count", label="count")
    p.apply("floor_bounds", q=pairs, c=2, label="half_low")
    p.apply("floor_above", q=pairs, c=2, label="half_high")
    enough = p.have(pairs + 1 <= base)
    p.have(0 <= half, label="half_nonneg")
    K_low = p.have(base >= 2)
    room = p.have(2 * (base - 1) <= m**2, "two")
    p.rule("discharge", m >= 2, room, label="room")
    at_base = p.instantiate(p.theorem("not_all_lose"), [(K, base), (y, half + 1)])
    here = p.mp(p.rule("specialize", "none", base), K_low)
    false = p.cut(at_base, K_low, "room", enough, here)
    return p.rule("discharge", p.goal.args[0], false)
