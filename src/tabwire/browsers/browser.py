"""A connected browser as sessions see it, wherever it comes from."""

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
    """A page that a browser holds: it gets ready, and it can be lost."""

    async def ready(self) -> None:
        """Wait until the page can be worked in."""

    def gone(self, error: TabwireError) -> None:
        """Note that the tab is closed or lost; everything under way fails with `error`."""

    def crashed(self) -> None:
        """Note that the page's process is dead."""


@dataclass(slots=True)
class BrowserTab:
    """One tab as the browser lists it. `page` is there once we are attached to it."""

    id: BrowserTabId
    url: str
    title: str
    opener: BrowserTabId | None
    page: HeldPage | None = None


class Browser(ABC):
    """The tabs of a browser, known without touching them, and the pages we work in."""

    # The user works in it too: what is theirs is left as it was.
    is_users = False

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        self.version = ""
        # The version of our extension in it, if it joined by the extension.
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
        """Tell whether the user lets agents read in it, and nothing else."""
        return False

    @property
    def state(self) -> str:
        """Describe the connection in a few words."""
        return "connected"

    async def profile_hint(self) -> ProfileHint:
        """Tell which profile of Chrome's the user has open in it, if it is theirs and can be found."""
        return ProfileHint()

    @abstractmethod
    async def open_tab(self, url: str = "about:blank", *, background: bool = True) -> BrowserTab:
        """Open a tab, behind the others unless asked otherwise."""

    @abstractmethod
    async def page(self, tab: BrowserTab, *, begins: bool = False) -> HeldPage:
        """Return the page of a tab, attached and ready.

        Whoever `begins` another page in it gets it also when the present one cannot be worked in.
        """

    @abstractmethod
    async def close(self) -> None:
        """Disconnect from the browser; one that the hub started ends."""

    @abstractmethod
    async def _request_close(self, tab: BrowserTab) -> None:
        """Ask the browser to close a tab."""

    async def choose_engine(self, tab: BrowserTab, engine: EngineChoice) -> None:
        """Handle a tab by this engine from now on."""
        if engine == "scripting":
            raise UnsupportedByEngine(
                f'The browser "{self.name}" has no extension, which quiet mode needs.',
                next_step="Choose a browser of the user's with `use_browser`.",
            )

    def show_activity(  # noqa: B027 (most browsers have no user to show it to)
        self, tab: BrowserTab, agent: str, command: str, since_ms: int, done: RelayObject | None = None
    ) -> None:
        """Show the user who works in which tab: on `command`, or idle; and what was just done."""

    async def open_context(self) -> str:
        """Open a context with cookies and storage of its own; return its id."""
        raise UnsupportedByEngine(
            f'The browser "{self.name}" has one set of cookies for all sessions.',
            next_step='Use a browser that the hub starts: `use_browser` with a profile, or "tabwire".',
        )

    async def open_tab_in(self, context: str) -> BrowserTab:
        """Open a tab in a context of its own."""
        raise UnsupportedByEngine(f'The browser "{self.name}" has no contexts.')

    async def close_context(self, context: str) -> None:  # noqa: B027 (none was opened)
        """Close a context with its tabs."""

    async def ping(self) -> None:  # noqa: B027 (a browser whose link has pings of its own needs none)
        """Return when the browser answers; an open link alone does not tell that it does."""

    async def refresh(self) -> None:  # noqa: B027 (most browsers tell of their tabs before they answer)
        """Learn the tabs anew."""

    def heard_within(self, seconds: float) -> bool:
        """Tell whether anything came from the browser so lately."""
        return True

    def check_not_frozen(self) -> None:
        """Fail at once while the browser is known to be frozen."""
        if self.frozen is not None:
            raise self.frozen.fresh_copy()

    def mark_frozen(self, error: BrowserDisconnected) -> None:
        """Fail what waits for the browser, and whatever comes, until it answers again."""
        self.frozen = error

    async def release(self, tab: BrowserTab) -> None:  # noqa: B027 (most browsers need nothing here)
        """Leave a tab that goes on without us as it was before."""

    def on_new_tab(self, listener: Callable[[BrowserTab], None]) -> None:
        """Call `listener` for each tab that appears from now on."""
        self._listeners.append(listener)

    def on_tab_gone(self, listener: Callable[[BrowserTab], None]) -> None:
        """Call `listener` for each tab that is closed from now on."""
        self._gone_listeners.append(listener)

    def take_offered_tab(self) -> BrowserTab | None:
        """Return the tab that is there for the first session to begin in; only the first to ask gets it."""
        offered, self._offered_tab = self._offered_tab, None
        return self.tabs.get(offered) if offered else None

    async def close_tab(self, tab: BrowserTab) -> None:
        """Close a tab without asking its page; return when it is gone."""
        gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def look(lost: BrowserTab) -> None:
            if lost is tab and not gone.done():
                gone.set_result(None)

        self._gone_listeners.append(look)
        try:
            if tab.id in self.tabs:
                await self._request_close(tab)
                await gone
        finally:
            self._gone_listeners.remove(look)

    def _appear(self, tab: BrowserTab) -> None:
        """Add a tab and tell who listens: first the listeners, then the page that opened it."""
        self.tabs[tab.id] = tab
        for listener in self._listeners:
            listener(tab)
        self._tell_opener(tab)

    def _tell_opener(self, tab: BrowserTab) -> None:
        by = self.tabs.get(tab.opener) if tab.opener else None
        if by is not None and by.page is not None:
            by.page.events.emit(TabOpened(tab.id))

    def _lose(self, tab: BrowserTab, error: TabwireError) -> None:
        """Tell everyone that a tab is gone."""
        if tab.page is not None:
            tab.page.gone(error)
        for listener in tuple(self._gone_listeners):
            listener(tab)
