"""A hub in a process of its own, as users have it, for tests that kill it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from tabwire.client import Browser
from tabwire.errors import TabwireError
from tabwire.hub_socket.connect import HubUnavailable, find_hub, greeting_for
from tabwire.hub_socket.greeting import STATUS_SURFACE
from tabwire.places import Places
from tests.browsers import processes_with
from tests.faults.faults import AGAIN_WITHIN_S, GONE_WITHIN_S, all_ended


class RealHub:
    """The hub of one TABWIRE_HOME; clients start it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.places = Places({"TABWIRE_HOME": str(home)})

    def pid(self) -> int:
        """Return the process id of the hub, or 0."""
        try:
            link = find_hub(self.places, greeting_for(STATUS_SURFACE))
        except HubUnavailable:
            return 0
        if link is None:
            return 0
        link.socket.close()
        return int(link.answer.get("pid"))

    def browsers(self) -> list[int]:
        """List the processes of the browsers this hub started."""
        return processes_with(f"--user-data-dir={self.home}/profiles/")

    def temporary_profiles(self) -> list[Path]:
        """List the temporary profiles on the disk."""
        return list((self.home / "profiles").glob("tmp-*"))

    def kill(self, number: int = signal.SIGKILL) -> int:
        """Send the hub a signal; return its process id."""
        pid = self.pid()
        assert pid, "no hub is running"
        os.kill(pid, number)
        return pid


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; a dead one that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@asynccontextmanager
async def real_hub(home: Path) -> AsyncIterator[RealHub]:
    """Serve a home while the body runs; afterwards nothing of it may be left."""
    hub = RealHub(home)
    try:
        yield hub
    finally:
        if pid := hub.pid():
            os.kill(pid, signal.SIGTERM)
            assert await all_ended([pid], 15)
        assert await all_ended(hub.browsers(), GONE_WITHIN_S), "a browser was left behind"


async def outcome_of(client: Browser, command: str, **params: Any) -> str:
    """Run a command; return "ok" or the code of its typed error."""
    try:
        await client.call(command, **params)
    except TabwireError as error:
        return error.code
    return "ok"


async def first_success(client: Browser, command: str, **params: Any) -> None:
    """Repeat a command until it works; in between only typed errors are allowed."""
    async with asyncio.timeout(AGAIN_WITHIN_S):
        while await outcome_of(client, command, **params) != "ok":
            pass


@asynccontextmanager
async def clients(count: int, name: str = "client") -> AsyncIterator[list[Browser]]:
    """Return connected clients, each with a named session of its own."""
    opened = [Browser(f"{name}-{number}") for number in range(count)]
    try:
        yield opened
    finally:
        for client in opened:
            with suppress(TabwireError):
                await client.close()
