"""Memorization: a Transformer of one layer maps labelled sequences to their labels (section 4.1, A.3, A.4).

A finite set of numbers is written as an increasing list x_1 < … < x_m (x_0 is any number below them): place(i, k) says
where in the list the number of token k of sequence i stands. A hidden unit a number of the list is enough.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import N, contained, d, pairs, same_tokens, token
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.relu import interpolant, upwards
from proofs.writing.proof import Proof

i, j, k, l, t, e, m = ints("i j k l t e m")
(place,) = sequences("place", 2)
(label,) = vectors("y", 3)
(C,) = reals("C")
(x, y) = vectors("x y")

i_in, j_in, k_in, l_in, t_in = (i >= 1, i <= N), (j >= 1, j <= N), (k >= 1, k <= n), (l >= 1, l <= n), (t >= 1, t <= d)


def consistent(X: Term, Y: Term) -> Term:
    """Equal tokens of sequences with equal vocabularies have equal labels Y."""
    return pairs(
        lambda i, j, k, l: implies(
            contained(X, i, j),
            contained(X, j, i),
            same_tokens(token(X, i, k), token(X, j, l)),
            every(lambda t: eq(Y(i, t, k), Y(j, t, l)), 1, d),
        )
    )


# --- labels of a list of numbers -----------------------------------------------------------------------------------


def here(j: Term, l: Term, e: Term) -> Term:
    """1 if token l of sequence j stands at place e."""
    return ite(eq(place(j, l), e), 1, 0)


def occurrences(e: Term) -> Term:
    """How many tokens stand at place e."""
    return sigma(lambda j: sigma(lambda l: here(j, l, e), 1, n), 1, N)


def labels_sum(t: Term, e: Term) -> Term:
    """The sum of the labels' entries t of the tokens at place e."""
    return sigma(lambda j: sigma(lambda l: label(j, t, l) * here(j, l, e), 1, n), 1, N)


def label_at(t: Term, e: Term) -> Term:
    """Entry t of the label of the tokens at place e, 0 if there is none."""
    return ite(occurrences(e) <= 0, 0, labels_sum(t, e) / occurrences(e))


def labels_at(t: Term) -> Term:
    """Entry t of the labels, along the list."""
    return fun(lambda e: label_at(t, e))


agree = pairs(lambda i, j, k, l: implies(eq(place(i, k), place(j, l)), eq(label(i, t, k), label(j, t, l))))


@paper.theorem
def here_nonneg(p: Proof) -> None:
    """0 or 1."""
    p.qed(p.by_order("out", place(j, l), e, lambda o: p.have(None, here(j, l, e) >= 0, *p.chosen(o, here(j, l, e)))))


def ranged(p: Proof, *names: str) -> None:
    """Assume that the indices are in range."""
    for name in names:
        low, high = {"i": i_in, "j": j_in, "k": k_in, "l": l_in, "t": t_in}[name]
        p.given(**{f"{name}_low": low, f"{name}_high": high})


@paper.theorem
def occurs(p: Proof) -> None:
    """Where a token stands there is one."""
    ranged(p, "i", "k", "j", "l")
    here_i = place(i, k)
    p.rule("own", "choice", here(i, k, here_i), p.have(None, eq(place(i, k), here_i)))
    p.every("members", l, p.apply(None, "here_nonneg", e=here_i), "l_low", "l_high")
    p.apply("row", "sum_nonneg", "members", f=fun(lambda l: here(j, l, here_i)), lo=1, hi=n)
    p.every("rows", j, "row", "j_low", "j_high")
    rows = fun(lambda j: sigma(lambda l: here(j, l, here_i), 1, n))
    p.apply("whole", "sum_member", "rows", f=rows, m=i, lo=1, hi=N)
    p.every("members_i", l, p.apply(None, "here_nonneg", j=i, e=here_i), "l_low", "l_high")
    p.apply("part", "sum_member", "members_i", f=fun(lambda l: here(i, l, here_i)), m=k, lo=1, hi=n)
    p.qed(p.have("out", 1 <= occurrences(here_i), "whole", "part", "own"))


def twice(p: Proof, rule: str, label_: str, member: Fact, f: Term, g: Term) -> Fact:
    """A relation of double sums Σ_j Σ_l, by `rule` from that of the members f(j, l), g(j, l)."""
    p.every(f"{label_}_row_", l, member, "l_low", "l_high")
    p.apply(f"{label_}_row", rule, f"{label_}_row_", f=fun(lambda l: f(j, l)), g=fun(lambda l: g(j, l)), lo=1, hi=n)
    p.every(f"{label_}_rows", j, f"{label_}_row", "j_low", "j_high")
    f, g = (fun(lambda j, h=h: sigma(lambda l: h(j, l), 1, n)) for h in (f, g))
    return p.apply(label_, rule, f"{label_}_rows", f=f, g=g, lo=1, hi=N)


@paper.claim(given=[agree, *i_in, *k_in], shows=eq(label_at(t, place(i, k)), label(i, t, k)))
def label_at_place(p: Proof) -> Fact:
    """All tokens at a place are labelled alike."""
    p.given(agree=agree)
    ranged(p, "i", "k", "j", "l")
    at = place(i, k)

    def prove(order: Fact) -> Fact:
        claim = eq(label(j, t, l) * here(j, l, at), label(i, t, k) * here(j, l, at))
        alike = []
        if order.concl.op == "eq":
            alike = [p.use(None, "agree", j, i, l, k, using=[order])]
        return p.have(None, claim, *p.chosen(order, here(j, l, at)), *alike)

    member = p.by_order(None, place(j, l), at, prove)
    by = fun(lambda j, l: label(j, t, l) * here(j, l, at), 2), fun(lambda j, l: label(i, t, k) * here(j, l, at), 2)
    twice(p, "sum_eq", "sum", member, *by)
    p.apply("some", "occurs")
    p.have("positive", 0 < occurrences(at), "some")
    p.rule("value", "choice", label_at(t, at), "positive")
    p.have("count", eq(occurrences(at) * inv(occurrences(at)), 1), "positive")
    return p.have("out", p.goal, "value", ("sum", inv(occurrences(at))), ("count", label(i, t, k)))


bounded_labels = [
    every(lambda j: every(lambda l: label(j, t, l) <= C, 1, n), 1, N),
    every(lambda j: every(lambda l: -C <= label(j, t, l), 1, n), 1, N),
]


def bound(p: Proof, below: bool) -> Fact:
    """−C <= label_at <= C, one of the two."""
    p.given(C_pos=C >= 0, bound=bounded_labels[below], none=occurrences(e) <= 0, some=0 < occurrences(e))
    ranged(p, "j", "l")
    p.use("own", "bound", j, l)
    p.apply("weight", "here_nonneg")
    f, g = (
        fun(lambda j, l: label(j, t, l) * here(j, l, e), 2),
        fun(lambda j, l: (-C if below else C) * here(j, l, e), 2),
    )
    f, g = (g, f) if below else (f, g)
    twice(p, "sum_le", "sum", p.have(None, f(j, l) <= g(j, l), ("own", "weight")), f, g)
    zero = p.have(None, p.goal, *p.chosen(p.get("none"), label_at(t, e)), "C_pos")
    quotient = labels_sum(t, e) / occurrences(e)
    s, r = (-C, quotient) if below else (quotient, C)
    p.have("scaled", s <= r, "sum", scale=["some"])
    return p.cases(
        "out", occurrences(e), 0, zero, p.have(None, p.goal, *p.chosen(p.get("some"), label_at(t, e)), "scaled")
    )


@paper.claim(given=[C >= 0, bounded_labels[0]], shows=label_at(t, e) <= C)
def label_at_le(p: Proof) -> Fact:
    """A mean of labels."""
    return bound(p, below=False)


@paper.claim(given=[C >= 0, bounded_labels[1]], shows=-C <= label_at(t, e))
def label_at_ge(p: Proof) -> Fact:
    """A mean of labels."""
    return bound(p, below=True)


@paper.claim(given=[pairs(lambda i, j, k, l: negation(eq(place(i, k), e)))], shows=eq(label_at(t, e), 0))
def label_at_nowhere(p: Proof) -> Fact:
    """No token stands there."""
    p.given(nowhere=pairs(lambda i, j, k, l: negation(eq(place(i, k), e))))
    ranged(p, "j", "l")
    p.use("not_here", "nowhere", j, j, l, l)
    none = p.rule(None, "choice", here(j, l, e), "not_here")
    twice(p, "sum_eq", "sum", none, fun(lambda j, l: here(j, l, e), 2), fun(lambda j, l: num(0), 2))
    return p.rule("out", "choice", label_at(t, e), p.have(None, occurrences(e) <= 0, "sum"))


within_list = [
    every(lambda i: every(lambda k: place(i, k) >= 1, 1, n), 1, N),
    every(lambda i: every(lambda k: place(i, k) <= m, 1, n), 1, N),
]


@paper.claim(given=[within_list[0]], shows=eq(label_at(t, num(0)), 0))
def label_at_zero(p: Proof) -> Fact:
    """Places are counted from 1."""
    p.given(low=within_list[0])
    ranged(p, "i", "j", "k", "l")
    p.use("own", "low", i, k)
    at = p.rule(None, "assume", eq(place(i, k), 0))
    p.note("no", p.discharged(p.have(None, FALSE, "own", at), at.concl))
    for name, v in (("l", l), ("k", k), ("j", j), ("i", i)):
        p.every("no_" + name, v, "no" if name == "l" else "no_" + {"k": "l", "j": "k", "i": "j"}[name],
                f"{name}_low", f"{name}_high")  # fmt: skip
    return p.apply("out", "label_at_nowhere", "no_i", e=0)


def memorizing(z: Term, t: Term) -> Term:
    """Output t of the network with m hidden units, for the labels: Σ_u weight_u σ_R(z − x_{u-1})."""
    return substitute(interpolant(z, m), {y: labels_at(t)})


@paper.claim(
    given=[upwards, agree, *within_list, *i_in, *k_in],
    shows=eq(memorizing(x(place(i, k)), t), label(i, t, k)),
)
def labels_memorized(p: Proof) -> Fact:
    """The polygon through the labels."""
    p.given(upwards=upwards, agree=agree, low=within_list[0], high=within_list[1])
    ranged(p, "i", "k")
    p.use("own_low", "low", i, k)
    p.use("own_high", "high", i, k)
    p.apply("through", "memorized", i=place(i, k), y=labels_at(t))
    p.apply("at", "label_at_place")
    p.apply("start", "label_at_zero")
    return p.have("out", p.goal, "through", "at", "start")
