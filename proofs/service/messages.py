"""The types of the messages that programs send to the tools and receive from them; their JSON schemas are in `schema/`.

A request has the arguments of one tool. An outcome is one of several types, which its field `outcome` tells apart, so
that a program cannot mistake "unknown" for "proved".
"""

from __future__ import annotations

import inspect
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from proofs.service.outputs import CheckReport, ErratumFound, Rule, ShownStatement, ShownTheorem, TheoremFound, Unproved

Text = Annotated[str, Meta(max_length=20_000)]
Short = Annotated[str, Meta(max_length=500)]
Count = Annotated[int, Meta(ge=0)]
Point = dict[str, str]
Papers = Annotated[
    list[Short], Meta(max_length=20, description="Files in the workspace; only if the server allows papers.")
]


class Request(Struct, forbid_unknown_fields=True, kw_only=True):
    """The arguments of a tool."""


class Question(Request, kw_only=True):
    """A goal with hypotheses, and the limits of the search."""

    goal: Annotated[
        Text | Annotated[list[Text], Meta(min_length=1, max_length=1000)],
        Meta(description="A relation, such as 'log(1 + x) <= x', or several. Sums: 'sum(x[i]**2, (i, 1, n)) >= 0'."),
    ]
    hypotheses: Annotated[
        list[Text], Meta(max_length=1000, description="Relations, or declarations such as 'integer n'.")
    ] = []
    effort: Annotated[
        float, Meta(ge=0, le=10**6, description="The budget of the search; 1 is about a second of one processor.")
    ] = 10.0
    memory: Annotated[int, Meta(ge=8, le=1 << 20, description="The most memory that the search uses, in MB.")] = 2048


class Decide(Question, kw_only=True):
    """Decide whether the goal holds for all values of its variables under the hypotheses.

    The outcome is proved, refuted with an exact counterexample, undefined (an assumption is missing), or unknown. The
    search may apply the theorems of `papers`.
    """

    certificate: Annotated[bool, Meta(description="Whether to return the certificate, not only its hash.")] = False
    papers: Papers = []


class Explain(Question, kw_only=True):
    """Decide a question and print the proof, or the refutation, in words and formulas."""

    format: Literal["text", "md", "tex"] = "text"
    all_steps: Annotated[bool, Meta(description="Whether obvious steps get lines of their own, too.")] = False
    papers: Papers = []


class FindMargin(Question, kw_only=True):
    """Find a number m >= 0, close to the largest possible, such that left + m <= right is proved."""


class Sharpen(Question, kw_only=True):
    """Find the values of a constant for which the goal holds, in closed form and proved from both sides."""

    constant: Annotated[Short, Meta(description="The name of a variable of the goal or the hypotheses.")]
    parameters: Annotated[list[Short], Meta(max_length=20, description="Variables on which it may depend.")] = []
    width: Annotated[Short, Meta(description="The width of a rational bracket, without a closed form.")] = "1/1000"


class CheckPaper(Request, kw_only=True):
    """Check a paper, a Python file in the workspace: how well are its statements established, and what fails?

    Reading a paper runs it, so the server has to be started with --allow-papers.
    """

    file: Short
    ids: Annotated[list[Short], Meta(max_length=1000, description="Only these statements; all if empty.")] = []


class Show(Request, kw_only=True):
    """Show a statement of a paper, a theorem or a rule of the kernel: what it says, its status, proof and dependencies.

    The library is searched, or the given papers and those that they build on.
    """

    id: Annotated[Short, Meta(description="Such as KS:lemma-5, sums.sum_le or exp_ge.")]
    papers: Papers = []


class SearchTheorems(Request, kw_only=True):
    """Find theorems that a proof can apply, by words or the shape of a formula ('sum(_) <= n * max(_)')."""

    query: Short
    limit: Annotated[int, Meta(ge=1, le=1000)] = 12
    papers: Papers = []


class Errata(Request, kw_only=True):
    """List the errors in papers: each defect with its counterexample and the corrected form."""

    paper: Annotated[Short | None, Meta(description="The key of a paper, such as KS; all if null.")] = None
    id: Annotated[Short | None, Meta(description="Only those of this statement.")] = None
    papers: Papers = []


class DependsOn(Request, kw_only=True):
    """List what a statement depends on, directly or indirectly, and what of it is cited or argued, not proved."""

    id: Short
    papers: Papers = []


class WhatFallsIf(Request, kw_only=True):
    """List the statements that would lose their proof without this one."""

    id: Short
    papers: Papers = []


class KernelTheorem(Struct):
    """A theorem as the kernel holds it, printed in the language that questions are written in."""

    given: list[str]
    shows: str


class Outcome(Struct, tag_field="outcome", kw_only=True, omit_defaults=False):
    """The result of a tool."""


class Settled(Outcome, kw_only=True):
    """An answer with a certificate, which the kernel has replayed."""

    statement: Annotated[
        str, Meta(description="The theorems in one text, as the kernel holds them. Compare it with what you meant.")
    ]
    theorems: Annotated[list[KernelTheorem], Meta(description="The theorems, one for each goal, from the kernel.")]
    sorts: Annotated[dict[str, str], Meta(description="The variables with their sorts.")]
    certificate_sha256: Annotated[
        str, Meta(description="The SHA-256 of the certificate, as `lemmata prove --save` writes it.")
    ]
    certificate: Annotated[list[Any] | None, Meta(description="The certificate, if it was asked for.")] = None
    evidence: Annotated[str | None, Meta(description="exact, or certified if ball arithmetic was used.")]
    lemmas: Annotated[list[str], Meta(description="The theorems of papers and of the library that the proof applies.")]
    reading: Annotated[str, Meta(description="The question as it was read, if its text leaves room for doubt.")]
    effort: float


class Proved(Settled, tag="proved", kw_only=True):
    """The goal is proved under the hypotheses."""

    methods: list[str]
    vacuous: Annotated[
        bool | None,
        Meta(description="True if the hypotheses contradict each other, null if no point was found where they hold."),
    ]
    hypotheses_hold_at: Point | None


class Refuted(Settled, tag="refuted", kw_only=True):
    """The goal fails at a point where the hypotheses hold; the theorem says so."""

    fails: Annotated[str, Meta(description="The goal that fails.")]
    counterexample: Annotated[Point, Meta(description="Exact values.")]


class Unknown(Outcome, tag="unknown", kw_only=True):
    """Neither a proof nor a counterexample was found, which says nothing about the goal."""

    tried: Annotated[dict[str, Count], Meta(description="The proof methods that were tried, and how often.")]
    seen: Annotated[str, Meta(description="A summary of the points that were sampled; it proves nothing.")]
    stuck: Annotated[str, Meta(description="The box where the search gave up.")]
    would_help: Annotated[str, Meta(description="A hint at what may help, or the reason why the search was stopped.")]
    effort: float | None


class Undefined(Outcome, tag="undefined", kw_only=True):
    """A term of the question is undefined at a point where the hypotheses hold: an assumption is missing."""

    assumption: Annotated[str, Meta(description="The condition that must hold.")]
    point: Annotated[Point, Meta(description="A point where it fails.")]
    would_help: str


class Margin(Outcome, tag="margin", kw_only=True):
    """A number m such that left + m <= right is proved."""

    value: Annotated[str | None, Meta(description="m, a rational; null if it has no meaning for the goal.")]
    proof: Annotated[Proved, Meta(description="The proof of left + m <= right.")]


class SharpEnd(Struct, kw_only=True):
    """An end of the set of constants, with the proof that the goal fails for every constant beyond it."""

    value: str
    definitions: Annotated[list[str], Meta(description="Definitions of its variables: values of Lambert's function.")]
    closed: Annotated[bool, Meta(description="True if the goal holds at the end, too.")]
    where: Annotated[str, Meta(description="Where the sides are equal, or approach each other.")]
    fails: Proved


class Sharp(Outcome, tag="sharp", kw_only=True):
    """The set of constants for which the goal holds, proved from both sides; an end is null if there is none."""

    constant: str
    lower: SharpEnd | None
    upper: SharpEnd | None
    holds: Proved


class Bracket(Outcome, tag="bracket", kw_only=True):
    """A value of the constant at which the goal fails, and one at which it holds; null where none was found."""

    constant: str
    fails_at: str | None
    holds_at: str | None
    refuted: Refuted | None
    proved: Proved | None
    hint: Annotated[str, Meta(description="What is missing.")]


class Explained(Outcome, tag="explained", kw_only=True):
    """A proof or a refutation in words and formulas, made from the certificate."""

    answer: Proved | Refuted
    proof: str


class Checked(Outcome, tag="checked", kw_only=True):
    """The result of a check of a paper."""

    holds: Annotated[bool, Meta(description="Whether every claim of the paper checks.")]
    settled: Annotated[bool, Meta(description="Whether everything is proved, without an argument or a citation.")]
    report: CheckReport


class Shown(Outcome, tag="shown", kw_only=True):
    """A statement, a theorem or a rule; the other two fields are null."""

    statement: ShownStatement | None = None
    theorem: ShownTheorem | None = None
    rule: Rule | None = None


class Theorems(Outcome, tag="theorems", kw_only=True):
    """The theorems and rules that were found."""

    total: Annotated[Count, Meta(description="How many were found; `theorems` has the first of these.")]
    theorems: list[TheoremFound]
    rules: list[Rule]


class ErrataFound(Outcome, tag="errata", kw_only=True):
    """Entries of the register of errata."""

    errata: list[ErratumFound]


class Foundations(Outcome, tag="foundations", kw_only=True):
    """The foundations of a statement, prerequisites first."""

    id: str
    statements: list[str]
    supports: Annotated[list[Unproved], Meta(description="What is cited, argued or tested, not proved.")]


class Dependents(Outcome, tag="dependents", kw_only=True):
    """The statements that depend on a statement, prerequisites first."""

    id: str
    statements: list[str]


class Invalid(Outcome, tag="invalid", kw_only=True):
    """The request cannot be understood or is not allowed; the message says what to do."""

    message: str
    position: Annotated[int | None, Meta(description="The position in the text, counted from 0.")] = None


class Failed(Outcome, tag="failed", kw_only=True):
    """The tool was stopped at a limit, was cancelled, or ended in an error of its own."""

    message: str


Answer = Proved | Refuted | Unknown | Undefined
OUTCOMES: dict[type[Request], Any] = {
    Decide: Answer,
    Explain: Explained | Unknown | Undefined,
    FindMargin: Margin | Answer,
    Sharpen: Sharp | Bracket | Undefined,
    CheckPaper: Checked,
    Show: Shown,
    SearchTheorems: Theorems,
    Errata: ErrataFound,
    DependsOn: Foundations,
    WhatFallsIf: Dependents,
}


class Line(Struct):
    """A line of input of `lemmata serve --jsonl`; the answer is the outcome, with the same `id`."""

    tool: Short
    arguments: Any = {}
    id: str | int | None = None


def plain(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as plain data.

    >>> plain(Failed(message="stopped"))
    {'outcome': 'failed', 'message': 'stopped'}
    """
    found: dict[str, Any] = msgspec.to_builtins(outcome)
    return found


def description(request: type[Request]) -> str:
    """Return the description of a tool, the docstring of its request.

    >>> description(WhatFallsIf)
    'List the statements that would lose their proof without this one.'
    """
    return inspect.cleandoc(request.__doc__ or "")
