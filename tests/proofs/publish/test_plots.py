"""The pictures of statements: there is one for each that says so, of both kinds, the same on every run."""

import xml.etree.ElementTree as ET

import pytest

from numeric.constants import COMPARISONS
from numeric.lemma_checks import CHECKS
from proofs.publish.manifest import Data
from proofs.publish.plots import PARTITIONED, NoPicture, has_picture, picture

PICTURED = {
    "KS:lemma-1", "KS:lemma-4", "KS:lemma-5", "KS:lemma-6", "KS:lemma-7", "Yun:lemma-8", "Yun:lemma-10",
    "Yun:G.2-range", "Liu:proposition-3.2", "Liu:A.2-14", "Liu:definition-3.1",
}  # fmt: skip


def compared(s: Data, manifest: Data) -> dict[str, str]:
    """The constants of a statement that have a ratio."""
    return {c["id"]: c["what"] for c in manifest["constants"] if c["statement"] == s["id"] and c["ratio"]}


def test_the_statements_with_a_picture(library_manifest: Data) -> None:
    statements = library_manifest["statements"]
    assert {s["id"] for s in statements if has_picture(s["id"], compared(s, library_manifest))} == PICTURED
    assert {c["id"] for c in library_manifest["constants"] if c["ratio"]} == set(COMPARISONS)


def test_each_is_drawn(library_manifest: Data) -> None:
    for s in library_manifest["statements"]:
        if s["id"] in PICTURED:
            own = compared(s, library_manifest)
            made = picture(s["id"], own, "svg")
            root = ET.fromstring(made)
            panels = [e for e in root.iter("{http://www.w3.org/2000/svg}g") if (e.get("id") or "").startswith("axes_")]
            assert len(panels) == len(own) + (s["id"] in CHECKS) + (s["id"] in PARTITIONED)
            assert b"\\" not in made.replace(b"\\n", b"")


def test_the_same_picture_every_time() -> None:
    first = picture("KS:lemma-5", {}, "svg")
    assert picture("KS:lemma-5", {}, "svg") == first
    assert picture("KS:lemma-5", {}, "png").startswith(b"\x89PNG\r\n\x1a\n")


def test_no_picture_is_said() -> None:
    with pytest.raises(NoPicture, match="no picture of KS:eq-1"):
        picture("KS:eq-1", {}, "svg")
