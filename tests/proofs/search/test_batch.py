"""Many problems by executors: answers in order, nothing lost or counted twice, bad input reported."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from html import unescape
from typing import Any

import pytest

import proofs
from proofs import checker
from proofs.search import Answer, ParseError, UndefinedError, decide
from proofs.search.batch import Problem, decide_all, work
from proofs.workers.pool import Stopped, call

PROBLEMS: list[Problem] = [
    ("exp(x) >= 1 + x", []),
    {"goal": "x**2 > x", "given": ["x > 0"]},
    ("log(x) <= x", "x >= 0"),
    ("x y > 0", []),
    {"goal": ["x <= 1", "n >= 1"], "given": ["x < 1", "integer n", "n > 0"]},
    ("x + y < 2", ["x == log(2) + 1", "y >= 1/2"]),
    {"goal": "x > 0", "given": [0]},
    {"given": ["x > 0"]},
]


def summary(found: list[Answer | ValueError]) -> list[str]:
    return [one.answer if isinstance(one, Answer) else type(one).__name__ for one in found]


EXPECTED = ["proved", "refuted", "UndefinedError", "ParseError", "proved", "refuted", "ParseError", "ParseError"]


def as_expected(found: list[Answer | ValueError]) -> bool:
    return summary(found) == EXPECTED


class Telling(Executor):
    """Takes and gives only what JSON can hold; the workers whose numbers are named die."""

    def __init__(self, dying: tuple[int, ...] = (), broken_from: int = 1000) -> None:
        self.dying, self.broken_from = dying, broken_from
        self.submitted, self.asked = 0, 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.submitted += 1
        if self.submitted > self.broken_from:
            raise RuntimeError("no workers are left")
        outer, number = self, self.submitted - 1

        class Once(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                outer.asked += 1
                if number in outer.dying:
                    raise ConnectionError(f"worker {number} died")
                return json.loads(json.dumps(fn(*json.loads(json.dumps(args)), **kwargs)))

        return Once()


def test_here() -> None:
    found = decide_all(PROBLEMS)
    assert as_expected(found)
    assert isinstance(found[2], UndefinedError) and found[2].point == {"x": 0}
    assert isinstance(found[3], ParseError) and "a product needs its sign" in str(found[3])
    assert decide_all([]) == []


def test_a_notebook_shows_answers_as_a_table() -> None:
    found = decide_all([PROBLEMS[0], PROBLEMS[3]])
    shown = found._repr_html_()
    assert shown.count("<tr>") == 2 and r"1 + x \le e^{x}" in shown and "(proved" in shown
    assert str(found[1]).partition("\n")[0] in unescape(shown)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_two_workers(pool: Callable[[int], Executor]) -> None:
    with pool(2) as executor:
        assert as_expected(decide_all(PROBLEMS, executor))


def test_single_questions_in_other_processes() -> None:
    """Answers and errors come back as they are, the answers with the terms of this process."""
    asked = (["x <= 2", "x**2 > x"], "x >= 0")
    with ProcessPoolExecutor(1) as pool:
        answer = pool.submit(decide, *asked).result()
        undefined = pool.submit(decide, "log(x) <= x", "x >= 0").exception()
        unread = pool.submit(decide, "x y > 0").exception()
        stopped = pool.submit(call, "proofs.workers.pool:serve", seconds=0.1).exception()
    here = decide(*asked)
    assert (str(answer), answer.goal, answer.given, answer.asked) == (str(here), here.goal, here.given, here.asked)
    assert answer.failing is here.failing is not None
    assert isinstance(undefined, UndefinedError) and undefined.point == {"x": 0} and "0 < x" in str(undefined)
    assert isinstance(unread, ParseError) and (unread.text, unread.position) == ("x y > 0", 2)
    assert isinstance(stopped, Stopped) and stopped.why == "time" and "0.1 seconds" in str(stopped)


def test_results_are_plain_data_and_certificates_come_along() -> None:
    telling = Telling()
    found = decide_all(PROBLEMS, telling)
    assert as_expected(found) and telling.submitted == telling.asked == 5
    proved, refuted = found[0], found[1]
    assert isinstance(proved, Answer) and all(v.accepted for v in checker.check(proved.certificate))
    assert isinstance(refuted, Answer) and refuted.counterexample == {"x": Fraction(1)}
    assert str(refuted) == "refuted: for real x with x > 0: x**2 > x fails at x = 1"
    assert isinstance(found[5], Answer) and found[5].counterexample == {"x": "1 + log(2)", "y": Fraction(1)}


def test_a_worker_that_dies() -> None:
    telling = Telling(dying=(1,))
    found = decide_all(PROBLEMS, telling)
    assert summary(found) == ["proved", "unknown", *EXPECTED[2:]]
    assert isinstance(found[1], Answer) and "worker 1 died" in found[1].hint and "worker 1 died" in str(found[1])
    assert telling.submitted == telling.asked == 5


def test_an_executor_that_takes_no_more() -> None:
    found = decide_all([("x**2 >= 0", ())] * 3, Telling(broken_from=1))
    assert summary(found) == ["proved", "unknown", "unknown"]
    assert isinstance(found[2], Answer) and "no workers are left" in found[2].hint


def die(task: object) -> None:
    os._exit(1)


def test_a_process_that_dies() -> None:
    class Killing(ProcessPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            return super().submit(die if args[0]["goal"] == ["x <= 1"] else fn, *args, **kwargs)

    problems: list[Problem] = [("x <= 1", "x < 1"), *[("x**2 >= 0", ())] * 3]
    with Killing(1) as executor:
        found = decide_all(problems, executor)
    assert len(found) == 4 and isinstance(found[0], Answer)
    assert found[0].answer == "unknown" and "BrokenProcessPool" in found[0].hint
    assert set(summary(found)) <= {"unknown", "proved"}


def test_a_worker_that_talks_nonsense() -> None:
    class Silly(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_result({"answer": {"answer": "proved"}})
            return future

    assert summary(decide_all([("x < x", [])], Silly())) == ["unknown"]


@pytest.mark.parametrize("goal, given", [("x**2 >= 0", []), ("x**2 > x", ["x > 0"]), ("x + y < 3", ["x < 1"])])
def test_an_answer_comes_back_from_json(goal: str, given: list[str]) -> None:
    answer = decide(goal, given)
    plain = json.loads(json.dumps(answer.to_json()))
    back = Answer.from_json(plain, goal, given)
    assert back.to_json() == plain and str(back) == str(answer)
    assert (back.goal, back.given, back.counterexample) == (answer.goal, answer.given, answer.counterexample)


def test_a_task_is_plain() -> None:
    task = {"goal": ["log(x) <= x"], "given": ["x >= 0"], "limits": {"timeout": 100}}
    found = work(task)
    assert found.pop("advice") and found == {"undefined": "0 < x", "point": {"x": "0"}}


def test_the_package_gives_it_by_name() -> None:
    assert proofs.decide_all is decide_all


def test_an_answer_comes_back_when_the_time_is_short() -> None:
    (found,) = decide_all([("x**5 - x + 0.534992244 >= 0", "x >= 0")], effort=0.3)
    assert isinstance(found, Answer)
