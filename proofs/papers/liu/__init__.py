"""Liu et al., 2025: attention as max-affine value reassignment, and as a universal approximator.

Sections 3 and A: N affine pieces y_h(x) = a_h · x + b_h cut the domain into cells, and the attention scores of one
head, R y_h(x_i) in row h and column i, make softmax tell in which cell the token x_i lies (`max_affine`, `indicator`),
so that it can give every cell a value (`reassignment`). That the top piece k exceeds every other one by a gap Δ > 0 at
the point in question is a hypothesis there; how small the set is where it does not is shown in `exceptional`. On an
unbounded set it may be large whatever the weights (`unbounded`).

Sections 4, 5, B and C: the pieces are those of the nearest centre. `self_attention` and `cross_attention` hold the
matrices for any number of centres, `nearest` and `grid` the estimate; the modules `…_printed`, `…_estimate`,
`theorem_…` and `integrable` go through the paper display by display. Theorems 4.1, 4.2 and 5.1 are about digits, blocks
and pairs that are written out (`grid_exists`), the displays of sections 4 and B about any that obey the laws.

With a W_V as section 2 declares it, square, other weights do: tokens in many copies on levels (`levels`,
`level_network`). `square_values` has Theorem 4.1 by them, `square_balls` and `square_numbers` Theorem 5.1,
`square_cells` and `equal_pieces` Proposition 3.3.

Not in the paper: a scale without the number of centres, at the paper's P (`grid_products`, `by_coordinates`,
`grid_tails`, `smaller_scale`), a lower bound for it (`scale_beyond`), the least scale for centres anywhere
(`far_sharp`).

All sizes are symbolic. ‖·‖_∞ is the maximum over all entries. f is given by its values at the centres and at a point Z
that is arbitrary; a modulus of continuity is a hypothesis about these.
"""

# Theorems are entered as the modules are imported, each after what it applies.
# isort: off
from proofs.papers.liu import (  # noqa: F401
    by_coordinates,
    centres,
    cross_attention,
    far_sharp,
    grid,
    grid_exists,
    grid_products,
    grid_tails,
    indicator,
    indicator_error,
    indicator_weights,
    integrable,
    max_affine,
    nearest,
    preliminaries,
    reassignment,
    scale_beyond,
    self_attention,
    self_attention_printed,
    self_attention_estimate,
    universal,
    modulus,
    copied_tokens,
    levels,
    level_network,
    square_values,
    theorem_4_1,
    cross_attention_printed,
    cross_attention_estimate,
    theorem_4_2,
    universal_pairs,
    one_layer,
    one_exponential,
    level_sums,
    level_layers,
    universal_square,
    corollaries,
    only_integrable,
    corollaries_printed,
    measure,
    exceptional,
    cells_found,
    square_cells,
    equal_pieces,
    too_few_pieces,
    unbounded,
    cells_stated,
    smaller_scale,
    theorem_5_1,
    numbers,
    balls,
    square_numbers,
    square_balls,
    lipschitz,
    convexity,
    pair_maxima,
    selected_centre,
    summaries,
    selection,
    formulas,
    placed,
)
from proofs.papers.liu.vocabulary import paper
# isort: on

paper.place(placed.PLACED, placed.UNCLAIMED)
paper.quote(formulas.FORMULAS, formulas.LETTERS)
chapter = paper
