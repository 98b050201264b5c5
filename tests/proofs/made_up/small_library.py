"""Two theorems on squares."""

from proofs.language.notation import reals
from proofs.writing.chapter import Chapter
from proofs.writing.proof import Proof

x, y = reals("x y")

chapter = Chapter("small library")


@chapter.theorem
def square_nonneg(p: Proof) -> None:
    p.given(pos=x >= 0, neg=x < 0)
    p.have("high", x * x >= 0, "pos")
    p.have("low", x * x >= 0, "neg")
    p.qed(p.cases("out", 0, x, "high", "low"))


@chapter.theorem
def helper(p: Proof) -> None:
    p.qed(p.apply("out", "square_nonneg", x=x - y))
