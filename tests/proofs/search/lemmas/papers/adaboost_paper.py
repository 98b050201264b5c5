"""AdaBoost: the weight of an example after T rounds (Freund and Schapire, 1997)."""

from proofs.paper import *

paper = chapter = Paper("AdaBoost", "The training error of AdaBoost", "Freund and Schapire, 1997")
(T,), (Z, D, m) = ints("T"), vectors("Z D m")
rounds = every(lambda t: Eq(Z(t) * D(t + 1), D(t) * exp(-m(t))), 1, T)


@paper.usable
@paper.claim(given=[1 <= T, rounds], shows=Eq(Prod(Z, 1, T) * D(T + 1), D(1) * exp(-Sum(m, 1, T))))
def last_weight(p: Proof) -> Fact:
    return p.prove(p.goal)


paper.state(
    "lemma-1", "The last weight times Π Z_t is the first weight times e^(−Σ m_t).", kind="lemma", printed=last_weight
)
