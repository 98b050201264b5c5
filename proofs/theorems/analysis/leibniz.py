"""The number π by Leibniz's series: exactly one number lies between all pairs of successive partial sums.

S_k = 4 (1 − 1/3 + 1/5 − … − 1/(4k − 1)) increases, S_k + 4/(4k + 1) decreases, and π is between them for all k.

Main statements: `number_pi_exists`, `number_pi_unique`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.continuity import supremum_of

chapter = Chapter("leibniz")
j, k = ints("j k")
x, y = reals("x y")


def leibniz(k: Term) -> Term:
    """4 (1 − 1/3 + 1/5 − … − 1/(4k − 1))."""
    return 4 * Sum(lambda i: inv(4 * i - 3) - inv(4 * i - 1), 1, k)


def next_sum(k: Term) -> Term:
    """Return the sum with one more term; it is above the limit of the series."""
    return leibniz(k) + 4 * inv(4 * k + 1)


def is_number_pi(x: Term) -> Term:
    """x = π: between every two successive sums of Leibniz's series."""
    return every(lambda k: exists(lambda: [leibniz(k) <= x, x <= next_sum(k)]), 0)


chapter.notions.define(
    is_number_pi(x), (x,), "{0} = 4(1 − 1/3 + 1/5 − …)", r"{0} = 4 (1 - \tfrac{{1}}{{3}} + \tfrac{{1}}{{5}} - \dots)"
)


@chapter.claim(given=[0 <= k], shows=Eq(leibniz(k + 1), leibniz(k) + 4 * (inv(4 * k + 1) - inv(4 * k + 3))))
def two_more_terms(p: Proof) -> Fact:
    """1/(4k + 1) − 1/(4k + 3)."""
    last = p.big_step(leibniz(k + 1).args[1], p.have(1 <= k + 1, 0 <= k))
    return p.have(p.goal, last)


def falling(p: Proof, first: int) -> Fact:
    """1/(4k + first + 2) <= 1/(4k + first), from 0 <= k."""
    ends = [p.have(0 < 4 * k + c, "k") for c in (first, first + 2)]
    return p.have(inv(4 * k + first + 2) <= inv(4 * k + first), *ends, scale=ends)


@chapter.claim(given={"k": 0 <= k}, shows=leibniz(k) <= leibniz(k + 1))
def sums_rise(p: Proof) -> Fact:
    """1/(4k + 3) <= 1/(4k + 1)."""
    return p.have(p.goal, p.apply("two_more_terms"), falling(p, 1))


@chapter.claim(given={"k": 0 <= k}, shows=next_sum(k + 1) <= next_sum(k))
def next_sums_fall(p: Proof) -> Fact:
    """1/(4k + 5) <= 1/(4k + 3)."""
    return p.have(p.goal, p.apply("two_more_terms"), falling(p, 3))


def from_step(p: Proof, claim: str) -> Fact:
    """Prove the goal for all k >= j from the goal for k + 1, by induction."""
    so_far = p.assume(p.goal)
    following = p.apply(claim)
    step = p.have(substitute(p.goal, {k: k + 1}), so_far, following)
    base = p.have(substitute(p.goal, {k: j}))
    all_ = p.induct(lambda x: substitute(p.goal, {k: x}), j, k, base, step)
    return p.specialize(all_, k, label="out")


@chapter.claim(given=[0 <= j, j <= k], shows=leibniz(j) <= leibniz(k))
def later_sums_larger(p: Proof) -> Fact:
    """By induction."""
    return from_step(p, "sums_rise")


@chapter.claim(given=[0 <= j, j <= k], shows=next_sum(k) <= next_sum(j))
def later_next_sums_smaller(p: Proof) -> Fact:
    """By induction."""
    return from_step(p, "next_sums_fall")


@chapter.claim(given={"j": 0 <= j, "k": 0 <= k}, shows=leibniz(k) <= next_sum(j))
def sums_below_next_sums(p: Proof) -> Fact:
    """Compare both with the sums at the larger index."""
    p.given(before=k <= j, after=j < k)
    both = []
    for last in (j, k):
        end = p.have(0 < 4 * last + 1, last.args[0])
        both.append(p.have(leibniz(last) <= next_sum(last), p.apply("inv_pos", end)))
    low = p.have(p.goal, both[0], p.apply("later_sums_larger", j=k, k=j))
    return p.cases(k, j, low, p.have(p.goal, both[1]))


@chapter.claim(given=[], shows=exists(is_number_pi, "R"))
def number_pi_exists(p: Proof) -> Fact:
    """Take the supremum of the sums."""

    def below_some_sum(x: Term) -> Term:
        return exists(lambda k: [0 <= k, x <= leibniz(k)], "Z")

    def bounded_by(j: Term, low: Fact) -> Fact:

        def prove(k_low: Fact, le: Fact) -> Fact:
            return p.have(x <= next_sum(j), le, p.apply("sums_below_next_sums", low, k_low))

        return p.exists_elim(p.assume(below_some_sum(x)), [k], prove, x <= next_sum(j))

    zero = p.have(num(0) <= 0)

    def is_below(of: Term, low: Fact) -> Fact:
        return p.exists_intro(below_some_sum(leibniz(of)), [of], low)

    first = is_below(num(0), p.get(zero))
    found = supremum_of(p, below_some_sum, leibniz(num(0)), first, next_sum(num(0)), bounded_by(num(0), p.get(zero)))

    def prove(up: Fact, least: Fact) -> Fact:
        low = p.specialize(up, leibniz(j), using=[is_below(j, p.assume(0 <= j))])
        high = p.specialize(least, next_sum(j), using=[bounded_by(j, p.get(0 <= j))])
        between = p.exists_intro(exists(lambda: [leibniz(j) <= y, y <= next_sum(j)]), [], low, high)
        return p.exists_intro(p.goal, [y], between)

    return p.exists_elim(found, [y], prove)


@chapter.claim(given=[is_number_pi(x), is_number_pi(y)], shows=y <= x)
def number_pi_at_most(p: Proof) -> Fact:
    """If y − x were positive, it would be above 4/(4k + 1) for k > 1/(y − x)."""
    gap = y - x
    pos = p.have(0 < gap, p.assume(x < y))
    low, above = p.obtain(p.apply("archimedes", s=inv(gap)), k)
    end = p.have(0 < 4 * k + 1, low)

    lower, _ = p.obtain(p.specialize(is_number_pi(x), k, using=[low]))
    _, upper = p.obtain(p.specialize(is_number_pi(y), k, using=[low]))
    less = p.have(gap <= 4 * inv(4 * k + 1), lower, upper)
    no = p.change(p.have(FALSE, (less, end), end, (above, pos), pos), FALSE)
    return p.cases(y, x, p.assume(y <= x), p.absurd(no, p.goal))


@chapter.claim(given=[is_number_pi(x), is_number_pi(y)], shows=Eq(x, y))
def number_pi_unique(p: Proof) -> Fact:
    """Each is at most the other."""
    return p.antisymmetry(p.apply("number_pi_at_most", x=y, y=x), p.apply("number_pi_at_most"))


@chapter.claim(given=[is_number_pi(x)], shows=8 <= 3 * x)
def number_pi_above(p: Proof) -> Fact:
    """4 (1 − 1/3) <= π."""
    at_one = p.specialize(is_number_pi(x), 1)
    low, _high = p.obtain(
        at_one,
    )
    return p.have(p.goal, low)
