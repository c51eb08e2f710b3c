"""The pages of the user's browser: each tab is attached with the engine chosen for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tabwire.browsers.browser import BrowserTab, BrowserTabId, HeldPage
from tabwire.browsers.engine_choice import EngineChoice, may_use_scripting
from tabwire.browsers.extension_downloads import ExtensionDownloads
from tabwire.browsers.extension_tabs import NumberedTabs
from tabwire.engines.cdp import CdpRefused
from tabwire.engines.debugger.relayed import RelayedPage
from tabwire.engines.page_events import PageEvent
from tabwire.engines.refusals import NotDebuggable, refused
from tabwire.engines.relay import RelayConnection
from tabwire.engines.scripting.page import ScriptingPage
from tabwire.errors import TabClosed, TabwireError, UnsupportedByEngine
from tabwire.protocol.refusals import Refusal
from tabwire.protocol.relay import ENGINE_CHANGED, RelayObject

# Chrome's reason if the user pressed Cancel in the debugger bar.
CANCELED = "canceled_by_user"
# Chrome reports a closed tab right after its debugger detached; otherwise the tab shows a protected page.
CLOSING_WITHIN_S = 0.3

Ask = Callable[..., Awaitable[Any]]


class ExtensionPages:
    """Attach to tabs, and detach when the user, Chrome or the link ends that."""

    def __init__(
        self, tabs: NumberedTabs, connection: RelayConnection, ask: Ask, on_detach: Callable[[int], None]
    ) -> None:
        # Tabs attached to the debugger, by number; kept until the next link if the link drops.
        self.debugged: set[int] = set()
        self._tabs = tabs
        self._connection = connection
        self._ask = ask
        self._on_detach = on_detach
        self._attaching: dict[BrowserTabId, asyncio.Lock] = {}
        self._detached: dict[BrowserTabId, HeldPage] = {}
        self._engines: dict[BrowserTabId, EngineChoice] = {}
        self._downloads = ExtensionDownloads(lambda: connection.request("downloads.list"))

    def choose(self, tab: BrowserTab, engine: EngineChoice) -> None:
        """Use this engine when attaching to the tab next time."""
        self._engines[tab.id] = engine

    async def get(self, tab: BrowserTab, *, loads_page: bool) -> HeldPage:
        """Return the page of a tab, attached and ready; with `loads_page`, leave a page that cannot be."""
        async with self._attaching.setdefault(tab.id, asyncio.Lock()):
            self._end_detached(tab, self._detached.get(tab.id))
            page = tab.page
            if page is None:
                page = tab.page = await self._attach_or_leave(tab, may_leave=loads_page)
        await page.ready()
        return page

    async def _attach_or_leave(self, tab: BrowserTab, *, may_leave: bool) -> HeldPage:
        try:
            return await self._attach(tab)
        except NotDebuggable:
            if not may_leave:
                raise
        await self._leave(self._number_of(tab))
        return await self._attach(tab)

    async def _leave(self, number: int) -> None:
        await self._ask("tabs.leave", tabId=number)

    async def _attach(self, tab: BrowserTab) -> HeldPage:
        """Attach with the chosen engine; `auto` falls back to content scripts."""
        engine = self._engines.get(tab.id, "auto")
        if engine == "scripting":
            return self._scripted(tab)
        try:
            return await self._debugged(tab)
        except UnsupportedByEngine as error:
            if engine == "debugger" or not may_use_scripting(error):
                raise
            return self._scripted(tab, is_forced=True)

    def _scripted(self, tab: BrowserTab, *, is_forced: bool = False) -> ScriptingPage:
        return ScriptingPage(self._number_of(tab), self._connection.request, is_forced=is_forced)

    async def _debugged(self, tab: BrowserTab) -> RelayedPage:
        """Debug a tab; a frame of another extension may prevent that only at the first command."""
        page = await self._debug(self._number_of(tab))
        try:
            await page.ready()
        except CdpRefused as error:
            raise UnsupportedByEngine(f"Chrome refused: {error.message}.") from error
        return page

    async def _debug(self, number: int) -> RelayedPage:
        answer = await self._ask("debugger.attach", tabId=number)
        root = self._connection.session(number)
        if not answer["isFresh"]:
            # Chrome reports frames in other processes again only after they were detached.
            await root.call(
                "Target.setAutoAttach", autoAttach=False, waitForDebuggerOnStart=False, flatten=True
            )
        self.debugged.add(number)
        page = RelayedPage(
            root, lambda child: self._connection.session(number, child), lambda: self._leave(number)
        )
        self._downloads.follow(page, root)
        return page

    def _number_of(self, tab: BrowserTab) -> int:
        number = self._tabs.number_of(tab.id)
        if number is None:
            raise refused(Refusal.TAB_GONE)
        return number

    async def release(self, tab: BrowserTab) -> None:
        """Detach from a tab of the user; that also undoes what the debugger set in it."""
        page, number = tab.page, self._tabs.number_of(tab.id)
        if number is None or page is None:
            return
        self.detach(tab, TabClosed("The session that worked in this tab ended."))
        method = "scripting.detach" if isinstance(page, ScriptingPage) else "debugger.detach"
        await self._ask(method, tabId=number)

    def detach(self, tab: BrowserTab, error: TabwireError) -> None:
        """Fail running requests in a tab; the next use attaches again."""
        page, tab.page = tab.page, None
        number = self._tabs.number_of(tab.id)
        if number is not None:
            self.debugged.discard(number)
            self._on_detach(number)
        if page is not None:
            page.gone(error)

    def forget(self, tab: BrowserTab, number: int) -> None:
        """Drop the state of a closed tab."""
        self.debugged.discard(number)
        self._attaching.pop(tab.id, None)
        self._detached.pop(tab.id, None)

    def on_detached(self, number: int, reason: str) -> None:
        """Handle that Chrome or the user detached a tab."""
        tab = self._tabs.get(number)
        if tab is None or tab.page is None:
            return
        if reason == CANCELED:
            self.detach(tab, refused(Refusal.STOPPED))
        elif reason == ENGINE_CHANGED:
            self.detach(tab, TabClosed("The user chose another engine. Call again."))
        else:
            page = self._detached[tab.id] = tab.page
            asyncio.get_running_loop().call_later(CLOSING_WITHIN_S, self._end_detached, tab, page)

    def _end_detached(self, tab: BrowserTab, page: HeldPage | None) -> None:
        """Drop a page that Chrome detached, unless its tab was closed or attached again since."""
        if page is None:
            return
        self._detached.pop(tab.id, None)
        if tab.page is page:
            error = UnsupportedByEngine(
                f"Chrome detached the debugger from the tab at {tab.url}: it shows a protected page, or "
                "a frame of another extension.",
                next_step="Call again to reattach, or use another tab.",
            )
            self.detach(tab, error)

    def emit(self, number: int, event: PageEvent) -> None:
        """Report an event to the page of a tab, if it is attached."""
        tab = self._tabs.get(number)
        if tab is not None and tab.page is not None:
            tab.page.events.emit(event)

    def receive(self, number: int, facts: RelayObject) -> None:
        """Pass a report of the extension to its quiet page."""
        tab = self._tabs.get(number)
        if tab is not None and isinstance(tab.page, ScriptingPage):
            tab.page.receive(str(facts["kind"]), facts)
