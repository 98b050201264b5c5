"""Proofs of the papers' statements, checked by a small kernel.

`library` gives every statement by id, `check` computes how well each is established; `decide`, `prove` and `refute`
settle inequalities given as text or formulas (and `refute` claims of the library), `decide_all` many of them; `sharpen`
finds the best constant, and `weaken` the weakest hypotheses. Each is loaded when first used.

>>> import proofs
>>> "decide" in dir(proofs)
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofs.checking.check import check as check
    from proofs.export.library import library as library
    from proofs.search.batch import decide_all as decide_all
    from proofs.search.entry_points import decide as decide
    from proofs.search.entry_points import prove as prove
    from proofs.search.entry_points import refute as refute
    from proofs.search.sharpening.hypotheses import weaken as weaken
    from proofs.search.sharpening.sharp import sharpen as sharpen
    from proofs.search.sharpening.sharp import sharpen_pair as sharpen_pair

__all__ = ["check", "decide", "decide_all", "library", "prove", "refute", "sharpen", "sharpen_pair", "weaken"]
_MODULES = {
    "check": "checking.check",
    "decide": "search.entry_points",
    "decide_all": "search.batch",
    "library": "export.library",
    "prove": "search.entry_points",
    "refute": "search.entry_points",
    "sharpen": "search.sharpening.sharp",
    "sharpen_pair": "search.sharpening.sharp",
    "weaken": "search.sharpening.hypotheses",
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
