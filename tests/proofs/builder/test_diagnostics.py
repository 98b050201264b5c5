"""Error messages for mistakes in a paper: the line, and corrections of common mistakes."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy as sp

from proofs.builder.chapter import Claim
from proofs.builder.diagnostics import described, nearest
from proofs.builder.paper import Paper
from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Theory
from proofs.language.notation import Sum, every, exists, exp, ints, reals, vectors

x, y = reals("x y")
n, i = ints("n i")
(a,) = vectors("a")


@pytest.mark.parametrize(
    ("write", "instead"),
    [
        (lambda: x**y, "exp(y * log(x))"),
        (lambda: x**n, "power(x, k)"),
        (lambda: x**0.5, "exp(y * log(x))"),
        (lambda: 0 < x < 1, "0 < x and x < 1"),
        (lambda: max(x, y), "Max(x, y)"),
        (lambda: 0.5 * x, "rational(1, 2)"),
        (lambda: x + Fraction(1, 2), "rational(1, 2)"),
        (lambda: x + (lambda i: i), "fun(lambda i: "),
        (lambda: x + sp.Symbol("s"), 'reals("x")'),
        (lambda: sp.Symbol("s") + x, 'reals("x")'),
        (lambda: Sum(a(i), 1, n), "Sum(lambda i: a(i), 1, n)"),
        (lambda: sum(a(i) for i in range(n)), "Sum(lambda i: a(i), 1, n)"),
        (lambda: every(lambda i: a(i), 1, n), "made by every, implies, negation"),
        (lambda: sigma(lambda i: a(i), 1, n), "Sum for sigma"),  # noqa: F821
        (lambda: a[i], "a(i)"),
        (lambda: a(x), 'ints("i")'),
        (lambda: math.exp(x), "exp and log come from proofs.language.notation"),
        (lambda: Claim((), x == y), "Eq(x, y)"),
        (lambda: Claim((), 0 < 1), "num(0) < 1"),
        (lambda: Claim((0 < x), x < y), "[0 < x] or (0 < x,)"),
        (lambda: Paper("A", "b", "c").state("d", "e", printed=Claim((), x + y)), "a formula is x <= y"),
        (lambda: Proof("mine.a", Theory()).have(x == y, label="a"), "Eq(x, y)"),
        (lambda: Proof("mine.a", Theory()).have(exp(x) <= y, label="a"), "degree=3"),
        (lambda: Proof("mine.a", Theory()).have(), 'p.have(0 < x, label="sign")'),
        (lambda: Proof("mine.a", Theory()).rule("exp_pos", label="a"), "lemmata show with the name of the rule"),
        (lambda: Proof("mine.a", Theory()).rule("exp_log", 1, label="a"), "lemmata show with the name of the rule"),
        (lambda: Paper("A", "b", "c").claim(shows=x < x + 1), "@paper.claim(given=[0 < x], shows=x < x + 1)"),
    ],
)
def test_what_to_write_instead(write: Callable[[], object], instead: str) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError, NameError)) as wrong:
        write()
    place, _, advice = described(wrong.value).partition("\n   instead: ")
    assert place.startswith("test_diagnostics.py:")
    assert "(lambda: " in place or "Proof(" in place  # the source line
    assert instead in advice


def test_what_needs_no_advice_gets_none() -> None:
    with pytest.raises(ProofError) as wrong:
        Proof("mine.a", Theory()).get("a")
    assert "instead" not in described(wrong.value)


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (lambda p: p.apply("square_nonegative", x=x, label="b"), "no theorem square_nonegative before this one"),
        (lambda p: p.rule("max_gee", x, label="b"), "no rule is called 'max_gee'; the nearest: max_ge"),
        (lambda p: p.have(0 <= x, "postive", label="b"), "no fact is called 'postive'; the nearest: positive"),
        (lambda p: p.have(0 <= x, "quux", label="b"), "no fact is called 'quux'; there are positive"),
        (lambda p: p.have(0 < x * x, label="positive"), "mine.a: 'positive' is taken: it is the fact 0 < x$"),
        (lambda p: p.apply("any", label="positive"), "mine.a: 'positive' is taken: it is the fact 0 < x$"),
        (
            lambda p: p.have("square", 0 < x * x),
            "a formula comes first, not 'square', which is no formula; a name for it is given by label=",
        ),
        (lambda p: p.have(0 < x * x, label=0 < x), "mine.a: a label is a name for the new fact, not 0 < x"),
        (
            lambda p: p.have(0 <= x, 1 < x, label="b"),
            r"mine.a: no fact says 1 < x; the nearest: 0 < x; p.assume\(…\) would",
        ),
        (lambda p: p.specialize(every(lambda i: a(i) <= x, 1, n), i, label="b"), "mine.a: no fact says ∀i"),
        (
            lambda p: p.rule("mp", "positive", 1, label="b"),
            "mine.a, b: fact of mp is a fact, or the name of one, not 1",
        ),
        (lambda p: p.rule("mp", 1 < x, "positive", label="b"), "mine.a: no fact says 1 < x"),
        (lambda p: p.rule("mp", "positive", label="b"), "mine.a, b: mp takes implication, fact; 1 are given"),
        (lambda p: p.have(x <= y), "mine.a: cannot derive x ≤ y"),
    ],
)
def test_names_that_do_not_exist(write: Callable[[Proof], object], said: str) -> None:
    p = Proof("mine.a", Theory())
    p.given(positive=0 < x)
    with pytest.raises(ProofError, match=said):
        write(p)


def test_a_rule_takes_formulas_for_facts() -> None:
    p = Proof("mine.a", Theory())
    p.given(less=x < y)
    assert p.rule("exp_log", p.have(0 < y, p.assume(0 < y)), label="log").concl is p.rule("exp_log", 0 < y).concl


def test_a_name_that_is_taken_is_said_before_anything_is_looked_for() -> None:
    p = Proof("mine.a", Theory())
    p.given(positive=0 < x)
    p.find = lambda *args: pytest.fail("searched")
    for write in (
        lambda: p.have(2 < x, label="positive"),
        lambda: p.exists_intro(exists(lambda z: z < x, "R"), [x], label="positive"),
    ):
        with pytest.raises(ProofError, match="is taken"):
            write()
    with pytest.raises(ProofError, match="no fact says 1 < x"):
        p.have(2 < x, 1 < x, label="more")


def test_a_misspelt_theorem_is_found_by_its_short_name() -> None:
    p = Proof("mine.a", Theory())
    p.qed(p.rule("exp_pos", x, label="e"))
    later = Proof("mine.b", p.theory)
    with pytest.raises(ProofError, match=r"no theorem aa before this one"):
        later.theorem("aa")
    assert nearest("sum_lee", ["sum_le", "max_lt"]).startswith("; the nearest: sum_le")
