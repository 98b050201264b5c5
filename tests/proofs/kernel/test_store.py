"""Stored proofs: round trips, and malformed, dishonest or circular ones, which are refused cleanly."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from semantics import a, b, fuzz, i0, n, numbers, x, x0, y

from proofs.kernel.normal import key
from proofs.kernel.rules import RULES, Fact, Theory
from proofs.kernel.store import Writer, read_terms, replay
from proofs.kernel.terms import FALSE, KernelError, Term, deriv, exp, forall, imp, lam, le, lt, num


def stored(name: str, concl: Term, hyps: list[Term], steps: list[list[Any]]) -> Any:
    """A stored proof; in the steps, terms stand for themselves and facts are numbers in one-element sets."""
    writer = Writer()

    def argument(v: Any) -> Any:
        if isinstance(v, set):
            return {"f": next(iter(v))}
        return [argument(w) for w in v] if isinstance(v, list) else writer.argument(v, {})

    out = [[rule, *map(argument, args)] if rule != "theorem" else [rule, *args] for rule, *args in steps]
    statement = {"hyps": [writer.term(h) for h in hyps], "concl": writer.term(concl)}
    return json.loads(json.dumps({"name": name, "terms": writer.rows, "steps": out, "statement": statement}))


def simple() -> Any:
    return stored("simple", le(x, y), [le(x, y)], [["assume", le(x, y)]])


def refused(proof: Any, theory: Theory | None = None) -> None:
    with pytest.raises(KernelError):
        replay(theory or Theory(), proof)


def test_a_proof_is_replayed_and_recorded() -> None:
    theory = Theory()
    fact = replay(theory, simple())
    assert key(fact.concl) == key(le(x, y))
    assert theory.theorem("simple").concl is fact.concl
    user = stored("user", le(x, y), [le(x, y), FALSE], [["theorem", "simple"]])
    assert replay(theory, user).marks == {("uses", "simple")}


def test_a_proof_is_not_circular_and_a_name_is_used_once() -> None:
    theory = Theory()
    refused(stored("self", FALSE, [], [["theorem", "self"]]), theory)
    refused(stored("first", FALSE, [], [["theorem", "second"]]), theory)
    replay(theory, simple())
    refused(simple(), theory)
    refused(stored("simple", le(x, x), [], [["assume", le(x, x)]]), theory)
    assert set(theory.facts) == {"simple"}


def test_the_result_is_the_statement_that_it_claims() -> None:
    step = [["assume", le(x, y)]]
    refused(stored("t", lt(x, y), [le(x, y)], step))
    refused(stored("t", le(x, y), [], step))
    refused(stored("t", le(x, y), [lt(x, y)], step))
    refused(stored("t", FALSE, [], []))
    refused(stored("t", le(x, y), [le(x, y)], [*step, ["assume", le(y, x)]]))
    refused(stored("t", le(x, y), [x], step))
    refused(stored("t", x, [le(x, y)], step))
    refused(stored("t", le(x + i0 - i0, y), [le(x, y)], step))  # the same formula, but dangling
    refused(stored("t", le(x, y), [le(x + i0 - i0, y)], step))


def test_a_refused_proof_leaves_nothing_behind() -> None:
    theory = Theory()
    refused(stored("t", FALSE, [], [["assume", le(x, y)]]), theory)
    assert theory.facts == {}


@pytest.mark.parametrize("row", [
    ["nothing", 0], ["exp", 3], ["exp", -1], ["exp", True], ["exp", False], ["exp", "0"], ["exp", 0.0],
    ["exp", [0]], ["exp", None],
    ["exp"], ["exp", 0, 1], ["exp", 2], ["num", True, 1], ["num", 1.5, 1], ["num", "1", 1], ["num", 1, 0],
    ["num", 1, 1, 1], ["num"],
    ["var", "x"], ["var", "x y", "R"], ["var", "x", "Q"], ["var", "x", ["R"]], ["bv", -1, "Z"], ["fn", "f",
    10**12, "R"],
    ["lam", 10**12, 0], ["lam", 0, 0], ["all", "R", 0], ["all", "Q", 2], ["false", 0], ["sum", 0, 0, 0],
    ["sum", 0, 0], [], 3, None,
    [["num"], 1], [None, 1], {}, "exp", ["app", 0, 0], ["ite", 0, 0, 0], ["imp", 0, 2],
])  # fmt: skip
def test_malformed_terms_are_refused(row: Any) -> None:
    proof = simple()
    proof["terms"].append(row)
    refused(proof)
    refused(simple() | {"terms": row})


@pytest.mark.parametrize("change", [
    {"name": None}, {"name": 3}, {"name": ["t"]}, {"name": True}, {"steps": None}, {"steps": []},
    {"steps": [[]]}, {"steps": [3]},
    {"steps": [["nothing"]]}, {"steps": [[None]]}, {"steps": [[["assume"]]]}, {"steps": [["assume"]]},
    {"steps": "assume"},
    {"steps": [["assume", {"t": 99}]]}, {"steps": [["assume", {"t": -1}]]}, {"steps": [["assume",
    {"t": True}]]},
    {"steps": [["assume", {"f": 0}]]}, {"steps": [["assume", {"t": 2, "f": 0}]]}, {"steps": [["assume", {}]]},
    {"steps": [["assume", {"x": 0}]]}, {"steps": [["assume", {"t": [0]}]]}, {"steps": [["assume", {"t": 2},
    3]]},
    {"steps": [["assume", "x"]]}, {"steps": [["assume", None]]}, {"steps": [["assume", 1.5]]},
    {"steps": [["assume", [[]]]]},
    {"steps": [["discharge", {"t": 2}, {"f": 0}]]}, {"steps": [["theorem"]]}, {"steps": [["theorem", ["x"]]]},
    {"steps": [["theorem", {"t": 0}]]}, {"steps": [["__class__"]]}, {"statement": None}, {"statement": {}},
    {"statement": {"concl": 2}}, {"statement": {"concl": 2, "hyps": 2}}, {"statement": {"concl": 99,
    "hyps": []}},
    {"statement": {"concl": -1, "hyps": [2]}}, {"statement": {"concl": 2, "hyps": [-1]}},
    {"statement": {"concl": True, "hyps": [2]}},
])  # fmt: skip
def test_malformed_proofs_are_refused(change: dict[str, Any]) -> None:
    refused(simple() | change)
    for field in change:
        without = simple()
        del without[field]
        refused(without)


def test_tables_of_terms_are_refused_by_themselves() -> None:
    for rows in ([["nothing"]], [["num", 1], ["exp", 1]], [["num", 1], ["exp", -1]], [["num", 1], ["exp", True]]):
        with pytest.raises(KernelError):
            read_terms(rows)


def test_what_is_not_an_object_is_refused() -> None:
    for proof in (None, 3, "x", [], [1], {}, True):
        refused(proof)


def test_deep_and_huge_data_are_refused() -> None:
    rows: list[Any] = [["var", "x", "R"]]
    for k in range(5000):
        rows.append(["exp", k])
    refused(simple() | {"terms": rows})
    rows = [["var", "x", "R"], *(["add", k, k] for k in range(100))]
    refused(simple() | {"terms": rows})
    nested: Any = []
    for _ in range(20_000):
        nested = [nested]
    refused(simple() | {"steps": [["assume", nested]]})
    proof = simple()
    tree: Any = ["leaf", 53]
    for _ in range(900):
        tree = ["split", 0, "1", tree, ["leaf", 53]]
    proof["steps"] = [["compute", {"t": 2}, [[{"t": 0}, "1", "1"], [{"t": 1}, "1", "1"]], tree]]
    refused(proof)
    power = [["num", 2, 1], *(["mul", k, k] for k in range(18)), ["le", 0, 18]]
    refused({"name": "t", "terms": power, "steps": [["assume", {"t": 19}]], "statement": {"concl": 19, "hyps": []}})


def test_every_argument_survives_storing() -> None:
    writer = Writer()
    fact = RULES["assume"](le(x, y))
    out = writer.argument([x, fact, None, "p/q", 3, (y, x)], {fact: 4})
    assert out[1:5] == [{"f": 4}, None, "p/q", 3]
    terms = read_terms(writer.rows)
    assert [terms[v["t"]] for v in (out[0], *out[5])] == [x, y, x]
    for v in (1.5, {1}, b"x", fact.hyps):
        with pytest.raises(TypeError):
            writer.argument(v, {})


@fuzz(100)
@given(numbers("R", ("Z", "R")), numbers("Z"))
def test_terms_survive_storing(s: Term, t: Term) -> None:
    writer = Writer()
    kept = [s, t, le(s, t), lam(2, b(i0, i0)), forall("R", imp(le(x0, t), FALSE)), deriv(exp(x0), t, num(1, 3)), a(n)]
    where = [writer.term(u) for u in kept]
    back = read_terms(json.loads(json.dumps(writer.rows)))
    assert [back[k] for k in where] == kept
    assert len({json.dumps(row) for row in writer.rows}) == len(writer.rows)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 6) | st.sampled_from(["R", "Z", "1/2", "leaf"])
    | st.builds(lambda k, i: {k: i}, st.sampled_from("ft"), st.integers(-1, 12)),
    lambda inner: st.lists(inner, max_size=3), max_leaves=6,
)  # fmt: skip


def false_facts(facts: list[Fact]) -> list[Fact]:
    return [f for f in facts if not f.hyps and key(f.concl) is False and not f.marks]


@fuzz(300)
@given(st.lists(st.tuples(st.sampled_from(sorted(RULES)), st.lists(VALUES, max_size=4)), min_size=1, max_size=5))
def test_random_proofs_are_refused_or_harmless(steps: list[Any]) -> None:
    writer = Writer()
    for t in (le(x, y), lt(y, x), FALSE, forall("R", le(x0, x)), num(0), imp(le(x, y), FALSE)):
        writer.term(t)
    statement = {"concl": writer.term(FALSE), "hyps": []}
    proof = {
        "name": "t",
        "terms": writer.rows,
        "steps": [[r, *args] for r, args in steps],
        "statement": statement,
    }
    if any(rule in ("cite", "argue") for rule, _ in steps):
        return
    refused(json.loads(json.dumps(proof)))


@fuzz(300)
@given(st.data())
def test_a_damaged_proof_proves_nothing_else(data: st.DataObject) -> None:
    """Any one entry of a stored proof is replaced: it is refused,
    or proves a statement that its steps show."""
    steps = [
        ["assume", le(x, y)], ["assume", le(y, x)], ["arith", le(x, x), [[num(1), [{0}]], [num(1), [{1}]]],
        [], []],
        ["antisymmetry", {0}, {1}], ["discharge", le(x, y), {3}], ["generalise", n, {4}],
    ]  # fmt: skip
    concl = RULES["generalise"](n, RULES["discharge"](le(x, y), RULES["cite"](x.__le__(y), "given"))).concl
    proof = stored("t", concl, [le(y, x)], steps)
    damaged = copy.deepcopy(proof)
    place: Any = damaged
    while True:
        at = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        inner = place[at]
        if not isinstance(inner, list | dict) or not inner or data.draw(st.integers(0, 3)) == 0:
            place[at] = data.draw(VALUES)
            break
        place = inner
    theory = Theory()
    try:
        fact = replay(theory, damaged)
    except KernelError:
        return
    assert not false_facts([fact])
    assert fact.hyps or key(fact.concl) is True or not fact.concl.free & {x, y}
