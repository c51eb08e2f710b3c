"""Loading, reloading, back and forward through the extension and the page's own history."""

from __future__ import annotations

import asyncio

from tabwire.engines.facets import HistoryEntry, Navigation
from tabwire.engines.page import PageState
from tabwire.engines.page_events import PageEvents
from tabwire.engines.scripting.agent import ScriptingAgent
from tabwire.engines.scripting.events import ExtensionEvents
from tabwire.engines.scripting.extension import ExtensionTab
from tabwire.engines.scripting.frames import MAIN, ScriptingFrames
from tabwire.errors import NavigationFailed, UnsupportedByEngine
from tabwire.protocol.page_agent.synthetic import OwnHistory

# A page that starts to navigate reports it immediately; one without history reports nothing.
STEP_WITHIN_S = 1.0


class ScriptingHistory:
    """Navigate one page."""

    def __init__(
        self,
        tab: ExtensionTab,
        agent: ScriptingAgent,
        frames: ScriptingFrames,
        reports: ExtensionEvents,
        state: PageState,
        events: PageEvents,
    ) -> None:
        self._tab = tab
        self._agent = agent
        self._frames = frames
        self._reports = reports
        self._state = state
        self._events = events

    async def navigate(self, url: str) -> Navigation:
        """Start loading an address; return when it is committed or refused."""
        self._state.check()
        reports = self._reports
        before, starts, downloads = reports.navigations, reports.starts, reports.downloads
        document = self._frames.main.document

        def has_failed() -> bool:
            return reports.starts > starts and bool(reports.failure)

        await self._tab.ask("tabs.navigate", url=url)
        await self._events.until(lambda: reports.navigations > before or has_failed())
        if has_failed():
            return Navigation("", reports.failure, reports.downloads > downloads)
        shown = self._frames.main.document
        return Navigation("" if shown == document else shown)

    async def reload(self) -> None:
        """Reload the current address."""
        await self._tab.ask("scripting.reload")

    async def stop(self) -> None:
        """Stop loading."""
        await self._agent.main.stop_loading()

    async def entries(self) -> tuple[int, list[HistoryEntry]]:
        """Return the position in the history and its entries; those of other sites are only guessed."""
        try:
            known = await self._agent.main.own_history()
        except UnsupportedByEngine:
            known = OwnHistory(0, [self._state.url], 0)
        others = [] if known.length == len(known.urls) else [""]
        urls = [*others, *known.urls, *others]
        index = known.index + len(others)
        return index, [HistoryEntry(place - index, url, "") for place, url in enumerate(urls)]

    async def go_to(self, entry: int) -> None:
        """Go to a history entry by its distance from the current one; return when it starts to load."""
        reports = self._reports
        before, starts = reports.navigations, reports.starts
        try:
            # Chrome's own Back skips pages without user interaction; the page's history does not.
            await self._agent.acting_in(MAIN).history_go(entry)
        except UnsupportedByEngine:
            await self._tab.ask("scripting.step", forward=entry > 0)
        try:
            async with asyncio.timeout(STEP_WITHIN_S):
                await self._events.until(lambda: reports.navigations > before or reports.starts > starts)
        except TimeoutError:
            raise NavigationFailed("There is no page to go to.", next_step="Use `navigate`.") from None
