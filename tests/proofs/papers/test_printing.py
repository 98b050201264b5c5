"""How the papers' formulas are printed: by names that say what they are."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

from proofs.builder.chapter import Claim
from proofs.builder.paper import UNNAMED, Paper, Statement
from proofs.kernel.terms import Term, eq, negation
from proofs.language.notation import opposite
from proofs.papers import PAPERS


def of(paper: str) -> Paper:
    chapter = import_module(f"proofs.papers.{paper}").chapter
    assert isinstance(chapter, Paper)
    return chapter


def forms(statement: Statement) -> Iterator[tuple[Claim, ...]]:
    """What is shown together: the claims as printed, those as corrected, and each step."""
    yield statement.printed
    yield statement.corrected
    for step in statement.steps:
        yield (step,)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_name_is_that_of_one_notion_in_a_statement(paper: str) -> None:
    chapter = of(paper)
    for statement in chapter.statements.values():
        for claims in forms(statement):
            formulas = [f for claim in claims for f in (*claim.given, claim.shows)]
            assert not chapter.notions.ambiguous(formulas), statement.id


@pytest.mark.parametrize("paper", PAPERS)
def test_a_named_statement_is_a_sentence_that_can_be_taken_in(paper: str) -> None:
    """With its notions by name, and the hypotheses before it."""
    chapter = of(paper)
    for statement in chapter.statements.values():
        if statement.kind not in UNNAMED:
            for claim in (*statement.printed, *statement.corrected):
                assert len(chapter.notions.text(claim.formula)) <= 600, statement.id


def excluded(formula: Term) -> Iterator[Term]:
    """Some formulas that cannot hold beside this one."""
    yield negation(formula)
    if formula.op in ("le", "lt"):
        yield opposite(formula)
    if formula.op == "lt":
        yield from (eq(*formula.args), eq(*formula.args[::-1]))


@pytest.mark.parametrize("paper", PAPERS)
def test_formulas_that_look_alike_are_the_same(paper: str) -> None:
    """Within a claim, as text and as LaTeX; and no hypothesis looks like the opposite of another."""
    chapter = of(paper)
    for statement in chapter.statements.values():
        for claim in (c for claims in forms(statement) for c in claims):
            for show in (chapter.notions.text, chapter.notions.latex):
                seen: dict[str, Term] = {}
                for formula in (*claim.given, claim.shows):
                    assert seen.setdefault(show(formula), formula) is formula, (statement.id, show(formula))
                looks = set(map(show, claim.given))
                for formula in claim.given:
                    assert not looks.intersection(map(show, excluded(formula))), (statement.id, show(formula))
