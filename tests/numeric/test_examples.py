"""The example scripts run and say what they should."""

import runpy
import sys
from fractions import Fraction
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_lemma_5_script(capsys):
    runpy.run_path(str(EXAMPLES / "lemma_5_second_derivative.py"), run_name="__main__")
    out = capsys.readouterr().out
    assert "equals (97)  : True" in out and "1.278465" in out


def test_partition_script(tmp_path, monkeypatch, capsys):
    target = tmp_path / "new" / "picture.png"
    monkeypatch.setattr(sys, "argv", ["max_affine_partition.py", str(target)])
    runpy.run_path(str(EXAMPLES / "max_affine_partition.py"), run_name="__main__")
    assert target.read_bytes().startswith(b"\x89PNG")
    assert "never needed: [5]" in capsys.readouterr().out


def test_pairs_that_break_lemma_7():
    script = runpy.run_path(str(EXAMPLES / "weaker_separation.py"))
    assert Fraction(109, 100) < script["progression_limit"](2) < Fraction(110, 100)
    a, b = script["progression"](3, Fraction(3, 2))
    assert not script["breaks"](a, b, 1, Fraction(1))
    a, b = script["progression"](3, Fraction(7, 5))
    assert script["breaks"](a, b, 1, Fraction(13, 10)) and not script["breaks"](a, b, 1, Fraction(7, 5))


def test_selective_shift_network_script(tmp_path, monkeypatch, capsys):
    target = tmp_path / "picture.png"
    monkeypatch.setattr(sys, "argv", ["selective_shift_network.py", str(target)])
    runpy.run_path(str(EXAMPLES / "selective_shift_network.py"), run_name="__main__")
    assert target.read_bytes().startswith(b"\x89PNG")
    assert "all different: True" in capsys.readouterr().out


def test_softmax_and_relus_script(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["softmax_and_relus.py", "500"])
    runpy.run_path(str(EXAMPLES / "softmax_and_relus.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9 and lines[1].split()[4] == "3.005"


def test_centres_and_noise_script(tmp_path, monkeypatch, capsys):
    target = tmp_path / "picture.png"
    monkeypatch.setattr(sys, "argv", ["centres_and_noise.py", "2", str(target)])
    runpy.run_path(str(EXAMPLES / "centres_and_noise.py"), run_name="__main__")
    assert target.read_bytes().startswith(b"\x89PNG")
    assert "falls like P^-0.9" in capsys.readouterr().out


def test_memorisation_script(tmp_path, monkeypatch, capsys):
    target = tmp_path / "picture.png"
    monkeypatch.setattr(sys, "argv", ["memorisation.py", "5", str(target)])
    runpy.run_path(str(EXAMPLES / "memorisation.py"), run_name="__main__")
    assert target.read_bytes().startswith(b"\x89PNG")
    assert "48 hidden units, 211 parameters, all labels right" in capsys.readouterr().out


def test_in_place_of_attention_script(capsys):
    runpy.run_path(str(EXAMPLES / "in_place_of_attention.py"), run_name="__main__")
    out = capsys.readouterr().out
    assert out.count("certified") == 4 and "not certified" not in out
    assert [line.split()[-3:] for line in out.splitlines() if "average" in line][1] == ["36", "of", "81"]
