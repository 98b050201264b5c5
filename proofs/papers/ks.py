"""Kajitsuka & Sato, ICLR 2024: the Boltzmann operator (appendices B.2, B.3; Lemma 1; Definition 3).

For every n: boltz = log-partition − entropy, its first and second derivative along a coordinate, where it falls and
where it is concave (Lemmas 4, 5), the gap between two vectors that differ in their last coordinate (Lemma 6), and
the separation of boltz on separated vectors (Lemmas 7 and 1).

A derivative along coordinate i is the derivative at t = 0 of t ↦ f(a + t e_i); `moved(a, i, t)` is a + t e_i. The
two facts about sums that the paper takes from a textbook, max <= log Σ exp <= max + log n and 0 <= S <= log n, are
proved: each from 1 + x <= e^x, term by term.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from proofs.chapter import Claim
from proofs.display import define
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.notation import (
    FALSE,
    Term,
    absolute,
    array,
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
    negation,
    num,
    rational,
    reals,
    sigma,
    vectors,
    zero_of,
)
from proofs.paper import Erratum, Paper, Search, Statement
from proofs.proof import Proof
from proofs.theorems.sorting import in_order, rank
from proofs.translate import on_vectors
from symbolic import boltzmann as definitions

paper = Paper(
    "KS",
    "Are Transformers with One Layer Self-Attention Universal Approximators?",
    "Kajitsuka & Sato, ICLR 2024",
)
chapter = paper

n, i, j, k, m = ints("n i j k m")
a, b, c = vectors("a b c")
x, s, t = reals("x s t")

partition = on_vectors(definitions.partition, text="Z({0}, {1})", latex=r"Z_{{{1}}}({0})")
softmax = on_vectors(definitions.softmax, "i", text="softmax({0}, {1})_{2}", latex=r"\sigma_S[{0}]_{{{2}}}^{{({1})}}")
boltz = on_vectors(definitions.boltz, text="boltz({0}, {1})", latex=r"\mathbf{{boltz}}_{{{1}}}({0})")
log_partition = on_vectors(definitions.log_partition, text="L({0}, {1})", latex=r"\mathcal{{L}}_{{{1}}}({0})")
entropy = on_vectors(definitions.entropy, text="S({0}, {1})", latex=r"\mathcal{{S}}_{{{1}}}({0})")
gradient = on_vectors(definitions.gradient, "i")
second_derivative = on_vectors(definitions.second_derivative, "i")

some = n >= 1
i_in = (i >= 1, i <= n)
j_in = (j >= 1, j <= n)
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


def named(build: Callable[..., Term], symbols: tuple[Term, ...], text: str, latex: str) -> None:
    """Print what `build` makes of the symbols by name."""
    define(build(*symbols), symbols, text, latex)


named(kronecker, (k, m), "δ({0},{1})", r"\delta_{{{0},{1}}}")
named(moved, (a, i, x), "{0} + {2}·e({1})", "{0} + {2} e_{{{1}}}")


def of_entries(f: Callable[[Term], Term], v: Term) -> Term:
    """(f(v_1), f(v_2), …)."""
    return fun(lambda j: f(v(j)))


def constantly(t: Term) -> Term:
    """(t, t, …)."""
    return fun(lambda j: t)


def along(f: Callable[[Term], Term], i: Term, at: Term, value: Term) -> Term:
    """The derivative of t ↦ f(a + t e_i) at `at` is `value`."""
    return derivative_of(lambda t: f(moved(a, i, t)), at, value)


def start(p: Proof) -> None:
    """1 <= n, hence Z > 0."""
    p.given(some=some)
    p.facts["Z_pos"] = p.positive(Z)


# --- B.2: the operator, the log-partition, the entropy ------------------------------------------------------

paper.state(
    "def-3", "the Boltzmann operator: the average of a weighted by its softmax",
    section="A", index="Definition 3", kind="definition", given=[some], defines=boltz(a, n),
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


def log_of_each(power: Callable[[Term], Term]) -> Term:
    """Σ p_k power(k)."""
    return sigma(lambda k: p_(k) * power(k), 1, n)


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
    p.every("terms", k, "term", k >= 1, k <= n)
    by = {"f": fun(lambda k: p_(k) * log(p_(k))), "g": fun(lambda k: p_(k) * (a(k) - L))}
    return p.apply("out", "sum_eq", "terms", lo=1, hi=n, **by)


@paper.claim(given=[some], shows=eq(L + log_of_each(lambda k: log(p_(k))), log_of_each(lambda k: log(p_(k) * Z))))
def eq_85_second(p: Proof) -> Fact:
    """The log-partition taken into the sum."""
    start(p)
    p.have("product", eq(p_(k) * Z, exp(a(k))), "Z_pos")
    p.both("log", p_(k) * Z, exp(a(k)), log, "product")
    p.have("term", eq(p_(k) * a(k), p_(k) * log(p_(k) * Z)), "log")
    p.every("terms", k, "term", k >= 1, k <= n)
    by = {"f": fun(lambda k: p_(k) * a(k)), "g": fun(lambda k: p_(k) * log(p_(k) * Z))}
    p.apply("sum", "sum_eq", "terms", lo=1, hi=n, **by)
    p.apply("entropy", "entropy_terms")
    claim = eq(L + log_of_each(lambda k: log(p_(k))), log_of_each(lambda k: log(p_(k) * Z)))
    return p.have("out", claim, "sum", "entropy", "Z_pos")


@paper.claim(given=[some], shows=eq(log_of_each(lambda k: log(p_(k) * Z)), log_of_each(lambda k: log(exp(a(k))))))
def eq_85_third(p: Proof) -> Fact:
    """p_k Z = e^(a_k)."""
    start(p)
    p.have("product", eq(p_(k) * Z, exp(a(k))), "Z_pos")
    p.both("log", p_(k) * Z, exp(a(k)), log, "product")
    p.have("term", eq(p_(k) * log(p_(k) * Z), p_(k) * log(exp(a(k)))), "log")
    p.every("terms", k, "term", k >= 1, k <= n)
    by = {"f": fun(lambda k: p_(k) * log(p_(k) * Z)), "g": fun(lambda k: p_(k) * log(exp(a(k))))}
    return p.apply("out", "sum_eq", "terms", lo=1, hi=n, **by)


@paper.claim(given=[some], shows=eq(L - S, boltz(a, n)))
def boltz_eq_logpart_sub_entropy(p: Proof) -> Fact:
    """boltz = L − S."""
    start(p)
    p.apply("entropy", "entropy_terms")
    return p.have("out", eq(L - S, boltz(a, n)), "entropy", "Z_pos")


# --- derivatives --------------------------------------------------------------------------------------------

at_x = moved(a, i, x)  # where a derivative along coordinate i is taken


def picking(p: Proof, v: Term, i: Term) -> None:
    """The partition Z of v is positive, and Σ e^(v_k) δ_ki = e^(v_i)."""
    p.given(some=some, low=i >= 1, high=i <= n)
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
        "out",
        lambda t: boltz(moved(a, i, t), n),
        x,
        gradient(v, n, i),
        "picked",
        "picked_a",
        "log",
        "split",
        "Z_pos",
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
        "out",
        lambda t: gradient(moved(a, i, t), n, i),
        x,
        second_derivative(v, n, i),
        "picked",
        "picked_log",
        "Z_pos",
    )


@paper.claim(given=[some, *i_in], shows=along(lambda v: boltz(v, n), i, num(0), gradient(a, n, i)))
def boltz_derivative_here(p: Proof) -> Fact:
    """The derivative at a itself."""
    p.given(some=some, low=i >= 1, high=i <= n)
    return p.apply("out", "boltz_derivative", x=num(0))


@paper.claim(given=[some, *i_in], shows=along(lambda v: boltz(v, n), i, num(0), p_(i) - entropy_slope))
def boltz_derivative_parts(p: Proof) -> Fact:
    """∂boltz/∂a_i = ∂L/∂a_i − ∂S/∂a_i with the two derivatives put in."""
    p.given(some=some, low=i >= 1, high=i <= n)
    return p.apply("out", "boltz_derivative", x=num(0))


@paper.claim(given=[some, *i_in], shows=eq(p_(i) - entropy_slope, gradient(a, n, i)))
def gradient_collected(p: Proof) -> Fact:
    """p_i + p_i (log p_i + S) = p_i (1 + log p_i + S)."""
    return p.have("out", eq(p_(i) - entropy_slope, gradient(a, n, i)))


# --- the two facts about sums -------------------------------------------------------------------------------


@paper.claim(given=[some, *i_in], shows=a(i) <= L)
def entry_le_logpart(p: Proof) -> Fact:
    """a_i <= L: e^(a_i) is one of the terms of Z."""
    start(p)
    p.given(low=i >= 1, high=i <= n)
    p.every("terms", k, p.have(None, exp(a(k)) >= 0, p.positive(exp(a(k)))), k >= 1, k <= n)
    p.apply("member", "sum_member", "terms", f=fun(lambda k: exp(a(k))), m=i, lo=1, hi=n)
    return p.apply("out", "log_le", "member", x=exp(a(i)), y=Z)


@paper.claim(given=[some], shows=greatest <= L)
def max_le_logpart(p: Proof) -> Fact:
    """max a <= L."""
    p.given(some=some, low=i >= 1, high=i <= n)
    p.apply("entry", "entry_le_logpart")
    p.every("entries", i, "entry", "low", "high")
    return p.rule("out", "max_le", greatest, L, "some", "entries")


@paper.claim(given=[*i_in, *j_in, i < j], shows=exp(a(i)) + exp(a(j)) <= Z)
def two_terms_le_partition(p: Proof) -> Fact:
    """Two terms of Z are together at most Z."""
    p.given(low=i >= 1, order=i < j, high=j <= n, k_low=k >= 1, k_high=k <= n)
    p.apply("pick", "sum_pick", f=fun(lambda k: exp(a(k))), m=i, lo=1, hi=n)
    rest = ite(eq(k, i), 0, exp(a(k)))
    p.rule("pos", "exp_pos", a(k))
    p.by_order("rest_ge", k, i, lambda order: p.have(None, rest >= 0, "pos", *p.chosen(order, rest)))
    p.every("rests", k, "rest_ge", "k_low", "k_high")
    p.apply("other", "sum_member", "rests", f=fun(lambda k: ite(eq(k, i), 0, exp(a(k)))), m=j, lo=1, hi=n)
    (p.facts["j"],) = p.chosen(p.get("order"), ite(eq(j, i), 0, exp(a(j))))
    return p.have("out", exp(a(i)) + exp(a(j)) <= Z, "pick", "other", "j")


@paper.claim(given=[n >= 2], shows=greatest < L)
def max_lt_logpart(p: Proof) -> Fact:
    """max a < L as soon as there are two entries."""
    p.given(two=n >= 2, k_low=k >= 1, k_high=k <= n, is_one=k <= 1, later=k > 1)
    p.facts["Z_pos"] = p.positive(Z)
    p.apply("first", "two_terms_le_partition", i=1, j=k)
    p.rule("one", "antisymmetry", "is_one", "k_low")
    p.apply("second", "two_terms_le_partition", i=1, j=2)
    p.both("same", k, num(1), lambda h: exp(a(h)), "one")
    for label, sides in (
        ("is_one", ("second", "same", p.positive(exp(a(num(2)))))),
        ("later", ("first", p.positive(exp(a(num(1)))))),
    ):
        p.have(f"{label}_lt", exp(a(k)) < Z, *sides)
    p.cases("below", k, 1, "is_one_lt", "later_lt")
    p.apply("log", "log_lt", "below", x=exp(a(k)), y=Z)
    p.every("entries", k, p.restate(None, "log", a(k) < L), "k_low", "k_high")
    return p.apply("out", "max_lt", "entries", f=a, lo=1, hi=n, u=L)


@paper.claim(given=[some], shows=log(n) >= S)
def entropy_le_log(p: Proof) -> Fact:
    """S <= log n: e^(L − a_j − log n) >= 1 + L − a_j − log n, weighted by e^(a_j) and summed."""
    start(p)
    p.rule("e_n", "exp_log", p.have("n_pos", n > 0, "some"))
    p.rule("e_Z", "exp_log", "Z_pos")
    p.rule("ge", "exp_ge", L - a(j) - log(n))
    p.rule("pos", "exp_pos", a(j))
    p.have("term", exp(a(j)) * (1 + L - a(j) - log(n)) <= exp(L - log(n)), ("ge", "pos"))
    p.every("terms", j, "term", j >= 1, j <= n)
    by = {"f": fun(lambda j: exp(a(j)) * (1 + L - a(j) - log(n))), "g": fun(lambda j: exp(L - log(n)))}
    p.apply("sum", "sum_le", "terms", lo=1, hi=n, **by)
    p.apply("count", "sum_const", lo=1, hi=n)
    p.have("total", eq(n * exp(L - log(n)), Z), "e_n", "e_Z", depth=3)
    p.have("main", Z * (1 + L - log(n)) - N <= Z, "sum", "count", "total")
    p.apply("split", "boltz_eq_logpart_sub_entropy")
    return p.have("out", log(n) >= S, "main", "split", "Z_pos", scale=["Z_pos"])


@paper.claim(given=[some], shows=S >= 0)
def entropy_nonneg(p: Proof) -> Fact:
    """0 <= S: boltz is an average of entries, each <= L."""
    start(p)
    p.given(low=k >= 1, high=k <= n)
    p.apply("entry", "entry_le_logpart", i=k)
    p.rule("pos", "exp_pos", a(k))
    p.have("term", a(k) * exp(a(k)) <= L * exp(a(k)), ("entry", "pos"), "entry", "pos")
    p.every("terms", k, "term", "low", "high")
    by = {"f": fun(lambda k: a(k) * exp(a(k))), "g": fun(lambda k: L * exp(a(k)))}
    p.apply("sum", "sum_le", "terms", lo=1, hi=n, **by)
    p.apply("split", "boltz_eq_logpart_sub_entropy")
    return p.have("out", S >= 0, "sum", "split", "Z_pos", scale=["Z_pos"])


# --- Lemma 4 and Lemma 5 ------------------------------------------------------------------------------------

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
    p.given(some=some, low=i >= 1, high=i <= n, bends=bends, single=n <= 1, two=n > 1)
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
    p.given(k_low=k >= 1, k_high=k <= n)
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
    p.given(some=some, low=i >= 1, high=i <= n, bends=bends)
    p.apply("level", "level_below")
    return p.have("out", log(p_(i)) < -S - 3, "level")


@paper.claim(given=[some, *i_in, bends], shows=p_(i) < exp(num(-3)))
def weight_lt_exp(p: Proof) -> Fact:
    """p_i < e^(−3)."""
    start(p)
    p.given(low=i >= 1, high=i <= n, bends=bends)
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
    p.given(low=i >= 1, high=i <= n, bends=bends)
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
    p.given(low=i >= 1, high=i <= n, bends=bends)
    p.apply("bracket", "bracket_lt")
    p.facts["weight_pos"] = p.positive(p_(i))
    return p.have("out", second_derivative(a, n, i) < 0, ("bracket", "weight_pos"))


@paper.claim(given=[some, *i_in], shows=along(lambda v: gradient(v, n, i), i, num(0), second_derivative(a, n, i)))
def second_derivative_here(p: Proof) -> Fact:
    """The second derivative at a itself."""
    p.given(some=some, low=i >= 1, high=i <= n)
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


# --- boltz as a weighted average; vectors that agree --------------------------------------------------------

(u,) = reals("u")


@paper.claim(given=[every(lambda k: eq(a(k), b(k)), 1, n)], shows=eq(boltz(a, n), boltz(b, n)))
def boltz_same(p: Proof) -> Fact:
    """boltz depends on the entries in range only."""
    p.given(same=every(lambda k: eq(a(k), b(k)), 1, n), low=k >= 1, high=k <= n)
    p.use("entry", "same", k)
    p.both("term", a(k), b(k), exp, "entry")
    p.have("weighted", eq(a(k) * exp(a(k)), b(k) * exp(b(k))), "entry", "term")
    p.every("terms", k, "term", "low", "high")
    p.every("weighteds", k, "weighted", "low", "high")
    p.apply("Z", "sum_eq", "terms", f=fun(lambda k: exp(a(k))), g=fun(lambda k: exp(b(k))), lo=1, hi=n)
    by = {"f": fun(lambda k: a(k) * exp(a(k))), "g": fun(lambda k: b(k) * exp(b(k)))}
    p.apply("N", "sum_eq", "weighteds", lo=1, hi=n, **by)
    p.both("inverse", Z, partition(b, n), inv, "Z")
    return p.have("out", eq(boltz(a, n), boltz(b, n)), "N", "inverse")


@paper.claim(given=[some, every(lambda k: a(k) <= u, 1, n)], shows=boltz(a, n) <= u)
def boltz_le(p: Proof) -> Fact:
    """An average of entries <= u."""
    start(p)
    p.given(terms=every(lambda k: a(k) <= u, 1, n), low=k >= 1, high=k <= n)
    p.use("entry", "terms", k)
    p.rule("pos", "exp_pos", a(k))
    p.every("weighted", k, p.have(None, a(k) * exp(a(k)) <= u * exp(a(k)), ("entry", "pos")), "low", "high")
    by = {"f": fun(lambda k: a(k) * exp(a(k))), "g": fun(lambda k: u * exp(a(k)))}
    p.apply("sum", "sum_le", "weighted", lo=1, hi=n, **by)
    return p.have("out", boltz(a, n) <= u, "sum", "Z_pos", scale=["Z_pos"])


@paper.claim(given=[some, every(lambda k: u < a(k), 1, n)], shows=u < boltz(a, n))
def boltz_gt(p: Proof) -> Fact:
    """An average of entries > u."""
    start(p)
    p.given(terms=every(lambda k: u < a(k), 1, n), low=k >= 1, high=k <= n)
    p.use("entry", "terms", k)
    p.rule("pos", "exp_pos", a(k))
    p.every("weighted", k, p.have(None, u * exp(a(k)) < a(k) * exp(a(k)), ("entry", "pos")), "low", "high")
    by = {"f": fun(lambda k: u * exp(a(k))), "g": fun(lambda k: a(k) * exp(a(k)))}
    p.apply("sum", "sum_lt", "weighted", lo=1, hi=n, **by)
    return p.have("out", u < boltz(a, n), "sum", "Z_pos", scale=["Z_pos"])


@paper.claim(given=[m >= 1, a(m + 1) < boltz(a, m)], shows=boltz(a, m + 1) < boltz(a, m))
def drop_last(p: Proof) -> Fact:
    """An entry below the average lowers it."""
    p.given(m_pos=m >= 1, below=a(m + 1) < boltz(a, m))
    p.facts["Z_pos"], p.facts["longer_pos"] = p.positive(partition(a, m)), p.positive(partition(a, m + 1))
    longer = p.settle(m + 1 >= 1)
    p.rule("Z", "big_step", partition(a, m + 1), longer)
    p.rule("N", "big_step", sigma(lambda k: a(k) * exp(a(k)), 1, m + 1), longer)
    p.rule("pos", "exp_pos", a(m + 1))
    p.have("main", a(m + 1) * exp(a(m + 1)) < boltz(a, m) * exp(a(m + 1)), ("below", "pos"))
    claim = boltz(a, m + 1) < boltz(a, m)
    return p.have("out", claim, "main", "Z", "N", "Z_pos", "longer_pos", scale=["longer_pos"], depth=3)


decreasing = every(lambda i: every(lambda j: implies(i < j, a(j) < a(i)), 1, n), 1, n)


@paper.claim(given=[decreasing, m >= 1, m < n], shows=boltz(a, m + 1) < boltz(a, m))
def shorten_once(p: Proof) -> Fact:
    """On a decreasing vector the last entry lowers the average."""
    p.given(decreasing=decreasing, m_pos=m >= 1, m_lt=m < n, low=k >= 1, high=k <= m)
    p.have("next_", m + 1 <= n, p.rule(None, "integer_step", "m_lt"))
    p.have("k_next", k < m + 1, "high")
    p.use("entry", "decreasing", k, m + 1)
    p.every("entries", k, "entry", "low", "high")
    p.apply("below", "boltz_gt", "entries", n=m, u=a(m + 1))
    return p.apply("out", "drop_last")


@paper.claim(given=[decreasing, m >= 1, m <= n], shows=boltz(a, n) <= boltz(a, m))
def prefix_le(p: Proof) -> Fact:
    """On a decreasing vector a prefix has a larger or equal boltz."""

    def claim(x: Term) -> Term:
        return implies(x <= n, boltz(a, x) <= boltz(a, m))

    p.given(decreasing=decreasing, m_pos=m >= 1, m_le=m <= n)
    p.rule("base", "discharge", m <= n, p.have(None, boltz(a, m) <= boltz(a, m)))
    p.given(k_low=m <= k, so_far=claim(k), k_high=k + 1 <= n)
    p.rule("before", "mp", "so_far", p.settle(k <= n))
    p.apply("once", "shorten_once", m=k)
    p.rule("step", "discharge", k + 1 <= n, p.have(None, boltz(a, k + 1) <= boltz(a, m), "once", "before"))
    p.induct("all", claim, m, k, "base", "step")
    return p.use("out", "all", n)


# --- boltz falls and bends along a coordinate ---------------------------------------------------------------

raised = a(i) + t
along_i = moved(a, i, x)


@paper.claim(given=[some, t >= 0], shows=greatest <= maximum(lambda k: moved(a, i, t)(k), 1, n))
def max_grows(p: Proof) -> Fact:
    """Raising an entry does not lower the maximum."""
    v = moved(a, i, t)
    top, delta = maximum(lambda k: v(k), 1, n), kronecker(k, i)
    p.given(some=some, up=t >= 0, low=k >= 1, high=k <= n)
    p.by_order("more", k, i, lambda order: p.have(None, a(k) <= v(k), "up", *p.chosen(order, delta)))
    p.rule("ge", "max_ge", top, k, "low", "high")
    p.every("members", k, p.have(None, a(k) <= top, "more", "ge"), "low", "high")
    return p.rule("out", "max_le", greatest, top, "some", "members")


def condition_kept(p: Proof, drop: int) -> None:
    """Given a_i + t < max a − log n − drop and 0 < x < t: the same with max(a + x e_i), for a_i + x."""
    v = along_i
    p.given(some=some, low=i >= 1, high=i <= n, up=t > 0, condition=raised < greatest - log(n) - drop)
    p.given(x_pos=x > 0, x_lt=x < t)
    p.apply("grows", "max_grows", p.have(None, x >= 0, "x_pos"), t=x)
    p.have("kept", v(i) < maximum(lambda k: v(k), 1, n) - log(n) - drop, "condition", "grows", "x_lt")


def line(v: Term, s: Term) -> Term:
    """boltz(v + s e_i)."""
    return boltz(moved(v, i, s), n)


def slope_line(v: Term, s: Term) -> Term:
    """Its derivative in s."""
    return gradient(moved(v, i, s), n, i)


@paper.claim(given=[some, *i_in, t > 0, raised < greatest - log(n) - 1], shows=boltz(moved(a, i, t), n) < boltz(a, n))
def boltz_falls(p: Proof) -> Fact:
    """boltz decreases when an entry is raised within a_i + t < max a − log n − 1."""
    condition_kept(p, 1)
    p.apply("negative", "gradient_negative", a=along_i)
    p.every("bound", x, "negative", "x_pos", "x_lt")
    p.every("slope", x, p.apply(None, "boltz_derivative"), x >= 0, x <= t)
    f, g = zero_of(lambda s: line(a, s)), zero_of(lambda s: slope_line(a, s))
    p.rule("mean", "mean_value", f, g, num(0), t, "up", "slope", "bound")
    return p.have("out", boltz(moved(a, i, t), n) < boltz(a, n), "mean")


@paper.claim(
    given=[some, *i_in, t > 0, raised < greatest - log(n) - 3],
    shows=gradient(moved(a, i, t), n, i) < gradient(a, n, i),
)
def gradient_falls(p: Proof) -> Fact:
    """The derivative decreases when an entry is raised within a_i + t < max a − log n − 3."""
    condition_kept(p, 3)
    p.apply("negative", "second_derivative_negative", a=along_i)
    p.every("bound", x, "negative", "x_pos", "x_lt")
    p.every("slope", x, p.apply(None, "boltz_second_derivative"), x >= 0, x <= t)
    f = zero_of(lambda s: slope_line(a, s))
    g = zero_of(lambda s: second_derivative(moved(a, i, s), n, i))
    p.rule("mean", "mean_value", f, g, num(0), t, "up", "slope", "bound")
    return p.have("out", gradient(moved(a, i, t), n, i) < gradient(a, n, i), "mean")


@paper.claim(
    given=[some, *i_in, t > 0, raised < greatest - log(n) - 3],
    shows=boltz(moved(a, i, t), n) < boltz(a, n) + t * gradient(a, n, i),
)
def boltz_below_tangent(p: Proof) -> Fact:
    """Concavity: boltz stays below its tangent."""
    p.given(some=some, low=i >= 1, high=i <= n, up=t > 0, condition=raised < greatest - log(n) - 3)
    p.every("slope", x, p.apply(None, "boltz_derivative"), x >= 0, x <= t)
    p.given(x_pos=x > 0, x_lt=x < t)
    p.have("condition_x", a(i) + x < greatest - log(n) - 3, "condition", "x_lt")
    p.apply("falls", "gradient_falls", t=x)
    p.every("bound", x, "falls", x > 0, x < t)
    f, g = zero_of(lambda s: line(a, s)), zero_of(lambda s: slope_line(a, s))
    p.rule("mean", "mean_value", f, g, num(0), t, "up", "slope", "bound")
    return p.have("out", boltz(moved(a, i, t), n) < boltz(a, n) + t * gradient(a, n, i), "mean")


# --- Lemma 6: two vectors that differ in the last entry -----------------------------------------------------

(delta,) = reals("delta")
two = n >= 2
agree = every(lambda i: eq(a(i), b(i)), 1, n - 1)
top_before = maximum(lambda i: a(i), 1, n - 1)
top_of_b = maximum(lambda i: b(i), 1, n)
under = a(n) < top_before - delta
lower = b(n) < a(n)
wide = log(n) + 3 < delta
lemma_6_given = [two, agree, under, lower, wide]
fall = a(n) - b(n)
slope_b = gradient(b, n, n)


def lemma_6_start(p: Proof) -> None:
    """The hypotheses, and max over the first n − 1 of a <= max over all of b."""
    p.given(two=two, agree=agree, under=under, lower=lower, wide=wide, low=k >= 1, high=k <= n - 1)
    p.have("some", some, "two")
    p.use("entry", "agree", k)
    p.rule("ge", "max_ge", top_of_b, k, "low", p.have("high_", k <= n, "high"))
    p.every("members", k, p.have(None, a(k) <= top_of_b, "entry", "ge"), "low", "high")
    p.rule("tops", "max_le", top_before, top_of_b, p.settle(n - 1 >= 1), "members")


@paper.claim(given=lemma_6_given, shows=boltz(a, n) < boltz(b, n) + fall * slope_b)
def eq_104_claim(p: Proof) -> Fact:
    """Below the tangent at b_n, because a = b + (a_n − b_n) e_n on the range."""
    lemma_6_start(p)
    p.have("condition", b(n) + fall < top_of_b - log(n) - 3, "under", "wide", "tops")
    p.have("up", fall > 0, "lower")
    p.apply("tangent", "boltz_below_tangent", a=b, i=n, t=fall)
    delta_k = kronecker(k, n)
    p.given(k_low=k >= 1, k_high=k <= n)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = [p.both(None, k, n, a, order), p.both(None, k, n, b, order)]
        elif key(order.concl) == key(k < n):
            same = [p.use(None, "agree", k, using=[p.have(None, k <= n - 1, p.rule(None, "integer_step", order))])]
        else:
            return p.rule(None, "absurd", p.have(None, FALSE, order, "k_high"), claim)
        return p.have(None, claim, *p.chosen(order, delta_k), *same)

    claim = eq(moved(b, n, fall)(k), a(k))
    p.by_order("entry_", k, n, prove)
    p.every("entries", k, "entry_", "k_low", "k_high")
    p.apply("same", "boltz_same", "entries", a=moved(b, n, fall), b=a)
    return p.have("out", boltz(a, n) < boltz(b, n) + fall * slope_b, "tangent", "same")


paid = -p_(n, b) * (1 + log(p_(n, b)) + entropy(b, n))
paid_max = -p_(n, b) * (1 + b(n) - top_of_b + log(n))
paid_delta = p_(n, b) * (delta + a(n) - b(n) - log(n) - 1)


@paper.claim(given=lemma_6_given, shows=fall * -slope_b < boltz(b, n) - boltz(a, n))
def eq_105_first(p: Proof) -> Fact:
    """The tangent inequality rearranged."""
    p.given(two=two, agree=agree, under=under, lower=lower, wide=wide)
    p.apply("tangent", "eq_104_claim")
    return p.have("out", fall * -slope_b < boltz(b, n) - boltz(a, n), "tangent")


@paper.claim(given=lemma_6_given, shows=eq(fall * -slope_b, fall * paid))
def eq_105_second(p: Proof) -> Fact:
    """The derivative by Lemma 4."""
    return p.have("out", eq(fall * -slope_b, fall * paid))


@paper.claim(given=lemma_6_given, shows=fall * paid_max < fall * paid)
def eq_105_third(p: Proof) -> Fact:
    """log p_n = b_n − L < b_n − max b, strictly, and S <= log n."""
    p.given(two=two, lower=lower)
    p.have("some", some, "two")
    p.apply("strict", "max_lt_logpart", a=b)
    p.apply("entropy", "entropy_le_log", a=b)
    p.apply("log", "log_weight", a=b, i=n)
    p.facts["weight"] = p.positive(p_(n, b))
    p.have("gap", b(n) - top_of_b + log(n) - log(p_(n, b)) - entropy(b, n) > 0, "strict", "entropy", "log")
    p.have("up", fall > 0, "lower")
    return p.have("out", fall * paid_max < fall * paid, ("gap", "weight", "up"))


@paper.claim(given=lemma_6_given, shows=fall * paid_delta < fall * paid_max)
def eq_105_fourth(p: Proof) -> Fact:
    """max b >= max of the first n − 1 entries of a > a_n + δ."""
    lemma_6_start(p)
    p.facts["weight"] = p.positive(p_(n, b))
    p.have("gap", top_of_b - delta - a(n) > 0, "under", "tops")
    p.have("up", fall > 0, "lower")
    return p.have("out", fall * paid_delta < fall * paid_max, ("gap", "weight", "up"))


lemma_6_bound = fall * (delta + a(n) - b(n) - log(n) - 1) * (exp(b(n)) / partition(b, n))


@paper.claim(given=lemma_6_given, shows=lemma_6_bound < boltz(b, n) - boltz(a, n))
def lemma_6_proved(p: Proof) -> Fact:
    """The four lines together."""
    p.given(two=two, agree=agree, under=under, lower=lower, wide=wide)
    for label in ("first", "second", "third", "fourth"):
        p.apply(label, f"eq_105_{label}")
    return p.have("out", lemma_6_bound < boltz(b, n) - boltz(a, n), "first", "second", "third", "fourth")


# --- B.3: separated vectors ---------------------------------------------------------------------------------


def separated(v: Term) -> Term:
    """Strictly decreasing by more than δ."""
    return every(lambda i: every(lambda j: implies(i < j, delta < v(i) - v(j)), 1, n), 1, n)


spread_a, spread_b = separated(a), separated(b)
apart = every(lambda i: every(lambda j: implies(negation(eq(a(i), b(j))), delta < absolute(a(i) - b(j))), 1, n), 1, n)
far = 2 * log(n) + 3 < delta
k_in = (k >= 0, k <= n - 1)
prefix = every(lambda i: eq(a(i), b(i)), 1, k)
first_gap = b(k + 1) < a(k + 1)
A, B = a(k + 1), b(k + 1)
lemma_7_given = [some, spread_a, spread_b, apart, far, *k_in, prefix, first_gap]


def head(v: Term, q: Term, w: Term) -> Term:
    """(v_1, …, v_q, w, …, w)."""
    return fun(lambda j: ite(j <= q, v(j), w))


named(head, (a, k, x), "({0} up to {1}, then {2})", r"({0}_{{\le {1}}}, {2}, \dots, {2})")


def names(p: Proof, *wanted: str) -> None:
    """The hypotheses of Lemma 7 that are asked for."""
    hypotheses = {
        "some": some, "spread_a": spread_a, "spread_b": spread_b, "apart": apart, "far": far, "k_low": k_in[0],
        "k_high": k_in[1], "prefix": prefix, "first_gap": first_gap, "k_pos": k >= 1,
    }  # fmt: skip
    p.given(**{name: hypotheses[name] for name in wanted})


@paper.claim(given=[some, delta > 0, spread_a], shows=decreasing)
def separated_decreases(p: Proof) -> Fact:
    """A separated vector decreases."""
    p.given(wide=delta > 0, spread=spread_a, i_low=i >= 1, i_high=i <= n, j_low=j >= 1, j_high=j <= n, order=i < j)
    p.use("gap", "spread", i, j)
    p.have("less", a(j) < a(i), "gap", "wide")
    p.every("inner", j, "less", "j_low", "j_high", "order")
    return p.every("out", i, "inner", "i_low", "i_high")


@paper.claim(given=[some, far], shows=delta > 3)
def delta_gt_three(p: Proof) -> Fact:
    """3 < δ, as log n >= 0."""
    p.given(some=some, far=far)
    p.apply("log", "log_nonneg", x=n)
    return p.have("out", delta > 3, "log", "far")


rise = u - b(k + 1)
short, long = head(b, k, u), head(b, k + 1, u)
room = u < b(1) - log(n) - 1


@paper.claim(given=[k >= 1, k + 1 <= n], shows=eq(boltz(short, n), boltz(moved(long, k + 1, rise), n)))
def head_is_raised(p: Proof) -> Fact:
    """(b_1, …, b_k, u, …, u) is (b_1, …, b_{k+1}, u, …, u) with entry k + 1 raised to u."""

    def prove(order: Fact) -> Fact:
        facts = p.chosen(order, kronecker(j, k + 1))
        if order.concl.op == "eq":
            sides = [p.have(None, j <= k + 1, order), p.have(None, k < j, order)]
            facts.append(p.both(None, j, k + 1, b, order))
        elif key(order.concl) == key(j < k + 1):
            sides = [
                p.have(None, j <= k + 1, order),
                p.have(None, j <= k, p.rule(None, "integer_step", order)),
            ]
        else:
            sides = [p.have(None, k + 1 < j, order), p.have(None, k < j, order)]
        chosen = [p.rule(None, "choice", v(j), side) for v, side in zip((long, short), sides, strict=True)]
        return p.have(None, eq(short(j), moved(long, k + 1, rise)(j)), *chosen, *facts)

    p.by_order("entry", j, k + 1, prove)
    p.every("entries", j, "entry", j >= 1, j <= n)
    return p.apply("out", "boltz_same", a=short, b=moved(long, k + 1, rise))


@paper.claim(given=[some, *i_in, t >= 0, raised < greatest - log(n) - 1], shows=boltz(moved(a, i, t), n) <= boltz(a, n))
def boltz_falls_weakly(p: Proof) -> Fact:
    """The same for a rise that may be 0."""
    p.given(some=some, low=i >= 1, high=i <= n, up=t >= 0, none=t <= 0, strict=t > 0)
    p.given(condition=raised < greatest - log(n) - 1)
    p.apply("falls", "boltz_falls")
    p.rule("zero", "antisymmetry", "none", "up")
    p.both("same", t, num(0), lambda t: boltz(moved(a, i, t), n), "zero")
    claim = boltz(moved(a, i, t), n) <= boltz(a, n)
    return p.cases("out", t, 0, p.have(None, claim, "same"), p.have(None, claim, "falls"))


def raise_entry(p: Proof, order: Term, falls: str, claim: Term) -> Fact:
    """Entry k + 1 raised to u, which stays below b_1 − log n − 1."""
    p.given(k_pos=k >= 1, k_high=k + 1 <= n, order=order, room=room)
    p.have("some", some, "k_pos", "k_high")
    p.facts["one_in"] = p.settle(num(1) <= k + 1)
    p.rule("at_one", "choice", long(num(1)), "one_in")
    p.rule("at_next", "choice", long(k + 1), p.have(None, k + 1 <= k + 1))
    top = maximum(lambda j: long(j), 1, n)
    p.rule("ge", "max_ge", top, num(1), p.have(None, num(1) <= 1), "some")
    p.have("condition", long(k + 1) + rise < top - log(n) - 1, "at_one", "at_next", "ge", "room")
    p.apply("falls", falls, a=long, i=k + 1, t=rise)
    p.apply("same", "head_is_raised")
    return p.have("out", claim, "falls", "same")


@paper.claim(given=[k >= 1, k + 1 <= n, b(k + 1) <= u, room], shows=boltz(short, n) <= boltz(long, n))
def raise_step(p: Proof) -> Fact:
    """One entry raised lowers boltz."""
    return raise_entry(p, b(k + 1) <= u, "boltz_falls_weakly", boltz(short, n) <= boltz(long, n))


@paper.claim(given=[k >= 1, k + 1 <= n, b(k + 1) < u, room], shows=boltz(short, n) < boltz(long, n))
def raise_step_strictly(p: Proof) -> Fact:
    """One entry really raised lowers boltz strictly."""
    return raise_entry(p, b(k + 1) < u, "boltz_falls", boltz(short, n) < boltz(long, n))


@paper.claim(
    given=[m >= 1, m <= n, every(lambda j: b(j) <= u, m + 1, n), room],
    shows=boltz(head(b, m, u), n) <= boltz(b, n),
)
def raise_tail(p: Proof) -> Fact:
    """The entries after m raised to u, one after another."""

    def claim(x: Term) -> Term:
        return implies(x <= n, boltz(head(b, m, u), n) <= boltz(head(b, x, u), n))

    p.given(m_pos=m >= 1, m_high=m <= n, tail=every(lambda j: b(j) <= u, m + 1, n), room=room)
    p.rule("base", "discharge", m <= n, p.have(None, boltz(head(b, m, u), n) <= boltz(head(b, m, u), n)))
    p.given(k_low=m <= k, so_far=claim(k), k_high=k + 1 <= n)
    p.rule("before", "mp", "so_far", p.settle(k <= n))
    p.use("entry", "tail", k + 1)
    p.apply("once", "raise_step")
    p.rule(
        "step",
        "discharge",
        k + 1 <= n,
        p.have(None, boltz(head(b, m, u), n) <= boltz(long, n), "before", "once"),
    )
    p.induct("all", claim, m, k, "base", "step")
    p.use("last", "all", n)
    p.given(j_low=j >= 1, j_high=j <= n)
    p.every("entries", j, p.rule(None, "choice", head(b, n, u)(j), "j_high"), "j_low", "j_high")
    p.apply("same", "boltz_same", "entries", a=head(b, n, u), b=b)
    return p.have("out", boltz(head(b, m, u), n) <= boltz(b, n), "last", "same")


@paper.claim(
    given=[m >= 1, m < n, every(lambda j: b(j) < u, m + 1, n), room],
    shows=boltz(head(b, m, u), n) < boltz(b, n),
)
def raise_tail_strictly(p: Proof) -> Fact:
    """Strictly, if there is a tail."""
    p.given(m_pos=m >= 1, m_lt=m < n, tail=every(lambda j: b(j) < u, m + 1, n), room=room)
    p.have("m_next", m + 1 <= n, p.rule(None, "integer_step", "m_lt"))
    p.use("first", "tail", m + 1)
    p.apply("once", "raise_step_strictly", k=m)
    p.given(j_low=m + 2 <= j, j_high=j <= n)
    p.have("j_in", m + 1 <= j, "j_low")
    p.use("entry", "tail", j)
    p.every("rest", j, p.have(None, b(j) <= u, "entry"), "j_low", "j_high")
    p.apply("others", "raise_tail", "rest", m=m + 1)
    return p.have("out", boltz(head(b, m, u), n) < boltz(b, n), "once", "others")


# --- Lemma 7, k >= 1 ----------------------------------------------------------------------------------------

b_bar = head(b, k, B)
positive_k = [k >= 1, k + 1 <= n]
case_1 = [spread_a, spread_b, apart, far, *positive_k, prefix, first_gap]


def case_1_start(p: Proof) -> None:
    """The hypotheses of the case, and a_{k+1} − b_{k+1} > δ > 3."""
    names(p, "spread_a", "spread_b", "apart", "far", "prefix", "first_gap")
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    p.have("some", some, "k_pos", "k_next")
    p.apply("three", "delta_gt_three")
    p.have("next_pos", k + 1 >= 1, "k_pos")
    p.given(equal=eq(A, B))
    different = p.discharged(p.have(None, FALSE, "equal", "first_gap"), eq(A, B))
    p.use("distance", "apart", k + 1, k + 1, using=[p._keep("different", different)])
    p.rule("abs", "abs_value", A - B, p.have(None, A - B >= 0, "first_gap"))
    p.have("gap", delta < A - B, "distance", "abs")


def strict_k(p: Proof) -> None:
    """k + 1 < n, as a further hypothesis."""
    p.given(k_inner=k + 1 < n)


@paper.claim(given=case_1, shows=boltz(a, n) <= boltz(a, k + 1))
def cut_a(p: Proof) -> Fact:
    """boltz(a) is at most that of its first k + 1 entries."""
    case_1_start(p)
    p.apply("decreasing", "separated_decreases", p.have(None, delta > 0, "three"))
    return p.apply("out", "prefix_le", m=k + 1)


@paper.claim(given=[*case_1, k + 1 < n], shows=boltz(a, n) < boltz(a, k + 1))
def cut_a_strictly(p: Proof) -> Fact:
    """Strictly, if entries are cut off."""
    case_1_start(p)
    strict_k(p)
    p.have("two_more", k + 2 <= n, p.rule(None, "integer_step", "k_inner"))
    p.apply("decreasing", "separated_decreases", p.have(None, delta > 0, "three"))
    p.apply("once", "shorten_once", m=k + 1)
    p.apply("rest", "prefix_le", m=k + 2)
    return p.have("out", boltz(a, n) < boltz(a, k + 1), "once", "rest")


def tail_below(p: Proof, strictly: bool) -> None:
    """b_j < b_{k+1} for j > k + 1, and b_{k+1} < b_1 − log n − 1."""
    p.have("one_next", num(1) < k + 1, "k_pos")
    p.use("first", "spread_b", 1, k + 1)
    p.apply("log", "log_nonneg", x=n)
    p.have("room", b(1) - log(n) - 1 > B, "first", "far", "log")
    p.given(j_low=k + 2 <= j, j_high=j <= n)
    p.have("after", k + 1 < j, "j_low")
    p.use("entry", "spread_b", k + 1, j)
    weak = p.have(None, b(j) < B if strictly else b(j) <= B, "entry", "three")
    p.every("tail", j, weak, "j_low", "j_high")


def b_bar_is_head(p: Proof) -> None:
    """(b_1, …, b_k, b_{k+1}, …, b_{k+1}), cut after k or after k + 1."""
    w = head(b, k + 1, B)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            sides = [p.have(None, k < j, order), p.have(None, j <= k + 1, order)]
            more = [p.both(None, j, k + 1, b, order)]
        elif key(order.concl) == key(j < k + 1):
            sides = [
                p.have(None, j <= k, p.rule(None, "integer_step", order)),
                p.have(None, j <= k + 1, order),
            ]
            more = []
        else:
            sides, more = [p.have(None, k < j, order), p.have(None, k + 1 < j, order)], []
        chosen = [p.rule(None, "choice", v(j), side) for v, side in zip((b_bar, w), sides, strict=True)]
        return p.have(None, eq(b_bar(j), w(j)), *chosen, *more)

    p.by_order("entry_bar", j, k + 1, prove)
    p.every("entries_bar", j, "entry_bar", j >= 1, j <= n)
    p.apply("same_bar", "boltz_same", "entries_bar", a=b_bar, b=w)


@paper.claim(given=case_1, shows=boltz(b_bar, n) <= boltz(b, n))
def raise_b(p: Proof) -> Fact:
    """boltz(b) is at least that of b with its tail raised to b_{k+1}."""
    case_1_start(p)
    tail_below(p, strictly=False)
    b_bar_is_head(p)
    p.apply("tail_raised", "raise_tail", "tail", m=k + 1, u=B)
    return p.have("out", boltz(b_bar, n) <= boltz(b, n), "tail_raised", "same_bar")


@paper.claim(given=[*case_1, k + 1 < n], shows=boltz(b_bar, n) < boltz(b, n))
def raise_b_strictly(p: Proof) -> Fact:
    """Strictly, if there is a tail."""
    case_1_start(p)
    strict_k(p)
    tail_below(p, strictly=True)
    b_bar_is_head(p)
    p.apply("tail_raised", "raise_tail_strictly", "tail", m=k + 1, u=B)
    return p.have("out", boltz(b_bar, n) < boltz(b, n), "tail_raised", "same_bar")


gamma, xi = sigma(lambda l: a(l) * exp(a(l)), 1, k), sigma(lambda l: exp(a(l)), 1, k)
rest, lifted = n - k, B + log(n - k)
E_ = exp(lifted)
a_lifted = fun(lambda j: ite(j <= k, a(j), lifted))  # (a_1, …, a_k, b_{k+1} + log(n − k))
a_bar = fun(lambda j: ite(j <= k, a(j), B))  # b with its tail raised, as a and b agree up to k
share = E_ / (xi + E_)
paid_log = log(rest) * E_ / (xi + E_)


@paper.claim(given=[prefix], shows=eq(boltz(b_bar, n), boltz(a_bar, n)))
def a_bar_is_b_bar(p: Proof) -> Fact:
    """The first k entries agree."""
    p.given(prefix=prefix, j_low=j >= 1, j_high=j <= n, inside=j <= k, outside=k < j)
    p.use("entry", "prefix", j)
    for label, facts in (("inside", ["entry"]), ("outside", [])):
        chosen = [p.rule(None, "choice", v(j), label) for v in (b_bar, a_bar)]
        p.have(f"{label}_same", eq(b_bar(j), a_bar(j)), *chosen, *facts)
    p.cases("each", j, k, "inside_same", "outside_same")
    p.every("entries", j, "each", "j_low", "j_high")
    return p.apply("out", "boltz_same", "entries", a=b_bar, b=a_bar)


def step_sums(p: Proof, v: Term, w: Term, size: Term, count: Term) -> None:
    """Σ e^(v_j) = ξ + count e^w and Σ v_j e^(v_j) = γ + count w e^w for v = (a_1, …, a_k, w, …, w)."""
    p.given(j_low=j >= 1, j_k=j <= k, j_after=k + 1 <= j, j_high=j <= size)
    p.rule("early", "choice", v(j), "j_k")
    p.rule("late", "choice", v(j), p.have(None, k < j, "j_after"))
    for label, f, head_sum in (("Z", exp, xi), ("N", lambda y: y * exp(y), gamma)):
        p.both(f"{label}_early", v(j), a(j), f, "early")
        p.both(f"{label}_late", v(j), w, f, "late")
        p.every(f"{label}_earlies", j, f"{label}_early", "j_low", "j_k")
        p.every(f"{label}_lates", j, f"{label}_late", "j_after", "j_high")
        values = of_entries(f, v)
        p.apply(f"{label}_split", "sum_split", f=values, lo=1, hi=size, m=k)
        p.apply(f"{label}_head", "sum_eq", f"{label}_earlies", f=values, g=of_entries(f, a), lo=1, hi=k)
        p.apply(
            f"{label}_tail",
            "sum_eq",
            f"{label}_lates",
            f=values,
            g=constantly(f(w)),
            lo=k + 1,
            hi=size,
        )
        p.apply(f"{label}_count", "sum_const", lo=k + 1, hi=size)
        total = eq(sigma(values, 1, size), head_sum + count * f(w))
        p.have(f"{label}_sum", total, f"{label}_split", f"{label}_head", f"{label}_tail", f"{label}_count")


flat = (gamma + rest * B * exp(B)) / (xi + rest * exp(B))


@paper.claim(given=positive_k, shows=eq(boltz(a_bar, n), flat))
def eq_122_first(p: Proof) -> Fact:
    """The sums of (a_1, …, a_k, b_{k+1}, …, b_{k+1})."""
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    step_sums(p, a_bar, B, n, rest)
    p.both("inverse", partition(a_bar, n), xi + rest * exp(B), inv, "Z_sum")
    return p.have("out", eq(boltz(a_bar, n), flat), "inverse", "N_sum")


@paper.claim(given=positive_k, shows=eq(rest * exp(B), E_))
def count_into_exponent(p: Proof) -> Fact:
    """(n − k) e^b = e^(b + log(n − k))."""
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    p.rule("e", "exp_log", p.have("rest_pos", rest > 0, "k_next"))
    return p.have("out", eq(rest * exp(B), E_), "e")


second = (gamma + B * E_) / (xi + E_)
third = (gamma + lifted * E_) / (xi + E_) - paid_log


@paper.claim(given=positive_k, shows=eq(flat, second))
def eq_122_second(p: Proof) -> Fact:
    """n − k taken into the exponent."""
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    p.apply("count", "count_into_exponent")
    p.both("inverse", xi + rest * exp(B), xi + E_, inv, p.have(None, eq(xi + rest * exp(B), xi + E_), "count"))
    return p.have("out", eq(flat, second), "inverse", "count")


@paper.claim(given=positive_k, shows=eq(second, third))
def eq_122_third(p: Proof) -> Fact:
    """log(n − k) added and taken away."""
    return p.have("out", eq(second, third))


@paper.claim(given=positive_k, shows=eq(partition(a_lifted, k + 1), xi + E_))
def lifted_partition(p: Proof) -> Fact:
    """The partition of (a_1, …, a_k, b_{k+1} + log(n − k))."""
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    step_sums(p, a_lifted, lifted, k + 1, num(1))
    return p.have("out", eq(partition(a_lifted, k + 1), xi + E_), "Z_sum")


@paper.claim(given=positive_k, shows=eq(third, boltz(a_lifted, k + 1) - paid_log))
def eq_122_fourth(p: Proof) -> Fact:
    """The sums of (a_1, …, a_k, b_{k+1} + log(n − k))."""
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    step_sums(p, a_lifted, lifted, k + 1, num(1))
    p.both("inverse", partition(a_lifted, k + 1), xi + E_, inv, "Z_sum")
    return p.have("out", eq(third, boltz(a_lifted, k + 1) - paid_log), "inverse", "N_sum")


@paper.claim(
    given=case_1,
    shows=eq(boltz(b_bar, n) - boltz(a, k + 1), boltz(a_lifted, k + 1) - boltz(a, k + 1) - paid_log),
)
def eq_123_claim(p: Proof) -> Fact:
    """(122) put together."""
    names(p, "prefix")
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    p.apply("bar", "a_bar_is_b_bar")
    for label in ("first", "second", "third", "fourth"):
        p.apply(label, f"eq_122_{label}")
    claim = eq(boltz(b_bar, n) - boltz(a, k + 1), boltz(a_lifted, k + 1) - boltz(a, k + 1) - paid_log)
    return p.have("out", claim, "bar", "first", "second", "third", "fourth")


def logs(p: Proof) -> None:
    """0 <= log(n − k) <= log n and log(k + 1) <= log n."""
    p.have("rest_one", rest >= 1, "k_next")
    p.apply("log_rest", "log_nonneg", "rest_one", x=rest)
    p.apply(
        "log_rest_le",
        "log_le",
        p.have(None, rest > 0, "rest_one"),
        p.have(None, rest <= n, "k_pos"),
        x=rest,
        y=n,
    )
    p.apply("log_next_le", "log_le", p.have(None, k + 1 > 0, "k_pos"), "k_next", x=k + 1, y=n)
    p.apply("log_n", "log_nonneg", x=n)


by_lemma_6 = (A - lifted) * (delta + A - lifted - log(k + 1) - 1) * share
by_delta = (delta - log(n)) * (2 * delta - 2 * log(n) - 1) * share
by_log = (log(n) + 3) * (2 * log(n) + 5) * share
drop = boltz(a_lifted, k + 1) - boltz(a, k + 1)


@paper.claim(given=case_1, shows=by_lemma_6 < drop)
def eq_124_first(p: Proof) -> Fact:
    """Lemma 6 for the first k + 1 entries."""
    case_1_start(p)
    logs(p)
    p.given(j_low=j >= 1, j_k=j <= k)
    p.rule("entry", "choice", a_lifted(j), "j_k")
    p.every("agree", j, p.have(None, eq(a(j), a_lifted(j)), "entry"), "j_low", "j_k")
    p.rule("last", "choice", a_lifted(k + 1), p.have(None, k < k + 1))
    top = maximum(lambda i: a(i), 1, k)
    p.rule("ge", "max_ge", top, num(1), p.have("one_one", num(1) <= 1), "k_pos")
    p.use("spread_1", "spread_a", 1, k + 1, using=[p.have("one_next", num(1) < k + 1, "k_pos")])
    p.have("under", a(k + 1) < top - delta, "ge", "spread_1")
    p.have("lower", a_lifted(k + 1) < a(k + 1), "last", "gap", "far", "log_rest_le", "log_n")
    p.have("wide", log(k + 1) + 3 < delta, "far", "log_next_le", "log_n")
    p.apply("lemma_6", "lemma_6_proved", p.have(None, k + 1 >= 2, "k_pos"), b=a_lifted, n=k + 1)
    p.apply("Z_sum", "lifted_partition")
    p.both("inverse", partition(a_lifted, k + 1), xi + E_, inv, "Z_sum")
    p.both("power", a_lifted(k + 1), lifted, exp, "last")
    return p.have("out", by_lemma_6 < drop, "lemma_6", "inverse", "power", "last", depth=3)


def share_positive(p: Proof) -> None:
    """0 < e^(b + log(n − k)) / (ξ + e^(b + log(n − k)))."""
    p.facts["xi_E"] = p.positive(xi + E_)
    p.facts["share"] = p.positive(share)


@paper.claim(given=case_1, shows=by_delta < by_lemma_6)
def eq_124_second(p: Proof) -> Fact:
    """a_{k+1} − b_{k+1} > δ, and the logarithms are at most log n."""
    case_1_start(p)
    logs(p)
    share_positive(p)
    p.have("f1", A - lifted - (delta - log(n)) > 0, "gap", "log_rest_le")
    big = delta + A - lifted - log(k + 1) - 1
    p.have("f2", big - (2 * delta - 2 * log(n) - 1) > 0, "gap", "log_rest_le", "log_next_le")
    p.have("g1", delta - log(n) > 0, "far", "log_n")
    p.have("g2", 2 * delta - 2 * log(n) - 1 > 0, "far", "log_n")
    inside = (delta - log(n)) * (2 * delta - 2 * log(n) - 1) < (A - lifted) * big
    p.have("inside", inside, ("f1", "f2"), ("f1", "g2"), ("g1", "f2"))
    return p.have("out", by_delta < by_lemma_6, ("inside", "share"))


@paper.claim(given=case_1, shows=by_log < by_delta)
def eq_125_claim(p: Proof) -> Fact:
    """δ > 2 log n + 3 in both factors."""
    case_1_start(p)
    logs(p)
    share_positive(p)
    p.have("f1", delta - log(n) - (log(n) + 3) > 0, "far")
    p.have("f2", 2 * delta - 2 * log(n) - 1 - (2 * log(n) + 5) > 0, "far")
    p.have("g1", log(n) + 3 > 0, "log_n")
    p.have("g2", 2 * log(n) + 5 > 0, "log_n")
    inside = (log(n) + 3) * (2 * log(n) + 5) < (delta - log(n)) * (2 * delta - 2 * log(n) - 1)
    p.have("inside", inside, ("f1", "f2"), ("f1", "g2"), ("g1", "f2"))
    return p.have("out", by_log < by_delta, ("inside", "share"))


by_square = share * (2 * log(n) ** 2)
in_brackets = share * ((log(n) + 3) * (2 * log(n) + 5) - log(rest))


@paper.claim(given=case_1, shows=in_brackets < boltz(b_bar, n) - boltz(a, k + 1))
def eq_126_first(p: Proof) -> Fact:
    """(125) put into (123)."""
    case_1_start(p)
    for label, name in (
        ("e123", "eq_123_claim"),
        ("e124", "eq_124_first"),
        ("e124b", "eq_124_second"),
        ("e125", "eq_125_claim"),
    ):
        p.apply(label, name)
    return p.have("out", in_brackets < boltz(b_bar, n) - boltz(a, k + 1), "e123", "e124", "e124b", "e125")


@paper.claim(given=case_1, shows=by_square < in_brackets)
def eq_126_second(p: Proof) -> Fact:
    """(log n + 3)(2 log n + 5) − log(n − k) > 2 (log n)²."""
    case_1_start(p)
    logs(p)
    share_positive(p)
    p.have("inside", 2 * log(n) ** 2 < (log(n) + 3) * (2 * log(n) + 5) - log(rest), "log_n", "log_rest_le")
    return p.have("out", by_square < in_brackets, ("inside", "share"))


first_terms = sigma(lambda l: exp(a(l)), 1, k + 1)
ladder_sum = exp(a(1)) * sigma(lambda l: exp(-(l - 1) * delta), 1, k + 1)


@paper.claim(given=case_1, shows=xi + E_ < first_terms)
def eq_127_first(p: Proof) -> Fact:
    """b_{k+1} + log(n − k) < a_{k+1}."""
    case_1_start(p)
    logs(p)
    p.have("less", lifted < A, "gap", "far", "log_rest_le", "log_n")
    p.apply("grow", "exp_lt", "less", x=lifted, y=A)
    p.rule("step", "big_step", first_terms, "next_pos")
    return p.have("out", xi + E_ < first_terms, "grow", "step")


@paper.claim(given=[spread_a, j >= 1, j <= n], shows=a(j) <= a(1) - (j - 1) * delta)
def ladder(p: Proof) -> Fact:
    """a_j <= a_1 − (j − 1) δ."""

    def claim(x: Term) -> Term:
        return implies(x <= n, a(x) <= a(1) - (x - 1) * delta)

    p.given(spread_a=spread_a, j_low=j >= 1, j_high=j <= n, k_low=k >= 1, so_far=claim(k), k_high=k + 1 <= n)
    p.rule("base", "discharge", n >= 1, p.have(None, a(1) <= a(1) - (num(1) - 1) * delta))
    p.rule("before", "mp", "so_far", p.settle(k <= n))
    p.use("gap", "spread_a", k, k + 1)
    p.rule("step", "discharge", k + 1 <= n, p.have(None, a(k + 1) <= a(1) - (k + 1 - 1) * delta, "before", "gap"))
    p.induct("all", claim, 1, k, "base", "step")
    return p.use("out", "all", j)


@paper.claim(given=case_1, shows=first_terms < ladder_sum)
def eq_127_second(p: Proof) -> Fact:
    """The entries descend by more than δ; strictly, as there are two."""
    case_1_start(p)
    p.given(j_low=j >= 1, j_k=j <= k + 1)
    p.apply("rung", "ladder", p.have(None, j <= n, "j_k", "k_next"))
    p.apply("term", "exp_le", "rung", x=a(j), y=a(1) - (j - 1) * delta)
    p.every("terms", j, "term", "j_low", "j_k")
    p.have("k_in", k <= n, "k_next")
    p.apply("rung_k", "ladder", "k_in", j=k)
    p.use("gap_k", "spread_a", k, k + 1)
    p.have("last", a(1) - (k + 1 - 1) * delta > A, "rung_k", "gap_k")
    p.apply("strict", "exp_lt", "last", x=A, y=a(1) - (k + 1 - 1) * delta)
    by = {"f": fun(lambda l: exp(a(l))), "g": fun(lambda l: exp(a(1) - (l - 1) * delta))}
    p.apply("sum", "sum_lt_one", "terms", "strict", lo=1, hi=k + 1, m=k + 1, **by)
    return p.have("out", first_terms < ladder_sum, "sum")


@paper.claim(given=[delta > 3, k >= 1], shows=sigma(lambda l: exp(-(l - 1) * delta), 1, k + 1) < 2)
def geometric(p: Proof) -> Fact:
    """Σ e^(−(l−1)δ) <= 2 − 2 e^(−δ m) < 2, as e^(−δ) <= 1/2."""

    def total(x: Term) -> Term:
        return sigma(lambda l: exp(-(l - 1) * delta), 1, x)

    def claim(x: Term) -> Term:
        return total(x) <= 2 - 2 * exp(-x * delta)

    p.given(three=delta > 3, k_pos=k >= 1, m_low=m >= 0, so_far=claim(m))
    p.rule("ge", "exp_ge", delta)
    p.rule("q_pos", "exp_pos", -delta)
    p.have("half", 2 * exp(-delta) <= 1, ("ge", "q_pos"), ("three", "q_pos"))
    p.rule("zero", "big_empty", total(num(0)), p.have(None, num(0) < 1))
    p.have("base", claim(num(0)), "zero")
    p.rule("next_", "big_step", total(m + 1), p.have(None, m + 1 >= 1, "m_low"))
    p.rule("pow", "exp_pos", -m * delta)
    p.have("step", claim(m + 1), "so_far", "next_", ("half", "pow"))
    p.induct("all", claim, 0, m, "base", "step")
    p.use("bound", "all", k + 1)
    p.rule("last", "exp_pos", -(k + 1) * delta)
    return p.have("out", total(k + 1) < 2, "bound", "last")


@paper.claim(given=case_1, shows=ladder_sum < 2 * exp(a(1)))
def eq_127_third(p: Proof) -> Fact:
    """The geometric sum is below 2."""
    case_1_start(p)
    p.apply("geometric", "geometric")
    p.rule("pos", "exp_pos", a(1))
    return p.have("out", ladder_sum < 2 * exp(a(1)), ("geometric", "pos"))


target = log(n) ** 2 * exp(-(a(1) - B))
over_two = E_ / (2 * exp(a(1))) * (2 * log(n) ** 2)


@paper.claim(given=case_1, shows=by_square < boltz(b_bar, n) - boltz(a, k + 1))
def eq_128_first(p: Proof) -> Fact:
    """(126) once more."""
    case_1_start(p)
    p.apply("first", "eq_126_first")
    p.apply("second", "eq_126_second")
    return p.have("out", by_square < boltz(b_bar, n) - boltz(a, k + 1), "first", "second")


@paper.claim(given=case_1, shows=over_two < by_square)
def eq_128_second(p: Proof) -> Fact:
    """ξ + e^(b + log(n − k)) < 2 e^(a_1); strictly, as log n > 0."""
    case_1_start(p)
    share_positive(p)
    for label in ("first", "second", "third"):
        p.apply(label, f"eq_127_{label}")
    p.have("less", xi + E_ < 2 * exp(a(1)), "first", "second", "third")
    p.apply("log_pos", "log_pos", p.have(None, n > 1, "k_pos", "k_next"), x=n)
    p.rule("top_pos", "exp_pos", a(1))
    p.rule("E_pos", "exp_pos", lifted)
    p.have("square", log(n) ** 2 > 0, "log_pos")
    p.have("inverse", inv(2 * exp(a(1))) < inv(xi + E_), "less", "xi_E", "top_pos", scale=["xi_E", "top_pos"])
    return p.have("out", over_two < by_square, ("inverse", "E_pos", "square"))


@paper.claim(given=case_1, shows=target <= over_two)
def eq_128_third(p: Proof) -> Fact:
    """n − k >= 1: an equation when k = n − 1."""
    case_1_start(p)
    p.apply("count", "count_into_exponent")
    p.have("rest_one", rest >= 1, "k_next")
    p.apply("square", "square_nonneg", x=log(n))
    p.facts["power"] = p.positive(exp(-(a(1) - B)))
    p.have("more", target <= rest * target, ("rest_one", "square", "power"), "rest_one", ("square", "power"))
    p.have("same", eq(rest * target, over_two), "count")
    return p.have("out", target <= over_two, "more", "same")


@paper.claim(given=case_1, shows=target < boltz(b, n) - boltz(a, n))
def lemma_7_case_1(p: Proof) -> Fact:
    """Case k >= 1."""
    case_1_start(p)
    for name in ("cut_a", "raise_b", "eq_128_first", "eq_128_second", "eq_128_third"):
        p.apply(name, name)
    names_ = ("cut_a", "raise_b", "eq_128_first", "eq_128_second", "eq_128_third")
    return p.have("out", target < boltz(b, n) - boltz(a, n), *names_)


# --- Lemma 7, k = 0 -----------------------------------------------------------------------------------------

case_2 = [some, spread_a, spread_b, apart, far, b(1) < a(1)]
a_under = fun(lambda j: ite(j <= 1, a(j), a(1) - delta))
decay = (n - 1) * exp(-delta)
shortfall = decay * delta / (1 + decay)
kept = delta / (1 + decay)


def case_2_start(p: Proof) -> None:
    """The hypotheses of the case, a_1 − b_1 > δ > 3, 0 <= log n, and 1 + (n − 1) e^(−δ) > 0."""
    p.given(some=some, spread_a=spread_a, spread_b=spread_b, apart=apart, far=far, first_gap=b(1) < a(1))
    p.apply("three", "delta_gt_three")
    p.apply("log_n", "log_nonneg", x=n)
    p.given(equal=eq(a(1), b(1)))
    p._keep("different", p.discharged(p.have(None, FALSE, "equal", "first_gap"), eq(a(1), b(1))))
    p.have("one", num(1) <= 1)
    p.use("distance", "apart", 1, 1, using=["different"])
    p.rule("abs", "abs_value", a(1) - b(1), p.have(None, a(1) - b(1) >= 0, "first_gap"))
    p.have("gap", delta < a(1) - b(1), "distance", "abs")
    p.rule("q_pos", "exp_pos", -delta)
    p.have("decay", decay >= 0, ("some", "q_pos"))
    p.have("denominator", 1 + decay > 0, "decay")


def tail_at_level(p: Proof) -> None:
    """a_j < a_1 − δ for j > 1, and a_1 − δ < a_1 − log n − 1."""
    p.given(j_low=j >= 2, j_high=j <= n)
    p.use("entry", "spread_a", 1, j, using=[p.have("after", j > 1, "j_low")])
    p.have("room", a(1) - delta < a(1) - log(n) - 1, "far", "log_n")


@paper.claim(given=case_2, shows=boltz(a_under, n) <= boltz(a, n))
def raise_a(p: Proof) -> Fact:
    """boltz(a) is at least that of (a_1, a_1 − δ, …, a_1 − δ)."""
    case_2_start(p)
    tail_at_level(p)
    p.every("tail", j, p.have(None, a(j) <= a(1) - delta, "entry"), "j_low", "j_high")
    return p.apply("out", "raise_tail", "tail", "room", b=a, m=1, u=a(1) - delta)


@paper.claim(given=[*case_2, n >= 2], shows=boltz(a_under, n) < boltz(a, n))
def raise_a_strictly(p: Proof) -> Fact:
    """Strictly, if n >= 2."""
    case_2_start(p)
    p.given(two=n >= 2)
    tail_at_level(p)
    p.every("tail", j, p.have(None, a(j) < a(1) - delta, "entry"), "j_low", "j_high")
    return p.apply("out", "raise_tail_strictly", "tail", "room", b=a, m=1, u=a(1) - delta)


under_sums = (a(1) * exp(a(1)) + (n - 1) * (a(1) - delta) * exp(a(1) - delta)) / (
    exp(a(1)) + (n - 1) * exp(a(1) - delta)
)
under_reduced = (a(1) + (n - 1) * (a(1) - delta) * exp(-delta)) / (1 + decay)


@paper.claim(given=[some], shows=eq(boltz(a_under, n), under_sums))
def eq_130_first(p: Proof) -> Fact:
    """The sums of (a_1, a_1 − δ, …, a_1 − δ)."""
    w = a(1) - delta
    p.given(some=some, j_low=j >= 2, j_high=j <= n)
    p.rule("first", "choice", a_under(num(1)), p.have("one", num(1) <= 1))
    p.rule("late", "choice", a_under(j), p.have(None, j > 1, "j_low"))
    p.apply("count", "sum_const", lo=2, hi=n)
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        p.both(f"{label}_first", a_under(num(1)), a(1), f, "first")
        p.both(f"{label}_late", a_under(j), w, f, "late")
        p.every(f"{label}_lates", j, f"{label}_late", "j_low", "j_high")
        values = of_entries(f, a_under)
        p.apply(f"{label}_split", "sum_first", f=values, lo=1, hi=n)
        p.apply(f"{label}_tail", "sum_eq", f"{label}_lates", f=values, g=constantly(f(w)), lo=2, hi=n)
        total = eq(sigma(values, 1, n), f(a(1)) + (n - 1) * f(w))
        p.have(f"{label}_sum", total, f"{label}_split", f"{label}_first", f"{label}_tail", "count")
    p.both("inverse", partition(a_under, n), exp(a(1)) + (n - 1) * exp(w), inv, "Z_sum")
    return p.have("out", eq(boltz(a_under, n), under_sums), "inverse", "N_sum")


@paper.claim(given=[some], shows=eq(under_sums, under_reduced))
def eq_130_second(p: Proof) -> Fact:
    """Divided by e^(a_1)."""
    p.given(some=some)
    p.rule("q_pos", "exp_pos", -delta)
    p.have("decay", decay >= 0, ("some", "q_pos"))
    p.have("d2", 1 + decay > 0, "decay")
    p.rule("top", "exp_pos", a(1))
    p.have("d1", exp(a(1)) + (n - 1) * exp(a(1) - delta) > 0, ("d2", "top"))
    return p.have("out", eq(under_sums, under_reduced), "d1", "d2", scale=["d1", "d2"], depth=3)


@paper.claim(given=[some], shows=eq(under_reduced, a(1) - shortfall))
def eq_130_third(p: Proof) -> Fact:
    """a_1 taken out."""
    p.given(some=some)
    p.rule("q_pos", "exp_pos", -delta)
    p.have("decay", decay >= 0, ("some", "q_pos"))
    p.have("d", 1 + decay > 0, "decay")
    return p.have("out", eq(under_reduced, a(1) - shortfall), "d", scale=["d"])


@paper.claim(given=[some, spread_b, delta > 0], shows=boltz(b, n) <= b(1))
def average_le_first(p: Proof) -> Fact:
    """boltz(b) <= b_1, the largest entry."""
    p.given(some=some, spread_b=spread_b, wide=delta > 0, low=j >= 1, high=j <= n)

    def prove(order: Fact) -> Fact:
        claim = b(j) <= b(1)
        if order.concl.op == "eq":
            return p.have(None, claim, p.both(None, j, num(1), b, order))
        if key(order.concl) == key(j > 1):
            return p.have(None, claim, p.use(None, "spread_b", 1, j, using=[order, p.have(None, num(1) <= 1)]), "wide")
        return p.rule(None, "absurd", p.have(None, FALSE, order, "low"), claim)

    p.by_order("entry", j, 1, prove)
    p.every("entries", j, "entry", "low", "high")
    return p.apply("out", "boltz_le", "entries", a=b, u=b(1))


@paper.claim(given=case_2, shows=boltz(a_under, n) - b(1) <= boltz(a, n) - boltz(b, n))
def eq_131_first(p: Proof) -> Fact:
    """boltz(a) is raised, boltz(b) <= b_1."""
    case_2_start(p)
    p.apply("raised", "raise_a")
    p.apply("average", "average_le_first", p.have(None, delta > 0, "three"))
    return p.have("out", boltz(a_under, n) - b(1) <= boltz(a, n) - boltz(b, n), "raised", "average")


@paper.claim(given=case_2, shows=a(1) - shortfall - (a(1) - delta) < boltz(a_under, n) - b(1))
def eq_131_second(p: Proof) -> Fact:
    """b_1 < a_1 − δ."""
    case_2_start(p)
    for label in ("first", "second", "third"):
        p.apply(label, f"eq_130_{label}")
    claim = a(1) - shortfall - (a(1) - delta) < boltz(a_under, n) - b(1)
    return p.have("out", claim, "first", "second", "third", "gap")


@paper.claim(given=case_2, shows=eq(a(1) - shortfall - (a(1) - delta), delta - shortfall))
def eq_131_third(p: Proof) -> Fact:
    """a_1 cancels."""
    return p.have("out", eq(a(1) - shortfall - (a(1) - delta), delta - shortfall))


@paper.claim(given=case_2, shows=eq(delta - shortfall, kept))
def eq_131_fourth(p: Proof) -> Fact:
    """One fraction."""
    case_2_start(p)
    return p.have("out", eq(delta - shortfall, kept), "denominator", scale=["denominator"])


@paper.claim(given=case_2, shows=log(n) <= kept)
def eq_131_fifth(p: Proof) -> Fact:
    """(n − 1) e^(−δ) <= n e^(−log n) = 1, so the fraction is at least δ/2."""
    case_2_start(p)
    p.have("n_pos", n > 0, "some")
    p.rule("e", "exp_log", "n_pos")
    p.apply("grow", "exp_le", p.have(None, log(n) <= delta, "far", "log_n"), x=log(n), y=delta)
    p.have("small", decay <= 1, "grow", "e", "q_pos")
    p.have("log_decay", log(n) * decay <= log(n), ("small", "log_n"))
    return p.have("out", log(n) <= kept, "log_decay", "far", "log_n", "denominator", scale=["denominator"])


target_2 = log(n) ** 2 * exp(-(a(1) - b(1)))


@paper.claim(given=case_2, shows=target_2 <= log(n))
def square_le_log(p: Proof) -> Fact:
    """log n e^(−(a_1 − b_1)) <= 1."""
    case_2_start(p)
    p.rule("ge", "exp_ge", a(1) - b(1))
    p.rule("pos", "exp_pos", -(a(1) - b(1)))
    p.have("log_le", log(n) <= exp(a(1) - b(1)), "ge", "gap", "far", "log_n")
    p.have("product", log(n) * exp(-(a(1) - b(1))) <= 1, ("log_le", "pos"))
    return p.have("out", target_2 <= log(n), ("product", "log_n"))


@paper.claim(given=case_2, shows=target_2 < boltz(a, n) - boltz(b, n))
def lemma_7_case_2(p: Proof) -> Fact:
    """Case k = 0."""
    case_2_start(p)
    labels = ("first", "second", "third", "fourth", "fifth")
    for label in labels:
        p.apply(label, f"eq_131_{label}")
    p.apply("square", "square_le_log")
    return p.have("out", target_2 < boltz(a, n) - boltz(b, n), *labels, "square")


distance = absolute(boltz(a, n) - boltz(b, n))


@paper.claim(given=lemma_7_given, shows=target < distance)
def lemma_7_proved(p: Proof) -> Fact:
    """k = 0 or k >= 1."""
    names(p, "some", "spread_a", "spread_b", "apart", "far", "k_low", "k_high", "prefix", "first_gap")
    p.given(zero=k <= 0, positive=k > 0)
    p.have("k_next", k + 1 <= n, "k_high")
    p.have("k_pos", k >= 1, p.rule(None, "integer_step", "positive"))
    p.apply("case_1", "lemma_7_case_1")
    p.apply("down", "abs_ge", x=boltz(b, n) - boltz(a, n))
    p.have("if_positive", target < distance, "case_1", "down")
    p.rule("k_0", "antisymmetry", "zero", "k_low")
    for v in (a, b):
        p.both(f"{v.args[0]}_first", k + 1, num(1), v, p.have(None, eq(k + 1, 1), "k_0"))
    p.apply("case_2", "lemma_7_case_2", p.have(None, b(1) < a(1), "first_gap", "a_first", "b_first"))
    p.both("same", B, b(1), lambda y: log(n) ** 2 * exp(-(a(1) - y)), "b_first")
    p.apply("up", "abs_ge", x=boltz(a, n) - boltz(b, n))
    p.have("if_zero", target < distance, "case_2", "up", "same")
    return p.cases("out", k, 0, "if_zero", "if_positive")


# --- the sharp threshold of Lemma 4 -------------------------------------------------------------------------

(sharp,) = reals("c")
at_threshold = eq((sharp - 1) * exp(sharp), n - 1)  # c = 1 + W((n − 1)/e)
one_high = fun(lambda j: ite(j <= 1, sharp, 0))


@paper.claim(given=[sharp >= 1, sharp < x], shows=(sharp - 1) * exp(sharp) < (x - 1) * exp(x))
def gap_grows(p: Proof) -> Fact:
    """(x − 1) e^x increases from x = 1 on."""
    p.given(one=sharp >= 1, more=sharp < x)
    p.apply("grow", "exp_lt", "more", x=sharp, y=x)
    p.rule("pos", "exp_pos", x)
    p.have("first", (sharp - 1) * exp(sharp) <= (sharp - 1) * exp(x), ("one", "grow"))
    return p.have("out", (sharp - 1) * exp(sharp) < (x - 1) * exp(x), "first", ("more", "pos"))


@paper.claim(
    given=[some, *i_in, m >= 1, m <= n, sharp >= 1, at_threshold, a(i) < a(m) - sharp],
    shows=gradient(a, n, i) < 0,
)
def gradient_negative_sharp(p: Proof) -> Fact:
    """Σ (a_j − a_i − 1) e^(a_j − a_i) > 0: one term exceeds n − 1, the others are >= −1 as e^(−x) >= 1 − x."""
    start(p)
    p.given(low=i >= 1, high=i <= n, m_low=m >= 1, m_high=m <= n, one=sharp >= 1, at=at_threshold)
    p.given(gap=a(i) < a(m) - sharp, k_low=k >= 1, k_high=k <= n)

    def excess(j: Term) -> Term:
        return (a(j) - a(i) - 1) * exp(a(j) - a(i))

    p.rule("ge", "exp_ge", -(a(k) - a(i)))
    p.rule("pos", "exp_pos", a(k) - a(i))
    p.every("terms", k, p.have(None, excess(k) + 1 >= 0, ("ge", "pos")), "k_low", "k_high")
    p.apply("grow", "gap_grows", p.have(None, sharp < a(m) - a(i), "gap"), x=a(m) - a(i))
    p.apply("member", "sum_member", "terms", f=fun(lambda j: excess(j) + 1), lo=1, hi=n)
    p.apply("count", "sum_const", lo=1, hi=n)
    p.have("positive", sigma(excess, 1, n) > 0, "member", "grow", "at", "count")
    p.apply("split", "boltz_eq_logpart_sub_entropy")
    p.apply("log", "log_weight")
    p.rule("e_i", "exp_pos", a(i))
    p.have("scaled", N - (a(i) + 1) * Z > 0, ("positive", "e_i"))
    p.have("sign", 1 + level < 0, "scaled", "split", "log", "Z_pos", scale=["Z_pos"])
    p.facts["weight_pos"] = p.positive(p_(i))
    return p.have("out", gradient(a, n, i) < 0, ("sign", "weight_pos"))


@paper.claim(given=[n >= 2, at_threshold], shows=eq(gradient(one_high, n, num(2)), 0))
def gradient_zero_at_sharp(p: Proof) -> Fact:
    """At (c, 0, …, 0) the derivative along the second entry is 0, so no smaller gap suffices."""
    v = one_high
    p.given(two=n >= 2, at=at_threshold, j_low=j >= 2, j_high=j <= n)
    p.have("some", some, "two")
    p.facts["Z_pos"] = p.positive(partition(v, n))
    p.rule("first", "choice", v(num(1)), p.have(None, num(1) <= 1))
    p.rule("second", "choice", v(num(2)), p.have(None, num(1) < 2))
    p.rule("late", "choice", v(j), p.have(None, j > 1, "j_low"))
    p.apply("count", "sum_const", lo=2, hi=n)
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        p.both(f"{label}_late", v(j), num(0), f, "late")
        p.every(f"{label}_lates", j, f"{label}_late", "j_low", "j_high")
        p.both(f"{label}_first", v(num(1)), sharp, f, "first")
        values = of_entries(f, v)
        p.apply(f"{label}_split", "sum_first", f=values, lo=1, hi=n)
        p.apply(f"{label}_tail", "sum_eq", f"{label}_lates", f=values, g=constantly(f(num(0))), lo=2, hi=n)
        total = eq(sigma(values, 1, n), f(sharp) + (n - 1) * f(num(0)))
        p.have(f"{label}_sum", total, f"{label}_split", f"{label}_first", f"{label}_tail", "count")
    p.apply("split", "boltz_eq_logpart_sub_entropy", a=v)
    p.apply("log", "log_weight", a=v, i=2)
    p.have(
        "level",
        eq(1 + log(p_(num(2), v)) + entropy(v, n), 0),
        "split",
        "log",
        "second",
        "Z_sum",
        "N_sum",
        "at",
        "Z_pos",
        scale=["Z_pos"],
        depth=3,
    )
    return p.have("out", eq(gradient(v, n, num(2)), 0), "level")


# --- Lemma 1 ------------------------------------------------------------------------------------------------

(r,) = reals("r")


def bounded(v: Term) -> Term:
    """|v_i| < r."""
    return every(lambda i: absolute(v(i)) < r, 1, n)


def unequal(s: Term, t: Term) -> Term:
    """s ≠ t."""
    return negation(eq(s, t))


def gaps(v: Term, w: Term) -> Term:
    """Entries that differ do so by more than δ."""
    return every(lambda i: every(lambda j: implies(unequal(v(i), w(j)), delta < absolute(v(i) - w(j))), 1, n), 1, n)


def no_duplicates(v: Term) -> Term:
    """The entries are distinct."""
    return every(lambda i: every(lambda j: implies(i < j, unequal(v(i), v(j))), 1, n), 1, n)


def larger(s: Term, t: Term) -> Term:
    """max(s, t)."""
    return ite(s <= t, t, s)


end_max = larger(absolute(a(1)), absolute(a(n)))


@paper.claim(given=[], shows=x <= larger(x, t))
def le_larger(p: Proof) -> Fact:
    """s <= max(s, t)."""
    p.given(low=x <= t, high=t < x)
    cases = [p.have(None, x <= larger(x, t), order, *p.chosen(p.get(order), larger(x, t))) for order in ("low", "high")]
    return p.cases("out", x, t, *cases)


@paper.claim(given=[], shows=t <= larger(x, t))
def le_larger_second(p: Proof) -> Fact:
    """t <= max(s, t)."""
    p.given(low=x <= t, high=t < x)
    cases = [p.have(None, t <= larger(x, t), order, *p.chosen(p.get(order), larger(x, t))) for order in ("low", "high")]
    return p.cases("out", x, t, *cases)


@paper.claim(given=[some, every(lambda k: u <= a(k), 1, n)], shows=u <= boltz(a, n))
def boltz_ge(p: Proof) -> Fact:
    """An average of entries >= u."""
    start(p)
    p.given(terms=every(lambda k: u <= a(k), 1, n), low=k >= 1, high=k <= n)
    p.use("entry", "terms", k)
    p.rule("pos", "exp_pos", a(k))
    p.every("weighted", k, p.have(None, u * exp(a(k)) <= a(k) * exp(a(k)), ("entry", "pos")), "low", "high")
    by = {"f": fun(lambda k: u * exp(a(k))), "g": fun(lambda k: a(k) * exp(a(k)))}
    p.apply("sum", "sum_le", "weighted", lo=1, hi=n, **by)
    return p.have("out", u <= boltz(a, n), "sum", "Z_pos", scale=["Z_pos"])


def end_entry(p: Proof, end: Term, claim: Term) -> Fact:
    """a_k against the first or the last entry of a decreasing vector."""

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.have(None, claim, p.both(None, k, end, a, order))
        s, t = order.concl.args
        if (end is n and t is k) or (end is not n and s is k):
            return p.rule(None, "absurd", p.have(None, FALSE, order, "low", "high"), claim)
        return p.have(None, claim, p.use(None, "decreasing", s, t, using=[order, "one_one", "n_n", "some"]))

    return p.by_order(None, k, end, prove)


@paper.claim(given=[some, decreasing], shows=absolute(boltz(a, n)) <= end_max)
def average_le_ends(p: Proof) -> Fact:
    """a_n <= boltz(a) <= a_1."""
    p.given(some=some, decreasing=decreasing, low=k >= 1, high=k <= n)
    p.have("one_one", num(1) <= 1)
    p.have("n_n", n <= n)
    p.apply("first", "abs_ge", x=a(1))
    p.apply("last", "abs_ge", x=-a(n))
    p.apply("m1", "le_larger", x=absolute(a(1)), t=absolute(a(n)))
    p.apply("m2", "le_larger_second", x=absolute(a(1)), t=absolute(a(n)))
    p.every(
        "above",
        k,
        p.have(None, a(k) <= end_max, end_entry(p, num(1), a(k) <= a(1)), "first", "m1"),
        "low",
        "high",
    )
    p.every("below", k, p.have(None, -end_max <= a(k), end_entry(p, n, a(n) <= a(k)), "last", "m2"), "low", "high")
    p.apply("le", "boltz_le", "above", u=end_max)
    p.apply("ge", "boltz_ge", "below", u=-end_max)
    return p.apply("out", "abs_le", "le", "ge", x=boltz(a, n), u=end_max)


@paper.claim(given=[some, bounded(a)], shows=end_max < r)
def ends_lt_r(p: Proof) -> Fact:
    """Both ends are below r."""
    p.given(
        some=some,
        bounded=bounded(a),
        low=absolute(a(1)) <= absolute(a(n)),
        high=absolute(a(n)) < absolute(a(1)),
    )
    p.have("one_one", num(1) <= 1)
    p.have("n_n", n <= n)
    p.use("first", "bounded", 1)
    p.use("last", "bounded", n)
    cases = [p.have(None, end_max < r, "first", "last", *p.chosen(p.get(order), end_max)) for order in ("low", "high")]
    return p.cases("out", absolute(a(1)), absolute(a(n)), *cases)


@paper.claim(given=[some, bounded(a)], shows=absolute(boltz(a, n)) <= r)
def boltz_bounded(p: Proof) -> Fact:
    """An average of entries between −r and r."""
    p.given(some=some, bounded=bounded(a), low=k >= 1, high=k <= n)
    p.use("entry", "bounded", k)
    p.apply("up", "abs_ge", x=a(k))
    p.apply("down", "abs_ge", x=-a(k))
    p.every("above", k, p.have(None, a(k) <= r, "entry", "up"), "low", "high")
    p.every("below", k, p.have(None, -r <= a(k), "entry", "down"), "low", "high")
    p.apply("le", "boltz_le", "above", u=r)
    p.apply("ge", "boltz_ge", "below", u=-r)
    return p.apply("out", "abs_le", "le", "ge", x=boltz(a, n), u=r)


target_1 = log(n) ** 2 * exp(-2 * r)


@paper.claim(given=[some, *k_in, bounded(a), bounded(b)], shows=target_1 <= target)
def eq_113_second(p: Proof) -> Fact:
    """a_1 − b_{k+1} < 2r."""
    names(p, "some", "k_low", "k_high")
    p.given(bounded_a=bounded(a), bounded_b=bounded(b))
    p.have("one_one", num(1) <= 1)
    p.have("next_low", k + 1 >= 1, "k_low")
    p.have("next_high", k + 1 <= n, "k_high")
    p.use("first", "bounded_a", 1)
    p.use("next_", "bounded_b", k + 1)
    p.apply("up", "abs_ge", x=a(1))
    p.apply("down", "abs_ge", x=-B)
    p.have("less", -2 * r <= -(a(1) - B), "first", "next_", "up", "down")
    p.apply("grow", "exp_le", "less", x=-2 * r, y=-(a(1) - B))
    p.apply("square", "square_nonneg", x=log(n))
    return p.have("out", target_1 <= target, ("grow", "square"))


# the paper's "without loss of generality": both vectors sorted

sorted_a, sorted_b = in_order(a, n), in_order(b, n)


@paper.claim(given=[some, no_duplicates(a)], shows=eq(boltz(sorted_a, n), boltz(a, n)))
def boltz_sorted(p: Proof) -> Fact:
    """boltz does not depend on the order of the entries."""
    p.given(some=some, distinct=no_duplicates(a))
    p.have("n_pos", n >= 0, "some")
    rho = fun(lambda i: rank(i, a, n))
    for name in ("every_rank_taken", "ranks_low", "ranks_high"):
        p.apply(name, name, f=a)
    q = j
    p.given(i_low=i >= 1, i_high=i <= n, hit=eq(rank(i, a, n), q))
    p.apply("entry", "sorted_entry", f=a, q=q)
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        p.both(f"{label}_entry", sorted_a(q), a(i), f, "entry")
        p.every(f"{label}_i", i, f"{label}_entry", "i_low", "i_high", "hit")
        p.every(f"{label}_values", q, f"{label}_i", q >= 1, q <= n)
        by = {"rho": rho, "t": of_entries(f, sorted_a), "f": of_entries(f, a)}
        p.apply(f"{label}_sum", "sum_permuted", f"{label}_values", **by)
    p.both("inverse", partition(sorted_a, n), Z, inv, "Z_sum")
    return p.have("out", eq(boltz(sorted_a, n), boltz(a, n)), "inverse", "N_sum")


def at_place(p: Proof, v: Term, q: Term, claim: Term, prove: Callable[[Term, list[Fact], Fact, Fact], Fact]) -> Fact:
    """`claim` about the entry at place q of the sorted v, `prove` being given an i with rank q and v_i there."""
    name = v.args[0]
    (i,) = ints(f"at_{q.args[0]}")
    low, high, hit = (p._run("assume", g) for g in (i >= 1, i <= n, eq(rank(i, v, n), q)))
    entry = p.apply(None, "sorted_entry", low, high, hit, f=v, q=q, i=i)
    found = prove(i, [low, high], hit, entry)
    each = p.every(None, i, found, low, high, hit)
    taken = p.use(None, f"taken_{name}", q)
    some_i = p.have(None, taken.concl.args[0] > 0, taken)
    s, t = claim.args
    kind = "witness_le" if claim.op == "le" else "witness_lt"
    return p.apply(None, kind, each, some_i, rho=fun(lambda i: rank(i, v, n)), q=q, x=s, y=t)


def sorted_start(p: Proof, *vectors_: Term) -> None:
    """Every rank is taken, for each vector."""
    p.given(some=some)
    p.have("n_pos", n >= 0, "some")
    for v in vectors_:
        name = v.args[0]
        p.given(**{f"distinct_{name}": no_duplicates(v)})
        p.apply(f"taken_{name}", "every_rank_taken", f=v)


@paper.claim(given=[some, no_duplicates(a), bounded(a)], shows=bounded(sorted_a))
def sorted_bounded(p: Proof) -> Fact:
    """The same entries, so the same bound."""
    sorted_start(p, a)
    p.given(bounded=bounded(a), j_low=j >= 1, j_high=j <= n)
    claim = absolute(sorted_a(j)) < r

    def prove(i: Term, ranges: list[Fact], hit: Fact, entry: Fact) -> Fact:
        less = p.use(None, "bounded", i, using=ranges)
        return p.have(None, claim, less, p.both(None, sorted_a(j), a(i), absolute, entry))

    return p.every("out", j, at_place(p, a, j, claim, prove), "j_low", "j_high")


@paper.claim(given=[some, delta > 0, no_duplicates(a), gaps(a, a)], shows=separated(sorted_a))
def sorted_separated(p: Proof) -> Fact:
    """Sorted, neighbours are apart in the right order."""
    sorted_start(p, a)
    p.given(
        wide=delta > 0,
        gaps_a=gaps(a, a),
        j_low=j >= 1,
        j_high=j <= n,
        k_low=k >= 1,
        k_high=k <= n,
        order=j < k,
    )
    claim = delta < sorted_a(j) - sorted_a(k)

    def outer(i: Term, ranges: list[Fact], hit: Fact, entry: Fact) -> Fact:
        def inner(h: Term, ranges_h: list[Fact], hit_h: Fact, entry_h: Fact) -> Fact:
            inside = [*ranges, *ranges_h]
            later = p.have(None, rank(i, a, n) < rank(h, a, n), hit, hit_h, "order")

            def prove(o: Fact) -> Fact:
                if o.concl is (a(h) < a(i)):
                    same = p.rule(None, "assume", eq(a(i), a(h)))
                    differ = p.discharged(p.have(None, FALSE, same, o), same.concl)
                    gap = p.use(None, "gaps_a", i, h, using=[*inside, differ])
                    size = p.rule(None, "abs_value", a(i) - a(h), p.have(None, a(i) - a(h) >= 0, o))
                    return p.have(None, claim, gap, size, entry, entry_h)
                if o.concl.op == "eq":
                    clash = p.both(None, a(i), a(h), lambda y: 1 + sigma(lambda j: ite(y < a(j), 1, 0), 1, n), o)
                else:
                    clash = p.apply(None, "rank_reverses", o, *inside, f=a, i=i, j=h)
                return p.rule(None, "absurd", p.have(None, FALSE, clash, later), claim)

            return p.by_order(None, a(i), a(h), prove)

        return at_place(p, a, k, claim, inner)

    p.every("inner", k, at_place(p, a, j, claim, outer), "k_low", "k_high", "order")
    return p.every("out", j, "inner", "j_low", "j_high")


@paper.claim(given=[some, no_duplicates(a), no_duplicates(b), gaps(a, b)], shows=gaps(sorted_a, sorted_b))
def sorted_apart(p: Proof) -> Fact:
    """Entries of the two sorted vectors are entries of the two vectors."""
    sorted_start(p, a, b)
    p.given(apart=apart, j_low=j >= 1, j_high=j <= n, k_low=k >= 1, k_high=k <= n)
    p.given(different=unequal(sorted_a(j), sorted_b(k)))
    claim = delta < absolute(sorted_a(j) - sorted_b(k))

    def outer(i: Term, ranges: list[Fact], hit: Fact, entry: Fact) -> Fact:
        def inner(h: Term, ranges_h: list[Fact], hit_h: Fact, entry_h: Fact) -> Fact:
            same = p.rule(None, "assume", eq(a(i), b(h)))
            sorted_same = p.have(None, eq(sorted_a(j), sorted_b(k)), same, entry, entry_h)
            differ = p.discharged(p.rule(None, "mp", "different", sorted_same), same.concl)
            gap = p.use(None, "apart", i, h, using=[*ranges, *ranges_h, differ])
            both = p.have(None, eq(a(i) - b(h), sorted_a(j) - sorted_b(k)), entry, entry_h)
            return p.have(None, claim, gap, p.both(None, a(i) - b(h), sorted_a(j) - sorted_b(k), absolute, both))

        return at_place(p, b, k, claim, inner)

    p.every("inner", k, at_place(p, a, j, claim, outer), "k_low", "k_high", "different")
    return p.every("out", j, "inner", "j_low", "j_high")


lemma_1_common = [
    some, far, bounded(a), bounded(b), no_duplicates(a), no_duplicates(b), gaps(a, a), gaps(b, b), gaps(a, b),
]  # fmt: skip
other_token = [*i_in, every(lambda j: unequal(b(j), a(i)), 1, n)]  # a_i is not an entry of b
sorted_given = [some, far, bounded(a), bounded(b), separated(a), separated(b), gaps(a, b)]
swapped_names = {a: b, b: a}


@paper.claim(given=[*sorted_given, *k_in, prefix, first_gap], shows=target_1 < distance)
def eq_113_claim(p: Proof) -> Fact:
    """Sorted, the first difference upwards in a."""
    names(p, "some", "spread_a", "spread_b", "apart", "far", "k_low", "k_high", "prefix", "first_gap")
    p.given(bounded_a=bounded(a), bounded_b=bounded(b))
    p.apply("lemma_7", "lemma_7_proved")
    p.apply("bound", "eq_113_second")
    return p.have("out", target_1 < distance, "lemma_7", "bound")


@paper.claim(given=[gaps(a, b)], shows=gaps(b, a))
def gaps_symmetric(p: Proof) -> Fact:
    """|s − t| = |t − s|."""
    p.given(
        gaps=gaps(a, b),
        j_low=j >= 1,
        j_high=j <= n,
        k_low=k >= 1,
        k_high=k <= n,
        different=unequal(b(j), a(k)),
    )
    same = p.rule(None, "assume", eq(a(k), b(j)))
    p._keep(
        "differ",
        p.discharged(p.rule(None, "mp", "different", p.have(None, eq(b(j), a(k)), same)), same.concl),
    )
    p.use("gap", "gaps", k, j, using=["differ"])
    p.have("less", delta < absolute(b(j) - a(k)), "gap")
    p.every("inner", k, "less", "k_low", "k_high", "different")
    return p.every("out", j, "inner", "j_low", "j_high")


@paper.claim(given=[*sorted_given, *i_in, unequal(a(i), b(i))], shows=target_1 < distance)
def sorted_vectors_apart(p: Proof) -> Fact:
    """Sorted and different somewhere: were they not apart, they would agree up to every k."""

    def claim(x: Term) -> Term:
        return implies(x <= n, every(lambda h: eq(a(h), b(h)), 1, x))

    names(p, "some", "spread_a", "spread_b", "apart", "far")
    p.given(bounded_a=bounded(a), bounded_b=bounded(b), low=i >= 1, high=i <= n, different=unequal(a(i), b(i)))
    wrong, right = p.rule(None, "assume", distance <= target_1), p.rule(None, "assume", target_1 < distance)
    p.given(h_low=j >= 1, h_high=j <= 0)
    p.rule("empty", "absurd", p.have(None, FALSE, "h_low", "h_high"), eq(a(j), b(j)))
    p.every("none", j, "empty", "h_low", "h_high")
    p.rule("base", "discharge", num(0) <= n, "none")
    p.given(k_low=k >= 0, so_far=claim(k), k_next=k + 1 <= n)
    p.rule("prefix", "mp", "so_far", p.settle(k <= n, "k_next"))
    p.have("k_high", k <= n - 1, "k_next")
    p.apply("mirror", "gaps_symmetric")
    p.use("same_prefix", "prefix", j, using=[p.rule(None, "assume", j >= 1), p.rule(None, "assume", j <= k)])
    p.every("prefix_back", j, p.have(None, eq(b(j), a(j)), "same_prefix"), j >= 1, j <= k)

    def next_entry(order: Fact) -> Fact:
        same = eq(a(k + 1), b(k + 1))
        if order.concl.op == "eq":
            return order
        if order.concl is first_gap:
            above = p.apply(None, "eq_113_claim", order, "prefix", "k_low", "k_high")
        else:
            back = {"a": b, "b": a}
            above = p.apply(None, "eq_113_claim", order, "prefix_back", "k_low", "k_high", "mirror", **back)
            above = p.have(None, target_1 < distance, above)
        return p.rule(None, "absurd", p.have(None, FALSE, above, wrong), same)

    p.by_order("next", a(k + 1), b(k + 1), next_entry)
    p.given(j_low=j >= 1, j_high=j <= k + 1)

    def up_to_next(order: Fact) -> Fact:
        same = eq(a(j), b(j))
        if order.concl.op == "eq":
            return p.have(None, same, "next", *(p.both(None, j, k + 1, v, order) for v in (a, b)))
        if order.concl is (j < k + 1):
            return p.use(None, "prefix", j, using=["j_low", p.have(None, j <= k, p.rule(None, "integer_step", order))])
        return p.rule(None, "absurd", p.have(None, FALSE, order, "j_high"), same)

    p.by_order("each", j, k + 1, up_to_next)
    p.every("longer", j, "each", "j_low", "j_high")
    p.rule("step", "discharge", k + 1 <= n, "longer")
    p.induct("all", claim, 0, k, "base", "step")
    p.use("everywhere", "all", n, using=["some"])
    p.use("at_i", "everywhere", i)
    clash = p.rule("clash", "absurd", p.rule(None, "mp", "different", "at_i"), target_1 < distance)
    return p.cases("out", distance, target_1, clash, right)


@paper.claim(given=[*lemma_1_common, *other_token], shows=target_1 < distance)
def lemma_1_separation(p: Proof) -> Fact:
    """A token of a that b lacks: the sorted vectors differ at its rank."""
    sorted_start(p, a, b)
    p.given(far=far, bounded_a=bounded(a), bounded_b=bounded(b), gaps_a=gaps(a, a), gaps_b=gaps(b, b), apart=apart)
    p.given(low=i >= 1, high=i <= n, missing=other_token[2])
    p.apply("three", "delta_gt_three")
    p.have("wide", delta > 0, "three")
    for v in (a, b):
        name = v.args[0]
        p.apply(f"bounded_sorted_{name}", "sorted_bounded", a=v)
        p.apply(f"sorted_{name}", "sorted_separated", a=v)
        p.apply(f"same_{name}", "boltz_sorted", a=v)
    p.apply("sorted_apart", "sorted_apart")
    place = rank(i, a, n)
    p.apply("place_low", "rank_low", f=a)
    p.apply("place_high", "rank_high", f=a)
    p.apply("entry", "sorted_entry", p.have(None, eq(place, place)), f=a, q=place)
    p.given(equal=eq(sorted_a(place), sorted_b(place)), h_low=k >= 1, h_high=k <= n, hit=eq(rank(k, b, n), place))
    p.apply("entry_b", "sorted_entry", "hit", "h_low", "h_high", f=b, q=place, i=k)
    p.use("not_there", "missing", k, using=["h_low", "h_high"])
    met = p.rule(None, "mp", "not_there", p.have(None, eq(b(k), a(i)), "equal", "entry", "entry_b"))
    p.every("each", k, p.rule(None, "absurd", met, num(1) <= 0), "h_low", "h_high", "hit")
    p.use("taken", "taken_b", place)
    counted = p.have(None, p.get("taken").concl.args[0] > 0, "taken")
    rho = fun(lambda h: rank(h, b, n))
    p.apply("nothing", "witness_le", "each", counted, rho=rho, q=place, x=num(1), y=num(0))
    p._keep("different", p.discharged(p.have(None, FALSE, "nothing"), p.get("equal").concl))
    sides = ["place_low", "place_high", "different", "sorted_apart", "sorted_a", "sorted_b"]
    p.apply(
        "apart_sorted",
        "sorted_vectors_apart",
        *sides,
        "bounded_sorted_a",
        "bounded_sorted_b",
        a=sorted_a,
        b=sorted_b,
        i=place,
    )
    difference = p.have(
        None, eq(boltz(sorted_a, n) - boltz(sorted_b, n), boltz(a, n) - boltz(b, n)), "same_a", "same_b"
    )
    p.both("same", boltz(sorted_a, n) - boltz(sorted_b, n), boltz(a, n) - boltz(b, n), absolute, difference)
    return p.have("out", target_1 < distance, "apart_sorted", "same")


# --- what remains of the displays ---------------------------------------------------------------------------


@paper.claim(given=[some], shows=eq(log_of_each(lambda k: log(exp(a(k)))), log_of_each(a)))
def eq_85_fourth(p: Proof) -> Fact:
    """log e^(a_k) = a_k."""
    return p.have("out", eq(log_of_each(lambda k: log(exp(a(k)))), log_of_each(a)))


@paper.claim(given=[some], shows=eq(log_of_each(a), boltz(a, n)))
def eq_85_fifth(p: Proof) -> Fact:
    """The definition of boltz."""
    return p.have("out", eq(log_of_each(a), boltz(a, n)))


@paper.claim(given=[unequal(i, j)], shows=eq(kronecker(i, j), 0))
def kronecker_zero(p: Proof) -> Fact:
    """δ_ij = 0 for i ≠ j."""
    p.given(different=unequal(i, j))
    return p.rule("out", "choice", kronecker(i, j), "different")


@paper.claim(given=[eq(i, j)], shows=eq(kronecker(i, j), 1))
def kronecker_one(p: Proof) -> Fact:
    """δ_ij = 1 for i = j."""
    p.given(same=eq(i, j))
    return p.rule("out", "choice", kronecker(i, j), "same")


q = c  # a vector of positive numbers, of which the entropy is a function of its own
q_positive = every(lambda k: q(k) > 0, 1, n)


@paper.claim(
    given=[some, *j_in, q_positive],
    shows=derivative_of(
        lambda t: -sigma(lambda k: moved(q, j, t)(k) * log(moved(q, j, t)(k)), 1, n), num(0), -log(q(j)) - 1
    ),
)
def entropy_in_weights(p: Proof) -> Fact:
    """∂/∂q_j (−Σ q_k log q_k) = −log q_j − 1."""
    p.given(low=j >= 1, high=j <= n, positive=q_positive, k_low=k >= 1, k_high=k <= n)
    p.use("q_k", "positive", k)
    p.use("q_j", "positive", j)
    p.apply("logs", "sum_delta", f=fun(lambda k: log(q(k))), m=j, lo=1, hi=n)
    p.have("one", eq(q(k) * inv(q(k)) * kronecker(k, j), kronecker(k, j)), "q_k")
    p.every("ones", k, "one", "k_low", "k_high")
    by = {"f": fun(lambda k: q(k) * inv(q(k)) * kronecker(k, j)), "g": fun(lambda k: kronecker(k, j))}
    p.apply("ones_sum", "sum_eq", "ones", lo=1, hi=n, **by)
    p.apply("deltas", "sum_delta", f=fun(lambda k: num(1)), m=j, lo=1, hi=n)
    # at t = 0 the k-th argument of log is q_k, which is positive
    f = zero_of(lambda t: -sigma(lambda k: moved(q, j, t)(k) * log(moved(q, j, t)(k)), 1, n))
    p.rule("raw", "derivative", f, num(0), ["positive"])
    _, _, value = p.get("raw").concl.args
    p.have("value", eq(value, -log(q(j)) - 1), "logs", "ones_sum", "deltas")
    return p.rewrite("out", "raw", "value")


chain = sigma(lambda j: (-log(p_(j)) - 1) * (p_(i) * (kronecker(j, i) - p_(j))), 1, n)
collected = -p_(i) * sigma(lambda j: kronecker(j, i) * (log(p_(j)) + 1) - p_(j) * log(p_(j)) - p_(j), 1, n)
with_ones = -p_(i) * (log(p_(i)) + 1 + S - 1)


@paper.claim(given=[some, *i_in], shows=eq(chain, collected))
def eq_90_collected(p: Proof) -> Fact:
    """δ_ji p_j = δ_ji p_i is not even needed: −p_i is taken out and the product multiplied out."""
    p.given(some=some)
    return p.have("out", eq(chain, collected))


@paper.claim(given=[some, *i_in], shows=eq(collected, with_ones))
def eq_90_summed(p: Proof) -> Fact:
    """The δ picks the i-th term, Σ p_j log p_j = −S, Σ p_j = 1."""
    start(p)
    p.given(low=i >= 1, high=i <= n)
    p.apply("picked", "sum_delta", f=fun(lambda j: log(p_(j)) + 1), m=i, lo=1, hi=n)
    return p.have("out", eq(collected, with_ones), "picked", "Z_pos")


@paper.claim(given=[some, *i_in], shows=eq(with_ones, entropy_slope))
def eq_90_last(p: Proof) -> Fact:
    """The ones cancel."""
    return p.have("out", eq(with_ones, entropy_slope))


@paper.claim(given=[some, *i_in], shows=along(lambda v: entropy(v, n), i, num(0), chain))
def eq_90_chain_rule(p: Proof) -> Fact:
    """∂S/∂a_i is the sum of the products of the two derivatives."""
    p.given(some=some, low=i >= 1, high=i <= n)
    p.apply("slope", "entropy_derivative")
    for name in ("eq_90_collected", "eq_90_summed", "eq_90_last"):
        p.apply(name, name)
    p.have("same", eq(entropy_slope, chain), "eq_90_collected", "eq_90_summed", "eq_90_last")
    return p.rewrite("out", "slope", "same")


# the example of B.3: (8, 6, 5) and (4, 3, 1), then (8, 6, 5) and (8, 3, 1)


def example(*entries: int | Term) -> Term:
    """boltz of a vector of numbers."""
    return boltz(array(*entries), num(len(entries)))


def computed(name: str, shows: Term) -> Claim:
    """A claim about numbers, by ball arithmetic."""

    def prove(p: Proof) -> Fact:
        return p.rule("out", "compute", shows, [], ["leaf", 64])

    prove.__name__ = name
    prove.__doc__ = "By ball arithmetic."
    return paper.claim(given=[], shows=shows)(prove)


tail_sum = num(8) * exp(num(8)) + 2 * (num(3) * exp(num(3)))
lifted_3 = 3 + log(num(2))
approximate = (8 * exp(num(8)) + lifted_3 * exp(lifted_3)) / (exp(num(8)) + exp(lifted_3))
eq_106 = [
    computed("eq_106_first", absolute(example(8, 6, 5) - 8) < num(2, 5)),
    computed("eq_106_order", example(4, 3, 1) < example(8, 6, 5)),
    computed("eq_106_second", absolute(example(4, 3, 1) - 4) < num(2, 5)),
]
eq_107 = computed("eq_107", example(8, 3, 3) <= example(8, 3, 1))
eq_108 = computed("eq_108", example(8, 6, 5) <= example(8, 6))
eq_109_near = computed("eq_109_near", absolute(example(8, 3, 3) - approximate) < num(1, 100))
eq_109_conclusion = computed("eq_109_conclusion", example(8, 6) < example(8, lifted_3))


@paper.claim(given=[], shows=eq(example(8, 3, 3), tail_sum / (exp(num(8)) + 2 * exp(num(3)))))
def eq_109_first(p: Proof) -> Fact:
    """The sums written out."""
    return p.have("out", eq(example(8, 3, 3), tail_sum / (exp(num(8)) + 2 * exp(num(3)))))


@paper.claim(given=[], shows=eq(approximate, example(8, lifted_3)))
def eq_109_last(p: Proof) -> Fact:
    """boltz(8, 3 + log 2)."""
    return p.have("out", eq(approximate, example(8, lifted_3)))


# --- the statements, in the paper's order -------------------------------------------------------------------


def display(section: str, place: int, equation: str, says: str, *printed: Claim, **fields: Any) -> Statement:
    """A displayed formula: the place-th of its section."""
    index = f"{section}[{place}]"
    return paper.state(
        f"eq-{equation}", says, section=section, index=index, equations=equation, printed=printed, **fields
    )


display("A", 1, "21", "boltz(a) = aᵀ softmax(a)", given=[some], defines=boltz(a, n))

# Lemma 1 (section 3.4). Permuted vectors have the same boltz, so "a ≠ b" has to mean different sets of tokens.
lemma_1_printed = [*lemma_1_common, *i_in, unequal(a(i), b(i))]
lemma_1_search = Search(
    sizes={"n": [2], "i": [1, 2]}, reals={"r": [6], "delta": [rational(9, 2)]},
    entries={"a": [0, 5], "b": [0, 5]}, length={"a": "n", "b": "n"},
)  # fmt: skip
permuted = Erratum(
    "false",
    "Two vectors that are permutations of each other are different but have the same boltz; the vectors must differ "
    "as sets of tokens (which is how the lemma is used).",
    claim=1,
    search=lemma_1_search,
)
as_printed, as_mended = Claim(tuple(lemma_1_printed), target_1 < distance), lemma_1_separation
lemma_1 = paper.state(
    "lemma-1", "boltz maps separated vectors to separated numbers", section="3.4", index="Lemma 1", kind="lemma",
    printed=[boltz_bounded, as_printed], mended=[boltz_bounded, as_mended], errata=permuted,
)  # fmt: skip
display("3.4", 9, "14", "the condition δ > 2 log n + 3", given=[some], defines=log(n))
display("3.4", 10, "15", "|boltz(a)| <= r", boltz_bounded)
display(
    "3.4", 11, "16", "|boltz(a) − boltz(b)| > (log n)² e^(−2r)", as_printed, mended=as_mended,
    errata=replace(permuted, claim=0),
)  # fmt: skip

display("B.2", 1, "80", "boltz as a weighted average", given=[some], defines=boltz(a, n))
display("B.2", 2, "81", "the log-partition (the paper says: partition function)", given=[some], defines=L)
display("B.2", 3, "82", "the entropy of the softmax weights", given=[some], defines=S)
lemma_4 = paper.state(
    "lemma-4", "boltz falls along a coordinate that is more than log n + 1 below the maximum", section="B.2",
    index="Lemma 4", kind="lemma", printed=[boltz_derivative_here, gradient_negative, boltz_falls],
)  # fmt: skip
display("B.2", 4, "83", "∂boltz/∂a_i = p_i (1 + log p_i + S)", boltz_derivative_here)
display("B.2", 5, "84", "the condition a_i < max a − log n − 1", given=[some], defines=[greatest, log(n)])
display(
    "B.2", 6, "85", "L − S = boltz, in five lines", eq_85_first, eq_85_second, eq_85_third, eq_85_fourth, eq_85_fifth,
    boltz_eq_logpart_sub_entropy,
)  # fmt: skip
display("B.2", 7, "86", "∂boltz = ∂L − ∂S", boltz_eq_logpart_sub_entropy, boltz_derivative_parts)
display(
    "B.2", 8, "87", "∂p_i/∂a_j = p_j (δ_ij − p_i), by the quotient rule", numerator_derivative, partition_derivative,
    quotient_rule, quotient_simplified,
)  # fmt: skip
display("B.2", 9, "88", "Kronecker's δ", kronecker_zero, kronecker_one)
display("B.2", 10, "89", "∂L/∂a_i = p_i", log_partition_derivative)
display(
    "B.2", 10, "90", "∂S/∂a_i = −p_i (log p_i + S), by the chain rule", entropy_in_weights, eq_90_chain_rule,
    eq_90_collected, eq_90_summed, eq_90_last, entropy_derivative,
)  # fmt: skip
display("B.2", 11, "91", "the two derivatives put together", boltz_derivative_parts, gradient_collected)
display(
    "B.2", 12, "92", "the derivative's sign in terms of a_i", sign_in_terms_of_entry, sign_in_terms_of_weight,
    sign_solved, sign_solved_back,
)  # fmt: skip
display(
    "B.2",
    13,
    "93",
    "negative where a_i < max a − log n − 1",
    max_le_logpart,
    entropy_le_log,
    gradient_negative,
)
lemma_5 = paper.state(
    "lemma-5", "boltz is concave along a coordinate that is more than log n + 3 below the maximum", section="B.2",
    index="Lemma 5", kind="lemma", printed=[second_derivative_here, second_derivative_negative],
)  # fmt: skip
display("B.2", 14, "94", "the second derivative is negative", second_derivative_negative)
display("B.2", 15, "95", "the condition a_i < max a − log n − 3", given=[some], defines=[greatest, log(n)])
display("B.2", 16, "96", "the first derivative again", boltz_derivative_here)
display(
    "B.2", 17, "97", "∂²boltz/∂a_i² = p_i ((1 − 2 p_i)(log p_i + S + 1) + 1)", second_derivative_by_product_rule,
    second_derivative_collected, second_derivative_here,
)  # fmt: skip
display("B.2", 18, "98", "a_i < max a − log n − 3 < L − S − 3, the first being assumed", eq_98_second)
display("B.2", 19, "99", "then log p_i < −S − 3", eq_99_claim)
display("B.2", 20, "100", "p_i < e^(−3) <= 1/4", weight_lt_exp, exp_bound, quarter)
display("B.2", 21, "101", "the bracket of (97) is negative", bracket_lt, bracket_bound)
backwards = Claim(tuple(lemma_6_given), lemma_6_bound < boltz(a, n) - boltz(b, n))
lemma_6 = paper.state(
    "lemma-6", "the fall of boltz when the last entry rises from b_n to a_n", section="B.2", index="Lemma 6",
    kind="lemma", printed=[backwards, lemma_6_proved], mended=lemma_6_proved,
    errata=Erratum(
        "typo",
        "The sentence announces a lower bound of boltz(a) − boltz(b); the formula and the proof bound "
        "boltz(b) − boltz(a).",
        search=Search(
            sizes={"n": [2]}, reals={"delta": [4]}, entries={"a": [6, 1], "b": [6, 0]}, length={"a": "n", "b": "n"}
        ),
    ),
)  # fmt: skip
display("B.2", 22, "102", "the last entries are below all others by δ", given=[n >= 2], defines=top_before)
display("B.2", 23, "103", "Lemma 6's bound", lemma_6_proved)
display("B.2", 24, "104", "boltz lies below its tangent", eq_104_claim)
display("B.2", 25, "105", "the tangent's slope bounded", eq_105_first, eq_105_second, eq_105_third, eq_105_fourth)

display("B.3", 1, "106", "the example (8, 6, 5), (4, 3, 1): ≈ is taken as within 2/5", *eq_106)
display("B.3", 2, "107", "boltz(8, 3, 1) >= boltz(8, 3, 3)", eq_107)
display("B.3", 3, "108", "boltz(8, 6, 5) <= boltz(8, 6)", eq_108)
display(
    "B.3", 4, "109", "boltz(8, 3, 3) against boltz(8, 3 + log 2): ≈ is taken as within 1/100", eq_109_first,
    eq_109_near, eq_109_last, eq_109_conclusion,
)  # fmt: skip
display("B.3", 5, "110", "|boltz(a)| <= max(|a_1|, |a_n|) < r", average_le_ends, ends_lt_r)
display("B.3", 6, "111", "the first difference, at k + 1", given=[*k_in], defines=[A, B])
display("B.3", 7, "112", "Lemma 7 for the sorted vectors", lemma_7_proved)
display(
    "B.3", 8, "113", "a_1 − b_{k+1} < 2r", Claim(eq_113_second.given, target_1 < target), eq_113_claim,
    mended=[eq_113_second, eq_113_claim],
    errata=Erratum(
        "strictness", "For n = 1 both sides of the second inequality are 0; from n = 2 on it is strict.", 0,
        Search(sizes={"n": [1], "k": [0]}, reals={"r": [2]}, entries={"a": [1], "b": [0]}, length={"a": "n", "b": "n"}),
    ),
)  # fmt: skip


def separated_as_printed(v: Term) -> Term:
    """i > j ⇒ v_i − v_j > δ."""
    return every(lambda i: every(lambda j: implies(j < i, delta < v(i) - v(j)), 1, n), 1, n)


@paper.claim(given=[n >= 2, delta > 0, spread_a], shows=a(num(2)) < a(num(1)))
def decreasing_order(p: Proof) -> Fact:
    """i < j ⇒ a_i − a_j > δ."""
    p.given(two=n >= 2, wide=delta > 0, spread=spread_a)
    sides = [
        p.have(None, num(1) <= 1),
        p.have(None, num(1) < 2),
        p.have(None, num(1) <= 2),
        p.have(None, n >= 1, "two"),
    ]
    p.use("gap", "spread", 1, 2, using=sides)
    return p.have("out", a(num(2)) < a(num(1)), "gap", "wide")


upside_down = "For vectors in decreasing order the gap a_i − a_j > δ holds for i < j; (114) says i > j."
lemma_7_printed = [some, separated_as_printed(a), separated_as_printed(b), *lemma_7_given[3:]]
lemma_7 = paper.state(
    "lemma-7", "boltz of separated decreasing vectors that first differ at k + 1", section="B.3", index="Lemma 7",
    kind="lemma", printed=Claim(tuple(lemma_7_printed), target < distance), mended=lemma_7_proved,
    errata=Erratum(
        "typo", upside_down + " With i > j the vectors increase, and the conclusion fails.",
        search=Search(
            sizes={"n": [2], "k": [0]}, reals={"delta": [rational(9, 2)]}, entries={"a": [0, 5, 15], "b": [0, 5, 15]},
            length={"a": "n", "b": "n"},
        ),
    ),
)  # fmt: skip
display(
    "B.3", 9, "114", "in a decreasing order: entries descend by more than δ",
    Claim((n >= 2, delta > 0, separated_as_printed(a)), a(num(2)) < a(num(1))), mended=decreasing_order,
    errata=Erratum(
        "typo", upside_down,
        search=Search(sizes={"n": [2]}, reals={"delta": [1]}, entries={"a": [0, 2]}, length={"a": "n"}),
    ),
)  # fmt: skip
display("B.3", 10, "115", "entries of a and b that differ do so by more than δ", defines=[absolute(a(i) - b(j))])
display("B.3", 11, "116", "a and b agree up to k, then a is larger", given=[*k_in], defines=[A, B])
display("B.3", 12, "117", "Lemma 7's bound", lemma_7_proved)
display("B.3", 13, "118", "the first k + 1 entries of a", given=[*k_in], defines=boltz(a, k + 1))
display("B.3", 14, "119", "b with its tail raised to b_{k+1}", given=[some], defines=boltz(b_bar, n))
inner_vectors = Search(
    sizes={"n": [2], "k": [1]}, reals={"delta": [rational(9, 2)]}, entries={"a": [20, 10], "b": [20, 5]},
    length={"a": "n", "b": "n"},
)  # fmt: skip
display(
    "B.3", 15, "120", "cutting a raises boltz, raising b's tail lowers it",
    Claim(tuple(case_1), boltz(a, n) < boltz(a, k + 1)), Claim(tuple(case_1), boltz(b_bar, n) < boltz(b, n)),
    mended=[cut_a, raise_b, cut_a_strictly, raise_b_strictly],
    errata=[
        Erratum("strictness", "For k = n − 1 nothing is cut off a, and both sides are equal.", 0, inner_vectors),
        Erratum("strictness", "For k = n − 1 no entry of b is raised, and both sides are equal.", 1, inner_vectors),
    ],
)  # fmt: skip
display("B.3", 16, "121", "γ_k and ξ_k", defines=[gamma, xi])
display(
    "B.3", 17, "122", "boltz of b with its tail raised, in four lines", eq_122_first, eq_122_second, eq_122_third,
    eq_122_fourth,
)  # fmt: skip
display("B.3", 18, "123", "the difference in terms of boltz(a_1, …, a_k, b_{k+1} + log(n − k))", eq_123_claim)
display("B.3", 19, "124", "Lemma 6 for the first k + 1 entries", eq_124_first, eq_124_second)
display("B.3", 20, "125", "δ > 2 log n + 3 put in", eq_125_claim)
display("B.3", 21, "126", "more than 2 (log n)² remains", eq_126_first, eq_126_second)
display("B.3", 22, "127", "ξ_k + e^(b_{k+1} + log(n−k)) < 2 e^(a_1)", eq_127_first, eq_127_second, eq_127_third)
display(
    "B.3", 23, "128", "the lower bound of case k >= 1", eq_128_first, eq_128_second,
    Claim(tuple(case_1), target < over_two), mended=[eq_128_first, eq_128_second, eq_128_third],
    errata=Erratum(
        "strictness", "For k = n − 1 the last two lines are equal, as n − k = 1; the chain as a whole stays strict.", 2,
        inner_vectors,
    ),
)  # fmt: skip
display(
    "B.3", 24, "129", "(a_1, a_1 − δ, …, a_1 − δ), whose boltz is less than that of a",
    Claim(tuple(case_2), boltz(a_under, n) < boltz(a, n)), mended=[raise_a, raise_a_strictly],
    errata=Erratum(
        "strictness", "For n = 1 the two vectors are the same.", 0,
        Search(sizes={"n": [1]}, reals={"delta": [4]}, entries={"a": [5], "b": [0]}, length={"a": "n", "b": "n"}),
    ),
)  # fmt: skip
display("B.3", 25, "130", "its boltz in closed form", eq_130_first, eq_130_second, eq_130_third)
display(
    "B.3", 26, "131", "the lower bound of case k = 0", eq_131_first, eq_131_second, eq_131_third, eq_131_fourth,
    eq_131_fifth, square_le_log,
)  # fmt: skip

paper.constant(
    "lemma-4-threshold", lemma_4, "how far a_i must be below the maximum for boltz to fall along it", log(n) + 1,
    needed=sharp, needed_by=gradient_negative_sharp, sharp=sharp, sharp_by=gradient_negative_sharp,
    beyond=gradient_zero_at_sharp,
    note="c = 1 + W((n − 1)/e), W being Lambert's function: the solution c >= 1 of (c − 1) e^c = n − 1; for a smaller "
    "gap the vector (c, 0, …, 0) has derivative 0.",
)  # fmt: skip
