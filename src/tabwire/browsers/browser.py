"""A connected browser as sessions see it, from any source."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import NewType, Protocol

from tabwire.browsers.engine_choice import EngineChoice
from tabwire.browsers.profile_hints import ProfileHint
from tabwire.engines.page import Page
from tabwire.engines.page_events import TabOpened
from tabwire.errors import BrowserDisconnected, TabwireError, UnsupportedByEngine
from tabwire.protocol.relay import RelayObject

BrowserTabId = NewType("BrowserTabId", str)


class HeldPage(Page, Protocol):
    """A page as its browser handles it: it becomes ready, and it can be lost."""

    async def ready(self) -> None:
        """Wait until the page can be worked in."""

    def gone(self, error: TabwireError) -> None:
        """Record that the tab is closed or lost; pending requests fail with `error`."""

    def crashed(self) -> None:
        """Record that the page's process crashed."""


@dataclass(slots=True)
class BrowserTab:
    """One tab as the browser lists it. `page` is set while we are attached to it."""

    id: BrowserTabId
    url: str
    title: str
    opener: BrowserTabId | None
    page: HeldPage | None = None


class Browser(ABC):
    """The tabs of a browser, and the pages that we are attached to."""

    # The user works in it too: leave their things alone.
    is_users = False

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        self.version = ""
        # The version of our extension, if the browser joined through it.
        self.extension = ""
        # The process, if the hub started it.
        self.pid = 0
        self.tabs: dict[BrowserTabId, BrowserTab] = {}
        self.is_gone = False
        self.frozen: BrowserDisconnected | None = None
        self._offered_tab: BrowserTabId | None = None
        self._listeners: list[Callable[[BrowserTab], None]] = []
        self._gone_listeners: list[Callable[[BrowserTab], None]] = []

    @property
    def is_read_only(self) -> bool:
        """Return whether the browser is read-only for agents."""
        return False

    @property
    def state(self) -> str:
        """Describe the connection in a few words."""
        return "connected"

    async def profile_hint(self) -> ProfileHint:
        """Return the user's Chrome profile that is open in it, if it can be found."""
        return ProfileHint()

    @abstractmethod
    async def open_tab(self, url: str = "about:blank", *, background: bool = True) -> BrowserTab:
        """Open a tab, by default in the background."""

    @abstractmethod
    async def page(self, tab: BrowserTab, *, loads_page: bool = False) -> HeldPage:
        """Return the page of a tab, attached and ready.

        With `loads_page` this works even if the current page is not accessible.
        """

    @abstractmethod
    async def close(self) -> None:
        """Disconnect from the browser; quit it if the hub started it."""

    @abstractmethod
    async def _request_close(self, tab: BrowserTab) -> None:
        """Ask the browser to close a tab."""

    async def choose_engine(self, tab: BrowserTab, engine: EngineChoice) -> None:
        """Use this engine for a tab from now on."""
        if engine == "scripting":
            raise UnsupportedByEngine(
                f'The browser "{self.name}" has no extension, which quiet mode needs.',
                next_step="Choose one of the user's browsers with `use_browser`.",
            )

    def show_activity(  # noqa: B027 (most browsers have no user to show it to)
        self, tab: BrowserTab, agent: str, command: str, since_ms: int, done: RelayObject | None = None
    ) -> None:
        """Show the user which agent works in which tab, on `command` or idle, and what it just did."""

    async def open_context(self) -> str:
        """Open a context with its own cookies and storage; return its id."""
        raise UnsupportedByEngine(
            f'The browser "{self.name}" has one set of cookies for all sessions.',
            next_step='Use a browser that the hub starts: `use_browser` with a profile, or "tabwire".',
        )

    async def open_tab_in(self, context: str) -> BrowserTab:
        """Open a tab in a separate context."""
        raise UnsupportedByEngine(f'The browser "{self.name}" has no contexts.')

    async def close_context(self, context: str) -> None:  # noqa: B027 (none was opened)
        """Close a context with its tabs."""

    async def ping(self) -> None:  # noqa: B027 (some links have their own pings)
        """Return when the browser responds; an open link alone does not prove that it does."""

    async def refresh(self) -> None:  # noqa: B027 (most browsers report tabs before they answer)
        """Update the list of tabs."""

    def was_heard_within(self, seconds: float) -> bool:
        """Return whether the browser sent anything within this time."""
        return True

    def check_not_frozen(self) -> None:
        """Fail immediately if the browser is known to be frozen."""
        if self.frozen is not None:
            raise self.frozen.fresh_copy()

    def mark_frozen(self, error: BrowserDisconnected) -> None:
        """Fail pending and new requests until the browser responds again."""
        self.frozen = error

    async def release(self, tab: BrowserTab) -> None:  # noqa: B027 (most browsers need nothing here)
        """Detach from a tab that stays open, and undo our changes to it."""

    def on_new_tab(self, listener: Callable[[BrowserTab], None]) -> None:
        """Call `listener` for each tab that appears from now on."""
        self._listeners.append(listener)

    def on_tab_gone(self, listener: Callable[[BrowserTab], None]) -> None:
        """Call `listener` for each tab that is closed from now on."""
        self._gone_listeners.append(listener)

    def take_offered_tab(self) -> BrowserTab | None:
        """Return the tab offered to the first session that asks, once."""
        offered, self._offered_tab = self._offered_tab, None
        return self.tabs.get(offered) if offered else None

    async def close_tab(self, tab: BrowserTab) -> None:
        """Close a tab without asking its page; return when it is gone."""
        gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def on_gone(lost: BrowserTab) -> None:
            if lost is tab and not gone.done():
                gone.set_result(None)

        self._gone_listeners.append(on_gone)
        try:
            if tab.id in self.tabs:
                await self._request_close(tab)
                await gone
        finally:
            self._gone_listeners.remove(on_gone)

    def _add_tab(self, tab: BrowserTab) -> None:
        """Add a tab; notify the listeners, then the page that opened it."""
        self.tabs[tab.id] = tab
        for listener in self._listeners:
            listener(tab)
        self._notify_opener(tab)

    def _notify_opener(self, tab: BrowserTab) -> None:
        by = self.tabs.get(tab.opener) if tab.opener else None
        if by is not None and by.page is not None:
            by.page.events.emit(TabOpened(tab.id))

    def _remove_tab(self, tab: BrowserTab, error: TabwireError) -> None:
        """Notify the page and the listeners that a tab is gone."""
        if tab.page is not None:
            tab.page.gone(error)
        for listener in tuple(self._gone_listeners):
            listener(tab)
