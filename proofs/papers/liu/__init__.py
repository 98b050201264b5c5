"""Liu et al., 2025: attention as max-affine value reassignment, and as a universal approximator.

A subpackage for each part of the paper, and one for results that it does not have; README.md says what is proved where.

Sections 3 and A: N affine pieces y_h(x) = a_h · x + b_h cut the domain into cells, and the attention scores of one
head, R y_h(x_i) in row h and column i, make softmax tell in which cell the token x_i lies. That the top piece k exceeds
every other one by a gap Δ > 0 at the point in question is a hypothesis there.

Sections 4, 5, B and C: the pieces are those of the nearest centre. `self_attention` and `cross_attention` hold the
matrices for any number of centres, `nearest_centre` and `grid` the estimate. Theorems 4.1, 4.2 and 5.1 are about
digits, blocks and pairs that are written out (`digits_and_blocks`), the displays of sections 4 and B about any that
obey the laws.

All sizes are symbolic. ‖·‖_∞ is the maximum over all entries. f is given by its values at the centres and at a point Z
that is arbitrary; a modulus of continuity is a hypothesis about these.
"""

# Theorems are entered as their modules are imported, each after those that it applies; then the statements.
# isort: off
from proofs.papers.liu.section_2_layers import shapes  # noqa: F401
from proofs.papers.liu.section_4_1_self_attention import (  # noqa: F401
    centres,
    nearest_centre,
    self_attention,
    grid,
    digits_and_blocks,
    levels,
    grid_network,
    selected_centre,
)
from proofs.papers.liu.section_3_max_affine import (  # noqa: F401
    indicator_weights,
    max_affine,
    indicator_error,
    indicator,
    reassignment,
    convexity,
)
from proofs.papers.liu.beyond import (  # noqa: F401
    grid_products,
    by_coordinates,
    least_scale,
    grid_tails,
    scale_too_small,
)
from proofs.papers.liu.section_4_1_self_attention import (  # noqa: F401
    construction,
    theorem_4_1,
    estimate,
    modulus,
    scores_limit,
)
from proofs.papers.liu.section_4_2_cross_attention import (  # noqa: F401
    cross_attention,
    copied_tokens,
    construction as construction_of_4_2,
    estimate as estimate_of_4_2,
    pair_network,
    theorem_4_2,
    one_layer,
    one_exponential,
    level_sums,
    level_layers,
    theorem_4_2_square,
    pair_maxima,
)
from proofs.papers.liu.section_4_1_self_attention import level_network, theorem_4_1_square  # noqa: F401
from proofs.papers.liu.section_3_max_affine import (  # noqa: F401
    exceptional_set,
    existence,
    proposition_3_3_square,
    equal_pieces,
    fewer_pieces_than_tokens,
    unbounded_domain,
)
from proofs.papers.liu.section_5_parameters import (  # noqa: F401
    ball_network,
    theorem_5_1,
    theorem_5_1_square,
    lipschitz,
)
from proofs.papers.liu.section_4_corollaries import (  # noqa: F401
    error_in_mean,
    corollaries,
    bounded_attention,
    printed_forms,
    lusin,
)
from proofs.papers.liu.beyond import smaller_scale  # noqa: F401
import proofs.papers.liu.section_2_layers.statements
import proofs.papers.liu.section_3_max_affine.statements
import proofs.papers.liu.section_4_1_self_attention.statements
import proofs.papers.liu.section_4_2_cross_attention.statements
import proofs.papers.liu.section_4_corollaries.statements
import proofs.papers.liu.section_5_parameters.statements
import proofs.papers.liu.section_1_introduction.statements  # noqa: F401
from proofs.papers import displays
from proofs.papers.liu import numerics
from proofs.papers.liu.printed_latex import FORMULAS, LETTERS
from proofs.papers.liu.proof_sketches import SKETCHES
from proofs.papers.liu.prose_index import PLACED, UNCLAIMED
from proofs.papers.liu.vocabulary import paper
# isort: on

paper.place(PLACED, UNCLAIMED)
paper.quote(displays(paper))
paper.quote(FORMULAS, LETTERS)
paper.sketch(SKETCHES)
numerics.register()
chapter = paper
