"""The same questions put to SymPy, z3, cvc5 and Coq, each in a process of its own with the same time limit.

Every tool gets its own words for powers, roots and cases, made from the syntax tree of the text. An answer counts
only if the tool is definite: "unsat" of the negation and a compiled Coq proof prove, "sat" refutes. Seconds and the
limit are processor time, so that the figures hold on a busy machine; a process that takes `PATIENCE` times as long by
the clock is stopped, too. The seconds of an answer are the tool's own, without its start; of no answer, those of the
process.
"""

from __future__ import annotations

import ast
import json
import math
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from proofs.language.parse import declared
from proofs.search.question import read_question
from proofs.search.settle import settle

Asked = tuple[str, tuple[str, ...], bool]  # goal, hypotheses, truth
SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "=", ast.NotEq: "!="}
OPERATIONS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
BEYOND = r"real\.pi|\((exp|sin|cos|tan|arctan) "  # what real arithmetic has no words for
PATIENCE = 4
REPEATED = 3
WAVES = {"sin": "sin", "cos": "cos", "tan": "tan", "atan": "arctan"}  # with the words of SMT-LIB
FUNCTIONS = {"exp", "log", "sqrt", "abs", "min", "max", *WAVES}


class UnsupportedError(ValueError):
    """Something that a tool has no word for."""


def constant(node: ast.expr) -> Fraction | None:
    """Return the rational number that an expression without variables, roots and functions describes."""
    if isinstance(node, ast.Constant):
        return Fraction(repr(node.value))
    if isinstance(node, ast.UnaryOp):
        inside = constant(node.operand)
        return None if inside is None else -inside
    if not isinstance(node, ast.BinOp):
        return None
    s, t = constant(node.left), constant(node.right)
    if s is None or t is None or (isinstance(node.op, ast.Div | ast.Pow) and not s * t):
        return None
    if isinstance(node.op, ast.Pow):
        return s ** int(t) if t.denominator == 1 else None
    return {"+": s + t, "-": s - t, "*": s * t, "/": s / (t or 1)}[OPERATIONS[type(node.op)]]


def number(node: ast.expr, to: Any) -> Any:
    """Return an expression in the words of a tool."""
    known = constant(node)
    if known is not None:
        return to.num(known)
    if isinstance(node, ast.Name):
        return to.pi() if node.id == "pi" else to.var(node.id)
    if isinstance(node, ast.UnaryOp):
        return to.binary("*", to.num(Fraction(-1)), number(node.operand, to))
    if isinstance(node, ast.BinOp):
        base = number(node.left, to)
        if not isinstance(node.op, ast.Pow):
            return to.binary(OPERATIONS[type(node.op)], base, number(node.right, to))
        exponent = constant(node.right)
        if exponent is None:
            return to.power(base, number(node.right, to))
        return to.root(base, exponent) if exponent.denominator > 1 else to.integer_power(base, int(exponent))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        args = [number(a, to) for a in node.args]
        return to.root(args[0], Fraction(1, 2)) if node.func.id == "sqrt" else to.call(node.func.id, args)
    raise UnsupportedError(ast.dump(node))


def relations(text: str, to: Any) -> list[Any]:
    """Return the relations of a chain in the words of a tool."""
    chain = ast.parse(text.strip(), mode="eval").body
    if not isinstance(chain, ast.Compare):
        raise UnsupportedError(text)
    sides = [number(side, to) for side in (chain.left, *chain.comparators)]
    signs = [SIGNS[type(op)] for op in chain.ops]
    return [to.relation(sign, s, t) for sign, s, t in zip(signs, sides, sides[1:], strict=False)]


def split(goal: str, given: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Return the names of reals and of integers, and the hypotheses that are relations."""
    integers = [name for g in given for name in declared(g) or ()]
    hypotheses = [g for g in given if declared(g) is None]
    nodes = [n for text in (goal, *hypotheses) for n in ast.walk(ast.parse(text.strip(), mode="eval"))]
    names = {n.id for n in nodes if isinstance(n, ast.Name)} - FUNCTIONS - {"pi"}
    return sorted(names - set(integers)), integers, hypotheses


@dataclass
class _Smt:
    """SMT-LIB; roots, and cvc5's logarithms, are fresh unknowns with an equation."""

    integers: Sequence[str]
    transcendental: bool
    fresh: list[str] = field(default_factory=list)
    asserted: list[str] = field(default_factory=list)

    def num(self, value: Fraction) -> str:
        text = f"(/ {abs(value.numerator)}.0 {value.denominator}.0)"
        return f"(- {text})" if value < 0 else text

    def var(self, name: str) -> str:
        return f"(to_real v_{name})" if name in self.integers else f"v_{name}"

    def binary(self, op: str, s: str, t: str) -> str:
        return f"({op} {s} {t})"

    def integer_power(self, base: str, k: int) -> str:
        product = f"(* 1.0 {' '.join([base] * abs(k))})" if k else "1.0"
        return f"(/ 1.0 {product})" if k < 0 else product

    def unknown(self, equation: str) -> str:
        name = f"u.{len(self.fresh)}"
        self.fresh.append(name)
        self.asserted.append(equation.format(name))
        return name

    def root(self, base: str, exponent: Fraction) -> str:
        factors = " ".join(["{0}"] * exponent.denominator)
        root = self.unknown(f"(and (>= {{0}} 0.0) (= (* {factors}) {base}))")
        return self.integer_power(root, exponent.numerator)

    def power(self, base: str, exponent: str) -> str:
        if not self.transcendental:
            return f"(^ {base} {exponent})"
        return f"(exp (* {exponent} {self.call('log', [base])}))"

    def call(self, name: str, args: list[str]) -> str:
        if name == "abs":
            return f"(ite (>= {args[0]} 0.0) {args[0]} (- {args[0]}))"
        if name in ("min", "max"):
            s, t = args
            return f"(ite ({'<=' if name == 'min' else '>='} {s} {t}) {s} {t})"
        if not self.transcendental:
            raise UnsupportedError(name)
        if name in WAVES:
            return f"({WAVES[name]} {args[0]})"
        return f"(exp {args[0]})" if name == "exp" else self.unknown(f"(= (exp {{0}}) {args[0]})")

    def pi(self) -> str:
        if not self.transcendental:
            raise UnsupportedError("pi")
        return "real.pi"

    def relation(self, sign: str, s: str, t: str) -> str:
        return f"({'distinct' if sign == '!=' else sign} {s} {t})"


def smt(goal: str, given: Sequence[str], transcendental: bool) -> str:
    """Return the hypotheses and the negation of the goal."""
    reals, integers, hypotheses = split(goal, given)
    to = _Smt(integers, transcendental)
    held = [r for h in hypotheses for r in relations(h, to)]
    negated = f"(not (and true {' '.join(relations(goal, to))}))"
    beyond = "T" if any(re.search(BEYOND, f) for f in (*held, *to.asserted, negated)) else ""
    narrow = f"QF_N{'IRA' if integers else 'RA'}{beyond}"  # which z3 would read as without its ^
    lines = [f"(set-logic {narrow if transcendental else 'ALL'})"]
    lines += [f"(declare-const v_{name} Int)" for name in integers]
    lines += [f"(declare-const {name} Real)" for name in [*(f"v_{name}" for name in reals), *to.fresh]]
    lines += [f"(assert {f})" for f in [*held, *to.asserted, negated]]
    return "\n".join([*lines, ""])


@dataclass
class _Coq:
    """Coq's real numbers; all powers that are not integers or halves have positive bases."""

    integers: Sequence[str]

    def num(self, value: Fraction) -> str:
        return f"({value.numerator})" if value.denominator == 1 else f"({value.numerator} / {value.denominator})"

    def var(self, name: str) -> str:
        return f"(IZR v_{name})" if name in self.integers else f"v_{name}"

    def binary(self, op: str, s: str, t: str) -> str:
        return f"({s} {op} {t})"

    def integer_power(self, base: str, k: int) -> str:
        return f"(/ ({base} ^ {-k}))" if k < 0 else f"({base} ^ {k})"

    def root(self, base: str, exponent: Fraction) -> str:
        if exponent.denominator == 2:
            return self.integer_power(f"(sqrt {base})", exponent.numerator)
        return self.power(base, self.num(exponent))

    def power(self, base: str, exponent: str) -> str:
        return f"(exp ({exponent} * ln {base}))"

    def call(self, name: str, args: list[str]) -> str:
        word = {"log": "ln", "abs": "Rabs", "min": "Rmin", "max": "Rmax"}.get(name, name)
        return f"({word} {' '.join(args)})"

    def pi(self) -> str:
        return "PI"

    def relation(self, sign: str, s: str, t: str) -> str:
        if sign == "!=":
            return f"{s} <> {t}"
        return f"{t} {sign.replace('>', '<')} {s}" if ">" in sign else f"{s} {sign} {t}"


COQ = """Require Import Reals Lra Lia Interval.Tactic.
Open Scope R_scope.
Ltac weaker := repeat match goal with H : _ < _ |- _ => apply Rlt_le in H end.
Ltac below := first [apply Rminus_le | apply Rminus_lt].
Ltac cases := unfold Rabs, Rmin, Rmax in *; repeat match goal with
  | |- context [Rcase_abs ?a] => destruct (Rcase_abs a) | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b) end.
"""


def coq(goal: str, given: Sequence[str], limit: float) -> str:
    """Return a file that compiles if one of the tactics proves the goal."""
    reals, integers, hypotheses = split(goal, given)
    to = _Coq(integers)
    wanted = " /\\ ".join(relations(goal, to))
    claim = " -> ".join([*(f"({r})" for h in hypotheses for r in relations(h, to)), f"({wanted})"])
    variables = "".join(f"forall v_{name} : {sort}, " for sort, ns in (("R", reals), ("Z", integers)) for name in ns)
    bisected = ", ".join(f"i_bisect v_{name}" for name in reals)
    ways = ["lra", "weaker; interval", "weaker; below; interval"]
    if bisected:
        for more in (f"i_autodiff v_{reals[0]}", f"i_taylor v_{reals[0]}"):
            ways += [f"weaker; {first}interval with ({bisected}, {more})" for first in ("", "below; ")]
    ways += [f"weaker; {first}interval with (i_prec 90)" for first in ("", "below; ")]  # beyond machine numbers
    ways += ["nra", "solve [cases; lra]", "cases; nra", "field; lra"]
    tried = " | ".join(f"timeout {max(1, int(limit * PATIENCE / 10))} ({way})" for way in ways)  # by the clock
    proof = f"Proof.\nintros; repeat split.\nTime all: first [{tried}].\nTime Qed.\n"
    return f"{COQ}Lemma goal : {variables}{claim}.\n{proof}"


@dataclass
class _Symbolic:
    """SymPy's expressions."""

    symbols: dict[str, Any]

    def __post_init__(self) -> None:
        import sympy

        self.sympy = sympy

    def num(self, value: Fraction) -> Any:
        return self.sympy.Rational(value.numerator, value.denominator)

    def var(self, name: str) -> Any:
        return self.symbols[name]

    def binary(self, op: str, s: Any, t: Any) -> Any:
        return {"+": lambda: s + t, "-": lambda: s - t, "*": lambda: s * t, "/": lambda: s / t}[op]()

    def power(self, base: Any, exponent: Any) -> Any:
        return base**exponent

    integer_power = power

    def root(self, base: Any, exponent: Fraction) -> Any:
        return base ** self.num(exponent)

    def call(self, name: str, args: list[Any]) -> Any:
        return getattr(self.sympy, name.capitalize() if name in ("abs", "min", "max") else name)(*args)

    def pi(self) -> Any:
        return self.sympy.pi

    def relation(self, sign: str, s: Any, t: Any) -> Any:
        return self.sympy.Rel(s, t, "==" if sign == "=" else sign)


def with_sympy(goal: str, given: Sequence[str], limit: float) -> str:
    """Return the answers of `ask`, `simplify`, `reduce_inequalities` and `function_range`."""
    import sympy as sp
    from sympy.calculus.util import function_range

    reals, integers, hypotheses = split(goal, given)
    plain = {n: {"integer": True} if n in integers else {"real": True} for n in (*reals, *integers)}
    signed = {n: dict(assumed) for n, assumed in plain.items()}
    for h in hypotheses:
        for sign, pattern in (("positive", r"(\w+) > 0|0 < (\w+)( <.*)?"), ("nonnegative", r"(\w+) >= 0")):
            found = re.fullmatch(pattern, h)
            if found:
                signed[next(filter(None, found.groups()))][sign] = True

    def read(names: dict[str, dict[str, bool]]) -> tuple[list[Any], Any]:
        to = _Symbolic({n: sp.Symbol(n, **assumed) for n, assumed in names.items()})
        return [r for h in hypotheses for r in relations(h, to)], relations(goal, to)[0]

    def difference(r: Any) -> Any:
        return r.lhs - r.rhs if r.rel_op == "==" else r.gts - r.lts

    (signs, simple), (held, wanted) = read(signed), read(plain)
    if simple in (sp.true, sp.false):
        return "proved" if simple == sp.true else "refuted"
    x = sp.Symbol(*plain, **next(iter(plain.values()))) if len(plain) == 1 else None

    def asked() -> object:
        fits = {">": sp.Q.positive, "<": sp.Q.positive, "==": sp.Q.zero, ">=": sp.Q.nonnegative, "<=": sp.Q.nonnegative}
        known = [fits[h.rel_op](difference(h)) for h in signs if h != sp.true]
        return sp.ask(fits[simple.rel_op](difference(simple)), sp.And(*known))

    def simplified() -> object:
        return {sp.true: True, sp.false: False}.get(sp.simplify(simple))

    def reduced() -> object:
        broken = sp.reduce_inequalities([*held, wanted.negated], x).as_set()
        definite = isinstance(broken, sp.Interval | sp.FiniteSet | sp.Union) and not broken.has(sp.ConditionSet)
        return True if broken is sp.S.EmptySet else False if definite and not integers else None

    def ranged() -> object:
        domain = sp.Intersection(sp.S.Reals, *(h.as_set() for h in held))
        allowed = sp.FiniteSet(0) if wanted.rel_op == "==" else sp.Interval(0, sp.oo, "=" not in wanted.rel_op)
        inside = function_range(difference(wanted), x, domain).is_subset(allowed)
        return None if integers and not inside else inside

    steps: list[Callable[[], object]] = [asked, simplified, *([reduced, ranged] if x is not None else [])]

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, stop)
    for step in steps:
        signal.setitimer(signal.ITIMER_PROF, limit / (len(steps) + 1))
        try:
            said = step()
        except Exception:  # NotImplementedError, and much else
            continue
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if said in (True, False):
            return "proved" if said else "refuted"
    return "unknown"


def with_lemmata(goal: str, given: Sequence[str], limit: float) -> str:
    """Return the answer of `decide`, which searches in this process so that its processor time can be measured."""
    found = settle(read_question(goal, given).to_json(), ("counterexample", "proof"), limit, 10 * limit)
    return str(found["answer"]["answer"])


Z3 = """import sys, time, z3
text, start = sys.stdin.read(), time.process_time()
solver = z3.Solver()
solver.from_string(text)
print(solver.check(), time.process_time() - start)
"""
CVC5 = """import sys, time, cvc5
text, start = sys.stdin.read(), time.process_time()
solver = cvc5.Solver()
parser = cvc5.InputParser(solver)
parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
while not (command := parser.nextCommand()).isNull():
    command.invoke(solver, parser.getSymbolManager())
print(solver.checkSat(), time.process_time() - start)
"""
WORDS = {"unsat": "proved", "sat": "refuted", "proved": "proved", "refuted": "refuted"}


def ask(tool: str, python: str, goal: str, given: Sequence[str], limit: float) -> tuple[str, float, float]:
    """Return the answer of a tool, its seconds, and those of the process."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            if tool == "coq":
                Path(folder, "goal.v").write_text(coq(goal, given, limit), encoding="utf-8")
                command, text = ["coqc", "-q", "goal.v"], ""
            elif tool in ("z3", "cvc5"):
                command, text = [python, "-c", Z3 if tool == "z3" else CVC5], smt(goal, given, tool == "cvc5")
            else:
                command, text = [python, str(Path(__file__).resolve()), tool], json.dumps([goal, given, limit])
            cwd = folder if tool == "coq" else None
            status, output, spent = _run(command, text, limit, cwd)
        except UnsupportedError:
            return "unsupported", 0.0, 0.0
    if status in (None, -signal.SIGXCPU, -signal.SIGKILL) or spent > limit:
        return "timeout", limit, limit
    if tool == "coq":
        clocks = [float(s) for pair in re.findall(r"\(([0-9.]+)u,([0-9.]+)s\)", output) for s in pair]
        return ("proved", sum(clocks), spent) if status == 0 else ("unknown", spent, spent)
    said = output.split()
    if status or len(said) != 2:
        return "failed", spent, spent
    answer = WORDS.get(said[0], "unknown")
    return answer, spent if answer == "unknown" else float(said[1]), spent


def _run(command: list[str], text: str, limit: float, cwd: str | None) -> tuple[int | None, str, float]:
    """Return the exit status of a process (None after a timeout), its output and its processor time."""
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as output:
        given.write(text)
        given.seek(0)
        most = math.ceil(limit) + 1
        process = subprocess.Popen(
            command,
            stdin=given,
            stdout=output,
            stderr=subprocess.DEVNULL,
            cwd=cwd,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1)),
        )
        too_slow = threading.Timer(PATIENCE * limit, os.killpg, (process.pid, signal.SIGKILL))
        too_slow.start()
        _, status, used = os.wait4(process.pid, 0)
        slow = not too_slow.is_alive()
        too_slow.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return None if slow else process.returncode, output.read(), used.ru_utime + used.ru_stime


@cache
def installed(python: str | None) -> dict[str, str]:
    """Return the tools that are there, with the interpreter that runs them."""
    here, found = sys.executable, {"lemmata": sys.executable}
    for tool in ("sympy", "z3", "cvc5"):
        for candidate in (here,) if tool == "sympy" else (here, python or here):
            if subprocess.run([candidate, "-c", f"import {tool}"], capture_output=True).returncode == 0:
                found[tool] = candidate
    if shutil.which("coqc") and ask("coq", "", "0 < 1", (), 60)[0] == "proved":
        found["coq"] = ""
    return found


Row = tuple[str, float, float]  # an answer, the tool's seconds, those of its process
Rows = dict[str, list[Row]]  # the answers of each tool


def answers(
    problems: Sequence[Asked],
    limit: float,
    python: str | None,
    jobs: int = 1,
    kept: Path | None = None,
    again: Sequence[str] = (),
) -> Rows:
    """Return the answers of each tool; `jobs` processes run at a time, of all tools in turn.

    Answers are written to `kept` as they come. Answers that are there already, for the same limit, are reused,
    unless their tool is one of `again`.
    """
    tools = installed(python)
    known = {} if kept is None else {asked: row for asked, row in _kept(kept).items() if asked[0] not in again}
    asked = [(tool, goal, given, limit) for goal, given, _ in problems for tool in tools]
    missing = [one for one in asked if one not in known]
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        stack.callback(pool.shutdown, cancel_futures=True)  # Ctrl-C waits for what runs, not for the whole set
        file = None if kept is None else stack.enter_context(kept.open("a", encoding="utf-8"))
        running = {pool.submit(ask, tool, tools[tool], *rest): (tool, *rest) for tool, *rest in missing}
        for n, one in enumerate(as_completed(running), 1):
            known[running[one]] = one.result()
            print(f"\r{n} of {len(missing)}", end="", file=sys.stderr, flush=True)
            if file is not None:
                print(json.dumps([*running[one], *one.result()], ensure_ascii=False), file=file, flush=True)
    print(file=sys.stderr)
    return {tool: [known[tool, goal, given, limit] for goal, given, _ in problems] for tool in tools}


def _kept(file: Path) -> dict[tuple[str, str, tuple[str, ...], float], Row]:
    """Return the answers of an earlier run; a last line that was not written to its end is taken away."""
    if not file.exists():
        return {}
    whole, ended, _ = file.read_text(encoding="utf-8").rpartition("\n")
    file.write_text(whole + ended, encoding="utf-8")
    rows = map(json.loads, whole.splitlines())
    return {(tool, goal, tuple(given), limit): (said, own, all_) for tool, goal, given, limit, said, own, all_ in rows}


def side_by_side(problems: Sequence[Asked], rows: Rows, limit: float, python: str | None) -> None:
    """Print how lemmata and Coq compare on what both prove, asked again in turn, one process at a time."""
    proved = (_settled(problems, rows.get(tool, ()), wrong=False) for tool in ("lemmata", "coq"))
    both = sorted(k for k in set.intersection(*proved) if problems[k][2])
    if not both:
        return
    tools = installed(python)
    seconds: dict[str, list[tuple[float, float]]] = {"lemmata": [], "coq": []}
    for k in both:
        for tool, own in seconds.items():
            asked = [ask(tool, tools[tool], *problems[k][:2], limit) for _ in range(REPEATED)]
            own.append((statistics.median(a[1] for a in asked), statistics.median(a[2] for a in asked)))
    print(f"medians on the {len(both)} that lemmata and coq both prove, each asked {REPEATED} times:")
    for i, what in enumerate(("without start", "as processes")):
        ours, theirs = (statistics.median(s[i] for s in own) for own in seconds.values())
        print(f"   {what}: {ours:.4f} s and {theirs:.4f} s, ratio {theirs / ours:.2f}")


def compare(problems: Sequence[Asked], rows: Rows) -> None:
    """Print what each tool settles, side by side."""
    right = {tool: _settled(problems, own, wrong=False) for tool, own in rows.items()}
    true = {k for k, (_, _, truth) in enumerate(problems) if truth}
    print(f"{'':9}{'proved':>10}{'refuted':>10}{'wrong':>7}{'median':>10}{'process':>10}{'total':>10}")
    for tool, own in rows.items():
        mine = right[tool]
        clock, process = (statistics.median(float(own[k][i]) for k in mine) if mine else 0.0 for i in (1, 2))
        _row(tool, mine, true, len(problems), len(_settled(problems, own, wrong=True)))
        print(f"{clock:8.3f} s{process:8.3f} s{sum(a[2] for a in own):8.1f} s")
        for k in _settled(problems, own, wrong=True):
            print(f"         wrong: {own[k][0]}  {problems[k][0]}  for  {problems[k][1]}")
    others = set().union(*(right[tool] for tool in rows if tool != "lemmata"))
    _row("others", others, true, len(problems), 0)
    print("\nmedian: seconds of the tool on what it settles; process: with its start; total: all problems, with starts")
    missing = [tool for tool in ("sympy", "z3", "cvc5", "coq") if tool not in rows]
    print("not installed: " + (", ".join(missing) or "none"))


def by_group(problems: Sequence[Asked], groups: Sequence[str], rows: Rows) -> None:
    """Print, group by group, how many each tool settles, and how many all the others together."""
    right = {tool: _settled(problems, own, wrong=False) for tool, own in rows.items()}
    right["others"] = set().union(*(own for tool, own in right.items() if tool != "lemmata"))
    print(f"\n{'group':22}{'asked':>7}" + "".join(f"{tool:>9}" for tool in right))
    for group in dict.fromkeys(groups):
        mine = {k for k, g in enumerate(groups) if g == group}
        print(f"{group:22}{len(mine):7}" + "".join(f"{len(own & mine):9}" for own in right.values()))


def _settled(problems: Sequence[Asked], answers: Sequence[Row], wrong: bool) -> set[int]:
    said = {k: answer == "proved" for k, (answer, _, _) in enumerate(answers) if answer in ("proved", "refuted")}
    return {k for k, truth in said.items() if (truth != problems[k][2]) is wrong}


def _row(name: str, right: set[int], true: set[int], count: int, wrong: int) -> None:
    proved, refuted = f"{len(right & true)}/{len(true)}", f"{len(right - true)}/{count - len(true)}"
    print(f"{name:9}{proved:>10}{refuted:>10}{wrong:7}", end="")


def main() -> None:
    """Answer one question, as the process of one tool."""
    goal, given, limit = json.load(sys.stdin)
    if sys.argv[1] == "sympy":
        import sympy  # noqa: F401  (loading it is part of its start)
    else:
        time.monotonic = time.process_time  # the search's limits are by the clock, too
        sys.modules[settle.__module__].OVERTIME = PATIENCE * limit  # type: ignore[attr-defined]  # and so is its alarm
        with_lemmata("x**2 >= 0", [], limit)  # and so is reading the library of theorems
    start = time.process_time()
    answer = (with_sympy if sys.argv[1] == "sympy" else with_lemmata)(goal, given, limit)
    print(answer, time.process_time() - start)


if __name__ == "__main__":
    main()
