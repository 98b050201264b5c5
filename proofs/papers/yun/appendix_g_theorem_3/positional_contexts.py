"""The contexts with positional encodings (G.2).

The bound on the last shifted id, that it determines the ids, that the contexts of different L differ, and what the
last layer adds.
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
    p.apply("delta_pos", "delta_pos")
    p.have("whole", eq(m * delta, 1), p.have("m_pos", 0 < m))
    for label, place in (("one", num(1)), ("end", n)):
        p.specialize(f"id_{label}", "ids", place)
    p.specialize("low", "h_low", 1)
    p.specialize("high", "h_high", n)
    p.have("first", 0 <= lx(num(1)), ("id_one", delta), ("low", "delta_pos"))
    p.have("last", lx(n) <= last_base + M * delta - delta, ("id_end", delta), ("high", "delta_pos"))


@paper.claim(PLACED, shows=final <= BETWEEN)
def bound_line_1(p: Proof) -> None:
    """As in Lemma 10: only the order of the ids plays a part."""
    p.apply("order", "positions_increase")


@paper.claim(PLACED, shows=BETWEEN <= LINE_2)
def bound_line_2(p: Proof) -> Fact:
    """0 <= l_1 and l_n <= s_n + δ^(-d+1) − δ."""
    ends_of_range(p)
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.have("wide", width(lx) <= last_base + M * delta - delta)
    return p.have("out", p.goal, ("grow", "wide"), "last")


@paper.claim(FINE, shows=eq(LINE_2, LINE_3))
def bound_line_3(p: Proof) -> None:
    """S = (δ^(-d) − 1)/(δ^(-1) − 1)."""
    p.apply("geometric", "geometric_sum", k=d)
    p.have("above", 0 < m - 1)


@paper.claim([*FINE.values()], shows=LINE_3 <= LINE_4)
def bound_line_4(p: Proof) -> Fact:
    """δ^(-1) − 1 >= 1, and δ^(-d+1) − δ = δ (δ^(-d) − 1)."""
    p.apply("grow", "tower_le", a=num(1), b=n)
    p.apply("M_low", "power_ge_two", k=d)
    p.have("above", 0 < m - 1)
    p.have("small", 1 / (m - 1) <= 1, (inv(m - 1), m - 2))
    p.have("scaled", (M - 1) * (1 / (m - 1)) <= M - 1, (M - 1, "small"))
    p.have("inner", (n - 1) * ((M - 1) / (m - 1)) + M * delta - delta <= (M - 1) * (n - 1 + delta), (n - 1, "scaled"))
    return p.have("out", p.goal, (tower(n) - M + 1, "inner"))


@paper.claim(FINE, shows=LINE_4 < LINE_5)
def bound_line_5(p: Proof) -> Fact:
    """Factor by factor: δ^(-nd) − δ^(-d) + 1 <= δ^(-nd), δ^(-d) − 1 < δ^(-d), n − 1 + δ <= n."""
    p.apply("next", "tower_step", k=n)
    p.apply("weight", "power_pos", k=n * d)
    p.have("whole", eq(m * delta, 1), p.have("m_pos", 0 < m, "m_low"))
    p.have("M_above", 0 < M - 1)
    p.have("ones", (M - 1) * (n - 1 + delta) <= (M - 1) * n, ("M_above", p.have(None, 0 <= 1 - delta)))
    p.have("positive", 0 < (M - 1) * (n - 1 + delta), ("M_above", n - 1 + delta))
    return p.have("out", p.goal, ("M_above", "positive"), ("weight", "ones"), ("weight", p.have(None, 0 < n)), "next")


jump = n * tower(n + 1) * m  # n δ^(-(n+1)d-1), the factor of the last layer


def context(f: Term, j: Term) -> Term:
    """l̃_j + n δ^(-(n+1)d-1) l̃_n."""
    return shifted(f, j) + jump * shifted(f, n)


SECOND = {f"{label}2": substitute(g, {x: x2, h: h2}) for label, g in POSITIONS.items()}
BOTH = [*FINE.values(), *POSITIONS.values(), *SECOND.values()]


@paper.claim([*BOTH, eq(final, final2)], shows=every(lambda j: eq(lx(j), lx2(j)), 1, n))
def positional_one_to_one(p: Proof) -> None:
    """The argument of E.3.4 on the differences of the ids, which lie between −M and M."""
    p.given(**POSITIONS, **SECOND, same=eq(final, final2))
    p.given(j_low=1 <= j, j_high=j <= n)
    difference = fun(lambda j: x(j) - x2(j))
    for label in (*POSITIONS, *SECOND):
        p.specialize(f"{label}_j", label, j)
    facts = [f"{label}_j" for label in (*POSITIONS, *SECOND)]
    p.generalize("above", j, p.have(None, -M < difference(j), *facts))
    p.generalize("below", j, p.have(None, difference(j) < M, *facts))
    p.apply("delta_pos", "delta_pos")
    p.have("zero", eq(shifted(difference, n), 0), "same", scale=["delta_pos"])
    p.apply("all", "coarse_all", e=difference)


@paper.claim({**FINE, **POSITIONS, **COLUMN}, shows=jump * final <= context(lx, j))
def positional_interval_low(p: Proof) -> Fact:
    """The last layer's part <= the context."""
    p.apply("order", "positions_increase")
    p.apply("above", "shifted_above_ids", l=lx, k=num(1))
    p.specialize("id_", "ids", 1)
    p.specialize("h_", "h_low", 1)
    p.apply("delta_pos", "delta_pos")
    return p.have("out", jump * final <= context(lx, j), "above", ("id_", delta), ("h_", "delta_pos"))


@paper.claim({**FINE, **POSITIONS, **COLUMN}, shows=context(lx, j) < jump * final + LINE_5)
def positional_interval_high(p: Proof) -> Fact:
    """The context is below the last layer's part + n δ^(-(n+1)d)."""
    p.apply("increasing", "positional_order")
    p.apply("below", "increasing_le", f=fun(lambda j: shifted(lx, j)), i=j, j=n)
    for line in range(1, 6):
        p.apply(f"line{line}", f"bound_line_{line}")
    return p.have("out", context(lx, j) < jump * final + LINE_5, "below", *(f"line{k}" for k in range(1, 6)))


@paper.claim(
    {**FINE, **POSITIONS, **SECOND, **COLUMN, "q_low": 1 <= q, "q_high": q <= n, "less": final < final2},
    shows=context(lx, j) < context(lx2, q),
)
def positional_apart(p: Proof) -> Fact:
    """l̃_n < l̃'_n ⊢ every entry of the one context is below every entry of the other."""
    p.apply("high", "positional_interval_high")
    p.apply("low2", "positional_interval_low", x=x2, h=h2, j=q)
    p.apply("apart", "finals_apart")
    p.apply("weight", "power_pos", k=(n + 1) * d)
    p.have("m_pos", 0 < m, "m_low")
    return p.have("out", context(lx, j) < context(lx2, q), "high", "low2", (jump, "apart"))


DIFFERENT = [*BOTH, *COLUMN.values(), 1 <= q, q <= n, 1 <= r, r <= n, negation(eq(x(r), x2(r)))]


@paper.claim(DIFFERENT, shows=negation(eq(context(lx, j), context(lx2, q))))
def positional_contexts(p: Proof) -> Fact:
    """By the one-to-one map l̃_n and l̃'_n differ, by at least δ."""
    p.given(different=negation(eq(x(r), x2(r))))
    p.apply("delta_pos", "delta_pos")

    def case(order: Fact) -> Fact:
        if order.concl.op == "eq":
            p.apply("all", "positional_one_to_one", order)
            p.specialize("own", "all", r)
            p.have("ids_same", eq(x(r), x2(r)), "own", scale=["delta_pos"])
            return p.rule(None, "mp", "different", "ids_same")
        if order.concl.args[0] is final:
            apart = p.apply(None, "positional_apart", order)
        else:
            by: dict[str, Term] = {"x": x2, "h": h2, "j": q, "q": j, "x'": x, "h'": h}
            apart = p.apply(None, "positional_apart", order, **by)
        return p.have(None, FALSE, apart, p.assume(eq(context(lx, j), context(lx2, q))))

    return p.discharge(p.trichotomy("false", final, final2, case))


@paper.claim([*PLACED, 1 <= j, j < k, k <= n], shows=context(lx, j) < context(lx, k))
def positional_columns(p: Proof) -> None:
    """The last layer adds the same to all."""
    p.apply("increasing", "positional_order")
    p.apply("less", "increasing_lt", f=fun(lambda j: shifted(lx, j)), i=j, j=k)


@paper.claim([*SWEPT, *COLUMN.values()], shows=eq(head(fun(lambda k: T(n, M, k)), num(0), j), final))
def positional_last(p: Proof) -> Fact:
    """All shifted ids are positive, and the last is the greatest."""
    p.apply("swept", "positional_sweep")
    p.specialize("own", "swept", j)
    p.apply("beyond", "shifted_beyond")
    p.apply("M_low", "power_ge_two", k=d)
    p.have("top_pos", 0 < top + 1, (n - 1, m * S), "M_low")
    p.apply("delta_pos", "delta_pos")
    ids = fun(lambda k: T(n, M, k))
    p.have("positive", 0 < ids(j), "own", "beyond", ("top_pos", "delta_pos"))
    as_row: dict[str, Term] = {"Z": fun(lambda i, k: T(n, M, k), 2), "u": fun(lambda i: num(1)), "d": num(1)}
    p.apply("head", "psi_max", b=0, **as_row)
    p.apply("same", "max_eq", f=ids, g=fun(lambda k: shifted(lx, k)), lo=1, hi=n)
    p.apply("increasing", "positional_order")
    p.apply("greatest", "increasing_max", f=fun(lambda k: shifted(lx, k)))
    return p.have("out", p.goal, "head", "same", "greatest")


printed_last = Claim((*SWEPT_AS_PRINTED, *COLUMN.values()), positional_last.shows)
AT_LAST = {**AT_TWO, j: num(1)}


@paper.claim([], shows=negation(substitute(printed_last.formula, AT_LAST)))
def last_after_two(p: Proof) -> Fact:
    """The greatest id is 5/2, and l̃_2 is 2."""
    return p.rule("out", "compute", p.goal, [], ["leaf", 64])
