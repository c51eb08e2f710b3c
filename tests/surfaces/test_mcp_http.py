"""MCP over Streamable HTTP, both protocol eras, through a real socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.surfaces.doors import LEGACY, MODERN, Doors, open_doors
from tests.waiting import soon

ACCEPT = {"accept": "application/json, text/event-stream"}


@pytest.fixture
async def doors(tmp_path: Path):
    async with open_doors(tmp_path) as running:
        yield running


def messages(answer: httpx2.Response) -> list[dict[str, Any]]:
    """Return the JSON-RPC messages of an answer, plain or streamed."""
    if answer.headers["content-type"].startswith("application/json"):
        return [answer.json()]
    lines = (
        line.removeprefix("data:").strip() for line in answer.text.splitlines() if line.startswith("data:")
    )
    return [json.loads(line) for line in lines if line]


class Modern:
    """A client of 2026-07-28: no handshake, no session."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self.http = http

    def request(self, method: str, query: str = "", /, **params: Any) -> httpx2.Request:
        meta = {
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
            **params.pop("_meta", {}),
        }
        headers = {**ACCEPT, "mcp-protocol-version": MODERN, "mcp-method": method}
        if "name" in params:
            headers["mcp-name"] = params["name"]
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
        return self.http.build_request("POST", f"/mcp{query}", json=body, headers=headers)

    async def send(self, method: str, query: str = "", /, **params: Any) -> list[dict[str, Any]]:
        return messages(await self.http.send(self.request(method, query, **params)))


class Legacy:
    """A client of 2025-11-25: handshake and session."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self.http = http
        self.headers = {**ACCEPT, "mcp-protocol-version": LEGACY}

    async def open(self) -> None:
        hello = {
            "protocolVersion": LEGACY,
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }
        answer = await self.post({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})
        self.headers["mcp-session-id"] = answer.headers["mcp-session-id"]
        await self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    async def post(self, message: dict[str, Any]) -> httpx2.Response:
        return await self.http.post("/mcp", json=message, headers=self.headers)

    async def send(self, method: str, /, **params: Any) -> list[dict[str, Any]]:
        return messages(await self.post({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))


@asynccontextmanager
async def client(era: str, doors: Doors, key: str | None = None) -> AsyncIterator[Any]:
    async with doors.client(key) as http:
        speaker: Modern | Legacy = Modern(http) if era == MODERN else Legacy(http)
        if isinstance(speaker, Legacy):
            await speaker.open()
        yield speaker


both_eras = pytest.mark.parametrize("era", [MODERN, LEGACY])


def names(listing: list[dict[str, Any]]) -> set[str]:
    return {tool["name"] for tool in listing[-1]["result"]["tools"]}


@both_eras
async def test_the_default_list_is_the_core_and_is_private_to_the_key(doors: Doors, era: str) -> None:
    async with client(era, doors) as speaker:
        listing = await speaker.send("tools/list")
    assert names(listing) == {"browser_echo", "browser_picture", "browser_press_bell", "browser_status"}
    if era == MODERN:
        assert listing[-1]["result"]["cacheScope"] == "private"


async def test_all_tools_can_be_asked_for_in_the_address(doors: Doors) -> None:
    async with client(MODERN, doors) as speaker:
        assert "browser_wait" in names(await speaker.send("tools/list", "?tools=all"))
        assert names(await speaker.send("tools/list", "?tools=wait,browser_echo")) == {
            "browser_wait", "browser_echo",
        }  # fmt: skip


async def test_a_tool_says_only_what_differs_from_the_defaults(doors: Doors) -> None:
    async with client(MODERN, doors) as speaker:
        tools = {tool["name"]: tool for tool in (await speaker.send("tools/list"))[-1]["result"]["tools"]}
    assert tools["browser_echo"] == {
        "name": "browser_echo",
        "description": "Say a text. Nothing else happens.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "text": {"type": "string", "description": "What to say."},
                "times": {"type": "integer", "default": 1, "minimum": 1, "maximum": 3},
            },
            "required": ["text"],
        },
        "annotations": {"readOnlyHint": True},
    }


@both_eras
async def test_a_call_answers_with_text(doors: Doors, era: str) -> None:
    async with client(era, doors) as speaker:
        (answer,) = await speaker.send("tools/call", name="browser_echo", arguments={"text": "hello"})
    assert answer["result"]["content"] == [{"type": "text", "text": "said: hello"}]
    assert not answer["result"].get("isError")


@both_eras
async def test_a_tool_outside_the_list_can_be_called_by_who_may_see_it(doors: Doors, era: str) -> None:
    async with client(era, doors) as speaker:
        (answer,) = await speaker.send("tools/call", name="browser_choose", arguments={"target": "Save"})
    assert answer["result"]["isError"]


@both_eras
async def test_a_picture_is_an_image(doors: Doors, era: str) -> None:
    async with client(era, doors) as speaker:
        (answer,) = await speaker.send("tools/call", name="browser_picture", arguments={})
    text, image = answer["result"]["content"]
    assert text["text"] == "title: one pixel"
    assert (image["type"], image["mimeType"]) == ("image", "image/png")


@both_eras
async def test_an_expected_failure_is_told_to_the_model_with_candidates(doors: Doors, era: str) -> None:
    async with client(era, doors) as speaker:
        (answer,) = await speaker.send("tools/call", name="browser_choose", arguments={"target": "Save"})
    assert answer["result"]["isError"]
    assert answer["result"]["content"][0]["text"] == (
        'ELEMENT_AMBIGUOUS: 2 elements match "Save". Pass one of the refs in `candidates`.\n'
        "candidates[2]: e1 button Save,e2 button Save"
    )


@both_eras
async def test_a_wrong_parameter_is_told_to_the_model(doors: Doors, era: str) -> None:
    async with client(era, doors) as speaker:
        (answer,) = await speaker.send("tools/call", name="browser_echo", arguments={"txt": "x"})
    assert answer["result"]["isError"]
    assert answer["result"]["content"][0]["text"].startswith("INVALID_PARAMS: echo: ")


@both_eras
@pytest.mark.parametrize(("times", "read"), [("2", True), ("two", False), ("[" * 100_000, False)])
async def test_what_a_model_put_into_quotes_is_read_where_no_text_is_taken(
    doors: Doors, era: str, times: str, read: bool
) -> None:
    async with client(era, doors) as speaker:
        (answer,) = await speaker.send(
            "tools/call", name="browser_echo", arguments={"text": "7", "times": times}
        )
    said = answer["result"]["content"][0]["text"]
    assert said == 'said: "7"\ntimes: 2' if read else said.startswith('INVALID_PARAMS: echo: "times": ')


@both_eras
async def test_a_hidden_tool_is_answered_exactly_like_an_unknown_one(doors: Doors, era: str) -> None:
    async with client(era, doors) as speaker:
        (hidden,) = await speaker.send("tools/call", name="browser_keys_list", arguments={})
        (unknown,) = await speaker.send("tools/call", name="browser_keys_lisp", arguments={})
        (bare,) = await speaker.send("tools/call", name="echo", arguments={"text": "x"})
    assert hidden["error"]["code"] == unknown["error"]["code"] == bare["error"]["code"] == -32602
    assert hidden["error"]["message"].replace("list", "lisp") == unknown["error"]["message"]


OTHER_SPELLINGS = [
    "BROWSER_PRESS_BELL",
    "browser_Press_Bell",
    "browser_press_bell ",
    "browser_рress_bell",
    "browser_browser_press_bell",
]


@pytest.mark.parametrize("name", OTHER_SPELLINGS)
async def test_a_reading_key_cannot_act_under_another_spelling(doors: Doors, name: str) -> None:
    reader = doors.keys.create("reader", effects=["read"])
    for era in (MODERN, LEGACY):
        async with client(era, doors, reader) as speaker:
            assert "browser_press_bell" not in names(await speaker.send("tools/list"))
            if isinstance(speaker, Legacy) or (name.isidentifier() and name.isascii()):
                (answer,) = await speaker.send("tools/call", name=name, arguments={})
                assert "error" in answer
    assert doors.small.calls == 0


async def test_the_name_in_the_header_must_be_the_name_in_the_body(doors: Doors) -> None:
    async with doors.client() as http:
        request = Modern(http).request("tools/call", name="browser_press_bell", arguments={})
        request.headers["mcp-name"] = "browser_echo"
        answer = await http.send(request)
    assert answer.status_code == 400
    assert doors.small.calls == 0


async def test_a_key_sees_only_its_commands(doors: Doors) -> None:
    bot = doors.keys.create("bot", commands=["echo"])
    async with client(MODERN, doors, bot) as speaker:
        assert names(await speaker.send("tools/list", "?tools=all")) == {"browser_echo"}
        (answer,) = await speaker.send("tools/call", name="browser_press_bell", arguments={})
    assert answer["error"]["code"] == -32602


async def test_closing_the_stream_stops_the_work_in_both_eras(doors: Doors) -> None:
    for era in (MODERN, LEGACY):
        doors.small.started.clear()
        doors.small.cancelled.clear()
        async with client(era, doors) as speaker:
            call = asyncio.create_task(speaker.send("tools/call", name="browser_wait", arguments={}))
            await soon(doors.small.started.wait(), 5)
            call.cancel()
            assert await soon(doors.small.cancelled.wait(), 1)


async def test_a_cancel_notification_stops_the_work(doors: Doors) -> None:
    async with client(LEGACY, doors) as speaker:
        assert isinstance(speaker, Legacy)
        call = asyncio.create_task(speaker.send("tools/call", name="browser_wait", arguments={}))
        await soon(doors.small.started.wait(), 5)
        await speaker.post(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
        )
        assert await soon(doors.small.cancelled.wait(), 1)
        await call


@both_eras
async def test_progress_reaches_a_client_that_asked_for_it(doors: Doors, era: str) -> None:
    async with client(era, doors) as speaker:
        params = {"name": "browser_wait", "arguments": {}, "_meta": {"progressToken": "p"}}
        if isinstance(speaker, Modern):
            request = speaker.request("tools/call", **params)
        else:
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            request = speaker.http.build_request("POST", "/mcp", json=message, headers=speaker.headers)
        answer = await speaker.http.send(request, stream=True)
        lines = (
            line async for line in answer.aiter_lines() if line.startswith("data:") and "progress" in line
        )
        told = json.loads((await soon(anext(lines))).removeprefix("data:"))
        await answer.aclose()
    assert told["params"]["progressToken"] == "p"
    assert await soon(doors.small.cancelled.wait(), 1)


@both_eras
async def test_a_revoked_key_loses_its_open_stream_at_once(doors: Doors, era: str) -> None:
    key = doors.keys.create("short")
    async with client(era, doors, key) as speaker:
        call = asyncio.create_task(speaker.send("tools/call", name="browser_wait", arguments={}))
        await soon(doors.small.started.wait(), 5)
        doors.keys.revoke("short")
        assert await soon(doors.small.cancelled.wait(), 1)
        await soon(asyncio.wait([call]), 1)
        assert (await speaker.http.get("/api/v1/commands")).status_code == 401
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)


async def test_a_session_belongs_to_the_key_that_opened_it(doors: Doors) -> None:
    other = doors.keys.create("other")
    async with client(LEGACY, doors) as owner, doors.client(other) as thief:
        assert isinstance(owner, Legacy)
        answer = await thief.post(
            "/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=owner.headers
        )
    assert answer.status_code == 404


async def test_a_client_learns_how_to_work(doors: Doors) -> None:
    async with client(MODERN, doors) as speaker:
        (answer,) = await speaker.send("server/discover")
    assert "untrusted" in answer["result"]["instructions"]
    assert MODERN in answer["result"]["supportedVersions"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"[" * 100_000, b'{"jsonrpc": NaN}', b'"\xff"', b'{"jsonrpc":"2.0","id":1}']
)
@both_eras
async def test_bad_bodies_leave_the_door_open(doors: Doors, era: str, body: bytes) -> None:
    async with client(era, doors) as speaker:
        headers = {**ACCEPT, "content-type": "application/json", "mcp-protocol-version": era}
        if isinstance(speaker, Legacy):
            headers = {**headers, **speaker.headers}
        answer = await speaker.http.post("/mcp", content=body, headers=headers)
        assert 400 <= answer.status_code < 500
        assert names(await speaker.send("tools/list"))
