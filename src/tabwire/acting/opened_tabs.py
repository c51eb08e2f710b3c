"""Tabs that a page opened."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tabwire.browsers.browser import BrowserTabId
from tabwire.errors import TabwireError
from tabwire.results.acting import OpenedTab
from tabwire.session.tab import Tab

NEW_TAB_WITHIN_S = 2.0
BLANK = ("", "about:blank")


async def opened_tab(tab: Tab, tab_id: str) -> OpenedTab | None:
    """Give a new tab a moment to show where it is going; it may be gone again by then."""
    session = tab.session
    tabs = session.browser.tabs if session.browser else {}
    browser_tab = tabs.get(BrowserTabId(tab_id))
    if browser_tab is None:
        return None
    handle = session.handle_of(browser_tab)
    with suppress(TabwireError, TimeoutError):
        async with asyncio.timeout(NEW_TAB_WITHIN_S):
            opened = await session.tab(handle)
            page = opened.page
            await page.events.until(lambda: page.state.url not in BLANK)
            await opened.wait_until_readable()
            return OpenedTab(tab=handle, url=page.state.url)
    return OpenedTab(tab=handle, url=browser_tab.url) if browser_tab.id in tabs else None
