"""Helpers: the contents of a report, a forger of cache entries, and an executor that runs each task at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from proofs.checking.report import Report

TIMES = ("seconds", "believed", "replayed", "cached")


def contents(report: Report, ignored: Collection[str] = TIMES) -> Any:
    """Return all that a report says, but for times and what was replayed."""

    def timeless(x: Any) -> Any:
        if isinstance(x, dict):
            return {k: timeless(v) for k, v in x.items() if k not in ignored}
        return [timeless(y) for y in x] if isinstance(x, list) else x

    theorems = [(t.name, t.chapter, t.evidence, t.uses, t.cited, t.argued, t.stored) for t in report.theorems]
    return timeless(json.loads(json.dumps([report.to_json(), sorted(theorems, key=lambda t: t[0])])))


def entry(folder: Path, name: str) -> Path:
    (path,) = folder.glob(f"{name}-*.json")
    return path


def rewrite(path: Path, change: Any) -> None:
    """Change an entry's body and make its header right again, as a forger would."""
    header, body = map(json.loads, path.read_text().split("\n"))
    change(body)
    text = json.dumps(body)
    header["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    path.write_text(f"{json.dumps(header)}\n{text}")


class Inline(Executor):
    """Runs what is submitted at once, with arguments and results that have been through JSON."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(json.loads(json.dumps(fn(*json.loads(json.dumps(args)), **kwargs))))
        return done
