"""MaxAff_K + MaxAff_Q as a max-affine function of both inputs (section 4.2)."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import G, half_square, j
from proofs.papers.liu.section_4_2_cross_attention.cross_attention import key_dot, pair_score, query_dot
from proofs.papers.liu.vocabulary import N, h, paper, some_pieces

u, w = vectors("u w")
together = Max(lambda h: Max(lambda j: u(h) + w(j), 1, G), 1, N)


@paper.claim(given={"some": some_pieces, "many": 1 <= G},
             shows=Eq(together, Max(lambda h: u(h), 1, N) + Max(lambda j: w(j), 1, G)))  # fmt: skip
def greatest_sum(p: Proof) -> Fact:
    """The maximum of all sums is the sum of the maxima."""
    p.given(h_low=1 <= h, h_high=h <= N, j_low=1 <= j, j_high=j <= G)
    first, second = Max(lambda h: u(h), 1, N), Max(lambda j: w(j), 1, G)
    one, two = p.max_ge(first, h, "h_low", "h_high"), p.max_ge(second, j, "j_low", "j_high")
    row = Max(lambda j: u(h) + w(j), 1, G)
    each = p.generalize(j, p.have(u(h) + w(j) <= first + second, one, two))
    rows = p.generalize(h, p.max_le(row, first + second, "many", each))
    below = p.max_le(together, first + second, "some", rows)
    at_h = p.max_ge(together, h, "h_low", "h_high")
    at_j = p.max_ge(row, j, "j_low", "j_high")
    left = p.generalize(j, p.have(w(j) <= together - u(h), at_h, at_j))
    left = p.max_le(second, together - u(h), "many", left)
    left = p.generalize(h, p.have(u(h) <= together - second, left))
    left = p.max_le(first, together - second, "some", left)
    return p.antisymmetry(below, p.have(first + second <= together, left))


@paper.claim(
    given=[1 <= G],
    shows=Eq(
        Max(lambda i: Max(lambda j: pair_score(i, j), 1, G), 1, G),
        Max(lambda i: key_dot(i) - half_square(i), 1, G) + Max(lambda j: query_dot(j) - half_square(j), 1, G),
    ),
)
def pair_maxima_add(p: Proof) -> Fact:
    """The piece of a pair is a sum of two pieces."""
    u, w = (fun(lambda k, dot=dot: dot(k) - half_square(k)) for dot in (key_dot, query_dot))
    return p.apply("greatest_sum", N=G, u=u, w=w)
