"""Hypotheses about functions and sets: a point is proved by witnesses; contradictory ones have none."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from proofs.builder.chapter import Claim
from proofs.builder.paper import Paper
from proofs.builder.proof import Proof
from proofs.checking.models.vacuity import held, hypotheses_of, settle
from proofs.checking.models.witnesses import is_plain, numbers_only, stock
from proofs.checking.refute import instance_of, refutes
from proofs.kernel.rules import Fact, Theory
from proofs.kernel.store import Json, replay
from proofs.kernel.terms import FALSE, KernelError, Term, eq, fits, num
from proofs.language.notation import (
    MATRIX,
    OPERATOR,
    every,
    exists,
    for_all,
    functions,
    implies,
    ints,
    reals,
    vectors,
)
from proofs.theorems.analysis.compactness import compact, continuous_on_set, member
from proofs.theorems.analysis.leibniz import is_number_pi

d, n = ints("d n")
x, y, eps = reals("x y epsilon")
(X,) = vectors("X", 2)
(U,) = functions("U", MATRIX)
(f,) = functions("f", MATRIX + "ZZ")
SIZES = (1 <= d, 1 <= n)
inside = for_all(lambda X: implies(member(U, X), eq(f(X, 1, 1), 0)), MATRIX)
everywhere = for_all(lambda X: member(U, X), MATRIX)


def looked(theory: Theory, *formulas: Term) -> tuple[Fact, Json] | None:
    """The replayed theorem that some hypotheses hold at a point, or that they never do; None if there is none."""
    claim = Claim(formulas, FALSE)
    p = Proof("test.point", Theory.over(theory.facts))
    try:
        settle(p, claim)
    except KernelError:
        return None
    stored = json.loads(json.dumps(p.stored))
    fact = replay(Theory.over(theory.facts), stored)
    assert fact.concl is FALSE or refutes(fact, stored, claim)
    return fact, stored


def point(theory: Theory, *formulas: Term) -> dict[str, Term]:
    """The point at which they hold."""
    found = looked(theory, *formulas)
    assert found is not None and found[0].concl is not FALSE and not found[0].hyps
    return {v.args[0]: value for v, value in instance_of(found[1]).items()}


def test_a_compact_set_and_a_continuous_function(library_theory: Theory) -> None:
    found = point(library_theory, *SIZES, 0 < eps, compact(U, d, n), continuous_on_set(f, U, d, n, n))
    assert found.keys() == {"d", "n", "epsilon", "U", "f"}
    assert found["U"] is not stock(U.sort)[1]  # the empty set


def test_the_set_is_not_empty_where_it_must_not_be(library_theory: Theory) -> None:
    some = exists(lambda X: [member(U, X)], MATRIX)
    assert looked(library_theory, *SIZES, compact(U, d, n), some, inside) is not None


@pytest.mark.parametrize(
    "formulas",
    [
        (compact(U, d, n), everywhere),
        (everywhere, inside, for_all(lambda X: eq(f(X, 1, 1), 1), MATRIX)),
        (for_all(lambda X: 0 < f(X, 1, 1), MATRIX), for_all(lambda X: f(X, 1, 1) < 0, MATRIX)),
        (exists(lambda X: [member(U, X)], MATRIX), for_all(lambda X: U(X) <= 0, MATRIX)),
        (exists(lambda X: [0 < X(1, 1), X(1, 1) < 0], MATRIX), everywhere),
        (for_all(lambda x: implies(0 < x, 1 <= x), "R"), everywhere),
    ],
)
def test_contradictory_hypotheses_have_no_point(library_theory: Theory, formulas: tuple[Term, ...]) -> None:
    found = looked(library_theory, *SIZES, *formulas)
    assert found is None or found[0].concl is FALSE


def test_a_number_of_which_a_theorem_says_that_there_is_one(library_theory: Theory) -> None:
    found = looked(library_theory, is_number_pi(x), 0 < x, 1 <= n)
    assert found is not None and found[0].concl is not FALSE
    assert [v.args[0] for v in instance_of(found[1])] == ["n"]
    assert looked(library_theory, is_number_pi(x), is_number_pi(y), 0 < x) is not None
    assert looked(library_theory, is_number_pi(x), x < 2) is None


def test_a_point_may_leave_open_only_what_exists() -> None:
    formulas = for_all(lambda t: implies(0 < t, 0 < x * t), "R"), 0 < x
    with pytest.raises(KernelError, match="open"):
        held(Proof("test.open", Theory()), Claim(formulas, FALSE), {})
    assert looked(Theory(), *formulas) is not None  # at x = 1


@dataclass
class Made:
    """What a theorem rests on, as the check sees it."""

    fact: Fact
    kept: Json
    uses: tuple[str, ...] = ()
    cited: tuple[str, ...] = ()
    argued: tuple[str, ...] = ()


def test_what_is_only_cited_shows_no_point_and_what_is_open_is_told(library_theory: Theory) -> None:
    claim = Claim((is_number_pi(x), 1 <= n), x <= x + n)
    paper = Paper("P", "A paper", "nobody")
    paper.state("lemma-1", "it", section="1", index="1", kind="lemma", printed=claim)
    name = "P:lemma-1#hypotheses-1"
    found = looked(library_theory, *claim.given)
    assert found is not None
    for cited, vacuous in (((), False), (("a book",), None)):
        below = Made(*found, cited=cited)
        theorems = {name: Made(*found, uses=("below",)), "below": below}
        verdict = hypotheses_of(paper).verdict_on(claim, theorems)  # type: ignore[arg-type]
        assert verdict.vacuous is vacuous
    assert hypotheses_of(paper).verdict_on(claim, {name: Made(*found)}).shown() == "n = 1, some x"  # type: ignore


def test_what_numbers_can_be_tried_for(library_theory: Theory) -> None:
    tabled = every(lambda i: 0 < X(i, i), 1, n)
    assert is_plain(tabled) and is_plain(0 < x) and not is_plain(everywhere) and not is_plain(0 < U(X))
    assert not is_plain(for_all(lambda t: 0 <= t * t, "R"))
    assert numbers_only([tabled, 0 < x], library_theory) and not numbers_only([is_number_pi(x)], library_theory)


@pytest.mark.parametrize("sort", ["Z", "R", "(Z>R)", "(ZZ>Z)", f"({MATRIX}>R)", OPERATOR, f"({OPERATOR}R>R)"])
def test_witnesses_may_stand_for_what_they_are_of(sort: str) -> None:
    for x in stock(sort):
        assert fits(x.sort, sort)
        assert x.free <= {d, n}
    assert stock("R")[0] is num(1)


def test_a_quantifier_inside_of_another_is_no_crash() -> None:
    inner = for_all(lambda y: implies(y <= 0, FALSE), "R")
    nested = implies(for_all(lambda x: implies(0 <= x, inner), "R"), FALSE)  # ∃x >= 0. ∃y <= 0, in one
    assert looked(Theory(), nested, 0 <= x) is None  # nor found
