"""Benchmark of counted effort: how much time a unit takes, and whether more effort keeps every answer.

Run it as ``python benchmarks/effort.py [--count COUNT] [--seed SEED] [--effort UNITS] [--json]``. Questions are drawn
by a seed, half from ``questions_on_n_numbers.json`` (those not kept aside), half from ``inequalities.py``. Each is
asked with E, 2E and 4E. Printed are the answers, those that are lost or have another certificate with more effort
(there should be none), and the quantiles of the seconds for a unit of effort, by how much was spent.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from inequalities import PROBLEMS, problems

from proofs.search import UndefinedError, decide
from proofs.search.worker_calls import EFFORT

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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", type=float, default=EFFORT / 4)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    pools = [list(problems(QUESTIONS, False)), list(PROBLEMS)]
    drawn = [q for pool in pools for q in draw.sample(pool, min(len(pool), options.count // 2))]
    rows = [[asked(q.goal, q.given, options.effort * k) for k in (1, 2, 4)] for q in drawn]
    found = {"questions": len(rows), "effort": [options.effort * k for k in (1, 2, 4)], **compared(rows)}
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
