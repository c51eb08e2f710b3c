"""Which requests a page makes by itself, so that they are not taken for the work of an action."""

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

# Kinds that bring content or code; pictures, fonts, pings and sockets never hold an action up.
AWAITED_KINDS = frozenset({"Document", "Fetch", "XHR", "Script", "Stylesheet"})
LASTING_KINDS = frozenset({"WebSocket", "EventSource", "Media", "Ping"})
LONG_S = 1.0
ENDPOINTS_REMEMBERED = 200
# A socket that brings so many messages unasked, in so short a time, goes on by itself.
CHATTY_MESSAGES = 5
CHATTY_WITHIN_S = 5.0


@dataclass(slots=True)
class Endpoint:
    """An address the page asks without being acted on."""

    asked: int = 0
    longest_s: float = 0.0


@dataclass(slots=True)
class Socket:
    """A WebSocket of the page: whether it is asked something now, and when it last spoke unasked."""

    is_asked: bool = False
    never_answers: bool = False
    unasked_at: deque[float] = field(default_factory=lambda: deque(maxlen=CHATTY_MESSAGES))

    @property
    def is_chatty(self) -> bool:
        """Tell whether messages come by themselves all the time."""
        recent = [at for at in self.unasked_at if time.monotonic() - at < CHATTY_WITHIN_S]
        return len(recent) == CHATTY_MESSAGES

    def receive(self) -> None:
        """Note one message; the first after a question counts as its answer."""
        if not self.is_asked:
            self.unasked_at.append(time.monotonic())
        self.is_asked = False


class Traffic:
    """Remember what a page does between actions: polling, long polling, telemetry, talk over sockets."""

    def __init__(self, events: PageEvents) -> None:
        self.is_acting = False
        # Everything under way, by number: pictures and fonts too, but not what stays open for good.
        self.under_way: set[str] = set()
        self.changed_at = time.monotonic()
        self._endpoints: dict[str, Endpoint] = {}
        self._open: dict[str, tuple[str, float]] = {}
        self._sockets: dict[str, Socket] = defaultdict(Socket)
        events.subscribe(self._on)

    def is_own(self, request: RequestStarted) -> bool:
        """Tell whether the page asks this by itself."""
        return endpoint_of(request) in self._endpoints

    def is_long(self, request: RequestStarted) -> bool:
        """Tell whether the page asks this by itself and waits long for the answer."""
        known = self._endpoints.get(endpoint_of(request))
        return known is not None and known.longest_s >= LONG_S

    def expects_answer(self, socket: str) -> bool:
        """Tell whether the next message over a socket is likely the answer to what was sent."""
        known = self._sockets[socket]
        return not (known.is_chatty or known.never_answers)

    def waited_in_vain(self, socket: str) -> None:
        """Note that no answer came over a socket: it is not waited for again."""
        self._sockets[socket].never_answers = True

    def _on(self, event: PageEvent) -> None:
        if isinstance(event, SocketSent):
            self._sockets[event.socket].is_asked = True
        elif isinstance(event, SocketReceived):
            self._sockets[event.socket].receive()
        elif isinstance(event, RequestStarted):
            self.changed_at = time.monotonic()
            if event.kind not in LASTING_KINDS:
                self.under_way.add(event.id)
            self._started(event)
        elif isinstance(event, RequestEnded):
            self.changed_at = time.monotonic()
            self.under_way.discard(event.id)
            self._ended(event.id)
        elif isinstance(event, Navigated) and event.is_main and not event.same_document:
            self._endpoints.clear()
            self._open.clear()
            self._sockets.clear()
            # Requests of the page that was left end without a word; the new document's own is on its way.
            self.under_way.clear()

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
    """Return the address without its query: pollers put a time or a cursor there."""
    parts = urlsplit(request.url)
    return f"{request.kind} {parts.netloc}{parts.path}"
