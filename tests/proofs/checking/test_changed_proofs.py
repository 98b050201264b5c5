"""Checks of changed proofs alone: they say what a whole check says, and happen only if nothing else has changed."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from kept import TIMES, entry, rewrite
from kept import contents as contents_but

from proofs.checking import changed_proofs
from proofs.checking.changed_proofs import believed, keep_proofs
from proofs.checking.check import check
from proofs.checking.replay import chapters
from proofs.checking.report import Report
from proofs.checking.store import chapter_contents, sources
from proofs.checking.store.cache import Cache
from proofs.checking.store.last_check import keep
from proofs.checking.store.sources import Sources, outline_of

FILES = {
    "__init__.py": """
from shelf_of_papers.first.vocabulary import paper
from shelf_of_papers.first import squares, statements

chapter = paper
""",
    "vocabulary.py": """
from proofs.builder.paper import Paper
from proofs.language.notation import *

(x,) = reals("x")
factor = 2
paper = Paper("First", "A paper", "nobody")


def scaled(p, formula):
    return p.have(formula, "before", label="out")
""",
    "squares.py": '''
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from shelf_of_papers.first.vocabulary import factor, paper, scaled, x


@paper.claim(given=[], shows=0 <= x * x)
def square(p: Proof) -> Fact:
    """It is a theorem of the library."""
    return p.apply("square_nonneg", x=x, label="out")


@paper.claim(given={"one": 1 <= x}, shows=1 <= x * x)
def at_least(p: Proof) -> Fact:
    p.apply("square", x=x - 1, label="before")
    return p.have(p.goal, "before", "one", label="out")


@paper.claim(given=[], shows=0 <= factor * x * x)
def scaled_square(p: Proof) -> Fact:
    p.apply("square", label="before")
    return scaled(p, p.goal)


@paper.claim(given=[], shows=x <= exp(x))
def cited(p: Proof) -> Fact:
    return p.rule("cite", p.goal, "Hardy 1908", label="out")


@paper.claim(given={"high": 2 <= x}, shows=1 <= x * x)
def more(p: Proof) -> Fact:
    p.apply("at_least", p.have(1 <= x, "high"), label="before")
    return p.have(p.goal, "before")
''',
    "statements.py": """
from proofs.builder.chapter import Claim
from proofs.builder.paper import Erratum, Search
from shelf_of_papers.first.squares import *

paper.state("lemma-1", "a square", kind="lemma", printed=square)
paper.state("lemma-2", "more than one", kind="lemma", printed=at_least)
paper.state("lemma-3", "scaled", kind="lemma", printed=scaled_square)
paper.state("lemma-4", "from a book", kind="lemma", printed=cited)
paper.state(
    "lemma-5", "corrected: from 2 on", kind="lemma", printed=Claim((0 < x,), 1 <= x * x), corrected=more,
    errata=Erratum("false", "not below 1", search=Search(reals={"x": (3, num(1, 2))})),
)
paper.constant("factor", paper.statements["First:lemma-3"], "the factor", num(2), needed=num(1), needed_by=at_least)
""",
}
contents = partial(contents_but, ignored=(*TIMES, "since"))
MODULES = ("small_library", "shelf_of_papers.first")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A paper of a library of its own."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "made_up"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # two edits within a second are two sources
    for module in (sources, chapter_contents, chapters, changed_proofs):
        monkeypatch.setattr(module, "OURS", (*sources.OURS, "small_library", "shelf_of_papers"))
    for module in (sources, changed_proofs):
        monkeypatch.setattr(module, "PAPERS", "shelf_of_papers.")
    for name, text in FILES.items():
        (tmp_path / "shelf_of_papers" / "first" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shelf_of_papers" / "first" / name).write_text(text, encoding="utf-8")
    (tmp_path / "shelf_of_papers" / "__init__.py").touch()
    yield tmp_path
    forget()


def forget() -> None:
    """Forget the modules of the paper, as a new process does."""
    for name in [name for name in sys.modules if f"{name}.".startswith("shelf_of_papers.")]:
        del sys.modules[name]
    importlib.invalidate_caches()


def whole(folder: Path, cache: str = "cache") -> Report:
    """Check everything and record it, as `lemmata check` does."""
    forget()
    kept = Cache(folder / cache)
    report = check(chapters=MODULES, cache=kept)
    keep(report, kept, jobs=1)
    keep_proofs(MODULES, report.key, kept)
    return report


def quick(folder: Path) -> Report | None:
    """Check only proofs that have changed."""
    forget()
    return believed(MODULES, Cache(folder / "cache"))


def edit(folder: Path, old: str, new: str, name: str = "squares.py") -> None:
    path = folder / "shelf_of_papers" / "first" / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


PROOFS: dict[str, tuple[str, str]] = {
    "a step": ('return p.have(p.goal, "before", "one", label="out")',
               'p.have(0 <= x, "one")\n    return p.have(p.goal, "before", "one", label="out")'),
    "a label": ('label="before")\n    return p.have(p.goal, "before", "one"',
                'label="earlier")\n    return p.have(p.goal, "earlier", "one"'),
    "the first proof": ('return p.apply("square_nonneg", x=x, label="out")',
                        'return p.have(p.goal, p.apply("square_nonneg", x=x))'),
    "another theorem of the library": ('return p.apply("square_nonneg", x=x, label="out")',
                                       'return p.have(p.goal, p.apply("helper", x=x, y=num(0)))'),
    "a comment": ('    p.apply("square", x=x - 1', '    # at 1\n    p.apply("square", x=x - 1'),
}  # fmt: skip


@pytest.mark.parametrize("what", PROOFS)
def test_a_changed_proof_is_checked_alone(folder: Path, what: str) -> None:
    every = whole(folder).summary["replayed"]
    edit(folder, *PROOFS[what])
    found = quick(folder)
    assert found is not None
    assert (found.summary["believed"], found.summary["replayed"]) == (every - 1, 1)
    assert contents(found) == contents(whole(folder, "other"))
    again = quick(folder)
    assert again is not None and again.summary["replayed"] == 0
    assert contents(again) == contents(found)
    assert contents(found) == contents(check(chapters=MODULES, cache=Cache(folder / "cache"), replay=True))


def test_several_proofs_may_change_one_after_another(folder: Path) -> None:
    whole(folder)
    for what in ("a step", "the first proof"):
        edit(folder, *PROOFS[what])
        found = quick(folder)
        assert found is not None and found.summary["replayed"] == 1
    edit(folder, *reversed(PROOFS["a step"]))
    edit(folder, *reversed(PROOFS["the first proof"]))
    found = quick(folder)
    assert found is not None and found.summary["replayed"] == 2
    assert contents(found) == contents(whole(folder, "other"))


def test_the_whole_check_believes_what_was_checked_alone(folder: Path) -> None:
    every = whole(folder).summary["replayed"]
    edit(folder, *PROOFS["a step"])
    assert quick(folder) is not None
    edit(folder, "factor = 2", "factor = 3", "vocabulary.py")
    assert quick(folder) is None
    again = whole(folder)
    assert again.summary["replayed"] < every / 2
    assert contents(again) == contents(whole(folder, "other"))


OTHERS: dict[str, tuple[str, str, str]] = {
    "a statement": ("shows=0 <= x * x)", "shows=0 <= x * x + 1)", "squares.py"),
    "a hypothesis": ('"high": 2 <= x', '"high": 3 <= x', "squares.py"),
    "a helper": ('"before", label="out"', '"before", label="end"', "vocabulary.py"),
    "a constant": ("factor = 2", "factor = 3", "vocabulary.py"),
    "a caption": ("a square", "any square", "statements.py"),
    "a search": ("(3, num(1, 2))", "(3, num(1, 3))", "statements.py"),
    "a wrong proof": ('p.goal, "before", "one", label="out"', 'x <= 0, "one", label="out"', "squares.py"),
    "a proof with an error": ("return scaled(p, p.goal)", "return scaled(q, p.goal)", "squares.py"),
    "a proof that applies less": (
        'p.apply("at_least", p.have(1 <= x, "high"), label="before")', 'p.have(4 <= x * x, "high", label="before")',
        "squares.py",
    ),
    "a proof that cites": (
        'return p.apply("square_nonneg", x=x, label="out")', 'return p.rule("cite", p.goal, "Hardy 1908", label="out")',
        "squares.py",
    ),
    "a proof that admits a gap": (
        'return p.apply("square_nonneg", x=x, label="out")', 'return p.rule("argue", p.goal, "clear", label="out")',
        "squares.py",
    ),
    "a citation": ("Hardy 1908", "Hardy 1909", "squares.py"),
    "a proof that imports": ("    return scaled(p", "    import proofs.cli\n    return scaled(p", "squares.py"),
}  # fmt: skip


@pytest.mark.parametrize("what", OTHERS)
def test_whatever_may_change_a_status_needs_a_whole_check(folder: Path, what: str) -> None:
    whole(folder)
    edit(folder, *OTHERS[what])
    assert quick(folder) is None
    again = whole(folder)
    assert contents(again) == contents(whole(folder, "other"))
    if "wrong" in what:
        assert again.by_id["First:lemma-2"].status == "unproved"


def test_another_kernel_needs_a_whole_check(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole(folder)
    edit(folder, *PROOFS["a step"])
    first = Sources._read

    def changed(self: Sources, module: str) -> None:
        first(self, module)
        if module == "proofs.kernel.rules":
            self.hashes[module] = b"of another kernel"

    monkeypatch.setattr(Sources, "_read", changed)
    assert quick(folder) is None
    assert whole(folder).summary["believed"] == 0


DAMAGE: dict[str, Callable[[Path], object]] = {
    "shelf_of_papers.first": lambda path: rewrite(path, lambda body: body["theorems"].reverse()),
    "small_library": lambda path: path.unlink(),
    "First.refute": lambda path: path.write_bytes(path.read_bytes() + b" "),
    "record": lambda path: path.write_bytes(path.read_bytes().replace(b"unproved", b"proved")),
    "proofs": lambda path: path.write_bytes(b"{}"),
    "wordings": lambda path: path.unlink(),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_needs_a_whole_check(folder: Path, name: str) -> None:
    whole(folder)
    edit(folder, *PROOFS["a step"])
    DAMAGE[name](entry(folder / "cache", name))
    assert quick(folder) is None


def test_nothing_is_concluded_in_a_process_that_has_imported_the_paper(folder: Path) -> None:
    whole(folder)
    edit(folder, *PROOFS["a step"])
    assert believed(MODULES, Cache(folder / "cache")) is None


def test_the_modules_of_a_changed_proof_are_dropped(folder: Path) -> None:
    whole(folder)
    edit(folder, *PROOFS["a step"])
    assert quick(folder) is not None
    assert not [name for name in sys.modules if name.startswith("shelf_of_papers.first")]


def test_lines_are_those_of_the_current_source(folder: Path) -> None:
    def lines() -> dict[str, str]:
        forget()
        current = Sources(MODULES)
        held = chapters.load_proof_sets(MODULES, Cache(folder / "cache"), current)
        return {name: current.in_source(place) for v in held for name, place in v.places.items()}

    whole(folder)
    before = lines()
    edit(folder, 'return p.apply("square_nonneg"', 'p.have(p.goal)\n\n    return p.apply("square_nonneg"')
    after, places = lines(), chapter_contents.imported("shelf_of_papers.first").places
    assert {name: after[name] for name in places} == places
    assert before["First.square"] == after["First.square"]
    assert before["First.more"] != after["First.more"]
    assert before["First:lemma-1"] == after["First:lemma-1"]


def test_in_the_library_the_bodies_of_claims_are_told_apart() -> None:
    count = 0
    for path in Path(importlib.import_module("proofs.papers").__path__[0]).glob("*/**/*.py"):
        text = path.read_bytes()
        wanted = {}
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(x, ast.Call) and ast.unparse(x.func) == "paper.claim" for x in node.decorator_list
            ):
                wanted[node.name] = node.body[ast.get_docstring(node) is not None :]
        found = {
            name: ast.parse(b"if 1:\n    pass\n" + body).body[0].body[1:]  # type: ignore[attr-defined]
            for name, body in outline_of(text).bodies.items()
        }
        assert {k: list(map(ast.dump, v)) for k, v in found.items()} == {
            k: list(map(ast.dump, v)) for k, v in wanted.items()
        }
        count += len(found)
    assert count > 1000


def test_the_key_of_a_chapter_covers_its_own_proofs_and_the_outlines_of_other_papers(folder: Path) -> None:
    second = folder / "shelf_of_papers" / "second" / "__init__.py"
    second.parent.mkdir()
    second.write_text("from shelf_of_papers.first.squares import square\n", encoding="utf-8")

    def keys() -> list[str]:
        searches = chapters.Searches([chapters.SEARCH], Sources(MODULES))
        return [searches.own_key(f"shelf_of_papers.{name}") for name in ("first", "second")]

    first = keys()
    edit(folder, *PROOFS["a step"])
    assert [old == new for old, new in zip(first, keys(), strict=True)] == [False, True]
    edit(folder, "factor = 2", "factor = 3", "vocabulary.py")
    assert [old == new for old, new in zip(first, keys(), strict=True)] == [False, False]
