"""Who may import whom: between the three packages, between the rooms of `proofs`, and never in a circle of files.

All import statements count, at the top of a file, in functions and under TYPE_CHECKING; what is imported by a string
(`import_module`) is not seen.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import networkx as nx
import pytest

pytestmark = pytest.mark.xdist_group("layers")  # all files are read once
ROOT = Path(__file__).parents[1]
PACKAGES = ("symbolic", "numeric", "proofs")

BELOW = {"symbolic": {"symbolic"}, "numeric": {"symbolic", "numeric"}}  # of our packages, what each may import
OUTSIDE = {"symbolic": {"sympy"}, "numeric": {"numpy", "flint"}}  # of other people's, besides the standard library
MORE = {  # those that hand SymPy's numbers and matrices to `symbolic`, and the strategies
    "numeric/constants.py": {"sympy"},
    "numeric/constructions/hardmax_context.py": {"sympy"},
    "numeric/strategies.py": {"hypothesis", "sympy"},
}

WRITTEN = {"kernel", "language", "builder", "theorems"}
ALLOWED: dict[str, set[str]] = {  # of the rooms of `proofs`, and the second checker, what each room may import
    "kernel": set(),
    "language": {"kernel"},
    "builder": {"kernel", "language"},
    "theorems": {"kernel", "language", "builder"},
    "papers": WRITTEN,
    "checking": WRITTEN | {"papers", "workers", "files"},
    "workers": set(),
    "files": set(),
    "paper": {"kernel", "language", "builder"},
    "latex_import": WRITTEN,
    "coq": {"kernel", "language", "builder", "checking", "workers"},
    "search": WRITTEN | {"checking", "workers"},
    "export": WRITTEN | {"files", "papers", "checking", "search", "workers"},
    "fuzzing": WRITTEN | {"checking", "coq", "search", "workers", "checker"},
    "cli": WRITTEN
    | {
        "files",
        "latex_import",
        "paper",
        "papers",
        "checking",
        "coq",
        "search",
        "workers",
        "export",
        "fuzzing",
        "checker",
        "proofs",
    },
}
FILES = {"__init__.py", "__main__.py", "checker.py", "files.py", "paper.py", "py.typed"}  # that lie in `proofs` itself


@dataclass(frozen=True)
class Import:
    """One name that a file imports, by the module it comes from."""

    path: str
    line: int
    module: str
    target: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.module} imports {self.target}"


def modules(root: Path) -> dict[str, Path]:
    """The files of the packages by the names of their modules."""
    out = {}
    for path in sorted(path for package in PACKAGES for path in (root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        out[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return out


def imported(root: Path) -> list[Import]:
    """Everything that the packages import, other people's modules too."""
    known = modules(root)
    return [
        Import(path.relative_to(root).as_posix(), node.lineno, module, target)
        for module, path in known.items()
        for node in all_statements(ast.parse(path.read_text("utf-8")))
        for target in targets(node, module if path.stem == "__init__" else module.rpartition(".")[0], known)
    ]


def all_statements(tree: ast.Module) -> Iterator[ast.AST]:
    """A module's statements and those within them; most nodes are in expressions, which import nothing."""
    level: list[ast.AST] = [tree]
    while level:
        yield from level
        level = [
            inner
            for node in level
            for part in ("body", "handlers", "orelse", "finalbody", "cases")
            for inner in getattr(node, part, ())
        ]


def targets(node: ast.AST, package: str, known: Mapping[str, object]) -> Iterator[str]:
    """The modules that a statement in this package imports: of `from a import b`, a.b if there is one, else a."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        above = package.split(".")[: -(node.level - 1) or None] if node.level else []
        start = ".".join([*above, *([node.module] if node.module else [])])
        yield from dict.fromkeys(f"{start}.{a.name}" if f"{start}.{a.name}" in known else start for a in node.names)


def room(module: str) -> str:
    """The room of a module of `proofs`; a file beside the rooms is one of its own."""
    return [*module.split("."), "proofs"][1]


def top(module: str) -> str:
    return module.partition(".")[0]


# --- what breaks a rule, each with its file and line


def upwards(found: Sequence[Import]) -> list[str]:
    """Imports by `symbolic` and `numeric` of the packages above them."""
    ours = [i for i in found if top(i.target) in PACKAGES and top(i.module) in BELOW]
    return [str(i) for i in ours if top(i.target) not in BELOW[top(i.module)]]


def foreign(found: Sequence[Import]) -> list[str]:
    """Imports by `symbolic` and `numeric` of what else they need not have."""
    theirs = [i for i in found if top(i.target) not in {*PACKAGES, *sys.stdlib_module_names}]
    return [
        str(i)
        for i in theirs
        if top(i.module) in OUTSIDE and top(i.target) not in OUTSIDE[top(i.module)] | MORE.get(i.path, set())
    ]


def between_rooms(found: Sequence[Import], own: str) -> list[str]:
    """Imports of a room by the table; the kernel imports nothing of the other packages either."""
    mine = [i for i in found if top(i.module) == "proofs" and room(i.module) == own and top(i.target) in PACKAGES]
    return [
        str(i)
        for i in mine
        if (room(i.target) not in ALLOWED[own] | {own} if top(i.target) == "proofs" else own == "kernel")
    ]


def by_the_checker(found: Sequence[Import]) -> list[str]:
    """Imports of the project's own by the second checker."""
    return [str(i) for i in found if i.module == "proofs.checker" and top(i.target) in PACKAGES]


def of_the_command_line(found: Sequence[Import]) -> list[str]:
    """Imports of the command line from without, but for `python -m proofs`."""
    theirs = [i for i in found if i.target == "proofs.cli" or i.target.startswith("proofs.cli.")]
    return [str(i) for i in theirs if room(i.module) != "cli" and i.module != "proofs.__main__"]


def in_circles(found: Sequence[Import]) -> list[str]:
    """Imports within a circle of files."""
    graph = nx.DiGraph((i.module, i.target) for i in found if top(i.target) in PACKAGES)
    circles = [circle for circle in nx.strongly_connected_components(graph) if len(circle) > 1]
    return [
        f"{i}, in the circle of {', '.join(sorted(circle))}"
        for circle in sorted(circles, key=min)
        for i in found
        if i.module in circle and i.target in circle and i.module != i.target
    ]


def beside_the_rooms(root: Path) -> list[str]:
    """Files of `proofs` that are in no room, and rooms that the table does not know."""
    inside = sorted((root / "proofs").iterdir())
    rooms = [path for path in inside if path.is_dir() and any(path.rglob("*.py"))]
    lost = [path for path in inside if not path.is_dir() and path.name not in FILES]
    return [
        f"proofs/{path.name}:1: in no room of the table"
        for path in [*lost, *(path for path in rooms if path.name not in ALLOWED)]
    ]


# --- the project


@pytest.fixture(scope="module")
def found() -> list[Import]:
    return imported(ROOT)


def broken(lines: Sequence[str]) -> None:
    assert not lines, "\n" + "\n".join(lines)


def test_the_three_packages_import_in_one_direction(found: list[Import]) -> None:
    broken(upwards(found))


def test_symbolic_and_numeric_need_little_from_outside(found: list[Import]) -> None:
    broken(foreign(found))


def test_hypothesis_is_needed_by_the_strategies_only(found: list[Import]) -> None:
    users = {i.path for i in found if top(i.target) == "hypothesis" and top(i.module) == "numeric"}
    assert users == {"numeric/strategies.py"}


@pytest.mark.parametrize("own", ALLOWED)
def test_a_room_imports_only_the_rooms_listed_for_it(found: list[Import], own: str) -> None:
    broken(between_rooms(found, own))


def test_the_second_checker_imports_nothing_of_the_project(found: list[Import]) -> None:
    broken(by_the_checker(found))


def test_nobody_imports_the_command_line(found: list[Import]) -> None:
    broken(of_the_command_line(found))


def test_no_files_import_each_other_in_a_circle(found: list[Import]) -> None:
    broken(in_circles(found))


def test_every_file_of_proofs_has_its_room() -> None:
    broken(beside_the_rooms(ROOT))


def test_everything_is_read(found: list[Import]) -> None:
    assert {room(i.module) for i in found if top(i.module) == "proofs"} >= ALLOWED.keys()
    assert {top(i.module) for i in found} == set(PACKAGES)


# --- the rules on made-up trees that break them


def tree(root: Path, files: Mapping[str, str]) -> list[Import]:
    """What is imported in a project of these files."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return imported(root)


def where(lines: Sequence[str]) -> list[str]:
    """Files and lines only."""
    return [line.partition(": ")[0] for line in lines]


LAWFUL = {
    "symbolic/__init__.py": "import sympy\n",
    "numeric/__init__.py": "import math\nimport numpy as np\nfrom symbolic import missing\n",
    "proofs/__init__.py": "from proofs.language.words import said\n",
    "proofs/__main__.py": "from proofs.cli.main import main\n",
    "proofs/checker.py": "import json\n",
    "proofs/py.typed": "",
    "proofs/kernel/__init__.py": "",
    "proofs/kernel/terms.py": "from flint import fmpq\n",
    "proofs/language/words.py": "import numeric\nfrom proofs.kernel import terms\nfrom proofs.language import other\n",
    "proofs/language/other.py": "from proofs.kernel.terms import Term\n",
    "proofs/cli/main.py": "import proofs\nfrom proofs import checker\nfrom proofs.cli import main\n",
}


def test_a_lawful_tree_breaks_no_rule(tmp_path: Path) -> None:
    found = tree(tmp_path, LAWFUL)
    for rule in (upwards, foreign, by_the_checker, of_the_command_line, in_circles):
        assert rule(found) == []
    assert all(between_rooms(found, own) == [] for own in ALLOWED)
    assert beside_the_rooms(tmp_path) == []


def test_what_a_name_comes_from(tmp_path: Path) -> None:
    text = """
from typing import TYPE_CHECKING
from proofs.kernel import Term, terms
import proofs.kernel.terms as t, numeric
from . import other
from .other import said
from .. import checker
from ..kernel import terms

if TYPE_CHECKING:
    from proofs.kernel.terms import Term

def late():
    from proofs.kernel import *
"""
    read = tree(tmp_path, LAWFUL | {"proofs/language/words.py": text})
    assert [(i.line, i.target) for i in sorted(read, key=lambda i: i.line) if i.module == "proofs.language.words"] == [
        (2, "typing"),
        (3, "proofs.kernel"),
        (3, "proofs.kernel.terms"),
        (4, "proofs.kernel.terms"),
        (4, "numeric"),
        (5, "proofs.language.other"),
        (6, "proofs.language.other"),
        (7, "proofs.checker"),
        (8, "proofs.kernel.terms"),
        (11, "proofs.kernel.terms"),
        (14, "proofs.kernel"),
    ]


def test_a_package_is_the_start_of_its_own_relative_imports(tmp_path: Path) -> None:
    files = {"proofs/kernel/__init__.py": "from . import terms\nfrom .terms import Term\nfrom .. import checker\n"}
    read = [(i.line, i.target) for i in tree(tmp_path, LAWFUL | files) if i.module == "proofs.kernel"]
    assert read == [(1, "proofs.kernel.terms"), (2, "proofs.kernel.terms"), (3, "proofs.checker")]


LATE = "def late():\n    from {} import x\n"
TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import {}\n"


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("symbolic/a.py", "import numeric\n", 1),
        ("symbolic/a.py", LATE.format("proofs.kernel"), 2),
        ("numeric/a.py", TYPES.format("proofs.kernel.terms"), 3),
    ],
)
def test_an_import_upwards_is_seen(tmp_path: Path, name: str, text: str, at: int) -> None:
    assert where(upwards(tree(tmp_path, LAWFUL | {name: text}))) == [f"{name}:{at}"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("symbolic/a.py", "import numpy.linalg\n"),
        ("numeric/a.py", "from sympy import Matrix\n"),
        ("numeric/constants.py", "import hypothesis\n"),
    ],
)
def test_a_foreign_package_is_seen(tmp_path: Path, name: str, text: str) -> None:
    assert where(foreign(tree(tmp_path, LAWFUL | {name: text}))) == [f"{name}:1"]


def test_an_exception_from_the_foreign_packages_is_for_one_file(tmp_path: Path) -> None:
    files = {
        "numeric/strategies.py": "import hypothesis\n",
        "numeric/constructions/strategies.py": "import hypothesis\n",
    }
    assert where(foreign(tree(tmp_path, LAWFUL | files))) == ["numeric/constructions/strategies.py:1"]


@pytest.mark.parametrize(
    ("name", "text", "at"),
    [
        ("proofs/kernel/a.py", "from proofs.language.words import said\n", 1),
        ("proofs/kernel/a.py", "import numeric\n", 1),
        ("proofs/workers/a.py", TYPES.format("proofs.kernel.terms"), 3),
        ("proofs/checking/a.py", LATE.format("proofs.search.engine"), 2),
        ("proofs/search/a.py", "import json\n\nfrom proofs import checker\n", 3),
        ("proofs/export/a.py", "from proofs.fuzzing import questions\n", 1),
        ("proofs/fuzzing/a.py", "from proofs.papers.ks import lemma_1\n", 1),
        ("proofs/theorems/a.py", "from proofs import library\n", 1),
        ("proofs/papers/ks/deep/a.py", "from proofs.checking.check import check\n", 1),
    ],
)
def test_an_import_of_a_room_that_is_not_listed_is_seen(tmp_path: Path, name: str, text: str, at: int) -> None:
    found = tree(tmp_path, LAWFUL | {name: text})
    assert where([line for own in ALLOWED for line in between_rooms(found, own)]) == [f"{name}:{at}"]


@pytest.mark.parametrize("target", ["proofs.kernel.terms", "numeric", "symbolic"])
def test_an_import_by_the_second_checker_is_seen(tmp_path: Path, target: str) -> None:
    found = tree(tmp_path, LAWFUL | {"proofs/checker.py": LATE.format(target)})
    assert where(by_the_checker(found)) == ["proofs/checker.py:2"]


@pytest.mark.parametrize("name", ["proofs/__init__.py", "proofs/checker.py", "proofs/export/a.py", "numeric/a.py"])
def test_an_import_of_the_command_line_is_seen(tmp_path: Path, name: str) -> None:
    text = "from proofs import cli\nfrom proofs.cli.main import main\n"
    assert where(of_the_command_line(tree(tmp_path, LAWFUL | {"proofs/cli/__init__.py": "", name: text}))) == [
        f"{name}:1",
        f"{name}:2",
    ]


def test_a_circle_is_seen_in_all_its_files(tmp_path: Path) -> None:
    files = {
        "proofs/search/a.py": "from proofs.search import b\n",
        "proofs/search/b.py": "import json\n" + LATE.format("proofs.search.c"),
        "proofs/search/c.py": TYPES.format("proofs.search.a"),
        "proofs/search/d.py": "from proofs.search import a, d\n",
    }
    lines = in_circles(tree(tmp_path, LAWFUL | files))
    assert where(lines) == ["proofs/search/a.py:1", "proofs/search/b.py:3", "proofs/search/c.py:3"]
    assert all(line.endswith("in the circle of proofs.search.a, proofs.search.b, proofs.search.c") for line in lines)


def test_a_package_and_its_module_can_make_a_circle(tmp_path: Path) -> None:
    files = {
        "proofs/search/__init__.py": "from proofs.search import a\n",
        "proofs/search/a.py": "from proofs.search import decide\n",
    }
    assert where(in_circles(tree(tmp_path, LAWFUL | files))) == ["proofs/search/__init__.py:1", "proofs/search/a.py:1"]


@pytest.mark.parametrize("name", ["proofs/stray.py", "proofs/notes.txt", "proofs/cellar/a.py"])
def test_a_file_in_no_room_is_seen(tmp_path: Path, name: str) -> None:
    tree(tmp_path, LAWFUL | {name: ""})
    assert where(beside_the_rooms(tmp_path)) == ["/".join(name.split("/")[:2]) + ":1"]
