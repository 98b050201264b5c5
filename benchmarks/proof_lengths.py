"""Benchmark of printed proofs: how many lines they have, and whether each is true.

Run it as ``python benchmarks/proof_lengths.py [--sample COUNT] [--effort UNITS] [--check] [--questions FILE]``. It
proves the true problems of ``inequalities.py``, or of a file in the form that ``sequences.py`` reads, or a sample of
them that is drawn by a fixed seed, and prints the length of each proof, the statement and headings not counted, and how
many fit into 12 and into 30 lines. With ``--check`` every formula of every line is evaluated at 20 points at which the
hypotheses of its line hold, and those that are false, or that cannot be evaluated, are printed.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from inequalities import PROBLEMS, problems

from proofs.readable.explain import proved
from proofs.readable.spot_check import failures
from proofs.search import Answer, decide

SHORT, LONG = 12, 30


def length(proof: str) -> int:
    """Return the number of lines of a printed proof without its statement and headings."""
    lines = proof.splitlines()[1:]
    return sum(bool(line) and line not in ("Proof.", "All terms are defined.") for line in lines)


def false_lines(answer: Answer) -> list[str]:
    """Return the formulas of a printed proof that are false at a point or cannot be evaluated."""
    lines = proved(answer.certificate, answer.given, answer.goal).checkable
    return [f"({line.number}) {f}: {s.point or s.note}" for line, f, s in failures(lines)]


def main() -> None:
    """Print the lengths."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=0, metavar="COUNT")
    parser.add_argument("--effort", type=float, default=2.0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--questions", type=Path)
    chosen = parser.parse_args()
    asked = problems(chosen.questions, aside=False) if chosen.questions else PROBLEMS
    true = [p for p in asked if p.true]
    if chosen.sample:
        true = random.Random(0).sample(true, min(chosen.sample, len(true)))
    lengths, wrong = [], 0
    for problem in true:
        answer = decide(problem.goal, list(problem.given), effort=chosen.effort)
        if answer.answer == "proved":
            lengths.append(length(answer.proof()))
            print(f"{lengths[-1]:5} lines  {problem.goal}", flush=True)
            for line in false_lines(answer) if chosen.check else ():
                wrong += 1
                print(f"      false: {line}")
    for most in (SHORT, LONG):
        print(f"at most {most} lines: {sum(n <= most for n in lengths)} of {len(lengths)}")
    if chosen.check:
        print(f"false formulas: {wrong}")


if __name__ == "__main__":
    main()
