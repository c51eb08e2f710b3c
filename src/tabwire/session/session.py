"""A session: one agent's working context, apart from the connection it came by."""

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
        # What to do with a JavaScript dialog: ask the agent, or accept or dismiss it at once.
        self.dialog_policy: DialogPolicy = "ask"
        self._tabs: dict[BrowserTabId, Tab] = {}
        self._current: BrowserTabId | None = None
        # The handle of a current tab that somebody else closed, until a command was told of it.
        self._lost = ""
        self._closing: set[BrowserTabId] = set()
        self._browser_name = caller.browser
        # The browser that a new connection to this session asks for.
        self.requested_browser = ""
        self._moving_to: Browser | None = None
        self._context = ""
        self.sessions = sessions
        self._leases = sessions.leases
        self._choosing = asyncio.Lock()

    @property
    def tabs(self) -> list[Tab]:
        """List the tabs this session works in, oldest first."""
        return [tab for tab in self._tabs.values() if self._holds(tab.browser_tab)]

    @property
    def is_isolated(self) -> bool:
        """Tell whether the session has cookies and storage of its own."""
        return bool(self._context)

    def uses(self, browser: Browser) -> bool:
        """Tell whether this session works in a browser, or is about to."""
        return browser in (self.browser, self._moving_to)

    def handle_of(self, browser_tab: BrowserTab) -> str:
        """Return the handle of a tab."""
        return self.sessions.handle_of(browser_tab)

    def is_current(self, browser_tab: BrowserTab) -> bool:
        """Tell whether commands that name no tab go to this one."""
        return browser_tab.id == self._current

    def usable_tabs(self) -> list[BrowserTab]:
        """List the tabs this session may use: its own, and those nobody works in."""
        if self.browser is None:
            return []
        return [tab for tab in self.browser.tabs.values() if self._may_use(tab)]

    async def connect(self) -> Browser:
        """Return the session's browser; start or attach to one when there is none."""
        if self.browser is None or self.browser.is_gone:
            self._work_in(await self.sessions.browser_for(self.caller.cdp_url, self._browser_name))
        assert self.browser is not None
        self.browser.check_not_frozen()
        return self.browser

    async def look_around(self) -> None:
        """Learn the tabs of the session's or the user's browser, if one is connected; start none."""
        if self.browser is None and self.sessions.has_users_browser():
            await self.connect()
        if self.browser is not None:
            await self.browser.refresh()

    async def follow_request(self) -> None:
        """Change to the browser that the latest connection asked for, once."""
        wish, self.requested_browser = self.requested_browser, ""
        if wish and wish != self._browser_name:
            await self.use_browser(wish)

    async def use_browser(self, name: str, *, isolated: bool = False) -> Browser:
        """Work in the browser of that name from now on; what this session opened elsewhere is closed."""
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
        """Handle the named tab or the current one by this engine from now on; return its handle."""
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
            # Once it is closed, another browser would be a surprise: the session waits for this one.
            self._browser_name = browser.name

    async def tab(self, handle: str | None = None, *, to_read: bool = False, begins: bool = False) -> Tab:
        """Return the named tab, or the current one; the first use opens one. Working in a tab claims it.

        Whoever `begins` a new page in the current tab need not know that the one before it was closed.
        """
        browser = await self.connect()
        if handle is None and not begins:
            self._check_lost()
        browser_tab = (
            await self._current_tab(browser) if handle is None else self._find(handle, to_read=to_read)
        )
        return await self._adopt(browser, browser_tab, to_read=to_read, begins=begins)

    async def _current_tab(self, browser: Browser) -> BrowserTab:
        """Return the current tab; those who come first at once share one."""
        async with self._choosing:
            current = browser.tabs.get(self._current) if self._current else None
            self._lost = ""
            return current or await self._first_tab(browser)

    async def _first_tab(self, browser: Browser) -> BrowserTab:
        """Return the tab to begin in: the one the user offers, or one of our own."""
        offered = None if self.is_isolated else browser.take_offered_tab()
        if offered is not None and browser.is_users:
            self._make_current(offered)
            return offered
        browser_tab = offered or await self._open(browser)
        self._own(browser_tab)
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
        """Open a new tab and work in it from now on."""
        browser = await self.connect()
        browser_tab = await self._open(browser, background=background)
        self._own(browser_tab)
        return await self._adopt(browser, browser_tab)

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
        """Let go of a tab, which stays open, for the user or for whoever claims it; return its handle."""
        browser = await self.connect()
        browser_tab = self._named_or_current(handle)
        await self._give_away(browser_tab)
        self._leases.let_go(browser_tab)
        await browser.release(browser_tab)
        return self.handle_of(browser_tab)

    async def hand_over_tab(self, receiver: Session, handle: str | None = None) -> str:
        """Give a tab to another session once the work under way in it is done; return its handle."""
        browser = await self.connect()
        browser_tab = self._named_or_current(handle)
        await self._give_away(browser_tab)
        self._leases.hand_over(browser_tab, receiver)
        receiver.receive_tab(browser, browser_tab)
        return self.handle_of(browser_tab)

    def receive_tab(self, browser: Browser, browser_tab: BrowserTab) -> None:
        """Work in a tab that another session handed over."""
        if self.browser is None or self.browser.is_gone:
            self._work_in(browser)
        if self.browser is browser:
            self._make_current(browser_tab)

    async def _give_away(self, browser_tab: BrowserTab) -> None:
        tab = self._tabs.get(browser_tab.id)
        async with tab.turn if tab is not None else nullcontext():
            self.forget(browser_tab)

    async def close(self) -> None:
        """Close the tabs this session opened; let go of the others."""
        browser = self.browser
        if browser is not None and not browser.is_gone:
            async with asyncio.TaskGroup() as leaving:
                for browser_tab in tuple(browser.tabs.values()):
                    leaving.create_task(self._leave(browser, browser_tab))
            if self._context:
                with suppress(TabwireError):
                    await browser.close_context(self._context)
        self._context = ""
        self._tabs.clear()
        self._leases.end(self)

    async def _leave(self, browser: Browser, browser_tab: BrowserTab) -> None:
        lease = self._leases.of(browser_tab)
        with suppress(TabwireError, TimeoutError):
            async with asyncio.timeout(CLOSE_WITHIN_S):
                if lease is not None and lease.holder is self and lease.is_opened:
                    await browser.close_tab(browser_tab)
                elif browser_tab.id in self._tabs:
                    await browser.release(browser_tab)

    def _own(self, browser_tab: BrowserTab) -> None:
        self._leases.take(browser_tab, self, is_opened=True)
        self._make_current(browser_tab)

    def _make_current(self, browser_tab: BrowserTab | None) -> None:
        self._current = browser_tab.id if browser_tab else None
        self._lost = ""

    def _holds(self, browser_tab: BrowserTab) -> bool:
        lease = self._leases.of(browser_tab)
        return lease is not None and lease.holder is self

    def _may_use(self, browser_tab: BrowserTab) -> bool:
        return self._holds(browser_tab) or (not self.is_isolated and self._leases.of(browser_tab) is None)

    def _named_or_current(self, handle: str | None) -> BrowserTab:
        if handle is not None:
            return self._find(handle)
        self._check_lost()
        current = self.browser.tabs.get(self._current) if self.browser and self._current else None
        if current is None:
            raise NoTab("You have no tab open.")
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

    async def _adopt(
        self, browser: Browser, browser_tab: BrowserTab, *, to_read: bool = False, begins: bool = False
    ) -> Tab:
        page = await browser.page(browser_tab, begins=begins)
        if not to_read:
            # Somebody else may have claimed it while it was attached.
            self._check_free(browser_tab, self.handle_of(browser_tab), to_read=False)
            self._leases.take(browser_tab, self)
        known = self._tabs.get(browser_tab.id)
        if known is None or known.page is not page:
            known = self._tabs[browser_tab.id] = Tab(
                self.sessions.handle_of(browser_tab), browser_tab, page, self
            )
        return known

    def lose(self, browser_tab: BrowserTab, handle: str) -> None:
        """Forget a tab that is gone; a current one that somebody else closed is told to the next command."""
        if browser_tab.id == self._current and browser_tab.id not in self._closing:
            self._lost = handle
        self.forget(browser_tab)

    def _check_lost(self) -> None:
        """Tell once that the current tab is another than before, before anything is done there."""
        lost, self._lost = self._lost, ""
        if not lost:
            return
        current = self.browser.tabs.get(self._current) if self.browser and self._current else None
        raise TabClosed(
            f"Your current tab {lost} was closed or taken away since the last command.",
            next_step=f"Your current tab is now {self.handle_of(current)}, at {current.url}."
            if current
            else "You have no tab any more: `navigate` and `new_tab` open one.",
            closed=lost,
        )

    def forget(self, browser_tab: BrowserTab) -> None:
        """Drop what is remembered of a tab that is gone or given away."""
        self._tabs.pop(browser_tab.id, None)
        if self._current == browser_tab.id:
            self._current = next((tab.browser_tab.id for tab in reversed(self.tabs)), None)


def _busy(handle: str, lease: Lease) -> TabBusy:
    held_s = max(0, round(time.time() - lease.since))
    return TabBusy(
        f"Tab {handle} belongs to session {lease.holder.name}, for {held_s} s now.",
        next_step="Open a tab of your own with `new_tab`, or let that session call `hand_over_tab`.",
        owner=lease.holder.name,
        client=lease.holder.caller.client,
        since=iso_time(lease.since),
    )
