"""The ledger of replays: what it is believed about, and what it is not, whatever lies in the cache."""

from __future__ import annotations

import importlib
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kept import contents, entry, rewrite

from proofs.checking import proving
from proofs.checking.check import check
from proofs.checking.lints import results
from proofs.checking.lints.lints import warnings_of
from proofs.checking.replay import establish, ledger
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache
from proofs.checking.store.digests import ProofSources, TheoremDigests
from proofs.checking.store.sources import Sources

CHAPTER = """
from proofs.builder.chapter import Chapter
from proofs.builder.paper import Erratum, Paper, Search
from proofs.builder.chapter import Claim
from proofs.language.notation import *
from ledger_helper import factor, scaled

x, y = reals("x y")
paper = chapter = Paper("Led", "A paper", "nobody")


@paper.claim(given=[], shows=0 <= x * x)
def square(p):
    return p.apply("square_nonneg", x=x, label="out")


@paper.claim(given={"one": 1 <= x}, shows=1 <= x * x)
def at_least(p):
    p.apply("square", x=x - 1, label="before")
    return p.have(p.goal, "before", "one", label="out")


@paper.claim(given=[], shows=0 <= factor * x * x)
def scaled_square(p):
    p.apply("square", label="before")
    return p.have(scaled(p, x), "before", label="out")


@paper.claim(given=[], shows=x <= exp(x))
def cited(p):
    return p.rule("cite", p.goal, "Hardy 1908", label="out")


@paper.claim(given=[], shows=x <= exp(x) + 1)
def by_the_book(p):
    return p.have(p.goal, p.theorem("cited"), label="out")


paper.state("lemma-1", "a square", kind="lemma", printed=square)
paper.state("lemma-2", "more than one", kind="lemma", printed=at_least)
paper.state("lemma-3", "scaled", kind="lemma", printed=scaled_square)
paper.state("lemma-4", "from a book", kind="lemma", printed=by_the_book)
paper.state(
    "lemma-5", "false", kind="lemma", printed=Claim((0 < x,), 2 <= x),
    corrected=Claim((1 <= x,), 1 <= x * x, "at_least"),
    errata=Erratum("false", "not below 1", search=Search(reals={"x": (3, 1)})),
)
"""
HELPER = """
factor = 2


def scaled(p, x):
    return 0 <= factor * x * x
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "made_up"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # two edits within a second are two sources
    (tmp_path / "ledger_paper.py").write_text(CHAPTER, encoding="utf-8")
    (tmp_path / "ledger_helper.py").write_text(HELPER, encoding="utf-8")
    yield tmp_path
    for name in ("ledger_paper", "ledger_helper"):
        sys.modules.pop(name, None)


def run(folder: Path, replay: bool = False, cache: str = "cache") -> Report:
    """Check the paper as its sources are now."""
    for name in ("ledger_paper", "ledger_helper"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    return check(chapters=["small_library", "ledger_paper"], cache=Cache(folder / cache), replay=replay)


def edit(folder: Path, old: str, new: str, name: str = "ledger_paper") -> None:
    path = folder / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def counted(report: Report) -> tuple[int, int]:
    """Return how many proofs are believed, and how many are replayed."""
    return report.summary["believed"], report.summary["replayed"]


def test_what_this_kernel_has_replayed_is_not_replayed_again(folder: Path) -> None:
    first, second = run(folder), run(folder)
    assert first.holds
    assert counted(first)[0] == 0
    assert counted(second) == (counted(first)[1], 0)
    assert contents(first) == contents(second)


def test_a_check_that_replays_believes_nothing(folder: Path) -> None:
    every = counted(run(folder))[1]
    assert counted(run(folder, replay=True)) == (0, every)
    assert counted(run(folder)) == (every, 0)


EDITS: dict[str, tuple[str, str, str]] = {
    "a comment": ("# no", "# no", "ledger_paper"),
    "a proof": (
        'p.apply("square_nonneg", x=x, label="out")',
        'p.have(p.goal, p.apply("square_nonneg", x=x))',
        "",
    ),
    "a statement below others": ("shows=0 <= x * x)", "shows=0 <= x * x + 1)", ""),
    "a hypothesis": ('"one": 1 <= x}, shows=1 <= x * x', '"one": 2 <= x}, shows=1 <= x * x', ""),
    "a theorem that is wrong": ("shows=1 <= x * x", "shows=2 <= x * x", ""),
    "a proof that is wrong": ('p.apply("square", x=x - 1', 'p.apply("square", x=x - 3', ""),
    "a helper in another file": ("factor * x * x", "factor * x * x + 0", "ledger_helper"),
    "a constant in another file": ("factor = 2", "factor = 3", "ledger_helper"),
    "a citation": ("Hardy 1908", "Hardy 1909", ""),
    "an erratum": ("not below 1", "not below one", ""),
    "a search": ("(3, 1)", "(3, 0, 1)", ""),
}


@pytest.mark.parametrize("what", [name for name in EDITS if name != "a comment"])
def test_after_an_edit_the_report_is_that_of_a_check_from_nothing(folder: Path, what: str) -> None:
    run(folder)
    old, new, name = EDITS[what]
    edit(folder, old, new, name or "ledger_paper")
    believing, replaying, anew = run(folder), run(folder, replay=True), run(folder, cache="other")
    assert contents(believing) == contents(replaying) == contents(anew)


def test_only_what_an_edit_touches_is_replayed(folder: Path) -> None:
    every = counted(run(folder))[1]
    edit(folder, '"before", "one"', 'p.have(0 <= x, "one"), "before"')
    assert counted(run(folder)) == (every - 1, 1)
    edit(folder, "\n\n@paper.claim(given=[], shows=0 <= x", "\n\n# a comment\n@paper.claim(given=[], shows=0 <= x")
    assert counted(run(folder)) == (every, 0)


def test_a_theorem_whose_premise_has_changed_is_replayed(folder: Path) -> None:
    every = counted(run(folder))[1]
    edit(folder, "shows=0 <= x * x)", "shows=0 <= 2 * (x * x))")
    assert counted(run(folder)) == (every - 3, 3)  # the theorem, and the two that apply it


def test_a_proof_edited_to_be_wrong_is_refused(folder: Path) -> None:
    run(folder)
    edit(folder, "shows=1 <= x * x", "shows=2 <= x * x")
    again = run(folder)
    assert (again.by_id["Led:lemma-1"].status, again.by_id["Led:lemma-2"].status) == ("proved", "unproved")
    assert any("Led.at_least has no proof" in problem for problem in again.problems)


def test_a_theorem_that_is_removed_is_gone(folder: Path) -> None:
    run(folder)
    text = (folder / "ledger_paper.py").read_text(encoding="utf-8")
    start, end = (
        text.index("@paper.claim(given=[], shows=x <= exp(x))"),
        text.index("@paper.claim(given=[], shows=x <= exp(x) + 1"),
    )
    (folder / "ledger_paper.py").write_text(text[:start] + text[end:], encoding="utf-8")
    again = run(folder)
    assert "Led.cited" not in {t.name for t in again.theorems}
    assert again.by_id["Led:lemma-4"].status == "unproved"
    assert any("no theorem cited" in problem for problem in again.problems)


def test_another_kernel_replays_everything(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    every = counted(run(folder))[1]
    monkeypatch.setattr(ledger, "kernel_key", lambda: "of another kernel")
    assert counted(run(folder)) == (0, every)


UNDECIDED = """
undecided = Claim((Eq(sin(sin(x)), 1),), x <= 0)
paper.state("lemma-6", "no search settles it", kind="lemma", argued="open", printed=undecided)
"""
SEARCHED = {"Led:lemma-6#hypotheses-1", "Led:lemma-6#counterexample-0"}


def searched_in(folder: Path, monkeypatch: pytest.MonkeyPatch, **how: Any) -> set[str]:
    """Check the paper, and return the names of the derived theorems that were searched for."""
    found: set[str] = set()
    search = establish.search

    def noted(name: str, *rest: Any) -> Any:
        found.update([name] if "#" in name else [])
        return search(name, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(establish, "search", noted)
        run(folder, **how)
    return found


@pytest.fixture
def undecided(folder: Path) -> Path:
    (folder / "ledger_paper.py").write_text(CHAPTER + UNDECIDED, encoding="utf-8")
    return folder


def test_a_search_that_failed_is_not_repeated(undecided: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert searched_in(undecided, monkeypatch) >= SEARCHED
    assert searched_in(undecided, monkeypatch) == set()
    edit(undecided, '"before", "one"', 'p.have(0 <= x, "one"), "before"')  # a proof, which no search depends on
    assert searched_in(undecided, monkeypatch) == set()
    assert searched_in(undecided, monkeypatch, replay=True) == SEARCHED
    first, second = run(undecided), run(undecided, cache="other")
    assert contents(first) == contents(second)


@pytest.mark.parametrize(
    ("old", "new", "again"),
    [
        ("sin(sin(x))", "sin(sin(2 * x))", SEARCHED),
        ("1),), x <= 0", "1),), x <= 1", {"Led:lemma-6#counterexample-0"}),
        ("shows=x <= exp(x))", "shows=2 * x <= 2 * exp(x))", SEARCHED),  # a theorem that they may apply
        ("@paper.claim(given=[], shows=x <= e", "@paper.usable\n@paper.claim(given=[], shows=x <= e", SEARCHED),
    ],
)  # fmt: skip
def test_a_search_that_failed_is_repeated_if_it_may_find_more(
    undecided: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, again: set[str]
) -> None:
    run(undecided)
    edit(undecided, old, new)
    assert searched_in(undecided, monkeypatch) & SEARCHED == again


def test_new_lemmas_of_the_search_lead_to_new_searches(undecided: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(undecided)
    monkeypatch.setattr(ledger, "marks_key", lambda: "of other marks")
    assert searched_in(undecided, monkeypatch) == SEARCHED


def test_new_points_lead_to_new_searches(undecided: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run(undecided)
    (tmp_path / "other.hints").write_text("{ }", encoding="utf-8")
    monkeypatch.setattr(proving, "POINTS", tmp_path / "other.hints")
    assert searched_in(undecided, monkeypatch) == SEARCHED


def test_files_that_were_checked_together_are_not_digested_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(folder)
    every = counted(first)[1]
    with monkeypatch.context() as patch:
        patch.setattr(TheoremDigests, "_terms", lambda self, stored: pytest.fail(stored["name"]))
        again = run(folder)
    assert counted(again) == (every, 0)
    assert contents(again) == contents(first)


BELOW = """
from proofs.builder.chapter import Chapter
from proofs.language.notation import *

(x,) = reals("x")
chapter = Chapter("below")


@chapter.claim(given=[], shows=0 <= x * x)
def below(p):
    return p.apply("square_nonneg", x=x)
"""


def test_a_premise_that_changes_in_a_check_of_other_chapters_counts(folder: Path) -> None:
    def checked(*names: str, cache: str = "cache") -> Report:
        for name in ("ledger_paper", "ledger_helper", "ledger_below"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        return check(chapters=["small_library", *names], cache=Cache(folder / cache))

    (folder / "ledger_below.py").write_text(BELOW, encoding="utf-8")
    edit(folder, 'p.apply("square_nonneg", x=x, label="out")', 'p.have(p.goal, p.apply("below.below"))')
    assert checked("ledger_below", "ledger_paper").holds
    for k, shown in enumerate(("0 <= 2 * (x * x)", "-1 <= x * x", "0 <= x * x * x")):
        edit(folder, "shows=0 <= x * x)", f"shows={shown})", "ledger_below")
        checked("ledger_below")
        again = checked("ledger_below", "ledger_paper")
        assert again.by_id["Led:lemma-1"].status == ("unproved" if k else "proved")
        assert contents(again) == contents(checked("ledger_below", "ledger_paper", cache=f"cache {k}"))
        edit(folder, f"shows={shown})", "shows=0 <= x * x)", "ledger_below")


def test_lints_of_statements_that_did_not_change_are_not_computed_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[str] = []

    def noted(s: Any, *rest: Any) -> Any:
        computed.append(s.id)
        return warnings_of(s, *rest)

    monkeypatch.setattr(results, "warnings_of", noted)
    first = run(folder)
    assert computed == [r.id for r in first.items]
    computed.clear()
    assert contents(run(folder)) == contents(first)
    assert computed == []
    edit(folder, "from a book", "exists in a book")
    again = run(folder)
    assert computed == ["Led:lemma-4"]
    assert contents(again) == contents(run(folder, cache="other"))


def forged(change: Callable[[Any], None]) -> Callable[[Path], None]:
    return lambda path: rewrite(path, change)


def rows(change: Callable[[str, Any], Any]) -> Callable[[Path], None]:
    def forge(body: Any) -> None:
        body["rows"] = {name: change(name, row) for name, row in body["rows"].items()}

    return forged(forge)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def one_for_another(body: Any) -> None:
    names = list(body["rows"])
    body["rows"] = {name: body["rows"][other] for name, other in zip(names, names[1:] + names[:1], strict=True)}


def shortened(body: Any) -> None:
    for stored in body["theorems"]:
        stored["steps"] = stored["steps"][:1]


def restated(body: Any) -> None:
    stored = body["theorems"][0]
    stored["statement"]["concl"] = body["terms"].index(["false"]) if ["false"] in body["terms"] else 0


DAMAGE: dict[str, Callable[[Path], None]] = {
    "empty": lambda path: path.write_bytes(b""),
    "truncated": truncate,
    "a pickle": lambda path: path.write_bytes(pickle.dumps(print)),
    "a changed byte": lambda path: path.write_bytes(path.read_bytes().replace(b'"seconds":0', b'"seconds":1', 1)),
    "no rows": forged(lambda body: body.pop("rows")),
    "rows of another kind": forged(lambda body: body.update(rows=[1])),
    "no digests": rows(lambda name, row: row | {"replay": row["replay"] | {"digest": ""}}),
    "a digest that is no string": rows(lambda name, row: row | {"replay": row["replay"] | {"digest": 7}}),
    "the rows of other theorems": forged(one_for_another),
    "other premises": rows(lambda name, row: row | {"premises": "00"}),
    "other sources": rows(lambda name, row: row | {"source": "00"}),
    "shorter proofs": forged(shortened),
    "another statement": forged(restated),
    "no citations": rows(lambda name, row: row | {"replay": row["replay"] | {"provenance": []}}),
    "an unknown kind of evidence": rows(
        lambda name, row: row | {"replay": row["replay"] | {"provenance": [["sworn", "by me"]]}}
    ),
    "another use": rows(lambda name, row: row | {"replay": row["replay"] | {"provenance": [["uses", "Led.none"]]}}),
    "other terms": forged(lambda body: body.update(terms=body["terms"][::-1])),
}


@pytest.mark.parametrize("what", DAMAGE)
@pytest.mark.parametrize("name", ["ledger_paper", "Led.refute"])
def test_damage_leads_to_a_replay_and_never_to_a_status(folder: Path, name: str, what: str) -> None:
    sound = run(folder)
    before = entry(folder / "cache", name).read_bytes()
    DAMAGE[what](entry(folder / "cache", name))
    assert entry(folder / "cache", name).read_bytes() != before or what in ("no citations", "other premises")
    again = run(folder)
    assert contents(again)[0] | {"warnings": []} == contents(sound)[0] | {"warnings": []}
    assert contents(again)[1] == contents(sound)[1]


def test_a_file_of_another_paper_is_of_no_use(folder: Path) -> None:
    sound = run(folder)
    cache = folder / "cache"
    entry(cache, "ledger_paper").write_bytes(entry(cache, "Led.refute").read_bytes())
    again = run(folder)
    assert contents(again)[1] == contents(sound)[1]
    assert any("damaged" in warning for warning in again.warnings)


def test_two_files_of_one_name_keep_records_apart(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    every = counted(run(folder))[1]
    other = tmp_path_factory.mktemp("elsewhere")
    for name in ("ledger_paper", "ledger_helper"):
        (other / f"{name}.py").write_bytes((folder / f"{name}.py").read_bytes())
    sys.path.insert(0, str(other))
    try:
        run(folder)
    finally:
        sys.path.remove(str(other))
    assert counted(run(folder)) == (every, 0)


SOURCE = """
from dataclasses import dataclass
from functools import cache, partial
from proofs.language.notation import reals, text

(x,) = reals("x")
factor, sizes, table = 2, range(3), {"a": [1, 2]}


@dataclass(frozen=True)
class Shape:
    side: object

    @property
    def area(self):
        return self.side * self.side


def helper(y, twice=False):
    return factor * y if twice else Shape(y).area


@cache
def cached(k):
    return helper(k)


def inner(p):
    def deeper(z):
        return [cached(q) for q in sizes], table["a"], z
    return deeper(x)


def importing(p):
    from math import pi
    return pi


def recursive(p, k=3):
    return k and recursive(p, k - 1)


def mutual(p):
    return bound(p), recursive(p), returning(p), text(x)


def returning(p):
    return p and mutual(p)


bound = partial(inner, x <= 1)
unrelated = 7
"""


MUTUAL = ("mutual", "returning")


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("unrelated = 7", "unrelated = 8", {"importing"}),
        ("factor, sizes", "# a comment\nfactor, sizes", {"importing"}),
        ("factor, sizes, table = 2", "factor, sizes, table = 3", {"inner", "bound", "importing", *MUTUAL}),
        ("range(3)", "range(4)", {"inner", "bound", "importing", *MUTUAL}),
        ('"a": [1, 2]', '"a": [1, 3]', {"inner", "bound", "importing", *MUTUAL}),
        ("side * self.side", "side + self.side", {"inner", "bound", "importing", *MUTUAL}),
        ("twice=False", "twice=True", {"inner", "bound", "importing", *MUTUAL}),
        ('reals("x")', 'reals("y")', {"inner", "bound", "importing", *MUTUAL}),
        ("x <= 1)", "x <= 2)", {"bound", "importing", *MUTUAL}),
        ("k - 1", "k - 2", {"recursive", "importing", *MUTUAL}),
        ("k=3", "k=4", {"recursive", "importing", *MUTUAL}),
    ],
)
def test_the_digest_of_a_function_changes_with_all_that_it_refers_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, changed: set[str]
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def digests(text: str) -> dict[str, str]:
        (tmp_path / "digested.py").write_text(text, encoding="utf-8")
        sys.modules.pop("digested", None)
        importlib.invalidate_caches()
        sources = Sources(["digested"])
        of = ProofSources("digested", sources, sources.reached(["proofs.language.notation"]))
        found = importlib.import_module("digested")
        names = ("inner", "bound", "importing", "recursive", "mutual", "returning")
        out = {name: of.digest(getattr(found, name)) for name in names}
        found.text(found.x + 1)  # which remembers what it has printed
        other = ProofSources("digested", sources, sources.reached(["proofs.language.notation"]))
        assert out == {name: other.digest(getattr(found, name)) for name in reversed(names)}
        return out

    before = digests(SOURCE)
    assert before == digests(SOURCE)
    assert old in SOURCE
    after = digests(SOURCE.replace(old, new))
    sys.modules.pop("digested", None)
    assert {name for name in before if before[name] != after[name]} == changed


def test_of_a_module_only_the_parts_count_that_a_function_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    texts = {"aside": "used, unused = 1, 2", "digested": "import aside\n\ndef write(p):\n    return aside.used + p"}

    def digest(aside: str) -> str:
        for name, text in (texts | {"aside": aside}).items():
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        return ProofSources("digested", Sources(texts), ()).digest(importlib.import_module("digested").write)

    first, other, changed = digest("used, unused = 1, 2"), digest("used, unused = 1, 3"), digest("used, unused = 2, 2")
    for name in texts:
        sys.modules.pop(name, None)
    assert first == other != changed


def test_a_name_of_an_object_stands_for_the_sources_of_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))

    def digest(start: str, below: str = "") -> str:
        (tmp_path / "starts.py").write_text(f"import below\nstart = {start}", encoding="utf-8")
        (tmp_path / "below.py").write_text(below, encoding="utf-8")
        return ProofSources("starts", Sources(["starts", "below"]), ()).digest(("starts:start",))

    assert digest("1") == digest("1")
    assert len({digest("1"), digest("2"), digest("1", below="# new")}) == 3
