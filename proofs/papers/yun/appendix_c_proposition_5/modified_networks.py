"""Lemmas 7, 8, 9 and Proposition 5 as sentences: networks of T̄^(2,1,1) that quantise, tell contexts apart, look up.

The layers are those of E.2 to E.4, each a member of its kind, and run one after the other (`modified_layers`); what
they do is known level by level (`quantiser`, `network`, `lemma_8`, `value_mapping`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.cases import by_cases
from proofs.builder.cases import values as chosen_values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.network_exists import same
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import *
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import FAMILY, in_cube_of, piecewise_constant, zero_beyond
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import (
    PHI,
    ROW,
    TOKEN_MAP,
    G,
    H,
    S,
    T,
    X,
    at_layer,
    composed_of,
    k,
    l,
    member,
    row_layer,
    run,
    t,
    token_by_token,
    token_wise,
    two_heads,
)
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import NETWORK as QUANTISER
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import (
    clip,
    in_cell,
    outside,
    window,
)
from proofs.papers.yun.appendix_e3_lemma_8.category_3 import mark
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U, Y, ly, xy, y
from proofs.papers.yun.appendix_e3_lemma_8.columns_in_any_order import ENTRIES, KNOWN, output_id
from proofs.papers.yun.appendix_e3_lemma_8.contextual_equivariance import contextual_equivariant
from proofs.papers.yun.appendix_e3_lemma_8.contextual_mapping import (
    DISTINCT,
    GTILDE,
    OF_MATRIX,
    OTHER,
    W2,
    described,
    place,
    primed,
    same_columns,
    y2,
)
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import g_c, t_l, t_r
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import big_psi, psi
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, half, level_window, lx, shifted
from proofs.papers.yun.appendix_e3_lemma_8.sweep import SWEEP, W, class_of, distinct, final_id, ids_at
from proofs.papers.yun.appendix_e4_lemma_9.number_of_contexts import contexts as all_contexts
from proofs.papers.yun.appendix_e4_lemma_9.number_of_contexts import number, tau
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import (
    CODED,
    CONSISTENT,
    IN_RANGE,
    OUTSIDE,
    A,
    below_zero,
    code,
    contexts,
    level,
    lowered,
    of_context,
    of_q,
    off_range,
    top,
    trigger,
    w,
)
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import S as columns
from proofs.papers.yun.section_2_transformers.transformer_class import STATE, at_state, composed
from proofs.papers.yun.sentences import three_pieces, value_layers, value_layers_few
from proofs.papers.yun.vocabulary import M, d, delta, i, j, m, n, paper, tower, v, x, z
from proofs.papers.yun.vocabulary import r as row
from proofs.theorems.algebra.integers import quotient
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.combinatorics.binomials import factorial
from proofs.theorems.combinatorics.tilings import TILED, tiling
from proofs.theorems.combinatorics.tuples import matrix_list
from proofs.theorems.integration.integrals import at as at_matrix
from proofs.theorems.integration.integrals import cost, indicator, integral_at_most, size_to_the, volume
from proofs.theorems.integration.integrals import one_at as distance_one_at
from proofs.theorems.networks.permutations import permutation

(q,) = ints("q")
block, offset = sequences("block offset")
(X2,) = vectors("X'", 2)
FINE = [1 <= m, 1 <= d, 1 <= n]
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


@paper.claim([*FINE, *TILES, 0 <= l, l <= d * (m + 1) - 1], shows=token_wise(at_layer(QUANTISE, l)))
def quantiser_token_wise(p: Proof) -> Fact:
    """Both activations are in Φ."""
    e = l + 1

    def layer(order: Fact, phi: Term, beta: Term) -> Fact:
        made = p.apply(None, "row_token_wise", r=block(e), phi=phi, beta=beta)
        by = substitute(ROW, {variable("r", "Z"): block(e), PHI: phi, variable("beta", "R"): beta})
        chosen = p.rule(None, "ite_eq", unit_at(e, X(block(e), k)), order)
        mark = ite(eq(t, block(e)), 1, 0)
        return p.apply(None, "token_wise_same", made, (chosen, mark), G=by, H=at_layer(QUANTISE, l))

    first, later = p.rule(None, "assume", offset(e) <= 1), p.rule(None, "assume", 1 < offset(e))
    clips = layer(first, mapping(clip, "R"), num(0))
    rounds = layer(later, mapping(window, "R"), -(offset(e) - 2) * delta)
    return p.cases("out", offset(e), 1, clips, rounds)


@paper.claim(FINE, shows=exists(lambda G: [composed_of(token_wise, G, d * m + d), quantises(G)], OPERATOR))
def lemma_7_network(p: Proof) -> Fact:
    """The layers of E.2, numbered through."""
    number = d * m + d
    m_pos = p.have(None, 0 <= m + 1)
    tiles = p.apply(None, "tuples.tiles", d=m + 1, G=d)

    def prove(start: Fact, steps: Fact, *laws: Fact) -> Fact:
        last = at_layer(S, number)
        made = p.exists_intro(None, composed_of(token_wise, last, number), [QUANTISE, S], *laws, start, steps)
        stages = fun(lambda r, s, i, j: S((r - 1) * (m + 1) + s, X, i, j), 4)
        p.given(r_low=1 <= row, r_high=row <= d, v_low=0 <= v, v_high=v <= m - 1)
        p.given(i_low=1 <= i, i_high=i <= d, j_low=1 <= j, j_high=j <= n)
        room = p.have(None, 0 <= (d - row) * (m + 1), (p.have(None, 0 <= d - row), m_pos))

        def stage(s: Term) -> tuple[Fact, Fact, Fact]:
            """Stage s + 1 of a row, from stage s; its block and offset."""
            at = (row - 1) * (m + 1) + s
            ends = (
                p.have(None, 0 <= at, (p.have(None, 0 <= row - 1), m_pos), "v_low"),
                p.have(None, at <= number - 1, room, "v_high"),
            )
            step = p.specialize(None, steps, at, X, i, j, using=ends)
            by = {"d": m + 1, "G": d, "block": block, "offset": offset, "j": row, "s": s + 1}
            which, where = (p.apply(None, name, *laws, **by) for name in ("tile_block", "tile_offset"))
            return step, which, where

        first = p.have(None, eq(stages(1, 0, i, j), X(i, j)), start)
        handed = p.have(None, eq(stages(row + 1, 0, i, j), stages(row, m + 1, i, j)))
        out = {"input": first, "next_row": handed}

        def layer_of(name: str, s: Term, phi: Callable[[Term], Term]) -> Fact:
            """Stage s + 1 of a row is its layer at stage s."""
            step, which, where = stage(s)
            at = (row - 1) * (m + 1) + s
            e, now, rounding = at + 1, at_state(S, at, X), name == "round_row"
            order = p.have(None, 1 < offset(e), where) if rounding else p.have(None, offset(e) <= 1, where)
            moved = p.congr(None, lambda r: row_layer(r, lambda x: unit_at(e, x), now, i, j), which)
            chosen = p.rule(None, "ite_eq", unit_at(e, now(row, j)), order)
            shift = p.congr(None, lambda o: window(now(row, j) - (o - 2) * delta), where)
            return p.have(None, eq(S(e, X, i, j), row_layer(row, phi, now, i, j)), step, moved, chosen, shift)

        out["clip_row"] = layer_of("clip_row", num(0), clip)
        out["round_row"] = layer_of("round_row", v + 1, lambda x: window(x - v * delta))
        network = [out[name] for name, f in QUANTISER.items()]
        done = p.apply(None, "lemma_7_entries", *network, V=stages)
        return p.exists_intro(None, p.goal, [last], made, done)

    def with_tiles(*laws: Fact) -> Fact:
        ran = p.apply(None, "run_exists", F=QUANTISE, N=number)
        return p.obtain(None, ran, [S], lambda start, steps: prove(start, steps, *laws))

    return p.obtain("out", tiles, [block, offset], with_tiles)


# --- Lemma 8 ----------------------------------------------------------------------------------------------------------

SHIFTS = mapping(
    lambda l, X, t, k: ite(
        l <= M - 1,
        X(t, k) + M * big_psi(X, *level_window(l), t, k, U),
        X(t, k) + tower(n + 1) * psi(X, num(0), t, k, U),
    ),
    "Z", MATRIX, "Z", "Z",
)  # fmt: skip
ON_GRID = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n}


@paper.claim([0 <= l, l <= M], shows=two_heads(at_layer(SHIFTS, l)))
def shift_layers(p: Proof) -> Fact:
    """The layers of the sweep, and one head more."""

    def layer(order: Fact, *numbers: Term) -> Fact:
        value = p.rule(None, "ite_eq", SHIFTS(l, X, t, k), order)
        return p.exists_intro(None, two_heads(at_layer(SHIFTS, l)), [U, *numbers], value)

    sweeps = layer(p.rule(None, "assume", l <= M - 1), M, -M, *level_window(l))
    last = layer(p.rule(None, "assume", M - 1 < l), tower(n + 1), num(0), num(0), num(0))
    return p.cases("out", l, M - 1, sweeps, last)


def permuted(tau: Term) -> list[Term]:
    """L' is L in the order of the permutation τ."""
    return [*permutation(tau, n), every(lambda k: same_columns(tau(k), k, y, y2), 1, n)]


same_entries = every(lambda i: eq(primed(g_c(i, q)), g_c(i, j)), 1, d)


@paper.claim(
    [*GTILDE.values(), *OTHER.values(), 1 <= j, j <= n, 1 <= q, q <= n, eq(output_id(j), primed(output_id(q)))],
    shows=exists(lambda tau: [*permuted(tau), eq(tau(q), j), same_entries], "(Z>Z)"),
)
def same_id_permuted(p: Proof) -> Fact:
    """Each column of one is a column of the other; as g_c is equivariant, they go to the same entries."""
    p.given(**GTILDE, **{f"{name}_2": f for name, f in OTHER.items()})
    p.given(same=eq(output_id(j), primed(output_id(q))))
    o, e = ints("o e")
    p.given(o_low=1 <= o, o_high=o <= n, e_low=1 <= e, e_high=e <= n, i_low=1 <= i, i_high=i <= d)
    back = {"y": y2, "W": W2, "y'": y, "W'": W}
    own, other = fun(lambda k: primed(xy(k))), xy
    goal = exists(lambda l: [1 <= l, l <= n, eq(own(o), other(l))], "Z")
    refuted = p.rule(None, "assume", implies(goal, FALSE))
    column = p.rule(None, "assume", same_columns(o, e, y2, y))
    entry = p.specialize(None, column, i)
    terms = [fun(lambda i, y=y, k=k: U(i) * y(i, k)) for y, k in ((y2, o), (y, e))]
    each = p.have(None, eq(terms[0](i), terms[1](i)), (entry, U(i)))
    ids = p.apply(None, "sum_eq", each)
    met = p.exists_intro(None, goal, [e], ids)
    none = p.discharge(p.rule(None, "mp", refuted, met), column.concl)
    differ = p.apply(None, "property_2", none, r=o, j=q, q=j, **back)
    no = p.rule(None, "mp", differ, p.have(None, eq(primed(output_id(q)), output_id(j)), "same"))
    some = p.rule(None, "absurd", no, goal)
    matched = p.apply(None, "permutations.all_matched", some, a=own, b=other, m=n)

    def prove(low: Fact, high: Fact, ids: Fact) -> Fact:
        at = lambda k: [p.specialize(None, law, k) for law in (low, high, ids)]  # noqa: E731
        of_o, of_e = at(o), at(e)
        columns = p.apply(None, "same_ids", of_o[2], of_o[0], of_o[1], j=tau(o), k=o)
        columns = p.generalize(None, o, columns)
        meet = p.rule(None, "assume", eq(tau(o), tau(e)))
        moved = p.congr(None, xy, meet)
        again = p.apply(None, "same_ids", moved, of_o[2], of_e[2], j=o, k=e, y=y2, **{"y'": y2})
        injective = p.specialize(None, "distinct_2", o, e, using=[again])
        # the place of column q
        column = p.specialize(None, columns, o, i)
        starts = p.specialize(None, "start_2", o, i), p.specialize(None, "start", tau(o), i, using=of_o[:2])
        start = p.have(None, eq(W2(0, i, o), W(0, i, tau(o))), *starts, (column, delta))
        image = p.apply(None, contextual_equivariant.name, start, low, high, injective, j=q)
        terms = [fun(lambda i, f=f: U(i) * f(i)) for f in (lambda i: primed(g_c(i, q)), lambda i: g_c(i, tau(q)))]
        each = p.have(None, eq(terms[0](i), terms[1](i)), (image, U(i)))
        total = p.apply(None, "sum_eq", each)
        of_q = at(q)
        place = p.apply(None, "property_1", total, "same", of_q[0], of_q[1], j=tau(q), k=j)
        moved = p.congr(None, lambda k: g_c(i, k), place)
        equal = p.have(None, eq(primed(g_c(i, q)), g_c(i, j)), image, moved)
        return p.exists_intro(None, p.goal, [tau], low, high, injective, columns, place, equal)

    return p.obtain("out", matched, [tau], prove)


def point(y: Term) -> Term:
    """L, with the entries y δ."""
    return fun(lambda i, k: y(i, k) * delta, 2)


def marked_point(y: Term, o: Term) -> Term:
    """L, with the entries −δ^(-nd) where o is 1, else y δ."""
    return fun(lambda i, k: ite(eq(o(i, k), 1), outside, y(i, k) * delta), 2)


def on_grid(y: Term) -> list[Term]:
    """0 <= y <= m − 1 in every entry."""
    return [substitute(f, {y_grid: y}) for f in ENTRIES.values()]


y_grid = y


def distinct_columns(y: Term) -> Term:
    """No two columns are the same."""
    return substitute(DISTINCT["distinct"], {y_grid: y})


def contextual(G: Term, u: Term, low: Term, high: Term) -> list[Term]:
    """Properties 8.1 to 8.4 of q(L) = uᵀ G(L)."""
    at = lambda L, j: sigma(lambda i: u(i) * G(L, i, j), 1, d)  # noqa: E731
    chosen = lambda y: [*on_grid(y), distinct_columns(y)]  # noqa: E731
    columns = lambda claim: every(lambda j: every(lambda k: claim(j, k), 1, n), 1, n)  # noqa: E731
    within = lambda L: every(lambda j: exists(lambda: [low <= at(L, j), at(L, j) <= high]), 1, n)  # noqa: E731
    beyond = lambda L: every(lambda j: implies(low <= at(L, j), at(L, j) <= high, FALSE), 1, n)  # noqa: E731
    one = lambda y: columns(lambda j, k: implies(eq(at(point(y), j), at(point(y), k)), eq(j, k)))  # noqa: E731
    apart = lambda y, z: columns(lambda j, k: negation(eq(at(point(y), j), at(point(z), k))))  # noqa: E731
    moved = lambda y, z: exists(lambda tau: substitute_all(permuted(tau), {y_grid: y, y2: z}), "(Z>Z)")  # noqa: E731
    some = lambda o: exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, eq(o(i, k), 1)], "Z", "Z")  # noqa: E731
    return [
        for_all(lambda y: implies(*chosen(y), one(y)), GRID_SORT),
        for_all(lambda y, z: implies(*chosen(y), *chosen(z), negation(moved(y, z)), apart(y, z)), GRID_SORT, GRID_SORT),
        for_all(lambda y: implies(*chosen(y), within(point(y))), GRID_SORT),
        for_all(lambda y: implies(*on_grid(y), negation(distinct_columns(y)), beyond(point(y))), GRID_SORT),
        for_all(lambda y, o: implies(*on_grid(y), some(o), beyond(marked_point(y, o))), GRID_SORT, GRID_SORT),
    ]


def substitute_all(formulas: list[Term], by: dict[Term, Term]) -> list[Term]:
    """The same in each."""
    return [substitute(f, by) for f in formulas]


GRID_SORT = "(ZZ>Z)"
RUN = dict(zip(("begin", "steps"), run(S, SHIFTS, M + 1), strict=True))


def states(L: Term) -> Term:
    """The matrix before level v, from L."""
    return fun(lambda v, i, k: S(v, L, i, k), 3)


def swept_from(p: Proof, L: Term, entry: Term) -> list[Fact]:
    """The run from L, whose entry (i, k) is given by a term: the facts of `SWEEP`; i, k and v are in range."""
    W_ = states(L)
    start = p.have(None, eq(W_(0, i, k), entry), p.specialize(None, "begin", L, i, k))
    chosen = p.rule(None, "ite_eq", SHIFTS(v, fun(lambda t, k: S(v, L, t, k), 2), i, k), "v_high")
    step = p.have(None, eq(W_(v + 1, i, k), chosen.concl.args[1]), chosen)
    return [start, p.change(None, step, substitute(SWEEP["layers"], {W: W_}))]


def last_of(p: Proof, L: Term, i: Term, j: Term) -> Fact:
    """The output from L is g_c."""
    step = p.specialize(None, "steps", M, L, i, j)
    return p.have(None, eq(S(M + 1, L, i, j), substitute(g_c(i, j), {W: states(L)})), step)


def code_of(p: Proof, L: Term, j: Term) -> Fact:
    """uᵀ of column j of the output from L is what it is for the run."""
    out = last_of(p, L, i, j)
    terms = [fun(lambda i, f=f: U(i) * f(i)) for f in (
        lambda i: S(M + 1, L, i, j), lambda i: substitute(g_c(i, j), {W: states(L)}))]  # fmt: skip
    return p.apply(None, "sum_eq", (out, U(i)), f=terms[0], g=terms[1], lo=1, hi=d)


contexts_of = contextual(at_layer(S, M + 1), U, t_l, t_r)


@paper.claim({**ON_GRID, **RUN}, shows=exists(lambda: contexts_of))
def context_properties(p: Proof) -> Fact:
    """Properties 8.1 to 8.4 for the run from each point."""
    p.given(i_low=1 <= i, i_high=i <= d, j_low=1 <= j, j_high=j <= n, k_low=1 <= k, k_high=k <= n)
    p.given(v_low=0 <= v, v_high=v <= M - 1)
    p.have("M_some", 1 <= M)
    L, L2 = point(y), point(y2)
    grid = [p.rule(None, "assume", f) for f in [*on_grid(y), distinct_columns(y)]]
    grid2 = [p.rule(None, "assume", f) for f in [*on_grid(y2), distinct_columns(y2)]]
    ran, ran2 = swept_from(p, L, y(i, k) * delta), swept_from(p, L2, y2(i, k) * delta)
    by = {"W": states(L)}
    codes = {name: code_of(p, *of) for name, of in {"j": (L, j), "k": (L, k), "k2": (L2, k)}.items()}

    # 8.1
    hit = p.rule(None, "assume", eq(codes["j"].concl.args[0], codes["k"].concl.args[0]))
    one = p.apply(None, "property_1", hit, codes["j"], codes["k"], *ran, *grid, **by)
    first = p.discharge(one, hit.concl)
    # 8.2
    hit = p.rule(None, "assume", eq(codes["j"].concl.args[0], codes["k2"].concl.args[0]))
    two = [*ran, *grid, *ran2, *grid2]
    found = p.apply(None, "same_id_permuted", hit, codes["j"], codes["k2"], *two, q=k, **by, **{"W'": states(L2)})
    other = exists(permuted, "(Z>Z)")
    refuted = p.rule(None, "assume", negation(other))
    no = p.obtain(None, found, [tau], lambda *facts: p.exists_intro(None, other, [tau], *facts[:-2]), other)
    apart = p.rule(None, "mp", refuted, no)
    second = p.generalize(None, k, apart)
    # 8.3
    sides = [p.apply(None, f"property_3_{end}", *ran, *grid, **by) for end in ("low", "high")]
    value = codes["j"].concl.args[0]
    least, most = p.have(None, t_l <= value, sides[0], codes["j"]), p.have(None, value <= t_r, sides[1], codes["j"])
    third = p.exists_intro(None, exists(lambda: [t_l <= value, value <= t_r]), [], least, most)
    # 8.4, two columns are the same
    above, below = p.rule(None, "assume", t_l <= value), p.rule(None, "assume", value <= t_r)
    e, o = ints("e o")
    e_in, o_in = ([p.rule(None, "assume", f) for f in (1 <= c, c <= n)] for c in (e, o))
    same = p.rule(None, "assume", same_columns(e, o))

    def differ(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(None, eq(e, o), order)
        a, b = order.concl.args
        low = p.apply(None, "property_4_duplicates", order, same, *e_in, *o_in, *ran, *grid[:2], i=a, r=b, **by)
        return p.rule(None, "absurd", p.have(None, FALSE, low, above, codes["j"]), eq(e, o))

    fact = p.trichotomy(None, e, o, differ)
    fact = p.generalize(None, e, p.generalize(None, o, fact))
    some = p.rule(None, "assume", negation(distinct_columns(y)))
    false = p.discharge(p.rule(None, "mp", some, fact), above.concl, below.concl)
    fourth = p.generalize(None, j, false)
    # 8.4, an entry is −δ^(-nd)
    L3 = marked_point(y, mark)
    ran3 = swept_from(p, L3, L3(i, k))
    code = code_of(p, L3, j)
    value = code.concl.args[0]
    above, below = p.rule(None, "assume", t_l <= value), p.rule(None, "assume", value <= t_r)
    a, b = ints("a b")
    there = exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, eq(mark(i, k), 1)], "Z", "Z")
    own = code.concl.args[1]
    sides = [p.have(None, t_l <= own, above, code), p.have(None, own <= t_r, below, code)]

    def outside_(*at: Fact) -> Fact:
        return p.apply(None, "property_4_outside", *at, *sides, *ran3, *grid[:2], i=a, r=b, W=states(L3))

    marked = p.rule(None, "assume", there)
    false = p.obtain(None, marked, [a, b], outside_, FALSE)
    fifth = p.generalize(None, j, false)
    return p.exists_intro("out", p.goal, [], first, second, third, fourth, fifth)


@paper.claim(
    list(ON_GRID.values()), shows=exists(lambda T: substitute_all([*RUN.values(), *contexts_of], {S: T}), S.sort)
)
def sweep_contexts(p: Proof) -> Fact:
    """There is a run from every matrix."""
    some = p.have(None, 0 <= M + 1, p.apply(None, "power_ge_two", k=d))

    def prove(start: Fact, steps: Fact) -> Fact:
        laws = p.apply(None, "context_properties", start, steps)
        return p.obtain(None, laws, [], lambda *laws: p.exists_intro(None, p.goal, [S], start, steps, *laws))

    return p.obtain("out", p.apply(None, "run_exists", some, F=SHIFTS), [S], prove)


sweep = at_layer(S, M + 1)


def of_lemma_8(G: Term, u: Term, low: Term, high: Term) -> list[Term]:
    """What Lemma 8 says of G, u, t_l and t_r."""
    return [composed_of(two_heads, G, M + 1), 0 < low, low < high, *contextual(G, u, low, high)]


@paper.claim({**ON_GRID, **RUN}, shows=composed_of(two_heads, sweep, M + 1))
def sweep_made(p: Proof) -> Fact:
    """The sweep over the levels, and the last layer."""
    return p.exists_intro("out", p.goal, [SHIFTS, S])


def made_of_heads(p: Proof, start: Fact, steps: Fact) -> list[Fact]:
    """The network is made of attention layers; 0 < t_l < t_r."""
    return [p.apply(None, "sweep_made", start, steps)]


@paper.claim(ON_GRID, shows=exists(of_lemma_8, OPERATOR, VECTOR, "R", "R"))
def lemma_8_network(p: Proof) -> Fact:
    """The sweep over the levels, and the last layer."""

    def prove(start: Fact, steps: Fact, *laws: Fact) -> Fact:
        return p.exists_intro(None, p.goal, [sweep, U, t_l, t_r], *made_of_heads(p, start, steps), *laws)

    return p.obtain("out", p.apply(None, "sweep_contexts"), [S], prove)


# --- Lemma 9 ----------------------------------------------------------------------------------------------------------

ran = variable("run", STATE)
(gain,) = reals("c")
raising = lambda t: ite(t < 0, gain, 0)  # noqa: E731
of_column = lambda X, k: fun(lambda i: X(i, k))  # noqa: E731
lowered_values = fun(lambda w, i: A(w, i) - level, 2)


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=in_Phi(mapping(off_range, "R")))
def off_range_in_class(p: Proof) -> Fact:
    """It is 0 from t_l to t_r."""
    return three_pieces(p, (t_l, t_r), ((0, 1), (0, 0), (0, 1)))


@paper.claim([2 <= m], shows=in_Phi(mapping(trigger, "R")))
def trigger_in_class(p: Proof) -> Fact:
    """It is 1 from −δ/2 on, up to δ/2."""
    return three_pieces(p, (-half, half), ((0, 0), (0, 1), (0, 0)), p.apply(None, "delta_pos"))


@paper.claim([], shows=in_Phi(mapping(below_zero, "R")))
def below_zero_in_class(p: Proof) -> Fact:
    """It is 0 from 0 on."""
    return three_pieces(p, (num(0), num(1)), ((-1, 0), (0, 0), (0, 0)))


@paper.claim([], shows=in_Phi(mapping(raising, "R")))
def raising_in_class(p: Proof) -> Fact:
    """It is 0 from 0 on."""
    return three_pieces(p, (num(0), num(1)), ((0, gain), (0, 0), (0, 0)))


def fourfold(l: Term, X: Term, t: Term, k: Term) -> tuple[Term, ...]:
    """What is lowered; row by row to 0; a layer for each context; row by row back."""
    w = l - d
    return (
        X(t, k) - (top + 1) * off_range(code(of_column(X, k))),
        row_layer(l, below_zero, X, t, k),
        X(t, k) + (lowered_values(w, t) - columns(w, t)) * trigger(code(of_column(X, k)) - x(w) * delta),
        row_layer(l - d - contexts, lambda y: ite(y < 0, level, 0), X, t, k),
    )


def looked_up(l: Term, X: Term, t: Term, k: Term) -> Term:
    """One after the other."""
    first, second, third, fourth = fourfold(l, X, t, k)
    return ite(l <= 0, first, ite(l <= d, second, ite(l <= d + contexts, third, fourth)))


LOOK_UP = mapping(looked_up, "Z", MATRIX, "Z", "Z")
many = 1 + 2 * d + contexts


def part(p: Proof, number: int, *order: Fact) -> Fact:
    """Layer l is of that part; `order` are what is greater than the bounds, and less than the last."""
    term, known = looked_up(l, X, t, k), []
    for fact in order:
        known.append(p.rule(None, "ite_eq", term, fact))
        term = known[-1].concl.args[1]
    return p.have(None, eq(looked_up(l, X, t, k), fourfold(l, X, t, k)[number]), *known)


@paper.claim([2 <= m, 1 <= d, 2 <= n, 0 <= contexts, 0 <= l, l <= many - 1], shows=token_wise(at_layer(LOOK_UP, l)))
def value_token_wise(p: Proof) -> Fact:
    """All four activations are in Φ."""
    on = lambda bound: (p.rule(None, "assume", l <= bound), p.rule(None, "assume", bound < l))  # noqa: E731
    ends = [on(bound) for bound in (num(0), d, d + contexts)]
    goal = token_wise(at_layer(LOOK_UP, l))

    def unit_(number: int, phi: Term, c: Term, beta: Term, *order: Fact) -> Fact:
        value = part(p, number, *order)
        return p.exists_intro(None, goal, [c, U, beta, phi], value)

    def rows(number: int, phi: Term, r: Term, low: Fact, high: Fact, *order: Fact) -> Fact:
        made = p.apply(None, "row_token_wise", low, high, phi=phi, beta=num(0))
        by = substitute(ROW, {variable("r", "Z"): r, PHI: phi, variable("beta", "R"): num(0)})
        return p.apply(None, "token_wise_same", made, part(p, number, *order), G=by, H=at_layer(LOOK_UP, l))

    w = l - d
    first = unit_(0, mapping(off_range, "R"), fun(lambda t: -(top + 1)), num(0), ends[0][0])
    low = p.have(None, 1 <= l, p.rule(None, "integer_step", ends[0][1]))
    second = rows(1, mapping(below_zero, "R"), l, low, ends[1][0], ends[0][1], ends[1][0])
    third = unit_(2, mapping(trigger, "R"), fun(lambda t: lowered_values(w, t) - columns(w, t)),
                  -x(w) * delta, ends[0][1], ends[1][1], ends[2][0])  # fmt: skip
    low = p.have(None, 1 <= w - contexts, p.rule(None, "integer_step", ends[2][1]))
    high = p.have(None, w - contexts <= d)
    back = mapping(lambda y: ite(y < 0, level, 0), "R")
    fourth = rows(3, back, w - contexts, low, high, *(e[1] for e in ends))
    last = p.cases(None, l, d + contexts, third, fourth)
    return p.cases("out", l, 0, first, p.cases(None, l, d, second, last))


def known_at(G: Term, X: Term, k: Term) -> Term:
    """G takes column k of X, if it is context q, to its value, and to 0 if its id is that of none."""
    column = of_column(X, k)
    put = {variable("z", VECTOR): column}
    value = lambda q: every(lambda i: eq(G(X, i, k), A(q, i)), 1, d)  # noqa: E731
    known = lambda q_: implies(*(substitute(f, {**put, q: q_}) for f in of_q), value(q_))  # noqa: E731
    zero = implies(substitute(OUTSIDE, put), every(lambda i: eq(G(X, i, k), 0), 1, d))
    most = every(lambda i: column(i) <= top, 1, d)
    return implies(most, exists(lambda: [every(known, 1, contexts), zero]))


def looks_up(G: Term) -> Term:
    """G is right on every column that has no entry above the top."""
    return for_all(lambda X: every(lambda k: known_at(G, X, k), 1, n), MATRIX)


LOOKED_UP = exists(lambda G: [composed_of(token_wise, G, many), looks_up(G)], OPERATOR)


LISTED = {**ON_GRID, "some": 0 <= contexts, **CODED, **CONSISTENT, **IN_RANGE}


@paper.claim(LISTED, shows=for_all(lambda B: substitute(LOOKED_UP, {top: B}), "R"))
def lemma_9_network(p: Proof) -> Fact:
    """The layers of E.4, and d more."""

    def prove(start: Fact, steps: Fact) -> Fact:
        last = at_layer(ran, many)
        made = p.exists_intro(None, composed_of(token_wise, last, many), [LOOK_UP, ran], start, steps)
        i_in, w_in = {"i_low": 1 <= i, "i_high": i <= d}, {"w_low": 1 <= w, "w_high": w <= contexts}
        p.given(**i_in, **w_in, r_low=1 <= row, r_high=row <= d)

        def stage(at: Term, number: int) -> Fact:
            """The layer at a place, of a part."""
            step = p.specialize(None, steps, at, X, i, k)
            return p.have(None, eq(ran(at + 1, X, i, k), fourfold(at, at_state(ran, at, X), i, k)[number]), step)

        # the first
        begin = p.rule(None, "generalize", t, p.rule(None, "generalize", k, p.specialize(None, start, X, t, k)))
        fact = stage(num(0), 0)
        template = hole(lambda Y: eq(ran(num(1), X, i, k), fourfold(num(0), Y, i, k)[0]), MATRIX)
        fact = p.rule(None, "replace", begin, template, fact)
        rows_ = fun(lambda r, i: ran(r + 1, X, i, k), 2)
        later = fun(lambda w, i: ran(d + 1 + w, X, i, k), 2)
        final = fun(lambda r, i: ran(d + 1 + contexts + r, X, i, k), 2)
        over_i = lambda fact: p.generalize(None, i, fact, "i_low", "i_high")  # noqa: E731
        z_ = of_column(X, k)
        first = p.have(None, eq(rows_(0, i), substitute(lowered(z, i), {variable("z", VECTOR): z_})), fact)
        # row by row
        second = stage(row, 1)
        # the contexts
        fact = stage(d + w, 2)
        third = over_i(fact)
        # row by row
        at = d + contexts + row
        fact = stage(at, 3)
        raised_ = mapping(lambda y: ite(y < 0, level, 0), "R")
        done = p.apply(None, "each_row_once", fact, Rows=final, phi=raised_)  # fmt: skip
        handed = p.have(None, eq(later(0, i), rows_(d, i)))
        most = p.rule(None, "assume", every(lambda i: z_(i) <= top, 1, d))
        put = {variable("Rows", MATRIX): rows_, variable("Z", MATRIX): later, variable("z", VECTOR): z_}
        ends = [p.rule(None, "assume", f) for f in (1 <= q, q <= contexts)]
        both = p.apply(None, "lemma_9_values", first, second, handed, third, most, Rows=rows_, Z=later)

        def finish(known: Fact, none: Fact) -> Fact:
            """after_all is the output."""
            held = [p.rule(None, "assume", substitute(f, put)) for f in of_q]
            value = p.specialize(None, known, q, i, using=[*ends, *held])
            out = p.have(None, eq(last(X, i, k), A(q, i)), done, value)
            out = p.generalize(None, q, over_i(out))
            off = p.rule(None, "assume", substitute(OUTSIDE, put))
            zero = p.discharge(
                over_i(p.have(None, eq(last(X, i, k), 0), done, p.rule(None, "mp", none, off))), off.concl
            )
            return p.exists_intro(None, exists(lambda: [out.concl, zero.concl]), [], out, zero)

        fact = p.obtain(None, both, [], finish, known_at(last, X, k).args[1])
        return p.exists_intro(None, LOOKED_UP, [last], made, fact)

    network = p.apply(None, "run_exists", F=LOOK_UP, N=many)
    return p.obtain(None, network, [ran], prove, LOOKED_UP)


# --- the contexts of the grid -----------------------------------------------------------------------------------------

INDEX = {"i_low": 1 <= i, "i_high": i <= d, "j_low": 1 <= j, "j_high": j <= n, "k_low": 1 <= k, "k_high": k <= n}
LEVELS = {"v_low": 0 <= v, "v_high": v <= M - 1}


def started(p: Proof) -> None:
    """A run of the sweep, entries (i, j) and (i, k), levels v."""
    p.given(**ON_GRID, **RUN, **INDEX, **LEVELS)
    p.have("M_some", 1 <= M, p.apply(None, "power_ge_two", k=d))


@paper.claim([*ON_GRID.values(), *RUN.values(), same(X, X2)], shows=same(
    fun(lambda t, k: S(M + 1, X, t, k), 2), fun(lambda t, k: S(M + 1, X2, t, k), 2)))  # fmt: skip
def context_of_entries(p: Proof) -> Fact:
    """As g_c is equivariant, for the permutation that moves nothing."""
    started(p)
    one, two = swept_from(p, X, X(i, k))[1], swept_from(p, X2, X2(i, k))[1]
    begin = [p.specialize(None, "begin", L, i, k) for L in (X, X2)]
    start = p.have(None, eq(S(num(0), X2, i, k), S(num(0), X, i, k)), *begin)
    by = {"W": states(X), "W'": states(X2), "pi": fun(lambda k: k)}
    equal = p.apply(None, contextual_equivariant.name, one, two, start, **by)
    return p.have(None, eq(S(M + 1, X, i, j), S(M + 1, X2, i, j)), equal)


@paper.claim([*KNOWN.values(), *COLUMN.values(), 1 <= i, i <= d, ENTRIES["entries_low"]], shows=0 <= g_c(i, j))
def entries_not_negative(p: Proof) -> Fact:
    """What the sweep and the last layer add to the first row is not negative."""
    p.given(**KNOWN, **COLUMN, entries_low=ENTRIES["entries_low"])
    own = class_of(p, j)
    p.apply("ids", "swept_any")
    p.apply("l_order", "grid_increasing", n=distinct)
    p.apply("above", "shifted_above_ids", l=lx, n=distinct, j=own, k=own)
    p.apply("top_above", "shifted_above_ids", l=lx, n=distinct, j=distinct, k=num(1))
    p.apply("l_first", "grid_first")
    p.apply("head", "last_head_any")
    p.apply("swept", "sweep_adds", k=j)
    p.specialize("entry", "entries_low", j, i)
    p.apply("weight", "power_pos", k=(n + 1) * d)
    p.apply("delta_pos", "delta_pos")
    grown = p.have(None, 0 <= ids_at(M, j) - ly(j), "above")
    top_ = p.have(None, 0 <= final_id(distinct))
    size = p.have(None, 0 <= Y(i, j), ("entry", "delta_pos"))

    def case(order: Fact) -> Fact:
        mark_ = p.reduce_ite(order, ite(eq(i, 1), 1, 0))
        if order.concl.op == "eq":
            return p.have(None, p.goal, "swept", "head", *mark_, size, grown, ("weight", top_))
        return p.have(None, p.goal, *mark_, size)

    return p.trichotomy("out", i, 1, case)


@paper.claim([*ON_GRID.values(), *RUN.values(), *on_grid(y), 1 <= i, i <= d, 1 <= j, j <= n],
             shows=0 <= S(M + 1, point(y), i, j))  # fmt: skip
def output_not_negative(p: Proof) -> Fact:
    """The columns of a point in any order."""
    started(p)
    described(p)
    by = {**OF_MATRIX, "W": states(point(y))}
    own = p.apply(None, "entries_not_negative", **by)
    return p.have("out", p.goal, own, last_of(p, point(y), i, j))


def never_negative(T: Term) -> Term:
    """The entries at the end of the run T are not negative, from every point of the grid."""
    law = entries(lambda i, j: 0 <= T(M + 1, point(y), i, j), d, n)
    return for_all(lambda G: substitute(implies(*on_grid(y), law), {y: G}), y.sort)


@paper.claim(
    list(ON_GRID.values()),
    shows=exists(lambda T: [*substitute_all(list(RUN.values()), {S: T}), never_negative(T)], S.sort),
)
def outputs_not_negative(p: Proof) -> Fact:
    """The columns of each point may be in any order."""
    some = p.have(None, 0 <= M + 1, p.apply(None, "power_ge_two", k=d))

    def prove(start: Fact, steps: Fact) -> Fact:
        return p.exists_intro(None, p.goal, [S], start, steps, "output_not_negative", start, steps)

    return p.obtain("out", p.apply(None, "run_exists", some, F=SHIFTS), [S], prove)


def digit(x: Term) -> Term:
    """Which cell of [0, 1) a number lies in, 0 if in none."""
    return ite(x < 0, 0, ite(1 <= x, 0, quotient(x, delta, m)))


def missed(x: Term) -> Term:
    """1 outside of [0, 1), else 0."""
    return ite(x < 0, 1, ite(1 <= x, 1, 0))


(a,) = reals("a")
(b,) = reals("b")


@paper.claim(
    [*FINE, *quantised(a, b)],
    shows=exists(lambda: [0 <= digit(a), digit(a) <= m - 1, 0 <= missed(a), missed(a) <= 1,
                          eq(b, ite(eq(missed(a), 1), outside, digit(a) * delta))]),
)  # fmt: skip
def cell_found(p: Proof) -> Fact:
    """Division by δ with remainder."""
    p.given_all(quantised(a, b), "value")
    value = ite(eq(missed(a), 1), outside, digit(a) * delta)

    def ranges(*known: Fact) -> list[Fact]:
        return [p.have(None, f, *known) for f in (0 <= digit(a), digit(a) <= m - 1, 0 <= missed(a), missed(a) <= 1)]

    def prove(known: list[Fact]) -> Fact:
        own, flag = chosen_values(p, known, digit(a), missed(a))
        if flag.concl.args[1] is num(1):
            below = known[0].concl.op == "lt"
            out = p.rule(None, "mp", "value_1" if below else "value_2", known[0 if below else 1])
            end = p.rule(None, "ite_eq", value, flag)
            return p.exists_intro(None, p.goal, [], *ranges(own, flag), out, end)

        def in_cell_(*cell: Fact) -> Fact:
            out = p.specialize(None, "value_0", quotient(a, delta, m), using=cell)
            end = p.rule(None, "ite_eq", value, p.have(None, missed(a) < 1, flag))
            return p.exists_intro(None, p.goal, [], *ranges(own, flag, *cell), out, end, (own, delta))

        return p.obtain(None, p.apply(None, "cell_of", *known), [], in_cell_)

    return by_cases(p, [0 <= a, a < 1], prove)


output_of = lambda X, i, j: S(M + 1, fun(lambda t, k: G(X, t, k), 2), i, j)  # noqa: E731
BOUNDED = exists(lambda c: for_all(lambda X: entries(lambda i, j: output_of(X, i, j) <= c, d, n), MATRIX), "R")


@paper.claim([*ON_GRID.values(), *RUN.values(), quantises(G)], shows=BOUNDED)
def outputs_bounded(p: Proof) -> Fact:
    """The extended grid is finite."""
    started(p)
    p.given(quantises=quantises(G), t_low=1 <= t, t_high=t <= d)
    count = power(m + 1, n * d)
    at = lambda e: fun(lambda t, k: ite(L(e, t, k) <= 1, outside, (L(e, t, k) - 2) * delta), 2)  # noqa: E731
    size = lambda e, i, j: absolute(S(M + 1, at(e), i, j))  # noqa: E731
    bound = sigma(lambda e: sigma(lambda i: sigma(lambda j: size(e, i, j), 1, n), 1, d), 1, count)

    def with_list(_low: Fact, _high: Fact, found: Fact, _once: Fact) -> Fact:
        own = p.specialize(None, "quantises", X, t, k)
        letter = fun(lambda t, k: ite(eq(missed(X(t, k)), 1), 1, 2 + digit(X(t, k))), 2)
        x_, y_ = X(t, k), G(X, t, k)

        def letters(goal: Callable[[Fact, Sequence[Fact]], Fact], target: Term) -> Fact:
            """By whether the entry lies in [0, 1)."""

            def cells(*laws: Fact) -> Fact:
                known = p.apply(None, "cell_found", *laws)
                return p.obtain(None, known, [], lambda *f: p.trichotomy(
                    None, missed(x_), 1, lambda order: goal(order, f)), target)  # fmt: skip

            return p.obtain(None, own, [], cells, target)

        def in_range(target: Term) -> Fact:
            def prove(order: Fact, f: Sequence[Fact]) -> Fact:
                return p.have(None, target, *p.reduce_ite(order, letter(t, k)), f[0], f[1])

            return letters(prove, target)

        sides = in_range(1 <= letter(t, k)), in_range(letter(t, k) <= m + 1)

        def at_place(e_low: Fact, e_high: Fact, alike: Fact) -> Fact:

            def value(order: Fact, f: Sequence[Fact]) -> Fact:
                chosen = p.reduce_ite(order, letter(t, k), ite(eq(missed(x_), 1), outside, digit(x_) * delta))
                goal = eq(y_, at(e)(t, k))
                if order.concl.op == "eq":
                    small = p.have(None, L(e, t, k) <= 1, alike, chosen[0])
                    return p.have(None, goal, p.rule(None, "ite_eq", at(e)(t, k), small), f[4], chosen[1])
                big = p.have(None, 1 < L(e, t, k), alike, chosen[0], f[0])
                here = p.rule(None, "ite_eq", at(e)(t, k), big)
                shift = p.have(None, eq(L(e, t, k) - 2, digit(x_)), alike, chosen[0])
                return p.have(None, goal, here, f[4], chosen[1], (shift, delta))

            entry_ = letters(value, eq(y_, at(e)(t, k)))
            here = fun(lambda t, k: G(X, t, k), 2)
            image = p.apply(None, "context_of_entries", entry_, X=here, **{"X'": at(e)})
            f = fun(lambda j: size(e, i, j))
            known = [p.apply(None, "sum_member", f=f, m=j, lo=1, hi=n)]
            f = fun(lambda i: sigma(lambda j: size(e, i, j), 1, n))
            known.append(p.apply(None, "sum_member", f=f, m=i, lo=1, hi=d))
            f = fun(lambda e: sigma(lambda i: sigma(lambda j: size(e, i, j), 1, n), 1, d))
            known.append(p.apply(None, "sum_member", e_low, e_high, f=f, m=e, lo=1, hi=count))
            return p.have(None, S(M + 1, here, i, j) <= bound, image, *known)

        there = p.specialize(None, found, letter, using=sides)
        fact = p.obtain(None, there, [e], at_place, S(M + 1, fun(lambda t, k: G(X, t, k), 2), i, j) <= bound)
        return p.exists_intro(None, p.goal, [bound], fact)

    listed = p.apply(None, "tuples.matrices_listed", D=m + 1)
    return p.obtain("out", listed, [L], with_list)


def code_at(L: Term, j: Term) -> Term:
    """uᵀ of column j of the output from L."""
    return sigma(lambda i: U(i) * S(M + 1, L, i, j), 1, d)


@paper.claim(
    [*ON_GRID.values(), *RUN.values(), *on_grid(y), distinct_columns(y), 1 <= j, j <= n],
    shows=exists(lambda c: eq(code_at(point(y), j), c * delta), "Z"),
)
def code_multiple(p: Proof) -> Fact:
    """l̃_j + δ^(-(n+1)d) l̃_n."""
    started(p)
    own = p.apply(None, "output_distinct", W=states(point(y)))
    whole = shifted(x, q) + tower(n + 1) * shifted(x, n)
    by = [(x, OF_MATRIX["x"]), (q, place(j))]
    whole = substitute(whole, dict(by))
    return p.exists_intro("out", p.goal, [whole], code_of(p, point(y), j), own)


def cube_facts(p: Proof, y: Term, X: Term, ends: Sequence[Fact], value: Fact) -> list[Fact]:
    """X lies in the cube of y, from the ends and X = y δ in entry (i, k)."""
    facts = [*ends, p.have(None, y(i, k) * delta <= X(i, k), value),
             p.have(None, X(i, k) < (y(i, k) + 1) * delta, value)]  # fmt: skip
    return list(facts)


@paper.claim(
    [*ON_GRID.values(), *RUN.values(), *on_grid(y), distinct_columns(y), *on_grid(y2), distinct_columns(y2),
     1 <= j, j <= n, 1 <= k, k <= n, eq(code_at(point(y), j), code_at(point(y2), k)), piecewise_constant(H)],
    shows=every(lambda i: exists(lambda: [eq(S(M + 1, point(y), i, j), S(M + 1, point(y2), i, k)),
                                          eq(H(point(y), i, j), H(point(y2), i, k))]), 1, d),
)  # fmt: skip
def same_code_same_value(p: Proof) -> Fact:
    """One point is the other in another order; both the network and the function are equivariant."""
    started(p)
    p.given(steps_=piecewise_constant(H))
    L, L2 = point(y), point(y2)
    grid2 = [p.rule(None, "assume", f) for f in [*on_grid(y2), distinct_columns(y2)]]
    ran_, ran2 = swept_from(p, L, y(i, k) * delta), swept_from(p, L2, y2(i, k) * delta)
    first, second = code_of(p, L, j), code_of(p, L2, k)
    by = {"W": states(L), "W'": states(L2), "q": k}
    found = p.apply(None, "same_id_permuted", first, second, *ran_, *ran2, **by)

    def with_order(low: Fact, high: Fact, once: Fact, columns_: Fact, place_: Fact, entries_: Fact) -> Fact:
        image = p.have(None, eq(S(M + 1, L, i, j), S(M + 1, L2, i, k)), p.specialize(None, entries_, i))
        moved_L = fun(lambda t, k: L(t, tau(k)), 2)

        def with_values(constant: Fact, _low: Fact, _high: Fact, equivariant_: Fact) -> Fact:
            moved = p.specialize(None, equivariant_, L, tau, i, using=[low, high, once])
            at = p.congr(None, lambda y: H(L, i, y), place_)
            ends = [p.specialize(None, f, k, i) for f in grid2[:2]]
            column = p.specialize(None, columns_, k, i)
            there = p.have(None, eq(moved_L(i, k), y2(i, k) * delta), (column, delta))
            here = p.have(None, eq(L2(i, k), y2(i, k) * delta))
            values_ = []
            for at_, fact in ((moved_L, there), (L2, here)):
                value = p.specialize(None, constant, y2, at_, using=cube_facts(p, y2, at_, ends, fact))
                values_.append(p.specialize(None, value, i, k))
            return p.exists_intro(None, both, [], image, moved, at, *values_)

        family = variable("A", FAMILY)
        both = exists(lambda: [image.concl, eq(H(L, i, j), H(L2, i, k))])
        return p.obtain(None, "steps_", [family], with_values, both)

    return p.obtain("out", found, [tau], with_order)


def context_values(G: Term, top: Term, H: Term) -> Term:
    """G takes column j of the output from a point of G̃ to that of H, and to 0 columns with ids out of the range."""

    def at(X: Term, k: Term) -> Term:
        column = of_column(X, k)
        here = lambda y, j: every(lambda i: eq(column(i), S(M + 1, point(y), i, j)), 1, d)  # noqa: E731
        value = lambda y, j: every(lambda i: eq(G(X, i, k), H(point(y), i, j)), 1, d)  # noqa: E731
        known = lambda y: implies(  # noqa: E731
            *on_grid(y), distinct_columns(y), every(lambda j: implies(here(y, j), value(y, j)), 1, n)
        )
        off = substitute(OUTSIDE, {variable("z", VECTOR): column})
        zero = implies(off, every(lambda i: eq(G(X, i, k), 0), 1, d))
        return implies(every(lambda i: column(i) <= top, 1, d), exists(lambda: [for_all(known, GRID_SORT), zero]))

    return for_all(lambda X: every(lambda k: at(X, k), 1, n), MATRIX)


far = tower(2 * n + 2)
(L,) = sequences("L", 3)
all_points = power(m, n * d)
POINTS = {  # all points of the grid, in the letters 1, …, m
    "letters_low": every(lambda e: entries(lambda t, k: 1 <= L(e, t, k), d, n), 1, all_points),
    "letters_high": every(lambda e: entries(lambda t, k: L(e, t, k) <= m, d, n), 1, all_points),
}
ALL_TILES = dict(zip(TILED, tiling(block, offset, n, all_points), strict=True))
e, e2, c_ = ints("e e' c")


def listed_point(e: Term) -> Term:
    """The point of index e."""
    return fun(lambda t, k: L(block(e), t, k) - 1, 2)


def listed_code(e: Term) -> Term:
    """The id of index e: of token offset(e) of point block(e)."""
    return code_at(point(listed_point(e)), offset(e))


def if_within(e: Term, yes: Term, no: Term) -> Term:
    """One of two, by whether the id of index e lies in [t_l, t_r]."""
    return ite(t_l <= listed_code(e), ite(listed_code(e) <= t_r, yes, no), no)


first_of = fun(lambda i: ite(eq(i, 1), 1, 0))
listed_id = fun(lambda e: if_within(e, quotient(listed_code(e), delta, far), far))
listed_column = fun(lambda e, i: if_within(
    e, S(M + 1, point(listed_point(e)), i, offset(e)), far * delta * first_of(i)), 2)  # fmt: skip
listed_value = fun(lambda e, i: if_within(e, H(point(listed_point(e)), i, offset(e)), num(0)), 2)


def by_within(p: Proof, e: Term, prove: Callable[[list[Fact], bool], Fact]) -> Fact:
    """By whether the id of index e lies in [t_l, t_r]."""
    low, less = (p.rule(None, "assume", f) for f in (t_l <= listed_code(e), listed_code(e) < t_l))
    high, more = (p.rule(None, "assume", f) for f in (listed_code(e) <= t_r, t_r < listed_code(e)))
    inside_ = p.cases(None, listed_code(e), t_r, prove([low, high], True), prove([low, more], False))
    return p.cases(None, t_l, listed_code(e), inside_, prove([less], False))


E_IN = {"e_low": 1 <= e, "e_high": e <= n * all_points}
WITHIN = [t_l <= listed_code(e), listed_code(e) <= t_r]
INDEXED = {**ON_GRID, **RUN, **POINTS, **ALL_TILES, **E_IN}


@paper.claim(
    [*INDEXED.values(), *WITHIN],
    shows=exists(lambda: [*on_grid(listed_point(e)), distinct_columns(listed_point(e)),
                          eq(listed_code(e), quotient(listed_code(e), delta, far) * delta)]),
)  # fmt: skip
def listed_is_context(p: Proof) -> Fact:
    """Were two columns the same, the id would lie elsewhere (8.4)."""
    started(p)
    p.given(**POINTS, **ALL_TILES)
    p.given_all(WITHIN, "within")
    own = listed_point(e)
    places_ = [p.specialize(None, name, e) for name in TILED[:4]]
    grid = []
    for name, f in (("letters_low", 0 <= own(i, k)), ("letters_high", own(i, k) <= m - 1)):
        letter = p.specialize(None, name, block(e), i, k, using=places_)
        fact = p.have(None, f, letter)
        grid.append(fact)
    laws = p.apply(None, "context_properties")
    refuted = p.rule(None, "assume", negation(distinct_columns(own)))

    def none(*laws: Fact) -> Fact:
        fact = p.specialize(None, laws[3], own, using=[*grid, refuted])
        fact = p.specialize(None, fact, offset(e), using=places_)
        return p.rule(None, "mp", fact, "within_1")

    false = p.obtain(None, laws, [], none, FALSE)
    differ = p.rule(None, "absurd", false, distinct_columns(own))
    found = p.apply(None, "code_multiple", *grid, differ, *places_, j=offset(e))

    def finish(multiple: Fact) -> Fact:
        pos = p.apply(None, "delta_pos")
        low = p.have(None, 0 <= listed_code(e), "left_positive")
        under = p.apply(None, "quotient_le", low, n=far, b=delta)
        beyond = p.apply(None, "quotient_gt", n=far, b=delta, v=listed_code(e))
        times = quotient(listed_code(e), delta, far)
        below = p.have(None, times <= c_, under, multiple, scale=[pos])
        same_ = p.rule(
            None,
            "antisymmetry",
            below,
            p.have(None, c_ <= times, p.have(None, c_ < times + 1, beyond, multiple, scale=[pos])),
        )
        return p.exists_intro(
            None, p.goal, [], *grid, differ, p.have(None, eq(listed_code(e), times * delta), multiple, (same_, delta))
        )

    return p.obtain("out", found, [c_], finish)


MANY = n * all_points
PAIR_IN = {"e_low": 1 <= e, "e_high": e <= MANY, "e2_low": 1 <= e2, "e2_high": e2 <= MANY}
equal_entries = [eq(f(e, i), f(e2, i)) for f in (listed_column, listed_value)]
listed_same = every(lambda i_: exists(lambda: [substitute(f, {i: i_}) for f in equal_entries]), 1, d)


def within_facts(p: Proof, e: Term, known: Sequence[Fact], then: Callable[..., Fact], goal: Term) -> Fact:
    """`then`, with the grid, the different columns and the id of index e."""
    own = p.apply(None, "listed_is_context", *known, e=e)
    return p.obtain(None, own, [], then, goal)


@paper.claim([*(INDEXED | PAIR_IN).values(), piecewise_constant(H), eq(listed_id(e), listed_id(e2))], shows=listed_same)
def listed_consistent(p: Proof) -> Fact:
    """Equal ids are those of one point in two orders; what is out of the range has an id of its own."""
    started(p)
    right = p.apply(None, "right_below_far")

    def pair(known: list[Fact], inside_: bool, known2: list[Fact], inside2: bool) -> Fact:
        ids = chosen_values(p, known, listed_id(e)) + chosen_values(p, known2, listed_id(e2))
        equal = p.have(None, eq(ids[0].concl.args[1], ids[1].concl.args[1]), *ids)

        def end(*facts: Fact) -> Fact:
            values_ = [chosen_values(p, k_, f(e_, i))[0] for f in (listed_column, listed_value)
                       for e_, k_ in ((e, known), (e2, known2))]  # fmt: skip
            sides = [p.have(None, f, *values_, *facts) for f in equal_entries]
            return p.exists_intro(None, exists(lambda: equal_entries), [], *sides)

        if inside_ and inside2:

            def both(*one: Fact) -> Fact:
                def prove(*two: Fact) -> Fact:
                    codes = p.have(None, eq(listed_code(e), listed_code(e2)), one[3], two[3], (equal, delta))
                    by = {"y": listed_point(e), "y'": listed_point(e2), "j": offset(e), "k": offset(e2)}
                    law = p.apply(None, "same_code_same_value", codes, *one[:3], *two[:3], **by)
                    at = p.specialize(None, law, i)
                    return p.obtain(None, at, [], end, exists(lambda: equal_entries))

                return within_facts(p, e2, known2, prove, listed_same)

            return within_facts(p, e, known, both, listed_same)
        if inside_ or inside2:
            at, facts = (e, known) if inside_ else (e2, known2)

            def never(*one: Fact) -> Fact:
                false = p.have(None, FALSE, one[3], facts[1], right, (equal, delta))
                return p.rule(None, "absurd", false, listed_same)

            return within_facts(p, at, facts, never, listed_same)
        return p.generalize(None, i, end(), "i_low", "i_high")

    return by_within(p, e, lambda a, b: by_within(p, e2, lambda c, d_: pair(a, b, c, d_)))


@paper.claim(
    list(INDEXED.values()),
    shows=exists(lambda: [eq(code(of_context(listed_column, e)), listed_id(e) * delta), t_l <= listed_id(e) * delta]),
)
def listed_coded(p: Proof) -> Fact:
    """The id of a context, or one beyond t_r."""
    right = p.apply(None, "right_below_far")
    order = p.apply(None, "left_below_right")

    def prove(known: list[Fact], inside_: bool) -> Fact:
        own, column = chosen_values(p, known, listed_id(e), listed_column(e, i))
        target = fun(lambda i_: substitute(column.concl.args[1], {i: i_}))
        codes = p.apply(None, "code_same", column, s=of_context(listed_column, e), t=target)

        def end(*facts: Fact | tuple[Fact, Term]) -> Fact:
            if inside_:
                least = p.have(None, t_l <= listed_id(e) * delta, (own, delta), *facts, *known)
            else:
                least = p.have(None, t_l <= listed_id(e) * delta, (own, delta), right, order)
            return p.exists_intro(None, p.goal, [], codes, own, *facts, least)

        if inside_:
            return within_facts(p, e, known, lambda *f: end(f[3]), p.goal)
        one = p.apply(None, "first_entry")
        return end((one, far * delta))

    return by_within(p, e, prove)


# --- one place of the list for each id --------------------------------------------------------------------------------


(at,) = ints("at")


def number_of(y: Term, j: Term) -> Term:
    """1 + the number of the context of column j of the point y δ, by the sorted ids of its columns."""
    return substitute(number(OF_MATRIX["x"], place(at)) + 1, {y_grid: y, at: j})


CHOSEN = [*on_grid(y), distinct_columns(y), 1 <= j, j <= n]


@paper.claim(
    [*ON_GRID.values(), *CHOSEN], shows=exists(lambda: [1 <= number_of(y, j), number_of(y, j) <= all_contexts])
)
def number_in_range(p: Proof) -> Fact:
    """That of sorted ids."""
    sorted_ = [p.apply(None, name) for name in ("sorted_ids", "sorted_ids_last", "sorted_ids_order")]
    by = {"x": OF_MATRIX["x"], "j": place(j)}
    sides = [p.apply(None, name, *sorted_, **by) for name in ("number_low", "number_high")]
    return p.exists_intro("out", p.goal, [], sides[0], p.have(None, number_of(y, j) <= all_contexts, sides[1]))


@paper.claim(
    [*ON_GRID.values(), *RUN.values(), *CHOSEN, *on_grid(y2), distinct_columns(y2), 1 <= k, k <= n,
     eq(number_of(y, j), number_of(y2, k))],
    shows=eq(code_at(point(y), j), code_at(point(y2), k)),
)  # fmt: skip
def same_number_code(p: Proof) -> Fact:
    """The ids are those of the same context."""
    started(p)
    both, codes = [], []
    for Y_, at in ((y, j), (y2, k)):
        both += [p.apply(None, name, y=Y_) for name in ("sorted_ids", "sorted_ids_last", "sorted_ids_order")]
        codes.append(code_of(p, point(Y_), at))
        codes.append(p.apply(None, "output_distinct", W=states(point(Y_)), y=Y_, j=at))
    there = {y_grid: y2}
    by = {"x": OF_MATRIX["x"], "x'": substitute(OF_MATRIX["x"], there), "j": place(j), "q": substitute(place(k), there)}
    equal = p.apply(None, "same_number_context", *both, **by)
    return p.have("out", p.goal, *codes, equal)


listed_number = fun(lambda e: if_within(e, number_of(listed_point(e), offset(e)), num(0)))


@paper.claim(
    [*INDEXED.values(), *WITHIN], shows=exists(lambda: [1 <= listed_number(e), listed_number(e) <= all_contexts])
)
def listed_number_in_range(p: Proof) -> Fact:
    """Its columns are different."""
    known = [p.rule(None, "assume", f) for f in WITHIN]

    def prove(*of: Fact) -> Fact:
        own = p.apply(None, "number_in_range", *of[:3], j=offset(e))
        formulas = 1 <= listed_number(e), listed_number(e) <= all_contexts
        return p.obtain(None, own, [], lambda *sides: p.exists_intro(None, p.goal, [], *(
            p.have(None, f, side) for f, side in zip(formulas, sides, strict=True))))  # fmt: skip

    return within_facts(p, e, known, prove, p.goal)


@paper.claim(
    [*(INDEXED | PAIR_IN).values(), *WITHIN, eq(listed_number(e2), listed_number(e))],
    shows=eq(listed_id(e), listed_id(e2)),
)
def same_number_same_id(p: Proof) -> Fact:
    """What is out of the range has number 0."""
    known = [p.rule(None, "assume", f) for f in WITHIN]
    some = p.apply(None, "listed_number_in_range", *known)
    own = chosen_values(p, known, listed_id(e), listed_number(e))

    def prove(known2: list[Fact], inside_: bool) -> Fact:
        other = chosen_values(p, known2, listed_id(e2), listed_number(e2))
        if not inside_:
            false = p.obtain(None, some, [], lambda low, _: p.have(None, FALSE, low, other[1]), FALSE)
            return p.rule(None, "absurd", false, p.goal)
        by = {"y": listed_point(e), "y'": listed_point(e2), "j": offset(e), "k": offset(e2)}

        def both(*one: Fact) -> Fact:
            def met(*two: Fact) -> Fact:
                codes = p.apply(None, "same_number_code", own[1], other[1], *one[:3], *two[:3], **by)
                ids = p.congr(None, lambda x: quotient(x, delta, far), codes)
                return p.have(None, p.goal, own[0], other[0], ids)

            return within_facts(p, e2, known2, met, p.goal)

        return within_facts(p, e, known, both, p.goal)

    return by_within(p, e2, prove)


LEMMA_9 = exists(lambda G: [composed_of(token_wise, G, value_layers), context_values(G, top, H)], OPERATOR)


@paper.claim([*ON_GRID.values(), *RUN.values(), piecewise_constant(H)], shows=LEMMA_9)
def lemma_9_of_function(p: Proof) -> Fact:
    """A layer for each id of a token of a grid point."""
    started(p)
    p.given(steps_=piecewise_constant(H), **E_IN, e2_low=1 <= e2, e2_high=e2 <= MANY)
    p.given(w_low=1 <= w, w_high=w <= all_contexts, q_low=1 <= q, q_high=q <= all_contexts)
    one = p.have(None, 1 <= n)
    n_nonneg = p.have(None, 0 <= n)
    laws = [p.rule(None, "assume", f) for f in ALL_TILES.values()]
    letters = [p.rule(None, "assume", f) for f in POINTS.values()]
    chosen_id = fun(lambda w: listed_id(tau(w)))
    chosen_column, chosen_value = (fun(lambda w, i, f=f: f(tau(w), i), 2) for f in (listed_column, listed_value))
    indices: list[Fact] = []
    equal_ids: list[Fact] = []

    def known(found: Fact) -> Fact:
        some = p.apply(None, "contexts_nonneg", one)
        wide = p.have(None, 1 <= MANY, (p.have(None, 1 <= all_points), n_nonneg), one)
        listed = p.apply(None, "indices_chosen", wide, some, b=listed_number)

        def with_indices(*facts: Fact) -> Fact:
            indices[:] = facts
            return chosen(found, some)

        return p.obtain(None, listed, [tau], with_indices)

    def chosen(found: Fact, some: Fact) -> Fact:
        held = [*laws, *letters]
        meet = p.rule(None, "assume", eq(listed_id(e), listed_id(e2)))
        both = p.specialize(None, p.apply(None, "listed_consistent", *held, meet), i)
        for s, entry_ in enumerate(equal_entries):
            fact = p.obtain(None, both, [], lambda *f, s=s: f[s], entry_)
            fact = p.generalize(None, e2, p.generalize(None, i, fact))
            equal_ids.append(p.generalize(None, e, fact))
        ends, others = ([p.specialize(None, f, at) for f in indices[:2]] for at in (w, q))
        coded = p.apply(None, "listed_coded", *held, *ends, e=tau(w))
        parts = [p.obtain(None, coded, [], lambda *f, s=s: f[s], coded_goal)
                 for s, coded_goal in enumerate((eq(code(of_context(chosen_column, w)), chosen_id(w) * delta),
                                                 t_l <= chosen_id(w) * delta))]  # fmt: skip
        meet = p.rule(None, "assume", eq(chosen_id(w), chosen_id(q)))
        for fact in equal_ids:
            fact = p.specialize(None, fact, tau(w), tau(q), using=[*ends, *others, meet])
            parts.append(fact)
        by = {"A": chosen_value, "S": chosen_column, "x": chosen_id, "R": all_contexts}
        network = p.specialize(None, p.apply(None, "lemma_9_network", *parts, some, **by), top)
        return p.obtain(None, network, [G], lambda made, right: p.exists_intro(
            None, p.goal, [G], made, values_(found, right)))  # fmt: skip

    def values_(found: Fact, right: Fact) -> Fact:
        column = of_column(X, k)
        most = p.rule(None, "assume", every(lambda i: column(i) <= top, 1, d))
        law = p.specialize(None, right, X, k, using=[most])
        grid = [p.rule(None, "assume", f) for f in [*on_grid(y), distinct_columns(y)]]
        here = p.rule(None, "assume", every(lambda i: eq(column(i), S(M + 1, point(y), i, j)), 1, d))
        goal = every(lambda i: eq(G(X, i, k), H(point(y), i, j)), 1, d)
        digits = [p.specialize(None, f, k, i) for f in grid[:2]]
        more = fun(lambda t, k: y(t, k) + 1, 2)
        sides = [p.have(None, f, *digits)
                 for f in (1 <= more(i, k), more(i, k) <= m)]  # fmt: skip
        place_ = p.specialize(None, found, more, using=sides)

        def at_place(c_low: Fact, c_high: Fact, alike: Fact) -> Fact:
            at = (c_ - 1) * n + j
            by = {"d": n, "G": all_points, "block": block, "offset": offset, "j": c_, "s": j}
            which, where = (p.apply(None, name, *laws, c_low, c_high, **by) for name in ("tile_block", "tile_offset"))
            before = p.have(None, 0 <= c_ - 1, c_low)
            after = p.have(None, 0 <= all_points - c_, c_high)
            ends = (p.have(None, 1 <= at, (before, n_nonneg), "j_low"),
                    p.have(None, at <= MANY, (after, n_nonneg), "j_high"))  # fmt: skip
            own = listed_point(at)
            letter = p.congr(None, lambda b: L(b, i, k), which)
            entry_ = p.have(None, eq(own(i, k), y(i, k)), letter, p.specialize(None, alike, i, k))
            near = p.have(None, eq(point(own)(i, k), point(y)(i, k)), (entry_, delta))
            image = p.apply(None, "context_of_entries", near, X=point(own), **{"X'": point(y)})
            image = p.specialize(None, image, i, j)
            moved = p.congr(None, lambda o: S(M + 1, point(own), i, o), where)
            image = p.have(None, eq(S(M + 1, point(own), i, offset(at)), S(M + 1, point(y), i, j)), image, moved)
            terms = [fun(lambda i, f=f: U(i) * f(i)) for f in (
                lambda i: S(M + 1, point(own), i, offset(at)), lambda i: S(M + 1, point(y), i, j))]  # fmt: skip
            each = p.have(None, eq(terms[0](i), terms[1](i)), (image, U(i)))
            codes = p.apply(None, "sum_eq", each)

            def inside_(*laws_: Fact) -> Fact:
                bounds = p.specialize(None, laws_[2], y, j, using=grid)

                def prove(low: Fact, high: Fact) -> Fact:
                    within = [p.have(None, t_l <= listed_code(at), low, codes),
                              p.have(None, listed_code(at) <= t_r, high, codes)]  # fmt: skip
                    own_ = p.apply(None, "listed_is_context", *laws, *letters, *ends, *within, e=at)
                    return p.obtain(None, own_, [], lambda *f: looked(within, *f), goal)

                return p.obtain(None, bounds, [], prove, goal)

            def looked(within: list[Fact], *of: Fact) -> Fact:
                id_, column_, value = chosen_values(p, within, listed_id(at), listed_column(at, i), listed_value(at, i))
                nonneg = p.apply(None, "output_not_negative", *grid[:2])
                held = [*laws, *letters, *ends, *within]

                def of_number(first: Fact, last: Fact) -> Fact:
                    w_ = listed_number(at)
                    again = p.specialize(None, indices[2], at, using=[*ends, first, last])
                    sides_ = [p.specialize(None, f, w_, using=[first, last]) for f in indices[:2]]
                    ids = p.apply(None, "same_number_same_id", *held, *sides_, again, e=at, **{"e'": tau(w_)})
                    columns_, values__ = (
                        p.specialize(None, f, at, tau(w_), i, using=[*ends, *sides_, ids]) for f in equal_ids
                    )
                    same_ = p.have(
                        None, eq(column(i), chosen_column(w_, i)), p.specialize(None, here, i), column_, image, columns_
                    )
                    sign = p.have(None, 0 <= chosen_column(w_, i), column_, image, nonneg, columns_)
                    high = p.have(None, chosen_id(w_) * delta <= t_r, (id_, delta), of[3], within[1], (ids, delta))
                    facts = [same_, sign]

                    def done(known_: Fact, _: Fact) -> Fact:
                        got = p.specialize(None, known_, w_, i, using=[first, last, *facts, high])
                        equal = function_same()
                        return p.have(None, eq(G(X, i, k), H(point(y), i, j)), got, value, equal, values__)

                    return p.obtain(None, law, [], done, goal)

                return p.obtain(None, p.apply(None, "listed_number_in_range", *held, e=at), [], of_number, goal)

            def function_same() -> Fact:
                def with_values(constant: Fact, *_: Fact) -> Fact:
                    values__ = []
                    for at_ in (point(own), point(y)):
                        fact = p.have(None, eq(at_(i, k), y(i, k) * delta), (entry_, delta))
                        value = p.specialize(None, constant, y, at_, using=cube_facts(p, y, at_, digits, fact))
                        values__.append(p.specialize(None, value, i, j))
                    moved = p.congr(None, lambda o: H(point(own), i, o), where)
                    return p.have(None, eq(H(point(own), i, offset(at)), H(point(y), i, j)), moved, *values__)

                equal = eq(H(point(own), i, offset(at)), H(point(y), i, j))
                return p.obtain(None, "steps_", [variable("A", FAMILY)], with_values, equal)

            return p.obtain(None, p.apply(None, "context_properties"), [], inside_, goal)

        fact = p.obtain(None, place_, [c_], at_place, goal)
        fact = p.generalize(None, j, fact)
        fact = p.rule(None, "generalize", y, p.discharge(fact, *(f.concl for f in grid)))
        off = substitute(OUTSIDE, {variable("z", VECTOR): column})
        zero = implies(off, every(lambda i: eq(G(X, i, k), 0), 1, d))
        none = p.obtain(None, law, [], lambda _, none: none, zero)
        both = exists(lambda: [fact.concl, zero])
        return p.exists_intro(None, both, [], fact, none)

    def with_tiles(*_facts: Fact) -> Fact:
        listed = p.apply(None, "tuples.matrices_listed", D=m)
        return p.obtain(None, listed, [L], lambda low, high, found, once: known(found))

    tiles = p.apply(None, "tuples.tiles", d=n, G=all_points)
    return p.obtain("out", tiles, [block, offset], with_tiles)


SWEEP_VALUES = for_all(lambda B: substitute(LEMMA_9, {top: B}), "R")


@paper.claim(
    [*ON_GRID.values(), piecewise_constant(H)],
    shows=exists(lambda T: substitute_all([*RUN.values(), SWEEP_VALUES], {S: T}), S.sort),
)
def sweep_values(p: Proof) -> Fact:
    """There is a run from every matrix."""
    some = p.have(None, 0 <= M + 1, p.apply(None, "power_ge_two", k=d))

    def prove(start: Fact, steps: Fact) -> Fact:
        return p.exists_intro(None, p.goal, [S], start, steps)

    return p.obtain("out", p.apply(None, "run_exists", some, F=SHIFTS), [S], prove)


# --- Lemma 9 as a sentence --------------------------------------------------------------------------------------------

GRID_BOUND = exists(
    lambda c: for_all(
        lambda y, o: implies(*on_grid(y), entries(lambda i, j: S(M + 1, marked_point(y, o), i, j) <= c, d, n)),
        GRID_SORT, GRID_SORT,
    ),
    "R",
)  # fmt: skip


@paper.claim([*ON_GRID.values(), *RUN.values()], shows=GRID_BOUND)
def grid_outputs_bounded(p: Proof) -> Fact:
    """Every point of the extended grid is what some X is quantised to."""
    started(p)
    grid = [p.rule(None, "assume", f) for f in on_grid(y)]
    L_ = marked_point(y, mark)
    X_ = fun(lambda i, k: ite(eq(mark(i, k), 1), -1, y(i, k) * delta), 2)

    def quantised_to(rounds: Fact) -> Fact:
        digits = [p.specialize(None, f, k, i) for f in grid]
        found = p.specialize(None, rounds, X_, i, k)
        goal = eq(G(X_, i, k), L_(i, k))

        def prove(cells: Fact, below: Fact, _: Fact) -> Fact:
            def case(order: Fact) -> Fact:
                here, there = p.reduce_ite(order, X_(i, k), L_(i, k))
                if order.concl.op == "eq":
                    out = p.rule(None, "mp", below, p.have(None, X_(i, k) < 0, here))
                else:
                    ends = [p.have(None, f, here) for f in in_cell(X_(i, k), y(i, k))]
                    out = p.specialize(None, cells, y(i, k), using=[*digits, *ends])
                return p.have(None, goal, out, there)

            return p.trichotomy(None, mark(i, k), 1, case)

        return p.obtain(None, found, [], prove, goal)

    def with_quantiser(_: Fact, rounds: Fact) -> Fact:
        near = quantised_to(rounds)

        def with_bound(bound: Fact) -> Fact:
            image = p.apply(None, "context_of_entries", near, X=fun(lambda t, k: G(X_, t, k), 2), **{"X'": L_})
            equal = p.specialize(None, image, i, j)
            fact = p.have(None, S(M + 1, L_, i, j) <= c_bound, bound, equal)
            return p.exists_intro(None, p.goal, [c_bound], fact)

        return p.obtain(None, p.apply(None, "outputs_bounded", rounds), [c_bound], with_bound)

    return p.obtain("out", p.apply(None, "lemma_7_network"), [G], with_quantiser)


def maps_values(T: Term, G: Term, H: Term) -> list[Term]:
    """T takes column j of G(L) to that of H(L) for L in G̃_δ, and to 0 for the other points of the extended grid."""
    column = lambda L, j: fun(lambda i: G(L, i, j))  # noqa: E731
    at = lambda L, value: every(lambda j: every(lambda i: eq(T(column(L, j), i), value(i, j)), 1, d), 1, n)  # noqa: E731
    zero = lambda i, j: num(0)  # noqa: E731
    some = lambda o: exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, eq(o(i, k), 1)], "Z", "Z")  # noqa: E731
    of = lambda y: at(point(y), lambda i, j: H(point(y), i, j))  # noqa: E731
    return [
        for_all(lambda y: implies(*on_grid(y), distinct_columns(y), of(y)), GRID_SORT),
        for_all(lambda y: implies(*on_grid(y), negation(distinct_columns(y)), at(point(y), zero)), GRID_SORT),
        for_all(lambda y, o: implies(*on_grid(y), some(o), at(marked_point(y, o), zero)), GRID_SORT, GRID_SORT),
    ]


def value_mapping(G: Term, H: Term, number: Term = value_layers) -> Term:
    """There are so many layers that do so, as a function of tokens."""
    return exists(
        lambda g, T: [composed_of(token_wise, g, number), token_by_token(g, T), *maps_values(T, G, H)],
        OPERATOR, TOKEN_MAP,
    )  # fmt: skip


(G3,) = functions("G_3", MATRIX + "ZZ")
(c_bound,) = reals("c")
of_all = lambda G: for_all(lambda H: implies(piecewise_constant(H), value_mapping(G, H)), OPERATOR)  # noqa: E731


@paper.claim(
    ON_GRID,
    shows=exists(
        lambda G, u, low, high: [*of_lemma_8(G, u, low, high), of_all(G), implies(n <= M, value_layers_few.shows)],
        OPERATOR, VECTOR, "R", "R",
    ),
)  # fmt: skip
def values_mapped(p: Proof) -> Fact:
    """The network of Lemma 8, and for each step function the layers that look its values up."""
    p.given(**INDEX)

    def prove(start: Fact, steps: Fact, *laws: Fact) -> Fact:
        made = made_of_heads(p, start, steps)
        held, goal_of_H = p.rule(None, "assume", piecewise_constant(H)), value_mapping(sweep, H)
        bounded = p.apply(None, "grid_outputs_bounded", start, steps)

        def with_bound(bound: Fact) -> Fact:
            layers = p.apply(None, "lemma_9_of_function", start, steps, held, top=c_bound)
            return p.obtain(None, layers, [G3], lambda own, right: with_layers(bound, own, right), goal_of_H)

        def with_layers(bound: Fact, own: Fact, right: Fact) -> Fact:
            apart = p.specialize(None, p.apply(None, "columns_apart", N=value_layers), G3, using=[own])
            return p.obtain(None, apart, [T], lambda apart: p.exists_intro(
                None, goal_of_H, [G3, T], own, apart, *mapped(bound, right, apart)), goal_of_H)  # fmt: skip

        def mapped(bound: Fact, right: Fact, apart: Fact) -> list[Fact]:
            grid = [p.rule(None, "assume", f) for f in on_grid(y)]
            unmarked = fun(lambda i, k: num(0), 2)
            some = exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, eq(mark(i, k), 1)], "Z", "Z")
            more = [p.rule(None, "assume", f) for f in (distinct_columns(y), negation(distinct_columns(y)), some)]

            def at(L: Term, o: Term, known: Callable[[Fact, Fact], Fact]) -> Fact:
                """What becomes of column j of the output from L."""
                out = fun(lambda t, k: S(M + 1, L, t, k), 2)
                most = p.specialize(None, bound, y, o, i, j, using=grid)
                law = p.specialize(None, right, out, j, using=[most])
                token = p.specialize(None, apart, out, i, j)
                return known(law, token)

            def found(law: Fact, token: Fact) -> Fact:
                goal = eq(token.concl.args[1], H(point(y), i, j))

                def finish(known: Fact, _: Fact) -> Fact:
                    got = p.specialize(None, known, y, j, using=[*grid, more[0]])
                    return p.have(None, goal, token, p.specialize(None, got, i))

                return p.obtain(None, law, [], finish, goal)

            def zero(beyond: Fact) -> Callable[[Fact, Fact], Fact]:
                def finish_(law: Fact, token: Fact) -> Fact:
                    goal = eq(token.concl.args[1], 0)

                    def finish(_: Fact, none: Fact) -> Fact:
                        off = p.rule(None, "mp", p.rule(None, "specialize", beyond, j), "j_low")
                        off = p.rule(None, "mp", off, "j_high")
                        return p.have(None, goal, token, p.specialize(None, p.rule(None, "mp", none, off), i))

                    return p.obtain(None, law, [], finish, goal)

                return finish_

            first = at(point(y), unmarked, found)
            beyond = [
                p.specialize(None, laws[3], y, using=[*grid, more[1]]),
                p.specialize(None, laws[4], y, mark, using=[*grid, more[2]]),
            ]
            second = at(point(y), unmarked, zero(beyond[0]))
            third = at(marked_point(y, mark), mark, zero(beyond[1]))
            return [first, second, third]

        values_ = p.obtain(None, bounded, [c_bound], with_bound, goal_of_H)
        return p.exists_intro(None, p.goal, [sweep, U, t_l, t_r], *made, *laws, values_)

    return p.obtain("out", p.apply(None, "sweep_contexts"), [S], prove)


(many_layers,) = ints("N")
(weights_u,) = vectors("u")
end_low, end_high = reals("t_l t_r")
few_layers = factorial(n) * many_layers <= C * (n * tower(n))
in_few = lambda G, H: exists(  # noqa: E731
    lambda N: [substitute(few_layers, {many_layers: N}), value_mapping(G, H, N)], "Z"
)
mapped_in_few = lambda G: for_all(lambda H: implies(piecewise_constant(H), in_few(G, H)), OPERATOR)  # noqa: E731
at_some = exists(lambda G, u, low, high: [*of_lemma_8(G, u, low, high), mapped_in_few(G)], OPERATOR, VECTOR, "R", "R")
for_small = lambda C_: for_all(lambda x: implies(n <= x, substitute(at_some, {C: C_, m: x})), "Z")  # noqa: E731


@paper.claim([1 <= d, 2 <= n], shows=exists(lambda C_: [0 < C_, for_small(C_)], "R"))
def lemma_9_sentence(p: Proof) -> Fact:
    """5/4, for all δ <= 1/n."""
    p.given(small=n <= m, steps_=piecewise_constant(H))
    p.have("m_low", 2 <= m, "small")
    more = p.have(None, 0 <= d - 1), p.have(None, 0 <= m, "m_low")
    room = p.have(None, n <= M, p.apply(None, "rows_few"), "small", more)
    by = {C: rational(5, 4)}
    goal, goal_of_H = substitute(at_some, by), substitute(in_few(G, H), by)

    def prove(*laws: Fact) -> Fact:
        *own, values_, few = laws
        held = p.specialize(None, values_, H)
        end = lambda *facts: p.exists_intro(  # noqa: E731
            None,
            goal_of_H,
            [value_layers],
            p.rule(None, "mp", few, room),
            p.exists_intro(None, value_mapping(G, H), [G3, T], *facts),
        )
        found = p.obtain(None, held, [G3, T], end, goal_of_H)
        return p.exists_intro(None, goal, [G, weights_u, end_low, end_high], *own, found)

    some = p.obtain(None, p.apply(None, "values_mapped"), [G, weights_u, end_low, end_high], prove, goal)
    return p.exists_intro("out", p.goal, [rational(5, 4)], some)


# --- Proposition 5 ----------------------------------------------------------------------------------------------------


def right_on(g: Term, f: Term) -> list[Term]:
    """g = f on the cubes of points with different columns, 0 on the others and outside of the cubes."""
    alike = lambda X: same(fun(lambda t, k: g(X, t, k), 2), fun(lambda t, k: f(X, t, k), 2))  # noqa: E731
    none = lambda X: entries(lambda t, k: eq(g(X, t, k), 0), d, n)  # noqa: E731
    return [
        for_all(lambda y, X: implies(*in_cube_of(y, X), distinct_columns(y), alike(X)), GRID_SORT, MATRIX),
        for_all(lambda y, X: implies(*in_cube_of(y, X), negation(distinct_columns(y)), none(X)), GRID_SORT, MATRIX),
        *zero_beyond(g),
    ]


(G4,) = functions("G_4", MATRIX + "ZZ")
quantiser_layers = d * m + d


def three_stages(Q: Term, G: Term, V: Term) -> list[Term]:
    """Layers that quantise, tell contexts apart, and look values up, one after the other, are right for H."""
    made = composed_of(token_wise, Q, quantiser_layers), composed_of(two_heads, G, M + 1)
    return [*made, composed_of(token_wise, V, value_layers), *right_on(composed(composed(Q, G), V), H)]


@paper.claim([*ON_GRID.values(), piecewise_constant(H)], shows=exists(three_stages, OPERATOR, OPERATOR, OPERATOR))
def stages_right(p: Proof) -> Fact:
    """The quantiser, the sweep, the values."""
    started(p)
    p.given(steps_=piecewise_constant(H))
    whole = composed(composed(G, sweep), G3)
    Y_ = fun(lambda t, k: G(X, t, k), 2)
    Z_ = fun(lambda t, k: S(M + 1, Y_, t, k), 2)
    p.given(r_low=1 <= row, r_high=row <= d)

    def all_(fact: Fact) -> Fact:
        return p.generalize(None, i, p.generalize(None, k, fact))

    def prove(quantiser: Fact, rounds: Fact, bound: Fact, values_: Fact, right: Fact) -> Fact:
        law = p.specialize(None, right, Z_, k, using=[bound])
        found = p.specialize(None, rounds, X, i, k)
        contexts_ = p.apply(None, "context_properties")

        def from_point(L: Term, near: Fact) -> Fact:
            """The output of the sweep, in entry (i, k), is that from L."""
            image = p.apply(None, "context_of_entries", near, X=Y_, **{"X'": L})
            return p.specialize(None, image, i, k)

        def zero(L: Term, near: Fact, beyond: Callable[..., Fact]) -> Fact:
            """Beyond the range: 0."""
            image = from_point(L, near)
            terms = [fun(lambda i, A=A: U(i) * A(i, k)) for A in (Z_, fun(lambda i, k: S(M + 1, L, i, k), 2))]
            each = p.have(None, eq(terms[0](i), terms[1](i)), (image, U(i)))
            codes = p.apply(None, "sum_eq", each)
            own = codes.concl.args[0]
            low, high = p.rule(None, "assume", t_l <= own), p.rule(None, "assume", own <= t_r)
            sides = [p.have(None, t_l <= codes.concl.args[1], low, codes),
                     p.have(None, codes.concl.args[1] <= t_r, high, codes)]  # fmt: skip

            def none(*laws: Fact) -> Fact:
                fact = p.specialize(None, beyond(laws), k, using=sides)
                return p.rule(None, "mp", fact, sides[1])

            off = p.discharge(p.obtain(None, contexts_, [], none, FALSE), low.concl, high.concl)
            goal = eq(whole(X, i, k), 0)
            out = p.obtain(None, law, [], lambda _, zero: p.specialize(None, p.rule(None, "mp", zero, off), i), goal)
            return all_(out)

        # on a cube
        cube = [p.rule(None, "assume", f) for f in in_cube_of(y, X)]
        ends = [p.specialize(None, f, i, k) for f in cube]
        grid = list(ends[:2])
        rounded = p.obtain(None, found, [], lambda cells, *_: p.specialize(None, cells, y(i, k), using=ends),
                           eq(Y_(i, k), y(i, k) * delta))  # fmt: skip
        near = p.have(None, eq(Y_(i, k), point(y)(i, k)), rounded)
        apart = p.rule(None, "assume", distinct_columns(y))
        here = from_point(point(y), near)
        goal = eq(whole(X, i, k), H(X, i, k))

        def mapped(known: Fact, _: Fact) -> Fact:
            got = p.specialize(None, p.specialize(None, known, y, using=[*grid, apart]), k, using=[here])
            got = p.specialize(None, got, i)

            def with_values(constant: Fact, *_: Fact) -> Fact:
                there = p.have(None, eq(point(y)(i, k), y(i, k) * delta))
                at = cube_facts(p, y, point(y), ends[:2], there)
                values_ = [
                    p.specialize(None, constant, y, X_, using=facts) for X_, facts in ((X, cube), (point(y), at))
                ]
                return p.have(None, goal, got, *values_)

            return p.obtain(None, "steps_", [variable("A", FAMILY)], with_values, goal)

        equal = p.obtain(None, law, [], mapped, goal)
        alike = p.rule(None, "assume", negation(distinct_columns(y)))
        nothing = zero(point(y), near, lambda laws: p.specialize(None, laws[3], y, using=[*grid, alike]))
        nothing = p.discharge(nothing, *(f.concl for f in [*cube, alike]))
        # outside
        digits, marks_ = fun(lambda i, k: digit(X(i, k)), 2), fun(lambda i, k: missed(X(i, k)), 2)
        L_ = marked_point(digits, marks_)

        def of_cell(number_: int, goal: Term) -> Fact:
            def with_laws(*laws: Fact) -> Fact:
                own = p.apply(None, "cell_found", *laws)
                return p.obtain(None, own, [], lambda *f: f[number_], goal)

            return p.obtain(None, found, [], with_laws, goal)

        near = of_cell(4, eq(Y_(i, k), L_(i, k)))
        grid = [of_cell(0, 0 <= digits(i, k)), of_cell(1, digits(i, k) <= m - 1)]
        out = []
        for side in (X(row, j) < 0, 1 <= X(row, j)):
            held = p.rule(None, "assume", side)
            more = [held] if side.op == "lt" else [p.have(None, 0 <= X(row, j), held), held]
            hit = chosen_values(p, more, missed(X(row, j)))[0]
            there = exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, eq(marks_(i, k), 1)], "Z", "Z")
            some_ = [*grid, p.exists_intro(None, there, [row, j], hit)]
            fact = zero(L_, near, lambda laws, some_=some_: p.specialize(None, laws[4], digits, marks_, using=some_))
            fact = p.generalize(None, j, fact)
            out.append(fact)
        on_cubes = [equal, nothing]
        return p.exists_intro(None, p.goal, [G, sweep, G3], quantiser, values_, *on_cubes, *out)

    bound_ = variable("c", "R")

    def with_sweep(_start: Fact, _steps: Fact, values: Fact) -> Fact:
        def with_quantiser(made: Fact, rounds: Fact) -> Fact:
            bounded_ = p.apply(None, "outputs_bounded", rounds)
            return p.obtain(None, bounded_, [bound_], lambda bound: p.obtain(
                None, p.specialize(None, values, bound_), [G3],
                lambda *values_: prove(made, rounds, bound, *values_)))  # fmt: skip

        return p.obtain(None, p.apply(None, "lemma_7_network"), [G], with_quantiser)

    return p.obtain("out", p.apply(None, "sweep_values"), [S], with_sweep)


@paper.claim([*ON_GRID.values(), piecewise_constant(H)], shows=exists(lambda g: [member(g), *right_on(g, H)], OPERATOR))
def step_function_values(p: Proof) -> Fact:
    """The three stages make a modified Transformer."""
    some = p.have(None, 0 <= M + 1, p.apply(None, "power_pos", k=d))

    def prove(quantiser: Fact, heads: Fact, values_: Fact, *right: Fact) -> Fact:
        first = p.apply(None, "token_layers_follow", quantiser, N=quantiser_layers)
        second = p.apply(None, "head_layers_follow", some, heads, G=G4)
        third = p.apply(None, "token_layers_follow", values_, G=G3, N=value_layers)
        both, whole = composed(G, G4), composed(composed(G, G4), G3)
        follows = p.apply(None, "both_follow", first, second, H=G4)
        follows = p.apply(None, "both_follow", follows, third, G=both, H=G3)
        in_class = p.apply(None, "follower_member", follows, G=whole)
        return p.exists_intro(None, p.goal, [whole], in_class, *right)

    return p.obtain("out", p.apply(None, "stages_right"), [G, G4, G3], prove)


# --- the integral -----------------------------------------------------------------------------------------------------

(letters,) = sequences("L'", 3)
bound, power_p = reals("B p")
COLUMN_LETTERS = {
    "letter_low": every(lambda c: entries(lambda t, k: 1 <= letters(c, t, k), d, num(1)), 1, M),
    "letter_high": every(lambda c: entries(lambda t, k: letters(c, t, k) <= m, d, num(1)), 1, M),
}


def pair_low(c: Term, j: Term, k: Term) -> Term:
    """The lower ends of the box where columns j and k lie in cell c."""
    start = lambda r: (letters(c, r, num(1)) - 1) * delta  # noqa: E731
    return fun(lambda r, o: ite(eq(o, j), start(r), ite(eq(o, k), start(r), 0)), 2)


def pair_high(c: Term, j: Term, k: Term) -> Term:
    """Its upper ends."""
    end = lambda r: letters(c, r, num(1)) * delta  # noqa: E731
    return fun(lambda r, o: ite(eq(o, j), end(r), ite(eq(o, k), end(r), 1)), 2)


PAIR_OF = {"j_low": 1 <= j, "j_before": j <= k - 1, "k_high": k <= n}


@paper.claim([2 <= m, 1 <= d, *PAIR_OF.values()],
             shows=volume(pair_low(c_, j, k), pair_high(c_, j, k), d, n) <= inv(M) * inv(M))  # fmt: skip
def pair_volume(p: Proof) -> Fact:
    """The edges of two columns are δ, all others 1."""
    (o,) = ints("o")
    one_at = lambda at: fun(lambda r, o: ite(eq(o, at), delta, 1), 2)  # noqa: E731
    edge = lambda r, o: pair_high(c_, j, k)(r, o) - pair_low(c_, j, k)(r, o)  # noqa: E731
    both = fun(lambda r, o: one_at(j)(r, o) * one_at(k)(r, o), 2)

    def value(order: Fact) -> Fact:
        def second(other: Fact) -> Fact:
            known = [order, other]
            goal = eq(edge(row, o), both(row, o))
            if order.concl.op == other.concl.op == "eq":
                return p.rule(None, "absurd", p.have(None, FALSE, *known), goal)
            return p.have(None, goal, *chosen_values(p, known, pair_high(c_, j, k)(row, o), pair_low(c_, j, k)(row, o),
                                                     one_at(j)(row, o), one_at(k)(row, o)))  # fmt: skip

        return p.trichotomy(None, o, k, second)

    each = p.trichotomy(None, o, j, value)
    split = p.apply(None, "integrals.entries_same", each, A=fun(edge, 2), W=both)
    product = p.apply(None, "integrals.entries_times", A=one_at(j), W=one_at(k))
    sizes = []
    for at in (j, k):
        line = distance_one_at(at, delta, num(1))
        sign = p.have(None, 0 <= delta)

        value_ = prod(line, 1, n)
        a_, w_ = fun(lambda r, value_=value_: value_), fun(lambda r: delta)
        rows_ = p.apply(None, "integrals.product_le", "integrals.product_one_small", sign, a=a_, w=w_, m=d)  # fmt: skip
        sign = p.apply(None, "integrals.product_nonneg", sign, a=a_, m=d)
        sizes.append((rows_, sign))
    both_ = p.apply(None, "integrals.product_of_products", a=fun(lambda r: m), w=fun(lambda r: delta), m=d)
    p.have("unit", eq(m * delta, 1), p.have(None, 0 < m))
    same_ = p.apply(None, "integrals.product_same", "unit", a=fun(lambda r: m * delta), w=fun(lambda r: num(1)), m=d)
    M_pos = p.apply(None, "power_pos", k=d)
    part = p.apply(None, "inv_pos", M_pos)
    first = p.have(None, sizes[0][0].concl.args[0] <= inv(M), sizes[0][0], both_, same_, M_pos)
    second_ = p.have(None, sizes[1][0].concl.args[0] <= inv(M), sizes[1][0], both_, same_, M_pos)
    return p.have("out", p.goal, split, product, (first, sizes[1][1]), (second_, part))


def in_pair(c: Term, j: Term, k: Term, X: Term) -> Term:
    """B on the box where columns j and k lie in cell c."""
    return bound * indicator(pair_low(c, j, k), pair_high(c, j, k), X, d, n)


def in_pairs(X: Term) -> Term:
    """B for each pair of columns in one cell."""
    pair = lambda k, j: sigma(lambda c: in_pair(c, j, k, X), 1, M)  # noqa: E731
    return sigma(lambda k: sigma(lambda j: pair(k, j), 1, k - 1), 1, n)


share_of_pair = M * (bound * (inv(M) * inv(M)))


of_pair = at_matrix(lambda X: sigma(lambda c: in_pair(c, j, k, X), 1, M))


@paper.claim([2 <= m, 1 <= d, *PAIR_OF.values(), 0 <= bound], shows=integral_at_most(of_pair, share_of_pair, d, n))
def pair_integral(p: Proof) -> Fact:
    """One box for each cell."""
    low, high = pair_low(c_, j, k), pair_high(c_, j, k)

    one = at_matrix(lambda X: in_pair(c_, j, k, X))
    small = p.apply(None, "integrals.integral_mono", F=one, G=one,
                    E_1=bound * volume(low, high), E=bound * (inv(M) * inv(M)))  # fmt: skip
    family = mapping(lambda c, X: in_pair(c, j, k, X), "Z", MATRIX)
    return p.apply(
        "out",
        "integrals.integral_repeat",
        p.apply(None, "power_pos", k=d),
        small,
        F=family,
        m=M,
        E=bound * (inv(M) * inv(M)),
    )


@paper.claim([2 <= m, 1 <= d, 1 <= n, 0 <= bound],
             shows=integral_at_most(at_matrix(in_pairs), bound * duplicates, d, n))  # fmt: skip
def pairs_integral(p: Proof) -> Fact:
    """n (n − 1)/2 pairs."""
    p.given(k_low=1 <= k, k_high=k <= n)
    family = mapping(lambda j, X: sigma(lambda c: in_pair(c, j, k, X), 1, M), "Z", MATRIX)
    inner = p.apply(None, "integrals.integral_repeat", F=family, m=k - 1, E=share_of_pair)
    rows_ = mapping(lambda k, X: sigma(lambda j: sigma(lambda c: in_pair(c, j, k, X), 1, M), 1, k - 1), "Z", MATRIX)
    share = fun(lambda k: (k - 1) * share_of_pair)
    total = p.apply(None, "integrals.integral_sum", inner, F=rows_, e=share, m=n)
    steps = fun(lambda k: (k - 1) * (k - 2) / 2)
    count = p.apply(None, "telescope", f=steps, lo=1, hi=n)
    cancel = p.have(None, eq(M * inv(M), 1), "power_pos")
    more = p.have(None, sigma(share, 1, n) <= bound * duplicates, (count, share_of_pair), (
        cancel, bound * inv(M) * (n * (n - 1) / 2)))  # fmt: skip
    return p.apply("out", "integrals.integral_mono", total, more, F=at_matrix(in_pairs), G=at_matrix(in_pairs),
                   E_1=sigma(share, 1, n), E=bound * duplicates)  # fmt: skip


(small_G,) = functions("g", MATRIX + "ZZ")
FOUND = matrix_list(letters, d, num(1), m)[2]
SIZE = for_all(
    lambda Y: sigma(lambda t: sigma(lambda k: size_to_the(H(Y, t, k), power_p), 1, n), 1, d) <= bound, MATRIX
)
at_cost = cost(H, small_G, power_p, d, n)
COST_IN_PAIRS = for_all(lambda X: at_cost(X) <= in_pairs(X), MATRIX)


@paper.claim(
    [*ON_GRID.values(), *COLUMN_LETTERS.values(), FOUND, piecewise_constant(H), SIZE, 0 <= bound,
     *right_on(small_G, H)],
    shows=COST_IN_PAIRS,
)  # fmt: skip
def cost_in_pairs(p: Proof) -> Fact:
    """Where the functions differ two columns lie in one cell, and one function is 0."""
    p.given(**ON_GRID, **COLUMN_LETTERS, found=FOUND, steps_=piecewise_constant(H), sign=0 <= bound, **INDEX)
    p.given(**dict(zip(("right", "none", "none_low", "none_high"), right_on(small_G, H), strict=True)))
    e, o = ints("e o")
    p.given(r_low=1 <= row, r_high=row <= d, o_low=1 <= o, o_high=o <= n, e_low=1 <= e, e_high=e <= n)
    p.given(c_low=1 <= c_, c_high=c_ <= M, before=j <= k - 1)
    pos = p.apply(None, "delta_pos")
    goal = at_cost(X) <= in_pairs(X)
    refuted = p.rule(None, "assume", implies(goal, FALSE))
    # in_pairs is not negative
    ind = p.apply(None, "integrals.indicator_nonneg", L=pair_low(c_, j, k), H=pair_high(c_, j, k))
    single = fun(lambda c: in_pair(c, j, k, X))
    of_k = fun(lambda k: sigma(lambda j: sigma(lambda c: in_pair(c, j, k, X), 1, M), 1, k - 1))
    signs_c = p.generalize(None, c_, p.have(None, 0 <= single(c_), ("sign", ind)), "c_low", "c_high")
    sum_c = p.apply(None, "sum_nonneg", signs_c)
    signs_j = p.generalize(None, j, sum_c, "j_low", "before")
    sum_j = p.apply(None, "sum_nonneg", signs_j)

    def all_(fact: Fact) -> Fact:
        return p.generalize(None, i, p.generalize(None, k, fact, "k_low", "k_high"), "i_low", "i_high")

    def contradicted(equal: Fact) -> Fact:
        """Equal values: no cost."""
        return p.rule(None, "mp", refuted, p.have(None, goal, "integrals.cost_zero", equal, "sum_nonneg", sum_j))

    # outside of the cubes
    inside_ = []
    for side, name, place_, other in ((X(row, o) < 0, "none_low", 2, 0 <= X(row, o)),
                                      (1 <= X(row, o), "none_high", 3, X(row, o) < 1)):  # fmt: skip
        held = p.rule(None, "assume", side)

        def zero_at(law: Fact, held: Fact = held) -> Fact:
            fact = p.specialize(None, law, X, row, o, using=[held])
            return p.specialize(None, fact, i, k)

        ours = zero_at(p.get(name))
        theirs = p.obtain(None, "steps_", [variable("A", FAMILY)], lambda *f, q=place_ - 1: zero_at(f[q]),
                          eq(H(X, i, k), 0))  # fmt: skip
        false = contradicted(p.have(None, eq(H(X, i, k), small_G(X, i, k)), ours, theirs))
        cut = p.rule(None, "absurd", false, other)
        kept = p.rule(None, "assume", other)
        inside_.append(
            p.cases(None, 0, X(row, o), kept, cut) if place_ == 2 else p.cases(None, 1, X(row, o), cut, kept)
        )
    inside_ = [p.generalize(None, row, p.generalize(None, o, f)) for f in inside_]
    # the cube
    own = p.specialize(None, inside_[0], i, k), p.specialize(None, inside_[1], i, k)
    times = quotient(X(i, k), delta, m)
    y_ = fun(lambda i, k: quotient(X(i, k), delta, m), 2)
    under = p.apply(None, "quotient_le", own[0], pos, n=m)
    unit = p.have(None, eq(m * delta, 1), p.have(None, 0 < m))
    below = p.have(None, X(i, k) < (m + 1) * delta, own[1], unit, pos)
    over_ = p.apply(None, "quotient_gt", below, pos, n=m, v=X(i, k))
    few = p.apply(None, "product_positive", p.have(None, 0 < (m - times) * delta, under, own[1], unit), x=m - times)
    least = p.have(None, 0 <= times)
    cube = [all_(f) for f in (least, p.have(None, times <= m - 1, p.rule(None, "integer_step", few)), under, over_)]
    apart = p.rule(None, "assume", distinct_columns(y_))
    equal = p.specialize(None, "right", y_, X, using=[*cube, apart])
    never = p.discharge(contradicted(p.have(None, eq(H(X, i, k), small_G(X, i, k)), equal)), apart.concl)
    zeros = p.specialize(None, "none", y_, X, using=[*cube, never])
    # the value is at most B
    costs, sizes = (fun(lambda i, k, f=f: size_to_the(f(i, k), power_p), 2) for f in (
        lambda i, k: H(X, i, k) - small_G(X, i, k), lambda i, k: H(X, i, k)))  # fmt: skip
    entry_ = p.congr(None, lambda x: size_to_the(x, power_p),
                     p.have(None, eq(H(X, i, k) - small_G(X, i, k), H(X, i, k)), zeros))  # fmt: skip
    line = p.apply(None, "sum_eq", entry_, f=fun(lambda k: costs(i, k)), g=fun(lambda k: sizes(i, k)), lo=1, hi=n)
    total = p.apply(None, "sum_eq", line)
    most = p.have(None, at_cost(X) <= bound, total)

    def met(a: Term, b: Term, order: Fact, alike: Fact) -> Fact:
        """Columns a < b in one cell."""
        more = fun(lambda t, q: y_(t, a) + 1, 2)
        digits = [p.specialize(None, f, i, a) for f in cube]
        sides = [p.have(None, f, *digits)
                 for f in (1 <= more(i, k), more(i, k) <= m)]  # fmt: skip
        there = p.specialize(None, "found", more, using=sides)

        def at_cell(_c_low: Fact, _c_high: Fact, letter_: Fact) -> Fact:
            letter = p.specialize(None, letter_, i, 1)
            low, high = pair_low(c_, a, b), pair_high(c_, a, b)
            here = [p.specialize(None, f, i, k) for f in (cube[2], cube[3], *inside_)]
            same_ = p.specialize(None, alike, i)

            def between_(order_a: Fact) -> Fact:
                def second(order_b: Fact) -> Fact:
                    known = chosen_values(p, [order_a, order_b], low(i, k), high(i, k))
                    facts: list[Fact] = []
                    for found_ in (order_a, order_b):
                        if found_.concl.op == "eq":
                            facts = [p.congr(None, lambda k: y_(i, k), found_), letter, same_]
                    cell = [p.have(None, eq(y_(i, k), letters(c_, i, num(1)) - 1), *facts)] if facts else []
                    pairs_ = [(f, delta) for f in cell]
                    both_ = [p.have(None, low(i, k) <= X(i, k), *known, *here, *pairs_),
                             p.have(None, X(i, k) <= high(i, k), *known, *here, *pairs_)]  # fmt: skip
                    return p.exists_intro(None, exists(lambda: [f.concl for f in both_]), [], *both_)

                return p.trichotomy(None, k, b, second)

            fact = p.trichotomy(None, k, a, between_)
            bounds = [all_(p.obtain(None, fact, [], lambda *f, s=s: f[s], g_)) for s, g_ in enumerate(
                (low(i, k) <= X(i, k), X(i, k) <= high(i, k)))]  # fmt: skip
            hit = p.apply(None, "integrals.indicator_one", *bounds)
            put = [(k, b), (j, a)]
            of_c = p.apply(None, "sum_member", _instance(p, signs_c, put),
                           f=fun(lambda c: in_pair(c, a, b, X)), m=c_, lo=1, hi=M)  # fmt: skip
            pair = fun(lambda j: sigma(lambda c: in_pair(c, j, b, X), 1, M))
            of_a = p.apply(
                None,
                "sum_member",
                _instance(p, signs_j, [(k, b)]),
                p.rule(None, "integer_step", order),
                f=pair,
                m=a,
                lo=1,
                hi=b - 1,
            )
            of_b = p.apply(None, "sum_member", sum_j, f=of_k, m=b, lo=1, hi=n)
            return p.have(None, goal, most, of_c, of_a, of_b, (hit, bound))

        return p.rule(None, "mp", refuted, p.obtain(None, there, [c_], at_cell, goal))

    same_ = p.rule(None, "assume", same_columns(e, o, y_, y_))

    def differ(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(None, eq(e, o), order)
        a, b = order.concl.args
        return p.rule(None, "absurd", met(a, b, order, same_), eq(e, o))

    fact = p.trichotomy(None, e, o, differ)
    fact = p.generalize(None, e, p.generalize(None, o, fact))
    false = p.rule(None, "mp", never, fact)
    return p.rule(None, "absurd", false, goal)


@paper.claim(
    [*ON_GRID.values(), piecewise_constant(H), SIZE, 0 <= bound, *right_on(small_G, H)],
    shows=exists(
        lambda K: substitute_all([*COLUMN_LETTERS.values(), FOUND, COST_IN_PAIRS], {letters: K}), letters.sort
    ),
)
def cost_in_listed_pairs(p: Proof) -> Fact:
    """The columns of the grid can be listed."""
    listed = p.apply(None, "tuples.matrices_listed", D=m, n=1)

    def with_list(low: Fact, high: Fact, found: Fact, _: Fact) -> Fact:
        below = p.apply(None, "cost_in_pairs", found)
        return p.exists_intro(None, p.goal, [letters], low, high, found, below)

    return p.obtain("out", listed, [letters], with_list)


def _instance(p: Proof, fact: Fact, values_: list[tuple[Term, Term]]) -> Fact:
    """The fact at other values."""
    return p.rule(None, "instantiate", fact, values_)


@paper.claim(list(WITH_CONSTANT.given), shows=WITH_CONSTANT.shows)
def steps_approximated(p: Proof) -> Fact:
    """The two differ where two columns lie in one cell only."""
    sizes = fun(lambda i, k: size_to_the(f_bar(X, i, k), power_p), 2)
    sign = p.apply(None, "sum_nonneg", f=fun(lambda i: sigma(lambda k: sizes(i, k), 1, n)), lo=1, hi=d)
    network = p.apply(None, "step_function_values", H=f_bar)

    def prove(in_class: Fact, *right: Fact) -> Fact:
        def with_list(_low: Fact, _high: Fact, _found: Fact, below: Fact) -> Fact:
            small = p.apply(None, "integrals.integral_mono", sign, below, F=substitute(at_cost, {H: f_bar}),
                            G=at_matrix(in_pairs), E_1=bound * duplicates, E=bound * duplicates)  # fmt: skip
            return p.exists_intro(None, p.goal, [small_G], in_class, small)

        return p.obtain(None, p.apply(None, "cost_in_listed_pairs", sign, *right, H=f_bar), [letters], with_list)

    return p.obtain("out", network, [small_G], prove)


pairs = n * (n - 1) / 2
root = exp(log(1 + bound * pairs) / power_p)  # (1 + B n (n − 1)/2)^(1/p)
(top_,) = reals("t")


@paper.claim({"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, "large": 1 <= power_p, "B_low": 0 <= bound},
             shows=bound * duplicates <= exp(power_p * log(substitute(rate, {C: root}))))  # fmt: skip
def rate_enough(p: Proof) -> Fact:
    """(C δ^(d/p))^p = C^p δ^d."""
    unit = p.have(None, eq(power_p * inv(power_p), 1), p.have(None, 0 < power_p))
    M_pos = p.apply(None, "power_pos", k=d)
    inverse = p.apply(None, "log_inv", x=m)
    whole = p.have(
        None, eq(power_p * log(substitute(rate, {C: root})), log(1 + bound * pairs) - d * log(m)),
        (unit, log(1 + bound * pairs) + d * log(delta)), (inverse, d),
    )  # fmt: skip
    value = p.rule(None, "exp_log", p.have(None, 0 < 1 + bound * pairs, ("B_low", p.have(None, 0 <= n * (n - 1)))))
    part = p.congr(None, exp, whole)
    rest = p.apply(None, "inv_pos", M_pos)
    share_ = p.have(None, eq(exp(-d * log(m)), inv(M)), "power_is_exp", M_pos)
    return p.have("out", p.goal, part, (value, exp(-d * log(m))), (share_, 1 + bound * pairs), rest)


@paper.claim(list(PROPOSITION_5.given), shows=PROPOSITION_5.shows)
def proposition_5(p: Proof) -> Fact:
    """C = (1 + B n (n − 1)/2)^(1/p)."""
    p.given(sign=0 <= bound, fine=2 <= m, steps_=piecewise_constant(f_bar), size=size(f_bar))
    by_root = lambda formula: substitute(formula, {C: root})  # noqa: E731
    sizes = substitute(at_cost, {H: f_bar})

    def prove(in_class: Fact, small: Fact) -> Fact:
        most = exp(power_p * log(by_root(rate)))
        fact = p.apply(None, "integrals.integral_mono", small, F=sizes, G=sizes, E_1=bound * duplicates, E=most)
        return p.exists_intro(None, by_root(some_near), [small_G], in_class, fact)

    found = p.obtain(None, p.apply(None, "steps_approximated"), [small_G], prove, by_root(some_near))
    return p.exists_intro(None, of_rate, [root], p.rule(None, "exp_pos", log(1 + bound * pairs) / power_p), found)
