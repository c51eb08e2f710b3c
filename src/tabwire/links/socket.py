"""The DevTools WebSocket of a browser that someone else started."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tabwire.links.link import LinkClosed
from tabwire.links.outgoing import Outgoing

# A browser that is suspended keeps its socket open: only an unanswered ping tells.
PING_EVERY_S = 10
PONG_WITHIN_S = 10


class HandshakeRefused(LinkClosed):
    """The browser answered, and does not let us connect."""


class SocketLink:
    """Speak to a DevTools WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._outgoing = Outgoing()
        self._writer = asyncio.create_task(self._write())

    @classmethod
    async def open(cls, url: str, *, timeout_s: float) -> SocketLink:
        """Connect; raise `HandshakeRefused` when the browser says no, `LinkClosed` when nobody answers."""
        try:
            socket = await connect(
                url,
                max_size=None,
                compression=None,
                open_timeout=timeout_s,
                proxy=None,
                ping_interval=PING_EVERY_S,
                ping_timeout=PONG_WITHIN_S,
            )
        except InvalidStatus as error:
            if error.response.status_code == HTTPStatus.FORBIDDEN:
                raise HandshakeRefused(str(error)) from error
            raise LinkClosed(str(error)) from error
        except (OSError, TimeoutError, InvalidHandshake, ValueError) as error:
            raise LinkClosed(str(error) or type(error).__name__) from error
        return cls(socket)

    def send(self, frame: bytes) -> None:
        """Queue one frame; raise `LinkClosed` when the other end is gone or does not read."""
        if self._writer.done():
            raise LinkClosed("the DevTools socket is closed")
        self._outgoing.put(frame)

    async def _write(self) -> None:
        try:
            while True:
                frame = await self._outgoing.next()
                await self._socket.send(frame, text=True)
                self._outgoing.sent(frame)
        except ConnectionClosed:
            return

    async def frames(self) -> AsyncIterator[bytes | str]:
        """Yield frames until the other end is gone."""
        try:
            async for frame in self._socket:
                yield frame
        except ConnectionClosed:
            return

    async def close(self) -> None:
        """Close the socket and end its writer."""
        self._writer.cancel()
        await self._socket.close()
