"""Sketches of the proofs of KS's main results; a test compares their names with the theorems that are applied."""

SKETCHES = {
    "theorem-1": "With hardmax and equal shares a head returns the mean of the tokens of greatest score, and "
    "along one direction these are the smallest token, the largest, or all of them. Two sequences "
    "of three tokens that agree in their extremes and, where it matters, in their sum get the "
    "same outputs: [KS:text-A.1-7].",
    "theorem-2": "A direction from [KS:lemma-3] gives weights of rank one with which the scores of different "
    "tokens lie far apart, [KS:eq-42]. The output of attention is then the Boltzmann operator of "
    "the scores, and [KS:lemma-1] keeps its values for different sequences apart.",
    "corollary-1": "The weights are those of the paper, but the direction is found by counting, not by the lemma "
    "that the paper cites. [KS:lemma-1] tells the contexts apart, and a feed-forward layer looks "
    "up the labels, [KS:eq-79].",
    "corollary-2": "Adding a multiple of the place to the first entry of each token makes the encoded sequences "
    "fit [KS:corollary-1]; this encoding replaces (48).",
    "proposition-1": "A function on a compact set, 0 outside of it, is near a function that is continuous on "
    "a cube. A first layer rounds the entries and adds a penalty for what lies outside of the cube, an "
    "attention layer gives each token of a grid sequence an id of its context by the Boltzmann "
    "operator, [KS:lemma-7], and a second layer looks up the value of f. The errors add up as in "
    "[KS:eq-69], [KS:eq-70] and [KS:eq-71].",
}
