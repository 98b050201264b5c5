"""A chapter: theorems with their proofs, in order. Papers and the library of sums are chapters alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from proofs.kernel.rules import Theory
from proofs.kernel.store import Json
from proofs.proof import Proof, ProofError


class Chapter:
    """Named proofs, in the order in which they are written.

    >>> chapter = Chapter("example")
    >>> @chapter.theorem
    ... def one_le_two(p):
    ...     from proofs.notation import num
    ...     p.qed(p.have("out", num(1) <= 2))
    >>> [stored["name"] for stored in chapter.prove(Theory())]
    ['one_le_two']
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.proofs: dict[str, Callable[[Proof], object]] = {}

    def theorem(self, write: Callable[[Proof], object]) -> Callable[[Proof], object]:
        """Register a proof under the name of the function that writes it."""
        name = write.__name__
        if name in self.proofs:
            raise ProofError(f"two theorems are called {name}")
        self.proofs[name] = write
        return write

    def prove(self, theory: Theory) -> Iterator[Json]:
        """Run the proofs, searching; yields each stored theorem. The theory must hold the earlier chapters."""
        for name, write in self.proofs.items():
            proof = Proof(name, theory)
            write(proof)
            if proof.stored is None:
                raise ProofError(f"the proof of {name} has no end (qed)")
            yield proof.stored
