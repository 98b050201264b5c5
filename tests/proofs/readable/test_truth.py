"""Every formula of a printed proof holds where its line says: at points that satisfy the line's hypotheses."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import pytest

from proofs.builder.chapter import Claim
from proofs.checking.models.sampling import Sampled, sample
from proofs.kernel.terms import Term, le
from proofs.language.notation import reals
from proofs.readable.explain import proved
from proofs.readable.outline import Line, Ref
from proofs.search import decide

QUESTIONS = run_path(str(Path(__file__).with_name("questions.py")))
POINTS = 20
(x,) = reals("x")


def formulas(line: Line) -> list[Term]:
    """The formulas of a line: its statement and those in its reason."""
    return [*([] if line.formula is None else [line.formula]), *line.also]


def false_at(line: Line, points: int = POINTS) -> list[Sampled]:
    """What was found of the formulas of a line that fail, or cannot be evaluated."""
    found = [sample(Claim(line.given, f), points) for f in formulas(line)]
    return [f for f in found if f.verdict in ("fails", "not evaluated")]


def after(lines: list[Line], known: list[Line]) -> list[Line]:
    """The lines that may be referred to after these; each refers only to those that are known where it is."""
    known = [*known]
    for line in lines:
        for block in line.inside:
            after(block.lines, known)
        assert all(piece.line in known for piece in line.reason if isinstance(piece, Ref)), line
        known.append(line)
    return known


@pytest.mark.slow  # some hundred lines, each at 20 points
@pytest.mark.parametrize("all_steps", [False, True])
@pytest.mark.parametrize("question", [*QUESTIONS["NUMBERS"], *QUESTIONS["SEQUENCES"]], ids=lambda q: q[0])
def test_every_line_is_true(question: tuple[str, ...], all_steps: bool) -> None:
    goal, *given = question
    answer = decide(goal, given, effort=6)
    assert answer.answer == "proved"
    proof = proved(answer.certificate, answer.given, answer.goal, all_steps)
    lines = proof.lines
    assert lines
    known: list[Line] = []
    for section in proof.sections:
        known = after(section.lines, known)
    assert not [(line.number, false) for line in lines for false in false_at(line)]
    held = [sample(Claim(line.given, f), 1).verdict for line in lines for f in formulas(line)]
    assert held.count("holds") > len(held) / 4  # the other lines are in cases that do not occur


def test_a_false_line_is_found() -> None:
    assert not false_at(Line(le(x, x * x), (), (le(1, x),)))
    assert false_at(Line(le(x, x * x), (), (le(0, x),)))
    assert false_at(Line(le(0, x * x), (), (), (le(0, x),)))
