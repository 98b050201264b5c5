"""Networks with positional encodings for step functions that need not be permutation equivariant (G): their layers.

The network of Proposition 5 runs on the grid of 1/(nm), after d layers that divide the encoded entries by n. So the
order of the number of layers is that of appendix G, n m^(nd) for fixed d and n, with another constant.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.exact_network import G3, G4, is_right, quantiser_layers
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import in_Phi
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import in_cube_of
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import (
    PHI,
    ROW,
    at_layer,
    composed_of,
    l,
    row_layer,
    token_wise,
    two_heads,
)
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import G as OP
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import S as RUN
from proofs.papers.yun.appendix_e3_lemma_8.contextual_network import distinct_columns
from proofs.papers.yun.appendix_g_theorem_3.placed_columns import *
from proofs.papers.yun.section_2_transformers.transformer_class import composed
from proofs.papers.yun.sentences import layers, three_pieces, value_layers
from proofs.papers.yun.vocabulary import M, i, tower
from proofs.papers.yun.vocabulary import r as row
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.combinatorics.binomials import factorial

(f,) = functions("f", MATRIX + "ZZ")
(U,) = vectors("U", 2)
PLACED = fun(lambda t, k: (k - 1) * m + G(t, k), 2)
COARSE = in_cube_of(G, X)
IN_CUBE = {**SIZED, **{f"cube_{number}": law for number, law in enumerate(COARSE)}}


@paper.claim([*SIZED.values(), *COARSE, 1 <= k, k <= n], shows=Eq(place(PLACED, k), k))
def place_of_encoded(p: Proof) -> Fact:
    """The first row has a digit after (k − 1) m."""
    p.given(**IN_CUBE)
    low, high = (p.specialize(f"cube_{number}", 1, k) for number in (0, 1))
    before = p.have(0 <= (k - 1) * m, (p.have(0 <= k - 1), p.have(0 <= m)))
    at = PLACED(num(1), k)
    whole = p.apply(
        "floor_is", p.have(0 <= at, before, low), p.have((k - 1) * m <= at, low), p.have(at < (k - 1 + 1) * m, high),
        q=at, c=m, y=k - 1,
    )  # fmt: skip
    return p.have(p.goal, whole)


@paper.claim([*SIZED.values(), *COARSE, 1 <= t, t <= d, 1 <= j, j <= n], shows=Eq(in_order(PLACED)(t, j), G(t, j)))
def order_of_encoded(p: Proof) -> Fact:
    """Only column j has the place j."""
    k_in = assumed(p, 1 <= k, k <= n)
    spot = p.apply("place_of_encoded", *k_in)
    own = fun(lambda k: G(t, k))
    term, hit = at_place(PLACED, t, j, k), ite(Eq(k, j), 1, 0)
    moved = p.congr(lambda x: ite(Eq(x, j), PLACED(t, k) - (j - 1) * m, 0), spot)

    def each(order: Fact) -> Fact:
        inner = ite(Eq(k, j), PLACED(t, k) - (j - 1) * m, 0)
        chosen = p.reduce_ite(order, inner, hit)
        if order.concl.op == "eq":
            return p.have(Eq(term, own(k) * hit), moved, chosen[0], (chosen[1], own(k)), (order, m))
        return p.have(Eq(term, own(k) * hit), moved, chosen[0], (chosen[1], own(k)))

    terms = p.trichotomy(k, j, each)
    parts = [fun(lambda k: at_place(PLACED, t, j, k)), fun(lambda k: own(k) * ite(Eq(k, j), 1, 0))]
    total = p.apply("sum_eq", terms, f=parts[0], g=parts[1], lo=1, hi=n)
    pick = p.apply("sum_delta", f=own, m=j, lo=1, hi=n)
    known = [p.get(1 <= t), p.get(t <= d)]
    return p.have(p.goal, *values(p, known, in_order(PLACED)(t, j)), total, pick)


@paper.claim([*SIZED.values(), *COARSE], shows=distinct_columns(PLACED))
def placed_distinct(p: Proof) -> Fact:
    """The first digits of two columns differ by less than m."""
    p.given(**IN_CUBE)
    j_in, k_in = assumed(p, 1 <= j, j <= n), assumed(p, 1 <= k, k <= n)
    alike = p.assume(every(lambda i: Eq(PLACED(i, j), PLACED(i, k)), 1, d))
    first = p.specialize(alike, 1)
    digits_ = [p.specialize(f"cube_{number}", 1, at, using=ends)
               for at, ends in ((j, j_in), (k, k_in)) for number in (0, 1)]  # fmt: skip
    gap = p.have(Eq(G(1, j) - G(1, k), m * (k - j)), first)
    none = p.apply("integers.small_multiple", gap, *digits_, x=gap.concl.args[0], b=m, y=k - j)
    equal = p.discharge(p.have(Eq(j, k), none), alike.concl)
    return p.generalize(j, p.generalize(k, equal, *k_in), *j_in)


ENCODED = entries(lambda t, k: Eq(U(t, k), (X(t, k) + (k - 1)) / n), d, n)


def at_placed(law: Term) -> Term:
    """The formula for the placed point and U, on the finer grid."""
    return substitute(fine(law), {G: PLACED, X: U})


@paper.claim({**IN_CUBE, "encoded": ENCODED}, shows=exists(lambda: list(map(at_placed, COARSE))))
def placed_in_cube(p: Proof) -> Fact:
    """(k − 1 + X)/n lies in the cell of (k − 1) m + G."""
    p.given(**INDEX)
    cell = [p.specialize(f"cube_{number}", t, k) for number in range(4)]
    own = p.specialize("encoded", t, k)
    m_pos, n_pos = p.have(0 < m, "m_low"), p.have(0 < n, "n_low")
    part = p.apply("inv_pos", n_pos, x=n)
    before = p.have(0 <= (k - 1) * m, (p.have(0 <= k - 1), p.have(0 <= m)))
    after = p.have(0 <= (n - k) * m, (p.have(0 <= n - k), p.have(0 <= m)))
    unit = p.have(Eq(m * delta, 1), m_pos)
    at, pitch = PLACED(t, k), inv(n * m)
    split = p.have(Eq(pitch, inv(n) * delta), m_pos, n_pos)
    laws = [
        p.have(0 <= at, before, cell[0]),
        p.have(at <= n * m - 1, after, cell[1]),
        p.have(at * pitch <= U(t, k), own, (split, at), (cell[2], part), (unit, (k - 1) * inv(n))),
        p.have(U(t, k) < (at + 1) * pitch, own, (split, at + 1), (cell[3], part), (unit, (k - 1) * inv(n))),
    ]
    return p.exists_intro(p.goal, [], *laws)


# --- the layers that divide by n --------------------------------------------------------------------------------------

shrink = lambda y: ite(y < n, (inv(n) - 1) * y, 0)  # noqa: E731
SHRINK = mapping(lambda l, X, t, k: row_layer(l + 1, shrink, X, t, k), "Z", MATRIX, "Z", "Z")


def divides(G: Term) -> Term:
    """G divides the entries below n by n."""
    value = lambda X: entries(lambda t, k: implies(X(t, k) < n, Eq(G(X, t, k), X(t, k) / n)), d, n)  # noqa: E731
    return for_all(value, MATRIX)


paper.notions.define(
    divides(OP), (OP, d, n), "{0} divides the entries below {2} by {2}",
    r"{0} \text{{ divides the entries below }} {2} \text{{ by }} {2}",
)  # fmt: skip


@paper.claim([], shows=in_Phi(mapping(shrink, "R")))
def shrink_in_class(p: Proof) -> Fact:
    """It is 0 from n on."""
    return three_pieces(p, (n, n + 1), ((inv(n) - 1, 0), (0, 0), (0, 0)))


@paper.claim([1 <= d, 1 <= n], shows=exists(lambda G: [composed_of(token_wise, G, d), divides(G)], OPERATOR))
def dividing_layers(p: Proof) -> Fact:
    """One layer for each row."""
    l_in = assumed(p, 0 <= l, l <= d - 1)
    own = {variable("r", "Z"): l + 1, PHI: mapping(shrink, "R"), variable("beta", "R"): num(0)}
    made = p.apply("row_token_wise", p.have(1 <= l + 1, l_in[0]), p.have(l + 1 <= d, l_in[1]), "shrink_in_class",
                   r=l + 1, phi=mapping(shrink, "R"), beta=num(0))  # fmt: skip
    layer = p.apply("token_wise_same", made, G=substitute(ROW, own), H=at_layer(SHRINK, l))
    layer = p.generalize(l, layer, *l_in)
    start, steps = p.obtain(p.apply("run_exists", p.have(0 <= d), F=SHRINK, N=d), RUN)
    rows = fun(lambda r, i: RUN(r, X, i, k), 2)
    r_in, i_in = assumed(p, 1 <= row, row <= d), assumed(p, 1 <= i, i <= d)
    before = p.have(0 <= row - 1, r_in[0]), p.have(row - 1 <= d - 1, r_in[1])
    step = p.specialize(steps, row - 1, X, i, k, using=before)
    each = p.generalize(row, p.generalize(i, step, *i_in), *r_in)
    done = p.apply("each_row_once", each, *i_in, Rows=rows, phi=mapping(shrink, "R"))
    below = p.assume(X(i, k) < n)
    chosen = p.ite_eq(shrink(X(i, k)), below)
    last = at_layer(RUN, d)
    begun = p.specialize(start, X, i, k)
    value = p.have(Eq(last(X, i, k), X(i, k) / n), done, begun, p.congr(shrink, begun), chosen)
    stack = p.exists_intro(composed_of(token_wise, last, d), [SHRINK, RUN], layer, start, steps)
    return p.exists_intro(p.goal, [last], stack, p.discharge(value, below.concl))


# --- the network ------------------------------------------------------------------------------------------------------


def constant_on_cubes(f: Term) -> Term:
    """f has one value on each cube of 1/m in [0, 1)^(d×n)."""
    value = lambda A: for_all(  # noqa: E731
        lambda G, X: implies(*in_cube_of(G, X), entries(lambda t, k: Eq(f(X, t, k), A(G, t, k)), d, n)), GRID, MATRIX
    )
    return exists(value, FAMILY)


encoded = lambda X: fun(lambda t, k: X(t, k) + (k - 1), 2)  # noqa: E731


def in_unit_cube(X: Term) -> list[Term]:
    """X ∈ [0, 1)^(d×n)."""
    return [entries(lambda t, k: 0 <= X(t, k), d, n), entries(lambda t, k: X(t, k) < 1, d, n)]


def right_when_encoded(g: Term, f: Term) -> Term:
    """g(X + E) = f(X) for X in [0, 1)^(d×n)."""
    value = lambda X: entries(lambda t, k: Eq(g(encoded(X), t, k), f(X, t, k)), d, n)  # noqa: E731
    return for_all(lambda X: implies(*in_unit_cube(X), value(X)), MATRIX)


paper.notions.define(
    constant_on_cubes(f), (f, m, d, n), "{0} is constant on each cube of 1/{1} in [0, 1)^({2}×{3})",
    r"{0} \text{{ is constant on each cube of }} 1/{1} \text{{ in }} [0, 1)^{{{2} \times {3}}}",
)  # fmt: skip
Sc, Q = functions("S_0 Q", MATRIX + "ZZ")


@paper.claim(
    {**SIZED, "divides": divides(Sc), "right": substitute(fine(is_right(OP)), {OP: Q, H: spread(A)}),
     "constant": for_all(lambda G, X: implies(*in_cube_of(G, X), entries(
         lambda t, k: Eq(f(X, t, k), A(G, t, k)), d, n)), GRID, MATRIX)},
    shows=right_when_encoded(composed(Sc, Q), f),
)  # fmt: skip
def right_after_division(p: Proof) -> Fact:
    """Encoded and divided, a point lies in a cube of points with different columns."""
    p.given(**INDEX)
    over = lambda fact: p.generalize(t, p.generalize(k, fact, "k_low", "k_high"), "t_low", "t_high")  # noqa: E731
    low, high = (p.assume(law) for law in in_unit_cube(X))
    own = [p.specialize(law, t, k) for law in (low, high)]
    below = p.have(encoded(X)(t, k) < n, own[1], "k_high")
    divided = fun(lambda t, k: Sc(encoded(X), t, k), 2)
    value = p.specialize("divides", encoded(X), t, k, using=[below])
    entry_ = p.have(Eq(divided(t, k), (X(t, k) + (k - 1)) / n), value)
    entry_ = over(entry_)
    laws_at = lambda G: [0 <= G(t, k), G(t, k) <= m - 1, G(t, k) * delta <= X(t, k), X(t, k) < (G(t, k) + 1) * delta]  # noqa: E731
    # the cube of X
    cells = fun(lambda t, k: quotient(X(t, k), delta, m), 2)
    cell = p.obtain(p.apply("cell_of", *own, a=X(t, k)))
    coarse = [over(law) for law in cell]
    fine_cube = p.obtain(p.apply("placed_in_cube", *coarse, entry_, G=cells, U=divided))
    apart = p.apply("placed_distinct", *coarse, G=cells)
    placed = substitute(PLACED, {G: cells})
    known, *_ = p.obtain("right")
    found = p.specialize(known, placed, divided, using=[*fine_cube, apart])
    found = p.specialize(found, t, k)
    spread_ = p.apply("spread_on_cube", *fine_cube, X=divided, G=placed)
    spot = p.apply("place_of_encoded", *coarse, G=cells)
    told = p.apply("order_of_encoded", *coarse, G=cells, j=k)
    order = in_order(placed)
    there = [over(p.have(law, own_, told, (told, delta))) for law, own_ in zip(laws_at(order), cell, strict=True)]
    at_order = p.specialize("constant", order, X, using=there)
    at_order = p.specialize(at_order, t, k)
    moved = p.congr(lambda x: A(order, t, x), spot)
    return p.have(Eq(composed(Sc, Q)(encoded(X), t, k), f(X, t, k)), found, spread_, moved, at_order)


# --- the number of layers ---------------------------------------------------------------------------------------------

(C,) = reals("C")
placed_layers = d + fine(layers)
placed_constant = rational(11, 4) * power(n, n * d) + d


@paper.claim([1 <= m, 1 <= d, 2 <= n], shows=placed_layers <= placed_constant * (n * tower(n)))
def placed_layers_few(p: Proof) -> Fact:
    """By the bound for the finer grid, and (nm)^(nd) = n^(nd) m^(nd)."""
    n_low, m_low, d_low = p.have(0 <= n, 2 <= n), p.have(0 <= m - 1, 1 <= m), p.have(0 <= d - 1, 1 <= d)
    room = p.have(n <= n * m, (m_low, n_low))
    low = p.have(2 <= n * m, room, 2 <= n)
    more = p.have(n * m <= d * (n * m), (d_low, p.have(0 <= n * m, low)))
    few = p.apply("layers_few", low, p.have(n <= fine(M), room, more, p.apply("rows_few", low, m=n * m)), m=n * m)
    count = n * d
    split = p.apply("integrals.product_of_products", a=fun(lambda r: n), w=fun(lambda r: m), m=count)
    size, contexts_ = p.apply("factorial_pos", k=n), p.apply("contexts_nonneg", low, m=n * m)
    power_ = p.apply("power_pos", p.have(0 < n * m, low), k=d, m=n * m)
    some = p.have(0 <= fine(layers), contexts_, p.have(0 <= d * (n * m), more, low), power_)
    once = p.have(fine(layers) <= factorial(n) * fine(layers), (p.have(0 <= factorial(n) - 1, size), some))
    one = p.have(0 <= tower(n) - 1, p.apply("power_pos", p.have(0 < m), k=count))
    whole = p.have(0 <= n * tower(n) - 1, (one, n_low), 2 <= n)
    return p.have(p.goal, once, few, (split, n), (p.have(0 <= d), whole))


def right_stages(S: Term, Q: Term, G: Term, V: Term) -> Term:
    """V ∘ G ∘ Q ∘ S is right for f."""
    return right_when_encoded(composed(S, composed(composed(Q, G), V)), f)


paper.notions.define(
    right_stages(Sc, Q, G4, G3), (Sc, Q, G4, G3, f, d, n),
    "{3}({2}({1}({0}(X + E)))) = {4}(X) for X ∈ [0, 1)^({5}×{6}), where E_(ik) = k − 1",
    r"{3}({2}({1}({0}(X + E)))) = {4}(X) \text{{ for }} X \in [0, 1)^{{{5} \times {6}}}, "
    r"\text{{ where }} E_{{ik}} = k - 1",
)  # fmt: skip


def four_stages(S: Term, Q: Term, G: Term, V: Term) -> list[Term]:
    """Stacks of layers that divide by n, quantise, make contexts and look values up; f is their value at X + E."""
    return [
        composed_of(token_wise, S, d), composed_of(token_wise, Q, fine(quantiser_layers)),
        composed_of(two_heads, G, fine(M + 1)), composed_of(token_wise, V, fine(value_layers)),
        right_stages(S, Q, G, V),
    ]  # fmt: skip


some_stages = implies(constant_on_cubes(f), exists(four_stages, *[OPERATOR] * 4))


@paper.claim([1 <= m, 1 <= d, 2 <= n, constant_on_cubes(f)], shows=exists(four_stages, *[OPERATOR] * 4))
def placed_stages(p: Proof) -> Fact:
    """Take the network of Proposition 5 for the permutation equivariant step function on the finer grid."""
    m_low, n_low = p.have(0 <= m - 1, 1 <= m), p.have(0 <= n, 2 <= n)
    low = p.have(2 <= n * m, p.have(n <= n * m, (m_low, n_low)), 2 <= n)
    constant = p.obtain(p.get(constant_on_cubes(f)), A)
    divided, divides_ = p.obtain(p.apply("dividing_layers"), Sc)
    made = p.apply("stages_right", low, "spread_in_class", m=n * m, H=spread(A))
    quantises, heads, looks_up, right = p.obtain(made, Q, G4, G3)
    whole = composed(composed(Q, G4), G3)
    value = p.apply("right_after_division", divides_, right, *constant, S_0=Sc, Q=whole)
    return p.exists_intro(p.goal, [Sc, Q, G4, G3], divided, quantises, heads, looks_up, value)


few_placed = placed_layers <= C * (n * tower(n))
every_f = for_all(lambda f_: substitute(some_stages, {f: f_}), OPERATOR)


def of_few_placed(C_: Term) -> list[Term]:
    """For every m there are few layers, and for every step function a network with this number of layers."""
    both = exists(lambda: [few_placed, every_f])
    return [0 < C_, for_all(lambda x: implies(1 <= x, substitute(both, {C: C_, m: x})), "Z")]


@paper.claim([1 <= d, 2 <= n], shows=exists(of_few_placed, "R"))
def placed_networks_of_order(p: Proof) -> Fact:
    """C = 11/4 n^(nd) + d."""
    m_low = p.assume(1 <= m)
    pos = p.have(0 < placed_constant, p.apply("power_pos", p.have(0 < n), k=n * d, m=n), 1 <= d)
    few = p.apply("placed_layers_few", m_low)
    held = p.assume(constant_on_cubes(f))
    network = p.rule("generalize", f, p.discharge(p.apply("placed_stages", m_low, held), held.concl))
    goal = substitute(exists(lambda: [few_placed, every_f]), {C: placed_constant})
    law = p.rule("generalize", m, p.discharge(p.exists_intro(goal, [], few, network), m_low.concl))
    return p.exists_intro(p.goal, [placed_constant], pos, law)
