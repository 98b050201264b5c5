"""`lemmata prove`, `lemmata refute` and `lemmata sharpen`: exit status, output, saved certificates."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from proofs import checker
from proofs.cli.main import run

Captured = pytest.CaptureFixture[str]


def test_prove(capsys: Captured) -> None:
    assert run(["prove", "log(1 + x) <= x", "--given", "x >= 0"]) == 0
    assert capsys.readouterr().out.startswith("proved: for real x with x >= 0: log(1 + x) <= x")


def test_refute(capsys: Captured) -> None:
    assert run(["refute", "x**2 > x", "--given", "x > 0"]) == 0
    assert "x = 1" in capsys.readouterr().out


def test_the_opposite_is_found_too(capsys: Captured) -> None:
    assert run(["prove", "x**2 > x", "--given", "x > 0"]) == 1
    assert "refuted" in capsys.readouterr().out
    assert run(["refute", "x**2 >= 0"]) == 1
    assert "proved" in capsys.readouterr().out


def test_unknown(capsys: Captured) -> None:
    assert run(["prove", "x**5 - x + 0.534992244 >= 0", "--given", "x >= 0", "--timeout", "0.05"]) == 2
    assert capsys.readouterr().out.startswith("unknown")


def test_json(capsys: Captured) -> None:
    assert run(["prove", "n < 2**n", "--given", "integer n", "--given", "n >= 0", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["answer"] == "proved" and plain["variables"] == {"n": "integer"} and "certificate" not in plain
    assert run(["prove", "n < 2**n", "--given", "integer n", "--given", "n >= 0", "--json", "--certificate"]) == 0
    assert json.loads(capsys.readouterr().out)["certificate"]


@pytest.mark.parametrize("goal", ["-p <= p**2", "-x*y<1", "--x > 0", "-(x + 1) == -x - 1"])
def test_a_goal_may_begin_with_a_minus(goal: str, capsys: Captured) -> None:
    assert run(["prove", goal, "--given", "-x < 0", "--given=-p<0", "--effort=5"]) in (0, 1)
    assert " ".join(capsys.readouterr().out.split()).partition("-")[2]
    assert run(["prove", "-x < 1 +", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["position"] == 8


def test_options_are_still_known() -> None:
    assert run(["prove", "x**2 >= 0", "--timeot=5"]) == run(["prove", "x**2 >= 0", "-q"]) == 3


@pytest.mark.parametrize(
    "goal, given, complaint",
    [
        ("1/2x < 1", "x > 0", "two readings: (1/2)·x or 1/(2·x)"),
        ("log(x) < x", "x >= 0", "not defined at x = 0"),
        ("x < 1", "x ? 0", "not understood: question mark"),
    ],
)
def test_bad_input(goal: str, given: str, complaint: str, capsys: Captured) -> None:
    assert run(["prove", goal, "--given", given]) == 3
    assert complaint in capsys.readouterr().err


def test_a_saved_certificate_is_audited(tmp_path: Path, capsys: Captured) -> None:
    for k, arguments in enumerate((["prove", "log(x) <= x - 1", "--given", "x > 0"], ["refute", "exp(x) > 1 + x"])):
        file = tmp_path / f"certificate-{k}"
        assert run([*arguments, "--save", str(file)]) == 0
        assert run(["audit", str(file)]) == 0
        assert "0 refused" in capsys.readouterr().out


def test_a_certificate_is_audited_with_either_library(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "certificate"
    assert run(["prove", "exp(x) <= 3", "--given", "0 <= x <= 1", "--save", str(file)]) == 0
    assert '"compute"' in file.read_text()
    libraries = []
    ours, theirs = checker.arb_library, checker.mpmath_library
    monkeypatch.setattr(checker, "arb_library", lambda: libraries.append("arb") or ours())
    monkeypatch.setattr(checker, "mpmath_library", lambda: libraries.append("mpmath") or theirs())
    for options in ([], ["--intervals", "arb"], ["--intervals", "mpmath"]):
        assert run(["audit", str(file), *options]) == 0
        assert "0 refused" in capsys.readouterr().out
    assert libraries == ["arb", "arb", "mpmath"]


def test_an_interval_library_that_is_not_there(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "certificate"
    assert run(["prove", "x**2 >= 0", "--save", str(file)]) == 0
    assert run(["audit", str(file), "--intervals", "none"]) == 3
    assert "'arb', 'mpmath'" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "mpmath", None)
    assert run(["audit", str(file), "--intervals", "mpmath"]) == 3
    assert capsys.readouterr().err == "lemmata: mpmath is not installed\n"


def test_nothing_is_saved_without_a_certificate(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "certificate"
    arguments = ["prove", "x**5 - x + 0.534992244 >= 0", "--given", "x >= 0", "--timeout", "0.05", "--save", str(file)]
    assert run(arguments) == 2
    assert not file.exists() and "nothing is saved" in capsys.readouterr().err


@pytest.mark.parametrize("goal, known", [("x y < 1", "position"), ("log(x) < x", "point"), ("NaN < 1", "text")])
def test_errors_as_json(goal: str, known: str, capsys: Captured) -> None:
    assert run(["prove", goal, "--given", "x >= 0", "--json"]) == 3
    plain = json.loads(capsys.readouterr().out)
    assert plain["error"] and known in plain


def test_limits_and_margin(capsys: Captured) -> None:
    options = ["--timeout", "500", "--memory", "1000", "--precision", "100", "--executor", "processes:1"]
    assert run(["prove", "exp(x) >= x", "--margin", "--json", *options]) == 0
    assert json.loads(capsys.readouterr().out)["margin"] == "1"
    assert run(["prove", "exp(x) >= x", "--executor", "nobody"]) == 3
    assert run(["prove", "exp(x) >= x", "--timeout", "nan"]) == run(["prove", "exp(x) >= x", "--timeout", "inf"]) == 3
    assert run(["prove", "exp(x) >= x", "--executor", "dask://localhost:1"]) == 3
    assert "ask" in capsys.readouterr().err


def test_a_claim_to_paste_is_proved_in_a_paper(tmp_path: Path, capsys: Captured) -> None:
    question = ["2 ≤ x + 1/x", "--given", "x > 0"]
    assert run(["prove", *question, "--as-claim", "sum_with_inverse"]) == 0
    pasted = capsys.readouterr().out.partition("\n\n")[2]
    file = tmp_path / "pasted_claim.py"
    head = 'from proofs.paper import *\n\npaper = chapter = Paper("Pasted", "A paper", "nobody")\n\n\n'
    file.write_text(f"{head}{pasted}\n\npaper.state('lemma-1', 'It holds.', printed=sum_with_inverse)\n")
    assert run(["check", str(file)]) == 0
    assert "1 proved" in capsys.readouterr().out
    assert run(["prove", *question, "--json", "--as-claim", "again"]) == 0
    assert "def again(p: Proof) -> Fact:" in json.loads(capsys.readouterr().out)["claim"]


def test_only_what_is_proved_becomes_a_claim(capsys: Captured) -> None:
    assert run(["prove", "x < x", "--as-claim", "wrong"]) == 1
    assert "def wrong" not in capsys.readouterr().out
    assert run(["prove", "x <= x", "--as-claim", "not a name"]) == 3
    assert "'not a name' cannot be the name of a function" in capsys.readouterr().err


def test_a_proof_in_words(capsys: Captured) -> None:
    question = ["prove", "x**2 + y**2 >= 2*x*y", "--proof"]
    assert run(question) == 0
    said = capsys.readouterr().out
    assert said.startswith("For reals x, y: 2·x·y ≤ x^2 + y^2.") and "(x - y)^2" in said
    assert run([*question, "--format", "tex"]) == 0
    assert capsys.readouterr().out.startswith(r"\documentclass")
    assert run([*question, "--format", "md", "--all-steps"]) == 0
    assert "*Proof.*" in capsys.readouterr().out
    assert run([*question, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["proof"] == said.rstrip("\n")


def test_a_refutation_in_words(capsys: Captured) -> None:
    assert run(["refute", "x**2 > x", "--given", "x > 0", "--proof"]) == 0
    assert "It fails at x = 1." in capsys.readouterr().out


def test_there_is_no_proof_of_what_is_unknown(capsys: Captured) -> None:
    assert run(["prove", "x**5 - x + 0.534992244 >= 0", "--given", "x >= 0", "--effort", "0", "--proof"]) == 2
    assert capsys.readouterr().out.startswith("unknown")


def test_an_unknown_format(capsys: Captured) -> None:
    assert run(["prove", "x**2 >= 0", "--proof", "--format", "pdf"]) == 3
    assert "choose one of text, md, tex" in capsys.readouterr().err


# --- sharpen


def test_sharpen(capsys: Captured) -> None:
    assert run(["sharpen", "-c <= x*log(x)", "--given", "x > 0", "--for", "c"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "   c >= exp(-1); it fails for every c < exp(-1); equality at x = exp(-1)"
    ]


def test_sharpen_with_a_parameter(tmp_path: Path, capsys: Captured) -> None:
    asked = ["sharpen", "a*x - x**2 <= K", "--for", "K", "--of", "a", "--json", "--save", str(tmp_path / "both")]
    assert run(asked) == 0
    plain = json.loads(capsys.readouterr().out)
    assert (plain["answer"], plain["lower"]["value"], plain["upper"]) == ("sharp", "a^2/4", None)
    assert plain["lower"]["fails"]["answer"] == plain["holds"]["answer"] == "proved"
    assert "certificate" not in plain["holds"]
    stored = [json.loads(line) for line in (tmp_path / "both").read_text().splitlines()]
    assert stored and all(v.accepted for v in checker.check(stored))


@pytest.mark.parametrize(
    "asked, value",
    [
        (["x*(a - x) <= c", "--given", "x > 0", "--given", "a > 0", "--of", "a"], "a^2/4"),
        (["n*exp(-c) <= c", "--given", "n > 0", "--of", "n"], "w"),
    ],
)
def test_a_sharp_constant_to_paste_is_proved_in_a_paper(
    asked: list[str], value: str, tmp_path: Path, capsys: Captured
) -> None:
    assert run(["sharpen", *asked, "--as-constant", "product"]) == 0
    pasted = capsys.readouterr().out.partition("\n\n")[2]
    file = tmp_path / f"pasted_constant_{value[0]}.py"
    head = 'from proofs.paper import *\n\npaper = chapter = Paper("Pasted", "A paper", "nobody")\n'
    lemma = 'statement = paper.state("lemma-1", "It holds.", argued="as it seems")\n'
    file.write_text(f"{head}{lemma}{pasted}")
    assert run(["constants", "--with", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"proved here: {value}  (proved" in said and said.endswith("best possible, proved from both sides: 1 of 1\n")


def test_only_a_sharp_constant_with_a_point_is_printed_to_paste(capsys: Captured) -> None:
    assert run(["sharpen", "x**2 <= c", "--effort", "1", "--as-constant", "square"]) == 2
    assert "paper.sharpen" not in capsys.readouterr().out
    assert run(["sharpen", "exp(x) >= c*x", "--as-constant", "slope"]) == 3
    assert "two ends" in capsys.readouterr().err
    assert run(["sharpen", "x <= c", "--given", "x < 1", "--as-constant", "below"]) == 3
    assert "only approached" in capsys.readouterr().err
    assert run(["sharpen", "x <= c", "--given", "x <= 1", "--as-constant", "below", "--json"]) == 3


def test_hypotheses_are_weakened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    asked = ["sharpen", "2**n >= n**2", "--given", "integer n", "--given", "n >= 5", "--given", "m >= 1"]
    assert run([*asked, "--hypothesis", "all"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "  5 ≤ n: can be weakened to 4 ≤ n, and no further; it fails at m = 1, n = 3",
        "  1 ≤ m: not needed",
    ]
    assert run([*asked, "--hypothesis", "k"]) == 3
    assert "no hypothesis contains k" in capsys.readouterr().err
    file = tmp_path / "weak_paper.py"
    head = 'from proofs.paper import *\n\npaper = chapter = Paper("Weak", "A paper", "nobody")\n'
    claim = '@paper.claim(given=["x >= 1"], shows="x >= 0")\ndef nonnegative(p):\n    return p.prove(p.goal)\n'
    file.write_text(f'{head}{claim}paper.state("lemma-1", "x is nonnegative", printed=nonnegative)\n')
    (tmp_path / "pyproject.toml").write_text('[tool.lemmata]\npapers = ["weak_paper.py"]\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run(["sharpen", "Weak:lemma-1", "--hypothesis", "x"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Weak:lemma-1: … ⊢ 0 ≤ x",
        "  1 ≤ x: can be weakened to 0 ≤ x, and no further; approached as x → 0",
    ]
    assert run(["sharpen", "Weak:lemma-1", "--hypothesis", "y"]) == 3
    assert "no hypothesis of Weak:lemma-1 contains y" in capsys.readouterr().err


def test_sharpen_without_an_answer(capsys: Captured) -> None:
    assert run(["sharpen", "x**2 <= c", "--effort", "1"]) == 2
    assert capsys.readouterr().out.startswith("unknown")
    assert run(["sharpen", "x**2 + 1 > 0", "--for", "c"]) == 3
    assert "c is not a variable" in capsys.readouterr().err
