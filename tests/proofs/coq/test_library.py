"""The library for Coq: a lemma for every rule, nothing admitted; it compiles, and rests on the axioms of the reals."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from coqc import Beside

from proofs.coq.compiling import ALLOWED, assumptions
from proofs.coq.objects import BIG, RELATIONS, ROWS
from proofs.coq.project import File, library
from proofs.kernel import normal
from proofs.kernel.rules import RULES
from proofs.kernel.terms import MAKERS

ADMITTED = {"cite", "argue"}  # of the rules: what they say is a premise
WITHOUT_VALUES = {
    "atom",
    "one",
    "_atom_monomial",
    "as_term",
    "_merge",
    "_sorted_factors",
    "_sort_key",
}  # how it is kept
ANYWHERE = re.compile(
    r"\b(?:Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Declare\s+Module|bypass_check|Extract\s+Constant"
    r"|Unset\s+(?:Guard|Positivity|Universe)\s+Checking|type-in-type)\b"
)
ONLY_IN_SECTIONS = re.compile(r"(?:Variables?|Hypothes[ie]s|Context)\b")
BEGINNING = re.compile(r"(?:#\[[^]]*\]\s*)*(?:(?:Local|Global|Polymorphic|Monomorphic)\s+)*")


def uncommented(text: str) -> str:
    """The text without comments, which nest, and with empty strings in place of its strings."""
    out, depth, at = [], 0, 0
    for part in re.finditer(r'\(\*|\*\)|"(?:[^"]|"")*"', text):
        if not depth:
            out.append(text[at : part.start()])
            out.append(' "" ' if part[0][0] == '"' else " ")
        depth = max(0, depth + {"(*": 1, "*)": -1}.get(part[0], 0))
        at = part.end()
    return "".join([*out, text[at:]]) if not depth else "".join(out)


def admissions(text: str) -> Iterator[str]:
    """What a text takes without proof, or could make Coq take so."""
    plain, sections = uncommented(text), list[str]()
    yield from ANYWHERE.findall(plain)
    for sentence in re.split(r"\.(?:\s|\Z)", plain):
        said = sentence.strip()[len(BEGINNING.match(sentence.strip())[0]) :]  # type: ignore[index]
        if opened := re.fullmatch(r"(Section|Module(?:\s+Type)?)\s+(\w+)", said):
            sections.append(opened[1])
        elif re.fullmatch(r"End\s+\w+", said):
            sections.pop()
        elif ONLY_IN_SECTIONS.match(said) and "Section" not in sections:
            yield said


def readme(begin: str, end: str) -> str:
    """The README between two headings."""
    text = (files("proofs.coq") / "README.md").read_text("utf-8")
    return text.split(f"## {begin}")[1].split(f"## {end}")[0]


def rows(table: str) -> list[tuple[str, ...]]:
    """Its table of rules (rule, definition, lemma, file), or of built-in identities."""
    lines = readme(table, {"Rules": "Built-in identities", "Built-in identities": "Design"}[table]).splitlines()
    return [tuple(re.findall(r"`([^`]*)`", line)) for line in lines if line.startswith("| `")]


def test_the_axioms_are_those_that_the_readme_names() -> None:
    assert set(re.findall(r"`([A-Z]\w+\.\w+)`", readme("Axioms", "What is trusted"))) == ALLOWED


def test_every_rule_has_its_definition_and_beside_it_its_lemma() -> None:
    texts = {Path(file.path).name + ".v": uncommented(file.text) for file in library()}
    assert sorted(rule for rule, *_ in rows("Rules")) == sorted(set(RULES) - ADMITTED)
    for rule, definition, lemma, file in rows("Rules"):
        assert (definition, lemma) == (rule, f"{rule}_ok")
        defined = re.search(rf"^(?:Definition|Fixpoint) {definition}\b", texts[file], re.M)
        proved = re.search(rf"^(?:Lemma|Theorem) {lemma}\b[^.]*\bSome (\w) -> valid \1\.", texts[file], re.M)
        assert defined and proved and defined.start() < proved.start(), rule
        between = texts[file][defined.start() : proved.start()]
        assert not any(re.search(rf"^Definition {other}\b", between, re.M) for other in set(RULES) - {rule})


def test_every_function_of_the_normal_form_has_its_lemma() -> None:
    texts = {Path(file.path).name: uncommented(file.text) for file in library()}
    functions = {n for n, f in vars(normal).items() if inspect.isroutine(f) and f.__module__ == normal.__name__}
    assert {name for name, *_ in rows("Built-in identities")} == functions - WITHOUT_VALUES
    for _, definition, lemma in rows("Built-in identities"):
        assert re.search(rf"^ *(?:Definition|Fixpoint) {definition}\b", texts["Normal"] + texts["Facts"], re.M)
        assert re.search(rf"^Lemma {lemma}\b", texts["NormalSound"], re.M)


def test_every_operator_has_its_row() -> None:
    known = {"num", "var", "fn", "bv", "app", "lam", "all", "false", "add", "mul"}
    assert known | ROWS.keys() | BIG.keys() | RELATIONS.keys() == MAKERS.keys()


def test_the_kernel_names_of_each_rule_the_lemma_that_it_is_sound_by() -> None:
    lemmas = {rule: lemma for rule, _, lemma, _ in rows("Rules")}
    for rule, function in RULES.items():
        named = re.findall(r"Sound by `(\w+)`: \S", inspect.getdoc(function) or "")
        assert named == ([] if rule in ADMITTED else [lemmas[rule]]), rule


@pytest.mark.parametrize("file", library(), ids=lambda file: file.path)
def test_nothing_is_admitted(file: File) -> None:
    assert not list(admissions(file.text))


@pytest.mark.parametrize(
    "text",
    [
        "Lemma a : False.\nProof. Admitted.",
        "Lemma a : False. Proof. admit. Defined.",
        "Axiom a : False.",
        "#[local] Axiom a : False.",
        "(* a (* nested *) comment *) Parameter a : False.",
        'Definition s := "(*". Conjecture a : False. (* *)',
        "Hypothesis a : False.",
        "Section A. End A. Variable a : False.",
        "Local Hypothesis a : False.",
        "Module M. Variables a b : False. End M.",
        "Context (a : False).",
        "Unset Guard Checking.",
        "Unset  Universe Checking.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
        "Declare Module M : T.",
    ],
)
def test_what_is_admitted_is_seen(text: str) -> None:
    assert list(admissions(text))


@pytest.mark.parametrize(
    "text",
    [
        "(* Admitted, by (* an Axiom *) a Parameter *) Lemma a : True. Proof. exact I. Qed.",
        'Definition s := "Axiom a : False.".',
        "Section A. Variable a : nat. Hypothesis h : a = 0. Context (b : nat). End A.",
        "Definition Axiomatic := 0. Definition x_Admitted := 1.",
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert not list(admissions(text))


@pytest.mark.slow  # the library is compiled
@pytest.mark.xdist_group("coq")
def test_it_compiles_and_rests_on_the_axioms_of_the_reals_alone(coq: Beside) -> None:
    text = "From Lemmata Require Import Text.\nDefinition all := (checked, read, unread).\nPrint Assumptions all."
    assert assumptions(coq.says("assumes", text)) == ALLOWED
