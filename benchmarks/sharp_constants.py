"""Benchmark of `sharpen`: constants of textbooks and papers, how many are derived and proved, and in what time.

Run it as ``python benchmarks/sharp_constants.py [--aside | --no-aside] [--only NAME] [--effort UNITS] [--compare]
[--json]``. The file `sharp_constants.json` has the expected ends of each set of constants. A result is right if its
ends have these values to fifty digits, for sample values of the parameters; every theorem is checked by the second
checker. In an end, w is the value of Lambert's function at the argument `W` of the question.
With ``--compare``, the same questions are put to SymPy, SciPy and z3 (`compare_optimisers.py`).
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

from flint import arb, ctx

from proofs import checker, sharpen
from proofs.kernel.terms import Term, var
from proofs.language.parse import parse
from proofs.search.question import read_question
from proofs.search.sharpening.candidates import samples
from proofs.search.sharpening.critical import BITS, Statement, value
from proofs.search.sharpening.sharp import End, Sharp
from proofs.search.worker_calls import EFFORT

QUESTIONS = Path(__file__).with_name("sharp_constants.json")


def expected(text: str, names: dict[str, Term]) -> Term:
    """Read a closed form in the variables of a question."""
    integers = [name for name, x in names.items() if x.sort == "Z"]
    return parse(f"0 <= {text}", integers).relations[0].args[1]


def expected_of(row: dict[str, Any], text: str) -> Term:
    """Read an expected end of a question."""
    asked = read_question(row["goal"], row["given"])
    return expected(text, {x.args[0]: x for t in (*asked.given, *asked.goals) for x in t.free})


def agrees(end: End | None, row: dict[str, Any], side: str, found: Sharp) -> bool:
    """Return whether an end has the expected value, for sample values of the parameters."""
    if end is None or row[side] is None:
        return end is None and row[side] is None
    names = {x.args[0]: x for t in (*found.asked.given, *found.asked.goals) for x in t.free if x.op == "var"}
    wished, w = expected(row[side], names), var("w", "R")
    argument = expected(row["W"], names) if "W" in row else None
    own = tuple(names[p] for p in row["parameters"])
    given = tuple(g for g in found.asked.given if g.free <= {*own})
    with ctx.workprec(BITS):
        for env in samples(Statement(names[found.constant], given, (), own)):
            roots = {r.variable: r.at(env) for r in end.roots}
            own_root = {} if argument is None else {w: value(argument, env).lambertw()}
            got, right = value(end.value, env | roots), value(wished, env | own_root)
            if not abs(got - right) < arb("1e-50") * (1 + abs(right)):
                return False
    return True


def checked(found: Sharp) -> bool:
    """Return whether the second checker accepts all theorems of a result."""
    return all(v.accepted for answer in found.theorems for v in checker.check(answer.certificate))


def measured(row: dict[str, Any], effort: float) -> dict[str, Any]:
    """Derive one constant."""
    start = time.monotonic()
    found = sharpen(row["goal"], row["given"], row["constant"], parameters=row["parameters"], effort=effort)
    seconds = time.monotonic() - start
    right = agrees(found.lower, row, "lower", found) and agrees(found.upper, row, "upper", found)
    sharp = found.answer == "sharp"
    return {
        "name": row["name"],
        "answer": found.answer,
        "result": str(found).partition("\n")[2].strip(),
        "right": right if sharp else None,
        "checked": checked(found) if sharp else None,
        "effort": found.effort,
        "seconds": seconds,
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--aside", action=argparse.BooleanOptionalAction, help="those kept aside, or the rest")
    parser.add_argument("--only", default="", metavar="NAME", help="those whose names contain this")
    parser.add_argument("--effort", type=float, default=EFFORT)
    parser.add_argument("--compare", action="store_true", help="put the questions to other tools")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = [row for row in json.loads(QUESTIONS.read_text()) if options.only in row["name"]]
    rows = [row for row in rows if options.aside is None or row["aside"] is options.aside]
    if options.compare:
        from compare_optimisers import table

        print(table(rows, expected_of))
        return
    results = []
    for row in rows:
        results.append(measured(row, options.effort))
        if not options.json:
            last = results[-1]
            print(f"{last['seconds']:6.2f} s  {last['answer']:8} {last['name']}: {last['result']}", flush=True)
    if options.json:
        print(json.dumps(results, ensure_ascii=False, indent=1))
        return
    sharp = [r for r in results if r["answer"] == "sharp"]
    wrong = [r["name"] for r in sharp if not (r["right"] and r["checked"])]
    print(f"{len(sharp)} of {len(results)} in closed form with both halves proved; wrong: {wrong or 'none'}")
    print(f"median {statistics.median(r['seconds'] for r in results):.2f} s")


if __name__ == "__main__":
    main()
