"""E.3.1 for n = 2 and the factor γ = M − 1 (`smaller_factors`): one less than δ^(-d) is too small.

The first shifted id of L = (0, δ) is γ δ, the last level, so that it is shifted twice. L' = (δ, γ δ) is shifted once a
column. Both end with the greatest id γ + γ(γ − 1)², in units of δ.
"""

from __future__ import annotations

from proofs.builder.cases import values
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.beyond import two_columns as two
from proofs.papers.yun.beyond.smaller_factors import T2, T, gamma, levels
from proofs.papers.yun.vocabulary import M, d, delta, m, n, paper, v

greatest = gamma + gamma * (gamma - 1) * (gamma - 1)
BELOW = {"m_low": 2 <= m, "d_low": 1 <= d, "gamma_low": 2 <= gamma, "one_less": Eq(gamma, M - 1)}


def lower(t: Term) -> Term:
    """A term of `two_columns` for L = (0, δ): a = 0, b = 1, the factor γ and C = γ."""
    second = gamma * gamma - gamma + 1
    at = {two.a: num(0), two.b_id: num(1), two.f: gamma, two.C: gamma, two.S: second, two.F: greatest}
    return substitute(t, {x: y for x, y in at.items() if x in t.free})


RUN = {**BELOW} | {label: lower(two.RUN[label]) for label in ("begin_1", "begin_2", "layers")}


@paper.claim([*RUN.values(), 0 <= v, v <= M], shows=lower(two.at_level(v)))
def lower_sweep(p: Proof) -> Fact:
    """The sweep over L = (0, δ) shifts column 1 once more at its last level."""
    p.given(**RUN)
    p.have(gamma + 1 <= gamma * gamma - gamma + 1, "gamma_low", label="above")
    at = {"a": num(0), "b_": num(1), "f": gamma, "C": gamma, "S": gamma * gamma - gamma + 1, "F": greatest}
    return p.apply("sweep_shifts_twice", **at)


upper = fun(lambda j: ite(j <= 1, 1, gamma))
UPPER_RUN = {
    label: substitute(g, {n: num(2)} if n in g.free else {})
    for label, g in levels(T2, fun(lambda j: upper(j) * delta)).items()
}


@paper.claim({**BELOW, **UPPER_RUN}, shows=Eq(T2(M, 2), greatest * delta))
def upper_sweep(p: Proof) -> None:
    """L' = (δ, γ δ): each column is shifted once."""
    p.have(gamma * gamma >= 2 * gamma, "gamma_low", label="square")
    p.apply("swept_at_gamma", n=2, x=upper, T=T2, label="all")


@paper.claim({**RUN, **UPPER_RUN}, shows=Eq(T(M, 1), T2(M, 2)))
def same_greatest_id(p: Proof) -> Fact:
    """The id of column 1 of L equals that of column 2 of L', and these are the greatest ones."""
    all_ = p.apply("lower_sweep", v=M)
    own = p.specialize(all_, 1)
    other = p.apply("upper_sweep")
    state_ = lower(two.state(M, num(1)))
    outer = p.ite_eq(state_, p.have(num(1) <= 1))
    inner = values(p, [p.have(num(0) < M), p.have(gamma < M)], outer.concl.args[1])
    return p.have(p.goal, own, (inner[0], delta), other)


@paper.claim([*BELOW.values()], shows=gamma * gamma - gamma + 1 < greatest)
def greatest_is_greater(p: Proof) -> Fact:
    """(γ − 1)³ > 0: the id of column 1 of L is above that of column 2."""
    return p.have(p.goal, (gamma - 1, gamma - 1, gamma - 1))
