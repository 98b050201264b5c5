"""Timings of the commands: with an empty cache, again, and after a change of a comment in one module, or of a proof.

Run: uv run python benchmarks/commands.py [--old CHECKOUT] [--only NAME]… [--state STATE]… [--json] [--calls N]

"× help" is the wall time over that of `lemmata --help` in the same run. The state "edited" changes one proof of KS, and
of the own paper `examples/adaboost.py`; "restated" adds a constant to their modules, so that whatever depends on it has
to be looked at again. "check --watch" is the time from an edit of the own paper to the end of the next check.

"serve" is the time that a warm server takes for the question of "prove"; --calls N instead asks a server
N questions and reports its latency, and the memory of it and its workers, after each tenth of them.

Each run is a process of its own over a copy of the sources, with a cache of its own; wall time, and processor time
of it and of all processes that it starts. With --old the commands of another checkout run in turn with ours, by our
interpreter, so that what else the machine does slows both. The figures are medians of as many runs as --seconds allows.
"""

from __future__ import annotations

import argparse
import compileall
import ctypes
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
SOURCES = ("symbolic", "numeric", "proofs")
STATES = ("cold", "warm", "changed", "edited", "restated")
OWN = "own_paper.py"  # a copy of an example, which is no module of the project
EDITED = {  # a file, and a line of a proof before which another step is put
    "library": (
        "proofs/papers/ks/appendix_b_boltzmann/entries_in_order.py",
        '    p.apply("rank_high", f=a, label="rank_high")\n',
    ),
    "own": (OWN, '    first = p.prove(positive(num(1)), "D_start", "some")\n'),
}
GOAL = ("prove", "2 <= x + 1/x", "--given", "x > 0")
COMMANDS: dict[str, tuple[str, ...]] = {  # {out} is an empty folder, {proof} a stored proof
    "help": ("--help",),
    "check": ("check",),
    "check --replay": ("check", "--replay"),
    "check KS:lemma-4": ("check", "KS:lemma-4"),
    "check own paper": ("check", OWN),
    "check --watch": ("check", OWN, "--watch"),
    "show": ("show", "KS:lemma-4"),
    "graph": ("graph",),
    "errata": ("errata",),
    "constants": ("constants",),
    "manifest": ("manifest",),
    "site": ("site", "{out}/site"),
    "plot": ("plot", "KS:lemma-4", "--output", "{out}/picture.png"),
    "audit a proof": ("audit", "{proof}"),
    "prove": GOAL,
    "serve": ("serve", "--jsonl"),
    "complete an id": (),
}
ONCE = "warm"  # the state in which commands run that do not depend on it
UNCACHED = ("help", "audit a proof", "prove", "serve")  # which look at no paper, so that the states are the same
WARM = 20  # calls before a server counts as warm
ASK_FOR_IDS = {"_LEMMATA_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "lemmata show KS:lem"}


@dataclass(frozen=True)
class Row:
    """The medians of a command in a state; None where the checkout does not have it."""

    command: str
    state: str
    checkout: str
    runs: int
    wall: float | None
    processor: float | None
    to_help: float | None = None  # the wall time over that of `lemmata --help`


class Server:
    """A running `lemmata serve --jsonl`."""

    def __init__(self, tree: Path, cache: Path) -> None:
        """Start it on the sources in a folder."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "proofs", *COMMANDS["serve"], "--jobs", "2"],
            cwd=tree, env=os.environ | {"LEMMATA_CACHE": str(cache), "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def ask(self, goal: str, hypotheses: list[str]) -> str | None:
        """Ask a question, and return the outcome; None if the server has ended."""
        assert self.process.stdin is not None and self.process.stdout is not None
        arguments = {"goal": goal, "hypotheses": hypotheses}
        try:
            self.process.stdin.write(json.dumps({"tool": "decide", "arguments": arguments}) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        answer = self.process.stdout.readline()
        return json.loads(answer)["outcome"] if answer else None

    def resident(self) -> tuple[float, float]:
        """Return the resident memory of the server and of its child processes, in MB."""
        stats = {int(path.parent.name): path.read_text() for path in Path("/proc").glob("[0-9]*/stat")}
        parents = {pid: int(stat.rpartition(")")[2].split()[1]) for pid, stat in stats.items()}
        own = self.process.pid
        below = [pid for pid, parent in parents.items() if own in (parent, parents.get(parent)) and pid != own]
        return _megabytes([own]), _megabytes(below)


def _megabytes(pids: list[int]) -> float:
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids if Path(f"/proc/{pid}").exists())
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def ask_many(calls: int) -> None:
    """Ask a server different easy questions, and print the latency and the memory after each tenth of them (Linux)."""
    print(f"{'calls':>8}{'ms a call':>11}{'server MB':>11}{'workers MB':>12}")
    with tempfile.TemporaryDirectory() as cache, Server(HERE, Path(cache)) as server:
        for _ in range(WARM):
            server.ask("x >= 0", ["x > 0"])
        start = time.perf_counter()
        for number in range(1, calls + 1):
            goal, wanted = (f"x/y + y/x >= {number}/{calls}", "proved") if number % 2 else (f"x > {number}", "refuted")
            if server.ask(goal, ["x > 0", "y > 0"]) != wanted:
                sys.exit(f"{goal}: not {wanted}")
            if number % max(1, calls // 10) == 0:
                own, workers = server.resident()
                rate = 1000 * (time.perf_counter() - start) / number
                print(f"{number:>8}{rate:>11.1f}{own:>11.1f}{workers:>12.1f}", flush=True)


class Checkout:
    """A copy of the sources of a checkout, with a cache."""

    def __init__(self, name: str, root: Path, folder: Path, module: str) -> None:
        """Copy the project into this folder; `module` is the file that changes."""
        self.name, self.tree, self.folder = name, folder / "tree", folder
        for package in SOURCES:
            shutil.copytree(root / package, self.tree / package, ignore=shutil.ignore_patterns("__pycache__"))
        compileall.compile_dir(self.tree, quiet=2, workers=0)
        self.cache = folder / "cache"
        shutil.copy(root / "examples" / "adaboost.py", self.tree / OWN)
        self.module = self.tree / module
        self.text = self.module.read_bytes()
        self.proofs = {name: ((self.tree / file), (self.tree / file).read_text()) for name, (file, _) in EDITED.items()}
        self.changes = 0

    def prepare(self, state: str) -> Path:
        """Bring the sources into this state, and make a cache for one run."""
        cache = self.folder / "run"
        shutil.rmtree(cache, ignore_errors=True)
        self.changes += 1
        self.module.write_bytes(self.text + (f"# {self.changes}\n".encode() if state == "changed" else b""))
        self.edit(self.changes if state in ("edited", "restated") else None, state == "restated")
        if state != "cold":
            shutil.copytree(self.cache, cache)
        return cache

    def edit(self, number: int | None, restated: bool = False) -> None:
        """Put one more step, with this number, into a proof of KS and one of the own paper; None takes it out.

        If `restated`, a constant is added to their modules instead.
        """
        for name, (path, text) in self.proofs.items():
            line = EDITED[name][1]
            if line not in text:
                raise SystemExit(f"{path} no longer has the line {line!r} of EDITED")
            step = "" if number is None else f"    p.have(0 <= num({number}))\n"
            wanted = f"{text}\nadded = {number}\n" if restated else text.replace(line, step + line, 1)
            if path.read_text() != wanted:
                path.write_text(wanted)

    def watched(self, cache: Path) -> tuple[float, float] | None:
        """Wall seconds from an edit of the own paper to the end of the check that it causes, and 0."""
        environment = os.environ | {"LEMMATA_CACHE": str(cache), "PYTHONPATH": str(self.tree)}
        command = [sys.executable, "-m", "proofs", *COMMANDS["check --watch"]]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, cwd=self.tree, env=environment, stdout=pipe, stderr=subprocess.STDOUT
        ) as running:
            assert running.stdout is not None
            times = []
            for line in running.stdout:
                if b"waiting" in line:
                    times.append(time.perf_counter())
                    if len(times) == 2:
                        break
                    time.sleep(0.3)
                    start = time.perf_counter()
                    self.edit(1000 + self.changes)
            running.terminate()
        return (times[1] - start, 0.0) if len(times) == 2 else None

    def served(self, cache: Path) -> tuple[float, float] | None:
        """Wall seconds of a question to a warm server, and 0."""
        with Server(self.tree, cache) as server:
            for _ in range(WARM):
                if server.ask(GOAL[1], [GOAL[3]]) != "proved":
                    return None
            start = time.perf_counter()
            for _ in range(WARM):
                server.ask(GOAL[1], [GOAL[3]])
            return (time.perf_counter() - start) / WARM, 0.0

    def run(self, command: str, cache: Path) -> tuple[float, float] | None:
        """Wall and processor seconds; None where the checkout does not know the command."""
        if command == "serve":
            return self.served(cache)
        if command == "check --watch":
            return self.watched(cache)
        out = self.folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        words = [word.format(out=out, proof=self.folder / "proof.jsonl") for word in COMMANDS[command]]
        environment = os.environ | {"LEMMATA_CACHE": str(cache), "PYTHONPATH": str(self.tree)}
        if command == "complete an id":
            environment |= ASK_FOR_IDS
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "proofs", *words], cwd=self.tree, env=environment, capture_output=True, text=True
        )
        wall = time.perf_counter() - start
        reap()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if command == "complete an id" and "KS:lemma-4" not in done.stdout.replace("\\\\", ""):
            return None
        if done.returncode not in (0, 1) and self.name == "old":
            return None
        if done.returncode not in (0, 1):  # it may well be that something does not hold
            sys.exit(f"{self.name}: {' '.join(words)}: {done.stderr}")
        return wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def adopt() -> None:
    """Let orphans of what we start come to us, so that their processor time is counted (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def reap() -> None:
    """Wait a little for processes whose parents have ended before them."""
    for _ in range(200):
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.01)
        except ChildProcessError:
            return


def measured(command: str, state: str, checkouts: list[Checkout], seconds: float, most: int) -> list[Row]:
    """Return the checkouts in turn, at least once each."""
    taken: dict[str, list[tuple[float, float]]] = {c.name: [] for c in checkouts}
    for checkout in checkouts:
        if state == "warm":
            checkout.prepare(state)
            checkout.run(command, checkout.cache)  # a check of some statements keeps entries of its own
    start = time.perf_counter()
    for number in range(most):
        if number and (time.perf_counter() - start) * (number + 1) / number > seconds * len(checkouts):
            break
        for checkout in checkouts:
            found = checkout.run(command, checkout.prepare(state))
            taken[checkout.name] += [found] if found else []
    rows = []
    for checkout in checkouts:
        times = taken[checkout.name]
        wall, processor = [statistics.median(x) for x in zip(*times, strict=True)] if times else [None, None]
        rows.append(Row(command, state, checkout.name, len(times), wall, processor))
    return rows


def heading(old: bool) -> str:
    """Return the first line of the table."""
    others = f"{'old':>10}{'CPU':>8}{'ratio':>8}" if old else ""
    return f"{'command':<18}{'state':<9}{'wall':>8}{'CPU':>8}{'× help':>8}{others}  runs"


def line(ours: Row, other: Row | None) -> str:
    """Return a row of the table: ours, and the other's with the ratio of the processor times."""
    out = f"{ours.command:<18}{ours.state:<9}{_seconds(ours.wall):>8}{_seconds(ours.processor):>8}"
    out += f"{'–' if ours.to_help is None else f'{ours.to_help:.1f}':>8}"
    if other:
        ratio = f"{ours.processor / other.processor:.2f}" if ours.processor and other.processor else "–"
        out += f"{_seconds(other.wall):>10}{_seconds(other.processor):>8}{ratio:>8}"
    return f"{out}{ours.runs:>6}"


def _seconds(x: float | None) -> str:
    return "–" if x is None else f"{x:.2f}"


def main() -> None:
    """Time what was asked for, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", type=Path, metavar="CHECKOUT", help="another checkout, to run in turn with this one")
    parser.add_argument("--only", action="append", choices=COMMANDS, help="this command")
    parser.add_argument("--state", action="append", choices=STATES, help="in this state")
    parser.add_argument("--module", default="proofs/papers/liu/__init__.py", metavar="FILE", help="which file changes")
    parser.add_argument("--seconds", type=float, default=30, help="for a command, a state and a checkout (30)")
    parser.add_argument("--runs", type=int, default=9, help="at most (9)")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--calls", type=int, metavar="N", help="ask a server N questions, and report its memory")
    given = parser.parse_args()
    if given.calls:
        ask_many(given.calls)
        return
    adopt()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # who types a command has what was compiled before
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="commands-") as made:
        roots = {"new": HERE} | ({"old": given.old.resolve()} if given.old else {})
        checkouts = [Checkout(name, root, Path(made) / name, given.module) for name, root in roots.items()]
        for checkout in checkouts:
            checkout.run("check", checkout.cache)
            saved = ["--save", str(checkout.folder / "proof.jsonl")]
            command = [sys.executable, "-m", "proofs", *GOAL, *saved]
            subprocess.run(command, cwd=checkout.tree, env=os.environ | {"PYTHONPATH": str(checkout.tree)}, check=True,
                           capture_output=True)  # fmt: skip
        if not given.json:
            print(heading(bool(given.old)), flush=True)
        helped: float | None = None
        for command in dict.fromkeys(("help", *(given.only or COMMANDS))):
            once = command in UNCACHED or command == "check --watch"
            for state in (ONCE,) if once else given.state or STATES:
                found = measured(command, state, checkouts, given.seconds, given.runs)
                helped = found[0].wall if command == "help" else helped
                found = [replace(r, to_help=r.wall / helped if r.wall and helped else None) for r in found]
                rows += found
                if not given.json:
                    print(line(found[0], found[1] if given.old else None), flush=True)
    if given.json:
        print(json.dumps([asdict(r) for r in rows], indent=1))


if __name__ == "__main__":
    main()
