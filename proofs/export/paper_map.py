"""A map of a paper, as a Markdown table: for each section its statements, and the files that declare and prove them."""

from __future__ import annotations

import posixpath

from proofs.builder.paper import Paper


def paper_map(paper: Paper) -> str:
    """Return a table with a row for each section of a paper, or several if several files declare its statements.

    The files that declare statements are relative to their common folder, which is named above the table; those that
    prove them are relative to the folder of the file that declares them. Theorems of other chapters are left out.
    """
    rows: dict[tuple[str, str], tuple[list[str], dict[str, None]]] = {}
    for s in paper.in_order():
        ids, proved = rows.setdefault((s.section, _file(paper, s.id)), ([], {}))
        ids.append(s.id.partition(":")[2])
        proved |= dict.fromkeys(_file(paper, claim.by) for claim in s.claims if claim.by in paper.places)
    folder = posixpath.commonpath([posixpath.dirname(file) for _, file in rows]) if rows else ""
    lines = [f"Files in `{folder}`:", ""] if folder else []
    lines += ["| section | statements | declared in | proved in |", "| --- | --- | --- | --- |"]
    for (section, file), (ids, proved) in rows.items():
        others = (f"`{posixpath.relpath(other, posixpath.dirname(file))}`" for other in proved if other != file)
        declared = posixpath.relpath(file, folder) if folder else file
        lines.append(f"| {section} | {', '.join(ids)} | `{declared}` | {', '.join(others)} |")
    return "\n".join(lines) + "\n"


def _file(paper: Paper, name: str | None) -> str:
    """Return the file that declares a statement or a theorem of the paper."""
    return paper.places[name or ""].rpartition(":")[0]
