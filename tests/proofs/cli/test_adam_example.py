"""The example of a paper from another field: the convergence of Adam, with its errata, a picture and its page."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from proofs.checking.replay import chapters
from proofs.cli.main import run
from proofs.search.certificate_theorems import SEQUENCES, WAVES
from proofs.theorems import MODULES

ROOT = Path(__file__).parents[3]
PAPER = ROOT / "examples" / "adam"
PAGE = (ROOT / "docs" / "adam.md").read_text(encoding="utf-8")
MODULES_OF_PAPER = ("descent", "kingma_ba", "reddi")
WORDS = 800
REFUTED = (
    "KB:10.3-base", "KB:10.3-end", "KB:10.4-rest", "KB:10.4-apply", "KB:10.5-young",
    "KB:10.5-sum, KB:10.5-bounded", "KB:10.5-telescope", "KB:10.5-shrunk", "KB:10.5-bounded-2", "KB:10.5-end",
    "RKK:theorem-4-telescope",
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, general_theorems: Path) -> Iterator[Path]:
    """A folder with a cache of its own, and the chapters that the paper applies."""
    path = tmp_path_factory.mktemp("adam")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEMMATA_CACHE", str(shutil.copytree(general_theorems, path / "cache")))
        patch.setattr(sys, "path", list(sys.path))
        patch.setattr(chapters, "LISTED", tuple(MODULES[name] for name in (*SEQUENCES, *WAVES, "convexity")))
        patch.chdir(path)
        yield path
    for name in MODULES_OF_PAPER:
        sys.modules.pop(name, None)


def test_every_claim_checks_and_the_page_shows_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(PAPER), "--errata"]) == 0
    lines = capsys.readouterr().out
    printed = " ".join(lines.split())
    assert (
        "48 statements: 25 proved, 5 proved as corrected (false as printed), 2 proved as corrected (no formula as "
        "printed), 4 defined, 12 refuted; every claim checks" in printed
    )
    assert "T = 31" in printed and "T = 31" in PAGE
    assert "Lint warnings" not in printed
    for id in REFUTED:
        assert f"{id}: " in lines
    erratum, proof = (" ".join(block.split()) for block in PAGE.split("```")[1::2])
    assert run(["errata", *with_papers()]) == 0
    assert erratum in " ".join(capsys.readouterr().out.split())
    assert run(["show", "RKK:best", "--proof", *with_papers()]) == 0
    assert proof in " ".join(capsys.readouterr().out.split())


def with_papers() -> list[str]:
    return [argument for name in MODULES_OF_PAPER for argument in ("--with", str(PAPER / f"{name}.py"))]


def test_the_page_is_short() -> None:
    assert len(PAGE.split()) <= WORDS


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("adam_regret", PAPER / "regret.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("bias_correction", [False, True])
def test_adam_is_back_at_one_after_each_cycle(script: ModuleType, bias_correction: bool) -> None:
    iterates = np.array([x for x, _ in script.run(300, amsgrad=False, bias_correction=bias_correction)])
    assert (iterates[::3] == 1).all()
    assert (script.average_regret(iterates)[2::3] >= (2 * script.C - 4) / 3).all()


def test_amsgrad_keeps_its_bound_and_its_regret_falls(script: ModuleType) -> None:
    iterates, moments = np.array(list(script.run(3000, amsgrad=True))).T
    regret = script.average_regret(iterates)
    assert (regret <= script.amsgrad_bound(moments)).all()
    assert regret[-1] < 0.05 < regret[99]


def test_the_picture_of_the_page_is_what_the_script_draws(
    script: ModuleType, tmp_path: Path, assert_same_picture: Callable[[Path, Path], None]
) -> None:
    script.draw(tmp_path / "regret.svg")
    assert_same_picture(tmp_path / "regret.svg", ROOT / "docs" / "regret.svg")
