"""Counterexamples to goals about sequences by minimising the slack of the goal in floating point.

A goal may fail at some sizes only, and far from all entries of a simple shape. The slack is right − left, relative to
the size of the summands. A quasi-Newton method (BFGS) minimises it from random entries. The coordinates of entries
enforce their bounds. An entry that an equation determines by earlier ones is computed. All other hypotheses are
penalty terms, and are made to hold exactly at the end. The result is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from proofs.checking.models.compiled import Closure, Floats, Undefined, compiled
from proofs.kernel.terms import KernelError, Term, codomain
from proofs.kernel.work import WORK
from proofs.search.base.effort import over
from proofs.search.points.instances import Place, PointSearch, Requirement, Values, full_size

Array = Any  # a NumPy array, with one column for each of several points
SIZES = (4, 8, 14, 20, 24, 5, 10, 16, 30, 3, 6, 12, 25, 40)
SPREADS = (1.0, 0.3, 2.5)  # standard deviations of the initial coordinates
ROUNDS = 3  # starts at each size at most
MOST_PLACES = 60
MOST_SIZES = 30  # choices of the integers
DRAWS = 8  # attempts to draw values at which the goal is defined
STEPS = 400
SHORTEST = 1e-9  # the smallest relative gain of a step
STEP = 1e-6  # the step of finite differences
PENALTY = 100.0
NEGATIVE = -1e-7  # a slack below this is not a rounding error
SEEN = Fraction(1, 10**6)  # the distance that rounded values keep from bounds
DIGITS = (1, 2, 3, 4, 6)  # precisions of rounding, tried in order
FAR = 30.0  # the largest coordinate: entries are between e^-30 and e^30
_ERF = np.vectorize(math.erf, otypes=[float])


class Columns(Floats):
    """Vectorised arithmetic, with one number for each of several points."""

    def inverse(self, x: Any) -> Any:
        """Return 1/x."""
        return 1.0 / x

    def exp(self, x: Any) -> Any:
        """Return the exponential."""
        return np.exp(x)

    def log(self, x: Any) -> Any:
        """Return the logarithm."""
        return np.log(x)

    def sin(self, x: Any) -> Any:
        """Return the sine."""
        return np.sin(x)

    def cos(self, x: Any) -> Any:
        """Return the cosine."""
        return np.cos(x)

    def atan(self, x: Any) -> Any:
        """Return the arc tangent."""
        return np.arctan(x)

    def erf(self, x: Any) -> Any:
        """Return the error function."""
        return _ERF(x)

    def greatest(self, values: list[Any]) -> Any:
        """Return the maximum."""
        return np.max(np.broadcast_arrays(*values), axis=0)

    def margin(self, op: str, s: Any, t: Any) -> Any:
        """Return 1 where a relation holds, −1 where it fails."""
        gap = t - s
        holds = gap >= 0 if op == "le" else gap > 0 if op == "lt" else gap == 0
        return np.where(holds, 1.0, -1.0)

    def either(self, held: Any, then: Callable[[], Any], other: Callable[[], Any]) -> Any:
        """Return an if-then-else whose condition holds where `held` is positive."""
        if np.all(held > 0):
            return then()
        return other() if np.all(held <= 0) else np.where(held > 0, then(), other())


class Slack:
    """The slack of a goal at one choice of the sizes, as a function of coordinates."""

    def __init__(self, sampler: PointSearch, sizes: dict[Term, int], parts: tuple[Closure, Closure]) -> None:
        self.sampler, self.sizes, self.parts = sampler, sizes, parts
        self.values, env = self._places()
        self.follow: dict[Place, tuple[Closure, tuple[int, ...]]] = {}
        self.exactly: dict[Place, Closure] = {}
        self.penalties: list[tuple[str, Closure, Closure, tuple[int, ...]]] = []
        for r in sampler.given:
            if r.sides and not r.formula.free <= set(sampler.sizes):
                self._read(r, env)
        places = [*self.values.places, *((v, ()) for v in sampler.reals)]
        self.places = [place for place in places if place not in self.follow]

    def _places(self) -> tuple[Values, dict[Term, Any]]:
        """Draw values of all entries that the goal needs."""
        for _ in range(DRAWS):
            values = self.sampler.drawn(self.sizes, equal=True)
            env = values.env(self.sampler.functions)
            with suppress(Undefined, ZeroDivisionError, ValueError):
                self.sampler.goal(env, ())
                return values, env
        raise Undefined

    def _read(self, r: Requirement, env: dict[Term, Any]) -> None:
        """Read a hypothesis: record the entries that an equation determines, and penalty terms for the rest."""
        body = r.formula
        while body.op in ("all", "imp"):
            body = body.args[1]
        left, right = (compiled(side, Columns()) for side in body.args)
        every = any(side.op == "app" and all(a.op == "bv" for a in side.args[1:]) for side in body.args)
        bounded = r.op != "eq" and every and any(side.op == "num" for side in body.args)  # enforced by coordinates
        for stack in r.places(env):
            asked: list[list[Place]] = []
            for side in r.sides:
                self.values.asked.clear()
                with suppress(Undefined, ZeroDivisionError):
                    side(env, stack)
                asked.append(list(self.values.asked))
            given = None
            if r.op == "eq":
                for k, other in ((0, right), (1, left)):
                    if body.args[k].op != "app" or len(asked[k]) != 1 or asked[k][0] in self.follow:
                        continue
                    own = asked[k][0]
                    if all(_order(place) < _order(own) for place in asked[1 - k]):
                        given = own
                        self.follow[own], self.exactly[own] = (other, stack), r.sides[1 - k]
            if given is not None:
                continue
            if not bounded:
                self.penalties.append((r.op, left, right, stack))

    def table(self, u: Array) -> dict[Place, Array]:
        """Return the entries at points whose coordinates are the columns of u."""
        out = {}
        for place, c in zip(self.places, u, strict=True):
            lo, hi = (None if x is None else float(x) for x in self.sampler.bounds[place[0]])
            if lo is not None and hi is not None:
                part = 1 / (1 + np.exp(-c))  # the position in the range, on a logarithmic scale if it is positive
                out[place] = lo * (hi / lo) ** part if 0 < lo < hi else lo + (hi - lo) * part
            else:
                out[place] = lo + np.exp(c) if lo is not None else hi - np.exp(c) if hi is not None else c
        return out

    def env(self, table: dict[Place, Array]) -> dict[Term, Any]:
        """Return the environment for the evaluation of formulas."""
        env: dict[Term, Any] = {**self.sizes, **{v: table[v, ()] for v in self.sampler.reals}}

        def value(f: Term, index: tuple[int, ...]) -> Array:
            place = f, index
            if place not in table:
                if place not in self.follow:
                    raise Undefined
                side, stack = self.follow[place]
                table[place] = side(env, stack)
            return table[place]

        for f in self.sampler.functions:
            env[f] = lambda *index, f=f: value(f, index)
        return env

    def at(self, u: Array) -> Array:
        """Return the slack plus penalties, at the points whose coordinates are the columns of u."""
        WORK.done += 400
        with np.errstate(all="ignore"):
            env = self.env(self.table(np.clip(u, -FAR, FAR)))
            gap, size = (part(env, ()) for part in self.parts)
            out = gap / np.maximum(size, 1e-300)
            for op, left, right, stack in self.penalties:
                off = (right(env, stack) - left(env, stack)) * np.ones(u.shape[1])
                out = out + PENALTY * (off if op == "eq" else np.minimum(off, 0.0)) ** 2
            out = out * np.ones(u.shape[1])
        return np.where(np.isfinite(out), out, 1e9)

    def gradient(self, u: Array) -> Array:
        """Return the gradient with respect to the coordinates."""
        n = len(u)
        moved = self.at(np.concatenate([u[:, None] + STEP * np.eye(n), u[:, None] - STEP * np.eye(n)], axis=1))
        return (moved[:n] - moved[n:]) / (2 * STEP)

    def descent(self, u: Array, limit: float) -> tuple[float, Array]:
        """Minimise by BFGS from u; return the value and the point."""
        n, here = len(u), float(self.at(u[:, None])[0])
        inverse, slope = np.eye(n), self.gradient(u)
        scales = 0.5 ** np.arange(0, 24, 2)
        for _ in range(STEPS):
            if over(limit):
                break
            way = -inverse @ slope
            if not slope @ way < 0:
                inverse, way = np.eye(n), -slope
            longest = float(np.abs(way).max(initial=0.0))
            if longest > 2:
                way = way * (2 / longest)
            tried = self.at(u[:, None] + way[:, None] * scales)
            good = np.flatnonzero(tried < here + 1e-4 * scales * (slope @ way))
            if not len(good):
                if (inverse == np.eye(n)).all():
                    break
                inverse = np.eye(n)
                continue
            step = scales[good[0]] * way
            gained = here - float(tried[good[0]])
            u, here, before = u + step, float(tried[good[0]]), slope
            slope = self.gradient(u)
            change = slope - before
            if (along := float(step @ change)) > 1e-14 * float(np.linalg.norm(step) * np.linalg.norm(change)):
                left = np.eye(n) - np.outer(step, change) / along
                inverse = left @ inverse @ left.T + np.outer(step, step) / along
            if gained < SHORTEST * (abs(here) + 1e-3):
                break
        return here, u

    def rounded(self, u: Array) -> Iterator[Values]:
        """Yield exact values near a point, the shortest first, at which the goal still seems to fail."""
        table = self.table(np.clip(u[:, None], -FAR, FAR))
        top = max((abs(float(x[0])) for x in table.values()), default=1.0)
        for digits in DIGITS:
            near = self.values.copy()
            for place, x in table.items():
                near.put(place, self._inside(place, _short(float(x[0]), digits, top)))
            env = near.env(self.sampler.functions)
            for place in sorted(self.follow, key=_order):
                near.put(place, Fraction(self.exactly[place](env, self.follow[place][1])))
            if (found := self.sampler.tried(near)) is not None and found < 0 and near.short:
                yield near

    def _inside(self, place: Place, x: Fraction) -> Fraction:
        """Clip a number to the bounds, shrunk by `SEEN`."""
        lo, hi = self.sampler.bounds[place[0]]
        x = x if lo is None else max(x, lo + SEEN)
        return x if hi is None else min(x, hi - SEEN)


def _order(place: Place) -> tuple[int, str]:
    """Return a sort key: an equation may determine an entry only by entries with smaller keys."""
    return sum(place[1]), place[0].args[0]


def _short(x: float, digits: int, top: float) -> Fraction:
    """Round a number to this many digits after the leading digit of `top`, but to one significant digit at least."""
    unit = Fraction(10) ** (int(np.floor(np.log10(top or 1.0))) - digits)
    near = round(Fraction(x) / unit) * unit
    return near if near or not x else Fraction(f"{x:.0e}")


def descents(sampler: PointSearch, goal: Term) -> Iterator[Callable[[float], list[Values]]]:
    """Yield descents at one size after another: functions from a limit to values at which the goal seems to fail.

    There are none if the goal is not an inequality, or if entries are integers.
    """
    whole = any(codomain(f.sort) == "Z" for f in sampler.functions)
    if goal.op not in ("le", "lt") or whole or not sampler.functions:
        return
    left, right = goal.args
    gap, size = compiled(right - left, Columns()), compiled(full_size(left) + full_size(right), Columns())
    choices = sorted(sampler.choices(SIZES), key=lambda c: [SIZES.index(x) for x in c.values()])
    rng = np.random.default_rng(0)
    slacks: list[Slack] = []
    for choice in choices[:MOST_SIZES] if sampler.sizes else [{}]:
        with suppress(KernelError, Undefined, OverflowError, ZeroDivisionError, ValueError):
            if 1 < len((slack := Slack(sampler, choice, (gap, size))).places) <= MOST_PLACES:
                slacks.append(slack)
    for k in range(ROUNDS):
        for slack in slacks:
            start = SPREADS[k % len(SPREADS)] * rng.normal(size=len(slack.places))
            yield partial(_descent, slack, start)


def _descent(slack: Slack, start: Array, limit: float) -> list[Values]:
    """Return rounded values near the end of a descent, at most one; none if the slack at the end is not negative."""
    with suppress(KernelError, Undefined, OverflowError, ZeroDivisionError, ValueError):
        least, u = slack.descent(start, limit)
        if least < NEGATIVE:
            return [*islice(slack.rounded(u), 1)]
    return []
