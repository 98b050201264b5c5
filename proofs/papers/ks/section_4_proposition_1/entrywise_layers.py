"""The two parts of the first layer as layers of their own (A.5): the staircase of (58), and the penalty of (59)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_4_proposition_1.context_ids import D
from proofs.papers.ks.section_4_proposition_1.network_exists import FEED, alpha, layer_1, rise, shift, token_of
from proofs.papers.ks.section_4_proposition_1.penalty import P
from proofs.papers.ks.section_4_proposition_1.step_function import delta
from proofs.papers.ks.section_4_proposition_1.step_function import z as entry
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.algebra.matrices import named as matrix
from proofs.theorems.analysis.continuity import entries
from proofs.theorems.integration.grid_errors import over
from proofs.theorems.networks.one_hidden_layer import of_token, shallow
from proofs.theorems.networks.rounding import corrected_quantiser, penalties
from proofs.theorems.networks.transformers import d, feed_forward

t, k, c, r, q = ints("t k c r q")
X, W1, W2 = vectors("X W_1 W_2", 2)
b1, b2, z = vectors("b_1 b_2 z")


def staircase(x: Term) -> Term:
    """The steps of (58), with t from 0 to D − 1, the last one subtracted."""
    return substitute(corrected_quantiser, {entry: x})


def penalty(x: Term) -> Term:
    """Return (59) with its signs corrected."""
    return -penalties(x)


def computes(of_entry: Callable[[Term], Term]) -> Term:
    """A feed-forward layer applies this function to every entry."""

    def weights(q: Term, W1: Term, b1: Term, W2: Term, b2: Term) -> Term:
        layer = lambda X: feed_forward(matrix(X, d, n), W1, b1, W2, b2, q)  # noqa: E731
        return for_all(lambda X: entries(lambda t, k: Eq(layer(X)(t, k), of_entry(X(t, k))), d, n), MATRIX)

    return exists(weights, *FEED)


def of_tokens(p: Proof, of_entry: Callable[[Term], Term], h: Term, *known: Fact) -> Fact:
    """Prove that there is such a layer, from a function h of tokens with one hidden layer."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)

    (made,) = p.obtain(p.apply("layer_of_tokens", *known, h=h), q, W1, b1, W2, b2)
    here = p.specialize(p.specialize(p.specialize(made, X), t), k)
    assert here.concl.args[1] is h(token_of(X, k), t)
    value = p.have(Eq(here.concl.args[0], of_entry(X(t, k))), here)
    return p.exists_intro(p.goal, [q, W1, b1, W2, b2], over(p, value))


given = [1 <= d, 1 <= D, 0 < delta]


@paper.claim(given=given, shows=computes(staircase))
def staircase_is_a_layer(p: Proof) -> Fact:
    """Take the first layer without penalties."""
    plain = {P: num(0), alpha: num(1), shift: num(0)}
    return of_tokens(p, staircase, substitute(layer_1, plain))


@paper.claim(given=[1 <= d], shows=shallow(of_token(lambda z, r: penalty(z(r))), d))
def penalty_shallow(p: Proof) -> Fact:
    """Take two steps downwards, for every coordinate."""
    p.given(c_low=1 <= c, c_high=c <= d, r_low=1 <= r, r_high=r <= d)

    def step(c: Term, start: int, sign: int) -> Callable[[Term, Term], Term]:
        """A step of −1, from x = start on, upwards in ± x."""
        at = -num(sign * start) / delta
        return lambda z, r: -ite(Eq(r, c), 1, 0) * rise(c, at, at - 1, z, num(sign) / delta)

    one, two = of_token(step(c, 1, 1)), of_token(step(c, 0, -1))
    both = p.apply("one_hidden_layer.shallow_add", h_1=one, h_2=two)
    member = mapping(lambda c, z, r: ite(Eq(r, c), 1, 0) * penalty(z(c)), "Z", VECTOR, "Z")
    whole = p.apply("one_hidden_layer.shallow_sum", both, h=member, m=d)
    pick = p.apply("sum_delta", f=fun(lambda c: penalty(z(c))), m=r, lo=1, hi=d)
    all_, goal = of_token(lambda z, r: Sum(lambda c: member(c, z, r), 1, d)), of_token(lambda z, r: penalty(z(r)))
    value = p.have(Eq(goal(z, r), all_(z, r)), pick)
    same = value
    return p.apply("one_hidden_layer.shallow_same", whole, same, h=goal, h_1=all_)


@paper.claim(given=given, shows=computes(penalty))
def penalty_is_a_layer(p: Proof) -> Fact:
    """Undo the skip connection."""
    return of_tokens(p, penalty, of_token(lambda z, r: penalty(z(r))), p.apply("penalty_shallow"))
