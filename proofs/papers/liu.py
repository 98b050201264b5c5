"""Liu et al., 2025: attention as max-affine value reassignment; sections 3, 3.1, 3.2, A.1 and A.2.

N affine pieces y_h(x) = a_h · x + b_h cut the domain into cells, and the attention scores of one head,
R y_h(x_i) in row h and column i, make softmax tell in which cell the token x_i lies. All sizes are symbolic: the
dimension d, the number n of tokens and N of pieces. `a(h, c)` is coordinate c of the slope of piece h and
`X(c, i)` that of token i. Propositions 3.2 and A.2, which are one, are stated after the construction and the
estimate that prove them.

What the appendix calls "excluded" is a hypothesis here: at the point in question the top piece k exceeds every
other one by a gap Δ > 0. ‖·‖_∞ is the maximum over all entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.chapter import Claim
from proofs.kernel.rules import Fact
from proofs.matrices import Matrix, blocks, constant, entries, identity, named, row, same, sizes, softmax, zero
from proofs.notation import (
    FALSE,
    Term,
    absolute,
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
    substitute,
    vectors,
)
from proofs.paper import Erratum, Paper, Search
from proofs.proof import Proof
from proofs.theorems.softmax import differ, for_others, others, partition, weight

paper = Paper("Liu", "Attention Mechanism, Max-Affine Partition, and Universal Approximation", "Liu et al., 2025")
chapter = paper

d, n, N, M, h, k, second, c, i, m = ints("d n N M h k k' c i m")
a, X = vectors("a X", 2)
b, x, s, f, g, u, v = vectors("b x s f g u v")
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
    return k >= 1, k <= N


def one_hot(h: Term, k: Term) -> Term:
    """Entry h of the unit vector e_k."""
    return ite(eq(h, k), 1, 0)


paper.notions.define(one_hot(h, k), (h, k), "δ({0},{1})", r"\delta_{{{0},{1}}}")
paper.notions.define(token(i), (i,), "X_{0:f}", "X_{{{0}}}")
paper.notions.define(affine(h, x), (h, x), "y_{0:f}({1})", "y_{{{0}}}({1})")
paper.notions.define(max_affine(x), (x,), "MaxAff({0})", r"\mathrm{{MaxAff}}({0})")

some_pieces = N >= 1
separated = (*is_index(k), Delta > 0, top(k, x))
AT = ("at_low", "at_high", "positive", "apart")


def with_top(p: Proof, at: Term = x) -> None:
    """Assume that piece k is on top at a point: "at_low", "at_high", "positive", "apart"."""
    p.given(**dict(zip(AT, (*is_index(k), Delta > 0, top(k, at)), strict=True)))


# --- 3: max-affine functions ----------------------------------------------------------------------------------

paper.state(
    "def-3.1",
    "A max-affine function is the pointwise maximum of N >= 1 affine functions.",
    section="3", index="Definition 3.1", kind="definition", given=[some_pieces], defines=[affine(h, x), max_affine(x)],
)  # fmt: skip
paper.state("3-1", "The affine pieces y_h(x) = a_h · x + b_h.", section="3", index="3[1]", defines=affine(h, x))
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
    p.given(some=some_pieces, outside=every(lambda h: negation(in_cell(h)), 1, N), low=m >= 1, high=m <= N)
    p.rule("member", "max_ge", max_affine(x), m, "low", "high")
    p.given(least=max_affine(x) <= affine(m, x), less=affine(m, x) < max_affine(x))
    clash = p.rule(None, "mp", p.use(None, "outside", m), p.rule(None, "antisymmetry", "least", "member"))
    p.rule("never", "absurd", clash, affine(m, x) < max_affine(x))
    p.cases("strict", max_affine(x), affine(m, x), "never", "less")
    p.every("all_strict", m, "strict", "low", "high")
    return p.apply("out", "none_is_not_all", "all_strict", f=pieces(x), lo=1, hi=N)


@paper.theorem
def top_is_max(p: Proof) -> None:
    """s_h + Δ <= s_k for all h ≠ k, Δ > 0 ⊢ max s = s_k."""
    p.given(low=k >= 1, high=k <= N, positive=Delta > 0, apart=for_others(s, k, lambda h: s(h) + Delta <= s(k), N))

    def at_most(case: Fact) -> Fact:
        if case.concl.op == "eq":
            return p.have(None, s(m) <= s(k), p.both(None, m, k, s, case))
        gap = p.use(None, "apart", m, using=[differ(p, case, m, k)])
        return p.have(None, s(m) <= s(k), gap, "positive")

    p.given(low_m=m >= 1, high_m=m <= N)
    p.every("members", m, p.by_order(None, m, k, at_most), "low_m", "high_m")
    p.qed(p.apply("out", "max_is", "members", f=s, lo=1, hi=N, m=k))


@paper.claim(given=[*separated, *is_index(h), in_cell(h)], shows=eq(h, k))
def cell_unique(p: Proof) -> Fact:
    """Under a gap a point lies in one cell only."""
    with_top(p)
    p.given(low_h=h >= 1, high_h=h <= N, inside=in_cell(h))
    p.apply("max", "top_is_max", s=pieces(x))

    def is_top(case: Fact) -> Fact:
        if case.concl.op == "eq":
            return case
        gap = p.use(None, "apart", h, using=[differ(p, case, h, k)])
        return p.rule(None, "absurd", p.have(None, FALSE, gap, "positive", "max", "inside"), eq(h, k))

    return p.by_order(None, h, k, is_top)


@paper.claim(
    given=[*is_index(k), in_cell(k), for_others(pieces(x), k, lambda h: negation(in_cell(h)), N)],
    shows=for_others(pieces(x), k, lambda h: affine(h, x) < affine(k, x), N),
)
def cell_alone(p: Proof) -> Fact:
    """Conversely, at a point of one cell only, all other pieces are strictly below."""
    p.given(inside=in_cell(k), outside=for_others(pieces(x), k, lambda h: negation(in_cell(h)), N))
    p.given(low=m >= 1, high=m <= N, other=negation(eq(m, k)))
    p.rule("member", "max_ge", max_affine(x), m, "low", "high")
    p.given(least=max_affine(x) <= affine(m, x), less=affine(m, x) < max_affine(x))
    clash = p.rule(None, "mp", p.use(None, "outside", m), p.rule(None, "antisymmetry", "least", "member"))
    p.rule("never", "absurd", clash, affine(m, x) < max_affine(x))
    p.cases("strict", max_affine(x), affine(m, x), "never", "less")
    p.have("below", affine(m, x) < affine(k, x), "strict", "inside")
    return p.every("out", m, "below", "low", "high", "other")


parallel = every(lambda c: eq(a(h, c), a(k, c)), 1, d)


@paper.claim(given=[*is_index(h), *is_index(k), parallel, b(h) < b(k)], shows=affine(h, x) < max_affine(x))
def dominated_cell_empty(p: Proof) -> Fact:
    """A piece that lies below a parallel one has an empty cell."""
    p.given(low=k >= 1, high=k <= N, parallel=parallel, lower=b(h) < b(k), low_c=c >= 1, high_c=c <= d)
    p.have("term", eq(a(h, c) * x(c), a(k, c) * x(c)), (p.use(None, "parallel", c), x(c)))
    p.every("terms", c, "term", "low_c", "high_c")
    f, g = (fun(lambda c, z=z: a(z, c) * x(c)) for z in (h, k))
    p.apply("slopes", "sum_eq", "terms", f=f, g=g, lo=1, hi=d)
    p.rule("member", "max_ge", max_affine(x), k, "low", "high")
    return p.have("out", p.goal, "slopes", "member", "lower")


two_cells = Claim((*is_index(h), *is_index(k), in_cell(h), in_cell(k)), eq(h, k))
tie = Search(
    sizes={"d": [1], "N": [2], "h": [1, 2], "k": [1, 2]},
    entries={"a": [0], "b": [0], "x": [0]}, length={"a": "N d", "b": "N", "x": "d"},
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
    p.given(low_h=h >= 1, high_h=h <= N)
    p.apply("max", "top_is_max", s=pieces(x))

    def agree(case: Fact) -> Fact:
        right = p.rule(None, "choice", one_hot(h, k), case)
        if case.concl.op == "eq":
            inside = p.have(None, in_cell(h), "max", p.both(None, h, k, lambda h: affine(h, x), case))
        else:
            gap = p.use(None, "apart", h, using=[differ(p, case, h, k)])
            inside = p.have(None, affine(h, x) < max_affine(x), gap, "positive", "max")
        return p.have(None, p.goal, p.rule(None, "choice", cell_indicator(h), inside), right)

    return p.by_order(None, h, k, agree)


@paper.claim(given=separated, shows=eq(sigma(cell_indicator, 1, N), 1))
def indicator_one_hot(p: Proof) -> Fact:
    """Under a gap exactly one entry of the indicator of the cells is 1."""
    with_top(p)
    p.given(low_m=m >= 1, high_m=m <= N)
    p.apply("same", "indicator_is_cell", h=m)
    p.every("each", m, "same", "low_m", "high_m")
    p.apply("sum", "sum_eq", "each", f=fun(cell_indicator), g=fun(lambda h: one_hot(h, k)), lo=1, hi=N)
    p.apply("one", "sum_single", f=fun(lambda h: num(1)), lo=1, hi=N, m=k)
    return p.have("out", p.goal, "sum", "one")


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
    errata=Erratum("false", "Where two pieces attain the maximum the cells' indicator has two entries 1.", 0, tie),
)  # fmt: skip


# --- A.2: the construction ----------------------------------------------------------------------------------------

paper.state(
    "def-A.1", "MaxAff again, with its coefficients a_i, b_i named.", section="A.2", index="Definition A.1",
    kind="definition", given=[some_pieces], defines=max_affine(x),
)  # fmt: skip
paper.state(
    "eq-A.1", "MaxAff(Z) is the greatest of a_i · Z + b_i.", section="A.2", index="A.2[2]", equations="A.1",
    given=[some_pieces], defines=max_affine(x),
)  # fmt: skip
z = vectors("z")[0]
nearby = every(lambda h: absolute(affine(h, x) - affine(h, z)) < Delta, 1, N)


@paper.claim(given=[*is_index(h), *is_index(k), top(k, x), substitute(top(k, x), {k: h, x: z}), nearby], shows=eq(h, k))
def gap_separates_cells(p: Proof) -> Fact:
    """Two points with the gap Δ, between which no piece changes by Δ, have the same top piece."""
    p.given(at_low=k >= 1, at_high=k <= N, low_h=h >= 1, high_h=h <= N, near=nearby)
    p.given(apart_x=top(k, x), apart_z=substitute(top(k, x), {k: h, x: z}))
    for name, piece in (("h", h), ("k", k)):
        p.use(f"near_{name}", "near", piece)
    p.apply("rise", "abs_ge", x=affine(h, z) - affine(h, x))
    p.apply("fall", "abs_ge", x=affine(k, x) - affine(k, z))

    def clash(case: Fact) -> Fact:
        if case.concl.op == "eq":
            return case
        at_x = p.use(None, "apart_x", h, using=[differ(p, case, h, k)])
        at_z = p.use(None, "apart_z", k, using=[differ(p, case, k, h)])
        return p.rule(None, "absurd", p.have(None, FALSE, at_x, at_z, "rise", "fall", "near_h", "near_k"), eq(h, k))

    return p.by_order(None, h, k, clash)


paper.state(
    "remark-A.1",
    "The top piece exceeds the second largest by Δ > 0, the same Δ for all inputs considered.",
    section="A.2", index="Remark A.1", kind="remark", given=separated, defines=affine(k, x) - affine(h, x),
    mended=gap_separates_cells,
    errata=Erratum(
        "gap", "No such Δ exists for all points of a connected domain with two non-empty cells: where the gap is Δ, "
        "the top piece is the same at points between which no piece changes by Δ, so the gap fails on the way.",
    ),
)  # fmt: skip

here = token(i)  # the token x_i
scores = fun(lambda h: R * affine(h, here))  # column i of KᵀQ


def attends(h: Term) -> Term:
    """Softmax(KᵀQ)_{h,i} = exp(R y_h(x_i)) / Σ_η exp(R y_η(x_i))."""
    return weight(scores, h, N)


counts = (d >= 1, n >= 1, N >= 1)
shaped = (d >= 1, n >= 1, n <= N)
small = Search(sizes={"d": [1, 2], "n": [1, 2], "N": [1, 2]})


def with_shapes(p: Proof) -> None:
    """Assume d, n >= 1 and N >= n."""
    p.given(some_d=d >= 1, some_n=n >= 1, enough=n <= N)


def misfits(build: Callable[[], object], given: Sequence[Term] = shaped) -> tuple[Claim, ...]:
    """The claims that the sizes in a printed formula agree, as far as they do not by themselves."""
    return tuple(Claim(tuple(given), equation) for equation in sizes(build))


def misfit_errata(*what: str) -> tuple[Erratum, ...]:
    """One erratum for each of the first printed claims."""
    return tuple(Erratum("dimension", w, position, small) for position, w in enumerate(what))


tokens = named(X, d, n)
slopes, offsets = Matrix(d, N, lambda c, h: a(h, c)), row(b, N)
spare = N - n
pad = blocks([[identity(n), zero(n, spare)]])
shift = blocks([[zero(d, N)], [identity(N)]])
left_printed = blocks([[identity(d)], [zero(n, d)]])
left = blocks([[identity(d)], [zero(N, d)]])
padded = blocks([[tokens, zero(d, spare)], [zero(N, n), zero(N, spare)]])
padded_printed = blocks([[tokens, zero(d, spare)], [zero(n, n), zero(n, spare)]])
stacked = blocks([[tokens, zero(d, spare)], [identity(n), zero(n, spare)], [zero(spare, n), identity(spare)]])


def linear(z: Matrix) -> Matrix:
    """The layer Linear, its zero block of N rows."""
    return left @ z @ pad + shift


@paper.claim(given=shaped, shows=linear(tokens).equals(padded + shift))
def linear_pads(p: Proof) -> Fact:
    """Linear(X), first step: X padded by zeros to d + N rows and N columns, plus the shift."""
    with_shapes(p)
    return entries(p, "out", linear(tokens), padded + shift)


@paper.claim(given=shaped, shows=(padded + shift).equals(stacked))
def linear_stacks(p: Proof) -> Fact:
    """Linear(X), second step: X beside zeros, on top of the identity."""
    with_shapes(p)
    return entries(p, "out", padded + shift, stacked)


paper.state(
    "A.2-3",
    "Linear(Z) = [I_d; 0] Z [I_n, 0] + [0; I_N], which has d + N rows and N >= n columns.",
    section="A.2", index="A.2[3]",
    printed=(*misfits(lambda: left_printed @ tokens @ pad + shift), Claim(counts, n <= N)), mended=linear_pads,
    errata=(
        *misfit_errata("The first summand has d + n rows, the second d + N: the zero block must be N × d."),
        Erratum(
            "gap", "N >= n is a restriction: with fewer pieces than tokens the function must be padded first.", 1, small
        ),
    ),
)  # fmt: skip
paper.state(
    "eq-A.2",
    "Linear(X) is X beside zeros, on top of the identity of size N.",
    section="A.2", index="A.2[4]", equations="A.2",
    printed=misfits(lambda: padded_printed + shift), mended=(linear_pads, linear_stacks),
    errata=misfit_errata("The zero blocks have n rows in the first two lines; the sum needs N."),
)  # fmt: skip

W_K = blocks([[zero(d, d), slopes], [zero(1, d), offsets]]) * R
W_Q = blocks([[identity(d), zero(d, n), zero(d, spare)], [zero(1, d), constant(1, 1, n), zero(1, spare)]])
K = blocks([[slopes], [offsets]]) * R
Q = blocks([[tokens, zero(d, spare)], [constant(1, 1, n), zero(1, spare)]])
scored = Matrix(N, n, lambda h, i: affine(h, token(i)))
S = blocks([[scored, zero(N, spare)]]) * R


def printed_key() -> Matrix:
    """W_K as printed: a single 0 in the lower left corner."""
    return blocks([[zero(d, d), slopes], [constant(0, 1, 1), offsets]]) * R


def printed_query(height: Term | int) -> Matrix:
    """W_Q as printed (height 1), or with zero blocks of another height beside I_d."""
    upper = [identity(d), zero(height, d), zero(height, N - d)]
    return blocks([upper, [zero(1, d), constant(1, 1, d), zero(1, N - d)]])


def printed_q(x: Matrix) -> Matrix:
    """Q as printed, with X in its upper left corner."""
    return blocks([[x, zero(d, N)], [constant(1, 1, d), zero(1, N)]])


@paper.claim(given=shaped, shows=every(lambda h: every(lambda c: eq(W_K(c, d + h), R * a(h, c)), 1, d), 1, N))
def key_slopes(p: Proof) -> Fact:
    """Column d + h of W_K carries the slope of piece h, scaled."""
    with_shapes(p)
    there = Matrix(N, d, lambda h, c: W_K(c, d + h))
    return entries(p, "out", there, Matrix(N, d, lambda h, c: R * a(h, c)))


@paper.claim(given=shaped, shows=every(lambda h: eq(W_K(d + 1, d + h), R * b(h)), 1, N))
def key_offsets(p: Proof) -> Fact:
    """Its last row carries the offsets, scaled."""
    with_shapes(p)
    p.given(low=h >= 1, high=h <= N)
    return p.every("out", h, same(p, None, W_K(d + 1, d + h), R * b(h)), "low", "high")


paper.state(
    "A.2-5",
    "W_K: d zero columns, then the coefficients of the pieces times R.",
    section="A.2", index="A.2[5]", defines=W_K(i, m),
    printed=misfits(printed_key), mended=(key_slopes, key_offsets),
    errata=misfit_errata("The single 0 below the d × d zero block must be a row of d zeros."),
)  # fmt: skip

state_matrix = named(P, d + N, N)  # what W_Q is applied to


@paper.claim(given=shaped, shows=every(lambda c: every(lambda j: eq((W_Q @ state_matrix)(c, j), P(c, j)), 1, N), 1, d))
def query_copies(p: Proof) -> Fact:
    """W_Q keeps the first d rows."""
    with_shapes(p)
    there = Matrix(d, N, lambda c, j: (W_Q @ state_matrix)(c, j))
    return entries(p, "out", there, named(P, d, N))


@paper.claim(
    given=shaped,
    shows=every(lambda j: eq((W_Q @ state_matrix)(d + 1, j), sigma(lambda r: P(r, j), d + 1, d + n)), 1, N),
)
def query_counts(p: Proof) -> Fact:
    """W_Q adds up the next n rows, which mark the tokens."""
    with_shapes(p)
    p.given(low=h >= 1, high=h <= N)
    row_sum = sigma(lambda r: P(r, h), d + 1, d + n)
    return p.every("out", h, same(p, None, (W_Q @ state_matrix)(d + 1, h), row_sum), "low", "high")


marks_tokens = every(lambda j: eq((printed_query(d) @ stacked)(d + 1, j), 1), 1, n)
paper.state(
    "A.2-6",
    "W_Q = [I_d, 0, 0; 0, 1, 0] with a row of n ones: it keeps X and marks the tokens by 1.",
    section="A.2", index="A.2[6]", defines=W_Q(i, m),
    printed=(*misfits(lambda: printed_query(1)), Claim(shaped, N - d >= 0), Claim(shaped, marks_tokens)),
    mended=(query_copies, query_counts),
    errata=(
        *misfit_errata("The zero blocks beside I_d have one row; they need d."),
        Erratum("dimension", "The last blocks have N − d columns, negative for N < d: N − n is meant.", 1, small),
        Erratum("false", "1_{1×d} marks the first d tokens; all n tokens need the offsets, so 1_{1×n}.", 2, small),
    ),
)  # fmt: skip


@paper.claim(given=shaped, shows=(W_K @ stacked).equals(K))
def keys(p: Proof) -> Fact:
    """W_K Linear(X) consists of the scaled coefficients."""
    with_shapes(p)
    return entries(p, "out", W_K @ stacked, K)


@paper.claim(given=shaped, shows=(W_Q @ stacked).equals(Q))
def queries(p: Proof) -> Fact:
    """W_Q Linear(X) is X over a row of ones, beside zeros."""
    with_shapes(p)
    return entries(p, "out", W_Q @ stacked, Q)


paper.state(
    "A.2-7",
    "K = W_K Linear(X) holds the coefficients (a_h; b_h) times R as columns.",
    section="A.2", index="A.2[7]",
    printed=misfits(lambda: (printed_key() @ stacked).equals(K)), mended=keys,
    errata=misfit_errata("W_K is printed with a single 0 below the d × d zero block."),
)  # fmt: skip
paper.state(
    "A.2-8",
    "Q = W_Q Linear(X) holds the tokens over a row of ones, and zero columns.",
    section="A.2", index="A.2[8]",
    printed=misfits(
        lambda: [
            (printed_query(1) @ stacked).equals(printed_q(tokens @ identity(d))),
            (W_Q @ stacked).equals(printed_q(tokens)),
        ]
    ),
    mended=queries,
    errata=misfit_errata(
        "W_Q is printed with zero blocks of one row beside I_d.",
        "I_d multiplies X from the left; X I_d is undefined, and so is a row of d ones below the n columns of X.",
        "The second line has d + N columns, the product N.",
        "The last line has n + N columns, the product N: the zero blocks have N − n.",
    ),
)  # fmt: skip


coefficients = blocks([[slopes.T, offsets.T]]) * R


@paper.claim(given=shaped, shows=softmax(K.T @ Q).equals(softmax(coefficients @ Q)))
def transposed_keys(p: Proof) -> Fact:
    """The transpose of K has the coefficients as rows."""
    with_shapes(p)
    return entries(p, "out", softmax(K.T @ Q), softmax(coefficients @ Q))


@paper.claim(given=shaped, shows=(K.T @ Q).equals(S))
def score_matrix(p: Proof) -> Fact:
    """KᵀQ holds R y_h(x_i) for the n tokens, and zero columns."""
    with_shapes(p)
    return entries(p, "out", K.T @ Q, S)


@paper.claim(given=shaped, shows=softmax(K.T @ Q).equals(softmax(S)))
def softmax_scores(p: Proof) -> Fact:
    """Softmax(KᵀQ), column by column."""
    with_shapes(p)
    p.given(low_h=h >= 1, high_h=h <= N, low_i=i >= 1, high_i=i <= N, low_m=m >= 1, high_m=m <= N)
    p.apply("all", "score_matrix")
    p.every("column", m, p.use(None, "all", m, i), "low_m", "high_m")
    left, right = (fun(lambda h, z=z: z(h, i)) for z in (K.T @ Q, S))
    p.apply("equal", "softmax_eq", "column", a=left, b=right, n=N, k=h)
    inner = p.every(None, i, "equal", "low_i", "high_i")
    return p.every("out", h, inner, "low_h", "high_h")


@paper.claim(given=[*shaped, i >= 1, i <= n], shows=every(lambda h: eq(softmax(K.T @ Q)(h, i), attends(h)), 1, N))
def attention_column(p: Proof) -> Fact:
    """Column i of Softmax(KᵀQ) is the softmax of the scaled pieces at x_i."""
    with_shapes(p)
    p.given(low_i=i >= 1, high_i=i <= n, low_m=m >= 1, high_m=m <= N, low_h=h >= 1, high_h=h <= N)
    p.apply("all", "score_matrix")
    entry = p.use(None, "all", m, i)
    value = same(p, None, S(m, i), scores(m))
    p.every("column", m, p.have(None, eq((K.T @ Q)(m, i), scores(m)), entry, value), "low_m", "high_m")
    p.apply("equal", "softmax_eq", "column", a=fun(lambda h: (K.T @ Q)(h, i)), b=scores, n=N, k=h)
    return p.every("out", h, "equal", "low_h", "high_h")


paper.state(
    "A.2-9",
    "Softmax(KᵀQ) with K and Q written out.",
    section="A.2", index="A.2[9]",
    printed=misfits(lambda: softmax(K.T @ printed_q(tokens)).equals(softmax(S))), mended=transposed_keys,
    errata=misfit_errata(
        "X has n columns and the row of ones below it d: the latter must be 1_{1×n}.",
        "The zero blocks beside X have N columns, which makes n + N; they have N − n.",
    ),
)  # fmt: skip
paper.state(
    "A.2-10",
    "Softmax(KᵀQ) is the softmax of R y_h(x_i), beside N − n columns of zero scores.",
    section="A.2", index="A.2[10]",
    printed=(
        *misfits(lambda: (K.T @ Q).equals(blocks([[scored, zero(N, N - d)]]) * R)),
        Claim(shaped, N - d >= 0),
    ),
    mended=(score_matrix, softmax_scores),
    errata=misfit_errata(
        "The zero columns must be N − n, not N − d, to make N columns.", "N − d is negative for N < d."
    ),
)  # fmt: skip
paper.state(
    "A.2-11",
    "For a token x_i, column i of the attention matrix is the softmax of the scaled pieces at x_i.",
    section="A.2", index="A.2[11]", printed=attention_column,
)  # fmt: skip


@paper.claim(given=[*shaped, i >= 1, i <= n, *is_index(k)], shows=eq(softmax(K.T @ Q)(k, i), attends(k)))
def attention_row_entry(p: Proof) -> Fact:
    """The k-th entry of column i."""
    with_shapes(p)
    p.given(low_i=i >= 1, high_i=i <= n, low=k >= 1, high=k <= N)
    p.apply("column", "attention_column")
    return p.use("out", "column", k)


paper.state(
    "A.2-12",
    "Entry (k, i) of the attention matrix: exp(R y_k(x_i)) over the sum of all N such terms.",
    section="A.2", index="A.2[12]", printed=attention_row_entry,
)  # fmt: skip


# --- A.2: from the gap to the error of the attention scores --------------------------------------------------------

topped = (*is_index(k), Delta > 0, top(k, here))
tail = (N - 1) / exp(R * Delta)
printed_scale = Delta * (log(N - 1) - log(eps)) <= R
needed_scale = (log(N - 1) - log(eps)) / Delta <= R
sharp_value = log((N - 1) * (1 - eps) / eps) / Delta


@paper.theorem
def scaled_gap(p: Proof) -> None:
    """s_h + Δ <= s_k for all h ≠ k, R >= 0 ⊢ R s_h + R Δ <= R s_k for all h ≠ k."""
    p.given(scale=R >= 0, apart=for_others(s, k, lambda h: s(h) + Delta <= s(k), N))
    p.given(low=m >= 1, high=m <= N, other=negation(eq(m, k)))
    p.use("gap", "apart", m)
    p.have("scaled", R * s(m) + R * Delta <= R * s(k), ("scale", "gap"))
    p.qed(p.every("out", m, "scaled", "low", "high", "other"))


@paper.claim(given=is_index(k), shows=eq(attends(k), 1 - others(scores, k, N) / partition(scores, N)))
def complement(p: Proof) -> Fact:
    """The top weight is 1 minus the others' share of the partition."""
    p.given(low=k >= 1, high=k <= N)
    p.apply("rest", "softmax_rest", a=scores, n=N)
    return p.have("out", p.goal, "rest")


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
    p.given(low=k >= 1, high=k <= N)
    p.apply("split", "partition_split", a=scores, n=N)
    p.apply("Z", "partition_pos", a=scores, n=N)
    p.apply("rest", "others_nonneg", a=scores, n=N)
    p.rule("e", "exp_pos", scores(k))
    rest, z = others(scores, k, N), partition(scores, N)
    p.have("square", rest * rest >= 0, ("rest", "rest"))
    p.have("cross", rest / z <= rest / top_term, "split", "square", "Z", "e", scale=["Z", "e"])
    return p.have("out", line_2 <= 1 - rest / z, "cross")


@paper.claim(given=[R >= 0, *is_index(k), *is_second], shows=line_3 <= line_2)
def second_bounds_others(p: Proof) -> Fact:
    """Each of the N − 1 other terms is at most the second largest."""
    p.given(scale=R >= 0, low=k >= 1, high=k <= N)
    p.given(below=for_others(scores, k, lambda h: affine(h, here) <= affine(second, here), N))
    p.given(low_m=m >= 1, high_m=m <= N, other=negation(eq(m, k)))
    gap = R * affine(k, here) - R * affine(second, here)
    p.use("less", "below", m)
    p.have("term", scores(m) + gap <= scores(k), ("scale", "less"))
    p.every("terms", m, "term", "low_m", "high_m", "other")
    p.apply("sum", "others_le", "terms", a=scores, n=N, gap=gap)
    p.rule("e", "exp_pos", -scores(k))
    return p.have("out", p.goal, ("sum", "e"))


@paper.claim(given=[], shows=eq(line_3, line_4))
def quotient_of_exponentials(p: Proof) -> Fact:
    """A quotient of exponentials is the exponential of the difference."""
    return p.have("out", p.goal)


@paper.claim(given=[R >= 0, *is_index(k), gap_at_second], shows=line_5 <= line_4)
def gap_bounds_second(p: Proof) -> Fact:
    """The second largest score is at least RΔ below the top one."""
    p.given(scale=R >= 0, low=k >= 1, high=k <= N, gap=gap_at_second)
    p.have("apart", scores(second) - scores(k) <= -(R * Delta), ("scale", "gap"))
    p.apply("grow", "exp_le", "apart", x=scores(second) - scores(k), y=-(R * Delta))
    p.have("count", N - 1 >= 0, "low", "high")
    return p.have("out", p.goal, ("count", "grow"))


@paper.theorem
def no_other_piece(p: Proof) -> None:
    """N < 2 ⊢ s_h + Δ <= s_k for all h ≠ k: there are none."""
    p.given(single=N < 2, at_low=k >= 1, at_high=k <= N, low=m >= 1, high=m <= N, other=negation(eq(m, k)))
    p.rule("single_", "integer_step", "single")
    p.have("m_le", m <= k, "high", "single_", "at_low")
    p.have("k_le", k <= m, "at_high", "single_", "low")
    clash = p.rule(None, "mp", "other", p.rule(None, "antisymmetry", "m_le", "k_le"))
    never = p.rule(None, "absurd", clash, s(m) + Delta <= s(k))
    p.qed(p.every("out", m, never, "low", "high", "other"))


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
    p.have("trivial", p.goal, "weight", "falls", "e", "several", degree=3)
    p.apply("none", "no_other_piece", s=scores, Delta=R * Delta)
    p.apply("alone", "softmax_gap", "none", a=scores, n=N, gap=R * Delta)
    p.cases("if_down", 2, N, "trivial", "alone")
    return p.cases("out", 0, R, "if_up", "if_down")


@paper.claim(given=[N >= 2, Delta > 0, eps > 0, needed_scale], shows=tail <= eps)
def scale_bounds_tail(p: Proof) -> Fact:
    """R >= (ln(N − 1) − ln ε)/Δ makes (N − 1)/exp(RΔ) at most ε."""
    p.given(some=N >= 2, positive=Delta > 0, eps_pos=eps > 0, scale=needed_scale)
    p.rule("eN", "exp_log", p.have("count", N - 1 > 0, "some"))
    p.rule("ee", "exp_log", "eps_pos")
    p.have("exponent", log(N - 1) - R * Delta <= log(eps), "scale", "positive")
    p.apply("grow", "exp_le", "exponent", x=log(N - 1) - R * Delta, y=log(eps))
    return p.have("out", p.goal, "grow", "eN", "ee", ("eN", exp(-(R * Delta))))


close = tail <= eps
within = 1 - eps <= attends(k)


@paper.claim(given=[*topped, close], shows=within)
def top_attends(p: Proof) -> Fact:
    """(A.3): the top weight is at least 1 − ε."""
    with_top(p, here)
    p.given(close=close)
    p.apply("bound", "attention_to_top")
    return p.have("out", p.goal, "bound", "close")


other_h = (*is_index(h), negation(eq(h, k)))


@paper.claim(given=[*is_index(k), *other_h], shows=attends(h) <= 1 - attends(k))
def rest_shares(p: Proof) -> Fact:
    """(A.4), first part: any other weight is at most what the top one leaves."""
    p.given(low=k >= 1, high=k <= N, low_h=h >= 1, high_h=h <= N, other=negation(eq(h, k)))
    return p.apply("out", "softmax_pair", a=scores, n=N)


@paper.claim(given=[*is_index(k), within], shows=1 - attends(k) <= 1 - (1 - eps))
def rest_at_most(p: Proof) -> Fact:
    """(A.4), second part: what the top weight leaves is at most 1 − (1 − ε)."""
    p.given(within=within)
    return p.have("out", p.goal, "within")


@paper.claim(given=[], shows=eq(1 - (1 - eps), eps))
def rest_is_eps(p: Proof) -> Fact:
    """(A.4), third part."""
    return p.have("out", p.goal)


near_top = absolute(attends(k) - 1) <= eps
near_zero = absolute(attends(h) - 0) <= eps


@paper.claim(given=[*is_index(k), within], shows=near_top)
def top_near_one(p: Proof) -> Fact:
    """|p_k − 1| <= ε."""
    p.given(low=k >= 1, high=k <= N, within=within)
    p.apply("one", "softmax_le_one", a=scores, n=N)
    p.have("below", -eps <= attends(k) - 1, "within")
    p.have("above", attends(k) - 1 <= eps, "one", "within")
    return p.apply("out", "abs_le", x=attends(k) - 1, u=eps)


@paper.claim(given=[*is_index(k), near_top], shows=within)
def near_one_is_top(p: Proof) -> Fact:
    """Conversely, |p_k − 1| <= ε gives p_k >= 1 − ε."""
    p.given(near=near_top)
    p.apply("minus", "abs_ge", x=1 - attends(k))
    return p.have("out", p.goal, "near", "minus")


@paper.claim(given=[*is_index(k), *other_h, within], shows=near_zero)
def others_near_zero(p: Proof) -> Fact:
    """|p_h − 0| <= ε for h ≠ k."""
    p.given(low=k >= 1, high=k <= N, low_h=h >= 1, high_h=h <= N, other=negation(eq(h, k)), within=within)
    p.apply("rest", "rest_shares")
    p.apply("pos", "softmax_pos", a=scores, n=N, k=h)
    p.have("below", -eps <= attends(h) - 0, "pos", "rest", "within")
    p.have("above", attends(h) - 0 <= eps, "rest", "within")
    return p.apply("out", "abs_le", x=attends(h) - 0, u=eps)


def error(k: Term) -> Term:
    """‖Softmax(KᵀQ)_{:,i} − e_k‖_∞."""
    return maximum(lambda h: absolute(attends(h) - one_hot(h, k)), 1, N)


@paper.claim(given=[*is_index(k), within], shows=error(k) <= eps)
def column_error(p: Proof) -> Fact:
    """‖Softmax(KᵀQ)_{:,i} − E(x_i)‖_∞ <= ε."""
    p.given(low=k >= 1, high=k <= N, within=within, low_m=m >= 1, high_m=m <= N)
    p.apply("at_top", "top_near_one")

    def each(case: Fact) -> Fact:
        unit = p.rule(None, "choice", one_hot(m, k), case)
        if case.concl.op == "eq":
            near = p.both(None, m, k, lambda m: absolute(attends(m) - 1), case)
            near = p.have(None, absolute(attends(m) - 1) <= eps, near, "at_top")
        else:
            near = p.apply(None, "others_near_zero", differ(p, case, m, k), h=m)
        value = unit.concl.args[1]
        rewritten = p.both(None, one_hot(m, k), value, lambda z: absolute(attends(m) - z), unit)
        return p.have(None, absolute(attends(m) - one_hot(m, k)) <= eps, rewritten, near)

    p.every("members", m, p.by_order(None, m, k, each), "low_m", "high_m")
    return p.rule("out", "max_le", error(k), eps, p.settle(N >= 1), "members")


@paper.claim(given=[N >= 2, *topped, eps > 0, needed_scale], shows=error(k) <= eps)
def error_at_threshold(p: Proof) -> Fact:
    """At the mended threshold on the scale every entry of the column errs by at most ε."""
    with_top(p, here)
    p.given(some=N >= 2, eps_pos=eps > 0, scale=needed_scale)
    p.apply("close", "scale_bounds_tail")
    p.apply("within", "top_attends")
    return p.apply("out", "column_error")


at_sharp = (N >= 2, eps > 0, eps < 1, R >= 0, sharp_value <= R)


@paper.claim(given=[*topped, *at_sharp], shows=within)
def top_attends_at_sharp(p: Proof) -> Fact:
    """R >= ln((N − 1)(1 − ε)/ε)/Δ, R >= 0, suffices for the top weight."""
    with_top(p, here)
    p.given(some=N >= 2, eps_pos=eps > 0, eps_less=eps < 1, up=R >= 0, scale=sharp_value <= R)
    odds = _odds(p)
    p.have("exponent", log(odds) <= R * Delta, "scale", "positive")
    p.apply("grow", "exp_le", "exponent", x=log(odds), y=R * Delta)
    p.have("grown", odds <= exp(R * Delta), "grow", "eo")
    p.have("odds_le", (N - 1) * (1 - eps) <= eps * exp(R * Delta), "grown", "eps_pos")
    p.have("share", (1 - eps) * (1 + tail) <= 1, ("odds_le", "e"))
    p.apply("scaled", "scaled_gap", s=pieces(here))
    p.apply("bound", "softmax_gap_sharp", "scaled", a=scores, n=N, gap=R * Delta)
    return p.have("out", p.goal, "share", "bound", scale=["one_more"])


def _odds(p: Proof) -> Term:
    """(N − 1)(1 − ε)/ε, with the facts "eo" (it is e to its logarithm), "e" and "one_more" (positive terms)."""
    odds = (N - 1) * (1 - eps) / eps
    p.apply("inv_eps", "inv_pos", x=eps)
    p.have("left", 1 - eps > 0, "eps_less")
    p.have("count", N - 1 > 0, "some")
    p.rule("eo", "exp_log", p.have("odds", odds > 0, ("count", "left", "inv_eps")))
    p.rule("e", "exp_pos", -(R * Delta))
    p.have("one_more", 1 + tail > 0, ("count", "e"))
    return odds


@paper.claim(given=[*topped, *at_sharp], shows=error(k) <= eps)
def error_at_sharp(p: Proof) -> Fact:
    """The sharp scale suffices for every entry of the column."""
    with_top(p, here)
    p.given(some=N >= 2, eps_pos=eps > 0, eps_less=eps < 1, up=R >= 0, scale=sharp_value <= R)
    p.apply("within", "top_attends_at_sharp")
    return p.apply("out", "column_error")


tight_pieces = {a: fun(lambda h, c: num(0), 2), b: fun(lambda h: ite(eq(h, k), Delta, 0))}


@paper.claim(
    given=[*is_index(k), N >= 2, Delta > 0, eps > 0, eps < 1, sharp_value > R],
    shows=eps < substitute(error(k), tight_pieces),
)
def error_beyond_sharp(p: Proof) -> Fact:
    """Below the sharp scale the constant pieces Δ at k, 0 elsewhere, err by more than ε."""
    p.given(at_low=k >= 1, at_high=k <= N, some=N >= 2, positive=Delta > 0, eps_pos=eps > 0, eps_less=eps < 1)
    p.given(scale=sharp_value > R)
    flat, miss = substitute(scores, tight_pieces), substitute(error(k), tight_pieces)
    p.given(low_m=m >= 1, high_m=m <= N, other=negation(eq(m, k)))
    p.rule("height", "choice", ite(eq(m, k), Delta, 0), "other")
    p.have("step", eq(flat(m) + R * Delta, flat(k)), ("height", R))
    p.every("steps", m, "step", "low_m", "high_m", "other")
    p.apply("bound", "softmax_gap_equal", "steps", a=flat, n=N, gap=R * Delta)
    odds = _odds(p)
    p.have("exponent", R * Delta < log(odds), "scale", "positive")
    p.apply("grow", "exp_lt", "exponent", x=R * Delta, y=log(odds))
    p.have("grown", exp(R * Delta) < odds, "grow", "eo")
    p.have("odds_gt", eps * exp(R * Delta) < (N - 1) * (1 - eps), "grown", "eps_pos")
    p.have("share", (1 - eps) * (1 + tail) > 1, ("odds_gt", "e"))
    top_weight = weight(flat, k, N)
    p.have("short", top_weight < 1 - eps, "share", "bound", scale=["one_more"])
    p.apply("misses", "abs_ge", x=1 - top_weight)
    p.rule("member", "max_ge", miss, k, "at_low", "at_high")
    return p.have("out", eps < miss, "short", "misses", "member")


@paper.claim(given=[*is_index(k), N <= 1], shows=eq(attends(k), 1))
def single_piece(p: Proof) -> Fact:
    """With one piece the indicator is exact at every scale; ln(N − 1) is then undefined."""
    p.given(at_low=k >= 1, at_high=k <= N, single_=N <= 1)
    p.have("single", N < 2, "single_")
    p.apply("none", "no_other_piece", s=scores, Delta=num(0))
    p.apply("bound", "softmax_gap", "none", a=scores, n=N, gap=num(0))
    p.apply("one", "softmax_le_one", a=scores, n=N)
    p.have("above", attends(k) >= 1, "bound", "single_")
    return p.rule("out", "antisymmetry", "one", "above")


@paper.claim(given=[*is_index(k), eps >= 1], shows=error(k) <= eps)
def large_eps(p: Proof) -> Fact:
    """For ε >= 1 there is nothing to show: every scale will do, and no gap is needed."""
    p.given(at_low=k >= 1, at_high=k <= N, large=eps >= 1)
    p.apply("pos", "softmax_pos", a=scores, n=N)
    p.have("within", within, "pos", "large")
    return p.apply("out", "column_error")


@paper.claim(given=[*is_index(k), *other_h, eq(affine(h, here), affine(k, here))], shows=rational(1, 2) <= error(k))
def tied_error(p: Proof) -> Fact:
    """Where another piece ties with piece k the error is at least 1/2 at every scale."""
    p.given(at_low=k >= 1, at_high=k <= N, low_h=h >= 1, high_h=h <= N, other=negation(eq(h, k)))
    p.given(tie=eq(affine(h, here), affine(k, here)))
    p.apply("pair", "rest_shares")
    p.both("even", affine(h, here), affine(k, here), lambda y: exp(R * y) / partition(scores, N), "tie")
    p.apply("misses", "abs_ge", x=1 - attends(k))
    p.rule("member", "max_ge", error(k), k, "at_low", "at_high")
    return p.have("out", p.goal, "pair", "even", "misses", "member")


@paper.claim(given=[*is_index(k), *other_h, parallel, eq(b(h), b(k))], shows=rational(1, 2) <= error(k))
def equal_pieces_error(p: Proof) -> Fact:
    """With two equal pieces the error is at least 1/2 for every token and every scale."""
    p.given(at_low=k >= 1, at_high=k <= N, low_h=h >= 1, high_h=h <= N, other=negation(eq(h, k)))
    p.given(parallel=parallel, level=eq(b(h), b(k)), low_c=c >= 1, high_c=c <= d)
    p.have("term", eq(a(h, c) * X(c, i), a(k, c) * X(c, i)), (p.use(None, "parallel", c), X(c, i)))
    p.every("terms", c, "term", "low_c", "high_c")
    one, other = (fun(lambda c, z=z: a(z, c) * X(c, i)) for z in (h, k))
    p.apply("slopes", "sum_eq", "terms", f=one, g=other, lo=1, hi=d)
    p.have("tie", eq(affine(h, here), affine(k, here)), "slopes", "level")
    return p.apply("out", "tied_error")


def slab(h: Term, k: Term, x: Term) -> Term:
    """|y_h(x) − y_k(x)|: the points where it is < Δ are a slab about the boundary of two cells."""
    return absolute(affine(h, x) - affine(k, x))


attains = for_others(pieces(x), k, lambda h: affine(h, x) <= affine(k, x), N)


@paper.claim(
    given=[*is_index(k), attains, for_others(pieces(x), k, lambda h: Delta <= slab(h, k, x), N)], shows=top(k, x)
)
def outside_slabs(p: Proof) -> Fact:
    """Outside of the slabs about the cells' boundaries the greatest piece has the gap Δ."""
    p.given(most=attains, far=for_others(pieces(x), k, lambda h: Delta <= slab(h, k, x), N))
    p.given(low=m >= 1, high=m <= N, other=negation(eq(m, k)))
    p.use("order", "most", m)
    p.use("apart", "far", m)
    p.have("sign", affine(m, x) - affine(k, x) <= 0, "order")
    p.rule("size", "abs_value", affine(m, x) - affine(k, x), "sign")
    p.have("gap", affine(m, x) + Delta <= affine(k, x), "apart", "size")
    return p.every("out", m, "gap", "low", "high", "other")


moved = fun(lambda j: x(j) + ite(eq(j, c), t, 0))  # x, its coordinate c changed by t
slabs = (slab(h, k, x) < Delta, slab(h, k, moved) < Delta)


@paper.claim(given=[c >= 1, c <= d, *slabs], shows=absolute(t * (a(h, c) - a(k, c))) < 2 * Delta)
def slab_width(p: Proof) -> Fact:
    """A line along coordinate c stays in the slab of h and k for less than 2Δ/|a_hc − a_kc|."""
    p.given(low=c >= 1, high=c <= d, here=slabs[0], there=slabs[1])
    change = fun(lambda j: (a(h, j) - a(k, j)) * t)
    p.apply("sum", "sum_single", f=change, lo=1, hi=d, m=c)
    step = t * (a(h, c) - a(k, c))
    far, near = (affine(h, z) - affine(k, z) for z in (moved, x))
    p.rule("low_m", "assume", m >= 1)
    p.rule("high_m", "assume", m <= d)

    def term(case: Fact) -> Fact:
        shift, part = ite(eq(m, c), t, 0), ite(eq(m, c), change(m), 0)
        one, two = p.rule(None, "choice", shift, case), p.rule(None, "choice", part, case)
        return p.have(None, eq((a(h, m) - a(k, m)) * shift, part), (one, a(h, m) - a(k, m)), two)

    p.every("terms", m, p.by_order(None, m, c, term), "low_m", "high_m")
    f, g = (fun(lambda j: (a(h, j) - a(k, j)) * ite(eq(j, c), t, 0)), fun(lambda j: ite(eq(j, c), change(j), 0)))
    p.apply("moved", "sum_eq", "terms", f=f, g=g, lo=1, hi=d)
    p.have("rise", eq(far - near, step), "sum", "moved")
    for name, z in (("far", far), ("near", near)):
        p.apply(f"{name}_up", "abs_ge", x=z)
        p.apply(f"{name}_down", "abs_ge", x=-z)
    p.have("above", step < 2 * Delta, "rise", "far_up", "near_down", "here", "there")
    p.have("below", -(2 * Delta) < step, "rise", "far_down", "near_up", "here", "there")
    return p.apply("out", "abs_lt", x=step, u=2 * Delta)


# --- A.2: the estimate, display by display ------------------------------------------------------------------------

point = {"d": [1], "i": [1], "k": [1], "k'": [2]}
spans: dict[str, str | int] = {"a": "N d", "b": "N", "X": "d i"}


def scores_search(heights: Sequence[int], scale: int, many: int) -> Search:
    """Instances with slopes 0, so that the scores are the offsets: `heights` in some order."""
    entries_ = {"a": [0], "b": list(heights), "X": [0]}
    return Search(sizes={**point, "N": [many]}, reals={"R": [scale], "Delta": [1]}, entries=entries_, length=spans)


ranked = (*topped, *is_second)
paper.state(
    "A.2-13",
    "Chain: the weight of the top piece is at least 1 − (N − 1)/exp(RΔ).",
    section="A.2", index="A.2[13]",
    printed=(
        complement,
        Claim(ranked, line_2_printed <= 1 - others(scores, k, N) / partition(scores, N)),
        Claim(ranked, line_3 <= line_2_printed),
        quotient_of_exponentials,
        Claim(ranked, line_5 <= line_4),
    ),
    mended=(
        complement, drop_others, second_bounds_others, quotient_of_exponentials, gap_bounds_second, attention_to_top,
    ),
    errata=(
        Erratum(
            "false", "The second line divides by N times the top term, more than the partition, so that the bound "
            "goes the wrong way; it must divide by the top term alone.", 1, scores_search([0, -1], 1, 2),
        ),
        Erratum("gap", "The third line needs R >= 0, which is nowhere said.", 2, scores_search([0, -1, -3], -1, 3)),
        Erratum("gap", "The last line needs R >= 0, which is nowhere said.", 4, scores_search([0, -2], -1, 2)),
    ),
)  # fmt: skip

printed_tail = Claim((N >= 1, Delta > 0, eps > 0, printed_scale), close)
half = rational(1, 2)
scale_search = Search(sizes={"N": [2, 3]}, reals={"Delta": [half, 1], "epsilon": [half], "R": [1, 2]})
scale_display = paper.state(
    "A.2-14",
    "The scale that makes the error at most ε: R >= (ln(N − 1) − ln ε)/Δ, for N >= 2.",
    section="A.2", index="A.2[14]",
    printed=(printed_tail, Claim((N >= 1,), N - 1 > 0)), mended=(scale_bounds_tail, single_piece, large_eps),
    errata=(
        Erratum("false", "The threshold must be divided by the gap Δ, not multiplied by it.", 0, scale_search),
        Erratum("gap", "For one piece ln(N − 1) is undefined; every scale will do then.", 1, small),
    ),
)  # fmt: skip
paper.state(
    "A.2-15",
    "(N − 1)/exp(RΔ) <= ε for such R.",
    section="A.2", index="A.2[15]", printed=printed_tail, mended=scale_bounds_tail,
    errata=Erratum("false", "It does not follow from the threshold printed before it.", 0, scale_search),
)  # fmt: skip
paper.state(
    "eq-A.3",
    "The weight of the top piece is at least 1 − ε.",
    section="A.2", index="A.2[16]", equations="A.3", printed=top_attends,
)  # fmt: skip
paper.state(
    "eq-A.4",
    "Every other weight is at most ε, since the weights sum to 1.",
    section="A.2", index="A.2[17]", equations="A.4", printed=(rest_shares, rest_at_most, rest_is_eps),
)  # fmt: skip
paper.state(
    "A.2-18",
    "The top weight is within ε of 1 and every other one within ε of 0.",
    section="A.2", index="A.2[18]", printed=(top_near_one, others_near_zero, near_one_is_top),
    errata=Erratum("typo", "“(A.3) and (A.3)” must read “(A.3) and (A.4)”."),
)  # fmt: skip
paper.state(
    "A.2-19",
    "Column i of the attention matrix is within ε of E(x_i) in every entry.",
    section="A.2", index="A.2[19]", printed=column_error,
)  # fmt: skip


def at_token(t: Term, j: Term) -> Term:
    """What is said of token i and piece k, said of token j and its label."""
    return substitute(t, {i: j, k: label(j)})


def for_tokens(formula: Term) -> Term:
    """A formula about token i and its top piece k, for all tokens with their labels."""
    return every(lambda j: at_token(formula, j), 1, n)


labels = (for_tokens(k >= 1), for_tokens(k <= N))
all_topped = (*labels, Delta > 0, for_tokens(top(k, here)))
indicators = Matrix(N, n, lambda h, i: one_hot(h, label(i)))


def labelled(p: Proof, at: Term) -> None:
    """The facts "at_low", "at_high": the label of this token is the index of a piece."""
    p.given(labels_low=labels[0], labels_high=labels[1])
    p.use("at_low", "labels_low", at)
    p.use("at_high", "labels_high", at)


@paper.claim(given=[n >= 1, *labels, for_tokens(within)], shows=maximum(lambda j: at_token(error(k), j), 1, n) <= eps)
def all_columns_error(p: Proof) -> Fact:
    """All n columns together: ‖Softmax(KᵀQ)_{:,1:n} − [E(x_1), …, E(x_n)]‖_∞ <= ε."""
    p.given(some_n=n >= 1, low_i=i >= 1, high_i=i <= n, within=for_tokens(within))
    labelled(p, i)
    p.use("here", "within", i)
    p.apply("column", "column_error", k=label(i))
    p.every("columns", i, "column", "low_i", "high_i")
    return p.rule("out", "max_le", maximum(lambda j: at_token(error(k), j), 1, n), eps, "some_n", "columns")


paper.state(
    "A.2-20",
    "The same for all tokens: the first n columns are within ε of [E(x_1), …, E(x_n)] in every entry.",
    section="A.2", index="A.2[20]",
    printed=misfits(lambda: Matrix(N, num(1), lambda h, _: attends(h)) - indicators), mended=all_columns_error,
    errata=misfit_errata("A single column is compared with n columns."),
)  # fmt: skip

W_O = blocks([[identity(n)], [zero(spare, n)]])
square = named(P, N, N)


@paper.claim(given=shaped, shows=(square @ W_O).equals(named(P, N, n)))
def truncation(p: Proof) -> Fact:
    """W_O keeps the first n columns, those of the tokens."""
    with_shapes(p)
    return entries(p, "out", square @ W_O, named(P, N, n))


paper.state(
    "A.2-21",
    "W_O = [I_n; 0] keeps the first n columns of the attention matrix.",
    section="A.2", index="A.2[21]",
    printed=misfits(lambda: (square @ W_O).equals(named(P, n, n))), mended=truncation,
    errata=misfit_errata("The text discards rows n + 1 to N; W_O acts on columns and keeps all N rows."),
)  # fmt: skip


# --- 3.2, A.2: the whole construction -----------------------------------------------------------------------------

names = ("L", "K", "Q", "S", "A")
L_, K_, Q_, S_, A_ = (
    named(f, rows, columns)
    for f, rows, columns in zip(vectors(" ".join(names), 2), (d + N, d + 1, d + 1, N, N), (N, N, N, N, n), strict=True)
)


def layers(linear_x: Matrix, keys_: Matrix, queries_: Matrix, weights: Matrix) -> tuple[Matrix, ...]:
    """Linear(X), its keys and queries, the attention matrix, and that truncated, each from those before."""
    return linear(tokens), W_K @ linear_x, W_Q @ linear_x, softmax(keys_.T @ queries_), weights @ W_O


built = tuple(m.equals(as_) for m, as_ in zip((L_, K_, Q_, S_, A_), layers(L_, K_, Q_, S_), strict=True))


def with_layers(p: Proof) -> None:
    """Assume the shapes, and that L, K, Q, S, A are what the construction makes of X."""
    with_shapes(p)
    p.given(**{f"is_{name}": formula for name, formula in zip(names, built, strict=True)})


@paper.theorem
def product_eq(p: Proof) -> None:
    """f_c = g_c and u_c = v_c for all c in range ⊢ Σ f u = Σ g v."""
    p.given(left=every(lambda c: eq(f(c), g(c)), 1, d), right=every(lambda c: eq(u(c), v(c)), 1, d))
    p.given(low=c >= 1, high=c <= d)
    p.use("l", "left", c)
    p.use("r", "right", c)
    p.have("term", eq(f(c) * u(c), g(c) * v(c)), ("l", u(c)), ("r", g(c)))
    p.every("terms", c, "term", "low", "high")
    p.qed(p.apply("out", "sum_eq", "terms", f=fun(lambda c: f(c) * u(c)), g=fun(lambda c: g(c) * v(c)), lo=1, hi=d))


@paper.theorem
def layer_entry(p: Proof) -> None:
    """L(c, m) is X beside zeros, on top of the identity."""
    p.given(some_d=d >= 1, some_n=n >= 1, enough=n <= N, is_L=built[0])
    p.given(low_c=c >= 1, high_c=c <= d + N, low_m=m >= 1, high_m=m <= N)
    p.apply("pads", "linear_pads")
    p.apply("stacks", "linear_stacks")
    steps = [p.use(None, by, c, m) for by in ("is_L", "pads", "stacks")]
    p.qed(p.have("out", eq(L_(c, m), stacked(c, m)), *steps))


def _weighted(p: Proof, name: str, own: Matrix, weights: Matrix, theorem: str, product: Matrix) -> None:
    """own = weights · L and the theorem weights · stacked = product ⊢ own(c, m) = product(c, m)."""
    p.given(some_d=d >= 1, some_n=n >= 1, enough=n <= N, is_L=built[0], low_m=m >= 1, high_m=m <= N)
    p.given(low_c=c >= 1, high_c=c <= d + 1, low_h=h >= 1, high_h=h <= d + N)
    p.given(is_own=own.equals(weights @ L_))
    p.every("same", h, p.have(None, eq(weights(c, h), weights(c, h))), "low_h", "high_h")
    p.every("entry", h, p.apply(None, "layer_entry", c=h), "low_h", "high_h")
    across, down, there = (fun(lambda h: weights(c, h)), fun(lambda h: L_(h, m)), fun(lambda h: stacked(h, m)))
    p.apply("sum", "product_eq", "same", "entry", d=d + N, f=across, g=across, u=down, v=there)
    p.apply("all", theorem)
    p.qed(p.have("out", eq(own(c, m), product(c, m)), "sum", p.use(None, "is_own", c, m), p.use(None, "all", c, m)))


@paper.theorem
def key_entry(p: Proof) -> None:
    """The keys are the scaled coefficients."""
    _weighted(p, "K", K_, W_K, "keys", K)


@paper.theorem
def query_entry(p: Proof) -> None:
    """The queries are the tokens over ones."""
    _weighted(p, "Q", Q_, W_Q, "queries", Q)


@paper.claim(given=[*shaped, *built, *is_index(h), i >= 1, i <= n], shows=eq(A_(h, i), attends(h)))
def attention_entry(p: Proof) -> Fact:
    """Entry (h, i) of the truncated attention matrix."""
    with_layers(p)
    p.given(low_h=h >= 1, high_h=h <= N, low_i=i >= 1, high_i=i <= n, low_m=m >= 1, high_m=m <= N)
    p.given(low_c=c >= 1, high_c=c <= d + 1)
    p.every("key", c, p.apply(None, "key_entry"), "low_c", "high_c")
    p.every("query", c, p.apply(None, "query_entry", m=i), "low_c", "high_c")
    (f_, g_), (u_, v_) = ([fun(lambda c, z=z, j=j: z(c, j)) for z in pair] for pair, j in (((K_, K), m), ((Q_, Q), i)))
    p.every("same", m, p.apply(None, "product_eq", "key", "query", d=d + 1, f=f_, g=g_, u=u_, v=v_), "low_m", "high_m")
    raw, score = (fun(lambda h, z=z: z(h, i)) for z in (K_.T @ Q_, K.T @ Q))
    p.apply("column", "softmax_eq", "same", a=raw, b=score, n=N, k=h)
    p.apply("scores", "attention_column")
    p.apply("truncated", "truncation", P=fun(S_, 2))
    steps = [p.use(None, "is_A", h, i), p.use(None, "truncated", h, i), p.use(None, "is_S", h, i)]
    return p.have("out", p.goal, *steps, "column", p.use(None, "scores", h))


def greatest_error(weights: Matrix) -> Term:
    """‖weights − [E(x_1), …, E(x_n)]‖_∞, column by column."""
    return maximum(lambda j: maximum(lambda h: absolute((weights - indicators)(h, j)), 1, N), 1, n)


@paper.claim(given=[*shaped, *built, *labels, for_tokens(within)], shows=greatest_error(A_) <= eps)
def attention_within(p: Proof) -> Fact:
    """If all top weights are at least 1 − ε, truncated attention is within ε of the indicators in every entry."""
    with_layers(p)
    p.given(within=for_tokens(within), low_i=i >= 1, high_i=i <= n, low_h=h >= 1, high_h=h <= N)
    labelled(p, i)
    p.use("at", "within", i)
    p.apply("column", "column_error", k=label(i))
    p.rule("member", "max_ge", error(label(i)), h, "low_h", "high_h")
    p.apply("entry", "attention_entry")
    miss = absolute((A_ - indicators)(h, i))
    p.both("moved", A_(h, i), attends(h), lambda y: absolute(y - indicators(h, i)), "entry")
    p.every("entries", h, p.have(None, miss <= eps, "moved", "member", "column"), "low_h", "high_h")
    worst = maximum(lambda h: absolute((A_ - indicators)(h, i)), 1, N)
    p.every("columns", i, p.rule(None, "max_le", worst, eps, p.settle(N >= 1), "entries"), "low_i", "high_i")
    return p.rule("out", "max_le", greatest_error(A_), eps, "some_n", "columns")


def _from_each_token(p: Proof, theorem: str, **scale: Term) -> Fact:
    """`attention_within` from what the theorem says of each token at this scale."""
    with_layers(p)
    p.given(positive=Delta > 0, apart=for_tokens(top(k, here)), low_i=i >= 1, high_i=i <= n, **scale)
    labelled(p, i)
    p.use("top", "apart", i)
    if theorem == "top_attends":
        p.apply("close", "scale_bounds_tail")
    p.every("all_within", i, p.apply(None, theorem, k=label(i)), "low_i", "high_i")
    return p.apply("out", "attention_within", "all_within")


@paper.claim(given=[*shaped, N >= 2, *built, *all_topped, eps > 0, needed_scale], shows=greatest_error(A_) <= eps)
def attention_indicates(p: Proof) -> Fact:
    """At the mended threshold truncated attention is within ε of the indicators of all tokens."""
    return _from_each_token(p, "top_attends", some=N >= 2, eps_pos=eps > 0, scale=needed_scale)


@paper.claim(given=[*shaped, *built, *all_topped, *at_sharp], shows=greatest_error(A_) <= eps)
def attention_indicates_at_sharp(p: Proof) -> Fact:
    """And so it is at the sharp threshold."""
    names = ("some", "eps_pos", "eps_less", "up", "scale")
    return _from_each_token(p, "top_attends_at_sharp", **dict(zip(names, at_sharp, strict=True)))


z_ = linear(tokens)
attention = softmax((W_K @ z_).T @ (W_Q @ z_)) @ W_O


@paper.claim(given=[*shaped, N >= 2, *all_topped, eps > 0, needed_scale], shows=greatest_error(attention) <= eps)
def weights_exist(p: Proof) -> Fact:
    """The same with the matrices written out in terms of X and the coefficients: such weights exist."""
    with_shapes(p)
    p.given(some=N >= 2, labels_low=labels[0], labels_high=labels[1], positive=Delta > 0)
    p.given(apart=for_tokens(top(k, here)), eps_pos=eps > 0, scale=needed_scale)
    made = (z_, W_K @ z_, W_Q @ z_, softmax((W_K @ z_).T @ (W_Q @ z_)), attention)
    return p.apply("out", "attention_indicates", **{name: fun(m, 2) for name, m in zip(names, made, strict=True)})


# With fewer pieces than tokens: M >= N, n pieces, the new ones copies of the first, lowered by the gap.
more_pieces = {
    N: M,
    a: fun(lambda h, c: ite(h <= N, a(h, c), a(1, c)), 2),
    b: fun(lambda h: ite(h <= N, b(h), b(1) - Delta)),
}
enough = (N >= 1, N <= M, n <= M, M >= 2)


def lowered(t: Term) -> Term:
    """What is said of N pieces, said of the M pieces of the padded function."""
    return substitute(t, more_pieces)


@paper.theorem
def padding_keeps_gap(p: Proof) -> None:
    """If piece k is on top among N with gap Δ, it is so among the M of the padded function."""
    p.given(some=N >= 1, wide=N <= M, at_low=k >= 1, at_high=k <= N, positive=Delta > 0, apart=top(k, here))
    p.given(low=m >= 1, high=m <= M, other=negation(eq(m, k)))
    old, new = p.rule(None, "assume", m <= N), p.rule(None, "assume", m > N)
    below = lowered(affine(k, here))
    p.have("same_k", eq(below, affine(k, here)), same(p, None, below, affine(k, here), "at_high"))
    goal = lowered(affine(m, here)) + Delta <= below
    p.use("gap", "apart", m, using=[old])
    copied = same(p, None, lowered(affine(m, here)), affine(m, here), old)
    p.have("among_old", goal, "gap", copied, "same_k")
    lowest = affine(num(1), here)
    added = same(p, None, lowered(affine(m, here)), lowest - Delta, new)

    def first(case: Fact) -> Fact:
        if case.concl.op == "eq":
            at_most = p.both(None, num(1), k, lambda h: affine(h, here), case)
        else:
            at_most = p.use(None, "apart", 1, using=[differ(p, case, num(1), k)])
        return p.have(None, lowest <= affine(k, here), at_most, "positive")

    p.by_order("first", 1, k, first)
    p.have("among_new", goal, added, "first", "same_k")
    p.cases("each", m, N, "among_old", "among_new")
    p.qed(p.every("out", m, "each", "low", "high", "other"))


@paper.claim(
    given=[d >= 1, n >= 1, *enough, *map(lowered, built), *all_topped, eps > 0, lowered(needed_scale)],
    shows=lowered(greatest_error(A_)) <= eps,
)
def attention_indicates_padded(p: Proof) -> Fact:
    """The same for any numbers of tokens and pieces, the entries of the added pieces being within ε of 0."""
    p.given(some_d=d >= 1, some_n=n >= 1, some=N >= 1, wide=N <= M, long=n <= M, several=M >= 2)
    p.given(positive=Delta > 0, apart=for_tokens(top(k, here)), eps_pos=eps > 0, scale=lowered(needed_scale))
    p.given(**{f"is_{name}": lowered(formula) for name, formula in zip(names, built, strict=True)})
    p.given(low_i=i >= 1, high_i=i <= n)
    labelled(p, i)
    p.use("top", "apart", i)
    p.every("low_all", i, "at_low", "low_i", "high_i")
    p.every("high_all", i, p.have(None, label(i) <= M, "at_high", "wide"), "low_i", "high_i")
    p.apply("kept", "padding_keeps_gap", k=label(i))
    p.every("tops", i, "kept", "low_i", "high_i")
    return p.apply("out", "attention_indicates", "low_all", "high_all", "tops", N=M, a=more_pieces[a], b=more_pieces[b])


everywhere = Claim(
    (N >= 2, Delta > 0, eps > 0, *is_index(k), substitute(attains, {x: here}), needed_scale), error(k) <= eps
)
one_space = Claim(counts, eq(n, d * n))
indicated = (attention_indicates, attention_indicates_at_sharp, weights_exist, attention_indicates_padded)
proposition = (
    "Explicit weights make truncated attention differ from the cells' indicators by at most ε, for all tokens "
)
proposition += "whose top piece has the gap Δ; where it has not, the token lies in a slab about a boundary of cells."
display = "The largest entry of the difference of truncated attention and indicators is at most ε."
ties = Erratum(
    "false", "Where pieces tie the construction errs by 1/2 at least, and with two equal pieces that is everywhere, "
    "not a region of small measure; what is proved holds outside of the set where the gap is below Δ.", 0,
    Search(
        sizes={"d": [1], "N": [2], "i": [1], "k": [1]}, reals={"Delta": [1], "epsilon": [rational(1, 4)], "R": [2]},
        entries={"a": [0], "b": [0], "X": [0]}, length=spans,
    ),
)  # fmt: skip
wrong_space = Erratum("dimension", "X has d × n entries: the exceptional region lies in that space, not ℝⁿ.", 1, small)
paper.state(
    "prop-3.2", proposition, section="3.2", index="Proposition 3.2", kind="proposition",
    printed=(everywhere, one_space), mended=(*indicated, tied_error, equal_pieces_error, outside_slabs, slab_width),
    errata=(ties, wrong_space),
)  # fmt: skip
paper.state(
    "prop-A.2", proposition, section="A.2", index="Proposition A.2", kind="proposition",
    printed=everywhere, mended=(*indicated, tied_error, equal_pieces_error, outside_slabs, slab_width), errata=ties,
)  # fmt: skip
for id, section, index in (("3.2-1", "3.2", "3.2[1]"), ("A.2-1", "A.2", "A.2[1]")):
    paper.state(id, display, section=section, index=index, printed=everywhere, mended=indicated, errata=ties)

paper.state(
    "A.2-22",
    "The attention matrix, truncated to the tokens' columns, is within ε of the indicators.",
    section="A.2", index="A.2[22]",
    printed=misfits(lambda: Matrix(n, num(1), lambda h, _: attends(h)) - indicators), mended=attention_indicates,
    errata=misfit_errata(
        "Rows 1 to n are kept in the second line; it is the columns.", "A single column is compared with n columns."
    ),
)  # fmt: skip

paper.constant(
    "scale",
    scale_display,
    "the least scale R that makes the error at most ε, for N >= 2 pieces with gap Δ and 0 < ε < 1",
    Delta * (log(N - 1) - log(eps)),
    needed=(log(N - 1) - log(eps)) / Delta, needed_by=error_at_threshold,
    sharp=sharp_value, sharp_by=error_at_sharp, beyond=error_beyond_sharp,
    note="The sharp value is for scales R >= 0; for ε >= 1 and for N = 1 every scale will do.",
)  # fmt: skip
