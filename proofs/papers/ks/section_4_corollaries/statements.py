"""Statements of section 4.1 and appendices A.3 and A.4: memorization, in the paper's order."""

from __future__ import annotations

from dataclasses import replace

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search, Values
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import m, pi, some_d
from proofs.papers.ks.section_3_theorem_2.theorem_2 import theorem_2_claim
from proofs.papers.ks.section_4_corollaries import (
    corollary_1,
    corollary_2,
    encoded_counterexample,
    eq_47_counterexample,
    remark_2,
)
from proofs.papers.ks.section_4_corollaries.breakpoints import hidden_units_needed
from proofs.papers.ks.section_4_corollaries.corollary_1 import parameters, sizes, stated_count
from proofs.papers.ks.section_4_corollaries.corollary_2 import printed_encoding, printed_words, stated, t
from proofs.papers.ks.section_4_corollaries.deep_memorization import network_of_layers
from proofs.papers.ks.section_4_corollaries.encoded_counterexample import counterexample
from proofs.papers.ks.section_4_corollaries.eq_47_counterexample import eq_47_refuted, printed_47
from proofs.papers.ks.section_4_corollaries.memorization import layer_memorizes
from proofs.papers.ks.section_4_corollaries.remark_2 import B, at_most_ids, k_log, linear_optimal, root_enough
from proofs.papers.ks.vocabulary import display, k, n, paper, said, together
from proofs.theorems.networks.transformers import N, apart_by, d, epsilon, r_max, r_min, s, shorter_than

paper.state(
    "corollary-1",
    "for all tokenwise separated, consistently labelled sequences without duplicate tokens there is a Transformer "
    "block with one head that maps every sequence to its labels, with at most 4(s + d) + d(2nN + d) parameters: W_V, "
    "W_K and W_Q have rank one, W_O at most one, and the rows of W^(1) are all equal and count once",
    section="4.1", index="Corollary 1", kind="corollary", printed=corollary_1.corollary_1,
    steps=[corollary_1.equal_ids_equal_labels, layer_memorizes, corollary_1.parameters_counted,
        corollary_1.corollary_1_any_labels], cites="theorem-2",
)  # fmt: skip
paper.constant(
    "corollary-1-parameters", paper.statements["KS:corollary-1"], "the number of parameters",
    stated_count, needed=parameters(n * N), needed_by=layer_memorizes,
    note="The layer has at most n N hidden units, all of which use one direction: d + n N + d n N parameters, where "
    "the paper counts d (2 n N + d). The other 4 (s + d) belong to four outer products.",
)  # fmt: skip
display(
    "4.1",
    1,
    "17",
    "some block maps the sequences to their labels: all of Corollary 1",
    corollary_1.corollary_1,
    cites="corollary-1",
)


def of_all_sizes(B_: Term, k_: Term) -> list[Term]:
    """The three parts for all sizes, with these constants in the second; those of the third depend on the data."""
    parts = together(at_most_ids, linear_optimal, root_enough)
    whole = substitute(implies(*sizes, 1 <= s, parts), {B: B_, k_log: k_})
    always = for_all(lambda d_, n_, N_, s_: substitute(whole, {d: d_, n: n_, N: N_, s: s_}), *"ZZZZ")
    return [0 < B_, 0 <= k_, always]


paper.state(
    "remark-2",
    "attention gives at most nN ids; a layer with one hidden layer needs nN parameters for some N sequences of n "
    "numbers (d = 1) and labels that may depend on the weights of attention; with deep networks √(nN) parameters are "
    "enough up to logarithms and a factor that grows with the fourth power of the number of different tokens; "
    "corrected: the labels of the lower bound may depend on attention, it is for sequences of numbers, and the upper "
    "bound depends on the vocabulary, which is not independent of n",
    section="4.1", index="Remark 2", kind="remark", cites="corollary-1",
    printed=Claim((), exists(of_all_sizes, "R", "Z")), corrected=remark_2.remark_2,
    errata=[Erratum(
        "gap", "Bartlett et al. bound what a layer needs for ids that are given. In Corollary 1 the weights of "
        "attention may be chosen with the labels, which this does not cover, as softmax is not piecewise polynomial. "
        "The bound is proved for labels that may depend on the weights of attention; for sequences of one token they "
        "need not.",
    ), Erratum(
        "gap", "The size of the vocabulary cannot be independent of n: without duplicate tokens it is at least n, and "
        "for a vocabulary of fixed size there are only finitely many sequences to memorize.",
        by=remark_2.vocabulary_not_smaller,
    )],
    narrower="Labels may depend on the weights of attention, and the tokens are numbers. For deep networks the bound "
    "is explicit in the vocabulary, the labels and the distances, which Õ hides.",
    steps=[remark_2.ids_counted, hidden_units_needed, remark_2.linear_is_needed, network_of_layers,
        remark_2.deep_parameters_counted, remark_2.vocabulary_not_smaller],
)  # fmt: skip
paper.state(
    "remark-2-tokens", "one hidden layer needs (N − 2)/2 units to map N sequences of one token, of any dimension, to "
    "some labels, which are the same for all weights of attention",
    section="4.1", index=(), kind="finding", printed=remark_2.single_tokens_need_units,
)  # fmt: skip
paper.state(
    "corollary-2", "for all tokenwise separated sequences, labelled so that equal ones have equal labels, there are "
    "positional encodings E and a Transformer block with one head that maps every X^(i) + E to its labels, with at "
    "most 4(s + d) + d(2nN + d) parameters, not counting E; ranks and rows are as in Corollary 1",
    section="4.1", index="Corollary 2", kind="corollary",
    printed=corollary_2.corollary_2, steps=corollary_2.encoded_consistent, cites=["theorem-2", "corollary-1"],
)  # fmt: skip
display("4.1", 2, "18", "some block maps the encoded sequences to their labels: all of Corollary 2",
    corollary_2.corollary_2,
    cites="corollary-2")  # fmt: skip
numbers = [some_d, m >= 1, pi > 3, epsilon > 0, r_min > 0, r_max > r_min, n >= 1]
display("A.3", 1, "46", "r as in (7)", given=numbers, defines=r_max + epsilon / 4)
display(
    "A.3", 2, "47", "weights of rank one make attention an (r, δ)-contextual mapping, with r of (46) and δ of (8); "
    "corrected: δ is that of (8), not the one printed",
    printed_47, corrected=theorem_2_claim, cites="theorem-2",
    narrower="π is free in the corrected form, and bound in the printed one.",
    errata=Erratum(
        "false", "If the tokens, r_min, r_max and ε are scaled by λ, r is too, but not this δ, which has ε log n where "
        "(8) has 2 ε² (log n)². For a small λ two ids that are shorter than r cannot be δ apart, whatever the weights "
        "are. With the δ of (8) it is Theorem 2.", by=eq_47_refuted, at=eq_47_counterexample.counterexample,
    ),
)  # fmt: skip
reals_48: dict[str, Values] = {"r_min": [rational(1, 4)], "r_max": [1], "epsilon": [rational(3, 2)]}
display(
    "A.4", 1, "48",
    "with E_k = (2 r_max + ε) k in the first entry and 0 elsewhere, X + E is tokenwise (r_max, (2n + 1) r_max + nε, "
    "ε)-separated, and no token occurs twice in a sequence; corrected: another E, and nε more in the second bound",
    corollary_2.printed_longer, Claim((d >= 1, *stated), shorter_than(printed_words, (2 * n + 1) * r_max)),
    Claim((d >= 1, *stated), apart_by(printed_words, epsilon)), corollary_2.printed_distinct,
    corrected=[corollary_2.encoded_separated, corollary_2.encoded_distinct],
    given=[t >= 1, t <= d, k >= 1, k <= n], defines=[printed_encoding(t, k)],
    errata=[
        Erratum(
            "false", "E_k has the norm 2 k r_max √d: tokens can be longer than (2 n + 1) r_max if d ≥ 2.", 1,
            Search(sizes={"d": [2], "n": [1], "N": [1]}, reals=reals_48,
                   entries={"X": [rational(1, 2)]}, length={"X": "N d n"}),
        ),
        Erratum(
            "false", "The encodings of neighbouring places are 2 r_max √d apart, but the tokens can differ by almost 2 "
            "r_max, and ε can be almost as large: for d ≤ 3 encoded tokens can be different, but not ε apart.", 2,
            Search(sizes={"d": [3], "n": [2], "N": [1]}, reals={**reals_48, "epsilon": [rational(197, 100)]},
                   entries={"X": [rational(57, 100), rational(-57, 100)]}, length={"X": "N d n"}),
        ),
    ],
)  # fmt: skip
said("A.4¶3", "no token occurs twice in a sequence that is encoded by (48)", corollary_2.printed_distinct)
errata = [
    Erratum(
        "false", "For d = 1 the encoding (48) can put tokens at neighbouring places as close as one likes, here 2 η. "
        "Images that are shorter than r are then at most 8 η apart, whatever the weights are, and the δ of (50) is "
        "larger. With (2 r_max + ε) k in the first entry, r is (2 n + 1) r_max + n ε + ε/4, and δ that of (8) at these "
        "bounds.",
        by=encoded_counterexample.printed_contexts_refuted, at=counterexample,
    ),
    Erratum(
        "gap", "It depends on (48), which fails: tokens of X + E can be longer than (2 n + 1) r_max, and for d ≤ 3 "
        "they can be closer than ε.", same_as="eq-48",
    ),
]  # fmt: skip
narrower = "π is free in the corrected form, and bound in the printed one."
display(
    "A.4", 2, "49", "weights of rank one make attention an (r, δ)-contextual mapping of X + E, with E of the corrected "
    "(48), r = (2n + 1) r_max + nε + ε/4 and δ of (8) at these bounds; corrected: E is that of the corrected (48), r "
    "has nε more, and δ follows",
    encoded_counterexample.printed_contexts, corrected=corollary_2.encoded_contexts, cites=["theorem-2", "eq-48"],
    narrower=narrower, errata=errata,
)  # fmt: skip
display(
    "A.4", 3, "50", "weights of rank one make attention an (r, δ)-contextual mapping of X + E, with r of the corrected "
    "(49) and δ of (8) at r_max, (2n + 1) r_max + nε and nN tokens; corrected: E is that of the corrected (48), and "
    "the second bound has nε more",
    encoded_counterexample.printed_contexts,
    corrected=corollary_2.encoded_contexts,
    cites=["theorem-2", "eq-48"], narrower=narrower, errata=[replace(errata[0], same_as="eq-49"), errata[1]],
)  # fmt: skip
said("A.4¶5", "N sequences of n tokens have at most nN different tokens", corollary_1.tokens_listed)
