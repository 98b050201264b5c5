"""Lemma 9 (E.1.3, E.4): the look-up network maps the outputs of Lemma 8 to the values of a step function."""

from __future__ import annotations

from collections.abc import Callable

from proofs.language.notation import *
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import TOKEN_MAP, T, token_by_token
from proofs.papers.yun.appendix_e4_lemma_9.listed_contexts import *
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import w
from proofs.papers.yun.sentences import most_value_layers, value_layers_few
from proofs.theorems.combinatorics.binomials import factorial


@paper.claim([*ON_GRID.values(), *RUN.values(), piecewise_constant(H)], shows=LEMMA_9)
def lemma_9_of_function(p: Proof) -> Fact:
    """Take one layer for each id of a token of a grid point."""
    started(p)
    p.given(steps_=piecewise_constant(H), **E_IN, e2_low=1 <= e2, e2_high=e2 <= MANY)
    p.given(w_low=1 <= w, w_high=w <= all_contexts, q_low=1 <= q, q_high=q <= all_contexts)
    one = p.have(1 <= n)
    n_nonneg = p.have(0 <= n)
    laws = [p.rule("assume", f) for f in ALL_TILES.values()]
    letters = [p.rule("assume", f) for f in POINTS.values()]
    chosen_id = fun(lambda w: listed_id(tau(w)))
    chosen_column, chosen_value = (fun(lambda w, i, f=f: f(tau(w), i), 2) for f in (listed_column, listed_value))
    indices: list[Fact] = []
    equal_ids: list[Fact] = []

    def values_(found: Fact, right: Fact) -> Fact:
        column = of_column(X, k)
        most = p.rule("assume", every(lambda i: column(i) <= top, 1, d))
        law = p.specialize(right, X, k, using=[most])
        grid = [p.rule("assume", f) for f in [*on_grid(y), distinct_columns(y)]]
        here = p.rule("assume", every(lambda i: Eq(column(i), S(M + 1, point(y), i, j)), 1, d))
        goal = every(lambda i: Eq(G(X, i, k), H(point(y), i, j)), 1, d)
        digits = [p.specialize(f, k, i) for f in grid[:2]]
        more = fun(lambda t, k: y(t, k) + 1, 2)
        sides = [p.have(f, *digits)
                 for f in (1 <= more(i, k), more(i, k) <= m)]  # fmt: skip
        place_ = p.specialize(found, more, using=sides)

        c_low, c_high, alike = p.obtain(place_, c_)
        at = (c_ - 1) * n + j
        by = {"d": n, "G": all_points, "block": block, "offset": offset, "j": c_, "s": j}
        which, where = (p.apply(name, *laws, c_low, c_high, **by) for name in ("tile_block", "tile_offset"))
        before = p.have(0 <= c_ - 1, c_low)
        after = p.have(0 <= all_points - c_, c_high)
        ends = (p.have(1 <= at, (before, n_nonneg), "j_low"),
                p.have(at <= MANY, (after, n_nonneg), "j_high"))  # fmt: skip
        own = listed_point(at)
        letter = p.congr(lambda b: L(b, i, k), which)
        entry_ = p.have(Eq(own(i, k), y(i, k)), letter, p.specialize(alike, i, k))
        near = p.have(Eq(point(own)(i, k), point(y)(i, k)), (entry_, delta))
        image = p.apply("context_of_entries", near, X=point(own), **{"X'": point(y)})
        image = p.specialize(image, i, j)
        moved = p.congr(lambda o: S(M + 1, point(own), i, o), where)
        image = p.have(Eq(S(M + 1, point(own), i, offset(at)), S(M + 1, point(y), i, j)), image, moved)
        terms = [fun(lambda i, f=f: U(i) * f(i)) for f in (
            lambda i: S(M + 1, point(own), i, offset(at)), lambda i: S(M + 1, point(y), i, j))]  # fmt: skip
        each = p.have(Eq(terms[0](i), terms[1](i)), (image, U(i)))
        codes = p.apply("sum_eq", each)

        def function_same() -> Fact:

            constant, *_ = p.obtain("steps_", variable("A", FAMILY))
            values__ = []
            for at_ in (point(own), point(y)):
                fact = p.have(Eq(at_(i, k), y(i, k) * delta), (entry_, delta))
                value = p.specialize(constant, y, at_, using=cube_facts(p, y, at_, digits, fact))
                values__.append(p.specialize(value, i, j))
            moved = p.congr(lambda o: H(point(own), i, o), where)
            return p.have(Eq(H(point(own), i, offset(at)), H(point(y), i, j)), moved, *values__)

        laws_ = p.obtain(p.apply("context_properties"))
        bounds = p.specialize(laws_[2], y, j, using=grid)

        low, high = p.obtain(bounds)
        within = [p.have(t_l <= listed_code(at), low, codes),
                  p.have(listed_code(at) <= t_r, high, codes)]  # fmt: skip
        own_ = p.apply("listed_is_context", *laws, *letters, *ends, *within, e=at)
        f = p.obtain(own_)
        of = f
        id_, column_, value = chosen_values(p, within, listed_id(at), listed_column(at, i), listed_value(at, i))
        nonneg = p.apply("output_not_negative", *grid[:2])
        held = [*laws, *letters, *ends, *within]

        first, last = p.obtain(p.apply("listed_number_in_range", *held, e=at))
        w_ = listed_number(at)
        again = p.specialize(indices[2], at, using=[*ends, first, last])
        sides_ = [p.specialize(f, w_, using=[first, last]) for f in indices[:2]]
        ids = p.apply("same_number_same_id", *held, *sides_, again, e=at, **{"e'": tau(w_)})
        columns_, values__ = (p.specialize(f, at, tau(w_), i, using=[*ends, *sides_, ids]) for f in equal_ids)
        same_ = p.have(Eq(column(i), chosen_column(w_, i)), p.specialize(here, i), column_, image, columns_)
        sign = p.have(0 <= chosen_column(w_, i), column_, image, nonneg, columns_)
        high = p.have(chosen_id(w_) * delta <= t_r, (id_, delta), of[3], within[1], (ids, delta))
        facts = [same_, sign]

        def done(known_: Fact, _: Fact) -> Fact:
            got = p.specialize(known_, w_, i, using=[first, last, *facts, high])
            equal = function_same()
            return p.have(Eq(G(X, i, k), H(point(y), i, j)), got, value, equal, values__)

        fact = p.exists_elim(law, [], done, goal)
        fact = p.generalize(j, fact)
        fact = p.rule("generalize", y, p.discharge(fact, *(f.concl for f in grid)))
        off = substitute(OUTSIDE, {variable("z", VECTOR): column})
        zero = implies(off, every(lambda i: Eq(G(X, i, k), 0), 1, d))
        none = p.exists_elim(law, [], lambda _, none: none, zero)
        both = exists(lambda: [fact.concl, zero])
        return p.exists_intro(both, [], fact, none)

    tiles = p.apply("tuples.tiles", d=n, G=all_points)
    _facts = p.obtain(tiles, block, offset)
    listed = p.apply("tuples.matrices_listed", D=m)
    _low, _high, found, _once = p.obtain(listed, L)
    some = p.apply("contexts_nonneg", one)
    wide = p.have(1 <= MANY, (p.have(1 <= all_points), n_nonneg), one)
    listed = p.apply("indices_chosen", wide, some, b=listed_number)

    facts = p.obtain(listed, tau)
    indices[:] = facts
    held = [*laws, *letters]
    meet = p.rule("assume", Eq(listed_id(e), listed_id(e2)))
    both = p.specialize(p.apply("listed_consistent", *held, meet), i)
    for s, entry_ in enumerate(equal_entries):
        fact = p.exists_elim(both, [], lambda *f, s=s: f[s], entry_)
        fact = p.generalize(e2, p.generalize(i, fact))
        equal_ids.append(p.generalize(e, fact))
    ends, others = ([p.specialize(f, at) for f in indices[:2]] for at in (w, q))
    coded = p.apply("listed_coded", *held, *ends, e=tau(w))
    parts = [p.exists_elim(coded, [], lambda *f, s=s: f[s], coded_goal)
             for s, coded_goal in enumerate((Eq(code(of_context(chosen_column, w)), chosen_id(w) * delta),
                                             t_l <= chosen_id(w) * delta))]  # fmt: skip
    meet = p.rule("assume", Eq(chosen_id(w), chosen_id(q)))
    for fact in equal_ids:
        fact = p.specialize(fact, tau(w), tau(q), using=[*ends, *others, meet])
        parts.append(fact)
    by = {"A": chosen_value, "S": chosen_column, "x": chosen_id, "R": all_contexts}
    network = p.specialize(p.apply("lemma_9_network", *parts, some, **by), top)
    made, right = p.obtain(network, G)
    return p.exists_intro(p.goal, [G], made, values_(found, right))


SWEEP_VALUES = for_all(lambda B: substitute(LEMMA_9, {top: B}), "R")


@paper.claim(
    [*ON_GRID.values(), piecewise_constant(H)],
    shows=exists(lambda T: substitute_all([*RUN.values(), SWEEP_VALUES], {S: T}), S.sort),
)
def sweep_values(p: Proof) -> Fact:
    """Every matrix has a run."""
    some = p.have(0 <= M + 1, p.apply("power_ge_two", k=d))
    start, steps = p.obtain(p.apply("run_exists", some, F=SHIFTS), S)
    return p.exists_intro(p.goal, [S], start, steps)


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
    """Every point of the extended grid is the quantised form of some X."""
    started(p)
    grid = [p.rule("assume", f) for f in on_grid(y)]
    L_ = marked_point(y, mark)
    X_ = fun(lambda i, k: ite(Eq(mark(i, k), 1), -1, y(i, k) * delta), 2)

    _, rounds = p.obtain(p.apply("lemma_7_network"), G)
    digits = [p.specialize(f, k, i) for f in grid]
    found = p.specialize(rounds, X_, i, k)
    goal = Eq(G(X_, i, k), L_(i, k))

    def prove(cells: Fact, below: Fact, _: Fact) -> Fact:
        def case(order: Fact) -> Fact:
            here, there = p.reduce_ite(order, X_(i, k), L_(i, k))
            if order.concl.op == "eq":
                out = p.mp(below, p.have(X_(i, k) < 0, here))
            else:
                ends = [p.have(f, here) for f in in_cell(X_(i, k), y(i, k))]
                out = p.specialize(cells, y(i, k), using=[*digits, *ends])
            return p.have(goal, out, there)

        return p.trichotomy(mark(i, k), 1, case)

    near = p.exists_elim(found, [], prove, goal)
    (bound,) = p.obtain(p.apply("outputs_bounded", rounds), c_bound)
    image = p.apply("context_of_entries", near, X=fun(lambda t, k: G(X_, t, k), 2), **{"X'": L_})
    equal = p.specialize(image, i, j)
    fact = p.have(S(M + 1, L_, i, j) <= c_bound, bound, equal)
    return p.exists_intro(p.goal, [c_bound], fact)


def maps_values(T: Term, G: Term, H: Term) -> list[Term]:
    """T maps column j of G(L) to that of H(L) for L in G̃_δ, and to 0 for the other points of the extended grid."""
    column = lambda L, j: fun(lambda i: G(L, i, j))  # noqa: E731
    at = lambda L, value: every(lambda j: every(lambda i: Eq(T(column(L, j), i), value(i, j)), 1, d), 1, n)  # noqa: E731
    zero = lambda i, j: num(0)  # noqa: E731
    some = lambda o: exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, Eq(o(i, k), 1)], "Z", "Z")  # noqa: E731
    of = lambda y: at(point(y), lambda i, j: H(point(y), i, j))  # noqa: E731
    return [
        for_all(lambda y: implies(*on_grid(y), distinct_columns(y), of(y)), GRID_SORT),
        for_all(lambda y: implies(*on_grid(y), negation(distinct_columns(y)), at(point(y), zero)), GRID_SORT),
        for_all(lambda y, o: implies(*on_grid(y), some(o), at(marked_point(y, o), zero)), GRID_SORT, GRID_SORT),
    ]


def name_mapped() -> None:
    """Give the three cases names."""
    value, repeated, marked = maps_values(T, G, H)
    paper.notions.define(
        value, (T, G, H, m), "{0}({1}(L)_j) = {2}(L)_j for L ∈ G̃_(1/{3})",
        r"{0}({1}(L)_j) = {2}(L)_j \text{{ for }} L \in \tilde{{\mathbb{{G}}}}_{{1/{3}}}",
    )  # fmt: skip
    paper.notions.define(
        repeated, (T, G, m), "{0}({1}(L)_j) = 0 for L ∈ G_(1/{2}) ∖ G̃_(1/{2})",
        r"{0}({1}(L)_j) = 0 \text{{ for }} L \in \mathbb{{G}}_{{1/{2}}} \setminus \tilde{{\mathbb{{G}}}}_{{1/{2}}}",
    )  # fmt: skip
    paper.notions.define(
        marked, (T, G, m), "{0}({1}(L)_j) = 0 for L ∈ G⁺_(1/{2}) ∖ G_(1/{2})",
        r"{0}({1}(L)_j) = 0 \text{{ for }} L \in \mathbb{{G}}_{{1/{2}}}^{{+}} \setminus \mathbb{{G}}_{{1/{2}}}",
    )  # fmt: skip


name_mapped()


def value_mapping(G: Term, H: Term, number: Term = value_layers) -> Term:
    """This number of layers computes such a function of tokens."""
    return exists(
        lambda g_v, T: [composed_of(token_wise, g_v, number), token_by_token(g_v, T), *maps_values(T, G, H)],
        OPERATOR, TOKEN_MAP,
    )  # fmt: skip


(G3,) = functions("G_3", MATRIX + "ZZ")
(c_bound,) = reals("c")
of_all = lambda G: for_all(lambda f_bar: implies(piecewise_constant(f_bar), value_mapping(G, f_bar)), OPERATOR)  # noqa: E731


@paper.claim(
    ON_GRID,
    shows=exists(
        lambda g_c, u, t_l, t_r: [*of_lemma_8(g_c, u, t_l, t_r), of_all(g_c), implies(n <= M, value_layers_few.shows)],
        OPERATOR, VECTOR, "R", "R",
    ),
)  # fmt: skip
def values_mapped(p: Proof) -> Fact:
    """Take the network of Lemma 8 and, for each step function, the layers that look up its values."""
    p.given(**INDEX)
    start, steps, *laws = p.obtain(p.apply("sweep_contexts"), S)
    made = made_of_heads(p, start, steps)
    held, goal_of_H = p.rule("assume", piecewise_constant(H)), value_mapping(sweep, H)
    bounded = p.apply("grid_outputs_bounded", start, steps)

    def with_layers(bound: Fact, own: Fact, right: Fact) -> Fact:
        apart = p.specialize(p.apply("columns_apart", N=value_layers), G3, using=[own])
        (apart,) = p.obtain(apart, T)
        return p.exists_intro(goal_of_H, [G3, T], own, apart, *mapped(bound, right, apart))

    def mapped(bound: Fact, right: Fact, apart: Fact) -> list[Fact]:
        grid = [p.rule("assume", f) for f in on_grid(y)]
        unmarked = fun(lambda i, k: num(0), 2)
        some = exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, Eq(mark(i, k), 1)], "Z", "Z")
        more = [p.rule("assume", f) for f in (distinct_columns(y), negation(distinct_columns(y)), some)]

        def at(L: Term, o: Term, known: Callable[[Fact, Fact], Fact]) -> Fact:
            """The image of column j of the output from L."""
            out = fun(lambda t, k: S(M + 1, L, t, k), 2)
            most = p.specialize(bound, y, o, i, j, using=grid)
            law = p.specialize(right, out, j, using=[most])
            token = p.specialize(apart, out, i, j)
            return known(law, token)

        def found(law: Fact, token: Fact) -> Fact:
            goal = Eq(token.concl.args[1], H(point(y), i, j))

            def finish(known: Fact, _: Fact) -> Fact:
                got = p.specialize(known, y, j, using=[*grid, more[0]])
                return p.have(goal, token, p.specialize(got, i))

            return p.exists_elim(law, [], finish, goal)

        def zero(beyond: Fact) -> Callable[[Fact, Fact], Fact]:
            def finish_(law: Fact, token: Fact) -> Fact:
                goal = Eq(token.concl.args[1], 0)

                def finish(_: Fact, none: Fact) -> Fact:
                    off = p.mp(p.rule("specialize", beyond, j), "j_low")
                    off = p.mp(off, "j_high")
                    return p.have(goal, token, p.specialize(p.mp(none, off), i))

                return p.exists_elim(law, [], finish, goal)

            return finish_

        first = at(point(y), unmarked, found)
        beyond = [
            p.specialize(laws[3], y, using=[*grid, more[1]]),
            p.specialize(laws[4], y, mark, using=[*grid, more[2]]),
        ]
        second = at(point(y), unmarked, zero(beyond[0]))
        third = at(marked_point(y, mark), mark, zero(beyond[1]))
        return [first, second, third]

    (bound,) = p.obtain(bounded, c_bound)
    layers = p.apply("lemma_9_of_function", start, steps, held, top=c_bound)
    values_ = p.exists_elim(layers, [G3], lambda own, right: with_layers(bound, own, right), goal_of_H)
    return p.exists_intro(p.goal, [sweep, U, t_l, t_r], *made, *laws, values_)


(many_layers,) = ints("N")
(weights_u,) = vectors("u")
end_low, end_high = reals("t_l t_r")
few_layers = factorial(n) * many_layers <= C * (n * tower(n))
in_few = lambda G, H: exists(  # noqa: E731
    lambda N: [substitute(few_layers, {many_layers: N}), value_mapping(G, H, N)], "Z"
)
mapped_in_few = lambda G: for_all(lambda f_bar: implies(piecewise_constant(f_bar), in_few(G, f_bar)), OPERATOR)  # noqa: E731
paper.notions.define(
    mapped_in_few(G), (G, C, m),
    "for each f̄ ∈ F̄_PE(1/{2}) some g_v of N ≤ {1}·n·{2}^(n·d)/n! token-wise layers has g_v({0}(L)) = f̄(L) for "
    "L ∈ G̃_(1/{2}), 0 for L ∈ G⁺_(1/{2}) ∖ G̃_(1/{2})",
    r"\text{{for each }} \bar{{f}} \in \overline{{\mathcal{{F}}}}_{{PE}}(1/{2}) \text{{ some }} g_v \text{{ of }} "
    r"N \le {1} n {2}^{{n d}}/n! \text{{ token-wise layers has }} g_v({0}(L)) = \bar{{f}}(L) \text{{ for }} "
    r"L \in \tilde{{\mathbb{{G}}}}_{{1/{2}}}, 0 \text{{ for }} "
    r"L \in \mathbb{{G}}_{{1/{2}}}^{{+}} \setminus \tilde{{\mathbb{{G}}}}_{{1/{2}}}",
)  # fmt: skip
at_some = exists(
    lambda g_c, u, t_l, t_r: [*of_lemma_8(g_c, u, t_l, t_r), mapped_in_few(g_c)], OPERATOR, VECTOR, "R", "R"
)
for_small = lambda C_: for_all(lambda m_: implies(2 <= m_, substitute(at_some, {C: C_, m: m_})), "Z")  # noqa: E731


@paper.claim([1 <= d, 2 <= n], shows=exists(lambda C_: [0 < C_, for_small(C_)], "R"))
def lemma_9_sentence(p: Proof) -> Fact:
    """The number of layers is at most a constant that depends on d and n times n M^n."""
    p.given(m_low=2 <= m, steps_=piecewise_constant(H))
    by = {C: most_value_layers}
    goal, goal_of_H = substitute(at_some, by), substitute(in_few(G, H), by)

    def prove(*laws: Fact) -> Fact:
        *own, values_, _ = laws
        held = p.specialize(values_, H)
        end = lambda *facts: p.exists_intro(  # noqa: E731
            goal_of_H,
            [value_layers],
            p.apply("value_layers_of_order"),
            p.exists_intro(value_mapping(G, H), [G3, T], *facts),
        )
        found = p.exists_elim(held, [G3, T], end, goal_of_H)
        return p.exists_intro(goal, [G, weights_u, end_low, end_high], *own, found)

    some = p.exists_elim(p.apply("values_mapped"), [G, weights_u, end_low, end_high], prove, goal)
    return p.exists_intro(
        p.goal, [most_value_layers], p.have(0 < most_value_layers, p.apply("most_layers_positive")), some
    )
