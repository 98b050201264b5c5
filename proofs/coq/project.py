"""The files of a Coq project: proof objects by chapter, the theorems and the papers' statements as text.

    library/    the checker, and how it reads statements
    objects/    proof objects, in parts of a chapter that need nothing but the library: what a proof applies is a
                hypothesis there
    theorems/   for each chapter its theorems as text, put together from the parts; for each paper its named notions
                (`KS_notions`) and what its statements say (`KS_statements`)

A file says which others it requires, so that they can be compiled side by side, and nothing is compiled again whose
text and requirements are as they were.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources import files
from typing import TypeVar
from zlib import crc32

from proofs.builder.chapter import Claim
from proofs.builder.stored import StoredTheorem
from proofs.checking.replay.establish import Theorem
from proofs.coq.objects import WITHOUT_OBJECT, Object, Rows, Terms, applied, listed, numbers, stated, statement
from proofs.coq.statements import MAX_TEXT, RESERVED, Reader, Sentence, Unreadable, fresh, identifier, sentence
from proofs.kernel.store import Table, Writer
from proofs.language.display import NONE, Notions
from proofs.workers.forks import shares, side_by_side

T = TypeVar("T")

MIN_PART, MAX_PART = 750_000, 2_400_000  # the size of a part of a chapter, in characters, at least and at most
CUT_INTERVAL = 8  # a part may end after about one in this number of theorems, so that parts stay where they are
PATHS = {"library": "Lemmata", "objects": "Objects", "theorems": "Theorems"}  # folder -> its name in Coq
AUDIT = "theorems/Audit"
LIBRARY = (
    "ErrorFunction", "Terms", "Normal", "NormalSound", "Facts", "Logic", "Arithmetic", "Functions", "Calculus",
    "Evaluate", "Store", "Text",
)  # fmt: skip
BASE_FILES = tuple(f"library/{name}" for name in (*LIBRARY, "Numbers"))  # by all other files


@dataclass(frozen=True)
class File:
    """A file of a project: its path without the ending, its text, and the paths of the files that it requires.

    `begins` are the lines (from 1) at which theorems begin, by their names.
    """

    path: str
    text: str
    needs: tuple[str, ...] = ()
    begins: Mapping[str, int] = field(default_factory=dict)

    def theorem_at(self, line: int) -> str | None:
        """Return the theorem that stands in this line."""
        return next((name for name, first in reversed([*self.begins.items()]) if first <= line), None)


@dataclass(frozen=True)
class Said:
    """A line of a paper's statement: the paper, what it is called here, its claim, and the theorem that proves it."""

    paper: str
    name: str
    remark: str
    claim: Claim
    theorem: str

    @property
    def called(self) -> str:
        """Its name from elsewhere."""
        return f"{self.paper}_statements.{self.name}"


@dataclass
class Family:
    """Files that were made together; the texts of statements, what has none, and the papers with named notions."""

    files: list[File]
    texts: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    with_notions: set[str] = field(default_factory=set)


class Text:
    """A file that is being written."""

    def __init__(self, *head: str) -> None:
        self.pieces = list(head)
        self.begins: dict[str, int] = {}
        self.lines = sum(piece.count("\n") for piece in head)

    def put(self, piece: str, name: str = "") -> None:
        """Write text and end the line; `name` is the theorem that it belongs to."""
        if name and name not in self.begins:
            self.begins[name] = self.lines + 1
        self.pieces.append(f"{piece}\n")
        self.lines += piece.count("\n") + 1

    def file(self, path: str, needs: Iterable[str]) -> File:
        """Return the file, as it is now."""
        return File(path, "".join(self.pieces), tuple(dict.fromkeys(needs)), self.begins)


def library() -> list[File]:
    """Return the files of the checker, in order, and that of the numbers."""
    folder = files("proofs.coq") / "library"
    texts = {name: (folder / f"{name}.v").read_text("utf-8") for name in LIBRARY}
    made = [File(f"library/{name}", text, _required(text)) for name, text in texts.items()]
    return [*made, File("library/Numbers", numbers())]


def _required(text: str) -> tuple[str, ...]:
    """Return the files of the checker that a file of its says to require."""
    found = re.search(r"^From Lemmata Require Export (.*)\.$", text, re.MULTILINE)
    return tuple(f"library/{name}" for name in found[1].split()) if found else ()


MAX_ROWS = 500  # rows of one list: what is nested deeper may be too deep for Coq's reader
BY_RUNNING = "vm_cast_no_check (eq_refl true)"  # Coq computes it once, at Qed
OBJECT_HEAD = (
    "From Coq Require Import List ZArith PArith QArith.\n"
    "From Lemmata Require Import Store Numbers.\n"
    "Import ListNotations.\nOpen Scope positive_scope.\n"
)
TEXT_HEAD = (
    "From Coq Require Import Reals List ZArith PArith QArith.\n"
    "From Lemmata Require Import Text Numbers.\nImport ListNotations.\n"
)


class Project:
    """Theorems, each after those that it applies, as files for Coq.

    Parameters
    ----------
    theorems
        All that is needed, in order.
    papers
        The keys of the papers, by the modules with their chapters.
    notions
        By which the formulas of a paper are written, by its key.
    said
        What the papers' statements say, by the key of the paper.
    without
        Names of theorems and statements to be left out, and with them whatever applies one.

    Attributes
    ----------
    left_out
        What is not in the files, by name, and why.
    texts
        What the papers' statements say in Coq, premises and all, by their names; once the files are made.
    """

    def __init__(
        self,
        theorems: Sequence[Theorem],
        papers: Mapping[str, str],
        notions: Mapping[str, Notions],
        said: Mapping[str, Sequence[Said]],
        without: Collection[str] = (),
    ) -> None:
        self.papers, self.notions, self.said = papers, notions, said
        self.left_out: dict[str, str] = dict.fromkeys(without, "refused by Coq")
        self.theorems: dict[str, Theorem] = {}
        self.applied: dict[str, list[str | int]] = {}
        self.chapters: dict[str, list[str]] = {}
        for t in theorems:
            missing = next((u for u in t.uses if u in self.left_out), None)
            argued = next((rule for rule, *_ in t.kept["steps"] if rule in WITHOUT_OBJECT), None)
            if missing or argued:
                self.left_out[t.name] = f"it applies {missing}" if missing else f"a step of its proof is of {argued}"
            if t.name not in self.left_out:
                self.theorems[t.name] = t
                cites = any(rule == "cite" for rule, *_ in t.kept["steps"])  # by their places in the object
                self.applied[t.name] = applied(t.stored if cites else t.kept)
                self.chapters.setdefault(stem(t), []).append(t.name)
        self.texts: dict[str, str] = {}
        self.with_notions: set[str] = set()

    # --- names

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of theorems in their chapters' files."""
        out: dict[str, str] = {}
        for own in self.chapters.values():
            taken = set(RESERVED)
            for name in own:
                out[name] = fresh(identifier(name.partition("." if ":" not in name else ":")[2]), taken)
                taken.add(out[name])
        return out

    @cached_property
    def places(self) -> dict[str, str]:
        """The part that each theorem's proof object is in."""
        out: dict[str, str] = {}
        for chapter, own in self.chapters.items():
            part, size = 1, 0
            for name in own:
                out[name] = f"{chapter}_{part}"
                size += 100 * len(self.theorems[name].kept["steps"]) + min(
                    20 * self.theorems[name].fact.concl.size, MAX_PART
                )
                if size > MAX_PART or (size > MIN_PART and crc32(name.encode()) % CUT_INTERVAL == 0):
                    part, size = part + 1, 0
        return out

    def owner(self, t: Theorem) -> str | None:
        """Return the key of the paper that a theorem belongs to."""
        return t.name.partition(":")[0] if derived(t) else self.papers.get(t.chapter)

    def here(self, name: str, place: str) -> str:
        """Return the name of a theorem in a part; those of other chapters are qualified."""
        own = self.names[name]
        chapter = stem(self.theorems[name])
        return own if self.places[name] == place else f"{chapter}__{own}"

    # --- files

    def files(self, jobs: int = 1) -> list[File]:
        """Return all files, each after those that it requires, written by `jobs` processes."""
        parts: dict[str, list[str]] = {}
        for name, place in self.places.items():
            parts.setdefault(place, []).append(name)
        families: dict[str, list[str]] = {}
        for chapter, (name, *_) in self.chapters.items():
            families.setdefault(self.owner(self.theorems[name]) or chapter, []).append(chapter)
        tasks: list[Callable[[], Family]] = [partial(self.family, *item) for item in families.items()]
        tasks += [lambda own=own: Family([self.part(*x) for x in own]) for own in shares([*parts.items()], jobs)]  # type: ignore[misc]
        made = side_by_side(tasks, jobs)
        for x in made:
            self.texts |= x.texts
            self.left_out |= x.left_out
            self.with_notions |= x.with_notions
        shelves = len(families)
        return [*library(), *(f for x in (*made[shelves:], *made[:shelves]) for f in x.files)]

    def family(self, key: str, chapters: Sequence[str]) -> Family:
        """Return the theorems of a chapter as text, and for a paper its statements and notions."""
        out, reader = Family([]), Reader(self.notions.get(key, NONE))
        sentences = {c: dict(self.sentences(reader, self.chapters[c], out)) for c in chapters}
        said = list(self.statements(reader, self.said.get(key, ()), out))
        if reader.definitions:
            out.with_notions.add(key)
            out.files.append(notions_file(key, reader))
        out.files += [self.chapter(c, key if reader.definitions else None, sentences[c]) for c in chapters]
        if said:
            out.files.append(self.paper(key, bool(reader.definitions), said, out))
        return out

    def audit(self, named: Sequence[Said]) -> File:
        """Says once more what these statements say, and asks Coq what they rest on."""
        out = Text(TEXT_HEAD)
        for key in dict.fromkeys(x.paper for x in named):
            own = [x for x in named if x.paper == key]
            out.put(f"From Theorems Require {key}_statements.")
            if key in self.with_notions:
                out.put(f"From Theorems Require {key}_notions.")
            out.put(f"Module {key}.\n{f'Import {key}_notions.' * (key in self.with_notions)}")
            for x in own:
                out.put(f"Definition {x.name} :\n{self.texts[x.called]} := {x.called}.")
            out.put(f"End {key}.")
        pairs = "".join(f"({x.paper}.{x.name}, " for x in named)
        out.put(f"Definition named := {pairs}I{')' * len(named)}.\nPrint Assumptions named.")
        return out.file(AUDIT, (f"theorems/{key}_statements" for key in dict.fromkeys(x.paper for x in named)))

    def sentences(self, reader: Reader, own: Iterable[str], out: Family) -> Iterator[tuple[str, Sentence]]:
        """Theorems with their texts, those that have one."""
        for name in own:
            kept = self.theorems[name].kept
            terms, said = terms_of(kept), kept["statement"]
            try:
                yield name, legible(sentence(reader, [terms[h] for h in said["hyps"]], terms[said["concl"]]))
            except Unreadable as why:
                out.left_out[name] = str(why)

    def statements(self, reader: Reader, said: Iterable[Said], out: Family) -> Iterator[tuple[Said, Sentence]]:
        """Return a theorem's statement as text, if it has one."""
        for x in said:
            if x.theorem in self.theorems and x.called not in self.left_out:
                try:
                    yield x, legible(sentence(reader, x.claim.given, x.claim.shows))
                except Unreadable as why:
                    out.left_out[x.called] = str(why)

    def part(self, place: str, own: Sequence[str]) -> File:
        """Proof objects, and that each proves what it states if what it applies is valid."""
        rows, claims = Rows(), dict[str, str]()  # what is stated, by its name here
        for name in own:
            called, terms = self.here(name, place), Terms(self.theorems[name].stored["terms"], rows)
            for what in self.applied[name]:
                if isinstance(what, int):
                    claims[f"{called}_cited_{what}"] = stated(terms, [], what)
                elif self.here(what, place) not in claims:
                    claims[self.here(what, place)] = statement(self.theorems[what].stored, rows)
            claims[called] = statement(self.theorems[name].stored, rows)
        before = len(rows.texts)
        objects = {name: Object(self.theorems[name].stored, rows) for name in own}
        out = Text(OBJECT_HEAD)
        out.put(tables(rows.texts, ("claims", before), ("terms", len(rows.texts))))
        for called, claim in claims.items():
            out.put(f"Definition {called}_fact : fact := stated claims {claim}.")
        for name, proof in objects.items():
            called = self.here(name, place)
            known = [f"{called}_cited_{x}" if isinstance(x, int) else self.here(x, place) for x in proof.applied]
            out.put(f"(* {name} *)", name)
            for what in (called, *(f"{called}_cited_{x}" for x in proof.applied if isinstance(x, int))):
                out.put(f"Definition {what}_raw : fact := written claims {claims[what]}.")
            out.put(f"Definition {called}_known : list fact := {listed(f'{x}_fact' for x in known)}.")
            out.put(f"Definition {called}_steps : list step :=\n {listed(proof.steps)}.")
            out.put(
                f"Lemma {called}_holds : valids {called}_known -> valid {called}_fact.\n"
                f"Proof. intros H. apply (checked _ terms {called}_steps _ H). {BY_RUNNING}. Qed."
            )
        return out.file(f"objects/{place}", BASE_FILES)

    @cached_property
    def cites(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """Return the citations on which each theorem depends: the citing theorem, and the position there."""
        out: dict[str, tuple[tuple[str, int], ...]] = {}
        for name, what_applied in self.applied.items():
            own = [(name, what) for what in what_applied if isinstance(what, int)]
            below = [c for what in what_applied if isinstance(what, str) for c in out[what]]
            out[name] = tuple(dict.fromkeys([*own, *below]))
        return out

    def qualified(self, name: str) -> str:
        """Return the name of a theorem, or what begins with it, in the part with its proof."""
        return f"{self.places[name]}.{self.names[name]}"

    def valid(self, name: str, chapter: str) -> str:
        """Return the lemma that a theorem is valid, from a chapter's file."""
        other = stem(self.theorems[name])
        return f"{'' if other == chapter else f'{other}.'}{self.names[name]}_valid"

    def chapter(self, chapter: str, notions: str | None, sentences: Mapping[str, Sentence]) -> File:
        """Return the theorems of a chapter as text, each proved from its object."""
        own = self.chapters[chapter]
        used = [u for name in own for u in self.taken(name)]
        others = [stem(self.theorems[u]) for u in used] + [
            stem(self.theorems[n]) for x in own for n, _ in self.cites[x]
        ]
        parts = [self.places[x] for name in own for x in (name, *self.taken(name), *(n for n, _ in self.cites[name]))]
        out = Text(TEXT_HEAD, *self.requires(parts, [o for o in others if o != chapter], notions))
        for name in own:
            called, cites = self.names[name], self.cites[name]
            premises = "".join(f" ({held(c)} : valid {self.fact_cited(c)})" for c in cites)
            given, whole = [], "I"
            for what in reversed(self.applied[name]):
                if isinstance(what, str):
                    given.append(f"{self.qualified(what)}_fact")
                    one = " ".join([self.valid(what, chapter), *map(held, self.cites[what])])
                else:
                    given.append(self.fact_cited((name, what)))
                    one = held((name, what))
                whole = f"(conj ({one}) {whole})"
            at = self.qualified(name)
            passed = f"assert (L : passes {listed(reversed(given))} {at}_known = true) by ({BY_RUNNING}). "
            proof = f"{passed}exact ({at}_holds (passed _ _ L {whole}))" if given else f"exact ({at}_holds I)"
            out.put(f"Lemma {called}_valid{premises} : valid {at}_fact.\nProof. {proof}. Qed.", name)
            if name in sentences:
                self.read(out, name, f"{at}_raw", name, chapter, sentences[name])
        needs = [f"objects/{p}" for p in parts] + [f"theorems/{o}" for o in others if o != chapter]
        needs += [f"theorems/{notions}_notions"] if notions else []
        return out.file(f"theorems/{chapter}", [*BASE_FILES, *needs])

    def read(self, out: Text, about: str, raw: str, theorem: str, chapter: str, said: Sentence) -> str:
        """Return a text, which is that of the fact `raw`, proved from a theorem; gives it, premises and all.

        It gets the name of `about` without the file's.
        """
        called, fact = self.names.get(about) or about.partition(".")[2], f"{self.qualified(theorem)}_fact"
        cites, given = self.cites[theorem], []
        premises = [f"({self.premises[c].text})" for c in cites]
        asserted = [("L", f"legible {fact} {raw}")]
        for k, c in enumerate(cites):
            reads, about_it = f"{called}_reads_{k}", self.fact_cited(c)
            out.put(f"Definition {reads} : form := concl {self.qualified(c[0])}_cited_{c[1]}_raw.", about)
            asserted.append((f"L{k}", f"says_so {reads} {about_it}"))
            holds = f"fun v_0 => {held(c)}{self.premises[c].values('v_0')}"
            given.append(f"(unread {reads} {about_it} L{k} ({holds}))")
        above = "".join(f"{p} ->\n" for p in premises)
        out.put(f"Theorem {called} : {above}{said.text}.", about)
        lam = "".join(f" ({held(c)} : {p})" for c, p in zip(cites, premises, strict=True)) + said.binders
        valid = " ".join([self.valid(theorem, chapter), *given])
        proof = f"{f'fun{lam} => ' if lam else ''}read {fact} {raw} ({valid}) L {said.valuation}"
        known = "".join(f"assert ({name} : {what} = true) by ({BY_RUNNING}). " for name, what in asserted)
        out.put(f"Proof. {known}vm_cast_no_check ({proof}). Qed.", about)  # Qed checks it, once
        return above + said.text

    @cached_property
    def premises(self) -> dict[tuple[str, int], Sentence]:
        """Return the cited formulas as text."""
        cites = dict.fromkeys(c for cs in self.cites.values() for c in cs)
        return {c: sentence(Reader(), (), Table(self.theorems[c[0]].stored["terms"])[c[1]]) for c in cites}

    def taken(self, name: str) -> list[str]:
        """Return the theorems that one applies."""
        return [what for what in self.applied[name] if isinstance(what, str)]

    def fact_cited(self, c: tuple[str, int]) -> str:
        """Return the name of a cited fact."""
        return f"{self.qualified(c[0])}_cited_{c[1]}_fact"

    def requires(self, parts: Iterable[str], chapters: Iterable[str], notions: str | None) -> list[str]:
        """Return the files that a file of texts requires."""
        out = [f"From Objects Require {' '.join(dict.fromkeys(parts))}.\n"]
        others = list(dict.fromkeys(chapters))
        out += [f"From Theorems Require {' '.join(others)}.\n"] if others else []
        out += [f"From Theorems Require Import {notions}_notions.\n"] if notions else []
        return [*out, "Open Scope positive_scope.\n"]

    def paper(self, key: str, named: bool, said: Sequence[tuple[Said, Sentence]], shelf: Family) -> File:
        """Return the statements of a paper, each proved from the theorem that the paper names."""
        theorems = [x.theorem for x, _ in said]
        own = f"{key}_statements"
        chapters = [stem(self.theorems[t]) for t in theorems]
        parts = [self.places[n] for t in theorems for n in (t, *(n for n, _ in self.cites[t]))]
        out = Text(TEXT_HEAD, *self.requires(parts, chapters, key if named else None))
        rows = Rows()
        claims = [claimed(x.claim, rows) for x, _ in said]
        out.put(tables(rows.texts, ("claims", len(rows.texts))))
        for (x, s), claim in zip(said, claims, strict=True):
            out.put(f"Definition {x.name}_raw : fact := written claims {claim}.", x.called)
            out.put(f"(* {x.remark} *)", x.called)
            shelf.texts[x.called] = self.read(out, x.called, f"{x.name}_raw", x.theorem, own, s)
        needs = [
            *BASE_FILES,
            *(f"objects/{p}" for p in parts),
            *(f"theorems/{c}" for c in chapters),
        ]
        return out.file(f"theorems/{own}", [*needs, *([f"theorems/{key}_notions"] if named else [])])


def derived(t: Theorem) -> bool:
    """Return whether a theorem is derived from a paper's statements, as in the chapter "KS.definedness"."""
    return t.chapter.startswith(f"{t.name.partition(':')[0]}.")


def stem(t: Theorem) -> str:
    """Return the name of the file of a theorem's chapter: "sums", "KS", "KS_definedness"."""
    return t.chapter.replace(".", "_") if derived(t) else identifier(t.name.partition(".")[0])


def held(c: tuple[str, int]) -> str:
    """Return the name of the hypothesis that something cited holds."""
    return f"cited_{identifier(c[0])}_{c[1]}"


def legible(said: Sentence) -> Sentence:
    """Return the same. Raises `Unreadable` if nobody would read it: Coq may take minutes to, too."""
    if len(said.body) > MAX_TEXT:
        raise Unreadable(f"its text would have {len(said.body):,} characters")
    return said


def notions_file(key: str, reader: Reader) -> File:
    """Return the named notions of a paper."""
    out = Text(TEXT_HEAD)
    for definition in reader.definitions:
        out.put(definition)
    return out.file(f"theorems/{key}_notions", BASE_FILES)


def claimed(claim: Claim, rows: Rows) -> str:
    """Return a claim, as the rows of its hypotheses and of its conclusion."""
    writer = Writer()
    hyps, concl = [writer.term(g) for g in claim.given], writer.term(claim.shows)
    return stated(Terms(writer.rows, rows), hyps, concl)


def tables(rows: Sequence[str], *ends: tuple[str, int]) -> str:
    """Return the rows of a file, and by name the tables of their beginnings."""
    lines, at, count, read = list[str](), 0, 0, "no_rows"
    for name, end in ends:
        while at < end:
            own, count = rows[at : min(at + MAX_ROWS, end)], count + 1
            lines.append(f"Definition rows_{count} := read_rows\n {listed(own)}\n {read}.")
            at, read = at + len(own), f"rows_{count}"
        lines.append(f"Definition {name} := snd {read}.")
    return "\n".join(lines)


def terms_of(stored: StoredTheorem) -> Table:
    """Return the terms of a stored theorem, each made when it is asked for."""
    rows = stored["terms"]
    return rows if isinstance(rows, Table) else Table(rows)


def comment(text: str) -> str:
    """Return a text that may stand in a comment of Coq's."""
    return text.replace('"', "'").replace("(*", "( *").replace("*)", "* )")


def makefile(files: Iterable[File]) -> dict[str, str]:
    """Return the further files that `make` needs, by name; Coq's own tools do the rest."""
    paths = "".join(f"-Q {folder} {name}\n" for folder, name in PATHS.items())
    # each file by itself: what it requires is checked as a file of its own, and Coq's library not at all
    checks = "".join(
        f"{folder}/%.checked: {folder}/%.vo | all\n\tcoqchk -silent {paths.replace(chr(10), ' ')}-norec {name}.$*\n"
        for folder, name in PATHS.items()
    )
    return {
        "_CoqProject": f"{paths}-arg -w -arg -all\n" + "".join(f"{f.path}.v\n" for f in files),
        "Makefile": (
            "# make -j2: compile everything; make -j2 -k validate: have coqchk check each file that was compiled\n"
            "all clean: CoqMakefile\n\t$(MAKE) -f CoqMakefile $@\n"
            "CoqMakefile: _CoqProject\n\tcoq_makefile -f _CoqProject -o CoqMakefile\n"
            "validate: $(patsubst %.v,%.checked,$(filter %.v,$(file < _CoqProject)))\n"
            f"{checks}%.vo: all ;\n"
            ".PHONY: all validate clean\n"
        ),
    }
