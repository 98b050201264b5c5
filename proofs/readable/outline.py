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
from proofs.language.display import NONE, Notions


@dataclass(frozen=True)
class Ref:
    """A reference to a line."""

    line: Line


@dataclass(frozen=True)
class Name:
    """A reference to a theorem of a library or a paper: its full name, and what it is called in the text."""

    theorem: str
    called: str


Piece = str | Term | Ref | Name
Pieces = tuple[Piece, ...]


@dataclass(eq=False)
class Line:
    """A statement with its reason, and its number if it is set.

    It holds wherever `given` holds: the hypotheses of the theorem, of the enclosing blocks, and those of the line.
    `also` are the formulas in its reason, each of which holds there too, and `derivatives` are functions with the
    derivatives that the reason says they have, and the variable. A line without a formula ends in a contradiction.
    `where` are those of the hypotheses that no title says, `arbitrary` the variables of a lemma. `inside` are lines
    that prove it, if they have hypotheses of their own; `folded` are such lines that the reason tells. A line that
    `repeats` has the formula of the line that it is inside of, which is not printed again.
    """

    formula: Term | None
    reason: Pieces
    given: tuple[Term, ...] = ()
    also: tuple[Term, ...] = ()
    where: tuple[Term, ...] = ()
    inside: list[Block] = field(default_factory=list)
    arbitrary: tuple[Term, ...] = ()
    number: int = 0
    folded: list[Line] = field(default_factory=list)
    derivatives: tuple[tuple[Term, Term, Term], ...] = ()
    repeats: bool = False


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
    """A proof or a refutation: what is claimed, the sections, and the named notions by which formulas are shown."""

    statement: Pieces
    sections: list[Section]
    notions: Notions = NONE

    @property
    def lines(self) -> list[Line]:
        """All lines, with those inside others."""
        return [line for section in self.sections for line in all_lines(section.lines)]

    @property
    def checkable(self) -> list[Line]:
        """All lines, with those that the reasons of others tell."""
        return [x for line in self.lines for x in (*_folded(line), line)]


def all_lines(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines with those inside them."""
    for line in lines:
        yield line
        for block in line.inside:
            yield from all_lines(block.lines)


def _folded(line: Line) -> Iterator[Line]:
    for inner in line.folded:
        yield from _folded(inner)
        yield inner


def number(lines: Sequence[Line], first: int = 1) -> None:
    """Give numbers to the lines and those inside them, in the order in which they are printed."""
    for k, line in enumerate(all_lines(lines), first):
        line.number = k


SIGNS = {"le": " ≤ ", "lt": " < "}
TURNED = {"le": " ≥ ", "lt": " > "}


def conditions(formulas: Sequence[Term]) -> Pieces:
    """Return formulas as an enumeration, in which a <= b and b < c become a ≤ b < c, and 0 < a and 0 < b a, b > 0.

    >>> from proofs.language.notation import reals
    >>> x, y, z = reals("x y z")
    >>> conditions([y < z, x <= y, z <= 1])[1::2]
    (' ≤ ', ' < ', ' ≤ ')
    >>> conditions([0 < x, 0 < y])[1::2]
    (', ', ' > ')
    """
    return joined(chained(formulas))


def chained(formulas: Sequence[Term]) -> list[Pieces]:
    """Return the parts of the enumeration of `conditions`."""
    chains: list[list[Term]] = []
    for t in formulas:
        before = next((c for c in chains if _continues(c[-1], t)), None)
        after = next((c for c in chains if _continues(t, c[0])), None)
        if before is not None:
            before.append(t)
            if after is not None and after is not before:
                before += after
                chains.remove(after)
        elif after is not None:
            after.insert(0, t)
        else:
            chains.append([t])
    bounded: dict[tuple[str, Term], list[Term]] = {}
    for chain in chains:
        if len(chain) == 1 and chain[0].op in SIGNS and chain[0].args[0].op == "num" and chain[0].args[1].op == "var":
            bounded.setdefault((chain[0].op, chain[0].args[0]), []).append(chain[0].args[1])
    parts: list[Pieces] = []
    for chain in chains:
        alike = bounded.get((chain[0].op, chain[0].args[0]), []) if len(chain) == 1 and chain[0].args else []
        if len(alike) > 1 and chain[0].args[1] in alike:
            if chain[0].args[1] is alike[0]:
                names = [piece for x in alike for piece in (", ", x)][1:]
                parts.append((*names, TURNED[chain[0].op], chain[0].args[0]))
            continue
        pieces: list[Piece] = [chain[0].args[0]] if len(chain) > 1 else [chain[0]]
        for t in chain if len(chain) > 1 else ():
            pieces += [SIGNS[t.op], t.args[1]]
        parts.append(tuple(pieces))
    return parts


def variables_with(names: Sequence[Term], formulas: Sequence[Term]) -> Pieces:
    """Return variables with their conditions: "x and y with x < y", or "x, y > 0" if that says all.

    >>> from proofs.language.notation import reals
    >>> x, y = reals("x y")
    >>> len(variables_with([x, y], [0 < x, 0 < y])), len(variables_with([x, y], [x < y]))
    (5, 5)
    """
    parts = chained(formulas)
    if len(parts) == 1 and [*parts[0][:-2:2]] == [*names] and len(names) > 1:
        return parts[0]
    return (*joined([(x,) for x in names]), *((" with ", *joined(parts)) if parts else ()))


def _continues(s: Term, t: Term) -> bool:
    """Return whether two relations form a chain a ≤ b ≤ c."""
    return {s.op, t.op} <= SIGNS.keys() and s.args[1] is t.args[0] and t.args[0].op != "num"


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


def enumerated(parts: Sequence[Pieces]) -> Pieces:
    """Return facts as an enumeration in which those that are formulas alone come first, as conditions.

    >>> from proofs.language.notation import reals
    >>> x, y = reals("x y")
    >>> enumerated([("(1)",), (x < y,)])
    (lt(var(x, R), var(y, R)), ' and ', '(1)')
    """
    formulas = [part[0] for part in parts if len(part) == 1 and isinstance(part[0], Term)]
    rest = [part for part in parts if not (len(part) == 1 and isinstance(part[0], Term))]
    return joined([*chained(formulas), *rest])
