"""The skeleton of a paper's module: source code with its index and a commented draft of every statement.

Text from the paper occurs only in comments and in strings in JSON syntax, which Python reads in the same way.
"""

from __future__ import annotations

import json
import textwrap

from proofs.latex_import.outline import Entry, Heading, Outline

WIDTH = 116
HEAD = '''\
"""A paper to be written down: `lemmata check FILE` says how far it is.

Each statement stands below as its source has it, with a draft of its entry. `printed` says what is printed, as a
formula under hypotheses, with a proof or without one. `index` names what the entry answers for: what is named by none
is still to be written. Numbers were counted in the source: compare them with the paper's.
"""

from lemmata import *

INDEX = {{{index}}}

paper = chapter = Paper({key}, {title}, {author}, index=INDEX)

# Variables, such as  n, k = ints("n k");  x, y = reals("x y");  (a,) = vectors("a")
'''


def skeleton(found: Outline, key: str) -> str:
    """Return the source of a module for the outline of a paper, with this key."""
    rows = "".join(f"\n    {_quoted(name)}: {_quoted(kind)}," for name, kind in found.index.items())
    head = HEAD.format(
        index=rows + "\n" * bool(rows),
        key=_quoted(key),
        title=_quoted(found.title or key),
        author=_quoted(found.author),
    )
    return head + "".join(_heading(part) if isinstance(part, Heading) else _draft(part) for part in found.parts)


def _heading(part: Heading) -> str:
    return f"\n\n{_commented('--- ' + ' '.join(filter(None, (part.number, part.title))))}"


def _draft(entry: Entry) -> str:
    """Return the LaTeX source of a statement and the code that would enter it, as comments."""
    title = f" ({entry.title})" if entry.title and not entry.name.endswith(entry.title) else ""
    said = ", ".join([entry.place, *entry.labels])
    displays = [entry] if entry.kind == "display" else entry.displays
    fields = {
        "section": _quoted(entry.section) if entry.section else "",
        "index": _listed(list(dict.fromkeys([entry.name, *(e.name for e in displays)]))),
        "equations": _listed([e.number for e in displays]),
        "kind": _quoted(entry.kind) if entry.kind != "display" else "",
        "defines" if entry.kind == "definition" else "printed": "…",
        "cites": _listed(entry.cites),
    }
    given = ", ".join(f"{name}={value}" for name, value in fields.items() if value)
    call = textwrap.wrap(
        f"paper.state({_quoted(entry.id)}, {_quoted(entry.title or '…')}, {given})", WIDTH,
        subsequent_indent="    ", break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    latex = [f"    {line}" for line in entry.latex.splitlines()]
    return "\n" + _commented(f"{entry.name}{title}: {said}", *latex, *call)


def _commented(*lines: str) -> str:
    """Lines as comments, without characters that Python rejects or takes for the end of a line."""
    clean = ("".join(c for c in line if c.isprintable() or c == "\t") for line in lines)
    return "".join(f"# {line}".rstrip() + "\n" for line in clean)


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return _quoted(names[0])
    return f"[{', '.join(map(_quoted, names))}]" if names else ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
