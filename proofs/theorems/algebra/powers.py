"""Integer powers as products over a range, m^k = Π_{i=1}^{k} m, and the geometric sum.

An empty product is 1, so m^k = 1 for k <= 0. A tower is a power m^(kd) = (m^d)^k of a fixed power, which is how
the papers write δ^(-kd) for δ = 1/m.

Main statements: `power_add`, `power_ge_one`, `power_ge_two`, `power_le`, `power_lt`, `power_mul`, `tower_step`,
`tower_le`, `tower_lt`, `geometric_sum`, `count_bound`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("powers")
m, k, a, b, c, d, n, D, M = ints("m k a b c d n D M")

chapter.notions.define(power(m, k), (m, k), "{0:f}^{{{1}}}", "{0:f}^{{{1}}}")


@chapter.theorem
def power_step(p: Proof) -> None:
    """0 <= k ⊢ m^(k+1) = m^k m."""
    p.given(k_low=0 <= k)
    out = p.big_step(power(m, k + 1), p.side_condition(1 <= k + 1))
    p.qed(out, Eq(power(m, k + 1), power(m, k) * m))


@chapter.theorem
def power_add(p: Proof) -> None:
    """0 <= a, 0 <= b ⊢ m^(a+b) = m^a m^b."""

    def claim(x: Term | int) -> Term:
        return Eq(power(m, a + x), power(m, a) * power(m, x))

    p.given(a_low=0 <= a, b_low=0 <= b, k_low=0 <= k, so_far=claim(k))
    right = p.apply("power_step")
    left = p.apply("power_step", k=a + k)
    base = p.have(claim(0))
    step = p.have(claim(k + 1), left, right, "so_far")
    all_ = p.induct(claim, 0, k, base, step)
    p.qed(p.specialize(all_, b), claim(b))


@chapter.theorem
def power_ge_one(p: Proof) -> None:
    """1 <= m ⊢ 1 <= m^k."""
    p.given(m_low=1 <= m, c_low=0 <= c, so_far=1 <= power(m, c), proper=0 <= k, improper=k < 0)
    next_ = p.apply("power_step", k=c)
    base = p.have(1 <= power(m, 0))
    step = p.have(1 <= power(m, c + 1), next_, "so_far", "m_low")
    all_ = p.induct(lambda x: 1 <= power(m, x), 0, c, base, step)
    claimed = p.specialize(all_, k)
    none = p.big_empty(power(m, k), p.have(k < 1, "improper"))
    trivially = p.have(1 <= power(m, k), none)
    p.qed(p.cases(0, k, claimed, trivially))


@chapter.theorem
def power_pos(p: Proof) -> None:
    """1 <= m ⊢ 0 < m^k."""
    p.given(m_low=1 <= m)
    one = p.apply("power_ge_one")
    p.qed(p.have(0 < power(m, k), one))


@chapter.theorem
def power_of_power_pos(p: Proof) -> None:
    """1 <= m ⊢ 0 < (m^d)^k."""
    p.given(m_low=1 <= m)
    p.apply("power_ge_one", k=d, label="one")
    p.qed(p.apply("power_pos", m=power(m, d)))


@chapter.theorem
def power_le(p: Proof) -> None:
    """1 <= m, 0 <= a <= b ⊢ m^a <= m^b."""
    p.given(m_low=1 <= m, a_low=0 <= a, order=a <= b)
    product = p.apply("power_add", b=b - a)
    factor = p.apply("power_ge_one", k=b - a)
    pos = p.apply("power_ge_one", k=a)
    p.qed(p.have(power(m, a) <= power(m, b), product, factor, pos))


@chapter.theorem
def power_ge_two(p: Proof) -> None:
    """2 <= m, 1 <= k ⊢ 2 <= m^k."""
    p.given(m_low=2 <= m, k_low=1 <= k)
    grow = p.apply("power_le", a=num(1), b=k)
    p.qed(p.have(2 <= power(m, k), grow, "m_low"))


@chapter.theorem
def power_above_one(p: Proof) -> None:
    """2 <= m, 1 <= k ⊢ 0 < m^k − 1."""
    p.given(m_low=2 <= m, k_low=1 <= k)
    two = p.apply("power_ge_two")
    p.qed(p.have(0 < power(m, k) - 1, two))


@chapter.theorem
def power_lt(p: Proof) -> None:
    """2 <= m, 0 <= a < b ⊢ m^a < m^b."""
    p.given(m_low=2 <= m, a_low=0 <= a, order=a < b)
    product = p.apply("power_add", b=b - a)
    factor = p.apply("power_ge_two", k=b - a)
    pos = p.apply("power_pos", k=a)
    p.qed(p.have(power(m, a) < power(m, b), product, factor, pos))


@chapter.theorem
def power_mul(p: Proof) -> None:
    """0 <= k, 0 <= d ⊢ (m^d)^k = m^(kd)."""
    whole = power(m, d)

    def claim(x: Term) -> Term:
        return Eq(power(whole, x), power(m, x * d))

    p.given(k_low=0 <= k, d_low=0 <= d, c_low=0 <= c, so_far=claim(c))
    left = p.apply("power_step", m=whole, k=c)
    right = p.apply("power_add", "c_low", "d_low", a=c * d, b=d)
    base = p.have(claim(num(0)))
    step = p.have(claim(c + 1), left, right, "so_far")
    all_ = p.induct(claim, 0, c, base, step)
    p.qed(p.specialize(all_, k), claim(k))


@chapter.theorem
def tower_step(p: Proof) -> None:
    """0 <= k, 0 <= d ⊢ m^((k+1)d) = m^d m^(kd)."""
    p.given(k_low=0 <= k, d_low=0 <= d)
    out = p.apply("power_add", "k_low", "d_low", a=d, b=k * d)
    p.qed(out, Eq(power(m, (k + 1) * d), power(m, d) * power(m, k * d)))


@chapter.theorem
def tower_add(p: Proof) -> None:
    """0 <= a, 0 <= b, 0 <= d ⊢ m^((a+b)d) = m^(ad) m^(bd)."""
    p.have(0 <= a * d, p.assume(0 <= a), p.assume(0 <= d), label="ad")
    p.have(0 <= b * d, p.assume(0 <= b), 0 <= d, label="bd")
    out = p.apply("power_add", a=a * d, b=b * d)
    p.qed(out, Eq(power(m, (a + b) * d), power(m, a * d) * power(m, b * d)))


@chapter.theorem
def tower_le(p: Proof) -> None:
    """1 <= m, 0 <= d, 0 <= a <= b ⊢ m^(ad) <= m^(bd)."""
    p.given(m_low=1 <= m, d_low=0 <= d, a_low=0 <= a, order=a <= b)
    p.have(0 <= a * d, "a_low", "d_low", label="low")
    p.have(a * d <= b * d, "order", "d_low", label="exponents")
    p.qed(p.apply("power_le", a=a * d, b=b * d))


@chapter.theorem
def tower_lt(p: Proof) -> None:
    """2 <= m, 1 <= d, 0 <= a < b ⊢ m^(ad) < m^(bd)."""
    p.given(m_low=2 <= m, d_low=1 <= d, a_low=0 <= a, order=a < b)
    p.have(0 <= a * d, "a_low", "d_low", label="low")
    p.have(a * d < b * d, "order", "d_low", label="exponents")
    p.qed(p.apply("power_lt", a=a * d, b=b * d))


@chapter.theorem
def geometric_sum(p: Proof) -> None:
    """0 <= k ⊢ (m − 1) Σ_{i=1}^{k} m^(i−1) = m^k − 1."""

    def claim(x: Term | int) -> Term:
        return Eq((m - 1) * Sum(lambda i: power(m, i - 1), 1, x), power(m, x) - 1)

    p.given(k_low=0 <= k, c_low=0 <= c, so_far=claim(c))
    last = p.big_step(Sum(lambda i: power(m, i - 1), 1, c + 1), p.side_condition(1 <= c + 1))
    next_ = p.apply("power_step", k=c)
    base = p.have(claim(0))
    step = p.have(claim(c + 1), last, next_, "so_far")
    all_ = p.induct(claim, 0, c, base, step)
    p.qed(p.specialize(all_, k), claim(k))


@chapter.theorem
def tower_sum(p: Proof) -> None:
    """1 <= k, 0 <= d ⊢ (m^d − 1) Σ_{i=1}^{k-1} m^(id) = m^(kd) − m^d."""

    def claim(x: Term | int) -> Term:
        total = Sum(lambda i: power(m, i * d), 1, x - 1)
        return Eq((power(m, d) - 1) * total, power(m, x * d) - power(m, d))

    p.given(k_low=1 <= k, d_low=0 <= d, c_low=1 <= c, so_far=claim(c))
    last = p.big_step(Sum(lambda i: power(m, i * d), 1, c), p.side_condition(1 <= c))
    next_ = p.apply("tower_step", k=c)
    base = p.have(claim(num(1)))
    step = p.have(claim(c + 1), last, next_, "so_far")
    all_ = p.induct(claim, 1, c, base, step)
    p.qed(p.specialize(all_, k), claim(k))


# --- sequences without duplicates -----------------------------------------------------------------------------------


def falling(base: Term, k: Term) -> Term:
    """base (base − 1) … (base − k + 1): the sequences of length k without duplicates."""
    return Prod(lambda j: base - j + 1, 1, k)


@chapter.claim(given=[M >= 1, n >= 0, n <= M], shows=2 * M * (power(M, n) - falling(M, n)) <= n * (n - 1) * power(M, n))
def count_bound(p: Proof) -> Fact:
    """The union bound over the n(n − 1)/2 pairs, by induction: the factor M − k lowers the product by k M^k at most."""

    def claim(x: Term) -> Term:
        return implies(x <= n, 2 * M * (power(M, x) - falling(M, x)) <= x * (x - 1) * power(M, x))

    def at_most(x: Term) -> Term:
        return implies(x <= n, falling(M, x) <= power(M, x))

    def nonneg(x: Term) -> Term:
        return implies(x <= n, 0 <= falling(M, x))

    p.given(M_pos=M >= 1, k_low=k >= 0, k_next=k + 1 <= n)
    p.given(less_=at_most(k), nonneg_=nonneg(k), so_far=claim(k))
    zero = num(0)
    for label, formula in (("claim", claim), ("less", at_most), ("nonneg", nonneg)):
        p.rule("discharge", zero <= n, p.have(formula(zero).args[1]), label=f"base_{label}")
    for label in ("less_", "nonneg_", "so_far"):
        p.mp(label, p.side_condition(k <= n), label=f"now_{label}")
    p.apply("power_step", m=M, label="next")
    p.big_step(falling(M, k + 1), p.side_condition(1 <= k + 1), label="factor")
    step_nonneg = p.have(0 <= falling(M, k + 1), "factor", (M - k, "now_nonneg_"))
    d_nonneg = p.rule("discharge", k + 1 <= n, step_nonneg)
    all_nonneg = p.induct(nonneg, 0, k, "base_nonneg", d_nonneg)
    p.specialize(all_nonneg, k, label="is_nonneg")
    products = ("k_low", "is_nonneg"), ("now_less_", "M_pos")
    facts = ("factor", "next", "now_less_", "is_nonneg")
    step_less = p.have(falling(M, k + 1) <= power(M, k + 1), *facts, *products)
    d_less = p.rule("discharge", k + 1 <= n, step_less)
    all_less = p.induct(at_most, 0, k, "base_less", d_less)
    is_less = p.specialize(all_less, k)
    step_ = p.have(claim(k + 1).args[1], "factor", "next", ("k_low", is_less, "M_pos"), ("k_low", is_less),
           ("now_so_far", "M_pos"), "now_so_far")  # fmt: skip
    step = p.rule("discharge", k + 1 <= n, step_)
    all_ = p.induct(claim, 0, k, "base_claim", step)
    return p.specialize(all_, n)


grid_size = power(D, d)


@chapter.claim(
    given=[D >= 1, d >= 1, n >= 1, n <= grid_size],
    shows=inv(power(grid_size, n)) * (power(grid_size, n) - falling(grid_size, n)) <= n * (n - 1) / (2 * grid_size),
)
def duplicate_volume(p: Proof) -> Fact:
    """The cells with duplicates have at most this total volume; each cell has the volume D^(−dn)."""
    p.apply("power_ge_one", m=D, k=d, label="some")
    p.apply("count_bound", M=grid_size, label="bound")
    p.apply("power_pos", "some", k=n, label="cells")
    p.have(0 < grid_size, "some", label="size")
    return p.have(p.goal, "bound", scale=["cells", "size"])
