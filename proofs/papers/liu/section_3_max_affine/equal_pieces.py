"""Proposition 3.3 with equal pieces: of several equal pieces, which share a cell and a value, only the first is kept.

The offsets of the other pieces are replaced by different numbers below all offsets, so that no two pieces remain equal.
The maximum of the pieces at a point does not change, and the first of the equal pieces attains it.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.finite_choice import chosen_for_each
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine.exceptional_set import S, different, same_pieces
from proofs.papers.liu.section_3_max_affine.existence import (
    all_of,
    but_in,
    output_of_square,
    outside,
    reassigned_in_columns,
    value_of_cell,
    values_found_by_square,
)
from proofs.papers.liu.section_3_max_affine.proposition_3_3_square import CELLS, H, M, s
from proofs.papers.liu.section_3_max_affine.reassignment import V, rows
from proofs.papers.liu.vocabulary import Delta, N, X, a, affine, b, c, d, eps, h, i, k, label, n, paper, token
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.networks.softmax import differ

j, r, m = ints("j r m")
(first,) = functions("first", "ZZ", "Z")


def of_function(V: Term) -> Term:
    """V is equal for equal pieces: they share a cell, on which F is constant."""
    one = lambda h, k: every(lambda r: Eq(V(r, h), V(r, k)), 1, rows)  # noqa: E731
    return every(lambda h: every(lambda k: implies(*same_pieces(h, k), one(h, k)), 1, N), 1, N)


paper.notions.define(
    of_function(V), (V, a, b, rows, d, N), "{0} is the same for equal pieces",
    r"{0} \text{{ is the same for equal pieces}}",
)  # fmt: skip


def apart(h: Term, k: Term) -> Term:
    """Σ |a_hc − a_kc| + |b_h − b_k|."""
    return Sum(lambda c: abs(a(h, c) - a(k, c)), 1, d) + abs(b(h) - b(k))


def before(h: Term) -> Term:
    """The number of pieces before piece h that are equal to it."""
    return Sum(lambda k: ite(apart(h, k) <= 0, 1, 0), 1, h - 1)


lowest = -Sum(lambda h: abs(b(h)), 1, N)
lowered = fun(lambda h: ite(before(h) <= 0, b(h), lowest - h))
IN_PAIR = {"h_low": 1 <= h, "h_high": h <= N, "k_low": 1 <= k, "k_high": k <= N}


@paper.claim(given=same_pieces(h, k), shows=apart(h, k) <= 0)
def equal_not_apart(p: Proof) -> Fact:
    """Every term of the sum is 0."""
    p.given(slopes=same_pieces(h, k)[0], offset=same_pieces(h, k)[1], c_low=1 <= c, c_high=c <= d)
    total = p.apply(
        "sum_le",
        p.congr(abs, p.specialize("slopes", c)),
        f=fun(lambda c: abs(a(h, c) - a(k, c))),
        g=fun(lambda c: num(0)),
        lo=1,
        hi=d,
    )
    last = p.congr(abs, p.have(Eq(b(h) - b(k), 0), "offset"))
    return p.have(p.goal, total, last)


@paper.claim(given=[apart(h, k) <= 0, 1 <= c, c <= d], shows=Eq(a(h, c), a(k, c)))
def same_slopes(p: Proof) -> Fact:
    """Every term of the sum is nonnegative, so each is at most 0."""
    way = a(h, c) - a(k, c)
    signs = p.generalize(m, abs(a(h, m) - a(k, m)), 1 <= m, m <= d)
    own = p.apply("sum_member", signs, c <= d)
    sides = [p.apply("abs_ge", x=y) for y in (way, -way)]
    less = p.have(way <= 0, own, abs(b(h) - b(k)), apart(h, k) <= 0, sides[0])
    more = p.have(0 <= way, own, abs(b(h) - b(k)), apart(h, k) <= 0, sides[1])
    return p.have(p.goal, p.antisymmetry(less, more))


@paper.claim(given=[apart(h, k) <= 0], shows=Eq(b(h), b(k)))
def same_offset(p: Proof) -> Fact:
    """The sum of the other terms is nonnegative."""
    way = b(h) - b(k)
    parts = fun(lambda c: abs(a(h, c) - a(k, c)))
    signs = abs(a(h, m) - a(k, m))
    total = p.apply("sum_nonneg", signs, f=parts, lo=1, hi=d)
    sides = [p.apply("abs_ge", x=y) for y in (way, -way)]
    less = p.have(way <= 0, total, apart(h, k) <= 0, sides[0])
    more = p.have(0 <= way, total, apart(h, k) <= 0, sides[1])
    return p.have(p.goal, p.antisymmetry(less, more))


def counted(p: Proof, h: Term) -> Fact:
    """Prove that every term of the sum `before(h)` is nonnegative."""
    low, high = assumed(p, 1 <= m, m <= h - 1)
    term = ite(apart(h, m) <= 0, 1, 0)
    sign = by_cases(p, [apart(h, m) <= 0], lambda known: p.have(0 <= term, *values(p, known, term)))
    return p.generalize(m, sign, low, high)


@paper.claim(given=[1 <= h, h <= N], shows=lowest <= b(h))
def lowest_below(p: Proof) -> Fact:
    """−Σ |b| <= −|b_h|."""
    signs = p.generalize(m, abs(b(m)), 1 <= m, m <= N)
    own = p.apply("sum_member", signs, h <= N)
    return p.have(p.goal, own, p.apply("abs_ge", x=-b(h)))


@paper.claim(
    given=[1 <= h, h < k, k <= N, every(lambda c: Eq(a(h, c), a(k, c)), 1, d), Eq(lowered(h), lowered(k))], shows=FALSE
)
def lowered_differ(p: Proof) -> Fact:
    """The later of two equal pieces is lowered, and different pieces are lowered to different offsets."""
    p.given(low=1 <= h, order=h < k)
    p.given(same=Eq(lowered(h), lowered(k)))
    floors = [p.apply("lowest_below"), p.apply("lowest_below", h=k)]

    def each(known: list[Fact]) -> Fact:
        chosen = values(p, known, lowered(h), lowered(k))
        if known[0].concl.op == "le" and known[1].concl.op == "le" and known[1].concl.args[0] is before(k):
            close = p.apply("equal_not_apart", *chosen)
            own = p.apply("sum_member", counted(p, k), "low")
            one = p.ite_eq(ite(apart(k, h) <= 0, 1, 0), close)
            return p.have(FALSE, own, one, known[1])
        return p.have(FALSE, "same", *chosen, *floors, "order", "low")

    return by_cases(p, [before(h) <= 0, before(k) <= 0], each)


@paper.claim(given=[], shows=substitute(different, {b: lowered}))
def no_two_equal(p: Proof) -> Fact:
    """`lowered_differ` is applied to the two pieces in their order."""
    p.given(**IN_PAIR)
    slopes, level = assumed(p, every(lambda c: Eq(a(h, c), a(k, c)), 1, d), Eq(lowered(h), lowered(k)))
    (c_low, c_high) = assumed(p, 1 <= c, c <= d)
    back = p.have(Eq(a(k, c), a(h, c)), p.specialize(slopes, c, using=[c_low, c_high]))

    def each(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(Eq(h, k), order)
        one, two, here, same = (h, k, slopes, level)
        if order.concl.args[0] is k:
            one, two, here, same = k, h, back, p.have(Eq(lowered(k), lowered(h)), level)
        wrong = p.apply("lowered_differ", order, here, same, h=one, k=two)
        return p.absurd(wrong, Eq(h, k))

    return p.discharge(p.trichotomy(h, k, each), slopes.concl, level.concl)


# --- the first of several equal pieces --------------------------------------------------------------------------------


def is_first(k: Term, h: Term) -> list[Term]:
    """Piece k is equal to piece h, and no piece before k is equal to k."""
    return [1 <= k, k <= h, before(k) <= 0, *same_pieces(k, h)]


def has_first(h: Term) -> Term:
    """There is a first piece that is equal to piece h."""
    return exists(lambda k: is_first(k, h), "Z")


@paper.claim(given={"low": 1 <= h, "so_far": every(has_first, 1, h - 1)}, shows=has_first(h))
def first_of_next(p: Proof) -> Fact:
    """It is piece h itself, or the first of those equal to an earlier piece that is equal to piece h."""
    p.given(c_low=1 <= c, c_high=c <= d)
    own, later = assumed(p, before(h) <= 0, 0 < before(h))
    alone = p.exists_intro(p.goal, [h], own)
    none = p.assume(p.goal.args[0])
    j_in = assumed(p, 1 <= j, j <= h - 1)
    close, far = assumed(p, apart(h, j) <= 0, 0 < apart(h, j))

    def with_first(low: Fact, high: Fact, is_one: Fact, slopes: Fact, offset: Fact) -> Fact:
        level = p.have(Eq(a(k, c), a(h, c)), p.specialize(slopes, c), p.apply("same_slopes", close))
        level = p.generalize(c, level)
        last = p.have(Eq(b(k), b(h)), offset, p.apply("same_offset", close))
        no = p.rule("specialize", none, k)
        for side in (low, p.have(k <= h, high, j_in[1]), is_one, level, last):
            no = p.mp(no, side)
        return no

    wrong = p.exists_elim(p.specialize("so_far", j, using=j_in), [k], with_first, FALSE)
    term = ite(apart(h, j) <= 0, 1, 0)
    zero = p.cases(apart(h, j), 0, p.absurd(wrong, term <= 0), p.have(
        term <= 0, p.ite_eq(term, far)))  # fmt: skip
    total = p.apply("sum_le", zero)
    false = p.have(FALSE, total, later)
    found = p.rule("discharge", none.concl, false)
    return p.cases(before(h), 0, alone, found)


@paper.claim(given=[0 <= m], shows=every(has_first, 1, m))
def first_exists(p: Proof) -> Fact:
    """By induction on m."""
    start = p.generalize(h, p.absurd(p.have(FALSE, p.assume(1 <= h), p.assume(h <= 0)), has_first(h)))

    def each(order: Fact) -> Fact:
        if order.concl.op == "eq":
            last = p.apply("first_of_next", p.assume(0 <= j), p.assume(every(has_first, 1, j)), h=j + 1)
            back = p.have(Eq(j + 1, h), order)
            return p.replace(back, hole(has_first, "Z"), last)
        if order.concl.args[0] is h:
            return p.specialize(every(has_first, 1, j), h, using=[1 <= h, order])
        return p.absurd(p.have(FALSE, order, p.assume(h <= j + 1)), has_first(h))

    step = p.generalize(h, p.trichotomy(h, j + 1, each))
    return p.specialize(p.induct(lambda x: every(has_first, 1, x), 0, j, start, step), m)


# --- Proposition 3.3 --------------------------------------------------------------------------------------------------

OF_33 = {**{name: x for name, x in CELLS.items() if name != "different"}, "one_value": of_function(V)}
P, Q = vectors("P Q", 3)
attention = vectors("R W_K W_Q W_V W_O", 2)
network = H, M, s, P, Q, *attention


def near_cells(label_: Term) -> Term:
    """The output of the network at X is within ε of the values of these cells."""
    found = output_of_square(X, H, M, s, network[3:])
    return every(lambda r: every(lambda i: abs(found(r, i) - V(r, label_(i))) <= eps, 1, n), 1, rows)


of_lowered = substitute(but_in(S)(lambda X: output_of_square(X, H, M, s, network[3:]), value_of_cell), {b: lowered})
of_cells = but_in(S)(lambda X: output_of_square(X, H, M, s, network[3:]), value_of_cell)


@paper.claim(given=[1 <= d, 1 <= n, 1 <= N, of_function(V), of_lowered], shows=of_cells)
def cells_of_lowered(p: Proof) -> Fact:
    """The first of the pieces equal to a greatest piece is also a greatest one, and has the same value."""
    p.given(one_value=of_function(V), near=of_lowered)
    ends = assumed(p, *outside(X, label, S))
    X_in, X_out, low, high, most = ends
    i_in, h_in = assumed(p, 1 <= i, i <= n), assumed(p, 1 <= h, h <= N)
    firsts = p.apply("first_exists", m=N)
    own = [p.specialize(fact, i, using=i_in) for fact in (low, high)]
    each = p.specialize(firsts, label(i), using=own)
    (g,) = sequences("g")
    holds = lambda i, g: all_of(*is_first(g(num(1)), label(i)))  # noqa: E731
    single = exists(lambda g: holds(i, g), g.sort)

    def with_k(*held: Fact) -> Fact:
        one = p.exists_intro(all_of(*is_first(k, label(i))), [], *held)
        return p.exists_intro(single, [fun(lambda _: k)], one)

    each = p.generalize(i, p.exists_elim(each, [k], with_k, single))
    chosen = chosen_for_each(p, holds, n, each, p.have(0 <= n), g.sort)

    (held,) = p.obtain(chosen, first)
    label_ = fun(lambda i: first(i, 1))
    k_ = first(i, 1)

    def is_low(k_low: Fact, *_: Fact) -> Fact:
        return k_low

    def is_high(_: Fact, k_high: Fact, *__: Fact) -> Fact:
        return p.have(k_ <= N, k_high, own[1])

    (other,) = assumed(p, negation(Eq(h, k_)))
    at = token(i)

    def is_greatest(_k_low: Fact, _k_high: Fact, is_one: Fact, slopes: Fact, offset: Fact) -> Fact:
        c_in = assumed(p, 1 <= c, c <= d)
        same = p.congr(lambda y: y * X(c, i), p.specialize(slopes, c, using=c_in))
        level = p.apply("sum_eq", same)
        kept = p.ite_eq(lowered(k_), is_one)
        floor = p.apply("lowest_below", *h_in)

        def less(known: list[Fact]) -> Fact:
            return p.have(lowered(h) <= b(h), *values(p, known, lowered(h)), floor, h_in[0])

        below = by_cases(p, [before(h) <= 0], less)

        def greater(order: Fact) -> Fact:
            goal = affine(h, at) <= affine(label(i), at)
            if order.concl.op == "eq":
                return p.have(goal, p.congr(lambda q: affine(q, at), order))
            apart_ = differ(p, order, h, label(i))
            return p.specialize(p.specialize(most, i, using=i_in), h, using=[*h_in, apart_])

        top = p.trichotomy(h, label(i), greater)
        goal = substitute(affine(h, at) <= affine(k_, at), {b: lowered})
        fact = p.have(goal, below, top, level, offset, kept)
        return p.discharge(fact, other.concl)

    sought = (
        (is_low, 1 <= k_),
        (is_high, k_ <= N),
        (
            is_greatest,
            every(
                lambda h: implies(negation(Eq(h, k_)), substitute(affine(h, at) <= affine(k_, at), {b: lowered})), 1, N
            ),
        ),
    )
    # Prove the goals about token i, using that k_ is the first of the pieces equal to that of its label.
    of_i = p.specialize(held, i, using=i_in)
    sides = [p.generalize(i, p.exists_elim(of_i, [], show, goal)) for show, goal in sought]
    close = p.rule("specialize", p.rule("specialize", "near", X), label_)
    for side in (X_in, X_out, *sides):
        close = p.mp(close, side)
    r_in = assumed(p, 1 <= r, r <= rows)
    here = p.specialize(close, r, i, using=[*r_in, *i_in])

    k_low, k_high, _, slopes, offset = p.obtain(p.specialize(held, i, using=i_in))
    one = p.rule("specialize", p.specialize("one_value", k_, using=[k_low, k_high, own[1]]), label(i))
    for side in (*own, slopes, offset):
        one = p.mp(one, side)
    same = p.specialize(one, r, using=r_in)
    found = output_of_square(X, H, M, s, network[3:])(r, i)
    moved = p.congr(lambda y: abs(found - y), same)
    return p.have(abs(found - V(r, label(i))) <= eps, here, moved)


@paper.claim(given=OF_33, shows=values_found_by_square)
def values_but_in_small_region(p: Proof) -> Fact:
    """Apply `proposition_3_3_square` to the lowered pieces, which are pairwise different."""
    found = p.apply("proposition_3_3_square", p.apply("no_two_equal"), b=lowered)
    facts = p.obtain(found, *network, S)
    near = p.apply("cells_of_lowered", facts[3])
    return p.exists_intro(p.goal, [*network, S], *facts[:3], near, facts[4])


@paper.claim(
    given=[*(x for name, x in OF_33.items() if name != "bounded"), 0 < Delta],
    shows=all_of(reassigned_in_columns, implies(OF_33["bounded"], values_found_by_square)),
)
def proposition_3_3(p: Proof) -> Fact:
    """On any domain, for tokens with the gap; on a bounded one, by a square W_V, outside of a small region."""
    in_region = p.apply("values_but_in_small_region", *assumed(p, OF_33["bounded"]))
    in_region = p.discharge(in_region, OF_33["bounded"])
    return p.exists_intro(p.goal, [], p.apply("reassigned_in_any_columns"), in_region)
