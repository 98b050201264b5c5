"""The form of a printed proof: lines with formulas and reasons, and blocks of lines under a hypothesis.

A reason consists of pieces: words, formulas and references to lines. How these are written as text, Markdown or LaTeX,
`proofs.readable.formats` knows.

>>> from proofs.language.notation import reals
>>> (x,) = reals("x")
>>> lines = [Line(x * x >= 0, ("as it is a square",))]
>>> number(lines)
>>> lines[0].number
1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from proofs.kernel.terms import Term


@dataclass(frozen=True)
class Ref:
    """A reference to a line."""

    line: Line


Piece = str | Term | Ref
Pieces = tuple[Piece, ...]


@dataclass(eq=False)
class Line:
    """A statement with its reason, and its number if it is set.

    It holds wherever `given` holds: the hypotheses of the theorem, of the enclosing blocks, and those of the line.
    `also` are the formulas in its reason, each of which holds there too. A line without a formula ends in a
    contradiction. `where` are those of the hypotheses that no title says, `arbitrary` the variables of a lemma.
    `inside` are lines that prove it, if they have hypotheses of their own.
    """

    formula: Term | None
    reason: Pieces
    given: tuple[Term, ...] = ()
    also: tuple[Term, ...] = ()
    where: tuple[Term, ...] = ()
    inside: list[Block] = field(default_factory=list)
    arbitrary: tuple[Term, ...] = ()
    number: int = 0


@dataclass
class Block:
    """Lines under a title, such as a case."""

    title: Pieces
    lines: list[Line] = field(default_factory=list)


@dataclass
class Section:
    """The proof of one statement: its title and its lines."""

    title: Pieces
    lines: list[Line] = field(default_factory=list)


@dataclass
class Proof:
    """A proof or a refutation: what is claimed, and the sections."""

    statement: Pieces
    sections: list[Section]

    @property
    def lines(self) -> list[Line]:
        """All lines, with those inside others."""
        return [line for section in self.sections for line in all_lines(section.lines)]


def all_lines(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines with those inside them."""
    for line in lines:
        yield line
        for block in line.inside:
            yield from all_lines(block.lines)


def number(lines: Sequence[Line], first: int = 1) -> None:
    """Give numbers to the lines and those inside them, in the order in which they are printed."""
    for k, line in enumerate(all_lines(lines), first):
        line.number = k


SIGNS = {"le": " ≤ ", "lt": " < "}


def conditions(formulas: Sequence[Term]) -> Pieces:
    """Return formulas as an enumeration, in which a <= b and b < c become a ≤ b < c.

    >>> from proofs.language.notation import reals
    >>> x, y, z = reals("x y z")
    >>> conditions([x <= y, y < z, z <= 1])[1::2]
    (' ≤ ', ' < ', ' ≤ ')
    """
    chains: list[list[Term]] = []
    for t in formulas:
        last = chains[-1][-1] if chains else None
        if last is not None and {last.op, t.op} <= SIGNS.keys() and last.args[1] is t.args[0] and t.args[0].op != "num":
            chains[-1].append(t)
        else:
            chains.append([t])
    parts: list[Pieces] = []
    for chain in chains:
        pieces: list[Piece] = [chain[0].args[0]] if len(chain) > 1 else [chain[0]]
        for t in chain if len(chain) > 1 else ():
            pieces += [SIGNS[t.op], t.args[1]]
        parts.append(tuple(pieces))
    return joined(parts)


def joined(parts: Sequence[Pieces], last: str = " and ") -> Pieces:
    """Return parts as an enumeration.

    >>> joined([("a",), ("b",), ("c",)])
    ('a', ', ', 'b', ' and ', 'c')
    """
    out: list[Piece] = []
    for k, part in enumerate(parts):
        out += [] if k == 0 else [last if k == len(parts) - 1 else ", "]
        out += part
    return tuple(out)
