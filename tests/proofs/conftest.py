"""Shared fixtures: outputs of the check of the library, and a small report with everything that is hard to print."""

from __future__ import annotations

import networkx as nx
import pytest
from made_result import result

from proofs.checking.report import ConstantFound, Finding, Line, PaperFound, Report, Support, Value, Wording
from proofs.export.graph import proof_graph
from proofs.export.manifest import manifest
from proofs.export.schema import Manifest
from proofs.kernel.rules import Theory


@pytest.fixture(scope="session")
def library_graph(library_report: Report) -> nx.DiGraph:
    """Its proof graph, not to be changed."""
    return nx.freeze(proof_graph(library_report))


@pytest.fixture(scope="session")
def library_manifest(library_report: Report) -> Manifest:
    """Its manifest, not to be changed."""
    return manifest(library_report)


@pytest.fixture
def library_theory(library_report: Report) -> Theory:
    """All theorems, replayed from what was stored."""
    theory = Theory()
    theory.facts = {t.name: t.fact for t in library_report.theorems}
    return theory


@pytest.fixture
def report() -> Report:
    """Statements of two papers, KS:lemma-7 on all others of its paper, some of them by a longer way too."""
    nasty = r"\frac{\partial}{\partial a_i} \text{``\"o''} \\ \node & \{n\} % #"
    cited = Support("cited", '[Ahl79], Thm. 2; "p. 3"', "theorem_4")
    argued = Support("argued", "the paper says “clearly”", None)
    names = Line("defines", lambda: Wording("Σ_{i=1}^{n} exp(a_i)", nasty), "defined")
    false = Line("printed", lambda: Wording("x < x", "x < x"), "refuted", counterexample="x = 1/2: 1/2 < 1/2")
    corrected = Line(
        "corrected", lambda: Wording("x ≤ x + δ²", r"x \le x + \delta^{2}"), "proved", "theorem_5", {"exact": 12}
    )
    half = Line("printed", lambda: Wording("0 < 1", "0 < 1"), "incomplete", "theorem_7", {"exact": 1})
    items = (
        result(
            "KS:definition-3",
            'the "partition" <sum> & more',
            "defined",
            kind="definition",
            lines=(names,),
            evidence={},
        ),
        result("KS:eq-85", "boltz = log-partition − entropy\x07", uses=("KS:definition-3",), equations=("85", "86;a")),
        result(
            "KS:lemma-4",
            "∂boltz/∂aᵢ < 0 where aᵢ is more than log n + 1 below the maximum",
            "proved modulo cited",
            uses=("KS:definition-3", "KS:eq-85"),
            rests_on=(cited,),
            evidence={"exact": 30, "cited": 1},
        ),
        result(
            "KS:lemma-5",
            "boltz is concave there",
            uses=("KS:eq-85",),
            printed="refuted",
            corrected="proved",
            lines=(false, corrected),
            worst=1,
            evidence={"exact": 12, "certified": 3},
            equations=("94", "95"),
        ),
        result(
            "KS:lemma-7",
            "vectors that differ keep their boltz apart, by a bound that takes a rather long sentence to say",
            "incomplete",
            uses=("KS:lemma-4", "KS:lemma-5", "KS:eq-85"),
            rests_on=(cited, argued),
            lines=(half, half),
            worst=1,
        ),
        result(
            "Liu:eq-B.21",
            r"C:\new {curly} `code` | pipe",
            "unproved",
            kind="display",
            section="B",
            defined=("1 ≤ n ⇒ Σ_{i=1}^{n} exp(a_i) ≠ 0",),
            lines=(),
            worst=None,
        ),
    )
    finding = Finding(
        id="KS:lemma-5",
        paper="KS",
        section="B.2",
        index=("Lemma 5",),
        equations=("94", "95"),
        defect="strictness",
        what="the inequality is not strict at δ = 0",
        counterexample="x = 1/2: 1/2 < 1/2",
        used_by=("KS:lemma-7",),
        shown_by="counterexample",
        name="KS:lemma-5#1",
    )
    printed = Value("log(n) + 3", r"\log n + 3", None, "unproved", None, {})
    sharp = Value("log(n) + 2", r"\log n + 2", "log(n) + 2 < g ⇒ 0 < g", "proved", "sharp", {"exact": 7})
    constant = ConstantFound(
        "KS:gap", "KS:lemma-5", "how far below the maximum", printed, None, sharp, None, "sharp for n = 2"
    )
    counts = {
        "defined": 1,
        "proved": 1,
        "proved as corrected, false as printed": 1,
        "proved modulo cited": 1,
        "incomplete": 1,
        "unproved": 1,
    }
    summary = {
        "statements": 6,
        "status": counts,
        "papers": {},
        "seconds": 1.25,
        "cached": True,
        "believed": 5,
        "replayed": 2,
    }
    papers = (
        PaperFound("KS", "On <operators>", "K & S, 2024", "papers.ks", {"Lemma 5": "lemma", "B.2[1]": "display"}),
        PaperFound("Liu", "On others", "L, 2025", "papers.liu"),
    )
    return Report(items, (finding,), (constant,), summary, problems=(), warnings=(), theorems=(), papers=papers)
