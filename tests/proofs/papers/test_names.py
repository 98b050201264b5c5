"""What modules of papers and theorems import by star: no two stars may bring one name for two things."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import proofs

ROOT = Path(proofs.__file__).parent


def named_in(tree: ast.Module) -> set[str]:
    """The names that a module itself gives at its top: by definition, assignment or import."""
    out: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            out.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            out |= {alias.asname or alias.name for alias in node.names}
        else:
            out |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return out


def ambiguous(text: str, modules: dict[str, ModuleType] | None = None) -> set[str]:
    """Names that a module has by two stars for two things, of which it would silently use the last."""
    tree = ast.parse(text)
    stars = [n.module or "" for n in tree.body if isinstance(n, ast.ImportFrom) and n.names[0].name == "*"]
    brought: dict[str, set[int]] = {}
    for star in stars:
        module = (modules or {}).get(star) or import_module(star)
        for name in getattr(module, "__all__", [n for n in vars(module) if not n.startswith("_")]):
            brought.setdefault(name, set()).add(id(getattr(module, name)))
    return {name for name, things in brought.items() if len(things) > 1} - named_in(tree)


def found() -> Iterator[str]:
    for folder in ("papers", "theorems"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name in sorted(ambiguous(path.read_text(encoding="utf-8"))):
                yield f"{path.relative_to(ROOT)}: two stars bring {name}"


def test_no_star_hides_what_another_brings() -> None:
    assert not list(found())


def test_one_that_does_is_seen() -> None:
    one, other = ModuleType("one"), ModuleType("other")
    one.x, other.x, one.y, other.y = 1, 2, one, one  # type: ignore[attr-defined]
    text = "from one import *\nfrom other import *\n"
    assert ambiguous(text, {"one": one, "other": other}) == {"x"}
    assert not ambiguous(text + "x = 3\n", {"one": one, "other": other})
