"""Statements of appendix C: masked attention, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.papers.ks.appendix_c_masks import masked_boltzmann
from proofs.papers.ks.appendix_c_masks.masked_boltzmann import keeps, masked_boltz, masked_scores, some_kept
from proofs.papers.ks.vocabulary import a, display, k, n, paper, some
from proofs.theorems.algebra.masked_sums import c, l
from proofs.theorems.algebra.matrices import sizes, zero
from proofs.theorems.networks.transformers import d

display(
    "C", 1, "132", "the weights of masked softmax; in a column that keeps some key they add up to 1; corrected: the "
    "matrix is n × n, not d × n",
    *(Claim((), equation) for equation in sizes(lambda: masked_scores - zero(d, n))),
    given=[some, *some_kept], defines=masked_scores(l, k), corrected=masked_boltzmann.masked_column_sum,
    narrower="A column that keeps nothing has no softmax.",
    errata=[
        Erratum(
            "dimension", "The matrix of masked attention weights is n × n; (132) says d × n.", 0,
            Search(sizes={"d": [1], "n": [2]}),
        ),
        Erratum("typo", "W_K and W_Q have an undefined index l; (2) has that of the head only."),
    ],
)  # fmt: skip
convention = Erratum(
    "gap", "cᵀ σ_S[a + c] is a sum of products 0 · (−∞), which have no value. With numbers −T in place of −∞ it is not "
    "0; it tends to 0 as T grows, and boltz(a + c) to Σ a_k σ_S[a + c]_k.", by=masked_boltzmann.masked_boltz_tends,
)  # fmt: skip
empty_mask = Erratum("gap", "A mask that keeps nothing leaves softmax without a value: some c_m has to be 0.")
display(
    "C", 2, "133", "boltz of a masked vector, Σ a_k σ_S[a + c]_k, is the limit of boltz(a + c) with −T for −∞, if the "
    "mask keeps something; corrected: −∞ is a limit, as cᵀσ_S[a + c] has no value",
    corrected=masked_boltzmann.masked_boltz_tends,
    steps=masked_boltzmann.masked_boltz_limit, errata=[convention, empty_mask],
    given=[some, *keeps], defines=masked_boltz(a, c),
)  # fmt: skip
paper.state(
    "C-masks", "boltz of one vector of scores differs by more than (log n)² e^(−2r) under two masks that keep "
    "something and differ",
    section="C", index=(), kind="fact", printed=masked_boltzmann.masks_apart,
    errata=Erratum(
        "gap", "It is said to be proved as Lemma 1. Where one mask keeps a beginning of what the other keeps, there is "
        "no k + 1 as in (111), and the bound of Lemma 7 can fail: for n = 21 and (0) against (0, −9.1) the difference "
        "is 9.1/(1 + e^(9.1)), below (log 21)² e^(−9.1). With e^(−2r) it holds.",
    ),
)  # fmt: skip
