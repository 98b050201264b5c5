"""Papers: statements and displayed formulas, each as printed and, if wrong, as corrected.

This module does not say how well a statement is established: `proofs.checking.check` computes it from replayed proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib import import_module
from itertools import count
from typing import Any, Literal, NamedTuple, Protocol, get_args

from proofs.builder.chapter import Chapter, Claim
from proofs.builder.diagnostics import nearest
from proofs.builder.proof import Proof
from proofs.builder.recursion import Recursion
from proofs.builder.validation import checked_id, checked_key, checked_object, one_line
from proofs.kernel.rules import Fact
from proofs.kernel.terms import (
    Term,
    abstract,
    codomain,
    domain,
    fits,
    is_function,
    lam,
    num,
    substitute,
    takes_integers,
    term,
    variable,
)
from proofs.language import sorts
from proofs.language.display import Notions, text
from proofs.language.notation import exists, letters, opposite
from proofs.language.parse import read_claim

Defect = Literal["false", "step", "dimension", "strictness", "gap", "typo"]
PROSE = "prose: "  # prefix of the kinds of sentences outside statements and displays: "prose: claim", "prose: count"
UNNAMED = ("display", "fact", "finding")  # kinds without a name in the paper; a finding is not in the paper
KINDS = (
    "theorem", "lemma", "proposition", "corollary", "claim", "definition", "assumption", "remark", "example",
    "conjecture", "enumeration", *UNNAMED,
)  # fmt: skip
Quoted = tuple[tuple[str, ...], Mapping[str, str]]  # formulas as printed; a map from the paper's symbols to ours
Values = Sequence[Term | int]  # values that a search may try for a variable or the entries of a vector


@dataclass(frozen=True)
class Search:
    """The search space for a counterexample to one printed claim.

    `sizes` gives the values of integer variables, `reals` those of real variables, `entries` for each function the
    values that its members may take, or the functions of the index that it may be; `length` names the size of each
    function's index range. The smallest sizes are tried first, and entries in the order given.


    >>> Search(sizes={"n": [1, 2]}, reals={"r": [1]}, entries={"a": [0, 1]}, length={"a": "n"}).sizes
    {'n': [1, 2]}
    """

    sizes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    reals: Mapping[str, Values] = field(default_factory=dict)
    entries: Mapping[str, Values] = field(default_factory=dict)
    length: Mapping[str, str | int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("sizes", "reals", "entries", "length"):
            values = getattr(self, name)
            if not (isinstance(values, Mapping) and all(isinstance(variable, str) for variable in values)):
                raise ValueError(
                    f'a search: `{name}` says what variables may be, such as {{"n": [1, 2]}}, not {values!r}'
                )
            wrong = next((v for v in values.values() if isinstance(v, str) or not isinstance(v, Sequence)), None)
            if name != "length" and wrong is not None:
                raise ValueError(
                    f"a search: `{name}` has a list of values for each variable, such as [1, 2], not {wrong!r}"
                )


@dataclass(frozen=True)
class Erratum:
    """An error in a statement as printed: the kind of defect, a sentence about it, and where to search.

    "false" is a statement that fails, "step" a step that fails in the proof of a true statement. `claim` is the
    position of the wrong claim among the printed ones, or of a step among the steps. `at` is a counterexample: values
    of the claim's variables, as for `holds_at` in `Paper.state`; the check proves that the hypotheses hold there and
    the conclusion does not. `search` says where to search for one. If the defect is shown otherwise, `by` is a claim
    whose proof shows it: for a claim called false, its negation at the values `at` of its variables. If there is none
    of these (a misprint, a gap, a formula that is not well-formed), the defect was found by reading, and is reported as
    such. `same_as` is the entry ("lemma-1#2" for the second of Lemma 1, "lemma-1" for its first) about the same defect
    in another place: it counts once.


    >>> Erratum("strictness", "Equality holds at 1.", at={"x": 1}).defect
    'strictness'
    """

    defect: Defect
    what: str
    claim: int = 0
    search: Search | None = None
    by: Claim | None = None
    at: Mapping[Any, Any] = field(default_factory=dict)
    same_as: str = ""

    def __post_init__(self) -> None:
        if self.defect not in get_args(Defect):
            raise ValueError(
                f"an erratum: no defect is called {self.defect!r}; there are {', '.join(get_args(Defect))}"
            )
        object.__setattr__(self, "what", one_line(self.what, "what an erratum says"))
        if isinstance(self.at, Mapping):
            object.__setattr__(self, "at", _by_name(self.at))
        wanted = {"claim": int, "search": Search | None, "by": Claim | None, "at": Mapping, "same_as": str}
        for name, kind in wanted.items():
            value = getattr(self, name)
            if not isinstance(value, kind):
                hint = next(
                    (f"; write {n}=" for n, k in wanted.items() if value is not None and isinstance(value, k)), ""
                )
                raise ValueError(f"an erratum: its `{name}` cannot be a {type(value).__name__}{hint}")


def _by_name(values: Mapping[Any, Any]) -> dict[str, Any]:
    """Return values by the names of their variables, which may be given themselves."""
    return {v.args[0] if isinstance(v, Term) else v: value for v, value in values.items()}


At = Any  # a term, or a tuple of such values: a function's from index 1 on


def _point(full: str, claims: Sequence[Claim], values: Mapping[Any, Any], where: str = "holds_at") -> dict[str, At]:
    """Return the values of a point by name, as terms, in nested tuples for functions.

    Raises
    ------
    ValueError
        if no claim has a variable of one of the names, or a value is unsuitable.
    """
    variables = {v.args[0]: v for c in claims for f in (*c.given, c.shows) for v in f.free}
    out: dict[str, At] = {}
    for name, value in _by_name(values).items():
        if name not in variables:
            known = f"they have {', '.join(sorted(variables))}" if variables else "they have none"
            raise ValueError(f"{full}, {where}: no claim has a variable {name!r}; {known}")
        v = variables[name]
        depth = len(domain(v.sort)) if is_function(v.sort) else 0
        if isinstance(value, Term) and fits(value.sort, v.sort) and not value.free:
            out[name] = value
            continue
        if not takes_integers(v.sort):
            raise ValueError(f"{full}, {where}: {name} is a function of functions: give it by mapping, not by values")
        out[name] = _value(f"{full}, {where}: {name}", value, depth, codomain(v.sort) if depth else v.sort)
    return out


def _value(where: str, value: object, depth: int, sort: str) -> At:
    """Return a value as a term, or as nested tuples of terms."""
    if depth:
        if isinstance(value, str | Term) or not isinstance(value, Sequence):
            raise ValueError(f"{where} is a function: list its values, from index 1 on, not {value!r}")
        return tuple(_value(where, x, depth - 1, sort) for x in value)
    if isinstance(value, str):
        try:
            value = Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise ValueError(
                f"{where}: {value!r} is not a number; write an integer, or a fraction such as '1/2'"
            ) from None
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        value = num(Fraction(value).numerator, Fraction(value).denominator)
    if not isinstance(value, Term) or value.free or value.sort not in ("Z", "R"):
        shown = text(value) if isinstance(value, Term) else repr(value)
        hint = "; floats are not exact: write '1/2' for 0.5" if isinstance(value, float) else ""
        raise ValueError(f"{where}: {shown} is not a number{hint}")
    if sort == "Z" and value.sort != "Z":
        raise ValueError(f"{where} is an integer, and cannot be {text(value)}")
    return value


@dataclass(frozen=True)
class Statement:
    """A named statement or displayed formula.

    Attributes
    ----------
    id
        The permanent id: "KS:lemma-5", "KS:eq-101", "Yun:E.3.1-7".
    index
        The ids of `index.json` that it covers, e.g. ("Lemma 5",) or ("B.2[21]",); then the sentences of the text with
        the same content, e.g. "B.2¶2".
    printed, corrected
        Claims: the sentence of a named statement, the lines of a display. `corrected` is empty if the printed form
        holds.
    steps
        Intermediate claims of the proof: displayed, but not part of the statement.
    defines
        For a definition or a display that only names a quantity: the terms, with `given`, that must be well-defined.
        A condition is defined by its formula.
    cites
        The ids of the statements that the paper's own proof applies.
    narrower
        The reason why the corrected form has hypotheses that the printed form lacks.
    argued
        The part that is not proved here, with the paper's argument for it: declares the statement open.
    holds_at
        A point at which the hypotheses of its claims hold: values of variables by name, numbers or, for functions,
        lists of values from index 1 on.
    """

    id: str
    paper: str
    kind: str
    section: str
    index: tuple[str, ...]
    equations: tuple[str, ...]
    says: str
    printed: tuple[Claim, ...] = ()
    corrected: tuple[Claim, ...] = ()
    steps: tuple[Claim, ...] = ()
    errata: tuple[Erratum, ...] = ()
    given: tuple[Term, ...] = ()
    defines: tuple[Term, ...] = ()
    argued: str = ""
    cites: tuple[str, ...] = ()
    narrower: str = ""
    holds_at: Mapping[str, At] = field(default_factory=dict)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All its claims, in every form."""
        return (*self.printed, *self.corrected, *self.steps)

    @property
    def meant(self) -> list[tuple[tuple[Term, ...], Term]]:
        """Hypotheses and formula of each claim that later results use (corrected if given), step and definition."""
        claims = (*(self.corrected or self.printed), *self.steps)
        return [(c.given, c.shows) for c in claims] + [(self.given, t) for t in self.defines]


class DefinedBy(NamedTuple):
    """A definition by recursion: its statement and equations, and theorems that show that these are well-defined."""

    statement: str
    equations: tuple[Term, ...]
    theorems: tuple[str, ...]


@dataclass(frozen=True)
class Constant:
    """A constant of a statement: the paper's value, the value that the proof needs, and the sharp value.

    `needed_by` and `sharp_by` name the theorem or claims that show the statement at that value; `beyond` is a claim
    that the statement fails beyond the sharp value, to be proved like any other. `comparison` names a
    `numeric.comparison.Comparison` of the paper's value with the best one, as "module:name". The check computes
    `ratio` from it: the rounded quotient, the best one's name, the example, and the two values there.
    """

    id: str
    statement: str
    what: str
    paper: Term
    needed: Term | None = None
    needed_by: Claim | None = None
    sharp: Term | None = None
    sharp_by: Claim | None = None
    beyond: Claim | None = None
    note: str = ""
    comparison: str = ""
    ratio: tuple[str, ...] | None = None


CONSTANT_FIELDS: Mapping[str, type] = {
    "paper": Term, "needed": Term, "needed_by": Claim, "sharp": Term, "sharp_by": Claim, "beyond": Claim, "note": str,
    "comparison": str,
}  # fmt: skip
CONSTANT_KINDS: Mapping[type, str] = {
    Term: "a value, such as num(2) or rational(1, 2)",
    Claim: "a claim: what @paper.claim makes, or Claim((hypothesis, …), formula)",
    str: "a text",
}


class Settable(Protocol):
    """A point whose variables and functions can be given values by name."""

    def put(self, values: Mapping[str, Any]) -> None:
        """Set those variables and functions of the point that have a value here."""


class Paper(Chapter):
    """A chapter with statements in the order of the paper; it has the notions and recursions of those in `builds_on`.

    >>> from proofs.language.notation import reals
    >>> (x,) = reals("x")
    >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
    >>> @paper.claim(given=[1 <= x], shows=x <= x * x)
    ... def le_square(p):
    ...     p.given(large=1 <= x)
    ...     return p.have(p.goal, "large")
    >>> lemma = paper.state("lemma-1", "a large number is below its square", kind="lemma", printed=le_square)
    >>> lemma.id, lemma.printed[0].by
    ('Toy:lemma-1', 'Toy.le_square')
    """

    def __init__(
        self,
        key: str,
        title: str,
        source: str,
        builds_on: Chapter | Iterable[Chapter] = (),
        index: Mapping[str, str] | None = None,
    ) -> None:
        """Create a paper without statements; `key` is the prefix of its ids.

        It also has the named notions and the recursive sequences of the papers and chapters in `builds_on`. (To apply
        their theorems, it suffices to write their full names, "KS.lemma_5", or to import their module.)

        `index` maps the ids of its statements, displays and sentences, in order, to their kinds.

        Raises
        ------
        ValueError
            if the key is invalid, the title or the source has control characters, or `builds_on` lists something else
            than papers and chapters.
        """
        super().__init__(checked_key(key))
        title, source = one_line(title, f"the title of {key}"), one_line(source, f"the source of {key}")
        index = {one_line(id, f"the index of {key}"): kind for id, kind in (index or {}).items()}
        builds_on = [builds_on] if isinstance(builds_on, str | Chapter) else list(builds_on)
        other = next((chapter for chapter in builds_on if not isinstance(chapter, Chapter)), None)
        if other is not None:
            advice = "from proofs.papers.liu import paper as liu, and then builds_on=[liu]"
            raise ValueError(f"{key}: `builds_on` lists papers and chapters, not {other!r}: {advice}")
        self.notions = Notions(d for chapter in builds_on for d in chapter.notions.definitions)
        self.key, self.title, self.source, self.index = key, title, source, index
        self.current_section = ""
        self.statements: dict[str, Statement] = {}
        self.constants: list[Constant] = []
        self._said: set[Term] = set()  # formulas whose letters are known
        self._defects: dict[tuple[str, str, Claim | None], str] = {}  # the first entry of this kind, words and theorem
        self.standing: tuple[Term, ...] = ()
        self.recursions = {x: e for chapter in builds_on for x, e in chapter.recursions.items()}
        # for the equations of recursions, and the sentences on existence
        self.defined_by: dict[Term, DefinedBy] = {}
        for paper in builds_on:
            self.defined_by |= paper.defined_by if isinstance(paper, Paper) else {}
        self.unclaimed: dict[str, str] = {}
        self.quoted: dict[str, Quoted] = {}
        self.sketches: dict[str, str] = {}  # by the id of a statement
        self.starting_points: dict[str, str] = {}  # by the full name of a theorem, or the id of a statement
        self.spot_checks: dict[str, str] = {}  # by the id of a statement
        self.plots: dict[str, tuple[str, ...]] = {}  # by the id of a statement

    def assume(self, *formulas: Term) -> None:
        """Add standing assumptions of the paper: they explain its letters, and counterexamples have to satisfy them.

        >>> from proofs.language.notation import ints
        >>> (n,) = ints("n")
        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> paper.assume(1 <= n)
        >>> len(paper.standing)
        1
        """
        self.standing += formulas

    def begin_section(self, section: str) -> None:
        """Set the section of the statements that follow and name no other.

        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> paper.begin_section("2.1")
        >>> paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it").section
        '2.1'
        """
        self.current_section = one_line(section, f"{self.key}: a section")

    def state(
        self,
        id: str,
        says: str,
        *,
        section: str | None = None,
        index: str | Sequence[str] = (),
        kind: str = "display",
        equations: str | Sequence[str] = (),
        printed: Claim | Sequence[Claim] = (),
        corrected: Claim | Sequence[Claim] = (),
        steps: Claim | Sequence[Claim] = (),
        errata: Erratum | Sequence[Erratum] = (),
        given: Sequence[Term] = (),
        defines: Term | Sequence[Term] = (),
        argued: str = "",
        cites: str | Sequence[str] = (),
        narrower: str = "",
        holds_at: Mapping[Any, Any] | None = None,
    ) -> Statement:
        """Enter a statement under "<paper>:<id>". Single claims, errata and ids need no brackets.

        Its section is by default that of `begin_section`. Citations are ids of this paper ("lemma-1"), or full ids.
        `holds_at` gives a point at which the hypotheses of its claims hold, by variables or their names, such as
        ``{"n": 2, "x": "1/2", "a": [0, 1]}``; the check verifies it exactly. Values are integers, fractions, texts
        such as "1/2" and closed terms: a function may be given by `fun` or `mapping`, one of integers also by the list
        of its values from index 1 on. Theorems of the paper that say that a hypothesis holds
        at the point are used.

        Raises
        ------
        ValueError
            if the id is taken, the kind is unknown, the id or a text is invalid, a claim is not a `Claim`, an erratum
            is about a claim that does not exist, two variables of a definition have one name, or `holds_at` names a
            variable that no claim has, or gives it an unsuitable value.


        >>> from proofs.language.notation import reals
        >>> (x,) = reals("x")
        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> found = paper.state(
        ...     "lemma-1", "a number is below its square", kind="lemma",
        ...     printed=Claim((), x < x * x), corrected=Claim((1 < x,), x < x * x),
        ...     errata=Erratum("false", "It has to exceed 1.", search=Search(reals={"x": [1]})),
        ... )
        >>> found.claims[0].shows is found.claims[1].shows
        True
        >>> paper.state("lemma-2", "", kind="lema")
        Traceback (most recent call last):
            ...
        ValueError: Toy:lemma-2: no kind of statement is called 'lema'; the nearest: lemma, remark
        """
        full = f"{self.key}:{checked_id(id, self.key)}"
        if full in self.statements:
            raise ValueError(f"two statements have the id {full}")
        if kind not in KINDS:
            raise ValueError(f"{full}: no kind of statement is called {kind!r}{nearest(kind, KINDS)}")

        def several(x: object, kind: type) -> tuple:
            found = (x,) if isinstance(x, kind) or not isinstance(x, Iterable) else tuple(x)
            for y in found:
                if not isinstance(y, kind):
                    shown = text(y) if isinstance(y, Term) else repr(y)
                    hint = "; write Claim((hypothesis, …), formula)" if kind is Claim and isinstance(y, Term) else ""
                    raise ValueError(f"{full}: expected a {kind.__name__} in place of {shown}{hint}")
                for formula in (*y.given, y.shows) if isinstance(y, Claim) else ():
                    if formula.sort != "B":
                        raise ValueError(f"{full}: {text(formula)} is not a formula")
            return found

        def line(text: str, name: str) -> str:
            return one_line(text, f"{full}: `{name}`")

        section = self.current_section if section is None else section
        says, section, argued = line(says, "says"), line(section, "section"), line(argued, "argued")
        narrower = line(narrower, "narrower")
        indexed = tuple(line(part, "index") for part in several(index, str))
        numbers = tuple(line(part, "equations") for part in several(equations, str))
        statement = Statement(
            full, self.key, kind, section, indexed, numbers, says,
            self._owned(several(printed, Claim)), self._owned(several(corrected, Claim)),
            self._owned(several(steps, Claim)),
            tuple(self._full(e, f"{full}#{k}") for k, e in enumerate(several(errata, Erratum), 1)), tuple(given),
            several(defines, Term), argued,
            tuple(map(self._id, several(cites, str))), narrower,
        )  # fmt: skip
        if holds_at is not None:
            statement = replace(statement, holds_at=_point(full, statement.claims, holds_at))
        errata = []
        for e in statement.errata:
            about = (statement.steps if e.defect == "step" else statement.printed)[e.claim : e.claim + 1]
            if (e.search or e.at) and not about:
                raise ValueError(f"{full}: an erratum refers to a claim that the statement does not have")
            errata.append(e if e.by or not e.at else replace(e, at=_point(full, about, e.at, "an erratum")))
        statement = replace(statement, errata=tuple(errata))
        clash = next(filter(None, (sorts.clash((*given, t)) for t in statement.defines)), None)
        if clash:
            raise ValueError(f"{full}: {clash}")
        self.statements[full], self.places[full] = statement, self._here()
        claims = (f for c in statement.claims for f in (*c.given, c.shows))
        patterns = (d.pattern for d in self.notions.definitions)
        said = (*claims, *statement.given, *statement.defines, *patterns)
        self.notions.call(letters(self.package, said, self._said))
        return statement

    def recursion(
        self,
        id: str,
        says: str,
        x: Term,
        start: Callable[..., Term | int],
        step: Callable[..., Term | int],
        *,
        first: Term | int = 1,
        last: Term | int | None = None,
        ends: Sequence[Term | int | None] = (),
        given: Sequence[Term] = (),
        defined: Claim | str | Sequence[Claim | str] = (),
        **details: Any,
    ) -> tuple[Term, Term]:
        """Define a sequence by recursion, and return its two equations.

        The statement says that such a sequence exists up to any index N; it is proved by induction. From here on, the
        equations are hypotheses of every claim that contains the sequence, called "x_start" and "x_step" if it is x.

        Parameters
        ----------
        id, says, details
            As for `state`.
        x
            The sequence, a function whose first argument is the index. Its values are numbers, or vectors or matrices
            if it has further arguments.
        start
            The value at the first index, as a function of the further arguments.
        step
            The value at t + 1, as a function of t, the value at t, and the further arguments.
        first, last, ends
            The first index, the last one (by default, there is none), and the two bounds of each further argument. If
            there is a last index, an erratum or `holds_at` can list the values of the sequence.
        given
            The hypotheses under which the sequence is defined.
        defined
            Theorems of this paper, also later ones, by which the step is well-defined: for example, no denominator in
            it is 0. They may use the equations.

        Raises
        ------
        ValueError
            if x is no sequence or is defined already, if `start` or `step` takes other arguments, contains x, or is no
            integer although x has integer values, or as for `state`.

        >>> from proofs.language.notation import ints, vectors
        >>> (n,), (x,) = ints("n"), vectors("x")
        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> equations = paper.recursion("definition-1", "powers of 2", x, lambda: 1, lambda t, value: 2 * value)
        >>> [text(e) for e in equations]
        ['x_1 = 1', '∀i ∈ ℤ. 1 ≤ i ⇒ x_{i + 1} = 2·x_i']
        >>> text(paper.claim(given=[1 <= n], shows=1 <= x(n))(lambda p: None).given[1])
        'x_1 = 1'
        """
        found = Recursion(x, start, step, term(first), tuple(ends))
        wrong = found.defect() or ("it is defined already" if x in self.recursions else "")
        if wrong:
            raise ValueError(f"{self._id(id)}: {wrong}")
        equations = found.equations(x, None if last is None else term(last))
        name = x.args[0]
        used = {v.args[0] for formula in (*equations, *given) for v in formula.free}
        names_of_last = (f"N_{k}" if k else "N" for k in count())
        N = variable(next(name for name in names_of_last if name not in used), "Z")

        def sequence_exists(p: Proof) -> Fact:
            return found.prove(p, N, term(first) <= N)

        sequence_exists.__name__ = f"{name}_exists"
        sequence_exists.__doc__ = "By induction: a sequence up to k is continued by one value."
        claim = self.claim([*given, term(first) <= N], found.exists(N))(sequence_exists)
        self.state(id, says, kind="definition", printed=claim, **details)
        self.recursions[x] = dict(zip((f"{name}_start", f"{name}_step"), equations, strict=True))
        theorems = [defined] if isinstance(defined, str | Claim) else defined
        names = tuple(str(c.by) if isinstance(c, Claim) else c for c in theorems)
        names = tuple(name if "." in name else f"{self.key}.{name}" for name in names)
        for formula in (*equations, claim.shows):
            self.defined_by[formula] = DefinedBy(self._id(id), equations, names)
        return equations

    def _id(self, id: str) -> str:
        return id if ":" in id or not id else f"{self.key}:{id}"

    def _full(self, e: Erratum, name: str) -> Erratum:
        """Return the erratum with full names; without `same_as` it repeats an earlier one in the same words."""
        same = self._id(e.same_as if "#" in e.same_as or not e.same_as else f"{e.same_as}#1")
        if not same:
            first = self._defects.setdefault((e.defect, e.what, e.by), name)
            same = first if first != name else ""
        return replace(e, by=self._owned([e.by])[0] if e.by else None, same_as=same)

    def _owned(self, claims: Iterable[Claim]) -> tuple[Claim, ...]:
        """Return the claims, with full names of theorems, and with the equations of the recursive sequences in them."""
        return tuple(map(self._complete, claims))

    def _complete(self, claim: Claim) -> Claim:
        """Return a claim with the full name of its theorem, and with the equations of the recursive sequences in it."""
        equations = [e for found in self._equations((*claim.given, claim.shows)) for e in found.values()]
        given = tuple(dict.fromkeys((*claim.given, *equations)))
        by = f"{self.key}.{claim.by}" if claim.by and "." not in claim.by else claim.by
        return claim if (given, by) == (claim.given, claim.by) else replace(claim, given=given, by=by)

    def said_by(self, statement: str, *sentences: str) -> None:
        """Add these sentences of the text, which the statement with this id covers, to its index.

        Raises
        ------
        ValueError
            if an id is not that of a sentence in the index.
        """
        full = self._id(statement)
        for id in sentences:
            self._sentence(id)
        found = self.statements[full]
        self.statements[full] = replace(found, index=(*found.index, *sentences))

    def claims_nothing(self, reasons: Mapping[str, str]) -> None:
        """Declare sentences of the text that make no formal claim, by their ids, with reasons."""
        for id, reason in reasons.items():
            self._sentence(id)
            one_line(reason, f"{self.key}: the reason for {id}")
        self.unclaimed |= reasons

    def place(self, said: Mapping[str, str], claiming_nothing: Mapping[str, str]) -> None:
        """Assign sentences to statements (by id, separated by spaces), and declare those that claim nothing."""
        for statement, sentences in said.items():
            self.said_by(statement, *sentences.split())
        self.claims_nothing(claiming_nothing)

    def quote(
        self, formulas: Mapping[str, str | Sequence[str]], letters: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        """Quote the formulas of statements as printed in the paper, in LaTeX, by the statements' ids.

        They are shown next to the checked formulas for comparison, and are not checked themselves. `letters` maps
        symbols of the paper, in LaTeX, to those used here, if they differ.

        Raises
        ------
        ValueError
            if an id is not that of a statement.

        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> lemma = paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it")
        >>> paper.quote({"lemma-1": r"\\|x\\| \\ll 1"}, {"lemma-1": {"x": "a"}})
        >>> paper.quoted["Toy:lemma-1"]
        (('\\\\|x\\\\| \\\\ll 1',), {'x': 'a'})
        """
        letters = letters or {}
        for id in (*formulas, *letters):
            self._known(id)
        for id, shown in formulas.items():
            several = (shown,) if isinstance(shown, str) else shown
            lines = tuple(one_line(formula, f"what is quoted of {self._id(id)}") for formula in several)
            self.quoted[self._id(id)] = lines, dict(letters.get(id, {}))

    def sketch(self, sketches: Mapping[str, str]) -> None:
        """Sketch the proofs of main results in a sentence or two each, by the statements' ids.

        Other statements are named by their full ids in brackets, ``[Toy:lemma-1]``. Pages show them with their status,
        so that a sketch does not say which of them are proved.

        Raises
        ------
        ValueError
            if an id is not that of a statement.

        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> lemma = paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it")
        >>> paper.sketch({"lemma-1": "Sum over all x, as in [Toy:lemma-1]."})
        >>> paper.sketches
        {'Toy:lemma-1': 'Sum over all x, as in [Toy:lemma-1].'}
        """
        for id, words in sketches.items():
            self.sketches[self._known(id)] = one_line(words, f"the sketch of {self._id(id)}")

    def starting_point(self, names: str, start: str) -> None:
        """Name a starting point for claims whose hypotheses randomly drawn numbers hardly ever satisfy.

        Parameters
        ----------
        names
            Theorems of this paper and ids of its statements, separated by spaces.
        start
            "module:name" of a mapping of values by name, such as ``{"n": 2, "a": [0, 1]}``, or of a function that sets
            them: ``def start(rng: random.Random, point: Settable) -> None``. All other numbers are drawn at random.

        Raises
        ------
        ValueError
            if there is no such theorem or statement.

        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> lemma = paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it")
        >>> paper.starting_point("lemma-1", "my_seeds:large_n")
        >>> paper.starting_points
        {'Toy:lemma-1': 'my_seeds:large_n'}
        """
        start = checked_object(start, f"{self.key}: a starting point")
        for name in names.split():
            theorem = f"{self.key}.{name}"
            self.starting_points[theorem if theorem in self.proofs else self._known(name)] = start

    def spot_check(self, statement: str, check: str) -> None:
        """Name a spot check of a statement: "module:name" of a `numeric.spot_check.Check`.

        `lemmata spot-check` runs it, and `lemmata plot` draws its margins.

        Raises
        ------
        ValueError
            if there is no such statement.

        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> lemma = paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it")
        >>> paper.spot_check("lemma-1", "my_checks:lemma_1")
        >>> paper.spot_checks
        {'Toy:lemma-1': 'my_checks:lemma_1'}
        """
        self.spot_checks[self._known(statement)] = checked_object(check, f"{self.key}: a spot check")

    def plot(self, statement: str, draw: str) -> None:
        """Add a panel to the picture of a statement: "module:name" of a function that draws on Matplotlib axes.

        Raises
        ------
        ValueError
            if there is no such statement.

        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> lemma = paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it")
        >>> paper.plot("lemma-1", "my_plots:draw_region")
        >>> paper.plots
        {'Toy:lemma-1': ('my_plots:draw_region',)}
        """
        full = self._known(statement)
        self.plots[full] = (*self.plots.get(full, ()), checked_object(draw, f"{self.key}: a plot"))

    def compare(self, constant: str, comparison: str) -> None:
        """Compare a constant's value in the paper with the best one: "module:name" of a `Comparison`.

        The class is `numeric.comparison.Comparison`. Outputs show the ratio at its example, and plots both values.

        Raises
        ------
        ValueError
            if there is no such constant.

        >>> from proofs.language.notation import num
        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> lemma = paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it")
        >>> paper.constant("bound", lemma, "how small it is", num(3), needed=num(2))
        >>> paper.compare("bound", "my_constants:bound")
        >>> paper.constants[0].comparison
        'my_constants:bound'
        """
        ids = [c.id for c in self.constants]
        if self._id(constant) not in ids:
            raise ValueError(f"{self.key} has no constant {constant}{nearest(self._id(constant), ids)}")
        place = ids.index(self._id(constant))
        name = checked_object(comparison, f"{self.key}: a comparison")
        self.constants[place] = replace(self.constants[place], comparison=name)

    def _known(self, id: str) -> str:
        """Return the full id of a statement; raise `ValueError` if there is none."""
        full = self._id(id)
        if full not in self.statements:
            raise ValueError(f"{self.key} has no statement {id}{nearest(full, self.statements)}")
        return full

    def _sentence(self, id: str) -> None:
        if not self.index.get(id, "").startswith(PROSE):
            raise ValueError(f"{self.key} has no sentence {id}")

    @property
    def unanswered(self) -> list[str]:
        """The sentences of the index that no statement covers and that are not declared to claim nothing."""
        answered = {i for s in self.statements.values() for i in s.index} | self.unclaimed.keys()
        return [id for id, kind in self.index.items() if kind.startswith(PROSE) and id not in answered]

    def in_order(self) -> list[Statement]:
        """Return the statements in the order of the index; one without an entry there follows its predecessor."""
        places = {id: place for place, id in enumerate(self.index)}
        last, keyed = -1, []
        for s in self.statements.values():
            last = next((places[i] for i in s.index if i in places), last)  # sentences come last in `s.index`
            keyed.append((last, s))
        return [s for _, s in sorted(keyed, key=lambda pair: pair[0])]

    def constant(self, id: str, statement: Statement, what: str, paper: Term, **fields: object) -> None:
        """Enter a constant of a statement: the paper's value, and further fields of `Constant`.

        Raises
        ------
        ValueError
            if the id is invalid, or an argument is not a value, a claim, a statement or a field of a constant.

        >>> from proofs.language.notation import num
        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> lemma = paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it")
        >>> paper.constant("bound", lemma, "how small it is", num(3), needed=num(2))
        >>> paper.constants[0].id
        'Toy:bound'
        """
        what = one_line(what, f"{self.key}:{checked_id(id, self.key)}: `what`")
        where = f"{self.key}:{id}: paper.constant"
        if not isinstance(statement, Statement):
            known = f", such as paper.statements[{self._id(statement)!r}]" if isinstance(statement, str) else ""
            raise ValueError(f"{where}: `statement` is what paper.state returned{known}; not {statement!r}")
        for k, v in {"paper": paper, **fields}.items():
            kind = CONSTANT_FIELDS.get(k)
            if kind is None:
                raise ValueError(f"{where} has no `{k}`{nearest(k, CONSTANT_FIELDS)}")
            if not isinstance(v, kind):
                shown = text(v) if isinstance(v, Term) else repr(v)
                raise ValueError(f"{where}: `{k}` is {CONSTANT_KINDS[kind]}, not {shown}")
        fields = {k: one_line(v, f"{self.key}:{id}: `{k}`") if isinstance(v, str) else v for k, v in fields.items()}
        fields = {k: self._owned([v])[0] if isinstance(v, Claim) else v for k, v in fields.items()}
        self.constants.append(Constant(f"{self.key}:{id}", statement.id, what, paper, **fields))  # type: ignore[arg-type]

    def sharpen(
        self,
        id: str,
        statement: Statement,
        what: str,
        paper: Term,
        *,
        constant: Term | str,
        goal: Claim | Term | str,
        given: Sequence[Term | str] = (),
        at: Sequence[Term | str] = (),
        note: str = "",
        effort: float | None = None,
    ) -> None:
        """Enter a constant with its sharp value, and state both halves as claims, which the search proves.

        The first is that the goal holds under its hypotheses, one of which compares the constant with the sharp value,
        such as ``"c >= 2*exp(-1)"``. The second is that it fails for all other constants, at the point that the
        equations `at` give. Both are theorems of the paper; a check replays them. `lemmata sharpen` finds the values.

        Parameters
        ----------
        id, statement, what, paper, note
            As for `constant`.
        constant
            The variable of the goal, or its name.
        goal, given
            The inequality and its hypotheses, as for `claim`; or a claim of this paper that is the first half.
        at
            An equation for each other variable that is not a parameter, such as ``"x == exp(2)"``; for the members of a
            sequence, ``"x[i] == 1"``.
        effort
            The budget of each search.

        Raises
        ------
        ValueError
            if not exactly one hypothesis compares the constant alone with a value, or as for `constant`.
        ParseError
            for text that is not understood.

        >>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
        >>> lemma = paper.state("lemma-1", "logarithms are below roots", kind="lemma", argued="by looking at it")
        >>> paper.sharpen(
        ...     "factor", lemma, "the factor of the root", num(1), constant="c",
        ...     goal="log(x) <= c*sqrt(x)", given=["x > 0", "c >= 2*exp(-1)"], at=["x == exp(2)"],
        ... )
        >>> text(paper.constants[0].sharp), text(paper.constants[0].beyond.formula)
        ('2·exp(-1)', 'c < 2·exp(-1) ⇒ 0 < exp(2) ∧ c·√exp(2) < log(exp(2))')
        """
        read = (goal.given, goal.shows) if isinstance(goal, Claim) else (given, goal)
        formulas, shows = read_claim([*read[0], *at], read[1])
        hypotheses = formulas[: len(formulas) - len(at)]
        point = dict(map(_assigned, formulas[len(hypotheses) :]))
        bounds = [(h, *pair) for h in hypotheses for pair in _compared(h, constant)]
        if len(bounds) != 1:
            raise ValueError(
                f"{self.key}:{id}: one hypothesis must compare {constant} with its sharp value, as {constant} >= …"
            )
        ((bound, c, value),) = bounds
        rest = [h for h in hypotheses if h is not bound]
        moved = [h for h in rest if h.free & point.keys()]
        parts = [substitute(f, point) for f in (*moved, opposite(shows))]

        def half(name: str, order: Term, assumed: Sequence[Term], parts: Sequence[Term]) -> Claim:
            def prove(p: Proof) -> Fact:
                proved = import_module("proofs.search.sharpening.paper_proofs").prove_half  # it imports this package
                return proved(p, c, order, parts, **({} if effort is None else {"effort": effort}))

            prove.__name__ = f"{id.replace('-', '_')}_{name}"
            prove.__doc__ = "The search proves it from the relations at the sharp value."
            return self.claim([*assumed, order], parts[0] if len(parts) == 1 else exists(lambda: parts))(prove)

        holds = goal if isinstance(goal, Claim) else half("suffices", bound, rest, [shows])
        fails = half("fails_beyond", opposite(bound), [h for h in rest if h not in moved], parts)
        values = {"needed": value, "needed_by": holds, "sharp": value, "sharp_by": holds, "beyond": fails}
        self.constant(id, statement, what, paper, **values, note=note)


def _compared(relation: Term, constant: Term | str) -> Iterator[tuple[Term, Term]]:
    """Yield a variable and what an inequality compares it with, if it is the constant and nothing else contains it."""
    for c, value in (relation.args, relation.args[::-1]) if relation.op in ("le", "lt") else ():
        if c.op == "var" and constant in (c, c.args[0]) and c not in value.free:
            yield c, value


def _assigned(equation: Term) -> tuple[Term, Term]:
    """Return the variable or the function to which an equation such as x = 1 or x_i = 1/i gives a value, and this."""
    left, right = equation.args if equation.op == "eq" else (equation, equation)
    if left.op == "app":
        left, *indices = left.args
        right = lam(len(indices), abstract(right, indices))
    if left.op not in ("var", "fn") or left in right.free:
        raise ValueError(f"a point is given by equations such as x == 1 or x[i] == 1, not by {text(equation)}")
    return left, right
