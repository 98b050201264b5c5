"""Instances of proved statements: a theorem at given values of its variables, with proofs of its hypotheses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.rules import Theory
from proofs.kernel.store import Json, Writer, read_terms, replay
from proofs.kernel.terms import KernelError, Term, substitution
from proofs.search.answer import Answer
from proofs.search.base.formulas import of_waves
from proofs.search.certificate_theorems import complete, theory
from proofs.search.question import READING
from proofs.search.sequences.forms import of_sequences
from proofs.search.worker_calls import SET_UP, seconds_for
from proofs.workers.pool import Stopped, TaskError, call

TASK = "proofs.search.sharpening.instances:derived"


def instance(
    of: Answer,
    values: Mapping[Term, Term],
    given: Sequence[Term],
    effort: float,
    goals: Sequence[Term] | None = None,
    using: Sequence[Answer] = (),
) -> Answer | None:
    """Return a proved answer at values of its variables, under hypotheses that imply its own; None on failure.

    Parameters
    ----------
    of
        A proved answer.
    values
        Terms for some of its variables.
    given
        The hypotheses of the instance, from which the hypotheses of `of` at these values are proved.
    effort
        The budget for the proof of each hypothesis.
    goals
        Forms of the conclusions that are equal to them by arithmetic, then further goals to be proved from `given`.
    using
        Proved answers whose conclusions are hypotheses of `of` at these values.
    """
    with READING:
        put = substitution(values)
        wished = [put(g) for g in of.goal] if goals is None else list(goals)
        writer = Writer()
        pairs = [[writer.term(x), writer.term(y)] for x, y in values.items()]
        places = [pairs, *([writer.term(g) for g in part] for part in (given, wished))]
        formulas = [*given, *wished, *(g for a in (of, *using) for g in (*a.given, *a.goal))]
        needs = any(map(of_sequences, formulas)), any(map(of_waves, formulas))
        own = len(of.goal)
    seconds = seconds_for(effort * (1 + len(of.given)))
    certificates = [list(a.certificate) for a in (of, *using)]
    try:
        found = call(
            TASK, certificates, writer.rows, places, own, list(needs), effort, seconds=seconds, setup=(SET_UP, *needs)
        )
    except (Stopped, TaskError):
        return None
    if found is None:
        return None
    return replace(
        of, goal=tuple(wished), given=tuple(given), certificate=tuple(found), asked=None, holds_at=None, vacuous=None
    )


def joined(certificates: Sequence[Sequence[Json]], start: int = 0) -> list[Json]:
    """Return the theorems of several certificates: library theorems once, other theorems under different names."""
    out: dict[str, Json] = {}
    for k, certificate in enumerate(certificates, start):
        renamed = {t["name"]: f"{t['name']}-{k}" for t in certificate if "." not in t["name"]}
        for t in certificate:
            name = renamed.get(t["name"], t["name"])
            steps = [["theorem", renamed.get(s[1], s[1])] if s[0] == "theorem" else s for s in t["steps"]]
            out.setdefault(name, {**t, "name": name, "steps": steps})
    return [*out.values()]


def derived(
    certificates: list[list[Json]], rows: Json, places: Json, count: int, needs: list[bool], effort: float
) -> Json:
    """Prove the instances in a worker process, and return the certificate; see `instance`."""
    terms = read_terms(rows)
    values = {terms[x]: terms[y] for x, y in places[0]}
    given, goals = ([terms[g] for g in part] for part in places[1:])
    known: Theory = theory(*needs)
    parts = [joined([certificate], k) for k, certificate in enumerate(certificates)]
    own = {t["name"]: t for part in parts for t in part if t["name"] not in known.facts}
    first = [t["name"] for t in parts[0] if t["name"] in own]
    for stored in own.values():
        replay(known, stored)
    others = [name for name in own if name not in first]
    allowed = {key(g) for g in given}
    new: list[Json] = []

    def begun() -> Proof:
        p = Proof(f"instance-{len(new) + 1}", known)
        p.given_all(given)
        return p

    try:
        for name, goal in zip(first[-count:], goals, strict=False):
            p = begun()
            fact = p.instance_of(name, values)
            for name in others:
                other = p.theorem(name)
                fact = p.cut(fact, other) if key(other.concl) in map(key, fact.hyps.values()) else fact
            sides = [p.prove(h, effort=effort) for h in fact.hyps.values() if key(h) not in allowed]
            found = p.cut(fact, *sides)
            same = key(found.concl) == key(goal)  # False, for example, if 1/(b - 1)^2 was read as 1/(b^2 - 2 b + 1)
            p.qed(found if same else p.prove(goal, found, *p.hypotheses.values(), effort=effort), goal, given)
            new.append(p.stored)
        for goal in goals[count:]:
            p = begun()
            p.qed(p.prove(goal, effort=effort), goal, given)
            new.append(p.stored)
    except (KernelError, RecursionError):
        return None
    return complete(new, own)
