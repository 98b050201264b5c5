"""Steps of Corollaries 4.1.1 and 4.2.1 (B.2, B.4): from a uniform error to one in L_p.

Integrals and measures are numbers here: `mu` is the measure of the domain, `Delta` bounds that of the exceptional set,
and x^y is exp(y ln x). That such sets exist is Lusin's theorem (`measure`). The corollaries themselves, in
`corollaries`, do without it: what they need is f in L_p.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.liu.square_values import theorem_4_1_square
from proofs.papers.liu.vocabulary import c, d, display, eps, n, paper
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search
from proofs.writing.proof import Proof

p_, mu, small, Delta, B, x, y, a, b = reals("p mu epsilon_0 Delta B_p x y a b")
(w,) = vectors("w", 2)
paper.assume(0 < B, 0 < small)
r, K = ints("r K")


def to_the(x: Term, y: Term) -> Term:
    """x^y for x > 0."""
    return exp(y * log(x))


paper.notions.define(to_the(x, y), (x, y), "{0:f}^({1})", "{0:f}^{{{1}}}")
cells = d * n
root = inv(p_)
entries_bounded = (
    every(lambda r: every(lambda c: 0 < w(r, c), 1, n), 1, d),
    every(lambda r: every(lambda c: w(r, c) <= small, 1, n), 1, d),
)
p_sum = sigma(lambda r: sigma(lambda c: to_the(w(r, c), p_), 1, n), 1, d)


@paper.claim(given=[d >= 1, n >= 1, p_ >= 1, small > 0, *entries_bounded], shows=p_sum <= cells * to_the(small, p_))
def entries_to_norm(p: Proof) -> None:
    """If all |entries| are at most ε_0, the sum of their p-th powers is at most dn ε_0^p."""
    p.given(wide=d >= 1, long=n >= 1)
    p.given(r_low=r >= 1, r_high=r <= d, c_low=c >= 1, c_high=c <= n)
    p.apply("logs", "log_le", x=w(r, c), y=small)
    p.have("exponents", p_ * log(w(r, c)) <= p_ * log(small), "logs")
    p.apply("power", "exp_le", x=p_ * log(w(r, c)), y=p_ * log(small))
    p.every("columns", c, "power", "c_low", "c_high")
    bound = to_the(small, p_)
    row = {"f": fun(lambda c: to_the(w(r, c), p_)), "g": fun(lambda c: bound)}
    p.apply("row", "sum_le", lo=1, hi=n, **row)
    p.apply("count", "sum_const", lo=1, hi=n)
    p.have("row_bound", sigma(lambda c: to_the(w(r, c), p_), 1, n) <= n * bound, "row")
    p.every("rows", r, "row_bound", "r_low", "r_high")
    whole = {"f": fun(lambda r: sigma(lambda c: to_the(w(r, c), p_), 1, n)), "g": fun(lambda r: n * bound)}
    p.apply("sum", "sum_le", lo=1, hi=d, **whole)
    p.apply("counted", "sum_const", lo=1, hi=d)


@paper.theorem
def power_of_root(p: Proof) -> None:
    """0 < x, 1 <= p ⊢ (x^p)^(1/p) = x."""
    p.given(pos=x > 0, one=p_ >= 1)
    p.have("p_pos", p_ > 0, "one")
    p.have("same", eq(root * (p_ * log(x)), log(x)))
    p.both("moved", exp, "same")
    p.rule("e", "exp_log", "pos")
    p.qed(p.have("out", eq(to_the(to_the(x, p_), root), x), "moved", "e"))


@paper.theorem
def root_of_product(p: Proof) -> None:
    """0 < x, y ⊢ (xy)^z = x^z y^z."""
    (z,) = reals("z")
    p.given(x_pos=x > 0, y_pos=y > 0)
    p.apply("logs", "log_mul")
    p.both("moved", lambda u: exp(z * u), "logs")
    p.qed(p.have("out", eq(to_the(x * y, z), to_the(x, z) * to_the(y, z)), "moved"))


@paper.theorem
def share_below_root(p: Proof) -> None:
    """0 < x <= 1, 1 <= p ⊢ x <= x^(1/p)."""
    p.given(pos=x > 0, most=x <= 1, one=p_ >= 1)
    p.apply("log_", "log_le_sub")
    p.have("negative", log(x) <= 0, "log_", "most")
    p.have("p_pos", p_ > 0, "one")
    p.apply("inv_pos", "inv_pos", x=p_)
    p.have("root_most", root <= 1, ("one", "inv_pos"))
    p.have("slack", 1 - root >= 0, "root_most")
    p.have("exponents", log(x) <= root * log(x), ("slack", "negative"))
    p.apply("grow", "exp_le", x=log(x), y=root * log(x))
    p.rule("e", "exp_log", "pos")
    p.qed(p.have("out", x <= to_the(x, root), "grow", "e"))


@paper.claim(given=[a > 0, b > 0, p_ >= 1], shows=to_the(a + b, root) <= to_the(a, root) + to_the(b, root))
def root_of_sum(p: Proof) -> Fact:
    """(a + b)^(1/p) <= a^(1/p) + b^(1/p)."""
    p.given(a_pos=a > 0, b_pos=b > 0)
    p.have("sum_pos", a + b > 0)
    p.apply("inv", "inv_pos", x=a + b)
    for name, part in (("a", a), ("b", b)):
        share = part / (a + b)
        p.have(f"{name}_share", share > 0, (f"{name}_pos", "inv"))
        p.apply(f"{name}_root", "share_below_root", x=share)
        p.apply(f"{name}_product", "root_of_product", x=share, y=a + b, z=root)
        p.have(f"{name}_whole", eq(share * (a + b), part))
        p.both(f"{name}_same", lambda u: to_the(u, root), f"{name}_whole")
    p.rule("root", "exp_pos", root * log(a + b))
    products = [(f"{name}_root", "root") for name in "ab"]
    equations = [f"{name}_{what}" for name in "ab" for what in ("product", "same")]
    return p.have("out", p.goal, *products, *equations)


good, bad = mu * (cells * to_the(small, p_)), Delta * to_the(B, p_)
bound_7 = small * to_the(cells * mu, root) + to_the(Delta, root) * B
sizes_ = (d >= 1, n >= 1, p_ >= 1, mu > 0, small > 0, Delta > 0, B > 0)
total = reals("I")[0]


@paper.claim(given=[*sizes_, total > 0, total <= good + bad], shows=to_the(total, root) <= bound_7)
def integral_to_norm(p: Proof) -> None:
    """If ∫ |error|^p <= μ dn ε_0^p + Δ B^p, then the L_p norm is at most ε_0 (dn μ)^(1/p) + Δ^(1/p) B."""
    p.apply("logs", "log_le", x=total, y=good + bad)
    p.apply("grow", "exp_le", x=root * log(total), y=root * log(good + bad))
    p.apply("sum", "root_of_sum", a=good, b=bad)
    p.apply("good_root", "root_of_product", x=cells * mu, y=to_the(small, p_), z=root)
    p.apply("bad_root", "root_of_product", x=Delta, y=to_the(B, p_), z=root)
    p.apply("small_root", "power_of_root", x=small)
    p.apply("B_root", "power_of_root", x=B)


chosen_small = eps / (2 * to_the(cells * mu, root))
chosen_measure = to_the(eps / (4 * B), p_)
printed_measure = to_the(eps, p_) / (B * to_the(num(2), p_))
halves_given = (d >= 1, n >= 1, p_ >= 1, mu > 0, B > 0, eps > 0)
mended_sum = chosen_small * to_the(cells * mu, root) + to_the(chosen_measure, root) * (2 * B)


@paper.claim(given=halves_given, shows=eq(mended_sum, eps / 2 + eps / 2))
def two_halves(p: Proof) -> None:
    """With ε_0 = ε/(2(dn μ)^(1/p)) and Δ = (ε/(4B))^p both terms are ε/2, the bound on the exceptional set being 2B."""
    p.apply("power", "power_of_root", x=eps / (4 * B))


@paper.claim(given=[], shows=eq(eps / 2 + eps / 2, eps))
def halves_add(p: Proof) -> None:
    """ε/2 + ε/2 = ε."""


of_f, of_network = vectors("f_Z N_Z", 2)
value, found = of_f(r, c), of_network(r, c)  # an entry of f(Z) and of Attn ∘ Linear(Z)


@paper.claim(given=[absolute(value) <= B, absolute(found) <= B], shows=absolute(value - found) <= 2 * B)
def twice_the_bound(p: Proof) -> None:
    """On the exceptional set |f − Attn ∘ Linear| <= 2B."""


# --- the displays -------------------------------------------------------------------------------------------------

not_within = Claim((B > 0, absolute(value) <= B, absolute(found) <= B), absolute(value - found) <= B)
opposite = Search(
    sizes={"r": [1], "c": [1]}, reals={"B_p": [1]}, entries={"f_Z": [1], "N_Z": [-1]},
    length={"f_Z": "1 1", "N_Z": "1 1"},
)  # fmt: skip
single = Erratum(
    "false", "On the exceptional set f − Attn ∘ Linear is bounded by the bounds of both, not by that of f.", 0, opposite
)
larger = Erratum(
    "false",
    "ε stands for ε_0.",
    0,
    Search(
        sizes={"d": [1], "n": [1]},
        reals={"p": [1], "epsilon": [1], "epsilon_0": [2]},
        entries={"w": [2]},
        length={"w": "d n"},
    ),
)
by_eps = Claim((d >= 1, n >= 1, p_ >= 1, eps > 0, small > 0, *entries_bounded), p_sum <= cells * to_the(eps, p_))
printed_sum = chosen_small * to_the(cells * mu, root) + to_the(printed_measure, root) * B
wrong_measure = Erratum(
    "false",
    "Δ must be (ε/(4B_p))^p: B_p has to be raised to p too, and the error on the exceptional set is up to 2B_p.",
    0,
    Search(sizes={"d": [1], "n": [1]}, reals={"p": [2], "mu": [1], "B_p": [4], "epsilon": [1]}),
)
printed_halves = Claim(halves_given, printed_sum <= eps / 2 + eps / 2)
steps = (
    entries_to_norm,
    root_of_sum,
    integral_to_norm,
    two_halves,
    twice_the_bound,
)
for section in ("B.2", "B.4"):
    first = "B.23" if section == "B.2" else "B.48"
    # what else is wrong in the displays 7, 8 and 9
    domain = [Erratum("typo", "U × U is to be U_K × U_Q.", same_as=x) for x in ("", "B.4-7#2", "B.4-7#2")]
    also = [(x,) if section == "B.4" else () for x in domain]
    display(section, 2, "The set where f and g differ.", first, defines=value - found)
    if section == "B.2":
        display(
            section,
            4,
            "The network is uniformly within ε_0 of the continuous g.",
            printed=theorem_4_1_square,
        )
    display(
        section,
        5,
        "Pointwise, the p-norm of the error is at most ε_0 (dn)^(1/p).",
        printed=by_eps,
        mended=entries_to_norm,
        errata=larger,
    )
    display(
        section,
        7,
        "The L_p norm is at most ε_0 (dn μ)^(1/p) + Δ^(1/p) times the bound on the exceptional set.",
        printed=not_within,
        mended=(root_of_sum, integral_to_norm, twice_the_bound),
        errata=(single, *also[0]),
        narrower="Integrals are numbers here: I is that of the p-th power of the error, μ and Δ are measures.",
    )
    display(
        section,
        8,
        "ε_0 and Δ are chosen so that both terms are ε/2.",
        printed=printed_halves,
        mended=two_halves,
        errata=(wrong_measure, *also[1]),
    )
    display(
        section,
        9,
        "With these the norm is at most ε/2 + ε/2.",
        printed=printed_halves,
        mended=two_halves,
        errata=(wrong_measure, *also[2]),
    )
    display(section, 10, "Which is ε.", printed=halves_add)
