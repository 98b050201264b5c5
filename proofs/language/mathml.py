"""Formulas for web pages: LaTeX for maths mode as MathML, in pieces between which a line may break.

The supported LaTeX is that written by `proofs.language.display`, and commands that a paper's named notions are likely
to use. A formula with anything else is shown as text. The content of a formula is escaped and never becomes markup.
Browsers do not break MathML, so a formula is cut where one would break it by hand: before a relation or an arrow, and
in a long formula before + and −.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

from markupsafe import Markup

from proofs.language.display import GREEK

LONG = 70  # characters of LaTeX; a longer formula may also be broken before + and −, and between words
IN_BRACKETS = 40  # characters in brackets; a line may break inside longer ones
PHONE = 17.0  # width of a line on a phone, in em
WIDEST = 44.0  # width of a page, in em
NARROW = 13  # characters of LaTeX; shorter formulas always fit on a phone
READABLE = 2000  # characters of LaTeX; of a longer formula only parts are shown
SHORT = 20  # characters of LaTeX in brackets that dots do not replace
DOTS = r" \cdots "
TOO_LONG = 20_000  # characters of LaTeX; longer formulas are unreadable
_TOKEN = re.compile(r"\\(?:[a-zA-Z]+|.)|[{}()\[\]]|[<>=+-]|[^\\{}()\[\]<>=+-]+", re.S)
_OPENING = {"{", "(", "[", r"\left", r"\begin", r"\{", r"\lfloor", r"\lceil"}
_CLOSING = {"}", ")", "]", r"\right", r"\end", r"\}", r"\rfloor", r"\rceil"}
_ROUND_OPENING, _ROUND_CLOSING = {"(", "[", r"\left"}, {")", "]", r"\right"}
_RELATIONS = {
    r"\le",
    r"\ge",
    r"\ne",
    r"\leq",
    r"\geq",
    r"\neq",
    "<",
    ">",
    "=",
    r"\Rightarrow",
    r"\approx",
    r"\land",
}
_SUMS = {"+", "-", r"\text", r"\lor"}
_QUANTIFIERS = {r"\forall", r"\exists"}

# The supported tokens, and the markup of each.
_READ = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.S)
_SINGLE = re.compile(r"<(mi|mn)[^<>]*>[^<>]*</\1>")  # markup that needs no row around it
_ENDS = frozenset(["}", "&", r"\\", r"\end", r"\right"])
_RELATION_SIGNS = {
    r"\le": "≤", r"\ge": "≥", r"\ne": "≠", r"\leq": "≤", r"\geq": "≥", r"\neq": "≠", r"\Rightarrow": "⇒",
    r"\approx": "≈", r"\in": "∈", r"\notin": "∉", r"\subset": "⊂", r"\subseteq": "⊆", r"\mapsto": "↦",
    r"\to": "→", r"\equiv": "≡", r"\sim": "∼", r"\ll": "≪", r"\gg": "≫", r"\Leftrightarrow": "⇔", r"\iff": "⇔",
    r"\implies": "⇒", r"\rightarrow": "→", r"\mid": "∣", r"\colon": ":",
}  # fmt: skip
_OPERATORS = {
    r"\cdot": "⋅", r"\times": "×", r"\pm": "±", r"\circ": "∘", r"\cup": "∪", r"\cap": "∩", r"\setminus": "∖",
    r"\land": "∧", r"\lor": "∨", r"\wedge": "∧", r"\vee": "∨", r"\oplus": "⊕", r"\otimes": "⊗", r"\odot": "⊙",
    r"\neg": "¬", r"\forall": "∀", r"\exists": "∃", r"\partial": "∂", r"\nabla": "∇", "*": "∗", "-": "−",
}  # fmt: skip
_LETTERS = {
    r"\infty": "∞", r"\top": "⊤", r"\bot": "⊥", r"\ell": "ℓ", r"\emptyset": "∅", r"\varepsilon": "ε", r"\varphi": "φ",
    r"\dots": "…", r"\ldots": "…", r"\cdots": "⋯", r"\vdots": "⋮", r"\ddots": "⋱", r"\zeta": "ζ", r"\iota": "ι",
    r"\chi": "χ", r"\Theta": "Θ", r"\Lambda": "Λ", r"\Pi": "Π", r"\Xi": "Ξ", r"\%": "%", r"\_": "_", r"\&": "&amp;",
    r"\#": "#", r"\$": "$", r"\upsilon": "υ", r"\star": "⋆",
}  # fmt: skip
_BIG = {r"\sum": "∑", r"\prod": "∏", r"\int": "∫", r"\bigcup": "⋃", r"\bigcap": "⋂"}
_NAMES = "log", "exp", "max", "min", "sup", "inf", "lim", "ln", "sin", "cos", "tan", "arctan", "det", "arg", "dim"
_FUNCTIONS = frozenset("\\" + name for name in _NAMES)
_LIMITS = frozenset([*_BIG, r"\max", r"\min", r"\sup", r"\inf", r"\lim"]) - {r"\int"}
_DELIMITERS = {
    "(": "(", ")": ")", "[": "[", "]": "]", "|": "|", r"\{": "{", r"\}": "}", r"\|": "‖", r"\lVert": "‖",
    r"\rVert": "‖", r"\lvert": "|", r"\rvert": "|", r"\langle": "⟨", r"\rangle": "⟩", r"\lfloor": "⌊", r"\rfloor": "⌋",
    r"\lceil": "⌈", r"\rceil": "⌉",
}  # fmt: skip
_SPACES = {
    r"\ ": ".35", r"\,": ".17", r"\;": ".28", r"\:": ".22", r"\!": "-.17", r"\quad": "1", r"\qquad": "2", "~": ".35",
}  # fmt: skip
_FONTS = {
    r"\mathrm": "", r"\operatorname": "", r"\mathbf": "BOLD", r"\mathbb": "DOUBLE-STRUCK", r"\mathcal": "SCRIPT",
    r"\mathsf": "", r"\mathit": "", r"\textrm": "", r"\mathscr": "SCRIPT",
}  # fmt: skip
_ACCENTS = {
    r"\tilde": "~", r"\bar": "¯", r"\hat": "^", r"\vec": "→", r"\dot": "˙", r"\overline": "¯", r"\widehat": "^",
    r"\widetilde": "~",
}  # fmt: skip
_TABLES = {
    "cases": ("{", ""), "matrix": ("", ""), "pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "vmatrix": ("|", "|"),
    "gathered": ("", ""), "aligned": ("", ""), "smallmatrix": ("", ""),
}  # fmt: skip
_SYMBOLS = {
    **{f"\\{name}": f"<mi>{sign}</mi>" for name, sign in GREEK.items()},
    **{f"\\{name}": f'<mi mathvariant="normal">{sign}</mi>' for name, sign in GREEK.items() if name[0].isupper()},
    **{name: f"<mi>{sign}</mi>" for name, sign in _LETTERS.items()},
    **{name: f"<mo>{sign}</mo>" for name, sign in (_RELATION_SIGNS | _OPERATORS | _BIG).items()},
    **{name: f"<mi>{sign}</mi>" for name, sign in _DELIMITERS.items()},  # an <mo> would stretch
    **{name: f"<mi>{name[1:]}</mi>" for name in _FUNCTIONS},
    **{name: f'<mo movablelimits="true" lspace="0" rspace="0">{name[1:]}</mo>' for name in _LIMITS & _FUNCTIONS},
    **{name: f'<mspace width="{width}em"/>' for name, width in _SPACES.items()},
}
_SPACED = frozenset([*_RELATION_SIGNS, *_OPERATORS, *_SPACES, *_FUNCTIONS, *_BIG])  # commands with a gap after them
_NO_GAP = frozenset([*_ENDS, "(", "[", ")", "]", ",", ".", r"\left", "+", "-", "=", r"\le", "<", r"\rangle", "|"])
_BEFORE_SIGN = frozenset(["(", "[", "|", ",", "=", "<", ">", ":", "/", r"\langle", r"\{", r"\lVert", *_RELATION_SIGNS])


@lru_cache(maxsize=200_000)
def pieces(latex: str) -> list[str]:
    """Cut the formula before relations outside all brackets, and before + and − if it is long.

    Pieces that are still too wide for a phone are also cut inside round brackets.

    >>> pieces(r"a_{i} \\le b + \\left(c < d\\right)")
    ['a_{i}', '\\\\le b + \\\\left(c < d\\\\right)']
    """
    out = []
    for piece in _cut(latex, _RELATIONS | _SUMS if len(latex) > LONG else _RELATIONS, inside=False):
        narrow = len(piece) < NARROW or width(piece) < PHONE
        out += [piece] if narrow else _cut(piece, _RELATIONS | _SUMS | _QUANTIFIERS, inside=True)
    return out


def _cut(latex: str, cuts: Container[str], inside: bool) -> list[str]:
    """Cut the formula before these tokens outside all brackets and quantifiers.

    With `inside`, cut also after commas and in long round brackets, which then keep their size.
    """
    out = [""]
    around: list[bool] = []  # for each open bracket, whether a line may break inside
    quantified, last = False, ""
    tokens = _TOKEN.findall(latex)
    at = 0
    while at < len(tokens):
        token, at = tokens[at], at + 1
        if token in (r"\left", r"\right") and at < len(tokens):
            if token == r"\left":
                around.append(inside and tokens[at] == "(" and _is_long(tokens, at))
                soft = around[-1]
            else:
                soft = around.pop() if around else False
            token, at = ("" if soft else token) + tokens[at], at + 1
        elif token in _CLOSING:
            if not around:
                return [latex]
            around.pop()
        elif token in _OPENING:
            around.append(inside and token == "(" and _is_long(tokens, at - 1))
        elif all(around):
            if token in cuts and not quantified and out[-1].strip() and last not in _BEFORE_SIGN:
                out.append("")
            quantified = not inside and (token in _QUANTIFIERS or (quantified and "." not in token))
            if inside and "," in token:
                first, *others = re.split(r"(?<=,)(?!$)", token)
                out[-1] += first
                out += others[:-1]
                token = others[-1] if others else ""
                out += [""] if others else []
        out[-1] += token
        if token.strip():
            last = token if token[0] == "\\" else token.strip()[-1]
    return [re.sub(r"^\s+|(\\ |\s)+$", "", piece) for piece in out] if not around else [latex]


def _is_long(tokens: Sequence[str], at: int) -> bool:
    """Return whether the bracket that opens here is so long that a line may break in it."""
    depth = size = 0
    for token in tokens[at:]:
        depth += (token in "([") - (token in ")]") if len(token) == 1 else 0
        size += len(token)
        if depth == 0 or size > IN_BRACKETS:
            break
    return size > IN_BRACKETS


@lru_cache(maxsize=200_000)
def mathml(latex: str) -> str:
    """Convert one formula to a <math> element, without line breaks.

    Raises
    ------
    ValueError
        if the formula is not supported.
    """
    if len(latex) > TOO_LONG:
        raise ValueError("too long")
    try:
        return f"<math>{_row(latex)}</math>"
    except RecursionError:
        raise ValueError("too deeply nested") from None


@lru_cache(maxsize=200_000)
def _row(latex: str) -> str:
    """Return the elements of a formula."""
    reader = _Reader(latex)
    shown = reader.row()
    if reader.peek() is not None:
        raise ValueError(f"unexpected {reader.peek()}")
    return shown


class _Reader:
    """A recursive-descent parser of formulas; each method returns the markup of the tokens that it has read."""

    def __init__(self, latex: str) -> None:
        self.tokens = _READ.findall(latex)
        self.at = 0

    def peek(self) -> str | None:
        """Return the next token that is not white space."""
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def next(self) -> str:
        token = self.peek()
        if token is None:
            raise ValueError("the formula breaks off")
        self.at += 1
        return token

    def row(self) -> str:
        """Read atoms with their scripts, up to the end of the group."""
        out: list[str] = []
        signed, before = True, ""  # a + or − here is a sign of the next term
        while (token := self.peek()) is not None and token not in _ENDS:
            self.at += 1
            if signed and token in ("+", "-"):
                out.append(f'<mo form="prefix">{"−" if token == "-" else token}</mo>')
                before = token
                continue
            if token in _FUNCTIONS and (before[-1:].isalnum() or before in (")", "]")) and before not in _SPACED:
                out.append('<mspace width=".17em"/>')
            before = token
            signed = token in _BEFORE_SIGN
            out.append(self.scripts(self.atom(token), token))
            if token in _FUNCTIONS and (self.peek() or ")") not in _NO_GAP:
                out.append('<mspace width=".17em"/>')
        return "".join(out)

    def scripts(self, base: str, token: str) -> str:
        below = above = primes = ""
        while (mark := self.peek()) in ("_", "^", "'"):
            self.at += 1
            if mark == "'":
                primes += "′"
            elif (below if mark == "_" else above) != "":
                raise ValueError("two indices or two exponents of one thing")
            elif mark == "_":
                below = self.argument()
            else:
                above = self.argument()
        if primes:  # raised by the font
            base += f"<mi>{primes}</mi>"
        if not below and not above:
            return base
        kind = ("munder", "mover", "munderover") if token in _LIMITS else ("msub", "msup", "msubsup")
        name = kind[2 if below and above else 1 if above else 0]
        base = f"<mrow>{base}</mrow>" if primes else base
        return f"<{name}>{base}{below}{above}</{name}>"

    def argument(self) -> str:
        """Read one atom or group, as a single element."""
        token = self.next()
        if token in _ENDS or token in ("_", "^"):
            raise ValueError(f"an argument is missing before {token}")
        if token[0].isdecimal():  # one digit; the others stay in the input
            self.tokens[self.at - 1 : self.at] = [token[0], token[1:]] if token[1:] else [token]
            token = token[0]
        return self.atom(token)

    def group(self) -> str:
        """Read up to the closing brace; the content is converted separately and cached across formulas."""
        start, depth = self.at, 1
        while depth:
            if self.at == len(self.tokens):
                raise ValueError("a brace is not closed")
            depth += {"{": 1, "}": -1}.get(self.tokens[self.at], 0)
            self.at += 1
        return "".join(self.tokens[start : self.at - 1])

    def raw(self) -> str:
        """Read an argument that is not a formula."""
        token = self.next()
        return re.sub(r"\\([^a-zA-Z])", r"\1", self.group()) if token == "{" else token

    def atom(self, token: str) -> str:
        if token.isdecimal() or token[0].isdecimal():
            return f"<mn>{token}</mn>"
        if token in _SYMBOLS:
            return _SYMBOLS[token]
        if token == "{":
            inside = _row(self.group())
            return inside if _SINGLE.fullmatch(inside) else f"<mrow>{inside}</mrow>"
        if token == r"\left":
            return self.fenced()
        if token in (r"\frac", r"\dfrac", r"\tfrac"):
            fraction = f"<mfrac>{self.argument()}{self.argument()}</mfrac>"
            return f'<mstyle displaystyle="false">{fraction}</mstyle>' if token == r"\tfrac" else fraction
        if token == r"\binom":
            pair = f'<mfrac linethickness="0">{self.argument()}{self.argument()}</mfrac>'
            return f"<mrow><mo>(</mo>{pair}<mo>)</mo></mrow>"
        if token == r"\sqrt":
            return f"<msqrt>{self.argument()}</msqrt>"
        if token in _FONTS:
            return self.word(_FONTS[token])
        if token in (r"\text", r"\mbox"):
            return f"<mtext>{_plain(self.raw()).replace(' ', chr(0xA0))}</mtext>"
        if token == r"\underline":
            return f'<munder accentunder="true">{self.argument()}<mo>_</mo></munder>'
        if token in _ACCENTS:
            return f'<mover accent="true">{self.argument()}<mo stretchy="false">{_ACCENTS[token]}</mo></mover>'
        if token == r"\begin":
            return self.table()
        if len(token) == 1 and token.isalpha():
            return f"<mi>{token}</mi>"
        if len(token) == 1 and token.isprintable() and token not in "\\$#%~&_^":
            return f"<mo>{_plain(token)}</mo>"
        raise ValueError(f"no such command here: {token}")

    def word(self, font: str) -> str:
        """Read a name in a font, with Unicode letters of that font where they exist."""
        text = self.raw()
        if "\\" in text:
            raise ValueError(f"not a name: {text}")
        if font in ("DOUBLE-STRUCK", "SCRIPT"):
            return "".join(f"<mi>{_styled(c, font)}</mi>" for c in text)
        shown = ' class="bold"' if font == "BOLD" else ' mathvariant="normal"' if len(text) == 1 else ""
        return f"<mi{shown}>{_plain(text)}</mi>"

    def fenced(self) -> str:
        left = self.delimiter()
        start, depth = self.at, 1
        while depth:
            token = self.next()
            depth += (token == r"\left") - (token == r"\right")
        inside = _row("".join(self.tokens[start : self.at - 1]))
        right = self.delimiter()
        opening, closing = (f"<mo>{x}</mo>" if x else "" for x in (left, right))
        if left == right == "‖":  # whose stretched form has no margins
            opening, closing = '<mo rspace=".12em">‖</mo>', '<mo lspace=".12em">‖</mo>'
        return f"<mrow>{opening}{inside}{closing}</mrow>"

    def delimiter(self) -> str:
        token = self.next()
        if token == ".":
            return ""
        if token not in _DELIMITERS:
            raise ValueError(f"not a bracket: {token}")
        return _DELIMITERS[token]

    def table(self) -> str:
        """Read an environment with rows and columns."""
        self.next()
        name = self.group()
        if name not in _TABLES:
            raise ValueError(f"no such environment here: {name}")
        rows: list[str] = []
        cells: list[str] = []
        while True:
            cells.append(f"<mtd>{self.row()}</mtd>")
            token = self.next()
            if token != "&":
                rows.append(f"<mtr>{''.join(cells)}</mtr>")
                cells = []
            if token == r"\end":
                self.next()
                if self.group() != name:
                    raise ValueError(f"{name} is not ended")
                break
            if token not in ("&", r"\\"):
                raise ValueError(f"{token} in {name}")
        left, right = _TABLES[name]
        opening, closing = (f"<mo>{x}</mo>" if x else "" for x in (left, right))
        opened = '<mtable class="aligned">' if name == "aligned" else "<mtable>"
        return f"<mrow>{opening}{opened}{''.join(rows)}</mtable>{closing}</mrow>"


def _plain(text: str) -> str:
    """Escape text as the content of an element."""
    if not text.isprintable():
        raise ValueError("a character that cannot be shown")
    return html.escape(text, quote=False)


def _styled(letter: str, font: str) -> str:
    """Return a letter in a font that Unicode has, such as ℝ and 𝓕."""
    case = (
        unicodedata.name(letter)
        if letter.isdigit()
        else f"{'CAPITAL' if letter.isupper() else 'SMALL'} {letter.upper()}"
    )
    for name in (f"MATHEMATICAL {font} {case}", f"{font} {case}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    raise ValueError(f"no {font.lower()} {letter}")


_WIDTHS = {  # widths of tokens that do not depend on their arguments, in em
    **dict.fromkeys(_BIG, 1.2),
    **dict.fromkeys((*_RELATION_SIGNS, *_OPERATORS, "=", "+", "<", ">", "&"), 1.4),
    **dict.fromkeys((r"\left", r"\right", r"\text", r"\underline", *_FONTS, *_ACCENTS, *_SPACES), 0.2),
    **dict.fromkeys(_FUNCTIONS, 1.8),
    **dict.fromkeys("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ()[],.", 0.5),
}


@lru_cache(maxsize=200_000)
def width(latex: str) -> float:
    """Estimate the width of a formula, in em.

    >>> width("a + b") < width(r"\\sum_{i=1}^{n} a_{i} + b"), width(r"\\frac{a}{b}") < width("a/b")
    (True, True)
    """
    tokens = [t for t in _READ.findall(latex) if not t.isspace()]
    total, _ = _across(tokens, 0, None)
    return total


def _across(tokens: list[str], at: int, end: str | None) -> tuple[float, int]:
    """Return the width of the tokens up to the end of the group, and the position after it."""
    total = row = 0.0
    while at < len(tokens):
        token, at = tokens[at], at + 1
        if token == end:
            break
        if token in _WIDTHS:
            row += _WIDTHS[token]
        elif token == r"\\":  # the next row of a table
            total, row = max(total, row), 0.0
        elif token in ("_", "^"):
            inside, at = _one(tokens, at)
            row += 0.7 * inside
        elif token in (r"\frac", r"\dfrac", r"\tfrac", r"\binom"):
            above, at = _one(tokens, at)
            below, at = _one(tokens, at)
            row += 0.2 + 0.85 * max(above, below)
        else:
            inside, at = _one(tokens, at - 1)
            row += inside
    return max(total, row), at


def _one(tokens: list[str], at: int) -> tuple[float, int]:
    """Return the width of one token or group, and the position after it."""
    if at == len(tokens):
        return 0.0, at
    token = tokens[at]
    if token in _WIDTHS:
        return _WIDTHS[token], at + 1
    if token == "{":
        return _across(tokens, at + 1, "}")
    if token == r"\begin":
        _, at = _one(tokens, at + 1)  # its name
        inside, at = _across(tokens, at, r"\end")
        return inside + 1.4, _one(tokens, at)[1]
    return (0.55 * len(token) if token[0].isdecimal() else 0.5), at + 1


@lru_cache(maxsize=200_000)
def formula(latex: str, text: str, longest: int = READABLE) -> Markup:
    """Return a formula as HTML with line breaks; as text if it cannot be typeset, which may be empty.

    In a formula with more than `longest` characters of LaTeX, dots replace what is in inner brackets; if that does not
    do, only pieces at both ends are shown, or its length.
    """
    latex = elided(latex, longest)
    try:
        shown = [latex] if len(latex) <= longest and width(latex) < PHONE else pieces(latex)
        joined = _joined(shortened(shown, longest))
        parts = [box(mathml(piece if k == 0 else after_break(piece)), piece) for k, piece in joined]
    except (ValueError, RecursionError):
        if not text:
            return Markup()
        if len(text) > longest // 2:
            return Markup('<span class="quiet">a formula of {} characters</span>').format(len(text))
        return Markup('<span class="plain">{}</span>').format(text)
    return Markup("".join(parts))


def _joined(found: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Join neighbouring pieces of a formula that fit on a line of a phone together."""
    out: list[tuple[int, str]] = []
    for k, piece in found:
        if out and width(out[-1][1]) + width(piece) < PHONE:
            out[-1] = out[-1][0], f"{out[-1][1]} {piece}"
        else:
            out.append((k, piece))
    return out


def after_break(piece: str) -> str:
    """Return a piece that does not begin a formula, with an empty group before + and −, which are no signs there.

    >>> after_break("- b"), after_break("= b")
    ('{} - b', '= b')
    """
    return "{} " + piece if piece[0] in "+-" else piece


def box(made: str, latex: str) -> str:
    """Return a piece of a formula in a box that scrolls if it is wider than a page."""
    return f'<span class="wide scroll">{made}</span>' if len(latex) > LONG and width(latex) > WIDEST else made


def elided(latex: str, longest: int) -> str:
    """Replace what is in brackets by dots, from the inside out, until the formula is short enough.

    >>> elided("f(x, g(a + b + c + d + e + f)) = h(u + v + w + x + y + z)", 50)
    'f(x, g( \\\\cdots )) = h(u + v + w + x + y + z)'
    """
    if len(latex) <= longest:
        return latex
    tokens = _TOKEN.findall(latex)
    inside: list[tuple[int, int, int]] = []  # of each pair of brackets: their depth, and what they enclose
    opened: list[int] = []
    at = 0
    while at < len(tokens):
        sized = tokens[at] in (r"\left", r"\right")
        opens, closes = tokens[at] in _ROUND_OPENING, tokens[at] in _ROUND_CLOSING
        if closes and not opened:
            return latex
        if closes:
            start = opened.pop()
            inside.append((len(opened), start, at))
        at += 1 + sized
        if opens:
            opened.append(at)
    total = sum(map(len, tokens))
    for _, start, end in sorted(inside, key=lambda x: (-x[0], x[1] - x[2])):  # the deepest and longest first
        if (size := sum(map(len, tokens[start:end]))) > SHORT:
            tokens[start:end] = [DOTS, *[""] * (end - start - 1)]
            total += len(DOTS) - size
            if total <= longest:
                break
    return "".join(tokens)


def shortened(shown: Sequence[str], longest: int) -> list[tuple[int, str]]:
    """Return numbered pieces of a formula; of one that is too long, those at its ends with dots between them.

    >>> shortened(["a", "+ b", "+ c", "+ d"], 8)
    [(0, 'a'), (1, '+ b'), (2, '\\\\cdots'), (3, '+ d')]

    Raises
    ------
    ValueError
        if the first piece and the last one are too long.
    """
    found = list(enumerate(shown))
    if sum(map(len, shown)) <= longest:
        return found
    first = _taken(found, longest // 2) or [x for x in found[:1] if len(x[1]) <= READABLE]
    last = [x for x in _taken(found[::-1], longest // 2)[::-1] if x[0] >= len(first)]
    if not first and not last:
        raise ValueError("too long")
    return found if len(first) + len(last) == len(found) else [*first, (len(first), r"\cdots"), *last]


def _taken(found: Iterable[tuple[int, str]], room: int) -> list[tuple[int, str]]:
    """Return the first of the pieces that have room."""
    out = []
    for k, piece in found:
        room -= len(piece)
        if room < 0:
            break
        out.append((k, piece))
    return out
