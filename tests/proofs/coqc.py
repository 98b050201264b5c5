"""The library for Coq, compiled, and what Coq says of a file beside it."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from proofs.coq.compiling import Coq, compile_all, write
from proofs.coq.project import library


class Beside:
    """A folder with the compiled library.

    What Coq made of it in an earlier run is in the folder `kept`; of a file with the same text, whose requirements are
    the same, it is not asked again.
    """

    def __init__(self, folder: Path, coq: Coq, kept: Path) -> None:
        self.folder, self.coq, self.kept = folder, coq, kept
        if kept.exists():
            shutil.copytree(kept, folder)
        write(library(), folder)
        refused = [r.said for r in compile_all(library(), folder, coq, jobs=1).values() if r]
        assert not refused, refused
        self.keep()

    def keep(self) -> None:
        """Keep what has been compiled, for the next run."""
        if _digests(self.folder) != _digests(self.kept):
            made = shutil.copytree(self.folder, self.kept.with_name(f"{self.kept.name}-{os.getpid()}"))
            shutil.rmtree(self.kept, ignore_errors=True)
            with suppress(OSError):  # another run was faster
                made.rename(self.kept)
            shutil.rmtree(made, ignore_errors=True)

    def says(self, name: str, text: str) -> str:
        """What Coq prints for a file of this name with this text, which it accepts."""
        (self.folder / f"{name}.v").write_text(text, "utf-8")
        done = self.coq.run(self.folder, name)
        assert done.returncode == 0, done.stderr
        return done.stdout


def _digests(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.digest")}
