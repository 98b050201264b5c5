"""The index of the text's sentences: the statements that cover them, and the sentences that claim nothing.

A sentence belongs to the statement with the same content, or the first of several. Claims that no other statement
covers are statements `text-…` of their sections.
"""

from __future__ import annotations

PLACED = {
    "theorem-1": "1¶3 3.2¶16 3.3¶1",
    "theorem-2": "Abstract¶1 1¶4 3.2¶17 3.2¶18 3.4¶2 3.4¶3 3.4¶4 3.4¶6 5¶1 6¶1",
    "eq-10": "3.4¶13",
    "eq-11": "3.4¶15",
    "lemma-1": "3.4¶20",
    "remark-1": "3.4¶22 C¶3",
    "corollary-1": "Abstract¶2 3.2¶11 4.1¶1 4.1¶2 4.1¶5 6¶2 A.3¶5 A.3¶6 A.3¶7 A.3¶8",
    "remark-2": "4.1¶7 A.3¶4",
    "eq-17": "4.1¶6",
    "corollary-2": "4.1¶11 4.1¶13 A.4¶7",
    "proposition-1": "Abstract¶3 1¶5 4.2¶1 4.2¶9 6¶2 6¶3",
    "eq-20": "5¶4",
    "lemma-3": "A.2¶6 B.1¶2",
    "eq-32": "A.2¶9",
    "eq-45": "A.2¶11",
    "eq-47": "A.3¶1",
    "eq-48": "A.4¶2",
    "eq-50": "A.4¶4",
    "eq-51": "A.5¶8",
    "eq-52": "A.5¶9",
    "eq-55": "A.5¶11",
    "eq-56": "A.5¶12",
    "eq-58": "A.5¶14",
    "eq-60": "A.5¶19 A.5¶20",
    "eq-61": "A.5¶21",
    "eq-62": "A.5¶26 A.5¶40",
    "eq-63": "A.5¶29",
    "eq-65": "A.5¶32",
    "eq-66": "A.5¶33",
    "eq-68": "A.5¶35",
    "eq-70": "A.5¶4 A.5¶41",
    "A.5-skip": "A.5¶6",
    "lemma-4": "B.2¶2",
    "lemma-6": "B.2¶12",
    "eq-106": "B.3¶2",
    "eq-108": "B.3¶5",
    "eq-109": "B.3¶8",
    "eq-133": "C¶4",
    "C-masks": "C¶6 C¶7",
}

UNCLAIMED = {
    "1¶2": "It says how many parameters the constructions of other papers take, and that reading softmax as hardmax is "
    "the reason.",
    "1.1¶5": "It says what is assumed, here and in other papers; the assumption is Definition 1.",
    "2.2¶4": "It says what (2) leaves out.",
    "3.2¶15": "It gives a reason why the constructions of other papers take many layers.",
    "fn1": "It makes the count that is cited from Yun et al. precise; that paper has its own statements.",
    "3.4¶7": "It simplifies the sketch; Theorem 2 is proved for every head size.",
    "fn2": "It says which form the weights of the proof have, and not as A.2 does, where W_V = u'' vᵀ, W_K = u vᵀ and "
    "W_Q = u' vᵀ: in the footnote u'' is in none, and W_Q has another direction than W_K.",
    "4.1¶10": "It says what the work assumes that is cited for deeper networks; that this cannot be so for all n is an "
    "erratum of Remark 2.",
    "4.2¶5": "It says that nobody proved this before.",
    "5¶2": "It says what suggests (20).",
    "5¶6": "It is a conjecture about training; what it says of memorization is Corollary 1.",
    "6¶4": "It is an open question.",
    "A.5¶5": "It says how detailed the proof is.",
    "B.3¶9": "It names the two vectors of which (15) and (16) speak.",
}
