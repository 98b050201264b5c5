"""The transcripts in `docs/how_to/assistants.md`: what the SDK's client sends and receives."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from validation import validated

from proofs.service.dispatcher import Dispatcher
from proofs.service.mcp_server import server

pytestmark = pytest.mark.xdist_group("service")
PAGE = Path(__file__).parents[3] / "docs" / "how_to" / "assistants.md"
TRANSCRIPTS: dict[str, tuple[str, dict[str, Any]]] = {
    "verified": (
        "proved",
        {"goal": "sum(x[i], (i, 1, n))**2 <= n*sum(x[i]**2, (i, 1, n))", "hypotheses": ["integer n"]},
    ),
    "refuted": ("refuted", {"goal": "log(exp(x) + exp(y)) <= max(x, y) + 2/3"}),
    "assumption": ("undefined", {"goal": "log(x) <= x - 1"}),
}


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_is_what_a_client_sees(name: str, workspace: Path) -> None:
    wanted, arguments = TRANSCRIPTS[name]

    async def main() -> Any:
        async with Client(server(Dispatcher(workspace), jobs=1)) as client:
            return (await client.call_tool("decide", arguments)).structured_content

    found = validated("decide", anyio.run(main))
    assert found["outcome"] == wanted
    request = {"method": "tools/call", "params": {"name": "decide", "arguments": arguments}}
    shown = "".join(json.dumps(x, ensure_ascii=False, indent=1) + "\n" for x in (request, found))
    page = PAGE.read_text(encoding="utf-8")
    block = re.compile(rf"(?<=^```json {name}\.json\n).+?(?=^```$)", re.MULTILINE | re.DOTALL)
    if os.environ.get("REGENERATE"):
        page = block.sub(lambda _: shown, page, count=1)
        PAGE.write_text(page, encoding="utf-8")
    assert block.findall(page) == [shown]


def test_the_missing_assumption_suffices(workspace: Path) -> None:
    question = TRANSCRIPTS["assumption"][1] | {"hypotheses": ["x > 0"]}
    assert Dispatcher(workspace).dispatch("decide", question)["outcome"] == "proved"
