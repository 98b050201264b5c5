"""The commands that export the results of a check: the graph, the registers, the letter, the manifest, the site."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from proofs.cli.library_checks import Afresh, Id, OnlyPaper, With, about, checked, complete_id, last_check, shelf
from proofs.cli.terminal import (
    AsJson,
    BadInput,
    Force,
    check_output,
    leave,
    picture_kind,
    print_json,
    print_json_text,
    print_text,
    width,
    write_file,
    write_folder,
)
from proofs.export.formats import FORMATS, PICTURES, writer

if TYPE_CHECKING:
    from proofs.checking.report import Report

Output = Annotated[Path | None, typer.Option(help="Write to this file instead of printing.")]


if TYPE_CHECKING:
    GraphFormat = str
else:
    GraphFormat = StrEnum("GraphFormat", {name: name for name in FORMATS})
DOT = GraphFormat("dot")


class RegisterFormat(StrEnum):
    """The formats of the registers."""

    text = "text"
    md = "md"
    html = "html"
    json = "json"
    tex = "tex"


OfRegister = Annotated[RegisterFormat, typer.Option(help="The format.")]


def graph(
    format: Annotated[GraphFormat, typer.Option(help="The format.")] = DOT,
    above: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Keep only this statement and its prerequisites.", autocompletion=complete_id),
    ] = None,
    below: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Keep only this statement and its dependents.", autocompletion=complete_id),
    ] = None,
    depth: Annotated[int | None, typer.Option(min=0, help="Keep only statements at most this many edges away.")] = None,
    paper: OnlyPaper = None,
    own: With = None,
    statements: Annotated[bool, typer.Option("--statements", help="Only named statements, no displays.")] = False,
    output: Output = None,
    force: Force = False,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Export the graph of dependencies, or part of it.

    An edge runs from a prerequisite to a statement whose proof applies it; edges that a longer path implies
    are marked redundant. Node-link JSON is the complete form. With leanblueprint, --output names a folder, which gets
    the files that its plasTeX compiles.
    """
    from proofs.checking.replay.chapters import key_of

    kind = "json" if as_json else str(format)
    check_output(output, force, folder=kind == "leanblueprint")
    ids = [id for id in (above, below) if id is not None]
    own_paper = ids[0].partition(":")[0] if ids == [above] and paper is None else None
    report = last_check(shelf(own), *ids, paper=own_paper if ids else paper)
    names = [None if id is None else about(id, report.by_id).id for id in (above, below)]
    only = None if paper is None else key_of(paper, report.items)

    def drawn() -> bytes:
        from proofs.export.graph import named, part, proof_graph

        chosen = named(proof_graph(report)) if statements else proof_graph(report)
        for id in names:
            if id is not None and id not in chosen:
                raise BadInput(f"{id} is a displayed formula, which --statements leaves out")
        out = writer(kind)(part(chosen, above=names[0], below=names[1], depth=depth, paper=only))
        return out if isinstance(out, bytes) else out.encode()

    name = ".".join(["graph", kind, *["statements"] * statements])
    whole = (*names, depth, only) == (None,) * 4  # the most frequent request
    made = report.remembered(name, "proofs.export.graph_formats", drawn) if whole else drawn()
    if kind == "leanblueprint" and output is not None:
        from proofs.export.graph_formats import BLUEPRINT_FILES

        write_folder(output, {"content.tex": made.decode(), **BLUEPRINT_FILES}, force)
    elif output is not None:
        write_file(output, made, force)
    elif kind not in PICTURES:
        print_text(made.decode())
    elif sys.stdout.isatty():
        raise BadInput("a picture is not for the terminal: use --output FILE")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(made)


def errata(
    paper: OnlyPaper = None,
    own: With = None,
    format: OfRegister = RegisterFormat.text,
    output: Output = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """List the errors found in the papers, with corrections.

    An entry that calls a formula false, or names a theorem, is checked: a counterexample or that theorem must confirm
    it, and then `confirmed` is true in JSON. Entries "by reading" name nothing to check, and are not confirmed. Exit
    status 0 if none of these checks fails.
    """
    report = _register("errata", own, paper, RegisterFormat.json if as_json else format, output, force)
    leave(not any(f.fails for f in report.errata))


def constants(
    paper: OnlyPaper = None,
    own: With = None,
    format: OfRegister = RegisterFormat.text,
    output: Output = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """List constants: as printed, as needed by the proof, and sharp.

    Exit status 0 if every value that comes with a claim is proved, possibly modulo citations.
    """
    report = _register("constants", own, paper, RegisterFormat.json if as_json else format, output, force)
    claims = [v for c in report.constants for v in (c.needed, c.sharp, c.beyond) if v and v.claim]
    leave(all(v.status in ("proved", "proved modulo cited") for v in claims))


class LetterFormat(StrEnum):
    """The formats of a letter."""

    text = "text"
    tex = "tex"


def letter(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="The paper's key, such as KS.")],
    own: With = None,
    format: Annotated[LetterFormat, typer.Option(help="The format.")] = LetterFormat.text,
    signed: Annotated[str, typer.Option(metavar="NAME", help="The sender.")] = "[your name and address]",
    output: Output = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Write a letter to the authors of a paper: the defects that matter, on two pages."""
    from proofs.checking.replay.chapters import key_of
    from proofs.export.letter import letter

    check_output(output, force)
    report = last_check(shelf(own))
    key = key_of(paper, report.items)
    made = letter(report, key, format is LetterFormat.tex, signed)
    if as_json:
        print_json({"paper": key, "format": format.value, "letter": made})
    elif output is None:
        print_text(made)
    else:
        write_file(output, made, force)


def _register(
    name: str, own: list[str] | None, paper: str | None, format: RegisterFormat, output: Path | None, force: bool
) -> Report:
    """Print or write a register, and return the report."""
    from proofs.checking.replay.chapters import key_of

    check_output(output, force)
    whole = report = last_check(shelf(own))
    key = None if paper is None else key_of(paper, whole.items)
    if key is not None:
        report = whole.of_paper(key)
    if format is RegisterFormat.text:
        from proofs.export import reports

        rows: Any = getattr(report, name)
        text = getattr(reports, name)(report if name == "errata" else rows, width()) if rows else f"no {name}\n"
        print_text(text) if output is None else write_file(output, str(text), force)
        return report
    from proofs.export.manifest import manifest
    from proofs.export.site.registers import register

    made = register(manifest(whole), name, format.value, key)
    print_text(made) if output is None else write_file(output, made, force)
    return report


def manifest(
    own: With = None,
    output: Output = None,
    force: Force = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Accepted for uniformity; the output is always JSON.")
    ] = False,
) -> None:
    """Write the manifest: all results of the check, as JSON.

    It is the source of the site and of the registers; `schema.json` in a site describes it.
    """
    from proofs.export.manifest import text

    check_output(output, force)
    made = text(last_check(shelf(own)))
    print_json_text(made) if output is None else write_file(output, made, force)


def plot(
    id: Id,
    output: Annotated[Path, typer.Option(help="The file, whose name ends in .png or .svg.")],
    own: With = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Draw a statement: its constants against a parameter, and its margin at random samples.

    A picture proves nothing.
    """
    from proofs.export.plots import draw, picture_of

    kind = picture_kind(output, force)
    report = last_check(shelf(own), id, paper=id.partition(":")[0])
    name = about(id, report.by_id).id
    write_file(output, draw(picture_of(report, name), kind), force)
    if as_json:
        print_json({"id": name, "file": str(output)})


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new or empty folder, or one that holds a site.")],
    own: With = None,
    replay: Afresh = False,
    as_json: AsJson = False,
) -> None:
    """Write a web site of the papers, which opens from disk.

    Only what changed is written again. For a site that is published, --replay checks all proofs before.
    """
    from dataclasses import asdict

    from proofs.export.site import SiteError, build

    try:
        modules = shelf(own)
        built = build(checked(modules, replay=True) if replay else last_check(modules), folder)
    except SiteError as wrong:
        raise BadInput(str(wrong)) from wrong
    if as_json:
        print_json({"folder": str(folder)} | asdict(built))
    else:
        print_text(f"{folder / 'index.html'}: {built.pages} files, {built.written} written, {built.removed} removed\n")
