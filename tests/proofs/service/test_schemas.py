"""The JSON schemas: the files agree with the types, and every JSON output of the command line with the files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from proofs.checking.replay import chapters
from proofs.cli.main import COMMANDS, run
from proofs.service.schemas import OUTPUTS, VERSION, schemas

FOLDER = Path(__file__).parents[3] / "schema" / f"v{VERSION}"
TOY = Path(__file__).parents[1] / "toy_paper.py"
MORE = """
paper.constant("bound", paper.statements["Toy:lemma-1"], "the constant", rational(1, 1), needed=rational(1, 1))
paper.plot("lemma-1", "own_toy:draw")


def draw(axes: object) -> None:
    axes.plot([0, 1], [0, 1])
"""
WITHOUT_JSON = {"mcp", "serve"}  # they speak JSON only, and the tests of the tools validate it


def test_the_files_agree_with_the_types() -> None:
    found = {f"{name}.json": json.dumps(made, indent=1, ensure_ascii=False) + "\n" for name, made in schemas().items()}
    if os.environ.get("REGENERATE"):
        FOLDER.mkdir(parents=True, exist_ok=True)
        for path in FOLDER.glob("*.json"):
            path.unlink()
        for name, text in found.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == found


@pytest.mark.parametrize("name", sorted(schemas()))
def test_each_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(schemas()[name])


def test_every_command_has_a_schema() -> None:
    names = {command.__name__.replace("_", "-") for command in COMMANDS} | {"construct"}
    kinds = ("show-", "sharpen-")  # of outputs of one command
    described = {name.partition("-")[0] if name.startswith(kinds) else name for name in OUTPUTS}
    assert described - {"error"} == names - WITHOUT_JSON


def validated(name: str, data: Any) -> Any:
    """The data, if they are as the schema says; it must also reject them with a field more."""
    validator = Draft202012Validator(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))
    validator.validate(data)
    row = data[0] if isinstance(data, list) else data
    if name != "construct":
        changed = row | {"no such field": 1}
        assert not validator.is_valid([changed] if isinstance(data, list) else changed)
    return data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a small paper, in which commands run beside a small library."""
    made = tmp_path_factory.mktemp("work")
    (made / "own_toy.py").write_text(TOY.read_text(encoding="utf-8") + MORE, encoding="utf-8")
    (made / "claims.jsonl").write_text('{"goal": "x**2 >= 0"}\n{"goal": "x > 1", "id": "false"}\n{"goal": 1}\n')
    (made / "paper.tex").write_text(r"\begin{document}\begin{lemma}$x$\end{lemma}\end{document}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEMMATA_CACHE", str(made / "cache"))
        patch.setattr(sys, "path", list(sys.path))
        patch.setattr(chapters, "LISTED", ("proofs.theorems.analysis.elementary",))
        patch.chdir(made)
        yield made
    sys.modules.pop("own_toy", None)


@pytest.fixture
def output(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], Any]:
    def go(command: str) -> Any:
        capsys.readouterr()
        status = run([*command.split(), "--json"])
        assert status in (0, 1, 2, 3)
        return json.loads(capsys.readouterr().out)

    return go


EXAMPLES = {  # commands whose output is not empty
    "check": ["check own_toy.py", "check Toy:lemma-1 --with own_toy.py"],
    "claims": ["claims claims.jsonl"],
    "constants": ["constants --with own_toy.py"],
    "construct": ["construct yun --d 1 --n 2 --cells 2", "construct liu proposition-3.3"],
    "error": ["prove x>", "prove log(x)<=x", "show Toy:no --with own_toy.py", "check --no-such-option"],
    "errata": ["errata --with own_toy.py"],
    "export-proofs": ["export-proofs proofs.jsonl --with own_toy.py --force"],
    "audit": ["audit proofs.jsonl"],
    "formalize": ["formalize Toy:lemma-1 --with own_toy.py --output coq"],
    "fuzz": ["fuzz terms --count 3"],
    "graph": ["graph --with own_toy.py"],
    "letter": ["letter Toy --with own_toy.py"],
    "manifest": ["manifest --with own_toy.py"],
    "new": ["new fresh_paper.py", "new from_latex.py --from paper.tex"],
    "plot": ["plot Toy:lemma-1 --with own_toy.py --output picture.png --force"],
    "prove": [
        "prove x**2>=0 --margin --proof --certificate --as-claim c",
        "prove x>1",
        "prove sin(x)**5+cos(y)**7*exp(x*y)<exp(x**2+y**2+1/10) --effort 0.05",
    ],
    "refute": ["refute x>1 --proof --certificate"],
    "sharpen": ["sharpen x**2-x>=c --proof --certificate", "sharpen x**2<=c --effort 1"],
    "sharpen-pair": ["sharpen x<=a*x**2+b --given b>0 --for a --for b"],
    "sharpen-hypothesis": ["sharpen x>=0 --given x>=1 --hypothesis all"],
    "show-rule": ["show exp_ge"],
    "show-statement": ["show Toy:lemma-1 --with own_toy.py"],
    "show-theorem": ["show square_nonneg --with own_toy.py"],
    "site": ["site pages --with own_toy.py"],
    "spot-check": ["spot-check Toy:claim-3 --samples 5 --with own_toy.py"],
    "theorems": ["theorems exp(_) --with own_toy.py", "theorems exp --with own_toy.py"],
}


def test_every_schema_has_an_example() -> None:
    assert EXAMPLES.keys() == OUTPUTS.keys()


@pytest.mark.xdist_group("schemas")
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_output_of_a_command_is_as_its_schema_says(name: str, output: Callable[[str], Any], folder: Path) -> None:
    if name == "audit":
        output("export-proofs proofs.jsonl --with own_toy.py --force")
    for command in EXAMPLES[name]:
        validated(name, output(command))
