"""Kajitsuka & Sato, Theorem 2 and Lemmas 1 to 3: one sentence each, proved except for one citation; errata."""

from dataclasses import replace
from fractions import Fraction

import pytest
from exact_terms import holds, value, vector

from proofs.checking.report import Report
from proofs.kernel.terms import substitute
from proofs.language.notation import num
from proofs.papers.ks.appendix_b_boltzmann import lemma_1
from proofs.papers.ks.appendix_b_projections import projections
from proofs.papers.ks.section_3_theorem_2 import theorem_2

ON_LEMMA_2 = "lemma-2 lemma-3 theorem-2 eq-30 eq-31 eq-72 eq-74 eq-75 eq-76"


@pytest.fixture
def report(ks_report: Report) -> Report:
    """Sections 3.2, 3.4, A.2 and B.1, without the remark on masks."""
    sections = ("3.2", "3.4", "A.2", "B.1")
    here = {s.id for s in projections.paper.statements.values() if s.section in sections} - {"KS:remark-1"}
    items = tuple(r for r in ks_report.items if r.id in here)
    return replace(ks_report, items=items, errata=tuple(e for e in ks_report.errata if e.id in here))


def test_all_is_proved_but_for_the_existence_of_a_direction(report: Report):
    modulo = {f"KS:{id}" for id in ON_LEMMA_2.split()}
    assert {r.id for r in report.items if r.used == "proved modulo cited"} == modulo
    assert {r.used for r in report.items} == {"proved modulo cited", "proved", "defined"}
    assert {x.what for r in report.items for x in r.rests_on} == {projections.PARK}
    assert not any(r.defined for r in report.items)


def test_theorem_2_is_one_sentence(report: Report):
    item = report.by_id["KS:theorem-2"]
    assert (item.printed, item.corrected) == ("unproved", "proved modulo cited")
    assert [line.form for line in item.lines if line.form != "step"] == ["printed", "corrected"]
    assert theorem_2.theorem_2_claim.shows is theorem_2.maps_contexts(theorem_2.eq_8)


def test_with_a_direction_found_by_counting_nothing_is_cited(ks_report: Report):
    [counted] = [c for c in ks_report.constants if c.id == "KS:theorem-2-counted"]
    assert counted.needed.status == "proved"
    assert counted.needed.evidence.keys() <= {"exact", "certified"}


def test_what_is_wrong_with_theorem_2(report: Report):
    found = [e for e in report.errata if e.id == "KS:theorem-2"]
    assert [e.defect for e in found] == ["typo", "gap", "gap", "gap"]
    assert [e.shown_by for e in found] == ["theorem", "theorem", "reading", "reading"]


def test_lemma_1_fails_for_permuted_vectors_and_holds_for_other_entries(report: Report):
    item = report.by_id["KS:lemma-1"]
    assert (item.printed, item.corrected) == ("refuted", "proved")
    assert lemma_1.lemma_1_claim.given == lemma_1.as_printed.given


def test_the_last_step_of_42_loses_a_factor(report: Report):
    item = report.by_id["KS:eq-42"]
    assert (item.printed, item.corrected) == ("refuted", "proved")
    [erratum] = [e for e in report.errata if e.id == "KS:eq-42"]
    assert (erratum.defect, erratum.shown_by, erratum.confirmed) == ("false", "theorem", True)


def test_theorem_2_rests_on_lemmas_1_and_3(report: Report):
    uses = {id: set(report.by_id[id].uses) for id in ("KS:theorem-2", "KS:lemma-3", "KS:eq-76")}
    assert {"KS:lemma-1", "KS:lemma-3", "KS:eq-26", "KS:eq-28"} <= uses["KS:theorem-2"]
    assert {"KS:eq-76", "KS:eq-79"} <= uses["KS:lemma-3"]
    assert "KS:lemma-2" in uses["KS:eq-76"]


def test_the_hypotheses_of_a_direction_can_be_met():
    """Two sequences of two tokens in one dimension, v = 1, s = 1."""
    tokens = {(1, 1): 4, (1, 2): 6, (2, 1): 4, (2, 2): 8}
    at = {
        "X": lambda i, t, k: Fraction(tokens[int(i), int(k)]), "v": vector([Fraction(1)]),
        "u'": vector([Fraction(1)]), "u''": vector([Fraction(1)]), "pi": Fraction(355, 113),
        "epsilon": Fraction(1), "r_min": Fraction(3), "r_max": Fraction(9), "W_O": lambda i, t, p: Fraction(1, 36),
        **{name: Fraction(x) for name, x in {"d": 1, "s": 1, "n": 2, "N": 2, "m": 3}.items()},
    }  # fmt: skip
    at["u"] = vector([value(theorem_2.paper_strength, at)])
    assert all(holds(g, at) for g in (*theorem_2.paper_given, *theorem_2.paper_direction))


def test_the_gap_that_the_paper_prints_is_the_proved_one_in_figures():
    """(8) against ε (log n)² e^(−2r) / (4r)."""
    sizes = {"d": 2, "n": 3, "m": 3}
    at = {name: Fraction(x) for name, x in sizes.items()}
    at |= {"pi": Fraction(355, 113), "epsilon": Fraction(1), "r_min": Fraction(3), "r_max": Fraction(9)}
    reach = value(theorem_2.paper_strength * theorem_2.r_max**2, at)
    printed, proved = (
        value(theorem_2.eq_8, at),
        value(theorem_2.paper_separation, at | {"scale": reach / 81}) / 4 / reach,
    )
    assert abs(printed / proved - 1) < 1e-30


def test_a_direction_is_needed():
    """With the factor 1 in place of the paper's these directions of the plane do not keep e_1, e_2 and 0 apart."""
    whole = substitute(projections.kept(num(1), 0), {projections.m: num(2)})
    points = {0: (0, 0), 1: (1, 0), 2: (0, 1)}
    for x, y in ((Fraction(3, 5), Fraction(4, 5)), (Fraction(1), Fraction(0))):
        at = {"d": Fraction(2), "v": vector([x, y]), "w": lambda t, a: Fraction(points[int(a)][int(t) - 1])}
        assert not holds(whole, at)
