"""The extension's WebSocket, from the side that serves it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from tabwire.links.link import LinkClosed
from tabwire.links.outgoing import Outgoing

Receive = Callable[[], Awaitable[str | None]]
Send = Callable[[str], Awaitable[None]]
Close = Callable[[], Awaitable[None]]

LAST_FRAMES_S = 1.0


class ServedLink:
    """Carry frames over a socket that a server accepted; `receive` returns None once it is closed."""

    def __init__(self, receive: Receive, send: Send, close: Close) -> None:
        self._receive = receive
        self._send = send
        self._close = close
        self._outgoing = Outgoing()
        self._is_closed = False
        self._writer = asyncio.create_task(self._write())

    def send(self, frame: bytes) -> None:
        """Queue one frame; raise `LinkClosed` if the other end is gone or does not read."""
        if self._is_closed:
            raise LinkClosed("the extension is not connected")
        self._outgoing.put(frame)

    async def _write(self) -> None:
        try:
            while True:
                frame = await self._outgoing.next()
                await self._send(frame.decode())
                self._outgoing.sent(frame)
        except Exception:  # noqa: BLE001 (servers raise many kinds of errors for a broken socket)
            self._is_closed = True

    async def frames(self) -> AsyncIterator[bytes | str]:
        """Yield frames until the other end is gone."""
        while not self._is_closed and (frame := await self._receive()) is not None:
            yield frame
        self._is_closed = True

    async def close(self) -> None:
        """Send queued frames, close the socket and end its writer."""
        if not self._is_closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_FRAMES_S):
                    await self._outgoing.drained()
        self._is_closed = True
        self._writer.cancel()
        await self._close()
