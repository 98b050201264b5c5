"""Campaigns against our own work: what is false must not be proved, nor anything hostile do harm.

`soundness`: true statements changed until they are false at an exact point, none of which may be proved.
`tampering`: certificates changed at random, none of which may be accepted for what it does not prove.
`fuzz`: random, changed and hostile input for the parser and the readers of certificates, none of which may crash
them, hold them up or be run.
`crossing`: SymPy's relations between symbols with assumptions, whose answers must be true in SymPy's numbers, too.
`questions`: random inequalities, none of which may be answered against what is computed apart from the search.
`renaming`: random questions with their variables renamed and their hypotheses permuted, as text, for SymPy and in the
notation of the builder, which must be read alike and get the same answers.
`terms`: random terms of the kernel, whose normal forms, substitutions and values on boxes must be right, and the same
for the second checker.
`readers`: stored proofs changed at random, on each of which kernel, second checker and the checker in Coq must agree.

A campaign is cut into pieces, each with a seed of its own, so that its result depends on the seed alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, as_completed
from dataclasses import asdict, dataclass
from importlib import import_module
from time import monotonic
from typing import Any

PIECES: Mapping[str, int] = {
    "soundness": 25,
    "tampering": 100,
    "fuzz": 250,
    "questions": 25,
    "terms": 250,
    "crossing": 50,
    "readers": 250,
    "renaming": 50,
}  # tasks in a piece
PIECE_SECONDS = 600.0  # after which a piece is lost
SHOWN = 20  # failures that are kept in full
Progress = Callable[[int, int], None]  # done, of


@dataclass(frozen=True)
class Campaign:
    """What became of a campaign.

    Attributes
    ----------
    done, lost
        How many tasks were done, and how many were not because their worker gave no result (`reasons` says why).
    counts
        How often what happened.
    failed, failures
        How many tasks should have gone otherwise, and the first of them.
    """

    kind: str
    seed: int
    done: int
    lost: int
    reasons: tuple[str, ...]
    counts: dict[str, int]
    failed: int
    failures: tuple[str, ...]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    def __str__(self) -> str:
        lines = [f"{self.kind}: {self.done} done, {self.failed} failed, {self.lost} lost, {self.seconds:.1f} s"]
        lines += [f"   {n:8}  {what}" for what, n in sorted(self.counts.items())]
        lines += [f"   lost: {why}" for why in self.reasons]
        return "\n".join([*lines, *(f"   FAILED: {what}" for what in self.failures)])


def campaign(
    kind: str, count: int, seed: int = 0, executor: Executor | None = None, progress: Progress | None = None
) -> Campaign:
    """Run a campaign.

    Parameters
    ----------
    kind
        One of `PIECES`.
    count
        How many mutants, changed certificates, inputs, questions or terms.
    seed
        Says which.
    executor
        Who does the pieces; a worker process, one piece after another, if None.
    progress
        Called with the number of tasks done and of all.
    """
    from proofs.running.workers import Processes

    if kind not in PIECES:
        raise ValueError(f"no campaign is called {kind!r}; there are {', '.join(PIECES)}")
    start = monotonic()
    size = PIECES[kind]
    sizes = [min(size, count - first) for first in range(0, count, size)]
    with _kept(executor) if executor is not None else Processes(1, PIECE_SECONDS) as crew:
        pieces = {crew.submit(piece, kind, f"{seed}:{k}", n): n for k, n in enumerate(sizes)}
        results: list[tuple[int, dict[str, Any] | Exception]] = []
        for future in as_completed(pieces):
            results.append((pieces[future], _result(future)))
            if progress is not None:
                progress(sum(n for n, _ in results), count)
    good = [r for _, r in results if not isinstance(r, Exception)]
    bad = [(n, r) for n, r in results if isinstance(r, Exception)]
    counts: Counter[str] = Counter()
    for r in good:
        counts.update(r["counts"])
    failures = [f for r in good for f in r["failures"]]
    return Campaign(
        kind,
        seed,
        sum(r["done"] for r in good),
        sum(n for n, _ in bad),
        tuple(sorted({f"{type(r).__name__}: {r}" for _, r in bad})),
        dict(counts),
        len(failures),
        tuple(failures[:SHOWN]),
        monotonic() - start,
    )


def piece(kind: str, seed: str, count: int) -> dict[str, Any]:
    """One piece of a campaign, in a process of its own."""
    found: dict[str, Any] = import_module(f"proofs.campaigns.{kind}").trial(seed, count)
    return found


def _result(future: Future[Any]) -> dict[str, Any] | Exception:
    try:
        found: dict[str, Any] = future.result()
    except Exception as wrong:
        return wrong
    return found


class _kept:
    """An executor of somebody else, which is not shut down."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor

    def __enter__(self) -> Executor:
        return self.executor

    def __exit__(self, *_: object) -> None:
        pass
