"""The types of stored theorems: JSON objects, as the builder writes them and `proofs.kernel.store` replays them."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from proofs.kernel.store import Json


class StoredClaim(TypedDict):
    """The statement of a stored theorem: the places of its hypotheses and its conclusion in the table of terms."""

    hyps: list[int]
    concl: int


class TheoremWithoutTerms(TypedDict):
    """A stored theorem whose table of terms is stored elsewhere; `proofs.kernel.store` describes the steps.

    A counterexample has the instance, pairs of a variable and its value, and the conditions on the variables left open.
    """

    name: str
    steps: list[list[Json]]
    statement: StoredClaim
    instance: NotRequired[list[list[int]]]
    where: NotRequired[list[int]]


class StoredTheorem(TheoremWithoutTerms):
    """A stored theorem; its terms are a list of rows, or a `Table` that it shares with others."""

    terms: Any
