"""`numeric` imports what it may: the three rooms import in one direction."""

import ast
import sys
from pathlib import Path

import pytest

ROOM = Path(__file__).parents[2] / "numeric"
ALLOWED = {"numpy", "flint", "symbolic", "numeric"} | set(sys.stdlib_module_names)


MORE = {  # those that hand SymPy's numbers and matrices to `symbolic`, and the strategies
    "constants.py": {"sympy"},
    "hardmax_context.py": {"sympy"},
    "strategies.py": {"hypothesis", "sympy"},
}


def imported(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("path", sorted(ROOM.rglob("*.py")), ids=lambda path: path.stem)
def test_imports(path):
    assert imported(path) <= ALLOWED | MORE.get(path.name, set())


def test_hypothesis_is_needed_by_the_strategies_only():
    users = {path.name for path in ROOM.rglob("*.py") if "hypothesis" in imported(path)}
    assert users == {"strategies.py"}
