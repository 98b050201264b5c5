"""The source files of modules and of their imports, found, read and hashed without importing them."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution, version
from pathlib import Path

CHECK = ("proofs.checking.check", "proofs.checking.changed_proofs")  # a check depends on these and their imports
OURS = ("lemmata", "proofs", "symbolic", "numeric")
IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|.*)|import[ \t]+(.*))", re.M)
WORD = re.compile(rb"import")
OBJECT, MODULE = re.compile(rb":[A-Za-z_]\w*[\"']"), re.compile(rb"[\"']([A-Za-z_]\w*(?:\.\w+)*)$")
LONGEST = 200  # the maximum length of a module's name
PAPERS = "proofs.papers."  # the modules whose proofs are told apart from the rest of their sources
CLAIM = re.compile(rb"^@paper\.claim\((?:.*\n(?!def ))*.*\ndef (\w+)\(p: Proof\)(?: -> .*)?:\n", re.M)
DOCSTRING, BODY = rb'[ \t]+"""(?:[^"\\]|\\.|"(?!""))*"""\n', rb"(?:[ \t].*(?:\n|\Z)|\n)*"
INSIDE = re.compile(rb"(%b)?(%b)" % (DOCSTRING, BODY))  # a function, after its first line
FOR_TYPES = re.compile(rb"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)+", re.M)


def source(module: str) -> Path | None:
    """Return the file of a module, found without importing it; None if there is none."""
    top, *rest = module.split(".")
    try:
        spec = importlib.util.find_spec(top)
    except ValueError:  # __main__
        return None
    folder = None if spec is None else next(iter(spec.submodule_search_locations or ()), None)
    if not rest or folder is None:
        return Path(spec.origin) if spec and spec.has_location and spec.origin and not rest else None
    path = os.path.join(folder, *rest)
    return next((Path(p) for p in (f"{path}.py", os.path.join(path, "__init__.py")) if os.path.isfile(p)), None)


@cache
def imports(text: bytes) -> frozenset[str]:
    """Return the modules that a source may import anywhere in it, with the packages that contain them.

    Imports under TYPE_CHECKING are skipped, since they are never executed. (Those in `proofs/__init__.py` would include
    the whole project.)

    >>> sorted(imports(b"import a\\nif TYPE_CHECKING:\\n    import b\\n\\nfrom c import d\\n"))
    ['a', 'c', 'c.d']
    """
    found: set[str] = set()
    text = FOR_TYPES.sub(b"", text) if b"if TYPE_CHECKING:" in text else text
    starts = sorted({text.rfind(b"\n", 0, word.start()) + 1 for word in WORD.finditer(text)})  # of lines with `import`
    for package, names, modules in (line.groups(b"") for start in starts if (line := IMPORT.match(text, start))):
        listed = re.findall(r"[\w.]+", (names or modules).decode())
        within = package.decode() + "." * (not package.endswith(b"."))
        found |= _with_packages(package.decode()) if package else frozenset().union(*map(_with_packages, listed))
        found |= {f"{within}{n}" for n in listed} if package else set()
    return frozenset(found)


@cache
def _with_packages(module: str) -> frozenset[str]:
    """Return a module and the packages that contain it."""
    parts = module.split(".")
    return frozenset(".".join(parts[:k]) for k in range(1, len(parts) + 1))


@cache
def named_modules(text: bytes) -> frozenset[str]:
    """Return the modules of the objects that a source names in strings "module:name", with their packages.

    >>> sorted(named_modules(b'paper.spot_check("lemma-1", "my.checks:lemma_1")'))
    ['my', 'my.checks']
    """
    ends = (text[max(0, found.start() - LONGEST) : found.start()] for found in OBJECT.finditer(text))
    modules = (found[1].decode() for before in ends if (found := MODULE.search(before)))
    return frozenset().union(*map(_with_packages, modules))


@dataclass(frozen=True)
class Outline:
    """A source without the bodies of the functions that prove claims of a paper, and these bodies.

    Such a function is called only to find the proof of its claim, since its name denotes the claim: its body changes
    neither what the paper states nor another proof. The docstring is no part of the body.
    """

    text: bytes
    bodies: Mapping[str, bytes]  # by the name of the function
    places: Sequence[tuple[int, int]]  # of each body the number of lines of the outline before it, and of its own lines

    def line_in_outline(self, line: int) -> int:
        """Return the line of the outline that is this line of the source."""
        cut = 0
        for before, count in self.places:
            cut += count if before + cut < line else 0
        return line - cut

    def line_in_source(self, line: int) -> int:
        """Return the line of the source that is this line of the outline."""
        return line + sum(count for before, count in self.places if before < line)


def outline_of(text: bytes) -> Outline:
    """Return the outline of a source.

    >>> source = b"@paper.claim([], x <= x)\\ndef same(p: Proof) -> Fact:\\n    return p.have(p.goal)\\n\\n\\ny = 1\\n"
    >>> found = outline_of(source)
    >>> found.text, found.line_in_outline(6), found.line_in_source(3)
    (b'@paper.claim([], x <= x)\\ndef same(p: Proof) -> Fact:\\ny = 1\\n', 3, 6)
    """
    kept, bodies, places, start, lines = list[bytes](), dict[str, bytes](), list[tuple[int, int]](), 0, 0
    for found in CLAIM.finditer(text):
        inside, name = INSIDE.match(text, found.end()), found[1].decode()
        if inside is not None and name not in bodies:
            kept.append(text[start : inside.start(2)])
            lines += kept[-1].count(b"\n")
            bodies[name], start = inside[2], inside.end(2)
            places.append((lines, inside[2].count(b"\n")))
    return Outline(b"".join([*kept, text[start:]]), bodies, places)


class Sources:
    """The current sources of the project and of given modules, each read once, when it is first needed.

    Parameters
    ----------
    modules
        Modules whose packages are local in addition to those of this project. If such a module is a single file, the
        modules and packages in its folder are local.
    """

    def __init__(self, modules: Iterable[str]) -> None:
        tops = {m.partition(".")[0] for m in modules}
        self.ours = {*OURS, *tops, *(other for top in tops - {*OURS} for other in _beside(top))}
        self.files: dict[str, Path | None] = {}
        self.texts: dict[str, bytes] = {}
        self.hashes: dict[str, bytes] = {}
        self.outline_hashes: dict[str, bytes] = {}
        self.outlines: dict[str, Outline] = {}  # of the modules of papers
        self.imported: dict[str, frozenset[str]] = {}
        self.named: dict[str, frozenset[str]] = {}

    def _file(self, module: str) -> Path | None:
        """Return the file of a module, as `source` finds it; None for a name that is defined inside a module."""
        if module not in self.files:
            package = module.rpartition(".")[0]
            around = self._file(package) if package else None
            self.files[module] = None if around and around.name != "__init__.py" else source(module)
        return self.files[module]

    def _read(self, module: str) -> None:
        path = self._file(module)
        text = path.read_bytes() if path else b""
        package = module if path and path.name == "__init__.py" else module.rpartition(".")[0]
        named = (_absolute(m, package) if m.startswith(".") else m for m in imports(text))
        self.imported[module] = frozenset(m for m in named if m.partition(".")[0] in self.ours)
        if path and path.name == "__init__.py":  # a package's data files belong to its source
            text += b"".join(b"\n%s\n" % d.name.encode() + d.read_bytes() for d in sorted(path.parent.glob("*.json")))
        self.texts[module], self.hashes[module] = text, hashlib.sha256(text).digest()
        if module.startswith(PAPERS):
            self.outlines[module] = outline_of(text)

    def reached(self, modules: Iterable[str], named: bool = False) -> set[str]:
        """Return the local modules among these and those that they import, directly or indirectly.

        If `named`, the modules of objects that are named in strings count as imported.
        """
        work, reached = list(modules), set[str]()
        while work:
            name = work.pop()
            if name not in reached and name.partition(".")[0] in self.ours:
                reached.add(name)
                work += self.imported_by(name)
                work += self.named_by(name) if named else ()
        return reached

    def stamps(self) -> list[tuple[str, int, int]]:
        """Return the file, the time of the last change and the size of each source that has been read."""
        paths = sorted({path for module in self.texts if (path := self.files.get(module))})
        found = ((path, path.stat()) for path in paths if path.exists())
        return [(str(path), state.st_mtime_ns, state.st_size) for path, state in found]

    def imported_by(self, module: str) -> frozenset[str]:
        """Return the local modules that one module imports."""
        if module not in self.imported:
            self._read(module)
        return self.imported[module]

    def named_by(self, module: str) -> frozenset[str]:
        """Return the local modules of the objects that one module names in strings."""
        if module not in self.named:
            self.named[module] = frozenset(
                m for m in named_modules(self.text(module)) if m.partition(".")[0] in self.ours
            )
        return self.named[module]

    def text(self, module: str) -> bytes:
        """Return the source of a module with its data files; empty if the module has no file."""
        self.imported_by(module)
        return self.texts[module]

    def key(self, modules: Iterable[str], also: str = "", named: bool = False, outline: bool = False) -> str:
        """Return the SHA-256 of the text `also` and of the sources of the modules that `reached` returns.

        If `outline`, the bodies of functions that prove claims of papers do not count (`Outline`).
        """
        digest = hashlib.sha256(also.encode())
        for name in sorted(self.reached(modules, named)):
            short = outline and name in self.outlines
            digest.update(f"\n{name} ".encode() + (self.outline_hash(name) if short else self.hashes[name]))
        return digest.hexdigest()

    def outline_hash(self, module: str) -> bytes:
        """Return the SHA-256 of the outline of a paper's module."""
        if module not in self.outline_hashes:
            self.outline_hashes[module] = hashlib.sha256(self.outlines[module].text).digest()
        return self.outline_hashes[module]

    def in_outline(self, place: str) -> str:
        """Return a file and a line, such as "proofs/papers/ks/beyond/….py:12", with the line of the outline."""
        return self._moved(place, Outline.line_in_outline)

    def in_source(self, place: str) -> str:
        """Return a file and a line of an outline with the line of the source."""
        return self._moved(place, Outline.line_in_source)

    def _moved(self, place: str, line: Callable[[Outline, int], int]) -> str:
        file, _, number = place.rpartition(":")
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.imported_by(module)
        return f"{file}:{line(self.outlines[module], int(number))}" if module in self.outlines else place

    def alone(self, module: str) -> str:
        """Return the SHA-256 of the sources of a module and of what it imports, but for the packages around it."""
        others = (other for other in self.imported_by(module) if not f"{module}.".startswith(f"{other}."))
        return self.key(others, also=hashlib.sha256(self.text(module)).hexdigest())


def _absolute(name: str, package: str) -> str:
    """Return the absolute name of the module that a relative name denotes inside a package.

    >>> _absolute(".b.c", "a"), _absolute("..b", "a.c"), _absolute(".", "a")
    ('a.b.c', 'a.b', 'a')
    """
    rest = name.lstrip(".")
    above = package.split(".")[: len(package.split(".")) - (len(name) - len(rest)) + 1]
    return ".".join([*above, *filter(None, [rest])])


def _beside(module: str) -> set[str]:
    """Return the modules and packages in the folder of a single file.

    The result is empty if the module is a package or an installed library.
    """
    path = source(module)
    if path is None or path.name == "__init__.py" or "site-packages" in path.parts:
        return set()
    files = {p.stem for p in path.parent.glob("*.py")} | {p.parent.name for p in path.parent.glob("*/__init__.py")}
    return {name for name in files if name.isidentifier()}


@cache
def versions() -> str:
    """Return the versions of Python and of the libraries on which the results of computations depend."""
    return f"python {sys.version} flint {_version('python-flint')} sympy {_version('sympy')}\n"


def sources_key(modules: Sequence[str], sources: Sources, outline: bool = False) -> str:
    """Return a key that changes with any source on which a check of these chapters depends.

    If `outline`, it does not change with the bodies of functions that prove claims of papers.
    """
    return sources.key([*CHECK, *modules], versions(), named=True, outline=outline)


def _version(name: str) -> str:
    """Return the version of a library; faster than `importlib.metadata.version`, which parses all metadata."""
    metadata = distribution(name).read_text("METADATA") or ""
    found = re.search(r"^Version: *(\S+)", metadata, re.M)
    return found[1] if found else version(name)


def content_keys(modules: Iterable[str]) -> list[str]:
    """Return a key for each module: of its source, the preceding sources, their local imports, and library versions."""
    modules = list(modules)
    sources, also = Sources(modules), versions()
    return [sources.key(modules[: k + 1], also) for k in range(len(modules))]
