"""Formulas as MathML: what is shown, where lines may break, and that nothing in a formula is markup."""

import xml.etree.ElementTree as ET

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.site.mathml import formula, mathml, pieces


def shown(markup: str) -> str:
    return "".join(html5lib.parseFragment(markup, namespaceHTMLElements=False).itertext())


def test_a_formula_is_typeset() -> None:
    root = ET.fromstring(mathml(r"\frac{a_{i}}{2}"))
    tags = [e.tag for e in root.iter() if e.tag != "mrow"]
    assert tags == ["math", "mfrac", "msub", "mi", "mi", "mn"]
    assert "".join(root.itertext()) == "ai2"


def test_a_sign_after_a_break_is_not_that_of_a_number() -> None:
    assert "<mrow></mrow><mo>−</mo>" in formula("a < b" + " + c" * 30 + " - d", "")
    assert "<math><mrow><mo>−</mo><mi>a</mi>" in formula("-a < b", "")


def test_words_stay_together() -> None:
    assert "<mi>MaxAff</mi>" in mathml(r"\mathrm{MaxAff}(x)")
    assert '<mi class="bold">boltz</mi>' in mathml(r"\mathbf{boltz}_{n}(a)")
    assert "<mspace" in mathml(r"\log n")


@pytest.mark.parametrize(
    ("latex", "cut"),
    [
        ("a < b", ["a", "< b"]),
        (r"a \le b \Rightarrow c = d", ["a", r"\le b", r"\Rightarrow c", "= d"]),
        (r"\left(a < b\right) + \frac{c = d}{2}", [r"\left(a < b\right) + \frac{c = d}{2}"]),
        (r"\sum_{i=1}^{n} a_{i} = 1", [r"\sum_{i=1}^{n} a_{i}", "= 1"]),
        (r"\forall i \in [1, n].\ a_{i} < b", [r"\forall i \in [1, n].\ a_{i}", "< b"]),
        (r"a) < b", ["a) < b"]),
    ],
)
def test_lines_break_before_relations_only_outside_brackets(latex: str, cut: list[str]) -> None:
    assert pieces(latex) == cut


def test_long_sums_break_too() -> None:
    latex = " + ".join(f"a_{{{k}}}" for k in range(20))
    assert len(pieces(latex)) == 20


@pytest.mark.parametrize("bad", [r"\frac{", r"a}{", r"\left(", "x" * 30_000, r"\begin{cases}"])
def test_what_cannot_be_typeset_is_shown_as_text(bad: str) -> None:
    assert shown(formula(bad, "x <b>&</b>")) in ("x <b>&</b>", shown(formula(bad, "")))


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
