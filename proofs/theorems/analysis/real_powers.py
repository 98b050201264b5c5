"""Powers x^y = exp(y ln x) of positive numbers with real exponents, and roots.

Main statements: `root_grows`, `power_of_root`, `root_of_product`, `share_below_root`, `root_of_sum`.
"""

from __future__ import annotations

from proofs.builder.chapter import Chapter
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *

chapter = Chapter("real_powers")
p_, x, y, a, b = reals("p x y a b")


def to_the(x: Term, y: Term) -> Term:
    """x^y for x > 0."""
    return exp(y * log(x))


chapter.notions.define(to_the(x, y), (x, y), "{0:f}^({1})", "{0:f}^{{{1}}}")
root = inv(p_)


@chapter.claim([x > 0, x <= y, p_ >= 1], shows=to_the(x, root) <= to_the(y, root))
def root_grows(p: Proof) -> Fact:
    """0 < x <= y, 1 <= p ⊢ x^(1/p) <= y^(1/p)."""
    logs = p.apply("log_le")
    p.have(root * log(x) <= root * log(y), (logs, inv(p_)), label="exponents")
    return p.apply("exp_le", x=root * log(x), y=root * log(y))


@chapter.claim({"pos": x > 0, "one": p_ >= 1}, shows=Eq(to_the(to_the(x, p_), root), x))
def power_of_root(p: Proof) -> Fact:
    """0 < x, 1 <= p ⊢ (x^p)^(1/p) = x."""
    p.have(p_ > 0, "one", label="p_pos")
    same = p.have(Eq(root * (p_ * log(x)), log(x)))
    p.congr(exp, same, label="moved")
    p.exp_log("pos", label="e")
    return p.have(Eq(to_the(to_the(x, p_), root), x))


@chapter.theorem
def root_of_product(p: Proof) -> None:
    """0 < x, y ⊢ (xy)^z = x^z y^z."""
    (z,) = reals("z")
    p.given(x_pos=x > 0, y_pos=y > 0)
    logs = p.apply("log_mul")
    moved = p.congr(lambda u: exp(z * u), logs)
    p.qed(p.have(Eq(to_the(x * y, z), to_the(x, z) * to_the(y, z)), moved))


@chapter.claim({"pos": x > 0, "most": x <= 1, "one": p_ >= 1}, shows=x <= to_the(x, root))
def share_below_root(p: Proof) -> Fact:
    """0 < x <= 1, 1 <= p ⊢ x <= x^(1/p)."""
    p.apply("log_le_sub", label="log_")
    negative = p.have(log(x) <= 0)
    p.have(p_ > 0, "one", label="p_pos")
    slack = p.have(1 - root >= 0, ("one", inv(p_)))
    p.have(log(x) <= root * log(x), (slack, negative), label="exponents")
    grow = p.apply("exp_le", x=log(x), y=root * log(x))
    e = p.exp_log("pos")
    return p.have(x <= to_the(x, root), grow, e)


@chapter.claim(given=[a > 0, b > 0, p_ >= 1], shows=to_the(a + b, root) <= to_the(a, root) + to_the(b, root))
def root_of_sum(p: Proof) -> Fact:
    """(a + b)^(1/p) <= a^(1/p) + b^(1/p)."""
    p.given(a_pos=a > 0, b_pos=b > 0)
    p.have(a + b > 0, label="sum_pos")
    for name, part in (("a", a), ("b", b)):
        share = part / (a + b)
        p.have(share > 0, (f"{name}_pos", inv(a + b)), label=f"{name}_share")
        p.apply("share_below_root", x=share, label=f"{name}_root")
        p.apply("root_of_product", x=share, y=a + b, z=root, label=f"{name}_product")
        p.have(Eq(share * (a + b), part), label=f"{name}_whole")
        p.congr(lambda u: to_the(u, root), f"{name}_whole", label=f"{name}_same")
    products = [(f"{name}_root", exp(root * log(a + b))) for name in "ab"]
    equations = [f"{name}_{what}" for name in "ab" for what in ("product", "same")]
    return p.have(p.goal, *products, *equations)
