"""The library by id: aliases, suggestions, what a statement says and rests on, and its reprs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from proofs import library
from proofs.checking.replay.chapters import UnknownId, aliases
from proofs.export.library import Library

FOLDER = Path(__file__).parents[1] / "made_up"


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Library:
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path))
    return Library(("small_library", "small_paper"))


def test_by_id_and_in_order(toys: Library) -> None:
    assert next(iter(toys)) == "Toy:lemma-1"
    assert toys["Toy:lemma-2"].id == "Toy:lemma-2"
    assert len(toys) == len(list(toys)) == 9
    assert "Toy:lemma-1" in toys and "Toy:lemma-99" not in toys


@pytest.mark.parametrize("alias", ["Toy:eq-2", "Toy:eq-3", "toy:Lemma 2", "Toy:1[2]", "Toy:1-2", "TOY:LEMMA-2"])
def test_other_names(toys: Library, alias: str) -> None:
    assert toys[alias].id == "Toy:lemma-2"


def test_an_unknown_id_suggests_the_nearest(toys: Library) -> None:
    with pytest.raises(UnknownId) as caught:
        toys["Toy:lemma-22"]
    assert "Toy:lemma-2" in str(caught.value)
    with pytest.raises(UnknownId, match="no statement is called"):
        toys["completely different"]


def test_the_names_of_a_statement(toys: Library) -> None:
    assert aliases(toys["Toy:lemma-2"].statement) == {
        "toy:lemma-2", "toy:lemma 2", "toy:1[2]", "toy:1-2", "toy:eq-2", "toy:eq-3",
    }  # fmt: skip


def test_ids_say_the_kind_in_full_and_the_short_forms_of_old_are_understood() -> None:
    short = {"cor", "def", "prop", "thm"}
    assert not [id for id in library if id.partition(":")[2].partition("-")[0] in short]
    for old, id in (
        ("KS:cor-1", "KS:corollary-1"),
        ("Liu:thm-4.1", "Liu:theorem-4.1"),
        ("Yun:def-E.1", "Yun:definition-E.1"),
    ):
        assert library[old].id == id


def test_check_of_one(toys: Library) -> None:
    assert toys["Toy:lemma-2"].check().status == "proved"
    assert toys["Toy:lemma-5"].check().printed == "refuted"


def test_one_is_checked_once(toys: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    found = toys["Toy:lemma-2"].check()
    monkeypatch.setattr("proofs.export.library.check", None)
    assert toys["Toy:lemma-2"].check() is found


def test_what_it_rests_on(toys: Library) -> None:
    assert toys["Toy:lemma-2"].rests_on() == {
        "statements": ["Toy:lemma-1"], "cited": [], "argued": [], "tested": [],
    }  # fmt: skip
    assert toys["Toy:lemma-3"].rests_on()["cited"] == ["Hardy 1908"]
    assert toys["Toy:lemma-4"].rests_on()["argued"] == ["clearly"]


def test_what_only_looks_reads_the_record_of_the_last_check(toys: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    first = toys["Toy:lemma-2"]
    seen = str(first.proof()), str(first.graph()), first.rests_on()
    assert "lemma-2" in seen[0] and seen[2]["statements"]

    def no_check(*_: object, **__: object) -> None:
        raise AssertionError("it was checked again")

    monkeypatch.setattr("proofs.export.library.check", no_check)
    again = Library(toys.chapters)["Toy:lemma-2"]
    assert (str(again.proof()), str(again.graph()), again.rests_on()) == seen
    with pytest.raises(AssertionError, match="checked again"):
        again.check()


def test_a_statement_has_no_truth_value(toys: Library) -> None:
    with pytest.raises(TypeError):
        bool(toys["Toy:lemma-1"])


def test_reprs_show_the_corrected_form_and_are_escaped(toys: Library) -> None:
    item = toys["Toy:lemma-5"]
    assert "2 x y" in item.latex
    assert item._repr_latex_().startswith("$") and item._repr_latex_().endswith("$")
    page = item._repr_html_()
    assert "<b>Toy:lemma-5</b>" in page and "&lt;" in page
    assert page.count("<p>") == page.count("</p>")
    assert "Toy:lemma-5" in repr(item)


def test_showing_runs_no_proof(toys: Library, tmp_path: Path) -> None:
    toys["Toy:lemma-1"]._repr_html_()
    assert list(tmp_path.iterdir()) == []


def test_stored_proofs_are_in_order(toys: Library) -> None:
    names = [stored["name"] for stored in toys.stored_theorems()]
    one, other, last = "small library.square_nonneg", "Toy.amgm", "Toy:lemma-5#counterexample-0"
    assert names.index(one) < names.index(other) < names.index(last)


def test_names_of_modules_and_of_what_they_hold_do_not_clash() -> None:
    code = (
        "import proofs.checking.check, proofs.export.library, proofs.checking.refute\n"
        "from proofs import check, library, refute\n"
        "assert [f.__module__ for f in (check, type(library))] == ['proofs.checking.check', 'proofs.export.library']\n"
        "assert callable(refute)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_package_imports_nothing_by_itself() -> None:
    code = "import proofs, sys; assert not {'flint', 'sympy', 'proofs.checking.check'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
