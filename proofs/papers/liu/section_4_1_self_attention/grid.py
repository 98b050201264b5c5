"""B.1: the grid, its nearest point, and Theorem 4.1.

The P^m centres are the points with coordinates (2Dκ + D − DP)/P, κ from 0 to P − 1 (m = dn): the middles of P intervals
that cut [−D, D]. Printed are their left ends, from which points near D are twice as far. Centre j has the digits
κ(j, i) of j − 1 to the base P.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import *
from proofs.papers.liu.section_4_1_self_attention.nearest_centre import *
from proofs.papers.liu.section_4_1_self_attention.self_attention import network
from proofs.papers.liu.vocabulary import R, c, d, eps, i, k, n, paper
from proofs.theorems.algebra.expansions import changed, expansion
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.algebra.powers import power

P, t = ints("P t")
(D,) = reals("D")
(digit,) = sequences("kappa", 2)


def label_sum(j: Term) -> Term:
    """Σ_i κ(j, i) P^(i−1)."""
    return Sum(lambda i: digit(j, i) * power(P, i - 1), 1, length)


def coordinate(a: Term) -> Term:
    """(2Da + D − DP)/P: the middle of the a-th interval, counted from 0."""
    return (2 * D * a + D - D * P) / P


def coordinate_printed(a: Term) -> Term:
    """(2Da − DP)/P: its left end."""
    return (2 * D * a - D * P) / P


def on_grid(place: Callable[[Term], Term]) -> Term:
    """Every centre has the coordinates given by its digits."""
    return every(lambda j: every(lambda i: Eq(v(j, i), place(digit(j, i))), 1, length), 1, G)


def for_digits(claim: Callable[[Term], Term]) -> Term:
    """For all centres j and coordinates i: claim(κ(j, i))."""
    return every(lambda j: every(lambda i: claim(digit(j, i)), 1, length), 1, G)


digit_low, digit_high = for_digits(lambda a: 0 <= a), for_digits(lambda a: a <= P - 1)
numbered = every(lambda j: Eq(j - 1, label_sum(j)), 1, G)
counted = Eq(G, power(P, length))
grid_laws = (P >= 1, length >= 1, counted, digit_low, digit_high, numbered)
GRID = ("base", "dimension", "counted", "digit_low", "digit_high", "numbered")
inside = every(lambda k: abs(z(k)) <= D, 1, length)
middles = on_grid(coordinate)
nearest_here = (*labelled, greatest)


def with_grid(p: Proof) -> None:
    """Assume that the G = P^m centres are numbered by their digits."""
    p.given(**dict(zip(GRID, grid_laws, strict=True)))


def both(*formulas: Term) -> Term:
    """Return the conjunction of these formulas."""
    return negation(implies(*formulas, FALSE))


def is_label(s: Term) -> Term:
    """A number from 0 to P^m − 1."""
    return both(0 <= s, s <= power(P, length) - 1)


tuple_a, tuple_b = sequences("a b")


def is_tuple(a: Term) -> tuple[Term, Term]:
    """Digits from 0 to P − 1."""
    return every(lambda i: 0 <= a(i), 1, length), every(lambda i: a(i) <= P - 1, 1, length)


@paper.claim(given=[P >= 1, length >= 1, *is_tuple(tuple_a)], shows=is_label(expansion(tuple_a, length)))
def tuples_have_labels(p: Proof) -> Fact:
    """A tuple has a label from 0 to P^m − 1."""
    return p.exists_intro(p.goal, [])


@paper.claim(
    given=[P >= 1, length >= 1, *is_tuple(tuple_a), *is_tuple(tuple_b),
           Eq(expansion(tuple_a, length), expansion(tuple_b, length))],
    shows=every(lambda i: Eq(tuple_a(i), tuple_b(i)), 1, length),
)  # fmt: skip
def tuples_are_labels(p: Proof) -> Fact:
    """Tuples with the same label are equal: the labels are one-to-one."""
    return p.apply("expansion_unique")


def other_label(j: Term, k: Term, t: Term) -> Term:
    """The label of the centre whose digit k is t and whose other digits are those of centre j."""
    return j + (t - digit(j, k)) * power(P, k - 1)


step_to = (j >= 1, j <= G, k >= 1, k <= length, 0 <= t, t <= P - 1)


def _neighbour(p: Proof) -> None:
    """Prove "new_low", "new_high": the new label is in range; "agree": its digits are the changed ones."""
    with_grid(p)
    p.given(**dict(zip(("low", "high", "k_low", "k_high", "t_low", "t_high"), step_to, strict=True)))
    own, new = fun(lambda i: digit(j, i)), changed(fun(lambda i: digit(j, i)), k, t)
    p.apply("change_digit", a=own, label="change")
    p.specialize("numbered", j, label="number")
    for name, bound, law in (("low", lambda x: 0 <= x, "t_low"), ("high", lambda x: x <= P - 1, "t_high")):

        def each(case: Fact, bound: Callable[[Term], Term] = bound, law: str = law, name: str = name) -> Fact:
            value = p.ite_eq(new(i), case)
            using = [law] if case.concl.op == "eq" else [p.specialize(f"digit_{name}", j, i)]
            return p.have(bound(new(i)), value, *using)

        if name == "low":
            p.given(i_low=i >= 1, i_high=i <= length)
        p.generalize(i, p.trichotomy(i, k, each), label=f"new_{name}_digits")
    p.apply("expansion_low", "new_low_digits", label="least")
    p.apply("expansion_high", "new_high_digits", label="most")
    there = other_label(j, k, t)
    p.have(Eq(there - 1, expansion(new, length)), "change", "number", label="number_there")
    p.have(1 <= there, "least", "number_there", label="new_low")
    p.have(there <= G, "most", "number_there", "counted", label="new_high")
    p.specialize("numbered", there, label="numbered_there")
    for name in ("low", "high"):
        p.generalize(i, p.specialize(f"digit_{name}", there, i), label=f"their_{name}")
    p.apply("expansion_unique", "their_high", b=new, label="agree")  # fmt: skip


@paper.theorem
def neighbour_low(p: Proof) -> None:
    """The label of the centre with one digit changed is at least 1."""
    _neighbour(p)
    p.qed("new_low")


@paper.theorem
def neighbour_high(p: Proof) -> None:
    """This label is at most G."""
    _neighbour(p)
    p.qed("new_high")


@paper.theorem
def neighbour_digits(p: Proof) -> None:
    """Its digits are those of centre j, except for digit k, which is t."""
    _neighbour(p)
    new = changed(fun(lambda i: digit(j, i)), k, t)
    there = other_label(j, k, t)
    p.qed("agree", every(lambda i: Eq(digit(there, i), new(i)), 1, length))


@paper.theorem
def neighbour_coordinate(p: Proof) -> None:
    """In coordinate k the nearest centre is at least as near as the middle of any interval."""
    with_grid(p)
    p.given(best_low=best >= 1, best_high=best <= G, greatest=greatest, middles=middles)
    p.given(k_low=k >= 1, k_high=k <= length, t_low=0 <= t, t_high=t <= P - 1, i_low=i >= 1, i_high=i <= length)
    there = other_label(best, k, t)
    p.apply("neighbour_low", j=best, label="new_low")
    p.apply("neighbour_high", j=best, label="new_high")
    new_digits = p.apply("neighbour_digits", j=best)
    squares = p.apply("nearest_squares")
    order = p.specialize(squares, there)
    new = changed(fun(lambda i: digit(best, i)), k, t)
    p.given(other=negation(Eq(i, k)))
    digit_i = p.specialize(new_digits, i)
    kept = p.ite_eq(new(i), "other")
    own_i = p.specialize("middles", best, i)
    their_i = p.specialize("middles", there, i)
    same_i = p.have(Eq(v(there, i), v(best, i)), own_i, their_i, (digit_i, 2 * D / P), (kept, 2 * D / P))
    term = p.congr(lambda x: (z(i) - x) * (z(i) - x), same_i)
    p.generalize(i, term, label="terms")
    f, g = (fun(lambda i, x=x: (z(i) - v(x, i)) * (z(i) - v(x, i))) for x in (there, best))
    differ = p.apply("sum_differ", lo=1, hi=length, f=f, g=g)
    digit_k = p.specialize(new_digits, k)
    their_k = p.specialize("middles", there, k)
    at_k = p.have(Eq(v(there, k), coordinate(t)), their_k, (digit_k, 2 * D / P))
    moved = p.congr(lambda x: (z(k) - x) * (z(k) - x), at_k)
    own = (z(k) - v(best, k)) * (z(k) - v(best, k))
    goal = own <= (z(k) - coordinate(t)) * (z(k) - coordinate(t))
    p.qed(p.have(goal, order, differ, moved))


nearest_given = (*grid_laws, D > 0, inside, middles, *nearest_here)
gap_k = z(k) - v(best, k)


def with_nearest(p: Proof) -> None:
    """Assume the grid, a point of the cube, and that j_m is nearest to it."""
    with_grid(p)
    p.given(inside=inside, middles=middles)


@paper.claim(
    given=[*nearest_given, k >= 1, k <= length, 0 <= t, t <= P - 1],
    shows=gap_k * gap_k <= (z(k) - coordinate(t)) * (z(k) - coordinate(t)),
)
def nearer_than_neighbours(p: Proof) -> None:
    """Compare coordinate k of the nearest centre with the t-th middle."""


step_width = 2 * D / P
digit_k = digit(best, k)


@paper.claim(
    given=[*nearest_given, k >= 1, k <= length, digit_k + 1 <= P - 1],
    shows=2 * (step_width * gap_k) <= step_width * step_width,
)
def right_neighbour(p: Proof) -> None:
    """2Δᵀ(Z̃ − v_jm) <= ‖Δ‖² for Δ = (2D/P) e_k, if there is a centre on this side."""
    with_nearest(p)
    p.specialize("digit_low", best, k, label="own_low")
    p.apply("neighbour_coordinate", t=digit_k + 1, label="order")
    p.specialize("middles", best, k, label="own")


@paper.claim(
    given=[*nearest_given, k >= 1, k <= length, 0 <= digit_k - 1],
    shows=-(2 * (step_width * gap_k)) <= step_width * step_width,
)
def left_neighbour(p: Proof) -> None:
    """The same for Δ = −(2D/P) e_k."""
    p.apply("neighbour_coordinate", t=digit_k - 1, label="order")


@paper.claim(given=[*nearest_given, k >= 1, k <= length], shows=abs(gap_k) <= D / P)
def coordinate_near(p: Proof) -> Fact:
    """Every coordinate of Z̃ is within D/P of that of the nearest centre, also at the edge of the cube."""
    with_nearest(p)
    cube = p.specialize("inside", k)
    up = p.apply("abs_ge", x=z(k))
    down = p.apply("abs_ge", x=-z(k))
    own = p.specialize("middles", best, k)
    p.have(P > 0, label="P_pos")
    p.given(right=digit_k + 1 <= P - 1, right_end=P - 1 < digit_k + 1)
    right_step = p.apply("right_neighbour")
    above_in = p.have(gap_k <= D / P, right_step, scale=[step_width])
    p.integer_step("right_end", label="last")
    digit_most = p.specialize("digit_high", best, k)
    is_last = p.antisymmetry(digit_most, p.have(P - 1 <= digit_k))
    above_end = p.have(gap_k <= D / P, own, (is_last, 2 * D / P), up, cube)
    above = p.cases(digit_k + 1, P - 1, above_in, above_end)
    p.given(left=0 <= digit_k - 1, left_end=digit_k - 1 < 0)
    left_step = p.apply("left_neighbour")
    below_in = p.have(-(D / P) <= gap_k, left_step, scale=[step_width])
    p.integer_step("left_end", label="first")
    digit_least = p.specialize("digit_low", best, k)
    is_first = p.antisymmetry(p.have(digit_k <= 0), digit_least)
    below_end = p.have(-(D / P) <= gap_k, own, (is_first, 2 * D / P), down, cube)
    below = p.cases(0, digit_k - 1, below_in, below_end)
    return p.apply("abs_le", above, below)


@paper.claim(given=[*nearest_given, k >= 1, k <= length], shows=2 * (step_width * gap_k) <= step_width * step_width)
def step_right(p: Proof) -> None:
    """2Δᵀ(Z̃ − v_jm) <= ‖Δ‖² for Δ = (2D/P) e_k, also where there is no centre on that side."""
    with_nearest(p)
    near = p.apply("coordinate_near")
    p.have(P > 0, label="P_pos")
    p.have(gap_k <= D / P, p.apply("abs_ge", x=gap_k), near, label="within")


@paper.claim(given=[*nearest_given, k >= 1, k <= length], shows=-(2 * (step_width * gap_k)) <= step_width * step_width)
def step_left(p: Proof) -> None:
    """The same for Δ = −(2D/P) e_k."""
    with_nearest(p)
    near = p.apply("coordinate_near")
    p.have(P > 0, label="P_pos")
    p.have(-gap_k <= D / P, p.apply("abs_ge", x=-gap_k), near, label="within")


def farthest(j: Term) -> Term:
    """‖Z̃ − v_j‖_∞."""
    return Max(lambda k: abs(z(k) - v(j, k)), 1, length)


paper.notions.define(farthest(j), (j,), "‖Z̃ − v_{0}‖_∞", r"\|\tilde Z - v_{{{0}}}\|_\infty")


@paper.claim(given=nearest_given, shows=farthest(best) <= D / P)
def nearest_within(p: Proof) -> Fact:
    """‖Z̃ − v_jm‖_∞ <= D/P."""
    with_nearest(p)
    p.given(k_low=k >= 1, k_high=k <= length)
    near = p.apply("coordinate_near")
    members = p.generalize(k, near)
    return p.max_le(farthest(best), D / P, "dimension", members)


fine = 2 * D <= delta * P


@paper.claim(given=[*nearest_given, fine], shows=farthest(best) <= delta / 2)
def nearest_within_half(p: Proof) -> None:
    """P >= 2D/δ implies ‖Z̃ − v_jm‖_∞ <= δ/2."""
    p.apply("nearest_within", label="near")
    p.have(P > 0, label="P_pos")
    p.have(D / P <= delta / 2, fine, scale=["P_pos"], label="half")


modulus = every(lambda j: implies(farthest(j) <= delta, gap(j) <= eps / 3), 1, G)


@paper.claim(given=[*nearest_given, fine, delta > 0, modulus], shows=gap(best) <= eps / 3)
def nearest_has_close_value(p: Proof) -> None:
    """(B.17)."""
    p.apply("nearest_within_half", label="near")


finer = 4 * (D * D) * length <= delta * delta * (P * P)


@paper.claim(given=[*nearest_given, finer], shows=square(best) <= delta * delta / 4)
def nearest_square(p: Proof) -> None:
    """P >= 2D √m/δ implies ‖Z̃ − v_jm‖² <= δ²/4."""
    p.given(finer=finer, k_low=k >= 1, k_high=k <= length)
    p.apply("coordinate_near", label="near")
    p.apply("abs_ge", x=gap_k, label="up")
    p.apply("abs_ge", x=-gap_k, label="down")
    p.have(P > 0, label="P_pos")
    p.have(D / P - gap_k >= 0, "near", "up", label="above")
    p.have(D / P + gap_k >= 0, "near", "down", label="below")
    p.have(gap_k * gap_k <= D / P * (D / P), ("above", "below"), label="term")
    p.generalize(k, "term", label="terms")
    f, g = fun(lambda k: (z(k) - v(best, k)) * (z(k) - v(best, k))), fun(lambda k: D / P * (D / P))
    p.apply("sum_le", f=f, g=g, lo=1, hi=length, label="sum")
    p.apply("sum_const", lo=1, hi=length, label="count")
    p.have(length * (D / P * (D / P)) <= delta * delta / 4, "finer", scale=["P_pos", "P_pos"], label="bound")


@paper.claim(given=[length >= 1, delta >= 0, delta < farthest(j)], shows=delta * delta <= square(j))
def far_in_square(p: Proof) -> Fact:
    """A distance of more than δ in the maximum norm is more than δ in the Euclidean norm."""
    p.given(dimension=length >= 1, delta_low=delta >= 0)
    p.given(less=square(j) < delta * delta, more=delta * delta <= square(j), k_low=k >= 1, k_high=k <= length)
    x = z(k) - v(j, k)
    member = p.apply("sum_member", f=fun(lambda k: (z(k) - v(j, k)) * (z(k) - v(j, k))), lo=1, hi=length, m=k)
    for name, value in (("above", x), ("below", -x)):
        big, fine_ = delta < value, value <= delta
        clash = p.have(FALSE, member, "less", (big, big), (p.assume(big), "delta_low"))
        p.cases(value, delta, p.assume(fine_), p.absurd(clash, value <= delta), label=name)
    size = p.apply("abs_le", x=x, u=delta)
    sizes = p.generalize(k, size)
    all_ = p.max_le(farthest(j), delta, "dimension", sizes)
    never = p.absurd(p.have(FALSE, all_), delta * delta <= square(j))
    return p.cases(delta * delta, square(j), "more", never)


# --- Theorem 4.1 --------------------------------------------------------------------------------------------------

below_bound = (strict, every(lambda r: every(lambda c: abs(y(r, c)) <= B0, 1, n), 1, d))


@paper.claim(given=[B0 > 0, below_bound[0]], shows=positive[0])
def plus_positive(p: Proof) -> Fact:
    """T > 0 where |f| < B_0."""
    return _sign(p, -F(j, r, c), lambda w: 1 + w / B0)


@paper.claim(given=[B0 > 0, below_bound[0]], shows=positive[1])
def minus_positive(p: Proof) -> Fact:
    """E > 0 where |f| < B_0."""
    return _sign(p, F(j, r, c), lambda w: 1 - w / B0)


def _sign(p: Proof, side: Term, part: Callable[[Term], Term]) -> Fact:
    p.given(bound_pos=B0 > 0, values=below_bound[0], low=j >= 1, high=j <= G)
    p.given(r_low=r >= 1, r_high=r <= d, c_low=c >= 1, c_high=c <= n)
    value = p.specialize("values", j, r, c)
    size = p.apply("abs_ge", x=side)
    positive = p.have(part(F(j, r, c)) > 0, value, size, scale=["bound_pos"])
    return p.generalize(c, positive)


@paper.claim(given=[d >= 1, n >= 1, *below_bound], shows=bounded)
def gaps_bounded(p: Proof) -> Fact:
    """‖f(ṽ_j) − f(Z)‖_∞ <= 2B_0."""
    p.given(wide=d >= 1, long=n >= 1, low=j >= 1, high=j <= G)
    p.given(r_low=r >= 1, r_high=r <= d, c_low=c >= 1, c_high=c <= n)
    x = F(j, r, c) - y(r, c)
    size = p.apply("abs_le", x=x, u=2 * B0)
    columns = p.generalize(c, size)
    row = Max(lambda c: abs(F(j, r, c) - y(r, c)), 1, n)
    rows = p.generalize(r, p.max_le(row, 2 * B0, "long", columns))
    return p.max_le(gap(j), 2 * B0, "wide", rows)


def largest_gap(m: Matrix) -> Term:
    """‖m − f(Z)‖_∞."""
    return Max(lambda r: Max(lambda c: abs(m(r, c) - y(r, c)), 1, n), 1, d)


def same_gap(p: Proof, same: Named) -> Fact:
    """‖left − f(Z)‖_∞ = ‖right − f(Z)‖_∞, as the matrices are equal."""
    p.given(r_low=r >= 1, r_high=r <= d, c_low=c >= 1, c_high=c <= n)
    entry = p.specialize(same, r, c)
    each = p.congr(lambda x: abs(x - y(r, c)), entry)
    columns = p.generalize(c, each)
    rows = p.generalize(r, p.apply("max_eq", columns))
    return p.apply("max_eq", rows, label="out")


network_error = largest_gap(network)


@paper.claim(given=[*tiled, flat, B0 > 0, below_bound[0]], shows=Eq(network_error, error))
def network_error_by_output(p: Proof) -> Fact:
    """The matrices compute the average (B.15), so the error is that of the average."""
    p.apply("plus_positive", label="plus")
    p.apply("minus_positive", label="minus")
    p.apply("network_output", label="same")
    return same_gap(p, "same")


approximates = (
    *tiled, flat, *grid_laws, D > 0, inside, middles, delta > 0, finer, modulus, B0 > 0, *below_bound, eps > 0, R >= 0,
    scale,
)  # fmt: skip


@paper.theorem
def nearest_centre_exists(p: Proof) -> None:
    """If (Aff_j maximal → x <= y) for all j, then x <= y, as some centre is nearest."""
    x, y_ = reals("x y")
    p.given(some=G >= 1, low=j >= 1, high=j <= G, bad=y_ < x, good=x <= y_)
    top = Max(lambda i: aff(i), 1, G)
    p.given(attained=top <= aff(j), less=aff(j) < top, i_low=i >= 1, i_high=i <= G)
    member = p.max_ge(top, i, "i_low", "i_high")
    p.generalize(i, p.have(aff(i) <= aff(j), member, "attained"), label="all")
    holds = p.specialize(p.assume(every(lambda j: implies(every(lambda i: aff(i) <= aff(j), 1, G), x <= y_), 1, G)), j)
    never = p.absurd(p.have(FALSE, holds, "bad"), aff(j) < top)
    p.generalize(j, p.cases(top, aff(j), never, "less"), label="all_less")
    none = p.apply("none_is_not_all", f=fun(aff), lo=1, hi=G)
    p.qed(p.cases(x, y_, "good", p.absurd(none, x <= y_)))


averaged = (
    d >= 1, n >= 1, G >= 1, *grid_laws, D > 0, inside, middles, delta > 0, finer, modulus, B0 > 0, *below_bound,
    eps > 0, R >= 0, scale,
)  # fmt: skip
AVERAGED = (
    "wide", "long", "some", *GRID, "D_pos", "inside", "middles", "delta_pos", "finer", "modulus", "bound_pos", "values",
    "own", "eps_pos", "up", "scale",
)  # fmt: skip


@paper.claim(given=averaged, shows=error <= eps)
def average_approximates(p: Proof) -> Fact:
    """At every point of the cube the average (B.15) is within ε of f, at the corrected P and R."""
    p.given(**dict(zip(AVERAGED, averaged, strict=True)))
    p.given(best_low=best >= 1, best_high=best <= G, greatest=greatest, low=j >= 1, high=j <= G)
    p.apply("nearest_square", label="square")
    # the nearest centre is within δ: δ²/4 < δ²
    near, beyond = farthest(best) <= delta, delta < farthest(best)
    beyond_square = p.apply("far_in_square", p.assume(beyond), j=best)
    clash = p.have(FALSE, "square", beyond_square, ("delta_pos", "delta_pos"))
    within = p.cases(farthest(best), delta, p.assume(near), p.absurd(clash, farthest(best) <= delta))
    p.specialize("modulus", best, using=[within], label="best_close")
    close = p.specialize("modulus", j, using=[p.assume(farthest(j) <= delta)])
    p.generalize(j, p.have(gap(j) <= eps * 2 / 3, close), label="near_close")
    apart = p.apply("far_in_square", p.assume(delta < farthest(j)))
    goal = square(best) + 3 * (delta * delta) / 4 <= square(j)
    p.generalize(j, p.have(goal, "square", apart), "low", "high", delta < farthest(j), label="far_away")
    p.apply("gaps_bounded", label="bounded")
    p.apply("average_within", reach=fun(farthest), cut=delta, label="within")
    p.generalize(best, "within", label="whatever")
    return p.apply("nearest_centre_exists", x=error, y=eps)


@paper.claim(given=approximates, shows=network_error <= eps)
def network_approximates(p: Proof) -> None:
    """Theorem 4.1: on the cube, the network is within ε of f, at the corrected P and R."""
    p.apply("average_approximates", label="small")
