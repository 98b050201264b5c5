"""Definitions: which statement of a paper defines each of its notions."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.builder.paper import Paper
from proofs.kernel.terms import substitute
from proofs.language.display import Definition


def defining_statements(paper: Paper) -> Mapping[Definition, str]:
    """Return for each notion the id of the statement that defines it, or that defines a notion of which it is a case.

    Only statements that claim nothing count. A named definition takes precedence over a display that defines the
    same term. A case may also be a definition applied to a named map, such as an attention layer.
    """
    out: dict[Definition, str] = {}
    for s in sorted(paper.in_order(), key=lambda s: s.kind != "definition"):
        for t in s.defines if not (s.printed or s.corrected) else ():
            found = paper.notions.instance(t)
            if found:
                out.setdefault(found[0], s.id)
    known = paper.notions.definitions
    maps = [f.pattern for f in known if f.pattern.sort not in ("B", "Z", "R")]
    said = [(e.pattern, id, v) for e, id in out.items() if e.pattern.sort == "B" for v in e.arguments]
    of_maps = {substitute(e, {v: f}): id for e, id, v in said for f in maps if f.sort == v.sort}
    for d in known:
        if d not in out:
            cases = (id for e, id in out.items() if e.of(d.pattern) is not None)
            id = next(cases, None) or of_maps.get(d.pattern)
            if id:
                out[d] = id
    return out
