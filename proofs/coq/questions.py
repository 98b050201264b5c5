"""The certificate of a question as one file for Coq: its statements as text, each proved from its proof object.

The file needs nothing but the checker's library (`proofs.coq.project.library`), which `lemmata formalize` writes, too.
Each file of the project that a certificate gives becomes a module of the one file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs.checking.replay.establish import Theorem, record_theorem
from proofs.coq.project import OBJECT_HEAD, TEXT_HEAD, Project
from proofs.kernel.rules import Theory
from proofs.kernel.store import Json, replay

HEAD = "(* In a folder that `lemmata formalize` has written: coqc -Q library Lemmata THIS_FILE.v *)\n"
OWN = "question"  # the chapter of the statements that are not of the library


def question_file(certificate: Sequence[Json]) -> tuple[str, dict[str, str]]:
    """Return the text of the file, and the theorems that it leaves out with the reasons.

    Raises
    ------
    KernelError
        if the kernel rejects a step of the certificate.
    """
    theorems = _theorems(certificate)
    project = Project(theorems, {}, {}, {})
    heads = dict.fromkeys(
        line for head in (OBJECT_HEAD, TEXT_HEAD) for line in head.splitlines() if line.startswith("From")
    )
    parts = [HEAD + "\n".join(heads)]
    for file in project.files():
        folder, _, name = file.path.partition("/")
        if folder != "library":
            text = "\n".join(line for line in file.text.splitlines() if not line.startswith("From "))
            parts.append(f"Module {name}.\n{text}\nEnd {name}.")
    return "\n\n".join(parts) + "\n", project.left_out


def _theorems(certificate: Sequence[Json]) -> list[Theorem]:
    """Return the records of the theorems of a certificate; its own get names in a chapter."""
    theory, out = Theory(), []
    own = {t["name"]: f"{OWN}.{t['name']}" for t in certificate if "." not in t["name"]}
    for stored in certificate:
        steps = [[rule, own.get(args[0], args[0]), *args[1:]] if rule == "theorem" else [rule, *args]
                 for rule, *args in stored["steps"]]  # fmt: skip
        named: Any = {**stored, "name": own.get(stored["name"], stored["name"]), "steps": steps}
        fact = replay(theory, named)
        out.append(record_theorem(named["name"].partition(".")[0], named, sorted(fact.provenance), 0.0))
    return out
