"""Formulas for web pages: LaTeX for maths mode as MathML, in pieces between which a line may break.

The conversion is latex2mathml's. Its own serialiser does not escape, so the elements are serialised here: whatever
stands in a formula shows as text. Browsers do not break MathML, so a formula is cut where one would break it by hand:
before a relation, an arrow, or, where it is long, before a sum's + and −.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import convert_to_element
from markupsafe import Markup

LONG = 70  # characters of LaTeX from which on a formula may also be broken before + and −
TOO_LONG = 20_000  # characters of LaTeX that nobody would read as a formula
_TOKEN = re.compile(r"\\(?:[a-zA-Z]+|.)|[{}()\[\]]|[<>=+-]|[^\\{}()\[\]<>=+-]+", re.S)
_OPENING = {"{", "(", "[", r"\left", r"\begin", r"\{", r"\lfloor", r"\lceil"}
_CLOSING = {"}", ")", "]", r"\right", r"\end", r"\}", r"\rfloor", r"\rceil"}
_RELATIONS = {r"\le", r"\ge", r"\ne", r"\leq", r"\geq", r"\neq", "<", ">", "=", r"\Rightarrow", r"\approx", r"\in"}
_SUMS = {"+", "-"}


def pieces(latex: str) -> list[str]:
    """The formula cut before the relations outside all brackets, and before + and − if it is long.

    >>> pieces(r"a_{i} \\le b + \\left(c < d\\right)")
    ['a_{i}', '\\\\le b + \\\\left(c < d\\\\right)']
    """
    cuts = _RELATIONS | _SUMS if len(latex) > LONG else _RELATIONS
    out = [""]
    depth, skip, quantified = 0, False, False
    for token in _TOKEN.findall(latex):
        if skip:  # the bracket after \left or \right
            skip = False
        elif token in _CLOSING:
            depth -= 1
            skip = token == r"\right"
        elif token in _OPENING:
            depth += 1
            skip = token == r"\left"
        elif token == r"\forall" and depth == 0:
            quantified = True  # up to the dot that ends what it ranges over
        elif quantified and "." in token:
            quantified = False
        elif depth == 0 and token in cuts and not quantified and out[-1].strip():
            out.append("")
        if depth < 0:
            return [latex]
        out[-1] += token
    return [piece.strip() for piece in out] if depth == 0 else [latex]


@lru_cache(maxsize=200_000)
def mathml(latex: str) -> str:
    """One formula, which is not broken, as a <math> element.

    Raises
    ------
    ValueError
        if it is not a formula that latex2mathml can read.
    """
    if len(latex) > TOO_LONG:
        raise ValueError("too long")
    try:
        element = convert_to_element(latex)
    except Exception as wrong:  # it has no error class of its own
        raise ValueError(f"not a formula: {wrong}") from wrong
    element.attrib.clear()
    _plain(element)
    return tostring(element, encoding="unicode", short_empty_elements=False)


def _plain(element: Element) -> None:
    """Character references as characters; what the browser assumes anyway is left out."""
    if element.text:
        element.text = html.unescape(element.text)
        if element.tag == "mo" and element.text == "-":
            element.text = "−"
    if element.tail:
        element.tail = html.unescape(element.tail)
    letters = [child for child in element if child.tag == "mi" and child.get("mathvariant")]
    if len(letters) > 1 and len(letters) == len(element):  # a word, not a product
        word = letters[0]
        word.text = "".join(child.text or "" for child in letters)
        for child in letters[1:]:
            element.remove(child)
    if element.tag == "mi" and element.get("mathvariant"):
        if element.get("mathvariant") == "bold":
            element.set("class", "bold")
        if len(element.text or "") > 1 or element.get("mathvariant") != "normal":
            del element.attrib["mathvariant"]
    if element.tag == "mo":
        for name in ("stretchy", "fence", "form"):
            if element.get(name) in ("true", "prefix", "postfix") and element.text in ("(", ")", "[", "]", "{", "}"):
                element.attrib.pop(name, None)
        element.attrib.pop("symmetric", None)
    for name in [n for n in element.attrib if n.startswith("on") or n in ("href", "src", "style")]:
        del element.attrib[name]
    for child in element:
        _plain(child)
    for k in range(len(element) - 2, -1, -1):  # log n, not logn
        before, after = element[k], element[k + 1]
        if before.tag == "mi" and len(before.text or "") > 1 and not before.attrib:
            first = after if len(after) == 0 else after[0]
            if after.tag in ("mi", "mn", "msub", "msup", "msubsup", "mfrac") or first.text not in ("(", "[", ")", ","):
                element.insert(k + 1, Element("mspace", width="0.17em"))


def formula(latex: str, text: str) -> Markup:
    """A formula as HTML in which lines may break; its text where it cannot be typeset."""
    try:
        first, *rest = pieces(latex)
        parts = [mathml(first), *(mathml("{} " + piece) for piece in rest)]  # after nothing + is not a sign
    except ValueError:
        return Markup('<span class="plain">{}</span>').format(text)
    return Markup('<span class="formula">' + "<wbr>".join(parts) + "</span>")
