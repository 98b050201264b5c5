"""Every formula of a printed proof holds where its line says: at points that satisfy the line's hypotheses."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import pytest
from meaning import meaning

from proofs.kernel.normal import normal
from proofs.kernel.terms import cos, exp, le, lt, sin
from proofs.language.display import NONE, latex, text
from proofs.language.notation import reals
from proofs.language.reading import read_formula
from proofs.readable.explain import proved
from proofs.readable.outline import Line, Proof, Ref
from proofs.readable.spot_check import failures, formulas, held
from proofs.search import decide

QUESTIONS = run_path(str(Path(__file__).with_name("questions.py")))
(x,) = reals("x")


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
@pytest.mark.parametrize("question", [*QUESTIONS["NUMBERS"], *QUESTIONS["SEQUENCES"]], ids=lambda q: q[0])
def test_every_line_is_true(question: tuple[str, ...]) -> None:
    goal, *given = question
    answer = decide(goal, given, effort=6)
    assert answer.answer == "proved"
    for all_steps in (False, True):
        check_lines(proved(answer.certificate, answer.given, answer.goal, all_steps))


def check_lines(proof: Proof) -> None:
    """Each line refers to known ones, is true where its hypotheses hold, and reads back as what it denotes."""
    known: list[Line] = []
    for section in proof.sections:
        known = after(section.lines, known)
    lines = proof.checkable
    assert lines
    assert not failures(lines)
    assert held(lines) > 1 / 4  # the other lines are in cases that do not occur
    shown = [f for line in lines for f in (line.formula, *line.also) if f is not None]
    for tex in (False, True):
        read = {f: read_formula(latex(f) if tex else text(f), f.free, NONE, tex) for f in shown}
        assert not [text(f) for f, found in read.items() if meaning(found) != meaning(f)]


def test_a_false_line_is_found() -> None:
    assert not failures([Line(le(x, x * x), (), (le(1, x),))])
    assert failures([Line(le(x, x * x), (), (le(0, x),))])
    assert not failures([Line(le(x, x * x), (), (lt(0, x), lt(x, 0)))])
    assert failures([Line(le(0, x * x), (), (), (le(0, x),))])


def test_a_wrong_derivative_is_found() -> None:
    domain = (lt(0, x),)
    assert not failures([Line(None, (), domain, derivatives=((exp(x * x), 2 * x * exp(x * x), x),))])
    assert failures([Line(None, (), domain, derivatives=((exp(x * x), x * exp(x * x), x),))])


def test_formulas_that_a_reason_tells_are_among_those_that_are_checked() -> None:
    answer = decide("sin(x) <= x", ["x >= 0"])
    proof = proved(answer.certificate, answer.given, answer.goal)
    assert len(proof.checkable) > len(proof.lines)
    quoted = [line for line in proof.checkable if line.derivatives]
    ((f, slope, t),) = quoted[0].derivatives
    assert normal(f) == normal(sin(t) - t) and normal(slope) == normal(cos(t) - 1)
    assert len(formulas(quoted[0])) == 1
