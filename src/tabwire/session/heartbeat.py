"""Listen whether browsers still answer: one that is frozen keeps its link open and says nothing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence

from tabwire.browsers.browser import Browser
from tabwire.errors import BrowserDisconnected, TabwireError

log = logging.getLogger("tabwire.browser")

# Together they find a frozen browser within 10 s.
PING_EVERY_S = 3.0
ANSWER_WITHIN_S = 6.0


class Heartbeat:
    """Ping every browser; one that is silent fails its calls at once until it answers again."""

    def __init__(self, browsers: Callable[[], Sequence[Browser]]) -> None:
        self._browsers = browsers
        self._asked: set[Browser] = set()

    async def run(self) -> None:
        """Listen for ever."""
        async with asyncio.TaskGroup() as pings:
            while True:
                for browser in self._browsers():
                    if browser not in self._asked:
                        pings.create_task(self._ask(browser))
                await asyncio.sleep(PING_EVERY_S)

    async def _ask(self, browser: Browser) -> None:
        self._asked.add(browser)
        asked_at = time.monotonic()
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                await browser.ping()
        except TimeoutError:
            # A browser that sends events is busy, not frozen.
            if browser.silence is None and not browser.heard_within(time.monotonic() - asked_at):
                _note_silence(browser)
        except TabwireError:
            return
        else:
            if browser.silence is not None:
                log.info("the browser answers again", extra={"facts": {"browser": browser.name}})
            browser.silence = None
        finally:
            self._asked.discard(browser)


def _note_silence(browser: Browser) -> None:
    log.warning("the browser does not answer", extra={"facts": {"browser": browser.name}})
    browser.fell_silent(
        BrowserDisconnected(
            f'The browser "{browser.name}" has not answered for {ANSWER_WITHIN_S:g} s: it is frozen.',
            next_step="It is used again as soon as it answers; `close_browser` ends it.",
        )
    )
