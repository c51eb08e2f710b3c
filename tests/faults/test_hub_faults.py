"""What happens to clients, browsers and files when the hub or a client is killed. Numbers as in the plan."""

import asyncio
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tabwire.client import Browser
from tabwire.errors import TabwireError
from tabwire.hub_socket.connect import connect, greeting_for
from tabwire.hub_socket.greeting import COMMAND_SURFACE
from tabwire.places import Places
from tests.browsers import foreign_browser, own_app, processes_with
from tests.faults.faults import all_ended, memory_mb, open_files
from tests.faults.real_hub import clients, first_success, outcome_of
from tests.waiting import BEGUN, ENDLESS, pass_time, soon, until

TABWIRE = str(Path(sys.executable).with_name("tabwire"))
NEVER = "new Promise(() => {})"
FORM = "<input id=f><button onclick='window.n = (window.n || 0) + 1'>Add</button>"


async def test_r21_a_killed_hub_takes_its_browsers_along_and_leaves_others_alone(hub, server):
    url = server.add_html("<p>x</p>")
    with foreign_browser() as (ws, _):
        async with clients(2) as (own, guest):
            await own.call("navigate", url=url)
            await own.call("profiles_create", profile="kept")
            await guest.call("launch_browser", profile="kept")
            attached = Browser("attached", cdp_url=ws)
            await attached.call("navigate", url=url)
            begun = server.noticed(BEGUN)
            waiting = asyncio.create_task(outcome_of(own, "evaluate", expression=ENDLESS))
            await soon(begun.wait())
            browsers = hub.browsers()
            pid = hub.kill()
            assert await soon(waiting, 5) in {"UNKNOWN_OUTCOME", "BROWSER_DISCONNECTED"}
            assert await all_ended([pid, *browsers], 5)
            await first_success(own, "navigate", url=url)
            assert hub.pid() != pid
            assert len(hub.temporary_profiles()) == 1
            await first_success(attached, "navigate", url=url)
            await attached.close()


async def test_r21_an_operation_cut_by_the_death_of_the_hub_is_known_to_be_unknown(hub, server):
    async with clients(1) as (client,):
        await client.call("navigate", url=server.add_html("<p>x</p>"))
        params = {"expression": NEVER, "operation_id": "cut-by-hub"}
        waiting = asyncio.create_task(outcome_of(client, "evaluate", **params))

        async def is_running():
            return (await client.call("operation", id="cut-by-hub"))["state"] == "running"

        await until(is_running)
        hub.kill()
        await waiting
        assert await outcome_of(client, "evaluate", **params) == "UNKNOWN_OUTCOME"
        assert (await client.call("operation", id="cut-by-hub"))["state"] == "unknown"


async def test_r22_a_killed_shim_frees_its_tabs(hub, server):
    async with clients(1) as (watcher,):
        await watcher.call("navigate", url=server.add_html("<p>x</p>"))
        shim = subprocess.Popen([TABWIRE, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        }
        for message in (
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {
                "jsonrpc": "2.0",
                "id": 2,
                "method": "tools/call",
                "params": {"name": "browser_evaluate", "arguments": {"expression": NEVER}},
            },
        ):
            shim.stdin.write(json.dumps(message) + "\n")
            shim.stdin.flush()

        async def has_shim():
            facts: Any = await watcher.call("activity")
            return any(row["session"].startswith("mcp") for row in facts["sessions"])

        async def has_no_shim():
            return not await has_shim()

        await until(has_shim)
        shim.kill()
        shim.wait()
        shim.stdin.close()
        shim.stdout.close()
        await until(has_no_shim, 5)
        facts: Any = await watcher.call("activity")
        assert [row["command"] for row in facts["running"]] == ["activity"]


async def test_r23_twenty_clients_at_once_start_one_hub(hub):
    places, links = Places(), []

    def come():
        links.append(connect(places, greeting_for(COMMAND_SURFACE)))

    threads = [threading.Thread(target=come) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        await asyncio.to_thread(thread.join)
    assert len(links) == 20
    assert {link.answer.get("pid") for link in links} == {str(hub.pid())}
    for link in links:
        link.socket.close()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can make a small disk")
async def test_r28_a_full_disk_stops_the_journal_and_nothing_else(home, server):
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(home)], check=False)
    if made.returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    try:
        url = server.add_html("<p>x</p>")
        with foreign_browser() as (ws, _):
            async with own_app(home, TABWIRE_BROWSER_CDP_URL=ws) as browser:
                await browser.call("navigate", url=url, operation_id="while-there-is-room")
                filler = home / "filler"
                with filler.open("wb", buffering=0) as file, pytest.raises(OSError):
                    while True:
                        file.write(b"x" * 4096)
                codes = set()
                for number in range(40):
                    long_value = {"expression": "'x'.repeat(20000)", "operation_id": f"full-{number}"}
                    try:
                        await browser.call("evaluate", **long_value)
                    except TabwireError as error:
                        codes.add(error.code)
                assert codes == {"INTERNAL"}
                assert (await browser.call("evaluate", expression="1")).value == 1
                filler.unlink()
                await browser.call("evaluate", expression="1", operation_id="room-again")
        check = sqlite3.connect(home / "journal.db")
        assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert check.execute("SELECT count(*) FROM operations WHERE id = 'room-again'").fetchone() == (1,)
        check.close()
    finally:
        subprocess.run(["umount", "-l", str(home)], check=True)


async def test_r30_hub_and_browser_frozen_together_go_on_where_they_were(hub, server):
    async with clients(1) as (client,):
        await client.call("navigate", url=server.add_html("<title>kept</title>"))
        slow = "fetch('/held').then(() => document.title)"
        with server.hold("/held") as asked:
            waiting = asyncio.create_task(client.call("evaluate", expression=slow))
            await soon(asked.wait())
            stopped = [hub.pid(), *hub.browsers()]
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            await pass_time(3)
            for pid in reversed(stopped):
                os.kill(pid, signal.SIGCONT)
        assert (await soon(waiting, 10))["value"] == "kept"
        assert await soon(outcome_of(client, "evaluate", expression="1"), 10) == "ok"


async def test_r36_a_hub_out_of_files_serves_those_it_has_and_recovers(hub, server):
    async with clients(1) as (client,):
        await client.call("navigate", url=server.add_html("<p>x</p>"))
        pid = hub.pid()
        limit = open_files(pid) + 8
        subprocess.run(["prlimit", f"--pid={pid}", f"--nofile={limit}:"], check=True)
        with ExitStack() as crowd:
            for _ in range(20):
                crowd.enter_context(await asyncio.to_thread(_knock))
            await until(lambda: open_files(pid) == limit, 5)
            assert await outcome_of(client, "evaluate", expression="1") == "ok"
        subprocess.run(["prlimit", f"--pid={pid}", "--nofile=1024:"], check=True)
        assert await until(lambda: asyncio.to_thread(hub.pid), 5) == pid
        assert await outcome_of(client, "evaluate", expression="1") == "ok"


def _knock():
    link = socket.socket(socket.AF_UNIX)
    link.connect(Places().socket)
    return link


async def test_r41_a_stopped_hub_finishes_its_work_refuses_more_and_leaves_nothing(hub, server):
    async with clients(3) as everyone:
        url = server.add_html("<p>x</p>")
        await asyncio.gather(*(client.call("navigate", url=url) for client in everyone))
        slow = "fetch('/held').then(() => 7)"
        watcher = Browser("watcher")

        async def everyone_works():
            facts: Any = await watcher.call("activity")
            return len(facts["running"]) == 4

        async def refusal():
            outcome = await outcome_of(watcher, "tabs")
            return outcome if outcome != "ok" else ""

        with server.hold("/held"):
            finishing = [asyncio.create_task(client.call("evaluate", expression=slow)) for client in everyone]
            await until(everyone_works)
            pid = hub.kill(signal.SIGTERM)
            refused = await until(refusal)
        results = await soon(asyncio.gather(*finishing))
        assert [result["value"] for result in results] == [7, 7, 7]
        assert refused == "BROWSER_DISCONNECTED"
        await watcher.close()
        assert await all_ended([pid], 10)
        assert hub.browsers() == []
        assert hub.temporary_profiles() == []


WRITER = """
import asyncio, sys
from tabwire.memory.journal_file import JournalFile, Row

async def main():
    file = JournalFile(sys.argv[1])
    for number in range(10**9):
        name = f"{sys.argv[2]}-{number}"
        await file.begin(Row("owner", name, "click", "digest", "life"))
        await file.end("owner", name, '{"result": {}}')
        print(name, flush=True)

asyncio.run(main())
"""


def kill_while_writing(path, rounds):
    """Kill a writer at a random moment, again and again; return what it said it wrote, and what is there."""
    told = []
    for number in range(rounds):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(number)], stdout=subprocess.PIPE, text=True
        )
        told += [writer.stdout.readline().strip() for _ in range(random.randint(1, 40))]
        writer.kill()
        told += [line.strip() for line in writer.stdout if line.endswith("\n")]
        writer.wait()
        writer.stdout.close()
        database = sqlite3.connect(path)
        assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
        known = {row[0] for row in database.execute("SELECT id FROM operations WHERE outcome IS NOT NULL")}
        database.close()
    return set(told), known


def test_r42_a_journal_killed_while_it_writes_opens_and_misses_nothing(tmp_path):
    told, known = kill_while_writing(tmp_path / "journal.db", 10)
    assert told and told <= known


@pytest.mark.long
def test_r42_two_hundred_kills_while_writing_lose_nothing(tmp_path):
    told, known = kill_while_writing(tmp_path / "journal.db", 200)
    assert told and told <= known


async def test_a_damaged_journal_is_put_aside_and_begun_anew(home, server):
    (home / "journal.db").write_bytes(b"this is no database" * 100)
    async with own_app(home) as browser:
        await browser.call("navigate", url=server.add_html("<p>x</p>"))
        await browser.call("evaluate", expression="1", operation_id="anew")
        assert (await browser.call("operation", id="anew")).state == "done"
    assert list(home.glob("journal.db.broken-*"))


class Crowd:
    """Many clients that work in tabs of their own, all at once."""

    def __init__(self, url, tabs, rounds):
        self._url = url
        self._tabs = tabs
        self._rounds = rounds
        self.found_for_typed = {}
        self.clicks = []
        self.times = []
        self.failed_calls: object = 0

    async def work(self, count):
        """Let so many clients do their rounds; note what each of them found in its tabs."""
        all_have_tabs = asyncio.Barrier(count)
        async with clients(count, "crowd") as everyone:
            await asyncio.gather(*(self._work(*pair, all_have_tabs) for pair in enumerate(everyone)))
            self.failed_calls = (await everyone[0].call("activity"))["calls_failed"]

    async def _work(self, number, client, all_have_tabs):
        handles = [(await client.call("new_tab", url=self._url))["tab"] for _ in range(self._tabs)]
        await all_have_tabs.wait()
        began = time.monotonic()
        for step in range(self._rounds):
            await self._round(client, f"{number}/{step}", handles[step % self._tabs])
        self.times.append(time.monotonic() - began)
        counts = [await value_of(client, "window.n || 0", tab) for tab in handles]
        self.clicks.append(sum(counts))
        await client.call("session_close")

    async def _round(self, client, text, tab):
        await client.call("type", target="#f", text=text, tab=tab)
        await client.call("click", target="Add", tab=tab)
        self.found_for_typed[text] = await value_of(client, "document.querySelector('#f').value", tab)
        await client.call("snapshot", tab=tab)


async def value_of(client, expression, tab) -> Any:
    """Return what an expression is worth in a tab."""
    return (await client.call("evaluate", expression=expression, tab=tab))["value"]


async def test_eight_clients_with_three_tabs_each_do_not_meet(hub, server):
    crowd = Crowd(server.add_html(FORM), tabs=3, rounds=12)
    await crowd.work(8)
    assert all(typed == found for typed, found in crowd.found_for_typed.items())
    assert crowd.clicks == [12] * 8
    assert max(crowd.times) <= 3 * min(crowd.times)
    assert crowd.failed_calls == 0
    assert memory_mb(hub.pid()) < 250


@pytest.mark.long
async def test_twenty_clients_with_five_tabs_each_do_not_meet(hub, server):
    crowd = Crowd(server.add_html(FORM), tabs=5, rounds=10)
    await crowd.work(20)
    assert all(typed == found for typed, found in crowd.found_for_typed.items())
    assert crowd.clicks == [10] * 20
    assert max(crowd.times) <= 3 * min(crowd.times)
    assert crowd.failed_calls == 0
    assert memory_mb(hub.pid()) < 250


async def test_gc_removes_what_a_killed_hub_left_and_nothing_else(hub, server):
    async with clients(1) as (client,):
        await client.call("navigate", url=server.add_html("<p>x</p>"))
        left = hub.home / "profiles" / "tmp-left"
        left.mkdir()
        (left / "tabwire-owner.lock").touch()
        lost = subprocess.Popen(["sleep", "60"], executable="/bin/sleep", stdin=subprocess.DEVNULL)
        waiting = [sys.executable, "-c", "import sys; sys.stdin.read()", f"--user-data-dir={left}"]
        orphan = subprocess.Popen(waiting, stdin=subprocess.PIPE)
        listed = subprocess.run([TABWIRE, "ps"], capture_output=True, text=True, check=True).stdout
        assert f"{orphan.pid}" in listed and "browser without a hub" in listed
        said = subprocess.run([TABWIRE, "gc"], capture_output=True, text=True, check=True).stdout
        assert said == "1 browser processes ended, 1 temporary profiles removed.\n"
        assert orphan.wait() == -signal.SIGKILL
        orphan.stdin.close()
        assert lost.poll() is None
        lost.kill()
        lost.wait()
        assert await outcome_of(client, "evaluate", expression="1") == "ok"
        assert not processes_with(f"--user-data-dir={left}")
