"""The pages of `docs`, executed: their files are written, their commands and examples run, and give what is shown."""

import doctest
import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from proofs.checking.replay import chapters
from proofs.cli.main import run
from proofs.search import Answer, decide
from proofs.theorems import MODULES

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))
BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ uv run lemmata (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
CHAPTERS = ("elementary", "sums", "softmax")  # more would only take longer
FROM_DOCSTRINGS = ("api.md",)  # its examples run where they stand
WITH_A_PAPER = ("how_to/ci.md",)  # these begin where there is a paper already
EVERY = {"proofs.md": 6}  # every sixth command is run as one; what all of them print is tested below


@pytest.fixture
def folder(tmp_path: Path, general_theorems: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LEMMATA_CACHE", str(shutil.copytree(general_theorems, tmp_path / "cache")))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(chapters, "LISTED", tuple(MODULES[name] for name in CHAPTERS))
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.slow  # a tutorial is a session of commands
@pytest.mark.xdist_group("docs")
@pytest.mark.parametrize("page", [page for page in PAGES if page not in FROM_DOCSTRINGS])
def test_a_page_does_what_it_says(page: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    if page in WITH_A_PAPER:
        assert run(["new", "my_paper"]) == 0
    blocks = list(BLOCK.finditer((DOCS / page).read_text(encoding="utf-8")))
    for block in blocks[:: EVERY.get(page, 1)]:
        text = block["text"]
        if block["file"]:
            file = folder / block["file"]
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a", encoding="utf-8") as out:
                out.write(text + "\n\n")
            if file.suffix == ".py":
                sys.modules.pop(file.stem, None)
        elif block["kind"] == "console":
            ran = [command(capsys, arguments, said) for arguments, said in COMMAND.findall(text)]
            assert len(ran) == len(re.findall(r"^\$ ", text, re.MULTILINE)) > 0, text
        elif ">>>" in text:
            examples(text, page, names)
        elif block["kind"] == "text":  # a figure
            named = re.findall(r"[\w/]+/\w[\w./]*\w", text)
            assert named and all((DOCS.parent / name).exists() for name in named), text
        else:  # of a file that a command has written
            assert any(text in file.read_text(encoding="utf-8") for file in folder.glob("*.py")), text


def command(capsys: pytest.CaptureFixture[str], arguments: str, said: str) -> None:
    """Run a command; what it prints is as shown."""
    capsys.readouterr()
    status = run(shlex.split(arguments))
    out, err = capsys.readouterr()
    assert status in (0, 1), err
    assert shown(said).search(out), f"{arguments}\n{out}"


def shown(said: str) -> re.Pattern[str]:
    """What is shown: a line `…` stands for any lines, a `…` in a line for anything in it."""
    lines = [r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n" for line in said.splitlines()]
    return re.compile(r"\A" + "".join(lines) + r"\Z")


def examples(text: str, page: str, names: dict[str, object]) -> None:
    """Run the examples in a block, with the names of those before it on the page."""
    test = doctest.DocTestParser().get_doctest(text, names, page, page, 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append, clear_globs=False)
    names |= test.globs
    assert not said, "".join(said)


def test_the_job_runs_the_commands_that_are_shown() -> None:
    page = (DOCS / "how_to" / "ci.md").read_text(encoding="utf-8")
    job = next(block["text"] for block in BLOCK.finditer(page) if block["kind"] == "yaml")
    ran = re.findall(r"- run: uv run lemmata (.*)", job)
    assert len(ran) == 3
    assert ran == [arguments for arguments, _ in COMMAND.findall(page)]


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_links_to_is_there(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (DOCS / page).read_text(encoding="utf-8"))
    lost = [link for link in links if "://" not in link and not (DOCS / page).parent.joinpath(link).exists()]
    assert not lost


def test_the_overview_lists_every_page() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (DOCS / "README.md").read_text(encoding="utf-8"))
    assert {page for page in PAGES if page != "README.md"} <= set(links)


def test_theorems_that_serve_as_examples_exist() -> None:

    known = {n.rpartition(".")[2] for c in MODULES.values() for n in import_module(c).chapter.proofs}
    rows = re.findall(r"^\| `_.*\|(.*)\|$", (DOCS / "names.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert len(named) > 10
    assert set(named) <= known


# --- the page of functions and classes is made of their docstrings

API = {
    "Derivations": ("symbolic.sums", "symbolic.boltzmann", "symbolic.attention", "symbolic.max_affine"),
    "Inequalities": (
        "proofs",
        "proofs.search.answer:Answer",
        "proofs.search.sharpening.sharp:Sharp,End,Bracket",
        "proofs.search.sharpening.hypotheses:Weakening",
    ),
    "Formulas": (
        "proofs.language.notation",
        "proofs.theorems.analysis.convexity:convex,convex_set,gradient_at,nearest,squared_distance",
    ),
    "Papers": ("proofs.builder.chapter", "proofs.builder.paper:Constant,Erratum,Paper,Search,Statement"),
    "Proofs": ("proofs.builder.proof:Proof", "proofs.kernel.rules:Fact"),
    "What a check found": (
        "proofs.checking.report:Report,Result,Line,Support,Finding,ConstantFound",
        "proofs.export.graph:proof_graph,named,part,rests_on,falls_if,longest_chain",
    ),
}  # modules; after a colon those names of them that are meant, else all that they define


def api() -> str:
    """The page as it should be: each public function and class, with the first sentence of its docstring."""
    lines = [ABOUT_API]
    for title, modules in API.items():
        lines += [f"## {title}", ""]
        for entry in modules:
            name, _, meant = entry.partition(":")
            lines += [f"From `{name}`:", "", *described(import_module(name), meant.split(",") if meant else [])]
    return "\n".join(lines)


ABOUT_API = """# Functions and classes

`from lemmata import …` has all of these, and the modules `sums`, `boltzmann`, `attention` and `max_affine` of
`symbolic`; `from lemmata import *` brings what a paper's module needs. The packages `symbolic`, `numeric` and `proofs`,
in which they are defined, have names that other distributions use as well: install `lemmata` into an environment of its
own.

Each entry is the first paragraph of a docstring, with its example; `help(…)` prints the rest.
"""


def described(module: ModuleType, meant: list[str]) -> Iterator[str]:
    """The lines for what a module defines, or for some of it."""
    things = {name: getattr(module, name) for name in sorted(meant or public(module))}
    for name, thing in things.items():
        if (inspect.isclass(thing) or inspect.isfunction(thing)) and inspect.getdoc(thing):
            yield from (f"### `{name}{parameters(thing)}`", "", first(thing), "", *example(thing))
            if inspect.isclass(thing):
                for n, m in methods(thing):
                    yield from (f"- `{n}{parameters(m)}`: {first(m)}", "")
                    yield from (f"    {line}" if line else "" for line in example(m))

    plain = [name for name, thing in things.items() if inspect.isfunction(thing) and not inspect.getdoc(thing)]
    if plain:
        yield from (f"Of the kernel's terms, in their usual meaning: {', '.join(f'`{name}`' for name in plain)}.", "")


def public(module: ModuleType) -> list[str]:
    """The names in a module's `__all__`, else those of all that it defines."""
    own = [name for name, x in vars(module).items() if getattr(x, "__module__", "") == module.__name__]
    return [name for name in getattr(module, "__all__", own) if not name.startswith("_")]


def example(thing: object) -> list[str]:
    """The examples in a docstring, as a block of code."""
    found = doctest.DocTestParser().get_examples(inspect.getdoc(thing) or "")
    lines = [
        line
        for e in found
        for line in (
            *(">>> " + e.source.replace("\n", "\n... ", e.source.count("\n") - 1)).splitlines(),
            *e.want.splitlines(),
        )
    ]
    return ["```python", *lines, "```", ""] if lines else []


def methods(thing: type) -> Iterable[tuple[str, object]]:
    """The methods of a class; of those that `Proof` inherits, the ones with an example are for users."""
    own = {n: m for n, m in vars(thing).items() if not n.startswith("_") and inspect.isfunction(m)}
    inherited = inspect.getmembers(thing, inspect.isfunction) if thing.__name__ == "Proof" else []
    return (own | {n: m for n, m in inherited if n not in own and not n.startswith("_") and example(m)}).items()


def parameters(thing: object) -> str:
    if inspect.isclass(thing) and issubclass(thing, BaseException):
        return ""
    names = [str(p).partition(":")[0].partition("=")[0] for p in inspect.signature(thing).parameters.values()]  # type: ignore[arg-type]
    return f"({', '.join(name for name in names if name != 'self')})"


def first(thing: object) -> str:
    """The first paragraph of a docstring, in one line."""
    said = " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())
    assert said, thing
    return said


WITHOUT_EXAMPLE = {"check"}  # it takes too long for one; `docs/how_to/graph.md` has it


def test_functions_that_users_call_have_examples() -> None:
    modules = ("proofs", "proofs.language.notation", "proofs.export.graph:proof_graph,named,part,rests_on,falls_if")
    modules += API["Derivations"]
    found = {}
    for name, _, meant in (entry.partition(":") for entry in modules):
        module = import_module(name)
        found |= {n: getattr(module, n) for n in (meant.split(",") if meant else public(module))}
    own = {n: x for n, x in found.items() if inspect.isfunction(x) and not x.__module__.startswith("proofs.kernel")}
    functions = {n: inspect.getdoc(x) for n, x in own.items()}
    assert len(functions) > 60
    lacking = {n for n, said in functions.items() if said and ">>>" not in said}
    assert lacking <= WITHOUT_EXAMPLE | {"proof_graph"}, lacking


def test_lemmata_has_all_of_it() -> None:
    import lemmata

    for modules in API.values():
        for entry in modules:
            name, _, meant = entry.partition(":")
            module = import_module(name)
            if name.startswith("symbolic."):
                assert getattr(lemmata, name.rpartition(".")[2]) is module
            else:
                for x in meant.split(",") if meant else public(module):
                    if inspect.isclass(getattr(module, x)) or inspect.isfunction(getattr(module, x)):
                        assert getattr(lemmata, x, None) is getattr(module, x), x
    assert {"decide", "sums", "Paper"} <= set(dir(lemmata))


def test_the_page_of_functions_is_what_their_docstrings_say() -> None:
    page = DOCS / "api.md"
    if os.environ.get("REGENERATE"):
        page.write_text(api(), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == api(), "REGENERATE=1 uv run pytest tests/test_docs.py writes it anew"


# --- the page of proofs is made of what `lemmata` prints

N = ("integer n", "n >= 1")
ABC = ("a > 0", "b > 0", "c > 0")
WEIGHTS = ("all(p[i] > 0, (i, 1, n))", "sum(p[i], (i, 1, n)) == 1")
TWO = (*WEIGHTS, "all(q[i] > 0, (i, 1, n))", "sum(q[i], (i, 1, n)) == 1")
STEP = "all(f[t+1] <= f[t] - eta*g[t]**2 + L*eta**2*g[t]**2/2, (t, 0, n - 1))"
RATES = ("eta > 0", "L > 0", "eta*L <= 1")
PROOFS: dict[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {  # title, goal and hypotheses by chapters
    "One variable": (
        ("A logarithm and its tangent", "log(1 + x) <= x", ("x > -1",)),
        ("A polynomial", "x**4 - 4*x + 3 >= 0", ()),
        ("Taylor's polynomial of the exponential function", "exp(x) >= 1 + x + x**2/2", ("x >= 0",)),
        ("A greatest value", "x*exp(-x) <= exp(-1)", ()),
        ("A logarithm and a root", "log(x) <= (x - 1)/sqrt(x)", ("x >= 1",)),
    ),
    "Olympiad problems": (
        ("A sum of squares", "a**2 + b**2 + c**2 >= a*b + b*c + c*a", ()),
        ("Arithmetic and geometric means", "(a + b + c)/3 >= (a*b*c)**(1/3)", ABC),
        ("Nesbitt's inequality", "a/(b + c) + b/(c + a) + c/(a + b) >= 3/2", ABC),
        ("Schur's inequality", "a*(a - b)*(a - c) + b*(b - a)*(b - c) + c*(c - a)*(c - b) >= 0",
         ("a >= 0", "b >= 0", "c >= 0")),
        ("The sides of a triangle (IMO 1983)", "a**2*b*(a - b) + b**2*c*(b - c) + c**2*a*(c - a) >= 0",
         (*ABC, "a < b + c", "b < c + a", "c < a + b")),
    ),
    "Trigonometric and hyperbolic functions": (
        ("Taylor's polynomial of the sine", "x - x**3/6 <= sin(x)", ("x >= 0",)),
        ("Sine times cosine", "sin(x)*cos(x) <= 1/2", ()),
        ("The tangent function", "tan(x) >= x", ("0 <= x", "x < pi/2")),
        ("The hyperbolic sine", "sinh(x) >= x", ("x >= 0",)),
        ("Interval arithmetic", "sin(3*x) + exp(x)*cos(5*x) <= 19/10", ("0 <= x", "x <= 1")),
    ),
    "Any number of numbers": (
        ("Gibbs' inequality", "sum(p[i]*log(p[i]/q[i]), (i, 1, n)) >= 0", (*N, *TWO)),
        ("Pinsker's inequality", "sum(abs(p[i] - q[i]), (i, 1, n))**2 <= 2*sum(p[i]*log(p[i]/q[i]), (i, 1, n))",
         (*N, *TWO)),
        ("The log-sum-exp function", "log(sum(exp(x[i]), (i, 1, n))) <= max(x[i], (i, 1, n)) + log(n)", N),
        ("The entropy", "-sum(p[i]*log(p[i]), (i, 1, n)) <= log(n)", (*N, *WEIGHTS)),
        ("A step of gradient descent",
         "F1 <= F0 - eta/2*sum(g[i]**2, (i, 1, n))",
         (*N, *RATES, "F1 <= F0 - eta*sum(g[i]**2, (i, 1, n)) + L*eta**2/2*sum(g[i]**2, (i, 1, n))")),
        ("The regret of online gradient descent", "sum(r[t], (t, 1, n)) <= D[1]/(2*eta) + n*eta*G**2/2",
         (*N, "eta > 0", "all(D[t] >= 0, (t, 1, n + 1))",
          "all(D[t+1] <= D[t] - 2*eta*r[t] + eta**2*G**2, (t, 1, n))")),
        ("Gronwall's inequality", "w[n] <= w[0]*exp(sum(a[t], (t, 0, n-1)))",
         (*N, "all(w[t] >= 0, (t, 0, n))", "all(a[t] >= 0, (t, 0, n))",
          "all(w[t+1] <= (1 + a[t])*w[t], (t, 0, n - 1))")),
        ("AdaGrad's lemma", "sum(a[i]/sqrt(sum(a[j], (j, 1, i))), (i, 1, n)) <= 2*sqrt(sum(a[i], (i, 1, n)))",
         (*N, "all(a[i] > 0, (i, 1, n))")),
        ("A mean and its square", "sum(p[i]*x[i], (i, 1, n))**2 <= sum(p[i]*x[i]**2, (i, 1, n))", (*N, *WEIGHTS)),
        ("Inverse squares", "sum(1/i**2, (i, 1, n)) <= 2 - 1/n", N),
    ),
    "Refutations": (
        ("A constant that is too small", "(x + 1/2)*log(1 + 1/x) <= 1 + 1/(13*x*(x + 1))", ("x > 0",)),
        ("A root of a sum", "sqrt(x + y) >= sqrt(x) + sqrt(y)", ("x >= 0", "y >= 0")),
        ("A product of factors that may vanish", "prod(1 + x[i], (i, 1, n)) >= 1 + sum(x[i], (i, 1, n))",
         (*N, "all(x[i] >= -1, (i, 1, n))")),
        ("One number too few", "sum(x[i], (i, 1, n))**2 <= (n - 1)*sum(x[i]**2, (i, 1, n))", ("integer n", "n >= 2")),
        ("A Taylor polynomial", "cos(x) <= 1 - x**2/2 + x**4/25", ("0 <= x", "x <= 1")),
    ),
}  # fmt: skip
ABOUT_PROOFS = """# Proofs that people read

`lemmata prove … --proof` prints a proof in words and formulas, and `lemmata refute … --proof` a refutation. Both are
made from the certificate, which the kernel has checked. Numbered lines state facts with their reasons. Signs that
anyone can see and steps that only rewrite a formula are left out; `--all-steps` shows more of them. `--format md`,
`--format tex` and `--format html` print Markdown, LaTeX and a web page; `--format coq` prints a file in which Coq
proves the statement from the certificate, beside the library that `lemmata formalize` writes. `--plot FILE` draws the
difference of the sides. In Python, `answer.proof()` returns the same text. `lemmata show ID --proof` prints the proof
of a paper's statement in the same way.

A test evaluates every formula of such proofs, also within reasons, at random points at which its hypotheses hold.
"""


@cache
def decided(goal: str, given: tuple[str, ...]) -> Answer:
    """The answer to a question of the page of proofs."""
    return decide(goal, given, effort=10)


def proofs_page() -> str:
    """The page as it should be: each command with what it prints."""
    parts = [ABOUT_PROOFS]
    for chapter, questions in PROOFS.items():
        parts.append(f"## {chapter}\n")
        command = "refute" if chapter == "Refutations" else "prove"
        for title, goal, given in questions:
            options = "".join(f' --given "{h}"' for h in given)
            said = decided(goal, tuple(given)).proof()
            parts.append(
                f'### {title}\n\n```console\n$ uv run lemmata {command} "{goal}"{options} --proof\n{said}\n```\n'
            )
    return "\n".join(parts)


@pytest.mark.slow
@pytest.mark.xdist_group("page of proofs")
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_the_proofs_of_the_page_compile(tmp_path: Path) -> None:
    snippets = []
    for questions in PROOFS.values():
        for _, goal, given in questions:
            document = decided(goal, tuple(given)).proof("tex")
            begin, end = r"\begin{document}", r"\end{document}"
            snippets.append(document.partition(begin)[2].partition(end)[0])
            (tmp_path / f"proof_{len(snippets)}.tex").write_text(document, encoding="utf-8")
    assert len(snippets) == 30
    head, foot = "\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n", "\n\\end{document}\n"
    (tmp_path / "all.tex").write_text(head + "\n\\bigskip\n".join(snippets) + foot, encoding="utf-8")
    for name in ("all", *(f"proof_{k}" for k in range(1, 31))):
        made = subprocess.run(
            ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", f"{name}.tex"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            errors="replace",
        )
        assert made.returncode == 0 and "Missing character" not in made.stdout, made.stdout[-1500:]


@pytest.mark.xdist_group("page of proofs")
def test_the_page_of_proofs_is_what_is_printed() -> None:
    page = DOCS / "proofs.md"
    if os.environ.get("REGENERATE"):
        page.write_text(proofs_page(), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == proofs_page(), (
        "REGENERATE=1 uv run pytest tests/test_docs.py writes it anew"
    )
