"""Sketches of the proofs of Liu's main results; a test compares their names with the theorems that are applied."""

SKETCHES = {
    "theorem-4.1": "Linear makes many copies of tokens that lie on levels, one level for a row and an offset. A "
    "query then computes max_j (R Aff_j + F_j) − max_j R Aff_j, where F_j is the value of f at "
    "centre j of a fine grid. As F is bounded, for a large R this is close to the value of f at a "
    "near centre. With the weights of appendix B.1, whose W_V is not square, it is proved in "
    "addition, by [Liu:eq-B.21].",
    "theorem-4.2": "The average over pairs of centres that is close to f is nearly a sum of exponentials of "
    "linear forms of both inputs, and tokens on levels compute such sums. With the weights of "
    "appendix B.3 it is proved in addition, by [Liu:eq-B.18] and [Liu:eq-B.20].",
    "corollary-4.1.1": "By the definition of L_p a continuous function is near f, and [Liu:theorem-4.1] approximates "
    "it.",
    "corollary-4.2.1": "By the definition of L_p a continuous function is near f, and [Liu:theorem-4.2] approximates "
    "it.",
    "theorem-5.1": "The network is that of Theorem 4.1 with the centres of the balls in place of those of the "
    "grid. There are many tokens but few numbers, as copies bring nothing new.",
}
