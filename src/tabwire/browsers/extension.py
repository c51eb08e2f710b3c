"""The user's own browser, through the extension. Its link may drop and come back; its tabs stay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tabwire.browsers.activity_feed import ActivityFeed
from tabwire.browsers.browser import Browser, BrowserTab, BrowserTabId, HeldPage
from tabwire.browsers.engine_choice import EngineChoice, may_be_quiet
from tabwire.browsers.extension_downloads import ExtensionDownloads
from tabwire.engines.addresses import without_password
from tabwire.engines.cdp import CdpRefused
from tabwire.engines.debugger.relayed import RelayedPage
from tabwire.engines.page_events import PageEvent, TabOpened
from tabwire.engines.relay import HOW_TO_ALLOW, KeptFromDebuggers, RelayConnection
from tabwire.engines.scripting.events import download_ended, download_started
from tabwire.engines.scripting.page import ScriptingPage
from tabwire.errors import BrowserDisconnected, Forbidden, TabClosed, TabwireError, UnsupportedByEngine
from tabwire.links.link import Link, LinkLost
from tabwire.protocol.relay import BrowserEvent, Hello, RelayObject, encode

# The extension is back within 5 s whenever that is possible; a browser that is not back by then was closed.
BACK_WITHIN_S = 15.0
# A closed tab is told right after its debugger ended; without that, the tab went where none is allowed.
CLOSING_WITHIN_S = 0.3


ENGINE_CHANGED = "engine_changed"


class ExtensionBrowser(Browser):
    """Follow the tabs of the user's browser, and debug the ones that are worked in."""

    is_users = True

    def __init__(self, name: str, instance: str, on_gone: Callable[[], None]) -> None:
        super().__init__(name, "extension")
        self._on_gone = on_gone
        self.instance = instance
        self.extension = ""
        self.control: RelayObject = {}
        self._connection = RelayConnection(self._on_event)
        self._by_number: dict[int, BrowserTab] = {}
        self._numbers: dict[BrowserTabId, int] = {}
        self._attaching: dict[BrowserTabId, asyncio.Lock] = {}
        self._detached: dict[BrowserTabId, HeldPage] = {}
        self._in_use: set[int] = set()
        self._openers: dict[int, int] = {}
        self._downloads = ExtensionDownloads(lambda: self._connection.request("downloads.list"))
        self._engines: dict[BrowserTabId, EngineChoice] = {}
        self._work = ActivityFeed(self._connection.tell, self._offered_tab)
        self._giving_up: asyncio.TimerHandle | None = None
        self._is_closing = False
        self._synced = asyncio.Event()
        self._events: dict[str, Callable[[RelayObject], None]] = {
            "tab_created": lambda facts: self._on_tab(facts["tab"]),
            "tab_changed": lambda facts: self._on_tab(facts["tab"]),
            "tab_removed": lambda facts: self._on_removed(facts["tabId"]),
            "tab_replaced": lambda facts: self._on_replaced(facts["tabId"], facts["oldTabId"]),
            "tab_opened": lambda facts: self._on_opened(facts["tabId"], facts["openerTabId"]),
            "tab_offered": lambda facts: self._on_offered(facts["tab"]),
            "detached": lambda facts: self._on_detached(facts["tabId"], facts["reason"]),
            "control": self._on_control,
            "page_news": lambda facts: self._on_news(facts["tabId"], facts),
            "download": lambda facts: self._tell_page(facts["tabId"], download_started(facts)),
            "download_ended": lambda facts: self._tell_page(facts["tabId"], download_ended(facts)),
        }

    @property
    def is_linked(self) -> bool:
        """Tell whether the extension is connected at this moment."""
        return self._connection.is_linked

    @property
    def state(self) -> str:
        """Tell in a word how the browser fares."""
        if not self.is_linked:
            return "reconnecting"
        if self.control.get("isStopped"):
            return "stopped by the user"
        return "paused by the user" if self.control.get("isPaused") else "connected"

    @property
    def is_read_only(self) -> bool:
        """Tell whether the user lets agents read in it, and nothing else."""
        return self.control.get("level") == "look"

    async def serve(self, link: Link, hello: Hello) -> None:
        """Work through this link until it drops; then wait a while for the next one."""
        if self._connection.is_linked:
            # The extension noticed before we did that the old link is dead.
            await self._connection.close()
            self._on_lost()
        if self._giving_up is not None:
            self._giving_up.cancel()
        self.version = hello.browser
        self.extension = hello.version
        self._on_control(hello.control)
        syncing = asyncio.create_task(self._sync(hello))
        try:
            await self._connection.carry(link)
        finally:
            syncing.cancel()
            await asyncio.gather(syncing, return_exceptions=True)
            if not self._connection.is_linked:
                self._on_lost()

    async def ready(self) -> None:
        """Wait until the tabs are known."""
        await self._synced.wait()
        if self.is_gone:
            raise self._not_connected()

    async def _sync(self, hello: Hello) -> None:
        """Learn the tabs; let go of those that an earlier hub left attached."""
        await self._list_tabs()
        self._synced.set()
        self._work.show()
        for number in set(hello.attached_tabs) - self._in_use:
            await self._connection.request("debugger.detach", tabId=number)

    async def refresh(self) -> None:
        """Learn the tabs anew, if the user lets agents see them now."""
        if self.state == "connected":
            await self._list_tabs()

    async def _list_tabs(self) -> None:
        rows: list[RelayObject] = await self._connection.request("tabs.list")
        open_tabs = {row["tabId"] for row in rows}
        for number in [number for number in self._by_number if number not in open_tabs]:
            self._on_removed(number)
        for row in rows:
            self._on_tab(row)

    def _on_event(self, event: BrowserEvent) -> None:
        hear = self._events.get(event.name)
        if hear is not None:
            hear(event.facts)

    def _on_tab(self, row: RelayObject) -> None:
        tab = self._by_number.get(row["tabId"])
        if tab is None:
            self._add(row)
            return
        tab.url, tab.title = without_password(row["url"]), row["title"]
        if tab.page is not None:
            tab.page.state.title = tab.title

    def _add(self, row: RelayObject) -> BrowserTab:
        number = int(row["tabId"])
        tab_id = BrowserTabId(f"{self.instance}:{number}")
        # What Chrome calls the opener of a tab is only the one that was in front.
        opener = self._by_number.get(self._openers.pop(number, -1))
        url = without_password(row["url"])
        tab = BrowserTab(tab_id, url, row["title"], opener.id if opener else None)
        self._by_number[number] = tab
        self._numbers[tab_id] = number
        self._appear(tab)
        return tab

    def _on_opened(self, number: int, by: int) -> None:
        """Note which tab opened another; Chrome tells it apart from the tab itself, before or after."""
        tab, opener = self._by_number.get(number), self._by_number.get(by)
        if tab is None:
            self._openers[number] = by
        elif opener is not None and tab.opener is None:
            tab.opener = opener.id
            if opener.page is not None:
                opener.page.events.emit(TabOpened(tab.id))

    def _on_removed(self, number: int) -> None:
        tab = self._by_number.pop(number, None)
        self._in_use.discard(number)
        if tab is not None and tab.id == self._first_tab:
            self.take_first_tab()
        self._work.forget(number)
        if tab is not None:
            self.tabs.pop(tab.id, None)
            self._numbers.pop(tab.id, None)
            self._attaching.pop(tab.id, None)
            self._detached.pop(tab.id, None)
            self._lose(tab, TabClosed("The tab was closed."))

    def _on_replaced(self, number: int, old: int) -> None:
        """Follow a tab that Chrome gave another number, as it does when it frees the memory of one."""
        tab = self._by_number.pop(old, None)
        if tab is not None:
            self._by_number[number] = tab
            self._numbers[tab.id] = number
            self._let_go(tab, TabClosed("Chrome unloaded the tab; call again to load it."))

    def _on_offered(self, row: RelayObject) -> None:
        self._on_tab(row)
        self._first_tab = self._by_number[row["tabId"]].id
        self._work.show()

    def take_first_tab(self) -> BrowserTab | None:
        """Return the tab that the user offers, to the first who asks."""
        taken = super().take_first_tab()
        if taken is not None:
            self._work.show()
        return taken

    def _on_detached(self, number: int, why: str) -> None:
        tab = self._by_number.get(number)
        if tab is None or tab.page is None:
            return
        if why == "canceled_by_user":
            self._let_go(tab, _stopped())
            return
        if why == ENGINE_CHANGED:
            self._let_go(tab, TabClosed("The user chose another engine; call again."))
            return
        page = self._detached[tab.id] = tab.page
        asyncio.get_running_loop().call_later(CLOSING_WITHIN_S, self._explain_detached, tab, page)

    def _explain_detached(self, tab: BrowserTab, page: HeldPage | None) -> None:
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
            self._let_go(tab, error)

    def _on_control(self, facts: RelayObject) -> None:
        self.control = {**self.control, **facts}
        if self.control.get("isStopped"):
            for tab in self.tabs.values():
                self._let_go(tab, _stopped())

    def _let_go(self, tab: BrowserTab, error: TabwireError) -> None:
        page, tab.page = tab.page, None
        number = self._numbers.get(tab.id, -1)
        self._in_use.discard(number)
        self._work.forget(number)
        if page is not None:
            page.gone(error)

    def _on_lost(self) -> None:
        """Fail what was under way; keep the tabs, which are still there, for when the link is back."""
        self._synced.clear()
        in_use = {number for number, tab in self._by_number.items() if tab.page is not None}
        for tab in self.tabs.values():
            self._let_go(tab, LinkLost("The link to the browser dropped while this was under way."))
        self._in_use = in_use
        self._connection.lost()
        if not self._is_closing:
            loop = asyncio.get_running_loop()
            self._giving_up = loop.call_later(BACK_WITHIN_S, self._give_up)

    def _give_up(self) -> None:
        self.is_gone = True
        self._synced.set()
        error = self._not_connected()
        for tab in tuple(self.tabs.values()):
            self._lose(tab, error)
        self.tabs.clear()
        self._connection.fail(error)
        self._on_gone()

    def _not_connected(self) -> BrowserDisconnected:
        return BrowserDisconnected(f'The extension in the browser "{self.name}" is not connected any more.')

    async def open_tab(self, url: str = "about:blank", *, background: bool = True) -> BrowserTab:
        """Open a tab, behind the others unless asked otherwise."""
        row = await self._ask("tabs.create", url=url, active=not background)
        return self._by_number.get(row["tabId"]) or self._add(row)

    async def page(self, tab: BrowserTab, *, begins: bool = False) -> HeldPage:
        """Return the page of a tab, attached and ready; who begins another leaves what cannot be attached."""
        async with self._attaching.setdefault(tab.id, asyncio.Lock()):
            self._explain_detached(tab, self._detached.get(tab.id))
            page = tab.page
            if page is None:
                page = tab.page = await self._attach_or_leave(tab, may_leave=begins)
        await page.ready()
        return page

    async def _attach_or_leave(self, tab: BrowserTab, *, may_leave: bool) -> HeldPage:
        try:
            return await self._attach(tab)
        except KeptFromDebuggers:
            if not may_leave:
                raise
        await self._leave(self._numbers[tab.id])
        return await self._attach(tab)

    async def _leave(self, number: int) -> None:
        await self._ask("tabs.leave", tabId=number)

    async def _attach(self, tab: BrowserTab) -> HeldPage:
        """Take a tab over by the engine that was chosen for it; `auto` goes quiet where it must."""
        engine = self._engines.get(tab.id, "auto")
        if engine == "scripting":
            return self._quiet(tab)
        try:
            return await self._debugged(tab)
        except UnsupportedByEngine as error:
            if engine == "debugger" or not may_be_quiet(error):
                raise
            return self._quiet(tab, is_forced=True)

    async def _debugged(self, tab: BrowserTab) -> RelayedPage:
        """Debug a tab; a frame of another extension may forbid that only at the first command."""
        page = await self._debug(tab)
        try:
            await page.ready()
        except CdpRefused as error:
            raise _refused(error.message) from error
        return page

    def _quiet(self, tab: BrowserTab, *, is_forced: bool = False) -> ScriptingPage:
        return ScriptingPage(self._numbers[tab.id], self._connection.request, is_forced=is_forced)

    def _tell_page(self, number: int, event: PageEvent) -> None:
        tab = self._by_number.get(number)
        if tab is not None and tab.page is not None:
            tab.page.events.emit(event)

    def _on_news(self, number: int, facts: RelayObject) -> None:
        tab = self._by_number.get(number)
        if tab is not None and isinstance(tab.page, ScriptingPage):
            tab.page.receive(str(facts["kind"]), facts)

    async def choose_engine(self, tab: BrowserTab, engine: EngineChoice) -> None:
        """Handle a tab by this engine from now on; the next call takes it over anew."""
        self._engines[tab.id] = engine
        await self.release(tab)

    async def _debug(self, tab: BrowserTab) -> RelayedPage:
        number = self._numbers[tab.id]
        answer = await self._ask("debugger.attach", tabId=number)
        root = self._connection.session(number)
        if not answer["isFresh"]:
            # Frames in other processes are reported anew only after they were let go.
            await root.call(
                "Target.setAutoAttach", autoAttach=False, waitForDebuggerOnStart=False, flatten=True
            )
        self._in_use.add(number)
        page = RelayedPage(
            root, lambda child: self._connection.session(number, child), lambda: self._leave(number)
        )
        self._downloads.follow(page, root)
        return page

    async def release(self, tab: BrowserTab) -> None:
        """Stop debugging a tab of the user's: everything that was set in it goes with the debugger."""
        number = self._numbers.get(tab.id)
        page = tab.page
        if number is not None and page is not None:
            self._let_go(tab, TabClosed("The session that worked in this tab ended."))
            method = "scripting.detach" if isinstance(page, ScriptingPage) else "debugger.detach"
            await self._ask(method, tabId=number)

    async def _request_close(self, tab: BrowserTab) -> None:
        await self._ask("tabs.close", tabId=self._numbers[tab.id])

    async def _ask(self, method: str, **params: Any) -> Any:
        if self.control.get("isStopped"):
            raise _stopped()
        try:
            return await self._connection.request(method, **params)
        except CdpRefused as error:
            raise _refused(error.message) from error

    def show_work(
        self, tab: BrowserTab, agent: str, command: str, since_ms: int, done: RelayObject | None = None
    ) -> None:
        """Show the user who works in which tab: on `command`, or at rest; and what was just done."""
        number = self._numbers.get(tab.id)
        if number is not None and tab.page is not None:
            self._work.note(number, agent, command, since_ms)
        if done:
            self._work.note_done(done)

    def _offered_tab(self) -> int | None:
        return self._numbers.get(self._first_tab) if self._first_tab else None

    def rename(self, name: str) -> None:
        """Go by another name, which the extension remembers."""
        self.name = name
        self._connection.tell(encode({"type": "rename", "name": name}))

    def tab_number(self, tab: BrowserTab) -> int | None:
        """Return Chrome's number of a tab."""
        return self._numbers.get(tab.id)

    async def cut(self) -> None:
        """End the link at once, and expect none."""
        self._give_up()
        await self._connection.close()

    async def close(self) -> None:
        """Let go of the browser; it stays open, and joins the next hub."""
        self._is_closing = True
        self._work.rest()
        if self._giving_up is not None:
            self._giving_up.cancel()
        await self._connection.close()


def _stopped() -> Forbidden:
    return Forbidden("The user stopped all agent control in this browser.", next_step=HOW_TO_ALLOW)


def _refused(message: str) -> TabwireError:
    """Say why Chrome does not let this tab be debugged or opened."""
    if "different extension" in message:
        return KeptFromDebuggers(
            "Another extension put a frame into this page, and Chrome then forbids debugging it.",
            next_step="Ask the user to turn that extension off for the site, or use the scripting engine.",
        )
    if "Cannot access" in message or "cannot be scripted" in message:
        return KeptFromDebuggers(
            f"Chrome keeps this page from extensions: {message}.", next_step="Work in a web page instead."
        )
    if "No tab with" in message:
        return TabClosed("The tab is closed.")
    return UnsupportedByEngine(f"Chrome refused: {message}.")
