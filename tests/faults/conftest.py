"""A home for hubs that get killed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.real_hub import RealHub, real_hub


@pytest.fixture
async def hub(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RealHub]:
    """Return a hub in a process of its own, started by its first client."""
    folder = Path(tempfile.mkdtemp(prefix="tw-"))
    for name, value in {
        "TABWIRE_HOME": str(folder),
        "TABWIRE_HTTP_PORT": "0",
        "TABWIRE_BROWSER_HEADLESS": "yes",
        "TABWIRE_HUB_IDLE_EXIT_S": "30",
    }.items():
        monkeypatch.setenv(name, value)
    try:
        async with real_hub(folder) as running:
            yield running
    finally:
        shutil.rmtree(folder, ignore_errors=True)
