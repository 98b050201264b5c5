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


@pytest.mark.parametrize(
    "words", [("--input", "a"), ("--input", "1"), ("--input", "nan,0,0"), ("--d", "9", "--cells", "9")]
)
def test_bad_input(capsys, words):
    assert ran("run", "yun", *words) == 3
    assert capsys.readouterr().err.startswith("lemmata: ")
