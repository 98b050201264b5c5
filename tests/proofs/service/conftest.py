"""A workspace with a paper for the servers of the tools, whose workers know a small library."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from proofs.workers import pool

TOY = Path(__file__).parents[1] / "toy_paper.py"
SMALL = 'import proofs.checking.replay.chapters as c\nc.LISTED = c.GENERAL = ("proofs.theorems.analysis.elementary",)\n'


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a server: `toy.py` is a paper in it, `outside.py` lies beside it, and `link.py` leads there."""
    made = tmp_path_factory.mktemp("service")
    (made / "start").mkdir()
    (made / "start" / "sitecustomize.py").write_text(SMALL)  # Python imports it in each process that starts
    (made / "work" / "folder").mkdir(parents=True)
    (made / "work" / "toy.py").write_text(TOY.read_text(encoding="utf-8"), encoding="utf-8")
    (made / "outside.py").write_text("raise SystemExit('it was run')\n")
    (made / "work" / "link.py").symlink_to(made / "outside.py")
    with pytest.MonkeyPatch.context() as patch:
        path = os.pathsep.join(filter(None, (str(made / "start"), os.environ.get("PYTHONPATH"))))
        patch.setenv("PYTHONPATH", path)
        patch.setenv("LEMMATA_CACHE", str(made / "cache"))
        pool.stop()  # workers that were started before
        yield made / "work"
        pool.stop()
