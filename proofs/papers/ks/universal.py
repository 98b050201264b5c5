"""Proposition 1, third part: attention after the first layer, and the second layer, which looks up (A.5, (63)-(68)).

That attention moves a token little, (63) and (64), is not needed: what is looked up is the id that attention gives to a
token. And that a token outside of the cube makes itself felt by all, (65), is for attention to bring about.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.approximator import FEED, beyond_grid, ids_inside, layer_of_tokens, look_up_exists, transformer
from proofs.papers.ks.attention import d, entry_in
from proofs.papers.ks.context_ids import D
from proofs.papers.ks.look_up import three_units
from proofs.papers.ks.penalty import first_layer_printed, printed_59
from proofs.papers.ks.quantise import printed_58
from proofs.papers.ks.step_function import Z, delta, z
from proofs.papers.ks.vocabulary import display, k, n, paper, partition, some
from proofs.theorems.norms import dot, norm, sqrt
from proofs.theorems.words import grid
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

l, t, c, o = ints("l t c o")
R, S = reals("R S")
t_in, k_in = (1 <= t, t <= d), (1 <= k, k <= n)

# --- (19): the class of networks -------------------------------------------------------------------------------------

(tokens,) = vectors("Z", 2)
first_weights, attention_weights, second_weights = (
    [variable(name, sort) for name, sort in zip(names.split(), sorts, strict=True)]
    for names, sorts in (
        ("q W_1 b_1 W_2 b_2", FEED),
        ("W_O W_V W_K W_Q", [MATRIX] * 4),
        ("q' V_1 c_1 V_2 c_2", FEED),
    )
)
paper.state(
    "eq-19", "the networks F_2 ∘ F_SA ∘ F_1 with one attention layer of one head, on d × n matrices",
    section="4.2", index="4.2[1]", equations="19", given=[some, *entry_in],
    defines=transformer(tokens, first_weights, attention_weights, second_weights)(t, k),
    errata=Erratum("typo", "The domain is written R^(n×d); everywhere else a sequence is d × n, a token a column."),
)  # fmt: skip
paper.state(
    "A.5-skip", "without loss of generality feed-forward layers have no skip connection: 2 d more hidden units undo it",
    section="A.5", index=(), kind="fact", printed=layer_of_tokens,
)  # fmt: skip

# --- (63)-(66): attention moves a token little ------------------------------------------------------------------------

v, w, score = vectors("v w c")
unit = eq(dot(v, v, d), 1)
within_R = every(lambda l: norm(fun(lambda t: Z(t, l)), d) <= R, 1, n)


def weight_of(l: Term) -> Term:
    """The softmax weights of any scores."""
    return exp(score(l)) / partition(score, n)


def change_of(Z: Term) -> Term:
    """W_O W_V Z σ for W_O W_V = w vᵀ, v a unit vector: what attention adds to a token."""
    return fun(lambda t: sigma(lambda l: weight_of(l) * (w(t) * sigma(lambda c: v(c) * Z(c, l), 1, d)), 1, n))


change = change_of(Z)
given_63 = [some, d >= 1, unit, within_R]


@paper.claim(given=given_63, shows=norm(change, d) <= norm(w, d) * R)
def eq_63_mended(p: Proof) -> None:
    """An average of vectors of norm ‖w‖ |v · Z_l| at most."""
    p.given(unit=unit, within=within_R, l_low=l >= 1, l_high=l <= n)
    token = fun(lambda t: Z(t, l))
    p.use("own", "within", l)
    inner = sigma(lambda c: v(c) * Z(c, l), 1, d)
    p.apply("dot", "dot_le", x=v, y=token)
    p.both("root", dot(v, v, d), num(1), sqrt, "unit")
    p.have("size", absolute(inner) <= R, "dot", "own", ("root", norm(token, d)))
    moved = fun(lambda t: w(t) * inner)
    p.apply("scaled", "norm_scale", c=inner, x=w)
    p.apply("w_nonneg", "norm_nonneg", x=w)
    p.every(
        "norms", l, p.have(None, norm(moved, d) <= norm(w, d) * R, "scaled", ("size", "w_nonneg")), "l_low", "l_high"
    )


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


@paper.claim(given=[some, d >= 1, unit, 0 <= S, every(lambda l: sigma(lambda t: Z(t, l) ** 2, 1, d) <= S, 1, n)],
             shows=dot(change, change, d) <= dot(w, w, d) * S)  # fmt: skip
def change_square(p: Proof) -> Fact:
    """(63), squared."""
    p.given(some=some, d_low=d >= 1, unit=unit, S_low=0 <= S, l_low=1 <= l, l_high=l <= n)
    p.given(within=every(lambda l: sigma(lambda t: Z(t, l) ** 2, 1, d) <= S, 1, n))
    token = fun(lambda t: Z(t, l))
    own = p.have(None, dot(token, token, d) <= S, p.use(None, "within", l))
    root = p.apply(None, "sqrt_le", own, s=dot(token, token, d), u=S)
    p.apply("short", "eq_63_mended", p.every(None, l, root, "l_low", "l_high"), R=sqrt(S))
    squares = [p.apply(None, "norm_square", x=x) for x in (change, w)]
    signs = [p.apply(None, "norm_nonneg", x=x) for x in (change, w)]
    root = p.apply(None, "sqrt_square", "S_low", s=S)
    sign = p.apply(None, "sqrt_nonneg", s=S)
    bound = norm(w, d) * sqrt(S)
    nonneg = p.have(None, 0 <= bound, (signs[1], sign))
    larger = p.have(None, norm(change, d) * norm(change, d) <= bound * bound, ("short", signs[0]), ("short", nonneg))
    return p.have("out", p.goal, larger, squares[0], (squares[1], S), (root, norm(w, d) ** 2))


small_w = eq(16 * d * D**2 * dot(w, w, d), 1)  # ‖w‖ = 1/(4 √d D)
ideal_tokens = fun(lambda t, k: first_layer_printed(Z, t, k), 2)
changed = change_of(ideal_tokens)
given_64 = [some, d >= 1, D >= 1, unit, small_w]


@paper.claim(given=given_64, shows=dot(changed, changed, d) <= (d * n / (4 * num(1) * D)) ** 2)
def eq_64_mended(p: Proof) -> Fact:
    """(63) with the norms of (61)."""
    p.given(some=some, d_low=d >= 1, D_low=D >= 1, unit=unit, small=small_w, l_low=1 <= l, l_high=l <= n)
    bound = p.apply(None, "eq_61_bound", k=l)
    top = (d * n) ** 2 * d
    p.have("square", 0 <= (d * n) ** 2, p.apply(None, "square_nonneg", x=d * n))
    each = p.every(
        None, l, p.restate(None, bound, sigma(lambda t: ideal_tokens(t, l) ** 2, 1, d) <= top), "l_low", "l_high"
    )
    p.apply(
        "change", "change_square", each, p.have(None, 0 <= top, ("square", "d_low"), "square"), Z=ideal_tokens, S=top
    )
    p.have("D_pos", 0 < D, "D_low")
    p.have("d_pos", 0 < d, "d_low")
    p.have("value", eq(dot(w, w, d), inv(16 * d * D**2)), ("small", inv(16 * d * D**2)), "D_pos", "d_pos")
    return p.have("out", p.goal, "change", ("value", top), "d_pos", "D_pos")


minus_one = Search(
    sizes={"d": [1], "n": [1], "D": [1]},
    entries={"v": [1], "w": [rational(1, 4)], "Z": [-1], "c": [0]},
    length={"v": "d", "w": "d", "Z": "d n", "c": "n"},
)  # fmt: skip
display(
    "A.5",
    14,
    "64",
    "attention moves the output of (60) by at most d n/(4 D), both sides squared: (63) with (61), and ‖w‖ = 1/(4 √d D)",
    Claim(tuple(given_64), dot(changed, changed, d) < (d * n / (4 * num(1) * D)) ** 2),
    mended=eq_64_mended,
    steps=change_square,
    errata=Erratum(
        "strictness", "Not strict, as (63) is not: with d = n = D = 1 both sides are 1/4 at Z = −1.", 0, minus_one
    ),
)

value, move = reals("y u")
step_65 = [d >= 1, n >= 1, D >= 1, value <= 0, absolute(move) <= d * n / (4 * num(1) * D)]
(m,) = ints("m")
outside = [1 <= m, m <= d, 1 <= o, o <= n, Z(m, o) <= 0]
after_60 = ideal_tokens(t, k) + changed(t)
display(
    "A.5",
    15,
    "65",
    "after attention the entries of a sequence with a token outside of the cube are below 1/(4 D), for the layer (60)",
    Claim((*given_64, *outside, *t_in, *k_in), after_60 < inv(4 * num(1) * D)),
    steps=[Claim(tuple(step_65), value + move < inv(4 * num(1) * D)), beyond_grid],
    errata=Erratum(
        "step",
        "From (64) an entry that is not positive stays below d n/(4 D), not 1/(4 D), and a larger D does not help; and "
        "no feed-forward layer computes (60). What a layer can do is to raise the entries that lie outside: attention "
        "then takes the ids of all tokens of the sequence beyond those of the grid.",
        0,
        Search(sizes={"d": [1], "n": [2], "D": [1]}, reals={"y": [0], "u": [rational(1, 2)]}),
    ),
    argued="how far below 0 the layer (60) takes the entries, and so the display itself: its step does not give it, "
    "and it is not used here",
)


def at_entry(f: Term, t: Term, k: Term) -> Term:
    """A function of z at an entry of Z."""
    return substitute(f, {z: Z(t, k)})


penalty_sum = sigma(lambda t: sigma(lambda k: at_entry(printed_59, t, k), 1, n), 1, d)
printed_tokens = fun(lambda t, k: at_entry(printed_58, t, k) + penalty_sum, 2)  # (60) by the networks (58) and (59)
in_cube = [
    every(lambda t: every(lambda k: 0 <= Z(t, k), 1, n), 1, d),
    every(lambda t: every(lambda k: Z(t, k) <= 1, 1, n), 1, d),
]
(G,) = sequences("G", 2)
grid_tokens = fun(lambda t, k: G(t, k) / D, 2)
three_quarters = 3 / (4 * num(1) * D)
on_grid = grid(G, d, n, D)


@paper.claim(
    given=[*given_64, *on_grid, *t_in, *k_in], shows=three_quarters <= grid_tokens(t, k) + change_of(grid_tokens)(t)
)
def eq_66_mended(p: Proof) -> Fact:
    """A grid token is at most √d long, so that attention moves each of its entries by 1/(4 D) at most."""
    p.given(some=some, d_low=d >= 1, D_low=D >= 1, unit=unit, small=small_w, low=on_grid[0], high=on_grid[1])
    p.given(l_low=1 <= l, l_high=l <= n, t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)
    p.have("D_pos", 0 < D, "D_low")
    p.have("d_pos", 0 < d, "d_low")
    p.apply("inverse", "inv_pos", "D_pos", x=D)
    one, most = (p.use(None, p.use(None, name, t), l) for name in ("low", "high"))
    entry = grid_tokens(t, l)
    least = p.have(None, 0 <= entry, (p.have(None, 0 <= G(t, l), one), "inverse"))
    top = p.have(None, entry <= 1, (most, "inverse"), "D_pos")
    square = p.have(None, entry**2 <= 1, (p.have(None, 0 <= 1 - entry, top), p.have(None, 0 <= 1 + entry, least)))
    squares = fun(lambda t: grid_tokens(t, l) ** 2)
    row = p.apply(
        None, "sum_le", p.every(None, t, square, "t_low", "t_high"), f=squares, g=fun(lambda t: num(1)), lo=1, hi=d
    )
    row = p.have(None, sigma(lambda t: grid_tokens(t, l) ** 2, 1, d) <= d, row, p.apply(None, "sum_const", lo=1, hi=d))
    each = p.every(None, l, row, "l_low", "l_high")
    p.apply("change", "change_square", each, p.have(None, 0 <= d, "d_low"), Z=grid_tokens, S=d)
    p.have("value", eq(dot(w, w, d), inv(16 * d * D**2)), ("small", inv(16 * d * D**2)), "D_pos", "d_pos")
    moved = change_of(grid_tokens)
    nonneg = p.every(None, t, p.apply(None, "square_nonneg", x=moved(t)), "t_low", "t_high")
    own = p.apply(None, "sum_member", nonneg, f=fun(lambda t: moved(t) * moved(t)), m=t, lo=1, hi=d)
    bound = inv(4 * D)
    p.have("whole", dot(moved, moved, d) <= bound * bound, "change", ("value", d), "d_pos", "D_pos")
    small = p.have(None, (-moved(t)) * (-moved(t)) <= bound * bound, own, "whole")
    p.have("bound_low", 0 <= bound, "inverse")
    least = p.apply(None, "square_le", small, "bound_low", r=bound, u=-moved(t))
    first = p.use(None, p.use(None, "low", t), k)
    return p.have("out", p.goal, least, (first, "inverse"))


zero_cube = Search(
    sizes={"d": [1], "n": [1], "D": [1], "t": [1], "k": [1]}, reals={"delta": [1]},
    entries={"v": [1], "w": [rational(1, 4)], "Z": [0], "c": [0]}, length={"v": "d", "w": "d", "Z": "d n", "c": "n"},
)  # fmt: skip
display(
    "A.5",
    16,
    "66",
    "after attention the entries of a sequence in the cube are above 3/(4 D), for (60) by the networks (58) and (59); "
    "at least 3/(4 D) are those of the grid",
    Claim(
        (*given_64, 0 < delta, *in_cube, *t_in, *k_in),
        three_quarters < printed_tokens(t, k) + change_of(printed_tokens)(t),
    ),
    mended=eq_66_mended,
    steps=ids_inside,
    errata=Erratum(
        "false",
        "Where an entry of Z lies on a step, say at 0, the network makes less than 1/D of it: at Z = 0 all is 0. The "
        "bound holds off the steps, for the grid, and is not strict.",
        0,
        zero_cube,
    ),
)

# --- (67), (68): looking up -------------------------------------------------------------------------------------------

(target,) = reals("f")
(L,) = vectors("L", 2)


def bump(middle: int) -> Term:
    """f/(d n) Σ_t Σ_k of the three units at R (Z_tk − L_tk)."""
    return target / (d * n) * sigma(lambda t: sigma(lambda k: three_units(R * (Z(t, k) - L(t, k)), middle), 1, n), 1, d)


far_apart = every(lambda t: every(lambda k: 1 <= R * absolute(Z(t, k) - L(t, k)), 1, n), 1, d)
one_apart = [*t_in, *k_in, 1 <= R * absolute(Z(t, k) - L(t, k))]
small_bump = Search(
    sizes={"d": [1], "n": [1, 2], "t": [1], "k": [1, 2]}, reals={"R": [1], "f": [1]},
    entries={"Z": [0, 1], "L": [0, 1]}, length={"Z": "d n", "L": "d n"},
)  # fmt: skip
display(
    "A.5",
    17,
    "67",
    "a bump around a grid sequence; as mended, bumps around the ids: attention and a layer that map every "
    "grid sequence to its labels and are bounded by them, and 0 for a sequence with a token outside of the cube",
    Claim((d >= 1, n >= 1, R > 0, far_apart), eq(bump(1), 0)),
    mended=look_up_exists,
    narrower="what is looked up has to be listed, labelled consistently, and told apart by attention",
    errata=[
        Erratum(
            "false",
            "The middle unit has to count twice: as printed the sum does not come back to 0 but goes on with slope R.",
            0,
            small_bump,
        ),
        Erratum(
            "dimension",
            "f(L) is a matrix, and the layer works on single tokens: what it can look up is the label of "
            "a token by the id that attention gave it.",
            1,
        ),
    ],
)
display(
    "A.5", 18, "68", "the sum over the entries of such bumps is no bump",
    Claim((d >= 1, n >= 1, R > 0, *one_apart), eq(bump(2), 0)), mended=look_up_exists,
    narrower="as in (67)",
    errata=Erratum(
        "false", "Also with the factor 2 a mean over entries is not 0 where Z differs from L, as soon as they agree in "
        "some entry: the bump has to be along one direction in which all ids differ. And with f in [−1, 1] the second "
        "layer's values are in [−1, 1], not in [0, 1].",
        0, small_bump,
    ),
)  # fmt: skip
