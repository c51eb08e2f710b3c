"""Apps of a test's own: a hub in this process, with settings that disturb nobody."""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tabwire.app import App, open_app
from tabwire.places import Places
from tabwire.settings import Settings, load


def settings_for_tests(**environ: str) -> Settings:
    """Return settings for any free port and no display, where temporary files may be uploaded."""
    given = {
        "TABWIRE_HTTP_PORT": "0",
        "TABWIRE_BROWSER_HEADLESS": "yes",
        "TABWIRE_POLICY_UPLOAD_FOLDERS": tempfile.gettempdir(),
        **environ,
    }
    return load(Path(os.devnull), given)


@asynccontextmanager
async def app_in(home: Path | str, **environ: str) -> AsyncIterator[App]:
    """Run an app whose home is a folder of the test's own."""
    places = Places({"TABWIRE_HOME": str(home)})
    places.prepare()
    async with open_app(places, settings_for_tests(**environ)) as app:
        yield app
