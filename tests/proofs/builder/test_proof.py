"""The proof builder: steps that `have`, `apply`, `use` and other methods accept or reject, and the stored proof."""

from __future__ import annotations

import json

import pytest

from proofs.builder.proof import Proof, ProofError
from proofs.kernel.normal import key
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay
from proofs.kernel.terms import FALSE, KernelError, Term, eq, exp, forall, imp, inv, ite, le, lt
from proofs.language.notation import Sum, every, fun, ints, reals, vectors

x, y, z = reals("x y z")
n, m, k = ints("n m k")
(a,) = vectors("a")


@pytest.fixture
def p() -> Proof:
    return Proof("trial", Theory())


def shows(p: Proof, formula: Term, label: str = "out") -> None:
    assert key(p.get(label).concl) == key(formula)


def test_have_finds_linear_and_nonlinear_combinations(p: Proof) -> None:
    p.given(low=x <= y, next=y < z, sign=x > 0)
    p.have(x < z, "low", "next", label="chain")
    p.have(x * x <= x * y, "low", "sign", label="square")
    p.have((y - x) * (z - y) >= 0, ("low", "next"), label="product")
    p.have(eq((x + y) ** 2, x**2 + 2 * x * y + y**2), label="identity")
    shows(p, x < z, "chain")
    with pytest.raises(ProofError):
        p.have(z <= x, "low", "next", label="no")
    with pytest.raises(ProofError):
        p.have(x < y, "low", label="no")
    with pytest.raises(ProofError):
        p.have(imp(x <= y, x <= y), "low", label="no")


def test_a_formula_names_the_fact_that_says_it(p: Proof) -> None:
    p.given(low=x <= y)
    assert p.get(x <= y) is p.get("low")
    chain = p.have(x < z, x <= y, p.assume(y < z), label="chain")
    assert chain.hyps.keys() == {key(x <= y), key(y < z)}
    assert p.generalize(z, "chain", y < z, label="all").hyps.keys() == {key(x <= y)}
    with pytest.raises(ProofError, match="still assumes"):
        p.qed("chain", x < z, [x <= y])


def test_a_quantity_stands_for_its_sign_beside_inequalities(p: Proof) -> None:
    p.given(low=x <= y, same=eq(y, z))
    p.have(exp(z) * x <= exp(z) * y, ("low", exp(z)), label="scaled")
    p.have(eq(y * x, z * x), ("same", x), label="equal")
    for unknown in (z, x - y, -exp(z)):
        with pytest.raises(ProofError):
            p.have(unknown * x <= unknown * y, ("low", unknown))


def test_have_knows_that_integers_lie_apart(p: Proof) -> None:
    p.given(order=m < n, real=x < y)
    p.have(m + 1 <= n, "order", label="next")
    with pytest.raises(ProofError):
        p.have(x + 1 <= y, "real")
    with pytest.raises(ProofError):
        p.have(m + 2 <= n, "order")


def test_have_divides_where_a_fact_shows_a_denominator_not_zero(p: Proof) -> None:
    p.given(sign=x > 0)
    p.have(eq(x / x, 1), "sign", label="one")
    other = Proof("other", Theory())
    with pytest.raises(ProofError):
        other.have(eq(x / x, 1), label="one")
    scaled = Proof("scaled", Theory())
    scaled.given(sign=x > 0, product=x * y >= 0)
    scaled.have(y >= 0, "product", scale=["sign"], label="out")
    shows(scaled, y >= 0)


def test_have_finds_contradictions_and_uses_equations(p: Proof) -> None:
    p.given(low=x <= y, high=y < x, same=eq(z, x * y))
    p.have(FALSE, "low", "high", label="absurd")
    p.have(eq(z * z, x * x * y * y), "same", label="powers")
    shows(p, FALSE, "absurd")
    assert p.get("absurd").hyps.keys() == {key(x <= y), key(y < x)}


def test_names_are_used_once_and_must_exist(p: Proof) -> None:
    p.given(low=x <= y)
    with pytest.raises(ProofError):
        p.given(low=x <= z)
    with pytest.raises(ProofError):
        p.have(x <= y, "lo", label="out")
    with pytest.raises(ProofError):
        p.rule("integer_step", "low", label="out")


def test_hypotheses_in_a_row_are_numbered(p: Proof) -> None:
    p.given_all([x <= y, y < z])
    p.given_all([x > 0], "sign")
    shows(p, y < z, "given_1")
    shows(p, x > 0, "sign_0")
    with pytest.raises(ProofError):
        p.given_all([x <= z])


def test_side_conditions_are_settled_or_reported(p: Proof) -> None:
    theory = p.theory
    lemma = Proof("lemma", theory)
    lemma.given(sign=x > 0, order=n <= m)
    lemma.have(x * x > 0, "sign", label="both")
    lemma.rule("mp", lemma.rule("discharge", n <= m, "both"), "order", label="out")
    lemma.qed("out")
    p.given(big=y > 1)
    p.apply("lemma", x=y, n=1, m=2, label="use")
    shows(p, y * y > 0, "use")
    assert p.get("use").hyps.keys() == {key(y > 1)}
    with pytest.raises(ProofError, match="is open"):
        p.apply("lemma", x=y, n=2, m=1, label="no")
    with pytest.raises(ProofError, match="has no"):
        p.apply("lemma", w=y, label="no")
    with pytest.raises(KernelError):
        p.apply("nothing", label="no")


def test_universal_facts_are_used_with_their_range(p: Proof) -> None:
    p.given(all=every(lambda i: a(i) >= 1, 1, n), low=k >= 1, high=k <= n)
    p.specialize("all", k, label="one")
    shows(p, a(k) >= 1, "one")
    with pytest.raises(ProofError):
        p.specialize("all", k + 1, label="no")


def test_every_cases_rewrite_and_restate(p: Proof) -> None:
    p.given(low=k >= 1, high=k <= n)
    p.have(a(k) <= a(k) + 1, label="is")
    p.generalize(k, "is", "low", "high", label="all")
    shows(p, every(lambda i: a(i) <= a(i) + 1, 1, n), "all")
    p.given(below=x <= y, above=y < x)
    p.have((x - y) ** 2 >= 0, ("below", "below"), label="first")
    p.have((x - y) ** 2 >= 0, ("above", "above"), label="second")
    assert not p.cases(x, y, "first", "second", label="out").hyps
    p.given(same=eq(z, x))
    p.rewrite(p.rule("exp_ge", z), "same", label="new")
    shows(p, 1 + x <= exp(x), "new")
    p.change("new", x + 1 <= exp(x), label="again")
    with pytest.raises(ProofError):
        p.change("new", x <= exp(x), label="no")
    p.congr(lambda t: exp(2 * t), "same", label="images")
    shows(p, eq(exp(2 * z), exp(2 * x)), "images")


def test_induction_and_cut(p: Proof) -> None:
    p.have(Sum(lambda i: exp(a(i)), 1, 0) >= 0, label="base")
    p.given(before=Sum(lambda i: exp(a(i)), 1, k) >= 0, low=k >= 0)
    p.rule("big_step", Sum(lambda i: exp(a(i)), 1, k + 1), p.side_condition(k + 1 >= 1), label="last")
    p.rule("exp_pos", a(k + 1), label="positive")
    p.have(Sum(lambda i: exp(a(i)), 1, k + 1) >= 0, "before", "last", "positive", label="after")
    p.induct(lambda t: Sum(lambda i: exp(a(i)), 1, t) >= 0, 0, k, "base", "after", label="out")
    fact = p.qed("out")
    assert not fact.hyps
    again = replay(Theory(), json.loads(json.dumps(p.stored)))
    assert key(again.concl) == key(fact.concl)
    q = Proof("second", Theory())
    q.given(low=x <= y, sum=x <= y + 1)
    q.have(x <= y + 1, "low", label="weak")
    q.cut(q.rule("arith", x <= y + 2, [[_one(), ["sum"]], [_one(), []]]), "weak", label="out")
    assert q.get("out").hyps.keys() == {key(x <= y)}


def _one() -> Term:
    from proofs.language.notation import num

    return num(1)


def test_a_theorem_is_what_it_says_and_is_stored_without_what_it_does_not_need(p: Proof) -> None:
    p.given(low=x <= y, idle=y <= z)
    p.have(x <= z, "low", "idle", label="unused")
    p.have(2 * x <= 2 * y, "low", label="out")
    with pytest.raises(ProofError, match="is not"):
        p.qed("out", x < y)
    with pytest.raises(ProofError, match="still assumes x ≤ y, called low: discharge it"):
        p.qed("out", x <= y, [y <= z])
    p.qed("out", x <= y, [y <= z, x <= y])
    assert "z" not in [row[1] for row in p.stored["terms"] if row[0] == "var"]
    assert len(p.stored["statement"]["hyps"]) == 1
    replay(Theory(), json.loads(json.dumps(p.stored)))
    other = Proof("trial", p.theory)
    other.given(low=x <= y)
    with pytest.raises(KernelError):
        other.qed("low")


def test_stored_proofs_keep_every_rule(p: Proof) -> None:
    p.given(c=le(x, y))
    t = ite(le(x, y), x, y)
    p.rule("ite_eq", t, "c", label="then")
    p.have(t <= y, "then", "c", label="out")
    p.rule("compute", lt(x, x + 3 * exp(x)), [(x, "0", "1")], ["leaf", 53], label="u")
    p.given(from_=x >= 0, to=x <= 1)
    p.rule("instantiate", p.rule("assume", a(n) <= x), [(a, fun(lambda i: exp(i * x)))], label="i")
    p.qed(p.rule("discharge", lt(x, exp(x)), "out"))
    assert replay(Theory(), json.loads(json.dumps(p.stored))).hyps.keys() == {key(le(x, y))}


def test_what_is_open_is_looked_for_again_only_with_other_facts(p: Proof, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    prove = Proof._prove_relation
    monkeypatch.setattr(
        Proof, "_prove_relation", lambda self, goal, *args: tried.append(goal) or prove(self, goal, *args)
    )
    for _ in range(3):
        with pytest.raises(ProofError, match="cannot derive"):
            p.side_condition(le(x, y + 1))
    assert len(tried) == 1
    p.given(less=le(x, y))
    assert p.side_condition(le(x, y + 1)).concl is le(x, y + 1)
    p.facts.pop("less")
    with pytest.raises(ProofError, match="cannot derive"):
        p.side_condition(le(x, y + 1))
    assert len(tried) == 2


def test_settle_proves_universal_and_conditional_formulas(p: Proof) -> None:
    fact = p.side_condition(forall("R", imp(le(x, x), le(x, x))))
    assert key(fact.concl) is True
    p.given(sign=x > 0)
    fact = p.side_condition(every(lambda i: inv(x) >= inv(x) - 1, 1, n))
    assert not fact.hyps
    with pytest.raises(KernelError):
        p.side_condition(every(lambda i: a(i) >= 0, 1, n))
