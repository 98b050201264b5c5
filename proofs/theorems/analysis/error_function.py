"""The error function erf x = 2/√π ∫ e^(−t²) dt over [0, x], from its derivative and 1 − e^(−x²) <= erf² x.

The normal distribution function is (1 + erf(x/√2))/2, so that bounds for 1 − erf are bounds for Gaussian tails. Those
for x > 0 by e^(−x²) and a rational function are bounds for Mills' ratio.

Main statements: `erf_lt`, `erf_neg`, `erf_lt_one`, `erf_tail`, `erf_tail_mills`, `erf_tail_ge`,
`erf_le`, `erf_ge_cubic`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Named, Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.theorems.analysis.trigonometry import Function, computed, constant, grows, rise

chapter = Chapter("error_function")
x, y, t, c = reals("x y t c")
ROOT, ROOT_2, ROOT_2_PI = (exp(log(base) / 2) for base in (PI, num(2), 2 * PI))  # √π, √2, √(2π)


def bell(t: Term) -> Term:
    """2/√π e^(−t²), the derivative of erf."""
    return 2 * inv(ROOT) * exp(-(t**2))


def bell_pos(p: Proof, t: Term) -> Fact:
    """0 < 2/√π e^(−t²)."""
    return p.have(0 < bell(t), p.exp_pos(-(t**2) - log(PI) / 2))


@chapter.theorem
def erf_zero(p: Proof) -> None:
    """erf 0 = 0."""
    p.qed(computed(p, None, Eq(erf(num(0)), 0)))


@chapter.theorem
def erf_lt(p: Proof) -> None:
    """x < y ⊢ erf x < erf y."""
    p.qed(rise(p, erf, bell, x, y, p.assume(x < y), bell_pos(p, t)))


@chapter.theorem
def erf_neg(p: Proof) -> None:
    """erf(−x) = −erf x."""
    same = constant(p, None, lambda t: erf(-t) + erf(t), x, num(0))
    p.qed(p.have(Eq(erf(-x), -erf(x)), same, p.apply("erf_zero")))


@chapter.theorem
def erf_pos(p: Proof) -> None:
    """0 < x ⊢ 0 < erf x."""
    p.given(pos=0 < x)
    p.qed(p.have(0 < erf(x), p.apply("erf_lt", x=num(0), y=x), p.apply("erf_zero")))


@chapter.theorem
def erf_lt_one(p: Proof) -> None:
    """erf x < 1."""
    more = p.apply("erf_lt", p.have(x < x + 1), x=x, y=x + 1)
    most = p.rule("compute", erf(y) <= 1, [(y, None, None)], ["leaf", 64])
    p.qed(p.have(erf(x) < 1, more, p.rule("instantiate", most, [(y, x + 1)])))


@chapter.theorem
def erf_gt_neg_one(p: Proof) -> None:
    """−1 < erf x."""
    p.qed(p.have(-1 < erf(x), p.apply("erf_lt_one", x=-x), p.apply("erf_neg")))


@chapter.theorem
def erf_square_ge(p: Proof) -> None:
    """1 − e^(−x²) <= erf² x."""
    p.qed(p.erf_square(x))


@chapter.theorem
def erf_tail(p: Proof) -> None:
    """0 <= x ⊢ 1 − erf x <= e^(−x²)."""
    p.given(pos=0 <= x)
    low = grows(p, None, erf, bell, num(0), x, bell_pos(p, t))
    nonneg = p.have(0 <= erf(x), low, p.apply("erf_zero"))
    p.qed(p.have(1 - erf(x) <= exp(-(x**2)), p.erf_square(x), (nonneg, p.apply("erf_lt_one"))))


@chapter.theorem
def nonpos_by_decay(p: Proof) -> None:
    """c (1 + y²) <= 1 for all y >= x ⊢ c <= 0, as y = x² + 1 + 1/c would be too large."""
    small = p.assume(for_all(lambda y: implies(x <= y, c * (1 + y**2) <= 1), "R"))
    pos = p.assume(0 < c)
    inverse = p.apply("inv_pos", pos, x=c)
    far = x**2 + 1 + inv(c)
    order = p.have(x <= far, inverse, p.apply("square_nonneg", x=x - 1), p.apply("square_nonneg"))
    at = p.specialize(small, far, using=[order])
    squares = p.apply("square_nonneg"), (p.apply("square_nonneg", x=x**2 + 1), pos)
    p.qed(p.by_contradiction(c <= 0, p.have(FALSE, at, pos, inverse, *squares)))


def below_limit(p: Proof, f: Function, slope: Function, limit: int, most: Fact, sign: Fact, *known: Named) -> Fact:
    """Prove f(x) <= limit from 0 <= f' and f(y) <= limit + e^(−y²) for y >= x, which `most` says.

    `sign` says 0 <= slope(t), and `known` what makes f differentiable, both for t >= x.
    """
    near = p.have(f(x) - limit <= exp(-(y**2)), grows(p, None, f, slope, x, y, sign, *known), most)
    square = p.have(0 <= 1 + y**2, p.apply("square_nonneg", x=y))
    bound = p.have((f(x) - limit) * (1 + y**2) <= 1, (near, square), (p.exp_ge(y**2), exp(-(y**2))))
    return p.apply("nonpos_by_decay", p.generalize(y, bound, x <= y), c=f(x) - limit)


def given_range(p: Proof) -> Fact:
    """Assume 0 < x <= y, and prove 0 < t for t >= x."""
    p.given(pos=0 < x, far=x <= y)
    p.have(0 < y, "far", "pos", label="pos_y")
    return p.have(0 < t, p.assume(x <= t), "pos")


@chapter.theorem
def erf_tail_mills(p: Proof) -> None:
    """0 < x ⊢ 1 − erf x <= e^(−x²)/(x √π): the sum of the right side and erf x decreases to 1."""
    inside = given_range(p)

    def falling(t: Term) -> Term:
        return exp(-(t**2)) * inv(t) * inv(ROOT) + erf(t)

    square = p.apply("square_nonneg", x=inv(t))
    sign = p.have(0 <= exp(-(t**2)) * inv(t) ** 2 * inv(ROOT), (square, exp(-(t**2)) * inv(ROOT)))
    more = p.have(0 < exp(-(y**2)) * inv(y) * inv(ROOT), (p.apply("inv_pos", x=y), exp(-(y**2)) * inv(ROOT)))
    most = p.have(-falling(y) <= -1 + exp(-(y**2)), more, p.apply("erf_tail", x=y))
    done = below_limit(
        p, lambda t: -falling(t), lambda t: exp(-(t**2)) * inv(t) ** 2 * inv(ROOT), -1, most, sign, inside
    )
    p.qed(p.have(1 - erf(x) <= exp(-(x**2)) * inv(x) * inv(ROOT), done))


@chapter.theorem
def erf_tail_ge(p: Proof) -> None:
    """2x e^(−x²)/(√π (1 + 2x²)) <= 1 − erf x: the sum of the left side and erf x increases to 1."""
    inside, root = given_range(p), p.have(0 < inv(ROOT), p.exp_pos(-log(PI) / 2))

    def under(t: Term) -> Term:
        return inv(1 + 2 * t**2)

    def rising(t: Term) -> Term:
        return bell(t) * t * under(t) + erf(t)

    def slope(t: Term) -> Term:
        return 2 * bell(t) * under(t) ** 2

    sign = p.have(0 <= slope(t), (p.apply("square_nonneg", x=under(t)), bell_pos(p, t)))
    for u in (t, y):
        p.have(0 < 1 + 2 * u**2, p.apply("square_nonneg", x=u), label=f"under_{text(u)}")
    inverse = p.apply("inv_pos", "under_y", x=1 + 2 * y**2)
    less = p.have(2 * y <= 1 + 2 * y**2, p.apply("square_nonneg", x=y - 1), p.apply("square_nonneg", x=y))
    part = p.have(2 * y * under(y) <= 1, (less, inverse))
    shrunk = p.have(2 * y * under(y) * inv(ROOT) <= 1, (part, root), (computed(p, None, ROOT >= 1), root))
    most = p.have(rising(y) <= 1 + exp(-(y**2)), p.apply("erf_lt_one", x=y), (shrunk, p.exp_pos(-(y**2))))
    done = below_limit(p, rising, slope, 1, most, sign, inside)
    p.qed(p.have(bell(x) * x * under(x) <= 1 - erf(x), done))


@chapter.theorem
def erf_le(p: Proof) -> None:
    """0 <= x ⊢ erf x <= 2x/√π."""
    p.given(pos=0 <= x)
    small = p.apply("exp_le", p.apply("square_nonneg", x=t), x=-(t**2), y=num(0))
    sign = p.have(0 <= bell(num(0)) - bell(t), (small, 2 * inv(ROOT)))
    more = grows(p, None, lambda t: bell(num(0)) * t - erf(t), lambda t: bell(num(0)) - bell(t), num(0), x, sign)
    p.qed(p.have(erf(x) <= 2 * inv(ROOT) * x, more, p.apply("erf_zero")))


@chapter.theorem
def erf_ge_cubic(p: Proof) -> None:
    """0 <= x ⊢ 2/√π (x − x³/3) <= erf x."""
    p.given(pos=0 <= x)
    rate = 2 * inv(ROOT)
    sign = p.have(0 <= bell(t) - rate * (1 - t**2), (p.exp_ge(-(t**2)), rate))
    more = grows(
        p, None, lambda t: erf(t) - rate * (t - t**3 / 3), lambda t: bell(t) - rate * (1 - t**2), num(0), x, sign
    )
    p.qed(p.have(rate * (x - x**3 / 3) <= erf(x), more, p.apply("erf_zero")))


# --- for the normal distribution: erf(x/√2)


def density(x: Term) -> Term:
    """e^(−x²/2)/√(2π)."""
    return exp(-(x**2) / 2) * inv(ROOT_2_PI)


def two(p: Proof) -> Fact:
    """(√2)² = 2, as e^(log 2)."""
    return p.exp_log(p.have(num(2) > 0))


def half_square(p: Proof, x: Term) -> Fact:
    """e^(−(x/√2)²) = e^(−x²/2)."""
    half = p.have(Eq(inv(ROOT_2) ** 2, num(1) / 2), (two(p), inv(ROOT_2) ** 2))
    return p.congr(exp, p.have(Eq(-((x / ROOT_2) ** 2), -(x**2) / 2), (half, x**2)))


def rescaled(p: Proof, x: Term) -> Fact:
    """e^(−(x/√2)²) √2/√π = 2 e^(−x²/2)/√(2π)."""
    split = p.apply("log_mul", p.have(num(2) > 0), computed(p, None, PI > 0), x=num(2), y=PI)
    root = p.congr(exp, p.have(Eq(-log(2 * PI) / 2, -log(num(2)) / 2 - log(PI) / 2), split))
    height = exp(-(x**2) / 2)
    return p.have(
        Eq(exp(-((x / ROOT_2) ** 2)) * ROOT_2 * inv(ROOT), 2 * density(x)),
        (half_square(p, x), ROOT_2 * inv(ROOT)),
        (root, 2 * height),
        (two(p), height * inv(ROOT_2) * inv(ROOT)),
    )


@chapter.theorem
def normal_tail(p: Proof) -> None:
    """0 <= x ⊢ 1 − erf(x/√2) <= e^(−x²/2)."""
    p.given(pos=0 <= x)
    tail = p.apply("erf_tail", p.have(0 <= x / ROOT_2, ("pos", p.exp_pos(-log(num(2)) / 2))), x=x / ROOT_2)
    p.qed(p.have(1 - erf(x / ROOT_2) <= exp(-(x**2) / 2), tail, half_square(p, x)))


@chapter.theorem
def normal_tail_mills(p: Proof) -> None:
    """0 < x ⊢ 1 − erf(x/√2) <= 2 e^(−x²/2)/(x √(2π))."""
    p.given(pos=0 < x)
    scaled = p.have(0 < x / ROOT_2, ("pos", p.exp_pos(-log(num(2)) / 2)))
    tail = p.apply("erf_tail_mills", scaled, x=x / ROOT_2)
    p.qed(p.have(1 - erf(x / ROOT_2) <= 2 * density(x) * inv(x), tail, (rescaled(p, x), inv(x))))


@chapter.theorem
def normal_tail_ge(p: Proof) -> None:
    """2x e^(−x²/2)/(√(2π) (1 + x²)) <= 1 − erf(x/√2)."""
    tail = p.apply("erf_tail_ge", x=x / ROOT_2)
    p.have(0 < 1 + x**2, p.apply("square_nonneg"), label="pos")
    half = p.have(Eq(inv(ROOT_2) ** 2, num(1) / 2), (two(p), inv(ROOT_2) ** 2))
    under = p.congr(inv, p.have(Eq(1 + 2 * (x / ROOT_2) ** 2, 1 + x**2), (half, 2 * x**2)))
    part = exp(-((x / ROOT_2) ** 2)) * inv(ROOT) * x * inv(ROOT_2)
    p.qed(
        p.have(
            2 * density(x) * x * inv(1 + x**2) <= 1 - erf(x / ROOT_2),
            tail,
            (under, 2 * part),
            (two(p), part * inv(1 + x**2)),
            (rescaled(p, x), x * inv(1 + x**2)),
        )
    )
