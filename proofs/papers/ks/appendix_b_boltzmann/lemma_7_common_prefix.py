"""Lemma 7 for vectors that agree in their first k >= 1 entries (B.3, (119)-(128)).

The vector a is cut off after k + 1 entries, the tail of b is raised to b_{k+1}, and Lemma 6 compares the results.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import delta
from proofs.papers.ks.appendix_b_boltzmann.separated_vectors import *
from proofs.papers.ks.vocabulary import *

b_bar = head(a, k, B)  # b with its tail raised, as a and b agree up to k
b_raised = head(b, k, B)
positive_k = [k >= 1, k + 1 <= n]
case_1 = [spread_a, spread_b, apart, far, *positive_k, prefix, first_gap]


def case_1_start(p: Proof) -> None:
    """Assume the hypotheses of the case, and prove a_{k+1} − b_{k+1} > δ > 3."""
    names(p, "spread_a", "spread_b", "apart", "far", "prefix", "first_gap")
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    p.have(some, label="some")
    p.apply("delta_gt_three", label="three")
    p.have(k + 1 >= 1, label="next_pos")
    p.given(equal=Eq(A, B))
    p.note("gap", gap_at(p, k + 1))


@paper.claim(given=case_1, shows=boltz(a, n) <= boltz(a, k + 1))
def cut_a(p: Proof) -> None:
    """boltz(a) is at most boltz of the first k + 1 entries of a."""
    case_1_start(p)
    p.apply("separated_decreases", label="decreasing")


@paper.claim(given=[*case_1, k + 1 < n], shows=boltz(a, n) < boltz(a, k + 1))
def cut_a_strictly(p: Proof) -> None:
    """The inequality is strict if entries are cut off."""
    case_1_start(p)
    p.apply("separated_decreases", label="decreasing")
    p.apply("shorten_once", m=k + 1, label="once")
    p.apply("prefix_le", m=k + 2, label="rest")


def tail_below(p: Proof, strictly: bool) -> None:
    """Prove b_j < b_{k+1} (or b_j <= b_{k+1}, unless `strictly`) for j > k + 1, and the gap between b_1 and b_{k+1}."""
    p.specialize("spread_b", 1, k + 1, label="first")
    p.given(j_low=k + 2 <= j, j_high=j <= n)
    entry = p.specialize("spread_b", k + 1, j)
    weak = p.have(b(j) < B if strictly else b(j) <= B, entry, "three")
    p.generalize(j, weak, label="tail")


def b_bar_is_head(p: Proof) -> None:
    """Prove that b with its tail raised to b_{k+1} has the same boltz as (a_1, …, a_k, b_{k+1}, …, b_{k+1})."""
    w = head(b, k + 1, B)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            sides = [p.have(k < j, order), p.have(j <= k + 1, order)]
            more = [p.congr(b, order)]
        elif key(order.concl) == key(j < k + 1):
            sides = [p.have(j <= k, order), p.have(j <= k + 1, order)]
            more = []
        else:
            sides, more = [p.have(k < j, order), p.have(k + 1 < j, order)], []
        chosen = [p.ite_eq(v(j), side) for v, side in zip((b_raised, w), sides, strict=True)]
        return p.have(Eq(b_raised(j), w(j)), *chosen, *more)

    entry_bar = p.trichotomy(j, k + 1, prove)
    p.apply("boltz_same", entry_bar, a=b_raised, b=w, label="same_bar")
    p.have(Eq(boltz(b_raised, n), boltz(b_bar, n)), label="same_head")


@paper.claim(given=case_1, shows=boltz(b_bar, n) <= boltz(b, n))
def raise_b(p: Proof) -> None:
    """Raising the tail of b to b_{k+1} does not increase boltz(b)."""
    case_1_start(p)
    tail_below(p, strictly=False)
    b_bar_is_head(p)
    p.apply("raise_tail", m=k + 1, u=B, label="tail_raised")


@paper.claim(given=[*case_1, k + 1 < n], shows=boltz(b_bar, n) < boltz(b, n))
def raise_b_strictly(p: Proof) -> None:
    """The inequality is strict if there is a tail."""
    case_1_start(p)
    tail_below(p, strictly=True)
    b_bar_is_head(p)
    p.apply("raise_tail_strictly", m=k + 1, u=B, label="tail_raised")


gamma, xi = Sum(lambda l: a(l) * exp(a(l)), 1, k), Sum(lambda l: exp(a(l)), 1, k)
rest, lifted = n - k, B + log(n - k)
E_ = exp(lifted)
a_lifted = fun(lambda j: ite(j <= k, a(j), lifted))  # (a_1, …, a_k, b_{k+1} + log(n − k))
share = E_ / (xi + E_)
paid_log = log(rest) * E_ / (xi + E_)


def step_sums(p: Proof, v: Term, w: Term, size: Term, count: Term) -> None:
    """Prove Σ e^(v_j) = ξ + count e^w and Σ v_j e^(v_j) = γ + count w e^w for v = (a_1, …, a_k, w, …, w)."""
    p.given(j_low=j >= 1, j_k=j <= k, j_after=k + 1 <= j, j_high=j <= size)
    early = p.ite_eq(v(j), "j_k")
    late = p.ite_eq(v(j), p.have(k < j, "j_after"))
    for label, f, head_sum in (("Z", exp, xi), ("N", lambda y: y * exp(y), gamma)):
        p.congr(f, early, label=f"{label}_early")
        p.congr(f, late, label=f"{label}_late")
        p.generalize(j, f"{label}_early", "j_low", "j_k", label=f"{label}_earlies")
        p.generalize(j, f"{label}_late", "j_after", "j_high", label=f"{label}_lates")
        values = of_entries(f, v)
        p.apply("sum_split", f=values, lo=1, hi=size, m=k, label=f"{label}_split")
        p.apply("sum_eq", f"{label}_earlies", label=f"{label}_head")
        p.apply("sum_eq", f"{label}_lates", label=f"{label}_tail")
        p.apply("sum_const", lo=k + 1, hi=size, label=f"{label}_count")
        total = Eq(Sum(values, 1, size), head_sum + count * f(w))
        p.have(total, f"{label}_split", f"{label}_head", f"{label}_tail", f"{label}_count", label=f"{label}_sum")


flat = (gamma + rest * B * exp(B)) / (xi + rest * exp(B))


@paper.claim(given=positive_k, shows=Eq(boltz(b_bar, n), flat))
def eq_122_first(p: Proof) -> None:
    """The sums of (a_1, …, a_k, b_{k+1}, …, b_{k+1})."""
    p.given(k_next=k + 1 <= n)
    step_sums(p, b_bar, B, n, rest)
    p.congr(inv, "Z_sum", label="inverse")


@paper.claim(given=positive_k, shows=Eq(rest * exp(B), E_))
def count_into_exponent(p: Proof) -> None:
    """(n − k) e^b = e^(b + log(n − k))."""


second = (gamma + B * E_) / (xi + E_)
third = (gamma + lifted * E_) / (xi + E_) - paid_log


@paper.claim(given=positive_k, shows=Eq(flat, second))
def eq_122_second(p: Proof) -> None:
    """The factor n − k is moved into the exponent."""
    p.congr(inv, p.have(Eq(xi + rest * exp(B), xi + E_)), label="inverse")


@paper.claim(given=positive_k, shows=Eq(second, third))
def eq_122_third(p: Proof) -> None:
    """The term log(n − k) is added and subtracted."""


@paper.claim(given=positive_k, shows=Eq(partition(a_lifted, k + 1), xi + E_))
def lifted_partition(p: Proof) -> None:
    """The partition function of (a_1, …, a_k, b_{k+1} + log(n − k))."""
    step_sums(p, a_lifted, lifted, k + 1, num(1))


@paper.claim(given=positive_k, shows=Eq(third, boltz(a_lifted, k + 1) - paid_log))
def eq_122_fourth(p: Proof) -> None:
    """The sums of (a_1, …, a_k, b_{k+1} + log(n − k))."""
    step_sums(p, a_lifted, lifted, k + 1, num(1))
    p.congr(inv, "Z_sum", label="inverse")


@paper.claim(
    given=positive_k, shows=Eq(boltz(b_bar, n) - boltz(a, k + 1), boltz(a_lifted, k + 1) - boltz(a, k + 1) - paid_log)
)
def eq_123_claim(p: Proof) -> Fact:
    """The equations of (122) are combined."""
    for label in ("first", "second", "third", "fourth"):
        p.apply(f"eq_122_{label}", label=label)
    return p.have(p.goal, "first", "second", "fourth")


def logs(p: Proof) -> None:
    """Prove 0 <= log(n − k) <= log n and log(k + 1) <= log n."""
    rest_one = p.have(rest >= 1, "k_next")
    p.apply("log_nonneg", rest_one, label="log_rest")
    p.apply("log_le", p.have(rest <= n, "k_pos"), label="log_rest_le")
    p.apply("log_le", "k_next", label="log_next_le")
    p.apply("log_nonneg", x=n, label="log_n")


by_lemma_6 = (A - lifted) * (delta + A - lifted - log(k + 1) - 1) * share
by_delta = (delta - log(n)) * (2 * delta - 2 * log(n) - 1) * share
by_log = (log(n) + 3) * (2 * log(n) + 5) * share
drop = boltz(a_lifted, k + 1) - boltz(a, k + 1)


@paper.claim(given=case_1, shows=by_lemma_6 < drop)
def eq_124_first(p: Proof) -> Fact:
    """Lemma 6 for the first k + 1 entries."""
    case_1_start(p)
    logs(p)
    top = Max(lambda i: a(i), 1, k)
    p.max_ge(top, num(1), p.have(num(1) <= 1, label="one_one"), "k_pos", label="ge")
    p.specialize("spread_a", 1, k + 1, label="spread_1")
    p.have(a_lifted(k + 1) < a(k + 1), label="lower")
    lemma_6 = p.apply("lemma_6_proved", b=a_lifted, n=k + 1)
    Z_sum = p.apply("lifted_partition")
    inverse = p.congr(inv, Z_sum)
    return p.have(p.goal, lemma_6, inverse)


def share_positive(p: Proof) -> None:
    """Prove 0 < e^(b + log(n − k)) / (ξ + e^(b + log(n − k)))."""
    p.note("xi_E", p.positive(xi + E_))
    p.note("share", p.positive(share))


@paper.claim(given=case_1, shows=by_delta < by_lemma_6)
def eq_124_second(p: Proof) -> Fact:
    """a_{k+1} − b_{k+1} > δ, and the logarithms are at most log n."""
    case_1_start(p)
    logs(p)
    share_positive(p)
    f1 = p.have(A - lifted - (delta - log(n)) > 0)
    big = delta + A - lifted - log(k + 1) - 1
    f2 = p.have(big - (2 * delta - 2 * log(n) - 1) > 0)
    g1 = p.have(delta - log(n) > 0, "far", "log_n")
    g2 = p.have(2 * delta - 2 * log(n) - 1 > 0)
    inside = (delta - log(n)) * (2 * delta - 2 * log(n) - 1) < (A - lifted) * big
    p.have(inside, (f1, f2), (f1, g2), (g1, f2), label="inside")
    return p.have(p.goal, ("inside", "share"))


@paper.claim(given=case_1, shows=by_delta < drop)
def eq_125_first(p: Proof) -> Fact:
    """(124)."""
    first = p.apply("eq_124_first")
    second = p.apply("eq_124_second")
    return p.have(p.goal, first, second)


@paper.claim(given=case_1, shows=by_log < by_delta)
def eq_125_claim(p: Proof) -> Fact:
    """Both factors are bounded by δ > 2 log n + 3."""
    case_1_start(p)
    logs(p)
    share_positive(p)
    f1 = p.have(delta - log(n) - (log(n) + 3) > 0)
    f2 = p.have(2 * delta - 2 * log(n) - 1 - (2 * log(n) + 5) > 0)
    g1 = p.have(log(n) + 3 > 0)
    g2 = p.have(2 * log(n) + 5 > 0)
    inside = (log(n) + 3) * (2 * log(n) + 5) < (delta - log(n)) * (2 * delta - 2 * log(n) - 1)
    p.have(inside, (f1, f2), (f1, g2), (g1, f2), label="inside")
    return p.have(p.goal, ("inside", "share"))


by_square = share * (2 * log(n) ** 2)
in_brackets = share * ((log(n) + 3) * (2 * log(n) + 5) - log(rest))


@paper.claim(given=case_1, shows=in_brackets < boltz(b_bar, n) - boltz(a, k + 1))
def eq_126_first(p: Proof) -> Fact:
    """(125) is substituted into (123)."""
    for label, name in (("e123", "eq_123_claim"), ("e124", "eq_125_first"), ("e125", "eq_125_claim")):
        p.apply(name, label=label)
    return p.have(p.goal, "e123", "e124", "e125")


@paper.claim(given=case_1, shows=by_square < in_brackets)
def eq_126_second(p: Proof) -> Fact:
    """(log n + 3)(2 log n + 5) − log(n − k) > 2 (log n)²."""
    case_1_start(p)
    logs(p)
    share_positive(p)
    inside = p.have(2 * log(n) ** 2 < (log(n) + 3) * (2 * log(n) + 5) - log(rest))
    return p.have(p.goal, (inside, "share"))


first_terms = Sum(lambda l: exp(a(l)), 1, k + 1)
ladder_sum = exp(a(1)) * Sum(lambda l: exp(-(l - 1) * delta), 1, k + 1)


@paper.claim(given=case_1, shows=xi + E_ < first_terms)
def eq_127_first(p: Proof) -> None:
    """b_{k+1} + log(n − k) < a_{k+1}."""
    case_1_start(p)
    logs(p)
    p.have(lifted < A, label="less")
    p.apply("exp_lt", x=lifted, y=A, label="grow")
    p.big_step(first_terms, "next_pos", label="step")


@paper.claim(given=[spread_a, j >= 1, j <= n], shows=a(j) <= a(1) - (j - 1) * delta)
def ladder(p: Proof) -> None:
    """a_j <= a_1 − (j − 1) δ."""

    def claim(x: Term) -> Term:
        return implies(x <= n, a(x) <= a(1) - (x - 1) * delta)

    p.given(spread_a=spread_a, k_low=k >= 1, so_far=claim(k), k_high=k + 1 <= n)
    base = p.rule("discharge", n >= 1, p.have(a(1) <= a(1) - (num(1) - 1) * delta))
    before = p.mp("so_far", p.side_condition(k <= n))
    gap = p.specialize("spread_a", k, k + 1)
    step = p.rule("discharge", k + 1 <= n, p.have(a(k + 1) <= a(1) - (k + 1 - 1) * delta, before, gap))
    p.induct(claim, 1, k, base, step, label="all")


@paper.claim(given=case_1, shows=first_terms < ladder_sum)
def eq_127_second(p: Proof) -> None:
    """The entries decrease by more than δ; the inequality is strict, since there are at least two entries."""
    case_1_start(p)
    p.apply("ladder", j=k, label="rung_k")
    p.specialize("spread_a", k, k + 1, label="gap_k")
    by = {"f": fun(lambda l: exp(a(l))), "g": fun(lambda l: exp(a(1) - (l - 1) * delta))}
    p.apply("sum_lt_one", lo=1, hi=k + 1, m=k + 1, **by, label="sum")


@paper.claim(given=[delta > 3, k >= 1], shows=Sum(lambda l: exp(-(l - 1) * delta), 1, k + 1) < 2)
def geometric(p: Proof) -> None:
    """Σ_{l=1}^m e^(−(l−1)δ) <= 2 − 2 e^(−δ m) < 2 by induction, since e^(−δ) <= 1/2."""

    def total(x: Term) -> Term:
        return Sum(lambda l: exp(-(l - 1) * delta), 1, x)

    def claim(x: Term) -> Term:
        return total(x) <= 2 - 2 * exp(-x * delta)

    p.given(m_low=m >= 0, so_far=claim(m), low=delta > 3)
    ge = p.exp_ge(delta)
    half = p.have(2 * exp(-delta) <= 1, (ge, exp(-delta)), ("low", exp(-delta)), p.exp_pos(-delta))
    base = p.have(claim(num(0)))
    next_ = p.big_step(total(m + 1), p.have(m + 1 >= 1))
    step = p.have(claim(m + 1), "so_far", next_, (half, exp(-m * delta)))
    p.induct(claim, 0, m, base, step, label="all")


@paper.claim(given=case_1, shows=ladder_sum < 2 * exp(a(1)))
def eq_127_third(p: Proof) -> None:
    """The geometric sum is less than 2."""
    case_1_start(p)


target = log(n) ** 2 * exp(-(a(1) - B))
over_two = E_ / (2 * exp(a(1))) * (2 * log(n) ** 2)


@paper.claim(given=case_1, shows=by_square < boltz(b_bar, n) - boltz(a, k + 1))
def eq_128_first(p: Proof) -> None:
    """This is (126)."""


@paper.claim(given=case_1, shows=over_two < by_square)
def eq_128_second(p: Proof) -> Fact:
    """ξ + e^(b + log(n − k)) < 2 e^(a_1); the inequality is strict, since log n > 0."""
    share_positive(p)
    for label in ("first", "second", "third"):
        p.apply(f"eq_127_{label}", label=label)
    less = p.have(xi + E_ < 2 * exp(a(1)))
    square = p.have(log(n) ** 2 > 0, "log_pos")
    inverse = p.have(inv(2 * exp(a(1))) < inv(xi + E_), less, scale=["xi_E", exp(a(1))])
    return p.have(p.goal, (inverse, exp(lifted), square))


@paper.claim(given=case_1, shows=target <= over_two)
def eq_128_third(p: Proof) -> None:
    """n − k >= 1, with equality if k = n − 1."""
    rest_one = p.have(rest >= 1)
    square = p.apply("square_nonneg", x=log(n))
    p.note("power", p.positive(exp(-(a(1) - B))))
    p.have(target <= rest * target, (rest_one, square, "power"), label="more")


@paper.claim(given=case_1, shows=boltz(a, k + 1) < boltz(b_bar, n))
def eq_128_positive(p: Proof) -> Fact:
    """The difference exceeds a positive multiple of 2 (log n)², since n >= 2."""
    share_positive(p)
    square = p.have(0 < log(n) ** 2, "log_pos")
    return p.have(p.goal, p.apply("eq_128_first"), (square, "share"))


@paper.claim(given=case_1, shows=target < boltz(b, n) - boltz(a, n))
def lemma_7_case_1(p: Proof) -> Fact:
    """Lemma 7 in the case k >= 1."""
    names_ = ("cut_a", "raise_b", "eq_128_first", "eq_128_second", "eq_128_third")
    return p.have(p.goal, *names_)
