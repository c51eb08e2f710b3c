"""A user's browser, joined to a hub of its own by either way and set to an engine."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.apps import app_in
from tests.e2e.extension.chrome import (
    ANSWER_WITHIN_S,
    REPLACED_AFTER_S,
    Chrome,
    close_chrome,
    open_chrome,
)
from tests.front_door import FrontDoor

from tabwire.app import App
from tabwire.browsers.native_manifests import install, launcher_script, place_in
from tabwire.callers import local_user
from tabwire.engines.cdp import CdpRefused, CdpSession
from tabwire.hub.process import Hub
from tabwire.hub_socket.lock import take_lock
from tabwire.places import Places
from tabwire.protocol.relay import EXTENSION_ID

# Chrome's own page of extensions has this interface; nothing else may switch it.
CONFIGURE = Path(__file__).with_name("configure.js").read_text(encoding="utf-8")


@asynccontextmanager
async def hub_in(folder: Path, **environ: str) -> AsyncIterator[App]:
    """Run a hub that uses the user's browser only."""
    async with app_in(folder, TABWIRE_BROWSER_PREFER="extension", **environ) as app:
        yield app


@asynccontextmanager
async def joined_browser(folder: Path, engine: str, *switches: str) -> AsyncIterator[tuple[App, Chrome]]:
    """Open a hub and a browser whose extension is paired with it and set to an engine."""
    async with hub_in(folder) as app:
        chrome = await open_chrome(*switches)
        try:
            await join(app, chrome, engine)
            yield app, chrome
        finally:
            await close_chrome(chrome)


@asynccontextmanager
async def natively_joined_browser(folder: Path, engine: str) -> AsyncIterator[tuple[App, Chrome]]:
    """Open a hub and a browser that finds it by native messaging, set to an engine."""
    async with hub_in(folder) as app, local_door(folder, app):
        chrome = Chrome(tempfile.mkdtemp(prefix="tabwire-chrome-"))
        launcher = folder / "native-host"
        launcher.write_text(launcher_script(sys.executable, str(folder)), encoding="utf-8")
        launcher.chmod(0o700)
        install(place_in("chromium", chrome.folder), str(launcher))
        await chrome.start()
        try:
            settings = {"transport": "native", "engine": engine, "browserName": "mine"}
            await chrome.drive("save", settings)
            await chrome.drive("until", "connected")
            yield app, chrome
        finally:
            await close_chrome(chrome)


@asynccontextmanager
async def local_door(folder: Path, app: App) -> AsyncIterator[None]:
    """Open the hub's local socket, where the native messaging host joins it."""
    places = Places({"TABWIRE_HOME": str(folder)})
    lock = take_lock(places.lock)
    assert lock is not None
    hub = Hub(places, lock, app, idle_exit_s=3600)
    running = asyncio.create_task(hub.run())
    try:
        yield
    finally:
        hub.stop()
        await running
        lock.release()


async def join(app: App, chrome: Chrome, engine: str) -> None:
    """Pair the browser with the hub, set it to an engine and wait until it is there."""
    await pair(app, chrome, "mine", engine=engine)
    await chrome.drive("until", "connected")


async def pair(app: App, chrome: Chrome, name: str = "Work", **choices: str) -> None:
    """Let a browser join as its user does: by typing the hub's code into the popup."""
    settings = {"transport": "websocket", "hubAddress": app.http, "browserName": name, **choices}
    await chrome.drive("save", settings)
    code = (await FrontDoor(app, local_user("pairing")).call("pair_browser")).code
    reply = await chrome.drive("act", "pair", {"code": code})
    assert reply.get("ok"), reply


async def allow_user_scripts(chrome: Chrome) -> None:
    """Let the extension run scripts of others, as its user can on chrome://extensions."""
    await configure(chrome, userScriptsAccess=True)


async def forbid_files(chrome: Chrome) -> None:
    """Keep the extension from files, as it is when it comes from the store; Chrome loads it anew for that."""
    before = await chrome.worker()
    await configure(chrome, fileAccess=False)
    async with asyncio.timeout(ANSWER_WITHIN_S):
        while await chrome.worker() in {"", before}:
            pass
    await chrome.open_page()


async def configure(chrome: Chrome, **choices: bool) -> None:
    """Choose something for the extension on chrome://extensions."""
    opened = await chrome.cdp.browser.call("Target.createTarget", url="chrome://extensions/", background=True)
    session = await chrome.attach(opened["targetId"])
    script = CONFIGURE.replace("CONFIGURATION", json.dumps({"extensionId": EXTENSION_ID, **choices}))
    async with asyncio.timeout(ANSWER_WITHIN_S):
        while not await has_run(session, script):
            pass
    await chrome.cdp.browser.call("Target.closeTarget", targetId=opened["targetId"])


async def has_run(session: CdpSession, script: str) -> bool:
    """Run a script in a page; not if the page is not there yet, or just being replaced."""
    try:
        async with asyncio.timeout(REPLACED_AFTER_S):
            answer = await session.call("Runtime.evaluate", expression=script, awaitPromise=True)
    except (CdpRefused, TimeoutError):
        return False
    return "exceptionDetails" not in answer
