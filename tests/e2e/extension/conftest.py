"""A hub, and a real Chromium whose extension has joined it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count

import pytest
from tests.conftest import FrontDoor, ShownPage, settings_for_tests
from tests.e2e.extension.chrome import Chrome, close_chrome, open_chrome
from tests.pages import PageServer

from tabwire.app import App, open_app
from tabwire.callers import local_user
from tabwire.places import Places

_numbers = count(1)


@dataclass
class Joined:
    """A hub and the user's browser in it."""

    app: App
    chrome: Chrome
    places: Places

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


@asynccontextmanager
async def open_hub(places: Places, **environ: str) -> AsyncIterator[App]:
    """Run a hub that uses the user's browser only."""
    places.prepare()
    async with open_app(places, settings_for_tests(TABWIRE_BROWSER_PREFER="extension", **environ)) as app:
        yield app


async def pair(app: App, chrome: Chrome, name: str = "Work") -> None:
    """Let a browser join as its user does: by typing the hub's code into the popup."""
    settings = {"transport": "websocket", "hubAddress": app.http, "browserName": name}
    await chrome.drive("save", settings)
    code = (await FrontDoor(app, local_user("setup")).call("pair_browser")).code
    reply = await chrome.drive("act", "pair", {"code": code})
    assert reply.get("ok"), reply


@pytest.fixture
def new_home() -> AsyncIterator[Places]:
    """Return a private home for a hub, short enough for a socket path."""
    folder = tempfile.mkdtemp(prefix="twh")
    yield Places({"TABWIRE_HOME": folder})
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
async def chrome() -> AsyncIterator[Chrome]:
    """Return a browser with the extension in it, not paired with anybody."""
    running = await open_chrome()
    yield running
    await close_chrome(running)


@pytest.fixture
async def joined(new_home: Places, chrome: Chrome) -> AsyncIterator[Joined]:
    """Return a hub that the browser has joined."""
    async with open_hub(new_home) as app:
        await pair(app, chrome)
        yield Joined(app, chrome, new_home)


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
