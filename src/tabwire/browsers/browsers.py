"""Which browsers are there: started or attached to on demand, shared by sessions, closed when unused."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from tabwire.browsers.attached import AttachedBrowser, attach
from tabwire.browsers.browser import Browser
from tabwire.browsers.consent import answered_by_user, attach_by_consent, is_consent
from tabwire.browsers.extension import ExtensionBrowser
from tabwire.browsers.joined import JoinedBrowsers
from tabwire.browsers.launched import LaunchedBrowser, launch
from tabwire.browsers.pairing import Pairings
from tabwire.browsers.profile_folders import remove_stale
from tabwire.browsers.profiles import Profiles
from tabwire.errors import NoBrowser, TabwireError
from tabwire.settings import BrowserSettings

log = logging.getLogger("tabwire.browser")

OpenBrowser = LaunchedBrowser | AttachedBrowser
OWN = ""
OUR_NAME = "tabwire"
# The browser of a profile that works in a temporary copy of it is named after both.
COPY = "+copy"


class Browsers:
    """Own every browser of the hub: the user's, which join by themselves, and those it opens."""

    def __init__(
        self,
        settings: BrowserSettings,
        profiles: str,
        downloads: str,
        environ: Mapping[str, str],
        pairings: Pairings,
        kept: Profiles,
    ) -> None:
        self._settings = settings
        self.profiles = kept
        self._joined = JoinedBrowsers(pairings)
        self._profiles = profiles
        self._downloads = downloads
        self._environ = environ
        self._opening: dict[str, asyncio.Task[OpenBrowser]] = {}
        self._waiting: Counter[str] = Counter()
        self._closing: set[asyncio.Task[None]] = set()

    def sweep(self) -> int:
        """Delete the temporary profiles that a killed hub left behind."""
        return remove_stale(self._profiles)

    def join(self, instance: str, name: str) -> ExtensionBrowser:
        """Return the user's browser that the extension of this instance belongs to, new or known."""
        return self._joined.join(instance, name)

    def rename(self, old: str, new: str) -> str:
        """Give a connected browser of the user's another name; return the one it got."""
        return self._joined.rename(old, new)

    async def dismiss(self, name: str) -> None:
        """Cut the link to a browser of the user's that may not join any more."""
        for browser in self._joined.all():
            if browser.name == name:
                await browser.cut()

    async def get(self, cdp_url: str = OWN, name: str = "") -> Browser:
        """Return a living browser: the named one, the one at an address, the user's own, or one we start."""
        prefer = self._settings.prefer
        profile = name.removesuffix(COPY)
        if profile and profile in self.profiles.all():
            return await self._open_once(name, lambda: self._launch_profile(name, profile))
        if name and name != OUR_NAME:
            return await self._joined.named(name)
        if not (name or cdp_url or self._settings.cdp_url or prefer == "launch"):
            found = await self._joined.only(needed=prefer == "extension")
            if found is not None:
                return found
        opening = self._open_once(cdp_url, lambda: self._open(cdp_url))
        if is_consent(cdp_url or self._settings.cdp_url):
            return await answered_by_user(opening)
        return await opening

    async def _open_once(self, key: str, start: Callable[[], Coroutine[Any, Any, OpenBrowser]]) -> Browser:
        """Open a browser; callers that ask at once share one start."""
        opening = self._opening.get(key)
        if opening is None or _is_over(opening):
            opening = self._opening[key] = asyncio.create_task(self._open_after(opening, start))
        # Whoever waits for a browser uses it, though no session shows it yet.
        self._waiting[key] += 1
        try:
            return (await asyncio.shield(opening)).browser
        finally:
            self._waiting[key] -= 1

    async def _open_after(
        self, before: asyncio.Task[OpenBrowser] | None, start: Callable[[], Coroutine[Any, Any, OpenBrowser]]
    ) -> OpenBrowser:
        """Clear away what is left of the browser before, then start the next."""
        if before is not None:
            await self._close(before)
        return await start()

    def all(self) -> list[Browser]:
        """List the browsers that are connected."""
        opened = [task for task in self._opening.values() if not _is_over(task) and task.done()]
        return [*self._joined.all(), *(task.result().browser for task in opened)]

    def processes(self) -> dict[str, int]:
        """Return the process id of each browser that we started, by its name."""
        opened = [task.result() for task in self._opening.values() if task.done() and not _is_over(task)]
        return {item.browser.name: item.process.pid for item in opened if isinstance(item, LaunchedBrowser)}

    async def close_unused(self, is_used: Callable[[Browser], bool]) -> None:
        """Close the browsers that no session uses."""
        for key, opening in tuple(self._opening.items()):
            if not opening.done() or self._waiting[key]:
                continue
            if _is_over(opening) or not is_used(opening.result().browser):
                await self._end(key, opening)

    async def close_one(self, name: str) -> None:
        """Close a browser that we opened: end it if we started it, let go of it if we attached to it."""
        for key, opening in tuple(self._opening.items()):
            if opening.done() and not _is_over(opening) and opening.result().browser.name == name:
                await self._end(key, opening)
                return
        raise NoBrowser(
            f'No browser "{name[:80]}" of the hub is open.',
            next_step="`browsers` lists them; a browser of the user's is theirs to close.",
        )

    async def _end(self, key: str, opening: asyncio.Task[OpenBrowser]) -> None:
        if self._opening.get(key) is opening:
            del self._opening[key]
            self._waiting.pop(key, None)
            await asyncio.shield(self._start_closing(opening))

    async def close(self) -> None:
        """Close every browser."""
        for opening in self._opening.values():
            self._start_closing(opening)
        self._opening.clear()
        await asyncio.gather(*self._closing, *(browser.close() for browser in self._joined.all()))

    async def _open(self, cdp_url: str) -> OpenBrowser:
        address = cdp_url or self._settings.cdp_url
        if address:
            attached = await self._attach(address)
            await attached.browser.follow_downloads()
            return attached
        return await self._launch(OUR_NAME, self._settings)

    async def _attach(self, address: str) -> AttachedBrowser:
        if is_consent(address):
            return await attach_by_consent(address)
        return await attach(address, address, timeout_s=self._settings.start_timeout_s)

    async def _launch_profile(self, name: str, profile: str) -> OpenBrowser:
        settings = self.profiles.settings_of(profile, self._settings)
        return await self._launch(name, settings, in_copy=name.endswith(COPY))

    async def _launch(self, name: str, settings: BrowserSettings, *, in_copy: bool = False) -> OpenBrowser:
        launched = await launch(name, settings, self._profiles, self._environ, in_copy=in_copy)
        await launched.browser.follow_downloads(self._downloads)
        return launched

    def _start_closing(self, opening: asyncio.Task[OpenBrowser]) -> asyncio.Task[None]:
        """Close a browser for good, even if whoever wants it to be closed is stopped meanwhile."""
        closing = asyncio.create_task(self._close(opening))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
        return closing

    async def _close(self, opening: asyncio.Task[OpenBrowser]) -> None:
        opening.cancel()
        await asyncio.wait({opening})
        if not opening.cancelled() and opening.exception() is None:
            with suppress(TabwireError):
                await opening.result().close()


def _is_over(opening: asyncio.Task[OpenBrowser]) -> bool:
    """Tell whether a start failed, or its browser is gone."""
    if not opening.done():
        return False
    return opening.cancelled() or opening.exception() is not None or opening.result().browser.is_gone
