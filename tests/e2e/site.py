"""The interaction pages as a test sees them: open one, ask what it shows."""

from __future__ import annotations

import time
from typing import Any

from tests.conftest import FrontDoor
from tests.pages import PageServer, send


class Site:
    """The pages below tests/e2e/pages, in the current tab of one front door."""

    def __init__(self, server: PageServer, browser: FrontDoor) -> None:
        self.server = server
        self.browser = browser

    async def open(self, name: str) -> None:
        """Open one of the pages."""
        await self.browser.call("navigate", url=self.server.url(f"/{name}.html"))

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
        return bool((await frame.call("hasText", text=text))["isShown"])


def add_slow_answers(server: PageServer) -> None:
    """Serve what the pages ask for, by servers that take some time to answer."""

    def after(server_takes_s: float, text: str, kind: str = "text/plain") -> Any:
        def answer(request: Any) -> None:
            time.sleep(server_takes_s)
            send(request, text, kind)

        return answer

    server.add_route("/slow", after(0.1, "fetched"))
    server.add_route("/more", after(0.05, "more"))
    server.add_route("/poll", after(0.02, "polled"))
    server.add_route("/module.js", after(0.05, "export const text = 'module'", "text/javascript"))
