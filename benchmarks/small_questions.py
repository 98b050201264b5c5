"""Benchmark of `decide` on generated small questions, compared with z3.

Run it as ``python benchmarks/small_questions.py [--count N] [--first SEED] [--aside] [--effort UNITS] [--json]``; z3
comes with ``uv sync --group compare``. A question has one to four variables, up to three hypotheses of shapes that
occur in proofs (signs, orders, ranges, products, equations), and a goal with sums, products, quotients, roots, |.|, min
and max. Each seed makes one question; those of even seeds hold at all sampled points. z3 gets a second for each.
It prints the questions on which the two differ, and how many of those that z3 settles `decide` settles, too. The
seeds divisible by 3 are kept aside: ``--aside`` asks only these, and otherwise none is asked.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from math import sqrt
from operator import add, mul, sub, truediv

from compare_tools import WORDS, relations, smt

from proofs import checker
from proofs.search import UndefinedError, decide
from proofs.workers.pool import TaskError

Point = Mapping[str, float]
SAMPLES = 300
VALUES = (-3.0, -2.0, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 10.0)
NUMBERS = ("1", "1", "2", "2", "3", "4", "1/2")
CLOSE = 1e-9  # two sides that count as equal
RELATIONS = ("<=", "<=", ">=", "<", ">", ">=", "==", "!=")
Z3 = """import json, sys, z3
for line in sys.stdin:
    solver = z3.Solver()
    solver.set("timeout", 1000)
    solver.from_string(json.loads(line))
    print(solver.check(), flush=True)
"""


class Generator:
    """Random questions with the given random numbers."""

    def __init__(self, random: random.Random) -> None:
        self.random = random
        self.names = random.sample("abcxyz", random.choice((1, 2, 2, 2, 3, 3, 4)))

    def any_of(self, *makers: Callable[[], str]) -> str:
        """Return what one of the functions makes."""
        return self.random.choice(makers)()

    def variable(self) -> str:
        """Return a variable."""
        return self.random.choice(self.names)

    def number(self) -> str:
        """Return a positive number."""
        return self.random.choice(NUMBERS)

    def two(self) -> tuple[str, str]:
        """Return two variables, different ones if there are two."""
        x, y = self.random.sample(self.names, 2) if len(self.names) > 1 else self.names * 2
        return x, y

    def hypothesis(self) -> str:
        """Return a hypothesis."""
        x, y = self.two()
        order, z, k = self.random.choice(("<=", "<")), self.variable(), self.number()
        shapes = [
            *[f"0 {order} {x}"] * 6,
            f"{x} {order} 0",
            *[f"{x} {order} {k}"] * 2,
            f"{k} {order} {x}",
            f"-{k} {order} {x}",
            f"{x} != {self.random.choice(('0', '1'))}",
        ]
        if x != y:
            shapes += [
                *[f"{x} {order} {y}"] * 4,
                f"{x} + {y} {order} {k}",
                f"0 {order} {x} + {y}",
                f"0 {order} {x}*{y}",
                f"{k} {order} {x}*{y}",
                f"{x}**2 {order} {y}",
                f"{x}**2 {order} {y}**2",
                f"abs({x}) {order} {y}",
                f"abs({x} - {y}) {order} {k}",
                f"{x}*{y} == {k}",
                f"{x} + {y} == {k}",
                f"{x}**2 + {y}**2 == {k}",
                f"min({x}, {y}) > 0",
                f"max({x}, {y}) {order} {k}",
                f"{x}*{z} {order} {y}*{z}",
                f"1/{x} {order} 1/{y}",
                f"sqrt({x}) {order} {y}",
            ]
        return self.random.choice(shapes)

    def term(self, depth: int) -> str:
        """Return a term."""
        if depth == 0:
            return self.any_of(*[self.variable] * 5, self.number)

        def inner(least: int = 0) -> str:
            return self.term(self.random.randrange(least, depth))

        return self.any_of(
            self.variable,
            *[lambda: f"({inner()} + {inner()})"] * 3,
            *[lambda: f"({inner()} - {inner()})"] * 2,
            *[lambda: f"{inner()}*{inner()}"] * 3,
            lambda: f"{self.number()}*{inner()}",
            *[lambda: f"({inner()})**2"] * 2,
            lambda: f"({inner()})**3",
            *[lambda: f"({inner()})/({inner()})"] * 2,
            *[lambda: f"sqrt({inner()})"] * 2,
            *[lambda: f"abs({inner()})"] * 2,
            lambda: f"min({inner()}, {inner()})",
            lambda: f"max({inner()}, {inner()})",
        )

    def question(self) -> tuple[str, list[str]]:
        """Return a goal and hypotheses."""
        given = list(dict.fromkeys(self.hypothesis() for _ in range(self.random.choice((0, 1, 1, 2, 2, 3)))))
        left = self.term(self.random.choice((1, 2, 2, 3)))
        right = self.random.choice(("0", self.number(), self.term(0), self.term(1), self.term(2), self.term(2)))
        return f"{left} {self.random.choice(RELATIONS)} {right}", given

    def point(self) -> Point:
        """Return a point, with coordinates that are often equal or special."""
        near = self.random.random() < 0.3
        return {x: self.random.choice(VALUES) if near else self.random.gauss(0, 2) for x in self.names}


@dataclass
class _Floats:
    """Values at a point, for `compare_tools.relations`."""

    at: Point

    def num(self, value: Fraction) -> float:
        return float(value)

    def var(self, name: str) -> float:
        return self.at[name]

    def binary(self, op: str, s: float, t: float) -> float:
        return {"+": add, "-": sub, "*": mul, "/": truediv}[op](s, t)

    def integer_power(self, base: float, k: int) -> float:
        return base**k

    def root(self, base: float, exponent: Fraction) -> float:
        if base < 0:
            raise ValueError("a root of a negative number")
        return base ** float(exponent)

    def call(self, name: str, args: list[float]) -> float:
        return {"abs": abs, "min": min, "max": max}[name](*args)

    def relation(self, sign: str, s: float, t: float) -> bool:
        near = abs(s - t) <= CLOSE * (1 + abs(s) + abs(t))
        return {"=": near, "!=": not near, "<": s < t and not near, "<=": s <= t or near,
                ">": s > t and not near, ">=": s >= t or near}[sign]  # fmt: skip


def truth(goal: str, given: Sequence[str], points: Sequence[Point]) -> bool | None:
    """Return whether the goal holds at all points at which the hypotheses hold.

    None if the hypotheses hold at no point, and if something is undefined where the other hypotheses hold.
    """
    seen = []
    for at in points:
        with suppress(ValueError, ZeroDivisionError, OverflowError):
            on = solved(given, at)
            values = [_value(g, on) for g in given]
            if False not in values:
                seen.append(None if None in values else _value(goal, on))
    return None if not seen or None in seen else all(seen)


def _value(text: str, at: Point) -> bool | None:
    try:
        return all(relations(text, _Floats(at)))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


EQUATIONS: Mapping[str, Callable[[float, float], float]] = {
    "**2 + ": lambda k, x: sqrt(k - x * x),
    " + ": lambda k, x: k - x,
    "*": lambda k, x: k / x,
}


def solved(given: Sequence[str], at: Point) -> Point:
    """Return the point, moved onto the first equation among the hypotheses."""
    for g in given:
        left, equal, right = g.partition(" == ")
        if equal:
            sign = next(sign for sign in EQUATIONS if sign in left)
            x, y = left.removesuffix("**2").split(sign)
            return {**at, y: EQUATIONS[sign](float(Fraction(right)), at[x])}
    return at


def questions(seeds: Iterable[int]) -> Iterator[tuple[int, str, list[str]]]:
    """Yield a question for each seed; those of even seeds hold at all sampled points, the others fail at one."""
    for seed in seeds:
        source = random.Random(seed)
        found = None
        while found is None or found is not (seed % 2 == 0):
            made = Generator(source)
            goal, given = made.question()
            found = truth(goal, given, [made.point() for _ in range(SAMPLES)])
        yield seed, goal, given


def asked(goal: str, given: Sequence[str], effort: float) -> tuple[str, float]:
    """Return the answer of `decide` and its seconds; raise if the second checker rejects the certificate."""
    start = time.perf_counter()
    try:
        answer = decide(goal, given, effort=effort)
    except (UndefinedError, TaskError) as error:
        return type(error).__name__, time.perf_counter() - start
    seconds = time.perf_counter() - start
    if answer.certificate and not all(v.accepted for v in checker.check(answer.certificate)):
        raise AssertionError(f"the second checker rejects the certificate for {goal} | {'; '.join(given)}")
    return answer.answer, seconds


def main() -> None:
    """Ask the questions and print what came of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=300, help="number of questions")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--aside", action="store_true", help="the questions that are kept aside")
    parser.add_argument("--effort", type=float, default=5.0, help="for each question")
    parser.add_argument("--json", action="store_true", help="each answer as a line of JSON")
    chosen = parser.parse_args()
    seeds = (s for s in count(chosen.first) if (s % 3 == 0) is chosen.aside)
    counts: Counter[tuple[str, str]] = Counter()
    times: list[float] = []
    with subprocess.Popen([sys.executable, "-c", Z3], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as z3:
        assert z3.stdin and z3.stdout
        for seed, goal, given in questions(islice(seeds, chosen.count)):
            z3.stdin.write(json.dumps(smt(goal, given, False)) + "\n")
            z3.stdin.flush()
            theirs = WORDS.get(z3.stdout.readline().strip(), "unknown")
            ours, seconds = asked(goal, given, chosen.effort)
            counts[theirs, ours] += 1
            if theirs != "unknown" and ours in ("proved", "refuted", "unknown"):
                times.append(seconds)
            if chosen.json:
                print(json.dumps([seed, goal, given, theirs, ours, round(seconds, 3)]), flush=True)
            elif theirs != "unknown" and ours != theirs:
                print(f"{seed}: {goal} | {'; '.join(given)}: z3 {theirs}, {ours} ({seconds:.1f} s)", flush=True)
    settled = sum(n for (theirs, ours), n in counts.items() if theirs != "unknown" and ours != "UndefinedError")
    same = sum(n for (theirs, ours), n in counts.items() if theirs == ours != "unknown")
    print(f"z3 settles {settled} that are defined, and of these decide settles {same}: {same / max(settled, 1):.1%}")
    print(f"median {statistics.median(times):.3f} s, 90 % within {sorted(times)[len(times) * 9 // 10]:.3f} s")
    for (theirs, ours), n in sorted(counts.items()):
        print(f"{n:6} z3 {theirs}, decide {ours}")


if __name__ == "__main__":
    main()
