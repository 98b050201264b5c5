"""Yun et al., Theorems 2 and 3: what the layers of the networks do to an entry, at exact points."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from exact_terms import holds, value

from proofs.builder.chapter import Claim
from proofs.checking.report import Report
from proofs.papers.yun import sentences
from proofs.papers.yun.appendix_c_proposition_5 import exact_network
from proofs.papers.yun.appendix_d_lemma_4 import lemma_4
from proofs.papers.yun.appendix_e4_lemma_9 import lemma_9
from proofs.papers.yun.section_3_approximation import context_look_up, entry_quantiser
from proofs.papers.yun.vocabulary import M, paper

CLAIMS = {
    c.name: c
    for c in (
        entry_quantiser.relu_scaled, entry_quantiser.step_layer_done, entry_quantiser.quantiser_done,
        context_look_up.final_value, context_look_up.final_zero, context_look_up.clip_bounded,
        lemma_4.middle_near, lemma_4.middle_inside,
    )
    if isinstance(c, Claim)
}  # fmt: skip


def point(rng: random.Random) -> dict[str, Any]:
    """Values for the letters of these claims."""
    fine = rng.randint(1, 4)
    return {
        "D": Fraction(fine), "m": Fraction(fine), "delta": Fraction(1, fine * rng.randint(1, 3)),
        "x": Fraction(rng.randint(-12, 18), 8), "y": Fraction(rng.randint(0, 9), 4), "P": Fraction(rng.randint(0, 5)),
        "C": Fraction(rng.randint(0, 4), 2), "i": Fraction(rng.randint(0, 3)), "q": Fraction(rng.randint(0, fine - 1)),
    }  # fmt: skip


@pytest.mark.parametrize("name", CLAIMS)
def test_layers_do_to_an_entry_what_is_claimed(name: str) -> None:
    claim, rng, seen = CLAIMS[name], random.Random(name), 0
    for _ in range(400):
        env = point(rng)
        if all(holds(g, env) for g in claim.given):
            assert holds(claim.shows, env), (name, env)
            seen += 1
    assert seen >= 10


SENTENCES = ("theorem-2", "theorem-3", "lemma-4", "proposition-5", "lemma-7", "lemma-8", "lemma-9", "eq-3")


@pytest.mark.parametrize("id", [f"Yun:{name}" for name in SENTENCES])
def test_the_sentence_is_proved_as_printed_and_rests_on_nothing(library_report: Report, id: str) -> None:
    (found,) = (r for r in library_report.items if r.id == id)
    assert found.printed == "proved" and found.corrected is None
    assert not found.rests_on


def test_lemma_9_counts_one_layer_for_each_context() -> None:
    found = paper.statements["Yun:lemma-9"]
    names = [{t.args[0] for t in c.formula.free} for c in (*found.printed, lemma_9.values_mapped)]
    assert names == [{"d", "n"}, {"m", "d", "n"}] and not found.errata  # one constant for all δ
    at = {"m": Fraction(2), "d": Fraction(2), "n": Fraction(3)}
    assert value(sentences.value_layers, at) == 1 + 2 * 2 + 3 * comb(4, 3)


def test_the_constant_of_proposition_5_is_one_for_all_cubes() -> None:
    (sentence,) = paper.statements["Yun:proposition-5"].printed
    assert {t.args[0] for t in sentence.formula.free} == {"d", "n", "p"}


SIZES = [(m, d, n) for m in (2, 3) for d in (1, 2) for n in (2, 3, 4)]


@pytest.mark.parametrize("counted", range(3))
def test_layers_are_fewer_than_the_limit_but_at_the_smallest_sizes(counted: int) -> None:
    number, limit = sentences.LIMITS[counted]
    for sizes in SIZES:
        at = dict(zip("mdn", map(Fraction, sizes), strict=True))
        if sizes[2] <= sizes[0] ** sizes[1]:
            found, most = value(number, at), value(limit, at)
            assert found == most if sizes == (2, 1, 2) else found < most, sizes


def test_the_stages_have_the_number_of_layers_that_is_registered() -> None:
    (found,) = (c for c in paper.constants if c.id == "Yun:layers")
    assert found.needed is sentences.layers and found.needed_by is exact_network.stages_right
    at = {"m": Fraction(2), "d": Fraction(1), "n": Fraction(2)}
    stages = exact_network.quantiser_layers, M + 1, sentences.value_layers
    assert value(found.needed, at) == sum(value(x, at) for x in stages) == 11


def test_lemma_6_is_proved_on_compact_sets_and_rests_on_nothing(library_report: Report) -> None:
    (found,) = (r for r in library_report.items if r.id == "Yun:lemma-6")
    assert (found.printed, found.corrected, found.rests_on) == ("unproved", "proved", ())
