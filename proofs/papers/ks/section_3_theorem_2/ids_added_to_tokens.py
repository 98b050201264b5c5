"""Tokens plus a multiple of a fixed vector by the id of their sequence (3.4): their images are separated."""

from proofs.builder.proof import Proof
from proofs.language.notation import *
from proofs.papers.ks.vocabulary import paper
from proofs.theorems.analysis.norms import norm
from proofs.theorems.networks.transformers import d, difference, same_tokens

token_1, token_2, direction = vectors("x y g")
id_1, id_2, most, epsilon, gap = reals("s s' r_max epsilon delta")


def with_id(x: Term, id: Term) -> Term:
    """x + id g."""
    return fun(lambda t: x(t) + id * direction(t))


in_range = [most > 0, epsilon > 0, abs(id_1) <= most, abs(id_2) <= most]
strength = Eq(norm(direction, d), epsilon / (4 * most))
between_ids = norm(difference(with_id(token_1, id_1), with_id(token_2, id_2)), d)


@paper.claim(
    given=[*in_range, strength, epsilon < norm(difference(token_1, token_2), d)], shows=epsilon / 2 < between_ids
)
def tokens_stay_apart(p: Proof) -> None:
    """The added vector has a norm of at most ε/4."""
    p.apply(
        "norm_reverse", x=difference(token_1, token_2), y=fun(lambda t: (id_1 - id_2) * direction(t)), label="reverse"
    )
    p.apply("norm_scale", c=id_1 - id_2, x=direction, label="scaled")
    p.apply("abs_le", x=id_1 - id_2, u=2 * most, label="ids")
    p.apply("norm_nonneg", x=direction, label="nonneg")


@paper.claim(
    given=[*in_range, strength, same_tokens(token_1, token_2), gap < abs(id_1 - id_2)],
    shows=gap * epsilon / (4 * most) < between_ids,
)
def ids_tell_apart(p: Proof) -> None:
    """The difference is (s − s') g."""
    left, right = (
        difference(with_id(token_1, id_1), with_id(token_2, id_2)),
        fun(lambda t: (id_1 - id_2) * direction(t)),
    )
    p.apply("norm_same", x=left, y=right, label="length")
    p.apply("norm_scale", c=id_1 - id_2, x=direction, label="scaled")
    p.have(0 < norm(direction, d), p.positive(epsilon / (4 * most)), label="pos")
