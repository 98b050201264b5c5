"""The tools that programs call; `run` runs one in a worker process, with plain data in and out.

Nothing of a request is read or evaluated outside the worker, and the worker runs each call in a fresh fork, so that a
call that hangs or needs too much memory is stopped alone and leaves nothing behind. Each search runs in a further
worker, as it does for the command line, so that both give the same answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from proofs.checking.replay.chapters import UnknownId, key_of, listed, resolve
from proofs.checking.store.chapter_contents import ChapterError
from proofs.export import theorem_search
from proofs.export.formula_shapes import ShapeError
from proofs.export.graph import GraphError, around
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, replay
from proofs.language import display, sorts
from proofs.language.parse import ParseError
from proofs.readable.derivation import deep_recursion
from proofs.search.advice import points_text
from proofs.search.answer import Answer, UndefinedError, plain_point
from proofs.search.entry_points import decide as decided
from proofs.search.margin import margin as margin_of
from proofs.search.sharpening.sharp import End
from proofs.search.sharpening.sharp import sharpen as sharpened
from proofs.search.worker_calls import Limits, seconds_for
from proofs.service import library
from proofs.service import messages as m
from proofs.service.outputs import CheckReport, ErratumFound, Rule, ShownStatement, ShownTheorem, TheoremFound, Unproved

RUN = "proofs.service.tools:run"
LIBRARY_MEMORY = 8 << 30  # bytes of address space for a tool that reads or checks whole papers
LIBRARY_SECONDS = 4 * 3600.0  # for a check of the whole library
SLACK = 60.0  # seconds, besides those of the search, to read a question and to print a proof
ERRORS = (ParseError, ChapterError, UnknownId, GraphError, ShapeError)  # errors of the caller


def decide(request: m.Decide) -> m.Outcome:
    """Run the tool `decide`."""
    return _outcome(_answer(request), request.certificate)


def explain(request: m.Explain) -> m.Outcome:
    """Run the tool `explain`."""
    answer = _answer(request)
    found = _outcome(answer)
    if isinstance(found, m.Proved | m.Refuted):
        return m.Explained(answer=found, proof=answer.proof(request.format, request.all_steps))
    return found


def margin(request: m.FindMargin) -> m.Outcome:
    """Run the tool `margin`."""
    answer = _answer(request)
    found = margin_of(answer, request.effort)
    proof = _outcome(answer if found is None else found.proof)
    if isinstance(proof, m.Proved):
        return m.Margin(value=None if found is None else str(found.value), proof=proof)
    return proof


def sharpen(request: m.Sharpen) -> m.Outcome:
    """Run the tool `sharpen`."""
    try:
        found = sharpened(
            request.goal,
            request.hypotheses,
            request.constant,
            parameters=request.parameters,
            width=request.width,
            effort=request.effort,
        )
    except (UndefinedError, *ERRORS):
        raise
    except (ValueError, ZeroDivisionError) as wrong:
        return m.Invalid(message=str(wrong))
    if found.holds is not None:
        holds = _outcome(found.holds)
        assert isinstance(holds, m.Proved)
        return m.Sharp(constant=found.constant, lower=_end(found.lower), upper=_end(found.upper), holds=holds)
    b = found.bracket
    fails_at, holds_at = (None, None) if b is None else (b.fails_at, b.holds_at)
    refuted = None if b is None or b.refuted is None else _outcome(b.refuted)
    proved = None if b is None or b.proved is None else _outcome(b.proved)
    assert isinstance(refuted, m.Refuted | None) and isinstance(proved, m.Proved | None)
    return m.Bracket(
        constant=found.constant,
        fails_at=None if fails_at is None else str(fails_at),
        holds_at=None if holds_at is None else str(holds_at),
        refuted=refuted,
        proved=proved,
        hint=found.hint,
    )


def _end(end: End | None) -> m.SharpEnd | None:
    """Return an end of a set of constants."""
    if end is None:
        return None
    fails = _outcome(end.fails)
    assert isinstance(fails, m.Proved)
    return m.SharpEnd(
        value=display.text(end.value),
        definitions=[display.text(g) for root in end.roots for g in root.definition],
        closed=end.closed,
        where=end.where,
        fails=fails,
    )


def check_paper(request: m.CheckPaper) -> m.Outcome:
    """Run the tool `check_paper`."""
    from proofs.checking.check import check

    report = check(request.ids or None, chapters=_modules([request.file]), progress=library.told)
    plain = msgspec.convert(report.to_json(), CheckReport)
    return m.Checked(holds=report.holds, settled=report.settled, report=plain)


def show(request: m.Show) -> m.Outcome:
    """Run the tool `show`."""
    modules = _modules(request.papers)
    if ":" in request.id:
        shown = library.shown_statement(library.last_check(modules), request.id, modules)
        return m.Shown(statement=msgspec.convert(shown, ShownStatement))
    rule = theorem_search.rule(request.id)
    if rule is not None:
        return m.Shown(rule=msgspec.convert(rule, Rule))
    report = library.with_theorems(modules, library.last_check, request.id)
    return m.Shown(theorem=msgspec.convert(library.shown_theorem(report, request.id), ShownTheorem))


def search_theorems(request: m.SearchTheorems) -> m.Outcome:
    """Run the tool `search_theorems`."""
    chosen, rules = library.find_theorems(request.query, _modules(request.papers), library.last_check)
    return m.Theorems(
        total=len(chosen),
        theorems=[msgspec.convert(f.to_json(), TheoremFound) for f in chosen[: request.limit]],
        rules=msgspec.convert(rules, list[Rule]),
    )


def errata(request: m.Errata) -> m.Outcome:
    """Run the tool `errata`."""
    report = library.last_check(_modules(request.papers))
    if request.paper is not None:
        report = report.of_paper(key_of(request.paper, report.items))
    only = None if request.id is None else resolve(request.id, report.by_id).id
    found = [report.erratum(f) for f in report.errata if only in (None, f.id)]
    return m.ErrataFound(errata=msgspec.convert(found, list[ErratumFound]))


def depends_on(request: m.DependsOn) -> m.Outcome:
    """Run the tool `depends_on`."""
    report = library.last_check(_modules(request.papers))
    id = resolve(request.id, report.by_id).id
    found, _ = around(report, id)
    return m.Foundations(id=id, statements=found.statements, supports=msgspec.convert(found.supports, list[Unproved]))


def what_falls_if(request: m.WhatFallsIf) -> m.Outcome:
    """Run the tool `what_falls_if`."""
    report = library.last_check(_modules(request.papers))
    id = resolve(request.id, report.by_id).id
    return m.Dependents(id=id, statements=around(report, id)[1])


@dataclass(frozen=True)
class Tool:
    """A tool: the type of its requests, whose docstring describes it, and its function.

    `searches` is how many searches of the request's effort it may take; None for a tool that reads papers.
    """

    request: type[m.Request]
    function: Callable[[Any], m.Outcome]
    searches: int | None = None

    def seconds(self, request: m.Request) -> float:
        """Return the seconds after which a call is stopped, far more than it should take."""
        if self.searches is None or not isinstance(request, m.Question):
            return LIBRARY_SECONDS
        return SLACK + 1.2 * self.searches * seconds_for(request.effort)


TOOLS: dict[str, Tool] = {
    "decide": Tool(m.Decide, decide, 1),
    "sharpen": Tool(m.Sharpen, sharpen, 50),
    "margin": Tool(m.FindMargin, margin, 2),
    "explain": Tool(m.Explain, explain, 1),
    "check_paper": Tool(m.CheckPaper, check_paper),
    "show": Tool(m.Show, show),
    "search_theorems": Tool(m.SearchTheorems, search_theorems),
    "errata": Tool(m.Errata, errata),
    "depends_on": Tool(m.DependsOn, depends_on),
    "what_falls_if": Tool(m.WhatFallsIf, what_falls_if),
}


def run(name: str, arguments: Json) -> Json:
    """Run a tool and return its outcome as plain data."""
    tool = TOOLS[name]
    request = msgspec.convert(arguments, tool.request)
    try:
        return m.plain(tool.function(request))
    except UndefinedError as wrong:
        point = plain_point(wrong.point)
        return m.plain(m.Undefined(assumption=wrong.condition, point=point, would_help=wrong.advice))
    except ERRORS as wrong:
        return m.plain(m.Invalid(message=str(wrong), position=getattr(wrong, "position", None)))


def _answer(request: m.Question) -> Answer:
    limits: Limits = {"effort": request.effort, "memory": request.memory << 20}
    return decided(request.goal, request.hypotheses, using=papers_of(request), **limits)


def _modules(papers: Sequence[str]) -> tuple[str, ...]:
    """Return the chapters of the papers of a request, or those of the library."""
    from proofs.checking.user_papers import chapters_for

    return chapters_for(papers) if papers else listed()


def _outcome(answer: Answer, certificate: bool = False) -> m.Outcome:
    """Return the outcome for an answer; its certificate is replayed, and what it shows is printed from the facts."""
    if answer.answer == "unknown":
        return _unknown(answer)
    facts = list(_replayed(answer.certificate))
    names = dict.fromkeys(t["name"] for t in answer.certificate if "." in t["name"])
    settled: dict[str, Any] = {
        "statement": "\n".join(map(_statement, facts)),
        "theorems": [
            m.KernelTheorem(given=[display.text(h) for h in f.hyps.values()], shows=display.text(f.concl))
            for f in facts
        ],
        "sorts": {v.args[0]: sorts.sort_of(v) for v in sorts.variables((*answer.given, *answer.goal))},
        "certificate_sha256": hashlib.sha256(answer.saved.encode()).hexdigest(),
        "certificate": list(answer.certificate) if certificate else None,
        "evidence": answer.evidence,
        "lemmas": list(names),
        "reading": answer.reading,
        "effort": round(answer.effort, 6),
    }
    if answer.answer == "refuted":
        assert answer.counterexample is not None
        point, failing = plain_point(answer.counterexample), answer.to_json()["failing"]
        return m.Refuted(**settled, fails=failing, counterexample=point)
    holds_at = None if answer.holds_at is None else plain_point(answer.holds_at)
    return m.Proved(**settled, methods=list(answer.methods), vacuous=answer.vacuous, hypotheses_hold_at=holds_at)


def _replayed(certificate: Iterable[Json]) -> Iterable[Fact]:
    """Replay a certificate, and yield the facts about the question: neither lemmas nor proofs that it is defined."""
    theory = Theory()
    with deep_recursion():
        for stored in certificate:
            fact = replay(theory, stored)
            if "." not in stored["name"] and not stored["name"].startswith("defined-"):
                yield fact


def _statement(fact: Fact) -> str:
    """Return a fact as text: its variables with their sorts, its hypotheses and its conclusion."""
    formulas = (*fact.hyps.values(), fact.concl)
    variables = sorts.text(formulas)
    given = ", ".join(map(display.text, fact.hyps.values()))
    return "".join(
        (f"for {variables}: " if variables else "", f"{given} ⊢ " if given else "", display.text(fact.concl))
    )


def _unknown(answer: Answer) -> m.Unknown:
    return m.Unknown(
        tried=dict(answer.tried),
        seen=points_text(answer.seen),
        stuck=answer.stuck,
        would_help=answer.hint,
        effort=round(answer.effort, 6),
    )


def papers_of(request: m.Request) -> list[str]:
    """Return the files of papers to which a request refers."""
    return [request.file] if isinstance(request, m.CheckPaper) else getattr(request, "papers", [])
