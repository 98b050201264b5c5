"""Liu et al., 2025: attention as max-affine value reassignment; sections 3, 3.1, 3.2 and their proofs in A.1, A.2.

N affine pieces y_h(x) = a_h · x + b_h cut the domain into cells, and the attention scores of one head, R y_h(x_i)
in row h and column i, make softmax tell in which cell the token x_i lies. All sizes are symbolic: the dimension d, the
number n of tokens and N of pieces. `a(h, c)` is coordinate c of the slope of piece h and `X(c, i)` that of token i.

What the appendix calls "excluded" is a hypothesis here: at the point in question the top piece k exceeds every
other one by a gap Δ > 0. "‖·‖_∞" is the maximum over all entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.chapter import Claim
from proofs.kernel.rules import Fact
from proofs.matrices import (
    Matrix,
    blocks,
    constant,
    entries,
    identity,
    named,
    row,
    same,
    sizes,
    softmax,
    zero,
)
from proofs.notation import (
    FALSE,
    Term,
    absolute,
    array,
    eq,
    every,
    exp,
    fun,
    ints,
    ite,
    log,
    maximum,
    negation,
    num,
    rational,
    reals,
    sequences,
    sigma,
    vectors,
)
from proofs.paper import Erratum, Paper, Search
from proofs.proof import Named, Proof
from proofs.theorems.softmax import by_equality, differ, for_others, others, partition, weight

paper = Paper(
    "Liu",
    "Attention Mechanism, Max-Affine Partition, and Universal Approximation",
    "papers/liu_2025.txt",
)
chapter = paper

d, n, N, M, h, k, second, c, i, m = ints("d n N M h k k' c i m")
a, X = vectors("a X", 2)
b, x, s = vectors("b x s")
(P,) = vectors("P", 2)
(label,) = sequences("label")
R, Delta, eps, t = reals("R Delta epsilon t")


def affine(h: Term, x: Term) -> Term:
    """y_h(x) = Σ_c a_hc x_c + b_h."""
    return sigma(lambda c: a(h, c) * x(c), 1, d) + b(h)


def max_affine(x: Term) -> Term:
    """MaxAff(x): the greatest of the pieces."""
    return maximum(lambda h: affine(h, x), 1, N)


def pieces(x: Term) -> Term:
    """The pieces at x as a vector: h ↦ y_h(x)."""
    return fun(lambda h: affine(h, x))


def token(i: Term) -> Term:
    """Column i of X."""
    return fun(lambda c: X(c, i))


def top(k: Term, x: Term) -> Term:
    """Piece k exceeds all others at x by Δ."""
    return for_others(pieces(x), k, lambda h: affine(h, x) + Delta <= affine(k, x), N)


def is_index(k: Term) -> tuple[Term, Term]:
    """1 <= k <= N."""
    return 1 <= k, k <= N


def one_hot(h: Term, k: Term) -> Term:
    """Entry h of the unit vector e_k."""
    return ite(eq(h, k), 1, 0)


some_pieces = N >= 1
separated = (*is_index(k), Delta > 0, top(k, x))
AT = ("at_low", "at_high", "positive", "apart")


def suppose(p: Proof, **formulas: Term) -> None:
    """Assume the formulas by name."""
    p.given(**formulas)


def with_top(p: Proof, at: Term = x) -> None:
    """Assume that piece k is on top at a point: "at_low", "at_high", "positive", "apart"."""
    p.given(**dict(zip(AT, (*is_index(k), Delta > 0, top(k, at)), strict=True)))


# --- 3: max-affine functions ----------------------------------------------------------------------------------

paper.state(
    "def-3.1",
    "A max-affine function is the pointwise maximum of N >= 1 affine functions.",
    section="3", index="Definition 3.1", kind="definition", given=[some_pieces], defines=[affine(h, x), max_affine(x)],
)  # fmt: skip
paper.state(
    "3-1", "The affine pieces y_h(x) = a_h · x + b_h.", section="3", index="3[1]", defines=affine(h, x)
)
paper.state(
    "3-2", "MaxAff(x) is the greatest of the pieces at x.",
    section="3", index="3[2]", given=[some_pieces], defines=max_affine(x),
)  # fmt: skip
paper.state(
    "remark-3.1", "Results of the section suppose the gap of Assumption 3.1.",
    section="3", index="Remark 3.1", kind="remark", given=separated, defines=affine(k, x) - affine(h, x),
)  # fmt: skip
paper.state(
    "assumption-3.1", "At the points considered the largest piece exceeds every other one by a gap Δ > 0.",
    section="3", index="Assumption 3.1", kind="assumption", given=separated, defines=affine(k, x) - affine(h, x),
)  # fmt: skip


# --- 3.1: the cells -----------------------------------------------------------------------------------------------


def in_cell(h: Term) -> Term:
    """x lies in U_h."""
    return eq(max_affine(x), affine(h, x))


@paper.claim(given=[some_pieces, every(lambda h: negation(in_cell(h)), 1, N)], shows=FALSE)
def cells_cover(p: Proof) -> Fact:
    """No point lies outside of all cells."""
    p.given(some=some_pieces, outside=every(lambda h: negation(in_cell(h)), 1, N), low=1 <= m, high=m <= N)
    p.rule("member", "max_ge", max_affine(x), m, "low", "high")
    p.given(least=max_affine(x) <= affine(m, x), less=affine(m, x) < max_affine(x))
    clash = p.use(None, "outside", m, using=[p.rule(None, "antisymmetry", "least", "member")])
    p.rule("never", "absurd", clash, affine(m, x) < max_affine(x))
    p.cases("strict", max_affine(x), affine(m, x), "never", "less")
    p.every("all_strict", m, "strict", "low", "high")
    return p.apply("out", "none_is_not_all", "all_strict", f=pieces(x), lo=1, hi=N)


@paper.theorem
def top_is_max(p: Proof) -> None:
    """s_h + Δ <= s_k for all h ≠ k, Δ > 0 ⊢ max s = s_k."""
    p.given(low=1 <= k, high=k <= N, positive=Delta > 0, apart=for_others(s, k, lambda h: s(h) + Delta <= s(k), N))

    def at_most(case: Fact) -> Fact:
        if case.concl.op == "eq":
            return p.have(None, s(m) <= s(k), p.both(None, m, k, s, case))
        gap = p.use(None, "apart", m, using=[differ(p, case, m, k)])
        return p.have(None, s(m) <= s(k), gap, "positive")

    p.given(low_m=1 <= m, high_m=m <= N)
    p.every("members", m, by_equality(p, m, k, at_most), "low_m", "high_m")
    p.qed(p.apply("out", "max_is", "members", f=s, lo=1, hi=N, m=k))


@paper.claim(given=[*separated, *is_index(h), in_cell(h)], shows=eq(h, k))
def cell_unique(p: Proof) -> Fact:
    """Under a gap a point lies in one cell only."""
    with_top(p)
    p.given(low_h=1 <= h, high_h=h <= N, inside=in_cell(h))
    p.apply("max", "top_is_max", s=pieces(x))

    def is_top(case: Fact) -> Fact:
        if case.concl.op == "eq":
            return case
        gap = p.use(None, "apart", h, using=[differ(p, case, h, k)])
        return p.rule(None, "absurd", p.have(None, FALSE, gap, "positive", "max", "inside"), eq(h, k))

    return by_equality(p, h, k, is_top)


@paper.claim(
    given=[*is_index(k), in_cell(k), for_others(pieces(x), k, lambda h: negation(in_cell(h)), N)],
    shows=for_others(pieces(x), k, lambda h: affine(h, x) < affine(k, x), N),
)
def cell_alone(p: Proof) -> Fact:
    """Conversely, at a point of one cell only, all other pieces are strictly below."""
    p.given(inside=in_cell(k), outside=for_others(pieces(x), k, lambda h: negation(in_cell(h)), N))
    p.given(low=1 <= m, high=m <= N, other=negation(eq(m, k)))
    p.rule("member", "max_ge", max_affine(x), m, "low", "high")
    p.given(least=max_affine(x) <= affine(m, x), less=affine(m, x) < max_affine(x))
    clash = p.use(None, "outside", m, using=[p.rule(None, "antisymmetry", "least", "member")])
    p.rule("never", "absurd", clash, affine(m, x) < max_affine(x))
    p.cases("strict", max_affine(x), affine(m, x), "never", "less")
    p.have("below", affine(m, x) < affine(k, x), "strict", "inside")
    return p.every("out", m, "below", "low", "high", "other")


parallel = every(lambda c: eq(a(h, c), a(k, c)), 1, d)


@paper.claim(given=[*is_index(h), *is_index(k), parallel, b(h) < b(k)], shows=affine(h, x) < max_affine(x))
def dominated_cell_empty(p: Proof) -> Fact:
    """A piece that lies below a parallel one has an empty cell."""
    p.given(low=1 <= k, high=k <= N, parallel=parallel, lower=b(h) < b(k), low_c=1 <= c, high_c=c <= d)
    p.have("term", eq(a(h, c) * x(c), a(k, c) * x(c)), (p.use(None, "parallel", c), x(c)))
    p.every("terms", c, "term", "low_c", "high_c")
    f, g = (fun(lambda c, z=z: a(z, c) * x(c)) for z in (h, k))
    p.apply("slopes", "sum_eq", "terms", f=f, g=g, lo=1, hi=d)
    p.rule("member", "max_ge", max_affine(x), k, "low", "high")
    return p.have("out", affine(h, x) < max_affine(x), "slopes", "member", "lower")


two_cells = Claim((*is_index(h), *is_index(k), in_cell(h), in_cell(k)), eq(h, k))
tie = Search(
    sizes={"d": [1], "N": [2], "h": [1, 2], "k": [1, 2]},
    entries={"a": [0], "b": [0], "x": [0]}, length={"a": "N", "b": "N", "x": "d"},
)  # fmt: skip
overlap = Erratum("false", "Cells overlap where pieces tie: two equal pieces share every point.", 1, tie)
empty = Erratum("gap", "Cells may be empty (a piece below a parallel one), which a part of a partition is not.", 1)
partition_mended = (cells_cover, cell_unique, cell_alone, dominated_cell_empty)

for number, section, name in (("3.1", "3.1", "Proposition 3.1"), ("A.1", "A.1", "Proposition A.1")):
    paper.state(
        f"prop-{number}",
        "The cells, where one piece attains the maximum, cover the domain; they are disjoint only under a gap.",
        section=section, index=name, kind="proposition",
        printed=(cells_cover, two_cells), mended=partition_mended, errata=(overlap, empty),
    )  # fmt: skip
    if number == "3.1":
        paper.state(
            "3.1-1", "The family of the N cells U_h.", section="3.1", index="3.1[1]", given=[some_pieces],
            defines=max_affine(x) - affine(h, x),
        )  # fmt: skip
        paper.state(
            "3.1-2", "The cell U_h: the points where piece h attains the maximum.", section="3.1", index="3.1[2]",
            given=[some_pieces], defines=max_affine(x) - affine(h, x),
        )  # fmt: skip

paper.state(
    "A.1-1", "The family of the N cells and each cell, restated.", section="A.1", index="A.1[1]",
    given=[some_pieces], defines=max_affine(x) - affine(h, x),
)  # fmt: skip
paper.state(
    "A.1-2", "A point outside of all cells, at which MaxAff differs from every piece, cannot be.",
    section="A.1", index="A.1[2]", printed=cells_cover,
)  # fmt: skip


# --- 3.1: the indicator -----------------------------------------------------------------------------------------


def cell_indicator(h: Term) -> Term:
    """1 if x lies in U_h, else 0."""
    return ite(in_cell(h), 1, 0)


@paper.claim(given=[*separated, *is_index(h)], shows=eq(cell_indicator(h), one_hot(h, k)))
def indicator_is_cell(p: Proof) -> Fact:
    """Under a gap, entry h of E(x) = e_k is 1 exactly if x lies in U_h."""
    with_top(p)
    p.given(low_h=1 <= h, high_h=h <= N)
    p.apply("max", "top_is_max", s=pieces(x))

    def agree(case: Fact) -> Fact:
        right = p.rule(None, "choice", one_hot(h, k), case)
        if case.concl.op == "eq":
            inside = p.have(None, in_cell(h), "max", p.both(None, h, k, lambda h: affine(h, x), case))
        else:
            gap = p.use(None, "apart", h, using=[differ(p, case, h, k)])
            inside = p.have(None, affine(h, x) < max_affine(x), gap, "positive", "max")
        return p.have(None, eq(cell_indicator(h), one_hot(h, k)), p.rule(None, "choice", cell_indicator(h), inside), right)

    return by_equality(p, h, k, agree)


@paper.claim(given=separated, shows=eq(sigma(cell_indicator, 1, N), 1))
def indicator_one_hot(p: Proof) -> Fact:
    """Under a gap exactly one entry of the indicator of the cells is 1."""
    with_top(p)
    p.given(low_m=1 <= m, high_m=m <= N)
    p.apply("same", "indicator_is_cell", h=m)
    p.every("each", m, "same", "low_m", "high_m")
    p.apply("sum", "sum_eq", "each", f=fun(cell_indicator), g=fun(lambda h: one_hot(h, k)), lo=1, hi=N)
    p.apply("one", "sum_single", f=fun(lambda h: num(1)), lo=1, hi=N, m=k)
    return p.have("out", eq(sigma(cell_indicator, 1, N), 1), "sum", "one")


ties_hot = Claim((some_pieces,), eq(sigma(cell_indicator, 1, N), 1))
paper.state(
    "def-3.2",
    "The indicator E(x) = e_k, k the piece that attains the maximum at x: well-defined where only one does.",
    section="3.1", index="Definition 3.2", kind="definition",
    printed=two_cells, mended=(cell_unique, indicator_is_cell), given=separated, defines=one_hot(h, k),
    errata=Erratum("false", "The argmax is not one index where pieces tie, so that E(x) is not defined there.", 0, tie),
)  # fmt: skip
paper.state(
    "3.1-3",
    "E(x) is one-hot: exactly one entry is 1.",
    section="3.1", index="3.1[3]", printed=ties_hot, mended=indicator_one_hot,
    errata=Erratum(
        "false", "Where two pieces attain the maximum the cells' indicator has two entries 1.", 0,
        Search(sizes={"d": [1], "N": [2]}, entries={"a": [0], "b": [0], "x": [0]}, length={"a": "N", "b": "N", "x": "d"}),
    ),
)  # fmt: skip


# --- A.2: from the gap to the error of the attention scores -----------------------------------------------------------

here = token(i)  # the token x_i
scores = fun(lambda h: R * affine(h, here))  # column i of KᵀQ


def attends(h: Term) -> Term:
    """Softmax(KᵀQ)_{h,i} = exp(R y_h(x_i)) / Σ_η exp(R y_η(x_i))."""
    return weight(scores, h, N)


low_k, high_k = is_index(k)
topped = (*is_index(k), Delta > 0, top(k, here))
tail = (N - 1) / exp(R * Delta)
printed_scale = Delta * (log(N - 1) - log(eps)) <= R
needed_scale = (log(N - 1) - log(eps)) / Delta <= R
sharp_value = log((N - 1) * (1 - eps) / eps) / Delta


@paper.theorem
def scaled_gap(p: Proof) -> None:
    """s_h + Δ <= s_k for all h ≠ k, R >= 0 ⊢ R s_h + R Δ <= R s_k for all h ≠ k."""
    p.given(scale=R >= 0, apart=for_others(s, k, lambda h: s(h) + Delta <= s(k), N))
    p.given(low=1 <= m, high=m <= N, other=negation(eq(m, k)))
    p.use("gap", "apart", m)
    p.have("scaled", R * s(m) + R * Delta <= R * s(k), ("scale", "gap"))
    p.qed(p.every("out", m, "scaled", "low", "high", "other"))


@paper.claim(given=is_index(k), shows=eq(attends(k), 1 - others(scores, k, N) / partition(scores, N)))
def complement(p: Proof) -> Fact:
    """The top weight is 1 minus the others' share of the partition."""
    p.given(low=1 <= k, high=k <= N)
    p.apply("rest", "softmax_rest", a=scores, n=N)
    return p.have("out", eq(attends(k), 1 - others(scores, k, N) / partition(scores, N)), "rest")


top_term, second_term = exp(scores(k)), exp(scores(second))
line_2 = 1 - others(scores, k, N) / top_term
line_2_printed = 1 - others(scores, k, N) / sigma(lambda h: top_term, 1, N)
line_3 = 1 - (N - 1) * second_term / top_term
line_4 = 1 - (N - 1) / exp(scores(k) - scores(second))
line_5 = 1 - tail
is_second = (
    *is_index(second), negation(eq(second, k)),
    for_others(scores, k, lambda h: affine(h, here) <= affine(second, here), N),
)  # fmt: skip
gap_at_second = affine(second, here) + Delta <= affine(k, here)


@paper.claim(given=is_index(k), shows=line_2 <= 1 - others(scores, k, N) / partition(scores, N))
def drop_others(p: Proof) -> Fact:
    """The partition is at least its top term."""
    p.given(low=1 <= k, high=k <= N)
    p.apply("split", "partition_split", a=scores, n=N)
    p.apply("Z", "partition_pos", a=scores, n=N)
    p.apply("rest", "others_nonneg", a=scores, n=N)
    p.rule("e", "exp_pos", scores(k))
    rest, z = others(scores, k, N), partition(scores, N)
    p.have("square", 0 <= rest * rest, ("rest", "rest"))
    p.have("cross", rest / z <= rest / top_term, "split", "square", "Z", "e", scale=["Z", "e"])
    return p.have("out", line_2 <= 1 - rest / z, "cross")


@paper.claim(given=[R >= 0, *is_index(k), *is_second], shows=line_3 <= line_2)
def second_bounds_others(p: Proof) -> Fact:
    """Each of the N − 1 other terms is at most the second largest."""
    p.given(scale=R >= 0, low=1 <= k, high=k <= N)
    p.given(below=for_others(scores, k, lambda h: affine(h, here) <= affine(second, here), N))
    p.given(low_m=1 <= m, high_m=m <= N, other=negation(eq(m, k)))
    gap = R * affine(k, here) - R * affine(second, here)
    p.use("less", "below", m)
    p.have("term", scores(m) + gap <= scores(k), ("scale", "less"))
    p.every("terms", m, "term", "low_m", "high_m", "other")
    p.apply("sum", "others_le", "terms", a=scores, n=N, gap=gap)
    p.rule("e", "exp_pos", -scores(k))
    return p.have("out", line_3 <= line_2, ("sum", "e"))


@paper.claim(given=[], shows=eq(line_3, line_4))
def quotient_of_exponentials(p: Proof) -> Fact:
    """A quotient of exponentials is the exponential of the difference."""
    return p.have("out", eq(line_3, line_4))


@paper.claim(given=[R >= 0, *is_index(k), gap_at_second], shows=line_5 <= line_4)
def gap_bounds_second(p: Proof) -> Fact:
    """The second largest score is at least RΔ below the top one."""
    p.given(scale=R >= 0, low=1 <= k, high=k <= N, gap=gap_at_second)
    p.have("apart", scores(second) - scores(k) <= -(R * Delta), ("scale", "gap"))
    p.apply("grow", "exp_le", "apart", x=scores(second) - scores(k), y=-(R * Delta))
    p.have("count", 0 <= N - 1, "low", "high")
    return p.have("out", line_5 <= line_4, ("count", "grow"))


@paper.claim(given=topped, shows=1 - tail <= attends(k))
def attention_to_top(p: Proof) -> Fact:
    """1 − (N − 1)/exp(RΔ) <= p_k, for a scale of either sign."""
    with_top(p, here)
    p.given(up=R >= 0, down=R < 0, single=N < 2, several=N >= 2)
    p.apply("scaled", "scaled_gap", s=pieces(here))
    p.apply("if_up", "softmax_gap", "scaled", a=scores, n=N, gap=R * Delta)
    p.apply("weight", "softmax_pos", a=scores, n=N)
    p.have("falls", R * Delta < 0, ("down", "positive"))
    p.rule("e", "exp_ge", -(R * Delta))
    p.have("trivial", 1 - tail <= attends(k), "weight", "falls", "e", "several", degree=3)
    p.given(low_m=1 <= m, high_m=m <= N, other=negation(eq(m, k)))
    p.rule("single_", "integer_step", "single")
    p.have("m_le", m <= k, "high_m", "single_", "at_low")
    p.have("k_le", k <= m, "at_high", "single_", "low_m")
    p.rule("no_other", "mp", "other", p.rule(None, "antisymmetry", "m_le", "k_le"))
    p.every("none", m, p.rule(None, "absurd", "no_other", scores(m) + R * Delta <= scores(k)), "low_m", "high_m", "other")
    p.apply("alone", "softmax_gap", "none", a=scores, n=N, gap=R * Delta)
    p.cases("if_down", 2, N, "trivial", "alone")
    return p.cases("out", 0, R, "if_up", "if_down")
