"""Batches of questions, run by any executor; tasks and results are sent as plain data that JSON can represent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from html import escape
from typing import TYPE_CHECKING, Any

from proofs.kernel.store import Json
from proofs.language.parse import ParseError
from proofs.search.answer import Answer, UndefinedError, answered, plain_point, read_point
from proofs.search.entry_points import lemmas_of
from proofs.search.question import READING, question, read_question
from proofs.search.worker_calls import EFFORT, check_limits
from proofs.workers.pool import MEMORY

if TYPE_CHECKING:
    from proofs.builder.chapter import Chapter

Problem = tuple[Any, Any] | Mapping[str, Any]
Task = dict[str, Any]


class Answers(list[Answer | ValueError]):
    """A list of answers, which notebooks show as a table; invalid problems are shown by their errors."""

    def _repr_html_(self) -> str:
        cells = (escape(x._repr_latex_() if isinstance(x, Answer) else str(x)) for x in self)
        return f"<table>{''.join(f'<tr><td>{k}</td><td>{cell}</td></tr>' for k, cell in enumerate(cells, 1))}</table>"


def decide_all(
    problems: Iterable[Problem],
    executor: Executor | None = None,
    *,
    using: Sequence[str | Chapter] = (),
    effort: float = EFFORT,
    timeout: float | None = None,
    memory: int = MEMORY,
    precision: int | None = None,
) -> Answers:
    """Decide each problem; return the answers in the order of the problems.

    Parameters
    ----------
    problems
        Each a pair of a goal and its hypotheses, or ``{"goal": …, "given": …}``; both are text, or lists of texts.
    executor
        The executor that runs the tasks; without one, they run one after another. Each search has its own process, so
        an executor with threads is as good as one with processes.
    using
        Papers whose theorems the searches may apply, as for `decide`.
    effort
        The budget of each problem.
    timeout, memory, precision
        As for `decide`.

    Returns
    -------
    The answer to each problem, or the `ParseError` or `UndefinedError` of an invalid problem. If a worker dies or
    fails, the answer is unknown and its hint gives the reason; there is no second attempt.

    Examples
    --------
    >>> from proofs import decide_all
    >>> for answer in decide_all([("exp(x) >= 1 + x", []), {"goal": "x**2 > x", "given": ["x > 0"]}]):
    ...     print(answer)
    proved: for real x: exp(x) >= 1 + x
    refuted: for real x with x > 0: x**2 > x fails at x = 1
    """
    check_limits(effort, timeout, memory, precision)
    lemmas = lemmas_of(using)
    limits = {"effort": effort, "timeout": timeout, "memory": memory, "precision": precision}
    tasks = [_task(problem, limits, lemmas) for problem in problems]
    running = {k: _submitted(t, executor or _Here()) for k, t in enumerate(tasks) if not isinstance(t, ValueError)}
    return Answers(t if isinstance(t, ValueError) else _received(t, running[k]) for k, t in enumerate(tasks))


def work(task: Task) -> dict[str, Any]:
    """Run a task in a worker; return the answer, or the point at which the question is undefined, as plain data."""
    try:
        return {"answer": answered(task["goal"], task["given"], lemmas=task.get("lemmas"), **task["limits"]).to_json()}
    except UndefinedError as wrong:
        return {"undefined": wrong.condition, "point": plain_point(wrong.point), "advice": wrong.advice}


def _task(problem: Problem, limits: dict[str, Any], lemmas: Json) -> Task | ValueError:
    """Convert a problem into a task, or return the error that states why it is invalid."""
    try:
        goal, given = (problem["goal"], problem.get("given", [])) if isinstance(problem, Mapping) else problem
        task = {"goal": _texts(goal), "given": _texts(given), "limits": limits, "lemmas": lemmas}
        question(task["goal"], task["given"])
    except (TypeError, KeyError):
        return ParseError(str(problem), 0, "a problem is a goal and its hypotheses, as texts")
    except ValueError as wrong:
        return wrong
    return task


def _texts(x: Any) -> list[str]:
    texts = [x] if isinstance(x, str) else list(x)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("not text")
    return texts


class _Here(Executor):
    """An executor that runs each task immediately."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as wrong:
            future.set_exception(wrong)
        return future


def _submitted(task: Task, executor: Executor) -> Future[Any]:
    """Submit a task; if the executor is broken, return a future with its exception."""
    try:
        return executor.submit(work, task)
    except Exception as wrong:
        future: Future[Any] = Future()
        future.set_exception(wrong)
        return future


def _received(task: Task, future: Future[Any]) -> Answer | ValueError:
    """Wait for the answer to a task; the answer is "unknown" if the worker returned none."""
    try:
        found = future.result()
        if "undefined" in found:
            return UndefinedError(found["undefined"], read_point(found["point"]), found["advice"])
        return Answer.from_json(found["answer"], task["goal"], task["given"])
    except Exception as wrong:
        with READING:
            asked = read_question(task["goal"], task["given"])
        return Answer.unknown(asked, f"its worker gave no answer: {type(wrong).__name__}: {wrong}")
