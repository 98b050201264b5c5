"""What tests share: the check of the whole library.

The tests that read it stay together (`conftest.py` of the project), so that it is done once.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proofs import library
from proofs.checking.check import check
from proofs.checking.replay import chapters
from proofs.checking.report import Report
from proofs.checking.store.cache import Cache


@pytest.fixture(scope="session", autouse=True)
def one_process() -> Iterator[None]:
    """Commands and sites do not divide their work unless they are told to: other processors are busy with other tests,
    and to copy a process that holds the library takes longer than what most of them do.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in ("workers.forks", "export.library", "export.manifest", "export.site.files"):
            patch.setattr(f"proofs.{module}.processors", lambda: 1)
        yield


@pytest.fixture(scope="session")
def general_theorems(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the proofs of the general theorems, to copy; no check of them is recorded in it.

    The first process that needs it fills it, and the others wait. Until the next run it is kept, unless pytest keeps
    nothing.
    """
    kept = getattr(request.config, "cache", None)
    if kept is None:
        folder = tmp_path_factory.mktemp("general")
        check(chapters=chapters.GENERAL, cache=Cache(folder))
        return folder
    folder, run = kept.mkdir("general"), getattr(request.config, "workerinput", {}).get("testrunuid", str(os.getpid()))
    with (folder.parent / "general.run").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() != run:
            check(chapters=chapters.GENERAL, cache=Cache(folder))
            lock.truncate(0)
            lock.write(run)
    return folder


@pytest.fixture(scope="session")
def library_cache(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, general_theorems: Path
) -> Iterator[Path]:
    """Where the proofs of the library are kept, also by commands; until the next run, unless pytest keeps nothing."""
    kept = getattr(request.config, "cache", None)
    folder = kept.mkdir("library") if kept else tmp_path_factory.mktemp("library")
    shutil.copytree(general_theorems, folder, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEMMATA_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session")
def library_report(library_cache: Path) -> Report:
    """The check of all papers: everything is replayed, what has changed since the last run is proved anew.

    To prove all of it takes more than a minute of a processor. Where pytest has kept nothing, all is.
    """
    return library.check(replay=True)


@pytest.fixture(scope="session")
def assert_same_picture() -> Callable[[Path, Path], None]:
    """A function that compares two SVG files, up to their fonts and to small differences of positions."""

    def parts(path: Path) -> tuple[str, list[float]]:
        text = re.sub(
            r'(?:<dc:title>Matplotlib|font-family=)[^<>]*|[#"][mp][0-9a-f]{10}\b', "", path.read_text("utf-8")
        )
        number = r"-?\d+(?:\.\d+)?"
        return re.sub(number, "0", text), [float(x) for x in re.findall(number, text)]

    def compare(one: Path, other: Path) -> None:
        (words, numbers), (own, found) = parts(one), parts(other)
        assert words == own, f"{one} is not {other}"
        assert all(abs(x - y) <= 1 for x, y in zip(numbers, found, strict=True)), f"{one} is not {other}"

    return compare
