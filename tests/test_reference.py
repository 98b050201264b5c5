"""The pages of reference, made of the commands' help, the rules' docstrings, the theorems and the error messages.

After a change that is meant: REGENERATE=1 uv run pytest tests/test_reference.py
"""

from __future__ import annotations

import ast
import inspect
import os
import re
import runpy
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from proofs.builder.rules import call_of
from proofs.cli.main import app, run
from proofs.kernel.rules import RULES
from proofs.theorems import MODULES

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "reference"
PRIVATE = runpy.run_path(str(Path(__file__).with_name("test_language.py")))["PRIVATE"]


ABOUT_COMMANDS = """# Commands

`lemmata COMMAND --help` prints the same. PAPER is a file, a module or a key; `lemmata check --all` lists the ids.

Exit status: 0 if what was asked holds, 1 if it does not, 2 if that is not known, 3 if the input cannot be used, 130
after an interruption. Every command has `--json`. `lemmata --install-completion` lets the shell complete ids.
"""
ABOUT_RULES = """# Rules of the kernel

Every theorem is made by these rules alone, in `proofs/kernel/rules.py`. A rule checks its evidence and refuses anything
else; searches only propose which rules to apply. Γ ⊢ A is a fact: under the hypotheses Γ, for all values of the free
variables, A. Each rule is proved sound in Coq, by the lemma that its description names.

In a proof, a rule is applied by a method, or by `p.rule("name", …)`; most are applied by `p.have` and other tactics.
"""
ABOUT_LEMMAS = """# Lemmas

The theorems of the library, by chapter, each as its docstring states it. Every proof may apply them:
`p.apply("sum_le", …)`. Those with a star are lemmas of the search, which `lemmata prove` and `p.prove` apply by
themselves. `lemmata show sum_le` prints one in full; `lemmata theorems` finds them by words or by shape (see
[names](../names.md)).
"""
ABOUT_MESSAGES = """# Error messages

An error ends a command with the exit status 3 and a message of up to three lines on standard error; with `--json` the
message is also on standard output, under `error`. These are the kinds of errors, with the class that Python raises, and
their messages; … stands for what a message puts in.
"""

# --- commands


def commands(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the page of commands: the help of each."""
    from typer.main import get_group

    parts = [ABOUT_COMMANDS]
    for name, command in get_group(app).commands.items():
        names = [[name], *([name, sub] for sub in getattr(command, "commands", ()))]
        for words in names:
            capsys.readouterr()
            assert run([*words, "--help"]) == 0
            parts.append(
                f"{'#' * (1 + len(words))} lemmata {' '.join(words)}\n\n```\n{capsys.readouterr().out.strip()}\n```\n"
            )
    return "\n".join(parts)


# --- rules of the kernel


def rules() -> str:
    """Return the page of the kernel's rules: their docstrings."""
    parts = [ABOUT_RULES]
    for name, rule in RULES.items():
        parts.append(f"## `{name}`\n\n`{call_of(name)}`\n\n{escaped(inspect.getdoc(rule) or '')}\n")
    return "\n".join(parts)


def escaped(text: str) -> str:
    """Escape the signs of a docstring that Markdown would read, outside of code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(x if x.startswith("`") else re.sub(r"([*_<\[\]])", r"\\\1", x) for x in parts)


# --- lemmas


def lemmas() -> str:
    """Return the page of the library's theorems: a line for each, by chapter."""
    parts = [ABOUT_LEMMAS]
    for name, module in MODULES.items():
        chapter = import_module(module).chapter
        about = (inspect.getdoc(import_module(module)) or "").partition("\n\n")[0]
        parts.append(f"## {name}\n\n{escaped(' '.join(about.split()))} (`{module}`)\n")
        for full, proof in chapter.proofs.items():
            says = escaped(" ".join((inspect.getdoc(inspect.unwrap(proof)) or "").partition("\n\n")[0].split()))
            star = " ★" if full in chapter.marks else ""
            parts.append(f"- `{full.rpartition('.')[2]}`{star}{': ' * bool(says)}{says}")
        parts.append("")
    return "\n".join(parts)


# --- error messages

KINDS = {  # classes of errors that reach users: a title, what they mean, what to do
    "ParseError": (
        "A formula is not understood",
        "The text of a goal or a hypothesis has no meaning here, or more than one. The message points at the place.",
        "Write the formula as the message suggests. [Settle an inequality](../how_to/inequality.md) says how formulas "
        "are typed; multiplication needs its sign (`x*y`), and a formula with two readings needs brackets.",
    ),
    "UndefinedError": (
        "A term is not defined",
        "At a point that satisfies the hypotheses, a denominator is 0, a logarithm is taken of a number that is not "
        "positive, or the like. So the question has no answer.",
        "Add the hypothesis that the message names, such as `--given \"0 < x\"`.",
    ),
    "TranslationError": (
        "A SymPy expression has no counterpart",
        "A relation was given in SymPy, and part of it has no exact counterpart among the kernel's terms.",
        "Declare symbols with `real=True` or `integer=True`, write `Rational(1, 2)` for 0.5, or give the question as "
        "text.",
    ),
    "ProofError": (
        "A step of a proof fails",
        "A proof of a paper does not go through. The message names the file and the line of the step.",
        "A step that is *not found* needs more facts, or `p.prove` in place of `p.have`; `lemmata refute` says whether "
        "it is false. A name that is not known is listed with the nearest ones. [Cases, induction, "
        "existence](../how_to/cases.md) shows the forms of proofs.",
    ),
    "ChapterError": (
        "A paper cannot be used",
        "The file of a paper was not found, cannot be imported, or contradicts another paper.",
        "Name the file with `.py`; it has to define `paper = chapter = Paper(key, title, source)`.",
    ),
    "ValueError": (
        "An argument does not fit",
        "A function was called with a value that it cannot take, such as a limit or an erratum without a defect.",
        "The message names the argument and what it may be.",
    ),
    "UnknownId": (
        "There is no such statement or theorem",
        "An id or a name is not among those of the papers that are checked. The nearest ones are listed.",
        "`lemmata check --all` lists the ids, `lemmata theorems WORDS` the theorems. With `--with`, or with papers in "
        "`pyproject.toml`, the library's papers are left out; add `--with library`.",
    ),
    "GraphError": (
        "A question about the graph has no answer",
        "An id, a paper or a depth does not fit the graph.",
        "Take an id of the graph; a part of it is chosen by `--above`, `--below`, `--depth` and `--paper`.",
    ),
    "ExportError": (
        "The graph does not fit a format",
        "The format cannot hold the graph: it has too many edges, or two ids that would become the same.",
        "Export a part of the graph, or take another format.",
    ),
    "ShapeError": (
        "A shape of a formula is not understood",
        "`lemmata theorems` takes words, or the shape of a formula in which `_` stands for anything.",
        "Write the shape like a formula: `lemmata theorems \"sum(_) <= n * max(_)\"`.",
    ),
    "OutlineError": (
        "A LaTeX source cannot be read",
        "`lemmata new --from` found no statements, or LaTeX that it cannot follow.",
        "Give the main file of the paper; statements are environments that `\\newtheorem` declares.",
    ),
    "BadInput": (
        "An option or an argument does not fit",
        "A command was called with something that it cannot use.",
        "The message says what it needs; [Commands](commands.md) lists all options.",
    ),
    "ArgumentError": (
        "The input of a construction does not fit",
        "`lemmata construct` was given sizes, sequences or values that the theorem excludes or that are too large.",
        "Take values as the message says.",
    ),
    "OccupiedError": (
        "A file would be overwritten",
        "The output exists, and `lemmata` did not write it, or it has changed since.",
        "Choose another name, or add `--force`.",
    ),
    "SiteError": (
        "The site cannot be written there",
        "The folder holds other files, or two pages would have one name.",
        "Give a new or an empty folder.",
    ),
    "NoPicture": ("There is no picture", "The statement has nothing to draw, or matplotlib is missing.",
        "Install the extra `pictures`; a paper adds pictures by `paper.plot`, `paper.spot_check` and `paper.constant`.",
    ),
    "DrawingError": ("Graphviz is missing", "SVG and PNG are drawn by Graphviz.", "Install the extra `drawing`."),
    "NoCoq": ("Coq is missing", "`--formal` needs Coq and two of its libraries.", "Install the packages named."),
    "Malformed": (
        "A file of proofs is not understood",
        "`lemmata audit FILE` was given a file that is damaged, or that `lemmata export-proofs` or `--save` did not "
        "write.",
        "Write the file anew.",
    ),
    "Stopped": (
        "A search was stopped",
        "A search reached its limit of time or memory; the answer is then unknown.",
        "Raise `--timeout` or `--memory`.",
    ),
}  # fmt: skip
FOLDERS = {  # where those errors are raised that reach users; others are caught within searches
    "ProofError": ("builder/chapter", "builder/facts", "builder/logic", "builder/record", "builder/scopes",
                   "builder/tactics", "builder/proof", "builder/side_conditions", "search/proof_step"),
    "ValueError": ("builder/paper", "builder/validation", "search/worker_calls", "search/sharpening/sharp",
                   "search/answer", "workers/pool", "language/display"),
}  # fmt: skip


def templates(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be, with … for what is put in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(v.value if isinstance(v, ast.Constant) else "…" for v in node.values)
    elif isinstance(node, ast.IfExp):
        yield from templates(node.body)
        yield from templates(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from (a + b for a in templates(node.left) for b in templates(node.right))
    else:
        yield "…"


@cache
def messages() -> dict[str, list[str]]:
    """Return the messages of each kind in `KINDS`, read off the sources: texts with … for what is put in."""
    found: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for path in sorted((ROOT / "proofs").rglob("*.py")):
        name = path.relative_to(ROOT / "proofs").as_posix()
        for node in ast.walk(ast.parse(path.read_bytes())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            kind = "ParseError" if called in ("fail", "failure") and "language/" in name else called
            if kind in found and any(part in name for part in FOLDERS.get(kind, ("",))):
                argument = node.args[-1] if kind in ("ParseError", "Stopped") else node.args[0]
                found[kind] |= {re.sub("…+", "…", text) for text in templates(argument)}
    return {kind: sorted(t for t in texts if re.search(r"[a-z]{3}", t)) for kind, texts in found.items()}


def messages_page() -> str:
    """Return the page of error messages: each kind with its meaning, what to do, and its messages."""
    parts = [ABOUT_MESSAGES]
    for kind, texts in messages().items():
        title, meaning, remedy = KINDS[kind]
        listed = "\n".join(f"- {escaped(t.strip())}" for t in (t.replace("\n", " ") for t in texts))
        parts.append(f"## {title}\n\n`{kind}`. {meaning}\n\n**What to do:** {remedy}\n" + f"\n{listed}\n" * bool(texts))
    return "\n".join(parts)


def test_messages_are_found_and_read_well() -> None:
    found = messages()
    texts = [t for kind in found.values() for t in kind]
    assert len(texts) > 150
    assert "no fact is called …" in " ".join(found["ProofError"])
    for text in texts:
        assert text.count("\n") <= 2, text
        assert not PRIVATE.search(text), text
        assert not text.rstrip().endswith("."), text
        assert len(text) < 220, text


def test_every_kind_of_error_that_commands_report_is_explained() -> None:
    source = (ROOT / "proofs" / "cli" / "terminal.py").read_text(encoding="utf-8")
    caught = re.search(r"isinstance\(wrong, (BadInput[^)]*)\)", source)
    assert caught
    assert set(caught[1].split(" | ")) <= set(KINDS)


# --- all of them


def compared(name: str, text: str) -> None:
    page = PAGES / name
    if os.environ.get("REGENERATE"):
        page.write_text(text, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == text, "REGENERATE=1 uv run pytest tests/test_reference.py writes it anew"


def test_the_page_of_commands(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERMINAL_WIDTH", "100")
    compared("commands.md", commands(capsys))


@pytest.mark.parametrize(("name", "made"), [("rules.md", rules), ("lemmas.md", lemmas), ("messages.md", messages_page)])
def test_the_pages_of_rules_lemmas_and_messages(name: str, made: Callable[[], str]) -> None:
    compared(name, made())
