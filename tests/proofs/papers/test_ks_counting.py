"""Lemma 2 by counting: the constant stands with nothing cited, and such directions are found where it says."""

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from proofs.checking.report import Report

WHOLE = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=2, max_size=3, unique=True)


def test_nothing_is_cited(ks_report: Report):
    [factor] = [c for c in ks_report.constants if c.id == "KS:lemma-2-factor"]
    needed = factor.needed
    assert needed.status == "proved"
    assert needed.evidence.keys() <= {"exact", "certified"}


@given(WHOLE)
def test_some_odd_vector_keeps_two_over_m_squared_d(points):
    """(zᵀx)² (m² d)² >= 4 ‖z‖² ‖x‖² for all differences x: in integers, over the vectors of the proof."""
    m, d = len(points), 2
    base = 2 * (m * (m - 1) // 2 // 2 + 1)
    entries = [2 * e - (base - 1) for e in range(base)]
    gaps = [(p[0] - q[0], p[1] - q[1]) for p, q in combinations(points, 2)]

    def keeps(z):
        size = z[0] ** 2 + z[1] ** 2
        return all((z[0] * x + z[1] * y) ** 2 * (m * m * d) ** 2 >= 4 * size * (x * x + y * y) for x, y in gaps)

    assert any(keeps(z) for z in product(entries, repeat=d))
