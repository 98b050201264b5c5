"""Benchmark of `decide` on questions about sums, products and maxima of symbolic length: counts, times, methods.

Run it as ``python benchmarks/sequences.py QUESTIONS [--effort UNITS] [--aside | --no-aside] [--sample COUNT]
[--methods [--jobs COUNT]] [--campaign COUNT] [--json]``, where the file holds a list of
``{"goal": …, "given": […], "true": …, "kind": …, "source": …}``. Every certificate is re-checked by the second checker.
With ``--methods`` each method is taken away in turn, and questions to whose proofs it gave a fact are asked again
without it (`inequalities.py` says how); with ``--campaign`` false mutants of the true ones are put to the search for
proofs, of which none may be proved.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inequalities import campaign, certificates, drawn, methods, problems, run, summary

from proofs.search.worker_calls import EFFORT


def by_method(rows: Sequence[dict[str, Any]]) -> str:
    """Print what each method settled, and in what time."""
    found: dict[str, list[float]] = {}
    for row in rows:
        for name in row["methods"] or (["an instance"] if row["answer"] == "refuted" else []):
            found.setdefault(name, []).append(row["seconds"])
    lines = ["settled    median  by"]
    for name, times in sorted(found.items(), key=lambda item: -len(item[1])):
        lines.append(f"{len(times):7}  {statistics.median(times):6.2f} s  {name}")
    return "\n".join(lines)


def by_kind(rows: Sequence[dict[str, Any]]) -> str:
    """Print the number settled of each kind."""
    asked = Counter(row["kind"] for row in rows)
    right = Counter(row["kind"] for row in rows if row["answer"] == ("proved" if row["true"] else "refuted"))
    return "\n".join(f"{right[kind]:5} of {count:3}  {kind}" for kind, count in asked.items())


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--effort", type=float, default=EFFORT)
    parser.add_argument("--methods", action="store_true", help="what each method helps to prove, and it alone")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes at a time, with --methods")
    parser.add_argument(
        "--aside", action=argparse.BooleanOptionalAction, help="those kept aside, or the rest; else all"
    )
    parser.add_argument(
        "--campaign", type=int, default=0, metavar="COUNT", help="only so many mutants of the true ones"
    )
    parser.add_argument("--sample", type=int, default=0, metavar="COUNT", help="only so many, drawn by a fixed seed")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    asked = drawn(problems(options.questions, options.aside), options.sample, options.methods)
    if options.campaign:
        print(campaign(options.campaign, asked))
        return
    if options.methods:
        print(methods(asked, options.effort, options.jobs, numbers=True))
        return
    rows = run(asked, options.effort)
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        if row["answer"] != ("proved" if row["true"] else "refuted") or row["accepted"] is False:
            print(f"{row['answer']!s:8} {row['seconds']:7.3f} s  {row['goal']}  for  {row['given']}  [{row['kind']}]")
    print(certificates(rows))
    print(summary("lemmata", [(q, r["answer"], r["seconds"]) for q, r in zip(asked, rows, strict=True)]))
    print(by_kind(rows), by_method(rows), sep="\n\n")


if __name__ == "__main__":
    main()
