"""Kajitsuka & Sato, Corollaries 1 and 2 and Proposition 1: statuses, argued steps and errata."""

import itertools
import json
from fractions import Fraction
from pathlib import Path

import pytest
from exact_terms import holds, value

import proofs.papers
from numeric.constructions.memorizing import memorizing_block
from numeric.constructions.universal import quantiser_layer
from proofs.builder.chapter import Claim
from proofs.builder.paper import PROSE
from proofs.checking.report import Report
from proofs.kernel.terms import FALSE, Term
from proofs.language.notation import fun
from proofs.papers.ks import paper
from proofs.papers.ks.section_4_corollaries import corollary_1, corollary_2, deep_memorization, remark_2
from proofs.papers.ks.section_4_proposition_1 import cut_off
from proofs.theorems.networks import deep_networks
from proofs.theorems.networks.transformers import X, apart_by, epsilon, r_max

SECTIONS = {"4.1", "4.2", "A.3", "A.4", "A.5"}
CITED = {"KS:eq-47", "KS:eq-49", "KS:eq-50"}  # they contain Theorem 2's δ, which depends on Lemma 2


def is_prose(id: str) -> bool:
    """Whether it is a sentence between the statements and displays."""
    return id.startswith("KS:text-")


def test_all_is_proved_but_for_what_theorem_2_cites(ks_report: Report):
    here = [r for r in ks_report.items if r.section in SECTIONS and not is_prose(r.id)]
    assert {r.id for r in here if r.used == "proved modulo cited"} == CITED
    assert {r.used for r in here if r.id not in CITED} == {"proved", "defined"}
    assert not any(r.defined for r in here)
    assert not any(r.rests_on for r in here if r.id not in CITED)
    assert not ks_report.problems


def test_remark_2_is_one_sentence_of_three_parts(ks_report: Report):
    lines = [(x.form, x.status) for x in ks_report.by_id["KS:remark-2"].lines if x.form != "step"]
    assert lines == [("printed", "unproved"), ("corrected", "proved")]  # labels may depend on attention
    assert "KS:lemma-1" in ks_report.by_id["KS:remark-2"].uses


def test_every_weight_and_bias_of_the_deep_networks_is_counted():
    for entries, layers in ((1, 1), (3, 4)):
        widths = [entries, *[deep_networks.WIDTH] * layers, 1]
        counted = sum((before + 1) * after for before, after in itertools.pairwise(widths))
        at = {name: Fraction(x) for name, x in {"d": entries, "L": layers, "s": 2}.items()}
        assert value(deep_memorization.deep_parameters(deep_memorization.L), at) == counted
        assert value(remark_2.all_parameters(remark_2.L), at) == 4 * (2 + entries) + entries * counted


def test_the_corollaries_rest_on_nothing_cited(ks_report: Report):
    for id in ("KS:corollary-1", "KS:corollary-2", "KS:eq-17", "KS:eq-18"):
        assert ks_report.by_id[id].used == "proved" and not ks_report.by_id[id].rests_on
    assert "KS:lemma-1" in ks_report.by_id["KS:corollary-1"].uses
    assert ks_report.by_id["KS:corollary-2"].uses == ("KS:corollary-1",)
    assert {"KS:eq-55", "KS:eq-67", "KS:eq-69", "KS:eq-70"} <= set(ks_report.by_id["KS:proposition-1"].uses)


@pytest.mark.parametrize("claim", [corollary_1.corollary_1, corollary_2.corollary_2, cut_off.proposition_1])
def test_a_named_statement_is_one_sentence_that_ends_in_existence(ks_report: Report, claim: Claim):
    name = claim.name.replace("_", "-")
    (line,) = (x for x in ks_report.by_id[f"KS:{name}"].lines if x.form != "step")
    assert (line.form, line.status) == ("printed", "proved")
    assert is_existence(claim.shows)
    assert not any(map(is_existence_of_functions, claim.given))  # the network is no hypothesis


def is_existence(t: Term) -> bool:
    """∃ …: that not for all values what excludes them."""
    return t.op == "imp" and t.args[1] is FALSE and t.args[0].op == "all"


def is_existence_of_functions(t: Term) -> bool:
    return is_existence(t) and t.args[0].args[0].startswith("(")


def test_the_parameters_are_those_of_the_weights_that_are_built():
    sequences, labels = [[[1, 2, 3]], [[1, 2, 4]]], [[[5, 6, 7]], [[8, 9, 5]]]
    for head_size in (1, 2):
        block = memorizing_block(sequences, labels, head_size)
        counted = block.parameters(sequences=2, length=3)
        at = {name: Fraction(x) for name, x in {"s": head_size, "d": 1, "n": 3, "N": 2, "q": len(block.ids)}.items()}
        assert value(corollary_1.parameters(corollary_1.q), at) == counted["total"]
        assert value(corollary_1.stated_count, at) == counted["stated"]


def test_a_larger_epsilon_would_break_the_encoding_that_leaves_it_out():
    """4 k r_max in the first entry: with a single token, far less than ε long, places are 4 r_max apart, not ε."""
    at = {name: Fraction(x) for name, x in {"d": 1, "n": 2, "N": 1, "r_max": 1, "epsilon": 5}.items()}
    at["X"] = lambda i, t, k: Fraction(0)
    assert all(holds(g, at) for g in corollary_2.data)
    without = fun(lambda t, k: 4 * k * r_max * corollary_2.first(t), 2)
    assert holds(apart_by(corollary_2.words, epsilon), at)
    assert not holds(apart_by(corollary_2.encoded(X, without), epsilon), at)


def test_the_errata_are_the_known_ones(ks_report: Report):
    found = {(e.id, e.defect) for e in ks_report.errata if e.section in SECTIONS and not is_prose(e.id)}
    assert found == {
        ("KS:eq-19", "typo"), ("KS:eq-47", "false"), ("KS:eq-48", "false"), ("KS:proposition-1", "gap"),
        ("KS:eq-49", "false"), ("KS:eq-49", "gap"), ("KS:eq-50", "false"), ("KS:eq-50", "gap"),
        ("KS:eq-52", "typo"), ("KS:eq-54", "step"), ("KS:eq-58", "false"),
        ("KS:eq-59", "false"), ("KS:eq-60", "false"), ("KS:eq-60", "step"), ("KS:eq-61", "gap"), ("KS:eq-62", "typo"),
        ("KS:eq-61", "false"), ("KS:eq-64", "false"), ("KS:eq-65", "false"),
        ("KS:eq-63", "strictness"), ("KS:eq-64", "typo"), ("KS:eq-65", "step"),
        ("KS:eq-66", "false"), ("KS:eq-67", "false"), ("KS:eq-67", "typo"), ("KS:eq-67", "dimension"),
        ("KS:eq-68", "false"), ("KS:eq-68", "typo"), ("KS:eq-68", "step"), ("KS:eq-68", "gap"), ("KS:eq-69", "gap"),
        ("KS:eq-70", "step"), ("KS:eq-71", "typo"), ("KS:remark-2", "gap"),
    }  # fmt: skip
    assert not any(e.fails for e in ks_report.errata if e.section in SECTIONS)


def test_refuted_formulas_have_a_corrected_form(ks_report: Report):
    refuted = [r for r in ks_report.items if r.section in SECTIONS and r.printed == "refuted" and not is_prose(r.id)]
    assert len(refuted) == 14
    assert all(r.corrected and r.used != "refuted" for r in refuted)


def test_every_item_of_these_sections_has_a_node():
    rows = json.loads((Path(proofs.papers.__file__).parent / "index.json").read_text())["KS"]
    wanted = {id for id, kind, section, _ in rows if section in SECTIONS and not kind.startswith(PROSE)}
    assert wanted <= {i for s in paper.statements.values() if s.section in SECTIONS for i in s.index}


def test_the_printed_quantiser_takes_a_cell_to_the_value_before_it():
    """(58) as printed, from t = 1: with exact fractions, beside the corrected one from t = 0."""

    def relu(x: Fraction) -> Fraction:
        return max(x, Fraction(0))

    def network(z: Fraction, first: int, last: int, granularity: int, step: Fraction) -> Fraction:
        def rise(at: Fraction) -> Fraction:
            return relu((z - at) / step) - relu((z - at) / step - 1)

        parts = sum((rise(Fraction(t, granularity)) for t in range(first, last + 1)), start=Fraction(0))
        return parts / granularity - rise(Fraction(1))

    z, step = Fraction(5, 8), Fraction(1, 100)  # in the third of four cells
    assert network(z, 1, 4, 4, step) == Fraction(2, 4)
    assert network(z, 0, 3, 4, step) == Fraction(3, 4)
    first, bias, second = quantiser_layer(1, 4, step, 0)
    assert (first.nrows(), len(bias), second.ncols()) == (14, 14, 14)
