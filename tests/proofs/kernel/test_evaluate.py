"""Evaluation over boxes: certificates that hold, holes in certificates, and enclosures of random terms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st
from semantics import Model, TooBig, a, flat, fractions, fuzz, i0, m, models, mp, n, numbers, x, x0, y

from proofs.kernel import evaluate
from proofs.kernel.evaluate import BITS, INF, MANY, Leaf, Undecided, check, ends, rational
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    Term,
    absolute,
    big,
    bv,
    deriv,
    eq,
    exp,
    forall,
    imp,
    inv,
    ite,
    le,
    log,
    lt,
    num,
    var,
)

LEAF = ["leaf", 53]
zero, one = num(0), num(1)


def holds(goal: Term, *box: tuple, tree: Any = LEAF) -> None:
    check(goal, box, tree)


def refused(goal: Term, *box: tuple, tree: Any = LEAF) -> None:
    with pytest.raises(KernelError):
        check(goal, box, tree)


def total(body: Term, lo: Term, hi: Term, op: str = "sum") -> Term:
    return big(op, lo, hi, body)


def every(lo: Term, hi: Term, body: Term) -> Term:
    return forall("Z", imp(le(lo, i0), imp(le(i0, hi), body)))


def test_rationals() -> None:
    assert rational("3") == 3
    assert rational("-3/6") == fmpq(-1, 2)
    assert rational("1" * 4000) > 0
    for text in ("", "1/", "/2", "1/0", "1/00", "+1", "1.5", "1e5", " 1", "1\n", "--1", "1/-2", "²", "١",
    "1_0", 1,
                 None, True, ["1"], "1" * 4001, "1/" + "1" * 4001, "nan", "inf", "x"):  # fmt: skip
        with pytest.raises(KernelError):
            rational(text)


def test_the_ends_become_hypotheses() -> None:
    assert ends(x, "1/2", "2") == [le(num(1, 2), x), le(x, num(2))]
    assert ends(x, None, "2") == [le(x, num(2))]
    assert ends(x, "1", None) == [le(one, x)]
    assert ends(x, None, None) == []


def test_exact_and_certified() -> None:
    assert check(le(zero, n * n), [(n, "3", "3")], LEAF) is True
    assert check(le(zero, x), [(x, "3", "3")], LEAF) is True
    assert check(le(zero, x), [(x, "2", "3")], LEAF) is False
    assert check(lt(exp(zero) + log(one), num(2)), [], LEAF) is True
    assert check(lt(exp(one), num(3)), [], LEAF) is False
    assert check(lt(zero, total(inv(i0), one, num(9))), [], LEAF) is True
    split = ["split", 0, "5/2", LEAF, LEAF]
    assert check(le(zero, x), [(x, "2", "3")], split) is False
    assert check(le(zero, n), [(n, "0", "9")], ["each", 0, LEAF]) is True
    both = ite(eq(n, 3), exp(one), one)  # one member of the range needs balls
    assert check(le(zero, both), [(n, "1", "5")], ["each", 0, LEAF]) is False
    side = imp(lt(num(2), x), le(zero, exp(x)))
    assert check(side, [(x, "2", "2")], LEAF) is True
    assert check(le(zero, x), [(x, "2", "3")], ["split", 0, "2", LEAF, LEAF]) is False


def test_leaves() -> None:
    holds(lt(exp(x), num(3)), (x, "0", "1"))
    refused(lt(exp(x), num(3)), (x, "0", "2"))
    refused(FALSE)
    refused(lt(x, x), (x, "0", "1"))
    refused(le(x, zero), (x, "1", "2"))
    for bits in (1, 0, -5, True, False, BITS + 1, "53", 53.0, None, [53]):
        refused(le(zero, one), tree=["leaf", bits])
    holds(le(zero, one), tree=["leaf", 2])
    holds(le(zero, one), tree=["leaf", BITS])


@pytest.mark.parametrize("tree", [
    None, [], "leaf", 5, ["leaf"], ["leaf", 53, 1], {"leaf": 53}, ["tree"], ["split"], ["split", 0, "1/2"],
    ["split", 0, "1/2", LEAF], ["each", 0], ["each", 0, LEAF, LEAF], [["leaf", 53]], ["LEAF", 53], True,
])  # fmt: skip
def test_what_is_not_a_tree_is_refused(tree: Any) -> None:
    refused(le(zero, x), (x, "0", "1"), tree=tree)


def test_the_box() -> None:
    holds(le(zero, x + y), (x, "0", "1"), (y, "0", "1"))
    refused(le(zero, x + y), (x, "0", "1"))  # a variable without ends
    refused(le(zero, x), (x, "-5", "5"), (x, "0", "1"))
    refused(le(zero, x), (x, "0", "1"), (x, "-5", "5"))
    refused(le(zero, one), (one, "0", "1"))
    refused(le(zero, one), (x + y, "0", "1"))
    refused(le(zero, one), (a, "0", "1"))
    refused(le(zero, absolute(a(one))), (x, "0", "1"))
    refused(le(x0, x0), (x, "0", "1"))
    refused(imp(le(x0, one), le(zero, one)), (x, "0", "1"))
    refused(exp(x), (x, "0", "1"))
    refused(le(zero, x), (x, 0, 1))
    refused(le(zero, x), (x, "zero", "1"))
    refused(le(zero, x), (x, "0", "one"))
    refused(le(zero, x), (x, None, "1"))
    refused(le(x, one), (x, "0", None))
    holds(le(zero, x * x + exp(x)), (x, None, None))


def test_a_cover_has_no_hole() -> None:
    goal = le(zero, x * (1 - x) + num(1, 100))
    refused(le(x, num(1, 2)), (x, "0", "1"), tree=["split", 0, "1/2", LEAF, LEAF])
    refused(le(num(1, 2), x), (x, "0", "1"), tree=["split", 0, "1/2", LEAF, LEAF])
    tree: Any = LEAF
    for k in range(99, 0, -1):
        tree = ["split", 0, f"{k}/100", LEAF, tree]
    holds(goal, (x, "0", "1"), tree=tree)
    for cut in ("-1", "2", "-1/1000", "1001/1000"):
        refused(le(zero, x * x), (x, "0", "1"), tree=["split", 0, cut, LEAF, LEAF])
    for cut in ("0", "1"):
        holds(le(zero, x * x), (x, "0", "1"), tree=["split", 0, cut, LEAF, LEAF])
    holds(le(zero, x * x), (x, None, None), tree=["split", 0, "7", LEAF, LEAF])
    refused(le(zero, x), (x, None, "1"), tree=["split", 0, "1/2", LEAF, LEAF])
    refused(le(x, one), (x, "0", None), tree=["split", 0, "1/2", LEAF, LEAF])
    for index in (1, -1, True, "0", None, 0.0, 7):
        refused(le(zero, x * x), (x, "0", "1"), tree=["split", index, "1/2", LEAF, LEAF])
        refused(le(zero, n * n), (n, "0", "1"), tree=["each", index, LEAF])
    refused(le(zero, x + y), (x, "0", "1"), (y, "0", "1"), tree=["split", True, "1/2", LEAF, LEAF])
    refused(le(zero, x + n), (x, "0", "1"), (n, "0", "1"), tree=["each", True, LEAF])
    refused(le(zero, x + n), (x, "0", "1"), (n, "0", "1"), tree=["each", -1, LEAF])
    refused(le(zero, x * x), (x, "0", "1"), tree=["split", 0, 0, LEAF, LEAF])
    refused(le(zero, x * x), (x, "0", "1"), tree=["split", 0, "half", LEAF, LEAF])


def test_integers_are_run_through_not_cut() -> None:
    goal = imp(lt(zero, n), le(one, n))
    holds(goal, (n, "-2", "5"), tree=["each", 0, LEAF])
    refused(goal, (n, "-2", "5"))
    refused(le(zero, one), (n, "0", "5"), tree=["split", 0, "1/2", LEAF, LEAF])
    refused(le(zero, n * n), (n, "0", None), tree=["each", 0, LEAF])
    refused(le(zero, n * n), (n, None, "0"), tree=["each", 0, LEAF])
    refused(le(zero, one), (x, "0", "1"), tree=["each", 0, LEAF])  # two reals are not all reals
    refused(imp(eq(x * 2, 1), FALSE), (x, "0", "1"), tree=["each", 0, LEAF])
    refused(le(zero, one), (n, "0", str(10 * MANY)), tree=["each", 0, LEAF])
    refused(lt(n, num(3)), (n, "1/2", "7/2"), tree=["each", 0, LEAF])
    refused(lt(one, n), (n, "1/2", "7/2"), tree=["each", 0, LEAF])
    holds(imp(lt(zero, n), le(n, num(3))), (n, "-7/2", "7/2"), tree=["each", 0, LEAF])
    refused(lt(num(-3), n), (n, "-7/2", "7/2"), tree=["each", 0, LEAF])
    holds(lt(n, num(-2)), (n, "-7/2", "-5/2"), tree=["each", 0, LEAF])
    holds(FALSE, (n, "1/3", "2/3"), tree=["each", 0, LEAF])  # no integer there
    refused(le(zero, n), (n, "0", "3"), (m, "0", "1"), tree=["each", 1, LEAF])
    refused(lt(n, num(3)), (n, "0", "3"), tree=["each", 0, LEAF])


def test_every_member_of_a_cover_must_hold() -> None:
    for bad in ("0", "1", "2", "3"):
        goal = imp(eq(n, num(int(bad))), FALSE)
        refused(goal, (n, "0", "3"), tree=["each", 0, LEAF])


# --- the meaning of formulas


def test_total_functions() -> None:
    holds(eq(inv(zero), 0))
    holds(eq(log(zero), 0))
    holds(eq(log(num(-5)), 0))
    holds(eq(exp(zero), 1))
    holds(eq(total(one, one, zero), 0))
    holds(eq(total(one, one, zero, "prod"), 1))
    holds(eq(total(one, one, zero, "max"), 0))
    holds(eq(total(-i0, one, num(3), "max"), -1))
    holds(eq(total(i0, one, num(4), "prod"), 24))
    holds(eq(total(i0, num(-2), num(4)), 7))
    holds(eq(absolute(num(-2)), 2))
    refused(eq(log(num(2)), 0))
    refused(eq(exp(one), 1))
    for goal in (lt(zero, inv(x)), lt(inv(x), one), le(zero, inv(x) * inv(x))):
        refused(goal, (x, "-1", "1"))
        refused(goal, (x, "0", "1"))
        refused(goal, (x, "-1", "0"))
    for goal in (le(log(x), one), le(num(-100), log(x)), le(log(x), x), le(zero, absolute(log(x)))):
        refused(goal, (x, "0", "1"))
        refused(goal, (x, "-1", "1"))


def test_the_logarithm_of_zero_is_not_negative() -> None:
    refused(lt(log(x), zero), (x, "0", "1/2"))
    holds(lt(log(x), zero), (x, "1/9", "1/2"))


def test_one_over_zero_is_zero_at_the_end_of_a_box_too() -> None:
    refused(le(inv(x), num(-1)), (x, "-1", "0"))
    refused(le(one, inv(x)), (x, "0", "1"))
    holds(le(inv(x), num(-1)), (x, "-1", "-1/9"))


def test_products_at_zero_and_squares() -> None:
    holds(le(0 * x, zero), (x, None, None))
    holds(le(x * 0, zero), (x, None, None))
    holds(lt(zero, x * x), (x, "1", "2"))
    holds(lt(zero, x * x), (x, "-2", "-1"))
    refused(lt(zero, x * x), (x, "-1", "1"))


def test_intervals_with_infinite_ends() -> None:
    holds(lt(zero, inv(x + 1)), (x, "0", "1"))
    holds(le(zero, inv(x)), (x, "1", None))
    holds(le(inv(x), one), (x, "1", None))
    holds(le(inv(x), zero), (x, None, "-1"))
    holds(le(num(-1), inv(x)), (x, None, "-1"))
    holds(le(zero, log(x)), (x, "1", None))
    holds(le(exp(x), one), (x, None, "0"))
    holds(le(one, exp(x)), (x, "0", None))
    holds(le(zero, x * 0), (x, None, None))
    holds(le(x * 0, zero), (x, None, None))
    holds(le(zero, absolute(x)), (x, "0", None))
    for goal in (
        le(x - x, one), le(num(-1), x - x), le(exp(x), num(10**9)), le(log(x), num(100)), lt(zero, inv(x)),
        le(x * inv(x), num(2)),
        eq(inv(x), 0), eq(exp(-x), 0), le(exp(x) * exp(-x), num(2)), lt(zero, exp(-x)), le(exp(exp(x)),
        num(10) ** 50),
    ):  # fmt: skip
        refused(goal, (x, "1", None))
    for goal in (
        le(x, zero),
        le(zero, x),
        eq(x, x),
        le(x * x, num(100)),
        lt(exp(x), exp(x) + 0),
        le(absolute(x), num(9)),
    ):
        refused(goal, (x, None, None))


def test_huge_numbers_are_enclosed() -> None:
    t = num(30)
    for _ in range(10):
        t = exp(t)
    holds(le(num(-1), inv(1 + exp(-t))))
    for goal in (lt(t, num(5)), eq(exp(-t), 0), lt(exp(-t), zero), eq(t - t, 1), lt(t, t)):
        refused(goal)


def test_cases_inside_a_box() -> None:
    step = ite(le(zero, x), one, num(-1))
    holds(le(step, one), (x, "-1", "1"))
    holds(le(num(-1), step), (x, "-1", "1"))
    refused(le(zero, step), (x, "-1", "1"))
    refused(le(step, zero), (x, "-1", "1"))
    holds(eq(step, 1), (x, "0", "1"))
    holds(eq(step, -1), (x, "-2", "-1"))
    refused(eq(step, -1), (x, "-2", "0"))
    strict = ite(lt(zero, x), one, num(-1))
    holds(eq(strict, -1), (x, "-1", "0"))
    refused(eq(strict, 1), (x, "0", "1"))
    point = ite(eq(x, 0), one, num(-1))
    refused(eq(point, -1), (x, "0", "1"))
    refused(eq(point, -1), (x, "-1", "0"))
    refused(eq(point, 1), (x, "0", "1"))
    holds(eq(point, -1), (x, "1/9", "1"))
    holds(eq(point, -1), (x, "-1", "-1/9"))
    holds(eq(point, 1), (x, "0", "0"))


def test_implications() -> None:
    yes, no, open_ = le(zero, one), le(one, zero), le(x, num(1, 2))
    box = (x, "0", "1")
    for formula in (imp(no, no), imp(no, yes), imp(yes, yes), imp(open_, yes), imp(no, open_), imp(no, FALSE)):
        holds(formula, box)
    for formula in (imp(yes, no), imp(yes, open_), imp(open_, no), imp(open_, open_), imp(imp(no, no), no),
                    imp(imp(open_, no), no), imp(imp(yes, open_), no), imp(imp(open_, open_),
                    no)):  # fmt: skip
        refused(formula, box)
    holds(imp(imp(yes, no), no), box)


def test_the_ends_of_a_quantifier_need_not_be_integers() -> None:
    holds(every(num(1, 2), one, lt(zero, i0)))
    refused(imp(every(num(1, 2), one, lt(zero, i0)), FALSE))  # 0 is not among 1/2 <= i <= 1
    refused(imp(every(num(-1), num(-1, 2), lt(i0, zero)), FALSE))  # nor among -1 <= i <= -1/2
    refused(every(num(1, 2), num(5, 2), lt(i0, num(2))))
    refused(every(num(-5, 2), num(-1, 2), lt(num(-2), i0)))
    holds(every(num(1, 3), num(2, 3), FALSE))
    refused(every(one, one, FALSE))


def test_quantifiers_run_through_their_range() -> None:
    holds(every(one, num(4), le(i0 * i0, num(16))))
    refused(every(one, num(5), le(i0 * i0, num(16))))
    refused(every(zero, num(4), lt(zero, i0)))
    holds(every(one, zero, FALSE))
    holds(forall("Z", imp(le(i0, num(4)), imp(le(one, i0), le(i0 * i0, num(16))))))  # the ends in the other order
    refused(forall("Z", imp(le(i0, num(5)), imp(le(one, i0), le(i0 * i0, num(16))))))
    outer = bv(1, "Z")
    holds(every(one, num(3), every(one, outer, le(i0, outer))))
    refused(every(one, num(3), every(one, outer, lt(i0, outer))))
    refused(every(one, num(3), every(one, outer + 1, le(i0, outer))))
    refused(every(one, num(3), every(outer, one, le(i0, outer - 1))))
    for formula in (
        forall("Z", le(zero, i0 * i0)), forall("Z", imp(le(one, i0), le(zero, i0))), forall("R", le(zero,
        x0 * x0)),
        forall("R", imp(le(zero, x0), imp(le(x0, one), eq(x0 * (1 - x0), 0)))),
         # true at the two integers only
        forall("Z", imp(le(one, i0), imp(le(zero, i0), FALSE))), forall("Z", imp(le(i0, one), imp(le(i0,
        zero), FALSE))),
        forall("Z", imp(lt(zero, i0), imp(lt(i0, one), FALSE))), forall("Z", imp(le(i0, i0), imp(le(one,
        i0), FALSE))),
        forall("Z", imp(le(one, i0 + i0), imp(le(i0, one), le(one, i0)))), forall("Z", imp(le(one, i0),
        imp(le(i0, i0 + 1), FALSE))),
        forall("Z", imp(eq(i0, 1), imp(le(i0, one), FALSE))), forall("Z", imp(le(one, i0), imp(imp(le(one,
        i0), FALSE), FALSE))),
        deriv(x0, one, one),
    ):  # fmt: skip
        refused(formula)
    strict = forall("Z", imp(lt(zero, i0), imp(le(i0, one), lt(zero, i0))))
    refused(imp(strict, FALSE))  # 0 is not among 0 < i <= 1
    aside = forall("Z", imp(le(one, i0), imp(le(zero, num(5)), le(i0, num(5)))))
    refused(aside)  # 0 <= 5 is not an upper end
    five, low = num(5), num(-3)
    refused(forall("Z", imp(le(low, zero), imp(le(i0, five), le(low, i0)))))  # nor is -3 <= 0 a lower one
    refused(every(zero, num(9), forall("Z", imp(le(one, i0), imp(le(outer, five), le(i0, five))))))
    refused(every(zero, num(9), forall("Z", imp(le(low, outer), imp(le(i0, five), le(low, i0))))))
    refused(forall("Z", imp(le(one, i0), imp(le(i0, i0 + i0), FALSE))))
    refused(forall("Z", imp(le(i0 + i0, i0), imp(le(i0, five), FALSE))))
    twice = forall("Z", imp(le(one, i0), imp(le(zero, i0), imp(le(i0, five), le(one, i0)))))
    refused(imp(twice, FALSE))  # the first lower end is not forgotten
    for formula in (strict, forall("Z", FALSE), forall("Z", forall("Z", le(i0, i0)))):
        refused(formula)
    refused(var("Z", "R"), (var("Z", "R"), "0", "1"))  # a number, whatever its name
    box = (x, "0", "1")
    refused(forall("Z", imp(le(one, i0), imp(le(i0, x), FALSE))), box)
    refused(forall("Z", imp(le(x, i0), imp(le(i0, one), FALSE))), box)
    refused(imp(every(one, num(2), le(x, i0 / 2)), FALSE), box)
    refused(imp(every(one, num(2), le(x, i0 / 4)), FALSE), box)
    holds(imp(every(one, num(2), lt(i0, x)), FALSE), box)
    refused(every(one, num(2), lt(x * i0, num(2))), box)


def test_ranges_must_be_known() -> None:
    for t in (total(one, one, n), total(one, n, num(3)), total(one, one, n, "max")):
        refused(le(zero, t), (n, "1", "3"))
        holds(le(zero, t), (n, "1", "3"), tree=["each", 0, LEAF])
    for lo, hi in ((one, ite(le(x, num(1, 2)), one, num(2))), (ite(le(x, num(1, 2)), one, num(2)), num(2))):
        refused(le(one, total(one, lo, hi)), (x, "0", "1"))
        holds(le(one, total(one, lo, hi)), (x, "3/4", "1"))


def test_what_costs_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    refused(le(zero, total(one, one, num(10**30))))
    refused(every(one, num(10**30), le(zero, i0)))
    refused(le(zero, total(zero, one, num(MANY + 10))))
    monkeypatch.setattr(evaluate, "MANY", 50)
    check(le(zero, total(zero, one, num(11))), [], LEAF)
    with pytest.raises(KernelError, match="too large"):
        check(le(zero, total(zero, one, num(49))), [], LEAF)
    with pytest.raises(KernelError, match="too large"):
        check(le(zero, sum((one for _ in range(60)), zero)), [], LEAF)
    check(every(one, num(45), imp(FALSE, FALSE)), [], LEAF)
    with pytest.raises(KernelError, match="too large"):
        check(every(one, num(60), imp(FALSE, FALSE)), [], LEAF)
    tree: Any = LEAF
    for _ in range(30):
        tree = ["split", 0, "0", tree, LEAF]
    with pytest.raises(KernelError, match="too large"):
        check(imp(FALSE, FALSE), [(x, "0", "1")], tree)
    with pytest.raises(KernelError, match="bounded integer"):
        check(imp(FALSE, FALSE), [(n, "0", "51")], ["each", 0, LEAF])
    with pytest.raises(KernelError, match="too large"):
        check(imp(FALSE, FALSE), [(n, "0", "50")], ["each", 0, LEAF])


def test_not_a_number_decides_nothing() -> None:
    nan, leaf = arb("nan"), Leaf({}, [100])
    assert leaf.times((nan, nan), fmpq(1))[0].is_nan()  # type: ignore[index]
    for value in ((nan, nan), (nan, INF), (-INF, nan)):
        for made in (
            leaf.plus(value, fmpq(1)),
            leaf.times(value, fmpq(2)),
            leaf.square(value),
            leaf.greatest([value, fmpq(1)]),
        ):
            lo, hi = made  # type: ignore[misc]
            assert not lo > -INF or not hi < INF
    with pytest.raises(Undecided):
        leaf.function("log", (nan, nan))
    with pytest.raises(Undecided):
        leaf.function("inv", (nan, nan))


# --- at random


@fuzz(400)
@given(numbers("R", (), 3, False), models(), fractions(), fractions(), st.sampled_from([10, 53, 120]), st.booleans())
def test_enclosures_contain_the_value(
    t: Term, model: Model, left: Fraction, right: Fraction, bits: int, unbounded: bool
) -> None:
    where: dict[Term, Any] = {}
    for v, value in model.values.items():
        real = v.sort == "R"
        lo, hi = (value - abs(left) * real, value + abs(right) * real)
        where[v] = fmpq(lo.numerator, lo.denominator), fmpq(hi.numerator, hi.denominator)
    if unbounded:
        where[x] = (where[x][0], None)
    try:
        true = model.number(t)
        with ctx.workprec(bits):
            found = Leaf(where, [10_000]).value(t, ())
    except (TooBig, Undecided):
        return
    if isinstance(found, fmpq):
        assert isinstance(true, Fraction)
        assert found == fmpq(true.numerator, true.denominator)
        return
    lo, hi = found
    slack = mp.mpf(10) ** -30 * (1 + abs(flat(true)))
    with ctx.workprec(300):
        assert lo == -INF or mp.mpf(lo.mid().str(60, radius=False)) <= flat(true) + slack
        assert hi == INF or mp.mpf(hi.mid().str(60, radius=False)) >= flat(true) - slack


@fuzz(200)
@given(
    numbers("R", (), 2, False), numbers("R", (), 2, False), st.sampled_from(["le", "lt", "eq"]), models(), fractions()
)
def test_what_is_decided_on_a_box_is_so_at_its_points(s: Term, t: Term, op: str, model: Model, width: Fraction) -> None:
    from proofs.kernel.terms import MAKERS

    goal = MAKERS[op](s, t)
    box = []
    for v, value in model.values.items():
        wide = abs(width) * (v.sort == "R")
        box.append((v, str(value - wide), str(value + wide)))
    for formula in (goal, imp(goal, FALSE)):
        try:
            truth = model.truth(formula)
            check(formula, box, LEAF)
        except (TooBig, KernelError):
            continue
        assert truth
