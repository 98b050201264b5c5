"""Powers, towers, quotients and increasing sequences: the theorems say what Python's integers say, and no more."""

from fractions import Fraction
from importlib import import_module
from itertools import product

import pytest
from exact_terms import holds, value

from proofs.builder.proof import Proof, ProofError
from proofs.kernel.rules import Theory
from proofs.kernel.terms import Term
from proofs.language.notation import Eq, ints
from proofs.theorems import MODULES
from proofs.theorems.algebra.integers import increasing, quotient
from proofs.theorems.algebra.powers import power

m, k, a, b, d, v, x, y = ints("m k a b d v x y")


@pytest.fixture(scope="module")
def theory() -> Theory:
    """The library up to the integers."""
    found = Theory()
    for name in ("elementary", "sums", "powers", "integers"):
        list(import_module(MODULES[name]).chapter.prove(found))
    return found


@pytest.mark.parametrize(("base", "exponent"), [*product(range(-3, 5), range(-2, 6))])
def test_power_is_the_power(base: int, exponent: int):
    here = {"m": Fraction(base), "k": Fraction(exponent)}
    assert value(power(m, k), here) == base ** max(exponent, 0)


@pytest.mark.parametrize(("number", "by"), [*product(range(13), range(1, 6))])
def test_quotient_is_the_quotient(number: int, by: int):
    here = {"v": Fraction(number), "b": Fraction(by), "k": Fraction(number)}
    assert value(quotient(v, b, k), here) == number // by


def test_increasing_speaks_of_all_neighbours():
    for entries in product(range(3), repeat=3):
        here = {"k": Fraction(3), "s": lambda i, entries=entries: Fraction(entries[int(i) - 1])}
        s = Term("fn", ("s", 1, "Z"), "F")
        assert holds(increasing(s, k), here) == (entries[0] < entries[1] < entries[2])


def test_small_multiples_vanish(theory: Theory):
    fact = theory.facts["integers.small_multiple"]
    for by, multiple in product(range(1, 5), range(-3, 4)):
        here = {"b": Fraction(by), "y": Fraction(multiple), "x": Fraction(by * multiple)}
        assert all(holds(h, here) for h in fact.hyps.values()) == (multiple == 0)


WRONG = {
    "a negative exponent": (Eq(power(m, k + 1), power(m, k) * m), "power_step", {}),
    "a base that may be 0": (0 < power(m, k), "power_pos", {"low": 0 <= m}),
    "equal exponents": (power(m, a) < power(m, b), "power_lt", {"low": 2 <= m, "zero": 0 <= a, "order": a <= b}),
    "base 1": (power(m, a) < power(m, b), "power_lt", {"low": 1 <= m, "zero": 0 <= a, "order": a < b}),
    "d = 0": (power(m, a * d) < power(m, b * d), "tower_lt", {"m2": 2 <= m, "d0": 0 <= d, "a0": 0 <= a, "lt": a < b}),
    "a multiple that large": (Eq(y, 0), "small_multiple", {"is": Eq(x, b * y), "low": -b < x, "high": x <= b}),
}  # fmt: skip


@pytest.mark.parametrize("which", WRONG)
def test_theorems_need_their_hypotheses(theory: Theory, which: str):
    goal, name, given = WRONG[which]
    p = Proof("tampered", theory)
    p.given(**given)
    with pytest.raises(ProofError, match="open"):
        p.apply(name, label="out")
    with pytest.raises(ProofError, match="cannot derive"):
        p.have(goal, *given, label="out")
