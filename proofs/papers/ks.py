"""Kajitsuka & Sato, ICLR 2024: the Boltzmann operator (appendices B.2, B.3; Lemma 1; Definition 3).

For every n: boltz = log-partition − entropy, its first and second derivative along a coordinate, where it falls and
where it is concave (Lemmas 4, 5), the gap between two vectors that differ in their last coordinate (Lemma 6), and
the separation of boltz on separated vectors (Lemmas 7 and 1).

A derivative along coordinate i is the derivative at t = 0 of t ↦ f(a + t e_i); `moved(a, i, t)` is a + t e_i. The
two facts about sums that the paper takes from a textbook, max <= log Σ exp <= max + log n and 0 <= S <= log n, are
proved: each from 1 + x <= e^x, term by term.
"""

from __future__ import annotations

from proofs.chapter import Claim
from proofs.kernel.rules import Fact
from proofs.notation import (
    Term,
    derivative_of,
    eq,
    every,
    exp,
    fun,
    implies,
    ints,
    inv,
    ite,
    log,
    maximum,
    num,
    reals,
    sigma,
    vectors,
)
from proofs.paper import Paper
from proofs.proof import Proof
from proofs.translate import on_vectors
from symbolic import boltzmann as definitions

paper = Paper("KS", "Are Transformers with One Layer Self-Attention Universal Approximators?", "Kajitsuka & Sato, ICLR 2024")
chapter = paper

n, i, j, k, m = ints("n i j k m")
a, b, c = vectors("a b c")
x, s, t = reals("x s t")

partition = on_vectors(definitions.partition)
softmax = on_vectors(definitions.softmax, "i")
boltz = on_vectors(definitions.boltz)
log_partition = on_vectors(definitions.log_partition)
entropy = on_vectors(definitions.entropy)
gradient = on_vectors(definitions.gradient, "i")
second_derivative = on_vectors(definitions.second_derivative, "i")

some = 1 <= n
i_in = (1 <= i, i <= n)
j_in = (1 <= j, j <= n)
Z, L, S, N = partition(a, n), log_partition(a, n), entropy(a, n), sigma(lambda k: a(k) * exp(a(k)), 1, n)
greatest = maximum(lambda k: a(k), 1, n)


def p_(index: Term, v: Term = a) -> Term:
    """The softmax weight of `index`."""
    return softmax(v, n, index)


def kronecker(k: Term, m: Term) -> Term:
    """Kronecker's δ."""
    return ite(eq(k, m), 1, 0)


def moved(v: Term, i: Term, t: Term) -> Term:
    """v + t e_i."""
    return fun(lambda j: v(j) + t * kronecker(j, i))


def along(f: object, i: Term, at: Term, value: Term) -> Term:
    """The derivative of t ↦ f(a + t e_i) at `at` is `value`."""
    return derivative_of(lambda t: f(moved(a, i, t)), at, value)  # type: ignore[operator]


def start(p: Proof) -> None:
    """1 <= n, hence Z > 0."""
    p.given(some=some)
    p.facts["Z_pos"] = p.positive(Z)


# --- B.2: the operator, the log-partition, the entropy -------------------------------------------------------

paper.state(
    "def-3", "the Boltzmann operator: the average of a weighted by its softmax",
    section="A", index="Definition 3", kind="definition", given=[some], defines=boltz(a, n),
)  # fmt: skip
paper.state(
    "eq-21", "boltz(a) = aᵀ softmax(a)", section="A", index="A[1]", equations="21", given=[some], defines=boltz(a, n)
)
paper.state(
    "eq-80", "boltz as a weighted average", section="B.2", index="B.2[1]", equations="80", given=[some],
    defines=boltz(a, n),
)  # fmt: skip
paper.state(
    "eq-81", "the log-partition (the paper's word is partition function)", section="B.2", index="B.2[2]",
    equations="81", given=[some], defines=L,
)  # fmt: skip
paper.state(
    "eq-82", "the entropy of the softmax weights", section="B.2", index="B.2[3]", equations="82", given=[some],
    defines=S,
)  # fmt: skip


@paper.claim(given=[some], shows=eq(log(p_(i)), a(i) - L))
def log_weight(p: Proof) -> Fact:
    """log p_i = a_i − L."""
    start(p)
    p.apply("inverse", "log_inv", x=Z)
    p.apply("product", "log_mul", x=exp(a(i)), y=inv(Z))
    return p.have("out", eq(log(p_(i)), a(i) - L), "inverse", "product")


@paper.claim(given=[some], shows=eq(sigma(p_, 1, n), 1))
def weights_sum(p: Proof) -> Fact:
    """Σ p_i = 1."""
    start(p)
    return p.have("out", eq(sigma(p_, 1, n), 1), "Z_pos")


def log_of_each(power: object) -> Term:
    return sigma(lambda k: p_(k) * power(k), 1, n)  # type: ignore[operator]


@paper.claim(given=[some], shows=eq(L - S, L + log_of_each(lambda k: log(p_(k)))))
def eq_85_first(p: Proof) -> Fact:
    """The entropy written out."""
    return p.have("out", eq(L - S, L + log_of_each(lambda k: log(p_(k)))))


@paper.claim(given=[some], shows=eq(log_of_each(lambda k: log(p_(k))), log_of_each(lambda k: a(k) - L)))
def entropy_terms(p: Proof) -> Fact:
    """Σ p_k log p_k = Σ p_k (a_k − L), term by term."""
    p.given(some=some)
    p.apply("log", "log_weight", i=k)
    p.have("term", eq(p_(k) * log(p_(k)), p_(k) * (a(k) - L)), "log")
    p.every("terms", k, "term", 1 <= k, k <= n)
    by = {"f": fun(lambda k: p_(k) * log(p_(k))), "g": fun(lambda k: p_(k) * (a(k) - L))}
    return p.apply("out", "sum_eq", "terms", lo=1, hi=n, **by)


@paper.claim(
    given=[some], shows=eq(L + log_of_each(lambda k: log(p_(k))), log_of_each(lambda k: log(p_(k) * Z)))
)
def eq_85_second(p: Proof) -> Fact:
    """The log-partition taken into the sum."""
    start(p)
    p.have("product", eq(p_(k) * Z, exp(a(k))), "Z_pos")
    p.both("log", p_(k) * Z, exp(a(k)), log, "product")
    p.have("term", eq(p_(k) * a(k), p_(k) * log(p_(k) * Z)), "log")
    p.every("terms", k, "term", 1 <= k, k <= n)
    by = {"f": fun(lambda k: p_(k) * a(k)), "g": fun(lambda k: p_(k) * log(p_(k) * Z))}
    p.apply("sum", "sum_eq", "terms", lo=1, hi=n, **by)
    p.apply("entropy", "entropy_terms")
    claim = eq(L + log_of_each(lambda k: log(p_(k))), log_of_each(lambda k: log(p_(k) * Z)))
    return p.have("out", claim, "sum", "entropy", "Z_pos")


@paper.claim(
    given=[some], shows=eq(log_of_each(lambda k: log(p_(k) * Z)), log_of_each(lambda k: log(exp(a(k)))))
)
def eq_85_third(p: Proof) -> Fact:
    """p_k Z = e^(a_k)."""
    start(p)
    p.have("product", eq(p_(k) * Z, exp(a(k))), "Z_pos")
    p.both("log", p_(k) * Z, exp(a(k)), log, "product")
    p.have("term", eq(p_(k) * log(p_(k) * Z), p_(k) * log(exp(a(k)))), "log")
    p.every("terms", k, "term", 1 <= k, k <= n)
    by = {"f": fun(lambda k: p_(k) * log(p_(k) * Z)), "g": fun(lambda k: p_(k) * log(exp(a(k))))}
    return p.apply("out", "sum_eq", "terms", lo=1, hi=n, **by)


@paper.claim(given=[some], shows=eq(L - S, boltz(a, n)))
def boltz_eq_logpart_sub_entropy(p: Proof) -> Fact:
    """boltz = L − S."""
    start(p)
    p.apply("entropy", "entropy_terms")
    return p.have("out", eq(L - S, boltz(a, n)), "entropy", "Z_pos")


# --- derivatives ---------------------------------------------------------------------------------------------

at_x = moved(a, i, x)  # where a derivative along coordinate i is taken


def picking(p: Proof, v: Term, i: Term) -> None:
    """The partition Z of v is positive, and Σ e^(v_k) δ_ki = e^(v_i)."""
    p.given(some=some, low=1 <= i, high=i <= n)
    p.facts["Z_pos"] = p.positive(partition(v, n))
    p.apply("picked", "sum_delta", f=fun(lambda k: exp(v(k))), m=i, lo=1, hi=n)


@paper.claim(given=[some, *j_in], shows=along(lambda v: partition(v, n), j, num(0), exp(a(j))))
def partition_derivative(p: Proof) -> Fact:
    """∂Z/∂a_j = e^(a_j)."""
    picking(p, a, j)
    return p.derivative("out", lambda t: partition(moved(a, j, t), n), num(0), exp(a(j)), "picked")


@paper.claim(given=[*i_in, *j_in], shows=along(lambda v: exp(v(i)), j, num(0), kronecker(i, j) * exp(a(j))))
def numerator_derivative(p: Proof) -> Fact:
    """∂e^(a_i)/∂a_j = δ_ij e^(a_j)."""
    p.apply("same", "delta_same", f=fun(lambda h: exp(a(h))), k=i, m=j)
    return p.derivative("out", lambda t: exp(moved(a, j, t)(i)), num(0), kronecker(i, j) * exp(a(j)), "same")


quotient = (kronecker(i, j) * exp(a(j)) * Z - exp(a(i)) * exp(a(j))) / (Z * Z)


@paper.claim(given=[some, *i_in, *j_in], shows=along(lambda v: softmax(v, n, i), j, num(0), quotient))
def quotient_rule(p: Proof) -> Fact:
    """The quotient rule, with the derivatives of its parts put in."""
    picking(p, a, j)
    p.apply("same", "delta_same", f=fun(lambda h: exp(a(h))), k=i, m=j)
    return p.derivative("out", lambda t: softmax(moved(a, j, t), n, i), num(0), quotient, "picked", "Z_pos", "same")


@paper.claim(given=[some, *i_in, *j_in], shows=eq(quotient, p_(j) * (kronecker(i, j) - p_(i))))
def quotient_simplified(p: Proof) -> Fact:
    """(δ_ij e^(a_j) Z − e^(a_i) e^(a_j)) / Z² = p_j (δ_ij − p_i)."""
    start(p)
    return p.have("out", eq(quotient, p_(j) * (kronecker(i, j) - p_(i))), "Z_pos")


@paper.claim(given=[some, *i_in], shows=along(lambda v: log_partition(v, n), i, num(0), p_(i)))
def log_partition_derivative(p: Proof) -> Fact:
    """∂L/∂a_i = p_i."""
    picking(p, a, i)
    return p.derivative("out", lambda t: log_partition(moved(a, i, t), n), num(0), p_(i), "picked", "Z_pos")


entropy_slope = -p_(i) * (log(p_(i)) + S)


@paper.claim(given=[some, *i_in], shows=along(lambda v: entropy(v, n), i, num(0), entropy_slope))
def entropy_derivative(p: Proof) -> Fact:
    """∂S/∂a_i = −p_i (log p_i + S)."""
    picking(p, a, i)
    p.apply("picked_log", "sum_delta", f=fun(lambda k: exp(a(k)) * log(p_(k))), m=i, lo=1, hi=n)
    return p.derivative(
        "out", lambda t: entropy(moved(a, i, t), n), num(0), entropy_slope, "picked", "picked_log", "Z_pos"
    )


@paper.claim(
    given=[some, *i_in],
    shows=derivative_of(lambda t: boltz(moved(a, i, t), n), x, gradient(at_x, n, i)),
)
def boltz_derivative(p: Proof) -> Fact:
    """∂boltz/∂a_i = p_i (1 + log p_i + S), at every a + x e_i."""
    v = at_x
    picking(p, v, i)
    p.apply("picked_a", "sum_delta", f=fun(lambda k: v(k) * exp(v(k))), m=i, lo=1, hi=n)
    p.apply("log", "log_weight", a=v)
    p.apply("split", "boltz_eq_logpart_sub_entropy", a=v)
    return p.derivative(
        "out", lambda t: boltz(moved(a, i, t), n), x, gradient(v, n, i), "picked", "picked_a", "log", "split", "Z_pos"
    )


@paper.claim(
    given=[some, *i_in],
    shows=derivative_of(lambda t: gradient(moved(a, i, t), n, i), x, second_derivative(at_x, n, i)),
)
def boltz_second_derivative(p: Proof) -> Fact:
    """∂²boltz/∂a_i² = p_i ((1 − 2 p_i)(log p_i + S + 1) + 1), at every a + x e_i."""
    v = at_x
    picking(p, v, i)
    p.apply("picked_log", "sum_delta", f=fun(lambda k: exp(v(k)) * log(p_(k, v))), m=i, lo=1, hi=n)
    return p.derivative(
        "out", lambda t: gradient(moved(a, i, t), n, i), x, second_derivative(v, n, i), "picked", "picked_log", "Z_pos"
    )


@paper.claim(given=[some, *i_in], shows=along(lambda v: boltz(v, n), i, num(0), gradient(a, n, i)))
def boltz_derivative_here(p: Proof) -> Fact:
    """The derivative at a itself."""
    p.given(some=some, low=1 <= i, high=i <= n)
    return p.apply("out", "boltz_derivative", x=num(0))


@paper.claim(given=[some, *i_in], shows=along(lambda v: boltz(v, n), i, num(0), p_(i) - entropy_slope))
def boltz_derivative_parts(p: Proof) -> Fact:
    """∂boltz/∂a_i = ∂L/∂a_i − ∂S/∂a_i with the two derivatives put in."""
    p.given(some=some, low=1 <= i, high=i <= n)
    return p.apply("out", "boltz_derivative", x=num(0))


@paper.claim(given=[some, *i_in], shows=eq(p_(i) - entropy_slope, gradient(a, n, i)))
def gradient_collected(p: Proof) -> Fact:
    """p_i + p_i (log p_i + S) = p_i (1 + log p_i + S)."""
    return p.have("out", eq(p_(i) - entropy_slope, gradient(a, n, i)))


# --- the two facts about sums --------------------------------------------------------------------------------


@paper.claim(given=[some, *i_in], shows=a(i) <= L)
def entry_le_logpart(p: Proof) -> Fact:
    """a_i <= L: e^(a_i) is one of the terms of Z."""
    start(p)
    p.given(low=1 <= i, high=i <= n)
    p.every("terms", k, p.have(None, 0 <= exp(a(k)), p.positive(exp(a(k)))), 1 <= k, k <= n)
    p.apply("member", "sum_member", "terms", f=fun(lambda k: exp(a(k))), m=i, lo=1, hi=n)
    return p.apply("out", "log_le", "member", x=exp(a(i)), y=Z)


@paper.claim(given=[some], shows=greatest <= L)
def max_le_logpart(p: Proof) -> Fact:
    """max a <= L."""
    p.given(some=some, low=1 <= i, high=i <= n)
    p.apply("entry", "entry_le_logpart")
    p.every("entries", i, "entry", "low", "high")
    return p.rule("out", "max_le", greatest, L, "some", "entries")


@paper.claim(given=[*i_in, *j_in, i < j], shows=exp(a(i)) + exp(a(j)) <= Z)
def two_terms_le_partition(p: Proof) -> Fact:
    """Two terms of Z are together at most Z."""
    p.given(low=1 <= i, order=i < j, high=j <= n, k_low=1 <= k, k_high=k <= n)
    p.apply("pick", "sum_pick", f=fun(lambda k: exp(a(k))), m=i, lo=1, hi=n)
    rest = ite(eq(k, i), 0, exp(a(k)))
    p.rule("pos", "exp_pos", a(k))
    p.by_order("rest_ge", k, i, lambda order: p.have(None, 0 <= rest, "pos", *p.chosen(order, rest)))
    p.every("rests", k, "rest_ge", "k_low", "k_high")
    p.apply("other", "sum_member", "rests", f=fun(lambda k: ite(eq(k, i), 0, exp(a(k)))), m=j, lo=1, hi=n)
    (p.facts["j"],) = p.chosen(p.get("order"), ite(eq(j, i), 0, exp(a(j))))
    return p.have("out", exp(a(i)) + exp(a(j)) <= Z, "pick", "other", "j")


@paper.claim(given=[2 <= n], shows=greatest < L)
def max_lt_logpart(p: Proof) -> Fact:
    """max a < L as soon as there are two entries."""
    p.given(two=2 <= n, k_low=1 <= k, k_high=k <= n, is_one=k <= 1, later=1 < k)
    p.facts["Z_pos"] = p.positive(Z)
    p.apply("first", "two_terms_le_partition", i=1, j=k)
    p.rule("one", "antisymmetry", "is_one", "k_low")
    p.apply("second", "two_terms_le_partition", i=1, j=2)
    p.both("same", k, num(1), lambda h: exp(a(h)), "one")
    for label, sides in (("is_one", ("second", "same", p.positive(exp(a(num(2)))))), ("later", ("first", p.positive(exp(a(num(1))))))):
        p.have(f"{label}_lt", exp(a(k)) < Z, *sides)
    p.cases("below", k, 1, "is_one_lt", "later_lt")
    p.apply("log", "log_lt", "below", x=exp(a(k)), y=Z)
    p.every("entries", k, p.restate(None, "log", a(k) < L), "k_low", "k_high")
    return p.apply("out", "max_lt", "entries", f=a, lo=1, hi=n, u=L)


@paper.claim(given=[some], shows=S <= log(n))
def entropy_le_log(p: Proof) -> Fact:
    """S <= log n: e^(L − a_j − log n) >= 1 + L − a_j − log n, weighted by e^(a_j) and summed."""
    start(p)
    p.rule("e_n", "exp_log", p.have("n_pos", 0 < n, "some"))
    p.rule("e_Z", "exp_log", "Z_pos")
    p.rule("ge", "exp_ge", L - a(j) - log(n))
    p.rule("pos", "exp_pos", a(j))
    p.have("term", exp(a(j)) * (1 + L - a(j) - log(n)) <= exp(L - log(n)), ("ge", "pos"))
    p.every("terms", j, "term", 1 <= j, j <= n)
    by = {"f": fun(lambda j: exp(a(j)) * (1 + L - a(j) - log(n))), "g": fun(lambda j: exp(L - log(n)))}
    p.apply("sum", "sum_le", "terms", lo=1, hi=n, **by)
    p.apply("count", "sum_const", lo=1, hi=n)
    p.have("total", eq(n * exp(L - log(n)), Z), "e_n", "e_Z", depth=3)
    p.have("main", Z * (1 + L - log(n)) - N <= Z, "sum", "count", "total")
    p.apply("split", "boltz_eq_logpart_sub_entropy")
    return p.have("out", S <= log(n), "main", "split", "Z_pos", scale=["Z_pos"])


@paper.claim(given=[some], shows=0 <= S)
def entropy_nonneg(p: Proof) -> Fact:
    """0 <= S: boltz is an average of entries, each <= L."""
    start(p)
    p.given(low=1 <= k, high=k <= n)
    p.apply("entry", "entry_le_logpart", i=k)
    p.rule("pos", "exp_pos", a(k))
    p.have("term", a(k) * exp(a(k)) <= L * exp(a(k)), ("entry", "pos"), "entry", "pos")
    p.every("terms", k, "term", "low", "high")
    by = {"f": fun(lambda k: a(k) * exp(a(k))), "g": fun(lambda k: L * exp(a(k)))}
    p.apply("sum", "sum_le", "terms", lo=1, hi=n, **by)
    p.apply("split", "boltz_eq_logpart_sub_entropy")
    return p.have("out", 0 <= S, "sum", "split", "Z_pos", scale=["Z_pos"])


# --- Lemma 4 and Lemma 5 -------------------------------------------------------------------------------------

falls = a(i) < greatest - log(n) - 1
bends = a(i) < greatest - log(n) - 3
level = log(p_(i)) + S


@paper.claim(given=[some, *i_in, 1 + S + log(p_(i)) < 0], shows=1 + S + (a(i) - L) < 0)
def sign_in_terms_of_entry(p: Proof) -> Fact:
    """log p_i = a_i − L."""
    p.given(some=some, sign=1 + S + log(p_(i)) < 0)
    p.apply("log", "log_weight")
    return p.have("out", 1 + S + (a(i) - L) < 0, "sign", "log")


@paper.claim(given=[some, *i_in, 1 + S + (a(i) - L) < 0], shows=1 + S + log(p_(i)) < 0)
def sign_in_terms_of_weight(p: Proof) -> Fact:
    """The converse."""
    p.given(some=some, sign=1 + S + (a(i) - L) < 0)
    p.apply("log", "log_weight")
    return p.have("out", 1 + S + log(p_(i)) < 0, "sign", "log")


@paper.claim(given=[1 + S + (a(i) - L) < 0], shows=a(i) < L - S - 1)
def sign_solved(p: Proof) -> Fact:
    """Solved for a_i."""
    p.given(sign=1 + S + (a(i) - L) < 0)
    return p.have("out", a(i) < L - S - 1, "sign")


@paper.claim(given=[a(i) < L - S - 1], shows=1 + S + (a(i) - L) < 0)
def sign_solved_back(p: Proof) -> Fact:
    """The converse."""
    p.given(sign=a(i) < L - S - 1)
    return p.have("out", 1 + S + (a(i) - L) < 0, "sign")


@paper.claim(given=[some, *i_in, falls], shows=gradient(a, n, i) < 0)
def gradient_negative(p: Proof) -> Fact:
    """The derivative is negative where a_i < max a − log n − 1."""
    start(p)
    p.given(falls=falls)
    p.apply("max", "max_le_logpart")
    p.apply("entropy", "entropy_le_log")
    p.apply("log", "log_weight")
    p.have("sign", 1 + level < 0, "falls", "max", "entropy", "log")
    p.facts["weight_pos"] = p.positive(p_(i))
    return p.have("out", gradient(a, n, i) < 0, ("sign", "weight_pos"))


@paper.claim(given=[some, *i_in, bends], shows=level < -3)
def level_below(p: Proof) -> Fact:
    """log p_i + S < −3."""
    p.given(some=some, bends=bends)
    p.apply("max", "max_le_logpart")
    p.apply("entropy", "entropy_le_log")
    p.apply("log", "log_weight")
    return p.have("out", level < -3, "bends", "max", "entropy", "log")


@paper.claim(given=[some, *i_in, bends], shows=greatest - log(n) - 3 < L - S - 3)
def eq_98_second(p: Proof) -> Fact:
    """Strict, because an entry below the maximum makes Z larger than e^(max a)."""
    p.given(some=some, low=1 <= i, high=i <= n, bends=bends, single=n <= 1, two=1 < n)
    p.rule("n_is_1", "antisymmetry", "single", "some")
    p.have("i_is_1", i <= 1, "high", "n_is_1")
    p.rule("i_1", "antisymmetry", "i_is_1", "low")
    p.rule("ge", "max_ge", greatest, num(1), p.settle(num(1) <= num(1)), "some")
    p.rule("le", "max_ge", greatest, i, "low", "high")
    p.apply("entropy", "entropy_le_log")
    p.rule("two_", "integer_step", "two")
    p.apply("strict", "max_lt_logpart")
    claim = greatest - log(n) - 3 < L - S - 3
    p.have("many", claim, "strict", "entropy")
    # with one entry a_i is the maximum, and the hypothesis fails
    p.given(k_low=1 <= k, k_high=k <= n)
    p.have("k_le", k <= i, "k_high", "n_is_1", "i_1")
    p.have("k_ge", i <= k, "k_low", "i_1")
    p.rule("k_i", "antisymmetry", "k_le", "k_ge")
    p.both("same", k, i, a, "k_i")
    p.every("all", k, p.have(None, a(k) <= a(i), "same"), "k_low", "k_high")
    p.rule("max_le", "max_le", greatest, a(i), "some", "all")
    p.apply("log_pos", "log_nonneg", "some", x=n)
    p.have("none", num(0) < 0, "bends", "max_le", "log_pos")
    p.rule("one", "absurd", "none", claim)
    return p.cases("out", n, 1, "one", "many")


@paper.claim(given=[some, *i_in, bends], shows=log(p_(i)) < -S - 3)
def eq_99_claim(p: Proof) -> Fact:
    """The same, for log p_i alone."""
    p.given(some=some, low=1 <= i, high=i <= n, bends=bends)
    p.apply("level", "level_below")
    return p.have("out", log(p_(i)) < -S - 3, "level")


@paper.claim(given=[some, *i_in, bends], shows=p_(i) < exp(num(-3)))
def weight_lt_exp(p: Proof) -> Fact:
    """p_i < e^(−3)."""
    start(p)
    p.given(low=1 <= i, high=i <= n, bends=bends)
    p.apply("level", "level_below")
    p.apply("entropy", "entropy_nonneg")
    p.have("log_lt", log(p_(i)) < -3, "level", "entropy")
    p.rule("e", "exp_log", p.positive(p_(i)))
    p.apply("grow", "exp_lt", "log_lt", x=log(p_(i)), y=num(-3))
    return p.have("out", p_(i) < exp(num(-3)), "grow", "e")


@paper.claim(given=[], shows=exp(num(-3)) <= num(1) / (1 + num(3)))
def exp_bound(p: Proof) -> Fact:
    """e^(−3) <= 1/(1 + 3), from 1 + 3 <= e^3."""
    p.rule("ge", "exp_ge", num(3))
    p.rule("pos", "exp_pos", num(-3))
    return p.have("out", exp(num(-3)) <= num(1) / (1 + num(3)), ("ge", "pos"))


@paper.claim(given=[], shows=eq(num(1) / (1 + num(3)), num(1, 4)))
def quarter(p: Proof) -> Fact:
    """1/(1 + 3) = 1/4."""
    return p.have("out", eq(num(1) / (1 + num(3)), num(1, 4)))


bracket = (1 - 2 * p_(i)) * (level + 1) + 1


@paper.claim(given=[some, *i_in, bends], shows=bracket < (1 - 2 * num(1, 4)) * -2 + 1)
def bracket_lt(p: Proof) -> Fact:
    """(1 − 2 p_i)(log p_i + S + 1) + 1 < (1 − 2/4)(−2) + 1."""
    start(p)
    p.given(low=1 <= i, high=i <= n, bends=bends)
    p.apply("level", "level_below")
    p.apply("small", "weight_lt_exp")
    p.apply("quarter", "exp_bound")
    p.have("half", p_(i) < num(1, 4), "small", "quarter")
    return p.have("out", bracket < (1 - 2 * num(1, 4)) * -2 + 1, "level", "half")


@paper.claim(given=[], shows=eq((1 - 2 * num(1, 4)) * -2 + 1, 0))
def bracket_bound(p: Proof) -> Fact:
    """(1 − 2/4)(−2) + 1 = 0."""
    return p.have("out", eq((1 - 2 * num(1, 4)) * -2 + 1, 0))


@paper.claim(given=[some, *i_in, bends], shows=second_derivative(a, n, i) < 0)
def second_derivative_negative(p: Proof) -> Fact:
    """The second derivative is negative where a_i < max a − log n − 3."""
    start(p)
    p.given(low=1 <= i, high=i <= n, bends=bends)
    p.apply("bracket", "bracket_lt")
    p.facts["weight_pos"] = p.positive(p_(i))
    return p.have("out", second_derivative(a, n, i) < 0, ("bracket", "weight_pos"))


@paper.claim(given=[some, *i_in], shows=along(lambda v: gradient(v, n, i), i, num(0), second_derivative(a, n, i)))
def second_derivative_here(p: Proof) -> Fact:
    """The second derivative at a itself."""
    p.given(some=some, low=1 <= i, high=i <= n)
    return p.apply("out", "boltz_second_derivative", x=num(0))


expanded = p_(i) * (1 - p_(i)) * (1 + level) + p_(i) * (p_(i) * (1 - p_(i)) / p_(i) - p_(i) * level)


@paper.claim(given=[some, *i_in], shows=along(lambda v: gradient(v, n, i), i, num(0), expanded))
def second_derivative_by_product_rule(p: Proof) -> Fact:
    """The product rule, with ∂p_i and ∂S put in."""
    picking(p, a, i)
    p.apply("second", "second_derivative_here")
    p.have("same", eq(second_derivative(a, n, i), expanded), "Z_pos")
    return p.rewrite("out", "second", "same")


@paper.claim(given=[some, *i_in], shows=eq(expanded, second_derivative(a, n, i)))
def second_derivative_collected(p: Proof) -> Fact:
    """The product rule's terms collected."""
    start(p)
    return p.have("out", eq(expanded, second_derivative(a, n, i)), "Z_pos")
