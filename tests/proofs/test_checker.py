"""The second reader accepts what the kernel accepts, and refuses what was tampered with."""

from __future__ import annotations

import copy
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from proofs import checker
from proofs.builder.proof import Proof
from proofs.kernel import terms as tm
from proofs.kernel.normal import key
from proofs.kernel.rules import RULES, Theory
from proofs.kernel.store import Writer, read_terms, replay
from proofs.kernel.terms import (
    FALSE,
    Term,
    absolute,
    atan,
    cos,
    eq,
    erf,
    exp,
    forall,
    imp,
    inv,
    ite,
    log,
    negation,
    num,
    sin,
)
from proofs.language import notation
from proofs.language.notation import (
    MATRIX,
    VECTOR,
    Max,
    Prod,
    Sum,
    derivative_of,
    every,
    exists,
    for_all,
    fun,
    hole,
    rational,
    zero_of,
)
from proofs.theorems.algebra import sums
from proofs.theorems.analysis import elementary

n, m, k, i, lo, hi = notation.ints("n m k i lo hi")
x, y, z, a, b = notation.reals("x y z a b")
f, g = notation.vectors("f g")
p, q = notation.sequences("p q")  # of integers
F, G = notation.functions("F G", VECTOR)
P = notation.functions("P", "(Z>Z)", "Z")[0]
M = notation.functions("M", MATRIX)[0]
u = notation.functions("u", "R")[0]
w = tm.fn("w", 2, "R")
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
    p.rule("arith", 2 * x + 1 < 2 * y + z + 1, [(num(2), ["h"]), (num(1), ["l"])], label="out")
    p.qed("out")


@sample
def products(p: Proof) -> None:
    p.given(h=x < y, e=eq(a, b * b), c=0 < z)
    p.rule("arith", a * x < b * b * x + y - x, [(num(1), ["h"]), (x, ["e"])], label="s")
    p.rule("arith", x / z < y / z, [(num(1), ["h"])], ["c"], ["c"], label="q")
    p.rule("arith", 0 < (y - x) * z, [(num(1), ["h", "c"])], label="r")
    p.rule("arith", a * x + x / z < b * b * x + (y - x) * z + y - x + y / z,
           [(num(1), ["s"]), (num(1), ["q"]), (num(1), ["r"])], label="out")  # fmt: skip
    p.qed("out")


@sample
def contradiction(p: Proof) -> None:
    p.given(u=x < y, v=y <= x)
    p.rule("arith", FALSE, [(num(1), ["u"]), (num(1), ["v"])], label="f")
    p.rule("absurd", "f", eq(a, b), label="out")
    p.qed("out")


@sample
def nonzero_product(p: Proof) -> None:
    p.given(d=negation(eq(x * y, 0)))
    p.rule("arith", eq(x / x + y * z / y, 1 + z), [], [], ["d"], label="out")
    p.qed("out")


@sample
def logic(p: Proof) -> None:
    p.given(h=every(lambda j: tm.le(f(j), g(j)), lo, hi), l=lo <= n, u=n <= hi)
    p.rule("specialize", "h", n, label="s")
    p.rule("mp", "s", "l", label="t")
    p.rule("mp", "t", "u", label="v")
    p.rule("discharge", n <= hi, "v", label="w")
    p.rule("discharge", lo <= n, "w", label="w2")
    p.rule("generalize", n, "w2", label="all")
    p.rule("instantiate", "all", [(f, fun(lambda j: f(j) * f(j + k))), (lo, k + 1)], label="inst")
    p.qed("inst")


@sample
def nested_binders(p: Proof) -> None:
    inner = Sum(lambda s: f(s) * g(s + n) + exp(x * f(n)) / (g(s) + f(n)), 1, m)
    p.rule("cite", inner <= x * z, "nobody", label="e")
    p.rule("generalize", n, "e", label="all")
    p.rule("generalize", x, "all", label="all2")
    p.rule("specialize", "all2", y + Sum(lambda t: f(t), 1, k), label="sp")
    p.rule("specialize", "sp", m + k, label="out")
    p.rule("instantiate", "out", [(f, fun(lambda j: Sum(lambda s: g(s + j), j, n))), (k, k + m)], label="inst")
    p.qed("inst")


@sample
def two_cases(p: Proof) -> None:
    p.given(s=x <= 0, t=0 < x)
    p.rule("abs_value", x, "s", label="as")
    p.rule("abs_value", x, p.rule("arith", 0 <= x, [(num(1), ["t"])]), label="at")
    p.have(0 <= absolute(x), "s", "as", label="low")
    p.have(0 <= absolute(x), "t", "at", label="high")
    p.rule("cases", x, num(0), "low", "high", label="out")
    p.qed("out")


@sample
def equals_for_equals(p: Proof) -> None:
    p.given(e=eq(x, y * y), h=0 <= exp(x) + Sum(lambda j: x * f(j), 1, n))
    p.rule("replace", "e", hole(lambda t: 0 <= exp(t) + Sum(lambda j: t * f(j), 1, n)), "h", label="out")
    p.qed("out")


@sample
def between(p: Proof) -> None:
    p.given(h=n < m, w=m < n + 2)
    p.rule("integer_step", "h", label="s")
    p.rule("integer_step", "w", label="t")
    p.rule("arith", m <= n + 1, [(num(1), ["t"])], label="t2")
    p.rule("antisymmetry", "s", "t2", label="out")
    p.qed("out")


@sample
def sum_of_ones(p: Proof) -> None:
    total = lambda h: Sum(lambda j: 2 * num(1) + f(j) - f(j), 1, h)  # noqa: E731
    p.rule("arith", tm.lt(num(0), num(1)), [(num(1), [])], label="lt")
    p.rule("big_empty", total(num(0)), "lt", label="b")
    p.have(eq(total(num(0)), 2 * num(0)), "b", label="b2")
    p.given(k0=num(0) <= k, ih=eq(total(k), 2 * k))
    p.rule("arith", num(1) <= k + 1, [(num(1), ["k0"])], label="k1")
    p.rule("big_step", total(k + 1), "k1", label="s")
    p.have(eq(total(k + 1), 2 * (k + 1)), "s", "ih", label="s2")
    p.rule("induction", hole(lambda t: eq(total(t), 2 * t), "Z"), num(0), k, "b2", "s2", label="out")
    p.qed("out")


@sample
def product_step(p: Proof) -> None:
    t = Prod(lambda j: f(j) + y, n, m)
    p.given(h=n <= m, e=hi < lo)
    p.rule("big_step", t, "h", label="s")
    p.rule("big_empty", Prod(lambda j: f(j), lo, hi), "e", label="z")
    right = (f(m) + y) * Prod(lambda j: y + f(j), n, m - 1) + 1
    p.have(eq(t + Prod(lambda j: f(j), lo, hi), right), "s", "z", label="out")
    p.qed("out")


@sample
def greatest(p: Proof) -> None:
    t = Max(lambda j: f(j) * 2, lo, hi)
    p.given(l=lo <= i, u=i <= hi, h=every(lambda j: f(j) * 2 <= y, lo, hi), ne=lo <= hi)
    p.rule("max_ge", t, i, "l", "u", label="ge")
    p.rule("max_le", t, y, "ne", "h", label="le")
    p.have(f(i) * 2 + 0 * t <= y, "ge", "le", label="out")
    p.qed("out")


@sample
def exponentials(p: Proof) -> None:
    p.given(h=0 < x)
    p.rule("exp_ge", y - log(x), label="e")
    p.rule("exp_pos", y / 2, label="q")
    p.rule("exp_log", "h", label="l")
    p.have((1 + y - log(x)) * x <= exp(y), ("e", "h"), "l", label="w")
    p.have((1 + y - log(x)) * x < exp(y) + exp(y / 2), "w", "q", label="out")
    p.qed("out")


@sample
def conditions(p: Proof) -> None:
    t, u = ite(x <= y, f(n), num(3)), ite(eq(n, m), x, y)
    p.given(h=y < x, w=n < m, v=negation(eq(k, n)))
    p.rule("ite_eq", t, "h", label="c")
    p.rule("ite_eq", u, "w", label="d")
    p.rule("ite_eq", ite(eq(k, n), x, y), "v", label="e")
    p.have(eq(t + u + ite(eq(n, k), x, y), 3 + 2 * y), "c", "d", "e", label="out")
    p.qed("out")


@sample
def normal_forms(p: Proof) -> None:
    left = (
        1 / (x * y) + inv(inv(x)) + log(exp(x + y)) + exp(x / 2) * exp(x / 2) + Sum(lambda j: x * f(j), 1, n)
        + Sum(lambda j: j * f(j), 1, 3) + Sum(lambda j: f(j), n + 1, n) + absolute(2 * y - 2 * x)
        + ite(x <= x + 1, a, b) + Max(lambda j: f(j), n, n) + Prod(lambda j: f(j), 2, 3) + 1 / (4 * x - 2 * y)
    )  # fmt: skip
    right = (
        inv(x) * inv(y) + 2 * x + y + exp(x) + x * Sum(lambda j: f(j), 1, n) + f(1) + 2 * f(2) + 3 * f(3)
        + 2 * absolute(x - y) + a + f(n) + f(2) * f(3) - 1 / (y - 2 * x) / 2
    )  # fmt: skip
    p.rule("arith", eq(left, right), [], label="out")
    p.qed("out")


@sample
def slopes(p: Proof) -> None:
    curve = zero_of(lambda t: Sum(lambda j: log(t + f(j)) * j + exp(t * f(j)), 1, n) / t + ite(n <= m, t * t, t))
    positive = every(lambda j: 0 < x + f(j), 1, n)
    p.given(h=positive, d=0 < x)
    p.rule("derivative", curve, x, ["h", "d"], label="out")
    p.qed("out")


@sample
def mean(p: Proof) -> None:
    square, double = zero_of(lambda t: t * t), zero_of(lambda t: 2 * t)
    p.given(o=a < b, lo=a <= x, up=x <= b)
    p.rule("derivative", square, x, [], label="d")
    p.rule("discharge", x <= b, "d", label="d1")
    p.rule("discharge", a <= x, "d1", label="d2")
    p.rule("generalize", x, "d2", label="slope")
    p.given(s=x < b, r=a < x)
    p.rule("arith", 2 * x < 2 * b, [(num(2), ["s"])], label="c")
    p.rule("discharge", x < b, "c", label="c1")
    p.rule("discharge", a < x, "c1", label="c2")
    p.rule("generalize", x, "c2", label="bound")
    p.rule("mean_value", square, double, a, b, "o", "slope", "bound", label="out")
    p.qed("out")


@sample
def box(p: Proof) -> None:
    tree = ["split", 0, "1/2", ["leaf", 40], ["split", 1, "0", ["leaf", 64], ["leaf", 30]]]
    goal = tm.lt(x * x * exp(-(y * y)) - log(1 + x), num(2))
    p.rule("compute", goal, [(x, "0", "1"), (y, "-1/2", None)], tree, label="out")
    p.qed("out")


@sample
def waves(p: Proof) -> None:
    curve = zero_of(lambda t: sin(2 * t) * cos(t * x) + atan(t - y) * Sum(lambda j: sin(f(j) * t), 1, n))
    p.rule("derivative", curve, x, [], label="slope")
    goal = 4 * atan(num(1)) * sin(x) < rational(22, 7) + cos(x) * cos(x) * atan(y) * sin(num(0))
    p.rule(
        "compute",
        goal,
        [(x, "0", "3"), (y, None, "1")],
        ["split", 0, "3/2", ["leaf", 60], ["leaf", 60]],
        label="on_box",
    )
    p.rule("discharge", goal, "slope", label="d")
    p.rule("mp", "d", "on_box", label="out")
    p.qed("out")


@sample
def error_function(p: Proof) -> None:
    p.rule("derivative", zero_of(lambda t: erf(t * x) * t), y, [], label="slope")
    p.rule("compute", erf(x) < rational(9, 10), [(x, None, "1")], ["leaf", 60], label="high")
    near = p.rule("erf_square", x * y, label="near")
    p.rule("discharge", near.concl, "slope", label="d")
    p.rule("discharge", near.concl, "high", label="e")
    p.rule("mp", "e", "near", label="f")
    p.rule("discharge", erf(x) < rational(9, 10), "d", label="g")
    p.rule("mp", "g", "f", label="h")
    p.rule("mp", "h", "near", label="out")
    p.qed("out")


@sample
def each(p: Proof) -> None:
    goal = eq(Sum(lambda j: j, 0, n), rational(1, 2) * n * (n + 1))
    p.rule("compute", goal, [(n, "-1", "7/2")], ["each", 0, ["leaf", 2]], label="out")
    p.qed("out")


@sample
def quantified_box(p: Proof) -> None:
    goal = imp(every(lambda j: j <= n, n, 2 * n), negation(num(2) <= n + ite(x < 0, n, n - 1)))
    p.rule(
        "compute",
        goal,
        [(n, "-2", "3"), (x, "-1", "1")],
        ["each", 0, ["split", 1, "0", ["leaf", 30], ["leaf", 9]]],
        label="out",
    )
    p.qed("out")


@sample
def admitted(p: Proof) -> None:
    p.rule("cite", every(lambda j: f(j) <= j, 1, n), "Someone, 1900, theorem 1", label="c")
    p.rule("argue", num(1) <= n, "as one sees", label="a")
    p.rule("specialize", "c", num(1), label="s")
    p.rule("mp", "s", p.rule("arith", num(1) <= num(1), []), label="t")
    p.rule("mp", "t", "a", label="out")
    p.qed("out")


def mapped(body: Callable[..., Term], *sorts: str) -> Term:
    """The function of arguments of these sorts."""
    xs = [notation.variable(f"own{len(sorts)}_{k}", sort) for k, sort in enumerate(sorts)]
    return tm.lam("".join(sorts), tm.abstract(body(*xs), xs))


@sample
def functions_of_functions(p: Proof) -> None:
    additive = for_all(lambda s, t: F(fun(lambda j: s(j) + t(j))) <= F(s) + F(t), VECTOR, VECTOR)
    p.given(h=additive)
    p.rule("specialize", "h", fun(lambda j: x * g(j + k)), label="s")
    p.rule("specialize", "s", f, label="t")
    p.rule("discharge", additive, "t", label="d")
    p.rule("generalize", f, "d", label="all")
    p.rule("generalize", F, "all", label="all2")
    p.rule(
        "specialize", "all2", mapped(lambda s: absolute(s(n)) + Sum(lambda j: s(j) * G(s), 1, m), VECTOR), label="sp"
    )
    p.rule("specialize", "sp", fun(lambda j: G(fun(lambda l: f(l) + j)) + g(j)), label="sp2")
    p.rule(
        "instantiate", "sp2", [(G, mapped(lambda s: s(k) * F(s), VECTOR)), (g, fun(lambda j: f(j - m)))], label="out"
    )
    p.qed("out")


@sample
def functions_that_are_equal(p: Proof) -> None:
    p.given(
        law=hole(lambda s: hole(lambda l: eq(w(s, l) * 1, w(l, s)), "Z"), "Z"),
        h=M(w) <= Sum(lambda j: M(fun(lambda s, l: w(s, l) + j, 2)), 1, n),
    )
    template = hole(lambda t: M(t) <= Sum(lambda j: M(fun(lambda s, l: t(s, l) + j, 2)), 1, n), MATRIX)
    p.rule("replace", "law", template, "h", label="out")
    p.qed("out")


@sample
def least_upper_bound(p: Proof) -> None:
    small = lambda t: t * t <= x  # noqa: E731
    p.given(some=exists(small, "R"), above=exists(lambda s: hole(lambda t: imp(small(t), t <= s)), "R"))
    p.rule("supremum", hole(small), "some", "above", label="out")
    p.qed("out")


@sample
def by_contradiction(p: Proof) -> None:
    p.given(h=negation(negation(x <= y)), e=z <= x)
    p.rule("assume", negation(x <= y), label="n")
    p.rule("mp", "h", "n", label="f")
    p.rule("absurd", "f", x <= y, label="a")
    p.have(z <= y, "a", "e", label="out")
    p.qed("out")


@sample
def mean_of_any_function(p: Proof) -> None:
    p.given(o=a < b, s=hole(lambda t: imp(a <= t, imp(t <= b, derivative_of(lambda v: u(v), t, t * t)))))
    p.given(c=hole(lambda t: imp(a < t, imp(t < b, t * t < y))))
    p.rule("mean_value", zero_of(lambda t: u(t)), zero_of(lambda t: t * t), a, b, "o", "s", "c", label="out")
    p.qed("out")


@sample
def applied(p: Proof) -> None:
    p.rule("specialize", p.theorem("sum_of_ones"), m, label="s")
    p.given(h=num(0) <= m)
    p.rule("mp", "s", "h", label="out")
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
    ("le", "lt", "eq"), ("add", "mul"), ("exp", "log", "inv", "abs", "sin", "cos", "atan", "erf"),
    ("sum", "prod", "max"), ("Z", "R"),
    ("x", "y", "z", "a", "b"), ("n", "m", "k", "lo", "hi"), ("f", "g"), ("F", "G"), (VECTOR, MATRIX, "(Z>Z)", "(R>R)"),
]  # fmt: skip
BY_SHAPE = [
    ("assume", "exp_ge", "exp_pos", "erf_square"), ("mp", "antisymmetry"), ("discharge", "generalize", "big_empty",
    "big_step", "ite_eq", "abs_value"), ("cite", "argue"), ("max_ge", "max_le", "cases"), ("integer_step", "exp_log"),
    ("specialize", "absurd"),
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
    out = json.loads(json.dumps(stored))  # a third of the time of `copy`
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
        few = 40 if isinstance(holder, list) and holder[0] == "leaf" else 0  # with fewer bits the two round differently
        holder[path[-1]] = rng.choice([old + 1, old - 1, -old, 0, 1, few + rng.randrange(12)])
    elif isinstance(old, str):
        ends = ("0", "1/2", "-1", "3/4", "2", None) if old[-1:].isdigit() and len(old) < 9 else (old, "x")
        holder[path[-1]] = rng.choice(next((g for g in [*SWAPS, *BY_SHAPE] if old in g), ends))
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
    except tm.KernelError:
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


@pytest.mark.parametrize("name", list(WRITERS))
def test_mutants_have_one_verdict(name: str) -> None:
    """Random changes: kernel and second reader, which share no code, must judge every one of them alike."""
    before = [stored_samples()["sum_of_ones"]] if name == "applied" else []
    for changed in mutants(name, 400):
        assert reader_says(changed, *before) == kernel_says(name, changed), changed


def test_a_step_that_is_dropped_is_missed() -> None:
    for name, stored in stored_samples().items():
        before = [stored_samples()["sum_of_ones"]] if name == "applied" else []
        for i in range(len(stored["steps"])):
            changed = copy.deepcopy(stored)
            del changed["steps"][i]
            assert not reader_says(changed, *before), (name, i)


def test_a_changed_statement_is_refused() -> None:
    for name, stored in stored_samples().items():
        before = [stored_samples()["sum_of_ones"]] if name == "applied" else []
        for i, row in enumerate(stored["terms"]):
            for other in {"le": ["lt", "eq"], "lt": ["le"], "eq": ["lt"]}.get(row[0], []):
                changed = copy.deepcopy(stored)
                changed["terms"].append([other, *row[1:]])
                claimed = changed["statement"]
                if claimed["concl"] == i:
                    claimed["concl"] = len(stored["terms"])
                    assert not reader_says(changed, *before) or name in ("products", "linear"), (name, other)
                elif i in claimed["hyps"]:
                    claimed["hyps"] = [len(stored["terms"]) if h == i else h for h in claimed["hyps"]]
                    assert not reader_says(changed, *before), (name, other)


def changed(name: str, find: Any, put: Any, part: str = "steps") -> Any:
    """The sample with one value changed wherever it stands."""

    def go(value: Any) -> Any:
        if value == find and type(value) is type(find):
            return put
        if isinstance(value, dict):
            return {k: go(v) for k, v in value.items()}
        return [go(v) for v in value] if isinstance(value, list) else value

    stored = stored_samples()[name]
    assert go(stored[part]) != stored[part]
    return {**stored, part: go(stored[part])}


@pytest.mark.parametrize(
    ("name", "find", "put"),
    [
        ("box", "1", "2"), ("box", "1", None), ("box", "-1/2", "-2"), ("box", "1/2", "3/2"),
        ("box", "1/2", "1/x"), ("box", "1/2", "1/0"), ("each", "7/2", "9/2"), ("each", "-1", None),
        ("each", "each", "split"), ("each", "-1", "-2"), ("box", 64, 1), ("box", 64, True), ("box", "split", "leaf"),
        ("quantified_box", "-2", "-3"), ("quantified_box", "1", "2"),
    ],
)  # fmt: skip
def test_a_changed_box_is_refused(name: str, find: Any, put: Any) -> None:
    (verdict,) = checker.check([changed(name, find, put)])
    assert (verdict.accepted, verdict.malformed) == (False, False)


# --- attacks: each line is refused by one guard -------------------------------------------------------------


class Step(int):
    """The fact that a step made."""


def forged(steps: list, concl: Any, hyps: tuple = (), name: str = "forged") -> Any:
    """A stored proof that no kernel has run; a fact is named by `Step`."""
    writer = Writer()

    def argument(v: Any) -> Any:
        if isinstance(v, Step):
            return {"f": int(v)}
        if isinstance(v, Term):
            return {"t": writer.term(v)}
        return [argument(w) for w in v] if isinstance(v, list | tuple) else v

    done = [[rule, *map(argument, args)] for rule, *args in steps]
    claimed = {"hyps": [writer.term(h) for h in hyps], "concl": writer.term(concl)}
    return json.loads(json.dumps({"name": name, "terms": writer.rows, "steps": done, "statement": claimed}))


S = [Step(s) for s in range(12)]
J, Y = tm.bv(0, "Z"), tm.bv(0, "R")
ONE, NONE = num(1), num(0)
below = every(lambda j: f(j) <= y, lo, hi)
top = Max(lambda j: f(j), lo, hi)
parabola, line = zero_of(lambda t: t * t), zero_of(lambda t: 2 * t)
slope_on = forall("R", imp(a <= Y, imp(Y <= b, tm.deriv(Y * Y, Y, 2 * Y))))
less = forall("R", imp(a < Y, imp(Y < b, 2 * Y <= y)))


def assumed(*formulas: Term) -> list:
    return [["assume", h] for h in formulas]


def attack(steps: list, concl: Term, *hyps: Term) -> tuple:
    return steps, concl, hyps


square = lambda t: t * t <= x  # noqa: E731
some = exists(square, "R")
above = exists(lambda s: hole(lambda t: imp(square(t), t <= s)), "R")


def supremum_of(member: Callable[[Term], Term]) -> Term:
    """Some s is a least upper bound."""
    bounds = lambda s: hole(lambda t: imp(member(t), t <= s))  # noqa: E731
    return exists(lambda s: [bounds(s), hole(lambda b: imp(bounds(b), s <= b))], "R")


ATTACKS = {
    "a hypothesis is kept": attack(assumed(x <= y), x <= y),
    "another conclusion": attack(assumed(x <= y), x < y, x <= y),
    "discharge leaves the others": attack([*assumed(x <= y), ["discharge", x < y, S[0]]], imp(x < y, x <= y)),
    "mp needs an implication": attack([*assumed(x <= y, x <= y), ["mp", S[0], S[1]]], x <= y, x <= y),
    "mp needs the antecedent": attack(
        [*assumed(imp(x <= y, a <= b), y <= x), ["mp", S[0], S[1]]], a <= b, imp(x <= y, a <= b), y <= x
    ),
    "generalize over a fixed variable": attack(
        [*assumed(x <= y), ["generalize", x, S[0]]], hole(lambda t: t <= y), x <= y
    ),
    "generalize over a term": attack([["exp_pos", x], ["generalize", exp(x), S[0]]], hole(lambda t: 0 < exp(x))),
    "a real for an integer": attack(
        [*assumed(every(lambda j: f(j) <= j)), ["specialize", S[0], x]], f(n) <= x, every(lambda j: f(j) <= j)
    ),
    "a real for an integer, at large": attack(
        [*assumed(every(lambda j: j <= n)), ["specialize", S[0], x]], x <= n, every(lambda j: j <= n)
    ),
    "specialize something else": attack([*assumed(x <= y), ["specialize", S[0], x]], x <= y, x <= y),
    "instantiate an integer by a real": attack([*assumed(n <= m), ["instantiate", S[0], [[n, x]]]], x <= m, x <= m),
    "instantiate a hypothesis too": attack([*assumed(x <= y), ["instantiate", S[0], [[x, a]]]], a <= y, x <= y),
    "instantiate twice": attack([*assumed(x <= y), ["instantiate", S[0], [[x, a], [x, b]]]], b <= y, b <= y),
    "instantiate a term": attack([*assumed(x + y <= z), ["instantiate", S[0], [[x + y, a]]]], a + y <= z, a + y <= z),
    "instantiate by a function": attack([*assumed(x <= y), ["instantiate", S[0], [[x, f]]]], x <= y, x <= y),
    "instantiate a function by a number": attack(
        [*assumed(f(n) <= y), ["instantiate", S[0], [[f, x]]]], x <= y, x <= y
    ),
    "instantiate with other indices": attack(
        [*assumed(f(n) <= y), ["instantiate", S[0], [[f, tm.fn("h", 2, "R")]]]], f(n) <= y, f(n) <= y
    ),
    "integer values become real": attack(
        [*assumed(tm.fn("h", 1, "Z")(n) < 1), ["instantiate", S[0], [[tm.fn("h", 1, "Z"), f]]], ["integer_step", S[1]]],
        f(n) + 1 <= 1,
        f(n) < 1,
    ),
    "the cases must agree": attack([*assumed(x <= y, y < x), ["cases", x, y, S[0], S[1]]], x <= y),
    "the cases must cover": attack(
        [
            *assumed(x <= y, y < x, FALSE),
            ["absurd", S[2], a <= b],
            ["discharge", x <= y, S[3]],
            ["cases", x, z, S[3], S[3]],
        ],
        a <= b,
    ),
    "not absurd": attack([*assumed(x < x + y), ["absurd", S[0], a <= b]], a <= b, x < x + y),
    "replace by an inequality": attack(
        [*assumed(x <= y, 0 <= -x), ["replace", S[0], hole(lambda t: 0 <= -t), S[1]]], 0 <= -y, x <= y, 0 <= -x
    ),
    "replace what is not there": attack(
        [*assumed(eq(x, y), 0 <= z), ["replace", S[0], hole(lambda t: 0 <= t), S[1]]], 0 <= y, eq(x, y), 0 <= z
    ),
    "replace an integer by a real": attack(
        [*assumed(eq(n, x)), ["arith", eq(n, n), []], ["replace", S[0], hole(lambda t: eq(t, n), "Z"), S[1]]],
        eq(x, n),
        eq(n, x),
    ),
    "replace a real by an integer": attack(  # true, but the template is of integers
        [*assumed(eq(x, n), x <= y), ["replace", S[0], hole(lambda t: t <= y, "Z"), S[1]]], n <= y, eq(x, n), x <= y
    ),
    "a negative coefficient": attack([*assumed(x <= y), ["arith", y <= x, [[num(-1), [S[0]]]]]], y <= x, x <= y),
    "a variable as coefficient": attack([*assumed(0 <= x), ["arith", 0 <= y * x, [[y, [S[0]]]]]], 0 <= y * x, 0 <= x),
    "an equation from inequalities": attack([*assumed(x <= y), ["arith", eq(x, y), [[ONE, [S[0]]]]]], eq(x, y), x <= y),
    "an equation from itself plus something": attack([["arith", eq(x, x + 1), [[ONE, []]]]], eq(x, x + 1)),
    "nothing strict": attack([*assumed(x <= y), ["arith", x < y, [[ONE, [S[0]]]]]], x < y, x <= y),
    "strict times weak": attack(
        [*assumed(0 <= x, 0 < y), ["arith", 0 < x * y, [[ONE, [S[0], S[1]]]]]], 0 < x * y, 0 <= x, 0 < y
    ),
    "strict with weight 0": attack([*assumed(0 < x), ["arith", 0 < 0 * x, [[NONE, [S[0]]]]]], 0 < 0 * x, 0 < x),
    "a wrong identity": attack([*assumed(x <= y), ["arith", 2 * x <= y, [[ONE, [S[0]]]]]], 2 * x <= y, x <= y),
    "scaled by something weak": attack(
        [*assumed(0 <= x, a * x <= b * x), ["arith", a <= b, [[ONE, [S[1]]]], [S[0]]]], a <= b, 0 <= x, a * x <= b * x
    ),
    "scaled by an equation": attack(
        [*assumed(eq(x, 0), eq(y * x, z * x)), ["arith", eq(y, z), [[num(-1), [S[1]]]], [S[0]]]],
        eq(y, z),
        eq(x, 0),
        eq(y * x, z * x),
    ),
    "x/x = 1 for any x": attack([["arith", eq(x / x, 1), []]], eq(x / x, 1)),
    "a common factor of a quotient": attack([["arith", eq(x * y / (x * z), y / z), []]], eq(x * y / (x * z), y / z)),
    "a common factor that is a sum": attack(
        [["arith", eq((x * x - y * y) / (x - y), x + y), []]], eq((x * x - y * y) / (x - y), x + y)
    ),
    "1/(x - y) from x + y != 0": attack(
        [*assumed(0 < x + y), ["arith", eq((x * x - y * y) / (x * x - y * y), 1), [], [], [S[0]]]],
        eq((x * x - y * y) / (x * x - y * y), 1),
        0 < x + y,
    ),
    "x/x = 1 from 0 <= x": attack([*assumed(0 <= x), ["arith", eq(x / x, 1), [], [], [S[0]]]], eq(x / x, 1), 0 <= x),
    "x/x = 1 from x = 0": attack([*assumed(eq(x, 0)), ["arith", eq(x / x, 1), [], [], [S[0]]]], eq(x / x, 1), eq(x, 0)),
    "x/x = 1 from x = 0 -> y <= z": attack(
        [*assumed(imp(eq(x, 0), y <= z)), ["arith", eq(x / x, 1), [], [], [S[0]]]], eq(x / x, 1), imp(eq(x, 0), y <= z)
    ),
    "x/x = 1 from x + y != 0": attack(
        [*assumed(0 < x + y), ["arith", eq(x / x, 1), [], [], [S[0]]]], eq(x / x, 1), 0 < x + y
    ),
    "a goal that is no relation": attack([["arith", imp(x <= y, x <= y), []]], imp(x <= y, x <= y)),
    "a fact that is no relation": attack(
        [*assumed(imp(x <= y, z <= a)), ["arith", y <= x, [[ONE, [S[0]]]]]], y <= x, imp(x <= y, z <= a)
    ),
    "antisymmetry of one": attack([*assumed(x <= y, x <= y), ["antisymmetry", S[0], S[1]]], eq(x, y), x <= y),
    "antisymmetry of strict": attack([*assumed(x < y, y <= x), ["antisymmetry", S[0], S[1]]], eq(x, y), x < y, y <= x),
    "a step on reals": attack([*assumed(x < y), ["integer_step", S[0]]], x + 1 <= y, x < y),
    "a step from a real": attack([*assumed(x < n), ["integer_step", S[0]]], x + 1 <= n, x < n),
    "a step from a half": attack(
        [*assumed(rational(1, 2) < n), ["integer_step", S[0]]], rational(3, 2) <= n, rational(1, 2) < n
    ),
    "a step from weak": attack([*assumed(n <= m), ["integer_step", S[0]]], n + 1 <= m, n <= m),
    "an empty sum without proof": attack(
        [*assumed(hi <= lo), ["big_empty", Sum(f, lo, hi), S[0]]], eq(Sum(f, lo, hi), 0), hi <= lo
    ),
    "an empty product is 1": attack(
        [*assumed(hi < lo), ["big_empty", Prod(f, lo, hi), S[0]]], eq(Prod(f, lo, hi), 0), hi < lo
    ),
    "big_empty of a max": attack([*assumed(hi < lo), ["big_empty", top, S[0]]], eq(top, 1), hi < lo),
    "a step into nothing": attack(
        [*assumed(lo <= hi + 1), ["big_step", Sum(f, lo, hi), S[0]]],
        eq(Sum(f, lo, hi), Sum(f, lo, hi - 1) + f(hi)),
        lo <= hi + 1,
    ),
    "a step of a max": attack(
        [*assumed(lo <= hi), ["big_step", top, S[0]]], eq(top, Max(f, lo, hi - 1) * f(hi)), lo <= hi
    ),
    "a member below the range": attack(
        [*assumed(lo <= i + 1, i <= hi), ["max_ge", top, i, S[0], S[1]]], f(i) <= top, lo <= i + 1, i <= hi
    ),
    "a member above the range": attack(
        [*assumed(lo <= i, i <= hi + 1), ["max_ge", top, i, S[0], S[1]]], f(i) <= top, lo <= i, i <= hi + 1
    ),
    "a member of a sum": attack(
        [*assumed(lo <= i, i <= hi), ["max_ge", Sum(f, lo, hi), i, S[0], S[1]]],
        f(i) <= Sum(f, lo, hi),
        lo <= i,
        i <= hi,
    ),
    "a member that is no integer": attack(
        [*assumed(lo <= x, x <= hi), ["max_ge", Max(lambda j: j, lo, hi), x, S[0], S[1]]],
        x <= Max(lambda j: j, lo, hi),
        lo <= x,
        x <= hi,
    ),
    "a maximum of nothing": attack(
        [*assumed(lo <= hi + 1, below), ["max_le", top, y, S[0], S[1]]], top <= y, lo <= hi + 1, below
    ),
    "a bound on other members": attack(
        [*assumed(lo <= hi, every(lambda j: f(j) <= y, lo, hi - 1)), ["max_le", top, y, S[0], S[1]]],
        top <= y,
        lo <= hi,
        every(lambda j: f(j) <= y, lo, hi - 1),
    ),
    "exp log without sign": attack([*assumed(0 <= x), ["exp_log", S[0]]], eq(exp(log(x)), x), 0 <= x),
    "exp log of what is above y": attack([*assumed(y < x), ["exp_log", S[0]]], eq(exp(log(x)), x), y < x),
    "a choice without reason": attack(
        [*assumed(x <= y), ["ite_eq", ite(x < y, a, b), S[0]]], eq(ite(x < y, a, b), a), x <= y
    ),
    "a choice for no reason": attack(
        [*assumed(x <= y), ["ite_eq", ite(x < y, a, b), S[0]]], eq(ite(x < y, a, b), b), x <= y
    ),
    "a choice of the wrong branch": attack(
        [*assumed(x < y), ["ite_eq", ite(x < y, a, b), S[0]]], eq(ite(x < y, a, b), b), x < y
    ),
    "a choice of an unequal": attack(
        [*assumed(x <= y), ["ite_eq", ite(eq(x, y), a, b), S[0]]], eq(ite(eq(x, y), a, b), b), x <= y
    ),
    "|x| without a sign": attack([*assumed(x <= 1), ["abs_value", x, S[0]]], eq(absolute(x), -x), x <= 1),
    "|x| with the wrong sign": attack([*assumed(0 <= x), ["abs_value", x, S[0]]], eq(absolute(x), -x), 0 <= x),
    "induction without a base": attack(
        [
            *assumed(f(ONE) <= 0),
            ["cite", f(k + 1) <= 0, "?"],
            ["induction", hole(lambda t: f(t) <= 0, "Z"), NONE, k, S[0], S[1]],
        ],
        every(lambda t: imp(NONE <= t, f(t) <= 0)),
        f(ONE) <= 0,
    ),
    "induction that assumes too much": attack(
        [
            ["arith", tm.lt(-ONE, NONE), [[ONE, []]]],
            *assumed(k + 1 <= m),
            ["induction", hole(lambda t: t <= m, "Z"), m, k, ["f"], S[1]],
        ],
        forall("Z", imp(m <= J, m >= J)),
        k + 1 <= m,
    ),
    "induction with a fixed step": attack(
        [["arith", m <= m, []], *assumed(k + 1 <= m), ["induction", hole(lambda t: t <= m, "Z"), m, k, S[0], S[1]]],
        forall("Z", imp(m <= J, m >= J)),
        k + 1 <= m,
    ),
    "induction where k occurs": attack(
        [
            ["arith", NONE <= 0 * k, []],
            ["assume", k <= k + 0],
            ["arith", k + 1 <= k + 1, []],
            ["induction", hole(lambda t: t <= k, "Z"), k, k, S[1], S[2]],
        ],
        forall("Z", imp(k <= J, J <= k)),
    ),
    "induction over reals": attack(
        [*assumed(f(n) <= 0), ["induction", hole(lambda t: t <= y), x, y, S[0], S[0]]], f(n) <= 0, f(n) <= 0
    ),
    "a derivative through 1/x": attack(
        [["derivative", zero_of(lambda t: 1 / t), x, []]], derivative_of(lambda t: 1 / t, x, -1 / (x * x))
    ),
    "a derivative through log": attack(
        [*assumed(x < 0), ["derivative", zero_of(lambda t: log(t)), x, [S[0]]]],
        derivative_of(lambda t: log(t), x, 1 / x),
        x < 0,
    ),
    "a derivative through |x|": attack(
        [*assumed(0 < x), ["derivative", zero_of(lambda t: absolute(t)), x, [S[0]]]],
        derivative_of(lambda t: absolute(t), x, ONE),
        0 < x,
    ),
    "a derivative through a condition": attack(
        [["derivative", zero_of(lambda t: ite(t <= 0, t, 2 * t)), x, []]],
        derivative_of(lambda t: ite(t <= 0, t, 2 * t), x, ite(x <= 0, ONE, num(2))),
    ),
    "a derivative in a sum, one index known": attack(
        [*assumed(0 < x + f(ONE)), ["derivative", zero_of(lambda t: Sum(lambda j: log(t + f(j)), 1, n)), x, [S[0]]]],
        derivative_of(lambda t: Sum(lambda j: log(t + f(j)), 1, n), x, Sum(lambda j: 1 / (x + f(j)), 1, n)),
        0 < x + f(ONE),
    ),
    "a derivative of another function": attack([["derivative", parabola, x, []]], derivative_of(lambda t: t * t, x, x)),
    "a template that is not f = 0": attack(
        [["derivative", hole(lambda t: eq(t * t, t)), x, []]], derivative_of(lambda t: t * t, x, 2 * x)
    ),
    "a template over integers": attack(
        [["derivative", hole(lambda t: eq(t, 0), "Z"), x, []]], derivative_of(lambda t: t, x, ONE)
    ),
    "mean value on an empty interval": attack(
        [*assumed(a <= b, slope_on, less), ["mean_value", parabola, line, a, b, *S[:3]]],
        b * b - a * a <= y * (b - a),
        a <= b,
        slope_on,
        less,
    ),
    "mean value without a slope": attack(
        [*assumed(a < b, less, less), ["mean_value", parabola, line, a, b, *S[:3]]],
        b * b - a * a <= y * (b - a),
        a < b,
        less,
    ),
    "mean value of something else": attack(
        [*assumed(a < b, slope_on, less), ["mean_value", line, line, a, b, *S[:3]]],
        2 * b - 2 * a <= y * (b - a),
        a < b,
        slope_on,
        less,
    ),
    "mean value, another slope bounded": attack(
        [*assumed(a < b, slope_on, every(lambda j: x <= y)), ["mean_value", parabola, line, a, b, *S[:3]]],
        b * b - a * a <= y * (b - a),
        a < b,
        slope_on,
        every(lambda j: x <= y),
    ),
    "mean value, a bound that moves": attack(
        [
            *assumed(a < b, slope_on, forall("R", imp(a < Y, imp(Y < b, 2 * Y <= 2 * Y)))),
            ["mean_value", parabola, line, a, b, *S[:3]],
        ],
        b * b - a * a <= 2 * a * (b - a),
        a < b,
        slope_on,
    ),
    "mean value, bounded elsewhere": attack(
        [
            *assumed(a < b, slope_on, forall("R", imp(a < Y, imp(Y < z, 2 * Y <= y)))),
            ["mean_value", parabola, line, a, b, *S[:3]],
        ],
        b * b - a * a <= y * (b - a),
        a < b,
        slope_on,
        forall("R", imp(a < Y, imp(Y < z, 2 * Y <= y))),
    ),
    "a box without its variable": attack([["compute", x <= 1, [[y, "0", "1"]], ["leaf", 30]]], x <= 1),
    "a box twice": attack(
        [["compute", x <= 1, [[x, "0", "3"], [x, "0", "1"]], ["leaf", 30]]], x <= 1, tm.le(0, x), x <= 3
    ),
    "a box of a term": attack([["compute", ONE <= 1, [[x + 1, "0", "3"]], ["leaf", 30]]], ONE <= 1),
    "a box with a hole": attack(
        [["compute", x * (1 - x) < rational(1, 5), [[x, "0", "1"]], ["split", 0, "3/2", ["leaf", 30], ["leaf", 30]]]],
        x * (1 - x) < rational(1, 5),
        0 <= x,
        x <= 1,
    ),
    "a cut below": attack(
        [["compute", ONE <= x, [[x, "0", "2"]], ["split", 0, "-1", ["leaf", 30], ["leaf", 30]]]],
        ONE <= x,
        0 <= x,
        x <= 2,
    ),
    "a cut through an integer": attack(
        [
            [
                "compute",
                n * (1 - n) <= 0,
                [[n, "0", "1"]],
                ["split", 0, "1/2", ["each", 0, ["leaf", 30]], ["each", 0, ["leaf", 30]]],
            ]
        ],
        n * (1 - n) <= 0,
        0 <= n,
        n <= 1,
    ),
    "an integer not run through": attack([["compute", n <= 1, [[n, "0", "1"]], ["leaf", 30]]], n <= 1, 0 <= n, n <= 1),
    "all values of a real": attack(
        [["compute", x * (1 - x) <= 0, [[x, "0", "1"]], ["each", 0, ["leaf", 30]]]], x * (1 - x) <= 0, 0 <= x, x <= 1
    ),
    "all integers": attack([["compute", n <= n * n, [[n, "0", None]], ["each", 0, ["leaf", 30]]]], n <= n * n, 0 <= n),
    "1/x across 0": attack(
        [["compute", inv(x) <= 1, [[x, "-1", "1"]], ["leaf", 30]]], inv(x) <= 1, tm.le(-1 * ONE, x), x <= 1
    ),
    "log across 0": attack([["compute", log(x) <= x - 1, [[x, "-1", "1/2"]], ["leaf", 30]]], log(x) <= x - 1),
    "0 times infinity": attack([["compute", x * y <= 1, [[x, "0", "1"], [y, "0", None]], ["leaf", 30]]], x * y <= 1),
    "a range of halves": attack(
        [
            [
                "compute",
                imp(forall("Z", imp(rational(1, 2) <= J, imp(rational(1, 2) >= J, NONE > 0))), FALSE),
                [],
                ["leaf", 64],
            ]
        ],
        negation(forall("Z", imp(rational(1, 2) <= J, imp(rational(1, 2) >= J, NONE > 0)))),
    ),
    "a quantifier without an end": attack(
        [["compute", forall("Z", imp(NONE <= J, J <= 5)), [], ["leaf", 30]]], forall("Z", imp(NONE <= J, J <= 5))
    ),
    "a quantifier over reals": attack(
        [["compute", forall("R", imp(NONE <= Y, imp(Y <= 1, Y * (1 - Y) <= 0))), [], ["leaf", 30]]],
        forall("R", imp(NONE <= Y, imp(Y <= 1, Y * (1 - Y) <= 0))),
    ),
    "a derivative on a box": attack(
        [["compute", derivative_of(lambda t: t, NONE, NONE), [], ["leaf", 30]]], derivative_of(lambda t: t, NONE, NONE)
    ),
    "assume a number": attack([["assume", x]], x),
    "exp of a formula": attack([["exp_pos", x <= y]], x <= x),
    "a function by an inequality": attack(
        [["derivative", hole(lambda t: t <= 0), x, []]], derivative_of(lambda t: t, x, ONE)
    ),
    "big_step of a number": attack([*assumed(lo <= hi), ["big_step", x, S[0]]], x <= x),
    "a template of a relation": attack([*assumed(eq(x, y), x <= y), ["replace", S[0], x <= y, S[1]]], x <= x),
    "choice of a number": attack([*assumed(x <= y), ["ite_eq", x, S[0]]], x <= x),
    "exp log of an equation": attack([*assumed(eq(x, 1)), ["exp_log", S[0]]], eq(exp(log(x)), 1), eq(x, 1)),
    "mean value, no bound": attack(
        [*assumed(a < b, slope_on, a < b), ["mean_value", parabola, line, a, b, *S[:3]]],
        b * b - a * a <= y * (b - a),
        a < b,
    ),
    "mean value, half a bound": attack(
        [*assumed(a < b, slope_on, forall("R", imp(a < Y, 2 * Y <= y))), ["mean_value", parabola, line, a, b, *S[:3]]],
        b * b - a * a <= y * (b - a),
        a < b,
    ),
    "induction by two": attack(
        [
            ["cite", f(NONE) <= 0, "?"],
            ["cite", f(k + 2) <= 0, "?"],
            ["induction", hole(lambda t: f(t) <= 0, "Z"), NONE, k, S[0], S[1]],
        ],
        every(lambda t: imp(NONE <= t, f(t) <= 0)),
    ),
    "a derivative through a range": attack(
        [["derivative", zero_of(lambda t: Sum(f, 1, ite(t <= 0, ONE, num(2)))), x, []]],
        derivative_of(lambda t: Sum(f, 1, ite(t <= 0, ONE, num(2))), x, NONE),
    ),
    "no derivative on a box": attack(
        [["compute", negation(derivative_of(lambda t: t, NONE, ONE)), [], ["leaf", 30]]],
        negation(derivative_of(lambda t: t, NONE, ONE)),
    ),
    "induction over an expression": attack(
        [
            ["cite", f(NONE) <= 0, "?"],
            ["cite", f(n + 2) <= 0, "?"],
            ["induction", hole(lambda t: f(t) <= 0, "Z"), NONE, n + 1, S[0], S[1]],
        ],
        every(lambda t: imp(NONE <= t, f(t) <= 0)),
    ),
    "induction from a half": attack(
        [
            *assumed(rational(1, 2) <= k + 1, rational(1, 2) <= k),
            ["discharge", rational(1, 2) <= k, S[0]],
            ["induction", hole(lambda t: rational(1, 2) <= t), rational(1, 2), k, S[0], S[0]],
        ],
        x <= x,
    ),
    "generalize over a function that is fixed": attack(
        [*assumed(F(f) <= x), ["generalize", F, S[0]]], for_all(lambda h: h(f) <= x, F.sort), F(f) <= x
    ),
    "generalize over a function inside a function": attack(
        [*assumed(F(fun(lambda j: f(j + 1))) <= x), ["generalize", f, S[0]]],
        for_all(lambda h: F(fun(lambda j: h(j + 1))) <= x, VECTOR),
        F(fun(lambda j: f(j + 1))) <= x,
    ),
    "generalize over a λ": attack(
        [["arith", x <= x, []], ["generalize", fun(lambda j: j), S[0]]], for_all(lambda h: x <= x, "(Z>Z)")
    ),
    "a function of the old name": attack(
        [*assumed(x <= y), ["cite", f(n) <= x, "?"], ["generalize", tm.fn("f", 2, "R"), S[1]]],
        for_all(lambda h: h(n) <= x, VECTOR),
    ),
    "real values for integers": attack(
        [*assumed(for_all(lambda h: h(n) <= 0, "(Z>Z)")), ["specialize", S[0], f]],
        f(n) <= 0,
        for_all(lambda h: h(n) <= 0, "(Z>Z)"),
    ),
    "real values for integers, of a λ": attack(
        [*assumed(for_all(lambda h: h(n) <= 0, "(Z>Z)")), ["specialize", S[0], fun(lambda j: x)]],
        x <= 0,
        for_all(lambda h: h(n) <= 0, "(Z>Z)"),
    ),
    "integers by the reals of a λ": attack(
        [
            *assumed(every(lambda j: eq(p(j), x)), p(n) <= 0),
            ["replace", S[0], hole(lambda t: t(n) <= 0, "(Z>Z)"), S[1]],
        ],
        x <= 0,
        every(lambda j: eq(p(j), x)),
        p(n) <= 0,
    ),
    "real values for integers, instantiated": attack(
        [*assumed(P(p) <= 0), ["instantiate", S[0], [[P, mapped(lambda s: x, "(Z>Z)")]]]], x <= 0, x <= 0
    ),
    "a function of other arguments": attack(
        [*assumed(for_all(lambda h: h(n) <= 0, VECTOR)), ["specialize", S[0], u]],
        u(n) <= 0,
        for_all(lambda h: h(n) <= 0, VECTOR),
    ),
    "a function of wider arguments": attack(  # true, but no function is changed to fit
        [*assumed(for_all(lambda h: h(p) <= 0, "((Z>Z)>R)")), ["specialize", S[0], F]],
        F(p) <= 0,
        for_all(lambda h: h(p) <= 0, "((Z>Z)>R)"),
    ),
    "a function of narrower arguments": attack(
        [*assumed(for_all(lambda h: h(f) <= 0, F.sort)), ["specialize", S[0], tm.fn("Q", "(Z>Z)", "R")]],
        y <= y,
        for_all(lambda h: h(f) <= 0, F.sort),
    ),
    "a matrix for a vector": attack(
        [*assumed(for_all(lambda h: F(h) <= 0, VECTOR)), ["specialize", S[0], w]],
        F(f) <= 0,
        for_all(lambda h: F(h) <= 0, VECTOR),
    ),
    "a number for a function": attack(
        [*assumed(for_all(lambda h: h(n) <= 0, VECTOR)), ["specialize", S[0], x]],
        x <= 0,
        for_all(lambda h: h(n) <= 0, VECTOR),
    ),
    "a formula for a function": attack(
        [*assumed(for_all(lambda h: h(n) <= 0, VECTOR)), ["specialize", S[0], x <= y]],
        x <= 0,
        for_all(lambda h: h(n) <= 0, VECTOR),
    ),
    "an integer of a functional": attack(
        [*assumed(tm.lt(F(p), 1)), ["integer_step", S[0]]], F(p) + 1 <= 1, tm.lt(F(p), 1)
    ),
    "the transpose": attack(assumed(M(w) <= x), M(fun(lambda s, t: w(t, s), 2)) <= x, M(w) <= x),
    "the diagonal": attack(assumed(M(w) <= x), M(fun(lambda s, t: w(t, t), 2)) <= x, M(w) <= x),
    "a shift": attack(assumed(F(f) <= x), F(fun(lambda j: f(j + 1))) <= x, F(f) <= x),
    "twice a function": attack(assumed(F(f) <= x), F(fun(lambda j: 2 * f(j))) <= x, F(f) <= x),
    "the square of a function": attack(assumed(F(f) <= x), F(fun(lambda j: f(j) * f(j))) <= x, F(f) <= x),
    "a row that is fixed": attack(assumed(F(f) <= x), F(fun(lambda j: w(n, j))) <= x, F(f) <= x),
    "restricted to integers": attack(
        assumed(F(fun(lambda j: u(j))) <= x), F(fun(lambda j: u(2 * j))) <= x, F(fun(lambda j: u(j))) <= x
    ),
    "equal in a range": attack(
        [
            *assumed(every(lambda j: eq(f(j), g(j)), 1), F(f) <= x),
            ["replace", S[0], hole(lambda t: F(t) <= x, VECTOR), S[1]],
        ],
        F(g) <= x,
        every(lambda j: eq(f(j), g(j)), 1),
        F(f) <= x,
    ),
    "equal at one place": attack(
        [*assumed(eq(f(n), g(n)), F(f) <= x), ["replace", S[0], hole(lambda t: F(t) <= x, VECTOR), S[1]]],
        F(g) <= x,
        eq(f(n), g(n)),
        F(f) <= x,
    ),
    "equal on the diagonal": attack(
        [
            *assumed(every(lambda j: eq(w(j, j), 0)), M(w) <= x),
            ["replace", S[0], hole(lambda t: M(t) <= x, MATRIX), S[1]],
        ],
        M(fun(lambda s, t: num(0), 2)) <= x,
        every(lambda j: eq(w(j, j), 0)),
        M(w) <= x,
    ),
    "equal to the transpose": attack(
        [
            *assumed(hole(lambda s: hole(lambda t: eq(w(s, t), f(s)), "Z"), "Z"), M(w) <= x),
            ["replace", S[0], hole(lambda t: M(t) <= x, MATRIX), S[1]],
        ],
        M(fun(lambda s, t: f(t), 2)) <= x,
        hole(lambda s: hole(lambda t: eq(w(s, t), f(s)), "Z"), "Z"),
        M(w) <= x,
    ),
    "less, not equal": attack(
        [
            *assumed(every(lambda j: f(j) <= g(j)), F(f) <= x),
            ["replace", S[0], hole(lambda t: F(t) <= x, VECTOR), S[1]],
        ],
        F(g) <= x,
        every(lambda j: f(j) <= g(j)),
        F(f) <= x,
    ),
    "integers by reals": attack(
        [
            *assumed(every(lambda j: eq(p(j), f(j))), P(p) <= 0),
            ["replace", S[0], hole(lambda t: P(t) <= 0, "(Z>Z)"), S[1]],
        ],
        P(p) <= 0,
        P(p) <= 0,
    ),
    "functions of reals by their values at integers": attack(
        [
            *assumed(every(lambda j: eq(u(j), 0)), tm.fn("U", "(R>R)", "R")(u) <= x),
            ["replace", S[0], hole(lambda t: tm.fn("U", "(R>R)", "R")(t) <= x, "(R>R)"), S[1]],
        ],
        tm.fn("U", "(R>R)", "R")(mapped(lambda t: num(0), "R")) <= x,
        every(lambda j: eq(u(j), 0)),
        tm.fn("U", "(R>R)", "R")(u) <= x,
    ),
    "captured by ∀": attack(
        [
            *assumed(for_all(lambda t: F(fun(lambda j: f(j) + t)) <= t, "R")),
            ["instantiate", S[0], [[f, fun(lambda j: x)]]],
        ],
        for_all(lambda t: F(fun(lambda j: t + t)) <= t, "R"),
        for_all(lambda t: F(fun(lambda j: x + t)) <= t, "R"),
    ),
    "captured by λ": attack(
        [
            *assumed(F(fun(lambda j: w(n, j))) <= x),
            ["instantiate", S[0], [[w, fun(lambda s, t: F(fun(lambda l: f(l + s))), 2)]]],
        ],
        F(fun(lambda j: F(fun(lambda l: f(l + j))))) <= x,
        F(fun(lambda j: F(fun(lambda l: f(l + n))))) <= x,
    ),
    "absurd under something else": attack(
        [*assumed(negation(negation(x <= y)), negation(x <= y)), ["mp", S[0], S[1]], ["absurd", S[2], x < y]],
        x < y,
        negation(negation(x <= y)),
    ),
    "absurd drops the negation, not what it negates": attack(
        [*assumed(negation(x <= y), x <= y), ["mp", S[0], S[1]], ["absurd", S[2], x <= y]], x <= y
    ),
    "absurd under the converse": attack(
        [*assumed(y < x, negation(y < x)), ["mp", S[1], S[0]], ["absurd", S[2], x <= y]], x <= y, negation(y < x)
    ),
    "a supremum of nothing": attack(
        [*assumed(exists(lambda t: t <= x, "R"), above), ["supremum", hole(square), S[0], S[1]]],
        supremum_of(square),
        exists(lambda t: t <= x, "R"),
        above,
    ),
    "a supremum without a bound": attack(
        [
            *assumed(some, exists(lambda s: hole(lambda t: imp(t * t <= y, t <= s)), "R")),
            ["supremum", hole(square), S[0], S[1]],
        ],
        supremum_of(square),
        some,
        exists(lambda s: hole(lambda t: imp(t * t <= y, t <= s)), "R"),
    ),
    "a bound for each member": attack(
        [
            *assumed(some, hole(lambda t: exists(lambda s: imp(square(t), t <= s), "R"))),
            ["supremum", hole(square), S[0], S[1]],
        ],
        supremum_of(square),
        some,
        hole(lambda t: exists(lambda s: imp(square(t), t <= s), "R")),
    ),
    "a lower bound": attack(
        [
            *assumed(some, exists(lambda s: hole(lambda t: imp(square(t), s <= t)), "R")),
            ["supremum", hole(square), S[0], S[1]],
        ],
        supremum_of(square),
        some,
        exists(lambda s: hole(lambda t: imp(square(t), s <= t)), "R"),
    ),
    "a supremum of another set": attack(
        [*assumed(some, above), ["supremum", hole(lambda t: t <= x), S[0], S[1]]],
        supremum_of(lambda t: t <= x),
        some,
        above,
    ),
    "a supremum of integers": attack(
        [
            *assumed(exists(square, "Z"), exists(lambda s: hole(lambda t: imp(square(t), t <= s), "Z"), "Z")),
            ["supremum", hole(square, "Z"), S[0], S[1]],
        ],
        supremum_of(square),
        exists(square, "Z"),
        exists(lambda s: hole(lambda t: imp(square(t), t <= s), "Z"), "Z"),
    ),
    "a supremum of reals, by a template of integers": attack(
        [*assumed(some, above), ["supremum", hole(square, "Z"), S[0], S[1]]], supremum_of(square), some, above
    ),
    "a supremum that depends": attack(
        [["assume", some], ["assume", above], ["supremum", forall("R", tm.bv(1, "R") <= Y), S[0], S[1]]],
        supremum_of(square),
        some,
        above,
    ),
    "a supremum of a formula": attack(
        [*assumed(some, above), ["supremum", x <= y, S[0], S[1]]], supremum_of(square), some, above
    ),
    "a supremum that is a bound and less": attack(
        [*assumed(some, above), ["supremum", hole(square), S[0], S[1]]],
        exists(
            lambda s: [
                hole(lambda t: imp(square(t), t < s)),
                hole(lambda b: imp(hole(lambda t: imp(square(t), t <= b)), s <= b)),
            ],
            "R",
        ),
        some,
        above,
    ),
    "a derivative of any function": attack(
        [["derivative", zero_of(lambda t: u(t)), x, []]], derivative_of(lambda t: u(t), x, NONE)
    ),
    "a derivative through a functional": attack(
        [["derivative", zero_of(lambda t: F(fun(lambda j: t))), x, []]],
        derivative_of(lambda t: F(fun(lambda j: t)), x, NONE),
    ),
    "a function of functions on a box": attack(
        [["compute", for_all(lambda t: num(0) <= 1, VECTOR), [], ["leaf", 30]]], for_all(lambda t: num(0) <= 1, VECTOR)
    ),
    "a functional on a box": attack([["compute", F(f) <= F(f), [], ["leaf", 30]]], F(f) <= F(f)),
    "a function as a number": attack([["exp_pos", f]], 0 < exp(x)),
    "a function as a coefficient": attack([["arith", 0 * x <= 0, [[f, []]]]], 0 * x <= 0),
    "induction over functions": attack(
        [["cite", F(f) <= 0, "?"], ["induction", hole(lambda t: F(t) <= 0, VECTOR), NONE, k, S[0], S[0]]],
        for_all(lambda t: F(t) <= 0, VECTOR),
    ),
    "a later theorem": attack([["theorem", "later"]], FALSE),
    "itself": attack([["theorem", "forged"]], FALSE),
    "its own fact": attack([["mp", S[0], S[0]]], FALSE),
    "a rule that is none": attack([["believe", FALSE]], FALSE),
    "no steps": attack([], NONE <= 1),
}


@pytest.mark.parametrize("what", ATTACKS)
def test_attacks_are_refused(what: str) -> None:
    stored = forged(*ATTACKS[what])
    (verdict,) = checker.check([stored])
    assert not verdict.accepted
    assert verdict.reason
    assert not verdict.malformed  # refused by a guard, not by an accident
    with pytest.raises(tm.KernelError):
        replay(Theory(), stored)


def test_no_variable_is_bound_of_too_high_an_order() -> None:
    t, h = tm.fn("T", f"({F.sort}>R)", "R"), tm.fn("H", F.sort, "R")
    stored = forged([["cite", t(h) <= x, "?"], ["generalize", t, S[0]]], t(h) <= x)
    assert "nested more than 3 times" in checker.check([stored])[0].reason
    with pytest.raises(tm.KernelError, match="not sorts"):
        replay(Theory(), stored)


def test_a_function_of_an_index_that_moves_has_no_derivative() -> None:
    """The kernel unfolds a λ when it makes the term; in a file it may stand as it is."""
    rows = [
        ["bv", 0, "R"], ["num", 0, 1], ["le", 0, 1], ["num", 1, 1], ["ite", 2, 3, 1], ["bv", 0, "Z"], ["lam", 1, 5],
        ["app", 6, 4], ["eq", 7, 1], ["all", "R", 8], ["deriv", 7, 1, 1],
    ]  # fmt: skip
    stored = {"name": "t", "terms": rows, "steps": [["derivative", {"t": 9}, {"t": 1}, []]],
              "statement": {"hyps": [], "concl": 10}}  # fmt: skip
    (verdict,) = checker.check([stored])
    assert (verdict.accepted, verdict.malformed) == (False, False)
    with pytest.raises(tm.KernelError):
        replay(Theory(), stored)


def test_a_function_in_the_file_is_unfolded() -> None:
    """λi. Σ_{j=1}^{i} f_j, applied to n."""
    rows = [
        ["bv", 0, "Z"], ["fn", "f", 1, "R"], ["app", 1, 0], ["bv", 1, "Z"], ["var", "n", "Z"], ["num", 1, 1],
        ["sum", 5, 0, 2], ["lam", 1, 6], ["app", 7, 4], ["sum", 5, 4, 2], ["eq", 8, 9], ["bv", 0, "Z"],
    ]  # fmt: skip
    stored = {"name": "t", "terms": rows, "steps": [["arith", {"t": 10}, []]],
              "statement": {"hyps": [], "concl": 10}}  # fmt: skip
    assert checker.check([stored])[0].accepted
    replay(Theory(), stored)


def test_an_index_on_a_box_must_be_known() -> None:
    rows = [
        ["var", "x", "R"], ["num", 0, 1], ["le", 0, 1], ["num", 1, 1], ["ite", 2, 3, 1], ["bv", 0, "Z"], ["lam", 1, 5],
        ["app", 6, 4], ["le", 7, 3], ["num", -1, 1], ["le", 9, 0], ["le", 0, 3],
    ]  # fmt: skip
    stored = {"name": "t", "terms": rows, "statement": {"hyps": [10, 11], "concl": 8}}
    whole = ["compute", {"t": 8}, [[{"t": 0}, "-1", "1"]], ["leaf", 30]]
    (verdict,) = checker.check([{**stored, "steps": [whole]}])
    assert (verdict.accepted, verdict.malformed) == (False, False)
    cut = [*whole[:3], ["split", 0, "0", ["leaf", 30], ["split", 0, "1/2", ["leaf", 30], ["leaf", 30]]]]
    assert not checker.check([{**stored, "steps": [cut]}])[0].accepted  # at 0 both branches are met
    point = {**stored, "terms": [*rows, ["le", 0, 1]], "statement": {"hyps": [10, 12], "concl": 8}}
    left = ["compute", {"t": 8}, [[{"t": 0}, "-1", "0"]], ["leaf", 30]]
    assert checker.check([{**point, "steps": [left]}])[0].accepted


def test_variables_are_not_captured() -> None:
    total = Sum(lambda j: f(j) * x, 1, n)
    steps = [["arith", eq(total, x * Sum(f, 1, n)), []], ["instantiate", S[0], [[x, f(k)]]], ["generalize", k, S[1]]]
    right = every(lambda t: eq(Sum(lambda j: f(j) * f(t), 1, n), f(t) * Sum(f, 1, n)))
    captured = every(lambda t: eq(Sum(lambda j: f(j) * f(j), 1, n), f(t) * Sum(f, 1, n)))
    assert reader_says(forged(steps, right))
    assert not reader_says(forged(steps, captured))
    moved = [["instantiate", S[0], [[f, fun(lambda j: Sum(lambda s: f(s) * f(j), 1, j))]]]]
    inner = [["arith", eq(Sum(lambda j: f(j), 1, n) + 0, Sum(f, 1, n)), []], *moved]
    good = Sum(lambda j: Sum(lambda s: f(s) * f(j), 1, j), 1, n)
    assert reader_says(forged(inner, eq(good, good)))
    wrong = Sum(lambda j: Sum(lambda s: f(s) * f(s), 1, j), 1, n)
    steps = [*assumed(eq(Sum(lambda j: f(j), 1, n), y)), *moved]
    assert reader_says(forged(steps, eq(good, y), (eq(good, y),)))
    assert not reader_says(forged(steps, eq(wrong, y), (eq(good, y),)))


@pytest.mark.parametrize(
    "formula",
    [
        inv(x * m * m) <= z,
        inv(x * (m + y)) <= z,
        inv(x * x - y * x) <= z,
        inv(x * exp(y)) + inv(x * y + x * exp(-y)) <= z,
        inv(x * exp(y / 2) * exp(y / 2) - x * y) <= z,
        Sum(lambda j: inv(x * f(j)), 1, n) <= z,
        log(inv(x * absolute(y * x)) + inv(x * x * y)) <= exp(inv(x * y)),
    ],
    ids=lambda formula: str(formula)[:40],
)
def test_a_sum_put_into_a_divisor_is_the_sum_written_there(formula: Term) -> None:
    steps = [["cite", formula, "?"], ["instantiate", S[0], [[x, a + b]]]]
    stored = forged(steps, tm.substitute(formula, {x: a + b}))
    replay(Theory(), stored)
    assert reader_says(stored)


@pytest.mark.parametrize("p", [x / y + z / y, x * x * y - y * z * z, x * exp(y) - exp(2 * y)], ids=str)
def test_what_is_not_zero_divides_itself(p: Term) -> None:
    """The divisor is taken apart by the second checker alone, and none of its factors is zero."""
    stored = forged([*assumed(p < 0), ["arith", eq(p * inv(p), 1), [], [], [S[0]]]], eq(p * inv(p), 1), (p < 0,))
    replay(Theory(), stored)
    assert reader_says(stored)


def test_only_what_was_accepted_before_may_be_used() -> None:
    first, second = stored_samples()["sum_of_ones"], stored_samples()["applied"]
    assert [v.accepted for v in checker.check([first, second])] == [True, True]
    assert [v.accepted for v in checker.check([second, first])] == [False, True]
    assert [v.accepted for v in checker.check([first, first])] == [True, False]
    broken = {**first, "steps": first["steps"][:-1]}
    assert [v.accepted for v in checker.check([broken, second])] == [False, False]


def test_what_a_theorem_rests_on_is_shown() -> None:
    verdicts = {v.name: v for v in checker.check(stored_samples().values())}
    assert verdicts["admitted"].cited == ("Someone, 1900, theorem 1",)
    assert verdicts["admitted"].argued == ("as one sees",)
    assert verdicts["applied"].uses == ("sum_of_ones",)
    assert verdicts["box"].certified
    assert not verdicts["each"].certified
    assert len(verdicts["box"].hypotheses) == 3


# --- malformed input ----------------------------------------------------------------------------------------

TERMS = [
    ["num", 1, 0], ["num", 1.5, 1], ["num", True, 1], ["num", "1", 1], ["num", 1, 1, 0], [["num"], 1], "num", None, [],
    ["fn", "f", 17, "R"], ["fn", "f", "", "R"], ["fn", "f", True, "R"], ["fn", "f", 1, VECTOR], ["fn", "f", "Z>R", "R"],
    ["fn", "f", "(Z>B)", "R"], ["fn", "f", "(>R)", "R"], ["fn", "f", "(Z>)", "R"], ["fn", "f", "Z R", "R"],
    ["fn", "f", "Z)(Z", "R"], ["fn", "f", "(ZR)", "R"], ["fn", "f", VECTOR * 17, "R"], ["fn", "f", None, "R"],
    ["fn", "f", "(((Z>R)>R)>(Z>R))", "R"], ["fn", "f", f"({'(' + 'Z' * 16 + '>R)' * 6}>R)" * 3, "R"],
    ["fn", "f", "((((Z>R)>R)>R)>R)", "R"], ["bv", 0, "ZZ"], ["bv", 0, ""], ["bv", 0, 1], ["bv", 0, "(Z>R"],
    ["bv", 0, "(((" + "Z" * 16 + ">R)" * 200], ["all", "ZZ", 2], ["all", "", 2], ["all", 1, 2], ["all", "(Z>R))", 2],
    ["lam", "", 0], ["lam", 0, 0], ["lam", True, 0], ["lam", "Z" * 17, 0], ["lam", "B", 0], ["lam", 1, 2],
    ["var", "x;", "R"], ["var", "x\n", "R"], ["var", "x", "B"], ["var", 3, "R"], ["var", "x", 1], ["var", "x"],
    ["bv", -1, "Z"], ["bv", 0, "Q"], ["fn", "f", 0, "R"], ["fn", "f", 10**9, "R"], ["lam", "3", 0], ["all", "B", 0],
    ["system", 0], ["inv"], ["inv", 9], ["inv", -1], ["inv", True], ["abs", 0, 0], ["false", 0],
]  # fmt: skip


def holding(rows: list, *more: Any) -> Any:
    """A good proof of 0 <= 0 in whose table the rows stand too."""
    last = len(rows)
    rows = [*rows, ["num", 0, 1], ["le", last, last], *more]
    statement = {"hyps": [], "concl": last + 1}
    return {"name": "t", "terms": rows, "steps": [["assume", {"t": last + 1}]], "statement": statement}


@pytest.mark.parametrize("row", TERMS, ids=str)
def test_terms_that_are_none(row: Any) -> None:
    assert checker.check([holding([["num", 1, 1]])])[0].accepted
    (verdict,) = checker.check([holding([["num", 1, 1]], row)])
    assert verdict.reason.startswith("term 3: ")


ILL_SORTED = [
    [["var", "x", "R"], ["fn", "f", 1, "R"], ["app", 1, 0]],
    [["var", "n", "Z"], ["fn", "f", 1, "R"], ["app", 1, 0, 0]],
    [["var", "n", "Z"], ["app", 0, 0]],
    [["var", "x", "R"], ["sum", 0, 0, 0]],
    [["var", "n", "Z"], ["bv", 0, "R"], ["sum", 0, 0, 1]],
    [["var", "x", "R"], ["le", 0, 0], ["add", 0, 1]],
    [["var", "x", "R"], ["le", 0, 0], ["imp", 1, 1], ["ite", 2, 0, 0]],
    [["var", "x", "R"], ["le", 0, 0], ["le", 1, 0]],
    [["var", "x", "R"], ["imp", 0, 0]],
    [["bv", 0, "Z"], ["lam", 1, 0], ["var", "x", "R"], ["app", 1, 2]],
    [["fn", "f", 1, "R"], ["exp", 0]],
    [["fn", "f", 1, "R"], ["add", 0, 0]],
    [["fn", "f", 1, "R"], ["eq", 0, 0]],
    [["fn", "f", 1, "R"], ["lam", 1, 0]],
    [["fn", "f", 1, "R"], ["all", "R", 0]],
    [["fn", "f", 1, "R"], ["var", "n", "Z"], ["sum", 1, 0, 1]],
    [["fn", "f", 1, "R"], ["fn", "F", VECTOR, "R"], ["app", 1, 1]],
    [["fn", "f", 1, "R"], ["app", 0, 0]],
    [["fn", "f", 2, "R"], ["fn", "F", VECTOR, "R"], ["app", 1, 0]],
    [["fn", "u", "R", "R"], ["fn", "F", VECTOR, "R"], ["app", 1, 0]],  # takes more than it has to
    [["fn", "f", 1, "R"], ["fn", "U", "(R>R)", "R"], ["app", 1, 0]],  # takes less
    [["fn", "f", 1, "R"], ["fn", "P", "(Z>Z)", "R"], ["app", 1, 0]],
    [["fn", "P", "(Z>Z)", "R"], ["fn", "H", "((Z>R)>R)", "R"], ["app", 1, 0]],
    [["fn", "F", VECTOR, "R"], ["fn", "H", "((Z>Z)>R)", "R"], ["app", 1, 0]],
    [["var", "x", "R"], ["fn", "F", VECTOR, "R"], ["app", 1, 0]],
    [["var", "n", "Z"], ["bv", 0, "(Z>Z)"], ["app", 1, 0], ["lam", VECTOR, 2]],
    [["var", "n", "Z"], ["bv", 0, "(Z>Z)"], ["app", 1, 0], ["le", 2, 0], ["all", VECTOR, 3]],
    [["bv", 1, VECTOR], ["bv", 0, "Z"], ["app", 0, 1], ["lam", f"Z{VECTOR}", 2]],
    [["var", "x", "R"], ["le", 0, 0], ["lam", 1, 1]],
    [["var", "x", "R"], ["le", 0, 0], ["fn", "F", VECTOR, "R"], ["app", 2, 1]],
    [["var", "x", "R"], ["all", "R", 0]],
]


@pytest.mark.parametrize("rows", ILL_SORTED, ids=str)
def test_terms_that_are_ill_sorted(rows: list) -> None:
    (verdict,) = checker.check([holding(rows)])
    assert verdict.reason.startswith(f"term {len(rows) - 1}: ")


@pytest.mark.parametrize(
    "argument", [None, 3, "x", {"f": 0}, {"t": 99}, {"t": -1}, {"t": True}, {"x": 0}, {"t": 0, "f": 0}, [], {"t": "0"}]
)
def test_arguments_that_are_none(argument: Any) -> None:
    steps = [*stored_samples()["linear"]["steps"], ["exp_pos", argument]]
    (verdict,) = checker.check([{**stored_samples()["linear"], "steps": steps}])
    assert (verdict.accepted, verdict.step, verdict.malformed) == (False, len(steps) - 1, False)


def test_dangling_variables_and_too_much_nesting() -> None:
    loose = {
        "name": "t",
        "terms": [["bv", 0, "R"]],
        "steps": [["exp_pos", {"t": 0}]],
        "statement": {"hyps": [], "concl": 0},
    }
    assert "dangling" in checker.check([loose])[0].reason
    deep = {**loose, "terms": [["var", "x", "R"], *(["exp", i] for i in range(100_000))]}
    assert "deep" in checker.check([deep])[0].reason
    doubled = {
        **loose,
        "terms": [["num", 10, 1], *(["mul", i, i] for i in range(200))],
        "steps": [["exp_pos", {"t": 200}]],
    }
    assert "too long" in checker.check([doubled])[0].reason
    high = {**doubled, "terms": [["var", "x", "R"], *(["mul", i, i] for i in range(200)), ["inv", 200], ["inv", 201]],
            "steps": [["exp_pos", {"t": 202}]]}  # fmt: skip
    assert "too high" in checker.check([high])[0].reason


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The reader as a program by itself, where nothing of ours can be imported."""
    command = [sys.executable, "-I", str(SOURCE), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")


def test_the_program_stands_alone(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    good.write_text(json.dumps(list(stored_samples().values())))
    done = run(str(good), "--json")
    assert done.returncode == 2  # one of them is admitted
    assert all(v["accepted"] for v in json.loads(done.stdout))
    lines = tmp_path / "good.jsonl"
    lines.write_text("\n".join(map(json.dumps, stored_samples().values())))
    assert f"{len(WRITERS)} accepted, 0 refused" in run(str(lines), "--intervals", "mpmath").stdout
    imported = {
        line.split()[1].split(".")[0]
        for line in SOURCE.read_text().splitlines()
        if re.match(r"\s*(import|from)\s", line)
    }
    assert imported <= sys.stdlib_module_names | {"flint", "mpmath"}


MALFORMED = {
    "nothing": "", "not JSON": "[1,", "no theorem": "3", "no theorems": "[3, null]", "no terms": '[{"name": "t"}]',
    "deep": "[" * 200_000, "a long number": "[" + "9" * 10_000 + "]", "infinite": "[NaN]",
    "steps": '[{"name": "t", "terms": [], "steps": [3], "statement": {"hyps": [], "concl": 0}}]',
    "hyps": '[{"name": "t", "terms": [], "steps": [], "statement": {"hyps": 3, "concl": 0}}]',
    "code": "__import__('os').system('echo no')",
}  # fmt: skip


@pytest.mark.parametrize("what", MALFORMED)
def test_malformed_files(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(MALFORMED[what])
    assert checker.main([str(bad)]) == 3
    message = capsys.readouterr().err
    assert message.startswith("checker: ")
    assert message.count("\n") == 1


def test_exit_statuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps([forged(*ATTACKS["nothing strict"])]))
    assert checker.main([str(bad)]) == 1
    assert "step 1: arith: nothing strict" in capsys.readouterr().out
    assert checker.main([str(tmp_path / "missing.json")]) == 3
    bad.write_bytes(b"\xff\xfe\x00")
    assert checker.main([str(bad)]) == 3


# --- the library --------------------------------------------------------------------------------------------


def test_the_theorems_about_sums_are_accepted() -> None:
    """One chapter of the library, searched for here; what it uses of earlier chapters comes with it."""
    theory = Theory()
    stored = [s for chapter in (elementary.chapter, sums.chapter) for s in chapter.prove(theory)]
    verdicts = checker.check(json.loads(json.dumps(stored)))
    assert [(v.name, v.reason) for v in verdicts if not v.accepted] == []
    for v in verdicts:
        marks = theory.facts[v.name].provenance
        assert v.uses == tuple(sorted(name for kind, name in marks if kind == "uses"))
        assert v.cited == v.argued == ()
