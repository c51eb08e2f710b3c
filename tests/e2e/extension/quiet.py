"""A user's browser in quiet mode, joined to a hub of its own, for the tests of the scripting engine."""

from __future__ import annotations

import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.conftest import FrontDoor, settings_for_tests
from tests.e2e.extension.chrome import Chrome, close_chrome, open_chrome

from tabwire.app import App, open_app
from tabwire.places import Places
from tabwire.policy.callers import local_user
from tabwire.protocol.relay import EXTENSION_ID

# Chrome's own page of extensions has this interface; nothing else may switch it.
ALLOW = Path(__file__).with_name("allow_user_scripts.js").read_text(encoding="utf-8")


@asynccontextmanager
async def joined_browser(folder: Path, engine: str, *switches: str) -> AsyncIterator[tuple[App, Chrome]]:
    """Open a hub and a browser whose extension is paired with it and set to an engine."""
    places = Places({"TABWIRE_HOME": str(folder)})
    places.prepare()
    settings = settings_for_tests(
        TABWIRE_BROWSER_PREFER="extension", TABWIRE_POLICY_UPLOAD_FOLDERS=tempfile.gettempdir()
    )
    async with open_app(places, settings) as app:
        chrome = await open_chrome(*switches)
        try:
            await join(app, chrome, engine)
            yield app, chrome
        finally:
            await close_chrome(chrome)


async def join(app: App, chrome: Chrome, engine: str) -> None:
    """Pair the browser with the hub, as a user does with a code."""
    address = app.http.removeprefix("http://").rstrip("/")
    settings = {"hubAddress": address, "transport": "websocket", "engine": engine, "browserName": "mine"}
    await chrome.drive("save", settings)
    user = FrontDoor(app, local_user("pairing"))
    code = (await user.call("pair_browser")).code
    reply = await chrome.drive("act", "pair", {"code": code})
    assert reply.get("ok"), reply
    await chrome.drive("until", "connected")


async def allow_user_scripts(chrome: Chrome) -> None:
    """Let the extension run scripts of others, as its user can on chrome://extensions."""
    target = (
        await chrome.cdp.browser.call("Target.createTarget", url="chrome://extensions/", background=True)
    )["targetId"]
    session = await chrome.attach(target)
    await session.call(
        "Runtime.evaluate",
        expression=ALLOW.replace("EXTENSION_ID", json.dumps(EXTENSION_ID)),
        awaitPromise=True,
    )
    await chrome.cdp.browser.call("Target.closeTarget", targetId=target)
