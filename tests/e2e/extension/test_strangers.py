"""Nobody else can speak as the extension or to it: not a page, not a script in one, not another extension."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.extension.chrome import ANSWER_WITHIN_S, EXTENSION, Chrome
from tests.e2e.extension.users_browser import has_run, joined_browser
from tests.front_door import FrontDoor

from tabwire.callers import local_user
from tabwire.engines.cdp import CdpSession
from tabwire.engines.page_events import ConsoleWritten, PageEvent
from tabwire.protocol.relay import EXTENSION_ID, EXTENSION_ORIGIN

FOREIGN = Path(__file__).with_name("foreign")
FORGING = Path(__file__).with_name("forging.js").read_text(encoding="utf-8")
LIES = [
    {
        "kind": "committed",
        "frameId": 0,
        "parentFrameId": -1,
        "documentId": "d",
        "url": "https://bank.example/",
    },
    {"kind": "console", "level": "log", "text": "control", "event": "control", "isStopped": True},
    {"kind": "console", "level": "log", "text": "tab", "event": "tab_removed"},
    {"kind": "console", "level": "log", "text": "type", "type": "status", "attachedTabs": []},
    {"kind": "hand", "deed": "click", "id": "1", "result": {}},
]


@pytest.fixture
async def joined(tmp_path):
    """Return a hub and a browser in quiet mode, with another extension beside ours."""
    both = f"--load-extension={EXTENSION},{FOREIGN}"
    async with joined_browser(tmp_path, "scripting", both) as (app, chrome):
        yield FrontDoor(app, local_user("user")), chrome


@pytest.fixture
async def door(joined, server) -> FrontDoor:
    """Return a front door whose tab shows a page."""
    door, _ = joined
    await door.call("navigate", url=server.add_html("<title>Honest</title>"))
    await door.call("snapshot")
    return door


@pytest.fixture
def chrome(joined) -> Chrome:
    """Return the browser, seen from outside."""
    return joined[1]


async def outside_of(door: FrontDoor, chrome: Chrome) -> CdpSession:
    """Attach to the page of a front door from outside."""
    url = next(row.url for row in (await door.call("tabs")).tabs if row.current)
    found = [t["targetId"] for t in await chrome.targets() if (t["type"], t["url"]) == ("page", url)]
    return await chrome.attach(found[0])


async def beside_the_page(session: CdpSession) -> int:
    """Return the world in which our content scripts run."""
    worlds: list[dict[str, Any]] = []
    session.on("Runtime.executionContextCreated", lambda facts: worlds.append(facts["context"]))
    await session.call("Runtime.enable")
    return int(next(world["id"] for world in worlds if world["origin"] == EXTENSION_ORIGIN))


async def forge(session: CdpSession, name: str, *given: Any, **where: int) -> Any:
    """Try something in a page."""
    words = ", ".join(json.dumps(value) for value in given)
    answer = await session.call(
        "Runtime.evaluate",
        expression=f"{FORGING}\nforging.{name}({words})",
        awaitPromise=True,
        returnByValue=True,
        **where,
    )
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]
    return answer["result"].get("value")


@asynccontextmanager
async def heard_until_the_end(door: FrontDoor) -> AsyncIterator[list[PageEvent]]:
    """Collect what the hub hears of the tab, until the page says that this is the end."""
    tab = await door.app.sessions.of(door.caller).tab()
    page = tab.page
    # The page's own icon may still be on its way.
    await page.events.until(lambda: not tab.traffic.under_way)
    heard: list[PageEvent] = []
    stop = page.events.subscribe(heard.append)
    yield heard
    async with asyncio.timeout(ANSWER_WITHIN_S):
        await page.events.until(lambda: ConsoleWritten("log", "the end") in heard)
    stop()


async def check_that_nothing_happened(door: FrontDoor, heard: list[PageEvent]) -> None:
    assert {type(event) for event in heard} <= {ConsoleWritten}
    assert [row.state for row in (await door.call("browsers")).browsers] == ["connected"]
    assert (await door.call("tabs")).tabs
    assert "title: Honest" in await door.text("snapshot")


async def test_another_extension_finds_nobody_to_speak_to(chrome):
    name = hashlib.sha256(str(FOREIGN).encode()).hexdigest()[:32]
    foreign = name.translate(str.maketrans("0123456789abcdef", "abcdefghijklmnop"))
    page = f"chrome-extension://{foreign}/frame.html"
    target = await chrome.cdp.browser.call("Target.createTarget", url=page, background=True)
    session = await chrome.attach(target["targetId"])
    async with asyncio.timeout(ANSWER_WITHIN_S):
        while not await has_run(session, "chrome.runtime.id.length"):
            pass
    answer = await forge(session, "asExtension", EXTENSION_ID)
    assert answer == "Could not establish connection. Receiving end does not exist."


async def test_a_script_in_a_page_cannot_ask_for_what_the_popup_may(door, chrome):
    session = await outside_of(door, chrome)
    before = await chrome.drive("stored", "local", "settings")
    assert await forge(session, "asPopup", contextId=await beside_the_page(session)) == []
    assert await chrome.drive("stored", "local", "settings") == before


async def test_a_script_in_a_page_cannot_speak_for_chrome_or_for_the_user(door, chrome):
    session = await outside_of(door, chrome)
    async with heard_until_the_end(door) as heard:
        await forge(session, "asNews", LIES[:-1], contextId=await beside_the_page(session))
    await check_that_nothing_happened(door, heard)


async def test_a_page_cannot_speak_for_anybody_but_itself(door, chrome):
    async with heard_until_the_end(door) as heard:
        await forge(await outside_of(door, chrome), "asPage", LIES)
    await check_that_nothing_happened(door, heard)
