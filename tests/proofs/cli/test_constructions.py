"""`lemmata run`."""

import json

import pytest

from proofs.cli.main import run


def ran(*words: str) -> int:
    return run(list(words))


def test_the_walk_is_as_promised(capsys):
    assert ran("run", "yun", "--d", "1", "--n", "3", "--cells", "4", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["category"] == 1 and found["values"] == found["promised"]
    assert len(found["steps"]) == 4 and all(found["in_interval"])


@pytest.mark.parametrize(("entries", "category"), [("0.1, 0.1, 0.7, 0.7", 2), ("0.1, 2, 0.7, 0.7", 3)])
def test_other_categories_go_to_zero(capsys, entries, category):
    assert ran("run", "yun", "--d", "2", "--n", "2", "--cells", "2", "--input", entries, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["category"] == category and not any(found["in_interval"])
    assert {v for row in found["values"] for v in row} == {"0"}


def test_text(capsys):
    assert ran("run", "yun", "--cells", "2", "--n", "2") == 0
    assert "global shift" in capsys.readouterr().out


@pytest.mark.parametrize("words", [(), ("--mixing", "bproj"), ("--mixing", "sepconv")])
def test_with_encodings(capsys, words):
    target = ("--target", "x*k - mean**2")
    assert ran("run", "yun", "--positional", "--n", "2", "--cells", "3", *target, *words, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["positional"] and found["confused"]["ids"] == 0 and found["lost"] == "0"
    assert found["input"] == [["37/100", "37/50"]]
    assert found["values"] == [["1/18", "11/9"]]  # x k − mean² at the centre (1/2, 5/6)


def test_average_attention_confuses(capsys):
    words = ("--positional", "--mixing", "average", "--cells", "3", "--target", "x*most", "--input", "0.5,0.1,0.5")
    assert ran("run", "yun", *words) == 1
    out = capsys.readouterr().out
    assert "NOT as promised" in out and "ids are those of others" in out


def test_within(capsys):
    assert ran("run", "yun", "--n", "2", "--cells", "2", "--within", "1/100", "--p", "1", "--json") == 0
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
    assert ran("run", "yun", *words) == 3
    assert capsys.readouterr().err.startswith("lemmata: ")
