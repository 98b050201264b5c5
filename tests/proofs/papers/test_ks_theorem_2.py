"""Kajitsuka & Sato, Theorem 2 and Lemmas 2 and 3: proved but for one citation; errata; the hypotheses can be met."""

from dataclasses import replace
from fractions import Fraction

import pytest
from exact_terms import holds, value, vector

from proofs.judging.report import Report
from proofs.kernel.terms import substitute
from proofs.language.notation import num
from proofs.papers.ks import projection, rank_one, theorem_2

MODULO = {"KS:lemma-2", "KS:lemma-3", "KS:theorem-2", "KS:eq-11", "KS:eq-72", "KS:eq-76"}


@pytest.fixture
def report(ks_report: Report) -> Report:
    """Sections 3.4, A.2 and B.1."""
    here = {s.id for s in projection.paper.statements.values() if s.section in ("3.4", "A.2", "B.1")}
    items = tuple(r for r in ks_report.items if r.id in here)
    return replace(ks_report, items=items, errata=tuple(e for e in ks_report.errata if e.id in here))


def test_all_is_proved_but_for_the_existence_of_a_direction(report: Report):
    assert {r.id for r in report.items if r.status == "proved modulo cited"} == MODULO
    assert {r.status for r in report.items} == {"proved modulo cited", "proved", "defined"}
    assert {x.what for r in report.items for x in r.rests_on} == {projection.PARK}
    assert not any(r.defined for r in report.items) and not report.problems


def test_the_errata(report: Report):
    found = {(e.id, e.defect) for e in report.errata if e.id not in ("KS:lemma-1", "KS:eq-16", "KS:remark-1")}
    assert found == {
        ("KS:theorem-2", "typo"), ("KS:theorem-2", "gap"), ("KS:eq-6", "typo"), ("KS:eq-38", "typo"),
        ("KS:eq-39", "gap"), ("KS:eq-41", "typo"), ("KS:eq-42", "dimension"),
    }  # fmt: skip
    assert report.by_id["KS:eq-42"].printed == "refuted"


def test_theorem_2_rests_on_lemmas_1_and_3(report: Report):
    uses = {id: set(report.by_id[id].uses) for id in ("KS:theorem-2", "KS:lemma-3")}
    assert {"KS:lemma-3", "KS:eq-26", "KS:eq-28"} <= uses["KS:theorem-2"]
    assert {"KS:lemma-2", "KS:eq-79"} <= uses["KS:lemma-3"]


def test_the_hypotheses_of_theorem_2_can_be_met():
    """Two sequences of two tokens in one dimension, v = 1, s = 1."""
    tokens = [Fraction(0), Fraction(4), Fraction(6), Fraction(8)]  # w_0 = 0, w_1, w_2, w_3
    places = {(1, 1): 1, (1, 2): 2, (2, 1): 1, (2, 2): 3}
    pi = Fraction(355, 113)
    at = {
        "w": lambda t, a: tokens[int(a)], "at": lambda i, k: Fraction(places[int(i), int(k)]),
        "v": vector([Fraction(1)]), "u'": vector([Fraction(1)]), "u''": vector([Fraction(1)]),
        "pi": pi, "epsilon": Fraction(1), "r_min": Fraction(3), "r_max": Fraction(9),
        **{name: Fraction(x) for name, x in {"d": 1, "s": 1, "n": 2, "N": 2, "m": 3}.items()},
        "W_O": lambda i, t, p: Fraction(1, 36),
    }  # fmt: skip
    size = value(theorem_2.paper_strength, at)
    at["u"] = vector([size])
    kappa = value(projection.share(projection.m + 1), at)
    assert kappa < 1
    formulas = [g for g in (*theorem_2.paper_given, *theorem_2.paper_direction) if g is not rank_one.distinct]
    assert all(holds(g, at) for g in formulas)


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
    whole = substitute(projection.kept(num(1), 0), {projection.m: num(2)})
    points = {0: (0, 0), 1: (1, 0), 2: (0, 1)}
    for x, y in ((Fraction(3, 5), Fraction(4, 5)), (Fraction(1), Fraction(0))):
        at = {"d": Fraction(2), "v": vector([x, y]), "w": lambda t, a: Fraction(points[int(a)][int(t) - 1])}
        assert not holds(whole, at)
