"""MCP: commands as tools, on the local socket and on `/mcp`, for stateful and stateless protocol versions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import anyio
import mcp_types as types
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http import REQUEST_CANCELLED
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError
from starlette.types import Message, Receive, Scope, Send

from tabwire import __version__
from tabwire.callers import Caller
from tabwire.dispatch import Dispatcher, Progress, no_progress
from tabwire.errors import TabwireError, UnknownCommand
from tabwire.registry import Command
from tabwire.results.result import Result
from tabwire.surfaces.dialects.dialect import Tools
from tabwire.surfaces.http.addresses import Addresses
from tabwire.surfaces.http.exchanges import ClientGone, run_unless_gone
from tabwire.surfaces.http.guard import CALLER
from tabwire.surfaces.lines import MAX_LINE_BYTES, Line, LineTooLong, lines
from tabwire.surfaces.mcp.tool_list import commands_to_list, tool_of, unquoted
from tabwire.surfaces.rendering import failure_text, images_of, text_of

TOOLS_TTL_MS: Final = 60_000
SESSION_HEADER: Final = b"mcp-session-id"

Context: TypeAlias = ServerRequestContext[Any, Any]  # the SDK leaves lifespan and request types open
Release: TypeAlias = Callable[[Caller], Awaitable[None]]


@dataclass(frozen=True)
class Sender:
    """Who sent a request, and which tools to list: `core`, `all` or names."""

    caller: Caller
    tools: str = "core"


def build_server(dispatcher: Dispatcher, names: Tools, sender_of: Callable[[Context], Sender]) -> Server[Any]:
    """Build the MCP server; `sender_of` returns who sent a request."""
    handlers = _Handlers(dispatcher, names, sender_of)
    server: Server[Any] = Server(
        names.server,
        version=__version__,
        instructions=names.instructions,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_resource_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        # No parameter is sent in a header, so there is no schema to check headers against.
        get_tool_input_schema=lambda name: None,
    )
    server.middleware[:] = [handlers.call_tool_directly]  # without the tracing of the SDK
    return server


class _Handlers:
    """The MCP methods, translated into calls of the dispatcher."""

    def __init__(self, dispatcher: Dispatcher, names: Tools, sender_of: Callable[[Context], Sender]) -> None:
        self._dispatcher = dispatcher
        self._names = names
        self._sender_of = sender_of
        self._tools: dict[str, types.Tool] = {}

    async def list_tools(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        sender = self._sender_of(ctx)
        commands = commands_to_list(self._dispatcher.visible(sender.caller), sender.tools, self._names)
        return types.ListToolsResult(
            tools=[self._tool(command) for command in commands],
            ttl_ms=TOOLS_TTL_MS,
            cache_scope="private",
        )

    async def call_tool_directly(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Answer plain tool calls without the SDK's models, which saves a tenth of a short call."""
        params = ctx.params or {}
        name, arguments = params.get("name"), params.get("arguments", {})
        if (
            ctx.method == "tools/call"
            and ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS
            and ctx.session.client_params is not None
            and params.keys() <= {"name", "arguments"}
            and isinstance(name, str)
            and self._names.command_for(name) is not None
            and isinstance(arguments, dict)
        ):
            return await self._call(ctx, name, arguments)
        return await call_next(ctx)

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        return types.CallToolResult.model_validate(
            await self._call(ctx, params.name, params.arguments or {}), by_name=False
        )

    async def _call(self, ctx: Context, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        command = self._names.command_for(name)
        if command is None:
            raise _unknown_tool(name)
        caller = self._sender_of(ctx).caller
        try:
            given = unquoted(self._dispatcher.registry.get(command), arguments)
            call = self._dispatcher.call(caller, command, given, _progress(ctx))
            result = await (call if ctx.request is None else run_unless_gone(_gone(ctx), call))
            return {"content": _content(result), "isError": False}
        except ClientGone as error:
            raise MCPError(REQUEST_CANCELLED, "The client closed the connection.") from error
        except UnknownCommand as error:
            raise _unknown_tool(name) from error
        except TabwireError as error:
            return {"content": [_text(failure_text(error))], "isError": True}

    async def list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[])

    async def list_resource_templates(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=[])

    async def read_resource(
        self, ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        raise MCPError(types.INVALID_PARAMS, f"Resource not found: {params.uri}", {"uri": str(params.uri)})

    async def list_prompts(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[])

    def _tool(self, command: Command) -> types.Tool:
        if command.name not in self._tools:
            self._tools[command.name] = tool_of(command, self._names)
        return self._tools[command.name]


def _unknown_tool(name: str) -> MCPError:
    """Return the same error for a missing tool and for one this caller may not see."""
    return MCPError(types.INVALID_PARAMS, f"Unknown tool: {name[:128]}")


def _content(result: Result) -> list[dict[str, str]]:
    images = [
        {"type": "image", "data": image.base64, "mimeType": image.media_type} for image in images_of(result)
    ]
    return [_text(text_of(result)), *images]


def _text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


def _progress(ctx: Context) -> Progress:
    """Report progress to clients that asked for it."""
    if not ctx.meta or "progress_token" not in ctx.meta:
        return no_progress
    return ctx.session.report_progress


_GONE: Final = "tabwire.gone"  # key in an ASGI scope: an event that is set when the client has left


async def _gone(ctx: Context) -> None:
    event: asyncio.Event = ctx.request.scope[_GONE] if ctx.request is not None else asyncio.Event()
    await event.wait()


class McpStreams:
    """MCP for clients on the local socket. `tools` is the default tool list."""

    def __init__(self, dispatcher: Dispatcher, names: Tools, tools: str) -> None:
        self._dispatcher = dispatcher
        self._names = names
        self._tools = tools

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, caller: Caller, tools: str = ""
    ) -> None:
        """Serve one client on a stream of JSON lines until it leaves, then end its calls."""
        sender = Sender(caller, tools or self._tools)
        server = build_server(self._dispatcher, self._names, lambda ctx: sender)
        outbox = _Outbox(writer)
        await server.run(_Inbox(reader, outbox), outbox, server.create_initialization_options())


class _Inbox(ObjectReceiveStream[SessionMessage]):
    """Messages from a client, one per line; invalid lines are answered with an error."""

    def __init__(self, reader: asyncio.StreamReader, outbox: _Outbox) -> None:
        self._lines = lines(reader)
        self._outbox = outbox

    async def receive(self) -> SessionMessage:
        with suppress(ConnectionError):
            async for line in self._lines:
                if not isinstance(line, LineTooLong) and line.isspace():
                    continue
                message = SessionMessage(_parse(line))
                if not isinstance(message.message, types.JSONRPCError):
                    return message
                await self._outbox.send(message)
        raise anyio.EndOfStream

    async def aclose(self) -> None:
        await self._lines.aclose()


class _Outbox(ObjectSendStream[SessionMessage]):
    """Messages to a client, one per line; dropped if it has left."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    async def send(self, item: SessionMessage) -> None:
        line = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        with suppress(ConnectionError):
            self._writer.write(line.encode() + b"\n")
            await self._writer.drain()

    async def aclose(self) -> None:
        """Do nothing: the owner closes the connection."""


def _parse(line: Line) -> types.JSONRPCMessage:
    """Return the message in a line, or the error to answer with."""
    if isinstance(line, LineTooLong):
        return _broken(types.INVALID_REQUEST, f"A message may have at most {MAX_LINE_BYTES} bytes.")
    try:
        return types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["type"] == "json_invalid":
            return _broken(types.PARSE_ERROR, f"Parse error: {first['msg']}")
        return _broken(types.INVALID_REQUEST, "This is not a JSON-RPC message.")


def _broken(code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=None, error=types.ErrorData(code=code, message=message))


class McpOverHttp:
    """MCP on `/mcp`: an ASGI application behind the guard."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        names: Tools,
        tools: str,
        addresses: Addresses,
        max_body_bytes: int,
        release: Release,
    ) -> None:
        self._tools = tools
        self._release = release
        self.server = build_server(dispatcher, names, self._sender_of)
        self._manager = StreamableHTTPSessionManager(
            self.server,
            security_settings=TransportSecuritySettings(
                allowed_hosts=sorted(addresses.hosts), allowed_origins=sorted(addresses.origins)
            ),
            max_request_body_size=max_body_bytes,
        )

    def running(self) -> AbstractAsyncContextManager[None]:
        """Keep MCP sessions while the context is open."""
        return self._manager.run()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request; notice when its client disconnects or ends its session."""
        caller: Caller = scope[CALLER]
        gone = scope[_GONE] = asyncio.Event()
        scope["user"] = _credential(caller)
        session = dict(scope["headers"]).get(SESSION_HEADER, b"").decode("latin-1")
        status = 0

        async def watched_receive() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                gone.set()
            return message

        async def watched_send(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._manager.handle_request(scope, watched_receive, watched_send)
        finally:
            gone.set()
        if scope["method"] == "DELETE" and session and status < HTTPStatus.BAD_REQUEST:
            await self._release(caller.in_session(session))

    def _sender_of(self, ctx: Context) -> Sender:
        """Return who sent a request: the key's caller, in its MCP session if there is one."""
        request = ctx.request
        assert request is not None, "the HTTP transport passes every request on"
        caller: Caller = replace(request.scope[CALLER], client=_client_name(ctx))
        session = request.headers.get("mcp-session-id")
        if session and ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            caller = caller.in_session(session)
        return Sender(caller, request.query_params.get("tools") or self._tools)


def _client_name(ctx: Context) -> str:
    known = ctx.session.client_params
    return known.client_info.name if known and known.client_info else ""


def _credential(caller: Caller) -> AuthenticatedUser:
    """Identify the key to the SDK, which binds each MCP session to the key that opened it."""
    return AuthenticatedUser(AccessToken(token="", client_id=caller.session, scopes=[]))
