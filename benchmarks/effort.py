"""Benchmark of counted effort: how much time a unit takes, and whether more effort or hypotheses keep every answer.

Run it as ``python benchmarks/effort.py [--count COUNT] [--seed SEED] [--effort UNITS] [--hypotheses] [--json]``.
Questions are drawn by a seed, half from ``questions_on_n_numbers.json`` (those not kept aside), half from
``inequalities.py``. Each is asked with E, 2E and 4E. Printed are the answers, those that are lost or have another
certificate with more effort (there should be none), and the quantiles of the seconds for a unit of effort, by how much
was spent.

With ``--hypotheses``, each question that is proved with E is asked again with its hypotheses in another order, with
hypotheses about other variables, with one that always holds, with a bound of a variable, and with an integer for a
variable, each time with twice the effort that its proof took. Printed is what is not proved then.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from inequalities import PROBLEMS, problems

from proofs.search import UndefinedError, decide
from proofs.search.question import read_question
from proofs.search.worker_calls import EFFORT

SPARE = 0.5  # of effort, for questions that take next to none
QUESTIONS = Path(__file__).parent / "questions_on_n_numbers.json"


def asked(goal: str, given: tuple[str, ...], effort: float) -> dict[str, Any]:
    """Return the answer as plain data."""
    try:
        return decide(goal, given, effort=effort).to_json()
    except UndefinedError:
        return {"answer": "undefined", "certificate": [], "effort": 0.0, "seconds": 0.0}


def compared(rows: list[list[dict[str, Any]]]) -> dict[str, Any]:
    """Return what more effort loses, changes and gains, and the spread of a unit."""
    pairs = [(less, more) for row in rows for less, more in pairwise(row)]
    settled = [(less, more) for less, more in pairs if less["answer"] != "unknown"]
    spread = {}
    for low, high in ((0.0, 0.1), (0.1, 1.0), (1.0, float("inf"))):
        units = [a["seconds"] / a["effort"] for row in rows for a in row if low < a["effort"] <= high]
        if len(units) > 1:
            cuts = statistics.quantiles(units, n=10)
            spread[f"{low:g} to {high:g}"] = [round(x, 2) for x in (cuts[0], statistics.median(units), cuts[-1])]
    return {
        "answers": [dict(Counter(row[k]["answer"] for row in rows)) for k in range(len(rows[0]))],
        "lost": sum(less["answer"] != more["answer"] for less, more in settled),
        "other certificates": sum(less["certificate"] != more["certificate"] for less, more in settled),
        "seconds for a unit (10 %, median, 90 %)": spread,
    }


def with_more(goal: str, given: tuple[str, ...], draw: random.Random) -> dict[str, tuple[str, ...]]:
    """Return hypotheses that imply the given ones, by how they differ from these."""
    asked_for = read_question(goal, list(given))
    symbols = {v for f in (*asked_for.given, *asked_for.goals) for v in f.free if v.op == "var" and v.sort == "R"}
    real = min((str(v.args[0]) for v in symbols), default="other")
    return {
        "another order": tuple(draw.sample(given, len(given))),
        "other variables": (*given, "other > 0", "other*another <= 1"),
        "what always holds": (f"{real}**2 >= -1", *given),
        "a bound": (*given, f"{real} <= 10**6"),
        "an integer": (f"integer {real}", *given),
    }


def with_hypotheses(drawn: list[Any], effort: float, draw: random.Random) -> dict[str, Any]:
    """Return how many questions are proved, and what is not proved with more hypotheses and twice the effort."""
    proved, lost = 0, []
    for question in drawn:
        alone = asked(question.goal, question.given, effort)
        if alone["answer"] != "proved":
            continue
        proved += 1
        for change, given in with_more(question.goal, question.given, draw).items():
            answer = asked(question.goal, given, 2 * alone["effort"] + SPARE)
            if answer["answer"] != "proved":
                lost.append([change, answer["answer"], alone["effort"], question.goal, *given])
        if sys.stderr.isatty():
            print(f"\r{proved} proved, {len(lost)} lost", end="", file=sys.stderr)
    return {"proved": proved, "lost": len(lost), "what is lost": lost}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", type=float, default=EFFORT / 4)
    parser.add_argument("--hypotheses", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    pools = [list(problems(QUESTIONS, False)), list(PROBLEMS)]
    drawn = [q for pool in pools for q in draw.sample(pool, min(len(pool), options.count // 2))]
    if options.hypotheses:
        more = with_hypotheses(drawn, options.effort, draw)
        found = {"questions": len(drawn), "effort": options.effort, **more}
    else:
        rows = [[asked(q.goal, q.given, options.effort * k) for k in (1, 2, 4)] for q in drawn]
        found = {"questions": len(rows), "effort": [options.effort * k for k in (1, 2, 4)], **compared(rows)}
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
