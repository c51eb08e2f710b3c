"""The extension's own pages, opened and used from outside as a person uses them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.e2e.extension.chrome import REPLACED_AFTER_S, Chrome

from tabwire.engines.cdp import CdpRefused, CdpSession
from tabwire.protocol.relay import EXTENSION_ID

READY = Path(__file__).with_name("ui_ready.js").read_text(encoding="utf-8")
DRIVER = Path(__file__).with_name("ui_driver.js").read_text(encoding="utf-8")
ANSWER_WITHIN_S = 20.0


class ExtensionPage:
    """An open popup or options page, and what it complained about."""

    def __init__(self, session: CdpSession) -> None:
        self._session = session
        self.complaints: list[str] = []
        session.on("Log.entryAdded", lambda facts: self.complaints.append(facts["entry"]["text"]))
        session.on("Runtime.exceptionThrown", lambda facts: self.complaints.append(str(facts)))

    async def prepare(self) -> None:
        """Make the page usable for tests."""
        await self._session.call("Log.enable")
        await self._session.call("Runtime.enable")
        async with asyncio.timeout(ANSWER_WITHIN_S):
            while not await self._is_driven():
                pass

    async def _is_driven(self) -> bool:
        """Put the driver into the page once it is there; not if another document took its place meanwhile."""
        try:
            async with asyncio.timeout(REPLACED_AFTER_S):
                while await self._evaluate("location.protocol") != "chrome-extension:":
                    pass
                await self._evaluate(READY)
                await self._evaluate(DRIVER)
                return bool(await self._evaluate("typeof ui") == "object")
        except (CdpRefused, TimeoutError):
            return False

    async def _evaluate(self, expression: str) -> Any:
        async with asyncio.timeout(ANSWER_WITHIN_S):
            answer = await self._session.call(
                "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
            )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    async def do(self, name: str, *arguments: Any) -> Any:
        """Call a function of the driver."""
        given = ", ".join(json.dumps(argument) for argument in arguments)
        return await self._evaluate(f"ui.{name}({given})")


async def open_page(chrome: Chrome, path: str) -> ExtensionPage:
    """Open a page of the extension in a tab."""
    url = f"chrome-extension://{EXTENSION_ID}/{path}"
    opened = await chrome.cdp.browser.call("Target.createTarget", url=url)
    return await _page(chrome, opened["targetId"])


async def open_popup(chrome: Chrome) -> ExtensionPage:
    """Click on the extension's icon: the real popup opens on the tab in front."""
    shown: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def notice(facts: dict[str, Any]) -> None:
        info = facts["targetInfo"]
        if info["url"].endswith("/popup/popup.html") and not shown.done():
            shown.set_result(info["targetId"])

    chrome.cdp.browser.on("Target.targetCreated", notice)
    chrome.cdp.browser.on("Target.targetInfoChanged", notice)
    await chrome.cdp.browser.call("Target.setDiscoverTargets", discover=True)
    front = next(
        target["targetId"]
        for target in await chrome.targets()
        if target["type"] == "tab" and target.get("embedderData", {}).get("tabActive")
    )
    await chrome.cdp.browser.call("Extensions.triggerAction", id=EXTENSION_ID, targetId=front)
    async with asyncio.timeout(ANSWER_WITHIN_S):
        return await _page(chrome, await shown)


async def _page(chrome: Chrome, target: str) -> ExtensionPage:
    page = ExtensionPage(await chrome.attach(target))
    await page.prepare()
    return page
