"""The user's browser joins the hub, is chosen, and works like any other."""

from __future__ import annotations

import json

from tests.e2e.extension.chrome import Chrome, close_chrome, open_chrome
from tests.e2e.extension.users_browser import hub_in, pair
from tests.front_door import FrontDoor

from tabwire.callers import local_user
from tabwire.protocol.relay import EXTENSION_ID


async def test_a_paired_browser_is_listed_with_the_name_its_user_gave(joined):
    rows = (await joined.door().call("browsers")).browsers
    assert [(row.browser, row.kind, row.state) for row in rows] == [("Work", "extension", "connected")]
    assert (await joined.chrome.drive("badge")) == "ON"


async def test_a_page_is_read_and_acted_on_with_trusted_input(browser, page):
    await page.show("<button onclick='this.textContent = event.isTrusted'>Go</button>")
    await browser.call("click", target="Go")
    assert "true" in await browser.text("snapshot")


async def test_frames_of_other_processes_are_read_too(browser, page):
    inner = page.server.add_html(
        "<button onclick='this.textContent = `pressed`'>Inside</button>", host="localhost"
    )
    await page.show(f"<h1>Outside</h1><iframe src='{inner}'></iframe>")
    await browser.call("wait_for", text="Inside")
    await browser.call("click", target="Inside")
    assert "pressed" in await browser.text("snapshot")


async def test_the_users_tabs_are_listed_but_not_touched(joined, page):
    url = page.server.add_html("<title>Mine</title>")
    await joined.chrome.drive("open", url, True)
    await joined.door().call("browsers")
    rows = (await joined.door().call("tabs")).tabs
    assert "Mine" in {row.title for row in rows} or url in {row.url for row in rows}
    debugged = [target["url"] for target in await joined.chrome.drive("attached")]
    assert url not in debugged


async def test_the_first_click_hits_though_chromes_bar_moves_the_page(joined, page):
    url = page.server.url("/lowest_button.html")
    opened = await joined.chrome.drive("open", url, True)
    await joined.chrome.drive("act", "share", {"tabId": opened["id"]})
    await joined.heard()
    told = await joined.door().text("click", target="Lowest")
    await joined.chrome.drive("untilTitle", opened["id"], "Smaller")
    assert "hit Lowest" in told


async def test_agents_do_not_see_the_extensions_own_pages(joined):
    rows = (await joined.door().call("tabs")).tabs
    assert not [row for row in rows if EXTENSION_ID in row.url]


async def test_work_happens_in_the_background(joined, browser, page):
    before = [tab["id"] for tab in await joined.chrome.drive("tabs") if tab["active"]]
    await page.show("<button>Go</button>")
    await browser.call("click", target="Go")
    after = [tab["id"] for tab in await joined.chrome.drive("tabs") if tab["active"]]
    assert before == after


async def test_a_session_that_ends_leaves_the_users_tab_open_and_undebugged(joined, page):
    url = page.server.add_html("<title>Mine</title>")
    opened = await joined.chrome.drive("open", url, False)
    door = joined.door()
    rows = (await door.call("tabs")).tabs
    mine = next(row.tab for row in rows if row.url == url)
    await door.call("switch_tab", tab=mine)
    assert opened["id"] in {target["tabId"] for target in await joined.chrome.drive("attached")}
    await joined.app.sessions.release(door.caller)
    assert opened["id"] in {tab["id"] for tab in await joined.chrome.drive("tabs")}
    left = (await joined.chrome.drive("stored", "session", "attached"))["attached"]
    assert opened["id"] not in left


async def test_a_wrong_code_is_refused_and_the_popup_says_so(new_home, chrome):
    async with hub_in(new_home) as app:
        await chrome.drive("save", {"transport": "websocket", "hubAddress": app.http})
        reply = await chrome.drive("act", "pair", {"code": "2222-2222"})
        assert "code" in reply["error"]
        assert (await chrome.drive("until", "unpaired"))["link"] == "unpaired"
        assert await chrome.drive("badge") == "?"


async def test_r39_with_two_browsers_and_no_choice_the_answer_is_a_question(joined):
    second = await open_chrome()
    try:
        await pair(joined.app, second, "Home")
        error = await joined.door().fails("snapshot")
        assert error.code == "INVALID_PARAMS"
        assert sorted(error.data["browsers"]) == ["Home", "Work"]
        door = joined.door()
        await door.call("use_browser", browser="Home")
        await door.call("new_tab")
        named = joined.door(browser="Work")
        await named.call("new_tab")
    finally:
        await close_chrome(second)


async def test_two_browsers_of_the_same_name_are_told_apart(joined):
    second = await open_chrome()
    try:
        await pair(joined.app, second, "Work")
        rows = (await joined.door().call("browsers")).browsers
        assert sorted(row.browser for row in rows) == ["Work", "Work 2"]
    finally:
        await close_chrome(second)


async def test_a_browser_is_listed_with_its_profile(new_home, tmp_path, monkeypatch):
    chrome = Chrome(str(tmp_path / ".config" / "chromium"))
    await chrome.start()
    monkeypatch.setenv("HOME", str(tmp_path))
    try:
        async with hub_in(new_home) as app:
            await pair(app, chrome)
            (row,) = (await FrontDoor(app, local_user("user")).call("browsers")).browsers
            assert row.profile
    finally:
        await close_chrome(chrome)


async def test_without_a_browser_the_error_says_how_to_connect_one(new_home):
    async with hub_in(new_home) as app:
        error = await FrontDoor(app, local_user("nobody")).fails("snapshot")
        assert error.code == "NO_BROWSER"
        assert "Chrome extension not connected" in error.message
        assert "tabwire setup" in error.next_step


async def test_a_forgotten_browser_is_cut_off_and_stays_out(joined):
    await joined.door().call("forget_browser", browser="Work")
    assert (await joined.chrome.drive("until", "unpaired"))["link"] == "unpaired"
    assert (await joined.door().call("browsers")).browsers == []


async def test_a_new_name_reaches_the_extension(joined):
    await joined.door().call("name_browser", browser="Work", name="Desk")
    rows = (await joined.door().call("browsers")).browsers
    assert [row.browser for row in rows] == ["Desk"]
    # The extension's answer to a later request comes after it took the name.
    await joined.door().call("new_tab")
    stored = await joined.chrome.drive("stored", "local", "settings")
    assert stored["settings"]["browserName"] == "Desk"


async def test_the_secret_is_nowhere_but_with_the_two_who_share_it(joined):
    identity = (await joined.chrome.drive("stored", "local", "identity"))["identity"]
    state = json.dumps(await joined.chrome.drive("state"))
    assert len(identity["secret"]) == 64
    assert identity["secret"] not in state
