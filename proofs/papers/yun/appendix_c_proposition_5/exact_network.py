"""Proposition 5 (C), the network: it equals a step function on the cubes of points with different columns.

The network is the composition of the networks of Lemmas 7, 8 and 9.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.language.notation import *
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import in_cube_of, zero_beyond
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import member
from proofs.papers.yun.appendix_e4_lemma_9.lemma_9 import *
from proofs.papers.yun.section_2_transformers.transformer_class import composed
from proofs.papers.yun.sentences import layers


def right_on(g: Term, f: Term) -> list[Term]:
    """g = f on the cubes of points with different columns, and g = 0 on the other cubes and outside of all cubes."""
    alike = lambda X: same(fun(lambda t, k: g(X, t, k), 2), fun(lambda t, k: f(X, t, k), 2))  # noqa: E731
    none = lambda X: entries(lambda t, k: Eq(g(X, t, k), 0), d, n)  # noqa: E731
    return [
        for_all(lambda y, X: implies(*in_cube_of(y, X), distinct_columns(y), alike(X)), GRID_SORT, MATRIX),
        for_all(lambda y, X: implies(*in_cube_of(y, X), negation(distinct_columns(y)), none(X)), GRID_SORT, MATRIX),
        *zero_beyond(g),
    ]


def is_right(g: Term) -> Term:
    """What `right_on` says, as one formula."""
    return exists(lambda: right_on(g, H))


paper.notions.define(
    is_right(G), (G, H, m, d, n), "{0} is {1} on cubes of 1/{2} with different columns and 0 elsewhere",
    r"{0} \text{{ is }} {1} \text{{ on cubes of }} 1/{2} \text{{ with different columns and }} 0 \text{{ elsewhere}}",
)  # fmt: skip


(G4,) = functions("G_4", MATRIX + "ZZ")
quantiser_layers = d * m + d


def three_stages(Q: Term, G: Term, V: Term) -> list[Term]:
    """Q, G and V are stacks of layers (quantiser, contextual mapping, values) whose composition is right for H."""
    made = composed_of(token_wise, Q, quantiser_layers), composed_of(two_heads, G, M + 1)
    return [*made, composed_of(token_wise, V, value_layers), is_right(composed(composed(Q, G), V))]


@paper.claim([*ON_GRID.values(), piecewise_constant(H)], shows=exists(three_stages, OPERATOR, OPERATOR, OPERATOR))
def stages_right(p: Proof) -> Fact:
    """The stages are the quantiser, the sweep, and the layers that look up the values."""
    started(p)
    p.given(steps_=piecewise_constant(H))
    whole = composed(composed(G, sweep), G3)
    Y_ = fun(lambda t, k: G(X, t, k), 2)
    Z_ = fun(lambda t, k: S(M + 1, Y_, t, k), 2)
    p.given(r_low=1 <= row, r_high=row <= d)

    def all_(fact: Fact) -> Fact:
        return p.generalize(i, p.generalize(k, fact))

    def prove(quantiser: Fact, rounds: Fact, bound: Fact, values_: Fact, right: Fact) -> Fact:
        law = p.specialize(right, Z_, k, using=[bound])
        found = p.specialize(rounds, X, i, k)
        contexts_ = p.apply("context_properties")

        def from_point(L: Term, near: Fact) -> Fact:
            """Prove that entry (i, k) of the sweep's output at Y_ is that of its output at L."""
            image = p.apply("context_of_entries", near, X=Y_, **{"X'": L})
            return p.specialize(image, i, k)

        def zero(L: Term, near: Fact, beyond: Callable[..., Fact]) -> Fact:
            """Prove that the network is 0 at X, since the codes at L are outside of the range from t_l to t_r."""
            image = from_point(L, near)
            terms = [fun(lambda i, A=A: U(i) * A(i, k)) for A in (Z_, fun(lambda i, k: S(M + 1, L, i, k), 2))]
            each = p.have(Eq(terms[0](i), terms[1](i)), (image, U(i)))
            codes = p.apply("sum_eq", each)
            own = codes.concl.args[0]
            low, high = p.assume(t_l <= own), p.assume(own <= t_r)
            sides = [p.have(t_l <= codes.concl.args[1], low, codes),
                     p.have(codes.concl.args[1] <= t_r, high, codes)]  # fmt: skip

            def none(*laws: Fact) -> Fact:
                fact = p.specialize(beyond(laws), k, using=sides)
                return p.mp(fact, sides[1])

            off = p.discharge(p.exists_elim(contexts_, [], none, FALSE), low.concl, high.concl)
            goal = Eq(whole(X, i, k), 0)
            out = p.exists_elim(law, [], lambda _, zero: p.specialize(p.mp(zero, off), i), goal)
            return all_(out)

        # on a cube
        cube = [p.assume(f) for f in in_cube_of(y, X)]
        ends = [p.specialize(f, i, k) for f in cube]
        grid = list(ends[:2])
        rounded = p.exists_elim(found, [], lambda cells, *_: p.specialize(cells, y(i, k), using=ends),
                           Eq(Y_(i, k), y(i, k) * delta))  # fmt: skip
        near = p.have(Eq(Y_(i, k), point(y)(i, k)), rounded)
        apart = p.assume(distinct_columns(y))
        here = from_point(point(y), near)
        goal = Eq(whole(X, i, k), H(X, i, k))

        def mapped(known: Fact, _: Fact) -> Fact:
            got = p.specialize(p.specialize(known, y, using=[*grid, apart]), k, using=[here])
            got = p.specialize(got, i)

            def with_values(constant: Fact, *_: Fact) -> Fact:
                there = p.have(Eq(point(y)(i, k), y(i, k) * delta))
                at = cube_facts(p, y, point(y), ends[:2], there)
                values_ = [p.specialize(constant, y, X_, using=facts) for X_, facts in ((X, cube), (point(y), at))]
                return p.have(goal, got, *values_)

            return p.exists_elim("steps_", [variable("A", FAMILY)], with_values, goal)

        equal = p.exists_elim(law, [], mapped, goal)
        alike = p.assume(negation(distinct_columns(y)))
        nothing = zero(point(y), near, lambda laws: p.specialize(laws[3], y, using=[*grid, alike]))
        nothing = p.discharge(nothing, *(f.concl for f in [*cube, alike]))
        # outside of the cubes
        digits, marks_ = fun(lambda i, k: digit(X(i, k)), 2), fun(lambda i, k: missed(X(i, k)), 2)
        L_ = marked_point(digits, marks_)

        def of_cell(number_: int, goal: Term) -> Fact:
            def with_laws(*laws: Fact) -> Fact:
                own = p.apply("cell_found", *laws)
                return p.exists_elim(own, [], lambda *f: f[number_], goal)

            return p.exists_elim(found, [], with_laws, goal)

        near = of_cell(4, Eq(Y_(i, k), L_(i, k)))
        grid = [of_cell(0, 0 <= digits(i, k)), of_cell(1, digits(i, k) <= m - 1)]
        out = []
        for side in (X(row, j) < 0, 1 <= X(row, j)):
            held = p.assume(side)
            more = [held] if side.op == "lt" else [p.have(0 <= X(row, j), held), held]
            hit = chosen_values(p, more, missed(X(row, j)))[0]
            there = exists(lambda i, k: [1 <= i, i <= d, 1 <= k, k <= n, Eq(marks_(i, k), 1)], "Z", "Z")
            some_ = [*grid, p.exists_intro(there, [row, j], hit)]
            fact = zero(L_, near, lambda laws, some_=some_: p.specialize(laws[4], digits, marks_, using=some_))
            fact = p.generalize(j, fact)
            out.append(fact)
        on_cubes = [equal, nothing]
        parts = p.exists_intro(is_right(whole), [], *on_cubes, *out)
        return p.exists_intro(p.goal, [G, sweep, G3], quantiser, values_, parts)

    bound_ = variable("c", "R")

    def with_sweep(_start: Fact, _steps: Fact, values: Fact) -> Fact:
        def with_quantiser(made: Fact, rounds: Fact) -> Fact:
            bounded_ = p.apply("outputs_bounded", rounds)
            return p.exists_elim(bounded_, [bound_], lambda bound: p.exists_elim(
                p.specialize(values, bound_), [G3],
                lambda *values_: prove(made, rounds, bound, *values_)))  # fmt: skip

        return p.exists_elim(p.apply("lemma_7_network"), [G], with_quantiser)

    return p.exists_elim(p.apply("sweep_values"), [S], with_sweep)


layers_few = factorial(n) * layers <= C * (n * tower(n))
staged = implies(piecewise_constant(H), exists(three_stages, *[OPERATOR] * 3))
in_stages = for_all(lambda f: substitute(staged, {H: f}), OPERATOR)


def of_few_layers(C_: Term) -> list[Term]:
    """For m >= n there are few layers, and for every step function networks of so many."""
    law = implies(n <= m, exists(lambda: [layers_few, in_stages]))
    return [0 < C_, for_all(lambda x: substitute(law, {C: C_, m: x}), "Z")]


@paper.claim([1 <= d, 2 <= n], shows=exists(of_few_layers, "R"))
def networks_of_order(p: Proof) -> Fact:
    """C = 11/4, which bounds the number of layers of the network of Proposition 5."""
    room = p.assume(n <= m)
    m_low = p.have(2 <= m, room, 2 <= n)
    less = p.have(n <= M, p.apply("rows_few", m_low), room, (p.have(0 <= d - 1), p.have(0 <= m, m_low)))
    few = p.have(substitute(layers_few, {C: rational(11, 4)}), p.apply("layers_few", m_low, less))
    held = p.assume(piecewise_constant(H))
    network = p.apply("stages_right", m_low, held)
    network = p.rule("generalize", H, p.discharge(network, held.concl))
    both = p.exists_intro(substitute(exists(lambda: [layers_few, in_stages]), {C: rational(11, 4)}), [], few, network)
    law = p.rule("generalize", m, p.discharge(both, room.concl))
    return p.exists_intro(p.goal, [rational(11, 4)], law)


@paper.claim([*ON_GRID.values(), piecewise_constant(H)], shows=exists(lambda g: [member(g), is_right(g)], OPERATOR))
def step_function_values(p: Proof) -> Fact:
    """The composition of the three stages is a modified Transformer."""
    some = p.have(0 <= M + 1, p.apply("power_pos", k=d))
    quantiser, heads, values_, right = p.obtain(p.apply("stages_right"), G, G4, G3)
    first = p.apply("token_layers_follow", quantiser, N=quantiser_layers)
    second = p.apply("head_layers_follow", some, heads, G=G4)
    third = p.apply("token_layers_follow", values_, G=G3, N=value_layers)
    both, whole = composed(G, G4), composed(composed(G, G4), G3)
    follows = p.apply("both_follow", first, second, H=G4)
    follows = p.apply("both_follow", follows, third, G=both, H=G3)
    in_class = p.apply("follower_member", follows, G=whole)
    return p.exists_intro(p.goal, [whole], in_class, right)
