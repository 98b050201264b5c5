"""E.1.2: the contextual mapping g_c is permutation equivariant, layer by layer (Claim 1 for hardmax heads).

The columns of L' are those of L in the order of a permutation π: L'_{·,k} = L_{·,π_k}. A head of the selective shift
then gives column k what it gives column π_k of L, as maxima and sums do not depend on the order. By induction on the
level this holds after every layer of the sweep, and after the last one. Nothing is asked of L.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import g_c
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import column_ids, psi
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import level_window
from proofs.papers.yun.appendix_e3_lemma_8.sweep import SWEEP, W, layer_at
from proofs.papers.yun.section_2_transformers.blocks import PERMUTATION, pi, ranged
from proofs.papers.yun.vocabulary import M, b, d, i, j, k, m, n, paper, s, u, v, z
from proofs.theorems.algebra.sums import total
from proofs.theorems.networks.hardmax import attended, is_best

(s2, z2) = vectors("s' z'")
(W2,) = vectors("W'", 3)
(A, A2) = vectors("A A'", 2)
COLUMNS = {"n_low": 1 <= n, **PERMUTATION}


def in_order(f2: Term, f: Term) -> Term:
    """f'_k = f_{π_k} for every column."""
    return every(lambda k: Eq(f2(k), f(pi(k))), 1, n)


@paper.claim({**COLUMNS, "scores": in_order(s2, s)}, shows=Eq(Max(s2, 1, n), Max(s, 1, n)))
def max_permuted(p: Proof) -> None:
    """f'_k = f_{π_k} ⊢ max f' = max f."""
    p.apply("max_eq", f=s2, g=fun(lambda k: s(pi(k))), lo=1, hi=n, label="moved")
    p.apply("max_reindexed", f=s, rho=pi, label="order")


@paper.theorem
def best_permuted(p: Proof) -> None:
    """f'_k = f_{π_k} ⊢ score k is maximal for f' if and only if score π_k is maximal for f."""
    p.given(**COLUMNS, scores=in_order(s2, s))
    ranged(p, k)
    greatest = p.apply("max_permuted")
    own = p.specialize("scores", k)
    top2 = Max(s2, 1, n)

    score = p.congr(lambda x: ite(Eq(x, top2), 1, 0), own)
    max_ = p.congr(lambda y: ite(Eq(s(pi(k)), y), 1, 0), greatest)
    p.qed(p.have(Eq(is_best(s2, k), is_best(s, pi(k))), score, max_))


@paper.theorem
def attended_permuted(p: Proof) -> None:
    """Values and scores in the order of π ⊢ the outputs of hardmax are equal."""
    p.given(**COLUMNS, scores=in_order(s2, s), values=in_order(z2, z))
    ranged(p, k)
    mark = p.apply("best_permuted")
    value = p.specialize("values", k)
    p.generalize(k, mark, label="marks")
    moved = fun(lambda k: is_best(s, pi(k)))
    count_moved = p.apply("sum_eq", f=fun(lambda k: is_best(s2, k)), g=moved, lo=1, hi=n)
    p.apply("sum_reindexed", f=fun(lambda k: is_best(s, k)), rho=pi, label="count")
    count2, count = (total(fun(lambda k, f=f: is_best(f, k)), 1, n) for f in (s2, s))
    counts = p.have(Eq(count2, count), count_moved, "count")
    share = p.congr(inv, counts)
    own2, own = (fun(lambda k, f=f, g=g: f(k) * is_best(g, k)) for f, g in ((z2, s2), (z, s)))
    term = p.have(Eq(own2(k), own(pi(k))), (mark, z2(k)), (value, is_best(s, pi(k))))
    p.generalize(k, term, label="terms")
    p.apply("sum_eq", f=own2, g=fun(lambda k: own(pi(k))), lo=1, hi=n, label="moved")
    sum_ = p.apply("sum_reindexed", f=own, rho=pi)
    sums = p.have(Eq(Sum(own2, 1, n), Sum(own, 1, n)), "moved", sum_)
    goal = Eq(attended(z2, s2), attended(z, s))
    p.qed(p.have(goal, (sums, inv(count2)), (share, Sum(own, 1, n))))


@paper.theorem
def head_permuted_hardmax(p: Proof) -> None:
    """Ids in the order of π ⊢ the head returns to column j what it returns to column π_j."""
    p.given(**COLUMNS, ids=in_order(z2, z))
    ranged(p, k, j)
    own = p.specialize("ids", j)
    each = p.specialize("ids", k)
    score2, score = fun(lambda k: z2(k) * (z2(j) - b)), fun(lambda k: z(k) * (z(pi(j)) - b))
    p.have(Eq(score2(k), score(pi(k))), (each, z2(j) - b), (own, z(pi(k))), label="score")
    p.generalize(k, "score", label="scores")
    p.qed(p.apply("attended_permuted", s=score, **{"s'": score2}))


MATRICES = every(lambda k: every(lambda i: Eq(A2(i, k), A(i, pi(k))), 1, d), 1, n)


@paper.theorem
def psi_permuted(p: Proof) -> None:
    """A'_{·,k} = A_{·,π_k} ⊢ ψ(A'; b)_{ij} = ψ(A; b)_{i,π_j}."""
    p.given(**COLUMNS, columns=MATRICES, i_low=1 <= i, i_high=i <= d)
    ranged(p, k, j)
    entry = p.specialize("columns", k, i)
    weighed2, weighed = fun(lambda i: u(i) * A2(i, k)), fun(lambda i: u(i) * A(i, pi(k)))
    p.generalize(i, p.have(Eq(weighed2(i), weighed(i)), (entry, u(i))), label="entries")
    id_ = p.apply("sum_eq", f=weighed2, g=weighed, lo=1, hi=d)
    p.generalize(k, id_, label="ids")
    head = p.apply("head_permuted_hardmax", z=column_ids(A, u), **{"z'": column_ids(A2, u)})
    row = psi(A2, b, i, j).args[0]
    p.qed(p.have(Eq(psi(A2, b, i, j), psi(A, b, i, pi(j))), (head, row)))


def same_columns(v: Term) -> Term:
    """At level v the columns of the second run are those of the first in the order of π."""
    return every(lambda k: every(lambda i: Eq(W2(v, i, k), W(v, i, pi(k))), 1, d), 1, n)


RUNS = {
    "m_low": 2 <= m,
    "d_low": 1 <= d,
    **COLUMNS,
    "layers": SWEEP["layers"],
    "layers2": substitute(SWEEP["layers"], {W: W2}),
    "start": same_columns(num(0)),
}


@paper.claim([*RUNS.values(), 0 <= v, v <= M], shows=same_columns(v))
def sweep_equivariant(p: Proof) -> Fact:
    """By induction on the level."""
    p.given(**RUNS, so_far=implies(v <= M, same_columns(v)), v_high=v + 1 <= M)
    p.given(i_low=1 <= i, i_high=i <= d)
    ranged(p, k)
    p.mp("so_far", p.have(v <= M, "v_high"), label="now")
    p.specialize("now", k, i, label="own")
    p.specialize("layers2", v, k, i, label="step2")
    p.specialize("layers", v, pi(k), i, label="step")
    second = substitute(layer_at(v), {W: W2})
    for name, at in zip(("low", "high"), level_window(v), strict=True):
        p.apply("psi_permuted", A=layer_at(v), u=U, b=at, j=k, **{"A'": second}, label=name)
    p.have(Eq(W2(v + 1, i, k), W(v + 1, i, pi(k))), "own", "step", "step2", ("low", M), ("high", M), label="next")
    p.generalize(i, "next", label="column")
    p.generalize(k, "column", label="step_")
    p.rule("discharge", v + 1 <= M, "step_", label="step_v")
    p.rule("discharge", 0 <= M, "start", label="base")
    p.induct(lambda v: implies(v <= M, same_columns(v)), 0, v, "base", "step_v", label="all")
    return p.specialize("all", v)


def second_g_c(i: Term, j: Term) -> Term:
    """g_c(L P)."""
    return substitute(g_c(i, j), {W: W2})


@paper.claim([*RUNS.values(), 1 <= i, i <= d, 1 <= j, j <= n], shows=Eq(second_g_c(i, j), g_c(i, pi(j))))
def contextual_equivariant(p: Proof) -> None:
    """g_c(L P) = g_c(L) P: the last layer is one more head."""
    p.apply("sweep_equivariant", v=M, label="swept")
    second = substitute(layer_at(M), {W: W2})
    p.apply("psi_permuted", A=layer_at(M), u=U, b=num(0), **{"A'": second}, label="head")
