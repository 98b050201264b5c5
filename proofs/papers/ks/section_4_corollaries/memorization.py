"""Memorization: a feed-forward layer that maps different ids to their labels (section 4.1, A.3).

A finite set of numbers is written as an increasing list x_1 < … < x_m (x_0 is any number below them): place(i, k) says
where in the list the number of token k of sequence i stands. A hidden unit a number of the list is enough. The numbers
are the projections of the ids onto a direction in which different ids have different ones: so a layer with equal rows
takes any ids to any labels that equal ids have in common, `layer_memorizes`.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections import counted_directions  # noqa: F401 - its claims come before
from proofs.papers.ks.appendix_b_projections.projections import factor, v, w
from proofs.papers.ks.appendix_b_projections.projections import m as points
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.algebra.matrices import named
from proofs.theorems.analysis.norms import column, dot, norm
from proofs.theorems.analysis.projections import gap, kept
from proofs.theorems.combinatorics.enumerations import LISTED, increasing_list_2
from proofs.theorems.networks.relu import interpolant, upwards
from proofs.theorems.networks.relu import weight as unit_weight
from proofs.theorems.networks.transformers import *

i, j, k, l, t, e, m = ints("i j k l t e m")
(place,) = sequences("place", 2)
(label,) = vectors("y", 3)
(x, y) = vectors("x y")

i_in, j_in, k_in, l_in, t_in = (i >= 1, i <= N), (j >= 1, j <= N), (k >= 1, k <= n), (l >= 1, l <= n), (t >= 1, t <= d)


def consistent(X: Term, Y: Term) -> Term:
    """Equal tokens of sequences with equal vocabularies have equal labels Y."""
    return pairs(
        lambda i, j, k, l: implies(
            contained(X, i, j),
            contained(X, j, i),
            same_tokens(token(X, i, k), token(X, j, l)),
            every(lambda t: Eq(Y(i, t, k), Y(j, t, l)), 1, d),
        )
    )


(X, Y) = vectors("X Y", 3)
paper.notions.define(
    consistent(X, Y), (X, Y, N, n, d), "{0}^(1), …, {0}^({2}) ∈ ℝ^({4}×{3}) are consistently labelled by {1}",
    r"{0}^{{(1)}}, \dots, {0}^{{({2})}} \in \mathbb{{R}}^{{{4} \times {3}}}"
    r"\text{{ are consistently labelled by }} {1}",
)  # fmt: skip


# --- labels of a list of numbers -----------------------------------------------------------------------------------


def here(j: Term, l: Term, e: Term) -> Term:
    """1 if token l of sequence j is at position e of the list."""
    return ite(Eq(place(j, l), e), 1, 0)


def occurrences(e: Term) -> Term:
    """The number of tokens at position e."""
    return Sum(lambda j: Sum(lambda l: here(j, l, e), 1, n), 1, N)


def labels_sum(t: Term, e: Term) -> Term:
    """The sum of the entries t of the labels of the tokens at position e."""
    return Sum(lambda j: Sum(lambda l: label(j, t, l) * here(j, l, e), 1, n), 1, N)


def label_at(t: Term, e: Term) -> Term:
    """Entry t of the label of the tokens at position e, 0 if there is none."""
    return ite(occurrences(e) <= 0, 0, labels_sum(t, e) / occurrences(e))


def labels_at(t: Term) -> Term:
    """Entry t of the labels, along the list."""
    return fun(lambda e: label_at(t, e))


agree = pairs(lambda i, j, k, l: implies(Eq(place(i, k), place(j, l)), Eq(label(i, t, k), label(j, t, l))))


@paper.theorem
def here_nonneg(p: Proof) -> None:
    """It is 0 or 1."""
    p.qed(p.trichotomy(place(j, l), e, lambda o: p.have(here(j, l, e) >= 0, *p.reduce_ite(o, here(j, l, e)))))


def ranged(p: Proof, *names: str) -> None:
    """Assume that the indices are in range."""
    for name in names:
        low, high = {"i": i_in, "j": j_in, "k": k_in, "l": l_in, "t": t_in}[name]
        p.given(**{f"{name}_low": low, f"{name}_high": high})


@paper.theorem
def occurs(p: Proof) -> None:
    """The position of a token has at least one token."""
    ranged(p, "i", "k", "j", "l")
    here_i = place(i, k)
    p.generalize(l, p.apply("here_nonneg", e=here_i), "l_low", "l_high", label="members")
    row = p.apply("sum_nonneg", f=fun(lambda l: here(j, l, here_i)), lo=1, hi=n)
    p.generalize(j, row, "j_low", "j_high", label="rows")
    rows = fun(lambda j: Sum(lambda l: here(j, l, here_i), 1, n))
    whole = p.apply("sum_member", f=rows, m=i, lo=1, hi=N)
    p.generalize(l, p.apply("here_nonneg", j=i, e=here_i), "l_low", "l_high", label="members_i")
    part = p.apply("sum_member", f=fun(lambda l: here(i, l, here_i)), m=k, lo=1, hi=n)
    p.qed(p.have(1 <= occurrences(here_i), whole, part))


def twice(p: Proof, rule: str, label_: str, member: Fact) -> Fact:
    """Prove a relation of double sums Σ_j Σ_l by `rule` from that of the terms."""
    p.generalize(l, member, label=f"{label_}_row_")
    p.apply(rule, f"{label_}_row_", label=f"{label_}_row")
    p.generalize(j, f"{label_}_row", label=f"{label_}_rows")
    return p.apply(rule, f"{label_}_rows", label=label_)


@paper.claim(given=[agree, *i_in, *k_in], shows=Eq(label_at(t, place(i, k)), label(i, t, k)))
def label_at_place(p: Proof) -> None:
    """All tokens at a position have the same label."""
    ranged(p, "i", "k", "j", "l")
    at = place(i, k)

    def prove(order: Fact) -> Fact:
        claim = Eq(label(j, t, l) * here(j, l, at), label(i, t, k) * here(j, l, at))
        alike = []
        if order.concl.op == "eq":
            alike = [p.specialize(agree, j, i, l, k, using=[order])]
        return p.have(claim, *p.reduce_ite(order, here(j, l, at)), *alike)

    member = p.trichotomy(place(j, l), at, prove)
    twice(p, "sum_eq", "sum", member)
    p.apply("occurs", label="some")


@paper.claim(given=[pairs(lambda i, j, k, l: negation(Eq(place(i, k), e)))], shows=Eq(label_at(t, e), 0))
def label_at_nowhere(p: Proof) -> None:
    """No token is at this position."""
    ranged(p, "j", "l")
    not_here = p.specialize(pairs(lambda i, j, k, l: negation(Eq(place(i, k), e))), j, j, l, l)
    none = p.ite_eq(here(j, l, e), not_here)
    twice(p, "sum_eq", "sum", none)


within_list = [
    every(lambda i: every(lambda k: place(i, k) >= 1, 1, n), 1, N),
    every(lambda i: every(lambda k: place(i, k) <= m, 1, n), 1, N),
]


@paper.claim(given=[within_list[0]], shows=Eq(label_at(t, num(0)), 0))
def label_at_zero(p: Proof) -> None:
    """Positions are counted from 1."""


def memorizing(z: Term, t: Term) -> Term:
    """Output t of the network with m hidden units, for the labels: Σ_u weight_u σ_R(z − x_{u-1})."""
    return substitute(interpolant(z, m), {y: labels_at(t)})


@paper.claim(
    given=[upwards, agree, *within_list, *i_in, *k_in], shows=Eq(memorizing(x(place(i, k)), t), label(i, t, k))
)
def labels_memorized(p: Proof) -> None:
    """Use the polygon through the labels."""
    p.apply("memorized", i=place(i, k), y=labels_at(t), label="through")
    p.apply("label_at_zero", label="start")


# --- a direction that tells vectors apart ----------------------------------------------------------------------------

a, b = ints("a b")
(g,) = vectors("g")
(U,) = vectors("U", 3)
differ = different(column(w, a), column(w, b))
(at,) = sequences("at", 2)


@paper.claim(
    given=[factor > 0, kept(factor), a >= 1, a <= points, b >= 1, b <= points, differ],
    shows=negation(Eq(dot(v, gap(a, b), d), 0)),
)
def projections_differ(p: Proof) -> Fact:
    """If the projections were equal, κ times the distance would be 0."""
    p.given(differ=differ, zero=Eq(dot(v, gap(a, b), d), 0), low=t >= 1, high=t <= d)
    far = p.specialize(kept(factor), a, b)
    size = p.abs_value(dot(v, gap(a, b), d), p.have(dot(v, gap(a, b), d) <= 0, "zero"))
    nonneg = p.apply("norm_nonneg", x=gap(a, b))
    none = p.have(norm(gap(a, b), d) <= 0, far, size, "zero", scale=[factor > 0])
    square = p.apply("norm_square", x=gap(a, b))
    p.have(dot(gap(a, b), gap(a, b), d) <= 0, square, (none, nonneg), label="no_square")
    entry = gap(a, b)(t)
    p.apply("sum_member", f=fun(lambda t: gap(a, b)(t) * gap(a, b)(t)), m=t, lo=1, hi=d, label="member")
    less, more = (p.apply("square_le", u=x, r=num(0)) for x in (entry, -entry))
    least, most = p.have(w(t, a) <= w(t, b), less), p.have(w(t, b) <= w(t, a), more)
    same = p.generalize(t, p.antisymmetry(least, most))
    return p.discharge(p.mp("differ", same), p.get("zero").concl)


def tells_apart(g: Term) -> Term:
    """Different vectors of the list w have different projections onto g."""

    def pair(a: Term, b: Term) -> Term:
        return implies(different(column(w, a), column(w, b)), negation(Eq(dot(g, gap(a, b), d), 0)))

    return every(lambda a: every(lambda b: pair(a, b), 1, points), 1, points)


@paper.claim(given=[d >= 1, points >= 1], shows=exists(tells_apart, VECTOR))
def some_direction_tells(p: Proof) -> Fact:
    """Take a direction that keeps a share of all distances."""
    p.given(a_low=a >= 1, a_high=a <= points, b_low=b >= 1, b_high=b <= points)
    p.given(differ=differ)
    _, keeps = p.obtain(p.apply("direction_counted"), v)
    each = p.apply("projections_differ", keeps)
    told = each
    return p.exists_intro(p.goal, [v], told)


def projected_apart(g: Term, U: Term = U) -> Term:
    """Different tokens of the sequences U have different projections onto g."""
    return pairs(
        lambda i, j, k, l: implies(
            different(token(U, i, k), token(U, j, l)),
            negation(Eq(dot(g, token(U, i, k), d), dot(g, token(U, j, l), d))),
        )
    )


@paper.claim(given=[d >= 1, n >= 1, N >= 1], shows=exists(projected_apart, VECTOR))
def some_direction_for_tokens(p: Proof) -> Fact:
    """Apply this to the list of tokens, each listed once."""
    ranged(p, "i", "k", "j", "l", "t")
    listed = p.apply("listed_once_2", Z=U)
    parts = p.obtain(listed, w, at, points)
    by = dict(zip(LISTED, parts, strict=True))
    some = p.have(points >= 1, *(p.specialize(by[x], 1, 1) for x in ("at_low", "at_high")))
    spots = [p.specialize(by[x], *place_) for place_ in ((i, k), (j, l)) for x in ("at_low", "at_high")]
    words = [p.specialize(by["values"], *place_, t) for place_ in ((i, k), (j, l))]
    (told,) = p.obtain(p.apply("some_direction_tells", some), g)
    differ_ = p.assume(different(token(U, i, k), token(U, j, l)))
    alike = p.assume(same_tokens(column(w, at(i, k)), column(w, at(j, l))))
    entry = p.have(Eq(U(i, t, k), U(j, t, l)), *words, p.specialize(alike, t))
    clash = p.mp(differ_, p.generalize(t, entry))
    unlike = p.discharge(clash, alike.concl)
    apart_ = p.specialize(told, at(i, k), at(j, l), using=[*spots, unlike])
    equal = p.assume(Eq(dot(g, token(U, i, k), d), dot(g, token(U, j, l), d)))
    sums = []
    for word, token_, a_ in zip(words, (token(U, i, k), token(U, j, l)), (at(i, k), at(j, l)), strict=True):
        term = p.have(Eq(g(t) * token_(t), g(t) * w(t, a_)), (word, g(t)))
        f, h = fun(lambda t, x=token_: g(t) * x(t)), fun(lambda t, a=a_: g(t) * w(t, a))
        sums.append(p.apply("sum_eq", term, f=f, g=h, lo=1, hi=d))
    none = p.mp(apart_, p.have(Eq(dot(g, gap(at(i, k), at(j, l)), d), 0), equal, *sums))
    out = p.discharge(none, differ_.concl, equal.concl)
    return p.exists_intro(p.goal, [g], out)


# --- a feed-forward layer that takes ids to labels --------------------------------------------------------------------

nothing = fun(lambda t: num(0))
residual = fun(lambda i, t, k: label(i, t, k) - U(i, t, k), 3)  # what has to be added to the ids
projected = fun(lambda i, k: dot(g, token(U, i, k), d), 2)
in_order_ = increasing_list_2(projected, x, place, m)
ordered = ["m_low", "m_high", "upwards", "low", "high", "projected"]


def alike_where(U: Term) -> Term:
    """Equal tokens of U have equal labels."""
    return pairs(
        lambda i, j, k, l: implies(
            same_tokens(token(U, i, k), token(U, j, l)), every(lambda t: Eq(label(i, t, k), label(j, t, l)), 1, d)
        )
    )


def equal_rows(W: Term, rows: Term) -> Term:
    """All rows of W are equal, a vector of d numbers."""
    return exists(lambda g: every(lambda e: every(lambda t: Eq(W(e, t), g(t)), 1, d), 1, rows), VECTOR)


paper.notions.define(
    equal_rows(W_1, q), (W_1, q, d), "all {1} rows of {0} are equal ({2} entries)",
    r"{0}_{{1,:}} = \dots = {0}_{{{1},:}} \in \mathbb{{R}}^{{{2}}}",
)  # fmt: skip


def takes_to_labels(U: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, q: Term) -> Term:
    """The feed-forward layer with q hidden units maps every token of U to its label."""
    return places(
        lambda i, k: every(
            lambda t: Eq(feed_forward(sequence(U, i), W_1, b_1, W_2, b_2, q)(t, k), label(i, t, k)), 1, d
        )
    )


def small_layer(W_1: Term, b_2: Term, q: Term) -> list[Term]:
    """At most n N hidden units; all rows of W_1 are equal, and b_2 = 0."""
    return [0 <= q, q <= n * N, equal_rows(W_1, q), every(lambda t: Eq(b_2(t), 0), 1, d)]


def some_layer(U: Term) -> Term:
    """There is such a feed-forward layer for the labels."""

    def conditions(W_1: Term, b_1: Term, W_2: Term, b_2: Term, q: Term) -> list[Term]:
        return [*small_layer(W_1, b_2, q), takes_to_labels(U, W_1, b_1, W_2, b_2, q)]

    return exists(conditions, MATRIX, VECTOR, MATRIX, VECTOR, "Z")


@paper.claim(given=[projected_apart(g), alike_where(U), *in_order_, *t_in], shows=substitute(agree, {label: residual}))
def residuals_agree(p: Proof) -> Fact:
    """Tokens at the same position have the same projection, so they are equal, with equal labels."""
    ranged(p, "i", "j", "k", "l", "t")
    same = p.assume(Eq(place(i, k), place(j, l)))
    own, other = p.specialize(in_order_[-1], i, k), p.specialize(in_order_[-1], j, l)
    equal = p.have(Eq(projected(i, k), projected(j, l)), own, other, p.congr(x, same))
    unlike = p.assume(different(token(U, i, k), token(U, j, l)))
    clash = p.mp(p.specialize(projected_apart(g), i, j, k, l, using=[unlike]), equal)
    tokens = p.absurd(clash, same_tokens(token(U, i, k), token(U, j, l)))
    labels = p.specialize(alike_where(U), i, j, k, l, t, using=[tokens])
    out = p.have(Eq(residual(i, t, k), residual(j, t, l)), labels, p.specialize(tokens, t))
    return p.note("out", out)


@paper.claim(given=[projected_apart(g), alike_where(U), *in_order_], shows=some_layer(U))
def layer_in_direction(p: Proof) -> Fact:
    """All rows of W_1 are g, and the biases are minus the projections; W_2 gives the polygon through the residuals."""
    p.given(**dict(zip(ordered, in_order_, strict=True)))
    ranged(p, "i", "k", "t")
    second = fun(lambda t, e: substitute(unit_weight(e), {y: substitute(labels_at(t), {label: residual})}), 2)
    first, biases = fun(lambda e, t: g(t), 2), fun(lambda e: -x(e - 1))
    p.apply("residuals_agree", label="agree")
    polygon = p.apply("labels_memorized", y=residual)
    here = p.specialize("projected", i, k)
    moved = p.congr(lambda z: substitute(memorizing(z, t), {label: residual}), here)
    value = p.have(
        Eq(feed_forward(sequence(U, i), first, biases, second, nothing, m)(t, k), label(i, t, k)),
        moved,
        polygon,
    )
    each = value
    rows = p.exists_intro(equal_rows(first, m), [g])
    return p.exists_intro(p.goal, [first, biases, second, nothing, m], rows, each)


@paper.claim(given=[d >= 1, n >= 1, N >= 1, alike_where(U)], shows=some_layer(U))
def layer_memorizes(p: Proof) -> Fact:
    """Take a direction with different projections of the tokens, and sort these."""
    (apart,) = p.obtain(p.apply("some_direction_for_tokens"), g)
    listed = p.apply("sorted_once_2", z=projected)
    parts = p.obtain(listed, x, place, m)
    return p.apply("layer_in_direction", apart, *parts)


# --- token by token ---------------------------------------------------------------------------------------------------

(Z2,) = vectors("Z'", 2)
(c,) = ints("c")
other_matrix = named(Z2, d, n)


@paper.claim(
    given=[every(lambda t: Eq(Z_(t, k), Z2(t, k)), 1, d), 1 <= t, t <= d],
    shows=Eq(feed_forward(Z_matrix, W_1, b_1, W_2, b_2)(t, k), feed_forward(other_matrix, W_1, b_1, W_2, b_2)(t, k)),
)
def layer_of_same(p: Proof) -> None:
    """A feed-forward layer gives equal tokens equal outputs, whatever the other tokens are."""
    by = {name: fun(lambda c, x=x: W_1(e, c) * x(c, k)) for name, x in (("f", Z_), ("g", Z2))}
    inner = p.apply("sum_eq", lo=1, hi=d, **by)
    unit = p.congr(lambda x: W_2(t, e) * relu(x + b_1(e)), inner)
    units = {
        name: fun(lambda u, x=x: W_2(t, u) * relu(Sum(lambda c: W_1(u, c) * x(c, k), 1, d) + b_1(u)))
        for name, x in (("f", Z_), ("g", Z2))
    }
    p.apply("sum_eq", unit, lo=1, hi=q, **units, label="outer")
