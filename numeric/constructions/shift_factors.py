"""The factors that the shifts of Yun et al. need, found by running all sequences exactly.

The paper shifts an id by M = δ^(-d) times the spread and, last, by M^(n+1) times the greatest id (E.3). Here they are γ
and Γ, integers; ids are counted in units of δ, and a sequence of n distinct columns is a set of n ids from 0 to M − 1.
What holds for all sizes is in `proofs.papers.yun.beyond.smaller_factors`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations


def sweep(ids: Sequence[int], levels: int, factor: int) -> list[int]:
    """Run the levels 0, …, M − 1: at each, the ids equal to it are shifted by γ (max − min), repeatedly if needed.

    >>> sweep([0, 1, 2], 4, 4), sweep([0, 1], 4, 3)
    ([8, 29, 110], [15, 7])
    """
    state = list(ids)
    for v in range(levels):
        step = factor * (max(state) - min(state))
        state = [x + step if x == v else x for x in state]
    return state


@dataclass(frozen=True)
class Clash:
    """A sequence with two equal ids after the sweep, or two sequences with the same greatest id."""

    sequences: tuple[tuple[int, ...], ...]


def clash(big: int, n: int, factor: int) -> Clash | None:
    """Return a reason why no Γ gives a contextual mapping for this γ, or None if every large Γ does.

    >>> clash(8, 3, 4), clash(8, 3, 5)
    (Clash(sequences=((0, 6, 7), (1, 2, 7))), None)
    """
    seen: dict[int, tuple[int, ...]] = {}
    for ids in combinations(range(big), n):
        after = sweep(ids, big, factor)
        if len(set(after)) < n:
            return Clash((ids,))
        if max(after) in seen:
            return Clash((seen[max(after)], ids))
        seen[max(after)] = ids
    return None


def good_factors(big: int, n: int) -> list[int]:
    """Return the γ from 1 to M for which a contextual mapping is possible.

    >>> good_factors(7, 3), good_factors(7, 2)
    ([4, 5, 6, 7], [7])
    """
    return [factor for factor in range(1, big + 1) if clash(big, n, factor) is None]


def bad_last_factors(big: int, n: int, factor: int) -> list[int]:
    """Return, in order, the Γ >= 0 for which two sequences share an entry; ValueError if all do.

    l̃_j + Γ l̃_n = l̃'_k + Γ l̃'_n says that Γ is the quotient of l̃_j − l̃'_k and l̃'_n − l̃_n.

    >>> bad_last_factors(4, 2, 4)
    [8, 17]
    """
    after = [sweep(ids, big, factor) for ids in combinations(range(big), n)]
    bad = set()
    for s, t in combinations(after, 2):
        gap = max(t) - max(s)
        if gap == 0:
            raise ValueError(f"γ = {factor} gives two of the sequences the same greatest id")
        bad |= {(x - y) // gap for x in s for y in t if (x - y) % gap == 0}
    return sorted(b for b in bad if b >= 0)


def enough_for_last(big: int, n: int) -> int:
    """Return the Γ from which on all work for γ = M and n < M, found from the tables: the largest bad one plus 1.

    It is the greatest l̃_n − l̃_1 of a sequence that can be moved up by δ, at the ids 0, δ, …, (n − 2)δ, (M − 2)δ.

    >>> enough_for_last(4, 2)
    18
    """
    swept = sweep([*range(n - 1), big - 2], big, big)
    return swept[-1] - swept[0]
