"""Translate between the protocol of the Alma extension and ours, without I/O.

It has seven of our requests and no greeting. Its answers describe tabs as Chrome does, its events name no
child sessions, and it reports changed tabs only by a `status`, after which they must be listed again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tabwire.errors import UnsupportedByEngine
from tabwire.protocol.relay import RelayObject, decode, encode

KNOWN = {
    "tabs.list",
    "tabs.create",
    "tabs.navigate",
    "tabs.screenshot",
    "debugger.attach",
    "debugger.detach",
    "cdp.send",
}
# What the extension cannot do itself, but Chrome's debugger can.
BY_DEBUGGER = {"tabs.close": "Page.close", "tabs.activate": "Page.bringToFront"}
# What it does not support; the answer is an empty list.
NOTHING = {"downloads.list", "windows.list"}
OUR_LISTING = "status"


@dataclass
class Translated:
    """What to send on, and what to answer directly."""

    on: list[bytes] = field(default_factory=list)
    back: list[bytes] = field(default_factory=list)


class AlmaTranslator:
    """Translate one link, frame by frame; remember the open requests and the tabs."""

    def __init__(self) -> None:
        self._asked: dict[str, str] = {}
        self._tabs: set[int] = set()
        self._attached: set[int] = set()

    def from_hub(self, frame: bytes) -> Translated:
        """Translate a message of the hub."""
        message = decode(frame)
        if "id" in message:
            return self._request(message)
        return Translated(on=[frame] if message.get("type") in {"ping", "pong"} else [])

    def _request(self, message: RelayObject) -> Translated:
        method, params = message["method"], message["params"]
        if method in BY_DEBUGGER:
            method, params = "cdp.send", {"tabId": params["tabId"], "method": BY_DEBUGGER[method]}
        if method in NOTHING:
            return _answered(message, result=[])
        if method == "cdp.send" and params["method"] == "Target.setAutoAttach":
            # Frames in other processes have their own sessions, which this protocol cannot name.
            return _answered(message, result={})
        if method not in KNOWN:
            error = f"The Alma extension does not support {method}."
            return _answered(message, error=error, code=UnsupportedByEngine.code)
        self._asked[message["id"]] = method
        return Translated(on=[encode({"id": message["id"], "method": method, "params": params})])

    def from_extension(self, frame: bytes | str) -> Translated:
        """Translate a message of the extension."""
        message = decode(frame)
        if "id" in message:
            return self._answer(message)
        if message.get("type") == "status":
            return self._status({int(tab) for tab in message.get("attachedTabs") or ()})
        return Translated(on=[encode(message)])

    def _answer(self, message: RelayObject) -> Translated:
        method = self._asked.pop(str(message["id"]), "")
        if "error" in message:
            return Translated(on=[encode({"id": message["id"], "error": message["error"]})])
        result = message.get("result")
        if message["id"] == OUR_LISTING:
            return Translated(on=self._changes([_tab(row) for row in result or ()]))
        if method == "tabs.list":
            result = [_tab(row) for row in result or ()]
        elif method in {"tabs.create", "tabs.navigate"}:
            result = _tab(result or {})
        elif method == "debugger.attach":
            result = {"isFresh": False}
        return Translated(on=[encode({"id": message["id"], "result": result})])

    def _status(self, attached: set[int]) -> Translated:
        left = self._attached - attached
        self._attached = attached
        self._asked[OUR_LISTING] = "tabs.list"
        return Translated(
            on=[_event("detached", tabId=tab, reason="target_closed") for tab in sorted(left)],
            back=[encode({"id": OUR_LISTING, "method": "tabs.list", "params": {}})],
        )

    def _changes(self, rows: list[RelayObject]) -> list[bytes]:
        gone = self._tabs - {row["tabId"] for row in rows}
        self._tabs = {row["tabId"] for row in rows}
        changed = [_event("tab_changed", tab=row) for row in rows]
        return [*changed, *(_event("tab_removed", tabId=tab) for tab in sorted(gone))]


def _answered(message: RelayObject, **answer: object) -> Translated:
    return Translated(back=[encode({"id": message["id"], **answer})])


def _event(name: str, **facts: object) -> bytes:
    return encode({"type": "event", "event": name, **facts})


def _tab(row: RelayObject) -> RelayObject:
    """Return a tab as our extension describes it."""
    return {
        "tabId": int(row["tabId"] if "tabId" in row else row["id"]),
        "url": str(row.get("url") or ""),
        "title": str(row.get("title") or ""),
    }
