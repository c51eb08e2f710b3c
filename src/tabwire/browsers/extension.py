"""The user's own browser, through the extension. Its tabs are kept while the link is down."""

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

# The extension reconnects within 5 s if it can; a browser that does not was closed.
BACK_WITHIN_S = 15.0


class ExtensionBrowser(Browser):
    """Follow the tabs of the user's browser, and attach to those in use."""

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
        self._reconnect_timer: asyncio.TimerHandle | None = None
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
        """Return the user's Chrome profile that is open in it, if it can be found."""
        folders = user_data_folders(os.path.expanduser("~")).values()
        return await asyncio.to_thread(profile_hint, self.instance, folders)

    @property
    def is_read_only(self) -> bool:
        """Return whether the browser is read-only for agents."""
        return bool(self._control.get("level") == "look")

    async def serve(self, link: Link, hello: Hello) -> None:
        """Use this link until it drops; then wait a while for the next one."""
        if self._connection.is_linked:
            # The extension noticed the dead link before we did.
            await self._connection.close()
            self._on_lost()
        if self._reconnect_timer is not None:
            self._reconnect_timer.cancel()
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
        """List the tabs; detach those that an earlier hub left attached."""
        await self._list_tabs()
        self._synced.set()
        self._activity.send_now()
        for number in set(hello.attached_tabs) - self._pages.debugged:
            await self._connection.request("debugger.detach", tabId=number)

    async def refresh(self) -> None:
        """Update the list of tabs, unless the user paused or stopped agents."""
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
        handle = self._events.get(event.name)
        if handle is not None:
            handle(event.facts)

    def _on_tab(self, row: RelayObject) -> BrowserTab:
        tab = self._numbered.get(row["tabId"])
        if tab is None:
            tab = self._numbered.add(row)
            self._add_tab(tab)
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
        self._remove_tab(tab, TabClosed("The tab was closed."))

    def _on_replaced(self, number: int, old: int) -> None:
        tab = self._numbered.renumber(number, old)
        if tab is not None:
            self._pages.detach(tab, TabClosed("Chrome unloaded the tab. Call again to load it."))

    def _on_offered(self, row: RelayObject) -> None:
        self._offered_tab = self._on_tab(row).id
        self._activity.send_now()

    def take_offered_tab(self) -> BrowserTab | None:
        """Return the tab that the user offers, once."""
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
                self._pages.detach(tab, refused(Refusal.STOPPED))

    def _on_lost(self) -> None:
        """Fail running requests; keep the tabs for when the link is back."""
        self._synced.clear()
        attached = self._numbered.attached()
        for tab in self.tabs.values():
            self._pages.detach(tab, LinkLost("The link to the browser dropped during this call."))
        self._pages.debugged = attached
        self._connection.lost()
        if not self._is_closing:
            loop = asyncio.get_running_loop()
            self._reconnect_timer = loop.call_later(BACK_WITHIN_S, self._mark_gone)

    def _mark_gone(self) -> None:
        self.is_gone = True
        self._synced.set()
        error = self._not_connected()
        for tab in tuple(self.tabs.values()):
            self._remove_tab(tab, error)
        self.tabs.clear()
        self._connection.fail(error)
        self._on_gone()

    def _not_connected(self) -> BrowserDisconnected:
        return BrowserDisconnected(f'The extension in the browser "{self.name}" is no longer connected.')

    async def open_tab(self, url: str = "about:blank", *, background: bool = True) -> BrowserTab:
        """Open a tab, by default in the background."""
        row = await self._ask("tabs.create", url=url, active=not background)
        return self._numbered.get(row["tabId"]) or self._on_tab(row)

    async def page(self, tab: BrowserTab, *, loads_page: bool = False) -> HeldPage:
        """Return the page of a tab, attached and ready; with `loads_page`, leave a page that cannot be."""
        return await self._pages.get(tab, loads_page=loads_page)

    async def choose_engine(self, tab: BrowserTab, engine: EngineChoice) -> None:
        """Use this engine for a tab from now on; the next call attaches again."""
        self._pages.choose(tab, engine)
        await self._pages.release(tab)

    async def release(self, tab: BrowserTab) -> None:
        """Detach from a tab of the user; that also undoes what the debugger set in it."""
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
        """Show the user which agent works in which tab, on `command` or idle, and what it just did."""
        number = self._numbered.number_of(tab.id)
        if number is not None and tab.page is not None:
            self._activity.note(number, agent, command, since_ms)
        if done:
            self._activity.note_done(done)

    def rename(self, name: str) -> None:
        """Change the name, also in the extension."""
        self.name = name
        self._connection.send(encode({"type": "rename", "name": name}))

    async def disconnect(self) -> None:
        """Close the link and expect no new one."""
        self._mark_gone()
        await self._connection.close()

    async def close(self) -> None:
        """Disconnect from the browser, which stays open and joins the next hub."""
        self._is_closing = True
        self._activity.cancel()
        if self._reconnect_timer is not None:
            self._reconnect_timer.cancel()
        await self._connection.close()
