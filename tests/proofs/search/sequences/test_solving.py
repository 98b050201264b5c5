"""Equations solved in turn."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.language.display import text
from proofs.search import question
from proofs.search.certificate_theorems import theory
from proofs.search.engine import Search
from proofs.search.sequences.known import Known
from proofs.search.sequences.solving import last_members_apart, solved, solved_in_turn
from proofs.search.table import TABLE


def known(*given: str) -> Known:
    hypotheses = question("n >= n", ["integer m, n", "1 <= m", "m < n", *given])[0]
    return Known(Search(Proof("sequences", theory(of_sequences=True)), 20, TABLE), hypotheses)


def test_each_equation_is_solved_for_what_goes_out_of_those_after_it() -> None:
    k = known("a == sum(x[i], (i, 1, m))", "sum(x[i], (i, 1, m)) + sum(x[i], (i, m + 1, n)) == 1")
    given = [f for f in k.facts if f.concl.op == "eq"]
    with k.named_facts():
        assert [text(f.concl.args[1]) for f in solved_in_turn(k, given)] == ["a", "1 - a"]
        turned = solved(k, given[::-1])
    assert sorted(text(f.concl.args[1]) for f in turned) == ["1 - a", "a"]
    assert all(f.hyps for f in turned)


def test_what_stands_in_powers_or_times_variables_is_not_solved_for() -> None:
    k = known("a**2 == n", "n*b == a**3")
    with k.named_facts():
        assert not solved_in_turn(k, [f for f in k.facts if f.concl.op == "eq"])


def test_last_members_are_apart_where_sums_over_either_range_are_spoken_of() -> None:
    k = known("sum(x[i], (i, 1, n)) == 1", "sum(y[i], (i, 1, n - 1)) == 2", "sum(z[i], (i, 2, n)) == 3")
    with k.named_facts():
        (fact,) = last_members_apart(k, [f.concl for f in k.facts])
    assert text(fact.concl.args[0]) == "Σ_{i=1}^{n} x_i"
