"""Deletes the kernel's guards one at a time and reports those whose loss no test notices.

A mutant is a copy of the package in which one check is gone or weaker:

- a call of ``require`` (or ``spend``) is dropped, or one part of its condition,
- the test of a constructor's argument always holds,
- ``_expect``, ``_destruct`` and other checks that hand back their argument check nothing,
- an ``if …: raise`` is dropped,
- a comparison in a condition is flipped between < and <=,
- one part of an ``and`` or ``or``, anywhere in the rules or the evaluation, is dropped.

The kernel's tests run against each mutant, up to the first failure. Run it as
``python tools/mutate_kernel.py [--only MODULE] [--jobs N] [--every K]``; the exit status is 1 if a guard
without a test is found that is not in `EQUIVALENT`.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import flint  # noqa: F401  (loaded once, before the mutants are)
import hypothesis  # noqa: F401
import mpmath  # noqa: F401
import pytest

ROOT = Path(__file__).resolve().parent.parent
KERNEL = Path("proofs/kernel")
TESTS = Path("tests/proofs/kernel")
MODULES = ("terms", "normal", "rules", "evaluate", "store")
ORDER = ("rules", "store", "evaluate", "terms", "normal")  # of the test files: the fast ones first
SECONDS = 120  # a mutant that hangs is noticed

# Mutants that change nothing that could be observed, by their description, with the reason.
EQUIVALENT = {
    "self.size <= 200 for self.size < 200": "only how long a printed term may be",
    "drop if x is None:\n    raise Undecided(f'cannot evaluate {t}')": "no other operator passes `check`",
    "hi <= INF for hi < INF": "the logarithm of ∞ is ∞ to Arb too",
    "lo <= 0 < hi for lo < 0 < hi": "a square on an interval that begins at 0: the enclosure is the same",
    "lo < 0 <= hi for lo < 0 < hi": "a square on an interval that ends at 0: the enclosure is the same",
    "without m (number 0) in m and k": "a short cut: a product with the monomial 1",
    "without k (number 1) in m and k": "a short cut: a product with the monomial 1",
    "without e != 1 (number 1) in a.is_exp and e != 1": "e^(1 · m) for e^m in canonical terms",
    "p[min(p, key=_sort_key)] <= 0 for p[min(p, key=_sort_key)] < 0": "no coefficient is 0",
    "without by == 0 (number 1) in not any((k >= above for k, _ in t.loose)) or by == 0": "a short cut",
    "without fact.concl is formula (number 0) in fact.concl is formula or key(fact.concl) == key(formula)": "a short "
    "cut",
    "without s is not out (number 0) in s is not out and (not s <= out)": "a short cut",
    "without not s <= out (number 1) in s is not out and (not s <= out)": "a short cut",
    "budget[0] > 0 for budget[0] >= 0": "only whether the last of five million evaluations is allowed",
}


@dataclass(frozen=True)
class Mutant:
    """One changed copy of a module: where, what was done, and the new source."""

    module: str
    line: int
    what: str
    source: str


class _Replace(ast.NodeTransformer):
    """Puts one node for another, found by its place in the walk."""

    def __init__(self, index: int, new: ast.AST | None) -> None:
        self.index, self.new, self.count = index, new, -1

    def visit(self, node: ast.AST) -> ast.AST | None:
        self.count += 1
        if self.count == self.index:
            return self.new
        return super().visit(node)


def _order(tree: ast.AST) -> list[ast.AST]:
    """Return the nodes in the order in which `_Replace` meets them."""
    out: list[ast.AST] = []

    class Walk(ast.NodeVisitor):
        def visit(self, node: ast.AST) -> None:
            out.append(node)
            self.generic_visit(node)

    Walk().visit(tree)
    return out


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


FLIPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
HAND_BACK = ("_expect", "_destruct", "_name", "_sort", "_number", "_integer", "_formula", "_function", "_row")


def _changes(node: ast.AST, inside: tuple[ast.AST, ...], module: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield mutations of a node: a description, and the replacement."""
    text = ast.unparse(node)
    if isinstance(node, ast.Expr) and _called(node.value) in ("require", "spend"):
        yield f"drop {text}", ast.Pass()
    if isinstance(node, ast.If) and len(node.body) == 1 and isinstance(node.body[0], ast.Raise) and not node.orelse:
        yield f"drop {text}", ast.Pass()
    if _called(node) in HAND_BACK:
        assert isinstance(node, ast.Call)
        back = {"_destruct": f"{ast.unparse(node.args[0])}.args", "_row": f"{ast.unparse(node.args[0])}[int(i)]"}
        new = back.get(_called(node), ast.unparse(node.args[0]))
        yield f"unchecked {text}", ast.parse(new, mode="eval").body
    if _called(node) == "_check":
        assert isinstance(node, ast.Call)
        always = ast.parse("lambda x: True", mode="eval").body
        yield f"unchecked {text}", ast.Call(node.func, [node.args[0], always, *node.args[2:]], node.keywords)
    guard = any(
        _called(n) in ("require", "_check")
        or isinstance(n, ast.If | ast.While | ast.IfExp | ast.comprehension | ast.Match)
        for n in inside
    )
    wide = module in ("rules", "evaluate")
    if isinstance(node, ast.BoolOp) and (guard or wide):
        for k, part in enumerate(node.values):
            rest = [v for v in node.values if v is not part]
            new = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
            yield f"without {ast.unparse(part)} (number {k}) in {text}", new
    if isinstance(node, ast.Compare) and (guard or wide):
        for k, op in enumerate(node.ops):
            if type(op) in FLIPS:
                ops = [FLIPS[type(op)]() if j == k else o for j, o in enumerate(node.ops)]
                new = ast.Compare(node.left, ops, node.comparators)
                yield f"{ast.unparse(new)} for {text}", new


def mutants(module: str) -> Iterator[Mutant]:
    """Yield all mutants of a module of the kernel."""
    source = (ROOT / KERNEL / f"{module}.py").read_text("utf-8")
    tree = ast.parse(source)
    parents: dict[ast.AST, ast.AST] = {c: node for node in ast.walk(tree) for c in ast.iter_child_nodes(node)}
    for index, node in enumerate(_order(tree)):
        inside: tuple[ast.AST, ...] = ()
        up: ast.AST | None = node
        while up is not None and not isinstance(up, ast.FunctionDef | ast.ClassDef):
            inside, up = (*inside, up), parents.get(up)
        for what, new in _changes(node, inside, module):
            changed = _Replace(index, new).visit(ast.parse(source))
            assert changed is not None
            text = ast.unparse(ast.fix_missing_locations(changed))
            yield Mutant(module, getattr(node, "lineno", 0), what, text)


def survives(mutant: Mutant) -> bool:
    """Return whether the tests of the kernel pass although the guard is gone; to be run in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "proofs").mkdir()
        (home / "proofs" / "__init__.py").touch()
        shutil.copytree(ROOT / KERNEL, home / KERNEL, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / TESTS, home / TESTS, ignore=shutil.ignore_patterns("__pycache__"))
        (home / KERNEL / f"{mutant.module}.py").write_text(mutant.source, "utf-8")
        (home / "pytest.ini").write_text(f"[pytest]\npythonpath = {TESTS}\n", "utf-8")
        os.environ["MUTANT"] = folder
        os.chdir(home)
        sys.path.insert(0, folder)
        sys.dont_write_bytecode = True
        signal.signal(signal.SIGALRM, _too_long)
        signal.alarm(SECONDS)
        options = ["-x", "-q", "--import-mode=importlib", "--assert=plain", "-p", "no:cacheprovider"]
        files = [mutant.module, *(name for name in ORDER if name != mutant.module)]
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            try:
                return all(pytest.main([*options, str(TESTS / f"test_{name}.py")]) == 0 for name in files)
            except TimeoutError:
                return False
            finally:
                signal.alarm(0)
                os.chdir(ROOT)


def _too_long(*_: object) -> None:
    raise TimeoutError


def run(chosen: list[Mutant], jobs: int) -> list[Mutant]:
    """Return the survivors among the chosen mutants, each tried in a process of its own."""
    with get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        out = []
        for k, (mutant, lives) in enumerate(zip(chosen, pool.imap(survives, chosen), strict=True), 1):
            if lives:
                out.append(mutant)
                print(f"{'equivalent' if mutant.what in EQUIVALENT else 'SURVIVES'}  {mutant.module}.py:{mutant.line}  "
                      f"{mutant.what}  {EQUIVALENT.get(mutant.what, '')}", flush=True)  # fmt: skip
            if sys.stderr.isatty():
                print(f"\r{k}/{len(chosen)}, {len(out)} survive", end="", file=sys.stderr)
        return out


def main() -> int:
    """Run the mutants and print those that no test notices."""
    parser = argparse.ArgumentParser(description="Which guards of the kernel have no test?")
    parser.add_argument("--only", choices=MODULES, action="append")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--every", type=int, default=1, help="only every k-th mutant")
    options = parser.parse_args()
    start = time.perf_counter()
    found = [m for name in options.only or MODULES for m in mutants(name)][:: options.every]
    alive = run(found, options.jobs)
    unexplained = [m for m in alive if m.what not in EQUIVALENT]
    print(f"{len(found)} mutants, {len(found) - len(alive)} noticed, {len(alive) - len(unexplained)} equivalent, "
          f"{len(unexplained)} without a test; {time.perf_counter() - start:.0f} s")  # fmt: skip
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
