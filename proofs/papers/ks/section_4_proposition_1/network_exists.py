"""Proposition 1: some network of the class T_2 has the right values on the cells and is 0 outside (section 4.2, A.5).

The feed-forward layers are functions of tokens that have one hidden layer, skip connections undone; attention has the
weights of `context_ids`. Nothing is left of the weights but that they exist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.context_ids import *
from proofs.papers.ks.section_4_proposition_1.penalty import P
from proofs.papers.ks.section_4_proposition_1.step_function import delta
from proofs.papers.ks.vocabulary import a, b, n, paper
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.algebra.matrices import named as matrix
from proofs.theorems.algebra.powers import power
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.integration.grid_errors import bounded, of_entries, over, same, zero_beyond
from proofs.theorems.integration.integrals import moved
from proofs.theorems.networks.look_up import M, bump_of, looked_up, times, v, y
from proofs.theorems.networks.look_up import R as sharpness
from proofs.theorems.networks.one_hidden_layer import of_token, shallow
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.rounding import first_layer, quantised_entry
from proofs.theorems.networks.transformers import d, feed_forward, s, self_attention

t, k, c, o, i, j, e, r, q, q2, l = ints("t k c o i j e r q q' l")
alpha, shift, C, beta, gamma = reals("alpha beta' C beta gamma")
X = vectors("X", 2)[0]
(z,) = vectors("z")
h = functions("h", VECTOR + "Z")[0]
g = functions("g", MATRIX + "ZZ")[0]
W1, W2, V1, V2, O, V, K, Q = vectors("W_1 W_2 V_1 V_2 W_O W_V W_K W_Q", 2)
b1, b2, c1, c2 = vectors("b_1 b_2 c_1 c_2")
FEED = "Z", MATRIX, VECTOR, MATRIX, VECTOR
block, offset = sequences("block offset")

# --- (19): the class of networks -------------------------------------------------------------------------------------


def layer(H: Matrix, weights: Sequence[Term]) -> Matrix:
    """A feed-forward layer, given by its number of hidden units and W_1, b_1, W_2, b_2."""
    hidden, first, bias, second, last = weights
    return feed_forward(H, first, bias, second, last, hidden)


def looks_up_at(H: Matrix, attention: Sequence[Term], second: Sequence[Term], s: Term = s) -> Matrix:
    """Attention with one head of size s, given by W_O, W_V, W_K, W_Q, then a feed-forward layer."""
    heads = [fun(lambda h, a, b, w=w: w(a, b), 3) for w in attention]
    return layer(self_attention(H, heads, heads=num(1), size=s), second)


def transformer(
    X: Term, first: Sequence[Term], attention: Sequence[Term], second: Sequence[Term], s: Term = s
) -> Matrix:
    """F_2 ∘ F_SA ∘ F_1 at X: feed-forward, attention with one head of size s, feed-forward, with skip connections."""
    return looks_up_at(layer(matrix(X, d, n), first), attention, second, s)


def in_T_2(g: Term, s: Term = s) -> Term:
    """g is such a network, with one head of size s."""

    def network(
        q: Term, W_1: Term, b_1: Term, W_2: Term, b_2: Term, W_O: Term, W_V: Term, W_K: Term, W_Q: Term,
        q_prime: Term, V_1: Term, c_1: Term, V_2: Term, c_2: Term,
    ) -> Term:  # fmt: skip
        first, attention, second = (q, W_1, b_1, W_2, b_2), (W_O, W_V, W_K, W_Q), (q_prime, V_1, c_1, V_2, c_2)

        def at(X: Term) -> Term:
            return entries(lambda t, k: Eq(g(X, t, k), transformer(X, first, attention, second, s)(t, k)), d, n)

        return for_all(at, MATRIX)

    return exists(network, *FEED, MATRIX, MATRIX, MATRIX, MATRIX, *FEED)


paper.notions.define(in_T_2(g), (g, s, d, n), "{0} ∈ T₂({1})", r"{0} \in \mathcal{{T}}_2^{{({1})}}")


def token_of(X: Term, k: Term) -> Term:
    """Column k of X."""
    return fun(lambda c: X(c, k))


def computed(value: Callable[[Term, Term], Term]) -> Term:
    """Some feed-forward layer with a skip connection has these values: value(z, t) is entry t of the image of z."""

    def same(q: Term, W1: Term, b1: Term, W2: Term, b2: Term) -> Term:
        layer_ = lambda X: feed_forward(matrix(X, d, n), W1, b1, W2, b2, q)  # noqa: E731
        return for_all(lambda X: entries(lambda t, k: Eq(layer_(X)(t, k), value(token_of(X, k), t)), d, n), MATRIX)

    return exists(same, *FEED)


@paper.claim(given=[1 <= d, shallow(h, d)], shows=computed(lambda z, t: h(z, t) + a(t)))
def layer_without_skip(p: Proof) -> Fact:
    """Undo the skip connection by 2 d more units."""
    p.given(t_low=1 <= t, t_high=t <= d)
    _low, made = p.obtain(p.apply("one_hidden_layer.skip_undone"), q, W1, b1, W2)
    value = feed_forward(matrix(X, d, n), W1, b1, W2, a, q)(t, k)
    each = p.have(Eq(value, h(token_of(X, k), t) + a(t)), p.specialize(made, token_of(X, k)))
    return p.exists_intro(p.goal, [q, W1, b1, W2, a], each)


@paper.claim(given=[1 <= d, shallow(h, d)], shows=computed(lambda z, t: h(z, t)))
def layer_of_tokens(p: Proof) -> Fact:
    """The same without an output bias."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    (made,) = p.obtain(p.apply("layer_without_skip", a=fun(lambda t: num(0))), q, W1, b1, W2, b2)
    return p.exists_intro(p.goal, [q, W1, b1, W2, b2], p.specialize(p.rule("specialize", made, X), t, k))


# --- both layers as functions of tokens -------------------------------------------------------------------------------


layer_1 = of_token(lambda z, r: quantised_entry(alpha * z(r) + shift))


def rise(k: Term, beta: Term, gamma: Term, z: Term, scale: Term) -> Term:
    """σ_R(α z_k + β) − σ_R(α z_k + γ)."""
    return relu(scale * z(k) + beta) - relu(scale * z(k) + gamma)


@paper.claim(given=[1 <= k, k <= d], shows=shallow(of_token(lambda z, r: a(r) * rise(k, beta, gamma, z, alpha)), d))
def rise_shallow(p: Proof) -> Fact:
    """It consists of two units."""
    minus = fun(lambda r: -a(r))
    one = of_token(lambda z, r: a(r) * relu(alpha * z(k) + beta))
    two = of_token(lambda z, r: minus(r) * relu(alpha * z(k) + gamma))
    both = p.apply("one_hidden_layer.shallow_add", h_1=one, h_2=two)
    return p.change(both, p.goal)


def sum_of(one: Term, two: Term) -> Term:
    """(z, r) ↦ one(z, r) + two(z, r)."""
    return of_token(lambda z, r: one(z, r) + two(z, r))


@paper.claim(given=[1 <= d, 1 <= D], shows=shallow(layer_1, d))
def first_layer_shallow(p: Proof) -> Fact:
    """For every coordinate, D steps, one step back and two steps of height P."""
    p.given(c_low=1 <= c, c_high=c <= d)
    p.given(r_low=1 <= r, r_high=r <= d)

    def step(c: Term, start: Term, sign: int, height: Term) -> Callable[[Term, Term], Term]:
        """Return a step of this height, from x = start on, upwards in ± x."""
        at = -sign * start / delta + sign * shift / delta
        return lambda z, r: height * ite(Eq(r, c), 1, 0) * rise(c, at, at - 1, z, sign * alpha / delta)

    steps = mapping(lambda j, z, r: step(c, (j - 1) / D, 1, inv(D))(z, r), "Z", VECTOR, "Z")
    stacked = p.apply("one_hidden_layer.shallow_sum", h=steps, m=D)
    total = of_token(lambda z, r: Sum(lambda j: steps(j, z, r), 1, D))
    for start, sign, height in ((num(1), 1, num(-1)), (num(1), 1, P), (num(0), -1, P)):
        last = of_token(step(c, start, sign, height))
        stacked = p.apply("one_hidden_layer.shallow_add", stacked, h_1=total, h_2=last)
        total = sum_of(total, last)
    x = lambda c: alpha * z(c) + shift  # noqa: E731
    member = mapping(lambda c, z, r: ite(Eq(r, c), 1, 0) * quantised_entry(alpha * z(c) + shift), "Z", VECTOR, "Z")
    single = fun(
        lambda j: (
            rise(
                c, -(j - 1) / (D * delta) + shift / delta, -(j - 1) / (D * delta) + shift / delta - 1, z, alpha / delta
            )
            / D
        )
    )
    moved_ = p.apply("sum_shift", f=single, lo=0, hi=D - 1, c=1)
    weight = ite(Eq(r, c), 1, 0)
    value = p.have(Eq(member(c, z, r), total(z, r)), (moved_, weight))
    same = value
    one = of_token(lambda z, r: member(c, z, r))
    coordinate = p.apply("one_hidden_layer.shallow_same", stacked, same, h=one, h_1=total)
    whole = p.apply("one_hidden_layer.shallow_sum", coordinate, h=member, m=d)
    values_ = fun(lambda c: quantised_entry(x(c)))
    pick = p.apply("sum_delta", f=values_, m=r, lo=1, hi=d)
    all_ = of_token(lambda z, r: Sum(lambda c: member(c, z, r), 1, d))
    value = p.have(Eq(layer_1(z, r), all_(z, r)), pick)
    same = value
    return p.apply("one_hidden_layer.shallow_same", whole, same, h=layer_1, h_1=all_)


def projected(z: Term) -> Term:
    """v · z."""
    return Sum(lambda c: direction(c) * z(c), 1, d)


layer_2 = of_token(lambda z, r: looked_up(projected(z), r))


@paper.claim(given=[0 <= M], shows=shallow(layer_2, d))
def second_layer_shallow(p: Proof) -> Fact:
    """Three units for every position of the list."""
    into = fun(lambda c: sharpness * direction(c))

    def unit_at(by: int, height: int) -> tuple[Fact, Term]:
        weight = fun(lambda r: height * y(r, j) / times(v(j)))
        bias = -sharpness * v(j) + by
        made = p.apply("one_hidden_layer.shallow_unit")
        return made, of_token(lambda z, r: weight(r) * relu(Sum(lambda c: into(c) * z(c), 1, d) + bias))

    fact, total = unit_at(-1, 1)
    for _made, one in (unit_at(0, -2), unit_at(1, 1)):
        fact = p.apply("one_hidden_layer.shallow_add", fact, h_1=total, h_2=one)
        total = sum_of(total, one)
    member = mapping(lambda j, z, r: bump_of(j, projected(z), r), "Z", VECTOR, "Z")
    return p.apply("one_hidden_layer.shallow_sum", fact, h=member, m=M)


# --- attention and the second layer -----------------------------------------------------------------------------------

SHARP = 2 * log(n) + 4
(A,) = functions("A", MATRIX + "ZZ")
Y, Y2 = vectors("Y Y'", 2)


def an_id(i: Term, k: Term) -> Term:
    """The id of token k of grid sequence i, for κ = 2 log n + 4 and the largest η."""
    return substitute(grid_id(i, k), {kappa: SHARP, eta: inv(most)})


def attends_and_looks_up(A: Term, s: Term = s) -> Term:
    """A is F_2 ∘ F_SA: attention with one head of size s, then a feed-forward layer."""

    def weights(*w: Term) -> Term:
        def at(Y: Term) -> Term:
            out = looks_up_at(matrix(Y, d, n), w[:4], w[4:], s)
            return entries(lambda t, k: Eq(A(Y, t, k), out(t, k)), d, n)

        return for_all(at, MATRIX)

    return exists(weights, MATRIX, MATRIX, MATRIX, MATRIX, *FEED)


def exact(A: Term) -> Term:
    """A maps every grid sequence of the list to its labels."""

    def at(i: Term, Y: Term) -> Term:
        grid = fun(lambda t, k: L(i, t, k) / D, 2)
        return implies(same(Y, grid), entries(lambda t, k: Eq(A(Y, t, k), label(i, t, k)), d, n))

    return every(lambda i: for_all(lambda Y: at(i, Y), MATRIX), 1, N)


NEGATIVE = {"exact": exact(A), "in": 1 <= i, "i_high": i <= N, "t_low": 1 <= t, "t_high": t <= d, "k_low": 1 <= k,
            "k_high": k <= n, "negative": label(i, t, k) < 0}  # fmt: skip


@paper.claim(NEGATIVE, shows=negation(for_all(lambda X: entries(lambda t, k: 0 <= A(X, t, k), d, n), MATRIX)))
def negative_values(p: Proof) -> Fact:
    """A takes the value of the label."""
    at = fun(lambda t, k: L(i, t, k) / D, 2)
    nonneg = p.assume(p.goal.args[0])
    own = p.specialize(p.specialize(p.specialize("exact", i), at), t, k)
    low = p.specialize(p.rule("specialize", nonneg, at), t, k)
    return p.discharge(p.have(FALSE, own, low, "negative"), nonneg.concl)


@paper.claim(given=[1 <= k, k <= n, every(lambda l: Eq(a(l), b(l)), 1, n)], shows=Eq(average(a, k), average(b, k)))
def average_same(p: Proof) -> None:
    """The average is a function of the n numbers."""


@paper.claim(
    given=[n >= 1, D >= 1, d >= 1, *columns_given[2:], eta > 0, eta * most <= 1, 1 <= i, i <= N, 1 <= k, k <= n],
    shows=grid_id(i, k) <= most + 1,
)
def ids_inside(p: Proof) -> None:
    """The average adds at most 1 to the projection."""
    p.apply("average_le", a=whole_ids(i), A=most, label="average")


labels_small = every(lambda i: entries(lambda t, k: abs(label(i, t, k)) <= C, d, n), 1, N)
labelled = {
    "some": n >= 1,
    "D_low": D >= 1,
    "d_low": d >= 1,
    "grid_low": columns_given[2],
    "grid_high": columns_given[3],
    "words": no_duplicates_given,
    "labels": labels_agree,
    "small_labels": labels_small,
    "C_low": 0 <= C,
    "N_low": 0 <= N,
    "s_low": s >= 1,
}


def looking_up(P: Term, A: Term) -> list[Term]:
    """Return the hypotheses on attention and the second layer."""
    return [0 <= P, attends_and_looks_up(A), of_entries(A), exact(A), bounded(A), zero_beyond(A, P)]


@paper.claim(
    given=[n >= 1, d >= 1, D >= 1, 0 < kappa, 0 < eta, 1 <= k, k <= n, 1 <= c, c <= d, 1 <= o, o <= n,
           entries(lambda t, k: 0 <= Y(t, k), d, n), P <= Y(c, o), 0 <= P, n * C <= eta * D * P],
    shows=C <= context_id(projections(Y), k),
)  # fmt: skip
def beyond_grid(p: Proof) -> Fact:
    """An entry P raises the projection of its token to at least D P, and with it all averages."""
    p.given(marked=P <= Y(c, o), P_low=0 <= P, top=n * C <= eta * D * P, t_low=1 <= t, t_high=t <= d, l_low=1 <= l)
    p.given(l_high=l <= n)
    p.apply("power_pos", m=D, k=t - 1, label="weight")
    member = lambda l: fun(lambda t: direction(t) * Y(t, l))  # noqa: E731
    entry = p.specialize(p.specialize(entries(lambda t, k: 0 <= Y(t, k), d, n), t), l)
    each = p.have(member(l)(t) >= 0, ("weight", entry, D >= 1), ("weight", entry))
    column = p.apply("sum_nonneg", p.generalize(t, each, label="all"))
    p.generalize(l, column, label="columns")
    at_o = p.instantiate(p.generalize(l, "all"), [])
    part = p.apply("sum_member", p.specialize(at_o, o), f=member(o), m=c, lo=1, hi=d)
    one = p.apply("power_ge_one", m=D, k=c - 1)
    sign = p.have(0 <= direction(c), D >= 1, one)
    scaled = p.have(direction(c) * P <= direction(c) * Y(c, o), ("marked", sign))
    large = p.have(D * P <= Sum(member(o), 1, d), part, scaled, (one, "P_low", D >= 1), ("P_low", one))
    average = p.apply("average_ge", a=projections(Y))
    base = p.specialize("columns", k)
    p.have(0 < n, label="n_pos")
    return p.have(p.goal, "top", (average, 0 < eta), (large, 0 < eta), (base, "n_pos"), scale=["n_pos"])


@paper.claim(given=labelled, shows=exists(looking_up, "R", OPERATOR))
def look_up_exists(p: Proof) -> Fact:
    """Attention adds η times the average of the projections, and the second layer looks up the label of the id."""
    p.given(i_low=1 <= i, i_high=i <= N, k_low=1 <= k, k_high=k <= n, t_low=1 <= t, t_high=t <= d)
    p.given(c_low=1 <= c, c_high=c <= d, o_low=1 <= o, o_high=o <= n, e_low=1 <= e, e_high=e <= n * N)
    p.given(j_low=1 <= j, j_high=j <= n * N, l_low=1 <= l, l_high=l <= n)
    # attention
    p.apply("log_nonneg", p.have(n >= 1), label="log_n")
    p.have(0 < D, label="D_pos")
    weights = fun(lambda t: power(D, t - 1))
    p.apply("sum_pos", f=weights, lo=1, hi=d, label="powers")
    # the list of ids
    n_pos = p.have(0 < n)
    p.have(0 <= n * N, (n_pos, "N_low"), label="size")
    tiled = p.apply("tuples.tiles", d=n, G=N)
    listed, names = fun(lambda e: an_id(block(e), offset(e))), fun(lambda t, e: label(block(e), t, offset(e)), 2)
    by = {"v": listed, "y": names, "M": n * N}

    def with_bumps(tiles: Sequence[Fact], alike: Fact, small: Fact, R_pos: Fact, bumps: Fact) -> Fact:
        R_inv = p.apply("inv_pos", R_pos)
        top = most + 1 + inv(sharpness)  # beyond the bumps
        unit_pos = p.have(0 < inv(most) * D)
        unit_inv = p.apply("inv_pos", unit_pos)
        height = n * top / (inv(most) * D)
        top_pos = p.have(0 <= top, R_inv)
        p.have(0 <= height, (n_pos, top_pos, unit_inv), label="height")
        p.have(n * top <= inv(most) * D * height, label="high_enough")
        put = {sharpness: sharpness, v: listed, y: names, M: n * N}
        looked = substitute(layer_2, put)
        made = p.apply("layer_of_tokens", h=looked)
        outer = [q2, V1, c1, V2, c2]
        attention = [
            fun(lambda t, j: inv(most) / D * first(t) * first(j), 2), fun(lambda j, t: first(j) * direction(t), 2),
            fun(lambda j, t: first(j) * direction(t), 2), fun(lambda j, t: SHARP * first(j) * direction(t), 2),
        ]  # fmt: skip
        net = mapping(lambda Y, t, k: looks_up_at(matrix(Y, d, n), attention, outer)(t, k), MATRIX, "Z", "Z")

        (looks_up,) = p.obtain(made, *outer)
        at = {kappa: SHARP, eta: inv(most)}
        after = fun(lambda t, k: substitute(attended(F, t, k), {**at, F: Y}), 2)
        u = substitute(context_id(projections(Y), k), at)
        found = lambda z, t: substitute(looked_up(z, t), put)  # noqa: E731
        projected_ = p.apply("projected_attention", kappa=SHARP, eta=inv(most), F=Y)
        value = p.specialize(p.specialize(p.specialize(looks_up, after), t), k)
        moved_ = p.congr(lambda z: found(z, t), projected_)
        value = p.have(Eq(net(Y, t, k), found(u, t)), value, moved_, label="value")
        # it depends on the entries only
        equal = p.assume(same(Y, Y2))
        entry = p.specialize(p.specialize(equal, t), l)
        columns = [fun(lambda t, Z=Z: direction(t) * Z(t, l)) for Z in (Y, Y2)]
        entry = p.have(Eq(columns[0](t), columns[1](t)), (entry, direction(t)))
        column = p.apply("sum_eq", entry, f=columns[0], g=columns[1], lo=1, hi=d)
        column = p.generalize(l, column)
        average = p.apply("average_same", column, a=projections(Y), b=projections(Y2), kappa=SHARP)
        other = substitute(u, {Y: Y2})
        ids = p.have(Eq(u, other), (average, inv(most)), p.specialize(column, k))
        there = p.instantiate(value, [(Y, Y2)])
        alike_ = p.have(Eq(net(Y, t, k), net(Y2, t, k)), value, there, p.congr(lambda z: found(z, t), ids))
        determined = p.discharge(over(p, alike_), equal.concl)
        # on the grid
        grid = fun(lambda t, k: L(i, t, k) / D, 2)
        on_grid = p.assume(same(Y, grid))
        entry = p.specialize(p.specialize(on_grid, t), l)
        letters = fun(lambda t: power(D, t - 1) * L(i, t, l))
        entry = p.have(Eq(columns[0](t), letters(t)), (entry, direction(t)))
        column = p.apply("sum_eq", entry, f=columns[0], g=letters, lo=1, hi=d)
        column = p.generalize(l, column)
        average = p.apply("average_same", column, a=projections(Y), b=whole_ids(i), kappa=SHARP)
        at_e = (i - 1) * n + k
        tile = {"d": n, "G": N, "block": block, "offset": offset, "j": i, "s": k}
        which, place = (p.apply(name, *tiles, **tile) for name in ("tile_block", "tile_offset"))
        ends = (
            p.have(1 <= at_e, "k_low", ("i_low", n_pos)),
            p.have(at_e <= n * N, "k_high", ("i_high", n_pos)),
        )
        right = p.apply("looked_up_exact", R_pos, bumps, alike, *ends, e=at_e, **by)

        def at_place(f: Callable[[Term, Term], Term]) -> Fact:
            """Prove that entry (i − 1) n + k of the list belongs to token k of sequence i."""
            block_ = p.congr(lambda y: f(y, offset(at_e)), which)
            offset_ = p.congr(lambda y: f(i, y), place)
            return p.have(Eq(f(block(at_e), offset(at_e)), f(i, k)), block_, offset_)

        named_id, named_label = at_place(an_id), at_place(lambda i, k: label(i, t, k))
        point = p.have(Eq(u, listed(at_e)), (average, inv(most)), p.specialize(column, k), named_id)
        right = p.have(
            Eq(net(Y, t, k), label(i, t, k)),
            value,
            p.congr(lambda z: found(z, t), point),
            right,
            named_label,
        )
        # everywhere
        bound = p.apply("looked_up_bounded", R_pos, bumps, alike, small, z=u, **by)
        bound = p.have(abs(net(Y, t, k)) <= C, p.congr(abs, value), bound)
        # beyond the grid
        nonneg = p.assume(entries(lambda t, k: 0 <= Y(t, k), d, n))
        marked = p.assume(height <= Y(c, o))
        beyond = p.apply("beyond_grid", nonneg, marked, kappa=SHARP, eta=inv(most), C=top)
        tile_e = [p.specialize(law, e) for law in tiles]
        inside = p.apply("ids_inside", *tile_e, kappa=SHARP, eta=inv(most), i=block(e), k=offset(e))
        gap = u - listed(e)
        far = p.have(inv(sharpness) <= abs(gap), beyond, inside, p.apply("abs_ge", x=gap))
        far = p.have(1 <= sharpness * abs(gap), (far, R_pos), R_pos)
        none = p.apply("looked_up_far", far, z=u, **by)
        zero = over(p, p.have(Eq(net(Y, t, k), 0), value, none))
        zero = p.discharge(zero, marked.concl)
        member = p.exists_intro(attends_and_looks_up(net), [*attention, *outer])
        return p.exists_intro(p.goal, [height, net], member, determined, right, bound, zero)

    tiles = p.obtain(tiled, block, offset)
    here, there = ([p.specialize(law, x) for law in tiles] for x in (j, e))
    meet = p.assume(Eq(listed(j), listed(e)))
    alike = p.apply("same_id_same_label", meet, *here, *there, kappa=SHARP, eta=inv(most), i=block(j),
                    k=offset(j), j=block(e), l=offset(e))  # fmt: skip
    alike = p.generalize(e, p.discharge(alike, meet.concl))
    alike = p.generalize(j, alike)
    value = p.specialize(p.specialize("small_labels", block(e), using=there), t)
    small = p.specialize(value, offset(e), using=there)
    bumps = p.apply("some_narrow_bumps", v=listed, M=n * N)
    found = p.obtain(bumps, sharpness)
    return with_bumps(tiles, alike, small, *found)


# --- the whole network ------------------------------------------------------------------------------------------------


def quantised(Z: Term) -> Term:
    """Return the output of the first layer at Z."""
    return fun(lambda t, k: first_layer(Z, t, k), 2)


@paper.claim(
    given=[d >= 1, D >= 1, 0 < delta, attends_and_looks_up(A), of_entries(A)],
    shows=in_T_2(mapping(lambda X, t, k: A(quantised(moved(X, alpha, shift)), t, k), MATRIX, "Z", "Z")),
)
def network_composed(p: Proof) -> Fact:
    """The first part is a layer, and A depends only on the entries of its output."""
    p.given(looks=attends_and_looks_up(A), entries_=of_entries(A))
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    made = p.apply("layer_of_tokens", h=layer_1)
    inner, attention, outer = [q, W1, b1, W2, b2], [O, V, K, Q], [q2, V1, c1, V2, c2]
    net = mapping(lambda X, t, k: A(quantised(moved(X, alpha, shift)), t, k), MATRIX, "Z", "Z")

    (quantises,) = p.obtain(made, *inner)
    (looks_up,) = p.obtain("looks", *attention, *outer)
    Y_ = fun(lambda t, k: layer(matrix(X, d, n), inner)(t, k), 2)
    Z_ = quantised(moved(X, alpha, shift))
    here = p.specialize(p.specialize(p.specialize(quantises, X), t), k)
    back = p.have(Eq(Z_(t, k), Y_(t, k)), here)
    value = p.specialize("entries_", Z_, Y_, using=[over(p, back)])
    value = p.specialize(p.specialize(value, t), k)
    out = p.specialize(p.specialize(p.specialize(looks_up, Y_), t), k)
    whole = p.have(Eq(net(X, t, k), transformer(X, inner, attention, outer)(t, k)), value, out)
    return p.exists_intro(p.goal, [*inner, *attention, *outer], over(p, whole))
