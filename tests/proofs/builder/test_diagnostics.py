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
from proofs.language.notation import every, exists, exp, ints, reals, sigma, vectors

x, y = reals("x y")
n, i = ints("n i")
(a,) = vectors("a")


@pytest.mark.parametrize(
    ("write", "instead"),
    [
        (lambda: x**y, "exp(y * log(x))"),
        (lambda: x**0.5, "exp(y * log(x))"),
        (lambda: 0 < x < 1, "0 < x and x < 1"),
        (lambda: max(x, y), "ite(x <= y, y, x)"),
        (lambda: 0.5 * x, "rational(1, 2)"),
        (lambda: x + Fraction(1, 2), "rational(1, 2)"),
        (lambda: x + (lambda i: i), "fun(lambda i: "),
        (lambda: x + sp.Symbol("s"), 'reals("x")'),
        (lambda: sp.Symbol("s") + x, 'reals("x")'),
        (lambda: sigma(a(i), 1, n), "sigma(lambda i: a(i), 1, n)"),
        (lambda: sum(a(i) for i in range(n)), "sigma(lambda i: a(i), 1, n)"),
        (lambda: every(lambda i: a(i), 1, n), "made by every, implies, negation"),
        (lambda: a[i], "a(i)"),
        (lambda: a(x), 'ints("i")'),
        (lambda: math.exp(x), "exp and log come from proofs.language.notation"),
        (lambda: Claim((), x == y), "eq(x, y)"),
        (lambda: Claim((), 0 < 1), "num(0) < 1"),
        (lambda: Claim((0 < x), x < y), "[0 < x] or (0 < x,)"),
        (lambda: Paper("A", "b", "c").state("d", "e", printed=Claim((), x + y)), "a formula is x <= y"),
        (lambda: Proof("mine.a", Theory()).have("a", x == y), "eq(x, y)"),
        (lambda: Proof("mine.a", Theory()).have("a", exp(x) <= y), "degree=3"),
        (lambda: Proof("mine.a", Theory()).have(0 < x * x), 'comes first, or None: p.have("sign", 0 < x)'),
        (lambda: Proof("mine.a", Theory()).rule("a", "exp_pos"), "lemmata show with the name of the rule"),
        (lambda: Proof("mine.a", Theory()).rule("a", "exp_log", 1), "lemmata show with the name of the rule"),
        (lambda: Paper("A", "b", "c").claim(shows=x < x + 1), "@paper.claim(given=[0 < x], shows=x < x + 1)"),
    ],
)
def test_what_to_write_instead(write: Callable[[], object], instead: str) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)) as wrong:
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
        (lambda p: p.apply("b", "square_nonegative", x=x), "no theorem square_nonegative before this one"),
        (lambda p: p.rule("b", "max_gee", x), "no rule is called 'max_gee'; the nearest: max_ge"),
        (lambda p: p.have("b", 0 <= x, "postive"), "no fact is called 'postive'; the nearest: positive"),
        (lambda p: p.have("b", 0 <= x, "quux"), "no fact is called 'quux'; there are positive"),
        (lambda p: p.have("positive", 0 < x * x), "mine.a: 'positive' is taken: it is the fact 0 < x$"),
        (lambda p: p.apply("positive", "any"), "mine.a: 'positive' is taken: it is the fact 0 < x$"),
        (
            lambda p: p.have(0 < x * x, "positive"),
            "mine.a: the first argument is the name of the new fact, or None, not 0 < x",
        ),
        (lambda p: p.have("b", 0 <= x, 1 < x), r"mine.a: no fact says 1 < x; the nearest: 0 < x; p.assume\(…\) would"),
        (lambda p: p.specialize("b", every(lambda i: a(i) <= x, 1, n), i), "mine.a: no fact says ∀i"),
        (lambda p: p.rule("b", "mp", "positive", 1), "mine.a, b: fact of mp is a fact, or the name of one, not 1"),
        (lambda p: p.rule("b", "mp", 1 < x, "positive"), "mine.a: no fact says 1 < x"),
        (lambda p: p.rule("b", "mp", "positive"), "mine.a, b: mp takes implication, fact; 1 are given"),
        (lambda p: p.have(None, x <= y), "mine.a: cannot derive x ≤ y"),
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
    assert p.rule("log", "exp_log", p.have(None, 0 < y, p.assume(0 < y))).concl is p.rule(None, "exp_log", 0 < y).concl


def test_a_name_that_is_taken_is_said_before_anything_is_looked_for() -> None:
    p = Proof("mine.a", Theory())
    p.given(positive=0 < x)
    p.find = lambda *args: pytest.fail("searched")
    for write in (
        lambda: p.have("positive", 2 < x),
        lambda: p.exists_intro("positive", exists(lambda z: z < x, "R"), [x]),
    ):
        with pytest.raises(ProofError, match="is taken"):
            write()
    with pytest.raises(ProofError, match="no fact says 1 < x"):
        p.have("more", 2 < x, 1 < x)


def test_a_misspelt_theorem_is_found_by_its_short_name() -> None:
    p = Proof("mine.a", Theory())
    p.qed(p.rule("e", "exp_pos", x))
    later = Proof("mine.b", p.theory)
    with pytest.raises(ProofError, match=r"no theorem aa before this one"):
        later.theorem("aa")
    assert nearest("sum_lee", ["sum_le", "max_lt"]).startswith("; the nearest: sum_le")
