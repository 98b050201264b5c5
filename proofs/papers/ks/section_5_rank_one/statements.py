"""The statement of section 5: simplified attention."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.papers.ks.section_5_rank_one.rank_one_attention import one_head, rank_one, rank_one_keys, v_1, v_2
from proofs.papers.ks.vocabulary import display, k, some
from proofs.theorems.networks.transformers import Z_matrix, d, entry_in, t

display(
    "5", 1, "20", "rank-1 attention is attention with one head of size 1 in which values and keys share their weights; "
    "corrected: values and keys, not values and queries",
    Claim((1 <= d, some), rank_one(Z_matrix).equals(one_head(v_2, v_1))), corrected=rank_one_keys,
    given=[some, *entry_in], defines=rank_one(Z_matrix)(t, k),
    errata=Erratum(
        "typo", "The text says that values and queries have the vector v_1 in common; in (20) values and keys have it.",
        0,
        Search(
            sizes={"d": [2], "n": [2]}, entries={"Z": [0, 1], "v_1": [0, 1], "v_2": [1, 0], "w_O": [1]},
            length={"Z": "d n", "v_1": "d", "v_2": "d", "w_O": "d"},
        ),
    ),
)  # fmt: skip
