"""The tokens of grid sequences as integers: token k of sequence i has the number Σ_t D^(t−1) L_tk.

It is the projection of the token with the entries L_tk/D onto v = (D, D², …, D^d), and is one-to-one.

Main statements: `whole_id_low`, `whole_id_high`, `whole_id_injective`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.language.notation import *
from proofs.theorems.algebra.powers import power
from proofs.theorems.networks.grid_sequences import on_grid

chapter = Chapter("grid_tokens")
D, N, d, n, t, i, j, k, l, o = ints("D N d n t i j k l o")
(F,) = vectors("F", 2)
(L,) = sequences("L", 3)


def direction(t: Term) -> Term:
    """v_t = D^t, as D · D^(t−1)."""
    return D * power(D, t - 1)


def projection(F: Term, k: Term) -> Term:
    """v · F_k."""
    return Sum(lambda t: direction(t) * F(t, k), 1, d)


def projections(F: Term) -> Term:
    """The vector of all v · F_k."""
    return fun(lambda k: projection(F, k))


def first(j: Term) -> Term:
    """1 for the first index, 0 for the others."""
    return ite(Eq(j, 1), 1, 0)


k_in, o_in = (k >= 1, k <= n), (o >= 1, o <= n)


def whole_id(i: Term, k: Term) -> Term:
    """Σ_t D^(t−1) L_tk, the projection of token k of sequence i."""
    return Sum(lambda t: power(D, t - 1) * L(i, t, k), 1, d)


def whole_ids(i: Term) -> Term:
    """The ids of the tokens of sequence i as a vector."""
    return fun(lambda k: whole_id(i, k))


i_in, j_in, l_in = (i >= 1, i <= N), (j >= 1, j <= N), (l >= 1, l <= n)


def columns(p: Proof) -> None:
    """Assume D, d >= 1 and that L is on the grid."""
    p.given(t_low=t >= 1, t_high=t <= d)


columns_given = [D >= 1, d >= 1, *on_grid]


@chapter.claim(given=[*columns_given, *i_in, *k_in], shows=whole_id(i, k) >= 1)
def whole_id_low(p: Proof) -> None:
    """The first entry is at least 1, the others are positive."""
    columns(p)
    members = fun(lambda t: power(D, t - 1) * L(i, t, k))
    p.generalize(t, p.have(members(t) >= 0, "power_pos"), label="members")
    p.apply("sum_member", f=members, m=num(1), lo=1, hi=d, label="first")


most = D * Sum(lambda t: power(D, t - 1), 1, d)


@chapter.claim(given=[*columns_given, *i_in, *k_in], shows=whole_id(i, k) <= most)
def whole_id_high(p: Proof) -> None:
    """All entries are at most D."""
    columns(p)
    p.apply("power_pos", m=D, k=t - 1, label="weight")
    by = {"f": fun(lambda t: power(D, t - 1) * L(i, t, k)), "g": fun(lambda t: power(D, t - 1) * D)}
    p.generalize(t, p.have(by["f"](t) <= by["g"](t)), label="terms")
    p.apply("sum_le", lo=1, hi=d, **by, label="sum")


def same_column(i: Term, k: Term, j: Term, l: Term) -> Term:
    """Token k of sequence i is token l of sequence j."""
    return every(lambda t: Eq(L(i, t, k), L(j, t, l)), 1, d)


@chapter.claim(
    given=[*columns_given, *i_in, *j_in, *k_in, *l_in, Eq(whole_id(i, k), whole_id(j, l))],
    shows=same_column(i, k, j, l),
)  # fmt: skip
def whole_id_injective(p: Proof) -> None:
    """The difference of two columns has entries between −D and D, and its id is 0."""
    difference = fun(lambda t: L(i, t, k) - L(j, t, l))
    p.apply("digits_zero", e=difference, m=D, label="all")
