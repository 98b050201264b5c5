"""Proposition 1, third part: the network that approximates f (section 4.2, A.5 from (63) on).

The first layer quantises, attention gives every token an id, the second layer looks the id up: it is the polygon
through the ids of the grid sequences without duplicates and their labels, as a function of the projection onto v. The
polygon is never larger than the labels and 0 from its last corner on, to where attention takes all tokens of a sequence
that has a token outside of the cube. So the network is exact on the cells without duplicates but for the steps of the
quantiser, 0 where some token is outside, and bounded by 1 everywhere; for an infinite domain all three are needed.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import (
    W_1,
    W_2,
    b_1,
    b_2,
    d,
    entry_in,
    feed_forward,
    s,
    self_attention,
)
from proofs.papers.ks.context_ids import (
    D,
    L,
    N,
    attended,
    average,
    context_id,
    direction,
    eta,
    grid_id,
    ids_given,
    kappa,
    label,
    labels_agree,
    most,
    no_duplicates_given,
    projection,
    projections,
    scores,
    whole_id,
    whole_ids,
)
from proofs.papers.ks.look_up import hat_left, hat_right, hat_top, three_units
from proofs.papers.ks.memorization import agree, label_at, place, within_list
from proofs.papers.ks.penalty import P, fine, first_layer
from proofs.papers.ks.step_function import Z, delta, grain, narrow
from proofs.papers.ks.vocabulary import a, b, display, k, n, paper, partition, some
from proofs.theorems.matrices import Matrix
from proofs.theorems.matrices import named as matrix
from proofs.theorems.norms import dot, norm, sqrt
from proofs.theorems.powers import power
from proofs.theorems.relu import interpolant, relu, upwards, x, y
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

i, j, l, t, c, o, m, e, h = ints("i j l t c o m e h")
z, R = reals("z R")
t_in, k_in, i_in, l_in = (t >= 1, t <= d), (k >= 1, k <= n), (i >= 1, i <= N), (l >= 1, l <= n)

# --- (19): the class of networks ------------------------------------------------------------------------------------

second = vectors("V_1", 2)[0], vectors("c_1")[0], vectors("V_2", 2)[0], vectors("c_2")[0]
(tokens,) = vectors("Z", 2)


def three_layers(start: Matrix) -> Matrix:
    """F_2 ∘ F_SA ∘ F_1: feed-forward, attention, feed-forward, each with its skip connection."""
    hidden, hidden_2 = ints("q q'")
    inner = feed_forward(start, W_1, b_1, W_2, b_2, hidden)
    return feed_forward(self_attention(inner, heads=num(1)), *second, hidden=hidden_2)


def misshaped() -> Matrix:
    """The layers with d rows, on an n × d matrix."""
    hidden = ints("q")[0]
    return Matrix(d, d, lambda t, k: num(0)) @ matrix(tokens, n, d) + Matrix(d, d, lambda t, k: b_2(t) * hidden)


paper.state(
    "eq-19", "the networks F_2 ∘ F_SA ∘ F_1 with one attention layer of one head, on d × n matrices",
    section="4.2", index="4.2[1]", equations="19", given=[some, *entry_in],
    defines=three_layers(matrix(tokens, d, n))(t, k),
    errata=Erratum("typo", "The domain is written R^(n×d); everywhere else a sequence is d × n, a token a column."),
)  # fmt: skip


@paper.claim(
    given=[*t_in],
    shows=eq(Z(t, k) + sigma(lambda c: ite(eq(c, t), 1, 0) * (relu(-Z(c, k)) - relu(Z(c, k))), 1, d), 0),
)
def skip_undone(p: Proof) -> Fact:
    """−σ_R(z) + σ_R(−z) = −z."""
    p.given(t_low=t >= 1, t_high=t <= d)
    p.apply("one", "sum_delta", f=fun(lambda c: relu(-Z(c, k)) - relu(Z(c, k))), m=t, lo=1, hi=d)
    p.apply("difference", "relu_difference", z=Z(t, k))
    return p.have("out", p.goal, "one", "difference")


paper.state(
    "A.5-skip", "without loss of generality feed-forward layers have no skip connection: 2 d more hidden units undo it",
    section="A.5", index=(), kind="fact", printed=skip_undone,
)  # fmt: skip

# --- the network ------------------------------------------------------------------------------------------------------

quantised = fun(lambda t, k: first_layer(Z, t, k), 2)
(F, Y), (u,) = vectors("F Y", 2), vectors("u")

# the first layer, the projections of what attention makes of it, and the corners of the polygons of the second layer
layer_1 = every(lambda t: every(lambda k: eq(F(t, k), first_layer(Z, t, k)), 1, n), 1, d)
attention = every(lambda k: eq(u(k), sigma(lambda c: direction(c) * attended(F, c, k), 1, d)), 1, n)
corners = every(lambda t: every(lambda e: eq(Y(t, e), label_at(t, e)), 0, m), 1, d)


polygon = fun(lambda e: Y(t, e))


def output(t: Term, k: Term) -> Term:
    """Entry (t, k) of the network: the polygon of row t, a network with m hidden units, at the projection u_k."""
    return substitute(interpolant(u(k), m), {y: fun(lambda e: Y(t, e))})


paper.notions.define(output(t, k), (t, k, u, x, Y, m), "g_{0},{1}", "g_{{{0},{1}}}")


@paper.claim(given=[*k_in, every(lambda l: eq(a(l), b(l)), 1, n)], shows=eq(average(a, k), average(b, k)))
def average_same(p: Proof) -> Fact:
    """The average is a function of the n numbers."""
    p.given(k_low=k >= 1, k_high=k <= n, l_low=l >= 1, l_high=l <= n, same=every(lambda l: eq(a(l), b(l)), 1, n))
    p.use("at_l", "same", l)
    p.use("at_k", "same", k)
    p.have("scores", eq(scores(a, k)(l), scores(b, k)(l)), ("at_l", kappa * a(k)), ("at_k", kappa * b(l)))
    p.both("weight", scores(a, k)(l), scores(b, k)(l), exp, "scores")
    p.every("weights", l, "weight", "l_low", "l_high")
    weights = [fun(lambda l, v=v: exp(scores(v, k)(l))) for v in (a, b)]
    p.apply("Z", "sum_eq", "weights", f=weights[0], g=weights[1], lo=1, hi=n)
    members = [fun(lambda l, v=v: v(l) * exp(scores(v, k)(l))) for v in (a, b)]
    p.every("members", l, p.have(None, eq(members[0](l), members[1](l)), ("weight", a(l)), ("at_l", weights[1](l))),
            "l_low", "l_high")  # fmt: skip
    p.apply("N", "sum_eq", "members", f=members[0], g=members[1], lo=1, hi=n)
    p.both("inverse", partition(scores(a, k), n), partition(scores(b, k), n), inv, "Z")
    inverse = inv(partition(scores(a, k), n))
    return p.have("out", p.goal, ("N", inverse), ("inverse", sigma(members[1], 1, n)))


in_good_cell = [
    every(lambda t: every(lambda k: (L(i, t, k) - 1) / D + delta <= Z(t, k), 1, n), 1, d),
    every(lambda t: every(lambda k: Z(t, k) <= L(i, t, k) / D, 1, n), 1, d),
]
grid_entries = [
    every(lambda i: every(lambda k: every(lambda t: L(i, t, k) >= 1, 1, d), 1, n), 1, N),
    every(lambda i: every(lambda k: every(lambda t: L(i, t, k) <= D, 1, d), 1, n), 1, N),
]


@paper.claim(
    given=[D >= 1, narrow, *grid_entries, *i_in, *k_in, *in_good_cell],
    shows=eq(projection(quantised, k), whole_id(i, k)),
)
def good_cell_projection(p: Proof) -> Fact:
    """Away from the steps the first layer gives the grid token of the cell."""
    grain(p)
    p.given(grid_low=grid_entries[0], grid_high=grid_entries[1], i_low=i >= 1, i_high=i <= N, k_low=k >= 1)
    p.given(k_high=k <= n, cell_low=in_good_cell[0], cell_high=in_good_cell[1], t_low=t >= 1, t_high=t <= d)
    for name in ("grid_low", "grid_high"):
        p.use(f"{name}_", name, i, k, t)
    for name in ("cell_low", "cell_high"):
        p.use(f"{name}_", name, t, k)
    p.apply("value", "first_layer_inside", "grid_low_", "grid_high_", "cell_low_", "cell_high_", q=L(i, t, k))
    p.have("cancel", eq(D * inv(D), 1), "D_pos")
    by = {"f": fun(lambda t: direction(t) * quantised(t, k)), "g": fun(lambda t: power(D, t - 1) * L(i, t, k))}
    p.every("entries", t, p.have(None, eq(by["f"](t), by["g"](t)), ("value", direction(t)), ("cancel", by["g"](t))),
            "t_low", "t_high")  # fmt: skip
    return p.apply("out", "sum_eq", "entries", lo=1, hi=d, **by)


@paper.claim(
    given=[some, D >= 1, narrow, *grid_entries, *i_in, *k_in, *in_good_cell],
    shows=eq(context_id(projections(quantised), k), grid_id(i, k)),
)
def good_cell_id(p: Proof) -> Fact:
    """The ids of the cell's grid sequence."""
    p.given(some=some, D_low=D >= 1, narrow=narrow, grid_low=grid_entries[0], grid_high=grid_entries[1])
    p.given(i_low=i >= 1, i_high=i <= N, k_low=k >= 1, k_high=k <= n, l_low=l >= 1, l_high=l <= n)
    p.given(cell_low=in_good_cell[0], cell_high=in_good_cell[1])
    p.every("all", l, p.apply(None, "good_cell_projection", k=l), "l_low", "l_high")
    p.apply("own", "good_cell_projection")
    p.apply("average", "average_same", "all", a=projections(quantised), b=whole_ids(i))
    return p.have("out", p.goal, "own", ("average", eta))


# --- what the second layer is told ------------------------------------------------------------------------------------

listed = every(lambda i: every(lambda k: eq(x(place(i, k)), grid_id(i, k)), 1, n), 1, N)
sorted_ids = [
    upwards,
    m >= 3,
    within_list[0],
    every(lambda i: every(lambda k: place(i, k) <= m - 2, 1, n), 1, N),
    listed,
]


@paper.claim(
    given=[*ids_given, no_duplicates_given, labels_agree, *t_in, upwards, *within_list, listed],
    shows=agree,
)
def labels_of_ids_agree(p: Proof) -> Fact:
    """Tokens at one place have one id, so one label."""
    p.given_all(ids_given, "ids")
    p.given(words=no_duplicates_given, labels=labels_agree, t_low=t >= 1, t_high=t <= d, listed=listed)
    ends = {i: (1, N), j: (1, N), k: (1, n), l: (1, n)}
    for v, (low, high) in ends.items():
        name = v.args[0]
        p.given(**{f"{name}_low": v >= low, f"{name}_high": v <= high})
    same = p.rule(None, "assume", eq(place(i, k), place(j, l)))
    p.use("own", "listed", i, k)
    p.use("other", "listed", j, l)
    p.both("points", place(i, k), place(j, l), x, same)
    p.have("ids", eq(grid_id(i, k), grid_id(j, l)), "own", "other", "points")
    p.apply("alike", "same_id_same_label")
    out = p.discharged("alike", same.concl)
    for v in (l, k, j, i):
        name = v.args[0]
        out = p.every(None, v, out, f"{name}_low", f"{name}_high")
    return p.note("out", out)


NAMES = {"layer_1": layer_1, "attention": attention, "corners": corners}


def network(p: Proof, *which: str) -> None:
    """The network with names for the results of its layers, by which u_k = id of token k."""
    p.given(**{name: NAMES[name] for name in which})


@paper.theorem
def projected_id(p: Proof) -> None:
    """u_k is the id that attention gives to token k of the first layer's output."""
    p.given(some=some, d_low=d >= 1, s_low=s >= 1, D_low=D >= 1, k_low=k >= 1, k_high=k <= n)
    p.given(l_low=l >= 1, l_high=l <= n, t_low=t >= 1, t_high=t <= d)
    network(p, "layer_1", "attention")
    p.use("u", "attention", k)
    p.apply("projected", "projected_attention")
    p.use("entry", "layer_1", t, l)
    by = {"f": fun(lambda t: direction(t) * F(t, l)), "g": fun(lambda t: direction(t) * quantised(t, l))}
    p.every("entries", t, p.have(None, eq(by["f"](t), by["g"](t)), ("entry", direction(t))), "t_low", "t_high")
    p.apply("column", "sum_eq", "entries", lo=1, hi=d, **by)
    p.every("columns", l, "column", "l_low", "l_high")
    p.apply("average", "average_same", "columns", a=projections(F), b=projections(quantised))
    p.use("own", "columns", k)
    p.qed(p.have("out", eq(u(k), context_id(projections(quantised), k)), "u", "projected", ("average", eta), "own"))


cell_given = [*ids_given, s >= 1, narrow, no_duplicates_given, labels_agree, *sorted_ids, *NAMES.values()]


@paper.claim(given=[*cell_given, *i_in, *k_in, *t_in, *in_good_cell], shows=eq(output(t, k), label(i, t, k)))
def exact_on_cells(p: Proof) -> Fact:
    """In the cells without duplicates, off the steps, the network gives the label of the cell."""
    p.given_all(cell_given)
    p.given(i_low=i >= 1, i_high=i <= N, k_low=k >= 1, k_high=k <= n, t_low=t >= 1, t_high=t <= d)
    p.given(j_low=j >= 1, j_high=j <= N, l_low=l >= 1, l_high=l <= n)
    p.given(cell_low=in_good_cell[0], cell_high=in_good_cell[1], upper=sorted_ids[3], lower=within_list[0])
    p.given(listed_=listed, corners_=corners)
    p.use("within", "upper", j, l)
    p.every("row", l, p.have(None, place(j, l) <= m, "within"), "l_low", "l_high")
    p.every("rows", j, "row", "j_low", "j_high")
    p.apply("agree", "labels_of_ids_agree", "rows")
    p.use("own_low", "lower", i, k)
    p.use("own_high", "rows", i, k)
    p.apply("through", "memorized", i=place(i, k), y=polygon)
    p.use("value_at", "corners_", t, place(i, k))
    p.use("value_0", "corners_", t, 0)
    p.apply("label", "label_at_place", "agree")
    p.apply("start", "label_at_zero")
    p.apply("projected", "projected_id")
    p.apply("id", "good_cell_id")
    p.use("point", "listed_", i, k)
    p.have("same", eq(u(k), x(place(i, k))), "projected", "id", "point")
    p.both("value", u(k), x(place(i, k)), lambda z: substitute(interpolant(z, m), {y: polygon}), "same")
    p.have("corner", eq(Y(t, place(i, k)), label(i, t, k)), "value_at", "label")
    p.have("corner_0", eq(Y(t, 0), 0), "value_0", "start")
    return p.have("out", p.goal, "value", "through", "corner", "corner_0")


list_given = sorted_ids[1:4]
all_places = {"i": (1, N), "j": (1, N), "k": (1, n), "l": (1, n)}


@paper.theorem
def labels_level(p: Proof) -> None:
    """No token stands at the last two places of the list."""
    p.given(room=m >= 3, upper=sorted_ids[3], last=e >= m - 1)
    i_, j_, k_, l_ = ints("i j k l")
    for v in (i_, j_, k_, l_):
        name = v.args[0]
        p.given(**{f"{name}_low": v >= 1, f"{name}_high": v <= all_places[name][1]})
    p.use("own", "upper", i_, k_)
    at = p.rule(None, "assume", eq(place(i_, k_), e))
    out = p.discharged(p.have(None, FALSE, "own", "last", at), at.concl)
    for v in (l_, k_, j_, i_):
        name = v.args[0]
        out = p.every(None, v, out, f"{name}_low", f"{name}_high")
    p.qed(p.apply("out", "label_at_nowhere", out))


def with_level(p: Proof) -> None:
    """The polygon of the labels begins and ends with 0."""
    p.given(upwards=upwards, room=m >= 3, lower=within_list[0], upper=sorted_ids[3], t_low=t >= 1, t_high=t <= d)
    network(p, "corners")
    p.have("some_points", m >= 1, "room")
    p.use("corner_0", "corners", t, 0)
    p.have("start", eq(Y(t, 0), 0), "corner_0", p.apply(None, "label_at_zero"))
    for number, end in enumerate((m - 1, m)):
        corner = p.use(None, "corners", t, end, using=["room"])
        level = p.apply(None, "labels_level", p.have(None, end >= m - 1), e=end)
        p.have(f"end_{number}", eq(Y(t, end), 0), corner, level)


small_labels = [
    every(lambda j: every(lambda l: label(j, t, l) <= 1, 1, n), 1, N),
    every(lambda j: every(lambda l: -1 <= label(j, t, l), 1, n), 1, N),
]


@paper.claim(given=[upwards, *list_given, corners, *small_labels, *t_in], shows=absolute(output(t, k)) <= 1)
def bounded_everywhere(p: Proof) -> Fact:
    """The polygon is nowhere larger than the labels."""
    with_level(p)
    p.given(high=small_labels[0], low=small_labels[1], e_low=e >= 0, e_high=e <= m)
    p.have("one", num(1) >= 0)
    p.use("corner", "corners", t, e)
    p.every("highs", e, p.have(None, Y(t, e) <= 1, "corner", p.apply(None, "label_at_le", C=num(1))), "e_low", "e_high")
    p.every("lows", e, p.have(None, -1 <= Y(t, e), "corner", p.apply(None, "label_at_ge", C=num(1))), "e_low", "e_high")
    return p.apply("out", "level_bounded", y=polygon, C=num(1), z=u(k))


top = n * x(m) <= eta * D * P  # how large the penalty has to be


def far_out(side: Term) -> list[Term]:
    """Some entry (c, o) of Z lies outside."""
    return [c >= 1, c <= d, o >= 1, o <= n, side]


below_cube, above_cube = far_out(Z(c, o) <= -delta), far_out(1 + delta <= Z(c, o))
out_given = [some, d >= 1, *fine, kappa > 0, eta > 0, top, *k_in]


def raised(p: Proof, side: str, layer: str) -> Fact:
    """An entry outside raises the projection of its token by D P, and with it all averages."""
    p.given(some=some, d_low=d >= 1, D_low=D >= 1, narrow=narrow, fine_=delta * D <= 1, P_pos=P >= 0)
    p.given(kappa_pos=kappa > 0, eta_pos=eta > 0, top=top, k_low=k >= 1, k_high=k <= n, t_low=t >= 1, t_high=t <= d)
    p.given(c_low=c >= 1, c_high=c <= d, o_low=o >= 1, o_high=o <= n, l_low=l >= 1, l_high=l <= n)
    p.given(outside=Z(c, o) <= -delta if side == "below" else 1 + delta <= Z(c, o))
    p.apply("own", layer, t=c, k=o)
    p.apply("entry", "first_layer_nonneg", k=l)
    p.apply("weight", "power_pos", m=D, k=t - 1)
    member = fun(lambda t: direction(t) * quantised(t, l))
    p.every("members", t, p.have(None, member(t) >= 0, ("weight", "entry", "D_low"), ("weight", "entry")),
            "t_low", "t_high")  # fmt: skip
    p.apply("column", "sum_nonneg", "members", f=member, lo=1, hi=d)
    p.every("nonneg", l, "column", "l_low", "l_high")
    at_o = fun(lambda t: direction(t) * quantised(t, o))
    p.apply("entry_o", "first_layer_nonneg", k=o)
    p.every("members_o", t, p.have(None, at_o(t) >= 0, ("weight", "entry_o", "D_low"), ("weight", "entry_o")),
            "t_low", "t_high")  # fmt: skip
    p.apply("part", "sum_member", "members_o", f=at_o, m=c, lo=1, hi=d)
    p.apply("one", "power_ge_one", m=D, k=c - 1)
    large = p.have("large", D * P <= projection(quantised, o), "part", ("own", direction(c)), ("one", "P_pos", "D_low"),
                   ("one", "P_pos"))  # fmt: skip
    p.apply("average", "average_ge", "nonneg", a=projections(quantised))
    p.use("base", "nonneg", k)
    p.have("n_pos", 0 < n, "some")
    parts = ("average", "eta_pos"), (large, "eta_pos"), ("base", "n_pos")
    p.have("raised", x(m) <= context_id(projections(quantised), k), "top", *parts, scale=["n_pos"])
    network(p, "layer_1", "attention")
    p.given(s_low=s >= 1)
    p.apply("projected", "projected_id")
    return p.have("out", p.goal, "raised", "projected")


layers = [s >= 1, layer_1, attention]


@paper.claim(given=[*out_given, *layers, *below_cube], shows=x(m) <= u(k))
def ids_outside_below(p: Proof) -> Fact:
    """An entry below −δ."""
    return raised(p, "below", "first_layer_below")


@paper.claim(given=[*out_given, *layers, *above_cube], shows=x(m) <= u(k))
def ids_outside_above(p: Proof) -> Fact:
    """An entry above 1 + δ."""
    return raised(p, "above", "first_layer_above")


def nothing(p: Proof, side: list[Term], raised: str) -> Fact:
    """All tokens lie beyond the last corner."""
    p.given_all([*out_given, *side, *layers])
    with_level(p)
    p.apply("raised", raised)
    return p.apply("out", "level_above", y=polygon, z=u(k))


zero_given = [*out_given, *layers, upwards, *list_given, corners, *t_in]


@paper.claim(given=[*zero_given, *below_cube], shows=eq(output(t, k), 0))
def zero_below(p: Proof) -> Fact:
    """An entry below −δ."""
    return nothing(p, below_cube, "ids_outside_below")


@paper.claim(given=[*zero_given, *above_cube], shows=eq(output(t, k), 0))
def zero_above(p: Proof) -> Fact:
    """An entry above 1 + δ."""
    return nothing(p, above_cube, "ids_outside_above")


# --- (63)-(66): attention moves a token little ------------------------------------------------------------------------

(W,) = vectors("W", 2)
v, w, score = vectors("v w c")
unit = eq(dot(v, v, d), 1)
within_R = every(lambda l: norm(fun(lambda t: Z(t, l)), d) <= R, 1, n)


def weight_of(l: Term) -> Term:
    """The softmax weights of any scores."""
    return exp(score(l)) / partition(score, n)


# W_O W_V Z σ for W_O W_V = w vᵀ, v a unit vector: what attention adds to a token
change = fun(lambda t: sigma(lambda l: weight_of(l) * (w(t) * sigma(lambda c: v(c) * Z(c, l), 1, d)), 1, n))
given_63 = [some, d >= 1, unit, within_R]


@paper.claim(given=given_63, shows=norm(change, d) <= norm(w, d) * R)
def eq_63_mended(p: Proof) -> Fact:
    """An average of vectors of norm ‖w‖ |v · Z_l| at most."""
    p.given(some=some, d_low=d >= 1, unit=unit, within=within_R, l_low=l >= 1, l_high=l <= n)
    p.note("Z_pos", p.positive(partition(score, n)))
    token = fun(lambda t: Z(t, l))
    p.use("own", "within", l)
    inner = sigma(lambda c: v(c) * Z(c, l), 1, d)
    p.apply("dot", "dot_le", x=v, y=token)
    p.both("root", dot(v, v, d), num(1), sqrt, "unit")
    p.apply("one", "sqrt_unique", p.have(None, num(1) >= 0), r=num(1))
    p.have("size", absolute(inner) <= R, "dot", "own", ("root", norm(token, d)), ("one", norm(token, d)))
    moved = fun(lambda t: w(t) * inner)
    p.apply("scaled", "norm_scale", c=inner, x=w)
    p.apply("w_nonneg", "norm_nonneg", x=w)
    p.every(
        "norms", l, p.have(None, norm(moved, d) <= norm(w, d) * R, "scaled", ("size", "w_nonneg")), "l_low", "l_high"
    )
    p.rule("weight_pos", "exp_pos", score(l))
    p.apply("inverse", "inv_pos", "Z_pos", x=partition(score, n))
    p.every("weights", l, p.have(None, weight_of(l) >= 0, ("weight_pos", "inverse")), "l_low", "l_high")
    p.have("whole", eq(sigma(lambda l: weight_of(l), 1, n), 1), "Z_pos")
    h = fun(lambda t, l: w(t) * sigma(lambda c: v(c) * Z(c, l), 1, d), 2)
    return p.apply("out", "norm_average", "norms", "weights", "whole", w=fun(weight_of), h=h, u=norm(w, d) * R)


strict_63 = Claim(tuple(given_63), norm(change, d) < norm(w, d) * R)
display(
    "A.5", 13, "63",
    "attention with W_O W_V = w vᵀ, v a unit vector, adds at most ‖w‖ R to a token, R the greatest norm of a token; "
    "here ‖w‖ = ε/(4 r_max) = 1/(4 √d D)",
    strict_63, mended=eq_63_mended,
    errata=Erratum(
        "strictness", "For Z = 0 both sides are 0; the inequality is not strict.", 0,
        Search(sizes={"d": [1], "n": [1]}, reals={"R": [0]},
               entries={"v": [1], "w": [rational(1, 8)], "Z": [0], "c": [0]},
               length={"v": "d", "w": "d", "Z": "d n", "c": "n"}),
    ),
)  # fmt: skip

(r, move, value) = reals("r u y")
root_d = [r > 0, eq(r * r, d)]
moved_64 = [d >= 1, n >= 1, D >= 1, *root_d, R <= d * n * r, move <= R / (4 * r * D)]


@paper.claim(given=moved_64, shows=move <= d * n / (4 * num(1) * D))
def eq_64_mended(p: Proof) -> Fact:
    """(63) with R <= d n √d."""
    p.given(D_low=D >= 1, r_pos=r > 0, size=R <= d * n * r, move=move <= R / (4 * r * D))
    p.have("D_pos", D > 0, "D_low")
    p.apply("r_inv", "inv_pos", "r_pos", x=r)
    p.apply("D_inv", "inv_pos", "D_pos", x=D)
    return p.have("out", p.goal, "move", ("size", "r_inv", "D_inv"), "r_pos")


display(
    "A.5", 14, "64", "with (61), R <= d n √d: the first layer's output is moved by at most d n/(4 D)",
    Claim(tuple(moved_64), move < d * n / (4 * num(1) * D)), mended=eq_64_mended,
    errata=Erratum(
        "strictness", "Not strict, as (63) is not.", 0,
        Search(sizes={"d": [1], "n": [1], "D": [1]}, reals={"r": [1], "R": [1], "u": [rational(1, 4)]}),
    ),
)  # fmt: skip

entry_65 = [d >= 1, n >= 1, D >= 1, value <= 0, absolute(move) <= d * n / (4 * num(1) * D)]
display(
    "A.5", 15, "65",
    "with a token outside of the cube the projections of all tokens are beyond those of the grid sequences",
    Claim(tuple(entry_65), value + move < inv(4 * num(1) * D)), mended=[ids_outside_below, ids_outside_above],
    errata=Erratum(
        "gap",
        "From (64) an entry that is not positive stays below d n/(4 D), not 1/(4 D), and a larger D does not help. And "
        "as the penalty can only be for the own token, the other tokens of the sequence are not moved at all by the "
        "first layer; that they are set apart is for attention to do.",
        0, Search(sizes={"d": [1], "n": [2], "D": [1]}, reals={"y": [0], "u": [rational(1, 2)]}),
    ),
)  # fmt: skip
entry_66 = [D >= 1, inv(D) <= value, absolute(move) < inv(4 * num(1) * D)]


@paper.claim(given=entry_66, shows=3 / (4 * num(1) * D) < value + move)
def eq_66_claim(p: Proof) -> Fact:
    """1/D − 1/(4 D)."""
    p.given(low=inv(D) <= value, small=absolute(move) < inv(4 * num(1) * D))
    p.apply("size", "abs_ge", x=-move)
    p.apply("mirror", "abs_mul", u=num(-1), r=move)
    p.rule("one", "abs_value", num(-1), p.have(None, num(-1) <= 0))
    return p.have("out", p.goal, "low", "small", "size", "mirror", ("one", absolute(move)))


@paper.claim(
    given=[some, D >= 1, d >= 1, *grid_entries, eta > 0, eta * most <= 1, *i_in, *k_in], shows=grid_id(i, k) <= most + 1
)
def ids_inside(p: Proof) -> Fact:
    """The average adds at most 1."""
    p.given(some=some, D_low=D >= 1, d_low=d >= 1, grid_low=grid_entries[0], grid_high=grid_entries[1])
    p.given(eta_pos=eta > 0, small=eta * most <= 1, i_low=i >= 1, i_high=i <= N, k_low=k >= 1, k_high=k <= n)
    p.given(l_low=l >= 1, l_high=l <= n)
    p.every("all", l, p.apply(None, "whole_id_high", k=l), "l_low", "l_high")
    p.apply("own", "whole_id_high")
    p.apply("average", "average_le", "all", a=whole_ids(i), A=most)
    return p.have("out", p.goal, "own", ("average", "eta_pos"), "small")


display(
    "A.5", 16, "66", "a grid entry moved by less than 1/(4 D) stays above 3/(4 D); the ids of the grid are bounded",
    eq_66_claim, mended=[eq_66_claim, ids_inside],
    errata=Erratum(
        "gap", "For the network itself, not its ideal, an entry of Z in [0, δ) comes out between 0 and 1/D, so that "
        "the lower bound holds off the steps of the quantiser only.",
    ),
)  # fmt: skip


# --- (67), (68): looking up -------------------------------------------------------------------------------------------


(target,) = reals("f")
(G,) = vectors("L", 2)


def bump(middle: int) -> Term:
    """f/(d n) Σ_t Σ_k of the three units at R (Z_tk − L_tk)."""
    return target / (d * n) * sigma(lambda t: sigma(lambda k: three_units(R * (Z(t, k) - G(t, k)), middle), 1, n), 1, d)


far_apart = every(lambda t: every(lambda k: 1 <= R * absolute(Z(t, k) - G(t, k)), 1, n), 1, d)
one_apart = [*t_in, *k_in, 1 <= R * absolute(Z(t, k) - G(t, k))]


small_bump = Search(
    sizes={"d": [1], "n": [1, 2], "t": [1], "k": [1, 2]}, reals={"R": [1], "f": [1]},
    entries={"Z": [0, 1], "L": [0, 1]}, length={"Z": "d n", "L": "d n"},
)  # fmt: skip
look_up = [hat_top, hat_left, hat_right, exact_on_cells, bounded_everywhere, zero_below, zero_above]
display(
    "A.5", 17, "67", "a bump of three units around an id, and the layer that looks up labels by the projected ids",
    Claim((d >= 1, n >= 1, R > 0, far_apart), eq(bump(1), 0)), mended=look_up,
    errata=[
        Erratum(
            "false", "The middle unit has to count twice: as printed the sum does not come back to 0 but goes on with "
            "slope R.", 0, small_bump,
        ),
        Erratum(
            "dimension", "f(L) is a matrix, and the layer works on single tokens: what it can look up is the label of "
            "a token by the id that attention gave it.",
        ),
    ],
)  # fmt: skip
display(
    "A.5", 18, "68", "the sum over the entries of such bumps is no bump",
    Claim((d >= 1, n >= 1, R > 0, *one_apart), eq(bump(2), 0)), mended=look_up,
    errata=Erratum(
        "false", "Also with the factor 2 a mean over entries is not 0 where Z differs from L, as soon as they agree in "
        "some entry: the bump has to be along one direction in which all ids differ. And with f in [−1, 1] the second "
        "layer's values are in [−1, 1], not in [0, 1].",
        0, small_bump,
    ),
)  # fmt: skip
