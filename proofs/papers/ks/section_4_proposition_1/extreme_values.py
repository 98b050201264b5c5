"""The extreme values of a continuous function on a compact set (A.5)."""

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.vocabulary import n, paper, together
from proofs.theorems.analysis.maxima import SOME, N
from proofs.theorems.analysis.maxima import greatest as greatest_value
from proofs.theorems.analysis.maxima import least as least_value

square = {N: n}  # the values are as large as what is given


@paper.claim(
    given=[substitute(z, square) for z in SOME.values()],
    shows=together(substitute(greatest_value, square), substitute(least_value, square)),
)
def extreme_values(p: Proof) -> Fact:
    """Apply the theorem to each entry."""
    sides = [p.apply(name, N=n) for name in ("maximum_on_compact", "minimum_on_compact")]
    return p.exists_intro(p.goal, [], *sides)
