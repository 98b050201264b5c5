"""Yun, g_c is equivariant: the claims hold for runs of the network on matrices with permuted columns."""

import random
from fractions import Fraction

import pytest
from exact_terms import holds

from proofs.papers.yun.appendix_e3_lemma_8 import contextual_equivariance as equivariance


def run(rows: list[list[Fraction]], m: int) -> list[list[list[Fraction]]]:
    """The matrices before each level and after the last; ids that are on a level are shifted."""
    big, delta = m ** len(rows), Fraction(1, m)
    states = [[list(row) for row in rows]]
    for v in range(big):
        now = [list(row) for row in states[-1]]
        ids = [sum(m**i * row[k] for i, row in enumerate(now)) for k in range(len(now[0]))]
        for k, x in enumerate(ids):
            if abs(x - v * delta) < delta / 2:
                now[0][k] += big * (max(ids) - min(ids))
        states.append(now)
    return states


@pytest.mark.parametrize(
    "claim", [equivariance.sweep_equivariant, equivariance.contextual_equivariant], ids=lambda c: c.by
)
def test_claims_hold_for_permuted_columns(claim):
    rng = random.Random(claim.by)
    for m, d, n in [(2, 1, 2), (3, 1, 3), (2, 2, 3)]:
        rows = [[Fraction(rng.randrange(m), m) for _ in range(n)] for _ in range(d)]  # equal columns included
        order = rng.sample(range(n), n)
        one, two = run(rows, m), run([[row[k] for k in order] for row in rows], m)
        at = {
            "m": Fraction(m), "d": Fraction(d), "n": Fraction(n), "i": Fraction(1), "j": Fraction(n),
            "v": Fraction(rng.randint(1, m**d)), "pi": lambda k, order=order: Fraction(order[int(k) - 1] + 1),
            "W": lambda v, i, k, s=one: s[int(v)][int(i) - 1][int(k) - 1],
            "W'": lambda v, i, k, s=two: s[int(v)][int(i) - 1][int(k) - 1],
        }  # fmt: skip
        assert all(holds(g, at) for g in claim.given)
        assert holds(claim.shows, at)
        assert not holds(claim.shows, at | {"W'": lambda v, i, k, s=two: s[int(v)][int(i) - 1][int(k) - 1] + 1})
