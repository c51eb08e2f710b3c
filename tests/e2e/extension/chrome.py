"""A real Chromium with the real extension in it, and a way to look at it from outside."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from tabwire.browsers.executables import find_executable
from tabwire.browsers.process import BrowserProcess, spawn
from tabwire.engines.cdp import CdpConnection, CdpRefused, CdpSession
from tabwire.links.pipe import PipeLink
from tabwire.protocol.relay import EXTENSION_ID

EXTENSION = Path(__file__).resolve().parents[3] / "extension"
DRIVER = Path(__file__).with_name("driver.js")
CANCEL = Path(__file__).with_name("cancel.js")
WORKER_URL = f"chrome-extension://{EXTENSION_ID}/background/main.js"
# A page of the extension that does nothing by itself.
PAGE_URL = f"chrome-extension://{EXTENSION_ID}/options/options.html"
ANSWER_WITHIN_S = 20.0
# Chrome never answers a call to a page that is replaced meanwhile.
REPLACED_AFTER_S = 3.0
SWITCHES = (
    "--remote-debugging-pipe",
    "--headless=new",
    "--disable-gpu",
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,800",
)


class Chrome:
    """A user's browser: an own profile with developer mode on, and the extension loaded."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._process: BrowserProcess | None = None
        self._cdp: CdpConnection | None = None
        self._page: CdpSession | None = None
        self._page_target = ""

    async def start(self, *switches: str) -> None:
        """Start the browser."""
        preferences = Path(self.folder, "Default", "Preferences")
        if not preferences.exists():
            preferences.parent.mkdir(parents=True)
            downloads = {"default_directory": f"{self.folder}/downloads"}
            chosen = {"extensions": {"ui": {"developer_mode": True}}, "download": downloads}
            preferences.write_text(json.dumps(chosen))
        command = [find_executable(), *SWITCHES, f"--user-data-dir={self.folder}"]
        command += [f"--load-extension={EXTENSION}", *switches, "about:blank"]
        self._process, read_fd, write_fd = spawn(command, os.environ, f"{self.folder}/browser.log")
        self._cdp = CdpConnection(await PipeLink.open(read_fd, write_fd), lambda: None)
        await self.open_page()

    async def open_page(self) -> None:
        """Open a page of the extension in the background, once its worker shows that it is loaded."""
        async with asyncio.timeout(ANSWER_WITHIN_S):
            while not await self._is_page_open():
                pass

    async def _is_page_open(self) -> bool:
        if not await self.worker():
            return False
        opened = await self.cdp.browser.call("Target.createTarget", url=PAGE_URL, background=True)
        self._page_target = opened["targetId"]
        self._page = await self.attach(self._page_target)
        if await self._is_driven():
            return True
        await self.cdp.browser.call("Target.closeTarget", targetId=self._page_target)
        return False

    async def _is_driven(self) -> bool:
        """Put the driver into the page; not if it is not the extension's yet, or just being replaced."""
        try:
            async with asyncio.timeout(REPLACED_AFTER_S):
                while await self.evaluate("location.protocol") != "chrome-extension:":
                    pass
                await self.evaluate(DRIVER.read_text(encoding="utf-8"))
                return bool(await self.evaluate("typeof driver") == "object")
        except (CdpRefused, TimeoutError):
            return False

    @property
    def cdp(self) -> CdpConnection:
        """Return the connection from outside."""
        assert self._cdp is not None
        return self._cdp

    async def attach(self, target: str) -> CdpSession:
        """Attach to a target from outside."""
        answer = await self.cdp.browser.call("Target.attachToTarget", targetId=target, flatten=True)
        return self.cdp.session(answer["sessionId"])

    async def evaluate(self, expression: str) -> Any:
        """Evaluate in the extension's page."""
        assert self._page is not None
        async with asyncio.timeout(ANSWER_WITHIN_S):
            answer = await self._page.call(
                "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
            )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def drive(self, name: str, *arguments: Any) -> Any:
        """Call a function of the driver."""
        given = ", ".join(json.dumps(argument) for argument in arguments)
        return await self.evaluate(f"driver.{name}({given})")

    async def targets(self) -> list[dict[str, Any]]:
        """List all targets."""
        answer = await self.cdp.browser.call("Target.getTargets", filter=[{}])
        return list(answer["targetInfos"])

    async def worker(self) -> str:
        """Return the id of the service worker's target, or nothing."""
        found = [t["targetId"] for t in await self.targets() if t["url"] == WORKER_URL]
        return found[0] if found else ""

    async def cancel_debugging(self) -> None:
        """End debugging as Cancel on Chrome's bar does; the bar itself cannot be pressed without a screen."""
        session = await self.attach(await self.worker())
        script = CANCEL.read_text(encoding="utf-8")
        answer = await session.call("Runtime.evaluate", expression=script, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]

    async def kill_worker(self) -> None:
        """End the service worker, as Chrome does when it is idle."""
        await self.cdp.browser.call("Target.closeTarget", targetId=await self.worker())

    async def reload_extension(self) -> None:
        """Load the extension anew; its pages close."""
        with suppress(Exception):
            async with asyncio.timeout(1):
                await self.drive("reload")
        await self.open_page()

    async def close(self) -> None:
        """End the browser."""
        assert self._process is not None
        with suppress(Exception):
            async with asyncio.timeout(5):
                await self.cdp.browser.call("Browser.close")
        await self.cdp.close()
        await self._process.wait(5)
        self._process.kill()
        await self._process.wait(5)


async def open_chrome(*switches: str) -> Chrome:
    """Start a browser with a new profile."""
    chrome = Chrome(tempfile.mkdtemp(prefix="tabwire-chrome-"))
    await chrome.start(*switches)
    return chrome


async def close_chrome(chrome: Chrome) -> None:
    """End the browser and delete its profile."""
    await chrome.close()
    await asyncio.to_thread(shutil.rmtree, chrome.folder, True)
