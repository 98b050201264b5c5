"""The exact ends of the interval of contexts, which Lemma 8 puts between t_l and t_r (E.3.1)."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import IDS, context
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import lx, on_grid, shifted
from proofs.papers.yun.beyond.lemma_10_range import first_ids, outer_ids, sharp_lower, sharp_upper
from proofs.papers.yun.vocabulary import M, c, d, delta, j, m, n, paper, tower

FINE = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, "fits": n <= M}
least = tower(n + 1) * sharp_lower + M * ((n - 1) * delta)
greatest = (tower(n + 1) + 1) * sharp_upper


@paper.claim(IDS, shows=least <= context(lx, j))
def context_least(p: Proof) -> Fact:
    """l̃_j >= l̃_1 = l_1 + δ^(-d) (l_n − l_1), and the least l̃_n."""
    p.apply("shifted_increasing", l=lx, label="increasing")
    above_first = p.apply("increasing_le", f=fun(lambda j: shifted(lx, j)), i=num(1))
    width = p.apply("grid_width")
    M_pos = p.apply("power_pos", k=d)
    bound = p.apply("sharp_lower_holds")
    weight = p.apply("power_pos", k=(n + 1) * d)
    return p.have(p.goal, above_first, lx(num(1)), (M_pos, width), (weight, bound))


@paper.claim(IDS, shows=context(lx, j) <= greatest)
def context_greatest(p: Proof) -> Fact:
    """l̃_j <= l̃_n, and the greatest l̃_n."""
    below_last = p.apply("shifted_below_last")
    bound = p.apply("sharp_upper_holds")
    weight = p.apply("power_pos", k=(n + 1) * d)
    return p.have(p.goal, below_last, bound, (weight, bound))


@paper.claim([*FINE.values()], shows=Eq(context(on_grid(first_ids), num(1)), least))
def least_attained(p: Proof) -> None:
    """Take the ids 0, δ, …, (n − 1)δ, in the first column."""
    p.apply("sharp_lower_attained", label="value")


@paper.claim([*FINE.values()], shows=Eq(context(on_grid(outer_ids), n), greatest))
def greatest_attained(p: Proof) -> None:
    """Take the ids 0, δ, …, (n − 2)δ, (M − 1)δ, in the last column."""
    p.apply("sharp_upper_attained", label="value")


@paper.claim([*FINE.values(), least < c], shows=negation(c <= context(on_grid(first_ids), num(1))))
def beyond_least(p: Proof) -> None:
    """The least context is attained."""
    p.apply("least_attained", label="value")


@paper.claim([*FINE.values(), c < greatest], shows=negation(context(on_grid(outer_ids), n) <= c))
def beyond_greatest(p: Proof) -> None:
    """The greatest context is attained."""
    p.apply("greatest_attained", label="value")
