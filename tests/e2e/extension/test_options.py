"""The options page: what agents may do in this browser, kept at once and in force at once."""

from __future__ import annotations

from tests.e2e.extension.ui import open_page

OPTIONS = "options/options.html"


async def test_a_change_is_kept_at_once(chrome):
    page = await open_page(chrome, OPTIONS)
    await page.do("untilValue", "browserName", "")
    await page.do("fill", "browserName", "Home")
    await page.do("until", "saved", "Saved")
    await page.do("choose", "level", "act")
    await page.do("choose", "engine", "scripting")
    await page.do("fill", "blocked", "https://Bank.example/login\n*.mail.example")
    await page.do("untilValue", "blocked", "bank.example\nmail.example")
    again = await open_page(chrome, OPTIONS)
    await again.do("untilValue", "browserName", "Home")
    assert await again.do("chosen", "level") == "act"
    assert await again.do("chosen", "engine") == "scripting"
    assert await again.do("value", "blocked") == "bank.example\nmail.example"


async def test_what_is_no_site_is_marked_and_not_kept(chrome):
    page = await open_page(chrome, OPTIONS)
    await page.do("untilValue", "browserName", "")
    await page.do("fill", "blocked", "good.example\nno site at all")
    assert "no site at all" in await page.do("until", "blocked-error", "is not a site")
    assert "Not saved" in await page.do("text", "saved")
    stored = await chrome.drive("stored", "local", "settings")
    assert not stored.get("settings", {}).get("blocked")


async def test_a_hub_on_another_computer_is_refused(chrome):
    page = await open_page(chrome, OPTIONS)
    await page.do("untilValue", "hubAddress", "")
    await page.do("fill", "hubAddress", "evil.example:7890")
    assert await page.do("until", "hubAddress-error", "address of this computer")


async def test_a_site_that_is_blocked_here_stays_closed_whatever_an_agent_tries(joined, browser, page):
    blocked = page.server.add_html("<title>Blocked</title>", host="localhost")
    await page.show(f"<a href='{blocked}'>Go</a>")
    options = await open_page(joined.chrome, OPTIONS)
    await options.do("untilValue", "browserName", "Work")
    await options.do("fill", "blocked", "localhost")
    await options.do("until", "saved", "Saved")
    assert (await browser.fails("navigate", url=blocked)).code == "FORBIDDEN"
    await browser.call("click", target="Go")
    assert "Blocked" not in [tab["title"] for tab in await joined.chrome.drive("tabs")]


async def test_look_lets_agents_read_and_nothing_else(joined, browser, page):
    await page.show("<button>Go</button>")
    options = await open_page(joined.chrome, OPTIONS)
    await options.do("untilValue", "browserName", "Work")
    await options.do("choose", "level", "look")
    await options.do("until", "saved", "Saved")
    await browser.call("snapshot")
    error = await browser.fails("click", target="Go")
    assert error.code == "FORBIDDEN"
    assert error.data["reason"] == "read_only"


async def test_what_agents_did_is_listed_and_can_be_forgotten(joined, page):
    door = joined.door(client="Claude Code")
    await door.call("navigate", url=page.server.add_html("<title>Invoices</title>"))
    await door.fails("click", target="Nowhere")
    options = await open_page(joined.chrome, OPTIONS)
    await options.do("until", "log-rows", "ELEMENT_NOT_FOUND")
    rows = await options.do("text", "log-rows")
    assert "Claude Code" in rows
    assert "navigate" in rows
    await options.do("press", "clear-log")
    await options.do("until", "log-empty", "Nothing yet")


async def test_every_control_has_a_name_and_nothing_breaks_the_rules_of_the_page(chrome):
    page = await open_page(chrome, OPTIONS)
    await page.do("untilValue", "browserName", "")
    assert await page.do("nameless") == []
    assert await page.do("untranslated") == []
    assert page.complaints == []
