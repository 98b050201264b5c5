"""Covers by boxes that are indexed by the nodes of a tree, with a total weight of at most E.

The levels have 1, M, M², … nodes. The nodes are numbered consecutively, so that the boxes form one sequence, as the
upper mean by countably many boxes requires (`proofs.theorems.integration.lebesgue`). A double sequence of boxes can
also be indexed by the nodes of a tree: the boxes on each diagonal belong to one level.

Main statements: `level_is`, `levels_sum`, `levels_cover`, `rows_cover`.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases
from proofs.builder.cases import values as choices
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.combinatorics.trees import nodes
from proofs.theorems.integration.integrals import box, covered, indicator, ordered, step_function, total_volume, volume

chapter = Chapter("tree_covers")
M, T, d, n, r, c, i, j, k, s, t, u = ints("M T d n r c i j k s t u")
E, e = reals("E e")
(X,) = vectors("X", 2)
g, b = vectors("g b", 2)
lo4, hi4 = vectors("lo hi", 4)
(F,) = functions("F", MATRIX)


def before(T: Term) -> Term:
    """Return the number of nodes on the levels before T."""
    return Sum(lambda t: nodes(t - 1), 1, T)


def level(i: Term) -> Term:
    """Return the level of the i-th node, if the nodes of all levels are numbered consecutively."""
    return Sum(lambda t: ite(before(t) < i, 1, 0), 1, i)


def place(i: Term) -> Term:
    """Return the number of the i-th node within its level."""
    return i - before(level(i))


@chapter.claim(given=[1 <= M, 0 <= T, T <= u], shows=before(T) + (u - T) <= before(u))
def before_grows(p: Proof) -> Fact:
    """By induction on u, since no level is empty."""
    claim = lambda s: before(T) + (s - T) <= before(s)  # noqa: E731
    base = p.have(claim(T))
    (so_far,) = assumed(p, claim(s))
    last = p.big_step(before(s + 1), p.have(1 <= s + 1, p.assume(T <= s)))
    size = p.apply("power_ge_one", m=M, k=s)
    all_ = p.induct(claim, T, s, base, p.have(claim(s + 1), so_far, last, size))
    return p.specialize(all_, u)


AT_NODE = {"M_low": 1 <= M, "T_low": 0 <= T, "k_low": 1 <= k, "k_high": k <= nodes(T)}


@chapter.claim(given=AT_NODE, shows=Eq(level(before(T) + k), T))
def level_is(p: Proof) -> Fact:
    """The levels that begin before the node are those up to T."""
    at = before(T) + k
    start = p.apply("before_grows", T=0, u=T)
    whole = fun(lambda t: ite(before(t) < at, 1, 0))
    split = p.apply("sum_split", start, f=whole, lo=1, m=T, hi=at)
    t_low, t_high, late = assumed(p, 1 <= t, t <= T, T + 1 <= t)
    grown = p.apply("before_grows", t_low, t_high, T=t, u=T)
    one = p.ite_eq(whole(t), p.have(before(t) < at, grown, t_high))
    ones = p.apply("sum_eq", one)
    number = p.apply("sum_const", lo=1, hi=T)
    grown = p.apply("before_grows", late, T=T + 1, u=t)
    last = p.big_step(before(T + 1), p.have(1 <= T + 1))
    zero = p.ite_eq(whole(t), p.have(at <= before(t), grown, last, late))
    zeros = p.apply("sum_eq", zero, f=whole, g=fun(lambda t: num(0)), lo=T + 1, hi=at)
    return p.have(p.goal, split, ones, number, zeros)


def by_levels(g: Term, T: Term) -> Term:
    """Return Σ g over the nodes of the levels before T."""
    return Sum(lambda t: Sum(lambda k: g(t - 1, k), 1, nodes(t - 1)), 1, T)


numbered = fun(lambda i: g(level(i), place(i)))


@chapter.claim(given=[1 <= M, 0 <= T], shows=Eq(Sum(lambda i: numbered(i), 1, before(T)), by_levels(g, T)))
def levels_sum(p: Proof) -> Fact:
    """By induction on T: one level after the other."""
    p.given(s_low=0 <= s)
    claim = lambda s: Eq(Sum(lambda i: numbered(i), 1, before(s)), by_levels(g, s))  # noqa: E731
    zero = num(0)
    base = p.have(claim(zero))
    (so_far,) = assumed(p, claim(s))
    step = p.have(1 <= s + 1)
    last = [p.big_step(x, step) for x in (before(s + 1), by_levels(g, s + 1))]
    split = p.apply("sum_split", nodes(s), f=numbered, lo=1, m=before(s), hi=before(s) + nodes(s))
    shift = p.apply("sum_shift", f=numbered, lo=1, hi=nodes(s), c=before(s))
    k_low, k_high = assumed(p, 1 <= k, k <= nodes(s))
    own = p.apply("level_is", k_low, k_high, T=s)
    at = before(s) + k
    own = p.congr(lambda x: g(x, at - before(x)), own)
    rows = p.apply("sum_eq", own)
    ends = p.congr(lambda x: Sum(lambda i: numbered(i), 1, x), last[0])
    out = p.have(claim(s + 1), so_far, last[1], split, shift, rows, ends)
    return p.specialize(p.induct(claim, 0, s, base, out), T)


def level_box(ends: Term, T: Term, k: Term) -> Term:
    """Return the ends of the box of node k of level T."""
    return fun(lambda r, c: ends(T, k, r, c), 2)


def shown_by(T: Term, X: Term) -> Term:
    """Return the sum of the weights of the boxes that contain X, over the levels before T."""
    return by_levels(fun(lambda t, k: b(t, k) * indicator(level_box(lo4, t, k), level_box(hi4, t, k), X, d, n), 2), T)


def weighs(T: Term) -> Term:
    """Return the sum of weight times volume over the boxes of the levels before T."""
    return by_levels(fun(lambda t, k: b(t, k) * volume(level_box(lo4, t, k), level_box(hi4, t, k), d, n), 2), T)


LEVELS = {
    "M_low": 1 <= M,
    "order": for_all(lambda T, k: ordered(level_box(lo4, T, k), level_box(hi4, T, k), d, n), "Z", "Z"),
    "weights": for_all(lambda T, k: 0 <= b(T, k), "Z", "Z"),
    "above": for_all(
        lambda X, e: implies(0 < e, exists(lambda T: [0 <= T, F(X) <= e + shown_by(T, X)], "Z")), MATRIX, "R"
    ),
    "total": every(lambda T: weighs(T) <= E, 0),
}  # fmt: skip


@chapter.claim(given=LEVELS, shows=covered(F, E, d, n))
def levels_cover(p: Proof) -> Fact:
    """The nodes of all levels are numbered consecutively."""
    lo, hi = (fun(lambda i, r, c, x=x: x(level(i), place(i), r, c), 3) for x in (lo4, hi4))
    w = fun(lambda i: b(level(i), place(i)))
    order = p.rule("specialize", p.rule("specialize", p.get("order"), level(i)), place(i))
    weight = p.rule("specialize", p.rule("specialize", p.get("weights"), level(i)), place(i))
    goal = exists(lambda N: [0 <= N, F(X) <= e + step_function(N, lo, hi, w, X, d, n)], "Z")

    def at_level(T_low: Fact, less: Fact) -> Fact:
        own = fun(lambda t, k: b(t, k) * indicator(level_box(lo4, t, k), level_box(hi4, t, k), X, d, n), 2)
        sum_ = p.apply("levels_sum", T_low, g=own)
        return p.exists_intro(goal, [before(T)], less, sum_)

    reached = p.exists_elim(p.specialize("above", X, e, using=[p.assume(0 < e)]), [T], at_level, goal)
    size = fun(lambda t, k: b(t, k) * volume(level_box(lo4, t, k), level_box(hi4, t, k), d, n), 2)
    own = fun(lambda j: w(j) * volume(box(lo, j), box(hi, j), d, n))
    here = [p.instantiate(f, [(i, j)]) for f in (order, weight)]
    wide = p.apply("volume_nonneg", L=box(lo, j), H=box(hi, j))
    start = p.apply("before_grows", p.assume(0 <= i), T=0, u=i)
    enough = p.have(i <= before(i), start)
    more = p.apply("sum_of_more", 0 <= i, enough, (here[1], wide), f=own, m=i, n=before(i))
    sum_ = p.apply("levels_sum", 0 <= i, g=size)
    most = p.have(total_volume(i, lo, hi, w, d, n) <= E, more, sum_, p.specialize("total", i, using=[0 <= i]))
    return p.exists_intro(p.goal, [lo, hi, w], reached, most)


# --- rows -------------------------------------------------------------------------------------------------------------

w, Z = vectors("w Z", 2)
(share,) = vectors("s")
K = ints("K")[0]


def on_diagonal(T: Term, k: Term, x: Term, y: Term) -> Term:
    """Return x for the first T + 1 nodes k of level T, and y for the others."""
    return ite(1 <= k, ite(k <= T + 1, x, y), y)


def row(T: Term, k: Term) -> Term:
    """Return the row of the box of node k of level T, which is k; 1 for nodes without a box."""
    return on_diagonal(T, k, k, num(1))


def place_in_row(T: Term, k: Term) -> Term:
    """Return the position of this box in its row, which is T + 2 − k; 1 for nodes without a box."""
    return on_diagonal(T, k, T + 2 - k, num(1))


def weight(T: Term, k: Term) -> Term:
    """Return the weight of this box; 0 for nodes without a box."""
    return on_diagonal(T, k, w(k, T + 2 - k), num(0))


of_nodes = fun(lambda T, k: weight(T, k) * Z(row(T, k), place_in_row(T, k)), 2)


def in_row(T: Term, k: Term) -> Term:
    """Return Σ w Z over the positions of row k on the first T diagonals."""
    return Sum(lambda j: w(k, j) * Z(k, j), 1, T + 1 - k)


def below_diagonal(T: Term) -> Term:
    """Return the sum of `in_row` over the rows from 1 to T."""
    return Sum(lambda k: in_row(T, k), 1, T)


@chapter.claim(given={"T_low": 0 <= T}, shows=T + 1 <= power(num(2), T))
def two_to_the(p: Proof) -> Fact:
    """By induction: each step doubles the power."""
    p.given(s_low=0 <= s)
    claim = lambda s: s + 1 <= power(num(2), s)  # noqa: E731
    (so_far,) = assumed(p, claim(s))
    step = p.have(claim(s + 1), so_far, p.apply("power_step", m=num(2), k=s), "s_low")
    return p.specialize(p.induct(claim, 0, s, p.have(claim(num(0))), step), T)


@chapter.claim(given={"M_is": Eq(M, 2), "T_low": 0 <= T}, shows=Eq(by_levels(of_nodes, T), below_diagonal(T)))
def diagonals_sum(p: Proof) -> Fact:
    """By induction on T: the next level adds one position to each row, and begins a new row."""
    p.given(s_low=0 <= s)
    claim = lambda s: Eq(by_levels(of_nodes, s), below_diagonal(s))  # noqa: E731
    base = p.have(claim(num(0)))
    (so_far,) = assumed(p, claim(s))
    next_ = p.have(1 <= s + 1)
    last = [p.big_step(x, next_) for x in (by_levels(of_nodes, s + 1), below_diagonal(s + 1))]
    # the sum over level s
    size = p.apply("two_to_the", T=s)
    size = p.have(s + 1 <= nodes(s), size, p.congr(lambda x: power(x, s), "M_is"))
    whole, own = fun(lambda k: of_nodes(s, k)), fun(lambda k: w(k, s + 2 - k) * Z(k, s + 2 - k))
    split = p.apply("sum_split", size, f=whole, lo=1, m=s + 1, hi=nodes(s))
    k_low, k_high, late = assumed(p, 1 <= k, k <= s + 1, s + 2 <= k)
    ends = [k_low, k_high]
    at = [p.have(f, *choices(p, ends, f.args[0])) for f in (
        Eq(row(s, k), k), Eq(place_in_row(s, k), s + 2 - k), Eq(weight(s, k), w(k, s + 2 - k)))]  # fmt: skip
    box_ = p.congr(lambda x: Z(x, place_in_row(s, k)), at[0]), p.congr(lambda x: Z(k, x), at[1])
    here = p.have(Eq(whole(k), own(k)), (at[2], Z(k, s + 2 - k)), *((f, weight(s, k)) for f in box_))
    here = p.apply("sum_eq", here)
    ends = [p.have(1 <= k, late, "s_low"), p.have(s + 1 < k, late)]
    zeros = p.apply("sum_eq", *choices(p, ends, weight(s, k)), f=whole, g=fun(lambda k: num(0)), lo=s + 2,
                    hi=nodes(s))  # fmt: skip
    # the sum over the rows on the first s + 1 diagonals
    k_low, k_high = assumed(p, 1 <= k, k <= s)
    longer = p.big_step(in_row(s + 1, k), p.have(1 <= s + 2 - k, k_high))
    both = fun(lambda k: in_row(s, k) + own(k))
    longer = p.have(Eq(in_row(s + 1, k), both(k)), longer)
    longer = p.apply("sum_eq", longer, f=fun(lambda k: in_row(s + 1, k)), g=both, lo=1, hi=s)
    end_ = p.big_step(Sum(own, 1, s + 1), next_)
    step = p.have(claim(s + 1), so_far, *last, split, here, zeros, longer, end_)
    return p.specialize(p.induct(claim, 0, s, base, step), T)


NONNEG = every(lambda k: every(lambda j: 0 <= w(k, j) * Z(k, j), 1), 1)


@chapter.claim(given=[NONNEG, 1 <= k, 0 <= j], shows=Sum(lambda i: w(k, i) * Z(k, i), 1, j) <= below_diagonal(k + j))
def row_below_diagonal(p: Proof) -> Fact:
    """The first j positions of row k are on the first k + j diagonals."""
    p.given(terms=NONNEG, t_low=1 <= t, s_low=1 <= s)
    sign = p.apply("sum_nonneg", f=fun(lambda i: w(t, i) * Z(t, i)), lo=1, hi=k + j + 1 - t)
    in_ = p.apply("sum_member", sign, f=fun(lambda t: in_row(k + j, t)), lo=1, hi=k + j, m=k)
    more = p.apply("sum_of_more", p.specialize("terms", k), m=j, n=k + j + 1 - k)
    return p.have(p.goal, in_, more)


def row_of(x: Term, k: Term) -> Term:
    """Return the part of x, a function of the row and further indices, for row k."""
    return fun(lambda j, *i: x(k, j, *i), len(x.sort) - 5)


def rows(lo: Term, hi: Term, w: Term, F: Term, s: Term) -> dict[str, Term]:
    """Return the hypotheses that F is at most a sum over the start of some row; row k has weighted volume <= s_k."""

    def at(k: Term) -> tuple[Term, Term, Term]:
        return row_of(lo, k), row_of(hi, k), row_of(w, k)

    def some(X: Term, e: Term) -> Term:
        return exists(lambda k, j: [1 <= k, 0 <= j, F(X) <= e + step_function(j, *at(k), X, d, n)], "Z", "Z")

    return {
        "order": every(lambda k: every(lambda j: ordered(level_box(lo, k, j), level_box(hi, k, j), d, n), 1), 1),
        "weights": every(lambda k: every(lambda j: 0 <= w(k, j), 1), 1),
        "above": for_all(lambda X, e: implies(0 < e, some(X, e)), MATRIX, "R"),
        "total": every(lambda k: every(lambda j: total_volume(j, *at(k), d, n) <= s(k), 0), 1),
    }


ROWS = {**rows(lo4, hi4, w, F, share), "sum": every(lambda K: Sum(lambda k: share(k), 1, K) <= E, 0)}


@chapter.claim(given=ROWS, shows=covered(F, E, d, n))
def rows_cover(p: Proof) -> Fact:
    """The boxes are arranged on the levels of a binary tree."""
    at, conditions = (row(T, k), place_in_row(T, k)), [1 <= k, k <= T + 1]
    lo, hi = (fun(lambda T, k, r, c, x=x: x(row(T, k), place_in_row(T, k), r, c), 4) for x in (lo4, hi4))
    families = {M: num(2), lo4: lo, hi4: hi, b: fun(weight, 2)}

    def positive(x: Term) -> Fact:
        return by_cases(p, conditions, lambda known: p.have(1 <= x, *choices(p, known, x), *known))

    low = [positive(x) for x in at]
    order = p.specialize(p.specialize("order", at[0], using=low), at[1], using=low)

    def sign(known: list[Fact]) -> Fact:
        own = []
        if all(f.concl is g for f, g in zip(known, conditions, strict=True)):
            own = [p.specialize(p.specialize("weights", k, using=known), T + 2 - k, using=[known[1]])]
        return p.have(0 <= weight(T, k), *choices(p, known, weight(T, k)), *own)

    signs = by_cases(p, conditions, sign)
    # F at a point
    e_pos, k_low, j_low = assumed(p, 0 < e, 1 <= k, 1 <= j)
    inside = fun(lambda k, j: indicator(level_box(lo4, k, j), level_box(hi4, k, j), X, d, n), 2)
    own = p.specialize(p.specialize("weights", k, using=[k_low]), j, using=[j_low])
    in_box = p.apply("indicator_nonneg", L=level_box(lo4, k, j), H=level_box(hi4, k, j))
    own = p.have(0 <= w(k, j) * inside(k, j), (own, in_box))
    terms = own
    goal = exists(lambda T: [0 <= T, F(X) <= e + substitute(shown_by(T, X), families)], "Z")

    def in_a_row(k_low: Fact, j_low: Fact, less: Fact) -> Fact:
        whole = p.apply("diagonals_sum", k_low, j_low, T=k + j, Z=inside, M=2)
        part = p.apply("row_below_diagonal", terms, k_low, j_low, Z=inside)
        return p.exists_intro(goal, [k + j], k_low, j_low, less, whole, part)

    reached = p.exists_elim(p.specialize("above", X, e, using=[e_pos]), [k, j], in_a_row, goal)
    # the weighted volumes
    T_low, k_low, k_high = assumed(p, 0 <= T, 1 <= k, k <= T)
    size = fun(lambda k, j: volume(level_box(lo4, k, j), level_box(hi4, k, j), d, n), 2)
    whole = p.apply("diagonals_sum", T_low, Z=size, M=2)
    each = p.specialize(p.specialize("total", k, using=[k_low]), T + 1 - k, using=[k_high])
    sums = p.apply("sum_le", each)
    return p.apply("levels_cover", order, signs, reached, whole, sums, M=2, lo=lo, hi=hi, b=families[b])
