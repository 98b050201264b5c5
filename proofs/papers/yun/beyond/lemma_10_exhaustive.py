"""Lemma 10 of Yun et al. by exhaustion: every increasing id sequence for all small (m, d, n), in exact integers.

Ids are counted in units of δ = 1/m, so a sequence is a subset of 0..M−1 with M = m^d. This is evidence for what
`proofs.papers.yun` proves for all m, d, n, from the layers themselves and not from the closed form.

>>> found = enumerate_lemma_10(limit=200)
>>> found.sequences, found.failures
(190, ())
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb

LARGEST = 16  # m^d at most


@dataclass(frozen=True)
class Case:
    """The results for one (m, d, n): the number of sequences, the least and greatest last shifted id in units of δ."""

    m: int
    d: int
    n: int
    sequences: int
    least: int
    greatest: int


@dataclass(frozen=True)
class Enumeration:
    """All cases, and the failures (m, d, n, ids, what), empty if the lemma holds."""

    cases: tuple[Case, ...]
    failures: tuple[tuple[int, int, int, tuple[int, ...], str], ...]

    @property
    def sequences(self) -> int:
        """The number of sequences that were run."""
        return sum(case.sequences for case in self.cases)


def swept(ids: Sequence[int], big: int) -> list[int]:
    """The ids after all layers v = 0, …, M − 1, each of which shifts the ids that are v by M (max − min)."""
    state = list(ids)
    for v in range(big):
        spread = max(state) - min(state)
        state = [own + big * spread if own == v else own for own in state]
    return state


def closed_form(ids: Sequence[int], j: int, big: int) -> int:
    """l_j + Σ_{k=1}^{j-1} M^k (l_{j-k} − l_{j-k+1}) + M^j (l_n − l_1), columns counted from 1."""
    l = [0, *ids]
    return l[j] + sum(big**k * (l[j - k] - l[j - k + 1]) for k in range(1, j)) + big**j * (l[-1] - l[1])


def sharp_range(n: int, big: int) -> tuple[int, int]:
    """The least and the greatest last shifted id, as proved, in units of δ."""
    least = (n - 1) * (big**n + 1) - (big**n - big) // (big - 1)
    return least, least + (big - n) * (big**n - big + 1)


def enumerate_lemma_10(limit: int = 40_000) -> Enumeration:
    """Run every increasing id sequence of every (m, d, n), n >= 2, smallest cases first, `limit` sequences at most.

    Confirms the closed form, the order, both bounds, the exact range and that l̃_n determines the ids.
    """
    sizes = [(m, d) for m in range(2, LARGEST + 1) for d in range(1, LARGEST.bit_length()) if m**d <= LARGEST]
    every = sorted((comb(m**d, n), m, d, n) for m, d in sizes for n in range(2, m**d + 1))
    cases: list[Case] = []
    failures: list[tuple[int, int, int, tuple[int, ...], str]] = []
    total = 0
    for count, m, d, n in every:
        total += count
        if total > limit:
            break
        big = m**d
        seen: dict[int, tuple[int, ...]] = {}
        for ids in combinations(range(big), n):
            shifted = swept(ids, big)
            last = shifted[-1]
            checks = {
                "closed form": shifted == [closed_form(ids, j, big) for j in range(1, n + 1)],
                "order": all(a < b for a, b in pairwise(shifted)),
                "lower bound": big ** (n - 1) * (big - 1) <= last,
                "upper bound": last <= big**n * (big - 1) - (big - 1) ** 2,
                "one to one": last not in seen,
            }
            seen[last] = ids
            failures += [(m, d, n, ids, what) for what, held in checks.items() if not held]
        case = Case(m, d, n, count, min(seen), max(seen))
        if (case.least, case.greatest) != sharp_range(n, big):
            failures.append((m, d, n, seen[case.least], "exact range"))
        cases.append(case)
    return Enumeration(tuple(cases), tuple(failures))
