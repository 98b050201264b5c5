"""The second reader with hostile files: it refuses them soon, says why, and what it prints cannot be forged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofs import checker
from proofs.kernel.rules import Theory
from proofs.kernel.store import replay

SOURCE = Path(checker.__file__)
SECONDS, MEMORY = 20, 2 << 30  # far more than any file needs: what hangs or grows is a failing test

Rows = list[list[Any]]
Hostile = Callable[[], dict[str, Any]]
HOSTILE: dict[str, tuple[Hostile, str]] = {}


def hostile(otherwise: str) -> Callable[[Hostile], Hostile]:
    """A file, and a word of the reason for which it is refused; none if it is accepted."""

    def entered(make: Hostile) -> Hostile:
        HOSTILE[make.__name__] = make, otherwise
        return make

    return entered


def theorem(rows: Rows, steps: list[Any], concl: int, *hyps: int, name: str = "x") -> dict[str, Any]:
    """A stored theorem."""
    return {"name": name, "terms": rows, "steps": steps, "statement": {"hyps": list(hyps), "concl": concl}}


def assumed(rows: Rows) -> dict[str, Any]:
    """A theorem that assumes the last of its terms."""
    last = len(rows) - 1
    return theorem(rows, [["assume", {"t": last}]], last, last)


def doubled(rows: Rows, op: str, times: int) -> Rows:
    """The rows, with the last joined to itself so many times."""
    return [*rows, *([op, k, k] for k in range(len(rows) - 1, len(rows) - 1 + times))]


def compared(rows: Rows) -> Rows:
    """The rows, and 0 <= the last of them."""
    return [*rows, ["num", 0, 1], ["le", len(rows), len(rows) - 1]]


def boxed(rows: Rows, tree: Any, *box: Any) -> dict[str, Any]:
    """The last of the terms, computed on a box."""
    last = len(rows) - 1
    return theorem(rows, [["compute", {"t": last}, list(box), tree]], last)


X: Rows = [["var", "x", "R"]]
X_AT_LEAST_0: Rows = [["num", 0, 1], ["var", "x", "R"], ["le", 0, 1]]


@hostile("")
def an_implication_doubled() -> Any:
    return assumed(doubled(X_AT_LEAST_0, "imp", 60))


@hostile("a formula is nested too deeply")
def discharged_for_ever() -> Any:
    steps = [["assume", {"t": 2}], *(["discharge", {"t": 2}, {"f": k}] for k in range(60_000))]
    return theorem(X_AT_LEAST_0, steps, 2)


@hostile("a coefficient is too long")
def coprime_denominators() -> Any:
    rows: Rows = [["num", 1, 10**4200 + 2 * k + 1] for k in range(300)]
    return assumed([*rows, ["add", *range(300)], ["le", 300, 300]])


@hostile("a coefficient is too long")
def a_common_denominator() -> Any:
    rows: Rows = [["num", 1, 10**4200 + 2 * k + 1] for k in range(60)]
    rows += [["var", f"x{k}", "R"] for k in range(60)]
    rows += [["mul", k, 60 + k] for k in range(60)]
    return assumed([*rows, ["add", *range(120, 180)], ["abs", 180], ["le", 181, 180]])


@hostile("can be run through")
def each_of_too_many() -> Any:
    return each_up_to("20000000", 20_000)


@hostile("too much work")
def each_with_many_bits() -> Any:
    return each_up_to("1000000", 20_000)


def each_up_to(end: str, bits: int) -> Any:
    rows: Rows = [["var", "n", "Z"], ["num", 0, 1], ["num", 1, 7], ["mul", 0, 2], ["exp", 3], ["lt", 1, 4]]
    return boxed(rows, ["each", 0, ["leaf", bits]], [{"t": 0}, "0", end])


@hostile("leaf of the tree is not decided")
def an_implication_shared_in_a_box() -> Any:
    return boxed(doubled(X_AT_LEAST_0, "imp", 60), ["leaf", 64], [{"t": 1}, "-1", "1"])


@hostile("")
def sums_shared_in_a_box() -> Any:
    stored = boxed(compared(doubled(X, "add", 100)), ["leaf", 64], [{"t": 0}, "0", "1"])
    stored["terms"] += [["le", 101, 0], ["num", 1, 1], ["le", 0, 104]]
    return stored | {"statement": {"hyps": [103, 105], "concl": 102}}


@hostile("too much work")
def sums_shared_below_a_binder() -> Any:
    rows = doubled([["bv", 0, "Z"]], "add", 100)
    rows += [["num", 0, 1], ["num", 50, 1], ["sum", 101, 102, 100], ["le", 101, 103]]
    return boxed(rows, ["leaf", 64])


@hostile("too long")
def squares_of_a_number_in_a_box() -> Any:
    return boxed(compared(doubled(X, "mul", 100)), ["leaf", 64], [{"t": 0}, "3/2", "3/2"])


@hostile("too much work")
def many_factors_in_a_box() -> Any:
    rows: Rows = [*X, *(["num", 1, k] for k in range(1, 20_000)), ["mul", *range(20_000)]]
    return boxed(compared(rows), ["leaf", 64], [{"t": 0}, "0", "1"])


@hostile("too much work")
def long_coefficients() -> Any:
    rows: Rows = [["num", 10**4200 + 7, 1], ["mul", *[0] * 6]]
    ends = []
    for letter in "xy":
        first = len(rows)
        rows += [["var", f"{letter}{k}", "R"] for k in range(310)]
        rows += [["mul", 1, first + k] for k in range(310)]
        rows.append(["add", *range(first + 310, first + 620)])
        ends.append(len(rows) - 1)
    last = len(rows)
    return assumed([*rows, ["mul", *ends], ["le", last, last]])


@hostile("too deeply")
def an_argument_put_into_itself() -> Any:
    steps = [["assume", {"t": 2}]]
    steps += [["instantiate", {"f": k}, [[{"t": 1}, {"t": 3}]]] for k in range(400)]
    return theorem([*X_AT_LEAST_0, ["exp", 1]], steps, 2)


@hostile("")
def sums_in_sums() -> Any:
    rows: Rows = [["num", 1, 1], ["var", "n", "Z"], ["fn", "f", 1, "R"], ["bv", 0, "Z"], ["app", 2, 3]]
    for _ in range(60):
        rows += [["mul", len(rows) - 1, 4], ["sum", 0, 1, len(rows)]]
    return assumed(compared(rows))


@hostile("")
def quantifiers_in_quantifiers() -> Any:
    rows: Rows = [["bv", 0, "R"], ["bv", 1, "R"], ["lt", 0, 1], ["all", "R", 2]]
    for _ in range(60):
        rows += [["lt", 0, 1], ["imp", len(rows), len(rows) - 1], ["all", "R", len(rows) + 1]]
    return assumed([*rows, ["all", "R", len(rows) - 1]])


@hostile("")
def a_slope_of_shared_terms() -> Any:
    rows = doubled([["bv", 0, "R"]], "add", 60)
    rows += [["num", 0, 1], ["eq", 60, 61], ["all", "R", 62], ["num", 2**60, 1], ["deriv", 60, 61, 64]]
    return theorem(rows, [["derivative", {"t": 63}, {"t": 61}, []]], 65)


@hostile("too much work")
def many_variables_in_many_terms() -> Any:
    rows: Rows = [["var", f"x{k}", "R"] for k in range(6000)]
    rows.append(["add", *range(6000)])
    for _ in range(100):
        rows += [["exp", len(rows) - 1], ["add", 6000, len(rows)]]
    return assumed(compared(rows))


@hostile("too much work")
def many_hypotheses_in_many_steps() -> Any:
    many = 3000
    rows: Rows = [["num", 0, 1], *(["var", f"x{k}", "R"] for k in range(many))]
    rows += [["le", 0, k] for k in range(1, many + 1)]
    rows += [["add", *range(1, many + 1)], ["num", 1, 1], ["le", 0, 2 * many + 1]]
    steps: list[Any] = [["assume", {"t": many + 1 + k}] for k in range(many)]
    steps.append(["arith", {"t": 2 * many + 3}, [[{"t": 2 * many + 2}, [{"f": k}]] for k in range(many)]])
    steps += [["cases", {"t": 1}, {"t": k % many}, {"f": many}, {"f": many}] for k in range(many)]
    return theorem(rows, steps, 2 * many + 3)


@hostile("")
def an_implication_renamed() -> Any:
    rows = doubled([["num", 0, 1], ["bv", 0, "R"], ["le", 0, 1]], "imp", 60)
    last = len(rows)
    rows += [["le", 0, 0], ["all", "R", last], ["imp", last + 1, last - 1], ["all", "R", last + 2]]
    return assumed(rows)


class Table:
    """Rows; a term is entered by its row, and named by its position."""

    def __init__(self) -> None:
        self.rows: Rows = []

    def __call__(self, *row: Any) -> int:
        self.rows.append(list(row))
        return len(self.rows) - 1


REAL_TO_REAL, VECTOR = "(R>R)", "(Z>R)"
ITERATOR = f"{REAL_TO_REAL}R"  # the arguments of (f, x) ↦ f(f(… x))


def iterated(t: Table, once: int, times: int) -> int:
    """(f, x) ↦ once(once(… f), x), squared so many times."""
    for _ in range(times):
        inner = t("lam", "R", t("app", once, t("bv", 2, REAL_TO_REAL), t("bv", 0, "R")))
        once = t("lam", ITERATOR, t("app", once, inner, t("bv", 0, "R")))
    return once


def twice(t: Table) -> int:
    """(f, x) ↦ f(f(x))."""
    f = t("bv", 1, REAL_TO_REAL)
    return t("lam", ITERATOR, t("app", f, t("app", f, t("bv", 0, "R"))))


@hostile("nested too deeply")
def a_tower_of_iterations() -> Any:
    t = Table()
    t("app", iterated(t, twice(t), 9), t("fn", "f", "R", "R"), t("var", "x", "R"))
    return assumed(compared(t.rows))


@hostile("")
def a_tower_of_increments() -> Any:
    """2^512 of them: each square is x ↦ x + c."""
    t = Table()
    increment = t("lam", "R", t("add", t("bv", 0, "R"), t("num", 1, 1)))
    t("app", iterated(t, twice(t), 9), increment, t("var", "x", "R"))
    return assumed(compared(t.rows))


@hostile("nested too deeply")
def a_tower_of_arguments() -> Any:
    """The same, with the iterator put in for a variable."""
    t, iterator = Table(), f"({ITERATOR}>R)"
    once, f, x = twice(t), t("bv", 1, REAL_TO_REAL), t("bv", 0, "R")
    for _ in range(9):
        inner = t("lam", "R", t("app", t("bv", 3, iterator), t("bv", 2, REAL_TO_REAL), x))
        square = t("lam", iterator + ITERATOR, t("app", t("bv", 2, iterator), inner, x))
        once = t("lam", ITERATOR, t("app", square, once, f, x))
    t("app", once, t("fn", "f", "R", "R"), t("var", "x", "R"))
    return assumed(compared(t.rows))


@hostile("too much work")
def a_tower_of_sums() -> Any:
    """(f, x) ↦ f(x) + f(x + 1), squared."""
    t = Table()
    f, x = t("bv", 1, REAL_TO_REAL), t("bv", 0, "R")
    once = t("lam", ITERATOR, t("add", t("app", f, x), t("app", f, t("add", x, t("num", 1, 1)))))
    t("app", iterated(t, once, 9), t("fn", "f", "R", "R"), t("var", "x", "R"))
    return assumed(compared(t.rows))


@hostile("too much work")
def a_functional_put_into_itself() -> Any:
    t = Table()
    f, a = t("fn", "F", VECTOR, "R"), t("bv", 0, VECTOR)
    claim = t("le", t("num", 0, 1), t("app", f, t("fn", "a", 1, "R")))
    scaled = t("lam", 1, t("mul", t("app", f, t("bv", 1, VECTOR)), t("app", t("bv", 1, VECTOR), t("bv", 0, "Z"))))
    new = t("lam", VECTOR, t("add", t("app", f, scaled), t("app", f, a)))
    steps: list[Any] = [["assume", {"t": claim}]]
    steps += [["instantiate", {"f": k}, [[{"t": f}, {"t": new}]]] for k in range(400)]
    return theorem(t.rows, steps, claim)


@hostile("too much work")
def many_functions_of_many_arguments() -> Any:
    t = Table()
    f, b = t("fn", "F", f"({'Z' * 16}>R)", "R"), t("fn", "b", 16, "R")
    own = [t("bv", k, "Z") for k in range(15)]
    t("add", *(t("app", f, t("lam", 16, t("app", b, *own, t("num", k, 1)))) for k in range(20_000)))
    return assumed(compared(t.rows))


@hostile("too much work")
def many_long_sorts() -> Any:
    """Functions of 16 vectors, matrices, …"""
    t = Table()
    for k in range(40_000):
        t("fn", "f", "".join(f"({'Z' * (1 + (k >> 4 * j) % 16)}>R)" for j in range(16)), "R")
    return assumed(compared([*t.rows, *X]))


@hostile("nested more than 3 times")
def a_deep_sort() -> Any:
    return assumed([["fn", "f", "(" * 90 + "Z" + ">R)" * 90, "R"]])


@hostile("more than 400 characters")
def a_long_sort() -> Any:
    return assumed([["fn", "f", "Z" * 10_000_000, "R"]])


@hostile("")
def functions_in_functions() -> Any:
    t = Table()
    f, i = t("fn", "F", f"({'Z' * 16}>R)Z", "R"), t("bv", 0, "Z")
    body = t("app", t("fn", "a", 1, "R"), i)
    for _ in range(100):
        body = t("app", f, t("lam", 16, body), i)
    t("sum", t("num", 1, 1), t("var", "n", "Z"), body)
    return assumed(compared(t.rows))


@hostile("")
def functions_that_are_shared() -> Any:
    """16 times the same argument, 80 times."""
    t = Table()
    f, x = t("fn", "F", REAL_TO_REAL * 16, "R"), t("var", "x", "R")
    for _ in range(80):
        x = t("app", f, *[t("lam", "R", t("mul", x, t("bv", 0, "R")))] * 16)
    return assumed(compared(t.rows))


@hostile("")
def functionals_of_functionals() -> Any:
    """An application inside an application, as often as the order lets it, each in the depth of a term."""
    t, second = Table(), f"({REAL_TO_REAL}>R)"
    h = t("fn", "h", "R", "R")

    def within(x: int, times: int) -> int:
        for _ in range(times):
            x = t("app", h, x)
        return x

    first = t("lam", "R", within(t("bv", 0, "R"), 60))
    then = t("lam", REAL_TO_REAL, within(t("app", t("bv", 0, REAL_TO_REAL), t("num", 0, 1)), 60))
    last = t("lam", second, within(t("app", t("bv", 0, second), first), 60))
    t("app", last, then)
    return assumed(compared(t.rows))


@hostile("1 to 16 arguments")
def an_equation_under_many_quantifiers() -> Any:
    rows: Rows = [["num", 0, 1], ["eq", 0, 0], *(["all", "Z", k] for k in range(1, 101))]
    rows += [["bv", 0, "R"], ["le", 102, 102], ["all", "R", 103]]
    return theorem(rows, [["assume", {"t": 101}], ["replace", {"f": 0}, {"t": 104}, {"f": 0}]], 101)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The program, held to its time and its memory by a shell: to copy this process, which may be large, takes long."""
    held = f'ulimit -v {MEMORY >> 10} && ulimit -t {SECONDS} && exec "$@"'
    command = ["sh", "-c", held, "sh", sys.executable, "-I", str(SOURCE), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", timeout=3 * SECONDS)


@pytest.mark.parametrize("what", HOSTILE)
def test_a_limit_is_a_refusal(what: str, folder: Path) -> None:
    make, otherwise = HOSTILE[what]
    file = folder / f"{what}.json"
    file.write_text(json.dumps(make()))
    done = run(str(file))
    assert done.returncode == (1 if otherwise else 0), (done.returncode, done.stdout[-300:], done.stderr[-300:])
    assert otherwise in done.stdout and len(done.stdout) < 20_000


def test_a_refused_theorem_leaves_nothing_behind() -> None:
    before = len(checker.ATOMS), len(checker._formulas)
    good = theorem([["num", 0, 1], ["var", "x", "R"], ["exp", 1], ["lt", 0, 2]], [["exp_pos", {"t": 1}]], 3)
    bad = HOSTILE["an_argument_put_into_itself"][0]()
    verdicts = checker.check([{**bad, "name": "a"}, good, {**bad, "name": "b"}, {**good, "name": "c"}])
    assert [v.accepted for v in verdicts] == [False, True, False, True]
    assert len(checker.ATOMS) <= before[0] + 4 and len(checker._formulas) <= before[1] + 8


def test_all_theorems_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MAX_TOTAL_WORK", 50)
    verdicts = checker.check([{**assumed(X_AT_LEAST_0), "name": f"t{k}"} for k in range(9)])
    assert verdicts[0].accepted and not verdicts[-1].accepted and "together" in verdicts[-1].reason
    assert checker.check([assumed(X_AT_LEAST_0)])[0].accepted  # another run begins anew


def test_made_terms_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MAX_NODES", len(checker.ATOMS) + 3)
    rows: Rows = [["var", f"fresh{k}", "R"] for k in range(9)]
    (verdict,) = checker.check([assumed([*rows, ["add", *range(9)], ["le", 9, 9]])])
    assert "different" in verdict.reason


# --- files that are none --------------------------------------------------------------------------------------


NESTED = '{"name": "t", "terms": ' + "[" * 100_000 + "]" * 100_000 + "}"
FILES = {
    "nested": NESTED, "nested on a line": "{}\n" + NESTED, "a long number": '{"name": ' + "9" * 100_000 + "}",
    "an exponent": '{"name": 1e999999999}', "lines of nothing": "\n" * 1000, "half": '{"name": "t"}\n{"name": ',
}  # fmt: skip


@pytest.mark.parametrize("what", FILES)
def test_text_that_is_no_proof(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(FILES[what])
    assert checker.main([str(file)]) == 3
    assert capsys.readouterr().err.count("\n") == 1


def test_devices_pipes_and_folders_are_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/zero", "/dev/random", str(pipe), str(tmp_path)):
        done = run(path)
        assert (done.returncode, done.stdout) == (3, "") and "not a regular file" in done.stderr
    assert run(str(tmp_path / "nothing")).returncode == run("a\nb").returncode == 3


def test_a_file_has_a_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = tmp_path / "endless"
    endless.touch()
    os.truncate(endless, 10**12)  # of nothing: it takes no room
    with pytest.raises(checker.Malformed, match=f"longer than {checker.MAX_FILE} bytes"):
        checker.read_file(str(endless))
    lines = tmp_path / "lines"
    lines.write_text("".join(json.dumps({**assumed(X_AT_LEAST_0), "name": f"t{k}"}) + "\n" for k in range(3)))
    assert len(list(checker.read_file(str(lines)))) == 3
    monkeypatch.setattr(checker, "MAX_LINE", 60)
    with pytest.raises(checker.Malformed, match="line 1: longer than 60 bytes; write one theorem a line"):
        checker.read_file(str(lines))


def test_a_list_over_several_lines_is_one_value(tmp_path: Path) -> None:
    file = tmp_path / "pretty.json"
    file.write_text(json.dumps([assumed(X_AT_LEAST_0)] * 2, indent=2))
    assert len(list(checker.read_file(str(file)))) == 2
    file.write_text(json.dumps(assumed(X_AT_LEAST_0), indent=2))
    assert [t["name"] for t in checker.read_file(str(file))] == ["x"]


# --- what is printed ------------------------------------------------------------------------------------------

FALSE_ROWS: Rows = [["num", 0, 1], ["num", 1, 1], ["lt", 1, 0]]  # 1 < 0


def admitted(kind: str, name: str = "a", why: str = "as one sees") -> dict[str, Any]:
    """1 < 0, by a step that is admitted."""
    return theorem(FALSE_ROWS, [[kind, {"t": 2}, why]], 2, name=name)


def by_theorem(other: str, name: str) -> dict[str, Any]:
    """1 < 0 once more, by another theorem."""
    return theorem(FALSE_ROWS, [["theorem", other]], 2, name=name)


@pytest.mark.parametrize("kind", ["argue", "cite"])
def test_what_is_admitted_is_carried_on_all_the_way(kind: str) -> None:
    verdicts = checker.check([admitted(kind), by_theorem("a", "b"), by_theorem("b", "c"), assumed(X_AT_LEAST_0)])
    word = {"argue": "argued", "cite": "cited"}[kind]
    assert [v.kind for v in verdicts] == [word, word, word, "accepted"]
    assert [getattr(v, word) for v in verdicts] == [("as one sees",)] * 3 + [()]
    assert [v.uses for v in verdicts] == [(), ("a",), ("b",), ()]
    assert checker.status(verdicts) == 2 and checker.status(verdicts[3:]) == 0
    said = checker.report(verdicts)
    assert "c  1 < 0" in said and f"{word} " in said.splitlines()[-2] + said.splitlines()[0]
    assert "4 accepted, 0 refused; resting on argued steps: " + ("3" if kind == "argue" else "0") in said
    assert [v["kind"] for v in json.loads(checker.as_json(verdicts))] == [v.kind for v in verdicts]


def test_intervals_are_carried_on_too() -> None:
    rows: Rows = [["num", 1, 1], ["exp", 0], ["num", 3, 1], ["le", 1, 2]]
    first = theorem(rows, [["compute", {"t": 3}, [], ["leaf", 64]]], 3, name="a")
    second = theorem(rows, [["theorem", "a"]], 3, name="b")
    assert [v.certified for v in checker.check([first, second])] == [True, True]


def test_statuses(tmp_path: Path) -> None:
    file = tmp_path / "proofs.jsonl"
    for stored, status in (
        ([assumed(X_AT_LEAST_0)], 0),
        ([admitted("argue")], 2),
        ([admitted("cite")], 2),
        ([admitted("cite"), by_theorem("nothing", "b")], 1),
        ([by_theorem("a", "b"), 3], 3),
    ):
        file.write_text("".join(json.dumps(t) + "\n" for t in stored))
        assert run(str(file)).returncode == status


FORGED = "x\n1 accepted, 0 refused\n\x1b[2K\x9b2K\u202e\ud800"


def test_nothing_in_a_file_forges_a_line(tmp_path: Path) -> None:
    verdicts = [
        *({"name": FORGED, "terms": 3}, {**assumed(X_AT_LEAST_0), "name": FORGED}),
        theorem(X_AT_LEAST_0, [[FORGED]], 2, name="y"),
        by_theorem(FORGED + "!", "z"),
        admitted("argue", "b", FORGED),
        {**by_theorem("b", "u"), "name": 'u"  0 < 1'},
    ]
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(verdicts))
    for options in ([], ["--all"], ["--json"]):
        done = run(str(file), *options)
        assert done.returncode == 3
        assert all(c.isprintable() or c == "\n" for c in done.stdout + done.stderr)
        assert done.stdout.count("1 accepted, 0 refused\n") == 0
    lines = run(str(file)).stdout.splitlines()
    assert [line.split()[0] for line in lines if line[0] != " "] == [
        *("refused", "accepted", "refused", "refused", "argued", "argued", "3"),
    ]
    assert r'"x\n1 accepted, 0 refused\n\x1b[2K\x9b2K\u202e\ud800"' in lines[0]
    assert '"u\\"  0 < 1"' in "\n".join(lines) or r'"u\"  0 < 1"' in "\n".join(lines)


def test_few_theorems_are_shown_and_many_counted() -> None:
    many = [{**assumed(X_AT_LEAST_0), "name": f"t{k}"} for k in range(30)]
    verdicts = checker.check([*many, admitted("argue"), by_theorem("t", "b")])
    short, long = checker.report(verdicts), checker.report(verdicts, everything=True)
    assert len(short.splitlines()) == 5 and "30 accepted that rest on nothing admitted are not shown" in short
    assert "refused   b, step 0" in short and "argued    a  1 < 0" in short
    assert len(long.splitlines()) == 34 and "accepted  t29  for reals x: 0 <= x ⊢ 0 <= x" in long


WRITTEN: list[tuple[Rows, str, str]] = [
    (
        [["fn", "F", f"{VECTOR}R", "R"], ["fn", "a", 2, "Z"], ["bv", 0, "Z"], ["app", 1, 2, 2], ["lam", 1, 3],
         ["var", "x", "R"], ["app", 0, 4, 5], ["le", 6, 5]],
        "integers a[·,·], reals x, functions F:((Z>R)R>R)", "F[(i -> a[i, i]), x] <= x",
    ),
    (
        [["bv", 1, VECTOR], ["bv", 0, "R"], ["num", 1, 1], ["app", 0, 2], ["lt", 1, 3], ["all", "R", 4],
         ["all", VECTOR, 5]],
        "", "for all functions f:(Z>R): for all reals t: t < f[1]",
    ),
    (
        [["fn", "F", "((R>R)Z>R)", "R"], ["bv", 1, REAL_TO_REAL], ["bv", 0, "Z"], ["app", 1, 2], ["lam", "(R>R)Z", 3],
         ["fn", "F", 1, "R"], ["app", 5, 2], ["add", 3, 6], ["lam", "(R>R)Z", 7], ["app", 0, 8], ["eq", 9, 9]],
        "reals F:1:R[·], functions F:(((R>R)Z>R)>R)",
        "F:((R>R)Z>R):R[(f:(R>R), i -> f[i] + F:1:R[i])] = F:((R>R)Z>R):R[(f:(R>R), i -> f[i] + F:1:R[i])]",
    ),
    ([["var", "x", "R"], ["num", -3, 2], ["mul", 1, 0], ["le", 2, 0]], "reals x", "-3/2*x <= x"),
    (
        [["var", "x", "R"], ["num", -1, 1], ["var", "n", "Z"], ["add", 0, 2], ["mul", 1, 3], ["inv", 3], ["add", 5, 4],
         ["mul", 0, 0, 5], ["lt", 6, 7]],
        "integers n, reals x", "1/(x + n) - (x + n) < x**2/(x + n)",
    ),
    (
        [["var", "n", "Z"], ["num", 1, 1], ["fn", "a", 1, "R"], ["bv", 0, "Z"], ["app", 2, 3], ["exp", 4],
         ["sum", 1, 0, 5], ["max", 1, 0, 4], ["log", 6], ["le", 7, 8]],
        "integers n, reals a[·]", "max(a[i] for i = 1 .. n) <= log(sum(exp(a[i]) for i = 1 .. n))",
    ),
    (
        [["bv", 0, "R"], ["bv", 1, "R"], ["lt", 0, 1], ["le", 1, 0], ["ite", 3, 0, 1], ["eq", 4, 0], ["imp", 2, 5],
         ["all", "R", 6], ["all", "R", 7], ["false"], ["imp", 8, 9]],
        "", "not (for all reals t: for all reals s: s < t => (if t <= s then s else t) = s)",
    ),
    ([["var", "x", "R"], ["var", "x", "Z"], ["eq", 0, 1]], "integers x:Z, reals x:R", "x:R = x:Z"),
    (
        [["var", "x", "R"], ["bv", 0, "R"], ["mul", 1, 1], ["num", 2, 1], ["mul", 3, 0], ["deriv", 2, 0, 4]],
        "reals x", "d/dt (t**2) is 2*x at t = x",
    ),
    (
        [["var", "i", "Z"], ["num", 1, 1], ["bv", 0, "Z"], ["mul", 2, 0], ["prod", 1, 0, 3], ["abs", 4], ["eq", 5, 4]],
        "integers i", "abs(prod(j*i for j = 1 .. i)) = prod(j*i for j = 1 .. i)",
    ),
]  # fmt: skip


@pytest.mark.parametrize("rows, variables, text", WRITTEN, ids=lambda x: x if isinstance(x, str) else "")
def test_statements_are_written(rows: Rows, variables: str, text: str) -> None:
    (verdict,) = checker.check([assumed(rows)])
    assert (verdict.reason, verdict.variables, verdict.conclusion, verdict.hypotheses) == ("", variables, text, (text,))


def test_statements_are_written_at_a_bounded_length() -> None:
    for what in ("an_implication_doubled", "sums_shared_in_a_box"):
        (verdict,) = checker.check([HOSTILE[what][0]()])
        assert len(verdict.conclusion) < 10_000 and verdict.conclusion.count("…") > 0
    huge = assumed([["num", 10**4000, 1], ["le", 0, 0]])
    assert "a rational of 13288 and 1 bits" in checker.check([huge])[0].conclusion


# --- certificates that the kernel takes -----------------------------------------------------------------------


@pytest.mark.parametrize("intervals", ["arb", "mpmath"])
def test_exponentials_of_large_numbers(intervals: str) -> None:
    """e^(3/2 · 10^100) is above 3: the ball around the exponent is wide, each of its ends is not."""
    rows: Rows = [
        ["num", 10, 1], ["log", 0], ["num", 100, 1], ["mul", 1, 2], ["exp", 3], ["num", 3, 2], ["exp", 5], ["log", 6],
        ["mul", 4, 7], ["exp", 8], ["num", 3, 1], ["lt", 10, 9],
    ]  # fmt: skip
    stored = boxed(rows, ["leaf", 256])
    replay(Theory(), stored)
    assert checker.check([stored], intervals)[0].reason == ""


@pytest.mark.parametrize("intervals", ["arb", "mpmath"])
@pytest.mark.parametrize("sign", [1, -1])
def test_towers_of_exponentials_end(intervals: str, sign: int) -> None:
    rows: Rows = [["num", 30, 1]]
    rows += [["exp", k] for k in range(5)]
    rows += [["num", sign, 1], ["mul", 6, 5], ["exp", 7], ["num", 0, 1], ["le", 9, 8]]
    assert checker.check([boxed(rows, ["leaf", 64])], intervals)[0].reason == ""
    rows[-1] = ["le", 8, 9]
    assert not checker.check([boxed(rows, ["leaf", 64])], intervals)[0].accepted
