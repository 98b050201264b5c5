"""The indices to which hardmax attends (A.1): those of the largest or of the smallest coefficient."""

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_3_theorem_1 import theorem_1
from proofs.papers.ks.vocabulary import a, i, i_in, j, j_in, k, n, paper, unequal
from proofs.theorems.networks.hardmax import hardmax, is_best

alpha_1, alpha_4, c = reals("alpha_1 alpha_4 c")
(head, query) = ints("l o")
extremes = [
    every(lambda k: alpha_1 <= a(k), 1, n), every(lambda k: a(k) <= alpha_4, 1, n), *i_in, Eq(a(i), alpha_1), *j_in,
    Eq(a(j), alpha_4), 1 <= k, k <= n, alpha_1 < a(k), a(k) < alpha_4,
]  # fmt: skip
of_query = theorem_1.agreement(head) * a(query)  # the scores are this multiple of a, by (24)
weight = hardmax(lambda k: of_query * a(k), k)


@paper.claim(given=[*extremes, unequal(c, num(0))], shows=Eq(hardmax(lambda k: c * a(k), k), 0))
def hardmax_at_ends(p: Proof) -> Fact:
    """c a_j or c a_i is larger than c a_k."""
    p.given(some_scale=unequal(c, num(0)), i_low=i >= 1, i_high=i <= n, at_i=Eq(a(i), alpha_1))
    p.given(j_low=j >= 1, j_high=j <= n, at_j=Eq(a(j), alpha_4), above=alpha_1 < a(k), below=a(k) < alpha_4)
    top = Max(lambda k: c * a(k), 1, n)
    ge_i = p.max_ge(top, i, "i_low", "i_high")
    ge_j = p.max_ge(top, j, "j_low", "j_high")

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            same = p.have(Eq(c, 0), order)
            return p.absurd(p.mp("some_scale", same), p.goal)
        end, gap = ("at_j", "below") if order.concl.args[0].op == "num" else ("at_i", "above")
        more = p.have(c * a(k) < top, ge_i, ge_j, (end, c), (order, gap))
        missed = p.ite_eq(is_best(lambda k: c * a(k), k), more)
        return p.have(p.goal, (missed, inv(Sum(lambda i: is_best(lambda k: c * a(k), i), 1, n))))

    return p.trichotomy(0, c, prove)


@paper.claim(given=[*extremes, unequal(of_query, num(0))], shows=Eq(weight, 0))
def hardmax_scores_at_ends(p: Proof) -> Fact:
    """The scores are a multiple of a."""
    return p.apply("hardmax_at_ends", c=of_query)
