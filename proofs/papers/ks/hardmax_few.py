"""Three hardmax heads tell up to three tokens apart: where Theorem 1 fails.

Not in the paper. Along a direction v a head sees the largest, the smallest or, with no keys, the mean of the numbers
vᵀ x. Up to three numbers are known by these. The zero token has no scores and sees means only, which tell two tokens
apart. `numeric.constructions.hardmax_context` builds the heads for given sequences.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import X, d, images, self_attention, token
from proofs.papers.ks.projection import unit, v
from proofs.papers.ks.told_apart import l, number, t
from proofs.papers.ks.vocabulary import i, j, k, n, paper
from proofs.theorems.hardmax import attended
from proofs.theorems.matrices import hardmax
from proofs.theorems.norms import dot
from proofs.writing.proof import Proof

(h,) = ints("h")
(strength,) = vectors("T")
# head h has the scores (2 − h) (vᵀx_l)(vᵀx_k) and makes T_h v of a weight for the number of a token
three_heads = (
    fun(lambda h, t, j: strength(h) * v(t), 3),
    fun(lambda h, j, t: v(t), 3),
    fun(lambda h, j, t: (2 - h) * v(t), 3),
    fun(lambda h, j, t: v(t), 3),
)
outputs = images(X, lambda Z: self_attention(Z, three_heads, hardmax, heads=num(3), size=num(1)))


def seen(h: Term, i: Term, k: Term) -> Term:
    """What head h sees from token k of sequence i."""
    return attended(fun(lambda l: number(i, l)), lambda l: number(i, l) * ((2 - h) * number(i, k)))


@paper.claim(
    given=[unit],
    shows=eq(dot(v, token(outputs, i, k), d), number(i, k) + sigma(lambda h: strength(h) * seen(h, i, k), 1, 3)),
)
def output_number(p: Proof) -> Fact:
    """vᵀ v = 1."""
    p.given(unit=unit)
    return p.have("out", p.goal, ("unit", sigma(lambda h: strength(h) * seen(h, i, k), 1, 3)))
