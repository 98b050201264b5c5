"""Benchmark of printed proofs: how many lines they have.

Run it as ``python benchmarks/proof_lengths.py [--sample COUNT] [--effort UNITS]``. It proves a sample of the true
problems of ``inequalities.py``, drawn by a fixed seed, and prints the length of each proof, the statement and headings
not counted, and how many fit into 12 and into 30 lines.
"""

from __future__ import annotations

import argparse
import random

from inequalities import PROBLEMS

from proofs.search import decide

SHORT, LONG = 12, 30


def length(proof: str) -> int:
    """Return the number of lines of a printed proof without its statement and headings."""
    lines = proof.splitlines()[1:]
    return sum(bool(line) and line not in ("Proof.", "All terms are defined.") for line in lines)


def main() -> None:
    """Print the lengths."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--effort", type=float, default=2.0)
    chosen = parser.parse_args()
    true = [p for p in PROBLEMS if p.true]
    lengths = []
    for problem in random.Random(0).sample(true, min(chosen.sample, len(true))):
        answer = decide(problem.goal, list(problem.given), effort=chosen.effort)
        if answer.answer == "proved":
            lengths.append(length(answer.proof()))
            print(f"{lengths[-1]:5} lines  {problem.goal}")
    for most in (SHORT, LONG):
        print(f"at most {most} lines: {sum(n <= most for n in lengths)} of {len(lengths)}")


if __name__ == "__main__":
    main()
