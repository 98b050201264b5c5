"""The example paper, copied to another folder: its check succeeds, and the commands accept it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs.checking.replay import chapters
from proofs.cli.main import run
from proofs.theorems import MODULES

PAPER = Path(__file__).parents[3] / "examples" / "log_sum_exp.py"
CHAPTERS = ("elementary", "sums", "norms", "softmax", "inequalities")  # its dependencies; more would take longer
NAME = "log_sum_exp"
pytestmark = pytest.mark.xdist_group("example paper")  # so that it is checked once


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, general_theorems: Path) -> Iterator[Path]:
    """A folder with the paper, which has been checked there."""
    with pytest.MonkeyPatch.context() as patch:
        made = tmp_path_factory.mktemp("papers")
        patch.setenv("LEMMATA_CACHE", str(shutil.copytree(general_theorems, made / "cache")))
        patch.setattr(sys, "path", list(sys.path))
        patch.setattr(chapters, "LISTED", tuple(MODULES[name] for name in CHAPTERS))
        patch.chdir(made)
        (made / PAPER.name).write_bytes(PAPER.read_bytes())
        run(["check", PAPER.name])
        yield made
    sys.modules.pop(NAME, None)


def test_it_is_short() -> None:
    assert len(PAPER.read_text(encoding="utf-8").splitlines()) < 400


@pytest.mark.skipif(shutil.which("coqc") is None, reason="takes Coq")
def test_what_stands_beside_it_in_coq_is_accepted(tmp_path: Path) -> None:
    shutil.copy(PAPER.with_suffix(".v"), tmp_path)
    ran = subprocess.run(["coqc", "-q", f"{NAME}.v"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "Admitted" not in (tmp_path / f"{NAME}.v").read_text(encoding="utf-8"), ran.stderr


def test_everything_in_it_is_proved_or_refuted_and_corrected(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["check", PAPER.name, "--strict", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["summary"]["status"] == {"proved": 13, "proved as corrected, false as printed": 2, "defined": 3}
    corrected = {r["id"]: r["printed"] for r in found["items"] if r["corrected"]}
    assert corrected == {"LSE:proposition-2": "refuted", "LSE:corollary-3": "refuted"}
    assert [e["counterexample"] for e in found["errata"]] == [
        "n = 1, a = (0): both sides = 0",
        "n = 1, θ = 1/2, a = (0), b = (1): both sides ≈ 0.500000",
    ]
    assert found["lint_warnings"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "LSE:theorem-2", "--proof"], "LSE.log_weight"),
        (["show", "convex"], "LSE.convex"),
        (["theorems", "lse"], "LSE."),
        (["graph", "--format", "mermaid"], "LSE"),
        (["constants"], "LSE:excess"),
        (["audit"], "accepted, 0 refused"),
    ],
)
def test_commands_take_it(folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    capsys.readouterr()
    assert run([*arguments, "--with", PAPER.name]) == 0
    assert said in capsys.readouterr().out


def test_its_statements_are_written_for_coq(folder: Path) -> None:
    assert run(["formalize", "LSE:corollary-3", "--output", "text", "--with", PAPER.name]) == 0
    written = "\n".join(file.read_text(encoding="utf-8") for file in (folder / "text").rglob("*.v"))
    assert "Theorem corollary_3" in written
