"""Which browsers are there: started or attached to on demand, shared by sessions, closed when unused."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress

from tabwire.browsers.attached import AttachedBrowser, attach
from tabwire.browsers.browser import Browser
from tabwire.browsers.extension import ExtensionBrowser
from tabwire.browsers.launched import LaunchedBrowser, launch
from tabwire.browsers.profiles import remove_stale
from tabwire.errors import TabwireError
from tabwire.policy.pairing import Pairings
from tabwire.session.joined import JoinedBrowsers
from tabwire.settings import BrowserSettings

log = logging.getLogger("tabwire.browser")

OpenBrowser = LaunchedBrowser | AttachedBrowser
OWN = ""
OUR_NAME = "tabwire"


class Browsers:
    """Own every browser of the hub: the user's, which join by themselves, and those it opens."""

    def __init__(
        self,
        settings: BrowserSettings,
        profiles: str,
        downloads: str,
        environ: Mapping[str, str],
        pairings: Pairings,
    ) -> None:
        self._settings = settings
        self._joined = JoinedBrowsers(pairings)
        self._profiles = profiles
        self._downloads = downloads
        self._environ = environ
        self._opening: dict[str, asyncio.Task[OpenBrowser]] = {}

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
        if name and name != OUR_NAME:
            return await self._joined.named(name)
        if not (name or cdp_url or self._settings.cdp_url or prefer == "launch"):
            found = await self._joined.only(needed=prefer == "extension")
            if found is not None:
                return found
        return await self._open_once(cdp_url)

    async def _open_once(self, cdp_url: str) -> Browser:
        """Open a browser; callers that ask at once share one start."""
        opening = self._opening.get(cdp_url)
        if opening is None or _is_over(opening):
            if opening is not None:
                await self._close(opening)
            opening = self._opening[cdp_url] = asyncio.create_task(self._open(cdp_url))
        return (await asyncio.shield(opening)).browser

    def all(self) -> list[Browser]:
        """List the browsers that are connected."""
        opened = [task for task in self._opening.values() if not _is_over(task) and task.done()]
        return [*self._joined.all(), *(task.result().browser for task in opened)]

    async def close_unused(self, used: set[Browser]) -> None:
        """Close the browsers that no session uses."""
        for cdp_url, opening in tuple(self._opening.items()):
            if opening.done() and (_is_over(opening) or opening.result().browser not in used):
                del self._opening[cdp_url]
                await self._close(opening)

    async def close(self) -> None:
        """Close every browser."""
        openings = list(self._opening.values())
        self._opening.clear()
        await asyncio.gather(
            *(self._close(opening) for opening in openings),
            *(browser.close() for browser in self._joined.all()),
        )

    async def _open(self, cdp_url: str) -> OpenBrowser:
        address = cdp_url or self._settings.cdp_url
        if address:
            attached = await attach(address, address, timeout_s=self._settings.start_timeout_s)
            await attached.browser.follow_downloads()
            return attached
        launched = await launch(OUR_NAME, self._settings, self._profiles, self._environ)
        await launched.browser.follow_downloads(self._downloads)
        await launched.browser.deny_permissions()
        return launched

    async def _close(self, opening: asyncio.Task[OpenBrowser]) -> None:
        opening.cancel()
        with suppress(asyncio.CancelledError, TabwireError):
            await (await opening).close()


def _is_over(opening: asyncio.Task[OpenBrowser]) -> bool:
    """Tell whether a start failed, or its browser is gone."""
    if not opening.done():
        return False
    return opening.cancelled() or opening.exception() is not None or opening.result().browser.is_gone
