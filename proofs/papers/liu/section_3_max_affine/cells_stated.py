"""Propositions 3.2 and 3.3 as they are stated, in sections 3 and A."""

from __future__ import annotations

from proofs.builder.paper import Erratum
from proofs.papers.liu.section_3_max_affine.fewer_pieces_than_tokens import (
    TWO_PIECES,
    too_few_for_3_2,
    too_few_for_3_3,
    too_few_with_gap,
)

needs_columns = (
    "Linear(X) has a column for every piece and needs one for every token: with fewer than n pieces it must have more "
    "columns, as if there were more pieces, below the others. With the pieces x and −x, three tokens and ε = 1/8 no "
    "weights suffice, whatever set of measure 1 is left out: three sequences lie outside of it, each with another "
    "token alone in the first cell, and no matrix of rank two is within 1/8 of the unit matrix. A.2 assumes as many "
    "pieces as tokens, “without loss of generality”."
)
few = {
    number: Erratum("false", needs_columns, by=claim, at=TWO_PIECES)
    for number, claim in (("3.2", too_few_for_3_2), ("A.3-2", too_few_with_gap))
}
few["3.3"] = Erratum(
    "gap",
    "The proof gives Linear(X) a column for each piece, and W_V, which section 2 declares square, only d_out of its d "
    "+ N rows. With the pieces x and −x, three tokens and ε = 1/8 no weights of these shapes suffice. With a square "
    "W_V, for which Linear(X) has d_out rows, and with more columns, other weights suffice.",
    by=too_few_for_3_3,
)
