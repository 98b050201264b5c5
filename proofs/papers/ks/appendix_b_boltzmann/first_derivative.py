"""The Boltzmann operator as log-partition minus entropy, and its derivatives (B.2)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.vocabulary import *

# --- B.2: the operator, the log-partition, the entropy ------------------------------------------------------

falls = a(i) < greatest - log(n) - 1
bends = a(i) < greatest - log(n) - 3


@paper.claim(given=[some], shows=Eq(log(p_(i)), a(i) - L))
def log_weight(p: Proof) -> None:
    """log p_i = a_i − L."""
    p.apply("log_inv", x=Z, label="inverse")
    p.apply("log_mul", x=exp(a(i)), y=inv(Z), label="product")


@paper.claim(given=[some], shows=Eq(Sum(p_, 1, n), 1))
def weights_sum(p: Proof) -> None:
    """Σ p_i = 1."""


def log_of_each(power: Callable[[Term], Term]) -> Term:
    """Return Σ p_k power(k)."""
    return Sum(lambda k: p_(k) * power(k), 1, n)


@paper.claim(given=[some], shows=Eq(L - S, L + log_of_each(lambda k: log(p_(k)))))
def eq_85_first(p: Proof) -> None:
    """The entropy is written out."""


@paper.claim(given=[some], shows=Eq(log_of_each(lambda k: log(p_(k))), log_of_each(lambda k: a(k) - L)))
def entropy_terms(p: Proof) -> None:
    """Σ p_k log p_k = Σ p_k (a_k − L), term by term."""


@paper.claim(given=[some], shows=Eq(L + log_of_each(lambda k: log(p_(k))), log_of_each(lambda k: log(p_(k) * Z))))
def eq_85_second(p: Proof) -> None:
    """The log-partition is moved into the sum."""
    product = p.have(Eq(p_(k) * Z, exp(a(k))))
    p.congr(log, product, label="log")
    p.generalize(k, "log", label="logs")
    p.have(Eq(Sum(lambda k: p_(k) * a(k), 1, n), p.goal.args[1]), label="sum")


@paper.claim(given=[some], shows=Eq(log_of_each(lambda k: log(p_(k) * Z)), log_of_each(lambda k: log(exp(a(k))))))
def eq_85_third(p: Proof) -> None:
    """p_k Z = e^(a_k)."""
    start(p)
    product = p.have(Eq(p_(k) * Z, exp(a(k))))
    p.congr(log, product, label="log")
    p.generalize(k, "log", label="logs")


@paper.claim(given=[some], shows=Eq(L - S, boltz(a, n)))
def boltz_eq_logpart_sub_entropy(p: Proof) -> None:
    """boltz = L − S."""


# --- derivatives --------------------------------------------------------------------------------------------

at_x = moved(a, i, x)  # where a derivative along coordinate i is taken


def picking(p: Proof, v: Term, i: Term) -> None:
    """The partition Z of v is positive, and Σ e^(v_k) δ_ki = e^(v_i)."""
    p.note("Z_pos", p.positive(partition(v, n)))
    p.apply("sum_delta", f=fun(lambda k: exp(v(k))), m=i, lo=1, hi=n, label="picked")


@paper.claim(given=[some, *j_in], shows=along(lambda v: partition(v, n), j, num(0), exp(a(j))))
def partition_derivative(p: Proof) -> Fact:
    """∂Z/∂a_j = e^(a_j)."""
    picking(p, a, j)
    return p.derivative(lambda t: partition(moved(a, j, t), n), num(0), exp(a(j)), "picked")


@paper.claim(given=[*i_in, *j_in], shows=along(lambda v: exp(v(i)), j, num(0), kronecker(i, j) * exp(a(j))))
def numerator_derivative(p: Proof) -> Fact:
    """∂e^(a_i)/∂a_j = δ_ij e^(a_j)."""
    return p.derivative(lambda t: exp(moved(a, j, t)(i)), num(0), kronecker(i, j) * exp(a(j)))


quotient = (kronecker(i, j) * exp(a(j)) * Z - exp(a(i)) * exp(a(j))) / (Z * Z)


@paper.claim(given=[some, *i_in, *j_in], shows=along(lambda v: softmax(v, n, i), j, num(0), quotient))
def quotient_rule(p: Proof) -> Fact:
    """The quotient rule, with the derivatives of numerator and denominator substituted."""
    picking(p, a, j)
    same = p.apply("delta_same", f=fun(lambda h: exp(a(h))), k=i, m=j)
    return p.derivative(lambda t: softmax(moved(a, j, t), n, i), num(0), quotient, "picked", same)


@paper.claim(given=[some, *i_in, *j_in], shows=Eq(quotient, p_(j) * (kronecker(i, j) - p_(i))))
def quotient_simplified(p: Proof) -> None:
    """(δ_ij e^(a_j) Z − e^(a_i) e^(a_j)) / Z² = p_j (δ_ij − p_i)."""


def quotient_slopes(u: Term, w: Term) -> list[Term]:
    """e^(a_i) and Z have the derivatives u and w along j, and their quotient that of the quotient rule."""
    quotient = along(lambda v: softmax(v, n, i), j, num(0), (u * Z - exp(a(i)) * w) / (Z * Z))
    return [along(lambda v: exp(v(i)), j, num(0), u), along(lambda v: partition(v, n), j, num(0), w), quotient]


@paper.claim(given=[some, *i_in, *j_in], shows=exists(quotient_slopes, "R", "R"))
def quotient_of_derivatives(p: Proof) -> Fact:
    """∂(e^(a_i)/Z) = (∂e^(a_i) Z − e^(a_i) ∂Z)/Z², without the derivatives substituted."""
    return p.exists_intro(p.goal, [kronecker(i, j) * exp(a(j)), exp(a(j))])


@paper.claim(given=[some, *i_in], shows=along(lambda v: log_partition(v, n), i, num(0), p_(i)))
def log_partition_derivative(p: Proof) -> Fact:
    """∂L/∂a_i = p_i."""
    picking(p, a, i)
    return p.derivative(lambda t: log_partition(moved(a, i, t), n), num(0), p_(i), "picked")


entropy_slope = -p_(i) * (log(p_(i)) + S)


@paper.claim(given=[some, *i_in], shows=along(lambda v: entropy(v, n), i, num(0), entropy_slope))
def entropy_derivative(p: Proof) -> Fact:
    """∂S/∂a_i = −p_i (log p_i + S)."""
    picking(p, a, i)
    p.apply("sum_delta", f=fun(lambda k: exp(a(k)) * log(p_(k))), m=i, lo=1, hi=n, label="picked_log")
    return p.derivative(lambda t: entropy(moved(a, i, t), n), num(0), entropy_slope)


@paper.claim(given=[some, *i_in], shows=derivative_of(lambda t: boltz(moved(a, i, t), n), x, gradient(at_x, n, i)))
def boltz_derivative(p: Proof) -> Fact:
    """∂boltz/∂a_i = p_i (1 + log p_i + S), at every a + x e_i."""
    v = at_x
    picking(p, v, i)
    picked_a = p.apply("sum_delta", f=fun(lambda k: v(k) * exp(v(k))), m=i, lo=1, hi=n)
    log = p.apply("log_weight", a=v)
    split = p.apply("boltz_eq_logpart_sub_entropy", a=v)
    return p.derivative(lambda t: boltz(moved(a, i, t), n), x, gradient(v, n, i), "picked", picked_a, log, split)


@paper.claim(
    given=[some, *i_in], shows=derivative_of(lambda t: gradient(moved(a, i, t), n, i), x, second_derivative(at_x, n, i))
)
def boltz_second_derivative(p: Proof) -> Fact:
    """∂²boltz/∂a_i² = p_i ((1 − 2 p_i)(log p_i + S + 1) + 1), at every a + x e_i."""
    v = at_x
    picking(p, v, i)
    picked_log = p.apply("sum_delta", f=fun(lambda k: exp(v(k)) * log(p_(k, v))), m=i, lo=1, hi=n)
    return p.derivative(lambda t: gradient(moved(a, i, t), n, i), x, second_derivative(v, n, i), picked_log)


@paper.claim(given=[some, *i_in], shows=along(lambda v: boltz(v, n), i, num(0), gradient(a, n, i)))
def boltz_derivative_here(p: Proof) -> Fact:
    """The derivative at a itself."""
    return p.apply("boltz_derivative", x=num(0))


@paper.claim(given=[some, *i_in], shows=along(lambda v: boltz(v, n), i, num(0), p_(i) - entropy_slope))
def boltz_derivative_parts(p: Proof) -> Fact:
    """∂boltz/∂a_i = ∂L/∂a_i − ∂S/∂a_i, with the two derivatives substituted."""
    return p.apply("boltz_derivative", x=num(0))


def slopes(u: Term, w: Term) -> list[Term]:
    """L and S have the derivatives u and w along i, and boltz has the derivative u − w."""
    return [
        along(lambda v: log_partition(v, n), i, num(0), u), along(lambda v: entropy(v, n), i, num(0), w),
        along(lambda v: boltz(v, n), i, num(0), u - w),
    ]  # fmt: skip


@paper.claim(given=[some, *i_in], shows=exists(slopes, "R", "R"))
def derivatives_subtracted(p: Proof) -> Fact:
    """L and S have derivatives along i, whose difference is that of boltz."""
    return p.exists_intro(p.goal, [p_(i), entropy_slope])


@paper.claim(given=[some, *i_in], shows=Eq(p_(i) - entropy_slope, gradient(a, n, i)))
def gradient_collected(p: Proof) -> None:
    """p_i + p_i (log p_i + S) = p_i (1 + log p_i + S)."""


# --- the two facts about sums -------------------------------------------------------------------------------


@paper.claim(given=[some, *i_in], shows=a(i) <= L)
def entry_le_logpart(p: Proof) -> Fact:
    """a_i <= L: e^(a_i) is one of the terms of Z."""
    p.apply("sum_member", f=fun(lambda k: exp(a(k))), m=i, lo=1, hi=n, label="member")
    return p.apply("log_le", x=exp(a(i)), y=Z)


@paper.claim(given={"some": some}, shows=greatest <= L)
def max_le_logpart(p: Proof) -> Fact:
    """max a <= L."""
    p.given(low=i >= 1, high=i <= n)
    entry = p.apply("entry_le_logpart")
    entries = p.generalize(i, entry)
    return p.max_le(greatest, L, "some", entries)


@paper.claim(given=[*i_in, *j_in, i < j], shows=exp(a(i)) + exp(a(j)) <= Z)
def two_terms_le_partition(p: Proof) -> None:
    """The sum of two terms of Z is at most Z."""
    p.given(order=i < j)
    p.apply("sum_pick", f=fun(lambda k: exp(a(k))), m=i, lo=1, hi=n, label="pick")
    rest = ite(Eq(k, i), 0, exp(a(k)))
    rest_ge = p.trichotomy(k, i, lambda order: p.have(rest >= 0, exp(a(k)), *p.reduce_ite(order, rest)))
    p.apply("sum_member", rest_ge, f=fun(lambda k: ite(Eq(k, i), 0, exp(a(k)))), m=j, lo=1, hi=n, label="other")
    p.ite_eq(ite(Eq(j, i), 0, exp(a(j))), "order", label="j")


@paper.claim(given=[n >= 2], shows=greatest < L)
def max_lt_logpart(p: Proof) -> None:
    """max a < L if there are at least two entries."""
    p.apply("two_terms_le_partition", i=1, j=2, label="second")
    p.given(k_low=k >= 1, k_high=k <= n, is_one=k <= 1, later=k > 1)
    p.apply("two_terms_le_partition", i=1, j=k, label="first")
    one = p.antisymmetry("is_one", "k_low")
    p.congr(lambda h: exp(a(h)), one, label="same")
    for label, sides in (
        ("is_one", ("second", "same", p.positive(exp(a(num(2)))))),
        ("later", ("first", p.positive(exp(a(num(1)))))),
    ):
        p.have(exp(a(k)) < Z, *sides, label=f"{label}_lt")
    below = p.cases(k, 1, "is_one_lt", "later_lt")
    log = p.apply("log_lt", below)
    p.generalize(k, p.change(log, a(k) < L), label="entries")


@paper.claim(given=[some], shows=log(n) >= S)
def entropy_le_log(p: Proof) -> Fact:
    """S <= log n: e^(L − a_j − log n) >= 1 + L − a_j − log n, weighted by e^(a_j) and summed."""
    start(p)
    ge = p.exp_ge(L - a(j) - log(n))
    term = p.have(exp(a(j)) * (1 + L - a(j) - log(n)) <= exp(L - log(n)), (ge, exp(a(j))))
    by = {"f": fun(lambda j: exp(a(j)) * (1 + L - a(j) - log(n))), "g": fun(lambda j: exp(L - log(n)))}
    sum_ = p.apply("sum_le", term, lo=1, hi=n, **by)
    count = p.apply("sum_const", lo=1, hi=n)
    total = p.have(Eq(n * exp(L - log(n)), Z))
    split = p.apply("boltz_eq_logpart_sub_entropy")
    return p.have(p.goal, sum_, count, total, split, scale=["Z_pos"])


@paper.claim(given=[some], shows=S >= 0)
def entropy_nonneg(p: Proof) -> Fact:
    """0 <= S: boltz is an average of entries, each <= L."""
    start(p)
    p.given(low=k >= 1, high=k <= n)
    term = p.have(a(k) * exp(a(k)) <= L * exp(a(k)), "entry_le_logpart")
    by = {"f": fun(lambda k: a(k) * exp(a(k))), "g": fun(lambda k: L * exp(a(k)))}
    sum_ = p.apply("sum_le", term, lo=1, hi=n, **by)
    split = p.apply("boltz_eq_logpart_sub_entropy")
    return p.have(p.goal, sum_, split, scale=["Z_pos"])
