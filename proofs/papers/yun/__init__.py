"""Yun et al., ICLR 2020: Transformers as universal approximators of sequence-to-sequence functions.

Throughout δ = 1/m with an integer m >= 2, M = δ^(-d) = m^d, and a power δ^(-kd) is the integer m^(kd). A sequence
whose columns lie on the grid has the column ids l_j = x_j δ with integers x_j from 0 to M − 1, in increasing order
where the columns are distinct (Category 1). Everything holds for all m, d and n.

The networks are run as they stand: token-wise layers one after another, hardmax heads with ties, one layer for each of
the M levels, the last layer. That the layers take the ids l to l̃ is an induction over the levels, on a closed form of
the state (`network`); all that follows (order, Lemma 10, properties 8.1 to 8.3) is about l̃ alone. Columns in any order,
equal ones included, come to this by counting the distinct ids (`any_columns`, `lemma_8`).
"""

# Each module enters its statements when it is imported.
from proofs.papers.yun import numerics
from proofs.papers.yun.appendix_b_claim_1 import statements as appendix_b_claim_1  # noqa: F401
from proofs.papers.yun.appendix_c_proposition_5 import statements as appendix_c_proposition_5  # noqa: F401
from proofs.papers.yun.appendix_d_lemma_4 import statements as appendix_d_lemma_4  # noqa: F401
from proofs.papers.yun.appendix_e1_proof_sketch import statements as appendix_e1_proof_sketch  # noqa: F401
from proofs.papers.yun.appendix_e2_lemma_7 import statements as appendix_e2_lemma_7  # noqa: F401
from proofs.papers.yun.appendix_e3_lemma_8 import statements as appendix_e3_lemma_8  # noqa: F401
from proofs.papers.yun.appendix_e4_lemma_9 import statements as appendix_e4_lemma_9  # noqa: F401
from proofs.papers.yun.appendix_f_lemma_6 import statements as appendix_f_lemma_6  # noqa: F401
from proofs.papers.yun.appendix_g_theorem_3 import statements as appendix_g_theorem_3  # noqa: F401
from proofs.papers.yun.appendix_h_other_architectures import statements as appendix_h_other_architectures  # noqa: F401
from proofs.papers.yun.beyond import statements as beyond  # noqa: F401
from proofs.papers.yun.printed_latex import FORMULAS, LETTERS
from proofs.papers.yun.prose_index import PLACED, UNCLAIMED
from proofs.papers.yun.section_1_introduction import statements as section_1_introduction  # noqa: F401
from proofs.papers.yun.section_2_transformers import statements as section_2_transformers  # noqa: F401
from proofs.papers.yun.section_3_approximation import statements as section_3_approximation  # noqa: F401
from proofs.papers.yun.vocabulary import paper

paper.place(PLACED, UNCLAIMED)
paper.quote(FORMULAS, LETTERS)
numerics.register()
chapter = paper
