"""Where a number is least."""

from __future__ import annotations

from proofs.kernel.terms import exp, log, num, var
from proofs.language.parse import parse
from proofs.search import prove
from proofs.search.transformations.monotonicity import least_places

x, y = (var(name, "R") for name in "xy")


def test_youngs_inequality_at_its_least_point() -> None:
    f = parse("x*y <= exp(x) + y*log(y) - y", []).relations[0]
    gap = f.args[1] - f.args[0]
    assert prove("x*y <= exp(x) + y*log(y) - y", given=["y > 0"]).answer == "proved"
    found = least_places([num(0) < y], gap)
    assert {(v, e) for v, e, *_ in found} == {(x, log(y)), (y, exp(x))}
    assert all(above and below for *_, above, below in found)
