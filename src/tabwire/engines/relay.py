"""The extension's relay as a carrier of DevTools sessions: the debugger engine runs over it unchanged."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from tabwire.engines.cdp import CdpSession, break_off
from tabwire.engines.refusals import error_for
from tabwire.errors import TabwireError
from tabwire.links.link import Link, LinkClosed, LinkLost
from tabwire.protocol.cdp import CdpObject, Event
from tabwire.protocol.relay import (
    SILENCE_S,
    Answer,
    BrowserEvent,
    CdpEvent,
    Failure,
    Ping,
    RelayObject,
    RelayPeer,
    encode,
)

log = logging.getLogger("tabwire.relay")


class RelayConnection:
    """Requests to one extension. It outlives its links: what is asked for in between waits for the next."""

    def __init__(self, on_event: Callable[[BrowserEvent], None]) -> None:
        self._peer = RelayPeer()
        self._open: dict[str, tuple[str, asyncio.Future[Any]]] = {}
        self._sessions: dict[str, CdpSession] = {}
        # Requests that wait for the next link, by their ids.
        self._waiting: dict[str, bytes] = {}
        self._link: Link | None = None
        self._on_event = on_event

    @property
    def is_linked(self) -> bool:
        """Tell whether there is a link now."""
        return self._link is not None

    async def carry(self, link: Link) -> None:
        """Use this link until it drops, or is silent for too long."""
        self._link = link
        waiting, self._waiting = self._waiting, {}
        for frame in waiting.values():
            self.send(frame)
        try:
            await self._read(link)
        finally:
            if self._link is link:
                self._link = None
            await link.close()

    async def close(self) -> None:
        """Close the link, if there is one."""
        link, self._link = self._link, None
        if link is not None:
            await link.close()

    async def _read(self, link: Link) -> None:
        frames = aiter(link.frames())
        while True:
            try:
                async with asyncio.timeout(SILENCE_S):
                    frame = await anext(frames)
            except (StopAsyncIteration, TimeoutError):
                return
            if self._link is not link:
                return
            self._receive(frame)

    def session(self, tab: int, child: str = "") -> CdpSession:
        """Return the DevTools session of a tab, or of a frame of it in another process."""
        session_id = f"{tab}/{child}" if child else str(tab)
        return self._sessions.setdefault(session_id, CdpSession(self, session_id))

    def forget(self, session_id: str) -> None:
        """Drop events of a session that ended."""
        self._sessions.pop(session_id, None)

    def start(self, method: str, params: CdpObject, session_id: str) -> asyncio.Future[CdpObject]:
        """Send one DevTools request."""
        tab, _, child = session_id.partition("/")
        wrapped: RelayObject = {"tabId": int(tab), "method": method, "params": params}
        if child:
            wrapped["sessionId"] = child
        return self._request("cdp.send", wrapped, method, session_id)

    def request(self, method: str, **params: Any) -> asyncio.Future[Any]:
        """Ask the extension itself for something; without a link the request waits for the next one."""
        return self._request(method, params, method, "")

    def _request(self, method: str, params: RelayObject, named: str, owner: str) -> asyncio.Future[Any]:
        request_id, frame = self._peer.request(method, params, owner)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._open[request_id] = (named, future)
        future.add_done_callback(lambda _: self._give_up(request_id))
        if not self.send(frame):
            self._waiting[request_id] = frame
        return future

    def send(self, frame: bytes) -> bool:
        """Send one frame, if there is a link; tell whether it was sent."""
        if self._link is None:
            return False
        try:
            self._link.send(frame)
        except LinkClosed:
            # Its reader will notice too; until the next one comes there is no link.
            self._link = None
            return False
        return True

    def _give_up(self, request_id: str) -> None:
        # It was given up: it must not be done later.
        self._waiting.pop(request_id, None)
        if self._open.pop(request_id, None):
            self._peer.give_up(request_id)

    def fail(self, error: TabwireError, session_id: str | None = None) -> None:
        """Fail the open requests of one session, or of all."""
        for request_id in self._peer.abandon(session_id):
            if entry := self._open.pop(request_id, None):
                break_off(entry[1], error.fresh_copy())
        if session_id is None:
            self._waiting.clear()

    def lost(self) -> None:
        """Fail what was under way on a link that dropped; how far it got is unknown."""
        self.fail(LinkLost("The link to the browser dropped while this was under way."))

    def _receive(self, frame: bytes | str) -> None:
        message = self._peer.receive(frame)
        if isinstance(message, CdpEvent):
            self._deliver(message)
        elif isinstance(message, BrowserEvent):
            self._on_event(message)
        elif isinstance(message, Ping):
            self.send(encode({"type": "pong"}))
        elif message is not None:
            self._settle(message)

    def _settle(self, message: Answer | Failure) -> None:
        method, future = self._open.pop(message.id)
        if future.done():
            return
        if isinstance(message, Failure):
            break_off(future, error_for(method, message))
        else:
            future.set_result(message.result)

    def _deliver(self, event: CdpEvent) -> None:
        session = self._sessions.get(f"{event.tab}/{event.session}" if event.session else str(event.tab))
        if session is None:
            return
        try:
            session.receive(Event(event.method, event.params, event.session))
        except Exception:
            # One broken listener must not end the conversation with the whole browser.
            log.exception("listener of %s failed", event.method)
