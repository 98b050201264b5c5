"""Many claims at once: a file of questions, and a file of answers that grows with each of them.

Each answer is stored when it arrives. A run that was interrupted is continued by another one, which asks only what has
no answer yet.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, as_completed
from pathlib import Path

import msgspec

from proofs.kernel.store import Json
from proofs.service import messages as m
from proofs.service.dispatcher import Dispatcher
from proofs.service.json_lines import decoded, lines_of
from proofs.service.outputs import ClaimRow
from proofs.workers.pool import Processes

Progress = Callable[[str, int, int], None]


class Claim(m.Decide, kw_only=True):
    """A line of a file of claims: the arguments of `decide`, and an `id` that the answer repeats."""

    id: str | int | None = None

    @property
    def question(self) -> Json:
        """The arguments of `decide`, as plain data."""
        plain: Json = msgspec.to_builtins(self)
        return {name: value for name, value in plain.items() if name != "id"}

    @property
    def key(self) -> str:
        """A hash of the question."""
        return hashlib.sha256(msgspec.json.encode(self.question, order="sorted")).hexdigest()


def run_claims(file: Path, answers: Path, executor: Executor, progress: Progress | None = None) -> list[ClaimRow]:
    """Answer the claims of a file, and return them with their outcomes, in the order of the file.

    Parameters
    ----------
    file
        A claim on each line, as JSON.
    answers
        The file of answers, which is created or continued. The outcome "failed" is not stored.
    executor
        The executor of the searches. The machines of a cluster need this project.
    progress
        Called with a text, the number of answers, and the number of questions that had none.

    Raises
    ------
    OSError
        if a file cannot be read or written.
    """
    with file.open("rb") as source:
        claims = [decoded(line, Claim) for line in lines_of(source)]
    known = _stored(answers)
    asked = {claim.key: claim.question for claim in claims if isinstance(claim, Claim)}
    missing = {key: question for key, question in asked.items() if key not in known}
    submit = executor.threads.submit if isinstance(executor, Processes) else executor.submit
    with answers.open("ab") as sink:
        running = {submit(ask, question): key for key, question in missing.items()}
        for count, future in enumerate(as_completed(running), 1):
            key = running[future]
            known[key] = msgspec.convert({"key": key, **missing[key], **future.result()}, Stored)
            if known[key].answer["outcome"] != "failed":
                sink.write(msgspec.json.encode(known[key]) + b"\n")
                sink.flush()
                os.fsync(sink.fileno())
            if progress is not None:
                progress("claims", count, len(missing))
    rows = []
    for line, claim in enumerate(claims, 1):
        if isinstance(claim, Claim):
            found = known[claim.key]
            rows.append(ClaimRow(line, claim.id, claim.goal, found.seconds, found.answer))
        else:
            rows.append(ClaimRow(line, None, "", 0.0, m.plain(claim)))
    return rows


def ask(question: Json) -> Json:
    """Have a worker answer a question, and return the outcome with its time; an executor may run this elsewhere."""
    start = time.monotonic()
    answer = Dispatcher().dispatch("decide", question)
    return {"seconds": round(time.monotonic() - start, 3), "answer": answer}


class Stored(msgspec.Struct):
    """A line of the file of answers: a question with its outcome, under the hash of the question."""

    key: str
    goal: str | list[str]
    hypotheses: list[str]
    effort: float
    seconds: float
    answer: Json


def _stored(answers: Path) -> dict[str, Stored]:
    """Return the stored answers by key; a line that was not written to its end is removed from the file."""
    if not answers.exists():
        return {}
    with answers.open("r+b") as file:
        text = file.read()
        whole = text.rfind(b"\n") + 1
        file.truncate(whole)
    try:
        found = [msgspec.json.decode(line, type=Stored) for line in text[:whole].splitlines()]
    except msgspec.DecodeError as wrong:
        raise FileExistsError(17, f"it is no file of answers: {wrong}", str(answers)) from None
    return {row.key: row for row in found}
