"""The distance d_p of functions, the layers of a Transformer, and contextual mappings (sections 2 and 3.2)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.vocabulary import j, k, n, paper
from proofs.theorems.algebra.matrices import hardmax
from proofs.theorems.algebra.matrices import named as matrix
from proofs.theorems.integration.integrals import size_to_the
from proofs.theorems.networks.transformers import *

paper.assume(1 <= n, 1 <= d, 1 <= N, 1 <= s, 0 < epsilon, 0 < r_min, r_min < r_max, 0 < r, 0 < delta)

soft_layer, hard_layer = self_attention(Z_matrix), self_attention(Z_matrix, weigh=hardmax)
(power_,) = reals("p")
paper.assume(1 <= power_)
F_1, F_2 = vectors("F_1 F_2", 2)


def integrand(F: Term, G: Term, p: Term) -> Term:
    """‖F − G‖_p^p for two d × n matrices: the sum of |F_tk − G_tk|^p."""
    return Sum(lambda t: Sum(lambda k: size_to_the(F(t, k) - G(t, k), p), 1, n), 1, d)


@paper.claim(given=[], shows=0 <= integrand(F_1, F_2, power_))
def integrand_nonneg(p: Proof) -> None:
    """It is a sum of powers."""


# --- 2.2: tokens interact in attention only -------------------------------------------------------------------------

H_1, H_2 = vectors("H_1 H_2", 2)
(l,) = ints("l")
same_token = every(lambda t: Eq(H_1(t, k), H_2(t, l)), 1, d)


def fed(H: Term) -> Callable[[Term, Term], Term]:
    """Return F_FF(H), a d × n matrix."""
    return feed_forward(matrix(H, d, n), *network)


@paper.claim(given=[same_token], shows=every(lambda t: Eq(fed(H_1)(t, k), fed(H_2)(t, l)), 1, d))
def token_by_token(p: Proof) -> Fact:
    """Column k of F_FF(H) depends on column k of H alone."""
    p.given(t_low=1 <= t, t_high=t <= d)
    first, second = (fun(lambda c, H=H, k=k: W_1(j, c) * H(c, k)) for H, k in ((H_1, k), (H_2, l)))
    p.apply("sum_eq", f=first, g=second, lo=1, hi=d, label="row")
    units = [
        fun(lambda j, H=H, k=k: W_2(t, j) * relu(Sum(lambda c: W_1(j, c) * H(c, k), 1, d) + b_1(j)))
        for H, k in ((H_1, k), (H_2, l))
    ]
    p.generalize(j, p.have(Eq(units[0](j), units[1](j))), label="units")
    p.apply("sum_eq", f=units[0], g=units[1], lo=1, hi=q, label="hidden")
    return p.have(Eq(fed(H_1)(t, k), fed(H_2)(t, l)))
