"""boltz of separated, decreasing vectors that first differ at k + 1 (B.3, Lemma 7), k >= 1 and k = 0."""

from __future__ import annotations

from collections.abc import Callable

from proofs.kernel.normal import key
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.lemma_6 import decreasing, delta, raised, u
from proofs.papers.ks.vocabulary import (
    a,
    b,
    boltz,
    constantly,
    display,
    greatest,
    i,
    i_in,
    j,
    k,
    kronecker,
    m,
    moved,
    n,
    named,
    of_entries,
    paper,
    partition,
    some,
    t,
    x,
)
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

# --- B.3: separated vectors ---------------------------------------------------------------------------------

display("B.3", 10, "115", "entries of a and b that differ do so by more than δ", defines=[absolute(a(i) - b(j))])


def separated(v: Term) -> Term:
    """Strictly decreasing by more than δ."""
    return every(lambda i: every(lambda j: implies(i < j, delta < v(i) - v(j)), 1, n), 1, n)


spread_a, spread_b = separated(a), separated(b)
apart = every(lambda i: every(lambda j: implies(negation(eq(a(i), b(j))), delta < absolute(a(i) - b(j))), 1, n), 1, n)
far = 2 * log(n) + 3 < delta
k_in = (k >= 0, k <= n - 1)
display("B.3", 13, "118", "the first k + 1 entries of a", given=[*k_in], defines=boltz(a, k + 1))
prefix = every(lambda i: eq(a(i), b(i)), 1, k)
first_gap = b(k + 1) < a(k + 1)
A, B = a(k + 1), b(k + 1)
display("B.3", 6, "111", "the first difference, at k + 1", given=[*k_in], defines=[A, B])
display("B.3", 11, "116", "a and b agree up to k, then a is larger", given=[*k_in], defines=[A, B])
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
    return p.have("out", p.goal, "log", "far")


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
    return p.cases("out", t, 0, p.have(None, p.goal, "same"), p.have(None, p.goal, "falls"))


def raise_entry(p: Proof, order: Term, falls: str, claim: Term) -> Fact:
    """Entry k + 1 raised to u, which stays below b_1 − log n − 1."""
    p.given(k_pos=k >= 1, k_high=k + 1 <= n, order=order, room=room)
    p.have("some", some, "k_pos", "k_high")
    p.note("one_in", p.settle(num(1) <= k + 1))
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
    return p.have("out", p.goal, "last", "same")


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
    return p.have("out", p.goal, "once", "others")


# --- Lemma 7, k >= 1 ----------------------------------------------------------------------------------------

b_bar = head(b, k, B)
display("B.3", 14, "119", "b with its tail raised to b_{k+1}", given=[some], defines=boltz(b_bar, n))
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
    p.use("distance", "apart", k + 1, k + 1, using=[p.note("different", different)])
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
    return p.have("out", p.goal, "once", "rest")


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
    return p.have("out", p.goal, "tail_raised", "same_bar")


@paper.claim(given=[*case_1, k + 1 < n], shows=boltz(b_bar, n) < boltz(b, n))
def raise_b_strictly(p: Proof) -> Fact:
    """Strictly, if there is a tail."""
    case_1_start(p)
    strict_k(p)
    tail_below(p, strictly=True)
    b_bar_is_head(p)
    p.apply("tail_raised", "raise_tail_strictly", "tail", m=k + 1, u=B)
    return p.have("out", p.goal, "tail_raised", "same_bar")


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


gamma, xi = sigma(lambda l: a(l) * exp(a(l)), 1, k), sigma(lambda l: exp(a(l)), 1, k)
display("B.3", 16, "121", "γ_k and ξ_k", defines=[gamma, xi])
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
    return p.have("out", p.goal, "inverse", "N_sum")


@paper.claim(given=positive_k, shows=eq(rest * exp(B), E_))
def count_into_exponent(p: Proof) -> Fact:
    """(n − k) e^b = e^(b + log(n − k))."""
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    p.rule("e", "exp_log", p.have("rest_pos", rest > 0, "k_next"))
    return p.have("out", p.goal, "e")


second = (gamma + B * E_) / (xi + E_)
third = (gamma + lifted * E_) / (xi + E_) - paid_log


@paper.claim(given=positive_k, shows=eq(flat, second))
def eq_122_second(p: Proof) -> Fact:
    """n − k taken into the exponent."""
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    p.apply("count", "count_into_exponent")
    p.both("inverse", xi + rest * exp(B), xi + E_, inv, p.have(None, eq(xi + rest * exp(B), xi + E_), "count"))
    return p.have("out", p.goal, "inverse", "count")


@paper.claim(given=positive_k, shows=eq(second, third))
def eq_122_third(p: Proof) -> Fact:
    """log(n − k) added and taken away."""
    return p.have("out", p.goal)


@paper.claim(given=positive_k, shows=eq(partition(a_lifted, k + 1), xi + E_))
def lifted_partition(p: Proof) -> Fact:
    """The partition of (a_1, …, a_k, b_{k+1} + log(n − k))."""
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    step_sums(p, a_lifted, lifted, k + 1, num(1))
    return p.have("out", p.goal, "Z_sum")


@paper.claim(given=positive_k, shows=eq(third, boltz(a_lifted, k + 1) - paid_log))
def eq_122_fourth(p: Proof) -> Fact:
    """The sums of (a_1, …, a_k, b_{k+1} + log(n − k))."""
    p.given(k_pos=k >= 1, k_next=k + 1 <= n)
    step_sums(p, a_lifted, lifted, k + 1, num(1))
    p.both("inverse", partition(a_lifted, k + 1), xi + E_, inv, "Z_sum")
    return p.have("out", p.goal, "inverse", "N_sum")


display(
    "B.3", 17, "122", "boltz of b with its tail raised, in four lines", eq_122_first, eq_122_second, eq_122_third,
    eq_122_fourth,
)  # fmt: skip


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
    return p.have("out", p.goal, "bar", "first", "second", "third", "fourth")


display("B.3", 18, "123", "the difference in terms of boltz(a_1, …, a_k, b_{k+1} + log(n − k))", eq_123_claim)


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
    return p.have("out", p.goal, "lemma_6", "inverse", "power", "last", depth=3)


def share_positive(p: Proof) -> None:
    """0 < e^(b + log(n − k)) / (ξ + e^(b + log(n − k)))."""
    p.note("xi_E", p.positive(xi + E_))
    p.note("share", p.positive(share))


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
    return p.have("out", p.goal, ("inside", "share"))


display("B.3", 19, "124", "Lemma 6 for the first k + 1 entries", eq_124_first, eq_124_second)


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
    return p.have("out", p.goal, ("inside", "share"))


display("B.3", 20, "125", "δ > 2 log n + 3 put in", eq_125_claim)


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
    return p.have("out", p.goal, "e123", "e124", "e124b", "e125")


@paper.claim(given=case_1, shows=by_square < in_brackets)
def eq_126_second(p: Proof) -> Fact:
    """(log n + 3)(2 log n + 5) − log(n − k) > 2 (log n)²."""
    case_1_start(p)
    logs(p)
    share_positive(p)
    p.have("inside", 2 * log(n) ** 2 < (log(n) + 3) * (2 * log(n) + 5) - log(rest), "log_n", "log_rest_le")
    return p.have("out", p.goal, ("inside", "share"))


display("B.3", 21, "126", "more than 2 (log n)² remains", eq_126_first, eq_126_second)


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
    return p.have("out", p.goal, "grow", "step")


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
    return p.have("out", p.goal, "sum")


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
    return p.have("out", p.goal, ("geometric", "pos"))


display("B.3", 22, "127", "ξ_k + e^(b_{k+1} + log(n−k)) < 2 e^(a_1)", eq_127_first, eq_127_second, eq_127_third)


target = log(n) ** 2 * exp(-(a(1) - B))
over_two = E_ / (2 * exp(a(1))) * (2 * log(n) ** 2)


@paper.claim(given=case_1, shows=by_square < boltz(b_bar, n) - boltz(a, k + 1))
def eq_128_first(p: Proof) -> Fact:
    """(126) once more."""
    case_1_start(p)
    p.apply("first", "eq_126_first")
    p.apply("second", "eq_126_second")
    return p.have("out", p.goal, "first", "second")


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
    return p.have("out", p.goal, ("inverse", "E_pos", "square"))


@paper.claim(given=case_1, shows=target <= over_two)
def eq_128_third(p: Proof) -> Fact:
    """n − k >= 1: an equation when k = n − 1."""
    case_1_start(p)
    p.apply("count", "count_into_exponent")
    p.have("rest_one", rest >= 1, "k_next")
    p.apply("square", "square_nonneg", x=log(n))
    p.note("power", p.positive(exp(-(a(1) - B))))
    p.have("more", target <= rest * target, ("rest_one", "square", "power"), "rest_one", ("square", "power"))
    p.have("same", eq(rest * target, over_two), "count")
    return p.have("out", p.goal, "more", "same")


display(
    "B.3", 23, "128", "the lower bound of case k >= 1", eq_128_first, eq_128_second,
    Claim(tuple(case_1), target < over_two), mended=[eq_128_first, eq_128_second, eq_128_third],
    errata=Erratum(
        "strictness", "For k = n − 1 the last two lines are equal, as n − k = 1; the chain as a whole stays strict.", 2,
        inner_vectors,
    ),
)  # fmt: skip


@paper.claim(given=case_1, shows=target < boltz(b, n) - boltz(a, n))
def lemma_7_case_1(p: Proof) -> Fact:
    """Case k >= 1."""
    case_1_start(p)
    for name in ("cut_a", "raise_b", "eq_128_first", "eq_128_second", "eq_128_third"):
        p.apply(name, name)
    names_ = ("cut_a", "raise_b", "eq_128_first", "eq_128_second", "eq_128_third")
    return p.have("out", p.goal, *names_)


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
    p.note("different", p.discharged(p.have(None, FALSE, "equal", "first_gap"), eq(a(1), b(1))))
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


display(
    "B.3", 24, "129", "(a_1, a_1 − δ, …, a_1 − δ), whose boltz is less than that of a",
    Claim(tuple(case_2), boltz(a_under, n) < boltz(a, n)), mended=[raise_a, raise_a_strictly],
    errata=Erratum(
        "strictness", "For n = 1 the two vectors are the same.", 0,
        Search(sizes={"n": [1]}, reals={"delta": [4]}, entries={"a": [5], "b": [0]}, length={"a": "n", "b": "n"}),
    ),
)  # fmt: skip


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
    return p.have("out", p.goal, "inverse", "N_sum")


@paper.claim(given=[some], shows=eq(under_sums, under_reduced))
def eq_130_second(p: Proof) -> Fact:
    """Divided by e^(a_1)."""
    p.given(some=some)
    p.rule("q_pos", "exp_pos", -delta)
    p.have("decay", decay >= 0, ("some", "q_pos"))
    p.have("d2", 1 + decay > 0, "decay")
    p.rule("top", "exp_pos", a(1))
    p.have("d1", exp(a(1)) + (n - 1) * exp(a(1) - delta) > 0, ("d2", "top"))
    return p.have("out", p.goal, "d1", "d2", scale=["d1", "d2"], depth=3)


@paper.claim(given=[some], shows=eq(under_reduced, a(1) - shortfall))
def eq_130_third(p: Proof) -> Fact:
    """a_1 taken out."""
    p.given(some=some)
    p.rule("q_pos", "exp_pos", -delta)
    p.have("decay", decay >= 0, ("some", "q_pos"))
    p.have("d", 1 + decay > 0, "decay")
    return p.have("out", p.goal, "d", scale=["d"])


display("B.3", 25, "130", "its boltz in closed form", eq_130_first, eq_130_second, eq_130_third)


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
    return p.have("out", p.goal, "raised", "average")


@paper.claim(given=case_2, shows=a(1) - shortfall - (a(1) - delta) < boltz(a_under, n) - b(1))
def eq_131_second(p: Proof) -> Fact:
    """b_1 < a_1 − δ."""
    case_2_start(p)
    for label in ("first", "second", "third"):
        p.apply(label, f"eq_130_{label}")
    return p.have("out", p.goal, "first", "second", "third", "gap")


@paper.claim(given=case_2, shows=eq(a(1) - shortfall - (a(1) - delta), delta - shortfall))
def eq_131_third(p: Proof) -> Fact:
    """a_1 cancels."""
    return p.have("out", p.goal)


@paper.claim(given=case_2, shows=eq(delta - shortfall, kept))
def eq_131_fourth(p: Proof) -> Fact:
    """One fraction."""
    case_2_start(p)
    return p.have("out", p.goal, "denominator", scale=["denominator"])


@paper.claim(given=case_2, shows=log(n) <= kept)
def eq_131_fifth(p: Proof) -> Fact:
    """(n − 1) e^(−δ) <= n e^(−log n) = 1, so the fraction is at least δ/2."""
    case_2_start(p)
    p.have("n_pos", n > 0, "some")
    p.rule("e", "exp_log", "n_pos")
    p.apply("grow", "exp_le", p.have(None, log(n) <= delta, "far", "log_n"), x=log(n), y=delta)
    p.have("small", decay <= 1, "grow", "e", "q_pos")
    p.have("log_decay", log(n) * decay <= log(n), ("small", "log_n"))
    return p.have("out", p.goal, "log_decay", "far", "log_n", "denominator", scale=["denominator"])


target_2 = log(n) ** 2 * exp(-(a(1) - b(1)))


@paper.claim(given=case_2, shows=target_2 <= log(n))
def square_le_log(p: Proof) -> Fact:
    """log n e^(−(a_1 − b_1)) <= 1."""
    case_2_start(p)
    p.rule("ge", "exp_ge", a(1) - b(1))
    p.rule("pos", "exp_pos", -(a(1) - b(1)))
    p.have("log_le", log(n) <= exp(a(1) - b(1)), "ge", "gap", "far", "log_n")
    p.have("product", log(n) * exp(-(a(1) - b(1))) <= 1, ("log_le", "pos"))
    return p.have("out", p.goal, ("product", "log_n"))


display(
    "B.3", 26, "131", "the lower bound of case k = 0", eq_131_first, eq_131_second, eq_131_third, eq_131_fourth,
    eq_131_fifth, square_le_log,
)  # fmt: skip


@paper.claim(given=case_2, shows=target_2 < boltz(a, n) - boltz(b, n))
def lemma_7_case_2(p: Proof) -> Fact:
    """Case k = 0."""
    case_2_start(p)
    labels = ("first", "second", "third", "fourth", "fifth")
    for label in labels:
        p.apply(label, f"eq_131_{label}")
    p.apply("square", "square_le_log")
    return p.have("out", p.goal, *labels, "square")


distance = absolute(boltz(a, n) - boltz(b, n))


def separation(rise: Term) -> Term:
    """(log n)² e^(−rise), the separation that Lemma 7 gives for rise = a_1 − b_{k+1}."""
    return log(n) ** 2 * exp(-rise)


def from_cases(p: Proof, case_1: str, case_2: str, separation: Callable[[Term], Term] = separation) -> Fact:
    """The conclusion of Lemma 7 from the theorems for k >= 1 and for k = 0."""
    target = separation(a(1) - B)
    p.given(zero=k <= 0, positive=k > 0)
    p.have("k_next", k + 1 <= n, "k_high")
    p.have("k_pos", k >= 1, p.rule(None, "integer_step", "positive"))
    p.apply("case_1", case_1)
    p.apply("down", "abs_ge", x=boltz(b, n) - boltz(a, n))
    p.have("if_positive", target < distance, "case_1", "down")
    p.rule("k_0", "antisymmetry", "zero", "k_low")
    for v in (a, b):
        p.both(f"{v.args[0]}_first", k + 1, num(1), v, p.have(None, eq(k + 1, 1), "k_0"))
    p.apply("case_2", case_2, p.have(None, b(1) < a(1), "first_gap", "a_first", "b_first"))
    p.both("same", B, b(1), lambda y: separation(a(1) - y), "b_first")
    p.apply("up", "abs_ge", x=boltz(a, n) - boltz(b, n))
    p.have("if_zero", target < distance, "case_2", "up", "same")
    return p.cases("out", k, 0, "if_zero", "if_positive")


@paper.claim(given=lemma_7_given, shows=target < distance)
def lemma_7_proved(p: Proof) -> Fact:
    """k = 0 or k >= 1."""
    names(p, "some", "spread_a", "spread_b", "apart", "far", "k_low", "k_high", "prefix", "first_gap")
    return from_cases(p, "lemma_7_case_1", "lemma_7_case_2")


display("B.3", 7, "112", "Lemma 7 for the sorted vectors", lemma_7_proved)


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
    return p.have("out", p.goal, "gap", "wide")


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
display("B.3", 12, "117", "Lemma 7's bound", lemma_7_proved)
