"""The registers of errata and of constants as documents: Markdown, HTML, LaTeX, JSON. What an author is sent."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from proofs.publish.exports import clean, maths, tex_escaped
from proofs.publish.manifest import Data, written
from proofs.publish.site import HERE, Site, safe, templates

FORMATS = ("md", "html", "json", "tex")


def register(manifest: Data, name: str, format: str) -> str:
    """The register called "errata" or "constants" in one of the `FORMATS`."""
    rows = manifest[name]
    if format == "json":
        return written(rows)
    context: dict[str, Any] = {name: rows, "title": name.capitalize(), "place": place}
    if format == "html":
        style = (HERE / "static" / "style.css").read_text(encoding="utf-8").replace("@font-face", "@supports (x: y)")
        context |= {"site": _Unlinked(manifest, rows), "style": Markup(style)}
        return templates().get_template(f"registers/{name}.html").render(context)
    text = _plain().get_template(f"registers/{name}.{format}").render(context)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


class _Unlinked(Site):
    """A manifest whose pages are not at hand: a link leads to the first entry about a statement, if there is one."""

    def __init__(self, manifest: Data, rows: list[Data]) -> None:
        super().__init__(manifest)
        self.entries: dict[str, str] = {}
        for row in rows:
            self.entries.setdefault(row["statement"], f"#{safe(row['id'])}")

    def link(self, id: str) -> str | None:
        return self.entries.get(id)

    def theorem_url(self, name: str) -> str | None:
        return None


def place(entry: Data) -> str:
    """Where in its paper an erratum is."""
    return ", ".join([f"section {entry['section']}", *(f"({e})" for e in entry["equations"])])


@cache
def _plain() -> Environment:
    """The templates for Markdown and LaTeX, which escape with their own filters."""
    env: Environment = templates().overlay(autoescape=False)
    own = {"md": _markdown, "code": _code, "tex": tex_escaped, "maths": maths, "formulas": _formulas}
    env.filters = env.filters | own
    return env


def _markdown(text: str) -> str:
    """Text for Markdown, in which nothing is markup.

    >>> _markdown("a_i < *b*")
    'a\\\\_i &lt; \\\\*b\\\\*'
    """
    escaped = re.sub(r"([\\`*_\[\]|#~])", r"\\\1", clean(text).replace("\n", " "))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _code(text: str) -> str:
    """Text as code in Markdown, fenced by more backticks than it has."""
    shown = clean(text).replace("\n", " ")
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence, pad = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _formulas(line: Data) -> str:
    """A line in LaTeX: its variables and hypotheses, then what it shows, each a formula that TeX may break."""
    shows = f"${maths(line['shows']['latex'])}$"
    given = ", ".join(f"${maths(g['latex'])}$" for g in line["given"])
    parts = [f"${maths(line['sorts']['latex'])}$"] if line["sorts"]["latex"] else []
    return f"for {' with '.join([*parts, *([given] if given else [])])}: {shows}" if parts or given else shows
