"""The fall of boltz when one entry is raised (B.2, Lemma 6): boltz is an average, monotone and concave in one entry."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.second_derivative import level
from proofs.papers.ks.vocabulary import *

# --- boltz as a weighted average; vectors that agree --------------------------------------------------------

(u,) = reals("u")


@paper.claim(given=[every(lambda k: Eq(a(k), b(k)), 1, n)], shows=Eq(boltz(a, n), boltz(b, n)))
def boltz_same(p: Proof) -> None:
    """boltz depends on the entries in range only."""


@paper.claim(given=[some, every(lambda k: a(k) <= u, 1, n)], shows=boltz(a, n) <= u)
def boltz_le(p: Proof) -> None:
    """boltz is an average of entries <= u."""
    by = {"f": fun(lambda k: a(k) * exp(a(k))), "g": fun(lambda k: u * exp(a(k)))}
    p.apply("sum_le", lo=1, hi=n, **by, label="sum")


@paper.claim(given=[some, every(lambda k: u < a(k), 1, n)], shows=u < boltz(a, n))
def boltz_gt(p: Proof) -> None:
    """boltz is an average of entries > u."""
    by = {"f": fun(lambda k: u * exp(a(k))), "g": fun(lambda k: a(k) * exp(a(k)))}
    p.apply("sum_lt", lo=1, hi=n, **by, label="sum")


@paper.claim(given=[m >= 1, a(m + 1) < boltz(a, m)], shows=boltz(a, m + 1) < boltz(a, m))
def drop_last(p: Proof) -> Fact:
    """An entry below the average lowers the average."""
    p.note("Z_pos", p.positive(partition(a, m)))
    p.note("longer_pos", p.positive(partition(a, m + 1)))
    longer = p.side_condition(m + 1 >= 1)
    Z = p.big_step(partition(a, m + 1), longer)
    N = p.big_step(Sum(lambda k: a(k) * exp(a(k)), 1, m + 1), longer)
    return p.have(p.goal, (a(m + 1) < boltz(a, m), exp(a(m + 1))), Z, N, scale=["longer_pos"])


decreasing = every(lambda i: every(lambda j: implies(i < j, a(j) < a(i)), 1, n), 1, n)


@paper.claim(given=[decreasing, m >= 1, m < n], shows=boltz(a, m + 1) < boltz(a, m))
def shorten_once(p: Proof) -> None:
    """In a decreasing vector the last entry lowers the average."""
    p.given(decreasing=decreasing, low=k >= 1, high=k <= m)
    entry = p.specialize("decreasing", k, m + 1)
    p.generalize(k, entry, label="entries")


@paper.claim(given=[decreasing, m >= 1, m <= n], shows=boltz(a, n) <= boltz(a, m))
def prefix_le(p: Proof) -> Fact:
    """The boltz of a prefix of a decreasing vector is at least that of the vector."""

    def claim(x: Term) -> Term:
        return implies(x <= n, boltz(a, x) <= boltz(a, m))

    base = p.rule("discharge", m <= n, p.have(boltz(a, m) <= boltz(a, m)))
    p.given(k_low=m <= k, so_far=claim(k), k_high=k + 1 <= n)
    before = p.mp("so_far", p.side_condition(k <= n))
    once = p.apply("shorten_once", m=k)
    step = p.rule("discharge", k + 1 <= n, p.have(boltz(a, k + 1) <= boltz(a, m), once, before))
    all_ = p.induct(claim, m, k, base, step)
    return p.specialize(all_, n)


# --- boltz falls and bends along a coordinate ---------------------------------------------------------------

raised = a(i) + t
along_i = moved(a, i, x)


@paper.claim(given=[some, t >= 0], shows=greatest <= Max(lambda k: moved(a, i, t)(k), 1, n))
def max_grows(p: Proof) -> Fact:
    """Raising an entry does not decrease the maximum."""
    v = moved(a, i, t)
    top = Max(lambda k: v(k), 1, n)
    p.given(some=some, low=k >= 1, high=k <= n)
    ge = p.max_ge(top, k, "low", "high")
    members = p.generalize(k, p.have(a(k) <= top, ge))
    return p.max_le(greatest, top, "some", members)


def condition_kept(p: Proof) -> None:
    """From a_i + t < max a − log n − 1, or less, and 0 < x < t, prove the same with max(a + x e_i), for a_i + x."""
    p.given(up=t > 0)
    p.given(x_pos=x > 0, x_lt=x < t)
    p.apply("max_grows", t=x, label="grows")


def line(v: Term, s: Term) -> Term:
    """boltz(v + s e_i)."""
    return boltz(moved(v, i, s), n)


def slope_line(v: Term, s: Term) -> Term:
    """Its derivative in s."""
    return gradient(moved(v, i, s), n, i)


@paper.claim(given=[some, *i_in, t > 0, raised < greatest - log(n) - 1], shows=boltz(moved(a, i, t), n) < boltz(a, n))
def boltz_falls(p: Proof) -> None:
    """boltz decreases when an entry is raised within a_i + t < max a − log n − 1."""
    condition_kept(p)
    negative = p.apply("gradient_negative", a=along_i)
    bound = p.generalize(x, negative)
    slope = p.generalize(x, p.apply("boltz_derivative"), x >= 0, x <= t)
    f, g = zero_of(lambda s: line(a, s)), zero_of(lambda s: slope_line(a, s))
    p.rule("mean_value", f, g, num(0), t, "up", slope, bound, label="mean")


def below_maximum(v: Term) -> Term:
    """(84) for v: v_i < max v − log n − 1."""
    return v(i) < Max(lambda k: v(k), 1, n) - log(n) - 1


falls_on = for_all(
    lambda t: implies(
        t > 0, below_maximum(a), below_maximum(moved(a, i, t)), boltz(moved(a, i, t), n) < boltz(a, n)
    ),
    "R",
)  # fmt: skip
slope_is = along(lambda v: boltz(v, n), i, num(0), gradient(a, n, i))


@paper.claim(given=[some, *i_in, t > 0, below_maximum(moved(a, i, t))], shows=raised < greatest - log(n) - 1)
def raised_below_maximum(p: Proof) -> Fact:
    """An entry below the maximum of a + t e_i is below that of a: the raised entry is not the largest."""
    v = moved(a, i, t)
    top = Max(lambda k: v(k), 1, n)
    p.given(some=some, k_low=k >= 1, k_high=k <= n)
    p.apply("log_nonneg", x=n, label="log_n")

    def member(u: Term, above: Fact) -> Fact:
        """v_k <= u, where a_j <= u for j ≠ i and v_i <= u."""

        def prove(order: Fact) -> Fact:
            if order.concl.op == "eq":
                return p.have(v(k) <= u, p.congr(v, order), above)
            facts = [*p.reduce_ite(order, kronecker(k, i)), p.max_ge(greatest, k, "k_low", "k_high")]
            return p.have(v(k) <= u, *facts, *([] if u is greatest else [p.assume(greatest < v(i))]))

        return p.generalize(k, p.trichotomy(k, i, prove))

    tall = p.max_le(top, v(i), "some", member(v(i), p.have(v(i) <= v(i))))
    no = p.absurd(p.have(FALSE, tall), p.goal)
    short = p.max_le(top, greatest, "some", member(greatest, p.assume(v(i) <= greatest)))
    return p.cases(v(i), greatest, p.have(p.goal, short), no)


@paper.claim(given=[some, *i_in], shows=together(slope_is, falls_on))
def lemma_4_proved(p: Proof) -> Fact:
    """The derivative, and its sign where (84) holds."""
    return p.exists_intro(p.goal, [])


@paper.claim(
    given=[some, *i_in, t > 0, raised < greatest - log(n) - 3], shows=gradient(moved(a, i, t), n, i) < gradient(a, n, i)
)
def gradient_falls(p: Proof) -> None:
    """The derivative decreases when an entry is raised within a_i + t < max a − log n − 3."""
    condition_kept(p)
    negative = p.apply("second_derivative_negative", a=along_i)
    bound = p.generalize(x, negative)
    slope = p.generalize(x, p.apply("boltz_second_derivative"), x >= 0, x <= t)
    f = zero_of(lambda s: slope_line(a, s))
    g = zero_of(lambda s: second_derivative(moved(a, i, s), n, i))
    p.rule("mean_value", f, g, num(0), t, "up", slope, bound, label="mean")


@paper.claim(
    given=[some, *i_in, t > 0, raised < greatest - log(n) - 3],
    shows=boltz(moved(a, i, t), n) < boltz(a, n) + t * gradient(a, n, i),
)
def boltz_below_tangent(p: Proof) -> None:
    """Concavity: boltz stays below its tangent."""
    p.given(up=t > 0)
    slope = p.generalize(x, p.apply("boltz_derivative"), x >= 0, x <= t)
    p.given(x_pos=x > 0, x_lt=x < t)
    falls = p.apply("gradient_falls", t=x)
    bound = p.generalize(x, falls)
    f, g = zero_of(lambda s: line(a, s)), zero_of(lambda s: slope_line(a, s))
    p.rule("mean_value", f, g, num(0), t, "up", slope, bound, label="mean")


# --- Lemma 6: two vectors that differ in the last entry -----------------------------------------------------

(delta,) = reals("delta")
two = n >= 2
agree = every(lambda i: Eq(a(i), b(i)), 1, n - 1)
top_before = Max(lambda i: a(i), 1, n - 1)
top_of_b = Max(lambda i: b(i), 1, n)
under = a(n) < top_before - delta
lower = b(n) < a(n)
wide = log(n) + 3 < delta
lemma_6_given = [two, agree, under, lower, wide]
fall = a(n) - b(n)
slope_b = gradient(b, n, n)


def lemma_6_start(p: Proof) -> None:
    """Assume the hypotheses; the maximum over the first n − 1 entries of a is at most that over all of b."""
    p.given(agree=agree, low=k >= 1, high=k <= n - 1)
    ge = p.max_ge(top_of_b, k, "low", p.have(k <= n, "high", label="high_"))
    members = p.generalize(k, p.have(a(k) <= top_of_b, ge))
    p.max_le(top_before, top_of_b, p.side_condition(n - 1 >= 1), members, label="tops")


@paper.claim(given=lemma_6_given, shows=boltz(a, n) < boltz(b, n) + fall * slope_b)
def eq_104_claim(p: Proof) -> Fact:
    """Use the tangent at b_n, because a = b + (a_n − b_n) e_n on the range."""
    lemma_6_start(p)
    tangent = p.apply("boltz_below_tangent", a=b, i=n, t=fall)
    delta_k = kronecker(k, n)
    p.given(k_high=k <= n)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = [p.congr(a, order), p.congr(b, order)]
        elif key(order.concl) == key(k < n):
            same = [p.specialize("agree", k, using=[p.have(k <= n - 1, order)])]
        else:
            return p.absurd(p.have(FALSE, order, "k_high"), claim)
        return p.have(claim, *p.reduce_ite(order, delta_k), *same)

    claim = Eq(moved(b, n, fall)(k), a(k))
    entry_ = p.trichotomy(k, n, prove)
    p.apply("boltz_same", entry_, a=moved(b, n, fall), b=a, label="same")
    return p.have(p.goal, tangent, "same")


def ending(x: Term) -> Term:
    """(b_1, …, b_{n−1}, x)."""
    return moved(b, n, x - b(n))


@paper.claim(
    given=[two], shows=derivative_of(lambda t: boltz(ending(t), n), x, gradient(ending(x), n, n))
)  # fmt: skip
def slope_in_last(p: Proof) -> Fact:
    """∂/∂x boltz(b_1, …, b_{n−1}, x)."""
    v = ending(x)
    for label, f in (("picked", lambda k: exp(v(k))), ("picked_a", lambda k: v(k) * exp(v(k)))):
        p.apply("sum_delta", f=fun(f), m=n, lo=1, hi=n, label=label)
    p.apply("log_weight", a=v, i=n, label="log")
    p.apply("boltz_eq_logpart_sub_entropy", a=v, label="split")
    return p.derivative(lambda t: boltz(ending(t), n), x, gradient(v, n, n))


def below_tangent(s: Term) -> list[Term]:
    """s is the derivative of t ↦ boltz(b_1, …, b_{n−1}, t) at x, and at a_n boltz lies below the tangent."""
    slope = derivative_of(lambda t: boltz(ending(t), n), x, s)
    return [slope, boltz(ending(a(n)), n) < boltz(ending(x), n) + (a(n) - x) * s]


@paper.claim(given=[two, agree, under, wide, x < a(n)], shows=exists(below_tangent, "R"))
def eq_104_anywhere(p: Proof) -> Fact:
    """For every x < a_n, by Lemmas 4 and 5 along the last coordinate."""
    v = ending(x)
    top = Max(lambda k: v(k), 1, n)
    p.given(low=k >= 1, high=k <= n - 1)
    ge = p.max_ge(top, k, "low", p.have(k <= n, "high", label="high_"))
    members = p.generalize(k, p.have(a(k) <= top, ge))
    p.max_le(top_before, top, p.side_condition(n - 1 >= 1), members, label="tops")
    p.apply("boltz_below_tangent", a=v, i=n, t=a(n) - x, label="tangent")
    return p.exists_intro(p.goal, [gradient(v, n, n)])


paid = -p_(n, b) * (1 + log(p_(n, b)) + entropy(b, n))
paid_max = -p_(n, b) * (1 + b(n) - top_of_b + log(n))
paid_delta = p_(n, b) * (delta + a(n) - b(n) - log(n) - 1)


@paper.claim(given=lemma_6_given, shows=fall * paid < boltz(b, n) - boltz(a, n))
def slope_paid(p: Proof) -> None:
    """Rearrange the tangent inequality, with the derivative by Lemma 4."""


def slope_put_in(s: Term) -> list[Term]:
    """The first two lines of (105), where s is the derivative of t ↦ boltz(b_1, …, b_{n−1}, t) at b_n."""
    slope = derivative_of(lambda t: boltz(ending(t), n), b(n), s)
    return [slope, fall * -s < boltz(b, n) - boltz(a, n), Eq(fall * -s, fall * paid)]


@paper.claim(given=lemma_6_given, shows=exists(slope_put_in, "R"))
def eq_105_first(p: Proof) -> Fact:
    """(104) at x = b_n, and the derivative by Lemma 4."""
    p.apply("slope_in_last", x=b(n), label="slope")
    return p.exists_intro(p.goal, [slope_b])


@paper.claim(given=lemma_6_given, shows=fall * paid_max < fall * paid)
def eq_105_third(p: Proof) -> Fact:
    """log p_n = b_n − L < b_n − max b, a strict inequality, and S <= log n."""
    p.apply("max_lt_logpart", a=b, label="strict")
    p.apply("entropy_le_log", a=b, label="entropy")
    p.apply("log_weight", a=b, i=n, label="log")
    p.note("weight", p.positive(p_(n, b)))
    gap = p.have(b(n) - top_of_b + log(n) - log(p_(n, b)) - entropy(b, n) > 0)
    up = p.have(fall > 0)
    return p.have(p.goal, (gap, "weight", up))


@paper.claim(given=lemma_6_given, shows=fall * paid_delta < fall * paid_max)
def eq_105_fourth(p: Proof) -> Fact:
    """max b >= max of the first n − 1 entries of a > a_n + δ."""
    lemma_6_start(p)
    p.note("weight", p.positive(p_(n, b)))
    gap = p.have(top_of_b - delta - a(n) > 0)
    up = p.have(fall > 0)
    return p.have(p.goal, (gap, "weight", up))


lemma_6_bound = fall * (delta + a(n) - b(n) - log(n) - 1) * (exp(b(n)) / partition(b, n))


@paper.claim(given=lemma_6_given, shows=lemma_6_bound < boltz(b, n) - boltz(a, n))
def lemma_6_proved(p: Proof) -> Fact:
    """Combine the four lines."""
    first = p.apply("slope_paid")
    for label in ("third", "fourth"):
        p.apply(f"eq_105_{label}", label=label)
    return p.have(p.goal, first, "third", "fourth")


# --- the sharp threshold of Lemma 4 -------------------------------------------------------------------------

(sharp,) = reals("c")
at_threshold = Eq((sharp - 1) * exp(sharp), n - 1)  # c = 1 + W((n − 1)/e)
one_high = fun(lambda j: ite(j <= 1, sharp, 0))


@paper.claim(given=[sharp >= 1, sharp < x], shows=(sharp - 1) * exp(sharp) < (x - 1) * exp(x))
def gap_grows(p: Proof) -> None:
    """(x − 1) e^x increases for x >= 1."""
    p.apply("exp_lt", x=sharp, y=x, label="grow")


@paper.claim(
    given=[some, *i_in, m >= 1, m <= n, sharp >= 1, at_threshold, a(i) < a(m) - sharp], shows=gradient(a, n, i) < 0
)
def gradient_negative_sharp(p: Proof) -> Fact:
    """Σ (a_j − a_i − 1) e^(a_j − a_i) > 0: one term exceeds n − 1, the others are >= −1 as e^(−x) >= 1 − x."""
    start(p)

    def excess(j: Term) -> Term:
        return (a(j) - a(i) - 1) * exp(a(j) - a(i))

    ge = p.exp_ge(-(a(k) - a(i)))
    p.generalize(k, p.have(excess(k) + 1 >= 0, (ge, exp(a(k) - a(i)))), k >= 1, k <= n, label="terms")
    grow = p.apply("gap_grows", x=a(m) - a(i))
    member = p.apply("sum_member", f=fun(lambda j: excess(j) + 1), lo=1, hi=n)
    count = p.apply("sum_const", lo=1, hi=n)
    positive = p.have(Sum(excess, 1, n) > 0, member, grow, at_threshold, count)
    split = p.apply("boltz_eq_logpart_sub_entropy")
    log = p.apply("log_weight")
    sign = p.have(1 + level < 0, (positive, exp(a(i))), split, log, scale=["Z_pos"])
    p.note("weight_pos", p.positive(p_(i)))
    return p.have(p.goal, (sign, "weight_pos"))


@paper.claim(given=[n >= 2, at_threshold], shows=Eq(gradient(one_high, n, num(2)), 0))
def gradient_zero_at_sharp(p: Proof) -> None:
    """At (c, 0, …, 0) the derivative along the second entry is 0, so no smaller gap suffices."""
    v = one_high
    p.note("Z_pos", p.positive(partition(v, n)))
    late = p.ite_eq(v(j), p.have(j > 1, p.assume(j >= 2)))
    p.apply("sum_const", lo=2, hi=n, label="count")
    for label, f in (("Z", exp), ("N", lambda y: y * exp(y))):
        p.congr(f, late, label=f"{label}_late")
        p.generalize(j, f"{label}_late", j >= 2, j <= n, label=f"{label}_lates")
        values = of_entries(f, v)
        p.apply("sum_first", f=values, lo=1, hi=n, label=f"{label}_split")
        p.apply("sum_eq", f=values, g=constantly(f(num(0))), lo=2, hi=n, label=f"{label}_tail")
        total = Eq(Sum(values, 1, n), f(sharp) + (n - 1) * f(num(0)))
        p.have(total, label=f"{label}_sum")
    split = p.apply("boltz_eq_logpart_sub_entropy", a=v)
    p.apply("log_weight", a=v, i=2, label="log")
    p.have(Eq(1 + log(p_(num(2), v)) + entropy(v, n), 0), split, "log", "Z_sum", "N_sum", at_threshold, label="level")
