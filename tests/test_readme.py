"""The README's examples run, and what it quotes from the papers' modules stands there."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_examples_run() -> None:
    session = "\n".join(block for block in PYTHON if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    failures, tried = doctest.DocTestRunner(verbose=False).run(test)
    assert tried > 10
    assert failures == 0


def test_quotations_are_true() -> None:
    papers = [file.read_text(encoding="utf-8") for file in (ROOT / "proofs" / "papers").rglob("*.py")]
    quoted = [block for block in PYTHON if ">>>" not in block]
    assert quoted
    for block in quoted:
        for part in block.strip().split("\n\n\n"):
            assert any(part in paper for paper in papers), part


def test_commands_exist() -> None:
    from proofs.cli import app

    named = {c.name or c.callback.__name__ for c in app.registered_commands if c.callback}
    used = set(re.findall(r"lemmata ([a-z]+(?:-[a-z]+)*)", " ".join(re.findall(r"`[^`]+`|^\$.*$", README, re.M))))
    assert used <= named, used - named
