"""Covers level by level: boxes are given for the nodes of a tree, and weigh at most E together.

The levels have 1, M, M², … nodes, which are numbered through, so that the boxes are one sequence, as the upper mean by
countably many boxes asks for (`proofs.theorems.lebesgue`).

Main statements: `level_is`, `levels_sum`, `levels_cover`.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.continuity import assumed
from proofs.theorems.distance import box, indicator, ordered, step_function, total_volume, volume
from proofs.theorems.lebesgue import lebesgue_at_most
from proofs.theorems.trees import nodes
from proofs.writing.chapter import Chapter
from proofs.writing.proof import Proof

chapter = Chapter("levels")
M, T, d, n, r, c, i, j, k, s, t, u = ints("M T d n r c i j k s t u")
E, e = reals("E e")
(X,) = vectors("X", 2)
g, b = vectors("g b", 2)
lo4, hi4 = vectors("lo hi", 4)
(F,) = functions("F", MATRIX)


def before(T: Term) -> Term:
    """How many nodes the levels before T have."""
    return sigma(lambda t: nodes(t - 1), 1, T)


def level(i: Term) -> Term:
    """The level of the i-th node, all levels being numbered through."""
    return sigma(lambda t: ite(before(t) < i, 1, 0), 1, i)


def place(i: Term) -> Term:
    """Its number in its level."""
    return i - before(level(i))


@chapter.claim(given=[1 <= M, 0 <= T, T <= u], shows=before(T) + (u - T) <= before(u))
def before_grows(p: Proof) -> Fact:
    """No level is empty."""
    p.given(M_low=1 <= M, T_low=0 <= T, order=T <= u, v_low=T <= s)
    claim = lambda s: before(T) + (s - T) <= before(s)  # noqa: E731
    base = p.have(None, claim(T))
    (so_far,) = assumed(p, claim(s))
    last = p.rule(None, "big_step", before(s + 1), p.have(None, 1 <= s + 1, "v_low"))
    size = p.apply(None, "power_ge_one", m=M, k=s)
    all_ = p.induct(None, claim, T, s, base, p.have(None, claim(s + 1), so_far, last, size))
    return p.use("out", all_, u)


AT_NODE = {"M_low": 1 <= M, "T_low": 0 <= T, "k_low": 1 <= k, "k_high": k <= nodes(T)}


@chapter.claim(given=list(AT_NODE.values()), shows=eq(level(before(T) + k), T))
def level_is(p: Proof) -> Fact:
    """Exactly the levels up to T begin before it."""
    p.given(**AT_NODE)
    at = before(T) + k
    start = p.apply(None, "before_grows", T=0, u=T)
    far_ = p.have(None, T <= at, start)
    whole = fun(lambda t: ite(before(t) < at, 1, 0))
    split = p.apply(None, "sum_split", far_, f=whole, lo=1, m=T, hi=at)
    t_low, t_high, late, end = assumed(p, 1 <= t, t <= T, T + 1 <= t, t <= at)
    grown = p.apply(None, "before_grows", p.have(None, 0 <= t, t_low), t_high, T=t, u=T)
    one = p.rule(None, "choice", whole(t), p.have(None, before(t) < at, grown, t_high))
    ones = p.apply(None, "sum_eq", p.every(None, t, one, t_low, t_high), f=whole, g=fun(lambda t: num(1)), lo=1, hi=T)
    number = p.apply(None, "sum_const", lo=1, hi=T)
    grown = p.apply(None, "before_grows", late, T=T + 1, u=t)
    last = p.rule(None, "big_step", before(T + 1), p.have(None, 1 <= T + 1))
    zero = p.rule(None, "choice", whole(t), p.have(None, at <= before(t), grown, last, late))
    zeros = p.apply(
        None, "sum_eq", p.every(None, t, zero, late, end), f=whole, g=fun(lambda t: num(0)), lo=T + 1, hi=at
    )
    return p.have("out", p.goal, split, ones, number, zeros)


def by_levels(g: Term, T: Term) -> Term:
    """Σ g over the nodes of the levels before T."""
    return sigma(lambda t: sigma(lambda k: g(t - 1, k), 1, nodes(t - 1)), 1, T)


numbered = fun(lambda i: g(level(i), place(i)))


@chapter.claim(given=[1 <= M, 0 <= T], shows=eq(sigma(lambda i: numbered(i), 1, before(T)), by_levels(g, T)))
def levels_sum(p: Proof) -> Fact:
    """One level after the other."""
    p.given(M_low=1 <= M, T_low=0 <= T, s_low=0 <= s)
    claim = lambda s: eq(sigma(lambda i: numbered(i), 1, before(s)), by_levels(g, s))  # noqa: E731
    zero = num(0)
    base = p.have(None, claim(zero))
    (so_far,) = assumed(p, claim(s))
    step = p.have(None, 1 <= s + 1)
    last = [p.rule(None, "big_step", x, step) for x in (before(s + 1), by_levels(g, s + 1))]
    size = p.have(None, 0 <= nodes(s))
    top = p.have(None, before(s) <= before(s) + nodes(s), size)
    split = p.apply(None, "sum_split", top, f=numbered, lo=1, m=before(s), hi=before(s) + nodes(s))
    shift = p.apply(None, "sum_shift", f=numbered, lo=1, hi=nodes(s), c=before(s))
    k_low, k_high = assumed(p, 1 <= k, k <= nodes(s))
    own = p.apply(None, "level_is", k_low, k_high, T=s)
    at = before(s) + k
    own = p.both(None, lambda x: g(x, at - before(x)), own)
    row = p.every(None, k, own, k_low, k_high)
    rows = p.apply(None, "sum_eq", row, f=fun(lambda k: numbered(k + before(s))), g=fun(lambda k: g(s, k)), lo=1,
                   hi=nodes(s))  # fmt: skip
    ends = p.both(None, lambda x: sigma(lambda i: numbered(i), 1, x), last[0])
    out = p.have(None, claim(s + 1), so_far, last[1], split, shift, rows, ends)
    return p.use("out", p.induct(None, claim, 0, s, base, out), T)


def level_box(ends: Term, T: Term, k: Term) -> Term:
    """The ends of the box of node k of level T."""
    return fun(lambda r, c: ends(T, k, r, c), 2)


def shown_by(T: Term, X: Term) -> Term:
    """Σ b 1 at X over the boxes of the levels before T."""
    return by_levels(fun(lambda t, k: b(t, k) * indicator(level_box(lo4, t, k), level_box(hi4, t, k), X, d, n), 2), T)


def weighs(T: Term) -> Term:
    """Σ b vol."""
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


@chapter.claim(given=list(LEVELS.values()), shows=lebesgue_at_most(F, E, d, n))
def levels_cover(p: Proof) -> Fact:
    """All levels are numbered through."""
    p.given(**LEVELS)
    lo, hi = (fun(lambda i, r, c, x=x: x(level(i), place(i), r, c), 3) for x in (lo4, hi4))
    w = fun(lambda i: b(level(i), place(i)))
    order = p.rule(None, "specialise", p.rule(None, "specialise", p.get("order"), level(i)), place(i))
    weight = p.rule(None, "specialise", p.rule(None, "specialise", p.get("weights"), level(i)), place(i))
    order = p.restate(None, order, ordered(box(lo, i), box(hi, i), d, n))
    e_pos = p.rule(None, "assume", 0 < e)
    goal = exists(lambda N: [0 <= N, F(X) <= e + step_function(N, lo, hi, w, X, d, n)], "Z")

    def at_level(T_low: Fact, less: Fact) -> Fact:
        own = fun(lambda t, k: b(t, k) * indicator(level_box(lo4, t, k), level_box(hi4, t, k), X, d, n), 2)
        sum_ = p.apply(None, "levels_sum", T_low, g=own)
        p.apply(None, "before_grows", T_low, T=0, u=T)
        fact = p.have(None, F(X) <= e + step_function(before(T), lo, hi, w, X, d, n), less, sum_)
        return p.exhibit(None, goal, [before(T)], fact)

    reached = p.obtain(None, p.use(None, "above", X, e, using=[e_pos]), [T], at_level, goal)
    reached = p.every(None, X, p.every(None, e, reached, e_pos))
    N_low = p.rule(None, "assume", 0 <= i)
    size = fun(lambda t, k: b(t, k) * volume(level_box(lo4, t, k), level_box(hi4, t, k), d, n), 2)
    own = fun(lambda j: w(j) * volume(box(lo, j), box(hi, j), d, n))
    j_low = p.rule(None, "assume", 1 <= j)
    here = [p.rule(None, "instantiate", f, [(i, j)]) for f in (order, weight)]
    wide = p.apply(None, "lebesgue.volume_nonneg", L=box(lo, j), H=box(hi, j))
    terms = p.every(None, j, p.have(None, 0 <= own(j), (here[1], wide)), j_low)
    start = p.apply(None, "before_grows", N_low, T=0, u=i)
    enough = p.have(None, i <= before(i), start)
    more = p.apply(None, "covers.sum_of_more", N_low, enough, terms, f=own, M=i, N=before(i))
    sum_ = p.apply(None, "levels_sum", N_low, g=size, T=i)
    most = p.have(None, total_volume(i, lo, hi, w, d, n) <= E, more, sum_, p.use(None, "total", i, using=[N_low]))
    return p.exhibit("out", p.goal, [lo, hi, w], reached, p.every(None, i, most, N_low))
