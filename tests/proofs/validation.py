"""Validation of the tools' outcomes by the schemas in `schema/`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from proofs.service.schemas import VERSION

SCHEMAS = Path(__file__).parents[2] / "schema" / f"v{VERSION}"


def validated(tool: str, outcome: Any) -> Any:
    """The outcome of a tool, if it is as its schema says."""
    schema = json.loads((SCHEMAS / f"{tool}.outcome.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(outcome)
    return outcome
