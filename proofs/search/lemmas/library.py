"""The lemmas of the library: the theorems that its chapters mark as usable."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from proofs.search.base.lemma import Index, Lemma
from proofs.search.certificate_theorems import SEQUENCES, theory
from proofs.theorems import MODULES


@cache
def marked() -> Index:
    """Return the lemmas for questions about sequences, in the order of the chapters."""
    facts = theory(of_sequences=True).facts
    return Index(
        [
            Lemma(name, facts[name], mark.trigger, mark.new, mark.rest)
            for chapter in SEQUENCES
            for name, mark in import_module(MODULES[chapter]).chapter.marks.items()
        ]
    )
