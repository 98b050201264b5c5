"""Search for the multipliers of the arithmetic rule: goal = Σ λ · column, some λ >= 0 and the others free.

Exact throughout (rationals), deterministic, and not trusted: what it finds goes through the kernel.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from flint import fmpq

Vector = Mapping[Any, fmpq]
Weights = dict[int, fmpq]


def _axpy(p: dict, q: Mapping, c: fmpq) -> None:
    """p += c q, in place."""
    for m, v in q.items():
        s = p.get(m, 0) + c * v
        if s == 0:
            p.pop(m, None)
        else:
            p[m] = s


def combine(
    goal: Vector, free: Sequence[Vector], signed: Sequence[Vector], prefer: Sequence[int] = ()
) -> tuple[Weights, Weights] | None:
    """Weights (of `free`, of `signed` >= 0) whose combination is the goal, or None.

    If `prefer` names signed columns, one of them must get a positive weight.
    """
    basis: list[tuple[Hashable, dict, dict]] = []  # pivot, reduced vector, how it is made from `free`

    def reduce(v: Mapping, made: dict) -> dict:
        out = dict(v)
        for pivot, row, how in basis:
            c = out.get(pivot)
            if c is not None:
                _axpy(out, row, -c)
                _axpy(made, how, -c)
        return out

    for k, column in enumerate(free):
        made: dict = {k: fmpq(1)}
        row = reduce(column, made)
        if row:
            pivot = min(row, key=lambda m: -len(m) if isinstance(m, frozenset) else 0)
            c = 1 / row[pivot]
            row, made = {m: v * c for m, v in row.items()}, {m: v * c for m, v in made.items()}
            for i, (p, r, h) in enumerate(basis):
                d = r.get(pivot)
                if d is not None:
                    _axpy(r, row, -d)
                    _axpy(h, made, -d)
                    basis[i] = (p, r, h)
            basis.append((pivot, row, made))
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
    if prefer:
        # scaled so that the preferred weights have a sum > 0: maximise it, bounded by 1
        marker = object()
        bounded = [{**c, marker: fmpq(1)} if k in set(prefer) else dict(c) for k, c in enumerate(columns)]
        found = _solve({**target, marker: fmpq(1)}, [*bounded, {marker: fmpq(1)}], set(prefer))
        if found is not None:
            found.pop(len(columns), None)
        if found is None or not any(found.get(k, 0) > 0 for k in prefer):
            # the bound of 1 may have been too tight
            found = _solve(dict(target), list(columns), set(prefer))
        return found if found is not None and any(found.get(k, 0) > 0 for k in prefer) else None
    return _solve(dict(target), list(columns), set())


def _solve(target: Mapping, columns: Sequence[Mapping], prefer: set[int]) -> Weights | None:
    rows = list({m: None for v in (*columns, target) for m in v})
    n = len(columns)
    zero = fmpq(0)
    table: list[list[fmpq]] = []
    for m in rows:
        rhs = target.get(m, zero)
        sign = -1 if rhs < 0 else 1
        row = [sign * c.get(m, zero) for c in columns] + [sign * rhs]
        if any(row):
            table.append(row)
    basis = [n + i for i in range(len(table))]  # artificial
    cost = [-sum((row[j] for row in table), zero) for j in range(n + 1)]

    def pivot(r: int, j: int, objectives: list[list[fmpq]]) -> None:
        scale = 1 / table[r][j]
        table[r] = [v * scale for v in table[r]]
        pr = table[r]
        for other in (*[t for i, t in enumerate(table) if i != r], *objectives):
            f = other[j]
            if f:
                for i, v in enumerate(pr):
                    if v:
                        other[i] -= f * v
        basis[r] = j

    def run(objective: list[fmpq], extra: list[list[fmpq]]) -> None:
        for _ in range(5000):
            j = next((j for j in range(n) if objective[j] < 0), None)
            if j is None:
                return
            ratios = [(row[n] / row[j], basis[i], i) for i, row in enumerate(table) if row[j] > 0]
            if not ratios:
                return
            pivot(min(ratios)[2], j, [objective, *extra])

    second = [fmpq(-1) if j in prefer else zero for j in range(n)] + [zero]
    run(cost, [second])
    if cost[n] != 0:
        return None
    for r in range(len(table)):  # drive artificial variables out
        if basis[r] >= n:
            j = next((j for j in range(n) if table[r][j]), None)
            if j is not None:
                pivot(r, j, [cost, second])
    kept = [r for r in range(len(table)) if basis[r] < n]
    table[:], basis[:] = [table[r] for r in kept], [basis[r] for r in kept]
    if prefer:
        run(second, [])
    return {basis[r]: table[r][n] for r in range(len(table)) if table[r][n]}
