"""A session: one agent's working context, apart from the connection it came by."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Protocol

from tabwire.browsers.browser import Browser, Target, TargetId
from tabwire.browsers.engine_choice import EngineChoice
from tabwire.errors import NoTab, TabBusy, TabwireError
from tabwire.session.tab import Tab

CLOSE_WITHIN_S = 3.0


class Directory(Protocol):
    """What a session needs from the whole: browsers, unique tab handles, and who owns which tab."""

    def handle_of(self, target: Target) -> str:
        """Return the handle of a tab, the same each time."""

    def owner_of(self, target: Target) -> Session | None:
        """Return the session that works in the tab, or in the tab that opened it."""

    def has_users_browser(self) -> bool:
        """Tell whether a browser of the user's is connected."""

    async def browser_for(self, cdp_url: str, name: str) -> Browser:
        """Return a living browser: the named one, the one at an address, or the one there is."""


class Session:
    """The tabs one agent works in, and which of them is current."""

    def __init__(
        self, name: str, owner: str, cdp_url: str, directory: Directory, browser_name: str = ""
    ) -> None:
        self.name = name
        self.owner = owner
        self.browser: Browser | None = None
        self.used_at = time.monotonic()
        self._tabs: dict[TargetId, Tab] = {}
        self._current: TargetId | None = None
        self._opened: set[TargetId] = set()
        self._cdp_url = cdp_url
        self._browser_name = browser_name
        self._directory = directory
        self._choosing = asyncio.Lock()

    @property
    def tabs(self) -> list[Tab]:
        """List the tabs this session works in, oldest first."""
        return list(self._tabs.values())

    def owns(self, target_id: TargetId) -> bool:
        """Tell whether the tab is this session's."""
        return target_id in self._tabs or target_id in self._opened

    def handle_of(self, target: Target) -> str:
        """Return the handle of a tab."""
        return self._directory.handle_of(target)

    def is_current(self, target: Target) -> bool:
        """Tell whether commands that name no tab go to this one."""
        return target.id == self._current

    def targets(self) -> list[Target]:
        """List the tabs this session may use: its own, and those nobody works in."""
        if self.browser is None:
            return []
        owner_of = self._directory.owner_of
        return [target for target in self.browser.targets.values() if owner_of(target) in (None, self)]

    async def connect(self) -> Browser:
        """Return the session's browser; start or attach to one when there is none."""
        if self.browser is None or self.browser.is_gone:
            self._work_in(await self._directory.browser_for(self._cdp_url, self._browser_name))
        assert self.browser is not None
        return self.browser

    async def look_around(self) -> None:
        """Learn the tabs of the user's browser, if one is connected; start none."""
        if self.browser is None and self._directory.has_users_browser():
            await self.connect()

    async def use_browser(self, name: str) -> Browser:
        """Work in the browser of that name from now on; what this session opened elsewhere is closed."""
        browser = await self._directory.browser_for("", name)
        if browser is not self.browser:
            await self.close()
            self._work_in(browser)
        self._browser_name = browser.name
        return browser

    async def choose_engine(self, engine: EngineChoice, handle: str | None = None) -> str:
        """Handle the named tab or the current one by this engine from now on; return its handle."""
        browser = await self.connect()
        target = self._find(handle) if handle else browser.targets.get(self._current or TargetId(""))
        if target is None:
            raise NoTab("You have no tab open.")
        await browser.choose_engine(target, engine)
        return self.handle_of(target)

    def _work_in(self, browser: Browser) -> None:
        if browser is self.browser:
            return
        self._tabs.clear()
        self._opened.clear()
        self._current = None
        self.browser = browser
        if browser.is_users:
            # Once it is closed, another browser would be a surprise: the session waits for this one.
            self._browser_name = browser.name
        browser.on_tab_gone(self._forget)

    async def tab(self, handle: str | None = None) -> Tab:
        """Return the named tab, or the current one; the first use opens one."""
        async with self._choosing:
            browser = await self.connect()
            if handle is not None:
                return await self._adopt(browser, self._find(handle))
            current = browser.targets.get(self._current) if self._current else None
            if current is None:
                current = await self._first_tab(browser)
            return await self._adopt(browser, current)

    async def _first_tab(self, browser: Browser) -> Target:
        """Return the tab to begin in: the one the user offers, or one of our own."""
        offered = browser.take_first_tab()
        if offered is not None and browser.is_users:
            self._current = offered.id
            return offered
        target = offered or await browser.open_tab()
        self._own(target)
        return target

    async def switch(self, handle: str) -> Tab:
        """Make a tab the current one."""
        tab = await self.tab(handle)
        self._current = tab.target.id
        return tab

    async def open_tab(self, *, background: bool) -> Tab:
        """Open a new tab and work in it from now on."""
        browser = await self.connect()
        target = await browser.open_tab(background=background)
        self._own(target)
        return await self._adopt(browser, target)

    async def close_tab(self, handle: str | None = None) -> str:
        """Close the named tab or the current one; return its handle."""
        browser = await self.connect()
        target = self._find(handle) if handle else browser.targets.get(self._current or TargetId(""))
        if target is None:
            raise NoTab("You have no tab open.")
        closed = self.handle_of(target)
        await browser.close_tab(target)
        return closed

    async def close(self) -> None:
        """Close the tabs this session opened; let go of the others."""
        browser = self.browser
        for target in tuple(browser.targets.values()) if browser else ():
            with suppress(TabwireError, TimeoutError):
                async with asyncio.timeout(CLOSE_WITHIN_S):
                    await self._leave(browser, target)
        self._tabs.clear()
        self._opened.clear()

    async def _leave(self, browser: Browser | None, target: Target) -> None:
        if browser is None:
            return
        if target.id in self._opened or target.opener in self._opened:
            await browser.close_tab(target)
        elif target.id in self._tabs:
            await browser.release(target)

    def _own(self, target: Target) -> None:
        self._opened.add(target.id)
        self._current = target.id

    def _find(self, handle: str) -> Target:
        browser = self.browser
        for target in browser.targets.values() if browser else ():
            if self._directory.handle_of(target) == handle:
                self._check_free(target, handle)
                return target
        raise NoTab(f'There is no tab "{handle[:40]}".')

    def _check_free(self, target: Target, handle: str) -> None:
        owner = self._directory.owner_of(target)
        if owner is None or owner is self:
            return
        if owner.owner != self.owner:
            raise NoTab(f'There is no tab "{handle}".')
        raise TabBusy(
            f"Tab {handle} belongs to session {owner.name}.",
            next_step="Open a tab of your own with `new_tab`.",
            owner=owner.name,
        )

    async def _adopt(self, browser: Browser, target: Target) -> Tab:
        page = await browser.page(target)
        known = self._tabs.get(target.id)
        if known is None or known.page is not page:
            known = self._tabs[target.id] = Tab(self._directory.handle_of(target), target, page, self)
        return known

    def _forget(self, target: Target) -> None:
        self._tabs.pop(target.id, None)
        self._opened.discard(target.id)
        if self._current == target.id:
            self._current = next(reversed(self._tabs), None)
