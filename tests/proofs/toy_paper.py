"""A toy paper: a definition, a lemma that holds, one that is false as printed, one that has no proof."""

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Paper, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import inv, rational, reals

paper = chapter = Paper("Toy", "A toy paper", "toy.txt")
x, y = reals("x y")

paper.state(
    "definition-1",
    "the mean",
    section="1",
    index="Definition 1",
    kind="definition",
    defines=(x + y) * rational(1, 2),
)


@paper.claim(given=[], shows=2 * x <= x * x + 1)
def twice_le(p: Proof) -> Fact:
    """From the square of x − 1."""
    p.apply("square_nonneg", x=x - 1, label="square")
    return p.have(2 * x <= x * x + 1, "square")


@paper.claim(given=[x > 0], shows=x + inv(x) >= 2)
def sum_ge_two(p: Proof) -> Fact:
    """Divide by x."""
    p.given(pos=x > 0)
    p.apply("twice_le", label="twice")
    return p.have(x + inv(x) >= 2, "twice", "pos", scale=["pos"])


paper.state("lemma-1", "2x ≤ x² + 1", section="1", index="Lemma 1", kind="lemma", equations="1", printed=twice_le)
paper.state(
    "lemma-2",
    "a number and its inverse sum to 2 or more; corrected: or more, not more than 2",
    section="2",
    index="Lemma 2",
    kind="lemma",
    printed=Claim((x > 0,), x + inv(x) > 2),
    corrected=sum_ge_two,
    errata=Erratum("strictness", "equality holds at 1", search=Search(reals={"x": [1, 2]})),
)
paper.state(
    "claim-3",
    "nobody knows",
    section="2",
    index="Claim 3",
    kind="claim",
    printed=Claim((), x * y <= x * x * y * y + 1),
)
