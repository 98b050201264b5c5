"""Tampering with certificates: random changes must never make one prove a false statement.

A changed certificate that kernel and second checker still accept must prove the statement that it then carries: the
same as before, or one that fails at none of the points where it is evaluated. Both checkers must agree.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from functools import cache
from typing import Any

from proofs import checker
from proofs.fuzzing.mutation import Point, Statement, _drawn, _Undefined, holds
from proofs.kernel.normal import key
from proofs.kernel.rules import RULES, Theory
from proofs.kernel.store import Json, read_terms, replay
from proofs.kernel.terms import MAKERS, KernelError, Term
from proofs.language import display
from proofs.search import decide

QUESTIONS: tuple[tuple[str, ...], ...] = (
    ("log(1 + x) <= x", "x >= 0"),
    ("exp(x) >= 1 + x + x**2/2", "x >= 0"),
    ("exp(x) <= 3", "0 <= x <= 1"),
    ("x**2 - 2*x + 1 >= 0",),
    ("2*x*y <= x**2 + y**2",),
    ("abs(x + y) <= abs(x) + abs(y)",),
    ("p*(1 + log(p) + S) < 0", "0 < p < 1", "S >= 0", "log(p) + S + 3 < 0"),
    ("sqrt(x) <= (1 + x)/2", "x >= 0"),
    ("x**3 - 3*x + 2 >= 0", "x >= 0"),
    ("n >= 1", "integer n", "n > 0"),
    ("x + 1/x >= 2", "x > 0"),
    ("x**2 > x", "x > 0"),
    ("exp(x) > 1 + x",),
)
POINTS = 200  # sample points for a new statement
NUMBERS = (0, 1, 2, 3, -1, -2, 7, 64, 10**20)


def trial(seed: str, count: int) -> dict[str, Any]:
    """Try `count` changed certificates, and return the counts of outcomes and those that were wrongly accepted."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    rng = random.Random(seed)
    for _ in range(count):
        asked, certificate = rng.choice(certificates())
        changed = tampered(rng, certificate)
        said, wrong = judged(rng, certificate, changed)
        counts[said] += 1
        if wrong:
            failures.append(f"{said}: {asked}: {json.dumps(changed, ensure_ascii=False)}")
    return {"done": count, "counts": dict(counts), "failures": failures}


@cache
def certificates() -> list[tuple[str, list[Json]]]:
    """Return the questions with their unchanged certificates, which are all accepted."""
    out = []
    for goal, *given in QUESTIONS:
        certificate = json.loads(json.dumps(decide(goal, given).certificate))
        if not certificate or not _by_kernel(certificate) or not _by_checker(certificate):
            raise RuntimeError(f"no certificate that is accepted: {goal}")
        out.append((goal, certificate))
    return out


def tampered(rng: random.Random, certificate: list[Json]) -> list[Json]:
    """Return the certificate with one to three changes anywhere in it."""
    out = copy.deepcopy(certificate)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        _change(rng, out)
    return out


def _change(rng: random.Random, certificate: list[Json]) -> None:
    """Change one place: a leaf, or the order, number or kind of the members of a list."""
    at: Any = certificate
    while True:
        if isinstance(at, dict):
            where: Any = rng.choice([*at, *(k for k in ("steps", "terms", "statement") if k in at)])
        else:
            where = rng.randrange(len(at))
        inside = at[where]
        if isinstance(inside, dict | list) and inside and rng.random() < 0.93:
            at = inside
            continue
        break
    if isinstance(at, list) and rng.random() < 0.3:
        other = rng.randrange(len(at))
        change = rng.randrange(4)
        if change == 0:
            at[where], at[other] = at[other], at[where]
        elif change == 1:
            at.insert(other, copy.deepcopy(inside))
        elif change == 2 and len(at) > 1:
            del at[where]
        else:
            at[where] = copy.deepcopy(at[other])
    elif type(inside) is int:
        at[where] = rng.choice((inside + 1, inside - 1, -inside, rng.randrange(40), rng.choice(NUMBERS)))
    elif isinstance(inside, str):
        words = (*MAKERS, *RULES, "x", "y", "n", "Z", "R", "1/2", "0", "-1", "1", "", "3/0", "theorem")
        at[where] = rng.choice(words)
    else:
        at[where] = rng.choice(
            (None, 0, 1, "x", [], {}, [inside], {"f": 0}, {"t": 0}, True, 0.5, copy.deepcopy(inside))
        )


def judged(rng: random.Random, before: list[Json], after: list[Json]) -> tuple[str, bool]:
    """Return the outcome of a change, and whether it is wrong."""
    by_kernel, by_checker = _by_kernel(after), _by_checker(after)
    if not by_kernel and not by_checker:
        return "refused", False
    old = {stored["name"]: _statement(stored) for stored in before}
    new = [(stored["name"], _statement(stored)) for stored in after]
    others = [statement for name, statement in new if not _same(statement, old.get(name))]
    if any(_false_somewhere(rng, *statement) for statement in others):
        return f"a false statement accepted ({'; '.join(display.text(concl) for _, concl in others)})", True
    if not (by_kernel and by_checker):
        alone = f"accepted by the {'kernel' if by_kernel else 'checker'} alone"
        computed = any(rule == "compute" for stored in after for rule, *_ in stored["steps"])
        if not others:  # one checker is stricter about the format, or has wider intervals
            return f"{alone}, the same statements", False
        return (f"{alone}, whose intervals are narrower", False) if computed else (f"{alone}, other statements", True)
    return "other statements, true wherever looked at" if others else "the same statements, still proved", False


def _by_kernel(certificate: list[Json]) -> bool:
    theory = Theory()
    try:
        for stored in certificate:
            replay(theory, stored)
    except KernelError:
        return False
    return True


def _by_checker(certificate: list[Json]) -> bool:
    return all(v.accepted for v in checker.check(certificate))


def _statement(stored: Json) -> Statement:
    """Return the hypotheses and the conclusion that a stored theorem claims."""
    terms, claimed = read_terms(stored["terms"]), stored["statement"]
    return tuple(terms[i] for i in claimed["hyps"]), terms[claimed["concl"]]


def _same(new: Statement, old: Statement | None) -> bool:
    return old is not None and key(new[1]) == key(old[1]) and set(map(key, new[0])) == set(map(key, old[0]))


def _false_somewhere(rng: random.Random, given: tuple[Term, ...], shows: Term) -> bool:
    """Return whether a statement about real numbers fails at a point."""
    names = sorted({v for f in (*given, shows) for v in f.free}, key=lambda v: v.args[0])
    if any(v.op != "var" for v in names):
        return False
    for _ in range(POINTS if names else 1):
        point: Point = {v: _drawn(rng, v) for v in names}
        try:
            if all(_true(g, point) for g in given) and not _true(shows, point):
                return True
        except (_Undefined, OverflowError):
            continue
    return False


def _true(formula: Any, point: Point) -> bool:
    if formula.op == "imp":
        return not _true(formula.args[0], point) or _true(formula.args[1], point)
    if formula.op == "false":
        return False
    if formula.op not in ("le", "lt", "eq"):
        raise _Undefined
    return holds(formula, point)
