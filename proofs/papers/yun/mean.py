"""Upper integrals by countably many boxes: what a multiple of another function bounds."""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.vocabulary import paper
from proofs.theorems.distance import volume
from proofs.theorems.lebesgue import lebesgue_at_most
from proofs.writing.proof import Proof

N, k, i, j, r, c = ints("N k i j r c")
E, E1, E2, e = reals("E E_1 E_2 e")
X, L, H = vectors("X L H", 2)
F, G = functions("F G", MATRIX)
lo, hi, lo2, hi2 = vectors("lo hi lo' hi'", 3)
b, b2 = vectors("b b'")
zero = num(0)
corner = fun(lambda r, c: zero, 2)


s = reals("s")[0]
MORE = {"held": lebesgue_at_most(F, E), "s_low": 0 <= s, "below": for_all(lambda X: G(X) <= s * F(X), MATRIX),
        "less": s * E <= E1}  # fmt: skip


@paper.claim(MORE, shows=lebesgue_at_most(G, E1))
def mean_of_less(p: Proof) -> Fact:
    """The same boxes, with s times their weights."""
    by = {"F": F, "G": G, "E": E, "s": s, "w": zero, "L": corner, "H": corner}
    fact = p.apply(None, "lebesgue_with_box", **by)
    whole = s * E + zero * volume(corner, corner)
    return p.apply("out", "lebesgue_mono", fact, F=G, E=whole)
