"""Check that browsers still answer: a frozen one keeps its link open and says nothing."""

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
# A browser that works hard may be late; one that is late this often in a row does not answer any more.
BUSY_TIMES = 5


class Heartbeat:
    """Ping every browser; a frozen one fails its calls at once until it answers again."""

    def __init__(self, browsers: Callable[[], Sequence[Browser]]) -> None:
        self._browsers = browsers
        self._asked: set[Browser] = set()

    async def run(self) -> None:
        """Check for ever."""
        async with asyncio.TaskGroup() as pings:
            while True:
                for browser in self._browsers():
                    if browser not in self._asked:
                        pings.create_task(self._ask(browser))
                await asyncio.sleep(PING_EVERY_S)

    async def _ask(self, browser: Browser) -> None:
        self._asked.add(browser)
        try:
            for _ in range(BUSY_TIMES):
                if await self._answers(browser):
                    return
            if browser.frozen is None:
                _mark_frozen(browser)
        except TabwireError:
            return
        finally:
            self._asked.discard(browser)

    async def _answers(self, browser: Browser) -> bool:
        """Tell whether the browser answers or is known to be frozen; raise when it is gone."""
        asked_at, worked_before = time.monotonic(), _work_of(browser)
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                await browser.ping()
        except TimeoutError:
            is_busy = browser.heard_within(time.monotonic() - asked_at)
            if not is_busy and _work_of(browser) == worked_before and browser.frozen is None:
                _mark_frozen(browser)
            return is_busy or browser.frozen is not None
        if browser.frozen is not None:
            log.info("the browser answers again", extra={"facts": {"browser": browser.name}})
            browser.frozen = None
        return True


def _work_of(browser: Browser) -> int:
    """Return the processor time that the browser's process has used, where the system tells."""
    try:
        with open(f"/proc/{browser.pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


def _mark_frozen(browser: Browser) -> None:
    log.warning("the browser does not answer", extra={"facts": {"browser": browser.name}})
    browser.mark_frozen(
        BrowserDisconnected(
            f'The browser "{browser.name}" is frozen and does not answer.',
            next_step="It is used again when it answers; `close_browser` ends it.",
        )
    )
