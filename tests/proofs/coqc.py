"""The library for Coq, compiled, and what Coq says of a file beside it."""

from __future__ import annotations

from pathlib import Path

from proofs.coq.compiling import Coq, compile_all, write
from proofs.coq.project import library


class Beside:
    """A folder with the compiled library."""

    def __init__(self, folder: Path, coq: Coq) -> None:
        self.folder, self.coq = folder, coq
        write(library(), folder)
        refused = [r.said for r in compile_all(library(), folder, coq, jobs=1).values() if r]
        assert not refused, refused

    def says(self, name: str, text: str) -> str:
        """What Coq prints for a file of this name with this text, which it accepts."""
        (self.folder / f"{name}.v").write_text(text, "utf-8")
        done = self.coq.run(self.folder, name)
        assert done.returncode == 0, done.stderr
        return done.stdout
