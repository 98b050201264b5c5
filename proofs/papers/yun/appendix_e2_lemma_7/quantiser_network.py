"""Lemma 7 (E.2): a network of token-wise layers that rounds every entry to the grid.

The layers are those of E.2, numbered consecutively row by row; the module `quantiser` describes, stage by stage, their
effect on an entry.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import *
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import (
    PHI,
    ROW,
    G,
    S,
    at_layer,
    composed_of,
    l,
    row_layer,
    token_wise,
)
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import NETWORK as QUANTISER
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import clip, in_cell, outside, window
from proofs.papers.yun.vocabulary import i, j, v
from proofs.papers.yun.vocabulary import r as row
from proofs.theorems.combinatorics.tilings import tiling

(q,) = ints("q")
block, offset = sequences("block offset")
(X2,) = vectors("X'", 2)
FINE = [1 <= m, 1 <= d, 1 <= n]
fine = dict(zip(("m_low", "d_low", "n_low"), FINE, strict=True))

# --- Lemma 7 ----------------------------------------------------------------------------------------------------------


def quantised(x: Term, y: Term) -> list[Term]:
    """y is the value of the scalar quantiser at x."""
    return [
        every(lambda q: implies(*in_cell(x, q), Eq(y, q * delta)), 0, m - 1),
        implies(x < 0, Eq(y, outside)),
        implies(1 <= x, Eq(y, outside)),
    ]


def quantises(G: Term) -> Term:
    """G applies the scalar quantiser to each entry."""
    at = lambda X: entries(lambda t, k: exists(lambda: quantised(X(t, k), G(X, t, k))), d, n)  # noqa: E731
    return for_all(at, MATRIX)


paper.notions.define(
    quantises(G), (G, m, d, n), "{0} rounds every entry to the grid of 1/{1}", r"{0} \text{{ is }} g_q"
)


def unit_at(e: Term, x: Term) -> Term:
    """The activation of layer e: the first layer of a row clips, the others round."""
    return ite(offset(e) <= 1, clip(x), window(x - (offset(e) - 2) * delta))


QUANTISE = mapping(
    lambda l, X, t, k: row_layer(block(l + 1), lambda x: unit_at(l + 1, x), X, t, k), "Z", MATRIX, "Z", "Z"
)
TILES = tiling(block, offset, m + 1, d)


@paper.claim([*FINE, *TILES, 0 <= l, l <= d * (m + 1) - 1], shows=token_wise(at_layer(QUANTISE, l)))
def quantiser_token_wise(p: Proof) -> Fact:
    """Both activation functions are in Φ."""
    e = l + 1

    def layer(order: Fact, phi: Term, beta: Term) -> Fact:
        made = p.apply("row_token_wise", r=block(e), phi=phi, beta=beta)
        by = substitute(ROW, {variable("r", "Z"): block(e), PHI: phi, variable("beta", "R"): beta})
        chosen = p.ite_eq(unit_at(e, X(block(e), k)), order)
        mark = ite(Eq(t, block(e)), 1, 0)
        return p.apply("token_wise_same", made, (chosen, mark), G=by, H=at_layer(QUANTISE, l))

    first, later = p.assume(offset(e) <= 1), p.assume(1 < offset(e))
    clips = layer(first, mapping(clip, "R"), num(0))
    rounds = layer(later, mapping(window, "R"), -(offset(e) - 2) * delta)
    return p.cases(offset(e), 1, clips, rounds)


@paper.claim(FINE, shows=exists(lambda g_q: [composed_of(token_wise, g_q, d * m + d), quantises(g_q)], OPERATOR))
def lemma_7_network(p: Proof) -> Fact:
    """The layers of E.2 are numbered consecutively."""
    number = d * m + d
    m_pos = p.have(0 <= m + 1)
    tiles = p.apply("tuples.tiles", d=m + 1, G=d)

    laws = p.obtain(tiles, block, offset)
    ran = p.apply("run_exists", F=QUANTISE, N=number)
    start, steps = p.obtain(ran, S)
    last = at_layer(S, number)
    made = p.exists_intro(composed_of(token_wise, last, number), [QUANTISE, S], *laws, start, steps)
    stages = fun(lambda r, s, i, j: S((r - 1) * (m + 1) + s, X, i, j), 4)
    p.given(r_low=1 <= row, r_high=row <= d, v_low=0 <= v, v_high=v <= m - 1)
    p.given(i_low=1 <= i, i_high=i <= d, j_low=1 <= j, j_high=j <= n)
    room = p.have(0 <= (d - row) * (m + 1), (p.have(0 <= d - row), m_pos))

    first = p.have(Eq(stages(1, 0, i, j), X(i, j)), start)
    handed = p.have(Eq(stages(row + 1, 0, i, j), stages(row, m + 1, i, j)))
    out = {"input": first, "next_row": handed}

    def layer_of(name: str, s: Term, phi: Callable[[Term], Term]) -> Fact:
        """Prove that stage s + 1 of a row is the layer with the activation phi, applied to stage s."""
        # Return the step from stage s of a row to stage s + 1, and the block and the offset of its layer.
        at = (row - 1) * (m + 1) + s
        ends = (
            p.have(0 <= at, (p.have(0 <= row - 1), m_pos), "v_low"),
            p.have(at <= number - 1, room, "v_high"),
        )
        step = p.specialize(steps, at, X, i, j, using=ends)
        by = {"d": m + 1, "G": d, "block": block, "offset": offset, "j": row, "s": s + 1}
        which, where = (p.apply(name, *laws, **by) for name in ("tile_block", "tile_offset"))
        step, which, where = step, which, where
        at = (row - 1) * (m + 1) + s
        e, now, rounding = at + 1, at_state(S, at, X), name == "round_row"
        order = p.have(1 < offset(e), where) if rounding else p.have(offset(e) <= 1, where)
        moved = p.congr(lambda r: row_layer(r, lambda x: unit_at(e, x), now, i, j), which)
        chosen = p.ite_eq(unit_at(e, now(row, j)), order)
        shift = p.congr(lambda o: window(now(row, j) - (o - 2) * delta), where)
        return p.have(Eq(S(e, X, i, j), row_layer(row, phi, now, i, j)), step, moved, chosen, shift)

    out["clip_row"] = layer_of("clip_row", num(0), clip)
    out["round_row"] = layer_of("round_row", v + 1, lambda x: window(x - v * delta))
    network = [out[name] for name, f in QUANTISER.items()]
    done = p.apply("lemma_7_entries", *network, V=stages)
    return p.exists_intro(p.goal, [last], made, done)
