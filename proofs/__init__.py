"""Proofs of the papers' statements, checked by a small kernel.

`library` gives every statement by id, `check` computes how well each is established; `decide`, `prove` and `refute`
settle inequalities that one types (and `refute` claims of the library), `decide_all` many of them; `weakest` finds
how far a parameter can go. Each is loaded when first used.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proofs.decide.asking import decide as decide
    from proofs.decide.asking import prove as prove
    from proofs.decide.asking import refute as refute
    from proofs.decide.bracket import weakest as weakest
    from proofs.decide.many import decide_all as decide_all
    from proofs.judging.check import check as check
    from proofs.publish.library import library as library

__all__ = ["check", "decide", "decide_all", "library", "prove", "refute", "weakest"]
DEFINED_IN = {
    "check": "judging.check",
    "decide": "decide.asking",
    "decide_all": "decide.many",
    "library": "publish.library",
    "prove": "decide.asking",
    "refute": "decide.asking",
    "weakest": "decide.bracket",
}


class _Package(ModuleType):
    """`decide` is also the name of a folder: here it means the function, always."""

    def __getattribute__(self, name: str) -> object:
        if name in DEFINED_IN:
            return getattr(import_module(f"proofs.{DEFINED_IN[name]}"), name)
        return super().__getattribute__(name)


sys.modules[__name__].__class__ = _Package
