"""The package: its metadata, and the wheel, which is built and installed into an empty environment, without network."""

import os
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
UV = os.environ.get("UV") or shutil.which("uv")
NOT_CACHED = re.compile("offline|network|not found in the cache", re.IGNORECASE)  # said by uv without the network


def test_files_agree_about_version_and_licence() -> None:
    version = PROJECT["project"]["version"]
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {version}\n" in cited
    assert "license: MIT\n" in cited
    assert f"## {version}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    assert PROJECT["project"]["license"].startswith("MIT")
    assert all((ROOT / name).exists() for name in PROJECT["project"]["license-files"])


def test_commands_do_not_install_the_tools_of_developers() -> None:
    groups = [PROJECT["dependency-groups"][name] for name in PROJECT["tool"]["uv"]["default-groups"]]
    names = {re.split("[>=<]", line)[0] for group in groups for line in group}
    of_commands = {"pygraphviz", "pylatexenc"}
    assert names == of_commands | {"pytest", "pytest-xdist", "hypothesis"}  # what pytest needs to install the others


def run(*command: str | Path, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command outside of this environment, without the network."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("VIRTUAL_ENV", "PYTHON", "UV_PROJECT"))}
    own = {"UV_OFFLINE": "1", "LEMMATA_CACHE": str(cwd / "cache"), **more}
    return subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, env=clean | own)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if UV is None:
        pytest.skip("no uv")
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for package in ("lemmata", "symbolic", "numeric", "proofs"):
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    made = run(UV, "build", "--wheel", "--out-dir", folder, cwd=source)
    if made.returncode and NOT_CACHED.search(made.stderr):
        pytest.skip("the build backend is not in uv's cache")
    assert made.returncode == 0, made.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.mark.slow  # building and copying take some seconds
@pytest.mark.xdist_group("wheel")
def test_the_wheel_has_what_it_needs(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"lemmata", "symbolic", "numeric", "proofs"}
    assert any(name.endswith("licenses/LICENSE") for name in names)
    sources = {p.relative_to(ROOT).as_posix() for p in (ROOT / "proofs").rglob("*") if p.suffix not in (".pyc", "")}
    lost = {name for name in sources - set(names) if not name.endswith((".md", ".vo", ".glob", ".vok", ".vos", ".aux"))}
    assert not lost


@pytest.mark.slow  # an environment is made, and SymPy compiled
@pytest.mark.xdist_group("wheel")
def test_it_is_installed_and_works_elsewhere(wheel: Path, tmp_path: Path) -> None:
    assert UV is not None
    env, python = tmp_path / "env", tmp_path / "env" / "bin" / "python"
    if not (ROOT / "uv.lock").exists():
        pytest.skip("uv has not resolved the dependencies yet")
    # the environment holds the dependencies of the package, and nothing else
    bare = ("--frozen", "--no-default-groups", "--no-install-project")
    made = run(UV, "sync", "--quiet", *bare, cwd=ROOT, UV_PROJECT_ENVIRONMENT=str(env), LEMMATA_CACHE="")
    if made.returncode and NOT_CACHED.search(made.stderr):
        pytest.skip("the dependencies are not in uv's cache")
    assert made.returncode == 0, made.stderr
    made = run(UV, "pip", "install", "--quiet", "--no-deps", "--python", python, wheel, cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    lemmata = tmp_path / "env" / "bin" / "lemmata"
    asked = "import lemmata; print(lemmata.__file__); print(lemmata.decide('x**2 + 1 >= 2*x').answer)"
    made = run(python, "-c", asked, cwd=tmp_path)
    file, answer = made.stdout.split()
    assert (Path(file).is_relative_to(tmp_path), answer) == (True, "proved"), made.stderr
    made = run(lemmata, "new", "my_paper", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "from lemmata import" in (tmp_path / "my_paper.py").read_text(encoding="utf-8")
    made = run(lemmata, "prove", "2 <= x + 1/x", "--given", "x > 0", cwd=tmp_path)
    assert made.stdout.startswith("proved: "), made.stderr
