"""Readable proofs as text, Markdown, LaTeX and HTML.

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
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import escape

from proofs.kernel.terms import FALSE, Term
from proofs.language import mathml
from proofs.language.display import GREEK, NONE, Notions
from proofs.readable.outline import Block, Line, Name, Piece, Pieces, Proof, Ref, conditions, variables_with

Show = Callable[[Piece], str]

TEX = {
    "≤": r"$\le$", "≥": r"$\ge$", "Σ": r"$\sum$", "Π": r"$\prod$", "√": r"$\surd$", "−": "$-$", "·": r"$\cdot$",
    "²": "$^2$", "³": "$^3$", "_": r"\_", "^": r"\^{}", "<": "$<$", ">": "$>$", "|": "$|$", "“": "``", "”": "''",
    "–": "--", "→": r"$\to$", "∞": r"$\infty$", "≠": r"$\ne$", "ö": r'\"o', "ä": r'\"a', "ü": r'\"u', "é": r"\'e",
    "&": r"\&", "%": r"\%", "#": r"\#", "{": r"\{", "}": r"\}", "⁻": "$^-$", "’": "'", "‖": r"$\Vert$",
    "⁴": "$^4$", "⁵": "$^5$", "⁶": "$^6$", "⁷": "$^7$", "ø": r"{\o}",
    "ó": r"\'o", "ő": r"\H{o}",
    **{sign: f"$\\{name}$" for name, sign in GREEK.items()},
}  # fmt: skip


CHAINED = {  # joined into one formula
    "$ ≤ $": r" \le ", "$ < $": " < ", "$ ≥ $": r" \ge ", "$ > $": " > ",
    r"$ $\le$ $": r" \le ", "$ $<$ $": " < ", r"$ $\ge$ $": r" \ge ", "$ $>$ $": " > ",
}  # fmt: skip
HTML = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Proof</title>
<style>
body {{ max-width: 50em; margin: 2em auto; padding: 0 1em; line-height: 1.5; }}
ul {{ list-style: none; padding-left: 1.5em; }}
</style></head>
<body>
{}
</body>
</html>"""
REPEATED = 40  # characters of LaTeX; a longer formula that a page repeats is shown by a label
FOLDED = 25  # rows below a line of a page, from which on they are folded


def shortened(text: str, longest: int | None) -> str:
    """Return a text without its middle if it is too long.

    >>> shortened("0123456789", 4)
    '01 … 89'
    """
    return text if longest is None or len(text) <= longest else f"{text[: longest // 2]} … {text[-(longest // 2) :]}"


def plain(notions: Notions = NONE, longest: int | None = None) -> Show:
    """Return the function that gives pieces as plain text; a longer formula than `longest` loses its middle."""

    def show(piece: Piece) -> str:
        if isinstance(piece, Term):
            return shortened(notions.text(piece), longest)
        return (
            f"({piece.line.number})" if isinstance(piece, Ref) else piece.called if isinstance(piece, Name) else piece
        )

    return show


def markdown(notions: Notions = NONE) -> Show:
    """Return the function that gives pieces as Markdown, with formulas in LaTeX."""
    text = plain(notions)
    return lambda piece: f"${notions.latex(piece)}$" if isinstance(piece, Term) else text(piece)


def tex(notions: Notions = NONE) -> Show:
    """Return the function that gives pieces as LaTeX."""
    text = plain(notions)

    def show(piece: Piece) -> str:
        if isinstance(piece, Term):
            return f"${notions.latex(piece)}$".replace(r"\mathbb", r"\mathbf")  # amsmath has no blackboard letters
        return text(piece) if isinstance(piece, Ref) else "".join(TEX.get(c, c) for c in text(piece))

    return show


@dataclass
class Web:
    """The function that gives pieces as HTML with MathML.

    Parameters
    ----------
    anchor
        What the ids of lines begin with; their numbers follow.
    link
        A function that gives the link to a theorem as HTML; without one, only its name is shown.
    longest
        The longest formula that is shown whole, in characters of LaTeX; the middle of a longer one is left out.
    in_reason
        The same for the formulas in the reasons of lines.
    labels
        Formulas that are shown by a label in HTML. If it is given, long formulas of lines get the lines' numbers.
    """

    notions: Notions = NONE
    anchor: str = "line-"
    link: Callable[[Name], str] | None = None
    longest: int = 2000
    in_reason: int = 2000
    labels: dict[Term, str] | None = None
    claimed: Term | None = None  # the formula of the line that is being shown

    def __call__(self, piece: Piece) -> str:
        """Return a piece as HTML."""
        if isinstance(piece, Term):
            if self.labels and piece in self.labels:
                return self.labels[piece]
            if self.labels and piece.op == "imp" and piece.args[1] is FALSE and piece.args[0] in self.labels:
                return f"{self.labels[piece.args[0]]} is false"
            latex = self.notions.latex(piece)
            longest = self.longest if piece is self.claimed else self.in_reason
            shown = mathml.formula(latex, "", longest)
            return str(shown or mathml.formula(latex, self.notions.text(piece), longest))
        if isinstance(piece, Ref):
            number = piece.line.number
            return f'<a href="#{self.anchor}{number}">({number})</a>'
        return self.link(piece) if self.link and isinstance(piece, Name) else str(escape(plain(self.notions)(piece)))

    def without_known(self, pieces: Pieces) -> Pieces:
        """Leave out formulas that a reference follows, as in "0 < x by (3)", if they are long or were shown before."""
        out: list[Piece] = []
        for k, piece in enumerate(pieces):
            before, after = pieces[k - 1] if k else "", pieces[k + 1 : k + 3]
            is_operand = isinstance(before, str) and before.endswith("ing ")  # of "multiplying", "dividing"
            if isinstance(piece, Term) and not is_operand and len(after) == 2 and after[0] == " by ":
                is_known = piece in (self.labels or ()) or len(self.notions.latex(piece)) > self.in_reason
                if isinstance(after[1], Ref) and is_known:
                    out.append("")
                    continue
            if piece == " by " and out[-1:] == [""]:
                continue
            out.append(piece)
        return tuple(out)

    def name(self, formula: Term, label: str) -> None:
        """Show a formula by this label from here on, if it is long."""
        if self.labels is not None and len(self.notions.latex(formula)) > REPEATED:
            self.labels.setdefault(formula, label)


def said(pieces: Pieces, show: Show) -> str:
    """Return pieces in one format."""
    out = "".join(map(show, show.without_known(pieces) if isinstance(show, Web) else pieces))
    for chained, within in CHAINED.items():
        out = out.replace(chained, within)
    return out


def sentence(line: Line, show: Show) -> str:
    """Return a line: its formula, where it holds, and its reason."""
    if isinstance(show, Web):
        show.claimed = line.formula
    out = _sentence(line, show)
    if isinstance(show, Web) and line.formula is not None:
        show.name(line.formula, f"the formula of {show(Ref(line))}")
    return out


def _sentence(line: Line, show: Show) -> str:
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


class Row(NamedTuple):
    """A printed line: its depth, whether its number stands before it, its number (0 for a title), and its words."""

    depth: int
    label: bool
    number: int
    words: str

    @property
    def text(self) -> str:
        """The words with the number."""
        return f"({self.number}) {self.words}" if self.label else self.words


def _outline(lines: Sequence[Line], show: Show, depth: int = 0, deepest: int | None = None) -> Iterator[Row]:
    """Yield the printed lines, down to a depth; a block of one line is printed in its title."""
    for line in lines:
        yield Row(depth, True, line.number, ended(sentence(line, show), ":" if line.inside else "."))
        for block in line.inside:
            yield from _block(block, show, depth + 1, deepest)


def _block(block: Block, show: Show, depth: int, deepest: int | None) -> Iterator[Row]:
    if deepest is not None and depth > deepest:
        return
    title = said(block.title, show)
    title = title[:1].upper() + title[1:]
    if len(block.lines) == 1:
        (only,) = block.lines
        words = ended(f"{title}: ({only.number}) {sentence(only, show)}", ":" if only.inside else ".")
        yield Row(depth, False, only.number, words)
        for inner in only.inside:
            yield from _block(inner, show, depth + 1, deepest)
    else:
        yield Row(depth, False, 0, f"{title}:")
        if deepest is None or depth < deepest:
            yield from _outline(block.lines, show, depth + 1, deepest)


def as_text(proof: Proof, longest: int | None = None) -> str:
    """Return a proof as plain text; a formula of more characters than `longest` loses its middle."""
    show = plain(proof.notions, longest)
    parts = [said(proof.statement, show)] if proof.statement else []
    for section in proof.sections:
        rows = [f"{said(section.title, show)}."] if section.title else []
        rows += ["    " * row.depth + row.text for row in _outline(section.lines, show)]
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def as_markdown(proof: Proof) -> str:
    """Return a proof in Markdown with LaTeX formulas."""
    show = markdown(proof.notions)
    parts = [said(proof.statement, show)]
    for section in proof.sections:
        rows = [f"*{said(section.title, show)}.*", ""] if section.title else []
        rows += ["  " * row.depth + f"- {row.text}" for row in _outline(section.lines, show)]
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def as_tex(proof: Proof) -> str:
    """Return a proof as a LaTeX document; what is between its first and last lines can be put into another one."""
    show = tex(proof.notions)
    rows = [r"\documentclass{article}", r"\usepackage{amsmath}", r"\begin{document}", said(proof.statement, show)]
    for section in proof.sections:
        rows += ["", rf"\medskip\noindent\emph{{{said(section.title, show)}.}}"] if section.title else [""]
        depth = -1
        for row in _outline(section.lines, show):
            while depth < row.depth:
                rows.append(r"\begin{list}{}{\leftmargin=2em\itemsep=0pt}")
                depth += 1
            while depth > row.depth:
                rows.append(r"\end{list}")
                depth -= 1
            rows.append(rf"\item[({row.number})] {row.words}" if row.label else rf"\item {row.words}")
        rows += [r"\end{list}"] * (depth + 1)
    return "\n".join([*rows, r"\end{document}"])


def as_html(proof: Proof) -> str:
    """Return a proof as an HTML page that needs no other file."""
    show = Web(proof.notions)
    parts = [f"<p>{said(proof.statement, show)}</p>"]
    for section in proof.sections:
        parts += [f"<p><em>{said(section.title, show)}.</em></p>"] if section.title else []
        parts.append(html_lines(section.lines, show))
    return HTML.format("\n".join(parts))


def html_lines(lines: Sequence[Line], show: Show, anchor: str = "line-", most: int | None = None) -> str:
    """Return lines as nested lists in HTML; a long inner list is folded.

    Of more than `most` rows, the deepest are left out.
    """
    deepest = None
    if most is not None:
        depths = [row.depth for row in _outline(lines, lambda piece: "")]
        while len(depths) > most and (deepest := max(depths)):
            deepest -= 1
            depths = [depth for depth in depths if depth <= deepest]
    return _nested([*_outline(lines, show, 0, deepest)], anchor)


def _nested(rows: Sequence[Row], anchor: str) -> str:
    """Return rows as a list in HTML, each with the rows below it that are deeper.

    Many rows below one are folded, unless there is nothing beside them.
    """
    out, at = [], 0
    while at < len(rows):
        row = rows[at]
        end = next((k for k in range(at + 1, len(rows)) if rows[k].depth <= row.depth), len(rows))
        label = f"({row.number}) " if row.label else ""
        id = f' id="{anchor}{row.number}"' if row.number else ""
        inner = _nested(rows[at + 1 : end], anchor) if end > at + 1 else ""
        if end - at > FOLDED and end - at < len(rows):
            inner = f"<details><summary>{end - at - 1} steps</summary>{inner}</details>"
        out.append(f"<li{id}>{label}{row.words}{inner}</li>")
        at = end
    return "<ul>" + "\n".join(out) + "</ul>"


FORMATS: dict[str, Callable[[Proof], str]] = {"text": as_text, "md": as_markdown, "tex": as_tex, "html": as_html}


def written(proof: Proof, format: str = "text") -> str:
    """Return a proof in one of the formats "text", "md", "tex" and "html".

    Raises
    ------
    ValueError
        for any other format.
    """
    if format not in FORMATS:
        raise ValueError(f"no format {format!r}: choose one of {', '.join(FORMATS)}")
    return FORMATS[format](proof)
