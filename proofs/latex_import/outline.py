r"""The outline of a paper: its statements and numbered displays in order, read from its LaTeX source.

The source is parsed (by pylatexenc, of the extra `latex`), not compiled. Numbers are counted as LaTeX counts them:
for environments of `\newtheorem` and thmtools, for displays of amsmath, as `\numberwithin`, `\counterwithin`,
`\setcounter`, `\addtocounter`, `\appendix`, `subequations` and `\tag` say. Unknown constructs become warnings.
A source beyond the limits below, which real papers do not approach, is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from textwrap import shorten
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import (
    LatexCommentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexWalker,
    LatexWalkerEndOfStream,
    LatexWalkerParseError,
    get_default_latex_context_db,
)
from pylatexenc.macrospec import EnvironmentSpec, MacroSpec

from proofs.builder.paper import KINDS, UNNAMED

NAMED = tuple(kind for kind in KINDS if kind not in UNNAMED)
SECTIONS = ("chapter", "section", "subsection", "subsubsection")
ONE_NUMBER = ("equation", "multline", "dmath")
ROWS = {"align": "", "flalign": "", "gather": "", "eqnarray": "", "alignat": "{", "IEEEeqnarray": "[{"}  # by row
SKIPPED = ("comment", "verbatim", "lstlisting", "filecontents")
REFERENCES = ("ref", "eqref", "cref", "Cref", "autoref", "nameref", "labelcref")
DECLARE = {
    "newtheorem": "*{[{[", "declaretheorem": "[{", "numberwithin": "{{", "counterwithin": "*{{", "setcounter": "{{",
    "addtocounter": "{{", "title": "[{", "author": "[{",
}  # fmt: skip
FILES = ("input", "include", "subfile")
COMMENTS = re.compile(r"(?:[ \t]*\n?[ \t]*%[^\n]*\n[ \t]*)*")
WORD = re.compile(r"\S+")
MACROS = {
    **DECLARE, **dict.fromkeys(FILES, ""), **dict.fromkeys(SECTIONS, "*[{"), **dict.fromkeys(REFERENCES, "*{"),
    "usepackage": "[{", "label": "{", "tag": "*{",
}  # fmt: skip


# limits of a source
CHARACTERS = 2_000_000  # including files that it inputs, as often as they are read
INPUTS = 500  # readings of files
INPUT_NESTING = 15  # files open at once, as many as TeX allows
NESTING = 60  # braces, environments and formulas inside one another
ENTRIES = 10_000  # statements and numbered displays
DECLARED = 200  # environments and counters
CITATIONS = 100_000  # pairs of a statement and one that its proof refers to
LONGEST = 300  # characters of a warning


class OutlineError(ValueError):
    """Raised if a source cannot be read."""


@dataclass
class Entry:
    """A named statement, or a display with a number.

    Attributes
    ----------
    kind
        One of the kinds of statements, or "display".
    id, name
        The id of the statement that covers it, "lemma-2.1" or "eq-3"; its name in the index, "Lemma 2.1".
    number, title
        The number "2.1", or empty; the title in brackets, if it has one.
    section, place, labels, latex
        The section's number or title; the file and line; the labels; the LaTeX source.
    displays
        The numbered displays inside of it.
    cites
        The ids of the statements and displays to which its proof refers.
    """

    kind: str
    id: str
    name: str
    number: str
    title: str
    section: str
    place: str
    latex: str
    labels: list[str] = field(default_factory=list)
    displays: list[Entry] = field(default_factory=list)
    cites: list[str] = field(default_factory=list)


@dataclass
class Heading:
    """A section: its number, which may be empty, and its title."""

    number: str
    title: str


@dataclass
class Outline:
    """The contents of a source: headings, statements and displays in order; and warnings."""

    title: str = ""
    author: str = ""
    parts: list[Heading | Entry] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def index(self) -> dict[str, str]:
        """The kinds of its statements and displays by name, in the form that `Paper` takes."""
        entries = [part for part in self.parts if isinstance(part, Entry)]
        return {e.name: e.kind for entry in entries for e in (entry, *entry.displays)}


def outline(file: Path) -> Outline:
    """Read the source of a paper, with the files that it inputs.

    Raises
    ------
    OutlineError
        if a file cannot be read or inputs itself, or if the source is beyond a limit.
    """
    return _Reader(file).read()


@dataclass
class _Counter:
    """A LaTeX counter: it is reset to 0 whenever `within` is stepped, and its number follows that of `within`."""

    within: str = ""
    value: int = 0
    letters: bool = False


@dataclass
class _Declared:
    """A declared theorem environment: its printed name, its kind, and its counter, if it is numbered."""

    title: str
    kind: str
    counter: str


class _TooNestedError(Exception):
    """Raised if the source at a position is nested too deeply."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class _Walker(LatexWalker):
    """A parser whose recursion is limited."""

    depth = 0

    def get_latex_nodes(self, pos: int = 0, *args: Any, **kwargs: Any) -> Any:
        """Parse nodes like `LatexWalker`, which calls this method recursively, with a limit on the depth."""
        if self.depth == NESTING:
            raise _TooNestedError(pos)
        self.depth += 1
        try:
            return super().get_latex_nodes(pos, *args, **kwargs)
        finally:
            self.depth -= 1

    def get_latex_expression(self, pos: int, *args: Any, **kwargs: Any) -> Any:
        """Parse an argument like `LatexWalker`, but skip the comments before it without recursion."""
        comments = COMMENTS.match(self.s, pos)
        return super().get_latex_expression(comments.end() if comments else pos, *args, **kwargs)


@dataclass
class _Source:
    """A file that is being read."""

    path: Path
    walker: _Walker


class _Reader:
    """Reads the source in one pass and counts as LaTeX does."""

    def __init__(self, main: Path) -> None:
        self.main, self.open = main, [main.resolve()]
        self.out = Outline()
        self.context = get_default_latex_context_db()
        stars = ("", "*")
        environments = {f"{kind}{star}": "[" for kind in (*NAMED, "proof") for star in stars}
        environments |= {f"{name}{star}": given for name, given in ROWS.items() for star in stars}
        environments |= {"restatable": "[{{"}
        self.context.add_context_category(
            "papers",
            macros=[MacroSpec(name, given) for name, given in MACROS.items()],
            environments=[EnvironmentSpec(name, given) for name, given in environments.items()],
            prepend=True,
        )
        self.counters = {name: _Counter(SECTIONS[k - 1] if k > 1 else "") for k, name in enumerate(SECTIONS)}
        self.counters["equation"] = _Counter()
        self.theorems: dict[str, _Declared] = {}
        self.entries: list[Entry] = []
        self.ids, self.names = _Names("-{}"), _Names(" [{}]")
        self.characters = self.inputs = self.depth = 0
        self.labels: dict[str, list[Entry]] = {}
        self.section, self.inside = "", ""  # the section, and the equation whose parts are numbered
        self.statement: Entry | None = None  # the enclosing statement
        self.last: Entry | None = None  # the last statement of this section, which a following proof proves
        self.proofs: list[tuple[list[str] | Entry | None, list[str]]] = []  # what each proves, and its references

    def read(self) -> Outline:
        self._document(self._source(self.main), whole=True)
        self._cite()
        return self.out

    # --- files

    def _source(self, path: Path) -> _Source:
        try:
            with path.open("rb") as file:
                data = file.read(CHARACTERS - self.characters + 1)
        except OSError as wrong:
            raise OutlineError(f"cannot read {path}: {wrong.strerror}") from wrong
        self.characters += len(data)
        if self.characters > CHARACTERS:
            raise OutlineError(f"{path}: with the files before it more than {CHARACTERS:,} characters")
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        return _Source(path, _Walker(text, latex_context=self.context, tolerant_parsing=True))

    def _parsed(self, source: _Source, at: int, most: int | None = None) -> list[Any]:
        """Parse the nodes from position `at` on, at most `most` of them."""
        try:
            return list(source.walker.get_latex_nodes(pos=at, read_max_nodes=most)[0])
        except _TooNestedError as wrong:
            raise self._too_nested(source, wrong.position) from None

    def _too_nested(self, source: _Source, at: int) -> OutlineError:
        return OutlineError(f"{self._place(source, at)}: braces or environments are nested more than {NESTING} deep")

    def _inputs(self, source: _Source, node: LatexMacroNode, ending: str) -> Iterator[_Source]:
        """Yield the paper's files that a command reads; packages that are not in its folder belong to LaTeX."""
        at = node.pos + node.len
        if ending == ".sty":
            names = _given(node, 1).split(",")
        else:  # the name is in braces or, as in plain TeX, ends at a space
            group = self._parsed(source, at, 1)
            braced = bool(group) and group[0] is not None and group[0].isNodeType(LatexGroupNode)
            names = [_text(group[0].nodelist) if braced else (WORD.search(source.walker.s, at) or [""])[0]]
        for name in names:
            path = self.main.parent / name.strip().strip('"')
            path = path if path.suffix == ending else Path(f"{path}{ending}")
            if _is_file(path):
                if path.resolve() in self.open:
                    raise OutlineError(f"{self._place(source, node.pos)}: {path} inputs itself")
                self.inputs += 1
                if self.inputs > INPUTS or len(self.open) > INPUT_NESTING:
                    limit = f"more than {INPUTS} inputs, or inputs nested more than {INPUT_NESTING} deep"
                    raise OutlineError(f"{self._place(source, node.pos)}: {limit}")
                self.open.append(path.resolve())
                yield self._source(path)
                self.open.pop()
            elif ending != ".sty":
                self._warn(source, node.pos, f"there is no file {path}; it is left out")

    def _place(self, source: _Source, at: int) -> str:
        line, _ = source.walker.pos_to_lineno_colno(at)
        near = source.path.is_relative_to(self.main.parent)
        return f"{source.path.relative_to(self.main.parent) if near else source.path}:{line}"

    def _warn(self, source: _Source, at: int, what: str) -> None:
        self.out.warnings.append(f"{self._place(source, at)}: {shorten(what, LONGEST, placeholder=' …')}")

    # --- the preamble: only single commands are parsed there, as definitions may contain anything

    def _preamble(self, source: _Source) -> int:
        """Read the declarations; return the position where the document begins, or 0."""
        walker, at = source.walker, 0
        while True:
            try:
                token = walker.get_token(at)
            except LatexWalkerEndOfStream:
                return 0
            except LatexWalkerParseError:
                at += 1
                continue
            at = token.pos + token.len
            if token.tok == "begin_environment":
                if token.arg == "document":
                    return int(token.pos)
                if token.arg.removesuffix("*") in (*ONE_NUMBER, *ROWS):
                    self._warn(source, token.pos, f"what is defined by \\begin{{{token.arg}}} is not followed")
            elif token.tok == "macro" and token.arg in (*DECLARE, "input", "usepackage"):
                nodes = self._parsed(source, token.pos, 1)
                if nodes and token.arg in DECLARE:
                    self._declare(source, nodes[0])
                elif nodes:
                    for file in self._inputs(source, nodes[0], ".sty" if token.arg == "usepackage" else ".tex"):
                        self._preamble(file)

    def _declare(self, source: _Source, node: LatexMacroNode) -> None:
        """Process a command about the title, theorems or counters."""
        name = node.macroname
        if len(_arguments(node)) != len(DECLARE[name]):
            return  # the command is being defined
        given = [_given(node, k) for k in range(len(DECLARE[name]))]
        if name == "newtheorem":
            star, environment, shared, title, within = given
            self._theorem(environment, title, shared, within, not star)
        elif name == "declaretheorem":
            said = {
                key.strip(): value.strip(" {}") for key, _, value in (x.partition("=") for x in given[0].split(","))
            }
            shared, within = (
                next((said[key] for key in keys if key in said), "")
                for keys in (("sibling", "numberlike", "sharenumber"), ("numberwithin", "within", "parent"))
            )
            for environment in map(str.strip, given[1].split(",")):
                title = said.get("name") or said.get("title") or environment.capitalize()
                self._theorem(environment, title, shared, within, said.get("numbered") != "no")
        elif name in ("numberwithin", "counterwithin"):
            self._counter(given[-2]).within = given[-1]
        elif name in ("setcounter", "addtocounter"):
            try:
                start = self._counter(given[0]).value if name == "addtocounter" else 0
                self._counter(given[0]).value = start + int(given[1])
            except ValueError:
                self._warn(source, node.pos, f"{node.latex_verbatim()} is not followed")
        else:
            setattr(self.out, name, _words(node, 1))

    def _count_declared(self) -> None:
        """Count a new environment or counter towards the limit."""
        if max(len(self.theorems), len(self.counters)) >= DECLARED:
            raise OutlineError(f"{self.main}: the paper declares more than {DECLARED} kinds of statements or counters")

    def _theorem(self, environment: str, title: str, shared: str, within: str, numbered: bool) -> None:
        counter = self.theorems[shared].counter if shared in self.theorems else shared or environment
        if environment not in self.theorems:
            self._count_declared()
        if not shared:
            self.counters[environment] = _Counter(within)
        title = _printable(title or environment)
        words = re.findall(r"[a-z]+", f"{title} {environment}".lower())
        kind = next((word for word in words if word in NAMED), "remark")
        if environment not in self.theorems:
            spec = EnvironmentSpec(environment, "[")
            self.context.add_context_category(f"theorem {environment}", environments=[spec], prepend=True)
        self.theorems[environment] = _Declared(title, kind, counter if numbered else "")

    # --- the document

    def _document(self, source: _Source, whole: bool) -> None:
        """Read a file: a whole document, or a part of one."""
        start, before = 0, len(self.out.warnings)
        if whole:
            start = self._preamble(source)
            if not start:  # no preamble: the text read as one is read again below
                del self.out.warnings[before:]
                for counter in self.counters.values():
                    counter.value = 0
        nodes = self._parsed(source, start)
        if nodes and getattr(nodes[0], "environmentname", "") == "document":
            nodes = nodes[:1]  # LaTeX ignores everything after the end of the document
        self._walk(source, nodes)

    def _walk(self, source: _Source, nodes: Iterable[Any]) -> None:
        if self.depth == NESTING + INPUT_NESTING:
            raise self._too_nested(source, next((node.pos for node in filter(None, nodes)), 0))
        self.depth += 1
        self._walk_through(source, nodes)
        self.depth -= 1

    def _walk_through(self, source: _Source, nodes: Iterable[Any]) -> None:
        hidden = 0  # how many \if… are open since \iffalse
        for node in filter(None, nodes):
            name = getattr(node, "macroname", "")
            if hidden or name == "iffalse":
                hidden += (name.startswith("if") and name != "iff") - (name == "fi" or (name == "else" and hidden == 1))
            elif name:
                self._macro(source, node)
            elif hasattr(node, "environmentname"):
                self._environment(source, node)
            elif getattr(node, "displaytype", "") == "display":
                self._display(source, node, [node.nodelist], False)
            elif node.isNodeType(LatexGroupNode):
                self._walk(source, node.nodelist)

    def _macro(self, source: _Source, node: LatexMacroNode) -> None:
        name = node.macroname
        if name in SECTIONS:
            if name == "chapter" and not self.counters["section"].within:
                self.counters["section"].within = self.counters["equation"].within = "chapter"
            number, title = "" if _given(node, 0) else self._step(name), _words(node, 2)
            self.section, self.last = number or title, None
            self.out.parts.append(Heading(number, title))
        elif name == "appendix":
            top = self._counter("chapter" if self.counters["chapter"].value else "section")
            top.value, top.letters = 0, True
        elif name == "label" and self.statement is not None:
            self._label(node, [self.statement])
        elif name in FILES:
            for file in self._inputs(source, node, ".tex"):
                self._document(file, whole=False)
        elif name in DECLARE:
            self._declare(source, node)

    def _environment(self, source: _Source, node: Any) -> None:
        name = _given(node, 1) if node.environmentname == "restatable" else node.environmentname
        base = name.removesuffix("*")
        if name not in self.theorems and base in NAMED:
            self._warn(source, node.pos, f"no \\newtheorem declares {name}, so it is numbered by itself")
            self._theorem(name, base.capitalize(), "", "", name == base)
        if name in self.theorems:
            self._statement(source, node, self.theorems[name])
        elif base in ONE_NUMBER:
            self._display(source, node, [node.nodelist], name == base)
        elif base in ROWS:
            self._display(source, node, _rows(node.nodelist), name == base)
        elif name == "subequations":
            self._subequations(source, node)
        elif name == "proof":
            told, used = (
                [label.strip() for found in _macros(nodes, REFERENCES) for label in _given(found, 1).split(",")]
                for nodes in (_arguments(node), node.nodelist)
            )
            self.proofs.append((told or self.last, used))
            self._walk(source, node.nodelist)
        elif name not in SKIPPED:
            self._walk(source, node.nodelist)

    def _statement(self, source: _Source, node: Any, declared: _Declared) -> None:
        number = self._step(declared.counter) if declared.counter else ""
        title = _words(node, 0)
        name = " ".join(filter(None, (declared.title, number or title)))
        entry = self._entry(source, node, declared.kind, name, number, title, node.latex_verbatim())
        outer, self.statement = self.statement, entry
        self.out.parts.append(entry)
        self._walk(source, node.nodelist)
        self.statement, self.last = outer, entry

    def _display(self, source: _Source, node: Any, rows: Iterable[Sequence[Any]], numbered: bool) -> None:
        """Enter the numbered rows; an unnumbered row belongs to the next numbered one, or to the last."""
        found: list[tuple[Sequence[Any], str, list[str]]] = []
        before: list[str] = []
        for row in rows:
            tag = next(_macros(row, ("tag",)), None)
            silent = not numbered or next(_macros(row, ("nonumber", "notag")), None) is not None
            number = self._equation() if tag is None and not silent else ""
            if text := _text(row).strip():  # LaTeX also numbers an empty last row
                before.append(text)
                if tag is not None or number:
                    found.append((row, number or _words(tag, 1), before))
                    before = []
        if found:
            found[-1][2].extend(before)
        for row, number, texts in found:
            entry = self._entry(source, row[0] or node, "display", f"({number})", number, "", " \\\\\n".join(texts))
            if self.statement is None:
                self.out.parts.append(entry)
            else:  # the entry that covers the row
                self.statement.displays.append(entry)
                self.ids.free(entry.id)
                entry.id = self.statement.id
            for label in _macros(row, ("label",)):
                self._label(label, [entry])

    def _subequations(self, source: _Source, node: Any) -> None:
        """Assign 3a, 3b, … to the equations inside; a label of the whole applies to each of them."""
        whole = [n for n in node.nodelist if getattr(n, "macroname", "") == "label"]
        outer, first, self.inside = self.inside, len(self.entries), self._step("equation")
        kept, self.counters["equation"] = self.counters["equation"], _Counter()
        self._walk(source, [n for n in node.nodelist if n not in whole])
        self.counters["equation"], self.inside = kept, outer
        for label in whole:
            self._label(label, self.entries[first:])

    def _entry(self, source: _Source, node: Any, kind: str, name: str, number: str, title: str, latex: str) -> Entry:
        short = _slug(number) or _slug(title.lower()) or "unnumbered"
        short = f"{'eq' if kind == 'display' else kind}-{short}"
        place = self._place(source, node.pos)
        if len(self.entries) == ENTRIES:
            raise OutlineError(f"{place}: the paper has more than {ENTRIES:,} statements and numbered displays")
        id, name = self.ids.unused(short), self.names.unused(name)
        self.entries.append(Entry(kind, id, name, number, title, self.section, place, latex))
        return self.entries[-1]

    def _label(self, node: LatexMacroNode, entries: Sequence[Entry]) -> None:
        label = _given(node, 0)
        self.labels.setdefault(label, []).extend(entries)
        for entry in entries:
            entry.labels.append(label)

    def _cite(self) -> None:
        """Set `cites` of each statement to the ids to which its proofs refer."""
        cites: list[tuple[Entry, dict[str, None]]] = []
        known: dict[int, dict[str, None]] = {}  # by the identity of the entry
        pairs = 0

        def entries(labels: Iterable[str]) -> Iterator[Entry]:
            return (e for label in labels for e in self.labels.get(label, ()))

        for proved, used in self.proofs:
            proven = [proved] if isinstance(proved, Entry) else entries(proved or ())
            of, cited = (list(islice(found, CITATIONS + 1)) for found in (proven, entries(used)))
            pairs += max(len(of), len(of) * len(cited))
            if pairs > CITATIONS:
                raise OutlineError(f"{self.main}: its proofs refer to statements more than {CITATIONS:,} times")
            own = {e.id for e in of}
            for entry in of:
                if id(entry) not in known:
                    known[id(entry)] = {}
                    cites.append((entry, known[id(entry)]))
                known[id(entry)].update((other.id, None) for other in cited if other.id not in own)
        for entry, found in cites:
            entry.cites = list(found)

    # --- counters

    def _counter(self, name: str) -> _Counter:
        name = self.theorems[name].counter if name in self.theorems else name
        if name not in self.counters:
            self._count_declared()
            self.counters[name] = _Counter()
        return self.counters[name]

    def _step(self, name: str) -> str:
        """Step a counter and reset those within it; return the printed number."""
        self._counter(name).value += 1
        below = [name]
        while below:
            outer = below.pop()
            for other, counter in self.counters.items():
                if counter.within == outer and counter.value:
                    counter.value = 0
                    below.append(other)
        return self._printed(name)

    def _printed(self, name: str) -> str:
        shown: dict[str, str] = {}
        while name and name not in shown:
            counter = self._counter(name)
            shown[name] = _letter("A", counter.value) if counter.letters else str(counter.value)
            name = counter.within
        return ".".join(reversed(shown.values()))

    def _equation(self) -> str:
        """Return the next number of an equation: 3, 2.3, or 3b among subequations."""
        number = self._step("equation")
        return f"{self.inside}{_letter('a', int(number))}" if self.inside else number


class _Names:
    """Unique names: a name that is already in use gets a number appended."""

    def __init__(self, ending: str) -> None:
        self.ending, self.used = ending, set[str]()
        self.last: dict[str, int] = {}  # the last number appended to each name

    def unused(self, name: str) -> str:
        """Reserve and return the name, with the next number appended if it is in use."""
        found, k = name, self.last.get(name, 1)
        while found in self.used:
            k += 1
            found = name + self.ending.format(k)
        self.last[name] = k
        self.used.add(found)
        return found

    def free(self, name: str) -> None:
        """Release the name."""
        self.used.discard(name)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # not a valid file name
        return False


def _text(nodes: Iterable[Any]) -> str:
    """Return the source of these nodes, without comments."""
    return "".join(n.latex_verbatim() for n in filter(None, nodes) if not n.isNodeType(LatexCommentNode))


def _arguments(node: Any) -> list[Any]:
    """Return the arguments of a command or environment, None for missing ones; empty if the source breaks off."""
    return (node.nodeargd.argnlist if node.nodeargd else None) or []


def _given(node: Any, k: int) -> str:
    """Return the source of an argument without its braces or brackets; empty if it is not given."""
    argument = next(islice(_arguments(node), k, None), None)
    if argument is None:
        return ""
    return _text(argument.nodelist if argument.isNodeType(LatexGroupNode) else [argument]).strip()


def _words(node: Any, k: int) -> str:
    """Return an argument as plain text on one line."""
    text = _given(node, k)
    converter, context = _plain()
    lacking = (AttributeError, IndexError, TypeError)  # the command lacks its argument: use the source
    with suppress(_TooNestedError, *lacking):
        nodes = _Walker(text, latex_context=context, tolerant_parsing=True).get_latex_nodes()[0]
        text = converter.nodelist_to_text(nodes)
    return _printable(text)


def _printable(text: str) -> str:
    """Return a text on one line, without unprintable characters."""
    return " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())


@cache
def _plain() -> tuple[LatexNodes2Text, Any]:
    """Return the converter from LaTeX to plain text, and the commands that it knows."""
    return LatexNodes2Text(math_mode="text"), get_default_latex_context_db()


def _macros(nodes: Iterable[Any], names: Sequence[str]) -> Iterator[LatexMacroNode]:
    """Yield the commands of these names in the nodes, at any depth."""
    for node in filter(None, nodes):
        if getattr(node, "macroname", "") in names:
            yield node
        yield from _macros(getattr(node, "nodelist", None) or (), names)


def _rows(nodes: Iterable[Any]) -> list[list[Any]]:
    r"""Return the rows of a display; \\ inside nested environments, such as cases, does not end a row."""
    rows: list[list[Any]] = [[]]
    for node in nodes:
        if getattr(node, "macroname", "") == "\\":
            rows.append([])
        else:
            rows[-1].append(node)
    return rows


def _letter(first: str, number: int) -> str:
    return chr(ord(first) + number - 1) if 1 <= number <= 26 else str(number)


def _slug(text: str) -> str:
    """Return the text reduced to letters, digits and full stops, separated by hyphens."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", text).strip("-")
