"""Corollary 2: with positional encodings the tokens of a sequence need not differ (section 4.1, A.4).

The printed encoding adds 2 k r_max to all d entries of token k. Its norm is 2 k r_max √d, which the bound on the tokens
ignores; and for d = 1 tokens at neighbouring positions can be arbitrarily close. Adding (2 r_max + ε) k to the first
entry only keeps tokens at different positions more than ε apart, for all d and ε. The corollary states only that some
encoding exists, so it holds as printed.
"""

from __future__ import annotations

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.appendix_b_projections.projections import is_pi, pi
from proofs.papers.ks.section_3_theorem_2.theorem_2 import eq_8, maps_contexts, paper_delta
from proofs.papers.ks.section_4_corollaries.corollary_1 import C, are_classes, classes, ids, memorized
from proofs.papers.ks.section_4_corollaries.memorization import consistent, i_in, j_in, k_in, l_in, label, ranged
from proofs.papers.ks.vocabulary import i, j, k, n, paper, unequal
from proofs.theorems.analysis.norms import norm, sqrt
from proofs.theorems.networks.transformers import *

t, h = ints("t h")
(E,) = vectors("E", 2)
printed_encoding = fun(lambda t, k: 2 * k * r_max, 2)  # (48): 2 k r_max in every entry
step = 2 * r_max + epsilon
first = fun(lambda t: ite(Eq(t, 1), 1, 0))
encoding = fun(lambda t, k: step * k * first(t), 2)  # (2 r_max + ε) k in the first entry


def encoded(X: Term, E: Term) -> Term:
    """The sequences X^(i) + E."""
    return fun(lambda i, t, k: X(i, t, k) + E(t, k), 3)


paper.notions.define(encoded(X, E), (X, E), "({0} + {1})", "({0} + {1})")
paper.notions.define(encoding, (r_max, epsilon), "E", "E")
paper.notions.define(printed_encoding, (r_max,), "E(48)", r"E_{{(48)}}")

words = encoded(X, encoding)
short, apart = shorter_than(X, r_max), apart_by(X, epsilon)
data = [d >= 1, r_max > 0, epsilon > 0, short, apart]


def start(p: Proof, *indices: str) -> None:
    """Assume `data`, and the ranges of the indices."""
    p.given(r_pos=r_max > 0, eps_pos=epsilon > 0, short=short, apart=apart)
    p.have(0 < step, label="step")
    ranged(p, *indices)


def at_place(k: Term) -> Term:
    """Return E_k."""
    return fun(lambda t: encoding(t, k))


@paper.claim(given=[d >= 1, r_max > 0, epsilon > 0, h >= 0], shows=Eq(norm(at_place(h), d), step * h))
def encoding_norm(p: Proof) -> None:
    """(2 r_max + ε) h times the first unit vector."""
    one = p.apply("sum_delta", f=first, m=num(1), lo=1, hi=d)
    p.congr(sqrt, one, label="root")
    p.apply("norm_scale", c=step * h, x=first, label="scaled")
    p.abs_value(step * h, p.have(step * h >= 0, (h >= 0, r_max > 0), (h >= 0, epsilon > 0)), label="size")


@paper.claim(given=data, shows=longer_than(words, r_max))
def encoded_long(p: Proof) -> Fact:
    """‖E_k‖ − ‖X_k‖ > (2 r_max + ε) k − r_max."""
    start(p, "i", "k")
    short_ = p.specialize("short", i, k)
    length = p.apply("encoding_norm", h=k)
    whole = p.apply("norm_reverse", x=at_place(k), y=token(X, i, k))
    return p.have(r_max < norm(token(words, i, k), d), whole, length, short_, ("k_low", "step"), "eps_pos")


longest = (2 * n + 1) * r_max + n * epsilon


@paper.claim(given=data, shows=shorter_than(words, longest))
def encoded_short(p: Proof) -> Fact:
    """‖X_k‖ + ‖E_k‖."""
    start(p, "i", "k")
    short_ = p.specialize("short", i, k)
    length = p.apply("encoding_norm", h=k)
    whole = p.apply("norm_triangle", x=token(X, i, k), y=at_place(k))
    return p.have(norm(token(words, i, k), d) < longest, whole, length, short_, ("k_high", "step"))


def gap(i: Term, k: Term, j: Term, l: Term) -> Term:
    """(X_k + E_k) − (X'_l + E_l)."""
    return fun(lambda t: words(i, t, k) - words(j, t, l))


@paper.claim(given=[*data, *i_in, *k_in, *j_in, *l_in, l < k], shows=epsilon < norm(gap(i, k, j, l), d))
def places_apart(p: Proof) -> Fact:
    """‖E_k − E_l‖ >= 2 r_max + ε, and the difference of two tokens is less than 2 r_max."""
    start(p, "i", "j", "k", "l", "t")
    p.given(order=l < k)
    next_ = p.integer_step("order")
    short_k = p.specialize("short", i, k)
    short_l = p.specialize("short", j, l)
    length = p.apply("encoding_norm", h=k - l)
    between = fun(lambda t: X(i, t, k) - X(j, t, l))
    tokens = p.apply("norm_triangle_minus", x=token(X, i, k), y=token(X, j, l))
    whole = p.apply("norm_reverse", x=at_place(k - l), y=between)
    return p.have(p.goal, whole, length, tokens, short_k, short_l, (next_, "step"))


@paper.claim(given=[*data, *i_in, *k_in, *j_in, *l_in, unequal(k, l)], shows=epsilon < norm(gap(i, k, j, l), d))
def different_places_apart(p: Proof) -> Fact:
    """The distance is symmetric."""
    p.given(differ=unequal(k, l))

    def prove(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return p.absurd(p.mp("differ", order), p.goal)
        if order.concl is (l < k):
            return p.apply("places_apart", order)
        back = p.apply("places_apart", order, i=j, j=i, k=l, l=k)
        return p.have(p.goal, back)

    return p.trichotomy(k, l, prove)


@paper.claim(given=data, shows=apart_by(words, epsilon))
def encoded_apart(p: Proof) -> Fact:
    """At the same position the encoding cancels; at different positions it keeps the tokens apart."""
    start(p, "i", "j", "k", "l", "t")
    p.given(differ=different(token(words, i, k), token(words, j, l)))

    def prove(order: Fact) -> Fact:
        goal = epsilon < norm(gap(i, k, j, l), d)
        if order.concl.op != "eq":
            equal = p.rule("assume", Eq(k, l))
            unlike = p.discharge(p.have(FALSE, equal, order), equal.concl)
            return p.apply("different_places_apart", unlike)
        alike = p.rule("assume", same_tokens(token(X, i, k), token(X, j, l)))
        moved = p.congr(lambda k: encoding(t, k), order)
        entry = p.have(Eq(words(i, t, k), words(j, t, l)), p.specialize(alike, t), moved)
        clash = p.mp("differ", p.generalize(t, entry))
        far = p.specialize("apart", i, j, k, l, using=[p.discharge(clash, alike.concl)])
        between = fun(lambda t: X(i, t, k) - X(j, t, l))
        return p.have(goal, far, p.apply("norm_same", moved, x=between, y=gap(i, k, j, l)))

    out = p.discharge(p.trichotomy(k, l, prove), p.get("differ").concl)
    return p.note("out", out)


@paper.claim(
    given=[*data, *i_in, *j_in, *k_in, *l_in, same_tokens(token(words, i, k), token(words, j, l))], shows=Eq(k, l)
)
def place_found(p: Proof) -> Fact:
    """Equal encoded tokens have the same position."""
    p.apply("norm_zero", x=gap(i, k, j, l), label="zero")
    far = p.apply("different_places_apart", p.assume(unequal(k, l)))
    return p.absurd(p.have(FALSE, far), p.goal)


@paper.claim(given=data, shows=no_duplicate_tokens(words))
def distinct_by_encoding(p: Proof) -> Fact:
    """No encoded token occurs at two positions."""
    start(p, "i", "k", "l")
    p.given(differ=unequal(k, l))
    same = p.rule("assume", same_tokens(token(words, i, k), token(words, i, l)))
    found = p.apply("place_found", same)
    return p.discharge(p.mp("differ", found), same.concl)


@paper.claim(given=data, shows=is_tokenwise_separated(words, r_max, longest, epsilon))
def separated_by_encoding(p: Proof) -> Fact:
    """The three conditions."""
    return p.exists_intro(p.goal, [], *(p.apply(f"encoded_{x}") for x in ("long", "short", "apart")))


def labelled(X: Term, Y: Term) -> Term:
    """Equal sequences have equal labels."""

    def equal(Z: Term, i: Term, j: Term) -> Term:
        return every(lambda k: every(lambda t: Eq(Z(i, t, k), Z(j, t, k)), 1, d), 1, n)

    return every(lambda i: every(lambda j: implies(equal(X, i, j), equal(Y, i, j)), 1, N), 1, N)


@paper.claim(given=[*data, labelled(X, label)], shows=consistent(words, label))
def encoded_consistent(p: Proof) -> Fact:
    """A token that occurs in another sequence has the same position there, so the sequences are equal."""
    start(p, "i", "j", "k", "l", "t")
    p.given(labelled=labelled(X, label), h_low=h >= 1, h_high=h <= n)
    there, back = (p.rule("assume", contained(words, *x)) for x in ((i, j), (j, i)))
    entry = Eq(X(i, t, h), X(j, t, h))
    wrong = p.rule("assume", negation(entry))
    alike = p.rule("assume", same_tokens(token(words, i, h), token(words, j, l)))
    found = p.apply("place_found", alike, k=h)
    moved = p.congr(lambda k: words(j, t, k), found)
    clash = p.mp(wrong, p.have(entry, p.specialize(alike, t), moved))
    none = p.generalize(l, p.discharge(clash, alike.concl))
    here = p.absurd(p.mp(p.specialize(there, h), none), entry)
    sequences_ = here
    labels = p.specialize("labelled", i, j, using=[sequences_])
    same = p.rule("assume", same_tokens(token(words, i, k), token(words, j, l)))
    moved = p.congr(lambda k: label(j, t, k), p.apply("place_found", same))
    value = p.have(Eq(label(i, t, k), label(j, t, l)), p.specialize(labels, k, t), moved)
    out = p.discharge(p.generalize(t, value), there.concl, back.concl, same.concl)
    return p.note("out", out)


# --- the encoding as printed ------------------------------------------------------------------------------------------

printed_words = encoded(X, printed_encoding)
ones = fun(lambda t: num(1))


def printed_place(k: Term) -> Term:
    """E_k as printed."""
    return fun(lambda t: printed_encoding(t, k))


@paper.claim(given=[d >= 1, r_max > 0, h >= 0], shows=2 * h * r_max <= norm(printed_place(h), d))
def printed_encoding_norm(p: Proof) -> Fact:
    """2 h r_max √d."""
    p.apply("sum_const", lo=1, hi=d, label="count")
    least = p.apply("square_le", u=num(1), r=norm(ones, d))
    scaled = p.apply("norm_scale", c=2 * h * r_max, x=ones)
    nonneg = p.have(2 * h * r_max >= 0, (h >= 0, r_max > 0))
    size = p.abs_value(2 * h * r_max, nonneg)
    return p.have(p.goal, scaled, (size, norm(ones, d)), (least, nonneg))


@paper.claim(given=data, shows=longer_than(printed_words, r_max))
def printed_long(p: Proof) -> Fact:
    """‖E_k‖ − ‖X_k‖ > 2 k r_max − r_max."""
    start(p, "i", "k")
    short_ = p.specialize("short", i, k)
    length = p.apply("printed_encoding_norm", h=k)
    whole = p.apply("norm_reverse", x=printed_place(k), y=token(X, i, k))
    return p.have(r_max < norm(token(printed_words, i, k), d), whole, length, short_, ("k_low", "r_pos"))


@paper.claim(
    given=[*data, *i_in, *k_in, *l_in, same_tokens(token(printed_words, i, k), token(printed_words, i, l))],
    shows=k <= l,
)
def printed_not_after(p: Proof) -> Fact:
    """‖E_k − E_l‖ >= 2 r_max for l < k, but the difference of two tokens is less."""
    start(p, "i", "k", "l", "t")
    p.given(after=l < k, fine=k <= l)
    next_ = p.integer_step("after")
    short_k = p.specialize("short", i, k)
    short_l = p.specialize("short", i, l)
    between = fun(lambda t: X(i, t, l) - X(i, t, k))
    length = p.apply("printed_encoding_norm", h=k - l)
    tokens = p.apply("norm_triangle_minus", x=token(X, i, l), y=token(X, i, k))
    equal = p.apply("norm_same", x=between, y=printed_place(k - l))
    clash = p.have(FALSE, equal, length, tokens, short_k, short_l, (next_, "r_pos"))
    return p.cases(k, l, "fine", p.absurd(clash, p.goal))


@paper.claim(given=data, shows=no_duplicate_tokens(printed_words))
def distinct_as_printed(p: Proof) -> Fact:
    """Equal tokens have the same position."""
    start(p, "i", "k", "l", "t")
    p.given(differ=unequal(k, l))
    same = p.rule("assume", same_tokens(token(printed_words, i, k), token(printed_words, i, l)))
    words_ = [printed_words(i, t, x) for x in (l, k)]
    back = p.have(Eq(*words_), p.specialize(same, t))
    orders = p.apply("printed_not_after", same), p.apply("printed_not_after", back, k=l, l=k)
    return p.discharge(p.mp("differ", p.antisymmetry(*orders)), same.concl)


# --- Corollary 2 ------------------------------------------------------------------------------------------------------


def memorized_encoded(X: Term, Y: Term) -> Term:
    """There are an encoding and a Transformer block with F(X^(i) + E) = Y^(i) for all i."""
    return exists(lambda E: memorized(encoded(X, E), Y), MATRIX)


sizes = [d >= 1, n >= 1, N >= 1, s >= 1]


by_data = [*sizes, *data, are_classes(classes, C), labelled(X, classes)]


@paper.claim(given=by_data, shows=memorized_encoded(X, classes))
def memorized_by_encoding(p: Proof) -> Fact:
    """Corollary 1 for the encoded sequences."""
    facts = [p.apply(x) for x in ("separated_by_encoding", "distinct_by_encoding")]
    facts.append(p.apply("encoded_consistent", y=classes))
    return p.exists_intro(p.goal, [encoding], *facts)


separated = is_tokenwise_separated(X, r_min, r_max, epsilon)
stated = [epsilon > 0, r_min < r_max, 0 < r_min, separated]


def from_stated(p: Proof, theorem: str) -> Fact:
    """Derive a theorem about `data` from the printed hypotheses."""
    p.have(r_max > 0, label="r_pos")
    _, *parts = p.obtain(separated)
    return p.apply(theorem, *parts)


@paper.claim(given=[d >= 1, *stated], shows=is_tokenwise_separated(words, r_max, longest, epsilon))
def encoded_separated(p: Proof) -> Fact:
    """Use the printed hypotheses on the sequences."""
    return from_stated(p, "separated_by_encoding")


@paper.claim(given=[d >= 1, *stated], shows=no_duplicate_tokens(words))
def encoded_distinct(p: Proof) -> Fact:
    """Use the printed hypotheses on the sequences."""
    return from_stated(p, "distinct_by_encoding")


@paper.claim(given=[d >= 1, *stated], shows=longer_than(printed_words, r_max))
def printed_longer(p: Proof) -> Fact:
    """Use the printed hypotheses on the sequences."""
    return from_stated(p, "printed_long")


@paper.claim(given=[d >= 1, *stated], shows=no_duplicate_tokens(printed_words))
def printed_distinct(p: Proof) -> Fact:
    """Use the printed hypotheses on the sequences."""
    return from_stated(p, "distinct_as_printed")


@paper.claim(
    given=[*sizes, *stated, are_classes(classes, C), labelled(X, classes)], shows=memorized_encoded(X, classes)
)
def corollary_2(p: Proof) -> Fact:
    """Use the printed hypotheses on the sequences."""
    return from_stated(p, "memorized_by_encoding")


# --- (49), (50): the ids of the encoded tokens ------------------------------------------------------------------------

(M,) = ints("M")


def delta_8(size: Term, least: Term, most: Term) -> Term:
    """Return (8) for this number of tokens and these bounds on their norms."""
    return substitute(eq_8, {m: size, r_min: least, r_max: most})


positive = [n >= 1, d >= 1, pi > 0, epsilon > 0, r_min > 0, r_max > 0]


@paper.claim(given=[*positive, m >= 1, m <= M], shows=delta_8(M, r_min, r_max) <= eq_8)
def eq_8_falls(p: Proof) -> Fact:
    """Both factors decrease as the number of tokens grows."""
    p.apply("paper_delta_pos", label="wide")
    few, many = (m + 1) ** 2, (M + 1) ** 2
    p.have(0 < m + 1, label="m_pos")
    p.have(0 < M + 1, label="M_pos")
    p.have(few <= many, (m <= M, m <= M), (m <= M, "m_pos"), label="square")
    fourth = p.have(few**2 <= many**2, ("square", "square"), ("square", p.positive(few)))
    p.note("inverse_few", p.positive(inv(m + 1) ** 4))
    p.note("inverse_many", p.positive(inv(M + 1) ** 4))
    smaller = p.have(inv(M + 1) ** 4 <= inv(m + 1) ** 4, (fourth, "inverse_few", "inverse_many"))
    rate = paper_delta * pi * d * r_max**2 / (4 * epsilon * r_min)
    p.note("rate", p.positive(rate))
    p.apply("exp_le", p.have(-(many**2 * rate) <= -(few**2 * rate), (fourth, "rate")), label="decay")  # fmt: skip
    p.apply("square_nonneg", x=log(n), label="log")
    rest = 2 * epsilon**2 * r_min * inv(r_max) ** 2 * inv(paper_delta) * inv(pi) * inv(d)
    p.note("rest", p.positive(rest))
    less = p.have(inv(M + 1) ** 4 * exp(-(many**2 * rate)) <= inv(m + 1) ** 4 * exp(-(few**2 * rate)),
                  (smaller, exp(-(many**2 * rate))), ("decay", "inverse_few"))  # fmt: skip
    return p.have(p.goal, (less, "log", "rest"))


(closer,) = reals("delta'")


@paper.claim(given=[closer <= delta, maps_contexts(delta)], shows=maps_contexts(closer))
def maps_contexts_closer(p: Proof) -> Fact:
    """A distance of more than δ is more than a smaller δ'."""
    ranged(p, "i", "j", "k", "l")

    found = p.obtain(maps_contexts(delta), *list(one_head))
    mapping = found[-1]
    ids_ = ids(X, *one_head)
    between = fun(lambda t: ids_(i, t, k) - ids_(j, t, l))
    goal = is_contextual_mapping(operator(single_head(*one_head)), X, r_max + epsilon / 4, closer)
    short, *parts = p.obtain(
        mapping,
    )
    weaker = []
    for fact, formula in zip(
        parts, (different(token(X, i, k), token(X, j, l)), other_vocabulary(X, i, j)), strict=True
    ):
        far = p.have(closer < norm(between, d), p.specialize(fact, i, j, k, l, using=[p.assume(formula)]))
        out = p.discharge(far, formula)
        weaker.append(out)
    done = p.change(p.exists_intro(goal, [], short, *weaker), goal)
    return p.exists_intro(p.goal, list(one_head), *found[:-1], done)


def encoded_maps(words: Term, most: Term, gap: Term) -> Term:
    """Weights of rank one map the contexts of the encoded sequences, with this bound and this gap."""
    return maps_contexts(gap, words, most)


of_pi = [is_pi, pi > 0]
all_data = [*sizes, *of_pi, epsilon > 0, r_max > 0, short, apart]
encoded_gap = delta_8(n * N, r_max, longest)


@paper.claim(given=all_data, shows=encoded_maps(words, longest, encoded_gap))
def contexts_by_encoding(p: Proof) -> Fact:
    """Apply Theorem 2 to the encoded sequences, which have at most n N different tokens."""
    facts = [p.apply(x) for x in ("separated_by_encoding", "distinct_by_encoding")]
    most, listed = p.obtain(p.apply("tokens_listed", X=words), m)
    some = p.apply("some_word", listed, X=words)
    found = p.apply("theorem_2_claim", some, listed, *facts, X=words, r_min=r_max, r_max=longest)
    less = p.apply("eq_8_falls", some, most, r_min=r_max, r_max=longest)
    values = {"delta'": encoded_gap, "delta": delta_8(m, r_max, longest)}
    return p.apply("maps_contexts_closer", less, found, X=words, r_max=longest, **values)


@paper.claim(given=[*sizes, *of_pi, *stated], shows=encoded_maps(words, longest, encoded_gap))
def encoded_contexts(p: Proof) -> Fact:
    """Use the printed hypotheses on the sequences."""
    return from_stated(p, "contexts_by_encoding")
