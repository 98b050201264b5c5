"""A question as it was asked: hypotheses and goals read from text, terms of the kernel or SymPy relations."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from proofs.kernel.store import Json, Writer, read_terms
from proofs.kernel.terms import Term
from proofs.language import sorts
from proofs.language.parse import Parsed, ParseError, declared, parse

Formula = Any  # text, a term of the kernel or a SymPy relation
READING = Lock()  # the table of terms belongs to the whole process


@dataclass(frozen=True)
class Question:
    """What is given and what is asked, formula by formula, with the conditions of their roots."""

    read: tuple[Parsed, ...]
    wanted: tuple[Parsed, ...]

    @property
    def given(self) -> tuple[Term, ...]:
        """The hypotheses."""
        return tuple(r for parsed in self.read for r in parsed.relations)

    @property
    def typed(self) -> dict[Term, str]:
        """The relations that came as text, as they were typed."""
        parts = [parsed for parsed in (*self.read, *self.wanted) if parsed.typed]
        return {r: words for parsed in parts for r, words in zip(parsed.relations, parsed.typed, strict=True)}

    @property
    def goals(self) -> tuple[Term, ...]:
        """What is to hold under them."""
        return tuple(r for parsed in self.wanted for r in parsed.relations)

    def to_json(self) -> Json:
        """Plain data; `from_json` reads it."""
        writer = Writer()

        def rows(parts: Sequence[Parsed]) -> Json:
            return [[[writer.term(t) for t in terms] for terms in (p.relations, p.conditions)] for p in parts]

        read, wanted = rows(self.read), rows(self.wanted)
        return {"terms": writer.rows, "read": read, "wanted": wanted}

    @classmethod
    def from_json(cls, plain: Mapping[str, Json]) -> Question:
        """The question that `to_json` wrote."""
        terms = read_terms(plain["terms"])

        def parts(rows: Json) -> tuple[Parsed, ...]:
            return tuple(Parsed(*(tuple(terms[i] for i in places) for places in row)) for row in rows)

        return cls(parts(plain["read"]), parts(plain["wanted"]))


def read_question(
    goal: Formula | Sequence[Formula], given: Formula | Sequence[Formula] = (), integers: Collection[str] = ()
) -> Question:
    """Read a question; raises `ParseError` for text that is not understood, or if there is no goal."""
    hypotheses, goals = listed(given), listed(goal)
    names = frozenset(integers).union(*(declared(t) or () for t in hypotheses if isinstance(t, str)))
    read = [_read(h, names) for h in hypotheses if not (isinstance(h, str) and declared(h) is not None)]
    wanted = [_read(g, names) for g in goals]
    if not wanted:
        raise ParseError("", 0, "there is no goal")
    asked = Question(tuple(read), tuple(wanted))
    clash = sorts.clash((*asked.given, *asked.goals))
    if clash:
        raise ParseError(clash.partition(" ")[0], 0, clash)
    return asked


def question(goal: Formula, given: Formula = ()) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The hypotheses and the goals of a question, as terms of the kernel."""
    with READING:
        asked = read_question(goal, given)
    return asked.given, asked.goals


def listed(x: Formula) -> list[Formula]:
    """One formula or several, as a list."""
    return list(x) if isinstance(x, list | tuple | set | frozenset) else [x]


def _read(x: Formula, integers: Collection[str]) -> Parsed:
    """A formula in any of its forms."""
    if isinstance(x, str):
        return parse(x, integers)
    if isinstance(x, Term):
        if x.op not in ("le", "lt", "eq"):
            raise ParseError(str(x), 0, "a relation is needed")
        return Parsed((x,))
    if isinstance(x, bool):
        raise ParseError(str(x), 0, "this was evaluated before it came here: write it as text")
    return _from_sympy(x, integers)


def _from_sympy(x: Any, integers: Collection[str]) -> Parsed:
    """A SymPy relation; roots, Min and Max go by way of their text."""
    from proofs.language.translate import TranslationError, from_sympy

    try:
        return _read(from_sympy(x), integers)
    except TranslationError:
        symbols = getattr(x, "free_symbols", ())
        names = [s.name for s in symbols]
        if not names or not all(s.is_real and s.name.isidentifier() for s in symbols) or len(set(names)) < len(names):
            raise
        return parse(str(x), {*integers, *(s.name for s in symbols if s.is_integer)})
