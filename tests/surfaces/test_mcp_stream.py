"""MCP on the local socket: JSON lines, one client per connection."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.surfaces.doors import LEGACY, MODERN
from tests.surfaces.small_commands import SmallCommands
from tests.waiting import soon

from tabwire.app import build_hub_state
from tabwire.callers import local_user
from tabwire.dispatch import Dispatcher
from tabwire.places import Places
from tabwire.policy.policy import Policy
from tabwire.settings import Settings
from tabwire.surfaces.dialects.own import TOOLS
from tabwire.surfaces.lines import MAX_LINE_BYTES
from tabwire.surfaces.mcp.server import McpStreams

ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Client:
    """The other end of the stream."""

    def __init__(
        self, small: SmallCommands, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.small = small
        self.reader = reader
        self.writer = writer

    async def raw(self, line: bytes) -> None:
        self.writer.write(line + b"\n")
        await self.writer.drain()

    async def send(self, method: str, number: int | None = 1, **params: Any) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        await self.raw(json.dumps(message if number is None else {**message, "id": number}).encode())

    async def answer(self) -> dict[str, Any]:
        line = await soon(self.reader.readline(), 5)
        parsed: dict[str, Any] = json.loads(line)
        return parsed

    async def ask(self, method: str, **params: Any) -> dict[str, Any]:
        await self.send(method, **params)
        return await self.answer()

    async def shake_hands(self) -> dict[str, Any]:
        hello = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        answer = await self.ask("initialize", **hello)
        await self.send("notifications/initialized", None)
        return answer


@asynccontextmanager
async def connected(folder: Path, tools: str = "") -> AsyncIterator[Client]:
    """Serve one client on a socket pair."""
    places = Places({"TABWIRE_HOME": str(folder)})
    places.prepare()
    small = SmallCommands()
    hub = build_hub_state(places, Settings(), small.registry())
    streams = McpStreams(Dispatcher(hub, Policy(Settings().policy)), TOOLS, "core")
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours)
    serving = asyncio.create_task(streams.serve(reader, writer, local_user("test"), tools))
    client = Client(small, *await asyncio.open_connection(sock=theirs, limit=2 * MAX_LINE_BYTES))
    try:
        yield client
    finally:
        client.writer.close()
        await soon(serving, 5)
        writer.close()
        hub.keys.close()


async def test_a_client_of_the_old_era_shakes_hands_and_calls(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        hello = await client.shake_hands()
        assert hello["result"]["serverInfo"]["name"] == "tabwire"
        assert "untrusted" in hello["result"]["instructions"]
        answer = await client.ask("tools/call", name="browser_echo", arguments={"text": "hi"})
        assert answer["result"]["content"][0]["text"] == "said: hi"
        assert (await client.ask("ping"))["result"] == {}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("browser_echo", {"text": "hi"}),
        ("browser_echo", {"txet": "hi"}),
        ("browser_picture", {}),
        ("browser_choose", {}),
        ("browser_break_", {}),
        ("browser_nothing", {}),
        ("nothing", {}),
    ],
)
async def test_plain_calls_are_answered_like_those_that_say_more(
    tmp_path: Path, name: str, arguments: dict[str, Any]
) -> None:
    async with connected(tmp_path) as client:
        await client.shake_hands()
        plain = await client.ask("tools/call", name=name, arguments=arguments)
        assert plain == await client.ask("tools/call", name=name, arguments=arguments, _meta={"more": 1})


@pytest.mark.parametrize("params", [{}, {"name": 5}, {"name": "browser_echo", "arguments": ["hi"]}])
async def test_a_call_in_the_wrong_form_is_refused(tmp_path: Path, params: dict[str, Any]) -> None:
    async with connected(tmp_path) as client:
        await client.shake_hands()
        assert (await client.ask("tools/call", **params))["error"]["code"] == -32602


async def test_a_call_before_the_handshake_is_refused(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        answer = await client.ask("tools/call", name="browser_echo", arguments={"text": "hi"})
        assert "error" in answer
        assert client.small.calls == 0


async def test_a_client_of_the_new_era_calls_at_once(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        answer = await client.ask("tools/call", name="browser_echo", arguments={"text": "hi"}, _meta=ENVELOPE)
        assert answer["result"]["content"][0]["text"] == "said: hi"
        discovered = await client.ask("server/discover", _meta=ENVELOPE)
        assert discovered["result"]["supportedVersions"] == [MODERN]


@pytest.mark.parametrize(
    ("tools", "expected"),
    [
        ("", {"browser_echo", "browser_picture", "browser_press_bell"}),
        ("echo, browser_wait", {"browser_echo", "browser_wait"}),
    ],
)
async def test_the_greeting_chooses_the_tools(tmp_path: Path, tools: str, expected: set[str]) -> None:
    async with connected(tmp_path, tools) as client:
        await client.shake_hands()
        listing = await client.ask("tools/list")
        assert {tool["name"] for tool in listing["result"]["tools"]} == expected


async def test_the_local_user_sees_everything_when_asked(tmp_path: Path) -> None:
    async with connected(tmp_path, "all") as client:
        await client.shake_hands()
        listing = await client.ask("tools/list")
        assert "browser_run_code" in {tool["name"] for tool in listing["result"]["tools"]}


async def test_a_cancel_notification_stops_the_work(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        await client.shake_hands()
        await client.send("tools/call", 7, name="browser_wait", arguments={})
        await soon(client.small.started.wait(), 5)
        await client.send("notifications/cancelled", None, requestId=7)
        assert await soon(client.small.cancelled.wait(), 1)


async def test_leaving_stops_the_work(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        await client.shake_hands()
        await client.send("tools/call", name="browser_wait", arguments={})
        await soon(client.small.started.wait(), 5)
        client.writer.close()
        assert await soon(client.small.cancelled.wait(), 1)


async def test_progress_comes_before_the_answer_for_who_asked(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        await client.shake_hands()
        await client.send("tools/call", name="browser_wait", arguments={}, _meta={"progressToken": 5})
        report = await client.answer()
        assert report["method"] == "notifications/progress"
        assert report["params"]["progressToken"] == 5
        assert "wait" in report["params"]["message"]


async def test_several_calls_run_at_once(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        await client.shake_hands()
        await client.send("tools/call", 1, name="browser_wait", arguments={})
        await client.send("tools/call", 2, name="browser_echo", arguments={"text": "quick"})
        assert (await client.answer())["id"] == 2


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}', -32700),
        (b"[" * 100_000, -32700),
        (b'{"jsonrpc": "2.0"}', -32600),
        (b"7", -32600),
    ],
)
async def test_a_broken_line_is_answered_and_the_next_one_served(
    tmp_path: Path, line: bytes, code: int
) -> None:
    async with connected(tmp_path) as client:
        await client.shake_hands()
        await client.raw(line)
        broken = await client.answer()
        assert broken["error"]["code"] == code
        assert broken.get("id") is None
        assert "result" in await client.ask("tools/list")


async def test_a_line_without_end_is_dropped_and_the_next_one_served(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        await client.shake_hands()
        await client.raw(b"x" * (MAX_LINE_BYTES + 1))
        assert str(MAX_LINE_BYTES) in (await client.answer())["error"]["message"]
        assert "result" in await client.ask("tools/list")


async def test_a_large_message_passes(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        await client.shake_hands()
        text = "x" * 3_000_000
        answer = await client.ask("tools/call", name="browser_echo", arguments={"text": text})
        assert answer["result"]["content"][0]["text"].endswith(text)
