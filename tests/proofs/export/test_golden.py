"""What people and tools are shown, byte for byte, for the made-up report of conftest.py.

After a change that is meant: REGENERATE=1 uv run pytest tests/proofs/export/test_golden.py
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.checking.report import Report
from proofs.export import overview, reports
from proofs.export.formats import writer
from proofs.export.graph import falls_if, proof_graph, rests_on
from proofs.export.manifest import manifest, text
from proofs.export.site.registers import register

GOLDEN = Path(__file__).parents[2] / "golden"
WIDTHS = {"80": 80, "120": 120, "160": 160, "piped": reports.WIDE}


def whole_check(report: Report, width: int) -> str:
    return f"{overview.overview(report, width)}\n{overview.some(report, width)}\n{reports.errata(report, width)}"


def whole_statement(report: Report, width: int) -> str:
    graph = proof_graph(report)
    proof = (
        "(1) x ≤ 1, in each of two cases:\n    If x ≤ 0: (2) this holds, as 0 ≤ 1.\n    If 0 < x: (3) this is cited."
    )
    name = "KS:lemma-5"
    return str(
        reports.statement(
            report,
            name,
            {"theorem_5": proof},
            rests_on(graph, name),
            falls_if(graph, name),
            width,
        )
    )


def export(name: str) -> Callable[[Report], str]:
    return lambda report: str(writer(name)(proof_graph(report)))


def register_as(name: str, format: str) -> Callable[[Report], str]:
    return lambda report: register(manifest(report), name, format)


SHOWN: dict[str, Callable[[Report], str]] = {
    "graph.dot": export("dot"),
    "graph.graphml": export("graphml"),
    "graph.json": export("json"),
    "graph.mmd": export("mermaid"),
    "graph.tex": export("tex"),
    "graph-blueprint.tex": export("leanblueprint"),
    "manifest.json": text,
    **{f"{n}.{f}": register_as(n, f) for n in ("errata", "constants") for f in ("md", "tex")},
    "constants.txt": lambda report: str(reports.constants(report.constants, 80)),
    "statement.txt": lambda report: whole_statement(report, 80),
    **{f"check-{n}.txt": lambda report, width=w: whole_check(report, width) for n, w in WIDTHS.items()},
}


@pytest.mark.parametrize("name", SHOWN)
def test_golden(name: str, report: Report) -> None:
    shown = SHOWN[name](report).encode()
    if os.environ.get("REGENERATE"):
        (GOLDEN / name).write_bytes(shown)
    assert shown == (GOLDEN / name).read_bytes()


@pytest.mark.parametrize("width", [80, 120, 160])
def test_nothing_is_wider_than_the_terminal(report: Report, width: int) -> None:
    from rich.cells import cell_len

    shown = whole_check(report, width) + whole_statement(report, width)
    assert max(map(cell_len, shown.splitlines())) <= width
