"""Lemma 10: bounds on the last shifted id, which determines all ids (E.3.4)."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import GRID, gap, lx, lx2, shifted, width
from proofs.papers.yun.appendix_e3_lemma_8.shifted_order import before
from proofs.papers.yun.vocabulary import M, d, delta, j, k, m, n, paper, tower, x, x2
from proofs.theorems.algebra.integers import e

# --- E.3.4: the proof of Lemma 10 ----------------------------------------------------------------------------------

gaps = Sum(lambda k: gap(lx, n, k), 1, n - 1)
final = shifted(lx, n)
lower_bound = tower(n - 1) * delta * (M - 1)
upper_bound = tower(n) * delta * (M - 1) - delta * (M - 1) ** 2
BETWEEN = lx(n) + M * (lx(1) - lx(n)) + tower(n) * width(lx)
LARGEST = M * delta - delta + (tower(n) - M) * (M * delta - delta)
ONE_OR_MORE = {**GRID, "n_low": 1 <= n}


def weigh_gaps(p: Proof, weight: Term, below: bool) -> None:
    """Prove "sum", which compares Σ_{k<n} δ^(-kd) (l_{n-k} − l_{n-k+1}) and weight · Σ_{k<n} (l_{n-k} − l_{n-k+1})."""
    p.given(low=1 <= k, high=k <= n - 1)
    l_order = p.apply("grid_increasing")
    rise = p.specialize(l_order, n - k)
    if below:
        p.apply("tower_le", a=k, b=n - 1, label="weights")
    else:
        p.apply("tower_le", a=num(1), b=k, label="weights")
    own, other = fun(lambda k: tower(k) * gap(lx, n, k)), fun(lambda k: weight * gap(lx, n, k))
    small, large = (other, own) if below else (own, other)
    p.apply("sum_le", (rise, "weights"), f=small, g=large, lo=1, hi=n - 1, label="sum")


@paper.claim(GRID, shows=tower(n - 1) * gaps + tower(n) * width(lx) <= final)
def final_above_gaps(p: Proof) -> None:
    """0 <= l_n, and each gap is negative with a factor of at most δ^(-(n-1)d)."""
    weigh_gaps(p, tower(n - 1), below=True)
    p.apply("grid_first", label="l_first")


@paper.claim(
    [*GRID.values()], shows=Eq(tower(n - 1) * gaps + tower(n) * width(lx), (tower(n) - tower(n - 1)) * width(lx))
)
def gaps_telescope(p: Proof) -> None:
    """The gaps add up to l_1 − l_n."""
    p.apply("rises_telescope", l=lx, j=n, label="telescoped")


@paper.claim([*GRID.values()], shows=lower_bound <= (tower(n) - tower(n - 1)) * width(lx))
def width_above(p: Proof) -> None:
    """δ <= l_n − l_1."""
    p.apply("grid_apart", label="apart")
    p.apply("tower_step", k=n - 1, label="step")
    p.apply("power_ge_two", k=d, label="M_low")
    p.apply("power_pos", k=(n - 1) * d, label="weight")
    p.have(0 < tower(n - 1) * (M - 1), label="factor")


@paper.claim(ONE_OR_MORE, shows=final <= BETWEEN)
def final_below_gaps(p: Proof) -> None:
    """Each gap is negative with a factor of at least δ^(-d), and the gaps add up to l_1 − l_n."""
    weigh_gaps(p, M, below=False)
    p.apply("rises_telescope", l=lx, j=n, label="telescoped")


@paper.claim([*ONE_OR_MORE.values()], shows=BETWEEN <= LARGEST)
def final_below_range(p: Proof) -> None:
    """0 <= l_1 and l_n <= δ^(-d+1) − δ."""
    p.apply("tower_le", a=num(1), b=n, label="grow")


EXPANDED = tower(n) * delta * (M - 1) - delta * (tower(2) - 2 * M + 1)


@paper.claim([2 <= m, 1 <= d], shows=Eq(LARGEST, EXPANDED))
def largest_expanded(p: Proof) -> None:
    """The product is expanded."""


@paper.claim([2 <= m, 1 <= d], shows=Eq(EXPANDED, upper_bound))
def expanded_is_upper(p: Proof) -> None:
    """Complete the square."""


@paper.claim(GRID, shows=lower_bound <= final)
def lemma_10_lower(p: Proof) -> Fact:
    """By the chain of E.3.4."""
    gaps = p.apply("final_above_gaps")
    telescoped = p.apply("gaps_telescope")
    return p.have(p.goal, gaps, telescoped)


@paper.claim([*ONE_OR_MORE.values()], shows=final <= upper_bound)
def lemma_10_upper(p: Proof) -> None:
    """By the second chain of E.3.4."""


# one to one: on integers, from the last id to the first


@paper.claim(
    {"d_low": 1 <= d, "j_low": 1 <= j, "above": -M < e(j), "below": e(j) < M, "zero": Eq(shifted(e, j), 0)},
    shows=Eq(e(j), 0),
)
def coarse_own(p: Proof) -> None:
    """Integers: −M < e_j < M and ẽ_j = 0 ⊢ e_j = 0, as the rest of ẽ_j is a multiple of M."""
    split = p.apply("shift_from_before", l=e)
    p.have(Eq(e(j), M * (e(j) - before(e, j))), split, "zero", label="multiple")
    p.apply("small_multiple", x=e(j), b=M, y=e(j) - before(e, j), label="none")


@paper.claim(
    {"d_low": 1 <= d, "j_low": 2 <= j, "above": -M < e(j), "below": e(j) < M, "zero": Eq(shifted(e, j), 0)},
    shows=Eq(shifted(e, j - 1), 0),
)
def coarse_before(p: Proof) -> None:
    """Integers: −M < e_j < M and ẽ_j = 0, 2 <= j ⊢ ẽ_{j-1} = 0."""
    recursion = p.apply("shift_recursion", l=e)
    p.have(Eq(e(j), M * (e(j) - shifted(e, j - 1))), recursion, "zero", label="multiple")
    p.apply("small_multiple", x=e(j), b=M, y=e(j) - shifted(e, j - 1), label="none")


@paper.theorem
def coarse_all(p: Proof) -> None:
    """Integers: −M < e_j < M for all j and ẽ_n = 0 ⊢ e_j = 0 for all j, from the last to the first."""
    p.given(
        d_low=1 <= d, above=every(lambda j: -M < e(j), 1, n), below=every(lambda j: e(j) < M, 1, n),
        zero=Eq(shifted(e, n), 0),
    )  # fmt: skip

    def claim(k: Term) -> Term:
        return implies(k <= n - 1, Eq(shifted(e, n - k), 0))

    base = p.rule("discharge", 0 <= n - 1, "zero")
    p.given(k_low=0 <= k, so_far=claim(k), k_high=k + 1 <= n - 1)
    p.mp("so_far", p.side_condition(k <= n - 1), label="now")
    p.specialize("above", n - k, label="a")
    p.specialize("below", n - k, label="b")
    next_ = p.apply("coarse_before", j=n - k)
    step = p.rule("discharge", k + 1 <= n - 1, next_)
    all_ = p.induct(claim, 0, k, base, step)
    p.given(low=1 <= j, high=j <= n)
    p.specialize(all_, n - j, label="here")
    p.specialize("above", j, label="a_j")
    p.specialize("below", j, label="b_j")
    own = p.apply("coarse_own")
    p.qed(p.generalize(j, own))


RANGE = {
    "low": every(lambda j: 0 <= x(j), 1, n),
    "high": every(lambda j: x(j) <= M - 1, 1, n),
    "low2": every(lambda j: 0 <= x2(j), 1, n),
    "high2": every(lambda j: x2(j) <= M - 1, 1, n),
}
final2 = shifted(lx2, n)
PAIR = [2 <= m, 1 <= d, 1 <= n, *RANGE.values()]


@paper.claim([*PAIR, Eq(final, final2)], shows=every(lambda j: Eq(lx(j), lx2(j)), 1, n))
def lemma_10_one_to_one(p: Proof) -> None:
    """The differences are integers between −M and M; the order of the ids is not used."""
    p.given(**RANGE, same=Eq(final, final2))
    p.apply("delta_pos", label="delta_pos")
    p.have(Eq(shifted(difference, n), 0), "same", scale=["delta_pos"], label="zero")
    p.apply("coarse_all", e=difference, label="all")


others = {"low2": RANGE["low2"], "high2": RANGE["high2"]}
same_ids = every(lambda j: Eq(lx(j), lx2(j)), 1, n)
one_to_one = for_all(lambda y: substitute(implies(*others.values(), Eq(final, final2), same_ids), {x2: y}), "(Z>Z)")


@paper.claim(GRID, shows=exists(lambda: [lower_bound <= final, final <= upper_bound, one_to_one]))
def lemma_10_whole(p: Proof) -> Fact:
    """Combine both bounds and the injectivity."""
    p.given(**others, same=Eq(final, final2), j_low=1 <= j, j_high=j <= n)
    first, last = (p.apply("increasing_le", f=x, i=a, j=b) for a, b in ((num(1), j), (j, n)))
    ids = p.apply("lemma_10_one_to_one", first, last)
    return p.exists_intro(p.goal, [], ids)


# --- E.3.4: the displays -------------------------------------------------------------------------------------------


def both_gaps(k: Term) -> Term:
    """l_{n-k} − l_{n-k+1} − l'_{n-k} + l'_{n-k+1}."""
    return lx(n - k) - lx(n - k + 1) - lx2(n - k) + lx2(n - k + 1)


TERMS = (
    (lx(n) - lx2(n)) + Sum(lambda k: tower(k) * both_gaps(k), 1, n - 1) + tower(n) * (lx(n) - lx(1) - lx2(n) + lx2(1))
)


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=Eq(final - final2, TERMS))
def difference_terms(p: Proof) -> None:
    """Compare the sums term by term."""


@paper.claim([2 <= m, 1 <= d, 1 <= n, Eq(final, final2)], shows=Eq(TERMS, 0))
def difference_zero(p: Proof) -> None:
    """The two last shifted ids are equal."""


first_term = lx(n) - lx2(n)
second_term = M * both_gaps(num(1))
LAST_TWO = [2 <= m, 1 <= d, 2 <= n, *RANGE.values()]


def _ends(p: Proof, position: Term) -> None:
    p.given(**RANGE)
    for label in RANGE:
        p.specialize(label, position, label=f"{label}_at")
    p.apply("delta_pos", label="delta_pos")
    M_pos = p.apply("power_pos", k=d)
    p.have(-M + 1 <= x(position) - x2(position), "low_at", "high2_at", label="above")
    p.have(x(position) - x2(position) <= M - 1, "low2_at", "high_at", label="below")
    p.have(0 < M * delta, (M_pos, "delta_pos"), label="factor")


@paper.claim(LAST_TWO, shows=-(M * delta) + delta <= first_term)
def first_term_low(p: Proof) -> Fact:
    """Both ids lie between 0 and δ^(-d+1) − δ."""
    _ends(p, n)
    return p.have(p.goal, ("above", "delta_pos"))


@paper.claim(LAST_TWO, shows=first_term <= M * delta - delta)
def first_term_high(p: Proof) -> Fact:
    """Both ids lie between 0 and δ^(-d+1) − δ."""
    _ends(p, n)
    return p.have(p.goal, ("below", "delta_pos"))


@paper.claim([2 <= m, 1 <= d, 1 <= n], shows=Eq(second_term, M * delta * (x(n - 1) - x(n) - x2(n - 1) + x2(n))))
def second_term_coarse(p: Proof) -> None:
    """An integer times δ^(-d+1)."""


@paper.claim([*LAST_TWO, Eq(lx(n), lx2(n))], shows=-(tower(2) * delta) + M * delta <= second_term)
def second_term_low(p: Proof) -> None:
    """The ids of column n − 1 lie between 0 and δ^(-d+1) − δ."""
    _ends(p, n - 1)
    p.have(M * delta * (-M + 1) <= M * delta * (x(n - 1) - x2(n - 1)), ("factor", "above"), label="product")


@paper.claim([*LAST_TWO, Eq(lx(n), lx2(n))], shows=second_term <= tower(2) * delta - M * delta)
def second_term_high(p: Proof) -> None:
    """The ids of column n − 1 lie between 0 and δ^(-d+1) − δ."""
    _ends(p, n - 1)
    p.have(M * delta * (x(n - 1) - x2(n - 1)) <= M * delta * (M - 1), ("factor", "below"), label="product")


difference = fun(lambda j: x(j) - x2(j))
rest = TERMS - first_term  # all terms but the first
rest_2 = rest - second_term  # all but the first two
left, left_2 = before(difference, n) - difference(n), before(difference, n - 1) - difference(n - 1)  # integers


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=Eq(rest, left * (M * delta)))
def rest_coarse(p: Proof) -> Fact:
    """Every term but the first has a factor δ^(-d): the integers before_n − e_n, for e the difference of the ids."""
    split = p.apply("shift_from_before", l=difference, j=n)
    return p.have(p.goal, (split, delta))


@paper.claim([2 <= m, 1 <= d, 2 <= n], shows=Eq(rest_2, left_2 * (tower(2) * delta)))
def rest_2_coarse(p: Proof) -> Fact:
    """Every further term has a factor δ^(-2d)."""
    recursion = p.apply("shift_recursion", l=difference, j=n)
    split = p.apply("shift_from_before", l=difference, j=n - 1)
    square = p.apply("tower_two")
    return p.have(p.goal, (recursion, delta), (split, M * delta), (square, left_2 * delta))


def _not_cancelled(p: Proof, term: Term, position: Term) -> Fact:
    """Prove that the term is 0 if the sum is 0."""
    zero = p.assume(Eq(TERMS, 0))
    ids = p.apply("lemma_10_one_to_one", p.have(Eq(final, final2), zero))
    equal = [p.specialize(ids, position), p.specialize(ids, n)]
    return p.mp(p.get(negation(Eq(term, 0))), p.have(Eq(term, 0), *equal))


@paper.claim([*LAST_TWO, negation(Eq(first_term, 0))], shows=negation(Eq(TERMS, 0)))
def first_not_cancelled(p: Proof) -> Fact:
    """A nonzero integer between −δ^(-d) and δ^(-d) is not a multiple of δ^(-d)."""
    return _not_cancelled(p, first_term, n)


@paper.claim([*LAST_TWO, Eq(lx(n), lx2(n)), negation(Eq(second_term, 0))], shows=negation(Eq(TERMS, 0)))
def second_not_cancelled(p: Proof) -> Fact:
    """By the same argument, one column earlier."""
    return _not_cancelled(p, second_term, n - 1)
