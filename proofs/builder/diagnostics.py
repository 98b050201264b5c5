"""Error messages for mistakes in user code: the source line, the error, and similar names."""

from __future__ import annotations

import difflib
import linecache
import re
import sysconfig
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path

from proofs.kernel.terms import KernelError, Term
from proofs.language.display import text

OURS = Path(__file__).parents[1]
STANDARD = Path(sysconfig.get_path("stdlib"))
WRITTEN = (OURS / "theorems", OURS / "papers")  # the project's own papers and theorems, treated like those of users

# Messages of Python or the kernel about common mistakes, and what to write instead.
INSTEAD = tuple((re.compile(known), instead) for known, instead in (
    (r"of type builtins\.float", "rational(1, 2) for 0.5"),
    (r"of type fractions\.", "write rational(1, 2) for 1/2"),
    (r"of type builtins\.function", "a function of indices is made by fun: fun(lambda i: a(i) + 1)"),
    (r"of type sympy\.", 'SymPy\'s symbols are no variables here: reals("x"), ints("n") and vectors("a") make some'),
    (r"of type numpy\.", "write int(k) for one of NumPy's integers, rational(p, q) for a fraction"),
    (r"an exponent is an integer",
     "x^k with an integer k >= 0 is power(x, k); any other power, of x > 0, is exp(y * log(x))"),
    (r"expected a function not", "what is summed is a lambda: Sum(lambda i: a(i), 1, n); a vector is fun(…)"),
    (r"expected a formula not|is (no|not a) formula",
     "a formula is x <= y, x < y, Eq(x, y), or made by every, implies, negation"),
    (r"a formula has no truth value", "0 < x < 1 is two formulas, 0 < x and x < 1; the larger of x and y is Max(x, y)"),
    (r"must be real number, not Term", "exp and log come from proofs.language.notation, not from math"),
    (r"name '(sigma|prod|maximum|absolute|eq)' is not defined",
     "the names are those of questions: Sum for sigma, Prod for prod, Max for maximum, abs for absolute, Eq for eq"),
    (r"'Term' object cannot be interpreted as an integer", "a sum is written Sum(lambda i: a(i), 1, n)"),
    (r"'Term' object is not subscriptable", "an entry is written a(i), one of a matrix A(i, j)"),
    (r"must be an iterable, not Term|'Term' object is not iterable", "one formula in a list: [0 < x] or (0 < x,)"),
    (r"'bool' object has no attribute|is a truth value", "Python has compared: write Eq(x, y) for x == y, "
     "negation(Eq(x, y)) for x != y, num(0) < 1 for 0 < 1"),
    (r"a function of sort .* was given .* of sort R", 'an index is an integer: ints("i")'),
    (r"cannot derive", "give it more facts, degree=3 or scale=[…]; `lemmata refute` says whether it is false"),
    (r"\.claim\(\) missing", "@paper.claim(given=[0 < x], shows=x < x + 1), with given=[] where nothing is assumed"),
    (r"\b(Facts|Arithmetic|Logic|SideConditions|Tactics|Proof)\.\w+\(\) missing",
     'what is to be proved comes first, and a name for it last: p.have(0 < x, label="sign")'),
    (r" of \w+ is a fact, or|: \w+ takes [\w, ]+; \d", "lemmata show with the name of the rule says what it takes"),
))  # fmt: skip


def said(wrong: BaseException) -> str:
    """Return the message of an error, in which the kernel's terms are printed as formulas.

    >>> from proofs.kernel.terms import var
    >>> said(KernelError("no rule for", var("n", "Z") * 2))
    'no rule for n·2'
    """
    if type(wrong) is not KernelError:
        return str(wrong)
    return " ".join(text(part) if isinstance(part, Term) else str(part) for part in wrong.args)


# Names that searches give to variables, and letters that stand for them in messages.
INTERNAL = re.compile(r"\b(?:any_*\d+'*|chosen_\w+_|member\d+'|place_+\d+|bound'\d+|derivative')")
LETTERS = {"Z": "ijkmpqrst", "R": "xyzuvw", "": "fgh"}


def readable(message: str, formulas: Iterable[Term] = ()) -> str:
    """Return a message with letters in place of the names that searches give to variables.

    The sorts of the variables are those that they have in the formulas, or that of the first "for all" there.

    >>> readable("not found: D_{any31',i} <= any0'", [])
    'not found: D_{j,i} <= k'
    """
    formulas = list(formulas)
    sorts = {v.args[0]: v.sort for f in formulas for v in f.free}
    bound = next((f.args[0] for f in formulas if f.op == "all"), "Z")
    taken = set(re.findall(r"[^\W\d_]\w*|(?<=_)[^\W\d_]", message))
    letters: dict[str, str] = {}
    for name in INTERNAL.findall(message):
        if name not in letters:
            pool = LETTERS.get(sorts.get(name, bound), LETTERS[""])
            letters[name] = next((x for n in ("", *range(1, 100)) for c in pool if (x := f"{c}{n}") not in taken), name)
            taken.add(letters[name])
    return INTERNAL.sub(lambda found: letters[found[0]], message)


def described(wrong: BaseException) -> str:
    """Describe an error, after its source line: the innermost one in a paper or chapter, if there is any.

    The error's type is named unless it is the project's own, whose text suffices; advice on what to write comes last.
    """
    what = said(wrong) if isinstance(wrong, KernelError | ValueError) else f"{type(wrong).__name__}: {wrong}"
    instead = next((advice for known, advice in INSTEAD if known.search(what)), None)
    advice = f"\n   instead: {instead}" if instead else ""
    if isinstance(wrong, SyntaxError) and wrong.filename and wrong.lineno:
        return f"{Path(wrong.filename).name}:{wrong.lineno}: {wrong.msg}{_quoted(wrong.filename, wrong.lineno)}"
    frames = [f for f in traceback.extract_tb(wrong.__traceback__) if _is_written(f.filename)]
    theirs = [f for f in frames if OURS not in Path(f.filename).parents]
    if not frames:
        return what + advice
    frame = (theirs or frames)[-1]
    file, line = frame.filename, frame.lineno or 0
    return f"{Path(file).name}:{line}: {what}{_quoted(file, line)}{advice}"


def nearest(name: str, known: Iterable[str], meant: Mapping[str, str] | None = None) -> str:
    """Return the known names most similar to an unknown one, or their meanings, for the end of an error message.

    >>> nearest("lema", ["lemma", "theorem"])
    '; the nearest: lemma'
    >>> nearest("eq-12", ["eq-1", "eq-2"], {"eq-1": "lemma-1", "eq-2": "lemma-1"})
    '; the nearest: lemma-1'
    """
    near = difflib.get_close_matches(name, list(known), 3, 0.5)
    shown = dict.fromkeys(meant[x] if meant else x for x in near)
    return f"; the nearest: {', '.join(shown)}" if shown else ""


def _is_written(file: str) -> bool:
    path = Path(file)
    if OURS in path.parents:
        return any(folder in path.parents for folder in WRITTEN)
    return path.is_file() and "site-packages" not in path.parts and STANDARD not in path.parents


def _quoted(file: str, line: int) -> str:
    linecache.checkcache(file)
    line_of_code = linecache.getline(file, line).strip()
    return f"\n   {line_of_code}" if line_of_code else ""
