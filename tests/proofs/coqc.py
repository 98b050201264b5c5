"""The library for Coq in a folder, and what Coq says of a file beside it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from proofs.coq.project import library


class Coq:
    """A folder with the compiled library."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for file in library():
            self.says(Path(file.path).name, file.text)

    def says(self, name: str, text: str) -> str:
        """What Coq prints for a file of this name with this text, which it accepts."""
        path = self.folder / f"{name}.v"
        path.write_text(text, "utf-8")
        command = ["coqc", "-q", "-w", "-all", "-Q", ".", "Lemmata", path.name]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def axioms(self, name: str, text: str, theorem: str) -> set[str]:
        """The axioms that a theorem of such a file rests on."""
        _, *said = self.says(name, f"{text}\nPrint Assumptions {theorem}.").split("Axioms:\n")
        return {found[0] for lines in said for found in re.finditer(r"^[^\s:]+", lines, re.M)}
