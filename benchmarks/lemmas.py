"""Benchmark of the cost of lemmas: questions with the library's lemmas alone, and with many generated ones beside them.

Run it as ``python benchmarks/lemmas.py [--count LEMMAS] [--sample QUESTIONS] [--effort UNITS]``. The generated lemmas
are theorems 0 <= t² for random terms t: sums of products of functions, of their exponentials, logarithms, absolute
values and inverses. The figures are the effort and the processor time of the search for proofs, each question in a
process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from pathlib import Path
from typing import Any

from inequalities import SEED, drawn, problems

from proofs.builder.proof import Proof
from proofs.kernel.rules import Theory
from proofs.kernel.terms import Term, absolute, exp, inv, log, num
from proofs.language.notation import Sum, ints, vectors
from proofs.search import ablation
from proofs.search.base.lemma import Index, Lemma
from proofs.search.certificate_theorems import theory
from proofs.search.lemmas import tactics
from proofs.search.lemmas.library import marked

QUESTIONS = Path(__file__).with_name("questions_on_n_numbers.json")
OUTER = (exp, log, absolute, inv, lambda t: t, lambda t: t * t)


def generated(count: int, known: Theory) -> list[Lemma]:
    """Prove `count` theorems 0 <= t² for random terms t, and return them as lemmas."""
    draw = random.Random(SEED)
    lo, hi = ints("lo hi")
    functions = vectors("f g h")

    def factor(i: Term) -> Term:
        x = draw.choice(functions)(i)
        for _ in range(draw.randrange(3)):
            x = draw.choice(OUTER)(x)
        return x

    def body(i: Term) -> Term:
        out = factor(i)
        for _ in range(draw.randrange(3)):
            out = out * factor(i)
        return out

    def term() -> Term:
        out = Sum(body, lo, hi)
        return draw.choice(OUTER)(out) * Sum(body, lo, hi) if draw.random() < 0.5 else out

    lemmas = []
    for k in range(count):
        t = term()
        p = Proof(f"generated.lemma_{k}", known)
        p.qed(p.apply("out", "square_nonneg", x=t), num(0) <= t * t)
        p.finished()
        known.facts[p.name] = p.facts["out"]
        lemmas.append(Lemma(p.name, p.facts["out"]))
    return lemmas


def asked(goal: str, given: tuple[str, ...], effort: float) -> dict[str, Any]:
    """Search for a proof in a process of its own; return its effort and processor time."""
    read, write = os.pipe()
    if os.fork() == 0:
        start = time.process_time()
        found = ablation.searched(goal, given, effort, "")
        said = {"proved": found is not None, "effort": found and found["effort"], "cpu": time.process_time() - start}
        os.write(write, json.dumps(said).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as out:
        answer: dict[str, Any] = json.loads(out.read())
    os.wait()
    return answer


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--effort", type=float, default=4.0)
    options = parser.parse_args()
    known = theory(of_sequences=True)
    ablation.theory = lambda *_: Theory.over(known.facts)
    own, questions = marked(), drawn(problems(QUESTIONS, aside=False), options.sample, true_only=True)
    many = Index([*own.lemmas, *generated(options.count, known)])
    rows = []
    for q in questions:
        pair = []
        for lemmas in (own, many):
            tactics.marked = lambda lemmas=lemmas: lemmas
            pair.append(asked(q.goal, q.given, options.effort))
        rows.append(pair)
    for k, name in enumerate(("the library's lemmas", f"and {options.count} more")):
        proved = [pair[k] for pair in rows if pair[k]["proved"]]
        efforts, times = ([row[what] for row in proved] for what in ("effort", "cpu"))
        print(
            f"{name:24} proved {len(proved)}/{len(rows)}  median effort {statistics.median(efforts):.3f}, "
            f"{statistics.median(times):.3f} s  total effort {sum(efforts):.1f}, {sum(times):.1f} s"
        )


if __name__ == "__main__":
    main()
