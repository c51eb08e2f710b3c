"""A session: one agent's working context, apart from the connection it came by."""

from __future__ import annotations

import asyncio
import time
from contextlib import nullcontext, suppress
from typing import Protocol

from tabwire.browsers.browser import Browser, Target, TargetId
from tabwire.browsers.engine_choice import EngineChoice
from tabwire.callers import Caller
from tabwire.engines.dialogs import DialogPolicy
from tabwire.errors import NoTab, TabBusy, TabClosed, TabwireError
from tabwire.rendering.moments import iso_time
from tabwire.session.leases import Lease, Leases
from tabwire.session.tab import Tab

CLOSE_WITHIN_S = 3.0


class Directory(Protocol):
    """What a session needs from the whole: browsers, unique tab handles, and who owns which tab."""

    @property
    def leases(self) -> Leases:
        """Return who owns which tab."""

    @property
    def shares_reading(self) -> bool:
        """Tell whether a caller's sessions may read each other's tabs."""

    def handle_of(self, target: Target) -> str:
        """Return the handle of a tab, the same each time."""

    def has_users_browser(self) -> bool:
        """Tell whether a browser of the user's is connected."""

    async def browser_for(self, cdp_url: str, name: str) -> Browser:
        """Return a living browser: the named one, the one at an address, or the one there is."""

    def visible(self, caller: Caller) -> list[Session]:
        """List the sessions this caller may know of."""

    def find(self, caller: Caller, name: str) -> Session:
        """Return a session this caller may know of by its name."""

    async def end(self, session: Session) -> None:
        """End a session and what it opened."""

    async def close_browser(self, asker: Session, name: str, *, force: bool) -> None:
        """End a browser that the hub opened, unless others work in it."""


class Session:
    """The tabs one agent works in, and which of them is current."""

    def __init__(self, caller: Caller, directory: Directory) -> None:
        self.caller = caller
        self.name = caller.session
        self.owner = caller.name
        self.browser: Browser | None = None
        self.used_at = time.monotonic()
        # What to do with a JavaScript dialog: ask the agent, or accept or dismiss it at once.
        self.dialog_policy: DialogPolicy = "ask"
        self._tabs: dict[TargetId, Tab] = {}
        self._current: TargetId | None = None
        # The handle of a current tab that somebody else closed, until a command was told of it.
        self._lost = ""
        self._closing: set[TargetId] = set()
        self._browser_name = caller.browser
        # The browser that a new connection to this session asks for.
        self.requested_browser = ""
        self._moving_to: Browser | None = None
        self._context = ""
        self.directory = directory
        self._leases = directory.leases
        self._choosing = asyncio.Lock()

    @property
    def tabs(self) -> list[Tab]:
        """List the tabs this session works in, oldest first."""
        return [tab for tab in self._tabs.values() if self._holds(tab.target)]

    @property
    def is_isolated(self) -> bool:
        """Tell whether the session has cookies and storage of its own."""
        return bool(self._context)

    def uses(self, browser: Browser) -> bool:
        """Tell whether this session works in a browser, or is about to."""
        return browser in (self.browser, self._moving_to)

    def handle_of(self, target: Target) -> str:
        """Return the handle of a tab."""
        return self.directory.handle_of(target)

    def is_current(self, target: Target) -> bool:
        """Tell whether commands that name no tab go to this one."""
        return target.id == self._current

    def targets(self) -> list[Target]:
        """List the tabs this session may use: its own, and those nobody works in."""
        if self.browser is None:
            return []
        return [target for target in self.browser.targets.values() if self._may_use(target)]

    async def connect(self) -> Browser:
        """Return the session's browser; start or attach to one when there is none."""
        if self.browser is None or self.browser.is_gone:
            self._work_in(await self.directory.browser_for(self.caller.cdp_url, self._browser_name))
        assert self.browser is not None
        self.browser.check_answers()
        return self.browser

    async def look_around(self) -> None:
        """Learn the tabs of the session's or the user's browser, if one is connected; start none."""
        if self.browser is None and self.directory.has_users_browser():
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
        browser = await self.directory.browser_for("", name)
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
        target = self._named_or_current(handle)
        await browser.choose_engine(target, engine)
        return self.handle_of(target)

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
        target = (
            await self._current_target(browser) if handle is None else self._find(handle, to_read=to_read)
        )
        return await self._adopt(browser, target, to_read=to_read, begins=begins)

    async def _current_target(self, browser: Browser) -> Target:
        """Return the current tab; those who come first at once share one."""
        async with self._choosing:
            current = browser.targets.get(self._current) if self._current else None
            self._lost = ""
            return current or await self._first_tab(browser)

    async def _first_tab(self, browser: Browser) -> Target:
        """Return the tab to begin in: the one the user offers, or one of our own."""
        offered = None if self.is_isolated else browser.take_first_tab()
        if offered is not None and browser.is_users:
            self._make_current(offered)
            return offered
        target = offered or await self._open(browser)
        self._own(target)
        return target

    async def _open(self, browser: Browser, *, background: bool = True) -> Target:
        if self._context:
            return await browser.open_tab_in(self._context)
        return await browser.open_tab(background=background)

    async def switch(self, handle: str) -> Tab:
        """Make a tab the current one."""
        tab = await self.tab(handle)
        self._make_current(tab.target)
        return tab

    async def open_tab(self, *, background: bool) -> Tab:
        """Open a new tab and work in it from now on."""
        browser = await self.connect()
        target = await self._open(browser, background=background)
        self._own(target)
        return await self._adopt(browser, target)

    async def close_tab(self, handle: str | None = None) -> str:
        """Close the named tab or the current one; return its handle."""
        browser = await self.connect()
        target = self._named_or_current(handle)
        closed = self.handle_of(target)
        self._closing.add(target.id)
        try:
            await browser.close_tab(target)
        finally:
            self._closing.discard(target.id)
        return closed

    async def release_tab(self, handle: str | None = None) -> str:
        """Let go of a tab, which stays open, for the user or for whoever claims it; return its handle."""
        browser = await self.connect()
        target = self._named_or_current(handle)
        await self._give_away(target)
        self._leases.let_go(target)
        await browser.release(target)
        return self.handle_of(target)

    async def hand_over_tab(self, receiver: Session, handle: str | None = None) -> str:
        """Give a tab to another session once the work under way in it is done; return its handle."""
        browser = await self.connect()
        target = self._named_or_current(handle)
        await self._give_away(target)
        self._leases.hand_over(target, receiver)
        receiver.receive_tab(browser, target)
        return self.handle_of(target)

    def receive_tab(self, browser: Browser, target: Target) -> None:
        """Work in a tab that another session handed over."""
        if self.browser is None or self.browser.is_gone:
            self._work_in(browser)
        if self.browser is browser:
            self._make_current(target)

    async def _give_away(self, target: Target) -> None:
        tab = self._tabs.get(target.id)
        async with tab.turn if tab is not None else nullcontext():
            self.forget(target)

    async def close(self) -> None:
        """Close the tabs this session opened; let go of the others."""
        browser = self.browser
        if browser is not None and not browser.is_gone:
            async with asyncio.TaskGroup() as leaving:
                for target in tuple(browser.targets.values()):
                    leaving.create_task(self._leave(browser, target))
            if self._context:
                with suppress(TabwireError):
                    await browser.close_context(self._context)
        self._context = ""
        self._tabs.clear()
        self._leases.end(self)

    async def _leave(self, browser: Browser, target: Target) -> None:
        lease = self._leases.of(target)
        with suppress(TabwireError, TimeoutError):
            async with asyncio.timeout(CLOSE_WITHIN_S):
                if lease is not None and lease.holder is self and lease.is_opened:
                    await browser.close_tab(target)
                elif target.id in self._tabs:
                    await browser.release(target)

    def _own(self, target: Target) -> None:
        self._leases.take(target, self, is_opened=True)
        self._make_current(target)

    def _make_current(self, target: Target | None) -> None:
        self._current = target.id if target else None
        self._lost = ""

    def _holds(self, target: Target) -> bool:
        lease = self._leases.of(target)
        return lease is not None and lease.holder is self

    def _may_use(self, target: Target) -> bool:
        return self._holds(target) or (not self.is_isolated and self._leases.of(target) is None)

    def _named_or_current(self, handle: str | None) -> Target:
        if handle is not None:
            return self._find(handle)
        self._check_lost()
        current = self.browser.targets.get(self._current) if self.browser and self._current else None
        if current is None:
            raise NoTab("You have no tab open.")
        return current

    def _find(self, handle: str, *, to_read: bool = False) -> Target:
        browser = self.browser
        for target in browser.targets.values() if browser else ():
            if self.directory.handle_of(target) == handle:
                self._check_free(target, handle, to_read=to_read)
                return target
        raise NoTab(f'There is no tab "{handle[:40]}".')

    def _check_free(self, target: Target, handle: str, *, to_read: bool) -> None:
        lease = self._leases.of(target)
        if lease is None or lease.holder is self:
            return
        if lease.holder.caller.identity != self.caller.identity:
            raise NoTab(f'There is no tab "{handle}".')
        if not (to_read and self.directory.shares_reading):
            raise _busy(handle, lease)

    async def _adopt(
        self, browser: Browser, target: Target, *, to_read: bool = False, begins: bool = False
    ) -> Tab:
        page = await browser.page(target, begins=begins)
        if not to_read:
            # Somebody else may have claimed it while it was attached.
            self._check_free(target, self.handle_of(target), to_read=False)
            self._leases.take(target, self)
        known = self._tabs.get(target.id)
        if known is None or known.page is not page:
            known = self._tabs[target.id] = Tab(self.directory.handle_of(target), target, page, self)
        return known

    def lose(self, target: Target, handle: str) -> None:
        """Forget a tab that is gone; a current one that somebody else closed is told to the next command."""
        if target.id == self._current and target.id not in self._closing:
            self._lost = handle
        self.forget(target)

    def _check_lost(self) -> None:
        """Tell once that the current tab is another than before, before anything is done there."""
        lost, self._lost = self._lost, ""
        if not lost:
            return
        current = self.browser.targets.get(self._current) if self.browser and self._current else None
        raise TabClosed(
            f"Your current tab {lost} was closed or taken away since the last command.",
            next_step=f"Your current tab is now {self.handle_of(current)}, at {current.url}."
            if current
            else "You have no tab any more: `navigate` and `new_tab` open one.",
            closed=lost,
        )

    def forget(self, target: Target) -> None:
        """Drop what is remembered of a tab that is gone or given away."""
        self._tabs.pop(target.id, None)
        if self._current == target.id:
            self._current = next((tab.target.id for tab in reversed(self.tabs)), None)


def _busy(handle: str, lease: Lease) -> TabBusy:
    held_s = max(0, round(time.time() - lease.since))
    return TabBusy(
        f"Tab {handle} belongs to session {lease.holder.name}, for {held_s} s now.",
        next_step="Open a tab of your own with `new_tab`, or let that session call `hand_over_tab`.",
        owner=lease.holder.name,
        client=lease.holder.caller.client,
        since=iso_time(lease.since),
    )
