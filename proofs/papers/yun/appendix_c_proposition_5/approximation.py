"""From piecewise constant functions to Theorems 2 and 3: distances, sizes, and how the errors add up (3, C, E.1.4).

The distance d_p is defined by covers with boxes (`proofs.theorems.integration.integrals`). The output of the layers of
Proposition 5 at a point is computed here; `exact_network` proves that they form a member of the class. Lemma 4 is in
`lemma_4`, Theorems 2 and 3 in `theorem_2`, `theorem_3` and `compact_domains`.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import V, X, in_cell
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import y
from proofs.papers.yun.appendix_e3_lemma_8.sweep import W
from proofs.papers.yun.vocabulary import M, d, delta, k, m, n, of_order, paper, q, tower
from proofs.theorems.algebra.powers import falling
from proofs.theorems.combinatorics.arrangements import distinct_columns
from proofs.theorems.integration.integrals import distance_at_most, distance_below

(e,) = ints("e")
p_, eps, eta, B, t = reals("p epsilon eta B t")
(err,) = vectors("err")
g1, g2 = functions("f1 f2", MATRIX + "ZZ")


# --- 3.2: how many parameters -----------------------------------------------------------------------------------------

h, size, nodes = ints("h size nodes")
head_parameters = 4 * (d * size)
block_parameters = h * head_parameters + (2 * (d * nodes) + nodes + d)


@paper.claim([1 <= d], shows=Eq(substitute(block_parameters, {h: num(2), size: num(1), nodes: num(4)}), 17 * d + 4))
def parameters_2_1_4(p: Proof) -> None:
    """Two heads of 4d, W_1 and W_2 of 4d each, b_1 of 4 and b_2 of d."""


@paper.claim([1 <= d], shows=17 * d + 4 <= 21 * d)
def block_parameters_linear(p: Proof) -> None:
    """d is at least 1."""


volume = inv(tower(n))
FINE = [2 <= m, 1 <= d, 1 <= n]

# --- E.1.4: Proposition 5 ---------------------------------------------------------------------------------------------

ON_CUBE = {
    "cell_low": every(lambda k: every(lambda i: in_cell(X(i, k), y(i, k))[0], 1, d), 1, n),
    "cell_high": every(lambda k: every(lambda i: in_cell(X(i, k), y(i, k))[1], 1, d), 1, n),
    "handed_on": every(lambda k: every(lambda i: Eq(W(0, i, k), V(d, m + 1, i, k)), 1, d), 1, n),
}


# --- Proposition 5, Theorem 2 -----------------------------------------------------------------------------------------

differ = lambda e: distinct_columns(e - 1, n, M)  # noqa: E731  # 1 if the columns of grid point e differ
paper.notions.define(
    differ(e), (e, m, d, n), "1[grid point {0} of G_(1/{1}) has no column twice]",
    r"\mathbf{{1}}[\text{{grid point }} {0} \text{{ of }} G_{{1/{1}}} \text{{ has no column twice}}]",
)  # fmt: skip
bad_volume = volume * Sum(lambda e: 1 - differ(e), 1, tower(n))


@paper.claim(FINE, shows=Eq(bad_volume, volume * (tower(n) - falling(M, n))))
def lost_volume(p: Proof) -> Fact:
    """Of the M^n cubes, M (M − 1) … (M − n + 1) have pairwise different columns."""
    count = p.apply("distinct_columns_counted", M=M)
    power_ = p.apply("power_mul", k=n)
    same = p.congr(lambda x: Sum(differ, 1, x), power_)
    ones = p.apply("sum_const", p.apply("power_pos", k=n * d), lo=1, hi=tower(n))
    return p.have(p.goal, (count, volume), (same, volume), (ones, volume))


@paper.claim([*FINE, t < volume * (tower(n) - falling(M, n))], shows=t < bad_volume)
def lost_volume_exact(p: Proof) -> Fact:
    """The volume is at least this."""
    return p.have(p.goal, t < volume * (tower(n) - falling(M, n)), p.apply("lost_volume"))


@paper.claim({"M_low": 0 <= M, "k_low": M + 1 <= k}, shows=Eq(falling(M, k), 0))
def nothing_left(p: Proof) -> Fact:
    """M < k ⊢ M (M − 1) … (M − k + 1) = 0."""
    p.given(q_low=M + 1 <= q, so_far=Eq(falling(M, q), 0))
    base = p.apply("falling_step", m=M, k=M)
    step = p.apply("falling_step", m=M, k=q)
    step = p.have(Eq(falling(M, q + 1), 0), step, ("so_far", M - q))
    return p.specialize(p.induct(lambda x: Eq(falling(M, x), 0), M + 1, q, base, step), k)


@paper.claim(FINE, shows=bad_volume <= n * (n - 1) / (2 * M))
def duplicates_rare(p: Proof) -> Fact:
    """Each of the n (n − 1)/2 pairs of columns agrees on a share δ^d of the cubes; the share is 1 if n > M."""
    p.given(few=n <= M, many=M < n)
    exact = p.apply("lost_volume")
    power_ = p.apply("power_mul", k=n)
    share = p.congr(lambda t: inv(t) * (t - falling(M, n)), power_)
    few = p.have(p.goal, "duplicate_volume", share, exact)
    M_low = p.apply("power_ge_one", k=d)
    weight = p.apply("power_pos", k=n * d)
    none = p.apply("nothing_left", M_low, k=n)
    over, low = p.have(0 <= n - M - 1, "many"), p.have(0 <= M - 1, M_low)
    pairs = p.have(2 * M <= n * (n - 1), (over, p.have(0 <= n - 1)),
                   (over, p.have(0 <= M + 1, M_low)), (low, p.have(0 <= M)))  # fmt: skip
    M_pos = p.have(0 < M, M_low)
    many = p.have(p.goal, exact, (none, volume), weight, (pairs, p.apply("inv_pos", M_pos)), M_pos)
    return p.cases(n, M, few, many)


lost = Sum(lambda e: 1 - differ(e), 1, tower(n))


@paper.claim([1 <= d, 2 <= n], shows=of_order(lost, tower(n) / M, num(2)))
def duplicates_of_order(p: Proof) -> Fact:
    """n (n − 1)/2."""
    p.given(m_low=2 <= m)
    constant = n * (n - 1) / 2
    weight = p.apply("power_pos", k=n * d)
    return p.exists_intro(p.goal, [constant], weight)


# --- C: the triangle inequality, and Theorem 2 ------------------------------------------------------------------------

functions_ = functions("f f_bar g_bar g", MATRIX + "ZZ")
parts = reals("epsilon_1 epsilon_2 epsilon_3")
PARTS = [distance_below(functions_[i], functions_[i + 1], p_, part, d, n) for i, part in enumerate(parts)]


@paper.claim(
    [1 <= p_, *(0 < part for part in parts), *PARTS],
    shows=distance_below(functions_[0], functions_[3], p_, parts[0] + parts[1] + parts[2], d, n),
)
def three_parts(p: Proof) -> Fact:
    """By Minkowski's inequality, applied twice."""
    _, f_bar, g_bar, g = functions_
    first = p.apply("integrals.minkowski", g=f_bar, h=g_bar)
    three = {"epsilon_1": parts[0] + parts[1], "epsilon_2": parts[2]}
    return p.apply("integrals.minkowski", first, g=g_bar, h=g, **three)


u, v, s = reals("u v s")


@paper.claim([1 <= p_, 0 < u, u < v], shows=exp(p_ * log(u)) < exp(p_ * log(v)))
def powers_increase(p: Proof) -> Fact:
    """The logarithm and the exponential function increase."""
    logs = p.apply("log_lt", x=u, y=v)
    times = p.have(p_ * log(u) < p_ * log(v), (p.have(0 < p_), p.have(0 < log(v) - log(u), logs)))
    return p.apply("exp_lt", times)


@paper.claim(
    [1 <= p_, 0 < u, 0 < s, distance_at_most(g1, g2, p_, u, d, n)], shows=distance_below(g1, g2, p_, u + s, d, n)
)
def below_if_at_most(p: Proof) -> Fact:
    """u^p is below (u + s)^p."""
    return p.exists_intro(p.goal, [exp(p_ * log(u))], distance_at_most(g1, g2, p_, u, d, n))


(C,) = reals("C")
rate = C * exp(d * log(delta) / p_)  # C δ^(d/p)
BOUNDS = (eps / 3, rate, eps / 3)
NEAR = [distance_at_most(functions_[i], functions_[i + 1], p_, bound, d, n) for i, bound in enumerate(BOUNDS)]


@paper.claim(
    [*FINE, 1 <= p_, 0 < eps, 0 < C, *NEAR],
    shows=distance_at_most(functions_[0], functions_[3], p_, 2 * eps / 3 + rate, d, n),
)
def two_thirds_and_rate(p: Proof) -> Fact:
    """There are three parts, each with an arbitrarily small margin."""
    bound = 2 * eps / 3 + rate
    above = p.assume(exp(p_ * log(bound)) < t)
    t_pos = p.have(0 < t, above, exp(p_ * log(bound)))
    root = exp(log(t) / p_)
    logs = p.apply("log_lt", above, exp(p_ * log(bound)))
    part, unit = p.apply("inv_pos", x=p_), p.have(Eq(p_ * inv(p_), 1), p_)
    less = p.have(log(bound) < log(t) / p_, (logs, part), (unit, log(bound)))
    third = (root - bound) / 3
    more = p.have(0 < third, p.apply("exp_lt", less))
    near = [
        p.apply("below_if_at_most", more, u=own, f1=functions_[i], f2=functions_[i + 1]) for i, own in enumerate(BOUNDS)
    ]
    signs = [p.have(0 < own + third, more, 0 < eps, rate) for own in BOUNDS]
    parts_ = {f"epsilon_{k}": own + third for k, own in enumerate(BOUNDS, 1)}
    found = p.apply("three_parts", *near, *signs, **parts_)
    exponent = p.have(Eq(p_ * log(root), log(t)), (unit, log(t)))

    held, small = p.obtain(found, eta)
    less = p.have(eta < t, small, p.congr(exp, exponent), p.exp_log(t_pos))
    return p.specialize(held, t, using=[less])
