"""The statuses of an invented paper with lines of every status, and the messages about mistakes in a paper."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kept import Inline
from made_result import result
from promised_fields import ERRATUM, ITEM

from proofs.builder.paper import Paper
from proofs.checking.check import check
from proofs.checking.models.vacuity import claims_about
from proofs.checking.replay.chapters import UnknownId, listed, load_proof_sets
from proofs.checking.report import Line, Report, Support, Wording
from proofs.checking.store.cache import Cache
from proofs.export.graph import another_way, proof_graph
from proofs.export.graph_formats import to_dot, to_mermaid
from proofs.workers.pool import Processes, stop

FOLDER = Path(__file__).parents[1] / "made_up"
HEAD = """
from proofs.builder.chapter import Claim
from proofs.language.notation import *
from proofs.builder.paper import Erratum, Paper, Search
x, y = reals("x y")
paper = chapter = Paper("Bad", "A bad one", "Nobody, 2021")

@chapter.theorem
def weak(p):
    p.given(pos=0 < x)
    p.qed(p.have(x < x + 1))

@chapter.theorem
def needs_pos(p):
    p.given(pos=0 < x)
    p.qed(p.have(0 < 2 * x, "pos"))
"""


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


@pytest.fixture(scope="module")
def report() -> Report:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        return check(chapters=("small_library", "small_paper"), cache=Cache(None))


Bad = Callable[[str], Report]


@pytest.fixture
def bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Bad:
    """The check of a paper with these statements."""

    def checked(body: str) -> Report:
        name = f"bad_{abs(hash((request.node.name, body))) % 10**9}"
        (tmp_path / f"{name}.py").write_text(HEAD + body)
        monkeypatch.syspath_prepend(str(tmp_path))
        return check(chapters=(name,), cache=Cache(None))

    return checked


@pytest.mark.parametrize(
    ("id", "printed", "corrected", "status"),
    [
        ("lemma-1", "proved", None, "proved"),
        ("lemma-2", "proved", None, "proved"),
        ("lemma-3", "proved modulo cited", None, "proved modulo cited"),
        ("lemma-4", "incomplete", None, "incomplete"),
        ("lemma-5", "refuted", "proved", "proved as corrected, false as printed"),
        ("lemma-6", "unproved", None, "unproved"),
        ("definition-1", "defined", None, "defined"),
        ("definition-2", "unproved", None, "unproved"),
        ("eq-9", "proved", None, "proved"),
    ],
)
def test_statuses(report: Report, id: str, printed: str, corrected: str | None, status: str) -> None:
    r = report.by_id[f"Toy:{id}"]
    assert (r.printed, r.corrected, r.status) == (printed, corrected, status)


def test_nothing_is_wrong_with_the_made_up_paper(report: Report) -> None:
    assert report.problems == ()
    assert report.warnings == ()


def test_what_is_admitted_is_named_also_from_below(report: Report) -> None:
    (cited,) = report.by_id["Toy:lemma-3"].rests_on
    assert (cited.kind, cited.what, cited.theorem) == ("cited", "Hardy 1908", "Toy.from_a_book")
    (argued,) = report.by_id["Toy:lemma-4"].rests_on
    assert (argued.kind, argued.what, argued.theorem) == ("argued", "clearly", "Toy.handwaved")
    assert report.by_id["Toy:lemma-1"].rests_on == ()


def test_the_worst_line_is_named(report: Report) -> None:
    r = report.by_id["Toy:lemma-4"]
    assert r.worst == 1
    assert [x.status for x in r.lines] == ["proved", "incomplete"]


def test_edges_are_read_off_the_proofs(report: Report) -> None:
    assert report.by_id["Toy:lemma-2"].uses == ("Toy:lemma-1",)
    assert report.by_id["Toy:lemma-1"].uses == ()


def test_evidence_is_counted_with_the_theorems_of_no_other_statement(report: Report) -> None:
    assert report.by_id["Toy:eq-9"].evidence == {"certified": 1}
    lemma_1 = report.by_id["Toy:lemma-1"].evidence
    assert set(lemma_1) == {"exact"}
    helpers = [t for t in report.theorems if t.name.rpartition(".")[2] in ("square_nonneg", "helper", "amgm")]
    assert lemma_1["exact"] == sum(t.evidence["exact"] for t in helpers)


def test_an_open_obligation_is_shown(report: Report) -> None:
    assert report.by_id["Toy:definition-2"].defined == ("for real y: 0 < y",)
    assert report.by_id["Toy:definition-1"].defined == ()


def test_the_register_of_errata(report: Report) -> None:
    (found,) = report.errata
    assert (found.id, found.defect, found.confirmed) == ("Toy:lemma-5", "strictness", True)
    assert found.counterexample is not None and found.counterexample.startswith("x = 1")
    assert [x.status for x in report.by_id[found.id].lines if x.form == "corrected"] == ["proved"]


def test_constants_have_the_evidence_of_their_claims(report: Report) -> None:
    (two,) = report.constants
    assert two.needed is not None and two.needed.status == "proved"
    assert two.beyond is not None and two.beyond.status == "unproved"
    assert two.paper.text == "2"


def test_json_has_the_promised_fields(report: Report) -> None:
    data = json.loads(json.dumps(report.to_json()))
    assert all(ITEM <= set(i) for i in data["items"])
    assert all(ERRATUM <= set(e) for e in data["errata"])
    assert data["summary"]["status"] == {
        "proved": 3,
        "proved as corrected, false as printed": 1,
        "proved modulo cited": 1,
        "defined": 1,
        "incomplete": 1,
        "unproved": 2,
    }
    assert data["summary"]["cached"] is False
    assert data["summary"]["papers"]["Toy"] == data["summary"]["status"]


def test_only_what_is_asked(report: Report) -> None:
    some = check(["Toy:eq-2", "toy:Lemma 1"], chapters=("small_library", "small_paper"), cache=Cache(None))
    assert [r.id for r in some.items] == ["Toy:lemma-2", "Toy:lemma-1"]
    assert some.errata == ()


def test_an_unknown_id_suggests_the_nearest() -> None:
    with pytest.raises(UnknownId, match="Toy:lemma-1"):
        check(["Toy:lema-1"], chapters=("small_library", "small_paper"), cache=Cache(None))


def test_a_theorem_that_says_something_else_proves_nothing(bad: Bad) -> None:
    r = bad('paper.state("a", "", section="", index="", printed=Claim((0 < x,), 0 < 3 * x + 1, "needs_pos"))')
    assert r.by_id["Bad:a"].status == "unproved"
    assert "does not say" in r.problems[0]


def test_a_theorem_under_more_hypotheses_proves_nothing(bad: Bad) -> None:
    r = bad('paper.state("a", "", section="", index="", printed=Claim((), 0 < 2 * x, "needs_pos"))')
    assert r.by_id["Bad:a"].status == "refuted"
    assert "does not say" in r.problems[0]
    assert r.errata[0].defect == "false"
    assert r.errata[0].counterexample is not None


def test_fewer_hypotheses_are_as_good(bad: Bad) -> None:
    r = bad('paper.state("a", "", section="", index="", printed=Claim((0 < x,), x < x + 1, "weak"))')
    assert r.by_id["Bad:a"].status == "proved"
    assert r.problems == ()


def test_a_missing_theorem_is_a_problem(bad: Bad) -> None:
    r = bad('paper.state("a", "", section="", index="", printed=Claim((), 0 <= x * x, "nowhere"))')
    assert r.by_id["Bad:a"].status == "unproved"
    assert "no theorem Bad.nowhere" in r.problems[0]


def test_a_proof_that_fails_stops_nothing_else(bad: Bad) -> None:
    r = bad("""
@chapter.theorem
def wrong(p):
    p.qed(p.have(x < x))

paper.state("a", "", section="", index="", printed=Claim((0 < x,), x < x + 1, "weak"))
""")
    assert r.by_id["Bad:a"].status == "proved"
    assert any("wrong has no proof" in p for p in r.problems)


def test_no_theorem_can_rest_on_itself(bad: Bad) -> None:
    r = bad("""
@chapter.theorem
def first(p):
    p.qed(p.theorem("second"))

@chapter.theorem
def second(p):
    p.qed(p.theorem("first"))
""")
    assert all(any(f"{n} has no proof" in p for p in r.problems) for n in ("first", "second"))


def test_an_erratum_on_a_true_line_is_a_problem(bad: Bad) -> None:
    r = bad("""
paper.state("a", "", section="", index="", printed=Claim((0 < x,), x < x + 1, "weak"),
            errata=Erratum("false", "it is not", search=Search(reals={"x": (1, 2)})))
""")
    assert any("proved as printed" in p for p in r.problems)
    assert not r.errata[0].confirmed


def test_an_erratum_without_a_counterexample_is_not_confirmed(bad: Bad) -> None:
    r = bad("""
paper.state("a", "", section="", index="", printed=Claim((), 0 <= x * x),
            errata=Erratum("false", "it is not", search=Search(reals={"x": (1, 2)})))
""")
    assert r.by_id["Bad:a"].status == "unproved"
    assert not r.errata[0].confirmed


def test_prose_alone_is_named(bad: Bad) -> None:
    r = bad("""
paper.state("a", "", section="", index="", printed=Claim((0 < x,), x < x + 1, "weak"), argued="by symmetry")
paper.state("b", "", section="", index="", argued="by symmetry")
""")
    assert r.by_id["Bad:a"].status == "incomplete"
    assert r.by_id["Bad:b"].status == "unproved"
    assert [s.what for s in r.by_id["Bad:a"].rests_on] == ["by symmetry"]


# --- claims, statements declared open, and failures

ASSERTED = 'paper.state("a", "", section="", index="", {})'


def test_a_proof_that_fails_says_why_and_is_said_once(bad: Bad) -> None:
    r = bad("""
@chapter.theorem
def wrong(p):
    p.qed(p.have(x < x))

paper.state("a", "", section="", index="", printed=(Claim((), x < x, "wrong"), Claim((0 < x,), x < x + 1, "weak")))
""")
    (line, _) = r.by_id["Bad:a"].lines
    assert line.failure is not None and line.failure.startswith("Bad.wrong has no proof: ")
    assert "cannot derive" in line.failure
    assert r.fails == (f"Bad:a: {line.failure}",)
    assert not r.holds
    assert r.to_json()["items"][0]["lines"][0]["failure"] == line.failure
    assert list(r.to_json()["fails"]) == list(r.fails)


@pytest.mark.parametrize(
    ("body", "fails", "settled"),
    [
        ('printed=Claim((0 < x,), x < x + 1, "weak")', None, True),
        ("printed=Claim((), 0 <= x * x)", "it has no proof, and nothing declares it open", False),
        ('printed=Claim((), 0 <= x * x), argued="nobody knows"', None, False),
        ("", "it has no formula, and nothing declares it open", False),
        ('argued="about integrals"', None, False),
        ('defines=(x * x,), argued="its measure"', None, False),
        (
            'printed=(Claim((0 < x,), x < x + 1, "weak"), Claim((), 0 <= x * x))',
            "line 2 as printed: it has no proof, and nothing declares it open",
            False,
        ),
        ('printed=Claim((), 0 <= x * x), corrected=Claim((0 < x,), x < x + 1, "weak")', None, True),
        ('printed=Claim((0 < x,), x < x + 1, "weak"), corrected=Claim((), 0 <= x * x)', "it has no proof", False),
        ('printed=Claim((0 < x,), 0 < 2 * x, "weak")', "the theorem Bad.weak does not say what line 1 says", False),
        ('printed=Claim((), 0 <= x * x, "nowhere"), argued="shown elsewhere"', "there is no theorem", False),
        ('printed=Claim((), 0 < x * x), errata=Erratum("false", "no", search=SEARCH)', None, False),
        ('printed=Claim((), 0 <= x * x), errata=Erratum("false", "no", search=SEARCH)', "it is not refuted", False),
        (
            'printed=Claim((), 0 <= x * x), argued="so the paper", errata=Erratum("strictness", "no")',
            "an erratum calls it false; it is not refuted",
            False,
        ),
        (
            'printed=Claim((0 < x,), x < x + 1, "weak"), errata=Erratum("false", "no", search=SEARCH)',
            "an erratum calls it false; it is proved",
            True,
        ),
        ('printed=Claim((), 0 <= x * x), argued="so", errata=Erratum("typo", "a letter")', None, False),
        ('corrected=Claim((0 < x,), x < x + 1, "weak"), errata=Erratum("false", "no")', "do not confirm", True),
        ("defines=inv(y)", "not shown to be defined", False),
        ("given=[0 < y], defines=inv(y)", None, True),
    ],
)
def test_what_is_claimed_and_what_is_declared_open(bad: Bad, body: str, fails: str | None, settled: bool) -> None:
    r = bad('SEARCH = Search(reals={"x": (0, 1)})\n' + ASSERTED.format(body))
    assert r.settled == settled
    assert r.holds == (fails is None), r.fails
    assert fails is None or fails in r.fails[0]
    assert ("every claim checks" in str(r)) == r.holds


def test_a_line_that_is_refuted_unasked_fails(bad: Bad) -> None:
    r = bad(ASSERTED.format('printed=Claim((), 0 < 2 * x, "needs_pos"), argued="clearly"'))
    assert r.by_id["Bad:a"].status == "refuted"
    assert not r.holds


def test_citations_and_arguments_are_declared_where_they_are_made(report: Report) -> None:
    for name in ("lemma-3", "lemma-4"):
        assert report.by_id[f"Toy:{name}"].fails == ()
        assert not report.by_id[f"Toy:{name}"].settled
    assert {what.partition(": ")[0] for what in report.fails} == {"Toy:lemma-6", "Toy:definition-2", "Toy:two"}


def test_what_is_asked_alone_may_apply_what_nothing_else_of_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the denominator is not 0 is a theorem that the proof of the claim does not apply."""
    body = """
D = exp(x) - x

@chapter.theorem
def positive(p):
    p.qed(p.have(0 < D, p.rule("exp_ge", x)))

@chapter.theorem
def rises(p):
    p.given(pos=0 < y)
    p.qed(p.have(inv(D) <= inv(D) + y, "pos"))

paper.state("a", "", section="", index="", printed=Claim((0 < y,), inv(D) <= inv(D) + y, "rises"))
paper.state("b", "", section="", index="", printed=Claim((0 < x,), x < x + 1, "weak"))
"""
    (tmp_path / "asked_alone.py").write_text(HEAD + body)
    monkeypatch.syspath_prepend(str(tmp_path))
    cache = Cache(tmp_path / "kept")
    for asked in (["Bad:b"], ["Bad:a"], ["Bad:a"]):  # the first check caches proofs, but not a's obligations
        found = check(asked, chapters=("asked_alone",), cache=cache)
        assert found.holds, found.fails


@pytest.fixture(scope="module")
def library_papers(library_cache: Path) -> list[Paper]:
    """The papers of the library, not to be changed."""
    return [v.paper for v in load_proof_sets(listed(), Cache(library_cache)) if v.paper]


@pytest.mark.parametrize(
    "asked",
    [
        ["KS:lemma-4", "KS:lemma-7", "KS:eq-113"],
        ["KS:theorem-2"],
        ["Yun:theorem-2"],
        ["Liu:theorem-B.1"],
        ["Liu:definition-3.1"],
    ],
    ids=" ".join,
)
def test_of_the_library_only_what_is_asked_and_what_it_rests_on_is_replayed(
    library_report: Report, library_papers: list[Paper], asked: list[str]
) -> None:
    """Not all theorems up to the paper: what the statements' own theorems apply, and what is derived for them."""
    found = check(asked)
    replayed = {t.name: t for t in found.theorems}
    claims = [c for p in library_papers for s in p.statements.values() if s.id in asked for c in claims_about(p, s)]
    own = {c.by for c in claims if c.by}
    needed, work = set[str](), [*own, *(name for name in replayed if "#" in name)]
    while work:
        name = work.pop()
        if name not in needed:
            needed.add(name)
            work += replayed[name].uses
    assert replayed.keys() == needed
    assert [(r.status, r.uses) for r in found.items] == [
        (library_report.by_id[id].status, library_report.by_id[id].uses) for id in asked
    ]


def test_what_fails_elsewhere_is_not_asked(bad: Bad) -> None:
    statements = """
@chapter.theorem
def wrong(p):
    p.qed(p.have(x < x))

paper.state("a", "", section="", index="", printed=Claim((0 < x,), x < x + 1, "weak"))
paper.state("b", "", section="", index="", printed=Claim((), x < x, "wrong"))
paper.state("c", "", section="", index="", printed=Claim((), x < x, "nowhere"))
"""
    whole = bad(statements)
    (module,) = {t.chapter for t in whole.theorems if "#" not in t.name and "." not in t.chapter}
    some = {id: check([f"Bad:{id}"], chapters=(module,), cache=Cache(None)) for id in "abc"}
    assert (some["a"].problems, some["a"].holds) == ((), True)
    assert len(whole.fails) == 2
    assert set(whole.fails) == {*some["b"].fails, *some["c"].fails}


STANDS = ("incomplete", "proved modulo cited", "proved")
LINES = st.builds(
    lambda form, status, claimed: Line(form, lambda: Wording("", ""), status, claimed=claimed),
    st.sampled_from(["printed", "corrected"]),
    st.sampled_from(["refuted", "unproved", *STANDS]),
    st.sampled_from(["proved", "refuted", None]),
)


@given(st.lists(LINES, max_size=4), st.booleans())
def test_where_nothing_fails_every_claim_holds_and_all_else_is_declared(lines: list[Line], declared: bool) -> None:
    corrected = next((x.status for x in lines if x.form == "corrected"), None)
    rests_on = (Support("argued", "the paper's prose", None),) if declared else ()
    r = result("Toy:a", "", lines=tuple(lines), corrected=corrected, rests_on=rests_on)
    as_claimed = all(
        x.claimed is None or (x.status == "refuted" if x.claimed == "refuted" else x.status in STANDS) for x in lines
    )
    used = [x for x in lines if x.form == ("corrected" if corrected else "printed")]
    silent = [x for x in used if x.claimed is None and x.status not in STANDS]
    said = declared and all(x.status == "unproved" for x in silent) if silent or not used else True
    assert (not r.fails) == (as_claimed and said)
    assert len(set(r.fails)) == len(r.fails)


def test_a_report_and_a_result_show_themselves_in_a_line(report: Report) -> None:
    shown = (
        "9 statements: 3 proved, 1 proved as corrected (false as printed), 1 proved modulo cited, 1 defined, 1 "
        "incomplete, "
        "2 unproved"
    )
    assert str(report) == f"{shown}; {len(report.fails)} claims do not hold"
    assert repr(report) == f"<{report}>"
    assert repr(report.by_id["Toy:lemma-5"]) == "<Toy:lemma-5: proved as corrected, false as printed>"


def test_a_notebook_shows_a_report_as_a_table(report: Report) -> None:
    shown = html5lib.parseFragment(report._repr_html_(), namespaceHTMLElements=False)
    assert ["".join(cell.itertext()) for cell in list(shown.iter("tr"))[1]][:3] == ["Toy", "3", "1"]
    assert len(list(shown.iter("li"))) == len(report.fails)
    entry = next(f for f in report.errata if f.counterexample)
    assert entry.what in "".join(shown.itertext()) and repr(entry) == f"<{entry.name}, {entry.defect}: {entry.what}>"


def test_a_notebook_shows_a_result_typeset(report: Report) -> None:
    result = report.by_id["Toy:lemma-5"]
    rows = list(html5lib.parseFragment(result._repr_html_(), namespaceHTMLElements=False).iter("tr"))
    counted = [line for line in result.lines if line.form != "step"]
    assert [next(row.iter("td")).text for row in rows] == [line.form for line in counted]
    assert list(rows[0].iter("td"))[1].text == f"${counted[0].wording.latex}$"


def test_searching_elsewhere_finds_the_same(report: Report, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    again = check(chapters=("small_library", "small_paper"), cache=cache, executor=Inline())
    assert [(r.id, r.status, r.lines) for r in again.items] == [(r.id, r.status, r.lines) for r in report.items]
    assert again.summary["cached"] is False
    assert check(chapters=("small_library", "small_paper"), cache=cache).summary["cached"] is True


def test_kept_workers_find_the_same(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    stop()  # workers that were started without it
    with Processes(2) as crew:
        again = check(chapters=("small_library", "small_paper"), cache=Cache(None), executor=crew)
    stop()
    assert [(r.id, r.status) for r in again.items] == [(r.id, r.status) for r in report.items]


def test_two_processes_find_the_same(report: Report) -> None:
    again = check(chapters=("small_library", "small_paper"), cache=Cache(None), jobs=2)
    assert [(r.id, r.status) for r in again.items] == [(r.id, r.status) for r in report.items]


# --- a statement's sentence and its steps


def test_a_step_never_gives_the_badge(bad: Bad) -> None:
    step = 'Claim((0 < x,), 0 < 2 * x, "needs_pos")'
    for sentence, status in (("", "incomplete"), (f"printed=Claim((), x <= x + 1), steps={step}", "unproved")):
        rest = sentence or f'steps={step}, argued="the rest"'
        found = bad(f'paper.state("lemma-1", "it", section="1", index=(), kind="lemma", {rest})').by_id["Bad:lemma-1"]
        assert found.status == status
        assert [x.status for x in found.lines if x.form == "step"] == ["proved"]


def test_a_statement_of_steps_alone_must_be_declared_open(bad: Bad) -> None:
    step = 'steps=Claim((0 < x,), 0 < 2 * x, "needs_pos")'
    report = bad(f'paper.state("lemma-1", "it", section="1", index=(), kind="lemma", {step})')
    assert any("no formula" in what for what in report.fails)


def test_a_step_that_is_claimed_has_to_be_proved(bad: Bad) -> None:
    for assumed in ("", "0 < x, "):
        claims = f'printed=Claim((0 < x,), x < x + 1, "weak"), steps=Claim(({assumed}), 0 < 2 * x, "needs_pos")'
        report = bad(f'paper.state("lemma-1", "it", section="1", index=(), kind="lemma", {claims})')
        assert report.by_id["Bad:lemma-1"].status == "proved"
        assert any("step 1" in what or "line 1" in what for what in report.fails) == (not assumed)


def test_a_step_may_fail_though_the_statement_is_true(bad: Bad) -> None:
    wrong = 'steps=Claim((0 < x,), x < 1), errata=Erratum("step", "it fails at 1", 0, Search(reals={"x": [1]}))'
    body = f'printed=Claim((0 < x,), x < x + 1, "weak"), {wrong}'
    report = bad(f'paper.state("lemma-1", "it", section="1", index=(), kind="lemma", {body})')
    (found,) = report.errata
    assert (found.defect, found.shown_by, found.confirmed, found.line) == ("step", "counterexample", True, 0)
    assert report.by_id["Bad:lemma-1"].status == "proved" and report.holds
    report = bad(f'paper.state("lemma-1", "it", section="1", index=(), kind="lemma", {body.replace("x < 1", "0 < x")})')
    assert not report.errata[0].confirmed and not report.holds


def test_an_erratum_is_shown_only_by_what_bears_on_it(bad: Bad) -> None:
    errata = """
        Erratum("strictness", "not at 1", 0, Search(reals={"x": [1]})), Erratum("gap", "nothing is said of y"),
        Erratum("typo", "a slip", by=Claim((0 < x,), x < x + 1, "weak")), Erratum("typo", "again", same_as="lemma-1#2"),
        Erratum("typo", "none", by=Claim((), x < x, "weak")), Erratum("gap", "nothing is said of y"),
    """
    body = f'printed=Claim((0 < x,), x < 1), corrected=Claim((0 < x,), x < x + 1, "weak"), errata=({errata})'
    report = bad(f'paper.state("lemma-1", "it", section="1", index=(), kind="lemma", {body})')
    shown_by = ["counterexample", "reading", "theorem", "reading", "nothing", "reading"]
    assert [f.shown_by for f in report.errata] == shown_by
    assert [bool(f.counterexample) for f in report.errata] == [True, False, False, False, False, False]
    assert [f.confirmed for f in report.errata] == [True, False, True, False, False, False]
    assert [f.same_as for f in report.errata] == ["", "", "", "Bad:lemma-1#2", "", "Bad:lemma-1#2"]
    assert any("do not confirm" in what for what in report.fails)


def test_a_theorem_belongs_to_the_statement_whose_sentence_it_is(bad: Bad) -> None:
    weak, other = ('Claim((0 < x,), x < x + 1, "weak")', 'Claim((0 < x,), 0 < 2 * x, "needs_pos")')
    report = bad(
        f'paper.state("lemma-1", "it", section="1", index=(), kind="lemma", printed={other}, steps={weak})\n'
        f'paper.state("eq-2", "it", section="1", index=(), printed={weak})\n'
        f'paper.state("lemma-3", "it", section="1", index=(), kind="lemma", printed={weak}, cites="lemma-1")\n'
    )
    assert report.by_id["Bad:lemma-3"].uses == () and report.by_id["Bad:lemma-3"].cites == ("Bad:lemma-1",)
    assert report.by_id["Bad:lemma-1"].uses == ()  # its sentence does not use the step


NOTHING_BETWEEN = """
def between(low):
    return exists(lambda y: [y < low, low < y], "R")

@chapter.claim(given=[], shows=negation(between(num(0))))
def none_at_zero(p):
    some = p.rule("assume", between(num(0)))
    no = p.exists_elim(some, [y], lambda low, high: p.have(FALSE, low, high), FALSE)
    return p.rule("discharge", some.concl, no)

@chapter.claim(given=[], shows=negation(between(num(1))))
def none_at_one(p):
    return p.rule("argue", negation(between(num(1))), "it is clear")
"""


@pytest.mark.parametrize(
    ("by", "at", "status"),
    [
        ("none_at_zero", "{'x': 0}", "refuted"),
        ("none_at_zero", "{'x': 1}", "unproved"),  # of another instance
        ("none_at_zero", "{}", "unproved"),  # of no x in particular
        ("none_at_one", "{'x': 1}", "unproved"),  # it is only argued
    ],
)
def test_a_sentence_is_refuted_by_its_negation(bad: Bad, by: str, at: str, status: str) -> None:
    erratum = f'errata=Erratum("false", "there is none", by={by}, at={at})'
    body = (
        f'paper.state("lemma-1", "it", section="1", index=(), kind="lemma", printed=Claim((), between(x)), {erratum})'
    )
    report = bad(NOTHING_BETWEEN + body)
    assert report.by_id["Bad:lemma-1"].printed == status
    (found,) = report.errata
    assert found.confirmed == (status == "refuted")
    assert found.shown_by == ("theorem" if status == "refuted" else "nothing")
    assert ("x = 0" in (report.by_id["Bad:lemma-1"].lines[0].counterexample or "")) == (status == "refuted")


def test_a_statement_rests_on_the_definitions_that_it_is_written_in(bad: Bad) -> None:
    report = bad(
        'paper.notions.define(x * x * x, (x,), "cube({0})", "c({0})")\n'
        'paper.state("definition-1", "it", section="1", index=(), kind="definition", defines=x * x * x)\n'
        "cube = Claim((0 < y,), 0 < y * y * y)\n"
        'paper.state("lemma-1", "it", section="1", index=(), kind="lemma", printed=cube)\n'
        'other = Claim((0 < x,), x < x + 1, "weak")\n'
        'paper.state("lemma-2", "it", section="1", index=(), kind="lemma", printed=other)\n'
    )
    assert report.by_id["Bad:lemma-1"].notions == ("Bad:definition-1",)
    assert report.by_id["Bad:lemma-2"].notions == report.by_id["Bad:definition-1"].notions == ()
    assert set(proof_graph(report).edges) == {("Bad:definition-1", "Bad:lemma-1")}


def test_where_the_proof_goes_another_way_than_the_paper(bad: Bad) -> None:
    report = bad(
        """
@chapter.theorem
def four(p):
    p.given(pos=0 < x)
    p.apply("needs_pos", label="two")
    p.qed(p.have(0 < 4 * x, "two"))

paper.state("lemma-1", "it", section="1", index=(), kind="lemma", printed=Claim((0 < x,), x < x + 1, "weak"))
paper.state("lemma-2", "it", section="1", index=(), kind="lemma", printed=Claim((0 < x,), 0 < 2 * x, "needs_pos"))
of = Claim((0 < x,), 0 < 4 * x, "four")
paper.state("lemma-3", "it", section="1", index=(), kind="lemma", printed=of, cites=("lemma-1", "lemma-2"))
"""
    )
    assert another_way(report) == {"Bad:lemma-3": ["Bad:lemma-1"]}
    graph = proof_graph(report)
    assert graph.nodes["Bad:lemma-3"]["another_way"] == ["Bad:lemma-1"]
    assert set(graph.edges) == {("Bad:lemma-2", "Bad:lemma-3")}
    assert '"Bad:lemma-1" -> "Bad:lemma-3" ["style"="dashed"' in to_dot(graph)
    assert " -. cited .-> " in to_mermaid(graph)


@pytest.mark.parametrize(
    ("claim", "at", "wrong"),
    [
        ("Claim((0 < x,), x < x * x)", "{x: 1}", None),
        ("Claim((0 < x,), x < x * x)", '{"x": "1/2"}', None),
        ("Claim((0 < x,), x < x * x)", "{x: 2}", "the conclusion holds at x = 2"),
        ("Claim((0 < x,), x < x * x)", "{x: 0}", "the hypothesis 0 < x fails at x = 0"),
        ("Claim((0 < x,), x < x * y)", "{x: 1}", "gives no value to y"),
        ("Claim((every(lambda i: 0 <= a(i), 1, n),), a(1) * n <= a(2))", "{n: 2, a: [1, 1]}", None),
        (
            "Claim((for_all(lambda t: 0 <= f(t), 'R'),), f(x) <= 1)",
            "{f: mapping(lambda t: 2 + t * t, 'R'), x: 0}",
            None,
        ),
        ("Claim((for_all(lambda t: 0 <= f(t), 'R'),), f(x) <= 1)", "{f: mapping(lambda t: 2 + t, 'R'), x: 0}", ""),
    ],
)
def test_a_point_is_a_counterexample_if_it_is_proved_to_be_one(
    bad: Bad, claim: str, at: str, wrong: str | None
) -> None:
    confirmed = wrong is None
    declared = '(n,), (a,), (f,) = ints("n"), vectors("a"), functions("f", "R")\n'
    r = bad(f'{declared}paper.state("a", "", printed={claim}, errata=Erratum("false", "it is not", at={at}))')
    assert r.holds is confirmed
    assert r.errata[0].shown_by == ("counterexample" if confirmed else "nothing")
    assert r.by_id["Bad:a"].printed == ("refuted" if confirmed else "unproved")
    assert wrong is None or any("is not confirmed: " in problem and wrong in problem for problem in r.problems)


def test_a_statement_is_in_the_section_that_began_before_it(bad: Bad) -> None:
    declared = 'paper.state("{}", "", printed=Claim((0 < x,), x < x + 1, "weak"){})\n'
    r = bad('paper.begin_section("2")\n' + declared.format("a", "") + declared.format("b", ', section="A"'))
    assert [r.by_id[id].section for id in ("Bad:a", "Bad:b")] == ["2", "A"]
