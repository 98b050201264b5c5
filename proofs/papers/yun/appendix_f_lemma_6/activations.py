"""Softmax as an approximation of hardmax, and four ReLUs as one of a function with three pieces (appendix F, Lemma 6).

Limits are given with their rate. Softmax tends to hardmax wherever the scores are fixed, ties included, and not
uniformly in the scores; four ReLUs equal φ but for two intervals of length ε, on which they do not come closer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.vocabulary import i, k, n, paper
from proofs.theorems.networks.relu import relu
from proofs.theorems.networks.softmax import partition, weight

t, eps, theta, lam, gap, eta = reals("t epsilon theta lambda Delta eta")
a1, a2, a3, b1, b2, b3, c1, c2 = reals("a1 a2 a3 b1 b2 b3 c1 c2")
(a,) = vectors("a")

# --- softmax ------------------------------------------------------------------------------------------------------

best = Max(a, 1, n)
scaled = fun(lambda i: lam * a(i))


def hit(i: Term) -> Term:
    """1 where the score is maximal, else 0."""
    return ite(Eq(a(i), best), 1, 0)


hits = Sum(hit, 1, n)
gapped = every(lambda i: implies(negation(Eq(a(i), best)), a(i) + gap <= best), 1, n)
paper.notions.define(
    gapped, (a, gap, n), "all of {0} below the greatest over 1..{2} are {1} below it",
    r"\text{{all of }} {0} \text{{ below the greatest over }} [1, {2}] \text{{ are }} {1} \text{{ below it}}",
)  # fmt: skip
paper.notions.define(weight(a, k, n), (a, k, n), "softmax({0} over 1..{2})_{1}", r"\sigma({0})_{{{1} \in [1, {2}]}}")
SCALED = {"some": 1 <= n, "lam_pos": 0 <= lam, "gaps": gapped}
rate = exp(-(lam * gap))


@paper.theorem
def weight_terms(p: Proof) -> None:
    """Σ e^(λ a) <= e^(λ max) (Σ hits + (n − Σ hits) e^(−λΔ))."""
    p.given(**SCALED, low=1 <= i, high=i <= n)
    upper = fun(lambda i: exp(lam * best) * (hit(i) + (1 - hit(i)) * rate))
    f = fun(lambda i: exp(scaled(i)))

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.congr(lambda t: exp(lam * t), order)
            return p.have(f(i) <= upper(i), same, *p.reduce_ite(order, hit(i)))
        other = p.rule("discharge", Eq(a(i), best), _differ(p, order))
        apart = p.specialize("gaps", i, using=[other])
        less = p.have(lam * a(i) <= lam * best - lam * gap, ("lam_pos", apart))
        grown = p.apply("exp_le", less)
        return p.have(f(i) <= upper(i), grown, *p.reduce_ite(order, hit(i)))

    each = p.trichotomy(a(i), best, case)
    p.generalize(i, each, label="terms")
    sum_ = p.apply("sum_le", f=f, g=upper, lo=1, hi=n)
    count = p.apply("sum_const", lo=1, hi=n)
    goal = partition(scaled, n) <= exp(lam * best) * (hits + (n - hits) * rate)
    p.qed(p.have(goal, sum_, (count, exp(lam * best) * rate)))


def _differ(p: Proof, order: Fact) -> Fact:
    return p.have(FALSE, p.assume(Eq(a(i), best)), order)


@paper.theorem
def weight_terms_low(p: Proof) -> None:
    """e^(λ max) Σ hits <= Σ e^(λ a)."""
    lower, f = fun(lambda i: exp(lam * best) * hit(i)), fun(lambda i: exp(scaled(i)))

    def case(order: Fact) -> Fact:
        same = [p.congr(lambda t: exp(lam * t), order)] if order.concl.op == "eq" else []
        return p.have(lower(i) <= f(i), *same, exp(scaled(i)), *p.reduce_ite(order, hit(i)))

    each = p.trichotomy(a(i), best, case)
    p.generalize(i, each, 1 <= i, i <= n, label="terms")
    p.qed(p.apply("sum_le", f=lower, g=f, lo=1, hi=n))


AT_TOP = [*SCALED.values(), 1 <= k, k <= n, Eq(a(k), best)]
OFF_TOP = [*SCALED.values(), 1 <= k, k <= n, negation(Eq(a(k), best))]


def _at(p: Proof) -> None:
    p.given(**SCALED)
    p.have(0 < hits, "hardmax_count", label="hits_pos")
    p.apply("partition_pos", a=scaled, label="Z")
    p.apply("weight_terms_low", label="below")
    p.apply("weight_terms", label="above")
    p.exp_pos(lam * best, label="top_pos")
    p.exp_pos(-(lam * gap), label="rate_pos")


@paper.claim(AT_TOP, shows=weight(scaled, k, n) <= 1 / hits)
def top_weight_high(p: Proof) -> Fact:
    """The partition is at least the sum of the maximal terms."""
    _at(p)
    same = p.congr(lambda t: exp(lam * t), Eq(a(k), best))
    return p.have(p.goal, same, "below", scale=["Z", "hits_pos"])


@paper.claim(AT_TOP, shows=1 / hits - n * rate <= weight(scaled, k, n))
def top_weight_low(p: Proof) -> Fact:
    """Each other term is at most e^(−λΔ) times a maximal term."""
    _at(p)
    same = p.congr(lambda t: exp(lam * t), Eq(a(k), best))
    one = p.integer_step("hits_pos")
    # Z/hits <= E (1 + (n − hits) q / hits) <= E (1 + n q) and E <= Z/hits
    first = p.have(
        partition(scaled) / hits <= exp(lam * best) * (1 + (n - hits) * rate / hits),
        ("above", inv(hits)),
    )
    share = p.have(1 / hits <= 1, (one, inv(hits)))
    product = p.have(0 < exp(lam * best) * rate, ("top_pos", "rate_pos"))
    few = p.have((n - hits) / hits <= n, (share, "some"), share)
    least = p.have(hits * exp(lam * best) <= partition(scaled, n))
    fewer = p.have(exp(lam * best) <= partition(scaled, n), least, (one, "top_pos"))
    return p.have(
        p.goal,
        same,
        first,
        (product, few),
        ("some", "rate_pos", fewer),
        ("rate_pos", fewer),
        scale=["Z"],
    )


@paper.claim(OFF_TOP, shows=weight(scaled, k, n) <= rate)
def other_weight_high(p: Proof) -> Fact:
    """The term is at most e^(−λΔ) times a maximal term."""
    _at(p)
    grown = p.apply("exp_le", x=lam * a(k), y=lam * best - lam * gap)
    fewer = p.have(exp(lam * best) <= partition(scaled, n), "below")
    return p.have(p.goal, grown, ("rate_pos", fewer), scale=["Z"])


@paper.claim([1 <= n, 1 <= k, k <= n], shows=0 < weight(scaled, k, n))
def weight_positive(p: Proof) -> None:
    """Softmax weights are positive, so they never equal hardmax at a score that is not maximal."""


def small_rate(eta: Term, Delta: Term, lambda_: Term) -> Term:
    """n e^(−λΔ) <= η for λ > n / (Δη)."""
    given = (0 < eta, 0 < Delta, 0 < lambda_, (n / eta) < lambda_ * Delta)
    return implies(*given, n * exp(-(lambda_ * Delta)) <= eta)


@paper.claim([1 <= n], shows=for_all(small_rate, "R", "R", "R"))
def rate_small(p: Proof) -> Fact:
    """e^(−λΔ) < 1/(λΔ), so λ > n / (Δη) suffices (the optimal value is λ = log(n/η)/Δ)."""
    p.given(eta_pos=0 < eta, large=(n / eta) < lam * gap)
    grow = p.exp_ge(lam * gap)
    bound = p.have(lam * gap * rate <= 1, (grow, exp(-(lam * gap))), exp(-(lam * gap)))
    scaled = p.have(n < lam * gap * eta, ("large", "eta_pos"))
    return p.have(n * rate <= eta, (scaled, exp(-(lam * gap))), (bound, "eta_pos"))


def near_hardmax(lam_: Term, eta: Term) -> Term:
    """Every softmax weight of λ a is within η of the hardmax weight."""
    scores = fun(lambda i: lam_ * a(i))
    return every(lambda k: abs(weight(scores, k, n) - hit(k) / hits) <= eta, 1, n)


def from_some_scale(eta: Term) -> Term:
    """There is a λ_0 such that this holds for all λ >= λ_0."""
    later = lambda start: for_all(lambda lam_: implies(start <= lam_, near_hardmax(lam_, eta)), "R")  # noqa: E731
    return exists(lambda start: [0 < start, later(start)], "R")


@paper.claim([1 <= n], shows=for_all(lambda eta: implies(0 < eta, from_some_scale(eta)), "R"))
def softmax_to_hardmax(p: Proof) -> Fact:
    """Δ is the gap between the maximum and the largest entry below it, and λ_0 = (n/η + 1)/Δ."""
    p.given(eta_pos=0 < eta, i_low=1 <= i, i_high=i <= n, k_low=1 <= k, k_high=k <= n)
    others = fun(lambda i: ite(Eq(a(i), best), best - 1, a(i)))
    second = Max(others, 1, n)
    width = best - second

    def below(order: Fact) -> Fact:
        own = p.max_ge(best, i, "i_low", "i_high")
        return p.have(others(i) < best, own, order)

    less = p.trichotomy(a(i), best, below)
    gap_pos = p.have(0 < width, p.apply("max_lt", less))
    apart = p.assume(negation(Eq(a(i), best)))
    own = p.max_ge(second, i, "i_low", "i_high")
    under = p.have(a(i) + width <= best, own, p.ite_eq(others(i), apart))
    p.generalize(i, under, label="gaps")
    p.apply("inv_pos", gap_pos, label="gap_inv")
    start = (n / eta + 1) / width
    later = p.assume(start <= lam)
    p.have(0 <= lam, later, start, label="lam_nonneg")
    small = p.specialize(
        p.apply("rate_small"),
        eta,
        width,
        lam,
        using=[gap_pos, later, start, (later, gap_pos), (gap_pos, n / eta + 1)],
    )
    difference = weight(scaled, k, n) - hit(k) / hits

    def case(order: Fact) -> Fact:
        (chosen,) = p.reduce_ite(order, hit(k))
        share = (chosen, inv(hits))
        if order.concl.op == "eq":
            sides = [p.apply("top_weight_high", order), p.apply("top_weight_low", order, Delta=width)]
        else:
            sides = [p.apply("other_weight_high", order, Delta=width), p.apply("weight_positive")]
        high = p.have(difference <= eta, *sides, share, small, (p.have(0 <= n - 1), exp(-(lam * width))))
        return p.apply("abs_le", high, *sides, share, small, "eta_pos")

    near = p.trichotomy(a(k), best, case)
    return p.exists_intro(from_some_scale(eta), [start], start, near)


(values_v,) = vectors("v")
(eps_,) = reals("epsilon")
weighed = lambda lam_: Sum(lambda k: values_v(k) * weight(fun(lambda i: lam_ * a(i)), k, n), 1, n)  # noqa: E731
hard = Sum(lambda k: values_v(k) * (hit(k) / hits), 1, n)
sizes = Sum(lambda k: abs(values_v(k)), 1, n)


def heads_near(eps: Term) -> Term:
    """There is a λ_0 such that for λ >= λ_0 the entry of the head is within ε of that of the hardmax head."""
    near = lambda lam_: abs(weighed(lam_) - hard) <= eps  # noqa: E731
    later = lambda start: for_all(lambda lam_: implies(start <= lam_, near(lam_)), "R")  # noqa: E731
    return exists(lambda start: [0 < start, later(start)], "R")


@paper.claim({"some": 1 <= n}, shows=for_all(lambda eps: implies(0 < eps, heads_near(eps)), "R"))
def head_near_hardmax(p: Proof) -> Fact:
    """Take weights within ε/(1 + Σ |v|)."""
    p.given(eps_pos=0 < eps_, k_low=1 <= k, k_high=k <= n)
    own = p.apply("abs_nonneg", x=values_v(k))
    total = p.have(0 < 1 + sizes, "sum_nonneg", own)
    small = eps_ * inv(1 + sizes)
    unit = p.have(Eq((1 + sizes) * inv(1 + sizes), 1), total)
    inverse = p.apply("inv_pos", total)
    found = p.specialize(p.apply("softmax_to_hardmax"), small, using=[("eps_pos", inverse)])
    (start,) = reals("s")
    start_pos, law = p.obtain(found, start)
    later = p.assume(start <= lam)
    near = p.specialize(law, lam, k, using=[later])
    scores = fun(lambda i: lam * a(i))
    gap = weight(scores, k, n) - hit(k) / hits
    product = p.apply("abs_mul", u=values_v(k), r=gap)
    term = p.have(abs(values_v(k) * gap) <= abs(values_v(k)) * small, product, (own, near))
    bound = p.apply("abs_sum_le", term)
    return p.exists_intro(heads_near(eps_), [start], start_pos,
                          bound, (unit, eps_), ("eps_pos", inverse))  # fmt: skip


two = fun(lambda i: ite(Eq(i, 1), 0, 1 / lam))


@paper.claim([0 < lam], shows=Eq(weight(fun(lambda i: lam * two(i)), num(1), num(2)), 1 / (1 + exp(num(1)))))
def not_uniform(p: Proof) -> None:
    """Take the scores 0 and 1/λ: hardmax gives the first the weight 0, softmax the same positive weight for every λ."""


# --- four ReLUs ---------------------------------------------------------------------------------------------------


def three(first: Term, second: Term, third: Term) -> Term:
    """The pieces t < c_1, c_1 <= t < c_2 and c_2 <= t."""
    return ite(t < c1, first, ite(t < c2, second, third))


def line(a: Term, b: Term, at: Term = t) -> Term:
    """a t + b."""
    return a * at + b


FIRST_CONSTANT = three(b1, line(a2, b2), line(a3, b3))
jump_1 = a2 * c1 + b2 - b1
jump_2 = a3 * c2 + b3 - a2 * (c2 - eps) - b2
four_relus = (
    b1
    + jump_1 / eps * relu(t - c1 + eps)
    + (a2 - jump_1 / eps) * relu(t - c1)
    + (jump_2 / eps - a2) * relu(t - c2 + eps)
    + (a3 - jump_2 / eps) * relu(t - c2)
)
paper.notions.define(FIRST_CONSTANT, (t,), "φ({0})", r"\phi({0})")
paper.notions.define(four_relus, (t, eps), "φ̃({0}; {1})", r"\tilde\phi({0}; {1})")
BEFORE_1, IN_1, BETWEEN, IN_2, AFTER = (
    (t < c1 - eps,), (c1 - eps <= t, t < c1), (c1 <= t, t < c2 - eps), (c2 - eps <= t, t < c2), (c2 <= t,),
)  # fmt: skip
PLACES = (BEFORE_1, IN_1, BETWEEN, IN_2, AFTER)
RIGHTS = (t - c1 + eps, t - c1, t - c2 + eps, t - c2)
PIECES = (
    b1,
    jump_1 / eps * (t - c1) + a2 * c1 + b2,
    line(a2, b2),
    jump_2 / eps * (t - c2) + a3 * c2 + b3,
    line(a3, b3),
)
WIDTH = {"eps_pos": 0 < eps, "order": c1 < c2, "fits": eps <= c2 - c1}


def piece(
    name: str,
    place: Sequence[Term],
    whole: Term,
    value: Term,
    arguments: Sequence[Term],
    width: Mapping[str, Term] = WIDTH,
) -> Claim:
    """Evaluate the sum of ReLUs, each of which is 0 or its argument."""

    def write(p: Proof) -> Fact:
        """Replace each ReLU by 0 or by its argument."""
        p.given(**width)
        p.given_all(place, "place")
        known = [f"place_{k}" for k in range(len(place))]
        chosen = []
        for x in arguments:
            try:
                chosen.append(p.ite_eq(relu(x), p.follows(0 <= x, *known, *width, degree=1)))
            except ProofError:
                chosen.append(p.apply("relu_negative", p.have(x <= 0, *known, *width, degree=1), z=x))
        return p.have(p.goal, *chosen, "eps_pos", label="out")

    write.__name__ = name
    return paper.claim([*width.values(), *place], shows=Eq(whole, value))(write)


PRINTED = {name: WIDTH[name] for name in ("eps_pos", "order")}  # enough where no piece is cut short
pieces = [
    piece(f"four_relus_{k}", place, four_relus, value, RIGHTS, PRINTED if k % 2 else WIDTH)
    for k, (place, value) in enumerate(zip(PLACES, PIECES, strict=True), 1)
]

# --- the other places of the constant piece ------------------------------------------------------------------------

drop = line(a1, b1, c1 - eps) - b2
lift = line(a3, b3, c2) - b2
second_relus = (
    b2
    + drop / eps * relu(c1 - t)
    + (-a1 - drop / eps) * relu(c1 - eps - t)
    + lift / eps * relu(t - c2 + eps)
    + (a3 - lift / eps) * relu(t - c2)
)
SECOND_PIECES = (line(a1, b1), drop / eps * (c1 - t) + b2, b2, lift / eps * (t - c2 + eps) + b2, line(a3, b3))
SECOND_ARGUMENTS = (c1 - t, c1 - eps - t, t - c2 + eps, t - c2)
fall = line(a2, b2, c2 - eps) - b3
step = line(a1, b1, c1 - eps) - line(a2, b2, c1)
third_relus = (
    b3
    + fall / eps * relu(c2 - t)
    + (-a2 - fall / eps) * relu(c2 - eps - t)
    + (a2 + step / eps) * relu(c1 - t)
    + (-a1 - step / eps) * relu(c1 - eps - t)
)
THIRD_PIECES = (line(a1, b1), step / eps * (c1 - t) + line(a2, b2, c1), line(a2, b2), fall / eps * (c2 - t) + b3, b3)
THIRD_ARGUMENTS = (c2 - t, c2 - eps - t, c1 - t, c1 - eps - t)
for _place, _form in ((2, second_relus), (3, third_relus)):
    paper.notions.define(_form, (t, eps), f"φ̃_{_place}({{0}}; {{1}})", rf"\tilde\phi_{_place}({{0}}; {{1}})")
others = [
    piece(f"{which}_relus_{k}", place, whole, value, arguments)
    for which, whole, values, arguments in (
        ("second", second_relus, SECOND_PIECES, SECOND_ARGUMENTS),
        ("third", third_relus, THIRD_PIECES, THIRD_ARGUMENTS),
    )
    for k, (place, value) in enumerate(zip(PLACES, values, strict=True), 1)
]


at_band = c1 - theta * eps


@paper.claim(
    [*WIDTH.values(), 0 < theta, theta <= 1],
    shows=Eq(substitute(four_relus, {t: at_band}) - substitute(FIRST_CONSTANT, {t: at_band}), (1 - theta) * jump_1),
)
def band_error(p: Proof) -> None:
    """Before c_1 the four ReLUs rise linearly from b_1 to the value at c_1."""
    p.have(at_band < c1, label="left")
    p.apply("four_relus_2", t=at_band, label="rise")
