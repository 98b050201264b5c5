"""The sentences of the text: the statements with the same content, and the sentences that claim nothing.

A sentence belongs to the statement with the same content, or to the first of several. Sentences without such a
statement are entered here.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.language.notation import *
from proofs.papers.yun.section_2_transformers.blocks import X
from proofs.papers.yun.vocabulary import i, j, n, paper
from proofs.theorems.algebra.matrices import named, softmax

scores_ = named(X, n, n)


@paper.claim([1 <= n, 1 <= j, j <= n], shows=Eq(Sum(lambda i: softmax(scores_)(i, j), 1, n), 1))
def columns_add_up(p: Proof) -> None:
    """The weights of a column sum to 1."""


@paper.claim([1 <= n, 1 <= j, j <= n], shows=0 < softmax(scores_)(i, j))
def weights_positive(p: Proof) -> None:
    """Exponentials are positive."""


PLACED = {
    "theorem-2": "Abstract¶1 1.1¶1 3¶4 3.1¶7 4¶1",
    "theorem-3": "Abstract¶2 1.1¶2 3.1¶2 3.1¶5 4¶2",
    "eq-3": "2¶10 B¶6",
    "3.2-parameters": "3.2¶4",
    "B-4": "B¶4",
    "lemma-4": "C¶5 D¶3",
    "D-1": "D¶1",
    "proposition-5": "1.1¶4 3¶6 C¶9 E.1¶3 E.1.4¶1",
    "lemma-6": "C¶10 F¶9",
    "F-1": "F¶2 F¶3",
    "F-3": "F¶6",
    "F-places": "F¶7",
    "lemma-7": "E.1¶4 E.1.1¶2 E.1.1¶3 E.1.1¶4 E.1.1¶5 E.2¶1 E.2¶2",
    "lemma-8": "Abstract¶3 1.1¶3 E.1¶2 E.1.2¶7 E.1.2¶11 E.3.3¶15 E.4¶4",
    "E.1.2-equivariant": "E.1.2¶8",
    "E.1.2-rare": "E.1.2¶10 E.1.4¶7",
    "lemma-9": "E.1¶6 E.1.3¶2 E.1.3¶3",
    "E.1.3-contexts": "E.4¶10 E.4¶11 E.4¶16 E.4¶17",
    "E.1.2-g_c": "E.3.1¶1 E.3.2¶1 E.3.3¶2",
    "E.3-1": "E.3¶1",
    "E.3-rows": "E.3¶5",
    "E.3-3": "E.3¶7",
    "E.3-ids": "E.3¶10",
    "E.3-outside": "E.3¶11",
    "E.3.1-sweep": "E.3¶14 E.3.1¶12",
    "E.3.1-shifts": "E.3.1¶3",
    "E.3.1-9": "E.3.1¶10",
    "lemma-10": "E.3.1¶13",
    "E.3.1-15": "E.3.2¶11",
    "E.3.2-single": "E.3.2¶4",
    "E.3.2-1": "E.3.2¶6",
    "E.3.2-2": "E.3.2¶9 E.3.2¶10",
    "E.3.3-sweep": "E.3.3¶3 E.3.3¶4 E.3.3¶11",
    "E.3.3-last": "E.3.3¶7 E.3.3¶13 E.3.3¶14",
    "E.3.4-resolution": "E.3.4¶3 E.3.4¶4 E.3.4¶7",
    "E.4-2": "E.4¶9",
    "G.1-2": "G.1¶2",
    "G.1-cells": "G.1¶3",
    "G.2-order": "G.2¶2",
    "G.2-contexts": "G.2¶6 G.2¶9 G.2¶10",
    "G.2-3": "G.2¶7",
    "H.3-bilinear": "H.3¶1",
}

NO_BOUND = "No lower bound is stated; that the argument gives none is an erratum of text-3.2-3."
READ_OFF = "It is read off (1), (5) and (6)."
EXPERIMENT = "It is about what was trained and measured."
UNCLAIMED = {
    "1¶4": "It says what (1) and (2) show: no weight depends on the token.",
    "1¶5": "It says what (1) shows: other tokens enter by the scores only.",
    "1.1¶5": "It announces appendix H.",
    "1.2¶4": "It says what analyses of other networks do not cover.",
    "1.2¶7": "It compares two notions of which one is not treated here.",
    "2¶5": "It says what the model leaves out.",
    "fn1": "It says what (1) leaves out, biases of the queries; Theorems 2 and 3 are proved without them.",
    "3¶5": "It says what (1) and (2) show of how weights are shared.",
    "3.1¶4": "It says how two classes of functions differ, by their definitions.",
    "3.2¶1": "It says where the number of layers is found.",
    "3.2¶6": NO_BOUND,
    "3.2¶7": NO_BOUND,
    "3.2¶8": "It gives a reason for a factor in the count before it.",
    "3.2¶9": NO_BOUND,
    "3.2¶10": "It is a count for networks of another paper.",
    "3.2¶11": "It is a count for networks of another paper.",
    "3.2¶12": "It compares two counts, of which one is that of another paper.",
    "3.2¶14": NO_BOUND,
    "4¶3": "It says what is important in the proof.",
    "C¶1": "Theorem 2 is proved for every cube; Lemma 4 is about the unit cube.",
    "E.1¶1": "It says what (1) and (2) show: the weights are those of all tokens.",
    "E.1¶8": "It sums up which layers do what in the proof.",
    "E.1.2¶2": "It says in words what Definition E.1 asks.",
    "E.1.2¶9": "It says for which sequences Lemma 8 gives contexts.",
    "E.1.3¶1": "It says in words what Lemma 8 has shown.",
    "E.3¶16": "It names three cases, which exclude each other by definition.",
    "G¶1": "It says how proofs resemble each other; Theorem 3 is proved without them.",
    "G¶2": "Theorem 3 is proved for every cube.",
    "G¶4": "It announces the parts of the proof.",
    "H.1¶3": "It says that another notion is meant than that of Definition E.1, and does not define it.",
    "H.1¶4": READ_OFF,
    "H.1¶5": READ_OFF,
    "H.1¶6": "It says what (5) shows: its weights do not depend on X.",
    "H.2¶3": READ_OFF,
    "fn2": "It limits a statement on random matrices, of which only what holds for every matrix is treated here.",
    "H.3¶2": EXPERIMENT,
    "H.3¶3": "It is about the sizes of the models that were trained.",
    "H.3¶4": "It says what a Transformer in use may not do exactly.",
    "H.4¶1": EXPERIMENT,
    "H.4¶2": EXPERIMENT,
}
