"""The pages of the user's browser: each tab is attached by the engine that was chosen for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tabwire.browsers.browser import BrowserTab, BrowserTabId, HeldPage
from tabwire.browsers.engine_choice import EngineChoice, may_be_quiet
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

# Chrome's reason when the user pressed Cancel in the bar that it shows.
CANCELED = "canceled_by_user"
# Chrome reports a closed tab right after its debugger ended; otherwise the tab went where none is allowed.
CLOSING_WITHIN_S = 0.3

Ask = Callable[..., Awaitable[Any]]


class ExtensionPages:
    """Attach to tabs, and let go of them when the user, Chrome or the link ends that."""

    def __init__(
        self, tabs: NumberedTabs, connection: RelayConnection, ask: Ask, on_let_go: Callable[[int], None]
    ) -> None:
        # Tabs under the debugger, by number: also those of a link that dropped, until the next one.
        self.debugged: set[int] = set()
        self._tabs = tabs
        self._connection = connection
        self._ask = ask
        self._on_let_go = on_let_go
        self._attaching: dict[BrowserTabId, asyncio.Lock] = {}
        self._detached: dict[BrowserTabId, HeldPage] = {}
        self._engines: dict[BrowserTabId, EngineChoice] = {}
        self._downloads = ExtensionDownloads(lambda: connection.request("downloads.list"))

    def choose(self, tab: BrowserTab, engine: EngineChoice) -> None:
        """Attach to a tab by this engine, the next time."""
        self._engines[tab.id] = engine

    async def get(self, tab: BrowserTab, *, begins: bool) -> HeldPage:
        """Return the page of a tab, attached and ready; who begins another leaves what cannot be attached."""
        async with self._attaching.setdefault(tab.id, asyncio.Lock()):
            self._end_detached(tab, self._detached.get(tab.id))
            page = tab.page
            if page is None:
                page = tab.page = await self._attach_or_leave(tab, may_leave=begins)
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
        """Attach by the chosen engine; `auto` goes quiet where it must."""
        engine = self._engines.get(tab.id, "auto")
        if engine == "scripting":
            return self._quiet(tab)
        try:
            return await self._debugged(tab)
        except UnsupportedByEngine as error:
            if engine == "debugger" or not may_be_quiet(error):
                raise
            return self._quiet(tab, is_forced=True)

    def _quiet(self, tab: BrowserTab, *, is_forced: bool = False) -> ScriptingPage:
        return ScriptingPage(self._number_of(tab), self._connection.request, is_forced=is_forced)

    async def _debugged(self, tab: BrowserTab) -> RelayedPage:
        """Debug a tab; a frame of another extension may forbid that only at the first command."""
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
            # Frames in other processes are reported anew only after they were let go.
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
        """Detach from a tab of the user's: everything that was set in it goes with the debugger."""
        page, number = tab.page, self._tabs.number_of(tab.id)
        if number is None or page is None:
            return
        self.let_go(tab, TabClosed("The session that worked in this tab ended."))
        method = "scripting.detach" if isinstance(page, ScriptingPage) else "debugger.detach"
        await self._ask(method, tabId=number)

    def let_go(self, tab: BrowserTab, error: TabwireError) -> None:
        """Fail what is under way in a tab; the next use attaches anew."""
        page, tab.page = tab.page, None
        number = self._tabs.number_of(tab.id)
        if number is not None:
            self.debugged.discard(number)
            self._on_let_go(number)
        if page is not None:
            page.gone(error)

    def forget(self, tab: BrowserTab, number: int) -> None:
        """Drop what is known of a tab that was closed."""
        self.debugged.discard(number)
        self._attaching.pop(tab.id, None)
        self._detached.pop(tab.id, None)

    def on_detached(self, number: int, reason: str) -> None:
        """Let go of a tab that is not attached any more."""
        tab = self._tabs.get(number)
        if tab is None or tab.page is None:
            return
        if reason == CANCELED:
            self.let_go(tab, refused(Refusal.STOPPED))
        elif reason == ENGINE_CHANGED:
            self.let_go(tab, TabClosed("The user chose another engine; call again."))
        else:
            page = self._detached[tab.id] = tab.page
            asyncio.get_running_loop().call_later(CLOSING_WITHIN_S, self._end_detached, tab, page)

    def _end_detached(self, tab: BrowserTab, page: HeldPage | None) -> None:
        """Let go of a page that Chrome took away, unless its tab was closed or attached anew since then."""
        if page is None:
            return
        self._detached.pop(tab.id, None)
        if tab.page is page:
            error = UnsupportedByEngine(
                f"Chrome ended debugging of the tab at {tab.url}: it went to a page that may not be "
                "debugged, or a frame of another extension appeared in it.",
                next_step="Call again to attach anew, or work in another tab.",
            )
            self.let_go(tab, error)

    def emit(self, number: int, event: PageEvent) -> None:
        """Report an event to the page of a tab, if it is attached."""
        tab = self._tabs.get(number)
        if tab is not None and tab.page is not None:
            tab.page.events.emit(event)

    def receive(self, number: int, facts: RelayObject) -> None:
        """Hand a quiet page what the extension reports about it."""
        tab = self._tabs.get(number)
        if tab is not None and isinstance(tab.page, ScriptingPage):
            tab.page.receive(str(facts["kind"]), facts)
