"""Proposition 1: networks with one attention layer approximate permutation equivariant functions (section 4.2, A.5).

f is continuous on the cube [−B, B]^(d×n), 0 outside of it, and permutation equivariant. The grid on the cube is so fine
that f changes by less than ω in a cell and that few cells have tokens with the same first entry, the steps of the
quantiser are so short that they make little volume, and the network is the one of `approximator`, with f at the upper
corners of the cells for labels.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.approximator import in_T_2
from proofs.papers.ks.attention import d, s
from proofs.papers.ks.cells import sequences_listed
from proofs.papers.ks.context_ids import D, L, N
from proofs.papers.ks.equivariance import determined, equivariant, zero_outside
from proofs.papers.ks.step_function import delta as narrow
from proofs.papers.ks.vocabulary import n, paper
from proofs.theorems.continuity import continuous_on_cube, entries, in_cube, uniformly_continuous_on_cube
from proofs.theorems.distance import at, cost, distance_below, integral_at_most, moved, over_entries
from proofs.writing.cases import either
from proofs.writing.proof import Proof

t, k, c, o, i, j, m, x = ints("t k c o i j m x")
B, eps, power_p, delta, u, v, omega, C, near_ = reals("B epsilon p delta u v omega C gamma")
X, Y, Z = vectors("X Y Z", 2)
f, g = functions("f g", MATRIX + "ZZ")

# --- f is bounded ------------------------------------------------------------------------------------------------------

uniform = uniformly_continuous_on_cube(f, B, d, n)


def bounded_on_cube(C: Term) -> Term:
    """|f| <= C on the cube."""
    small = lambda X: entries(lambda t, k: absolute(f(X, t, k)) <= C, d, n)  # noqa: E731
    return for_all(lambda X: implies(in_cube(X, B, d, n), small(X)), MATRIX)


def over(p: Proof, fact: Fact) -> Fact:
    """For all entries (t, k)."""
    return p.every(None, t, p.every(None, k, fact, "k_low", "k_high"), "t_low", "t_high")


def ranged(p: Proof) -> None:
    """Assume that t and k are in range."""
    p.given(t_low=1 <= t, t_high=t <= d, k_low=1 <= k, k_high=k <= n)


@paper.claim(given=[0 <= B, uniform], shows=exists(lambda C: [0 < C, bounded_on_cube(C)], "R"))
def bounded_if_uniform(p: Proof) -> Fact:
    """From 0 to X in m steps, each so short that f changes by less than 1."""
    p.given(B_low=0 <= B, uniform=uniform, X_in=in_cube(X, B, d, n), j_low=0 <= j, following=j + 1 <= m)
    ranged(p)
    step = p.use(None, "uniform", 1, using=[p.have(None, num(0) < 1)])
    zero = fun(lambda t, k: num(0), 2)
    start = sigma(lambda t: sigma(lambda k: absolute(f(zero, t, k)), 1, n), 1, d)
    size = p.apply(None, "abs_nonneg", x=f(zero, t, k))
    row = p.every(None, k, size, "k_low", "k_high")
    sizes = fun(lambda k: absolute(f(zero, t, k)))
    own = p.apply(None, "sum_member", row, f=sizes, m=k, lo=1, hi=n)
    nonneg = p.every(None, t, p.apply(None, "sum_nonneg", row, f=sizes, lo=1, hi=n), "t_low", "t_high")
    rows = fun(lambda t: sigma(lambda k: absolute(f(zero, t, k)), 1, n))
    whole = p.apply(None, "sum_member", nonneg, f=rows, m=t, lo=1, hi=d)
    first = p.have("first", absolute(f(zero, t, k)) <= start, own, whole)
    start_low = p.have(None, 0 <= start, p.apply(None, "sum_nonneg", nonneg, f=rows, lo=1, hi=d))

    def on_way(j: Term) -> Term:
        return fun(lambda t, k: j / m * X(t, k), 2)

    def claim(j: Term) -> Term:
        return implies(j <= m, entries(lambda t, k: absolute(f(on_way(j), t, k)) <= start + j, d, n))

    def with_delta(pos: Fact, steady: Fact) -> Fact:
        inverse = p.apply(None, "inv_pos", pos, x=delta)
        many = p.apply(None, "archimedes", s=B / delta)

        def with_m(m_low: Fact, m_high: Fact) -> Fact:
            m_pos = p.have(None, 0 < m, m_low)
            m_inv = p.apply(None, "inv_pos", m_pos, x=m)
            short = p.have(None, B * inv(m) < delta, (m_high, pos, m_inv), pos, m_pos, degree=1)
            entry = p.use(None, "X_in", t, k)
            parts = {}
            for label, at_j, ends in (("here", j, ["j_low", "following"]), ("next", j + 1, ["j_low", "following"])):
                low = p.have(None, 0 <= at_j / m, (p.have(None, 0 <= at_j, *ends), m_inv))
                most = p.have(None, at_j / m <= 1, (p.have(None, at_j <= m, *ends), m_inv), m_pos)
                part = p.apply(None, "abs_mul", u=at_j / m, r=X(t, k))
                own = p.rule(None, "abs_value", at_j / m, low)
                nonneg = p.apply(None, "abs_nonneg", x=X(t, k))
                inside = p.have(None, absolute(on_way(at_j)(t, k)) <= B, part, (own, absolute(X(t, k))), (most, nonneg), entry)
                parts[label] = over(p, inside)
            gap = p.apply(None, "abs_mul", u=inv(m), r=X(t, k))
            turned = p.apply(None, "abs_mul", u=num(-1), r=inv(m) * X(t, k))
            minus = p.rule(None, "abs_value", num(-1), p.have(None, num(-1) <= 0))
            own = p.rule(None, "abs_value", inv(m), p.have(None, 0 <= inv(m), m_inv))
            difference = on_way(j)(t, k) - on_way(j + 1)(t, k)
            size = p.both(None, difference, -(inv(m) * X(t, k)), absolute, p.have(None, eq(difference, -(inv(m) * X(t, k)))))
            close = p.have(None, absolute(difference) < delta, size, turned, (minus, absolute(inv(m) * X(t, k))), gap,
                           (own, absolute(X(t, k))), (entry, m_inv), short)  # fmt: skip
            near = p.use(None, p.use(None, steady, on_way(j), using=[parts["here"]]), on_way(j + 1), using=[parts["next"], over(p, close)])
            near = p.use(None, p.use(None, near, t), k)
            held = p.rule(None, "assume", claim(j))
            before = p.rule(None, "mp", held, p.have(None, j <= m, "following"))
            before = p.use(None, p.use(None, before, t), k)
            one, two = f(on_way(j), t, k), f(on_way(j + 1), t, k)
            triangle = p.apply(None, "distance.sum_size", u=two - one, v=one)
            turned = p.apply(None, "abs_mul", u=num(-1), r=one - two)
            value = p.have(None, absolute(two) <= start + (j + 1), triangle, turned, (minus, absolute(one - two)), near, before)
            following = p.discharged(over(p, value), j + 1 <= m)
            origin = p.every(None, t, p.every(None, k, p.have(None, eq(zero(t, k), on_way(num(0))(t, k)))))
            base = p.rule(None, "replace", origin, hole(lambda y: absolute(f(y, t, k)) <= start, MATRIX), first)
            base = p.discharged(over(p, p.have(None, absolute(f(on_way(num(0)), t, k)) <= start + 0, base)), num(0) <= m)
            all_ = p.induct(None, claim, 0, j, base, following)
            last = p.use(None, all_, m, using=[p.have(None, 0 <= m, m_low), p.have(None, m <= m)])
            last = p.use(None, p.use(None, last, t), k)
            end = p.every(None, t, p.every(None, k, p.have(None, eq(on_way(m)(t, k), X(t, k)), m_pos)))
            last = p.rule(None, "replace", end, hole(lambda y: absolute(f(y, t, k)) <= start + m, MATRIX), last)
            bound = p.every(None, X, over(p, last), "X_in")
            return p.exhibit(None, p.goal, [start + m], p.have(None, 0 < start + m, start_low, m_pos), bound)

        return p.obtain(None, many, [m], with_m)

    return p.obtain("out", step, [delta], with_delta)
