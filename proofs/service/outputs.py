"""The types of the JSON outputs of the commands; `proofs.service.schemas` makes JSON schemas of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from proofs.builder.paper import Defect
from proofs.checking.report import ConstantFound, Form, LintWarning, ShownBy, Support
from proofs.checking.status import FormStatus
from proofs.export.schema import Counts, Edge, WholeStatus

Number = int | float
Pairs = list[tuple[str, str]]


class LineFound(Struct):
    """One claim of a statement, or a defined term, in words and with its status."""

    form: Form
    status: FormStatus
    theorem: Annotated[str | None, Meta(description="The theorem that proves or refutes it.")]
    counterexample: str | None
    failure: Annotated[str | None, Meta(description="The reason why the theorem that it names does not prove it.")]
    vacuous: Annotated[bool | None, Meta(description="Whether its hypotheses contradict each other, if known.")]
    evidence: Counts
    text: str
    latex: str
    given: list[str]
    shows: str
    latex_given: list[str]
    latex_shows: str
    sorts: str
    latex_sorts: str
    holds_at: Annotated[str, Meta(description="A point at which all hypotheses hold, if one was found.")]
    means: Annotated[Pairs, Meta(description="The notions in it with their meanings.")]
    latex_means: Pairs
    notions: Annotated[list[str], Meta(description="The statements that define these notions.")]


class StatementFound(Struct, kw_only=True):
    """The result of a check for a statement."""

    id: str
    paper: str
    kind: str
    section: str
    says: Annotated[str, Meta(description="The caption, which states the form that the status is about.")]
    index: list[str]
    equations: list[str]
    status: WholeStatus
    printed: FormStatus
    corrected: FormStatus | None
    used: Annotated[FormStatus, Meta(description="The status of the form that later results use.")]
    narrower: Annotated[str, Meta(description="The reason why the corrected form assumes more.")]
    evidence: Counts
    rests_on: list[Support]
    seconds: float
    worst: Annotated[int | None, Meta(description="The position of the line that determines `used`.")]
    lines: list[LineFound]
    uses: Annotated[list[str], Meta(description="The statements that its proofs apply.")]
    notions: list[str]
    defined: Annotated[list[str], Meta(description="The terms that are not shown to be well-defined.")]
    cites: Annotated[list[str], Meta(description="The statements that the paper's proof cites.")]


class ErratumFound(Struct):
    """An entry of the register of errata."""

    id: str
    name: Annotated[str, Meta(description="The statement's id, # and a number.")]
    paper: str
    section: str
    index: list[str]
    equations: list[str]
    defect: Defect
    what: str
    counterexample: str | None
    used_by: list[str]
    line: int | None
    shown_by: ShownBy
    same_as: str
    confirmed: Annotated[bool, Meta(description="Whether a counterexample or a theorem shows the defect.")]
    status: WholeStatus
    narrower: str
    corrected: Annotated[str | None, Meta(description="The corrected lines, in words.")]


class Summary(Struct):
    """Counts of a check."""

    statements: int
    status: Counts
    papers: dict[str, Counts]
    believed: Annotated[int, Meta(description="How many theorems were not replayed, as this kernel has accepted them.")]
    replayed: int
    seconds: float
    cached: bool | int
    since: Annotated[str | None, Meta(description="The date of the recorded check whose report this is.")] = None


class CheckReport(Struct):
    """The report of `lemmata check`."""

    items: list[StatementFound]
    errata: list[ErratumFound]
    constants: list[ConstantFound]
    summary: Summary
    fails: Annotated[list[str], Meta(description="What the papers claim and does not hold.")]
    lint_warnings: list[LintWarning]
    problems: list[str]
    warnings: list[str]
    unwritten: Annotated[
        dict[str, dict[str, list[str]]], Meta(description="The entries of each paper's index that nothing covers.")
    ] = {}


class Step(Struct, rename={"from_": "from"}):
    """A step of a stored proof; `from` has the numbers of the steps that it uses."""

    step: int
    rule: str
    from_: list[int]
    shows: str
    evidence: str
    depth: Annotated[int, Meta(description="How many of its hypotheses the theorem does not have.")]


class Unproved(Struct):
    """Something that a proof assumes without proof."""

    kind: Literal["cited", "argued", "tested"]
    what: str
    where: Annotated[str, Meta(description="The first statement that uses it.")]


class Below(Struct):
    """The foundations of a statement."""

    statements: list[str]
    supports: list[Unproved]


class ShownStatement(StatementFound, kw_only=True):
    """A statement with its errata, constants, proofs and dependencies."""

    errata: list[ErratumFound]
    constants: list[ConstantFound]
    proofs: dict[str, list[Step]]
    places: Annotated[dict[str, str], Meta(description="Files and lines.")]
    foundations: Below
    falls_if: Annotated[list[str], Meta(description="The statements that would lose their proof without it.")]


class TheoremFound(Struct):
    """A theorem that a proof can apply."""

    name: str
    chapter: str
    says: str
    variables: Annotated[dict[str, str], Meta(description="The variables with their sorts.")]
    given: list[str]
    shows: str
    uses: list[str]
    file: str | None
    line: int | None


class ShownTheorem(TheoremFound, kw_only=True):
    """A theorem with its proof."""

    proof: list[Step]


class Rule(Struct):
    """A rule of the kernel; `states` says which formulas match, in a search by shape."""

    name: str
    says: str
    call: str
    states: str = ""


class TheoremList(Struct):
    """The theorems and rules that a search found."""

    theorems: list[TheoremFound]
    rules: list[Rule]


class Seen(Struct):
    """Statistics of sampled points at which the hypotheses hold; empty for an answer that needs none."""

    points: int = 0
    held: int = 0
    at: dict[str, str] = {}
    least: float | None = None


class Answered(Struct, kw_only=True):
    """The answer of `lemmata prove` and `lemmata refute`."""

    answer: Literal["proved", "refuted", "unknown"]
    variables: dict[str, str]
    goal: list[str]
    given: list[str]
    reading: str
    evidence: Literal["exact", "certified"] | None
    vacuous: bool | None
    holds_at: dict[str, str] | None
    counterexample: dict[str, str] | None
    failing: str | None
    failing_goal: int | None
    failing_member: int | None
    tried: Counts
    methods: list[str]
    lemmas: list[str]
    stuck: str
    bound: float | None
    seen: Seen
    hint: str
    effort: float
    seconds: float
    boxes: int
    steps: int
    size: int
    certificate: list[Any] = []
    claim: Annotated[str, Meta(description="With --as-claim: the claim for a paper.")] = ""
    margin: Annotated[str | None, Meta(description="With --margin: the proved margin.")] = None
    proof: Annotated[str, Meta(description="With --proof: the proof in words.")] = ""


class ConstantsEnd(Struct, kw_only=True):
    """An end of a set of constants, with the proof that the goal fails beyond it."""

    value: str
    latex: str
    definitions: Annotated[list[str], Meta(description="Of variables in it: values of Lambert's function.")]
    closed: bool
    where: str
    attained: bool
    fails: Answered


class ConstantBracket(Struct):
    """A value of a constant at which the goal fails, and one at which it holds."""

    fails_at: str | None
    holds_at: str | None


class Sharpened(Struct, kw_only=True):
    """The answer of `lemmata sharpen`."""

    answer: Literal["sharp", "bracket", "always", "unknown"]
    constant: str
    goal: list[str]
    given: list[str]
    lower: ConstantsEnd | None
    upper: ConstantsEnd | None
    holds: Answered | None
    bracket: ConstantBracket | None
    hint: str
    effort: float


class Weakening(Struct, kw_only=True):
    """The role of a hypothesis; the answer of `lemmata sharpen --hypothesis` is a list of these."""

    claim: Annotated[str, Meta(description="The statement and the conclusion; empty for a typed inequality.")]
    hypothesis: str
    role: Literal["not needed", "sharp", "can be weakened", "needed", "not known"]
    weaker: Annotated[str, Meta(description="A weaker hypothesis that suffices.")]
    best: Annotated[bool, Meta(description="Whether it fails for every bound weaker than that.")]
    why: str


class Error(Struct):
    """The error of any command whose input is invalid; the exit status is 3."""

    error: str
    text: Annotated[str, Meta(description="The text that cannot be read.")] = ""
    position: Annotated[int, Meta(description="The position in it, counted from 0.")] = 0
    condition: Annotated[str, Meta(description="The condition under which the question is defined.")] = ""
    point: Annotated[dict[str, str], Meta(description="A point where it is not.")] = {}


class Node(Struct, kw_only=True):
    """A statement in the graph."""

    id: str
    name: Annotated[str, Meta(description="The name in the paper.")]
    label: str
    paper: str
    section: str
    equations: list[str]
    index: list[str]
    kind: str
    says: str
    latex: str
    status: WholeStatus
    printed: FormStatus
    corrected: FormStatus | None
    narrower: str
    evidence: Counts
    rests_on: list[str]
    cites: list[str]
    latex_printed: str = ""
    another_way: list[str] = []


class GraphCounts(Struct):
    """The size of a graph."""

    nodes: int
    edges: int


class Graph(Struct):
    """The graph as node-link JSON."""

    format: Literal["lemmata-proof-graph"]
    version: int
    counts: GraphCounts
    directed: bool
    multigraph: bool
    graph: dict[str, Any]
    nodes: list[Node]
    edges: list[Edge]


class Letter(Struct):
    """A letter to the authors of a paper."""

    paper: str
    format: Literal["text", "tex"]
    letter: str


class Plotted(Struct):
    """The picture of a statement."""

    id: str
    file: str


class SiteBuilt(Struct):
    """The numbers of files of a site."""

    folder: str
    pages: int
    written: int
    removed: int


class NewPaper(Struct):
    """A new paper; the index is that of the LaTeX source, if there is one."""

    file: str
    module: str
    key: str
    index: dict[str, str] = {}
    warnings: list[str] = []


class Campaign(Struct):
    """The result of `lemmata fuzz`."""

    kind: str
    seed: int
    done: int
    lost: int
    reasons: list[str]
    counts: Counts
    failed: int
    failures: list[str]
    seconds: float


class SpotCheck(Struct):
    """The evaluation of a line at samples."""

    line: str
    counts: Annotated[bool, Meta(description="Whether later results use this form.")]
    verdict: str
    samples: int
    margin: Number | str | None
    at: Any


class SpotChecks(Struct):
    """The result of `lemmata spot-check`, which proves nothing."""

    id: str
    holds: bool
    seed: int
    checks: list[SpotCheck]


class Exported(Struct):
    """A file of stored proofs."""

    file: str
    theorems: int


class Audited(Struct):
    """The verdict of the second checker on a stored theorem."""

    kind: Literal["refused", "argued", "cited", "accepted"]
    name: str
    accepted: bool
    variables: str
    hypotheses: list[str]
    conclusion: str
    statement: Annotated[str, Meta(description="A hash of the statement.")]
    cited: list[str]
    argued: list[str]
    certified: bool
    uses: list[str]
    step: int | None
    reason: str
    malformed: bool


class Formalized(Struct):
    """A project for Coq."""

    folder: str
    theorems: int
    statements: int
    files: int
    left_out: Annotated[dict[str, str], Meta(description="Theorems that are not written, with reasons.")]


class Construction(Struct):
    """The report of `lemmata construct`; its other fields depend on the construction."""

    as_promised: Annotated[bool | None, Meta(description="Whether the output is as the theorem promises, if known.")]


class ClaimRow(Struct):
    """A claim with its outcome."""

    line: Annotated[int, Meta(description="Its position in the file, without empty lines, counted from 1.")]
    id: str | int | None
    goal: str | list[str]
    seconds: float
    answer: Annotated[dict[str, Any], Meta(description="The outcome of the tool `decide`.")]


class Claims(Struct):
    """The table of `lemmata claims`."""

    answers: Annotated[str, Meta(description="The file of answers.")]
    counts: Counts
    claims: list[ClaimRow]


OPEN = (Construction,)  # types that allow other fields
