"""`Paper.sharpen`: both halves are claims of the paper, which the search proves, and what is false is not proved."""

from __future__ import annotations

from typing import Any

import pytest

from proofs import checker
from proofs.builder.paper import Constant, Paper
from proofs.builder.proof import ProofError
from proofs.kernel.normal import key
from proofs.kernel.store import replay
from proofs.language.display import text
from proofs.language.notation import exp, num, reals
from proofs.search.certificate_theorems import complete, theory

c, x = reals("c x")


def stated(**fields: Any) -> tuple[Paper, Constant]:
    paper = Paper("Toy", "A toy paper", "nobody, 2026")
    lemma = paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it")
    paper.sharpen("factor", lemma, "how small it is", num(3), **fields)
    return paper, paper.constants[0]


@pytest.mark.parametrize(
    "constant, goal, given, at, beyond",
    [
        (
            "c", "log(x) <= c*sqrt(x)", ["x > 0", "c >= 2*exp(-1)"], ["x == exp(2)"],
            "c < 2·exp(-1) ⇒ 0 < exp(2) ∧ c·√exp(2) < log(exp(2))",
        ),
        ("c", "exp(x) >= c*x", ["x >= 0", "c <= exp(1)"], ["x == 1"], "exp(1) < c ⇒ 0 ≤ 1 ∧ exp(1) < c"),
        ("c", "x < c", ["x <= 2", "c > 2"], ["x == 2"], "c ≤ 2 ⇒ 2 ≤ 2 ∧ c ≤ 2"),
        (
            "R", "(n - 1)*exp(-R*D) <= eps", ["integer n", "n >= 2", "D > 0", "eps > 0", "R >= log((n - 1)/eps)/D"], [],
            "2 ≤ n ⇒ 0 < D ⇒ 0 < eps ⇒ R < log((n - 1)/eps)/D ⇒ eps < (n - 1)·exp(-R·D)",
        ),
        (
            "c", "sum(x[i], (i, 1, n))**2 <= c*sum(x[i]**2, (i, 1, n))", ["n >= 1", "c >= n"], ["x[i] == 1"],
            "1 ≤ n ⇒ c < n ⇒ c·(Σ_{i=1}^{n} 1^2) < (Σ_{i=1}^{n} 1)^2",
        ),
    ],
)  # fmt: skip
def test_both_halves_are_proved(constant: str, goal: str, given: list[str], at: list[str], beyond: str) -> None:
    paper, entered = stated(constant=constant, goal=goal, given=given, at=at)
    known = theory(of_sequences=True)
    proved = {stored["name"]: stored for stored in paper.prove(known)}
    assert entered.needed_by is entered.sharp_by and entered.sharp is entered.needed
    for claim in (entered.sharp_by, entered.beyond):
        assert claim is not None and claim.by is not None
        assert all(v.accepted for v in checker.check(complete([proved[claim.by]])))
        fact = replay(theory(of_sequences=True), proved[claim.by])
        assert key(fact.concl) == key(claim.shows) and fact.hyps.keys() <= {key(g) for g in claim.given}
    assert entered.beyond is not None and text(entered.beyond.formula) == beyond


def test_a_claim_may_be_the_first_half() -> None:
    paper = Paper("Toy", "A toy paper", "nobody, 2026")
    lemma = paper.state("lemma-1", "it is small", kind="lemma", argued="by looking at it")

    @paper.claim(given=[0 <= x, x <= 1, exp(num(1)) <= c], shows=exp(x) <= c)
    def below_e(p: Any) -> Any:
        return p.prove(p.goal)

    paper.sharpen("e", lemma, "how large it is", num(3), constant=c, goal=below_e, at=["x == 1"])
    entered = paper.constants[0]
    assert entered.sharp_by is below_e and entered.sharp is exp(num(1))
    assert {stored["name"] for stored in paper.prove(theory())} == {"Toy.below_e", "Toy.e_fails_beyond"}


@pytest.mark.parametrize("bound", ["c >= 1/2", "c >= 1"])
def test_a_value_that_is_not_sharp_is_not_proved(bound: str) -> None:
    paper, _ = stated(constant="c", goal="log(x) <= c*sqrt(x)", given=["x > 0", bound], at=["x == exp(2)"], effort=0.5)
    with pytest.raises(ProofError, match="no proof found"):
        list(paper.prove(theory()))


@pytest.mark.parametrize(
    "fields, message",
    [
        ({"given": ["x <= 1"]}, "one hypothesis must compare c with its sharp value"),
        ({"given": ["c >= 1", "c <= 2"]}, "one hypothesis must compare c with its sharp value"),
        ({"given": ["c >= 1"], "at": ["x <= 1"]}, "a point is given by equations"),
        ({"given": ["c >= 1"], "at": ["x == x + 1"]}, "a point is given by equations"),
    ],
)
def test_what_cannot_be_stated_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        stated(constant="c", goal="x <= c", **fields)
