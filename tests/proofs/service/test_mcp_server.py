"""The MCP server, driven by the client of the official SDK: in memory, over standard streams, and over HTTP."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters
from validation import SCHEMAS, validated

from proofs.service.dispatcher import Dispatcher
from proofs.service.mcp_server import server
from proofs.service.tools import TOOLS
from proofs.workers import pool

pytestmark = pytest.mark.xdist_group("service")
T = TypeVar("T")
HARD = {"goal": "sin(x)**5 + cos(y)**7*exp(x*y) < exp(x**2 + y**2 + 1/10)", "effort": 10**5}
CALLS: dict[str, dict[str, Any]] = {
    "decide": {"goal": "a/b + b/a >= 2", "hypotheses": ["a > 0", "b > 0"]},
    "sharpen": {"goal": "x**2 + c >= x", "constant": "c"},
    "margin": {"goal": "x**2 + 1 >= 0"},
    "explain": {"goal": "x**2 + y**2 >= 2*x*y"},
    "check_paper": {"file": "toy.py"},
    "show": {"id": "Toy:lemma-1", "papers": ["toy.py"]},
    "search_theorems": {"query": "exp", "papers": ["toy.py"]},
    "errata": {"papers": ["toy.py"]},
    "depends_on": {"id": "Toy:lemma-2", "papers": ["toy.py"]},
    "what_falls_if": {"id": "Toy:lemma-1", "papers": ["toy.py"]},
}
ARGUMENTS = ["-m", "proofs", "mcp", "--allow-papers", "--jobs", "2"]


def driven(to: Any, use: Callable[[Client], Awaitable[T]], mode: str = "auto") -> T:
    """The result of `use` with a connected client."""

    async def main() -> T:
        async with Client(to, mode=mode) as client:
            return await use(client)

    return anyio.run(main)


def in_memory(workspace: Path) -> Any:
    return server(Dispatcher(workspace, allow_papers=True), jobs=3)


async def outcome(client: Client, tool: str, arguments: dict[str, Any], **options: Any) -> Any:
    """The outcome of a call, as its schema says; its text is the same."""
    result = await client.call_tool(tool, arguments, **options)
    assert json.loads(result.content[0].text) == result.structured_content
    assert result.is_error == (result.structured_content["outcome"] in ("invalid", "failed"))
    return validated(tool, result.structured_content)


def test_a_client_drives_every_tool_over_standard_input_and_output(workspace: Path) -> None:
    async def use(client: Client) -> list[str]:
        described = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert described.keys() == CALLS.keys() == TOOLS.keys()
        for name, tool in described.items():
            assert tool.input_schema == json.loads((SCHEMAS / f"{name}.request.json").read_text())
            assert tool.output_schema == json.loads((SCHEMAS / f"{name}.outcome.json").read_text())
        return [(await outcome(client, name, arguments))["outcome"] for name, arguments in CALLS.items()]

    to = StdioServerParameters(command=sys.executable, args=ARGUMENTS, cwd=workspace, env=dict(os.environ))
    assert driven(to, use) == ["proved", "sharp", "margin", "explained", "checked", "shown", "theorems", "errata",
                               "foundations", "dependents"]  # fmt: skip


@contextmanager
def over_http(workspace: Path) -> Iterator[int]:
    """Run a server over HTTP, and yield its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with subprocess.Popen([sys.executable, *ARGUMENTS, "--http", str(port)], cwd=workspace) as process:
        try:
            for _ in range(600):
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield port
        finally:
            process.send_signal(signal.SIGTERM)


def test_a_client_drives_it_over_http_on_the_loopback_interface(workspace: Path) -> None:
    async def use(client: Client) -> Any:
        return (await outcome(client, "decide", CALLS["decide"]))["statement"]

    with over_http(workspace) as port:
        url = f"http://127.0.0.1:{port}/mcp"
        assert driven(url, use) == "for reals a, b: 0 < a, 0 < b ⊢ 2 ≤ a/b + b/a"
        forged = urllib.request.Request(url, b"{}", {"Host": "example.com", "Content-Type": "application/json"})
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(forged)
        assert error.value.code == 421
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.2", port), timeout=5)  # it listens at one address only


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_call_reports_progress_and_can_be_cancelled(mode: str, workspace: Path) -> None:
    async def use(client: Client) -> list[tuple[float, str | None]]:
        reports = []
        with anyio.CancelScope() as scope:

            async def report(progress: float, total: float | None, message: str | None) -> None:
                reports.append((progress, message))
                if len(reports) == 2:
                    scope.cancel()

            await client.call_tool("decide", HARD, progress_callback=report)
        assert scope.cancelled_caught
        with anyio.fail_after(60):
            while pool._busy:
                await anyio.sleep(0.01)
        assert (await outcome(client, "decide", CALLS["decide"]))["outcome"] == "proved"
        return reports

    reports = driven(in_memory(workspace), use, mode)
    assert [progress for progress, _ in reports] == [1, 2]
    assert all(message and message.startswith("tried ") for _, message in reports)


def test_sixty_calls_side_by_side_while_a_worker_is_killed(workspace: Path) -> None:
    """Each call has its own answer; there are two workers for each of the three calls that run at once."""

    async def use(client: Client) -> list[Any]:
        answers: list[Any] = [None] * 60

        async def call(k: int) -> None:
            goal = f"x + {k} {'>=' if k % 3 else '<'} {k}"
            answers[k] = await outcome(client, "decide", {"goal": goal, "hypotheses": ["x >= 0"]})
            if k == 20:
                for worker in list(pool._busy)[:1]:
                    os.kill(worker.process.pid, signal.SIGKILL)

        async with anyio.create_task_group() as group:
            for k in range(60):
                group.start_soon(call, k)
        return answers

    pool.stop()
    answers = driven(in_memory(workspace), use)
    assert [a["outcome"] for a in answers] == ["proved" if k % 3 else "refuted" for k in range(60)]
    assert all(f"{k} ≤ x + {k}" in a["statement"] for k, a in enumerate(answers) if k % 3)
    assert len(pool._idle) <= 6 and threading.active_count() < 20


def test_hostile_requests_are_errors_and_the_server_goes_on(workspace: Path) -> None:
    async def use(client: Client) -> None:
        for name in ("", "no_such_tool", "decide\n"):
            with pytest.raises(MCPError, match="no tool is called"):
                await client.call_tool(name, {})
        for arguments in ({}, {"goal": 3}, {"goal": "(" * 5000}, {"goal": "x > 0", "more": 1}, {"goal": "x >"}):
            assert (await outcome(client, "decide", arguments))["outcome"] == "invalid"
        for uri in ("file:///etc/passwd", "lemmata://", "lemmata://papers/KS", "lemmata://statements/%00"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        assert (await outcome(client, "check_paper", {"file": "../outside.py"}))["outcome"] == "invalid"
        assert (await outcome(client, "decide", CALLS["decide"]))["outcome"] == "proved"

    driven(in_memory(workspace), use, "legacy")


def test_malformed_messages_do_not_end_the_server(workspace: Path) -> None:
    deep = '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ' + "[" * 10_000 + "]" * 10_000 + "}"
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    lines = [
        "nonsense", "", "[]", deep, '{"jsonrpc": "2.0", "id": 2}', "\ud800".encode("utf-8", "surrogatepass"),
        json.dumps({"jsonrpc": "2.0", "id": 3, "method": "initialize", "params": start}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json.dumps({"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "decide", "arguments": 5}}),
        json.dumps({"jsonrpc": "2.0", "id": 5, "method": "tools/list"}),
    ]  # fmt: skip
    data = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines) + b"\n"
    pipe = subprocess.PIPE
    command = [sys.executable, *ARGUMENTS]
    with subprocess.Popen(command, cwd=workspace, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(data)
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            if answer.get("id") == 5:
                break
        process.stdin.close()
        assert process.wait(60) == 0
    assert len(answer["result"]["tools"]) == len(TOOLS)


def test_statements_and_proofs_are_resources(workspace: Path) -> None:
    async def use(client: Client) -> None:
        assert (await client.list_resources()).resources == []  # the small library has no paper
        templates = (await client.list_resource_templates()).resource_templates
        assert [t.uri_template for t in templates] == ["lemmata://statements/{id}", "lemmata://proofs/{id}"]
        found = [
            json.loads((await client.read_resource(f"lemmata://{kind}/elementary.square_nonneg")).contents[0].text)  # type: ignore[union-attr]
            for kind in ("statements", "proofs")
        ]
        assert found[0]["shows"] == "0 ≤ x^2" and found[1] == {"elementary.square_nonneg": found[0]["proof"]}
        with pytest.raises(MCPError, match="no theorem or rule is called"):
            await client.read_resource("lemmata://statements/nothing")

    driven(in_memory(workspace), use)
