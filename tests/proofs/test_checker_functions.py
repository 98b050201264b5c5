"""A model of the second checker's values: functions of any order are programs, and a term means what its value does.

Random terms, as a file may have them (a λ that is applied is not unfolded there), are run as programs, and so are the
values that the checker makes of them, before and after replacements. The kernel's normal form of a term has to have
the same value in the checker.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import prod
from typing import Any

from proofs import checker
from proofs.checker import ATOMS, Node, Value, node_of, sorts
from proofs.kernel import terms as tm
from proofs.kernel.normal import canonical
from proofs.kernel.store import Writer

SORTS = [
    "Z", "R", "(Z>R)", "(Z>Z)", "(R>R)", "((Z>R)>R)", "((Z>R)Z>R)", "((R>R)R>R)", "((ZZ>R)ZZ>Z)", "(((Z>R)>R)R>R)",
]  # fmt: skip
SHORT = 7  # members of a sum that are added up
Program = Any  # a Fraction, or a function of programs


class _TooLarge(ArithmeticError):
    """A number or a range that is not worth the time."""


def free(name: str, sort: str) -> Node:
    """A variable for numbers or functions."""
    if sort in ("Z", "R"):
        return node_of("var", (name, sort), ())
    return node_of("fn", (name, sort[1:-3], sort[-2]), ())


FREE = {sort: [free(f"v{k}_{j}", sort) for j in range(2)] for k, sort in enumerate(SORTS)}


# --- programs --------------------------------------------------------------------------------------------------------


def element(sort: str, rng: random.Random) -> Program:
    """A number or a function of the sort: what a function does with functions depends on some of their values."""
    if sort in ("Z", "R"):
        return Fraction(rng.randint(-4, 4), 1 if sort == "Z" else rng.randint(1, 3))
    probes = [None if s in ("Z", "R") else [element(t, rng) for t in sorts(s[1:-3])] for s in sorts(sort[1:-3])]
    weights, seed = [rng.randint(-2, 2) for _ in probes], rng.random()

    def run(*given: Program) -> Fraction:
        total = sum(
            (w * (x if p is None else x(*p)) for w, p, x in zip(weights, probes, given, strict=True)), Fraction(1, 2)
        )
        drawn = random.Random(f"{seed} {total}")
        return Fraction(drawn.randint(-5, 5), 1 if sort[-2] == "Z" else drawn.randint(1, 3))

    return run


def combined(op: str, parts: list[Fraction]) -> Fraction:
    """The number that an operator makes of others."""
    if op == "inv":
        return 1 / parts[0] if parts[0] else parts[0]
    if op == "abs":
        return abs(parts[0])
    out = (
        sum(parts, Fraction(0))
        if op in ("add", "sum")
        else prod(parts)
        if op in ("mul", "prod")
        else max(parts, default=0)
    )
    if max(out.numerator.bit_length(), out.denominator.bit_length()) > 500:
        raise _TooLarge
    return Fraction(out)


def members(lo: Fraction, hi: Fraction) -> list[Fraction]:
    """The integers of a range."""
    if hi - lo > SHORT:
        raise _TooLarge
    return [Fraction(k) for k in range(int(lo), int(hi) + 1)]


def meaning(node: Node, of: Mapping[Node, Program], bound: tuple[Program, ...] = ()) -> Program:
    """A term of a file as a program."""
    op, kids = node.op, node.kids
    if op == "num":
        return Fraction(*node.plain)
    if op in ("var", "fn"):
        return of[node]
    if op == "bv":
        return bound[node.plain[0]]
    if op == "lam":
        return lambda *given: meaning(kids[0], of, (*reversed(given), *bound))
    if op in ("le", "lt", "eq"):
        s, t = (meaning(kid, of, bound) for kid in kids)
        return s <= t if op == "le" else s < t if op == "lt" else s == t
    if op == "ite":
        return meaning(kids[1 if meaning(kids[0], of, bound) else 2], of, bound)
    if op in ("sum", "prod", "max"):
        ends = (meaning(kid, of, bound) for kid in kids[:2])
        return combined(op, [meaning(kids[2], of, (i, *bound)) for i in members(*ends)])
    if op == "app":
        f, *given = (meaning(kid, of, bound) for kid in kids)
        return f(*given)
    return combined(op, [meaning(kid, of, bound) for kid in kids])


def run(value: Value, of: Mapping[int, Program]) -> Program:
    """A value of the checker as a program; `of` gives its variables by their atoms."""
    if isinstance(value, int):
        return run_atom(value, of)
    return combined(
        "add", [combined("mul", [Fraction(c), *(raised(run_atom(a, of), e) for a, e in m)]) for m, c in value]
    )


def raised(x: Fraction, e: Any) -> Fraction:
    """A power."""
    if abs(e) * max(x.numerator.bit_length(), x.denominator.bit_length()) > 500:
        raise _TooLarge
    return Fraction(x ** int(e))


def run_atom(a: int, of: Mapping[int, Program]) -> Program:
    """An atom as a program."""
    tag, args, *_ = ATOMS[a]
    if tag in ("var", "bound", "hole"):
        return of[a]
    if tag == "lam":
        names = checker.bound_names(*args[:2])
        return lambda *given: run(args[2], {**of, **dict(zip(names, given, strict=True))})
    if tag == "app":
        f, *given = (run(x, of) for x in args)
        return f(*given)
    if tag == "ite":
        gap = run(args[1], of)
        held = gap >= 0 if args[0] == "le" else gap > 0 if args[0] == "lt" else gap == 0
        return run(args[2 if held else 3], of)
    if tag in ("sum", "prod", "max"):
        (name,) = checker.bound_names("Z", args[2])
        return combined(tag, [run(args[3], {**of, name: i}) for i in members(run(args[0], of), run(args[1], of))])
    return combined(tag, [run(args[0], of)])


# --- random terms ----------------------------------------------------------------------------------------------------


def grown(sort: str, around: tuple[str, ...], size: int, rng: random.Random) -> Node:
    """A term of the sort under binders of these sorts, the innermost first."""
    near = [node_of("bv", (k, s), ()) for k, s in enumerate(around) if s == sort]
    if sort[0] == "(":
        if size <= 1 or rng.random() < 0.4:
            return rng.choice([*FREE.get(sort, []), *near, *near] or [abstraction(sort, around, 1, rng)])
        return abstraction(sort, around, size - 1, rng)
    if size <= 1:
        number = node_of("num", (rng.randint(-3, 3), 1 if sort == "Z" else rng.randint(1, 3)), ())
        return rng.choice([number, *FREE[sort], *near, *near])
    if sort == "R" and rng.random() < 0.15:
        return grown("Z", around, size, rng)
    kind = rng.choice(
        ["app"] * 6 + ["lam", "lam", "add", "mul", "ite", "abs", "sum", "prod", "max"] + ["inv"] * (sort == "R")
    )
    if kind in ("app", "lam"):
        takes = rng.choice([s for s in SORTS if s[0] == "(" and s[-2] == sort])
        heads = [*FREE[takes], *(node_of("bv", (k, s), ()) for k, s in enumerate(around) if s == takes)]
        f = rng.choice(heads) if kind == "app" else abstraction(takes, around, size // 2, rng)
        return node_of("app", (), (f, *(grown(s, around, size // 2, rng) for s in sorts(takes[1:-3]))))
    if kind == "ite":
        test = node_of(rng.choice(["le", "lt", "eq"]), (), tuple(grown("R", around, size // 3, rng) for _ in "st"))
        return node_of("ite", (), (test, *(grown(sort, around, size // 2, rng) for _ in "st")))
    if kind in ("sum", "prod", "max"):
        lo = grown("Z", around, 1, rng)
        length = node_of("num", (rng.randint(-2, 3), 1), ())
        hi = node_of("add", (), (lo, length)) if rng.random() < 0.5 else grown("Z", around, 1, rng)
        return node_of(kind, (), (lo, hi, grown(sort, ("Z", *around), size // 2, rng)))
    width = 1 if kind in ("inv", "abs") else 2
    return node_of(kind, (), tuple(grown(sort, around, size // width, rng) for _ in range(width)))


def abstraction(sort: str, around: tuple[str, ...], size: int, rng: random.Random) -> Node:
    """A λ of the sort; one in three has the values of a function at its own variables, perhaps in another order."""
    takes = sorts(sort[1:-3])
    inside = (*reversed(takes), *around)
    if rng.random() < 0.3:
        own = [node_of("bv", (len(takes) - 1 - k, s), ()) for k, s in enumerate(takes)]
        if rng.random() < 0.3:
            own = [rng.choice([x for x in own if x.sort == y.sort]) for y in own]
        f = grown(rng.choice([sort, "(R>R)" if sort == "(Z>R)" else sort]), inside, size - 1, rng)
        body = node_of("app", (), (f, *own))
    else:
        body = grown(sort[-2], inside, size, rng)
    return node_of("lam", (sort[1:-3] if sort[1:-3].strip("Z") else len(takes),), (body,))


def samples(seed: int, number: int) -> list[tuple[random.Random, dict[Node, Program], Node]]:
    """Terms, with values of their variables."""
    out = []
    for k in range(number):
        rng = random.Random(f"{seed} {k}")
        node = grown(rng.choice("ZR"), (), rng.randint(2, 16), rng)
        out.append((rng, {x: element(sort, rng) for sort, xs in FREE.items() for x in xs}, node))
    return out


def atoms(of: Mapping[Node, Program]) -> dict[int, Program]:
    return {checker.name_of(checker.value(x)): program for x, program in of.items()}


def agreeing(number: int, least: int, check: Callable[..., None], seed: int) -> None:
    """The check holds of that many terms, and of few of them it cannot be told."""
    told = 0
    for rng, of, node in samples(seed, number):
        checker._work[0] = 0
        try:
            check(rng, of, node)
        except (_TooLarge, checker.Refused, tm.KernelError, OverflowError):
            continue
        told += 1
    assert told >= least, told


# --- what has to hold ------------------------------------------------------------------------------------------------


def test_a_value_means_what_the_term_says() -> None:
    def check(rng: random.Random, of: dict[Node, Program], node: Node) -> None:
        before = meaning(node, of)
        assert run(checker.evaluate(node), atoms(of)) == before
        assert node.sort == "R" or before.denominator == 1

    agreeing(2000, 1800, check, 1)


def variables(node: Node) -> set[Node]:
    """The free variables of a term."""
    return {node} if node.op in ("var", "fn") else set[Node]().union(*map(variables, node.kids))


def replaced(rng: random.Random, of: dict[Node, Program], node: Node) -> tuple[Node, Node, Value, Value]:
    """A variable, a term for it, and the value of a term before and after the replacement."""
    old = rng.choice(sorted(variables(node), key=lambda x: str(x.plain)) or FREE["Z"])
    new = grown(old.sort, (), rng.randint(1, 6), rng)
    before = checker.evaluate(node)
    return old, new, before, checker.Put({checker.name_of(checker.value(old)): checker.value(new)}).poly(before)


def test_a_replacement_means_what_it_says() -> None:
    def check(rng: random.Random, of: dict[Node, Program], node: Node) -> None:
        old, new, before, after = replaced(rng, of, node)
        assert run(after, atoms(of)) == meaning(node, {**of, old: meaning(new, of)})
        # the same by way of a quantifier
        x = checker.value(old)
        general = checker.bind(x, checker.form("le", checker.ZERO, before))
        assert checker.name_of(x) not in general.free
        assert checker.instance(general, checker.value(new)).args[1] == after

    agreeing(2000, 1800, check, 2)


def test_the_kernel_and_the_checker_agree() -> None:
    """What the kernel makes of a term, replaces in it and binds has the value that the checker has for it."""

    def check(rng: random.Random, of: dict[Node, Program], node: Node) -> None:
        t = in_the_kernel(node)
        value = checker.evaluate(node)
        assert read(t) == read(canonical(t)) == value
        old, new, _, after = replaced(rng, of, node)
        assert read(tm.substitute(t, {in_the_kernel(old): in_the_kernel(new)})) == after
        x = in_the_kernel(old)
        general = tm.forall(old.sort, tm.abstract(tm.le(0, t), [x]))
        assert read(general) is checker.bind(checker.value(old), checker.form("le", checker.ZERO, value))

    agreeing(1000, 900, check, 3)


def in_the_kernel(node: Node) -> Any:
    """The kernel's term."""
    return tm.MAKERS[node.op](*node.plain, *map(in_the_kernel, node.kids))


def read(t: tm.Term) -> Any:
    """The value of a kernel's term."""
    writer = Writer()
    place = writer.term(t)
    return checker.evaluate(checker.read_table(writer.rows)[place])
