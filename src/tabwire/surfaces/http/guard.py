"""The guard in front of every HTTP and WebSocket route. It refuses by default.

Against web pages: exact Host and Origin lists (which stop DNS rebinding and foreign pages), JSON bodies only,
no side effects by GET. Against everyone: a key, size limits, and a limit on wrong keys.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Iterable, Sequence
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabwire.callers import Caller
from tabwire.errors import Forbidden, InvalidParams, RateLimited, TabwireError
from tabwire.names import KEY_START
from tabwire.policy.keys import KeyStore
from tabwire.policy.rates import RateLimit
from tabwire.surfaces.dialects.dialect import ExtensionEntry
from tabwire.surfaces.http.addresses import Addresses
from tabwire.surfaces.http.exchanges import Exchanges

# Keys in an ASGI scope: the caller, or how an extension joined.
CALLER: Final = "tabwire.caller"
EXTENSION_ENTRY: Final = "tabwire.extension_entry"

WRONG_KEYS: Final = 20
WRONG_KEYS_WINDOW_S: Final = 60.0
# An oversized body is read up to this size, so that its sender can read our answer.
DRAIN_BYTES: Final = 64 * 1024 * 1024

CONTENT_SECURITY_POLICY: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS_ALWAYS: Final = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", CONTENT_SECURITY_POLICY),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
)
_HEADER_NAMES: Final = frozenset(name for name, _ in HEADERS_ALWAYS)
_READ_METHODS: Final = frozenset({"GET", "HEAD"})


class Refused(Exception):
    """The guard refuses a request with this status and error."""

    def __init__(self, status: int, error: TabwireError, **headers: str) -> None:
        super().__init__(error.message)
        self.status = status
        self.error = error
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class Guard:
    """ASGI middleware around all routes: checks every request, and passes it on or refuses it."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        keys: KeyStore,
        addresses: Addresses,
        max_body_bytes: int,
        public: Iterable[str] = (),
        extensions: Sequence[ExtensionEntry] = (),
    ) -> None:
        self._app = app
        self._keys = keys
        self._addresses = addresses
        self._max_body_bytes = max_body_bytes
        self._public = frozenset(public)
        self._extensions = extensions
        self._wrong_keys = RateLimit(WRONG_KEYS, WRONG_KEYS_WINDOW_S)
        self.exchanges = Exchanges(keys)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check one request; pass it on with its caller, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        answer = _Response(scope, send, self._shared_with(scope))
        try:
            caller = self._admit(scope)
            if caller is None:
                await self._app(scope, receive, answer.send)
                return
            scope[CALLER] = caller
            await self._serve(caller, scope, receive, answer)
        except Refused as refused:
            await answer.refuse(refused)

    async def _serve(self, caller: Caller, scope: Scope, receive: Receive, answer: _Response) -> None:
        body = _Body(scope, receive, self._max_body_bytes)

        async def send(message: Message) -> None:
            if not body.is_too_large:
                await answer.send(message)

        with self.exchanges.open(caller) as exchange:
            try:
                await self._app(scope, body.receive, send)
            except asyncio.CancelledError as error:
                if not exchange.stop_reason:
                    raise
                exchange.uncancel()
                raise _unauthorized(exchange.stop_reason) from error
            except Exception:
                # The body was cut off, so however the route failed, the answer is that it was too large.
                if not body.is_too_large:
                    raise
        if body.is_too_large:
            raise _too_large(self._max_body_bytes, connection="close")

    def _admit(self, scope: Scope) -> Caller | None:
        """Return the caller, None for a public page, or refuse."""
        headers = Headers(scope=scope)
        self._check_host(headers)
        entry = self._entry_of(scope)
        if entry is not None:
            self._check_extension(entry, scope)
            scope[EXTENSION_ENTRY] = entry
            return None
        origin = self._check_origin(headers)
        method = scope.get("method", "GET")
        if method == "OPTIONS" and origin and "access-control-request-method" in headers:
            raise _Preflight(origin in self._addresses.other_origins)
        if scope["path"] in self._public and method in _READ_METHODS:
            return None
        caller = self._check_key(scope, headers)
        if scope["type"] == "http":
            self._check_body(headers)
        return caller

    def _check_host(self, headers: Headers) -> None:
        given = headers.getlist("host")
        if len(given) == 1 and given[0] in self._addresses.hosts:
            return
        raise Refused(
            421,
            Forbidden(
                "This address is not the hub's.",
                next_step=f"Use exactly {min(self._addresses.hosts)}, or add the name to http.allowed_hosts.",
            ),
        )

    def _check_origin(self, headers: Headers) -> str:
        given = headers.getlist("origin")
        if not given:
            return ""
        if len(given) == 1 and given[0] in self._addresses.origins:
            return given[0]
        raise Refused(
            403,
            Forbidden(
                "Web pages of this origin may not call the hub.",
                next_step="The user can add the exact origin to http.allowed_origins in config.toml.",
            ),
        )

    def _entry_of(self, scope: Scope) -> ExtensionEntry | None:
        """Return how an extension joins by this socket, if it is one for extensions."""
        if scope["type"] != "websocket":
            return None
        path = scope["path"]
        return next((entry for entry in self._extensions if entry.path == path and entry.is_own(scope)), None)

    def _check_extension(self, entry: ExtensionEntry, scope: Scope) -> None:
        if entry.may_connect(scope):
            return
        if entry.has_secret:
            self._count_wrong_key(scope)
        raise Refused(403, entry.refusal)

    def _check_key(self, scope: Scope, headers: Headers) -> Caller:
        given = headers.getlist("authorization")
        if not given:
            raise _unauthorized("A key is required.")
        kind, _, key = given[0].partition(" ")
        caller = None
        if len(given) == 1 and kind.lower() == "bearer":
            caller = self._keys.caller_for(key.strip())
        if caller is not None:
            return caller
        self._count_wrong_key(scope)
        raise _unauthorized("This key is not valid.")

    def _count_wrong_key(self, scope: Scope) -> None:
        limited = self._wrong_keys.spend(_address(scope))
        if limited is not None:
            wait_s = round(limited.wait_s, 1)
            refused = RateLimited("Too many wrong keys.", next_step=f"Wait {wait_s} s.", retry_after_s=wait_s)
            raise Refused(refused.http_status, refused, retry_after=retry_after(refused))

    def _check_body(self, headers: Headers) -> None:
        declared = headers.get("content-length", "0")
        if declared == "0" and "transfer-encoding" not in headers:
            return
        types = headers.getlist("content-type")
        if len(types) != 1 or types[0].partition(";")[0].strip().lower() != "application/json":
            raise Refused(
                415, InvalidParams("The body must be JSON.", next_step="Send Content-Type: application/json.")
            )
        if declared.isdigit() and int(declared) > DRAIN_BYTES:
            raise _too_large(self._max_body_bytes, connection="close")

    def _shared_with(self, scope: Scope) -> str:
        """Return the allowed foreign origin that sent the request, which may read the answer."""
        origin = Headers(scope=scope).get("origin", "")
        return origin if origin in self._addresses.other_origins else ""


class _Preflight(Refused):
    """Answers a CORS preflight: only listed foreign origins are allowed."""

    def __init__(self, is_listed: bool) -> None:
        headers = {
            "access_control_allow_methods": "GET, POST, DELETE",
            "access_control_allow_headers": "authorization, content-type, accept, mcp-protocol-version, "
            "mcp-session-id, mcp-method, mcp-name, last-event-id",
            "access_control_max_age": "600",
        }
        super().__init__(204, Forbidden(""), **(headers if is_listed else {}))


class _Body:
    """A request body that is counted as it arrives; the declared length is not trusted."""

    def __init__(self, scope: Scope, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._limit = limit
        self._size = 0
        self.is_too_large = False

    async def receive(self) -> Message:
        """Return the next message; an oversized body looks like a disconnect to the application."""
        message = await self._receive()
        if message["type"] != "http.request":
            return message
        self._size += len(message.get("body", b""))
        if self._size <= self._limit:
            return message
        self.is_too_large = True
        await self._drain(message)
        return {"type": "http.disconnect"}

    async def _drain(self, message: Message) -> None:
        while message.get("more_body") and self._size < DRAIN_BYTES:
            message = await self._receive()
            self._size += len(message.get("body", b""))


class _Response:
    """The response: adds our headers, and knows whether it has started."""

    def __init__(self, scope: Scope, send: Send, shared_with: str) -> None:
        self._is_http = scope["type"] == "http"
        self._can_refuse_upgrade = "websocket.http.response" in scope.get("extensions", {})
        self._send = send
        self._shared_with = shared_with
        self._has_started = False
        self._is_sized = False

    async def send(self, message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start", "websocket.accept"}:
            self._has_started = True
            given = [(name.lower(), value) for name, value in message.get("headers", [])]
            self._is_sized = any(name == b"content-length" for name, _ in given)
            if message["type"] != "websocket.accept":
                message = {**message, "headers": self._headers(given)}
        await self._send(message)

    def _headers(self, given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        kept = [(name, value) for name, value in given if name not in _HEADER_NAMES]
        if self._shared_with:
            shared = [(b"access-control-allow-origin", self._shared_with.encode()), (b"vary", b"origin")]
            kept += [*shared, (b"access-control-expose-headers", b"mcp-session-id, mcp-protocol-version")]
        return [*kept, *HEADERS_ALWAYS]

    async def refuse(self, refused: Refused) -> None:
        """Send the error as JSON, before any upgrade; end a response that has started."""
        if self._has_started:
            await self._finish()
            return
        body = b"" if refused.status == 204 else json.dumps(refused.error.facts()).encode()
        given = {"content-length": str(len(body)), **refused.headers}
        if body:
            given["content-type"] = "application/json"
        headers = [(name.encode(), value.encode()) for name, value in given.items()]
        if not self._is_http and not self._can_refuse_upgrade:
            await self._send({"type": "websocket.close"})
            return
        start = "http.response" if self._is_http else "websocket.http.response"
        await self.send({"type": f"{start}.start", "status": refused.status, "headers": headers})
        await self.send({"type": f"{start}.body", "body": body})

    async def _finish(self) -> None:
        if not self._is_http:
            await self._send({"type": "websocket.close", "code": 1008})
        elif not self._is_sized:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})


def retry_after(error: TabwireError) -> str:
    """Return the value of Retry-After, in whole seconds."""
    return str(max(1, round(float(str(error.data["retry_after_s"])))))


def _unauthorized(message: str) -> Refused:
    error = Forbidden(
        message, next_step=f"Send Authorization: Bearer {KEY_START}…; create a key: tabwire keys create NAME"
    )
    return Refused(401, error, www_authenticate='Bearer realm="tabwire"')


def _too_large(limit: int, **headers: str) -> Refused:
    error = InvalidParams(
        f"The body is larger than {limit // (1024 * 1024)} MB.",
        next_step="Send less, or raise http.max_body_mb in config.toml.",
    )
    return Refused(413, error, **headers)


def _address(scope: Scope) -> str:
    """Return the address of the client; an IPv4 address in IPv6 form counts as IPv4."""
    client = scope.get("client")
    if not client:
        return "unknown"
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return str(client[0])
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)
