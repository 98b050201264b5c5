"""Statements of sections B.2 and B.4, and Corollaries 4.1.1 and 4.2.1: approximation in L_p."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.theorem_4_1_square import theorem_4_1_square
from proofs.papers.liu.section_4_2_cross_attention.theorem_4_2_square import theorem_4_2_square
from proofs.papers.liu.section_4_corollaries import corollaries, error_in_mean, lusin, printed_forms
from proofs.papers.liu.section_4_corollaries.error_in_mean import (
    B,
    Delta,
    cells,
    choices,
    chosen_measure,
    differ,
    fourth,
    half_given,
    halves_given,
    last,
    norm,
    norm_bound,
    of_split,
    on_set,
    sizes_of_chain,
    small,
    small_entries,
    split,
    with_choices,
)
from proofs.papers.liu.section_4_corollaries.printed_forms import at_411, at_421, not_in_L_p
from proofs.papers.liu.vocabulary import d, display, eps, n, paper
from proofs.theorems.analysis.real_powers import p_, root, root_of_sum, to_the

not_in_L_1 = "Corrected: f is in L_p, not only in L_1."
not_elements = {
    "B.2": Erratum("typo", "U is a subset of ℝ^(d×n), not an element."),
    "B.4": Erratum("typo", "U_K and U_Q are subsets of ℝ^(d×n), not elements.", same_as="theorem-4.2"),
}
for section, place, number, corollary, measurable, printed, by, values_at in (
    (
        "B.2",
        "4.1",
        6,
        corollaries.corollary_4_1_1,
        corollaries.for_measurable,
        corollaries.printed_4_1_1,
        printed_forms.not_near_in_mean,
        at_411,
    ),
    (
        "B.4",
        "4.2",
        2,
        corollaries.corollary_4_2_1,
        corollaries.for_measurable_pairs,
        corollaries.printed_4_2_1,
        printed_forms.not_near_in_mean_of_pairs,
        at_421,
    ),
):
    domain = "a compact set" if section == "B.2" else "a product of two compact sets"
    layers = (
        "a layer Linear and a self-attention"
        if section == "B.2"
        else "a layer Linear, for both inputs, and a cross-attention"
    )
    fields: dict[str, Any] = {
        "printed": printed,
        "corrected": corollary,
        "narrower": "f has to be in L_p, not only in L_1.",
    }
    paper.state(
        f"corollary-{place}.1-measurable", f"For every f on {domain} that is measurable, equal to a continuous "
        "function outside of an arbitrarily small set, with a finite integral of ‖f‖_p^p, there are such layers.",
        section=place, index=(), kind="finding", printed=measurable,
    )  # fmt: skip
    first = Erratum("false", not_in_L_p, by=by, at=values_at)
    again = replace(first, same_as="corollary-4.1.1")
    for id, where, index, kind in (
        (f"corollary-{place}.1", place, f"Corollary {place}.1", "corollary"),
        (f"theorem-{section}", section, f"Theorem {section}", "theorem"),
    ):
        subset = not_elements[section]
        if id == "theorem-B.2":
            subset = replace(subset, same_as="corollary-4.1.1#2")
        paper.state(
            id, f"For every f in L_p of {domain}, the closure of the continuous functions, so for every measurable f "
            f"with a finite integral of ‖f‖_p^p, there are {layers} within ε of it in L_p. {not_in_L_1}",
            section=where, index=index, kind=kind, cites=f"theorem-{place}", **fields,
            errata=(first if id == "corollary-4.1.1" else again, subset),
        )  # fmt: skip
    for where, position in ((place, number), (section, 1)):
        display(
            where, position, "The L_p norm of the error is at most ε, for f in L_p, the closure of the continuous "
            f"functions. {not_in_L_1}",
            **fields, errata=again,
        )  # fmt: skip
printed_measure = to_the(eps, p_) / (B * to_the(num(2), p_))


def of_choices(measure: Term, B_: Term, name: str) -> Claim:
    """Return `choices_bound` for this bound of Δ and this bound on the exceptional set."""

    def write(p: Proof) -> Fact:
        return p.apply("choices_bound", B_p=B_, Delta_1=measure, label="out")

    write.__name__, write.__doc__ = name, "For this bound of Δ."
    return paper.claim(given=[*halves_given, *choices, Delta <= measure], shows=last(B_) <= with_choices(measure, B_))(
        write
    )


printed_choices = of_choices(printed_measure, B, "choices_bound_printed")
corrected_choices = of_choices(chosen_measure, 2 * B, "choices_bound_corrected")
opposite = Search(
    sizes={"d": [1], "n": [1]}, reals={"B_p": [1], "p": [1], "mu": [1], "mu_1": [1], "Delta": [1], "epsilon_0": [1]},
    entries={"f_Z": [1], "N_Z": [-1]}, length={"f_Z": "1 1", "N_Z": "1 1"},
)  # fmt: skip
single = Erratum(
    "false", "On the exceptional set f − Attn ∘ Linear is bounded by the bounds of both, not by that of f.", 0, opposite
)
unbounded_g = Erratum(
    "gap", "Of the network, and of g, nothing says that they are bounded by B_p on the exceptional set, before Δ is "
    "chosen: g has to be cut off where ‖g‖_p exceeds B_p. Then the network's values, averages of those of g, are "
    "bounded, too.",
    same_as="B.2-7#2",
)  # fmt: skip
other_eps = "ε stands for ε_0."
of_eps = {"d": [1], "n": [1]}
larger = (
    Erratum("false", other_eps, 0, Search(
        sizes=of_eps, reals={"p": [1], "epsilon": [1], "epsilon_0": [2]}, entries={"w": [2]}, length={"w": "d n"},
    )),
    Erratum("false", other_eps, 1, Search(sizes=of_eps, reals={"p": [1], "epsilon": [1], "epsilon_0": [2]}),
            same_as="B.2-5"),
)  # fmt: skip
of_norm = (d >= 1, n >= 1, p_ >= 1, eps > 0, small > 0)
by_eps = (
    Claim((*of_norm, small_entries), norm <= norm_bound(eps)),
    Claim(of_norm, Eq(norm_bound(eps), small * to_the(cells, root))),
)
wrong_measure = Erratum(
    "false", "Δ must be (ε/(4B_p))^p: B_p has to be raised to p too, and the error on the exceptional set is up to "
    "2B_p.", 0, Search(sizes={"d": [1], "n": [1]}, reals={"p": [2], "mu": [1], "B_p": [4], "epsilon": [1]}),
)  # fmt: skip
printed_split = Claim((*of_split, *on_set), split <= fourth(B))
printed_norm = Claim((*sizes_of_chain, *on_set), split <= last(B))
printed_half = Claim(half_given, Eq(to_the(printed_measure, root) * B, eps / 2))
printed_halves = Claim(halves_given, Eq(with_choices(printed_measure, B), eps / 2 + eps / 2))
in_numbers = (
    "Integrals are numbers here: on the exceptional set, of measure Δ, f and the network have one value each, "
    "different d × n matrices with ‖·‖_p ≤ B_p, elsewhere the error is ε_0 (dn)^(1/p)."
)
says = {
    "chain": "The p-th power of the norm is split at the exceptional set, with g for f off it (lines 1 to 3); so the "
    "norm is at most ε_0 (dn μ)^(1/p) + 2 Δ^(1/p) B_p (lines 4, 5). Corrected: 2B_p, not B_p, on the exceptional set, "
    "as the network has the bound B_p, too.",
    "small": "ε_0, so that the first term is ε/2.",
    "measure": "Δ, so that the second term is ε/2. Corrected: Δ is (ε/(4B_p))^p, not ε^p/(2^p B_p).",
    "both": "ε_0 and Δ, so that both terms are ε/2. Corrected: Δ is (ε/(4B_p))^p, not ε^p/(2^p B_p).",
    "choices": "With these the norm is at most the two terms with the bounds of ε_0 and Δ. Corrected: 2B_p for B_p, "
    "and Δ ≤ (ε/(4B_p))^p.",
    "sum": "The sum of the terms is ε/2 + ε/2, which is ε. Corrected: Δ is (ε/(4B_p))^p, not ε^p/(2^p B_p).",
    "whole": "With these the norm is at most ε/2 + ε/2, which is ε. Corrected: 2B_p for B_p, and Δ ≤ (ε/(4B_p))^p.",
}


def at(erratum: Erratum, claim: int, same_as: str) -> Erratum:
    """Return the same defect for another claim."""
    return replace(erratum, claim=claim, same_as=same_as)


for section in ("B.2", "B.4"):
    # what else is wrong in the displays 7, 8 and 9
    product = [Erratum("typo", "U × U is to be U_K × U_Q.", same_as=x) for x in ("", "B.4-7#3", "B.4-7#3")]
    also = [(x,) if section == "B.4" else () for x in product]
    display(section, 2, "The set where f and g differ.", "B.23" if section == "B.2" else "B.48", defines=differ)
    if section == "B.2":
        display(section, 4, "The network is uniformly within ε_0 of the continuous g.", printed=theorem_4_1_square)
    display(
        section,
        5,
        "Pointwise, the p-norm of the error is at most ε_0 (dn)^(1/p). Corrected: ε_0, not ε.",
        printed=by_eps,
        corrected=(error_in_mean.norm_of_entries, error_in_mean.norm_bound_is),
        errata=larger,
    )
    display(
        section, 7, says["chain"], printed=(error_in_mean.mean_in_two, printed_split, error_in_mean.fourth_bounded),
        corrected=(error_in_mean.mean_in_two, error_in_mean.split_bounded, error_in_mean.fourth_corrected),
        steps=(root_of_sum, error_in_mean.integral_to_norm, error_in_mean.twice_the_bound), errata=(
            replace(single, claim=1), unbounded_g if section == "B.4" else replace(unbounded_g, same_as=""), *also[0]),
        narrower=in_numbers,
    )  # fmt: skip
    links: dict[str, Any] = {
        "printed": (printed_norm, printed_choices),
        "corrected": (error_in_mean.split_at_most, corrected_choices),
    }
    if section == "B.2":
        display(section, 8, says["both"], printed=(error_in_mean.first_half, printed_half),
            corrected=(error_in_mean.first_half, error_in_mean.second_half_is),
                errata=at(wrong_measure, 1, ""))  # fmt: skip
        display(section, 9, says["choices"], **links, errata=(at(single, 0, "B.2-7"), unbounded_g),
                narrower=in_numbers)  # fmt: skip
        display(section, 10, says["sum"], printed=(printed_halves, error_in_mean.halves_add),
            corrected=(error_in_mean.two_halves, error_in_mean.halves_add),
                errata=at(wrong_measure, 0, "B.2-8"))  # fmt: skip
    else:
        display(section, 8, says["small"], printed=error_in_mean.first_half, errata=also[1])
        display(section, 9, says["measure"], printed=printed_half, corrected=error_in_mean.second_half_is,
                errata=at(wrong_measure, 0, "B.2-8"))  # fmt: skip
        display(section, 10, says["whole"], printed=(*links["printed"], printed_halves, error_in_mean.halves_add),
                corrected=(*links["corrected"], error_in_mean.two_halves, error_in_mean.halves_add),
                narrower=in_numbers,
                errata=(at(single, 0, "B.2-7"), unbounded_g, at(wrong_measure, 2, "B.2-8"), *also[2]))  # fmt: skip
other = Erratum(
    "typo", "It holds, since the first set is empty by the inequality before it. What is used is the same for f in "
    "place of g: the set where the network is not within ε_0 of f has measure at most Δ.",
)  # fmt: skip
B_25: dict[str, Any] = {"printed": lusin.eq_B_25_printed, "errata": replace(other, by=lusin.eq_B_25)}
B_50: dict[str, Any] = {
    "printed": lusin.eq_B_50_printed,
    "errata": replace(other, by=lusin.eq_B_50, same_as="eq-B.25"),
}
for section, numbers, exists_g, fields in (
    ("B.2", ("B.24", "B.25"), lusin.lusin_sequences, B_25),
    ("B.4", ("B.49", "B.50"), lusin.lusin_pairs, B_50),
):
    display(section, 3, "The measure of the set where f and some continuous g differ is at most Δ.", numbers[0],
            printed=exists_g)  # fmt: skip
    display(section, 6, "The set where the network is not within ε_0 of g has at most the measure of the set where "
            "f ≠ g, which is at most Δ.", numbers[1], **fields)  # fmt: skip
display("B.4", 4, "The network is uniformly within ε_0 of the continuous g.", printed=theorem_4_2_square)
