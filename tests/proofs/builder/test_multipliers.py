"""The search for multipliers: what it finds is a combination, and it finds one if there is one."""

from __future__ import annotations

from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.builder.multipliers import combine, simplex

Sparse = dict[str, fmpq]
SETTINGS = settings(max_examples=150, derandomize=True)


def vector(**entries: int) -> Sparse:
    return {k: fmpq(v) for k, v in entries.items() if v}


def combined(weights: dict[int, fmpq], columns: list[Sparse]) -> Sparse:
    out: Sparse = {}
    for k, w in weights.items():
        for m, c in columns[k].items():
            out[m] = out.get(m, fmpq(0)) + w * c
    return {m: c for m, c in out.items() if c}


def total(p: Sparse, q: Sparse) -> Sparse:
    out = {m: p.get(m, fmpq(0)) + q.get(m, fmpq(0)) for m in p.keys() | q.keys()}
    return {m: c for m, c in out.items() if c}


vectors = st.dictionaries(st.sampled_from("abcd"), st.integers(-3, 3)).map(lambda d: vector(**d))


def test_small_cases() -> None:
    a, b = vector(x=1), vector(y=1)
    assert simplex(vector(x=2, y=3), [a, b]) == {0: 2, 1: 3}
    assert simplex(vector(x=-1), [a, b]) is None
    assert simplex({}, [a, b]) == {}
    assert simplex({}, []) == {}
    assert simplex(vector(x=1), []) is None
    assert combine(vector(x=-1), [a], []) == ({0: -1}, {})
    assert combine(vector(x=-1), [], [a]) is None
    assert combine(vector(x=1, y=-1), [vector(x=1, y=1)], [vector(x=1)]) == ({0: -1}, {0: 2})


def test_a_preferred_column_gets_a_positive_weight() -> None:
    a, b = vector(x=1), vector(x=2)
    for preferred in (0, 1):
        weights = simplex(vector(x=6), [a, b], [preferred])
        assert weights is not None
        assert weights[preferred] > 0
        assert combined(weights, [a, b]) == vector(x=6)
    assert simplex(vector(x=1), [a, vector(y=1)], [1]) is None
    cancelling = [vector(x=1), vector(y=1), vector(y=-1)]
    weights = simplex(vector(x=1), cancelling, [1])
    assert weights is not None
    assert weights[1] > 0
    assert combined(weights, cancelling) == vector(x=1)
    big = simplex(vector(x=100), [vector(x=1)], [0])
    assert big == {0: 100}


@SETTINGS
@given(st.lists(vectors, max_size=4), st.lists(vectors, max_size=5), st.data())
def test_a_combination_that_exists_is_found(free: list[Sparse], signed: list[Sparse], data: Any) -> None:
    made: Sparse = {}
    for v in free:
        w = data.draw(st.integers(-3, 3))
        made = total(made, combined({0: fmpq(w)}, [v]))
    for v in signed:
        w = data.draw(st.integers(0, 3))
        made = total(made, combined({0: fmpq(w)}, [v]))
    found = combine(made, free, signed)
    assert found is not None
    assert total(combined(found[0], free), combined(found[1], signed)) == made
    assert all(w > 0 for w in found[1].values())


@SETTINGS
@given(vectors, st.lists(vectors, max_size=3), st.lists(vectors, max_size=4), st.sets(st.integers(0, 3)))
def test_what_is_found_is_a_combination(
    goal: Sparse, free: list[Sparse], signed: list[Sparse], prefer: set[int]
) -> None:
    chosen = sorted(k for k in prefer if k < len(signed))
    found = combine(goal, free, signed, chosen)
    if found is not None:
        assert total(combined(found[0], free), combined(found[1], signed)) == goal
        assert all(w >= 0 for w in found[1].values())
        assert not chosen or any(found[1].get(k, 0) > 0 for k in chosen)


@pytest.mark.parametrize("size", [3, 8])
def test_degenerate_problems_end(size: int) -> None:
    columns = [vector(**{f"r{i}": (1 if i <= k else -1) for i in range(size)}) for k in range(size)]
    columns += [vector(**{f"r{i}": 0 for i in range(size)})] * 3
    target = combined({k: fmpq(1) for k in range(size)}, columns)
    weights = simplex(target, columns)
    assert weights is not None
    assert combined(weights, columns) == target
