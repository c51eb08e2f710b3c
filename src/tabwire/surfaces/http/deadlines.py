"""HTTP/1.1 with an end to patience. uvicorn alone would hold a half-sent request for ever."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_DEADLINE_S: Final = 8.0
BODY_DEADLINE_S: Final = 8.0
BODY_BYTES_PER_S: Final = 64 * 1024
HEAD_MAX_BYTES: Final = 64 * 1024


class DeadlineProtocol(HttpToolsProtocol):
    """A connection whose requests must arrive, head and body, in bounded time and size."""

    _deadline: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _body_bytes = 0
    _body_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a head soon."""
        super().connection_made(transport)
        # Request lines may hold secrets; uvicorn would log them wherever the root logger writes.
        self.access_log = False
        self._arm(HEAD_DEADLINE_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing more."""
        self._disarm()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Expect the rest of the head soon."""
        super().on_message_begin()
        self._head_bytes = self._body_bytes = 0
        self._arm(HEAD_DEADLINE_S)

    def on_url(self, url: bytes) -> None:
        """Count the address."""
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header, and trim its value."""
        # The parser leaves blanks at the end of a value; they are no part of it (RFC 9110, 5.5).
        super().on_header(name, value.strip(b" \t"))
        self._count_head(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """Expect the body soon; refuse what is meant for a proxy."""
        if not self.url.startswith(b"/"):
            raise ValueError("a proxy's or a tunnel's request is not for this server")
        self._body_since = self.loop.time()
        self._arm(BODY_DEADLINE_S)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count the body."""
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Expect nothing more of this request."""
        self._disarm()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Leave time limits to the WebSocket."""
        self._disarm()
        super().handle_websocket_upgrade()

    def _count_head(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > HEAD_MAX_BYTES:
            raise ValueError("the head of the request is too large")

    def _arm(self, seconds: float) -> None:
        self._disarm()
        self._deadline = self.loop.call_later(seconds, self._lose_patience)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _lose_patience(self) -> None:
        """Close the connection, unless a body is arriving at a fair speed."""
        self._deadline = None
        allowed_s = BODY_DEADLINE_S + self._body_bytes / BODY_BYTES_PER_S
        left_s = self._body_since + allowed_s - self.loop.time()
        if self._body_bytes and left_s > 0:
            self._arm(left_s)
        elif not self.transport.is_closing():
            self.transport.close()
