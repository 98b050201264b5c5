"""Sketches of the proofs of Yun's main results; a test compares their names with the theorems that are applied."""

SKETCHES = {
    "theorem-2": "Layers of four ReLUs round the entries to a grid, one attention layer with softmax gives "
    "each token of a grid sequence an id of its context, [KS:lemma-7], and further layers look up "
    "the value of f. Softmax is used from the start, so that no hardmax network has to be "
    "approximated. The errors are bounded as in [KS:eq-69], [KS:eq-70] and [KS:eq-71].",
    "theorem-3": "Positional encodings put the columns into cells apart from each other, so that every "
    "sequence is one without equal columns. The rest goes as for Theorem 2: rounding, one "
    "attention layer whose contexts [KS:lemma-7] tells apart, and looking up the values.",
    "proposition-5": "The layers of the paper are run one after the other on the grid: the quantiser of "
    "[Yun:lemma-7], the sweep of attention layers, and the layers that map contexts to values, "
    "[Yun:E.1.4-1]. Sequences with equal columns are left out; they fill a share of at most n(n − "
    "1)/2 δ^d, [Yun:E.1.3-sequences].",
}
