"""R29: a system clock that jumps changes nothing but what is meant to end at a moment."""

import asyncio
from pathlib import Path

import httpx2
import pytest

from tests.faults.real_hub import clients, outcome_of

DAY_S = 86_400


class Clock:
    """The system clock as the hub sees it."""

    def __init__(self, file):
        self._file = file
        self.set(0)

    def set(self, ahead_s):
        """Let the hub's clock go this far ahead of the real one."""
        fresh = self._file.with_suffix(".new")
        fresh.write_text(str(ahead_s))
        fresh.replace(self._file)


@pytest.fixture
def clock(monkeypatch, tmp_path):
    """Return the clock of every hub that is started from now on."""
    file = tmp_path / "clock"
    monkeypatch.setenv("TABWIRE_TEST_CLOCK", str(file))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).with_name("clock")))
    return Clock(file)


async def under_way(client, command):
    """Wait until a command of somebody's is under way."""
    while command not in [row["command"] for row in (await client.call("activity"))["running"]]:
        pass


async def accepted(http, key):
    """Tell whether the hub lets a key in."""
    async with httpx2.AsyncClient(base_url=http) as client:
        answer = await client.get("/api/v1/status", headers={"authorization": f"Bearer {key}"})
    assert answer.status_code in {200, 401}
    return answer.status_code == 200


@pytest.mark.parametrize("jump_s", [DAY_S, -DAY_S, 3600], ids=["a day ahead", "a day back", "summer time"])
async def test_r29_work_sessions_and_operations_outlive_a_jump_of_the_clock(clock, hub, server, jump_s):
    url = server.add_html("<button onclick='document.title += 1'>Add</button>")
    async with clients(2, "clock") as (agent, watcher):
        await agent.call("navigate", url=url)
        await agent.call("click", target="Add", operation_id="before")
        waiting = asyncio.create_task(outcome_of(agent, "wait_for", text="Later", timeout_s=20))
        await under_way(watcher, "wait_for")
        clock.set(jump_s)
        assert await outcome_of(agent, "click", target="Add", operation_id="before") == "ok"
        assert (await agent.call("evaluate", expression="document.title"))["value"] == "1"
        await agent.call("evaluate", expression="document.body.append('Later')")
        assert await waiting == "ok"


async def test_r29_a_key_ends_when_the_clock_says_so(clock, hub):
    async with clients(1) as (client,):
        http = (await client.call("status"))["http"]
        key = (await client.call("keys_create", name="short", expires="1h"))["key"]
        assert await accepted(http, key)
        clock.set(DAY_S)
        assert not await accepted(http, key)
        clock.set(0)
        assert await accepted(http, key)
