"""Corollary 1: a Transformer of one layer memorizes labelled sequences (section 4.1, A.3).

By Theorem 2 attention gives different ids, vectors of d numbers, to tokens that differ or stand in different contexts.
Let R_1, …, R_M be the different ids, and g a direction in which no two of them have the same projection, which there is
by Lemma 2, numbered so that the projections x_1 < … < x_M increase. The feed-forward layer then needs M hidden units:
all rows of W_1 are g, and the weights W_2 interpolate what has to be added to the ids to give the labels.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import (
    N,
    contained,
    d,
    different,
    epsilon,
    feed_forward,
    l,
    other_vocabulary,
    r_max,
    r_min,
    s,
    same_tokens,
    sequence,
    token,
)
from proofs.papers.ks.contexts import PAPER
from proofs.papers.ks.counting import some_direction_counted
from proofs.papers.ks.memorization import agree, consistent, label, label_at, occurrences, place, within_list
from proofs.papers.ks.projection import factor, gap, kept, m, pi, scale, some_d, v, w
from proofs.papers.ks.rank_one import Delta, X, Y, assume, carried_over, named, paper_separation, t
from proofs.papers.ks.theorem_2 import (
    eq_8,
    exponent,
    squeeze,
    theorem_2_contexts,
    theorem_2_short,
    theorem_2_tokens,
)
from proofs.papers.ks.vocabulary import display, i, j, k, n, paper
from proofs.theorems.norms import column, dot, norm
from proofs.theorems.relu import m as corners_number
from proofs.theorems.relu import relu, upwards, x, y
from proofs.theorems.relu import weight as unit_weight
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

M, e, a, b = ints("M e a b")
(U,) = vectors("U", 3)
R, C, W_1, W_2 = vectors("R C W_1 W_2", 2)
g, b_1 = vectors("g b_1")
i_in, j_in, k_in, l_in, t_in = (i >= 1, i <= N), (j >= 1, j <= N), (k >= 1, k <= n), (l >= 1, l <= n), (t >= 1, t <= d)
ENDS = {"i": i_in, "j": j_in, "k": k_in, "l": l_in, "t": t_in, "e": (e >= 1, e <= M)}


def ranged(p: Proof, *names: str) -> None:
    """Assume that the indices are in range."""
    for name in names:
        p.given(**{f"{name}_low": ENDS[name][0], f"{name}_high": ENDS[name][1]})


# --- A.3: what Theorem 2 gives ---------------------------------------------------------------------------------------

eq_47 = epsilon * r_min * log(n) * squeeze * exp(-exponent)
paper.notions.define(eq_8, (n, epsilon, r_min, r_max, m, pi, d), "δ(8)", r"\delta_{{(8)}}")
numbers = [some_d, m >= 1, pi > 3, epsilon > 0, r_min > 0, r_max > r_min, n >= 1]
display("A.3", 1, "46", "r = r_max + ε/4, as in (7): a bound on the ids", theorem_2_short)
display(
    "A.3", 2, "47", "the ids are more than δ apart, with the δ of Theorem 2", Claim(tuple(numbers), eq(eq_47, eq_8)),
    mended=[theorem_2_tokens, theorem_2_contexts],
    errata=Erratum(
        "typo", "(47) has ε log n where (8) has 2 ε² (log n)², which is what Theorem 2 shows.", 0,
        Search(sizes={"d": [1], "m": [1], "n": [2]},
               reals={"pi": [num(22, 7)], "epsilon": [100], "r_min": [1], "r_max": [2]}),
    ),
)  # fmt: skip

# --- the ids and their list -------------------------------------------------------------------------------------------

images_named = every(lambda i: every(lambda t: every(lambda k: eq(U(i, t, k), Y(i, t, k)), 1, n), 1, d), 1, N)
numbered = every(lambda i: every(lambda k: every(lambda t: eq(R(t, place(i, k)), U(i, t, k)), 1, d), 1, n), 1, N)
projected = every(lambda e: eq(x(e), dot(g, column(R, e), d)), 1, M)
in_list = [substitute(f, {corners_number: M}) for f in within_list]
increasing = substitute(upwards, {corners_number: M})
id_list = [M >= 1, *in_list, numbered, projected, increasing]


@paper.claim(
    given=[factor > 0, kept(factor), a >= 1, a <= m, b >= 1, b <= m, different(column(w, a), column(w, b))],
    shows=negation(eq(dot(v, gap(a, b), d), 0)),
)
def projections_differ(p: Proof) -> Fact:
    """Were the projections equal, κ times the distance would be 0."""
    p.given(factor=factor > 0, kept=kept(factor), a_low=a >= 1, a_high=a <= m, b_low=b >= 1, b_high=b <= m)
    p.given(differ=different(column(w, a), column(w, b)), zero=eq(dot(v, gap(a, b), d), 0), low=t >= 1, high=t <= d)
    p.use("far", "kept", a, b)
    p.rule("size", "abs_value", dot(v, gap(a, b), d), p.have(None, dot(v, gap(a, b), d) <= 0, "zero"))
    p.apply("nonneg", "norm_nonneg", x=gap(a, b))
    p.have("none", norm(gap(a, b), d) <= 0, "far", "size", "zero", scale=["factor"])
    p.apply("square", "norm_square", x=gap(a, b))
    p.have("no_square", dot(gap(a, b), gap(a, b), d) <= 0, "square", ("none", "nonneg"))
    entry = gap(a, b)(t)
    p.apply("entry_square", "square_nonneg", x=entry)
    p.every("squares", t, "entry_square", "low", "high")
    p.apply("member", "sum_member", "squares", f=fun(lambda t: gap(a, b)(t) * gap(a, b)(t)), m=t, lo=1, hi=d)
    p.have("tiny", entry * entry <= 0, "member", "no_square")
    p.have("zero_nonneg", num(0) >= 0)
    less, more = (p.apply(None, "square_le", "zero_nonneg", "tiny", u=x, r=num(0)) for x in (entry, -entry))
    least, most = p.have(None, w(t, a) <= w(t, b), less), p.have(None, w(t, b) <= w(t, a), more)
    same = p.every(None, t, p.rule(None, "antisymmetry", least, most), "low", "high")
    return p.discharged(p.rule(None, "mp", "differ", same), p.get("zero").concl)


# --- equal ids, equal labels ------------------------------------------------------------------------------------------

# Theorem 2 for any direction v, any gap δ of the scores, and the distance Δ that goes with them
theorem_2_given = named(PAPER)
labels_consistent = consistent(X, label)


@paper.claim(given=[scale > 0, r_max > 0, epsilon > 0, carried_over(paper_separation)], shows=0 <= Delta)
def gap_nonneg(p: Proof) -> Fact:
    """4 r Δ = ε (log n)² e^(−2r); for n = 1 it is 0."""
    p.given(scale=scale > 0, r_max=r_max > 0, epsilon=epsilon > 0, gap=carried_over(paper_separation))
    p.apply("square", "square_nonneg", x=log(n))
    p.rule("small", "exp_pos", -2 * (scale * r_max**2))
    p.have("reach", 0 < scale * r_max**2, ("scale", "r_max", "r_max"))
    return p.have("out", p.goal, "gap", ("square", "small", "epsilon"), scale=["reach"])


def with_theorem_2(p: Proof) -> None:
    """Assume Theorem 2's hypotheses; by it the ids are apart, and 0 <= Δ."""
    assume(p, PAPER)
    p.apply("tokens", "all_tokens_apart")
    p.apply("contexts", "all_contexts_apart")
    p.apply("gap_", "gap_nonneg")


equal_ids = every(lambda t: eq(U(i, t, k), U(j, t, l)), 1, d)


@paper.claim(
    given=[*theorem_2_given, images_named, labels_consistent, *i_in, *j_in, *k_in, *l_in, *t_in, equal_ids],
    shows=eq(label(i, t, k), label(j, t, l)),
)
def equal_ids_equal_labels(p: Proof) -> Fact:
    """Equal ids are not δ apart, so they are those of equal tokens in equal contexts."""
    ranged(p, "i", "j", "k", "l", "t")
    with_theorem_2(p)
    p.given(named=images_named, labels=labels_consistent, equal=equal_ids, e_low=e >= 1, e_high=e <= d)
    own, other = p.use(None, "named", i, e, k), p.use(None, "named", j, e, l)
    between = fun(lambda t: Y(i, t, k) - Y(j, t, l))
    p.every("nothing", e, p.have(None, eq(between(e), 0), own, other, p.use(None, "equal", e)), "e_low", "e_high")
    p.apply("no_distance", "norm_zero", "nothing", x=between)
    apart = p.rule(None, "assume", different(token(X, i, k), token(X, j, l)))
    far = p.use(None, "tokens", i, j, k, l, using=[apart])
    no = p.have(None, FALSE, far, "no_distance", "gap_")

    goal = p.goal

    def clash(order: Fact) -> Fact:
        """Were the labels different, the contexts or the tokens would be."""
        if order.concl.op == "eq":
            return order
        same = p.rule(None, "assume", same_tokens(token(X, i, k), token(X, j, l)))
        there, back = (p.rule(None, "assume", f) for f in (contained(X, i, j), contained(X, j, i)))
        alike = p.use(None, "labels", i, j, k, l, t, using=[there, back, same])
        other_contexts = p.discharged(p.have(None, FALSE, alike, order), there.concl, back.concl)
        away = p.use(None, "contexts", i, j, k, l, using=[p.restate(None, other_contexts, other_vocabulary(X, i, j))])
        not_same = p.discharged(p.have(None, FALSE, away, "no_distance", "gap_"), same.concl)
        return p.rule(None, "absurd", p.cut(None, no, not_same), goal)

    return p.by_order("out", label(i, t, k), label(j, t, l), clash)


# --- the network ------------------------------------------------------------------------------------------------------

residual = fun(lambda i, t, k: label(i, t, k) - U(i, t, k), 3)


def in_corollary(f: Term) -> Term:
    """What is said of labels, for what has to be added to the ids, and for the list of M ids."""
    return substitute(f, {label: residual, corners_number: M})


corners = every(lambda t: every(lambda e: eq(C(t, e), in_corollary(label_at(t, e))), 0, M), 1, d)
first_weights = every(lambda e: every(lambda t: eq(W_1(e, t), g(t)), 1, d), 1, M)
first_biases = every(lambda e: eq(b_1(e), -x(e - 1)), 1, M)


def second_weight(t: Term, e: Term) -> Term:
    """By how much the slope of row t changes at hidden unit e."""
    return substitute(unit_weight(e), {y: fun(lambda e: C(t, e))})


second_weights = every(lambda t: every(lambda e: eq(W_2(t, e), second_weight(t, e)), 1, M), 1, d)
layer_given = [corners, first_weights, first_biases, second_weights]
nothing = fun(lambda t: num(0))


def transformer(i: Term, t: Term, k: Term) -> Term:
    """Entry (t, k) of F(X^(i)): the feed-forward layer (3) with M hidden units on what attention makes of X^(i)."""
    return feed_forward(sequence(U, i), W_1, b_1, W_2, nothing, hidden=M)(t, k)


paper.notions.define(
    transformer(i, t, k), (i, t, k, U, W_1, b_1, W_2, M, d), "F(X^({0}))_{1},{2}", "F(X^{{({0})}})_{{{1},{2}}}"
)


@paper.claim(given=[*id_list, numbered, *i_in, *k_in], shows=eq(dot(g, token(U, i, k), d), x(place(i, k))))
def projected_id_is_listed(p: Proof) -> Fact:
    """g · F_SA(X)_k stands at its place."""
    p.given_all(id_list)
    p.given(projected=projected, numbered=numbered, lower=in_list[0], upper=in_list[1])
    ranged(p, "i", "k", "t")
    for name in ("lower", "upper"):
        p.use(f"{name}_", name, i, k)
    p.use("value", "projected", place(i, k))
    p.use("entry", "numbered", i, k, t)
    by = {"f": fun(lambda t: g(t) * U(i, t, k)), "g": fun(lambda t: g(t) * R(t, place(i, k)))}
    p.every("entries", t, p.have(None, eq(by["f"](t), by["g"](t)), ("entry", g(t))), "t_low", "t_high")
    p.apply("sum", "sum_eq", "entries", lo=1, hi=d, **by)
    return p.have("out", p.goal, "sum", "value")


network_given = [*theorem_2_given, images_named, labels_consistent, *id_list, *layer_given]


@paper.claim(given=[*theorem_2_given, images_named, labels_consistent, *id_list, *t_in], shows=in_corollary(agree))
def residuals_agree(p: Proof) -> Fact:
    """Tokens at one place have one id, and so one label."""
    p.given_all([*theorem_2_given, images_named, labels_consistent])
    p.given(numbered=numbered, e_low=e >= 1, e_high=e <= d, lower=in_list[0])
    ranged(p, "i", "j", "k", "l", "t")
    same = p.rule(None, "assume", eq(place(i, k), place(j, l)))

    def at(t: Term) -> Fact:
        own, other = p.use(None, "numbered", i, k, t), p.use(None, "numbered", j, l, t)
        both = p.both(None, place(i, k), place(j, l), lambda e: R(t, e), same)
        return p.have(None, eq(U(i, t, k), U(j, t, l)), own, other, both)

    p.every("ids", e, at(e), "e_low", "e_high")
    p.apply("labels", "equal_ids_equal_labels", "ids")
    out = p.discharged(p.have(None, eq(residual(i, t, k), residual(j, t, l)), "labels", at(t)), same.concl)
    for name in ("l", "k", "j", "i"):
        out = p.every(None, ints(name)[0], out, f"{name}_low", f"{name}_high")
    return p.note("out", out)


@paper.claim(given=[*network_given, *i_in, *k_in, *t_in], shows=eq(transformer(i, t, k), label(i, t, k)))
def labels_computed(p: Proof) -> Fact:
    """The hidden layer's sum is the polygon at the projected id, which is the residual."""
    p.given_all(network_given)
    p.given(corners=corners, first=first_weights, biases=first_biases, second=second_weights, lower=in_list[0])
    p.given(upper=in_list[1])
    ranged(p, "i", "k", "t", "e")
    c = ints("c")[0]
    p.given(c_low=c >= 1, c_high=c <= d)
    z = x(place(i, k))
    p.apply("at", "projected_id_is_listed")
    rows = fun(lambda c: W_1(e, c) * U(i, c, k)), fun(lambda c: g(c) * U(i, c, k))
    p.every(
        "row_", c, p.have(None, eq(rows[0](c), rows[1](c)), (p.use(None, "first", e, c), U(i, c, k))), "c_low", "c_high"
    )
    p.apply("row", "sum_eq", "row_", f=rows[0], g=rows[1], lo=1, hi=d)
    inner = sigma(rows[0], 1, d) + b_1(e)
    p.use("bias", "biases", e)
    p.have("input", eq(inner, z - x(e - 1)), "row", "at", "bias")
    p.both("unit", inner, z - x(e - 1), relu, "input")
    p.use("weight", "second", t, e)
    terms = fun(lambda e: W_2(t, e) * relu(sigma(lambda c: W_1(e, c) * U(i, c, k), 1, d) + b_1(e)))
    polygon = fun(lambda e: second_weight(t, e) * relu(z - x(e - 1)))
    p.have("term", eq(terms(e), polygon(e)), ("unit", W_2(t, e)), ("weight", relu(z - x(e - 1))))
    p.every("terms", e, "term", "e_low", "e_high")
    p.apply("sum", "sum_eq", "terms", f=terms, g=polygon, lo=1, hi=M)
    for name in ("lower", "upper"):
        p.use(f"{name}_", name, i, k)
    p.apply("through", "memorized", i=place(i, k), m=M, y=fun(lambda e: C(t, e)))
    p.use("corner", "corners", t, place(i, k))
    p.use("corner_0", "corners", t, 0)
    p.apply("agree", "residuals_agree")
    p.apply("value", "label_at_place", "agree", y=residual)
    p.apply("start", "label_at_zero", y=residual)
    p.have("polygon", eq(sigma(polygon, 1, M), C(t, place(i, k)) - C(t, 0)), "through")
    p.have("corner_is", eq(C(t, place(i, k)), residual(i, t, k)), "corner", "value")
    p.have("zero", eq(C(t, 0), 0), "corner_0", "start")
    p.have("total", eq(sigma(terms, 1, M), residual(i, t, k)), "sum", "polygon", "corner_is", "zero")
    return p.have("out", p.goal, "total")


# --- parameters -------------------------------------------------------------------------------------------------------

used = every(lambda e: 1 <= occurrences(e), 1, M)  # no id stands in the list without a token that has it


@paper.claim(given=[N >= 0, n >= 0, M >= 0, *in_list, used], shows=M <= n * N)
def list_length(p: Proof) -> Fact:
    """Every token stands at one place, so there are at most n N ids."""
    p.given(N_low=N >= 0, n_low=n >= 0, M_low=M >= 0, lower=in_list[0], upper=in_list[1], used=used)
    ranged(p, "i", "k", "e")
    p.apply("count", "sum_const", lo=1, hi=M)
    ones = fun(lambda e: num(1))
    p.apply("each", "sum_le", "used", f=ones, g=fun(occurrences), lo=1, hi=M)
    p.use("low", "lower", i, k)
    p.use("high", "upper", i, k)
    p.apply("one", "sum_delta", f=ones, m=place(i, k), lo=1, hi=M)

    def stands(i: Term, k: Term, e: Term) -> Term:
        return ite(eq(place(i, k), e), 1, 0)

    along_list = fun(lambda k: sigma(lambda e: stands(i, k, e), 1, M))
    p.every("row_", k, p.have(None, eq(along_list(k), 1), "one"), "k_low", "k_high")
    p.apply("row", "sum_eq", "row_", f=along_list, g=ones, lo=1, hi=n)
    p.apply("swap", "sum_swap", h=fun(lambda e, k: stands(i, k, e), 2), lo=1, hi=M, lo2=1, hi2=n)
    p.apply("length", "sum_const", lo=1, hi=n)
    one_sequence = fun(lambda i: sigma(lambda e: sigma(lambda k: stands(i, k, e), 1, n), 1, M))
    p.every("sequences_", i, p.have(None, eq(one_sequence(i), n), "row", "swap", "length"), "i_low", "i_high")
    p.apply("sequences", "sum_eq", "sequences_", f=one_sequence, g=fun(lambda i: n), lo=1, hi=N)
    p.apply(
        "swap_", "sum_swap", h=fun(lambda e, i: sigma(lambda k: stands(i, k, e), 1, n), 2), lo=1, hi=M, lo2=1, hi2=N
    )
    p.apply("number", "sum_const", lo=1, hi=N)
    return p.have("out", p.goal, "each", "count", "swap_", "sequences", ("number", n))


stated_count = 4 * (s + d) + d * (2 * n * N + d)
attention_count = (s + d) + (s + d) + (s + d) + (s + d)  # u'' and v, u and v, u' and v, and the two factors of W_O
layer_count = d + M + d * M  # g, the biases, W_2
entries_count = d * M + M + d * M + d  # all entries of W_1, b_1, W_2, b_2


@paper.claim(given=[d >= 1, M >= 0, M <= n * N], shows=attention_count + layer_count <= stated_count)
def parameters_counted(p: Proof) -> Fact:
    """One direction for all outputs: d + M + d M weights, where the paper counts d (2 n N + d)."""
    p.given(d_low=d >= 1, M_low=M >= 0, room=M <= n * N)
    p.have("nN", 0 <= n * N, "M_low", "room")
    p.have("d_pos", 0 <= d, "d_low")
    return p.have("out", p.goal, ("d_low", "nN"), ("room", "d_pos"), "room", ("d_low", "d_low"), "d_low")


display(
    "4.1", 1, "17", "the block maps the sequences to their labels", labels_computed,
)  # fmt: skip
paper.state(
    "corollary-1",
    "a Transformer block with one head maps N consistently labelled sequences to their labels: attention as in Theorem "
    "2, and a feed-forward layer with a hidden unit for each id, of which there are at most n N; for any directions v "
    "and g that keep the tokens and the ids apart, which there are. Counted are the numbers that make up the weights "
    "(the vectors of rank-one matrices, the common row of W_1), not the entries of all matrices",
    section="4.1", index="Corollary 1", kind="corollary",
    printed=[labels_computed, projections_differ, some_direction_counted, list_length, parameters_counted],
)  # fmt: skip


@paper.claim(given=[d >= 1, s >= 1, n >= 1, N >= 1], shows=stated_count <= (4 * (s + d) + 2 * d + d * d) * (n * N))
def count_linear(p: Proof) -> Fact:
    """For fixed d and s the number of parameters is at most a multiple of n N."""
    p.given(d_low=d >= 1, s_low=s >= 1, n_low=n >= 1, N_low=N >= 1)
    p.have("nN", 1 <= n * N, ("n_low", "N_low"), "n_low", "N_low")
    p.have("factor", 0 <= 4 * (s + d) + d * d, "s_low", "d_low", ("d_low", "d_low"))
    return p.have("out", p.goal, ("nN", "factor"))


paper.state(
    "remark-2", "the number of parameters is linear in n N", section="4.1", index="Remark 2", kind="remark",
    printed=count_linear,
    argued="That fewer than linearly many, but for logarithms, do not suffice for one hidden layer is in Bartlett et "
    "al. 2019, that deeper networks need about the square root of n N is in Vardi et al. 2022; neither is shown here.",
)  # fmt: skip
