"""Which engine handles a tab: the user's choice, the agent's, and what another extension leaves possible."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.e2e.extension.chrome import EXTENSION, Chrome
from tests.e2e.extension.users_browser import joined_browser
from tests.front_door import FrontDoor, ShownPage
from tests.page_server import PageServer, send

from tabwire.app import App
from tabwire.callers import local_user

FOREIGN = Path(__file__).with_name("foreign")
SHOWS_TRUST = "<button onclick='this.textContent = `trusted ${event.isTrusted}`'>Go</button>"


@pytest.fixture
async def joined(tmp_path: Path) -> AsyncIterator[tuple[App, Chrome]]:
    """Return a hub and a browser with another extension beside ours, whose user left the engine at auto."""
    both = f"--load-extension={EXTENSION},{FOREIGN}"
    async with joined_browser(tmp_path, "auto", both) as opened:
        yield opened


@pytest.fixture
async def browser(joined: tuple[App, Chrome]) -> AsyncIterator[FrontDoor]:
    """Return a front door into that browser."""
    app, _ = joined
    caller = local_user("chooser")
    app.sessions.hold(caller)
    yield FrontDoor(app, caller)
    await app.sessions.release(caller)


@pytest.fixture
def page(server: PageServer, browser: FrontDoor) -> ShownPage:
    """Return a way to show HTML in it."""
    return ShownPage(server, browser)


async def test_a_frame_of_another_extension_makes_auto_go_quiet_and_say_why(joined, browser, page):
    _, chrome = joined
    url = page.server.add_route("/framed", lambda request: send(request, f"<!doctype html>{SHOWS_TRUST}"))
    opened = await chrome.drive("open", url, False)
    await chrome.drive("untilTitle", opened["id"], "Framed")
    mine = next(row.tab for row in (await browser.call("tabs")).tabs if row.url == url)
    await browser.call("switch_tab", tab=mine)
    told = await browser.text("click", target="Go")
    assert "quiet mode: the extension " in told
    assert "forbids the debugger" in told
    assert "trusted false" in await browser.text("snapshot")


async def test_an_agent_chooses_the_engine_of_a_tab(browser, page):
    await page.show(SHOWS_TRUST)
    await browser.call("use_engine", engine="scripting")
    assert "quiet mode" in await browser.text("click", target="Go")
    assert "trusted false" in await browser.text("snapshot")
    await browser.call("use_engine", engine="debugger")
    await browser.call("click", target="trusted false")
    assert "trusted true" in await browser.text("snapshot")


async def test_the_users_choice_of_quiet_mode_holds_at_once(joined, browser, page):
    _, chrome = joined
    await page.show(SHOWS_TRUST)
    assert await chrome.drive("attached")
    await chrome.drive("act", "saveSettings", {"settings": {"engine": "scripting"}})
    await chrome.drive("untilFree")
    # The hub hears of it by the same link, before the answer to this.
    await browser.call("tabs")
    assert "quiet mode" in await browser.text("navigate", url=page.server.add_html(SHOWS_TRUST))
    assert not [target for target in await chrome.drive("attached") if "/page" in target["url"]]
    await browser.call("use_engine", engine="debugger")
    error = await browser.fails("snapshot")
    assert error.code == "UNSUPPORTED_BY_ENGINE"
    assert "The user chose quiet mode" in error.message


async def test_stop_ends_quiet_control_too(joined, browser, page):
    _, chrome = joined
    await page.show("<p>x</p>")
    await browser.call("use_engine", engine="scripting")
    await browser.call("snapshot")
    await chrome.drive("act", "stop")
    error = await browser.fails("snapshot")
    assert error.code == "FORBIDDEN"
    assert (await chrome.drive("state"))["state"]["tabs"] == []


async def test_what_the_user_blocks_stays_closed_in_quiet_mode(joined, browser, page):
    _, chrome = joined
    blocked = page.server.add_html("<title>Blocked</title>", host="localhost")
    await page.show(f"<a href='{blocked}'>Go there</a>")
    await browser.call("use_engine", engine="scripting")
    await browser.call("snapshot")
    await chrome.drive("act", "saveSettings", {"settings": {"blocked": ["localhost"]}})
    assert (await browser.fails("navigate", url=blocked)).code == "FORBIDDEN"
    await browser.call("click", target="Go there")
    assert "Blocked" not in [tab["title"] for tab in await chrome.drive("tabs")]
