"""Fuzzing of the parser and the certificate checkers with random, changed and hostile input.

Each input must quickly be accepted or rejected with one of the project's exceptions, and nothing in it may be executed:
while it is read, Python's audit events report executed code, loaded modules and started processes.
"""

from __future__ import annotations

import copy
import json
import os
import random
import string
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from proofs import checker
from proofs.fuzzing.mutation import STATEMENTS
from proofs.fuzzing.tampering import certificates, tampered
from proofs.kernel.rules import Theory
from proofs.kernel.store import Json, replay
from proofs.kernel.terms import KernelError
from proofs.search import FAILED, ParseError, UndefinedError, decide
from proofs.search.question import Question, read_question

SLOW = 12.0  # seconds of processor time for one input, on a slow machine
WHOLE = 400  # one in this many accepted texts is also decided
EFFORT = 0.3  # for deciding it
FORBIDDEN = (
    "exec",
    "import",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "subprocess.Popen",
    "pickle.find_class",
)
WORDS = (
    *("x", "y", "n", "1", "2.5", "1e3", "0", "+", "-", "*", "/", "**", "(", ")", "<", "<=", "==", ">", ">=", "!="),
    *("exp(", "log(", "sqrt(", "abs(", "min(", "max(", ",", " and ", " or ", " not ", " ", "^", ".", "[", "]", "'"),
    *("lambda", "=", ":=", "é", "\n", "\t", "\\", "#", "@", "{", "}", "if", "else", "for", "in", "await", "f'{x}'"),
    *("nan", "NaN", "inf", "oo", "pi", "True", "None", "...", "_", "__", "0x1", "1j", "1_0", "integer ", '"""', "\x00"),
)
FORMS = (
    *("({a})+({b})", "({a})-({b})", "({a})*({b})", "({a})/({b})", "({a})**{k}", "({a})**({b})", "-({a})"),
    *("exp({a})", "log({a})", "sqrt({a})", "abs({a})", "min({a},{b})", "max({a},{b},{a})"),
)
HOSTILE = (
    *("__import__('os').system('true') < 1", "().__class__.__bases__[0].__subclasses__() < 1", "exec('1') < 1"),
    *("open('/etc/passwd').read() < 1", "eval('1') < 1", "(lambda: 1)() < 2", "[x for x in (1,)] < 1", "x.real < 1"),
    *("f'{x}' < 1", "10**10**10 < x", "9**9**9**9 < x", "x**10**9 < 1", "1e999999 < x", "x < 1e-999", "x**64**2 < 1"),
    *("((x + y)**64)**64 < 1", "1/0 < x", "0**-1 < x", "log(-1) < x", "sqrt(-1) < x", "x < x < x < x", "x", "", " "),
    *(
        "exp(exp(exp(exp(exp(exp(x)))))) > 0",
        "integer",
        "integer n n",
        "integer 3",
        "integers x, ,",
        "\ud800 < 1",
        "x\x00< 1",
    ),
    *("(" * 5000, "-" * 5000 + "x < 1", "x" * 5000 + " < 1", "1" * 5000 + " < x", "x+" * 1900 + "x < 1"),
    *("exp(" * 100 + "x" + ")" * 100 + " < 1", "(" * 90 + "x" + ")" * 90 + " < 1", "x<" * 1000 + "x"),
    *("max(" + ",".join("xyz" * 100) + ") < 1", "x < 1" + " and x < 1" * 400, "ｘ < 1", "x < １", "\u202ex < 1"),
)


def trial(seed: str, count: int) -> dict[str, Any]:
    """Read `count` inputs, and return the counts of outcomes and the inputs that misbehaved."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    rng = random.Random(seed)
    certificates()
    import_module("unicodedata")  # Python loads it for names with accents
    for _, reader, _ in KINDS:  # trigger all lazy imports first
        for sample in ("1 < 2", certificates()[0][1], "[]"):
            with suppress(Exception):
                reader(rng, sample)
    for _ in range(count):
        made, reader, kind = rng.choices(KINDS, (12, 4, 3, 2))[0]
        given = made(rng)
        start = time.thread_time()
        with _audited() as heard:
            try:
                said = reader(rng, given)
            except (ParseError, KernelError, checker.Malformed):
                said = "refused"
            except BaseException as wrong:
                said = f"crashed with {type(wrong).__name__}: {str(wrong)[:100]}"
                if isinstance(wrong, KeyboardInterrupt | SystemExit):
                    raise
        spent = time.thread_time() - start
        if heard:
            said = f"ran something ({heard[0]})"
        elif spent > SLOW:
            said = f"took {spent:.1f} s"
        elif said == "understood" and reader is _text and rng.randrange(WHOLE) == 0:
            said = _whole(given)
        good = said in ("refused", "understood", "decided")
        counts[f"{kind}: {said if good else 'wrong'}"] += 1
        if not good:
            failures.append(f"{kind} {said}: {json.dumps(given)[:2000]}")
    return {"done": count, "counts": dict(counts), "failures": failures}


# --- inputs ----------------------------------------------------------------------------------------------------------


def _texts(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.35:
        return "".join(rng.choice(WORDS) for _ in range(rng.randint(1, 16)))
    if kind < 0.5:
        letters = string.printable if rng.random() < 0.8 else "".join(map(chr, range(0, 0x3000, 7)))
        return "".join(rng.choice(letters) for _ in range(rng.randint(0, 40)))
    if kind < 0.6:
        text = rng.choice(HOSTILE)
        return text if rng.random() < 0.5 else _edited(rng, text)
    if kind < 0.7:
        return (
            _grown(rng, rng.randint(1, 9)) + rng.choice((" < ", " <= ", " == ", ">=")) + _grown(rng, rng.randint(0, 6))
        )
    text = rng.choice(rng.choice(STATEMENTS))
    for _ in range(rng.randint(1, 4)):
        text = _edited(rng, text)
    return text


def _edited(rng: random.Random, text: str) -> str:
    """Delete, double or move a piece of the text, or replace it by a word."""
    i, j = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
    j = min(j, i + 12)
    k = rng.randint(0, len(text))
    word = rng.choice(WORDS)
    return rng.choice(
        (text[:i] + text[j:], text[:j] + text[i:], text[:k] + text[i:j] + text[k:], text[:i] + word + text[i:])
    )


def _grown(rng: random.Random, depth: int) -> str:
    """Return a random number of the grammar."""
    if depth == 0:
        return rng.choice(("x", "y", "n", "0", "1", "2", "-3", "0.1", "1e-9", "10**20", "7/3"))
    inside = _grown(rng, depth - 1)
    form = rng.choice(FORMS)
    other = _grown(rng, rng.randint(0, min(2, depth - 1)))
    return form.format(a=inside, b=other, k=rng.choice((2, 3, -1, 0, "(1/2)", "(-2/3)", 64, 65, 10**9)))


def _changed(rng: random.Random) -> Json:
    """Return a certificate with one or several random changes."""
    out = rng.choice(certificates())[1]
    for _ in range(rng.choice((1, 2, 5, 30))):
        out = tampered(rng, out)
    return out


def _blown(rng: random.Random) -> Json:
    """Return a theorem with doubling and nested terms, and steps that use them: short to write, huge when expanded."""
    certificate = copy.deepcopy(rng.choice(certificates())[1])
    stored = certificate[-1]
    rows, steps = stored["terms"], stored["steps"]
    numbers = [k for k, row in enumerate(rows) if row[0] in ("num", "var", "add", "mul", "exp")]
    variables = [k for k, row in enumerate(rows) if row[0] == "var"]
    k, ops = (
        rng.choice(numbers),
        rng.choice((("add",), ("mul",), ("exp", "inv", "add"), ("add", "mul", "log"), ("sum",))),
    )
    for _ in range(rng.choice((5, 20, 60, 200))):
        op = rng.choice(ops)
        if op == "sum":
            rows += [["bv", 0, "Z"], ["num", rng.choice((3, 10**9)), 1], ["mul", k, len(rows)]]
            rows.append([op, len(rows) - 2, len(rows) - 2, len(rows) - 1])
        else:
            other = rng.choice((k, k, rng.choice(numbers)))
            rows.append([op, k, other] if op in ("add", "mul") else [op, k])
        k = len(rows) - 1
    rows.append([rng.choice(("le", "lt", "eq")), rng.choice(numbers), k])
    for _ in range(rng.choice((0, 0, 10, 60))):
        rows.append(["imp", len(rows) - 1, len(rows) - 1])
    formula = {"t": len(rows) - 1}
    box = [[{"t": v}, rng.choice(("0", "1/2", None)), rng.choice(("1/2", "1", "10000000"))] for v in variables]
    tree = rng.choice((["leaf", 64], ["leaf", 20_000], ["each", 0, ["leaf", 20_000]]))
    steps.append(rng.choice((["assume", formula], ["exp_ge", {"t": k}], ["compute", formula, box, tree])))
    for _ in range(rng.choice((0, 1, 300))):
        put = ["instantiate", {"f": len(steps) - 1}, [[{"t": v}, {"t": k}] for v in variables[:1]]]
        steps.append(rng.choice((put, ["discharge", formula, {"f": len(steps) - 1}])))
    return certificate


def _written(rng: random.Random) -> str:
    """Return the text of a certificate file with changed bytes, or other text."""
    kind = rng.random()
    if kind < 0.15:
        deep = rng.choice((10, 1000, 100_000))
        return rng.choice(
            ("[" * deep, "[" * deep + "]" * deep, '{"a":' * deep, "9" * deep, '"\\ud800"', "NaN", "[1e999]")
        )
    text = json.dumps(rng.choice(certificates())[1][-1:])
    for _ in range(rng.choice((1, 1, 3, 20))):
        i = rng.randrange(len(text))
        put = rng.choice((*'[]{},:"0123456789-.eE\\x', "null", "true", "1e400", "NaN", "-Infinity", "\x00", ""))
        text = text[:i] + put + text[i + rng.choice((0, 1, 1, 5)) :]
    return text


# --- readers ---------------------------------------------------------------------------------------------------------


def _text(rng: random.Random, text: str) -> str:
    """Read the text as a goal with a hypothesis, and serialise it to a worker and back."""
    asked = read_question([text], ["integer n"] if rng.random() < 0.3 else ())
    again = Question.from_json(json.loads(json.dumps(asked.to_json())))
    return "understood" if again == asked else "comes back changed"


def _certificate(rng: random.Random, certificate: Json) -> str:
    """Check a certificate with the second checker and replay it in the kernel."""
    theory = Theory()
    checker.check(certificate)
    for stored in certificate:
        replay(theory, stored)
    return "understood"


def _checked(rng: random.Random, certificate: Json) -> str:
    """Check a certificate with only the second checker, using either interval library."""
    checker.check(certificate, "mpmath" if rng.random() < 0.1 else "arb")
    return "understood"


def _file(rng: random.Random, text: str) -> str:
    """Check a file with the second checker."""
    handle, name = tempfile.mkstemp()
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "surrogatepass" if rng.random() < 0.5 else "replace"))
        checker.check(checker.read_file(name))
    finally:
        Path(name).unlink()
    return "understood"


KINDS: tuple[tuple[Any, Any, str], ...] = (
    (_texts, _text, "texts"),
    (_changed, _certificate, "certificates"),
    (_written, _file, "files"),
    (_blown, _checked, "blown up"),
)


def _whole(text: str) -> str:
    """Decide the text, and report a crash, or a search that did not end by itself."""
    hint = ""
    with suppress(ParseError, UndefinedError):
        hint = decide(text, effort=EFFORT).hint
    if hint.startswith(FAILED):
        return f"crashed when decided: {hint}"
    return hint if "stopped" in hint and "memory" not in hint else "decided"


# --- audit events while an input is read -----------------------------------------------------------------------------


class _Heard(threading.local):
    """The events of this thread; other threads may load modules at any time, for example in a Dask worker."""

    events: list[str] | None = None


_heard = _Heard()


def _listen(event: str, args: Any) -> None:
    if _heard.events is not None and event.startswith(FORBIDDEN):
        _heard.events.append(f"{event} {str(args)[:80]}")


@cache
def _hooked() -> None:
    sys.addaudithook(_listen)


@contextmanager
def _audited() -> Iterator[list[str]]:
    """Collect the forbidden events."""
    _hooked()
    heard = _heard.events = []
    try:
        yield heard
    finally:
        _heard.events = None
