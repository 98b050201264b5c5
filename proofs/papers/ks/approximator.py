"""Proposition 1: there is a network of the class T_2 that is right on the cells and 0 outside (section 4.2, A.5).

The feed-forward layers are functions of tokens that have one hidden layer, skip connections undone; attention has the
weights of `context_ids`. Nothing is left of the weights but that they exist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import d, feed_forward, s, self_attention
from proofs.papers.ks.context_ids import (
    D,
    L,
    N,
    attended,
    columns_given,
    direction,
    eta,
    first,
    grid_id,
    kappa,
    label,
    labels_agree,
    most,
    no_duplicates_given,
)
from proofs.papers.ks.context_ids import F as F_free
from proofs.papers.ks.look_up import M, bump_of, looked_up, times, v, y
from proofs.papers.ks.look_up import R as sharpness
from proofs.papers.ks.penalty import P, first_layer
from proofs.papers.ks.step_function import delta
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.continuity import entries
from proofs.theorems.distance import moved
from proofs.theorems.matrices import Matrix
from proofs.theorems.matrices import named as matrix
from proofs.theorems.powers import power
from proofs.theorems.relu import relu
from proofs.theorems.shallow import of_token, shallow
from proofs.writing.proof import Proof

t, k, c, o, i, j, e, r, q, q2, h_, l = ints("t k c o i j e r q q' h l")
alpha, shift, C, beta, gamma = reals("alpha beta' C beta gamma")
X = vectors("X", 2)[0]
z, a = vectors("z a")
h = functions("h", VECTOR + "Z")[0]
g = functions("g", MATRIX + "ZZ")[0]
W1, W2, V1, V2, O, V, K, Q = vectors("W_1 W_2 V_1 V_2 W_O W_V W_K W_Q", 2)
b1, b2, c1, c2 = vectors("b_1 b_2 c_1 c_2")
FEED = "Z", MATRIX, VECTOR, MATRIX, VECTOR
block, offset = sequences("block offset")

# --- (19): the class of networks -------------------------------------------------------------------------------------


def transformer(
    X: Term, first: Sequence[Term], attention: Sequence[Term], second: Sequence[Term], s: Term = s
) -> Matrix:
    """F_2 ∘ F_SA ∘ F_1 at X: feed-forward, attention with one head of size s, feed-forward, with skip connections.

    A feed-forward layer is given by its number of hidden units and W_1, b_1, W_2, b_2; attention by W_O, W_V, W_K, W_Q.
    """
    hidden, *inner = first
    hidden_2, *outer = second
    heads = [fun(lambda h, a, b, w=w: w(a, b), 3) for w in attention]
    quantised = feed_forward(matrix(X, d, n), *inner, hidden)
    return feed_forward(self_attention(quantised, heads, heads=num(1), size=s), *outer, hidden_2)


def in_T_2(g: Term, s: Term = s) -> Term:
    """g is such a network, with one head of size s."""

    def weights(*w: Term) -> Term:
        same = lambda X: entries(lambda t, k: eq(g(X, t, k), transformer(X, w[:5], w[5:9], w[9:], s)(t, k)), d, n)
        return for_all(same, MATRIX)

    return exists(weights, *FEED, MATRIX, MATRIX, MATRIX, MATRIX, *FEED)


paper.notions.define(in_T_2(g), (g, s, d, n), "{0} ∈ T₂", r"{0} \in \mathcal{{T}}_2")


def token_of(X: Term, k: Term) -> Term:
    """Column k of X."""
    return fun(lambda c: X(c, k))


@paper.claim(
    given=[1 <= d, shallow(h, d)],
    shows=exists(
        lambda q, W1, b1, W2, b2: for_all(
            lambda X: entries(
                lambda t, k: eq(feed_forward(matrix(X, d, n), W1, b1, W2, b2, q)(t, k), h(token_of(X, k), t)), d, n
            ),
            MATRIX,
        ),
        *FEED,
    ),
)
def layer_of_tokens(p: Proof) -> Fact:
    """The skip connection is undone by 2 d more units."""
    p.given(d_low=1 <= d, held=shallow(h, d), t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    undone = p.apply(None, "shallow.skip_undone", p.have(None, 0 <= d, "d_low"))

    def prove(low: Fact, made: Fact) -> Fact:
        zero = fun(lambda t: num(0))
        here = p.use(None, p.use(None, made, token_of(X, k)), t)
        layer = feed_forward(matrix(X, d, n), W1, b1, W2, zero, q)(t, k)
        value = p.have(None, eq(layer, h(token_of(X, k), t)), here)
        each = p.every(None, t, p.every(None, k, value, "k_low", "k_high"), "t_low", "t_high")
        return p.exhibit(None, p.goal, [q, W1, b1, W2, zero], p.every(None, X, each))

    return p.obtain("out", undone, [q, W1, b1, W2], prove)


# --- both layers as functions of tokens --------------------------------------------------------------------------------


def quantised_entry(x: Term) -> Term:
    """What the first layer makes of an entry."""
    return first_layer(fun(lambda t, k: x, 2), num(1), num(1))


layer_1 = of_token(lambda z, r: quantised_entry(alpha * z(r) + shift))


def rise(k: Term, beta: Term, gamma: Term, z: Term, scale: Term) -> Term:
    """σ_R(α z_k + β) − σ_R(α z_k + γ)."""
    return relu(scale * z(k) + beta) - relu(scale * z(k) + gamma)


@paper.claim(given=[1 <= k, k <= d], shows=shallow(of_token(lambda z, r: a(r) * rise(k, beta, gamma, z, alpha)), d))
def rise_shallow(p: Proof) -> Fact:
    """Two units."""
    p.given(low=1 <= k, high=k <= d)
    minus = fun(lambda r: -a(r))
    parts = [
        p.apply(None, "shallow.shallow_coordinate", a=w, alpha=alpha, beta=at) for w, at in ((a, beta), (minus, gamma))
    ]
    one, two = (
        of_token(lambda z, r, w=w, at=at: w(r) * relu(alpha * z(k) + at)) for w, at in ((a, beta), (minus, gamma))
    )
    both = p.apply(None, "shallow.shallow_add", *parts, h_1=one, h_2=two)
    return p.restate("out", both, p.goal)


@paper.claim(given=[1 <= d, 1 <= D], shows=shallow(layer_1, d))
def first_layer_shallow(p: Proof) -> Fact:
    """D steps, one step back and two steps of height P, for every coordinate."""
    p.given(d_low=1 <= d, D_low=1 <= D, c_low=1 <= c, c_high=c <= d, j_low=1 <= j, j_high=j <= D)
    p.given(r_low=1 <= r, r_high=r <= d)
    own = fun(lambda r: ite(eq(r, c), 1, 0))

    def step(c: Term, start: Term, sign: int, height: Term) -> Callable[[Term, Term], Term]:
        """A step of that height, from x = start on, upwards in ± x."""
        at = -sign * start / delta + sign * shift / delta
        return lambda z, r: height * ite(eq(r, c), 1, 0) * rise(c, at, at - 1, z, sign * alpha / delta)

    def shallow_step(start: Term, sign: int, height: Term) -> Fact:
        at = -sign * start / delta + sign * shift / delta
        made = p.apply(
            None,
            "rise_shallow",
            k=c,
            a=fun(lambda r: height * own(r)),
            alpha=sign * alpha / delta,
            beta=at,
            gamma=at - 1,
        )
        return p.restate(None, made, shallow(of_token(step(c, start, sign, height)), d))

    steps = mapping(lambda j, z, r: step(c, (j - 1) / D, 1, inv(D))(z, r), "Z", VECTOR, "Z")
    each = p.every(None, j, shallow_step((j - 1) / D, 1, inv(D)), "j_low", "j_high")
    stacked = p.apply(None, "shallow.shallow_sum", p.have(None, 0 <= D, "D_low"), each, h=steps, m=D)
    total = of_token(lambda z, r: sigma(lambda j: steps(j, z, r), 1, D))
    for start, sign, height in ((num(1), 1, num(-1)), (num(1), 1, P), (num(0), -1, P)):
        last = of_token(step(c, start, sign, height))
        stacked = p.apply(None, "shallow.shallow_add", stacked, shallow_step(start, sign, height), h_1=total, h_2=last)
        total = of_token(lambda z, r, total=total, last=last: total(z, r) + last(z, r))
    x = lambda c: alpha * z(c) + shift  # noqa: E731
    member = mapping(lambda c, z, r: ite(eq(r, c), 1, 0) * quantised_entry(alpha * z(c) + shift), "Z", VECTOR, "Z")
    single = fun(
        lambda j: (
            rise(
                c, -(j - 1) / (D * delta) + shift / delta, -(j - 1) / (D * delta) + shift / delta - 1, z, alpha / delta
            )
            / D
        )
    )
    moved_ = p.apply(None, "sum_shift", f=single, lo=0, hi=D - 1, c=1)
    weight = ite(eq(r, c), 1, 0)
    value = p.have(None, eq(member(c, z, r), total(z, r)), (moved_, weight))
    same = p.every(None, z, p.every(None, r, value, "r_low", "r_high"))
    one = of_token(lambda z, r: member(c, z, r))
    coordinate = p.apply(None, "shallow.shallow_same", stacked, same, h=one, h_1=total)
    each = p.every(None, c, coordinate, "c_low", "c_high")
    whole = p.apply(None, "shallow.shallow_sum", p.have(None, 0 <= d, "d_low"), each, h=member, m=d)
    values_ = fun(lambda c: quantised_entry(x(c)))
    pick = p.apply(None, "sum_delta", f=values_, m=r, lo=1, hi=d)
    mirrored = p.have(None, eq(member(c, z, r), values_(c) * ite(eq(c, r), 1, 0)))
    members = p.apply(None, "sum_eq", p.every(None, c, mirrored, "c_low", "c_high"), f=fun(lambda c: member(c, z, r)),
                      g=fun(lambda c: values_(c) * ite(eq(c, r), 1, 0)), lo=1, hi=d)  # fmt: skip
    all_ = of_token(lambda z, r: sigma(lambda c: member(c, z, r), 1, d))
    value = p.have(None, eq(layer_1(z, r), all_(z, r)), members, pick)
    same = p.every(None, z, p.every(None, r, value, "r_low", "r_high"))
    return p.apply("out", "shallow.shallow_same", whole, same, h=layer_1, h_1=all_)


def projected(z: Term) -> Term:
    """v · z."""
    return sigma(lambda c: direction(c) * z(c), 1, d)


layer_2 = of_token(lambda z, r: looked_up(projected(z), r))


@paper.claim(given=[0 <= M], shows=shallow(layer_2, d))
def second_layer_shallow(p: Proof) -> Fact:
    """Three units for every place of the list."""
    p.given(M_low=0 <= M, j_low=1 <= j, j_high=j <= M)
    into = fun(lambda c: sharpness * direction(c))
    total = None
    for by, height in ((-1, 1), (0, -2), (1, 1)):
        weight = fun(lambda r, height=height: height * y(r, j) / times(v(j)))
        bias = -sharpness * v(j) + by
        made = p.apply(None, "shallow.shallow_unit", a=weight, w=into, beta=bias)
        one = of_token(lambda z, r, w=weight, b=bias: w(r) * relu(sigma(lambda c: into(c) * z(c), 1, d) + b))
        if total is None:
            fact, total = made, one
        else:
            fact = p.apply(None, "shallow.shallow_add", fact, made, h_1=total, h_2=one)
            total = of_token(lambda z, r, a=total, b=one: a(z, r) + b(z, r))
    member = mapping(lambda j, z, r: bump_of(j, projected(z), r), "Z", VECTOR, "Z")
    fact = p.restate(None, fact, shallow(of_token(lambda z, r: member(j, z, r)), d))
    each = p.every(None, j, fact, "j_low", "j_high")
    return p.apply("out", "shallow.shallow_sum", each, h=member, m=M)


# --- the network -------------------------------------------------------------------------------------------------------


SHARP = 2 * log(n) + 4


def an_id(i: Term, k: Term) -> Term:
    """The id of token k of grid sequence i, for κ = 2 log n + 4 and the largest η."""
    return substitute(grid_id(i, k), {kappa: SHARP, eta: inv(most)})


def over(p: Proof, fact: Fact) -> Fact:
    """For all entries (t, k)."""
    return p.every(None, t, p.every(None, k, fact, "k_low", "k_high"), "t_low", "t_high")


def cell_sides(i: Term, Z: Term) -> tuple[Term, Term]:
    """Z lies in the cell of grid sequence i, off the steps: (l − 1)/D + δ <= Z_tk <= l/D."""
    return (
        entries(lambda t, k: (L(i, t, k) - 1) / D + delta <= Z(t, k), d, n),
        entries(lambda t, k: Z(t, k) <= L(i, t, k) / D, d, n),
    )


def exact(g: Term) -> Term:
    """g is the label of the cell, off the steps."""

    def at(i: Term, X: Term) -> Term:
        return implies(
            *cell_sides(i, moved(X, alpha, shift)), entries(lambda t, k: eq(g(X, t, k), label(i, t, k)), d, n)
        )

    return every(lambda i: for_all(lambda X: at(i, X), MATRIX), 1, N)


def bounded(g: Term) -> Term:
    """g is at most C everywhere."""
    return for_all(lambda X: entries(lambda t, k: absolute(g(X, t, k)) <= C, d, n), MATRIX)


def zero_at(g: Term, X: Term, side: Callable[[Term], Term]) -> Term:
    """g is 0 at X, if an entry of αX + β is on that side of the cube."""
    zero = entries(lambda t, k: eq(g(X, t, k), 0), d, n)
    return entries(lambda c, o: implies(side(moved(X, alpha, shift)(c, o)), zero), d, n)


def zero_below(g: Term) -> Term:
    """g is 0, if an entry of αX + β is −δ or less."""
    return for_all(lambda X: zero_at(g, X, lambda x: x <= -delta), MATRIX)


def zero_above(g: Term) -> Term:
    """g is 0, if an entry of αX + β is 1 + δ or more."""
    return for_all(lambda X: zero_at(g, X, lambda x: 1 + delta <= x), MATRIX)


labels_small = every(lambda i: entries(lambda t, k: absolute(label(i, t, k)) <= C, d, n), 1, N)
network_given = [
    n >= 1, *columns_given, no_duplicates_given, labels_agree, labels_small, 0 <= C, 0 <= N, s >= 1, 0 < delta,
    delta * D <= 1,
]  # fmt: skip


@paper.claim(
    given=network_given,
    shows=exists(lambda g: [in_T_2(g), exact(g), bounded(g), zero_below(g), zero_above(g)], OPERATOR),
)
def network_exists(p: Proof) -> Fact:
    """Quantise, add η times the average of the projections, look up the label of the id."""
    names = [
        "some",
        "D_low",
        "d_low",
        "grid_low",
        "grid_high",
        "words",
        "labels",
        "small_labels",
        "C_low",
        "N_low",
        "s_low",
        "narrow",
        "fine",
    ]
    p.given(**dict(zip(names, network_given, strict=True)))
    p.given(i_low=1 <= i, i_high=i <= N, k_low=1 <= k, k_high=k <= n, t_low=1 <= t, t_high=t <= d)
    p.given(c_low=1 <= c, c_high=c <= d, o_low=1 <= o, o_high=o <= n, e_low=1 <= e, e_high=e <= n * N)
    p.given(j_low=1 <= j, j_high=j <= n * N, l_low=1 <= l, l_high=l <= n)
    # attention
    p.apply("log_n", "log_nonneg", p.have(None, n >= 1, "some"), x=n)
    p.have("sharp", 2 * log(n) + 3 < SHARP)
    p.have("kappa_pos", SHARP > 0, "log_n")
    p.have("D_pos", 0 < D, "D_low")
    weights = fun(lambda t: power(D, t - 1))
    each = p.every(None, t, p.apply(None, "power_pos", m=D, k=t - 1), "t_low", "t_high")
    p.apply("powers", "sum_pos", each, f=weights, lo=1, hi=d)
    p.have("most_pos", 0 < most, ("powers", "D_pos"))
    p.apply("eta_pos", "inv_pos", "most_pos", x=most)
    p.have("eta_small", inv(most) * most <= 1, "most_pos")
    # the list of ids
    p.have("n_pos", 0 < n, "some")
    p.have("size", 0 <= n * N, ("n_pos", "N_low"))
    p.apply("tiled", "words.tiles", p.have(None, 0 <= n, "some"), d=n, G=N)
    listed, names_ = fun(lambda e: an_id(block(e), offset(e))), fun(lambda t, e: label(block(e), t, offset(e)), 2)
    by = {"v": listed, "y": names_, "M": n * N}

    def with_tiles(*tiles: Fact) -> Fact:
        here, there = ([p.use(None, law, x) for law in tiles] for x in (j, e))
        same = p.rule(None, "assume", eq(listed(j), listed(e)))
        alike = p.apply(None, "same_id_same_label", same, *here, *there, kappa=SHARP, eta=inv(most), i=block(j),
                        k=offset(j), j=block(e), l=offset(e))  # fmt: skip
        alike = p.every(None, e, p.discharged(alike, same.concl), "e_low", "e_high")
        alike = p.every(None, j, alike, "j_low", "j_high")
        value = p.use(None, p.use(None, "small_labels", block(e), using=there), t)
        small = p.every(None, e, p.use(None, value, offset(e), using=there), "e_low", "e_high")
        bumps = p.apply(None, "some_narrow_bumps", v=listed, M=n * N)
        return p.obtain(None, bumps, [sharpness], lambda *found: with_bumps(tiles, alike, small, *found))

    def with_bumps(tiles: Sequence[Fact], alike: Fact, small: Fact, R_pos: Fact, bumps: Fact) -> Fact:
        p.apply("R_inv", "inv_pos", R_pos, x=sharpness)
        top = most + 1 + inv(sharpness)  # beyond the bumps
        p.have("unit_pos", 0 < inv(most) * D, ("eta_pos", "D_pos"))
        p.apply("unit_inv", "inv_pos", "unit_pos", x=inv(most) * D)
        height = n * top / (inv(most) * D)
        p.have("top_pos", 0 <= top, "most_pos", "R_inv")
        p.have("height", height >= 0, ("n_pos", "top_pos", "unit_inv"), degree=1)
        p.have("high_enough", n * top <= inv(most) * D * height, "unit_pos")
        one = p.apply(None, "first_layer_shallow", P=height)
        two = p.apply(None, "second_layer_shallow", "size", R=sharpness, **by)
        put = {P: height, sharpness: sharpness, v: listed, y: names_, M: n * N}
        layers = [substitute(f, put) for f in (layer_1, layer_2)]
        made = [p.apply(None, "layer_of_tokens", fact, h=f) for fact, f in zip((one, two), layers, strict=True)]
        inner, outer = [q, W1, b1, W2, b2], [q2, V1, c1, V2, c2]
        attention = [fun(lambda t, j: inv(most) / D * first(t) * first(j), 2), fun(lambda j, t: first(j) * direction(t), 2),
                     fun(lambda j, t: first(j) * direction(t), 2), fun(lambda j, t: SHARP * first(j) * direction(t), 2)]  # fmt: skip
        net = mapping(lambda X, t, k: transformer(X, inner, attention, outer)(t, k), MATRIX, "Z", "Z")

        def with_layers(quantises: Fact, looks_up: Fact) -> Fact:
            F = fun(lambda t, k: feed_forward(matrix(X, d, n), *inner[1:], inner[0])(t, k), 2)
            A = fun(lambda t, k: substitute(attended(F_free, t, k), {kappa: SHARP, eta: inv(most), F_free: F}), 2)
            u = fun(lambda k: sigma(lambda c: direction(c) * A(c, k), 1, d))
            Z = moved(X, alpha, shift)
            quantised = p.use(None, quantises, X)
            ids_ = p.every(None, k, p.have(None, eq(u(k), u(k))), "k_low", "k_high")
            value = p.use(None, p.use(None, p.use(None, looks_up, A), t), k)
            value = p.restate(None, value, eq(net(X, t, k), substitute(looked_up(u(k), t), put)))
            common = {"F": F, "Z": Z, "u": u, "kappa": SHARP, "eta": inv(most), "P": height}
            goal = p.goal
            out = [p.have(None, eq(net(X, t, k), net(X, t, k)))]
            member = p.every(None, X, over(p, out[0]))
            # in a cell
            low, high = (p.rule(None, "assume", f) for f in cell_sides(i, Z))
            own = p.apply(None, "projected_id", quantised, ids_, **common)
            grid = p.apply(None, "good_cell_id", low, high, **{x: common[x] for x in ("Z", "kappa", "P", "eta")})
            at = (i - 1) * n + k
            tile = {"d": n, "G": N, "block": block, "offset": offset, "j": i, "s": k}
            which, place = (p.apply(None, name, *tiles, **tile) for name in ("tile_block", "tile_offset"))
            before = p.have(None, 1 <= at, "k_low", ("i_low", "n_pos"))
            after = p.have(None, at <= n * N, "k_high", ("i_high", "n_pos"))
            found = p.apply(None, "looked_up_exact", R_pos, bumps, alike, before, after, e=at, R=sharpness, **by)
            moved_ = p.both(None, block(at), i, lambda y: an_id(y, offset(at)), which)
            id_ = p.have(
                None, eq(listed(at), an_id(i, k)), moved_, p.both(None, offset(at), k, lambda y: an_id(i, y), place)
            )
            moved_ = p.both(None, block(at), i, lambda y: label(y, t, offset(at)), which)
            name = p.have(
                None,
                eq(names_(t, at), label(i, t, k)),
                moved_,
                p.both(None, offset(at), k, lambda y: label(i, t, y), place),
            )
            point = p.have(None, eq(u(k), listed(at)), own, grid, id_)
            looked = p.both(None, u(k), listed(at), lambda y: substitute(looked_up(y, t), put), point)
            right = p.have(None, eq(net(X, t, k), label(i, t, k)), value, looked, found, name)
            right = p.discharged(over(p, right), low.concl, high.concl)
            right = p.every(None, i, p.every(None, X, right), "i_low", "i_high")
            # everywhere
            bound = p.apply(None, "looked_up_bounded", R_pos, bumps, alike, small, z=u(k), R=sharpness, **by)
            found_ = substitute(looked_up(u(k), t), put)
            bound = p.have(
                None, absolute(net(X, t, k)) <= C, p.both(None, net(X, t, k), found_, absolute, value), bound
            )
            bound = p.every(None, X, over(p, bound))
            # outside
            zeros = []
            for side, theorem in (
                (Z(c, o) <= -delta, "ids_outside_below"),
                (1 + delta <= Z(c, o), "ids_outside_above"),
            ):
                outside = p.rule(None, "assume", side)
                beyond = p.apply(
                    None, theorem, outside, quantised, ids_, "high_enough", x=fun(lambda j: top), m=1, **common
                )
                here = [p.use(None, law, e) for law in tiles]
                inside = p.apply(None, "ids_inside", *here, kappa=SHARP, eta=inv(most), i=block(e), k=offset(e))
                gap = u(k) - listed(e)
                size = p.apply(None, "abs_ge", x=gap)
                far = p.have(None, inv(sharpness) <= absolute(gap), beyond, inside, size)
                far = p.have(None, 1 <= sharpness * absolute(gap), (far, R_pos), R_pos)
                none = p.apply(
                    None, "looked_up_far", R_pos, p.every(None, e, far, "e_low", "e_high"), z=u(k), R=sharpness, **by
                )
                zero = over(p, p.have(None, eq(net(X, t, k), 0), value, none))
                zero = p.every(None, o, p.discharged(zero, side), "o_low", "o_high")
                zeros.append(p.every(None, X, p.every(None, c, zero, "c_low", "c_high")))
            member = p.exhibit(None, in_T_2(net), [*inner, *attention, *outer], member)
            return p.exhibit(None, goal, [net], member, right, bound, *zeros)

        def with_first(quantises: Fact) -> Fact:
            return p.obtain(None, made[1], outer, lambda looks_up: with_layers(quantises, looks_up))

        return p.obtain(None, made[0], inner, with_first)

    return p.obtain("out", "tiled", [block, offset], with_tiles)
