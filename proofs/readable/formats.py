"""Readable proofs as text, Markdown and LaTeX.

>>> from proofs.language.notation import reals
>>> from proofs.readable.outline import Line, Proof, Section, number
>>> (x,) = reals("x")
>>> lines = [Line(x * x >= 0, ("as it is a square",))]
>>> number(lines)
>>> proof = Proof(("For real x: ", x * x >= 0, "."), [Section(("Proof",), lines)])
>>> print(written(proof, "text"))
For real x: 0 ≤ x^2.
<BLANKLINE>
Proof.
(1) 0 ≤ x^2, as it is a square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from proofs.kernel.terms import Term
from proofs.language import display
from proofs.readable.outline import Line, Piece, Pieces, Proof, Ref, conditions, variables_with

Show = Callable[[Piece], str]

TEX = {
    "≤": r"$\le$", "≥": r"$\ge$", "Σ": r"$\sum$", "Π": r"$\prod$", "√": r"$\surd$", "−": "$-$", "·": r"$\cdot$",
    "²": "$^2$", "³": "$^3$", "_": r"\_", "^": r"\^{}", "<": "$<$", ">": "$>$", "|": "$|$", "“": "``", "”": "''",
    "–": "--", "→": r"$\to$", "∞": r"$\infty$", "≠": r"$\ne$", "ö": r'\"o', "ä": r'\"a', "ü": r'\"u', "é": r"\'e",
    "&": r"\&", "%": r"\%", "#": r"\#", "{": r"\{", "}": r"\}", "⁻": "$^-$", "’": "'", "‖": r"$\Vert$",
    "δ": r"$\delta$", "ρ": r"$\rho$", "π": r"$\pi$", "⁴": "$^4$", "⁵": "$^5$", "⁶": "$^6$", "⁷": "$^7$", "ø": r"{\o}",
    "ó": r"\'o", "ő": r"\H{o}",
}  # fmt: skip


CHAINED = {  # joined into one formula
    "$ ≤ $": r" \le ", "$ < $": " < ", "$ ≥ $": r" \ge ", "$ > $": " > ",
    r"$ $\le$ $": r" \le ", "$ $<$ $": " < ", r"$ $\ge$ $": r" \ge ", "$ $>$ $": " > ",
}  # fmt: skip


def _text(piece: Piece) -> str:
    return (
        display.text(piece)
        if isinstance(piece, Term)
        else f"({piece.line.number})"
        if isinstance(piece, Ref)
        else piece
    )


def _latex(t: Term) -> str:
    return display.latex(t).replace(r"\mathbb", r"\mathbf")  # amsmath has no blackboard letters


def tex(piece: Piece) -> str:
    """Return a piece as LaTeX."""
    if isinstance(piece, Term):
        return f"${_latex(piece)}$"
    return f"({piece.line.number})" if isinstance(piece, Ref) else "".join(TEX.get(c, c) for c in piece)


def markdown(piece: Piece) -> str:
    """Return a piece as Markdown, with formulas in LaTeX."""
    if isinstance(piece, Term):
        return f"${_latex(piece)}$"
    return _text(piece)


def said(pieces: Pieces, show: Show = _text) -> str:
    """Return pieces in one format."""
    out = "".join(map(show, pieces))
    for chained, within in CHAINED.items():
        out = out.replace(chained, within)
    return out


def sentence(line: Line, show: Show = _text) -> str:
    """Return a line: its formula, where it holds, and its reason."""
    where = conditions(line.where)
    if line.arbitrary:
        where = (" for all ", *variables_with(line.arbitrary, line.where))
    elif where:
        where = (" for ", *where)
    reason = line.reason
    if line.formula is None:
        out = said(reason, show)
        return out[:1].upper() + out[1:]
    if line.repeats:
        plain = reason[:1] == ("this is ",)
        return said(reason if plain else ("this holds", _comma(reason), *reason), show)
    return said((line.formula, *where, *((_comma(reason), *reason) if reason else ())), show)


def _comma(reason: Pieces) -> str:
    """Return the punctuation between a formula and its reason."""
    first = reason[0] if reason else ""
    return " " if isinstance(first, str) and first.startswith(("is true", "is false")) else ", "


def ended(words: str, end: str = ".") -> str:
    """Return a sentence with its end, which an ellipsis has already."""
    return words if words.endswith("…") and end == "." else words + end


def _outline(lines: Sequence[Line], show: Show, depth: int = 0) -> Iterator[tuple[int, str, str]]:
    """Yield the depth, the number and the text of each printed line; a block of one line is printed in its title."""
    for line in lines:
        end = ":" if line.inside else "."
        yield depth, f"({line.number})", ended(sentence(line, show), end)
        for block in line.inside:
            title = said(block.title, show)
            title = title[:1].upper() + title[1:]
            if len(block.lines) == 1:
                (only,) = block.lines
                words = ended(sentence(only, show), ":" if only.inside else ".")
                yield depth + 1, "", f"{title}: ({only.number}) {words}"
                for inner in only.inside:
                    yield from _outline_of_block(inner.title, inner.lines, show, depth + 2)
            else:
                yield from _outline_of_block(block.title, block.lines, show, depth + 1)


def _outline_of_block(title: Pieces, lines: Sequence[Line], show: Show, depth: int) -> Iterator[tuple[int, str, str]]:
    words = said(title, show)
    words = words[:1].upper() + words[1:]
    if len(lines) == 1 and not lines[0].inside:
        yield depth, "", ended(f"{words}: ({lines[0].number}) {sentence(lines[0], show)}")
    else:
        yield depth, "", f"{words}:"
        yield from _outline(lines, show, depth + 1)


def as_text(proof: Proof) -> str:
    """Return a proof as plain text."""
    parts = [said(proof.statement)]
    for section in proof.sections:
        rows = [f"{said(section.title)}."] if section.title else []
        rows += ["    " * d + f"{n} {words}".lstrip() for d, n, words in _outline(section.lines, _text)]
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def as_markdown(proof: Proof) -> str:
    """Return a proof in Markdown with LaTeX formulas."""
    parts = [said(proof.statement, markdown)]
    for section in proof.sections:
        rows = [f"*{said(section.title, markdown)}.*", ""] if section.title else []
        rows += ["  " * d + f"- {n} {words}".replace("-  ", "- ") for d, n, words in _outline(section.lines, markdown)]
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def as_tex(proof: Proof) -> str:
    """Return a proof as a LaTeX document; what is between its first and last lines can be put into another one."""
    rows = [r"\documentclass{article}", r"\usepackage{amsmath}", r"\begin{document}", said(proof.statement, tex)]
    for section in proof.sections:
        rows += ["", rf"\medskip\noindent\emph{{{said(section.title, tex)}.}}"] if section.title else [""]
        depth = -1
        for d, n, words in _outline(section.lines, tex):
            while depth < d:
                rows.append(r"\begin{list}{}{\leftmargin=2em\itemsep=0pt}")
                depth += 1
            while depth > d:
                rows.append(r"\end{list}")
                depth -= 1
            rows.append(rf"\item[{n}] {words}" if n else rf"\item {words}")
        rows += [r"\end{list}"] * (depth + 1)
    return "\n".join([*rows, r"\end{document}"])


FORMATS: dict[str, Callable[[Proof], str]] = {"text": as_text, "md": as_markdown, "tex": as_tex}


def written(proof: Proof, format: str = "text") -> str:
    """Return a proof in one of the formats "text", "md" and "tex".

    Raises
    ------
    ValueError
        for any other format.
    """
    if format not in FORMATS:
        raise ValueError(f"no format {format!r}: choose one of {', '.join(FORMATS)}")
    return FORMATS[format](proof)
