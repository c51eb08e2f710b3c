"""Wait for a condition on a page, by its events; a time-out says what the page shows instead."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Literal

from tabwire.engines.page_events import LoadState, PageEvent
from tabwire.errors import ElementAmbiguous, ElementNotFound, ElementStale, TabwireError, Timeout
from tabwire.protocol.page_agent import waiting as page_agent
from tabwire.reading.targets import find_element
from tabwire.session.tab import Frame, Tab
from tabwire.session.unreported import Saved

ElementState = Literal["visible", "hidden", "enabled", "disabled", "checked", "unchecked"]
CHECK_EVERY_S = 0.5
NETWORK_IDLE_S = 0.5

Condition = Callable[[Tab], Awaitable[bool]]


@dataclass(frozen=True)
class Wanted:
    """One condition to wait for, in words and as a check."""

    words: str
    holds: Condition


def text_shown(text: str) -> Wanted:
    """Wait until a text is on the page."""

    async def holds(tab: Tab) -> bool:
        return await _is_text_shown(tab, text)

    return Wanted(f'text "{text}"', holds)


def text_gone(text: str) -> Wanted:
    """Wait until a text is no longer on the page."""

    async def holds(tab: Tab) -> bool:
        return not await _is_text_shown(tab, text)

    return Wanted(f'text "{text}" to disappear', holds)


def url_matching(pattern: str) -> Wanted:
    """Wait until the address matches: part of it, or a pattern with `*`."""

    async def holds(tab: Tab) -> bool:
        if "*" in pattern:
            return fnmatchcase(tab.url, pattern) or fnmatchcase(tab.url, f"*{pattern.strip('*')}*")
        return pattern in tab.url

    return Wanted(f"address {pattern}", holds)


def element_in(target: str, state: ElementState) -> Wanted:
    """Wait until an element is in a state."""

    async def holds(tab: Tab) -> bool:
        found = await _state_of(tab, target)
        return {
            "visible": found.is_visible,
            "hidden": not found.is_visible,
            "enabled": found.is_visible and found.is_enabled,
            "disabled": found.is_there and not found.is_enabled,
            "checked": found.is_checked,
            "unchecked": found.is_there and not found.is_checked,
        }[state]

    return Wanted(f"{target} to be {state}", holds)


def script_true(expression: str) -> Wanted:
    """Wait until an expression is true in the page."""

    async def holds(tab: Tab) -> bool:
        return bool(await tab.page.scripts.evaluate(expression))

    return Wanted(f"{expression[:80]} to be true", holds)


def load_reached(state: LoadState) -> Wanted:
    """Wait until the current document has reached a load state."""

    async def holds(tab: Tab) -> bool:
        if state == "networkidle":
            return _is_network_idle(tab)
        if state in tab.page.state.loads.get(tab.page.main_loader(), ()):
            return True
        ready = (await tab.main_frame.agent.page()).state
        return ready == "complete" or (ready == "interactive" and state == "domcontentloaded")

    return Wanted(f"{state} of the page", holds)


def _is_network_idle(tab: Tab) -> bool:
    return not tab.traffic.pending and time.monotonic() - tab.traffic.changed_at >= NETWORK_IDLE_S


def download_ended(found: list[Saved]) -> Wanted:
    """Wait until a download that no reply has reported is complete; add it to `found`."""

    async def holds(tab: Tab) -> bool:
        for number, saved in tuple(tab.unreported.saved.items()):
            found.append(saved)
            tab.unreported.mark_reported([number], [])
            return True
        return False

    return Wanted("a download", holds)


def tab_opened(found: list[str]) -> Wanted:
    """Wait until the page has opened a tab that no reply has reported; add it to `found`."""

    async def holds(tab: Tab) -> bool:
        for opened in tab.unreported.opened:
            found.append(opened)
            tab.unreported.mark_reported([], [opened])
            return True
        return False

    return Wanted("a new tab", holds)


async def _is_text_shown(tab: Tab, text: str) -> bool:
    asked = (frame.agent.has_text(text=text) for frame in tab.frames())
    answers = await asyncio.gather(*asked, return_exceptions=True)
    return any(not isinstance(answer, BaseException) and answer.is_shown for answer in answers)


async def _state_of(tab: Tab, target: str) -> page_agent.ElementState:
    try:
        element = await find_element(tab, target)
    except ElementAmbiguous:
        return page_agent.ElementState(is_there=True, is_visible=True, is_enabled=True)
    except (ElementNotFound, ElementStale):
        return page_agent.ElementState()
    return await element.frame.agent.element_state(element.bare_ref)


async def wait_until(tab: Tab, wanted: list[Wanted], timeout_s: float) -> None:
    """Wait until all conditions hold; check whenever the page changes."""
    missing = wanted
    try:
        async with asyncio.timeout(timeout_s):
            while True:
                changes = _Changes(tab)
                await changes.begin()
                missing = [item for item in wanted if not await _holds(item, tab)]
                if not missing:
                    return
                await changes.next()
    except TimeoutError as error:
        raise await _timeout(tab, missing, timeout_s) from error


async def _holds(item: Wanted, tab: Tab) -> bool:
    try:
        return await item.holds(tab)
    except ElementStale:
        return False


class _Changes:
    """The next change of a page, in any of its frames or in its address."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._counts: list[tuple[Frame, int]] = []
        self._events = 0

    async def begin(self) -> None:
        """Record the current state of every frame, so that no later change is missed."""
        self._counts = []
        for frame in self._tab.frames():
            try:
                self._counts.append((frame, (await frame.agent.change_count()).count))
            except ElementStale:
                continue

    async def next(self) -> None:
        """Wait for a change; return after a while anyway, for changes without an event."""
        happened = asyncio.Event()

        def notice(event: PageEvent) -> None:
            happened.set()

        limit_ms = CHECK_EVERY_S * 1000
        unsubscribe = self._tab.page.events.subscribe(notice)
        tasks: list[asyncio.Future[Any]] = [asyncio.ensure_future(happened.wait())]
        tasks += [
            asyncio.ensure_future(frame.agent.change_after(count=count, limit_ms=limit_ms))
            for frame, count in self._counts
        ]
        try:
            await asyncio.wait(tasks, timeout=CHECK_EVERY_S, return_when=asyncio.FIRST_COMPLETED)
            self._raise_page_errors(tasks)
        finally:
            unsubscribe()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @staticmethod
    def _raise_page_errors(tasks: list[Any]) -> None:
        for task in tasks:
            if task.done() and not task.cancelled():
                problem = task.exception()
                if isinstance(problem, TabwireError) and not isinstance(problem, ElementStale):
                    raise problem


async def _timeout(tab: Tab, missing: list[Wanted], timeout_s: float) -> Timeout:
    seen = tab.url
    try:
        async with asyncio.timeout(1):
            excerpt = await tab.main_frame.agent.excerpt()
            seen = f'{tab.url} "{excerpt.text}"'
    except (TabwireError, TimeoutError):
        seen = f"{tab.url} (the page does not respond)"
    words = " and ".join(item.words for item in missing)
    return Timeout(
        f"Waited {timeout_s:g} s for {words}; the page shows {seen}.",
        next_step="Take a `snapshot` to see more.",
    )
