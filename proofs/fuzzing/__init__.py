"""Test campaigns against the project itself: false statements must not be proved, hostile input must do no harm.

`mutation`: true statements mutated until they are false at an exact point; none may be proved.
`tampering`: certificates changed at random; none may be accepted as a proof of a false statement.
`hostile_input`: random, changed and hostile input for the parser and the certificate checkers; none may crash them,
block them or be executed.
`sympy_translation`: SymPy relations between symbols with assumptions; the answers must be true in SymPy's numbers, too.
`questions`: random inequalities; no answer may contradict an evaluation that is independent of the search.
`renaming`: random questions with renamed variables and permuted hypotheses, as text, SymPy relations or builder terms;
both versions must be read alike and get the same answer.
`terms`: random terms of the kernel; their normal forms, substitutions and values on boxes must be right, and the same
for the second checker.
`checkers`: stored proofs changed at random; kernel, second checker and the checker in Coq must agree on each.

Each campaign is a module of this package with the same name.

A campaign is split into pieces, each with its own seed, so that its result depends only on the seed.
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
    "mutation": 25,
    "tampering": 100,
    "hostile_input": 250,
    "questions": 25,
    "terms": 250,
    "sympy_translation": 50,
    "checkers": 250,
    "renaming": 50,
}  # tasks per piece
PIECE_SECONDS = 600.0  # timeout of a piece
SHOWN = 20  # failures that are kept in full
Progress = Callable[[int, int], None]  # takes the number of tasks done and the total


@dataclass(frozen=True)
class Campaign:
    """The result of a campaign.

    Attributes
    ----------
    done, lost
        The number of tasks done, and of those lost because their worker gave no result (`reasons` says why).
    counts
        How often each outcome occurred.
    failed, failures
        The number of tasks with a wrong outcome, and the first of them.
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


def run_campaign(
    kind: str, count: int, seed: int = 0, executor: Executor | None = None, progress: Progress | None = None
) -> Campaign:
    """Run a campaign.

    Parameters
    ----------
    kind
        One of `PIECES`.
    count
        The number of mutants, changed certificates, inputs, questions or terms.
    seed
        The seed of the random generator.
    executor
        The executor of the pieces; if None, a worker process runs one piece after another.
    progress
        Called with the number of tasks done and the total.
    """
    from proofs.workers.pool import Processes

    if kind not in PIECES:
        raise ValueError(f"no campaign is called {kind!r}; there are {', '.join(PIECES)}")
    start = monotonic()
    size = PIECES[kind]
    sizes = [min(size, count - first) for first in range(0, count, size)]
    with _kept(executor) if executor is not None else Processes(1, PIECE_SECONDS) as crew:
        pieces = {crew.submit(run_piece, kind, f"{seed}:{k}", n): n for k, n in enumerate(sizes)}
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


def run_piece(kind: str, seed: str, count: int) -> dict[str, Any]:
    """Run one piece of a campaign; executors call this in their workers."""
    found: dict[str, Any] = import_module(f"proofs.fuzzing.{kind}").trial(seed, count)
    return found


def _result(future: Future[Any]) -> dict[str, Any] | Exception:
    try:
        found: dict[str, Any] = future.result()
    except Exception as wrong:
        return wrong
    return found


class _kept:
    """A context manager around the caller's executor, which does not shut it down."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor

    def __enter__(self) -> Executor:
        return self.executor

    def __exit__(self, *_: object) -> None:
        pass
