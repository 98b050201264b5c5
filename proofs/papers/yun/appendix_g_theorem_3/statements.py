"""Statements of appendix G: the proof of Theorem 3, in the paper's order."""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.language.notation import *
from proofs.papers.yun.appendix_e2_lemma_7.quantiser import MOVED, at, rounded, window
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN
from proofs.papers.yun.appendix_g_theorem_3 import positional_grid
from proofs.papers.yun.appendix_g_theorem_3.positional_contexts import (
    AT_LAST,
    LINE_5,
    bound_line_1,
    bound_line_2,
    bound_line_3,
    bound_line_4,
    bound_line_5,
    last_after_two,
    positional_columns,
    positional_contexts,
    positional_last,
    positional_one_to_one,
    printed_last,
)
from proofs.papers.yun.appendix_g_theorem_3.positional_grid import X, a, column, encoded
from proofs.papers.yun.appendix_g_theorem_3.positional_sweep import (
    AT_TWO,
    first_is_far,
    positional_order,
    positional_sweep,
    printed_sweep,
    shifted_twice,
)
from proofs.papers.yun.beyond import positional_range, positional_smallest
from proofs.papers.yun.beyond.positional_range import greatest, least
from proofs.papers.yun.sentences import positional_columns_apart, positional_contexts_apart
from proofs.papers.yun.vocabulary import d, delta, i, j, k, m, n, paper

# --- G ----------------------------------------------------------------------------------------------------------------
paper.state(
    "G-1", "the positional encoding: column j is shifted by j − 1 in every row",
    section="G", index="G[1]", given=[1 <= i, i <= d, *COLUMN.values()], defines=j - 1,
)  # fmt: skip
paper.state(
    "text-G-3", "for X in [0, 1]^(d×n) column j of X + E lies in [j − 1, j]^d, so that the entries of each row "
    "increase, or stay where one is 1 and the next 0",
    section="G", index=("G¶3",), kind="fact", printed=(positional_grid.encoded_in_interval,
        positional_grid.encoded_rows_increase),
)  # fmt: skip
# --- G.1 --------------------------------------------------------------------------------------------------------------
paper.state(
    "G.1-1", "entries of column j of X + E go to the grid from j − 1 to j − δ, if those of X are below 1; corrected: "
    "below 1, not at most 1, as 1 gives j in column j",
    section="G.1", index="G.1[1]",
    printed=Claim((2 <= m, 1 <= j, (j - 1) * m <= k, k * delta <= encoded, X(i, j) <= 1), k * delta <= j - delta),
    corrected=positional_grid.own_cube,
    errata=Erratum(
        "strictness", "An entry 1 of X gives j in column j, which is on the grid of column j + 1 (or, in the last, on "
        "none): the entries of X must lie in [0, 1).",
        search=Search(
            sizes={"m": (2,), "i": (1,), "j": (1, 2), "k": range(5)}, entries={"X": (0, 1)}, length={"X": "j"}
        ),
    ),
    narrower="the right end of the last cell belongs to the next column's cells",
)  # fmt: skip
WINDOW = [
    Claim((1 <= m, *given), shows, f"Yun.window_{name}") for name, given, shows in (
        ("inside", (at <= a, a < at + delta), Eq(rounded(a, at), at)),
        ("below", (a < at,), Eq(rounded(a, at), a)),
        ("above", (at + delta <= a,), Eq(rounded(a, at), a)),
    )
]  # fmt: skip
paper.state(
    "G.1-2", "dn/δ layers, each of which maps [kδ, kδ + δ) to kδ and keeps all other values",
    section="G.1", index="G.1[2]", given=[2 <= m], defines=window(a), printed=(*WINDOW,
        positional_grid.quantiser_layers),
)  # fmt: skip
paper.state(
    "G.1-cells", "the layers of a row together map an entry of [kδ, (k + 1)δ) to kδ; corrected: the windows begin at "
    "kδ for k = 0, 1, …, not at multiples of δ²",
    section="G.1", index=(), kind="fact", printed=positional_grid.printed_layers,
    corrected=positional_grid.entries_rounded,
    narrower="the windows begin at multiples of δ",
    errata=Erratum(
        "false", "As in E.2 the layers are numbered k = 0, δ, … and shift by kδ.",
        by=positional_grid.half_moved_again, at={**MOVED, n: num(2)},
        same_as="E.2-cells",
    ),
)  # fmt: skip
# --- G.2 --------------------------------------------------------------------------------------------------------------
paper.state(
    "G.2-1", "L: column j lies on the grid of [j − 1, j)^d",
    section="G.2", index="G.2[1]", given=[2 <= m, 1 <= d], defines=column(i, j),
)  # fmt: skip
paper.state("G.2-2", "s_j ≤ l_j ≤ s_j + δ^(-d+1) − δ", section="G.2", index="G.2[2]", printed=(positional_grid.id_from,
positional_grid.id_to))  # fmt: skip
paper.state("G.2-order", "l_1 < l_2 < … < l_n", section="G.2", index=(), kind="fact",
printed=positional_grid.ids_increase)  # fmt: skip
TWICE = Erratum(
    "false", "For d = 1 and n = 2 column 1 of L = (1 − δ, 1) is shifted onto the last level of the sweep and then once "
    "more, which puts it above column 2. A shifted id is beyond all levels if d ≥ 2 or n ≥ 3.",
    by=shifted_twice, at=AT_TWO,
)  # fmt: skip
sweep = paper.state(
    "G.2-sweep", "the n δ^(-d) layers map the ids l_1, …, l_n to l̃_1 < … < l̃_n, if the first shifted id lies beyond "
    "all levels of the sweep; corrected: that is assumed, which fails for d = 1, n = 2 and L = (1 − δ, 1) only",
    section="G.2", index=(), kind="fact",
    printed=(printed_sweep, positional_order), corrected=(positional_sweep, positional_order, first_is_far),
    errata=TWICE, narrower="for d = 1 and n = 2 it fails (G.2-smallest)",
)  # fmt: skip
paper.state(
    "text-G.2-4", "the stack has n δ^(-d) layers, δ^(-d) for the levels of each column, and the levels of a later "
    "column are greater",
    section="G.2", index=("G.2¶4",), kind="fact", printed=(positional_grid.stack_layers,
        positional_grid.ranges_in_order),
)  # fmt: skip
contexts = paper.state(
    "G.2-contexts",
    "the context l̃_j + n δ^(-(n+1)d-1) l̃_n differs from all of other L, and for the columns of one L. For d = 1, "
    "n = 2 and L = (1 − δ, 1) the network gives other numbers (G.2-last), which differ from all others, too "
    "(G.2-smallest)",
    section="G.2", index=(), kind="fact", printed=(positional_one_to_one, positional_contexts, positional_columns),
)  # fmt: skip
paper.state(
    "G.2-last", "the last layer adds n δ^(-(n+1)d-1) l̃_n to the id of every column, if the first shifted id lies "
    "beyond all levels of the sweep; corrected: that is assumed, as in the sweep",
    section="G.2", index=(), kind="fact", printed=printed_last, corrected=positional_last,
    narrower="as in the sweep, for d = 1 and n = 2 it fails",
    errata=[
        Erratum(
            "false", "For d = 1, n = 2 and L = (1 − δ, 1) the greatest id is that of column 1, which was shifted "
            "twice, and not l̃_2.", by=last_after_two, at=AT_LAST,
            same_as="G.2-sweep",
        ),
        Erratum("typo", "It is said to shift all the layers, where the columns are meant."),
    ],
)  # fmt: skip
placed_range = paper.state(
    "G.2-range",
    "the least and the greatest l̃_n with positional encodings; attained where the last id is the greatest of its block "
    "and the others the least of theirs, and the other way round",
    section="G.2", index=(), kind="finding",
    printed=(positional_range.placed_low, positional_range.placed_low_attained, positional_range.placed_high,
        positional_range.placed_high_attained),
)  # fmt: skip
paper.state(
    "G.2-smallest",
    "d = 1, n = 2: only L = (1 − δ, 1) is shifted twice, to (m³ − 2m² + 3m − 1)δ and m² δ; its contexts still differ",
    section="G.2", index=(), kind="finding",
    printed=(positional_smallest.smallest_sweep, positional_smallest.only_one_is_near,
        positional_smallest.only_one_is_near_2, positional_smallest.two_entries, positional_smallest.last_id_differs,
        positional_smallest.smallest_contexts),
)  # fmt: skip
paper.constant(
    "positional-upper", placed_range, "the upper bound on l̃_n with positional encodings", LINE_5,
    needed=LINE_5, needed_by=positional_range.placed_below_printed,
    sharp=greatest, sharp_by=positional_range.placed_high, beyond=positional_range.placed_beyond_high,
    note="m = 1/δ, S = 1 + m + … + m^(d−1). The bound is strict, as printed.",
)  # fmt: skip
paper.constant(
    "positional-lower", placed_range, "the lower bound on l̃_n with positional encodings", num(0),
    needed=least, needed_by=positional_range.placed_low, sharp=least, sharp_by=positional_range.placed_low,
    beyond=positional_range.placed_beyond_low,
    note="The paper states none; it uses only that l̃_n is positive. For n = 2 it is S + (M² − M)(S − (M − 1) δ).",
)  # fmt: skip
paper.state(
    "G.2-3", "l̃_n < n δ^(-(n+1)d), line by line",
    section="G.2", index="G.2[3]",
    printed=(bound_line_1, bound_line_2, bound_line_3, bound_line_4, bound_line_5),
)  # fmt: skip
# --- G.3 --------------------------------------------------------------------------------------------------------------
paper.state(
    "text-G.3-1", "the contexts of different L, and of the places of one L, are at least δ apart from each other, in "
    "closed form: for d = 1, n = 2 and L = (1 − δ, 1) the network gives other numbers (G.2-smallest)",
    section="G.3", index=("G.3¶1",), kind="fact", printed=(positional_contexts_apart, positional_columns_apart),
    errata=Erratum(
        "gap", "The look-up of the values, “in a similar way as Lemma 9”, has its defect, too: a later layer may take "
        "a value for a context.", same_as="E.4-composition",
    ),
)  # fmt: skip
