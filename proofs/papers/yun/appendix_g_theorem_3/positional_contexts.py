"""The contexts with positional encodings (G.2).

These are: the bound on the last shifted id, the fact that it determines the ids, the difference of the contexts of
different L, and the effect of the last layer.
"""

from __future__ import annotations

from proofs.builder.chapter import Claim
from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.last_shifted_id import BETWEEN, final, final2
from proofs.papers.yun.appendix_e3_lemma_8.selective_shift import head
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import COLUMN, lx, lx2, shifted, width
from proofs.papers.yun.appendix_g_theorem_3.positional_grid import FINE, POSITIONS, S, h, h2
from proofs.papers.yun.appendix_g_theorem_3.positional_sweep import AT_TWO, SWEPT, SWEPT_AS_PRINTED, T, top
from proofs.papers.yun.vocabulary import M, d, delta, j, k, m, n, paper, q, r, tower, x, x2

last_base = (n - 1) * S
LINE_2 = last_base + M * delta - delta + (tower(n) - M) * (last_base + M * delta - delta)
LINE_3 = (tower(n) - M + 1) * ((n - 1) * ((M - 1) / (m - 1)) + M * delta - delta)
LINE_4 = (tower(n) - M + 1) * (M - 1) * (n - 1 + delta)
LINE_5 = n * tower(n + 1)
PLACED = [*FINE.values(), *POSITIONS.values()]


def ends_of_range(p: Proof) -> None:
    """ "first" (0 <= l_1) and "last" (l_n <= s_n + δ^(-d+1) − δ)."""
    p.given(**FINE, **POSITIONS)
    p.apply("delta_pos", label="delta_pos")
    p.have(Eq(m * delta, 1), p.have(0 < m, label="m_pos"), label="whole")
    for label, place in (("one", num(1)), ("end", n)):
        p.specialize("ids", place, label=f"id_{label}")
    low = p.specialize("h_low", 1)
    high = p.specialize("h_high", n)
    p.have(0 <= lx(num(1)), ("id_one", delta), (low, "delta_pos"), label="first")
    p.have(lx(n) <= last_base + M * delta - delta, ("id_end", delta), (high, "delta_pos"), label="last")


@paper.claim(PLACED, shows=final <= BETWEEN)
def bound_line_1(p: Proof) -> None:
    """As in Lemma 10: only the order of the ids is used."""
    p.apply("positions_increase", label="order")


@paper.claim(PLACED, shows=BETWEEN <= LINE_2)
def bound_line_2(p: Proof) -> Fact:
    """0 <= l_1 and l_n <= s_n + δ^(-d+1) − δ."""
    ends_of_range(p)
    grow = p.apply("tower_le", a=num(1), b=n)
    wide = p.have(width(lx) <= last_base + M * delta - delta)
    return p.have(p.goal, (grow, wide), "last")


@paper.claim(FINE, shows=Eq(LINE_2, LINE_3))
def bound_line_3(p: Proof) -> None:
    """S = (δ^(-d) − 1)/(δ^(-1) − 1)."""
    p.apply("geometric_sum", k=d, label="geometric")
    p.have(0 < m - 1, label="above")


@paper.claim([*FINE.values()], shows=LINE_3 <= LINE_4)
def bound_line_4(p: Proof) -> Fact:
    """δ^(-1) − 1 >= 1, and δ^(-d+1) − δ = δ (δ^(-d) − 1)."""
    p.apply("tower_le", a=num(1), b=n, label="grow")
    p.apply("power_ge_two", k=d, label="M_low")
    p.have(0 < m - 1, label="above")
    small = p.have(1 / (m - 1) <= 1, (inv(m - 1), m - 2))
    scaled = p.have((M - 1) * (1 / (m - 1)) <= M - 1, (M - 1, small))
    inner = p.have((n - 1) * ((M - 1) / (m - 1)) + M * delta - delta <= (M - 1) * (n - 1 + delta), (n - 1, scaled))
    return p.have(p.goal, (tower(n) - M + 1, inner))


@paper.claim(FINE, shows=LINE_4 < LINE_5)
def bound_line_5(p: Proof) -> Fact:
    """Compare the factors: δ^(-nd) − δ^(-d) + 1 <= δ^(-nd), δ^(-d) − 1 < δ^(-d), n − 1 + δ <= n."""
    next_ = p.apply("tower_step", k=n)
    weight = p.apply("power_pos", k=n * d)
    p.have(Eq(m * delta, 1), p.have(0 < m, "m_low", label="m_pos"), label="whole")
    M_above = p.have(0 < M - 1)
    ones = p.have((M - 1) * (n - 1 + delta) <= (M - 1) * n, (M_above, p.have(0 <= 1 - delta)))
    positive = p.have(0 < (M - 1) * (n - 1 + delta), (M_above, n - 1 + delta))
    return p.have(p.goal, (M_above, positive), (weight, ones), (weight, p.have(0 < n)), next_)


jump = n * tower(n + 1) * m  # n δ^(-(n+1)d-1), the factor of the last layer


def context(f: Term, j: Term) -> Term:
    """l̃_j + n δ^(-(n+1)d-1) l̃_n."""
    return shifted(f, j) + jump * shifted(f, n)


SECOND = {f"{label}2": substitute(g, {x: x2, h: h2}) for label, g in POSITIONS.items()}
BOTH = [*FINE.values(), *POSITIONS.values(), *SECOND.values()]


@paper.claim([*BOTH, Eq(final, final2)], shows=every(lambda j: Eq(lx(j), lx2(j)), 1, n))
def positional_one_to_one(p: Proof) -> None:
    """By the argument of E.3.4 for the differences of the ids, which lie between −M and M."""
    p.given(**POSITIONS, **SECOND, same=Eq(final, final2))
    p.given(j_low=1 <= j, j_high=j <= n)
    difference = fun(lambda j: x(j) - x2(j))
    for label in (*POSITIONS, *SECOND):
        p.specialize(label, j, label=f"{label}_j")
    facts = [f"{label}_j" for label in (*POSITIONS, *SECOND)]
    p.generalize(j, p.have(-M < difference(j), *facts), label="above")
    p.generalize(j, p.have(difference(j) < M, *facts), label="below")
    p.apply("delta_pos", label="delta_pos")
    p.have(Eq(shifted(difference, n), 0), "same", scale=["delta_pos"], label="zero")
    p.apply("coarse_all", e=difference, label="all")


@paper.claim({**FINE, **POSITIONS, **COLUMN}, shows=jump * final <= context(lx, j))
def positional_interval_low(p: Proof) -> Fact:
    """The last layer's part <= the context."""
    p.apply("positions_increase", label="order")
    above = p.apply("shifted_above_ids", l=lx, k=num(1))
    id_ = p.specialize("ids", 1)
    h_ = p.specialize("h_low", 1)
    p.apply("delta_pos", label="delta_pos")
    return p.have(jump * final <= context(lx, j), above, (id_, delta), (h_, "delta_pos"))


@paper.claim({**FINE, **POSITIONS, **COLUMN}, shows=context(lx, j) < jump * final + LINE_5)
def positional_interval_high(p: Proof) -> Fact:
    """The context is below the last layer's part + n δ^(-(n+1)d)."""
    p.apply("positional_order", label="increasing")
    below = p.apply("increasing_le", f=fun(lambda j: shifted(lx, j)), i=j, j=n)
    for line in range(1, 6):
        p.apply(f"bound_line_{line}", label=f"line{line}")
    return p.have(context(lx, j) < jump * final + LINE_5, below, *(f"line{k}" for k in range(1, 6)))


@paper.claim(
    {**FINE, **POSITIONS, **SECOND, **COLUMN, "q_low": 1 <= q, "q_high": q <= n, "less": final < final2},
    shows=context(lx, j) < context(lx2, q),
)
def positional_apart(p: Proof) -> Fact:
    """l̃_n < l̃'_n ⊢ every entry of the first context is below every entry of the second."""
    high = p.apply("positional_interval_high")
    low2 = p.apply("positional_interval_low", x=x2, h=h2, j=q)
    apart = p.apply("finals_apart")
    p.apply("power_pos", k=(n + 1) * d, label="weight")
    p.have(0 < m, "m_low", label="m_pos")
    return p.have(context(lx, j) < context(lx2, q), high, low2, (jump, apart))


DIFFERENT = [*BOTH, *COLUMN.values(), 1 <= q, q <= n, 1 <= r, r <= n, negation(Eq(x(r), x2(r)))]


@paper.claim(DIFFERENT, shows=negation(Eq(context(lx, j), context(lx2, q))))
def positional_contexts(p: Proof) -> Fact:
    """By injectivity l̃_n and l̃'_n differ, by at least δ."""
    p.given(different=negation(Eq(x(r), x2(r))))
    p.apply("delta_pos", label="delta_pos")

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            all_ = p.apply("positional_one_to_one", order)
            own = p.specialize(all_, r)
            ids_same = p.have(Eq(x(r), x2(r)), own, scale=["delta_pos"])
            return p.mp("different", ids_same)
        if order.concl.args[0] is final:
            apart = p.apply("positional_apart", order)
        else:
            by: dict[str, Term] = {"x": x2, "h": h2, "j": q, "q": j, "x'": x, "h'": h}
            apart = p.apply("positional_apart", order, **by)
        return p.have(FALSE, apart, p.assume(Eq(context(lx, j), context(lx2, q))))

    return p.discharge(p.trichotomy(final, final2, case, label="false"))


@paper.claim([*PLACED, 1 <= j, j < k, k <= n], shows=context(lx, j) < context(lx, k))
def positional_columns(p: Proof) -> None:
    """The last layer adds the same number to all columns."""
    p.apply("positional_order", label="increasing")
    p.apply("increasing_lt", f=fun(lambda j: shifted(lx, j)), i=j, j=k, label="less")


@paper.claim([*SWEPT, *COLUMN.values()], shows=Eq(head(fun(lambda k: T(n, M, k)), num(0), j), final))
def positional_last(p: Proof) -> Fact:
    """All shifted ids are positive, and the last one is the greatest."""
    p.apply("positional_sweep", label="swept")
    p.specialize("swept", j, label="own")
    p.apply("shifted_beyond", label="beyond")
    p.apply("power_ge_two", k=d, label="M_low")
    p.have(0 < top + 1, (n - 1, m * S), "M_low", label="top_pos")
    p.apply("delta_pos", label="delta_pos")
    ids = fun(lambda k: T(n, M, k))
    p.have(0 < ids(j), "own", "beyond", ("top_pos", "delta_pos"), label="positive")
    as_row: dict[str, Term] = {"Z": fun(lambda i, k: T(n, M, k), 2), "u": fun(lambda i: num(1)), "d": num(1)}
    p.apply("psi_max", b=0, **as_row, label="head")
    p.apply("max_eq", f=ids, g=fun(lambda k: shifted(lx, k)), lo=1, hi=n, label="same")
    p.apply("positional_order", label="increasing")
    p.apply("increasing_max", f=fun(lambda k: shifted(lx, k)), label="greatest")
    return p.have(p.goal, "head", "same", "greatest")


printed_last = Claim((*SWEPT_AS_PRINTED, *COLUMN.values()), positional_last.shows)
AT_LAST = {**AT_TWO, j: num(1)}


@paper.claim([], shows=negation(substitute(printed_last.formula, AT_LAST)))
def last_after_two(p: Proof) -> Fact:
    """The greatest id is 5/2, and l̃_2 is 2."""
    return p.rule("compute", p.goal, [], ["leaf", 64])
