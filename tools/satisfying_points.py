"""Look for points at which the hypotheses of the papers' claims hold, with patience, and write them down.

Run it as ``python tools/satisfying_points.py [--tries COUNT] [--again]`` after claims have changed. It rewrites
``proofs/checking/models/points.hints``: by the digest of the hypotheses a point, or null if none with numbers was
found. A check proves that the hypotheses hold at each point; for hypotheses that are not in the file it searches
briefly.
"""

from __future__ import annotations

import argparse
import json
from contextlib import suppress
from functools import partial
from itertools import chain, islice

from flint import ctx

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.checking.models import vacuity
from proofs.checking.models.satisfying_points import satisfying
from proofs.checking.models.seeds import Start, start_of
from proofs.checking.models.witnesses import numbers_only, witnessed
from proofs.checking.refute import Instance
from proofs.checking.replay.chapters import listed, load_proof_sets
from proofs.checking.replay.establish import ProofStore, establish_all
from proofs.checking.store.cache import Cache, default_folder
from proofs.kernel.evaluate import MAX_EVALUATIONS, Leaf
from proofs.kernel.rules import Theory
from proofs.kernel.store import Json, Writer
from proofs.kernel.terms import KernelError, substitute

READS = 20_000  # entries of functions read at one point, if fewer do not lead to one
FEW = 5  # points of which the cheapest is taken


def holds(claim: Claim, theory: Theory, instance: Instance) -> bool:
    """Return whether the kernel accepts that the hypotheses hold there."""
    with suppress(KernelError):
        vacuity.held(Proof("point", Theory.over(theory.facts)), claim, instance)
        return True
    return False


def cost(claim: Claim, instance: Instance) -> int:
    """Return the number of evaluations in the proof that the hypotheses hold there."""
    budget = [MAX_EVALUATIONS]
    with ctx.workprec(64), suppress(KernelError):
        for g in claim.given:
            Leaf({}, budget).truth(substitute(g, instance), ())
    return MAX_EVALUATIONS - budget[0]


def found(claim: Claim, theory: Theory, starts: tuple[Start, ...], tries: int, again: bool) -> Instance | None:
    """Return a point for some hypotheses: the one that is kept, or a new one, the cheapest of a few."""
    kept = vacuity.remembered(claim.given)
    if kept is not None and not again:
        return next((i for i in kept if holds(claim, theory, i)), None)
    if not numbers_only(claim.given, theory):
        return next(
            (i for i in chain(kept or (), witnessed(claim.given, theory, starts)) if holds(claim, theory, i)), None
        )
    new = (i for reads in (1_000, READS) for i in satisfying(claim.given, starts, tries, reads))
    some = islice((i for i in chain(kept or (), new) if holds(claim, theory, i)), FEW)
    return min(some, key=partial(cost, claim), default=None)


def stored(instance: Instance) -> Json:
    """Return a point as plain data."""
    writer = Writer()
    return {"instance": [[writer.term(v), writer.term(x)] for v, x in instance.items()], "terms": writer.rows}


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=30)
    parser.add_argument("--again", action="store_true", help="look for others than those that are kept, too")
    options = parser.parse_args()
    rows: dict[str, Json] = {}
    proof_sets, known = load_proof_sets(listed(), Cache(default_folder())), ProofStore()
    establish_all(known, proof_sets)
    for proof_set in proof_sets:
        paper, before = proof_set.paper, [v.name for v in proof_sets[: proof_sets.index(proof_set) + 1]]
        theory = Theory.over(known.facts(before))
        if paper is None:
            continue
        looked = vacuity.hypotheses_of(paper)
        done: set[str] = set()
        for name, claim in looked.sets.items():
            if done.isdisjoint(looked.larger[name]):
                instance = found(claim, theory, tuple(map(start_of, looked.starts[name])), options.tries, options.again)
                if instance is not None or numbers_only(claim.given, theory):
                    rows[vacuity.digest(claim.given)] = None if instance is None else stored(instance)
                done |= set() if instance is None else {name}
                if instance is None:
                    print("no point:", name)
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(rows[k], separators=(',', ':'))}" for k in sorted(rows))
    vacuity.POINTS.write_text("{\n" + lines + "\n}\n")
    print(f"{sum(row is not None for row in rows.values())} points, {vacuity.POINTS.stat().st_size} bytes")


if __name__ == "__main__":
    main()
