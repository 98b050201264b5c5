"""Propositions 3.2 and 3.3 as they are stated, in sections 3 and A."""

from __future__ import annotations

from dataclasses import replace

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum
from proofs.papers.liu.section_3_max_affine import indicator as made
from proofs.papers.liu.section_3_max_affine.equal_pieces import proposition_3_3_of_function
from proofs.papers.liu.section_3_max_affine.exceptional_set import gaps_but_in_small_region
from proofs.papers.liu.section_3_max_affine.existence import (
    indicated_in_any_columns,
    indicated_with_gap,
    indicator_found,
    proposition_3_2,
    proposition_3_3,
    reassigned_with_gap,
)
from proofs.papers.liu.section_3_max_affine.fewer_pieces_than_tokens import (
    GIVEN_32,
    TWO_PIECES,
    too_few_for_3_2,
    too_few_for_3_3,
    too_few_with_gap,
    with_gap,
)
from proofs.papers.liu.section_3_max_affine.indicator import (
    attention_indicates,
    attention_indicates_at_sharp,
    attention_indicates_padded,
)
from proofs.papers.liu.section_3_max_affine.indicator_error import (
    equal_pieces_error,
    outside_slabs,
    slab_width,
    tied_error,
)
from proofs.papers.liu.section_3_max_affine.proposition_3_3_square import proposition_3_3_square
from proofs.papers.liu.section_3_max_affine.reassignment import values_reassigned, values_reassigned_at_scale
from proofs.papers.liu.section_3_max_affine.unbounded_domain import AT_FOUR_TOKENS, printed_33, unbounded_for_3_3
from proofs.papers.liu.vocabulary import display, numbered

narrower = {
    "3.2": "Linear(X) has M columns, for any M that is as large as n and N, and the matrix M rows, those after the N "
    "near 0: with M = N, as printed, there must be n pieces. Slabs of an unbounded domain may have no finite measure, "
    "and pieces that are equal tie everywhere.",
    "3.3": "In an unbounded domain no weights may serve.",
}
needs_columns = (
    "Linear(X) has a column for every piece and needs one for every token: with fewer than n pieces it must have more "
    "columns, as if there were more pieces, below the others. With the pieces x and −x, three tokens and ε = 1/8 no "
    "weights serve, whatever set of measure 1 is left out: three sequences lie outside of it, each with another token "
    "alone in the first cell, and no matrix of rank two is within 1/8 of the unit matrix. A.2 assumes as many "
    "pieces as tokens, “without loss of generality”."
)
few = {
    number: Erratum("false", needs_columns, by=claim, at={x.args[0]: y for x, y in TWO_PIECES.items()})
    for number, claim in (("3.2", too_few_for_3_2), ("A.3-2", too_few_with_gap))
}
few["3.3"] = Erratum(
    "gap",
    "The proof gives Linear(X) a column for each piece, and W_V, which section 2 declares square, only d_out of its "
    "d + N rows. With the pieces x and −x, three tokens and ε = 1/8 no weights of these shapes serve. With a square "
    "W_V, for which Linear(X) has d_out rows, and more columns other weights do.",
    by=too_few_for_3_3,
)
equal = Erratum(
    "gap",
    "Two equal pieces have one cell, in which the weights of the proof err by at least 1/2: the pieces must be "
    "pairwise different for the exceptional region to be small.",
    by=equal_pieces_error,
)
unbounded = {
    "3.2": Erratum(
        "gap",
        "The weights of the proof leave out slabs about the boundaries of the cells. That their measure is arbitrarily "
        "small needs a bounded domain: in an unbounded one a slab may have infinite measure.",
    ),
    "3.3": Erratum(
        "false",
        "The domain must be bounded. With the pieces x and −x, the values 1 and 0, four tokens and 𝒳 = ℝ no weights "
        "serve for ε = 1/8, whatever set of measure 1 is left out: on the sequences of size T the output changes with "
        "a token by at most a multiple of T² times its way, and is wrong on a set of measure at least a multiple of T.",
        by=unbounded_for_3_3,
        at={x.args[0]: y for x, y in AT_FOUR_TOKENS.items()},
    ),
}
wrong_space = Erratum("typo", "X has d × n entries: the exceptional region lies in that space, not ℝⁿ.")
of_values = (
    Erratum("typo", "ℝ_out^d is to be ℝ^(d_out)."),
    Erratum("typo", "Attn(X) is to be Attn ∘ Linear(X), as in the proof: of X = 0 attention makes 0."),
    Erratum("typo", "“X in 𝒳” is said of sequences, but 𝒳 is the domain of their tokens."),
)
in_words = {
    "3.2": "Some weights make truncated attention differ from the cells' indicators by at most ε, outside of a set of "
    "arbitrarily small measure.",
    "3.3": "Some weights make attention give all tokens the value of F on their cells, up to ε, outside of a set of "
    "arbitrarily small measure.",
}
errata = {
    "3.2": [few["3.2"], equal, unbounded["3.2"], wrong_space],
    "3.3": [few["3.3"], unbounded["3.3"], replace(wrong_space, same_as="proposition-3.2#4"), *of_values],
}
for number, restated, printed, claim, steps in (
    ("3.2", "A.2", Claim(GIVEN_32, indicator_found), proposition_3_2, (
        indicated_in_any_columns, indicated_with_gap, gaps_but_in_small_region, attention_indicates,
        attention_indicates_at_sharp, made.weights_exist, attention_indicates_padded, tied_error, equal_pieces_error,
        outside_slabs, slab_width,
    )),
    ("3.3", "A.3", printed_33, proposition_3_3_of_function, (
        proposition_3_3_square, proposition_3_3, reassigned_with_gap, values_reassigned, values_reassigned_at_scale,
    )),
):  # fmt: skip
    again = [replace(x, same_as=x.same_as or f"proposition-{number}#{k}") for k, x in enumerate(errata[number], 1)]
    for place, wrong in (number, errata[number]), (restated, again):
        numbered(
            "proposition", place, in_words[number], printed=printed, corrected=claim, steps=steps,
            narrower=narrower[number], errata=tuple(wrong[:3] if place == "A.2" else wrong),  # which names no space
        )  # fmt: skip
        display(
            place, 1, "The largest error is at most ε, but for a region of small measure.", printed=printed,
            corrected=claim, narrower=narrower[number], errata=again[0 if number == "3.2" else 1],
        )  # fmt: skip
display(
    "A.3", 2, "The attention scores are within ε_0 of the indicators.",
    printed=with_gap, corrected=indicated_in_any_columns, narrower=narrower["3.2"],
    errata=replace(few["A.3-2"], same_as="proposition-3.2#1"),
)  # fmt: skip
