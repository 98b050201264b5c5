"""B.3, part 1: the matrices of Theorem 4.2 for any d, n and G centres on each side.

Cross-attention has two inputs, Z_K and Z_Q, with flattenings `z_K`, `z_Q`, and a centre is a pair: pair h, from 1 to
G², consists of the centres first(h) for Z_K and second(h) for Z_Q, h = (first − 1)G + second. So the columns come in
two halves of G² blocks of width d, and once the scores are known the rest is that of B.1 with G² centres v_h, the
stacked vectors [v_second; v_first], for the stacked input [Z̃_Q; Z̃_K]. `F(h, r, c)` is f at pair h.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention import self_attention as made
from proofs.papers.liu.section_4_1_self_attention.centres import *
from proofs.papers.liu.vocabulary import R, d, h, instance, n, paper
from proofs.theorems.algebra.matrices import *
from proofs.theorems.combinatorics.tilings import TILED, tiling

z_K, z_Q = vectors("z_K z_Q")
first, second = sequences("first second")
t, r = ints("t r")
pairs = G * G
tiles = Tiling(block, offset, d, pairs)
half = d * pairs
width = 2 * half
spare = width - n
PAIRED = ("first_low", "first_high", "second_low", "second_high", "pair")
pair_laws = tiling(first, second, G, G)
sized_pairs = (*sized, pairs >= 1, n <= width, *tiles.laws, *pair_laws)
pair_values = (B0 > 0, *(substitute(x, {G: pairs}) for x in made.positive))
valued_pairs = (*sized_pairs, *pair_values, length >= 0)  # and T and E are positive at the pairs


def with_pairs(p: Proof) -> None:
    """Assume sizes, blocks of width d and pairs."""
    p.given(wide=d >= 1, long=n >= 1, one=G >= 1, some=pairs >= 1, fits=n <= width)
    p.given(**dict(zip(TILED, tiles.laws, strict=True)), **dict(zip(PAIRED, pair_laws, strict=True)))
    p.have(half >= 1, "wide", "some", label="blocks_low")


def key_dot(j: Term) -> Term:
    """v_jᵀ Z̃_K."""
    return Sum(lambda k: v(j, k) * z_K(k), 1, length)


def query_dot(j: Term) -> Term:
    """v_jᵀ Z̃_Q."""
    return Sum(lambda k: v(j, k) * z_Q(k), 1, length)


def pair_score(i: Term, j: Term) -> Term:
    """v_iᵀZ̃_K + v_jᵀZ̃_Q − ‖v_i‖²/2 − ‖v_j‖²/2."""
    return key_dot(i) + query_dot(j) - half_square(i) - half_square(j)


paper.notions.define(key_dot(j), (j,), "v_{0}·Z̃_K", r"v_{{{0}}}^\top\tilde Z_K")
paper.notions.define(query_dot(j), (j,), "v_{0}·Z̃_Q", r"v_{{{0}}}^\top\tilde Z_Q")


defined_with(pairs, "at_pairs")


# --- the layers ---------------------------------------------------------------------------------------------------

key_products = instance(made.products_are_tokens, "key_products_are_tokens", z=z_K)
key_flatten = instance(made.tokens_flatten, "key_tokens_flatten", z=z_K)
query_products = instance(made.products_are_tokens, "query_products_are_tokens", z=z_Q)
query_flatten = instance(made.tokens_flatten, "query_tokens_flatten", z=z_Q)


def products(x: Term, j: Term) -> Term:
    """Σ_k (Z e_k)ᵀ (v_j)_{(k−1)d+1:kd} for the input with flattening x."""
    return substitute(made.token_products(j), {z: x})


def dotted(p: Proof, x: Term, dot: Term) -> Fact:
    """The scalar of centre j in a layer is its product with the input."""
    names = ("products_are_tokens", "tokens_flatten", "dot_commutes")
    return p.have(Eq(products(x, j), dot), *(p.apply(name, z=x) for name in names))


def key_marks(i: Term) -> Matrix:
    """The columns of the G blocks of centre i in both halves."""
    return total(lambda s: (unit((i - 1) * (d * G) + s, width) + unit((i - 1) * (d * G) + s + half, width)).T, 1, d * G)


def key_marks_printed(i: Term) -> Matrix:
    """As printed: they overlap."""
    return total(lambda s: (unit(i + s - 1, width) + unit(i + s - 1 + half, width)).T, 1, d * G)


key_shift = blocks([[identity(width)], [zero(1, width)]])
linear_K = total(lambda i: (unit(width + 1, width + 1) @ key_marks(i)) * products(z_K, i), 1, G) + key_shift
X_K = tiles.beside(lambda h: constant(key_dot(first(h)), 1, d))
stacked_K = blocks([[identity(half), zero(half, half)], [zero(half, half), identity(half)], [X_K, X_K]])
query_row = blocks([[constant(1, 1, n), zero(1, spare)]])
query_shift = blocks([[zero(G, n), zero(G, spare)], [identity(n), zero(n, spare)]])
linear_Q = total(lambda j: (unit(j, G + n) @ query_row) * products(z_Q, j), 1, G) + query_shift
X_Q = Matrix(G, n, lambda j, c: query_dot(j))
stacked_Q = blocks([[X_Q, zero(G, spare)], [identity(n), zero(n, spare)]])

outer = {
    "block": fun(lambda t: first(block(t))),
    "offset": fun(lambda t: (second(block(t)) - 1) * d + offset(t)),
    "d": d * G,
}
PLACES = TILED[2:]  # what there is to say of an index in a block; that the blocks are among them is clear
outer_laws = tiling(outer["block"], outer["offset"], d * G, G)


def _outer_law(name: str, law: Term) -> None:
    def prove(p: Proof) -> None:
        with_pairs(p)
        p.given(t_low=1 <= t, t_high=t <= half)
        for by in TILED:
            p.specialize(by, t, label=f"{by}_")
        for by in PAIRED:
            p.specialize(by, block(t), using=[f"{x}_" for x in TILED], label=f"{by}_")
        own, place = outer["block"](t), outer["offset"](t)
        before = p.have((second(block(t)) - 1) * d >= 0, "second_low_", ("second_low_", "wide"))
        after = p.have((G - second(block(t))) * d >= 0, "second_high_", ("second_high_", "wide"))
        moved = p.congr(lambda x: x * d, "pair_")
        claim = {"offset_low": 1 <= place, "offset_high": place <= d * G, "index": Eq(t, (own - 1) * (d * G) + place)}[
            name
        ]
        facts = [f"{by}_" for by in (*TILED, *PAIRED)]
        each = p.have(claim, before, after, moved, *facts)
        p.qed(p.generalize(t, each, "t_low", "t_high", label="out"), law)

    prove.__name__ = f"outer_{name}"
    prove.__doc__ = "The blocks of width d, G at a time, make blocks of width dG."
    paper.theorem(prove)


for _name, _law in zip(PLACES, outer_laws[2:], strict=True):
    _outer_law(_name, _law)


def marked_keys() -> Matrix:
    """Σ_i v_iᵀZ̃_K times the marks of its columns."""
    return total(lambda i: key_marks(i) * key_dot(i), 1, G)


doubled = blocks([[X_K, X_K]])
in_half = partial(made.in_half, half=half)


@paper.claim(given=sized_pairs, shows=marked_keys().equals(doubled))
def key_row(p: Proof) -> Fact:
    """The row of Linear_K: [X_K, X_K]."""
    with_pairs(p)
    p.have(d * G >= 1, "wide", "one", label="dG")
    for name in PLACES:
        p.apply(f"outer_{name}", label=f"outer_{name}")
    return made.twice_beside(p, marked_keys(), X_K, key_dot, half, picked=outer, missed={"d": d * G})


@paper.claim(given=[*sized_pairs, flat], shows=linear_K.equals(stacked_K))
def key_layer(p: Proof) -> Fact:
    """(B.28): Linear_K(Z_K)."""
    p.apply("key_row", label="row")
    is_dot = dotted(p, z_K, key_dot(j))

    def entry(i_: Term, t_: Term, ends: Sequence[Fact]) -> Fact:
        last = ite(Eq(i_, width + 1), 1, 0)
        at = (unit(width + 1, width + 1) @ key_marks(j))(i_, t_)
        f, g = (
            fun(lambda j, x=x: (unit(width + 1, width + 1) @ key_marks(j))(i_, t_) * x(j))
            for x in (lambda j: products(z_K, j), key_dot)
        )
        together = p.apply("sum_eq", (is_dot, at), f=f, g=g, lo=1, hi=G)
        row = p.specialize("row", 1, t_, using=ends)
        middle = last * doubled(1, t_) + key_shift(i_, t_)
        sides = [i_ <= width, width < i_]
        rest = p.cases(i_, width, *(same(p, None, middle, stacked_K(i_, t_), *ends, side) for side in sides))
        return p.have(Eq(linear_K(i_, t_), stacked_K(i_, t_)), together, (row, last), rest)

    return equal_by(p, "out", linear_K, stacked_K, entry)


@paper.claim(given=[*sized_pairs, flat], shows=linear_Q.equals(stacked_Q))
def query_layer(p: Proof) -> Fact:
    """(B.29): Linear_Q(Z_Q)."""
    is_dot = dotted(p, z_Q, query_dot(j))

    def entry(i_: Term, t_: Term, ends: Sequence[Fact]) -> Fact:
        delta = ite(Eq(i_, j), 1, 0)
        cell = query_row(1, t_)
        f = fun(lambda j: ite(Eq(i_, j), 1, 0) * cell * products(z_Q, j))
        g = fun(lambda j: query_dot(j) * ite(Eq(i_, j), 1, 0) * cell)
        together = p.apply("sum_eq", (is_dot, delta * cell), f=f, g=g, lo=1, hi=G)
        inside, outside = i_ <= G, G < i_
        picked = p.apply("sum_delta", *ends, p.assume(inside), f=fun(query_dot), lo=1, hi=G, m=i_)
        middle = query_dot(i_) * cell + query_shift(i_, t_)
        rest = same(p, None, middle, stacked_Q(i_, t_), *ends, inside)
        top = p.have(Eq(linear_Q(i_, t_), stacked_Q(i_, t_)), together, (picked, cell), rest)
        missed = p.ite_eq(delta, p.have(j < i_, p.assume(j <= G), p.assume(outside)))
        gone = p.have(Eq(query_dot(j) * delta * cell, 0), (missed, query_dot(j) * cell))
        nothing = p.apply("sum_eq", gone, f=g, g=fun(lambda j: num(0)), lo=1, hi=G)
        below = same(p, None, query_shift(i_, t_), stacked_Q(i_, t_), *ends, outside)
        bottom = p.have(Eq(linear_Q(i_, t_), stacked_Q(i_, t_)), together, nothing, below)
        return p.cases(i_, G, top, bottom)

    return equal_by(p, "out", linear_Q, stacked_Q, entry)


# --- keys, queries, scores ----------------------------------------------------------------------------------------

W_0 = tiles.beside(lambda h: constant(-half_square(first(h)) - half_square(second(h)), 1, d))
W_1 = tiles.beside(lambda h: Matrix(G, d, lambda g, s: R * ite(Eq(g, second(h)), 1, 0)))
W_T = tiles.beside(lambda h: entrywise(log, plus(h)).T)
W_E = tiles.beside(lambda h: entrywise(log, minus(h)).T)
W_K = blocks(
    [
        [zero(1, half), zero(1, half), constant(1, 1, 1)],
        [W_0, W_0, zero(1, 1)],
        [W_1, W_1, zero(G, 1)],
        [W_T, W_E, zero(n, 1)],
    ]
)
K = blocks([[X_K, X_K], [W_0, W_0], [W_1, W_1], [W_T, W_E]])
W_Q = blocks(
    [
        [zero(1, G), constant(R, 1, n)],
        [zero(1, G), constant(R, 1, n)],
        [identity(G), zero(G, n)],
        [zero(n, G), identity(n)],
    ]
)
scale_row = [constant(R, 1, n), zero(1, spare)]
Q = blocks([scale_row, scale_row, [X_Q, zero(G, spare)], [identity(n), zero(n, spare)]])


def half_scores(part: Callable[[Term], Matrix]) -> Matrix:
    """R (the score of the pair) + ln T, or ln E, in blocks."""
    return tiles.above(lambda h: Matrix(d, n, lambda r, c: R * pair_score(first(h), second(h)) + log(part(h)(r, c))))


scores = blocks([[half_scores(plus), zero(half, spare)], [half_scores(minus), zero(half, spare)]])


def on_layer(p: Proof, w: Matrix, target: Matrix) -> Fact:
    """W Linear_K(Z_K) = target, by writing Linear_K(Z_K) as a row under the identity."""
    whole = blocks([[identity(width)], [doubled]])
    moved = products_equal(p, None, reflexive(p, w), (stacked_K, whole, entries(p, None, stacked_K, whole)))
    direct = times_layer(p, None, w, doubled, target, above=True)
    return chained(p, "out", (w @ stacked_K, w @ whole, moved), (w @ whole, target, direct))


@paper.claim(given=valued_pairs, shows=(W_K @ stacked_K).equals(K))
def pair_keys(p: Proof) -> Fact:
    """K = W_K Linear_K(Z_K)."""
    return on_layer(p, W_K, K)


@paper.claim(given=sized_pairs, shows=(W_Q @ stacked_Q).equals(Q))
def pair_queries(p: Proof) -> Fact:
    """Q = W_Q Linear_Q(Z_Q)."""
    with_pairs(p)
    return entries(p, "out", W_Q @ stacked_Q, Q)


query_block = Matrix(half, n, lambda t, c: R * query_dot(second(block(t))))


@paper.claim(given=sized_pairs, shows=(W_1.T @ X_Q).equals(query_block))
def query_scores(p: Proof) -> Fact:
    """(B.31): W_1ᵀ X_Q, which is R v_jᵀZ̃_Q in the blocks of the pairs (i, j)."""
    with_pairs(p)

    def entry(t_: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        place = second(block(t_))
        spots = _pair_at(p, t_, ends)
        picked = p.apply("sum_delta", *spots, f=fun(query_dot), lo=1, hi=G, m=place)
        return p.have(Eq((W_1.T @ X_Q)(t_, c_), query_block(t_, c_)), (picked, R))

    return equal_by(p, "out", W_1.T @ X_Q, query_block, entry)


def _pair_at(p: Proof, t_: Term, here: Sequence[Fact]) -> list[Fact]:
    """Return the position of the pair of index t."""
    spots = [p.specialize(name, t_, using=here) for name in TILED[:2]]
    return [*spots, *(p.specialize(name, block(t_), using=spots) for name in PAIRED[:4])]


@paper.claim(given=valued_pairs, shows=(K.T @ Q).equals(scores))
def pair_scores(p: Proof) -> Fact:
    """KᵀQ: R times the score of the pair, plus ln T or ln E."""
    with_pairs(p)
    product = K.T @ Q

    def entry(t_: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        def side(at: Term, here: list[Fact], _upper: bool) -> Fact:
            return same(p, None, product(t_, c_), scores(t_, c_), *here, *_pair_at(p, at, here))

        return in_half(p, t_, ends, side)

    return equal_by(p, "out", product, scores, entry)


# --- the same as B.1 with G² centres ------------------------------------------------------------------------------

stack_v = fun(lambda h, k: ite(k <= length, v(second(h), k), v(first(h), k - length)), 2)
stack_z = fun(lambda k: ite(k <= length, z_Q(k), z_K(k - length)))
AS_PAIRS = {"G": pairs, "v": stack_v, "z": stack_z, "m": 2 * length}


def of_pairs(x: Term) -> Term:
    """A term of B.1 with the G² stacked centres."""
    return substitute(
        x, {y: w for y, w in {G: pairs, v: stack_v, z: stack_z, length: 2 * length}.items() if y in x.free}
    )


def matrix_of_pairs(m: Matrix) -> Matrix:
    """A matrix of B.1 with the G² stacked centres."""
    return Matrix(of_pairs(m.rows), of_pairs(m.columns), lambda i, j: of_pairs(m(i, j)))


def pair_case(claim: Claim) -> Claim:
    """A claim of B.1 with the G² stacked centres."""
    return instance(claim, f"{claim.name}_of_pairs", [G >= 1], **AS_PAIRS)


stacked = r"[v_{{\mathrm{{second}}({0})}}; v_{{\mathrm{{first}}({0})}}]"
paper.notions.define(
    of_pairs(made.dot(j)), (j,), "[v_second({0});v_first({0})]·[Z̃_Q;Z̃_K]", rf"{stacked}^\top[\tilde Z_Q; \tilde Z_K]"
)
paper.notions.define(of_pairs(half_square(j)), (j,), "‖[v_second({0});v_first({0})]‖²/2", rf"\tfrac12\|{stacked}\|_2^2")


(any_,) = vectors("any")


@paper.claim(given=[length >= 0], shows=Eq(of_pairs(aff(h)), pair_score(first(h), second(h))))
def stacked_score(p: Proof) -> Fact:
    """Aff of the stacked vectors is the score of the pair."""
    found = []
    for f in (lambda k: stack_v(h, k) * stack_z(k), lambda k: stack_v(h, k) * stack_v(h, k)):
        cut = p.apply("sum_halves", f=fun(f), n=length)
        moved = fun(f)
        low = simplify(p, substitute(Sum(lambda k: any_(k), 1, length), {any_: moved}))
        high = simplify(p, substitute(Sum(lambda k: any_(k + length), 1, length), {any_: moved}))
        found += [cut, low, high]
    return p.have(p.goal, *found)


scores_1, weights_1, V_1, W_O_1, output_1 = (
    matrix_of_pairs(x) for x in (made.scores, made.weights, made.V, made.W_O, made.output)
)


def _decided(p: Proof, t_: Term, here: Sequence[Fact]) -> Fact:
    """Prove t = the branch selected by its outer conditions."""
    steps = []
    while t_.op == "ite":
        s, u = t_.args[0].args
        known = [f for f in here if f.concl.op in ("le", "lt")]
        for relation in (s <= u, u < s):
            try:
                side = p.follows(relation, *known)
            except ProofError:
                continue
            break
        steps.append(p.ite_eq(t_, side))
        t_ = steps[-1].concl.args[1]
    return p.have(Eq(steps[0].concl.args[0], t_), *steps)


@paper.claim(given=valued_pairs, shows=scores.equals(scores_1))
def scores_of_pairs(p: Proof) -> Fact:
    """The scores are those of B.1 for the stacked centres."""

    def entry(t_: Term, c_: Term, ends: Sequence[Fact]) -> Fact:
        def side(at: Term, here: list[Fact], upper: bool) -> Fact:
            value = p.apply("stacked_score", h=block(at))
            inside, outside = p.assume(c_ <= n), p.assume(n < c_)
            part = plus if upper else minus
            logs = log(part(block(at))(offset(at), c_))
            short = R * pair_score(first(block(at)), second(block(at))) + logs
            left = same(p, None, scores(t_, c_), short, *here, inside)
            right = _decided(p, scores_1(t_, c_), [*here, inside])
            within = p.have(Eq(scores(t_, c_), scores_1(t_, c_)), left, right, (value, R))
            beyond = [_decided(p, m(t_, c_), [*here, outside]) for m in (scores, scores_1)]
            return p.cases(c_, n, within, p.have(Eq(scores(t_, c_), scores_1(t_, c_)), *beyond))

        return in_half(p, t_, ends, side)

    return equal_by(p, "out", scores, scores_1, entry)


X_2 = tiles.beside(lambda h: identity(d))
W_V = blocks([[X_2, -X_2, zero(d, 1)]])
V = blocks([[X_2, -X_2]])
W_O = blocks([[identity(n) * (d * B0)], [zero(spare, n)]])


@paper.claim(given=sized_pairs, shows=(W_V @ stacked_K).equals(V))
def pair_values_matrix(p: Proof) -> Fact:
    """V = W_V Linear_K(Z_K) = [X_2, −X_2]."""
    return on_layer(p, W_V, V)


score_softmax = pair_case(made.score_softmax)
attended_output = pair_case(made.attended_output)
network = W_V @ linear_K @ softmax((W_K @ linear_K).T @ (W_Q @ linear_Q)) @ W_O
attended = (V_1 @ weights_1) @ W_O_1


@paper.claim(given=[*valued_pairs, flat], shows=network.equals(output_1))
def cross_output(p: Proof) -> Fact:
    """(B.39): Attn(Linear_K(Z_K), Linear_Q(Z_Q)), computed from the matrices, is the average over the pairs."""
    keys_in = linear_K, stacked_K, p.apply("key_layer")
    queries_in = linear_Q, stacked_Q, p.apply("query_layer")

    def applied(w: Matrix, x: tuple[Matrix, Matrix, Fact], target: Matrix, theorem: str) -> tuple[Matrix, Matrix, Fact]:
        moved = products_equal(p, None, reflexive(p, w), x)
        steps = (w @ x[0], w @ x[1], moved), (w @ x[1], target, p.apply(theorem))
        return w @ x[0], target, chained(p, None, *steps)

    keys, queries = applied(W_K, keys_in, K, "pair_keys"), applied(W_Q, queries_in, Q, "pair_queries")
    values = applied(W_V, keys_in, V, "pair_values_matrix")
    flipped = equal_by(p, None, keys[0].T, K.T, lambda i, j, ends: p.specialize(keys[2], j, i, using=ends))
    raw = keys[0].T @ queries[0]
    same_scores = chained(
        p,
        None,
        (raw, K.T @ Q, products_equal(p, None, (keys[0].T, K.T, flipped), queries)),
        (K.T @ Q, scores, p.apply("pair_scores")),
        (scores, scores_1, p.apply("scores_of_pairs")),
    )
    same_weights = chained(
        p,
        None,
        (softmax(raw), softmax(scores_1), softmaxes_equal(p, None, raw, scores_1, same_scores)),
        (softmax(scores_1), weights_1, p.apply("score_softmax_of_pairs")),
    )
    before = products_equal(p, None, values, (softmax(raw), weights_1, same_weights))
    outer_ = products_equal(p, None, (values[0] @ softmax(raw), V @ weights_1, before), reflexive(p, W_O))
    return chained(
        p,
        "out",
        (network, (V @ weights_1) @ W_O, outer_),
        (attended, output_1, p.apply("attended_output_of_pairs")),
    )
