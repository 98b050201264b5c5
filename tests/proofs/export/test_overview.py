"""The check on a screen: which lines there are, what is counted once, and that the library's fits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_result import result
from rich.cells import cell_len

from proofs.builder.paper import UNNAMED
from proofs.checking.report import Report
from proofs.export.defects import defects
from proofs.export.overview import MANY, check_summary, overview, some
from proofs.export.reports import WIDE


def section(shown: object, heading: str) -> list[str]:
    """The lines under a heading, up to the next empty line."""
    _, _, after = str(shown).partition(f"\n{heading}")
    return after.split("\n\n")[0].splitlines()[1:]


def with_results(report: Report, *items: object) -> Report:
    return replace(report, items=items, errata=(), constants=(), summary=report.summary | {"status": {}})


def test_one_defect_in_several_places_counts_once(report: Report) -> None:
    (first,) = report.errata
    again = replace(first, id="KS:eq-85", name="KS:eq-85#1", what="in other words", same_as=first.name)
    elsewhere = replace(first, name="KS:eq-86#1")
    assert [len(d) for d in defects([again, elsewhere, first])] == [2, 1]
    twice = replace(report, errata=(first, again))
    assert "; 2 errata (1 different); " in str(check_summary(twice, WIDE))
    assert "; 1 erratum; " in str(check_summary(report, WIDE))
    assert section(overview(twice, WIDE), "Errata: 1 different (in 2 entries)")[0] == "  1 strictness (in 2 entries)"


def test_the_gravest_come_first(report: Report) -> None:
    (first,) = report.errata
    kinds = ("typo", "strictness", "dimension", "gap", "false")
    errata = [replace(first, defect=kind, what=f"{kind} {k}", name=f"{kind} {k}") for kind in kinds for k in range(2)]
    used = replace(first, defect="false", what="far-reaching", name="far", used_by=("KS:lemma-7", "KS:lemma-4"))
    lines = section(overview(replace(report, errata=(*errata, used)), WIDE), "Errata: 11 different")
    assert lines[0] == "  3 false, 2 gap, 2 dimension, 2 strictness, 2 typo"
    assert [line.partition(": ")[2] for line in lines[2:]] == [
        "far-reaching", "false 0", "false 1", "gap 0", "gap 1", "dimension 0",
    ]  # fmt: skip


def test_what_fails_is_listed_to_a_limit(report: Report) -> None:
    many = with_results(report, *(result(f"KS:lemma-{k}", "it", lines=()) for k in range(MANY + 5)))
    assert len(many.fails) == MANY + 5
    heading = f"Does not hold ({MANY + 5})"
    assert section(overview(many, 80), heading)[-1] == "  - and 5 more: lemmata check --all"
    assert len(section(overview(many, 80), heading)) == MANY + 1
    assert len(section(overview(many, 80, every=True), heading)) == MANY + 5
    assert len(section(some(many, 80), heading)) == MANY + 5


def test_problems_are_told_and_counted(report: Report) -> None:
    """Whatever else is proved: the last line says it too."""
    bad = replace(with_results(report, result("KS:lemma-1", "it")), problems=("KS.aside has no proof: nothing to use",))
    assert section(overview(bad, 80), "Does not hold (1)") == ["  - KS.aside has no proof: nothing to use"]
    assert "1 claim does not hold" in str(check_summary(bad, WIDE))
    assert "every claim checks" in str(check_summary(replace(bad, problems=()), WIDE))


def test_displays_and_facts_are_counted(report: Report) -> None:
    kinds = ("display", "display", "fact", "lemma")
    items = [result(f"KS:{kind}-{k}", f"says {k}", kind=kind) for k, kind in enumerate(kinds)]
    shown = str(overview(with_results(report, *items), 80))
    assert "  2 displays: 2 proved; 1 fact: 1 proved\n" in shown
    assert "says 3" in shown
    assert "says 0" not in shown and "says 2" not in shown
    assert "says 0" in str(overview(with_results(report, *items), 80, every=True))


@pytest.mark.parametrize("width", [80, 120])
def test_the_library_fits_two_screens(library_report: Report, width: int) -> None:
    shown = str(overview(library_report, width)).splitlines()
    assert max(map(cell_len, shown)) <= width
    assert len(shown) <= 120
    named = [r for r in library_report.items if r.kind not in UNNAMED]
    rows = [line for line in shown if any(f"  {r.id} " in line for r in named)]
    assert len(rows) == len(named)


def test_in_a_pipe_nothing_is_cut(library_report: Report) -> None:
    shown = str(overview(library_report, WIDE))
    cut = [line for line in shown.split("More\n")[0].splitlines() if line.endswith("…")]
    assert not cut


def test_all_that_the_library_claims_holds(library_report: Report) -> None:
    assert library_report.fails == ()
    assert library_report.holds
    assert not library_report.settled
    unsettled = [r for r in library_report.items if not r.settled]
    shown = overview(library_report, WIDE)
    assert str(shown).count(f"Open, as declared ({len(unsettled)})") == 1
    assert all(r.rests_on for r in unsettled)
