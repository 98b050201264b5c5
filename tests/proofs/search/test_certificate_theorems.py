"""The cached proofs of the library's theorems: the cache changes no answer, no effort and no theorem."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kept import entry, rewrite

from proofs.search import certificate_theorems, decide
from proofs.workers import pool

ENTRY = certificate_theorems.__name__


def statements(folder: Path) -> str:
    """The theorems for questions about sequences, as a process of its own with this cache knows them."""
    told = f"from {ENTRY} import theory; print([(n, str(f.concl)) for n, f in theory(True, True).facts.items()])"
    command = [sys.executable, "-c", told]
    env = {**os.environ, "LEMMATA_CACHE": str(folder)}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout


def test_a_cached_proof_that_the_kernel_rejects_is_found_again(tmp_path: Path) -> None:
    first = statements(tmp_path)
    sound = entry(tmp_path, ENTRY).read_bytes()

    def shorten(body: Any) -> None:
        for stored in body["theorems"]:
            if stored["name"].startswith("sums."):
                stored["steps"].pop()

    rewrite(entry(tmp_path, ENTRY), shorten)
    assert entry(tmp_path, ENTRY).read_bytes() != sound
    assert statements(tmp_path) == first
    assert entry(tmp_path, ENTRY).read_bytes() == sound


def test_answers_and_effort_do_not_depend_on_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path))
    answers = []
    for _ in range(2):
        pool.stop()
        answers.append(decide("sum(x[i], (i, 1, n))**2 <= n*sum(x[i]**2, (i, 1, n))", ["integer n", "n >= 1"]))
    assert answers[0].certificate == answers[1].certificate and answers[0].effort == answers[1].effort
    pool.stop()
