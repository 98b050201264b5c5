"""Every rule: what it gives,
and what it must refuse. A refusal is a false statement that would else be proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from semantics import a, b, i0, m, n, p, x, x0, y

from proofs.kernel import terms as tm
from proofs.kernel.normal import key
from proofs.kernel.rules import RULES, Fact, Theory, range_bounds
from proofs.kernel.terms import (
    FALSE,
    Term,
    atan,
    big,
    bv,
    cos,
    deriv,
    eq,
    erf,
    exp,
    forall,
    imp,
    inv,
    ite,
    le,
    log,
    lt,
    num,
    sin,
)

k = tm.var("k", "Z")
zero, one = num(0), num(1)


def assume(formula: Term) -> Fact:
    return RULES["assume"](formula)


def rule(name: str, *args: Any) -> Fact:
    return RULES[name](*args)


def refused(name: str, *args: Any) -> None:
    with pytest.raises(tm.KernelError):
        RULES[name](*args)


def says(fact: Fact, concl: Term, *hyps: Term) -> None:
    assert key(fact.concl) == key(concl)
    assert fact.hyps.keys() == {key(h) for h in hyps}


def known(formula: Term) -> Fact:
    """A fact without hypotheses, admitted for the test."""
    return rule("cite", formula, "for the test")


def total(body: Term, lo: Term = one, hi: Term = n) -> Term:
    return big("sum", lo, hi, body)


# --- facts and theorems


def test_facts_are_made_by_rules_only() -> None:
    with pytest.raises(tm.KernelError):
        Fact(object(), {}, FALSE, frozenset())
    assert set(RULES) == {
        "assume", "discharge", "mp", "generalize", "specialize", "instantiate", "cases", "absurd",
        "replace", "arith",
        "antisymmetry", "supremum", "integer_step", "induction", "big_empty", "big_step", "max_ge", "max_le", "exp_ge",
        "exp_pos",
        "erf_square",
        "exp_log", "ite_eq", "abs_value", "derivative", "mean_value", "compute", "cite", "argue",
    }  # fmt: skip


def test_a_fact_states_a_closed_formula() -> None:
    for name in ("cite", "argue"):
        refused(name, x, "a number")
        refused(name, a, "a function")
        refused(name, le(x0, x), "dangling")
    refused("assume", le(x0, x))
    refused("assume", x)
    refused("absurd", assume(FALSE), x)
    refused("absurd", assume(FALSE), le(x0, x))
    # the conclusion alone is closed here, the hypothesis is not
    refused("replace", known(eq(n, n)), forall("Z", le(i0, bv(1, "Z"))), known(le(n, n)))


def test_theorems_are_used_after_they_are_proved_and_are_proved_once() -> None:
    theory = Theory()
    with pytest.raises(tm.KernelError):
        theory.theorem("later")
    theory.record("later", assume(le(x, y)))
    used = theory.theorem("later")
    says(used, le(x, y), le(x, y))
    assert used.provenance == {("uses", "later")}
    for name in ("later", None, 3, True):
        with pytest.raises(tm.KernelError):
            theory.record(name, known(FALSE))  # type: ignore[arg-type]
    says(theory.theorem("later"), le(x, y), le(x, y))


def test_marks_are_inherited() -> None:
    cited, argued = rule("cite", le(x, y), "[1]"), rule("argue", le(y, zero), "as is known")
    both = rule("arith", le(x, zero), [[one, [cited]], [one, [argued]]], [], [])
    assert both.provenance == {("cited", "[1]"), ("argued", "as is known")}
    assert rule("instantiate", both, [[x, y]]).provenance == both.provenance
    assert rule("specialize", rule("generalize", x, both), y).provenance == both.provenance


# --- logic


def test_assume_and_discharge() -> None:
    says(assume(le(x, y)), le(x, y), le(x, y))
    says(assume(le(zero, one)), le(zero, one))
    says(rule("discharge", le(x, y), assume(le(x, y))), imp(le(x, y), le(x, y)))
    says(rule("discharge", le(y, x), assume(le(x, y))), imp(le(y, x), le(x, y)), le(x, y))
    assert assume(FALSE).hyps


def test_mp() -> None:
    says(rule("mp", assume(imp(le(x, y), lt(y, x))), assume(le(x, y))), lt(y, x), imp(le(x, y), lt(y, x)), le(x, y))
    refused("mp", known(imp(FALSE, le(one, zero))), known(le(x, y)))
    refused("mp", known(imp(lt(x, y), FALSE)), known(le(x, y)))
    refused("mp", known(forall("R", le(x0, x))), known(le(x, y)))
    refused("mp", known(le(x, y)), known(x - x <= 0))


def test_generalise() -> None:
    says(rule("generalize", x, known(le(x, x + 1))), forall("R", le(x0, x0 + 1)))
    says(rule("generalize", y, assume(le(x, zero))), forall("R", le(x, zero)), le(x, zero))
    refused("generalize", x, assume(le(x, y)))  # from x <= y for one x, x <= y for all
    refused("generalize", y, assume(le(x, y)))
    refused("generalize", a, assume(le(a(one), x)))  # of one function, not of all
    refused("generalize", one, known(le(one, x)))
    refused("generalize", x + y, known(le(x + y, x)))
    under = known(lt(zero, total(exp(b(i0, k)))))
    says(rule("generalize", k, under), forall("Z", lt(zero, total(exp(b(i0, bv(1, "Z")))))))


def test_specialise() -> None:
    says(rule("specialize", assume(forall("R", le(x0, x))), y), le(y, x), forall("R", le(x0, x)))
    says(rule("specialize", known(forall("R", le(x0, x))), n), le(n, x))
    for t in (x, num(1, 2), inv(n)):  # every integer is <= 0 or >= 1, but no real need be
        refused("specialize", known(forall("Z", imp(lt(zero, i0), le(one, i0)))), t)
    refused("specialize", known(imp(le(x, y), FALSE)), x)
    refused("specialize", known(le(x, y)), x)
    refused("specialize", known(forall("R", le(x0, x))), x0)
    captured = rule("specialize", known(forall("Z", lt(zero, total(exp(b(i0, bv(1, "Z"))), one, m)))), n)
    says(captured, lt(zero, total(exp(b(i0, n)), one, m)))


def test_instantiate() -> None:
    fact = assume(lt(a(n), x))
    says(rule("instantiate", fact, [[x, y], [n, m + 1]]), lt(a(m + 1), y), lt(a(m + 1), y))
    says(rule("instantiate", fact, [[a, tm.lam(1, exp(i0))]]), lt(exp(n), x), lt(exp(n), x))
    says(rule("instantiate", assume(le(zero, n)), [[n, one]]), le(zero, one))
    assert rule("instantiate", assume(le(n, zero)), [[n, one]]).hyps  # a false hypothesis stays
    integers = known(imp(lt(zero, n), le(one, n)))
    refused("instantiate", integers, [[n, num(1, 2)]])
    refused("instantiate", integers, [[n, m], [n, k]])
    refused("instantiate", known(le(p(n), p(n))), [[p, a]])
    refused("instantiate", fact, [[a, b]])
    refused("instantiate", fact, [[x, x0]])
    refused("instantiate", fact, [[x, FALSE]])
    refused("instantiate", fact, [[a(n), x]])
    refused("instantiate", fact, [[one, x]])


def test_instantiate_reaches_the_hypotheses() -> None:
    fact = rule("instantiate", assume(le(x, y)), [[x, y], [y, x]])
    says(fact, le(y, x), le(y, x))


def test_cases() -> None:
    low, high = assume(le(x, y)), assume(lt(y, x))
    goal = le(zero, one)
    ends = rule("cases", x, y, rule("mp", rule("discharge", le(x, y), known(goal)), low), known(goal))
    says(ends, goal)
    less = rule("discharge", FALSE, known(le(y, x)))
    assert less.concl.op == "imp"
    refused("cases", x, y, low, high)  # the two conclusions differ
    kept = rule("cases", x, y, assume(lt(x, y)), assume(lt(x, y)))
    says(kept, lt(x, y), lt(x, y))  # x < y is not the case x <= y
    kept = rule("cases", x, y, assume(le(y, x)), assume(le(y, x)))
    says(kept, le(y, x), le(y, x))  # y <= x is not the case y < x
    says(rule("cases", x, y, assume(le(x, y)), assume(le(x, y))), le(x, y), le(x, y))
    says(rule("cases", x, y, assume(lt(y, x)), assume(lt(y, x))), lt(y, x), lt(y, x))


def test_absurd() -> None:
    says(rule("absurd", assume(lt(one, zero)), le(x, y)), le(x, y), FALSE)
    refused("absurd", assume(lt(x, zero)), FALSE)
    refused("absurd", known(le(zero, one)), FALSE)
    refused("absurd", known(imp(le(x, y), FALSE)), FALSE)


def test_replace() -> None:
    template = forall("R", le(x0, exp(x0)))
    says(rule("replace", assume(eq(x, y)), template, known(le(x, exp(x)))), le(y, exp(y)), eq(x, y))
    refused("replace", assume(eq(x, y)), template, known(le(y, exp(y))))
    refused("replace", assume(le(x, y)), template, known(le(x, exp(x))))
    refused("replace", assume(eq(x, y)), le(x, exp(x)), known(le(x, exp(x))))
    refused("replace", assume(eq(x, num(1, 2))), forall("Z", le(i0, exp(i0))), known(le(x, exp(x))))
    refused("replace", known(eq(n, x)), forall("Z", le(one, exp(i0))), known(le(one, exp(n))))
    # nothing is captured: the members of the sum do not become the index
    below = known(lt(zero, total(exp(b(i0, n)))))
    hole = forall("Z", lt(zero, total(exp(b(i0, bv(1, "Z"))))))
    says(rule("replace", known(eq(n, m)), hole, below), lt(zero, total(exp(b(i0, m)))))


# --- arithmetic


def arith(goal: Term, parts: Sequence = (), scale: Sequence = (), nonzero: Sequence = ()) -> Fact:
    return rule("arith", goal, list(parts), list(scale), list(nonzero))


def unproved(goal: Term, parts: Sequence = (), scale: Sequence = (), nonzero: Sequence = ()) -> None:
    refused("arith", goal, list(parts), list(scale), list(nonzero))


def test_arith_identities() -> None:
    says(arith(eq((x + y) ** 2, x**2 + 2 * x * y + y**2)), eq((x + y) ** 2, x**2 + 2 * x * y + y**2))
    unproved(eq((x + y) ** 2, x**2 + x * y + y**2))
    unproved(eq(x / x, 1))  # 0/0 = 0
    unproved(eq(x, y))
    unproved(FALSE)
    unproved(le(x, y))
    unproved(imp(FALSE, FALSE))
    unproved(le(x0, x0))
    unproved(forall("R", le(x0, x0)))


def test_arith_inequalities() -> None:
    low, high = assume(le(x, y)), assume(lt(y, x))
    says(arith(FALSE, [[one, [low]], [one, [high]]]), FALSE, le(x, y), lt(y, x))
    says(arith(le(2 * x, 2 * y), [[num(2), [low]]]), le(2 * x, 2 * y), le(x, y))
    says(arith(le(x, x + 1), [[one, []]]), le(x, x + 1))
    says(arith(lt(x, x + 1), [[one, []]]), lt(x, x + 1))
    says(arith(le(zero, (y - x) ** 2), [[one, [low, low]]]), le(zero, (y - x) ** 2), le(x, y))
    unproved(le(2 * x, 2 * y), [[one, [low]]])  # a wrong multiplier
    unproved(le(y, x), [[num(-1), [low]]])  # a negative multiplier
    unproved(le(x, x - 1), [[num(-1), []]])
    unproved(lt(zero, num(-1)), [[num(-1), []]])
    unproved(le(x * x, x * y), [[x, [low]]])  # a multiplier of unknown sign
    unproved(le(-x, -y), [[x - x - 1, [low]]])
    unproved(le(exp(x) * x, exp(x) * y), [[exp(x), [low]]])
    unproved(eq(x, y), [[one, [low]]])  # an equation from an inequality
    unproved(eq(x, y), [[zero, []]])
    unproved(eq(y - x, y - x + 1), [[one, []]])
    unproved(lt(x, y), [[one, [low]]])  # strict from not strict
    unproved(lt(x, y), [[one, [low]], [zero, [high]]])
    unproved(lt(x, y), [[one, [low]], [zero, []]])
    unproved(lt(x, x))
    unproved(FALSE, [[zero, []]])
    unproved(FALSE, [[zero, [high]]])
    unproved(lt(zero, (y - x) * (x - y)), [[one, [low, high]]])  # a product with a factor that may be 0
    unproved(le(zero, x), [[one, [known(imp(le(x, y), le(zero, x)))]]])
    unproved(le(zero, x), [[one, [assume(FALSE)]]])


def test_arith_keeps_the_hypotheses_of_all_it_uses() -> None:
    low, sign, other = assume(le(x, y)), assume(lt(zero, x)), assume(eq(y, 0))
    says(arith(le(x * x, x * y), [[one, [low, sign]]]), le(x * x, x * y), le(x, y), lt(zero, x))
    says(arith(le(x, y), [[one, [low, sign]]], [sign]), le(x, y), le(x, y), lt(zero, x))
    says(arith(le(x, y), [[one, [low]]], [], [sign]), le(x, y), le(x, y), lt(zero, x))
    says(arith(eq(y * x, 0), [[x, [other]]]), eq(y * x, 0), eq(y, 0))


def test_arith_with_equations() -> None:
    same, low = assume(eq(x, y)), assume(le(x, y))
    says(arith(eq(x * x, x * y), [[x, [same]]]), eq(x * x, x * y), eq(x, y))
    says(arith(le(y, x), [[num(-1), [same]]]), le(y, x), eq(x, y))
    says(arith(le(exp(x) * x, exp(x) * y), [[exp(x), [same]]]), le(exp(x) * x, exp(x) * y), eq(x, y))
    unproved(lt(y, x), [[one, [same]]])
    unproved(lt(x, y), [[one, [same]]])
    unproved(lt(zero, y - x), [[one, [same]]])
    says(arith(le(zero, (y - x) ** 2), [[one, [same, low]]]), le(zero, (y - x) ** 2), eq(x, y), le(x, y))
    unproved(lt(zero, (y - x) ** 2), [[one, [same, assume(lt(x, y))]]])
    unproved(eq(x, 2 * y), [[one, [same]]])


def test_arith_scale() -> None:
    positive, zero_or_more, product = assume(lt(zero, x)), assume(le(zero, x)), assume(le(zero, x * y))
    says(arith(le(zero, y), [[one, [product]]], [positive]), le(zero, y), le(zero, x * y), lt(zero, x))
    unproved(le(zero, y), [[one, [product]]], [zero_or_more])  # x = 0 says nothing about y
    unproved(eq(y, 0), [[one, [known(eq(x * y, 0))]]], [known(eq(zero, x))])
    unproved(le(zero, y), [[one, [product]]], [known(imp(eq(x, 0), FALSE))])  # x may be negative
    unproved(le(zero, y), [[one, [product]]], [known(FALSE)])
    says(arith(eq(zero, y), [[one, [assume(eq(zero, x * y))]]], [positive]), eq(zero, y), eq(x * y, 0), lt(zero, x))
    says(arith(lt(zero, y), [[one, [assume(lt(zero, x * y))]]], [positive]), lt(zero, y), lt(zero, x * y), lt(zero, x))
    unproved(lt(zero, y), [[one, [product]]], [positive])


def test_arith_division() -> None:
    different, positive = assume(imp(eq(x, 0), FALSE)), assume(lt(zero, x))
    says(arith(eq(x / x, 1), [], [], [positive]), eq(x / x, 1), lt(zero, x))
    says(arith(eq(x / x, 1), [], [], [different]), eq(x / x, 1), imp(eq(x, 0), FALSE))
    says(arith(eq(x / x, 1), [], [], [assume(lt(x, zero))]), eq(x / x, 1), lt(x, zero))
    says(arith(eq((x + y) * inv(x + y), 1), [], [], [assume(lt(-x, y))]), eq((x + y) * inv(x + y), 1), lt(-x, y))
    for fact in (
        known(le(zero, x)), known(eq(zero, x)), known(imp(lt(x, zero), FALSE)), known(imp(eq(x, 0), le(x,
        y))),
        known(imp(le(x, zero), FALSE)), known(lt(zero, y)), known(imp(eq(y, 0), FALSE)), known(FALSE),
        known(imp(eq(x, 0), eq(x, 0))), known(forall("R", lt(zero, x))), known(imp(eq(x, 1), FALSE)),
    ):  # fmt: skip
        unproved(eq(x / x, 1), [], [], [fact])


def test_arith_clears_every_power_and_every_factor() -> None:
    product = assume(imp(eq(x * y, 0), FALSE))
    says(arith(eq(x * x / (x * x * y), 1 / y), [], [], [product]), eq(x * x / (x * x * y), 1 / y), product.concl)
    says(arith(eq(x**3 / x**2 - x, 0), [], [], [assume(lt(zero, x))]), eq(x**3 / x**2 - x, 0), lt(zero, x))
    unproved(eq(x / x, 1 + 1 / y - 1 / y + x), [], [], [product])
    unproved(eq(1 / x, 1), [], [], [assume(lt(zero, x))])
    unproved(eq(1 / x + 1 / x**2, 0), [], [], [assume(lt(zero, x))])
    quotient = assume(imp(eq(x / y, 0), FALSE))  # hence neither x nor y is zero
    says(arith(eq(x / x, 1), [], [], [quotient]), eq(x / x, 1), quotient.concl)
    unproved(eq(x / x, 1), [], [], [known(lt(zero, x + y))])
    unproved(eq(inv(x) * x, 1), [], [], [known(lt(zero, num(1)))])
    unproved(eq(inv(x) * x, 1), [], [], [known(lt(zero, inv(x) + 1))])


def test_antisymmetry() -> None:
    says(rule("antisymmetry", assume(le(x, y)), assume(le(y, x))), eq(x, y), le(x, y), le(y, x))
    refused("antisymmetry", known(le(x, y)), known(le(x, y)))
    refused("antisymmetry", known(le(x, y)), known(le(y, x + 1)))
    refused("antisymmetry", known(lt(x, y)), known(le(y, x)))
    refused("antisymmetry", known(lt(x, x + 1)), known(le(x + 1, x + 1)))


def test_integer_step() -> None:
    says(rule("integer_step", assume(lt(n, m))), le(n + 1, m), lt(n, m))
    refused("integer_step", known(lt(x, m)))
    refused("integer_step", known(lt(n, x)))
    refused("integer_step", known(lt(num(1, 2), one)))
    refused("integer_step", known(lt(zero, num(1, 2))))
    refused("integer_step", known(le(n, m)))
    refused("integer_step", known(eq(n, m)))


def test_induction() -> None:
    template = forall("Z", le(a(m), a(i0)))
    base = known(le(a(m), a(m)))
    step = assume(le(a(m), a(k)))
    risen = rule("mp", known(imp(le(a(m), a(k)), le(a(m), a(k + 1)))), step)
    fact = rule("induction", template, m, k, base, risen)
    says(fact, forall("Z", imp(le(m, i0), le(a(m), a(i0)))))
    low = rule("arith", le(a(m), a(k + 1)), [[one, [risen]], [zero, [assume(le(m, k))]]], [], [])
    says(rule("induction", template, m, k, base, low), fact.concl)
    refused("induction", template, m + 1, k, base, risen)  # the base elsewhere
    refused("induction", template, m, k, known(le(a(m), a(m + 1))), risen)
    refused("induction", template, m, k, base, step)  # P(k) is not P(k + 1)
    refused("induction", template, m, k, base, assume(le(a(m), a(k + 2))))
    refused("induction", template, m, k, base, assume(le(a(m), a(k + 1))))  # a hypothesis about k
    refused("induction", template, m, k, base, rule("arith", le(a(m), a(k + 1)), [
        [one, [risen]], [zero, [assume(le(k, n))]]], [], []))  # fmt: skip


def test_induction_needs_an_arbitrary_integer_variable() -> None:
    base = known(le(zero, zero))
    # the variable in the statement itself
    about_k = forall("Z", le(i0, k + 1))
    refused("induction", about_k, zero, k, known(le(zero, k + 1)), known(le(k + 1, k + 1)))
    # the variable in the lower end
    refused("induction", forall("Z", le(k, i0)), k, k, known(le(k, k)), known(le(k, k + 1)))
    refused("induction", forall("Z", lt(i0, one)), k, k, known(lt(k, one)), known(lt(k + 1, one)))
    # not a variable: one step is not all steps
    refused("induction", forall("Z", le(i0, one)), zero, zero, known(le(zero, one)), known(le(one, one)))
    refused("induction", forall("Z", le(i0, one)), zero, m * 0, known(le(zero, one)), known(le(one, one)))
    # not on reals
    refused("induction", forall("R", le(zero, x0)), zero, k, base, known(le(zero, k + 1)))
    refused("induction", forall("R", le(zero, x0)), zero, x, base, known(le(zero, x + 1)))
    refused("induction", forall("Z", le(zero, i0)), zero, x, base, known(le(zero, x + 1)))
    refused("induction", forall("Z", le(x, i0)), x, k, known(le(x, x)), known(le(x, k + 1)))
    refused("induction", le(zero, k), zero, k, base, known(le(zero, k + 1)))


def test_induction_does_not_confuse_the_variable_with_the_hypotheses_of_the_base() -> None:
    fact = rule("induction", forall("Z", le(zero, i0)), zero, k, assume(le(zero, zero)), known(le(zero, k + 1)))
    assert not fact.hyps
    held = rule("mp", rule("discharge", FALSE, known(le(x, x))), assume(FALSE))
    fact = rule("induction", forall("Z", le(x, x + 0 * i0)), zero, k, held, known(le(x, x)))
    says(fact, forall("Z", imp(le(zero, i0), le(x, x))), FALSE)


# --- big operators


def test_big_empty() -> None:
    says(rule("big_empty", total(a(i0)), assume(lt(n, one))), eq(total(a(i0)), 0), lt(n, one))
    product = big("prod", one, n, a(i0))
    says(rule("big_empty", product, assume(lt(n, one))), eq(product, 1), lt(n, one))
    refused("big_empty", total(a(i0)), known(le(n, one)))  # one member
    refused("big_empty", total(a(i0)), known(lt(one, n)))
    refused("big_empty", total(a(i0)), known(lt(m, one)))
    refused("big_empty", big("max", one, n, a(i0)), known(lt(n, one)))
    refused("big_empty", x, known(lt(n, one)))
    refused("big_empty", total(b(i0, bv(1, "Z"))), known(lt(n, one)))


def test_big_step() -> None:
    step = rule("big_step", total(a(i0)), assume(le(one, n)))
    says(step, eq(total(a(i0)), total(a(i0), one, n - 1) + a(n)), le(one, n))
    product = big("prod", m, n, b(i0, k))
    step = rule("big_step", product, assume(le(m, n)))
    says(step, eq(product, big("prod", m, n - 1, b(i0, k)) * b(n, k)), le(m, n))
    refused("big_step", total(a(i0)), known(lt(zero, n + 1)))  # no member
    refused("big_step", total(a(i0)), known(le(n, one)))
    refused("big_step", big("max", one, n, a(i0)), known(le(one, n)))
    refused("big_step", inv(x), known(le(one, n)))
    nested = total(total(b(i0, bv(1, "Z")), one, i0))
    says(rule("big_step", nested, assume(le(one, n))),
         eq(nested, total(total(b(i0, bv(1, "Z")), one, i0), one, n - 1) + total(b(i0, n))), le(one,
         n))  # fmt: skip


def test_max_ge() -> None:
    top = big("max", one, n, a(i0))
    says(rule("max_ge", top, k, assume(le(one, k)), assume(le(k, n))), le(a(k), top), le(one, k), le(k, n))
    refused("max_ge", top, k, known(le(zero, k)), known(le(k, n)))  # out of range
    refused("max_ge", top, k, known(le(one, k)), known(le(k, n + 1)))
    refused("max_ge", top, k, known(lt(one, k + 2)), known(le(k, n)))
    refused("max_ge", top, k, known(le(one, m)), known(le(k, n)))
    refused("max_ge", top, x, known(le(one, x)), known(le(x, n)))  # an index that is not an integer
    refused("max_ge", total(a(i0)), k, known(le(one, k)), known(le(k, n)))


def test_max_le() -> None:
    top = big("max", one, n, a(i0))
    low, high = range_bounds(one, n)
    assert (low, high) == (le(one, i0), le(i0, n))
    members = assume(forall("Z", imp(low, imp(high, le(a(i0), x)))))
    says(rule("max_le", top, x, assume(le(one, n)), members), le(top, x), le(one, n), members.concl)
    refused("max_le", top, x, known(le(zero, n)), members)  # the maximum of nothing is 0, not <= -1
    refused("max_le", top, x, known(lt(zero, n + 1)), members)
    refused("max_le", top, y, known(le(one, n)), members)
    for formula in (
        forall("Z", imp(low, imp(high, lt(a(i0), x + 1)))),
        forall("Z", imp(low, imp(le(i0, n - 1), le(a(i0), x)))),
        forall("Z", imp(le(num(2), i0), imp(high, le(a(i0), x)))),
        forall("Z", imp(low, imp(high, le(a(i0 - 1), x)))),
        forall("Z", imp(low, le(one, i0))),
        forall("R", imp(le(one, x0), imp(le(x0, n), le(zero, x)))),
        le(a(n), x),
    ):
        refused("max_le", top, x, known(le(one, n)), known(formula))
    refused("max_le", total(a(i0)), x, known(le(one, n)), members)
    # the bound does not become a member
    dangling = forall("Z", imp(low, imp(high, le(a(i0), a(i0)))))
    refused("max_le", top, a(i0), known(le(one, n)), known(dangling))


# --- the functions


def test_exp() -> None:
    says(rule("exp_ge", x), le(1 + x, exp(x)))
    says(rule("exp_pos", x), lt(zero, exp(x)))
    for name in ("exp_ge", "exp_pos"):
        for t in (FALSE, a, x0):
            refused(name, t)
    says(rule("exp_log", assume(lt(zero, x))), eq(exp(log(x)), x), lt(zero, x))
    refused("exp_log", known(le(zero, x)))  # e^(log 0) = 1
    refused("exp_log", known(lt(num(-1), x)))
    refused("exp_log", known(lt(y, x)))
    refused("exp_log", known(eq(zero, x)))


def test_choice() -> None:
    for make, negations in (
        (le, [lt(y, x)]), (lt, [le(y, x)]), (eq, [lt(x, y), lt(y, x)]),
    ):  # fmt: skip
        t = ite(make(x, y), n, m)
        says(rule("ite_eq", t, assume(make(x, y))), eq(t, n), make(x, y))
        for formula in (*negations, imp(make(x, y), FALSE)):
            says(rule("ite_eq", t, assume(formula)), eq(t, m), formula)
    for make, formulas in (
        (le, [le(y, x), lt(x, y), eq(x, y), imp(lt(x, y), FALSE), imp(le(x, y), le(y, x)), lt(y, x + 1)]),
        (lt, [lt(y, x), le(x, y), eq(x, y), imp(le(x, y), FALSE)]),
        (eq, [le(x, y), le(y, x), imp(le(x, y), FALSE), lt(zero, x)]),
    ):
        for formula in formulas:
            refused("ite_eq", ite(make(x, y), n, m), known(formula))
    refused("ite_eq", ite(le(x, y), n, m), known(FALSE))
    refused("ite_eq", x, known(le(x, y)))


def test_abs() -> None:
    says(rule("abs_value", x, assume(le(zero, x))), eq(tm.absolute(x), x), le(zero, x))
    says(rule("abs_value", x, assume(le(x, zero))), eq(tm.absolute(x), -x), le(x, zero))
    for formula in (le(x, one), le(num(-1), x), le(y, x), le(zero, y), lt(zero, x + 1), eq(x, y)):
        refused("abs_value", x, known(formula))
    refused("abs_value", FALSE, known(le(x, zero)))


# --- calculus


def function(f: Callable[[Term], Term]) -> Term:
    """The carrier of x ↦ f(x); f must not bind anything itself."""
    return forall("R", eq(f(x0), 0))


def test_derivatives() -> None:
    t = bv(1, "R")
    for f, value in (
        (x0, one), (y, zero), (x0 * x0, 2 * x), (exp(2 * x0), 2 * exp(2 * x)), (x0**3 - y * x0,
        3 * x * x - y),
        (ite(le(y, zero), x0, x0 * y), ite(le(y, zero), 1, y)), (tm.absolute(y) * x0, tm.absolute(y)),
        (total(a(i0) * t), total(a(i0))), (total(exp(a(i0) * t)), total(a(i0) * exp(a(i0) * x))),
        (total(total(exp(b(i0, bv(1, "Z")) * bv(2, "R")))),
         total(total(b(i0, bv(1, "Z")) * exp(b(i0, bv(1, "Z")) * x)))),
    ):  # fmt: skip
        says(rule("derivative", forall("R", eq(f, 0)), x, []), deriv(f, x, value))
    says(rule("derivative", function(lambda s: inv(s)), x, [assume(lt(zero, x))]),
         deriv(inv(x0), x, -1 / x**2), lt(zero, x))  # fmt: skip
    says(rule("derivative", function(lambda s: log(s)), num(2), []), deriv(log(x0), num(2), num(1, 2)))
    says(rule("derivative", function(lambda s: inv(s)), num(-2), []), deriv(inv(x0), num(-2), num(-1, 4)))


def test_derivatives_of_waves() -> None:
    for f, value in (
        (sin(x0), cos(x)), (cos(x0), -sin(x)), (atan(x0), inv(1 + x * x)), (sin(3 * x0), 3 * cos(3 * x)),
        (cos(x0 * x0), -2 * x * sin(x * x)), (atan(exp(x0)), exp(x) * inv(1 + exp(2 * x))), (cos(y), zero),
        (sin(x0) ** 2 + cos(x0) ** 2, zero), (atan(y * x0), y * inv(1 + y * y * x * x)),
        (total(sin(a(i0) * bv(1, "R"))), total(a(i0) * cos(a(i0) * x))),
    ):  # fmt: skip
        says(rule("derivative", forall("R", eq(f, 0)), x, []), deriv(f, x, value))
    for f, wrong in (
        (sin(x0), -cos(x)), (cos(x0), sin(x)), (sin(x0), sin(x)), (atan(x0), inv(1 - x * x)), (sin(2 * x0), cos(2 * x)),
        (atan(x0), cos(x)), (cos(x0), -cos(x)),
    ):  # fmt: skip
        assert key(rule("derivative", forall("R", eq(f, 0)), x, []).concl) != key(deriv(f, x, wrong))
    tangent = function(lambda s: sin(s) * inv(cos(s)))  # none where the cosine is 0
    says(rule("derivative", tangent, x, [assume(lt(zero, cos(x)))]),
         deriv(sin(x0) * inv(cos(x0)), x, cos(x) * inv(cos(x)) + sin(x) ** 2 * inv(cos(x)) ** 2),
         lt(zero, cos(x)))  # fmt: skip
    for formula in (lt(zero, sin(x)), le(zero, cos(x)), lt(zero, cos(y)), lt(x, 2 * atan(one))):
        refused("derivative", tangent, x, [known(formula)])
    refused("derivative", function(lambda s: sin(tm.absolute(s))), x, [])
    refused("derivative", function(lambda s: atan(log(s))), x, [])


def test_waves_are_not_what_they_are_mistaken_for() -> None:
    for s, t in (
        (sin(-x), sin(x)), (sin(x), cos(x)), (sin(x), x), (sin(x + y), sin(x) + sin(y)), (sin(2 * x), 2 * sin(x)),
        (atan(x), x), (cos(zero), zero), (cos(x) ** 2, cos(x * x)), (sin(one), one), (atan(x) * cos(x), sin(x)),
    ):  # fmt: skip
        refused("arith", eq(s, t), [])
        refused("arith", le(s, t), [])
    says(rule("arith", eq(sin(x + y - x), sin(y)), []), eq(sin(y), sin(y)))


def test_the_slope_of_erf() -> None:
    rate = 2 * inv(exp(log(4 * atan(one)) / 2))  # 2/√π
    for f, value in (
        (erf(x0), rate * exp(-x * x)), (erf(3 * x0), 3 * rate * exp(-9 * x * x)), (erf(y), zero),
        (x0 * erf(x0), erf(x) + x * rate * exp(-x * x)), (erf(erf(x0)), rate**2 * exp(-erf(x) ** 2 - x * x)),
    ):  # fmt: skip
        says(rule("derivative", function(lambda s, f=f: f), x, []), deriv(f, x, value))
    for wrong in (rate * exp(x * x), rate / 2 * exp(-x * x), rate * exp(-x * x / 2), exp(-x * x), rate * exp(-x)):
        assert key(rule("derivative", function(lambda s: erf(s)), x, []).concl) != key(deriv(erf(x0), x, wrong))
    for t in (x, -x, zero, x * y, erf(x)):
        says(rule("erf_square", t), le(1 - exp(-t * t), erf(t) ** 2))
    for s, t in ((erf(-x), erf(x)), (erf(x), x), (erf(one), one), (erf(x) ** 2, erf(x * x)), (erf(2 * x), 2 * erf(x))):
        refused("arith", eq(s, t), [])


def test_derivatives_need_their_conditions() -> None:
    reciprocal, logarithm = function(lambda s: inv(s - y)), function(lambda s: log(s - y))
    for formula in (lt(y, x), lt(x, y), imp(eq(x, y), FALSE)):
        rule("derivative", reciprocal, x, [known(formula)])
    rule("derivative", logarithm, x, [known(lt(y, x))])
    for formula in (le(y, x), eq(y, x), lt(zero, x), imp(le(x, y), FALSE), imp(eq(x, 0), FALSE), FALSE):
        refused("derivative", reciprocal, x, [known(formula)])
        refused("derivative", logarithm, x, [known(formula)])
    refused("derivative", logarithm, x, [known(lt(x, y))])
    refused("derivative", logarithm, x, [known(imp(eq(x, y), FALSE))])
    refused("derivative", reciprocal, x, [])
    refused("derivative", function(lambda s: inv(s)), zero, [])
    refused("derivative", function(lambda s: log(s)), num(-1), [])
    refused("derivative", reciprocal, num(2), [known(lt(y, x))])  # true at x, asked at 2


def test_derivatives_in_sums_need_their_conditions_for_all_members() -> None:
    t, i, j = bv(1, "R"), i0, bv(1, "Z")
    low, high = range_bounds(one, n)
    f = forall("R", eq(total(inv(a(i) - t)), 0))
    everywhere = forall("Z", imp(low, imp(high, lt(x, a(i)))))
    says(rule("derivative", f, x, [known(everywhere)]), deriv(total(inv(a(i) - t)), x, total(inv(a(i) - x) ** 2)))
    for formula in (
        lt(x, a(k)), lt(x, a(n)), forall("Z", imp(low, imp(high, le(x, a(i))))),
        forall("Z", imp(low, imp(le(i, n - 1), lt(x, a(i))))), forall("Z", imp(le(num(2), i), imp(high,
        lt(x, a(i))))),
        forall("Z", imp(low, imp(high, lt(x, a(n))))), forall("Z", imp(low, imp(high, lt(y, a(i))))),
    ):  # fmt: skip
        refused("derivative", f, x, [known(formula)])
    # in a double sum the inner range may depend on the outer index, and the order of the indices matters
    inner = total(inv(b(i, j) - bv(2, "R")), one, i)
    double = forall("R", eq(total(inner, one, n), 0))
    inside = forall("Z", imp(le(one, i), imp(le(i, j), lt(x, b(i, j)))))
    good = forall("Z", imp(le(one, i), imp(le(i, n), inside)))
    rule("derivative", double, x, [known(good)])
    swapped = forall("Z", imp(le(one, i), imp(le(i, j), lt(x, b(j, i)))))
    wrong = forall("Z", imp(le(one, i), imp(le(i, m), inside)))
    for formula in (forall("Z", imp(le(one, i), imp(le(i, n), swapped))), wrong):
        refused("derivative", double, x, [known(formula)])


def test_what_has_no_derivative_is_refused() -> None:
    t = bv(1, "R")
    for f in (
        tm.absolute(x0), big("max", one, n, a(i0) * t), big("prod", one, n, a(i0) * t), ite(le(x0, y), x0, y),
        ite(lt(zero, x0), zero, one), a(ite(le(x0, y), n, m)), total(a(i0), one, ite(le(x0, y), n, m)),
        total(a(i0), ite(le(x0, y), n, m), n), tm.absolute(x0) * x0, exp(tm.absolute(x0)), log(tm.absolute(x0) + 1),
    ):  # fmt: skip
        refused("derivative", forall("R", eq(f, 0)), x, [known(lt(zero, tm.absolute(x) + 1))])
    refused("derivative", forall("R", eq(x0, x0 + y)), x, [])  # not f = 0
    refused("derivative", forall("R", eq(x0, 1)), x, [])
    refused("derivative", forall("R", le(x0, zero)), x, [])
    refused("derivative", forall("Z", eq(i0, 0)), n, [])
    refused("derivative", eq(x, 0), x, [])
    for at in (FALSE, x0, a):
        refused("derivative", function(lambda s: exp(s)), at, [])


def slope(f: Term, g: Term, low: Term = x, high: Term = y) -> Term:
    """∀t. low <= t → t <= high → f' = g at t, f over bound variable 0 and g over t."""
    return forall("R", imp(le(low, x0), imp(le(x0, high), deriv(f, x0, g))))


def between(g: Term, c: Term, make: Callable[[Term, Term], Term] = le, low: Term = x, high: Term = y) -> Term:
    return forall("R", imp(lt(low, x0), imp(lt(x0, high), make(g, c))))


def test_the_mean_value_inequality() -> None:
    u = tm.var("u", "R")
    f, g = forall("R", eq(exp(x0), 0)), forall("R", eq(exp(x0), 0))
    order, rises = known(lt(x, y)), known(slope(exp(x0), exp(x0)))
    fact = rule("mean_value", f, g, x, y, order, rises, known(between(exp(x0), u)))
    says(fact, le(exp(y) - exp(x), u * (y - x)))
    fact = rule("mean_value", f, g, x, y, order, rises, known(between(exp(x0), u, lt)))
    says(fact, lt(exp(y) - exp(x), u * (y - x)))
    for free in (u + 0 * x0 * x0, u + x0 - x0):  # the variable stands there, and the bound does not depend on it
        fact = rule("mean_value", f, g, x, y, order, rises, known(between(exp(x0), free)))
        says(fact, le(exp(y) - exp(x), u * (y - x)))

    def no(*args: Any) -> None:
        refused("mean_value", *args)

    good = known(between(exp(x0), u))
    for c in (x0, u + x0 - y, 0 * x0 + exp(x0)):
        no(f, g, x, y, order, rises, known(between(exp(x0), c)))
    no(f, g, x, y, known(le(x, y)), rises, known(between(exp(x0), u, lt)))  # strict on an empty interval
    no(f, g, x, y, known(lt(y, x)), rises, good)
    no(f, g, x, y, known(lt(x, u)), rises, good)
    no(f, g, x, y, order, known(slope(exp(x0), exp(x0), x, u)), good)  # not differentiable up to y
    no(f, g, x, y, order, known(slope(exp(x0), exp(x0), u, y)), good)
    no(f, g, x, y, order, known(forall("R", imp(lt(x, x0), imp(le(x0, y), deriv(exp(x0), x0, exp(x0)))))), good)
    no(f, g, x, y, order, known(forall("R", imp(le(x, x0), imp(lt(x0, y), deriv(exp(x0), x0, exp(x0)))))), good)
    no(f, g, x, y, order, known(slope(exp(x0), x0)), good)  # another derivative
    no(f, g, x, y, order, known(slope(x0, exp(x0))), good)  # of another function
    no(f, g, x, y, order, known(deriv(exp(x0), x, exp(x))), good)
    no(f, g, x, y, order, rises, known(between(exp(x0), u, le, x, u)))
    no(f, g, x, y, order, rises, known(between(exp(x0), u, le, u, y)))
    no(f, g, x, y, order, rises, known(between(x0, u)))
    no(f, g, x, y, order, rises, known(between(exp(x0), u, eq)))
    no(f, g, x, y, order, rises, known(between(exp(x0), exp(x0))))  # a bound that depends on x
    no(f, g, x, y, order, rises, known(le(exp(x), u)))
    no(f, g, x, y, order, rises, known(forall("R", imp(lt(x, x0), le(exp(x0), u)))))
    no(f, g, x, y, order, rises, known(forall("R", le(exp(x0), u))))
    for shape in (FALSE, forall("R", FALSE), forall("R", imp(lt(x, x0), FALSE)), between(x0, u, lambda s, t: FALSE)):
        no(f, g, x, y, order, rises, known(shape))
    no(f, g, x, y, order, rises, known(forall("Z", imp(lt(x, i0), imp(lt(i0, y), le(exp(i0), u))))))
    no(forall("R", eq(exp(x0), 1)), g, x, y, order, rises, good)
    no(f, forall("R", eq(exp(x0), 1)), x, y, order, rises, good)
    no(forall("R", le(exp(x0), zero)), g, x, y, order, rises, good)
    no(exp(x), g, x, y, order, rises, good)
    no(f, forall("Z", eq(i0, 0)), x, y, order, rises, good)


def test_the_mean_value_inequality_speaks_of_reals() -> None:
    order = known(lt(n, m))
    whole = forall("Z", eq(i0, 0))
    rises = forall("R", imp(le(n, x0), imp(le(x0, m), deriv(x0, x0, one))))
    refused("mean_value", whole, function(lambda s: one), n, m, order, known(rises), known(between(one, one, le, n, m)))


def test_a_template_is_over_what_its_rule_speaks_of_even_if_it_says_nothing_of_it() -> None:
    """Also where nothing false would follow: what is accepted does not depend on whether the variable occurs."""
    constant, order = eq(zero, 0), known(lt(x, y))
    flat, level = known(slope(zero, zero)), known(between(zero, zero))
    rule("mean_value", forall("R", constant), forall("R", constant), x, y, order, flat, level)
    rule("derivative", forall("R", constant), x, [])
    base, step = known(constant), known(constant)
    rule("induction", forall("Z", constant), zero, k, base, step)
    rule("replace", known(eq(x, y)), forall("R", constant), base)
    for sort in ("Z", "(ZZ>R)"):
        refused("mean_value", forall(sort, constant), forall("R", constant), x, y, order, flat, level)
        refused("mean_value", forall("R", constant), forall(sort, constant), x, y, order, flat, level)
        refused("derivative", forall(sort, constant), x, [])
        refused("replace", known(eq(x, y)), forall(sort, constant), base)
    for sort in ("R", "(ZZ>R)"):
        refused("induction", forall(sort, constant), zero, k, base, step)
    refused("induction", forall("Z", constant), x, k, base, step)
    refused("induction", forall("Z", constant), zero, x, base, step)
    members = big("max", one, n, zero)
    rule("max_ge", members, k, known(le(one, k)), known(le(k, n)))
    refused("max_ge", members, x, known(le(one, x)), known(le(x, n)))


# --- cited and computed


def test_admitted_facts_are_marked() -> None:
    assert rule("cite", FALSE, "[2]").provenance == {("cited", "[2]")}
    assert rule("argue", FALSE, "clear").provenance == {("argued", "clear")}
    for nothing in (None, "", "  ", 3):
        refused("cite", FALSE, nothing)
        refused("argue", FALSE, nothing)


def test_compute_assumes_its_box_and_marks_balls() -> None:
    fact = rule("compute", lt(zero, exp(x)), [[x, "-1", "1"]], ["leaf", 53])
    says(fact, lt(zero, exp(x)), le(num(-1), x), le(x, one))
    assert fact.provenance == {("certified", "")}
    fact = rule("compute", lt(zero, n * n), [[n, "1", "3"]], ["each", 0, ["leaf", 53]])
    says(fact, lt(zero, n * n), le(one, n), le(n, num(3)))
    assert fact.provenance == frozenset()
    says(rule("compute", lt(zero, exp(x)), [[x, "-1", None]], ["leaf", 53]), lt(zero, exp(x)), le(num(-1), x))
    says(rule("compute", le(zero, exp(x)), [[x, None, "2"]], ["leaf", 53]), le(zero, exp(x)), le(x, num(2)))
    refused("compute", lt(x, one), [[x, "0", "1"]], ["leaf", 53])


def test_junk_gives_no_ill_formed_fact() -> None:
    junk: list[Any] = [None, "x", 3, True, [], [x], x, a, le(x, y), assume(le(x, y)), x0, le(x0, x)]
    for name, f in RULES.items():
        for size in range(5):
            for start in range(len(junk)):
                args = [junk[(start + step * 5) % len(junk)] for step in range(size)]
                try:
                    fact = f(*args)
                except Exception:
                    continue
                assert not fact.concl.loose, name
                assert fact.concl.sort == "B"
                assert key(fact.concl) is not False


def test_constants_of_the_module() -> None:
    assert tm.negation(le(x, y)) is imp(le(x, y), FALSE)
