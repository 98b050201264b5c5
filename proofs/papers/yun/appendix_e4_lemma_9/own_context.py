"""E.4: the layer of a context L̄ on g_c(L), if L is a permutation of L̄ and if it is not.

The entries of q are multiples of δ, so that the window around one of them holds no other.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U, y
from proofs.papers.yun.appendix_e3_lemma_8.columns_in_any_order import output_id
from proofs.papers.yun.appendix_e3_lemma_8.contextual_equivariance import RUNS, W2, second_g_c
from proofs.papers.yun.appendix_e3_lemma_8.contextual_mapping import (
    GTILDE,
    NO_COLUMN,
    OTHER,
    ids,
    place,
    primed,
    sorted_context,
    y2,
)
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import g_c
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, shifted
from proofs.papers.yun.appendix_e3_lemma_8.sweep import W
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import trigger
from proofs.papers.yun.section_2_transformers.blocks import PERMUTATION, pi
from proofs.papers.yun.vocabulary import d, delta, i, j, k, n, paper, q, tower, x

A, A2 = vectors("A A'", 2)
P = {"k_low": 1 <= k, "k_high": k <= n}


def multiple(j: Term) -> Term:
    """Return q(L)_j as a multiple of δ, for distinct columns."""
    return substitute(shifted(x, q) + tower(n + 1) * shifted(x, n), {x: ids, q: place(j)})


def fires(p: Proof, value: Term, other: Term, integers: tuple[Term, Term], *known: Fact) -> tuple[Fact, Fact]:
    """φ_near(value − other), as of multiples of δ; and that these differ if the values do."""
    same = [p.have(Eq(v, z * delta), *known) for v, z in zip((value, other), integers, strict=True)]
    gap = p.have(Eq(value - other, integers[0] * delta - integers[1] * delta), *same)
    return p.congr(trigger, gap), p.have(Eq(value - other, (integers[0] - integers[1]) * delta), *same)


def silent(p: Proof, differ: Fact, value: Term, other: Term, integers: tuple[Term, Term], *known: Fact) -> Fact:
    """Prove φ_near(value − other) = 0, as these are different multiples of δ."""
    window, gap = fires(p, value, other, integers, *known)
    hit = p.assume(Eq(*integers))
    equal = p.have(Eq(value, other), gap, (hit, delta))
    apart = p.discharge(p.mp(differ, equal), hit.concl)
    off = p.apply("others_silent", apart, q=integers[0], k=integers[1])
    return p.have(Eq(trigger(value - other), 0), window, off)


@paper.claim(
    [*GTILDE.values(), *OTHER.values(), *NO_COLUMN.values(), *COLUMN.values(), 1 <= q, q <= n],
    shows=Eq(trigger(output_id(j) - primed(output_id(q))), 0),
)
def layer_silent_elsewhere(p: Proof) -> Fact:
    """By property 2."""
    sorted_context(p, j)
    run = {"y": y2, "W": W2}
    there = p.apply("output_distinct", j=q, **run)
    differ = p.apply("property_2")
    integers = multiple(j), primed(multiple(q))
    known = p.get("output_distinct_j"), there
    return p.note("out", silent(p, differ, output_id(j), primed(output_id(q)), integers, *known))


def turned(t: Term) -> Term:
    """Return the same for the columns in the order of π."""
    return substitute(t, {W: W2})


OF_RUNS = {f"{label}_run": g for label, g in PERMUTATION.items()}
OF_RUNS["turned"] = every(lambda k: every(lambda i: Eq(W2(0, i, k), y(i, pi(k)) * delta), 1, d), 1, n)
OF_RUNS["layers2_run"] = RUNS["layers2"]
fires_at = trigger(turned(output_id(k)) - output_id(j))


def started(p: Proof) -> None:
    """The second run begins with the columns of the first, in the order of π."""
    p.given(**OF_RUNS, start_=GTILDE["start"], **P, i_low=1 <= i, i_high=i <= d)
    ends = [p.specialize(name, k) for name in ("pi_low_run", "pi_high_run")]
    own = p.specialize("start_", pi(k), i, using=ends)
    same = p.have(Eq(W2(0, i, k), W(0, i, pi(k))), own, p.specialize("turned", k, i))
    p.generalize(k, p.generalize(i, same), label="turned_start")


@paper.claim(
    [*GTILDE.values(), *OF_RUNS.values(), *COLUMN.values(), *P.values()], shows=Eq(fires_at, ite(Eq(pi(k), j), 1, 0))
)
def layer_fires_on_own(p: Proof) -> Fact:
    """By property 1, since g_c is permutation equivariant."""
    started(p)
    entry = p.apply("contextual_equivariant", j=k)
    own, there = fun(lambda i: U(i) * second_g_c(i, k)), fun(lambda i: U(i) * g_c(i, pi(k)))
    terms = p.have(Eq(own(i), there(i)), (entry, U(i)))
    sorted_context(p, j)
    other = p.apply("output_distinct", j=pi(k))
    known, integers = (p.get("output_distinct_j"), other), (multiple(pi(k)), multiple(j))
    moved = p.congr(lambda t: trigger(t - output_id(j)), p.apply("sum_eq", terms))

    def case(order: Fact) -> Fact:
        chosen = p.reduce_ite(order, ite(Eq(pi(k), j), 1, 0))
        if order.concl.op == "eq":
            at = p.congr(lambda t: trigger(output_id(t) - output_id(j)), order)
            on = p.apply("own_fires")
            return p.have(p.goal, moved, at, on, *chosen)
        hit = p.assume(Eq(output_id(pi(k)), output_id(j)))
        place_ = p.apply("property_1", hit, j=pi(k), k=j)
        differ = p.discharge(p.have(FALSE, order, place_), hit.concl)
        off = silent(p, differ, output_id(pi(k)), output_id(j), integers, *known)
        return p.have(p.goal, moved, off, *chosen)

    return p.trichotomy(pi(k), j, case)


before = second_g_c(i, k)
CHAIN = (before + (A(i, j) - g_c(i, j)), before + (A2(i, k) - before), A2(i, k))
VALUES = {"values": every(lambda k: every(lambda i: Eq(A2(i, k), A(i, pi(k))), 1, d), 1, n)}


@paper.claim(
    [*GTILDE.values(), *OF_RUNS.values(), *COLUMN.values(), *P.values(), Eq(pi(k), j), *VALUES.values(), 1 <= i,
     i <= d],
    shows=exists(lambda: [
        Eq(before + (A(i, j) - g_c(i, j)) * fires_at, CHAIN[0]), Eq(CHAIN[0], CHAIN[1]), Eq(CHAIN[1], CHAIN[2])
    ]),
)  # fmt: skip
def own_context_chain(p: Proof) -> Fact:
    """Its layer fires, since g_c(L)_i = g_c(L̄)_j; the columns of values are equal in the same way."""
    started(p)
    p.given(**VALUES, own=Eq(pi(k), j))
    entry = p.apply("contextual_equivariant", j=k)
    here = p.congr(lambda t: g_c(i, t), "own")
    at = p.congr(lambda t: A(i, t), "own")
    return p.exists_intro(p.goal, [], entry, here, at)
