"""Waiting in tests: for an event, and not for long where something must come at once."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tests.front_door import FrontDoor
    from tests.page_server import PageServer

# What misses its event ends only at the deadline of its command, after 30 s; no busy machine is so slow.
SOON_S = 20.0
# A script that never ends, and asks for this address when it begins.
BEGUN = "/begun"
ENDLESS = f"fetch('{BEGUN}').then(() => new Promise(() => {{}}))"
Awaited = TypeVar("Awaited")


async def soon(awaitable: Awaitable[Awaited], within_s: float = SOON_S) -> Awaited:
    """Wait for something that must come at once, or within the time that is promised for it."""
    async with asyncio.timeout(within_s):
        return await awaitable


async def until(question: Callable[[], Any], within_s: float = SOON_S) -> Any:
    """Ask again and again until the answer is yes, within the time promised for it; return the answer."""
    async with asyncio.timeout(within_s):
        while True:
            answer = question()
            if inspect.isawaitable(answer):
                answer = await answer
            if answer:
                return answer
            # An answer that is there at once would leave nobody else a turn.
            await asyncio.sleep(0)


def keep_asking(question: Callable[[], Any], within_s: float = SOON_S) -> Any:
    """Do as `until` where there is no event loop."""
    ends_at = time.monotonic() + within_s
    while not (answer := question()):
        assert time.monotonic() < ends_at, "the answer is still no"
    return answer


async def pass_time(seconds: float) -> None:
    """Let time pass, where time itself is meant: a freeze, a slow server, the absence of a late effect."""
    await asyncio.sleep(seconds)


async def endless_script(browser: FrontDoor, server: PageServer, **params: Any) -> asyncio.Task[Any]:
    """Start a script that never ends; return its call once the script runs in the page."""
    begun = server.noticed(BEGUN)
    call = asyncio.create_task(browser.call("evaluate", expression=ENDLESS, **params))
    await soon(begun.wait())
    return call
