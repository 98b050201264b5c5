"""B.1: a sum over a grid of products with one factor for each coordinate is a product of sums over the coordinates.

The softmax weights of a grid's centres are such products, as ‖Z̃ − v_j‖² is a sum over the coordinates. Centre j has
the digits κ(j, i) of j − 1 to the base P (`grid`), and w(i, a) is the factor of digit a in coordinate i.

Main statements: `exp_of_sum`, `product_scaled_at`, `grid_product`.
"""

from __future__ import annotations

from functools import partial

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.section_4_1_self_attention.centres import G, length
from proofs.papers.liu.section_4_1_self_attention.grid import P, digit, grid_laws, other_label, with_grid
from proofs.papers.liu.vocabulary import i, k, n, paper
from proofs.theorems.algebra.expansions import changed
from proofs.theorems.algebra.powers import power
from proofs.theorems.networks.softmax import differ

a, l, s = ints("a l s")
f, g = vectors("f g")
(w,) = vectors("w", 2)
(q,) = reals("q")


def product(f: Term, n: Term | int) -> Term:
    """Π_{i=1}^{n} f_i."""
    return Prod(lambda i: f(i), 1, n)


def product_step(p: Proof, label: str, f: Term, k: Term) -> None:
    """Split off the last factor of Π_{i=1}^{k+1} f_i, k >= 0."""
    p.big_step(product(f, k + 1), p.side_condition(1 <= k + 1), label=label)


@paper.theorem
def exp_of_sum(p: Proof) -> None:
    """0 <= n ⊢ e^(Σ f) = Π e^(f_i)."""
    factors = fun(lambda i: exp(f(i)))

    def claim(x: Term | int) -> Term:
        return Eq(exp(Sum(lambda i: f(i), 1, x)), product(factors, x))

    p.given(many=0 <= n, k_low=0 <= k, so_far=claim(k))
    total = Sum(lambda i: f(i), 1, k + 1)
    last = p.big_step(total, p.side_condition(1 <= k + 1))
    product_step(p, "factor", factors, k)
    split = p.congr(exp, last)
    step = p.have(claim(k + 1), split, "factor", ("so_far", exp(f(k + 1))))
    base = p.have(claim(0))
    all_ = p.induct(claim, 0, k, base, step)
    p.qed(p.specialize(all_, n), claim(n))


@paper.claim({"many": 0 <= n, "terms": every(lambda i: f(i) > 0, 1, n)}, shows=product(f, n) > 0)
def product_pos(p: Proof) -> Fact:
    """0 <= n, 0 < f_i for all i in 1..n ⊢ 0 < Π f."""

    def claim(x: Term | int) -> Term:
        return implies(x <= n, product(f, x) > 0)

    p.given(k_low=0 <= k, so_far=claim(k), k_high=k + 1 <= n)
    before = p.mp("so_far", p.side_condition(k <= n))
    term = p.specialize("terms", k + 1)
    product_step(p, "last", f, k)
    step = p.rule("discharge", k + 1 <= n, p.have(product(f, k + 1) > 0, "last", (before, term)))
    base = p.rule("discharge", 0 <= n, p.have(product(f, 0) > 0))
    all_ = p.induct(claim, 0, k, base, step)
    return p.specialize(all_, n)


@paper.claim({"many": 0 <= n, "terms": every(lambda i: Eq(f(i), g(i)), 1, n)}, shows=Eq(product(f, n), product(g, n)))
def products_same(p: Proof) -> Fact:
    """0 <= n, f_i = g_i for all i in 1..n ⊢ Π f = Π g."""

    def claim(x: Term | int) -> Term:
        return implies(x <= n, Eq(product(f, x), product(g, x)))

    p.given(k_low=0 <= k, so_far=claim(k), k_high=k + 1 <= n)
    before = p.mp("so_far", p.side_condition(k <= n))
    term = p.specialize("terms", k + 1)
    product_step(p, "last_f", f, k)
    product_step(p, "last_g", g, k)
    same = p.have(
        Eq(product(f, k + 1), product(g, k + 1)), "last_f", "last_g", (before, f(k + 1)),
        (term, product(g, k)),
    )  # fmt: skip
    step = p.rule("discharge", k + 1 <= n, same)
    base = p.rule("discharge", 0 <= n, p.have(Eq(product(f, 0), product(g, 0))))
    all_ = p.induct(claim, 0, k, base, step)
    return p.specialize(all_, n)


@paper.theorem
def product_scaled_at(p: Proof) -> None:
    """1 <= l <= n, f_l = q g_l, f_i = g_i for all other i in 1..n ⊢ Π f = q Π g."""

    def claim(x: Term | int) -> Term:
        return implies(x <= n, Eq(product(f, x), q * product(g, x)))

    others = every(lambda i: implies(negation(Eq(i, l)), Eq(f(i), g(i))), 1, n)
    p.given(l_low=1 <= l, l_high=l <= n, at=Eq(f(l), q * g(l)), others=others, i_low=1 <= i, i_high=i <= l - 1)
    p.generalize(i, p.specialize("others", i, using=[differ(p, "i_high", i, l)]), label="before_terms")
    before = p.apply("products_same", n=l - 1)
    f_at = p.big_step(product(f, l), "l_low")
    g_at = p.big_step(product(g, l), "l_low")
    base = p.have(Eq(product(f, l), q * product(g, l)), f_at, (g_at, q), (before, f(l)), ("at", product(g, l - 1)))
    p.rule("discharge", l <= n, base, label="base")
    p.given(k_low=l <= k, so_far=claim(k), k_high=k + 1 <= n)
    here = p.mp("so_far", p.side_condition(k <= n))
    term = p.specialize("others", k + 1, using=[differ(p, "k_low", k + 1, l)])
    product_step(p, "last_f", f, k)
    product_step(p, "last_g", g, k)
    step = p.have(
        Eq(product(f, k + 1), q * product(g, k + 1)), "last_f", ("last_g", q), (here, f(k + 1)),
        (term, q * product(g, k)),
    )  # fmt: skip
    p.rule("discharge", k + 1 <= n, step, label="step")
    all_ = p.induct(claim, l, k, "base", "step")
    p.qed(p.specialize(all_, n), Eq(product(f, n), q * product(g, n)))


@paper.theorem
def small_label(p: Proof) -> None:
    """1 <= s <= P^l, l < m: digit l + 1 of centre s is 0."""
    with_grid(p)
    p.given(l_low=0 <= l, l_high=l + 1 <= length, s_low=s >= 1, s_high=s <= power(P, l))
    p.given(i_low=i >= 1, i_high=i <= length, zero=digit(s, l + 1) <= 0, more=0 < digit(s, l + 1))
    p.apply("power_le", m=P, a=l, b=length, label="fits")
    number = p.specialize("numbered", s)
    nonneg = p.specialize("digit_low", s, i)
    weight = p.apply("power_pos", m=P, k=i - 1)
    terms = fun(lambda i: digit(s, i) * power(P, i - 1))
    p.generalize(i, p.have(terms(i) >= 0, (nonneg, weight)), label="terms")
    member = p.apply("sum_member", f=terms, lo=1, hi=length, m=l + 1)
    p.apply("power_pos", m=P, k=l, label="power")
    one = p.integer_step("more")
    clash = p.have(num(0) < 0, member, number, "s_high", (one, "power"))
    never = p.absurd(clash, digit(s, l + 1) <= 0)
    none = p.cases(digit(s, l + 1), 0, "zero", never)
    least = p.specialize("digit_low", s, l + 1)
    p.qed(p.antisymmetry(none, least), Eq(digit(s, l + 1), 0))


def factors(j: Term) -> Term:
    """i ↦ w(i, κ(j, i))."""
    return fun(lambda i: w(i, digit(j, i)))


def along(i: Term) -> Term:
    """Σ_a w(i, a) over all digits a, here from 1."""
    return Sum(lambda a: w(i, a - 1), 1, P)


def _digit(i: Term, j: Term) -> Term:
    return digit(j, i)


@paper.theorem
def grid_product_term(p: Proof) -> None:
    """Block a of the centres has the digits of the first block, and digit a − 1 after them."""
    with_grid(p)
    p.given(l_low=0 <= l, l_high=l + 1 <= length, s_low=s >= 1, s_high=s <= power(P, l), a_low=1 <= a, a_high=a <= P)
    zero = p.apply("small_label")
    p.apply("power_le", m=P, a=l, b=length, label="fits")
    agree = p.apply("neighbour_digits", j=s, k=l + 1, t=a - 1)
    there, new = (a - 1) * power(P, l) + s, changed(fun(lambda i: digit(s, i)), l + 1, a - 1)
    label = p.have(Eq(other_label(s, l + 1, a - 1), there), (zero, power(P, l)))
    p.given(i_low=1 <= i, i_high=i <= l)
    below = p.have(i < l + 1, "i_high")
    for name, x, fact in (("kept", i, below), ("new", l + 1, p.have(Eq(l + 1, l + 1)))):
        p.congr(partial(_digit, x), label, label=f"{name}_moved")
        p.specialize(agree, x, label=f"{name}_agrees")
        p.ite_eq(new(x), fact, label=f"{name}_is")
        value = digit(s, i) if name == "kept" else a - 1
        p.have(Eq(digit(there, x), value), f"{name}_moved", f"{name}_agrees", f"{name}_is", label=f"{name}_digit")
        p.congr(partial(w, x), f"{name}_digit", label=f"{name}_factor")
    p.generalize(i, "kept_factor", label="terms")
    before = p.apply("products_same", f=factors(there), g=factors(s), n=l)
    product_step(p, "last", factors(there), l)
    goal = Eq(product(factors(there), l + 1), product(factors(s), l) * w(l + 1, a - 1))
    last = ("new_factor", product(factors(there), l))
    p.qed(p.have(goal, "last", (before, w(l + 1, a - 1)), last))


@paper.theorem
def grid_product_so_far(p: Proof) -> None:
    """0 <= l <= m: the sum over the first P^l centres of Π_{i<=l} w(i, κ(j, i)) is Π_{i<=l} Σ_a w(i, a)."""

    def whole(x: Term | int) -> Term:
        return Sum(lambda j: product(factors(j), x), 1, power(P, x))

    def claim(x: Term | int) -> Term:
        return implies(x <= length, Eq(whole(x), product(fun(along), x)))

    with_grid(p)
    block = power(P, k)
    p.given(k_low=0 <= k, so_far=claim(k), k_high=k + 1 <= length)
    p.given(a_low=1 <= a, a_high=a <= P, s_low=s >= 1, s_high=s <= block)
    before = p.mp("so_far", p.side_condition(k <= length))
    p.apply("power_pos", m=P, label="wide")
    term = p.apply("grid_product_term", l=k)
    p.generalize(s, term, label="in_block")
    there = fun(lambda s: product(factors((a - 1) * block + s), k + 1))
    sum_ = p.apply("sum_eq", f=there, lo=1, hi=block, g=fun(lambda s: product(factors(s), k) * w(k + 1, a - 1)))
    p.generalize(a, sum_, label="blocks")
    sums = p.apply(
        "sum_eq", lo=1, hi=P,
        f=fun(lambda a: Sum(lambda s: product(factors((a - 1) * block + s), k + 1), 1, block)),
        g=fun(lambda a: Sum(lambda s: product(factors(s), k) * w(k + 1, a - 1), 1, block)),
    )  # fmt: skip
    tiles = p.apply("tile_sum", d=block, G=P, f=fun(lambda j: product(factors(j), k + 1)))
    grow = p.apply("power_step", m=P)
    range_ = p.congr(lambda x: Sum(lambda j: product(factors(j), k + 1), 1, x), grow)
    product_step(p, "last", fun(along), k)
    goal = Eq(whole(k + 1), product(fun(along), k + 1))
    step = p.rule("discharge", k + 1 <= length,
           p.have(goal, range_, tiles, sums, "last", (before, along(k + 1))))  # fmt: skip
    empty = p.rule("discharge", 0 <= length, p.have(Eq(whole(0), product(fun(along), 0))))
    all_ = p.induct(claim, 0, k, empty, step)
    p.given(l_low=0 <= l, l_high=l <= length)
    p.qed(p.specialize(all_, l), Eq(whole(l), product(fun(along), l)))


@paper.claim(given=grid_laws, shows=Eq(Sum(lambda j: product(factors(j), length), 1, G), product(fun(along), length)))
def grid_product(p: Proof) -> None:
    """The sum over all centres of Π_i w(i, κ(j, i)) is Π_i Σ_a w(i, a)."""
    with_grid(p)
    p.apply("grid_product_so_far", l=length, label="whole")
    p.congr(lambda x: Sum(lambda j: product(factors(j), length), 1, x), "counted", label="range")
