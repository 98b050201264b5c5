"""The distance d_p of functions, the layers of a Transformer, and contextual mappings (sections 2 and 3.2)."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.paper import Erratum
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.vocabulary import display, j, k, n, paper, said, some
from proofs.theorems.algebra.matrices import hardmax
from proofs.theorems.algebra.matrices import named as matrix
from proofs.theorems.integration.integrals import distance_at_most, distance_below, size_to_the
from proofs.theorems.networks.transformers import *

paper.assume(1 <= n, 1 <= d, 1 <= N, 1 <= s, 0 < epsilon, 0 < r_min, r_min < r_max, 0 < r, 0 < delta)

soft_layer, hard_layer = self_attention(Z_matrix), self_attention(Z_matrix, weigh=hardmax)
(power_,) = reals("p")
paper.assume(1 <= power_)
F_1, F_2 = vectors("F_1 F_2", 2)


def integrand(F: Term, G: Term, p: Term) -> Term:
    """‖F − G‖_p^p for two d × n matrices: the sum of |F_tk − G_tk|^p."""
    return sigma(lambda t: sigma(lambda k: size_to_the(F(t, k) - G(t, k), p), 1, n), 1, d)


@paper.claim(given=[], shows=0 <= integrand(F_1, F_2, power_))
def integrand_nonneg(p: Proof) -> None:
    """A sum of powers."""


display(
    "2.1", 1, "1", "the distance d_p of two functions: that it is below ε, or at most ε, says that Lebesgue's integral "
    "of ‖f − g‖_p^p over all of R^(d×n) is, with ε^p: the upper one, by covers with countably many boxes with weights",
    given=[1 <= power_, 0 < epsilon],
    defines=[
        integrand(F_1, F_2, power_), distance_below(f, g, power_, epsilon, d, n),
        distance_at_most(f, g, power_, epsilon, d, n),
    ],
    steps=integrand_nonneg,
)  # fmt: skip
display(
    "2.2", 1, "2", "attention with softmax and a skip connection", given=[some, *entry_in], defines=soft_layer(t, k)
)
display(
    "2.2", 2, "3", "the feed-forward network with a skip connection, in every column",
    given=entry_in, defines=feed_forward(Z_matrix, *network)(t, k),
)  # fmt: skip
display(
    "2.2", 3, "4", "the Transformer block: attention, then the feed-forward network",
    given=[some, *entry_in], defines=feed_forward(soft_layer, *network)(t, k),
)  # fmt: skip
display(
    "3.3", 1, "5", "attention with hardmax, ties sharing equally", given=[some, *entry_in], defines=hard_layer(t, k)
)

paper.state(
    "definition-1", "tokenwise separatedness, with r_min and without", section="3.2", index="Definition 1",
    kind="definition", defines=[is_tokenwise_separated(X, r_min, r_max, delta), is_separated(X, r_max, delta)],
    errata=Erratum("typo", "The note calls (r_max, ε)-separated what the third condition has δ for."),
)  # fmt: skip

paper.state(
    "definition-2", "q is an (r, δ)-contextual mapping of the sequences X^(1), …, X^(N); so may attention be",
    section="3.2", index="Definition 2", kind="definition", given=[some],
    defines=[is_contextual_mapping(q, X, r, delta) for q in (q_map, attention_map)],
)  # fmt: skip


# --- 2.2: tokens interact in attention only -------------------------------------------------------------------------

H_1, H_2 = vectors("H_1 H_2", 2)
(l,) = ints("l")
same_token = every(lambda t: eq(H_1(t, k), H_2(t, l)), 1, d)


def fed(H: Term) -> Callable[[Term, Term], Term]:
    """F_FF(H), of d × n."""
    return feed_forward(matrix(H, d, n), *network)


@paper.claim(given=[same_token], shows=every(lambda t: eq(fed(H_1)(t, k), fed(H_2)(t, l)), 1, d))
def token_by_token(p: Proof) -> Fact:
    """Column k of F_FF(H) is made of column k of H alone."""
    p.given(t_low=1 <= t, t_high=t <= d)
    first, second = (fun(lambda c, H=H, k=k: W_1(j, c) * H(c, k)) for H, k in ((H_1, k), (H_2, l)))
    p.apply("row", "sum_eq", f=first, g=second, lo=1, hi=d)
    units = [
        fun(lambda j, H=H, k=k: W_2(t, j) * relu(sigma(lambda c: W_1(j, c) * H(c, k), 1, d) + b_1(j)))
        for H, k in ((H_1, k), (H_2, l))
    ]
    p.generalize("units", j, p.have(None, eq(units[0](j), units[1](j))))
    p.apply("hidden", "sum_eq", f=units[0], g=units[1], lo=1, hi=q)
    return p.have(None, eq(fed(H_1)(t, k), fed(H_2)(t, l)))


said(
    ("2.2¶6", "3.2¶7", "3.2¶12"),
    "a feed-forward layer maps equal tokens to equal tokens, whatever the other tokens of the sequences are: what "
    "depends on the context is for attention to make",
    token_by_token,
)  # fmt: skip
