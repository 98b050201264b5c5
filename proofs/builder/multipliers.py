"""Search for the multipliers of the arithmetic rule: goal = Σ λ · column, some λ >= 0 and the others free.

The search is exact (in rationals), deterministic, and untrusted: the kernel checks the multipliers.

`symbolic.linear_program` is another simplex: it maximises over free variables and certifies every answer. This one only
looks for a combination of sparse columns, and its order of pivots is in every stored proof.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from flint import fmpq

from proofs.kernel.work import WORK

Vector = Mapping[Any, fmpq]
Weights = dict[int, fmpq]
ZERO, ONE = fmpq(0), fmpq(1)


def _axpy(p: dict, q: Vector, c: fmpq) -> None:
    """p += c q, in place."""
    WORK.done += len(q)
    for m, v in q.items():
        s = p.get(m)
        s = c * v if s is None else s + c * v
        if s:
            p[m] = s
        else:
            p.pop(m, None)


def combine(
    goal: Vector, free: Sequence[Vector], signed: Sequence[Vector], prefer: Sequence[int] = ()
) -> tuple[Weights, Weights] | None:
    """Weights (of `free`, of `signed` >= 0) whose combination is the goal, or None.

    If `prefer` names signed columns, one of them must get a positive weight.
    """
    basis: dict[Hashable, tuple[dict, dict]] = {}  # pivot: row without the other pivots, its combination of `free`
    age: dict[Hashable, int] = {}

    def reduce(v: Vector, made: dict) -> dict:
        out = dict(v)
        for pivot in sorted([m for m in v if m in basis], key=age.__getitem__):
            row, how = basis[pivot]
            _axpy(out, row, -v[pivot])
            _axpy(made, how, -v[pivot])
        return out

    for k, column in enumerate(free):
        made: dict = {k: ONE}
        row = reduce(column, made)
        if row:
            pivot = min(row, key=lambda m: -len(m) if isinstance(m, frozenset) else 0)
            c = row[pivot]
            row, made = {m: v / c for m, v in row.items()}, {m: v / c for m, v in made.items()}
            for other, how in basis.values():
                d = other.get(pivot)
                if d is not None:
                    _axpy(other, row, -d)
                    _axpy(how, made, -d)
            age[pivot] = len(basis)
            basis[pivot] = row, made
    goal_made: dict = {}
    target = reduce(goal, goal_made)
    made_of: list[dict] = [{} for _ in signed]
    columns = [reduce(v, made) for v, made in zip(signed, made_of, strict=True)]
    weights = simplex(target, columns, prefer)
    if weights is None:
        return None
    # target = goal + Σ goal_made free, column_k = signed_k + Σ made_k free
    free_weights: dict = {}
    _axpy(free_weights, goal_made, fmpq(-1))
    for k, w in weights.items():
        _axpy(free_weights, made_of[k], w)
    return free_weights, weights


def simplex(target: Vector, columns: Sequence[Vector], prefer: Sequence[int] = ()) -> Weights | None:
    """Weights >= 0 with Σ w · column = target (Bland's rule, two phases), or None."""
    reached = set().union(*columns)
    if any(c and m not in reached for m, c in target.items()):
        return None
    chosen = set(prefer)
    if not chosen:
        return _solve(target, columns, chosen)
    # scaled so that the preferred weights have a sum > 0: maximise it, bounded by 1
    marker = object()
    bounded = [{**c, marker: ONE} if k in chosen else c for k, c in enumerate(columns)]
    found = _solve({**target, marker: ONE}, [*bounded, {marker: ONE}], chosen)
    if found is not None:
        found.pop(len(columns), None)
    if found is None or chosen.isdisjoint(found):
        found = _solve(target, columns, chosen)  # again without the bound of 1, which may be too tight
    return None if found is None or chosen.isdisjoint(found) else found


def _solve(target: Vector, columns: Sequence[Vector], prefer: set[int]) -> Weights | None:
    """Return the nonzero weights."""
    n = len(columns)
    rows = {m: i for i, m in enumerate(dict.fromkeys(m for v in (*columns, target) for m in v))}
    table = [[ZERO] * (n + 1) for _ in rows]
    for k, v in enumerate((*columns, target)):
        for m, c in v.items():
            table[rows[m]][k] = c
    table = [[-v for v in row] if row[n].p < 0 else row for row in table]
    WORK.done += (len(rows) * n) // 2
    basis = [n + i for i in range(len(table))]  # artificial variables
    cost = [-sum((row[j] for row in table if row[j]), ZERO) for j in range(n + 1)]
    second = [fmpq(-1) if j in prefer else ZERO for j in range(n + 1)]

    def pivot(r: int, j: int, objectives: list[list[fmpq]]) -> None:
        scale = table[r][j]
        pr = table[r] = [v / scale if v else v for v in table[r]]
        entries = [(i, v) for i, v in enumerate(pr) if v]
        WORK.done += (len(table) + n) // 2
        WORK.done += len(entries) * sum(bool(row[j]) for row in table) // 8
        for other in (*table, *objectives):
            f = other[j]
            if f and other is not pr:
                for i, v in entries:
                    other[i] -= f * v
        basis[r] = j

    def run(*objectives: list[fmpq]) -> None:
        for _ in range(5000):
            j = next((j for j, v in enumerate(objectives[0][:n]) if v and v.p < 0), None)
            if j is None:
                return
            ratios = [(row[n] / row[j], basis[i], i) for i, row in enumerate(table) if row[j] and row[j].p > 0]
            if not ratios:
                return
            pivot(min(ratios)[2], j, list(objectives))

    run(cost, second)
    if cost[n]:
        return None
    for r in range(len(table)):  # drive artificial variables out
        if basis[r] >= n:
            j = next((j for j in range(n) if table[r][j]), None)
            if j is not None:
                pivot(r, j, [second])
    kept = [r for r in range(len(table)) if basis[r] < n]
    table[:], basis[:] = [table[r] for r in kept], [basis[r] for r in kept]
    if prefer:
        run(second)
    return {b: row[n] for b, row in zip(basis, table, strict=True) if row[n]}
