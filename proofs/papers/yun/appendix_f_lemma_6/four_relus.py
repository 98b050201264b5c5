"""Every φ ∈ Φ as a sum of four ReLUs, except on short intervals before its two jumps (C, F)."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_c_proposition_5.modified_transformers import in_Phi
from proofs.papers.yun.appendix_e1_proof_sketch.modified_layers import NO_PIECES, nothing
from proofs.papers.yun.appendix_f_lemma_6.continuous_blocks import LINES, c1, c2, phi
from proofs.papers.yun.vocabulary import paper
from proofs.theorems.networks.relu import relu

t, eps = reals("t epsilon")
(s1, o1), (s2, o2), (s3, o3) = LINES


def sum_of_four(a: Term, w: Term, beta: Term, b: Term, t: Term) -> Term:
    """b + Σ_k a_k relu(w_k t + β_k)."""
    return b + Sum(lambda k: a(k) * relu(w(k) * t + beta(k)), 1, 4)


def agree(a: Term, w: Term, beta: Term, b: Term) -> list[Term]:
    """φ is the sum before c_1 − ε, between c_1 and c_2 − ε, and after c_2."""
    places = ([t < c1 - eps], [c1 < t, t < c2 - eps], [c2 < t])
    value = Eq(phi(t), sum_of_four(a, w, beta, b, t))
    return [for_all(lambda x, p=p: substitute(implies(*p, value), {t: x}), "R") for p in places]


some_sum = exists(agree, VECTOR, VECTOR, VECTOR, "R")
NEAR = exists(
    lambda x, y: [x < y, for_all(lambda e: implies(0 < e, substitute(some_sum, {c1: x, c2: y, eps: e})), "R")], "R", "R"
)


of_all = lambda f: implies(in_Phi(f), substitute(NEAR, {phi: f}))  # noqa: E731


@paper.claim([], shows=for_all(of_all, phi.sort))
def activation_by_four(p: Proof) -> Fact:
    """By cases on the constant piece; the intervals are at most as long as the one between the jumps."""
    positive = p.assume(0 < eps)
    before, left, right, after = (p.assume(f) for f in (t < c1 - eps, c1 < t, t < c2 - eps, c2 < t))
    names = {"c1": c1, "c2": c2, "a1": s1, "b1": o1, "a2": s2, "b2": o2, "a3": s3, "b3": o3}

    member = p.assume(in_Phi(phi))
    order, constant, *laws = p.obtain(member, c1, c2, *(z for line in LINES for z in line))
    values = [
        p.specialize(law, t, using=sides)
        for law, sides in zip(
            laws[:3],
            ([p.have(t < c1, before, positive)], [left, p.have(t < c2, right, positive)], [after]),
            strict=True,
        )
    ]

    def by(which: str, flat: Fact, e: Term, ends: Sequence[Fact]) -> Fact:
        """Return the sum with rises of length e, if the piece with this name is constant."""
        jump_1, jump_2 = s2 * c1 + o2 - o1, s3 * c2 + o3 - s2 * (c2 - e) - o2
        drop, lift = s1 * (c1 - e) + o1 - o2, s3 * c2 + o3 - o2
        fall, step = s2 * (c2 - e) + o2 - o3, s1 * (c1 - e) + o1 - (s2 * c1 + o2)
        factors, signs, offsets, height = {
            "four": ((jump_1 / e, s2 - jump_1 / e, jump_2 / e - s2, s3 - jump_2 / e), (1, 1, 1, 1),
                     (e - c1, -c1, e - c2, -c2), o1),
            "second": ((drop / e, -s1 - drop / e, lift / e, s3 - lift / e), (-1, -1, 1, 1),
                       (c1, c1 - e, e - c2, -c2), o2),
            "third": ((fall / e, -s2 - fall / e, s2 + step / e, -s1 - step / e), (-1, -1, -1, -1),
                      (c2, c2 - e, c1, c1 - e), o3),
        }[which]  # fmt: skip
        slope = {"four": "a1", "second": "a2", "third": "a3"}[which]  # which is 0
        own_names = {name: value for name, value in names.items() if name != slope}
        a, w, beta = array(*factors), array(*map(num, signs)), array(*offsets)
        value = Eq(phi(t), sum_of_four(a, w, beta, height, t))
        pieces = (
            (1, values[0], [before], [p.have(t < c1 - e, before, *ends)]),
            (3, values[1], [left, right], [p.have(c1 <= t, left), p.have(t < c2 - e, right, *ends)]),
            (5, values[2], [after], [p.have(c2 <= t, after)]),
        )
        found = []
        for number, own, sides, place in pieces:
            piece = p.apply(f"{which}_relus_{number}", *place, *ends, order, epsilon=e, **own_names)
            same = p.have(value, own, piece, (flat, t))
            found.append(p.rule("generalize", t, p.discharge(same, *(f.concl for f in sides))))
        return p.exists_intro(some_sum, [a, w, beta, height], *found)

    def any_(e: Term, *ends: Fact) -> Fact:
        """Prove it for this length of the rises."""

        def third(first: Fact, second: Fact) -> Fact:
            rest = p.have(Eq(s2 * s3, 0), constant, scale=[first])
            return by("third", p.have(Eq(s3, 0), rest, scale=[second]), e, ends)

        def after_first(first: Fact) -> Fact:
            if first.concl.op == "eq":
                return by("four", first, e, ends)
            case = lambda second: by("second", second, e, ends) if second.concl.op == "eq" else third(first, second)  # noqa: E731
            return p.trichotomy(s2, 0, case)

        return p.trichotomy(s1, 0, after_first)

    short, long_ = p.assume(eps <= c2 - c1), p.assume(c2 - c1 < eps)
    own = any_(eps, positive, short, p.have(eps <= eps))
    gap = c2 - c1
    other = any_(gap, p.have(0 < gap, order), p.have(gap <= gap), p.have(gap <= eps, long_))
    law = p.discharge(p.cases(eps, gap, own, other), positive.concl)
    found = p.exists_intro(NEAR, [c1, c2], order, p.rule("generalize", eps, law))
    return p.rule("generalize", phi, p.discharge(found, member.concl))


@paper.claim([], shows=in_Phi(nothing))
def zero_in_Phi(p: Proof) -> Fact:
    """It consists of three pieces on one line, so Φ is not empty."""
    return p.exists_intro(p.goal, NO_PIECES)
