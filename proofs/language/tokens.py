r"""The tokens of a formula, in text or in LaTeX. Different spellings of a sign give the same token.

`<=`, `≤` and `\le` are one sign, as are `x_1` and `x₁`, `δ` and `delta`, `x^2` and `x²`. So text and LaTeX share one
grammar (`proofs.language.grammar`). A text is LaTeX if it contains a command or a dollar sign. Letters that merely
look alike stay apart: a Cyrillic а is no Latin a, and the micro sign is no μ.

>>> [token.text for token in tokens("x₁² ≤ |δ|/2")[:-1]]
['x', '_1', '^2', '<=', '|', 'delta', '|', '/', '2']
>>> [token.text for token in tokens(r"$x_1^2 \le \left|\delta\right|/2$")[:-1]]
['x', '_', '1', '^', '2', '<=', '|(', 'delta', ')|', '/', '2']
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any, NamedTuple

from proofs.language.display import ACCENTS, GREEK

LETTERS = {sign: name for name, sign in GREEK.items()}
MARKS = {mark: name for name, (mark, _) in ACCENTS.items()}
COMMAND = re.compile(r"\\[A-Za-z,;:!|{}()\[\]]|\$")
WORDS = ("and", "or", "not", "if", "then", "else", "in", "is", "for", "lambda")
SIGNS = {  # in text; the longest first
    "<=": "<=", ">=": ">=", "!=": "!=", "==": "==", "**": "**", "..": "..", "<": "<", ">": ">", "=": "==",
    "≤": "<=", "⩽": "<=", "≥": ">=", "⩾": ">=", "≠": "!=", "+": "+", "-": "-", "−": "-", "*": "*", "·": "*", "⋅": "*",
    "×": "×", "/": "/", "÷": "/", "%": "%", "^": "^", "_": "_", "(": "(", ")": ")", "[": "[", "]": "]", "{": "{",
    "}": "}", ",": ",", ".": ".", "|": "|", "!": "!", "√": "√", "∑": "Σ", "∏": "Π", "Π": "Π", "∧": "and", "∨": "or",
    "⇒": "=>", "∀": "∀", "∃": "∃", "∈": "∈", "¬": "¬", "⊥": "⊥", "↦": "↦", "→": "→", "ℝ": "ℝ", "ℤ": "ℤ", "ℕ": "ℕ",
    ":": ":",
}  # fmt: skip
COMMANDS = {  # in LaTeX
    "le": "<=", "leq": "<=", "leqslant": "<=", "ge": ">=", "geq": ">=", "geqslant": ">=", "ne": "!=", "neq": "!=",
    "lt": "<", "gt": ">", "cdot": "*", "times": "×", "div": "/", "land": "and", "wedge": "and", "lor": "or",
    "vee": "or", "Rightarrow": "=>", "implies": "=>", "forall": "∀", "exists": "∃", "in": "∈", "neg": "¬",
    "lnot": "¬", "bot": "⊥", "mapsto": "↦", "to": "→", "sum": "Σ", "prod": "Π", "colon": ":", "lvert": "|(",
    "rvert": ")|", "vert": "|", "lbrace": r"\{", "rbrace": r"\}", "dots": r"\dots", "ldots": r"\dots",
    "cdots": r"\dots", "sqrt": r"\sqrt", "frac": r"\frac", "tfrac": r"\frac", "dfrac": r"\frac",
    "binom": r"\binom", "tbinom": r"\binom", "dbinom": r"\binom",
}  # fmt: skip
FUNCTIONS_OF_TEX = (
    "exp", "log", "ln", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "erf", "max",
    "min",
)  # fmt: skip
SKIPPED = (  # spaces and sizes
    *",;:! ", "quad", "qquad", "displaystyle", "textstyle", "limits", "big", "Big", "bigg", "Bigg", "bigl", "bigr",
    "Bigl", "Bigr", "biggl", "biggr",
)  # fmt: skip
SETS = {"R": "ℝ", "Z": "ℤ", "N": "ℕ"}
SPACE = " \t\r\n"
HOLE = "\ue000"  # stands for an argument in the form of a notion
_NUMERAL = re.compile(r"(?:[0-9]+(?:\.(?!\.)[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+(?![A-Za-z0-9_]))?")
_OTHER_NUMERAL = re.compile(r"0[xXoObB][0-9A-Fa-f]+|[0-9]+(?:_[0-9]+)+|0[0-9]+(?![0-9]*[.eE])")
_NUMERAL_OF_TEX = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SCRIPTED = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*\Z")
_AFTER = re.compile(r"[0-9]*'*")
_REFUSED = re.compile(r"=<|=>|<>|:=")
_SUPERSCRIPTS = {c: str(k) for k, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {"⁻": "-", "ⁿ": "n", "ⁱ": "i"}
_SUBSCRIPTS = {c: str(k) for k, c in enumerate("₀₁₂₃₄₅₆₇₈₉")} | dict(zip("ᵢⱼₖₘₙₚₜ", "ijkmnpt", strict=True))


class Token(NamedTuple):
    """A token: its kind ("name", "num", "op", "sup", "sub", "text", "other", "end"), its sign, and its place."""

    kind: str
    text: str
    start: int
    end: int


class ParseError(ValueError):
    """Raised for text that cannot be parsed: the `text`, the `position` in it, and a message that says what to do."""

    def __init__(self, text: str, position: int, what: str) -> None:
        """Create the error; `position` counts characters from 0."""
        start = max(0, position - 30)
        shown = text[start : position + 30].replace("\n", " ")
        where = f"\n   {shown}\n   {' ' * (position - start)}^" if shown.strip() else ""
        super().__init__(what + where)
        self.text, self.position, self.what = text, position, what

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error, to send it between processes."""
        return type(self), (self.text, self.position, self.what)


def is_latex(text: str) -> bool:
    r"""Return whether a text is LaTeX: it has a command or a dollar sign.

    >>> is_latex(r"x \le 1"), is_latex("$x_i^2 < 1$"), is_latex("x_i^2 <= 1")
    (True, True, False)
    """
    return COMMAND.search(text) is not None


def tokens(text: str, latex: bool | None = None) -> list[Token]:
    """Return the tokens of a text, then one of kind "end"; what is no part of any formula has the kind "other"."""
    found = (_of_latex if (is_latex(text) if latex is None else latex) else _of_text)(text)
    return [*found, Token("end", "", len(text), len(text))]


def _of_text(text: str) -> list[Token]:
    out: list[Token] = []
    k = 0

    def add(kind: str, sign: str, end: int) -> None:
        nonlocal k
        out.append(Token(kind, sign, k, end))
        k = end

    while k < len(text):
        c = text[k]
        script = out and out[-1].text == "_" and out[-1].end == k
        if c in SPACE:
            k += 1
        elif found := _REFUSED.match(text, k):
            add("other", found[0], found.end())
        elif script and (found := re.compile("[A-Za-z0-9]+").match(text, k)):
            add("num" if found[0].isdigit() else "name", found[0], found.end())
        elif c == "_" and out and out[-1].end == k and (out[-1].kind != "op" or out[-1].text in ")]}ΣΠ"):
            add("op", "_", k + 1)
        elif found := _OTHER_NUMERAL.match(text, k) or _NUMERAL.match(text, k):
            add("num", found[0], found.end())
        elif c in LETTERS and not _operator_follows(text, k):
            add("name", *_name(text, LETTERS[c], k + 1))
        elif found := _WORD.match(text, k):
            _add_word(text, found[0], out, k)
            k = out[-1].end
        elif c in _SUPERSCRIPTS or c in _SUBSCRIPTS:
            kind, table = ("sup", _SUPERSCRIPTS) if c in _SUPERSCRIPTS else ("sub", _SUBSCRIPTS)
            end = k
            while end < len(text) and text[end] in table:
                end += 1
            add(kind, "^_"[kind == "sub"] + "".join(table[x] for x in text[k:end]), end)
        elif c == "Σ":
            add("op", "Σ", k + 1)
        else:
            sign = next((s for s in (text[k : k + 2], c) if s in SIGNS), None)
            precomposed = _NAMES_WITH_MARKS.get(c)
            if precomposed:
                add("name", *_name(text, precomposed, k + 1))
            elif sign:
                add("op", SIGNS[sign], k + len(sign))
            else:
                add("other", c, k + 1)
    return out


_NAMES_WITH_MARKS = {  # letters that Unicode has with a tilde, a bar or a hat
    unicodedata.normalize("NFC", letter + mark): f"{letter}{mark}"
    for letter in map(chr, (*range(65, 91), *range(97, 123)))
    for mark in MARKS
    if len(unicodedata.normalize("NFC", letter + mark)) == 1
}


def _operator_follows(text: str, k: int) -> bool:
    return text[k] == "Σ" and re.compile(r"\s*_\s*\{?[^{}]*=").match(text, k + 1) is not None


def _name(text: str, stem: str, end: int) -> tuple[str, int]:
    """Return a name that begins with this stem (perhaps with a mark), with the mark, digits and primes after it."""
    mark = stem[-1] if stem[-1] in MARKS else ""
    stem = stem[: len(stem) - len(mark)]
    if not mark and text[end : end + 1] in MARKS:
        mark, end = text[end], end + 1
    found = _AFTER.match(text, end)
    after = found[0] if found else ""
    return stem + after + (f"_{MARKS[mark]}" if mark else ""), end + len(after)


def _add_word(text: str, word: str, out: list[Token], k: int) -> None:
    """Add the tokens of a name with its subscripts: `x_max` gives three."""
    if word.endswith("_") and text[k + len(word) : k + len(word) + 1] in ("{", "(", HOLE):
        word = word[:-1]
    if _SCRIPTED.match(word) is None or word in WORDS:
        out.append(Token("op" if word in WORDS else "name", word, k, k + len(word)))
        return
    for part in re.split("(_)", word):
        kind = "op" if part == "_" else "num" if part.isdigit() else "name"
        name, end = (part, k + len(part)) if kind != "name" else _name(text, part, k + len(part))
        out.append(Token(kind, name, k, end))
        k = end
        if end - out[-1].start > len(part):  # a mark or a prime ends the name
            return


def _of_latex(text: str) -> list[Token]:
    out: list[Token] = []
    k = 0
    while k < len(text):
        c = text[k]
        if c in SPACE or c in "$~":
            k += 1
        elif found := _NUMERAL_OF_TEX.match(text, k):
            out.append(Token("num", found[0], k, found.end()))
            k = found.end()
        elif c == "\\":
            k = _command(text, k, out)
        elif re.match("[A-Za-z]", c):
            primes = len(text) - k - 1 - len(text[k + 1 :].lstrip("'"))
            out.append(Token("name", text[k : k + 1 + primes], k, k + 1 + primes))
            k += 1 + primes
        elif text.startswith("'", k) and out and out[-1].kind == "name" and out[-1].end == k:
            out[-1] = out[-1]._replace(text=_primed(out[-1].text), end=k + 1)
            k += 1
        else:
            sign = next((s for s in (text[k : k + 2], c) if s in SIGNS and s not in ("**", "..")), None)
            kind = "op" if sign or c in "&" else "other"
            end = k + len(sign or c)
            out.append(Token(kind, SIGNS[sign] if sign else c, k, end))
            k = end
    while out and out[-1].text in (",", "."):
        out.pop()
    return out


def _primed(name: str) -> str:
    """Return a name with one prime more, which stands before a mark: x_tilde becomes x'_tilde."""
    head, bar, mark = name.partition("_")
    return f"{head}'{bar}{mark}"


@cache
def _group(name: str) -> re.Pattern[str]:
    return re.compile(r"\s*\{\s*(" + name + r")\s*\}")


def _command(text: str, k: int, out: list[Token]) -> int:
    """Add the token of a LaTeX command at a place; return its end."""
    found = re.compile(r"\\([A-Za-z]+|.|\Z)", re.DOTALL).match(text, k)
    name, end = (found[1], found.end()) if found else ("", k + 1)

    def add(kind: str, sign: str, after: int = end) -> int:
        out.append(Token(kind, sign, k, after))
        return after

    if name in ("left", "right"):
        inside = re.compile(r"\s*(\\\{|\\\}|\\[lr]vert|\S)").match(text, end)
        sign = inside[1] if inside else ""
        end = inside.end() if inside else end
        if sign in ("|", r"\lvert", r"\rvert"):
            return add("op", "|(" if name == "left" else ")|", end)
        if sign == ".":
            return add("op", r"\left.", end) if name == "left" else end
        return add("op" if sign in (*"()[]", r"\{", r"\}") else "other", sign, end)
    if name in SKIPPED or name in SPACE:
        return end
    if name in ("(", ")", "[", "]"):  # maths mode
        return end
    if name in COMMANDS:
        return add("op", COMMANDS[name])
    if name in FUNCTIONS_OF_TEX:
        return add("name", name)
    if name in ("{", "}", "\\"):
        return add("op", "\\" + name)
    if name in GREEK:
        primes = len(text) - end - len(text[end:].lstrip("'"))
        return add("name", name + "'" * primes, end + primes)
    if name == "mathbb" and (inside := re.compile(r"\s*\{?\s*([RZN])\s*\}?").match(text, end)):
        return add("op", SETS[inside[1]], inside.end())
    if name in ("mathrm", "operatorname", "mathit") and (inside := _group(r"[A-Za-z][A-Za-z0-9]*").match(text, end)):
        primes = len(text) - inside.end() - len(text[inside.end() :].lstrip("'"))
        return add("name", inside[1] + "'" * primes, inside.end() + primes)
    if name in ("text", "textrm", "mbox") and (inside := _group(r"[^{}$]*?").match(text, end)):
        return add("text", " ".join(inside[1].split()), inside.end())
    if name in ("begin", "end") and (inside := _group("cases").match(text, end)):
        return add("op", rf"\{name}{{cases}}", inside.end())
    if name in ACCENTS:
        inside = re.compile(r"\s*\{\s*(?:\\([A-Za-z]+)|([A-Za-z]))\s*\}|\s*(?:\\([A-Za-z]+)|([A-Za-z]))").match(
            text, end
        )
        letter = next(filter(None, inside.groups()), "") if inside else ""
        command = inside is not None and (inside[1] or inside[3])
        if inside and letter and (not command or letter in GREEK):
            return add("name", f"{letter}_{name}", inside.end())
        inside = re.compile(r"\s*\{\s*\\mathrm\{([A-Za-z]+)\}\s*\}").match(text, end)
        if inside:
            return add("name", f"{inside[1]}_{name}", inside.end())
    return add("other", "\\" + name)
