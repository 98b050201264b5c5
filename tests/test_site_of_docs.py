"""The documentation as a site: it is built without warnings where the generator is installed, and has every page."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONFIGURATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
PAGES = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}


def test_every_page_is_in_the_navigation_once() -> None:
    listed = re.findall(r"([\w/]+\.md)$", CONFIGURATION.partition("\nnav:")[2], re.MULTILINE)
    assert sorted(listed) == sorted(PAGES)


def test_it_needs_no_network_to_be_read() -> None:
    assert "font: false" in CONFIGURATION
    assert re.search(r"^plugins: \[search, offline\]$", CONFIGURATION, re.MULTILINE)
    assert "http" not in CONFIGURATION
    assert not any("```mermaid" in (ROOT / "docs" / page).read_text("utf-8") for page in PAGES)  # rendered by a script


@pytest.mark.slow  # the generator takes some seconds to render the pages
@pytest.mark.skipif(importlib.util.find_spec("material") is None, reason="the group docs is not installed")
def test_it_is_built_without_warnings(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    made = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    )
    assert (made.returncode, made.stdout + made.stderr) == (0, "")
    start = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "how_to/inequality.html" in start
    assert (tmp_path / "site" / "search" / "search_index.js").exists()
