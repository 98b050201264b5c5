"""The ledger of replays: the stored proofs that this kernel has accepted, and need not replay.

A record is believed as Python believes a compiled file. It names a digest of the kernel's sources and of the versions
of Python and of its libraries, of the proof and its statement, and of the statements of the theorems that it applies.
All of these are computed again from the current files. So a proof, a premise or a kernel that has changed leads to a
replay, and so does a record that is damaged or belongs to another theorem. The citations, arguments and applied
theorems of a proof are read from its steps; a record that differs is not believed.

These digests take time. So a whole check records the digests of the files in which it has found all records to be
right (`checked_together`); as long as two of these files are the same, what one of them says of the other is right.

A theorem that is believed holds if the theorems that it applies do; these come before it, and each of them is replayed
or believed as well.

A search that found no proof is not repeated either, as long as its code, the function that searches, and the statements
of the theorems that it may apply are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import msgspec

from proofs.builder.chapter import MARKS
from proofs.builder.stored import StoredTheorem
from proofs.checking.replay.chapters import ProofSet
from proofs.checking.store.cache import Cache, Failure, Replay, Row
from proofs.checking.store.digests import MALFORMED, TheoremDigests, combined, digest_of_term, theorems_applied
from proofs.checking.store.sources import Sources, versions
from proofs.kernel.store import Table
from proofs.theorems import MODULES

CHECKED = "checked"  # the name of the cache entries of `checked_together`
KERNEL = "proofs.kernel.store"  # replays proofs with the modules that it imports
StatementOf = Callable[[str], StoredTheorem | None]  # the stored theorem of a name; None if there is none before
ADMITS = {"cite": "cited", "argue": "argued"}  # the rules that admit a formula, with the kind of their provenance


class Checked(msgspec.Struct):
    """Files of proof sets, as digests by their name and key, and the digests of the statements in them by name."""

    files: dict[str, str]
    statements: dict[str, str]


@cache
def kernel_key() -> str:
    """Return the digest of the kernel's sources and of the versions of Python and of its libraries."""
    return Sources(()).key([KERNEL], versions())


@cache
def marks_key() -> str:
    """Return the digest of the sources of the general chapters, whose marks say which theorems searches may apply."""
    return Sources(()).key(MODULES.values())


class Ledger:
    """The records of replays, read from and written to the rows of proof sets.

    Parameters
    ----------
    believes
        Whether records count. If not, every proof is replayed; the replays are recorded all the same.
    checked
        The files in which a check by this kernel has found all records to be right (`checked_together`).
    """

    def __init__(self, believes: bool = False, checked: Checked | None = None) -> None:
        self.believes, self.checked = believes, checked if believes and checked else Checked({}, {})
        self.digests = TheoremDigests()
        self._trusted: dict[int, object] = {}  # the tables of terms of the theorems in these files, by identity

    def trust(self, proof_set: ProofSet) -> None:
        """Trust the stored theorems of a proof set, if its file is one that was checked."""
        theorems = proof_set.theorems  # reads the file
        if not proof_set.file or self.checked.files.get(f"{proof_set.name} {proof_set.key}") != proof_set.file:
            return
        for stored in theorems:
            if isinstance(stored["terms"], Table) and stored["name"] in self.checked.statements:
                self._trusted[id(stored["terms"])] = stored["terms"]
                self.digests.know_statement(stored, bytes.fromhex(self.checked.statements[stored["name"]]))

    def _is_trusted(self, stored: StoredTheorem, statement_of: StatementOf) -> bool:
        """Return whether this theorem and all that it applies are read from files that were checked together."""
        if id(stored["terms"]) not in self._trusted:
            return False
        used = map(statement_of, set(theorems_applied(stored)))
        return all(other is not None and id(other["terms"]) in self._trusted for other in used)

    def believed(self, row: Row | None, stored: StoredTheorem, statement_of: StatementOf) -> Replay | None:
        """Return the record of a replay of this proof from these premises by this kernel, if there is one."""
        found = row.replay if row is not None and self.believes else None
        if found is None or self._is_trusted(stored, statement_of):
            return found
        try:
            premises = self.digests.premises(stored, statement_of)
            good = found.digest == self._digest(stored, premises) and _admits(stored, found.provenance)
        except MALFORMED:
            return None
        return found if good else None

    def same_premises(self, row: Row, stored: StoredTheorem, statement_of: StatementOf) -> bool | None:
        """Return whether the theorems that a proof applies have the same statements; None if one is missing."""
        if self._is_trusted(stored, statement_of):
            return True
        try:
            premises = self.digests.premises(stored, statement_of)
        except MALFORMED:
            return False
        return None if premises is None else row.premises == premises.hex()

    def note(
        self,
        proof_set: ProofSet,
        stored: StoredTheorem,
        statement_of: StatementOf,
        provenance: Sequence[tuple[str, str]],
        seconds: float,
    ) -> None:
        """Record that the kernel has accepted a proof, with the provenance of its fact and the seconds that it took."""
        name, row = stored["name"], proof_set.rows.get(stored["name"])
        premises = self.digests.premises(stored, statement_of)
        digest = self._digest(stored, premises)
        known = row is not None and row.replay is not None and row.replay.digest == digest
        if premises is not None and digest is not None and not known:
            source = proof_set.digest(name) if row is None else row.source
            proof_set.rows[name] = Row(source, premises.hex(), Replay(digest, seconds, sorted(provenance)))
            proof_set.changed = True

    def failed(self, proof_set: ProofSet, name: str, digest: str) -> str | None:
        """Return why a search with this digest (`search_digest`) has found no proof; None if it has no record."""
        found = proof_set.failures.get(name) if self.believes else None
        return found.why if found is not None and found.digest == digest else None

    def note_failure(self, proof_set: ProofSet, name: str, digest: str, why: str) -> None:
        """Record that a search with this digest found no proof, and why."""
        if proof_set.failures.get(name) != Failure(digest, why):
            proof_set.failures[name] = Failure(digest, why)
            proof_set.changed = True

    def search_digest(self, proof_set: ProofSet, name: str, premises: str) -> str:
        """Return the digest of all that a search depends on besides its code, which the key of the proof set covers.

        `premises` is the digest of the theorems that it may apply (`statements_digest`).
        """
        return combined(proof_set.digest(name).encode(), proof_set.hints.encode(), premises.encode()).hex()

    def statements_digest(self, theorems: Iterable[StoredTheorem]) -> str | None:
        """Return the digest of theorems in their order: of their names and statements, and of their marks as lemmas.

        It is None if one of them is damaged. The marks in general chapters, which searches import, are covered by the
        sources of these.
        """
        parts = [marks_key().encode()]
        try:
            for stored in theorems:
                mark = None if stored["name"].partition(".")[0] in MODULES else MARKS.get(stored["name"])
                parts += [stored["name"].encode(), self.digests.statement(stored)]
                if mark is not None:
                    parts += [repr((mark.new, mark.rest)).encode(), *map(digest_of_term, mark.trigger)]
        except MALFORMED:
            return None
        return combined(*parts).hex()

    def _digest(self, stored: StoredTheorem, premises: bytes | None) -> str | None:
        if premises is None:
            return None
        return combined(kernel_key().encode(), self.digests.proof(stored), premises).hex()


def _admits(stored: StoredTheorem, provenance: Sequence[tuple[str, str]]) -> bool:
    """Return whether a record agrees with the steps of a proof on its citations, arguments and applied theorems."""
    said = Counter((kind, what) for kind, what in provenance if kind != "certified")
    found = {(ADMITS[step[0]], step[2]) for step in stored["steps"] if step[0] in ADMITS}
    found |= {("uses", name) for name in theorems_applied(stored)}
    return said == Counter(found)


def checked_together(modules: Sequence[str], cache: Cache) -> Checked | None:
    """Return the files in which the last whole check of these chapters found all records to be right.

    The check was made by this kernel. A theorem in one of these files that applies theorems in these files alone has
    the premises that it had then, so that its record need not be compared again.
    """
    return cache.decoded(CHECKED, _key_of_check(modules), Checked)


def keep_checked(modules: Sequence[str], cache: Cache, proof_sets: Sequence[ProofSet], ledger: Ledger) -> None:
    """Store which files hold, after a whole check, only theorems that this kernel has accepted."""
    right = [v for v in proof_sets if v.file and not v.changed and all(row.replay for row in v.rows.values())]
    files = {f"{v.name} {v.key}": v.file for v in right if v.theorems and len(v.rows) == len(v.theorems)}
    if files != ledger.checked.files:
        statements = {t["name"]: ledger.digests.statement(t).hex() for v in right for t in v.theorems}
        cache.write(CHECKED, _key_of_check(modules), msgspec.json.encode(Checked(files, statements)))


def _key_of_check(modules: Sequence[str]) -> str:
    return combined(kernel_key().encode(), *(module.encode() for module in modules)).hex()


def drop_stale(proof_sets: Sequence[ProofSet], ledger: Ledger) -> None:
    """Drop the stored theorems with a premise whose statement has changed.

    A theorem with a premise that is missing is kept: the premise may be found again.
    """
    known: dict[str, StoredTheorem] = {}
    for proof_set in proof_sets:
        ledger.trust(proof_set)
        kept = []
        for stored in proof_set.theorems:
            if ledger.same_premises(proof_set.rows[stored["name"]], stored, known.get) is False:
                proof_set.rows.pop(stored["name"])
                proof_set.changed = True
            else:
                kept.append(stored)
                known[stored["name"]] = stored
        if len(kept) < len(proof_set.theorems):
            proof_set.theorems = kept
