"""The remaining displays of B.2, line by line: boltz = L − S, Kronecker's δ, and the derivative of the entropy.

These are (85), (88) and (90). The derivative of the entropy follows by the chain rule from its derivative with respect
to the weights.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.first_derivative import entropy_slope, log_of_each
from proofs.papers.ks.vocabulary import *


@paper.claim(given=[some], shows=Eq(log_of_each(lambda k: log(exp(a(k)))), log_of_each(a)))
def eq_85_fourth(p: Proof) -> None:
    """log e^(a_k) = a_k."""


@paper.claim(given=[unequal(i, j)], shows=Eq(kronecker(i, j), 0))
def kronecker_zero(p: Proof) -> None:
    """δ_ij = 0 for i ≠ j."""


@paper.claim(given=[Eq(i, j)], shows=Eq(kronecker(i, j), 1))
def kronecker_one(p: Proof) -> None:
    """δ_ij = 1 for i = j."""


q = c  # a vector of positive numbers; the entropy is first differentiated as a function of q
weights = fun(p_)
q_positive = every(lambda k: q(k) > 0, 1, n)


@paper.claim(
    given=[some, *j_in, q_positive],
    shows=derivative_of(
        lambda t: -Sum(lambda k: moved(q, j, t)(k) * log(moved(q, j, t)(k)), 1, n), num(0), -log(q(j)) - 1
    ),
)
def entropy_in_weights(p: Proof) -> Fact:
    """∂/∂q_j (−Σ q_k log q_k) = −log q_j − 1."""
    p.given(positive=q_positive)
    p.apply("sum_delta", f=fun(lambda k: log(q(k))), m=j, lo=1, hi=n, label="logs")
    by = {"f": fun(lambda k: q(k) * inv(q(k)) * kronecker(k, j)), "g": fun(lambda k: kronecker(k, j))}
    p.apply("sum_eq", lo=1, hi=n, **by, label="ones_sum")
    # at t = 0 the k-th argument of log is q_k, which is positive
    f = zero_of(lambda t: -Sum(lambda k: moved(q, j, t)(k) * log(moved(q, j, t)(k)), 1, n))
    raw = p.rule("derivative", f, num(0), ["positive"])
    _, _, value = p.get(raw).concl.args
    p.have(Eq(value, -log(q(j)) - 1), "sum_delta", label="value")
    return p.rewrite(raw, "value")


slope_of_sum = derivative_of(
    lambda t: -Sum(lambda k: moved(weights, j, t)(k) * log(moved(weights, j, t)(k)), 1, n), num(0), -log(p_(j)) - 1
)


@paper.claim(given=[some, *j_in], shows=slope_of_sum)
def entropy_in_softmax_weights(p: Proof) -> Fact:
    """∂/∂p_j (−Σ p_k log p_k) = −log p_j − 1."""
    return p.apply("entropy_in_weights", c=weights)


chain = Sum(lambda j: (-log(p_(j)) - 1) * (p_(i) * (kronecker(j, i) - p_(j))), 1, n)
collected = -p_(i) * Sum(lambda j: kronecker(j, i) * (log(p_(j)) + 1) - p_(j) * log(p_(j)) - p_(j), 1, n)
with_ones = -p_(i) * (log(p_(i)) + 1 + S - 1)


@paper.claim(given=[some, *i_in], shows=Eq(chain, collected))
def eq_90_collected(p: Proof) -> None:
    """The factor −p_i is taken out, and the product is expanded; δ_ji p_j = δ_ji p_i is not needed."""


@paper.claim(given=[some, *i_in], shows=Eq(collected, with_ones))
def eq_90_summed(p: Proof) -> None:
    """Kronecker's δ selects the i-th term, Σ p_j log p_j = −S, and Σ p_j = 1."""
    p.apply("sum_delta", f=fun(lambda j: log(p_(j)) + 1), m=i, lo=1, hi=n, label="picked")


@paper.claim(given=[some, *i_in], shows=Eq(with_ones, entropy_slope))
def eq_90_last(p: Proof) -> None:
    """The ones cancel."""


@paper.claim(given=[some, *i_in], shows=along(lambda v: entropy(v, n), i, num(0), chain))
def eq_90_chain_rule(p: Proof) -> Fact:
    """By the chain rule, ∂S/∂a_i is the sum of ∂S/∂p_j · ∂p_j/∂a_i over j."""
    slope = p.apply("entropy_derivative")
    same = p.have(Eq(entropy_slope, chain))
    return p.rewrite(slope, same)
