"""E.3.1 with the factors γ and Γ of `smaller_factors`: values too small for a contextual mapping, and the constants.

For n >= 3 and 2 <= γ < M − n two sequences whose ids differ by 1 and −γ at n − 2 and n − 1 get the same last entry.
"""

from __future__ import annotations

from proofs.builder.cases import by_cases, values
from proofs.builder.proof import Named, Proof, ProofError
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.yun.appendix_e3_lemma_8.shifted_ids import GRID, lx
from proofs.papers.yun.appendix_e3_lemma_8.shifted_order import before
from proofs.papers.yun.beyond.smaller_factors import *
from proofs.papers.yun.vocabulary import M, d, delta, j, k, l, m, n, paper, x

left_ids = fun(lambda j: ite(j <= n - 3, j - 1, ite(j <= n - 1, j, M - 1)))
right_ids = fun(lambda j: ite(j <= n - 2, j - 1, ite(j <= n - 1, n - 1 + gamma, M - 1)))
between = fun(lambda j: left_ids(j) - right_ids(j))
SHORT = {"m_low": 2 <= m, "d_low": 1 <= d, "n_low": 3 <= n, "gamma_low": 2 <= gamma, "short": gamma <= M - n - 1}


@paper.theorem
def between_first(p: Proof) -> None:
    """1 <= j <= n − 3 ⊢ both sequences have the id j − 1."""
    small = p.have(j <= n - 2, p.assume(j <= n - 3))
    facts = [*values(p, [p.get(j <= n - 3)], left_ids(j)), *values(p, [small], right_ids(j))]
    p.qed(p.have(Eq(between(j), 0), *facts))


@paper.claim(
    SHORT, shows=Eq(swept(fun(lambda j: left_ids(j) * delta), n), swept(fun(lambda j: right_ids(j) * delta), n))
)
def same_last_id(p: Proof) -> None:
    """The differences 1 and −γ of the ids at n − 2 and n − 1 cancel."""

    def claim(k: Term) -> Term:
        return implies(k <= n - 2, Eq(at_gamma(before(l, k), between), 0))

    start = at_gamma(before(l, num(1)), between)
    base = p.rule("discharge", num(1) <= n - 2, p.have(Eq(start, 0)))
    p.given(k_low=1 <= k, so_far=claim(k), k_high=k + 1 <= n - 2)
    here = p.mp("so_far", p.side_condition(k <= n - 2))
    none_ = p.apply("between_first", j=k)
    own = p.apply("shift_from_before", l=between, j=k, **AT)
    next_ = p.apply("before_next", l=between, j=k, **AT)
    step = p.have(Eq(at_gamma(before(l, k + 1), between), 0), next_, own, (here, gamma), none_)
    p.rule("discharge", k + 1 <= n - 2, step, label="step")
    p.induct(claim, 1, k, base, "step", label="all")
    p.apply("shift_from_before", l=between, j=n - 2, **AT, label="at_two")
    second = p.have(Eq(swept(between, n - 2), 1 - gamma))
    at_one = p.apply("swept_recursion", l=between, j=n - 1)
    first = p.have(Eq(swept(between, n - 1), 0), at_one, (second, gamma))
    at_none = p.apply("swept_recursion", l=between, j=n)
    p.have(Eq(swept(between, n), 0), at_none, (first, gamma), label="zero")


def on_delta(f: Term) -> Term:
    """The ids f δ."""
    return fun(lambda j: f(j) * delta)


def grid_of(f: Term) -> dict[str, Term]:
    """Return the hypotheses of the sweep on ids: on the grid, increasing, the first shifted id beyond all levels."""
    return {label: substitute(g, {x: f} if x in g.free else {}) for label, g in {**GRID, **STEEP, **HIGH}.items()}


def conditions(f: Term, k: Term) -> list[Term]:
    """The conditions of the id at k."""
    start = n - 3 if f is left_ids else n - 2
    return [k <= start, k <= n - 1]


LAWS = ("first", "order", "high")  # the last id is M − 1


def _grid(p: Proof, f: Term) -> None:
    """Prove the laws for `left_ids` or `right_ids`."""
    p.given(**SHORT, j_low=1 <= j, j_high=j <= n - 1)

    def about(goal: Term, *places: Term) -> Fact:
        """Prove it by cases on the positions, some of which are impossible."""

        def each(known: list[Fact]) -> Fact:
            using: list[Named] = [*known, "n_low", "j_low", "j_high"]
            try:
                none = p.follows(FALSE, *using)
            except ProofError:
                ids = [v for place in places for v in values(p, known, f(place))]
                return p.have(goal, *using, *ids, "short", "gamma_low")
            return p.absurd(none, goal)

        return by_cases(p, [c for place in places for c in conditions(f, place)], each)

    p.note("first", about(0 <= f(num(1)), num(1)))
    p.note("small", about(f(num(1)) <= 1, num(1)))
    p.generalize(j, about(f(j) < f(j + 1), j, j + 1), "j_low", "j_high", label="order")
    p.have(M <= f(num(1)) + gamma * (f(n) - f(num(1))), "small", "short", "n_low", "gamma_low", label="high")


def _stated(f: Term, label: str, name: str) -> None:
    def prove(p: Proof) -> None:
        _grid(p, f)
        p.qed(label, grid_of(f)[label])

    prove.__name__ = f"{name}_{label}"
    prove.__doc__ = "A law of the grid for the one or the other of the two sequences."
    paper.theorem(prove)


for name, f in (("left_ids", left_ids), ("right_ids", right_ids)):
    for label in LAWS:
        _stated(f, label, name)


@paper.claim(
    [*SHORT.values(), *levels(T, on_delta(left_ids)).values(), *levels(T2, on_delta(right_ids)).values()],
    shows=Eq(output(T, n), output(T2, n)),
)
def too_small(p: Proof) -> None:
    """For 2 <= γ < M − n two sequences get the same last entry, for every Γ."""
    for name, run, f in (("left", T, left_ids), ("right", T2, right_ids)):
        for label in LAWS:
            p.apply(f"{name}_ids_{label}", label=f"{name}_{label}_")
        p.apply("output_at_gamma", j=n, x=f, T=run, label=f"{name}_out")
    p.apply("same_last_id", label="same")


@paper.claim([*SHORT.values()], shows=left_ids(n - 1) < right_ids(n - 1))
def two_sequences(p: Proof) -> None:
    """The sequences differ: the ids at n − 1 differ by γ."""


one_up = fun(lambda j: x(j) + 1)
spread_of_shifted = swept(x, n) - swept(x, 1)


@paper.claim(
    [*GRID.values(), *STEEP.values(), x(n) <= M - 2, Eq(last, spread_of_shifted - 1)],
    shows=Eq(context(lx, n), context(on_delta(one_up), num(1))),
)
def last_too_small(p: Proof) -> Fact:
    """With Γ = (l̃_n − l̃_1)/δ − 1 the last entry for L is the first for L moved up by δ."""
    return p.have(p.goal, (Eq(last, spread_of_shifted - 1), delta))
