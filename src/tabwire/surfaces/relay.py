"""The surface for the extension: check that it is paired, then pass its link to its browser."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tabwire import __version__
from tabwire.browsers.joined import JoinedSource
from tabwire.browsers.pairing import Pairings
from tabwire.errors import TabwireError
from tabwire.links.link import Link, LinkClosed
from tabwire.links.relay import ServedLink
from tabwire.protocol.relay import (
    CONFIG_PATH,
    GREETING_WITHIN_S,
    PROTOCOL,
    SOCKET_PATH,
    Hello,
    NotARelayMessage,
    RelayObject,
    encode,
    new_nonce,
    read_hello,
)
from tabwire.surfaces.dialects.dialect import ExtensionEntry
from tabwire.surfaces.http.guard import EXTENSION_ENTRY

log = logging.getLogger("tabwire.relay")


class RelaySurface:
    """Accept browsers over WebSocket or native messaging."""

    def __init__(self, pairings: Pairings, joined: JoinedSource, address: Callable[[], str]) -> None:
        self._pairings = pairings
        self._joined = joined
        self._address = address

    def routes(self) -> list[BaseRoute]:
        """Return the extension's WebSocket, and the route that tells where it is."""
        return [
            WebSocketRoute(SOCKET_PATH, self._serve_socket),
            Route(CONFIG_PATH, self._config, methods=["GET"]),
        ]

    async def _config(self, request: Request) -> Response:
        """Return where the WebSocket is. This is public and contains no secret."""
        facts = {"port": urlsplit(self._address()).port, "path": SOCKET_PATH, "protocol": PROTOCOL}
        return Response(json.dumps({**facts, "version": __version__}), media_type="application/json")

    async def _serve_socket(self, socket: WebSocket) -> None:
        await socket.accept()
        entry: ExtensionEntry = socket.scope[EXTENSION_ENTRY]
        if entry.translation is None:
            await self.serve(_link(socket), trusted=False)
            return
        hello = entry.translation.hello
        await self._serve_browser(entry.translation.link(_link(socket)), hello, hello.name)

    async def serve(self, link: Link, *, trusted: bool) -> None:
        """Greet an extension and use its link until it closes."""
        try:
            hello, name = await self._greet(link, trusted=trusted)
        except TabwireError as error:
            log.info("a browser was refused: %s", error.message)
            _send(link, {"type": "unpaired", "code": error.code, "message": error.to_text()})
            await link.close()
            return
        except (NotARelayMessage, LinkClosed, TimeoutError) as error:
            log.info("a link without a greeting was closed: %s", error)
            await link.close()
            return
        await self._serve_browser(link, hello, name)

    async def _serve_browser(self, link: Link, hello: Hello, name: str) -> None:
        browser = self._joined.join(hello.instance, name)
        log.info("browser joined", extra={"facts": {"browser": name, "version": hello.browser}})
        await browser.serve(link, hello)

    async def _greet(self, link: Link, *, trusted: bool) -> tuple[Hello, str]:
        nonce = new_nonce()
        challenge = {"type": "challenge", "protocol": PROTOCOL, "version": __version__, "nonce": nonce}
        _send(link, {**challenge, "trusted": trusted})
        async with asyncio.timeout(GREETING_WITHIN_S):
            hello = read_hello(await _first_frame(link))
        admission = await self._pairings.admit(hello, nonce, trusted=trusted)
        welcome = {"type": "welcome", "name": admission.name, "address": self._address()}
        if admission.proof:
            welcome["proof"] = admission.proof
        if admission.new_secret:
            welcome["secret"] = admission.new_secret
        _send(link, welcome)
        return hello, admission.name


async def _first_frame(link: Link) -> bytes | str:
    async for frame in link.frames():
        return frame
    raise LinkClosed("the other side closed the link before its greeting")


def _send(link: Link, message: RelayObject) -> None:
    link.send(encode(message))


def _link(socket: WebSocket) -> ServedLink:
    async def receive() -> str | None:
        try:
            return await socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            # Starlette raises KeyError for a binary frame, which our extension never sends.
            return None

    async def close() -> None:
        if socket.application_state is WebSocketState.CONNECTED:
            try:
                await socket.close()
            except (RuntimeError, WebSocketDisconnect):
                log.debug("the extension closed its socket first")

    return ServedLink(receive, socket.send_text, close)
