"""Upper integrals by countably many boxes: sums of two, and what finitely many boxes bound."""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.vocabulary import paper
from proofs.theorems.continuity import assumed
from proofs.theorems.distance import at, box, integral_at_most, step_function, total_volume, volume
from proofs.theorems.lebesgue import lebesgue_at_most
from proofs.writing.proof import Proof

N, k, i, j, r, c = ints("N k i j r c")
E, E1, E2, e = reals("E E_1 E_2 e")
X, L, H = vectors("X L H", 2)
F, G = functions("F G", MATRIX)
lo, hi, lo2, hi2 = vectors("lo hi lo' hi'", 3)
b, b2 = vectors("b b'")
zero = num(0)
corner = fun(lambda r, c: zero, 2)


both = at(lambda X: F(X) + G(X))


@paper.claim([lebesgue_at_most(F, E), integral_at_most(G, E1)], shows=lebesgue_at_most(both, E + E1))
def mean_with_steps(p: Proof) -> Fact:
    """Box by box."""

    def prove(N_low: Fact, ends: Fact, weights: Fact, above: Fact, total: Fact) -> Fact:
        of = lambda x: at(lambda X: F(X) + step_function(x, lo, hi, b, X))  # noqa: E731
        size = lambda x: E + total_volume(x, lo, hi, b)  # noqa: E731
        claim = lambda x: implies(x <= N, lebesgue_at_most(of(x), size(x)))  # noqa: E731
        k_low, so_far, room = assumed(p, 0 <= k, claim(k), k + 1 <= N)
        order = p.every(None, r, p.every(None, c, p.have(None, zero <= zero)))
        none = p.have(None, zero <= 0)

        def with_box(held: Fact, was: tuple[Term, Term], now: tuple[Term, Term], below: Fact, less: Fact,
                     L: Term = corner, H: Term = corner, w: Term = zero, order: Fact = order,
                     w_low: Fact = none) -> Fact:  # fmt: skip
            """∫ now <= its bound, from that for `was` and one box more."""
            whole = 1 * was[1] + w * volume(L, H)
            by = {"F": was[0], "G": now[0], "E": was[1], "s": num(1), "w": w, "L": L, "H": H}
            fact = p.apply(None, "lebesgue_with_box", held, w_low, order, below, **by)
            return p.apply(None, "lebesgue_mono", fact, less, F=now[0], E=whole, E_1=now[1])

        empty = p.have(None, zero < 1)
        none_ = [p.rule(None, "big_empty", t, empty) for t in (
            step_function(zero, lo, hi, b, X), total_volume(zero, lo, hi, b))]  # fmt: skip
        base = with_box(p.get(lebesgue_at_most(F, E)), (F, E), (of(zero), size(zero)), none_[0], none_[1])
        before = p.rule(None, "mp", so_far, p.have(None, k <= N, room))
        last = [p.rule(None, "big_step", t, k_low) for t in (
            step_function(k + 1, lo, hi, b, X), total_volume(k + 1, lo, hi, b))]  # fmt: skip
        here = [p.use(None, f, k + 1, using=[k_low, room]) for f in (ends, weights)]
        step = with_box(before, (of(k), size(k)), (of(k + 1), size(k + 1)), last[0], last[1],
                        box(lo, k + 1), box(hi, k + 1), b(k + 1), here[0], here[1])  # fmt: skip
        all_ = p.induct(None, claim, 0, k, p.discharged(base, zero <= N), p.discharged(step, room.concl))
        whole = p.use(None, all_, N, using=[N_low])
        return with_box(whole, (of(N), size(N)), (both, E + E1), p.use(None, above, X), total)

    return p.obtain("out", integral_at_most(G, E1), [N, lo, hi, b], prove)


s = reals("s")[0]
MORE = {"held": lebesgue_at_most(F, E), "s_low": 0 <= s, "below": for_all(lambda X: G(X) <= s * F(X), MATRIX),
        "less": s * E <= E1}  # fmt: skip


@paper.claim(MORE, shows=lebesgue_at_most(G, E1))
def mean_of_less(p: Proof) -> Fact:
    """The same boxes, with s times their weights."""
    by = {"F": F, "G": G, "E": E, "s": s, "w": zero, "L": corner, "H": corner}
    fact = p.apply(None, "lebesgue_with_box", **by)
    whole = s * E + zero * volume(corner, corner)
    return p.apply("out", "lebesgue_mono", fact, F=G, E=whole)
