"""Statements of section 3.3 and appendix A.1: hardmax attention and Theorem 1, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.ks.section_2_preliminaries.definitions import hard_layer, token_by_token
from proofs.papers.ks.section_3_theorem_1 import memorization_fails
from proofs.papers.ks.section_3_theorem_1.few_tokens import few_tokens_have_heads
from proofs.papers.ks.section_3_theorem_1.hardmax_at_ends import extremes, hardmax_scores_at_ends, weight
from proofs.papers.ks.section_3_theorem_1.theorem_1 import (
    hardmax_blind,
    hardmax_blind_at_zero,
    layer,
    line,
    scores_of_a_query,
    scores_on_a_line,
    theorem_1_claim,
    theorem_1_fails,
    theorem_1_fails_without_zero,
    theorem_1_in_full,
    theorem_1_without_zero,
)
from proofs.papers.ks.vocabulary import a, b, display, k, paper, said, some
from proofs.theorems.networks.transformers import d, entry_in, t

display(
    "3.3",
    1,
    "5",
    "attention with hardmax; where several scores are greatest, they share the weight equally",
    given=[some, *entry_in],
    defines=hard_layer(t, k),
    errata=Erratum(
        "gap",
        "Section 2.1 says only that the values at the greatest scores add up to one, not which share each has. Equal "
        "shares are assumed here; if the first of several takes all the weight, the proof of Theorem 1 needs another "
        "example.",
    ),
)
three = num(3)
orders = (Eq(a(1), b(1)), a(1) < a(2), a(2) < b(2), b(2) < b(3), Eq(a(3), b(3)))
example = Claim((1 <= t, t <= d, *orders), Eq(layer(line(a, three))(t, num(1)), layer(line(b, three))(t, num(1))))
all_tied = Search(
    sizes={"d": [1], "s": [1], "h": [1], "t": [1]},
    entries={"a": [1, 2, 4], "b": [1, 3, 4], "v": [1], "W_O": [1], "W_V": [1], "W_K": [0], "W_Q": [0]},
    length={"a": 3, "b": 3, "v": "d", "W_O": "h d s", "W_V": "h s d", "W_K": "h s d", "W_Q": "h s d"},
)  # scores that tie
theorem_1 = paper.state(
    "theorem-1", "for some sequences of some length no attention layer with hardmax and equal shares is an (r, "
    "δ)-contextual mapping with δ ≥ 0, whatever its heads and weights; by the steps there are such sequences of every "
    "length n ≥ 3, and none for n ≤ 2",
    section="3.3",
    index="Theorem 1", kind="theorem", printed=theorem_1_claim,
    steps=[
        example, theorem_1_in_full, theorem_1_without_zero, hardmax_blind, hardmax_blind_at_zero, few_tokens_have_heads,
    ],
    errata=[
        Erratum(
            "gap", "The number of tokens of a sequence is not stated; the claim is taken to be that there are such "
            "sequences for some number, as for three in the proof's example. For one or two tokens some hardmax layer "
            "is a contextual mapping of any given sequences, and so it is for three if the zero token does not occur: "
            "by the largest, the smallest and the mean of the tokens' numbers along a direction.", by=theorem_1_fails,
        ),
        Erratum(
            "step", "The proof assumes that the scores of a query are greatest at α_1 or α_4 only. If (W_K v)ᵀ(W_Q v) "
            "= 0 all scores tie, a head with equal shares, which section 2.1 leaves open, averages all tokens, and the "
            "two example sequences get different outputs. The sequences that are confused have the same sum, smallest "
            "and largest number, as (1, 2, 5, 6) and (1, 3, 4, 6), or, at the zero token, the same sum, as (0, 1, 4) "
            "and (0, 2, 3).", 0, all_tied,
        ),
    ],
)  # fmt: skip
paper.constant(
    "theorem-1-tokens", theorem_1, "the least n such that, for every number of tokens from n on, some sequences "
    "without duplicate tokens are confused by all hardmax layers", num(3),
    needed=num(3), needed_by=theorem_1_in_full, sharp=num(3), sharp_by=theorem_1_in_full, beyond=theorem_1_fails,
    note="The paper states no least number; its example has three tokens. The sequences for n = 3 contain the zero "
    "token.",
)  # fmt: skip
paper.constant(
    "theorem-1-tokens-not-zero", theorem_1, "the same for sequences without the zero token", num(3), needed=num(4),
    needed_by=theorem_1_without_zero, sharp=num(4), sharp_by=theorem_1_without_zero,
    beyond=theorem_1_fails_without_zero, note="The paper states no least number; its example has three tokens. (1, 2, "
    "5, 6) and (1, 3, 4, 6) are confused; the largest, the smallest and the mean determine up to three numbers.",
)  # fmt: skip
said(
    ("3.3¶2", "1¶6", "4.1¶3"),
    "for some sequences without duplicate tokens and labels as in Corollary 1 no block with hardmax attention, "
    "whatever its heads and weights, maps the sequences to their labels: every block maps (a_1, a_2, a_3, a_4, …)v and "
    "(a_1, b_2, b_3, a_4, …)v alike at the first token if a_1 < a_2 < b_2 < b_3 < a_3 < a_4 and a_2 + a_3 = b_2 + b_3",
    memorization_fails.hardmax_memorizes_not, steps=[token_by_token, memorization_fails.hardmax_forgets,
        memorization_fails.pair_forgotten, memorization_fails.pair_consistent],
)  # fmt: skip
display("A.1", 1, "22", "tokens that are multiples of one vector v", given=[*entry_in], defines=line(a)(t, k))
display("A.1", 2, "23", "the scores of tokens on a line, a_l (W_K v)ᵀ(W_Q v) a_k", scores_on_a_line)
display("A.1", 3, "24", "the scores of the query α_2 v are (W_K v)ᵀ(W_Q v) α_2 times a", scores_of_a_query)
said(
    "A.1¶6", "if the least and the greatest coefficient occur and the scores are not all 0, hardmax gives no weight to "
    "the others; corrected: (W_K v)ᵀ(W_Q v) times the query's coefficient is not 0, else all scores tie",
    Claim(tuple(extremes), Eq(weight, 0)), corrected=hardmax_scores_at_ends,
    narrower="With (W_K v)ᵀ(W_Q v) α_2 = 0 all scores tie.",
    errata=Erratum(
        "false", "If the scores are 0, as for a zero token or for W_K v orthogonal to W_Q v, all indices tie, and "
        "with equal shares each gets some weight.", 0,
        Search(sizes={"n": [3], "i": [1], "j": [3], "k": [2], "o": [1], "l": [1], "d": [1], "s": [1]},
               reals={"alpha_1": [1], "alpha_4": [3]}, entries={"a": [1, 2, 3], "W_K": [0], "W_Q": [0], "v": [1]},
               length={"a": "n", "W_K": "1", "W_Q": "1", "v": "d"}),
    ),
)  # fmt: skip
said(
    "A.1¶7", "hardmax attention with equal shares, whatever its heads and weights, gives a token αv that occurs in two "
    "sequences on the line of v the same image in both, if their coefficients have the same sum, least and greatest "
    "number, or the same sum and the token is 0; corrected: the sums have to agree, which those of (α_1, α_2, α_4) and "
    "(α_1, α_3, α_4) do not",
    example,
    corrected=[hardmax_blind, hardmax_blind_at_zero], narrower="The sums must agree, too, not only the least and the "
    "greatest number.",
    errata=Erratum(
        "false", "Where all scores tie a head with equal shares averages all tokens, and the two sequences get "
        "different outputs.", 0,
        all_tied, same_as="theorem-1#2",
    ),
)  # fmt: skip
