"""The Alma extension: joins with a token in its address, and only if the user set one."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
from collections.abc import AsyncIterator
from functools import partial
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from tabwire.errors import Forbidden
from tabwire.links.link import Link, LinkClosed
from tabwire.protocol.alma import AlmaTranslator
from tabwire.protocol.relay import PING_EVERY_S, SOCKET_PATH, Hello, encode
from tabwire.settings import HttpSettings
from tabwire.surfaces.dialects.dialect import Dialect, ExtensionEntry, Translation

# An unpacked extension has a different id in every folder.
ANY_EXTENSION: Final = re.compile(r"chrome-extension://[a-p]{32}")
HELLO: Final = Hello(instance="alma", boot="", version="Alma", name="Alma", nonce="")


def dialect(settings: HttpSettings) -> Dialect:
    """Return the dialect; it is off until the user sets a token."""
    return Dialect(
        extension=ExtensionEntry(
            path=SOCKET_PATH,
            is_own=has_token,
            may_connect=partial(may_connect, settings.alma_token),
            refusal=Forbidden(
                "This token is not valid.",
                next_step="The user can set http.alma_token in config.toml for the Alma extension.",
            ),
            has_secret=True,
            translation=Translation(AlmaLink, HELLO),
        )
    )


def has_token(scope: Scope) -> bool:
    """Return whether a WebSocket is Alma's: only its address has a token."""
    return "token" in _query(scope)


def may_connect(token: str, scope: Scope) -> bool:
    """Return whether an extension on this machine sent the token; never if no token is set."""
    given = _query(scope).get("token", [])
    origins = Headers(scope=scope).getlist("origin")
    return (
        token != ""
        and len(given) == 1
        and hmac.compare_digest(given[0].encode(), token.encode())
        and len(origins) == 1
        and ANY_EXTENSION.fullmatch(origins[0]) is not None
        and ipaddress.ip_address(scope["client"][0]).is_loopback
    )


def _query(scope: Scope) -> dict[str, list[str]]:
    return parse_qs(scope["query_string"].decode("latin-1"))


class AlmaLink:
    """Translates between the Alma extension and our relay protocol."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._translator = AlmaTranslator()
        self._incoming: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._reading = asyncio.create_task(self._read())
        self._pinging = asyncio.create_task(self._ping())

    def send(self, frame: bytes) -> None:
        """Queue one frame; raise `LinkClosed` if the other end is gone."""
        translated = self._translator.from_hub(frame)
        for outgoing in translated.on:
            self._link.send(outgoing)
        for answer in translated.back:
            self._incoming.put_nowait(answer)

    async def _read(self) -> None:
        try:
            async for frame in self._link.frames():
                translated = self._translator.from_extension(frame)
                for outgoing in translated.back:
                    self._link.send(outgoing)
                for incoming in translated.on:
                    self._incoming.put_nowait(incoming)
        finally:
            self._incoming.put_nowait(None)

    async def _ping(self) -> None:
        """Keep the extension's worker awake, and check that it is there."""
        try:
            while True:
                await asyncio.sleep(PING_EVERY_S)
                self._link.send(encode({"type": "ping"}))
        except LinkClosed:
            return

    async def frames(self) -> AsyncIterator[bytes | str]:
        """Yield frames until the other end is gone."""
        while (frame := await self._incoming.get()) is not None:
            yield frame

    async def close(self) -> None:
        """Close the link and stop its tasks."""
        self._pinging.cancel()
        self._reading.cancel()
        await asyncio.gather(self._pinging, self._reading, return_exceptions=True)
        await self._link.close()
