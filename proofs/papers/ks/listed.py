"""Any sequences have a contextual mapping: their tokens are listed, and a direction keeps the list apart.

`contexts` speaks of sequences made of a list of words. Here the list is found (`proofs.theorems.listing`), and so is
the direction (`counting`): nothing but the sequences is left, and nothing is cited. What is shown of sequences made of
the list holds of the given ones, which have the same entries where there are any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import (
    W_1,
    W_2,
    Z_,
    N,
    X,
    Z_matrix,
    b_1,
    contained,
    contextual_mapping,
    d,
    different,
    epsilon,
    feed_forward,
    images,
    l,
    network,
    no_duplicate_tokens,
    places,
    r_max,
    r_min,
    relu,
    s,
    same_tokens,
    self_attention,
    token,
    tokenwise_separated,
)
from proofs.papers.ks.attention import q as hidden
from proofs.papers.ks.counting import kept_share
from proofs.papers.ks.memorization import consistent, label, ranged
from proofs.papers.ks.projection import K as base_of_code
from proofs.papers.ks.projection import coded, factor, kept, kept_lengths, m, not_zero, scale, unit, v, w
from proofs.papers.ks.projection import q as code
from proofs.papers.ks.rank_one import Delta, assume, at, carried_over, first_unit, paper_separation
from proofs.papers.ks.rank_one import X as listed
from proofs.papers.ks.rank_one import named as given_names
from proofs.papers.ks.theorem_2 import paper_delta
from proofs.papers.ks.vocabulary import i, j, k, n, paper, some, unequal
from proofs.theorems.listing import LISTED, listing_2
from proofs.theorems.matrices import Matrix, equal_by, named, products_equal, reflexive, softmaxes_equal
from proofs.theorems.matrices import softmax as softmax_of
from proofs.theorems.norms import column, dot, norm, sqrt
from proofs.writing.proof import Proof

t, a, b, h, c, e = ints("t a b h c e")
(Z,) = vectors("Z", 3)
(Z2,) = vectors("Z'", 2)
O, V, K, Q = vectors("W_O W_V W_K W_Q", 2)

# --- one head ---------------------------------------------------------------------------------------------------------


def one_head(Z: Matrix, O: Term, V: Term, K: Term, Q: Term) -> Matrix:
    """F_SA with one head."""
    return self_attention(Z, [fun(lambda h, p, t, W=W: W(p, t), 3) for W in (O, V, K, Q)], heads=num(1))


def ids(X: Term, O: Term, V: Term, K: Term, Q: Term) -> Term:
    """What attention makes of the sequences."""
    return images(X, lambda Z: one_head(Z, O, V, K, Q))


def outer_product(W: Term, rows: Term, columns: Term) -> Term:
    """W = x yᵀ for some x and y: of rank one, or 0."""
    return exists(
        lambda x, y: every(lambda p: every(lambda t: eq(W(p, t), x(p) * y(t)), 1, columns), 1, rows), VECTOR, VECTOR
    )


def outer_products(O: Term, V: Term, K: Term, Q: Term) -> list[Term]:
    """All weights of the head are."""
    return [outer_product(O, d, s), *(outer_product(W, s, d) for W in (V, K, Q))]


paper.notions.define(
    outer_product(O, d, s), (O, d, s), "rank {0} ≤ 1 on {1}×{2}", r"\operatorname{{rank}} {0}_{{{1} \times {2}}} \le 1"
)
paper.notions.define(
    ids(X, O, V, K, Q), (X, O, V, K, Q), "F_SA({0}; {1}, {2}, {3}, {4})",
    r"\mathcal{{F}}_S^{{(SA)}}({0}; {1}, {2}, {3}, {4})",
)  # fmt: skip


def has_contexts(X: Term) -> Term:
    """There are weights of rank one, or 0, with which one head is an (r_max + ε/4, δ)-contextual mapping, δ >= 0."""

    def conditions(O: Term, V: Term, K: Term, Q: Term, delta: Term) -> list[Term]:
        mapping = contextual_mapping(X, ids(X, O, V, K, Q), r_max + epsilon / 4, delta)
        return [*outer_products(O, V, K, Q), 0 <= delta, *mapping]

    return exists(conditions, MATRIX, MATRIX, MATRIX, MATRIX, "R")


other_matrix = named(Z2, d, n)


@paper.claim(
    given=[some, Z_matrix.equals(other_matrix)],
    shows=one_head(Z_matrix, O, V, K, Q).equals(one_head(other_matrix, O, V, K, Q)),
)
def attention_of_same(p: Proof) -> Fact:
    """Equal matrices, product by product."""
    p.given(some=some, same=Z_matrix.equals(other_matrix))
    equal = Z_matrix, other_matrix, p.get("same")

    def after(W: Matrix) -> tuple[Matrix, Matrix, Fact]:
        return W @ Z_matrix, W @ other_matrix, products_equal(p, None, reflexive(p, W), equal)

    values, keys, queries = (after(named(W, s, d)) for W in (V, K, Q))
    turned = equal_by(p, None, keys[0].T, keys[1].T, lambda i, j, ends: p.use(None, keys[2], j, i, using=ends))
    scores = products_equal(p, None, (keys[0].T, keys[1].T, turned), queries)
    weights = [softmax_of(keys[x].T @ queries[x]) for x in (0, 1)]
    softened = softmaxes_equal(p, None, keys[0].T @ queries[0], keys[1].T @ queries[1], scores)
    means = products_equal(p, None, values, (*weights, softened))
    output = reflexive(p, named(O, d, s))
    heads = products_equal(p, None, output, (values[0] @ weights[0], values[1] @ weights[1], means))
    parts = [named(O, d, s) @ (values[x] @ weights[x]) for x in (0, 1)]
    one = num(1)

    def entry(i: Term, j: Term, ends: Sequence[Fact]) -> Fact:
        here = p.use(None, heads, i, j, using=ends)
        each = p.every(None, h, here, p.rule(None, "assume", one <= h), p.rule(None, "assume", h <= one))
        by = {name: fun(lambda h, m=m: m(i, j)) for name, m in zip("fg", parts, strict=True)}
        total = p.apply(None, "sum_eq", each, lo=1, hi=1, **by)
        both = one_head(Z_matrix, O, V, K, Q), one_head(other_matrix, O, V, K, Q)
        return p.have(None, eq(both[0](i, j), both[1](i, j)), total, p.use(None, "same", i, j, using=ends))

    return equal_by(p, "out", one_head(Z_matrix, O, V, K, Q), one_head(other_matrix, O, V, K, Q), entry)


@paper.claim(
    given=[every(lambda t: eq(Z_(t, k), Z2(t, k)), 1, d), 1 <= t, t <= d],
    shows=eq(feed_forward(Z_matrix, *network)(t, k), feed_forward(other_matrix, *network)(t, k)),
)
def layer_of_same(p: Proof) -> Fact:
    """A feed-forward layer gives equal tokens equal outputs, whatever the other tokens are."""
    p.given(same=every(lambda t: eq(Z_(t, k), Z2(t, k)), 1, d), t_low=1 <= t, t_high=t <= d)
    p.given(c_low=1 <= c, c_high=c <= d, u_low=1 <= e, u_high=e <= hidden)
    p.use("own", "same", t)
    p.use("entry", "same", c)
    by = {name: fun(lambda c, x=x: W_1(e, c) * x(c, k)) for name, x in (("f", Z_), ("g", Z2))}
    p.every("entries", c, p.have(None, eq(by["f"](c), by["g"](c)), ("entry", W_1(e, c))), "c_low", "c_high")
    p.apply("inner", "sum_eq", "entries", lo=1, hi=d, **by)
    left, right = (sigma(f, 1, d) for f in by.values())
    p.both("unit", left, right, lambda x: W_2(t, e) * relu(x + b_1(e)), "inner")
    p.every("units", e, "unit", "u_low", "u_high")
    units = {
        name: fun(lambda u, x=x: W_2(t, u) * relu(sigma(lambda c: W_1(u, c) * x(c, k), 1, d) + b_1(u)))
        for name, x in (("f", Z_), ("g", Z2))
    }
    p.apply("outer", "sum_eq", "units", lo=1, hi=hidden, **units)
    return p.have("out", p.goal, "outer", "own")


# --- the same sequences -----------------------------------------------------------------------------------------------


def same_data(X: Term, Y: Term) -> Term:
    """X = Y: all entries of all sequences."""
    return places(lambda i, k: every(lambda t: eq(X(i, t, k), Y(i, t, k)), 1, d))


paper.notions.define(
    same_data(X, Z), (X, Z, N, d, n), "{0}^(i) = {1}^(i) for i = 1..{2}", r"{0}^{{(i)}} = {1}^{{(i)}}\ (i \le {2})"
)


def carried(p: Proof, differ: Fact, i: Term, k: Term, j: Term, l: Term) -> Fact:
    """X_ik ≠ X_jl from Z_ik ≠ Z_jl."""
    alike = p.rule(None, "assume", same_tokens(token(X, i, k), token(X, j, l)))
    own, other = p.use(None, "same", i, k, t), p.use(None, "same", j, l, t)
    entry = p.have(None, eq(Z(i, t, k), Z(j, t, l)), own, other, p.use(None, alike, t))
    clash = p.rule(None, "mp", differ, p.every(None, t, entry, "t_low", "t_high"))
    return p.discharged(clash, alike.concl)


def back(p: Proof, differ: Fact, i: Term, k: Term, j: Term, l: Term) -> Fact:
    """Z_ik ≠ Z_jl from X_ik ≠ X_jl."""
    alike = p.rule(None, "assume", same_tokens(token(Z, i, k), token(Z, j, l)))
    own, other = p.use(None, "same", i, k, t), p.use(None, "same", j, l, t)
    entry = p.have(None, eq(X(i, t, k), X(j, t, l)), own, other, p.use(None, alike, t))
    clash = p.rule(None, "mp", differ, p.every(None, t, entry, "t_low", "t_high"))
    return p.discharged(clash, alike.concl)


@paper.claim(given=[same_data(X, Z), no_duplicate_tokens(X)], shows=no_duplicate_tokens(Z))
def distinct_of_same(p: Proof) -> Fact:
    """Tokens that differ in X differ in Z."""
    p.given(same=same_data(X, Z), distinct=no_duplicate_tokens(X), unequal=unequal(k, l))
    ranged(p, "i", "k", "l", "t")
    differ = back(p, p.use(None, "distinct", i, k, l), i, k, i, l)
    out = p.every(None, k, p.every(None, l, differ, "l_low", "l_high", "unequal"), "k_low", "k_high")
    return p.every("out", i, out, "i_low", "i_high")


def contained_of_same(p: Proof, there: Fact, i: Term, j: Term) -> Fact:
    """All tokens of sequence i of X are among those of sequence j, from the same of Z."""
    none = p.rule(None, "assume", every(lambda l: different(token(X, i, k), token(X, j, l)), 1, n))
    unlike = p.every(None, l, back(p, p.use(None, none, l), i, k, j, l), "l_low", "l_high")
    clash = p.rule(None, "mp", p.use(None, there, k), unlike)
    return p.every(None, k, p.discharged(clash, none.concl), "k_low", "k_high")


@paper.claim(given=[same_data(X, Z), consistent(X, label)], shows=consistent(Z, label))
def consistent_of_same(p: Proof) -> Fact:
    """Vocabularies and tokens that are equal in Z are equal in X."""
    p.given(same=same_data(X, Z), labels=consistent(X, label))
    ranged(p, "i", "j", "k", "l", "t")
    there, other = (p.rule(None, "assume", contained(Z, *x)) for x in ((i, j), (j, i)))
    contexts = contained_of_same(p, there, i, j), contained_of_same(p, other, j, i)
    alike = p.rule(None, "assume", same_tokens(token(Z, i, k), token(Z, j, l)))
    own, word = p.use(None, "same", i, k, t), p.use(None, "same", j, l, t)
    entry = p.have(None, eq(X(i, t, k), X(j, t, l)), own, word, p.use(None, alike, t))
    tokens = p.every(None, t, entry, "t_low", "t_high")
    labels = p.every(None, t, p.use(None, "labels", i, j, k, l, t, using=[*contexts, tokens]), "t_low", "t_high")
    out = p.discharged(labels, there.concl, other.concl, alike.concl)
    for x in (l, k, j, i):
        out = p.every(None, x, out, f"{x.args[0]}_low", f"{x.args[0]}_high")
    return p.note("out", out)


# --- a direction ------------------------------------------------------------------------------------------------------

with_zero = fun(lambda t, a: ite(a <= m, w(t, a), 0), 2)  # the list, and the zero vector as one more


def keeps(factor: Term, at: Term) -> list[Term]:
    """A unit vector, and κ > 0 that it keeps of all distances and lengths of the list."""
    return [0 < factor, *(substitute(f, {v: at}) for f in (unit, kept(factor), kept_lengths(factor)))]


@paper.claim(given=[d >= 1, m >= 1], shows=exists(lambda factor, v: keeps(factor, v), "R", VECTOR))
def unit_direction_keeps(p: Proof) -> Fact:
    """The counted direction for the list and the zero vector."""
    p.given(d_low=d >= 1, m_low=m >= 1, nz=not_zero, base=2 <= base_of_code, number=num(0) <= code)
    p.given(a_low=a >= 1, a_high=a <= m, b_low=b >= 1, b_high=b <= m, t_low=t >= 1, t_high=t <= d)
    share = substitute(kept_share, {m: m + 1})
    positive = p.positive(share, p.have(None, 0 < m + 1, "m_low"), p.have(None, 0 < d, "d_low"))
    before = substitute(substitute(kept(kept_share), {m: m + 1}), {w: with_zero, v: coded})
    p.given(keeps=before)
    words = [p.rule(None, "choice", with_zero(t, x), f) for x, f in ((a, "a_high"), (b, "b_high"))]
    zero = p.rule(None, "choice", with_zero(t, m + 1), p.have(None, m < m + 1))
    ends = [p.have(None, x <= m + 1, f) for x, f in ((a, "a_high"), (b, "b_high"))]
    last = [p.have(None, m + 1 >= 1, "m_low"), p.have(None, m + 1 <= m + 1)]

    def moved(fact: Fact, x: Term, y: Term, *entries: Fact) -> Fact:
        """κ ‖y‖ <= |v·y| from that of x, of which the entries are equal."""
        equal = p.every(None, t, p.have(None, eq(x(t), y(t)), *entries), "t_low", "t_high")
        length = p.apply(None, "norm_same", equal, x=x, y=y)
        terms = p.have(None, eq(coded(t) * x(t), coded(t) * y(t)), (p.use(None, equal, t), coded(t)))
        by = {"f": fun(lambda t: coded(t) * x(t)), "g": fun(lambda t: coded(t) * y(t))}
        total = p.apply(None, "sum_eq", p.every(None, t, terms, "t_low", "t_high"), lo=1, hi=d, **by)
        size = p.both(None, dot(coded, x, d), dot(coded, y, d), absolute, total)
        return p.have(None, share * norm(y, d) <= absolute(dot(coded, y, d)), fact, (length, share), size)

    def gap(a: Term, b: Term, w: Term) -> Term:
        return fun(lambda t: w(t, a) - w(t, b))

    far = moved(p.use(None, "keeps", a, b, using=ends), gap(a, b, with_zero), gap(a, b, w), *words)
    long = moved(
        p.use(None, "keeps", a, m + 1, using=[*ends, *last]), gap(a, m + 1, with_zero), column(w, a), words[0], zero
    )
    all_far = p.every(None, a, p.every(None, b, far, "b_low", "b_high"), "a_low", "a_high")
    of_one = p.apply(None, "coded_is_unit", "nz")
    there = p.exhibit(
        None, p.goal, [share, coded], positive, of_one, all_far, p.every(None, a, long, "a_low", "a_high")
    )
    no = p.rule(None, "mp", p.rule(None, "assume", negation(p.goal)), there)
    no = p.every(None, code, p.discharged(no, not_zero, before), "number")
    p.apply("found", "some_direction_counted", last[0], m=m + 1, w=with_zero)
    return p.rule("out", "absurd", p.rule(None, "mp", "found", p.every(None, base_of_code, no, "base")), p.goal)


# --- weights ----------------------------------------------------------------------------------------------------------


@paper.claim(given=[s >= 1], shows=eq(norm(first_unit, s), 1))
def first_unit_norm(p: Proof) -> Fact:
    """One entry is 1."""
    p.given(s=s >= 1)
    p.apply("abs", "eq_29_possible", p.have(None, num(1) > 0), scale=1)
    p.apply("nonneg", "dot_self_nonneg", x=first_unit, d=s)
    p.rule("size", "abs_value", dot(first_unit, first_unit, s), "nonneg")
    same = p.have(None, eq(dot(first_unit, first_unit, s), 1), "abs", "size")
    p.both("root", dot(first_unit, first_unit, s), num(1), sqrt, same)
    p.apply("unique", "sqrt_unique", r=1)
    return p.have("out", p.goal, "root", "unique")


short_step = fun(lambda t: epsilon / (4 * r_max) * v(t))


@paper.claim(given=[unit, epsilon > 0, r_max > 0], shows=eq(norm(short_step, d), epsilon / (4 * r_max)))
def short_step_norm(p: Proof) -> Fact:
    """A multiple of a unit vector."""
    p.given(unit=unit, epsilon=epsilon > 0, r_max=r_max > 0)
    size = epsilon / (4 * r_max)
    p.apply("scaled", "norm_scale", c=size, x=v)
    p.note("pos", p.positive(size))
    p.rule("abs", "abs_value", size, p.have(None, size >= 0, "pos"))
    p.both("root", dot(v, v, d), num(1), sqrt, "unit")
    p.apply("unique", "sqrt_unique", r=1)
    return p.have("out", p.goal, "scaled", ("abs", norm(v, d)), ("root", size), ("unique", size))


strong = paper_delta / (factor**2 * epsilon * r_min)  # |uᵀu'|
DIRECTION = {"factor": 0 < factor, "unit": unit, "kept": kept(factor), "lengths": kept_lengths(factor)}
WORDS = "some at_low at_high longer apart shorter distinct epsilon r_min r_max"
own_gap = epsilon * (log(n) ** 2 * exp(-2 * (strong * r_max**2))) / (4 * (strong * r_max**2))


@paper.claim(given=[s >= 1, *given_names(WORDS), *DIRECTION.values()], shows=has_contexts(listed))
def contexts_in_direction(p: Proof) -> Fact:
    """W_K = u vᵀ, W_Q = u' vᵀ, W_V = u'' vᵀ, W_O = a u''ᵀ: u, u', u'' along the first axis, a along v."""
    p.given(s=s >= 1, **DIRECTION)
    assume(p, WORDS)
    for name in ("wide", "enough", "pos"):
        p.apply(name, f"paper_delta_{name}")
    p.note("strong", p.positive(strong))
    p.have("balanced", eq(factor**2 * strong * epsilon * r_min, paper_delta), "factor", "epsilon", "r_min")
    p.apply("inner", "eq_29_possible", "strong", scale=strong)
    p.note("reach", p.positive(strong * r_max**2))
    p.apply("one", "first_unit_norm")
    p.apply("step", "short_step_norm")
    one = num(1)
    length = p.have(None, 0 < norm(first_unit, s), "one")
    turned = p.have(None, eq(one, norm(first_unit, s)), "one")
    template = hole(lambda z: eq(norm(short_step, d), epsilon / (4 * r_max * z**2)))
    moved = p.rule(None, "replace", turned, template, "step")
    p.apply("values", "eq_32_possible", length, moved, **{"u''": first_unit, "u'''": short_step})
    along = fun(lambda p: ite(eq(p, 1), strong, 0))
    output = fun(lambda t, p: short_step(t) * first_unit(p), 2)
    heads = [output, *(fun(lambda p, t, x=x: x(p) * v(t), 2) for x in (first_unit, along, first_unit))]
    values = {"u": along, "u'": first_unit, "u''": first_unit, "W_O": fun(lambda h, t, p: output(t, p), 3)}
    more = {"scale": strong, "delta": paper_delta, "Delta": own_gap, "kappa": factor}
    p.have("gap", substitute(carried_over(paper_separation), {scale: strong, Delta: own_gap}), "reach")
    p.apply("square", "square_nonneg", x=log(n))
    p.rule("small", "exp_pos", -2 * (strong * r_max**2))
    p.apply("part", "inv_pos", "reach", x=strong * r_max**2)
    p.have("low", 0 <= own_gap, ("square", "small", "epsilon", "part"))
    parts = []
    for name in ("all_images_short", "all_tokens_apart", "all_contexts_apart"):
        fact = p.theorem(name)
        free = {x.args[0] for f in (fact.concl, *fact.hyps.values()) for x in f.free}
        parts.append(p.apply(None, name, **{x: y for x, y in {**values, **more}.items() if x in free}))
    factors = (short_step, first_unit), (first_unit, v), (along, v), (first_unit, v)
    shapes = [p.exhibit(None, f, xy) for f, xy in zip(outer_products(*heads), factors, strict=True)]
    return p.exhibit("out", p.goal, [*heads, own_gap], *shapes, "low", *parts)


# --- any sequences ----------------------------------------------------------------------------------------------------

separated_tokens = tokenwise_separated(X, r_max, epsilon, r_min)
SEQUENCES = {
    "d": d >= 1, "n": n >= 1, "N": N >= 1, "s": s >= 1, "epsilon": epsilon > 0, "r_min": r_min > 0,
    "distinct": no_duplicate_tokens(X), **dict(zip(("longer", "shorter", "apart"), separated_tokens, strict=True)),
}  # fmt: skip
words_listed = listing_2(X, w, at, m)
OF_LIST = dict(zip((f"list_{x}" for x in LISTED), words_listed, strict=True))


def by_word(p: Proof, formula: Callable[[Term], Term], given: str) -> Fact:
    """∀ a. formula(‖w_a‖) from the same of all tokens."""
    word, place = p.use(None, "list_used", a), token(X, i, k)

    def prove(low: Fact, high: Fact, k_low: Fact, k_high: Fact, here: Fact) -> Fact:
        entry = p.use(None, "list_values", i, k, t, using=[low, high, k_low, k_high])
        moved = p.both(None, at(i, k), a, lambda a: w(t, a), here)
        equal = p.every(None, t, p.have(None, eq(place(t), w(t, a)), entry, moved), "t_low", "t_high")
        length = p.apply(None, "norm_same", equal, x=place, y=column(w, a))
        return p.have(
            None, formula(norm(column(w, a), d)), length, p.use(None, given, i, k, using=[low, high, k_low, k_high])
        )

    return p.every(None, a, p.obtain(None, word, [i, k], prove, formula(norm(column(w, a), d))), "a_low", "a_high")


@paper.claim(given=[*SEQUENCES.values(), *words_listed], shows=has_contexts(listed))
def contexts_of_listed(p: Proof) -> Fact:
    """The list is separated as the tokens are."""
    p.given(**SEQUENCES, **OF_LIST)
    p.given(t_low=1 <= t, t_high=t <= d, a_low=1 <= a, a_high=a <= m, b_low=1 <= b, b_high=b <= m)
    one = p.have(None, num(1) <= 1)
    ends = [p.use(None, f"list_{x}", 1, 1, using=[one]) for x in ("at_low", "at_high")]
    some_word = p.have(None, m >= 1, *ends)
    radius = p.have(None, r_max > 0, *(p.use(None, x, 1, 1, using=[one]) for x in ("longer", "shorter")), "r_min")
    longer = by_word(p, lambda x: r_min < x, "longer")
    shorter_ = by_word(p, lambda x: x < r_max, "shorter")
    p.given(differ=different(column(w, a), column(w, b)))
    goal = epsilon < norm(fun(lambda t: w(t, a) - w(t, b)), d)

    def first(*own: Fact) -> Fact:
        def second(*other: Fact) -> Fact:
            entries = []
            for (i_, k_), here, word in (((i, k), own, a), ((j, l), other, b)):
                entry = p.use(None, "list_values", i_, k_, t, using=here)
                entries.append(
                    p.have(
                        None,
                        eq(X(i_, t, k_), w(t, word)),
                        entry,
                        p.both(None, at(i_, k_), word, lambda a: w(t, a), here[4]),
                    )
                )
            alike = p.rule(None, "assume", same_tokens(token(X, i, k), token(X, j, l)))
            entry = p.have(None, eq(w(t, a), w(t, b)), *entries, p.use(None, alike, t))
            clash = p.rule(None, "mp", "differ", p.every(None, t, entry, "t_low", "t_high"))
            far = p.use(None, "apart", i, j, k, l, using=[*own, *other, p.discharged(clash, alike.concl)])
            x, y = fun(lambda t: X(i, t, k) - X(j, t, l)), fun(lambda t: w(t, a) - w(t, b))
            equal = p.every(None, t, p.have(None, eq(x(t), y(t)), *entries), "t_low", "t_high")
            return p.have(None, goal, far, p.apply(None, "norm_same", equal, x=x, y=y))

        return p.obtain(None, p.use(None, "list_used", b), [j, l], second, goal)

    far = p.obtain(None, p.use(None, "list_used", a), [i, k], first, goal)
    apart = p.every(None, a, p.every(None, b, far, "b_low", "b_high", "differ"), "a_low", "a_high")
    distinct_ = p.apply(None, "distinct_of_same", Z=listed)
    found = p.apply(None, "unit_direction_keeps", some_word)
    facts = [longer, shorter_, apart, distinct_, radius]
    return p.obtain("out", found, [factor, v], lambda *parts: p.apply(None, "contexts_in_direction", *parts, *facts))
