"""The user's own browser, through the extension. Its link may drop and come back; its tabs stay."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

from tabwire.browsers.activity_feed import ActivityFeed
from tabwire.browsers.browser import Browser, BrowserTab, HeldPage
from tabwire.browsers.engine_choice import EngineChoice
from tabwire.browsers.extension_pages import ExtensionPages
from tabwire.browsers.extension_tabs import NumberedTabs
from tabwire.browsers.native_manifests import user_data_folders
from tabwire.browsers.profile_hints import ProfileHint, profile_hint
from tabwire.engines.addresses import without_password
from tabwire.engines.cdp import CdpRefused
from tabwire.engines.page_events import TabOpened
from tabwire.engines.refusals import refused
from tabwire.engines.relay import RelayConnection
from tabwire.engines.scripting.events import download_ended, download_started
from tabwire.errors import BrowserDisconnected, TabClosed, UnsupportedByEngine
from tabwire.links.link import Link, LinkLost
from tabwire.protocol.refusals import Refusal
from tabwire.protocol.relay import BrowserEvent, Hello, RelayObject, encode

# The extension is back within 5 s whenever that is possible; a browser that is not back by then was closed.
BACK_WITHIN_S = 15.0


class ExtensionBrowser(Browser):
    """Follow the tabs of the user's browser, and attach to the ones that are worked in."""

    is_users = True

    def __init__(self, name: str, instance: str, on_gone: Callable[[], None]) -> None:
        super().__init__(name, "extension")
        self.instance = instance
        self._on_gone = on_gone
        # What the user decided: {isStopped, isPaused, level, fileAccess}.
        self._control: RelayObject = {}
        self._connection = RelayConnection(self._on_event)
        self._activity = ActivityFeed(self._connection.send, self._offered_number)
        self._numbered = NumberedTabs(instance)
        self._pages = ExtensionPages(self._numbered, self._connection, self._ask, self._activity.forget)
        self._giving_up: asyncio.TimerHandle | None = None
        self._is_closing = False
        self._synced = asyncio.Event()
        pages = self._pages
        self._events: dict[str, Callable[[RelayObject], object]] = {
            "tab_created": lambda facts: self._on_tab(facts["tab"]),
            "tab_changed": lambda facts: self._on_tab(facts["tab"]),
            "tab_removed": lambda facts: self._on_removed(facts["tabId"]),
            "tab_replaced": lambda facts: self._on_replaced(facts["tabId"], facts["oldTabId"]),
            "tab_opened": lambda facts: self._on_opened(facts["tabId"], facts["openerTabId"]),
            "tab_offered": lambda facts: self._on_offered(facts["tab"]),
            "detached": lambda facts: pages.on_detached(facts["tabId"], facts["reason"]),
            "control": self._on_control,
            "page_news": lambda facts: pages.receive(facts["tabId"], facts),
            "download": lambda facts: pages.emit(facts["tabId"], download_started(facts)),
            "download_ended": lambda facts: pages.emit(facts["tabId"], download_ended(facts)),
        }

    @property
    def state(self) -> str:
        """Describe the connection in a few words."""
        if not self._connection.is_linked:
            return "reconnecting"
        if self._control.get("isStopped"):
            return "stopped by the user"
        return "paused by the user" if self._control.get("isPaused") else "connected"

    async def profile_hint(self) -> ProfileHint:
        """Tell which profile of Chrome's the user has open in it, if it can be found."""
        folders = user_data_folders(os.path.expanduser("~")).values()
        return await asyncio.to_thread(profile_hint, self.instance, folders)

    @property
    def is_read_only(self) -> bool:
        """Tell whether the user lets agents read in it, and nothing else."""
        return bool(self._control.get("level") == "look")

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
        self._activity.send_now()
        for number in set(hello.attached_tabs) - self._pages.debugged:
            await self._connection.request("debugger.detach", tabId=number)

    async def refresh(self) -> None:
        """Learn the tabs anew, if the user lets agents see them now."""
        if self.state == "connected":
            await self._list_tabs()

    async def _list_tabs(self) -> None:
        rows: list[RelayObject] = await self._connection.request("tabs.list")
        open_tabs = {row["tabId"] for row in rows}
        for number in self._numbered.numbers():
            if number not in open_tabs:
                self._on_removed(number)
        for row in rows:
            self._on_tab(row)

    def _on_event(self, event: BrowserEvent) -> None:
        hear = self._events.get(event.name)
        if hear is not None:
            hear(event.facts)

    def _on_tab(self, row: RelayObject) -> BrowserTab:
        tab = self._numbered.get(row["tabId"])
        if tab is None:
            tab = self._numbered.add(row)
            self._appear(tab)
            return tab
        tab.url, tab.title = without_password(row["url"]), row["title"]
        if tab.page is not None:
            tab.page.state.title = tab.title
        return tab

    def _on_opened(self, number: int, by: int) -> None:
        opener = self._numbered.note_opener(number, by)
        opened = self._numbered.get(number)
        if opener is not None and opener.page is not None and opened is not None:
            opener.page.events.emit(TabOpened(opened.id))

    def _on_removed(self, number: int) -> None:
        tab = self._numbered.remove(number)
        self._activity.forget(number)
        if tab is None:
            return
        if tab.id == self._offered_tab:
            self.take_offered_tab()
        self._pages.forget(tab, number)
        self.tabs.pop(tab.id, None)
        self._lose(tab, TabClosed("The tab was closed."))

    def _on_replaced(self, number: int, old: int) -> None:
        tab = self._numbered.renumber(number, old)
        if tab is not None:
            self._pages.let_go(tab, TabClosed("Chrome unloaded the tab; call again to load it."))

    def _on_offered(self, row: RelayObject) -> None:
        self._offered_tab = self._on_tab(row).id
        self._activity.send_now()

    def take_offered_tab(self) -> BrowserTab | None:
        """Return the tab that the user offers, to the first who asks."""
        taken = super().take_offered_tab()
        if taken is not None:
            self._activity.send_now()
        return taken

    def _offered_number(self) -> int | None:
        return self._numbered.number_of(self._offered_tab) if self._offered_tab else None

    def _on_control(self, facts: RelayObject) -> None:
        self._control = {**self._control, **facts}
        if self._control.get("isStopped"):
            for tab in self.tabs.values():
                self._pages.let_go(tab, refused(Refusal.STOPPED))

    def _on_lost(self) -> None:
        """Fail what was under way; keep the tabs, which are still there, for when the link is back."""
        self._synced.clear()
        attached = self._numbered.attached()
        for tab in self.tabs.values():
            self._pages.let_go(tab, LinkLost("The link to the browser dropped while this was under way."))
        self._pages.debugged = attached
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
        return BrowserDisconnected(f'The extension in the browser "{self.name}" is no longer connected.')

    async def open_tab(self, url: str = "about:blank", *, background: bool = True) -> BrowserTab:
        """Open a tab, behind the others unless asked otherwise."""
        row = await self._ask("tabs.create", url=url, active=not background)
        return self._numbered.get(row["tabId"]) or self._on_tab(row)

    async def page(self, tab: BrowserTab, *, begins: bool = False) -> HeldPage:
        """Return the page of a tab, attached and ready; who begins another leaves what cannot be attached."""
        return await self._pages.get(tab, begins=begins)

    async def choose_engine(self, tab: BrowserTab, engine: EngineChoice) -> None:
        """Handle a tab by this engine from now on; the next call attaches anew."""
        self._pages.choose(tab, engine)
        await self._pages.release(tab)

    async def release(self, tab: BrowserTab) -> None:
        """Detach from a tab of the user's: everything that was set in it goes with the debugger."""
        await self._pages.release(tab)

    async def _request_close(self, tab: BrowserTab) -> None:
        await self._ask("tabs.close", tabId=self._numbered.number_of(tab.id))

    async def _ask(self, method: str, **params: Any) -> Any:
        if self._control.get("isStopped"):
            raise refused(Refusal.STOPPED)
        try:
            return await self._connection.request(method, **params)
        except CdpRefused as error:
            raise UnsupportedByEngine(f"Chrome refused: {error.message}.") from error

    def show_activity(
        self, tab: BrowserTab, agent: str, command: str, since_ms: int, done: RelayObject | None = None
    ) -> None:
        """Show the user who works in which tab: on `command`, or idle; and what was just done."""
        number = self._numbered.number_of(tab.id)
        if number is not None and tab.page is not None:
            self._activity.note(number, agent, command, since_ms)
        if done:
            self._activity.note_done(done)

    def rename(self, name: str) -> None:
        """Go by another name, which the extension remembers."""
        self.name = name
        self._connection.send(encode({"type": "rename", "name": name}))

    async def disconnect(self) -> None:
        """End the link at once, and expect none."""
        self._give_up()
        await self._connection.close()

    async def close(self) -> None:
        """Let go of the browser; it stays open, and joins the next hub."""
        self._is_closing = True
        self._activity.cancel()
        if self._giving_up is not None:
            self._giving_up.cancel()
        await self._connection.close()
