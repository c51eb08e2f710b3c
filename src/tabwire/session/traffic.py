"""Which requests a page makes on its own, so that they are not attributed to an action."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from tabwire.engines.page_events import (
    Navigated,
    PageEvent,
    PageEvents,
    RequestEnded,
    RequestStarted,
    SocketReceived,
    SocketSent,
)

# Kinds that load content or code; actions never wait for images, fonts, pings and sockets.
AWAITED_KINDS = frozenset({"Document", "Fetch", "XHR", "Script", "Stylesheet"})
LASTING_KINDS = frozenset({"WebSocket", "EventSource", "Media", "Ping"})
LONG_S = 1.0
ENDPOINTS_REMEMBERED = 200
# A socket with this many unsolicited messages in this time sends them continuously.
CHATTY_MESSAGES = 5
CHATTY_WITHIN_S = 5.0


@dataclass(slots=True)
class Endpoint:
    """An address that the page requests between actions."""

    asked: int = 0
    longest_s: float = 0.0


@dataclass(slots=True)
class Socket:
    """A WebSocket: whether the page awaits an answer, and when unsolicited messages came."""

    is_asked: bool = False
    never_answers: bool = False
    unsolicited_at: deque[float] = field(default_factory=lambda: deque(maxlen=CHATTY_MESSAGES))

    @property
    def is_chatty(self) -> bool:
        """Return whether unsolicited messages come continuously."""
        recent = [at for at in self.unsolicited_at if time.monotonic() - at < CHATTY_WITHIN_S]
        return len(recent) == CHATTY_MESSAGES

    def receive(self) -> None:
        """Record one message; the first after a sent one counts as its answer."""
        if not self.is_asked:
            self.unsolicited_at.append(time.monotonic())
        self.is_asked = False


class Traffic:
    """Remember what a page does between actions: polling, long polling, telemetry, socket messages."""

    def __init__(self, events: PageEvents) -> None:
        self.is_acting = False
        # All pending requests by id, including images and fonts, but not connections that stay open.
        self.pending: set[str] = set()
        self.changed_at = time.monotonic()
        self._endpoints: dict[str, Endpoint] = {}
        self._open: dict[str, tuple[str, float]] = {}
        self._sockets: dict[str, Socket] = defaultdict(Socket)
        events.subscribe(self._on)

    def is_background(self, request: RequestStarted) -> bool:
        """Return whether the page makes this request on its own."""
        return endpoint_of(request) in self._endpoints

    def is_long_poll(self, request: RequestStarted) -> bool:
        """Return whether this is a background request that takes long."""
        known = self._endpoints.get(endpoint_of(request))
        return known is not None and known.longest_s >= LONG_S

    def expects_answer(self, socket: str) -> bool:
        """Return whether the next message over a socket is likely an answer."""
        known = self._sockets[socket]
        return not (known.is_chatty or known.never_answers)

    def got_no_answer(self, socket: str) -> None:
        """Record that no answer came over a socket; it is not awaited again."""
        self._sockets[socket].never_answers = True

    def _on(self, event: PageEvent) -> None:
        if isinstance(event, SocketSent):
            self._sockets[event.socket].is_asked = True
        elif isinstance(event, SocketReceived):
            self._sockets[event.socket].receive()
        elif isinstance(event, RequestStarted):
            self.changed_at = time.monotonic()
            if event.kind not in LASTING_KINDS:
                self.pending.add(event.id)
            self._started(event)
        elif isinstance(event, RequestEnded):
            self.changed_at = time.monotonic()
            self.pending.discard(event.id)
            self._ended(event.id)
        elif isinstance(event, Navigated) and event.is_main and not event.same_document:
            self._endpoints.clear()
            self._open.clear()
            self._sockets.clear()
            # No event ends the requests of the previous page; that of the new document is already pending.
            self.pending.clear()

    def _started(self, request: RequestStarted) -> None:
        if self.is_acting or request.kind not in AWAITED_KINDS:
            return
        endpoint = endpoint_of(request)
        self._endpoints.setdefault(endpoint, Endpoint()).asked += 1
        self._open[request.id] = (endpoint, time.monotonic())
        if len(self._endpoints) > ENDPOINTS_REMEMBERED:
            del self._endpoints[next(iter(self._endpoints))]

    def _ended(self, request_id: str) -> None:
        endpoint, started = self._open.pop(request_id, ("", 0.0))
        known = self._endpoints.get(endpoint)
        if known is not None:
            known.longest_s = max(known.longest_s, time.monotonic() - started)


def endpoint_of(request: RequestStarted) -> str:
    """Return the address without its query, where pollers put a time or a cursor."""
    parts = urlsplit(request.url)
    return f"{request.kind} {parts.netloc}{parts.path}"
