"""Changed proofs, and theorems made up for what no stored one needs, through three readers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from coqc import Beside

from proofs.fuzzing import checkers
from proofs.fuzzing.checkers import Changed, Shelf, in_coq, judged, shelves, trial
from proofs.kernel import terms as tm
from proofs.kernel.rules import RULES, Fact, Theory
from proofs.kernel.store import Json, Writer, replay
from proofs.kernel.terms import Term, app, atan, big, bv, cos, eq, erf, exp, fn, forall, imp, lam, le, lt, num, sin, var
from proofs.theorems import MODULES

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("coq")]  # the library is compiled
Do = Callable[..., Fact]
FEW = tuple(MODULES[name] for name in ("elementary", "sums", "powers", "integers", "tilings", "hardmax", "continuity"))
X, Y, N = var("x", "R"), var("y", "R"), var("n", "Z")
OPERATOR = "((Z>R)>R)"
PHI, G, F, E = fn("Phi", OPERATOR, "R"), fn("G", "(Z>R)", "R"), fn("f", 1, "R"), fn("e", 1, "Z")
AT_0 = lam("(Z>R)", app(bv(0, "(Z>R)"), num(3)) * app(bv(0, "(Z>R)"), N))


def stored(name: str, write: Callable[[Do], Fact]) -> Json:
    """A theorem with the steps that are done, accepted by the kernel."""
    writer, steps, facts = Writer(), list[Any](), dict[Fact, int]()

    def do(rule: str, *args: Any) -> Fact:
        fact = RULES[rule](*args)
        steps.append([rule, *(writer.argument(a, facts) for a in args)])
        facts[fact] = len(steps) - 1
        return fact

    last = write(do)
    claim = {"hyps": [writer.term(h) for h in last.hyps.values()], "concl": writer.term(last.concl)}
    out: Json = json.loads(json.dumps({"name": name, "terms": writer.rows, "steps": steps, "statement": claim}))
    replay(Theory(), out)
    return out


def computed(goal: Term, box: Sequence[Any], tree: Any) -> Callable[[Do], Fact]:
    return lambda do: do("compute", goal, box, tree)


def assumed(do: Do, a: Term) -> Fact:
    """A → A."""
    return do("discharge", a, do("assume", a))


def six_arguments(do: Do) -> Fact:
    f = fn("f", 6, "R")
    body = bv(5, "Z") * bv(0, "Z") + bv(4, "Z") * bv(3, "Z")
    return do("instantiate", assumed(do, lt(num(0), f(1, 2, 3, 4, 5, 6))), [[f, lam(6, body)]])


def third_order(do: Do) -> Fact:
    eta = lam("(Z>R)", app(G, bv(0, "(Z>R)")))
    done = assumed(do, le(app(PHI, G), app(PHI, eta)))
    inner = lam(OPERATOR, app(bv(0, OPERATOR), lam(1, app(F, bv(0, "Z")) + bv(0, "Z"))))
    done = do("instantiate", done, [[PHI, inner]])
    done = do("instantiate", done, [[G, AT_0]])
    return do("mp", done, do("arith", le(app(F, N), app(F, N)), [], [], []))


def third_order_specialised(do: Do) -> Fact:
    done = do("specialize", do("generalize", G, assumed(do, eq(app(PHI, G), num(5)))), AT_0)
    inner = lam(OPERATOR, app(bv(0, OPERATOR), lam(1, app(F, bv(0, "Z")) + bv(0, "Z"))))
    done = do("instantiate", done, [[PHI, inner]])
    return do("mp", done, do("assume", eq((app(F, num(3)) + 3) * (app(F, N) + N), num(5))))


def integers_for_reals(do: Do) -> Fact:
    done = assumed(do, lt(num(0), app(PHI, lam("(Z>R)", app(bv(0, "(Z>R)"), num(1))))))
    done = do("instantiate", done, [[PHI, lam(OPERATOR, app(bv(0, OPERATOR), E))]])
    return do("mp", done, do("assume", lt(num(0), app(E, num(1)))))


def inverses(do: Do) -> Fact:
    """1/(n n x) with m + 1 for n: for the kernel, which puts it into the term as written, the inverse of a sum."""
    m = var("m", "Z")
    done = assumed(do, lt(num(0), 1 / (N * N * X)))
    done = do("instantiate", done, [[N, m + 1]])
    return do("mp", done, do("assume", lt(num(0), 1 / ((m + 1) * (m + 1) * X))))


def leaves(k: int, *points: str) -> Any:
    """A tree that cuts variable k at these points."""
    out: Any = ["leaf", 30]
    for point in reversed(points):
        out = ["split", k, point, ["leaf", 30], out]
    return out


def between(lo: Term, hi: Term, a: Term, turned: bool = False) -> Term:
    ends = [le(lo, bv(0, "Z")), le(bv(0, "Z"), hi)][:: -1 if turned else 1]
    return forall("Z", imp(ends[0], imp(ends[1], a)))


def slopes_of_waves(do: Do) -> Fact:
    x = bv(0, "R")
    return do("derivative", forall("R", eq(sin(2 * x) * cos(atan(x)), num(0))), X, [])


def slope_of_erf(do: Do) -> Fact:
    return do("derivative", forall("R", eq(erf(3 * bv(0, "R")) * bv(0, "R"), num(0))), X, [])


MADE_UP: dict[str, Callable[[Do], Fact]] = {
    "cuts": computed(lt(num(0), X * X - X + 3), [[X, "-2", "3"]], leaves(0, "0", "1/4", "1/2", "1")),
    "half a line": computed(le(exp(-1 * X), num(1)), [[X, "0", None]], leaves(0)),
    "the other half": computed(lt(exp(X), num(1, 2)), [[X, None, "-1"]], leaves(0)),
    "the whole line": computed(lt(num(0), 2 + tm.absolute(X)), [[X, None, None]], leaves(0, "0")),
    "two reals and an integer": computed(
        lt(tm.log(X) + Y, 4 + N), [[X, "1", "2"], [Y, "0", "2"], [N, "-1", "1/2"]], ["each", 2, leaves(0, "3/2")]
    ),
    "squares": computed(
        lt(-1 * num(1, 2), X * Y * X - Y * exp(X) * Y * exp(X) + 20), [[X, "-1", "1"], [Y, "-1", "1"]], leaves(0)
    ),
    "a maximum": computed(
        lt(num(0), big("max", num(0), num(2), X + bv(0, "Z") - 1)), [[X, "-1/2", "1"]], leaves(0)
    ),
    "rational ends": computed(between(num(1, 2), num(7, 2), le(num(1), bv(0, "Z"))), [], leaves(0)),
    "negative ends": computed(between(num(-7, 2), num(-1, 2), lt(bv(0, "Z"), num(0))), [], leaves(0)),
    "ends the other way round": computed(between(num(1, 2), num(7, 2), le(bv(0, "Z"), num(3)), True), [], leaves(0)),
    "an empty range": computed(between(num(1, 3), num(2, 3), tm.FALSE), [], leaves(0)),
    "false somewhere": computed(
        tm.negation(between(num(1, 2), num(7, 2), le(bv(0, "Z"), num(2)))), [], leaves(0)
    ),
    "a wave that rises": computed(le(num(0), sin(X)), [[X, "0", "1"]], leaves(0)),
    "a wave on the line": computed(lt(cos(X) - sin(X), num(3)), [[X, None, None]], leaves(0)),
    "waves at 0": computed(eq(cos(sin(num(0)) + atan(num(0))), num(1)), [], leaves(0)),
    "the number π": computed(lt(4 * atan(num(1)), num(22, 7)), [], leaves(0)),
    "an arc on half a line": computed(lt(atan(X), num(8, 5)), [[X, "0", None]], leaves(0)),
    "erf at 0": computed(eq(erf(num(0)), num(0)), [], leaves(0)),
    "erf between its limits": computed(le(erf(X) * erf(X), num(1)), [[X, None, None]], leaves(0, "0")),
    "erf on a half-line": computed(lt(num(4, 5), erf(X)), [[X, "1", None]], leaves(0)),
    "erf far out": computed(lt(num(1) - num(1, 10**7), erf(num(4))), [], leaves(0)),
    "erf of negative numbers": computed(lt(erf(X), num(-1, 9)), [[X, "-7", "-1/9"]], leaves(0)),
    "the slope of erf": slope_of_erf,
    "the square of erf": lambda do: do("erf_square", X + Y),
    "slopes of waves": slopes_of_waves,
    "six arguments": six_arguments,
    "third order": third_order,
    "third order, specialized": third_order_specialised,
    "integers for reals": integers_for_reals,
    "inverses": inverses,
}  # fmt: skip


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """These theorems in place of the library's."""
    shelf = Shelf([stored(name, write) for name, write in MADE_UP.items()])
    monkeypatch.setattr(checkers, "shelves", lambda: [shelf])
    return shelf


def test_made_up_theorems_are_accepted(coq: Beside, made_up: Shelf) -> None:
    asked = [Changed(0, k, "", theorem) for k, theorem in enumerate(made_up.stored)]
    said = dict(zip(MADE_UP, in_coq(asked), strict=True))
    assert said == dict.fromkeys(MADE_UP, True)
    assert all(made_up.audited(changed.k, changed.stored) for changed in asked)


def test_made_up_theorems_that_are_false_are_refused(coq: Beside, made_up: Shelf) -> None:
    """Each relation turned round, each hypothesis dropped, what was refused by the kernel is refused by Coq."""
    changed = []
    for k, theorem in enumerate(made_up.stored):
        for i, row in enumerate(theorem["terms"]):
            if row[0] in ("le", "lt"):
                other = json.loads(json.dumps(theorem))
                other["terms"][i] = ["lt" if row[0] == "le" else "le", row[2], row[1]]
                changed.append(Changed(0, k, "sides", other))
    said = in_coq(changed)
    by_kernel = [made_up.replayed(c.k, c.stored) for c in changed]
    assert said == by_kernel and not all(by_kernel) and len(said) > 30


def test_fractions_need_not_be_in_lowest_terms(coq: Beside, made_up: Shelf) -> None:
    k = made_up.names.index("two reals and an integer")
    theorem = json.loads(json.dumps(made_up.stored[k]).replace('"1/2"', '"3/6"').replace('"2"]', '"8/4"]'))
    for row in theorem["terms"]:
        if row[0] == "num":
            row[1:] = [2 * row[1], 2 * row[2]]
    assert made_up.replayed(k, theorem) and in_coq([Changed(0, k, "", theorem)]) == [True]


def test_a_variable_twice_in_a_box_and_a_cut_outside_are_refused(coq: Beside, made_up: Shelf) -> None:
    k, j = made_up.names.index("two reals and an integer"), made_up.names.index("cuts")
    twice, outside = (json.loads(json.dumps(made_up.stored[i])) for i in (k, j))
    for row in twice["terms"]:
        row[1:2] = ["x"] if row[:2] == ["var", "y"] else row[1:2]
    outside["steps"][0][3][2] = "4"
    changed = [Changed(0, k, "", twice), Changed(0, j, "", outside)]
    assert in_coq(changed) == [made_up.replayed(c.k, c.stored) for c in changed] == [False, False]


@pytest.fixture(scope="module")
def few(coq: Beside) -> Iterator[None]:
    """Few chapters, which have most of the rules between them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checkers, "GENERAL", FEW)
        checkers.shelves.cache_clear()
        yield
    checkers.shelves.cache_clear()


def test_three_readers_agree_on_changed_proofs(few: None) -> None:
    found = trial("1", 60)
    assert found["done"] == 60 and not found["failures"], found["failures"]
    assert found["counts"].keys() >= {"refused by all", "accepted by all"}


def test_what_is_not_proved_before_is_not_there(few: None) -> None:
    """Also where Coq has been told before, for a later theorem, what the one that is not there yet states."""
    shelf = shelves()[0]
    applied = [{step[1] for step in s["steps"] if step[0] == "theorem"} for s in shelf.stored]
    later, k = next(
        (j, k)
        for j, names in enumerate(applied)
        for k in map(shelf.names.index, sorted(names))
        if k > 20 and applied[k]
    )
    asked = [Changed(0, later, "", shelf.stored[later]), Changed(0, k, "", shelf.stored[k])]
    for other in (shelf.names[k], shelf.names[k + 1], "nothing"):
        theorem = json.loads(json.dumps(shelf.stored[k]))
        next(step for step in theorem["steps"] if step[0] == "theorem")[1] = other
        asked.append(Changed(0, k, "", theorem))
    assert in_coq(asked) == [True, True, False, False, False]


def test_disagreement_is_seen(few: None) -> None:
    stored_ = shelves()[0].stored[0]
    assert judged(Changed(0, 0, "", stored_), False) == ("accepted by kernel and checker alone", True)
    assert judged(Changed(0, 0, "", stored_), True) == ("accepted by all", False)
    assert judged(Changed(0, 0, "", stored_), None) == ("accepted by all", False)
    wrong = json.loads(json.dumps(stored_))
    wrong["statement"]["hyps"] = []
    assert judged(Changed(0, 0, "", wrong), True) == ("accepted by Coq alone", True)


def test_few_digits_are_no_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    true = stored("pi", computed(lt(4 * atan(num(1)), num(22, 7)), [], ["leaf", 64]))
    monkeypatch.setattr(checkers, "shelves", lambda: [Shelf([true])])
    few, false = json.loads(json.dumps(true)), json.loads(json.dumps(true))
    few["steps"][0][-1][1] = 8
    assert judged(Changed(0, 0, "", few), None) == ("accepted by checker alone, with intervals", False)
    monkeypatch.setattr(Shelf, "audited", lambda *args: True)  # as if the second checker believed anything
    false["terms"] = [["num", 3, 1] if row == ["num", 22, 7] else row for row in false["terms"]]
    assert judged(Changed(0, 0, "", false), None) == ("accepted by checker alone", True)
