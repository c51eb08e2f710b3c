"""A private home for each test."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator

import pytest
from tests.unit.hub.hub_home import Home

from tabwire.places import Places


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """A new, empty home; its hub is ended afterwards. The path is short: sockets need that."""
    folder = tempfile.mkdtemp(prefix="tw-")
    monkeypatch.setenv("TABWIRE_HOME", folder)
    monkeypatch.setenv("TABWIRE_HUB_IDLE_EXIT_S", "60")
    home = Home(Places())
    yield home
    for link in home.links:
        link.socket.close()
    if os.path.isdir(folder):
        status = home.status()
        if status is not None:
            os.kill(int(status.get("pid")), signal.SIGKILL)
        assert home.hub_ends()
    shutil.rmtree(folder, ignore_errors=True)
