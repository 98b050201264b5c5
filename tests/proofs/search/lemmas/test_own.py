"""Lemmas of a user's papers: what they prove, what they are checked for, and what the answer says of them."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proofs import checker, decide
from proofs.checking.replay import chapters
from proofs.checking.store.chapter_contents import ChapterError
from proofs.cli.main import run
from proofs.kernel.terms import KernelError
from proofs.search.certificate_theorems import SEQUENCES
from proofs.search.lemmas.own import own_lemmas, read_own
from proofs.theorems import MODULES

PAPERS = Path(__file__).parent / "papers"
Run = Callable[..., tuple[int, str, str]]
QUESTIONS = {  # by paper: the lemma, the goal and the hypotheses
    "adaboost_paper": (
        "AdaBoost.last_weight",
        "prod(Z[t], (t, 1, T))*D[T + 1, k] == D[1, k]*exp(-sum(m[t, k], (t, 1, T)))",
        ("integer T, n, k", "T >= 1", "1 <= k", "k <= n",
         "all(all(Z[t]*D[t + 1, j] == D[t, j]*exp(-m[t, j]), (j, 1, n)), (t, 1, T))"),
    ),
    "decay_paper": (
        "Decay.decay",
        "sum(x[i], (i, 1, n)) <= 2 + 2*log(n)",
        ("integer n", "n >= 1", "x[1] <= 1", "all(x[i] >= 0, (i, 1, n))",
         "all(x[i + 1] <= x[i] - x[i]**2/2, (i, 1, n - 1))"),
    ),
    "products_paper": (
        "Products.second_order",
        "prod(1 + a[i]/n, (i, 1, n)) >= 1 + s + (s**2 - q/n)/2",
        ("integer n", "n >= 1", "all(a[i] >= 0, (i, 1, n))", "s == sum(a[i], (i, 1, n))/n",
         "q == sum(a[i]**2, (i, 1, n))/n"),
    ),
}  # fmt: skip
BROKEN = """
from proofs.paper import *
paper = chapter = Paper("Broken", "", "")
(x,) = reals("x")
@paper.claim(given=[], shows=x <= x + 1)
def cited(p):
    return p.rule("cite", p.goal, "somebody, 1900")
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, general_theorems: Path) -> Path:
    """A cache for all tests here, in which the library is proved."""
    return shutil.copytree(general_theorems, tmp_path_factory.mktemp("own") / "cache")


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder with the papers for all tests: their proofs are cached under their paths."""
    folder = tmp_path_factory.mktemp("papers")
    for file in PAPERS.glob("*.py"):
        (folder / file.name).write_text(file.read_text("utf-8"), "utf-8")
    (folder / "broken_paper.py").write_text(BROKEN, "utf-8")
    return folder


@pytest.fixture
def folder(cache: Path, papers: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with the papers; the library is what questions about sequences use."""
    monkeypatch.setenv("LEMMATA_CACHE", str(cache))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(chapters, "LISTED", tuple(MODULES[name] for name in SEQUENCES))
    monkeypatch.chdir(papers)
    yield papers
    for name in (*QUESTIONS, "broken_paper"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("paper", QUESTIONS)
def test_a_lemma_turns_unknown_into_proved(folder: Path, capsys: pytest.CaptureFixture[str], paper: str) -> None:
    lemma, goal, given = QUESTIONS[paper]
    asked = ["prove", goal, *(part for g in given for part in ("--given", g)), "--effort", "1"]
    assert run(asked) == 2
    assert capsys.readouterr().out.startswith("unknown")
    assert run([*asked, "--with", f"{paper}.py", "--json", "--certificate"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["lemmas"] == [lemma]
    assert lemma in [t["name"] for t in plain["certificate"]]
    assert all(v.accepted for v in checker.check(plain["certificate"]))


def test_the_answer_names_the_lemma(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lemma, goal, given = QUESTIONS["products_paper"]
    assert run(["prove", goal, *(part for g in given for part in ("--given", g)), "--with", "products_paper.py"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("proved") and f"\n   by {lemma}\n" in out


def test_from_python_by_module_or_chapter(folder: Path) -> None:
    lemma, goal, given = QUESTIONS["products_paper"]
    assert decide(goal, given, using=["products_paper"], effort=1).lemmas == (lemma,)
    assert decide(goal, given, using=[sys.modules["products_paper"].chapter], effort=1).lemmas == (lemma,)


def test_an_answer_without_lemmas_names_none(folder: Path) -> None:
    answer = decide("x**2 >= 0", using=["products_paper.py"])
    assert (answer.answer, answer.lemmas) == ("proved", ())
    assert " by " not in str(answer)


def test_what_is_only_cited_is_not_used(folder: Path) -> None:
    with pytest.raises(ChapterError, match="without a citation or a gap"):
        own_lemmas(["broken_paper.py"])
    assert run(["prove", "x <= x + 1", "--with", "broken_paper.py"]) == 3
    assert run(["prove", "x <= x + 1", "--with", "no_paper.py"]) == 3


def test_a_worker_believes_no_statement(folder: Path) -> None:
    plain = own_lemmas(["products_paper.py"])
    assert [lemma.name for lemma in read_own(plain).lemmas.lemmas] == ["Products.second_order"]
    (theorem,) = [t for t in plain["theorems"] if t["name"] == "Products.second_order"]
    hypotheses = theorem["statement"]["hyps"]
    theorem["statement"]["hyps"] = hypotheses[1:]
    with pytest.raises(KernelError):
        read_own(plain)
    theorem["statement"]["hyps"] = hypotheses
    said = theorem["statement"]["concl"]
    statement = {"hyps": [], "concl": said}
    steps = [["cite", {"t": said}, "nobody"]]
    admitted = {"name": "Products.cited", "terms": theorem["terms"], "statement": statement, "steps": steps}
    plain["theorems"].append(admitted)
    with pytest.raises(KernelError, match="must not admit"):
        read_own(plain)
