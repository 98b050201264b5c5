"""A counterexample to (49) and (50) as printed: for d = 1 the encoding (48) can put two tokens arbitrarily close.

The tokens 1 − η and −(1 − η) become 3 − η and 3 + η. What softmax attention with entries of size 1 adds to them is w
times an average of the two, and as images are shorter than r, |w| < 3. So the images are at most 8 η apart, which is
less than the δ of (50) for η = e^(−10125)/10^7.
"""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import pi
from proofs.papers.ks.section_4_corollaries.corollary_2 import encoded_maps, printed_words, stated
from proofs.papers.ks.section_4_corollaries.corollary_2 import sizes as all_sizes
from proofs.papers.ks.section_4_corollaries.eq_47_counterexample import for_every_pi, for_some_pi
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.analysis.norms import norm
from proofs.theorems.networks.softmax import weight
from proofs.theorems.networks.transformers import *

h, k, t = ints("h k t")
eta, middle, w, mean_1, mean_2 = reals("eta c w mu_1 mu_2")
(f,) = vectors("f")
W_O, W_V, W_K, W_Q = one_head
one, two = num(1), num(2)
sizes = {d: one, s: one}
image = substitute(values_of(operator(single_head(*one_head)), X)(one, one, k), sizes)


def product(W: Term, p: Term, h: Term) -> Term:
    """Return row p of W X_h, for tokens with one entry."""
    return Sum(lambda t: W(p, t) * X(1, t, h), 1, 1)


scores = fun(lambda h: Sum(lambda p: product(W_K, p, h) * product(W_Q, p, k), 1, 1))
average = Sum(lambda h: X(1, 1, h) * weight(scores, h, n), 1, n)


@paper.claim(given={"some": 1 <= n, "near": every(lambda h: abs(X(1, 1, h) - middle) <= eta, 1, n)},
             shows=abs(average - middle) <= eta)  # fmt: skip
def average_near(p: Proof) -> Fact:
    """The weights are positive, and their sum is 1."""
    p.given(h_low=1 <= h, h_high=h <= n)
    share = p.apply("softmax_pos", a=scores, k=h)
    whole = p.apply("softmax_sum", a=scores)
    term = lambda h: X(1, 1, h) * weight(scores, h, n)  # noqa: E731
    top, bottom = (lambda h, y=y: y * weight(scores, h, n) for y in (middle + eta, middle - eta))
    less = p.have(term(h) <= top(h), (p.have(X(1, 1, h) <= middle + eta), share))
    more = p.have(bottom(h) <= term(h), (p.have(middle - eta <= X(1, 1, h)), share))
    less, more = (p.generalize(h, y, "h_low", "h_high") for y in (less, more))
    high = p.apply("sum_le", less, f=fun(term), g=fun(top), lo=1, hi=n)
    low = p.apply("sum_le", more, f=fun(bottom), g=fun(term), lo=1, hi=n)
    gap = average - middle
    return p.apply(
        "abs_le", p.have(gap <= eta, high, (whole, middle + eta)),
        p.have(-eta <= gap, low, (whole, middle - eta)), x=gap, u=eta,
    )  # fmt: skip


NEAR = [abs(mean_1 - 3) <= eta, abs(mean_2 - 3) <= eta]


@paper.claim(given=[0 < eta, eta <= rational(1, 10), *NEAR, abs(3 - eta + w * mean_1) < rational(21, 4)],
             shows=abs(3 - eta + w * mean_1 - (3 + eta + w * mean_2)) <= 8 * eta)  # fmt: skip
def images_close(p: Proof) -> Fact:
    """|w| < 3."""
    short = abs(3 - eta + w * mean_1) < rational(21, 4)
    p.given(pos=0 < eta, small=eta <= rational(1, 10), one=NEAR[0], two=NEAR[1], short=short)
    sides = [p.apply("abs_ge", x=x) for y in (mean_1 - 3, mean_2 - 3, 3 - eta + w * mean_1) for x in (y, -y)]
    low = p.have(rational(29, 10) <= mean_1, *sides[:2])
    first = p.have(mean_1 - mean_2 <= 2 * eta, *sides[:4], "one", "two")
    second = p.have(-2 * eta <= mean_1 - mean_2, *sides[:4])
    gap = 3 - eta + w * mean_1 - (3 + eta + w * mean_2)
    up, down = (p.assume(y) for y in (0 <= w, w < 0))
    ends = []
    for sign in (up, down):
        size = p.have(w <= 3 if sign is up else -3 <= w, (low, sign), *sides[4:], "short", "small", "pos")
        parts = [(x, sign) for x in (first, second)] + [(size, "pos")]
        ends.append([p.have(y, *parts) for y in (gap <= 8 * eta, -8 * eta <= gap)])
    high, bottom = (p.cases(0, w, ends[0][i], ends[1][i]) for i in (0, 1))
    return p.apply("abs_le", high, bottom, x=gap, u=8 * eta)


# --- the example ------------------------------------------------------------------------------------------------------

exponent_50 = (2 * n + 1) ** 2 * (n * N + 1) ** 4 * ((2 * log(n) + 3) * pi * d * r_max) / (4 * epsilon)
factor_50 = 2 * log(n) ** 2 * epsilon**2 * inv(2 * n + 1) ** 2 * inv(r_max) * inv(n * N + 1) ** 4
factor_50 = factor_50 * inv(2 * log(n) + 3) * inv(pi) * inv(d)
eq_50 = factor_50 * exp(-exponent_50)
whatever_pi = for_every_pi(lambda put: encoded_maps(printed_words, (2 * n + 1) * r_max, put(eq_50)))
printed_contexts = Claim((*all_sizes, *stated), whatever_pi)
pair = fun(lambda i, t, k: (1 - eta) * (3 - 2 * k), 3)  # 1 − η, −(1 − η)
values = {N: one, n: two, d: one, s: one, X: pair, epsilon: one, r_min: rational(1, 2), r_max: one}
LEAST = exp(num(-10125)) / 10000000


def at_pair(formula: Term) -> Term:
    """Return the statement for 1 − η and −(1 − η)."""
    return substitute(formula, {x: y for x, y in values.items() if x in formula.free})


width = 2 * log(two) + 3


@paper.claim(given=[eta <= LEAST, 0 < pi, pi <= 4], shows=8 * eta <= at_pair(eq_50))
def encoded_gap_wide(p: Proof) -> Fact:
    """δ = 2 (log 2)²/(25 · 81 (2 log 2 + 3) π) e^(−2025 (2 log 2 + 3) π/4)."""
    p.rule("compute", num(1, 2) <= log(two), [], ["leaf", 64], label="log_low")
    p.rule("compute", log(two) <= 1, [], ["leaf", 64], label="log_high")
    p.have(0 < width, label="wide")
    power = rational(2025, 4) * width * pi
    area = p.have(width * pi <= 20, (pi <= 4, "wide"), "log_high")
    p.apply("exp_le", p.have(num(-10125) <= -power, area), x=num(-10125), y=-power, label="above")
    some = p.have(0 < width * pi)
    share = p.have(num(1, 20) <= inv(width) * inv(pi), area, scale=[some])
    square = p.have(num(1, 4) <= log(two) ** 2, "log_low")
    low = p.have(num(1, 80) <= log(two) ** 2 * (inv(width) * inv(pi)), (square, share), square, share)
    enough = p.have(num(1, 81000) <= at_pair(factor_50), low)
    more = p.have(exp(num(-10125)) / 81000 <= at_pair(eq_50), (enough, exp(-at_pair(exponent_50))), "above")
    return p.have(p.goal, more, eta <= LEAST, exp(num(-10125)))


i, j, l = ints("i j l")
PLACES = {"k_low": 1 <= k, "k_high": k <= 2, "l_low": 1 <= l, "l_high": l <= 2}
SMALL = {"eta_pos": 0 < eta, "eta_small": eta <= rational(1, 10)}


@paper.claim(given=[*SMALL.values(), 1 <= k, k <= 2], shows=Eq(norm(token(pair, i, k), one), 1 - eta))
def pair_length(p: Proof) -> Fact:
    """3 − 2 k is 1 or −1."""
    p.given(**SMALL, k_high=k <= 2)
    own = token(pair, i, k)
    p.apply("norm_of_one", v=own, label="norm")

    def placed(order: Fact) -> Fact:
        if order.concl.args[0] is k and order.concl.op == "lt":
            return p.absurd(p.have(FALSE, order), p.goal)
        first = order.concl.op == "eq"
        place = order if first else p.antisymmetry(p.integer_step(order), "k_high")
        known = p.have(Eq(own(one), 1 - eta if first else eta - 1), (place, 1 - eta))
        sign = p.have(own(one) >= 0 if first else own(one) <= 0, known, "eta_small")
        return p.have(p.goal, p.abs_value(own(one), sign), "norm", known)

    return p.trichotomy(one, k, placed)


@paper.claim(given=[*SMALL.values(), *PLACES.values(), negation(Eq(k, l))],
             shows=1 < norm(fun(lambda t: pair(i, t, k) - pair(j, t, l)), one))  # fmt: skip
def pair_far(p: Proof) -> Fact:
    """2 (1 − η)."""
    p.given(**SMALL, differ=negation(Eq(k, l)))
    gap = fun(lambda t: pair(i, t, k) - pair(j, t, l))
    p.apply("norm_of_one", v=gap, label="norm")
    sides = [p.apply("abs_ge", x=y) for y in (gap(one), -gap(one))]
    size = p.have(0 < 1 - eta)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp("differ", order), p.goal)
        more = p.integer_step(order)
        return p.have(p.goal, "norm", *sides, (more, size), "eta_small")

    return p.trichotomy(k, l, prove)


@paper.claim(given=SMALL, shows=at_pair(is_tokenwise_separated(X, r_min, r_max, epsilon)))
def close_separated(p: Proof) -> Fact:
    """1/2 < 1 − η < 1 < 2 (1 − η)."""
    p.given(**PLACES, i_low=1 <= i, i_high=i <= 1, j_low=1 <= j, j_high=j <= 1, t_low=1 <= t, t_high=t <= 1)
    size = norm(token(pair, i, k), one)
    bounds = []
    for formula in (rational(1, 2) < size, size < 1):
        at_place = p.generalize(k, p.have(formula, "eta_pos", "eta_small"), "k_low", "k_high")
        bounds.append(p.generalize(i, at_place, "i_low", "i_high"))
    differ = p.assume(different(token(pair, i, k), token(pair, j, l), one))
    equal = p.assume(Eq(k, l))
    alike = p.have(Eq(pair(i, t, k), pair(j, t, l)), (equal, 1 - eta))
    clash = p.mp(differ, p.generalize(t, alike, "t_low", "t_high"))
    far = p.apply("pair_far", p.discharge(clash, equal.concl))
    far = p.discharge(far, differ.concl)
    return p.exists_intro(p.goal, [], *bounds, far)


@paper.claim(given=[0 < eta, eta <= LEAST, eta <= rational(1, 10)],
             shows=negation(at_pair(printed_contexts.formula)))  # fmt: skip
def close_refutes(p: Proof) -> Fact:
    """The two images are at most 8 η apart."""
    p.given(pos=0 < eta, h_low=1 <= h, h_high=h <= 2)
    held = found = p.assume(p.goal.args[0])
    while found.concl.op == "imp":
        side = found.concl.args[0]
        found = p.mp(found, p.side_condition(side))
    words = at_pair(printed_words)
    image_ = values_of(substitute(operator(single_head(*one_head)), {d: one, s: one, n: two}), words)
    at: dict[str, Term | int] = {"X": words, "n": 2}

    def close(order: Fact) -> Fact:
        goal = abs(words(1, 1, h) - 3) <= eta
        if order.concl.args[0] is h and order.concl.op == "lt":
            return p.absurd(p.have(FALSE, order, "h_low"), goal)
        first = order.concl.op == "eq"
        place = order if first else p.antisymmetry(p.integer_step(order), "h_high")
        gap = words(1, 1, h) - 3
        value = p.have(Eq(gap, -eta if first else eta), place)
        return p.apply("abs_le", p.have(gap <= eta, value),
                       p.have(-eta <= gap, value), x=gap, u=eta)  # fmt: skip

    near = p.generalize(h, p.trichotomy(one, h, close), "h_low", "h_high")

    def with_mapping(wide: Fact, short: Fact, apart: Fact, _: Fact) -> Fact:
        means = [substitute(average, {X: words, n: two, k: num(y)}) for y in (1, 2)]
        near_ = [p.apply("average_near", near, k=y, c=3, **at) for y in (1, 2)]
        length = p.apply("norm_of_one", v=token(image_, one, one))
        factor = W_O(1, 1) * W_V(1, 1)
        less = p.specialize(short, 1, 1)
        start = 3 - eta + factor * means[0]
        less = p.have(abs(start) < rational(21, 4), less, length)
        both = p.apply("images_close", *near_, less, w=factor, mu_1=means[0], mu_2=means[1])
        gap = fun(lambda t: image_(1, t, 1) - image_(1, t, 2))
        length = p.apply("norm_of_one", v=gap)
        equal = p.assume(every(lambda t: Eq(words(1, t, 1), words(1, t, 2)), 1, 1))
        own = p.specialize(equal, 1)
        clash = p.have(FALSE, own)
        far = p.specialize(apart, 1, 1, 1, 2, using=[p.discharge(clash, equal.concl)])
        return p.have(FALSE, far, length, both, wide)

    def with_pi(number: Fact, low: Fact, high: Fact) -> Fact:
        wide = p.apply("encoded_gap_wide", low, high)
        there = p.specialize(found, pi, using=[number, low])

        def with_weights(*weights: Fact) -> Fact:
            laws = p.obtain(
                weights[-1],
            )
            return p.change(with_mapping(wide, *laws), FALSE)

        return p.exists_elim(there, one_head, with_weights, FALSE)

    return p.discharge(for_some_pi(p, with_pi), held.concl)


counterexample = {x.args[0]: substitute(y, {eta: LEAST}) for x, y in values.items()}


@paper.claim(given=[], shows=negation(substitute(
    printed_contexts.formula, {x: counterexample[x.args[0]] for x in printed_contexts.formula.free})))  # fmt: skip
def printed_contexts_refuted(p: Proof) -> Fact:
    """Take η = e^(−10125)/10^7."""
    falls = p.apply("exp_le", x=num(-10125), y=num(0))
    top = p.have(exp(num(-10125)) <= 1, falls)
    known = [p.have(y, top) for y in (0 < LEAST, LEAST <= LEAST, LEAST <= rational(1, 10))]
    return p.apply("close_refutes", *known, eta=LEAST)
