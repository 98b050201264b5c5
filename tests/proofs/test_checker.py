"""The second reader accepts what the kernel accepts, and refuses what was tampered with."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from proofs import checker
from proofs.kernel.normal import key
from proofs.kernel.rules import RULES, Theory
from proofs.kernel.store import read_terms, replay
from proofs.kernel.terms import KernelError, bv, forall, imp, lam, le, lt, var
from proofs.notation import (
    FALSE,
    absolute,
    derivative_of,
    eq,
    every,
    exp,
    fun,
    hole,
    ints,
    inv,
    ite,
    log,
    maximum,
    negation,
    num,
    pi,
    rational,
    reals,
    sigma,
    vectors,
    zero_of,
)
from proofs.proof import Proof

n, m, k, i, lo, hi = ints("n m k i lo hi")
x, y, z, a, b = reals("x y z a b")
f, g = vectors("f g")
SOURCE = Path(checker.__file__)

Write = Callable[[Proof], None]
WRITERS: dict[str, Write] = {}


def sample(write: Write) -> Write:
    """A small proof; its name is that of the function."""
    WRITERS[write.__name__] = write
    return write


@cache
def stored_samples() -> dict[str, Any]:
    """The samples as they are stored, in order."""
    theory, out = Theory(), {}
    for name, write in WRITERS.items():
        p = Proof(name, theory)
        write(p)
        out[name] = json.loads(json.dumps(p.stored))
    return out


# --- a sample for every rule --------------------------------------------------------------------------------


@sample
def linear(p: Proof) -> None:
    p.given(h=x <= y, l=0 < z)
    p.rule("out", "arith", 2 * x + 1 < 2 * y + z + 1, [(num(2), ["h"]), (num(1), ["l"])])
    p.qed("out")


@sample
def products(p: Proof) -> None:
    p.given(h=x < y, e=eq(a, b * b), c=0 < z)
    p.rule("s", "arith", a * x < b * b * x + y - x, [(num(1), ["h"]), (x, ["e"])])
    p.rule("q", "arith", x / z < y / z, [(num(1), ["h"])], ["c"], ["c"])
    p.rule("r", "arith", 0 < (y - x) * z, [(num(1), ["h", "c"])])
    p.rule("out", "arith", a * x + x / z < b * b * x + (y - x) * z + y - x + y / z,
           [(num(1), ["s"]), (num(1), ["q"]), (num(1), ["r"])])  # fmt: skip
    p.qed("out")


@sample
def contradiction(p: Proof) -> None:
    p.given(u=x < y, v=y <= x)
    p.rule("f", "arith", FALSE, [(num(1), ["u"]), (num(1), ["v"])])
    p.rule("out", "absurd", "f", eq(a, b))
    p.qed("out")


@sample
def nonzero_product(p: Proof) -> None:
    p.given(d=negation(eq(x * y, 0)))
    p.rule("out", "arith", eq(x / x + y * z / y, 1 + z), [], [], ["d"])
    p.qed("out")


@sample
def logic(p: Proof) -> None:
    p.given(h=every(lambda j: le(f(j), g(j)), lo, hi), l=lo <= n, u=n <= hi)
    p.rule("s", "specialise", "h", n)
    p.rule("t", "mp", "s", "l")
    p.rule("v", "mp", "t", "u")
    p.rule("w", "discharge", n <= hi, "v")
    p.rule("w2", "discharge", lo <= n, "w")
    p.rule("all", "generalise", n, "w2")
    p.rule("inst", "instantiate", "all", [(f, fun(lambda j: f(j) * f(j + k))), (lo, k + 1)])
    p.qed("inst")


@sample
def nested_binders(p: Proof) -> None:
    inner = sigma(lambda s: f(s) * g(s + n) + exp(x * f(n)) / (g(s) + f(n)), 1, m)
    p.rule("e", "arith", eq(inner + inner, 2 * inner), [])
    p.rule("all", "generalise", n, "e")
    p.rule("all2", "generalise", x, "all")
    p.rule("sp", "specialise", "all2", y + sigma(lambda t: f(t), 1, k))
    p.rule("out", "specialise", "sp", m + k)
    p.rule("inst", "instantiate", "out", [(f, fun(lambda j: sigma(lambda s: g(s + j), j, n))), (k, k + m)])
    p.qed("inst")


@sample
def two_cases(p: Proof) -> None:
    p.given(s=x <= 0, t=0 < x)
    p.rule("as", "abs_value", x, "s")
    p.rule("at", "abs_value", x, p.rule(None, "arith", 0 <= x, [(num(1), ["t"])]))
    p.have("low", 0 <= absolute(x), "s", "as")
    p.have("high", 0 <= absolute(x), "t", "at")
    p.rule("out", "cases", x, num(0), "low", "high")
    p.qed("out")


@sample
def equals_for_equals(p: Proof) -> None:
    p.given(e=eq(x, y * y), h=0 <= exp(x) + sigma(lambda j: x * f(j), 1, n))
    p.rule("out", "replace", "e", hole(lambda t: 0 <= exp(t) + sigma(lambda j: t * f(j), 1, n)), "h")
    p.qed("out")


@sample
def between(p: Proof) -> None:
    p.given(h=n < m, w=m < n + 2)
    p.rule("s", "integer_step", "h")
    p.rule("t", "integer_step", "w")
    p.rule("t2", "arith", m <= n + 1, [(num(1), ["t"])])
    p.rule("out", "antisymmetry", "s", "t2")
    p.qed("out")


@sample
def sum_of_ones(p: Proof) -> None:
    total = lambda h: sigma(lambda j: 2 * num(1) + f(j) - f(j), 1, h)  # noqa: E731
    p.rule("lt", "arith", lt(num(0), num(1)), [(num(1), [])])
    p.rule("b", "big_empty", total(num(0)), "lt")
    p.have("b2", eq(total(num(0)), 2 * num(0)), "b")
    p.given(k0=num(0) <= k, ih=eq(total(k), 2 * k))
    p.rule("k1", "arith", num(1) <= k + 1, [(num(1), ["k0"])])
    p.rule("s", "big_step", total(k + 1), "k1")
    p.have("s2", eq(total(k + 1), 2 * (k + 1)), "s", "ih")
    p.rule("out", "induction", hole(lambda t: eq(total(t), 2 * t), "Z"), num(0), k, "b2", "s2")
    p.qed("out")


@sample
def product_step(p: Proof) -> None:
    t = pi(lambda j: f(j) + y, n, m)
    p.given(h=n <= m, e=hi < lo)
    p.rule("s", "big_step", t, "h")
    p.rule("z", "big_empty", pi(lambda j: f(j), lo, hi), "e")
    right = (f(m) + y) * pi(lambda j: y + f(j), n, m - 1) + 1
    p.have("out", eq(t + pi(lambda j: f(j), lo, hi), right), "s", "z")
    p.qed("out")


@sample
def greatest(p: Proof) -> None:
    t = maximum(lambda j: f(j) * 2, lo, hi)
    p.given(l=lo <= i, u=i <= hi, h=every(lambda j: f(j) * 2 <= y, lo, hi), ne=lo <= hi)
    p.rule("ge", "max_ge", t, i, "l", "u")
    p.rule("le", "max_le", t, y, "ne", "h")
    p.have("out", f(i) * 2 + 0 * t <= y, "ge", "le")
    p.qed("out")


@sample
def exponentials(p: Proof) -> None:
    p.given(h=0 < x)
    p.rule("e", "exp_ge", y - log(x))
    p.rule("q", "exp_pos", y / 2)
    p.rule("l", "exp_log", "h")
    p.have("w", (1 + y - log(x)) * x <= exp(y), ("e", "h"), "l")
    p.have("out", (1 + y - log(x)) * x < exp(y) + exp(y / 2), "w", "q")
    p.qed("out")


@sample
def conditions(p: Proof) -> None:
    t, u = ite(x <= y, f(n), num(3)), ite(eq(n, m), x, y)
    p.given(h=y < x, w=n < m, v=negation(eq(k, n)))
    p.rule("c", "choice", t, "h")
    p.rule("d", "choice", u, "w")
    p.rule("e", "choice", ite(eq(k, n), x, y), "v")
    p.have("out", eq(t + u + ite(eq(n, k), x, y), 3 + 2 * y), "c", "d", "e")
    p.qed("out")


@sample
def normal_forms(p: Proof) -> None:
    left = (
        1 / (x * y) + inv(inv(x)) + log(exp(x + y)) + exp(x / 2) * exp(x / 2) + sigma(lambda j: x * f(j), 1, n)
        + sigma(lambda j: j * f(j), 1, 3) + sigma(lambda j: f(j), n + 1, n) + absolute(2 * y - 2 * x)
        + ite(x <= x + 1, a, b) + maximum(lambda j: f(j), n, n) + pi(lambda j: f(j), 2, 3) + 1 / (4 * x - 2 * y)
    )  # fmt: skip
    right = (
        inv(x) * inv(y) + 2 * x + y + exp(x) + x * sigma(lambda j: f(j), 1, n) + f(1) + 2 * f(2) + 3 * f(3)
        + 2 * absolute(x - y) + a + f(n) + f(2) * f(3) - 1 / (y - 2 * x) / 2
    )  # fmt: skip
    p.rule("out", "arith", eq(left, right), [])
    p.qed("out")


@sample
def slopes(p: Proof) -> None:
    curve = zero_of(lambda t: sigma(lambda j: log(t + f(j)) * j + exp(t * f(j)), 1, n) / t + ite(n <= m, t * t, t))
    positive = every(lambda j: 0 < x + f(j), 1, n)
    p.given(h=positive, d=0 < x)
    p.rule("out", "derivative", curve, x, ["h", "d"])
    p.qed("out")


@sample
def mean(p: Proof) -> None:
    square, double = zero_of(lambda t: t * t), zero_of(lambda t: 2 * t)
    p.given(o=a < b, lo=a <= x, up=x <= b)
    p.rule("d", "derivative", square, x, [])
    p.rule("d1", "discharge", x <= b, "d")
    p.rule("d2", "discharge", a <= x, "d1")
    p.rule("slope", "generalise", x, "d2")
    p.given(s=x < b, r=a < x)
    p.rule("c", "arith", 2 * x < 2 * b, [(num(2), ["s"])])
    p.rule("c1", "discharge", x < b, "c")
    p.rule("c2", "discharge", a < x, "c1")
    p.rule("bound", "generalise", x, "c2")
    p.rule("out", "mean_value", square, double, a, b, "o", "slope", "bound")
    p.qed("out")


@sample
def box(p: Proof) -> None:
    tree = ["split", 0, "1/2", ["leaf", 40], ["split", 1, "0", ["leaf", 64], ["leaf", 30]]]
    goal = lt(x * x * exp(-(y * y)) - log(1 + x), num(2))
    p.rule("out", "compute", goal, [(x, "0", "1"), (y, "-1/2", None)], tree)
    p.qed("out")


@sample
def each(p: Proof) -> None:
    goal = eq(sigma(lambda j: j, 0, n), rational(1, 2) * n * (n + 1))
    p.rule("out", "compute", goal, [(n, "-1", "7/2")], ["each", 0, ["leaf", 2]])
    p.qed("out")


@sample
def quantified_box(p: Proof) -> None:
    goal = imp(every(lambda j: j <= n, n, 2 * n), negation(num(2) <= n + ite(x < 0, n, n - 1)))
    p.rule("out", "compute", goal, [(n, "-2", "3"), (x, "-1", "1")], ["each", 0, ["split", 1, "0", ["leaf", 30], ["leaf", 9]]])
    p.qed("out")


@sample
def admitted(p: Proof) -> None:
    p.rule("c", "cite", every(lambda j: f(j) <= j, 1, n), "Someone, 1900, theorem 1")
    p.rule("a", "argue", num(1) <= n, "as one sees")
    p.rule("s", "specialise", "c", num(1))
    p.rule("t", "mp", "s", p.rule(None, "arith", num(1) <= num(1), []))
    p.rule("out", "mp", "t", "a")
    p.qed("out")


@sample
def applied(p: Proof) -> None:
    p.rule("s", "specialise", p.theorem("sum_of_ones"), m)
    p.given(h=num(0) <= m)
    p.rule("out", "mp", "s", "h")
    p.qed("out")


# --- accepted -----------------------------------------------------------------------------------------------


def test_every_rule_has_a_sample() -> None:
    used = {step[0] for stored in stored_samples().values() for step in stored["steps"]}
    assert used == RULES.keys() | {"theorem"}
    assert checker.RULES.keys() == RULES.keys()


@pytest.mark.parametrize("intervals", ["arb", "mpmath"])
def test_the_samples_are_accepted(intervals: str) -> None:
    verdicts = checker.check(stored_samples().values(), intervals)
    assert [(v.name, v.reason) for v in verdicts if not v.accepted] == []


# --- tampered with ------------------------------------------------------------------------------------------

SWAPS = [
    ("le", "lt", "eq"), ("add", "mul"), ("exp", "log", "inv", "abs"), ("sum", "prod", "max"), ("Z", "R"),
    ("x", "y", "z", "a", "b"), ("n", "m", "k", "lo", "hi"), ("f", "g"),
]  # fmt: skip
BY_SHAPE = [
    ("assume", "exp_ge", "exp_pos"), ("mp", "antisymmetry"), ("discharge", "generalise", "big_empty", "big_step",
    "choice", "abs_value"), ("cite", "argue"), ("max_ge", "max_le", "cases"), ("integer_step", "exp_log"),
    ("specialise", "absurd"),
]  # fmt: skip


def places(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """The paths of all values inside a JSON value."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in items:
        yield from places(inner, (*path, step))


def mutant(stored: Any, rng: random.Random) -> Any:
    """A copy with one random change somewhere in the terms, the steps or the statement."""
    out = copy.deepcopy(stored)
    part = rng.choice(["terms", "steps", "statement"])
    path = (part, *rng.choice(list(places(out[part])) or [()]))
    holder: Any = out
    for step in path[:-1]:
        holder = holder[step]
    old = holder[path[-1]]
    if isinstance(old, list):
        kind = rng.randrange(4)
        if kind == 0 and isinstance(holder, list):
            del holder[path[-1]]
        elif kind == 1 and len(old) > 1:
            i, j = rng.sample(range(len(old)), 2)
            old[i], old[j] = old[j], old[i]
        elif kind == 2 and old:
            old.append(copy.deepcopy(rng.choice(old)))
        elif old:
            del old[rng.randrange(len(old))]
    elif isinstance(old, int):
        holder[path[-1]] = rng.choice([old + 1, old - 1, -old, 0, 1, rng.randrange(12)])
    elif isinstance(old, str):
        group = next((g for g in [*SWAPS, *BY_SHAPE] if old in g), (old, "x", "0", "1/2", "-1", "3/4", None))
        holder[path[-1]] = rng.choice(group)
    elif isinstance(old, dict):
        (name,) = list(old)[:1] or ["t"]
        holder[path[-1]] = rng.choice([{name: 0}, {"t": rng.randrange(20)}, {"f": rng.randrange(8)}, {}])
    else:
        holder[path[-1]] = rng.choice(["0", 0, [], {"t": 0}])
    return out


@cache
def theory_before(name: str) -> Theory:
    """The kernel's theorems before the sample."""
    theory = Theory()
    for other, stored in stored_samples().items():
        if other == name:
            break
        replay(theory, stored)
    return theory


def kernel_says(name: str, stored: Any) -> bool:
    """Whether the kernel accepts."""
    theory = Theory()
    theory.facts.update(theory_before(name).facts)
    try:
        replay(theory, stored)
    except KernelError:
        return False
    return True


def reader_says(stored: Any, *before: Any) -> bool:
    """Whether the second reader accepts."""
    return checker.check([*before, stored])[-1].accepted


def claim(stored: Any) -> tuple:
    """The statement, in the kernel's normal form."""
    terms = read_terms(stored["terms"])
    return key(terms[stored["statement"]["concl"]]), frozenset(key(terms[h]) for h in stored["statement"]["hyps"])


def mutants(name: str, count: int, seed: int = 7) -> Iterator[Any]:
    rng = random.Random(f"{name} {seed}")
    for _ in range(count):
        changed = mutant(stored_samples()[name], rng)
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            changed = mutant(changed, rng)
        if changed != stored_samples()[name]:
            yield changed
