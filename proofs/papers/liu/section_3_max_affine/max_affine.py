"""Sections 3, 3.1 and A.1: max-affine functions, the cells of their domain, and the indicator of the cells."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.vocabulary import *
from proofs.theorems.networks.softmax import differ, for_others

# --- 3.1: the cells -----------------------------------------------------------------------------------------------


def in_cell(h: Term) -> Term:
    """x lies in U_h."""
    return Eq(max_affine(x), affine(h, x))


@paper.claim(given={"some": some_pieces, "outside": every(lambda h: negation(in_cell(h)), 1, N)}, shows=FALSE)
def cells_cover(p: Proof) -> Fact:
    """No point lies outside of all cells."""
    p.given(low=m >= 1, high=m <= N)
    member = p.max_ge(max_affine(x), m, "low", "high")
    p.given(least=max_affine(x) <= affine(m, x), less=affine(m, x) < max_affine(x))
    clash = p.mp(p.specialize("outside", m), p.antisymmetry("least", member))
    never = p.absurd(clash, affine(m, x) < max_affine(x))
    strict = p.cases(max_affine(x), affine(m, x), never, "less")
    return p.apply("none_is_not_all", strict)


@paper.theorem
def top_is_max(p: Proof) -> None:
    """s_h + Δ <= s_k for all h ≠ k, Δ > 0 ⊢ max s = s_k."""
    p.given(low=k >= 1, high=k <= N, positive=Delta > 0, apart=for_others(k, lambda h: s(h) + Delta <= s(k), N))

    def at_most(case: Fact) -> Fact:
        if case.concl.op == "eq":
            return p.have(s(m) <= s(k), p.congr(s, case))
        gap = p.specialize("apart", m, using=[differ(p, case, m, k)])
        return p.have(s(m) <= s(k), gap, "positive")

    p.given(low_m=m >= 1, high_m=m <= N)
    p.generalize(m, p.trichotomy(m, k, at_most), label="members")
    p.qed(p.apply("max_is", f=s, lo=1, hi=N, m=k))


@paper.claim(given=[*separated, *is_index(h), in_cell(h)], shows=Eq(h, k))
def cell_unique(p: Proof) -> None:
    """If there is a gap at a point, it lies in exactly one cell."""
    p.apply("top_is_max", s=pieces(x), label="max")


parallel = every(lambda c: Eq(a(h, c), a(k, c)), 1, d)


@paper.claim(given=[*is_index(h), *is_index(k), parallel, b(h) < b(k)], shows=affine(h, x) < max_affine(x))
def dominated_cell_empty(p: Proof) -> None:
    """A piece below a parallel one has an empty cell."""
    p.given(low=k >= 1, high=k <= N)
    f, g = (fun(lambda c, z=z: a(z, c) * x(c)) for z in (h, k))
    p.apply("sum_eq", f=f, g=g, lo=1, hi=d, label="slopes")
    p.max_ge(max_affine(x), k, "low", "high", label="member")


(S,) = functions("S", VECTOR)  # the domain: x is in it if S(x) > 0


def in_one_cell(x: Term) -> Term:
    """x lies in one cell and in no other."""

    def alone(h: Term) -> list[Term]:
        other = every(lambda m: implies(Eq(max_affine(x), affine(m, x)), Eq(m, h)), 1, N)
        return [1 <= h, h <= N, Eq(max_affine(x), affine(h, x)), other]

    return exists(alone, "Z")


def has_top(x: Term) -> Term:
    """Assumption 3.1 at x: some piece exceeds all others by Δ."""
    return exists(lambda k: [*is_index(k), top(k, x)], "Z")


gap_on_domain = for_all(lambda x: implies(0 < S(x), has_top(x)), VECTOR)
paper.notions.define(gap_on_domain, (S, a, b, d, Delta, N), "Assumption 3.1 holds on {0} with the gap {4}",
                     r"\text{{Assumption 3.1 holds on }} {0} \text{{ with the gap }} {4}")  # fmt: skip
paper.notions.define(has_top(x), (x, Delta, N), "a piece exceeds all others by {1} at {0}",
                     r"\text{{a piece exceeds all others by }} {1} \text{{ at }} {0}")  # fmt: skip
paper.notions.define(in_one_cell(x), (x, N), "{0} lies in exactly one U_h", r"{0} \text{{ lies in exactly one }} U_h")


@paper.claim(
    given=[some_pieces, Delta > 0, gap_on_domain], shows=for_all(lambda x: implies(0 < S(x), in_one_cell(x)), VECTOR)
)
def cells_partition(p: Proof) -> Fact:
    """Take the cell of the top piece."""
    p.given(gap=gap_on_domain, x_in=0 < S(x), low_m=m >= 1, high_m=m <= N)
    p.given(inside=Eq(max_affine(x), affine(m, x)))
    low, high, apart = p.obtain(p.specialize("gap", x), k)
    is_max = p.apply("top_is_max", low, high, apart, s=pieces(x))
    unique = p.apply("cell_unique", low, high, apart, h=m)
    return p.exists_intro(in_one_cell(x), [k], low, high, is_max, unique)


# --- 3.1: the indicator -----------------------------------------------------------------------------------------


def cell_indicator(h: Term) -> Term:
    """Entry h of E(x): 1 if x lies in U_h, else 0."""
    return ite(in_cell(h), 1, 0)


paper.notions.define(cell_indicator(h), (h, x, a, b, d, N), "E({1})_{0}", "E({1})_{{{0}}}")


@paper.claim(given=[*separated, *is_index(h)], shows=Eq(cell_indicator(h), one_hot(h, k)))
def indicator_is_cell(p: Proof) -> Fact:
    """If there is a gap, entry h of E(x) = e_k is 1 if and only if x lies in U_h."""
    with_top(p)
    p.apply("top_is_max", s=pieces(x), label="max")

    def agree(case: Fact) -> Fact:
        right = p.ite_eq(one_hot(h, k), case)
        if case.concl.op == "eq":
            inside = p.have(in_cell(h), p.congr(lambda h: affine(h, x), case))
        else:
            gap = p.specialize("apart", h, using=[differ(p, case, h, k)])
            inside = p.have(affine(h, x) < max_affine(x), gap)
        return p.have(p.goal, p.ite_eq(cell_indicator(h), inside), right)

    return p.trichotomy(h, k, agree)


@paper.claim(given=separated, shows=Eq(Sum(cell_indicator, 1, N), 1))
def indicator_one_hot(p: Proof) -> None:
    """If there is a gap, exactly one entry of the indicator of the cells is 1."""
    p.apply("sum_eq", f=fun(cell_indicator), g=fun(lambda h: one_hot(h, k)), lo=1, hi=N, label="sum")
    p.apply("sum_single", f=fun(lambda h: num(1)), lo=1, hi=N, m=k, label="one")
