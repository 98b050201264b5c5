"""The public interface of the project: the functions and classes that `docs/api.md` documents, under one name.

`decide`, `prove` and `refute` settle inequalities, `check` checks papers, `proof_graph` makes the graph of a check, and
`boltzmann`, `sums`, `attention` and `max_affine` are the modules of exact formulas. `from lemmata import *` brings what
a paper's module needs: formulas, `Paper`, `Proof`, `Fact`. Everything else is loaded when first used.

>>> import lemmata
>>> print(lemmata.decide("2 <= x + 1/x", ["x > 0"]))
proved: for real x with x > 0: 2 <= x + 1/x
   the hypotheses hold at x = 1
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import proofs
from proofs import paper
from proofs.paper import *  # noqa: F403

if TYPE_CHECKING:
    from proofs import *  # noqa: F403
    from proofs.builder.chapter import Mark as Mark
    from proofs.builder.paper import Constant as Constant
    from proofs.checking.report import ConstantFound as ConstantFound
    from proofs.checking.report import Finding as Finding
    from proofs.checking.report import Line as Line
    from proofs.checking.report import Report as Report
    from proofs.checking.report import Result as Result
    from proofs.checking.report import Support as Support
    from proofs.export.graph import falls_if as falls_if
    from proofs.export.graph import longest_chain as longest_chain
    from proofs.export.graph import named as named
    from proofs.export.graph import part as part
    from proofs.export.graph import proof_graph as proof_graph
    from proofs.export.graph import rests_on as rests_on
    from proofs.search.answer import Answer as Answer
    from proofs.search.sharpening.hypotheses import Weakening as Weakening
    from proofs.search.sharpening.sharp import Bracket as Bracket
    from proofs.search.sharpening.sharp import End as End
    from proofs.search.sharpening.sharp import Sharp as Sharp
    from proofs.theorems.analysis.convexity import convex as convex
    from proofs.theorems.analysis.convexity import convex_set as convex_set
    from proofs.theorems.analysis.convexity import gradient_at as gradient_at
    from proofs.theorems.analysis.convexity import nearest as nearest
    from proofs.theorems.analysis.convexity import squared_distance as squared_distance
    from symbolic import attention as attention
    from symbolic import boltzmann as boltzmann
    from symbolic import max_affine as max_affine
    from symbolic import sums as sums

__all__ = paper.__all__
_MODULES = ("attention", "boltzmann", "max_affine", "sums")  # of `symbolic`
_NAMES = {
    "proofs": tuple(proofs.__all__),
    "proofs.builder.chapter": ("Mark",),
    "proofs.builder.paper": ("Constant",),
    "proofs.checking.report": ("ConstantFound", "Finding", "Line", "Report", "Result", "Support"),
    "proofs.export.graph": ("falls_if", "longest_chain", "named", "part", "proof_graph", "rests_on"),
    "proofs.search.answer": ("Answer",),
    "proofs.search.sharpening.hypotheses": ("Weakening",),
    "proofs.search.sharpening.sharp": ("Bracket", "End", "Sharp"),
    "proofs.theorems.analysis.convexity": ("convex", "convex_set", "gradient_at", "nearest", "squared_distance"),
}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        value: object = import_module(f"symbolic.{name}")
    else:
        module = next((module for module, names in _NAMES.items() if name in names), None)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *(name for names in _NAMES.values() for name in names)})
