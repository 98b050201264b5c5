"""Yun et al.: complete, proved, true at random small points, and false where it is said to be false."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from exact_terms import about_functions, holds, value

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof, ProofError
from proofs.checking.report import Report
from proofs.kernel.normal import key
from proofs.kernel.rules import Theory
from proofs.kernel.terms import Term
from proofs.language.notation import Eq
from proofs.papers.yun.appendix_c_proposition_5.approximation import bad_volume
from proofs.papers.yun.appendix_e3_lemma_8.last_shifted_id import final, lower_bound, upper_bound
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, GRID, lx, lx2, shifted
from proofs.papers.yun.beyond.lemma_10_exhaustive import closed_form, enumerate_lemma_10, swept
from proofs.papers.yun.vocabulary import M, delta, n, paper

SEARCHED = {"E.3", "E.3.1", "E.3.4"}  # sections whose claims have hypotheses that random points satisfy
OPEN_AS_PRINTED = {"Yun:lemma-6"}  # over all of R^(d×n)
FALSE_AS_PRINTED = {
    "Yun:E.1.4-distance", "Yun:E.2-cells", "Yun:E.3.1-reason", "Yun:E.3.1-10", "Yun:E.3.1-disjoint",
    "Yun:E.4-1", "Yun:F-3", "Yun:G.1-1", "Yun:G.1-cells", "Yun:G.2-sweep", "Yun:G.2-last",
    "Yun:E.4-composition", "Yun:slides-outside", "Yun:text-E.1-5", "Yun:H.3-bilinear",
}  # fmt: skip


# --- random points --------------------------------------------------------------------------------------------------


def row(entries: Sequence[Any]) -> Callable[[Any], Fraction]:
    """The sequence as a function of an index from 1, 0 outside."""
    return lambda k: Fraction(entries[int(k) - 1]) if 1 <= k <= len(entries) else Fraction(0)


class Drawn:
    """A function given by its known values, drawn ones elsewhere."""

    def __init__(self, other: Callable[[], Fraction]) -> None:
        self.entries: dict[tuple[int, ...], Fraction] = {}
        self.other = other

    def __call__(self, *index: Any) -> Fraction:
        return self.entries.setdefault(index, self.other())


def solve(a: Term, env: Mapping[str, Any], bound: tuple[Any, ...] = ()) -> None:
    """Give drawn functions the values that a hypothesis f(index) = …, for all indices in order, says."""
    if a.op == "all":
        low, rest = a.args[1].args
        lo, hi = (value(end, env, (None, *bound)) for end in (low.args[0], rest.args[0].args[1]))
        for i in range(int(lo), int(hi) + 1):
            solve(rest.args[1], env, (Fraction(i), *bound))
    elif a.op == "eq" and a.args[0].op == "app":
        f, *index = a.args[0].args
        if isinstance(env[f.args[0]], Drawn):
            env[f.args[0]].entries[tuple(value(i, env, bound) for i in index)] = value(a.args[1], env, bound)


def points(claim: Claim, rng: random.Random, tries: int) -> Iterator[dict[str, Any]]:
    """Random small points at which the hypotheses hold."""
    symbols = frozenset().union(claim.shows.free, *(g.free for g in claim.given))
    numeric = [g for g in claim.given if all(s.op == "var" for s in g.free)]
    for _ in range(tries):
        m, d = rng.choice([(2, 1), (2, 2), (3, 1)])
        big = m**d
        n = rng.randint(2, min(big, 3))
        x = sorted(rng.sample(range(big), n))
        digits = [rng.randrange(m) for _ in range(d)]
        reals = [Fraction(p, m) for p in range(-2, m)]
        known: dict[str, Any] = {
            "x": row(x),
            "x'": row(x if rng.random() < 0.4 else sorted(rng.sample(range(big), n))),
            "a": row(digits),
            "a'": row(digits if rng.random() < 0.5 else [rng.randrange(m) for _ in range(d)]),
            "y": lambda i, k, m=m, x=x: Fraction(x[int(k) - 1] // m ** int(i - 1) % m),
            "l": row([Fraction(v, 3) for v in sorted(rng.sample(range(-9, 9), n))]),
            "m": Fraction(m), "d": Fraction(d), "n": Fraction(n),
            "i": Fraction(rng.randint(1, 2)), "v": Fraction(rng.randrange(big)),
        }  # fmt: skip
        known |= {name: Fraction(rng.randint(1, n)) for name in "jkqr"}
        if any(s.op == "fn" and s.args[0] == "h" for s in symbols):  # what an equation says of x: encodings and ids h
            known["h"] = row([rng.randrange(big) for _ in range(n)])
            del known["x"]
        if any(s.op == "fn" and s.args[0] == "kappa" for s in symbols):  # column k has the κ_k-th id, each is of one
            order = rng.sample(range(1, n + 1), n)
            known["kappa"] = row(order)
            known["y"] = lambda i, k, m=m, x=x, order=order: Fraction(x[order[int(k) - 1] - 1] // m ** int(i - 1) % m)
        env = dict(known)
        for s in symbols:
            if s.args[0] not in known and s.op == "fn":
                env[s.args[0]] = Drawn(lambda reals=reals: rng.choice(reals))
            elif s.args[0] not in known:
                far = [] if s.sort == "Z" else [Fraction(10**6), Fraction(-(10**6)), Fraction(rng.randint(-8, 8), 2)]
                env[s.args[0]] = rng.choice([*far, Fraction(rng.randint(0, 1))])
        if all(holds(g, env) for g in numeric):
            for g in claim.given:
                solve(g, env)
            if all(holds(g, env) for g in claim.given):
                yield env


def claims(sections: frozenset[str] | None = None) -> dict[str, Claim]:
    out = {}
    for s in paper.statements.values():
        if sections is None or s.section in sections:
            out |= {c.by: c for c in (*s.printed, *s.corrected) if c.by}
    for constant in paper.constants:
        for c in (constant.needed_by, constant.sharp_by, constant.beyond):
            if c and c.by:
                out[c.by] = c
    return out


# --- the tests -----------------------------------------------------------------------------------------------------


def test_every_definition_or_claim_is_there() -> None:
    assert all(s.printed or s.defines or (s.corrected and s.narrower) for s in paper.statements.values())


def test_every_claim_is_proved(library_theory: Theory) -> None:
    for name, claim in claims().items():
        fact = library_theory.facts[name]
        assert key(fact.concl) == key(claim.shows), name
        assert fact.hyps.keys() <= {key(g) for g in claim.given}, name


def test_nothing_is_cited_or_argued(library_report: Report) -> None:
    own = [library_report.by_name[name] for name in paper.proofs]
    assert not [t.name for t in own if t.cited or t.argued]


def test_only_the_errata_are_without_proof() -> None:
    for s in paper.statements.values():
        unproved = {k for k, c in enumerate(s.printed) if c.by is None}
        assert unproved >= {e.claim for e in s.errata if e.search}, s.id
        open_ = s.id in OPEN_AS_PRINTED or bool(s.argued)
        assert bool(unproved) == (s.id in FALSE_AS_PRINTED or open_)  # open is declared
        assert all(c.by for c in s.corrected)


# What needs larger sizes is in test_yun_factors.
FACTORS = {c.by for id in ("factors", "two-columns") for c in paper.statements[f"Yun:E.3.1-{id}"].printed}
ALL_POINTS = {"Yun.lost_volume", "Yun.duplicates_rare"}  # they go through all grid points: below, at few of them


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in claims(frozenset(SEARCHED))
        if name not in FACTORS | ALL_POINTS and not about_functions(claims()[name].formula)
    ],
)
def test_claims_hold_at_random_points(name: str) -> None:
    claim = claims()[name]
    seen = 0
    for env in points(claim, random.Random(name), 250):
        assert holds(claim.shows, env), (name, env)
        seen += 1
        if seen == 4:
            break
    assert seen, f"no point satisfies the hypotheses of {name}"


@pytest.mark.parametrize("name", sorted(ALL_POINTS))
@pytest.mark.parametrize("m", [2, 3])
def test_two_columns_of_one_entry(name: str, m: int) -> None:
    claim, env = claims()[name], {"m": Fraction(m), "d": Fraction(1), "n": Fraction(2)}
    assert all(holds(g, env) for g in claim.given)
    assert holds(claim.shows, env)
    same_twice = value(bad_volume, env)
    assert same_twice == Fraction(1, m)


@pytest.mark.parametrize(
    ("statement", "m", "d", "n", "ids", "others"),
    [
        ("Yun:E.3.1-reason", 2, 1, 2, (0, 1), ()),
        ("Yun:E.3.1-10", 2, 1, 2, (0, 1), ()),
        ("Yun:E.3.1-disjoint", 3, 1, 2, (0, 1), (1, 2)),
    ],
)
def test_printed_errata_fail(
    statement: str, m: int, d: int, n: int, ids: tuple[int, ...], others: tuple[int, ...]
) -> None:
    s = paper.statements[statement]
    (erratum,) = s.errata
    claim = s.printed[erratum.claim]
    env = {"m": Fraction(m), "d": Fraction(d), "n": Fraction(n), "j": Fraction(n), "x": row(ids), "x'": row(others)}
    assert all(holds(g, env) for g in claim.given)
    assert not holds(claim.shows, env)


def test_the_lower_bound_needs_two_columns() -> None:
    env = {"m": Fraction(2), "d": Fraction(1), "n": Fraction(1), "x": row([0])}
    assert value(final, env) == 0
    assert not holds(lower_bound <= final, env)
    assert holds(final <= upper_bound, env)


def attempt(theory: Theory, goal: Term, *lemmas: str) -> None:
    p = Proof("tampered", theory)
    p.given(**GRID, **COLUMN)
    for lemma in lemmas:
        p.apply(lemma, label=lemma)
    p.have(goal, *lemmas, label="out")


CHAINS = {
    "lower": (("final_above_gaps", "gaps_telescope", "width_above"), lower_bound, final),
    "upper": (("final_below_gaps", "final_below_range", "largest_expanded", "expanded_is_upper"), final, upper_bound),
}  # fmt: skip


@pytest.mark.parametrize("which", CHAINS)
def test_tampered_bounds_are_not_derived(library_theory: Theory, which: str) -> None:
    lemmas, low, high = CHAINS[which]
    attempt(library_theory, low <= high, *lemmas)
    for tampered in (low < high, low + delta <= high, low * M <= high, Eq(low, high)):
        with pytest.raises(ProofError):
            attempt(library_theory, tampered, *lemmas)


def test_the_order_is_not_derived_for_the_first_column(library_theory: Theory) -> None:
    p = Proof("tampered", library_theory)
    p.given(**GRID, **COLUMN)
    p.apply("grid_increasing", label="l_order")
    with pytest.raises(ProofError, match="open"):
        p.apply("shift_order", l=lx, label="less")


def test_one_to_one_needs_the_range(library_theory: Theory) -> None:
    p = Proof("tampered", library_theory)
    p.given(**GRID, same=Eq(final, shifted(lx2, n)))
    with pytest.raises(ProofError, match="open"):
        p.apply("lemma_10_one_to_one", label="all")


def test_exhaustion() -> None:
    found = enumerate_lemma_10(limit=6_000)
    assert found.failures == ()
    assert found.sequences > 5_000
    assert {(2, 1, 2), (2, 2, 3), (2, 3, 4), (3, 2, 3)} <= {(c.m, c.d, c.n) for c in found.cases}


def test_exhaustion_agrees_with_the_terms() -> None:
    env = {"m": Fraction(2), "d": Fraction(2), "n": Fraction(3), "x": row([0, 2, 3])}
    assert swept((0, 2, 3), 4) == [closed_form((0, 2, 3), j, 4) for j in (1, 2, 3)]
    assert value(final, env) * 2 == closed_form((0, 2, 3), 3, 4)
    assert value(M, env) == 4
