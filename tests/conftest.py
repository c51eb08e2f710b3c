"""Real parts for tests: a hub of their own, a real Chromium behind it, and pages on a local server."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tabwire.app import App, open_app
from tabwire.callers import Caller, local_user
from tabwire.errors import TabwireError
from tabwire.places import Places
from tabwire.results.result import Result
from tabwire.settings import Settings, load
from tests.pages import PageServer

_numbers = count(1)
# A shell that runs the tests in the background lets them ignore Ctrl-C, and so would the programs they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
# The same examples on every machine, however slow it is.
hypothesis_settings.register_profile(
    "tabwire", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("tabwire")


class FrontDoor:
    """Send commands as one caller does, through the whole path of a request."""

    def __init__(self, app: App, caller: Caller) -> None:
        self.app = app
        self.caller = caller

    async def call(self, command: str, **params: Any) -> Any:
        """Run a command and return its result."""
        return await self.app.dispatcher.call(self.caller, command, params)

    async def text(self, command: str, **params: Any) -> str:
        """Run a command and return what a model reads."""
        result: Result = await self.call(command, **params)
        return result.to_text()

    async def fails(self, command: str, **params: Any) -> TabwireError:
        """Run a command that must fail; return its error."""
        with pytest.raises(TabwireError) as caught:
            await self.call(command, **params)
        return caught.value


class ShownPage:
    """A page on a web server of its own, open in the current tab."""

    def __init__(self, server: PageServer, browser: FrontDoor) -> None:
        self.server = server
        self._browser = browser

    async def show(self, html: str, *, host: str = "127.0.0.1") -> str:
        """Open a page with this body; return its address."""
        url = self.server.add_html(html, host=host)
        await self._browser.call("navigate", url=url)
        return url

    async def open(self, name: str) -> str:
        """Open one of the pages below tests/e2e/pages; return its address."""
        url = self.server.url(f"/{name}.html")
        await self._browser.call("navigate", url=url)
        return url


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a private TABWIRE_HOME, short enough for a socket path."""
    path = tmp_path_factory.mktemp("tw")
    monkeypatch.setenv("TABWIRE_HOME", str(path))
    return path


def settings_for_tests(**environ: str) -> Settings:
    """Return settings that disturb nobody: any free port, no display."""
    given = {"TABWIRE_HTTP_PORT": "0", "TABWIRE_BROWSER_HEADLESS": "yes", **environ}
    return load(Path(os.devnull), given)


@pytest.fixture(scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    """Return one running app with a real headless browser for the whole run."""
    places = Places({"TABWIRE_HOME": str(tmp_path_factory.mktemp("app"))})
    places.prepare()
    async with open_app(places, settings_for_tests()) as running:
        yield running


@pytest.fixture
async def browser(app: App) -> AsyncIterator[FrontDoor]:
    """Return a front door with a session of its own, ended with the test."""
    caller = local_user(f"test-{next(_numbers)}")
    app.sessions.hold(caller)
    yield FrontDoor(app, caller)
    await app.sessions.release(caller)


@pytest.fixture(scope="session")
def server() -> Iterator[PageServer]:
    """Return a web server for test pages."""
    with PageServer() as running:
        yield running


@pytest.fixture
def page(server: PageServer, browser: FrontDoor) -> ShownPage:
    """Return a way to show HTML in the browser."""
    return ShownPage(server, browser)
