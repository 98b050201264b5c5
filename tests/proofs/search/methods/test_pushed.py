"""Where a number is least."""

from __future__ import annotations

from proofs.kernel.terms import exp, log, num, var
from proofs.language.parse import parse
from proofs.search.methods.pushed import places

x, y = (var(name, "R") for name in "xy")


def test_the_least_point_is_an_expression() -> None:
    f = parse("x*y <= exp(x) + y*log(y) - y", []).relations[0]
    gap = f.args[1] - f.args[0]
    found = places([num(0) < y], gap)
    assert {(v, e) for v, e, *_ in found} == {(x, log(y)), (y, exp(x))}
    assert all(above and below for *_, above, below in found)
