"""Text and formulas for LaTeX documents: escaped, so that nothing in them is a command, and typeset.

>>> print(tex_sentence("50% of the a_i are below e^(−2r), as is G̃_δ(L)."))
50\\% of the $a_{i}$ are below $e^{- 2r}$, as is $\\tilde{G}_{\\delta}(L)$.
"""

from __future__ import annotations

import re
import unicodedata

from proofs.language.display import GREEK

# Characters that XML 1.0 does not allow, and carriage returns, which XML parsers turn into newlines.
_CONTROLS = re.compile("[^\t\n\x20-\x7e\x80-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Characters that are special in LaTeX, and signs that its usual fonts lack.
_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "−": "$-$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\ne$",
    "∈": r"$\in$", "∀": r"$\forall$", "Σ": r"$\Sigma$", "Π": r"$\Pi$", "⇒": r"$\Rightarrow$", "↦": r"$\mapsto$",
    "→": r"$\to$", "·": r"$\cdot$", "…": r"\dots{}", "∞": r"$\infty$", "²": "$^2$", "³": "$^3$", "ℝ": r"$\mathbb{R}$",
    "ℤ": r"$\mathbb{Z}$", "\u0303": "", "\u0304": "", "\u0302": "", "√": r"$\surd$", "×": r"$\times$",
    "∂": r"$\partial$", "ᵢ": "$_i$",
    "‖": r"$\Vert$", "ᵀ": r"$^{\top}$", "∘": r"$\circ$", "ⁿ": "$^n$", "¶": r"\P{}", "∃": r"$\exists$", "∧": r"$\land$",
    "∫": r"$\int$", "⊂": r"$\subset$", "∪": r"$\cup$", "∩": r"$\cap$", "‘": "`", "’": "'", "—": "---",
    "“": "``", "”": "''", "–": "--", "⊢": r"$\vdash$", "¬": r"$\neg$", "⊥": r"$\bot$",
    "≈": r"$\approx$", "∖": r"$\setminus$", "⟨": r"$\langle$", "⟩": r"$\rangle$", "∉": r"$\notin$",
    "⊄": r"$\not\subset$", "⊆": r"$\subseteq$", "≡": r"$\equiv$", "±": r"$\pm$", "ℕ": r"$\mathbb{N}$",
    "ℚ": r"$\mathbb{Q}$", "\u0338": "",
} | {sign: rf"$\{name}$" for name, sign in GREEK.items()}  # fmt: skip
_INDEX = re.compile(r"(?<![\w\\])([A-Za-z])\\_(max|min|[A-Z]{2}|\w)(?![\w\\])")  # W_K, r_max, with escaped _
_ACCENTS = {"\u0303": "tilde", "\u0304": "bar", "\u0302": "hat", "\u0338": "not"}


def tex_escaped(text: str) -> str:
    """Escape text for LaTeX, so that nothing in it is a command; a line break becomes a space.

    >>> print(tex_escaped("50% of a_i <= δ̃"))
    50\\% of $a_i$ \\textless{}= $\\tilde{\\delta}$
    """
    out: list[str] = []
    parts = (c if c < "\u0180" or c in _TEX else unicodedata.normalize("NFD", c) for c in clean(text))
    for c in "".join(parts).replace("\n", " ").replace("\t", " "):
        if c in _ACCENTS and out:
            inside = out.pop().strip("$")
            out.append(rf"$\{_ACCENTS[c]}{{{inside}}}$")
        else:
            out.append(_TEX[c] if c in _TEX else c if c < "\u0180" else _unusual(c))
    return _INDEX.sub(lambda m: rf"${m[1]}_{{\mathrm{{{m[2]}}}}}$" if m[2][1:] else f"${m[1]}_{m[2]}$", "".join(out))


def _unusual(c: str) -> str:
    """Write a sign that pdfLaTeX may not know.

    Letters of mathematical alphabets, superscripts and subscripts become LaTeX, any other sign its code point.
    """
    kind, _, plain = unicodedata.decomposition(c).partition(" ")
    if kind in ("<sub>", "<super>"):
        return f"${'_' if kind == '<sub>' else '^'}{{{chr(int(plain, 16))}}}$"
    found = re.fullmatch("MATHEMATICAL (SCRIPT|DOUBLE-STRUCK|BOLD|FRAKTUR) .*", unicodedata.name(c, ""))
    if found:
        font = {"SCRIPT": "cal", "DOUBLE-STRUCK": "bb", "BOLD": "bf", "FRAKTUR": "frak"}[found[1]]
        return rf"$\math{font}{{{unicodedata.normalize('NFKD', c)}}}$"
    return rf"\texttt{{U+{ord(c):04X}}}"


def clean(text: str) -> str:
    """Remove control characters from the text.

    >>> clean("a\\x00b\\r\\nc")
    'ab\\nc'
    """
    return _CONTROLS.sub("", text)


def maths(latex: str) -> str:
    """Return LaTeX for maths mode in which nothing ends the formula or the line."""
    shown = clean(latex).replace("%", r"\%").replace("\n\n", "\n")
    balanced = shown.count("{") - shown.count(r"\{") == shown.count("}") - shown.count(r"\}")
    ends = re.search(
        r"\\[\])(]|(?<!\\)[$#]|\\(end|begin)\{(document|lemma|definition|proof)", shown.replace("\\\\", "")
    )
    return shown if balanced and not ends else rf"\text{{{tex_escaped(latex)}}}"


def tex_sentence(text: str) -> str:
    """Return a sentence for LaTeX, with its letters and formulas typeset.

    >>> print(tex_sentence("For d = 1 column a of L = (1 − δ, 1) is a shift by k, see (3) and A.1."))
    For $d = 1$ column a of $L = (1 - \\delta , 1)$ is a shift by $k$, see (3) and A.1.
    """
    out: list[str] = []
    run: list[str] = []
    depth = 0
    text = clean(text).replace("<=", "≤").replace(">=", "≥").replace("\n", " ")
    for found in _TOKEN.finditer(text):
        token, kind = found[0], found.lastgroup
        depth += (token in "([{" and kind == "sign") - (token in ")]}" and kind == "sign")
        if kind in ("symbol", "number", "name", "sign") or (run and (token == " " or (token == "," and depth > 0))):
            run.append(token)
        else:
            out += [_typeset(run), tex_escaped(token)]
            run, depth = [], 0
    return "".join([*out, _typeset(run)])


_GREEK = "Α-Ωα-ωϵϕℝℤℕ𝒳∞"
_MARKS = "ᵀⁿᵢ²³"  # letters to Python, and none here
_SCRIPT = (
    r"(?:_\{[^{}]*\}|\^\{[^{}]*\}|[_^]\([^()]*\)|_(?:[A-Z]{2,}|[a-z]{2,}|\d+|[^\W_])|\^[−-]?(?:\d+|[^\W\d_])|[_^][∞*∗]"
    r"|['′](?!\w)|[*∗](?![\w ])|[²³ᵀⁿᵢ])"
)
_TOKEN = re.compile(
    rf"(?P<symbol>[{_GREEK}][\u0300-\u036f]*{_SCRIPT}*"
    rf"|(?<![^\W\d_{_GREEK}{_MARKS}'’])[^\W\d_][\u0300-\u036f]*(?![^\W\d_{_GREEK}{_MARKS}]|\.\d|[-'’]\w\w){_SCRIPT}*|[A-Z][a-z]+{_SCRIPT}+)"
    r"|(?P<name>\b(?:log|ln|exp|max|min)\b)|(?P<word>[^\W\d_][\w\u0300-\u036f’'-]*)"
    rf"|(?P<number>\d+(?:\.\d+)*{_SCRIPT}*)"
    rf"|(?P<sign>[][(){{}}‖](?:{_SCRIPT})*|[=<>≤≥≠≈+−·×/∈∉|…→↦∘∖⊂⊆∪∩√ΣΠ∫∂∀∃⇒∧]|(?<= )-(?= )|(?<![^ (])-(?=\d))"
    r"|(?P<other>.)",
    re.S,
)
_OPERATORS = set("=<>≤≥≠≈+−·×/∈∉∘∖⊂⊆∪∩√ΣΠ∫∂∀∃⇒∧-")
_SIGNS = {"^": r"\hat{\ }", "'": "'", "′": "'", "*": "^{*}", "∗": "^{*}", "<": "<", ">": ">", "√": r"\surd "}
_PARTS = re.compile(rf"{_SCRIPT}|[A-Za-z]{{2,}}|.", re.S)


def _typeset(run: list[str]) -> str:
    """Return tokens as a formula; those at its ends that do not belong to it, or all of them, as text."""
    start, end = 0, len(run)
    while start < end and (run[start].isspace() or (_depth(run[start:end]) > 0 and run[start][0] in "([{")):
        start += 1
    while start < end and (run[end - 1].isspace() or run[end - 1] == "," or _depth(run[start:end]) != 0):
        end -= 1
    while start < end and run[end - 1] in ("a", "A", "I", " ") and not _OPERATORS & {*run[max(start, end - 3) : end]}:
        end -= 1  # an article
    inner = run[start:end]
    signs = any(t in _OPERATORS for t in inner)
    lone = len(inner) == 1 and (inner[0][:1].isalpha() and inner[0] not in ("a", "A", "I"))
    scripted = any(_PARTS.sub(lambda m: "#" if re.fullmatch(_SCRIPT, m[0]) else "", t) for t in inner)
    several = len(inner) > 1 and any(t[0].isalpha() for t in inner) and (len(inner) > 3 or inner[0][0] not in "([")
    if not (lone or scripted or several or (signs and len(inner) > 1)):
        return tex_escaped("".join(run))
    ends = tex_escaped("".join(run[:start])), tex_escaped("".join(run[end:]))
    return f"{ends[0]}${_in_maths(''.join(inner))}${ends[1]}"


def _depth(tokens: list[str]) -> int:
    return sum((t[0] in "([{") - (t[0] in ")]}") for t in tokens)


def _in_maths(text: str) -> str:
    """Return a formula that is typed as text as LaTeX for maths mode."""
    out: list[str] = []
    scripts = ""
    for part in _PARTS.findall(unicodedata.normalize("NFD", text)):
        if re.fullmatch(_SCRIPT, part) and part[0] in "_^":
            if part[0] in scripts and out:
                out = ["{", *out, "}"]
            inner = part[2:-1] if part[1] in "{(" else part[1:]
            kept = part[1] == "(" and len(inner) == 1  # the i of X^(i) counts, and is no exponent
            out.append(f"{part[0]}{{{f'({inner})' if kept else _in_maths(inner)}}}")
            scripts += part[0]
            continue
        scripts = ""
        if part in ("log", "ln", "exp", "max", "min"):
            out.append(rf"\{part} ")
        elif len(part) > 1 and part.isalpha():
            out.append(part if part.islower() and len(part) == 2 else rf"\mathrm{{{tex_escaped(part)}}}")
        elif part in _ACCENTS and out:
            out.append(rf"\{_ACCENTS[part]}{{{out.pop()}}}")
        else:
            out.append(_SIGNS.get(part) or tex_escaped(part).replace("$", " "))
    return re.sub(" +", " ", "".join(out)).strip()
