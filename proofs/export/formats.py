"""The formats of the proof graph, each with its writer function, which is imported on demand."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

FORMATS = {
    "dot": "proofs.export.graph_formats:to_dot",
    "graphml": "proofs.export.graph_formats:to_graphml",
    "json": "proofs.export.graph_formats:to_json",
    "mermaid": "proofs.export.graph_formats:to_mermaid",
    "tex": "proofs.export.graph_formats:to_tex",
    "svg": "proofs.export.graph_formats:to_svg",
    "png": "proofs.export.graph_formats:to_png",
    "leanblueprint": "proofs.export.graph_formats:to_leanblueprint",
}
PICTURES = ("svg", "png")  # not for a terminal


def writer(name: str) -> Callable[[nx.DiGraph], str | bytes]:
    """Return the function that writes a graph in the format of that name.

    >>> writer("json").__name__
    'to_json'
    """
    module, _, function = FORMATS[name].partition(":")
    found: Callable[[nx.DiGraph], str | bytes] = getattr(import_module(module), function)
    return found
