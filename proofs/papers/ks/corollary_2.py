"""Corollary 2: with positional encodings the tokens of a sequence need not differ (section 4.1, A.4).

The printed encoding adds 2 k r_max to all d entries of token k. Its norm is 2 k r_max √d, which the bound on the tokens
forgets; and for d = 1 tokens at neighbouring places can come as close as one likes. Adding 4 k r_max to the first entry
only keeps tokens at different places more than 2 r_max apart, whatever d is. ε <= 2 r_max is no restriction: different
tokens are less than 2 r_max apart.
"""

from __future__ import annotations

from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.attention import (
    N,
    X,
    among,
    apart_by,
    contained,
    d,
    difference,
    different,
    epsilon,
    l,
    no_duplicate_tokens,
    r_max,
    r_min,
    same_tokens,
    shorter_than,
    token,
)
from proofs.papers.ks.contexts import PAPER, contexts_apart, images_short, tokens_apart
from proofs.papers.ks.corollary_1 import (
    i_in,
    id_list,
    images_named,
    j_in,
    k_in,
    l_in,
    labels_consistent,
    layer_given,
    list_length,
    parameters_counted,
    projections_differ,
    ranged,
    t_in,
    transformer,
)
from proofs.papers.ks.counting import some_direction_counted
from proofs.papers.ks.memorization import label
from proofs.papers.ks.projection import m, pi, w
from proofs.papers.ks.rank_one import NAMED, at, in_vocabulary, tok
from proofs.papers.ks.rank_one import X as words
from proofs.papers.ks.theorem_2 import eq_8, exponent
from proofs.papers.ks.vocabulary import display, i, j, k, n, paper, unequal
from proofs.theorems.norms import column, dot, norm, sqrt
from proofs.writing.chapter import Claim
from proofs.writing.paper import Erratum, Search, Values
from proofs.writing.proof import Proof

t, h, a, b = ints("t h a b")


def printed_encoding(k: Term) -> Term:
    """E_k as printed: 2 k r_max in every entry."""
    return fun(lambda t: 2 * k * r_max)


def first(t: Term) -> Term:
    """1 for the first entry, 0 for the others."""
    return ite(eq(t, 1), 1, 0)


def encoding(k: Term) -> Term:
    """4 k r_max in the first entry."""
    return fun(lambda t: 4 * k * r_max * first(t))


def encoded(i: Term, k: Term, encoding: Term) -> Term:
    """X_k + E_k."""
    return fun(lambda t: X(i, t, k) + encoding(t))


short, apart = shorter_than(X, r_max), apart_by(X, epsilon)
data = [d >= 1, r_max > 0, epsilon > 0, epsilon <= 2 * r_max, short, apart]
E_k, E_l = encoding(k), encoding(l)
unit_first = fun(first)


@paper.claim(given=[d >= 1, r_max > 0, h >= 0], shows=eq(norm(encoding(h), d), 4 * h * r_max))
def encoding_norm(p: Proof) -> Fact:
    """4 h r_max times the first unit vector."""
    p.given(d_low=d >= 1, r_pos=r_max > 0, h_low=h >= 0)
    p.apply("one", "sum_delta", f=fun(first), m=num(1), lo=1, hi=d)
    p.both("root", dot(unit_first, unit_first, d), num(1), sqrt, "one")
    p.apply("unit", "sqrt_unique", p.have(None, num(1) >= 0), r=num(1))
    p.apply("scaled", "norm_scale", c=4 * h * r_max, x=unit_first)
    p.rule("size", "abs_value", 4 * h * r_max, p.have(None, 4 * h * r_max >= 0, ("h_low", "r_pos")))
    return p.have(
        "out", p.goal, "scaled", ("size", norm(unit_first, d)), ("root", 4 * h * r_max), ("unit", 4 * h * r_max)
    )


def start(p: Proof) -> None:
    """Assume `data`."""
    p.given(
        d_low=d >= 1, r_pos=r_max > 0, eps_pos=epsilon > 0, eps_small=epsilon <= 2 * r_max, short=short, apart=apart
    )


@paper.claim(given=[*data, *i_in, *k_in], shows=3 * r_max < norm(encoded(i, k, E_k), d))
def encoded_long(p: Proof) -> Fact:
    """‖E_k‖ − ‖X_k‖ > 4 k r_max − r_max."""
    start(p)
    ranged(p, "i", "k")
    p.use("short_", "short", i, k)
    p.apply("length", "encoding_norm", p.have(None, k >= 0, "k_low"), h=k)
    p.apply("whole", "norm_reverse", x=E_k, y=token(X, i, k))
    return p.have("out", p.goal, "whole", "length", "short_", ("k_low", "r_pos"))


@paper.claim(given=[*data, *i_in, *k_in], shows=norm(encoded(i, k, E_k), d) < (4 * n + 1) * r_max)
def encoded_short(p: Proof) -> Fact:
    """‖X_k‖ + ‖E_k‖."""
    start(p)
    ranged(p, "i", "k")
    p.use("short_", "short", i, k)
    p.apply("length", "encoding_norm", p.have(None, k >= 0, "k_low"), h=k)
    p.apply("whole", "norm_triangle", x=token(X, i, k), y=E_k)
    return p.have("out", p.goal, "whole", "length", "short_", ("k_high", "r_pos"))


def encoded_gap(i: Term, k: Term, j: Term, l: Term) -> Term:
    """(X_k + E_k) − (X'_l + E_l)."""
    return difference(encoded(i, k, encoding(k)), encoded(j, l, encoding(l)))


@paper.claim(given=[*data, *i_in, *k_in, *j_in, *l_in, l < k], shows=epsilon < norm(encoded_gap(i, k, j, l), d))
def places_apart(p: Proof) -> Fact:
    """‖E_k − E_l‖ >= 4 r_max, and two tokens differ by less than 2 r_max."""
    start(p)
    ranged(p, "i", "j", "k", "l", "t")
    p.given(order=l < k)
    p.rule("step", "integer_step", "order")
    p.use("short_k", "short", i, k)
    p.use("short_l", "short", j, l)
    p.apply("length", "encoding_norm", p.have(None, k - l >= 0, "step"), h=k - l)
    p.apply("tokens", "norm_triangle_minus", x=token(X, i, k), y=token(X, j, l))
    p.apply("whole", "norm_reverse", x=encoding(k - l), y=difference(token(X, i, k), token(X, j, l)))
    sum_ = fun(lambda t: encoding(k - l)(t) + difference(token(X, i, k), token(X, j, l))(t))
    p.every("entries", t, p.have(None, eq(sum_(t), encoded_gap(i, k, j, l)(t))), "t_low", "t_high")
    p.apply("same", "norm_same", "entries", x=sum_, y=encoded_gap(i, k, j, l))
    return p.have(
        "out", p.goal, "whole", "same", "length", "tokens", "short_k", "short_l", "eps_small", ("step", "r_pos")
    )


unlike = [unequal(k, l)]


@paper.claim(given=[*data, *i_in, *k_in, *j_in, *l_in, *unlike], shows=epsilon < norm(encoded_gap(i, k, j, l), d))
def different_places_apart(p: Proof) -> Fact:
    """The distance is symmetric."""
    start(p)
    ranged(p, "i", "j", "k", "l", "t")
    p.given(differ=unlike[0])

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.rule(None, "absurd", p.rule(None, "mp", "differ", order), p.goal)
        if order.concl is (l < k):
            return p.apply(None, "places_apart", order)
        back = p.apply(None, "places_apart", order, i=j, j=i, k=l, l=k)
        gap_ = encoded_gap(j, l, i, k)
        scaled = p.apply(None, "norm_scale", c=num(-1), x=gap_)
        one = p.rule(None, "abs_value", num(-1), p.have(None, num(-1) <= 0))
        return p.have(None, p.goal, back, scaled, (one, norm(gap_, d)))

    return p.by_order("out", k, l, prove)


@paper.claim(
    given=[*data, *i_in, *k_in, *j_in, different(encoded(i, k, E_k), encoded(j, k, E_k))],
    shows=epsilon < norm(encoded_gap(i, k, j, k), d),
)
def same_place_apart(p: Proof) -> Fact:
    """The encoding cancels."""
    start(p)
    ranged(p, "i", "j", "k", "t")
    p.given(differ=different(encoded(i, k, E_k), encoded(j, k, E_k)))
    same = p.rule(None, "assume", same_tokens(token(X, i, k), token(X, j, k)))
    entry = p.use(None, same, t)
    p.every("encoded", t, p.have(None, eq(encoded(i, k, E_k)(t), encoded(j, k, E_k)(t)), entry), "t_low", "t_high")
    p.note("tokens_differ", p.discharged(p.rule(None, "mp", "differ", "encoded"), same.concl))
    return p.use("out", "apart", i, j, k, k, using=["tokens_differ"])


# --- (48): the encoded sequences as data for Theorem 2 ----------------------------------------------------------------

# token k of sequence i of X + E is w_a, a = at(i, k), and w_a is token pos(a) of sequence seq(a)
seq, pos = sequences("seq pos")
is_encoded = every(
    lambda i: every(lambda k: every(lambda t: eq(w(t, at(i, k)), encoded(i, k, encoding(k))(t)), 1, d), 1, n), 1, N
)
sources = [
    every(lambda a: seq(a) >= 1, 1, m), every(lambda a: seq(a) <= N, 1, m), every(lambda a: pos(a) >= 1, 1, m),
    every(lambda a: pos(a) <= n, 1, m), every(lambda a: eq(at(seq(a), pos(a)), a), 1, m),
]  # fmt: skip
vocabulary = [*in_vocabulary, is_encoded, *sources]
a_in, b_in = (a >= 1, a <= m), (b >= 1, b <= m)


def with_vocabulary(p: Proof) -> None:
    """Assume `data` and `vocabulary`."""
    start(p)
    names = ("at_low", "at_high", "encoded", "seq_low", "seq_high", "pos_low", "pos_high", "at_source")
    p.given(**dict(zip(names, vocabulary, strict=True)))


def source(p: Proof, a: Term) -> list[Fact]:
    """1 <= seq(a) <= N and 1 <= pos(a) <= n, and w_a = X_pos(a) + E_pos(a) of sequence seq(a), entry by entry."""
    ends = [p.use(None, name, a) for name in ("seq_low", "seq_high", "pos_low", "pos_high")]
    here = p.use(None, "at_source", a)
    entry = p.use(None, "encoded", seq(a), pos(a), t, using=ends)
    same = p.both(None, at(seq(a), pos(a)), a, lambda a: w(t, a), here)
    value = encoded(seq(a), pos(a), encoding(pos(a)))(t)
    entries = p.every(None, t, p.have(None, eq(w(t, a), value), entry, same), "t_low", "t_high")
    return [*ends, entries]


bigger = {r_min: 3 * r_max, r_max: (4 * n + 1) * r_max}


def at_encoded(f: Term) -> Term:
    """What is said of r_min and r_max, at 3 r_max and (4 n + 1) r_max."""
    return substitute(f, bigger)


def word_bounded(p: Proof, bound: str) -> Fact:
    """What the theorem says of an encoded token's norm, for the word that is that token."""
    with_vocabulary(p)
    p.given(a_low=a >= 1, a_high=a <= m)
    ranged(p, "t")
    *ends, entries = source(p, a)
    p.apply("same", "norm_same", entries, x=column(w, a), y=encoded(seq(a), pos(a), encoding(pos(a))))
    p.apply("bound", bound, *ends, i=seq(a), k=pos(a))
    return p.have("out", p.goal, "same", "bound")


@paper.claim(given=[*data, *vocabulary, *a_in], shows=3 * r_max < norm(column(w, a), d))
def words_long(p: Proof) -> Fact:
    """An encoded token."""
    return word_bounded(p, "encoded_long")


@paper.claim(given=[*data, *vocabulary, *a_in], shows=norm(column(w, a), d) < (4 * n + 1) * r_max)
def words_short(p: Proof) -> Fact:
    """An encoded token."""
    return word_bounded(p, "encoded_short")


@paper.claim(
    given=[*data, *vocabulary, *a_in, *b_in, different(column(w, a), column(w, b))],
    shows=epsilon < norm(difference(column(w, a), column(w, b)), d),
)
def words_apart(p: Proof) -> Fact:
    """At one place as without encoding, at two places by the encoding."""
    with_vocabulary(p)
    p.given(a_low=a >= 1, a_high=a <= m, b_low=b >= 1, b_high=b <= m)
    p.given(differ=different(column(w, a), column(w, b)))
    ranged(p, "t")
    *ends_a, entries_a = source(p, a)
    *ends_b, entries_b = source(p, b)
    own, other = p.use(None, entries_a, t), p.use(None, entries_b, t)
    places_ = {"i": seq(a), "k": pos(a), "j": seq(b), "l": pos(b)}
    gap_ = encoded_gap(*(places_[name] for name in "ikjl"))
    p.every(
        "gaps", t, p.have(None, eq(difference(column(w, a), column(w, b))(t), gap_(t)), own, other), "t_low", "t_high"
    )
    p.apply("same", "norm_same", "gaps", x=difference(column(w, a), column(w, b)), y=gap_)

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            moved = p.both(None, pos(a), pos(b), lambda k: encoded(seq(a), k, encoding(k))(t), order)
            entry = p.have(None, eq(gap_(t), encoded_gap(seq(a), pos(b), seq(b), pos(b))(t)), moved)
            moved_gap = p.every(None, t, entry, "t_low", "t_high")
            norms = p.apply(None, "norm_same", moved_gap, x=gap_, y=encoded_gap(seq(a), pos(b), seq(b), pos(b)))
            alike = p.rule(None, "assume", same_tokens(
                encoded(seq(a), pos(b), encoding(pos(b))), encoded(seq(b), pos(b), encoding(pos(b)))))  # fmt: skip
            here = p.use(None, alike, t)
            back = p.every(None, t, p.have(None, eq(w(t, a), w(t, b)), own, other, moved, here), "t_low", "t_high")
            unlike = p.discharged(p.rule(None, "mp", "differ", back), alike.concl)
            far = p.apply(None, "same_place_apart", unlike, *ends_a, *ends_b, i=seq(a), j=seq(b), k=pos(b))
            return p.have(None, p.goal, far, norms, "same")
        equal = p.rule(None, "assume", eq(pos(a), pos(b)))
        unlike = p.discharged(p.have(None, FALSE, equal, order), equal.concl)
        far = p.apply(None, "different_places_apart", unlike, *ends_a, *ends_b, **places_)
        return p.have(None, p.goal, far, "same")

    return p.by_order("out", pos(a), pos(b), prove)


@paper.claim(given=[*data, *vocabulary, *i_in, *j_in, *k_in, *l_in, same_tokens(tok(i, k), tok(j, l))], shows=eq(k, l))
def place_found(p: Proof) -> Fact:
    """Equal encoded tokens stand at the same place."""
    with_vocabulary(p)
    ranged(p, "i", "j", "k", "l", "t")
    p.given(same=same_tokens(tok(i, k), tok(j, l)))
    own, other = p.use(None, "encoded", i, k, t), p.use(None, "encoded", j, l, t)
    none = p.have(None, eq(encoded_gap(i, k, j, l)(t), 0), p.use(None, "same", t), own, other)
    p.every("nothing", t, none, "t_low", "t_high")
    p.apply("zero", "norm_zero", "nothing", x=encoded_gap(i, k, j, l))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        equal = p.rule(None, "assume", eq(k, l))
        unlike = p.discharged(p.have(None, FALSE, equal, order), equal.concl)
        far = p.apply(None, "different_places_apart", unlike)
        return p.rule(None, "absurd", p.have(None, FALSE, far, "zero", "eps_pos"), p.goal)

    return p.by_order("out", k, l, prove)


@paper.claim(given=[*data, *vocabulary], shows=no_duplicate_tokens(words))
def encoded_distinct(p: Proof) -> Fact:
    """No encoded token stands at two places."""
    with_vocabulary(p)
    ranged(p, "i", "k", "l")
    p.given(differ=unequal(k, l))
    same = p.rule(None, "assume", same_tokens(tok(i, k), tok(i, l)))
    found = p.apply(None, "place_found", same, j=i)
    out = p.discharged(p.rule(None, "mp", "differ", found), same.concl)
    p.every("inner", l, out, "l_low", "l_high", "differ")
    p.every("places", k, "inner", "k_low", "k_high")
    return p.every("out", i, "places", "i_low", "i_high")


same_sequence = every(lambda k: every(lambda t: eq(X(i, t, k), X(j, t, k)), 1, d), 1, n)
labelled = every(
    lambda i: every(
        lambda j: implies(
            every(lambda k: every(lambda t: eq(X(i, t, k), X(j, t, k)), 1, d), 1, n),
            every(lambda k: every(lambda t: eq(label(i, t, k), label(j, t, k)), 1, d), 1, n),
        ),
        1,
        N,
    ),
    1,
    N,
)  # equal sequences have equal labels


@paper.claim(
    given=[*data, *vocabulary, *i_in, *j_in, *k_in, among(tok(i, k), words, j)], shows=same_tokens(tok(i, k), tok(j, k))
)
def same_at_place(p: Proof) -> Fact:
    """Among the tokens of another sequence an encoded token can only be the one at its own place."""
    with_vocabulary(p)
    ranged(p, "i", "j", "k", "l", "t")
    p.given(among=among(tok(i, k), words, j))
    goal_t = eq(w(t, at(i, k)), w(t, at(j, k)))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        same = p.rule(None, "assume", same_tokens(tok(i, k), tok(j, l)))
        found = p.apply(None, "place_found", same)
        back = p.both(None, l, k, lambda l: w(t, at(j, l)), p.have(None, eq(l, k), found))
        clash = p.have(None, FALSE, p.use(None, same, t), back, order)
        none = p.every(None, l, p.discharged(clash, same.concl), "l_low", "l_high")
        return p.rule(None, "absurd", p.rule(None, "mp", "among", none), goal_t)

    return p.every("out", t, p.by_order(None, goal_t.args[0], goal_t.args[1], prove), "t_low", "t_high")


@paper.claim(given=[*data, *vocabulary, labelled], shows=labels_consistent)
def encoded_consistent(p: Proof) -> Fact:
    """Sequences with the same encoded tokens are the same."""
    with_vocabulary(p)
    ranged(p, "i", "j", "k", "l", "t")
    p.given(labelled=labelled, there=contained(words, i, j), back=contained(words, j, i), e_low=h >= 1, e_high=h <= n)
    p.given(same=same_tokens(tok(i, k), tok(j, l)), s_low=a >= 1, s_high=a <= d)
    p.use("found", "there", h)
    p.apply("at_h", "same_at_place", "found", k=h)
    own, other = p.use(None, "encoded", i, h, a), p.use(None, "encoded", j, h, a)
    entry = p.have(None, eq(X(i, a, h), X(j, a, h)), p.use(None, "at_h", a), own, other)
    p.every("sequences", h, p.every(None, a, entry, "s_low", "s_high"), "e_low", "e_high")
    p.use("alike", "labelled", i, j, using=["sequences"])
    p.apply("place", "place_found")
    here = p.use(None, "alike", k, t)
    moved = p.both(None, k, l, lambda k: label(j, t, k), "place")
    labels = p.every(None, t, p.have(None, eq(label(i, t, k), label(j, t, l)), here, moved), "t_low", "t_high")
    out = p.discharged(labels, contained(words, i, j), contained(words, j, i), same_tokens(tok(i, k), tok(j, l)))
    for v in (l, k, j, i):
        name = v.args[0]
        out = p.every(None, v, out, f"{name}_low", f"{name}_high")
    return p.restate("out", out, p.goal)


# --- A.4 and Corollary 2 ----------------------------------------------------------------------------------------------

printed_short = Claim((*data, *i_in, *k_in), norm(encoded(i, k, printed_encoding(k)), d) < (2 * n + 1) * r_max)
printed_apart = Claim(
    (*data, *i_in, *k_in, *j_in, *l_in, *unlike),
    epsilon < norm(difference(encoded(i, k, printed_encoding(k)), encoded(j, l, printed_encoding(l))), d),
)
wide: dict[str, Values] = {"r_max": [1], "epsilon": [rational(3, 2)]}
display(
    "A.4", 1, "48",
    "with E_k = 4 k r_max e_1 the encoded tokens are (3 r_max, (4 n + 1) r_max, ε)-separated, and none occurs twice",
    printed_short, printed_apart, mended=[words_long, words_short, words_apart, encoded_distinct, encoded_consistent],
    errata=[
        Erratum(
            "dimension", "E_k has the norm 2 k r_max √d: tokens can be longer than (2 n + 1) r_max if d >= 2.", 0,
            Search(sizes={"d": [2], "n": [1], "N": [1], "i": [1], "k": [1]}, reals=wide,
                   entries={"X": [rational(1, 2)]}, length={"X": "N d n"}),
        ),
        Erratum(
            "false", "For d = 1 tokens at neighbouring places are 2 r_max apart minus what the tokens differ by, "
            "which can be almost 2 r_max: they are different, but not ε apart.", 1,
            Search(sizes={"d": [1], "n": [2], "N": [1], "i": [1], "j": [1], "k": [1, 2], "l": [1, 2]}, reals=wide,
                   entries={"X": [rational(9, 10), rational(-9, 10)]}, length={"X": "N d n"}),
        ),
    ],
)  # fmt: skip

DATA = {"at_low", "at_high", "longer", "apart", "shorter", "distinct"}
weights_given = [at_encoded(NAMED[name]) for name in PAPER.split() if name not in DATA]
network_given = [at_encoded(images_named), *id_list, *layer_given]
r_max_encoded = (4 * n + 1) * r_max


def encoded_data(p: Proof) -> None:
    """What Theorem 2 asks of the encoded tokens, and of the weights."""
    p.given_all([*data, *vocabulary], "data")
    p.given_all(weights_given, "weights")
    p.given(a_low=a >= 1, a_high=a <= m, b_low=b >= 1, b_high=b <= m, r_pos=r_max > 0)
    p.given(differ=different(column(w, a), column(w, b)))
    p.every("longer", a, p.apply(None, "words_long"), "a_low", "a_high")
    p.every("shorter", a, p.apply(None, "words_short"), "a_low", "a_high")
    inner = p.every(None, b, p.apply(None, "words_apart"), "b_low", "b_high", "differ")
    p.every("apart_words", a, inner, "a_low", "a_high")
    p.apply("distinct", "encoded_distinct")
    p.have("least", 0 < 3 * r_max, "r_pos")


encoded_given = [*data, *vocabulary, *weights_given]
by_bigger = {"r_min": 3 * r_max, "r_max": r_max_encoded}


@paper.claim(given=encoded_given, shows=at_encoded(images_short))
def encoded_ids_short(p: Proof) -> Fact:
    """Theorem 2 for the encoded sequences."""
    encoded_data(p)
    return p.apply("out", "all_images_short", r_max=r_max_encoded)


@paper.claim(given=encoded_given, shows=at_encoded(tokens_apart))
def encoded_tokens_apart(p: Proof) -> Fact:
    """Theorem 2 for the encoded sequences."""
    encoded_data(p)
    return p.apply("out", "all_tokens_apart", **by_bigger)


@paper.claim(given=encoded_given, shows=at_encoded(contexts_apart))
def encoded_contexts_apart(p: Proof) -> Fact:
    """Theorem 2 for the encoded sequences."""
    encoded_data(p)
    return p.apply("out", "all_contexts_apart", **by_bigger)


@paper.claim(
    given=[*encoded_given, labelled, *network_given, *i_in, *k_in, *t_in],
    shows=eq(transformer(i, t, k), label(i, t, k)),
)
def encoded_labels_computed(p: Proof) -> Fact:
    """Corollary 1 for the encoded sequences."""
    encoded_data(p)
    p.given(labelled=labelled)
    p.given_all(network_given, "network")
    ranged(p, "i", "k", "t")
    p.apply("labels", "encoded_consistent")
    return p.apply("out", "labels_computed", **by_bigger)


short_49 = Claim((*data, *i_in, *k_in), norm(encoded(i, k, printed_encoding(k)), d) < (2 * n + 1) * r_max + epsilon / 4)
display(
    "A.4", 2, "49", "the ids of the encoded tokens are shorter than (4 n + 1) r_max + ε/4", short_49,
    mended=encoded_ids_short,
    errata=Erratum(
        "dimension", "It rests on the bound (2 n + 1) r_max on the encoded tokens, which lacks a factor √d: the "
        "tokens themselves can be longer than this r.", 0,
        Search(sizes={"d": [4], "n": [1], "N": [1], "i": [1], "k": [1]}, reals=wide,
               entries={"X": [rational(2, 5)]}, length={"X": "N d n"}),
    ),
)  # fmt: skip

exponent_50 = (2 * n + 1) ** 2 * (n * N + 1) ** 4 * ((2 * log(n) + 3) * pi * d * r_max) / (4 * epsilon)
factor_50 = 2 * log(n) ** 2 * epsilon**2 * inv(2 * n + 1) ** 2 * inv(r_max) * inv(n * N + 1) ** 4
factor_50 = factor_50 * inv(2 * log(n) + 3) * inv(pi) * inv(d)
eq_50 = factor_50 * exp(-exponent_50)
values_50 = {r_min: r_max, r_max: (2 * n + 1) * r_max, m: n * N}
printed_values, exponent_8 = substitute(eq_8, values_50), substitute(exponent, values_50)


@paper.claim(given=[n >= 1, N >= 1, d >= 1, pi > 0, r_max > 0, epsilon > 0], shows=eq(eq_50, printed_values))
def eq_50_is_eq_8(p: Proof) -> Fact:
    """(50) is (8) at r_min = r_max, at (2 n + 1) r_max for r_max, and n N tokens."""
    p.given(n_low=n >= 1, N_low=N >= 1, d_low=d >= 1, pi=pi > 0, r_pos=r_max > 0, eps=epsilon > 0)
    p.have("odd", 0 < 2 * n + 1, "n_low")
    p.have("product", 0 < (2 * n + 1) * r_max, ("odd", "r_pos"))
    nonzero = ["r_pos", "eps", "odd", "product"]
    p.rule("exponents", "arith", eq(exponent_50, exponent_8), [], [], nonzero)
    p.both("exp", exponent_50, exponent_8, lambda z: exp(-z), "exponents")
    return p.rule("out", "arith", p.goal, [(factor_50, ["exp"])], [], nonzero)


display(
    "A.4", 3, "50", "the ids of different tokens and contexts are apart, by (8) at the values of the encoded tokens",
    eq_50_is_eq_8, mended=[eq_50_is_eq_8, encoded_tokens_apart, encoded_contexts_apart],
    errata=Erratum(
        "gap", "(50) is (8) at r_min = r_max and (2 n + 1) r_max, as printed; but the encoded tokens are not separated "
        "so. With the mended encoding the values are 3 r_max and (4 n + 1) r_max.",
    ),
)  # fmt: skip

display(
    "4.1", 2, "18", "the block maps the encoded sequences to their labels", encoded_labels_computed,
)  # fmt: skip
paper.state(
    "corollary-2",
    "with positional encodings a Transformer block with one head maps any N sequences, equal ones labelled alike, to "
    "their labels; with as many parameters as in Corollary 1, the encoding not counted",
    section="4.1", index="Corollary 2", kind="corollary",
    printed=[encoded_labels_computed, projections_differ, some_direction_counted, list_length, parameters_counted],
)  # fmt: skip
