"""Kajitsuka & Sato, appendices: each display says what is printed, and no more."""

from fractions import Fraction

import pytest

from numeric import balls
from proofs.checking.report import Line, Report
from proofs.papers.ks.appendix_b_boltzmann import lemma_1
from proofs.papers.ks.appendix_b_projections import projections
from proofs.papers.ks.section_4_proposition_1 import penalty


@pytest.fixture
def report(ks_report: Report) -> Report:
    return ks_report


def lines(report: Report, id: str, form: str) -> list[Line]:
    """The lines of a statement in one form."""
    return [x for x in report.by_id[f"KS:{id}"].lines if x.form == form]


def test_what_a_direction_keeps_of_the_lengths_follows_from_76_with_nothing_cited(report: Report):
    assert report.by_id["KS:eq-77"].status == "proved" and not report.by_id["KS:eq-77"].rests_on
    assert [x.status for x in lines(report, "eq-77", "printed")] == ["proved", "proved"]


def test_only_what_divides_by_epsilon_asks_that_it_is_positive(report: Report):
    positive = projections.epsilon_pos
    assert positive not in projections.eq_75_claim.given
    [printed] = projections.paper.statements["KS:eq-74"].printed
    [corrected] = projections.paper.statements["KS:eq-74"].corrected
    assert positive not in printed.given and positive in corrected.given
    assert [x.status for x in lines(report, "eq-74", "printed")] == ["unproved"]
    [erratum] = [e for e in report.errata if e.id == "KS:eq-74"]
    assert erratum.same_as == "KS:lemma-3#1"


def test_no_layer_comes_near_to_the_sum_of_all_penalties(report: Report):
    [line] = lines(report, "eq-60", "printed")
    assert line.status == "refuted"
    assert penalty.printed_60.shows.op == "all"  # for every error, not only for none


def test_the_sum_of_all_penalties_does_not_quantise_on_the_boundary_of_the_cube(report: Report):
    assert [x.status for x in lines(report, "eq-60", "step")] == ["refuted"]
    assert [e.defect for e in report.errata if e.id == "KS:eq-60"] == ["false", "step"]


def test_a_bound_of_60_has_the_defect_of_60(report: Report):
    network, layer = [e for e in report.errata if e.id == "KS:eq-61"]
    assert (network.same_as, layer.same_as) == ("KS:eq-59#1", "KS:eq-60#1")


def test_the_second_inequality_of_113_is_strict_from_two_entries_on(report: Report):
    assert [x.status for x in lines(report, "eq-113", "corrected")] == ["proved"] * 4
    assert lemma_1.eq_113_strictly.shows is lemma_1.paper.statements["KS:eq-113"].printed[1].shows


@pytest.mark.parametrize(("gap", "n", "T"), [("1.316", 40, 40), ("1.3", 9, 20), ("0.5", 5, 20)])
def test_below_the_least_gap_two_vectors_have_the_same_boltz(report: Report, gap: str, n: int, T: int):
    found = next(c for c in report.constants if c.id == "KS:lemma-1-order")
    assert found.beyond is not None and found.beyond.status == "proved"
    assert found.beyond.claim is not None and found.beyond.claim.startswith("for real g: 0 < g ⇒ g < log(2 + √(3)) ⇒ ∃")
    step = (Fraction(gap) + Fraction("1.31695")) / 2
    first = [Fraction(0), -step, *(-(n + j) * step - T for j in range(3, n + 1))]

    def lowered(t: int) -> list[Fraction]:
        return [Fraction(0), *(-j * step - t for j in range(2, n + 1))]

    for t in (0, T):
        second = lowered(t)
        apart = [abs(x - y) for x in first for y in second if x != y]
        apart += [abs(x - y) for v in (first, second) for x in v for y in v if x != y]
        assert min(apart) > Fraction(gap)
    level = balls.boltz(first)
    assert balls.boltz(lowered(0)) < level < balls.boltz(lowered(T))
