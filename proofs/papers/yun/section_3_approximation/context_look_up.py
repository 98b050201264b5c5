"""A network of T^(2,1,4) that looks up labels of grid sequences by their context: attention, then layers of values.

One attention head adds η times a softmax average of the projections v · Y_l to the first entry of each token, so that
on a list of grid sequences without equal tokens the projections become contexts (Kajitsuka & Sato, whose estimate of
the averages is applied). A layer then takes the tokens of sequences with a large entry far below 0, the layers of
values follow, and two layers for each row take what is far below 0 to 0, add C to all else, and clip to [−C, C].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.context_ids import average, context_id, eta, kappa, label
from proofs.papers.ks.section_4_proposition_1.network_exists import SHARP, an_id, exact, labelled
from proofs.papers.yun.section_2_transformers.blocks import W_1, W_2, W_K, W_O, W_Q, W_V, b_1, b_2
from proofs.papers.yun.section_2_transformers.transformer_class import (
    BLOCK,
    SIZED,
    WIDTH,
    WIDTH_2_1_4,
    composed,
    in_T_2_1_4,
    of_entries,
)
from proofs.papers.yun.section_3_approximation.entrywise_functions import (
    UNITS,
    a,
    beta,
    c,
    e,
    entry_start,
    member_of,
    off,
    on,
    on_entries,
    s,
)
from proofs.papers.yun.section_3_approximation.hat_layers import RIDGE, W, positive, valued
from proofs.papers.yun.vocabulary import d, n, paper
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.integration.grid_errors import bounded, over, same, zero_beyond
from proofs.theorems.networks.grid_tokens import D, L, N, direction, first, most, projection, projections, whole_ids
from proofs.theorems.networks.look_up import C, M, R, v, y
from proofs.theorems.networks.relu import relu

t, k, o, l, i, j, q = ints("t k o l i j q")
x, u, top, P = reals("x u top P")
X, Z = vectors("X Z", 2)
(G,) = functions("G", MATRIX + "ZZ")
block, offset = sequences("block offset")

# --- attention --------------------------------------------------------------------------------------------------------

ATTENTION = {
    W_O: fun(lambda head, t, o: ite(Eq(head, 1), eta / D * first(t), 0), 3),
    W_V: fun(lambda head, o, t: direction(t), 3),
    W_K: fun(lambda head, o, t: direction(t), 3),
    W_Q: fun(lambda head, o, t: kappa * direction(t), 3),
    W_1: fun(lambda o, t: num(0), 2),
    b_1: fun(lambda o: num(0)),
    W_2: fun(lambda t, o: num(0), 2),
    b_2: fun(lambda t: num(0)),
}
attention = substitute(BLOCK, {**ATTENTION, **WIDTH_2_1_4})


@paper.claim([], shows=in_T_2_1_4(attention))
def attention_member(p: Proof) -> None:
    """Take a block with one nonzero head, of size 1, and no feed-forward layer."""


@paper.claim(
    [1 <= d, 1 <= D], shows=Eq(Sum(lambda t: direction(t) * (X(t, k) + u / D * first(t)), 1, d), projection(X, k) + u)
)
def moved_projection(p: Proof) -> Fact:
    """v_1 = D."""
    one = p.apply("sum_delta", f=fun(direction), m=num(1), lo=1, hi=d)
    p.have(0 < D, label="D_pos")
    return p.have(p.goal, (one, u / D))


@paper.claim([1 <= d, 1 <= D], shows=Eq(projection(fun(lambda t, k: attention(X, t, k), 2), k),
                                        context_id(projections(X), k)))  # fmt: skip
def attention_projection(p: Proof) -> Fact:
    """The projection moves by η times the average."""
    added = eta * average(projections(X), k)
    moved = p.apply("moved_projection", u=added)
    return p.have(p.goal, moved)


# --- far below 0 ------------------------------------------------------------------------------------------------------

DROP = {"w": fun(direction), "c": fun(lambda t: num(-2)), "a": array(num(1), num(0), num(0), num(0)),
        "beta": fun(lambda q: -top)}  # fmt: skip
dropped = mapping(lambda X, t, k: X(t, k) - 2 * relu(projection(X, k) - top), MATRIX, "Z", "Z")
bottom = -(2 * C) - 1


@paper.claim(SIZED, shows=in_T_2_1_4(dropped))
def dropped_member(p: Proof) -> Fact:
    """It consists of one unit."""
    entry_start(p)
    made = p.apply("ridge_member")
    by = substitute(RIDGE, {variable(name, VECTOR): f for name, f in DROP.items()})
    return member_of(p, p.have(Eq(dropped(X, t, k), by(X, t, k))), made, dropped, by)


@paper.claim([projection(X, k) <= top], shows=Eq(dropped(X, t, k), X(t, k)))
def dropped_keeps(p: Proof) -> Fact:
    """The unit is inactive."""
    return p.have(p.goal, "relu_negative")


@paper.claim(
    [1 <= D, every(lambda t: 0 <= X(t, k), 1, d), 0 <= top, 0 <= C, 2 * top + 2 * C + 1 <= projection(X, k), 1 <= t,
     t <= d],
    shows=dropped(X, t, k) <= bottom,
)  # fmt: skip
def dropped_low(p: Proof) -> Fact:
    """An entry is at most the projection."""
    members = fun(lambda t: direction(t) * X(t, k))
    own = p.specialize(every(lambda t: 0 <= X(t, k), 1, d), t)
    heavy = p.have(1 <= direction(t), "power_ge_one", 1 <= D)
    each = p.have(0 <= members(t), (heavy, own), own)
    part = p.apply("sum_member", each, f=members, m=t, lo=1, hi=d)
    below = p.have(X(t, k) <= projection(X, k), part, (heavy, own))
    return p.have(p.goal, below)


# --- the last layers --------------------------------------------------------------------------------------------------

RAISE = {
    a: array(num(1), -C - 1, C + 1, num(0)), s: array(num(-1), num(1), num(1), num(0)),
    beta: array(-(2 * C) - 1, 2 * C + 1, 2 * C, num(0)), e: 2 * C + 1,
}  # fmt: skip
CLIP = {
    a: array(num(1), num(-1), num(0), num(0)), s: array(num(-1), num(1), num(0), num(0)),
    beta: array(-C, -C, num(0), num(0)), e: num(0),
}  # fmt: skip
raised, clip = (substitute(UNITS, weights) for weights in (RAISE, CLIP))
final = mapping(lambda x: clip(raised(x)), "R")


@paper.claim([*SIZED], shows=in_T_2_1_4(on_entries(final)))
def final_member(p: Proof) -> Fact:
    """Take two layers for each row."""
    p.given(c_low=1 <= c, c_high=c <= d)
    both = p.apply("row_composed", phi=raised, psi=clip)
    return p.apply("entries_member", both, phi=final)


@paper.claim([abs(x) <= C], shows=Eq(final(x - C), x))
def final_value(p: Proof) -> Fact:
    """x − C is at least −2 C."""
    y_ = x - C
    parts = off(p, -y_ - 2 * C - 1), on(p, y_ + 2 * C + 1), on(p, y_ + 2 * C)
    value = p.have(Eq(raised(y_), x), *parts)
    moved = p.congr(lambda y: clip(y), value)
    return p.have(p.goal, moved, off(p, -x - C), off(p, x - C))


@paper.claim([0 <= C, x <= bottom], shows=Eq(final(x), 0))
def final_zero(p: Proof) -> Fact:
    """An entry far below 0 is mapped to −2 C − 1, and this to 0."""
    parts = on(p, -x - 2 * C - 1), off(p, x + 2 * C + 1), off(p, x + 2 * C)
    value = p.have(Eq(raised(x), 0), *parts)
    moved = p.congr(lambda y: clip(y), value)
    return p.have(p.goal, moved)


@paper.claim([0 <= C], shows=abs(clip(x)) <= C)
def clip_bounded(p: Proof) -> Fact:
    """It is x between −C and C, and −C or C beyond."""

    def size(*facts: Fact) -> Fact:
        sides = p.have(clip(x) <= C, *facts), p.have(-C <= clip(x), *facts)
        return p.apply("abs_le", *sides, x=clip(x), u=C)

    first = size(on(p, -x - C, p.assume(x < -C)), off(p, x - C, p.get(x < -C)))
    middle = size(off(p, -x - C, p.assume(-C <= x)), off(p, x - C, p.assume(x <= C)), p.get(-C <= x), p.get(x <= C))
    last = size(off(p, -x - C, p.assume(C < x)), on(p, x - C, p.get(C < x)))
    return p.cases(-C, x, p.cases(x, C, middle, last), first)


# --- one after the other ----------------------------------------------------------------------------------------------

attended = fun(lambda t, k: attention(X, t, k), 2)
lowered = fun(lambda t, k: dropped(attended, t, k), 2)
network = composed(composed(composed(attention, dropped), G), on_entries(final))
stays, becomes = valued(G, M)
t_in, k_in = {"t_low": 1 <= t, "t_high": t <= d}, {"k_low": 1 <= k, "k_high": k <= n}
place = [1 <= j, j <= M]


@paper.claim([*SIZED, in_T_2_1_4(G)], shows=in_T_2_1_4(network))
def network_member(p: Proof) -> Fact:
    """Compose the parts."""
    fact, whole = p.apply("attention_member"), attention
    for _name, layer in (("dropped_member", dropped), ("", G), ("final_member", on_entries(final))):
        fact = p.apply("composed_member", fact, h=2, m=1, r=4, **{"g_1": whole, "g_2": layer})
        whole = composed(whole, layer)
    return fact


@paper.claim([0 <= C], shows=abs(network(X, t, k)) <= C)
def network_bounded(p: Proof) -> None:
    """By the last layers."""


W_j, y_j = every(lambda t: Eq(attention(X, t, k), W(t, j)), 1, d), every(lambda t: abs(y(t, j)) <= C, 1, d)
code_j = Eq(Sum(lambda o: direction(o) * W(o, j), 1, d), v(j))


@paper.claim(
    [becomes, *place, *k_in.values(), *t_in.values(), W_j, y_j, code_j, v(j) <= top],
    shows=Eq(network(X, t, k), y(t, j)),
)  # fmt: skip
def network_value(p: Proof) -> Fact:
    """The first layer does not change the token, and the layers of values map it to its value."""
    p.given(becomes=becomes, **t_in, value=y_j, code=code_j)
    same = p.apply("projection_same", X=attended, Y=W, l=j)
    kept = p.apply("dropped_keeps", same, "code", v(j) <= top, X=attended)
    out = p.specialize("becomes", j, lowered, k, t, using=[kept])
    moved = p.congr(lambda x: final(x), out)
    return p.have(p.goal, moved, "final_value", p.specialize("value", t))


@paper.claim(
    [stays, positive, 0 < R, 1 <= D, 0 <= top, 0 <= C, every(lambda t: 0 <= attention(X, t, k), 1, d),
     2 * top + 2 * C + 1 <= projection(attended, k), *k_in.values(), *t_in.values()],
    shows=Eq(network(X, t, k), 0),
)  # fmt: skip
def network_zero(p: Proof) -> Fact:
    """The layers of values do not change a token far below 0."""
    p.given(stays=stays, positive=positive, C_low=0 <= C, **t_in)
    p.given(e_low=1 <= j, e_high=j <= M)
    low = p.apply("dropped_low", X=attended)
    below = p.have(lowered(t, k) <= 0, low, "C_low")
    down = p.apply("projection_low", below, X=lowered)
    far = p.apply("low_is_far", down, p.specialize("positive", j), X=lowered)
    out = p.specialize("stays", lowered, k, t, using=[far])
    return p.have(p.goal, "final_zero", out, low)


# --- labels of grid sequences -----------------------------------------------------------------------------------------

labelled_ = {name: g for name, g in labelled.items() if name != "s_low"}
(A,) = functions("A", MATRIX + "ZZ")
AT = {kappa: SHARP, eta: inv(most)}
average_of = lambda i, k: substitute(average(whole_ids(i), k), AT)  # noqa: E731


def grid_column(i: Term, t: Term, k: Term) -> Term:
    """Entry t of token k of grid sequence i after attention."""
    return L(i, t, k) / D + inv(most) * average_of(i, k) / D * first(t)


def looking_up(P: Term, A: Term) -> list[Term]:
    """A is in T^(2,1,4), maps the tokens to their labels, is bounded, and is 0 if an entry is large."""
    return [0 <= P, in_T_2_1_4(A), of_entries(A), exact(A), bounded(A), zero_beyond(A, P)]


@paper.claim(labelled_, shows=exists(looking_up, "R", OPERATOR))
def narrow_look_up_exists(p: Proof) -> Fact:
    """Take the list of all tokens of all sequences."""
    p.given(i_low=1 <= i, i_high=i <= N, **k_in, **t_in, c_low=1 <= c, c_high=c <= d, o_low=1 <= o, o_high=o <= n)
    p.given(e_low=1 <= q, e_high=q <= n * N, j_low=1 <= j, j_high=j <= n * N, l_low=1 <= l, l_high=l <= n)
    p.have(0 < D, label="D_pos")
    each = p.apply("power_pos", m=D, k=t - 1)
    p.apply("sum_pos", each, f=fun(lambda t: power(D, t - 1)), lo=1, hi=d, label="powers")
    p.have(0 < most, ("powers", "D_pos"), label="most_pos")
    p.apply("inv_pos", "most_pos", label="eta_pos")
    p.have(0 < n, "some", label="n_pos")
    p.have(0 <= n * N, ("n_pos", "N_low"), label="size")
    p.apply("tuples.tiles", d=n, G=N, label="tiled")
    listed = fun(lambda e: an_id(block(e), offset(e)))
    names = fun(lambda t, e: label(block(e), t, offset(e)), 2)
    columns = fun(lambda t, e: grid_column(block(e), t, offset(e)), 2)
    sharpness = R + 1
    top_ = most + 1
    by: dict[str, Term] = {"v": listed, "y": names, "W": columns, "M": n * N, "R": sharpness}
    at_ids: dict[str, Term] = {"kappa": SHARP, "eta": inv(most)}

    def with_bumps(tiles: Sequence[Fact], R_pos: Fact, bumps: Fact) -> Fact:
        p.have(0 < sharpness, R_pos, label="R_pos")
        here, there = ([p.specialize(law, x) for law in tiles] for x in (j, q))
        # narrow
        differ = p.assume(negation(Eq(listed(j), listed(q))))
        wide = p.generalize(q, p.specialize(bumps, j, q, using=[differ]))
        # consistent
        meet = p.assume(Eq(listed(j), listed(q)))
        pair = {"i": block(j), "k": offset(j), "j": block(q), "l": offset(q)}
        alike = p.apply("KS.same_id_same_label", meet, *here, *there, **at_ids, **pair)
        token = p.apply("KS.same_id_same_token", meet, *here, *there, **at_ids, **pair)
        letters = p.specialize(p.apply("whole_id_injective", token, *here, *there, **pair), t)
        means = [inv(most) * average_of(block(e), offset(e)) for e in (j, q)]
        averages = p.have(Eq(*means), meet, token)
        moved = p.have(Eq(columns(t, j), columns(t, q)), (letters, inv(D)), (averages, first(t) / D))
        both = p.exists_intro(exists(lambda: [moved.concl, Eq(names(t, j), names(t, q))]), [], moved, alike)
        # ids
        ids = projections_of(there, block(q), offset(q))
        coded = p.generalize(q, ids[0], "e_low", "e_high")
        positive_ = p.have(1 <= sharpness * listed(q), ids[1], (ids[1], R_pos), R_pos)
        value = p.specialize("small_labels", block(q), t, offset(q), using=there)
        high = p.have(names(t, q) <= C, value, p.apply("abs_ge", x=names(t, q)))
        made = p.apply("layers_of_values", wide, both, coded, positive_, high, **by)
        found = p.obtain(made, G)
        return with_layers(tiles, coded, positive_, *found)

    def projections_of(ranges: Sequence[Fact], i: Term, k: Term) -> tuple[Fact, Fact, Fact]:
        """Prove that the projection of token k of grid sequence i is its id, which is between 1 and most + 1."""
        moved = p.apply("moved_projection", u=inv(most) * average_of(i, k))
        code = p.have(Eq(Sum(lambda t: direction(t) * grid_column(i, t, k), 1, d), an_id(i, k)), moved)
        first_ = p.apply("whole_id_low", *ranges, i=i, k=k)
        all_low = p.have(0 < whole_ids(i)(l), p.apply("whole_id_low", *ranges, i=i, k=l))
        mean = p.apply("KS.average_pos", all_low, k=k, kappa=SHARP)
        least = p.have(1 <= an_id(i, k), first_, (mean, "eta_pos"))
        above = p.apply("KS.ids_inside", *ranges, i=i, k=k, **at_ids)
        return code, least, p.change(above, an_id(i, k) <= top_)

    def with_layers(
        tiles: Sequence[Fact], coded: Fact, positive_: Fact, member: Fact, stays_: Fact, becomes_: Fact
    ) -> Fact:
        net = substitute(network, {**AT, top: top_})
        in_class = p.apply("network_member", member, **at_ids, top=top_)
        determined = p.apply("member_of_entries", in_class, g=net, **WIDTH)
        large = 2 * top_ + 2 * C + 1
        p.have(0 < inv(most) * D, ("eta_pos", "D_pos"), label="unit_pos")
        p.apply("inv_pos", "unit_pos", label="unit_inv")
        height = n * large / (inv(most) * D)
        p.have(0 <= height, ("n_pos", large, "unit_inv"), label="height")
        # everywhere
        # on the grid
        grid = fun(lambda t, k: L(i, t, k) / D, 2)
        on_grid = p.assume(same(X, grid))
        f, g = fun(lambda t: direction(t) * X(t, l)), fun(lambda t: power(D, t - 1) * L(i, t, l))
        each = p.have(Eq(f(t), g(t)), (p.specialize(on_grid, t, l), direction(t)))
        column = p.apply("sum_eq", each, f=f, g=g, lo=1, hi=d)
        mean = p.apply("KS.average_same", column, a=projections(X), b=whole_ids(i), kappa=SHARP)
        own = p.specialize(on_grid, t, k)
        after = substitute(attention, AT)(X, t, k)
        here = p.have(Eq(after, grid_column(i, t, k)), own, (mean, inv(most) / D * first(t)))
        at_e = (i - 1) * n + k
        tile = {"d": n, "G": N, "block": block, "offset": offset, "j": i, "s": k}
        which, where = (p.apply(name, *tiles, **tile) for name in ("tile_block", "tile_offset"))
        ranges = [p.get(x) for x in ("i_low", "i_high", "k_low", "k_high")]
        near_ = ("i_low", "n_pos"), ("i_high", "n_pos")
        ends = [p.have(y, "k_low", "k_high", *near_) for y in (1 <= at_e, at_e <= n * N)]

        def at_place(f: Callable[[Term, Term], Term]) -> Fact:
            """Prove that entry (i − 1) n + k of the list belongs to token k of sequence i."""
            block_ = p.congr(lambda y: f(y, offset(at_e)), which)
            offset_ = p.congr(lambda y: f(i, y), where)
            return p.have(Eq(f(block(at_e), offset(at_e)), f(i, k)), block_, offset_)

        named_column = at_place(lambda i, k: grid_column(i, t, k))
        is_listed = p.have(Eq(after, columns(t, at_e)), here, named_column)
        named_label = at_place(lambda i, k: label(i, t, k))
        value_ = p.specialize("small_labels", i, t, k)
        named_size = at_place(lambda i, k: abs(label(i, t, k)))
        value_ = p.have(abs(names(t, at_e)) <= C, value_, named_size)
        code = p.specialize(coded, at_e, using=ends)
        inside = projections_of(ranges, i, k)[2]
        inside = p.have(listed(at_e) <= top_, at_place(an_id), inside)
        out = p.apply(
            "network_value", becomes_, *ends, is_listed, value_, code, inside,
            j=at_e, top=top_, **{name: f for name, f in by.items() if name != "R"}, **at_ids,
        )  # fmt: skip
        right = p.have(Eq(net(X, t, k), label(i, t, k)), out, named_label)
        # beyond the grid
        nonneg = p.assume(entries(lambda t, k: 0 <= X(t, k), d, n))
        marked = p.assume(height <= X(c, o))
        beyond = p.apply("KS.beyond_grid", nonneg, marked, "KS.paper_delta_wide", C=large, **at_ids)
        projected = p.apply("attention_projection", **at_ids)
        far = p.have(large <= projection(fun(lambda t, k: substitute(attention, AT)(X, t, k), 2), k), beyond,
                     projected)  # fmt: skip
        weight = p.apply("power_pos", m=D, k=t - 1)
        term = p.have(0 <= direction(t) * X(t, l), (weight, p.specialize(nonneg, t, l), "D_pos"))
        column = p.apply("sum_nonneg", term, f=f, lo=1, hi=d)
        column = p.generalize(l, column)
        mean = p.apply("KS.average_ge", column, "KS.paper_delta_wide", o=l, kappa=SHARP)
        mean_of = substitute(average(projections(X), k), AT)
        mean = p.have(0 <= mean_of, mean, p.specialize(column, l), scale=["n_pos"])
        mean = p.specialize(p.generalize(l, mean), 1)
        own = p.specialize(nonneg, t, k)
        after_low = p.have(0 <= after, own, (mean, p.have(0 <= first(t)), p.have(0 <= inv(most) / D)))
        zero = p.apply(
            "network_zero", stays_, positive_, after_low, far,
            top=top_, v=listed, M=n * N, R=sharpness, **at_ids)  # fmt: skip
        zero = p.discharge(over(p, zero), marked.concl)
        return p.exists_intro(p.goal, [height, net], in_class, determined, right, zero)

    tiles = p.obtain("tiled", block, offset)
    bumps = p.apply("look_up.some_narrow_bumps", v=listed, M=n * N)
    found = p.obtain(bumps, R)
    return with_bumps(tiles, *found)
