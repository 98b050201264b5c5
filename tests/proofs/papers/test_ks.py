"""Kajitsuka & Sato: every statement is proved for symbolic n, as printed or as corrected; constants are as stated."""

import pytest
from flint import arb, ctx, fmpq

from numeric import balls
from proofs.builder.proof import Proof, ProofError
from proofs.checking.report import Report
from proofs.kernel.rules import Theory
from proofs.language.notation import Eq, ints, log, rational, reals, vectors
from proofs.language.translate import on_vectors
from proofs.papers.ks import paper, vocabulary
from proofs.papers.ks.appendix_b_boltzmann import second_derivative
from symbolic import boltzmann as symbolic_boltzmann
from symbolic import sums

NAMED = {"KS:definition-3", "KS:lemma-1", "KS:lemma-4", "KS:lemma-5", "KS:lemma-6", "KS:lemma-7"}
n, i = ints("n i")
(a,) = vectors("a")


@pytest.fixture
def report(ks_report: Report) -> Report:
    return ks_report


SECTIONS = {"2.1", "2.2", "3.2", "3.3", "5", "A", "A.1", "B.2", "B.3", "C"}
IDS = {"KS:lemma-1", "KS:eq-14", "KS:eq-15", "KS:eq-16", "KS:remark-1", "KS:remark-1-counted"}


def test_everything_is_proved_and_nothing_admitted(report: Report):
    here = [r for r in report.items if r.section in SECTIONS or r.id in IDS]
    assert {r.used for r in here if r.id != "KS:remark-1"} == {"proved", "defined"}
    assert {r.id for r in here if r.rests_on} == {"KS:remark-1"}  # as Theorem 2 itself
    assert not any(r.defined for r in report.items)
    assert {r.id for r in report.items} >= NAMED
    assert not report.problems


def test_each_claim_serves_a_statement_a_constant_or_another_theorem(library_report: Report):
    used = {name for theorem in library_report.theorems for name in theorem.uses}
    claims = [c for s in paper.statements.values() for c in (*s.claims, *(e.by for e in s.errata))]
    claims += [c for k in paper.constants for c in (k.needed_by, k.sharp_by, k.beyond)]
    assert [name for name in paper.proofs if name not in used | {c.by for c in claims if c}] == []


def test_the_errata_are_the_known_ones(report: Report):
    here = [e for e in report.errata if e.section in SECTIONS or e.id in IDS]
    found = {(e.id, e.defect) for e in here}
    assert found == {
        ("KS:eq-5", "gap"), ("KS:definition-2", "gap"), ("KS:definition-2", "typo"),
        ("KS:eq-81", "typo"), ("KS:C-masks", "gap"),
        ("KS:theorem-1", "gap"), ("KS:theorem-1", "step"), ("KS:definition-1", "typo"), ("KS:eq-15", "typo"),
        ("KS:remark-1", "false"), ("KS:eq-132", "dimension"),
        ("KS:eq-132", "typo"), ("KS:eq-133", "gap"), ("KS:eq-20", "typo"),
        ("KS:lemma-1", "false"), ("KS:eq-16", "false"), ("KS:lemma-6", "typo"), ("KS:lemma-7", "typo"),
        ("KS:eq-114", "typo"), ("KS:eq-113", "strictness"), ("KS:eq-120", "strictness"), ("KS:eq-128", "strictness"),
        ("KS:text-B.3-23", "strictness"), ("KS:text-B.3-25", "strictness"), ("KS:text-A.1-6", "false"),
        ("KS:text-A.1-7", "false"),
        ("KS:eq-109", "typo"), ("KS:eq-117", "typo"),
    }  # fmt: skip
    assert {(e.id, e.shown_by) for e in here if not e.counterexample} == {
        ("KS:definition-1", "reading"), ("KS:eq-5", "reading"), ("KS:definition-2", "reading"),
        ("KS:eq-15", "theorem"), ("KS:theorem-1", "theorem"),
        ("KS:remark-1", "theorem"), ("KS:eq-133", "theorem"), ("KS:eq-109", "reading"),
        ("KS:eq-132", "reading"), ("KS:eq-133", "reading"), ("KS:lemma-7", "theorem"), ("KS:eq-117", "reading"),
            ("KS:eq-81", "reading"), ("KS:C-masks", "reading"), ("KS:lemma-6", "reading"),
    }  # fmt: skip


def test_the_constants_are_proved(report: Report):
    found = {c.id: c for c in report.constants}
    assert set(found) == {
        "KS:lemma-4-threshold", "KS:lemma-7-gap", "KS:lemma-1-gap", "KS:lemma-1-distance", "KS:lemma-1-factor",
        "KS:lemma-1-separation", "KS:lemma-2-factor", "KS:theorem-2-delta", "KS:theorem-1-tokens",
        "KS:theorem-1-tokens-not-zero", "KS:lemma-5-threshold", "KS:lemma-1-order", "KS:corollary-1-parameters",
        "KS:theorem-2-counted",
    }  # fmt: skip

    known = {id: c.needed.status for id, c in found.items() if c.needed}
    assert known.pop("KS:theorem-2-delta") == "proved modulo cited"  # as Theorem 2 itself
    assert len(known) == len(found) - 1 and set(known.values()) == {"proved"}
    assert {id for id, c in found.items() if c.is_sharp} == {
        "KS:lemma-4-threshold", "KS:lemma-5-threshold", "KS:lemma-1-order", "KS:theorem-1-tokens",
        "KS:theorem-1-tokens-not-zero",
    }  # fmt: skip


def test_no_constant_of_the_library_is_called_sharp_unless_both_halves_are_proved(library_report: Report):
    called = {c.id for c in library_report.constants if c.sharp}
    assert called == {c.id for c in library_report.constants if c.is_sharp} and len(called) >= 19


@pytest.mark.parametrize(("name", "least"), [("theorem-1-tokens", "3"), ("theorem-1-tokens-not-zero", "4")])
def test_from_how_many_tokens_on_hardmax_confuses_is_proved_on_both_sides(report: Report, name: str, least: str):
    found = next(c for c in report.constants if c.id == f"KS:{name}")
    assert found.sharp and found.beyond and found.sharp.text == least
    assert found.sharp.status == found.beyond.status == "proved"


def test_a_sentence_that_fails_is_refuted_by_its_negation_and_corrected(report: Report):
    found = report.by_id["KS:remark-1"]
    assert (found.printed, found.corrected) == ("refuted", "proved modulo cited")
    assert found.rests_on == report.by_id["KS:theorem-2"].rests_on


def test_what_hardmax_cannot_do_is_read_of_some_number_of_tokens_in_both_places(report: Report):
    for id in ("KS:theorem-1", "KS:text-3.3-2"):
        [line] = [x for x in report.by_id[id].lines if x.form == "printed"]
        assert line.status == "proved" and paper.statements[id].printed[0].shows.op == "imp"  # ∃
        assert n not in paper.statements[id].printed[0].formula.free


@pytest.mark.parametrize(
    ("derive", "order", "closed"),
    [
        (symbolic_boltzmann.boltz, 1, vocabulary.gradient),
        (symbolic_boltzmann.boltz, 2, vocabulary.second_derivative),
        (symbolic_boltzmann.log_partition, 1, vocabulary.softmax),
    ],
)
def test_what_sympy_differentiates_is_what_the_kernel_proved(library_theory: Theory, derive, order: int, closed):
    def differentiate(v, n, i):
        return sums.partial_derivative(lambda w: derive(w, n), v, i, order, assuming=(i >= 1) & (i <= n))

    by_sympy = on_vectors(differentiate, "i")
    p = Proof("agreement", library_theory)
    p.given(some=1 <= n)
    p.facts["Z_pos"] = p.positive(vocabulary.partition(a, n))
    p.apply("log_weight", label="log")
    p.apply("boltz_eq_logpart_sub_entropy", label="split")
    p.have(Eq(by_sympy(a, n, i), closed(a, n, i)), "Z_pos", "log", "split", depth=3, label="out")


def test_a_weaker_threshold_is_not_proved(library_theory: Theory):
    """The step of Lemma 4 from −log n − 1 does not go through from −log n − 9/10."""
    p = Proof("weaker", library_theory)
    p.given(some=1 <= n, low=1 <= i, high=i <= n, falls=a(i) < vocabulary.greatest - log(n) - rational(9, 10))
    p.apply("max_le_logpart", label="max")
    p.apply("entropy_le_log", label="entropy")
    p.apply("log_weight", label="log")
    with pytest.raises(ProofError):
        p.have(1 + second_derivative.level < 0, "falls", "max", "entropy", "log", label="sign")


@pytest.mark.parametrize("size", [2, 3, 10, 1000])
def test_the_sharp_threshold_of_lemma_4_is_sharp(size: int):
    """Just within the gap the derivative at (gap, 0, …, 0) is positive, just beyond it negative."""
    with ctx.workprec(200):
        sharp = balls.monotonicity_threshold(size, 200)
        for nudge, sign in ((fmpq(-1, 1000), 1), (fmpq(1, 1000), -1)):
            gap = sharp + nudge
            total, moment = gap.exp() + (size - 1), gap * gap.exp()
            slope = 1 - moment / total  # 1 + a_i − boltz at a_i = 0
            assert sign * slope > 0


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 1000])
def test_the_sharp_threshold_of_lemma_5_is_the_one_on_the_curve(size: int):
    """The two equations of the kernel's theorem change sign within a small square around the enclosed threshold."""
    with ctx.workprec(256):
        gap = balls.concavity_threshold(size, 256).mid()
        level = arb(1)
        for _ in range(80):
            total = gap.exp() + (size - 2) * level.exp()
            level = (1 - 4 / (total - 1) ** 2).mid()
        assert abs((1 - level) * (total - 1) ** 2 - 4) < arb("1e-30")
        near = arb("1e-15")
        defect = [
            (g - 2) * g.exp() + (size - 2) * (level - 2) * level.exp()
            - 4 - 4 / (g.exp() + (size - 2) * level.exp() - 1) for g in (gap - near, gap + near)
        ]  # fmt: skip
        assert defect[0] < 0 < defect[1]
        assert 2 < gap < arb(size).log() + 3


def test_boltz_orders_vectors_from_the_least_gap_on():
    """Two vectors with many entries, the one as high as it can be, the other as low, on both sides of log(2 + √3)."""
    with ctx.workprec(128):
        least = (2 + arb(3).sqrt()).log()
        for gap, sign in ((least - arb("1e-3"), -1), (least + arb("1e-3"), 1)):
            high = -gap * (-gap).exp() / (1 + (-gap).exp())
            steps = [k * gap for k in range(2, 60)]
            low = sum((-x * (-x).exp() for x in steps), arb(0)) / (1 + sum(((-x).exp() for x in steps), arb(0)))
            assert sign * (low - high) > 0


@pytest.mark.parametrize("size", [2, 10, 10**6])
def test_the_weaker_gap_of_lemma_7_is_weaker(size: int):
    """max(2, W(2 (log n)²)) satisfies the hypotheses of the theorem and lies below 2 log n + 3."""
    with ctx.workprec(100):
        square = 2 * arb(size).log() ** 2
        delta = square.lambertw()
        delta = delta if delta > 2 else arb(2)
        assert delta < 2 * arb(size).log() + 3
        assert delta * delta.exp() > square - arb("1e-20")


def test_the_corrected_hypotheses_are_the_papers_but_for_the_misprint():
    (delta,) = reals("delta")
    lemma = paper.statements["KS:lemma-7"]
    printed, corrected = set(lemma.printed[0].given), set(lemma.corrected[0].given)
    assert (2 * log(n) + 3 < delta) in printed & corrected
    assert len(corrected - printed) == 2  # (114) for a and for b
    assert len(printed - corrected) == 4  # includes their order, which (114) as printed contradicts
    assert lemma.printed[0].shows is lemma.corrected[0].shows
