"""The user's own browser, through the extension. Its link may drop and come back; its tabs stay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tabwire.browsers.activity_feed import ActivityFeed
from tabwire.browsers.browser import Browser, HeldPage, Target, TargetId
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
        self._by_tab: dict[int, Target] = {}
        self._tab_of: dict[TargetId, int] = {}
        self._attaching: dict[TargetId, asyncio.Lock] = {}
        self._detached: dict[TargetId, HeldPage] = {}
        self._in_use: set[int] = set()
        self._openers: dict[int, int] = {}
        self._downloads = ExtensionDownloads(lambda: self._connection.request("downloads.list"))
        self._engines: dict[TargetId, EngineChoice] = {}
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
        for tab in set(hello.attached_tabs) - self._in_use:
            await self._connection.request("debugger.detach", tabId=tab)

    async def refresh(self) -> None:
        """Learn the tabs anew, if the user lets agents see them now."""
        if self.state == "connected":
            await self._list_tabs()

    async def _list_tabs(self) -> None:
        rows: list[RelayObject] = await self._connection.request("tabs.list")
        open_tabs = {row["tabId"] for row in rows}
        for tab in [tab for tab in self._by_tab if tab not in open_tabs]:
            self._on_removed(tab)
        for row in rows:
            self._on_tab(row)

    def _on_event(self, event: BrowserEvent) -> None:
        hear = self._events.get(event.name)
        if hear is not None:
            hear(event.facts)

    def _on_tab(self, row: RelayObject) -> None:
        target = self._by_tab.get(row["tabId"])
        if target is None:
            self._add(row)
            return
        target.url, target.title = without_password(row["url"]), row["title"]
        if target.page is not None:
            target.page.state.title = target.title

    def _add(self, row: RelayObject) -> Target:
        tab = int(row["tabId"])
        target_id = TargetId(f"{self.instance}:{tab}")
        # What Chrome calls the opener of a tab is only the one that was in front.
        opener = self._by_tab.get(self._openers.pop(tab, -1))
        url = without_password(row["url"])
        target = Target(target_id, url, row["title"], opener.id if opener else None)
        self._by_tab[tab] = target
        self._tab_of[target_id] = tab
        self._appear(target)
        return target

    def _on_opened(self, tab: int, by: int) -> None:
        """Note which tab opened another; Chrome tells it apart from the tab itself, before or after."""
        target, opener = self._by_tab.get(tab), self._by_tab.get(by)
        if target is None:
            self._openers[tab] = by
        elif opener is not None and target.opener is None:
            target.opener = opener.id
            if opener.page is not None:
                opener.page.events.emit(TabOpened(target.id))

    def _on_removed(self, tab: int) -> None:
        target = self._by_tab.pop(tab, None)
        self._in_use.discard(tab)
        if target is not None and target.id == self._first_tab:
            self.take_first_tab()
        self._work.forget(tab)
        if target is not None:
            self.targets.pop(target.id, None)
            self._tab_of.pop(target.id, None)
            self._attaching.pop(target.id, None)
            self._detached.pop(target.id, None)
            self._lose(target, TabClosed("The tab was closed."))

    def _on_replaced(self, tab: int, old: int) -> None:
        """Follow a tab that Chrome gave another number, as it does when it frees the memory of one."""
        target = self._by_tab.pop(old, None)
        if target is not None:
            self._by_tab[tab] = target
            self._tab_of[target.id] = tab
            self._let_go(target, TabClosed("Chrome unloaded the tab; call again to load it."))

    def _on_offered(self, row: RelayObject) -> None:
        self._on_tab(row)
        self._first_tab = self._by_tab[row["tabId"]].id
        self._work.show()

    def take_first_tab(self) -> Target | None:
        """Return the tab that the user offers, to the first who asks."""
        taken = super().take_first_tab()
        if taken is not None:
            self._work.show()
        return taken

    def _on_detached(self, tab: int, why: str) -> None:
        target = self._by_tab.get(tab)
        if target is None or target.page is None:
            return
        if why == "canceled_by_user":
            self._let_go(target, _stopped())
            return
        if why == ENGINE_CHANGED:
            self._let_go(target, TabClosed("The user chose another engine; call again."))
            return
        page = self._detached[target.id] = target.page
        asyncio.get_running_loop().call_later(CLOSING_WITHIN_S, self._explain_detached, target, page)

    def _explain_detached(self, target: Target, page: HeldPage | None) -> None:
        """Let go of a page that Chrome took away, unless its tab was closed or attached anew since then."""
        if page is None:
            return
        self._detached.pop(target.id, None)
        if target.page is page:
            error = UnsupportedByEngine(
                f"Chrome ended debugging of the tab at {target.url}: it went to a page that may not be "
                "debugged, or a frame of another extension appeared in it.",
                next_step="Call again to attach anew, or work in another tab.",
            )
            self._let_go(target, error)

    def _on_control(self, facts: RelayObject) -> None:
        self.control = {**self.control, **facts}
        if self.control.get("isStopped"):
            for target in self.targets.values():
                self._let_go(target, _stopped())

    def _let_go(self, target: Target, error: TabwireError) -> None:
        page, target.page = target.page, None
        tab = self._tab_of.get(target.id, -1)
        self._in_use.discard(tab)
        self._work.forget(tab)
        if page is not None:
            page.gone(error)

    def _on_lost(self) -> None:
        """Fail what was under way; keep the tabs, which are still there, for when the link is back."""
        self._synced.clear()
        in_use = {tab for tab, target in self._by_tab.items() if target.page is not None}
        for target in self.targets.values():
            self._let_go(target, LinkLost("The link to the browser dropped while this was under way."))
        self._in_use = in_use
        self._connection.lost()
        if not self._is_closing:
            loop = asyncio.get_running_loop()
            self._giving_up = loop.call_later(BACK_WITHIN_S, self._give_up)

    def _give_up(self) -> None:
        self.is_gone = True
        self._synced.set()
        error = self._not_connected()
        for target in tuple(self.targets.values()):
            self._lose(target, error)
        self.targets.clear()
        self._connection.fail(error)
        self._on_gone()

    def _not_connected(self) -> BrowserDisconnected:
        return BrowserDisconnected(f'The extension in the browser "{self.name}" is not connected any more.')

    def check(self, *, acts: bool) -> None:
        """Refuse what the user's level forbids; the extension does too, but sees no farther than messages."""
        if acts and self.control.get("level") == "look":
            raise Forbidden("The user lets agents only look in this browser.", next_step=HOW_TO_ALLOW)

    async def open_tab(self, url: str = "about:blank", *, background: bool = True) -> Target:
        """Open a tab, behind the others unless asked otherwise."""
        row = await self._ask("tabs.create", url=url, active=not background)
        return self._by_tab.get(row["tabId"]) or self._add(row)

    async def page(self, target: Target, *, begins: bool = False) -> HeldPage:
        """Return the page of a tab, attached and ready; who begins another leaves what cannot be attached."""
        async with self._attaching.setdefault(target.id, asyncio.Lock()):
            self._explain_detached(target, self._detached.get(target.id))
            page = target.page
            if page is None:
                page = target.page = await self._attach_or_leave(target, may_leave=begins)
        await page.ready()
        return page

    async def _attach_or_leave(self, target: Target, *, may_leave: bool) -> HeldPage:
        try:
            return await self._attach(target)
        except KeptFromDebuggers:
            if not may_leave:
                raise
        await self._leave(self._tab_of[target.id])
        return await self._attach(target)

    async def _leave(self, tab: int) -> None:
        await self._ask("tabs.leave", tabId=tab)

    async def _attach(self, target: Target) -> HeldPage:
        """Take a tab over by the engine that was chosen for it; `auto` goes quiet where it must."""
        engine = self._engines.get(target.id, "auto")
        if engine == "scripting":
            return self._quiet(target)
        try:
            return await self._debugged(target)
        except UnsupportedByEngine as error:
            if engine == "debugger" or not may_be_quiet(error):
                raise
            return self._quiet(target, is_forced=True)

    async def _debugged(self, target: Target) -> RelayedPage:
        """Debug a tab; a frame of another extension may forbid that only at the first command."""
        page = await self._debug(target)
        try:
            await page.ready()
        except CdpRefused as error:
            raise _refused(error.message) from error
        return page

    def _quiet(self, target: Target, *, is_forced: bool = False) -> ScriptingPage:
        return ScriptingPage(self._tab_of[target.id], self._connection.request, is_forced=is_forced)

    def _tell_page(self, tab: int, event: PageEvent) -> None:
        target = self._by_tab.get(tab)
        if target is not None and target.page is not None:
            target.page.events.emit(event)

    def _on_news(self, tab: int, facts: RelayObject) -> None:
        target = self._by_tab.get(tab)
        if target is not None and isinstance(target.page, ScriptingPage):
            target.page.receive(str(facts["kind"]), facts)

    async def choose_engine(self, target: Target, engine: EngineChoice) -> None:
        """Handle a tab by this engine from now on; the next call takes it over anew."""
        self._engines[target.id] = engine
        await self.release(target)

    async def _debug(self, target: Target) -> RelayedPage:
        tab = self._tab_of[target.id]
        answer = await self._ask("debugger.attach", tabId=tab)
        root = self._connection.session(tab)
        if not answer["isFresh"]:
            # Frames in other processes are reported anew only after they were let go.
            await root.call(
                "Target.setAutoAttach", autoAttach=False, waitForDebuggerOnStart=False, flatten=True
            )
        self._in_use.add(tab)
        page = RelayedPage(root, lambda child: self._connection.session(tab, child), lambda: self._leave(tab))
        self._downloads.follow(page, root)
        return page

    async def release(self, target: Target) -> None:
        """Stop debugging a tab of the user's: everything that was set in it goes with the debugger."""
        tab = self._tab_of.get(target.id)
        page = target.page
        if tab is not None and page is not None:
            self._let_go(target, TabClosed("The session that worked in this tab ended."))
            method = "scripting.detach" if isinstance(page, ScriptingPage) else "debugger.detach"
            await self._ask(method, tabId=tab)

    async def _request_close(self, target: Target) -> None:
        await self._ask("tabs.close", tabId=self._tab_of[target.id])

    async def _ask(self, method: str, **params: Any) -> Any:
        if self.control.get("isStopped"):
            raise _stopped()
        try:
            return await self._connection.request(method, **params)
        except CdpRefused as error:
            raise _refused(error.message) from error

    def show_work(
        self, target: Target, agent: str, command: str, since_ms: int, done: RelayObject | None = None
    ) -> None:
        """Show the user who works in which tab: on `command`, or at rest; and what was just done."""
        tab = self._tab_of.get(target.id)
        if tab is not None and target.page is not None:
            self._work.note(tab, agent, command, since_ms)
        if done:
            self._work.note_done(done)

    def _offered_tab(self) -> int | None:
        return self._tab_of.get(self._first_tab) if self._first_tab else None

    def rename(self, name: str) -> None:
        """Go by another name, which the extension remembers."""
        self.name = name
        self._connection.tell(encode({"type": "rename", "name": name}))

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
