"""What is under way: for whom, so that a revoked key is cut off within a second, and for how long."""

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
    """The client left before its answer was ready; nobody is there to hear it."""


async def unless_gone(gone: Coroutine[Any, Any, object], work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do the work, but really stop it when `gone` returns first."""
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
    """One request and its answer, or one WebSocket, for as long as it is open."""

    def __init__(self, caller: Caller, task: asyncio.Task[object]) -> None:
        self.caller = caller
        self.cut_because = ""
        self._task = task

    def cut(self, reason: str) -> None:
        """Stop the work, once."""
        if not self.cut_because:
            self.cut_because = reason
            self._task.cancel()

    def forgive(self) -> None:
        """Let the task live on to say why its work was stopped."""
        self._task.uncancel()


class Exchanges:
    """All open exchanges. Looks at their keys only while there are any."""

    def __init__(self, keys: KeyStore) -> None:
        self._keys = keys
        self._open: set[Exchange] = set()
        self._next_check: asyncio.TimerHandle | None = None

    @contextmanager
    def open(self, caller: Caller) -> Iterator[Exchange]:
        """Count the running task as an exchange of this caller while the body runs."""
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

    def cut_all(self) -> None:
        """Stop everything that is under way: the hub goes down."""
        for exchange in list(self._open):
            exchange.cut("The hub is going down.")

    def _schedule(self) -> None:
        self._next_check = asyncio.get_running_loop().call_later(CHECK_EVERY_S, self._check)

    def _check(self) -> None:
        self._next_check = None
        for exchange in list(self._open):
            if not self._keys.is_current(exchange.caller):
                exchange.cut("This key is no longer valid.")
        if self._open:
            self._schedule()
