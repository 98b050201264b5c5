"""What is known of sequences: at an index, of signs, and as numbers."""

from __future__ import annotations

import pytest

from proofs.builder.proof import Proof
from proofs.kernel.normal import key
from proofs.kernel.terms import Term, num
from proofs.language.display import text
from proofs.search import question
from proofs.search.base.failures import NotFound
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Search
from proofs.search.sequences.forms import bigs
from proofs.search.sequences.induction import by_induction, closed_forms
from proofs.search.sequences.known import Known
from proofs.search.sequences.logs import given_products, taken_apart
from proofs.search.sequences.pool import from_pool
from proofs.search.table import TABLE

SIZE = "integer n", "n >= 1"


def known(*given: str) -> Known:
    return Known(Search(Proof("sequences", theory(of_sequences=True)), 20, TABLE), hypotheses(*given))


def hypotheses(*given: str) -> tuple[Term, ...]:
    return question("n >= n", [*SIZE, *given])[0]


def side(relation: str) -> Term:
    """The larger side of a relation."""
    return question(relation, SIZE)[1][0].args[1]


@pytest.mark.parametrize(
    "term, given",
    [
        ("sum(x[i]*exp(y[i]), (i, 1, n))", ["all(x[i] > 0, (i, 1, n))"]),
        ("prod(1 + x[i], (i, 1, n))", ["all(x[i] > -1, (i, 1, n))"]),
        ("1 + sum((x[i] - y[i])**2/z[i], (i, 1, n))", ["all(z[i] > 0, (i, 1, n))"]),
        ("sum(sum(A[i, j], (j, 1, n)), (i, 1, n))", ["all(all(A[i, j] > 0, (j, 1, n)), (i, 1, n))"]),
        ("1 - x[n]", ["n >= 2", "all(x[i] > 0, (i, 1, n))", "sum(x[i], (i, 1, n)) == 1"]),
        ("sqrt(sum(x[i], (i, 1, n)))", ["all(x[i] > 0, (i, 1, n))"]),
        (
            "sum(w[i]*x[i], (i, 1, n))",
            ["all(x[i] > 0, (i, 1, n))", "all(w[i] >= 0, (i, 1, n))", "sum(w[i], (i, 1, n)) == 1"],
        ),
    ],
)
def test_signs(term: str, given: list[str]) -> None:
    k, t = known(*given), side(f"0 < {term}")
    with k.named_facts():
        fact = k.positive(t)
    assert key(fact.concl) == key(num(0) < t) and fact.hyps.keys() <= {key(g) for g in k.given}


@pytest.mark.parametrize(
    "given",
    [
        ["all(x[i] > 0, (i, 1, n))", "all(w[i] >= 0, (i, 1, n))", "sum(w[i], (i, 1, n)) >= 0"],
        ["all(x[i] >= 0, (i, 1, n))", "all(w[i] >= 0, (i, 1, n))", "sum(w[i], (i, 1, n)) == 1"],
        ["all(x[i] > 0, (i, 1, n))", "sum(w[i], (i, 1, n)) == 1"],
        ["all(x[i] > 0, (i, 1, n))", "all(w[i] >= 0, (i, 1, n))", "sum(w[i], (i, 1, n + 1)) == 1"],
    ],
)
def test_weighted_sums_that_may_vanish(given: list[str]) -> None:
    k = known(*given)
    with k.named_facts(), pytest.raises(NotFound):
        k.positive(side("0 < sum(w[i]*x[i], (i, 1, n))"))


def test_a_sign_that_was_not_shown_is_looked_for_again_from_other_facts() -> None:
    k = known("all(x[i] >= 0, (i, 1, n))")
    t = side("0 < a*b + 1/n")
    said = [k.run("assume", h) for h in hypotheses("a > 0", "b > 0", "c > 0")[-3:]]
    a, b, c = said
    with k.named_facts():
        for fewer in ([a, c], [a, c], [c]):
            with pytest.raises(NotFound):
                k.positive(t, fewer)
        fact = k.positive(t, [a, b])
    assert key(fact.concl) == key(num(0) < t)


def test_means_are_known_without_their_denominators() -> None:
    k = known("m == sum(x[i], (i, 1, n))/n", "s == sum(x[i], (i, 1, n))/t")
    wanted = question("n*m == sum(x[i], (i, 1, n))", SIZE)[1][0]
    assert key(wanted) in {key(f.concl) for f in k.facts}
    assert len(k.facts) == 4  # t may be negative: nothing more is known


def test_powers_of_e_of_hypotheses_are_among_the_facts() -> None:
    k = known("all(y[i] > 0, (i, 1, n))", "all(x[i] <= c, (i, 1, n))")
    (goal,) = question("sum(y[i]*exp(x[i]), (i, 1, n)) <= exp(c)*sum(y[i], (i, 1, n))", SIZE)[1]
    with k.named_facts():
        fact = from_pool(k, goal)
    assert key(fact.concl) == key(goal) and fact.hyps.keys() <= {key(g) for g in k.given}


def test_what_is_not_positive_is_not_shown_to_be() -> None:
    k = known("all(x[i] >= 0, (i, 1, n))")
    with k.named_facts():
        for term in ("sum(x[i], (i, 1, n))", "1 - x[n]", "prod(x[i], (i, 1, n))"):
            with pytest.raises(NotFound):
                k.positive(side(f"0 < {term}"))
        assert k.nonnegative(side("0 <= sum(x[i]**3, (i, 1, n))")).concl.op == "le"


def test_facts_at_an_index_need_its_range() -> None:
    k = known("all(x[i] > 0, (i, 1, n))")
    (n,) = k.given[0].free
    with k.named_facts():
        assert [text(f.concl) for f in k.at(n)] == ["0 < x_n"]
        assert not k.at(n + 1)


def test_sums_as_numbers() -> None:
    k = known("sum(x[i], (i, 1, n)) >= 2")
    with k.named_facts():
        fact = k.numbers(k.facts, question("sum(x[i], (i, 1, n))**2 >= 4", SIZE)[1][0])
        assert fact.hyps.keys() <= {key(g) for g in k.given}
        with pytest.raises(NotFound):
            k.numbers(k.facts, question("sum(x[i], (i, 1, n)) >= 3", SIZE)[1][0])


@pytest.mark.parametrize(
    "total, form",
    [
        ("sum(i**3, (i, 1, n))", "n**2*(n + 1)**2/4"),
        ("sum(i*2**i, (i, 1, n))", "(n - 1)*2**(n + 1) + 2"),
        ("sum(1/2**i, (i, 0, n))", "2 - 1/2**n"),
        ("sum(r**i, (i, 0, n))", None),
        ("sum(1/i, (i, 1, n))", None),
    ],
)
def test_closed_forms(total: str, form: str | None) -> None:
    k = known()
    with k.named_facts():
        (b,) = bigs(side(f"0 < {total}"))[:1]
        found = closed_forms(k, b)
        if form is not None:
            goal = question(f"{total} == {form}", SIZE)[1][0]
            powers = [k.run("exp_log", k.p.positive(side("0 < 2")))]
            assert k.linear(goal, [*found, *powers], depth=2).concl is goal
        else:
            assert len(found) == ("r**" in total)


@pytest.mark.parametrize(
    "goal",
    [
        "sum(1/i, (i, n + 1, 2*n)) >= 1/2",  # both ends move
        "sum(1/(i*(i + 1)), (i, 1, n)) == 1 - 1/(n + 1)",
    ],
)
def test_inductions(goal: str) -> None:
    k, wanted = known(), question(goal, SIZE)[1][0]
    with k.named_facts():
        assert key(by_induction(k, wanted).concl) == key(wanted)


def test_logarithms_are_taken_apart() -> None:
    k = known("all(x[i] > 0, (i, 1, n))", "prod(x[i], (i, 1, n)) == 1")
    with k.named_facts():
        (equation,) = given_products(k)
        assert text(equation.concl) == "Σ_{i=1}^{n} log(x_i) = 0"
        apart = [text(f.concl) for f in taken_apart(k, side("0 < x[1]*(x[n]*x[n])"))]
        assert "log(x_1·x_n^2) = log(x_1) + log(x_n^2)" in apart
        assert not taken_apart(k, side("0 < y[1]*y[2]"))
