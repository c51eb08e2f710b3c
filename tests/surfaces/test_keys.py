"""Keys through the doors: who may make them, what they open, how they end."""

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


async def test_an_admin_key_makes_lists_and_revokes_keys(doors: Doors) -> None:
    admin = doors.keys.create("admin", effects=["read", "admin"])
    async with doors.client(admin) as client:
        made = await client.post("/api/v1/keys", json={"name": "bot", "effects": ["read"], "expires": "30d"})
        listed = await client.get("/api/v1/keys")
        key = made.json()["result"]["key"]
        async with doors.client(key) as bot:
            assert (await bot.post("/api/v1/commands/echo", json={"text": "x"})).status_code == 200
        revoked = await client.delete("/api/v1/keys/bot")
        again = await client.delete("/api/v1/keys/bot")
    async with doors.client(key) as bot:
        assert (await bot.post("/api/v1/commands/echo", json={"text": "x"})).status_code == 401
    rows = {row["name"]: row for row in listed.json()["result"]["keys"]}
    assert rows["bot"]["effects"] == ["read"]
    assert rows["bot"]["expires"].endswith("Z")
    assert key.startswith(rows["bot"]["starts_with"])
    assert key not in listed.text
    assert revoked.json()["result"] == {"revoked": "bot"}
    assert again.status_code == 400


async def test_a_key_for_a_command_that_does_not_exist_is_refused_with_near_names(doors: Doors) -> None:
    admin = doors.keys.create("admin", effects=["read", "admin"])
    async with doors.client(admin) as client:
        refused = await client.post(
            "/api/v1/keys", json={"name": "bot", "commands": ["echo", "browser_piture"]}
        )
        made = await client.post("/api/v1/keys", json={"name": "bot", "commands": ["browser_picture"]})
    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_PARAMS")
    assert 'There is no command "piture". Did you mean picture?' in refused.text.replace("\\", "")
    assert made.status_code == 200
    assert next(record for record in doors.keys.all() if record.name == "bot").commands == {"picture"}


@pytest.mark.parametrize("effects", [[], ["read"], ["read", "act"]])
async def test_other_keys_do_not_even_see_that_keys_can_be_made(doors: Doors, effects: list[str]) -> None:
    key = doors.keys.create("plain", effects=effects)
    async with doors.client(key) as client:
        for method, name in (("GET", ""), ("POST", ""), ("DELETE", "/test")):
            body = {"name": "more"} if method == "POST" else None
            answer = await client.request(method, f"/api/v1/keys{name}", json=body)
            assert answer.status_code == 404
            assert answer.json()["code"] == "UNKNOWN_COMMAND"
    assert {record.name for record in doors.keys.all()} == {"test", "plain"}


async def test_a_reading_key_cannot_act_through_any_rest_address(doors: Doors) -> None:
    key = doors.keys.create("reader", effects=["read"])
    async with doors.client(key) as client:
        answers = [
            await client.post("/api/v1/command", json={"command": name})
            for name in (
                "press_bell",
                "browser_press_bell",
                "PRESS_BELL",
                "press_bell ",
                "рress_bell",
                "press-bell",
            )
        ]
        answers.append(await client.post("/api/v1/commands/press_bell", json={}))
        answers.append(await client.post("/api/v1/commands/press%5Fbell", json={}))
    assert {answer.status_code for answer in answers} == {404}
    assert doors.small.calls == 0


async def test_the_rate_of_one_key_does_not_touch_another(tmp_path: Path) -> None:
    environ = {"TABWIRE_POLICY_RATE_LIMIT": "5", "TABWIRE_POLICY_RATE_WINDOW_S": "60"}
    async with open_doors(tmp_path, environ=environ) as doors:
        other = doors.keys.create("other")
        async with doors.client() as client:
            answers = [await client.post("/api/v1/commands/echo", json={"text": "x"}) for _ in range(7)]
        async with doors.client(other) as client:
            assert (await client.post("/api/v1/commands/echo", json={"text": "x"})).status_code == 200
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert answers[-1].json()["code"] == "RATE_LIMITED"
    assert int(answers[-1].headers["retry-after"]) >= 1


async def test_a_command_under_way_ends_with_its_key(doors: Doors) -> None:
    key = doors.keys.create("short")
    async with doors.client(key) as client:
        call = asyncio.create_task(client.post("/api/v1/command", json={"command": "wait"}))
        await soon(doors.small.started.wait(), 5)
        doors.keys.revoke("short")
        await soon(doors.small.cancelled.wait(), 1)
        answer = await soon(call, 1)
    assert answer.status_code == 401
    assert answer.json()["message"] == "This key is no longer valid."


async def test_no_log_line_holds_a_key(doors: Doors, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with doors.client() as client:
        await client.post("/api/v1/commands/echo", json={"text": "x"})
        await client.get(f"/api/v1/commands?token={doors.key}")
        await client.get("/mcp", headers={"authorization": "Bearer bby_wrongwrongwrong"})
    ours = [record for record in caplog.records if not record.name.startswith(("httpcore", "httpx"))]
    text = "\n".join(f"{record.getMessage()} {vars(record)}" for record in ours)
    assert doors.key not in text
    assert "wrongwrong" not in text
