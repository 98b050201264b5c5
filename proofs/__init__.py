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
    from proofs.check import check as check
    from proofs.decide import decide as decide
    from proofs.decide import prove as prove
    from proofs.decide import refute as refute
    from proofs.decide.bracket import weakest as weakest
    from proofs.decide.many import decide_all as decide_all
    from proofs.library import library as library

__all__ = ["check", "decide", "decide_all", "library", "prove", "refute", "weakest"]
DEFINED_IN = {
    "prove": "decide",
    "refute": "decide",
    "decide_all": "decide.many",
    "weakest": "decide.bracket",
}  # where not in a module of the same name


class _Package(ModuleType):
    """The names above are those of the modules that define them: here they mean the objects, always."""

    def __getattribute__(self, name: str) -> object:
        if name in __all__:
            return getattr(import_module(f"proofs.{DEFINED_IN.get(name, name)}"), name)
        return super().__getattribute__(name)


sys.modules[__name__].__class__ = _Package
