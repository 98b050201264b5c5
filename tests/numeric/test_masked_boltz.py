"""The separation of boltz under masks (KS appendix C), on drawn vectors, in ball arithmetic."""

from fractions import Fraction

from flint import arb, ctx, fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric.strategies import separated_vectors

GAP = Fraction(7, 3)


def ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def boltz(kept: list[Fraction]) -> arb:
    weights = [ball(x).exp() for x in kept]
    return sum((ball(x) * w for x, w in zip(kept, weights, strict=True)), arb(0)) / sum(weights, arb(0))


@given(st.data(), st.integers(1, 6))
def test_kept_entries_that_differ_are_told_apart(data, n):
    """More than r e^(-2r) apart for gaps of 7/3, whatever is masked, the numbers of entries kept included."""
    a, b = data.draw(separated_vectors(n, GAP, count=2))
    masks = [data.draw(st.lists(st.booleans(), min_size=n, max_size=n)) for _ in range(2)]
    kept = [[x for x, here in zip(v, mask, strict=True) if here] for v, mask in zip((a, b), masks, strict=True)]
    assume(all(kept) and set(kept[0]) != set(kept[1]))
    r = max(abs(x) for x in (*kept[0], *kept[1])) + Fraction(1, 10**9)
    with ctx.workprec(4000):
        distance = abs(boltz(kept[0]) - boltz(kept[1]))
        assert distance > ball(r) * (-2 * ball(r)).exp()


def test_the_factor_is_sharp_up_to_two():
    """(g, 0, -g) kept whole or without its last entry: the distance tends to 2r e^(-2r), r = g, as g grows."""
    with ctx.workprec(4000):
        ratios = []
        for g in (Fraction(7, 3), Fraction(5), Fraction(20), Fraction(200)):
            distance = abs(boltz([g, Fraction(0), -g]) - boltz([g, Fraction(0)]))
            ratios.append(float(distance / (ball(g) * (-2 * ball(g)).exp())))
        assert 1 < ratios[0] < ratios[1] < ratios[2] <= ratios[3] < 2.0001
        assert ratios[3] > 1.99
