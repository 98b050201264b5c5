"""The pictures of statements: there is one for each that says so, of both kinds, the same on every run."""

import re
import xml.etree.ElementTree as ET

import pytest
import sympy as sp

from numeric import constants
from numeric.comparison import Comparison
from proofs.checking.report import Report
from proofs.export.plots import NoPicture, Picture, draw, picture_of
from proofs.export.schema import Manifest

PICTURED = {
    "KS:lemma-1", "KS:lemma-2", "KS:lemma-4", "KS:lemma-5", "KS:lemma-6", "KS:lemma-7", "KS:theorem-2",
    "KS:corollary-1", "Yun:lemma-8", "Yun:lemma-10", "Yun:G.2-range", "Yun:E.1.4-distance", "Liu:proposition-3.2",
    "Liu:A.2-14", "Liu:A.2-15", "Liu:definition-3.1", "Liu:theorem-4.1", "Liu:theorem-4.2", "Liu:eq-B.21",
    "Liu:eq-B.46", "Liu:eq-C.12",
}  # fmt: skip


def test_the_statements_with_a_picture(library_report: Report, library_manifest: Manifest) -> None:
    assert {r.id for r in library_report.items if picture_of(library_report, r.id).panels} == PICTURED
    named = {c.comparison for c in library_report.constants if c.ratio}
    known = {f"numeric.constants:{name}" for name, found in vars(constants).items() if isinstance(found, Comparison)}
    assert named == {name for name in known if not name.rpartition(":")[2].startswith("_")}
    assert sum(c.ratio is not None for c in library_manifest.constants) == len(named)


GRID = "m = dn, G = P^m"
WRITTEN = {  # constants whose formulas are compared themselves, and what else is known of their letters
    "KS:lemma-2-factor": "", "KS:lemma-1-distance": "", "KS:lemma-1-factor": "", "Yun:lemma-10-lower": "m = 1/δ",
    "Yun:lemma-10-upper": "m = 1/δ", "Yun:interval-left": "m = 1/δ", "Yun:shift-factor": "m = 1/δ",
    "Yun:last-factor": "m = 1/δ", "Liu:self-attention-scale": "", "Liu:cross-attention-scale": "",
    "Liu:self-attention-scale-counted": GRID, "Liu:self-attention-scale-summed": GRID,
    "Liu:cross-attention-scale-counted": GRID, "Liu:cross-attention-scale-summed": GRID,
    "Liu:self-attention-grid": "", "Liu:lipschitz-scale": "",
}  # fmt: skip


def read(formula: str) -> sp.Expr:
    """A printed formula in SymPy; all its letters are symbols."""
    written = formula.translate(str.maketrans({"·": "*", "^": "**", "{": "(", "}": ")", "−": "-", "√": "sqrt"}))
    written = re.sub(r"(?<=\d)\(", "*(", written)
    known = {name: sp.Symbol(name) for name in ("N", "S", "E", "Q", "O", "I")} | {"π": sp.pi}
    return sp.sympify(written, locals=known)


@pytest.mark.parametrize("id", WRITTEN)
def test_numbers_are_those_of_the_formulas(id: str, library_manifest: Manifest) -> None:
    found = next(c for c in library_manifest.constants if c.id == id)
    ratio = found.ratio
    values = {}
    for part in filter(None, f"{ratio.at}, {WRITTEN[id]}".split(", ")):
        *names, value = part.split(" = ")
        values |= {sp.Symbol(name): read(value) for name in names}
    best = getattr(found, ratio.of.rpartition(" ")[2])
    for shown, formula in ((ratio.paper, found.paper), (ratio.best, best)):
        value = read(formula.value.text)
        for _ in values:
            value = value.subs(values)
        assert float(shown) == pytest.approx(float(value), rel=1e-3)


def test_each_panel_of_a_picture_is_drawn(library_report: Report) -> None:
    for id in PICTURED:
        picture = picture_of(library_report, id)
        made = draw(picture, "svg")
        root = ET.fromstring(made)
        panels = [e for e in root.iter("{http://www.w3.org/2000/svg}g") if (e.get("id") or "").startswith("axes_")]
        assert len(panels) == picture.panels > 0
        assert b"\\" not in made.replace(b"\\n", b"")


def test_a_picture_is_the_same_every_time() -> None:
    picture = Picture("KS:lemma-5", spot_check="numeric.lemma_checks:ks_lemma_5")
    first = draw(picture, "svg")
    assert draw(picture, "svg") == first
    assert draw(picture, "png").startswith(b"\x89PNG\r\n\x1a\n")


def test_a_statement_without_a_picture_is_an_error() -> None:
    with pytest.raises(NoPicture, match="no picture of KS:eq-1"):
        draw(Picture("KS:eq-1"), "svg")


def test_a_constant_without_a_comparison_is_drawn_by_its_formulas(library_report: Report) -> None:
    picture = picture_of(library_report, "Liu:A.2-15")
    ((what, values),) = picture.formulas
    assert what.startswith("the least scale R") and [label for label, _ in values] == ["in the paper", "best possible"]
    assert ">N (Δ = 1/2, ε = 1/3)<" in draw(picture, "svg").decode()
