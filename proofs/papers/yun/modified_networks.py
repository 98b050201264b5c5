"""Lemmas 7 and 8 and Proposition 5 as sentences: networks of T̄^(2,1,1) that quantise, tell contexts apart, look up."""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.modified_layers import (
    G,
    H,
    ROW,
    F,
    N,
    S,
    X,
    agree,
    at_layer,
    composed_of,
    free,
    k,
    k_in,
    l,
    over,
    ranged,
    row_layer,
    run,
    t,
    t_in,
    token_wise,
)
from proofs.papers.yun.quantiser import NETWORK as QUANTISER
from proofs.papers.yun.quantiser import X as X_
from proofs.papers.yun.quantiser import V, clip, in_cell, outside, window
from proofs.papers.yun.transformers import STATE, at_state
from proofs.papers.yun.vocabulary import d, delta, i, j, m, n, paper, v
from proofs.papers.yun.vocabulary import r as row
from proofs.theorems.continuity import entries
from proofs.theorems.tilings import TILED, tiling
from proofs.writing.proof import Proof

(q,) = ints("q")
(x,) = reals("x")
block, offset = sequences("block offset")
FINE = [2 <= m, 1 <= d, 1 <= n]
fine = dict(zip(("m_low", "d_low", "n_low"), FINE, strict=True))

# --- Lemma 7 ----------------------------------------------------------------------------------------------------------


def quantised(x: Term, y: Term) -> list[Term]:
    """y is the scalar quantiser at x."""
    return [
        every(lambda q: implies(*in_cell(x, q), eq(y, q * delta)), 0, m - 1),
        implies(x < 0, eq(y, outside)),
        implies(1 <= x, eq(y, outside)),
    ]


def quantises(G: Term) -> Term:
    """G employs the scalar quantiser on each entry."""
    at = lambda X: entries(lambda t, k: exists(lambda: quantised(X(t, k), G(X, t, k))), d, n)  # noqa: E731
    return for_all(at, MATRIX)


paper.notions.define(
    quantises(G), (G, m, d, n), "{0} rounds every entry to the grid of 1/{1}", r"{0} \text{{ is }} g_q"
)


def unit_at(e: Term, x: Term) -> Term:
    """The activation of layer e: the first of a row clips, the others round."""
    return ite(offset(e) <= 1, clip(x), window(x - (offset(e) - 2) * delta))


QUANTISE = mapping(
    lambda l, X, t, k: row_layer(block(l + 1), lambda x: unit_at(l + 1, x), X, t, k), "Z", MATRIX, "Z", "Z"
)
TILES = tiling(block, offset, m + 1, d)


@paper.claim(
    [*FINE, *TILES, 0 <= l, l <= d * (m + 1) - 1], shows=token_wise(at_layer(QUANTISE, l))
)
def quantiser_token_wise(p: Proof) -> Fact:
    """Both activations are in Φ."""
    p.given(**fine, **dict(zip(TILED, TILES, strict=True)), l_low=0 <= l, l_high=l <= d * (m + 1) - 1)
    ranged(p)
    e = l + 1
    ends = p.have(None, 1 <= e, "l_low"), p.have(None, e <= (m + 1) * d, "l_high")
    low, high = (p.use(None, name, e, using=ends) for name in ("block_low", "block_high"))

    def layer(order: Fact, acts: str, phi: Term, beta: Term) -> Fact:
        made = p.apply(None, "row_token_wise", low, high, p.apply(None, acts), r=block(e), phi=phi, beta=beta)
        by = substitute(ROW, {variable("r", "Z"): block(e), variable("phi", phi.sort): phi, variable("beta", "R"): beta})
        chosen = p.rule(None, "choice", unit_at(e, X(block(e), k)), order)
        mark = ite(eq(t, block(e)), 1, 0)
        value = p.have(None, eq(QUANTISE(l, X, t, k), by(X, t, k)), (chosen, mark))
        value = p.every(None, X, over(p, value))
        return p.apply(None, "token_wise_same", made, value, G=by, H=at_layer(QUANTISE, l))

    first, later = p.rule(None, "assume", offset(e) <= 1), p.rule(None, "assume", 1 < offset(e))
    clips = layer(first, "clip_in_class", mapping(clip, "R"), num(0))
    rounds = layer(later, "window_in_class", mapping(window, "R"), -(offset(e) - 2) * delta)
    return p.cases("out", offset(e), 1, clips, rounds)


@paper.claim(FINE, shows=exists(lambda G: [composed_of(token_wise, G, d * m + d), quantises(G)], OPERATOR))
def lemma_7_network(p: Proof) -> Fact:
    """The layers of E.2, numbered through."""
    p.given(**fine)
    ranged(p)
    number = d * m + d
    m_pos = p.have(None, 0 <= m + 1, "m_low")
    some = p.have(None, 0 <= number, (m_pos, p.have(None, 0 <= d, "d_low")))
    wide = p.have(None, 1 <= m + 1, "m_low")
    tiles = p.apply(None, "words.tiles", wide, p.have(None, 0 <= d, "d_low"), d=m + 1, G=d)

    def prove(start: Fact, steps: Fact, *laws: Fact) -> Fact:
        last = at_layer(S, number)
        p.given(l_low=0 <= l, l_high=l <= number - 1)
        top = p.have(None, l <= d * (m + 1) - 1, "l_high")
        layer = p.every(None, l, p.apply(None, "quantiser_token_wise", *laws, top), "l_low", "l_high")
        same = p.every(None, X, over(p, p.have(None, eq(last(X, t, k), S(number, X, t, k)))))
        made = p.exhibit(None, composed_of(token_wise, last, number), [QUANTISE, S], layer, start, steps, same)
        stages = fun(lambda r, s, i, j: S((r - 1) * (m + 1) + s, X, i, j), 4)
        put = {V: stages, X_: X}
        p.given(r_low=1 <= row, r_high=row <= d, r_before=row <= d - 1, v_low=0 <= v, v_high=v <= m - 1)
        p.given(i_low=1 <= i, i_high=i <= d, j_low=1 <= j, j_high=j <= n)
        base = p.have(None, 0 <= (row - 1) * (m + 1), (p.have(None, 0 <= row - 1, "r_low"), m_pos))
        room = p.have(None, 0 <= (d - row) * (m + 1), (p.have(None, 0 <= d - row, "r_high"), m_pos))

        def all_(fact: Fact, *more: tuple[Term, str, str]) -> Fact:
            fact = p.every(None, i, p.every(None, j, fact, "j_low", "j_high"), "i_low", "i_high")
            for x, low, high in more:
                fact = p.every(None, x, fact, low, high)
            return fact

        def stage(s: Term) -> tuple[Fact, Fact, Fact]:
            """Stage s + 1 of a row, from stage s; its block and offset."""
            at = (row - 1) * (m + 1) + s
            ends = p.have(None, 0 <= at, base, "v_low"), p.have(None, at <= number - 1, room, "v_high", "m_low")
            step = p.use(None, p.use(None, steps, at, using=ends), X, i, j)
            place = p.have(None, 1 <= s + 1, "v_low"), p.have(None, s + 1 <= m + 1, "v_high", "m_low")
            by = {"d": m + 1, "G": d, "block": block, "offset": offset, "j": row, "s": s + 1}
            which, where = (p.apply(None, name, *laws, wide, *place, **by) for name in ("tile_block", "tile_offset"))
            return step, which, where

        begin = p.use(None, start, X, i, j)
        first = p.have(None, eq(stages(1, 0, i, j), X(i, j)), begin)
        handed = p.have(None, eq(stages(row + 1, 0, i, j), stages(row, m + 1, i, j)))
        out = {"input": all_(first), "next_row": all_(handed, (row, "r_low", "r_before"))}
        for name, s, phi in (("clip_row", num(0), clip), ("round_row", v + 1, lambda x: window(x - v * delta))):
            step, which, where = stage(s)
            at = (row - 1) * (m + 1) + s
            e, now = at + 1, at_state(S, at, X)
            order = p.have(None, offset(e) <= 1, where) if name == "clip_row" else p.have(
                None, 1 < offset(e), where, "v_low")  # fmt: skip
            moved = p.both(None, block(e), row, lambda r: row_layer(r, lambda x: unit_at(e, x), now, i, j), which)
            unit = unit_at(e, now(row, j))
            chosen = p.rule(None, "choice", unit, order)
            shift = p.both(None, offset(e), s + 1, lambda o: window(now(row, j) - (o - 2) * delta), where)
            mark = ite(eq(i, row), 1, 0)
            known = [(chosen, mark), *([(shift, mark)] if name == "round_row" else [])]
            value = p.have(None, eq(S(e, X, i, j), row_layer(row, phi, now, i, j)), step, moved, *known)
            more = [(v, "v_low", "v_high")] if name == "round_row" else []
            out[name] = all_(p.restate(None, value, value.concl), *more, (row, "r_low", "r_high"))
        network = [p.restate(None, out[name], substitute(f, put)) for name, f in QUANTISER.items()]
        done = p.apply(None, "lemma_7_entries", *network, V=stages, X=X)
        return p.exhibit(None, p.goal, [last], made, p.rule(None, "generalise", X, all_(done)))

    def with_tiles(*laws: Fact) -> Fact:
        ran = p.apply(None, "run_exists", some, F=QUANTISE, N=number)
        return p.obtain(None, ran, [S], lambda start, steps: prove(start, steps, *laws))

    return p.obtain("out", tiles, [block, offset], with_tiles)
