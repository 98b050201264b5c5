"""A.2: the matrices whose attention scores are the scaled pieces at the tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.vocabulary import *
from proofs.theorems.algebra.matrices import *
from proofs.theorems.networks.softmax import weight

# --- A.2: the construction ----------------------------------------------------------------------------------------

z = vectors("z")[0]
nearby = every(lambda h: abs(affine(h, x) - affine(h, z)) < Delta, 1, N)


@paper.claim(given=[*is_index(h), *is_index(k), top(k, x), substitute(top(k, x), {k: h, x: z}), nearby], shows=Eq(h, k))
def gap_separates_cells(p: Proof) -> None:
    """Two points with the gap Δ have the same top piece if no piece changes by Δ between them."""
    for name, piece in (("h", h), ("k", k)):
        p.specialize(nearby, piece, label=f"near_{name}")


here = token(i)  # the token x_i
scores = fun(lambda h: R * affine(h, here))  # column i of KᵀQ


def attends(h: Term) -> Term:
    """Softmax(KᵀQ)_{h,i} = exp(R y_h(x_i)) / Σ_η exp(R y_η(x_i))."""
    return weight(scores, h, N)


shaped = (d >= 1, n >= 1, n <= N)
small = Search(sizes={"d": [1, 2], "n": [1, 2], "N": [1, 2]})


def with_shapes(p: Proof) -> None:
    """Assume d, n >= 1 and N >= n."""
    p.given(some_d=d >= 1, some_n=n >= 1, enough=n <= N)


def misfits(build: Callable[[], object], given: Sequence[Term] = shaped) -> tuple[Claim, ...]:
    """Return the claims that the sizes in a printed formula agree, if they do not agree identically."""
    return tuple(Claim(tuple(given), equation) for equation in sizes(build))


def misfit_errata(*what: str, search: Search = small, same_as: Sequence[str] = ()) -> tuple[Erratum, ...]:
    """One erratum of shape for each of the first printed claims, and the entries that they repeat, "" for none."""
    repeats = [*same_as, *[""] * (len(what) - len(same_as))]
    return tuple(
        Erratum("dimension", w, position, search, same_as=other)
        for position, (w, other) in enumerate(zip(what, repeats, strict=True))
    )


tokens = named(X, d, n)
slopes, offsets = Matrix(d, N, lambda c, h: a(h, c)), row(b, N)
spare = N - n
pad = blocks([[identity(n), zero(n, spare)]])
shift = blocks([[zero(d, N)], [identity(N)]])
left = blocks([[identity(d)], [zero(N, d)]])
padded = blocks([[tokens, zero(d, spare)], [zero(N, n), zero(N, spare)]])
stacked = blocks([[tokens, zero(d, spare)], [identity(n), zero(n, spare)], [zero(spare, n), identity(spare)]])


def linear(z: Matrix) -> Matrix:
    """The layer Linear, its zero block of N rows."""
    return left @ z @ pad + shift


@paper.claim(given=shaped, shows=linear(tokens).equals(padded + shift))
def linear_pads(p: Proof) -> Fact:
    """Linear(X), first step: X padded by zeros to d + N rows and N columns, plus the shift."""
    return entries(p, "out", linear(tokens), padded + shift)


@paper.claim(given=shaped, shows=(padded + shift).equals(stacked))
def linear_stacks(p: Proof) -> Fact:
    """Linear(X), second step: X beside zeros, on top of the identity."""
    return entries(p, "out", padded + shift, stacked)


W_K = blocks([[zero(d, d), slopes], [zero(1, d), offsets]]) * R
W_Q = blocks([[identity(d), zero(d, n), zero(d, spare)], [zero(1, d), constant(1, 1, n), zero(1, spare)]])
K = blocks([[slopes], [offsets]]) * R
Q = blocks([[tokens, zero(d, spare)], [constant(1, 1, n), zero(1, spare)]])
scored = Matrix(N, n, lambda h, i: affine(h, token(i)))
S = blocks([[scored, zero(N, spare)]]) * R


@paper.claim(given=shaped, shows=every(lambda h: every(lambda c: Eq(W_K(c, d + h), R * a(h, c)), 1, d), 1, N))
def key_slopes(p: Proof) -> None:
    """Column d + h of W_K is the scaled slope of piece h."""


@paper.claim(given=shaped, shows=every(lambda h: Eq(W_K(d + 1, d + h), R * b(h)), 1, N))
def key_offsets(p: Proof) -> None:
    """Its last row contains the scaled offsets."""


state_matrix = named(P, d + N, N)  # what W_Q is applied to


@paper.claim(given=shaped, shows=every(lambda c: every(lambda j: Eq((W_Q @ state_matrix)(c, j), P(c, j)), 1, N), 1, d))
def query_copies(p: Proof) -> Fact:
    """W_Q keeps the first d rows."""
    with_shapes(p)
    there = Matrix(d, N, lambda c, j: (W_Q @ state_matrix)(c, j))
    return entries(p, "out", there, named(P, d, N))


@paper.claim(
    given=shaped,
    shows=every(lambda j: Eq((W_Q @ state_matrix)(d + 1, j), Sum(lambda r: P(r, j), d + 1, d + n)), 1, N),
)
def query_counts(p: Proof) -> Fact:
    """W_Q adds the next n rows, which mark the tokens."""
    with_shapes(p)
    row_sum = Sum(lambda r: P(r, h), d + 1, d + n)
    return same(p, None, (W_Q @ state_matrix)(d + 1, h), row_sum)


@paper.claim(given=shaped, shows=(W_K @ stacked).equals(K))
def keys(p: Proof) -> Fact:
    """W_K Linear(X) consists of the scaled coefficients."""
    return entries(p, "out", W_K @ stacked, K)


@paper.claim(given=shaped, shows=(W_Q @ stacked).equals(Q))
def queries(p: Proof) -> Fact:
    """W_Q Linear(X) is X over a row of ones, beside zeros."""
    with_shapes(p)
    return entries(p, "out", W_Q @ stacked, Q)


coefficients = blocks([[slopes.T, offsets.T]]) * R


made_keys, made_queries = W_K @ stacked, W_Q @ stacked


@paper.claim(given=shaped, shows=softmax(made_keys.T @ made_queries).equals(softmax(coefficients @ Q)))
def scores_written_out(p: Proof) -> Fact:
    """Substitute K and Q; the rows of the transpose of K are the coefficients."""
    known = p.apply("keys")

    def turned(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        entry = p.specialize(known, j, i, using=ends)
        return p.have(Eq(made_keys.T(i, j), coefficients(i, j)), entry)

    left = made_keys.T, coefficients, equal_by(p, None, made_keys.T, coefficients, turned)
    equal = products_equal(p, None, left, (made_queries, Q, p.apply("queries")))
    return softmaxes_equal(p, "out", left[0] @ made_queries, coefficients @ Q, equal)


@paper.claim(given=shaped, shows=(K.T @ Q).equals(S))
def score_matrix(p: Proof) -> Fact:
    """KᵀQ holds R y_h(x_i) for the n tokens, and zero columns."""
    with_shapes(p)
    return entries(p, "out", K.T @ Q, S)


@paper.claim(given=shaped, shows=softmax(K.T @ Q).equals(softmax(S)))
def softmax_scores(p: Proof) -> Fact:
    """Softmax(KᵀQ), column by column."""
    p.given(low_h=h >= 1, high_h=h <= N, low_i=i >= 1, high_i=i <= N)
    p.apply("score_matrix", label="all")
    left, right = (fun(lambda h, z=z: z(h, i)) for z in (K.T @ Q, S))
    return p.apply("softmax_eq", a=left, b=right, n=N, k=h)


@paper.claim(given=[*shaped, i >= 1, i <= n], shows=every(lambda h: Eq(softmax(K.T @ Q)(h, i), attends(h)), 1, N))
def attention_column(p: Proof) -> Fact:
    """Column i of Softmax(KᵀQ) is the softmax of the scaled pieces at x_i."""
    p.given(low_h=h >= 1, high_h=h <= N)
    p.apply("score_matrix", label="all")
    equal = p.apply("softmax_eq", a=fun(lambda h: (K.T @ Q)(h, i)), b=scores, n=N, k=h)
    return p.get(equal)


@paper.claim(given=[*shaped, i >= 1, i <= n, *is_index(k)], shows=Eq(softmax(K.T @ Q)(k, i), attends(k)))
def attention_row_entry(p: Proof) -> None:
    """The k-th entry of column i."""
    p.apply("attention_column", label="column")
