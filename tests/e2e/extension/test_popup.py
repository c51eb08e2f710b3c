"""The popup: what goes on in this browser, and the user's hand on it."""

from __future__ import annotations

import asyncio

from tests.e2e.extension.chrome import close_chrome, open_chrome
from tests.e2e.extension.ui import open_page, open_popup
from tests.e2e.extension.users_browser import hub_in
from tests.front_door import FrontDoor
from tests.waiting import until

from tabwire import __version__
from tabwire.callers import local_user


async def test_a_browser_is_paired_by_typing_the_code_into_the_popup(new_home, chrome):
    async with hub_in(new_home) as app:
        await chrome.drive("save", {"transport": "websocket", "hubAddress": app.http, "browserName": "Home"})
        popup = await open_page(chrome, "popup/popup.html")
        await popup.do("until", "state-title", "Not paired yet")
        assert "tabwire setup" in await popup.do("text", "state-help")
        assert not await popup.do("text", "work")
        code = (await FrontDoor(app, local_user("setup")).call("pair_browser")).code
        await popup.do("fill", "code", code)
        await popup.do("press", "pair")
        await popup.do("until", "state-title", "Connected")
        assert await popup.do("text", "browser") == "Home"


async def test_a_wrong_code_is_refused_in_words(new_home, chrome):
    async with hub_in(new_home) as app:
        await chrome.drive("save", {"transport": "websocket", "hubAddress": app.http})
        popup = await open_page(chrome, "popup/popup.html")
        await popup.do("until", "state-title", "Not paired yet")
        await FrontDoor(app, local_user("setup")).call("pair_browser")
        await popup.do("fill", "code", "AAAA-AAAA")
        await popup.do("press", "pair")
        assert await popup.do("until", "failure", "code")


async def test_without_a_hub_the_popup_says_what_to_do(chrome):
    await chrome.drive("save", {"transport": "websocket", "hubAddress": "127.0.0.1:9"})
    popup = await open_page(chrome, "popup/popup.html")
    await popup.do("until", "state-title", "The hub is not running")
    assert "127.0.0.1:9" in await popup.do("text", "state-help")
    assert await popup.do("text", "retry") == "Try again now"


async def test_a_connected_popup_tells_the_hub_and_the_traffic(joined):
    popup = await open_popup(joined.chrome)
    await popup.do("until", "state-title", "Connected")
    assert await popup.do("text", "browser") == "Work"
    hub = await popup.do("text", "hub")
    assert __version__ in hub
    assert joined.port in hub
    assert " in · " in await popup.do("text", "messages")
    assert " s" in await popup.do("text", "uptime")


async def test_the_popup_shows_which_agent_works_in_which_tab(joined, page):
    door = joined.door(client="Claude Code")
    await door.call("navigate", url=page.server.add_html("<title>Invoices</title>"))
    popup = await open_popup(joined.chrome)
    await popup.do("until", "agents", "Claude Code")
    assert "Invoices" in await popup.do("text", "agents")
    waiting = asyncio.create_task(door.call("wait_for", text="never", timeout_s=20))
    assert await popup.do("until", "agents", "wait_for")
    waiting.cancel()
    await popup.do("until", "agents", "idle for")
    await joined.app.sessions.release(door.caller)
    await popup.do("until", "idle", "No agent")


async def test_an_agents_tabs_lie_in_a_group_of_its_name(joined, page):
    door = joined.door(client="Claude Code")
    url = page.server.add_html("<title>Invoices</title>")
    await door.call("navigate", url=url)
    assert await joined.chrome.drive("untilGrouped", url) == "Claude Code"


async def test_stop_ends_all_agent_control_until_the_user_resumes(joined, browser, page):
    await page.show("<button>Go</button>")
    popup = await open_popup(joined.chrome)
    await popup.do("until", "state-title", "Connected")
    await popup.do("press", "stop")
    await popup.do("until", "state-title", "Stopped")
    assert (await browser.fails("snapshot")).code == "FORBIDDEN"
    assert not [target for target in await joined.chrome.drive("attached") if "/page" in target["url"]]
    assert await joined.chrome.drive("badge") == "■"
    await popup.do("press", "resume")
    await popup.do("until", "state-title", "Connected")
    await until(lambda: joined.app.sessions.of(browser.caller).browser.state == "connected")
    await browser.call("snapshot")


async def test_pause_holds_agents_back_without_letting_go(joined, browser, page):
    await page.show("<button>Go</button>")
    popup = await open_popup(joined.chrome)
    await popup.do("until", "state-title", "Connected")
    await popup.do("press", "pause")
    await popup.do("until", "state-title", "Paused")
    assert (await browser.fails("click", target="Go")).code == "FORBIDDEN"
    await popup.do("press", "pause")
    await popup.do("until", "state-title", "Connected")
    await browser.call("click", target="Go")


async def test_a_tab_is_offered_and_taken_away(joined, page):
    url = page.server.add_html("<title>My mail</title>")
    opened = await joined.chrome.drive("open", url, True)
    await joined.chrome.drive("untilTitle", opened["id"], "My mail")
    popup = await open_popup(joined.chrome)
    await popup.do("until", "tab-title", "My mail")
    await popup.do("until", "share", "Connect")
    await popup.do("press", "share")
    await popup.do("until", "tab-state", "next agent")
    door = joined.door()
    seen = await door.call("snapshot")
    assert seen.title == "My mail", seen.text
    await popup.do("until", "tab-state", "Connected")
    await popup.do("press", "share")
    await popup.do("until", "tab-state", "No agent works here")
    assert url not in [row.url for row in (await door.call("tabs")).tabs]
    await popup.do("press", "share")
    await popup.do("until", "tab-state", "next agent")
    assert (await joined.door().call("snapshot")).title == "My mail"


async def test_every_control_has_a_name_and_nothing_breaks_the_rules_of_the_page(joined):
    popup = await open_popup(joined.chrome)
    await popup.do("until", "state-title", "Connected")
    assert await popup.do("nameless") == []
    assert await popup.do("untranslated") == []
    assert popup.complaints == []


async def test_the_popup_speaks_chinese():
    chrome = await open_chrome("--lang=zh-CN", "--accept-lang=zh-CN")
    try:
        popup = await open_page(chrome, "popup/popup.html")
        await popup.do("until", "state-title", "hub")
        assert await popup.do("label", "stop") == "停止所有助手"
        assert await popup.do("untranslated") == []
    finally:
        await close_chrome(chrome)
