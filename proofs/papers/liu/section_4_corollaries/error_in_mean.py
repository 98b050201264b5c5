"""Steps of Corollaries 4.1.1 and 4.2.1 (B.2, B.4): from a uniform error to one in L_p.

The exceptional set is split off in terms of integrals (`mean_in_two`). After that, integrals and measures are numbers:
`mu` is the measure of the domain, `Delta` bounds that of the exceptional set, and x^y is exp(y ln x). Such sets exist
by Lusin's theorem (`lusin`). The corollaries themselves, in `corollaries`, do not use it: they need f in L_p.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.vocabulary import c, d, eps, n, paper
from proofs.theorems.analysis.continuity import assumed
from proofs.theorems.analysis.real_powers import p_, root, to_the
from proofs.theorems.integration.integrals import at as at_matrix
from proofs.theorems.integration.integrals import cost, integral_at_most, size_to_the
from proofs.theorems.integration.lebesgue import on_set as restricted

mu, small, Delta, B, x = reals("mu epsilon_0 Delta B_p x")
(w,) = vectors("w", 2)
paper.assume(0 < B, 0 < small)
r, K = ints("r K")
cells = d * n


def power_p(x: Term) -> Term:
    """x^p for x >= 0."""
    return ite(0 < x, to_the(x, p_), 0)


powers = Sum(lambda r: Sum(lambda c: power_p(abs(w(r, c))), 1, n), 1, d)  # ‖w‖_p^p
norm = ite(0 < powers, to_the(powers, root), 0)  # ‖w‖_p
paper.notions.define(norm, (w, p_, d, n), "‖{0}‖_({1})", r"\lVert {0} \rVert_{{{1}}}")
small_entries = every(lambda r: every(lambda c: abs(w(r, c)) <= small, 1, n), 1, d)


def norm_bound(e: Term) -> Term:
    """(dn e^p)^(1/p)."""
    return to_the(cells * to_the(e, p_), root)


@paper.claim(given=[d >= 1, n >= 1, p_ >= 1, small > 0, small_entries], shows=norm <= norm_bound(small))
def norm_of_entries(p: Proof) -> Fact:
    """Each p-th power is at most ε_0^p."""
    p.given(r_low=r >= 1, r_high=r <= d, c_low=c >= 1, c_high=c <= n)
    size, bound = abs(w(r, c)), to_the(small, p_)
    some, none = (p.assume(x) for x in (0 < size, size <= 0))
    own = p.specialize(small_entries, r, c)
    logs = p.apply("log_le", some, own, x=size, y=small)
    grown = p.apply("exp_le", (logs, p.have(0 <= p_, p_ >= 1)), x=p_ * log(size), y=p_ * log(small))
    sides = [p.have(power_p(size) <= bound, p.ite_eq(power_p(size), x), *y)
             for x, y in ((none, [exp(p_ * log(small))]), (some, [grown]))]  # fmt: skip
    each = p.generalize(c, p.cases(size, 0, *sides), "c_low", "c_high")
    parts = {"f": fun(lambda c: power_p(abs(w(r, c)))), "g": fun(lambda c: bound)}
    below = p.apply("sum_le", each, lo=1, hi=n, **parts)
    rows = {"f": fun(lambda r: Sum(lambda c: power_p(abs(w(r, c))), 1, n)), "g": fun(lambda r: n * bound)}
    whole = p.apply("sum_le", below, p.apply("sum_const", lo=1, hi=n), lo=1, hi=d, **rows)
    whole = p.have(powers <= cells * bound, whole, p.apply("sum_const", lo=1, hi=d))
    some, none = (p.assume(x) for x in (0 < powers, powers <= 0))
    top = p.exp_pos(root * log(cells * bound))
    grown = p.apply("root_grows", some, whole, x=powers, y=cells * bound)
    sides = [p.have(p.goal, p.ite_eq(norm, x), y) for x, y in ((none, top), (some, grown))]
    return p.cases(powers, 0, *sides)


by_root = Eq(norm_bound(small), small * to_the(cells, root))


@paper.claim(given=[d >= 1, n >= 1, p_ >= 1, small > 0], shows=by_root)
def norm_bound_is(p: Proof) -> Fact:
    """(dn ε_0^p)^(1/p) = ε_0 (dn)^(1/p)."""
    product = p.apply("root_of_product", x=cells, y=to_the(small, p_), z=root)
    own = p.apply("power_of_root", x=small)
    return p.have(p.goal, product, (own, to_the(cells, root)))


good, bad = mu * (cells * to_the(small, p_)), Delta * to_the(B, p_)
bound_7 = small * to_the(cells * mu, root) + to_the(Delta, root) * B
sizes_ = (d >= 1, n >= 1, p_ >= 1, mu > 0, small > 0, Delta > 0, B > 0)
total = reals("I")[0]


@paper.claim(given=[*sizes_, total > 0, total <= good + bad], shows=to_the(total, root) <= bound_7)
def integral_to_norm(p: Proof) -> None:
    """If ∫ |error|^p <= μ dn ε_0^p + Δ B^p, then the L_p norm is at most ε_0 (dn μ)^(1/p) + Δ^(1/p) B."""
    p.apply("log_le", x=total, y=good + bad, label="logs")
    p.apply("exp_le", x=root * log(total), y=root * log(good + bad), label="grow")
    p.apply("root_of_sum", a=good, b=bad, label="sum")
    p.apply("root_of_product", x=cells * mu, y=to_the(small, p_), z=root, label="good_root")
    p.apply("root_of_product", x=Delta, y=to_the(B, p_), z=root, label="bad_root")
    p.apply("power_of_root", x=small, label="small_root")
    p.apply("power_of_root", x=B, label="B_root")


(mu_1,) = reals("mu_1")  # the measure of U without the exceptional set
of_f, of_network = vectors("f_Z N_Z", 2)
apart = fun(lambda r, c: of_f(r, c) - of_network(r, c), 2)  # f(Z) − Attn ∘ Linear(Z)
near = mu_1 * to_the(small * to_the(cells, root), p_)
sizes_of_chain = (*sizes_, 0 < mu_1, mu_1 <= mu)
of_split = tuple(x for x in sizes_of_chain if mu not in x.free)
OF_CHAIN = dict(zip(
    ("wide", "long", "one", "whole_pos", "small_pos", "measured", "bound_pos", "part_pos", "part"), sizes_of_chain,
    strict=True,
))  # fmt: skip
of_gap = substitute(powers, {w: apart})
bounded = tuple(substitute(norm, {w: x}) <= B for x in (of_f, of_network))
on_set = (0 < of_gap, *bounded)
split = to_the(near + Delta * of_gap, root)


def fourth(B: Term) -> Term:
    """(μ(U ∖ D) (ε_0 (dn)^(1/p))^p + Δ B^p)^(1/p)."""
    return to_the(near + Delta * to_the(B, p_), root)


def last(B: Term) -> Term:
    """ε_0 (dn μ(U))^(1/p) + Δ^(1/p) B."""
    return small * to_the(cells * mu, root) + to_the(Delta, root) * B


@paper.claim(given=[p_ >= 1, B > 0, norm <= B], shows=powers <= to_the(B, p_))
def power_of_norm(p: Proof) -> Fact:
    """‖w‖_p <= B implies ‖w‖_p^p <= B^p."""
    p.given(one=p_ >= 1, bound=norm <= B)
    none, some = assumed(p, powers <= 0, 0 < powers)
    top = p.exp_pos(p_ * log(B))
    own = p.ite_eq(norm, some)
    less = p.have(to_the(powers, root) <= B, own, "bound")
    logs = p.apply("log_le", less)
    share = p.have(root * log(powers) <= log(B), logs)
    positive = p.have(p_ > 0, "one", label="p_pos")
    logs = p.have(log(powers) <= p_ * log(B), (share, positive))
    grown = p.apply("exp_le", logs)
    reached = p.have(p.goal, grown, p.exp_log(some))
    return p.cases(powers, 0, p.have(p.goal, none, top), reached)


@paper.claim(given=[p_ >= 1, B > 0, *bounded], shows=of_gap <= to_the(2 * B, p_))
def twice_the_bound(p: Proof) -> Fact:
    """On the exceptional set ‖f − Attn ∘ Linear‖_p <= 2B, in p-th powers: |·|^p is convex."""
    bounds = [p.apply("power_of_norm", held) for held, x in zip(bounded, (of_f, of_network), strict=True)]
    both = num(1) + num(1)
    half = exp(p_ * log(both) - p_ * log(num(1))) * 1 / both
    sizes = [power_p(abs(x(r, c))) for x in (apart, of_f, of_network)]
    own = p.apply("power_of_sum", u=of_f(r, c), v=-of_network(r, c), epsilon_1=1, epsilon_2=1)
    terms = sizes[0], half * sizes[1] + half * sizes[2]
    entry = p.have(terms[0] <= terms[1], own)
    f, g = (fun(lambda y, x=x: substitute(x, {c: y})) for x in terms)
    row = p.apply("sum_le", entry, f=f, g=g, lo=1, hi=n)
    f, g = (fun(lambda y, x=x: substitute(x, {r: y})) for x in row.concl.args)
    total = p.apply("sum_le", row, f=f, g=g, lo=1, hi=d)
    logs = p.apply("log_mul", p.have(num(2) > 0), y=B)
    whole = p.congr(lambda x: exp(p_ * x), logs)
    positive = p.exp_pos(p_ * log(both))
    return p.have(p.goal, total, *((x, positive) for x in bounds), whole)


@paper.claim(given=[*of_split, *on_set], shows=split <= fourth(2 * B))
def split_bounded(p: Proof) -> Fact:
    """Both functions are bounded on the exceptional set."""
    p.given(**{name: x for name, x in OF_CHAIN.items() if x in of_split}, apart=on_set[0])
    most = p.apply("twice_the_bound")
    size = p.exp_pos(p_ * log(small * to_the(cells, root)))
    low = p.have(0 < near + Delta * of_gap, ("part_pos", size), ("measured", "apart"))
    less = p.have(near + Delta * of_gap <= near + Delta * to_the(2 * B, p_), (most, "measured"))
    return p.apply("root_grows", low, less)


@paper.claim(given=sizes_of_chain, shows=fourth(B) <= last(B))
def fourth_bounded(p: Proof) -> Fact:
    """μ(U ∖ D) <= μ(U), and the root of a sum is at most the sum of the roots."""
    p.given(**OF_CHAIN)
    own = p.exp_pos(root * log(cells))
    product = p.apply("root_of_product", p.side_condition(small > 0), own, z=p_)
    same = p.apply("power_of_root", x=cells)
    some = p.have(0 < cells * to_the(small, p_))
    less = p.have(near <= good, (product, mu_1), (same, mu_1 * to_the(small, p_)), ("part", some))
    return p.apply("integral_to_norm", less, I=near + bad)


@paper.claim(given=[*sizes_of_chain, *on_set], shows=split <= last(2 * B))
def split_at_most(p: Proof) -> Fact:
    """Combine the two lines."""
    return p.have(p.goal, p.apply("split_bounded"), p.apply("fourth_bounded", B_p=2 * B))


# --- the exceptional set is split off ---------------------------------------------------------------------------------

of_set_f, of_set_g, net = functions("f g N", MATRIX + "ZZ")
domain_, exceptional = functions("U S", MATRIX)
(m,) = ints("m")  # columns of the inputs: n, or 2n for a pair
E_1, E_2 = reals("E_1 E_2")
(Z,) = vectors("X", 2)
elsewhere = at_matrix(lambda X: ite(0 < exceptional(X), 0, domain_(X)))
within_set = at_matrix(lambda X: ite(0 < exceptional(X), domain_(X), 0))


def mean_at_most(f: Term, U: Term, E: Term) -> Term:
    """∫_U ‖f − N‖_p^p <= E."""
    return integral_at_most(restricted(cost(f, net, p_, d, n), U), E, d, m)


paper.notions.define(
    mean_at_most(of_set_f, domain_, E_1), (of_set_f, net, domain_, p_, E_1, d, n, m), "∫_{2} ‖{0} − {1}‖_{3}^{3} ≤ {4}",
    r"\int_{{{2}}} \lVert {0} - {1} \rVert_{{{3}}}^{{{3}}} \le {4}",
)  # fmt: skip
paper.notions.define(elsewhere, (domain_, exceptional), "({0} ∖ {1})", r"({0} \setminus {1})")
paper.notions.define(within_set, (domain_, exceptional), "({0} ∩ {1})", r"({0} \cap {1})")
same_elsewhere = for_all(
    lambda X: implies(
        0 < domain_(X), exceptional(X) <= 0,
        every(lambda r: every(lambda c: Eq(of_set_f(X, r, c), of_set_g(X, r, c)), 1, n), 1, d),
    ), MATRIX,
)  # fmt: skip
in_two = (same_elsewhere, mean_at_most(of_set_g, elsewhere, E_1), mean_at_most(of_set_f, within_set, E_2))


@paper.claim(given=[*in_two], shows=mean_at_most(of_set_f, domain_, E_1 + E_2))
def mean_in_two(p: Proof) -> Fact:
    """The domain is the exceptional set and the rest, on which f = g."""
    p.given(same=same_elsewhere)
    whole, rest, part = (
        restricted(cost(f, net, p_, d, n), U)
        for f, U in ((of_set_f, domain_), (of_set_g, elsewhere), (of_set_f, within_set))
    )
    inside, beyond, apart, off = (
        p.assume(x) for x in (0 < domain_(Z), domain_(Z) <= 0, 0 < exceptional(Z), exceptional(Z) <= 0)
    )
    goal = whole(Z) <= rest(Z) + part(Z)

    def nonneg(F: Term, U: Term, f: Term) -> Fact:
        """Prove 0 <= ‖f − N‖_p^p on U, and elsewhere."""
        sign = p.apply("cost_nonneg", f=f, g=net, X=Z, p=p_)
        sides = [p.have(0 <= F(Z), sign, *p.reduce_ite(p.assume(o), F(Z)))
                 for o in (U(Z) <= 0, 0 < U(Z))]  # fmt: skip
        return p.cases(U(Z), 0, *sides)

    signs = nonneg(rest, elsewhere, of_set_g), nonneg(part, within_set, of_set_f)
    own = p.ite_eq(whole(Z), inside)
    there = p.ite_eq(within_set(Z), apart)
    there = p.ite_eq(part(Z), p.have(0 < within_set(Z), there, inside))
    in_set = p.have(goal, own, there, signs[0])
    ends = [p.assume(x) for x in (1 <= r, r <= d, 1 <= c, c <= n)]
    entry = p.specialize(p.specialize("same", Z, using=[inside, off]), r, c, using=ends)
    same = p.congr(lambda x: size_to_the(x - net(Z, r, c), p_), entry)
    terms = [fun(lambda r, c, f=f: size_to_the(f(Z, r, c) - net(Z, r, c), p_), 2) for f in (of_set_f, of_set_g)]
    row = p.apply("sum_eq", same, lo=1, hi=n,
                  **{name: fun(lambda c, t=t: t(r, c)) for name, t in zip("fg", terms, strict=True)})  # fmt: skip
    rows = {name: fun(lambda r, t=t: Sum(lambda c: t(r, c), 1, n)) for name, t in zip("fg", terms, strict=True)}
    equal = p.apply("sum_eq", row, lo=1, hi=d, **rows)
    here = p.ite_eq(elsewhere(Z), off)
    here = p.ite_eq(rest(Z), p.have(0 < elsewhere(Z), here, inside))
    calm = p.have(goal, own, here, equal, signs[1])
    outside = p.have(goal, p.ite_eq(whole(Z), beyond), *signs)
    below = p.cases(domain_(Z), 0, outside, p.cases(exceptional(Z), 0, calm, in_set))
    both = p.apply("integral_add", F=rest, G=part, E_1=E_1, E_2=E_2, n=m)
    return p.apply("integral_mono", both, below, F=whole, G=at_matrix(lambda X: rest(X) + part(X)),
                   E_1=E_1 + E_2, E=E_1 + E_2, n=m)  # fmt: skip


differ = exists(
    lambda r, c: [0 < domain_(Z), 1 <= r, r <= d, 1 <= c, c <= n, negation(Eq(of_set_f(Z, r, c), of_set_g(Z, r, c)))],
    "Z", "Z",
)  # fmt: skip
paper.notions.define(differ, (Z, domain_, of_set_f, of_set_g, d, n), "{0} ∈ {{X ∈ {1} : {2}(X) ≠ {3}(X)}}",
                     r"{0} \in \{{X \in {1} : {2}(X) \ne {3}(X)\}}")  # fmt: skip

# --- the choice of ε_0 and Δ ------------------------------------------------------------------------------------------

chosen_small = eps / (2 * to_the(cells * mu, root))
chosen_measure = to_the(eps / (4 * B), p_)
half_given = (p_ >= 1, B > 0, eps > 0)
halves_given = (d >= 1, n >= 1, mu > 0, *half_given)
choices = (small > 0, Delta > 0, small <= chosen_small)


def with_choices(measure: Term, B: Term) -> Term:
    """(dn μ)^(1/p) times the bound of ε_0, plus B times the root of the bound of Δ."""
    return to_the(cells * mu, root) * chosen_small + to_the(measure, root) * B


@paper.claim(given=halves_given, shows=Eq(to_the(cells * mu, root) * chosen_small, eps / 2))
def first_half(p: Proof) -> None:
    """(dn μ)^(1/p) is nonzero."""


second_half = Eq(to_the(chosen_measure, root) * (2 * B), eps / 2)


@paper.claim(given=half_given, shows=second_half)
def second_half_is(p: Proof) -> None:
    """Substitute Δ = (ε/(4B))^p."""
    p.apply("power_of_root", x=eps / (4 * B), label="power")


@paper.claim(given=halves_given, shows=Eq(with_choices(chosen_measure, 2 * B), eps / 2 + eps / 2))
def two_halves(p: Proof) -> Fact:
    """With ε_0 = ε/(2(dn μ)^(1/p)) and Δ = (ε/(4B))^p both terms are ε/2, the bound on the exceptional set being 2B."""
    return p.have(p.goal, p.apply("second_half_is"))


@paper.claim(given=[], shows=Eq(eps / 2 + eps / 2, eps))
def halves_add(p: Proof) -> None:
    """ε/2 + ε/2 = ε."""


(most,) = reals("Delta_1")


@paper.claim(given=[*halves_given, *choices, Delta <= most], shows=last(B) <= with_choices(most, B))
def choices_bound(p: Proof) -> Fact:
    """Products and roots are monotone."""
    grown = p.apply("root_grows", x=Delta, y=most)
    return p.have(p.goal, (small <= chosen_small, exp(root * log(cells * mu))), (grown, B > 0))


@paper.claim(given=sizes_of_chain, shows=fourth(2 * B) <= last(2 * B))
def fourth_corrected(p: Proof) -> Fact:
    """The same for 2B."""
    return p.apply("fourth_bounded", B_p=2 * B)
