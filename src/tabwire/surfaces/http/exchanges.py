"""Open requests and WebSockets by caller, so that revoking a key stops them within a second."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from tabwire.callers import Caller
from tabwire.policy.keys import KeyStore

CHECK_EVERY_S = 0.4

Answer = TypeVar("Answer")


class ClientGone(Exception):
    """The client left before its answer was ready."""


async def run_unless_gone(gone: Coroutine[Any, Any, object], work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run `work`; cancel it and raise `ClientGone` if `gone` returns first."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone)
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientGone
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


class Exchange:
    """One request or WebSocket while it is open."""

    def __init__(self, caller: Caller, task: asyncio.Task[object]) -> None:
        self.caller = caller
        self.stop_reason = ""
        self._task = task

    def stop(self, reason: str) -> None:
        """Cancel the work, once."""
        if not self.stop_reason:
            self.stop_reason = reason
            self._task.cancel()

    def uncancel(self) -> None:
        """Let the task continue, to answer why its work was stopped."""
        self._task.uncancel()


class Exchanges:
    """All open exchanges. Their keys are checked only while there are any."""

    def __init__(self, keys: KeyStore) -> None:
        self._keys = keys
        self._open: set[Exchange] = set()
        self._next_check: asyncio.TimerHandle | None = None

    @contextmanager
    def open(self, caller: Caller) -> Iterator[Exchange]:
        """Register the current task as an exchange of this caller while the body runs."""
        task = asyncio.current_task()
        assert task is not None, "an ASGI application runs in a task"
        exchange = Exchange(caller, task)
        self._open.add(exchange)
        if self._next_check is None:
            self._schedule()
        try:
            yield exchange
        finally:
            self._open.discard(exchange)

    def stop_all(self) -> None:
        """Stop every exchange, because the hub is shutting down."""
        for exchange in list(self._open):
            exchange.stop("The hub is shutting down.")

    def _schedule(self) -> None:
        self._next_check = asyncio.get_running_loop().call_later(CHECK_EVERY_S, self._check)

    def _check(self) -> None:
        self._next_check = None
        for exchange in list(self._open):
            if not self._keys.is_current(exchange.caller):
                exchange.stop("This key is no longer valid.")
        if self._open:
            self._schedule()
