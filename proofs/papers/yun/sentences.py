"""Claims of the text between the displays that no display covers."""

from __future__ import annotations

from proofs.builder.cases import values as chosen_values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import in_Phi
from proofs.papers.yun.appendix_d_lemma_4.lemma_4 import FAMILY, in_or_out, o, piecewise_constant
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import clip, outside, window
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import lx, lx2, shifted
from proofs.papers.yun.appendix_e4_lemma_9.number_of_contexts import contexts, multiples_apart
from proofs.papers.yun.appendix_g_theorem_3.positional_contexts import DIFFERENT, PLACED, context, jump
from proofs.papers.yun.appendix_h_other_architectures.simpler_layers import W_C, W_P, convolved, filter_size, separable
from proofs.papers.yun.appendix_h_other_architectures.simpler_layers import W_O as W_O_2
from proofs.papers.yun.section_2_transformers.blocks import SIZES, W_O, X2, X, attention, h, head, tokens, values
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, of_order, paper, q, tower, x, x2
from proofs.theorems.algebra.integers import quotient
from proofs.theorems.algebra.matrices import named
from proofs.theorems.algebra.powers import falling, power
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.combinatorics.binomials import binomial, factorial
from proofs.theorems.combinatorics.tilings import tiling
from proofs.theorems.combinatorics.tuples import LIST, matrix_list
from proofs.theorems.integration.integrals import size_to_the

l, a, c, x_ = ints("l a c x")
p_, t, u = reals("p t u")
(D,) = vectors("D", 2)
(H,) = vectors("H", 3)
block, offset = sequences("block offset")


# --- 1.2, 2 -----------------------------------------------------------------------------------------------------------


def at_one(t: Term) -> Term:
    """The same for n = 1."""
    return substitute(t, {n: num(1)})


plain = values(tokens, head)(i, num(1))
residual = X(i, 1) + Sum(lambda y: substitute(plain, {head: y}), 1, h)


@paper.claim(
    [*(x for x in SIZES if n not in x.free), 1 <= i, i <= d],
    shows=Eq(at_one(attention(tokens)(i, num(1))), residual),
)
def one_token_linear(p: Proof) -> None:
    """The only weight is 1."""


stacked = Sum(lambda x: W_O(block(x), i, offset(x)) * H(block(x), offset(x), j), 1, m * h)
added = Sum(lambda y: Sum(lambda a: W_O(y, i, a) * H(y, a, j), 1, m), 1, h)


@paper.claim([1 <= m, 1 <= h, *tiling(block, offset, m, h)], shows=Eq(stacked, added))
def heads_stacked(p: Proof) -> Fact:
    """Row x of the stack is row offset(x) of head block(x)."""
    entry = fun(lambda y, a: W_O(y, i, a) * H(y, a, j), 2)
    return p.apply("tile_sum_blocks", d=m, G=h, h=entry)


# --- 3.2, G.3: how many layers ----------------------------------------------------------------------------------------

FINE = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n}
FITS = {**FINE, "room": n <= M}
value_layers = 1 + 2 * d + contexts
layers = (d * m + d) + (M + 1) + value_layers


@paper.claim([2 <= m, 1 <= d], shows=d * m <= M)
def rows_few(p: Proof) -> Fact:
    """(x + 1) m <= 2 x m <= m^x m."""
    p.given(m_low=2 <= m, x_low=1 <= x_, so_far=x_ * m <= power(m, x_))
    base = p.have(1 * m <= power(m, 1))
    pos = p.have(0 <= m)
    grow = p.have(x_ * m * m <= power(m, x_) * m, ("so_far", pos))
    more = p.have((x_ + 1) * m <= x_ * m * 2, ("x_low", pos))
    step = p.have((x_ + 1) * m <= power(m, x_ + 1), "power_step", grow, more)
    return p.specialize(p.induct(lambda x: x * m <= power(m, x), 1, x_, base, step), d)


@paper.theorem
def factorial_by_power(p: Proof) -> None:
    """0 <= k < M ⊢ (k + 1)! <= M^k, for M = m^d."""
    claim = lambda x: implies(x <= M - 1, factorial(x + 1) <= tower(x))  # noqa: E731
    p.given(d_low=1 <= d, k_low=0 <= k, k_high=k <= M - 1, x_low=0 <= x_, so_far=claim(x_), following=x_ + 1 <= M - 1)
    base = p.discharge(p.have(factorial(num(1)) <= tower(0)), 0 <= M - 1)
    before = p.mp("so_far", p.have(x_ <= M - 1, "following"))
    longer = p.apply("factorial_step", k=x_ + 1)
    more = p.apply("tower_step", k=x_)
    sign = p.apply("factorial_pos", k=x_ + 1)
    room, M_low = p.have(0 <= M - x_ - 2, "following"), p.have(0 <= M, "following", "x_low")
    pos = p.have(0 <= factorial(x_ + 1), sign)
    step = p.have(factorial(x_ + 2) <= tower(x_ + 1), longer, more, (pos, room), (before, M_low))
    all_ = p.induct(claim, 0, x_, base, p.discharge(step, x_ + 1 <= M - 1))
    p.qed(p.specialize(all_, k), factorial(k + 1) <= tower(k))


@paper.claim(list(FITS.values()), shows=factorial(n) * M**2 <= n * tower(n))
def factorial_few(p: Proof) -> Fact:
    """n! = n (n − 1)! <= n M^(n-2)."""
    k_low = p.have(0 <= n - 2)
    fact = p.apply("factorial_by_power", k=n - 2)
    before = p.have(0 <= n - 1)
    last = p.apply("factorial_step", k=n - 1)
    steps = [p.apply("tower_step", k=k) for k, low in ((n - 1, before), (n - 2, k_low))]
    n_pos = p.have(0 <= n)
    whole = p.have(Eq(tower(n), tower(n - 2) * M**2), steps[0], (steps[1], M))
    few = p.have(factorial(n) <= n * tower(n - 2), last, (fact, n_pos))
    return p.have(p.goal, (whole, n), (few, p.have(0 <= M**2)))


@paper.claim(list(FITS.values()), shows=factorial(n) * contexts * M <= n * (M - 1) * tower(n))
def contexts_few(p: Proof) -> Fact:
    """n! C(M, n) = M … (M − n + 2) (M − n + 1) <= M^(n-1) (M − 1)."""
    most = p.apply("contexts_at_most", n=n - 1)
    last = p.apply("falling_step", m=M, k=n - 1)
    exact = p.apply("binomial_exact", m=M, k=n)
    sign = p.apply("falling_nonneg", m=M, k=n - 1)
    less = p.have(falling(M, n) <= falling(M, n - 1) * (M - 1), last, (sign, p.have(0 <= n - 2)))
    M_less = p.have(0 <= M - 1)
    grown = p.have(falling(M, n) <= tower(n - 1) * (M - 1), less, (most, M_less))
    whole = p.apply("tower_step", k=n - 1)
    scale = p.have(0 <= n * M)
    return p.have(p.goal, (exact, n * M), (grown, scale), (whole, n * (M - 1)))


def times_factorial(p: Proof, rest: Term, share: Term) -> Fact:
    """n! (rest + contexts) <= `share` n M^n, if rest <= M + (share − 1) M²."""
    p.given(**FITS)
    rows = p.apply("rows_few")
    M_low = p.have(2 <= M)
    few = p.have(rest <= M + (share - 1) * M**2, rows, ("m_low", p.have(0 <= d, "d_low")), M_low)
    fact, own = p.apply("factorial_few"), p.apply("contexts_few")
    scale = p.have(0 <= factorial(n) * M, (p.have(0 <= factorial(n)), p.have(0 <= M, M_low)))
    return p.have(p.goal, (few, scale), own, (fact, M_low), fact, scale=[p.have(0 < M, M_low)], label="out")


@paper.claim(list(FITS.values()), shows=factorial(n) * value_layers <= rational(5, 4) * n * tower(n))
def value_layers_few(p: Proof) -> Fact:
    """1 + 2 d <= 1 + M."""
    return times_factorial(p, 1 + 2 * d, rational(5, 4))


most_value_layers = 2 + factorial(n) * (1 + 2 * d) + n * (factorial(n) * binomial(n, n))


@paper.claim([1 <= d, 2 <= n], shows=2 <= most_value_layers)
def most_layers_positive(p: Proof) -> Fact:
    """Every part is nonnegative."""
    size, one = p.apply("factorial_pos", k=n), p.apply("binomial_nonneg", m=n, k=n)
    n_pos, pos = p.have(0 <= n), p.have(0 <= factorial(n), size)
    first = p.have(0 <= factorial(n) * (1 + 2 * d), (pos, p.have(0 <= 1 + 2 * d)))
    last = p.have(
        0 <= n * (factorial(n) * binomial(n, n)), (p.have(0 <= factorial(n) * binomial(n, n), (pos, one)), n_pos)
    )
    return p.have(p.goal, first, last)


x_0, most_, whole_ = reals("x_0 A w")


@paper.claim([x_0 <= most_, 0 <= most_, 1 <= whole_], shows=x_0 <= most_ * whole_)
def at_most_multiple(p: Proof) -> Fact:
    """A <= A w."""
    return p.have(p.goal, x_0 <= most_, (p.have(0 <= whole_ - 1, 1 <= whole_), 0 <= most_))


@paper.claim([x_0 <= rational(5, 4) * whole_, 2 <= most_, 1 <= whole_], shows=x_0 <= most_ * whole_)
def at_most_larger(p: Proof) -> Fact:
    """5/4 <= A."""
    return p.have(
        p.goal,
        x_0 <= rational(5, 4) * whole_,
        (p.have(0 <= most_ - 2, 2 <= most_), p.have(0 <= whole_, 1 <= whole_)),
        1 <= whole_,
    )


@paper.claim(list(FINE.values()), shows=factorial(n) * value_layers <= most_value_layers * (n * tower(n)))
def value_layers_of_order(p: Proof) -> Fact:
    """For M < n there are at most as many contexts as for M = n."""
    p.given(**FINE)
    room, less = assumed(p, n <= M, M < n)
    n_pos, most = p.have(0 <= n), p.apply("most_layers_positive")
    size = p.apply("factorial_pos", k=n)
    power_ = p.have(0 <= tower(n) - 1, p.apply("power_pos", k=n * d))
    whole = p.have(1 <= n * tower(n), (power_, n_pos), "n_low")
    by = {"x_0": factorial(n) * value_layers, "A": most_value_layers, "w": n * tower(n)}
    first = p.apply("at_most_larger", p.apply("value_layers_few", room), most, whole, **by)
    scale = p.have(0 <= n * factorial(n), (size, n_pos), n_pos)
    fewer = p.apply("binomial_monotone", p.have(M <= n, less), u=M, v=n, k=n)
    few = p.have(factorial(n) * contexts <= n * (factorial(n) * binomial(n, n)), (fewer, scale))
    few = p.have(factorial(n) * value_layers <= most_value_layers, few)
    second = p.apply("at_most_multiple", few, p.have(0 <= most_value_layers, most), whole, **by)
    return p.cases(n, M, first, second)


@paper.claim(list(FITS.values()), shows=factorial(n) * layers <= rational(11, 4) * n * tower(n))
def layers_few(p: Proof) -> Fact:
    """d m <= M, and 2 d <= M."""
    return times_factorial(p, layers - contexts, rational(11, 4))


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=0 <= contexts)
def contexts_nonneg(p: Proof) -> Fact:
    """It is a number of contexts."""
    n_pos = p.have(0 <= n)
    M_low = p.have(0 <= M, p.apply("power_ge_one", k=d))
    return p.have(p.goal, (p.apply("binomial_nonneg", M_low, m=M, k=n), n_pos))


@paper.claim(FITS, shows=factorial(n) * (layers * (17 * d + 4)) <= rational(231, 4) * d * n * tower(n))
def parameters_few(p: Proof) -> Fact:
    """Each block has at most 21 d parameters."""
    few = p.apply("layers_few")
    each = p.have(17 * d + 4 <= 21 * d)
    d_pos = p.have(0 <= d)
    sign = p.have(0 <= factorial(n))
    some = p.have(0 <= layers, p.have(0 <= d * m, (d_pos, p.have(0 <= m))))
    product = p.have(0 <= factorial(n) * layers, (sign, some))
    return p.have(p.goal, (product, each), (few, d_pos))


positional_layers = d * (n * m) + (n * M + 1) + (1 + 2 * d + n * tower(n))


@paper.claim(FINE, shows=positional_layers <= rational(5, 2) * n * tower(n))
def positional_layers_few(p: Proof) -> Fact:
    """M² <= M^n."""
    rows = p.apply("rows_few")
    half = p.have(2 * d <= d * m, ("m_low", p.have(0 <= d)))
    M_low = p.have(2 <= M, rows, half)
    n_pos = p.have(0 <= n)
    grow = p.apply("tower_le", a=2, b=n)
    square = p.apply("tower_step", k=1)
    some = p.have(4 * M <= 2 * n * M, (p.have(0 <= n - 2), M_low), "n_low")
    return p.have(p.goal, (grow, n_pos), (square, n), (rows, n_pos), rows, half, some, M_low)


(C,) = reals("C")


def with_constant(p: Proof, theorem: str, constant: Term, least: Term) -> Fact:
    """Prove the order with an explicit constant."""
    p.given(d_low=1 <= d, n_low=2 <= n, small=least <= m)
    m_low = p.have(2 <= m, "small", "n_low")
    more = p.have(0 <= d - 1, "d_low"), p.have(0 <= m, m_low)
    p.have(n <= M, p.apply("rows_few"), "small", more, label="room")
    few = p.apply(theorem)
    law = p.rule("generalize", m, p.discharge(few, least <= m))
    return p.exists_intro(p.goal, [constant], law, label="out")


@paper.claim([1 <= d, 2 <= n], shows=of_order(factorial(n) * (layers * (17 * d + 4)), d * n * tower(n), n))
def parameters_order(p: Proof) -> Fact:
    """Take the constant 231/4."""
    return with_constant(p, "parameters_few", rational(231, 4), n)


@paper.claim([1 <= d, 2 <= n], shows=of_order(positional_layers, n * tower(n), n))
def positional_layers_order(p: Proof) -> Fact:
    """Take the constant 5/2."""
    return with_constant(p, "positional_layers_few", rational(5, 2), n)


smallest = {m: num(2), d: num(1), n: num(2)}
LIMITS = (  # what is counted, and its limit
    (factorial(n) * value_layers, rational(5, 4) * n * tower(n)),
    (factorial(n) * layers, rational(11, 4) * n * tower(n)),
    (positional_layers, rational(5, 2) * n * tower(n)),
)


# --- G.3 --------------------------------------------------------------------------------------------------------------


def times_delta(x: Term, j: Term) -> Term:
    """The integer whose product with δ is the context of position j."""
    return shifted(x, j) + jump * shifted(x, n)


@paper.claim(DIFFERENT, shows=delta <= abs(context(lx, j) - context(lx2, q)))
def positional_contexts_apart(p: Proof) -> Fact:
    """The contexts are different multiples of δ."""
    differ = p.apply("positional_contexts")
    integers = times_delta(x, j), times_delta(x2, q)
    return p.note("out", multiples_apart(p, (context(lx, j), context(lx2, q)), integers, differ))


@paper.claim([*PLACED, 1 <= j, j < k, k <= n], shows=delta <= abs(context(lx, j) - context(lx, k)))
def positional_columns_apart(p: Proof) -> Fact:
    """The contexts of two positions are different multiples of δ."""
    less = p.apply("positional_columns")
    same = p.assume(Eq(context(lx, j), context(lx, k)))
    differ = p.discharge(p.have(FALSE, less, same), same.concl)
    integers = times_delta(x, j), times_delta(x, k)
    return p.note("out", multiples_apart(p, (context(lx, j), context(lx, k)), integers, differ))


# --- D, E -------------------------------------------------------------------------------------------------------------

power_sum = Sum(lambda i: Sum(lambda j: size_to_the(X(i, j), p_), 1, n), 1, d)
ENTRY = {"i_low": 1 <= i, "i_high": i <= d, "j_low": 1 <= j, "j_high": j <= n}
small = every(lambda i: every(lambda j: abs(X(i, j)) <= u, 1, n), 1, d)
zero_map = mapping(lambda Y, i, j: num(0), MATRIX, "Z", "Z")
identity_map = mapping(lambda Y, i, j: Y(i, j), MATRIX, "Z", "Z")


@paper.claim(list(ENTRY.values()), shows=size_to_the(X(i, j), p_) <= power_sum)
def entry_below_norm(p: Proof) -> Fact:
    """It is one of the terms."""
    return p.apply("entry_of_cost", f=identity_map, g=zero_map, r=i, c=j, N=n)


@paper.claim([1 <= d, 1 <= n, 1 <= p_, 0 < u, small], shows=power_sum <= d * n * exp(p_ * log(u)))
def norm_below_entries(p: Proof) -> Fact:
    """There are d n terms."""
    return p.apply("cost_le", f=identity_map, g=zero_map)


only_one = every(lambda l: implies(negation(Eq(l, k)), Eq(X2(i, l), X(i, l))), 1, n)


@paper.claim(
    [1 <= n, 1 <= k, k <= n, only_one, negation(Eq(X2(i, k), X(i, k)))],
    shows=negation(Eq(Sum(lambda l: X2(i, l), 1, n) / n, Sum(lambda l: X(i, l), 1, n) / n)),
)
def average_detects(p: Proof) -> Fact:
    """The sums differ by the difference of the words."""
    p.given(only_one=only_one, differ=negation(Eq(X2(i, k), X(i, k))))
    same = p.assume(p.goal.args[0])
    ends = assumed(p, 1 <= l, l <= n)
    gap = X2(i, k) - X(i, k)
    terms = [fun(lambda l: X2(i, l) - X(i, l)), fun(lambda l: gap * ite(Eq(l, k), 1, 0))]

    def prove(order: Fact) -> Fact:
        claim = Eq(terms[0](l), terms[1](l))
        chosen = p.reduce_ite(order, ite(Eq(l, k), 1, 0))
        if order.concl.op == "eq":
            return p.have(claim, *chosen, p.congr(lambda l: X2(i, l) - X(i, l), order))
        meet = p.assume(Eq(l, k))
        other = p.discharge(p.have(FALSE, order, meet), meet.concl)
        own = p.specialize("only_one", l, using=[*ends, other])
        return p.have(claim, own, *chosen)

    each = p.trichotomy(l, k, prove)
    total = p.apply("sum_eq", each)
    pick = p.apply("sum_delta", f=fun(lambda l: gap), m=k, lo=1, hi=n)
    n_pos = p.have(0 < n)
    equal = p.have(Eq(X2(i, k), X(i, k)), total, pick, (same, n), n_pos)
    return p.discharge(p.mp("differ", equal), same.concl)


Line = tuple[Term | int, Term | int]


def three_pieces(p: Proof, ends: tuple[Term, Term], lines: tuple[Line, Line, Line], *facts: Fact) -> Fact:
    """Prove φ ∈ Φ from its lines before, between and after the two ends, the first of which is less."""
    order = p.have(ends[0] < ends[1], *facts)
    return p.exists_intro(p.goal, [*ends, *(x for line in lines for x in line)], order, label="out")


clip_map, window_map = mapping(clip, "R"), mapping(window, "R")


@paper.claim([1 <= m, 1 <= d, 1 <= n], shows=in_Phi(clip_map))
def clip_in_class(p: Proof) -> Fact:
    """It is 0 between 0 and 1."""
    line = (-1, outside)
    return three_pieces(p, (num(0), num(1)), (line, (0, 0), line))


@paper.claim([1 <= m, 1 <= d, 1 <= n], shows=in_Phi(window_map))
def window_in_class(p: Proof) -> Fact:
    """It is 0 before 0 and from δ on."""
    return three_pieces(p, (num(0), delta), ((0, 0), (-1, 0), (0, 0)))


(L,) = sequences("L", 3)


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=exists(lambda L: matrix_list(L, d, n, m + 1), LIST))
def extended_grid_listed(p: Proof) -> None:
    """Each entry has m + 1 values: the letter 1 is −δ^(-nd), the letter q + 2 is q δ."""


(f_bar,) = functions("f_bar", MATRIX + "ZZ")
(Z,) = vectors("Z", 2)
family = variable("A", FAMILY)


def p_size(v: Term) -> Term:
    """‖v‖_p^p."""
    return Sum(lambda i: Sum(lambda k: size_to_the(v(i, k), p_), 1, n), 1, d)


def corner(l: Term) -> Term:
    """The l-th grid point, as integers from 0 to m − 1."""
    return fun(lambda i, k: L(l, i, k) - 1, 2)


def on_cube(G: Term) -> Term:
    """The value on the cube of G."""
    return fun(lambda i, k: family(G, i, k), 2)


greatest = Max(lambda l: p_size(on_cube(corner(l))), 1, power(m, n * d))
image = fun(lambda i, k: f_bar(Z, i, k), 2)
cell = fun(lambda i, k: quotient(Z(i, k), delta, m) + 1, 2)
zeros = fun(lambda i, k: num(0), 2)
as_distance = {"f": identity_map, "g": zero_map, "p": p_}


def same_size(p: Proof, v: Term, w: Term, equal: Fact) -> Fact:
    """Prove ‖v‖_p^p = ‖w‖_p^p, as they are equal in entry (i, j)."""
    each = p.congr(lambda x: size_to_the(x, p_), equal)
    terms = [fun(lambda j, v=v: size_to_the(v(i, j), p_)) for v in (v, w)]
    row = p.apply("sum_eq", each, f=terms[0], g=terms[1], lo=1, hi=n)
    return p.apply("sum_eq", row)


@paper.claim(
    {"m_low": 1 <= m, "d_low": 1 <= d, "n_low": 1 <= n, "steps": piecewise_constant(f_bar)},
    shows=exists(lambda B: [0 <= B, for_all(lambda Z: p_size(fun(lambda i, k: f_bar(Z, i, k), 2)) <= B, MATRIX)], "R"),
)
def steps_bounded(p: Proof) -> Fact:
    """There are finitely many cubes, and the function is 0 outside of them."""
    p.given(**ENTRY, c_low=1 <= c, c_high=c <= d, o_low=1 <= o, o_high=o <= n)
    m_pos = p.have(0 < m)
    count = p.apply("power_ge_one", k=n * d)
    goal = p_size(image) <= greatest

    def with_values(low: Fact, high: Fact, found: Fact, constant: Fact, below: Fact, above: Fact) -> Fact:
        first = p.max_ge(greatest, num(1), p.have(num(1) <= 1), count)
        sign = p.apply("cost_nonneg", X=on_cube(corner(num(1))), **as_distance)
        sign = p.have(0 <= greatest, first, sign)

        def outside(law: str, held: Fact) -> Fact:
            """Prove the goal outside of the cubes."""
            zero = p.specialize(below if law == "below" else above, Z, c, o, i, j, using=[held])
            return p.have(goal, same_size(p, image, zeros, zero), sign)

        found_ = in_or_out(p, Z, goal, outside, lambda *ends: inside(found, constant, low, high, *ends), closed=False)
        return p.exists_intro(p.goal, [greatest], sign, found_)

    def inside(found: Fact, constant: Fact, low: Fact, high: Fact, *ends: Fact) -> Fact:
        z, sides = Z(i, j), [p.specialize(y, i, j) for y in ends]
        nonneg, under = (p.apply(f"quotient_{law}", *sides, n=m, b=delta, v=z) for law in ("nonneg", "le"))
        beyond = p.apply("quotient_gt", sides[1], m_pos, n=m, b=delta, v=z)
        few = p.apply("quotient_few", *sides, a=z)
        letters = p.have(1 <= cell(i, j), nonneg), p.have(cell(i, j) <= m, few)

        def at_cell(l_low: Fact, l_high: Fact, same: Fact) -> Fact:
            G, entry = corner(l), p.specialize(same, i, j)
            laws = [
                p.have(0 <= G(i, j), p.specialize(low, l, i, j, using=[l_low, l_high])),
                p.have(G(i, j) <= m - 1, p.specialize(high, l, i, j, using=[l_low, l_high])),
                p.have(G(i, j) * delta <= z, under, (entry, delta)),
                p.have(z < (G(i, j) + 1) * delta, beyond, (entry, delta)),
            ]
            size = same_size(p, image, on_cube(G), p.specialize(constant, G, Z, i, j, using=laws))
            return p.have(goal, size, p.max_ge(greatest, l, l_low, l_high))

        numbered = p.specialize(found, cell, using=letters)
        return p.exists_elim(numbered, [l], at_cell, goal)

    listed = p.obtain(p.apply("matrices_listed", D=m), L)
    laws = p.obtain("steps", family)
    return with_values(*listed[:3], *laws[:3])


# --- H ----------------------------------------------------------------------------------------------------------------

projected = (named(D, d, n) @ named(W_P, n, n))(i, j)
one_token_differs = every(lambda l: implies(negation(Eq(l, k)), Eq(D(i, l), 0)), 1, n)
AT_K = {"k_low": 1 <= k, "k_high": k <= n}


@paper.claim([*AT_K.values(), one_token_differs], shows=Eq(projected, D(i, k) * W_P(k, j)))
def projected_difference(p: Proof) -> Fact:
    """The product has only one nonzero term."""
    p.given(zero=one_token_differs)
    ends = assumed(p, 1 <= l, l <= n)
    terms = [fun(lambda l: D(i, l) * W_P(l, j)), fun(lambda l: D(i, l) * W_P(l, j) * ite(Eq(l, k), 1, 0))]

    def prove(order: Fact) -> Fact:
        claim = Eq(terms[0](l), terms[1](l))
        chosen = p.reduce_ite(order, ite(Eq(l, k), 1, 0))
        if order.concl.op == "eq":
            return p.have(claim, *chosen)
        meet = p.assume(Eq(l, k))
        other = p.discharge(p.have(FALSE, order, meet), meet.concl)
        none = p.specialize("zero", l, using=[*ends, other])
        return p.have(claim, *chosen, (none, W_P(l, j)))

    each = p.trichotomy(l, k, prove)
    total = p.apply("sum_eq", each)
    return p.have(p.goal, total, "sum_delta")


@paper.claim(
    [*AT_K.values(), one_token_differs, negation(Eq(D(i, k), 0)), negation(Eq(W_P(k, j), W_P(k, q)))],
    shows=negation(Eq(projected, substitute(projected, {j: q}))),
)
def projected_numbers_differ(p: Proof) -> Fact:
    """D_ik (W_kj − W_kq) is nonzero."""
    p.given(some=negation(Eq(D(i, k), 0)), differ=negation(Eq(W_P(k, j), W_P(k, q))))
    same = p.assume(p.goal.args[0])
    values_ = [p.apply("projected_difference"), p.apply("projected_difference", j=q)]

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp("some", order), Eq(W_P(k, j), W_P(k, q)))
        return p.have(Eq(W_P(k, j), W_P(k, q)), same, *values_, scale=[order])

    found = p.trichotomy(D(i, k), 0, prove)
    return p.discharge(p.mp("differ", found), same.concl)


same_window = every(
    lambda l: implies(j + 1 - filter_size <= l, l <= j, every(lambda i: Eq(X2(i, l), X(i, l)), 1, d)), 1, n
)
other = named(X2, d, n)


@paper.claim([1 <= d, 1 <= n, 1 <= filter_size, 1 <= i, i <= d, 1 <= j, j <= n, same_window],
             shows=Eq(separable(other)(i, j), separable(tokens)(i, j)))  # fmt: skip
def filter_blind(p: Proof) -> Fact:
    """Entry j of a convolution depends on the entries j + 1 − b to j."""
    p.given(same=same_window)
    a_in, k_in = assumed(p, 1 <= a, a <= d), assumed(p, 1 <= k, k <= filter_size)
    place = j + 1 - k
    entries_ = [ite(1 <= place, ite(place <= n, x(a, place), 0), 0) for x in (X2, X)]
    inside, before = assumed(p, 1 <= place, place < 1)
    top = p.have(place <= n, k_in[0])
    sides = p.have(j + 1 - filter_size <= place, k_in[1]), p.have(place <= j, k_in[0])
    own = p.specialize("same", place, using=[inside, *sides])
    own = p.specialize(own, a, using=a_in)
    there = p.have(Eq(*entries_), *chosen_values(p, [inside, top], *entries_), own)
    none = p.have(Eq(*entries_), *chosen_values(p, [before], *entries_))
    entry = p.cases(1, place, there, none)
    terms = [fun(lambda k, x=x: ite(1 <= j + 1 - k, ite(j + 1 - k <= n, x(a, j + 1 - k), 0), 0) * W_C(a, k))
             for x in (X2, X)]  # fmt: skip
    total = p.apply("sum_eq", (entry, W_C(a, k)), f=terms[0], g=terms[1], lo=1, hi=filter_size)
    mixed_ = [fun(lambda a, x=x: W_O_2(i, a) * convolved(x, a, j)) for x in (other, tokens)]
    row = p.have(Eq(mixed_[0](a), mixed_[1](a)), (total, W_O_2(i, a)))
    out = p.apply("sum_eq", row)
    return p.have(p.goal, out)


(weights,) = vectors("u")


def last_entry(x: Term) -> Term:
    """uᵀ SepConv(X)_n."""
    return Sum(lambda i: weights(i) * separable(named(x, d, n))(i, n), 1, d)


def alike(x: Term, y: Term) -> list[Term]:
    """X and Y differ, but for all weights they have equal entries at token n."""
    same = Eq(last_entry(x), last_entry(y))
    rows = lambda *w: substitute(same, dict(zip((W_O_2, W_C, weights), w, strict=True)))  # noqa: E731
    return [negation(Eq(x(1, 1), y(1, 1))), for_all(rows, MATRIX, MATRIX, VECTOR)]


zero_tokens, unit_tokens = fun(lambda i, l: num(0), 2), fun(lambda i, l: ite(l <= 1, 1, 0), 2)


@paper.claim([1 <= d, 1 <= filter_size, filter_size <= n - 1], shows=exists(alike, MATRIX, MATRIX))
def no_contextual_mapping(p: Proof) -> Fact:
    """Take sequences that differ only in the first token."""
    p.given(i_low=1 <= i, i_high=i <= d)
    blind = p.apply("filter_blind", j=n, X=zero_tokens, **{X2.args[0]: unit_tokens})
    f, g = (fun(lambda i, x=x: weights(i) * separable(named(x, d, n))(i, n)) for x in (unit_tokens, zero_tokens))
    terms = p.have(Eq(f(i), g(i)), (blind, weights(i)))
    law = p.apply("sum_eq", terms)
    return p.exists_intro(p.goal, [unit_tokens, zero_tokens], law)
