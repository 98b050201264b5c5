"""`lemmata construct`."""

import json
from fractions import Fraction

import pytest

from proofs.cli.main import run


def ran(*words: str) -> int:
    return run(list(words))


def test_without_a_construction_it_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert ran("construct") == 0
    assert capsys.readouterr().out.startswith("Usage: lemmata construct ")


def test_the_walk_is_as_promised(capsys):
    assert ran("construct", "yun", "--d", "1", "--n", "3", "--cells", "4", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["category"] == 1 and found["values"] == found["promised"]
    assert len(found["steps"]) == 4 and all(found["in_interval"])


@pytest.mark.parametrize(("entries", "category"), [("0.1, 0.1, 0.7, 0.7", 2), ("0.1, 2, 0.7, 0.7", 3)])
def test_other_categories_go_to_zero(capsys, entries, category):
    assert ran("construct", "yun", "--d", "2", "--n", "2", "--cells", "2", "--input", entries, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["category"] == category and not any(found["in_interval"])
    assert {v for row in found["values"] for v in row} == {"0"}


def test_text(capsys):
    assert ran("construct", "yun", "--cells", "2", "--n", "2") == 0
    assert "global shift" in capsys.readouterr().out


@pytest.mark.parametrize("words", [(), ("--mixing", "bproj"), ("--mixing", "sepconv")])
def test_with_encodings(capsys, words):
    target = ("--target", "x*k - mean**2")
    assert ran("construct", "yun", "--positional", "--n", "2", "--cells", "3", *target, *words, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["positional"] and found["confused"]["ids"] == 0 and "lost" not in found
    assert found["input"] == [["37/100", "37/50"]]
    assert found["values"] == [["1/18", "11/9"]]  # x k − mean² at the centre (1/2, 5/6)


def test_average_attention_confuses(capsys):
    words = ("--positional", "--mixing", "average", "--cells", "3", "--target", "x*most", "--input", "0.5,0.1,0.5")
    assert ran("construct", "yun", *words) == 1
    out = capsys.readouterr().out
    assert "NOT as promised" in out and "ids collide with those of others" in out


def test_within(capsys):
    assert ran("construct", "yun", "--n", "2", "--cells", "2", "--within", "1/100", "--p", "1", "--json") == 0
    soft = json.loads(capsys.readouterr().out)["soft"]
    assert soft["at_most"]["soft"] <= 0.01 < soft["at_most"]["total"]


@pytest.mark.parametrize(
    "words",
    [
        ("--input", "a"), ("--input", "1"), ("--input", "nan,0,0"), ("--d", "9", "--cells", "9"), ("--target", "k"),
        ("--target", "x +"), ("--target", "y"), ("--mixing", "bproj"), ("--within", "0"), ("--within", "1/0"),
        ("--within", "1", "--p", "1/2"), ("--positional", "--input", "0, 0, 1"), ("--within", "1", "--target", "1/x"),
    ],
)  # fmt: skip
def test_bad_input(capsys, words):
    assert ran("construct", "yun", *words) == 3
    assert capsys.readouterr().err.startswith("lemmata: ")


# ---- Kajitsuka & Sato


def test_ks_memorises(capsys):
    assert ran("construct", "ks", "--json") == 0
    out = json.loads(capsys.readouterr().out)
    assert out["result"] == "corollary-1" and out["hidden"] == 6
    assert out["parameters"]["total"] == 32 <= out["parameters"]["stated"]


def test_ks_memorises_repeated_tokens_with_encodings(capsys):
    words = ("--sequences", "1,1,-1 | 1,-1,1", "--labels", "1,2,3 | 4,5,6")
    assert ran("construct", "ks", "corollary-1", *words) == 3
    assert "Corollary 2" in capsys.readouterr().err
    assert ran("construct", "ks", "corollary-2", *words) == 0
    assert "as promised, certified" in capsys.readouterr().out


def test_ks_contexts(capsys):
    assert ran("construct", "ks", "theorem-2", "--json") == 0
    out = json.loads(capsys.readouterr().out)
    assert out["log_promised"] < out["log_closest"] < 0 and out["pairs_of_one_token_in_two_contexts"] == 2


@pytest.mark.parametrize(
    ("entries", "promise"),
    [("0.3, 0.7", "f at the grid point"), ("0.3, 0.3", "at most 1"), ("0.3, 2", "0, as a token is outside")],
)
def test_ks_approximates(capsys, entries, promise):
    assert ran("construct", "ks", "proposition-1", "--cells", "4", "--input", entries) == 0
    assert promise in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("--sequences", "a"), ("--sequences", "1,2|1"), ("--sequences", "1,2;1"), ("theorem-2", "--sequences", "0,1"),
        ("proposition-1", "--target", "5*x"), ("proposition-1", "--target", "k"), ("proposition-1", "--cells", "99"),
        ("proposition-1", "--step", "2"), ("theorem-9",),
    ],
)  # fmt: skip
def test_ks_bad_input(capsys, words):
    assert ran("construct", "ks", *words) == 3
    assert capsys.readouterr().err.startswith("lemmata: ")


# ---- Liu et al.


@pytest.mark.parametrize(
    "words",
    [
        ("theorem-4.1", "--n", "1", "--error", "1/2"), ("theorem-4.2", "--n", "1", "--error", "3/2"),
        ("theorem-5.1", "--n", "1"), ("proposition-3.3", "--d", "2", "--n", "4"),
    ],
)  # fmt: skip
def test_liu_certifies(capsys, words):
    assert ran("construct", "liu", *words) == 0
    assert "certified" in capsys.readouterr().out


def test_liu_more_tokens_than_columns(capsys):
    assert ran("construct", "liu", "theorem-5.1", "--n", "9", "--balls", "2", "--json") == 2
    out = json.loads(capsys.readouterr().out)
    assert out["spare_columns"] == 5 and out["parameters"] <= 8 * 9 * 2
    assert all(abs(a - float(Fraction(b))) < 0.75 for a, b in zip(out["output"][0], out["f"][0], strict=True))


def test_liu_in_the_mean_across_a_jump(capsys):
    words = ("corollary-4.1.1", "--n", "1", "--target", "x/abs(x)", "--per-side", "8", "--p", "1")
    assert ran("construct", "liu", *words) == 3
    assert "--top" in capsys.readouterr().err
    assert ran("construct", "liu", *words, "--top", "1", "--json") == 0
    assert json.loads(capsys.readouterr().out)["at_most"] < 0.2


def test_liu_says_what_it_could_not_show(capsys):
    words = ("theorem-4.1", "--n", "1", "--target", "abs(x)", "--error", "1/2", "--per-side", "2")
    assert ran("construct", "liu", *words) == 2
    assert "not shown" in capsys.readouterr().out


def test_liu_says_where_the_error_is_larger(capsys):
    assert ran("construct", "liu", "theorem-4.1", "--per-side", "1") == 1
    assert "more than ε" in capsys.readouterr().out


@pytest.mark.parametrize("words", [("theorem-4.1", "--n", "1"), ("theorem-5.1",)])
def test_liu_notices_a_wrong_lipschitz_constant(capsys, words):
    assert ran("construct", "liu", *words, "--target", "3*x", "--lipschitz", "2") == 3
    assert "--lipschitz: f is not 2-Lipschitz" in capsys.readouterr().err


def test_liu_takes_a_gap(capsys):
    words = ("proposition-3.3", "--input", "1/2, -1/2", "--pieces", "1, 0; -1, 0", "--gap")
    assert ran("construct", "liu", *words, "1/2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["gap"] == "1/2"
    assert ran("construct", "liu", *words, "2") == 3
    assert "token 1 is nearer to a boundary of the partition than Δ = 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("--error", "0"), ("--error", "x"), ("--bound", "-1"), ("--n", "9"), ("--input", "0, 3"), ("--target", "z"),
        ("proposition-3.3", "--input", "0, 1/4"), ("proposition-3.3", "--pieces", "1"),
        ("proposition-3.3", "--values", "1"), ("corollary-4.1.1", "--d", "3", "--n", "1"), ("lemma-1",),
        ("corollary-4.1.1", "--p", "1/2"),
    ],
)  # fmt: skip
def test_liu_bad_input(capsys, words):
    assert ran("construct", "liu", *words) == 3
    assert capsys.readouterr().err.startswith("lemmata: ")
