"""The contents of chapters come from their modules, or from a cached file for exactly these sources."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs.checking.replay.chapters import GENERAL, listed
from proofs.checking.store import chapter_contents as module
from proofs.checking.store.cache import Cache
from proofs.checking.store.chapter_contents import contents, contents_of, imported, written
from proofs.checking.store.sources import Sources

MADE_UP = Path(__file__).parents[2] / "made_up"
REPORT = """
import gc, hashlib, sys
from pathlib import Path

gc.disable()
from proofs.checking.replay.chapters import listed
from proofs.checking.store.cache import Cache
from proofs.checking.store.chapter_contents import contents, read, written
from proofs.checking.store.sources import Sources

sources, cache = Sources(listed()), Cache(Path(sys.argv[1]))
for k, name in enumerate(listed()):
    text = written(contents(name, sources, cache, listed()[:k]))
    print(name, hashlib.sha256(text).hexdigest(), written(read(text)) == text)
"""


def run_apart(folder: Path) -> list[list[str]]:
    """Return the name, the hash of the contents, and "True" if they are read back equal, for each chapter listed.

    The process has its own order of sets.
    """
    command = [sys.executable, "-c", REPORT, str(folder)]
    environment = {**os.environ, "PYTHONHASHSEED": "random"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def test_the_library_reads_back_equal_and_does_not_depend_on_what_is_cached(tmp_path: Path) -> None:
    first = run_apart(tmp_path)
    assert [name for name, _, _ in first] == list(listed())
    assert all(equal == "True" for _, _, equal in first)
    (last,) = tmp_path.glob(f"{GENERAL[-1]}.contents-*")  # a chapter that builds on others; a paper takes longer
    last.unlink()
    assert run_apart(tmp_path) == first


@pytest.fixture
def small_paper(monkeypatch: pytest.MonkeyPatch) -> Sources:
    """Treat a made-up paper as a module of the project; return the sources."""
    monkeypatch.syspath_prepend(str(MADE_UP))
    monkeypatch.setattr(module, "OURS", ("small_paper",))
    return Sources(["small_paper"])


def expected() -> bytes:
    """Return the contents of the made-up paper by its module."""
    return written(contents_of(imported("small_paper")))


def entry(folder: Path) -> Path:
    """Return the only file in a folder."""
    (path,) = folder.iterdir()
    return path


def never_import(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let importing a chapter fail."""
    monkeypatch.setattr(module, "imported", lambda name: pytest.fail("the module was imported"))


def test_the_first_call_writes_a_file_and_the_second_imports_nothing(
    small_paper: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = contents("small_paper", small_paper, Cache(tmp_path))
    never_import(monkeypatch)
    assert written(contents("small_paper", small_paper, Cache(tmp_path))) == written(first) == expected()


def test_a_changed_source_is_noticed(small_paper: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents("small_paper", small_paper, Cache(tmp_path))
    changed = Sources(["small_paper"])
    changed.imported_by("small_paper")
    changed.hashes["small_paper"] = b"another source"
    asked: list[str] = []
    monkeypatch.setattr(module, "imported", lambda name: asked.append(name) or imported(name))
    assert written(contents("small_paper", changed, Cache(tmp_path))) == expected()
    assert asked == ["small_paper"]


@pytest.mark.parametrize(
    "forge",
    [
        lambda text: text.replace(b"Toy.amgm", b"Toy.made"),
        lambda text: text[:-50],
        lambda text: text.replace(b'"format": 4', b'"format": 2'),
        lambda text: text.partition(b"\n")[2],
        lambda text: b"",
        lambda text: pickle.dumps(print),
    ],
    ids=["another body", "truncated", "another format", "no header", "empty", "a pickle"],
)
def test_a_damaged_file_is_discarded(small_paper: Sources, tmp_path: Path, forge: Callable[[bytes], bytes]) -> None:
    contents("small_paper", small_paper, Cache(tmp_path))
    path = entry(tmp_path)
    sound = path.read_bytes()
    assert forge(sound) != sound
    path.write_bytes(forge(sound))
    cache = Cache(tmp_path)
    assert written(contents("small_paper", small_paper, cache)) == expected()
    assert "damaged" in cache.warnings[0]
    assert path.read_bytes() == sound


ATTACK = "__import__('os').system('touch attacked')"


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"{}",
        b'{"names": [1], "paper": null}',
        b'{"names": "abc", "paper": null}',
        b"[" * 100_000,
        pickle.dumps(print),
        *(
            json.dumps({"names": [], "paper": paper}).encode()
            for paper in (
                1,
                ATTACK,
                {"key": "Toy", "title": "", "source": "", "index": {}, "terms": [], "body": []},
                {"key": "Toy", "title": "", "source": "", "index": {}, "terms": [], "body": [{"is": ATTACK}]},
                {"key": "Toy", "title": "", "source": "", "index": {}, "terms": [], "body": [{"is": "Popen"}]},
                {"key": "Toy", "title": "", "source": "", "index": {}, "terms": [["call", ATTACK]], "body": []},
            )
        ),
    ],
)
def test_malformed_contents_under_a_right_header_are_discarded_and_run_nothing(
    small_paper: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    cache, folder = Cache(tmp_path / "cache"), tmp_path / "cache"
    contents("small_paper", small_paper, cache)
    key = json.loads(entry(folder).read_bytes().partition(b"\n")[0])["key"]
    cache.write("small_paper.contents", key, body)
    assert written(contents("small_paper", small_paper, cache)) == expected()
    assert "damaged" in cache.warnings[0]
    assert list((tmp_path / "work").iterdir()) == []


def test_a_module_of_a_user_is_always_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(MADE_UP))
    found = contents("small_paper", Sources(["small_paper"]), Cache(tmp_path))
    assert written(found) == expected()
    assert list(tmp_path.iterdir()) == []
