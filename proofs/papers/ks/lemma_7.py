"""boltz of separated, decreasing vectors that first differ at k + 1 (B.3, Lemma 7): from k >= 1 and k = 0."""

from __future__ import annotations

from collections.abc import Callable

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.lemma_6 import decreasing, delta
from proofs.papers.ks.lemma_7_common_prefix import lemma_7_case_1, target
from proofs.papers.ks.lemma_7_first_entry import lemma_7_case_2
from proofs.papers.ks.separated_vectors import B, lemma_7_given, names, separated_decreases, spread_a, spread_b
from proofs.papers.ks.vocabulary import a, b, boltz, display, k, n, paper, some
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

distance = absolute(boltz(a, n) - boltz(b, n))


def separation(rise: Term) -> Term:
    """(log n)² e^(−rise), the separation that Lemma 7 gives for rise = a_1 − b_{k+1}."""
    return log(n) ** 2 * exp(-rise)


def from_cases(p: Proof, case_1: str, case_2: str, separation: Callable[[Term], Term] = separation) -> Fact:
    """The conclusion of Lemma 7 from the theorems for k >= 1 and for k = 0."""
    target = separation(a(1) - B)
    p.given(zero=k <= 0, positive=k > 0)
    p.have("k_next", k + 1 <= n, "k_high")
    p.have("k_pos", k >= 1, p.rule(None, "integer_step", "positive"))
    p.apply("case_1", case_1)
    p.apply("down", "abs_ge", x=boltz(b, n) - boltz(a, n))
    p.have("if_positive", target < distance, "case_1", "down")
    p.rule("k_0", "antisymmetry", "zero", "k_low")
    for v in (a, b):
        p.both(f"{v.args[0]}_first", v, p.have(None, eq(k + 1, 1), "k_0"))
    p.apply("case_2", case_2, p.have(None, b(1) < a(1), "first_gap", "a_first", "b_first"))
    p.both("same", lambda y: separation(a(1) - y), "b_first")
    p.apply("up", "abs_ge", x=boltz(a, n) - boltz(b, n))
    p.have("if_zero", target < distance, "case_2", "up", "same")
    return p.cases("out", k, 0, "if_zero", "if_positive")


@paper.claim(given=lemma_7_given, shows=target < distance)
def lemma_7_proved(p: Proof) -> Fact:
    """k = 0 or k >= 1."""
    names(p, "some", "spread_a", "spread_b", "apart", "far", "k_low", "k_high", "prefix", "first_gap")
    return from_cases(p, "lemma_7_case_1", "lemma_7_case_2")


display("B.3", 7, "112", "Lemma 7 for the sorted vectors", lemma_7_proved)


def separated_as_printed(v: Term) -> Term:
    """i > j ⇒ v_i − v_j > δ."""
    return every(lambda i: every(lambda j: implies(j < i, delta < v(i) - v(j)), 1, n), 1, n)


upside_down = "For vectors in decreasing order the gap a_i − a_j > δ holds for i < j; (114) says i > j."
other_way = "Not narrower: i < j stands in the place of i > j."
lemma_7_printed = [some, separated_as_printed(a), separated_as_printed(b), *lemma_7_given[3:]]
lemma_7 = paper.state(
    "lemma-7", "boltz of separated decreasing vectors that first differ at k + 1", section="B.3", index="Lemma 7",
    kind="lemma", printed=Claim(tuple(lemma_7_printed), target < distance), mended=lemma_7_proved,
    steps=[lemma_7_case_1, lemma_7_case_2], cites=["lemma-4", "lemma-6"], narrower=other_way,
    errata=Erratum(
        "typo", upside_down + " With i > j the vectors increase, and the conclusion fails.",
        search=Search(
            sizes={"n": [2], "k": [0]}, reals={"delta": [rational(9, 2)]}, entries={"a": [0, 5, 15], "b": [0, 5, 15]},
            length={"a": "n", "b": "n"},
        ),
    ),
)  # fmt: skip
display(
    "B.3", 9, "114", "in a decreasing order: entries descend by more than δ",
    Claim((some, delta > 0, separated_as_printed(a)), decreasing), mended=separated_decreases, narrower=other_way,
    given=[some], defines=[spread_a, spread_b],
    errata=Erratum(
        "typo", upside_down, same_as="lemma-7",
        search=Search(sizes={"n": [2]}, reals={"delta": [1]}, entries={"a": [0, 2]}, length={"a": "n"}),
    ),
)  # fmt: skip
display("B.3", 12, "117", "Lemma 7's bound", lemma_7_proved)
