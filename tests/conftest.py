"""Real parts for tests: a hub of their own, a real Chromium behind it, and pages on a local server."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tabwire.app import App
from tabwire.callers import local_user
from tests.apps import app_in
from tests.front_door import FrontDoor, ShownPage
from tests.page_server import PageServer

_numbers = count(1)
# A shell that runs the tests in the background lets them ignore Ctrl-C, and so would the programs they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
# The same examples on every machine, however slow it is.
hypothesis_settings.register_profile(
    "tabwire", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("tabwire")


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a private TABWIRE_HOME, short enough for a socket path."""
    path = tmp_path_factory.mktemp("tw")
    monkeypatch.setenv("TABWIRE_HOME", str(path))
    return path


@pytest.fixture(scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    """Return one running app with a real headless browser for the whole run."""
    async with app_in(tmp_path_factory.mktemp("app")) as running:
        # The hub closes a browser that no session uses: one session uses it from the first test to the last.
        await running.sessions.of(local_user("all-tests")).connect()
        yield running


@pytest.fixture
async def browser(app: App) -> AsyncIterator[FrontDoor]:
    """Return a front door with a session of its own, ended with the test."""
    caller = local_user(f"test-{next(_numbers)}")
    app.sessions.on_connect(caller)
    yield FrontDoor(app, caller)
    await app.sessions.release(caller)


@pytest.fixture(scope="session")
def server() -> Iterator[PageServer]:
    """Return a web server for test pages."""
    with PageServer() as running:
        running.add_slow_answers()
        yield running


@pytest.fixture
def page(server: PageServer, browser: FrontDoor) -> ShownPage:
    """Return a way to show HTML in the browser."""
    return ShownPage(server, browser)
