"""Proofs as text, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs.kernel.terms import Term
from proofs.language.display import text
from proofs.readable.outline import Line, Pieces, Ref, joined


def piece_text(pieces: Pieces) -> str:
    """Return pieces as text."""
    return "".join(text(p) if isinstance(p, Term) else f"({p.line.number})" if isinstance(p, Ref) else p for p in pieces)


def lines_text(lines: Sequence[Line], indent: str = "") -> Iterator[str]:
    """Yield the lines as text."""
    for line in lines:
        yield indent + _sentence(line)
        for block in line.inside:
            title = piece_text(block.title)
            title = title[:1].upper() + title[1:]
            if len(block.lines) == 1 and not block.lines[0].inside:
                yield f"{indent}    {title}: {_sentence(block.lines[0])}"
            else:
                yield f"{indent}    {title}:"
                yield from lines_text(block.lines, indent + "        ")


def _sentence(line: Line) -> str:
    shown = "" if line.formula is None else text(line.formula)
    where = piece_text(joined([(h,) for h in line.where]))
    if line.arbitrary:
        where = f" for all {piece_text(joined([(v,) for v in line.arbitrary]))}" + (f" with {where}" if where else "")
    elif where:
        where = f" for {where}"
    reason = piece_text(line.reason)
    return f"({line.number}) {shown}{where}" + (f", {reason}" if reason and shown else reason)
