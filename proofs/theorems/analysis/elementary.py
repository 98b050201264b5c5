"""Order, exp, log and |.|: consequences of 1 + x <= e^x and e^(log x) = x.

Main statements: `exp_lt`, `bernoulli`, `log_lt`, `log_mul`, `log_le_sub`, `abs_le`, `square_nonneg`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.language.notation import *

chapter = Chapter("elementary")
x, y, u = reals("x y u")


@chapter.theorem
def inv_pos(p: Proof) -> None:
    """0 < x ⊢ 0 < 1/x."""
    false = p.have(FALSE, p.assume(x > 0), p.assume(inv(x) <= 0))
    low = p.absurd(false, inv(x) > 0, label="low")
    p.given(is_pos=inv(x) > 0)
    p.qed(p.cases(inv(x), 0, low, "is_pos"))


@chapter.theorem
def square_nonneg(p: Proof) -> None:
    """0 <= x²."""
    high = p.have(x * x >= 0, p.assume(x >= 0))
    low = p.have(x * x >= 0, p.assume(x < 0))
    p.qed(p.cases(0, x, high, low))


@chapter.theorem
def exp_lt(p: Proof) -> None:
    """x < y ⊢ e^x < e^y."""
    ge = p.exp_ge(y - x)
    p.qed(p.have(exp(x) < exp(y), p.assume(x < y), ge, exp(x)))


@chapter.theorem
def exp_le(p: Proof) -> None:
    """x <= y ⊢ e^x <= e^y."""
    ge = p.exp_ge(y - x)
    p.qed(p.have(exp(x) <= exp(y), p.assume(x <= y), ge, exp(x)))


@chapter.theorem
def bernoulli(p: Proof) -> None:
    """1 <= x ⊢ 1 + x (e^u − 1) <= e^(xu)."""
    one = p.exp_ge(-u)
    two = p.exp_ge((x - 1) * u)
    first = p.have(0 <= 1 + (u - 1) * exp(u), (one, exp(u)))
    p.qed(p.have(1 + x * (exp(u) - 1) <= exp(x * u), (two, exp(u)), (first, p.assume(1 <= x))))


@chapter.theorem
def bernoulli_concave(p: Proof) -> None:
    """0 <= x <= 1 ⊢ e^(xu) <= 1 + x (e^u − 1): e^u and 1 lie above the tangent at xu."""
    at_u = p.exp_ge(u - x * u)
    at_0 = p.exp_ge(-x * u)
    first = p.have(exp(x * u) * (1 + u - x * u) <= exp(u), (at_u, exp(x * u)))
    second = p.have(exp(x * u) * (1 - x * u) <= 1, (at_0, exp(x * u)))
    p.qed(p.have(exp(x * u) <= 1 + x * (exp(u) - 1), (first, p.assume(0 <= x)), (second, p.assume(x <= 1))))


@chapter.theorem
def log_le(p: Proof) -> None:
    """0 < x <= y ⊢ log x <= log y."""
    p.given(x_pos=x > 0, order=x <= y, low=log(x) <= log(y), high=log(y) < log(x))
    y_pos = p.have(y > 0, "x_pos", "order")
    ex = p.exp_log("x_pos")
    ey = p.exp_log(y_pos)
    grow = p.apply("exp_lt", x=log(y), y=log(x))
    false = p.have(FALSE, grow, ex, ey, "order")
    no = p.absurd(false, log(x) <= log(y))
    p.qed(p.cases(log(x), log(y), "low", no))


@chapter.theorem
def log_lt(p: Proof) -> None:
    """0 < x < y ⊢ log x < log y."""
    p.given(x_pos=x > 0, order=x < y, high=log(x) < log(y), low=log(y) <= log(x))
    y_pos = p.have(y > 0, "x_pos", "order")
    ex = p.exp_log("x_pos")
    ey = p.exp_log(y_pos)
    grow = p.apply("exp_le", x=log(y), y=log(x))
    false = p.have(FALSE, grow, ex, ey, "order")
    no = p.absurd(false, log(x) < log(y))
    p.qed(p.cases(log(y), log(x), no, "high"))


@chapter.theorem
def log_mul(p: Proof) -> None:
    """0 < x, 0 < y ⊢ log(xy) = log x + log y."""
    p.given(x_pos=x > 0, y_pos=y > 0)
    xy_pos = p.have(x * y > 0, ("x_pos", "y_pos"))
    ex = p.exp_log("x_pos")
    ey = p.exp_log("y_pos")
    exy = p.exp_log(xy_pos)
    same = p.have(Eq(exp(log(x * y)), exp(log(x) + log(y))), ex, ey, exy)
    both = p.congr(log, same, label="out")
    p.qed(both, Eq(log(x * y), log(x) + log(y)))


@chapter.theorem
def log_inv(p: Proof) -> None:
    """0 < x ⊢ log(1/x) = −log x."""
    p.given(x_pos=x > 0)
    product = p.apply("log_mul", y=inv(x))
    one = p.have(Eq(x * inv(x), 1))
    log_one = p.congr(log, one)
    p.qed(p.have(Eq(log(inv(x)), -log(x)), product, log_one))


@chapter.theorem
def log_le_sub(p: Proof) -> None:
    """0 < x ⊢ log x <= x − 1."""
    p.given(x_pos=x > 0)
    e = p.exp_log("x_pos")
    ge = p.exp_ge(log(x))
    p.qed(p.have(log(x) <= x - 1, e, ge))


@chapter.theorem
def log_tangent(p: Proof) -> None:
    """0 < x, 0 < u ⊢ log x <= log u + x/u − 1."""
    p.given(x_pos=x > 0, u_pos=u > 0)
    below = p.apply("log_le_sub", x=x * inv(u))
    product = p.apply("log_mul", y=inv(u))
    inverse = p.apply("log_inv", x=u)
    p.qed(p.have(log(x) <= log(u) + x * inv(u) - 1, below, product, inverse))


@chapter.theorem
def log_gibbs(p: Proof) -> None:
    """0 < x, 0 < u ⊢ x log u + x − u <= x log x."""
    p.given(x_pos=x > 0, u_pos=u > 0)
    below = p.apply("log_tangent", x=u, u=x)
    p.qed(p.have(x * log(u) + x - u <= x * log(x), ("x_pos", below)))


@chapter.theorem
def log_nonneg(p: Proof) -> None:
    """1 <= x ⊢ 0 <= log x."""
    p.given(one=x >= 1)
    p.qed(p.apply("log_le", x=num(1), y=x), log(x) >= 0)


@chapter.theorem
def log_pos(p: Proof) -> None:
    """1 < x ⊢ 0 < log x."""
    p.given(one=x > 1)
    p.qed(p.apply("log_lt", x=num(1), y=x), log(x) > 0)


def _abs(p: Proof, goal: Term, *facts: Term) -> None:
    p.given(pos=x >= 0, neg=x < 0)
    assumed = [p.assume(f) for f in facts]
    neg_le = p.have(x <= 0, "neg")
    is_x = p.abs_value(x, "pos")
    is_neg = p.abs_value(x, neg_le)
    high = p.have(goal, is_x, "pos", *assumed)
    low = p.have(goal, is_neg, "neg", *assumed)
    p.qed(p.cases(0, x, high, low, label="out"))


@chapter.theorem
def abs_ge(p: Proof) -> None:
    """x <= |x|."""
    _abs(p, x <= abs(x))


@chapter.theorem
def abs_nonneg(p: Proof) -> None:
    """0 <= |x|."""
    _abs(p, abs(x) >= 0)


@chapter.theorem
def abs_square(p: Proof) -> None:
    """|u|² = u²."""
    p.given(pos=u >= 0, neg=u < 0)
    p.abs_value(u, "pos", label="is_u")
    p.abs_value(u, p.have(u <= 0, "neg"), label="is_neg")
    cases = [p.have(Eq(abs(u) * abs(u), u * u), f) for f in ("is_u", "is_neg")]
    p.qed(p.cases(0, u, *cases))


@chapter.theorem
def abs_le(p: Proof) -> None:
    """−u <= x <= u ⊢ |x| <= u."""
    _abs(p, abs(x) <= u, -u <= x, x <= u)


@chapter.theorem
def abs_lt(p: Proof) -> None:
    """−u < x < u ⊢ |x| < u."""
    _abs(p, abs(x) < u, -u < x, x < u)
