"""The types of the manifest, and the JSON schema generated from them.

Every site contains the schema as `schema.json`. A field may be added without notice; removing a field or changing its
meaning raises `VERSION`. A renamed field keeps its former name for one version (`proofs.export.former_names`).

>>> schema = json_schema()
>>> schema["$defs"]["Formula"]["required"]
['text', 'latex']
>>> schema["$defs"]["Statement"]["properties"]["mended"]["deprecated"]
True
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from proofs.builder.paper import Defect
from proofs.checking.report import Form, ShownBy
from proofs.checking.status import LOOKS, FormStatus
from proofs.export.former_names import FORMER_NAMES

FORMAT: Literal["lemmata-manifest"] = "lemmata-manifest"
VERSION: Literal[2] = 2
TITLE = f"The manifest of lemmata, version {VERSION}"

WholeStatus = Annotated[
    str,
    Meta(
        description="The status of a statement, computed from those of its two forms; see proofs/checking/status.py.",
        extra_json_schema={"enum": list(LOOKS)},
    ),
]
Counts = dict[str, Annotated[int, Meta(ge=0)]]


class Formula(Struct):
    """A formula as Unicode text and as LaTeX for maths mode."""

    text: str
    latex: str


class Paper(Struct):
    """A paper, with counts of its statements."""

    key: Annotated[str, Meta(description="The prefix of the ids of its statements.")]
    title: str
    source: str
    statements: Annotated[int, Meta(description="The number of its statements.")]
    status: Annotated[Counts, Meta(description="The number of statements with each status.")]
    named: Annotated[Counts, Meta(description="The same without displayed formulas.")]
    corrected: Annotated[int, Meta(description="The number of statements proved in a corrected form.")]
    printed_false: Annotated[int, Meta(description="The number of statements refuted as printed.")]
    errata: int
    constants: int
    covers: Annotated[Counts, Meta(description="How much of the paper's index the statements cover.")]
    unclaimed: Annotated[
        dict[str, str], Meta(description="Sentences of the text that claim nothing, each with the reason.")
    ]


class Line(Struct):
    """One claim of a statement, or a defined term."""

    form: Form
    text: str
    latex: str
    sorts: Annotated[Formula, Meta(description="Its variables with their sorts; empty if it has none.")]
    given: Annotated[list[Formula], Meta(description="Its hypotheses.")]
    shows: Annotated[Formula, Meta(description="Its conclusion.")]
    status: FormStatus
    theorem: Annotated[str | None, Meta(description="The theorem that proves or refutes it.")]
    evidence: Counts
    counterexample: str | None


class Quoted(Struct):
    """The paper's own formulas, which are not checked, and the correspondence of its symbols to those used here."""

    formulas: Annotated[list[str], Meta(description="LaTeX, in the paper's symbols.")]
    letters: Annotated[dict[str, str], Meta(description="The paper's symbols, each with the one used here.")]


class Support(Struct):
    """Something that a proof assumes without proof."""

    kind: Literal["cited", "argued", "tested"]
    what: str
    where: Annotated[str, Meta(description="The first statement that uses it.")]


class Foundations(Struct):
    """The statements and the unproved steps on which a statement depends, directly or indirectly."""

    statements: Annotated[list[str], Meta(description="Prerequisites first.")]
    supports: list[Support]


class Statement(Struct):
    """A statement or a displayed formula of a paper, with what the check found."""

    id: Annotated[str, Meta(description="Permanent.")]
    name: Annotated[str, Meta(description="The name in the paper.")]
    paper: str
    kind: Annotated[str, Meta(description="lemma, definition, …; display for a displayed formula.")]
    section: str
    equations: list[str]
    index: Annotated[list[str], Meta(description="Its ids in the index of the paper.")]
    says: Annotated[str, Meta(description="The caption, which states the form that the status is about.")]
    status: WholeStatus
    printed: Annotated[FormStatus, Meta(description="The status of the printed form.")]
    corrected: Annotated[FormStatus | None, Meta(description="The status of the corrected form.")]
    narrower: Annotated[
        str, Meta(description="The reason why the corrected form assumes more; empty if none is given.")
    ]
    worst_line: Annotated[int | None, Meta(description="The position in `lines` that determines the status.")]
    evidence: Counts
    lines: list[Line]
    undefined: Annotated[list[str], Meta(description="The terms that are not shown to be well-defined.")]
    theorems: Annotated[list[str], Meta(description="The theorems of its lines.")]
    quoted: Quoted | None
    sketch: Annotated[str, Meta(description="How the proof here goes; ids of statements in brackets. May be empty.")]
    uses: Annotated[list[str], Meta(description="The statements that its proofs apply.")]
    notions: Annotated[list[str], Meta(description="The definitions whose names occur in its formulas.")]
    cites: Annotated[list[str], Meta(description="The statements that the paper's proof applies.")]
    another_way: Annotated[list[str], Meta(description="Those of `cites` that the proof here does not use.")]
    used_by: Annotated[list[str], Meta(description="The statements that use it directly.")]
    rests_on: Foundations
    falls_if: Annotated[list[str], Meta(description="The statements that would lose their proof without it.")]
    errata: list[str]
    constants: list[str]


class Edge(Struct):
    """An edge from a prerequisite to a statement whose proof applies it, or in whose formulas its notion occurs."""

    source: str
    target: str
    kind: Annotated[str, Meta(description="applies, or is written with: of a definition that occurs in formulas only.")]
    redundant: Annotated[bool, Meta(description="Whether a longer path implies the edge.")]


class Erratum(Struct):
    """An entry of the register of errata."""

    id: Annotated[str, Meta(description="The statement's id, # and a number.")]
    statement: str
    name: str
    paper: str
    section: str
    equations: list[str]
    defect: Defect
    what: str
    printed: Annotated[Line | None, Meta(description="The wrong line, if it is a single one.")]
    counterexample: str | None
    corrected: Annotated[list[Line], Meta(description="The corrected lines that differ from all printed ones.")]
    corrected_status: FormStatus | None
    status: Annotated[WholeStatus, Meta(description="The status of the statement.")]
    narrower: Annotated[str, Meta(description="The reason why the corrected form assumes more.")]
    used_by: list[str]
    confirmed: Annotated[bool, Meta(description="Whether a counterexample or a theorem shows the defect.")]
    shown_by: Annotated[
        ShownBy,
        Meta(description="reading: the entry names nothing to check; nothing: its counterexample or theorem fails."),
    ]
    same_as: Annotated[str, Meta(description="The entry about the same defect in another place, or empty.")]


class Value(Struct):
    """A value of a constant, and the claim that establishes it."""

    value: Formula | None
    claim: Annotated[str | None, Meta(description="The inequality that holds at the value.")]
    status: FormStatus
    theorem: str | None
    evidence: Counts


class Ratio(Struct):
    """The paper's value of a constant over the best one, rounded, at an example."""

    value: str
    of: Annotated[str, Meta(description="The quotient in words.")]
    at: Annotated[str, Meta(description="The example.")]
    paper: Annotated[str, Meta(description="The paper's value at the example.")]
    best: Annotated[str, Meta(description="The best value at the example.")]
    what: Annotated[str, Meta(description="The compared quantity.")]


class Constant(Struct):
    """A constant of a paper: the paper's value, the needed one and the sharp one."""

    id: str
    statement: str
    what: str
    paper: Value | None
    needed: Value | None
    sharp: Value | None
    beyond: Annotated[Value | None, Meta(description="The claim that it fails beyond the sharp value.")]
    ratio: Ratio | None
    note: str


class Theorem(Struct):
    """A theorem whose stored proof was replayed."""

    name: str
    chapter: Annotated[str, Meta(description="The module that contains it.")]
    paper: str | None
    statement: Annotated[str | None, Meta(description="The statement on whose page its proof is, if there is one.")]
    sorts: Annotated[Formula, Meta(description="Its variables with their sorts; empty if it has none.")]
    given: Annotated[list[Formula], Meta(description="Its hypotheses.")]
    shows: Annotated[Formula, Meta(description="Its conclusion.")]
    evidence: Counts
    uses: Annotated[list[str], Meta(description="The theorems that it applies.")]
    cited: list[str]
    argued: list[str]
    sha256: Annotated[str, Meta(description="The hash of the stored proof, which is one line of JSON.")]


class Manifest(Struct):
    """All results of a check. The same proofs give the same bytes."""

    format: Literal["lemmata-manifest"]
    version: Literal[2]
    papers: list[Paper]
    statements: Annotated[list[Statement], Meta(description="In the order of the papers.")]
    order: Annotated[list[str], Meta(description="All ids, prerequisites first.")]
    edges: list[Edge]
    errata: list[Erratum]
    constants: list[Constant]
    theorems: Annotated[
        list[Theorem],
        Meta(description="In the order of replay, without those that show definedness or that hypotheses can hold."),
    ]
    problems: Annotated[list[str], Meta(description="Defects of the papers' modules.")]


def json_schema() -> dict[str, Any]:
    """Return the JSON schema of the manifest. It allows no other fields than those described."""
    return closed_schema(Manifest, TITLE)


def closed_schema(of: Any, title: str, open_types: Collection[type] = ()) -> dict[str, Any]:
    """Return the JSON schema of a type: no other fields are allowed, except in `open_types`.

    Renamed fields may also have their former names.
    """
    schema = msgspec.json.schema(of)
    for name, definition in schema.get("$defs", {}).items():
        fields = definition.get("properties")
        if fields is None or name in {t.__name__ for t in open_types}:
            continue
        for present, former in FORMER_NAMES.items():
            if present in fields:
                said = {"description": f"The former name of {present}.", "deprecated": True}
                fields[former] = fields[present] | said
        definition["additionalProperties"] = False
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}
