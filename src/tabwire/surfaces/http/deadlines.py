"""HTTP/1.1 with deadlines: uvicorn alone would keep a half-sent request open forever."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_DEADLINE_S: Final = 8.0
BODY_DEADLINE_S: Final = 8.0
BODY_BYTES_PER_S: Final = 64 * 1024
HEAD_MAX_BYTES: Final = 64 * 1024


class DeadlineProtocol(HttpToolsProtocol):
    """A connection whose requests must arrive within limits of time and size."""

    _deadline: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _body_bytes = 0
    _body_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the deadline for the first head."""
        super().connection_made(transport)
        # Request lines may contain secrets; uvicorn would log them.
        self.access_log = False
        self._start_deadline(HEAD_DEADLINE_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Clear the deadline."""
        self._clear_deadline()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Start the deadline for the rest of the head."""
        super().on_message_begin()
        self._head_bytes = self._body_bytes = 0
        self._start_deadline(HEAD_DEADLINE_S)

    def on_url(self, url: bytes) -> None:
        """Count the size of the address."""
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count the size of a header, and trim its value."""
        # The parser leaves trailing blanks, which are not part of the value (RFC 9110, 5.5).
        super().on_header(name, value.strip(b" \t"))
        self._count_head(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """Start the deadline for the body; refuse requests for a proxy."""
        if not self.url.startswith(b"/"):
            raise ValueError("this server is not a proxy")
        self._body_since = self.loop.time()
        self._start_deadline(BODY_DEADLINE_S)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count the size of the body."""
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Clear the deadline of this request."""
        self._clear_deadline()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Clear the deadline: WebSockets have their own."""
        self._clear_deadline()
        super().handle_websocket_upgrade()

    def _count_head(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > HEAD_MAX_BYTES:
            raise ValueError("the head of the request is too large")

    def _start_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._on_deadline)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _on_deadline(self) -> None:
        """Close the connection, unless a body is arriving fast enough."""
        self._deadline = None
        allowed_s = BODY_DEADLINE_S + self._body_bytes / BODY_BYTES_PER_S
        left_s = self._body_since + allowed_s - self.loop.time()
        if self._body_bytes and left_s > 0:
            self._start_deadline(left_s)
        elif not self.transport.is_closing():
            self.transport.close()
