"""Questions: hypotheses and goals, read from text, terms of the kernel or SymPy relations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, groupby
from threading import Lock
from typing import TYPE_CHECKING, Any

from proofs.kernel.store import Json, Writer, read_terms
from proofs.kernel.terms import Term, codomain, le, lt, rebuild, substitute, substitution, takes_integers, var
from proofs.language.display import text
from proofs.language.notation import variable
from proofs.language.parse import EULER, Parsed, arrays_in, declared, is_plain, parse, with_integers
from proofs.language.tokens import ParseError
from proofs.search.base.formulas import WAVES, free_variables, of_waves
from proofs.search.sequences.forms import of_sequences

if TYPE_CHECKING:
    from proofs.language.translate import Crossing

Formula = Any  # text, a term of the kernel or a SymPy relation
READING = Lock()  # all threads share the table of terms


@dataclass(frozen=True)
class Place:
    """One hypothesis or goal of a question: its relations, and its text if it was given as text.

    A relation for all indices of a range between numerals is one place with a relation for each index.
    """

    relations: tuple[Term, ...]
    typed: str = ""

    def __str__(self) -> str:
        return self.typed or self.read_as

    @property
    def read_as(self) -> str:
        """The relations in printed form."""
        return " and ".join(map(text, self.relations))


def places_of(parts: Sequence[Parsed]) -> tuple[Place, ...]:
    """Return the hypotheses, or the goals, in order, each once."""
    out: dict[Place, None] = {}
    for part in parts:
        if not part.typed:
            out |= {Place((r,)): None for r in part.relations}
            continue
        for typed, rows in groupby(zip(part.relations, part.typed, strict=True), key=lambda row: row[1]):
            out[Place(tuple(dict.fromkeys(r for r, _ in rows)), typed)] = None
    return tuple(out)


@dataclass(frozen=True)
class Question:
    """A question: the hypotheses and the goals, formula by formula, with the conditions that their roots require."""

    read: tuple[Parsed, ...]
    wanted: tuple[Parsed, ...]

    @property
    def given(self) -> tuple[Term, ...]:
        """The hypotheses, each once."""
        return tuple(dict.fromkeys(r for parsed in self.read for r in parsed.relations))

    @property
    def goals(self) -> tuple[Term, ...]:
        """The goals, each relation once."""
        return tuple(dict.fromkeys(r for parsed in self.wanted for r in parsed.relations))

    @property
    def hypotheses(self) -> tuple[Place, ...]:
        """The hypotheses as they were stated."""
        return places_of(self.read)

    @property
    def conclusions(self) -> tuple[Place, ...]:
        """The goals as they were stated."""
        return places_of(self.wanted)

    @property
    def needs(self) -> tuple[bool, bool]:
        """A pair: true if the question is about sequences, and true if it contains sin, cos, atan or erf."""
        about_sequences = any(map(of_sequences, _formulas((*self.read, *self.wanted))))
        return about_sequences, any(map(of_waves, (*self.given, *self.goals)))

    @property
    def of_text(self) -> bool:
        """True if any formula was given as text."""
        return any(parsed.typed for parsed in (*self.read, *self.wanted))

    @property
    def reading(self) -> str:
        """The question as it was read, in printed form; empty if its text is plain."""
        if all(is_plain(place.typed) for place in (*self.hypotheses, *self.conclusions) if place.typed):
            return ""
        given, goal = (", ".join(place.read_as for place in p) for p in (self.hypotheses, self.conclusions))
        return f"{given} ⊢ {goal}" if given else goal

    def with_standard_names(self) -> tuple[Question, dict[Term, Term]]:
        """Rename the variables to x00, x01, … in order of occurrence, the goals first, and sort the hypotheses.

        Return the question and a map from the new variables to the old ones. A search under these names does not depend
        on the names in the question, nor on the order of its hypotheses.
        """
        names: dict[Term, Term] = {}
        digits = max(2, len(str(len(free_variables(_formulas((*self.wanted, *self.read)))))))

        def name(parsed: Parsed) -> None:
            for t in _formulas([parsed]):
                found: dict[Term, None] = {}
                _add_variables(t, found, set())
                for x in found:
                    names.setdefault(x, variable(f"x{len(names):0{digits}}", x.sort))

        for parsed in self.wanted:
            name(parsed)
        waiting, read = list(self.read), list[Parsed]()
        while waiting:  # first, sorted, the hypotheses without further variables; then the first of the others
            known = [p for p in waiting if all(t.free <= names.keys() for t in _formulas([p]))]
            if not known:
                known = [min(waiting, key=partial(_shape, names))]
                name(known[0])
            read += sorted(known, key=partial(_shape, names))
            waiting = [p for p in waiting if p not in known]
        put = substitution(names)
        parts = [tuple(p.mapped(put) for p in part) for part in (read, self.wanted)]
        return Question(*parts), {new: old for old, new in names.items()}

    def to_json(self) -> Json:
        """Return plain data that `from_json` reads."""
        writer = Writer()

        def rows(parts: Sequence[Parsed]) -> Json:
            return [
                [[[writer.term(t) for t in terms] for terms in (p.relations, *p.needs)], list(p.typed)] for p in parts
            ]

        read, wanted = rows(self.read), rows(self.wanted)
        return {"terms": writer.rows, "read": read, "wanted": wanted}

    @classmethod
    def from_json(cls, plain: Mapping[str, Json]) -> Question:
        """Read the question that `to_json` wrote."""
        terms = read_terms(plain["terms"])

        def parts(rows: Json) -> tuple[Parsed, ...]:
            return tuple(
                Parsed(relations, tuple(needs), tuple(typed))
                for row, typed in rows
                for relations, *needs in [[tuple(terms[i] for i in places) for places in row]]
            )

        return cls(parts(plain["read"]), parts(plain["wanted"]))


def read_question(
    goal: Formula | Sequence[Formula], given: Formula | Sequence[Formula] = (), integers: Collection[str] = ()
) -> Question:
    """Read a question; SymPy's assumptions about its symbols come first among the hypotheses.

    A variable in a bound of a range or in an index, such as n in sum(x[i], (i, 1, n)), is an integer even without a
    declaration.

    Raises
    ------
    ParseError
        for invalid text, if there is no goal, or if a name denotes two objects.
    TranslationError
        for a SymPy relation that has no exact counterpart.
    """
    hypotheses, goals = listed(given), listed(goal)
    texts = [f for f in (*hypotheses, *goals) if isinstance(f, str) and declared(f) is None]
    arrays = frozenset().union(*(arrays_in(t)[0] for t in texts))

    def read_with(names: frozenset[str]) -> tuple[frozenset[str], _Reader, list[Parsed], list[Parsed]]:
        reader = _Reader(names, arrays)
        read = [reader.formula(h) for h in hypotheses if not (isinstance(h, str) and declared(h) is not None)]
        return names, reader, read, [reader.formula(g) for g in goals]

    declarations = (declared(t) or () for t in hypotheses if isinstance(t, str))
    names, reader, read, wanted = with_integers(frozenset(integers).union(*declarations), (), read_with)
    if not wanted:
        raise ParseError("", 0, "there is no goal")
    occurring = {x.args[0] for parsed in (*read, *wanted) for r in parsed.relations for x in free_variables([r])}
    if len(occurring) == 1 and occurring <= {*EULER} and any(isinstance(g, str) for g in goals):
        (e,) = occurring
        what = f"{e} is the only variable here: write exp(1) for the number, and another letter for a variable"
        raise ParseError(str(goals[0]), 0, what)
    if any(parsed.ends for parsed in read):
        raise ParseError(
            str(hypotheses[0]),
            0,
            "an infinite sum is only understood in a goal: write a hypothesis about its partial sums",
        )
    numbers = {x.args[0] for parsed in (*read, *wanted) for r in parsed.relations for x in r.free if x.op == "var"}
    for name in sorted(numbers):
        if 1 < len(name) < 4 and name.isalpha() and numbers.issuperset(name) and texts:
            where = next((str(f) for f in texts if name in str(f)), str(texts[0]))
            what = f"two readings: a variable {name} or the product {'*'.join(name)}; write *, or rename {name}"
            raise ParseError(where, max(0, where.find(name)), what)
    read, wanted = _with_names(read, wanted)
    said = {r for parsed in read for r in parsed.relations}
    assumed = tuple(r for r in reader.assumed() if r not in said)
    return _of_numbers(Question((Parsed(assumed), *read) if assumed else tuple(read), tuple(wanted)), names)


def _with_names(read: Sequence[Parsed], wanted: Sequence[Parsed]) -> tuple[list[Parsed], list[Parsed]]:
    """Introduce names floor_1, … for ⌊x⌋, with floor_1 <= x < floor_1 + 1, and end_1, … for ends of infinite sums."""
    names = {v.args[0] for t in _formulas((*read, *wanted)) for v in t.free}

    def new(stem: str) -> Iterator[Term]:
        return (var(name, "Z") for k in count(1) for name in [f"{stem}_{k}"] if name not in names)

    free = new("floor")
    renamed = dict(zip((end for parsed in wanted for end in parsed.ends), new("end"), strict=False))
    floors: dict[Term, Term] = {}
    for x, k in (pair for parsed in (*read, *wanted) for pair in parsed.floors):
        x = substitute(x, renamed)
        if x not in floors:
            floors[x] = next(free)
        renamed[k] = floors[x]
    if not renamed:
        return list(read), list(wanted)
    put = substitution(renamed)
    defined = [Parsed((le(k, x), lt(x, k + 1))) for x, k in floors.items()]
    return [*defined, *(p.mapped(put) for p in read)], [p.mapped(put) for p in wanted]


def question(goal: Formula, given: Formula = ()) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Return the hypotheses and the goals of a question, as terms of the kernel."""
    with READING:
        asked = read_question(goal, given)
    return asked.given, asked.goals


def _shape(names: Mapping[Term, Term], parsed: Parsed) -> tuple[Any, ...]:
    """Return a key for sorting hypotheses that does not depend on the names of variables."""
    formulas = _formulas([parsed])
    others = {x: variable("other'", x.sort) for x in free_variables(formulas) if x not in names}
    put = substitution({**names, **others})
    return len(others), [put(t).order for t in formulas]


def _formulas(parts: Iterable[Parsed]) -> list[Term]:
    """Return all relations and their conditions."""
    return [t for parsed in parts for t in (*parsed.relations, *parsed.conditions)]


def _add_variables(t: Term, found: dict[Term, None], seen: set[Term]) -> None:
    """Add the free variables and functions of a term, in order of occurrence."""
    if t in seen:
        return
    seen.add(t)
    if t.op in ("var", "fn"):
        found[t] = None
    for a in t.args:
        if isinstance(a, Term) and a.free:
            _add_variables(a, found, seen)


def listed(x: Formula) -> list[Formula]:
    """Return one formula or several formulas as a list; an empty text gives an empty list."""
    if isinstance(x, str) and not x.strip():
        return []
    return list(x) if isinstance(x, list | tuple | set | frozenset) else [x]


class _Reader:
    """A reader of the formulas of one question, given as text, terms or SymPy relations."""

    def __init__(self, integers: Collection[str], arrays: Collection[str] = ()) -> None:
        self.integers, self.arrays = integers, arrays
        self.crossing: Crossing | None = None  # created on demand: SymPy takes time to load

    def formula(self, x: Formula) -> Parsed:
        if isinstance(x, str):
            return parse(x, self.integers, self.arrays)
        if isinstance(x, Term):
            if x.op not in ("le", "lt", "eq", "all"):
                raise ParseError(str(x), 0, "a relation is needed, or one of every index of a range")
            return Parsed((x,))
        if isinstance(x, bool):
            raise ParseError(str(x), 0, "this was evaluated before it came here: write it as text")
        if self.crossing is None:
            from proofs.language.translate import Crossing

            self.crossing = Crossing()
        return self.crossing.relations(x)

    def assumed(self) -> Sequence[Term]:
        return () if self.crossing is None else tuple(self.crossing.assumed)


NUMBERS = ("num", "var", "add", "mul", "inv", "exp", "log", *WAVES, "abs", "ite", "le", "lt", "eq", "imp", "false")
RANGES = ("sum", "prod", "max", "all", "bv")


def _of_numbers(asked: Question, integers: Collection[str]) -> Question:
    """Check that each name denotes one object; replace entries by variables if there are no ranges.

    The entries a(1), a(2) then become a_1, a_2.
    """
    formulas = _formulas((*asked.read, *asked.wanted))
    called = {x.args[0]: x for name in integers for x in [var(name, "Z")]}
    if any(of_ranges(t) for t in formulas):
        for f in (f for f in free_variables(formulas) if f.op == "fn" and codomain(f.sort) == "Z"):
            called.pop(f.args[0], None)  # "integer a" for an array declares its entries
        for x in sorted({x for t in formulas for x in t.free}, key=str):
            _call(called, x.args[0], x)
        return asked
    for x in sorted({x for t in formulas for x in t.free}, key=str):
        _call(called, x.args[0], x)

    def number(t: Term) -> Term:
        if t.op == "app":
            name = "_".join([t.args[0].args[0], *(str(i.args[0]) for i in t.args[1:])])
            _call(called, name, t)
            return var(name, t.sort)
        return rebuild(t, lambda kid, _: number(kid))

    read, wanted = (tuple(p.mapped(number) for p in parts) for parts in (asked.read, asked.wanted))
    return Question(read, wanted)


def of_ranges(t: Term) -> bool:
    """Return whether a formula contains ranges, or entries at symbolic or negative indices.

    Raises
    ------
    ParseError
        for derivatives, functions of reals, and quantifiers over reals, which questions cannot contain.
    """
    kids = [a for a in t.args if isinstance(a, Term)]
    if t.op == "app" and t.args[0].op == "fn" and takes_integers(t.args[0].sort):
        places = t.args[1:]
        return any([*map(of_ranges, places), *(i.op != "num" or i.args[0] < 0 for i in places)])
    if t.op not in (*NUMBERS, *RANGES) or (t.op == "all" and t.args[0] != "Z"):
        what = "questions are about numbers and entries at integer places, with sums, products and maxima over ranges"
        raise ParseError(text(t) if not t.loose else t.op, 0, what)
    return any([*map(of_ranges, kids), t.op in RANGES])


def _call(called: dict[str, Term], name: str, thing: Term) -> None:
    """Record what a name denotes; raise `ParseError` if it already denotes something else."""
    other = called.setdefault(name, thing)
    if other is not thing:
        kinds = {"fn": "a function", "app": "an entry"}
        both = sorted(kinds.get(x.op, "an integer" if x.sort == "Z" else "a real") for x in (other, thing))
        raise ParseError(name, 0, f"two different things are called {name}, {' and '.join(both)}: rename one")
