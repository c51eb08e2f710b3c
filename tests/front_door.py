"""The way of tests into a hub: commands as one caller sends them, and pages shown in its current tab."""

from __future__ import annotations

from typing import Any

import pytest

from tabwire.app import App
from tabwire.callers import Caller
from tabwire.errors import TabwireError
from tabwire.results.result import Result
from tests.page_server import PageServer


class FrontDoor:
    """Send commands as one caller does, through the whole path of a request."""

    def __init__(self, app: App, caller: Caller) -> None:
        self.app = app
        self.caller = caller

    async def call(self, command: str, **params: Any) -> Any:
        """Run a command and return its result."""
        return await self.app.dispatcher.call(self.caller, command, params)

    async def text(self, command: str, **params: Any) -> str:
        """Run a command and return what a model reads."""
        result: Result = await self.call(command, **params)
        return result.to_text()

    async def fails(self, command: str, **params: Any) -> TabwireError:
        """Run a command that must fail; return its error."""
        with pytest.raises(TabwireError) as caught:
            await self.call(command, **params)
        return caught.value


class ShownPage:
    """Pages of a web server, open in the current tab of one front door."""

    def __init__(self, server: PageServer, browser: FrontDoor) -> None:
        self.server = server
        self.browser = browser

    async def show(self, html: str, *, host: str = "127.0.0.1") -> str:
        """Open a page with this body; return its address."""
        url = self.server.add_html(html, host=host)
        await self.browser.call("navigate", url=url)
        return url

    async def open(self, name: str) -> str:
        """Open one of the pages below tests/pages; return its address."""
        url = self.server.url(f"/{name}.html")
        await self.browser.call("navigate", url=url)
        return url

    async def value(self, expression: str) -> Any:
        """Evaluate JavaScript in the page."""
        return (await self.browser.call("evaluate", expression=expression)).value

    async def said(self) -> str:
        """Return what the page wrote into its output."""
        return str(await self.value("document.getElementById('said').textContent"))

    async def frame_shows(self, address_part: str, text: str) -> bool:
        """Tell whether the frame whose address contains a text shows another text."""
        tab = await self.browser.app.sessions.of(self.browser.caller).tab()
        frame = next(frame for frame in tab.frames() if address_part in frame.url)
        return (await frame.agent.has_text(text=text)).is_shown
