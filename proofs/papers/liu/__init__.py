# ruff: noqa: E501, F401, F811
"""Liu et al., 2025: attention as max-affine value reassignment, and as a universal approximator.

Sections 3 and A: N affine pieces y_h(x) = a_h · x + b_h cut the domain into cells, and the attention scores of one
head, R y_h(x_i) in row h and column i, make softmax tell in which cell the token x_i lies (`max_affine`, `indicator`),
so that it can give every cell a value (`reassignment`). That the top piece k exceeds every other one by a gap Δ > 0 at
the point in question is a hypothesis there; how small the set is where it does not is shown in `exceptional_set`. On
an unbounded set it may be large whatever the weights (`unbounded_domain`).

Sections 4, 5, B and C: the pieces are those of the nearest centre. `self_attention` and `cross_attention` hold the
matrices for any number of centres, `nearest_centre` and `grid` the estimate; the modules `…_printed`, `…_estimate`,
`theorem_…` and `error_in_mean` go through the paper display by display. Theorems 4.1, 4.2 and 5.1 are about digits, blocks
and pairs that are written out (`digits_and_blocks`), the displays of sections 4 and B about any that obey the laws.

With a W_V as section 2 declares it, square, other weights do: tokens in many copies on levels (`levels`,
`level_network`). `theorem_4_1_square` has Theorem 4.1 by them, `theorem_5_1_square` and `square_number_counts` Theorem 5.1,
`proposition_3_3_square` and `equal_pieces` Proposition 3.3.

Not in the paper: a scale without the number of centres, at the paper's P (`grid_products`, `by_coordinates`,
`grid_tails`, `smaller_scale`), a lower bound for it (`scale_too_small`), the least scale for centres anywhere
(`least_scale`).

All sizes are symbolic. ‖·‖_∞ is the maximum over all entries. f is given by its values at the centres and at a point Z
that is arbitrary; a modulus of continuity is a hypothesis about these.
"""

# Theorems are entered as the modules are imported, each after what it applies.
# isort: off
from proofs.papers.liu.beyond import by_coordinates
from proofs.papers.liu.section_4_1_self_attention import centres
from proofs.papers.liu.section_4_2_cross_attention import cross_attention
from proofs.papers.liu.beyond import least_scale
from proofs.papers.liu.section_4_1_self_attention import grid
from proofs.papers.liu.section_4_1_self_attention import digits_and_blocks
from proofs.papers.liu.beyond import grid_products
from proofs.papers.liu.beyond import grid_tails
from proofs.papers.liu.section_3_max_affine import indicator
from proofs.papers.liu.section_3_max_affine import indicator_error
from proofs.papers.liu.section_3_max_affine import indicator_weights
from proofs.papers.liu.section_4_corollaries import error_in_mean
from proofs.papers.liu.section_3_max_affine import max_affine
from proofs.papers.liu.section_4_1_self_attention import nearest_centre
from proofs.papers.liu.section_2_layers import shapes
from proofs.papers.liu.section_3_max_affine import reassignment
from proofs.papers.liu.beyond import scale_too_small
from proofs.papers.liu.section_4_1_self_attention import self_attention
from proofs.papers.liu.section_4_1_self_attention import construction
from proofs.papers.liu.section_4_1_self_attention import estimate
from proofs.papers.liu.section_4_1_self_attention import theorem_4_1
from proofs.papers.liu.section_4_1_self_attention import modulus
from proofs.papers.liu.section_4_2_cross_attention import copied_tokens
from proofs.papers.liu.section_4_1_self_attention import levels
from proofs.papers.liu.section_4_1_self_attention import level_network
from proofs.papers.liu.section_4_1_self_attention import theorem_4_1_square
from proofs.papers.liu.section_4_1_self_attention import grid_network
from proofs.papers.liu.section_4_2_cross_attention import construction
from proofs.papers.liu.section_4_2_cross_attention import estimate
from proofs.papers.liu.section_4_2_cross_attention import pair_network
from proofs.papers.liu.section_4_2_cross_attention import theorem_4_2
from proofs.papers.liu.section_4_2_cross_attention import one_layer
from proofs.papers.liu.section_4_2_cross_attention import one_exponential
from proofs.papers.liu.section_4_2_cross_attention import level_sums
from proofs.papers.liu.section_4_2_cross_attention import level_layers
from proofs.papers.liu.section_4_2_cross_attention import theorem_4_2_square
from proofs.papers.liu.section_4_corollaries import corollaries
from proofs.papers.liu.section_4_corollaries import not_in_L_3
from proofs.papers.liu.section_4_corollaries import printed_forms
from proofs.papers.liu.section_4_corollaries import lusin
from proofs.papers.liu.section_3_max_affine import exceptional_set
from proofs.papers.liu.section_3_max_affine import existence
from proofs.papers.liu.section_3_max_affine import proposition_3_3_square
from proofs.papers.liu.section_3_max_affine import equal_pieces
from proofs.papers.liu.section_3_max_affine import fewer_pieces_than_tokens
from proofs.papers.liu.section_3_max_affine import unbounded_domain
from proofs.papers.liu.section_3_max_affine import cells_stated
from proofs.papers.liu.beyond import smaller_scale
from proofs.papers.liu.section_5_parameters import ball_network
from proofs.papers.liu.section_5_parameters import number_counts
from proofs.papers.liu.section_5_parameters import theorem_5_1
from proofs.papers.liu.section_5_parameters import square_number_counts
from proofs.papers.liu.section_5_parameters import theorem_5_1_square
from proofs.papers.liu.section_5_parameters import lipschitz
from proofs.papers.liu.section_3_max_affine import convexity
from proofs.papers.liu.section_4_2_cross_attention import pair_maxima
from proofs.papers.liu.section_4_1_self_attention import selected_centre
from proofs.papers.liu import summaries
from proofs.papers.liu.section_4_1_self_attention import scores_limit
from proofs.papers.liu import printed_latex
from proofs.papers.liu import prose_index
from proofs.papers.liu.vocabulary import paper
# isort: on

paper.place(prose_index.PLACED, prose_index.UNCLAIMED)
paper.quote(printed_latex.FORMULAS, printed_latex.LETTERS)
chapter = paper
