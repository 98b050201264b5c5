"""What chapters hold is told by their modules, or by what was kept if that is sure to be the same."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from proofs.builder.paper import Paper
from proofs.checking.replay.chapters import listed
from proofs.checking.store import chapter_contents as module
from proofs.checking.store.cache import Cache
from proofs.checking.store.chapter_contents import DIGESTS, Contents, contents, imported, written
from proofs.checking.store.sources import Sources

MADE_UP = Path(__file__).parents[2] / "made_up"


def told(name: str) -> bytes:
    """What a module's chapter holds, as bytes."""
    chapter = imported(name)
    return written(Contents(tuple(chapter.proofs), chapter if isinstance(chapter, Paper) else None))


class Anew(NamedTuple):
    """What a process of its own says: whether the digest of the last chapter holds where nothing is kept, a row of
    digests for each chapter, and whether what is written of it is read again.
    """

    last_holds: bool
    rows: list[str]
    read_again: list[str]


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> Anew:
    """Sums are written in the order in which their parts were first met; sets have another order there each time, which
    must not be seen.
    """
    code = (
        "import gc, hashlib, sys; gc.disable(); from pathlib import Path; "
        "from proofs.checking.store.cache import Cache\n"
        "from proofs.checking.replay.chapters import listed; from proofs.checking.store.sources import Sources\n"
        "from proofs.checking.store.chapter_contents import *\n"
        "from proofs.builder.paper import Paper; sources = Sources(listed())\n"
        "*before, last = listed(); cache = Cache(Path(sys.argv[1]))\n"
        "if (last, sources.key([last])) in digests(): contents(last, sources, cache, before)\n"
        "print(cache.read(f'{last}.contents', sources.key([last])) is not None)\n"
        "for name in listed():\n"
        "    c = imported(name); told = written(Contents(tuple(c.proofs), c if isinstance(c, Paper) else None))\n"
        "    print(hashlib.sha256(told).hexdigest(), sources.key([name]), name)\n"
        "    print(written(read(told)) == told)"
    )
    other = {**os.environ, "PYTHONHASHSEED": "random"}
    command = [sys.executable, "-c", code, str(tmp_path_factory.mktemp("kept"))]
    done = subprocess.run(command, env=other, capture_output=True, text=True, check=True)
    first, *rows = done.stdout.splitlines()
    return Anew(first == "True", rows[::2], rows[1::2])


@pytest.mark.xdist_group("anew")
def test_the_digests_are_those_of_the_modules(anew: Anew) -> None:
    """After a change of a paper, or of what it is written in, run this test with REGENERATE=1."""
    rows = "".join(f"{row}\n" for row in anew.rows)
    if "REGENERATE" in os.environ:
        DIGESTS.write_text(rows)
    assert DIGESTS.read_text() == rows, f"out of date: REGENERATE=1 uv run pytest {__file__}"


@pytest.mark.xdist_group("anew")
def test_a_module_of_the_project_says_the_same_whatever_of_those_before_it_is_kept(anew: Anew) -> None:
    """Where only the last paper has changed, the others are not imported for themselves; its digest holds as well."""
    if "REGENERATE" in os.environ and not anew.last_holds:
        pytest.skip("it had no digest yet: the next run looks at the new one")
    assert anew.last_holds


@pytest.mark.xdist_group("anew")
def test_what_was_written_is_read_again(anew: Anew) -> None:
    assert anew.read_again == ["True"] * len(listed())


@pytest.fixture
def small_paper(monkeypatch: pytest.MonkeyPatch) -> Sources:
    """A made-up paper as one of the project's own: with a row among the digests."""
    monkeypatch.syspath_prepend(str(MADE_UP))
    sources = Sources(["small_paper"])
    row = ("small_paper", sources.key(["small_paper"]))
    monkeypatch.setattr(module, "digests", lambda: {row: hashlib.sha256(told("small_paper")).hexdigest()})
    return sources


def test_what_is_kept_is_believed_if_the_digest_says_so(
    small_paper: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = contents("small_paper", small_paper, Cache(tmp_path))
    monkeypatch.setattr(module, "imported", lambda name: pytest.fail("the module was asked"))
    assert written(contents("small_paper", small_paper, Cache(tmp_path))) == written(first)


@pytest.mark.parametrize(
    ("old", "new"), [(b"the paper", b"nobody at all"), (b'"argued": "', b'"argued":"'), (b"{", b"[")]
)
def test_nothing_else_is_believed(small_paper: Sources, tmp_path: Path, old: bytes, new: bytes) -> None:
    """Not even with a header that is right, as whoever can write there can make it."""
    cache, key = Cache(tmp_path), small_paper.key(["small_paper"])
    sound = told("small_paper")
    cache.write("small_paper.contents", key, sound.replace(old, new) + b" ")
    assert written(contents("small_paper", small_paper, cache)) == sound


def test_a_chapter_without_a_digest_is_asked_and_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(MADE_UP))
    found = contents("small_paper", Sources(["small_paper"]), Cache(tmp_path))
    assert written(found) == told("small_paper")
    assert list(tmp_path.iterdir()) == []
