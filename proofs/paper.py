"""The interface for authors of papers: `from proofs.paper import *` brings everything that a paper's module needs.

These are the notation of formulas (`proofs.language.notation`), papers with their statements, claims and errata,
chapters for general lemmas, and the types of proofs and facts for annotations.

>>> from proofs.paper import *
>>> (x,) = reals("x")
>>> paper = Paper("Toy", "A toy paper", "nobody, 2026")
>>> @paper.claim(given=[1 <= x], shows=x <= x * x)
... def le_square(p: Proof) -> Fact:
...     return p.have(p.goal)
>>> paper.state("lemma-1", "A number above 1 is at most its square.", kind="lemma", printed=le_square).id
'Toy:lemma-1'
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter, Claim
from proofs.builder.paper import Erratum, Paper, Search, Statement
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.language import notation
from proofs.language.notation import *  # noqa: F403
from proofs.language.notation import sqrt

__all__ = ["Chapter", "Claim", "Erratum", "Fact", "Paper", "Proof", "ProofError", "Search", "Statement", "sqrt"]
__all__ += notation.__all__
