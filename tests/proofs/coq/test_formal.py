"""A small paper given to Coq: what it accepts, and that it accepts nothing else."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from coqc import Beside

from proofs import checker
from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.checking import user_papers
from proofs.checking.check import check
from proofs.checking.refute import deny
from proofs.checking.replay.chapters import listed as listed_chapters
from proofs.checking.replay.chapters import load_proof_sets, statements
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache, default_folder
from proofs.cli.main import run
from proofs.coq.compiling import ALLOWED, Coq, NoCoq, write
from proofs.coq.formal import Formal, Formalized, key_of, marked, remember, remembered
from proofs.coq.objects import Object, Rows, listed, statement
from proofs.coq.project import AUDIT, OBJECT_HEAD, TEXT_HEAD, File, comment, tables
from proofs.coq.statements import Reader, sentence
from proofs.kernel.rules import Theory
from proofs.kernel.terms import abstract, ite, lam, substitute
from proofs.language.notation import Sum, exp, fun, ints, negation, num, reals, vectors

CHAPTERS = ("proofs.theorems.analysis.elementary", "toy_paper")
TOY = Path(__file__).parents[1] / "toy_paper.py"
LINES = {("Toy:lemma-1", 0), ("Toy:lemma-2", 0), ("Toy:lemma-2", 1)}  # the middle one is refuted: its negation
coq_is_there = pytest.mark.xdist_group("coq")


@pytest.fixture(scope="module")
def toy() -> Report:
    return check(cache=Cache(None), chapters=CHAPTERS)


@pytest.fixture(scope="module")
def whole(toy: Report) -> Formalized:
    return Formalized(toy, statements(v.paper for v in load_proof_sets(CHAPTERS, Cache(None)) if v.paper))


def test_files_require_only_what_comes_before(whole: Formalized) -> None:
    _, files = whole.files()
    for k, file in enumerate(files):
        assert set(file.needs) <= {f.path for f in files[:k]}, file.path


@pytest.mark.parametrize("needed", [False, True])
def test_theorems_come_after_those_that_they_apply(needed: bool, toy: Report, whole: Formalized) -> None:
    backwards = Formalized(replace(toy, theorems=toy.theorems[::-1]), whole.statements, needed)
    before = set[str]()
    for t in backwards.theorems():
        assert before.issuperset(u for u in t.uses if u in toy.by_name)
        before.add(t.name)
    assert {x.theorem for x in whole.said["Toy"]} <= before


def test_the_statement_is_written_from_the_papers_own_terms(whole: Formalized) -> None:
    project, _ = whole.files()
    said = {name.partition(".")[2]: " ".join(text.split()) for name, text in project.texts.items()}
    assert said["lemma_1"] == "(forall (x : R), 2 * x <= x * x + 1)%R"
    assert said["lemma_2_fails"] == "(exists x : R, 0 < x /\\ ~ (2 < x + / x))%R"
    assert said["lemma_2_corrected"] == "(forall (x : R), 0 < x -> 2 <= x + / x)%R"


def test_what_is_left_out_takes_along_what_applies_it(whole: Formalized) -> None:
    project, _ = whole.files(["Toy.twice_le"])
    assert project.left_out["Toy.sum_ge_two"] == "it applies Toy.twice_le"
    assert project.texts.keys() == {"Toy_statements.lemma_2_fails"}


def test_a_line_knows_its_theorem() -> None:
    file = File("theorems/A", "", (), {"a": 1, "b": 5})
    assert [file.theorem_at(k) for k in (1, 4, 5, 9)] == ["a", "a", "b", "b"]


def test_what_was_accepted_is_remembered_of_the_same_question_only(toy: Report, tmp_path: Path) -> None:
    cache, coq = Cache(tmp_path), Coq("coqc", "8.16.1")
    key, found = key_of(toy, coq, cache), Formal(frozenset(LINES), files=3)
    others = [
        key_of(replace(toy, items=toy.items[:1]), coq, cache),
        key_of(replace(toy, key="other sources"), coq, cache),
        key_of(toy, Coq("coqc", "8.17"), cache),
    ]
    assert remembered(cache, key) is None
    remember(cache, key, found)
    assert remembered(cache, key) == found and not any(remembered(cache, other) for other in others)
    name, of = toy.kept[0]
    cache.write(name, of, b"another proof")
    assert key_of(toy, coq, cache) != key


def test_what_is_refused_is_asked_again(tmp_path: Path) -> None:
    remember(Cache(tmp_path), "key", Formal(frozenset(), {"Toy.twice_le": "it does not"}))
    assert remembered(Cache(tmp_path), "key") is None


def test_remarks_stay_inside_of_comments() -> None:
    assert comment('a (* b *) "c') == "a ( * b * ) 'c"


@pytest.fixture(scope="module")
def accepted(coq: Beside, whole: Formalized) -> Formal:
    found = whole.judged(coq.folder, coq.coq, 1)
    coq.keep()
    return found


class Unaudited(Coq):
    """Coq that is not asked what the named statements rest on, which takes it longer than all else here."""

    def run(self, folder: Path, path: str) -> subprocess.CompletedProcess[str]:
        asked = subprocess.CompletedProcess([path], 0, "Axioms:\n", "")
        return asked if path == AUDIT else super().run(folder, path)


@pytest.fixture
def unaudited(coq: Beside) -> Coq:
    return Unaudited(coq.coq.command, coq.coq.version)


@pytest.mark.slow  # Coq compiles
@coq_is_there
class TestCoq:
    def test_it_accepts_the_paper(self, accepted: Formal, whole: Formalized, toy: Report) -> None:
        found = accepted
        assert not found.refused and found.lines == LINES and found.axioms <= ALLOWED
        lines = marked(toy, found).by_id["Toy:lemma-2"].lines
        assert "formal" in lines[0].evidence and "formal" in lines[1].evidence
        assert not [x for r in toy.items for x in r.lines if "formal" in x.evidence]

    @pytest.mark.usefixtures("accepted")  # all has been compiled once
    def test_nothing_is_compiled_twice(self, coq: Beside, unaudited: Coq, whole: Formalized) -> None:
        made = {p: p.stat().st_mtime_ns for p in coq.folder.rglob("*.vo") if "Audit" not in p.name}
        whole.judged(coq.folder, unaudited, 1)
        assert made == {p: p.stat().st_mtime_ns for p in coq.folder.rglob("*.vo") if "Audit" not in p.name}

    def test_another_statement_is_refused(
        self, coq: Beside, unaudited: Coq, whole: Formalized, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = Formalized.files

        def changed(self: Formalized, *args: object) -> object:
            project, files = made(self, *args)  # type: ignore[arg-type]
            texts = [f.text.replace("2 <= x + / x", "2 < x + / x") for f in files]
            return project, [replace(f, text=text) for f, text in zip(files, texts, strict=True)]

        monkeypatch.setattr(Formalized, "files", changed)
        found = whole.judged(coq.folder, unaudited, 1)
        assert found.refused and ("Toy:lemma-2", 1) not in found.lines

    def test_a_text_that_names_what_it_repeats_is_the_same_to_it(
        self, coq: Beside, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        x, n, i, (a,) = *reals("x"), *ints("n i"), vectors("a")
        table = ite(a(i) <= 1, x + 1, ite(a(i) <= 2, x + 2, a(i) * x))
        long = Sum(lam(1, abstract(table * table + table, [i])), 1, n) <= x
        plain = sentence(Reader(), (), long).text
        monkeypatch.setattr("proofs.coq.statements.MAX_TEXT", 0)
        short = sentence(Reader(), (), long).text
        assert "let w : Z -> R" in short and "let" not in plain
        for text, accepted in ((short, True), (short.replace("x + 2", "x + 3"), False)):
            says = f"{TEXT_HEAD}Goal {text} = {plain}.\nProof. reflexivity. Qed.\n"
            write([File("theorems/Short", says)], coq.folder)
            assert (coq.coq.run(coq.folder, "theorems/Short").returncode == 0) == accepted

    def test_what_is_denied_is_specialised_at_once(self, coq: Beside) -> None:
        # e^(k + 5) / Σ e^(k + 5) is normal without the 5 where n is a symbol, and with it where n is 2
        (n,), (a,) = ints("n"), vectors("a")
        claim = Claim((), exp(a(1)) / Sum(lambda k: exp(a(k)), 1, n) <= 0)
        at = {v: num(2) if v is n else fun(lambda k: k + 5) for v in claim.formula.free}
        false, denied = Proof("false", theory := Theory()), Proof("denied", theory)
        said = negation(substitute(claim.formula, at))
        false.qed(false.rule("compute", said, [], ["leaf", 64]), said)
        deny(denied, claim, at, denied.theorem("false"))
        rows = Rows()
        steps = [listed(Object(p.stored, rows).steps) for p in (false, denied)]
        first, second = (f"(stated terms {statement(p.stored, rows)})" for p in (false, denied))
        asks = f"(proves [] terms {steps[0]} {first}, proves [{first}] terms {steps[1]} {second})"
        text = f"{OBJECT_HEAD}{tables(rows.texts, ('terms', len(rows.texts)))}\nEval vm_compute in {asks}.\n"
        write([File("theorems/Denied", text)], coq.folder)
        assert "(true, true)" in coq.coq.run(coq.folder, "theorems/Denied").stdout

    def test_a_proof_that_does_not_prove_it_is_refused(
        self, coq: Beside, unaudited: Coq, toy: Report, whole: Formalized
    ) -> None:
        bad = json.loads(json.dumps(toy.by_name["Toy.twice_le"].stored).replace('"arith"', '"antisymmetry"'))
        bad["steps"] = bad["steps"][:1]
        theorems = tuple(replace(t, kept=bad) if t.name == "Toy.twice_le" else t for t in toy.theorems)
        changed = Formalized(replace(toy, theorems=theorems), whole.statements)
        found = changed.judged(coq.folder, unaudited, 1)
        assert "Toy.twice_le" in found.refused and found.lines & LINES == {("Toy:lemma-2", 0)}
        problems = marked(toy, found).problems
        assert any("Toy.twice_le: Coq does not accept it" in p for p in problems)


def test_the_second_reader_reads_what_is_denied(library_report: Report) -> None:
    """That a claim fails is a theorem, made for Coq from what a check keeps: here some of them, all over the papers."""
    known = statements(v.paper for v in load_proof_sets(listed_chapters(), Cache(default_folder())) if v.paper)
    whole = Formalized(library_report, known)
    asked = whole.denials[::40]
    needed = {t.name for t in asked}
    stored = []
    for t in reversed(whole.theorems()):
        if t.name in needed:
            needed |= {*t.uses}
            stored.append(t.stored)
    verdicts = checker.check(stored[::-1])
    assert len(asked) > 4 and len(verdicts) > len(asked)
    assert [(v.name, v.reason) for v in verdicts if not v.accepted] == []
    assert {t.name for t in asked} <= {v.name for v in verdicts}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A paper of one's own stands on one chapter alone, not on all that are general."""
    monkeypatch.setattr(user_papers, "listed", lambda: CHAPTERS[:1])


@pytest.mark.usefixtures("few")
def test_without_coq_nothing_is_formal_which_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCoq, match="apt-get install coq"):
        Coq.found()
    assert run(["check", "--with", str(TOY), "--formal", "--json"]) == 1  # one of its claims is open
    printed = capsys.readouterr()
    assert "nothing is formal: Coq is not installed" in printed.err
    assert not [r for r in json.loads(printed.out)["items"] if "formal" in r["evidence"]]


@pytest.mark.usefixtures("few")
def test_no_cache_asks_coq_anew(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked: list[Path] = []

    def judged(self: Formalized, folder: Path, *_: object) -> Formal:
        asked.append(folder)
        return Formal(frozenset(LINES))

    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path))
    monkeypatch.setattr(Coq, "found", lambda: Coq("coqc", "8.16.1"))
    monkeypatch.setattr(Formalized, "judged", judged)
    command = ["check", "--with", str(TOY), "--formal", "--json"]
    before = [run([*command, *more]) and capsys.readouterr().err for more in ([], [], ["--no-cache"])]
    assert ["Coq accepted this before" in said for said in before] == [False, True, False]
    assert len(asked) == 2 and asked[0] == tmp_path / "coq" and tmp_path not in asked[1].parents


@pytest.mark.usefixtures("few")
def test_formalize_writes_what_make_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["formalize", "--with", str(TOY), "--output", str(tmp_path / "out"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["statements"] == 3
    listed = (tmp_path / "out" / "_CoqProject").read_text("utf-8").splitlines()
    assert all((tmp_path / "out" / line).exists() for line in listed if line.endswith(".v"))
    assert (tmp_path / "out" / "Makefile").exists()
    assert run(["formalize", "--output", str(TOY)]) == 3


def test_of_one_statement_is_written_what_it_rests_on(whole: Formalized, toy: Report) -> None:
    one = Formalized(replace(toy, items=(toy.by_id["Toy:lemma-1"],)), whole.statements, needed=True)
    project, _ = one.files()
    rests_on = {t.name: t.uses for t in toy.theorems}
    assert project.texts.keys() == {"Toy_statements.lemma_1"} and not project.left_out
    assert project.theorems.keys() == {"Toy.twice_le", *rests_on["Toy.twice_le"]} and len(project.theorems) == 2


@pytest.mark.usefixtures("few")
def test_formalize_keeps_what_else_lies_in_the_folder(tmp_path: Path) -> None:
    """Also where a project has folders of the same names, and for a paper whose key has an underscore."""
    (tmp_path / "theorems").mkdir()
    (tmp_path / "theorems" / "Mine.v").write_text("Check 1.", "utf-8")
    paper = tmp_path / "my_toy.py"
    paper.write_text(TOY.read_text("utf-8").replace('Paper("Toy"', 'Paper("My_toy"'), "utf-8")
    assert run(["formalize", "--with", str(paper), "--output", str(tmp_path)]) == 0
    assert (tmp_path / "theorems" / "Mine.v").read_text("utf-8") == "Check 1."
    assert "Theorem lemma_1 :" in (tmp_path / "theorems" / "My_toy_statements.v").read_text("utf-8")
