"""Agreement of the three checkers (kernel, second checker, checker in Coq) on stored proofs that are changed at random.

Each trial makes one change in one theorem of the library's chapters or of a certificate: a reversed relation, another
number or sort, another argument of a step, a hypothesis left out, another box or certificate tree, a theorem that is
not yet proved. Where Coq is not installed, only the first two are compared.

Two differences are not disagreements, and are counted separately. First, Coq's checker gives a meaning to ill-sorted
terms and terms with a dangling variable, which the others reject. Second, a leaf of a certificate tree may need
narrower intervals than those of CoqInterval, or of the kernel at the stated precision; with more digits the kernel
accepts the same theorem.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from os import getpid
from pathlib import Path
from re import findall
from typing import Any

from proofs import checker
from proofs.checking.replay.chapters import GENERAL, load_proof_sets
from proofs.checking.replay.establish import ProofStore, establish_all
from proofs.checking.store.cache import Cache, default_folder
from proofs.coq.compiling import Coq, NoCoq, compile_all, write
from proofs.coq.objects import Object, Rows, Terms, listed, stated, statement
from proofs.coq.project import OBJECT_HEAD, library, tables
from proofs.fuzzing.tampering import certificates
from proofs.kernel.rules import RULES
from proofs.kernel.store import Json, Statements, read_terms, replay
from proofs.kernel.terms import KernelError

DIGITS = 256  # bits that are enough for every leaf
LONGEST = 150  # the longest proof that is changed, in steps
CERTIFICATES = 0.2  # share of changes in certificates, which have boxes and derivatives, unlike chapters
OTHERS = {  # operators with the same number of arguments
    "add": ("mul",), "mul": ("add",), "inv": ("exp", "log", "abs"), "exp": ("log", "inv"), "log": ("exp", "abs"),
    "sin": ("cos", "exp"), "cos": ("sin", "atan"), "atan": ("sin", "erf"), "erf": ("atan", "exp"),
    "abs": ("inv", "exp"), "sum": ("prod", "max"), "prod": ("sum", "max"), "max": ("sum", "prod"),
    "le": ("lt", "eq"), "lt": ("le", "eq"), "eq": ("le", "lt"),
}  # fmt: skip
SORTS: tuple[Json, ...] = ("Z", "R", "(Z>R)", "(ZZ>R)", 1, 2)
ENDS = (None, "0", "1", "-1", "1/2", "7")


class Shelf:
    """Stored theorems for the three checkers; each theorem may apply the earlier ones."""

    def __init__(self, stored: Sequence[Json]) -> None:
        self.stored = list(stored)
        self.names = [s["name"] for s in stored]
        self.short = [k for k, s in enumerate(stored) if len(s["steps"]) <= LONGEST]
        self.statements = Statements(self.stored)

    @cached_property
    def known(self) -> dict[str, checker.Fact]:
        """The theorems as facts of the second checker."""
        known: dict[str, checker.Fact] = {}
        checker.check(())  # selects its interval library
        for stored in self.stored:
            if not self.checked(stored, known):
                raise RuntimeError(f"not accepted as it is: {stored['name']}")
        return known

    @staticmethod
    def checked(stored: Json, known: dict[str, checker.Fact]) -> bool:
        """Return whether the second checker accepts a theorem; if so, it is added to `known`."""
        checker._work[:] = [0] * len(checker._work)
        checker._open[0] = 0
        return checker.judged(stored, known).accepted

    def replayed(self, k: int, changed: Json) -> bool:
        """Return whether the kernel accepts the changed proof in place of the k-th theorem."""
        self.statements.before = k
        try:
            replay(self.statements, changed)
        except KernelError:
            return False
        return True

    def audited(self, k: int, changed: Json) -> bool:
        """Return whether the second checker accepts the changed proof in place of the k-th theorem."""
        earlier = {name: self.known[name] for name in self.names[:k]}
        before = len(checker.ATOMS), len(checker._formulas), len(checker._keys), len(checker._sets)
        accepted = self.checked(changed, earlier)
        checker.forget(*before)
        return accepted


@dataclass(frozen=True)
class Changed:
    """A changed theorem that replaces the k-th theorem of the shelf with the number `where`."""

    where: int
    k: int
    how: str
    stored: Json

    def __str__(self) -> str:
        return f"{self.how}: {json.dumps(self.stored, ensure_ascii=False)}"


def trial(seed: str, count: int) -> dict[str, Any]:
    """Try `count` changed theorems, and return the counts of verdicts and the disagreements."""
    rng, counts, failures = random.Random(seed), Counter[str](), list[str]()
    all_changed: list[Changed] = []
    while len(all_changed) < count:
        changed = _draw(rng)
        if changed is not None:
            all_changed.append(changed)
    for changed, by_coq in zip(all_changed, in_coq(all_changed), strict=True):
        said, wrong = judged(changed, by_coq)
        counts[said] += 1
        if wrong:
            failures.append(f"{said}: {changed}")
    return {"done": count, "counts": dict(counts), "failures": failures}


def judged(changed: Changed, by_coq: bool | None) -> tuple[str, bool]:
    """Return the checkers' verdict on a changed theorem, and whether it is wrong; by_coq is None without Coq."""
    shelf = shelves()[changed.where]
    said = {"kernel": shelf.replayed(changed.k, changed.stored), "checker": shelf.audited(changed.k, changed.stored)}
    if by_coq is not None:
        said["Coq"] = by_coq
    if len(set(said.values())) == 1:
        return f"{'accepted' if said['kernel'] else 'refused'} by all", False
    alone = f"accepted by {' and '.join(who for who, accepts in said.items() if accepts)} alone"
    if said["kernel"] == said["checker"]:
        if by_coq and not _well_formed(changed.stored):
            return f"{alone}, ill formed", False
        if not by_coq and any(rule == "compute" for rule, *_ in changed.stored["steps"]):
            return f"{alone}, with intervals", False
    if not said["kernel"] and shelf.replayed(changed.k, _finer(changed.stored)):
        return f"{alone}, with intervals", False
    return alone, True


def _finer(stored: Json) -> Json:
    """Return the same theorem with higher precision at the leaves of its certificate trees."""

    def finer(tree: Json) -> Json:
        if isinstance(tree, list) and len(tree) == 2 and tree[0] == "leaf" and isinstance(tree[1], int):
            return ["leaf", max(tree[1], DIGITS)]
        return [finer(t) for t in tree] if isinstance(tree, list) else tree

    steps = [
        [rule, *args[:-1], finer(args[-1])] if rule == "compute" and args else [rule, *args]
        for rule, *args in stored["steps"]
    ]
    return {**stored, "steps": steps}


def _well_formed(stored: Json) -> bool:
    """Return whether the kernel can build all terms, and the terms in steps and in the statement are closed."""
    claimed = stored["statement"]
    try:
        terms = read_terms(stored["terms"])
        used = [claimed["concl"], *claimed["hyps"], *(at["t"] for at in _places(stored["steps"], "t"))]
        return not any(terms[i].loose for i in used)
    except KernelError:
        return False


@cache
def shelves() -> list[Shelf]:
    """Return a shelf with the theorems of the library's chapters, and one for each certificate."""
    done = ProofStore()
    establish_all(done, load_proof_sets(GENERAL, Cache(default_folder())))
    found = [[t.stored for t in done.theorems.values()], *(stored for _, stored in certificates())]
    return [shelf for shelf in map(Shelf, found) if shelf.short]


# --- Coq


def in_coq(all_changed: Sequence[Changed]) -> list[bool | None]:
    """Return the verdict of the checker in Coq on each changed theorem, from one run of Coq."""
    there = coq()
    if there is None:
        return [None] * len(all_changed)
    compiler, folder = there
    known: dict[tuple[int, str], str] = {}
    lines, asked = [OBJECT_HEAD], set()
    for number, changed in enumerate(all_changed):
        try:
            lines += _question(number, changed, known)
        except Exception:  # malformed data can raise anything; a theorem without Coq text counts as rejected
            continue
        asked.add(number)
    name = f"readers_{getpid()}"
    (folder / f"{name}.v").write_text("".join(lines), "utf-8")
    ran = compiler.run(folder, name)
    for path in [*folder.glob(f"{name}.*"), *folder.glob(f".{name}.*")]:
        path.unlink()
    says = {int(n): said == "true" for n, said in findall(r"\((\d+)%nat, (true|false)\)", ran.stdout)}
    if ran.returncode != 0 or says.keys() != asked:
        raise RuntimeError(f"Coq did not answer: {ran.stderr.strip()[:400]}")
    return [says.get(number, False) for number in range(len(all_changed))]


def _question(number: int, changed: Changed, known: dict[tuple[int, str], str]) -> list[str]:
    """Coq text that runs Coq's checker on a changed theorem; `known` are the facts that are defined already."""
    shelf, given, new, rows = shelves()[changed.where], list[str](), dict[tuple[int, str], str](), Rows()
    lines = [f"Module M{number}.\n"]
    earlier = {name: k for k, name in enumerate(shelf.names[: changed.k])}
    proof = Object(changed.stored, rows)
    for what in proof.applied:
        if isinstance(what, int):
            given.append(f"stated terms {stated(Terms(changed.stored['terms'], rows), [], what)}")
            continue
        if what not in earlier:
            raise LookupError(f"no theorem {what} before this one")
        at = changed.where, what
        if at not in known and at not in new:
            claim = statement(shelf.stored[earlier[what]], rows)
            new[at] = f"M{number}.F_{earlier[what]}"
            lines.append(f"Definition F_{earlier[what]} : fact := stated terms {claim}.\n")
        given.append(known.get(at) or new[at].partition(".")[2])
    claim = statement(changed.stored, rows)
    asks = f"({number}%nat, proves {listed(given)} terms {listed(proof.steps)} (stated terms {claim}))"
    lines[1:1] = [f"{tables(rows.texts, ('terms', len(rows.texts)))}\n"]
    known |= new
    return [*lines, f"Eval vm_compute in {asks}.\nEnd M{number}.\n"]


@cache
def coq() -> tuple[Coq, Path] | None:
    """Return Coq and a folder with the compiled library; None if Coq is not installed."""
    try:
        compiler = Coq.found()
    except NoCoq:
        return None
    folder = default_folder() / "coq"
    write(library(), folder)
    refused = [r.said for r in compile_all(library(), folder, compiler, jobs=1).values() if r]
    if refused:
        raise RuntimeError(refused[0])
    return compiler, folder


# --- changes


def _draw(rng: random.Random) -> Changed | None:
    """Change a random theorem in one place; None if the change has no effect."""
    where = rng.randrange(1, len(shelves())) if rng.random() < CERTIFICATES else 0
    shelf, how = shelves()[where], rng.choice([*CHANGES])
    k = rng.choice(shelf.short)
    stored = copy.deepcopy(shelf.stored[k])
    CHANGES[how](rng, stored, shelf.names)
    return None if stored == shelf.stored[k] else Changed(where, k, how, stored)


def _row(rng: random.Random, stored: Json, ops: Sequence[str] | Mapping[str, Any]) -> list[Json]:
    """Return a random row with one of these operators; if there is none, a dummy row."""
    return rng.choice([row for row in stored["terms"] if row[0] in ops] or [["", 0, 0, 0]])


def _step(rng: random.Random, stored: Json, rule: str) -> list[Json]:
    """Return a random step of this rule; if there is none, a dummy step."""
    return rng.choice([step for step in stored["steps"] if step[0] == rule] or [["", "", [], []]])


def _places(x: Json, kind: str) -> Iterator[dict[str, int]]:
    """Yield the arguments that refer to a term ("t") or a fact ("f")."""
    if isinstance(x, dict):
        yield from [x] if kind in x else []
    elif isinstance(x, list):
        for y in x:
            yield from _places(y, kind)


def _hypothesis_dropped(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    hyps = stored["statement"]["hyps"]
    if hyps:
        del hyps[rng.randrange(len(hyps))]


def _claim(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    formulas = ("le", "lt", "eq", "imp", "all", "false")
    stored["statement"]["concl"] = rng.choice([i for i, row in enumerate(stored["terms"]) if row[0] in formulas])


def _sides(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    row = _row(rng, stored, ("le", "lt"))
    row[1], row[2] = row[2], row[1]


def _operator(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    row = _row(rng, stored, OTHERS)
    row[0] = rng.choice(OTHERS.get(row[0], ("",)))


def _sign(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    _row(rng, stored, ("num",))[1] *= -1


def _number(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    row = _row(rng, stored, ("num",))
    row[1] = rng.choice((2 * row[1], row[1] + 1, row[1] - 1, 0))


def _sort(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    row = _row(rng, stored, ("all", "bv", "lam", "var", "fn"))
    row[{"all": 1, "lam": 1, "fn": rng.choice((2, 3))}.get(row[0], 2)] = rng.choice(SORTS)


def _name(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    row, other = _row(rng, stored, ("var", "fn")), _row(rng, stored, ("var", "fn"))
    row[1] = other[1]


def _kid(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    at = rng.randrange(len(stored["terms"]))
    row = stored["terms"][at]
    first = {"all": 2, "lam": 2}.get(row[0], 1)
    if at and len(row) > first and row[0] not in ("num", "var", "fn", "bv"):
        row[rng.randrange(first, len(row))] = rng.randrange(at)


def _argument(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    at = rng.randrange(len(stored["steps"]))
    kind, most = rng.choice((("t", len(stored["terms"])), ("f", max(1, at))))
    found = [*_places(stored["steps"][at][1:], kind)]
    if found:
        rng.choice(found)[kind] = rng.randrange(most)


def _rule(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    """Replace a rule by another with arguments of the same kinds."""

    def kinds(step: list[Json]) -> list[str]:
        return [next(iter(a)) if isinstance(a, dict) else type(a).__name__ for a in step[1:]]

    step = rng.choice(stored["steps"])
    like = {s[0] for s in _examples() if kinds(s) == kinds(step)} & RULES.keys()
    step[0] = rng.choice(sorted(like) or [step[0]])


@cache
def _examples() -> list[list[Json]]:
    """Return example steps of the theorems, one for each rule and number of arguments."""
    steps = (step for shelf in shelves() for stored in shelf.stored for step in stored["steps"])
    return [*{(step[0], len(step)): step for step in steps}.values()]


def _sum(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    """Leave out or double a summand of an `arith` step."""
    sums = _step(rng, stored, "arith")[2]
    if sums:
        at = rng.randrange(len(sums))
        sums[at : at + 1] = rng.choice(([], [sums[at], sums[at]]))


def _theorem(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    """Apply another theorem, perhaps the same or a later one."""
    _step(rng, stored, "theorem")[1] = rng.choice((stored["name"], rng.choice(names)))


def _box(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    box = _step(rng, stored, "compute")[2]
    if box:
        rng.choice(box)[rng.choice((1, 2))] = rng.choice(ENDS)


def _tree(rng: random.Random, stored: Json, names: Sequence[str]) -> None:
    """Change a node of a certificate tree: its precision, split point or order of parts, or replace it by a part."""
    at, key = _step(rng, stored, "compute"), 3
    if not at[key]:
        return
    while at[key][0] != "leaf" and rng.random() < 0.6:
        at, key = at[key], rng.choice([k for k, part in enumerate(at[key]) if isinstance(part, list)])
    match part := at[key]:
        case ["leaf", bits]:
            at[key] = rng.choice((["leaf", max(2, bits // 8)], ["split", 0, "0", part, part], ["each", 0, part]))
        case ["split", i, point, low, high]:
            other = ["split", i, rng.choice(("0", "1/2", "-3")), low, high]
            at[key] = rng.choice((low, high, ["split", i, point, high, low], other))
        case ["each", _, inner]:
            at[key] = rng.choice((inner, ["leaf", 53]))


CHANGES: dict[str, Callable[[random.Random, Json, Sequence[str]], None]] = {
    change.__name__.strip("_").replace("_", " "): change
    for change in (
        _hypothesis_dropped, _claim, _sides, _operator, _sign, _number, _sort, _name, _kid, _argument, _rule, _sum,
        _theorem, _box, _tree,
    )
}  # fmt: skip
