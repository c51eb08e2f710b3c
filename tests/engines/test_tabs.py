"""Tabs of a real browser."""

import asyncio

import pytest
from tests.waiting import soon


async def test_a_new_tab_is_current_and_closing_it_returns_to_the_one_before(browser, page):
    await page.show("<title>first</title>")
    first = next(row.tab for row in (await browser.call("tabs")).tabs if row.current)
    opened = await browser.call("new_tab")
    assert [row.current for row in (await browser.call("tabs")).tabs if row.tab == opened.tab] == [True]
    await browser.call("close_tab")
    current = [row for row in (await browser.call("tabs")).tabs if row.current]
    assert [row.tab for row in current] == [first]
    assert current[0].title == "first"


@pytest.mark.parametrize(
    ("command", "params"), [("snapshot", {}), ("click", {"target": "Open"}), ("close_tab", {})]
)
async def test_a_current_tab_that_was_closed_is_told_before_another_is_touched(
    browser, page, command, params
):
    opener, lost = await lose_current_tab(browser, page)
    error = await browser.fails(command, **params)
    assert (error.code, error.data["closed"]) == ("TAB_CLOSED", lost)
    assert f"now {opener}, at " in error.next_step
    assert "button,Open" in await browser.text("snapshot")


async def test_a_new_page_needs_no_word_about_the_tab_that_was_closed_before(browser, page):
    opener, _ = await lose_current_tab(browser, page)
    arrived = await browser.call("navigate", url=page.server.add_html("<title>next</title>"))
    assert (arrived.tab, arrived.title) == (opener, "next")
    assert "next" in await browser.text("snapshot")


async def lose_current_tab(browser, page):
    """Work in a tab that then closes itself; return the tab that opened it, and the lost one."""
    child = page.server.add_html("<title>child</title>")
    await page.show(f"<button onclick=\"window.open('{child}')\">Open</button>")
    opener = next(row.tab for row in (await browser.call("tabs")).tabs if row.current)
    lost = (await browser.call("click", target="Open")).new_tabs[0].tab
    await browser.call("switch_tab", tab=lost)
    session = browser.app.sessions.of(browser.caller)
    tab, is_gone = await session.tab(), asyncio.Event()

    def notice(gone):
        if gone is tab.browser_tab:
            is_gone.set()

    session.browser.on_tab_gone(notice)
    await browser.call("evaluate", expression="void setTimeout(() => window.close())")
    await soon(is_gone.wait(), 10)
    return opener, lost
