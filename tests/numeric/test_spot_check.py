import numpy as np
import pytest

from numeric.spot_check import spot_check


def uniform(rng, size):
    return {"x": rng.uniform(0, 1, size), "pair": rng.integers(0, 9, (size, 2))}


def test_finds_the_smallest_margin_and_its_sample():
    seen = []

    def margin(sample):
        seen.append(np.array(sample["x"]))
        return sample["x"]

    found = spot_check(margin, uniform, samples=950, batch=100, seed=4)
    drawn = np.concatenate(seen)
    assert found.samples == len(drawn) == 950
    assert found.margin == drawn.min() == found.sample["x"] == drawn[found.number]
    assert found.sample["pair"].shape == (2,)


def test_the_seed_decides():
    runs = [spot_check(lambda s: s["x"], uniform, samples=100, seed=seed) for seed in (1, 1, 2)]
    assert runs[0].margin == runs[1].margin != runs[2].margin


def test_a_sampler_may_return_fewer():
    found = spot_check(lambda s: s["x"], lambda rng, size: uniform(rng, min(size, 7)), samples=20)
    assert found.samples == 20


def test_bad_samplers_margins_and_counts():
    with pytest.raises(ValueError, match="positive"):
        spot_check(lambda s: s["x"], uniform, samples=0)
    with pytest.raises(ValueError, match="one batch"):
        spot_check(lambda s: s["x"], lambda rng, size: {"x": np.zeros(2), "y": np.zeros(3)})
    with pytest.raises(ValueError, match="one batch"):
        spot_check(lambda s: s["x"], lambda rng, size: {})
    with pytest.raises(ValueError, match="margins of shape"):
        spot_check(lambda s: s["pair"], uniform)
    with pytest.raises(ValueError, match="sample 3 is NaN"):
        spot_check(lambda s: np.where(np.arange(len(s["x"])) == 3, np.nan, s["x"]), uniform)
