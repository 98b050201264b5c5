"""Statements of appendix E.4: the proof of Lemma 9, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.yun.appendix_e4_lemma_9 import own_context, value_mapping
from proofs.papers.yun.appendix_e4_lemma_9.contexts_on_grid import outputs_not_negative
from proofs.papers.yun.appendix_e4_lemma_9.value_mapping import (
    A,
    S,
    Z,
    a,
    code,
    lowered,
    of_context,
    off_range,
    positive_part,
    second_value,
    top,
    trigger,
    w,
)
from proofs.papers.yun.sentences import extended_grid_listed
from proofs.papers.yun.vocabulary import d, i, j, m, n, paper, z
from proofs.theorems.algebra.matrices import constant, named, row, sizes

paper.state(
    "text-E.4-1", "the extended grid has (1/δ + 1)^(dn) points: a list has each of them, written as words of 1/δ + 1 "
    "letters, exactly once",
    section="E.4", index=("E.4¶1",), kind="fact", printed=extended_grid_listed,
)  # fmt: skip
misfit = sizes(
    lambda: named(Z, d, n) - (constant(1, n, 1) @ row(lambda k: off_range(code(lambda i: Z(i, k))), n)) * (top + 1)
)
paper.state(
    "E.4-1", "the layer makes the columns whose id lies outside of [t_l, t_r] negative, and keeps the others; "
    "corrected: 1_d, not 1_n, as 1_n φ(uᵀZ) is n × n",
    section="E.4", index="E.4[1]", given=[2 <= m, 1 <= d, 1 <= n], defines=lowered(z, i),
    printed=[Claim((1 <= d, 2 <= n), equation) for equation in misfit], corrected=(value_mapping.others_negative,
        value_mapping.contexts_kept),
    errata=Erratum(
        "dimension", "1_n φ(uᵀZ) is n × n and cannot be subtracted from the d × n matrix Z: 1_d is meant.",
        search=Search(sizes={"d": (1, 2), "n": (2, 3)}),
    ),
    narrower="as printed the shapes do not fit; the layer acts in two ways, in [t_l, t_r] and outside",
)  # fmt: skip
paper.state(
    "text-E.4-7", "for L in the grid, its columns in any order, the entries of g_c(L) are not negative",
    section="E.4", index=("E.4¶7",), kind="fact", printed=outputs_not_negative,
)  # fmt: skip
paper.state(
    "E.4-2", "d layers, one for each row, that map negative entries to 0 and keep the others",
    section="E.4", index="E.4[2]", defines=positive_part(a), printed=(value_mapping.negative_to_zero,
        value_mapping.others_kept, value_mapping.rows_done),
)  # fmt: skip
paper.state(
    "E.4-3", "the layer of context w: it adds A_w − S_w to the columns whose id is within δ/2 of that of S_w",
    section="E.4", index="E.4[3]", given=[2 <= m],
    defines=z(i) + (A(w, i) - S(w, i)) * trigger(code(z) - code(of_context(S, w))),
    printed=(value_mapping.trigger_fires, value_mapping.trigger_silent_below, value_mapping.trigger_silent_above),
)  # fmt: skip
paper.state(
    "text-E.4-12", "the layers of all contexts do not change a column that is 0",
    section="E.4", index=("E.4¶12",), kind="fact", printed=value_mapping.zero_mapped,
)  # fmt: skip
paper.state(
    "E.4-4", "the layer of column j of a context L̄ does not change g_c(L) if L is no permutation of L̄: some column "
    "of L is none of L̄",
    section="E.4", index="E.4[4]", printed=own_context.layer_silent_elsewhere,
)  # fmt: skip
paper.state(
    "E.4-5", "if the columns of L are those of L̄ in the order of π, the layer of column j of L̄ fires on the column k "
    "of g_c(L) with π_k = j, and on no other",
    section="E.4", index="E.4[5]", printed=own_context.layer_fires_on_own,
)  # fmt: skip
paper.state(
    "E.4-6", "the layer of column j of L̄ maps the column of g_c(L) that is that of L̄ to its column of A_L, line by "
    "line",
    section="E.4", index="E.4[6]", printed=own_context.own_context_chain,
)  # fmt: skip
paper.state(
    "E.4-unaffected",
    "the layer of context w maps the column S_w to A_w, and does not change the columns with other ids, which are "
    "multiples of δ as those of all contexts are, nor the column 0",
    section="E.4", index="E.4¶15", kind="fact", printed=(value_mapping.one_layer_own, value_mapping.one_layer_other,
        value_mapping.one_layer_zero),
)  # fmt: skip
any_values = Claim((2 <= m, 0 <= i, i < j, j <= m - 1), Eq(second_value, a))
VALUES_FIRE = Erratum(
    "false",
    "The proof does not consider what later layers do to values that earlier ones have set. A value whose id lies "
    "within δ/2 of the id of a later context fires that context's layer and is changed again, as "
    "the value 27/2 of the first context for d = 1, n = 2, δ = 1/2. It suffices that all values have ids below "
    "t_l − δ/2.",
    search=Search(
        sizes={"m": (2,), "i": (0,), "j": (1,)}, reals={"a": (0, rational(27, 2)), "b": (0,)},
    ),
)  # fmt: skip
paper.state(
    "E.4-composition",
    "the layers of all contexts, one after another, map the column of each context to its value, if all values have "
    "ids below t_l − δ/2; corrected: the values have to be that small, so that no later layer takes one for a context",
    section="E.4", index=(), kind="fact",
    printed=any_values, corrected=value_mapping.lemma_9_context, errata=VALUES_FIRE,
    narrower="the layers are those of all contexts, and the values have to be small for them",
)  # fmt: skip
