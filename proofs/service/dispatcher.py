"""The dispatcher: it checks a request and has a worker process run the tool. All ways to call a tool use it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from proofs.kernel.store import Json
from proofs.service import messages as m
from proofs.service.tools import LIBRARY_MEMORY, LIBRARY_SECONDS, RUN, TOOLS, papers_of
from proofs.workers.pool import MEMORY, Cancellation, Stopped, TaskError, call

NO_PAPERS = "a paper is a Python program, which would run here: start the server with --allow-papers to permit that"
LIBRARY = "proofs.service.library:statement_ids"


@dataclass(frozen=True)
class Dispatcher:
    """The tools with what they may touch.

    Attributes
    ----------
    workspace
        The folder that contains all files to which a request may refer.
    allow_papers
        Whether papers of the user may be read, which runs them.
    """

    workspace: Path = field(default_factory=Path.cwd)
    allow_papers: bool = False

    def dispatch(
        self,
        name: str,
        arguments: Any,
        report: Callable[[Any], None] | None = None,
        cancellation: Cancellation | None = None,
    ) -> Json:
        """Call a tool and return its outcome as plain data; invalid requests and failures are outcomes, too.

        >>> Dispatcher().dispatch("decide", {"goal": "x**2 > x", "hypotheses": ["x > 0"]})["counterexample"]
        {'x': '1'}
        """
        if name not in TOOLS:
            return _invalid(f"no tool is called {name!r}; there are {', '.join(TOOLS)}")
        tool = TOOLS[name]
        try:
            request = msgspec.convert(arguments, tool.request)
            papers = {paper: self._path(paper) for paper in papers_of(request)}
        except (msgspec.ValidationError, PermissionError) as wrong:
            return _invalid(str(wrong))
        plain = msgspec.to_builtins(request)
        if "papers" in plain:
            plain["papers"] = [papers[paper] for paper in plain["papers"]]
        if "file" in plain:
            plain["file"] = papers[plain["file"]]
        seconds, memory = tool.seconds(request), MEMORY if tool.searches else LIBRARY_MEMORY
        try:
            return call(RUN, name, plain, seconds=seconds, memory=memory, report=report, cancellation=cancellation)
        except Stopped as why:
            return _stopped(request, why)
        except TaskError as why:
            return m.plain(m.Failed(message=f"the tool ended in an error of its own: {why}"))

    def statement_ids(self, cancellation: Cancellation | None = None) -> Mapping[str, str]:
        """Return the ids of the library's statements, with their captions."""
        found: Mapping[str, str] = call(
            LIBRARY, seconds=LIBRARY_SECONDS, memory=LIBRARY_MEMORY, cancellation=cancellation
        )
        return found

    def _path(self, name: str) -> str:
        """Return the path of a file of the workspace.

        Raises
        ------
        PermissionError
            if no paper may be read, or the file is none of the workspace.
        """
        if not self.allow_papers:
            raise PermissionError(NO_PAPERS)
        root = os.path.realpath(self.workspace)
        path = os.path.realpath(os.path.join(root, name)) if "\0" not in name else ""
        if os.path.commonpath([root, path or os.sep]) != root or not os.path.isfile(path) or not path.endswith(".py"):
            raise PermissionError(f"{name!r} is no file of the workspace whose name ends in .py")
        return path


def _invalid(message: str) -> Json:
    return m.plain(m.Invalid(message=message))


def _stopped(request: m.Request, why: Stopped) -> Json:
    """Return the outcome of a call that was stopped: unknown for a question, with the progress that it had made."""
    if not isinstance(request, m.Question) or why.why == "cancelled":
        return m.plain(m.Failed(message=f"the call was {why}"))
    progress = why.progress or {}
    return m.plain(
        m.Unknown(
            tried=progress.get("tried", {}),
            seen="",
            stuck=progress.get("stuck", ""),
            would_help=f"the search was {why}",
            effort=None,
        )
    )
