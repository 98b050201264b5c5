"""The registers of errata and of constants as documents for authors: Markdown, HTML, LaTeX, JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from proofs.export.constants import VALUES, false_values
from proofs.export.defects import computed
from proofs.export.manifest import to_json
from proofs.export.schema import Constant, Erratum, Line, Manifest
from proofs.export.site.filters import HERE, status_css, templates
from proofs.export.site.urls import Site, safe
from proofs.export.tex import clean, maths, tex_escaped, tex_sentence
from proofs.language.mathml import pieces, width

PAGE = 40  # width of a line in the LaTeX document, in em
FORMATS = ("md", "html", "json", "tex")


def register(manifest: Manifest, name: str, format: str, paper: str | None = None) -> str:
    """Return the register called "errata" or "constants", of all papers or of one, in one of the `FORMATS`."""
    every: Sequence[Erratum | Constant] = manifest.errata if name == "errata" else manifest.constants
    rows = [row for row in every if paper in (None, row.statement.partition(":")[0])]
    if format == "json":
        return to_json(rows)
    papers = [p for p in manifest.papers if paper in (None, p.key)]
    context: dict[str, Any] = {name: rows, "title": name.capitalize(), "place": place, "papers": papers}
    context |= {"values": VALUES, "false_values": false_values(manifest)}
    if format == "html":
        style = (HERE / "static" / "style.css").read_text(encoding="utf-8").replace("@font-face", "@supports (x: y)")
        style = status_css() + style
        context |= {"site": _Unlinked(manifest, rows), "style": Markup(style)}
        return templates().get_template(f"registers/{name}.html").render(context)
    text = _plain().get_template(f"registers/{name}.{format}").render(context)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


class _Unlinked(Site):
    """A manifest without its pages: a link to a statement leads to the first entry about it, if there is one."""

    def __init__(self, manifest: Manifest, rows: Sequence[Erratum | Constant]) -> None:
        super().__init__(manifest)
        self.rows = {row.id for row in rows}
        self.entries: dict[str, str] = {}
        for row in rows:
            self.entries.setdefault(row.statement, f"#{safe(row.id)}")

    def link(self, id: str) -> str | None:
        return self.entries.get(id)

    def erratum_url(self, id: str) -> str | None:
        return f"#{safe(id)}" if id in self.rows else None

    def theorem_url(self, name: str) -> str | None:
        return None


def place(entry: Erratum) -> str:
    """Return the place of an erratum in its paper."""
    return ", ".join([*[f"section {entry.section}"] * bool(entry.section), *(f"({e})" for e in entry.equations)])


@cache
def _plain() -> Environment:
    """Return the templates for Markdown and LaTeX, which escape with their own filters."""
    env: Environment = templates().overlay(autoescape=False)
    own: dict[str, Any] = {"md": _markdown, "code": _code, "tex": tex_escaped, "sentence": tex_sentence, "maths": maths}
    own |= {"formulas": _formulas, "computed": computed}
    env.filters = env.filters | own
    return env


def _markdown(text: str) -> str:
    """Escape text for Markdown.

    >>> _markdown("a_i < *b*")
    'a\\\\_i &lt; \\\\*b\\\\*'
    """
    escaped = re.sub(r"([\\`*_\[\]|#~])", r"\\\1", clean(text).replace("\n", " "))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _code(text: str) -> str:
    """Return text as Markdown code, fenced by more backticks than it contains."""
    shown = clean(text).replace("\n", " ")
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence, pad = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _formulas(line: Line) -> str:
    """Return a line in LaTeX: its variables and hypotheses, then its conclusion, in formulas that TeX may break."""
    parts = [line.sorts.latex] if line.sorts.latex else []
    parts += [g.latex for g in line.given]
    shows = _broken(line.shows.latex)
    return f"for {', '.join(map(_broken, parts))}: {shows}" if parts else shows


def _broken(latex: str) -> str:
    cut = pieces(latex)
    if any(width(x) > PAGE for x in cut):
        return "a formula too wide for this page"
    return "\\allowbreak ".join(f"${{}} {maths(x)}$" if k else f"${maths(x)}$" for k, x in enumerate(cut))
