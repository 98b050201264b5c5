"""A question's certificate as one file for Coq, which compiles beside the checker's library."""

from __future__ import annotations

import pytest
from coqc import Beside

from proofs.coq.compiling import ALLOWED, assumptions
from proofs.coq.questions import question_file
from proofs.search import decide

QUESTIONS = (
    ("log(1 + x) <= x", "x > -1"),
    ("x**2 + y**2 >= 2*x*y",),
    ("sum(1/i**2, (i, 1, n)) <= 2 - 1/n", "integer n", "n >= 1"),
    ("x**2 > x", "x > 0"),  # false: the file proves its refutation
)


def text(question: tuple[str, ...]) -> str:
    made, left_out = question_file(decide(question[0], question[1:], effort=6).certificate)
    assert left_out == {}
    return made


def test_the_statement_is_readable_text() -> None:
    made = text(QUESTIONS[0])
    assert "(forall (x : R),\n  (-1) < x -> ln (1 + x) <= x)%R." in made
    assert "From Objects" not in made and "From Theorems" not in made and "Admitted" not in made
    assert made.index("Module question_1.") < made.index("Module question.")


@pytest.mark.slow  # Coq compiles
@pytest.mark.xdist_group("coq")
def test_coq_accepts_them(coq: Beside) -> None:
    """What they rest on is asked for all of them at once, which takes Coq as long as for one."""
    named = []
    for k, question in enumerate(QUESTIONS):
        made = text(question)
        assert coq.says(f"asked_{k}", made) == ""
        named.append(f"asked_{k}.question.{made.rpartition('Theorem ')[2].partition(' ')[0]}")
    required = " ".join(f"asked_{k}" for k in range(len(QUESTIONS)))
    said = coq.says("audit", f"Require {required}.\nDefinition all := ({', '.join(named)}).\nPrint Assumptions all.")
    assert assumptions(said) and assumptions(said) <= ALLOWED
