"""Look for points at which the hypotheses of the papers' claims hold, with patience, and write them down.

Run it as ``python benchmarks/satisfying_points.py [--tries COUNT] [--again]`` after claims have changed. It rewrites
``proofs/judging/points.json``: a point by the hypotheses' digest, null where none was found. A check proves of each
point that the hypotheses hold there; of hypotheses that are not in the file it looks for a point itself, but briefly.
"""

from __future__ import annotations

import argparse
import json
from contextlib import suppress

from proofs.judging import vacuity
from proofs.judging.cache import Cache, default_folder
from proofs.judging.chapters import listed, volumes
from proofs.judging.refute import Instance
from proofs.judging.satisfying import satisfying
from proofs.judging.starts import Start
from proofs.kernel.rules import Theory
from proofs.kernel.store import Json, Writer
from proofs.kernel.terms import KernelError
from proofs.writing.chapter import Claim
from proofs.writing.proof import Proof

READS = 20_000


def holds(claim: Claim, instance: Instance) -> bool:
    """Whether the kernel accepts that the hypotheses hold there."""
    with suppress(KernelError):
        vacuity.held(Proof("point", Theory()), claim, instance)
        return True
    return False


def found(claim: Claim, starts: tuple[Start, ...], tries: int, again: bool) -> Instance | None:
    """A point for some hypotheses: the one that is kept, or a new one."""
    kept = vacuity.remembered(claim.given)
    if kept is not None and not (again and not kept):
        return next((i for i in kept if holds(claim, i)), None)
    found = (i for reads in (1_000, READS) for i in satisfying(claim.given, starts, tries, reads))
    return next((i for i in found if holds(claim, i)), None)


def stored(instance: Instance) -> Json:
    """A point as plain data."""
    writer = Writer()
    return {"instance": [[writer.term(v), writer.term(x)] for v, x in instance.items()], "terms": writer.rows}


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=30)
    parser.add_argument("--again", action="store_true", help="look once more where none was found")
    options = parser.parse_args()
    rows: dict[str, Json] = {}
    for paper in [v.paper for v in volumes(listed(), Cache(default_folder())) if v.paper]:
        looked = vacuity.hypotheses_of(paper)
        done: set[str] = set()
        for name, claim in looked.named.items():
            if done.isdisjoint(looked.larger[name]):
                instance = found(claim, looked.starts[name], options.tries, options.again)
                rows[vacuity.digest(claim.given)] = None if instance is None else stored(instance)
                done |= set() if instance is None else {name}
                if instance is None:
                    print("no point:", name)
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(rows[k], separators=(',', ':'))}" for k in sorted(rows))
    vacuity.POINTS.write_text("{\n" + lines + "\n}\n")
    print(f"{sum(row is not None for row in rows.values())} points, {vacuity.POINTS.stat().st_size} bytes")


if __name__ == "__main__":
    main()
