"""The JSON schemas of the commands' outputs and of the tools' messages, generated from their types.

`schema/v1/` has a file for each. A field may be added without notice; removing a field or changing its meaning raises
`VERSION`.
"""

from __future__ import annotations

from typing import Any

from proofs.export.schema import Constant, Erratum, Manifest, closed_schema
from proofs.service import messages, outputs

VERSION = 1
OUTPUTS: dict[str, Any] = {  # by command; `show` and `sharpen` have several kinds of output
    "audit": list[outputs.Audited],
    "check": outputs.CheckReport,
    "claims": outputs.Claims,
    "constants": list[Constant],
    "construct": outputs.Construction,
    "errata": list[Erratum],
    "error": outputs.Error,
    "export-proofs": outputs.Exported,
    "formalize": outputs.Formalized,
    "fuzz": outputs.Campaign,
    "graph": outputs.Graph,
    "letter": outputs.Letter,
    "manifest": Manifest,
    "new": outputs.NewPaper,
    "plot": outputs.Plotted,
    "prove": outputs.Answered,
    "refute": outputs.Answered,
    "sharpen": outputs.Sharpened,
    "sharpen-pair": list[outputs.Sharpened],
    "sharpen-hypothesis": list[outputs.Weakening],
    "show-rule": outputs.Rule,
    "show-statement": outputs.ShownStatement,
    "show-theorem": outputs.ShownTheorem,
    "site": outputs.SiteBuilt,
    "spot-check": outputs.SpotChecks,
    "theorems": outputs.TheoremList,
}


def request_schema(request: type[messages.Request]) -> dict[str, Any]:
    """Return the schema of a tool's arguments, an object."""
    return _object(closed_schema(request, f"The arguments of a tool of lemmata, version {VERSION}"))


def outcome_schema(request: type[messages.Request]) -> dict[str, Any]:
    """Return the schema of a tool's outcomes: an object of one of several types."""
    outcomes = messages.OUTCOMES[request] | messages.Invalid | messages.Failed
    schema = closed_schema(outcomes, f"The outcomes of a tool of lemmata, version {VERSION}")
    return {"type": "object", **schema}


def _object(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema whose root is an object, not a reference to one."""
    name = schema.pop("$ref").rpartition("/")[2]
    definitions = schema.pop("$defs")
    root = definitions.pop(name)
    return schema | root | ({"$defs": definitions} if definitions else {})


def schemas() -> dict[str, dict[str, Any]]:
    """Return all schemas by the names of their files."""
    from proofs.service.tools import TOOLS

    title = "lemmata {} --json, version " + str(VERSION)
    found = {name: closed_schema(of, title.format(name), outputs.OPEN) for name, of in OUTPUTS.items()}
    for name, tool in TOOLS.items():
        found |= {f"{name}.request": request_schema(tool.request), f"{name}.outcome": outcome_schema(tool.request)}
    return found | {"serve.request": closed_schema(messages.Line, f"A line for lemmata serve, version {VERSION}")}
