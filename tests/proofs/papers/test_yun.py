"""Yun E.3, E.3.1, E.3.4: complete, proved, true at random small points, and false where it is said to be false."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from proofs.chapter import Claim
from proofs.kernel.normal import key
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import Term
from proofs.notation import eq
from proofs.papers import yun
from proofs.papers.yun import COLUMN, GRID, M, delta, final, lower_bound, lx, lx2, paper, shifted, upper_bound
from proofs.papers.yun_exhaustive import closed_form, enumerate_lemma_10, swept
from proofs.proof import Proof, ProofError

BEFORE = ("elementary", "sums", "powers", "integers")
INDEX = [
    *(f"E.3[{k}]" for k in range(1, 4)),
    *(f"E.3.1[{k}]" for k in range(1, 16)),
    "Lemma 10",
    "E.3.4[1]",
    "E.3.4[2]",
]
FALSE_AS_PRINTED = {"Yun:E.3.1-7", "Yun:E.3.1-10", "Yun:E.3.1-14"}


# --- exact evaluation, independent of the kernel's -----------------------------------------------------------------


def value(t: Term, env: Mapping[Term, Any], stack: tuple[Fraction, ...] = ()) -> Fraction:
    """A number at exact values of its variables and functions."""
    op, args = t.op, t.args
    if op == "num":
        return Fraction(*args)
    if op == "bv":
        return stack[args[0]]
    if op == "var":
        return env[t]
    if op == "app":
        return env[args[0]](*(int(value(a, env, stack)) for a in args[1:]))
    if op == "ite":
        return value(args[1] if holds(args[0], env, stack) else args[2], env, stack)
    if op in ("sum", "prod", "max"):
        lo, hi = (int(value(a, env, stack)) for a in args[:2])
        members = [value(args[2], env, (Fraction(i), *stack)) for i in range(lo, hi + 1)]
        if op == "max":
            return max(members)
        out = Fraction(op == "prod")
        for member in members:
            out = out + member if op == "sum" else out * member
        return out
    numbers = [value(a, env, stack) for a in args]
    if op == "add":
        return sum(numbers, Fraction(0))
    if op == "mul":
        out = Fraction(1)
        for number in numbers:
            out *= number
        return out
    assert op == "inv", op
    return 1 / numbers[0]


def ranged(body: Term, env: Mapping[Term, Any], stack: tuple[Fraction, ...]) -> tuple[range, Term]:
    """The range and the rest of ∀i. lo <= i → i <= hi → rest."""
    low, high = body.args[0], body.args[1].args[0]
    inside = (Fraction(0), *stack)
    return range(int(value(low.args[0], env, inside)), int(value(high.args[1], env, inside)) + 1), body.args[1].args[1]


def holds(a: Term, env: Mapping[Term, Any], stack: tuple[Fraction, ...] = ()) -> bool:
    """Whether a formula holds at exact values."""
    if a.op in ("le", "lt", "eq"):
        s, t = (value(x, env, stack) for x in a.args)
        return {"le": s <= t, "lt": s < t, "eq": s == t}[a.op]
    if a.op == "false":
        return False
    if a.op == "imp":
        return not holds(a.args[0], env, stack) or holds(a.args[1], env, stack)
    assert a.op == "all", a.op
    members, rest = ranged(a.args[1], env, stack)
    return all(holds(rest, env, (Fraction(i), *stack)) for i in members)


def table(entries: Mapping[tuple[int, ...], Any], other: Fraction = Fraction(0)) -> Callable[..., Fraction]:
    return lambda *index: Fraction(entries.get(index, other))


def solved(given: Sequence[Term], env: dict[Term, Any], names: Sequence[str]) -> None:
    """Give the named functions the values that equations f(index) = … among the hypotheses say, in order."""

    def visit(a: Term, stack: tuple[Fraction, ...]) -> None:
        if a.op == "all":
            members, rest = ranged(a.args[1], env, stack)
            for i in members:
                visit(rest, (Fraction(i), *stack))
        elif a.op == "eq" and a.args[0].op == "app" and a.args[0].args[0].args[0] in names:
            f, *index = a.args[0].args
            places = tuple(int(value(i, env, stack)) for i in index)
            known = dict(env[f].entries)
            known[places] = value(a.args[1], env, stack)
            env[f] = Solved(known, env[f].other)

    for a in given:
        visit(a, ())


class Solved:
    """A function given by its known values, drawn ones elsewhere."""

    def __init__(self, entries: Mapping[tuple[int, ...], Fraction], other: Callable[[], Fraction]) -> None:
        self.entries, self.other = dict(entries), other

    def __call__(self, *index: int) -> Fraction:
        return self.entries.setdefault(index, self.other())


def points(claim: Claim, rng: random.Random, tries: int) -> Iterator[dict[Term, Any]]:
    """Random small points at which the hypotheses hold."""
    symbols = frozenset().union(claim.shows.free, *(g.free for g in claim.given))
    for _ in range(tries):
        m, d = rng.choice([(2, 1), (2, 2), (3, 1)])
        big = m**d
        n = rng.randint(2, min(big, 3))
        x = sorted(rng.sample(range(big), n))
        x2 = x if rng.random() < 0.4 else sorted(rng.sample(range(big), n))
        columns = [[v // m**i % m for i in range(d)] for v in x]
        digits = [rng.randrange(m) for _ in range(d)]
        digits2 = digits if rng.random() < 0.5 else [rng.randrange(m) for _ in range(d)]
        reals = [Fraction(p, m) for p in range(-2, m)]
        ints = {"m": m, "d": d, "n": n, "i": rng.randint(1, 2), "v": rng.randrange(big)}
        vectors: dict[str, Any] = {
            "x": table({(k,): v for k, v in enumerate(x, 1)}),
            "x'": table({(k,): v for k, v in enumerate(x2, 1)}),
            "a": table({(k,): v for k, v in enumerate(digits, 1)}),
            "a'": table({(k,): v for k, v in enumerate(digits2, 1)}),
            "y": table({(i, k): v for k, c in enumerate(columns, 1) for i, v in enumerate(c, 1)}),
            "l": table({(k,): Fraction(v, 3) for k, v in enumerate(sorted(rng.sample(range(-9, 9), n)), 1)}),
        }
        env: dict[Term, Any] = {}
        for s in symbols:
            name = s.args[0]
            if s.op == "fn":
                env[s] = vectors.get(name) or Solved({}, lambda: rng.choice(reals))
            elif s.sort == "Z":
                env[s] = Fraction(ints.get(name, rng.randint(1, n) if name in "jkqr" else rng.randint(0, 1)))
            else:
                env[s] = rng.choice([Fraction(rng.randint(-8, 8), 2), Fraction(-(10**6)), Fraction(10**6)])
        solved(claim.given, env, ("s", "t", "T", "W"))
        if all(holds(g, env) for g in claim.given):
            yield env


def claims() -> dict[str, Claim]:
    out = {}
    for s in paper.statements.values():
        out |= {c.by: c for c in (*s.printed, *s.mended) if c.by}
    for constant in paper.constants:
        for c in (constant.needed_by, constant.sharp_by, constant.beyond):
            if c and c.by:
                out[c.by] = c
    return out


@pytest.fixture(scope="module")
def theory() -> Theory:
    """All theorems, searched for and replayed from what was stored."""
    searched, replayed = Theory(), Theory()
    for name in BEFORE:
        for stored in importlib.import_module(f"proofs.theorems.{name}").chapter.prove(searched):
            replay(replayed, stored)
    for stored in paper.prove(searched):
        replay(replayed, stored)
    return replayed


# --- the tests -----------------------------------------------------------------------------------------------------


def test_every_display_has_a_statement() -> None:
    covered = [i for s in paper.statements.values() for i in s.index]
    assert sorted(covered) == sorted(INDEX)
    assert all(s.printed for s in paper.statements.values())


def test_every_claim_is_proved_without_admissions(theory: Theory) -> None:
    for name, claim in claims().items():
        fact = theory.facts[name]
        assert key(fact.concl) == key(claim.shows), name
        assert fact.hyps.keys() <= {key(g) for g in claim.given}, name
    assert {kind for fact in theory.facts.values() for kind, _ in fact.marks} <= {"uses"}


def test_only_the_errata_are_without_proof() -> None:
    for s in paper.statements.values():
        unproved = {k for k, c in enumerate(s.printed) if c.by is None}
        assert unproved == {e.claim for e in s.errata if e.search}, s.id
        assert bool(unproved) == (s.id in FALSE_AS_PRINTED)
        assert all(c.by for c in s.mended)


@pytest.mark.parametrize("name", claims())
def test_claims_hold_at_random_points(name: str) -> None:
    claim = claims()[name]
    seen = 0
    for env in points(claim, random.Random(name), 250):
        assert holds(claim.shows, env), (name, {s.args[0]: v for s, v in env.items() if s.op == "var"})
        seen += 1
        if seen == 4:
            break
    assert seen, f"no point satisfies the hypotheses of {name}"


@pytest.mark.parametrize(
    ("statement", "m", "d", "n", "ids", "others"),
    [
        ("Yun:E.3.1-7", 2, 1, 2, (0, 1), ()),
        ("Yun:E.3.1-10", 2, 1, 2, (0, 1), ()),
        ("Yun:E.3.1-14", 3, 1, 2, (0, 1), (1, 2)),
    ],
)
def test_printed_errata_fail(
    statement: str, m: int, d: int, n: int, ids: tuple[int, ...], others: tuple[int, ...]
) -> None:
    s = paper.statements[statement]
    (erratum,) = s.errata
    claim = s.printed[erratum.claim]
    env = {yun.m: Fraction(m), yun.d: Fraction(d), yun.n: Fraction(n), yun.j: Fraction(n)}
    env[yun.x] = table({(k,): v for k, v in enumerate(ids, 1)})
    env[yun.x2] = table({(k,): v for k, v in enumerate(others, 1)})
    assert all(holds(g, env) for g in claim.given)
    assert not holds(claim.shows, env)


def test_the_lower_bound_needs_two_columns() -> None:
    env = {yun.m: Fraction(2), yun.d: Fraction(1), yun.n: Fraction(1), yun.x: table({(1,): 0})}
    assert value(final, env) == 0
    assert not holds(lower_bound <= final, env)
    assert holds(final <= upper_bound, env)


def attempt(theory: Theory, goal: Term, *lemmas: str) -> None:
    p = Proof("tampered", theory)
    p.given(**GRID, **COLUMN)
    for lemma in lemmas:
        p.apply(lemma, lemma)
    p.have("out", goal, *lemmas)


CHAINS = {
    "lower": (("final_above_gaps", "gaps_telescope", "width_above"), lower_bound, final),
    "upper": (("final_below_gaps", "final_below_range", "largest_expanded", "expanded_is_upper"), final, upper_bound),
}  # fmt: skip


@pytest.mark.parametrize("which", CHAINS)
def test_tampered_bounds_are_not_derived(theory: Theory, which: str) -> None:
    lemmas, low, high = CHAINS[which]
    attempt(theory, low <= high, *lemmas)
    for tampered in (low < high, low + delta <= high, low * M <= high, eq(low, high)):
        with pytest.raises(ProofError):
            attempt(theory, tampered, *lemmas)


def test_the_order_is_not_derived_for_the_first_column(theory: Theory) -> None:
    p = Proof("tampered", theory)
    p.given(**GRID, **COLUMN)
    p.apply("l_order", "grid_increasing")
    with pytest.raises(ProofError, match="open"):
        p.apply("less", "shift_order", l=lx)


def test_one_to_one_needs_the_range(theory: Theory) -> None:
    p = Proof("tampered", theory)
    p.given(**GRID, same=eq(final, shifted(lx2, yun.n)))
    with pytest.raises(ProofError, match="open"):
        p.apply("all", "lemma_10_one_to_one")


def test_exhaustion() -> None:
    found = enumerate_lemma_10(limit=6_000)
    assert found.failures == ()
    assert found.sequences > 5_000
    assert {(2, 1, 2), (2, 2, 3), (2, 3, 4), (3, 2, 3)} <= {(c.m, c.d, c.n) for c in found.cases}


def test_exhaustion_agrees_with_the_terms() -> None:
    env = {yun.m: Fraction(2), yun.d: Fraction(2), yun.n: Fraction(3), yun.x: table({(1,): 0, (2,): 2, (3,): 3})}
    assert swept((0, 2, 3), 4) == [closed_form((0, 2, 3), j, 4) for j in (1, 2, 3)]
    assert value(final, env) * 2 == closed_form((0, 2, 3), 3, 4)
    assert value(M, env) == 4
