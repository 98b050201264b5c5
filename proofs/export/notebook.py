"""Views of proofs and graphs for notebooks. Creating a view may check the library; displaying it never does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import networkx as nx

from proofs.export.graph import GraphError
from proofs.export.graph_formats import to_svg

if TYPE_CHECKING:
    from proofs.export.site.proof_listing import ListedTheorem


@dataclass(frozen=True)
class ProofView:
    """The theorems that prove the lines of a statement, each with its proof.

    `theorems` have `name`, `given`, `shows` and `text`, the proof as plain text.
    """

    id: str
    status: str
    theorems: tuple[ListedTheorem, ...]

    def __repr__(self) -> str:
        names = ", ".join(t.name for t in self.theorems) or "none"
        return f"<proof of {self.id}, {self.status}; theorems: {names}>"

    def __str__(self) -> str:
        out = [f"{self.id}: {self.status}"]
        for t in self.theorems:
            out.append(f"\n{t.name}\n{t.text}")
        return "\n".join(out)

    def _repr_html_(self) -> str:
        from proofs.export.site.filters import templates

        return templates().get_template("notebook.html").render(view=self)


@dataclass(frozen=True)
class GraphView:
    """A proof graph that a notebook displays as a picture; `graph` is the plain `networkx.DiGraph`."""

    graph: nx.DiGraph

    def __repr__(self) -> str:
        return f"<graph of {self}>"

    def __str__(self) -> str:
        return f"{len(self.graph)} statements, {self.graph.number_of_edges()} uses"

    def _repr_svg_(self) -> str | None:
        try:
            return to_svg(self.graph).decode()
        except GraphError:  # no pygraphviz: the notebook shows the text
            return None
