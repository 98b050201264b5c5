"""The commands about an inequality typed by the user: `lemmata prove`, `lemmata refute` and `lemmata sharpen`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from keyword import iskeyword
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand

from proofs.cli.terminal import (
    FAILS,
    HOLDS,
    UNKNOWN,
    AsJson,
    BadInput,
    ExecutorText,
    Force,
    check_output,
    chosen_executor,
    picture_kind,
    print_error,
    print_json,
    print_text,
    progress_line,
    write_file,
)

if TYPE_CHECKING:
    from proofs.builder.paper import Paper, Statement
    from proofs.search import Answer
    from proofs.search.sharpening.hypotheses import Weakening
    from proofs.search.sharpening.sharp import Sharp

Goal = Annotated[str, typer.Argument(metavar="GOAL", help="A relation, such as 'log(1 + x) <= x'.")]
Given = Annotated[list[str] | None, typer.Option("--given", metavar="H", help="A hypothesis, or 'integer n'.")]
Effort = Annotated[
    float, typer.Option(min=0, metavar="UNITS", help="The budget of the search; 1 is about a second of one processor.")
]
Timeout = Annotated[
    float | None,
    typer.Option(min=0, metavar="SECONDS", help="A safety limit on the time of the search."),
]
Memory = Annotated[int, typer.Option(min=8, metavar="MB", help="The memory that the search may use.")]
Precision = Annotated[
    int | None, typer.Option(min=32, max=16384, metavar="BITS", help="The maximum precision of interval arithmetic.")
]
WithMargin = Annotated[bool, typer.Option("--margin", help="Also prove by how much the relation holds.")]
WithCertificate = Annotated[bool, typer.Option("--certificate", help="With --json: include the certificate.")]
Using = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="FILE", help="A paper whose theorems the search may apply."),
]
AsClaim = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Print what is proved as a claim of this name, to paste into a paper."),
]
WithProof = Annotated[bool, typer.Option("--proof", help="Print the proof or refutation in words and formulas.")]
Format = Annotated[str, typer.Option(metavar="FORMAT", help="With --proof: text, md, tex, html or coq.")]
AllSteps = Annotated[bool, typer.Option("--all-steps", help="With --proof: include obvious steps.")]
PlotFile = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw the difference of the sides here: a .png or a .svg."),
]
IDENTIFIER = re.compile(r"[A-Za-z]\w*:\S+")  # of a statement of a paper
LONGEST = 100  # characters of a conclusion that are shown
Save = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the certificate here; `audit` reads it.")]


class FormulaCommand(TyperCommand):
    """A command whose argument may begin with a minus sign: a non-option that contains a relation is a formula."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments with a space before each such formula, so that it is not taken for an option."""
        options = {name for parameter in self.params for name in (*parameter.opts, *parameter.secondary_opts)}
        formula = re.compile(r"-.*[<>]|-.*==|-[^-].*=", re.DOTALL)
        known = [arg.partition("=")[0] in options or not formula.match(arg) for arg in args]
        return super().parse_args(ctx, [arg if k else f" {arg}" for arg, k in zip(args, known, strict=True)])


def prove(
    goal: Goal,
    given: Given = None,
    effort: Effort = 10.0,
    timeout: Timeout = None,
    memory: Memory = 2048,
    precision: Precision = None,
    using: Using = None,
    margin: WithMargin = False,
    as_claim: AsClaim = None,
    save: Save = None,
    force: Force = False,
    where: ExecutorText = None,
    as_json: AsJson = False,
    certificate: WithCertificate = False,
    proof: WithProof = False,
    format: Format = "text",
    all_steps: AllSteps = False,
    plot: PlotFile = None,
) -> None:
    """Prove an inequality, or refute it by an exact counterexample.

    Exit status 0 if it is proved, 1 if it is refuted by an exact counterexample, 2 if neither was found.
    """
    if as_claim is not None and (not as_claim.isidentifier() or iskeyword(as_claim)):
        raise BadInput(f"--as-claim: {as_claim!r} cannot be the name of a function")
    limits = {"effort": effort, "timeout": timeout, "memory": memory << 20, "precision": precision}
    _decided(
        goal,
        given or [],
        limits,
        using or [],
        margin,
        save,
        force,
        where,
        as_json,
        certificate,
        (format, all_steps) if proof else None,
        {"proved": HOLDS, "refuted": FAILS},
        plot,
        as_claim,
    )


def refute(
    goal: Goal,
    given: Given = None,
    effort: Effort = 10.0,
    timeout: Timeout = None,
    memory: Memory = 2048,
    precision: Precision = None,
    save: Save = None,
    force: Force = False,
    where: ExecutorText = None,
    as_json: AsJson = False,
    certificate: WithCertificate = False,
    proof: WithProof = False,
    format: Format = "text",
    all_steps: AllSteps = False,
    plot: PlotFile = None,
) -> None:
    """Refute an inequality by an exact counterexample, or prove it.

    Exit status 0 if it is refuted by an exact counterexample, 1 if it is proved, 2 if neither was found.
    """
    limits = {"effort": effort, "timeout": timeout, "memory": memory << 20, "precision": precision}
    _decided(
        goal,
        given or [],
        limits,
        [],
        False,
        save,
        force,
        where,
        as_json,
        certificate,
        (format, all_steps) if proof else None,
        {"refuted": HOLDS, "proved": FAILS},
        plot,
    )


def sharpen(
    goal: Annotated[str, typer.Argument(metavar="GOAL", help="A relation; with --hypothesis also a statement's id.")],
    given: Given = None,
    constants: Annotated[
        list[str] | None, typer.Option("--for", metavar="NAME", help="The constant to determine, by default c; or two.")
    ] = None,
    of: Annotated[
        list[str] | None, typer.Option("--of", metavar="NAME", help="A variable on which the constant may depend.")
    ] = None,
    hypothesis: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Weaken the hypotheses that contain this variable; 'all' for every one."),
    ] = None,
    own: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="PAPER", help="The paper of the statement, if it is not in the library."),
    ] = None,
    width: Annotated[str, typer.Option(metavar="WIDTH", help="The width of a bracket, if no closed form is found.")] = (
        "1/1000"
    ),
    effort: Effort = 10.0,
    timeout: Timeout = None,
    as_constant: Annotated[
        str | None,
        typer.Option("--as-constant", metavar="ID", help="Print lines that state it in a paper: `paper.sharpen(…)`."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the constant against a parameter here: a .png or a .svg."),
    ] = None,
    save: Save = None,
    force: Force = False,
    as_json: AsJson = False,
    certificate: WithCertificate = False,
    proof: WithProof = False,
) -> None:
    """Find the constants for which an inequality holds, in closed form, and prove that it fails for all others.

    Exit status 0 if the constants are known and proved from both sides, 2 if not. With --hypothesis, find which
    hypotheses of the inequality or of a paper's statement are not needed, and how far the others can be weakened;
    exit status 0 if this is known of each.
    """
    if hypothesis is not None:
        _weakened(goal.strip(), given or [], "" if hypothesis == "all" else hypothesis, own, effort, timeout, as_json)
    from proofs.search.sharpening.instances import joined
    from proofs.search.sharpening.sharp import sharpen as sharpened
    from proofs.search.sharpening.sharp import sharpen_pair

    check_output(save, force)
    kind = picture_kind(plot, force) if plot is not None else None
    if as_constant and as_json:
        raise BadInput("--as-constant prints lines for a paper: leave out --json")
    asked = goal.strip(), given or []
    try:
        with _progress() as progress:
            limits: dict[str, Any] = {"effort": effort, "timeout": timeout, "progress": progress}
            limits |= {"parameters": of or [], "width": width}
            if len(constants or ()) > 2:
                raise BadInput("--for: name one constant or two, and the others after --of")
            if plot is not None and len(constants or ()) == 2:
                raise BadInput("--plot draws one constant, not two")
            if constants and len(constants) == 2:
                found = sharpen_pair(*asked, (constants[0], constants[1]), **limits)
            else:
                found = [sharpened(*asked, *(constants or ["c"]), **limits)]
    except ValueError as wrong:
        raise BadInput(str(wrong)) from wrong
    theorems = joined([result.certificate for result in found])
    if save is not None and theorems:
        write_file(save, "".join(json.dumps(t, ensure_ascii=False) + "\n" for t in theorems), force)
    elif save is not None:
        print_error("there is no certificate, so nothing is saved")
    if plot is not None and kind is not None:
        from proofs.export.question_plots import draw_constants

        _plotted(plot, lambda: draw_constants(found[0], kind), force)
    if as_json:
        plain = [_sharp_json(result, certificate, proof) for result in found]
        print_json(plain if len(constants or ()) == 2 else plain[0])
    for result in () if as_json else found:
        print_text(f"{result}\n")
        for answer in result.theorems if proof else ():
            print_text(f"\n{answer.proof()}\n")
        if as_constant and result.answer == "sharp":
            print_text(f"\n{_constant(as_constant, result, *asked)}")
    raise typer.Exit(HOLDS if all(result.answer in ("sharp", "always") for result in found) else UNKNOWN)


def _plotted(plot: Path, draw: Callable[[], bytes], force: bool) -> None:
    """Write a picture, or print why there is none."""
    from proofs.export.plots import NoPicture

    try:
        write_file(plot, draw(), force)
    except NoPicture as why:
        print_error(f"--plot: {why}")


@contextmanager
def _progress() -> Iterator[Callable[[str], None] | None]:
    """Show what is tried, with a number for each step; None where no progress is shown."""
    with progress_line() as line:
        steps = count(1)
        yield None if line is None else lambda what: line(what, next(steps), None)


def _sharp_json(found: Sharp, certificate: bool, proof: bool) -> dict[str, Any]:
    """Return a sharp constant as plain data, with or without its certificate and its proofs."""
    plain = found.to_json(certificate)
    halves = [plain["holds"], *(plain[side]["fails"] for side in ("lower", "upper") if plain[side] is not None)]
    for answer, half in zip(found.theorems, halves, strict=False) if proof else ():
        half["proof"] = answer.proof()
    return plain


def _weakened(
    goal: str,
    given: list[str],
    name: str,
    own: list[str] | None,
    effort: float,
    timeout: float | None,
    as_json: bool,
) -> NoReturn:
    """Print how far hypotheses can be weakened, and exit."""
    from proofs.checking.models.seeds import start_of, starts_of
    from proofs.search.sharpening.hypotheses import NoHypothesis, weaken, weaken_claim

    lines: dict[str, list[Weakening]] = {}
    try:
        with _progress() as progress:
            limits: dict[str, Any] = {"effort": effort, "timeout": timeout, "progress": progress}
            if not IDENTIFIER.fullmatch(goal):
                lines[""] = weaken(goal, given, name, **limits)
            else:
                paper, statement = _statement(goal, own)
                for claim in statement.corrected or statement.printed:
                    starts = starts_of(paper, statement.id, claim)
                    said = f"{statement.id}: … ⊢ {shorten(paper.notions.text(claim.shows), LONGEST, placeholder=' …')}"
                    start = start_of(starts[0]) if starts else None
                    with suppress(NoHypothesis):
                        lines[said] = weaken_claim(claim, name, start, paper.notions.text, **limits)
                if not lines:
                    raise BadInput(f"no hypothesis of {statement.id} contains {name}")
    except ValueError as wrong:
        raise BadInput(str(wrong)) from wrong
    if as_json:
        print_json([{"claim": said} | found.to_json() for said, rows in lines.items() for found in rows])
    else:
        for said, rows in lines.items():
            print_text(f"{said}\n" if said else "")
            print_text("".join(f"  {found}\n" for found in rows))
    known = all(found.role != "not known" for rows in lines.values() for found in rows)
    raise typer.Exit(HOLDS if known else UNKNOWN)


def _statement(id: str, own: list[str] | None) -> tuple[Paper, Statement]:
    """Return a statement of the papers of this folder, or of the library, with its paper."""
    from proofs.checking.replay.chapters import statements
    from proofs.cli.library_checks import about, all_papers, shelf

    papers = all_papers(shelf(own))
    statement = about(id, statements(papers.values()))
    return papers[statement.paper], statement


def _decided(
    goal: str,
    given: list[str],
    limits: dict[str, Any],
    using: list[str],
    margin: bool,
    save: Path | None,
    force: bool,
    where: str | None,
    as_json: bool,
    certificate: bool,
    proof: tuple[str, bool] | None,
    status: dict[str, int],
    plot: Path | None,
    as_claim: str | None = None,
) -> None:
    """Decide the question, print and save the answer, and exit with the status for it."""
    from proofs.checking.store.chapter_contents import ChapterError
    from proofs.readable.formats import FORMATS
    from proofs.search import check_limits
    from proofs.search.batch import decide_all

    check_output(save, force)
    kind = picture_kind(plot, force) if plot is not None else None
    if proof is not None and proof[0] not in (*FORMATS, COQ):
        raise BadInput(f"no format {proof[0]!r}: choose one of {', '.join((*FORMATS, COQ))}")
    try:
        check_limits(**limits)
    except ValueError as wrong:
        raise BadInput(str(wrong)) from wrong
    try:
        with chosen_executor(where) as executor:
            (answer,) = decide_all([(goal.strip(), given)], executor, using=using, **limits)
    except ChapterError as wrong:
        raise BadInput(str(wrong)) from wrong
    if isinstance(answer, ValueError):
        raise BadInput(str(answer)) from answer
    if save is not None and answer.certificate:
        write_file(save, answer.saved, force)
    elif save is not None:
        print_error("there is no certificate, so nothing is saved")
    if plot is not None and kind is not None:
        from proofs.export.question_plots import draw_question

        _plotted(plot, lambda: draw_question(answer, kind), force)
    if as_claim and answer.asked and not all(place.typed for place in answer.asked.hypotheses):
        raise BadInput("--as-claim: a claim has no floor, ceil or %: use an integer k with k <= x < k + 1 instead")
    room = answer.margin if margin else None
    claim = _claim(as_claim, goal.strip(), given, answer.effort) if as_claim and answer.answer == "proved" else ""
    if as_json:
        plain = ({"claim": claim} if claim else {}) | answer.to_json()
        plain |= {"margin": None if room is None else str(room)} if margin else {}
        plain |= {"proof": _shown(answer, *proof)} if proof and answer.answer != "unknown" else {}
        print_json({name: value for name, value in plain.items() if name != "certificate" or certificate})
    elif proof is not None and answer.answer != "unknown":
        print_text(f"{_shown(answer, *proof)}\n")
    else:
        print_text(f"{answer}\n")
        if room is not None:
            print_text(f"   right − left ≥ {room}\n" if room else "   no room was found between the sides\n")
    if claim and not as_json:
        print_text(f"\n{claim}")
    raise typer.Exit(status.get(answer.answer, UNKNOWN))


COQ = "coq"  # the format for which the certificate is translated and not told


def _shown(answer: Answer, format: str, all_steps: bool) -> str:
    """Return the proof or refutation in a format."""
    if format != COQ:
        return answer.proof(format, all_steps)
    from proofs.coq.questions import question_file

    text, left_out = question_file(answer.certificate)
    for name, why in left_out.items():
        print_error(f"not written for Coq: {name}: {why}")
    return text.rstrip("\n")


EASY = 4.0  # the effort up to which the search of a proof's step surely finds what a question's found


def _claim(name: str, goal: str, given: list[str], effort: float) -> str:
    """Return the lines of a claim for a paper that the search proves."""
    hypotheses, shows = (json.dumps(x, ensure_ascii=False) for x in (given, goal))
    limit = "" if effort <= EASY else f", effort={2 * effort:.0f}"
    return (
        f"@paper.claim(given={hypotheses}, shows={shows})\n"
        f"def {name}(p: Proof) -> Fact:\n    return p.prove(p.goal{limit})\n"
    )


def _constant(id: str, found: Sharp, goal: str, given: list[str]) -> str:
    """Return the lines that state a sharp constant in a paper, in which its statement and value there are to be put."""
    from proofs.language.display import text

    ((end, inside, _), *others) = found.ends
    if others or not end.attained:
        why = "the set of constants has two ends" if others else "the sharp constant is only approached"
        raise BadInput(f"--as-constant: {why}: state both halves by claims, and give them to paper.constant")
    fields = {
        "constant": found.constant,
        "goal": goal,
        "given": [
            *given,
            *(text(g) for r in end.roots for g in r.definition),
            f"{found.constant} {inside}{text(end.value)}",
        ],
    }
    fields |= {"at": list(end.point)} if end.point else {}
    lines = "".join(f"    {name}={json.dumps(value, ensure_ascii=False)},\n" for name, value in fields.items())
    return (
        f'paper.sharpen(\n    {json.dumps(id)}, statement, "what it is", num(1),  # its value in the paper\n{lines})\n'
    )
