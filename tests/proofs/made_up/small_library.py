"""Two theorems on squares, one of them from the library."""

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.language.notation import reals
from proofs.theorems.analysis.elementary import square_nonneg

x, y = reals("x y")

chapter = Chapter("small library")
chapter.theorem(square_nonneg)


@chapter.theorem
def helper(p: Proof) -> None:
    p.qed(p.apply("square_nonneg", x=x - y))
