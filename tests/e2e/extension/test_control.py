"""The user's word counts: stop, pause, tabs taken away, levels, and the debugger bar's Cancel."""

from __future__ import annotations

import asyncio

import pytest

from tabwire.errors import Forbidden


async def tab_of(joined, url):
    return next(tab["id"] for tab in await joined.chrome.drive("tabs") if tab["url"] == url)


async def test_stop_ends_all_control_at_once_and_resume_gives_it_back(joined, browser, page):
    await page.show("<button>Go</button>")
    waiting = asyncio.ensure_future(browser.call("wait_for", text="never", timeout_s=20))
    await joined.chrome.drive("untilBusy", "wait_for")
    await joined.chrome.drive("act", "stop", {})
    with pytest.raises(Forbidden):
        await waiting
    assert (await joined.chrome.drive("stored", "session", "attached"))["attached"] == []
    assert await joined.chrome.drive("badge") == "■"
    error = await browser.fails("click", target="Go")
    assert error.code == "FORBIDDEN"
    assert "popup" in error.next_step
    await joined.chrome.drive("act", "resume", {})
    await browser.call("click", target="Go")


async def test_cancel_on_chromes_bar_means_stop_in_every_tab(joined, browser, page):
    await page.show("<button>Go</button>")
    first = (await browser.call("tabs")).tabs
    await browser.call("new_tab", url=page.server.add_html("<p>Second</p>"))
    waiting = asyncio.ensure_future(browser.call("wait_for", text="never", timeout_s=20))
    await joined.chrome.drive("untilBusy", "wait_for")
    await joined.chrome.cancel_debugging()
    with pytest.raises(Forbidden):
        await waiting
    assert (await joined.chrome.drive("until", "stopped"))["tabs"] == []
    assert await joined.chrome.drive("badge") == "■"
    assert [row.state for row in (await browser.call("browsers")).browsers] == ["stopped by the user"]
    current = next(row.tab for row in first if row.current)
    assert (await browser.fails("switch_tab", tab=current)).code == "FORBIDDEN"
    assert (await joined.chrome.drive("stored", "session", "attached"))["attached"] == []
    await joined.chrome.drive("act", "resume", {})
    await browser.call("switch_tab", tab=current)
    assert "Go" in await browser.text("snapshot")


async def test_a_stop_outlives_the_worker(joined, browser, page):
    await page.show("<button>Go</button>")
    await joined.chrome.drive("act", "stop", {})
    await joined.chrome.kill_worker()
    assert (await browser.fails("click", target="Go")).code == "FORBIDDEN"


async def test_a_pause_holds_agents_back_without_letting_go_of_tabs(joined, browser, page):
    await page.show("<button>Go</button>")
    await joined.chrome.drive("act", "pause", {"paused": True})
    assert (await browser.fails("click", target="Go")).code == "FORBIDDEN"
    assert (await joined.chrome.drive("stored", "session", "attached"))["attached"]
    await joined.chrome.drive("act", "pause", {"paused": False})
    await browser.call("click", target="Go")


async def test_a_tab_that_the_user_took_away_is_gone_for_agents(joined, browser, page):
    url = await page.show("<button>Go</button>")
    await joined.chrome.drive("act", "release", {"tabId": await tab_of(joined, url)})
    rows = (await browser.call("tabs")).tabs
    assert url not in {row.url for row in rows}


async def test_a_tab_that_the_user_offers_is_where_the_agent_begins(joined, page):
    url = page.server.add_html("<button>Mine</button>")
    opened = await joined.chrome.drive("open", url, False)
    await joined.chrome.drive("act", "share", {"tabId": opened["id"]})
    await joined.heard()
    door = joined.door()
    await door.call("wait_for", text="Mine")
    assert [row.url for row in (await door.call("tabs")).tabs if row.current] == [url]
    await joined.app.sessions.release(door.caller)
    assert opened["id"] in {tab["id"] for tab in await joined.chrome.drive("tabs")}


@pytest.mark.parametrize("engine", ["debugger", "scripting"])
@pytest.mark.parametrize(
    ("command", "params"),
    [
        ("click", {"target": "Go"}),
        ("type", {"target": "Name", "text": "Ann"}),
        ("type", {"target": "Day", "text": "2027-03-31"}),
        ("fill", {"fields": {"Name": "Ann", "Place": "Rome"}}),
        ("select", {"target": "Size", "values": ["Large"]}),
        ("submit", {}),
        ("upload_bytes", {"target": "File", "content": "eA==", "name": "x.txt"}),
    ],
    ids=["click", "type", "type a date", "fill", "select", "submit", "upload"],
)
async def test_looking_is_all_that_an_agent_may_do_at_level_look(
    joined, browser, page, engine, command, params
):
    await page.open("level_look")
    await browser.call("use_engine", engine=engine)
    await joined.chrome.drive("act", "saveSettings", {"settings": {"level": "look"}})
    assert (await browser.fails(command, **params)).code == "FORBIDDEN"
    assert "nothing happened" in await browser.text("snapshot")


async def test_a_tab_that_chrome_unloaded_is_loaded_again_when_it_is_used(joined, page):
    url = page.server.add_html("<title>Sleeper</title><button>Awake</button>")
    opened = await joined.chrome.drive("open", url, False)
    door = joined.door()
    handle = next(row.tab for row in (await door.call("tabs")).tabs if row.url == url)
    await joined.chrome.drive("discard", opened["id"])
    await joined.heard()
    await door.call("switch_tab", tab=handle)
    assert "Awake" in await door.text("wait_for", text="Awake") + await door.text("snapshot")


async def test_pages_that_chrome_keeps_to_itself_are_refused_with_the_reason(joined):
    await joined.chrome.drive("open", "chrome://version/", False)
    door = joined.door()
    handle = next(row.tab for row in (await door.call("tabs")).tabs if "version" in row.url)
    error = await door.fails("switch_tab", tab=handle)
    assert error.code == "UNSUPPORTED_BY_ENGINE"
    assert "chrome://" in error.message


async def test_navigate_leads_a_tab_away_from_a_page_that_chrome_keeps_to_itself(joined, page):
    opened = await joined.chrome.drive("open", "chrome://version/", False)
    await joined.chrome.drive("act", "share", {"tabId": opened["id"]})
    await joined.heard()
    door = joined.door()
    assert (await door.fails("snapshot")).code == "UNSUPPORTED_BY_ENGINE"
    assert (await door.call("navigate", url=page.server.add_html("<title>Next</title>"))).title == "Next"
    assert {tab["id"]: tab["title"] for tab in await joined.chrome.drive("tabs")}[opened["id"]] == "Next"


async def test_a_tab_that_went_where_no_debugger_is_allowed_is_used_again_at_once(joined, browser, page):
    url = await page.show("<title>Before</title>")
    await joined.chrome.drive("go", await tab_of(joined, url), "chrome://version/")
    await joined.heard()
    await page.show("<title>After</title><button>Go</button>")
    assert "Go" in await browser.text("click", target="Go")


async def test_a_tab_is_not_led_away_at_level_look(joined, page):
    opened = await joined.chrome.drive("open", "chrome://version/", False)
    await joined.chrome.drive("act", "saveSettings", {"settings": {"level": "look"}})
    await joined.chrome.drive("act", "share", {"tabId": opened["id"]})
    await joined.heard()
    url = page.server.add_html("<title>Next</title>")
    assert (await joined.door().fails("navigate", url=url)).code == "FORBIDDEN"
    assert "chrome://version/" in {tab["url"] for tab in await joined.chrome.drive("tabs")}
