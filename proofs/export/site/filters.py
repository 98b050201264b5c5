"""The Jinja environment of the site's templates, and the filters that convert text, formulas and statuses to HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import Struct

from proofs.checking.report import SHOWN
from proofs.checking.status import LOOKS, look
from proofs.export.constants import compared
from proofs.export.defects import computed
from proofs.export.schema import Formula
from proofs.export.site.urls import Site, safe
from proofs.language.mathml import READABLE, after_break, formula, mathml

HERE = Path(__file__).parent


@cache
def templates() -> Environment:
    """Return the templates, with automatic escaping."""
    env = Environment(
        loader=PackageLoader("proofs.export.site"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters["math"] = typeset
    env.filters["math_source"] = typeset_source
    env.filters["piece"] = typeset_piece
    env.filters["css"] = css
    env.filters["prose"] = prose
    env.filters["sentence"] = sentence
    env.filters["cited"] = cited
    env.filters["number"] = number
    env.filters["glyph"] = lambda status: look(status).mark
    env.filters["shown_by"] = SHOWN.__getitem__
    env.filters["anchor"] = safe
    env.filters["in_script"] = in_script
    env.globals |= {"proof_link": proof_link, "linked": linked, "glyph": glyph}
    env.filters["computed"] = computed
    env.filters["compared"] = compared
    env.filters["first_sentence"] = first_sentence
    env.tests["believed"] = lambda status: look(status).form not in ("unproved", "refuted")
    return env


def glyph(status: str) -> Markup:
    """Return the mark of a status, with its words for those who do not see it.

    >>> print(glyph("proved"))
    <i class="glyph proved" role="img" title="proved">●</i>
    """
    return Markup('<i class="glyph {}" role="img" title="{}">{}</i>').format(css(status), status, look(status).mark)


def linked(site: Site, root: str) -> Callable[[str], Markup]:
    """Return the function that converts a sketch to HTML: statements in brackets become links with their status."""

    def shown(sketch: str) -> Markup:
        parts = re.split(r"\[([^\s\[\]]+:[^\s\[\]]+)\]", sketch)
        link = templates().get_template("macros.html").module.link  # type: ignore[attr-defined]
        return Markup("").join(link(site, part, root) if k % 2 else prose(part) for k, part in enumerate(parts))

    return shown


def proof_link(site: Site, root: str) -> Callable[[str], Markup]:
    """Return the function that gives the link to a theorem on a page."""

    def link(name: str) -> Markup:
        shown = name.partition("#")[2].replace("-", " ") if "#" in name else name
        place, status = site.theorem_url(name), site.theorem_status(name)
        if place is None or "#" in name or (place.startswith("theorems/") and status == "proved"):
            return Markup('<a class="theorem" href="{}">{}</a>' if place else "<code>{1}</code>").format(
                f"{root}{place}", shown
            )
        return Markup('<a class="theorem" href="{}">{}{}</a>').format(f"{root}{place}", glyph(status), shown)

    return link


_TAG, _VALUE = re.compile(r"<[a-z][^<>=]*=[^<>]*>"), re.compile(r'="([^\s"\'=<>`]+)"(?=[ >])')
_END = re.compile(
    r"</li>\s*(?=<li|</[uo]l)|</d[dt]>\s*(?=<d[dt]|</d(?:l|iv))"
    r"|</p>\s*(?=<(?:p|[uod]l|div|section|details|article|h\d)\b|</(?:div|section|details|article|li|dd)\b)"
)


def compact(page: str) -> str:
    """Leave out the quotation marks and end tags that HTML leaves optional.

    >>> compact('<ul class="inline"><li id="a b"><p>"="</p></li>\\n<li>b</li></ul>')
    '<ul class=inline><li id="a b"><p>"="<li>b</ul>'
    """
    return _END.sub("", _TAG.sub(lambda m: _VALUE.sub(r"=\1", m[0]), page))


def shorten(text: str, longest: int = 300) -> str:
    """Cut the end of a text that is too long.

    >>> shorten("0123456789", 6)
    '01234…'
    """
    return text if len(text) <= longest else text[: longest - 1] + "…"


def first_sentence(text: str) -> str:
    """Return the first sentence of a text.

    >>> first_sentence("It needs n ≥ 2, as in (F). That is not said. So it fails.")
    'It needs n ≥ 2, as in (F).'
    """
    return re.split(r"(?<=[^A-Z]\.)\s+(?=[A-Z])", text, maxsplit=1)[0]


class Notion(Struct):
    """A named notion of a page's formulas: its meaning, and the statements that define it and whose page shows it."""

    name: Formula
    meaning: Formula
    defined_by: str | None = None
    explained_by: str | None = None


class Symbols:
    """Marks at the names in a page's formulas, with the numbers of the entries in its list of notions.

    A name is marked wherever it occurs with the same arguments. With other arguments, only the part of the name that
    is set in a font or as a word is marked. A script takes whoever chooses a mark to the entry; it is no link, as
    formulas cannot have links inside.
    """

    def __init__(self, notions: Sequence[Notion] = ()) -> None:
        self.links: dict[str, int] = {}
        for number, notion in enumerate(notions, 1):
            for sign in (notion.name.latex, *re.findall(_SIGN, notion.name.latex)):
                elements = _elements(sign)
                if len(re.findall("<m[ino]", elements)) > 1 or _SIGN.fullmatch(sign):
                    self.links.setdefault(elements, number)
        longest = sorted(filter(None, self.links), key=len, reverse=True)
        self.pattern = re.compile("|".join(map(re.escape, longest))) if longest else None

    def add_links(self, shown: Markup) -> Markup:
        """Return a typeset formula with its names as links."""
        return Markup(self.pattern.sub(self._link, str(shown))) if self.pattern else shown

    def _link(self, m: re.Match[str]) -> str:
        return f'<mrow class="symbol" data-where="{self.links[m[0]]}">{m[0]}</mrow>'


_SIGN = re.compile(r"\\(?:mathbf|mathcal|mathbb|operatorname|mathrm|text)\{[^{}\\]{2,}\}|\\(?:mathbf|mathcal)\{[A-Z]\}")


def _elements(latex: str) -> str:
    """Return the MathML of a formula without the enclosing element, or nothing if it cannot be typeset."""
    try:
        return mathml(latex).removeprefix("<math>").removesuffix("</math>")
    except ValueError:
        return ""


def typeset(shown: Formula, symbols: Symbols | None = None, longest: int = READABLE) -> Markup:
    """Convert a formula to HTML; to plain text if it has no LaTeX."""
    if shown.text and not shown.latex:
        return Markup('<span class="plain">{}</span>').format(visible(shown.text))
    made = formula(shown.latex, visible(shown.text), longest)
    return symbols.add_links(made) if symbols else made


def typeset_piece(latex: str, symbols: Symbols | None = None) -> Markup:
    """Convert a part of a formula to HTML."""
    made = Markup(mathml(after_break(latex)))
    return symbols.add_links(made) if symbols else made


def typeset_source(latex: str) -> Markup:
    """Convert LaTeX to HTML, or show its source."""
    return typeset(Formula(latex, latex))


_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def visible(x: Any) -> Any:
    """Replace direction-changing characters in a text by their code points; return any other value unchanged.

    >>> visible("a\\u202eb")
    'a⟨U+202E⟩b'
    """
    return _DIRECTIONS.sub(lambda m: f"⟨U+{ord(m[0]):04X}⟩", x) if type(x) is str else x


def prose(text: str) -> Markup:
    """Convert a sentence to HTML, with a_i and b_{k+1} as indices, e^(−r) as an exponent, <= as ≤.

    >>> print(prose("a_i < b_{k+1} & l̃_n"))
    <var>a</var><sub>i</sub> &lt; <var>b</var><sub>k+1</sub> &amp; <var>l̃</var><sub>n</sub>
    >>> print(prose("f in F_PE, d_p(f, g) <= e^(-2r), see `contexts`"))
    f in <var>F</var><sub>PE</sub>, <var>d</var><sub>p</sub>(f, g) ≤ e<sup>-2r</sup>, see <code>contexts</code>
    >>> print(prose("2B_0P, dB_0, at_i, ‖V‖_∞, Aff_j"))
    2<var>B</var><sub>0</sub>P, d<var>B</var><sub>0</sub>, at_i, ‖V‖<sub>∞</sub>, Aff<sub>j</sub>
    >>> print(prose("3.277e+04 in the paper, max_j, T̂^(2,1,1)"))
    3.277 · 10<sup>4</sup> in the paper, max<sub>j</sub>, T̂<sup>2,1,1</sup>
    """
    escaped = str(escape(visible(text))).replace("&lt;=", "≤").replace("&gt;=", "≥")
    shown = re.sub(_INDEX, _indexed, escaped)
    shown = re.sub(r"(?<=[\w)>\u0300-\u036f])\^(?:\(([^()<>]{1,40})\)|\{([^{}<>]{1,40})\}|(\w+))", _raised, shown)
    shown = re.sub(r"(?<=\d)e\+?(-?)0*(\d+)\b", lambda m: f" · 10<sup>{m[1].replace('-', '−')}{m[2]}</sup>", shown)
    return Markup(re.sub(r"`([^`<>]{1,80})`", r"<code>\1</code>", shown))


_FIRST_WORD = re.compile(r"(?!(?:boltz|exp|log|max|min) )(?:an?(?= (?!and |is )[a-z]{2})|[a-z]{2,}(?=[ ,-]))")


def sentence(says: str) -> Markup:
    """Convert a caption to HTML that begins with a capital letter, unless it begins with a formula.

    >>> print(sentence("a set of tokens"), sentence("a and b agree"), sentence("log n + 3 is enough"))
    A set of tokens a and b agree log n + 3 is enough
    """
    return prose(says[:1].upper() + says[1:] if _FIRST_WORD.match(says) else says)


def cited(source: str) -> Markup:
    """Convert the source of a paper to HTML, with a link for its arXiv number.

    >>> print(cited("A & B, arXiv:2601.00001"))
    A &amp; B, <a href="https://arxiv.org/abs/2601.00001">arXiv:2601.00001</a>
    """
    linked = r'<a href="https://arxiv.org/abs/\1">arXiv:\1</a>'
    return Markup(re.sub(r"\barXiv:(\d{4}\.\d{4,5}(?:v\d+)?)\b", linked, str(escape(visible(source)))))


_BEFORE = r"(?:(?<![^\W\d]|_)|(?<=[^\W\d_])(?=[A-Z]_)|(?=[‖\]]))"  # B of 2B_0 and dB_0, not t of at_i
_BASE = r"(max|min|\w[\u0300-\u036f]*|[A-Z][a-zA-Z]+|[‖\]])"
_INDEX = _BEFORE + _BASE + r"_(?:\{([^{}<>]{1,40})\}|(max|min|out|in|ij|jm|[A-Z]{2,3}|\w|∞)(?![a-z0-9_]))"


def _indexed(m: re.Match[str]) -> str:
    base = f"<var>{m[1]}</var>" if m[1][0].isalpha() and not m[1][1:2].isalpha() else m[1]
    return f"{base}<sub>{m[2] or m[3]}</sub>"


def _raised(m: re.Match[str]) -> str:
    return f"<sup>{m[1] or m[2] or m[3]}</sup>"


def number(shown: str) -> Markup:
    """Write a rounded number with its power of ten as HTML.

    >>> print(number("2.951e+05"), number("1e-07"), number("3.08"))
    2.951 · 10<sup>5</sup> 1 · 10<sup>−7</sup> 3.08
    """
    digits, _, power = shown.partition("e")
    exponent = str(int(power)).replace("-", "−") if power else ""
    return Markup("{} · 10<sup>{}</sup>").format(digits, exponent) if power else escape(shown)


def in_script(data: Any) -> Markup:
    """Return JSON for a script element; nothing in it ends the element or begins a comment.

    >>> print(in_script("</script><!--"))
    "\\u003c/script\\u003e\\u003c!--"
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def css(status: str) -> str:
    """Return the CSS class of a status or a kind.

    >>> css("proved modulo cited"), css("display")
    ('modulo', 'display')
    """
    return look(status).css if status in LOOKS else safe(status)


def status_css() -> str:
    """Return a style sheet with the colours of every status, for light and dark pages."""

    def colours(theme: Literal["light", "dark"]) -> str:
        pairs = ((one.css, *getattr(one, theme)) for one in LOOKS.values())
        return "".join(f"--{css}:{ink};--{css}-fill:{fill};" for css, ink, fill in pairs)

    rules = [f":root{{{colours('light')}}}", f':root[data-theme="dark"]{{{colours("dark")}}}']
    rules += [f'@media (prefers-color-scheme: dark){{:root:not([data-theme="light"]){{{colours("dark")}}}}}']
    for one in LOOKS.values():
        width = "stroke-width:3;" * one.corrected
        rules += [
            f".{one.css}{{color:var(--{one.css})}}",
            f".badge.{one.css}{{background:var(--{one.css}-fill)}}",
            f".node.{one.css} .box{{fill:var(--{one.css}-fill);stroke:var(--{one.css});{width}}}",
        ]
    return "\n".join(rules) + "\n"
