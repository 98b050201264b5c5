"""The report of a check: statements with their lines and statuses, errata, constants; plain data for every export.

Besides the statuses, it says whether the claims of the paper's module hold (`Result.fails`): a line that names a
theorem claims to be proved, an erratum that calls a line false claims to be confirmed by a counterexample, and every
formula claims to be well-defined. A line that claims nothing has to be declared open by the statement's `argued`
text; otherwise it counts as a failure.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from proofs.builder.paper import PROSE, Defect, Quoted
from proofs.checking.replay.establish import Facts, Theorem
from proofs.checking.status import LOOKS, FormStatus, counts, of_statement
from proofs.kernel.rules import Fact
from proofs.language.display import Notions

Form = Literal["printed", "corrected", "step", "defines"]
ShownBy = Literal["counterexample", "theorem", "reading", "nothing"]
SHOWN: Mapping[str, str] = {
    "counterexample": "shown by a counterexample",
    "theorem": "shown by a theorem",
    "reading": "by reading",
    "nothing": "not confirmed by the checks",
}


@dataclass(frozen=True)
class Wording:
    """A formula in words: whole, and its variables, hypotheses and conclusion by themselves; as text and as LaTeX.

    `holds_at` is a point at which all hypotheses hold, if one was found; `means` gives the names of its notions, each
    with its meaning, one level down; `notions` gives the ids of the statements that define them.
    """

    text: str
    latex: str
    given: tuple[str, ...] = ()
    shows: str = ""
    latex_given: tuple[str, ...] = ()
    latex_shows: str = ""
    sorts: str = ""
    latex_sorts: str = ""
    holds_at: str = ""
    means: tuple[tuple[str, str], ...] = ()
    latex_means: tuple[tuple[str, str], ...] = ()
    notions: tuple[str, ...] = ()


class Saying:
    """The wording of a formula, computed on demand: it takes time, and few formulas are printed.

    `inputs` returns all that the wording depends on, besides the code.
    """

    def __init__(self, say: Callable[[], Wording], inputs: Callable[[], tuple] | None = None) -> None:
        self.say, self.inputs = say, inputs

    def __call__(self) -> Wording:
        """Return the formula in words."""
        return self.say()


@dataclass(frozen=True)
class Line:
    """One line of a statement with its status, the theorem that gives it, and the evidence of its proof's steps.

    `claimed` is `proved` if the paper's module names a theorem for the line, `refuted` if an erratum calls it false;
    `failure` says why that theorem does not prove it. `vacuous` says whether its hypotheses contradict each other;
    it is None if no point was found at which they hold. A counterexample is such a point.
    """

    form: Form
    say: Saying = field(repr=False, compare=False)
    status: FormStatus
    theorem: str | None = None
    evidence: Mapping[str, int] = field(default_factory=dict)
    counterexample: str | None = None
    claimed: Literal["proved", "refuted"] | None = None
    failure: str | None = None
    vacuous: bool | None = None

    @cached_property
    def wording(self) -> Wording:
        """Its formula in words."""
        return self.say()

    def fails(self, counts: bool, declared_open: bool) -> str | None:
        """Why its claim fails, or that it counts but is neither claimed nor declared open; None if all is well."""
        stands = self.status not in ("unproved", "refuted")
        if self.claimed == "refuted":
            standing = "proved" if stands else "not refuted"
            return None if self.status == "refuted" else f"an erratum calls it false; it is {standing}"
        if stands or not (counts or self.claimed):
            return None
        if self.status == "refuted":
            return self.failure or f"it is refuted, and no erratum says so: {self.counterexample}"
        if self.claimed:
            return self.failure or "the theorem that it names does not prove it"
        return None if declared_open else "it has no proof, and nothing declares it open"

    def to_json(self) -> dict[str, Any]:
        """Return the line as plain JSON data."""
        parts = {
            name: getattr(self, name) for name in ("form", "status", "theorem", "counterexample", "failure", "vacuous")
        }
        return parts | {"evidence": dict(self.evidence)} | asdict(self.wording)


@dataclass(frozen=True)
class Support:
    """An unproved dependency of a statement: a citation, or an argued or tested step of a theorem."""

    kind: Literal["cited", "argued", "tested"]
    what: str
    theorem: str | None


@dataclass(frozen=True)
class Result:
    """The result of a check for a statement.

    `printed` and `corrected` are the statuses of the two forms, `used` that of the form that later results use; `worst`
    is the index in `lines` of the line that determines `used`; steps do not count. `narrower` is the reason why the
    corrected form assumes more. `uses` are the ids of the statements that the proofs apply, directly or through
    theorems that no statement owns; `cites` those that the paper's proof cites. `defined` lists the open obligations.
    """

    id: str
    paper: str
    kind: str
    section: str
    says: str
    index: tuple[str, ...]
    equations: tuple[str, ...]
    printed: FormStatus
    corrected: FormStatus | None
    used: FormStatus
    evidence: Mapping[str, int]
    rests_on: tuple[Support, ...]
    seconds: float
    worst: int | None
    lines: tuple[Line, ...]
    uses: tuple[str, ...]
    defined: tuple[str, ...]
    cites: tuple[str, ...] = ()
    narrower: str = ""

    def __repr__(self) -> str:
        return f"<{self.id}: {self.status}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{line.form}</td><td>${html.escape(line.wording.latex)}$</td><td>{line.status}</td></tr>"
            for line in self.lines if line.form != "step"
        )  # fmt: skip
        return f"<p><b>{html.escape(self.id)}</b>, {self.status}: {html.escape(self.says)}</p><table>{rows}</table>"

    @cached_property
    def status(self) -> str:
        """The one status that every output shows; see `proofs.checking.status`."""
        is_claimed = any(x.form == "printed" for x in self.lines)
        return of_statement(self.printed, self.corrected, self.used, is_claimed)

    @cached_property
    def notions(self) -> tuple[str, ...]:
        """The ids of the definitions whose names occur in the lines that count."""
        counted = ("corrected" if self.corrected is not None else "printed", "defines")
        met = dict.fromkeys(i for x in self.lines if x.form in counted for i in x.wording.notions)
        return tuple(i for i in met if i != self.id)

    @property
    def rests_directly_on(self) -> tuple[str, ...]:
        """The ids of the statements that its proof applies, and of the definitions that occur in it."""
        return tuple(dict.fromkeys((*self.uses, *self.notions)))

    @property
    def declared_open(self) -> bool:
        """Return whether the statement has an `argued` text, which declares it open."""
        return any(s.theorem is None for s in self.rests_on)

    @property
    def settled(self) -> bool:
        """Return whether it is proved or defined, and every formula in it is well-defined."""
        return self.used in ("proved", "defined") and not self.defined

    @property
    def fails(self) -> tuple[str, ...]:
        """Its failures in words: claims that do not hold, and lines neither claimed nor declared open."""
        counted = "corrected" if self.corrected is not None else "printed"
        out = []
        for form in ("printed", "corrected", "step"):
            lines = [x for x in self.lines if x.form == form]
            for k, line in enumerate(lines, 1):
                what = line.fails(form in (counted, "step"), self.declared_open)
                if what and what != line.failure and (len(lines) > 1 or self.corrected is not None or form == "step"):
                    where = f"step {k}" if form == "step" else f"{f'line {k} ' * (len(lines) > 1)}as {form}"
                    what = f"{where}: {what}"
                out += [what] if what else []
        if not self.declared_open and not any(x.form in (counted, "defines") for x in self.lines):
            out.append("it has no formula, and nothing declares it open")
        out += [f"not shown to be defined: {obligation}" for obligation in self.defined]
        return tuple(dict.fromkeys(f"{self.id}: {what}" for what in out))

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain JSON data."""
        plain = asdict(replace(self, lines=()))
        lines = [line.to_json() for line in self.lines]
        return plain | {"status": self.status, "notions": list(self.notions), "lines": lines}


@dataclass(frozen=True)
class Finding:
    """An entry of the register of errata.

    `shown_by` is the check that confirms the entry: a counterexample or a theorem; "reading" if it names nothing that
    could be checked, and "nothing" if the check fails. `line` is the position of the wrong line among the printed ones,
    or of a step among the steps, if a single line is wrong. `name` is "KS:lemma-1#2" for the second entry of a
    statement; `same_as` is the name of the entry about the same defect in another place.
    """

    id: str
    paper: str
    section: str
    index: tuple[str, ...]
    equations: tuple[str, ...]
    defect: Defect
    what: str
    counterexample: str | None
    used_by: tuple[str, ...]
    line: int | None = None
    shown_by: ShownBy = "reading"
    name: str = ""
    same_as: str = ""

    def __repr__(self) -> str:
        return f"<{self.name}, {self.defect}: {self.what}>"

    def _repr_html_(self) -> str:
        rows = (("what", self.what), ("at", self.counterexample), ("shown", SHOWN[self.shown_by]))
        shown = "".join(f"<tr><th>{name}</th><td>{html.escape(value)}</td></tr>" for name, value in rows if value)
        return f"<p><b>{html.escape(self.name)}</b>: {self.defect}</p><table>{shown}</table>"

    @property
    def confirmed(self) -> bool:
        """Return whether a verified counterexample or a replayed theorem confirms it."""
        return self.shown_by in ("counterexample", "theorem")

    @property
    def fails(self) -> bool:
        """Return whether a check should confirm it and does not."""
        return self.shown_by == "nothing"


@dataclass(frozen=True)
class LintWarning:
    """A warning of a lint (`proofs.checking.lints.lints`) about a statement."""

    statement: str
    lint: str
    what: str

    def __str__(self) -> str:
        return f"{self.statement}: {self.what}"


@dataclass(frozen=True)
class Value:
    """A value of a constant, with the claim that gives it and that claim's status."""

    text: str
    latex: str
    claim: str | None
    status: FormStatus
    theorem: str | None
    evidence: Mapping[str, int]


@dataclass(frozen=True)
class ConstantFound:
    """A constant: the paper's value, the value that the proof needs, the sharp value, and that it fails beyond.

    `comparison` and `ratio` are as in `proofs.builder.paper.Constant`.
    """

    id: str
    statement: str
    what: str
    paper: Value
    needed: Value | None
    sharp: Value | None
    beyond: Value | None
    note: str
    comparison: str = ""
    ratio: tuple[str, ...] | None = None

    @property
    def is_sharp(self) -> bool:
        """Return whether both halves are proved: that the sharp value is enough, and that nothing beyond it is."""
        return all(half is not None and half.status == "proved" for half in (self.sharp, self.beyond))


def count_statuses(items: Iterable[Result]) -> dict[str, int]:
    """Return the number of results with each status, in the order of the statuses."""
    out: dict[str, int] = {}
    for r in items:
        out[r.status] = out.get(r.status, 0) + 1
    return {word: out[word] for word in LOOKS if word in out}


@dataclass(frozen=True)
class PaperFound:
    """A paper that was checked: its key, title and source, and the chapter that its theorems are in.

    `index` maps the ids of `index.json` to the kinds of statements, displays and sentences; `unclaimed` maps sentences
    that make no formal claim to the reasons; `quoted` holds the paper's own formulas for its statements and
    `sketches` how proofs go here; `spot_checks` and `plots` name objects, as in `proofs.builder.paper.Paper`.
    """

    key: str
    title: str
    source: str
    chapter: str
    index: Mapping[str, str] = field(default_factory=dict)
    unclaimed: Mapping[str, str] = field(default_factory=dict)
    quoted: Mapping[str, Quoted] = field(default_factory=dict)
    sketches: Mapping[str, str] = field(default_factory=dict)
    spot_checks: Mapping[str, str] = field(default_factory=dict)
    plots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """All results of a check, and whether every claim holds.

    `problems` are defects of the papers' modules (a theorem that fails or says something else), `warnings` those of the
    cache; `theorems` are all replayed theorems, in order; `notions` those of each paper, for printing. `papers` are
    the papers of the statements asked for; `kept` the names and keys of the cached proofs. `key` is the key of the
    sources; `owner` gives the statement that owns a theorem.
    """

    items: tuple[Result, ...]
    errata: tuple[Finding, ...]
    constants: tuple[ConstantFound, ...]
    summary: Mapping[str, Any]
    problems: tuple[str, ...]
    warnings: tuple[str, ...]
    theorems: tuple[Theorem, ...]
    notions: Mapping[str, Notions] = field(default_factory=dict)
    papers: tuple[PaperFound, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    key: str = ""
    lint_warnings: tuple[LintWarning, ...] = ()
    owner: Mapping[str, str] = field(default_factory=dict)

    def remembered(self, name: str, module: str, make: Callable[[], bytes]) -> bytes:
        """Return the output of `make` for the report, cached by name; a report from the record may have it already."""
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    @cached_property
    def _made(self) -> dict[str, bytes]:
        """Cached outputs computed from the report, by name."""
        return {}

    @cached_property
    def by_id(self) -> dict[str, Result]:
        """The results by id."""
        return {r.id: r for r in self.items}

    @cached_property
    def by_name(self) -> Mapping[str, Theorem]:
        """The theorems by name."""
        return {t.name: t for t in self.theorems}

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """The statements of the theorems, by name."""
        return Facts(self.by_name)

    @cached_property
    def fails(self) -> tuple[str, ...]:
        """All failures: of the statements, the errata and the constants, and the problems."""
        out = [what for r in self.items for what in r.fails]
        for f in self.errata:
            if f.fails and f.line is None:
                out.append(f"{f.id}: the checks do not confirm the erratum: {f.what}")
        for c in self.constants:
            for name, value in (("needed", c.needed), ("sharp", c.sharp), ("beyond", c.beyond)):
                if value and value.claim and value.status in ("unproved", "refuted"):
                    out.append(f"{c.id}: the claim of the value {name!r} is {value.status}")
        said = tuple(out)
        return *said, *(p for p in self.problems if not any(x.endswith(p) for x in said))

    @property
    def holds(self) -> bool:
        """Return whether every claim holds, and everything open is declared open."""
        return not self.fails

    @property
    def settled(self) -> bool:
        """Return whether everything is proved or defined, without unproved dependencies."""
        return all(r.settled for r in self.items)

    def __str__(self) -> str:
        said = f"{len(self.items)} statement{'s' * (len(self.items) != 1)}: {counts(self.summary['status']) or 'none'}"
        formal = sum("formal" in r.evidence for r in self.items)
        said += f"; {formal} formal" if formal else ""
        many = len(self.fails)
        verdict = f"{many} claim{'s do' if many > 1 else ' does'} not hold" if many else "every claim checks"
        return f"{said}; {verdict}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_html_(self) -> str:
        statuses, papers = list(self.summary["status"]), self.summary["papers"].items()
        rows = [["", *statuses], *([p, *(str(own.get(x, "")) for x in statuses)] for p, own in papers)]
        body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        fails = "".join(f"<li>{html.escape(what)}</li>" for what in self.fails[:10])
        found = "".join(f._repr_html_() for f in self.errata if not f.same_as)
        errata = f"<details><summary>the errata</summary>{found}</details>" if found else ""
        listed = f"<ul>{fails}</ul>" if fails else ""
        return f"<p>{html.escape(str(self))}</p><table>{body}</table>{listed}{errata}"

    def of_paper(self, key: str) -> Report:
        """Return the part of the report about one paper."""
        out = copy(self)
        own = {name: tuple(x for x in getattr(self, name) if x.paper == key) for name in ("items", "errata")}
        constants, warned = (
            tuple(x for x in found if x.statement.partition(":")[0] == key)
            for found in (self.constants, self.lint_warnings)
        )
        papers = tuple(p for p in self.papers if p.key == key)
        for name in ("by_id", "fails"):  # cached properties that depend on the fields replaced
            out.__dict__.pop(name, None)
        out.__dict__.update(own, constants=constants, lint_warnings=warned, papers=papers)
        return out

    def of_statements(self, ids: Sequence[str], also: Collection[str] = ()) -> Report:
        """Return the report that a check of these statements alone would give, if no statement has problems.

        Such a check reads the papers up to the last that is asked for, those in `also` included, so that an erratum
        names no uses in later ones.
        """
        out, items = copy(self), tuple(self.by_id[i] for i in ids)
        keys = [p.key for p in self.papers]
        read = keys[: 1 + max((keys.index(key) for key in (*also, *(r.paper for r in items))), default=-1)]
        errata = tuple(
            replace(f, used_by=tuple(i for i in f.used_by if self.by_id[i].paper in read))
            for asked in ids
            for f in self.errata
            if f.id == asked
        )
        own, papers = set(ids), {r.paper for r in items}
        constants, warned = (
            tuple(x for x in found if x.statement in own) for found in (self.constants, self.lint_warnings)
        )
        counts = {p: count_statuses(r for r in items if r.paper == p) for p in self.summary["papers"] if p in papers}
        summary = {**self.summary, "statements": len(items), "status": count_statuses(items), "papers": counts}
        for name in ("by_id", "fails"):  # cached properties that depend on the fields replaced
            out.__dict__.pop(name, None)
        out.__dict__.update(
            items=items, errata=errata, constants=constants, lint_warnings=warned, summary=summary, problems=(),
            papers=tuple(p for p in self.papers if p.key in papers),
        )  # fmt: skip
        return out

    def coverage(self, paper: PaperFound) -> dict[str, dict[str, bool]]:
        """Return whether each entry of a paper's index is covered, by id: named statements, displays, sentences."""
        answered = {i for r in self.items if r.paper == paper.key for i in r.index} | paper.unclaimed.keys()
        out: dict[str, dict[str, bool]] = {"named": {}, "displays": {}, "sentences": {}}
        for id, kind in paper.index.items():
            what = "sentences" if kind.startswith(PROSE) else "displays" if kind == "display" else "named"
            out[what][id] = id in answered
        return out

    def unwritten(self, paper: PaperFound) -> dict[str, list[str]]:
        """Return the entries of a paper's index that no statement covers: ids by kind, as in `coverage`."""
        found = {what: [id for id, is_ in own.items() if not is_] for what, own in self.coverage(paper).items()}
        return {what: missing for what, missing in found.items() if missing}

    def erratum(self, found: Finding) -> dict[str, Any]:
        """Return an entry of the register of errata as plain JSON data, with the corrected lines in words."""
        result = self.by_id[found.id]
        corrected = [x.wording.text for x in result.lines if x.form == "corrected"]
        about = {"confirmed": found.confirmed, "status": result.status, "narrower": result.narrower}
        return asdict(found) | about | {"corrected": "; ".join(corrected) or None}

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain JSON data."""
        return {
            "items": [r.to_json() for r in self.items],
            "errata": [self.erratum(f) for f in self.errata],
            "constants": [asdict(c) for c in self.constants],
            "summary": dict(self.summary),
            "fails": list(self.fails),
            "lint_warnings": [asdict(w) for w in self.lint_warnings],
            "problems": list(self.problems),
            "warnings": list(self.warnings),
        }
