"""From piecewise constant functions to Theorems 2 and 3: distances, sizes, and how the errors add up (3, C, E.1.4).

The distance d_p is said by covers with boxes (`proofs.theorems.integration.integrals`). What the layers of Proposition
5 give at a point is proved here from the input on; that they make up a member of the class is in `exact_network`,
Lemma 4 in `lemma_4`, Theorems 2 and 3 in `theorem_2`, `theorem_3` and `compact_domains`.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import NETWORK as QUANTISER
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import V, X, in_cell
from proofs.papers.yun.appendix_e3_lemma_8.category_3 import CATEGORY_3
from proofs.papers.yun.appendix_e3_lemma_8.column_ids import y
from proofs.papers.yun.appendix_e3_lemma_8.columns_in_any_order import output_id
from proofs.papers.yun.appendix_e3_lemma_8.contextual_mapping import GRID_POINT, GTILDE, TWO_SAME
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import g_c, t_l, t_r
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN
from proofs.papers.yun.appendix_e3_lemma_8.sweep import SWEEP, W
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import LOWERED_NETWORK, A, S, after_all, contexts, of_context
from proofs.papers.yun.vocabulary import M, d, delta, i, j, k, m, n, of_order, paper, q, tower, z
from proofs.theorems.algebra.powers import falling
from proofs.theorems.combinatorics.arrangements import distinct_columns
from proofs.theorems.integration.integrals import cost, covered, distance_at_most, distance_below

(e,) = ints("e")
p_, eps, eta, B, t = reals("p epsilon eta B t")
(err,) = vectors("err")
g1, g2 = functions("f1 f2", MATRIX + "ZZ")


# --- 3.2: how many parameters -----------------------------------------------------------------------------------------

h, size, nodes = ints("h size nodes")
head_parameters = 4 * (d * size)
block_parameters = h * head_parameters + (2 * (d * nodes) + nodes + d)


@paper.claim([1 <= d], shows=eq(substitute(block_parameters, {h: num(2), size: num(1), nodes: num(4)}), 17 * d + 4))
def parameters_2_1_4(p: Proof) -> None:
    """Two heads of 4d, W_1 and W_2 of 4d each, b_1 of 4 and b_2 of d."""


@paper.claim([1 <= d], shows=17 * d + 4 <= 21 * d)
def block_parameters_linear(p: Proof) -> None:
    """1 <= d."""


volume = inv(tower(n))
FINE = [2 <= m, 1 <= d, 1 <= n]

# --- E.1.4: Proposition 5 ---------------------------------------------------------------------------------------------

ON_CUBE = {
    "cell_low": every(lambda k: every(lambda i: in_cell(X(i, k), y(i, k))[0], 1, d), 1, n),
    "cell_high": every(lambda k: every(lambda i: in_cell(X(i, k), y(i, k))[1], 1, d), 1, n),
    "handed_on": every(lambda k: every(lambda i: eq(W(0, i, k), V(d, m + 1, i, k)), 1, d), 1, n),
}
GIVEN_X = GRID_POINT | QUANTISER | ON_CUBE


@paper.theorem
def quantised_start(p: Proof) -> None:
    """X in the cube of L ⊢ the quantiser gives L."""
    p.given(**GIVEN_X, i_low=1 <= i, i_high=i <= d, k_low=1 <= k, k_high=k <= n)
    for label in ("cell_low", "cell_high", "entries_low", "entries_high", "handed_on"):
        p.specialize(label, k, i, label=f"{label}_ik")
    quantised = p.apply("lemma_7_inside", j=k, k=y(i, k))
    column = p.generalize(i, p.have(eq(W(0, i, k), y(i, k) * delta), quantised, "handed_on_ik"), "i_low", "i_high")
    p.qed(p.generalize(k, column, "k_low", "k_high"))


CONTEXT = {
    "q_low": 1 <= q,
    "q_high": q <= contexts,
    "is_context": every(lambda i: eq(g_c(i, j), S(q, i)), 1, d),
    "not_negative": every(lambda i: 0 <= S(q, i), 1, d),
}
in_j = fun(lambda i: g_c(i, j))
VALUE_MAP = {label: substitute(g, {z: in_j}) for label, g in LOWERED_NETWORK.items()}
PIPELINE = {**GIVEN_X, "layers_": SWEEP["layers"], **COLUMN, **VALUE_MAP}
zero_out = every(lambda i: eq(after_all(i), 0), 1, d)


def zero_value(p: Proof, outside: Fact) -> Fact:
    """No id in [t_l, t_r]: the output is 0."""
    both = p.apply("lemma_9_values", z=in_j)
    return p.exists_elim(both, [], lambda _, zero: p.rule("mp", zero, outside), label="out")


@paper.claim(
    [*PIPELINE.values(), GTILDE["distinct"], *CONTEXT.values()], shows=every(lambda i: eq(after_all(i), A(q, i)), 1, d)
)
def pipeline_value(p: Proof) -> Fact:
    """Lemma 7 gives L, Lemma 8 a context in [t_l, t_r], Lemma 9 its value."""
    p.apply("quantised_start", label="start")
    p.apply("code_same", s=in_j, t=of_context(S, q), label="code")
    both = p.apply("lemma_9_values", z=in_j)
    values, _ = p.obtain(
        both,
    )
    return p.specialize(values, q)


@paper.claim([*PIPELINE.values(), *TWO_SAME.values()], shows=zero_out)
def pipeline_duplicates(p: Proof) -> Fact:
    """Two equal columns: all ids are below t_l."""
    p.apply("quantised_start", label="start")
    p.apply("property_4_duplicates", label="below")
    low, high = p.rule("assume", t_l <= output_id(j)), p.rule("assume", output_id(j) <= t_r)
    false = p.have(FALSE, low)
    return zero_value(p, p.discharge(false, low.concl, high.concl))


VALUE_LAYERS = {f"{label}_of_values": g for label, g in VALUE_MAP.items() if label not in ("m_low", "d_low", "n_low")}


@paper.claim([2 <= n, *CATEGORY_3, *COLUMN.values(), *VALUE_LAYERS.values()], shows=zero_out)
def pipeline_outside(p: Proof) -> Fact:
    """Some entry is −δ^(-nd), as an entry of X lies outside of [0, 1): no id lies in [t_l, t_r]."""
    low, high = p.rule("assume", t_l <= output_id(j)), p.rule("assume", output_id(j) <= t_r)
    false = p.apply("property_4_outside", low, high)
    return zero_value(p, p.discharge(false, low.concl, high.concl))


# --- Proposition 5, Theorem 2 -----------------------------------------------------------------------------------------

differ = lambda e: distinct_columns(e - 1, n, M)  # noqa: E731  # 1 if the columns of grid point e differ
paper.notions.define(
    differ(e), (e,), "1[grid point {0} has no column twice]",
    r"\mathbf{{1}}[\text{{grid point }} {0} \text{{ has no column twice}}]",
)  # fmt: skip
bad_volume = volume * sigma(lambda e: 1 - differ(e), 1, tower(n))


@paper.claim(FINE, shows=eq(bad_volume, volume * (tower(n) - falling(M, n))))
def lost_volume(p: Proof) -> Fact:
    """Of M^n cubes, M (M − 1) … (M − n + 1) have columns that differ."""
    count = p.apply("distinct_columns_counted", M=M)
    power_ = p.apply("power_mul", k=n)
    same = p.congr(lambda x: sigma(differ, 1, x), power_)
    ones = p.apply("sum_const", p.apply("power_pos", k=n * d), lo=1, hi=tower(n))
    return p.have(p.goal, (count, volume), (same, volume), (ones, volume))


@paper.claim({"M_low": 0 <= M, "k_low": M + 1 <= k}, shows=eq(falling(M, k), 0))
def nothing_left(p: Proof) -> Fact:
    """M < k ⊢ M (M − 1) … (M − k + 1) = 0."""
    p.given(q_low=M + 1 <= q, so_far=eq(falling(M, q), 0))
    base = p.apply("falling_step", m=M, k=M)
    step = p.apply("falling_step", m=M, k=q)
    step = p.have(eq(falling(M, q + 1), 0), step, ("so_far", M - q))
    return p.specialize(p.induct(lambda x: eq(falling(M, x), 0), M + 1, q, base, step), k)


@paper.claim(FINE, shows=bad_volume <= n * (n - 1) / (2 * M))
def duplicates_rare(p: Proof) -> Fact:
    """Each of the n (n − 1)/2 pairs of columns agrees on a share δ^d of the cubes; it is 1 if n > M."""
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


lost = sigma(lambda e: 1 - differ(e), 1, tower(n))


@paper.claim([1 <= d, 2 <= n], shows=of_order(lost, tower(n) / M, num(2)))
def duplicates_of_order(p: Proof) -> Fact:
    """n (n − 1)/2."""
    p.given(m_low=2 <= m)
    constant = n * (n - 1) / 2
    weight = p.apply("power_pos", k=n * d)
    return p.exists_intro(p.goal, [constant], weight)


@paper.claim(
    [*FINE, 0 <= B, every(lambda e: err(e) <= B * (1 - differ(e)), 1, tower(n))],
    shows=volume * sigma(lambda e: err(e), 1, tower(n)) <= B * (n * (n - 1) / (2 * M)),
)
def distance_small(p: Proof) -> Fact:
    """No error where the columns differ, at most B = sup ‖f‖^p elsewhere."""
    sum_ = p.apply("sum_le", f=err, g=fun(lambda e: B * (1 - differ(e))), lo=1, hi=tower(n))
    p.apply("power_pos", k=n * d, label="weight")
    rare = p.apply("duplicates_rare")
    return p.have(p.goal, (inv(tower(n)), sum_), (0 <= B, rare))


# --- C: the triangle inequality, and Theorem 2 ------------------------------------------------------------------------

functions_ = functions("f f_bar g_bar g", MATRIX + "ZZ")
parts = reals("epsilon_1 epsilon_2 epsilon_3")
PARTS = [distance_below(functions_[i], functions_[i + 1], p_, part, d, n) for i, part in enumerate(parts)]


@paper.claim(
    [1 <= p_, *(0 < part for part in parts), *PARTS],
    shows=distance_below(functions_[0], functions_[3], p_, parts[0] + parts[1] + parts[2], d, n),
)
def three_parts(p: Proof) -> Fact:
    """Minkowski's inequality, twice."""
    _, f_bar, g_bar, g = functions_
    first = p.apply("integrals.minkowski", g=f_bar, h=g_bar)
    three = {"epsilon_1": parts[0] + parts[1], "epsilon_2": parts[2]}
    return p.apply("integrals.minkowski", first, g=g_bar, h=g, **three)


u, v, s = reals("u v s")


@paper.claim([1 <= p_, 0 < u, u < v], shows=exp(p_ * log(u)) < exp(p_ * log(v)))
def powers_increase(p: Proof) -> Fact:
    """The logarithm does, and the exponential."""
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
    """Three parts, each as little more as one likes."""
    f, g = functions_[0], functions_[3]
    bound = 2 * eps / 3 + rate
    goal = covered(cost(f, g, p_, d, n), t, d, n)
    above = p.rule("assume", exp(p_ * log(bound)) < t)
    t_pos = p.have(0 < t, above, exp(p_ * log(bound)))
    root = exp(log(t) / p_)
    logs = p.apply("log_lt", above, exp(p_ * log(bound)))
    part, unit = p.apply("inv_pos", x=p_), p.have(eq(p_ * inv(p_), 1), p_)
    less = p.have(log(bound) < log(t) / p_, (logs, part), (unit, log(bound)))
    third = (root - bound) / 3
    more = p.have(0 < third, p.apply("exp_lt", less))
    near = [
        p.apply("below_if_at_most", more, u=own, f1=functions_[i], f2=functions_[i + 1]) for i, own in enumerate(BOUNDS)
    ]
    signs = [p.have(0 < own + third, more, 0 < eps, rate) for own in BOUNDS]
    parts_ = {f"epsilon_{k}": own + third for k, own in enumerate(BOUNDS, 1)}
    found = p.apply("three_parts", *near, *signs, **parts_)
    exponent = p.have(eq(p_ * log(root), log(t)), (unit, log(t)))

    def prove(held: Fact, small: Fact) -> Fact:
        less = p.have(eta < t, small, p.congr(exp, exponent), p.rule("exp_log", t_pos))
        return p.specialize(held, t, using=[less])

    return p.exists_elim(found, [eta], prove, goal)


@paper.claim([*FINE, 0 < B, 0 < eta, 1 <= p_, B * (n * (n - 1)) <= eta * m], shows=B * (n * (n - 1) / (2 * M)) <= eta)
def delta_exists(p: Proof) -> Fact:
    """m = 1/δ >= B^p n (n − 1)/η is enough, as δ^d <= δ."""
    p.apply("power_le", a=num(1), b=d, label="grow")
    p.apply("power_pos", k=d, label="M_pos")
    return p.have(p.goal, B * (n * (n - 1)) <= eta * m, (0 < eta, "grow"), eta * M, scale=["M_pos"])
