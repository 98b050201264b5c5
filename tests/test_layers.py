"""Imports: the contracts in pyproject.toml (import-linter), and the rules that it has no contract for."""

from __future__ import annotations

import sys
from pathlib import Path

import grimp
import networkx as nx
import pytest
from importlinter.cli import lint_imports

pytestmark = pytest.mark.xdist_group("layers")  # the graph is built once
ROOT = Path(__file__).parents[1]
PACKAGES = ("symbolic", "numeric", "proofs", "lemmata")

OUTSIDE = {"symbolic": {"sympy"}, "numeric": {"numpy", "flint"}}  # other packages that each may import
MORE = {  # modules that pass numbers and matrices to `symbolic`, and the Hypothesis strategies
    "numeric.constants": {"sympy"},
    "numeric.constructions.hardmax_context": {"sympy"},
    "numeric.constructions.reports.liu": {"sympy"},
    "numeric.strategies": {"hypothesis", "sympy"},
}


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)


def test_all_contracts_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    status = lint_imports(str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert status == 0, capsys.readouterr().out


def test_every_module_is_analysed(imports: grimp.ImportGraph) -> None:
    """A folder without __init__.py would be skipped."""
    files = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in files}
    assert modules <= imports.modules


@pytest.mark.parametrize("package", OUTSIDE)
def test_symbolic_and_numeric_import_few_other_packages(imports: grimp.ImportGraph, package: str) -> None:
    others = {
        module: {
            name
            for name in imports.find_modules_directly_imported_by(module)
            if imports.is_module_squashed(name) and name not in sys.stdlib_module_names
        }
        for module in (package, *imports.find_descendants(package))
    }
    assert {m: found for m, found in others.items() if not found <= OUTSIDE[package] | MORE.get(m, set())} == {}


def test_no_modules_import_each_other_in_a_circle(imports: grimp.ImportGraph) -> None:
    graph = nx.DiGraph(
        (module, other) for module in imports.modules for other in imports.find_modules_directly_imported_by(module)
    )
    assert [circle for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


def test_proofs_contains_no_other_files() -> None:
    assert {path.name for path in (ROOT / "proofs").iterdir() if path.is_file()} == {
        "__init__.py",
        "__main__.py",
        "checker.py",
        "files.py",
        "paper.py",
        "py.typed",
    }
