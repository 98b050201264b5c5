"""The sharp constant of Lemma 4, c = 1 + W((n − 1)/e): it exists for every n, and no smaller number suffices.

Not in the paper. c is the solution c >= 1 of (c − 1) e^c = n − 1. From it on the derivative is negative
(`gradient_negative_sharp`). For every smaller number t the vector (c, 0, …, 0) is a counterexample: its second entry is
more than t below the first, and the derivative along it is 0.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_boltzmann.lemma_6 import at_threshold, one_high, sharp
from proofs.papers.ks.vocabulary import *

c, y = reals("c y")


@paper.claim(given=[some], shows=exists(lambda c: [1 <= c, Eq((c - 1) * exp(c), n - 1)], "R"))
def threshold_exists(p: Proof) -> Fact:
    """(x − 1) e^x is 0 at 1 and at least n − 1 at n, and its slope up to n is at most n e^n."""
    g, L = function_of(lambda x: (x - 1) * exp(x)), n * exp(n)
    low, order, high = (p.assume(f) for f in (1 <= x, x <= y, y <= n))
    grown, top = p.apply("exp_le", order), p.apply("exp_le", high, x=y, y=n)
    tangent = p.exp_ge(x - y)
    length = p.have(0 <= y - x, order)
    rise = p.have(exp(y) - exp(x) <= exp(y) * (y - x), (tangent, exp(y)))
    rise = p.have(g(y) - g(x) <= x * exp(y) * (y - x), (rise, p.have(0 <= x - 1, low)))
    rise = p.have(g(y) - g(x) <= x * exp(n) * (y - x), rise, (top, p.have(0 <= x, low), length))
    most = p.have(x <= n, order, high)
    above = p.have(g(y) - g(x) <= L * (y - x), rise, (most, exp(n), length))
    below = p.have(0 <= g(y) - g(x), (grown, p.have(0 <= x - 1, low)), (length, exp(y)))
    bound = p.have(0 <= L * (y - x), above, below)
    ends = p.have(-(L * (y - x)) <= g(x) - g(y), above), p.have(g(x) - g(y) <= L * (y - x), below, bound)
    slow = p.apply("abs_le", *ends, x=g(x) - g(y), u=L * (y - x))
    steep = p.have(0 < L, (some, exp(n)), p.exp_pos(n))
    continuous = p.apply("lipschitz_continuous", steep, slow, g=g, a=1, b=n, L=L)
    large = p.have(n - 1 <= g(n), (p.exp_ge(n), p.have(0 <= n - 1)), (p.have(0 <= n - 1), n))
    found = p.apply("intermediate_value", continuous, large, g=g, a=1, b=n, z=n - 1)
    one, _, value = p.obtain(found, c)
    return p.exists_intro(p.goal, [c], one, value)


second = num(2)


@paper.claim(
    given=[n >= 2, at_threshold, t < sharp],
    shows=together(one_high(second) < one_high(num(1)) - t, 0 <= gradient(one_high, n, second)),
)
def gradient_not_negative_below_sharp(p: Proof) -> Fact:
    """At (c, 0, …, 0) the derivative along the second entry is 0."""
    level = p.apply("gradient_zero_at_sharp")
    first = p.ite_eq(one_high(num(1)), p.have(num(1) <= 1))
    late = p.ite_eq(one_high(second), p.have(second > 1))
    return p.exists_intro(
        p.goal,
        [],
        p.have(one_high(second) < one_high(num(1)) - t, first, late),
        p.have(0 <= gradient(one_high, n, second), level),
    )
