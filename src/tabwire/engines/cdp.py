"""A DevTools connection: requests become awaitable, events reach their listeners, nothing waits in vain."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Protocol

from tabwire.errors import BrowserDisconnected, TabClosed, TabwireError, UnsupportedByEngine
from tabwire.links.link import Link, LinkClosed
from tabwire.protocol.cdp import CdpObject, CdpPeer, Event, Failure
from tabwire.trace import note_answer

log = logging.getLogger("tabwire.cdp")

Listener = Callable[[CdpObject], None]

SESSION_NOT_FOUND = -32001
METHOD_NOT_FOUND = -32601


class CdpRefused(Exception):
    """Chrome answered a request with an error."""

    def __init__(self, method: str, code: int, message: str) -> None:
        super().__init__(f"{method}: {message}")
        self.method = method
        self.code = code
        self.message = message


class MethodMissing(UnsupportedByEngine):
    """The browser is of a version that does not know a request."""


def refusal(method: str, code: int, message: str) -> Exception:
    """Return what an error that Chrome answered with means."""
    if code == METHOD_NOT_FOUND:
        return MethodMissing(
            f"This browser does not know {method}.",
            next_step="Update it, or do it in another way.",
            method=method,
        )
    return CdpRefused(method, code, message)


class Carrier(Protocol):
    """What carries the requests of sessions: a DevTools connection, or the extension's relay."""

    def start(self, method: str, params: CdpObject, session_id: str) -> asyncio.Future[CdpObject]:
        """Send one request; the future fails typed when the session or the link ends first."""

    def fail(self, error: TabwireError, session_id: str | None = None) -> None:
        """Fail the open requests of one session, or of all."""

    def forget(self, session_id: str) -> None:
        """Drop events of a session that ended."""


class CdpSession:
    """One conversation: with the browser itself (id "") or with one target."""

    def __init__(self, connection: Carrier, session_id: str) -> None:
        self.id = session_id
        self._connection = connection
        self._listeners: dict[str, list[Listener]] = defaultdict(list)
        self.ended: TabwireError | None = None

    def on(self, method: str, listener: Listener) -> None:
        """Call `listener` with the parameters of each event of that name."""
        self._listeners[method].append(listener)

    def start(self, method: str, **params: Any) -> asyncio.Future[CdpObject]:
        """Send a request now and return its answer-to-be: requests can follow without waiting."""
        if self.ended is not None:
            return failed(self.ended.fresh_copy())
        answer = self._connection.start(method, params, self.id)
        note_answer(method, answer)
        return answer

    async def call(self, method: str, **params: Any) -> CdpObject:
        """Send a request and wait for its answer."""
        return await self.start(method, **params)

    def receive(self, event: Event) -> None:
        """Hand one event to its listeners."""
        for listener in tuple(self._listeners.get(event.method, ())):
            listener(event.params)

    def interrupt(self, error: TabwireError) -> None:
        """Fail every open request: Chrome will not answer them, or not in time."""
        self._connection.fail(error, self.id)

    def end(self, error: TabwireError) -> None:
        """Fail every open and every later request."""
        if self.ended is None:
            self.ended = error
            self._connection.forget(self.id)
            self.interrupt(error)


class CdpConnection:
    """Own one link to a browser and everything that is under way on it."""

    def __init__(self, link: Link, on_gone: Callable[[], None]) -> None:
        self._link = link
        self._peer = CdpPeer()
        self._open: dict[int, tuple[str, asyncio.Future[CdpObject]]] = {}
        self._sessions: dict[str, CdpSession] = {}
        self._on_gone = on_gone
        self._heard_at = time.monotonic()
        self.browser = self.session("")
        self._reading = asyncio.create_task(self._read())

    def session(self, session_id: str) -> CdpSession:
        """Return the session of that id, new or known."""
        return self._sessions.setdefault(session_id, CdpSession(self, session_id))

    def forget(self, session_id: str) -> None:
        """Drop events of a session that ended."""
        self._sessions.pop(session_id, None)

    def start(self, method: str, params: CdpObject, session_id: str) -> asyncio.Future[CdpObject]:
        """Send one request; the future fails typed when the session or the link ends first."""
        request_id, frame = self._peer.request(method, params, session_id)
        future: asyncio.Future[CdpObject] = asyncio.get_running_loop().create_future()
        self._open[request_id] = (method, future)
        future.add_done_callback(lambda _: self._give_up(request_id))
        try:
            self._link.send(frame)
        except LinkClosed as error:
            break_off(future, BrowserDisconnected(f"The browser cannot be reached: {error}."))
        return future

    def fail(self, error: TabwireError, session_id: str | None = None) -> None:
        """Fail the open requests of one session, or of all."""
        for request_id in self._peer.abandon(session_id):
            if entry := self._open.pop(request_id, None):
                break_off(entry[1], error.fresh_copy())

    async def close(self) -> None:
        """Close the link; everything still open fails."""
        await self._link.close()
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    def _give_up(self, request_id: int) -> None:
        if self._open.pop(request_id, None):
            self._peer.give_up(request_id)

    async def _read(self) -> None:
        try:
            async for frame in self._link.frames():
                self._receive(frame)
        finally:
            error = BrowserDisconnected("The browser ended or its link dropped.")
            for session in tuple(self._sessions.values()):
                session.ended = session.ended or error
            self._sessions.clear()
            self.fail(error)
            self._on_gone()

    def heard_within(self, seconds: float) -> bool:
        """Tell whether anything came from the browser so lately."""
        return time.monotonic() - self._heard_at <= seconds

    def _receive(self, frame: bytes | str) -> None:
        self._heard_at = time.monotonic()
        message = self._peer.receive(frame)
        if message is None:
            return
        if isinstance(message, Event):
            self._deliver(message)
            return
        method, future = self._open.pop(message.id)
        if future.done():
            return
        if isinstance(message, Failure):
            break_off(future, _reason(method, message))
        else:
            future.set_result(message.result)

    def _deliver(self, event: Event) -> None:
        session = self._sessions.get(event.session_id)
        if session is None:
            return
        try:
            session.receive(event)
        except Exception:
            # One broken listener must not end the conversation with the whole browser.
            log.exception("listener of %s failed", event.method)


def _reason(method: str, failure: Failure) -> Exception:
    if failure.code == SESSION_NOT_FOUND:
        return TabClosed("The tab is closed.")
    return refusal(method, failure.code, failure.message)


def break_off(future: asyncio.Future[Any], error: Exception) -> None:
    """Fail a request that will not be answered."""
    if not future.done():
        future.set_exception(error)
        # Whoever sent the request may be gone already; then nobody is left to be told.
        future.exception()


def failed(error: Exception) -> asyncio.Future[CdpObject]:
    """Return a future that has failed already."""
    future: asyncio.Future[CdpObject] = asyncio.get_running_loop().create_future()
    break_off(future, error)
    return future
