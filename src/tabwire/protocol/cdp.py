"""The Chrome DevTools Protocol as bytes in, bytes and events out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

# Chrome's messages follow its own schema, not ours: values stay plain JSON.
CdpObject = dict[str, Any]

# Created once: `json.dumps` with separators creates an encoder for every message.
_to_json = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Answer:
    """Chrome did what request `id` asked."""

    id: int
    result: CdpObject


@dataclass(frozen=True, slots=True)
class Failure:
    """Chrome refused request `id`."""

    id: int
    code: int
    message: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened in the browser, or in the target of `session_id`."""

    method: str
    params: CdpObject
    session_id: str


class CdpPeer:
    """Number requests, match answers to them, and know which are still open."""

    def __init__(self) -> None:
        self._last_id = 0
        self._open: dict[int, str] = {}

    def request(self, method: str, params: CdpObject, session_id: str = "") -> tuple[int, bytes]:
        """Return the number and the frame of a new request."""
        self._last_id += 1
        message: CdpObject = {"id": self._last_id, "method": method, "params": params}
        if session_id:
            message["sessionId"] = session_id
        self._open[self._last_id] = session_id
        return self._last_id, _to_json(message).encode()

    def receive(self, frame: bytes | str) -> Answer | Failure | Event | None:
        """Read one frame; drop an answer that is no longer expected."""
        message: CdpObject = json.loads(frame)
        request_id = message.get("id")
        if request_id is None:
            return Event(message["method"], message.get("params", {}), message.get("sessionId", ""))
        if self._open.pop(request_id, None) is None:
            return None
        if "error" in message:
            error = message["error"]
            return Failure(request_id, error.get("code", 0), error.get("message", "no reason given"))
        return Answer(request_id, message.get("result", {}))

    def give_up(self, request_id: int) -> None:
        """Stop waiting for one request; its answer will be dropped."""
        self._open.pop(request_id, None)

    def abandon(self, session_id: str | None = None) -> list[int]:
        """Close the open requests of one session, or of all; return their numbers."""
        gone = [number for number, of in self._open.items() if session_id is None or of == session_id]
        for request_id in gone:
            del self._open[request_id]
        return gone
