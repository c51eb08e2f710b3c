"""The user's own browsers: each joins by its extension and has a name; which one to use is never guessed."""

from __future__ import annotations

import asyncio

from tabwire.browsers.extension import ExtensionBrowser
from tabwire.browsers.pairing import Pairings
from tabwire.browsers.source import Source, Wanted
from tabwire.errors import InvalidParams, NoBrowser
from tabwire.settings import BrowserSettings

# A browser that was here when the hub ended comes back within this time of the next start.
RETURNS_WITHIN_S = 6.0
HOW_TO_CONNECT = (
    "Run `tabwire setup`: it helps to load the extension and to pair it. If it is loaded, its popup says "
    "what is missing."
)


class JoinedSource(Source):
    """The browsers whose extension is connected, or was a moment ago."""

    def __init__(self, pairings: Pairings, settings: BrowserSettings) -> None:
        self._pairings = pairings
        self._prefer = settings.prefer
        self._by_instance: dict[str, ExtensionBrowser] = {}
        self._arrived = asyncio.Event()

    async def find(self, wanted: Wanted) -> ExtensionBrowser | None:
        """Return the browser of that name; for callers who name none, the only one there is."""
        if not wanted.name and self._prefer == "launch":
            return None
        await self._wait_for_those_expected()
        found = self._named(wanted.name) if wanted.name else self._only()
        if found is not None:
            await found.ready()
        return found

    def join(self, instance: str, name: str) -> ExtensionBrowser:
        """Return the browser of this extension, new or known."""
        browser = self._by_instance.get(instance)
        if browser is None or browser.is_gone:
            browser = ExtensionBrowser(name, instance, lambda: self._pairings.left(instance))
            self._by_instance[instance] = browser
        browser.name = name
        self._arrived.set()
        return browser

    def joined(self) -> list[ExtensionBrowser]:
        """List the connected ones."""
        return [browser for browser in self._by_instance.values() if not browser.is_gone]

    def rename(self, old: str, new: str) -> str:
        """Give a browser another name, here and in its extension; return the one it got."""
        for browser in self.joined():
            if browser.name == old:
                browser.rename(self._pairings.rename(browser.instance, new))
                return browser.name
        raise NoBrowser(
            f'No browser "{old[:80]}" is connected.', next_step=f"Connected: {', '.join(self._names())}."
        )

    async def disconnect(self, name: str) -> None:
        """Disconnect from a browser that may not join any more."""
        for browser in self.joined():
            if browser.name == name:
                await browser.disconnect()

    def _named(self, name: str) -> ExtensionBrowser | None:
        for browser in self.joined():
            if browser.name == name:
                return browser
        if name in [pairing.name for pairing in self._pairings.all()]:
            raise NoBrowser(
                f'Chrome extension not connected: the browser "{name}" is paired but not here.',
                next_step=f"Start that browser. {HOW_TO_CONNECT}",
                browsers=self._names(),
            )
        return None

    def _only(self) -> ExtensionBrowser | None:
        """Return the one that is there; ask which if there are several."""
        found = self.joined()
        if len(found) > 1:
            raise InvalidParams(
                f"{len(found)} browsers are connected: {', '.join(self._names())}.",
                next_step="Say which one to use: `use_browser` with its name (ask the user if unsure).",
                browsers=self._names(),
            )
        if not found and self._prefer == "extension":
            raise NoBrowser("Chrome extension not connected.", next_step=HOW_TO_CONNECT)
        return found[0] if found else None

    def _names(self) -> list[str]:
        return [browser.name for browser in self.joined()]

    async def _wait_for_those_expected(self) -> None:
        """After a restart of the hub, give the browsers that were here time to come back."""
        if self.joined() or not self._pairings.expected():
            return
        try:
            async with asyncio.timeout(RETURNS_WITHIN_S):
                await self._arrived.wait()
        except TimeoutError:
            self._pairings.give_up_expecting()
