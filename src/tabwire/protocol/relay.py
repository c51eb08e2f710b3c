"""The language between the hub and the extension: JSON messages, read and written without I/O.

Greeting, on every new link:

    hub        {"type": "challenge", "protocol": 1, "version": "0.1.0", "nonce": N, "trusted": false}
    extension  {"type": "hello", "protocol": 1, "version": "0.1.0", "boot": B, "instance": I, "name": …,
                "nonce": M, "proof": P | "pairing": P, "attachedTabs": [7], "control": {…}, …}
    hub        {"type": "welcome", "proof": Q, "name": …, "address": …, "secret"?: S}
               {"type": "unpaired", "code": …, "message": …}        and the link is closed

A proof is HMAC-SHA256 over both nonces, keyed with the secret both sides keep, or, while pairing, with a key
stretched from the code the user typed. Each side proves itself; a secret travels only to a proven other
side, or over native messaging (`trusted`), where the system vouches for both.

Then requests go from the hub to the extension and answers come back, in any order:

    hub        {"id": "12", "method": "cdp.send", "params": {"tabId": 7, "method": "Page.reload"}}
    extension  {"id": "12", "result": {…}}
               {"id": "12", "error": "No tab with id 7.", "code": "tab_gone"}
               {"id": "12", "error": "", "code": "site_forbidden", "facts": {"site": "example.com"}}

The `code` of a refusal is one of `protocol/refusals.py`; its `error` is what Chrome said, if Chrome decided.
These come by themselves:

    extension  {"type": "cdp_event", "tabId": 7, "sessionId"?: S, "method": …, "params": {…}}
    extension  {"type": "event", "event": "tab_changed", …}          tabs, detached debuggers, control
    extension  {"type": "status", "attachedTabs": [7]}
    extension  {"type": "ping"}   hub  {"type": "pong"}              and the other way round
    hub        {"type": "rename", "name": …}                         the user named the browser
    hub        {"type": "activity", "agents": [{"name", "tabId", "command", "since"}],
                "offeredTab": 7 | null, "done": [{"at", "agent",
                "command", "url", "outcome"}]}                       for the popup and the log
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from tabwire.names import DEFAULT_PORT

# What an extension sends is checked field by field where it is used.
RelayObject = dict[str, Any]

PROTOCOL = 1
# Follows from the public key in extension/manifest.json.
EXTENSION_ID = "eedknnhllbdgondoacpgajbbfcoeghlg"
EXTENSION_ORIGIN = f"chrome-extension://{EXTENSION_ID}"
NATIVE_HOST = "tabwire.hub"
SOCKET_PATH = "/ws/browser-relay"
CONFIG_PATH = "/api/browser-relay/config"
# A hub whose port is taken listens on one of the next, where the extension looks too. While no hub runs, it
# tries all of them every few seconds: keep them few.
PORTS_TO_TRY = 4
USUAL_PORTS = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY)

# Chrome ends a service worker after 30 s without traffic it can see; 20 s leave room for one late message.
PING_EVERY_S = 20
PONG_WITHIN_S = 5
SILENCE_S = 30
GREETING_WITHIN_S = 8
RECONNECT_FIRST_S = 0.25
RECONNECT_MAX_S = 3
WATCHDOG_EVERY_S = 4
# How long the extension keeps debugging tabs for a hub that does not come back.
RELEASE_AFTER_S = 20

# 32 letters and digits that nobody confuses: eight of them are 40 bits, tried at most five times in a minute.
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8
CODE_LIVES_S = 60
# Makes a try cost so much that a code cannot be found from a proof while it lives.
STRETCH_ROUNDS = 200_000

METHODS = {
    "status": "Tell the state of the extension.",
    "tabs.list": "List all tabs.",
    "tabs.create": "Open a tab: {url?, active?}.",
    "tabs.navigate": "Load an address: {tabId, url}.",
    "tabs.leave": "Show an empty page instead of one that Chrome keeps from extensions: {tabId}.",
    "tabs.close": "Close a tab: {tabId}.",
    "tabs.activate": "Bring a tab to the front of its window: {tabId}.",
    "tabs.screenshot": "Picture of the visible tab of a window: {windowId?, format?, quality?}.",
    "windows.list": "List all windows.",
    "downloads.list": "List recent downloads: {limit?}.",
    "debugger.attach": "Attach the debugger: {tabId, version?}; tells whether it was attached already.",
    "debugger.detach": "Detach the debugger: {tabId}.",
    "cdp.send": "Send a DevTools command: {tabId, sessionId?, method, params?}.",
    "scripting.attach": "Handle a tab quietly, by content scripts: {tabId, files}; tells its frames.",
    "scripting.detach": "Leave a quiet tab alone: {tabId}.",
    "scripting.call": "Call a function of the page agent: {tabId, frameId, name, args}.",
    "scripting.act": "The same, for functions that act on the page.",
    "scripting.evaluate": "Run a script in the page's world: {tabId, frameId, expression, callsFunctions}.",
    "scripting.reload": "Load a quiet tab's page again: {tabId}.",
    "scripting.step": "Go one step in a quiet tab's history: {tabId, forward}.",
    "scripting.picture": "Picture of a quiet tab: {tabId, format, quality, box, scale, pixelRatio}.",
}
EVENTS = (
    "tab_created",
    "tab_changed",
    "tab_removed",
    "tab_replaced",
    "tab_opened",
    "tab_offered",
    "detached",
    "control",
    "page_news",
    "download",
    "download_ended",
)
# Why the extension stopped debugging a tab itself; Chrome's own reasons are beside it.
ENGINE_CHANGED = "engine_changed"


@dataclass(frozen=True, slots=True)
class Answer:
    """The extension did what request `id` asked."""

    id: str
    result: Any


@dataclass(frozen=True, slots=True)
class Failure:
    """The extension refused request `id`; `message` is what Chrome said, `code` the reason if it is named."""

    id: str
    message: str
    code: str
    facts: RelayObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CdpEvent:
    """A DevTools event of an attached tab, or of a frame of it in another process."""

    tab: int
    session: str
    method: str
    params: RelayObject


@dataclass(frozen=True, slots=True)
class BrowserEvent:
    """Something happened to tabs, or the user took control."""

    name: str
    facts: RelayObject


@dataclass(frozen=True, slots=True)
class Ping:
    """The extension asks whether the hub is there."""


class NotARelayMessage(ValueError):
    """The other side does not speak this language."""


class RelayPeer:
    """Number requests, match answers to them, and know which are still open."""

    def __init__(self) -> None:
        self._last_id = 0
        self._open: dict[str, str] = {}

    def request(self, method: str, params: RelayObject, owner: str = "") -> tuple[str, bytes]:
        """Return the number and the frame of a new request; `owner` names whom it can be abandoned with."""
        self._last_id += 1
        request_id = str(self._last_id)
        self._open[request_id] = owner
        return request_id, encode({"id": request_id, "method": method, "params": params})

    def receive(self, frame: bytes | str) -> Answer | Failure | CdpEvent | BrowserEvent | Ping | None:
        """Read one frame; nothing for what needs no answer, or for an answer nobody waits for."""
        message = decode(frame)
        if "id" in message:
            return self._answer(message)
        match message.get("type"):
            case "cdp_event":
                return CdpEvent(
                    int(message["tabId"]),
                    str(message.get("sessionId") or ""),
                    str(message["method"]),
                    message.get("params") or {},
                )
            case "event":
                return BrowserEvent(str(message.get("event")), message)
            case "ping":
                return Ping()
        return None

    def _answer(self, message: RelayObject) -> Answer | Failure | None:
        request_id = str(message["id"])
        if self._open.pop(request_id, None) is None:
            return None
        if "error" in message:
            facts = message.get("facts")
            return Failure(
                request_id,
                str(message["error"]),
                str(message.get("code") or ""),
                facts if isinstance(facts, dict) else {},
            )
        return Answer(request_id, message.get("result"))

    def give_up(self, request_id: str) -> None:
        """Stop waiting for one request; its answer will be dropped."""
        self._open.pop(request_id, None)

    def abandon(self, owner: str | None = None) -> list[str]:
        """Close the open requests of one owner, or of all; return their numbers."""
        gone = [number for number, of in self._open.items() if owner is None or of == owner]
        for request_id in gone:
            del self._open[request_id]
        return gone


@dataclass(frozen=True, slots=True)
class Hello:
    """What an extension says about itself when it connects."""

    instance: str
    boot: str
    version: str
    name: str
    nonce: str
    proof: str = ""
    pairing: str = ""
    browser: str = ""
    attached_tabs: tuple[int, ...] = ()
    control: RelayObject = field(default_factory=dict)


def read_hello(frame: bytes | str) -> Hello:
    """Parse the extension's first message, or raise `NotARelayMessage`."""
    message = decode(frame)
    try:
        if message["type"] != "hello" or message["protocol"] != PROTOCOL:
            raise NotARelayMessage(f"no hello of protocol {PROTOCOL}")
        return Hello(
            instance=_text(message, "instance"),
            boot=_text(message, "boot"),
            version=_text(message, "version"),
            name=_text(message, "name"),
            nonce=_text(message, "nonce"),
            proof=str(message.get("proof") or "")[:128],
            pairing=str(message.get("pairing") or "")[:128],
            browser=str(message.get("browser") or "")[:80],
            attached_tabs=tuple(int(tab) for tab in message.get("attachedTabs", ())),
            control=dict(message.get("control") or {}),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise NotARelayMessage(f"not a hello: {error}") from error


def _text(message: RelayObject, name: str) -> str:
    value = message[name]
    if not isinstance(value, str) or not 0 < len(value) <= 120:
        raise ValueError(f"{name} must be a short text")
    return value


def encode(message: RelayObject) -> bytes:
    """Return a message as it travels."""
    return json.dumps(message, separators=(",", ":")).encode()


def decode(frame: bytes | str) -> RelayObject:
    """Read a message, or raise `NotARelayMessage`."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError) as error:
        raise NotARelayMessage("not JSON") from error
    if not isinstance(message, dict):
        raise NotARelayMessage("not a JSON object")
    return message


def new_nonce() -> str:
    """Return a number used once."""
    return secrets.token_hex(32)


def proof(key: bytes, side: str, hub_nonce: str, extension_nonce: str) -> str:
    """Return what only a holder of the key can say in this greeting."""
    return hmac.new(key, f"{side}:{hub_nonce}:{extension_nonce}".encode(), hashlib.sha256).hexdigest()


def stretch(code: str, hub_nonce: str) -> bytes:
    """Turn a short code into a key, slowly."""
    return hashlib.pbkdf2_hmac("sha256", code.encode(), hub_nonce.encode(), STRETCH_ROUNDS)


def new_code() -> str:
    """Return a new pairing code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def plain_code(typed: str) -> str:
    """Return a code as the hub made it, however the user wrote it."""
    return "".join(letter for letter in typed.upper() if letter in CODE_LETTERS)
