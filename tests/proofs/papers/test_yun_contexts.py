"""Yun, the number of contexts: the terms count what Python counts, and every claim holds at small instances."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, perm

import pytest
from exact_terms import holds, value

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Theory
from proofs.kernel.terms import Term
from proofs.papers.yun.appendix_e3_lemma_8.last_layer import context
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import lx
from proofs.papers.yun.appendix_e4_lemma_9 import number_of_contexts as counted
from proofs.papers.yun.vocabulary import j, k, m, n, paper, x
from proofs.theorems.combinatorics import binomials
from proofs.theorems.combinatorics import combinations as chosen

SIZES = [(3, 1), (4, 2), (4, 3), (3, 3), (2, 3)]
GRIDS = [(2, 1, 2), (3, 1, 2), (2, 2, 3)]  # 1/δ, d, n


def row(entries: tuple[int, ...], start: int = 1) -> Callable[[Fraction], Fraction]:
    """The sequence as a function of an index."""
    return lambda i: Fraction(entries[int(i) - start])


def greedy(number: int, big: int, size: int) -> dict:
    """The sequence that the terms choose for a number, and what is left below each place."""
    left, ids = {size: Fraction(number)}, {}
    for i in range(size, 0, -1):
        at = {"r": left[i], "i": Fraction(i), "m": Fraction(big - 1)}
        ids[i] = value(chosen.greatest(*GREATEST), at)
        left[i - 1] = left[i] - comb(int(ids[i]), i)
    return {"n": Fraction(size), "x": ids.__getitem__, "rest": left.__getitem__}


GREATEST = chosen.r, chosen.i, m


def claims(statement: str) -> dict[str, Claim]:
    """The claims of a statement by the names of their proofs."""
    said = paper.statements[f"Yun:E.1.3-{statement}"]
    return {c.name: c for c in (*said.printed, *said.steps) if c.by}


def fits(claim: Claim, env: dict) -> bool:
    """Whether the instance has all that the claim speaks of, and meets its hypotheses."""
    names = {t.args[0] for f in (claim.shows, *claim.given) for t in f.free}
    return names <= env.keys() and all(holds(g, env) for g in claim.given)


def test_binomial_and_factorial_are_what_they_are_called() -> None:
    for a, b in product(range(6), repeat=2):
        at = {"m": Fraction(a), "k": Fraction(b)}
        assert value(binomials.binomial(m, k), at) == comb(a, b)
        assert value(binomials.falling(m, k), at) == perm(a, b)
        assert value(binomials.factorial(k), at) == factorial(b)


@pytest.mark.parametrize(("big", "size"), SIZES)
def test_ranks_are_the_numbers_below_the_binomial_coefficient(big: int, size: int) -> None:
    all_ = list(combinations(range(big), size))
    ranks = [value(chosen.rank(x, n), {"n": Fraction(size), "x": row(ids)}) for ids in all_]
    assert sorted(ranks) == list(range(comb(big, size)))
    for ids, rank in zip(all_, ranks, strict=True):
        found = greedy(int(rank), big, size)
        assert tuple(found["x"](i) for i in range(1, size + 1)) == ids


def sequences() -> Iterator[dict]:
    """Pairs of sequences, and numbers with what is chosen for them, just out of range too."""
    for big, size in SIZES:
        at = {"N": Fraction(big), "n": Fraction(size), "m": Fraction(big), "k": Fraction(size)}
        all_ = list(combinations(range(big), size))
        yield from ({**at, "x": row(ids), "x'": row(other)} for ids, other in product(all_[:4], repeat=2))
        yield from ({**at, **greedy(number, big, size)} for number in range(comb(big, size) + 1))


@pytest.mark.parametrize("claim", claims("sequences").values(), ids=lambda c: c.by)
def test_claims_about_sequences_hold(claim: Claim) -> None:
    met = [env for env in sequences() if fits(claim, env)]
    assert len(met) >= 10
    assert all(holds(claim.shows, env) for env in met)


def contexts(root: int, d: int, size: int) -> list[dict]:
    """All ids and places on a grid."""
    at = {"m": Fraction(root), "d": Fraction(d), "n": Fraction(size)}
    ids = combinations(range(root**d), size)
    return [{**at, "x": row(y), "j": Fraction(place)} for y in ids for place in range(1, size + 1)]


@pytest.mark.parametrize(("root", "d", "size"), GRIDS)
def test_numbers_count_the_contexts(root: int, d: int, size: int) -> None:
    all_ = contexts(root, d, size)
    count = size * comb(root**d, size)
    assert [value(counted.contexts, env) for env in all_[:1]] == [count]
    assert sorted(value(counted.number(x, j), env) for env in all_) == list(range(count))
    assert len({value(context(lx, j), env) for env in all_}) == count


def pairs() -> Iterator[dict]:
    """Pairs of contexts, and numbers with the ids that are chosen for them, just out of range too."""
    for root, d, size in GRIDS:
        all_ = contexts(root, d, size)
        for one, other in [*product(all_[:3], all_), *zip(all_, all_, strict=True)]:
            yield {**one, "x'": other["x"], "q": other["j"]}
        big, sizes = root**d, {name: all_[0][name] for name in "mdn"}
        for number in range(size * comb(big, size) + 1):
            yield {**sizes, "a": Fraction(number), **greedy(number // size, big, size)}


@pytest.mark.parametrize("claim", claims("contexts").values(), ids=lambda c: c.by)
def test_claims_about_contexts_hold(claim: Claim) -> None:
    met = [env for env in pairs() if fits(claim, env)]
    assert len(met) >= 10
    assert all(holds(claim.shows, env) for env in met)


TOO_STRONG: dict[str, Term] = {  # a claim and what is a little more than it says
    "number_low": counted.number(x, j) >= 1,
    "number_high": counted.number(x, j) <= counted.contexts - 2,
    "place_last": counted.place <= n - 1,
    "reached_last": x(n) <= counted.M - 2,
}


@pytest.mark.parametrize("name", TOO_STRONG)
def test_claims_say_no_less_than_they_could(name: str) -> None:
    claim = claims("contexts")[name]
    assert not all(holds(TOO_STRONG[name], env) for env in pairs() if fits(claim, env))


def test_ranks_need_the_order(library_theory: Theory) -> None:
    p = Proof("tampered", library_theory)
    p.given(**{label: g for label, g in chosen.WITHIN.items() if label != "order"})
    with pytest.raises(ProofError, match="open"):
        p.apply("sequence_rank_high", label="most")


NUMBERS = [(2, 0, 1, 2), (3, 3, 3), (0, 4, 1), (5,)]


@pytest.mark.parametrize("numbers", NUMBERS)
def test_an_index_of_each_number_that_is_taken(numbers: tuple[int, ...]) -> None:
    found = {w: max((e for e, x in enumerate(numbers, 1) if x == w), default=1) for w in range(1, 5)}
    at = {"K": Fraction(len(numbers)), "R": Fraction(4), "b": row(numbers)}
    laws = counted.chosen_indices(counted.tau)
    assert all(holds(law, at | {"tau": lambda w: Fraction(found[int(w)])}) for law in laws)
    for e, w in enumerate(numbers, 1):
        other = [k for k, x in enumerate(numbers, 1) if x != w]
        if 1 <= w <= 4 and other:
            worse = found | {w: other[0]}
            assert not holds(laws[2], at | {"tau": lambda w, worse=worse: Fraction(worse[int(w)])}), e
