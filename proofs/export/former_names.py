"""Former names of JSON keys, which every JSON output repeats for one version next to the present names.

A key that was renamed is written twice, with the same value. In the schema of the manifest the former name is marked as
deprecated. This module and its uses will be removed with the next version of the manifest.
"""

from __future__ import annotations

from typing import Any

FORMER_NAMES = {"corrected": "mended", "corrected_status": "mended_status"}  # present name → former name


def with_former_names(data: Any) -> Any:
    """Return a copy of JSON data in which each renamed key is followed by its former name.

    >>> with_former_names([{"id": "A:b", "corrected": None}])
    [{'id': 'A:b', 'corrected': None, 'mended': None}]
    """
    if isinstance(data, list | tuple):
        return [with_former_names(x) for x in data]
    if not isinstance(data, dict):
        return data
    out = {}
    for key, value in data.items():
        out[key] = with_former_names(value)
        if key in FORMER_NAMES:
            out[FORMER_NAMES[key]] = out[key]
    return out
