"""Listen whether browsers still answer: one that is frozen keeps its link open and says nothing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence

from tabwire.browsers.browser import Browser
from tabwire.errors import BrowserDisconnected, TabwireError

log = logging.getLogger("tabwire.browser")

# Together they find a frozen browser within 10 s.
PING_EVERY_S = 3.0
ANSWER_WITHIN_S = 6.0
# A browser that works hard may be late; one that is late this often in a row does not answer any more.
BUSY_TIMES = 5


class Heartbeat:
    """Ping every browser; one that is silent fails its calls at once until it answers again."""

    def __init__(
        self, browsers: Callable[[], Sequence[Browser]], processes: Callable[[], Mapping[str, int]]
    ) -> None:
        self._browsers = browsers
        self._processes = processes
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
        try:
            for _ in range(BUSY_TIMES):
                if await self._answers(browser):
                    return
            if browser.silence is None:
                _note_silence(browser)
        except TabwireError:
            return
        finally:
            self._asked.discard(browser)

    async def _answers(self, browser: Browser) -> bool:
        """Tell whether the browser answers or is known to be frozen; raise when it is gone."""
        asked_at, worked_before = time.monotonic(), self._work_of(browser)
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                await browser.ping()
        except TimeoutError:
            is_busy = browser.heard_within(time.monotonic() - asked_at)
            if not is_busy and self._work_of(browser) == worked_before and browser.silence is None:
                _note_silence(browser)
            return is_busy or browser.silence is not None
        if browser.silence is not None:
            log.info("the browser answers again", extra={"facts": {"browser": browser.name}})
            browser.silence = None
        return True

    def _work_of(self, browser: Browser) -> int:
        """Return the processor time that the browser's process has used, where the system tells."""
        pid = self._processes().get(browser.name, 0)
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            return 0
        return int(fields[11]) + int(fields[12])


def _note_silence(browser: Browser) -> None:
    log.warning("the browser does not answer", extra={"facts": {"browser": browser.name}})
    browser.fell_silent(
        BrowserDisconnected(
            f'The browser "{browser.name}" does not answer any more: it is frozen.',
            next_step="It is used again as soon as it answers; `close_browser` ends it.",
        )
    )
