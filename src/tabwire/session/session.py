"""A session: one agent's working context, independent of its connection."""

from __future__ import annotations

import asyncio
import time
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING

from tabwire.browsers.browser import Browser, BrowserTab, BrowserTabId
from tabwire.browsers.engine_choice import EngineChoice
from tabwire.callers import Caller
from tabwire.engines.dialogs import DialogPolicy
from tabwire.errors import NoTab, TabBusy, TabClosed, TabwireError
from tabwire.rendering.moments import iso_time
from tabwire.session.leases import Lease
from tabwire.session.tab import Tab

if TYPE_CHECKING:
    from tabwire.session.sessions import Sessions

CLOSE_WITHIN_S = 3.0


class Session:
    """The tabs one agent works in, and which of them is current."""

    def __init__(self, caller: Caller, sessions: Sessions) -> None:
        self.caller = caller
        self.name = caller.session
        self.owner = caller.name
        self.browser: Browser | None = None
        self.used_at = time.monotonic()
        # What to do with JavaScript dialogs: ask the agent, accept or dismiss.
        self.dialog_policy: DialogPolicy = "ask"
        self._tabs: dict[BrowserTabId, Tab] = {}
        self._current: BrowserTabId | None = None
        # The handle of a current tab that someone else closed, until a command reports it.
        self._closed_current = ""
        self._closing: set[BrowserTabId] = set()
        self._browser_name = caller.browser
        # The browser that a new connection to this session requests.
        self.requested_browser = ""
        self._moving_to: Browser | None = None
        self._context = ""
        self.sessions = sessions
        self._leases = sessions.leases
        self._choosing = asyncio.Lock()

    @property
    def tabs(self) -> list[Tab]:
        """List the tabs of this session, oldest first."""
        return [tab for tab in self._tabs.values() if self._holds(tab.browser_tab)]

    @property
    def is_isolated(self) -> bool:
        """Return whether the session has its own cookies and storage."""
        return bool(self._context)

    def uses(self, browser: Browser) -> bool:
        """Return whether this session uses a browser, or is about to."""
        return browser in (self.browser, self._moving_to)

    def handle_of(self, browser_tab: BrowserTab) -> str:
        """Return the handle of a tab."""
        return self.sessions.handle_of(browser_tab)

    def is_current(self, browser_tab: BrowserTab) -> bool:
        """Return whether this is the tab of commands that name none."""
        return browser_tab.id == self._current

    def usable_tabs(self) -> list[BrowserTab]:
        """List the tabs this session may use: its own and the free ones."""
        if self.browser is None:
            return []
        return [tab for tab in self.browser.tabs.values() if self._may_use(tab)]

    async def connect(self) -> Browser:
        """Return the session's browser; start or attach to one if there is none."""
        if self.browser is None or self.browser.is_gone:
            self._work_in(await self.sessions.browser_for(self.caller.cdp_url, self._browser_name))
        assert self.browser is not None
        self.browser.check_not_frozen()
        return self.browser

    async def refresh_tabs(self) -> None:
        """Update the list of tabs of the session's or the user's browser, without starting one."""
        if self.browser is None and self.sessions.has_users_browser():
            await self.connect()
        if self.browser is not None:
            await self.browser.refresh()

    async def use_requested_browser(self) -> None:
        """Switch to the browser that the latest connection requested, once."""
        requested, self.requested_browser = self.requested_browser, ""
        if requested and requested != self._browser_name:
            await self.use_browser(requested)

    async def use_browser(self, name: str, *, isolated: bool = False) -> Browser:
        """Work in the browser of that name from now on; close the tabs opened in the previous one."""
        browser = await self.sessions.browser_for("", name)
        if browser is not self.browser or isolated != self.is_isolated:
            self._moving_to = browser
            try:
                context = await browser.open_context() if isolated else ""
                await self.close()
                self._work_in(browser)
                self._context = context
            finally:
                self._moving_to = None
        self._browser_name = browser.name
        return browser

    async def choose_engine(self, engine: EngineChoice, handle: str | None = None) -> str:
        """Use this engine for the named tab or the current one from now on; return its handle."""
        browser = await self.connect()
        browser_tab = self._named_or_current(handle)
        await browser.choose_engine(browser_tab, engine)
        return self.handle_of(browser_tab)

    def _work_in(self, browser: Browser) -> None:
        if browser is self.browser:
            return
        self._tabs.clear()
        self._leases.end(self)
        self._make_current(None)
        self._context = ""
        self.browser = browser
        if browser.is_users:
            # If it is closed, do not switch to another browser unasked: wait for this one.
            self._browser_name = browser.name

    async def tab(self, handle: str | None = None, *, to_read: bool = False, loads_page: bool = False) -> Tab:
        """Return the named tab, or the current one; the first use opens one. Working in a tab claims it.

        With `loads_page`, it is not reported that the previous tab was closed.
        """
        browser = await self.connect()
        if handle is None and not loads_page:
            self._report_closed_tab()
        browser_tab = (
            await self._current_tab(browser) if handle is None else self._find(handle, to_read=to_read)
        )
        return await self._open_page(browser, browser_tab, to_read=to_read, loads_page=loads_page)

    async def _current_tab(self, browser: Browser) -> BrowserTab:
        """Return the current tab; commands that arrive together share the first one."""
        async with self._choosing:
            current = browser.tabs.get(self._current) if self._current else None
            self._closed_current = ""
            return current or await self._first_tab(browser)

    async def _first_tab(self, browser: Browser) -> BrowserTab:
        """Return the first tab: the one that the user offers, or a new one."""
        offered = None if self.is_isolated else browser.take_offered_tab()
        if offered is not None and browser.is_users:
            self._make_current(offered)
            return offered
        browser_tab = offered or await self._open(browser)
        self._claim_opened(browser_tab)
        return browser_tab

    async def _open(self, browser: Browser, *, background: bool = True) -> BrowserTab:
        if self._context:
            return await browser.open_tab_in(self._context)
        return await browser.open_tab(background=background)

    async def switch(self, handle: str) -> Tab:
        """Make a tab the current one."""
        tab = await self.tab(handle)
        self._make_current(tab.browser_tab)
        return tab

    async def open_tab(self, *, background: bool) -> Tab:
        """Open a new tab and make it the current one."""
        browser = await self.connect()
        browser_tab = await self._open(browser, background=background)
        self._claim_opened(browser_tab)
        return await self._open_page(browser, browser_tab)

    async def close_tab(self, handle: str | None = None) -> str:
        """Close the named tab or the current one; return its handle."""
        browser = await self.connect()
        browser_tab = self._named_or_current(handle)
        closed = self.handle_of(browser_tab)
        self._closing.add(browser_tab.id)
        try:
            await browser.close_tab(browser_tab)
        finally:
            self._closing.discard(browser_tab.id)
        return closed

    async def release_tab(self, handle: str | None = None) -> str:
        """Release a tab, which stays open; return its handle."""
        browser = await self.connect()
        browser_tab = self._named_or_current(handle)
        await self._drop_after_work(browser_tab)
        self._leases.release(browser_tab)
        await browser.release(browser_tab)
        return self.handle_of(browser_tab)

    async def hand_over_tab(self, receiver: Session, handle: str | None = None) -> str:
        """Give a tab to another session, after running work in it; return its handle."""
        browser = await self.connect()
        browser_tab = self._named_or_current(handle)
        await self._drop_after_work(browser_tab)
        self._leases.hand_over(browser_tab, receiver)
        receiver.receive_tab(browser, browser_tab)
        return self.handle_of(browser_tab)

    def receive_tab(self, browser: Browser, browser_tab: BrowserTab) -> None:
        """Work in a tab that another session handed over."""
        if self.browser is None or self.browser.is_gone:
            self._work_in(browser)
        if self.browser is browser:
            self._make_current(browser_tab)

    async def _drop_after_work(self, browser_tab: BrowserTab) -> None:
        tab = self._tabs.get(browser_tab.id)
        async with tab.turn if tab is not None else nullcontext():
            self._drop_tab(browser_tab)

    async def close(self) -> None:
        """Close the tabs this session opened; release the others."""
        browser = self.browser
        if browser is not None and not browser.is_gone:
            async with asyncio.TaskGroup() as leaving:
                for browser_tab in tuple(browser.tabs.values()):
                    leaving.create_task(self._close_or_release(browser, browser_tab))
            if self._context:
                with suppress(TabwireError):
                    await browser.close_context(self._context)
        self._context = ""
        self._tabs.clear()
        self._leases.end(self)

    async def _close_or_release(self, browser: Browser, browser_tab: BrowserTab) -> None:
        lease = self._leases.of(browser_tab)
        with suppress(TabwireError, TimeoutError):
            async with asyncio.timeout(CLOSE_WITHIN_S):
                if lease is not None and lease.holder is self and lease.is_opened:
                    await browser.close_tab(browser_tab)
                elif browser_tab.id in self._tabs:
                    await browser.release(browser_tab)

    def _claim_opened(self, browser_tab: BrowserTab) -> None:
        self._leases.take(browser_tab, self, is_opened=True)
        self._make_current(browser_tab)

    def _make_current(self, browser_tab: BrowserTab | None) -> None:
        self._current = browser_tab.id if browser_tab else None
        self._closed_current = ""

    def _holds(self, browser_tab: BrowserTab) -> bool:
        lease = self._leases.of(browser_tab)
        return lease is not None and lease.holder is self

    def _may_use(self, browser_tab: BrowserTab) -> bool:
        return self._holds(browser_tab) or (not self.is_isolated and self._leases.of(browser_tab) is None)

    def _named_or_current(self, handle: str | None) -> BrowserTab:
        if handle is not None:
            return self._find(handle)
        self._report_closed_tab()
        current = self.browser.tabs.get(self._current) if self.browser and self._current else None
        if current is None:
            raise NoTab("You have no open tab.")
        return current

    def _find(self, handle: str, *, to_read: bool = False) -> BrowserTab:
        browser = self.browser
        for browser_tab in browser.tabs.values() if browser else ():
            if self.sessions.handle_of(browser_tab) == handle:
                self._check_free(browser_tab, handle, to_read=to_read)
                return browser_tab
        raise NoTab(f'There is no tab "{handle[:40]}".')

    def _check_free(self, browser_tab: BrowserTab, handle: str, *, to_read: bool) -> None:
        lease = self._leases.of(browser_tab)
        if lease is None or lease.holder is self:
            return
        if lease.holder.caller.identity != self.caller.identity:
            raise NoTab(f'There is no tab "{handle}".')
        if not (to_read and self.sessions.shares_reading):
            raise _busy(handle, lease)

    async def _open_page(
        self, browser: Browser, browser_tab: BrowserTab, *, to_read: bool = False, loads_page: bool = False
    ) -> Tab:
        page = await browser.page(browser_tab, loads_page=loads_page)
        if not to_read:
            # Another session may have claimed it while it was being attached.
            self._check_free(browser_tab, self.handle_of(browser_tab), to_read=False)
            self._leases.take(browser_tab, self)
        known = self._tabs.get(browser_tab.id)
        if known is None or known.page is not page:
            known = self._tabs[browser_tab.id] = Tab(
                self.sessions.handle_of(browser_tab), browser_tab, page, self
            )
        return known

    def on_tab_gone(self, browser_tab: BrowserTab, handle: str) -> None:
        """Drop a closed tab; if it was the current one and closed by others, the next command reports it."""
        if browser_tab.id == self._current and browser_tab.id not in self._closing:
            self._closed_current = handle
        self._drop_tab(browser_tab)

    def _report_closed_tab(self) -> None:
        """Report once that the current tab was closed, before a command acts in another one."""
        closed, self._closed_current = self._closed_current, ""
        if not closed:
            return
        current = self.browser.tabs.get(self._current) if self.browser and self._current else None
        raise TabClosed(
            f"Your current tab {closed} was closed or taken away since the last command.",
            next_step=f"Your current tab is now {self.handle_of(current)}, at {current.url}."
            if current
            else "You have no tab: `navigate` or `new_tab` opens one.",
            closed=closed,
        )

    def _drop_tab(self, browser_tab: BrowserTab) -> None:
        """Drop a tab that was closed, released or handed over."""
        self._tabs.pop(browser_tab.id, None)
        if self._current == browser_tab.id:
            self._current = next((tab.browser_tab.id for tab in reversed(self.tabs)), None)


def _busy(handle: str, lease: Lease) -> TabBusy:
    held_s = max(0, round(time.time() - lease.since))
    return TabBusy(
        f"Tab {handle} has belonged to session {lease.holder.name} for {held_s} s.",
        next_step="Open your own with `new_tab`, or let that session call `hand_over_tab`.",
        owner=lease.holder.name,
        client=lease.holder.caller.client,
        since=iso_time(lease.since),
    )
