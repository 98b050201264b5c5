"""Remark 2: the number of parameters needed to map ids to labels, with one hidden layer and with more.

One hidden layer: there are sequences of numbers such that, for all weights of attention, the ids can be labelled by 1
and 2 so that the layer needs n N parameters or more. The labels may depend on the weights of attention, as the remark
is about a layer that is given the ids; for sequences of one token they do not (`single_tokens_need_units`).

More layers: for all sequences as in Corollary 1 there is a block with a deep network of at most a constant times √(n N)
parameters, times the logarithms of n N, C and r_max/ε and a power of the size |V| of the vocabulary, which attention
needs to keep the ids apart. The remark assumes that |V| does not depend on n and N. As no token occurs twice in a
sequence, n <= |V| then, and there are at most |V| 2^|V| contexts, whatever N is. Here |V| is any number.
"""

from __future__ import annotations

from proofs.builder.finite_choice import chosen_for_each, member
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.beyond.theorem_2_larger_delta import counted_8, counted_reach
from proofs.papers.ks.section_4_corollaries.corollary_1 import (
    along_x,
    are_classes,
    block,
    data,
    few_tokens,
    ids,
    is_mapping,
    outer_product,
    parameters,
    projected_output,
    ranks,
    same_data,
    sizes,
    the_ids,
)
from proofs.papers.ks.section_4_corollaries.deep_memorization import (
    C,
    K,
    bits_of_id,
    bits_of_label,
    deep_network,
    deep_parameters,
    depth,
    far,
    label,
    memorizes,
)
from proofs.papers.ks.section_4_corollaries.memorization import U, consistent, ranged
from proofs.papers.ks.vocabulary import i, j, k, n, paper, together, unequal
from proofs.theorems.algebra.integers import floor
from proofs.theorems.algebra.matrices import named
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.norms import dot, norm, sqrt
from proofs.theorems.analysis.projections import gap
from proofs.theorems.combinatorics.enumerations import column_of, number, row_of
from proofs.theorems.combinatorics.sorting import distinct, in_order, inverse, rank
from proofs.theorems.combinatorics.sorting import n as sorted_size
from proofs.theorems.networks.deep_networks import LAYERS
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.transformers import (
    W_1,
    W_2,
    N,
    X,
    apart_by,
    at,
    b_1,
    b_2,
    contained,
    contexts_apart,
    d,
    delta,
    difference,
    different,
    epsilon,
    feed_forward,
    is_contextual_mapping,
    is_tokenwise_separated,
    listing,
    m,
    no_duplicate_tokens,
    one_head,
    operator,
    other_vocabulary,
    places,
    r,
    r_max,
    r_min,
    rank_is_one,
    s,
    same_tokens,
    single_head,
    token,
    vocabulary_size,
    w,
)

t, l, a, b, L = ints("t l a b L")
O, V, K_, Q = one_head
R, S = reals("R S")

# --- at most n N ids ------------------------------------------------------------------------------------------------


@paper.claim(given=[n >= 1, N >= 1], shows=few_tokens(the_ids))
def ids_counted(p: Proof) -> None:
    """The ids are those of n N tokens."""


@paper.claim(given=[n >= 1, N >= 1, no_duplicate_tokens(X), vocabulary_size(X, m)], shows=n <= m)
def vocabulary_not_smaller(p: Proof) -> Fact:
    """The n tokens of the first sequence are different words, so there are at least n words."""
    p.given(k_low=k >= 1, k_high=k <= n, l_low=l >= 1, l_high=l <= n, t_low=t >= 1, t_high=t <= d)
    first = fun(lambda k: at(1, k))
    last = fun(lambda k: ite(Eq(first(k), n), 1, 0))
    low, high, tokens, *_ = p.obtain(p.side_condition(vocabulary_size(X, m)), w, at)
    hit = p.rule("assume", Eq(first(k), first(l)))
    word = p.congr(lambda e: w(t, e), hit)
    entries = [p.specialize(tokens, 1, x, t) for x in (k, l)]
    alike = p.generalize(t, p.have(Eq(X(1, t, k), X(1, t, l)), *entries, word))

    def same_place(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        equal = p.rule("assume", Eq(k, l))
        other = p.discharge(p.have(FALSE, order, equal), equal.concl)
        clash = p.mp(p.specialize(no_duplicate_tokens(X), 1, k, l, using=[other]), alike)
        return p.absurd(clash, Eq(k, l))

    once = p.discharge(p.trichotomy(k, l, same_place), hit.concl)
    p.generalize(k, p.generalize(l, once), label="injective")
    small = p.have(first(k) <= m, p.specialize(high, 1, k))
    taken = p.apply("rank_taken_once", small, p.assume(m < n), p.specialize(low, 1, k), q=n)
    is_last = p.rule("assume", Eq(first(k), n))
    not_last = p.discharge(p.have(FALSE, is_last, small, m < n), is_last.concl)
    p.generalize(k, p.ite_eq(last(k), not_last), label="none")
    p.apply("sum_eq", f=last, g=fun(lambda k: num(0)), lo=1, hi=n, label="zero")
    fewer = p.absurd(p.have(FALSE, taken), p.goal)
    return p.cases(n, m, p.assume(n <= m), fewer)


# --- ids that are apart ---------------------------------------------------------------------------------------------

apart = [apart_by(X, delta, the_ids), contexts_apart(X, the_ids, delta)]
between = difference(token(the_ids, i, k), token(the_ids, j, l))
in_range = [1 <= i, i <= N, 1 <= j, j <= N, 1 <= k, k <= n, 1 <= l, l <= n]


@paper.claim(given=[*sizes, no_duplicate_tokens(X), *apart, *in_range,
                    different(token(the_ids, i, k), token(the_ids, j, l))], shows=delta < norm(between, d))  # fmt: skip
def other_ids_apart(p: Proof) -> Fact:
    """The ids belong to different tokens or to different contexts."""
    p.given(tokens=apart[0], contexts=apart[1], differ=different(token(the_ids, i, k), token(the_ids, j, l)))
    refuted = p.rule("assume", implies(p.goal, FALSE))
    unlike = p.rule("assume", different(token(X, i, k), token(X, j, l)))
    far_ = p.mp(refuted, p.specialize("tokens", i, j, k, l, using=[unlike]))
    same = p.absurd(far_, same_tokens(token(X, i, k), token(X, j, l)))
    there, back = (p.rule("assume", f) for f in (contained(X, i, j), contained(X, j, i)))
    alike = p.specialize(p.apply("ids_consistent"), i, j, k, l, using=[there, back, same])
    other = p.discharge(p.mp("differ", alike), there.concl, back.concl)
    away = p.specialize("contexts", i, j, k, l, using=[other])
    return p.absurd(p.mp(refuted, away), p.goal)


ids_listed = listing(w, at, the_ids)


@paper.claim(given=[*sizes, no_duplicate_tokens(X), *apart, *ids_listed], shows=far)
def listed_ids_apart(p: Proof) -> Fact:
    """Every id of the list belongs to a token."""
    p.given_all(ids_listed)
    p.given(t_low=1 <= t, t_high=t <= d, a_low=1 <= a, a_high=a <= m, b_low=1 <= b, b_high=b <= m, order=a < b)
    goal = delta < norm(gap(a, b), d)

    first = p.obtain(p.specialize("given_3", a), i, k)
    second = p.obtain(p.specialize("given_3", b), j, l)
    entries = [
        p.specialize("given_2", *where, t, using=facts[:4]) for where, facts in (((i, k), first), ((j, l), second))
    ]
    words = [p.congr(lambda x: w(t, x), facts[4]) for facts in (first, second)]
    alike = p.rule("assume", same_tokens(token(the_ids, i, k), token(the_ids, j, l)))
    word = p.have(Eq(w(t, a), w(t, b)), *entries, *words, p.specialize(alike, t))
    clash = p.mp(p.specialize("given_4", a, b), p.generalize(t, word))
    distance = p.apply("other_ids_apart", p.discharge(clash, alike.concl), *first[:4], *second[:4])
    gaps = p.have(Eq(between(t), w(t, a) - w(t, b)), *entries, *words)
    length = p.apply("norm_same", gaps)
    return p.have(goal, distance, length)


# --- a contextual mapping and a deep block --------------------------------------------------------------------------

points = n * N
reach = 3 * points**2 * d * r / delta
ROOM = [0 <= bits_of_id, 0 <= bits_of_label, 1 <= K, points <= K * K, reach <= power(num(2), bits_of_id),
        C <= power(num(2), bits_of_label)]  # fmt: skip
MAPPED = [*sizes, no_duplicate_tokens(X), 0 < delta, is_mapping, consistent(X, label), are_classes(label, C)]
at_ids = {U: the_ids}


@paper.claim(given=[*MAPPED, *ROOM, 0 < r, 1 <= t, t <= d], shows=substitute(memorizes(depth, t), at_ids))
def contexts_memorized(p: Proof) -> Fact:
    """There are at most n N ids, and they are apart."""
    short, tokens, contexts = p.obtain(
        p.side_condition(is_mapping),
    )
    alike = p.apply("equal_ids_equal_labels", tokens, contexts, y=label)
    _, most, *listed = p.obtain(p.apply("listed_once_2", Z=the_ids), w, at, m)
    far_ = p.apply("listed_ids_apart", tokens, contexts, *listed)
    some = p.have(1 <= m, *(p.specialize(f, 1, 1) for f in listed[:2]))
    factor = p.positive(3 * d * r / delta, *(p.have(f) for f in (0 < d, 0 < r, 0 < delta)))
    square = p.have(m**2 <= points**2, (most, p.have(0 <= points + m, most, some)))
    fewer = p.have(3 * m**2 * d * r / delta <= reach, (square, factor))
    return p.apply("separated_ids_memorized", some, far_, short, alike, *listed, fewer, most)


NETWORKS = "(ZZZZ>R)"
(W,) = vectors("W", 4)
deep_weights = [O, V, K_, Q, W, L]
x, y = vectors("x y")


def deep_block(X: Term, Y: Term, O: Term, V: Term, K: Term, Q: Term, W: Term, L: Term) -> Term:
    """Attention with one head, followed by a network of L layers for every entry, maps the sequences to Y."""
    made = ids(X, O, V, K, Q)
    return places(lambda i, k: every(lambda t: deep_network(member(W, t), L, token(made, i, k), Y(i, t, k)), 1, d))


def all_parameters(L: Term) -> Term:
    """The number of parameters of four outer products and of d networks."""
    return 4 * (s + d) + d * deep_parameters(L)


def memorized_deeply(X: Term, Y: Term, most: Term) -> Term:
    """A Transformer block with a deep network and at most this number of parameters maps X to Y."""

    def conditions(W_O: Term, W_V: Term, W_K: Term, W_Q: Term, W: Term, L: Term) -> list[Term]:
        ranks = [outer_product(W_O, d, s), *(rank_is_one(w, s, d) for w in (W_V, W_K, W_Q))]
        return [1 <= L, *ranks, all_parameters(L) <= most, deep_block(X, Y, W_O, W_V, W_K, W_Q, W, L)]

    return exists(conditions, MATRIX, MATRIX, MATRIX, MATRIX, NETWORKS, "Z")


paper.notions.define(
    deep_block(X, label, *deep_weights), (X, label, *deep_weights, N, n, d, s),
    "F_SA({2}, {3}, {4}, {5}) and {7} layers with weights {6} take {0}^(i) to {1}^(i) ∈ ℝ^({10}×{9}), i = 1..{8}",
    r"\mathcal{{F}}_S^{{(SA)}}[{2}, {3}, {4}, {5}] \text{{ and }} {7} \text{{ layers with weights }} {6}"
    r" \text{{ take }} {0}^{{(i)}} \text{{ to }} {1}^{{(i)}} \in \mathbb{{R}}^{{{10} \times {9}}}\ (i \le {8})",
)  # fmt: skip
paper.notions.define(all_parameters(L), (L,), "parameters of {0} layers", r"\mathrm{{parameters}}_{{{0}}}")


def for_every_entry(made: Term) -> Term:
    """For every entry of the labels a network maps the ids to this entry."""
    return every(lambda t: substitute(memorizes(depth, t), {U: made}), 1, d)


small_depth = [0 <= depth, all_parameters(depth + 1) <= R]


@paper.claim(given=[*sizes, *ranks, *small_depth, for_every_entry(the_ids)], shows=memorized_deeply(X, label, R))
def deep_block_of_each(p: Proof) -> Fact:
    """Combine the networks, after attention with a W_O of rank one."""
    ranged(p, "i", "k", "t")
    c = ints("c")[0]
    p.given(c_low=1 <= c, c_high=c <= d)

    def holds(t: Term, w: Term) -> Term:
        return places(lambda i, k: deep_network(w, depth + 1, token(the_ids, i, k), label(i, t, k)))

    listed = chosen_for_each(p, holds, d, for_every_entry(the_ids), p.have(0 <= d), LAYERS)
    is_outer, _ = p.obtain(p.side_condition(ranks[0]), x, y)
    heads = p.apply("output_of_rank_one", is_outer, Z=fun(lambda t, k: X(i, t, k), 2))
    made = ids(X, projected_output, V, K_, Q)
    (taken,) = p.obtain(listed, W)
    old = p.specialize(p.specialize(taken, t), i, k)
    new = p.apply("network_of_same", old, p.specialize(heads, c, k), W=member(W, t), L=depth + 1,
                  z=token(the_ids, i, k), y=label(i, t, k), **{"z'": token(made, i, k)})  # fmt: skip
    each = new
    outer = p.exists_intro(outer_product(projected_output, d, s), [along_x, fun(lambda p: x(p) / dot(x, x, s))])
    weights = [projected_output, V, K_, Q, W, depth + 1]
    return p.exists_intro(p.goal, weights, outer, each,
                          p.have(1 <= depth + 1, 0 <= depth))  # fmt: skip


# --- how many parameters --------------------------------------------------------------------------------------------

root = sqrt(points)


def stated_deep(log_R: Term) -> Term:
    """4 (s + d) + d (6 d + 13) + 42 d √(n N) (31 + 8 log C + 12 log R)."""
    return 4 * (s + d) + d * (6 * d + 13) + 42 * d * root * (31 + 8 * log(C) + 12 * log_R)


few = [1 <= K, K <= 2 * root, 0 <= bits_of_id, bits_of_id <= 2 + 2 * log(R), 0 <= bits_of_label,
       bits_of_label <= 2 + 2 * log(C)]  # fmt: skip


@paper.claim(given=[*sizes, 1 <= R, 1 <= C, *few], shows=all_parameters(depth + 1) <= stated_deep(log(R)))
def deep_parameters_counted(p: Proof) -> Fact:
    """Each layer has 42 parameters, and √(n N) >= 1."""
    p.given_all(few)
    nonneg = p.apply("sqrt_nonneg", s=points)
    one = p.apply("square_le", p.have(num(1) * 1 <= root * root), nonneg)
    bits_ = 2 * (bits_of_id + bits_of_label) + 5
    wide = p.have(K * bits_ <= 2 * root * bits_, ("given_1", p.have(0 <= bits_)))
    last = p.have(2 * bits_of_id + 1 <= root * (2 * bits_of_id + 1), (one, p.have(0 <= 2 * bits_of_id + 1, "given_2")))
    whole = 6 * bits_of_id + 4 * bits_of_label + 11
    most = p.have(whole <= 31 + 8 * log(C) + 12 * log(R))
    layers = p.have(depth <= root * whole, wide, last)
    layers = p.have(depth <= root * (31 + 8 * log(C) + 12 * log(R)), layers, (most, nonneg))
    return p.have(p.goal, (layers, p.have(0 <= d)))


@paper.claim(
    given=[*MAPPED, *ranks, 0 < r, 1 <= C, 1 <= R, reach <= R], shows=memorized_deeply(X, label, stated_deep(log(R)))
)
def memorized_by_deep_block(p: Proof) -> Fact:
    """Use √(n N) groups, and the number of bits that R and C need."""
    p.given(t_low=1 <= t, t_high=t <= d)
    some = p.have(1 <= points)
    low, room, side = p.obtain(p.apply("some_side", some), K)
    id_low, id_room, id_few = p.obtain(p.apply("some_bits"), bits_of_id)
    label_low, label_room, label_few = p.obtain(p.apply("some_bits", R=C), bits_of_label)
    each = p.apply("contexts_memorized", low, room, id_low, id_room, label_low, label_room)
    count = p.apply("deep_parameters_counted", low, side, id_low, id_few, label_low, label_few)
    sum_ = p.have(0 <= 2 * (bits_of_id + bits_of_label) + 5, id_low, label_low)
    deep_ = p.have(0 <= depth, (p.have(0 <= K, low), sum_), id_low)
    return p.apply("deep_block_of_each", each, count, deep_, R=stated_deep(log(R)))


# --- Theorem 2's ids ------------------------------------------------------------------------------------------------

spread = 1 + 16 * counted_reach * exp(2 * counted_reach)  # ε over how far the ids are apart, at most
scale = 1 + 3 * points**2 * d * (r_max + epsilon / 4) * spread / epsilon
numbers = [1 <= m, 0 < counted_reach, 0 < epsilon, 0 < r_max]


@paper.claim(given=[1 <= d, 0 < delta, *numbers, epsilon <= spread * delta],
             shows=substitute(reach, {r: r_max + epsilon / 4}) <= scale)  # fmt: skip
def reach_below_scale(p: Proof) -> Fact:
    """1/δ is at most the bound divided by ε."""
    signs = [p.have(f) for f in (0 < delta, 0 < epsilon, 0 < d, 0 < r_max)]
    inverses = [p.apply("inv_pos", sign) for sign, x in zip(signs, (delta, epsilon), strict=False)]
    inverse = p.have(1 / delta <= spread / epsilon, (epsilon <= spread * delta, *inverses))
    square = p.apply("square_nonneg", x=points)
    factor = p.have(0 <= 3 * points**2 * d * (r_max + epsilon / 4), (square, signs[2], radius))
    return p.have(p.goal, (inverse, factor))


separated_ = is_tokenwise_separated(X, r_min, r_max, epsilon)


@paper.claim(given=[n <= 1, 1 <= n, separated_], shows=contexts_apart(X, X, epsilon))
def single_tokens_apart(p: Proof) -> Fact:
    """Sequences of one token with different vocabularies have different tokens."""
    e = ints("e")[0]
    p.given(few=n <= 1, e_low=1 <= e, e_high=e <= n, differ=other_vocabulary(X, i, j))
    ranged(p, "i", "j", "k", "l")
    same = p.rule("assume", same_tokens(token(X, i, k), token(X, j, l)))

    def inside(i: Term, j: Term, k: Term, l: Term, same: Fact) -> Fact:
        none = p.rule("assume", every(lambda l: different(token(X, i, e), token(X, j, l)), 1, n))
        ends = [p.rule("assume", f) for f in (1 <= k, k <= n)]
        orders = p.have(k <= e, "few", "e_low", *ends), p.have(e <= k, "few", "e_high", *ends)
        place = p.antisymmetry(*orders)
        here = p.replace(place, hole(lambda e: same_tokens(token(X, i, e), token(X, j, l)), "Z"), same)
        clash = p.mp(p.specialize(none, l), here)
        return p.generalize(e, p.discharge(clash, none.concl))

    t_in = [p.rule("assume", f) for f in (1 <= t, t <= d)]
    turned = p.generalize(t, p.have(Eq(X(j, t, l), X(i, t, k)), p.specialize(same, t, using=t_in)))
    there, back = inside(i, j, k, l, same), inside(j, i, l, k, turned)
    clash = p.mp(p.mp("differ", there), back)
    unlike = p.discharge(clash, same.concl)
    _long, _short, apart = p.obtain(
        p.side_condition(separated_),
    )
    return p.discharge(p.specialize(apart, i, j, k, l, using=[unlike]), p.get("differ").concl)


labelled_data = [*data, r_min < r_max, 1 <= C, are_classes(label, C), consistent(X, label)]


@paper.claim(given=[n <= 1, *labelled_data, 1 <= m, 0 < counted_reach, 0 < r_max],
             shows=memorized_deeply(X, label, stated_deep(log(scale))))  # fmt: skip
def memorized_single_tokens(p: Proof) -> Fact:
    """Take W_O = 0, so that attention does not change the tokens."""
    nothing, ones = fun(lambda t, k: num(0), 2), fun(lambda p, t: num(1), 2)
    null = p.rule("assume", every(lambda p: every(lambda t: Eq(ones(p, t), 0), 1, d), 1, s))
    clash = p.have(FALSE, p.specialize(null, 1, 1))
    rank = p.exists_intro(rank_is_one(ones, s, d), [fun(lambda p: num(1)), fun(lambda t: num(1))],
                          p.discharge(clash, null.concl))  # fmt: skip
    contexts = p.apply("single_tokens_apart")
    _long, short, apart = p.obtain(
        p.side_condition(separated_),
    )
    ranged(p, "i", "k")
    own = p.have(norm(token(X, i, k), d) < r_max + epsilon / 4, p.specialize(short, i, k))
    shorter = p.generalize(i, p.generalize(k, own))
    mapping_ = is_contextual_mapping(operator(single_head(nothing, ones, ones, ones)), X, r_max + epsilon / 4, epsilon)
    maps = p.exists_intro(mapping_, [], shorter, apart, contexts)
    pos = p.exp_pos(2 * counted_reach)
    reach_pos = p.have(0 < counted_reach)
    enough = p.have(epsilon <= spread * epsilon, (pos, reach_pos, p.have(0 < epsilon)))
    room = p.apply("reach_below_scale", enough)
    least = at_least_one(p, reach_pos)
    return p.apply("memorized_by_deep_block", maps, room, rank, least)


def at_least_one(p: Proof, reach_pos: Fact) -> Fact:
    """The scale is at least 1."""
    pos = p.exp_pos(2 * counted_reach)
    inner = p.have(0 < spread, (pos, reach_pos))
    square = p.apply("square_nonneg", x=points)
    inverse = p.apply("inv_pos", p.have(0 < epsilon))
    signs = p.have(0 < r_max + epsilon / 4), p.have(0 < d)
    return p.have(1 <= scale, (square, signs[0], signs[1], inner, inverse))


radius = r_max + epsilon / 4
log_scale = 2 * log(points) + log(1 + 3 * d * radius / epsilon) + 3 + 3 * counted_reach


@paper.claim(given=[1 <= d, 1 <= points, 0 < epsilon, 0 < r_max, 0 < counted_reach], shows=log(scale) <= log_scale)
def log_of_scale(p: Proof) -> Fact:
    """1 + 16 x e^(2x) <= e^(3 + 3x), since x <= e^(x − 1)."""
    x = counted_reach
    p.given(d_low=1 <= d, some=1 <= points, eps=0 < epsilon, r_max=0 < r_max, reach=0 < x)
    tangent = p.exp_ge(x - 1)
    two, three = (p.exp_pos(c * x) for c in (2, 3))
    grow = p.exp_ge(3 * x)
    half = p.exp_ge(rational(1, 2))
    e_low = p.have(rational(9, 4) <= exp(num(1)), half)
    inverse = p.have(9 * exp(num(-1)) <= 4, (e_low, exp(num(-1))))
    square = p.have(rational(81, 16) <= exp(num(2)), e_low)
    cube = p.have(9 <= exp(num(3)), square, e_low)
    most = p.have(spread <= 9 * exp(3 * x), (tangent, two), grow, "reach", (inverse, three))
    most = p.have(spread <= exp(3 * x) * exp(num(3)), most, (cube, three))
    least = p.have(1 <= spread, ("reach", two))
    inverse = p.apply("inv_pos", "eps")
    share = 1 + 3 * d * radius / epsilon
    part = p.have(0 <= share - 1, (p.have(0 < d), p.have(0 < radius, "eps", "r_max"), inverse))
    squares = p.have(1 <= points**2, "some")
    whole = p.have(1 <= points**2 * spread, (p.have(0 <= points**2 - 1, squares), least), squares, least)
    top = points**2 * share * (exp(3 * x) * exp(num(3)))
    below = p.have(scale <= points**2 * spread * share, whole)
    square_pos = p.have(0 < points**2 * share, (p.have(0 < points**2, squares), p.have(0 < share, part)))
    below = p.have(scale <= top, below, (most, square_pos))
    positive = p.have(0 < scale, (whole, part), part)
    logs = [p.apply("log_mul", a_, b_) for a_, b_ in (
        (p.have(0 < points), p.have(0 < points)), (p.have(0 < points**2, squares),
        p.have(0 < share, part)), (square_pos, p.exp_pos(3 * x + 3)))]  # fmt: skip
    order = p.apply("log_le", positive, below)
    return p.have(p.goal, order, *logs)


@paper.claim(given=[R <= S, memorized_deeply(X, label, R)], shows=memorized_deeply(X, label, S))
def more_parameters(p: Proof) -> Fact:
    """The same block has at most this number of parameters."""

    parts = p.obtain(memorized_deeply(X, label, R), *deep_weights)
    return p.exists_intro(p.goal, deep_weights, *parts)


enough = memorized_deeply(X, label, stated_deep(log_scale))


@paper.claim(given=[*labelled_data, *listing(w, at)], shows=enough)
def deep_is_enough(p: Proof) -> Fact:
    """Apply Theorem 2, in the form without citations, to sequences of at least two tokens."""
    p.given(few=n <= 1, many=1 < n)
    listed = p.exists_intro(vocabulary_size(X, m), [w, at])
    some = p.apply("some_word", listed)
    p.apply("paper_delta_pos", label="delta_pos")
    reach_pos = p.positive(counted_reach, some)
    one = p.apply("memorized_single_tokens", reach_pos)
    logs = p.apply("log_le", p.have(2 <= n, "many"))
    half = p.apply("log_le_sub", p.have(0 < rational(1, 2)))
    product = p.apply("log_mul", x=2, y=rational(1, 2))
    log_n = p.have(rational(1, 2) <= log(n), logs, half, product)
    square = p.have(rational(1, 4) <= log(n) ** 2, log_n)
    gap_is = p.apply("counted_8_is", some)
    positive = p.positive(counted_8, p.have(0 < log(n), log_n), reach_pos)
    products = (gap_is, 4 * exp(2 * counted_reach)), (square, p.have(0 < epsilon))
    wide = p.have(epsilon <= spread * counted_8, *products, positive)
    room = p.apply("reach_below_scale", wide, positive)
    least = at_least_one(p, reach_pos)

    found = p.obtain(p.apply("theorem_2_counted", listed), O, V, K_, Q)
    more = p.apply("memorized_by_deep_block", *found, room, least, positive)
    logs = p.apply("log_of_scale", reach_pos, p.have(1 <= points))
    factor = p.have(0 <= 42 * d * root, (p.have(0 < d), p.apply("sqrt_nonneg", s=points)))
    most = p.have(stated_deep(log(scale)) <= stated_deep(log_scale), (logs, factor))
    either_way = p.cases(n, 1, one, more)
    return p.apply("more_parameters", either_way, most)


# --- one hidden layer -----------------------------------------------------------------------------------------------

f = vectors("f")[0]
q = ints("q")[0]
e, h = ints("e h")


def least_first(f: Term, M: Term) -> Term:
    """Return f_1, …, f_M in increasing order."""
    return fun(lambda e: in_order(f, M)(M + 1 - e))


def alternating(h: Term, f: Term, M: Term) -> Term:
    """Return the labels 1, 2, 1, 2, … in increasing order of the numbers."""
    place = M + 1 - rank(h, f, M)
    return 2 - (place - 2 * floor(place, num(2)))


def line_layer(z: Term) -> Term:
    """Return the feed-forward layer at a token with the single entry z."""
    return z + Sum(lambda j: W_2(1, j) * relu(W_1(j, 1) * z + b_1(j)), 1, q) + b_2(1)


M = ints("M")[0]
alternates = every(lambda h: Eq(line_layer(f(h)), alternating(h, f, M)), 1, M)


@paper.claim(given=[1 <= M, 0 <= q, substitute(distinct, {sorted_size: M}), alternates], shows=M <= 2 * q + 2)
def units_for_alternating(p: Proof) -> Fact:
    """In increasing order, the layer maps the numbers to 1, 2, 1, 2, …."""
    z = least_first(f, M)
    half = floor(M - 1, num(2))
    low = p.apply("floor_bounds", q=M - 1, c=2)
    high = p.apply("floor_above", q=M - 1, c=2)
    ranks_ = fun(lambda h: rank(h, f, M))
    perm = [p.apply("ranks_injective", n=M), *(p.apply(name, n=M) for name in ("ranks_low", "ranks_high"))]
    ends = [p.have(claim, p.assume(1 <= e), p.assume(e <= M)) for claim in (1 <= M + 1 - e, M + 1 - e <= M)]
    at_e = inverse(M + 1 - e, ranks_, M)
    spot = [p.apply(name, *perm, *ends, q=M + 1 - e, rho=ranks_, n=M)
            for name in ("inverse_low", "inverse_high", "inverse_right")]  # fmt: skip
    entry = p.apply("sorted_entry", *spot, q=M + 1 - e)
    value = p.specialize(alternates, at_e, using=spot)
    moved = p.congr(line_layer, entry)
    place = p.congr(lambda x: 2 - (M + 1 - x - 2 * floor(M + 1 - x, num(2))), spot[2])
    parity = p.have(Eq(line_layer(z(e)), 2 - (e - 2 * floor(e, num(2)))), value, moved, place)
    parity = p.generalize(e, parity)
    between = p.have(1 <= M - e, p.assume(e + 1 <= M)), p.have(M - e <= M - 1, 1 <= e)
    up = p.apply("sorted_decreases", *between, n=M, q=M - e)
    odd_floor = p.apply("floor_is", *(p.have(claim, p.assume(0 <= k)) for claim in (
        0 <= 2 * k + 1, k * 2 <= 2 * k + 1, 2 * k + 1 < (k + 1) * 2)), q=2 * k + 1, c=2, y=k)  # fmt: skip
    even_floor = p.apply("floor_is", *(p.have(claim, p.assume(1 <= k)) for claim in (
        0 <= 2 * k, k * 2 <= 2 * k, 2 * k < (k + 1) * 2)), q=2 * k, c=2, y=k)  # fmt: skip
    room = p.have(2 * k + 1 <= M, p.assume(k <= half), low)
    odd = p.have(
        Eq(line_layer(z(2 * k + 1)), 1),
        p.specialize(parity, 2 * k + 1, using=[room, p.have(1 <= 2 * k + 1, 0 <= k)]),
        odd_floor,
    )
    even = p.have(
        Eq(line_layer(z(2 * k)), 2),
        p.specialize(parity, 2 * k, using=[p.have(2 * k <= M, room), p.have(1 <= 2 * k, 1 <= k)]),
        even_floor,
    )
    upwards = p.have(z(e) < z(e + 1), up)
    upwards = p.cut(upwards, p.have(e + 1 <= M, p.assume(e <= 2 * half), low))
    sides = [
        upwards,
        p.generalize(k, odd),
        p.generalize(k, even),
    ]
    some_half = p.apply("quotient_nonneg", n=M - 1, b=2, v=M - 1)
    most = p.apply("hidden_units_needed", some_half, *sides, z=z, e=fun(lambda c: num(1)), d=1, t=1)
    return p.have(p.goal, most, high)


FF_SORTS = [MATRIX, VECTOR, MATRIX, VECTOR, "Z"]
LAYER = [W_1, b_1, W_2, b_2, q]
(marks,) = sequences("y")


def hard_labels(f: Term, M: Term, y: Term) -> list[Term]:
    """No layer with fewer than M/2 − 1 hidden units maps f_1, …, f_M to these labels 1 and 2."""

    def units(*layer: Term) -> Term:
        to = dict(zip(LAYER, layer, strict=True))
        taken = every(lambda h: Eq(substitute(line_layer(f(h)), to), y(h)), 1, M)
        return implies(0 <= layer[-1], taken, M <= 2 * layer[-1] + 2)

    return [every(lambda h: 1 <= y(h), 1, M), every(lambda h: y(h) <= 2, 1, M), for_all(units, *FF_SORTS)]


@paper.claim(given={"some": 1 <= M}, shows=exists(lambda y: hard_labels(f, M, y), "(Z>Z)"))
def some_hard_labels(p: Proof) -> Fact:
    """The labels 1, 2, 1, 2, … in increasing order; or different labels, if two numbers are equal."""
    p.given(h_low=1 <= h, h_high=h <= M, e_low=1 <= e, e_high=e <= M, order=h < e, q_low=0 <= q)
    refuted = p.rule("assume", negation(p.goal))

    def for_layers(fact: Fact, taken: Term) -> Fact:
        return p.discharge(fact, 0 <= q, taken)

    # two equal numbers
    same = p.rule("assume", Eq(f(h), f(e)))
    differ = fun(lambda x: ite(Eq(x, e), 2, 1))
    taken = p.rule("assume", every(lambda x: Eq(line_layer(f(x)), differ(x)), 1, M))
    values_ = [p.specialize(taken, x) for x in (h, e)]
    clash = p.have(FALSE, *values_, p.congr(line_layer, same))
    none = for_layers(p.absurd(clash, M <= 2 * q + 2), taken.concl)
    x = ints("x")[0]

    def at_any(goal: Term) -> Fact:
        return p.trichotomy(x, e, lambda order: p.have(goal, *p.reduce_ite(order, differ(x))))

    ends = [at_any(goal) for goal in (1 <= differ(x), differ(x) <= 2)]
    found = p.exists_intro(p.goal, [differ], *ends, none)
    unlike = p.discharge(p.mp(refuted, found), same.concl)
    all_differ = unlike
    # all are different
    own = fun(lambda h: alternating(h, f, M))
    place = M + 1 - rank(h, f, M)
    first = p.have(0 <= place, p.apply("rank_high", i=h, n=M))
    half = [p.apply(name, first, q=place, c=2) for name in ("floor_bounds", "floor_above")]
    ends = [p.have(g, *half) for g in (1 <= own(h), own(h) <= 2)]
    count = for_layers(p.apply("units_for_alternating", all_differ, p.assume(alternates)), alternates)
    return p.absurd(p.mp(refuted, p.exists_intro(p.goal, [own], *ends, count)), p.goal)


numbered = fun(lambda i, t, k: number(i, k), 3)  # the tokens are 1, 2, 3, …
WEIGHTS = [O, V, K_, Q]
id_of = substitute(fun(lambda h: the_ids(row_of(h), 1, column_of(h))), {d: num(1), X: numbered})


def one_layer_needs(X: Term, *weights: Term) -> Term:
    """For these weights of attention, some labels 1 and 2 require a layer with at least n N parameters."""

    def layers(Y: Term) -> Term:
        def needs(W_1: Term, b_1: Term, W_2: Term, b_2: Term, q: Term) -> Term:
            own = (*weights, W_1, b_1, W_2, b_2, q)
            return implies(0 <= q, same_data(block(X, *own), Y), points <= parameters(q))

        return for_all(needs, *FF_SORTS)

    return exists(lambda Y: [are_classes(Y, num(2)), consistent(X, Y), layers(Y)], "(ZZZ>Z)")


def worst_case(X: Term, r_min: Term, r_max: Term, epsilon: Term) -> list[Term]:
    """Sequences as in Corollary 1 for which this holds for all weights of attention."""
    needs = lambda W_O, W_V, W_K, W_Q: one_layer_needs(X, W_O, W_V, W_K, W_Q)  # noqa: E731
    every_one = for_all(needs, MATRIX, MATRIX, MATRIX, MATRIX)
    apart = is_tokenwise_separated(X, r_min, r_max, epsilon)
    return [0 < epsilon, 0 < r_min, r_min < r_max, apart, no_duplicate_tokens(X), every_one]


linear_needed = substitute(exists(worst_case, "(ZZZ>R)", "R", "R", "R"), {d: num(1)})
of_numbered = {d: num(1), X: numbered}


@paper.claim(given=[1 <= n, 1 <= N, 0 <= s], shows=substitute(one_layer_needs(X, *WEIGHTS), of_numbered))
def numbered_need_units(p: Proof) -> Fact:
    """Take the labels of the ids that are hard for numbers."""
    p.given(n_low=1 <= n, N_low=1 <= N, h_low=1 <= h, h_high=h <= points, q_low=0 <= q)
    ranged(p, "i", "j", "k", "l")
    one = num(1)
    some = p.have(1 <= points, "n_low", "N_low")
    low, high, hard = p.obtain(p.apply("some_hard_labels", some, f=id_of), marks)
    labels = fun(lambda i, t, k: marks(number(i, k)), 3)
    ends = [p.apply(name) for name in ("enumerations.number_low", "enumerations.number_high")]

    def everywhere(fact: Fact) -> Fact:
        return p.generalize(t, fact, 1 <= t, t <= one)

    bounds = [everywhere(p.specialize(fact, number(i, k), using=ends)) for fact in (low, high)]
    classes = p.exists_intro(substitute(are_classes(labels, num(2)), of_numbered), [], *bounds)
    there = [p.rule("assume", substitute(f, of_numbered)) for f in (
        contained(X, i, j), contained(X, j, i), same_tokens(token(X, i, k), token(X, j, l)))]  # fmt: skip
    same = p.congr(marks, p.specialize(there[2], 1))
    alike = p.discharge(p.generalize(t, same, 1 <= t, t <= one), *(f.concl for f in there))
    taken = p.rule("assume", substitute(same_data(block(X, *WEIGHTS, *LAYER), labels), of_numbered))
    places_ = [
        p.apply(name, a=h)
        for name in (
            "enumerations.row_low",
            "enumerations.row_high",
            "enumerations.column_low",
            "enumerations.column_high",
        )
    ]
    own = p.specialize(taken, row_of(h), column_of(h), 1, using=places_)
    value = p.have(Eq(line_layer(id_of(h)), marks(h)), own)
    few = p.specialize(hard, *LAYER, using=[value])
    count = p.have(points <= substitute(parameters(q), of_numbered), few)
    count = p.discharge(count, 0 <= q, taken.concl)
    return p.exists_intro(p.goal, [labels], classes, alike, count)


half = rational(1, 2)
numbered_apart = substitute(is_tokenwise_separated(X, half, points + 1, half), of_numbered)


@paper.claim(given=[1 <= n, 1 <= N], shows=numbered_apart)
def numbered_separated(p: Proof) -> Fact:
    """Different integers are at least 1 apart."""
    ranged(p, "i", "j", "k", "l")
    one = num(1)
    low, high = (p.apply(name) for name in ("enumerations.number_low", "enumerations.number_high"))
    length = p.apply("sqrt_unique", p.have(0 <= number(i, k), low))
    own = norm(fun(lambda t: number(i, k)), one)
    sizes_ = [p.have(half < own, length, low), p.have(own < points + 1, length, high)]
    differ = p.rule("assume", substitute(different(token(X, i, k), token(X, j, l)), of_numbered))
    goal = half < norm(fun(lambda t: number(i, k) - number(j, l)), one)

    def distance(order: Fact) -> Fact:
        if order.concl.op == "eq":
            alike = p.generalize(t, order, 1 <= t, t <= one)
            return p.absurd(p.mp(differ, alike), goal)
        gap = order.concl.args[1] - order.concl.args[0]
        size = p.apply("sqrt_unique", p.have(0 <= gap, order))
        return p.have(goal, size, order)

    apart = p.discharge(p.trichotomy(number(i, k), number(j, l), distance), differ.concl)
    return p.exists_intro(p.goal, [], *sizes_, apart)


@paper.claim(given=[1 <= n, 1 <= N, 1 <= s], shows=linear_needed)
def linear_is_needed(p: Proof) -> Fact:
    """Take the tokens 1, …, n N."""
    one = num(1)
    apart = p.rule("assume", unequal(k, l))
    same = p.rule("assume", substitute(same_tokens(token(X, i, k), token(X, i, l)), of_numbered))
    clash = p.mp(apart, p.have(Eq(k, l), p.specialize(same, one)))
    once = p.discharge(clash, apart.concl, same.concl)
    return p.exists_intro(p.goal, [numbered, half, points + 1, half], once)


# --- sequences of one token -------------------------------------------------------------------------------------------

singles = fun(lambda i, t, k: i * ite(Eq(t, 1), 1, 0), 3)  # the tokens e_1, 2 e_1, 3 e_1, …
alternately = fun(lambda i, t, k: 2 - (i - 2 * floor(i, num(2))), 3)
of_singles = {n: num(1), X: singles, label: alternately}
singles_taken = substitute(same_data(block(X, *WEIGHTS, *LAYER), label), of_singles)


@paper.claim(given=[1 <= d, 1 <= N, 0 <= q, singles_taken], shows=N <= 2 * q + 2)
def single_tokens_need_units(p: Proof) -> Fact:
    """Attention multiplies all tokens by the same matrix, so the ids lie on a line, in the order of the tokens."""
    half = floor(N - 1, num(2))
    low, high = (p.apply(name, q=N - 1, c=2) for name in ("floor_bounds", "floor_above"))
    some_half = p.apply("quotient_nonneg", n=N - 1, b=2, v=N - 1)
    along = fun(lambda c: ite(Eq(c, 1), 1, 0) + Sum(
        lambda p: O(c, p) * Sum(lambda t: V(p, t) * ite(Eq(t, 1), 1, 0), 1, d), 1, s))  # fmt: skip
    layer = feed_forward(named(fun(lambda c, k: k * along(c), 2), d, 2 * half + 1), W_1, b_1, W_2, b_2)

    def parity(place: Term, *facts: Named) -> Fact:
        ends = [p.have(f, *facts) for f in (0 <= place, k * 2 <= place, place < (k + 1) * 2)]
        inside = [p.have(f, *facts, p.assume(k <= half), low) for f in (1 <= place, place <= N)]
        own = p.specialize(singles_taken, place, 1, 1, using=inside)
        value = 1 if place is not even else 2
        return p.have(Eq(layer(1, place), value), own, p.apply("floor_is", *ends, q=place, c=2, y=k))

    even = 2 * k
    odd = parity(2 * k + 1, p.assume(0 <= k))
    pairs_ = parity(even, p.assume(1 <= k))
    most = p.apply("hidden_units_needed", some_half, odd, pairs_, z=fun(lambda k: k), e=along, t=1)
    return p.have(p.goal, most, high)


# --- the remark -----------------------------------------------------------------------------------------------------

at_most_ids = for_all(
    lambda X, W_O, W_V, W_K, W_Q: few_tokens(ids(X, W_O, W_V, W_K, W_Q)), "(ZZZ>R)", MATRIX, MATRIX, MATRIX, MATRIX
)
paper.notions.define(
    at_most_ids, (n, N, d, s), "attention makes at most {0}·{1} ids of {1} sequences in ℝ^({2}×{0}) (head size {3})",
    r"\text{{attention makes at most }} {0} \cdot {1} \text{{ ids of }} {1} \text{{ sequences in }}"
    r" \mathbb{{R}}^{{{2} \times {0}}} \text{{ (head size }} {3} \text{{)}}",
)  # fmt: skip
of_data = [X, label, r_min, r_max, epsilon, C, m]
conditions = [*(f for f in labelled_data if f not in (*sizes, 1 <= s)), vocabulary_size(X, m)]


def if_separated(X: Term, Y: Term, r_min: Term, r_max: Term, epsilon: Term, C: Term, m: Term) -> Term:
    """For these sequences and labels there is such a block."""
    data = (X, Y, r_min, r_max, epsilon, C, m)
    return substitute(implies(*conditions, enough), dict(zip(of_data, data, strict=True)))


deep_enough = for_all(if_separated, "(ZZZ>R)", "(ZZZ>Z)", "R", "R", "R", "Z", "Z")
(B,), (k_log,) = reals("B"), ints("k'")
factor = B * power(1 + log(points), k_log)  # logarithms


def no_fewer(X: Term, Y: Term, r_min: Term, r_max: Term, epsilon: Term) -> list[Term]:
    """Sequences and labels as in Corollary 1 that no block with fewer parameters fits."""

    def takes(W_O: Term, W_V: Term, W_K: Term, W_Q: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, q: Term) -> Term:
        images = block(X, W_O, W_V, W_K, W_Q, W_1, b_1, W_2, b_2, q)
        return implies(0 <= q, same_data(images, Y), points <= factor * parameters(q))

    apart = is_tokenwise_separated(X, r_min, r_max, epsilon)
    fits = for_all(takes, MATRIX, MATRIX, MATRIX, MATRIX, *FF_SORTS)
    asked = no_duplicate_tokens(X), are_classes(Y, num(2)), consistent(X, Y)
    return [0 < epsilon, 0 < r_min, r_min < r_max, apart, *asked, fits]


linear_optimal = exists(no_fewer, "(ZZZ>R)", "(ZZZ>Z)", "R", "R", "R")
paper.notions.define(
    linear_optimal, (B, k_log, d, n, N, s),
    "{3}·{4} ≤ {0}·(1 + log({3}·{4}))^{1}·parameters for some {4} sequences and labels in ℝ^({2}×{3}) (head size {5})",
    r"{3} \cdot {4} \le {0} (1 + \log ({3} \cdot {4}))^{{{1}}} \cdot \text{{parameters for some }} {4} "
    r"\text{{ sequences and labels in }} \mathbb{{R}}^{{{2} \times {3}}} \text{{ (head size }} {5} \text{{)}}",
)  # fmt: skip
paper.notions.define(
    the_ids,
    (*WEIGHTS, X, d, n, s),
    "F_SA({0}, {1}, {2}, {3})({4})",
    r"\mathcal{{F}}_S^{{(SA)}}[{0}, {1}, {2}, {3}]({4})",
)
paper.notions.define(
    substitute(block(X, *WEIGHTS, *LAYER), {d: num(1)}), (X, *WEIGHTS, *LAYER),
    "F({0}; {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9})",
    r"\mathcal{{F}}({0}; {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9})",
)  # fmt: skip
paper.notions.define(
    linear_needed, (n, N, s), "one hidden layer needs {0}·{1} parameters for some {1} sequences of {0} numbers "
    "(head size {2})",
    r"\text{{one hidden layer needs }} {0} \cdot {1} \text{{ parameters for some }} {1} \text{{ sequences of }} {0}"
    r"\text{{ numbers (head size }} {2} \text{{)}}",
)  # fmt: skip
paper.notions.define(
    deep_enough, (d, n, N, s),
    "with deep networks about (m + 1)^4·√({1}·{2}) parameters are enough in ℝ^({0}×{1}) for m different tokens "
    "(head size {3})",
    r"\text{{with deep networks about }} (m + 1)^4 \sqrt{{{1} \cdot {2}}} \text{{ parameters are enough in }}"
    r" \mathbb{{R}}^{{{0} \times {1}}} \text{{ for }} m \text{{ different tokens (head size }} {3} \text{{)}}",
)  # fmt: skip


@paper.claim(given=[*sizes, 1 <= s], shows=deep_enough)
def deep_is_always_enough(p: Proof) -> Fact:
    """Prove this for every number of different tokens."""
    assumed = [p.rule("assume", f) for f in conditions]

    listed = p.obtain(assumed[-1], w, at)
    return p.discharge(p.apply("deep_is_enough", *assumed, *listed), *conditions)


@paper.claim(given=[*sizes, 1 <= s], shows=together(at_most_ids, linear_needed, deep_enough))
def remark_2(p: Proof) -> Fact:
    """Combine the three parts."""
    parts = [p.apply(name) for name in ("ids_counted", "linear_is_needed", "deep_is_always_enough")]
    return p.exists_intro(p.goal, [], *parts)


def of_order_root(B_: Term, k_: Term) -> list[Term]:
    """Some constants times logarithms times √(n N) bound the number of parameters for all sequences."""
    few = memorized_deeply(X, label, substitute(factor, {B: B_, k_log: k_}) * root)
    within = implies(1 <= n, 1 <= N, *conditions, few)
    data = [n, N, X, label]
    at = lambda n, N, X, Y: substitute(within, dict(zip(data, (n, N, X, Y), strict=True)))  # noqa: E731
    always = for_all(at, "Z", "Z", "(ZZZ>R)", "(ZZZ>Z)")
    return [0 < B_, 0 <= k_, always]


own_data = [r_min, r_max, epsilon, C, m]
with_constants = exists(of_order_root, "R", "Z")
root_enough = for_all(
    lambda r_min, r_max, epsilon, C, m: substitute(
        with_constants, dict(zip(own_data, (r_min, r_max, epsilon, C, m), strict=True))
    ),
    *"RRRZZ",
)
paper.notions.define(
    root_enough, (d, s), "with deep networks Õ(√(n·N)) parameters are enough for tokens in ℝ^{0} (head size {1})",
    r"\text{{with deep networks }} \tilde{{O}}(\sqrt{{n N}}) \text{{ parameters are enough for tokens in }}"
    r" \mathbb{{R}}^{{{0}}} \text{{ (head size }} {1} \text{{)}}",
)  # fmt: skip
