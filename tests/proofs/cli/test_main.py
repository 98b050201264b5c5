"""The command line on a toy paper, and a few runs of the real entry point."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from promised_fields import ERRATUM, ITEM

from proofs.cli.main import run
from proofs.cli.terminal import write_file

ROOT = Path(__file__).parents[3]
TOY = ("proofs.theorems.analysis.elementary", "toy_paper")
LEMMATA = Path(sys.executable).with_name("lemmata")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("LEMMATA_CACHE", str(folder))
    monkeypatch.delenv("COLUMNS", raising=False)
    return folder


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def lemmata(cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line over the toy paper: the exit status, standard output, standard error."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1]))
    monkeypatch.setattr("proofs.checking.replay.chapters.LISTED", TOY)

    def go(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = run(arguments)
        return status, *capsys.readouterr()

    return go


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a check of the toy paper keeps."""
    folder = tmp_path_factory.mktemp("checked")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEMMATA_CACHE", str(folder))
        patch.syspath_prepend(str(Path(__file__).parents[1]))
        patch.setattr("proofs.checking.replay.chapters.LISTED", TOY)
        run(["check"])
    return folder


@pytest.fixture
def afterwards(checked: Path, cache: Path) -> None:
    """All was checked before, for tests of what is said of it."""
    shutil.copytree(checked, cache)


def real(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8", **options)  # type: ignore[call-overload]


# --- check -------------------------------------------------------------------------------------------------


ALL = ("Toy:definition-1", "Toy:lemma-1", "Toy:lemma-2", "Toy:claim-3")


def test_check_prints_statements_errata_what_fails_and_a_summary(lemmata: Run) -> None:
    status, out, err = lemmata("check")
    lines = out.splitlines()
    assert lines[0] == "Toy  A toy paper"
    shown = ["defined", "proved", "corrected, printed false", "unproved, fails"]
    assert [line.split("  ")[1] for line in lines[1:5]] == shown
    assert all(id in line for id, line in zip(ALL, lines[1:5], strict=True))
    assert "  strictness  Toy:lemma-2: equality holds at 1\n" in out
    assert "Toy:claim-3: it has no proof, and nothing declares it open\n" in out
    assert "counterexample" not in out.split("More\n")[0]
    assert lines[-1].startswith(
        "4 statements: 1 proved, 1 proved as corrected (false as printed), 1 defined, 1 unproved; 1 claim does "
        "not hold; "
        "1 erratum; "
    )
    assert err == ""
    assert status == 1  # claim-3 is not proved, and not declared open


def test_check_prints_the_rest_on_demand(lemmata: Run) -> None:
    for shown in (lemmata("check", *ALL)[1], lemmata("check", "--all", "--errata")[1]):
        lines = shown.splitlines()
        assert lines[0].split("  ")[0] == "id"
        rows = {line.split()[0]: line for line in lines[1:5]}
        assert tuple(rows) == ALL
        assert "  proved as corrected, false as printed  " in rows["Toy:lemma-2"]
        assert "counterexample: x = 1" in shown
    assert "check --all" not in lemmata("check", "--all")[1]
    assert lemmata("check", "--errata")[1].count("counterexample: x = 1") == 1


def test_what_is_declared_open_holds_but_not_strictly(lemmata: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "made_up"))
    monkeypatch.setattr("proofs.checking.replay.chapters.LISTED", ("small_library", "small_paper"))
    status, out, _ = lemmata("check", "Toy:lemma-1", "Toy:lemma-3", "Toy:lemma-4")
    assert (status, "every claim checks" in out) == (0, True)
    assert lemmata("check", "Toy:lemma-1", "Toy:lemma-3", "Toy:lemma-4", "--strict")[0] == 1
    assert lemmata("check", "Toy:lemma-1", "--strict")[0] == 0
    out = lemmata("check")[1]
    assert "  proved modulo cited (1)\n    Toy:lemma-3: Hardy 1908\n" in out
    assert "  incomplete (1)\n    Toy:lemma-4: clearly\n" in out


def test_show_says_why_a_proof_failed(lemmata: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "failing_paper.py").write_text(
        "from proofs.language.notation import reals\n"
        "from proofs.builder.chapter import Claim\n"
        "from proofs.builder.paper import Paper\n"
        "x, = reals('x')\n"
        "paper = chapter = Paper('Toy', 'A toy', '')\n"
        "@paper.claim(given=[], shows=x < x)\n"
        "def wrong(p):\n"
        "    return p.have(x < x)\n"
        "paper.state('a', 'what', section='1', index='A', kind='lemma', printed=wrong)\n"
        "paper.state('b', 'else', section='1', index='B', kind='lemma', printed=Claim((), 0 <= x * x))\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("proofs.checking.replay.chapters.LISTED", ("failing_paper",))
    out = lemmata("show", "Toy:a")[1]
    assert "status: unproved, its proof failed; " in out
    assert out.count("Toy.wrong has no proof") == 1
    assert "does not hold: it has no proof, and nothing declares it open" in lemmata("show", "Toy:b")[1]
    status, out, _ = lemmata("check", "Toy:a")
    assert (status, out.count("Toy.wrong has no proof")) == (1, 1)
    assert "unproved, its proof failed" in out
    assert "1 claim does not hold" in out


@pytest.mark.parametrize(
    ("ids", "expected"),
    [(["Toy:definition-1"], 0), (["Toy:lemma-1", "Toy:lemma-2"], 0), (["Toy:eq-1"], 0), (["Toy:claim-3"], 1)],
)
@pytest.mark.usefixtures("afterwards")
def test_the_exit_status_says_whether_what_was_asked_holds(lemmata: Run, ids: list[str], expected: int) -> None:
    assert lemmata("check", *ids)[0] == expected


@pytest.mark.usefixtures("afterwards")
def test_check_json(lemmata: Run) -> None:
    status, out, _ = lemmata("check", "--json")
    found = json.loads(out)
    assert {"items", "errata", "constants", "summary"} <= found.keys()
    assert all(ITEM <= item.keys() for item in found["items"])
    by_id = {item["id"]: item for item in found["items"]}
    assert by_id["Toy:lemma-1"]["printed"] == "proved"
    assert by_id["Toy:lemma-1"]["corrected"] is None
    assert (by_id["Toy:lemma-2"]["printed"], by_id["Toy:lemma-2"]["corrected"]) == ("refuted", "proved")
    assert all(ERRATUM <= entry.keys() for entry in found["errata"])
    assert by_id["Toy:lemma-2"]["status"] == "proved as corrected, false as printed"
    counted = {"proved": 1, "proved as corrected, false as printed": 1, "defined": 1, "unproved": 1}
    assert found["summary"]["status"] == counted
    assert status == 1


@pytest.mark.usefixtures("afterwards")
def test_only_a_paper(lemmata: Run) -> None:
    assert json.loads(lemmata("check", "--paper", "toy", "--json")[1])["summary"]["statements"] == 4
    status, out, err = lemmata("check", "--paper", "KS")
    assert (status, out, err) == (3, "", "lemmata: no paper is called 'KS'; there are Toy\n")


def test_the_cache_is_used_and_can_be_left_alone(lemmata: Run, cache: Path) -> None:
    assert lemmata("check", "Toy:lemma-1", "--no-cache")[1].endswith("searched anew\n")
    assert not cache.exists() or not list(cache.iterdir())
    assert lemmata("check", "Toy:lemma-1")[1].endswith("searched anew\n")
    assert lemmata("check", "Toy:lemma-1")[1].endswith("proofs: 2 replayed earlier by this kernel, 0 now\n")
    assert lemmata("check", "Toy:lemma-1", "--replay")[1].endswith("; proofs: 2 replayed\n")


def test_a_damaged_cache_costs_time_only(lemmata: Run, cache: Path) -> None:
    lemmata("check", "Toy:lemma-1")
    entries = sorted(cache.glob("*.json"))
    entries[0].write_text(entries[0].read_text()[:100])
    status, out, err = lemmata("check", "Toy:lemma-1")
    assert status == 0
    assert "proved" in out
    assert err.startswith("lemmata: warning: ")
    assert str(entries[0]) in err
    assert lemmata("check", "Toy:lemma-1")[2] == ""


def test_a_cache_that_cannot_be_written_is_done_without(
    lemmata: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "file"))
    status, _, err = lemmata("check", "Toy:lemma-1")
    assert status == 0
    assert "cannot be" in err
    assert "Traceback" not in err


# --- the other commands ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("afterwards")
def test_show(lemmata: Run) -> None:
    status, short, _ = lemmata("show", "toy:lemma-2")
    assert status == 0 and "Proof Toy" not in short
    assert short.endswith("lemmata show Toy:lemma-2 --proof\n")
    status, out, _ = lemmata("show", "toy:lemma-2", "--proof")
    assert status == 0
    for part in (
        "As printed",
        "As corrected",
        "⊢ 2 ≤ x + 1/x\n",
        "Toy, section 2",
        "declared at ",
        "Proof Toy.sum_ge_two",
        "Errata",
    ):
        assert part in out
    below = out.split("Depends on\n")[1]
    assert "Toy:lemma-1" in below.split("Used by")[0]
    assert "nothing" in below.split("Used by")[1]


@pytest.mark.usefixtures("afterwards")
def test_show_json_has_every_step(lemmata: Run) -> None:
    found = json.loads(lemmata("show", "Toy:lemma-1", "--json")[1])
    steps = found["proofs"]["Toy.twice_le"]
    assert [s["step"] for s in steps] == list(range(1, len(steps) + 1))
    assert steps[0]["rule"] == "elementary.square_nonneg"
    assert steps[-1]["shows"] == "2·x ≤ x^2 + 1"
    assert found["falls_if"] == ["Toy:lemma-2"]
    assert {name: place.partition(":")[0] for name, place in found["places"].items()} == {
        "Toy:lemma-1": "toy_paper.py",
        "Toy.twice_le": "toy_paper.py",
    }


@pytest.mark.usefixtures("afterwards")
def test_graph_of_all_and_of_a_part(lemmata: Run, tmp_path: Path) -> None:
    whole = nx.node_link_graph(json.loads(lemmata("graph", "--format", "json")[1]), edges="edges")
    assert set(whole) == {"Toy:definition-1", "Toy:lemma-1", "Toy:lemma-2", "Toy:claim-3"}
    assert list(whole.edges) == [("Toy:lemma-1", "Toy:lemma-2")]
    file = tmp_path / "part.graphml"
    status, out, _ = lemmata("graph", "--format", "graphml", "--above", "toy:lemma-2", "--output", str(file))
    assert (status, out) == (0, "")
    assert set(nx.read_graphml(file)) == {"Toy:lemma-1", "Toy:lemma-2"}
    assert "Toy:lemma-2" not in lemmata("graph", "--below", "Toy:lemma-1", "--depth", "0")[1]


@pytest.mark.usefixtures("afterwards")
def test_errata(lemmata: Run) -> None:
    status, out, _ = lemmata("errata")
    assert status == 0
    assert out.startswith("Toy:lemma-2  section 2: strictness, shown by a counterexample\n")
    assert "    equality holds at 1\n    counterexample: x = 1" in out
    assert lemmata("errata", "--format", "md")[1].startswith("# Errata\n\n## Toy:lemma-2\n")
    (entry,) = json.loads(lemmata("errata", "--json")[1])
    assert [line["text"] for line in entry["corrected"]] == ["for real x: 0 < x ⇒ 2 ≤ x + 1/x"]
    assert entry["printed"]["status"] == "refuted"


@pytest.mark.usefixtures("afterwards")
def test_constants(lemmata: Run) -> None:
    assert lemmata("constants")[:2] == (0, "no constants\n")
    assert json.loads(lemmata("constants", "--json")[1]) == []


@pytest.mark.parametrize("format", ["text", "md", "html", "json", "tex"])
@pytest.mark.parametrize("name", ["errata", "constants"])
@pytest.mark.usefixtures("afterwards")
def test_registers_are_printed_or_written(name: str, format: str, lemmata: Run, tmp_path: Path) -> None:
    status, out, _ = lemmata(name, "--format", format)
    file = tmp_path / "register"
    assert lemmata(name, "--format", format, "--output", str(file))[:2] == (status, "")
    assert file.read_text(encoding="utf-8") == out
    assert ("Toy" in out) == (name == "errata")


@pytest.mark.usefixtures("afterwards")
def test_a_graph_without_displays(lemmata: Run) -> None:
    whole = json.loads(lemmata("graph", "--json", "--statements")[1])
    assert {n["id"] for n in whole["nodes"]} == {"Toy:definition-1", "Toy:lemma-1", "Toy:lemma-2", "Toy:claim-3"}


@pytest.mark.usefixtures("afterwards")
def test_a_picture_of_the_graph(lemmata: Run, tmp_path: Path) -> None:
    file = tmp_path / "graph.png"
    assert lemmata("graph", "--format", "png", "--output", str(file))[0] == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    status, out, _ = lemmata("graph", "--format", "svg", "--below", "Toy:lemma-1")
    assert status == 0
    assert "<title>Toy:lemma-2</title>" in out.replace("&#45;", "-")


@pytest.mark.usefixtures("afterwards")
def test_a_folder_for_leanblueprint(lemmata: Run, tmp_path: Path) -> None:
    assert lemmata("graph", "--format", "leanblueprint", "--output", str(tmp_path / "blueprint"))[0] == 0
    assert {p.name for p in (tmp_path / "blueprint").iterdir()} == {
        "content.tex", "common.tex", "web.tex", "print.tex", "plastex.cfg",
    }  # fmt: skip
    printed = lemmata("graph", "--format", "leanblueprint")[1]
    assert (tmp_path / "blueprint" / "content.tex").read_text(encoding="utf-8") == printed


@pytest.mark.usefixtures("afterwards")
def test_the_manifest_is_printed_or_written(lemmata: Run, tmp_path: Path) -> None:
    status, out, _ = lemmata("manifest")
    assert (status, json.loads(out)["format"]) == (0, "lemmata-manifest")
    assert lemmata("manifest", "--json")[:2] == (0, out)
    assert lemmata("manifest", "--output", str(tmp_path / "m.json"))[0] == 0
    assert (tmp_path / "m.json").read_text(encoding="utf-8") == out


@pytest.mark.usefixtures("afterwards")
def test_a_site(lemmata: Run, tmp_path: Path) -> None:
    status, out, _ = lemmata("site", str(tmp_path / "site"))
    assert (status, (tmp_path / "site" / "index.html").is_file()) == (0, True)
    assert "0 removed" in out
    assert json.loads(lemmata("site", str(tmp_path / "site"), "--json")[1])["written"] == 0
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("years of work")
    status, _, err = lemmata("site", str(tmp_path / "mine"))
    assert status == 3
    assert "holds other files" in err


@pytest.mark.usefixtures("afterwards")
def test_proofs_go_to_a_file_and_past_the_second_checker(lemmata: Run, tmp_path: Path) -> None:
    file = tmp_path / "proofs.jsonl"
    status, out, _ = lemmata("export-proofs", str(file))
    assert status == 0
    theorems = [json.loads(line) for line in file.read_text().splitlines()]
    assert out == f"{len(theorems)} theorems in {file}\n"
    assert {"Toy.twice_le", "Toy.sum_ge_two"} <= {t["name"] for t in theorems}
    status, out, _ = lemmata("audit", str(file))
    assert status == 0
    assert out.endswith(f"{len(theorems)} accepted, 0 refused\n")
    broken = next(t for t in theorems if t["name"] == "Toy.twice_le")
    broken["statement"]["concl"] -= 1
    file.write_text(json.dumps(theorems))
    status, out, _ = lemmata("audit", str(file))
    assert status == 1
    assert "refused   Toy.twice_le" in out
    assert lemmata("audit")[0] == 0


@pytest.mark.usefixtures("afterwards")
def test_spot_check(lemmata: Run) -> None:
    status, out, _ = lemmata("spot-check", "Toy:lemma-2", "--samples", "20")
    assert status == 0  # the corrected form counts
    assert out.splitlines()[0] == "Toy:lemma-2"
    assert "  as corrected, line 1: holds at 20 samples, smallest margin " in out
    found = json.loads(lemmata("spot-check", "Toy:claim-3", "--samples", "5", "--json")[1])
    assert (found["holds"], found["checks"][0]["samples"]) == (True, 5)
    assert lemmata("spot-check", "Toy:definition-1")[0] == 3


def test_spot_check_of_a_lemma_with_a_sampler() -> None:
    from proofs.cli.statements import _sampled
    from proofs.papers.ks import paper

    (found,) = _sampled(paper, "KS:lemma-4", 50, 1)
    assert (found["verdict"], found["samples"]) == ("holds", 50)
    assert found["margin"] > 0
    json.dumps(found, allow_nan=False)


# --- input that cannot be used -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["check", "Toy:lema-1"], "no statement is called 'Toy:lema-1'; the nearest: Toy:lemma-1"),
        (["show", ""], "no theorem or rule is called ''; an id of a statement has a colon"),
        (["graph", "--above", "Toy:lemma-9"], "'Toy:lemma-9'; the nearest"),
        (["graph", "--depth", "1"], "above or below which"),
        (["graph", "--depth", "-1", "--above", "Toy:lemma-1"], "'--depth'"),
        (["graph", "--format", "jpeg"], "'--format'"),
        (
            ["graph", "--output", "/nonexistent/folder/graph.dot"],
            "cannot write /nonexistent/folder/graph.dot",
        ),
        (["graph", "--output", "/"], "/: Is a directory"),
        (["check", "--jobs", "0"], "'--jobs'"),
        (["check", "--jobs", "nan"], "'--jobs'"),
        (["spot-check", "Toy:lemma-1", "--samples", "-5"], "'--samples'"),
        (["audit", "/nonexistent.jsonl"], "/nonexistent.jsonl: No such file or directory"),
        (["audit", __file__], "not JSON"),
        (["frobnicate"], "No such command 'frobnicate'. `lemmata --help` lists all commands."),
        (["chekc"], "Did you mean 'check'?"),
        (["check", "--frobnicate"], "--frobnicate"),
        (["show"], "ID"),
        (["fuzz"], "Choose from: mutation, tampering,"),
        (["campaign", "soundness"], "`lemmata campaign` is now `lemmata fuzz`"),
        (["run", "ks"], "`lemmata run` is now `lemmata construct`"),
        (["fuzz", "soundness"], "`lemmata fuzz soundness` is now `lemmata fuzz mutation`"),
        (["check", "--record"], "`lemmata check --record` is now `lemmata check --last`"),
        (["formalize", "--out=coq"], "`lemmata formalize --out` is now `lemmata formalize --output`"),
        (["prove", ""], "there is nothing here: write a relation"),
        (["check", "Toy"], "Toy is a paper of the library: write --paper Toy"),
        (["check", "Tov"], "there is no file or module Tov"),
    ],
)
def test_bad_input_is_one_clear_line(lemmata: Run, arguments: list[str], complaint: str) -> None:
    status, out, err = lemmata(*arguments)
    assert status == 3
    *notes, line = err.splitlines()
    assert complaint in line and line.startswith("lemmata: ")
    assert all("no record of a check" in note for note in notes)  # so everything was checked first
    assert out == ""


@pytest.mark.usefixtures("afterwards")
def test_an_id_without_its_paper_is_understood_well_enough_to_say_so(lemmata: Run) -> None:
    lemmata("check")
    status, _, err = lemmata("show", "lemma-1")
    assert status == 3
    assert err.splitlines()[-1] == "lemmata: a statement is called by its paper, too: Toy:lemma-1"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "graph.dot"
    file.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(ValueError, match="No space left"):
        write_file(file, "new", force=True)
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["graph.dot"]


def test_devices_are_written_through_and_links_are_not(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    with pytest.raises(ValueError, match="is a link"):
        write_file(tmp_path / "link", "new")
    write_file(tmp_path / "link", "new", force=True)
    assert not (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "old"
    write_file(Path(os.devnull), "gone")
    assert not Path(os.devnull).is_file()
    reading, writing = os.pipe()
    write_file(Path(f"/dev/fd/{writing}"), "through the pipe")
    assert os.read(reading, 100) == b"through the pipe"
    os.close(reading), os.close(writing)


def test_an_error_of_ours_is_not_hidden(lemmata: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.export.overview.check_summary", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        lemmata("check")


def test_an_interruption_is_an_exit_status(lemmata: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["proofs.checking.check"], "check", stop)
    assert lemmata("check") == (130, "", "lemmata: interrupted; finished proofs are kept\n")
    assert lemmata("check", "--no-cache") == (130, "", "lemmata: interrupted\n")


# --- the real entry point ----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[str(LEMMATA)], [sys.executable, "-m", "proofs", "--help"]])
def test_help(command: list[str]) -> None:
    done = real(*command)
    assert done.returncode == 0
    for name in ("check", "show", "graph", "errata", "constants", "spot-check", "audit"):
        assert name in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("command", [["-h"], ["check", "-h"], ["construct", "-h"]])
def test_help_by_one_letter(lemmata: Run, command: list[str]) -> None:
    assert lemmata(*command) == lemmata(*command[:-1], "--help")


def test_the_version() -> None:
    from importlib.metadata import version

    assert real(str(LEMMATA), "--version").stdout == f"lemmata {version('lemmata')}\n"


COMPLETED = [
    ("show Toy:le", "Toy:lemma-1 Toy:lemma-2"),
    ("check Toy:lemma-1 Toy:c", "Toy:claim-3"),
    ("graph --above Toy:d", "Toy:definition-1"),
    ("check --paper T", "Toy"),
    ("sho", "show"),
    ("graph --format ti", ""),
]


@pytest.mark.parametrize(("typed", "expected"), COMPLETED[:2])
def test_completion_in_fish(typed: str, expected: str, cache: Path) -> None:
    asked = {"_LEMMATA_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    done = real(*toy(""), env=os.environ | asked | {"_TYPER_COMPLETE_ARGS": f"lemmata {typed}"})
    assert ([line.split("\t")[0] for line in done.stdout.split("\n") if line], done.stderr) == (expected.split(), "")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [*COMPLETED, ("graph --above=Toy:d", "Toy:definition-1"), ("show Toy:", " ".join(sorted(ALL)))],
)
def test_completion_in_bash_which_ends_words_at_colons(typed: str, expected: str, cache: Path) -> None:
    words = ["lemmata", *re.findall(r"[:=]|[^:= ]+", typed)]
    asked = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    done = real(*toy(""), env=os.environ | asked | {"_LEMMATA_COMPLETE": "complete_bash"})
    kept = "Toy:" if ":" in typed.split()[-1] else ""  # bash replaces only the part after the colon
    assert (sorted(kept + line for line in done.stdout.split()), done.stderr) == (expected.split(), "")


def test_help_loads_nothing_heavy() -> None:
    heavy = ("sympy", "numpy", "networkx", "flint", "rich")
    code = f"import sys, proofs.cli.main; print([m for m in {heavy} if m in sys.modules])"
    assert real(sys.executable, "-c", code).stdout == "[]\n"


def test_usage_errors_of_the_real_command() -> None:
    done = real(str(LEMMATA), "check", "--jobs", "many")
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr.startswith("lemmata: ")


def toy(arguments: str) -> list[str]:
    """The command over the toy paper, in a process of its own."""
    here = str(Path(__file__).parents[1])
    code = (
        f"import sys; sys.path.insert(0, {here!r}); import proofs.checking.replay.chapters as c; "
        "c.LISTED = ('proofs.theorems.analysis.elementary', 'toy_paper'); "
        f"sys.argv = ['lemmata', *{arguments.split()!r}]; from proofs.cli.main import main; main()"
    )
    return [sys.executable, "-c", code]


def test_a_terminal_has_colours_and_a_pipe_has_none(cache: Path) -> None:
    plain = real(*toy("check"))
    wanted = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    colour = real(*toy("check"), env=wanted | {"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert "\x1b" not in plain.stdout
    assert "\x1b[32mproved" in colour.stdout


def test_an_output_that_is_not_unicode(cache: Path) -> None:
    done = real(*toy("show Toy:lemma-2"), env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "\\u2264" in done.stdout


def test_a_reader_that_leaves(cache: Path) -> None:
    process = subprocess.Popen(toy("check --json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    process.stdout.close()
    assert process.wait(60) == 1
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is Linux's")
@pytest.mark.parametrize("buffered", ["", "1"])
def test_an_output_that_is_full(buffered: str, cache: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            toy("check --json"), stdout=full, stderr=subprocess.PIPE, text=True, check=False,
            env=os.environ | {"PYTHONUNBUFFERED": buffered},
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (3, "lemmata: standard output: No space left on device\n")


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX closes them")
def test_outputs_that_are_closed(cache: Path) -> None:
    done = real("/bin/sh", "-c", 'exec "$@" >&-', "sh", *toy("check Toy:lemma-1"))
    assert (done.returncode, done.stderr) == (0, "")
    assert real("/bin/sh", "-c", 'exec "$@" 2>&-', "sh", *toy("check nothing.py")).returncode == 3


@pytest.mark.skipif(os.name != "posix", reason="interrupts are sent by POSIX signals")
def test_ctrl_c(cache: Path, tmp_path: Path) -> None:
    slow = tmp_path / "slow_paper.py"
    slow.write_text(
        "import time, toy_paper\n"
        "from proofs.builder.paper import Paper\n"
        "chapter = Paper('Slow', '', '')\n"
        "@chapter.theorem\n"
        "def slow(p):\n"
        f"    open({str(tmp_path / 'started')!r}, 'w').close(); time.sleep(600)\n"
        "chapter.state('a', 'b', section='1', index='1')\n"
    )
    command = toy("check --jobs 1")
    command[2] = command[2].replace("'toy_paper')", "'toy_paper', 'slow_paper')")
    command[2] = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); " + command[2]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "started").exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (130, "lemmata: interrupted; finished proofs are kept\n")
    assert list(cache.glob("*.json"))  # the theorems before the slow one were cached
