"""A made-up paper whose statements are proved or refuted, and do not say what they seem to."""

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Paper
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import lt, negation, num
from proofs.language.notation import reals

paper = chapter = Paper("Disguised", "A made-up paper", "nobody")
x, y = reals("x y")
paper.assume(x < y)
false = Claim((), x <= y)


@paper.claim(given=[], shows=negation(num(1) <= num(0)))
def one_above(p: Proof) -> Fact:
    return p.rule("compute", p.goal, [], ["leaf", 64])


@paper.claim(given=[1 <= x, y <= 3], shows=x <= x * x)
def square(p: Proof) -> Fact:
    p.given(large=1 <= x)
    return p.have(p.goal, "large")


@paper.claim(given=[1 <= x], shows=lt(num(0), x))
def positive(p: Proof) -> Fact:
    p.given(large=1 <= x)
    return p.have(p.goal, "large")


paper.state(
    "lemma-1", "the counterexample is none", kind="lemma", printed=false,
    errata=Erratum("false", "It fails.", by=Claim((), negation(num(1) <= num(0)), "one_above"), at={"x": 1, "y": 0}),
)  # fmt: skip
paper.state(
    "lemma-2", "narrower than need be; corrected: 1 excluded", kind="lemma", printed=Claim((1 <= x,), x < x * x),
    corrected=square,
    errata=Erratum("strictness", "Equality holds at 1."), narrower="y is small",
)  # fmt: skip
paper.state("lemma-3", "said by one hypothesis", kind="lemma", printed=positive)
paper.state("lemma-4", "a step alone is no sentence", kind="lemma", steps=square)
for id, same_as in (("eq-1", ""), ("eq-2", "eq-1"), ("eq-3", "eq-2"), ("eq-4", "eq-9"), ("eq-5", "eq-5")):
    paper.state(id, "misprinted", printed=square, errata=Erratum("typo", f"{id} is misprinted.", same_as=same_as))
