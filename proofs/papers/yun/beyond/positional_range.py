"""The exact range of the last shifted id with positional encodings (G.2)."""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.last_shifted_id import final
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import gap, on_grid, rise, shifted
from proofs.papers.yun.appendix_g_theorem_3.positional_contexts import LINE_5, PLACED
from proofs.papers.yun.appendix_g_theorem_3.positional_grid import FINE, POSITIONS, S, base, h
from proofs.papers.yun.beyond.lemma_10_range import weight_of, weights
from proofs.papers.yun.vocabulary import M, c, d, delta, k, m, n, paper, tower, x

blocks = m * S * ((n - 1) * (tower(n) + 1) - (tower(n) - M) / (M - 1))
greatest = delta * (blocks + (tower(n) - M + 1) * (M - 1))
least = delta * (blocks - (tower(n) - M) * (M - 1))
HIGH, LOW = (fun(lambda j, a=a, b=b: ite(j < n, a, b)) for a, b in ((num(0), M - 1), (M - 1, num(0))))
falls = Sum(lambda k: tower(k) * gap(h, n, k), 1, n - 1)
IDS, NONNEG, BELOW = POSITIONS["ids"], POSITIONS["h_low"], POSITIONS["h_high"]


@paper.claim(
    {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, "nonneg": NONNEG},
    shows=falls <= tower(n - 1) * h(num(1)) - M * h(n),
)
def gaps_at_most(p: Proof) -> Fact:
    """0 <= h ⊢ Σ_{k<n} δ^(-kd) (h_{n-k} − h_{n-k+1}) <= δ^(-(n-1)d) h_1 − δ^(-d) h_n."""
    p.given(low=2 <= k, high=k <= n - 1)
    own = fun(lambda k: tower(k) * gap(h, n, k))
    before = fun(lambda k: tower(k - 1) * h(n - k + 1))
    steps = fun(lambda k: before(k + 1) - before(k))
    here = p.specialize("nonneg", n - k + 1)
    grow = p.apply("tower_le", a=k - 1, b=k)
    term = p.have(own(k) <= steps(k), (grow, here))
    p.generalize(k, term, label="terms")
    sum_ = p.apply("sum_le", f=own, g=steps, lo=2, hi=n - 1)
    split = p.apply("sum_first", f=own, lo=1, hi=n - 1)
    telescoped = p.apply("telescope", f=before, lo=2, hi=n - 1)
    return p.have(falls <= tower(n - 1) * h(num(1)) - M * h(n), sum_, split, telescoped)


@paper.claim(
    [2 <= m, 1 <= d, 2 <= n, BELOW],
    shows=M * (M - 1 - h(n)) - tower(n - 1) * (M - 1 - h(num(1))) <= falls,
)
def gaps_at_least(p: Proof) -> None:
    """h <= M − 1 ⊢ the corresponding lower bound: the gaps of M − 1 − h are the opposite ones."""
    rest = fun(lambda k: M - 1 - h(k))
    p.apply("gaps_at_most", h=rest, label="most")


@paper.claim(
    {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 2 <= n, "ids": IDS},
    shows=Eq(shifted(on_grid(x), n), delta * blocks + delta * shifted(h, n)),
)
def placed_final(p: Proof) -> Fact:
    """x = B + h ⊢ l̃_n is the sum of that of the blocks' first levels and that of h."""
    own = fun(lambda k: weight_of(k) * rise(x, n, k))
    parts = fun(lambda k: weight_of(k) * (m * S) + weight_of(k) * rise(h, n, k))
    first = p.specialize("ids", num(1))
    sum_ = p.apply("sum_eq", f=own, g=parts, lo=1, hi=n - 1)
    whole = p.apply("final_weighed", l=x)
    rest = p.apply("final_weighed", l=h)
    closed = p.apply("weights_closed")
    split = p.have(Eq(shifted(x, n), m * S * weights + shifted(h, n)), sum_, whole, rest, first)
    return p.have(Eq(shifted(on_grid(x), n), delta * blocks + delta * shifted(h, n)),
                 (split, delta), (closed, m * S))  # fmt: skip


def with_parts(p: Proof) -> None:
    """Prove the facts that bound h̃_n: the gaps, the weights, h_1 and h_n."""
    p.given(m_low=2 <= m, d_low=1 <= d, n_low=2 <= n, nonneg=NONNEG, below=BELOW)
    grow = p.apply("tower_le", a=num(1), b=n)
    last_step = p.apply("tower_le", a=n - 1, b=n)
    for label, place in (("one", num(1)), ("end", n)):
        p.specialize("nonneg", place, label=f"{label}_low")
        p.specialize("below", place, label=f"{label}_high")
    p.have(0 <= M - 1 - h(n), "end_high", label="end_room")
    p.have(0 <= M - 1 - h(num(1)), "one_high", label="one_room")
    p.have(0 <= tower(n) - tower(n - 1), last_step, label="step")
    p.have(0 <= tower(n) - M + 1, grow, label="factor")


@paper.theorem
def block_high(p: Proof) -> None:
    """0 <= h <= M − 1 ⊢ h̃_n <= (δ^(-nd) − M + 1) (M − 1)."""
    with_parts(p)
    gaps = p.apply("gaps_at_most")
    bound = (tower(n) - M + 1) * (M - 1)
    p.qed(p.have(shifted(h, n) <= bound, gaps, ("factor", "end_room"), ("step", "one_low")))


@paper.theorem
def block_low(p: Proof) -> None:
    """0 <= h <= M − 1 ⊢ −(δ^(-nd) − M) (M − 1) <= h̃_n."""
    with_parts(p)
    gaps = p.apply("gaps_at_least")
    bound = -(tower(n) - M) * (M - 1)
    p.qed(p.have(bound <= shifted(h, n), gaps, ("factor", "end_low"), ("step", "one_room")))


@paper.claim(PLACED, shows=final <= greatest)
def placed_high(p: Proof) -> Fact:
    """The last id has the largest weight, and the others have negative weights."""
    whole = p.apply("placed_final")
    block = p.apply("block_high")
    p.apply("delta_pos", label="delta_pos")
    return p.have(p.goal, whole, (block, "delta_pos"))


@paper.claim(PLACED, shows=least <= final)
def placed_low(p: Proof) -> Fact:
    """By the corresponding lower bounds."""
    whole = p.apply("placed_final")
    block = p.apply("block_low")
    p.apply("delta_pos", label="delta_pos")
    return p.have(p.goal, whole, (block, "delta_pos"))


def at_end(part: Term) -> Term:
    """The ids with these places in their blocks."""
    return fun(lambda j: base(j) + part(j))


def attained(p: Proof, part: Term, goal: Term) -> Fact:
    """Only the first gap is nonzero."""
    p.given(**FINE)
    whole = p.apply("placed_final", x=at_end(part), h=part)
    own = fun(lambda k: tower(k) * gap(part, n, k))
    rest = p.apply("sum_eq", f=own, g=fun(lambda k: num(0)), lo=2, hi=n - 1)
    split = p.apply("sum_first", f=own, lo=1, hi=n - 1)
    one = p.ite_eq(part(num(1)), p.have(1 < n, "n_low"))
    return p.have(goal, whole, (split, delta), (rest, delta), (one, delta * tower(n)), label="out")


@paper.claim([*FINE.values()], shows=Eq(shifted(on_grid(at_end(HIGH)), n), greatest))
def placed_high_attained(p: Proof) -> Fact:
    """The last id is the greatest of its block, the others are the least of theirs."""
    return attained(p, HIGH, p.goal)


@paper.claim([*FINE.values()], shows=Eq(shifted(on_grid(at_end(LOW)), n), least))
def placed_low_attained(p: Proof) -> Fact:
    """The last id is the least of its block, the others are the greatest of theirs."""
    return attained(p, LOW, p.goal)


@paper.claim([*FINE.values(), c < greatest], shows=negation(shifted(on_grid(at_end(HIGH)), n) <= c))
def placed_beyond_high(p: Proof) -> None:
    """The greatest value is attained."""
    p.apply("placed_high_attained", label="value")


@paper.claim([*FINE.values(), least < c], shows=negation(c <= shifted(on_grid(at_end(LOW)), n)))
def placed_beyond_low(p: Proof) -> None:
    """The least value is attained."""
    p.apply("placed_low_attained", label="value")


@paper.claim(PLACED, shows=final < LINE_5)
def placed_below_printed(p: Proof) -> Fact:
    """By the chain of G.2."""
    return p.have(p.goal, "bound_line_1", "bound_line_2", "bound_line_3", "bound_line_4", "bound_line_5")
