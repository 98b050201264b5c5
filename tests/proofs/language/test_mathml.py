"""Formulas as MathML: what is shown, where lines may break, and that nothing in a formula is markup."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator

import html5lib
import msgspec
import pytest
from chance import Chance
from hypothesis import given
from hypothesis import strategies as st

from proofs.export.schema import Manifest
from proofs.kernel.terms import KernelError
from proofs.language.display import latex
from proofs.language.mathml import READABLE, TOO_LONG, formula, mathml, pieces, shortened


def shown(markup: str) -> str:
    return "".join(html5lib.parseFragment(markup, namespaceHTMLElements=False).itertext())


def test_a_formula_is_typeset() -> None:
    root = ET.fromstring(mathml(r"\frac{a_{i}}{2}"))
    tags = [e.tag for e in root.iter() if e.tag != "mrow"]
    assert tags == ["math", "mfrac", "msub", "mi", "mi", "mn"]
    assert "".join(root.itertext()) == "ai2"


def test_a_sign_after_a_break_is_not_that_of_a_number() -> None:
    assert "<math><mrow></mrow><mo>−</mo>" in formula("a < b" + " + c" * 30 + " - d" * 30, "")
    assert '<math><mo form="prefix">−</mo><mi>a</mi>' in formula("-a < b", "")
    assert '<mo>=</mo><mo form="prefix">−</mo><mn>1</mn>' in mathml("a = -1")


def test_words_stay_together() -> None:
    assert "<mi>MaxAff</mi>" in mathml(r"\mathrm{MaxAff}(x)")
    assert '<mi class="bold">boltz</mi>' in mathml(r"\mathbf{boltz}_{n}(a)")
    assert "<mspace" in mathml(r"\log n")


@pytest.mark.parametrize(
    ("shown", "cut"),
    [
        ("a < b", ["a", "< b"]),
        (r"a \le b \Rightarrow c = d", ["a", r"\le b", r"\Rightarrow c", "= d"]),
        (r"\left(a < b\right) + \frac{c = d}{2}", [r"\left(a < b\right) + \frac{c = d}{2}"]),
        (r"\sum_{i=1}^{n} a_{i} = 1", [r"\sum_{i=1}^{n} a_{i}", "= 1"]),
        (r"\forall i \in [1, n].\ a_{i} < b", [r"\forall i \in [1, n].\ a_{i}", "< b"]),
        (
            r"\exists X \in \mathbb{R}^{*}, f \colon \mathbb{R} \to \mathbb{R}.\ a < b \land b < c",
            [r"\exists X \in \mathbb{R}^{*}, f \colon \mathbb{R} \to \mathbb{R}.\ a", "< b", r"\land b", "< c"],
        ),
        (r"a) < b", ["a) < b"]),
    ],
)
def test_lines_break_before_relations_only_outside_brackets(shown: str, cut: list[str]) -> None:
    assert pieces(shown) == cut


def test_long_sums_break_too() -> None:
    latex = " + ".join(f"a_{{{k}}}" for k in range(20))
    assert len(pieces(latex)) == 20


@given(st.integers(0, 10**6), st.integers(3, 9))
def test_whatever_can_be_said_is_typeset(seed: int, size: int) -> None:
    try:
        shown = latex(Chance(seed).formula(size))
    except KernelError:
        return
    assert all(mathml(piece) for piece in pieces(shown))  # raises what is not understood
    assert "plain" not in formula(shown, ""), shown


BAD = [
    r"\frac{", "a}{", r"\left(", "x" * 30_000, r"\begin{cases}", r"\begin{cases} a \end{matrix}", "x^",
    r"\begin{tikzpicture}", "_", "x_{1}_{2}", r"\def\x{1}", r"\href{x}{y}", "a & b", r"\left\alpha b\right)",
    "{" * 5000 + "}" * 5000, "\0", r"\mathbb{\x}", "%", "\u202e",
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD)
def test_what_cannot_be_typeset_is_shown_as_text(bad: str) -> None:
    assert shown(formula(bad, "x <b>&</b>")) == "x <b>&</b>"


def tags(latex: str) -> str:
    """The elements of a formula in short: each followed by what it contains in brackets."""

    def told(e: ET.Element) -> str:
        inside = (e.text or "") + " ".join(map(told, e))
        return inside if e.tag in ("mi", "mn", "mo", "mtext") else f"{e.tag[1:]}[{inside}]"

    return " ".join(map(told, ET.fromstring(mathml(latex))))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("x_{i}^{2}", "subsup[x i 2]"),
        ("x'_{i}", "sub[row[x ′] i]"),
        (r"\sum_{i=1}^{n} i", "underover[∑ row[i = 1] n] i"),
        (r"\left|x\right|", "row[| x |]"),
        (r"\left.x\right|_{0}", "sub[row[x |] 0]"),
        (r"\tfrac12\|v\|_2", "style[frac[1 2]] ‖ v sub[‖ 2]"),
        (r"\frac{a}{\sqrt{b}}", "frac[a row[sqrt[b]]]"),
        (r"k! \binom{m}{k}", "k ! row[( frac[m k] )]"),
        (r"\begin{cases} 1 & \text{if } a \\ 0 & b \end{cases}",
         "row[{ table[tr[td[1] td[if\xa0 a]] tr[td[0] td[b]]]]"),
        (r"\mathcal{F}_H \subset \mathbb{R}", "sub[ℱ H] ⊂ ℝ"),
        (r"\tilde{\delta}", "over[δ ~]"),
        (r"\forall x.\ x < 1.5", "∀ x . space[] x < 1.5"),
    ],
)  # fmt: skip
def test_each_construction(latex: str, expected: str) -> None:
    assert tags(latex) == expected


def test_every_formula_of_the_library_is_typeset(library_manifest: Manifest) -> None:
    def formulas(x: object) -> Iterator[dict[str, str]]:
        if isinstance(x, dict):
            if "latex" in x:
                yield x
            x = list(x.values())
        for y in x if isinstance(x, list) else ():
            yield from formulas(y)

    found = [f for f in formulas(msgspec.to_builtins(library_manifest)) if f["latex"]]
    assert len(found) > 2000
    assert all(mathml(piece) for f in found if len(f["latex"]) <= TOO_LONG for piece in pieces(f["latex"]))  # or raises
    shown = [formula(f["latex"], f.get("text") or f["latex"]) for f in found]
    assert [x for x in shown if "plain" in x] == []
    assert sum("a formula of" in x for x in shown) < 0.01 * len(shown)


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.sampled_from([r"\text{{{}}}", "{}", r"\frac{{{}}}{{2}}"]),
)
def test_nothing_in_a_formula_is_markup(text: str, around: str) -> None:
    tree = html5lib.parseFragment(formula(around.format(text), text), namespaceHTMLElements=False)
    for element in tree.iter():
        if isinstance(element.tag, str):
            assert (
                element.tag in {"DOCUMENT_FRAGMENT", "span", "wbr"}
                or "math" in element.tag.lower()
                or element.tag.startswith("{")
            )
            assert not {"onerror", "onclick", "href", "src", "style"} & set(element.attrib)


def test_of_a_long_formula_both_ends_are_typeset() -> None:
    long = " + ".join(f"x_{{{k}}} y" for k in range(1000))
    shown = str(formula(long, "x"))
    assert "plain" not in shown and "⋯" in shown
    assert "<mn>0</mn>" in shown and "<mn>999</mn>" in shown and "<mn>500</mn>" not in shown
    assert "a formula of 2001 characters" in formula("x" * (READABLE + 1), "x" * (READABLE + 1))


@given(st.lists(st.text("ab", min_size=1, max_size=9), min_size=1), st.integers(9, 99))
def test_a_shortened_formula_keeps_its_order_and_its_limit(shown: list[str], longest: int) -> None:
    made = shortened(shown, longest)
    kept = [x for x in made if x[1] != r"\cdots"]
    assert [k for k, _ in kept] == sorted({k for k, _ in kept})
    assert all(shown[k] == piece for k, piece in kept)
    assert sum(len(piece) for k, piece in kept if k) <= longest
    assert (len(kept) < len(shown)) == (len(made) > len(kept))
