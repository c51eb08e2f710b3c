"""A hub, and a real Chromium whose extension has joined it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from tests.e2e.extension.chrome import Chrome, close_chrome, open_chrome
from tests.e2e.extension.users_browser import hub_in, pair
from tests.front_door import FrontDoor, ShownPage
from tests.page_server import PageServer

from tabwire.app import App
from tabwire.callers import local_user

_numbers = count(1)


@dataclass
class Joined:
    """A hub and the user's browser in it."""

    app: App
    chrome: Chrome

    def door(self, **facts: str) -> FrontDoor:
        """Return a front door with a session of its own."""
        return FrontDoor(self.app, local_user(f"user-{next(_numbers)}", **facts))

    async def heard(self) -> None:
        """Wait until the hub knows what the user did so far: its link tells everything in order."""
        await self.door().call("tabs")

    @property
    def port(self) -> str:
        """Return the hub's port."""
        return self.app.http.rpartition(":")[2]


@pytest.fixture
def new_home() -> Iterator[Path]:
    """Return a private home for a hub, short enough for a socket path."""
    folder = Path(tempfile.mkdtemp(prefix="twh"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
async def chrome() -> AsyncIterator[Chrome]:
    """Return a browser with the extension in it, not paired with anybody."""
    running = await open_chrome()
    yield running
    await close_chrome(running)


@pytest.fixture
async def joined(new_home: Path, chrome: Chrome) -> AsyncIterator[Joined]:
    """Return a hub that the browser has joined."""
    async with hub_in(new_home) as app:
        await pair(app, chrome)
        yield Joined(app, chrome)


@pytest.fixture
async def browser(joined: Joined) -> AsyncIterator[FrontDoor]:
    """Return a front door into the user's browser."""
    door = joined.door()
    joined.app.sessions.hold(door.caller)
    yield door
    await joined.app.sessions.release(door.caller)


@pytest.fixture
def page(server: PageServer, browser: FrontDoor) -> ShownPage:
    """Return a way to show HTML in the user's browser."""
    return ShownPage(server, browser)
