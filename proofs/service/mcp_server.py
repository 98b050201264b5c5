"""The server of the Model Context Protocol: the tools, and statements and proofs of the library as resources.

It is the only module that needs the package `mcp`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from typing import Any
from urllib.parse import unquote

import anyio
import anyio.from_thread
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from proofs.kernel.store import Json
from proofs.service.dispatcher import Dispatcher
from proofs.service.messages import description
from proofs.service.schemas import outcome_schema, request_schema
from proofs.service.tools import TOOLS
from proofs.workers.pool import Cancellation

LOOPBACK = "127.0.0.1"
SCHEME = "lemmata://"
KINDS = {"statements": "A statement, a theorem or a rule, with its status.", "proofs": "The steps of its proofs."}
INSTRUCTIONS = (
    "Decides inequalities between real numbers, also with sums over n terms, and shows what is known about the papers "
    "of its library. `proved` means that a small kernel has accepted a proof of exactly the printed statement: compare "
    "`statement` with what you meant. `unknown` says nothing about the goal."
)
Context = ServerRequestContext[Any, Any]


def server(dispatcher: Dispatcher, jobs: int) -> Server[Any]:
    """Return the server; at most `jobs` calls run at once, and the others wait."""
    limiter = anyio.CapacityLimiter(jobs)

    async def dispatch(context: Context, name: str, arguments: Json) -> Json:
        """Run a call in a thread that waits for its worker; if the request is cancelled, the worker is killed."""
        cancellation, reports = Cancellation(), 0

        def report(progress: Any) -> None:
            nonlocal reports
            reports += 1
            with suppress(RuntimeError):  # the request has ended
                anyio.from_thread.run(context.session.report_progress, reports, None, progress_text(progress))

        call = partial(dispatcher.dispatch, name, arguments, report, cancellation)
        return await _in_thread(call, cancellation, limiter)

    async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools())

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in TOOLS:
            raise MCPError(types.INVALID_PARAMS, f"no tool is called {params.name!r}; there are {', '.join(TOOLS)}")
        outcome = await dispatch(context, params.name, params.arguments or {})
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=json.dumps(outcome, ensure_ascii=False))],
            structured_content=outcome,
            is_error=outcome["outcome"] in ("invalid", "failed"),
        )

    async def list_resources(
        context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        cancellation = Cancellation()
        found = await _in_thread(partial(dispatcher.statement_ids, cancellation), cancellation, limiter)
        resources = [
            types.Resource(uri=f"{SCHEME}statements/{id}", name=id, description=says, mime_type="application/json")
            for id, says in found.items()
        ]
        return types.ListResourcesResult(resources=resources)

    async def list_templates(
        context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        templates = [
            types.ResourceTemplate(
                uri_template=f"{SCHEME}{kind}/{{id}}", name=kind, description=says, mime_type="application/json"
            )
            for kind, says in KINDS.items()
        ]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def read_resource(context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        kind, _, id = unquote(params.uri.removeprefix(SCHEME)).partition("/")
        if not params.uri.startswith(SCHEME) or kind not in KINDS:
            raise MCPError(types.INVALID_PARAMS, f"no resource has the URI {params.uri!r}: it is {SCHEME}statements/ID")
        outcome = await dispatch(context, "show", {"id": id})
        if outcome["outcome"] != "shown":
            raise MCPError(types.INVALID_PARAMS, outcome["message"])
        shown = next(outcome[name] for name in ("statement", "theorem", "rule") if outcome[name] is not None)
        if kind == "proofs":
            shown = shown.get("proofs") or {id: shown.get("proof", [])}
        text = json.dumps(shown, ensure_ascii=False)
        contents = types.TextResourceContents(uri=params.uri, mime_type="application/json", text=text)
        return types.ReadResourceResult(contents=[contents])

    return Server(
        "lemmata",
        version=version("lemmata"),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def tools() -> list[types.Tool]:
    """Return the descriptions of the tools, with the JSON schemas of their arguments and outcomes."""
    return [
        types.Tool(
            name=name,
            description=description(tool.request),
            input_schema=request_schema(tool.request),
            output_schema=outcome_schema(tool.request),
            annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )
        for name, tool in TOOLS.items()
    ]


async def _in_thread(call: Callable[[], Any], cancellation: Cancellation, limiter: anyio.CapacityLimiter) -> Any:
    try:
        return await anyio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=limiter)
    except anyio.get_cancelled_exc_class():
        cancellation.cancel()
        raise


def progress_text(progress: Any) -> str:
    """Return the progress of a search or of a check in words.

    >>> progress_text({"what": "replaying", "done": 3, "of": 7})
    'replaying: 3 of 7'
    """
    if "done" in progress:
        return f"{progress['what']}: {progress['done']} of {progress['of']}"
    stuck = f"; looking at {progress['stuck']}" if progress.get("stuck") else ""
    return f"tried {', '.join(progress['tried']) or 'no method'} so far{stuck}"


def serve_stdio(dispatcher: Dispatcher, jobs: int) -> None:
    """Serve one client over standard input and output, until the input ends."""

    async def run() -> None:
        made = server(dispatcher, jobs)
        async with stdio_server() as (source, sink):
            await made.run(source, sink, made.create_initialization_options())

    anyio.run(run)


def serve_http(dispatcher: Dispatcher, jobs: int, port: int) -> None:
    """Serve clients of this machine over streamable HTTP at ``http://127.0.0.1:PORT/mcp``, until interrupted."""
    import uvicorn

    app = server(dispatcher, jobs).streamable_http_app(host=LOOPBACK)
    uvicorn.run(app, host=LOOPBACK, port=port, log_level="warning")
