"""A.2: the error of the attention scores in terms of the gap below the top piece, display by display."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_3_max_affine.indicator_weights import attends, here, scores, shaped, spare, with_shapes
from proofs.papers.liu.section_3_max_affine.max_affine import parallel
from proofs.papers.liu.vocabulary import (
    Delta,
    N,
    P,
    R,
    a,
    affine,
    b,
    eps,
    h,
    i,
    is_index,
    k,
    label,
    m,
    n,
    one_hot,
    paper,
    pieces,
    s,
    second,
    top,
    with_top,
    x,
)
from proofs.theorems.algebra.matrices import Matrix, blocks, entries, identity, named, zero
from proofs.theorems.networks.softmax import differ, for_others, others, partition, weight

# --- A.2: from the gap to the error of the attention scores --------------------------------------------------------

topped = (*is_index(k), Delta > 0, top(k, here))
tail = (N - 1) / exp(R * Delta)
needed_scale = (log(N - 1) - log(eps)) / Delta <= R
sharp_value = log((N - 1) * (1 - eps) / eps) / Delta


@paper.theorem
def scaled_gap(p: Proof) -> None:
    """s_h + Δ <= s_k for all h ≠ k, R >= 0 ⊢ R s_h + R Δ <= R s_k for all h ≠ k."""
    p.given(low=m >= 1, high=m <= N, other=negation(Eq(m, k)))
    gap = p.specialize(p.assume(for_others(k, lambda h: s(h) + Delta <= s(k), N)), m)
    scaled = p.have(R * s(m) + R * Delta <= R * s(k), (p.assume(R >= 0), gap))
    p.qed(p.generalize(m, scaled))


@paper.claim(given=is_index(k), shows=Eq(attends(k), 1 - others(scores, k, N) / partition(scores, N)))
def complement(p: Proof) -> None:
    """The top weight is 1 minus the share of the other terms in the partition."""
    p.apply("softmax_rest", a=scores, n=N, label="rest")


top_term, second_term = exp(scores(k)), exp(scores(second))
line_2 = 1 - others(scores, k, N) / top_term
line_2_printed = 1 - others(scores, k, N) / Sum(lambda h: top_term, 1, N)
line_3 = 1 - (N - 1) * second_term / top_term
line_4 = 1 - (N - 1) / exp(scores(k) - scores(second))
line_5 = 1 - tail
is_second = (
    *is_index(second), negation(Eq(second, k)),
    for_others(k, lambda h: affine(h, here) <= affine(second, here), N),
)  # fmt: skip
gap_at_second = affine(second, here) + Delta <= affine(k, here)


@paper.claim(given=is_index(k), shows=line_2 <= 1 - others(scores, k, N) / partition(scores, N))
def drop_others(p: Proof) -> None:
    """The partition is at least its top term."""
    p.apply("partition_split", a=scores, n=N, label="split")
    p.apply("partition_pos", a=scores, n=N, label="Z")
    rest, z = others(scores, k, N), partition(scores, N)
    p.have(rest / z <= rest / top_term, "split", rest * rest, scale=["Z", exp(scores(k))], label="cross")


@paper.claim(given=[R >= 0, *is_index(k), *is_second], shows=line_3 <= line_2)
def second_bounds_others(p: Proof) -> Fact:
    """Each of the N − 1 other terms is at most the second largest."""
    gap = R * affine(k, here) - R * affine(second, here)
    sum_ = p.apply("others_le", a=scores, n=N, gap=gap)
    return p.have(p.goal, (sum_, exp(-scores(k))))


@paper.claim(given=[R >= 0, *is_index(k), *is_second], shows=line_3 <= line_2_printed)
def third_line_printed(p: Proof) -> None:
    """The printed second line, which is too large, exceeds the corrected one."""
    p.apply("second_bounds_others", label="less")
    p.apply("others_nonneg", a=scores, n=N, label="rest")
    p.apply("sum_const", lo=1, hi=N, label="count")
    rest, z = others(scores, k, N), Sum(lambda h: top_term, 1, N)
    p.congr(lambda x: rest / x, p.have(Eq(z, N * top_term)), label="moved")
    p.have(0 < N, label="N_pos")
    p.have(rest / (N * top_term) <= rest / top_term, (N - 1, "rest"), scale=["N_pos", exp(scores(k))], label="cross")


@paper.claim(given=[], shows=Eq(line_3, line_4))
def quotient_of_exponentials(p: Proof) -> None:
    """A quotient of exponentials is the exponential of the difference."""


@paper.claim(given=[R >= 0, *is_index(k), gap_at_second], shows=line_5 <= line_4)
def gap_bounds_second(p: Proof) -> None:
    """The second largest score is at least RΔ below the top one."""
    p.apply("exp_le", x=scores(second) - scores(k), y=-(R * Delta), label="grow")


@paper.theorem
def no_other_piece(p: Proof) -> None:
    """N < 2 ⊢ s_h + Δ <= s_k for all h ≠ k: there are no other pieces."""
    p.given(single=N < 2, at_low=k >= 1, at_high=k <= N, low=m >= 1, high=m <= N, other=negation(Eq(m, k)))
    m_le = p.have(m <= k, "high", "single", "at_low")
    k_le = p.have(k <= m, "at_high", "single", "low")
    clash = p.mp("other", p.antisymmetry(m_le, k_le))
    never = p.absurd(clash, s(m) + Delta <= s(k))
    p.qed(p.generalize(m, never))


@paper.claim(given=topped, shows=1 - tail <= attends(k))
def attention_to_top(p: Proof) -> Fact:
    """1 − (N − 1)/exp(RΔ) <= p_k, for a scale of either sign."""
    with_top(p, here)
    p.given(up=R >= 0, down=R < 0, single=N < 2, several=N >= 2)
    p.apply("scaled_gap", s=pieces(here), label="scaled")
    if_up = p.apply("softmax_gap", a=scores, n=N, gap=R * Delta)
    weight = p.apply("softmax_pos", a=scores, n=N)
    falls = p.have(R * Delta < 0, ("down", "positive"))
    e = p.exp_ge(-(R * Delta))
    trivial = p.have(p.goal, weight, falls, e, "several")
    none = p.apply("no_other_piece", s=scores, Delta=R * Delta)
    alone = p.apply("softmax_gap", none, a=scores, n=N, gap=R * Delta)
    if_down = p.cases(2, N, trivial, alone)
    return p.cases(0, R, if_up, if_down)


@paper.claim(given=[N >= 2, Delta > 0, eps > 0, needed_scale], shows=tail <= eps)
def scale_bounds_tail(p: Proof) -> None:
    """R >= (ln(N − 1) − ln ε)/Δ implies that (N − 1)/exp(RΔ) is at most ε."""
    p.given(positive=Delta > 0, eps_pos=eps > 0, scale=needed_scale)
    p.exp_log(p.have(N - 1 > 0, label="count"), label="eN")
    p.exp_log("eps_pos", label="ee")
    p.have(log(N - 1) - R * Delta <= log(eps), "scale", "positive", label="exponent")
    p.apply("exp_le", x=log(N - 1) - R * Delta, y=log(eps), label="grow")


close = tail <= eps
within = 1 - eps <= attends(k)


@paper.claim(given=[*topped, close], shows=within)
def top_attends(p: Proof) -> None:
    """(A.3): the top weight is at least 1 − ε."""
    p.apply("attention_to_top", label="bound")


other_h = (*is_index(h), negation(Eq(h, k)))


@paper.claim(given=[*is_index(k), *other_h], shows=attends(h) <= 1 - attends(k))
def rest_shares(p: Proof) -> Fact:
    """(A.4), first part: any other weight is at most 1 minus the top one."""
    return p.apply("softmax_pair", a=scores, n=N)


@paper.claim(given=[*is_index(k), within], shows=1 - attends(k) <= 1 - (1 - eps))
def rest_at_most(p: Proof) -> None:
    """(A.4), second part: 1 minus the top weight is at most 1 − (1 − ε)."""


@paper.claim(given=[], shows=Eq(1 - (1 - eps), eps))
def rest_is_eps(p: Proof) -> None:
    """(A.4), third part."""


near_top = abs(attends(k) - 1) <= eps
near_zero = abs(attends(h) - 0) <= eps


@paper.claim(given=[*is_index(k), within], shows=near_top)
def top_near_one(p: Proof) -> None:
    """|p_k − 1| <= ε."""
    p.apply("softmax_le_one", a=scores, n=N, label="one")


@paper.claim(given=[*is_index(k), near_top], shows=within)
def near_one_is_top(p: Proof) -> None:
    """Conversely, |p_k − 1| <= ε implies p_k >= 1 − ε."""
    p.apply("abs_ge", x=1 - attends(k), label="minus")


@paper.claim(given=[*is_index(k), *other_h, within], shows=near_zero)
def others_near_zero(p: Proof) -> None:
    """|p_h − 0| <= ε for h ≠ k."""
    p.apply("rest_shares", label="rest")
    p.apply("softmax_pos", a=scores, n=N, k=h, label="pos")


def error(k: Term) -> Term:
    """‖Softmax(KᵀQ)_{:,i} − e_k‖_∞."""
    return Max(lambda h: abs(attends(h) - one_hot(h, k)), 1, N)


@paper.claim(given=[*is_index(k), within], shows=error(k) <= eps)
def column_error(p: Proof) -> Fact:
    """‖Softmax(KᵀQ)_{:,i} − E(x_i)‖_∞ <= ε."""
    p.given(low=k >= 1, low_m=m >= 1, high_m=m <= N)
    p.apply("top_near_one", label="at_top")

    def each(case: Fact) -> Fact:
        unit = p.ite_eq(one_hot(m, k), case)
        if case.concl.op == "eq":
            near = p.congr(lambda m: abs(attends(m) - 1), case)
        else:
            near = p.apply("others_near_zero", differ(p, case, m, k))
        rewritten = p.congr(lambda z: abs(attends(m) - z), unit)
        return p.have(abs(attends(m) - one_hot(m, k)) <= eps, rewritten, near)

    members = p.generalize(m, p.trichotomy(m, k, each))
    return p.max_le(error(k), eps, p.side_condition(N >= 1), members)


@paper.claim(given=[N >= 2, *topped, eps > 0, needed_scale], shows=error(k) <= eps)
def error_at_threshold(p: Proof) -> None:
    """At the corrected threshold for the scale, the error of every entry of the column is at most ε."""


at_sharp = (N >= 2, eps > 0, eps < 1, R >= 0, sharp_value <= R)


@paper.claim(given=[*topped, *at_sharp], shows=within)
def top_attends_at_sharp(p: Proof) -> Fact:
    """R >= ln((N − 1)(1 − ε)/ε)/Δ, R >= 0, suffices for the top weight."""
    with_top(p, here)
    p.given(eps_pos=eps > 0, scale=sharp_value <= R)
    odds = _odds(p)
    p.have(log(odds) <= R * Delta, "scale", "positive", label="exponent")
    p.apply("exp_le", x=log(odds), y=R * Delta, label="grow")
    p.have(odds <= exp(R * Delta), label="grown")
    p.apply("scaled_gap", s=pieces(here), label="scaled")
    p.apply("softmax_gap_sharp", a=scores, n=N, gap=R * Delta, label="bound")
    return p.have(p.goal, ("grown", "eps_pos", "e"), "bound", scale=["one_more"])


def _odds(p: Proof) -> Term:
    """(N − 1)(1 − ε)/ε, with the facts "eo" (it is e to its logarithm), "e" and "one_more" (positive terms)."""
    odds = (N - 1) * (1 - eps) / eps
    p.exp_log(p.have(odds > 0, (N - 1, 1 - eps, inv(eps)), label="odds"), label="eo")
    p.exp_pos(-(R * Delta), label="e")
    p.have(1 + tail > 0, (N - 1, "e"), label="one_more")
    return odds


@paper.claim(given=[*topped, *at_sharp], shows=error(k) <= eps)
def error_at_sharp(p: Proof) -> Fact:
    """At the sharp scale, the error of every entry of the column is at most ε."""
    return p.apply("column_error")


tight_pieces = {a: fun(lambda h, c: num(0), 2), b: fun(lambda h: ite(Eq(h, k), Delta, 0))}


@paper.claim(
    given=[*is_index(k), N >= 2, Delta > 0, eps > 0, eps < 1, sharp_value > R],
    shows=eps < substitute(error(k), tight_pieces),
)
def error_beyond_sharp(p: Proof) -> None:
    """Below the sharp scale, the constant pieces with Δ at k and 0 elsewhere have an error of more than ε."""
    p.given(at_low=k >= 1, at_high=k <= N, positive=Delta > 0, eps_pos=eps > 0)
    flat, miss = substitute(scores, tight_pieces), substitute(error(k), tight_pieces)
    p.given(other=negation(Eq(m, k)))
    p.ite_eq(ite(Eq(m, k), Delta, 0), "other", label="height")
    p.have(Eq(flat(m) + R * Delta, flat(k)), ("height", R), label="step")
    p.apply("softmax_gap_equal", "step", a=flat, n=N, gap=R * Delta, label="bound")
    odds = _odds(p)
    p.have(R * Delta < log(odds), sharp_value > R, "positive", label="exponent")
    p.apply("exp_lt", x=R * Delta, y=log(odds), label="grow")
    p.have(exp(R * Delta) < odds, label="grown")
    top_weight = weight(flat, k, N)
    p.have(top_weight < 1 - eps, ("grown", "eps_pos", "e"), "bound", scale=["one_more"], label="short")
    p.apply("abs_ge", x=1 - top_weight, label="misses")
    p.max_ge(miss, k, "at_low", "at_high", label="member")


@paper.claim(given=[*is_index(k), N <= 1], shows=Eq(attends(k), 1))
def single_piece(p: Proof) -> None:
    """With one piece the indicator is exact at every scale; ln(N − 1) is then undefined."""
    p.apply("no_other_piece", s=scores, Delta=num(0), label="none")
    p.apply("softmax_gap", a=scores, n=N, gap=num(0), label="bound")
    p.apply("softmax_le_one", a=scores, n=N, label="one")


@paper.claim(given=[*is_index(k), eps >= 1], shows=error(k) <= eps)
def large_eps(p: Proof) -> Fact:
    """For ε >= 1 the bound holds at every scale, without a gap."""
    p.apply("softmax_pos", a=scores, n=N, label="pos")
    return p.apply("column_error")


@paper.claim(given=[*is_index(k), *other_h, Eq(affine(h, here), affine(k, here))], shows=rational(1, 2) <= error(k))
def tied_error(p: Proof) -> None:
    """Where another piece ties with piece k the error is at least 1/2 at every scale."""
    p.given(at_low=k >= 1, at_high=k <= N)
    p.apply("rest_shares", label="pair")
    p.congr(lambda y: exp(R * y) / partition(scores, N), Eq(affine(h, here), affine(k, here)), label="even")
    p.apply("abs_ge", x=1 - attends(k), label="misses")
    p.max_ge(error(k), k, "at_low", "at_high", label="member")


@paper.claim(given=[*is_index(k), *other_h, parallel, Eq(b(h), b(k))], shows=rational(1, 2) <= error(k))
def equal_pieces_error(p: Proof) -> None:
    """With two equal pieces the error is at least 1/2 for every token and every scale."""


def slab(h: Term, k: Term, x: Term) -> Term:
    """|y_h(x) − y_k(x)|: the points where it is < Δ are a slab about the boundary of two cells."""
    return abs(affine(h, x) - affine(k, x))


attains = for_others(k, lambda h: affine(h, x) <= affine(k, x), N)


@paper.claim(given=[*is_index(k), attains, for_others(k, lambda h: Delta <= slab(h, k, x), N)], shows=top(k, x))
def outside_slabs(p: Proof) -> Fact:
    """Outside of the slabs about the cells' boundaries the greatest piece has the gap Δ."""
    p.given(low=m >= 1, high=m <= N, other=negation(Eq(m, k)))
    p.specialize(attains, m, label="order")
    apart = p.specialize(for_others(k, lambda h: Delta <= slab(h, k, x), N), m)
    sign = p.have(affine(m, x) - affine(k, x) <= 0)
    p.abs_value(affine(m, x) - affine(k, x), sign, label="size")
    return p.have(affine(m, x) + Delta <= affine(k, x), apart)


# --- A.2: the estimate, display by display ------------------------------------------------------------------------


def at_token(t: Term, j: Term) -> Term:
    """Return a statement about token i and piece k for token j and its label."""
    return substitute(t, {i: j, k: label(j)})


def for_tokens(formula: Term) -> Term:
    """A formula about token i and its top piece k, for all tokens with their labels."""
    return every(lambda j: at_token(formula, j), 1, n)


labels = (for_tokens(k >= 1), for_tokens(k <= N))
all_topped = (*labels, Delta > 0, for_tokens(top(k, here)))
indicators = Matrix(N, n, lambda h, i: one_hot(h, label(i)))


def labelled(p: Proof, at: Term) -> None:
    """Prove "at_low", "at_high": the label of this token is the index of a piece."""
    p.specialize(labels[0], at, label="at_low")
    p.specialize(labels[1], at, label="at_high")


@paper.claim(given=[n >= 1, *labels, for_tokens(within)], shows=Max(lambda j: at_token(error(k), j), 1, n) <= eps)
def all_columns_error(p: Proof) -> Fact:
    """All n columns together: ‖Softmax(KᵀQ)_{:,1:n} − [E(x_1), …, E(x_n)]‖_∞ <= ε."""
    p.given(some_n=n >= 1, low_i=i >= 1, high_i=i <= n)
    labelled(p, i)
    column = p.apply("column_error", k=label(i))
    columns = p.generalize(i, column)
    return p.max_le(Max(lambda j: at_token(error(k), j), 1, n), eps, "some_n", columns)


W_O = blocks([[identity(n)], [zero(spare, n)]])
square = named(P, N, N)


@paper.claim(given=shaped, shows=(square @ W_O).equals(named(P, N, n)))
def truncation(p: Proof) -> Fact:
    """W_O selects the first n columns, which are those of the tokens."""
    with_shapes(p)
    return entries(p, "out", square @ W_O, named(P, N, n))
