"""Where the sentences of the text stand that another statement says too, and which of them claim nothing.

A sentence stands at the statement that says what it says; where several do, at the first; where it takes several, at
all of them. What no statement says is
entered in `sentences`.
"""

from __future__ import annotations

PLACED = {
    "definition-3.1": "3¶2",
    "remark-3.1": "3¶5",
    "proposition-3.1": "3.1¶1",
    "3.1-2": "3.1¶3",
    "A.1-2": "3.1¶4",
    "remark-3.3": "3.1¶7 3.3¶12 7¶6",
    "3.1-3": "3.1¶9",
    "definition-3.2": "3.1¶10",
    "proposition-3.2": "1¶6 3.2¶1 3.2¶2 3.2¶4 3.2¶6 7¶1",
    "proposition-3.3": "3¶1 3.3¶3 3.3¶5 3.3¶6 7¶1",
    "proposition-A.2": "A.2¶1 A.2¶2 A.2¶5",
    "proposition-A.3": "A.3¶1",
    "remark-A.1": "A.2¶4",
    "A.2-11": "6¶2",
    "A.2-18": "A.2¶10",
    "A.2-21": "3.2¶5",
    "remark-3.2": "3.3¶10",
    "theorem-4.1": "Abstract¶2 1¶1 1¶2 1¶19 3.3¶11 4.1¶1 4.1¶3 4.1¶15 4.1¶27 4.1¶28 B.1¶13",
    "corollary-4.1.1": "Abstract¶3",
    "theorem-4.2": "Abstract¶4 1¶5 1¶9 4.2¶3",
    "4.1-3": "4.1¶12",
    "theorem-5.1": "5¶1 5¶2 5¶5",
    "B.1-2": "B.1¶3",
    "definition-B.1": "B.1¶14",
    "remark-B.1": "B.1¶17 B.3¶7",
    "eq-B.3": "C.1¶8",
    "eq-B.4": "B.1¶21",
    "eq-B.6": "4.1¶20 B.1¶27 B.1¶28",
    "eq-B.7": "B.1¶30",
    "eq-B.9": "B.1¶35",
    "eq-B.10": "B.1¶34 B.1¶37",
    "eq-B.12": "B.1¶41",
    "eq-B.13": "B.1¶40 C.1¶11",
    "B.1-42": "B.1¶43",
    "definition-B.2": "4.1¶5 4.1¶18 B.1¶7",
    "eq-B.16": "B.1¶54",
    "B.1-59": "B.1¶55",
    "theorem-B.2": "B.2¶1",
    "B.2-4": "B.2¶5",
    "theorem-B.3": "B.3¶2 B.3¶3",
    "remark-B.3": "B.3¶14",
    "eq-B.26": "B.3¶17",
    "eq-B.33": "B.3¶15 B.3¶21 B.3¶22",
    "B.3-35": "B.3¶16",
    "eq-B.42": "B.3¶35 B.3¶36",
    "B.3-55": "B.3¶37 B.3¶40",
    "theorem-B.4": "B.4¶2",
    "B.4-4": "B.4¶6",
    "theorem-C.1": "C.1¶1",
    "C.1-17": "C.1¶13",
    "eq-C.5": "C.1¶18",
    "eq-C.6": "C.1¶19",
    "eq-C.9": "C.1¶22",
    "C.1-42": "C.1¶30 C.1¶31 C.1¶32 C.1¶33",
}

SAME = "It says how the proof resembles another one of the paper."
CUBES = "It simplifies the proof; Theorem 4.2 is proved for every two compact sets."
FIRST = "It says that nobody proved this before."
RESHAPED = "It says what would be done if the output were not d × n; that of (B.15) is."
UNCLAIMED = {
    "3¶3": "It is what a hyperplane is: the graph of an affine function.",
    "3¶7": "It says where the assumption is made; Theorems 4.1, 4.2 and 5.1 are proved without it.",
    "3.3¶2": "It announces Proposition 3.3 and Theorem 4.1.",
    "4¶3": FIRST,
    "4.1¶10": "It says what Theorem 4.1 assumes.",
    "4.1¶26": RESHAPED,
    "4.2¶1": FIRST,
    "5¶4": "It calls the result more precise, without saying in what.",
    "6¶3": "It is a conjecture about what training does.",
    "7¶4": "It says of what size the networks of the proof are; nothing says that smaller ones would not do.",
    "7¶5": "It says of what Theorem 5.1 frees the reader, and that it is not all.",
    "A.2¶6": "It says which matrices the proof has to give.",
    "B.1¶12": RESHAPED,
    "B.1¶18": "It says what (B.1) and (B.2) show, and where E and T are used.",
    "B.1¶22": "It is what the indices of two unit vectors say.",
    "B.1¶36": "It says which part of a matrix is printed.",
    "B.3¶1": CUBES,
    "B.3¶4": CUBES,
    "B.4¶1": "It simplifies the proof; Corollary 4.2.1 is proved for every two compact sets.",
    "C.1¶2": SAME,
    "C.1¶9": "It is left over from B.1, as the erratum of C.1[2] says: N_x is the number of balls.",
    "D.1¶1": "It is about what was trained and measured.",
}
