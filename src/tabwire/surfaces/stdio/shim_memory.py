"""What `tabwire mcp` remembers of a conversation, in case the hub ends."""

from __future__ import annotations

import _json  # what we need of `json`, without its imports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# How every answer of the hub begins, and how many bytes of it contain the request id.
ANSWER = '{"jsonrpc":"2.0","id":'
HEAD_BYTES = 200
INTERNAL_ERROR = -32603


class _Plain:
    """Plain options for the JSON scanner."""

    strict = False
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float


_scan = _json.make_scanner(_Plain)  # type: ignore[arg-type]  # typeshed expects a scanner here
_quote = _json.encode_basestring_ascii


class Memory:
    """The beginning of the conversation, and the open requests."""

    def __init__(self) -> None:
        self.beginning: list[bytes] = []
        self._open: dict[int | str, str] = {}

    def record_request(self, line: bytes) -> None:
        """Record a line from the agent."""
        message, _ = _read(line.decode(errors="replace"))
        method = message.get("method") if isinstance(message, dict) else None
        if not isinstance(method, str):
            return
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        if method == "initialize":
            self.beginning = [line]
        elif method == "notifications/initialized":
            self.beginning.append(line)
        elif method == "notifications/cancelled":
            self._open.pop(params.get("requestId", ""), None)
        if isinstance(message.get("id"), int | str):
            self._open[message["id"]] = str(params.get("name")) if method == "tools/call" else ""

    def record_answer(self, head: bytes) -> None:
        """Record the beginning of a line from the hub."""
        text = head.decode(errors="replace")
        if text.startswith(ANSWER):
            number, end = _read(text, len(ANSWER))
            # Requests from the hub to the agent have their own numbers.
            if isinstance(number, int | str) and not text.startswith(',"method"', end):
                self._open.pop(number, None)

    def errors_for_open_requests(self) -> bytes:
        """Return an error for each open request."""
        left, self._open = self._open, {}
        return "".join(map(_failure, left, left.values())).encode()


def _read(text: str, start: int = 0) -> tuple[Any, int]:
    """Return the JSON value at `start` and its end; None if there is none."""
    try:
        return _scan(text, start)
    except (ValueError, StopIteration, RecursionError):
        return None, start


def _failure(number: int | str, tool: str) -> str:
    """Return the error for one request; for a tool, the outcome is unknown."""
    shown = _quote(number) if isinstance(number, str) else number
    if not tool:
        reason = _quote("The hub ended before it answered. Send the request again: that starts a new hub.")
        return f'{ANSWER}{shown},"error":{{"code":{INTERNAL_ERROR},"message":{reason}}}}}\n'
    reason = _quote(
        f"UNKNOWN_OUTCOME: The hub ended before it answered {tool}, and its tabs are gone. "
        "The next call starts a new hub; check the page before repeating an action."
    )
    return f'{ANSWER}{shown},"result":{{"content":[{{"type":"text","text":{reason}}}],"isError":true}}}}\n'
