"""Numerical optimisation on equations: Newton's method finds points, and descent moves them to a minimum of a term.

The points only tell where to search; nothing else is concluded from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from flint import fmpq

from proofs.kernel.terms import Term, le, num
from proofs.kernel.work import WORK
from proofs.search.base.formulas import free_variables
from proofs.search.points.sampling import signs, value

Array = Any  # a NumPy array
Function = Callable[[Mapping[Term, float]], float | None]
ROUNDS = 40
INSIDE = 0.02  # the slack that inequalities must have at first
LEAST = 1e-4  # the slack that strict inequalities must have
CLOSE = 1e-9
SMALL, NEARBY = 1e-6, 5e-4  # tolerances for the value at a zero, and for its distance from a simple point


class Surface:
    """The set where hypotheses hold: equations exactly, inequalities with slack.

    A positive variable r with an equation r^k = w is no coordinate; it is computed as the root of w.
    """

    def __init__(self, given: Sequence[Term], names: Sequence[Term]) -> None:
        positive = {g.args[1] for g in given if g.op == "lt" and g.args[0] is num(0)}
        waiting: dict[Term, Term] = {}
        for g in given:
            if _power(g) > 1 and g.args[0].args[0] in positive:
                waiting.setdefault(g.args[0].args[0], g)
        self.roots: dict[Term, tuple[int, Function]] = {}
        used = set()
        while inner := [r for r, g in waiting.items() if not g.args[1].free & waiting.keys()]:
            for r in inner:  # inner roots come first
                used.add(g := waiting.pop(r))
                self.roots[r] = _power(g), function(g.args[1])
        rest = [g for g in given if g not in used]
        self.every = list(names)
        self.names = [x for x in names if x not in self.roots]
        self.gaps = [
            (g.op, function(g.args[1] - g.args[0]))
            for g in rest
            if g.op in ("le", "lt", "eq") and not (g.args[0] is num(0) and g.args[1] in self.roots)
        ]

    def at(self, v: Array) -> dict[Term, float]:
        """Return the point with these coordinates."""
        out = dict(zip(self.names, np.asarray(v, dtype=float).tolist(), strict=True))
        for r, (k, w) in self.roots.items():
            known = w(out)
            out[r] = known ** (1 / k) if known is not None and known > 0 else 0.0
        return out

    def row(self, v: Array) -> Array:
        """Return the point as a row of all variables, the roots included."""
        at = self.at(v)
        return np.array([at[x] for x in self.every])

    def residual(self, v: Array, room: float) -> Array:
        """Return the violation of each relation, with slack `room` for inequalities; NaN if one is undefined."""
        at = self.at(v)
        found = [(op, gap(at)) for op, gap in self.gaps]
        rooms = {"le": room, "lt": max(room, LEAST)}
        out = [np.nan if w is None else w if op == "eq" else min(0.0, w - rooms[op]) for op, w in found]
        return np.array(out, dtype=float)

    def reached(self, v: Array, room: float = 0.0) -> Array | None:
        """Return a nearby point at which the hypotheses hold, by damped Newton steps of least norm, or None."""
        r = self.residual(v, room)
        for _ in range(ROUNDS):
            size = np.abs(r).max(initial=0.0)
            if not np.isfinite(size):
                return None
            if size < CLOSE:
                return v
            if not len(v):
                return None
            WORK.done += 250
            try:
                step = np.linalg.pinv(slopes(lambda w: self.residual(w, room), v), rcond=1e-9) @ r
            except np.linalg.LinAlgError:
                return None
            if not np.isfinite(step).all():
                return None
            scale = 1.0
            while scale > 1e-4:
                trial = v - scale * step
                r2 = self.residual(trial, room)
                if np.isfinite(r2).all() and np.abs(r2).max() < size:
                    v, r = trial, r2
                    break
                scale /= 2
            else:
                return None
        return None

    def lowest(self, f: Callable[[Array], float], v: Array) -> Array:
        """Return a local minimum of f on the surface, by damped Newton steps from v."""
        best = f(v)
        damping = 1e-3
        for _ in range(ROUNDS if len(v) else 0):
            held = np.array([op == "eq" for op, _ in self.gaps], dtype=bool) | (self.residual(v, 1.001 * LEAST) != 0)
            active = slopes(lambda w: self.residual(w, 1.0), v)[held]  # with slack 1, active inequalities have slopes
            free = _kernel(active, len(v))
            if not free.shape[1]:
                break
            gradient, curvature = self._derivatives(f, v, free)
            if not np.isfinite(gradient).all() or np.abs(gradient).max() < 1e-11 * (1 + abs(best)):
                break
            low = float(np.linalg.eigvalsh(curvature).min()) if np.isfinite(curvature).all() else -1.0
            shift = max(0.0, -1.5 * low) + damping * (1 + np.abs(curvature).max(initial=0.0))
            try:
                step = free @ np.linalg.solve(curvature + shift * np.eye(free.shape[1]), gradient)
            except np.linalg.LinAlgError:
                break
            scale = 1.0
            while scale > 1e-6:
                trial = self.reached(v - scale * step)
                if trial is not None and f(trial) < best:
                    v, best, damping = trial, f(trial), max(damping / 10, 1e-12)
                    break
                scale /= 4
            else:
                break
        return v

    def _derivatives(self, f: Callable[[Array], float], v: Array, free: Array) -> tuple[Array, Array]:
        """Return the gradient and Hessian of f along the surface."""
        n, h = free.shape[1], 1e-4 * max(1e-2, float(np.abs(v).max()))

        def there(*moves: tuple[int, float]) -> float:
            w = v + sum(s * h * free[:, i] for i, s in moves)
            w = self.reached(w)
            return np.nan if w is None else f(w)

        here = f(v)
        up, down = [there((i, 1)) for i in range(n)], [there((i, -1)) for i in range(n)]
        gradient = np.array([(a - b) / (2 * h) for a, b in zip(up, down, strict=True)])
        curvature = np.zeros((n, n))
        for i in range(n):
            curvature[i, i] = (up[i] + down[i] - 2 * here) / h**2
            for j in range(i):
                both = there((i, 1), (j, 1)) - up[i] - up[j] + here
                curvature[i, j] = curvature[j, i] = both / h**2
        return gradient, np.nan_to_num(curvature, nan=0.0, posinf=0.0, neginf=0.0)


def function(t: Term) -> Function:
    """Compile a term into a function of points, which returns None where the term is undefined."""
    return partial(value, t)


def _power(g: Term) -> int:
    """Return k for an equation r^k = w with a variable r, else 0."""
    if g.op != "eq" or g.args[0].op != "mul" or len(set(g.args[0].args)) != 1 or g.args[0].args[0].op != "var":
        return 0
    return len(g.args[0].args)


def slopes(f: Callable[[Array], Array], v: Array) -> Array:
    """Return the Jacobian of a vector-valued function, by central differences."""
    columns = []
    for i, x in enumerate(v.tolist()):
        up, down = v.copy(), v.copy()
        step = 1e-6 * max(1.0, abs(x))
        up[i] += step
        down[i] -= step
        columns.append((f(up) - f(down)) / (2 * step))
    if not columns:
        return np.zeros((0, 0))
    found = np.array(columns).T
    return found if np.isfinite(found).all() else np.nan_to_num(found)


def _kernel(rows: Array, n: int) -> Array:
    """Return a basis of the kernel of a matrix, as columns."""
    if not len(rows):
        return np.eye(n)
    _, singular, vt = np.linalg.svd(rows)
    return vt[int((singular > 1e-8 * max(1e-12, singular[0])).sum()) :].T


def on_hypotheses(given: Sequence[Term], names: Sequence[Term], count: int = 12) -> Array:
    """Return points, as rows, at which the hypotheses hold approximately; there may be none."""
    return _on_hypotheses(tuple(given), tuple(names), count)


def sign_there(given: Sequence[Term], f: Term) -> int:
    """Return the sign that a term has at all sampled points on the hypotheses, 0 if it has several."""
    names = free_variables((*given, f))
    found = (dict(zip(names, map(float, v), strict=True)) for v in on_hypotheses(given, names))
    seen = set(signs(f, list(found)))
    return seen.pop() if len(seen) == 1 else 0


@cache
def _on_hypotheses(given: tuple[Term, ...], names: tuple[Term, ...], count: int) -> Array:
    rng = np.random.default_rng(5)
    surface = Surface(given, names)
    out: list[Array] = []
    n = len(surface.names)
    for k in range(-1, 3 * count):  # the first start has all coordinates equal
        noise = 0.3 * rng.normal(size=n) if k >= 0 else np.zeros(n)
        v = 1 + noise if k % 2 else rng.exponential(size=n) + 0.05
        found = surface.reached(4 * v if k % 5 == 4 else v, INSIDE)
        if found is None:
            found = surface.reached(4 * v if k % 5 == 4 else v)
        if found is not None:
            out.append(surface.row(found))
        if len(out) >= count or (k >= count and not out):
            break
    return np.array(out) if out else np.zeros((0, len(names)))


def lowest_points(
    given: Sequence[Term], names: Sequence[Term], t: Term, count: int = 8
) -> Iterator[tuple[float, Array]]:
    """Yield the values and the points at which a term seems to be least under the hypotheses, from several starts."""
    f = function(t)
    surface = Surface(given, names)

    def height(v: Array) -> float:
        w = f(surface.at(v))
        return 1e9 if w is None or not np.isfinite(w) else float(w)

    for start in on_hypotheses(given, names, count):
        free = np.array([y for x, y in zip(names, start, strict=True) if x not in surface.roots])
        v = surface.lowest(height, free)
        yield height(v), surface.row(v)


def simple_lowest(given: Sequence[Term], t: Term) -> list[dict[Term, fmpq]]:
    """Return points with small denominators near which a term seems to be least, the lowest first."""
    names = free_variables((*given, t))
    closed = [le(*g.args) if g.op == "lt" else g for g in given if g.op in ("le", "lt", "eq")]
    out: dict[tuple[fmpq, ...], float] = {}
    for height, v in lowest_points(closed, names, t):
        near = [_simple(float(x)) for x in v]
        if None not in near:
            out.setdefault(tuple(x for x in near if x is not None), height)
    return [dict(zip(names, v, strict=True)) for v in sorted(out, key=out.__getitem__)]


@cache
def rational_zeros(given: tuple[Term, ...], names: tuple[Term, ...], t: Term) -> list[tuple[fmpq, ...]]:
    """Return points with small denominators near the zeros of a term that seems to be nonnegative."""
    closed = [le(*g.args) if g.op == "lt" else g for g in given]
    out: dict[tuple[fmpq, ...], None] = {}
    for height, v in lowest_points(closed, names, t):
        if abs(height) > SMALL:
            continue
        for size in (1.0, float(np.abs(v).max())):  # if only ratios matter, normalise the largest coordinate to 1
            near = [_simple(float(x) / size) for x in v] if size > NEARBY else [None]
            if None not in near:
                out[tuple(x for x in near if x is not None)] = None
    return list(out)


def _simple(v: float) -> fmpq | None:
    """Return a number with a small denominator near v; None if there is none."""
    return next((fmpq(round(v * q), q) for q in range(1, 13) if abs(round(v * q) / q - v) < NEARBY), None)
