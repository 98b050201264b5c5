"""Statements of sections 2 and 3.2: d_p, the layers, separatedness, contextual mappings, in the paper's order."""

from __future__ import annotations

from proofs.builder.paper import Erratum
from proofs.papers.ks.section_2_preliminaries import definitions
from proofs.papers.ks.section_2_preliminaries.definitions import F_1, F_2, integrand, power_, soft_layer
from proofs.papers.ks.vocabulary import display, k, n, paper, said, some
from proofs.theorems.integration.integrals import distance_at_most, distance_below
from proofs.theorems.networks.transformers import *

display(
    "2.1", 1, "1", "the distance d_p of two functions: it is below ε, or at most ε, if the integral of ‖f − g‖_p^p "
    "over all of R^(d×n) is below ε^p, or at most ε^p; the integral is Lebesgue's upper integral, defined by countably "
    "many weighted boxes",
    given=[1 <= power_, 0 < epsilon],
    defines=[
        integrand(F_1, F_2, power_), distance_below(f, g, power_, epsilon, d, n),
        distance_at_most(f, g, power_, epsilon, d, n),
    ],
    steps=definitions.integrand_nonneg,
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
said(
    ("2.2¶6", "3.2¶7", "3.2¶12"), "a feed-forward layer maps equal tokens to equal tokens, whatever the other tokens "
    "of the sequences are: only attention lets tokens interact",
    definitions.token_by_token,
)  # fmt: skip
paper.state(
    "definition-1", "tokenwise separatedness, with r_min and without", section="3.2", index="Definition 1",
    kind="definition", defines=[is_tokenwise_separated(X, r_min, r_max, delta), is_separated(X, r_max, delta)],
    errata=Erratum("typo", "The note calls (r_max, ε)-separated what the third condition has δ for."),
)  # fmt: skip
paper.state(
    "definition-2", "an (r, δ)-contextual mapping q of X^(1), …, X^(N), a map or an attention layer: the images are "
    "shorter than r, and those of different tokens or of different vocabularies are more than δ apart",
    section="3.2", index="Definition 2", kind="definition", given=[some],
    defines=[is_contextual_mapping(q, X, r, delta) for q in (q_map, attention_map)],
    errata=[
        Erratum(
            "gap", "δ ≥ 0 must be assumed, as in Theorem 1 here: for a negative δ every map with images shorter than r "
            "would be a contextual mapping, contrary to Theorem 1.",
        ),
        Erratum("typo", "V^(i), in section 3.1, is the set of the tokens of X^(i), not their union."),
    ],
)  # fmt: skip
