"""How many questions about sums, products and maxima of symbolic length `decide` settles, how fast, and by what.

Run it as ``python benchmarks/sequences.py QUESTIONS [--timeout SECONDS] [--aside | --no-aside] [--alone]
[--campaign COUNT] [--json]``, where the file holds a list of ``{"goal": …, "given": […], "true": …, "kind": …,
"source": …}``. Every certificate is re-checked by the second checker. With ``--alone`` each method is taken away in
turn, and what it had settled is asked again without it; with ``--campaign`` false mutants of the true ones are put to
the search for proofs, of which none may be proved.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from inequalities import campaign, certificates, problems, run, summary

from proofs.decide import settle
from proofs.decide.methods import TABLE
from proofs.decide.question import read_question


def by_method(rows: Sequence[dict[str, Any]], lost: dict[str, int] | None = None) -> str:
    """What each method settled, in what time, and what is lost without it, where that is known."""
    found: dict[str, list[float]] = {}
    for row in rows:
        for name in row["methods"] or (["an instance"] if row["answer"] == "refuted" else []):
            found.setdefault(name, []).append(row["seconds"])
    lines = ["settled" + ("  alone" if lost is not None else "") + "    median  by"]
    for name, times in sorted(found.items(), key=lambda item: -len(item[1])):
        only = f"  {lost.get(name, '')!s:>5}" if lost is not None else ""
        lines.append(f"{len(times):7}{only}  {statistics.median(times):6.2f} s  {name}")
    return "\n".join(lines)


def by_kind(rows: Sequence[dict[str, Any]]) -> str:
    """How many of each kind were settled."""
    asked = Counter(row["kind"] for row in rows)
    right = Counter(row["kind"] for row in rows if row["answer"] == ("proved" if row["true"] else "refuted"))
    return "\n".join(f"{right[kind]:5} of {count:3}  {kind}" for kind, count in asked.items())


def alone(rows: Sequence[dict[str, Any]], timeout: float) -> dict[str, int]:
    """How much of what each method settled no other does."""
    table, lost = TABLE, dict[str, int]()
    for name in sorted({name for row in rows for name in row["methods"]}):
        rest = tuple(replace(kind, methods=[m for m in kind.methods if m.name != name]) for kind in table)
        settle.TABLE = rest  # type: ignore[assignment]
        asked = [read_question(row["goal"], list(row["given"])).to_json() for row in rows if name in row["methods"]]
        found = [settle.settle(q, ["proof"], timeout) for q in asked]
        lost[name] = sum(f.get("answer", {}).get("answer") != "proved" for f in found)
    settle.TABLE = table
    return lost


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--alone", action="store_true", help="what each method settles that no other does")
    parser.add_argument(
        "--aside", action=argparse.BooleanOptionalAction, help="those kept aside, or the rest; else all"
    )
    parser.add_argument(
        "--campaign", type=int, default=0, metavar="COUNT", help="only so many mutants of the true ones"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    asked = problems(options.questions, options.aside)
    if options.campaign:
        print(campaign(options.campaign, asked))
        return
    rows = run(asked, options.timeout)
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        if row["answer"] != ("proved" if row["true"] else "refuted") or row["accepted"] is False:
            print(f"{row['answer']!s:8} {row['seconds']:7.3f} s  {row['goal']}  for  {row['given']}  [{row['kind']}]")
    print(certificates(rows))
    print(summary("lemmata", [(q, r["answer"], r["seconds"]) for q, r in zip(asked, rows, strict=True)]))
    lost = alone(rows, options.timeout) if options.alone else None
    print(by_kind(rows), by_method(rows, lost), sep="\n\n")


if __name__ == "__main__":
    main()
