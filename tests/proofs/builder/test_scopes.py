"""Scopes: cases, fixed variables, obtained witnesses, chains, and steps that the search finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs import checker
from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.kernel.store import replay
from proofs.kernel.terms import FALSE, KernelError, Term
from proofs.language.display import text
from proofs.language.notation import (
    Eq,
    every,
    exists,
    exp,
    implies,
    ints,
    negation,
    reals,
    vectors,
)
from proofs.search.certificate_theorems import complete, theory

x, y, z, w = reals("x y z w")
i, k, n = ints("i k n")
(a,) = vectors("a")


def new(**given: Term) -> Proof:
    p = Proof("mine.it", theory())
    p.given(**given)
    return p


def accepted(p: Proof, fact: Fact) -> Fact:
    """Return the fact, once the kernel and the second checker accept its proof without open assumptions."""
    out = p.qed(fact)
    assert not out.hyps
    assert replay(theory(), p.finished()).concl is out.concl
    assert all(v.accepted for v in checker.check(complete([p.finished()])))
    return out


# --- cases


def test_a_fact_of_one_case_is_not_known_in_the_other() -> None:
    p = new()
    with p.case(x <= 0, label="low"):
        p.have(x <= 1, "low", label="below_one")
    with p.case(0 < x):
        with pytest.raises(ProofError, match="no fact is called 'below_one'"):
            p.get("below_one")
        with pytest.raises(ProofError, match="no fact says x ≤ 0"):
            p.get(x <= 0)
        assert all(text(f.concl) == "0 < x" for f in p.known_facts())
    assert p.known_facts() == []


def test_a_label_is_free_again_after_its_case() -> None:
    p = new()
    with p.case(x <= 0):
        low = p.have(0 <= x * x, x <= 0, label="square")
    with p.case(0 < x):
        high = p.have(0 <= x * x, 0 < x, label="square")
    accepted(p, p.by_cases(low, high))


def test_a_case_that_raises_leaves_nothing() -> None:
    p = new()
    with pytest.raises(ValueError, match="mine"), p.case(x <= 0, label="low"):
        raise ValueError("mine")
    assert p.known_facts() == []


def squares(p: Proof, *conditions: Term) -> list[Fact]:
    """0 <= x² in each of these cases, on which it depends."""
    out = []
    for condition in conditions:
        with p.case(condition) as fact:
            out.append(p.rule("mp", kept(p, fact), fact))
    return out


def kept(p: Proof, fact: Fact) -> Fact:
    """The implication from a fact to 0 <= x², so that what follows by it depends on the fact."""
    return p.discharge(p.apply("elementary.square_nonneg", x=x), fact.concl)


@pytest.mark.parametrize(
    "conditions",
    [
        [x <= y, y < x],
        [y < x, x <= y],
        [x < y, Eq(x, y), y < x],
        [Eq(x, y), x < y, y < x],
        [y < x, x < y, Eq(y, x)],
        [Eq(x, y), negation(Eq(x, y))],
        [negation(x <= y), x <= y],
        [implies(x <= y, z <= w), negation(implies(x <= y, z <= w))],
    ],
)
def test_cases_that_leave_nothing_out_are_combined(conditions: list[Term]) -> None:
    p = new()
    assert text(accepted(p, p.by_cases(*squares(p, *conditions))).concl) == "0 ≤ x^2"


def test_cases_of_cases_are_combined() -> None:
    p, out = new(), list[Fact]()
    for first in (x <= 0, 0 < x):
        for second in (y <= 0, 0 < y):
            with p.case(first) as one, p.case(second) as two:
                out.append(p.rule("mp", p.rule("mp", p.discharge(kept(p, one), two.concl), two), one))
    accepted(p, p.by_cases(*out))


@pytest.mark.parametrize(
    "conditions",
    [
        [x <= y, y <= x],  # nothing is left out, but the cases overlap: neither denies the other
        [x < y, y < x],
        [x < y, Eq(x, y)],
        [x <= 0, 1 < x],
        [x <= y, z < x],
    ],
)
def test_cases_that_leave_something_out_are_not(conditions: list[Term]) -> None:
    p = new()
    with pytest.raises(ProofError, match="left out"):
        p.by_cases(*squares(p, *conditions))


def test_cases_that_say_different_things_are_not_combined() -> None:
    p = new()
    with p.case(x <= 0):
        low = p.have(0 <= -x, x <= 0)
    with p.case(0 < x):
        high = p.have(0 <= x, 0 < x)
    with pytest.raises(ProofError, match="is not 0 ≤ -x"):
        p.by_cases(low, high)


@given(st.lists(st.sampled_from([x < y, Eq(x, y), y < x, x <= y, y <= x]), min_size=2, max_size=3))
def test_no_choice_of_cases_proves_what_only_some_of_them_do(conditions: list[Term]) -> None:
    """In each case its condition is shown; if they are combined, what is left assumes nothing that is false."""
    p = new()
    try:
        out = p.by_cases(*squares(p, *conditions))
    except ProofError:
        return
    holds: list[Callable[[int, int], bool]] = [lambda s, t: s < t, lambda s, t: s == t, lambda s, t: s > t]
    tests = {text(f): g for f, g in zip((x < y, Eq(x, y), y < x), holds, strict=True)}
    tests |= {text(x <= y): lambda s, t: s <= t, text(y <= x): lambda s, t: s >= t}
    if not out.hyps:  # then one of the conditions holds whatever x and y are
        for s, t in ((0, 1), (1, 1), (1, 0)):
            assert any(tests[text(c)](s, t) for c in conditions)


# --- contradiction


@pytest.mark.parametrize(("goal", "denied"), [(y <= x, x < y), (y < x, x <= y), (Eq(x, y), negation(Eq(x, y)))])
def test_a_contradiction_proves_the_goal(goal: Term, denied: Term) -> None:
    p = new()
    p.given(known=goal)
    with p.case(denied) as contrary:
        wrong = p.rule("mp", contrary, "known") if denied.op == "imp" else p.have(FALSE, contrary, "known")
    out = p.by_contradiction(goal, wrong)
    assert out.concl is goal
    assert [text(h) for h in out.hyps.values()] == [text(goal)]


def test_what_is_no_contradiction_is_refused() -> None:
    p = new()
    with p.case(x < y), pytest.raises(KernelError, match="not absurd"):
        p.by_contradiction(y <= x, p.have(x <= y, x < y))


# --- fixed variables


def test_a_fixed_variable_is_generalized_over_its_range_even_if_the_fact_needs_none() -> None:
    p = new()
    with p.fix(i, 1, n) as (low, high):
        assert [text(f.concl) for f in (low, high)] == ["1 ≤ i", "i ≤ n"]
        positive = p.rule("exp_pos", a(i))
    assert text(accepted(p, p.generalize(i, positive)).concl) == "∀i ∈ {1..n}. 0 < exp(a_i)"


def test_a_fixed_variable_without_ends() -> None:
    p = new()
    with p.fix(x) as ends:
        assert ends == ()
        square = p.apply("elementary.square_nonneg", x=x)
    assert text(accepted(p, p.generalize(x, square)).concl) == "∀x ∈ ℝ. 0 ≤ x^2"


def test_a_variable_about_which_something_is_known_is_not_arbitrary() -> None:
    p = new(some=1 <= i)
    with pytest.raises(ProofError, match="i is not arbitrary: it is known that 1 ≤ i"), p.fix(i, 1, n):
        pass


def test_a_further_assumption_about_a_fixed_variable_becomes_a_premise() -> None:
    p = new()
    with p.fix(i, 1, n), p.case(0 <= a(i)) as sign:
        fact = p.rule("mp", p.discharge(p.have(0 <= a(i) + 1, sign), 0 <= a(i)), sign)
    assert text(accepted(p, p.generalize(i, fact)).concl) == "∀i ∈ {1..n}. 0 ≤ a_i ⇒ 0 ≤ a_i + 1"


# --- induction


@pytest.mark.parametrize("hi", [n, None])
def test_an_induction_with_an_upper_end_and_without(hi: Term | None) -> None:
    growth = every(lambda i: a(i) <= a(i + 1), 0, None if hi is None else hi - 1)
    p, goal = new(first=0 <= a(0), grows=growth), every(lambda i: 0 <= a(i), 0, hi)
    with p.induction(i, goal) as here:
        step = p.have(0 <= a(i + 1), here, p.specialize("grows", i))
    shown = p.discharge(p.by_induction(i, step, goal=goal), 0 <= a(0), growth)
    assert accepted(p, shown).concl is implies(0 <= a(0), growth, goal)


def test_an_induction_whose_base_or_step_is_open_is_refused() -> None:
    p, goal = new(grows=every(lambda i: a(i) <= a(i + 1), 0, n - 1)), every(lambda i: 0 <= a(i), 0, n)
    with p.induction(i, goal) as here:
        step = p.have(0 <= a(i + 1), here, p.specialize("grows", i))
        same = p.have(0 <= a(i), here)
    with pytest.raises(ProofError, match="0 ≤ a_0"):
        p.by_induction(i, step, goal=goal)
    with pytest.raises(ProofError, match="is not"):
        p.by_induction(i, same, goal=goal)


def test_an_induction_is_over_integers_from_a_lower_end() -> None:
    p = new()
    with pytest.raises(ProofError, match="no induction proves this"), p.induction(i, every(lambda i: 0 <= a(i))):
        pass


# --- witnesses

between = exists(lambda z: [x < z, z < y], "R")


def test_a_witness_is_removed_at_the_end() -> None:
    p = new(some=between)
    low, high = p.obtain("some", z)
    out = p.qed(p.have(x < y, low, high))
    assert [text(h) for h in out.hyps.values()] == [text(between)]


def test_several_witnesses_of_one_fact() -> None:
    p = new(some=exists(lambda z, w: [x < z, z < w], "R", "R"))
    low, high = p.obtain("some", z, w)
    with pytest.raises(ProofError, match="the fact contains z, which was obtained"):
        p.qed(p.have(x < z, low))
    assert text(p.qed(p.exists_intro(exists(lambda w: [x < w], "R"), [w], low, high)).concl) == "∃y ∈ ℝ. x < y"


def test_a_witness_has_a_new_name() -> None:
    p = new(some=between)
    with pytest.raises(ProofError, match="y is not new: it occurs in"):
        p.obtain("some", y)
    p.obtain("some", z)
    with pytest.raises(ProofError, match="z is not new"):
        p.obtain("some", z)


@pytest.mark.parametrize(
    ("some", "names", "said"), [(0 < x, [z], "does not say that"), (between, [z, w], "fewer than 2")]
)
def test_what_does_not_exist_is_not_obtained(some: Term, names: list[Term], said: str) -> None:
    p = new(some=some)
    with pytest.raises(ProofError, match=said):
        p.obtain("some", *names)


def test_a_witness_of_one_case_does_not_outlive_it() -> None:
    p = new(first=implies(x <= 0, between), other=implies(0 < x, between))
    facts = []
    for condition, name, witness in ((x <= 0, "first", z), (0 < x, "other", w)):
        with p.case(condition) as fact:
            low, high = p.obtain(p.rule("mp", name, fact), witness)
            facts.append(p.have(x < y, low, high))
    out = p.qed(p.by_cases(*facts))
    assert {text(h) for h in out.hyps.values()} == {text(implies(x <= 0, between)), text(implies(0 < x, between))}


def test_a_witness_that_depends_on_a_fixed_variable_is_removed_before_it_is_generalized() -> None:
    above = every(lambda i: exists(lambda z: [a(i) < z, z < y], "R"), 1, n)
    p = new(above=above)
    with p.fix(i, 1, n):
        low, high = p.obtain(p.specialize("above", i), z)
        below = p.have(a(i) < y, low, high)
    out = p.qed(p.generalize(i, below))
    assert text(out.concl) == "∀i ∈ {1..n}. a_i < y"
    assert [text(h) for h in out.hyps.values()] == [text(above)]


def test_a_witness_cannot_be_generalized() -> None:
    """From ∃z. x < z follows not ∀z. x < z."""
    p = new(some=exists(lambda z: [x < z], "R"))
    (fact,) = p.obtain("some", z)
    with pytest.raises(KernelError):
        p.generalize(z, fact)


# --- chains


def test_a_chain_is_strict_if_one_step_is() -> None:
    p = new(one=x <= y, two=y < z, three=Eq(z, w))
    assert text(p.calc(x, ("<=", y, "one"), ("<", z, "two"), ("==", w, "three")).concl) == "x < w"
    assert text(p.calc(x, ("<=", y, "one")).concl) == "x ≤ y"
    assert text(p.calc(z, ("==", w, "three"), ("==", z, "three")).concl) == "z = z"


def test_a_chain_with_a_wrong_step_or_sign_is_refused() -> None:
    p = new(one=x <= y, two=z <= y)
    with pytest.raises(ProofError, match="cannot derive y ≤ z"):
        p.calc(x, ("<=", y, "one"), ("<=", z, "two"))
    with pytest.raises(ProofError, match="the sign of a step is <=, < or ==, not '>='"):
        p.calc(y, (">=", x, "one"))


# --- the search


def test_the_search_proves_a_step_and_stores_it() -> None:
    mine = Chapter("mine")

    @mine.claim(given=[0 < x], shows=2 <= x + 1 / x)
    def at_least_two(p: Proof) -> Fact:
        return p.prove(p.goal)

    [stored] = mine.prove(theory())
    assert all(v.accepted for v in checker.check(complete([stored])))


def test_the_search_uses_what_holds_in_a_case() -> None:
    p = new()
    with p.case(0 <= x):
        low = p.prove(1 <= exp(abs(x)))
    with p.case(x < 0):
        high = p.prove(1 <= exp(abs(x)))
    accepted(p, p.by_cases(high, low))


def test_the_search_proves_nothing_false() -> None:
    p = new()
    with pytest.raises(ProofError, match=r"^mine\.it: no proof found with effort 0\.2: x ≤ x\^2$"):
        p.prove(x <= x * x, effort=0.2)
