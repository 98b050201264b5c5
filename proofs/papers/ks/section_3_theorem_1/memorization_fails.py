"""Blocks with hardmax attention do not memorize (sections 1, 3.3, 4.1), in the sense of Corollary 1.

The two sequences of `theorem_1` share their first token, which a block maps alike in both.
"""

from __future__ import annotations

from collections.abc import Callable

from proofs.builder.proof import Proof
from proofs.kernel.rules import Fact
from proofs.language.notation import *
from proofs.papers.ks.section_3_theorem_1 import theorem_1
from proofs.papers.ks.section_4_corollaries.corollary_1 import C, are_classes, same_data
from proofs.papers.ks.section_4_corollaries.memorization import consistent
from proofs.papers.ks.vocabulary import a, b, i, j, k, n, paper
from proofs.theorems.algebra.matrices import Matrix
from proofs.theorems.networks.transformers import *

two_alike = [4 <= n, *theorem_1.agree, *theorem_1.inner, *theorem_1.outer]
biases = vectors("c_1 c_2")  # b_1 and b_2 are entries of b here
block = (W_1, biases[0], W_2, biases[1], q)


def hard_block(Z: Matrix) -> Matrix:
    """Return the Transformer block with hardmax."""
    return feed_forward(theorem_1.layer(Z), *block)


def first_image(a: Term) -> Callable[[Term], Term]:
    """Return the image of the first of the tokens a_k v."""
    return lambda t: hard_block(theorem_1.line(a))(t, num(1))


@paper.claim(given=two_alike, shows=every(lambda t: Eq(first_image(a)(t), first_image(b)(t)), 1, d))
def hardmax_forgets(p: Proof) -> Fact:
    """Attention maps the first tokens to the same image, and so does the feed-forward layer."""
    images = [fun(lambda t, k, x=x: theorem_1.layer(theorem_1.line(x))(t, k), 2) for x in (a, b)]
    by = dict(zip(("b_1", "b_2"), biases, strict=True))
    return p.apply("token_by_token", H_1=images[0], H_2=images[1], k=1, l=1, **by)


memory = (h, s, *weights, *block)


def taken(X: Term, Y: Term) -> Term:
    """The block maps the sequences to their labels."""
    return same_data(images(X, hard_block), Y)


paper.notions.define(
    taken(X, Y), (X, Y, *memory, N, d, n),
    "F({0}; {4}, {5}, {6}, {7}, {8}, {9}, {10}, {11}, {12})^(i) = {1}^(i) ∈ ℝ^({14}×{15}) for i = 1..{13}, F the block "
    "with {2} hardmax heads of size {3}",
    r"\mathcal{{F}}({0}; {4}, {5}, {6}, {7}, {8}, {9}, {10}, {11}, {12})^{{(i)}} = {1}^{{(i)}} \in"
    r" \mathbb{{R}}^{{{14} \times {15}}}\ (i \le {13}), \mathcal{{F}} \text{{ the block with }} {2}"
    r" \text{{ hardmax heads of size }} {3}",
)  # fmt: skip


def forgotten(X: Term, Y: Term) -> Term:
    """No heads and weights make the block map the sequences to their labels."""

    def at(*own: Term) -> Term:
        return negation(substitute(taken(X, Y), dict(zip(memory, own, strict=True))))

    return for_all(at, *(x.sort for x in memory))


def not_memorized(n_: Term, N_: Term, X: Term, Y: Term) -> list[Term]:
    """n_ >= 1, sequences and labels are as in Corollary 1, and no block maps the sequences to their labels."""
    data = [no_duplicate_tokens(X), longer_than(X, num(0)), are_classes(Y, C), consistent(X, Y), forgotten(X, Y)]
    return [1 <= n_, *(substitute(x, {n: n_, N: N_}) for x in data)]


pair, sequence_number = theorem_1.pair, fun(lambda i, t, k: i, 3)
of_two = {N: num(2)}


@paper.claim(given=[1 <= d, 4 <= n], shows=substitute(forgotten(pair, sequence_number), of_two))
def pair_forgotten(p: Proof) -> Fact:
    """The first tokens have the same image, but the labels 1 and 2."""
    at = {"a": theorem_1.first_of_pair, "b": theorem_1.second_of_pair, "v": theorem_1.ones}
    alike = p.specialize(p.apply("hardmax_forgets", **at), 1)
    held = p.assume(substitute(taken(pair, sequence_number), of_two))
    labels = [p.specialize(held, number, 1, 1) for number in (1, 2)]
    fact = p.discharge(p.have(FALSE, alike, *labels), held.concl)
    return p.note("out", fact)


@paper.claim(given=[1 <= d, 4 <= n], shows=substitute(consistent(pair, sequence_number), of_two))
def pair_consistent(p: Proof) -> Fact:
    """The vocabularies of the two sequences differ."""
    p.given(i_high=i <= 2, j_high=j <= 2)
    p.given(t_low=1 <= t, t_high=t <= d)
    p.apply("pair_fresh", label="fresh")
    at = {"a": theorem_1.first_of_pair, "b": theorem_1.second_of_pair, "v": theorem_1.ones, "X": pair}
    other = p.apply("vocabularies_differ", t=1, m=2, **at)
    there, back = (p.assume(contained(pair, *x)) for x in ((i, j), (j, i)))

    def equal(order: Fact) -> Fact:
        if order.concl.op == "eq":
            return order
        first, second = order.concl.args
        step = p.integer_step(order)
        ends = p.assume(1 <= first), p.get(second <= 2)
        low = p.antisymmetry(p.have(first <= 1, step, ends[1]), ends[0])
        high = p.antisymmetry(ends[1], p.have(2 <= second, step, ends[0]))
        sides = (there, back) if first is i else (back, there)
        moved = [p.rewrite(x, low, high) for x in sides]
        return p.absurd(p.mp(p.mp(other, moved[0]), moved[1]), Eq(i, j))

    same = p.assume(same_tokens(token(pair, i, k), token(pair, j, l)))
    fact = p.generalize(t, p.trichotomy(i, j, equal), "t_low", "t_high")
    fact = p.discharge(fact, same.concl)
    return p.note("out", fact)


@paper.claim(given=[1 <= d, 2 <= C], shows=exists(not_memorized, "Z", "Z", "(ZZZ>R)", "(ZZZ>Z)"))
def hardmax_memorizes_not(p: Proof) -> Fact:
    """Take two sequences of four tokens with the labels 1 and 2."""
    four, two = num(4), num(2)
    at = {"c": num(0), "n": four}
    facts = [p.apply(name, **at) for name in (
        "pair_without_duplicates", "pair_without_zero", "pair_consistent", "pair_forgotten")]  # fmt: skip
    own = substitute(are_classes(sequence_number, C), {n: four, N: two})
    classes = p.exists_intro(own, [])
    witness = [four, two, theorem_1.at_shift(0), sequence_number]
    return p.exists_intro(p.goal, witness, *facts[:2], classes, *facts[2:])
