"""Chapters as namespaces: unambiguous short names are accepted, and clashes are reported with their places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs.builder.chapter import Chapter, Claim
from proofs.builder.paper import Paper
from proofs.builder.proof import Proof, ProofError
from proofs.checking.replay.chapters import load_proof_sets
from proofs.checking.replay.establish import ProofStore, establish
from proofs.checking.store.cache import Cache
from proofs.checking.store.chapter_contents import ChapterError
from proofs.kernel.rules import Fact, Theory
from proofs.language.notation import Sum, Term, every, ints, num, reals, vectors
from proofs.language.tokens import ParseError

(x,) = reals("x")


def chapter(name: str, most: int, *theorems: str) -> Chapter:
    """A chapter whose theorems say 0 <= `most`."""
    made = Chapter(name)
    for theorem in theorems:

        def write(p: Proof) -> None:
            p.qed(p.have(num(0) <= most, label="out"))

        write.__name__ = theorem
        made.theorem(write)
    return made


def theory(*chapters: Chapter) -> Theory:
    """The chapters, proved one after the other."""
    out = Theory()
    for made in chapters:
        list(made.prove(out))
    return out


def says(p: Proof, name: str) -> Term:
    """What the theorem of that name says."""
    return p.theorem(name).concl


def test_theorems_have_the_name_of_their_chapter() -> None:
    assert list(chapter("sums", 1, "a", "b").proofs) == ["sums.a", "sums.b"]


def test_a_short_name_is_enough_where_there_is_one_of_that_name() -> None:
    p = Proof("mine.new", theory(chapter("sums", 1, "a"), chapter("mine", 2, "b")))
    assert says(p, "a") == says(p, "sums.a") and says(p, "b") == says(p, "mine.b")


def test_inside_a_chapter_its_own_theorem_is_meant() -> None:
    known = theory(chapter("sums", 1, "a"), chapter("norms", 2, "a"), chapter("mine", 3, "a"))
    assert says(Proof("mine.new", known), "a") is (num(0) <= 3)
    assert says(Proof("norms.new", known), "a") is (num(0) <= 2)
    assert says(Proof("mine.new", known), "sums.a") is (num(0) <= 1)


def test_a_name_that_several_other_chapters_have_is_refused() -> None:
    p = Proof("mine.new", theory(chapter("sums", 1, "a"), chapter("norms", 2, "a")))
    with pytest.raises(ProofError, match=r"mine\.new: a may be sums\.a or norms\.a"):
        p.theorem("a")


def test_a_proof_records_full_names() -> None:
    known = theory(chapter("sums", 1, "a"))
    p = Proof("mine.new", known)
    p.qed(p.theorem("a"))
    assert p.stored["steps"][0] == ["theorem", "sums.a"]
    assert ("uses", "sums.a") in known.facts["mine.new"].provenance


def test_what_the_builder_applies_is_the_library_s() -> None:
    """A chapter's own `inv_pos`, which says something else, does not come in between."""
    library = Chapter("elementary")

    @library.theorem
    def inv_pos(p: Proof) -> None:
        p.given(above=0 < x)
        p.qed(p.have(0 < 1 / x, ("above",), scale=["above"]))

    p = Proof("mine.new", theory(library, chapter("mine", 3, "inv_pos")))
    p.given(above=0 < x)
    assert p.positive(1 / x).concl is (0 < 1 / x)


def test_two_theorems_of_one_name_are_told_where_they_stand() -> None:
    made = chapter("mine", 1, "a")
    with pytest.raises(ProofError, match=r"mine\.a: at .*test_chapter\.py:\d+ and at .*test_chapter\.py:\d+"):

        @made.theorem
        def a(p: Proof) -> None:
            """Never run."""


def test_two_claims_of_one_name_are_told_where_they_are_written() -> None:
    made = Chapter("mine")
    with pytest.raises(ProofError, match=r"mine\.a: at .*test_chapter\.py:\d+ and at .*test_chapter\.py:\d+"):
        for _ in range(2):

            @made.claim(given=[], shows=num(0) <= 1)
            def a(p: Proof) -> Fact:
                return p.have(p.goal)


def test_a_statement_may_name_a_theorem_of_its_paper_briefly() -> None:
    paper = Paper("Own", "A paper", "")
    shown = Claim((), num(0) <= 1, "a"), Claim((), num(0) <= 2, "sums.a"), Claim((), num(0) <= 3)
    printed = paper.state("lemma-1", "three", section="1", index="Lemma 1", printed=shown).printed
    assert [claim.by for claim in printed] == ["Own.a", "sums.a", None]
    assert [claim.name for claim in printed] == ["a", "a", ""]


def test_modules_with_chapters_of_one_name_that_share_a_theorem_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "from proofs.language.notation import num\n"
        "from proofs.builder.chapter import Chapter\n"
        "chapter = Chapter('mine')\n"
        "@chapter.theorem\n"
        "def a(p):\n"
        "    p.qed(p.have(num(0) <= 1))\n"
    )
    for name in ("first_of_two", "second_of_two"):
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    done = ProofStore()
    first, second = load_proof_sets(("first_of_two", "second_of_two"), Cache(None))
    establish(done, first, [])
    with pytest.raises(ChapterError, match=r"first_of_two and second_of_two both have a theorem mine\.a"):
        establish(done, second, [first])


def test_a_proof_without_an_end_is_refused() -> None:
    made = Chapter("open")

    @made.theorem
    def unfinished(p: Proof) -> None:
        p.have(num(0) <= 1, label="out")

    with pytest.raises(ProofError, match=r"the proof of open\.unfinished has no end"):
        theory(made)


def test_a_claim_by_search_uses_its_steps_and_the_facts_they_name() -> None:
    made = Chapter("mine")
    made.by_search("at_least", [1 <= x], 1 <= x * x)
    made.by_search("more", {"large": 1 <= x}, 2 <= x * x + x, ["at_least"], [(0 <= x, "large")])
    known = theory(made)
    assert list(known.facts) == ["mine.at_least", "mine.more"]
    wrong = Chapter("wrong")
    wrong.by_search("less", {"large": 1 <= x, "small": x <= 2}, x <= 3, steps=[(x <= 2, "large")])
    with pytest.raises(ProofError, match=r"wrong\.less, step_0: no proof found"):
        list(wrong.prove(theory(made)))


@pytest.fixture
def named() -> Chapter:
    """A chapter with three notions: a sum, a property of vectors, and a sum with a fixed number of terms."""
    chapter = Chapter("named")
    (n,), (a,) = ints("n"), vectors("a")
    chapter.notions.define(Sum(lambda i: a(i) ** 2, 1, n), (a, n), "energy({0}, {1})", r"E_{{{1}}}({0})")
    chapter.notions.define(every(lambda i: 0 <= a(i), 1, n), (a, n), "nonneg({0}, {1})", r"{0} \ge 0 \ (1..{1})")
    chapter.notions.define(Sum(lambda i: a(i), 1, n), (a,), "total({0})", r"T({0})")
    return chapter


def test_claims_as_text_may_contain_notions(named: Chapter) -> None:
    @named.claim(given=["nonneg(b, n)", "0 <= energy(c, m - 1)"], shows="0 <= 2*energy(c, m - 1) + 0*total(b)")
    def twice_nonneg(p: Proof) -> Fact:
        return p.have(p.goal, "0 <= energy(c, m - 1)")

    (n, m), (b, c) = ints("n m"), vectors("b c")
    energy, total = Sum(lambda i: c(i) ** 2, 1, m - 1), Sum(lambda i: b(i), 1, n)
    assert twice_nonneg.given == (every(lambda i: 0 <= b(i), 1, n), 0 <= energy)
    assert twice_nonneg.shows is (0 <= 2 * energy + 0 * total)
    assert [stored["name"] for stored in named.prove(Theory())] == ["named.twice_nonneg"]


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("energy(b + 1, m) >= 0", "the name of a function is needed here"),
        ("energy(b) >= 0", "energy is a notion, which is written energy(a, n)"),
        ("energy(b, 1/2) >= 0", "an integer is needed here"),
        ("nonneg(b, m) + 1 >= 0", "nonneg is a notion, which is written nonneg(a, n)"),
    ],
)
def test_a_notion_is_written_in_its_form(named: Chapter, written: str, wrong: str) -> None:
    with pytest.raises(ParseError, match=re.escape(wrong)):
        named.claim(given=[], shows=written)
