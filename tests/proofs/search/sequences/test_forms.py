"""Looking at formulas about sequences."""

from __future__ import annotations

import pytest

from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.terms import Term, eq, exp, inv, log, var
from proofs.language.display import text
from proofs.search import question
from proofs.search.base.failures import NotFound
from proofs.search.sequences.forms import alone, bigs, cancelled, differentiated, inverse, quantity, root_of, without

x, y = (var(name, "R") for name in "xy")


def goal(written: str) -> Term:
    return question(written, "integer n")[1][0]


def test_sums_products_and_maxima_are_found_in_normal_form() -> None:
    found = bigs(goal("sum(2*a[i], (i, 1, n)) <= max(prod(b[j], (j, 1, i)), (i, 1, n))"))
    assert [text(b) for b in found] == ["Σ_{i=1}^{n} a_i", "max_{i=1..n} (Π_{j=1}^{i} b_j)"]


def test_what_stands_alone() -> None:
    q = quantity(goal("3*max(a[i], (i, 1, n)) + x <= x*max(a[i], (i, 1, n))"))
    ((m, c),) = alone(q, "max")
    assert c == -3 and as_term(without(q, m)) is canonical(x * m - x)


def test_derivatives() -> None:
    assert key(eq(differentiated(x * exp(x) + log(x), x), (1 + x) * exp(x) + inv(x))) is True
    with pytest.raises(NotFound):
        differentiated(goal("abs(x) >= 0").args[1], x)


def test_a_number_over_itself() -> None:
    assert as_term(cancelled(normal(x * inv(x * y)), [x])) is canonical(inv(y))
    assert cancelled(normal(x * inv(x)), [y]) == normal(x * inv(x))
    assert key(eq(inverse(x * inv(y)), y * inv(x))) is True


def test_roots() -> None:
    (root,) = [t for t in goal("sqrt(sum(a[i], (i, 1, n))) >= 0").args if t.op == "ite"]
    w = root_of(root)
    assert w is not None and text(w) == "Σ_{i=1}^{n} a_i"
    assert root_of(x) is None
