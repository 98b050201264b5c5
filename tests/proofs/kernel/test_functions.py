"""Attacks on functions of functions: sorts, capture, beta, eta, completeness; and a model in which all is evaluated."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from proofs.kernel import terms as tm
from proofs.kernel.normal import as_term, canonical, key, normal
from proofs.kernel.rules import RULES
from proofs.kernel.terms import (
    FALSE,
    KernelError,
    app,
    bv,
    codomain,
    domain,
    eq,
    fn,
    forall,
    imp,
    instantiate_bound,
    is_function,
    ite,
    lam,
    le,
    lt,
    negation,
    num,
    substitute,
    var,
)

VEC, MAT, INT, REAL = "(Z>R)", "(ZZ>R)", "(Z>Z)", "(R>R)"
n, x, y = var("n", "Z"), var("x", "R"), var("y", "R")
a, p, h = fn("a", 1, "R"), fn("p", 1, "Z"), fn("h", "R", "R")
F, P, H = fn("F", VEC, "R"), fn("P", INT, "Z"), fn("H", REAL, "R")
M = fn("M", MAT + "ZZ", "R")
i0, x0 = bv(0, "Z"), bv(0, "R")


def rule(name: str, *args: Any) -> Any:
    return RULES[name](*args)


def refused(make: Any) -> None:
    with pytest.raises(KernelError):
        make()


def test_sorts_are_kept() -> None:
    assert M.sort == "((ZZ>R)ZZ>R)" and F.sort == "((Z>R)>R)" and a.sort == VEC and a.args == ("a", 1, "R")
    assert lam("ZZ", i0) is lam(2, i0) and fn("g", "ZZ", "R") is fn("g", 2, "R")
    assert app(P, p).sort == "Z" and app(F, p).sort == "R" and app(F, a).sort == "R"  # integers are reals
    for f, arg in ((P, a), (H, a), (H, p), (F, h), (F, F), (F, n), (a, x), (h, a), (F, le(x, y)), (M, a)):
        refused(lambda f=f, arg=arg: app(f, arg))
    refused(lambda: app(M, lam(2, x), n))
    for bad in (
        "",
        "B",
        "(((B>R)>R)>R)",
        "F",
        "Z>R",
        "(>R)",
        "(Z>B)",
        "(Z>)",
        "(Z>R",
        "Z R",
        "(Z>R))",
        "(" * 5 + "Z" + ">R)" * 5,
        "Z" * 17,
        3,
        None,
        ["Z"],
    ):
        refused(lambda bad=bad: forall(bad, FALSE))
        refused(lambda bad=bad: bv(0, bad))
    for bad in ("", "B", "(Z>R)" * 17, 0, 17, True, None, ["Z"], "Z(Z>B)"):
        refused(lambda bad=bad: fn("g", bad, "R"))
        refused(lambda bad=bad: lam(bad, x))
    refused(lambda: fn("g", 1, VEC))
    refused(lambda: lam(1, a))
    refused(lambda: eq(a, a))
    refused(lambda: forall("Z", le(app(bv(0, VEC), n), x)))
    refused(lambda: forall(VEC, le(app(bv(0, INT), n), x)))


def test_beta_and_capture() -> None:
    twice = lam(REAL + "R", app(bv(1, REAL), app(bv(1, REAL), x0)))
    assert app(twice, lam("R", x0 + x0), x) is (x + x) + (x + x)
    assert app(twice, lam("R", x0 + y), y) is (y + y) + y
    # ∀y. F(λi. y + a_i) with a_i := y, for the free y
    inside = forall("R", le(app(F, lam(1, bv(1, "R") + app(a, i0))), y))
    out = substitute(inside, {a: lam(1, y)})
    assert out is forall("R", le(app(F, lam(1, bv(1, "R") + y)), y))
    # a functional put under a binder whose variable it must not see
    G = lam(VEC, app(bv(0, VEC), n) + x)
    body = forall("Z", le(app(F, lam(1, app(a, bv(1, "Z")) + i0)), x))
    assert key(substitute(body, {F: G})) == key(forall("Z", le((app(a, i0) + n) + x, x)))


def test_eta() -> None:
    same = lambda s, t: key(eq(s, t)) is True  # noqa: E731
    assert same(app(F, lam(1, app(a, i0))), app(F, a))
    assert same(app(F, lam(1, app(a, i0) * 1 + 0)), app(F, a))
    assert same(
        app(M, lam(2, app(M, lam(2, app(fn("b", 2, "R"), bv(1, "Z"), i0)), bv(1, "Z"), i0)), n, n),
        app(M, lam(2, app(M, fn("b", 2, "R"), bv(1, "Z"), i0)), n, n),
    )
    b = fn("b", 2, "R")
    assert not same(app(M, lam(2, app(b, i0, bv(1, "Z"))), n, n), app(M, b, n, n))  # the transpose
    assert not same(app(M, lam(2, app(b, i0, i0)), n, n), app(M, b, n, n))
    assert not same(app(F, lam(1, app(h, i0))), app(F, a))
    assert key(eq(app(F, lam(1, app(h, i0))), 0)) is not None  # h takes reals, so F(h) would be ill sorted
    assert canonical(app(F, lam(1, app(h, i0)))).args[1].op == "lam"
    assert canonical(app(F, lam(1, app(p, i0)))) is app(F, p)
    outer = lam(1, app(F, lam(1, app(a, i0))))
    assert canonical(app(F, outer)) is app(F, lam(1, app(F, a)))
    under = forall(VEC, eq(app(F, lam(1, app(bv(1, VEC), i0))), app(F, bv(0, VEC))))
    assert key(under) is True
    shifted = forall(VEC, forall(VEC, eq(app(F, lam(1, app(bv(2, VEC), i0))), app(F, bv(0, VEC)))))
    assert key(shifted) is not True


def test_what_is_not_a_number() -> None:
    for t in (a, F, lam(1, i0), bv(0, VEC), lam(VEC, x)):
        refused(lambda t=t: normal(t))
    refused(lambda: rule("arith", le(0, 0), [(bv(0, VEC), [])]))


def test_generalise_over_functions() -> None:
    fact = rule("generalize", F, rule("assume", le(app(F, a), app(F, a))))
    assert fact.concl is forall(F.sort, le(app(bv(0, F.sort), a), app(bv(0, F.sort), a)))
    refused(lambda: rule("generalize", F, rule("assume", le(app(F, a), x))))
    refused(lambda: rule("generalize", a, rule("assume", le(app(F, lam(1, app(a, i0))), x))))
    refused(lambda: rule("generalize", lam(1, i0), rule("assume", le(x, x))))
    high = fn("T", "(((Z>R)>R)>R)", "R")
    refused(
        lambda: rule(
            "generalize",
            high,
            rule("assume", le(app(high, fn("S", "((Z>R)>R)", "R")), app(high, fn("S", "((Z>R)>R)", "R")))),
        )
    )


def test_specialise_minds_the_sorts() -> None:
    integral = forall(INT, imp(lt(app(bv(0, INT), n), 1), le(app(bv(0, INT), n), 0)))  # true: integers
    fact = rule("assume", integral)
    assert rule("specialize", fact, p).concl is imp(lt(app(p, n), 1), le(app(p, n), 0))
    for bad in (a, lam(1, num(1, 2)), h, n, F, lam(2, n), lam("R", num(0)), FALSE):
        refused(lambda bad=bad: rule("specialize", fact, bad))
    refused(lambda: rule("instantiate", rule("assume", le(app(p, n), 0)), [(p, a)]))
    refused(lambda: rule("instantiate", rule("assume", le(app(P, p), 0)), [(P, F)]))
    refused(lambda: rule("instantiate", rule("assume", le(app(F, a), 0)), [(F, P)]))  # P takes integers only


def test_integers_do_not_leak_through_functionals() -> None:
    value = rule("assume", lt(app(F, a), 1))
    refused(lambda: rule("integer_step", value))
    wrong = lam(INT, app(bv(0, INT), num(0)))
    refused(lambda: app(wrong, a))
    assert app(lam(VEC, app(bv(0, VEC), num(0))), p).sort == "Z"


def test_absurd_drops_only_the_negation() -> None:
    goal, other = le(x, y), lt(n, 0)
    false = rule("mp", rule("assume", negation(goal)), rule("assume", goal))
    out = rule("absurd", false, goal)
    assert set(out.hyps.values()) == {goal}
    out = rule("absurd", rule("assume", FALSE), other)
    assert set(out.hyps.values()) == {FALSE}
    refused(lambda: rule("absurd", rule("assume", other), goal))


def nonempty(holds: Any) -> Any:
    return rule("assume", negation(forall("R", negation(holds))))


def bounded(holds: Any) -> Any:
    return rule("assume", negation(forall("R", negation(forall("R", imp(holds, le(x0, bv(1, "R"))))))))


def test_supremum() -> None:
    holds = lt(x0 * x0, num(2))
    fact = rule("supremum", forall("R", holds), nonempty(holds), bounded(holds))
    upper = forall("R", imp(holds, le(x0, bv(1, "R"))))
    least = forall("R", imp(upper, le(bv(1, "R"), x0)))
    assert fact.concl is negation(forall("R", imp(upper, negation(least))))
    other = lt(0, x0)
    for template, some, above in (
        (forall("R", holds), nonempty(other), bounded(holds)),
        (forall("R", holds), nonempty(holds), bounded(other)),
        (forall("R", other), nonempty(holds), bounded(holds)),
        (forall("Z", lt(i0, 2)), nonempty(holds), bounded(holds)),
        (holds, nonempty(holds), bounded(holds)),
        (forall("R", lt(x0, bv(1, "R"))), nonempty(holds), bounded(holds)),
    ):
        refused(lambda args=(template, some, above): rule("supremum", *args))
    # the bound must not depend on the member: ∀x. ∃b. P[x] → x <= b is not enough
    weak = rule("assume", forall("R", negation(forall("R", negation(imp(other, le(bv(1, "R"), x0)))))))
    refused(lambda: rule("supremum", forall("R", other), nonempty(other), weak))


def test_functions_are_replaced_by_equal_ones() -> None:
    b = fn("b", 1, "R")
    law = rule("assume", forall("Z", eq(app(a, i0), app(b, i0))))
    template = forall(VEC, le(app(F, bv(0, VEC)), x))
    out = rule("replace", law, template, rule("assume", le(app(F, a), x)))
    out = rule("replace", law, template, rule("assume", le(app(F, a), x)))
    assert key(out.concl) == key(le(app(F, b), x)) and len(out.hyps) == 2
    ranged = rule("assume", forall("Z", imp(le(0, i0), eq(app(a, i0), app(b, i0)))))
    refused(lambda: rule("replace", ranged, template, rule("assume", le(app(F, a), x))))
    integral = forall(INT, le(app(P, bv(0, INT)), x))
    refused(
        lambda: rule(
            "replace",
            rule("assume", forall("Z", eq(app(p, i0), app(a, i0)))),
            integral,
            rule("assume", le(app(P, p), x)),
        )
    )
    b2 = fn("b2", 2, "R")
    law = rule(
        "assume", forall("Z", forall("Z", eq(app(b2, bv(1, "Z"), i0), bv(1, "Z") + 2 * i0)))
    )  # b2(i, j) = i + 2 j
    out = rule(
        "replace",
        law,
        forall(MAT, eq(app(bv(0, MAT), num(1), num(0)), y)),
        rule("assume", eq(app(b2, num(1), num(0)), y)),
    )
    assert key(out.concl) == key(eq(num(1), y))


def test_no_computing_and_no_derivatives_with_functions() -> None:
    refused(lambda: rule("compute", forall(VEC, le(0, 1)), [], ["leaf", 64]))
    refused(lambda: rule("compute", le(app(lam(1, i0), 0), app(F, lam(1, i0))), [], ["leaf", 64]))
    zero = lambda body: forall("R", eq(body, 0))  # noqa: E731
    refused(lambda: rule("derivative", zero(app(h, x0)), x, []))
    refused(lambda: rule("derivative", zero(app(F, lam(1, bv(1, "R")))), x, []))
    refused(lambda: rule("derivative", forall(VEC, eq(app(bv(0, VEC), n), 0)), a, []))


def test_towers_of_functions_stop() -> None:
    N1 = "((R>R)R>R)"
    square = lam(N1 + "(R>R)R", app(bv(2, N1), lam("R", app(bv(3, N1), bv(2, "(R>R)"), x0)), x0))
    number = lam("(R>R)R", app(bv(1, "(R>R)"), app(bv(1, "(R>R)"), x0)))
    with pytest.raises(KernelError):
        for _ in range(12):
            number = lam("(R>R)R", app(square, number, bv(1, "(R>R)"), x0))
            assert number.depth < 200


# --- a model: functions of integers and reals are programs; everything is evaluated before and after ----------------

SORTS = ["Z", "R", VEC, INT, REAL, "((Z>R)>R)", "((Z>R)Z>R)", "((R>R)R>R)", "((ZZ>R)ZZ>R)", "(((Z>R)>R)>R)"]


def value(t: Any, env: dict, bound: tuple) -> Any:
    op, args = t.op, t.args
    if op == "num":
        return Fraction(*args)
    if op in ("var", "fn"):
        return env[t]
    if op == "bv":
        return bound[args[0]]
    if op == "add":
        return sum((value(s, env, bound) for s in args), Fraction(0))
    if op == "mul":
        out = Fraction(1)
        for s in args:
            out *= value(s, env, bound)
        return out
    if op == "abs":
        return abs(value(args[0], env, bound))
    if op == "inv":
        v = value(args[0], env, bound)
        return 1 / v if v else v
    if op == "ite":
        s, u = (value(r, env, bound) for r in args[0].args)
        held = {"le": s <= u, "lt": s < u, "eq": s == u}[args[0].op]
        return value(args[1 if held else 2], env, bound)
    if op == "sum":
        lo, hi = (int(value(s, env, bound)) for s in args[:2])
        return sum((value(args[2], env, (Fraction(k), *bound)) for k in range(lo, min(hi, lo + 6) + 1)), Fraction(0))
    if op == "app":
        return value(args[0], env, bound)(*(value(s, env, bound) for s in args[1:]))
    if op == "lam":
        return lambda *vs: value(args[1], env, (*reversed(vs), *bound))
    raise AssertionError(op)


def semantic(sort: str, rng: random.Random) -> Any:
    """An element of the sort."""
    if sort == "Z":
        return Fraction(rng.randint(-3, 3))
    if sort == "R":
        return Fraction(rng.randint(-6, 6), rng.randint(1, 3))
    c = Fraction(rng.randint(-2, 2), 1 if codomain(sort) == "Z" else 2)
    weights = [rng.randint(-2, 2) for _ in domain(sort)]
    probes = [[semantic(s, rng) for s in domain(taken)] for taken in domain(sort)]

    def f(*args: Any) -> Any:
        total = c
        for taken, w, probe, arg in zip(domain(sort), weights, probes, args, strict=True):
            v = arg(*probe) if is_function(taken) else arg
            total += (
                w
                * (v if codomain(sort) == "R" else Fraction(v.numerator // v.denominator))
                * (1 if abs(total) > 50 else total + 1)
            )
        return total % 97 if abs(total) > 1000 else total

    return f


FREE = {s: [tm.variable(f"v{k}_{j}", s) for j in range(2)] for k, s in enumerate(SORTS)}


def grown(sort: str, scope: tuple, size: int, rng: random.Random) -> Any:
    """A random term of the sort; scope holds the sorts of the binders around, index 0 first."""
    if is_function(sort):
        here = [bv(k, s) for k, s in enumerate(scope) if s == sort]
        ready = [*FREE.get(sort, []), *here]
        if ready and (size <= 1 or rng.random() < 0.35):
            return rng.choice(ready)
        return lam("".join(domain(sort)), grown(codomain(sort), (*reversed(domain(sort)), *scope), size - 1, rng))
    leaves = [bv(k, s) for k, s in enumerate(scope) if s == sort or (s, sort) == ("Z", "R")] + FREE[sort]
    if size <= 1:
        return rng.choice([*leaves, *([num(rng.randint(-2, 2))] if sort == "Z" else [num(rng.randint(-3, 3), 2)])])
    kind = rng.choice(["app"] * 5 + ["add", "mul", "ite", "sum", "abs"])
    if kind == "app":
        heads = [t for s in SORTS if is_function(s) and codomain(s) == sort for t in FREE[s]] + [
            bv(k, s) for k, s in enumerate(scope) if is_function(s) and codomain(s) == sort
        ]
        head = rng.choice(heads)
        if rng.random() < 0.3:
            takes = domain(head.sort)
            head = lam("".join(takes), grown(sort, (*reversed(takes), *scope), size // 2, rng))
        return app(head, *(grown(s, scope, size // 2, rng) for s in domain(head.sort)))
    if kind == "ite":
        test = rng.choice([le, lt, eq])(grown("R", scope, size // 3, rng), grown("R", scope, size // 3, rng))
        return ite(test, grown(sort, scope, size // 2, rng), grown(sort, scope, size // 2, rng))
    if kind == "sum":
        return tm.big(
            "sum", num(rng.randint(-1, 1)), num(rng.randint(-1, 2)), grown(sort, ("Z", *scope), size // 2, rng)
        )
    if kind == "abs":
        return tm.absolute(grown(sort, scope, size - 1, rng))
    return (tm.add if kind == "add" else tm.mul)(grown(sort, scope, size // 2, rng), grown(sort, scope, size // 2, rng))


def test_the_model_agrees() -> None:
    """Normal forms, substitution, opening and closing keep the value."""
    rng, checked = random.Random(7), 0
    for _ in range(4000):
        env = {t: semantic(s, rng) for s, ts in FREE.items() for t in ts}
        try:
            t = grown(rng.choice("ZR"), (), rng.randint(2, 14), rng)
            form = as_term(normal(t))
        except KernelError:
            continue
        before = value(t, env, ())
        assert value(form, env, ()) == before
        assert t.sort == "R" or before.denominator == 1
        old = rng.choice([v for vs in FREE.values() for v in vs])
        new = grown(old.sort, (), rng.randint(1, 6), rng)
        put = substitute(t, {old: new})
        changed = env | {old: value(new, env, ())}
        assert value(put, env, ()) == value(t, changed, ())
        body = tm.abstract(t, [old])
        assert value(body, env, (env[old],)) == before
        assert instantiate_bound(body, (new,)) is put
        checked += 1
    assert checked > 3000
