"""Lemma 8 (E.3): a network of attention layers with two heads that is a contextual mapping on the grid.

The layers are the selective shifts of the M levels and the last layer; their effect is known level by level (`sweep`,
`contextual_mapping`). Properties 8.1 to 8.4 are statements about its outputs.
"""

from __future__ import annotations

from proofs.language.notation import *
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import run, two_heads
from proofs.papers.yun.appendix_e2_lemma_7.quantiser_network import *
from proofs.papers.yun.appendix_e3_lemma_8.category_3 import mark
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import U, xy, y
from proofs.papers.yun.appendix_e3_lemma_8.columns_in_any_order import ENTRIES, output_id
from proofs.papers.yun.appendix_e3_lemma_8.contextual_equivariance import contextual_equivariant
from proofs.papers.yun.appendix_e3_lemma_8.contextual_mapping import (
    DISTINCT,
    GTILDE,
    OTHER,
    W2,
    primed,
    same_columns,
    y2,
)
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import g_c, t_l, t_r
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import big_psi, psi
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import level_window
from proofs.papers.yun.appendix_e3_lemma_8.sweep import SWEEP, W
from proofs.papers.yun.appendix_e4_lemma_9.number_of_contexts import tau
from proofs.papers.yun.vocabulary import M, tower
from proofs.theorems.networks.permutations import permutation

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
    """Return the layers of the sweep, and one more head."""

    def layer(order: Fact, *numbers: Term) -> Fact:
        value = p.ite_eq(SHIFTS(l, X, t, k), order)
        return p.exists_intro(two_heads(at_layer(SHIFTS, l)), [U, *numbers], value)

    sweeps = layer(p.assume(l <= M - 1), M, -M, *level_window(l))
    last = layer(p.assume(M - 1 < l), tower(n + 1), num(0), num(0), num(0))
    return p.cases(l, M - 1, sweeps, last)


def permuted(tau: Term) -> list[Term]:
    """L' is L in the order of the permutation τ."""
    return [*permutation(tau, n), every(lambda k: same_columns(tau(k), k, y, y2), 1, n)]


same_entries = every(lambda i: Eq(primed(g_c(i, q)), g_c(i, j)), 1, d)


@paper.claim(
    [*GTILDE.values(), *OTHER.values(), 1 <= j, j <= n, 1 <= q, q <= n, Eq(output_id(j), primed(output_id(q)))],
    shows=exists(lambda tau: [*permuted(tau), Eq(tau(q), j), same_entries], "(Z>Z)"),
)
def same_id_permuted(p: Proof) -> Fact:
    """Each column of one is a column of the other; as g_c is equivariant, they have the same images."""
    p.given(**GTILDE, **{f"{name}_2": f for name, f in OTHER.items()})
    p.given(same=Eq(output_id(j), primed(output_id(q))))
    o, e = ints("o e")
    p.given(o_low=1 <= o, o_high=o <= n, e_low=1 <= e, e_high=e <= n, i_low=1 <= i, i_high=i <= d)
    back = {"y": y2, "W": W2, "y'": y, "W'": W}
    own, other = fun(lambda k: primed(xy(k))), xy
    goal = exists(lambda l: [1 <= l, l <= n, Eq(own(o), other(l))], "Z")
    refuted = p.assume(implies(goal, FALSE))
    column = p.assume(same_columns(o, e, y2, y))
    entry = p.specialize(column, i)
    terms = [fun(lambda i, y=y, k=k: U(i) * y(i, k)) for y, k in ((y2, o), (y, e))]
    each = p.have(Eq(terms[0](i), terms[1](i)), (entry, U(i)))
    ids = p.apply("sum_eq", each)
    met = p.exists_intro(goal, [e], ids)
    none = p.discharge(p.mp(refuted, met), column.concl)
    differ = p.apply("property_2", none, r=o, j=q, q=j, **back)
    no = p.mp(differ, p.have(Eq(primed(output_id(q)), output_id(j)), "same"))
    some = p.absurd(no, goal)
    matched = p.apply("permutations.all_matched", some, a=own, b=other, m=n)

    low, high, ids = p.obtain(matched, tau)
    at = lambda k: [p.specialize(law, k) for law in (low, high, ids)]  # noqa: E731
    of_o, of_e = at(o), at(e)
    columns = p.apply("same_ids", of_o[2], of_o[0], of_o[1], j=tau(o), k=o)
    columns = p.generalize(o, columns)
    meet = p.assume(Eq(tau(o), tau(e)))
    moved = p.congr(xy, meet)
    again = p.apply("same_ids", moved, of_o[2], of_e[2], j=o, k=e, y=y2, **{"y'": y2})
    injective = p.specialize("distinct_2", o, e, using=[again])
    # the place of column q
    column = p.specialize(columns, o, i)
    starts = p.specialize("start_2", o, i), p.specialize("start", tau(o), i, using=of_o[:2])
    start = p.have(Eq(W2(0, i, o), W(0, i, tau(o))), *starts, (column, delta))
    image = p.apply(contextual_equivariant.name, start, low, high, injective, j=q)
    terms = [fun(lambda i, f=f: U(i) * f(i)) for f in (lambda i: primed(g_c(i, q)), lambda i: g_c(i, tau(q)))]
    each = p.have(Eq(terms[0](i), terms[1](i)), (image, U(i)))
    total = p.apply("sum_eq", each)
    of_q = at(q)
    place = p.apply("property_1", total, "same", of_q[0], of_q[1], j=tau(q), k=j)
    moved = p.congr(lambda k: g_c(i, k), place)
    equal = p.have(Eq(primed(g_c(i, q)), g_c(i, j)), image, moved)
    return p.exists_intro(p.goal, [tau], low, high, injective, columns, place, equal)


def point(y: Term) -> Term:
    """L, with the entries y δ."""
    return fun(lambda i, k: y(i, k) * delta, 2)


def marked_point(y: Term, o: Term) -> Term:
    """L, with the entries −δ^(-nd) where o is 1, else y δ."""
    return fun(lambda i, k: ite(Eq(o(i, k), 1), outside, y(i, k) * delta), 2)


def on_grid(y: Term) -> list[Term]:
    """0 <= y <= m − 1 in every entry."""
    return [substitute(f, {y_grid: y}) for f in ENTRIES.values()]


y_grid = y


def distinct_columns(y: Term) -> Term:
    """The columns are pairwise different."""
    return substitute(DISTINCT["distinct"], {y_grid: y})


def contextual(G: Term, u: Term, low: Term, high: Term) -> list[Term]:
    """Properties 8.1 to 8.4 of q(L) = uᵀ G(L)."""
    at = lambda L, j: Sum(lambda i: u(i) * G(L, i, j), 1, d)  # noqa: E731
    chosen = lambda y: [*on_grid(y), distinct_columns(y)]  # noqa: E731
    columns = lambda claim: every(lambda j: every(lambda k: claim(j, k), 1, n), 1, n)  # noqa: E731
    within = lambda L: every(lambda j: exists(lambda: [low <= at(L, j), at(L, j) <= high]), 1, n)  # noqa: E731
    beyond = lambda L: every(lambda j: implies(low <= at(L, j), at(L, j) <= high, FALSE), 1, n)  # noqa: E731
    one = lambda y: columns(lambda j, k: implies(Eq(at(point(y), j), at(point(y), k)), Eq(j, k)))  # noqa: E731
    apart = lambda y, z: columns(lambda j, k: negation(Eq(at(point(y), j), at(point(z), k))))  # noqa: E731
    moved = lambda y, z: exists(lambda tau: substitute_all(permuted(tau), {y_grid: y, y2: z}), "(Z>Z)")  # noqa: E731
    some = lambda o: exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, Eq(o(i, k), 1)], "Z", "Z")  # noqa: E731
    return [
        for_all(lambda y: implies(*chosen(y), one(y)), GRID_SORT),
        for_all(lambda y, z: implies(*chosen(y), *chosen(z), negation(moved(y, z)), apart(y, z)), GRID_SORT, GRID_SORT),
        for_all(lambda y: implies(*chosen(y), within(point(y))), GRID_SORT),
        for_all(lambda y: implies(*on_grid(y), negation(distinct_columns(y)), beyond(point(y))), GRID_SORT),
        for_all(lambda y, o: implies(*on_grid(y), some(o), beyond(marked_point(y, o))), GRID_SORT, GRID_SORT),
    ]


def substitute_all(formulas: list[Term], by: dict[Term, Term]) -> list[Term]:
    """Substitute in each of the formulas."""
    return [substitute(f, by) for f in formulas]


GRID_SORT = "(ZZ>Z)"


def name_properties() -> None:
    """Give Properties 8.1 to 8.4 names."""
    (g_c,), (u,), ends = functions("g_c", MATRIX + "ZZ"), vectors("u"), reals("t_l t_r")
    distinct, apart, within, repeated, marked = contextual(g_c, u, *ends)
    paper.notions.define(
        distinct, (g_c, u, m), "{1}ᵀ{0}(L) has distinct entries for L ∈ G̃_(1/{2})",
        r"{1}^T {0}(L) \text{{ has distinct entries for }} L \in \tilde{{\mathbb{{G}}}}_{{1/{2}}}",
    )  # fmt: skip
    paper.notions.define(
        apart, (g_c, u, m), "{1}ᵀ{0}(L)_j ≠ {1}ᵀ{0}(L')_k for L, L' ∈ G̃_(1/{2}), L' ≠ L P",
        r"{1}^T {0}(L)_j \ne {1}^T {0}(L')_k \text{{ for }} L, L' \in \tilde{{\mathbb{{G}}}}_{{1/{2}}}, L' \ne L P",
    )  # fmt: skip
    for law, place, symbols in (
        (
            within, "∈ [{3}, {4}] for L ∈ G̃_(1/{2})",
            r"\in [{3}, {4}] \text{{ for }} L \in \tilde{{\mathbb{{G}}}}_{{1/{2}}}",
        ),
        (
            repeated, "∉ [{3}, {4}] for L ∈ G_(1/{2}) ∖ G̃_(1/{2})",
            r"\notin [{3}, {4}] \text{{ for }} L \in"
            r" \mathbb{{G}}_{{1/{2}}} \setminus \tilde{{\mathbb{{G}}}}_{{1/{2}}}",
        ),
        (
            marked, "∉ [{3}, {4}] for L ∈ G⁺_(1/{2}) ∖ G_(1/{2})",
            r"\notin [{3}, {4}] \text{{ for }} L \in \mathbb{{G}}_{{1/{2}}}^{{+}} \setminus \mathbb{{G}}_{{1/{2}}}",
        ),
    ):  # fmt: skip
        paper.notions.define(law, (g_c, u, m, *ends), "{1}ᵀ{0}(L)_j " + place, "{1}^T {0}(L)_j " + symbols)


name_properties()
paper.notions.define(
    exists(lambda: [*ENTRIES.values(), *DISTINCT.values()]), (y, m), "{0}/{1} ∈ G̃_(1/{1})",
    r"{0}/{1} \in \tilde{{\mathbb{{G}}}}_{{1/{1}}}",
)  # fmt: skip
RUN = dict(zip(("begin", "steps"), run(S, SHIFTS, M + 1), strict=True))


def states(L: Term) -> Term:
    """The matrix before level v, from L."""
    return fun(lambda v, i, k: S(v, L, i, k), 3)


def swept_from(p: Proof, L: Term, entry: Term) -> list[Fact]:
    """The run from L, whose entry (i, k) is given by a term: the facts of `SWEEP`; i, k and v are in range."""
    W_ = states(L)
    start = p.have(Eq(W_(0, i, k), entry), p.specialize("begin", L, i, k))
    chosen = p.ite_eq(SHIFTS(v, fun(lambda t, k: S(v, L, t, k), 2), i, k), "v_high")
    step = p.have(Eq(W_(v + 1, i, k), chosen.concl.args[1]), chosen)
    return [start, p.change(step, substitute(SWEEP["layers"], {W: W_}))]


def last_of(p: Proof, L: Term, i: Term, j: Term) -> Fact:
    """The output from L is g_c."""
    step = p.specialize("steps", M, L, i, j)
    return p.have(Eq(S(M + 1, L, i, j), substitute(g_c(i, j), {W: states(L)})), step)


def code_of(p: Proof, L: Term, j: Term) -> Fact:
    """Evaluate uᵀ of column j of the output from L by the run."""
    out = last_of(p, L, i, j)
    terms = [fun(lambda i, f=f: U(i) * f(i)) for f in (
        lambda i: S(M + 1, L, i, j), lambda i: substitute(g_c(i, j), {W: states(L)}))]  # fmt: skip
    return p.apply("sum_eq", (out, U(i)), f=terms[0], g=terms[1], lo=1, hi=d)


contexts_of = contextual(at_layer(S, M + 1), U, t_l, t_r)


@paper.claim({**ON_GRID, **RUN}, shows=exists(lambda: contexts_of))
def context_properties(p: Proof) -> Fact:
    """Properties 8.1 to 8.4 for the run from each point."""
    p.given(i_low=1 <= i, i_high=i <= d, j_low=1 <= j, j_high=j <= n, k_low=1 <= k, k_high=k <= n)
    p.given(v_low=0 <= v, v_high=v <= M - 1)
    p.have(1 <= M, label="M_some")
    L, L2 = point(y), point(y2)
    grid = [p.assume(f) for f in [*on_grid(y), distinct_columns(y)]]
    grid2 = [p.assume(f) for f in [*on_grid(y2), distinct_columns(y2)]]
    ran, ran2 = swept_from(p, L, y(i, k) * delta), swept_from(p, L2, y2(i, k) * delta)
    by = {"W": states(L)}
    codes = {name: code_of(p, *of) for name, of in {"j": (L, j), "k": (L, k), "k2": (L2, k)}.items()}

    # 8.1
    hit = p.assume(Eq(codes["j"].concl.args[0], codes["k"].concl.args[0]))
    one = p.apply("property_1", hit, codes["j"], codes["k"], *ran, *grid, **by)
    first = p.discharge(one, hit.concl)
    # 8.2
    hit = p.assume(Eq(codes["j"].concl.args[0], codes["k2"].concl.args[0]))
    two = [*ran, *grid, *ran2, *grid2]
    found = p.apply("same_id_permuted", hit, codes["j"], codes["k2"], *two, q=k, **by, **{"W'": states(L2)})
    other = exists(permuted, "(Z>Z)")
    refuted = p.assume(negation(other))
    facts = p.obtain(found, tau)
    no = p.exists_intro(other, [tau], *facts[:-2])
    apart = p.mp(refuted, no)
    second = p.generalize(k, apart)
    # 8.3
    sides = [p.apply(f"property_3_{end}", *ran, *grid, **by) for end in ("low", "high")]
    value = codes["j"].concl.args[0]
    least, most = p.have(t_l <= value, sides[0], codes["j"]), p.have(value <= t_r, sides[1], codes["j"])
    third = p.exists_intro(exists(lambda: [t_l <= value, value <= t_r]), [], least, most)
    # 8.4, two columns are the same
    above, below = p.assume(t_l <= value), p.assume(value <= t_r)
    e, o = ints("e o")
    e_in, o_in = ([p.assume(f) for f in (1 <= c, c <= n)] for c in (e, o))
    same = p.assume(same_columns(e, o))

    def differ(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(Eq(e, o), order)
        a, b = order.concl.args
        low = p.apply("property_4_duplicates", order, same, *e_in, *o_in, *ran, *grid[:2], i=a, r=b, **by)
        return p.absurd(p.have(FALSE, low, above, codes["j"]), Eq(e, o))

    fact = p.trichotomy(e, o, differ)
    fact = p.generalize(e, p.generalize(o, fact))
    some = p.assume(negation(distinct_columns(y)))
    false = p.discharge(p.mp(some, fact), above.concl, below.concl)
    fourth = p.generalize(j, false)
    # 8.4, an entry is −δ^(-nd)
    L3 = marked_point(y, mark)
    ran3 = swept_from(p, L3, L3(i, k))
    code = code_of(p, L3, j)
    value = code.concl.args[0]
    above, below = p.assume(t_l <= value), p.assume(value <= t_r)
    a, b = ints("a b")
    there = exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, Eq(mark(i, k), 1)], "Z", "Z")
    own = code.concl.args[1]
    sides = [p.have(t_l <= own, above, code), p.have(own <= t_r, below, code)]

    def outside_(*at: Fact) -> Fact:
        return p.apply("property_4_outside", *at, *sides, *ran3, *grid[:2], i=a, r=b, W=states(L3))

    marked = p.assume(there)
    false = p.exists_elim(marked, [a, b], outside_, FALSE)
    fifth = p.generalize(j, false)
    return p.exists_intro(p.goal, [], first, second, third, fourth, fifth)


@paper.claim(
    list(ON_GRID.values()), shows=exists(lambda T: substitute_all([*RUN.values(), *contexts_of], {S: T}), S.sort)
)
def sweep_contexts(p: Proof) -> Fact:
    """Every matrix has a run."""
    some = p.have(0 <= M + 1, p.apply("power_ge_two", k=d))
    start, steps = p.obtain(p.apply("run_exists", some, F=SHIFTS), S)
    laws = p.apply("context_properties", start, steps)
    return p.exists_elim(laws, [], lambda *laws: p.exists_intro(p.goal, [S], start, steps, *laws))


sweep = at_layer(S, M + 1)


def of_lemma_8(g_c: Term, u: Term, t_l: Term, t_r: Term) -> list[Term]:
    """Return the statement of Lemma 8 about g_c, u, t_l and t_r."""
    return [composed_of(two_heads, g_c, M + 1), 0 < t_l, t_l < t_r, *contextual(g_c, u, t_l, t_r)]


@paper.claim({**ON_GRID, **RUN}, shows=composed_of(two_heads, sweep, M + 1))
def sweep_made(p: Proof) -> Fact:
    """Take the sweep over the levels, and the last layer."""
    return p.exists_intro(p.goal, [SHIFTS, S])


def made_of_heads(p: Proof, start: Fact, steps: Fact) -> list[Fact]:
    """The network consists of attention layers, and 0 < t_l < t_r."""
    return [p.apply("sweep_made", start, steps)]


@paper.claim(ON_GRID, shows=exists(of_lemma_8, OPERATOR, VECTOR, "R", "R"))
def lemma_8_network(p: Proof) -> Fact:
    """Take the sweep over the levels, and the last layer."""
    start, steps, *laws = p.obtain(p.apply("sweep_contexts"), S)
    return p.exists_intro(p.goal, [sweep, U, t_l, t_r], *made_of_heads(p, start, steps), *laws)
