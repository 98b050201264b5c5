"""All n shifts: the recursion, its closed form l̃, and the order l̃_1 < … < l̃_n (E.3.1[8] to [10])."""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import gap, rise, shifted, width
from proofs.papers.yun.vocabulary import M, d, j, k, l, m, n, paper, t, tower
from proofs.theorems.algebra.integers import increasing
from proofs.theorems.algebra.powers import power


def before(f: Callable[[Term], Term], j: Term | int) -> Term:
    """The greatest id when l_j is shifted, in closed form: l_n for j = 1, l̃_{j-1} for j >= 2."""
    j = num(j) if isinstance(j, int) else j
    return f(j) + Sum(lambda k: tower(k - 1) * gap(f, j, k), 1, j - 1) + tower(j - 1) * width(f)


@paper.claim([1 <= j, 1 <= d], shows=Eq(shifted(l, j), l(j) + M * (before(l, j) - l(j))))
def shift_from_before(p: Proof) -> None:
    """1 <= j ⊢ l̃_j = l_j + M (before_j − l_j)."""
    p.given(low=1 <= k, high=k <= j - 1)
    factor = p.apply("tower_step", k=k - 1)
    term = p.have(Eq(tower(k) * gap(l, j, k), M * (tower(k - 1) * gap(l, j, k))), factor)
    p.generalize(k, term, "low", "high", label="terms")
    p.apply(
        "sum_eq", lo=1, hi=j - 1,
        f=fun(lambda k: tower(k) * gap(l, j, k)), g=fun(lambda k: M * (tower(k - 1) * gap(l, j, k))), label="sum",
    )  # fmt: skip
    p.apply("tower_step", k=j - 1, label="last")


@paper.claim([1 <= j], shows=Eq(before(l, j + 1), shifted(l, j)))
def before_next(p: Proof) -> None:
    """1 <= j ⊢ before_{j+1} = l̃_j."""
    members = fun(lambda k: tower(k - 1) * gap(l, j + 1, k))
    p.apply("sum_first", f=members, lo=1, hi=j, label="first")
    p.apply("sum_shift", f=members, lo=1, hi=j - 1, c=1, label="shift")


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=Eq(shifted(l, j), l(j) + M * (shifted(l, j - 1) - l(j))))
def shift_recursion(p: Proof) -> None:
    """Each factor δ^(-kd) of l̃_j is δ^(-d) times one of l̃_{j-1}."""
    p.apply("before_next", j=j - 1, label="previous")


RECURSION = {
    "start": Eq(t(1), l(1) + M * width(l)),
    "next": every(lambda j: Eq(t(j), l(j) + M * (t(j - 1) - l(j))), 2, n),
}


@paper.claim([2 <= m, 1 <= d, 1 <= n, *RECURSION.values()], shows=every(lambda j: Eq(t(j), shifted(l, j)), 1, n))
def shift_closed_form(p: Proof) -> None:
    """By induction on the column."""

    def claim(j: Term) -> Term:
        return implies(j <= n, Eq(t(j), shifted(l, j)))

    p.given(**RECURSION, j_low=1 <= j, so_far=claim(j), j_high=j + 1 <= n)
    base = p.rule("discharge", 1 <= n, p.have(Eq(t(1), shifted(l, 1))))
    now = p.mp("so_far", p.side_condition(j <= n))
    closed = p.apply("shift_recursion", j=j + 1)
    step_ = p.have(Eq(t(j + 1), shifted(l, j + 1)), now, closed)
    step = p.rule("discharge", j + 1 <= n, step_)
    p.induct(claim, 1, j, base, step, label="all")


ORDER = {"m_low": 2 <= m, "d_low": 1 <= d, "j_low": 2 <= j, "j_high": j <= n, "order": increasing(l, n)}
rises = Sum(lambda k: rise(l, j, k), 1, j - 1)
rises_weighed = Sum(lambda k: power(m, k * d - d) * rise(l, j, k), 1, j - 1)


@paper.claim([1 <= j], shows=Eq(rises, l(j) - l(num(1))))
def rises_telescope(p: Proof) -> None:
    """1 <= j ⊢ Σ_{k=1}^{j-1} (l_{j-k+1} − l_{j-k}) = l_j − l_1."""
    p.apply("telescope", f=fun(lambda i: -l(j - i + 1)), lo=1, hi=j - 1, label="out")


@paper.claim([*ORDER.values()], shows=tower(j - 1) * rises <= tower(j - 1) * width(l))
def rises_below_width(p: Proof) -> None:
    """The sum telescopes to l_j − l_1, and l_j <= l_n with equality at j = n."""
    p.apply("increasing_le", f=l, i=j, j=n, label="to_last")
    p.apply("power_pos", k=(j - 1) * d, label="weight")


@paper.claim(ORDER, shows=rises_weighed < tower(j - 1) * rises)
def rises_below_weight(p: Proof) -> Fact:
    """Term by term: δ^(-kd+d) < δ^(-(j-1)d) for k <= j − 1."""
    p.given(low=1 <= k, high=k <= j - 1)
    weight = p.apply("tower_lt", a=k - 1, b=j - 1)
    term = p.have(power(m, k * d - d) * rise(l, j, k) < tower(j - 1) * rise(l, j, k), weight)
    return p.apply(
        "sum_lt", term)  # fmt: skip


reindexed = l(j - 1) + Sum(lambda k: power(m, k * d - d) * gap(l, j, k), 2, j - 1) + tower(j - 1) * width(l)
order_reduced = Sum(lambda k: power(m, k * d - d) * (M - 1) * rise(l, j, k), 1, j - 1) < tower(j - 1) * (M - 1) * width(
    l
)


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=Eq(shifted(l, j - 1), reindexed))
def shift_reindexed(p: Proof) -> None:
    """Substitute k for k − 1."""
    p.apply("before_next", j=j - 1, label="previous")
    p.apply("sum_first", f=fun(lambda k: tower(k - 1) * gap(l, j, k)), lo=1, hi=j - 1, label="first")


@paper.theorem
def shift_difference(p: Proof) -> None:
    """2 <= j ⊢ l̃_j − l̃_{j-1} = (δ^(-d) − 1) (δ^(-(j-1)d) (l_n − l_1) − Σ_{k<j} δ^(-kd+d) (l_{j-k+1} − l_{j-k}))."""
    p.given(d_low=1 <= d, j_low=2 <= j)
    own = p.apply("shift_from_before")
    previous = p.apply("before_next", j=j - 1)
    difference = (M - 1) * (tower(j - 1) * width(l) - rises_weighed)
    p.qed(p.have(Eq(shifted(l, j) - shifted(l, j - 1), difference), own, previous))


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=implies(reindexed < shifted(l, j), order_reduced))
def order_forth(p: Proof) -> Fact:
    """The differences of the two sides are equal."""
    p.apply("shift_reindexed", label="reindexed")
    difference = p.apply("shift_difference")
    return p.discharge(
        p.have(order_reduced, p.assume(reindexed < shifted(l, j)), "reindexed", difference, label="reduced"),
        reindexed < shifted(l, j),
    )


@paper.claim([2 <= m, 1 <= d, 2 <= j, j <= n], shows=implies(order_reduced, reindexed < shifted(l, j)))
def order_back(p: Proof) -> Fact:
    """The differences of the two sides are equal."""
    p.given(line=order_reduced)
    p.apply("shift_reindexed", label="reindexed")
    return p.discharge(p.have(reindexed < shifted(l, j), "line", "reindexed", label="full"), order_reduced)


@paper.claim([*ORDER.values()], shows=order_reduced)
def order_holds(p: Proof) -> Fact:
    """Multiply the two inequalities of the next display by δ^(-d) − 1."""
    p.apply("rises_below_width", label="width")
    M_above = p.apply("power_above_one", k=d)
    chain = p.have(rises_weighed < tower(j - 1) * width(l))
    return p.have(p.goal, (M_above, chain))


@paper.claim([*ORDER.values()], shows=reindexed < shifted(l, j))
def order_first(p: Proof) -> Fact:
    """By the last line."""
    last = p.apply("order_holds")
    back = p.apply("order_back")
    return p.mp(back, last)


@paper.claim(ORDER, shows=shifted(l, j - 1) < shifted(l, j))
def shift_order(p: Proof) -> Fact:
    """2 <= j <= n, l increasing ⊢ l̃_{j-1} < l̃_j."""
    same = p.apply("shift_reindexed")
    less = p.apply("order_first")
    return p.have(shifted(l, j - 1) < shifted(l, j), same, less)


@paper.claim([2 <= m, 1 <= d, 1 <= n, increasing(l, n)], shows=increasing(lambda j: shifted(l, j), n))
def shifted_increasing(p: Proof) -> Fact:
    """Apply this to neighbours."""
    p.given(low=1 <= j, high=j <= n - 1)
    next_ = p.apply("shift_order", j=j + 1)
    return p.generalize(j, next_)
