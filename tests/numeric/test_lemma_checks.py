from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings

from numeric import balls, lemma_checks
from numeric.spot_check import Check, spot_check
from numeric.strategies import prefix_pairs, separated_vectors

CHECKS = {name: found for name, found in vars(lemma_checks).items() if isinstance(found, Check)}


@pytest.mark.parametrize("name", CHECKS)
def test_no_sample_contradicts_the_lemma(name):
    check = CHECKS[name]
    with np.errstate(all="raise", under="ignore"):
        found = spot_check(check.margin, check.sampler, samples=3000, batch=200, seed=11)
    assert found.margin > 0 or (found.margin == 0 and not check.strict)


def batches(name, count=60):
    rng = np.random.default_rng(5)
    for _ in range(count):
        yield CHECKS[name].sampler(rng, 40)


@pytest.mark.parametrize(("name", "surplus"), [("ks_lemma_4", 1), ("ks_lemma_5", 3)])
def test_far_coordinates_satisfy_the_hypothesis_and_come_near_its_boundary(name, surplus):
    rooms, sizes = [], set()
    for sample in batches(name):
        a = sample["a"]
        rooms.append((a.max(axis=1) - np.log(a.shape[1]) - surplus - a[:, 0]).min())
        sizes.add(a.shape[1])
    assert 0 <= min(rooms) < 1e-7
    assert min(sizes) == 2 and max(sizes) > 5000


@pytest.mark.parametrize("name", ["ks_lemma_7", "ks_lemma_1"])
def test_prefix_pairs_satisfy_the_hypotheses(name):
    sizes, prefixes = set(), set()
    for sample in batches(name):
        a, b, k = sample["a"], sample["b"], int(sample["k"][0])
        n = a.shape[1]
        sizes.add(n)
        prefixes.add("all but one" if k == n - 1 else k > 0)
        delta = 2 * np.log(n) + 3
        assert np.array_equal(a[:, :k], b[:, :k]) and np.all(a[:, k] > b[:, k])
        for row_a, row_b in list(zip(a, b, strict=True))[:5]:
            values = np.unique(np.concatenate([row_a, row_b]))
            assert np.all(np.diff(values) >= delta * (1 - 1e-9) - 1e-12 * np.abs(values).max())
            assert np.all(np.diff(row_a) < 0) and np.all(np.diff(row_b) < 0)
    assert 1 in sizes and max(sizes) > 5000 and prefixes == {"all but one", True, False}


def test_last_coordinates_satisfy_the_hypotheses_of_lemma_6():
    for sample in batches("ks_lemma_6"):
        head, delta = sample["head"], sample["delta"]
        assert np.all(delta > np.log(head.shape[1] + 1) + 3)
        assert np.all(head.max(axis=1) - delta > sample["a_n"]) and np.all(sample["a_n"] > sample["b_n"])


def test_margins_notice_a_false_lemma():
    close = {"a": np.array([[0.0, 1.0]])}
    assert lemma_checks.monotonicity_margin(close)[0] < 0
    assert lemma_checks.concavity_margin(close)[0] < 0
    # the exact pair that breaks (117) for δ = 1.093, n = 2
    pair = {"a": np.array([[0.0, -1.0935]]), "b": np.array([[0.0, -2.187]]), "k": np.array([1])}
    assert lemma_checks.separation_margin(pair)[0] < 0
    near = {
        "head": np.array([[1.0]]),
        "a_n": np.array([0.0]),
        "b_n": np.array([-0.5]),
        "delta": np.array([2.0]),
    }
    assert lemma_checks.tangent_margin(near)[0] == -np.inf
    ids = {"ids": np.array([[3]]), "big": np.array([4])}  # n = 1, outside Lemma 10
    ids["ids"][0, 0] = 0
    assert lemma_checks.final_id_margin(ids)[0] < 0
    weak = {"scores": np.array([[0.0, -1.0]]), "gap": np.array([10.0]), "error": np.array([0.1])}
    assert lemma_checks.indicator_margin(weak)[0] < 0


@given(prefix_pairs(n=4, delta=Fraction(1, 2)))
@settings(max_examples=60)
def test_log_difference_against_balls(pair):
    a, b = np.array([pair.a], dtype=float), np.array([pair.b], dtype=float)
    ours = lemma_checks.log_difference(a, b, pair.k)[0]
    exact_a, exact_b = [Fraction(x) for x in a[0]], [Fraction(x) for x in b[0]]
    difference = abs(balls.boltz(exact_a, 8000) - balls.boltz(exact_b, 8000))
    low, _ = balls.ends(difference)
    spread = float(max(exact_a) - min(exact_b))
    if low > 0:
        with mpmath.workdps(50):
            expected = mpmath.log(mpmath.mpf(low.numerator) / low.denominator)
        # a sign change of the difference itself costs digits; the separated pairs of Lemma 7 have none
        assert ours == pytest.approx(float(expected), rel=1e-9, abs=1e-5 * (1 + spread))


def test_log_difference_far_below_underflow():
    a, b = np.array([[0.0, -9_000.0]]), np.array([[0.0, -9_100.0]])
    assert lemma_checks.log_difference(a, b, 1)[0] == pytest.approx(-9000 + np.log(9000), rel=1e-12)
    with pytest.raises(ValueError, match="first 2"):
        lemma_checks.log_difference(a, b, 2)


@given(separated_vectors(n=3, delta=6, count=2, r=60))
def test_lemma_1_on_exact_vectors(vectors):
    a, b = (sorted(v, reverse=True) for v in vectors)
    if a != b:
        difference = abs(balls.boltz(a, 400) - balls.boltz(b, 400))
        assert difference > balls.log(3) ** 2 * balls.ball(-120).exp()
