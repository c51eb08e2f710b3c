"""The user's own browsers: each joins through its extension and has a name. We never guess which to use."""

from __future__ import annotations

import asyncio

from tabwire.browsers.extension import ExtensionBrowser
from tabwire.browsers.pairing import Pairings
from tabwire.browsers.source import Source, Wanted
from tabwire.errors import InvalidParams, NoBrowser
from tabwire.settings import BrowserSettings

# A browser that was connected when the hub ended reconnects within this time after the next start.
RETURNS_WITHIN_S = 6.0
HOW_TO_CONNECT = (
    "Run `tabwire setup` to load and pair the extension. If it is loaded, its popup shows what is missing."
)


class JoinedSource(Source):
    """The browsers whose extension is connected, or was moments ago."""

    def __init__(self, pairings: Pairings, settings: BrowserSettings) -> None:
        self._pairings = pairings
        self._prefer = settings.prefer
        self._by_instance: dict[str, ExtensionBrowser] = {}
        self._arrived = asyncio.Event()

    async def find(self, wanted: Wanted) -> ExtensionBrowser | None:
        """Return the browser of that name; without a name, the only one connected."""
        if not wanted.name and self._prefer == "launch":
            return None
        await self._wait_for_expected()
        found = self._named(wanted.name) if wanted.name else self._only()
        if found is not None:
            await found.ready()
        return found

    def join(self, instance: str, name: str) -> ExtensionBrowser:
        """Return the browser of this extension, new or existing."""
        browser = self._by_instance.get(instance)
        if browser is None or browser.is_gone:
            browser = ExtensionBrowser(name, instance, lambda: self._pairings.disconnected(instance))
            self._by_instance[instance] = browser
        browser.name = name
        self._arrived.set()
        return browser

    def joined(self) -> list[ExtensionBrowser]:
        """List the connected browsers."""
        return [browser for browser in self._by_instance.values() if not browser.is_gone]

    def rename(self, old: str, new: str) -> str:
        """Rename a browser, here and in its extension; return its new name."""
        for browser in self.joined():
            if browser.name == old:
                browser.rename(self._pairings.rename(browser.instance, new))
                return browser.name
        raise NoBrowser(
            f'No browser "{old[:80]}" is connected.', next_step=f"Connected: {', '.join(self._names())}."
        )

    async def disconnect(self, name: str) -> None:
        """Disconnect from a browser that is no longer paired."""
        for browser in self.joined():
            if browser.name == name:
                await browser.disconnect()

    def _named(self, name: str) -> ExtensionBrowser | None:
        for browser in self.joined():
            if browser.name == name:
                return browser
        if name in [pairing.name for pairing in self._pairings.all()]:
            raise NoBrowser(
                f'Chrome extension not connected: the browser "{name}" is paired but not running.',
                next_step=f"Start that browser. {HOW_TO_CONNECT}",
                browsers=self._names(),
            )
        return None

    def _only(self) -> ExtensionBrowser | None:
        """Return the only connected browser; fail if there are several."""
        found = self.joined()
        if len(found) > 1:
            raise InvalidParams(
                f"{len(found)} browsers are connected: {', '.join(self._names())}.",
                next_step="Choose one: `use_browser` with its name (ask the user if unsure).",
                browsers=self._names(),
            )
        if not found and self._prefer == "extension":
            raise NoBrowser("Chrome extension not connected.", next_step=HOW_TO_CONNECT)
        return found[0] if found else None

    def _names(self) -> list[str]:
        return [browser.name for browser in self.joined()]

    async def _wait_for_expected(self) -> None:
        """After a restart of the hub, give browsers time to reconnect."""
        if self.joined() or not self._pairings.expected():
            return
        try:
            async with asyncio.timeout(RETURNS_WITHIN_S):
                await self._arrived.wait()
        except TimeoutError:
            self._pairings.stop_expecting()
