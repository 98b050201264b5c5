"""What is compiled when, with a program in place of Coq that writes down what it is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.coq.compiling import Coq, compile_all, write
from proofs.coq.project import File

FILES = (
    File("library/A", "a"),
    File("objects/short", "b" * 10, ("library/A",)),
    File("objects/long", "b" * 40, ("library/A",)),
    File("objects/waited_for", "b" * 20, ("library/A",)),
    File("theorems/end", "b" * 30, ("objects/waited_for",)),
)


@pytest.fixture
def coq(tmp_path: Path) -> Coq:
    program = tmp_path / "coqc"
    program.write_text(
        '#!/bin/sh\nfor file; do :; done\necho "$file" >> order\ncase "$file" in *wrong*) exit 1;; esac\n'
        'touch "${file%.v}.vo"\n',
        "utf-8",
    )
    program.chmod(0o755)
    return Coq(str(program), "1")


def order(folder: Path) -> list[str]:
    return (folder / "order").read_text("utf-8").split()


def test_what_most_waits_for_goes_first_and_nothing_twice(coq: Coq, tmp_path: Path) -> None:
    write(FILES, tmp_path)
    assert compile_all(FILES, tmp_path, coq, 1) == dict.fromkeys((f.path for f in FILES), None)
    ways = ["library/A", "objects/waited_for", "objects/long", "theorems/end", "objects/short"]
    assert order(tmp_path) == [f"{path}.v" for path in ways]
    compile_all(FILES, tmp_path, coq, 2)
    assert len(order(tmp_path)) == len(FILES)


def test_what_requires_something_refused_is_not_compiled(coq: Coq, tmp_path: Path) -> None:
    files = (
        File("objects/wrong", "x"),
        File("objects/right", "x"),
        File("theorems/next", "x", ("objects/wrong",)),
        File("theorems/last", "x", ("theorems/next", "objects/right")),
    )
    write(files, tmp_path)
    done = compile_all(files, tmp_path, coq, 2)
    assert done.keys() == {"objects/wrong", "objects/right"} and done["objects/wrong"] and not done["objects/right"]
