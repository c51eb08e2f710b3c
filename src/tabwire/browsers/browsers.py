"""The browsers of the hub: opened on demand, shared by sessions, closed when unused."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

from tabwire.browsers.browser import Browser
from tabwire.browsers.source import OWN_BROWSER, Source, Start, Wanted
from tabwire.errors import NoBrowser, TabwireError

Opening = asyncio.Task[Browser]


class Browsers:
    """Ask the sources for browsers, in order, and own the ones that were opened."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._opening: dict[str, Opening] = {}
        self._waiting: Counter[str] = Counter()
        self._closing: set[asyncio.Task[None]] = set()

    def sweep(self) -> int:
        """Delete what a killed hub left behind."""
        return sum(source.sweep() for source in self._sources)

    async def get(self, cdp_url: str = "", name: str = "") -> Browser:
        """Return a living browser: the named one, the one at an address, the user's own, or one we start."""
        found = await self._find(Wanted(name, cdp_url))
        if found is None and not name:
            found = await self._find(Wanted(OWN_BROWSER))
        if found is None:
            raise self._not_found(name)
        return await found.wait(self._open_once(found)) if isinstance(found, Start) else found

    async def _find(self, wanted: Wanted) -> Browser | Start | None:
        for source in self._sources:
            found = await source.find(wanted)
            if found is not None:
                return found
        return None

    def _not_found(self, name: str) -> NoBrowser:
        connected = [browser.name for browser in self.all()]
        return NoBrowser(
            f'There is no browser "{name[:80]}".',
            next_step=f"Connected: {', '.join(connected) or 'none'}.",
            browsers=connected,
        )

    async def _open_once(self, start: Start) -> Browser:
        """Open a browser; callers that ask at once share one start."""
        opening = self._opening.get(start.key)
        if opening is None or _is_over(opening):
            opening = self._opening[start.key] = asyncio.create_task(self._open_after(opening, start))
        # Whoever waits for a browser uses it, though no session shows it yet.
        self._waiting[start.key] += 1
        try:
            return await asyncio.shield(opening)
        finally:
            self._waiting[start.key] -= 1

    async def _open_after(self, before: Opening | None, start: Start) -> Browser:
        """Clear away what is left of the browser before, then start the next."""
        if before is not None:
            await self._close(before)
        return await start.open()

    def all(self) -> list[Browser]:
        """List the browsers that are connected."""
        joined = [browser for source in self._sources for browser in source.joined()]
        return [*joined, *(browser for _, _, browser in self._opened())]

    def _opened(self) -> list[tuple[str, Opening, Browser]]:
        done = [(key, task) for key, task in self._opening.items() if task.done() and not _is_over(task)]
        return [(key, task, task.result()) for key, task in done]

    async def close_unused(self, is_used: Callable[[Browser], bool]) -> None:
        """Close the browsers that no session uses."""
        for key, opening in tuple(self._opening.items()):
            if not opening.done() or self._waiting[key]:
                continue
            if _is_over(opening) or not is_used(opening.result()):
                await self._end(key, opening)

    async def close_one(self, name: str) -> None:
        """Close a browser that we opened: end it if we started it, disconnect if we attached to it."""
        for key, opening, browser in self._opened():
            if browser.name == name:
                await self._end(key, opening)
                return
        raise NoBrowser(
            f'The hub has not opened a browser "{name[:80]}".',
            next_step="`browsers` lists them; only the user can close a browser of their own.",
        )

    async def _end(self, key: str, opening: Opening) -> None:
        if self._opening.get(key) is opening:
            del self._opening[key]
            self._waiting.pop(key, None)
            await asyncio.shield(self._start_closing(opening))

    async def close(self) -> None:
        """Close every browser."""
        for opening in self._opening.values():
            self._start_closing(opening)
        self._opening.clear()
        await asyncio.gather(*self._closing, *(browser.close() for browser in self.all()))

    def _start_closing(self, opening: Opening) -> asyncio.Task[None]:
        """Close a browser for good, even if whoever wants it to be closed is stopped meanwhile."""
        closing = asyncio.create_task(self._close(opening))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
        return closing

    async def _close(self, opening: Opening) -> None:
        opening.cancel()
        await asyncio.wait({opening})
        if not opening.cancelled() and opening.exception() is None:
            with suppress(TabwireError):
                await opening.result().close()


def _is_over(opening: Opening) -> bool:
    """Tell whether a start failed, or its browser is gone."""
    if not opening.done():
        return False
    return opening.cancelled() or opening.exception() is not None or opening.result().is_gone
