"""The example of a paper with a recursion: every claim checks, and the printed display that is false is refuted."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from proofs.checking.replay import chapters
from proofs.cli.main import run
from proofs.search.certificate_theorems import SEQUENCES, WAVES
from proofs.theorems import MODULES

PAPER = Path(__file__).parents[3] / "examples" / "adaboost.py"
LONGEST = 220  # lines


def test_every_claim_checks(
    tmp_path: Path, general_theorems: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LEMMATA_CACHE", str(shutil.copytree(general_theorems, tmp_path / "cache")))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(chapters, "LISTED", tuple(MODULES[name] for name in (*SEQUENCES, *WAVES)))
    monkeypatch.chdir(tmp_path)
    assert run(["check", str(PAPER)]) == 0
    printed = capsys.readouterr().out
    assert "13 statements: 11 proved, 1 proved as corrected (false as printed), 1 defined" in printed
    assert "AdaBoost:eq-4: The factor 3 is too large." in printed
    sys.modules.pop(PAPER.stem, None)


def test_it_is_short() -> None:
    assert len(PAPER.read_text(encoding="utf-8").splitlines()) <= LONGEST
