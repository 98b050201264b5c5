"""The sources of modules and of what they import: found, read and hashed without importing anything."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
from collections.abc import Iterable
from functools import cache
from importlib.metadata import distribution, version
from pathlib import Path

OURS = ("proofs", "symbolic", "numeric")
IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|.*)|import[ \t]+(.*))", re.M)
FOR_TYPES = re.compile(rb"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)+", re.M)


def source(module: str) -> Path | None:
    """The file of a module, found without importing it; None if there is none."""
    top, *rest = module.split(".")
    spec = importlib.util.find_spec(top)
    if spec is None or spec.origin is None:
        return None
    if not rest:
        return Path(spec.origin)
    path = os.path.join(os.path.dirname(spec.origin), *rest)
    return next((Path(p) for p in (f"{path}.py", os.path.join(path, "__init__.py")) if os.path.isfile(p)), None)


@cache
def imports(text: bytes) -> frozenset[str]:
    """The modules that a source may import anywhere in it, with the packages that they are in.

    Imports for type checkers are never run. (Those of the package would lead to all of the project.)

    >>> sorted(imports(b"import a\\nif TYPE_CHECKING:\\n    import b\\n\\nfrom c import d\\n"))
    ['a', 'c', 'c.d']
    """
    found: set[str] = set()
    for package, names, modules in IMPORT.findall(FOR_TYPES.sub(b"", text)):
        listed = re.findall(r"[\w.]+", (names or modules).decode())
        found |= {package.decode(), *(f"{package.decode()}.{n}" for n in listed)} if package else set(listed)
    return frozenset(".".join(parts[:k]) for m in found if (parts := m.split(".")) for k in range(1, len(parts) + 1))


class Sources:
    """The sources as they are now: each is read once, when it is first asked for.

    Parameters
    ----------
    modules
        Of whose packages the sources count, beside those of this project.
    """

    def __init__(self, modules: Iterable[str]) -> None:
        self.ours = {*OURS, *(m.partition(".")[0] for m in modules)}
        self.hashes: dict[str, bytes] = {}
        self.imported: dict[str, frozenset[str]] = {}

    def _read(self, module: str) -> None:
        path = source(module)
        text = path.read_bytes() if path else b""
        self.imported[module] = frozenset(m for m in imports(text) if m.partition(".")[0] in self.ours)
        if path and path.name == "__init__.py":  # the data of a package belong to its source
            text += b"".join(b"\n%s\n" % d.name.encode() + d.read_bytes() for d in sorted(path.parent.glob("*.json")))
        self.hashes[module] = hashlib.sha256(text).digest()

    def key(self, modules: Iterable[str], also: str = "") -> str:
        """SHA-256 over the sources of the modules and of all that they import from here, and over a text."""
        work, reached = list(modules), set()
        while work:
            name = work.pop()
            if name in reached or name.partition(".")[0] not in self.ours:
                continue
            reached.add(name)
            if name not in self.hashes:
                self._read(name)
            work += self.imported[name]
        digest = hashlib.sha256(also.encode())
        for name in sorted(reached):
            digest.update(f"\n{name} ".encode() + self.hashes[name])
        return digest.hexdigest()


@cache
def versions() -> str:
    """The versions of the libraries that computations rest on."""
    return f"flint {_version('python-flint')} sympy {_version('sympy')}\n"


def _version(name: str) -> str:
    """As of `importlib.metadata.version`, which reads what a library says of itself to the end."""
    said = distribution(name).read_text("METADATA") or ""
    found = re.search(r"^Version: *(\S+)", said, re.M)
    return found[1] if found else version(name)


def content_keys(modules: Iterable[str]) -> list[str]:
    """For each module a key of its source, of those before it, of what they import from here, and of versions."""
    modules = list(modules)
    sources, also = Sources(modules), versions()
    return [sources.key(modules[: k + 1], also) for k in range(len(modules))]
