"""A made-up paper with claims under contradictory hypotheses, and one that is corrected by saying nothing."""

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Paper
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.kernel.terms import FALSE, eq, exp, le, lt, num
from proofs.language.notation import implies, reals

paper = chapter = Paper("Vacuous", "A made-up paper", "nobody")
x, y = reals("x y")
false = Claim((), lt(exp(x), exp(y)))


@paper.claim(given=[lt(num(0), x), lt(x, num(0))], shows=lt(y, y - 1))
def from_contradiction(p: Proof) -> Fact:
    p.given(above=lt(num(0), x), below=lt(x, num(0)))
    return p.rule("absurd", p.have(FALSE, "above", "below", label="no"), p.goal)


@paper.claim(given=[FALSE], shows=eq(x, x + 1))
def from_false(p: Proof) -> Fact:
    return p.rule("absurd", p.rule("assume", FALSE), p.goal)


@paper.claim(given=[x > 1, y > 2], shows=x + y > 3)
def sound(p: Proof) -> Fact:
    p.given(one=x > 1, two=y > 2)
    return p.have(p.goal, "one", "two")


@paper.claim(given=[x > 1], shows=x > 0)
def weaker(p: Proof) -> Fact:
    p.given(one=x > 1)
    return p.have(p.goal, "one")


@paper.claim(given=[], shows=le(x, x))
def trivial(p: Proof) -> Fact:
    return p.have(p.goal)


@paper.claim(given=[0 < x], shows=implies(x < 0, y < y - 1))
def contradiction_within(p: Proof) -> Fact:
    p.given(above=0 < x)
    below = p.rule("assume", x < 0, label="below")
    out = p.rule("absurd", p.have(FALSE, "above", below, label="no"), y < y - 1)
    return p.rule("discharge", x < 0, out)


for name, printed, corrected in (
    ("lemma-1", from_contradiction, None),
    ("lemma-2", from_false, None),
    ("lemma-3", sound, None),
    ("lemma-4", weaker, None),
    ("lemma-5", false, trivial),
    ("lemma-6", false, from_contradiction),
    ("lemma-7", contradiction_within, None),
):
    paper.state(
        name, name, section="1", index=name, kind="lemma", printed=[printed], corrected=[corrected] if corrected else ()
    )
lemma = paper.state(
    "lemma-8", "lemma-8", section="1", index="lemma-8", kind="lemma", printed=sound,
    errata=Erratum("gap", "It is shown under hypotheses that contradict each other.", by=from_contradiction),
)  # fmt: skip
paper.constant("bound", lemma, "a bound", num(3), needed=num(2), needed_by=from_contradiction)
