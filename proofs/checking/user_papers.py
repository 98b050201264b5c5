"""User papers: finding them by file or module name, with the chapters that they build on.

Nothing is imported here: the dependencies of a paper are read from its source. It may apply every theorem of
`proofs.theorems` without an import; a paper of the library, or another file of the user, comes before it if it
imports it, or names one of its theorems in full ("KS.lemma_5").
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import sys
from collections.abc import Iterable, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from proofs.checking.replay.chapters import listed
from proofs.checking.store.chapter_contents import ChapterError
from proofs.checking.store.sources import OURS, Sources, source
from proofs.papers import PAPERS

LIBRARY = "library"  # stands for all papers of the library
FULL_NAME = re.compile(rb"""["']([A-Za-z]\w*)\.[A-Za-z_]\w*["']""")


def chapters_for(names: Sequence[str]) -> tuple[str, ...]:
    """Return the modules of these papers and of all chapters that they build on, in order.

    Parameters
    ----------
    names
        Files, folders of packages, modules; "library" for the papers of the library.

    Raises
    ------
    ChapterError
        if a name cannot be found, or cannot be imported as a separate module.
    """
    if not names or set(names) == {LIBRARY}:
        return listed()
    own = [module_of(name) for name in names if name != LIBRARY]
    sources = Sources(own)
    below = {module: list(_named(module, sources)) for module in own}
    work = list(own)
    while work:
        for module in below[work.pop()]:
            if module.partition(".")[0] not in OURS and module not in below:
                below[module] = list(_named(module, sources))
                work.append(module)
    try:
        order = list(TopologicalSorter(below).static_order())
    except CycleError as wrong:
        raise ChapterError(f"these build on one another: {' -> '.join(wrong.args[1])}") from None
    needed = {m for m in order if m in listed()}
    for module in [m for m in needed if m.startswith("proofs.papers.")]:
        needed.update(m for m in listed() if m in sources.reached([module]))
    whole = LIBRARY in names
    ours = (m for m in listed() if whole or m in needed or m.startswith("proofs.theorems."))
    return (*ours, *(m for m in order if m in below and m not in listed()))


def _named(module: str, sources: Sources) -> Iterable[str]:
    """Yield the chapters that a user's module imports, or names in the full name of a theorem."""
    if module in listed():
        return
    own = {module, *(m for m in sources.reached([module]) if m.partition(".")[0] not in OURS)}
    for other in own:
        yield from (m for m in sources.imported_by(other) if m in listed())
        for name in FULL_NAME.findall(sources.text(other)):
            if name.decode().lower() in PAPERS:
                yield f"proofs.papers.{name.decode().lower()}"
        if other.partition(".")[0] != module.partition(".")[0] and _makes_a_chapter(sources.text(other)):
            yield other


def _makes_a_chapter(text: bytes) -> bool:
    """Return whether a source has a line such as ``chapter = Chapter("mine")``."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return False  # importing it reports the error
    made = [node for node in body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)]
    return any(isinstance(t, ast.Name) and t.id == "chapter" for node in made for t in node.targets)


def module_of(name: str) -> str:
    """Return the module that a file, a folder or a name denotes; its folder is added to `sys.path`.

    Raises
    ------
    ChapterError
        if there is none, or if Python takes the name for something else.
    """
    path = Path(name)
    if not (name.endswith(".py") or os.sep in name or path.is_dir()):
        _look_in(Path.cwd())
        if not all(part.isidentifier() for part in name.split(".")) or source(name) is None:
            raise ChapterError(f"there is no file or module {name}; a file is written with its .py")
        return name
    if path.is_dir():
        path /= "__init__.py"
    if not path.is_file():
        raise ChapterError(f"there is no file {path}")
    path = path.resolve()
    parts = [path.parent.name] if path.name == "__init__.py" else [path.stem]
    root = path.parent.parent if path.name == "__init__.py" else path.parent
    while (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    wrong = next((part for part in parts if not part.isidentifier()), None)
    if wrong is not None:
        raise ChapterError(f"{name}: Python cannot import {wrong!r}: rename it, with letters, digits and _ only")
    _look_in(root)
    module = ".".join(parts)
    found = source(module)
    if found is None or found.resolve() != path:
        other = "built into Python" if found is None else f"the file {found}"
        raise ChapterError(f"{name}: for Python {module} is {other}; give the paper another name")
    return module


def _look_in(folder: Path) -> None:
    """Append a folder to `sys.path`: last, so that its modules hide no others."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    importlib.invalidate_caches()
