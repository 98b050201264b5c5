"""Coq on the files of a project: side by side, and only what is not compiled already.

A file is compiled again if its text, Coq's version or anything that it requires has changed; what says so is a digest
beside what Coq made. Coq itself refuses compiled files that do not belong together.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from proofs.coq.project import PATHS, File

REQUIRED_PACKAGES = ("Coquelicot", "Interval", "Flocq")  # libraries that have to stand in Coq's own folder
PACKAGES = "coq libcoq-interval libcoq-coquelicot"  # Debian's
TIMEOUT = 1200.0  # seconds that one file may take
ALLOWED = frozenset(  # what Coq's real numbers rest on, and the logic of total functions
    {
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
Progress = Callable[[str, int, int], None]  # the file just done, its number, of how many


class NoCoq(RuntimeError):
    """Coq, or a library of its that is needed, is not installed; the message says what to install."""


@dataclass(frozen=True)
class Coq:
    """The compiler and its version."""

    command: str
    version: str

    @classmethod
    def found(cls) -> Coq:
        """Return the one that is on the path.

        Raises
        ------
        NoCoq
            if there is none, or a library is missing.
        """
        command = shutil.which("coqc")
        if command is None:
            raise NoCoq(f"Coq is not installed: there is no coqc. On Debian: apt-get install {PACKAGES}")
        version = _output([command, "--print-version"]).split()[0]
        own = Path(_output([command, "-where"]).strip()) / "user-contrib"
        missing = [name for name in REQUIRED_PACKAGES if not (own / name).is_dir()]
        if missing:
            raise NoCoq(f"Coq has no {', '.join(missing)} in {own}. On Debian: apt-get install {PACKAGES}")
        return cls(command, version)

    def run(self, folder: Path, path: str) -> subprocess.CompletedProcess[str]:
        """Compile a file of a project that lies in the folder."""
        paths = [part for name, called in PATHS.items() for part in ("-Q", name, called)]
        command = [self.command, "-q", "-w", "-all", *paths, f"{path}.v"]
        try:
            return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 1, "", f"it took more than {TIMEOUT:.0f} seconds")


def _output(command: Sequence[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@dataclass(frozen=True)
class Refused:
    """A file that Coq refuses: what it says, and the theorem at which it stopped, if it is in one."""

    path: str
    said: str
    theorem: str | None


def write(files: Iterable[File], folder: Path) -> None:
    """Put the files into the folder, but for those that say the same there; whatever else lies there stays."""
    for file in files:
        path = folder / f"{file.path}.v"
        if not path.exists() or path.read_text("utf-8") != file.text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text, "utf-8")


def compile_all(
    files: Sequence[File], folder: Path, coq: Coq, jobs: int, progress: Progress | None = None
) -> dict[str, Refused | None]:
    """Compile files that lie in the folder, each after those that it requires; what Coq refuses, and why, by path.

    What requires something refused is not compiled, and not in the answer.
    """
    digests, after = _digests(files, coq), _what_waits(files)
    done: dict[str, Refused | None] = {}
    waiting = {f.path: f for f in files}
    running: dict[Future[Refused | None], str] = {}
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while waiting or running:
                ready = [f for f in waiting.values() if all(n in done for n in f.needs)]
                for file in sorted(ready, key=lambda f: -after[f.path]):
                    if any(done[n] is not None for n in file.needs):
                        del waiting[file.path]
                    elif len(running) < jobs:
                        del waiting[file.path]
                        running[pool.submit(_compiled, file, folder, coq, digests[file.path])] = file.path
                if not running and not ready:
                    break  # what is left requires something that is refused
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    path = running.pop(future)
                    done[path] = future.result()
                    if progress:
                        progress(path, len(done), len(files))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return done


def _digests(files: Iterable[File], coq: Coq) -> dict[str, str]:
    """Return for each file a key that changes whenever it has to be compiled again."""
    out: dict[str, str] = {}
    for f in files:
        parts = [coq.version, f.path, f.text, *(out[n] for n in f.needs)]
        out[f.path] = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return out


def _what_waits(files: Sequence[File]) -> dict[str, int]:
    """Return for each file the size of the longest chain of files that wait for it; the longest goes first."""
    out: dict[str, int] = {}
    for f in reversed(files):
        out[f.path] = out.get(f.path, 0) + len(f.text)
        for n in f.needs:
            out[n] = max(out.get(n, 0), out[f.path])
    return out


def _compiled(file: File, folder: Path, coq: Coq, digest: str) -> Refused | None:
    mark, made = folder / f"{file.path}.digest", folder / f"{file.path}.vo"
    if made.exists() and mark.exists() and mark.read_text("utf-8") == digest:
        return None
    mark.unlink(missing_ok=True)
    ran = coq.run(folder, file.path)
    if ran.returncode == 0:
        mark.write_text(digest, "utf-8")
        return None
    at = re.search(r'^File "[^"]*", line (\d+)', ran.stderr, re.MULTILINE)
    return Refused(file.path, ran.stderr.strip(), file.theorem_at(int(at[1])) if at else None)


def assumptions(printed: str) -> frozenset[str]:
    """Return the axioms that Coq lists in answer to `Print Assumptions`.

    >>> sorted(assumptions("Axioms:\\nA.em : forall P : Prop,\\n  P\\nB.choice\\n  : nat"))
    ['A.em', 'B.choice']
    """
    _, _, listed = printed.partition("Axioms:")
    return frozenset(re.findall(r"^([A-Za-z_][\w.']*)", listed, re.MULTILINE))
