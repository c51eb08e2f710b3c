"""REST through a real socket."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.surfaces.doors import Doors, open_doors
from tests.waiting import soon


@pytest.fixture
async def doors(tmp_path: Path):
    async with open_doors(tmp_path) as running:
        yield running


async def test_a_command_returns_its_result_and_its_text(doors: Doors) -> None:
    async with doors.client() as client:
        answer = await client.post("/api/v1/command", json={"command": "echo", "params": {"text": "hello"}})
    assert answer.status_code == 200
    assert answer.json() == {"result": {"said": "hello", "times": 1}, "text": "said: hello"}


async def test_the_name_of_the_mcp_tool_names_the_command_too(doors: Doors) -> None:
    async with doors.client() as client:
        answer = await client.post(
            "/api/v1/command", json={"command": "browser_echo", "params": {"text": "x"}}
        )
    assert answer.json()["result"]["said"] == "x"


async def test_every_command_has_an_address_of_its_own(doors: Doors) -> None:
    async with doors.client() as client:
        answer = await client.post("/api/v1/commands/echo?session=mine", json={"text": "x", "times": 2})
    assert answer.json()["result"] == {"said": "x", "times": 2}


async def test_the_list_shows_what_the_key_may_use(doors: Doors) -> None:
    async with doors.client() as client:
        names = {item["name"] for item in (await client.get("/api/v1/commands")).json()["commands"]}
    assert {"echo", "press_bell", "status"} <= names
    assert not names & {"run_code", "keys_create", "keys_list", "keys_revoke"}


async def test_an_unknown_parameter_is_refused_with_the_known_ones(doors: Doors) -> None:
    async with doors.client() as client:
        answer = await client.post("/api/v1/command", json={"command": "echo", "params": {"txt": "x"}})
    assert answer.status_code == 400
    assert answer.json()["code"] == "INVALID_PARAMS"
    assert 'did you mean "text"' in answer.json()["message"]
    assert answer.json()["data"]["known"] == ["text", "times"]


@pytest.mark.parametrize("times", [True, "2", 2.5, [2]])
async def test_a_parameter_of_another_type_is_refused(doors: Doors, times: object) -> None:
    async with doors.client() as client:
        answer = await client.post("/api/v1/commands/echo", json={"text": "x", "times": times})
    assert answer.status_code == 400
    assert answer.json()["message"] == 'echo: "times": input should be a valid integer.'


async def test_a_whole_number_may_be_written_with_a_point(doors: Doors) -> None:
    async with doors.client() as client:
        answer = await client.post("/api/v1/commands/echo", json={"text": "x", "times": 2.0})
    assert answer.json()["result"]["times"] == 2


async def test_a_hidden_command_looks_like_one_that_does_not_exist(doors: Doors) -> None:
    async with doors.client() as client:
        hidden = await client.post("/api/v1/command", json={"command": "keys_list"})
        unknown = await client.post("/api/v1/command", json={"command": "keys_lisp"})
    assert hidden.status_code == unknown.status_code == 404
    assert hidden.json()["message"].replace("list", "lisp") == unknown.json()["message"]
    assert hidden.json()["data"] == unknown.json()["data"]


async def test_a_command_that_needs_a_grant_says_how_to_get_it(doors: Doors) -> None:
    async with doors.client() as client:
        answer = await client.post("/api/v1/command", json={"command": "run_code", "params": {"code": "1"}})
    assert answer.status_code == 403
    assert "--grant evaluate" in answer.json()["next_step"]
    assert doors.small.calls == 0


async def test_candidates_travel_beside_the_message(doors: Doors) -> None:
    async with doors.client() as client:
        answer = await client.post(
            "/api/v1/command", json={"command": "choose", "params": {"target": "Save"}}
        )
    assert answer.status_code == 409
    assert answer.json()["data"]["candidates"] == ["e1 button Save", "e2 button Save"]


async def test_a_defect_is_an_internal_error_and_the_hub_stays_usable(doors: Doors) -> None:
    async with doors.client() as client:
        broken = await client.post("/api/v1/commands/break", json={})
        healthy = await client.get("/health")
    assert broken.status_code == 500
    assert broken.json()["code"] == "INTERNAL"
    assert healthy.json() == {"status": "ok"}


async def test_leaving_stops_the_command(doors: Doors) -> None:
    async with doors.client() as client:
        call = asyncio.create_task(client.post("/api/v1/command", json={"command": "wait"}))
        await soon(doors.small.started.wait(), 5)
        call.cancel()
    assert await soon(doors.small.cancelled.wait(), 1)


async def test_a_result_with_a_picture_has_no_bytes_in_its_text(doors: Doors) -> None:
    async with doors.client() as client:
        answer = await client.post("/api/v1/commands/picture", json={})
    assert answer.json()["text"] == "title: one pixel"
    assert answer.json()["result"]["image"]["media_type"] == "image/png"


async def test_head_options_and_wrong_methods_are_answered_properly(doors: Doors) -> None:
    async with doors.client() as client:
        head = await client.head("/api/v1/commands")
        options = await client.options("/api/v1/keys")
        wrong = await client.get("/api/v1/command")
    assert (head.status_code, head.content) == (200, b"")
    assert options.status_code == 204
    assert {"GET", "POST"} <= set(options.headers["allow"].split(", "))
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
    assert wrong.json()["code"] == "INVALID_PARAMS"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"command": NaN}',
        b'{"command": "echo", "params": {"text": Infinity}}',
        b'{"command": "\xff\xfe"}',
        b'{"command": "\\ud800"}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"command": 7}',
        b'{"command": "echo", "more": 1}',
        b'{"command": "echo", "params": []}',
        b'{"command": "echo", "session": "../other"}',
    ],
    ids=lambda body: body[:40].decode("latin-1") or "empty",
)
async def test_bad_bodies_get_a_typed_error(doors: Doors, body: bytes) -> None:
    async with doors.client() as client:
        answer = await client.post(
            "/api/v1/command", content=body, headers={"content-type": "application/json"}
        )
        after = await client.post("/api/v1/commands/echo", json={"text": "still there"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "INVALID_PARAMS"
    assert after.status_code == 200


async def test_a_million_members_are_refused_quickly(doors: Doors) -> None:
    body = b'{"command":"echo","params":{' + b",".join(b'"k%d":1' % n for n in range(300_000)) + b"}}"
    async with doors.client() as client:
        answer = await client.post(
            "/api/v1/command", content=body, headers={"content-type": "application/json"}
        )
    assert answer.status_code in {400, 413}


@pytest.mark.parametrize("size_mb", [5, 20])
async def test_a_large_body_is_refused_with_an_error_its_sender_can_read(doors: Doors, size_mb: int) -> None:
    body = b'{"command":"echo","params":{"text":"' + b"x" * (size_mb * 1024 * 1024) + b'"}}'
    async with doors.client() as client:
        answer = await client.post(
            "/api/v1/command", content=body, headers={"content-type": "application/json"}
        )
        after = await client.get("/health")
    assert answer.status_code == 413
    assert "max_body_mb" in answer.json()["next_step"]
    assert after.status_code == 200


async def test_a_large_body_without_a_length_is_counted(doors: Doors) -> None:
    async def pieces():
        for _ in range(6):
            yield b" " * 1024 * 1024

    async with doors.client() as client:
        answer = await client.post(
            "/api/v1/command", content=pieces(), headers={"content-type": "application/json"}
        )
    assert answer.status_code == 413


async def test_the_description_of_the_api_shows_what_the_key_may_use(doors: Doors) -> None:
    async with doors.client() as client:
        described = (await client.get("/openapi.json")).json()
    assert described["openapi"] == "3.1.0"
    assert "/api/v1/commands/echo" in described["paths"]
    assert "/api/v1/keys" not in described["paths"]


async def test_the_page_about_the_api_loads_nothing_from_elsewhere(doors: Doors) -> None:
    async with doors.client(key="") as client:
        page = await client.get("/docs")
        parts = [await client.get(path) for path in ("/docs/docs.css", "/docs/docs.js")]
    assert page.status_code == 200
    assert "//" not in page.text.replace("<!doctype html>", "")
    assert [part.status_code for part in parts] == [200, 200]
    assert "script-src 'self'" in page.headers["content-security-policy"]
