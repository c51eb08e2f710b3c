"""The user's own browsers: each joins through its extension, has a name, and is chosen, never guessed."""

from __future__ import annotations

import asyncio

from tabwire.browsers.extension import ExtensionBrowser
from tabwire.browsers.pairing import Pairings
from tabwire.errors import InvalidParams, NoBrowser

# A browser that was here when the hub ended comes back within this time of the next start.
RETURNS_WITHIN_S = 6.0
HOW_TO_CONNECT = (
    "Run `tabwire setup`: it helps to load the extension and to pair it. If it is loaded, its popup says "
    "what is missing."
)


class JoinedBrowsers:
    """The browsers whose extension is connected, or was a moment ago."""

    def __init__(self, pairings: Pairings) -> None:
        self._pairings = pairings
        self._by_instance: dict[str, ExtensionBrowser] = {}
        self._arrived = asyncio.Event()

    def join(self, instance: str, name: str) -> ExtensionBrowser:
        """Return the browser of this extension, new or known."""
        browser = self._by_instance.get(instance)
        if browser is None or browser.is_gone:
            browser = ExtensionBrowser(name, instance, lambda: self._pairings.left(instance))
            self._by_instance[instance] = browser
        browser.name = name
        self._arrived.set()
        return browser

    def all(self) -> list[ExtensionBrowser]:
        """List them."""
        return [browser for browser in self._by_instance.values() if not browser.is_gone]

    def rename(self, old: str, new: str) -> str:
        """Give a browser another name, here and in its extension; return the one it got."""
        for browser in self.all():
            if browser.name == old:
                browser.rename(self._pairings.rename(browser.instance, new))
                return browser.name
        raise NoBrowser(
            f'No browser "{old[:80]}" is connected.', next_step=f"Connected: {', '.join(self._names())}."
        )

    async def named(self, name: str) -> ExtensionBrowser:
        """Return the browser of that name."""
        await self._wait_for_those_expected()
        for browser in self.all():
            if browser.name == name:
                await browser.ready()
                return browser
        paired = [pairing.name for pairing in self._pairings.all()]
        if name in paired:
            raise NoBrowser(
                f'Chrome extension not connected: the browser "{name}" is paired but not here.',
                next_step=f"Start that browser. {HOW_TO_CONNECT}",
                browsers=self._names(),
            )
        raise NoBrowser(
            f'There is no browser "{name[:80]}".',
            next_step=f"Connected: {', '.join(self._names()) or 'none'}.",
            browsers=self._names(),
        )

    async def only(self, *, needed: bool) -> ExtensionBrowser | None:
        """Return the one that is there; ask which if there are several; none is an error if one is needed."""
        await self._wait_for_those_expected()
        found = self.all()
        if len(found) > 1:
            raise InvalidParams(
                f"{len(found)} browsers are connected: {', '.join(self._names())}.",
                next_step="Say which one to use: `use_browser` with its name (ask the user if unsure).",
                browsers=self._names(),
            )
        if found:
            await found[0].ready()
            return found[0]
        if needed:
            raise NoBrowser("Chrome extension not connected.", next_step=HOW_TO_CONNECT)
        return None

    def _names(self) -> list[str]:
        return [browser.name for browser in self.all()]

    async def _wait_for_those_expected(self) -> None:
        """After a restart of the hub, give the browsers that were here time to come back."""
        if self.all() or not self._pairings.expected():
            return
        try:
            async with asyncio.timeout(RETURNS_WITHIN_S):
                await self._arrived.wait()
        except TimeoutError:
            self._pairings.give_up_expecting()
