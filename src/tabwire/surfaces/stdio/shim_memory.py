"""What `tabwire mcp` remembers of a conversation, for the case that the hub ends in the middle of it."""

from __future__ import annotations

import _json  # all of `json` that is needed, without what it loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# How every answer of the hub's begins, and how much of it tells whose answer it is.
ANSWER = '{"jsonrpc":"2.0","id":'
HEAD_BYTES = 200
INTERNAL_ERROR = -32603


class _Plain:
    """How to read JSON: as it is."""

    strict = False
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float


_scan = _json.make_scanner(_Plain)  # type: ignore[arg-type]  # typeshed asks for a scanner to make one
_quote = _json.encode_basestring_ascii


class Memory:
    """How the conversation began, and which requests are without an answer."""

    def __init__(self) -> None:
        self.beginning: list[bytes] = []
        self._open: dict[int | str, str] = {}

    def ask(self, line: bytes) -> None:
        """Note a line of the agent's."""
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

    def answer(self, head: bytes) -> None:
        """Note the beginning of a line of the hub's."""
        text = head.decode(errors="replace")
        if text.startswith(ANSWER):
            number, end = _read(text, len(ANSWER))
            # What the hub asks the agent has a number of its own.
            if isinstance(number, int | str) and not text.startswith(',"method"', end):
                self._open.pop(number, None)

    def owed(self) -> bytes:
        """Return an answer for each request that the hub left without one."""
        left, self._open = self._open, {}
        return "".join(map(_failure, left, left.values())).encode()


def _read(text: str, start: int = 0) -> tuple[Any, int]:
    """Return the JSON value that begins there and where it ends; nothing when there is none."""
    try:
        return _scan(text, start)
    except (ValueError, StopIteration, RecursionError):
        return None, start


def _failure(number: int | str, tool: str) -> str:
    """Say what is true: what a tool did before the hub ended is not known."""
    shown = _quote(number) if isinstance(number, str) else number
    if not tool:
        reason = _quote("The hub ended before it answered. Ask again: that starts a new one.")
        return f'{ANSWER}{shown},"error":{{"code":{INTERNAL_ERROR},"message":{reason}}}}}\n'
    said = _quote(
        f"UNKNOWN_OUTCOME: The hub ended before it answered {tool}, and its tabs are gone. "
        "The next call starts a new hub; look at the page before you repeat an action."
    )
    return f'{ANSWER}{shown},"result":{{"content":[{{"type":"text","text":{said}}}],"isError":true}}}}\n'
