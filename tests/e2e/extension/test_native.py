"""Native messaging: the browser starts the hub and joins it without a code."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.extension.chrome import Chrome, close_chrome

from tabwire.hub_socket.connect import connect, greeting_for
from tabwire.hub_socket.conversation import Conversation
from tabwire.hub_socket.greeting import COMMAND_SURFACE
from tabwire.places import Places


class Terminal:
    """The command line, with a home of its own."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._environ = {**os.environ, "TABWIRE_HOME": places.state, "TABWIRE_BROWSER_PREFER": "extension"}

    async def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run `tabwire …` to its end."""
        return await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "tabwire", *words],
            env=self._environ,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    async def result(self, *words: str) -> dict:
        """Run a command and return its result."""
        done = await self.run(*words, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def evaluate(self, expression: str) -> Any:
        """Evaluate in a tab of a session of its own."""
        conversation = Conversation(connect(self.places, greeting_for(COMMAND_SURFACE)))
        try:
            return conversation.call("evaluate", {"expression": expression}).result["value"]
        finally:
            conversation.close()

    def hub_pid(self) -> int:
        """Return the process of the running hub."""
        with open(self.places.discovery, encoding="utf-8") as text:
            return int(json.load(text)["pid"])


@pytest.fixture
async def terminal(new_home: Path) -> AsyncIterator[Terminal]:
    """Return a command line whose hub ends with the test."""
    terminal = Terminal(Places({"TABWIRE_HOME": str(new_home)}))
    yield terminal
    await terminal.run("hub", "stop")


@asynccontextmanager
async def open_native_chrome(terminal: Terminal) -> AsyncIterator[Chrome]:
    """Open a browser for whose profile the native host was installed before it started."""
    chrome = Chrome(tempfile.mkdtemp(prefix="tabwire-chrome-"))
    installed = await terminal.run("native", "install", "--user-data-dir", chrome.folder, "--yes")
    assert installed.returncode == 0, installed.stderr
    await chrome.start()
    try:
        yield chrome
    finally:
        await close_chrome(chrome)


@pytest.fixture
async def native_chrome(terminal: Terminal) -> AsyncIterator[Chrome]:
    """Return a browser that joins by native messaging."""
    async with open_native_chrome(terminal) as chrome:
        yield chrome


async def test_the_browser_starts_the_hub_and_joins_it_without_a_code(terminal, native_chrome):
    await native_chrome.drive("until", "connected")
    rows = (await terminal.result("browsers"))["browsers"]
    assert [(row["kind"], row["state"]) for row in rows] == [("extension", "connected")]
    identity = (await native_chrome.drive("stored", "local", "identity"))["identity"]
    assert len(identity["secret"]) == 64


async def test_r38_two_profiles_with_a_host_each_are_both_there_and_addressed_by_name(
    terminal, native_chrome, server
):
    await native_chrome.drive("until", "connected")
    await terminal.result("name-browser", "Chrome", "Work")
    async with open_native_chrome(terminal) as second:
        await second.drive("until", "connected")
        assert await connected_browsers(terminal) == ["Chrome", "Work"]
        assert len(hosts(terminal.places)) == 2
        for name, chrome, other in (("Work", native_chrome, second), ("Chrome", second, native_chrome)):
            url = server.add_html(f"<title>{name}</title>")
            await terminal.result("new-tab", url, "--browser", name, "--session", name)
            assert url in await addresses(chrome)
            assert url not in await addresses(other)
        # Chrome starts another host for the next worker of the same profile: it is the same browser.
        await second.kill_worker()
        await second.open_page()
        await second.drive("until", "connected")
        assert await connected_browsers(terminal) == ["Chrome", "Work"]


async def connected_browsers(terminal: Terminal) -> list[str]:
    """Return the names of the browsers that are connected."""
    rows = (await terminal.result("browsers"))["browsers"]
    return sorted(row["browser"] for row in rows if row["state"] == "connected")


async def addresses(chrome: Chrome) -> list[str]:
    """Return the addresses of all tabs of a browser."""
    return [tab["url"] for tab in await chrome.drive("tabs")]


async def test_long_messages_travel_in_pieces(terminal, native_chrome):
    await native_chrome.drive("until", "connected")
    for text in ("x" * 2_000_000, '"\\' * 600_000, "é漢😀" * 200_000):
        value = await asyncio.to_thread(terminal.evaluate, f"{json.dumps(text)}.length")
        assert value == len(text.encode("utf-16-le")) // 2


async def test_a_killed_hub_is_started_again_by_the_browser(terminal, native_chrome):
    await native_chrome.drive("until", "connected")
    first = terminal.hub_pid()
    os.kill(first, signal.SIGKILL)
    await native_chrome.drive("until", "waiting")
    await native_chrome.drive("until", "connected")
    assert terminal.hub_pid() != first
    rows = (await terminal.result("browsers"))["browsers"]
    assert [row["state"] for row in rows] == ["connected"]


async def test_the_host_ends_with_the_browser(terminal, native_chrome):
    await native_chrome.drive("until", "connected")
    (host,) = hosts(terminal.places)
    ended = asyncio.to_thread(wait_for_end, int(host))
    await native_chrome.close()
    assert await ended
    await native_chrome.start()


async def test_install_lists_what_it_wrote_and_uninstall_removes_it(terminal, tmp_path):
    place = tmp_path / "NativeMessagingHosts" / "tabwire.hub.json"
    refused = await terminal.run("native", "install", "--user-data-dir", str(tmp_path))
    assert refused.returncode == 1
    assert not place.exists()
    done = await terminal.run("native", "install", "--user-data-dir", str(tmp_path), "--yes")
    assert str(place) in done.stdout
    assert (await terminal.run("native", "status", "--user-data-dir", str(tmp_path))).returncode == 0
    await terminal.run("native", "uninstall", "--user-data-dir", str(tmp_path), "--yes")
    assert not place.exists()


async def test_setup_and_doctor_find_a_browser_that_has_joined(terminal, native_chrome):
    await native_chrome.drive("until", "connected")
    done = await terminal.run("setup", "--name", "Desk")
    assert done.returncode == 0, done.stderr
    assert "“Desk” is ready" in done.stdout
    told = (await terminal.run("doctor", "--no-launch")).stdout
    assert "Desk: connected" in told


def wait_for_end(process: int) -> bool:
    """Wait a while for a process that is not our child to end; tell whether it did."""
    try:
        ended, _, _ = select.select([os.pidfd_open(process)], [], [], 10)
    except ProcessLookupError:
        return True
    return bool(ended)


def hosts(places: Places) -> list[str]:
    """List the host processes that carry bytes for this hub."""
    found = []
    for process in os.listdir("/proc"):
        try:
            command = Path(f"/proc/{process}/cmdline").read_bytes()
            environ = Path(f"/proc/{process}/environ").read_bytes()
        except OSError:
            continue
        if b"native-host\0chrome-extension" in command and places.state.encode() in environ:
            found.append(process)
    return found
